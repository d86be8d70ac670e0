/* SPDX-License-Identifier: MIT
 *
 * All passes in their order, the lowering that runs them, and the page that is
 * made from a step.
 */
#include "opt/pass.h"

#include <string.h>

#include "base/arena.h"

/* --- all passes ----------------------------------------------------------- */

static struct graph *pass_single_use(const struct graph *g)
{
    return pass_scale(graph_rebuild(g, pass_merge, NULL));
}

/* The first two need expressions as the constructors make them. */
const struct pass all_passes[PASSES] = {
    {"rotation", "several vectors turned by one element take its matrix",
     pass_rotation, NULL, false},
    {"angles", "c_k of 4 y from c_k of y", pass_stumpff, NULL, false},
    {"scales", "constants where they vanish; named values keep theirs",
     pass_scale, NULL, false},
    {"single use", "sums used once go into the sum that uses them",
     pass_single_use, NULL, true},
    {"factors", "a x + a y = a (x + y)", NULL, pass_factor, false},
    {"groups", "c x + c y = c (x + y)", NULL, pass_group, false},
    {"constants", "c (h x) = (c h) x", NULL, pass_constant, true},
    {"powers", "one reciprocal and one chain for all powers of a value",
     pass_power, NULL, false},
    {"signs", "minus signs go to sums, where they are subtractions", pass_signs,
     NULL, true},
    {"balance", "what is known early is added up first", pass_balance, NULL,
     true},
    {"signs again", "signs in front of balanced sums cancel, too", pass_signs,
     NULL, false},
};

/* True if a coefficient is near the limits of a double or float. These must be
 * removed at any cost; they grow where no names determine the scales. */
static bool is_out_of_range(const struct graph *g)
{
    struct nodes nodes = graph_nodes(g);
    double limit = g->real == REAL_FLOAT ? 30 : 100;
    for (int i = 0; i < nodes.n; i++) {
        expr e = nodes.node[i];
        int n = e->op == OP_SUM ? e->arity : e->op == OP_SCALE;
        for (int k = 0; k < n; k++) {
            double log = number_log2(e->op == OP_SUM ? e->coef[k] : e->number);
            if (log >= limit || log < -limit - 1)
                return true;
        }
    }
    return false;
}

/* True if the next form must be kept. Merged sums pay only in later passes. */
static bool is_better(struct weighed *best, struct weighed *next,
                      const struct pass *by, bool later)
{
    plan_normal(next->graph, true); /* makes its nodes before those of others */
    if (later && by->run == pass_rotation)
        return true; /* it has compared later costs itself */
    long gain = lower_weigh(best) - lower_weigh(next);
    if (by->run == pass_scale && is_out_of_range(best->graph))
        return true;
    if (later && by->run == pass_single_use)
        gain = scale_grouped(best->graph) - scale_grouped(next->graph);
    return gain > 0 || (gain == 0 && by->is_layout);
}

struct graph *pass_run(const struct pass *p, const struct graph *g)
{
    return p->run ? p->run(g) : graph_rebuild(g, p->rewrite, NULL);
}

static struct weighed run_passes(const struct graph *g, const struct pass *by,
                                 int count)
{
    struct weighed best = {.graph = g};
    bool later = false;
    plan_normal(g, true);
    for (int i = 0; i < count; i++)
        later = later || by[i].rewrite == pass_group;
    for (int i = 0; i < count; i++) {
        struct arena_mark mark = arena_mark(g->scratch);
        struct weighed next = best.graph->cache->grouped;
        size_t size = (size_t)g->roots * sizeof *g->root;
        if (by[i].rewrite != pass_group || !next.graph)
            next = (struct weighed){.graph = pass_run(&by[i], best.graph)};
        if (next.graph && memcmp(best.graph->root, next.graph->root, size) &&
            is_better(&best, &next, &by[i], later))
            best = next;
        if (pool_size(g->pool) > 3 * graph_nodes(best.graph).n &&
            !best.graph->cache->scaled)
            best.graph = graph_settle(best.graph);
        arena_release(g->scratch, mark);
    }
    return best;
}

/* A routine that is off the step's path gets only these passes, unless the full
 * list saves more than PLAIN_MORE operations. */
enum { PLAIN = 3, PLAIN_MORE = 4 };
static const struct pass plain[PLAIN] = {
    {.rewrite = pass_group, .is_layout = true},
    {.run = pass_power, .is_layout = true},
    {.rewrite = pass_positive, .is_layout = true}};

