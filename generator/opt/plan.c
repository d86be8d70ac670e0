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
        p->phase[leaf->id] = phase;
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
    for (int i = 0; i < p->nodes.n; i++) {
        const struct expr *e = p->nodes.node[i];
        for (int k = 0; k < e->arity; k++)
            if (p->phase[e->arg[k]->id] > p->phase[e->id])
                p->phase[e->id] = p->phase[e->arg[k]->id];
    }
}

/* A node must be made no later than where it is used. */
static void find_stages(struct plan *p)
{
    for (int i = 0; i < p->nodes.n; i++) {
        int id = p->nodes.node[i]->id;
        p->stage[id] =
            id < p->graph->stages->count ? p->graph->stages->of[id] : -1;
    }
    for (int i = p->nodes.n - 1; i >= 0; i--) {
        const struct expr *e = p->nodes.node[i];
        for (int k = 0; k < e->arity; k++) {
            int a = e->arg[k]->id;
            if (p->phase[a] == p->phase[e->id] && p->stage[a] > p->stage[e->id])
                p->stage[a] = p->stage[e->id];
        }
    }
}

/* --- families of results ------------------------------------------------ */

static bool same_call(const struct expr *a, const struct expr *b)
{
    bool same = a->op == b->op;
    for (int k = 0; same && k < a->arity; k++)
        same = a->arg[k] == b->arg[k];
    return same;
}

/* The family of the node, a new one if it is the first of it.  `last` is, by
 * first argument, 1 + the family met last; `next` leads to those before. */
static int find_family(struct plan *p, const struct expr *e, int *last,
                       int *room, int **next)
{
    int *at = &last[e->arg[0]->id];
    for (int i = *at; i > 0; i = (*next)[i - 1])
        if (same_call(p->item[i - 1].first, e))
            return i - 1;
    int links = *room;
    arena_push(p->arena, p->item, p->families, *room);
    arena_push(p->arena, *next, p->families, links);
    (*next)[p->families] = *at;
    p->item[p->families++] = (struct family){.first = e};
    *at = p->families;
    return p->families - 1;
}

static void find_families(struct plan *p)
{
    int *last = arena_array(p->arena, (size_t)p->size, sizeof *last);
    int *next = NULL, room = 0;
    for (int i = 0; i < p->nodes.n; i++) {
        const struct expr *e = p->nodes.node[i];
        if (!op_has_results(e->op))
            continue;
        if (!carried_find(e->op, e->index)) {
            p->fault = "a Stumpff function above c5";
            p->is_beyond = true;
            continue;
        }
        p->family[e->id] = find_family(p, e, last, &room, &next);
        p->item[p->family[e->id]].member[e->index] = e;
    }
}

static void finish_family(struct plan *p, struct family *f)
{
    int top = CARRIED_RESULTS - 1;
    while (!f->member[top])
        top--;
    f->call = carried_find(f->first->op, top);
    int first = p->stage[f->member[top]->id];
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

/* What something else than tests of loops needs. */
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

static void ask_before(int *before, const struct expr *e, int phase)
{
    if (before[e->id] == 0 || phase < before[e->id])
        before[e->id] = phase;
}

/* What stands in a test and changes in its loop: it is spelled out there,
 * since the lines of that phase have been run before.  before[id]: the first
 * phase whose lines come too late for a test that needs the node. */
static unsigned char *find_spelled(const struct plan *p)
{
    const struct graph *g = p->graph;
    unsigned char *spelled = arena_alloc(p->arena, (size_t)p->size + 1);
    int *before = arena_array(p->arena, (size_t)p->size + 1, sizeof *before);
    for (int i = 0; i < g->routine->solves; i++) {
        int done = graph_solve_root(g, i) + 2 * g->routine->solve[i].n;
        ask_before(before, g->root[done], 2 * i + 1);
        ask_before(before, g->root[done + 1], 2 * i + 2);
    }
    for (int i = p->nodes.n - 1; i >= 0; i--) {
        const struct expr *e = p->nodes.node[i];
        int phase = before[e->id];
        spelled[e->id] = phase > 0 && p->phase[e->id] >= phase;
        for (int k = 0; phase > 0 && k < e->arity; k++)
            ask_before(before, e->arg[k], phase);
    }
    return spelled;
}

static void give_line(struct plan *p, const struct expr *e)
{
    if (p->role[e->id] == ROLE_INLINE && e->arity > 0)
        p->role[e->id] = ROLE_LINE;
}

/* Gives lines to the largest arguments until the tree has `limit` operations.
 */
static int limit_tree(struct plan *p, const struct expr *e, const int *ops,
                      int limit)
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
        if (total <= limit || at < 0)
            return total;
        give_line(p, e->arg[at]);
    }
}

