/* SPDX-License-Identifier: MIT
 *
 * The descriptor through which any stepper can be driven: one that polhode
 * emitted, or one written by hand.  All values are double, whatever the real
 * type of the stepper itself.  A member that a stepper does not offer is 0.
 */
#ifndef POL_STEPPER_H
#define POL_STEPPER_H

#ifdef __cplusplus
extern "C" {
#endif

#define POL_STEPPER_ABI 16

/* What a step returns.  On failure the state is as it was. */
enum {
    POL_STEP_OK = 0,
    POL_STEP_NOT_CONVERGED = 1, /* Newton's iteration did not converge */
    POL_STEP_TOO_LARGE = 2,     /* the body turns too far in one step */
    POL_STEP_SINGULAR = 3       /* the attitude's numbers are singular there */
};

typedef struct pol_stepper {
    int abi; /* POL_STEPPER_ABI */
    const char *name, *method, *attitude, *map;
    const char *source; /* of the method */
    int order;
    int moves;                          /* has the body a mass? */
    int state, par, input, kept, shown; /* counts of doubles */
    const char *const *keep_name;       /* `kept` of them */
    const char *const *shown_name;      /* `shown` of them: "euler_zyx_1" */
    double step, until;                 /* the spec's; 0: not said */
    /* state: attitude as stored, body momentum (3); where the body moves,
     * position (3) and velocity (3) of its centre of mass in space; t, rounding
     * rest of t */
    void (*start)(double *x, double *par);
    int (*step_once)(double *x, const double *par, const double *in, double h);
    /* n steps; on failure the state is that of the last good step */
    int (*run)(double *x, const double *par, const double *in, double h,
               long n);
    void (*rotation)(const double *x, double R[9]); /* body to space, by rows */
    void (*momentum)(const double *x, double L[3]); /* body frame, J w */
    void (*omega)(const double *x, double w[3]);    /* body frame, rad/s */
    double (*time)(const double *x);
    double (*energy)(const double *x, const double *par);
    void (*keep)(const double *x, const double *par, double *values);
    /* the attitude in the other numbers that the spec asks for */
    void (*show)(const double *x, double *values);
} pol_stepper;

#ifdef __cplusplus
}
#endif
#endif
