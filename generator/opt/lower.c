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

/* Where a stage has its title: before the first loop that it goes on in, or
 * else in the phase, outside of loops, where most of its lines are. */
struct title {
    int phase, lines; /* there */
    int last;         /* phase outside of loops with lines of it, so far */
    bool goes_on;     /* in the loop behind `phase` */
};

/* Value k of the output goes back where it came from: nothing is written. */
static bool is_unchanged(const struct plan *p, const struct output *o, int k,
                         const struct expr *value)
{
    const struct step *s = p->graph->step;
    if (p->graph->routine != &s->advance || value->op != OP_SYMBOL)
        return false;
    for (int i = 0; i < s->stores; i++)
        if (s->store[i].name == o->name)
            return s->store[i].symbol[k] == value && value == o->value[k];
    return false;
}

/* Reads count only for what is not just written back. */
static void forget_unchanged(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    int at = 0;
    for (int i = 0; i < r->outputs; i++)
        for (int k = 0; k < r->output[i].n; k++, at++)
            if (is_unchanged(p, &r->output[i], k, p->graph->root[at]))
                p->uses[p->graph->root[at]->id]--;
}

/* --- lines -------------------------------------------------------------- */

static void make_line(struct plan *p, const struct expr *e, struct line *line)
{
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

static void make_onces(struct plan *p)
{
    int count = 0;
    for (int i = 0; i < p->nodes.n; i++)
        count += p->role[p->nodes.node[i]->id] == ROLE_ONCE;
    struct line *line = arena_array(p->arena, (size_t)count, sizeof *line);
    p->program->once = line;
    for (int i = 0; i < p->nodes.n; i++)
        if (p->role[p->nodes.node[i]->id] == ROLE_ONCE)
            make_line(p, p->nodes.node[i], &line[p->program->onces++]);
}

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
static void find_titles(struct plan *p)
{
    for (int i = 0, next; i < p->orders; i = next) {
        int stage = p->stage[p->order[i]->id];
        int phase = p->phase[p->order[i]->id];
        for (next = i; next < p->orders; next++)
            if (p->stage[p->order[next]->id] != stage ||
                p->phase[p->order[next]->id] != phase)
                break;
        if (stage >= 0)
            count_lines(&p->title[stage], phase, next - i);
    }
}

/* The lines order[from], ... that belong to one stage. */
static int make_paragraph(struct plan *p, int from, int end,
                          struct paragraph *paragraph)
{
    int first = p->order[from]->id, stage = p->stage[first], to = from;
    bool titled = stage >= 0 && p->title[stage].phase == p->phase[first];
    while (to < end && p->stage[p->order[to]->id] == stage)
        to++;
    struct line *line =
        arena_array(p->arena, (size_t)(to - from), sizeof *line);
    for (int i = from; i < to; i++)
        make_line(p, p->order[i], &line[i - from]);
    paragraph->title = titled ? p->graph->routine->stage[stage].title : NULL;
    paragraph->lines = to - from;
    paragraph->line = line;
    return to;
}

static void make_paragraphs(struct plan *p, int from, int end,
                            struct block *block)
{
    int room = 0;
    struct paragraph *paragraph = NULL;
    while (from < end) {
        arena_push(p->arena, paragraph, block->paragraphs, room);
        from = make_paragraph(p, from, end, &paragraph[block->paragraphs++]);
    }
    block->paragraph = paragraph;
}

/* --- blocks ------------------------------------------------------------- */

/* The loop of solve `index`, if it has one, and what it requires. */
static void make_solve(struct plan *p, int index, struct block *block)
{
    const struct solve *s = &p->graph->routine->solve[index];
    const struct expr *const *root =
        p->graph->root + p->graph->solve_root[index];
    const struct tree **tree =
        arena_array(p->arena, 2 * (size_t)s->n, sizeof *tree);
    for (int k = 0; k < 2 * s->n; k++)
        tree[k] = tree_operand(p, root[k]);
    root += 2 * s->n;
    block->kind = s->n > 0 ? BLOCK_NEWTON : BLOCK_REQUIRE;
    if (s->n > 0) {
        block->title = p->loop[index].title;
        block->n = s->n;
        block->carried = p->loop[index].carried;
        block->change_name = p->loop[index].change_name;
        block->start = tree;
        block->change = tree + s->n;
        block->done = tree_test(p, root[0], 2 * index + 1);
        block->sweeps = s->sweeps;
    }
    block->is_singular = s->is_singular;
    if (s->accept)
        block->accept = tree_test(p, root[1], 2 * index + 2);
}

static void make_blocks(struct plan *p)
{
    int phases = 2 * p->graph->routine->solves + 1, from = 0;
    struct block *block = arena_array(p->arena, (size_t)phases, sizeof *block);
    for (int phase = 0; phase < phases; phase++) {
        int to = from;
        while (to < p->orders && p->phase[p->order[to]->id] == phase)
            to++;
        if (to == from && phase % 2 == 0)
            continue;
        struct block *b = &block[p->program->blocks++];
        make_paragraphs(p, from, to, b);
        if (phase % 2 == 1)
            make_solve(p, phase / 2, b);
        from = to;
    }
    p->program->block = block;
}

static void make_writes(struct plan *p)
{
    const struct routine *r = p->graph->routine;
    struct write *write =
        arena_array(p->arena, (size_t)p->graph->roots, sizeof *write);
    int at = 0;
    for (int i = 0; i < r->outputs; i++)
        for (int k = 0; k < r->output[i].n; k++, at++) {
            const struct output *o = &r->output[i];
            if (is_unchanged(p, o, k, p->graph->root[at]))
                continue;
            write[p->program->writes++] = (struct write){
                o->name, k, o->n, tree_operand(p, p->graph->root[at])};
        }
    p->program->write = write;
}

/* --- entries ------------------------------------------------------------ */

static struct program *assemble(const struct graph *given, struct names *names,
                                struct arena *arena)
{
    const struct graph *g = plan_normal(given);
    struct plan *p = plan_make(g, arena);
    p->program = arena_alloc(arena, sizeof *p->program);
    p->program->name = g->routine->name;
    p->loop = arena_array(arena, (size_t)g->routine->solves, sizeof *p->loop);
    p->title = arena_array(arena, (size_t)g->routine->stages, sizeof *p->title);
    if (names) {
        forget_unchanged(p);
        label_nodes(p, names);
    }
    make_onces(p);
    find_titles(p);
    make_blocks(p);
    make_writes(p);
    p->program->fault = p->fault;
    p->program->is_beyond = p->is_beyond;
    cost_count(p->program, g->real);
    return p->program;
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
