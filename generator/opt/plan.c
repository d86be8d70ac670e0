/* SPDX-License-Identifier: MIT
 *
 * Phases, roles and order of a graph's nodes.
 */
#include "opt/plan.h"

#include "base/arena.h"

/* --- phases and stages -------------------------------------------------- */

static void set_phase(struct plan *p, const struct expr *leaf, int phase)
{
    if (leaf->id < p->size)
        p->phase[leaf->id] = (short)phase;
}

static void find_phases(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    for (int i = 0; i < r->solves; i++)
        for (int k = 0; k < r->solve[i].n; k++) {
            set_phase(p, r->solve[i].unknown[k], 2 * i + 1);
            set_phase(p, r->solve[i].change_symbol[k], 2 * i + 1);
            set_phase(p, r->solve[i].result[k], 2 * i + 2);
        }
    for (int i = 0; i < p->size; i++) {
        const struct expr *e = pool_node(p->graph->pool, i);
        for (int k = 0; p->live[i] && k < e->arity; k++)
            if (p->phase[e->arg[k]->id] > p->phase[i])
                p->phase[i] = p->phase[e->arg[k]->id];
    }
}

/* A node must be made no later than where it is used. */
static void find_stages(struct plan *p)
{
    for (int i = 0; i < p->size; i++)
        p->stage[i] =
            i < p->graph->stages->count ? p->graph->stages->of[i] : -1;
    for (int i = p->size - 1; i >= 0; i--) {
        const struct expr *e = pool_node(p->graph->pool, i);
        for (int k = 0; p->live[i] && k < e->arity; k++) {
            int a = e->arg[k]->id;
            if (p->phase[a] == p->phase[i] && p->stage[a] > p->stage[i])
                p->stage[a] = p->stage[i];
        }
    }
}

/* --- families of c_k ---------------------------------------------------- */

static void find_families(struct plan *p)
{
    int *of = arena_array(p->arena, (size_t)p->size, sizeof *of);
    int room = 0;
    for (int i = 0; i < p->size; i++) {
        const struct expr *e = pool_node(p->graph->pool, i);
        p->family[i] = -1;
        if (!p->live[i] || e->op != OP_STUMPFF)
            continue;
        if (e->index > 5) {
            p->fault = "a Stumpff function above c5";
            continue;
        }
        int argument = e->arg[0]->id;
        if (of[argument] == 0) {
            arena_push(p->arena, p->item, p->families, room);
            p->item[p->families++] = (struct family){.argument = e->arg[0]};
            of[argument] = p->families;
        }
        p->family[i] = of[argument] - 1;
        p->item[p->family[i]].member[e->index] = e;
    }
}

static void finish_family(struct plan *p, struct family *f)
{
    int top = 5;
    while (!f->member[top])
        top--;
    f->members = top < 2 ? 2 : top < 4 ? 4 : 6;
    f->call = top < 2 ? "c01" : top < 4 ? "c0123" : "c012345";
    short first = p->stage[f->member[top]->id];
    for (int k = 0; k < top; k++)
        if (f->member[k] && p->stage[f->member[k]->id] < first)
            first = p->stage[f->member[k]->id];
    for (int k = 0; k <= top; k++)
        if (f->member[k])
            p->stage[f->member[k]->id] = first;
}

/* --- roles -------------------------------------------------------------- */

int plan_own_ops(const struct expr *e)
{
    int ops = 0;
    switch (e->op) {
    case OP_CONST:
    case OP_SYMBOL:
        return 0;
    case OP_SUM:
        for (int i = 0; i < e->arity; i++)
            if (!number_is_unit(e->coef[i]) && !expr_is_const(e->arg[i]))
                ops++;
        return ops + e->arity - 1;
    case OP_ABS:
        return 3;
    case OP_MIN:
    case OP_MAX:
        return 2;
    default:
        return 1;
    }
}

