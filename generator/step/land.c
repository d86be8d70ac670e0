/* SPDX-License-Identifier: MIT
 *
 * The times on which adaptive steps end: those that the spec or the command
 * line says, and those at which torque or force are not smooth.
 */
#include "step/derive.h"

#include <stdlib.h>

#include "base/arena.h"

/* The times of the command line. */
bool land_check(struct derive *d)
{
    const struct choice *c = d->choice;
    double before = d->model->start_t ? number_double(d->model->start_t) : 0;
    for (int i = 0; i < c->landings; i++) {
        double t = number_double(c->landing[i]);
        if (!(t > before)) {
            diag_error_line(d->diags, "--at", 0,
                            "the times must ascend from the start: %g does "
                            "not come after %g",
                            t, before);
            return false;
        }
        before = t;
    }
    return true;
}

/* Only a step that can be of any size lands on a time. */
bool land_check_fixed(struct derive *d)
{
    if (d->choice->landings)
        diag_error_line(d->diags, "--at", 0,
                        "only an adaptive step has breakpoints");
    else if (d->model->landings)
        diag_error(d->diags, d->model->at_place,
                   "only an adaptive step has breakpoints");
    else
        return true;
    diag_hint(d->diags, "write `step adaptive(angle = 1e-8)`, or --tolerance");
    return false;
}

/* ---- all of them --------------------------------------------------------- */

/* Those that are numbers, and those that depend on params. */
struct collection {
    struct derive *derive;
    struct landing *fixed;
    const struct expr **time;
    bool *is_kink;
    int fixeds, moving, room;
};

static void add(struct collection *c, const struct expr *time, bool is_kink)
{
    enum real real = c->derive->choice->real;
    if (!expr_is_const(time)) {
        c->time[c->moving] = time;
        c->is_kink[c->moving++] = is_kink;
    } else if (number_fit(time->number, real) == FIT_WELL) {
        c->fixed[c->fixeds++] = (struct landing){time->number, is_kink};
    } /* else no state's time gets there */
}

static int compare(const void *a, const void *b)
{
    const struct landing *x = a, *y = b;
    int order = number_compare(x->time, y->time);
    return order ? order : x->is_kink - y->is_kink;
}

/* As the real type holds it. */
static double held(const struct collection *c, const struct number *time)
{
    double t = number_double(time);
    return c->derive->choice->real == REAL_FLOAT ? (double)(float)t : t;
}

/* In order, each once; what leaps and bends at one time leaps. */
static void order_fixed(struct collection *c)
{
    int n = 0;
    qsort(c->fixed, (size_t)c->fixeds, sizeof *c->fixed, compare);
    for (int i = 0; i < c->fixeds; i++) {
        struct landing *last = n ? &c->fixed[n - 1] : NULL;
        if (last && held(c, last->time) >= held(c, c->fixed[i].time))
            last->is_kink &= c->fixed[i].is_kink;
        else
            c->fixed[n++] = c->fixed[i];
    }
    c->fixeds = n;
}

void land_collect(struct derive *d)
{
    const struct model *m = d->model;
    const struct choice *chosen = d->choice;
    struct control_facts *f = &d->step->control;
    struct collection c = {.derive = d};
    size_t room = (size_t)(m->landings + chosen->landings + m->breaks) + 1;
    c.fixed = arena_array(d->arena, room, sizeof *c.fixed);
    c.time = arena_array(d->arena, room, sizeof *c.time);
    c.is_kink = arena_array(d->arena, room, sizeof *c.is_kink);
    for (int i = 0; i < chosen->landings; i++)
        add(&c, expr_number(d->pool, chosen->landing[i]), false);
    for (int i = 0; i < m->landings && !chosen->landings; i++)
        add(&c, m->landing[i], false);
    for (int i = 0; i < m->breaks; i++)
        add(&c, m->breakpoint[i].time, m->breakpoint[i].is_kink);
    order_fixed(&c);
    f->landings = c.fixeds;
    f->landing = c.fixed;
    f->moving = c.moving;
    f->moving_is_kink = c.is_kink;
    f->moving_time = c.time;
}
