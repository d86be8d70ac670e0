/* SPDX-License-Identifier: MIT
 *
 * Pass: where constants are placed. The constructors pull each coefficient as
 * far out of products as possible, which hides that (v x k) with k = J^-1 L / 2
 * needs no constants once k is computed. Here each value x gets a scale s, and
 * the program computes s x: named values keep their own scale, sums choose the
 * scale with which most of their terms need no multiplication.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "opt/pass.h"

/* A coefficient of a value: in a multiple that has a name (as k of L), or in a
 * sum that uses it. */
struct use {
    num c;
    double log; /* log2 |c| */
    const struct slot *sum;
    const struct use *next;
};

/* Data of a value. */
struct slot {
    num scale;  /* NULL: not chosen yet */
    double log; /* log2 |scale| */
    const struct use *multiples, *users;
    int side;   /* in a product: the argument that is replaced */
    num taken;  /* by this named multiple; or NULL */
    expr value; /* the node for scale * x */
    num needed; /* the scale that a function or a result needs */
    num named;  /* the scale of a named value */
    num before; /* the scale of the first round */
    double before_log;
    bool on_path; /* from a stored number to its new value: see find_paths */
};

struct scaling {
    const struct graph *graph;
    struct arena *arena;
    struct nodes nodes;
    num one;
    struct slot *slot; /* by id */
};

/* c * node, scales stripped. */
struct scaled {
    num c;
    expr node;
    struct slot *slot; /* the node's slot */
};

static num ratio(const struct scaling *s, num a, num b)
{
    if (number_is_one(b))
        return a;
    return number_tidy(s->arena, number_div(s->arena, a, b));
}

static num times(const struct scaling *s, num a, num b)
{
    if (number_is_one(b))
        return a;
    if (number_is_one(a))
        return b;
    return number_tidy(s->arena, number_mul(s->arena, a, b));
}

static struct slot *at(const struct scaling *s, expr e)
{
    return &s->slot[e->id];
}

static struct scaled strip(const struct scaling *s, expr e)
{
    struct scaled r = {s->one, e, NULL};
    for (; r.node->op == OP_SCALE; r.node = r.node->arg[0])
        r.c = times(s, r.c, r.node->number);
    r.slot = at(s, r.node);
    return r;
}

static void set_scale(struct slot *p, num scale)
{
    p->scale = scale;
    p->log = number_log2(scale);
}

/* True for a product with h in it: it takes any constant at no cost. */
static bool is_open(const struct scaling *s, expr e)
{
    return e->op == OP_MUL && !graph_is_once(s->graph, e) &&
           (graph_is_once(s->graph, e->arg[0]) ||
            graph_is_once(s->graph, e->arg[1]));
}

static bool is_movable(const struct scaling *s, expr e)
{
    return (e->op == OP_SUM || e->op == OP_MUL || e->op == OP_POW) &&
           !graph_is_once(s->graph, e);
}

/* Returns the scale of x over c, for an argument c x. */
static num scale_of_argument(const struct scaling *s, expr arg)
{
    struct scaled a = strip(s, arg);
    return ratio(s, a.slot->scale, a.c);
}

/* Returns the scale of a product or power that follows from its factors. */
static num natural_scale(const struct scaling *s, expr e)
{
    num a = scale_of_argument(s, e->arg[0]);
    if (e->op == OP_POW)
        return number_tidy(s->arena, number_power(s->arena, a, e->index));
    return times(s, a, scale_of_argument(s, e->arg[1]));
}

/* --- names --------------------------------------------------------------- */

static void add_use(const struct scaling *s, const struct use **to, num c,
                    const struct slot *sum)
{
    const struct use use = {c, number_log2(c), sum, *to};
    *to = arena_copy(s->graph->scratch, &use, sizeof use);
}

/* The first name of a value sets its scale; others are multiples. Values
 * between a stored number and its new value have that number's scale, 1: else
 * each step multiplies by a constant and its reciprocal, and rounding errors
 * accumulate. */
