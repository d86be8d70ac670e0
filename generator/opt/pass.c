/* SPDX-License-Identifier: MIT
 *
 * The passes in their order, the lowering that runs them, and the page that is
 * made from a step: what the emitted files say of body and method, and the
 * programs of all functions.
 */
#include "opt/pass.h"

#include <string.h>

#include "base/arena.h"

struct pass {
    const char *name, *note;
    struct graph *(*run)(const struct graph *);
    bool is_layout; /* kept if the count is no higher */
};

/* In their order.  The first two work on expressions as the constructors leave
 * them. */
static const struct pass pass[] = {
    {"rotation", "several vectors turned by one element take its matrix",
     pass_rotation, false},
    {"angles", "c_k of 4 y from c_k of y", pass_stumpff, false},
    {"scales", "constants where they vanish; named values keep theirs",
     pass_scale, false},
    {"single use", "sums used once go into the sum that uses them",
     pass_single_use, true},
    {"factors", "a x + a y = a (x + y)", pass_factor, false},
    {"groups", "c x + c y = c (x + y)", pass_group, false},
    {"constants", "c (h x) = (c h) x", pass_step, true},
    {"powers", "one reciprocal and one chain for all powers of a value",
     pass_power, false},
    {"signs", "minus signs go to sums, where they are subtractions", pass_signs,
     true},
    {"balance", "what is known early is added up first", pass_balance, true},
};

int pass_count(void)
{
    return (int)(sizeof pass / sizeof *pass);
}

const char *pass_name(int i)
{
    return pass[i].name;
}

const char *pass_note(int i)
{
    return pass[i].note;
}

/* A graph with what it costs. */
struct form {
    const struct graph *graph;
    long weight;
    int operations; /* of a step, and once a call */
};

/* The count decides, a division being worth three products; at the same count
 * fewer signs and comparisons.  A Newton iteration takes two or three sweeps.
 */
static struct form form_of(const struct graph *g)
{
    struct cost c = lower_cost(g);
    int operations = operations_total(&c.step);
    long total = operations + 3L * operations_total(&c.sweep);
    long div = c.step.div + 3L * c.sweep.div;
    long minor =
        c.step.neg + c.step.compare + 3L * (c.sweep.neg + c.sweep.compare);
    return (struct form){g, 10000 * (total + 2 * div) + minor,
                         operations + c.once};
}

/* What a graph will cost once equal coefficients are grouped. */
static long grouped(const struct graph *g)
{
    struct arena_mark mark = arena_mark(g->scratch);
    long weight = form_of(pass_group(g)).weight;
    arena_release(g->scratch, mark);
    return weight;
}

long pass_promise(const struct graph *g)
{
    struct arena_mark mark = arena_mark(g->scratch);
    long weight = grouped(pass_scale(g));
    arena_release(g->scratch, mark);
    return weight;
}

/* Coefficients near the end of a double's or float's range must go, whatever
 * it costs: where no names guide the constants they multiply up. */
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

/* Is the next form to be kept?  Merging sums pays only later. */
static bool is_better(const struct form *best, const struct form *next,
                      const struct pass *by, bool later)
{
    if (by->run == pass_scale && is_out_of_range(best->graph))
        return true;
    long gain = best->weight - next->weight;
    if (later && by->run == pass_rotation)
        return true; /* it has looked ahead itself */
    if (later && by->run == pass_single_use)
        gain = grouped(best->graph) - grouped(next->graph);
    return gain > 0 || (gain == 0 && by->is_layout);
}

static struct form run_passes(const struct graph *g, const struct pass *by,
                              int count)
{
    struct form best = form_of(g);
    bool later = false;
    for (int i = 0; i < count; i++)
        later = later || by[i].run == pass_group;
    for (int i = 0; i < count; i++) {
        struct arena_mark mark = arena_mark(g->scratch);
        const struct graph *next = by[i].run(best.graph);
        size_t size = (size_t)g->roots * sizeof *g->root;
        if (next && memcmp(best.graph->root, next->root, size) != 0) {
            struct form form = form_of(next);
            if (is_better(&best, &form, &by[i], later))
                best = form;
        }
        arena_release(g->scratch, mark);
    }
    return best;
}

