/* SPDX-License-Identifier: MIT
 *
 * GSL on (q, L): rk4 with a fixed step, rk8pd under control of its error.
 */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "peers.h"
#include "rates.h"

template <problem P>
static int rate(double, const double *x, double *dx, void *)
{
    problem_rate(P, x, dx);
    return GSL_SUCCESS;
}

static const gsl_odeiv2_system systems[PROBLEMS] = {
    {rate<P1_FREE>, nullptr, 7, nullptr},
    {rate<P2_TOP>, nullptr, 7, nullptr},
    {rate<P3_SATELLITE>, nullptr, 7, nullptr},
    {rate<P4_WALL>, nullptr, 7, nullptr}};

int gsl_rk4_run(enum problem p, double *x, double h, long n)
{
    const gsl_odeiv2_system *system = &systems[p];
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk4, 7);
    double error[7], before[7], after[7];
    int status = GSL_ODEIV_FN_EVAL(system, 0, x, before);
    for (long i = 0; i < n && status == GSL_SUCCESS; i++) {
        status = gsl_odeiv2_step_apply(step, (double)i * h, h, x, error, before,
                                       after, system);
        for (int j = 0; j < 7; j++)
            before[j] = after[j];
    }
    gsl_odeiv2_step_free(step);
    return status;
}

long gsl_rk8pd_run(enum problem p, double *x, double until, enum weight control,
                   double tolerance)
{
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 7);
    gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(7);
    gsl_odeiv2_control *rule =
        gsl_odeiv2_control_y_new(control == WEIGHT_RELATIVE ? 0 : tolerance,
                                 control == WEIGHT_ABSOLUTE ? 0 : tolerance);
    double t = 0, h = problem_data[p].step;
    long steps = 0;
    while (t < until && steps >= 0) {
        const int status = gsl_odeiv2_evolve_apply(
            evolve, rule, step, &systems[p], &t, until, &h, x);
        steps = status == GSL_SUCCESS ? steps + 1 : -1;
    }
    gsl_odeiv2_control_free(rule);
    gsl_odeiv2_evolve_free(evolve);
    gsl_odeiv2_step_free(step);
    return steps;
}
