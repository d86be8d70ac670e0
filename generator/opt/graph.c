/* SPDX-License-Identifier: MIT
 *
 * Live nodes, uses and stages of a routine's graph, and its rebuilding.
 */
#include "opt/graph.h"

#include <string.h>

#include "base/arena.h"

bool number_is_minus_one(const struct number *x)
{
    long value;
    return number_is_int(x, &value) && value == -1;
}

bool number_is_unit(const struct number *x)
{
    return number_is_one(x) || number_is_minus_one(x);
}

bool number_near(const struct number *a, const struct number *b)
{
    if (number_is_exact(a) && number_is_exact(b))
        return number_equal(a, b);
    mpfr_t x, y;
    mpfr_inits2(NUMBER_BITS, x, y, (mpfr_ptr)0);
    number_mpfr(a, x);
    number_mpfr(b, y);
    mpfr_sub(y, x, y, MPFR_RNDN);
    bool near = mpfr_zero_p(y) ||
                (!mpfr_zero_p(x) && mpfr_get_exp(y) < mpfr_get_exp(x) - 200);
    mpfr_clears(x, y, (mpfr_ptr)0);
    return near;
}

const struct number *number_tidy(struct arena *arena, const struct number *x)
{
    if (number_is_exact(x))
        return x;
    const struct number *unit = number_int(arena, number_sign(x));
    return number_near(x, unit) ? unit : x;
}

long number_exponent(const struct number *x)
{
    mpfr_t value;
    mpfr_init2(value, 64);
    number_mpfr(x, value);
    long exponent = mpfr_regular_p(value) ? (long)mpfr_get_exp(value) : 0;
    mpfr_clear(value);
    return exponent;
}

const struct expr *raw_mul(struct pool *pool, const struct expr *a,
                           const struct expr *b)
{
    const struct expr *arg[2] = {a, b};
    if (a->id > b->id) {
        arg[0] = b;
        arg[1] = a;
    }
    return expr_raw(pool, OP_MUL, 0, NULL, 2, arg, NULL);
}

const struct expr *raw_scale(struct pool *pool, const struct number *c,
                             const struct expr *x)
{
    struct arena *arena = pool_arena(pool);
    if (x->op == OP_SCALE) {
        c = number_mul(arena, c, x->number);
        x = x->arg[0];
    }
    c = number_tidy(arena, c);
    if (number_is_one(c))
        return x;
    return expr_raw(pool, OP_SCALE, 0, c, 1, &x, NULL);
}

const struct expr *raw_sum(struct pool *pool, int n,
                           const struct number *const *coef,
                           const struct expr *const *arg)
{
    if (n == 1)
        return raw_scale(pool, coef[0], arg[0]);
    return expr_raw(pool, OP_SUM, 0, NULL, n, arg, coef);
}

const struct expr *raw_power(struct pool *pool, const struct expr *x,
                             int exponent)
{
    if (exponent == 1)
        return x;
    return expr_raw(pool, OP_POW, exponent, NULL, 1, &x, NULL);
}

/* --- the graph ---------------------------------------------------------- */

static void note_roots(struct graph *g)
{
    const struct routine *r = g->routine;
    int n = 0;
    for (int i = 0; i < r->outputs; i++)
        n += r->output[i].n;
    for (int i = 0; i < r->solves; i++)
        n += 2 * r->solve[i].n + 2;
    g->root = arena_array(g->arena, (size_t)n, sizeof *g->root);
    for (int i = 0; i < r->outputs; i++)
        for (int k = 0; k < r->output[i].n; k++)
            g->root[g->roots++] = r->output[i].value[k];
    for (int i = 0; i < r->solves; i++) {
        const struct solve *s = &r->solve[i];
        for (int k = 0; k < s->n; k++)
            g->root[g->roots++] = s->start[k];
        for (int k = 0; k < s->n; k++)
            g->root[g->roots++] = s->change[k];
        g->root[g->roots++] = s->done;
        g->root[g->roots++] = s->accept ? s->accept : expr_int(g->pool, 1);
    }
}

int graph_solve_root(const struct graph *g, int index)
{
    const struct routine *r = g->routine;
    int at = 0;
    for (int i = 0; i < r->outputs; i++)
        at += r->output[i].n;
    for (int i = 0; i < index; i++)
        at += 2 * r->solve[i].n + 2;
    return at;
}

/* Stage of node i: the last stage that begins at or before it, else -1. */
static void note_stages(struct graph *g)
{
    const struct routine *r = g->routine;
    int stage = -1, size = pool_size(g->pool);
    g->stages = arena_alloc(g->arena, sizeof *g->stages);
    g->stages->count = g->stages->room = size;
    g->stages->of = arena_array(g->arena, (size_t)size, sizeof *g->stages->of);
    for (int i = 0; i < size; i++) {
        while (stage + 1 < r->stages && r->stage[stage + 1].first <= i)
            stage++;
        g->stages->of[i] = stage < 0 ? -1 : r->stage[stage].as;
    }
}

