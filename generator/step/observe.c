/* SPDX-License-Identifier: MIT
 *
 * What a stepper offers besides the step: rotation, rates, momentum, energy,
 * the watched values, and the state it starts from.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"

enum { MOST_OUTPUTS = 9 };

void observe_routine(struct derive *d, struct routine *out, const char *name,
                     const char *output, int n, const struct expr *const *value)
{
    const struct expr **all = arena_array(d->arena, (size_t)n, sizeof *all);
    struct output *one = arena_alloc(d->arena, sizeof *one);
    memcpy(all, value, (size_t)n * sizeof *all);
    *one = (struct output){output, n, all};
    *out = (struct routine){.name = name, .outputs = 1, .output = one};
    record_take(d, out);
}

static void make_keeps(struct derive *d, const struct at *at)
{
    const struct model *m = d->model;
    struct routine *r = &d->step->keep_values;
    size_t most = MOST_OUTPUTS * (size_t)m->keeps + 1;
    struct output *all =
        arena_array(d->arena, (size_t)m->keeps + 1, sizeof *all);
    const struct expr **from = arena_array(d->arena, most, sizeof *from);
    const struct expr **value = arena_array(d->arena, most, sizeof *value);
    int n = 0;
    for (int i = 0; i < m->keeps; i++) {
        const struct value *v = &m->keep[i].value;
        all[i] = (struct output){m->keep[i].name, v->n, value + n};
        for (int k = 0; k < v->n; k++)
            from[n++] = v->x[k];
    }
    derive_place(d, at, n, from, value);
    *r = (struct routine){.name = "keep", .outputs = m->keeps, .output = all};
    record_take(d, r);
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
        all[i] = expr_value(d->pool, stored[i]);
    attitude_check_start(d, all);
    memcpy(&all[n], m->start_L, sizeof m->start_L);
    memcpy(&all[n + VECTOR], m->start_x, sizeof m->start_x);
    memcpy(&all[n + 2 * VECTOR], m->start_v, sizeof m->start_v);
    d->step->start = all;
}

/* What is divided by when a symmetric matrix is eliminated: all above zero if
 * it is positive definite. */
static struct vec pivots(struct pool *p, struct mat m)
{
    const struct expr *const *x = m.x;
    const struct expr *by = expr_div(p, x[1], x[0]);
    const struct expr *a = expr_sub(p, x[4], expr_mul(p, by, x[1]));
    const struct expr *b = expr_sub(p, x[5], expr_mul(p, by, x[2]));
    const struct expr *c =
        expr_sub(p, x[8], expr_div(p, expr_mul(p, x[2], x[2]), x[0]));
    c = expr_sub(p, c, expr_div(p, expr_mul(p, b, b), a));
    return (struct vec){{x[0], a, c}};
}

/* share tr(m) 1 + factor m */
static struct mat beside_trace(struct pool *p, const struct expr *share,
                               long factor, struct mat m)
{
    const struct expr *trace = expr_add(p, m.x[0], expr_add(p, m.x[4], m.x[8]));
    struct mat unit = mat_scale(p, expr_mul(p, share, trace), mat_identity(p));
    return mat_add(p, unit, mat_scale(p, expr_int(p, factor), m));
}

static const struct expr *sum_of(struct pool *p, struct mat m)
{
    const struct expr *sum = m.x[0];
    for (int i = 1; i < 9; i++)
        sum = expr_add(p, sum, m.x[i]);
    return sum;
}

/* Is J that of a body?  It is positive definite, and so is tr(J)/2 1 - J, the
 * second moments of its mass, where round-off has some room. */
static void make_check(struct derive *d)
{
    const struct model *m = d->model;
    if (!m->varies)
        return;
    struct pool *p = d->pool;
    const struct expr *tiny = expr_power(p, expr_int(p, 10), -15);
    const struct expr *room = expr_power(
        p, expr_int(p, 10), d->recipe->choice.real == REAL_FLOAT ? -5 : -9);
    const struct expr *sum = sum_of(p, m->inertia);
    sum = expr_add(p, sum, m->mass);
    const struct expr *inverse = sum_of(p, m->inverse);
    struct vec own =
        pivots(p, beside_trace(p, expr_neg(p, tiny), 1, m->inertia));
    room = expr_add(p, expr_int(p, 1), room);
    struct vec second = pivots(p, beside_trace(p, room, -2, m->inertia));
    const struct expr *const all[] = {sum,         inverse,     m->mass,
                                      own.x[0],    own.x[1],    own.x[2],
                                      second.x[0], second.x[1], second.x[2]};
    observe_routine(d, &d->step->check, "check", "value",
                    sizeof all / sizeof *all, all);
}

void observe_make(struct derive *d)
{
    const struct model *m = d->model;
    struct step *s = d->step;
    struct at at = state_at(d);
    const struct expr *value[MOST_OUTPUTS];

    struct mat R = attitude_matrix(d, at.R);
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
    if (s->recipe->control.moving)
        observe_routine(d, &s->breaks, "breaks", "when",
                        s->recipe->control.moving,
                        s->recipe->control.moving_time);
    make_check(d);
    make_keeps(d, &at);
    relay_make(d, &at);
    make_start(d);
}
