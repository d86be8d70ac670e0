/* SPDX-License-Identifier: MIT
 *
 * What renormalise = ... does to the length of a quaternion, to the rows of a
 * matrix and to the attitude.  (What it costs: golden/attitude_costs.)
 */
#include "load.h"

enum { STEPS = 100000 };

static struct loaded top_with(const char *attitude, pol_real real)
{
    pol_options o = options_by("rkmk(kutta4)", attitude);
    o.real = real;
    return load(SPEC("free_body"), &o, POL_TCC);
}

/* |q|^2 - 1 without its rounding, over two: |q| - 1 as good as. */
static double length_off(const double *q)
{
    long double sum = -1;
    for (int i = 0; i < 4; i++)
        sum += (long double)q[i] * q[i];
    return (double)(sum / 2);
}

/* The largest entry of R R' - 1, halved. */
static double rows_off(const double *R)
{
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            long double sum = -(i == j);
            for (int k = 0; k < 3; k++)
                sum += (long double)R[3 * i + k] * R[3 * j + k];
            worst = fmax(worst, fabs((double)(sum / 2)));
        }
    return worst;
}

static double constraint_off(const struct loaded *l, const double *x)
{
    return l->s->state - 5 == 9 ? rows_off(x) : fabs(length_off(x));
}

/* The largest of these after any of so many steps. */
static double worst_of(const char *attitude, pol_real real, int steps)
{
    struct loaded l = top_with(attitude, real);
    struct body_state b = start_of(l.s);
    double worst = 0;
    for (int i = 0; i < steps; i++) {
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0x1p-6), 0);
        worst = fmax(worst, constraint_off(&l, b.x));
    }
    unload(l);
    return worst;
}

TEST(only_none_gathers_rounding)
{
    static const double eps[] = {DBL_EPSILON, FLT_EPSILON};
    static const char *const calls[][3] = {
        {"quaternion(none)", "quaternion(each)", "quaternion(first)"},
        {"matrix(none)", "matrix(each)", "matrix(first)"}};
    for (int i = 0; i < 4; i++) {
        pol_real real = i % 2 ? POL_FLOAT : POL_DOUBLE;
        const char *const *call = calls[i / 2];
        double none = worst_of(call[0], real, STEPS);
        assert_true(none > 10 * eps[real] && none < 0.1 * STEPS * eps[real]);
        assert_true(worst_of(call[1], real, STEPS) <= 4 * eps[real]);
        assert_true(worst_of(call[2], real, STEPS) <= 4 * eps[real]);
    }
    /* a float's 24 bits are too few: by default it is each */
    assert_true(worst_of("quaternion", POL_FLOAT, STEPS) <= 4 * FLT_EPSILON);
    assert_true(worst_of("matrix", POL_FLOAT, STEPS) <= 4 * FLT_EPSILON);
}

/* ---- what is set wrongly ---- */

/* Off by 1e-3 in length, or in lengths and angles of rows: how much at first,
 * and after each of three steps. */
static void repair(const char *attitude, double off[4])
{
    struct loaded l = top_with(attitude, POL_DOUBLE);
    struct body_state b = start_of(l.s);
    const bool is_matrix = l.s->state - 5 == 9;
    for (int i = 0; i < l.s->state - 5; i++)
        b.x[i] += is_matrix ? 1e-3 * sin(1 + 2 * i) : 1e-3 * b.x[i];
    off[0] = constraint_off(&l, b.x);
    for (int n = 1; n < 4; n++) {
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0x1p-6), 0);
        off[n] = constraint_off(&l, b.x);
    }
    unload(l);
}

/* `first` of a quaternion: (1 + d)(3 - (1 + d)^2)/2 = 1 - 3/2 d^2 - d^3/2 */
TEST(what_is_wrong_is_repaired)
{
    static const char *const stored[] = {"quaternion", "matrix"};
    const double d = 1e-3, rounding = 4 * DBL_EPSILON;
    for (int i = 0; i < 2; i++) {
        char call[40];
        double off[4];
        repair(stored[i], off);
        assert_true(off[0] > d / 2 && off[0] < 3 * d);
        for (int n = 1; n < 4; n++)
            assert_close(off[n], off[0], 1e-15);
        snprintf(call, sizeof call, "%s(each)", stored[i]);
        repair(call, off);
        for (int n = 1; n < 4; n++)
            assert_close(off[n], 0, rounding);
        snprintf(call, sizeof call, "%s(first)", stored[i]);
        repair(call, off);
        if (i == 0)
            assert_close(off[1], 1.5 * d * d + d * d * d / 2, 3e-12);
        assert_true(off[1] > 1e-8 && off[1] < 2e-5 && off[2] < 3e-10);
        assert_close(off[3], 0, rounding);
    }
}
