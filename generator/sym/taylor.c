/* SPDX-License-Identifier: MIT
 *
 * Recurrences of Taylor coefficients.  With a[k] the coefficient of s^k of a
 * node a, k > 0:
 *     linear   c[k] = sum of coef * a[k]
 *     product  (a b)[k] = sum_(j = 0..k) a[j] b[k - j]
 *     a^n, n < 0   a[0] y[k] = sum_(j < k) y[j] ((n + 1)(k - j)/k - 1) a[k - j]
 *     sqrt(a)  y[k] = (a[k] - sum_(j = 1..k - 1) y[j] y[k - j])/(2 y[0])
 * Any other function y = g(a, b) is the solution of y' = g_a a' + g_b b', with
 * the derivatives g_a, g_b that ops.def gives, which have series of their own:
 *     k y[k] = sum_(j = 0..k - 1) g_a[j] (k - j) a[k - j] + the same of b.
 * A. Griewank, A. Walther, Evaluating Derivatives, SIAM 2008, chapter 13.
 */
#include "sym/taylor.h"

#include <string.h>

#include "sym/field.h"
#include "sym/pool.h"

enum recurrence {
    RECURRENCE_NONE,
    RECURRENCE_LINEAR,
    RECURRENCE_PRODUCT,
    RECURRENCE_POWER,
    RECURRENCE_ROOT,
    RECURRENCE_SMOOTH, /* by its derivative */
    RECURRENCE_PIECE,  /* constant between its steps */
    RECURRENCE_KINK    /* abs, min, max: become a select */
};

static enum recurrence recurrence_of(expr e)
{
    switch (e->op) {
#define OP(name, text, arity, c, rule, derivative, value, real, recurrence)    \
    case OP_##name:                                                            \
        return RECURRENCE_##recurrence;
#include "sym/ops.def"
    default:
        return RECURRENCE_NONE;
    }
}

/* Nodes that a recurrence needs besides the arguments: two factors of a power,
 * or the derivatives of a smooth function. */
struct parts {
    expr of[OP_ARGUMENTS];
};

/* A needed sum; the level of its group is one above those of its factors. */
struct sum {
    int level;
    bool open_a, open_b;
    int a, b; /* factors */
    expr symbol;
    bool is_placed; /* in a group */
};

struct work {
    struct pool *pool;
    struct taylor *out;
    int n;
    const expr *symbol, *start; /* the functions, and their values at 0 */
    expr *rate;
    struct table parts;
    expr *root; /* the rates and parts */
    int roots, room;
    expr failed;           /* the first node without a recurrence */
    int size;              /* pool size once all nodes are made */
    unsigned char *live;   /* by id: a coefficient is needed */
    unsigned char *varies; /* by id: depends on the symbols */
    int sums, sum_room;
    struct sum *sum;
    expr *slice; /* by id: coefficient k of a node that varies */
    int *level;  /* by id: level of the last group needed */
};

/* ---- steps and cases of time ---- */

/* abs, min or max as a select. */
static expr as_choice(struct pool *p, expr e)
{
    expr a = e->arg[0], b = e->arity > 1 ? e->arg[1] : expr_neg(p, a);
    const bool least = e->op == OP_MIN;
    return expr_select(p, expr_binary(p, OP_LT, least ? a : b, least ? b : a),
                       a, b);
}

/* A function of s alone, at s = p/q. */
static expr at_share(struct work *w, expr e, long p, long q)
{
    const expr share = expr_fraction(w->pool, p, q);
    expr_subst(w->pool, 1, &e, 1, &w->symbol[0], &share, &e);
    return e;
}

/* True if the arguments are linear in s. */
static bool is_known(struct work *w, expr e)
{
    expr rate[OP_ARGUMENTS];
    expr_diff(w->pool, e->arity, e->arg, w->symbol[0], rate);
    return !pool_any_undefined(e->arity, rate) &&
           !expr_depends(w->pool, e->arity, rate, w->symbol[0]);
}

