/* SPDX-License-Identifier: MIT
 *
 * The statement `event`: a guard, a scalar that changes its sign where the
 * event happens; its rate along the motion; and the state after the event.
 *
 * A comparison a < b becomes true where b - a rises through zero.  All
 * assignments use the state before the event.  If w or the rate of a wheel is
 * assigned, L and the wheels' momenta follow:
 *     L = J* w + gyro,   eta = I (s + a.w).
 */
#include "model/check.h"

#include <string.h>

enum { MOST_LIMIT = 1000000000 };

/* ---- the guard ----------------------------------------------------------- */

/* A guard that is positive where the condition is true, negative where it is
 * false; at_zero: its sign at zero.  NULL: not a condition. */
static expr condition_guard(struct check *c, expr e, int *at_zero)
{
    struct pool *p = c->pool;
    int other = 0;
    for (int i = 0; i < c->compares.count; i++) {
        *at_zero = e->op == OP_LE ? 1 : -1;
        if (c->compares.of[i].truth == e)
            return expr_neg(p, c->compares.of[i].by);
    }
    if (e->op == OP_MUL || e->op == OP_MAX) { /* and, or */
        const int mixed = e->op == OP_MUL ? -1 : 1;
        const expr a = condition_guard(c, e->arg[0], at_zero);
        const expr b = condition_guard(c, e->arg[1], &other);
        *at_zero = *at_zero == other ? other : mixed;
        return a && b ? expr_binary(p, e->op == OP_MUL ? OP_MIN : OP_MAX, a, b)
                      : NULL;
    }
    for (int i = 0; e->op == OP_EQ && i < 2; i++) { /* not */
        const expr a = condition_guard(c, e->arg[i], &other);
        *at_zero = -other;
        if (a && expr_is_zero(e->arg[1 - i]))
            return expr_neg(p, a);
    }
    return NULL;
}

static bool read_guard(struct check *c, syntax when, char crossing,
                       struct model_event *e)
{
    const struct value v =
        evaluate_for(c, when, "the condition of an event", 0, 1);
    if (!v.n)
        return false;
    const expr guard = condition_guard(c, v.x[0], &e->at_zero);
    if (!guard && (v.x[0]->op == OP_EQ || when->kind == AST_COMPARE))
        return refused(c, when->place,
                       "such as `when x[3]`, or `when x[3] < 0`",
                       "an event happens where a scalar changes its sign or a "
                       "comparison by <, <=, >, >= becomes true");
    e->guard = guard ? guard : v.x[0];
    e->at_zero = guard ? e->at_zero : 0;
    if (!(model_uses(c->pool, 1, &e->guard) &
          (USES_HELD | (USES_ANY & ~USES_PARAM))))
        return refused(c, when->place, NULL, "the condition never changes");
    e->direction = crossing == 'r' ? 1 : crossing == 'f' ? -1 : guard ? 1 : 0;
    return true;
}

/* ---- assignments --------------------------------------------------------- */

struct assigned {
    expr *of[STORES + MODEL_EXTRAS]; /* by part: R, L, ..; NULL: not assigned */
    expr *w;                         /* the rate; NULL: not assigned */
    expr speed[STORES + MODEL_EXTRAS]; /* a wheel's, by part; or NULL */
    bool speeds;
};

/* The index of the part that this name assigns, or -1; `w` is not a part. */
static int find_part(const struct model *m, const char *name, bool *is_speed)
{
    for (int i = 0; i < m->parts; i++) {
        const struct wheel *w = m->part[i].wheel;
        if (m->samples && i == m->sampled)
            continue;
        *is_speed = w && !strcmp(w->speed_name, name);
        if (*is_speed || !strcmp(w ? w->momentum : m->part[i].field.name, name))
            return i;
    }
    return -1;
}

static const char *assignable(struct check *c)
{
    const struct model *m = c->model;
    struct text all = text_new(c->arena);
    text_put(&all, "R, w, L");
    for (int i = STORED_X; i < m->parts; i++)
        if (!m->samples || i != m->sampled)
            text_print(&all, ", %s", part_start(&m->part[i]));
    return text_format(c->arena, "an event can set %s", text_chars(&all));
}

static bool read_assignment(struct check *c, syntax a, struct assigned *to)
{
    const struct model *m = c->model;
    bool is_speed = false;
    const bool is_w = !strcmp(a->name, "w");
    const int i = is_w ? STORED_L : find_part(m, a->name, &is_speed);
    if (i < 0 && (!strcmp(a->name, "x") || !strcmp(a->name, "v")))
        return mass_needed(c, a, "an assignment to ", a->name);
    if (i < 0)
        return refused(c, a->name_place, assignable(c),
                       "'%s' is no part of the state", a->name);
    const struct field *f = &m->part[i].field;
    const int shape = is_w ? VECTOR : value_shape(value_as(f, f->symbol));
    expr **slot = is_w ? &to->w : &to->of[i];
    if (*slot || to->speed[i])
        return refused(c, a->name_place, NULL, "'%s' is assigned twice",
                       a->name);
    struct value v = evaluate_for(
        c, a->child[0], text_format(c->arena, "a new value of %s", a->name), 0,
        shape);
    if (!v.n)
        return false;
    if (i == 0 && !(rotation_fault(c->pool, v.mat) < 1e-9) &&
        !model_uses(c->pool, 9, v.x))
        return refused(c, a->child[0]->place, NULL, "this is no rotation");
    if (i == STORED_L)
        v.vec = model_across(m, v.vec);
    if (is_speed)
        to->speed[i] = v.x[0];
    else
        *slot = arena_copy(c->arena, v.x, (size_t)v.n * sizeof *v.x);
    to->speeds |= is_speed;
    return true;
}

