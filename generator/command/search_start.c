/* SPDX-License-Identifier: MIT
 *
 * One start: to where the equations hold, down, and back to where they hold.
 */
#include "command/search.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "command/search_random.h"

/* What equations may be missed by. */
#define MOST_MISS 1e-12

static enum found judge(const struct problem *p, struct finding *f)
{
    f->violation = problem_violation(p, f->x);
    if (!(f->violation <= MOST_MISS))
        return FOUND_MISSED;
    if (!problem_is_stable(p, f->x))
        return FOUND_UNSTABLE;
    f->value = problem_value(p, f->x);
    return isfinite(f->value) ? FOUND_GOOD : FOUND_NO_VALUE;
}

struct finding search_start(const struct problem *p, long start)
{
    struct finding f = {.start = start}, before;
    struct arena_mark mark = arena_mark(p->arena);
    const struct search *s = p->search;
    if (start == 0)
        memcpy(f.x, p->start, sizeof f.x);
    else
        random_point(
            p, (struct random){s->hash, (uint64_t)s->seed, (uint64_t)start},
            f.x);
    problem_project(p, f.x);
    before = f;
    before.found = judge(p, &before);
    search_descend(p, f.x);
    problem_project(p, f.x);
    f.found = judge(p, &f);
    /* Where the way down has led nowhere, the point before is what there is. */
    if (before.found == FOUND_GOOD &&
        !(f.found == FOUND_GOOD && f.value <= before.value))
        f = before;
    arena_release(p->arena, mark);
    return f;
}
