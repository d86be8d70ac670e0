/* SPDX-License-Identifier: MIT
 *
 * Pass: where constants stand.  The constructors pull every coefficient out of
 * products as far up as it goes, which hides that (v x k) with k = J^-1 L / 2
 * needs no constants once k is there.  Here each value x gets a scale s, and
 * s x is what the program computes: named values keep their own, sums choose
 * the scale with which most of their terms need no multiplication.
 */
#include <math.h>

#include "base/arena.h"
#include "opt/pass.h"
#include "opt/scale.h"
#include "opt/terms.h"

struct scaled scale_strip(const struct scaling *s, const struct expr *e)
{
    struct scaled r = {s->one, e};
    while (r.node->op == OP_SCALE) {
        r.c = scale_times(s, r.c, r.node->number);
        r.node = r.node->arg[0];
    }
    return r;
}

static struct slot *at(const struct scaling *s, const struct expr *e)
{
    return &s->slot[e->id];
}

const struct number *scale_ratio(const struct scaling *s,
                                 const struct number *a, const struct number *b)
{
    if (number_is_one(b))
        return a;
    return number_tidy(s->arena, number_div(s->arena, a, b));
}

const struct number *scale_times(const struct scaling *s,
                                 const struct number *a, const struct number *b)
{
    if (number_is_one(b))
        return a;
    if (number_is_one(a))
        return b;
    return number_tidy(s->arena, number_mul(s->arena, a, b));
}

static const struct number *power_of(const struct scaling *s,
                                     const struct number *x, int exponent)
{
    return number_tidy(s->arena, number_power(s->arena, x, exponent));
}

static bool is_once(const struct scaling *s, const struct expr *e)
{
    return graph_is_once(s->graph, e);
}

bool scale_is_open(const struct scaling *s, const struct expr *e)
{
    return e->op == OP_MUL && !is_once(s, e) &&
           (is_once(s, e->arg[0]) || is_once(s, e->arg[1]));
}

static bool is_movable(const struct scaling *s, const struct expr *e)
{
    return (e->op == OP_SUM || e->op == OP_MUL || e->op == OP_POW) &&
           !is_once(s, e);
}

/* --- names --------------------------------------------------------------- */

static void add_multiple(struct scaling *s, const struct expr *x,
                         const struct number *factor)
{
    arena_push(s->graph->scratch, s->multiple, s->multiples, s->room);
    s->multiple[s->multiples++] =
        (struct multiple){factor, scale_log(factor), at(s, x)->multiples};
    at(s, x)->multiples = s->multiples;
}

/* The first name of a value sets its scale; others are multiples. */
static void read_labels(struct scaling *s)
{
    const struct graph *g = s->graph;
    for (int i = 0; i < g->labels; i++) {
        if (!g->label[i].node)
            continue;
        struct scaled r = scale_strip(s, g->label[i].node);
        if (r.node->id >= s->size || !s->live[r.node->id] ||
            r.node->op == OP_CONST)
            continue;
        if (is_movable(s, r.node) && !at(s, r.node)->named)
            at(s, r.node)->named = r.c;
        else if (!number_is_unit(r.c))
            add_multiple(s, r.node, r.c);
    }
}

/* What goes from a stored number to its new value has its own scale, as that
 * has: else each step multiplies it by a constant and by its reciprocal, and
 * their rounding adds up. */
static void keep_ways(struct scaling *s)
{
    const struct expr **way = graph_ways(s->graph, &s->nodes, NULL);
    for (int i = 0; i < s->nodes.n; i++) {
        const struct expr *e = s->nodes.node[i];
        if (way[e->id] && is_movable(s, e) && !at(s, e)->named)
            at(s, e)->named = s->one;
    }
}

/* Functions and results want c x itself. */
static void want(struct scaling *s, const struct expr *e)
{
    struct scaled r = scale_strip(s, e);
    if (!at(s, r.node)->wanted)
        at(s, r.node)->wanted = r.c;
}

static void add_user(struct scaling *s, const struct expr *sum, int k)
{
    struct scaled r = scale_strip(s, sum->arg[k]);
    arena_push(s->graph->scratch, s->user, s->users, s->users_room);
    const struct number *c = scale_times(s, sum->coef[k], r.c);
    s->user[s->users++] =
        (struct user){sum, c, scale_log(c), at(s, r.node)->users};
    at(s, r.node)->users = s->users;
}

