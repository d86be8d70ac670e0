/* SPDX-License-Identifier: MIT
 *
 * Derivatives of moved Euler angles by what moves them: numbers even at gimbal
 * lock, where sides that are not taken divide by zero, and right elsewhere.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "shelf/eulers.h"

#include "stepping.h"

static const double pi = 3.141592653589793;

struct derivatives {
    struct stepping s;
    const struct expr *by[9]; /* of the i-th angle by the k-th of v: 3 i + k */
};

static void differentiate(struct derivatives *d, const char *call)
{
    const char *path = euler_shelf.folder;
    char attitude[40];
    snprintf(attitude, sizeof attitude, "euler(%s)", call);
    d->s = stepping_new(&path, 1);
    stepping_must(&d->s, attitude_probe_body, "probe(move)", attitude, "exp");
    const struct step *step = d->s.step;
    assert_int_equal(step->advance.output[0].n, 3);
    for (int k = 0; k < 3; k++) {
        const struct expr *column[3];
        expr_diff(d->s.pool, 3, step->advance.output[0].value,
                  step->store[1].symbol[k], column);
        for (int i = 0; i < 3; i++)
            d->by[3 * i + k] = column[i];
    }
}

static void derivative_at(struct derivatives *d, const double x[3],
                          const double v[3], double out[9])
{
    const double all[12] = {x[0], x[1], x[2], v[0], v[1], v[2]}, h = 1;
    struct bindings b = stepping_bind(&d->s, all, 0, NULL);
    bind(&b, 1, &d->s.step->h, &h);
    evaluate(&d->s, &b, 9, d->by, out);
}

static void numbers_at_lock(struct derivatives *d, const struct set *f)
{
    for (int lock = -1; lock <= 1; lock++)
        for (int n = 0; n < 3; n++)
            for (int m = 0; m < 9; m++) {
                const double x[3] = {0.3 * m, lock_angle(f, lock) * (n < 2),
                                     n - 1.0};
                const double v[3] = {m == 1 ? 1e-20 : 0, m == 2 ? -1e-9 : -0.0,
                                     m == 3  ? pi / 2
                                     : m > 5 ? pi / 4
                                             : 0};
                double by[9];
                derivative_at(d, x, v, by);
                for (int i = 0; i < 9; i++)
                    assert_true(isfinite(by[i]));
            }
}

/* Against differences of the moves themselves. */
static void slopes_elsewhere(struct derivatives *d, const struct set *f,
                             const pol_stepper *s, struct random *r)
{
    const double step = 1e-5;
    double x[3], v[3], by[9], up[3], down[3];
    do
        for (int i = 0; i < 3; i++) {
            x[i] = random_between(r, -3, 3);
            v[i] = random_between(r, -0.3, 0.3);
        }
    while (fabs(lock_distance(f, x)) < 0.9);
    derivative_at(d, x, v, by);
    for (int k = 0; k < 3; k++) {
        double more[3] = {v[0], v[1], v[2]}, less[3] = {v[0], v[1], v[2]};
        more[k] += step;
        less[k] -= step;
        euler_move(s, x, more, up);
        euler_move(s, x, less, down);
        for (int i = 0; i < 3; i++)
            assert_close(by[3 * i + k], (up[i] - down[i]) / (2 * step), 1e-6);
    }
}

AROUND_ALL(open_eulers, close_eulers)

TEST(derivatives_are_numbers)
{
    struct random r = random_new(6);
    for (int n = 0; n < 2 * SETS; n++) {
        struct set f = set_of(n / 2);
        struct derivatives d;
        char call[40];
        snprintf(call, sizeof call, "%s, branch = %s", f.word,
                 n % 2 ? "near" : "paper");
        differentiate(&d, call);
        numbers_at_lock(&d, &f);
        const pol_stepper *s = euler_by("move", call, POL_DOUBLE, "exp");
        for (int k = 0; k < 10; k++)
            slopes_elsewhere(&d, &f, s, &r);
        arena_free(d.s.arena);
    }
}
