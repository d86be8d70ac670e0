/* SPDX-License-Identifier: MIT
 *
 * The rotation vector in its three branches: their ranges, and where the
 * kinematic equation may be used.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/rotation_branches.h"
#include "stepping.h"

#include <float.h>

AROUND_ALL(open_shelf, close_shelf)

/* Of a matrix it is the short one in every branch; restoring brings into the
 * branch's range and leaves what is in it. */
TEST(each_branch_has_its_range)
{
    static const double from[] = {1, 4, 7, 10, 13, 16};
    static const double paper[] = {0, 0, 1, 1, 2, 2},
                        nearest[] = {0, 1, 1, 2, 2, 3};
    for (int b = 0; b < BRANCHES; b++) {
        const struct probe *store = ask("store", b, 0),
                           *restore = ask("state", b, 0);
        for (int i = 0; i < 6; i++) {
            double v[3], R[9];
            struct body_state out;
            double turns = b == NEAR ? 0 : b == PAPER ? paper[i] : nearest[i];
            for (int k = 0; k < 3; k++)
                v[k] = from[i] * axis[k];
            rotation_exp(v, R);
            assert_int_equal(probe_ask(store, NULL, R, &out), 0);
            for (int k = 0; k < 3; k++)
                assert_close(out.x[k],
                             (from[i] - 2 * PI * nearest[i]) * axis[k], 1e-14);
            assert_int_equal(probe_ask(restore, v, R, &out), 0);
            for (int k = 0; k < 3; k++)
                assert_close(out.x[k], (from[i] - 2 * PI * turns) * axis[k],
                             1e-14);
        }
    }
}

/* Of a quaternion and of its negative it is the short one, too. */
TEST(what_is_shown_is_short)
{
    for (int b = 0; b < BRANCHES; b++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct stepping s = stepping_new(NULL, 0);
            char spec[200];
            double x[7] = {sign * cos(1.2)}, v[3];
            for (int k = 0; k < 3; k++)
                x[1 + k] = sign * sin(1.2) * axis[k];
            snprintf(spec, sizeof spec, "body b inertia diag(1, 1, 1) show %s",
                     branch[b]);
            stepping_must(&s, spec, NULL, "quaternion", NULL);
            const struct shown *last =
                &s.step->offer.shown[s.step->recipe->shows - 1];
            assert_string_equal(last->numbers.name, "rotvec");
            stepping_observe(&s, &last->get, x, 0, 0, NULL, NULL, v);
            for (int k = 0; k < 3; k++)
                assert_close(v[k], 2.4 * axis[k], 8 * DBL_EPSILON);
            arena_free(s.arena);
        }
}

/* The rate at the body rate w; and is it regular there? */
static bool rate_at(const double v[3], const double w[9], double rate[3])
{
    struct body_state out;
    assert_int_equal(probe_ask(ask("rate", NEAR, 0), v, w, &out), 0);
    memcpy(rate, out.x + 3, 3 * sizeof *rate);
    assert_int_equal(probe_ask(ask("state", NEAR, 0), v, w, &out), 0);
    return out.x[3 + IS_REGULAR] > 0;
}

/* Zero is no singular point: the rate is w there, and w + v x w/2 beside. */
TEST(the_rate_goes_through_zero)
{
    static const double sizes[] = {0, 1e-300, 1e-12, 1e-9};
    const double w[9] = {0.3, 1.1, -0.7};
    for (int i = 0; i < 4; i++) {
        double v[3], rate[3];
        for (int k = 0; k < 3; k++)
            v[k] = sizes[i] * axis[k];
        assert_true(rate_at(v, w, rate));
        for (int k = 0; k < 3; k++) {
            int j = (k + 1) % 3, l = (k + 2) % 3;
            double beside = (v[j] * w[l] - v[l] * w[j]) / 2;
            assert_close(rate[k], w[k] + beside, 2 * DBL_EPSILON);
        }
    }
}

/* Within 1e-6 of whole turns it is singular. */
TEST(the_rate_ends_at_whole_turns)
{
    const double w[9] = {1, 0, 0};
    double v[3] = {0}, rate[3];
    for (int turns = 1; turns <= 3; turns++)
        for (int side = -1; side <= 1; side += 2) {
            v[0] = side * (turns * 2 * PI - 1.01e-6);
            assert_true(rate_at(v, w, rate));
            v[0] = side * (turns * 2 * PI - 0.99e-6);
            assert_false(rate_at(v, w, rate));
            v[0] = side * (turns * 2 * PI + 0.99e-6);
            assert_false(rate_at(v, w, rate));
            v[0] = side * (turns * 2 * PI + 1.01e-6);
            assert_true(rate_at(v, w, rate));
        }
    v[0] = NAN;
    assert_false(rate_at(v, w, rate));
}
