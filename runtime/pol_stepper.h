/* SPDX-License-Identifier: MIT
 *
 * The descriptor through which any stepper can be driven: one that polhode
 * emitted, or one written by hand.  All values are double, whatever the real
 * type of the stepper itself.  What follows the type, on bodies with a mass and
 * on those that show their attitude, is in the emitted headers of such bodies
 * alone.
 */
#ifndef POL_STEPPER_H
#define POL_STEPPER_H

#ifdef __cplusplus
extern "C" {
#endif

#define POL_STEPPER_ABI 1

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
    int state, par, input, kept;  /* counts of doubles */
    const char *const *keep_name; /* `kept` of them */
    double step, until;           /* the spec's; 0: not said */
    /* state: attitude as stored, body momentum (3), t, rounding rest of t */
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
} pol_stepper;

#ifdef __cplusplus
}
#endif
#endif

#ifndef POL_STEPPER_ABI_MASS
/* The abi of a stepper of a body with a mass.  Its state: attitude as stored,
 * body momentum (3), position (3) and velocity (3) of the centre of mass in
 * space, t, rounding rest of t. */
#define POL_STEPPER_ABI_MASS 2
#endif

#ifndef POL_STEPPER_ABI_SHOWN
/* Added to the abi of a stepper of a body that shows its attitude in other
 * numbers: it is then the first member of a pol_stepper_shown. */
#define POL_STEPPER_ABI_SHOWN 4
typedef struct pol_stepper_shown {
    pol_stepper stepper;
    int shown;                     /* count of doubles */
    const char *const *shown_name; /* `shown` of them: "euler_zyx_1" */
    void (*show)(const double *x, double *values);
} pol_stepper_shown;
#endif
