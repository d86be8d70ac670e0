/* SPDX-License-Identifier: MIT
 *
 * The page as a Lua table: facts about the body and the method, fields of its
 * structs, and its programs: reads, lines by paragraphs, loops, writes, cost.
 */
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "emit/target.h"
#include "emit/view.h"
#include "recipe/recipe.h"
#include "runtime/pol_signal.h"

static const char *spelled(struct view *v, num x)
{
    return x ? spell_number(v->speller, x) : NULL;
}

/* For the descriptor's steps and the inertia as text: a double in every real
 * type; 0 if not given. */
static const char *double_text(struct view *v, num x)
{
    const char *text =
        x ? number_text(v->speller->arena, x, REAL_DOUBLE) : NULL;
    return text ? text : "0.0";
}

/* Returns the place of a component: "L[0]", or just the field for a number. */
static const char *place(struct view *v, const char *field, int index, int size)
{
    field = spell_name(v->speller, field, AS_FIELD);
    return size > 1 ? text_format(v->speller->arena, "%s[%d]", field, index)
                    : field;
}

PUSH_ITEM(push_text, const char *, string, x)
PUSH_ITEM(push_call, const char *, string, spell_call(v->speller, x))
PUSH_ITEM(push_number, struct number *, string,
          x ? spell_number(v->speller, x) : NULL)
PUSH_ITEM(push_kink, bool, boolean, x)
PUSH_ITEM(push_landing, struct landing, string,
          spell_number(v->speller, x.time))
PUSH_ITEM(push_landing_kink, struct landing, boolean, x.is_kink)
/* Where the last kick adds torque and acceleration: "L[0]", ... */
PUSH_ITEM(push_pushed, struct relay_part, string,
          place(v, x.index < 3 ? "L" : "v", x.index % 3, 3))
/* Names of the watched values, one for each real: a vector has three. */
PUSH_ITEM(push_watch, struct write, string,
          x.size > 1 ? text_format(v->speller->arena, "%s_%d", x.field, x.index)
                     : x.field)

/* ---- programs: reads and writes ---- */

static void push_read(struct view *v, const void *list, int i)
{
    static const char *const kind[] = {"store", "time",     "param", "input",
                                       "step",  "argument", "push",  "end",
                                       "share", "span"};
    const struct read *r = (const struct read *)list + i;
    const char *field = r->kind != READ_ARGUMENT
                            ? spell_name(v->speller, r->field, AS_FIELD)
                        : v->argument ? v->argument
                                      : r->field;
    /* tcc converts a pointer to a number without a warning */
    bool is_array = r->size > 1 || r->kind == READ_RELAY ||
                    (r->kind == READ_ARGUMENT && !v->is_scalar);
    set(v, "{kind:s name:s field:s index:i size:i is_array:b", kind[r->kind],
        spell_name(v->speller, r->name, AS_LOCAL), field, r->index, r->size,
        is_array);
}

static void push_write(struct view *v, const void *list, int i)
{
    const struct write *w = (const struct write *)list + i;
    set(v, "{field:s place:s index:i value:s is_store:b",
        spell_name(v->speller, w->field, AS_FIELD),
        place(v, w->field, w->index, w->size), w->index,
        spell_tree(v->speller, w->value, false), w->is_store);
}

/* ---- programs ---- */

static void set_cost(struct view *v, const struct cost *c)
{
    const struct operations *o = &c->step, *s = &c->sweep;
    set(v, "{once:i loops:i", c->once, c->loops);
    set(v, "mul:i add:i div:i sqrt:i calls:i neg:i compare:i", o->mul, o->add,
        o->div, o->sqrt, o->calls, o->neg, o->compare);
    set(v,
        "sweep_mul:i sweep_add:i sweep_div:i sweep_sqrt:i sweep_calls:i "
        "sweep_neg:i sweep_compare:i",
        s->mul, s->add, s->div, s->sqrt, s->calls, s->neg, s->compare);
    lua_setfield(v->lua, -2, "cost");
}

