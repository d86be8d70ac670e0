/* SPDX-License-Identifier: MIT
 *
 * Where the kinematic equations of attitudes are singular, and where only their
 * formulas are: a step one of whose stages comes within 1e-6 of such a point
 * says so and leaves the state alone.
 */
#include "shelf/axioms.h"

#include <fenv.h>

static const double pi = 3.14159265358979323846;

static const char principal[] = "body spinning inertia diag(1, 2, 2.5)\n";

/* One step from these numbers, with the rate 1 about an axis: its status, and
 * the state is as it was unless that is 0. */
static int status_from(const pol_stepper *s, const double x[3], int axis,
                       double h)
{
    static const double J[3] = {1, 2, 2.5};
    struct body_state b = start_of(s), before;
    memcpy(b.x, x, 3 * sizeof *x);
    b.x[3 + axis] = J[axis];
    before = b;
    int status = s->step_once(b.x, b.par, b.in, h);
    if (status)
        assert_memory_equal(&b, &before, sizeof b);
    return status;
}

struct point {
    int axis;   /* about which the numbers come to the point by the rate 1 */
    int number; /* which of them, */
    double at;  /* and where it is then */
};

/* From `distance` before or beyond the point. */
static int status_near(const pol_stepper *s, const struct point *p,
                       double distance, double h)
{
    double x[3] = {0};
    x[p->number] = p->at + distance;
    return status_from(s, x, p->axis, h);
}

/* Within 1e-6 of it, on both sides. */
static void expect_singular_start(const pol_stepper *s, const struct point *p)
{
    for (int side = -1; side <= 1; side += 2)
        if (status_near(s, p, side * 0.99e-6, 1e-3) != POL_STEP_SINGULAR ||
            status_near(s, p, side * 1.01e-6, 1e-3) != 0)
            fail_msg("%s, %s: it is not singular up to 1e-6 from %g", s->method,
                     s->attitude, p->at);
    feclearexcept(FE_ALL_EXCEPT);
    assert_int_equal(status_near(s, p, 0, 1e-3), POL_STEP_SINGULAR);
    assert_false(fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW));
}

/* Where steps begin, and at a stage, but not where they end; what is made of
 * rotations passes. */
static void expect_singular(const char *attitude, int n, const struct point *p)
{
    static const double h = 0.02;
    static const struct {
        const char *method;
        bool starts; /* it takes the rate only there */
        bool at_stage;
    } cases[] = {{"kinematic(kutta4)", false, true},
                 {"kinematic(midpoint2)", false, true},
                 {"kinematic(euler)", true, false},
                 {"semi_kinematic", true, false},
                 {"rkmk(kutta4)", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct loaded l = load_body_text(principal, cases[i].method, attitude);
        for (int k = 0; k < n; k++) {
            int status = status_near(l.s, &p[k], -h / 2, h);
            if (status != (cases[i].at_stage ? POL_STEP_SINGULAR : 0))
                fail_msg("%s, %s through %g: status %d", cases[i].method,
                         attitude, p[k].at, status);
            if (cases[i].starts)
                expect_singular_start(l.s, &p[k]);
        }
        unload(l);
    }
}

TEST(locked_angles_are_singular)
{
    static const char *const sets[] = {"xyz", "xzy", "yxz", "yzx",
                                       "zxy", "zyx", "xyx", "xzx",
                                       "yxy", "yzy", "zxz", "zyz"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        double first = sets[i][0] == sets[i][2] ? 0 : pi / 2;
        struct point p[4];
        char attitude[20];
        for (int k = 0; k < 4; k++)
            p[k] = (struct point){sets[i][1] - 'x', 1, first + (k - 2) * pi};
        snprintf(attitude, sizeof attitude, "euler(%s)", sets[i]);
        expect_singular(attitude, 4, p);
    }
}

TEST(whole_turns_are_singular)
{
    static const int turns[] = {-2, -1, 1, 2};
    struct point p[12];
    for (int k = 0; k < 12; k++)
        p[k] = (struct point){k % 3, k % 3, turns[k / 3] * 2 * pi};
    expect_singular("rotation_vector", 12, p);
}

/* Rodrigues parameters are infinite at half a turn. */
TEST(half_a_turn_is_singular_for_rodrigues_parameters)
{
    struct loaded l =
        load_body_text(principal, "kinematic(kutta4)", "rodrigues");
    const double far[3] = {0, 1.1e6, 0}, near[3] = {0, 0.9e6, 0};
    assert_int_equal(status_from(l.s, far, 1, 1e-9), POL_STEP_SINGULAR);
    assert_int_equal(status_from(l.s, near, 1, 1e-9), 0);
    assert_int_equal(status_from(l.s, near, 1, 1), POL_STEP_SINGULAR);
    unload(l);
}

static const char free_body[] =
    "body free_one inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], "
    "[-0.2, 0.3, 0.9]]\nstart w = [1, -2, 0.5]\n";

/* The paper's claim that v = 0 is one, too, is of an unguarded 0/0: through it,
 * at stages or between steps, the order is what it is elsewhere. */
TEST(no_rotation_is_not_singular)
{
    static const double half = 0.4; /* of the time, before it and after it */
    struct loaded exact =
        load_body_text(free_body, "rkmk(cooper_verner8)", "rotation_vector");
    struct loaded l =
        load_body_text(free_body, "kinematic(kutta4)", "rotation_vector");
    struct body_state before = start_of(exact.s), after = before;
    struct end end = {0}, e = {0};
    double error[3];
    exact.s->run(before.x, before.par, before.in, -half / 100, 100);
    exact.s->run(after.x, after.par, after.in, half / 100, 100);
    read_end(exact.s, after.x, &end);
    for (int i = 0; i < 3; i++) {
        struct body_state b = before;
        long n = i == 2 ? 80 : 41 - i; /* in the middle of a step, or not */
        assert_int_equal(l.s->run(b.x, b.par, b.in, 2 * half / (double)n, n),
                         0);
        read_end(l.s, b.x, &e);
        error[i] = distance(&e, &end);
    }
    unload(l);
    unload(exact);
    assert_true(error[1] < 1e-6);
    assert_close(log2(error[1] / error[2]), 4, 0.2);
    assert_close(log(error[1] / error[0]) / log(41 / 40.), 4, 0.5);
}
