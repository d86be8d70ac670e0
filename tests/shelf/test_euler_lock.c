/* SPDX-License-Identifier: MIT
 *
 * Euler angles on their way through gimbal lock: continuous, with the first
 * angle at rest where it says nothing, where a published rule is wrong.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "shelf/eulers.h"

static const double pi = 3.141592653589793;

static const pol_stepper *open_near(const struct set *f, pol_real real)
{
    return euler_by("move", f->word, real, "exp");
}

/* ---- through lock ---- */

/* The half vector that turns b alone by as much. */
static void along_b(const struct set *f, const double x[3], double angle,
                    double v[3])
{
    const double e[3] = {f->j == 0, f->j == 1, f->j == 2};
    int m = (f->l + 1) % 3, n = (f->l + 2) % 3;
    double c = cos(x[2]), s = sin(x[2]);
    v[f->l] = 0;
    v[m] = angle / 2 * (c * e[m] + s * e[n]);
    v[n] = angle / 2 * (c * e[n] - s * e[m]);
}

/* Is a + c known at lock?  Else a - c. */
static bool knows_sum(const struct set *f, const double x[3])
{
    return f->ends ? cos(x[1]) > 0 : f->s * sin(x[1]) > 0;
}

/* Three turns about the middle axis, through lock by as good as nothing and by
 * a part of a step.  What rounding makes of v counts as 1/r so near to lock. */
static void turn_about_middle(const struct set *f, pol_real real, double b)
{
    double eps = real == POL_DOUBLE ? DBL_EPSILON : FLT_EPSILON;
    double x[3] = {0.7, b, -1.3}, v[3], angle = pi / 60;
    const pol_stepper *s = open_near(f, real);
    along_b(f, x, angle, v);
    for (int n = 1; n <= 360; n++) {
        euler_move(s, x, v, x);
        double a = x[0] - 0.7, c = x[2] + 1.3, room = 4 * eps * n;
        double outer = room / fabs(lock_distance(f, x));
        assert_close(a, 0, room + outer);
        assert_close(c, 0, room + outer);
        assert_close(knows_sum(f, x) ? a + c : a - c, 0, 2 * room);
        assert_close(x[1], b + n * angle, 3 * room);
    }
}

AROUND_ALL(open_eulers, close_eulers)

TEST(the_middle_angle_goes_round_alone)
{
    for (int n = 0; n < SETS; n++) {
        struct set f = set_of(n);
        for (int k = 0; k < 4; k++) {
            double b = lock_angle(&f, -1) + (k % 2 ? pi / 6 : pi / 7);
            turn_about_middle(&f, k < 2 ? POL_DOUBLE : POL_FLOAT, b);
        }
    }
}

/* Angles so that `steps` moves by v lead from them to the angles x. */
static void before(const struct set *f, const double x[3], const double v[3],
                   int steps, double out[3])
{
    long double R[9];
    double back[3];
    for (int i = 0; i < 3; i++)
        back[i] = -steps * v[i];
    matrix_of_angles(f, x, R);
    turn_by_half(R, back, false);
    angles_of_matrix(f, R, out);
}

/* Past lock at this distance at the middle step.  What lock leaves known goes
 * on in steps as small as the rotation's, and b crosses a lock that a step
 * misses by less than it turns sideways: by sqrt(2) of the angle at most. */
static void pass(const struct set *f, const pol_stepper *s, int lock,
                 double distance, struct random *r)
{
    double x[3] = {random_between(r, -3, 3), lock_angle(f, lock) + distance,
                   random_between(r, -3, 3)};
    double v[3], angle = 0;
    for (int i = 0; i < 3; i++) {
        v[i] = random_between(r, -0.01, 0.01);
        angle += 4 * v[i] * v[i];
    }
    angle = sqrt(angle);
    before(f, x, v, 10, x);
    for (int n = 0; n < 20; n++) {
        double y[3], sign = knows_sum(f, x) ? 1 : -1;
        euler_move(s, x, v, y);
        assert_true(fabs(y[1] - x[1]) <= 1.5 * angle);
        double known = y[0] - x[0] + sign * (y[2] - x[2]);
        assert_true(fabs(known) <= 1.5 * angle);
        assert_true(fabs(y[0] - x[0]) <= pi);
        memcpy(x, y, sizeof x);
    }
}

TEST(what_lock_leaves_known_is_continuous)
{
    struct random r = random_new(3);
    for (int n = 0; n < SETS; n++) {
        struct set f = set_of(n);
        const pol_stepper *s = open_near(&f, POL_DOUBLE);
        for (int k = 0; k <= 16; k++)
            for (int m = 0; m < 10; m++)
                pass(&f, s, m % 2, k ? pow(10, -k) : 0, &r);
    }
}

/* ---- at lock ---- */

/* sin b (cos b) times sine and cosine of a. */
static void outer_part(const struct set *f, const long double R[9],
                       long double out[2])
{
    long double y = R[3 * f->j + f->l], x = R[3 * f->k + f->l];
    out[0] = f->ends ? y : -f->s * y;
    out[1] = f->ends ? -f->s * x : x;
}

/* Ends so many eps from lock.  Below 4 the first angle stays, beyond it is what
 * R says, as far as R knows. */