static void find_wanted(struct scaling *s)
{
    for (int i = 0; i < s->nodes.n; i++) {
        const struct expr *e = s->nodes.node[i];
        bool linear = e->op == OP_SUM || e->op == OP_MUL || e->op == OP_POW ||
                      e->op == OP_SCALE;
        for (int k = 0; !linear && k < e->arity; k++)
            want(s, e->arg[k]);
        for (int k = 0; e->op == OP_SUM && k < e->arity; k++)
            add_user(s, e, k);
    }
    for (int i = 0; i < s->graph->roots; i++)
        want(s, s->graph->root[i]);
}

double scale_log(const struct number *x)
{
    mpfr_t value;
    long exponent;
    if (number_is_one(x))
        return 0;
    mpfr_init2(value, 64);
    number_mpfr(x, value);
    double mantissa = mpfr_get_d_2exp(&exponent, value, MPFR_RNDN);
    mpfr_clear(value);
    return log2(fabs(mantissa)) + (double)exponent;
}

void scale_set(struct slot *p, const struct number *scale)
{
    p->scale = scale;
    p->log = scale_log(scale);
}

const struct number *scale_of_product(const struct scaling *s,
                                      const struct expr *e)
{
    struct scaled a = scale_strip(s, e->arg[0]), b = scale_strip(s, e->arg[1]);
    return scale_times(s, scale_ratio(s, at(s, a.node)->scale, a.c),
                       scale_ratio(s, at(s, b.node)->scale, b.c));
}

/* --- all scales ---------------------------------------------------------- */

/* Does its scale follow from its terms? */
static bool votes(const struct scaling *s, const struct expr *e)
{
    return e->op == OP_SUM && is_movable(s, e);
}

/* An open product waits for the sum that uses it. */
static void choose(struct scaling *s, const struct expr *e)
{
    struct slot *p = at(s, e);
    if (votes(s, e)) {
        scale_vote(s, e);
        return;
    }
    if (p->scale || e->op == OP_SCALE)
        return;
    if (e->op == OP_MUL && is_movable(s, e)) {
        if (!scale_is_open(s, e))
            scale_set(p, scale_of_product(s, e));
    } else if (e->op == OP_POW && is_movable(s, e)) {
        struct scaled a = scale_strip(s, e->arg[0]);
        scale_set(p, power_of(s, scale_ratio(s, at(s, a.node)->scale, a.c),
                              e->index));
    } else {
        scale_set(p, s->one);
    }
}

/* Open products that no sum has chosen for. */
static void settle_arguments(struct scaling *s, const struct expr *e)
{
    for (int k = 0; k < e->arity; k++) {
        struct scaled r = scale_strip(s, e->arg[k]);
        struct slot *p = at(s, r.node);
        if (!p->scale)
            scale_set(p, p->wanted ? magnitude_of(s->arena, p->wanted)
                                   : scale_of_product(s, r.node));
    }
}

/* Forgets all but the names, keeping what was chosen for the votes. */
static void start_round(struct scaling *s)
{
    for (int i = 0; i < s->nodes.n; i++) {
        struct slot *p = at(s, s->nodes.node[i]);
        p->before = p->scale;
        p->before_log = p->log;
        p->scale = NULL;
        p->taken = NULL;
        if (p->named)
            scale_set(p, p->named);
    }
}

static void choose_scales(struct scaling *s)
{
    start_round(s);
    for (int i = 0; i < s->nodes.n; i++) {
        const struct expr *e = s->nodes.node[i];
        if (!votes(s, e))
            settle_arguments(s, e);
        choose(s, e);
    }
    for (int i = 0; i < s->graph->roots; i++) {
        struct scaled r = scale_strip(s, s->graph->root[i]);
        if (!at(s, r.node)->scale)
            scale_set(at(s, r.node), s->one);
    }
}

/* --- building ------------------------------------------------------------ */

/* f * (scale x), as the named multiple's own node. */
static const struct expr *multiple_of(const struct scaling *s,
                                      const struct number *f,
                                      const struct expr *x)
{
    return raw_scale(s->pool, f, at(s, x)->value);
}

