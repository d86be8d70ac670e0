/* thruster.h - made by polhode *; do not edit.
 *   from       thruster.pol (content *)
 *   by         polhode emit thruster.pol --method 'rkmk(bogacki_shampine32)'
 *   body       thruster.pol - two pulses turn a satellite: steps end where the
 *              torque jumps.
 *   method     rkmk(bogacki_shampine32), order 3
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef THRUSTER_H
#define THRUSTER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step or by the
 * function that sets something. */
#define THRUSTER_OK 0
#define THRUSTER_STEP_TOO_LARGE 2 /* the body turns too far in one step */
#define THRUSTER_STEP_TOO_SMALL 4 /* the required step is below the minimum */
#define THRUSTER_REJECTED 5       /* too many trials in a row */
#define THRUSTER_NOT_FINITE 6     /* the new state would hold Inf or NaN */
#define THRUSTER_UNFINISHED 7     /* the allowed number of steps is taken */
#define THRUSTER_TOO_LARGE 2 /* old name */
#define THRUSTER_TOO_SMALL 4 /* old name */

/* The state. */
typedef struct thruster {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} thruster;

/* Parameters. */
typedef struct thruster_par {
    double level; /* N m */
} thruster_par;

/* Inputs: this body has none, NULL does. */
typedef struct thruster_in {
    double unused;
} thruster_in;

/* What controls adaptive steps, and what they remember. */
typedef struct thruster_control {
    double angle;    /* tolerance of a step, rad */
    double rate;     /* tolerance of a step, rad/s */
    double first;    /* the first step, s */
    double min;      /* the smallest, s; 0: as rounding allows */
    double max;      /* the largest, s; 0: any */
    double h;        /* to try next, s; 0: begin anew with `first` */
    double memory;   /* of the error of the step before, 0: none */
    double smallest; /* step that was taken, s */
    double largest;  /* step that was taken, s */
    long most;       /* steps in a call, 0: any number */
    long steps;      /* that were taken, 2147483647 at most */
    long rejected;   /* steps that were rejected */
    long next;       /* the next breakpoint */
} thruster_control;

/* In C these functions have names that end with a checksum of thruster.h and
 * thruster.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * THRUSTER_PLAIN. */
#ifndef THRUSTER_PLAIN
# define thruster_start thruster_start_a820d5fc
# define thruster_defaults thruster_defaults_a820d5fc
#else
void thruster_start_a820d5fc(thruster *x);
void thruster_defaults_a820d5fc(thruster_par *par);
#endif

/* The attitude, momentum and time at which the spec starts. */
void thruster_start(thruster *x);
/* The values that the spec gives to the parameters. */
void thruster_defaults(thruster_par *par);

/* One step of h seconds; h < 0 goes back in time. Returns THRUSTER_OK or
 * THRUSTER_NOT_FINITE; THRUSTER_NOT_FINITE is not found out where the compiler
 * takes all numbers as finite (-ffinite-math-only). */
int thruster_step(thruster *x, const thruster_par *par, const thruster_in *in,
                  double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int thruster_run(thruster *x, const thruster_par *par, const thruster_in *in,
                 double h, long steps);

/* The tolerances of the spec, and nothing to remember. */
void thruster_control_start(thruster_control *c);
/* Adaptive steps up to t = t_end, or back to it, which turn the body by less
 * than half a turn each; the state's time is then exactly that, as it is once
 * at each time on which steps end, where torque or force are not smooth or the
 * spec says so; after a jump they begin anew. A step is taken where its error,
 * that of the embedded solution of order 2, is within all tolerances: the angle
 * between both attitudes, and the difference of the rates. Returns THRUSTER_OK
 * or the status of the step that failed; *x is then the last good state. */
int thruster_advance(thruster *x, const thruster_par *par,
                     const thruster_in *in, thruster_control *c, double t_end);

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several. At 0 and 1 it is *from or
 * *to, else in error by O(h^8) beside them; at every theta, also outside, R is
 * a rotation, and the momentum in space keeps what no torque changes. *out may
 * be one of the two. Returns THRUSTER_OK; THRUSTER_STEP_TOO_LARGE where the
 * body turns by half a turn or more: the mean of (h w)^2 at both ends is above
 * pi^2, or the rotation from *from to *to is more than pi away from the mean of
 * h w; or THRUSTER_NOT_FINITE: then nothing is changed. A. Marthinsen, SIAM J.
 * Numer. Anal. 37 (1999) 269-285. */
int thruster_interp(const thruster *from, const thruster *to,
                    const thruster_par *par, const thruster_in *in, double h,
                    double theta, thruster *out);

/* What is read and set. A function that sets returns THRUSTER_OK, or
 * THRUSTER_NOT_FINITE if the input is zero (a quaternion), not finite, or
 * overflows when squared (an attitude's numbers): then nothing is set. Whether
 * R is a rotation is not checked. */

/* Time, s. */
double thruster_time(const thruster *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void thruster_rotation(const thruster *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int thruster_set_rotation(thruster *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void thruster_quaternion(const thruster *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
int thruster_set_quaternion(thruster *x, const double q[4]);
/* Angular velocity, body frame, rad/s. */
void thruster_omega(const thruster *x, double w[3]);
/* Sets the angular velocity, as above, and with it L. */
int thruster_set_omega(thruster *x, const double w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void thruster_momentum(const thruster *x, double pi[3]);
/* Kinetic energy, J. */
double thruster_energy(const thruster *x, const thruster_par *par);

#define THRUSTER_KEPT 1
/* The invariants to monitor, in this order:
 * spin. */
void thruster_keep(const thruster *x, const thruster_par *par, double value[1]);

#ifdef __cplusplus
}
#endif
#endif
