/* SPDX-License-Identifier: MIT
 *
 * Sums, products, quotients and integer powers in canonical form.
 */
#include "sym/pool.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

expr expr_scale(struct pool *p, num c, expr x)
{
    if (!c || x->op == OP_UNDEFINED)
        return p->undefined;
    if (number_is_zero(c))
        return p->zero;
    if (number_is_one(c))
        return x;
    if (x->op == OP_CONST)
        return expr_number(p, number_mul(p->arena, c, x->number));
    if (x->op == OP_SCALE)
        return expr_scale(p, number_mul(p->arena, c, x->number), x->arg[0]);
    return pool_intern(
        p, &(struct expr){.op = OP_SCALE, .number = c, .arity = 1, .arg = &x});
}

/* In a pool_apart pool: the constant that the operation gives for two
 * constants.  Else NULL. */
static expr fold(struct pool *p, expr a, expr b,
                 num (*operation)(struct arena *, num, num))
{
    if (!p->is_apart || a->op != OP_CONST || b->op != OP_CONST)
        return NULL;
    return expr_number(p, operation(p->arena, a->number, b->number));
}

/* ---- the list of terms ---- */

/* One term of the sum being built.  `owner`: the index of the outer term whose
 * inner sum the term comes from; for outer term i, -1 - i.  `place` keeps the
 * sort stable. */
struct item {
    num coef;
    expr node;
    int owner, place;
};

struct items {
    struct item *item;
    int n;
};

static void push(struct items *s, num coef, expr node, int owner)
{
    s->item[s->n] = (struct item){coef, node, owner, s->n};
    s->n++;
}

/* Order by id, constants (the node 1) last. */
static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    bool one = expr_is_one(x->node);
    if (one != expr_is_one(y->node))
        return one ? 1 : -1;
    if (x->node != y->node)
        return x->node->id < y->node->id ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Returns the end of the run of equal nodes that begins at i. */
static int run_end(const struct items *s, int i)
{
    int j = i + 1;
    while (j < s->n && s->item[j].node == s->item[i].node)
        j++;
    return j;
}

/* ---- merging ---- */

static num total(struct pool *p, const struct items *s, int i, int end)
{
    num sum = s->item[i].coef;
    while (++i < end && sum)
        sum = number_add(p->arena, sum, s->item[i].coef);
    return sum;
}

/* Adds up equal nodes, which are adjacent, and drops those that cancel; false
 * if a coefficient overflows. */
static bool collect(struct pool *p, struct items *s)
{
    int kept = 0;
    for (int i = 0, end; i < s->n; i = end) {
        end = run_end(s, i);
        struct item item = s->item[i];
        item.coef = total(p, s, i, end);
        if (!item.coef)
            return false;
        if (!number_is_zero(item.coef))
            s->item[kept++] = item;
    }
    s->n = kept;
    return true;
}

/* True if the inner sums that share this run's node should be taken apart: the
 * outer sum has the node too, or it is a constant, or it cancels. */
static bool worth_opening(struct pool *p, const struct items *s, int i, int end)
{
    if (end - i < 2)
        return false;
    if (expr_is_one(s->item[i].node))
        return true;
    for (int k = i; k < end; k++)
        if (s->item[k].owner < 0)
            return true;
    num sum = total(p, s, i, end);
    return !sum || number_is_zero(sum);
}

/* ---- the common factor ---- */

enum { LEAD_SEARCH = 32 };

/* Returns the term whose coefficient becomes +1, never the constant: the first
 * with 1 or -1 (no factor is needed), else the first with the most frequent
 * magnitude (few products remain). */
static int lead(const struct items *s)
{
    int best = 0, most = 0;
    int n = s->n - expr_is_one(s->item[s->n - 1].node);
    for (int i = 0; i < n; i++)
        if (fabs(number_double(s->item[i].coef)) == 1)
            return i;
    for (int i = 0; i < n && n <= LEAD_SEARCH; i++) {
        double size = fabs(number_double(s->item[i].coef));
        int count = 0;
        for (int j = i; j < n; j++)
            count += fabs(number_double(s->item[j].coef)) == size;
        if (count > most) {
            best = i;
            most = count;
        }
    }
    return best;
}

/* Sums up to this length are built without memory from the arena. */
enum { SHORT = 8 };

/* Returns two or more different, sorted terms as factor * (sum with lead 1). */
static expr build(struct pool *p, struct items *s)
{
    int first = lead(s);
    struct item item = s->item[first];
    memmove(s->item + 1, s->item, (size_t)first * sizeof item);
    s->item[0] = item;
    expr short_arg[SHORT], *arg = short_arg;
    num short_coef[SHORT], *coef = short_coef;
    if (s->n > SHORT) {
        arg = arena_array(p->arena, (size_t)s->n, sizeof *arg);
        coef = arena_array(p->arena, (size_t)s->n, sizeof *coef);
    }
    for (int i = 0; i < s->n; i++) {
        arg[i] = s->item[i].node;
        coef[i] = number_is_one(item.coef)
                      ? s->item[i].coef
                      : number_div(p->arena, s->item[i].coef, item.coef);
        if (!coef[i])
            return p->undefined;
    }
    coef[0] = p->one->number;
    expr sum = pool_intern(
        p,
        &(struct expr){.op = OP_SUM, .arity = s->n, .arg = arg, .coef = coef});
    return expr_scale(p, item.coef, sum);
}

