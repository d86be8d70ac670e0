/* SPDX-License-Identifier: MIT
 *
 * Twenty steps of a stepper, and all that can be read of it, for the sake of
 * its memory: a step is well, or says by its status why not; every number is
 * written, and finite; the same steps give the same bytes; nothing is written
 * behind a buffer's end.  Where the stepper itself is compiled with sanitizers,
 * buffers end exactly (RIDE_GUARD is 0), and these watch.
 */
#ifndef POL_RIDE_H
#define POL_RIDE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pol_stepper.h"

#ifndef RIDE_GUARD
#define RIDE_GUARD 4
#endif

enum { RIDE_STEPS = 20, RIDE_ROOMS = 24 };
static const double ride_untouched = -1.2345e67;

/* Buffers of so many numbers, and who is on the ride. */
struct ride {
    const pol_stepper *s;
    double h;
    const double *par, *in;
    const char *fault; /* the first one, or NULL */
    int rooms, size[RIDE_ROOMS];
    double *room[RIDE_ROOMS];
};

static inline double *ride_room(struct ride *r, int n)
{
    double *x = malloc((size_t)(n + RIDE_GUARD) * sizeof *x + (n == 0));
    if (!x || r->rooms == RIDE_ROOMS)
        abort();
    for (int i = 0; i < n + RIDE_GUARD; i++)
        x[i] = i < n ? NAN : ride_untouched;
    r->size[r->rooms] = n;
    return r->room[r->rooms++] = x;
}

static inline void ride_must(struct ride *r, int good, const char *fault)
{
    if (!good && !r->fault)
        r->fault = fault;
}

static inline void ride_finite(struct ride *r, const double *x, int n, const char *fault)
{
    for (int i = 0; i < n; i++)
        ride_must(r, isfinite(x[i]), fault);
}

static inline void ride_ends(struct ride *r)
{
    for (int i = 0; i < r->rooms; i++) {
        for (int k = 0; k < RIDE_GUARD; k++)
            ride_must(r, r->room[i][r->size[i] + k] == ride_untouched,
                      "a number behind a buffer is written");
        free(r->room[i]);
    }
}

static inline double *ride_start(struct ride *r)
{
    double *x = ride_room(r, r->s->state), *par = ride_room(r, r->s->par);
    r->s->start(x, par);
    r->par = par;
    return x;
}

static inline int ride_status(struct ride *r, int status)
{
    ride_must(r, status >= POL_STEP_OK && status <= POL_STEP_UNFINISHED,
              "a status is none of those that there are");
    return status;
}

/* As many steps as are well; the state before the last of them lies in
 * `before`. */
static inline int ride_steps(struct ride *r, double *x, double *before)
{
    double *kept = ride_room(r, r->s->state);
    size_t size = (size_t)r->s->state * sizeof *x;
    memcpy(kept, x, size);
    for (int i = 0; i < RIDE_STEPS; i++) {
        memcpy(before, kept, size);
        memcpy(kept, x, size);
        int status = ride_status(r, r->s->step_once(x, r->par, r->in, r->h));
        if (status != POL_STEP_OK) {
            ride_must(r, memcmp(kept, x, size) == 0, "a step that failed has moved the state");
            return status;
        }
    }
    memcpy(before, kept, size);
    return POL_STEP_OK;
}

/* Steps of any size up to where twenty would go. */
static inline void ride_far(struct ride *r)
{
    if (r->s->control == 0)
        return;
    double *x = ride_start(r), *control = ride_room(r, r->s->control);
    r->s->control_start(control);
    control[r->s->control + POL_CONTROL_MOST] = RIDE_STEPS;
    ride_status(r, r->s->advance(x, r->par, r->in, control, RIDE_STEPS * r->h));
    ride_finite(r, x, r->s->state, "the state after steps of any size");
}

static inline void ride_read(struct ride *r, const double *x, const double *before)
{
    double *R = ride_room(r, 9), *L = ride_room(r, 3), *w = ride_room(r, 3),
           *kept = ride_room(r, r->s->kept), *shown = ride_room(r, r->s->shown),
           *between = ride_room(r, r->s->state), t[2];
    r->s->rotation(x, R);
    r->s->momentum(x, L);
    r->s->omega(x, r->par, r->in, w);
    t[0] = r->s->time(x);
    t[1] = r->s->energy(x, r->par, r->in);
    if (r->s->kept)
        r->s->keep(x, r->par, r->in, kept);
    if (r->s->shown)
        r->s->show(x, shown);
    r->s->interp(before, x, r->par, r->in, r->h, 0.3, between);
    ride_finite(r, R, 9, "the rotation is not finite");
    ride_finite(r, L, 3, "the momentum is not finite");
    ride_finite(r, w, 3, "the rates are not finite");
    ride_finite(r, t, 2, "time or energy is not finite");
    ride_finite(r, kept, r->s->kept, "what is kept is not finite");
    ride_finite(r, shown, r->s->shown, "what is shown is not finite");
    ride_finite(r, between, r->s->state, "a state between is not finite");
}

/* What is at fault, or NULL; the status of the last step is in *status. */
static inline const char *ride_on(const pol_stepper *s, int *status)
{
    struct ride r = {.s = s, .h = s->step > 0 ? s->step : 1.0 / 64};
    double *in = ride_room(&r, s->input);
    for (int i = 0; i < s->input; i++)
        in[i] = 0.1;
    r.in = in;
    double *x = ride_start(&r), *same = ride_start(&r), *before = ride_room(&r, s->state);
    *status = ride_steps(&r, x, before);
    int again = s->run(same, r.par, r.in, r.h, RIDE_STEPS);
    ride_must(&r, again == *status, "run ends as single steps do not");
    ride_must(&r, memcmp(x, same, (size_t)s->state * sizeof *x) == 0,
              "run leads elsewhere than single steps");
    ride_finite(&r, x, s->state, "the state is not finite");
    ride_read(&r, x, before);
    ride_far(&r);
    ride_ends(&r);
    return r.fault;
}

#endif
