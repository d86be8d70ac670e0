/* SPDX-License-Identifier: MIT
 *
 * The passes in their order, and the lowering that runs them.
 */
#include "opt/pass.h"

#include "base/arena.h"

struct pass {
    const char *name, *note;
    struct graph *(*run)(const struct graph *);
    bool is_layout; /* kept if the count is no higher */
};

static const struct pass pass[] = {
#define PASS(name, note, run, is_layout) {name, note, run, is_layout},
#include "opt/passes.def"
#undef PASS
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

/* A Newton iteration takes two or three sweeps. */
int pass_weight(const struct cost *c)
{
    return 10 * cost_total(c) + c->neg + c->compare +
           3 * (10 * cost_total_sweep(c) + c->sweep_neg + c->sweep_compare);
}

const struct program *program_lower(struct arena *arena, struct names *names,
                                    const struct step *step,
                                    const struct routine *routine,
                                    enum real real, int passes)
{
    const struct graph *best = graph_new(arena, step, routine, real);
    int count = passes < 0 || passes > pass_count() ? pass_count() : passes;
    struct cost cost = lower_cost(best);
    for (int i = 0; i < count; i++) {
        const struct graph *next = pass[i].run(best);
        if (!next)
            continue;
        struct cost now = lower_cost(next);
        int gain = pass_weight(&cost) - pass_weight(&now);
        if (gain < 0 || (gain == 0 && !pass[i].is_layout))
            continue;
        best = next;
        cost = now;
    }
    return lower_graph(best, names);
}
