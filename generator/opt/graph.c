/* SPDX-License-Identifier: MIT
 *
 * Live nodes, uses and stages of a routine's graph; rebuilding of graphs; tools
 * for passes: numbers, raw nodes, linear combinations.
 */
#include "opt/pass.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "sym/pool.h"

static void add_roots(struct graph *g, int *room, int n, const expr *from)
{
    for (int k = 0; k < n; k++)
        arena_push(g->arena, g->root, g->roots, *room, from[k]);
}

static void note_roots(struct graph *g, int *room)
{
    const struct routine *r = g->routine;
    const expr one = expr_int(g->step->pool, 1);
    for (int i = 0; i < r->outputs; i++)
        add_roots(g, room, r->output[i].n, r->output[i].value);
    g->values = g->roots;
    for (int i = 0; i < r->solves; i++) {
        const struct solve *s = &r->solve[i];
        add_roots(g, room, s->n, s->start);
        add_roots(g, room, s->n, s->change);
        add_roots(g, room, 1, &s->done);
        add_roots(g, room, 1, s->accept ? &s->accept : &one);
        if (s->part)
            add_roots(g, room, s->part->values, s->part->value);
    }
}

void graph_note(const struct graph *g, int stage)
{
    struct stages *s = g->stages;
    while (s->count < pool_size(g->pool))
        arena_push(g->arena, s->of, s->count, s->room, stage);
}

/* Returns a copy of a list in the graph's arena. */
static void *copy(const struct graph *g, const void *list, int n, size_t size)
{
    return arena_copy(g->arena, list, (size_t)n * size);
}

/* Marks the nodes of labels on a live node or on a multiple of one. Drops the
 * other labels. */
static void mark_labels(const struct graph *g, unsigned char *marks)
{
    for (int i = 0; i < g->labels; i++) {
        expr *node = &g->label[i].node, e = *node;
        while (e && !marks[e->id])
            e = e->op == OP_SCALE ? e->arg[0] : NULL;
        if (!e)
            *node = NULL;
        for (e = *node; e && !marks[e->id]; e = e->arg[0])
            marks[e->id] = 1;
    }
}

/* Marks the nodes of the step that the routine needs, including the operands of
 * rotations whose results are live. */
static void mark_needed(struct graph *g, int *room, unsigned char *marks)
{
    struct pool *pool = g->step->pool;
    const struct rotated *r;
    const int roots = g->roots;
    expr_reach(pool, roots, g->root, marks);
    mark_labels(g, marks);
    for (int i = 0; (r = rotation_at(pool, i)); i++) {
        const struct rotation *by = r->rotation;
        const int before = g->roots;
        for (int k = 0; k < 3; k++) {
            expr y = r->y.x[k], x = y->op == OP_SCALE ? y->arg[0] : y;
            add_roots(g, room, marks[x->id], &y);
        }
        if (g->roots == before)
            continue;
        add_roots(g, room, 3, r->x.x);
        add_roots(g, room, 4, by->q.x);
        add_roots(g, room, by->scale ? 1 : 0, &by->scale);
        add_roots(g, room, by->scale ? 3 : 0, by->axis.x);
    }
    expr_reach(pool, g->roots, g->root, marks);
    g->roots = roots;
}

/* The stage of a node is the last one that begins at or before the node. */
static void note_stages(const struct graph *g)
{
    const struct routine *r = g->routine;
    int size = pool_size(g->step->pool), stage = -1, next = 0;
    graph_note(g, -1);
    for (int id = 0; id < size; id++) {
        for (; next < r->stages && r->stage[next].first <= id; next++)
            stage = r->stage[next].as;
        g->stages->of[g->node_of[id]->id] = stage;
    }
}

struct graph *graph_new(struct arena *arena, struct arena *scratch,
                        const struct step *step, const struct routine *routine,
                        enum real real)
{
    struct graph *g = arena_alloc(arena, sizeof *g);
    size_t size = (size_t)pool_size(step->pool);
    unsigned char *marks = arena_alloc(arena, size);
    int room = 0;
    *g = (struct graph){.arena = arena,
                        .scratch = scratch,
                        .step = step,
                        .routine = routine,
                        .real = real,
                        .cache = arena_alloc(arena, sizeof *g->cache),
                        .stages = arena_alloc(arena, sizeof *g->stages),
                        .node_of = arena_array(arena, size, sizeof *g->node_of),
                        .labels = routine->labels};
    note_roots(g, &room);
    g->label = copy(g, routine->label, routine->labels, sizeof *g->label);
    mark_needed(g, &room, marks);
    g->pool = pool_copy(step->pool, marks, arena, g->node_of);
    for (int i = 0; i < g->roots; i++)
        g->root[i] = g->node_of[g->root[i]->id];
    for (int i = 0; i < g->labels; i++)
        if (g->label[i].node)
            g->label[i].node = g->node_of[g->label[i].node->id];
    note_stages(g);
    return g;
}

