/* SPDX-License-Identifier: MIT
 *
 * Where torque and force are not smooth in time: at the times when a comparison
 * that is affine in t, a(p) t + b(p) < 0, changes its answer, they may leap; at
 * those where the sides of min and max meet, or the argument of abs is zero,
 * they bend.  An adaptive step that passes such a time without a look is in
 * error by O(h), or O(h^2), whatever its order.
 */
#include "model/check.h"

/* What a node looks at, at any depth. */
enum { LOOKS_AT_T = 1, LOOKS_AT_STATE = 2, HAS_STEPS = 4 };

struct finder {
    struct check *check;
    int size; /* of the pool when it began; what follows is of its nodes */
    unsigned char *reached, *looks, *leaps;
    unsigned char *torn; /* does something that leaps stand around it? */
    struct memo index;   /* of times among `all` */
    struct breakpoint *all;
    int n, room;
};

/* Arguments stand before what is made of them. */
static void fill_looks(struct finder *f)
{
    for (int i = 0; i < f->size; i++) {
        const struct expr *e = pool_node(f->check->pool, i);
        unsigned char looks = 0;
        if (e->op == OP_SYMBOL && e->index != SYMBOL_PARAM)
            looks = e->index == SYMBOL_TIME ? LOOKS_AT_T : LOOKS_AT_STATE;
        if (e->op == OP_FLOOR || e->op == OP_SIGNAL || e->op == OP_LT ||
            e->op == OP_LE || e->op == OP_EQ)
            looks |= HAS_STEPS;
        for (int k = 0; k < e->arity; k++)
            looks |= f->looks[e->arg[k]->id];
        f->looks[i] = looks;
    }
}

static const struct expr *at_time(struct check *c, const struct expr *e,
                                  const struct expr *t)
{
    const struct expr *out;
    expr_subst(c->pool, 1, &e, 1, &c->model->t, &t, &out);
    return out;
}

/* The t at which a = b, where a - b is linear in t with coefficients of
 * constants and params; else NULL.  Of steps the slope knows nothing. */
static const struct expr *root_in_time(struct finder *f, const struct expr *a,
                                       const struct expr *b)
{
    struct check *c = f->check;
    struct pool *p = c->pool;
    if ((f->looks[a->id] | f->looks[b->id]) != LOOKS_AT_T)
        return NULL;
    const struct expr *e = expr_sub(p, a, b), *slope;
    expr_diff(p, 1, &e, c->model->t, &slope);
    if (expr_is_zero(slope) || expr_depends(p, 1, &slope, c->model->t))
        return NULL;
    const struct expr *zero = at_time(c, e, expr_int(p, 0));
    return expr_neg(p, expr_div(p, zero, slope));
}

static void add(struct finder *f, const struct expr *time, bool is_kink)
{
    const int *at = memo_find(&f->index, time);
    if (at) {
        f->all[*at].is_kink &= is_kink;
        return;
    }
    int *new = arena_alloc(f->check->arena, sizeof *new);
    *new = f->n;
    memo_keep(&f->index, f->check->arena, time, new);
    arena_push(f->check->arena, f->all, f->n, f->room);
    f->all[f->n++] = (struct breakpoint){time, is_kink};
}

static bool is_comparison(const struct expr *e)
{
    return e->op == OP_LT || e->op == OP_LE;
}

/* Do both branches meet where the condition changes? */
static bool is_continuous(struct finder *f, const struct expr *select)
{
    struct check *c = f->check;
    const struct expr *condition = select->arg[0];
    const struct expr *t =
        root_in_time(f, condition->arg[0], condition->arg[1]);
    const struct expr *leap = expr_sub(c->pool, select->arg[1], select->arg[2]);
    return t && expr_is_zero(at_time(c, leap, t));
}

/* A comparison leaps wherever it stands, but as the condition of branches that
 * meet. */
static void mark_leaps(struct finder *f, const struct expr *e)
{
    for (int i = 0; i < e->arity; i++)
        if (is_comparison(e->arg[i]) &&
            !(e->op == OP_SELECT && i == 0 && !f->torn[e->id] &&
              is_continuous(f, e)))
            f->leaps[e->arg[i]->id] = 1;
}

/* Is the operation continuous in this argument, wherever that goes? */
static bool is_smooth(const struct expr *e, int argument)
{
    switch (e->op) {
    case OP_SUM:
    case OP_SCALE:
    case OP_MUL:
    case OP_SIN:
    case OP_COS:
    case OP_ATAN:
    case OP_EXP:
    case OP_SINH:
    case OP_COSH:
    case OP_TANH:
    case OP_ABS:
    case OP_MIN:
    case OP_MAX:
        return true;
    case OP_POW:
        return e->index > 0;
    case OP_SELECT:
        return argument > 0;
    default:
        return false;
    }
}

/* A bend within a condition, or in a denominator, may be a leap outside. */
static void mark_torn(struct finder *f)
{
    for (int i = f->size - 1; i >= 0; i--) {
        const struct expr *e = pool_node(f->check->pool, i);
        for (int k = 0; f->reached[i] && k < e->arity; k++)
            f->torn[e->arg[k]->id] |= f->torn[i] || !is_smooth(e, k);
    }
}

static void look_at(struct finder *f, const struct expr *e)
{
    const struct expr *zero = expr_int(f->check->pool, 0), *t = NULL;
    bool has_cases = e->op == OP_FLOOR || e->op == OP_SIGNAL || e->op == OP_EQ;
    if (is_comparison(e) || e->op == OP_MIN || e->op == OP_MAX ||
        e->op == OP_ABS) {
        t = root_in_time(f, e->arg[0], e->op == OP_ABS ? zero : e->arg[1]);
        has_cases = !t;
    }
    f->check->model->has_cases |= has_cases;
    if (t)
        add(f, t, is_comparison(e) ? !f->leaps[e->id] : !f->torn[e->id]);
}

void break_find(struct check *c)
{
    struct model *m = c->model;
    const struct expr *root[6];
    (void)expr_int(c->pool, 0); /* stands among the nodes that are looked at */
    struct finder f = {.check = c, .size = pool_size(c->pool)};
    for (int i = 0; i < 3; i++) {
        root[i] = m->torque.x[i];
        root[3 + i] = m->force.x[i];
    }
    f.reached = arena_alloc(c->arena, (size_t)f.size);
    f.looks = arena_alloc(c->arena, (size_t)f.size);
    f.leaps = arena_alloc(c->arena, (size_t)f.size);
    fill_looks(&f);
    f.torn = arena_alloc(c->arena, (size_t)f.size);
    expr_reach(c->pool, 6, root, f.reached);
    mark_torn(&f);
    for (int i = 0; i < 6; i++)
        f.leaps[root[i]->id] = is_comparison(root[i]);
    for (int i = 0; (i = marked_from(f.reached, i, f.size)) < f.size; i++)
        mark_leaps(&f, pool_node(c->pool, i));
    for (int i = 0; (i = marked_from(f.reached, i, f.size)) < f.size; i++)
        look_at(&f, pool_node(c->pool, i));
    m->breaks = f.n;
    m->breakpoint = f.all;
}