bool plan_needs_names(const struct expr *e)
{
    return (e->op == OP_POW && e->index == 2) || e->op == OP_ABS ||
           e->op == OP_MIN || e->op == OP_MAX;
}

/* What only tests of loops need is spelled out there. */
static unsigned char *find_body(const struct plan *p)
{
    const struct graph *g = p->graph;
    const struct expr **root =
        arena_array(p->arena, (size_t)g->roots, sizeof *root);
    unsigned char *body = arena_alloc(p->arena, (size_t)p->size + 1);
    int n = 0, next = 0;
    for (int i = 0; i < g->roots; i++) {
        bool is_test = false;
        if (next < g->routine->solves) {
            int last =
                graph_solve_root(g, next) + 2 * g->routine->solve[next].n;
            is_test = i == last || i == last + 1;
            next += i == last + 1;
        }
        if (!is_test)
            root[n++] = g->root[i];
    }
    expr_reach(g->pool, n, root, body);
    return body;
}

static void give_line(struct plan *p, const struct expr *e)
{
    if (p->role[e->id] == ROLE_INLINE && e->arity > 0)
        p->role[e->id] = ROLE_LINE;
}

/* Gives lines to the largest arguments until the tree is small enough. */
static int limit_tree(struct plan *p, const struct expr *e, const int *ops)
{
    for (;;) {
        int total = plan_own_ops(e), most = 0, at = -1;
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
        if (total <= PLAN_OPS || at < 0)
            return total;
        give_line(p, e->arg[at]);
    }
}

static enum role role_of(const struct plan *p, const struct expr *e)
{
    if (e->op == OP_CONST || e->op == OP_SYMBOL)
        return ROLE_LEAF;
    if (e->op == OP_STUMPFF)
        return ROLE_CALL;
    if (graph_is_once(p->graph, e))
        return ROLE_ONCE;
    return p->uses[e->id] > 1 || p->named[e->id] ? ROLE_LINE : ROLE_INLINE;
}

static void find_roles(struct plan *p)
{
    const unsigned char *body = find_body(p);
    int *ops = arena_array(p->arena, (size_t)p->size, sizeof *ops);
    for (int i = 0; i < p->size; i++) {
        const struct expr *e = pool_node(p->graph->pool, i);
        if (!p->live[i])
            continue;
        if (e->op == OP_UNDEFINED)
            p->fault = "an undefined value";
        p->role[i] = (unsigned char)role_of(p, e);
        for (int k = 0; k < e->arity; k++)
            if (plan_needs_names(e) || p->phase[e->arg[k]->id] < p->phase[i])
                give_line(p, e->arg[k]);
        if (body[i])
            ops[i] = limit_tree(p, e, ops);
        else if (p->role[i] == ROLE_LINE && p->phase[i] > 0)
            p->role[i] = ROLE_INLINE;
    }
}

/* A product of constants and h inside another one needs no name. */
static void inline_once(struct plan *p)
{
    for (int i = 0; i < p->size; i++) {
        const struct expr *e = pool_node(p->graph->pool, i);
        if (!p->live[i] || p->role[i] != ROLE_ONCE || e->op == OP_POW)
            continue;
        for (int k = 0; k < e->arity; k++) {
            int a = e->arg[k]->id;
            if (p->role[a] == ROLE_ONCE && p->uses[a] == 1 && !p->named[a])
                p->role[a] = ROLE_INLINE;
        }
    }
}

/* --- order -------------------------------------------------------------- */

/* An explicit stack of nodes on the way to being placed. */
struct walk {
    const struct expr **node;
    int *next;
    int depth;
    unsigned char *seen;
};

static void place(struct plan *p, const struct expr *e)
{
    if (p->role[e->id] == ROLE_LINE)
        p->order[p->orders++] = e;
    if (p->role[e->id] != ROLE_CALL)
        return;
    struct family *f = &p->item[p->family[e->id]];
    if (!f->placed)
        p->order[p->orders++] = e;
    f->placed = true;
}