static void set_program(struct view *v, const char *key,
                        const struct program *p)
{
    bool unseen = !strncmp(key, "set", 3) || !strcmp(key, "momentum");
    if (!p || (unseen && v->is_bare))
        return;
    spell_program(v->speller, p);
    set(v, "{name:s", p->name);
    set_list(v, "reads", p->reads, push_read, p->read);
    set_list(v, "once", p->onces, push_line, p->once);
    set_list(v, "blocks", p->blocks, push_block, p->block);
    set_list(v, "writes", p->writes, push_write, p->write);
    set_cost(v, &p->cost);
    set_list(v, "calls", p->calls, push_call, p->call);
    spell_program(v->speller, NULL);
    lua_setfield(v->lua, -2, key);
}

/* ---- what all programs together need ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct needs {
    const char **call; /* C library functions */
    int calls, room;
    unsigned carried;         /* bits of program.carries */
    const struct grid **grid; /* tables */
    int grids, grid_room;
};

static void add_needs(struct view *v, struct needs *all,
                      const struct program *p)
{
    for (int i = 0; i < p->calls; i++)
        arena_push(v->speller->arena, all->call, all->calls, all->room,
                   spell_call(v->speller, p->call[i]));
    all->carried |= p->carries;
    for (int i = 0; i < p->grids; i++)
        arena_push(v->speller->arena, all->grid, all->grids, all->grid_room,
                   p->grid[i]);
}

/* Pushes the numbers of a table, for each program that looks them up. */
static void push_grid(struct view *v, const void *list, int i)
{
    const struct grid *g = *((const struct grid *const *)list + i);
    struct arena *arena = v->speller->arena;
    struct text text = text_new(arena);
    for (int k = 0; k < g->n; k++)
        text_print(&text,
                   k == 0  ? "%s"
                   : k % 4 ? ", %s"
                           : ",\n    %s",
                   spelled(v, number_of_double(arena, g->value[k])));
    set(v, "{name:s n:i knots:b values:s per:s", g->name, g->n,
        g->table != NULL, text_chars(&text),
        g->per > 0 ? spelled(v, number_of_double(arena, g->per)) : NULL);
}

/* Sets the C library functions that are called, sorted, each once, and the text
 * of the runtime/ functions. */
static void set_needs(struct view *v)
{
    const struct page *p = v->page;
    struct needs all = {0};
    const char *text[CARRIED];
    int n = 0;
    for (int i = 0; i < p->programs; i++)
        add_needs(v, &all, p->program[i]);
    if (all.calls)
        qsort(all.call, (size_t)all.calls, sizeof *all.call, compare_names);
    for (int i = 0; i < all.calls; i++)
        if (i == 0 || strcmp(all.call[i], all.call[n - 1]))
            all.call[n++] = all.call[i];
    set_list(v, "calls", n, push_text, all.call);
    n = 0;
    for (int i = 0; i < CARRIED; i++) {
        const struct carried *f = &carried_functions[i];
        if (all.carried & 1U << i)
            text[n++] = paste_part(v->speller, f->path, f->name);
    }
    set_list(v, "carried", n, push_text, text);
    set_list(v, "grid", all.grids, push_grid, all.grid);
}

/* Pushes a conversion of the attitude to other numbers. */
static void push_shown(struct view *v, const void *list, int i)
{
    const struct page_shown *s = (const struct page_shown *)list + i;
    const struct shown *of = &v->page->step->offer.shown[i];
    v->argument = spell_name(v->speller, of->numbers.name, AS_ARGUMENT);
    set(v, "{call:s name:s argument:s note:s size:i requested:b restores:b",
        of->representation->call, of->representation->name, v->argument,
        of->numbers.note, of->numbers.n, of->representation->is_requested,
        of->restores);
    if (of->representation->is_requested || !v->is_bare)
        set_program(v, "get", s->get);
    set_program(v, "set", s->set);
    v->argument = NULL;
}