static const struct expr *build_product(const struct scaling *s,
                                        const struct expr *e)
{
    struct scaled a = scale_strip(s, e->arg[0]), b = scale_strip(s, e->arg[1]);
    const struct number *left =
        scale_ratio(s, at(s, e)->scale, scale_of_product(s, e));
    const struct slot *p = at(s, e);
    const struct expr *x = at(s, a.node)->value, *y = at(s, b.node)->value;
    if (p->taken) {
        if (p->side == 0)
            x = multiple_of(s, p->taken, a.node);
        else
            y = multiple_of(s, p->taken, b.node);
        left = scale_ratio(s, left, p->taken);
    }
    if (number_is_one(left))
        return raw_mul(s->pool, x, y);
    if (is_once(s, a.node))
        return raw_mul(s->pool, raw_scale(s->pool, left, x), y);
    if (is_once(s, b.node))
        return raw_mul(s->pool, x, raw_scale(s->pool, left, y));
    return raw_scale(s->pool, left, raw_mul(s->pool, x, y));
}

static bool has_multiple(const struct scaling *s, const struct expr *x,
                         const struct number *f)
{
    for (int m = at(s, x)->multiples; m; m = s->multiple[m - 1].next)
        if (number_near(
                scale_ratio(s, s->multiple[m - 1].factor, at(s, x)->scale), f))
            return true;
    return false;
}

static const struct expr *build_sum(const struct scaling *s,
                                    const struct expr *e)
{
    struct terms t = terms_new(s->graph, e->arity);
    for (int i = 0; i < e->arity; i++) {
        struct scaled r = scale_strip(s, e->arg[i]);
        const struct number *c =
            scale_times(s, scale_times(s, e->coef[i], r.c), at(s, e)->scale);
        c = scale_ratio(s, c, at(s, r.node)->scale);
        const struct number *size = magnitude_of(s->arena, c);
        if (has_multiple(s, r.node, size))
            terms_add(&t, number_int(s->arena, number_sign(c)),
                      multiple_of(s, size, r.node));
        else
            terms_add(&t, c, at(s, r.node)->value);
    }
    return terms_sum(&t);
}

/* The value itself, not a multiple. */
static const struct expr *plain(const struct scaling *s, const struct expr *e)
{
    struct scaled r = scale_strip(s, e);
    return raw_scale(s->pool, scale_ratio(s, r.c, at(s, r.node)->scale),
                     at(s, r.node)->value);
}

static const struct expr *build_power(const struct scaling *s,
                                      const struct expr *e)
{
    struct scaled a = scale_strip(s, e->arg[0]);
    const struct number *own =
        power_of(s, scale_ratio(s, at(s, a.node)->scale, a.c), e->index);
    const struct expr *power =
        raw_power(s->pool, at(s, a.node)->value, e->index);
    return raw_scale(s->pool, scale_ratio(s, at(s, e)->scale, own), power);
}

static const struct expr *build(void *context, const struct expr *e,
                                const struct expr *const *arg)
{
    struct scaling *s = context;
    struct slot *p = at(s, e);
    if (e->op == OP_SCALE)
        return plain(s, e);
    if (!is_movable(s, e)) {
        const struct expr **own =
            arena_array(s->graph->scratch, (size_t)e->arity + 1, sizeof *own);
        for (int k = 0; k < e->arity; k++)
            own[k] = is_once(s, e) ? arg[k] : plain(s, e->arg[k]);
        p->value = node_raw(s->pool, e, own);
        return p->value;
    }
    p->value = e->op == OP_SUM   ? build_sum(s, e)
               : e->op == OP_MUL ? build_product(s, e)
                                 : build_power(s, e);
    return plain(s, e);
}

/* A name stays where its value now stands by itself. */
static void keep_labels(const struct scaling *s, struct graph *g)
{
    for (int i = 0; i < g->labels; i++) {
        const struct expr *old = s->graph->label[i].node;
        g->label[i].node = NULL;
        if (!old || old->id >= s->size)
            continue;
        struct scaled r = scale_strip(s, old);
        if (r.node->id < s->size && s->live[r.node->id])
            g->label[i].node = plain(s, old);
    }
    graph_note(g, -1);
}

struct graph *pass_scale(const struct graph *g)
{
    struct scaling s = {.graph = g, .arena = g->arena, .pool = g->pool};
    s.live = graph_live(g);
    s.nodes = graph_nodes(g, s.live);
    s.one = number_int(g->arena, 1);
    s.size = pool_size(g->pool);
    s.slot = arena_array(g->scratch, (size_t)s.size, sizeof *s.slot);
    read_labels(&s);
    keep_ways(&s);
    find_wanted(&s);
    choose_scales(&s); /* by what the values are made of */
    choose_scales(&s); /* and by what they are used for */
    struct graph *scaled = graph_rebuild(g, build, &s);
    keep_labels(&s, scaled);
    return scaled;
}
