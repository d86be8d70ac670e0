/* SPDX-License-Identifier: MIT
 *
 * Substitution and forward derivatives, each node once; a rotated vector is
 * differentiated by its closed form.  Ids are a topological order, so one loop
 * down or up is enough.
 */
#include "sym/pool.h"

#include <limits.h>
#include <string.h>

/* Clears the pool's work space for all nodes made so far.  It is allocated with
 * twice that room, so that it seldom grows. */
static void clear_work(struct pool *p)
{
    size_t count = (size_t)p->count;
    if (p->room_to_walk < p->count) {
        p->room_to_walk = p->count < INT_MAX / 2 ? 2 * p->count : INT_MAX;
        p->marks = arena_alloc(p->arena, (size_t)p->room_to_walk);
        p->map = arena_array(p->arena, (size_t)p->room_to_walk, sizeof *p->map);
    }
    if (p->room_for_arguments < p->widest) {
        p->room_for_arguments = p->widest;
        p->argument = arena_array(p->arena, (size_t)p->widest, sizeof(expr));
    }
    memset(p->marks, 0, count);
    memset(p->map, 0, count * sizeof *p->map);
}

/* ---- substitution ---- */

void expr_subst(struct pool *p, int n, const expr *roots, int m,
                const expr *from, const expr *to, expr *out)
{
    clear_work(p);
    unsigned char *marks = p->marks;
    expr *map = p->map;
    int end = p->count;
    for (int i = 0; i < n; i++)
        marks[roots[i]->id] = 1;
    for (int i = 0; i < m; i++) {
        num one = p->one->number;
        map[from[i]->id] = to[i];
        if (from[i]->op == OP_SCALE) /* c x -> y means x -> y/c: other multiples
                                        of x do not contain the node c x */
            map[from[i]->arg[0]->id] = expr_scale(
                p, number_div(p->arena, one, from[i]->number), to[i]);
    }
    for (int id = end; (id = marked_below(marks, id)) >= 0;) {
        expr e = pool_node(p, id);
        for (int i = 0; !map[id] && i < e->arity; i++)
            marks[e->arg[i]->id] = 1;
    }
    for (int id = 0; (id = marked_from(marks, id, end)) < end; id++) {
        expr e = pool_node(p, id);
        bool changed = false;
        if (map[id])
            continue;
        for (int i = 0; i < e->arity; i++) {
            p->argument[i] = map[e->arg[i]->id];
            changed |= p->argument[i] != e->arg[i];
        }
        struct attempt attempt = pool_try(p);
        map[id] = e;
        if (changed)
            map[id] = pool_done(p, attempt, pool_make(p, *e, p->argument));
    }
    for (int i = 0; i < n; i++)
        out[i] = map[roots[i]->id];
}

void swaps_add(struct swaps *s, int n, const expr *from, const expr *to)
{
    for (int i = 0; i < n; i++, s->n++) {
        int room = s->room; /* room of both lists */
        arena_room(s->pool->arena, s->from, s->n, room);
        arena_room(s->pool->arena, s->to, s->n, s->room);
        s->from[s->n] = from[i];
        s->to[s->n] = to[i];
    }
}

/* ---- helpers for the derivatives of ops.def ---- */

/* a * b, where 0 times anything is 0, even times undefined: such a term does
 * not depend on the symbol. */
static expr times(struct pool *p, expr a, expr b)
{
    if (expr_is_zero(a) || expr_is_zero(b))
        return p->zero;
    return expr_mul(p, a, b);
}

/* Derivative of a visited node; 0 if none is stored. */
static expr known(const struct pool *p, expr e)
{
    expr d = p->map[e->id];
    return d ? d : p->zero;
}

/* True if a factor may be 0 where y has a kink.  False for a symbol that y does
 * not contain, and for norm(x) - l. */
static bool may_vanish(struct pool *p, expr factor, expr y)
{
    switch (factor->op) {
    case OP_CONST:
        return false;
    case OP_SYMBOL:
        return expr_depends(p, 1, &y, factor);
    case OP_MUL:
        return may_vanish(p, factor->arg[0], y) ||
               may_vanish(p, factor->arg[1], y);
    case OP_SCALE:
        return may_vanish(p, factor->arg[0], y);
    case OP_POW:
        return factor->index > 0 && may_vanish(p, factor->arg[0], y);
    default:
        return !factor->kink || factor->is_null;
    }
}

/* True if factor * d must be set to 0 at factor = 0, since y, whose derivative
 * is d, has no derivative there: norm(v)*v has a derivative at 0. */
static bool is_shielded(struct pool *p, expr factor, expr y, expr d)
{
    return y->kink && factor->pole != y->kink && !expr_is_zero(d) &&
           may_vanish(p, factor, y);
}

static expr shielded(struct pool *p, expr factor, expr d)
{
    return expr_select(p, expr_power(p, factor, 2), expr_mul(p, factor, d),
                       p->zero);
}

/* factor * d, for y and its derivative d; shielded where needed. */
static expr guarded(struct pool *p, bool is_rough, expr factor, expr y, expr d)
{
    return !is_rough && is_shielded(p, factor, y, d) ? shielded(p, factor, d)
                                                     : times(p, factor, d);
}

