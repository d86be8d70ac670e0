/* SPDX-License-Identifier: MIT
 *
 * The columns of a sweep's cases: observed values, and the names, headings and
 * units of all columns.
 */
#include "sweep/plan.h"

#include <string.h>

#include "base/name.h"

/* ---- observers ---- */

static const char *const how_name[] = {[WORK_MAX] = "max",
                                       [WORK_MIN] = "min",
                                       [WORK_MEAN] = "mean",
                                       [WORK_LAST] = "last",
                                       [WORK_FIRST] = "first"};

/* Returns if(condition, 1, 0), since an observed value must be a number. */
static syntax truth_of(struct plan *s, syntax condition)
{
    struct ast *all = arena_array(s->arena, 3, sizeof *all);
    struct ast **child = arena_array(s->arena, 3, sizeof *child);
    for (int i = 1; i < 3; i++) {
        all[i] = *condition;
        all[i].kind = AST_NUMBER;
        all[i].number = number_int(s->arena, i == 1);
        all[i].n = 0;
        child[i] = &all[i];
    }
    child[0] = arena_copy(s->arena, condition, sizeof *condition);
    all[0] = (struct ast){.kind = AST_CALL,
                          .place = condition->place,
                          .name_place = condition->place,
                          .name = name_of_text(s->names, "if"),
                          .depth = condition->depth + 1,
                          .n = 3,
                          .child = child};
    return all;
}

/* Reads an option such as "w_max = max(norm(w))" and adds to `watch`. */
static bool observe(struct plan *s, const pol_setting *o,
                    struct watched_value *watch)
{
    struct work_observe *to = &s->work.observe[s->work.observes];
    const char *option = text_format(s->arena, "--observe %s", o->name);
    syntax written =
        lang_parse_part(s->names, s->diags, LANG_VALUE, option, o->value);
    if (!written)
        return false;
    struct nearest near =
        nearest_to(written->kind == AST_CALL ? written->name : "");
    int how = -1;
    for (int i = WORK_MAX; i <= WORK_FIRST; i++) {
        nearest_offer(&near, how_name[i]);
        if (written->kind == AST_CALL &&
            strcmp(written->name, how_name[i]) == 0)
            how = i;
    }
    const int n = how == WORK_FIRST ? 2 : 1;
    bool good = how >= 0 && written->n == n;
    for (int i = 0; good && i < n; i++)
        good = written->child[i]->kind != AST_OPTION;
    if (!good) {
        diag_error(s->diags, written->place, "this is not an observation");
        return diag_near(s->diags, how < 0 ? near.best : NULL,
                         "max(a), min(a), mean(a), last(a), first(a, "
                         "condition)");
    }
    *to = (struct work_observe){(enum work_how)how, s->additions->watches, 0};
    watch[s->additions->watches++] =
        (struct watched_value){written->child[0], "an observed value", 1};
    if (how == WORK_FIRST) {
        to->condition = s->additions->watches;
        watch[s->additions->watches++] = (struct watched_value){
            truth_of(s, written->child[1]), "an observed condition", 1};
    }
    s->work.observes++;
    return true;
}

bool plan_observes(struct plan *s)
{
    struct watched_value *watch =
        arena_array(s->arena, 2 * WORK_OBSERVES, sizeof *watch);
    bool good = true;
    s->additions->watch = watch;
    for (int i = 0; i < s->options.observes; i++)
        good = observe(s, &s->options.observe[i], watch) && good;
    return good;
}

/* ---- columns ---- */

/* "w2", "R13"; the stored quaternion starts at "q0" */
static const char *heading_of(const struct columns *c, const char *name,
                              int shape, int i)
{
    const bool is_quaternion = shape == 4 && strcmp(name, c->attitude) == 0;
    return shape == 1 ? name
                      : text_format(c->taken.arena, "%s%d", name,
                                    plan_figures(shape, i) - is_quaternion);
}

/* True if a column or a CSV heading already has this name. */
static bool is_taken(const struct columns *c, const char *name, int shape)
{
    const int n = shape == SHAPE_NINE ? 9 : shape;
    bool is = text_among(text_chars(&c->taken), ',', name) >= 0;
    for (int i = 0; i < n && !is; i++)
        is = text_among(text_chars(&c->taken), ',',
                        heading_of(c, name, shape, i)) >= 0;
    return is;
}

