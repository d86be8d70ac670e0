/* SPDX-License-Identifier: MIT
 *
 * Newton's iteration of imidm: quadratic with any torque, stopped in time, and
 * never a wrong answer.
 */
#include "stepping.h"

#include "in_reals.h"

enum { BITS = 400, UNKNOWNS = 3, MOST = 10 };

/* Full inertia; torque of t, R and w, not linear in w. */
static const char hard[] =
    "body hard\n"
    "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
    "potential 3 * sin(dot(R'*e3, [1, 2, 3]))\n"
    "torque body -0.1*norm(w)*w + [sin(t), 0, cross(w, e1)[2]*t]\n"
    "start R = turn([1, 2, 2], 0.8)\n"
    "start w = [1, -2, 1.5]\n"
    "start t = 0.3\n"
    "method imidm\n";

/* ---- in double ---- */

static struct stepping derived(const char *spec, const char *attitude)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, spec, "imidm", attitude, NULL);
    return s;
}

/* One more sweep after the last, relative to the solution; s.sweeps is set. */
static double one_more(struct stepping *s, double h)
{
    const struct solve *v = &s->step->advance.solve[0];
    double x[12], d[3], size = 0, change = 0;
    stepping_start(s, x);
    struct bindings b = stepping_bind(s, x, 0.3, NULL);
    bind(&b, 1, &s->step->h, &h);
    assert_int_equal(stepping_solve(s, &b, v), 0);
    bind(&b, 3, v->unknown, &b.value[b.n - 3]);
    evaluate(s, &b, 3, v->change, d);
    for (int k = 0; k < 3; k++) {
        size += b.value[b.n - 3 + k] * b.value[b.n - 3 + k];
        change = fmax(change, fabs(d[k]));
    }
    return change / sqrt(size);
}

/* When the iteration stops, one more sweep would not change the digits. */
TEST(it_stops_neither_early_nor_late)
{
    struct stepping s = derived(hard, NULL);
    static const double step[] = {0.3, 0.1, 0.03, 0.01, 1e-3, 1e-5, 1e-9};
    static const int most[] = {5, 4, 4, 3, 3, 2, 1};
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        assert_close(one_more(&s, step[i]), 0, 4e-15);
        assert_in_range(s.sweeps, 1, most[i]);
    }
    /* wherever the last correction falls */
    for (double h = 0.3; h > 1e-6; h *= 0.93)
        assert_close(one_more(&s, h), 0, 4e-15);
    arena_free(s.arena);
}

/* ---- what cannot be solved ---- */

static void refused(struct stepping *s, const double *start, double h)
{
    double x[12], y[12];
    memcpy(x, start, sizeof x);
    memcpy(y, start, sizeof y);
    assert_int_not_equal(stepping_step(s, x, 0, h, NULL), 0);
    assert_memory_equal(x, y, sizeof x);
}

/* Rates of 50 / h about many axes, for flat, long and round bodies. */
TEST(too_large_steps_are_refused)
{
    static const char *const inertia[] = {
        "diag(1, 1, 1)",
        "diag(1, 2, 2.5)",
        "diag(1, 1, 0.01)",
        "diag(0.02, 1, 0.99)",
        "diag(1, 1, 1.99)",
        "[[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]"};
    static const double axis[][3] = {
        {1, 0, 0},    {0, 1, 0},      {0, 0, 1},     {1, 1, 1},  {1, -2, 0.1},
        {1e-9, 0, 1}, {0.6, 0, -0.8}, {0, 1e-3, -1}, {5, 0.1, 3}};
    int refusals = 0;
    for (size_t i = 0; i < sizeof inertia / sizeof *inertia; i++) {
        struct stepping s = stepping_new(NULL, 0);
        stepping_must(
            &s,
            text_format(s.arena, "body b inertia %s start w = e1", inertia[i]),
            "imidm", NULL, NULL);
        for (size_t k = 0; k < sizeof axis / sizeof *axis; k++)
            for (double turn = 3.5; turn <= 50; turn *= 1.3) {
                double x[12], size = 0, w[3];
                stepping_start(&s, x);
                for (int j = 0; j < 3; j++)
                    size += axis[k][j] * axis[k][j];
                for (int j = 0; j < 3; j++)
                    w[j] = axis[k][j] / sqrt(size) * turn / 0.01;
                stepping_observe(&s, &s.step->offer.set_omega, x, 0, 3,
                                 s.model->w.x, w, x + 4);
                refused(&s, x, 0.01);
                refusals++;
            }
        arena_free(s.arena);
    }
    assert_in_range(refusals, 500, 5000);
}

/* From rest, by a torque that turns the body by h^2/2 times 800 and more. */
TEST(too_strong_torques_are_refused)
{
    struct stepping s = derived("body b inertia diag(1, 1, 1) "
                                "torque body [800, 0, 0] start w = [0, 0, 0]",
                                NULL);
    double x[12] = {0}, y[12];
    stepping_start(&s, x);
    memcpy(y, x, sizeof y);
    assert_int_equal(stepping_step(&s, y, 0, 0.08, NULL), 0); /* 2.56 rad */
    for (double h = 0.09; h < 0.4; h *= 1.1) {
        refused(&s, x, h);
        assert_int_equal(s.status, 2);
    }
    arena_free(s.arena);
}
