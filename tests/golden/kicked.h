/* kicked.h - made by polhode *; do not edit.
 *   from       kicked.pol (content *)
 *   by         polhode emit kicked.pol --method imidm
 *   body       kicked.pol - torque that depends on the time, and an input given
 *              every step.
 *   method     imidm, order 2
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef KICKED_H
#define KICKED_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step or by the
 * function that sets something. */
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
# define kicked_start kicked_start_eccaf709
# define kicked_defaults kicked_defaults_eccaf709
#else
void kicked_start_eccaf709(kicked *x);
void kicked_defaults_eccaf709(kicked_par *par);
#endif

/* The attitude, momentum and time at which the spec starts. */
void kicked_start(kicked *x);
/* The values that the spec gives to the parameters. */
void kicked_defaults(kicked_par *par);

/* One step of h seconds; h < 0 goes back in time. It holds where the body turns
 * by less than 3.14 rad in it. Returns KICKED_OK, KICKED_NOT_CONVERGED,
 * KICKED_STEP_TOO_LARGE or KICKED_NOT_FINITE; KICKED_NOT_FINITE is not found
 * out where the compiler takes all numbers as finite (-ffinite-math-only). */
int kicked_step(kicked *x, const kicked_par *par, const kicked_in *in,
                double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int kicked_run(kicked *x, const kicked_par *par, const kicked_in *in, double h,
               long steps);

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several. At 0 and 1 it is *from or
 * *to, else in error by O(h^4) beside them; at every theta, also outside, R is
 * a rotation, and the momentum in space keeps what no torque changes. *out may
 * be one of the two. Returns KICKED_OK; KICKED_STEP_TOO_LARGE where the body
 * turns by half a turn or more: the mean of (h w)^2 at both ends is above pi^2,
 * or the rotation from *from to *to is more than pi away from the mean of h w;
 * or KICKED_NOT_FINITE: then nothing is changed. A. Marthinsen, SIAM J. Numer.
 * Anal. 37 (1999) 269-285. */
int kicked_interp(const kicked *from, const kicked *to, const kicked_par *par,
                  const kicked_in *in, double h, double theta, kicked *out);

/* What is read and set. A function that sets returns KICKED_OK, or
 * KICKED_NOT_FINITE if the input is zero (a quaternion), not finite, or
 * overflows when squared (an attitude's numbers): then nothing is set. Whether
 * R is a rotation is not checked. */

/* Time, s. */
double kicked_time(const kicked *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void kicked_rotation(const kicked *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int kicked_set_rotation(kicked *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void kicked_quaternion(const kicked *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
int kicked_set_quaternion(kicked *x, const double q[4]);
/* Angular velocity, body frame, rad/s. */
void kicked_omega(const kicked *x, double w[3]);
/* Sets the angular velocity, as above, and with it L. */
int kicked_set_omega(kicked *x, const double w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void kicked_momentum(const kicked *x, double pi[3]);
/* Kinetic energy, J. */
double kicked_energy(const kicked *x, const kicked_par *par);

#ifdef __cplusplus
}
#endif
#endif