const struct graph *graph_settle(const struct graph *old)
{
    struct graph *g = copy(old, old, 1, sizeof *g);
    struct stages *s = g->stages;
    const int size = pool_size(g->pool), owns = pool_size(g->step->pool);
    unsigned char *marks = graph_table(g, 1);
    g->cache = arena_alloc(g->arena, sizeof *g->cache);
    g->cache->grouped.weight = old->cache->grouped.weight;
    g->label = copy(g, old->label, g->labels, sizeof *g->label);
    graph_note(g, -1);
    expr_reach(g->pool, g->roots, g->root, marks);
    mark_labels(g, marks);
    for (int i = 0; i < owns; i++)
        if (!marks[g->node_of[i]->id])
            g->node_of[i] = expr_number(g->pool, NULL);
    pool_keep(g->pool, marks);
    s->count = s->seen = 0;
    for (int i = 0; (i = marked_from(marks, i, size)) < size; i++)
        s->of[s->count++] = s->of[i];
    return g;
}

void *graph_table(const struct graph *g, size_t size)
{
    return arena_array(g->scratch, (size_t)pool_size(g->pool), size);
}

struct nodes graph_nodes(const struct graph *g)
{
    struct nodes *nodes = &g->cache->nodes;
    int size = pool_size(g->pool), room = 0;
    if (nodes->live)
        return *nodes;
    nodes->live = arena_alloc(g->arena, (size_t)size);
    expr_reach(g->pool, g->roots, g->root, nodes->live);
    for (int i = 0; (i = marked_from(nodes->live, i, size)) < size; i++)
        arena_push(g->arena, nodes->node, nodes->n, room,
                   pool_node(g->pool, i));
    return *nodes;
}

int *graph_uses(const struct graph *g)
{
    const struct nodes nodes = graph_nodes(g);
    int *uses = graph_table(g, sizeof *uses);
    for (int i = 0; i < nodes.n; i++)
        for (int k = 0; k < nodes.node[i]->arity; k++)
            uses[nodes.node[i]->arg[k]->id]++;
    for (int i = 0; i < g->roots; i++)
        uses[g->root[i]->id]++;
    return uses;
}

unsigned char *graph_named(const struct graph *g, bool with_scaled)
{
    unsigned char *named = graph_table(g, 1);
    for (int i = 0; i < g->labels; i++) {
        expr e = g->label[i].soft ? NULL : g->label[i].node;
        if (e)
            named[e->id] = 1;
        for (; with_scaled && e && e->op == OP_SCALE; e = e->arg[0])
            named[e->arg[0]->id] = 1;
    }
    return named;
}

const unsigned char *graph_single(const struct graph *g)
{
    unsigned char **single = &g->cache->single;
    if (*single)
        return *single;
    const int size = pool_size(g->pool), *uses = graph_uses(g);
    const unsigned char *named = graph_named(g, true);
    *single = arena_alloc(g->arena, (size_t)size);
    for (int id = 0; id < size; id++)
        (*single)[id] = uses[id] == 1 && !named[id];
    return *single;
}

const struct field *graph_store(const struct graph *g, const struct output *o)
{
    const struct step *s = g->step;
    if (g->routine == &s->advance || g->routine == &s->adaptive.trial)
        for (int i = 0; i < s->stores; i++)
            if (s->store[i].name == o->name)
                return &s->store[i];
    return NULL;
}

/* Returns the term on the stored number's path (coefficient +-1), or NULL. */
static expr term_on_path(const unsigned char *from, expr sum)
{
    for (int k = 0; sum->op == OP_SUM && k < sum->arity; k++)
        if (from[sum->arg[k]->id] && number_is_unit(sum->coef[k]))
            return sum->arg[k];
    return NULL;
}