static int end_at_lock(const struct set *f, const pol_stepper *s, double eps,
                       double distance, struct random *r)
{
    double x[3] = {random_between(r, -3, 3), lock_angle(f, random_below(r, 2)),
                   random_between(r, -3, 3)};
    double v[3], y[3];
    long double R[9], part[2];
    x[1] += distance * eps;
    for (int i = 0; i < 3; i++)
        v[i] = rounded_to_float(random_between(r, -0.05, 0.05));
    before(f, x, v, 1, x);
    for (int i = 0; i < 3; i++)
        x[i] = eps == FLT_EPSILON ? rounded_to_float(x[i]) : x[i];
    euler_move(s, x, v, y);
    assert_true(move_error(f, x, v, y) <= 16 * eps);
    matrix_of_angles(f, x, R);
    turn_by_half(R, v, false);
    outer_part(f, R, part);
    double size = (double)hypotl(part[0], part[1]);
    double off = (double)atan2l(part[0], part[1]) - y[0];
    if (size < 2 * eps)
        assert_true(y[0] == x[0]);
    if (size <= 8 * eps)
        return size < 2 * eps;
    assert_true(y[0] != x[0]);
    assert_true(fabs(sin(off)) <= 4 * eps / size);
    return 2;
}

TEST(the_first_angle_rests_at_lock)
{
    static const double distance[] = {0, 0.5, 20, 100, 1000};
    struct random r = random_new(4);
    for (int n = 0; n < 2 * SETS; n++) {
        struct set f = set_of(n / 2);
        bool is_float = n % 2;
        int seen[3] = {0};
        const pol_stepper *s = open_near(&f, is_float ? POL_FLOAT : POL_DOUBLE);
        for (int k = 0; k < 200; k++)
            seen[end_at_lock(&f, s, is_float ? FLT_EPSILON : DBL_EPSILON,
                             distance[k % 5], &r)]++;
        assert_true(seen[1] >= 20 && seen[2] >= 100);
    }
}

/* Half a turn about the last axis, where both solutions are as near. */
TEST(only_the_last_angle_turns_there)
{
    for (int n = 0; n < 2 * SETS; n++) {
        struct set f = set_of(n / 2);
        const pol_stepper *s = open_near(&f, n % 2 ? POL_FLOAT : POL_DOUBLE);
        for (int k = 0; k < 80; k++) {
            double x[3] = {0.5, lock_angle(&f, k % 2), 0.125 * (k - 40)};
            double v[3] = {0}, y[3];
            v[f.l] = (k % 4 < 2 ? -1 : 1) * (pi / 2 + (k % 5 - 2) * 1e-16);
            x[1] = n % 2 ? rounded_to_float(x[1]) : x[1];
            euler_move(s, x, v, y);
            assert_true(y[0] == x[0]);
        }
    }
}

/* What is left of b on the wrong side of lock is not turned to the other. */
TEST(the_range_ends_at_lock)
{
    static const double nothing[3];
    for (int n = 0; n < SETS; n++) {
        struct set f = set_of(n);
        char call[40];
        snprintf(call, sizeof call, "%s, branch = paper", f.word);
        const pol_stepper *s = euler_by("move", call, POL_DOUBLE, "exp");
        for (int k = 0; k < 20; k++) {
            double b = lock_angle(&f, k % 2) + (k % 7 - 3) * DBL_EPSILON, y[3];
            const double x[3] = {0.01 * k, b, -0.02 * k};
            euler_move(s, x, nothing, y);
            assert_true(move_error(&f, x, nothing, y) <= 4.5 * DBL_EPSILON);
        }
    }
}

/* ---- a rule that is wrong ---- */

/* xyz by S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378,
 * (97): where cos b = sqrt(1 - R13^2) is zero, 1/cos b is set to zero, so that
 * both outer increments are atan2(0, 0). */
static void move_by_the_rule(const double x[3], const double v[3], double y[3])
{
    static const struct set xyz = {"xyz", 123, 0, 1, 2, 2, 1, false};
    long double exact[9];
    double R[9];
    matrix_of_angles(&xyz, x, exact);
    turn_by_half(exact, v, false);
    for (int i = 0; i < 9; i++)
        R[i] = (double)exact[i];
    double cosine = sqrt(1 - R[2] * R[2]),
           inverse = cosine > 0 ? 1 / cosine : 0;
    double sa = -R[5] * inverse, ca = R[8] * inverse;
    double sc = -R[1] * inverse, cc = R[0] * inverse;
    y[0] = x[0] + atan2(sa * cos(x[0]) - ca * sin(x[0]),
                        ca * cos(x[0]) + sa * sin(x[0]));
    y[1] = atan2(R[2], cosine);
    y[2] = x[2] + atan2(sc * cos(x[2]) - cc * sin(x[2]),
                        cc * cos(x[2]) + sc * sin(x[2]));
}

TEST(the_published_rule_is_wrong_near_lock)
{
    struct set f = set_of(0);
    struct random r = random_new(5);
    const pol_stepper *s = open_near(&f, POL_DOUBLE);
    double far = 0, near = 0, ours = 0;
    for (int n = 0; n < 2000; n++) {
        double distance = n % 2 ? pow(10, -random_between(&r, 10, 16)) : 0.1;
        double x[3] = {random_between(&r, -3, 3), pi / 2 - distance,
                       random_between(&r, -3, 3)};
        double v[3], y[3], z[3];
        for (int i = 0; i < 3; i++)
            v[i] = random_between(&r, -0.05, 0.05);
        before(&f, x, v, 1, x);
        move_by_the_rule(x, v, y);
        euler_move(s, x, v, z);
        ours = fmax(ours, move_error(&f, x, v, z));
        if (n % 2)
            near = fmax(near, move_error(&f, x, v, y));
        else
            far = fmax(far, move_error(&f, x, v, y));
    }
    assert_true(far < 1e-13);
    assert_true(near > 0.2);
    assert_true(ours <= 16 * DBL_EPSILON);
}