static void add_column(struct columns *c, const char *name, int shape,
                       const char *unit)
{
    const int n = shape == SHAPE_NINE ? 9 : shape;
    c->column[c->layout.columns++] =
        (struct record_column){name, unit, n, shape == SHAPE_MATRIX};
    text_print(&c->taken, ",%s", name);
    for (int i = 0; i < n; i++, c->numbers++) {
        c->heading[c->numbers] = heading_of(c, name, shape, i);
        c->unit[c->numbers] = unit;
        text_print(&c->taken, ",%s", c->heading[c->numbers]);
    }
}

/* Adds a column; if its name is taken, as "param.mgl", "keep.axial_drift". */
static void add_free(struct columns *c, const char *prefix, const char *name,
                     int shape, const char *unit)
{
    if (is_taken(c, name, shape))
        name = text_format(c->taken.arena, "%s.%s", prefix, name);
    add_column(c, name, shape, unit);
}

/* The end state in the order of work.c, and the energy drift. */
static void add_end(struct plan *s)
{
    struct columns *c = &s->columns;
    const pol_stepper *of = s->work.stepper;
    c->ends = c->layout.columns;
    add_column(c, "t", 1, "s");
    for (const pol_state_part *p = of->part;
         p < of->part + of->parts && p->kind < POL_WHEEL; p++) {
        add_column(c, p->name, p->count, p->unit);
        if (p->kind == POL_MOMENTUM)
            add_column(c, "w", 3, "rad/s");
    }
    for (int i = 0; i < of->extra; i++)
        add_column(c, of->value[i].name, 1, of->value[i].unit);
    add_column(c, "energy", 1, "J");
    c->rows = c->layout.columns - c->ends;
    add_column(c, "energy_drift", 1, "1");
}

static const char *unit_of_start(const pol_stepper *s, const char *name)
{
    for (const pol_state_part *p = s->part; p < s->part + s->parts; p++)
        if (strcmp(p->kind == POL_ATTITUDE ? "R" : p->name, name) == 0)
            return p->unit;
    if (strcmp(name, "w") == 0 || strstr(name, ".speed"))
        return "rad/s";
    return strcmp(name, "t") == 0 ? "s" : "";
}

/* Returns false with a message. */
static bool add_observed(struct plan *s)
{
    struct columns *c = &s->columns;
    for (int i = 0; i < s->work.observes; i++) {
        const char *name = s->options.observe[i].name;
        const bool is_there = is_taken(c, name, 1);
        if (is_there || !name_is_good(name))
            return diag_error_line(s->diags, "--observe", 0, "'%s' is %s", name,
                                   is_there ? "another column already"
                                            : "no name");
        add_column(c, name, 1, "");
    }
    return true;
}

bool plan_columns(struct plan *s)
{
    const struct work *w = &s->work;
    struct arena *arena = s->arena;
    struct columns *c = &s->columns;
    const size_t numbers = (size_t)w->columns;
    *c = (struct columns){
        .layout = {.column = c->column, .cases = w->cases.count},
        .attitude = w->stepper->part->name,
        .heading = arena_array(arena, numbers, sizeof *c->heading),
        .unit = arena_array(arena, numbers, sizeof *c->unit),
        .taken = text_new(arena)};
    text_put(&c->taken, "case,status");
    add_end(s); /* reserves these names */
    c->layout.columns = c->numbers = 0;
    for (int i = 0; i < s->varieds; i++) {
        const struct varied *v = &s->varied[i];
        const struct case_source *from = &w->cases.source[i];
        const int shape = from->is_flat ? SHAPE_NINE : from->n;
        if (!v->name)
            add_column(c, "step", shape, "s");
        else if (v->is_start)
            add_column(c, text_format(arena, "start.%s", v->name), shape,
                       unit_of_start(w->stepper, v->name));
        else
            add_free(c, "param", v->name, shape, "");
    }
    add_end(s);
    for (int i = 0; i < w->kept; i++)
        add_free(c, "keep",
                 text_format(arena, "%s_drift", w->stepper->keep_name[i]), 1,
                 "");
    for (int i = 0; i < w->stepper->events; i++) {
        /* time of the first occurrence, and count */
        const char *event = w->stepper->event[i].name;
        add_free(c, "event", text_format(arena, "%s_t", event), 1, "s");
        add_free(c, "event", text_format(arena, "%s_count", event), 1, "1");
    }
    return add_observed(s);
}

int plan_find(const struct plan *s, const char *heading)
{
    const struct columns *c = &s->columns;
    heading += strspn(heading, " ");
    heading = arena_text(s->arena, heading, strcspn(heading, " ,"));
    for (int i = 0; i < c->numbers; i++)
        if (strcmp(c->heading[i], heading) == 0)
            return i;
    diag_error_line(s->diags, "--plot-of", 0, "no column is called '%s'",
                    heading);
    return -1;
}
