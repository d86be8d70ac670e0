/* SPDX-License-Identifier: MIT
 *
 * Phases, roles and order of a graph's nodes, once they are in the normal form
 * from which lines are made: powers are squares, products and reciprocals, sums
 * are short, multiples of h in sums are separate values.
 */
#include "opt/plan.h"

#include <string.h>

#include "base/arena.h"

enum {
    TERMS = 5,  /* terms in one sum of a tree */
    OPS = 8,    /* operations in one line's tree */
    BEFORE = 40 /* operations in a tree that only a loop's test needs */
};

/* Early sums are of values made LATE stages before: what was made last is added
 * singly, since a vector of it comes late. Packs of them (lower.c) pay in
 * routines of MANY stages: steps of order 7 took 0.84 to 0.94 of the time, of
 * order 4 and 5 0.85 to 1.04. */
enum { LATE = 2, MANY = 10 };

/* --- normal form -------------------------------------------------------- */

/* x^n by squaring, from the highest bit of n on. */
static expr spell_power(const struct graph *g, expr x, unsigned n)
{
    if (n <= 1)
        return x;
    expr even = raw_power(g, spell_power(g, x, n / 2), 2);
    return n % 2 ? raw_mul(g, even, x) : even;
}

/* True if the term c x of a sum has the form c h. */
static bool is_once_term(const struct graph *g, num c, expr x)
{
    return !number_is_unit(c) && x->op != OP_CONST && graph_is_once(g, x);
}

static bool is_normal(const struct graph *g, expr node, const expr *arg)
{
    if (node->op == OP_POW)
        return node->index == 2 || node->index == -1;
    bool normal = node->op != OP_SUM || node->arity <= TERMS;
    for (int i = 0; node->op == OP_SUM && normal && i < node->arity; i++)
        normal = !is_once_term(g, node->coef[i], arg[i]);
    return normal;
}

/* Splits a long sum; a term c h becomes a value of its own. */
static expr short_sums(const struct graph *g, expr node, const expr *given)
{
    int n = node->arity, from = 0;
    num *coef = arena_array(g->scratch, (size_t)n, sizeof *coef);
    expr *arg = arena_array(g->scratch, (size_t)n, sizeof *arg);
    for (int i = 0; i < n; i++) {
        num c = coef[i] = node->coef[i];
        arg[i] = given[i];
        if (!is_once_term(g, c, arg[i]))
            continue;
        arg[i] = raw_scale(g, number_abs(g->arena, c), arg[i]);
        coef[i] = number_int(g->arena, number_sign(c));
    }
    while (n - from > TERMS) {
        expr part = raw_sum(g, TERMS, coef + from, arg + from);
        from += TERMS - 1;
        arg[from] = part;
        coef[from] = number_int(g->arena, 1);
    }
    return raw_sum(g, n - from, coef + from, arg + from);
}

static expr make_normal(const struct graph *g, expr node, const expr *arg)
{
    if (is_normal(g, node, arg))
        return node_raw(g, node, arg);
    if (node->op == OP_SUM)
        return short_sums(g, node, arg);
    if (node->index < 0) /* -index may overflow */
        return raw_power(g, spell_power(g, arg[0], 0U - (unsigned)node->index),
                         -1);
    return spell_power(g, arg[0], (unsigned)node->index);
}

const struct graph *plan_normal(const struct graph *g, bool counts)
{
    const struct nodes nodes = graph_nodes(g);
    for (int i = 0; counts && i < nodes.n; i++)
        counts = is_normal(g, nodes.node[i], nodes.node[i]->arg);
    return counts ? g : graph_rebuild(g, make_normal, NULL);
}

/* --- phases and stages -------------------------------------------------- */

static expr unscaled(expr e)
{
    return e->op == OP_SCALE ? e->arg[0] : e;
}

/* Square roots of values that a test bounds are taken after that test. */
static void put_off_roots(struct plan *p, expr test, int phase)
{
    for (int k = 0; k < p->nodes.n; k++) {
        expr e = p->nodes.node[k];
        for (int j = 0; e->op == OP_SQRT && j < test->arity; j++)
            if (unscaled(e->arg[0]) == unscaled(test->arg[j]))
                p->phase[e->id] = phase;
    }
}

