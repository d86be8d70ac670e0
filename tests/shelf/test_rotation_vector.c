/* SPDX-License-Identifier: MIT
 *
 * The rotation vector in its three branches, in emitted and compiled code:
 * compositions of an independent program, all that is special about zero, half
 * turns and whole turns, and that `near` is the nearest one and keeps on
 * through whole turns.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/rotation_branches.h"
#include "values/values.h"

#include <fenv.h>
#include <float.h>

/* v of E(v0) E(w); no operation on the way may divide by zero or be invalid. */
static void compose(int real, int b, const double v0[3], const double w[3],
                    double v[3])
{
    struct body_state out;
    double nine[9] = {0};
    for (int i = 0; i < 3; i++)
        nine[i] = w[i] / 2;
    feclearexcept(FE_ALL_EXCEPT);
    assert_int_equal(probe_ask(ask("move", b, real), v0, nine, &out), 0);
    assert_int_equal(fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW), 0);
    memcpy(v, out.x, 3 * sizeof *v);
}

/* The same along `axis`: v = a axis to w = b axis; the length along it. */
static double along(int b, double from, double by)
{
    double v0[3], w[3], v[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        v0[i] = from * axis[i];
        w[i] = by * axis[i];
    }
    compose(POL_DOUBLE, b, v0, w, v);
    for (int i = 0; i < 3; i++)
        sum += v[i] * axis[i];
    for (int i = 0; i < 3; i++)
        assert_close(v[i], sum * axis[i],
                     8 * DBL_EPSILON * fmax(fabs(from), fabs(by)));
    return sum;
}

/* ---- compositions ---- */

AROUND_ALL(open_shelf, close_shelf)

TEST(branches_are_those_of_the_reference)
{
    int n;
    for (const struct composed_vector *c = composed_vectors(&n); n > 0;
         n--, c++) {
        const double *const want[] = {c->near, c->paper, c->principal};
        for (int b = 0; b < BRANCHES; b++)
            for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
                double v[3];
                compose(real, b, c->v0, c->w, v);
                for (int k = 0; k < 3; k++)
                    assert_close(v[k], want[b][k],
                                 real ? 30 * FLT_EPSILON : 1e-14);
            }
    }
}

/* ---- zero, half turns, whole turns ---- */

static const double lengths[] = {
    0,      1e-300,        1e-170, 1e-20,      1e-8, 1e-3,
    1,      3.14,          PI,     PI + 1e-15, 3.15, 6.28,
    6.2831, 2 * PI - 1e-9, 2 * PI, 6.2832,     9,    4 * PI - 1e-9,
    4 * PI, 4 * PI + 1e-9, 100,    1000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/* Turned by nothing, what is in the range stays. */
TEST(nothing_changes_nothing)
{
    static const double most[] = {INFINITY, 2 * PI - 1e-9, 3.14};
    for (int b = 0; b < BRANCHES; b++)
        for (int i = 0; i < LENGTHS && lengths[i] <= most[b]; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double v = sign * lengths[i];
                assert_close(along(b, v, 0), v,
                             4 * DBL_EPSILON *
                                 (fabs(v) > 3 ? 1 + fabs(v) : fabs(v)));
            }
}

/* From zero the vector is that of the turn, to the last digits even of what is
 * next to nothing; and back again there is nothing. */
TEST(from_zero_it_is_the_turn)
{
    for (int b = 0; b < BRANCHES; b++)
        for (int i = 0; i < LENGTHS && lengths[i] <= 3.14; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double w = sign * lengths[i];
                assert_close(along(b, 0, w), w, 4 * DBL_EPSILON * fabs(w));
                assert_close(along(b, -w, w), 0, 4 * DBL_EPSILON * fabs(w));
            }
}

TEST(half_turns_are_passed)
{
    const double d = 0x1p-10, close = 8 * DBL_EPSILON;
    for (int sign = -1; sign <= 1; sign += 2) {
        double before = sign * (PI - d), by = sign * 2 * d;
        assert_close(along(NEAR, before, by), sign * (PI + d), close);
        assert_close(along(PAPER, before, by), sign * (PI + d), close);
        assert_close(along(PRINCIPAL, before, by), -sign * (PI - d), close);
        for (int b = 0; b < BRANCHES; b++) /* either sign is right */
            assert_close(fabs(along(b, before, by / 2)), PI, close);
        assert_close(along(NEAR, before, by / 2), sign * PI, close);
        assert_close(fabs(along(NEAR, 0, sign * PI)), PI, close);
    }
}

/* Beside a whole turn, at distances down to rounding: which side it is on. */
TEST(whole_turns_are_passed)
{
    const double close = 16 * DBL_EPSILON;
    for (double d = 0.1; d > 1e-14; d /= 10)
        for (int sign = -1; sign <= 1; sign += 2) {
            double before = sign * (2 * PI - d), by = sign * 2 * d;
            assert_close(along(NEAR, before, by), sign * (2 * PI + d), close);
            assert_close(along(NEAR, 2 * before, by * 2),
                         sign * (4 * PI + 2 * d), 2 * close);
            assert_close(along(PAPER, before, by / 4), sign * (2 * PI - d / 2),
                         close);
            assert_close(along(PAPER, before, by), -sign * (2 * PI - d), close);
            assert_close(along(PRINCIPAL, before, by), sign * d, close);
        }
}

TEST(at_a_whole_turn_there_are_rules)
{
    const double close = 16 * DBL_EPSILON;
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_close(along(NEAR, sign * 3.5, sign * (2 * PI - 3.5)),
                     sign * 2 * PI, close);
        assert_close(along(NEAR, sign * 3 * PI, sign * PI), sign * 4 * PI,
                     2 * close);
        assert_close(along(NEAR, sign * 5, sign * -5), sign * 2 * PI, close);
        assert_close(along(NEAR, sign * 7, sign * (2 * PI - 7)), sign * 2 * PI,
                     close);
        assert_close(along(NEAR, 0, sign * 2 * PI), 0, close);
        assert_close(along(NEAR, 1, 2 * PI - 1), 0, close);
        for (int b = PAPER; b < BRANCHES; b++) {
            assert_close(along(b, sign * PI, sign * PI), 0, close);
            assert_close(along(b, 0, sign * 2 * PI), 0, close);
            assert_close(along(b, sign * 5, sign * (2 * PI - 5)), 0, close);
        }
    }
}

