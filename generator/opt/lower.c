/* SPDX-License-Identifier: MIT
 *
 * From planned nodes to a program. Trees: sums become chains of add and sub,
 * products run left to right with constants first, a reciprocal used once is a
 * division. Then once-a-call lines, blocks, writes.
 */
#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/table.h"
#include "opt/plan.h"

_Static_assert((int)TREE_ARGUMENTS == (int)OP_ARGUMENTS,
               "room for what an operation has");

/* --- trees --------------------------------------------------------------- */

enum { ALL_PHASES = INT_MAX, BUDGET = 4000 };

/* Limits for spelling out a node. */
struct spelling {
    struct plan *plan;
    int phase;  /* nodes of this phase and later have no name */
    int budget; /* nodes that may still be spelled */
};

static const struct tree *operand(struct spelling *, expr);

/* Makes an operation of one to three arguments; the others are NULL. */
static const struct tree *make(const struct spelling *s, const char *op,
                               const struct tree *a, const struct tree *b,
                               const struct tree *c)
{
    struct tree *t = arena_alloc(s->plan->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_OP,
                       .op = op,
                       .n = 1 + (b != NULL) + (c != NULL),
                       .arg = {a, b, c}};
    return t;
}

/* Makes a leaf, with a copy of its number: a program outlives its graph. If a
 * program is only counted, its leaves are not read and are all the same. */
static const struct tree *leaf(const struct spelling *s, num x,
                               const char *name)
{
    static const struct tree any = {.kind = TREE_NAME};
    struct arena *arena = s->plan->arena;
    if (arena == s->plan->scratch)
        return &any;
    struct tree *t = arena_alloc(arena, sizeof *t);
    *t = (struct tree){.kind = name ? TREE_NAME : TREE_NUMBER,
                       .name = name,
                       .number = number_copy(arena, x)};
    return t;
}

static const struct tree *integer(const struct spelling *s, long x)
{
    return leaf(s, number_int(s->plan->scratch, x), NULL);
}

/* --- products ----------------------------------------------------------- */

static bool has_name(const struct spelling *s, expr e)
{
    const struct plan *p = s->plan;
    return p->role[e->id] != ROLE_INLINE && p->phase[e->id] < s->phase;
}

/* True for 1/x without a name of its own. */
static bool is_divisor(const struct spelling *s, expr e)
{
    return e->op == OP_POW && e->index == -1 && !has_name(s, e);
}

/* Makes lead * e as c * a * b: an inline product is kept flat. */
static const struct tree *product(struct spelling *s, const struct tree *lead,
                                  expr e)
{
    if (e->op == OP_MUL && !has_name(s, e) && s->budget-- > 0) {
        bool turn = is_divisor(s, e->arg[0]) && !is_divisor(s, e->arg[1]);
        return product(s, product(s, lead, e->arg[turn]), e->arg[!turn]);
    }
    if (is_divisor(s, e))
        return make(s, "div", lead ? lead : integer(s, 1),
                    operand(s, e->arg[0]), NULL);
    const struct tree *t = operand(s, e);
    return lead ? make(s, "mul", lead, t, NULL) : t;
}

static const struct tree *scaled(struct spelling *s, num c, expr e)
{
    if (number_is_one(c))
        return operand(s, e);
    if (number_is_minus_one(c) && !is_divisor(s, e))
        return make(s, "neg", operand(s, e), NULL, NULL);
    return product(s, leaf(s, c, NULL), e);
}

/* --- sums --------------------------------------------------------------- */

/* True if c e is negative; a constant counts with its own sign. */
static bool is_minus(num c, expr e)
{
    bool turned = e->op == OP_CONST && number_sign(e->number) < 0;
    return (number_sign(c) < 0) != turned;
}

/* Finds a positive term, else one whose coefficient can carry the sign. */
static int leading_term(expr e)
{
    for (int i = 0; i < e->arity; i++)
        if (!is_minus(e->coef[i], e->arg[i]))
            return i;
    for (int i = 0; i < e->arity; i++)
        if (!number_is_unit(e->coef[i]))
            return i;
    return 0;
}

static const struct tree *term(struct spelling *s, num c, expr e)
{
    if (e->op == OP_CONST)
        return leaf(s, number_mul(s->plan->scratch, c, e->number), NULL);
    return scaled(s, c, e);
}