struct graph *graph_new(struct arena *arena, struct arena *scratch,
                        const struct step *step, const struct routine *routine,
                        enum real real)
{
    struct graph *g = arena_alloc(arena, sizeof *g);
    g->arena = arena;
    g->scratch = scratch;
    g->pool = step->pool;
    g->step = step;
    g->routine = routine;
    g->real = real;
    note_roots(g);
    note_stages(g);
    g->labels = routine->labels;
    g->label = arena_array(arena, (size_t)g->labels, sizeof *g->label);
    for (int i = 0; i < g->labels; i++)
        g->label[i] = routine->label[i];
    return g;
}

unsigned char *graph_live(const struct graph *g)
{
    unsigned char *live =
        arena_alloc(g->scratch, (size_t)pool_size(g->pool) + 1);
    expr_reach(g->pool, g->roots, g->root, live);
    return live;
}

struct nodes graph_nodes(const struct graph *g, const unsigned char *live)
{
    struct nodes nodes = {0, NULL};
    int size = pool_size(g->pool), n = 0;
    for (int i = 0; i < size; i++)
        n += live[i];
    nodes.node = arena_array(g->scratch, (size_t)n, sizeof *nodes.node);
    for (int i = 0; (i = marked_from(live, i, size)) < size; i++)
        nodes.node[nodes.n++] = pool_node(g->pool, i);
    return nodes;
}

int *graph_uses(const struct graph *g, const unsigned char *live)
{
    int size = pool_size(g->pool);
    int *uses = arena_array(g->scratch, (size_t)size, sizeof *uses);
    for (int i = 0; (i = marked_from(live, i, size)) < size; i++) {
        const struct expr *e = pool_node(g->pool, i);
        for (int k = 0; k < e->arity; k++)
            uses[e->arg[k]->id]++;
    }
    for (int i = 0; i < g->roots; i++)
        uses[g->root[i]->id]++;
    return uses;
}

/* The term that has a way from the stored number; or NULL. */
static const struct expr *term_on_way(const unsigned char *from,
                                      const struct expr *sum)
{
    for (int k = 0; sum->op == OP_SUM && k < sum->arity; k++)
        if (from[sum->arg[k]->id] && number_is_unit(sum->coef[k]))
            return sum->arg[k];
    return NULL;
}

/* From the new value down to the stored one; `from` has room for a mark of each
 * node. */
static void find_way(const struct graph *g, const struct nodes *nodes,
                     const struct expr *stored, const struct expr *value,
                     unsigned char *from, const struct expr **way)
{
    memset(from, 0, (size_t)pool_size(g->pool));
    from[stored->id] = 1;
    for (int i = 0; i < nodes->n; i++)
        if (term_on_way(from, nodes->node[i]))
            from[nodes->node[i]->id] = 1;
    const struct expr *e = value->op == OP_SCALE ? value->arg[0] : value;
    for (const struct expr *next; (next = term_on_way(from, e)); e = next)
        way[e->id] = next;
}

