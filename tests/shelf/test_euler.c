/* SPDX-License-Identifier: MIT
 *
 * Euler angles moved by rotations, all sets and branches: of the angles that
 * have the right R (test_attitudes) the branch's are taken, lock is passed;
 * and the note in the header.
 */
#include "shelf/attitude_subject.h"
#include "random.h"

/* R = E(a e_i) E(b e_j) E(c e_l), axes from 0; s = 1 where j follows i; `ends`
 * where l is i. */
struct set {
    const char *word;
    int i, j, l, s;
    bool ends;
};

enum { SETS = 12 };

static struct set set_of(int n)
{
    static const char *const word[] = {"xyz", "yzx", "zxy", "xzy", "zyx", "yxz",
                                       "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
    const char *w = word[n];
    int i = w[0] - 'x', j = w[1] - 'x', l = w[2] - 'x';
    return (struct set){w, i, j, l, (j - i + 3) % 3 == 1 ? 1 : -1, i == l};
}

/* The number as a float; gcc 12 may forget a mere cast that long double
 * follows.
 */
static double rounded_to_float(double x)
{
    volatile float rounded = (float)x;
    return rounded;
}

/* ---- the stepper ---- */

/* The probe that turns euler(call) by rotation vectors. */
static const pol_stepper *euler_by(const char *call, pol_real real)
{
    char attitude[40];
    snprintf(attitude, sizeof attitude, "euler(%s)", call);
    return probe_by(subject_of(attitude), "move", "exp", real)->s;
}

/* x moved by the half vector v. */
static void euler_move(const pol_stepper *s, const double x[3], const double v[3], double out[3])
{
    struct body_state b = {0};
    memcpy(b.x, x, 3 * sizeof *x);
    memcpy(b.x + 3, v, 3 * sizeof *v);
    assert_int_equal(s->step_once(b.x, b.par, b.in, 1), POL_STEP_OK);
    memcpy(out, b.x, 3 * sizeof *out);
}

/* The n-th angle b of lock, n of any sign. */
static double lock_angle(const struct set *f, int n)
{
    const double pi = 3.141592653589793;
    return f->ends ? n * pi : n * pi + pi / 2;
}

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
    snprintf(call, sizeof call, "%s, branch = %s", m.set.word, branches[branch]);
    m.s = euler_by(call, real);
    return m;
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

static void fail_at(const struct mover *m, const double x[3], const double v[3], const double y[3],
                    const char *what)
{
    fail_msg("%s %s eps %.1g: from %.17g %.17g %.17g by %.17g %.17g %.17g to "
             "%.17g %.17g %.17g: %s",
             m->set.word, branches[m->branch], m->eps, x[0], x[1], x[2], v[0], v[1], v[2], y[0],
             y[1], y[2], what);
}

AROUND_ALL(open_probes, close_probes)

/* ---- branches ---- */

static double wrapped(double a)
{
    return a - 2 * pi * floor(a / (2 * pi) + 0.5);
}

/* The square of the way from x to the nearest multiple of y, or of the other
 * angles of y's R. */
static double way_to(const struct set *f, const double x[3], const double y[3], bool other)
{
    double b = !other ? y[1] : f->ends ? -y[1] : pi - y[1];
    double half = other ? pi : 0;
    double d[3] = {wrapped(y[0] + half - x[0]), wrapped(b - x[1]), wrapped(y[2] + half - x[2])};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/* All the way back to x, none of the other solutions is nearer than y. */
static void check_nearer(struct mover *m, const double x[3], const double v[3], const double y[3])
{
    const double d[3] = {y[0] - x[0], y[1] - x[1], y[2] - x[2]};
    double way = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    double room = 200 * m->eps;
    if (!(way <= way_to(&m->set, x, y, false) + room))
        fail_at(m, x, v, y, "whole turns away");
    if (!(way <= way_to(&m->set, x, y, true) + room))
        fail_at(m, x, v, y, "the other solution is nearer");
}

static void check_range(struct mover *m, const double x[3], const double v[3], const double y[3])
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

static void check_branch(struct mover *m)
{
    for (int n = 0; n < 2000; n++) {
        double x[3], v[3], y[3];
        random_all(m, 6, x);
        if (n % 4 == 0)
            x[1] = lock_angle(&m->set, n % 3 - 1) + 1e-3 * x[1];
        round_all(m, x);
        random_all(m, n % 2 ? 2 : 0.05, v);
        euler_move(m->s, x, v, y);
        if (m->branch == NEAR)
            check_nearer(m, x, v, y);
        else
            check_range(m, x, v, y);
    }
}

/* Sets, branches and real types in pairs. */
TEST(angles_are_those_of_the_branch)
{
    const struct choices c = {3, {SETS, BRANCHES, 2}};
    struct rows rows = covering_rows(&c);
    for (int n = 0; n < rows.n; n++) {
        const int *row = rows.row[n];
        struct mover m = open_mover(row[0], row[1], (pol_real)row[2]);
        check_branch(&m);
    }
    rows_free(&rows);
}

/* ---- at lock ---- */

/* A turn about the first axis from so many eps beside lock, where the middle
 * angle does not know of it.  Up to 2 the first angle stays, and from 20 on it
 * takes the turn, as far as R knows. */
static void turn_at_lock(const struct set *f, const pol_stepper *s, double eps, double distance,
                         struct random *r)
{
    const double angle = random_between(r, 0.01, 0.05);
    double x[3] = {random_between(r, -3, 3), lock_angle(f, random_below(r, 2)),
                   random_between(r, -3, 3)};
    double R[9], v[3], y[3];
    x[1] += distance * eps;
    for (int i = 0; i < 3; i++)
        x[i] = eps == FLT_EPSILON ? rounded_to_float(x[i]) : x[i];
    s->rotation(x, R);
    for (int i = 0; i < 3; i++)
        v[i] = angle / 2 * R[3 * f->i + i];
    euler_move(s, x, v, y);
    if (distance < 2)
        assert_true(y[0] == x[0]);
    else
        assert_close(y[0] - x[0], angle, 4 / distance);
    assert_true(distance < 2 || y[0] != x[0]);
    /* zero at lock */
    assert_close(fabs(f->ends ? sin(y[1]) : cos(y[1])), distance * eps, 3 * eps);
}

TEST(the_first_angle_rests_at_lock)
{
    static const double distance[] = {0, 0.5, 20, 100, 1000};
    struct random r = random_new(4);
    for (int n = 0; n < 2 * SETS; n++) {
        struct set f = set_of(n / 2);
        const bool is_float = n % 2;
        const pol_stepper *s = euler_by(f.word, is_float ? POL_FLOAT : POL_DOUBLE);
        for (int k = 0; k < 200; k++)
            turn_at_lock(&f, s, is_float ? FLT_EPSILON : DBL_EPSILON, distance[k % 5], &r);
    }
}

/* ---- the header ---- */

static void expect_note(const char *attitude, const char *note)
{
    struct subject *s = subject_of(attitude);
    subject_read_notes(s);
    assert_string_equal(s->stored, note);
}

TEST(the_header_says_what_the_angles_are)
{
    expect_note("euler(321)", "attitude: angles a, b, c about z, y', x'' in turn (intrinsic, "
                              "active), rad; R = Z(a) Y(b) X(c), body to space; continuous, "
                              "of any size");
    expect_note("euler(zyz, principal)",
                "attitude: angles a, b, c about z, y', z'' in turn (intrinsic, "
                "active), rad; R = Z(a) Y(b) Z(c), body to space; a and c from "
                "-pi to pi, b from 0 to pi");
    expect_note("euler(213, branch = paper)",
                "attitude: angles a, b, c about y, x', z'' in turn (intrinsic, "
                "active), rad; R = Y(a) X(b) Z(c), body to space; b from -pi/2 "
                "to pi/2, a and c of any size");
}