/* A negative coefficient becomes a subtraction. */
static const struct tree *sum(struct spelling *s, expr e)
{
    int first = leading_term(e);
    const struct tree *t = term(s, e->coef[first], e->arg[first]);
    for (int i = 0; i < e->arity; i++) {
        num c = e->coef[i];
        if (i == first)
            continue;
        bool minus = is_minus(c, e->arg[i]);
        if (e->arg[i]->op != OP_CONST ? number_sign(c) < 0 : minus)
            c = number_neg(s->plan->scratch, c);
        t = make(s, minus ? "sub" : "add", t, term(s, c, e->arg[i]), NULL);
    }
    return t;
}

/* --- the rest ----------------------------------------------------------- */

/* Makes a call by its name in the program. */
static const struct tree *call(struct spelling *s, expr e, const char *name)
{
    const int first = e->grid != NULL;
    struct tree *t = arena_array(s->plan->arena, 1 + (size_t)first, sizeof *t);
    *t = (struct tree){.kind = TREE_OP, .op = name, .n = first + e->arity};
    if (first) {
        t[1] = (struct tree){.kind = TREE_GRID, .grid = e->grid};
        t->arg[0] = &t[1];
    }
    for (int i = 0; i < e->arity; i++)
        t->arg[first + i] = operand(s, e->arg[i]);
    return t;
}

/* Spells out a node that is neither a constant nor a symbol. */
static const struct tree *spell(struct spelling *s, expr e)
{
    if (s->budget-- <= 0) {
        s->plan->program->fault = "a test of a loop that is too long";
        return integer(s, 0);
    }
    const struct tree *a, *b;
    switch (e->op) {
    case OP_SCALE:
        return scaled(s, e->number, e->arg[0]);
    case OP_SUM:
        return sum(s, e);
    case OP_MUL:
        return product(s, product(s, NULL, e->arg[is_divisor(s, e->arg[0])]),
                       e->arg[!is_divisor(s, e->arg[0])]);
    case OP_POW: /* an operand spelled twice counts twice */
        return make(s, e->index == -1 ? "div" : "mul",
                    e->index == -1 ? integer(s, 1) : operand(s, e->arg[0]),
                    operand(s, e->arg[0]), NULL);
    case OP_MIN: /* an argument that is used twice has a name */
    case OP_MAX:
        a = operand(s, e->arg[0]);
        b = operand(s, e->arg[1]);
        return make(s, "select",
                    e->op == OP_MIN ? make(s, "lt", a, b, NULL)
                                    : make(s, "lt", b, a, NULL),
                    a, b);
    case OP_ABS:
        a = operand(s, e->arg[0]);
        return make(s, "select", make(s, "lt", a, integer(s, 0), NULL),
                    make(s, "neg", a, NULL, NULL), a);
    default:
        return call(s, e, op_info(e->op)->name);
    }
}

static const struct tree *operand(struct spelling *s, expr e)
{
    if (e->op == OP_CONST)
        return leaf(s, e->number, NULL);
    if (e->op == OP_SYMBOL || has_name(s, e))
        return leaf(s, NULL, s->plan->name[e->id]);
    if (op_has_results(e->op))
        s->plan->program->fault =
            "a function that is carried along, in the test of a loop";
    return spell(s, e);
}

/* Returns the node as an operand: its name, its number, or spelled out down to
 * nodes made before phase `phase`. A test needs this: the unknowns have changed
 * since the loop's lines were run. */
static const struct tree *tree_before(struct plan *p, expr e, int phase)
{
    struct spelling s = {p, phase, BUDGET};
    return operand(&s, e);
}

/* --- packs ---------------------------------------------------------------- */

/* Packs: early sums of one form in a paragraph, such as those of the components
 * of g and w. Compilers compute them in a vector: fewer instructions, same
 * bits.
 */
struct packing {
    struct plan *plan;
    struct paragraph *first, *here;
    struct table where; /* the paragraph that made a name */
};

/* What C computes element by element. */
static bool is_elementwise(const char *op)
{
    static const char *const known[] = {"add", "sub", "mul", "div", "neg"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(op, known[i]))
            return true;
    return false;
}

/* True if the trees differ only in numbers and in which names of a paragraph
 * they have; none of them is of this one. */
