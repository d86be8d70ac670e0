/* SPDX-License-Identifier: MIT
 *
 * Many bodies in one call, for programs that have the code of a body in memory
 * and know neither its real type nor its fields: cases of a sweep, which differ
 * in their parameters.  What a state is, and a status, says pol_stepper.h.
 */
#ifndef POL_BATCH_H
#define POL_BATCH_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pol_batch {
    int real;  /* bytes of a number in arrays of `run`: 8 a double, 4 a float */
    int lanes; /* bodies side by side; 1: one after the other, or steps are
                  adaptive */
    int libm;  /* does what is computed of a case (its start, steps, energy and
                  what the spec keeps) call functions of math.h other than sqrt,
                  fabs, floor?  Then bits may differ by machine */
    /* The state in which a body of these params starts, that of the spec for
     * the spec's own: doubles, as the descriptor has them; start values that
     * vary are the last params.  POL_STEP_OK; what `check` says of the params;
     * POL_STEP_SINGULAR or POL_STEP_NOT_FINITE where the state has no numbers.
     * Unless it is POL_STEP_OK x is not written. */
    int (*begin)(double *x, const double *par);
    /* n bodies take `steps` steps of h seconds, with the bits of the
     * descriptor's `run`, inputs 0.  Arrays of n numbers: x for each number of
     * the state, par for each of the params, NULL where all have the spec's
     * (par may be NULL itself).  Those of x may share no memory with any other,
     * or with status.  Returns the number of bodies with a failed step: such a
     * body stays at its last good step, and status[i] is its status,
     * POL_STEP_OK of the others (status may be NULL); -1 if the arrays are not
     * valid.
     */
    int (*run)(long n, void *const *x, const void *const *par, double h,
               long steps, unsigned char *status);
} pol_batch;

#ifdef __cplusplus
}
#endif
#endif
