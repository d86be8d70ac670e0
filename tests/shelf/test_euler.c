/* SPDX-License-Identifier: MIT
 *
 * Euler angles moved by rotations, all sets and branches: R is right to
 * round-off wherever they start and however near to lock they end, and of the
 * angles that have this R the branch's are taken.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "shelf/eulers.h"

#include "sampled.h"
#include "values/values.h"

static const double pi = 3.141592653589793;

/* The stepper of a set, its branch and real type. */
struct mover {
    struct set set;
    int branch;
    double eps;
    const pol_stepper *s;
    struct random random;
};

enum { NEAR, PAPER, PRINCIPAL, BRANCHES };
static const char *const branches[] = {"near", "paper", "principal"};

static struct mover open_mover(int set, int branch, pol_real real)
{
    struct mover m = {.set = set_of(set), .branch = branch};
    char call[40];
    m.eps = real == POL_DOUBLE ? DBL_EPSILON : FLT_EPSILON;
    m.random = random_new(sampled_seed() + (uint64_t)set);
    snprintf(call, sizeof call, "%s, branch = %s", m.set.word,
             branches[branch]);
    m.s = euler_by("move", call, real, "exp");
    return m;
}

/* For sets, branches and real types, in pairs. */
static void for_each_mover(void (*look)(struct mover *))
{
    const struct choices c = {3, {SETS, BRANCHES, 2}};
    struct rows rows = rows_of_pairs(&c);
    for (int n = 0; n < rows.n; n++) {
        const int *row = rows.row[n];
        struct mover m = open_mover(row[0], row[1], (pol_real)row[2]);
        look(&m);
    }
    rows_free(&rows);
}

/* Numbers that the stepper's real type has. */
static void round_all(const struct mover *m, double x[3])
{
    for (int i = 0; i < 3 && m->eps == FLT_EPSILON; i++)
        x[i] = rounded_to_float(x[i]);
}

static void random_all(struct mover *m, double size, double x[3])
{
    for (int i = 0; i < 3; i++)
        x[i] = random_between(&m->random, -size, size);
    round_all(m, x);
}

static void fail_at(const struct mover *m, const double x[3], const double v[3],
                    const double y[3], const char *what)
{
    fail_msg("%s %s eps %.1g: from %.17g %.17g %.17g by %.17g %.17g %.17g to "
             "%.17g %.17g %.17g: %s",
             m->set.word, branches[m->branch], m->eps, x[0], x[1], x[2], v[0],
             v[1], v[2], y[0], y[1], y[2], what);
}

/* The move, whose R must be right. */
static void move_well(struct mover *m, const double x[3], const double v[3],
                      double y[3])
{
    euler_move(m->s, x, v, y);
    if (!(move_error(&m->set, x, v, y) <= 16 * m->eps))
        fail_at(m, x, v, y, "another R");
}

/* ---- R ---- */

static void move_at_random(struct mover *m)
{
    static const double size[] = {0, 1e-12, 1e-4, 0.05, 0.5, 3};
    for (int n = 0; n < 1200; n++) {
        double x[3], v[3], y[3];
        random_all(m, 6, x);
        random_all(m, size[n % 6], v);
        move_well(m, x, v, y);
    }
}

AROUND_ALL(open_eulers, close_eulers)

TEST(moves_are_right_anywhere)
{
    for_each_mover(move_at_random);
}

/* From lock, or so far from it, and to it. */
static void move_about_lock(struct mover *m, int lock, double distance)
{
    static const double size[] = {0, 1e-15, 1e-8, 0.05};
    for (int n = 0; n < 8; n++) {
        double x[3], v[3], back[3], y[3], z[3];
        random_all(m, 3, x);
        x[1] = lock_angle(&m->set, lock) + distance;
        round_all(m, x);
        random_all(m, size[n % 4], v);
        move_well(m, x, v, y);
        for (int i = 0; i < 3; i++)
            back[i] = -v[i];
        move_well(m, y, back, z);
    }
}

static void moves_about_lock(struct mover *m)
{
    for (int lock = -2; lock <= 2; lock++)
        for (int n = -17; n <= 17; n++)
            move_about_lock(m, lock,
                            n == 0 ? 0 : copysign(pow(10, -abs(n)), n));
}

TEST(moves_are_right_about_lock)
{
    for_each_mover(moves_about_lock);
}

/* Zeros of both signs, and multiples of a quarter turn: atan2(0, -0) is pi. */
static void move_on_axes(struct mover *m)
{
    for (int n = 0; n < 6 * 6 * 6; n++) {
        static const double quarter[] = {0, -0.0, 1, -1, 2, -2};
        double x[3] = {quarter[n % 6], quarter[n / 6 % 6], quarter[n / 36]};
        double y[3];
        for (int i = 0; i < 3; i++)
            x[i] *= pi / 2;
        round_all(m, x);
        for (int k = 0; k < 8; k++) {
            double v[3] = {k & 1 ? -0.0 : 0, k & 2 ? -0.0 : 0,
                           k & 4 ? -0.0 : 0};
            move_well(m, x, v, y);
            for (int i = 0; i < 3 && m->branch == NEAR; i++)
                if (!(fabs(y[i] - x[i]) <= 4 * m->eps))
                    fail_at(m, x, v, y, "a move by nothing moves");
            v[k % 3] = pi / 4 * (k < 4 ? 1 : 2);
            round_all(m, v);
            move_well(m, x, v, y);
        }
    }
}