static bool is_like(const struct packing *w, const struct tree *a,
                    const struct tree *b)
{
    bool like = a->kind == b->kind && a->n == b->n &&
                (!a->op || (is_elementwise(a->op) && !strcmp(a->op, b->op)));
    if (like && a->name) {
        const void *where = memo_find(&w->where, a->name);
        like = where == memo_find(&w->where, b->name) && where != w->here;
    }
    for (int k = 0; like && k < a->n; k++)
        like = is_like(w, a->arg[k], b->arg[k]);
    return like;
}

static const struct tree *last_leaf(const struct tree *t)
{
    return t->n ? last_leaf(t->arg[t->n - 1]) : t;
}

static bool is_same(const struct tree *a, const struct tree *b)
{
    return a->kind == b->kind && a->name == b->name &&
           (a->kind != TREE_NUMBER || number_equal(a->number, b->number));
}

static const struct tree *named(const struct packing *w, const char *name)
{
    struct tree *t = arena_alloc(w->plan->arena, sizeof *t);
    *t = (struct tree){.kind = TREE_NAME, .name = name};
    return t;
}

/* Adds the pack to those of the paragraph. Returns its name. */
static const struct tree *put(struct packing *w, struct paragraph *to,
                              struct pack x)
{
    x.name = numbered(w->plan->namer, "pack");
    arena_push(w->plan->arena, to->pack, to->packs, to->room, x);
    return named(w, x.name);
}

/* Returns a vector of these names or numbers; if all are equal, the scalar. The
 * vector is made as soon as its elements are known, to need fewer registers. */
static const struct tree *gather(struct packing *w, struct pack x)
{
    struct paragraph *to = x.lane[0]->name ? w->first : w->here;
    int same = 1;
    while (same < x.n && is_same(x.lane[0], x.lane[same]))
        same++;
    if (same == x.n)
        return x.lane[0];
    for (const struct paragraph *p = w->first; p <= w->here; p++)
        for (int i = 0; i < p->packs; i++) {
            const struct pack *y = &p->pack[i];
            same = 0;
            while (same < x.n && same < y->n &&
                   is_same(x.lane[same], y->lane[same]))
                same++;
            if (same == x.n)
                return named(w, y->name);
        }
    for (int k = 0; k < x.n; k++) {
        struct paragraph *where = memo_find(&w->where, x.lane[k]->name);
        if (where && where >= to)
            to = where + (where < w->here);
    }
    return put(w, to, x);
}

/* Returns the trees as one. */
static const struct tree *join(struct packing *w, struct pack x)
{
    struct tree *t = arena_alloc(w->plan->arena, sizeof *t);
    *t = *x.lane[0];
    if (t->kind != TREE_OP)
        return gather(w, x);
    for (int k = 0; k < t->n; k++) {
        struct pack arg = x;
        for (int i = 0; i < x.n; i++)
            arg.lane[i] = x.lane[i]->arg[k];
        t->arg[k] = join(w, arg);
    }
    return t;
}

/* Packs these lines, last ones first: then other sums of the rates of w find
 * them at the start of a vector. */
static void pack_lines(struct packing *w, int n, const struct line *const *line)
{
    while (n > 0) {
        struct pack x = {.n = 0}, sum = x;
        for (bool is_new = true; n > 0 && x.n < PACK; x.n++) {
            const struct tree *value = line[n - 1]->value;
            for (int k = 0; k < x.n; k++)
                is_new &= !is_same(last_leaf(x.lane[k]), last_leaf(value));
            if (!is_new)
                break;
            x.lane[x.n] = value;
            sum.lane[x.n] = named(w, line[--n]->name[0]);
        }
        sum.n = x.n;
        if (x.n < 2)
            continue;
        sum.value = join(w, x);
        put(w, w->here, sum);
        for (int k = 0; k < x.n; k++) /* other packs may use it */
            memo_keep(&w->where, w->plan->scratch, sum.lane[k]->name,
                      w->here - 1);
    }
}

