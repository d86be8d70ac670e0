/* SPDX-License-Identifier: MIT
 *
 * Live nodes, uses and stages of a routine's graph, and its rebuilding.
 */
#include "opt/graph.h"

#include <string.h>

#include "base/arena.h"

static void note_roots(struct graph *g)
{
    const struct routine *r = g->routine;
    size_t n = 0;
    for (int i = 0; i < r->outputs; i++)
        n += (size_t)r->output[i].n;
    for (int i = 0; i < r->solves; i++)
        n += 2 * (size_t)r->solve[i].n + 2;
    expr *root = arena_array(g->arena, n, sizeof *root);
    g->root = root;
    g->solve_root =
        arena_array(g->arena, (size_t)r->solves, sizeof *g->solve_root);
    for (int i = 0; i < r->outputs; i++)
        for (int k = 0; k < r->output[i].n; k++)
            *root++ = r->output[i].value[k];
    for (int i = 0; i < r->solves; i++) {
        const struct solve *s = &r->solve[i];
        g->solve_root[i] = (int)(root - g->root);
        for (int k = 0; k < s->n; k++)
            *root++ = s->start[k];
        for (int k = 0; k < s->n; k++)
            *root++ = s->change[k];
        *root++ = s->done;
        *root++ = s->accept ? s->accept : expr_int(g->pool, 1);
    }
    g->roots = (int)n;
}

void graph_note(const struct graph *g, int stage)
{
    struct stages *s = g->stages;
    while (s->count < pool_size(g->pool)) {
        arena_push(g->arena, s->of, s->count, s->room);
        s->of[s->count++] = stage;
    }
}

/* Stage of node i: the last stage that begins at or before it, else -1. */
static void note_stages(struct graph *g)
{
    const struct routine *r = g->routine;
    struct stages *s = arena_alloc(g->arena, sizeof *s);
    int stage = -1;
    g->stages = s;
    for (int size = pool_size(g->pool); s->count < size; s->count++) {
        while (stage + 1 < r->stages && r->stage[stage + 1].first <= s->count)
            stage++;
        arena_push(g->arena, s->of, s->count, s->room);
        s->of[s->count] = stage < 0 ? -1 : r->stage[stage].as;
    }
}

/* A list of the graph's own. */
static void *copy(const struct graph *g, const void *list, int n, size_t size)
{
    void *own = arena_array(g->arena, (size_t)n, size);
    return n ? memcpy(own, list, (size_t)n * size) : own;
}

struct graph *graph_new(struct arena *arena, struct arena *scratch,
                        const struct step *step, const struct routine *routine,
                        enum real real)
{
    struct graph *g = arena_alloc(arena, sizeof *g);
    g->arena = arena;
    g->scratch = scratch;
    g->pool = pool_copy(step->pool, arena);
    g->step = step;
    g->routine = routine;
    g->real = real;
    note_roots(g);
    note_stages(g);
    g->label = copy(g, routine->label, routine->labels, sizeof *g->label);
    g->soft = copy(g, routine->label, routine->labels, sizeof *g->soft);
    for (int i = 0; i < routine->labels; i++)
        if (routine->label[i].soft)
            g->soft[g->softs++] = routine->label[i];
        else
            g->label[g->labels++] = routine->label[i];
    return g;
}

struct nodes graph_nodes(const struct graph *g)
{
    struct nodes nodes = {0};
    int size = pool_size(g->pool), n = 0;
    nodes.live = arena_alloc(g->scratch, (size_t)size + 1);
    expr_reach(g->pool, g->roots, g->root, nodes.live);
    for (int i = 0; i < size; i++)
        n += nodes.live[i];
    nodes.node = arena_array(g->scratch, (size_t)n, sizeof *nodes.node);
    for (int i = 0; (i = marked_from(nodes.live, i, size)) < size; i++)
        nodes.node[nodes.n++] = pool_node(g->pool, i);
    return nodes;
}

int *graph_uses(const struct graph *g, const struct nodes *nodes)
{
    size_t size = (size_t)pool_size(g->pool);
    int *uses = arena_array(g->scratch, size, sizeof *uses);
    for (int i = 0; i < nodes->n; i++)
        for (int k = 0; k < nodes->node[i]->arity; k++)
            uses[nodes->node[i]->arg[k]->id]++;
    for (int i = 0; i < g->roots; i++)
        uses[g->root[i]->id]++;
    return uses;
}

unsigned char *graph_named(const struct graph *g, bool whole)
{
    unsigned char *named =
        arena_alloc(g->scratch, (size_t)pool_size(g->pool) + 1);
    for (int i = 0; i < g->labels; i++) {
        expr e = g->label[i].node;
        if (e)
            named[e->id] = 1;
        for (; whole && e && e->op == OP_SCALE; e = e->arg[0])
            named[e->arg[0]->id] = 1;
    }
    return named;
}

unsigned char *graph_own(const struct graph *g, const struct nodes *nodes)
{
    const int *uses = graph_uses(g, nodes);
    unsigned char *own = graph_named(g, true);
    for (int i = 0; i < pool_size(g->pool); i++)
        own[i] = uses[i] == 1 && !own[i];
    return own;
}

/* The term that has a way from the stored number; or NULL. */
static expr term_on_way(const unsigned char *from, expr sum)
{
    for (int k = 0; sum->op == OP_SUM && k < sum->arity; k++)
        if (from[sum->arg[k]->id] && number_is_unit(sum->coef[k]))
            return sum->arg[k];
    return NULL;
}