/* Finds phases and stages: a node is made no later than it is used. */
static void find_phases(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    const expr *own = p->graph->node_of,
               *root = p->graph->root + p->graph->values;
    for (int i = 0; i < r->solves; i++) {
        const struct solve *s = &r->solve[i];
        for (int k = 0; k < s->n; k++) {
            p->phase[own[s->unknown[k]->id]->id] = 2 * i + 1;
            p->phase[own[s->change_symbol[k]->id]->id] = 2 * i + 1;
            p->phase[own[s->result[k]->id]->id] = 2 * i + 2;
        }
        for (int k = 0; s->part && k < s->part->results; k++)
            p->phase[own[s->part->result[k]->id]->id] = 2 * i + 2;
        root += 2 * s->n + 2;
        if (s->n == 0 && s->accept)
            put_off_roots(p, root[-1], 2 * i + 2);
        root += s->part ? s->part->values : 0;
    }
    for (int i = 0; i < p->nodes.n; i++) {
        expr e = p->nodes.node[i];
        p->stage[e->id] = p->graph->stages->of[e->id];
        for (int k = 0; k < e->arity; k++)
            if (p->phase[e->arg[k]->id] > p->phase[e->id])
                p->phase[e->id] = p->phase[e->arg[k]->id];
    }
    for (int i = p->nodes.n - 1; i >= 0; i--) {
        expr e = p->nodes.node[i];
        for (int k = 0; k < e->arity; k++) {
            int a = e->arg[k]->id;
            if (p->phase[a] == p->phase[e->id] && p->stage[a] > p->stage[e->id])
                p->stage[a] = p->stage[e->id];
        }
    }
}

/* --- families of results ------------------------------------------------ */

/* Returns the shortest function that computes this result, or NULL. */
static const struct carried *carried_by(enum op op, int index)
{
    for (int i = 0; i < CARRIED; i++)
        if (strcmp(carried_functions[i].op, op_info(op)->name) == 0 &&
            index < carried_functions[i].results)
            return &carried_functions[i];
    return NULL;
}

/* All members are made where the first one is needed. `last` is, by first
 * argument, the latest family. */
static void find_families(struct plan *p)
{
    struct family **last = graph_table(p->graph, sizeof *last);
    for (int i = 0; i < p->nodes.n; i++) {
        expr e = p->nodes.node[i];
        if (!op_has_results(e->op))
            continue;
        const struct carried *call = carried_by(e->op, e->index);
        struct family **at = &last[e->arg[0]->id], *f = *at;
        size_t size = (size_t)e->arity * sizeof *e->arg;
        while (f &&
               (f->first->op != e->op || memcmp(f->first->arg, e->arg, size)))
            f = f->next;
        if (!f) {
            f = arena_alloc(p->scratch, sizeof *f);
            *f = (struct family){
                .first = e, .stage = p->stage[e->id], .next = *at};
            *at = f;
        }
        p->family[e->id] = f;
        if (!call) {
            p->program->fault = "a Stumpff function above c5";
            p->program->is_beyond = true;
            call = carried_by(e->op, 0);
        } else {
            f->member[e->index] = e;
        }
        if (!f->call || call->results > f->call->results)
            f->call = call;
        if (p->stage[e->id] < f->stage)
            f->stage = p->stage[e->id];
    }
    for (int i = 0; i < p->nodes.n; i++) {
        int id = p->nodes.node[i]->id;
        if (p->family[id])
            p->stage[id] = p->family[id]->stage;
    }
}

/* --- roles -------------------------------------------------------------- */

/* Counts the operations of the node itself when it is spelled out. */
static int own_ops(expr e)
{
    int ops = e->arity - 1;
    if (e->op != OP_SUM)
        return e->op == OP_ABS                      ? 3
               : e->op == OP_MIN || e->op == OP_MAX ? 2
                                                    : e->arity > 0;
    for (int i = 0; i < e->arity; i++)
        ops += !number_is_unit(e->coef[i]) && !expr_is_const(e->arg[i]);
    return ops;
}

/* True if the spelled-out node uses its arguments twice. */
static bool needs_names(expr e)
{
    return (e->op == OP_POW && e->index == 2) || e->op == OP_ABS ||
           e->op == OP_MIN || e->op == OP_MAX;
}

static void ask_before(int *before, expr e, int phase)
{
    if (before[e->id] == 0 || phase < before[e->id])
        before[e->id] = phase;
}

/* `body`: values that something other than a loop's test needs. `spelled`:
 * values that a test uses and its loop changes: the test spells them out, since
 * the lines of that phase have already run. before[id]: the first phase whose
 * lines come too late for a test that needs the node. */