static void read_names(struct scaling *s)
{
    const struct graph *g = s->graph;
    expr *way = graph_paths(g, NULL);
    for (int i = 0; i < g->labels; i++) {
        if (g->label[i].soft || !g->label[i].node)
            continue;
        struct scaled r = strip(s, g->label[i].node);
        if (!s->nodes.live[r.node->id] || r.node->op == OP_CONST)
            continue;
        if (is_movable(s, r.node) && !r.slot->named)
            r.slot->named = r.c;
        else if (!number_is_unit(r.c))
            add_use(s, &r.slot->multiples, r.c, NULL);
    }
    for (int i = 0; i < s->nodes.n; i++) {
        expr e = s->nodes.node[i];
        if (way[e->id] && is_movable(s, e) && !at(s, e)->named)
            at(s, e)->named = s->one;
    }
}

/* Returns, as bits, the stored numbers of which the node is a linear form. */
static unsigned linear_in(const unsigned *of, expr e)
{
    unsigned bits = 0;
    int n = 0;
    for (int k = 0; k < e->arity; k++) {
        n += of[e->arg[k]->id] != 0;
        bits |= of[e->arg[k]->id];
    }
    bool all = e->op == OP_SUM && n == e->arity;
    bool one = n == 1 && (e->op == OP_SCALE || e->op == OP_MUL);
    return all || one ? bits : 0;
}

/* Finds values that are linear in all of a field's numbers and lead to their
 * new values, such as a quaternion times others. Their scale must be exact, a
 * power of two: any other makes each step a little too long or too short. */
static void find_paths(struct scaling *s)
{
    const struct graph *g = s->graph;
    const expr *root = g->root;
    unsigned *of = graph_table(g, sizeof *of);
    for (int i = 0; i < g->routine->outputs; i++) {
        const struct output *o = &g->routine->output[i];
        const struct field *f = graph_store(g, o);
        memset(of, 0, (size_t)pool_size(g->pool) * sizeof *of);
        for (int k = 0; f && k < o->n; k++)
            of[g->node_of[f->symbol[k]->id]->id] = 1u << k;
        unsigned char *to = graph_table(g, 1);
        for (int k = 0; k < o->n; k++)
            to[root++[0] -> id] = f && o->n > 1;
        for (int m = 0; f && m < s->nodes.n; m++)
            if (!of[s->nodes.node[m]->id])
                of[s->nodes.node[m]->id] = linear_in(of, s->nodes.node[m]);
        for (int m = s->nodes.n - 1; f && m >= 0; m--) {
            expr e = s->nodes.node[m];
            if (!to[e->id] || of[e->id] != (1u << o->n) - 1)
                continue;
            at(s, e)->on_path = true;
            for (int k = 0; k < e->arity; k++) {
                to[e->arg[k]->id] = 1;
                for (int n = 0; n < e->arg[k]->arity; n++) /* factors */
                    to[e->arg[k]->arg[n]->id] = 1;
            }
        }
    }
}

/* Functions and results need c x itself. */
static void mark_needed(struct scaling *s, expr e)
{
    struct scaled r = strip(s, e);
    if (!r.slot->needed)
        r.slot->needed = r.c;
}

static void find_needed(struct scaling *s)
{
    for (int i = 0; i < s->nodes.n; i++) {
        expr e = s->nodes.node[i];
        bool linear = e->op == OP_SUM || e->op == OP_MUL || e->op == OP_POW ||
                      e->op == OP_SCALE;
        for (int k = 0; !linear && k < e->arity; k++)
            mark_needed(s, e->arg[k]);
        for (int k = 0; e->op == OP_SUM && k < e->arity; k++) {
            struct scaled r = strip(s, e->arg[k]);
            add_use(s, &r.slot->users, times(s, e->coef[k], r.c), at(s, e));
        }
    }
    for (int i = 0; i < s->graph->roots; i++)
        mark_needed(s, s->graph->root[i]);
}

/* --- the vote: a sum takes the scale with which most of its terms, and most
 * of the sums that use it, need no multiplication --- */

enum { OPTIONS = 8, VOTERS = 24 };