const struct expr **graph_ways(const struct graph *g, const struct nodes *nodes,
                               const struct store *only)
{
    const struct step *s = g->step;
    size_t size = (size_t)pool_size(g->pool);
    unsigned char *from = arena_alloc(g->scratch, size + 1);
    const struct expr **way = arena_array(g->scratch, size, sizeof *way);
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

unsigned char *graph_named(const struct graph *g)
{
    unsigned char *named =
        arena_alloc(g->scratch, (size_t)pool_size(g->pool) + 1);
    for (int i = 0; i < g->labels; i++)
        if (g->label[i].node)
            named[g->label[i].node->id] = 1;
    return named;
}

unsigned char *graph_whole(const struct graph *g)
{
    unsigned char *whole = graph_named(g);
    for (int i = 0; i < g->labels; i++) {
        const struct expr *e = g->label[i].node;
        while (e && e->op == OP_SCALE) {
            e = e->arg[0];
            whole[e->id] = 1;
        }
    }
    return whole;
}

static bool is_fixed_node(const unsigned char *fixed, const struct expr *e)
{
    if (e->op == OP_SYMBOL)
        return e->index == SYMBOL_PARAM;
    bool is_fixed =
        e->op == OP_CONST || (e->arity > 0 && !op_has_results(e->op));
    for (int k = 0; is_fixed && k < e->arity; k++)
        is_fixed = fixed[e->arg[k]->id];
    return is_fixed;
}

/* Arguments are older than the node. */
static bool is_fixed(const struct graph *g, const struct expr *e)
{
    struct stages *s = g->stages;
    while (s->seen <= e->id) {
        arena_push(g->arena, s->fixed, s->seen, s->fixed_room);
        s->fixed[s->seen] =
            is_fixed_node(s->fixed, pool_node(g->pool, s->seen));
        s->seen++;
    }
    return s->fixed[e->id];
}

bool graph_is_once(const struct graph *g, const struct expr *e)
{
    const struct expr *todo[16];
    int n = 0;
    todo[n++] = e;
    while (n > 0) {
        e = todo[--n];
        if (e == g->step->h || is_fixed(g, e))
            continue;
        bool product = e->op == OP_SCALE || e->op == OP_MUL ||
                       (e->op == OP_POW && e->index > 0);
        if (!product || n + e->arity > 16)
            return false;
        for (int i = 0; i < e->arity; i++)
            todo[n++] = e->arg[i];
    }
    return true;
}

/* --- rebuilding --------------------------------------------------------- */

const struct expr *node_built(struct pool *pool, const struct expr *node,
                              const struct expr *const *arg)
{
    bool same = true;
    for (int i = 0; i < node->arity; i++)
        same = same && arg[i] == node->arg[i];
    if (same)
        return node;
    switch (node->op) {
    case OP_SUM:
        return expr_linear(pool, node->arity, node->coef, arg);
    case OP_SCALE:
        return expr_scale(pool, node->number, arg[0]);
    case OP_MUL:
        return expr_mul(pool, arg[0], arg[1]);
    case OP_POW:
        return expr_power(pool, arg[0], node->index);
    default:
        return op_has_results(node->op)
                   ? expr_result(pool, node->op, node->index, arg)
                   : expr_apply(pool, node->op, node->arity, arg);
    }
}

const struct expr *node_raw(struct pool *pool, const struct expr *node,
                            const struct expr *const *arg)
{
    bool same = true;
    for (int i = 0; i < node->arity; i++)
        same = same && arg[i] == node->arg[i];
    if (same)
        return node;
    if (node->op == OP_MUL)
        return raw_mul(pool, arg[0], arg[1]);
    return expr_raw(pool, node->op, node->index, node->number, node->arity, arg,
                    node->coef);
}

/* A label goes along with its node; one on c x with only x alive still says
 * how x is wanted. */
static void move_label(const struct graph *g, struct label *label,
                       const struct expr *const *map, int size)
{
    const struct expr *e = label->node;
    const struct number *c = number_int(g->arena, 1);
    while (e && e->op == OP_SCALE && (e->id >= size || !map[e->id])) {
        c = number_mul(g->arena, c, e->number);
        e = e->arg[0];
    }
    const struct expr *now = e && e->id < size ? map[e->id] : NULL;
    if (now && now->op == OP_SCALE) {
        c = number_mul(g->arena, c, now->number);
        now = now->arg[0];
    }
    label->node = now ? raw_scale(g->pool, c, now) : NULL;
}

void graph_note(const struct graph *g, int stage)
{
    struct stages *s = g->stages;
    int size = pool_size(g->pool);
    if (size > s->room) {
        int room = 2 * size;
        s->of = arena_grow(g->arena, s->of, (size_t)s->room * sizeof *s->of,
                           (size_t)room * sizeof *s->of);
        s->room = room;
    }
    while (s->count < size)
        s->of[s->count++] = stage;
}

static struct graph *copy_graph(const struct graph *g)
{
    struct graph *copy = arena_alloc(g->arena, sizeof *copy);
    *copy = *g;
    copy->root = arena_array(g->arena, (size_t)g->roots, sizeof *copy->root);
    memcpy(copy->root, g->root, (size_t)g->roots * sizeof *copy->root);
    copy->label = arena_array(g->arena, (size_t)g->labels, sizeof *copy->label);
    if (g->labels)
        memcpy(copy->label, g->label, (size_t)g->labels * sizeof *copy->label);
    return copy;
}

struct graph *graph_rebuild(const struct graph *old, graph_rewrite *rewrite,
                            void *context)
{
    struct graph *g = copy_graph(old);
    struct nodes nodes = graph_nodes(old, graph_live(old));
    int size = pool_size(g->pool);
    const struct expr **map =
        arena_array(g->scratch, (size_t)size, sizeof *map);
    graph_note(g, -1);
    for (int i = 0; i < nodes.n; i++) {
        const struct expr *e = nodes.node[i];
        const struct expr *few[8];
        const struct expr **arg = few;
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
    graph_note(g, -1);
    return g;
}