/* A piece at the middle of the step; a signal, which is linear in the step, as
 * the line through two of its values. */
static expr in_step(struct work *w, expr e)
{
    struct pool *p = w->pool;
    if (e->op != OP_SIGNAL)
        return at_share(w, e, 1, 2);
    expr early = at_share(w, e, 1, 4), late = at_share(w, e, 3, 4);
    expr past = expr_sub(p, w->symbol[0], expr_fraction(p, 1, 4));
    expr rise = expr_mul(p, expr_sub(p, late, early), past);
    return expr_add(p, early, expr_scale(p, number_int(p->arena, 2), rise));
}

/* Replaces all KINK (`kinks`) or PIECE nodes in the rates; fails for a PIECE
 * node that depends on more than s. */
static void replace(struct work *w, bool kinks)
{
    struct pool *p = w->pool;
    struct swaps swaps = {.pool = p};
    const unsigned char *live = expr_reached(p, w->n, w->rate);
    const int size = pool_size(p);
    for (int id = 0; (id = marked_from(live, id, size)) < size; id++) {
        expr e = pool_node(p, id), to = e;
        if (recurrence_of(e) != (kinks ? RECURRENCE_KINK : RECURRENCE_PIECE))
            continue;
        const unsigned char *of = expr_reached(p, 1, &e);
        if (kinks)
            to = as_choice(p, e);
        else if (marked_any(of, w->n - 1, w->symbol + 1) || !is_known(w, e))
            w->failed = w->failed ? w->failed : e;
        else if (of[w->symbol[0]->id])
            to = in_step(w, e);
        swaps_add(&swaps, 1, &e, &to);
    }
    expr_subst(p, w->n, w->rate, swaps.n, swaps.from, swaps.to, w->rate);
}

/* ---- nodes ---- */

/* a^n = a^(n/2) a^(n - n/2). */
static void split_power(struct work *w, expr y, struct parts *parts)
{
    const int half = y->index / 2;
    parts->of[0] = expr_power(w->pool, y->arg[0], half);
    parts->of[1] = expr_power(w->pool, y->arg[0], y->index - half);
}

/* y = a^b: derivatives by y itself, since the sequence a^(b - 1), a^(b - 2),
 * ... would not end. */
static void differentiate_power(struct work *w, expr y, struct parts *parts)
{
    struct pool *p = w->pool;
    expr a = y->arg[0], b = y->arg[1];
    parts->of[0] = expr_mul(p, b, expr_div(p, y, a));
    if (w->varies[b->id])
        parts->of[1] = expr_mul(p, y, expr_unary(p, OP_LOG, a));
}

static void differentiate(struct work *w, expr y, struct parts *parts)
{
    struct pool *p = w->pool;
    if (y->op == OP_POWER) {
        differentiate_power(w, y, parts);
        return;
    }
    for (int i = 0; i < y->arity; i++) {
        expr rate[OP_ARGUMENTS];
        for (int k = 0; k < y->arity; k++)
            rate[k] = k == i ? p->one : p->zero;
        if (w->varies[y->arg[i]->id])
            expr_diff_along(p, 1, &y, y->arity, y->arg, rate, &parts->of[i]);
    }
}

static void prepare(struct work *w, expr e)
{
    const enum recurrence r = recurrence_of(e);
    const bool is_product = r == RECURRENCE_POWER && e->index > 0;
    if (r == RECURRENCE_NONE && !w->failed)
        w->failed = e;
    if ((!is_product && r != RECURRENCE_SMOOTH) || memo_find(&w->parts, e))
        return;
    struct parts *parts = arena_alloc(w->pool->arena, sizeof *parts);
    is_product ? split_power(w, e, parts) : differentiate(w, e, parts);
    memo_keep(&w->parts, w->pool->arena, e, parts);
    for (int i = 0; i < OP_ARGUMENTS; i++)
        if (parts->of[i])
            arena_push(w->pool->arena, w->root, w->roots, w->room,
                       parts->of[i]);
}