/* A candidate for the sum's scale. A term votes for scales with which it is
 * used as it is, as one of its named multiples, or, if it is a product (not
 * known once a call), with a factor as a named multiple. */
struct option {
    int voter;             /* a term; -1: the sum itself; -2, ...: a user */
    double log;            /* log2 of that scale */
    const struct use *use; /* the user; the multiple, or NULL */
    int side;              /* the factor of a product; -1: the term itself */
};

/* The options of all voters, in order. */
struct ballot {
    int n;
    struct option option[1 + VOTERS * OPTIONS + VOTERS];
};

/* Approximate; the scales that are built from it are exact. */
static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-10;
}

/* True if the value accepts any scale and has none yet. */
static bool is_free(const struct scaling *s, expr x)
{
    return is_open(s, x) && !at(s, x)->scale;
}

/* Adds the options of term x of a sum; `coefficient` is log2 of that of x. */
static void add_options(const struct scaling *s, struct ballot *b, int term,
                        expr x, double coefficient)
{
    const struct slot *p = at(s, x);
    int first = b->n, most = first + OPTIONS;
    b->option[b->n++] = (struct option){term, p->log, NULL, -1};
    bool takes = x->op == OP_MUL && is_movable(s, x) && !p->needed;
    for (int side = 0; takes && side < 2; side++) {
        const struct slot *a = strip(s, x->arg[side]).slot;
        for (const struct use *m = a->multiples; m && b->n < most; m = m->next)
            b->option[b->n++] =
                (struct option){term, p->log + m->log - a->log, m, side};
    }
    for (const struct use *m = p->multiples; m && b->n < most; m = m->next)
        b->option[b->n++] = (struct option){term, m->log, m, -1};
    for (int o = first; o < b->n; o++)
        b->option[o].log -= coefficient;
}

/* Fills in the voters on the sum's scale: the sum, its terms except those that
 * accept any scale, and the sums that use it, with first-round scales. */
static void fill_ballot(const struct scaling *s, expr sum, struct ballot *b)
{
    const struct slot *own = at(s, sum);
    int n = 0;
    b->n = 0;
    if (own->needed)
        b->option[b->n++] =
            (struct option){-1, number_log2(own->needed), NULL, -1};
    for (int i = 0; i < sum->arity && i < VOTERS; i++) {
        struct scaled r = strip(s, sum->arg[i]);
        if (!is_free(s, r.node) && r.node->op != OP_CONST)
            add_options(s, b, i, r.node,
                        number_log2(sum->coef[i]) + number_log2(r.c));
    }
    for (const struct use *u = own->users; u && n < VOTERS; u = u->next, n++)
        if (u->sum->before)
            b->option[b->n++] =
                (struct option){-2 - n, u->sum->before_log + u->log, u, -1};
}

/* Returns the named multiple of a factor over the factor's own scale. */
static num taken_scale(const struct scaling *s, expr x, const struct option *o)
{
    return ratio(s, o->use->c, strip(s, x->arg[o->side]).slot->scale);
}

/* Returns the option's scale, exact. */
static num option_scale(const struct scaling *s, expr sum,
                        const struct option *o)
{
    if (o->voter == -1)
        return at(s, sum)->needed;
    if (o->voter < -1)
        return times(s, o->use->sum->before, o->use->c);
    struct scaled r = strip(s, sum->arg[o->voter]);
    num scale = r.slot->scale;
    if (o->use)
        scale = o->side < 0 ? o->use->c
                            : times(s, scale, taken_scale(s, r.node, o));
    return ratio(s, scale, times(s, sum->coef[o->voter], r.c));
}

/* Returns the first option with most votes; if all terms accept any scale, the
 * first one's natural scale. */
