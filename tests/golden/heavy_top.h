/* heavy_top.h - made by polhode *; do not edit.
 *   from       heavy_top.pol (content *)
 *   by         polhode emit heavy_top.pol --method 'magnus(kutta4)'
 *   body       heavy_top.pol - the multibody benchmark: inertia moved to the
 *              fixed point.
 *   method     magnus(kutta4), order 4
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef HEAVY_TOP_H
#define HEAVY_TOP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step or by the
 * function that sets something. */
#define HEAVY_TOP_OK 0
#define HEAVY_TOP_STEP_TOO_LARGE 2 /* the body turns too far in one step */
#define HEAVY_TOP_NOT_FINITE 6     /* the new state would hold Inf or NaN */
#define HEAVY_TOP_TOO_LARGE 2 /* old name */

/* The state. */
typedef struct heavy_top {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} heavy_top;

/* Parameters. */
typedef struct heavy_top_par {
    double g; /* m/s^2 */
} heavy_top_par;

/* Inputs: this body has none, NULL does. */
typedef struct heavy_top_in {
    double unused;
} heavy_top_in;

/* In C these functions have names that end with a checksum of heavy_top.h and
 * heavy_top.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * HEAVY_TOP_PLAIN. */
#ifndef HEAVY_TOP_PLAIN
# define heavy_top_start heavy_top_start_6ca773a6
# define heavy_top_defaults heavy_top_defaults_6ca773a6
#else
void heavy_top_start_6ca773a6(heavy_top *x);
void heavy_top_defaults_6ca773a6(heavy_top_par *par);
#endif

/* The attitude, momentum and time at which the spec starts. */
void heavy_top_start(heavy_top *x);
/* The values that the spec gives to the parameters. */
void heavy_top_defaults(heavy_top_par *par);

/* One step of h seconds; h < 0 goes back in time. Returns HEAVY_TOP_OK or
 * HEAVY_TOP_NOT_FINITE; HEAVY_TOP_NOT_FINITE is not found out where the
 * compiler takes all numbers as finite (-ffinite-math-only). */
int heavy_top_step(heavy_top *x, const heavy_top_par *par,
                   const heavy_top_in *in, double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int heavy_top_run(heavy_top *x, const heavy_top_par *par,
                  const heavy_top_in *in, double h, long steps);

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several. At 0 and 1 it is *from or
 * *to, else in error by O(h^4) beside them; at every theta, also outside, R is
 * a rotation, and the momentum in space keeps what no torque changes. *out may
 * be one of the two. Returns HEAVY_TOP_OK; HEAVY_TOP_STEP_TOO_LARGE where the
 * body turns by half a turn or more, the mean of (h w)^2 at both ends being
 * above pi^2; or HEAVY_TOP_NOT_FINITE: then nothing is changed. A. Marthinsen,
 * SIAM J. Numer. Anal. 37 (1999) 269-285. */
int heavy_top_interp(const heavy_top *from, const heavy_top *to,
                     const heavy_top_par *par, const heavy_top_in *in, double h,
                     double theta, heavy_top *out);

/* What is read and set. A function that sets returns HEAVY_TOP_OK, or
 * HEAVY_TOP_NOT_FINITE if the input is zero (a quaternion), not finite, or
 * overflows when squared (an attitude's numbers): then nothing is set. Whether
 * R is a rotation is not checked. */

/* Time, s. */
double heavy_top_time(const heavy_top *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void heavy_top_rotation(const heavy_top *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int heavy_top_set_rotation(heavy_top *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void heavy_top_quaternion(const heavy_top *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
int heavy_top_set_quaternion(heavy_top *x, const double q[4]);
/* Angular velocity, body frame, rad/s. */
void heavy_top_omega(const heavy_top *x, double w[3]);
/* Sets the angular velocity, as above, and with it L. */
int heavy_top_set_omega(heavy_top *x, const double w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void heavy_top_momentum(const heavy_top *x, double pi[3]);
/* Energy, kinetic and potential, J; the exact motion keeps it. */
double heavy_top_energy(const heavy_top *x, const heavy_top_par *par);

#define HEAVY_TOP_KEPT 2
/* The invariants to monitor, in this order:
 * axial, vertical. */
void heavy_top_keep(const heavy_top *x, const heavy_top_par *par,
                    double value[2]);

#ifdef __cplusplus
}
#endif
#endif
