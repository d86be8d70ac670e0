/* kicked.h - made by polhode *; do not edit.
 *   from       kicked.pol (content *)
 *   by         polhode emit kicked.pol --method 'liemid_e1(map = cay)'
 *              --without interp,access,stepper
 *   body       kicked.pol - torque that depends on the time, and an input given
 *              every step.
 *   method     liemid_e1(map = cay), order 1
 *
 * Units are SI.  R turns body vectors into space vectors; the nine values of
 * a matrix are row by row; a quaternion has its scalar first.  The author of
 * the spec owns this file.
 */
#ifndef KICKED_H
#define KICKED_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. If the status is not OK, the step changes nothing. */
#define KICKED_OK 0
#define KICKED_NOT_CONVERGED 1  /* Newton's iteration did not converge */
#define KICKED_STEP_TOO_LARGE 2 /* the body turns too far in one step */
#define KICKED_NOT_FINITE 6     /* the new state would hold Inf or NaN */
#define KICKED_TOO_LARGE 2 /* old name */

/* The state. */
typedef struct kicked {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} kicked;

/* Parameters. */
typedef struct kicked_par {
    double kick;   /* N m */
    double period; /* s */
} kicked_par;

/* Inputs, held over a step. */
typedef struct kicked_in {
    double u[3]; /* control torque, body frame, N m */
} kicked_in;

/* In C these functions have names that end with a checksum of kicked.h and
 * kicked.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * KICKED_PLAIN. */
#ifndef KICKED_PLAIN
# define kicked_start kicked_start_d09b5f09
# define kicked_defaults kicked_defaults_d09b5f09
#else
void kicked_start_d09b5f09(kicked *x);
void kicked_defaults_d09b5f09(kicked_par *par);
#endif

/* Sets the attitude, momentum and time of the spec's start. */
void kicked_start(kicked *x);
/* Sets the parameters to their values in the spec. */
void kicked_defaults(kicked_par *par);

/* One step of h seconds; h < 0 goes back in time. It is valid if the body turns
 * by less than 3.14 rad. Returns KICKED_OK, KICKED_NOT_CONVERGED,
 * KICKED_STEP_TOO_LARGE or KICKED_NOT_FINITE; KICKED_NOT_FINITE is not detected
 * under -ffinite-math-only. */
int kicked_step(kicked *x, const kicked_par *par, const kicked_in *in,
                double h);
/* Takes `steps` such steps, with the same bits as single steps.  Stops at the
 * first step that fails: returns its status, and *x is the state before it. */
int kicked_run(kicked *x, const kicked_par *par, const kicked_in *in, double h,
               long steps);

#ifdef __cplusplus
}
#endif
#endif