static num elect(const struct scaling *s, expr sum, const struct ballot *b)
{
    num wanted = at(s, sum)->needed, scale = NULL;
    for (int o = 0, most = 0; o < b->n; o++) {
        int votes = 0, last = VOTERS;
        double log = b->option[o].log;
        if (at(s, sum)->on_path && !close_to(log, round(log)))
            continue;
        for (int k = 0; k < b->n; k++)
            if (b->option[k].voter != last &&
                close_to(b->option[k].log, b->option[o].log)) {
                last = b->option[k].voter;
                votes++;
            }
        if (votes <= most)
            continue;
        most = votes;
        scale = option_scale(s, sum, &b->option[o]);
    }
    for (int i = 0; i < sum->arity && !scale; i++) {
        struct scaled r = strip(s, sum->arg[i]);
        if (is_open(s, r.node))
            scale =
                ratio(s, natural_scale(s, r.node), times(s, sum->coef[i], r.c));
    }
    scale = number_abs(s->arena, scale ? scale : s->one);
    return wanted && number_sign(wanted) < 0 ? number_neg(s->arena, scale)
                                             : scale;
}

/* Chooses the sum's scale, if it has none, and the named multiples that its
 * products use: a factor becomes the multiple it voted for, if it wins. */
static void vote(struct scaling *s, expr sum)
{
    struct ballot b;
    struct slot *own = at(s, sum);
    fill_ballot(s, sum, &b);
    if (!own->scale)
        set_scale(own, elect(s, sum, &b));
    for (int i = 0; i < sum->arity; i++) { /* also those that had no vote */
        struct scaled r = strip(s, sum->arg[i]);
        num c = times(s, sum->coef[i], r.c);
        if (is_free(s, r.node)) {
            set_scale(r.slot, number_abs(s->arena, times(s, c, own->scale)));
            continue;
        }
        int o = 0;
        while (o < b.n &&
               (b.option[o].voter != i || !close_to(b.option[o].log, own->log)))
            o++;
        const struct option *option = &b.option[o];
        if (o == b.n || !option->use || option->side < 0)
            continue;
        r.slot->side = option->side;
        r.slot->taken = taken_scale(s, r.node, option);
        set_scale(r.slot, times(s, r.slot->scale, r.slot->taken));
    }
}

/* --- all scales ---------------------------------------------------------- */

/* Chooses all scales anew from the names; those of the last round only vote. An
 * open product waits for the sum that uses it. */
static void choose_scales(struct scaling *s)
{
    for (int i = 0; i < s->nodes.n; i++) {
        struct slot *p = at(s, s->nodes.node[i]);
        p->before = p->scale;
        p->before_log = p->log;
        p->scale = NULL;
        p->taken = NULL;
        if (p->named)
            set_scale(p, p->named);
    }
    for (int i = 0; i < s->nodes.n; i++) {
        expr e = s->nodes.node[i];
        struct slot *p = at(s, e);
        bool is_sum = e->op == OP_SUM && is_movable(s, e);
        if (is_sum)
            vote(s, e);
        for (int k = 0; k < e->arity && !is_sum; k++) {
            struct scaled r = strip(s, e->arg[k]);
            if (!r.slot->scale) /* an open product, still without scale */
                set_scale(r.slot, r.slot->needed
                                      ? number_abs(s->arena, r.slot->needed)
                                      : natural_scale(s, r.node));
        }
        if (p->scale || is_sum || e->op == OP_SCALE)
            continue;
        if (!is_movable(s, e))
            set_scale(p, s->one);
        else if (!is_open(s, e))
            set_scale(p, natural_scale(s, e));
    }
    for (int i = 0; i < s->graph->roots; i++) {
        struct slot *p = strip(s, s->graph->root[i]).slot;
        if (!p->scale)
            set_scale(p, s->one);
    }
}

/* --- building ------------------------------------------------------------ */

/* Builds a product or a power. */
static expr build_product(const struct scaling *s, expr e)
{
    const struct slot *p = at(s, e);
    num left = ratio(s, p->scale, natural_scale(s, e));
    struct scaled r[2] = {strip(s, e->arg[0]), strip(s, e->arg[e->arity - 1])};
    if (e->op == OP_POW)
        return raw_scale(s->graph, left,
                         raw_power(s->graph, r[0].slot->value, e->index));
    expr x[2] = {r[0].slot->value, r[1].slot->value};
    if (p->taken) {
        x[p->side] = raw_scale(s->graph, p->taken, x[p->side]);
        left = ratio(s, left, p->taken);
    }
    for (int side = 0; side < 2; side++)
        if (!number_is_one(left) && graph_is_once(s->graph, r[side].node)) {
            x[side] = raw_scale(s->graph, left, x[side]);
            left = s->one;
        }
    return raw_scale(s->graph, left, raw_mul(s->graph, x[0], x[1]));
}

