/* SPDX-License-Identifier: MIT
 *
 * The symbolic step, evaluated number by number: against steps computed by an
 * independent program, and what the steppers offer besides.
 */
#include "stepping.h"

#include "values/steps.h"

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
             r->map, distance(9, got_R, R),
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
            compare(&s, x, r, r->R1, r->L1);
    }
    compare(&s, x, r, r->R3, r->L3);
    arena_free(s.arena);
}

static void steps_are_those_of_an_independent_program(void **state)
{
    (void)state;
    int n = sizeof REFERENCE_STEPS / sizeof *REFERENCE_STEPS;
    for (int i = 0; i < n; i++) {
        one_case(&REFERENCE_STEPS[i], "quaternion");
        one_case(&REFERENCE_STEPS[i], "matrix");
    }
    assert_in_range(n, 40, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_an_independent_program),
    };
    return run_group(tests);
}
