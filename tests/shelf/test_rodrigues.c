/* SPDX-License-Identifier: MIT
 *
 * Rodrigues parameters, tan(angle/2) axis, which end at half a turn with a
 * status, and the modified ones, tan(angle/4) axis, which switch there: in
 * emitted and compiled code, in double and in float.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/turns.h"
#include "stepping.h"

#include "emitted.h"
#include "load.h"

#include <fenv.h>
#include <float.h>
#include <unistd.h>

#define PI 3.141592653589793
static const double axis[3] = {2. / 7, -3. / 7, 6. / 7};
static const double eps_of[] = {DBL_EPSILON, FLT_EPSILON};

/* A sphere: it turns about a fixed axis at the rate L. */
static struct loaded sphere(const char *attitude, pol_real real)
{
    static const char body[] = "body b inertia diag(1, 1, 1)";
    pol_options o = pol_default_options();
    o.method = "rkmk(euler)";
    o.attitude = attitude;
    o.real = real;
    return load_text(body, &o);
}

/* From `tangent` along the axis, turned by the angle in one step. */
static int turn(struct loaded l, struct body_state *b, double tangent,
                double angle)
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

static double length(const double *x)
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static void expect_along(const double *x, double tangent, double room)
{
    for (int i = 0; i < 3; i++)
        assert_close(x[i], tangent * axis[i], room);
}

/* The matrix of the state from that of the angle about the axis. */
static void expect_angle(struct loaded l, const double *x, double angle,
                         double room)
{
    double v[3], want[9], R[9];
    for (int i = 0; i < 3; i++)
        v[i] = angle * axis[i];
    rotation_exp(v, want);
    l.s->rotation(x, R);
    assert_close(largest_difference(R, want, 9), 0, room);
}

/* ---- modified ---- */

/* Up to half a turn tan(angle/4), beyond that of the rest to a whole turn. */
TEST(modified_ones_switch_at_half_a_turn)
{
    for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
        struct loaded l = sphere("mrp", (pol_real)real);
        double room = 8 * eps_of[real];
        for (double to = -6.25; to <= 6.26; to += 0.05) {
            struct body_state b;
            double from = to / 3, rest = to > 0 ? to - 2 * PI : to + 2 * PI;
            double want = tan((fabs(to) < PI ? to : rest) / 4);
            assert_int_equal(turn(l, &b, tan(from / 4), to - from), 0);
            expect_along(b.x, want, room);
            expect_angle(l, b.x, to, 2 * room);
        }
        unload(l);
    }
}

TEST(modified_ones_go_on_for_ever)
{
    struct loaded l = sphere("mrp", POL_DOUBLE);
    struct body_state b = start_of(l.s);
    int leaps = 0;
    for (int i = 0; i < 3; i++) {
        b.x[i] = 0;
        b.x[3 + i] = axis[i];
    }
    for (int n = 1; n <= 10000; n++) {
        double before = b.x[2];
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0x1p-6), 0);
        assert_true(length(b.x) <= 1 + 2 * DBL_EPSILON);
        leaps += b.x[2] < before;
    }
    expect_angle(l, b.x, 10000 * 0x1p-6, 1e-12);
    assert_int_equal(leaps, (int)(10000 * 0x1p-6 / (2 * PI) + 0.5));
    unload(l);
}

/* At half a turn either of the two is right, and none is longer than 1. */
TEST(modified_ones_have_length_one_at_half_a_turn)
{
    struct loaded l = sphere("mrp", POL_DOUBLE);
    for (int sign = -1; sign <= 1; sign += 2)
        for (double d = 1e-3; d > 1e-17; d /= 10) {
            struct body_state b;
            assert_int_equal(turn(l, &b, tan(sign / 4.), sign * (PI - 1 - d)),
                             0);
            assert_close(length(b.x), 1 - d / 2, d * d + 4 * DBL_EPSILON);
            expect_angle(l, b.x, sign * (PI - d), 8 * DBL_EPSILON);
        }
    unload(l);
}

/* ---- half a turn ---- */