static expr build_sum(const struct scaling *s, expr e)
{
    struct terms t = {.graph = s->graph};
    for (int i = 0; i < e->arity; i++) {
        struct scaled r = strip(s, e->arg[i]);
        const struct slot *p = r.slot;
        num c = times(s, times(s, e->coef[i], r.c), at(s, e)->scale);
        c = ratio(s, c, p->scale);
        num size = number_abs(s->arena, c);
        const struct use *m = p->multiples;
        while (m && !number_near(ratio(s, m->c, p->scale), size))
            m = m->next;
        if (m)
            terms_add(&t, number_int(s->arena, number_sign(c)),
                      raw_scale(s->graph, size, p->value));
        else
            terms_add(&t, c, p->value);
    }
    return terms_sum(&t);
}

/* Returns the value itself, not a multiple. */
static expr plain(const struct scaling *s, expr e)
{
    struct scaled r = strip(s, e);
    return raw_scale(s->graph, ratio(s, r.c, r.slot->scale), r.slot->value);
}

static expr build(const struct graph *g, expr e, const expr *arg)
{
    struct scaling *s = g->context;
    struct slot *p = at(s, e);
    if (e->op == OP_SCALE)
        return plain(s, e);
    if (e->op == OP_SUM && is_movable(s, e)) {
        p->value = build_sum(s, e);
    } else if (is_movable(s, e)) {
        p->value = build_product(s, e);
    } else if (graph_is_once(g, e)) {
        p->value = node_raw(g, e, arg);
    } else {
        expr *own = arena_array(g->scratch, (size_t)e->arity, sizeof *own);
        for (int k = 0; k < e->arity; k++)
            own[k] = plain(s, e->arg[k]);
        p->value = node_raw(g, e, own);
    }
    return plain(s, e);
}

static struct graph *scale_graph(const struct graph *g, bool even)
{
    struct scaling s = {.graph = g,
                        .arena = g->arena,
                        .nodes = graph_nodes(g),
                        .one = number_int(g->arena, 1),
                        .slot = graph_table(g, sizeof *s.slot)};
    if (even)
        find_paths(&s);
    read_names(&s);
    find_needed(&s);
    choose_scales(&s); /* by the values' terms */
    choose_scales(&s); /* and by their users */
    struct graph *scaled = graph_rebuild(g, build, &s);
    for (int i = 0; i < g->labels; i++) { /* move to the unscaled values */
        expr e = g->label[i].soft ? NULL : g->label[i].node;
        if (e && s.nodes.live[strip(&s, e).node->id])
            scaled->label[i].node = plain(&s, e);
    }
    graph_note(scaled, -1);
    return scaled;
}

/* ---- with powers of two as scales, or any ---- */

long scale_grouped(const struct graph *g)
{
    struct arena_mark mark = arena_mark(g->scratch);
    struct weighed *f = &g->cache->grouped;
    if (!f->weight) {
        f->graph = graph_rebuild(g, pass_group, NULL);
        lower_weigh(f);
    }
    arena_release(g->scratch, mark);
    return f->weight;
}

/* Uses powers of two (see find_paths), unless any scales cost less. */
struct graph *pass_scale(const struct graph *g)
{
    if (g->cache->scaled)
        return g->cache->scaled;
    struct graph *any = scale_graph(g, false), *even = scale_graph(g, true);
    bool same =
        !memcmp(any->root, even->root, (size_t)g->roots * sizeof *g->root);
    return g->cache->scaled =
               !same && scale_grouped(even) <= scale_grouped(any) ? even : any;
}