expr *graph_paths(const struct graph *g, const struct field *only)
{
    const struct nodes nodes = graph_nodes(g);
    expr *way = graph_table(g, sizeof *way);
    unsigned char *from = graph_table(g, 1);
    const expr *root = g->root;
    for (int i = 0; i < g->routine->outputs; i++) {
        const struct output *o = &g->routine->output[i];
        const struct field *s = graph_store(g, o);
        for (int k = 0; k < o->n; k++, root++) {
            if (!s || (only && only != s))
                continue;
            memset(from, 0, (size_t)pool_size(g->pool));
            from[g->node_of[s->symbol[k]->id]->id] = 1;
            for (int m = 0; m < nodes.n; m++)
                if (term_on_path(from, nodes.node[m]))
                    from[nodes.node[m]->id] = 1;
            expr e = (*root)->op == OP_SCALE ? (*root)->arg[0] : *root;
            for (expr next; (next = term_on_path(from, e)); e = next)
                way[e->id] = next;
        }
    }
    return way;
}

/* Results of once_of. NEVER: more than WAITING arguments would wait, or the
 * expression is not a product. */
enum { FIXED = 0, WAITING = 16, NEVER = 255 };

/* Returns FIXED for expressions of constants and params only. For products of
 * these and h, returns the largest number of arguments that wait during a visit
 * from the last argument on. Else NEVER. Arguments are older than the node. */
static unsigned char once_of(const struct graph *g, expr e)
{
    const unsigned char *of = g->stages->once;
    bool fixed = e->op == OP_SYMBOL ? e->index == SYMBOL_PARAM
                                    : e->op == OP_CONST || e->arity > 0;
    bool product = e->op == OP_SCALE || e->op == OP_MUL ||
                   (e->op == OP_POW && e->index > 0);
    int waiting = e == g->node_of[g->step->h->id] ? 1
                  : product                       ? e->arity
                                                  : NEVER;
    for (int k = 0; k < e->arity; k++) {
        int waits = of[e->arg[k]->id];
        fixed = fixed && waits == FIXED;
        waiting = waits + k > waiting ? waits + k : waiting;
    }
    if (fixed && !op_has_results(e->op))
        return FIXED;
    return waiting > WAITING ? NEVER : (unsigned char)waiting;
}

bool graph_is_once(const struct graph *g, expr e)
{
    struct stages *s = g->stages;
    for (; s->seen <= e->id; s->seen++) {
        arena_room(g->arena, s->once, s->seen, s->seen_room);
        s->once[s->seen] = once_of(g, pool_node(g->pool, s->seen));
    }
    return s->once[e->id] != NEVER;
}

/* --- rebuilding --------------------------------------------------------- */

/* Moves a label to the new node. If only x of a labelled c x is live, the label
 * goes to c times the new x. For a soft label no node is made. */
static void move_label(const struct graph *g, struct label *label,
                       const expr *map)
{
    expr e = label->node, now = e ? map[e->id] : NULL;
    num c = label->factor ? label->factor : g->pool->one->number;
    for (; e && !now && e->op == OP_SCALE; now = map[e->id]) {
        c = number_mul(g->arena, c, e->number);
        e = e->arg[0];
    }
    if (now && now->op == OP_SCALE) {
        c = number_mul(g->arena, c, now->number);
        now = now->arg[0];
    }
    if (now && !label->soft)
        now = raw_scale(g, c, now);
    label->factor = label->soft ? c : NULL;
    label->node = now;
}

struct graph *graph_rebuild(const struct graph *old, graph_rewrite *rewrite,
                            void *context)
{
    struct graph *g = copy(old, old, 1, sizeof *g), from = *old;
    struct nodes nodes = graph_nodes(old);
    expr *map = graph_table(g, sizeof *map);
    g->cache = arena_alloc(g->arena, sizeof *g->cache);
    g->root = copy(g, old->root, g->roots, sizeof *g->root);
    g->label = copy(g, old->label, g->labels, sizeof *g->label);
    from.context = context;
    graph_note(g, -1);
    for (int i = 0; i < nodes.n; i++) {
        expr e = nodes.node[i];
        expr few[8];
        expr *arg = few;
        if (e->arity > 8)
            arg = arena_array(g->scratch, (size_t)e->arity, sizeof *arg);
        for (int k = 0; k < e->arity; k++)
            arg[k] = map[e->arg[k]->id];
        map[e->id] = rewrite(&from, e, arg);
        graph_note(g, g->stages->of[e->id]);
    }
    for (int i = 0; i < g->roots; i++)
        g->root[i] = map[g->root[i]->id];
    for (int i = 0; i < g->labels; i++)
        move_label(g, &g->label[i], map);
    graph_note(g, -1);
    return g;
}