/* Is it off the step's path, where formulas stand as textbooks have them? */
static bool is_accessor(const struct step *s, const struct routine *r)
{
    bool shown = r == &s->rotation || r == &s->set_rotation || r == &s->omega ||
                 r == &s->set_omega || r == &s->momentum || r == &s->energy ||
                 r == &s->keep_values;
    for (int i = 0; s->shown && i < s->recipe->shows; i++)
        shown = shown || r == &s->shown[i].get || r == &s->shown[i].set;
    return shown;
}

/* Such a one is left as it is but for these passes, unless it has so many more
 * operations than the fewest. */
enum { PLAIN = 3, PLAIN_MORE = 3 };
static const struct pass plain[PLAIN] = {
    {.run = pass_group, .is_layout = true},
    {.run = pass_power, .is_layout = true},
    {.run = pass_positive, .is_layout = true}};

const struct program *program_lower(struct arena *arena, struct names *names,
                                    const struct step *step,
                                    const struct routine *routine,
                                    enum real real, int passes)
{
    int count = passes < 0 || passes > pass_count() ? pass_count() : passes;
    struct arena *own = arena_child(arena);
    const struct graph *g =
        graph_new(own, arena_child(own), step, routine, real);
    struct form best = run_passes(g, pass, count);
    if (passes < 0 && is_accessor(step, routine)) {
        struct form form = run_passes(pass_plain(g), plain, PLAIN);
        if (form.operations <= best.operations + PLAIN_MORE)
            best = form;
    }
    const struct program *program = lower_graph(best.graph, names, arena);
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
    /* its constants are made anew each time; then the last kick */
    c.step.mul += p->step.mul + p->once + page->pushes;
    c.step.add += p->step.add + page->pushes;
    c.step.div += p->step.div;
    c.step.sqrt += p->step.sqrt;
    c.step.calls += p->step.calls;
    c.step.neg += p->step.neg;
    c.step.compare += p->step.compare;
    c.once += operations_total(&p->step) + p->once; /* before the first step */
    return c;
}

const struct page *page_build(struct arena *arena, struct names *names,
                              const struct step *s, enum real real, int passes)
{
    const struct recipe *r = s->recipe;
    struct page_shown *shown =
        arena_array(arena, (size_t)r->shows, sizeof *shown);
    struct page *page = arena_alloc(arena, sizeof *page);
    *page = (struct page){.facts = &s->facts,
                          .method = &r->method.claim,
                          .attitude = &r->attitude.claim,
                          .map = &r->map.claim,
                          .promise = &r->promise,
                          .order = recipe_order(r),
                          .is_exact = recipe_order(r) >= ORDER_EXACT,
                          .is_free = r->is_free,
                          .stores = s->stores,
                          .store = s->store,
                          .step = r->size ? r->size
                                          : r->control.value[CONTROL_FIRST],
                          .dense_order = s->dense.order,
                          .dense_is_cut = s->dense.is_cut,
                          .shows = r->shows,
                          .shown = shown,
                          .pushes = s->relay.n,
                          .control = &r->control,
                          .error_order = s->error_order,
                          .hands_on = s->hands_on};
    for (int i = 0; i < page->pushes; i++)
        page->pushed[i] = s->relay.part[i].index;
    const struct {
        const struct routine *routine;
        const struct program **program;
    } all[] = {
#define PROGRAM(name, routine) {&s->routine, &page->name},
        PAGE_PROGRAMS(PROGRAM)
#undef PROGRAM
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].routine->outputs == 0)
            continue;
        const struct program *p =
            program_lower(arena, names, s, all[i].routine, real, passes);
        *all[i].program = p;
        if (p->fault && !page->faulty)
            page->faulty = p;
    }
    for (int i = 0; i < r->shows; i++) {
        const struct shown *from = &s->shown[i];
        shown[i] = (struct page_shown){
            .call = from->as->call,
            .name = from->as->name,
            .field = from->numbers,
            .asked = from->as->asked,
            .restores = from->restores,
            .get = program_lower(arena, names, s, &from->get, real, passes),
            .set = program_lower(arena, names, s, &from->set, real, passes),
        };
    }
    return page;
}
