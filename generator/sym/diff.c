/* SPDX-License-Identifier: MIT
 *
 * Derivatives: forward over the graph, each node once.
 */
#include "sym/pool.h"

#include "base/arena.h"

#include <limits.h>

/* -- helpers for the derivatives of ops.def ---------------------------------
 */

static const struct expr *zero(struct pool *p)
{
    return p->zero;
}

static const struct expr *one(struct pool *p)
{
    return p->one;
}

static const struct expr *plus(struct pool *p, const struct expr *a,
                               const struct expr *b)
{
    return expr_is_zero(a) ? b : expr_is_zero(b) ? a : expr_add(p, a, b);
}

static const struct expr *minus(struct pool *p, const struct expr *a)
{
    return expr_neg(p, a);
}

static const struct expr *less(struct pool *p, const struct expr *a,
                               const struct expr *b)
{
    return expr_sub(p, a, b);
}

/* 0 times anything is 0 here, even times something undefined: the factor is
 * of a term that does not depend on the symbol. */
static const struct expr *times(struct pool *p, const struct expr *a,
                                const struct expr *b)
{
    if (expr_is_zero(a) || expr_is_zero(b))
        return p->zero;
    return expr_mul(p, a, b);
}

static const struct expr *over(struct pool *p, const struct expr *a)
{
    return expr_power(p, a, -1);
}

static const struct expr *square(struct pool *p, const struct expr *a)
{
    return expr_power(p, a, 2);
}

static const struct expr *half(struct pool *p, const struct expr *a)
{
    return expr_scale(p, number_fraction(p->arena, 1, 2), a);
}

static const struct expr *call(struct pool *p, enum op op, const struct expr *a)
{
    return expr_apply(p, op, 1, &a);
}

/* sqrt(1 - a^2) */
static const struct expr *co_root(struct pool *p, const struct expr *a)
{
    return call(p, OP_SQRT, less(p, p->one, square(p, a)));
}

/* a < b */
/* (a b)' */
static const struct expr *
product_derivative(struct pool *p, const struct expr *a, const struct expr *b,
                   const struct expr *da, const struct expr *db)
{
    const struct expr *right = times(p, a, db);
    return plus(p, times(p, da, b), right);
}

/* The angle's, of the point (b, a). */
static const struct expr *angle_derivative(struct pool *p, const struct expr *a,
                                           const struct expr *b,
                                           const struct expr *da,
                                           const struct expr *db)
{
    const struct expr *bb = square(p, b);
    const struct expr *scale = over(p, plus(p, square(p, a), bb));
    const struct expr *right = times(p, a, db);
    return times(p, less(p, times(p, b, da), right), scale);
}

static const struct expr *below(struct pool *p, const struct expr *a,
                                const struct expr *b)
{
    return expr_apply(p, OP_LT, 2, (const struct expr *const[]){a, b});
}

static const struct expr *choose(struct pool *p, const struct expr *c,
                                 const struct expr *a, const struct expr *b)
{
    return expr_apply(p, OP_SELECT, 3, (const struct expr *const[]){c, a, b});
}

/* |a|' */
static const struct expr *
modulus_derivative(struct pool *p, const struct expr *a, const struct expr *da)
{
    const struct expr *negative = minus(p, da);
    return choose(p, below(p, a, p->zero), negative, da);
}

static const struct expr *sum_derivative(struct pool *p, const struct expr *y,
                                         const struct expr *const *d)
{
    return expr_linear(p, y->arity, y->coef, d);
}

static const struct expr *power_derivative(struct pool *p, const struct expr *y,
                                           const struct expr *a,
                                           const struct expr *da)
{
    if (y->index == INT_MIN)
        return p->undefined;
    return expr_scale(p, number_int(p->arena, y->index),
                      times(p, expr_power(p, a, y->index - 1), da));
}

/* dc_k/dz = (k c_{k+2} - c_{k+1})/2 */
static const struct expr *stumpff_derivative(struct pool *p,
                                             const struct expr *y,
                                             const struct expr *a,
                                             const struct expr *da)
{
    int k = y->index;
    const struct number *const coef[2] = {number_fraction(p->arena, k, 2),
                                          number_fraction(p->arena, -1, 2)};
    const struct expr *const arg[2] = {k ? expr_stumpff(p, k + 2, a) : p->zero,
                                       expr_stumpff(p, k + 1, a)};
    return times(p, expr_linear(p, 2, coef, arg), da);
}