const struct program *program_lower(struct arena *arena, struct names *names,
                                    const struct step *step,
                                    const struct routine *routine,
                                    enum real real, int passes, bool is_access)
{
    struct arena *own = arena_child(arena), *scratch = arena_child(own);
    const struct graph *g = graph_new(own, scratch, step, routine, real);
    struct weighed best =
        run_passes(g, all_passes, passes < 0 ? PASSES : passes);
    if (passes < 0 && is_access) {
        g = graph_new(own, scratch, step, routine, real);
        struct weighed form = run_passes(
            graph_rebuild(g, pass_distribute, graph_uses(g)), plain, PLAIN);
        lower_weigh(&best);
        lower_weigh(&form);
        if (form.operations <= best.operations + PLAIN_MORE)
            best = form;
    }
    struct program *program = lower_graph(best.graph, names, arena);
    program->is_access = is_access;
    arena_free(own);
    return program;
}

/* --- pages ---------------------------------------------------------------- */

struct cost page_cost(const struct page *page)
{
    struct cost c = page->advance->cost;
    if (!page->push)
        return c;
    const struct cost *p = &page->push->cost;
    /* its constants are computed each time; then the last kick */
    c.step.mul += p->step.mul + p->once + page->step->relay.n;
    c.step.add += p->step.add + page->step->relay.n;
    c.step.div += p->step.div;
    c.step.sqrt += p->step.sqrt;
    c.step.calls += p->step.calls;
    c.step.neg += p->step.neg;
    c.step.compare += p->step.compare;
    c.once += operations_total(&p->step) + p->once; /* before the first step */
    return c;
}

struct building {
    struct arena *arena;
    struct names *names;
    enum real real;
    int passes;
    struct page *page;
};

static const struct program *
build(const struct building *b, const struct routine *routine, bool is_access)
{
    struct page *page = b->page;
    const struct program *p = program_lower(
        b->arena, b->names, page->step, routine, b->real, b->passes, is_access);
    arena_push(b->arena, page->program, page->programs, page->room, p);
    return p;
}

/* Builds programs of attitude conversions and of wheel rates. */
static void build_shown(const struct building *b, const struct offer *o,
                        bool whole)
{
    struct page *page = b->page;
    page->shows = o->shows;
    for (int i = 0; i < o->shows; i++) {
        if (whole || o->shown[i].is_requested)
            page->shown[i].get = build(b, &o->shown[i].get, true);
        if (whole)
            page->shown[i].set = build(b, &o->shown[i].set, true);
    }
    for (int i = 0; i < o->wheels; i++) {
        page->wheel[i].get = build(b, &o->wheel[i].get, true);
        if (whole)
            page->wheel[i].set = build(b, &o->wheel[i].set, true);
    }
}

const struct page *page_build(struct arena *arena, struct names *names,
                              const struct step *s, enum real real, int passes,
                              unsigned left_out)
{
    const struct offer *o = &s->offer;
    const size_t shows = (size_t)o->shows, wheels = (size_t)o->wheels;
    struct page *page = arena_alloc(arena, sizeof *page);
    const struct building b = {arena, names, real, passes, page};
    *page = (struct page){
        .step = s,
        .shown = arena_array(arena, shows, sizeof *page->shown),
        .wheel = arena_array(arena, wheels, sizeof *page->wheel),
        .outcome = arena_array(arena, (size_t)o->events, sizeof *page->outcome),
        .sample = arena_array(arena, (size_t)o->samples, sizeof *page->sample)};
#define PROGRAM(name, routine, parts)                                          \
    if (s->routine.outputs && !(left_out & (parts)))                           \
        page->name = build(&b, &s->routine, (parts)&LEAVE_ACCESS);
    PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    for (int i = page->programs - 1; i >= 0; i--)
        if (page->program[i]->fault)
            page->faulty = page->program[i];
    for (int i = 0; i < o->events; i++)
        if (o->event[i].then.outputs)
            page->outcome[i] = build(&b, &o->event[i].then, false);
    for (int i = 0; i < o->samples; i++)
        page->sample[i] = build(&b, &o->sample[i].take, false);
    if (!(left_out & LEAVE_ACCESS))
        build_shown(&b, o, !(left_out & LEAVE_UNSEEN));
    return page;
}