/* From the new value down to the stored one; `from` has room for a mark of each
 * node. */
static void find_way(const struct graph *g, const struct nodes *nodes,
                     expr stored, expr value, unsigned char *from, expr *way)
{
    memset(from, 0, (size_t)pool_size(g->pool));
    from[stored->id] = 1;
    for (int i = 0; i < nodes->n; i++)
        if (term_on_way(from, nodes->node[i]))
            from[nodes->node[i]->id] = 1;
    expr e = value->op == OP_SCALE ? value->arg[0] : value;
    for (expr next; (next = term_on_way(from, e)); e = next)
        way[e->id] = next;
}

expr *graph_ways(const struct graph *g, const struct nodes *nodes,
                 const struct store *only)
{
    const struct step *s = g->step;
    size_t size = (size_t)pool_size(g->pool);
    unsigned char *from = arena_alloc(g->scratch, size + 1);
    expr *way = arena_array(g->scratch, size, sizeof *way);
    if (g->routine != &s->advance && g->routine != &s->trial)
        return way;
    for (int i = 0, at = 0; i < g->routine->outputs; i++)
        for (int k = 0; k < g->routine->output[i].n; k++, at++)
            for (int j = 0; j < s->stores; j++)
                if (s->store[j].name == g->routine->output[i].name &&
                    (!only || only == &s->store[j]))
                    find_way(g, nodes, s->store[j].symbol[k], g->root[at], from,
                             way);
    return way;
}

/* More arguments wait than a look into a product takes; or something else than
 * a product is in it. */
enum { FIXED = 0, WAITING = 16, NEVER = 255 };

/* FIXED for what is made of constants and params alone; of products of that and
 * h how many arguments wait at most where they are looked into from the last
 * one on; else NEVER.  Arguments are older than the node. */
static unsigned char once_of(const struct graph *g, expr e)
{
    const unsigned char *of = g->stages->once;
    bool fixed = e->op == OP_SYMBOL ? e->index == SYMBOL_PARAM
                                    : e->op == OP_CONST || e->arity > 0;
    bool product = e->op == OP_SCALE || e->op == OP_MUL ||
                   (e->op == OP_POW && e->index > 0);
    int waiting = e == g->step->h ? 1 : product ? e->arity : NEVER;
    for (int k = 0; k < e->arity; k++) {
        int own = of[e->arg[k]->id];
        fixed = fixed && own == FIXED;
        waiting = own + k > waiting ? own + k : waiting;
    }
    if (fixed && !op_has_results(e->op))
        return FIXED;
    return waiting > WAITING ? NEVER : (unsigned char)waiting;
}

bool graph_is_once(const struct graph *g, expr e)
{
    struct stages *s = g->stages;
    for (; s->seen <= e->id; s->seen++) {
        arena_push(g->arena, s->once, s->seen, s->seen_room);
        s->once[s->seen] = once_of(g, pool_node(g->pool, s->seen));
    }
    return s->once[e->id] != NEVER;
}

/* --- rebuilding --------------------------------------------------------- */

/* A label goes along with its node; one on c x with only x alive still says
 * how x is wanted.  For a soft one no node is made. */
static void move_label(const struct graph *g, struct label *label,
                       const expr *map, int size)
{
    expr e = label->node;
    expr now = e && e->id < size ? map[e->id] : NULL;
    if (!e || (!label->soft && now && now->op != OP_SCALE)) {
        label->node = now;
        return;
    }
    num c = label->factor ? label->factor : number_int(g->arena, 1);
    while (e->op == OP_SCALE && (e->id >= size || !map[e->id])) {
        c = number_mul(g->arena, c, e->number);
        e = e->arg[0];
    }
    now = e->id < size ? map[e->id] : NULL;
    if (now && now->op == OP_SCALE) {
        c = number_mul(g->arena, c, now->number);
        now = now->arg[0];
    }
    if (label->soft)
        label->factor = c;
    else if (now)
        now = raw_scale(g->pool, c, now);
    label->node = now;
}

struct graph *graph_rebuild(const struct graph *old, graph_rewrite *rewrite,
                            void *context)
{
    struct graph *g = copy(old, old, 1, sizeof *g);
    struct nodes nodes = graph_nodes(old);
    int size = pool_size(g->pool);
    expr *map = arena_array(g->scratch, (size_t)size, sizeof *map);
    g->root = copy(g, old->root, g->roots, sizeof *g->root);
    g->label = copy(g, old->label, g->labels, sizeof *g->label);
    g->soft = copy(g, old->soft, g->softs, sizeof *g->soft);
    graph_note(g, -1);
    for (int i = 0; i < nodes.n; i++) {
        expr e = nodes.node[i];
        expr few[8];
        expr *arg = few;
        if (e->arity > 8)
            arg = arena_array(g->scratch, (size_t)e->arity, sizeof *arg);
        for (int k = 0; k < e->arity; k++)
            arg[k] = map[e->arg[k]->id];
        map[e->id] = rewrite(context, e, arg);
        graph_note(g, g->stages->of[e->id]);
    }
    for (int i = 0; i < g->roots; i++)
        g->root[i] = map[g->root[i]->id];
    for (int i = 0; i < g->labels; i++)
        move_label(g, &g->label[i], map, size);
    for (int i = 0; i < g->softs; i++)
        move_label(g, &g->soft[i], map, size);
    graph_note(g, -1);
    return g;
}