/* g(a)', with g'(a) = factor. */
static expr chained(struct pool *p, expr factor, expr a, expr da)
{
    return guarded(p, a->is_rough, factor, a, da);
}

/* sqrt(1 - a^2) */
static expr co_root(struct pool *p, expr a)
{
    return expr_unary(p, OP_SQRT, expr_sub(p, p->one, expr_power(p, a, 2)));
}

/* (a b)' */
static expr product_derivative(struct pool *p, expr a, expr b, expr da, expr db)
{
    expr right = guarded(p, a->is_rough, a, b, db);
    return expr_add(p, guarded(p, b->is_rough, b, a, da), right);
}

/* Derivative of the angle of the point (b, a). */
static expr angle_derivative(struct pool *p, expr a, expr b, expr da, expr db)
{
    expr bb = expr_power(p, b, 2);
    expr scale = expr_power(p, expr_add(p, expr_power(p, a, 2), bb), -1);
    expr right = times(p, a, db);
    return times(p, expr_sub(p, times(p, b, da), right), scale);
}

/* |a|' */
static expr modulus_derivative(struct pool *p, expr a, expr da)
{
    expr negative = expr_neg(p, da);
    return expr_select(p, expr_binary(p, OP_LT, a, p->zero), negative, da);
}

/* Derivative of a power; for a root sqrt(b): n/2 sqrt(b)^(n - 2) b'. */
static expr power_derivative(struct pool *p, expr y, expr a, expr da)
{
    const bool is_root = a->op == OP_SQRT && a->index && y->index > 0;
    if (y->index == INT_MIN)
        return p->undefined;
    expr less = expr_power(p, a, y->index - 1 - is_root);
    expr base = is_root ? a->arg[0] : a;
    return expr_scale(p, number_fraction(p->arena, y->index, 1 + is_root),
                      chained(p, less, base, is_root ? known(p, base) : da));
}

/* dc_k/dz = (k c_{k+2} - c_{k+1})/2 */
static expr stumpff_derivative(struct pool *p, expr y, expr a, expr da)
{
    int k = y->index;
    const num coef[2] = {number_fraction(p->arena, k, 2),
                         number_fraction(p->arena, -1, 2)};
    const expr arg[2] = {k ? expr_stumpff(p, k + 2, a) : p->zero,
                         expr_stumpff(p, k + 1, a)};
    return times(p, expr_linear(p, 2, coef, arg), da);
}

/* By u only: sn' = cn dn, cn' = -sn dn, dn' = -m sn cn, and the integrals. */
static expr jacobi_derivative(struct pool *p, expr y, const expr *d)
{
    for (int i = 1; i < y->arity; i++)
        if (!expr_is_zero(d[i]))
            return p->undefined;
    expr sn = expr_result(p, y->op, 0, y->arg);
    expr cn = expr_result(p, y->op, 1, y->arg);
    expr dn = expr_result(p, y->op, 2, y->arg);
    if (y->index == 0)
        return times(p, times(p, cn, dn), d[0]);
    if (y->index == 1)
        return times(p, expr_neg(p, times(p, sn, dn)), d[0]);
    if (y->index == 2) {
        expr slope = times(p, y->arg[1], times(p, sn, cn));
        return times(p, expr_neg(p, slope), d[0]);
    }
    /* 1/(1 - n sn^2) or, less 1, n sn^2/(1 - n sn^2) */
    expr part = times(p, y->arg[3], expr_power(p, sn, 2));
    expr slope = expr_power(p, expr_sub(p, p->one, part), -1);
    return times(p, y->index == 3 ? slope : times(p, part, slope), d[0]);
}

/* a^b: b a^(b-1) da + a^b log(a) db, each term only if it is needed. */
static expr real_power_derivative(struct pool *p, expr y, expr a, expr b,
                                  expr da, expr db)
{
    expr by_base = p->zero, by_exponent = p->zero;
    if (!expr_is_zero(da)) {
        expr less = expr_sub(p, b, p->one);
        expr factor = times(p, b, expr_binary(p, OP_POWER, a, less));
        by_base = chained(p, factor, a, da);
    }
    if (!expr_is_zero(db))
        by_exponent = shielded(p, y, times(p, expr_unary(p, OP_LOG, a), db));
    return expr_add(p, by_base, by_exponent);
}

/* ---- one node ---- */

static expr derivative(struct pool *p, expr y, const expr *d)
{
    expr a = y->arity > 0 ? y->arg[0] : NULL;
    expr b = y->arity > 1 ? y->arg[1] : NULL;
    expr da = d[0], db = d[1], dc = d[2];
    switch (y->op) {
#define OP(name, text, arity, c, rule, derivative, value, real, ...)           \
    case OP_##name:                                                            \
        return derivative;
#include "sym/ops.def"
    default:
        return p->undefined;
    }
}

/* ---- declared rotations ----
 *
 * Nodes that are components of y = E(u) x or E(u)' x. */

