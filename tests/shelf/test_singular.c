/* SPDX-License-Identifier: MIT
 *
 * Where the kinematic equations of attitudes are singular: a step one of whose
 * stages comes within 1e-6 of such a point says so and leaves the state alone.
 * Rodrigues parameters end at half a turn with a status; the modified ones
 * switch there.
 */
#include "shelf/axioms.h"
#include <fenv.h>
#include "shelf/rotations.h"
#include "emitted.h"

static const double pi = 3.14159265358979323846;

static const char principal[] = "body spinning inertia diag(1, 2, 2.5)\n";

/* One step from these numbers, with the rate 1 about an axis: its status, and
 * the state is as it was unless that is 0. */
static int status_from(const pol_stepper *s, const double x[3], int axis, double h)
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
static int status_near(const pol_stepper *s, const struct point *p, double distance, double h)
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
            fail_msg("%s, %s: it is not singular up to 1e-6 from %g", s->method, s->attitude,
                     p->at);
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
                fail_msg("%s, %s through %g: status %d", cases[i].method, attitude, p[k].at,
                         status);
            if (cases[i].starts)
                expect_singular_start(l.s, &p[k]);
        }
        unload(l);
    }
}

TEST(locked_angles_are_singular)
{
    static const char *const sets[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                       "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
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
    struct loaded l = load_body_text(principal, "kinematic(kutta4)", "rodrigues");
    const double far[3] = {0, 1.1e6, 0}, near[3] = {0, 0.9e6, 0};
    assert_int_equal(status_from(l.s, far, 1, 1e-9), POL_STEP_SINGULAR);
    assert_int_equal(status_from(l.s, near, 1, 1e-9), 0);
    assert_int_equal(status_from(l.s, near, 1, 1), POL_STEP_SINGULAR);
    unload(l);
}

#define PI 3.141592653589793
static const double axis[3] = {2. / 7, -3. / 7, 6. / 7};
static const double eps_of[] = {DBL_EPSILON, FLT_EPSILON};

/* A sphere: it turns about a fixed axis at the rate L. */
static struct loaded sphere(const char *attitude, pol_real real)
{
    static const char body[] = "body b inertia diag(1, 1, 1)";
    pol_options o = options_by("rkmk(euler)", attitude);
    o.real = real;
    return load_text(body, &o);
}

/* From `tangent` along the axis, turned by the angle in one step. */
static int turn(struct loaded l, struct body_state *b, double tangent, double angle)
{
    *b = start_of(l.s);
    for (int i = 0; i < 3; i++) {
        b->x[i] = tangent * axis[i];
        b->x[3 + i] = angle * axis[i];
    }
    feclearexcept(FE_ALL_EXCEPT);
    int status = l.s->step_once(b->x, b->par, b->in, 1);
    assert_int_equal(fetestexcept(FE_DIVBYZERO | FE_INVALID), 0);
    return status;
}

/* The matrix of the state from that of the angle about the axis. */
static void expect_angle(struct loaded l, const double *x, double angle, double room)
{
    double v[3], want[9], R[9];
    for (int i = 0; i < 3; i++)
        v[i] = angle * axis[i];
    rotation_exp(v, want);
    l.s->rotation(x, R);
    assert_close(largest_difference(R, want, 9), 0, room);
}

/* ---- half a turn ---- */

/* Nearer and nearer to half a turn, until there are none. */
TEST(rodrigues_end_at_half_a_turn)
{
    for (int real = POL_DOUBLE; real <= POL_FLOAT; real++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct loaded l = sphere("rodrigues", (pol_real)real);
            double eps = eps_of[real], from = tan(sign * 0.5);
            struct body_state b, before;
            int refused = 0;
            for (double d = 0.1; d > eps / 20; d /= 2) {
                int status = turn(l, &b, from, sign * (PI - 1 - d));
                assert_true(status == 0 || d < 24 * eps); /* |p0| = d/2 */
                assert_true(status != 0 || d > 2 * eps);
                refused += status == POL_STEP_SINGULAR;
                if (status == 0)
                    expect_angle(l, b.x, sign * (PI - d), 16 * eps);
            }
            assert_true(refused >= 5);
            turn(l, &before, from, 0);
            assert_int_equal(turn(l, &b, from, sign * (PI - 1)), POL_STEP_SINGULAR);
            for (int i = 0; i < 3; i++) /* nothing has changed */
                assert_true(b.x[i] == (real ? (double)(float)(from * axis[i]) : from * axis[i]));
            assert_true(b.x[6] == 0);
            unload(l);
        }
}

TEST(neither_calls_functions_but_a_root)
{
    static const char *const attitude[] = {"mrp", "rodrigues"};
    for (int i = 0; i < 2; i++) {
        pol_options o = options_by("rkmk(kutta4)", attitude[i]);
        struct emitted_files f = emit_spec("free_body", &o);
        assert_non_null(
            strstr(f.code, i == 0 ? "sqrt of math.h, none in a step" : "sqrt of math.h\n"));
        assert_non_null(strstr(f.header, "tan(angle/"));
        assert_non_null(strstr(f.header, i == 0 ? "at most 1 long" : "returns SINGULAR"));
        free_files(&f);
    }
}
