/* SPDX-License-Identifier: MIT
 *
 * Many bodies in one call, for programs that have the code of a body in memory
 * and know neither its real type nor its fields: cases of a sweep, which differ
 * in their parameters.  pol_stepper.h defines states and statuses.
 */
#ifndef POL_BATCH_H
#define POL_BATCH_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pol_batch {
    int real;  /* bytes of a number in arrays of `run`: 8 a double, 4 a float */
    int lanes; /* bodies computed side by side; 1: one after the other, or with
                  adaptive steps */
    int libm;  /* 1 if a case (its start, steps, energy and kept values)
                  calls functions of math.h other than sqrt, fabs, floor:
                  bits may then differ by machine */
    /* Writes the start of a body with these params; for the spec's params, the
     * spec's start.  The numbers are doubles, as in the descriptor; start
     * values that vary are the last params.  Returns POL_STEP_OK, the status of
     * `check`, or POL_STEP_SINGULAR or POL_STEP_NOT_FINITE if the state is not
     * finite.  Unless it is POL_STEP_OK, x is not written. */
    int (*begin)(double *x, const double *par);
    /* n bodies take `steps` steps of h seconds, inputs 0, with the same bits as
     * the descriptor's `run`.  Arrays of n numbers: one in x for each number of
     * the state, one in par for each param; NULL if all have the spec's value
     * (par itself may be NULL).  Arrays of x must not overlap any other or
     * status.  Returns the number of bodies with a failed step, or -1 if the
     * arrays are not valid.  A failed body stays at its last good step.
     * status[i] is the status of body i, POL_STEP_OK unless it failed (status
     * may be NULL). */
    int (*run)(long n, void *const *x, const void *const *par, double h,
               long steps, unsigned char *status);
} pol_batch;

#ifdef __cplusplus
}
#endif
#endif
