/* SPDX-License-Identifier: MIT
 *
 * What acts at a state of the step, torque and acceleration: the model's, with
 * the state in the place of the model's symbols.
 *
 * What acts at the end of a step acts at the start of the next one.  A method
 * whose step ends with a kick leaves it to the host (last_kick): then torque
 * and acceleration are computed once a step, at its end, and carried over.
 */
#include "step/derive.h"

#include <string.h>

#include "base/text.h"

/* ---- a state in the place of symbols ---- */

struct places {
    int n;
    expr from[1 + 9 + 4 * VECTOR], to[1 + 9 + 4 * VECTOR];
};

static void add_places(struct places *p, int n, const expr *from,
                       const expr *to)
{
    memcpy(&p->from[p->n], from, (size_t)n * sizeof *from);
    memcpy(&p->to[p->n], to, (size_t)n * sizeof *to);
    p->n += n;
}

/* Only the rows of R that are looked at are made; lets all at once: they stand
 * in one another. */
void acts_place(struct derive *d, const struct at *at, int n, const expr *value,
                expr *out)
{
    const struct model *m = d->model;
    const unsigned char *mark = derive_reach(d, n, value);
    struct places p = {0};
    add_places(&p, 1, &m->t, &at->t);
    add_places(&p, VECTOR, m->L.x, at->L.x);
    add_places(&p, VECTOR, m->w.x, at->w.x);
    if (m->moves) {
        add_places(&p, VECTOR, m->x.x, at->x.x);
        add_places(&p, VECTOR, m->v.x, at->v.x);
    }
    for (int i = 0; i < 9; i += 3)
        if (marked_any(mark, 3, &m->R.x[i]))
            add_places(&p, 3, &m->R.x[i], attitude_row(d, at->R, i / 3).x);
    size_t most = (size_t)m->lets + 1;
    const struct named **let = arena_array(d->arena, most, sizeof *let);
    expr *all = arena_array(d->arena, VECTOR * most, sizeof *all);
    int lets = 0, size = 0;
    expr_subst(d->pool, n, value, p.n, p.from, p.to, out);
    for (int i = 0; i < m->lets; i++) {
        const struct value *v = &m->let[i].value;
        if (v->n > VECTOR || !marked_any(mark, v->n, v->x))
            continue;
        let[lets++] = &m->let[i];
        memcpy(&all[size], v->x, (size_t)v->n * sizeof *all);
        size += v->n;
    }
    expr_subst(d->pool, size, all, p.n, p.from, p.to, all);
    for (int i = 0; i < lets; all += let[i++]->value.n)
        record_name(
            d, FIRM,
            text_format(d->arena, "%s%s", let[i]->name, d->record.suffix),
            let[i]->value.n, all);
}

/* ---- what acts ---- */

static struct vec acceleration(struct derive *d)
{
    expr part = expr_div(d->pool, expr_int(d->pool, 1), d->model->mass);
    return vec_scale(d->pool, part, d->model->force);
}

void acts_of_model(struct derive *d, expr *out)
{
    struct vec a = acceleration(d);
    memcpy(out, d->model->torque.x, sizeof a.x);
    memcpy(out + VECTOR, a.x, sizeof a.x);
}

/* Notes a torque that is neither constant nor carried over from the step
 * before. */
static void note_torque(struct derive *d, struct vec T)
{
    bool known = true;
    for (int i = 0; i < VECTOR; i++)
        known &= expr_is_const(T.x[i]) ||
                 (T.x[i]->op == OP_SYMBOL && T.x[i]->index == SYMBOL_PUSH);
    for (int i = 0; i < d->torques; i++)
        known |= !memcmp(&d->torque[i], &T, sizeof T);
    if (known)
        return;
    arena_push(d->arena, d->torque, d->torques, d->torque_room);
    d->torque[d->torques++] = T;
}

struct vec acts_at(struct derive *d, const struct at *at, int first)
{
    const struct relay *c = &d->step->relay;
    struct vec v = first ? acceleration(d) : d->model->torque;
    const struct field *x = &d->step->store[STORED_X];
    bool carried =
        d->run == RUN_CARRYING && at->t == d->model->t && !at->R->depth &&
        at->R->stored == d->step->store->symbol &&
        (!d->model->moves || !memcmp(x->symbol, at->x.x, sizeof at->x));
    acts_place(d, at, VECTOR, v.x, v.x);
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

/* ---- where torque was evaluated ---- */

void torques_follow(struct derive *d, int n, const expr *unknown,
                    const expr *value)
{
    int before = d->torques;
    for (int i = 0; i < before; i++) {
        struct vec T = d->torque[i];
        expr_subst(d->pool, VECTOR, T.x, n, unknown, value, T.x);
        note_torque(d, T);
    }
}