/* ---- what near is ---- */

static double distance_to(const double a[3], const double b[3], double k)
{
    double d[3], length = rotation_length(b);
    for (int i = 0; i < 3; i++)
        d[i] = b[i] + (length > 0 ? 2 * PI * k / length * b[i] : 0) - a[i];
    return rotation_length(d);
}

/* Turns at random: v turns as it should, and no other vector of the same
 * attitude is nearer to v0. */
TEST(near_is_nearest)
{
    uint64_t seed = 5;
    double v0[3] = {0}, v[3], w[3], R0[9], E[9], want[9], R[9];
    for (int n = 0; n < 3000; n++, memcpy(v0, v, sizeof v)) {
        sample3(&seed, n % 2 ? 0.3 : 3, w);
        compose(POL_DOUBLE, NEAR, v0, w, v);
        rotation_exp(v0, R0);
        rotation_exp(w, E);
        rotation_exp(v, R);
        multiply(R0, E, want);
        double room = 8 + 2 * rotation_length(v) + 2 * rotation_length(v0);
        assert_close(largest_difference(R, want, 9), 0, room * DBL_EPSILON);
        for (int k = -9; k <= 9; k++)
            assert_true(distance_to(v0, v, 0) <= distance_to(v0, v, k) + 1e-12);
    }
}

/* Steps of a turn's 48th: each 48th step ends at a whole turn but for
 * rounding, where the axis could be any.  A step beyond, half angles being
 * 2 pi/96 by then, it is known to some eps over that. */
TEST(near_keeps_its_axis_through_whole_turns)
{
    double v[3] = {0}, w[3];
    for (int i = 0; i < 3; i++)
        w[i] = 2 * PI / 48 * axis[i];
    for (int n = 1; n <= 48 * 6; n++) {
        compose(POL_DOUBLE, NEAR, v, w, v);
        for (int i = 0; i < 3; i++)
            assert_close(v[i], n * w[i], 600 * DBL_EPSILON * (1 + n / 48));
    }
    for (int n = 48 * 6 - 1; n >= -48 * 6; n--) {
        const double back[3] = {-w[0], -w[1], -w[2]};
        compose(POL_DOUBLE, NEAR, v, back, v);
        for (int i = 0; i < 3; i++)
            assert_close(v[i], n * w[i],
                         1000 * DBL_EPSILON * (1 + abs(n) / 48));
    }
}

/* |dexp^-1 w| at most */
static double fastest(const double v[3], double w)
{
    double half = rotation_length(v) / 2;
    return w * fmax(1, half / fabs(sin(half)));
}

/* Past a whole turn at some distance the vector goes round it, at most as fast
 * as the kinematic equation says. */
TEST(near_goes_round_whole_turns)
{
    const double h = 1e-3, w[3] = {h, 0, 0};
    for (int turn = 1; turn <= 3; turn++) {
        double v[3] = {2 * turn * PI - 0.4, 0.1, -0.05}, next[3], most = 0;
        for (int n = 0; n < 1000; n++, memcpy(v, next, sizeof v)) {
            double d[3];
            compose(POL_DOUBLE, NEAR, v, w, next);
            for (int i = 0; i < 3; i++)
                d[i] = next[i] - v[i];
            most = fmax(most, rotation_length(d));
            assert_true(rotation_length(d) < 1.1 * fastest(v, h));
        }
        assert_true(most > 10 * h && rotation_length(v) > 2 * turn * PI - 1);
        assert_true(v[0] < -5); /* on the other side */
    }
}

/* Rotations are taken off and put on alike, so that turns do not add up what
 * 2 pi as a number is short of; and far out R is orthogonal, too. */
TEST(many_turns_do_not_drift)
{
    const struct probe *state_of = ask("state", NEAR, POL_DOUBLE);
    double v[3] = {0}, w[3], exact[3], R[9], want[9], one[9];
    for (int i = 0; i < 3; i++) {
        w[i] = 0x1p-7 * 7 * axis[i];
        exact[i] = 4000 * w[i];
    }
    for (int n = 0; n < 4000; n++)
        compose(POL_DOUBLE, NEAR, v, w, v);
    assert_true(rotation_length(v) > 30 * 2 * PI);
    state_of->s->rotation(v, R);
    rotation_exp(exact, want);
    assert_close(largest_difference(R, want, 9), 0, 4e-12);
    for (int n = 1; n <= 1000; n++) {
        double far[3] = {n * 0.7, n * -0.4, n * 1.1};
        state_of->s->rotation(far, R);
        rotation_exp(far, want);
        multiply_t(R, R, one);
        assert_close(off_identity(one), 0, 16 * DBL_EPSILON);
        assert_close(largest_difference(R, want, 9), 0,
                     2 * DBL_EPSILON * (4 + rotation_length(far)));
    }
}