/* Pushes the rate of a wheel. */
static void push_wheel(struct view *v, const void *list, int i)
{
    const struct page_shown *w = (const struct page_shown *)list + i;
    const struct wheel_access *of = &v->page->step->offer.wheel[i];
    const char *axis[3];
    for (int k = 0; k < 3; k++)
        axis[k] = double_text(v, of->axis[k]);
    set(v,
        "{name:s kind:s wheel:s unit:s frame:s field:s note:s inertia:s axis:s",
        of->rate, "wheel", of->store->name, "rad/s", of->store->frame,
        spell_name(v->speller, of->store->name, AS_FIELD), of->note,
        double_text(v, of->inertia),
        text_format(v->speller->arena, "[%s, %s, %s]", axis[0], axis[1],
                    axis[2]));
    set_program(v, "get", w->get);
    v->is_scalar = true;
    set_program(v, "set", w->set);
    v->is_scalar = false;
}

/* Pushes event i, counted in control.count[i]. */
static void push_event(struct view *v, const void *list, int i)
{
    const struct event_routines *e = (const struct event_routines *)list + i;
    set(v, "{name:s note:s direction:i at_zero:i limit:i stops:b", e->name,
        e->note, e->direction, e->at_zero, (int)e->limit, e->stops);
    set_program(v, "outcome", v->page->outcome[i]);
}

/* Pushes a sampled law: its field, or the field in which its value waits. */
static void push_sample(struct view *v, const void *list, int i)
{
    const struct sample_routine *s = (const struct sample_routine *)list + i;
    set(v, "{name:s note:s field:s next:s size:i every:s from:s delay:s",
        s->value->name, s->value->note,
        spell_name(v->speller, s->value->name, AS_FIELD),
        s->next ? spell_name(v->speller, s->next->name, AS_FIELD) : NULL,
        s->value->n, spelled(v, s->every), spelled(v, s->from),
        s->next ? spelled(v, number_add(v->speller->arena, s->from, s->delay))
                : NULL);
    set_program(v, "take", v->page->sample[i]);
}

/* Sets flags. newton: it iterates; accepts: a step may be too large; singular:
 * the attitude may be singular; ranges: a table may have no value; definite:
 * the inertia may not be positive definite. */
static void set_failures(struct view *v, const struct program *p)
{
    bool newton = false, accepts = false, singular = false, ranges = false;
    bool definite = false;
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        newton |= b->kind == BLOCK_NEWTON;
        const bool requires = b->kind == BLOCK_REQUIRE;
        accepts |= requires && b->fails == FAILS_TOO_LARGE;
        singular |= b->fails == FAILS_SINGULAR;
        ranges |= b->fails == FAILS_RANGE;
        definite |= b->fails == FAILS_POSITIVE;
    }
    set(v, "newton:b accepts:b singular:b ranges:b definite:b", newton,
        newton || accepts, singular, ranges, definite);
}

static void set_programs(struct view *v)
{
    const struct page *p = v->page;
    const struct offer *offer = &p->step->offer;
    struct cost cost = page_cost(p);
#define PROGRAM(name, routine, parts) set_program(v, #name, p->name);
    PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    set(v, "dense_order:i dense_step:b cases:b", p->step->dense.order,
        p->step->dense.is_step, p->step->dense.has_cases);
    set_list(v, "pushed", p->step->relay.n, push_pushed, p->step->relay.part);
    set_cost(v, &cost);
    set_failures(v, p->advance);
    set_list(v, "shown", p->shows, push_shown, p->shown);
    set_list(v, "wheel", offer->wheels, push_wheel, p->wheel);
    set_list(v, "event", offer->events, push_event, offer->event);
    set_list(v, "sample", offer->samples, push_sample, offer->sample);
    bool assigns = false;
    for (int i = 0; i < offer->events; i++)
        assigns |= p->outcome[i] != NULL;
    set(v, "advances:b assigns:b", p->trial || offer->events || offer->samples,
        assigns);
}