/* Marks live and varying nodes, until no new node is made. */
static void find_nodes(struct work *w)
{
    struct pool *p = w->pool;
    int roots;
    do {
        roots = w->roots;
        w->size = pool_size(p);
        w->live = expr_reached(p, roots, w->root);
        w->varies = arena_alloc(p->arena, (size_t)w->size);
        for (int i = 0; i < w->n; i++)
            w->varies[w->symbol[i]->id] = 1;
        for (int id = 0; (id = marked_from(w->live, id, w->size)) < w->size;
             id++) {
            expr e = pool_node(p, id);
            w->varies[id] |= marked_any(w->varies, e->arity, e->arg);
            if (w->varies[id] && e->arity)
                prepare(w, e);
        }
    } while (w->roots > roots && !w->failed);
}

/* ---- factors and sums ---- */

/* The value of a node at the start. */
static expr at_start(struct work *w, expr e)
{
    expr_subst(w->pool, 1, &e, w->n, w->symbol, w->start, &e);
    return e;
}

static int factor_of(struct work *w, expr node, bool is_slope)
{
    struct taylor *s = w->out;
    for (int i = 0; i < s->factors; i++)
        if (s->factor[i].node == node && s->factor[i].is_slope == is_slope)
            return i;
    expr first = is_slope ? w->pool->zero : at_start(w, node);
    const struct taylor_factor f = {node, is_slope, first, NULL};
    arena_push(w->pool->arena, s->factor, s->factors, s->factor_room, f);
    return s->factors - 1;
}

/* True if both sums may be in one group. */
static bool are_alike(const struct sum *x, const struct sum *y)
{
    return x->level == y->level && x->open_a == y->open_a &&
           x->open_b == y->open_b;
}

/* The sum of a[j] b[k - j], a and b factors; raises *level to its level. */
static expr sum_of(struct work *w, int a, bool open_a, int b, bool open_b,
                   int *level)
{
    const struct taylor_factor *factor = w->out->factor;
    const int after_a = open_a ? 0 : w->level[factor[a].node->id];
    const int after_b = open_b ? 0 : w->level[factor[b].node->id];
    const bool turn = open_a == open_b && a > b;
    struct sum sum = {.level = 1 + (after_a > after_b ? after_a : after_b),
                      .open_a = open_a,
                      .open_b = open_b,
                      .a = turn ? b : a,
                      .b = turn ? a : b};
    *level = sum.level > *level ? sum.level : *level;
    for (int i = 0; i < w->sums; i++)
        if (are_alike(&w->sum[i], &sum) && w->sum[i].a == sum.a &&
            w->sum[i].b == sum.b)
            return w->sum[i].symbol;
    sum.symbol = expr_fresh(w->pool, "sum", SYMBOL_SERIES);
    arena_push(w->pool->arena, w->sum, w->sums, w->sum_room, sum);
    return sum.symbol;
}

/* ---- coefficient k ---- */

static void slice(struct work *, expr);

static expr slice_of(const struct work *w, expr e)
{
    return w->varies[e->id] ? w->slice[e->id] : w->pool->zero;
}

/* A linear operation or a select: coefficient k is made of those of the
 * arguments. */
static expr linear(struct work *w, expr e)
{
    expr *arg = arena_array(w->pool->arena, (size_t)e->arity, sizeof *arg);
    for (int i = 0; i < e->arity; i++)
        arg[i] = slice_of(w, e->arg[i]);
    if (e->op == OP_SELECT)
        arg[0] = at_start(w, e->arg[0]);
    return pool_make(w->pool, *e, arg);
}

/* Removes the factors that do not vary from a node and multiplies *by by them:
 * products with them need no sums of their own. */
static expr strip(struct work *w, expr e, expr *by)
{
    for (; e->op == OP_SCALE || e->op == OP_MUL;) {
        const int fixed = e->op == OP_MUL && w->varies[e->arg[0]->id];
        if (e->op == OP_SCALE)
            *by = expr_scale(w->pool, e->number, *by);
        else if (w->varies[e->arg[fixed]->id])
            break;
        else
            *by = expr_mul(w->pool, *by, e->arg[fixed]);
        e = e->arg[e->op == OP_MUL && !fixed];
    }
    return e;
}

