/* SPDX-License-Identifier: MIT
 *
 * Functions of states alone: the places of parts, lengths and angles, the
 * number of steps in an interval; and why a step failed.
 */
#include "explore/explore.h"

#include <float.h>
#include <math.h>

int explore_place(const pol_stepper *s, const pol_state_part *part)
{
    return part->first - s->part->count;
}

double vector_norm(const double v[3])
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

double vector_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double vector_distance(const double a[3], const double b[3])
{
    return vector_norm((double[]){b[0] - a[0], b[1] - a[1], b[2] - a[2]});
}

double explore_rotation_bound(double rounding)
{
    return rounding > DBL_EPSILON ? 1e-3 : 1e-6;
}

double explore_orthogonality(const double R[9])
{
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double off = fabs(R[i] * R[j] + R[3 + i] * R[3 + j] +
                              R[6 + i] * R[6 + j] - (i == j));
            if (!(off <= worst))
                worst = off;
        }
    return worst;
}

long explore_steps(double t_end, double h)
{
    const double ratio = fabs(t_end) / h;
    if (!(ratio > 0) || !(h > 0) || !(ratio <= 1e15))
        return 0;
    long n = (long)ceil(ratio / (1 + 1e-9));
    return n < 1 ? 1 : n;
}

double explore_angle(const double A[9], const double B[9])
{
    double D[9], M[9], trace = 0;
    for (int i = 0; i < 9; i++) {
        D[i] = B[i] - A[i];
        trace += A[i] * B[i];
    }
    /* A'A is symmetric, so A'(B - A) has the same skew part as A'B, without
     * the cancellation when A is near B. */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            M[3 * i + j] =
                A[i] * D[j] + A[3 + i] * D[3 + j] + A[6 + i] * D[6 + j];
    const double twice_sine[3] = {M[7] - M[5], M[2] - M[6], M[3] - M[1]};
    return atan2(vector_norm(twice_sine), trace - 1);
}

/* ---- steps that fail ---- */

#define SMALLER "use a smaller --step"
#define LARGER                                                                 \
    "use a larger --tolerance, or `at` where the torque is discontinuous"

/* Indexed by the status of the step. */
static const struct explore_fault failures[] = {
    {"Newton's iteration did not converge", LARGER},
    [POL_STEP_NOT_CONVERGED] = {"Newton's iteration did not converge", SMALLER},
    [POL_STEP_TOO_LARGE] = {"the body turns too far in one step", SMALLER},
    [POL_STEP_SINGULAR] = {"the attitude's numbers are singular there",
                           "use another --attitude"},
    [POL_STEP_TOO_SMALL] = {"the required step is below the minimum", LARGER},
    [POL_STEP_REJECTED] = {"its error stays above the tolerance, however small "
                           "it is",
                           LARGER},
    [POL_STEP_NOT_FINITE] = {"the state is no longer finite", SMALLER},
    [POL_STEP_UNFINISHED] = {"the maximum number of steps is reached",
                             "use a larger --tolerance, --step H, or `most` of "
                             "`step adaptive`"},
    [POL_STEP_NOT_POSITIVE] = {"the inertia or the mass is not positive",
                               "use other params, or end earlier"},
    [POL_STEP_NOT_PHYSICAL] = {"no body has these moments of inertia",
                               "use other params"},
    [POL_STEP_OUT_OF_RANGE] =
        {"a table has no value there",
         "write `outside = hold` or `outside = extend` in the table"},
    [POL_STEP_EVENT] = {"an event happens", "advance again"},
    [POL_STEP_TOO_MANY_EVENTS] =
        {"an event happens without end, or more often than its limit",
         "`limit N` of the event"},
    [POL_STEP_BACKWARD] = {"sampled values cannot go back in time",
                           "run forward, from an earlier start"},
};
_Static_assert(sizeof failures / sizeof *failures == EXPLORE_FAILURES,
               "a fault for each status");

const struct explore_fault *explore_fault(int status)
{
    return &failures[(unsigned)status < EXPLORE_FAILURES ? status : 0];
}
