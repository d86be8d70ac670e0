/* SPDX-License-Identifier: MIT
 *
 * Assembles the program: reads, once-a-call lines, blocks, writes.
 */
#include "base/arena.h"
#include "opt/pass.h"
#include "opt/plan.h"

_Static_assert((int)TREE_ARGUMENTS == (int)OP_ARGUMENTS &&
                   (int)TREE_ARGUMENTS >= (int)CARRIED_ARGUMENTS &&
                   (int)LINE_NAMES == (int)CARRIED_RESULTS,
               "room for what an operation has");

struct lowering {
    struct plan *plan;
    struct arena *arena;
    const struct graph *graph;
    struct program *program;
    struct loop_names *loop;
    struct title *title; /* of each stage */
};

/* Value k of the output goes back where it came from: nothing is written. */
static bool is_unchanged(const struct lowering *l, const struct output *o,
                         int k, const struct expr *value)
{
    const struct step *s = l->graph->step;
    if (l->graph->routine != &s->advance || value->op != OP_SYMBOL)
        return false;
    for (int i = 0; i < s->stores; i++)
        if (s->store[i].name == o->name)
            return s->store[i].symbol[k] == value && value == o->value[k];
    return false;
}

/* Reads count only for what is not just written back. */
static void forget_unchanged(struct lowering *l)
{
    const struct routine *r = l->graph->routine;
    int at = 0;
    for (int i = 0; i < r->outputs; i++)
        for (int k = 0; k < r->output[i].n; k++, at++)
            if (is_unchanged(l, &r->output[i], k, l->graph->root[at]))
                l->plan->uses[l->graph->root[at]->id]--;
}

/* --- lines -------------------------------------------------------------- */

static void make_line(struct lowering *l, const struct expr *e,
                      struct line *line)
{
    struct plan *p = l->plan;
    line->value = tree_value(p, e);
    if (p->role[e->id] != ROLE_CALL) {
        line->n = 1;
        line->name[0] = p->name[e->id];
        return;
    }
    const struct family *f = p->family[e->id];
    line->n = f->call->results;
    line->call = f->call->name;
    for (int k = 0; k < line->n; k++)
        line->name[k] = f->name[k];
}

static void make_onces(struct lowering *l)
{
    struct plan *p = l->plan;
    int count = 0;
    for (int i = 0; i < p->nodes.n; i++)
        count += p->role[p->nodes.node[i]->id] == ROLE_ONCE;
    struct line *line = arena_array(l->arena, (size_t)count, sizeof *line);
    l->program->once = line;
    for (int i = 0; i < p->nodes.n; i++)
        if (p->role[p->nodes.node[i]->id] == ROLE_ONCE)
            make_line(l, p->nodes.node[i], &line[l->program->onces++]);
}

/* Where a stage has its title: before the first loop that it goes on in, or
 * else in the phase, outside of loops, where most of its lines are. */
struct title {
    int phase, lines; /* there */
    int last;         /* phase outside of loops with lines of it, so far */
    bool goes_on;     /* in the loop behind `phase` */
};

/* So many lines of the stage stand in this phase; those in earlier ones have
 * been counted. */
static void count_lines(struct title *t, int phase, int lines)
{
    if (t->goes_on)
        return;
    if (phase % 2 == 1) {
        t->goes_on = t->lines > 0 && t->last == phase - 1;
        t->phase = t->goes_on ? t->last : t->phase;
        return;
    }
    t->last = phase;
    if (lines > t->lines) {
        t->lines = lines;
        t->phase = phase;
    }
}

/* A stage whose lines are parted by a loop has its title once, and outside. */
static void find_titles(struct lowering *l)
{
    const struct plan *p = l->plan;
    l->title = arena_array(l->arena, (size_t)l->graph->routine->stages,
                           sizeof *l->title);
    for (int i = 0, next; i < p->orders; i = next) {
        int stage = p->stage[p->order[i]->id];
        int phase = p->phase[p->order[i]->id];
        for (next = i; next < p->orders; next++)
            if (p->stage[p->order[next]->id] != stage ||
                p->phase[p->order[next]->id] != phase)
                break;
        if (stage >= 0)
            count_lines(&l->title[stage], phase, next - i);
    }
}

/* The lines order[from], ... that belong to one stage. */
static int make_paragraph(struct lowering *l, int from, int end,
                          struct paragraph *paragraph)
{
    const struct plan *p = l->plan;
    int first = p->order[from]->id, stage = p->stage[first], to = from;
    bool titled = stage >= 0 && l->title[stage].phase == p->phase[first];
    while (to < end && p->stage[p->order[to]->id] == stage)
        to++;
    struct line *line =
        arena_array(l->arena, (size_t)(to - from), sizeof *line);
    for (int i = from; i < to; i++)
        make_line(l, p->order[i], &line[i - from]);
    paragraph->title = titled ? l->graph->routine->stage[stage].title : NULL;
    paragraph->lines = to - from;
    paragraph->line = line;
    return to;
}

