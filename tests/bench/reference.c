/* SPDX-License-Identifier: MIT
 *
 * The end states that errors are measured against.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"

struct reference {
    double R[9];
    double change; /* when the steps are doubled */
};

static struct reference references[PROBLEMS];

void references_make(void)
{
    static const long steps[PROBLEMS] = {8000, 16000, 8000, 16000};
    for (int p = 0; p < PROBLEMS; p++)
        references[p].change = reference_attitude(p, steps[p], references[p].R);
}

static double angle(const double A[9], const double B[9])
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum += (A[i] - B[i]) * (A[i] - B[i]);
    const double sine = sqrt(sum / 8);
    return sine <= 1 + 1e-6 ? 2 * asin(fmin(sine, 1)) : HUGE_VAL;
}

double attitude_error(enum problem p, const double R[9])
{
    return angle(R, references[p].R);
}

void references_print(void)
{
    printf("Reference attitudes: order 8 in long double. Change when the "
           "steps are halved; angle to the published end state:\n\n"
           "| problem | change | to published |\n|---|---|---|\n");
    for (int p = 0; p < PROBLEMS; p++) {
        printf("| %s | %.1e | ", problem_data[p].name, references[p].change);
        if (problem_data[p].known)
            printf("%.1e |\n", attitude_error(p, problem_data[p].R));
        else
            printf("- |\n");
    }
    printf("\n");
}
