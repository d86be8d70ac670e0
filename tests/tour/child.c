/* SPDX-License-Identifier: MIT
 *
 * Rides of steppers that are compiled with sanitizers, as this file is; those
 * of riders.def and drivers.h, which the tour writes.  Then through what is no
 * number, too large or nothing: that it ends without a report is what is asked,
 * and that no step says OK where its state is not finite.
 */
#define RIDE_GUARD 0
#include "ride.h"

#include <unistd.h>

#include "drivers.h"

enum { ROOM = 64, SECONDS = 120 };

static const double evil[] = {NAN,    INFINITY, -INFINITY, 1e308, -1e308, 1e160,
                              5e-324, -1e-310,  0.0,       -0.0,  2.5e-9, 4e18};
enum { EVIL = sizeof evil / sizeof *evil };

struct numbers {
    double x[ROOM], par[ROOM], in[ROOM], h;
};

static int tried, faults;

static void look(const pol_stepper *s, const char *what, int status, const double *x)
{
    tried++;
    for (int i = 0; i < s->state && status == POL_STEP_OK; i++)
        if (!isfinite(x[i])) {
            fprintf(stderr,
                    "%s by %s, %s: %s is OK with a state that is not "
                    "finite\n",
                    s->name, s->method, s->attitude, what);
            faults++;
            return;
        }
}

static void read_all(const pol_stepper *s, const struct numbers *n)
{
    double out[ROOM];
    s->rotation(n->x, out);
    s->omega(n->x, n->par, n->in, out);
    s->energy(n->x, n->par, n->in);
    if (s->keep)
        s->keep(n->x, n->par, n->in, out);
    if (s->show)
        s->show(n->x, out);
    if (s->check)
        s->check(n->par);
}

/* Some steps of chosen size, be it there and back. */
static void go(const pol_stepper *s, const struct numbers *n)
{
    double x[ROOM], control[ROOM];
    if (!s->advance)
        return;
    memcpy(x, n->x, sizeof x);
    s->control_start(control);
    control[s->control + POL_CONTROL_MOST] = 20;
    look(s, "advance", s->advance(x, n->par, n->in, control, n->h), x);
    control[s->control + POL_CONTROL_H] = n->h;
    look(s, "advance", s->advance(x, n->par, n->in, control, 1.0), x);
}

static void try_one(const pol_stepper *s, const struct numbers *n)
{
    double x[ROOM], between[ROOM];
    int status;
    memcpy(x, n->x, sizeof x);
    status = s->run(x, n->par, n->in, n->h, 2);
    look(s, "run", status, x);
    s->interp(n->x, x, n->par, n->in, n->h, 0.3, between);
    read_all(s, n);
    go(s, n);
}

static void try_place(const pol_stepper *s, struct numbers *n, double *at)
{
    const double was = *at;
    for (int i = 0; i < EVIL; i++) {
        *at = evil[i];
        try_one(s, n);
    }
    *at = was;
}

static void try_stepper(const pol_stepper *s)
{
    struct numbers n;
    memset(&n, 0, sizeof n);
    s->start(n.x, n.par);
    n.h = 0.01;
    for (int i = 0; i < s->input; i++)
        n.in[i] = 0.1 * (i + 1);
    for (int way = 0; way < 3; way++) { /* forth, back, with all of one size */
        for (int i = 0; i < s->state; i++)
            try_place(s, &n, &n.x[i]);
        for (int i = 0; i < s->par; i++)
            try_place(s, &n, &n.par[i]);
        for (int i = 0; i < s->input; i++)
            try_place(s, &n, &n.in[i]);
        try_place(s, &n, &n.h);
        n.h = -n.h;
        for (int i = 0; way == 1 && i < s->state; i++)
            n.x[i] = (i % 2 ? -1 : 1) * 1e150;
    }
}

static int ride(const pol_stepper *s, const char *title)
{
    int status;
    const char *fault = ride_on(s, &status);
    if (fault)
        fprintf(stderr, "%s: %s (status %d)\n", title, fault, status);
    try_stepper(s);
    return fault != NULL;
}

int main(void)
{
    alarm(SECONDS);
#define RIDER(name, title) faults += ride(&name##_stepper, title);
#include "riders.def"
#undef RIDER
    return faults > 0;
}
