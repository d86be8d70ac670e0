/* SPDX-License-Identifier: MIT
 *
 * Where torque and force are not smooth in time: at the times when a comparison
 * that is affine in t, a(p) t + b(p) < 0, changes its answer, they may leap; at
 * those where the sides of min and max meet, or the argument of abs is zero,
 * they bend.  An adaptive step that passes such a time without a look is in
 * error by O(h), or O(h^2), whatever its order.
 */
#include "model/check.h"

struct finder {
    struct check *check;
    int size; /* of the pool when it began */
    unsigned char *reached, *leaps;
    struct breakpoint *all;
    int n, room;
};

static bool is_timeless(const struct check *c, const struct expr *e)
{
    const struct model *m = c->model;
    const struct expr *const *state[] = {&m->t,  m->R.x, m->w.x,
                                         m->L.x, m->x.x, m->v.x};
    static const int n[] = {1, 9, 3, 3, 3, 3};
    for (int k = 0; k < (m->moves ? 6 : 4); k++)
        for (int i = 0; i < n[k]; i++)
            if (expr_depends(c->pool, 1, &e, state[k][i]))
                return false;
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            if (expr_depends(c->pool, 1, &e, m->input[i].symbol[k]))
                return false;
    return true;
}

static const struct expr *at_time(struct check *c, const struct expr *e,
                                  const struct expr *t)
{
    const struct expr *out;
    expr_subst(c->pool, 1, &e, 1, &c->model->t, &t, &out);
    return out;
}

/* Are there steps in it, of which the slope knows nothing? */
static bool has_steps(struct check *c, const struct expr *e)
{
    struct arena_mark mark = arena_mark(c->arena);
    int size = pool_size(c->pool);
    unsigned char *reached = arena_alloc(c->arena, (size_t)size);
    bool found = false;
    expr_reach(c->pool, 1, &e, reached);
    for (int i = 0; !found && (i = marked_from(reached, i, size)) < size; i++) {
        enum op op = pool_node(c->pool, i)->op;
        found = op == OP_FLOOR || op == OP_LT || op == OP_LE || op == OP_EQ;
    }
    arena_release(c->arena, mark);
    return found;
}

/* The t at which e = a t + b is zero; NULL if it is no such expression. */
static const struct expr *root_in_time(struct check *c, const struct expr *e)
{
    struct pool *p = c->pool;
    const struct expr *slope;
    if (!expr_depends(p, 1, &e, c->model->t) || has_steps(c, e))
        return NULL;
    expr_diff(p, 1, &e, c->model->t, &slope);
    const struct expr *zero = at_time(c, e, expr_int(p, 0));
    if (expr_is_zero(slope) || !is_timeless(c, slope) || !is_timeless(c, zero))
        return NULL;
    return expr_neg(p, expr_div(p, zero, slope));
}

static void add(struct finder *f, const struct expr *time, bool is_kink)
{
    for (int i = 0; i < f->n; i++)
        if (f->all[i].time == time) {
            f->all[i].is_kink &= is_kink;
            return;
        }
    arena_push(f->check->arena, f->all, f->n, f->room);
    f->all[f->n++] = (struct breakpoint){time, is_kink};
}

static bool is_comparison(const struct expr *e)
{
    return e->op == OP_LT || e->op == OP_LE;
}

/* Do both branches meet where the condition changes? */
static bool is_continuous(struct check *c, const struct expr *select)
{
    const struct expr *condition = select->arg[0];
    const struct expr *t = root_in_time(
        c, expr_sub(c->pool, condition->arg[0], condition->arg[1]));
    const struct expr *leap = expr_sub(c->pool, select->arg[1], select->arg[2]);
    return t && expr_is_zero(at_time(c, leap, t));
}

/* A comparison leaps wherever it stands, but as the condition of branches that
 * meet. */
static void mark_leaps(struct finder *f, const struct expr *e)
{
    for (int i = 0; i < e->arity; i++)
        if (is_comparison(e->arg[i]) &&
            !(e->op == OP_SELECT && i == 0 && is_continuous(f->check, e)))
            f->leaps[e->arg[i]->id] = 1;
}

static void look_at(struct finder *f, const struct expr *e)
{
    struct check *c = f->check;
    const struct expr *difference = NULL;
    if (is_comparison(e) || e->op == OP_MIN || e->op == OP_MAX)
        difference = expr_sub(c->pool, e->arg[0], e->arg[1]);
    else if (e->op == OP_ABS)
        difference = e->arg[0];
    const struct expr *t = difference ? root_in_time(c, difference) : NULL;
    if (t)
        add(f, t, !is_comparison(e) || !f->leaps[e->id]);
}

void break_find(struct check *c)
{
    struct model *m = c->model;
    const struct expr *root[6];
    struct finder f = {.check = c, .size = pool_size(c->pool)};
    for (int i = 0; i < 3; i++) {
        root[i] = m->torque.x[i];
        root[3 + i] = m->force.x[i];
    }
    f.reached = arena_alloc(c->arena, (size_t)f.size);
    f.leaps = arena_alloc(c->arena, (size_t)f.size);
    expr_reach(c->pool, 6, root, f.reached);
    for (int i = 0; i < 6; i++)
        f.leaps[root[i]->id] = is_comparison(root[i]);
    for (int i = 0; i < f.size; i++)
        if (f.reached[i])
            mark_leaps(&f, pool_node(c->pool, i));
    for (int i = 0; i < f.size; i++)
        if (f.reached[i])
            look_at(&f, pool_node(c->pool, i));
    m->breaks = f.n;
    m->breakpoint = f.all;
}