/* ---- the constructor ---- */

/* Takes inner sums in `s` apart where that collects like terms; false if a
 * coefficient overflows. */
static bool merge_inner(struct pool *p, struct items *s)
{
    int room = s->n, kept = 0;
    for (int i = 0; i < s->n; i++)
        if (s->item[i].node->op == OP_SUM)
            room += s->item[i].node->arity;
    if (room == s->n)
        return true;
    struct items all = {arena_array(p->arena, (size_t)room, sizeof *all.item),
                        0};
    /* true for outer terms whose sums are taken apart */
    bool *open = arena_array(p->arena, (size_t)s->n, sizeof *open);
    for (int i = 0; i < s->n; i++) {
        num outer = s->item[i].coef;
        expr e = s->item[i].node;
        push(&all, outer, e, -1 - i);
        for (int k = 0; e->op == OP_SUM && k < e->arity; k++) {
            bool is_one = number_is_one(e->coef[k]);
            num c = is_one ? outer : number_mul(p->arena, outer, e->coef[k]);
            if (!c)
                return true;
            push(&all, c, e->arg[k], i);
        }
    }
    qsort(all.item, (size_t)all.n, sizeof *all.item, compare);
    for (int i = 0, end; i < all.n; i = end) {
        end = run_end(&all, i);
        bool is_worth = worth_opening(p, &all, i, end);
        for (int k = i; k < end; k++)
            if (is_worth && all.item[k].owner >= 0)
                open[all.item[k].owner] = true;
    }
    for (int i = 0; i < all.n; i++) {
        int owner = all.item[i].owner;
        if (owner < 0 ? !open[-1 - owner] : open[owner])
            all.item[kept++] = all.item[i];
    }
    *s = (struct items){all.item, kept};
    return collect(p, s);
}

expr expr_linear(struct pool *p, int n, const num *coef, const expr *arg)
{
    struct attempt attempt = pool_try(p);
    if (pool_any_undefined(n, arg))
        return p->undefined;
    struct item few[SHORT];
    struct items s = {few, 0};
    if (n > SHORT)
        s.item = arena_array(p->arena, (size_t)n, sizeof *s.item);
    for (int i = 0; i < n; i++) {
        struct term t = pool_split(p, arg[i]);
        if (coef && !coef[i])
            return p->undefined;
        if (coef && !number_is_one(coef[i]))
            t.coef = number_mul(p->arena, coef[i], t.coef);
        if (!t.coef)
            return p->undefined;
        if (!number_is_zero(t.coef))
            push(&s, t.coef, t.node, -1);
    }
    qsort(s.item, (size_t)s.n, sizeof *s.item, compare);
    if (!collect(p, &s) || !merge_inner(p, &s))
        return p->undefined;
    expr sum = s.n == 0   ? p->zero
               : s.n == 1 ? expr_scale(p, s.item[0].coef, s.item[0].node)
                          : build(p, &s);
    return pool_done(p, attempt, sum);
}

expr expr_neg(struct pool *p, expr x)
{
    return expr_scale(p, p->minus_one->number, x);
}

expr expr_add(struct pool *p, expr a, expr b)
{
    expr sum = fold(p, a, b, number_add);
    return sum ? sum : expr_linear(p, 2, NULL, (const expr[]){a, b});
}

expr expr_sub(struct pool *p, expr a, expr b)
{
    num const coef[] = {p->one->number, p->minus_one->number};
    expr difference = fold(p, a, b, number_sub);
    return difference ? difference
                      : expr_linear(p, 2, coef, (const expr[]){a, b});
}

/* ---- powers ---- */

/* base^exponent */
struct factor {
    expr base;
    long exponent;
};

static struct factor factor_of(expr x)
{
    if (x->op == OP_POW)
        return (struct factor){x->arg[0], x->index};
    return (struct factor){x, 1};
}

static bool fits(long exponent)
{
    return exponent >= -INT_MAX && exponent <= INT_MAX;
}

static expr make_power(struct pool *p, expr base, long exponent)
{
    if (exponent == 0)
        return p->one;
    if (exponent == 1)
        return base;
    return pool_intern(
        p, &(struct expr){
               .op = OP_POW, .index = (int)exponent, .arity = 1, .arg = &base});
}

/* x^exponent for an x that is not a scale. */
static expr node_power(struct pool *p, expr x, long exponent)
{
    struct factor f = factor_of(x);
    if (fits(f.exponent * exponent))
        return make_power(p, f.base, f.exponent * exponent);
    return make_power(p, x, exponent);
}