static void pack_block(struct plan *p, struct paragraph *paragraph, int n)
{
    struct packing w = {.plan = p, .first = paragraph, .here = paragraph};
    for (; w.here < paragraph + n; w.here++) {
        const int lines = w.here->lines;
        const struct line *line = w.here->line,
                          **like = arena_array(p->scratch, (size_t)lines,
                                               sizeof *like);
        for (int k = 0; k < lines; k++)
            for (int j = 0; j < line[k].n; j++)
                memo_keep(&w.where, p->scratch, line[k].name[j], w.here);
        for (int k = 0, likes = 0; k < lines; k++, likes = 0) {
            for (int j = k; w.here > paragraph && j < lines; j++)
                if (line[k].is_early && line[j].is_early &&
                    memo_find(&w.where, line[j].name[0]) == w.here &&
                    is_like(&w, line[k].value, line[j].value))
                    like[likes++] = &line[j];
            pack_lines(&w, likes, like);
        }
    }
}

/* --- lines -------------------------------------------------------------- */

/* Makes the node's line: the node spelled out, or a call with its arguments. */
static void make_line(struct plan *p, expr e, struct line *line)
{
    struct spelling s = {p, ALL_PHASES, BUDGET};
    const struct family *f = p->family[e->id];
    line->note = p->note[e->id];
    line->is_early = p->early[e->id];
    line->n = f ? f->call->results : 1;
    line->call = f ? f->call->name : NULL;
    line->value = f ? call(&s, e, line->call) : spell(&s, e);
    for (int k = 0; k < line->n; k++)
        line->name[k] = f ? f->name[k] : p->name[e->id];
}

/* Returns the phase where a stage shows its title, by its lines in each phase:
 * the first one before a loop if both have lines of it, else the phase outside
 * of loops that has most of them. */
static int title_phase(const int *lines, int phases)
{
    int best = 0;
    for (int phase = 0; phase < phases; phase += 2) {
        if (lines[phase] && phase + 1 < phases && lines[phase + 1])
            return phase;
        if (lines[phase] > lines[best])
            best = phase;
    }
    return best;
}

/* Makes a paragraph for each stage in lines order[from] to order[end - 1]. */
static void make_paragraphs(struct plan *p, int from, int end,
                            struct block *block)
{
    const struct routine *r = p->graph->routine;
    int room = 0, phases = 2 * r->solves + 1;
    struct paragraph *paragraph = NULL;
    for (int to = from; from < end; from = to) {
        int first = p->order[from]->id, stage = p->stage[first];
        bool titled = stage >= 0 && title_phase(p->lines + stage * phases,
                                                phases) == p->phase[first];
        while (to < end && p->stage[p->order[to]->id] == stage)
            to++;
        struct line *line =
            arena_array(p->arena, (size_t)(to - from), sizeof *line);
        for (int i = from; i < to; i++)
            make_line(p, p->order[i], &line[i - from]);
        arena_push(p->arena, paragraph, block->paragraphs, room,
                   (struct paragraph){titled ? r->stage[stage].title : NULL,
                                      to - from, 0, 0, line, NULL});
    }
    if (p->namer)
        pack_block(p, paragraph, block->paragraphs);
    block->paragraph = paragraph;
}

/* --- blocks ------------------------------------------------------------- */

/* Makes a part of a series. Returns the position after its roots. */
static const expr *make_part(struct plan *p, const struct taylor_part *part,
                             const expr *root, struct block *block)
{
    static const enum block_kind kind[] = {BLOCK_SERIES, BLOCK_SUMS,
                                           BLOCK_SERIES_END};
    const struct tree **tree =
        arena_array(p->arena, (size_t)part->values, sizeof *tree);
    const int next = part->values - part->stores;
    for (int k = 0; k < part->values; k++)
        tree[k] = tree_before(p, *root++, ALL_PHASES);
    block->kind = kind[part->kind];
    block->part = part;
    block->n = next;
    block->start = part->kind == TAYLOR_BEGIN ? tree : NULL;
    block->change = part->kind == TAYLOR_END ? tree : NULL;
    block->stored = tree + next;
    return root;
}

/* Makes the loop of solve `index`, if it has one, and its `accept` test.
 * Returns the position after its roots. */