static void find_needs(const struct plan *p, unsigned char *body,
                       unsigned char *spelled)
{
    const struct graph *g = p->graph;
    const struct routine *r = g->routine;
    int *before = graph_table(p->graph, sizeof *before);
    const expr *root = g->root;
    for (int k = 0; k < g->values; k++)
        body[(*root++)->id] = 1;
    for (int i = 0; i < r->solves; i++) {
        for (int k = 0; k < 2 * r->solve[i].n; k++)
            body[(*root++)->id] = 1;
        ask_before(before, *root++, 2 * i + 1);
        ask_before(before, *root++, 2 * i + 2);
        for (int k = 0; r->solve[i].part && k < r->solve[i].part->values; k++)
            body[(*root++)->id] = 1;
    }
    for (int i = p->nodes.n - 1; i >= 0; i--) {
        expr e = p->nodes.node[i];
        int phase = before[e->id];
        spelled[e->id] = phase > 0 && p->phase[e->id] >= phase;
        for (int k = 0; k < e->arity; k++) {
            body[e->arg[k]->id] |= body[e->id];
            if (phase > 0)
                ask_before(before, e->arg[k], phase);
        }
    }
}

static void give_line(struct plan *p, expr e)
{
    if (p->role[e->id] == ROLE_INLINE && e->arity > 0)
        p->role[e->id] = ROLE_LINE;
}

/* Gives lines to the largest arguments until the tree has at most `limit`
 * operations; returns their number. */
static int limit_tree(struct plan *p, expr e, const int *ops, int limit)
{
    for (;;) {
        int total = own_ops(e), most = 0, at = -1;
        for (int k = 0; k < e->arity; k++) {
            int a = e->arg[k]->id;
            if (p->role[a] != ROLE_INLINE)
                continue;
            total += ops[a];
            if (ops[a] > most) {
                most = ops[a];
                at = k;
            }
        }
        if (total <= limit || at < 0)
            return total;
        give_line(p, e->arg[at]);
    }
}

static void find_roles(struct plan *p)
{
    unsigned char *body = graph_table(p->graph, 1);
    unsigned char *spelled = graph_table(p->graph, 1);
    int *ops = graph_table(p->graph, sizeof *ops);
    find_needs(p, body, spelled);
    for (int i = 0; i < p->nodes.n; i++) {
        expr e = p->nodes.node[i];
        int id = e->id;
        if (e->op == OP_UNDEFINED)
            p->program->fault = "an undefined value";
        p->role[id] = e->op == OP_CONST || e->op == OP_SYMBOL ? ROLE_LEAF
                      : op_has_results(e->op)                 ? ROLE_CALL
                      : graph_is_once(p->graph, e)            ? ROLE_ONCE
                      : p->uses[id] > 1 || p->named[id]       ? ROLE_LINE
                                                              : ROLE_INLINE;
        for (int k = 0; k < e->arity; k++)
            if (needs_names(e) || e->op == OP_ENTRY ||
                p->phase[e->arg[k]->id] < p->phase[id])
                give_line(p, e->arg[k]);
        if (body[id] || !spelled[id])
            ops[id] = limit_tree(p, e, ops, body[id] ? OPS : BEFORE);
    }
    for (int i = 0; i < p->nodes.n; i++) { /* when all lines are given */
        int id = p->nodes.node[i]->id;
        if (spelled[id] && !body[id] && p->role[id] == ROLE_LINE)
            p->role[id] = ROLE_INLINE;
    }
}

/* Gives lines to the early sums, which may have products with h in them. */
static void find_early(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    int *when = graph_table(p->graph, sizeof *when); /* the stage, from 1 on */
    for (int i = 0; i < r->solves; i++)
        if (r->solve[i].n || r->solve[i].part) /* a loop changes values */
            return;
    for (int i = 0; i < p->nodes.n && r->stages >= MANY; i++) {
        expr e = p->nodes.node[i];
        const int id = e->id, stage = p->stage[id] + 1;
        bool is_sum = e->op == OP_SUM, once = false;
        for (int k = 0; k < e->arity; k++) {
            const int a = e->arg[k]->id;
            if (p->phase[a] == p->phase[id] && when[a] > when[id])
                when[id] = when[a];
            once |= p->role[a] == ROLE_ONCE;
        }
        if (p->role[id] == ROLE_ONCE || e->arity == 0)
            continue;
        bool goes_on = e->op == OP_MUL && once && p->role[id] == ROLE_INLINE;
        p->early[id] = is_sum && when[id] + LATE <= stage;
        if (p->early[id] || (goes_on && when[id] + LATE <= stage))
            continue;
        when[id] = stage;
        for (int k = 0; k < e->arity; k++)
            if (p->early[e->arg[k]->id])
                give_line(p, e->arg[k]);
    }
}