expr expr_power(struct pool *p, expr x, int exponent)
{
    if (x->op == OP_UNDEFINED || exponent == 1)
        return x;
    if (exponent == 0)
        return p->one;
    if (x->op == OP_CONST)
        return expr_number(p, number_power(p->arena, x->number, exponent));
    if (x->op == OP_SCALE)
        return expr_scale(p, number_power(p->arena, x->number, exponent),
                          expr_power(p, x->arg[0], exponent));
    if (x->op == OP_SQRT && exponent % 2 == 0)
        return expr_power(p, x->arg[0], exponent / 2);
    return node_power(p, x, exponent);
}

/* ---- products ---- */

static expr make_mul(struct pool *p, expr x, expr y)
{
    bool ordered = x->id < y->id;
    expr arg[2] = {ordered ? x : y, ordered ? y : x};
    return pool_intern(p, &(struct expr){.op = OP_MUL, .arity = 2, .arg = arg});
}

/* x * y as one power, or NULL if the bases differ. */
static expr join_powers(struct pool *p, expr x, expr y)
{
    struct factor f = factor_of(x), g = factor_of(y);
    if (f.base != g.base || !fits(f.exponent + g.exponent))
        return NULL;
    long sum = f.exponent + g.exponent;
    if (f.base->op == OP_SQRT && sum % 2 == 0)
        return expr_power(p, f.base->arg[0], (int)(sum / 2));
    return make_power(p, f.base, sum);
}

/* x times its like factor in product y, or NULL; *rest: y's other factor. */
static expr join_inside(struct pool *p, expr x, expr y, expr *rest)
{
    for (int i = 0; y->op == OP_MUL && i < 2; i++) {
        expr power = join_powers(p, x, y->arg[i]);
        *rest = y->arg[1 - i];
        if (power)
            return power;
    }
    return NULL;
}

/* x * (u * v)^e = v^e if x = u^-e, so that x / (x * v) is 1/v; else NULL. */
static expr cancel_inside(struct pool *p, expr x, expr y)
{
    struct factor f = factor_of(x), g = factor_of(y);
    for (int i = 0; g.base->op == OP_MUL && i < 2; i++) {
        struct factor u = factor_of(g.base->arg[i]);
        if (u.base == f.base && fits(u.exponent * g.exponent) &&
            u.exponent * g.exponent == -f.exponent)
            return node_power(p, g.base->arg[1 - i], g.exponent);
    }
    return NULL;
}

/* A power of like factors times the rest of their product. */
static expr join(struct pool *p, expr power, expr rest)
{
    struct term a = pool_split(p, power), b = pool_split(p, rest);
    num c = number_mul(p->arena, a.coef, b.coef);
    if (expr_is_one(a.node))
        return expr_scale(p, c, b.node);
    if (expr_is_one(b.node))
        return expr_scale(p, c, a.node);
    expr like = join_powers(p, a.node, b.node);
    return expr_scale(p, c, like ? like : make_mul(p, a.node, b.node));
}

/* x * y for two nodes that are neither constants nor scales.  Searches for like
 * factors one level deep. */
static expr multiply(struct pool *p, expr x, expr y)
{
    if (x->id > y->id) /* x * y and y * x must be the same */
        return multiply(p, y, x);
    expr rest = NULL, found = join_powers(p, x, y);
    if (found)
        return found;
    if ((found = cancel_inside(p, x, y)) || (found = cancel_inside(p, y, x)))
        return found;
    if ((found = join_inside(p, x, y, &rest)) ||
        (found = join_inside(p, y, x, &rest)))
        return join(p, found, rest);
    for (int i = 0; x->op == OP_MUL && i < 2; i++)
        if ((found = join_inside(p, x->arg[i], y, &rest)))
            return join(p, join(p, found, x->arg[1 - i]), rest);
    return make_mul(p, x, y);
}

expr expr_mul(struct pool *p, expr a, expr b)
{
    if (a->op == OP_UNDEFINED || b->op == OP_UNDEFINED)
        return p->undefined;
    expr folded = fold(p, a, b, number_mul);
    if (folded)
        return folded;
    struct attempt attempt = pool_try(p);
    struct term x = pool_split(p, a), y = pool_split(p, b);
    num c = y.coef;
    if (!number_is_one(x.coef))
        c = number_mul(p->arena, x.coef, y.coef);
    if (!c || number_is_zero(c))
        return expr_number(p, c);
    expr product = expr_is_one(x.node) ? y.node : x.node;
    if (!expr_is_one(x.node) && !expr_is_one(y.node))
        product = multiply(p, x.node, y.node);
    return pool_done(p, attempt, expr_scale(p, c, product));
}

expr expr_div(struct pool *p, expr a, expr b)
{
    expr quotient = fold(p, a, b, number_div);
    return quotient ? quotient : expr_mul(p, a, expr_power(p, b, -1));
}