/* Sets the control of a step that chooses its size, and its functions. */
static void set_control(struct view *v)
{
    const struct control_facts *c = &v->page->step->recipe->control;
    if (!v->page->trial)
        return;
    set(v, "{order:i is_fsal:b functions:s",
        v->page->step->adaptive.error_order, v->page->step->adaptive.is_fsal,
        paste_part(v->speller, "runtime/pol_control.h", "control"));
    for (int i = 0; i < CONTROLS; i++)
        set(v, text_format(v->speller->arena, "%s:s", control_name[i]),
            spelled(v, c->value[i]));
    set(v, "most:i", (int)number_double(c->value[CONTROL_MOST]));
    const struct step *step = v->page->step;
    const int base = step->stores - step->extras > STORED_X ? 4 : 2;
    const struct number **tolerance = arena_array(
        v->speller->arena, 4 + (size_t)step->extras, sizeof *tolerance);
    memcpy(tolerance, c->value, (size_t)base * sizeof *tolerance);
    memcpy(tolerance + base, c->extra,
           (size_t)step->extras * sizeof *tolerance);
    set_list(v, "tolerance", base + step->extras, push_number, tolerance);
    set_list(v, "landing", c->landings, push_landing, c->landing);
    set_list(v, "landing_is_kink", c->landings, push_landing_kink, c->landing);
    set_list(v, "moving_is_kink", c->moving, push_kink, c->moving_is_kink);
    lua_setfield(v->lua, -2, "control");
}

/* Pushes a signal's table; one without rows has no numbers. */
static void push_table(struct view *v, const void *list, int i)
{
    const struct pol_table *t = (const struct pol_table *)list + i;
    struct arena *arena = v->speller->arena;
    struct text time = text_new(arena), value = time, start = time;
    for (long k = 0; k < t->rows; k++) {
        text_print(&time, "%.17g,\n", t->time[k]);
        text_print(&value, "%.17g,\n", t->value[k]);
    }
    for (long k = 0; t->rows && k <= t->rows; k++)
        text_print(&start, "%ld,\n", t->start[k]);
    set(v, "{rows:s holds:b density:s time:s value:s start:s",
        text_format(arena, "%ld", t->rows), t->holds != 0,
        text_format(arena, "%.17g", t->parts_a_second),
        t->rows ? text_chars(&time) : NULL, text_chars(&value),
        text_chars(&start));
}

/* ---- facts ---- */

/* Pushes a field, with its default or start values if there are any. */
static void push_field(struct view *v, const void *list, int i)
{
    const struct field *f = (const struct field *)list + i;
#define KIND(name) #name,
    static const char *const kind[] = {PART_KINDS(KIND)};
#undef KIND
    set(v, "{name:s written:s note:s size:i is_flat:b unit:s frame:s kind:s",
        spell_name(v->speller, f->name, AS_FIELD), f->name, f->note, f->n,
        f->is_flat, f->unit ? f->unit : "", f->frame ? f->frame : "",
        kind[f->kind]);
    set_list(v, "value", f->value[0] ? f->n : 0, push_number, f->value);
}

static void set_claim(struct view *v, const char *key,
                      const struct claim *claim)
{
    set(v, "{name:s title:s source:s", claim->name, claim->title,
        claim->source);
    lua_setfield(v->lua, -2, key);
}

/* Sets the inertia as text: "diag(1, 2, 3)", or all six numbers. */
static void set_inertia(struct view *v, const char *key, const num *J)
{
    struct arena *arena = v->speller->arena;
    const char *x[9];
    const struct step *step = v->page->step;
    bool diagonal = step->offer.wheels || step->facts.diagonal;
    if (!J[0])
        return;
    for (int i = 0; i < 9; i++) {
        x[i] = double_text(v, J[i]);
        diagonal &= i % 4 == 0 || number_is_zero(J[i]);
    }
    set(v, text_format(arena, "%s:s", key),
        diagonal
            ? text_format(arena, "diag(%s, %s, %s)", x[0], x[4], x[8])
            : text_format(arena, "xx %s, yy %s, zz %s, xy %s, xz %s, yz %s",
                          x[0], x[4], x[8], x[1], x[2], x[5]));
}

static void set_method(struct view *v)
{
    const struct page *p = v->page;
    const struct recipe *r = p->step->recipe;
    set_claim(v, "method", &r->method.claim);
    set_claim(v, "attitude", &r->attitude.claim);
    set_claim(v, "map", &r->map.claim);
    set(v, "order:i exact:b free:b symmetric:b implicit:b leaves:b",
        p->step->order, p->step->order >= ORDER_EXACT, r->is_free,
        r->promise.symmetric, r->promise.is_implicit, p->step->drifts);
    if (r->promise.turn > 0)
        set(v, "turn:s",
            text_format(v->speller->arena, "%.3g", TURN * r->promise.turn));
}