static expr product(struct work *w, expr a, expr b, int *level)
{
    expr by = w->pool->one;
    if (!w->varies[a->id])
        return expr_mul(w->pool, a, slice_of(w, b));
    if (!w->varies[b->id])
        return expr_mul(w->pool, b, slice_of(w, a));
    const int first = factor_of(w, strip(w, a, &by), false);
    const int second = factor_of(w, strip(w, b, &by), false);
    return expr_mul(w->pool, by, sum_of(w, first, false, second, false, level));
}

static expr power(struct work *w, expr e, int *level)
{
    const struct parts *parts = memo_find(&w->parts, e);
    for (int i = 0; parts && i < 2; i++)
        slice(w, parts->of[i]);
    if (parts)
        return product(w, parts->of[0], parts->of[1], level);
    struct pool *p = w->pool;
    expr sum = p->zero, inverse = expr_power(p, at_start(w, e->arg[0]), -1);
    const int y = factor_of(w, e, false), a = factor_of(w, e->arg[0], false);
    if (e->index < -1) {
        const int slope = factor_of(w, e->arg[0], true);
        sum = expr_div(p, sum_of(w, y, true, slope, false, level), w->out->k);
        sum = expr_scale(p, number_int(p->arena, e->index + 1), sum);
    }
    sum = expr_sub(p, sum, sum_of(w, y, true, a, false, level));
    return expr_mul(p, inverse, sum);
}

static expr square_root(struct work *w, expr e, int *level)
{
    struct pool *p = w->pool;
    const int y = factor_of(w, e, false);
    expr rest =
        expr_sub(p, slice_of(w, e->arg[0]), sum_of(w, y, true, y, true, level));
    return expr_div(p, rest,
                    expr_scale(p, number_int(p->arena, 2), at_start(w, e)));
}

static expr smooth(struct work *w, expr e, int *level)
{
    struct pool *p = w->pool;
    const struct parts *parts = memo_find(&w->parts, e);
    expr sum = p->zero;
    for (int i = 0; i < e->arity; i++) {
        expr by = parts->of[i], a = e->arg[i];
        if (!w->varies[a->id])
            continue;
        expr term = expr_mul(p, by, expr_mul(p, w->out->k, slice_of(w, a)));
        const int of_by = w->varies[by->id] ? factor_of(w, by, false) : -1;
        if (of_by >= 0)
            term = sum_of(w, of_by, true, factor_of(w, a, true), false, level);
        sum = expr_add(p, sum, term);
    }
    return expr_div(p, sum, w->out->k);
}

static void slice(struct work *w, expr e)
{
    int level = 0;
    if (!w->varies[e->id] || w->slice[e->id])
        return;
    for (int i = 0; i < e->arity; i++)
        if (w->varies[e->arg[i]->id] && w->level[e->arg[i]->id] > level)
            level = w->level[e->arg[i]->id];
    const enum recurrence r = recurrence_of(e);
    expr made = r == RECURRENCE_PRODUCT
                    ? product(w, e->arg[0], e->arg[1], &level)
                : r == RECURRENCE_POWER  ? power(w, e, &level)
                : r == RECURRENCE_ROOT   ? square_root(w, e, &level)
                : r == RECURRENCE_SMOOTH ? smooth(w, e, &level)
                                         : linear(w, e);
    w->slice[e->id] = made;
    w->level[e->id] = level;
}

/* ---- groups ----
 * Compilers vectorize a loop over many a that are multiplied by the same few b.
 * So a group has a few b and all their partners a. */

/* The factor paired with b in a sum that may join the group; else -1. */
static int partner(const struct sum *s, const struct sum *like, int b)
{
    if (s->is_placed || !are_alike(s, like))
        return -1;
    return s->b == b ? s->a : s->a == b && s->open_a == s->open_b ? s->b : -1;
}