/* 1/(1 - n sn^2) or, less 1, n sn^2/(1 - n sn^2) */
static const struct expr *third_slope(struct pool *p, const struct expr *y,
                                      const struct expr *sn)
{
    const struct expr *part = times(p, y->arg[3], square(p, sn));
    const struct expr *slope = over(p, less(p, p->one, part));
    return y->index == 3 ? slope : times(p, part, slope);
}

/* By u alone: sn' = cn dn, cn' = -sn dn, dn' = -m sn cn, and the integrals. */
static const struct expr *jacobi_slope(struct pool *p, const struct expr *y)
{
    const struct expr *sn = expr_result(p, y->op, 0, y->arg);
    const struct expr *cn = expr_result(p, y->op, 1, y->arg);
    const struct expr *dn = expr_result(p, y->op, 2, y->arg);
    if (y->index == 0)
        return times(p, cn, dn);
    if (y->index == 1)
        return minus(p, times(p, sn, dn));
    if (y->index == 2)
        return minus(p, times(p, y->arg[1], times(p, sn, cn)));
    return third_slope(p, y, sn);
}

static const struct expr *jacobi_derivative(struct pool *p,
                                            const struct expr *y,
                                            const struct expr *const *d)
{
    for (int i = 1; i < y->arity; i++)
        if (!expr_is_zero(d[i]))
            return p->undefined;
    return times(p, jacobi_slope(p, y), d[0]);
}

/* a^b: b a^(b-1) da + a^b log(a) db, each only where it is needed. */
static const struct expr *
real_power_derivative(struct pool *p, const struct expr *y,
                      const struct expr *a, const struct expr *b,
                      const struct expr *da, const struct expr *db)
{
    const struct expr *by_base = p->zero, *by_exponent = p->zero;
    if (!expr_is_zero(da)) {
        const struct expr *arg[2] = {a, less(p, b, p->one)};
        by_base = times(p, times(p, b, expr_apply(p, OP_POWER, 2, arg)), da);
    }
    if (!expr_is_zero(db))
        by_exponent = times(p, times(p, y, call(p, OP_LOG, a)), db);
    return plus(p, by_base, by_exponent);
}

/* -- one node ---------------------------------------------------------------
 */

static const struct expr *derivative(struct pool *p, const struct expr *y,
                                     const struct expr *const *d)
{
    const struct expr *a = y->arity > 0 ? y->arg[0] : NULL;
    const struct expr *b = y->arity > 1 ? y->arg[1] : NULL;
    const struct expr *da = y->arity > 0 ? d[0] : NULL;
    const struct expr *db = y->arity > 1 ? d[1] : NULL;
    const struct expr *dc = y->arity > 2 ? d[2] : NULL;
    switch (y->op) {
#define OP(name, text, arity, c_name, derivative, value, real)                 \
    case OP_##name:                                                            \
        return derivative;
#include "sym/ops.def"
#undef OP
    case OP_COUNT:
        break;
    }
    return p->undefined;
}

/* -- the graph --------------------------------------------------------------
 */

/* While one set of roots is differentiated. */
struct walk {
    struct pool *pool;
    int top;                   /* the largest id of a root */
    const struct expr **d;     /* derivative by id; NULL is 0 */
    unsigned char *marks;      /* node is needed */
    const struct expr **local; /* derivatives of one node's arguments */
    struct vec *turned;        /* of declared rotations, once known */
    bool *is_known;
};

static const struct expr *known(const struct walk *w, const struct expr *e)
{
    const struct expr *d = w->d[e->id];
    return d ? d : w->pool->zero;
}

/* Derivative of c x, of which only x's node need have been visited. */
static const struct expr *known_multiple(const struct walk *w,
                                         const struct expr *x)
{
    struct term t = pool_split(w->pool, x);
    return expr_scale(w->pool, t.coef, known(w, t.node));
}

