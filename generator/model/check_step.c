/* SPDX-License-Identifier: MIT
 *
 * Steps of one size, `step 0.01`; adaptive steps, `step adaptive(angle = 1e-8,
 * ...)`; and times at which steps end, `at [t1, t2]`.
 */
#include "model/check.h"

#include <stdint.h>
#include <string.h>

const char *const control_name[CONTROLS] = {
    "angle", "rate", "position", "velocity", "first", "min", "max", "most"};

/* Reads the tolerance of a wheel or state, which may be declared after the
 * `step`.  False: no such name. */
static bool take_tolerance(struct check *c, syntax option, const char *subject)
{
    bool is_there = false;
    for (int i = 0; i < c->file->n; i++) {
        syntax s = c->file->child[i];
        is_there |= AST_IS_STORED(s->kind) && s->name == option->name;
    }
    if (!is_there)
        return false;
    if (memo_find(&c->tolerances, option->name))
        refuse(c, option->name_place, NULL, "%s is given twice", subject);
    num value = evaluate_positive(c, option->child[0], subject);
    memo_keep(&c->tolerances, c->arena, option->name,
              value ? value : number_int(c->arena, 0));
    return true;
}

/* A list of the option names, or the one that is probably meant: for the speed
 * of a wheel, the wheel. */
static const char *option_hint(struct check *c, const char *name)
{
    struct text all = text_new(c->arena);
    struct nearest near = nearest_to(name);
    bool more = false;
    text_print(&all, "angle, rate, %sfirst, min, max, most",
               c->model->moves ? "position, velocity, " : "");
    for (int i = 0; i < c->file->n; i++) {
        syntax s = c->file->child[i];
        if (!AST_IS_STORED(s->kind))
            continue;
        if (all.length < 70)
            text_print(&all, ", %s", s->name);
        else
            more = true;
        const size_t n = strlen(s->name);
        const bool begins = !strncmp(name, s->name, n);
        if (begins && (name[n] == '.' || name[n] == '_' || !name[n + 1]))
            near = (struct nearest){.word = name, .best = s->name};
        nearest_offer(&near, s->name);
    }
    text_put(&all, more ? ", ..." : "");
    return near.best ? text_format(c->arena, "did you mean '%s'?", near.best)
                     : text_chars(&all);
}

static void take_option(struct check *c, syntax option)
{
    int i = 0;
    if (option->kind != AST_OPTION) {
        refuse(c, option->place, option_hint(c, ""),
               "options of 'adaptive' need names: angle = 1e-8");
        return;
    }
    while (i < CONTROLS && strcmp(control_name[i], option->name) != 0)
        i++;
    const char *subject = text_format(c->arena, "'%s'", option->name);
    if (i == CONTROLS && take_tolerance(c, option, subject))
        return;
    if (i == CONTROLS)
        refuse(c, option->name_place, option_hint(c, option->name),
               "'adaptive' has no option %s", subject);
    else if ((i == CONTROL_POSITION || i == CONTROL_VELOCITY) &&
             !mass_needed(c, option, "a tolerance of ", option->name))
        return;
    else if (c->model->control[i])
        refuse(c, option->name_place, NULL, "%s is given twice", subject);
    else
        c->model->control[i] = evaluate_positive(c, option->child[0], subject);
    num most = i == CONTROL_MOST ? c->model->control[i] : NULL;
    long steps;
    if (most && !(number_is_int(most, &steps) && steps <= INT32_MAX))
        refuse(c, option->child[0]->place, NULL,
               "'most' is a number of steps, up to 2147483647");
    if (i < CONTROLS)
        c->statements.control[i] = option->place;
}

void check_at(struct check *c, syntax s)
{
    struct model *m = c->model;
    syntax list = s->child[0];
    m->at_place = s->place;
    if (list->kind != AST_VECTOR) {
        refuse(c, list->place, NULL, "write times in brackets: at [1, 2]");
        return;
    }
    m->landing = arena_array(c->arena, (size_t)list->n, sizeof *m->landing);
    for (int i = 0; i < list->n; i++) {
        syntax a = list->child[i];
        struct value v =
            evaluate_for(c, a, "a breakpoint", USES_ANY & ~USES_PARAM, 1);
        if (!v.n || (expr_is_const(v.x[0]) &&
                     !value_fits(c, a, v, "a breakpoint", NULL)))
            return;
        m->landing[i] = v.x[0];
    }
    m->landings = list->n;
}

/* The numbers have the precision of the emitted code: times that are equal
 * there do not ascend.  Times that depend on params are not compared. */
void check_at_order(struct check *c)
{
    const struct model *m = c->model;
    double before = number_double(m->facts.start_t);
    bool is_start = true;
    for (int i = 0; i < m->landings; i++) {
        syntax a = c->statements.first[AST_AT]->child[0]->child[i];
        if (!expr_is_const(m->landing[i]))
            continue;
        double t = number_double(m->landing[i]->number);
        if (!(t > before))
            refuse(c, a->place, NULL,
                   is_start ? "the time %g is not after the start, at %g"
                            : "the times must ascend: %g does not come after "
                              "%g",
                   t, before);
        before = t;
        is_start = false;
    }
}

void check_step(struct check *c, syntax s)
{
    syntax value = s->child[0];
    const int errors = c->diags->errors;
    static const enum control ascending[3][2] = {{CONTROL_MIN, CONTROL_FIRST},
                                                 {CONTROL_FIRST, CONTROL_MAX},
                                                 {CONTROL_MIN, CONTROL_MAX}};
    if (value->kind != AST_CALL || strcmp(value->name, "adaptive") != 0) {
        c->model->step = evaluate_positive(c, value, "the step");
        return;
    }
    c->model->adaptive = true;
    c->model->step_place = value->place;
    for (int i = 0; i < value->n; i++)
        take_option(c, value->child[i]);
    if (c->diags->errors > errors)
        return;
    for (int i = 0; i < 3; i++) {
        const enum control low = ascending[i][0], high = ascending[i][1];
        const num *x = c->model->control;
        if (x[low] && x[high] && number_compare(x[low], x[high]) > 0)
            refuse(c, c->statements.control[high], NULL,
                   "'%s' is smaller than '%s'", control_name[high],
                   control_name[low]);
    }
}
