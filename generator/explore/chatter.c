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
enum { EVERY = 4096, LOOKS = 512, BACK = 16 };
#define NEARLY 0.95

struct seen {
    double last, largest, way; /* last |f'|; largest |f|; sum of h |f'| */
    int towards;
};

struct chatter {
    int first, switches, found;
    int left; /* steps left to look at */
    double t; /* time of the last look */
    long gate, wait;
    struct seen *seen;
};

struct chatter *chatter_new(struct arena *arena, int first, int switches)
{
    struct chatter *c = arena_alloc(arena, sizeof *c);
    c->first = first;
    c->switches = switches;
    c->seen = arena_array(arena, (size_t)switches + 1, sizeof *c->seen);
    chatter_begin(c);
    return c;
}

void chatter_begin(struct chatter *c)
{
    c->found = -1;
    c->left = 0;
    c->wait = EVERY;
    c->gate = -1;
}

int chatter_found(const struct chatter *c)
{
    return c->found;
}

/* Adds f = {switch, its rate}, a time h after the last look (0: the first). */
static void look(struct seen *s, const double f[2], double h)
{
    if (!(h > 0))
        *s = (struct seen){0};
    s->way += h * s->last;
    s->towards += f[0] * f[1] < 0;
    s->last = f[0] * f[1] < 0 ? fabs(f[1]) : 0;
    s->largest = fmax(s->largest, fabs(f[0]));
}

long chatter_look(struct chatter *c, const pol_stepper *s, const double *x,
                  const double *par, const double *in, const double *control,
                  double *keep)
{
    const long steps = (long)control[s->control + POL_CONTROL_STEPS];
    if (c->switches == 0 || c->found >= 0)
        return LONG_MAX;
    if (c->left == 0 && steps < c->gate)
        return c->gate - steps;
    const bool begins = c->left == 0;
    const double t = s->time(x);
    s->keep(x, par, in, keep);
    for (int i = 0; i < c->switches; i++)
        look(&c->seen[i], keep + c->first + 2 * i, begins ? 0 : fabs(t - c->t));
    c->t = t;
    if (begins && c->gate >= 0) {
        c->left = LOOKS;
        return 1;
    }
    if (c->left > 0 && --c->left > 0)
        return 1;
    for (int i = c->switches; i-- > 0 && !begins;)
        if (c->seen[i].towards >= NEARLY * LOOKS &&
            c->seen[i].way > BACK * c->seen[i].largest)
            c->found = i;
    c->gate = steps + c->wait;
    c->wait *= 2;
    return c->gate - steps;
}