static struct vec known_vec(const struct walk *w, struct vec v)
{
    for (int i = 0; i < 3; i++)
        v.x[i] = known_multiple(w, v.x[i]);
    return v;
}

/* dy = E' dx + y x delta  or  dy = E (dx - x x delta). */
static struct vec turn(const struct walk *w, const struct rotated *r)
{
    struct pool *p = w->pool;
    struct vec dx = known_vec(w, r->x), du = known_vec(w, r->rotation->u);
    struct vec delta = mat_apply(p, r->rotation->push, du);
    if (r->inverse) {
        struct vec turned = vec_cross(p, r->y, delta);
        return vec_add(p, mat_apply_t(p, r->rotation->matrix, dx), turned);
    }
    return mat_apply(p, r->rotation->matrix,
                     vec_sub(p, dx, vec_cross(p, r->x, delta)));
}

/* The node is y_i / c of a declared rotation. */
static const struct expr *turned(struct walk *w, struct rule rule)
{
    int i = rule.rotated - 1;
    const struct rotated *r = &w->pool->rotated[i];
    if (!w->is_known[i]) {
        w->turned[i] = turn(w, r);
        w->is_known[i] = true;
    }
    const struct number *c = pool_split(w->pool, r->y.x[rule.component]).coef;
    return expr_scale(w->pool,
                      number_div(w->pool->arena, w->pool->one->number, c),
                      w->turned[i].x[rule.component]);
}

static void visit(struct walk *w, const struct expr *e)
{
    struct attempt attempt = pool_try(w->pool);
    struct rule rule = rotation_rule(w->pool, e);
    const struct expr *d = NULL;
    bool depends = rule.rotated != 0;
    for (int i = 0; i < e->arity && !rule.rotated; i++) {
        w->local[i] = known(w, e->arg[i]);
        depends |= !expr_is_zero(w->local[i]);
    }
    if (rule.rotated)
        d = turned(w, rule);
    else if (depends)
        d = derivative(w->pool, e, w->local);
    if (d && !expr_is_zero(d))
        w->d[e->id] = d;
    pool_done(w->pool, attempt, d);
}

static void mark_vec(struct walk *w, struct vec v)
{
    for (int i = 0; i < 3; i++)
        w->marks[pool_split(w->pool, v.x[i]).node->id] = 1;
}

/* Marks what is needed, from the roots down; the widest arity is returned. */
static int mark_needed(struct walk *w)
{
    int most = 1;
    for (int id = w->top + 1; (id = marked_below(w->marks, id)) >= 0;) {
        const struct expr *e = pool_node(w->pool, id);
        struct rule rule = rotation_rule(w->pool, e);
        if (e->arity > most)
            most = e->arity;
        for (int i = 0; i < e->arity && !rule.rotated; i++)
            w->marks[e->arg[i]->id] = 1;
        if (rule.rotated) {
            const struct rotated *r = &w->pool->rotated[rule.rotated - 1];
            mark_vec(w, r->x);
            mark_vec(w, r->rotation->u);
        }
    }
    return most;
}

static struct walk start(struct pool *p, int n, const struct expr *const *roots)
{
    size_t rotations = (size_t)p->rotations;
    struct walk w = {.pool = p, .top = -1};
    w.d = pool_map(p);
    w.marks = pool_marks(p);
    w.turned = arena_array(p->arena, rotations, sizeof *w.turned);
    w.is_known = arena_array(p->arena, rotations, sizeof *w.is_known);
    for (int i = 0; i < n; i++) {
        w.marks[roots[i]->id] = 1;
        if (roots[i]->id > w.top)
            w.top = roots[i]->id;
    }
    w.local = arena_array(p->arena, (size_t)mark_needed(&w), sizeof *w.local);
    return w;
}

void expr_diff(struct pool *p, int n, const struct expr *const *roots,
               const struct expr *symbol, const struct expr **out)
{
    struct walk w = start(p, n, roots);
    if (symbol->id <= w.top)
        w.d[symbol->id] = p->one;
    int end = w.top + 1;
    for (int id = symbol->id + 1; (id = marked_from(w.marks, id, end)) < end;
         id++)
        visit(&w, pool_node(p, id));
    for (int i = 0; i < n; i++)
        out[i] = known(&w, roots[i]);
}