/* Sets the momenta that follow from assigned rates. */
static void set_momenta(struct check *c, struct assigned *to)
{
    const struct model *m = c->model;
    struct pool *p = c->pool;
    const struct vec w = to->w ? value_from(VECTOR, to->w).vec : m->w;
    if (!to->w && !to->speeds)
        return;
    for (int i = m->parts - m->extras; i < m->parts; i++) {
        const struct wheel *wheel = m->part[i].wheel;
        if (!to->speed[i])
            continue;
        const expr rate = expr_add(p, to->speed[i], vec_dot(p, wheel->axis, w));
        const expr eta = expr_mul(p, wheel->inertia, rate);
        to->of[i] = arena_copy(c->arena, &eta, sizeof eta);
    }
    struct vec h = m->gyro; /* after the event */
    struct mat J = m->inertia;
    model_after(m, to->of, VECTOR, h.x);
    model_after(m, to->of, 9, J.x);
    const struct vec L = vec_add(p, mat_apply(p, J, w), h);
    to->of[STORED_L] = arena_copy(c->arena, L.x, sizeof L.x);
}

/* ---- the statement ------------------------------------------------------- */

/* Expressions are read at the end, because they may use later declarations. */
void check_event(struct check *c, syntax s)
{
    if (scope_check_name(c, s))
        check_new(c, s);
}

static bool read_limit(struct check *c, syntax limit, struct model_event *e)
{
    num n;
    e->limit = MODEL_NO_LIMIT;
    if (!limit)
        return true;
    return evaluate_numbers(c, limit, "the limit of an event", 1, &n) &&
           ((number_is_int(n, &e->limit) && e->limit >= 1 &&
             e->limit <= MOST_LIMIT) ||
            refused(c, limit->place, NULL, "a limit is an integer from 1 to %d",
                    MOST_LIMIT));
}

static void read_event(struct check *c, syntax s, struct model_event *e)
{
    struct assigned *to = arena_alloc(c->arena, sizeof *to);
    *e = (struct model_event){
        .name = s->name, .note = s->note, .place = s->place};
    *to = (struct assigned){.w = NULL};
    bool good = read_guard(c, s->child[0], s->op, e);
    good &= read_limit(c, s->child[1], e);
    for (int i = 2; i < s->n; i++) {
        e->stops = s->child[i]->kind == AST_NAME;
        if (!e->stops)
            good &= read_assignment(c, s->child[i], to);
    }
    if (good && to->of[STORED_L] && (to->w || to->speeds))
        refuse(c, s->place, "assign only w and rates of wheels",
               "L is assigned, but follows from the assigned rates");
    else if (good)
        set_momenta(c, to);
    e->assigns = !e->stops && s->n > 2;
    e->to =
        arena_copy(c->arena, to->of, (size_t)c->model->parts * sizeof *e->to);
}

void check_events(struct check *c)
{
    struct model *m = c->model;
    const int sections = c->additions->sections;
    m->event = arena_array(c->arena, (size_t)(c->file->n + sections) + 1,
                           sizeof *m->event);
    for (int i = 0; i < c->file->n; i++)
        if (c->file->child[i]->kind == AST_EVENT)
            read_event(c, c->file->child[i], &m->event[m->events++]);
    if (m->events > MODEL_EVENTS)
        refuse(c, m->event[MODEL_EVENTS].place, NULL, "more than %d events",
               MODEL_EVENTS);
    for (int i = 0; i < sections; i++) {
        struct model_event *e = &m->event[m->events++];
        *e = (struct model_event){
            .name = name_of_text(m->names, "section"),
            .place = c->additions->section[i]->place,
            .limit = MODEL_NO_LIMIT,
            .is_section = true,
            .to = arena_array(c->arena, (size_t)m->parts, sizeof *e->to)};
        read_guard(c, c->additions->section[i], '\0', e);
    }
}

void event_finish(struct model *m, bool is_driven)
{
    for (struct model_event *e = m->event; e < m->event + m->events; e++) {
        table_refuse(m, 1, &e->guard);
        if (is_driven && m->series.files == 0) /* signals' rates count, too */
            model_insert_signals(m, 1, &e->guard);
        model_rate(m, 1, &e->guard, &e->rate);
        for (int i = 0; i < m->parts; i++)
            if (e->to[i])
                table_refuse(m, m->part[i].field.n, e->to[i]);
        if (!is_driven)
            continue;
        model_insert_signals(m, 1, &e->guard);
        model_insert_signals(m, 1, &e->rate);
        for (int i = 0; i < m->parts; i++)
            if (e->to[i])
                model_insert_signals(m, m->part[i].field.n, e->to[i]);
    }
}