TEST(rodrigues_are_half_tangents)
{
    for (int real = POL_DOUBLE; real <= POL_FLOAT; real++) {
        struct loaded l = sphere("rodrigues", (pol_real)real);
        for (double to = -6.25; to <= 6.26; to += 0.05) {
            struct body_state b;
            double from = to / 3, want = tan(to / 2);
            assert_int_equal(turn(l, &b, tan(from / 2), to - from), 0);
            expect_along(b.x, want, 8 * eps_of[real] * (1 + want * want));
            expect_angle(l, b.x, to, 16 * eps_of[real]);
        }
        unload(l);
    }
}

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
            assert_int_equal(turn(l, &b, from, sign * (PI - 1)),
                             POL_STEP_SINGULAR);
            for (int i = 0; i < 3; i++) /* nothing has changed */
                assert_true(b.x[i] == (real ? (double)(float)(from * axis[i])
                                            : from * axis[i]));
            assert_true(b.x[6] == 0);
            unload(l);
        }
}

/* Steps that do not end there lead across. */
TEST(rodrigues_lead_across_half_a_turn)
{
    struct loaded l = sphere("rodrigues", POL_DOUBLE);
    struct body_state b;
    turn(l, &b, 0, 0.7);
    for (int n = 2; n <= 1000; n++) {
        assert_int_equal(l.s->step_once(b.x, b.par, b.in, 1), 0);
        expect_angle(l, b.x, 0.7 * n, 1e-12);
    }
    unload(l);
}

/* A run does the steps before, and says so. */
TEST(a_run_ends_before_half_a_turn)
{
    struct loaded l = sphere("rodrigues", POL_DOUBLE);
    struct body_state b = start_of(l.s);
    memset(b.x, 0, sizeof b.x);
    b.x[4] = PI / 4;
    assert_int_equal(l.s->run(b.x, b.par, b.in, 1, 9), POL_STEP_SINGULAR);
    assert_close(b.x[1], tan(3 * PI / 8), 8 * DBL_EPSILON);
    assert_true(l.s->time(b.x) == 3);
    unload(l);
}

/* Set to half a turn they are finite, and as good as it. */
TEST(half_a_turn_can_be_set)
{
    struct stepping s = stepping_new(NULL, 0);
    double v[3], R[9], back[9], x[6] = {0};
    stepping_must(&s, "body b inertia diag(1, 1, 1)", "rkmk(euler)",
                  "rodrigues", NULL);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++)
            v[k] = PI * (i < 3 ? k == i : axis[k]);
        rotation_exp(v, R);
        stepping_observe(&s, &s.step->offer.set_rotation, x, 0, 9, s.model->R.x,
                         R, x);
        assert_true(length(x) > 1e14 && length(x) < 1e17);
        stepping_observe(&s, &s.step->offer.rotation, x, 0, 0, NULL, NULL,
                         back);
        assert_close(largest_difference(R, back, 9), 0, 8 * DBL_EPSILON);
        memcpy(x + 3, v, sizeof v); /* and a step leads away */
        assert_int_equal(stepping_step(&s, x, 0, 0.5, NULL), 0);
        assert_true(length(x) < 2);
        memset(x, 0, sizeof x);
    }
    arena_free(s.arena);
}

/* ---- what users see ---- */

TEST(the_program_says_where_it_ends)
{
    static const char spec[] = "body b inertia diag(1, 1, 1)\n"
                               "start w = [0, pi/4, 0] step 1 until 9\n";
    char path[] = "/tmp/polhode-half-XXXXXX", line[600], out[2000] = "";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, spec, sizeof spec - 1), sizeof spec - 1);
    close(file);
    snprintf(line, sizeof line, "%s run %s --attitude rodrigues 2>&1",
             POL_PROGRAM, path);
    FILE *f = popen(line, "r");
    assert_non_null(f);
    out[fread(out, 1, sizeof out - 1, f)] = '\0';
    assert_int_equal(pclose(f), 1 << 8);
    unlink(path);
    assert_non_null(strstr(out, "the attitude's numbers are singular there"));
    assert_non_null(strstr(out, "\nt                               3\n"));
}

TEST(neither_calls_functions_but_a_root)
{
    static const char *const attitude[] = {"mrp", "rodrigues"};
    for (int i = 0; i < 2; i++) {
        pol_options o = pol_default_options();
        o.method = "rkmk(kutta4)";
        o.attitude = attitude[i];
        struct emitted_files f = emit_spec("free_body", &o);
        assert_non_null(strstr(f.code, i == 0 ? "sqrt of math.h, none in a step"
                                              : "sqrt of math.h\n"));
        assert_non_null(strstr(f.header, "tan(angle/"));
        assert_non_null(
            strstr(f.header, i == 0 ? "at most 1 long" : "returns SINGULAR"));
        free_files(&f);
    }
}
