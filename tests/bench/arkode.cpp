/* SPDX-License-Identifier: MIT
 *
 * SUNDIALS ARKODE on (q, L): the classical tableau with a fixed step, without
 * the interpolation that the end of a run does not need.
 */
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include "peers.h"
#include "rates.h"

template <problem P> static int rate(realtype, N_Vector x, N_Vector dx, void *)
{
    problem_rate(P, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
    return 0;
}

static const ARKRhsFn rates[PROBLEMS] = {rate<P1_FREE>, rate<P2_TOP>,
                                         rate<P3_SATELLITE>, rate<P4_WALL>};

/* ERKStep 6.4 takes every table with c_4 = 1 for one whose last stage is the
 * next first one, which this is not: the order drops to 2. Our equations do
 * not use t, so a c_4 just beside 1 puts it right. */
static ARKodeButcherTable classical(void)
{
    double A[16] = {0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0};
    double b[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double c[4] = {0, 0.5, 0.5, 1 + 1e-9};
    return ARKodeButcherTable_Create(4, 4, 0, c, A, b, NULL);
}

static int advance(void *ark, N_Vector x, double h, long n)
{
    double t = 0;
    for (long i = 0; i < n; i++)
        if (ERKStepEvolve(ark, h * (double)n, x, &t, ARK_ONE_STEP) < 0)
            return 1;
    return 0;
}

static int configure(void *ark, double h, long n)
{
    ARKodeButcherTable table = classical();
    const int bad = ERKStepSetTable(ark, table) | ERKStepSetFixedStep(ark, h) |
                    ERKStepSetMaxNumSteps(ark, n + 1) |
                    ERKStepSetInterpolantDegree(ark, 0);
    ARKodeButcherTable_Free(table);
    return bad;
}

int arkode_rk4_run(enum problem p, double *x, double h, long n)
{
    SUNContext context;
    if (SUNContext_Create(NULL, &context))
        return 1;
    N_Vector y = N_VMake_Serial(7, x, context);
    void *ark = ERKStepCreate(rates[p], 0, y, context);
    const int bad = configure(ark, h, n) || advance(ark, y, h, n);
    ERKStepFree(&ark);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return bad;
}
