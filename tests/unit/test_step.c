/* SPDX-License-Identifier: MIT
 *
 * The symbolic step, evaluated number by number: against steps computed by an
 * independent program, and what the steppers offer besides.
 */
#include "stepping.h"

#include "values/values.h"

static double distance(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

static double length(int n, const double *a)
{
    static const double zeros[9];
    return distance(n, a, zeros);
}

static void compare(struct stepping *s, const double *x,
                    const struct reference_step *r, const double *R,
                    const double *L)
{
    double got_R[9], got_L[3];
    stepping_state(s, x, got_R, got_L);
    if (distance(9, got_R, R) <= 3e-13 &&
        distance(3, got_L, L) <= 2e-13 * length(3, L))
        return;
    fail_msg("%s by %s (%s): off by %.3g in R, %.3g in L", r->spec, r->method,
             r->map ? r->map : "exp", distance(9, got_R, R),
             distance(3, got_L, L) / length(3, L));
}

static void one_case(const struct reference_step *r, const char *attitude)
{
    struct stepping s = stepping_new(NULL, 0);
    double x[12];
    stepping_must(&s, stepping_spec(&s, r->spec), r->method, attitude, r->map);
    stepping_start(&s, x);
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(stepping_step(&s, x, (i - 1) * r->h, r->h, NULL), 0);
        if (i == 1)
            compare(&s, x, r, r->value, r->value + 9);
    }
    compare(&s, x, r, r->value + 12, r->value + 21);
    arena_free(s.arena);
}

TEST(steps_are_those_of_an_independent_program)
{
    int n;
    const struct reference_step *all = reference_steps(&n);
    for (int i = 0; i < n; i++) {
        one_case(&all[i], "quaternion");
        one_case(&all[i], "matrix");
    }
    assert_in_range(n, 40, 1000);
}

/* ---- what is made ---- */

/* A long fraction is told by its first digits. */
TEST(times_of_stages_are_right)
{
    static const char *const title[][2] = {
        {"1/3", "stage 2: t + h/3, attitude exp(v2)"},
        {"2/3", "stage 2: t + 2h/3, attitude exp(v2)"},
        {"1", "stage 2: t + h, attitude exp(v2)"},
        {"-2", "stage 2: t - 2h, attitude exp(v2)"},
        {"12345/67891", "stage 2: t + 0.181836h, attitude exp(v2)"}};
    for (size_t i = 0; i < sizeof title / sizeof *title; i++) {
        struct stepping s = stepping_new(NULL, 0);
        const char *c = title[i][0];
        stepping_must(
            &s,
            text_format(s.arena,
                        "body top\ninertia diag(1, 1, 2)\n"
                        "torque body cross(R'*e3, e3)\n"
                        "tableau two {\n0 :\n%s : %s\nb : 0, 1\n}\nstep 0.01\n",
                        c, c),
            "rkmk(two)", NULL, NULL);
        assert_string_equal(s.step->advance.stage[1].title, title[i][1]);
        arena_free(s.arena);
    }
}

/* ---- which file, which options ---- */

TEST(options_come_from_the_nearest_place)
{
    static const char spec[] = "body b inertia diag(1, 2, 2.5) start w = e1 "
                               "method RKMK(Kutta4,form=rate) map cay "
                               "attitude matrix";
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, spec, NULL, NULL, NULL);
    assert_string_equal(s.step->recipe->method.claim.name,
                        "rkmk(Kutta4, form = rate)");
    assert_string_equal(s.step->recipe->map.claim.name, "cay");
    assert_string_equal(s.step->recipe->attitude.claim.name, "matrix");
    assert_non_null(stepping_derive(&s, "liemid_i", "quaternion", "exp"));
    assert_string_equal(s.step->recipe->method.claim.name, "imidm");
    assert_string_equal(s.step->recipe->map.claim.name, "exp");
    assert_string_equal(s.step->recipe->attitude.claim.name, "quaternion");
    assert_non_null(stepping_derive(&s, "rkmk(euler, map = exp)", NULL, NULL));
    assert_string_equal(s.step->recipe->map.claim.name, "exp");
    assert_non_null(stepping_derive(&s, "rkmk(euler, map = exp)", NULL, "cay"));
    assert_string_equal(s.step->recipe->map.claim.name, "cay");
    arena_free(s.arena);
}

TEST(a_number_is_no_tableau)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_model(&s, "body b inertia diag(1, 2, 2.5)");
    assert_null(stepping_derive(&s, "rkmk(1)", NULL, NULL));
    assert_string_equal(
        stepping_messages(&s),
        "--option:1:6: error: the name of a tableau is expected\n"
        "    rkmk(1)\n         ^\n");
    arena_free(s.arena);
}