/* --- numbers ------------------------------------------------------------ */

bool number_is_minus_one(num x)
{
    long value;
    return number_double(x) < 0 && number_is_int(x, &value) && value == -1;
}

bool number_is_unit(num x)
{
    return number_is_one(x) || number_is_minus_one(x);
}

bool number_near(num a, num b)
{
    double about = number_double(a);
    if (number_is_exact(a) && number_is_exact(b))
        return number_equal(a, b);
    if (isnormal(about) && fabs(about - number_double(b)) > 1e-9 * fabs(about))
        return false;
    MPFR_DECL_INIT(x, NUMBER_BITS);
    MPFR_DECL_INIT(y, NUMBER_BITS);
    number_mpfr(a, x);
    number_mpfr(b, y);
    mpfr_sub(y, x, y, MPFR_RNDN);
    return mpfr_zero_p(y) ||
           (!mpfr_zero_p(x) && mpfr_get_exp(y) < mpfr_get_exp(x) - 200);
}

num number_tidy(struct arena *arena, num x)
{
    if (number_is_exact(x))
        return x;
    num unit = number_int(arena, number_sign(x));
    return number_near(x, unit) ? unit : x;
}

double number_log2(num x)
{
    long exponent;
    if (isnormal(number_double(x)))
        return log2(fabs(number_double(x)));
    MPFR_DECL_INIT(value, 64);
    number_mpfr(x, value);
    double mantissa = mpfr_get_d_2exp(&exponent, value, MPFR_RNDN);
    return log2(fabs(mantissa)) + (double)exponent;
}

/* --- raw nodes ------------------------------------------------------------ */

expr raw_mul(const struct graph *g, expr a, expr b)
{
    bool turn = a->id > b->id;
    expr arg[2] = {turn ? b : a, turn ? a : b};
    return expr_raw(g->pool, OP_MUL, 0, NULL, 2, arg, NULL);
}

expr raw_scale(const struct graph *g, num c, expr x)
{
    if (x->op == OP_SCALE) {
        c = number_mul(g->arena, c, x->number);
        x = x->arg[0];
    }
    c = number_tidy(g->arena, c);
    if (number_is_one(c))
        return x;
    return expr_raw(g->pool, OP_SCALE, 0, c, 1, &x, NULL);
}

expr raw_sum(const struct graph *g, int n, const num *coef, const expr *arg)
{
    if (n == 1)
        return raw_scale(g, coef[0], arg[0]);
    return expr_raw(g->pool, OP_SUM, 0, NULL, n, arg, coef);
}

expr raw_power(const struct graph *g, expr x, int exponent)
{
    if (exponent == 1)
        return x;
    return expr_raw(g->pool, OP_POW, exponent, NULL, 1, &x, NULL);
}

expr node_raw(const struct graph *g, expr node, const expr *arg)
{
    size_t size = (size_t)node->arity * sizeof *arg;
    if (size == 0 || memcmp(arg, node->arg, size) == 0)
        return node;
    if (node->op == OP_MUL)
        return raw_mul(g, arg[0], arg[1]);
    return expr_alike(g->pool, node, arg);
}

/* --- linear combinations -------------------------------------------------- */

void terms_add(struct terms *t, num c, expr x)
{
    struct arena *arena = t->graph->arena;
    int at = 0;
    while (at < t->n && t->node[at] != x)
        at++;
    if (at == t->n) {
        arena_room(t->graph->scratch, t->coef, t->n, t->coef_room);
        t->coef[t->n] = number_tidy(arena, c);
        arena_push(t->graph->scratch, t->node, t->n, t->node_room, x);
        return;
    }
    t->coef[at] = number_tidy(arena, number_add(arena, t->coef[at], c));
    if (!number_is_zero(t->coef[at]))
        return;
    const size_t after = (size_t)(--t->n - at);
    memmove(t->coef + at, t->coef + at + 1, after * sizeof *t->coef);
    memmove(t->node + at, t->node + at + 1, after * sizeof *t->node);
}

expr terms_sum(const struct terms *t)
{
    if (t->n == 0)
        return expr_int(t->graph->pool, 0);
    return raw_sum(t->graph, t->n, t->coef, t->node);
}
