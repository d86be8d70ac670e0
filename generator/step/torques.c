/* SPDX-License-Identifier: MIT
 *
 * How often a step evaluates the torque: at how many different states, of
 * those whose torque the result needs.
 */
#include "step/derive.h"

#include "base/arena.h"

/* Constant, or carried over from the step before. */
static bool is_ready(struct vec T)
{
    for (int i = 0; i < VECTOR; i++) {
        const struct expr *e = T.x[i];
        bool carried = e->op == OP_SYMBOL && e->index == SYMBOL_PUSH;
        if (!expr_is_const(e) && !carried)
            return false;
    }
    return true;
}

static bool is_same(struct vec a, struct vec b)
{
    for (int i = 0; i < VECTOR; i++)
        if (a.x[i] != b.x[i])
            return false;
    return true;
}

void torques_note(struct derive *d, struct vec T)
{
    for (int i = 0; i < d->torques; i++)
        if (is_same(d->torque[i], T))
            return;
    if (is_ready(T))
        return;
    arena_push(d->arena, d->torque, d->torques, d->torque_room);
    d->torque[d->torques++] = T;
}

void torques_follow(struct derive *d, int n, const struct expr *const *unknown,
                    const struct expr *const *value)
{
    int before = d->torques;
    for (int i = 0; i < before; i++) {
        struct vec T = d->torque[i];
        expr_subst(d->pool, VECTOR, T.x, n, unknown, value, T.x);
        torques_note(d, T);
    }
}

/* ---- counting ---- */

struct marks {
    unsigned char *fixed, *sweep; /* reached once a step, in a sweep */
    unsigned char *carried;       /* changes with an unknown */
};

struct roots {
    struct arena *arena;
    const struct expr **root;
    int n, room;
};

static void add(struct roots *r, int n, const struct expr *const *root)
{
    for (int i = 0; i < n; i++) {
        arena_push(r->arena, r->root, r->n, r->room);
        r->root[r->n++] = root[i];
    }
}

static void add_solve(struct roots *fixed, struct roots *sweep,
                      const struct solve *s)
{
    add(fixed, s->n, s->start);
    add(sweep, s->n, s->change);
    add(sweep, 1, &s->done);
    add(fixed, s->accept != NULL, &s->accept);
}

static unsigned char *reached(struct derive *d, const struct roots *r)
{
    size_t n = (size_t)pool_size(d->pool) + 1;
    unsigned char *marks = arena_alloc(d->arena, n);
    expr_reach(d->pool, r->n, r->root, marks);
    return marks;
}

static void mark_carried(const struct pool *p, unsigned char *carried)
{
    for (int id = 0; id < pool_size(p); id++) {
        const struct expr *e = pool_node(p, id);
        carried[id] = e->op == OP_SYMBOL && e->index == SYMBOL_UNKNOWN;
        for (int i = 0; i < e->arity; i++)
            carried[id] |= carried[e->arg[i]->id];
    }
}

static struct marks mark_all(struct derive *d, const struct routine *r)
{
    struct roots fixed = {.arena = d->arena}, sweep = {.arena = d->arena};
    size_t n = (size_t)pool_size(d->pool) + 1;
    for (int i = 0; i < r->outputs; i++)
        add(&fixed, r->output[i].n, r->output[i].value);
    for (int i = 0; i < r->solves; i++)
        add_solve(&fixed, &sweep, &r->solve[i]);
    struct marks m = {reached(d, &fixed), reached(d, &sweep),
                      arena_alloc(d->arena, n)};
    mark_carried(d->pool, m.carried);
    return m;
}

/* A coefficient stands on its own, and a sum may have been taken apart. */
static bool is_needed(const struct expr *e, const unsigned char *reached)
{
    if (e->op == OP_SCALE)
        e = e->arg[0];
    if (reached[e->id] || e->op != OP_SUM)
        return reached[e->id];
    for (int i = 0; i < e->arity; i++)
        if (!reached[e->arg[i]->id])
            return false;
    return true;
}

static bool any_needed(struct vec T, const unsigned char *reached)
{
    for (int i = 0; i < VECTOR; i++)
        if (!expr_is_const(T.x[i]) && is_needed(T.x[i], reached))
            return true;
    return false;
}

static bool any_carried(struct vec T, const unsigned char *carried)
{
    return carried[T.x[0]->id] || carried[T.x[1]->id] || carried[T.x[2]->id];
}

/* Is the torque at the end computed, to be carried over? */
static bool carries_torque(const struct relay *c)
{
    return c->n > 0 && c->part[0].index < VECTOR;
}

struct evaluations torques_count(struct derive *d, const struct routine *r)
{
    struct evaluations n = {carries_torque(&d->step->relay), 0};
    struct marks m = mark_all(d, r);
    for (int i = 0; i < d->torques; i++) {
        struct vec T = d->torque[i];
        if (any_carried(T, m.carried))
            n.sweep += any_needed(T, m.sweep);
        else
            n.step += any_needed(T, m.fixed) || any_needed(T, m.sweep);
    }
    return n;
}