static int place_of(int factor, const int *list, int n)
{
    int place = 0;
    while (place < n && list[place] != factor)
        place++;
    return place;
}

/* Returns the b with the most sums, or -1.  If the group has a b already, at
 * least two thirds of its pairs (a, b) must be needed sums. */
static int next_b(const struct work *w, const struct sum *like,
                  const struct taylor_group *g)
{
    int found = -1, most = 0;
    for (int b = 0; b < w->out->factors; b++) {
        int sums = 0, as = g->as;
        for (int i = 0; i < w->sums; i++) {
            const int a = partner(&w->sum[i], like, b);
            sums += a >= 0;
            as += a >= 0 && place_of(a, g->a, g->as) == g->as;
        }
        if (sums > most &&
            (g->bs == 0 || 3 * (g->n + sums) >= 2 * as * (g->bs + 1))) {
            most = sums;
            found = b;
        }
    }
    return found;
}

/* Inserts a factor into a list in node order, unless it is there.  Nodes made
 * one after another are then adjacent, and compilers store them together. */
static void insert(const struct work *w, int factor, int *list, int *n)
{
    const struct taylor_factor *f = w->out->factor;
    int at = *n;
    if (place_of(factor, list, *n) < *n)
        return;
    for (; at > 0 && f[list[at - 1]].node->id > f[factor].node->id; at--)
        list[at] = list[at - 1];
    list[at] = factor;
    ++*n;
}

/* Adds all sums of b to the group; a and b are still factors, not indices. */
static void join(struct work *w, const struct sum *like, struct taylor_group *g,
                 int b)
{
    insert(w, b, g->b, &g->bs);
    for (int i = 0; i < w->sums; i++) {
        const int a = partner(&w->sum[i], like, b);
        if (a < 0)
            continue;
        insert(w, a, g->a, &g->as);
        g->sum[g->n++] = (struct taylor_sum){a, b, w->sum[i].symbol};
        w->sum[i].is_placed = true;
    }
}

static void lay_out(struct work *w)
{
    struct arena *arena = w->pool->arena;
    const size_t n = 2 * (size_t)w->sums;
    for (int room = 0;;) {
        const struct sum *like = NULL;
        for (int i = 0; i < w->sums; i++)
            if (!w->sum[i].is_placed &&
                (!like || w->sum[i].level < like->level))
                like = &w->sum[i];
        if (!like)
            return;
        struct taylor_group g = {.open_a = like->open_a,
                                 .open_b = like->open_b,
                                 .a = arena_array(arena, n, sizeof *g.a),
                                 .b = arena_array(arena, n, sizeof *g.b),
                                 .sum = arena_array(arena, n, sizeof *g.sum)};
        for (int b; (b = next_b(w, like, &g)) >= 0;)
            join(w, like, &g, b);
        for (int i = 0; i < g.n; i++) {
            g.sum[i].a = place_of(g.sum[i].a, g.a, g.as);
            g.sum[i].b = place_of(g.sum[i].b, g.b, g.bs);
        }
        arena_push(arena, w->out->group, w->out->groups, room, g);
    }
}

/* ---- all of it ---- */

static void find_slices(struct work *w)
{
    struct pool *p = w->pool;
    struct taylor *s = w->out;
    w->slice = arena_array(p->arena, (size_t)w->size, sizeof *w->slice);
    w->level = arena_array(p->arena, (size_t)w->size, sizeof *w->level);
    for (int i = 0; i < w->n; i++)
        w->slice[w->symbol[i]->id] = w->symbol[i];
    for (int id = 0; (id = marked_from(w->live, id, w->size)) < w->size; id++)
        slice(w, pool_node(p, id));
    for (int i = 0; i < s->factors; i++) {
        struct taylor_factor *f = &s->factor[i];
        f->next = slice_of(w, f->node);
        if (f->is_slope)
            f->next = expr_mul(p, s->k, f->next);
    }
}