static void make_paragraphs(struct lowering *l, int from, int end,
                            struct block *block)
{
    int room = 0;
    struct paragraph *paragraph = NULL;
    while (from < end) {
        arena_push(l->arena, paragraph, block->paragraphs, room);
        from = make_paragraph(l, from, end, &paragraph[block->paragraphs++]);
    }
    block->paragraph = paragraph;
}

/* --- blocks ------------------------------------------------------------- */

static void make_loop(struct lowering *l, int index, struct block *block)
{
    const struct solve *s = &l->graph->routine->solve[index];
    size_t n = (size_t)s->n;
    const struct expr *const *root =
        l->graph->root + l->graph->solve_root[index];
    const struct tree **start = arena_array(l->arena, n, sizeof *start);
    const struct tree **change = arena_array(l->arena, n, sizeof *change);
    for (int k = 0; k < s->n; k++) {
        start[k] = tree_operand(l->plan, root[k]);
        change[k] = tree_operand(l->plan, root[s->n + k]);
    }
    block->kind = BLOCK_NEWTON;
    block->title = l->loop[index].title;
    block->n = s->n;
    block->carried = l->loop[index].carried;
    block->change_name = l->loop[index].change;
    block->start = start;
    block->change = change;
    block->done = tree_test(l->plan, root[2 * n], 2 * index + 1);
    block->sweeps = s->sweeps;
}

/* The loop of solve `index`, if it has one, and what it requires. */
static void make_solve(struct lowering *l, int index, struct block *block)
{
    const struct solve *s = &l->graph->routine->solve[index];
    int root = l->graph->solve_root[index] + 2 * s->n + 1;
    block->kind = BLOCK_REQUIRE;
    if (s->n > 0)
        make_loop(l, index, block);
    block->is_singular = s->is_singular;
    if (s->accept)
        block->accept = tree_test(l->plan, l->graph->root[root], 2 * index + 2);
}

static void make_blocks(struct lowering *l)
{
    const struct plan *p = l->plan;
    int phases = 2 * l->graph->routine->solves + 1, from = 0;
    struct block *block = arena_array(l->arena, (size_t)phases, sizeof *block);
    for (int phase = 0; phase < phases; phase++) {
        int to = from;
        while (to < p->orders && p->phase[p->order[to]->id] == phase)
            to++;
        if (to == from && phase % 2 == 0)
            continue;
        struct block *b = &block[l->program->blocks++];
        make_paragraphs(l, from, to, b);
        if (phase % 2 == 1)
            make_solve(l, phase / 2, b);
        from = to;
    }
    l->program->block = block;
}

static void make_writes(struct lowering *l)
{
    const struct routine *r = l->graph->routine;
    struct write *write =
        arena_array(l->arena, (size_t)l->graph->roots, sizeof *write);
    int at = 0;
    for (int i = 0; i < r->outputs; i++)
        for (int k = 0; k < r->output[i].n; k++, at++) {
            const struct output *o = &r->output[i];
            if (is_unchanged(l, o, k, l->graph->root[at]))
                continue;
            write[l->program->writes++] = (struct write){
                o->name, k, o->n, tree_operand(l->plan, l->graph->root[at])};
        }
    l->program->write = write;
}

/* --- entries ------------------------------------------------------------ */

static struct program *assemble(const struct graph *given, struct names *names,
                                struct arena *arena)
{
    const struct graph *g = plan_normal(given);
    struct lowering l = {
        .arena = arena, .graph = g, .plan = plan_make(g, arena)};
    l.program = arena_alloc(arena, sizeof *l.program);
    l.loop = arena_array(arena, (size_t)g->routine->solves, sizeof *l.loop);
    l.program->name = g->routine->name;
    if (names) {
        forget_unchanged(&l);
        label_nodes(l.plan, names, l.loop, l.program);
    }
    make_onces(&l);
    find_titles(&l);
    make_blocks(&l);
    make_writes(&l);
    l.program->fault = l.plan->fault;
    l.program->is_beyond = l.plan->is_beyond;
    cost_count(l.program, g->real);
    return l.program;
}

const struct program *lower_graph(const struct graph *g, struct names *names)
{
    struct program *program = assemble(g, names, g->arena);
    cost_functions(g->arena, program);
    return program;
}

struct cost lower_cost(const struct graph *g)
{
    struct arena_mark mark = arena_mark(g->scratch);
    struct cost cost = assemble(g, NULL, g->scratch)->cost;
    arena_release(g->scratch, mark);
    return cost;
}