TEST(moves_are_right_on_axes)
{
    for_each_mover(move_on_axes);
}

/* ---- branches ---- */

static double wrapped(double a)
{
    return a - 2 * pi * floor(a / (2 * pi) + 0.5);
}

/* The square of the way from x to the nearest multiple of y, or of the other
 * angles of y's R. */
static double way_to(const struct set *f, const double x[3], const double y[3],
                     bool other)
{
    double b = !other ? y[1] : f->ends ? -y[1] : pi - y[1];
    double half = other ? pi : 0;
    double d[3] = {wrapped(y[0] + half - x[0]), wrapped(b - x[1]),
                   wrapped(y[2] + half - x[2])};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/* All the way back to x, none of the other solutions is nearer than y. */
static void look_for_nearer(struct mover *m, const double x[3],
                            const double v[3], const double y[3])
{
    const double d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]};
    double way = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    double room = 200 * m->eps;
    if (!(way <= way_to(&m->set, x, y, false) + room))
        fail_at(m, x, v, y, "whole turns away");
    if (!(way <= way_to(&m->set, x, y, true) + room))
        fail_at(m, x, v, y, "the other solution is nearer");
}

static void look_at_range(struct mover *m, const double x[3], const double v[3],
                          const double y[3])
{
    double low = m->set.ends ? 0 : -pi / 2, high = m->set.ends ? pi : pi / 2;
    double room = m->eps == FLT_EPSILON ? 1e-7 : 0;
    if (!(y[1] >= low - room && y[1] <= high + room))
        fail_at(m, x, v, y, "b is out of range");
    for (int i = 0; i < 3; i += 2) {
        double turn = m->branch == PAPER ? y[i] - x[i] : y[i];
        if (!(fabs(turn) <= pi * (1 + 4 * m->eps)))
            fail_at(m, x, v, y, "more than half a turn");
    }
}

static void look_at_branch(struct mover *m)
{
    for (int n = 0; n < 2000; n++) {
        double x[3], v[3], y[3];
        random_all(m, 6, x);
        if (n % 4 == 0)
            x[1] = lock_angle(&m->set, n % 3 - 1) + 1e-3 * x[1];
        round_all(m, x);
        random_all(m, n % 2 ? 2 : 0.05, v);
        move_well(m, x, v, y);
        if (m->branch == NEAR)
            look_for_nearer(m, x, v, y);
        else
            look_at_range(m, x, v, y);
    }
}

TEST(angles_are_those_of_the_branch)
{
    for_each_mover(look_at_branch);
}

/* A thousand turns about the first axis: angles in range keep their digits. */
TEST(principal_angles_keep_their_digits)
{
    enum { MOVES = 40000 };
    for (int n = 0; n < SETS; n++) {
        struct mover m = open_mover(n, PRINCIPAL, POL_DOUBLE);
        double x[3] = {0, m.set.ends ? 1 : 0, 0}, v[3], y[3];
        double along = 0.07853981;
        long double sum = 2 * (long double)along * MOVES;
        long double turn = 2 * 3.14159265358979323846264338327950288L;
        for (int i = 0; i < 3; i++)
            v[i] = i == m.set.i ? along : 0;
        if (m.set.ends) { /* the axis as seen from the body, turned by b */
            v[m.set.i] = along * cos(1);
            v[m.set.k] = m.set.s * along * sin(1);
        }
        for (int k = 0; k < MOVES; k++) {
            euler_move(m.s, x, v, y);
            memcpy(x, y, sizeof x);
        }
        long double rest = sum - turn * floorl(sum / turn + 0.5L);
        assert_true(fabs(x[0] - (double)rest) < 4e-12);
    }
}

/* Both solutions are taken, or the tests above say little. */
TEST(both_solutions_occur)
{
    for (int n = 0; n < SETS; n++) {
        struct mover m = open_mover(n, NEAR, POL_DOUBLE);
        int negative = 0, crossed = 0;
        for (int k = 0; k < 1000; k++) {
            double x[3], v[3], y[3];
            random_all(&m, 3, x);
            random_all(&m, 2, v);
            euler_move(m.s, x, v, y);
            double before = lock_distance(&m.set, x);
            double after = lock_distance(&m.set, y);
            negative += after < 0;
            crossed += before * after < 0;
        }
        assert_true(negative > 300 && negative < 700);
        assert_true(crossed > 200 && crossed < 800);
    }
}

/* ---- values ---- */

static void check_update(const struct reference_angle *u, const char *map)
{
    double v[3], y[3];
    const pol_stepper *s = euler_by("move", u->set, POL_DOUBLE, map);
    for (int i = 0; i < 3; i++)
        v[i] = u->increment[i] / 2;
    euler_move(s, u->before, v, y);
    for (int i = 0; i < 3; i++)
        assert_close(y[i], strcmp(map, "exp") ? u->by_cay[i] : u->by_exp[i],
                     1e-14);
}

TEST(updates_have_their_values)
{
    int n;
    for (const struct reference_angle *u = reference_angles(&n); n > 0;
         n--, u++) {
        check_update(u, "exp");
        check_update(u, "cay");
    }
}