bool taylor_is_smooth(struct pool *p, int n, const expr *value)
{
    const unsigned char *live = expr_reached(p, n, value);
    for (int id = 0; id < pool_size(p); id++) {
        const enum recurrence r = recurrence_of(pool_node(p, id));
        if (live[id] && pool_node(p, id)->arity > 0 &&
            (r == RECURRENCE_NONE || r >= RECURRENCE_PIECE))
            return false;
    }
    return true;
}

expr taylor_make(struct pool *p, int n, const expr *symbol, const expr *start,
                 const expr *rate, struct taylor *out)
{
    expr *list = arena_array(p->arena, 3 * (size_t)n, sizeof *list);
    struct work w = {.pool = p,
                     .out = out,
                     .n = n,
                     .symbol = symbol,
                     .start = start,
                     .rate = list};
    memcpy(w.rate, rate, (size_t)n * sizeof *rate);
    *out = (struct taylor){.n = n,
                           .k = expr_fresh(p, "k", SYMBOL_SERIES),
                           .symbol = symbol,
                           .first = start,
                           .second = list + n,
                           .next = list + 2 * n};
    replace(&w, true);
    replace(&w, false);
    for (int i = 0; i < n; i++)
        arena_push(p->arena, w.root, w.roots, w.room, w.rate[i]);
    if (!w.failed)
        find_nodes(&w);
    if (w.failed)
        return w.failed;
    find_slices(&w);
    lay_out(&w);
    const int skipped = !w.live[symbol[0]->id]; /* s */
    out->n -= skipped;
    out->symbol += skipped;
    out->first += skipped;
    out->second += skipped;
    out->next += skipped;
    expr per = expr_power(p, expr_add(p, out->k, p->one), -1);
    for (int i = 0; i < n; i++) {
        list[n + i] = at_start(&w, w.rate[i]);
        list[2 * n + i] = expr_mul(p, per, slice_of(&w, w.rate[i]));
    }
    return NULL;
}

/* ---- unrolled ---- */

/* The value of a sum at order k. */
static expr unrolled_sum(struct pool *p, const struct taylor_group *g,
                         const struct taylor_sum *s, int k, expr *const *value)
{
    const expr *a = value[g->a[s->a]], *b = value[g->b[s->b]];
    expr sum = p->zero;
    for (int j = g->open_b; j <= k - g->open_a; j++)
        sum = expr_add(p, sum, expr_mul(p, a[j], b[k - j]));
    return sum;
}

void taylor_unroll(struct pool *p, const struct taylor *s, int order, expr *out)
{
    struct swaps known = {.pool = p};
    expr **value = arena_array(p->arena, (size_t)s->factors, sizeof *value);
    for (int i = 0; i < s->factors; i++) {
        value[i] = arena_array(p->arena, (size_t)order + 1, sizeof **value);
        value[i][0] = s->factor[i].first;
    }
    memcpy(out, s->first, (size_t)s->n * sizeof *out);
    memcpy(out + s->n, s->second, (size_t)s->n * sizeof *out);
    for (int k = 1; k < order; k++) {
        expr number = expr_int(p, k);
        known.n = 0;
        swaps_add(&known, s->n, s->symbol, out + k * s->n);
        swaps_add(&known, 1, &s->k, &number);
        for (int i = 0; i <= s->groups; i++) {
            /* factors whose sums are known; at last all of them */
            for (int f = 0; f < s->factors; f++)
                expr_subst(p, 1, &s->factor[f].next, known.n, known.from,
                           known.to, &value[f][k]);
            const struct taylor_group *g = &s->group[i];
            for (int m = 0; i < s->groups && m < g->n; m++) {
                expr sum = unrolled_sum(p, g, &g->sum[m], k, value);
                swaps_add(&known, 1, &g->sum[m].symbol, &sum);
            }
        }
        expr_subst(p, s->n, s->next, known.n, known.from, known.to,
                   out + (k + 1) * s->n);
    }
}
