/* SPDX-License-Identifier: MIT
 *
 * Finds adaptive steps that are spent on one switch of a torque or force, as in
 * a sliding mode, where it pushes back on both sides.
 */
#include "explore/explore.h"

#include <limits.h>
#include <math.h>

#include "base/arena.h"

/* After EVERY steps, then ever more rarely, LOOKS steps are looked at one by
 * one.  A switch of value f chatters if f' pushes f to 0 at NEARLY all of them
 * and the sum of h |f'| is more than BACK times the largest |f|. */
enum { EVERY = 4096, CHECKED_STEPS = 512, BACK = 16 };
#define NEARLY 0.95

struct switch_record {
    double last, largest, path; /* last |f'|; largest |f|; sum of h |f'| */
    int pushes;
};

struct chatter {
    int first, switches, found;
    int steps_left; /* steps left to look at */
    double t;       /* time of the last look */
    long next_check, interval;
    struct switch_record *record;
};

struct chatter *chatter_new(struct arena *arena, int first, int switches)
{
    struct chatter *c = arena_alloc(arena, sizeof *c);
    c->first = first;
    c->switches = switches;
    c->record = arena_array(arena, (size_t)switches + 1, sizeof *c->record);
    chatter_begin(c);
    return c;
}

void chatter_begin(struct chatter *c)
{
    c->found = -1;
    c->steps_left = 0;
    c->interval = EVERY;
    c->next_check = -1;
}

int chatter_found(const struct chatter *c)
{
    return c->found;
}

/* Adds f = {switch, its rate}, a time h after the last look (0: the first). */
static void add_point(struct switch_record *s, const double f[2], double h)
{
    if (!(h > 0))
        *s = (struct switch_record){0};
    s->path += h * s->last;
    s->pushes += f[0] * f[1] < 0;
    s->last = f[0] * f[1] < 0 ? fabs(f[1]) : 0;
    s->largest = fmax(s->largest, fabs(f[0]));
}

long chatter_check(struct chatter *c, const pol_stepper *s, const double *x,
                   const double *par, const double *in, const double *control,
                   double *keep)
{
    const long steps = (long)control[s->control + POL_CONTROL_STEPS];
    if (c->switches == 0 || c->found >= 0)
        return LONG_MAX;
    if (c->steps_left == 0 && steps < c->next_check)
        return c->next_check - steps;
    const bool begins = c->steps_left == 0;
    const double t = s->time(x);
    s->keep(x, par, in, keep);
    for (int i = 0; i < c->switches; i++)
        add_point(&c->record[i], keep + c->first + 2 * i,
                  begins ? 0 : fabs(t - c->t));
    c->t = t;
    if (begins && c->next_check >= 0) {
        c->steps_left = CHECKED_STEPS;
        return 1;
    }
    if (c->steps_left > 0 && --c->steps_left > 0)
        return 1;
    for (int i = c->switches; i-- > 0 && !begins;)
        if (c->record[i].pushes >= NEARLY * CHECKED_STEPS &&
            c->record[i].path > BACK * c->record[i].largest)
            c->found = i;
    c->next_check = steps + c->interval;
    c->interval *= 2;
    return c->next_check - steps;
}