static bool is_after(struct pool *p, expr y, struct vec v)
{
    for (int i = 0; i < 3; i++)
        if (v.x[i]->op != OP_CONST && pool_split(p, v.x[i]).node->id >= y->id)
            return false;
    return true;
}

/* The pool keeps one copy of equal rotations.  A node follows the rule only if
 * x and u were made before it, so that their derivatives are known when it is
 * visited. */
void rotation_declare(struct pool *p, const struct rotation *rotation,
                      bool inverse, struct vec x, struct vec y)
{
    const struct rotation *own = NULL;
    for (int i = p->rotations - 1; i >= 0 && !own; i--)
        if (memcmp(p->rotated[i].rotation, rotation, sizeof *own) == 0)
            own = p->rotated[i].rotation; /* pointers have no padding */
    if (!own)
        own = arena_copy(p->arena, rotation, sizeof *own);
    arena_room(p->arena, p->rotated, p->rotations, p->rotations_room);
    p->rotated[p->rotations] = (struct rotated){own, inverse, x, y};
    for (int i = 0; i < 3; i++) {
        expr node = pool_split(p, y.x[i]).node;
        if (node->arity == 0 || memo_find(&p->rules, node) ||
            !is_after(p, node, x) || !is_after(p, node, own->u))
            continue;
        const struct rule rule = {p->rotations, i};
        memo_keep(&p->rules, p->arena, node,
                  arena_copy(p->arena, &rule, sizeof rule));
    }
    p->rotations++;
}

const struct rotated *rotation_at(const struct pool *p, int i)
{
    return i < p->rotations ? &p->rotated[i] : NULL;
}

/* ---- the graph ---- */

/* Derivatives of the entries c x; only the nodes x must have been visited. */
static struct vec known_vec(struct pool *p, struct vec v)
{
    for (int i = 0; i < 3; i++) {
        struct term t = pool_split(p, v.x[i]);
        v.x[i] = expr_scale(p, t.coef, known(p, t.node));
    }
    return v;
}

/* The node is y_i / c of a declared rotation:
 * dy = E' dx + y x delta  or  dy = E (dx - x x delta). */
static expr turned(struct pool *p, const struct rule *rule)
{
    const struct rotated *r = &p->rotated[rule->rotated];
    struct mat matrix = r->rotation->matrix;
    struct vec *dy = &p->turned[rule->rotated];
    if (!dy->x[0]) {
        struct vec dx = known_vec(p, r->x), du = known_vec(p, r->rotation->u);
        struct vec delta = mat_apply(p, r->rotation->push, du);
        struct vec across = vec_cross(p, r->inverse ? r->y : r->x, delta);
        *dy = r->inverse
                  ? vec_add(p, mat_apply(p, mat_transpose(matrix), dx), across)
                  : mat_apply(p, matrix, vec_sub(p, dx, across));
    }
    num c = pool_split(p, r->y.x[rule->component]).coef;
    return expr_scale(p, number_div(p->arena, p->one->number, c),
                      dy->x[rule->component]);
}

void expr_diff_along(struct pool *p, int n, const expr *roots, int symbols,
                     const expr *symbol, const expr *rate, expr *out)
{
    clear_work(p);
    int end = p->count, first = end;
    for (int i = 0; i < n; i++)
        p->marks[roots[i]->id] = 1;
    for (int id = end; (id = marked_below(p->marks, id)) >= 0;) {
        expr e = pool_node(p, id);
        const struct rule *rule = memo_find(&p->rules, e);
        for (int i = 0; i < e->arity && !rule; i++)
            p->marks[e->arg[i]->id] = 1;
        for (int i = 0; i < 3 && rule; i++) {
            const struct rotated *r = &p->rotated[rule->rotated];
            p->marks[pool_split(p, r->x.x[i]).node->id] = 1;
            p->marks[pool_split(p, r->rotation->u.x[i]).node->id] = 1;
        }
    }
    p->turned = arena_array(p->arena, (size_t)p->rotations, sizeof *p->turned);
    for (int i = 0; i < symbols; i++) {
        p->map[symbol[i]->id] = rate[i];
        first = symbol[i]->id < first ? symbol[i]->id : first;
    }
    for (int id = first; (id = marked_from(p->marks, id, end)) < end; id++) {
        struct attempt attempt = pool_try(p);
        expr e = pool_node(p, id), d = p->zero;
        const struct rule *rule = memo_find(&p->rules, e);
        bool depends = false;
        for (int i = 0; i < e->arity && !rule; i++) {
            p->argument[i] = known(p, e->arg[i]);
            depends |= !expr_is_zero(p->argument[i]);
        }
        if (rule)
            d = turned(p, rule);
        else if (depends)
            d = derivative(p, e, p->argument);
        if (!expr_is_zero(d))
            p->map[id] = d;
        pool_done(p, attempt, d);
    }
    for (int i = 0; i < n; i++)
        out[i] = known(p, roots[i]);
}

void expr_diff(struct pool *p, int n, const expr *roots, expr symbol, expr *out)
{
    expr_diff_along(p, n, roots, 1, &symbol, &p->one, out);
}