static enum role role_of(const struct plan *p, const struct expr *e)
{
    if (e->op == OP_CONST || e->op == OP_SYMBOL)
        return ROLE_LEAF;
    if (op_has_results(e->op))
        return ROLE_CALL;
    if (graph_is_once(p->graph, e))
        return ROLE_ONCE;
    return p->uses[e->id] > 1 || p->named[e->id] ? ROLE_LINE : ROLE_INLINE;
}

static void find_roles(struct plan *p)
{
    const unsigned char *body = find_body(p), *spelled = find_spelled(p);
    int *ops = arena_array(p->arena, (size_t)p->size, sizeof *ops);
    for (int i = 0; i < p->nodes.n; i++) {
        const struct expr *e = p->nodes.node[i];
        int id = e->id;
        if (e->op == OP_UNDEFINED)
            p->fault = "an undefined value";
        p->role[id] = (unsigned char)role_of(p, e);
        for (int k = 0; k < e->arity; k++)
            if (plan_needs_names(e) || p->phase[e->arg[k]->id] < p->phase[id])
                give_line(p, e->arg[k]);
        if (body[id] || !spelled[id])
            ops[id] = limit_tree(p, e, ops, body[id] ? PLAN_OPS : PLAN_BEFORE);
    }
    for (int i = 0; i < p->nodes.n; i++) { /* after all who asked for lines */
        int id = p->nodes.node[i]->id;
        if (spelled[id] && !body[id] && p->role[id] == ROLE_LINE)
            p->role[id] = ROLE_INLINE;
    }
}

/* What is known once a call and used once, for such a value, needs no name
 * where it is short. */
static void inline_once(struct plan *p)
{
    int *ops = arena_array(p->arena, (size_t)p->size, sizeof *ops);
    for (int i = 0; i < p->nodes.n; i++) {
        const struct expr *e = p->nodes.node[i];
        if (p->role[e->id] != ROLE_ONCE)
            continue;
        ops[e->id] = plan_own_ops(e);
        for (int k = 0; k < e->arity && !plan_needs_names(e); k++) {
            int a = e->arg[k]->id;
            if (p->role[a] != ROLE_ONCE || p->uses[a] != 1 || p->named[a] ||
                ops[e->id] + ops[a] > PLAN_OPS)
                continue;
            p->role[a] = ROLE_INLINE;
            ops[e->id] += ops[a];
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

/* The nodes by part[id], which is `least` or more; those of one part stay in
 * their order. */
static const struct expr **sort_by(const struct plan *p, const int *part,
                                   int least, int parts,
                                   const struct expr *const *node)
{
    int n = p->nodes.n;
    int *start = arena_array(p->arena, (size_t)parts + 1, sizeof *start);
    const struct expr **sorted =
        arena_array(p->arena, (size_t)n, sizeof *sorted);
    for (int i = 0; i < n; i++)
        start[part[node[i]->id] - least + 1]++;
    for (int i = 0; i < parts; i++)
        start[i + 1] += start[i];
    for (int i = 0; i < n; i++)
        sorted[start[part[node[i]->id] - least]++] = node[i];
    return sorted;
}

/* Nodes sorted by phase and stage, by id within. */
static const struct expr **sort_nodes(const struct plan *p)
{
    const struct routine *r = p->graph->routine;
    const struct expr **by_stage =
        sort_by(p, p->stage, -1, r->stages + 1, p->nodes.node);
    return sort_by(p, p->phase, 0, 2 * r->solves + 1, by_stage);
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
    size_t count = (size_t)p->nodes.n;
    const struct expr **sorted = sort_nodes(p);
    struct walk w = {.node = arena_array(p->arena, count, sizeof *w.node),
                     .next = arena_array(p->arena, count, sizeof *w.next),
                     .seen = arena_alloc(p->arena, (size_t)p->size + 1)};
    p->order = arena_array(p->arena, count, sizeof *p->order);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !same_part(p, sorted[i - 1]->id, sorted[i]->id))
            place_labels(p, &w, sorted[i]->id);
        place_from(p, &w, sorted[i]);
    }
}

/* --- all ---------------------------------------------------------------- */

struct plan *plan_make(const struct graph *g, struct arena *arena)
{
    struct plan *p = arena_alloc(arena, sizeof *p);
    p->graph = g;
    p->arena = arena;
    p->size = pool_size(g->pool);
    size_t size = (size_t)p->size + 1;
    p->live = graph_live(g);
    p->nodes = graph_nodes(g, p->live);
    p->uses = graph_uses(g, p->live);
    p->named = graph_named(g);
    p->role = arena_alloc(arena, size);
    p->phase = arena_array(arena, size, sizeof *p->phase);
    p->stage = arena_array(arena, size, sizeof *p->stage);
    p->family = arena_array(arena, size, sizeof *p->family);
    p->name = arena_array(arena, size, sizeof *p->name);
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
