/* thrown.h - made by polhode *; do not edit.
 *   from       thrown.pol (content *)
 *   by         polhode emit thrown.pol --method 'rkmk(heun2, form = rate)'
 *   body       thrown.pol - a disc thrown into a gust: force and torque of t,
 *              R, w, x and v.
 *   method     rkmk(heun2, form = rate), order 2
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef THROWN_H
#define THROWN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step or by the
 * function that sets something. */
#define THROWN_OK 0
#define THROWN_STEP_TOO_LARGE 2 /* the body turns too far in one step */
#define THROWN_NOT_FINITE 6     /* the new state would hold Inf or NaN */
#define THROWN_TOO_LARGE 2 /* old name */

/* The state. */
typedef struct thrown {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double x[3];   /* position, space frame, m */
    double v[3];   /* velocity, space frame, m/s */
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} thrown;

/* Parameters. */
typedef struct thrown_par {
    double m; /* kg */
    double g; /* m/s^2 */
} thrown_par;

/* Inputs: this body has none, NULL does. */
typedef struct thrown_in {
    double unused;
} thrown_in;

/* In C these functions have names that end with a checksum of thrown.h and
 * thrown.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * THROWN_PLAIN. */
#ifndef THROWN_PLAIN
# define thrown_start thrown_start_ceb88801
# define thrown_defaults thrown_defaults_ceb88801
#else
void thrown_start_ceb88801(thrown *x);
void thrown_defaults_ceb88801(thrown_par *par);
#endif

/* The attitude, momentum, position, velocity and time of the spec's start. */
void thrown_start(thrown *x);
/* The values that the spec gives to the parameters. */
void thrown_defaults(thrown_par *par);

/* One step of h seconds; h < 0 goes back in time. Returns THROWN_OK or
 * THROWN_NOT_FINITE; THROWN_NOT_FINITE is not found out where the compiler
 * takes all numbers as finite (-ffinite-math-only). */
int thrown_step(thrown *x, const thrown_par *par, const thrown_in *in,
                double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int thrown_run(thrown *x, const thrown_par *par, const thrown_in *in, double h,
               long steps);

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several. At 0 and 1 it is *from or
 * *to, else in error by O(h^4) beside them; at every theta, also outside, R is
 * a rotation, and the momentum in space keeps what no torque changes. *out may
 * be one of the two. Returns THROWN_OK; THROWN_STEP_TOO_LARGE where the body
 * turns by half a turn or more, the mean of (h w)^2 at both ends being above
 * pi^2; or THROWN_NOT_FINITE: then nothing is changed. A. Marthinsen, SIAM J.
 * Numer. Anal. 37 (1999) 269-285. */
int thrown_interp(const thrown *from, const thrown *to, const thrown_par *par,
                  const thrown_in *in, double h, double theta, thrown *out);

/* What is read and set. A function that sets returns THROWN_OK, or
 * THROWN_NOT_FINITE if the input is zero (a quaternion), not finite, or
 * overflows when squared (an attitude's numbers): then nothing is set. Whether
 * R is a rotation is not checked. */

/* Time, s. */
double thrown_time(const thrown *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void thrown_rotation(const thrown *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int thrown_set_rotation(thrown *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void thrown_quaternion(const thrown *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
int thrown_set_quaternion(thrown *x, const double q[4]);
/* The attitude as euler(zyx): angles a, b, c about z, y', x'' in turn
 * (intrinsic, active), rad; R = Z(a) Y(b) X(c), body to space; a and c from -pi
 * to pi, b from -pi/2 to pi/2. */
void thrown_euler_zyx(const thrown *x, double angle[3]);
/* Sets the attitude: angle as above. L, in the body frame, stays. */
int thrown_set_euler_zyx(thrown *x, const double angle[3]);
/* Angular velocity, body frame, rad/s. */
void thrown_omega(const thrown *x, double w[3]);
/* Sets the angular velocity, as above, and with it L. */
int thrown_set_omega(thrown *x, const double w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void thrown_momentum(const thrown *x, double pi[3]);
/* Energy, kinetic and potential, J. */
double thrown_energy(const thrown *x, const thrown_par *par);

#ifdef __cplusplus
}
#endif
#endif