static bool same_part(const struct plan *p, int a, int b)
{
    return p->phase[a] == p->phase[b] && p->stage[a] == p->stage[b];
}

static void push(struct walk *w, const struct expr *e)
{
    if (w->seen[e->id])
        return;
    w->seen[e->id] = 1;
    w->node[w->depth] = e;
    w->next[w->depth++] = 0;
}

/* Places what `anchor` needs in its own part, then the anchor. */
static void place_from(struct plan *p, struct walk *w,
                       const struct expr *anchor)
{
    push(w, anchor);
    while (w->depth > 0) {
        const struct expr *e = w->node[w->depth - 1];
        int k = w->next[w->depth - 1]++;
        if (k == e->arity) {
            w->depth--;
            place(p, e);
        } else if (same_part(p, e->arg[k]->id, anchor->id)) {
            push(w, e->arg[k]);
        }
    }
}

/* Nodes sorted by phase and stage, by id within. */
static int *sort_nodes(const struct plan *p, int stages, int phases)
{
    int parts = phases * (stages + 1);
    int *start = arena_array(p->arena, (size_t)parts + 1, sizeof *start);
    int *sorted = arena_array(p->arena, (size_t)p->size + 1, sizeof *sorted);
    for (int i = 0; i < p->size; i++)
        if (p->live[i])
            start[p->phase[i] * (stages + 1) + p->stage[i] + 2]++;
    for (int i = 0; i < parts; i++)
        start[i + 1] += start[i];
    for (int i = 0; i < p->size; i++)
        if (p->live[i])
            sorted[start[p->phase[i] * (stages + 1) + p->stage[i] + 1]++] = i;
    return sorted;
}

/* Labelled values of the part lead, in the method's order. */
static void place_labels(struct plan *p, struct walk *w, int node)
{
    const struct graph *g = p->graph;
    for (int i = 0; i < g->labels; i++) {
        const struct expr *e = g->label[i].node;
        if (e && p->live[e->id] && same_part(p, e->id, node))
            place_from(p, w, e);
    }
}

static void find_order(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    int count = 0;
    for (int i = 0; i < p->size; i++)
        count += p->live[i];
    const int *sorted = sort_nodes(p, r->stages, 2 * r->solves + 1);
    struct walk w = {
        .node = arena_array(p->arena, (size_t)count, sizeof *w.node),
        .next = arena_array(p->arena, (size_t)count, sizeof *w.next),
        .seen = arena_alloc(p->arena, (size_t)p->size + 1)};
    p->order = arena_array(p->arena, (size_t)count, sizeof *p->order);
    for (int i = 0; i < count; i++) {
        if (i == 0 || !same_part(p, sorted[i - 1], sorted[i]))
            place_labels(p, &w, sorted[i]);
        place_from(p, &w, pool_node(p->graph->pool, sorted[i]));
    }
}

/* --- all ---------------------------------------------------------------- */

struct plan *plan_make(const struct graph *g)
{
    struct plan *p = arena_alloc(g->arena, sizeof *p);
    p->graph = g;
    p->arena = g->arena;
    p->size = pool_size(g->pool);
    size_t size = (size_t)p->size + 1;
    p->live = graph_live(g);
    p->uses = graph_uses(g, p->live);
    p->named = graph_named(g);
    p->role = arena_alloc(g->arena, size);
    p->phase = arena_array(g->arena, size, sizeof *p->phase);
    p->stage = arena_array(g->arena, size, sizeof *p->stage);
    p->family = arena_array(g->arena, size, sizeof *p->family);
    p->name = arena_array(g->arena, size, sizeof *p->name);
    find_phases(p);
    find_stages(p);
    find_families(p);
    for (int i = 0; i < p->families; i++)
        finish_family(p, &p->item[i]);
    find_roles(p);
    inline_once(p);
    find_order(p);
    return p;
}
