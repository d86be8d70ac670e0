/* SPDX-License-Identifier: MIT
 *
 * The passes in their order, and the lowering that runs them.
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
static bool is_better(const struct form *best, const struct form *next, int i,
                      int to)
{
    if (pass[i].run == pass_scale && is_out_of_range(best->graph))
        return true;
    long gain = best->weight - next->weight;
    bool later = false;
    for (int k = 0; k < to; k++)
        later = later || pass[k].run == pass_group;
    if (later && pass[i].run == pass_rotation)
        return true; /* it has looked ahead itself */
    if (later && pass[i].run == pass_single_use)
        gain = grouped(best->graph) - grouped(next->graph);
    return gain > 0 || (gain == 0 && pass[i].is_layout);
}

static struct form run_passes(const struct graph *g, int count)
{
    struct form best = form_of(g);
    for (int i = 0; i < count; i++) {
        struct arena_mark mark = arena_mark(g->scratch);
        const struct graph *next = pass[i].run(best.graph);
        size_t size = (size_t)g->roots * sizeof *g->root;
        if (next && memcmp(best.graph->root, next->root, size) != 0) {
            struct form form = form_of(next);
            if (is_better(&best, &form, i, count))
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

/* More operations that an accessor may have than the fewest. */
enum { PLAIN_MORE = 3 };

/* The graph as textbooks have it, if that is not much more. */
static const struct graph *plain(const struct graph *g,
                                 const struct graph *best)
{
    struct form form = form_of(pass_plain(g));
    struct graph *(*const run[])(const struct graph *) = {
        pass_group, pass_power, pass_positive};
    for (size_t i = 0; i < sizeof run / sizeof *run; i++) {
        const struct graph *next = run[i](form.graph);
        struct form other = next ? form_of(next) : form;
        if (other.weight <= form.weight)
            form = other;
    }
    return form.operations <= form_of(best).operations + PLAIN_MORE ? form.graph
                                                                    : best;
}

const struct program *program_lower(struct arena *arena, struct names *names,
                                    const struct step *step,
                                    const struct routine *routine,
                                    enum real real, int passes)
{
    int count = passes < 0 || passes > pass_count() ? pass_count() : passes;
    struct arena *own = arena_child(arena);
    const struct graph *g =
        graph_new(own, arena_child(own), step, routine, real);
    const struct graph *best = run_passes(g, count).graph;
    if (passes < 0 && is_accessor(step, routine))
        best = plain(g, best);
    const struct program *program = lower_graph(best, names, arena);
    arena_free(own);
    return program;
}
