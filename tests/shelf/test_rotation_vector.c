/* SPDX-License-Identifier: MIT
 *
 * The rotation vector in its three branches, in emitted and compiled code:
 * compositions of an independent program, what is special about whole turns,
 * that `near` keeps on through them; and the ranges.
 */
#include "shelf/attitude_subject.h"
#include "shelf/rotations.h"
#include "values/values.h"
#include <fenv.h>

#define PI 3.141592653589793
enum { NEAR, PAPER, PRINCIPAL, BRANCHES };
static const char *const branch[BRANCHES] = {"rotation_vector", "rotation_vector(paper)",
                                             "rotation_vector(principal)"};

static const double axis[3] = {2. / 7, -3. / 7, 6. / 7};

static const struct probe *evaluate(const char *what, int b, int real)
{
    return probe_by(subject_of(branch[b]), what, "exp", (pol_real)real);
}

/* v of E(v0) E(w); no operation on the way may divide by zero or be invalid. */
static void compose(int real, int b, const double v0[3], const double w[3], double v[3])
{
    struct body_state out;
    double nine[9] = {0};
    for (int i = 0; i < 3; i++)
        nine[i] = w[i] / 2;
    feclearexcept(FE_ALL_EXCEPT);
    assert_int_equal(probe_evaluate(evaluate("move", b, real), v0, nine, &out), 0);
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
        assert_close(v[i], sum * axis[i], 8 * DBL_EPSILON * fmax(fabs(from), fabs(by)));
    return sum;
}

/* ---- compositions ---- */

AROUND_ALL(open_probes, close_probes)

TEST(branches_are_those_of_the_reference)
{
    int n;
    for (const struct composed_vector *c = composed_vectors(&n); n > 0; n--, c++) {
        const double *const want[] = {c->near, c->paper, c->principal};
        for (int b = 0; b < BRANCHES; b++)
            for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
                double v[3];
                compose(real, b, c->v0, c->w, v);
                for (int k = 0; k < 3; k++)
                    assert_close(v[k], want[b][k], real ? 30 * FLT_EPSILON : 1e-14);
            }
    }
}

/* ---- zero, half turns, whole turns ---- */

/* Beside a whole turn, at distances down to rounding: which side it is on. */
TEST(whole_turns_are_passed)
{
    const double close = 16 * DBL_EPSILON;
    for (double d = 0.1; d > 1e-14; d /= 10)
        for (int sign = -1; sign <= 1; sign += 2) {
            double before = sign * (2 * PI - d), by = sign * 2 * d;
            assert_close(along(NEAR, before, by), sign * (2 * PI + d), close);
            assert_close(along(NEAR, 2 * before, by * 2), sign * (4 * PI + 2 * d), 2 * close);
            assert_close(along(PAPER, before, by / 4), sign * (2 * PI - d / 2), close);
            assert_close(along(PAPER, before, by), -sign * (2 * PI - d), close);
            assert_close(along(PRINCIPAL, before, by), sign * d, close);
        }
}

TEST(at_a_whole_turn_there_are_rules)
{
    const double close = 16 * DBL_EPSILON;
    for (int sign = -1; sign <= 1; sign += 2) {
        assert_close(along(NEAR, sign * 3.5, sign * (2 * PI - 3.5)), sign * 2 * PI, close);
        assert_close(along(NEAR, sign * 3 * PI, sign * PI), sign * 4 * PI, 2 * close);
        assert_close(along(NEAR, sign * 5, sign * -5), sign * 2 * PI, close);
        assert_close(along(NEAR, sign * 7, sign * (2 * PI - 7)), sign * 2 * PI, close);
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
            assert_close(v[i], n * w[i], 1000 * DBL_EPSILON * (1 + abs(n) / 48));
    }
}

/* Rotations are taken off and put on alike, so that turns do not add up what
 * 2 pi as a number is short of; and far out R is orthogonal, too. */
TEST(many_turns_do_not_drift)
{
    const struct probe *state_of = evaluate("state", NEAR, POL_DOUBLE);
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

/* Of a matrix it is the short one in every branch; restoring brings into the
 * branch's range and leaves what is in it. */
TEST(each_branch_has_its_range)
{
    static const double from[] = {1, 4, 7, 10, 13, 16};
    static const double paper[] = {0, 0, 1, 1, 2, 2}, nearest[] = {0, 1, 1, 2, 2, 3};
    for (int b = 0; b < BRANCHES; b++) {
        const struct probe *store = evaluate("store", b, 0), *restore = evaluate("state", b, 0);
        for (int i = 0; i < 6; i++) {
            double v[3], R[9];
            struct body_state out;
            double turns = b == NEAR ? 0 : b == PAPER ? paper[i] : nearest[i];
            for (int k = 0; k < 3; k++)
                v[k] = from[i] * axis[k];
            rotation_exp(v, R);
            assert_int_equal(probe_evaluate(store, NULL, R, &out), 0);
            for (int k = 0; k < 3; k++)
                assert_close(out.x[k], (from[i] - 2 * PI * nearest[i]) * axis[k], 1e-14);
            assert_int_equal(probe_evaluate(restore, v, R, &out), 0);
            for (int k = 0; k < 3; k++)
                assert_close(out.x[k], (from[i] - 2 * PI * turns) * axis[k], 1e-14);
        }
    }
}
