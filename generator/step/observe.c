/* SPDX-License-Identifier: MIT
 *
 * What a stepper offers besides the step: rotation, rates, momentum, energy,
 * the watched values, and the state it starts from.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"

enum { MOST_OUTPUTS = 9 };

static const struct expr *const *copy(struct derive *d, int n,
                                      const struct expr *const *value)
{
    const struct expr **all = arena_array(d->arena, (size_t)n, sizeof *all);
    memcpy(all, value, (size_t)n * sizeof *all);
    return all;
}

/* A routine of one output. */
void observe_routine(struct derive *d, struct routine *out, const char *name,
                     const char *output, int n, const struct expr *const *value)
{
    struct output *one = arena_alloc(d->arena, sizeof *one);
    *one = (struct output){output, n, copy(d, n, value)};
    *out = (struct routine){.name = name, .outputs = 1, .output = one};
    record_take(d, out);
}

struct at observe_state(struct derive *d)
{
    struct at at = {.t = d->model->t, .R = attitude_stored(d)};
    at.L = scene_stored(d, STORED_L);
    at.x = scene_stored(d, STORED_X);
    at.v = scene_stored(d, STORED_V);
    at.w = derive_omega(d, at.L);
    return at;
}

static void make_keeps(struct derive *d, const struct at *at)
{
    const struct model *m = d->model;
    struct routine *r = &d->step->keep_values;
    struct output *all =
        arena_array(d->arena, (size_t)m->keeps + 1, sizeof *all);
    for (int i = 0; i < m->keeps; i++) {
        const struct expr *value[MOST_OUTPUTS];
        const struct value *v = &m->keep[i].value;
        derive_place(d, at, v->n, v->x, value);
        all[i] = (struct output){m->keep[i].name, v->n, copy(d, v->n, value)};
    }
    *r = (struct routine){.name = "keep", .outputs = m->keeps, .output = all};
    record_take(d, r);
}

const struct number *derive_constant(struct derive *d, const struct expr *e)
{
    if (expr_is_const(e))
        return e->number;
    mpfr_t value;
    mpfr_init2(value, NUMBER_BITS);
    expr_eval_mpfr(d->pool, 1, &e, 0, NULL, NULL, &value);
    const struct number *n = number_of_mpfr(d->arena, value);
    mpfr_clear(value);
    return n;
}

static void make_start(struct derive *d)
{
    const struct model *m = d->model;
    int n = d->step->store[0].n;
    const struct number **all =
        arena_array(d->arena, (size_t)n + VECTOR * STORES, sizeof *all);
    const struct expr *stored[MOST_OUTPUTS];
    struct mat R;
    for (int i = 0; i < 9; i++)
        R.x[i] = expr_number(d->pool, m->start_R[i]);
    attitude_set(d, R, stored);
    for (int i = 0; i < n; i++)
        all[i] = derive_constant(d, stored[i]);
    attitude_check_start(d, all);
    memcpy(&all[n], m->start_L, sizeof m->start_L);
    memcpy(&all[n + VECTOR], m->start_x, sizeof m->start_x);
    memcpy(&all[n + 2 * VECTOR], m->start_v, sizeof m->start_v);
    d->step->start = all;
}

void observe_make(struct derive *d)
{
    const struct model *m = d->model;
    struct step *s = d->step;
    struct at at = observe_state(d);
    const struct expr *value[MOST_OUTPUTS];

    struct mat R = turned_matrix(d, at.R);
    observe_routine(d, &s->rotation, "rotation", "R", 9, R.x);
    attitude_set(d, m->R, value);
    observe_routine(d, &s->set_rotation, "set_rotation", s->store[0].name,
                    s->store[0].n, value);
    observe_routine(d, &s->omega, "omega", "w", 3, at.w.x);
    observe_routine(d, &s->set_omega, "set_omega", "L", 3,
                    derive_momentum(d, m->w).x);
    observe_routine(d, &s->momentum, "momentum", "pi", 3,
                    mat_apply(d->pool, R, at.L).x);
    derive_place(d, &at, 1, &m->energy, value);
    observe_routine(d, &s->energy, "energy", "energy", 1, value);
    if (s->control.moving)
        observe_routine(d, &s->breaks, "breaks", "when", s->control.moving,
                        s->control.moving_time);
    make_keeps(d, &at);
    relay_make(d, &at);
    make_start(d);
}
