/* SPDX-License-Identifier: MIT
 *
 * Torque and acceleration of the model at a state of the step: the state's
 * values replace the model's placeholder symbols.
 */
#include "step/derive.h"

#include <string.h>

#include "base/text.h"

/* ---- substitution of a state for symbols ---- */

/* A held signal may jump at the start or at the end of a fixed-size step.  It
 * is evaluated a little after the start and a little before the end: at
 *     t + c h + (1 - 2 c) h/1024   instead of t + c h. */
static void add_held(const struct derive *d, const struct state *at,
                     struct swaps *p)
{
    const struct model *m = d->model;
    struct pool *pool = d->pool;
    const expr past = expr_sub(pool, at->t, m->t);
    const expr left = expr_sub(pool, d->step->h, expr_add(pool, past, past));
    const expr inside =
        expr_add(pool, at->t,
                 expr_scale(pool, number_fraction(d->arena, 1, 1024), left));
    for (int i = SERIES_FIRST; i < m->series.n; i++) {
        const expr then[] = {expr_int(pool, i), m->t};
        const expr late[] = {then[0], inside};
        const expr from = expr_apply(pool, OP_SIGNAL, 2, then);
        const expr to = expr_apply(pool, OP_SIGNAL, 2, late);
        if (m->series.table[i].holds)
            swaps_add(p, 1, &from, &to);
    }
}

/* Labels the substituted values of the lets that contain a marked node.  All
 * are substituted in one call, since lets use one another. */
static void name_lets(struct derive *d, const struct swaps *p,
                      const unsigned char *mark)
{
    const struct model *m = d->model;
    size_t most = (size_t)m->lets + 1;
    const struct named **let = arena_array(d->arena, most, sizeof *let);
    expr *all = arena_array(d->arena, VECTOR * most, sizeof *all);
    int lets = 0, size = 0;
    for (int i = 0; i < m->lets; i++) {
        const struct value *v = &m->let[i].value;
        if (v->n > VECTOR || !marked_any(mark, v->n, v->x))
            continue;
        let[lets++] = &m->let[i];
        memcpy(&all[size], v->x, (size_t)v->n * sizeof *all);
        size += v->n;
    }
    expr_subst(d->pool, size, all, p->n, p->from, p->to, all);
    for (int i = 0; i < lets; all += let[i++]->value.n)
        record_name(
            d, FROM_SPEC,
            text_format(d->arena, "%s%s", let[i]->name, d->record.suffix),
            let[i]->value.n, all);
}

/* Creates only the rows of R that the values need. */
void load_substitute(struct derive *d, const struct state *at, int n,
                     const expr *value, expr *out)
{
    const struct model *m = d->model;
    const unsigned char *mark = expr_reached(d->pool, n, value);
    struct swaps p = {.pool = d->pool};
    swaps_add(&p, 1, &m->t, &at->t);
    swaps_add(&p, VECTOR, m->L.x, at->L.x);
    swaps_add(&p, VECTOR, m->w.x, at->w.x);
    const expr *z = at->z;
    for (int i = STORED_X; i < m->parts; z += m->part[i++].field.n)
        swaps_add(&p, m->part[i].field.n, m->part[i].field.symbol, z);
    for (int i = 0; i < 9; i += 3)
        if (marked_any(mark, 3, &m->R.x[i]))
            swaps_add(&p, 3, &m->R.x[i], attitude_row(d, at->R, i / 3).x);
    if (d->is_inset)
        add_held(d, at, &p);
    expr_subst(d->pool, n, value, p.n, p.from, p.to, out);
    name_lets(d, &p, mark);
}

expr *load_guards(const struct derive *d)
{
    const struct model *m = d->model;
    expr *value =
        arena_array(d->arena, 2 * (size_t)m->events + 1, sizeof *value);
    for (int i = 0; i < m->events; i++) {
        value[i] = m->event[i].guard;
        value[m->events + i] = m->event[i].rate;
    }
    return value;
}

/* ---- torque and acceleration ----
 * Those at the end of a step are those at the start of the next.  A method
 * whose step ends with a kick leaves it to the host (last_kick): torque and
 * acceleration are then computed once a step, at its end, and carried over. */

/* Adds a torque to d->torque unless it is constant, carried over from the
 * previous step, or already there. */
static void note_torque(struct derive *d, struct vec T)
{
    bool known = true;
    for (int i = 0; i < VECTOR; i++)
        known &= expr_is_const(T.x[i]) ||
                 (T.x[i]->op == OP_SYMBOL && T.x[i]->index == SYMBOL_RELAY);
    for (int i = 0; i < d->torques; i++)
        known |= !memcmp(&d->torque[i], &T, sizeof T);
    if (known)
        return;
    arena_push(d->arena, d->torque, d->torques, d->torque_room, T);
}

struct vec load_at(struct derive *d, const struct state *at, int first)
{
    const struct relay *c = &d->step->relay;
    struct vec v = first ? model_acceleration(d->model) : d->model->torque;
    const struct field *x = &d->step->store[STORED_X];
    bool carried =
        d->run == RUN_CARRYING && at->t == d->model->t && !at->R->depth &&
        at->R->stored == d->step->store->symbol &&
        (!d->model->moves || !memcmp(x->symbol, at->z, sizeof at->L));
    load_substitute(d, at, VECTOR, v.x, v.x);
    for (int i = 0; carried && i < c->n; i++) {
        int k = c->part[i].index - first;
        if (k >= 0 && k < VECTOR)
            v.x[k] = c->part[i].symbol;
    }
    if (first == 0)
        note_torque(d, v);
    record_name(d, SOFT, first ? "a" : "T", VECTOR, v.x);
    return v;
}

void torques_follow(struct derive *d, const struct swaps *s)
{
    int before = d->torques;
    for (int i = 0; i < before; i++) {
        struct vec T = d->torque[i];
        expr_subst(d->pool, VECTOR, T.x, s->n, s->from, s->to, T.x);
        note_torque(d, T);
    }
}
