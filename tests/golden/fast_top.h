/* fast_top.h - made by polhode *; do not edit.
 *   from       fast_top.pol (content *)
 *   by         polhode emit fast_top.pol --method 'rkmk(kutta4, form = rate)'
 *   body       fast_top.pol - a fast Lagrangian top: precession with small,
 *              quick nutation.
 *   method     rkmk(kutta4, form = rate), order 4
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef FAST_TOP_H
#define FAST_TOP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step or by the
 * function that sets something. */
#define FAST_TOP_OK 0
#define FAST_TOP_STEP_TOO_LARGE 2 /* the body turns too far in one step */
#define FAST_TOP_NOT_FINITE 6     /* the new state would hold Inf or NaN */
#define FAST_TOP_TOO_LARGE 2 /* old name */

/* The state. */
typedef struct fast_top {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} fast_top;

/* Parameters. */
typedef struct fast_top_par {
    double mgl; /* weight times lever, N m */
} fast_top_par;

/* Inputs: this body has none, NULL does. */
typedef struct fast_top_in {
    double unused;
} fast_top_in;

/* In C these functions have names that end with a checksum of fast_top.h and
 * fast_top.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * FAST_TOP_PLAIN. */
#ifndef FAST_TOP_PLAIN
# define fast_top_start fast_top_start_02aea0c2
# define fast_top_defaults fast_top_defaults_02aea0c2
#else
void fast_top_start_02aea0c2(fast_top *x);
void fast_top_defaults_02aea0c2(fast_top_par *par);
#endif

/* The attitude, momentum and time at which the spec starts. */
void fast_top_start(fast_top *x);
/* The values that the spec gives to the parameters. */
void fast_top_defaults(fast_top_par *par);

/* One step of h seconds; h < 0 goes back in time. Returns FAST_TOP_OK or
 * FAST_TOP_NOT_FINITE; FAST_TOP_NOT_FINITE is not found out where the compiler
 * takes all numbers as finite (-ffinite-math-only). */
int fast_top_step(fast_top *x, const fast_top_par *par, const fast_top_in *in,
                  double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int fast_top_run(fast_top *x, const fast_top_par *par, const fast_top_in *in,
                 double h, long steps);

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several. At 0 and 1 it is *from or
 * *to, else in error by O(h^4) beside them; at every theta, also outside, R is
 * a rotation, and the momentum in space keeps what no torque changes. *out may
 * be one of the two. Returns FAST_TOP_OK; FAST_TOP_STEP_TOO_LARGE where the
 * body turns by half a turn or more: the mean of (h w)^2 at both ends is above
 * pi^2, or the rotation from *from to *to is more than pi away from the mean of
 * h w; or FAST_TOP_NOT_FINITE: then nothing is changed. A. Marthinsen, SIAM J.
 * Numer. Anal. 37 (1999) 269-285. */
int fast_top_interp(const fast_top *from, const fast_top *to,
                    const fast_top_par *par, const fast_top_in *in, double h,
                    double theta, fast_top *out);

/* What is read and set. A function that sets returns FAST_TOP_OK, or
 * FAST_TOP_NOT_FINITE if the input is zero (a quaternion), not finite, or
 * overflows when squared (an attitude's numbers): then nothing is set. Whether
 * R is a rotation is not checked. */

/* Time, s. */
double fast_top_time(const fast_top *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void fast_top_rotation(const fast_top *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int fast_top_set_rotation(fast_top *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void fast_top_quaternion(const fast_top *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
int fast_top_set_quaternion(fast_top *x, const double q[4]);
/* Angular velocity, body frame, rad/s. */
void fast_top_omega(const fast_top *x, double w[3]);
/* Sets the angular velocity, as above, and with it L. */
int fast_top_set_omega(fast_top *x, const double w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void fast_top_momentum(const fast_top *x, double pi[3]);
/* Energy, kinetic and potential, J; the exact motion keeps it. */
double fast_top_energy(const fast_top *x, const fast_top_par *par);

#define FAST_TOP_KEPT 2
/* The invariants to monitor, in this order:
 * axial, vertical. */
void fast_top_keep(const fast_top *x, const fast_top_par *par, double value[2]);

#ifdef __cplusplus
}
#endif
#endif