static void set_facts(struct view *v)
{
    const struct page *p = v->page;
    const struct facts *facts = &p->step->facts;
    const struct recipe *r = p->step->recipe;
    const struct program *watch = p->watch_values;
    set(v,
        "batch_type:s stepper_type:s body:s BODY:s note:s real:s access:b "
        "bare:b batch:b",
        paste_file(v->speller, "runtime/pol_batch.h", "#ifndef POL_BATCH_H",
                   NULL),
        paste_file(v->speller, "runtime/pol_stepper.h", "#ifndef POL_STEPPER_H",
                   NULL),
        facts->name, v->speller->capitals, facts->note,
        v->speller->real == REAL_FLOAT ? "float" : "double",
        p->rotation != NULL, v->is_bare,
        v->from->with && text_among(v->from->with, ',', "batch") >= 0);
    set(v, "counts:b spec:s mark:s link:s command:s version:s without:s lets:s",
        v->from->counts, v->from->spec, v->from->mark, UNKNOWN_LINK,
        v->from->command, v->from->version, v->from->left_out, v->from->lets);
    set_method(v);
    set(v,
        "conservative:b has_potential:b inner:b turning:s moves:b varies:b "
        "changes:b start_varies:b mass:s burns:b has_exhaust:b",
        facts->conservative, facts->has_potential, facts->has_gyro,
        facts->turning, p->step->stores - p->step->extras == STORES,
        facts->varies, facts->changes, facts->start_varies,
        spelled(v, facts->mass), facts->burns, facts->has_exhaust);
    set_inertia(v, "inertia_text", facts->inertia);
    set_inertia(v, "own_inertia_text", facts->free_inertia);
    set_list(v, "keep", r->promise.keeps, push_text, r->promise.keep);
    set_list(v, "watch", watch ? watch->writes : 0, push_watch,
             watch ? watch->write : NULL);
    set_list(v, "store", p->step->stores, push_field, p->step->store);
    set_list(v, "extra", p->step->extras, push_field,
             p->step->store + (p->step->stores - p->step->extras));
    set_list(v, "param", p->step->params, push_field, p->step->param);
    set_list(v, "input", p->step->inputs, push_field, p->step->input);
}

/* Sets a run's start, step and end. */
static void set_run(struct view *v)
{
    const struct facts *facts = &v->page->step->facts;
    const struct recipe *r = v->page->step->recipe;
    const num zero = number_int(v->speller->arena, 0);
    set(v, "start_t:s zero:s one:s step:s until:s",
        spelled(v, facts->start_t ? facts->start_t : zero), spelled(v, zero),
        spelled(v, number_int(v->speller->arena, 1)),
        double_text(v, r->size ? r->size : r->control.value[CONTROL_FIRST]),
        double_text(v, facts->until));
}

void view_push(lua_State *L, struct speller *s, const struct page *page,
               const struct provenance *from)
{
    struct view v = {
        L, s, page, from, NULL, false, (from->without & LEAVE_UNSEEN) != 0};
    s->inertia = v.is_bare ? NULL : page->step->facts.inertia;
    lua_newtable(L);
    set(&v, "named:s", NAMED_HERE);
    set_facts(&v);
    set_run(&v);
    set_programs(&v);
    set_control(&v);
    set_needs(&v);
    lua_newtable(L);
    for (int i = 0; i < from->facts; i++)
        set(&v, text_format(s->arena, "%s:s", from->fact[i].key),
            from->fact[i].text);
    lua_setfield(L, -2, "test");
    /* signals from files: address or content, and functions that read them */
    if (from->tables)
        set(&v, "tables:s",
            text_format(s->arena, "0x%llxU",
                        (unsigned long long)(size_t)from->tables));
    if (from->series)
        set_list(&v, "series", from->series, push_table, from->table);
    if (from->tables || from->series)
        set(&v, "table_functions:s",
            paste_part(s, "runtime/pol_signal.h", "signal"));
}