static const expr *make_solve(struct plan *p, int index, const expr *root,
                              struct block *block)
{
    const struct solve *s = &p->graph->routine->solve[index];
    const struct tree **tree =
        arena_array(p->arena, 2 * (size_t)s->n, sizeof *tree);
    for (int k = 0; k < 2 * s->n; k++)
        tree[k] = tree_before(p, *root++, ALL_PHASES);
    block->kind = s->n > 0 ? BLOCK_NEWTON : BLOCK_REQUIRE;
    if (s->part)
        return make_part(p, s->part, root + 2, block);
    if (s->n > 0) {
        block->n = s->n;
        block->start = tree;
        block->change = tree + s->n;
        block->done = tree_before(p, root[0], 2 * index + 1);
        block->sweeps = s->sweeps;
    }
    block->fails = s->fails;
    if (s->accept)
        block->accept = tree_before(p, root[1], 2 * index + 2);
    return root + 2;
}

static void make_blocks(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    int phases = 2 * r->solves + 1, from = 0;
    const expr *root = p->graph->root + p->graph->values;
    struct block *block = arena_array(p->arena, (size_t)phases, sizeof *block);
    p->lines =
        arena_array(p->scratch, (size_t)(r->stages * phases), sizeof *p->lines);
    for (int i = 0; i < p->orders; i++) {
        int id = p->order[i]->id;
        if (p->stage[id] >= 0)
            p->lines[p->stage[id] * phases + p->phase[id]]++;
    }
    for (int phase = 0; phase < phases; phase++) {
        int to = from;
        while (to < p->orders && p->phase[p->order[to]->id] == phase)
            to++;
        if (to == from && phase % 2 == 0)
            continue;
        struct block *b = &block[p->program->blocks++];
        if (phase % 2 == 1) {
            *b = p->loop[phase / 2];
            root = make_solve(p, phase / 2, root, b);
        }
        make_paragraphs(p, from, to, b);
        from = to;
    }
    p->program->block = block;
}

/* --- writes ------------------------------------------------------------- */

/* Lists the writes. A stored value that does not change is not written, and its
 * read is not counted as a use. */
static void list_writes(struct plan *p)
{
    const struct graph *g = p->graph;
    const expr *root = g->root;
    p->write = arena_array(p->arena, (size_t)g->values, sizeof *p->write);
    p->written = arena_array(p->scratch, (size_t)g->values, sizeof *p->written);
    p->program->write = p->write;
    for (int i = 0; i < g->routine->outputs; i++) {
        const struct output *o = &g->routine->output[i];
        bool is_step = g->routine == &g->step->advance;
        const struct field *s = graph_store(g, o);
        for (int k = 0; k < o->n; k++, root++) {
            if (is_step && s && s->symbol[k] == o->value[k] &&
                g->node_of[o->value[k]->id] == *root) {
                p->uses[(*root)->id]--;
                continue;
            }
            p->written[p->program->writes] = *root;
            p->write[p->program->writes++] =
                (struct write){o->name, k, o->n, NULL, s != NULL};
        }
    }
}

/* --- entries ------------------------------------------------------------ */

struct program *lower_graph(const struct graph *g, struct names *names,
                            struct arena *arena)
{
    struct plan *p = plan_make(g, arena);
    size_t solves = (size_t)g->routine->solves;
    p->loop = arena_array(p->scratch, solves, sizeof *p->loop);
    struct line *once = NULL;
    int room = 0;
    list_writes(p);
    if (names)
        label_nodes(p, names);
    for (int i = 0; i < p->nodes.n; i++) {
        if (p->role[p->nodes.node[i]->id] != ROLE_ONCE)
            continue;
        arena_room(arena, once, p->program->onces, room);
        make_line(p, p->nodes.node[i], &once[p->program->onces++]);
    }
    p->program->once = once;
    make_blocks(p);
    for (int i = 0; i < p->program->writes; i++)
        p->write[i].value = tree_before(p, p->written[i], ALL_PHASES);
    p->program->name = g->routine->name;
    program_count(p->program, g->real, names ? arena : NULL);
    return p->program;
}

/* ---- what a graph costs ---- */

long lower_weigh(struct weighed *f)
{
    if (f->weight)
        return f->weight;
    struct cost c = lower_graph(f->graph, NULL, f->graph->scratch)->cost;
    int operations = operations_total(&c.step);
    long total = operations + 3L * operations_total(&c.sweep);
    long div = c.step.div + 3L * c.sweep.div;
    long minor =
        c.step.neg + c.step.compare + 3L * (c.sweep.neg + c.sweep.compare);
    f->operations = operations + c.once;
    return f->weight = 10000 * (total + 2 * div) + minor;
}