/* A short once-a-call value that is used once, by another one, is inlined. */
static void inline_once(struct plan *p)
{
    int *ops = graph_table(p->graph, sizeof *ops);
    for (int i = 0; i < p->nodes.n; i++) {
        expr e = p->nodes.node[i];
        if (p->role[e->id] != ROLE_ONCE)
            continue;
        ops[e->id] = own_ops(e);
        for (int k = 0; k < e->arity && !needs_names(e); k++) {
            int a = e->arg[k]->id;
            if (p->role[a] != ROLE_ONCE || p->uses[a] != 1 || p->named[a] ||
                ops[e->id] + ops[a] > OPS)
                continue;
            p->role[a] = ROLE_INLINE;
            ops[e->id] += ops[a];
        }
    }
}

/* --- order -------------------------------------------------------------- */

/* An explicit stack of nodes on the way to being placed. */
struct walk {
    expr *node;
    int *next;
    int depth;
    unsigned char *seen;
};

/* Returns a node's part of the program: phases in order, stages in each. */
static int part_of(const struct plan *p, expr e)
{
    return p->phase[e->id] * (p->graph->routine->stages + 1) + p->stage[e->id] +
           1;
}

static void push(struct walk *w, expr e)
{
    if (w->seen[e->id])
        return;
    w->seen[e->id] = 1;
    w->node[w->depth] = e;
    w->next[w->depth++] = 0;
}

static void place(struct plan *p, expr e)
{
    struct family *f = p->family[e->id];
    if (p->role[e->id] == ROLE_LINE || (f && !f->placed))
        p->order[p->orders++] = e;
    if (f)
        f->placed = true;
}

/* Places what `anchor` needs in its own part, then the anchor. */
static void place_from(struct plan *p, struct walk *w, expr anchor)
{
    int part = part_of(p, anchor);
    push(w, anchor);
    while (w->depth > 0) {
        expr e = w->node[w->depth - 1];
        int k = w->next[w->depth - 1]++;
        if (k < e->arity) {
            if (part_of(p, e->arg[k]) == part)
                push(w, e->arg[k]);
            continue;
        }
        w->depth--;
        place(p, e);
    }
}

/* In each part labelled values come first, in the method's order. The cost is
 * the same in any order. */
static void find_order(struct plan *p, bool counts)
{
    const struct graph *g = p->graph;
    const struct routine *r = g->routine;
    size_t count = (size_t)p->nodes.n;
    int parts = (2 * r->solves + 1) * (r->stages + 1);
    struct walk w = {.node = arena_array(p->scratch, count, sizeof *w.node),
                     .next = arena_array(p->scratch, count, sizeof *w.next),
                     .seen = graph_table(p->graph, 1)};
    expr *first = arena_array(p->scratch, (size_t)parts, sizeof *first);
    expr *after = graph_table(g, sizeof *after); /* next, in the same part */
    p->order = arena_array(p->scratch, count, sizeof *p->order);
    for (int i = p->nodes.n - 1; i >= 0; i--) {
        expr e = p->nodes.node[i], *at = &first[part_of(p, e)];
        after[e->id] = *at;
        *at = e;
    }
    for (int part = 0; part < parts; part++) {
        for (int k = 0; first[part] && !counts && k < g->labels; k++) {
            expr e = g->label[k].soft ? NULL : g->label[k].node;
            if (e && p->nodes.live[e->id] && part_of(p, e) == part)
                place_from(p, &w, e);
        }
        for (expr e = first[part]; e; e = after[e->id])
            counts ? place(p, e) : place_from(p, &w, e);
    }
}

/* --- all ---------------------------------------------------------------- */

struct plan *plan_make(const struct graph *given, struct arena *arena)
{
    const bool counts = arena == given->scratch;
    const struct graph *g = plan_normal(given, counts);
    struct plan *p = arena_alloc(g->scratch, sizeof *p);
    *p = (struct plan){.graph = g,
                       .arena = arena,
                       .scratch = g->scratch,
                       .program = arena_alloc(arena, sizeof *p->program),
                       .nodes = graph_nodes(g),
                       .named = graph_named(g, false),
                       .role = graph_table(g, 1),
                       .early = graph_table(g, 1),
                       .phase = graph_table(g, sizeof *p->phase),
                       .stage = graph_table(g, sizeof *p->stage),
                       .family = graph_table(g, sizeof *p->family),
                       .name = graph_table(g, sizeof *p->name),
                       .note = graph_table(g, sizeof *p->note),
                       .uses = graph_uses(g)};
    find_phases(p);
    find_families(p);
    find_roles(p);
    if (!counts)
        find_early(p);
    inline_once(p);
    find_order(p, counts);
    return p;
}
