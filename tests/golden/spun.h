/* spun.h - made by polhode *; do not edit.
 *   from       spun.pol (content *)
 *   by         polhode emit spun.pol --without interp,stepper
 *   body       spun.pol - a motor spins up a wheel while a signal fades.
 *   method     fe, order 1
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef SPUN_H
#define SPUN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step or by the
 * function that sets something. */
#define SPUN_OK 0
#define SPUN_NOT_FINITE 6 /* the new state would hold Inf or NaN */

/* The state. */
typedef struct spun {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum of body and wheels, body frame */
    double rotor;  /* momentum of the wheel about its axis, N m s */
    double z;
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} spun;

/* Parameters: this body has none, NULL does. */
typedef struct spun_par {
    double unused;
} spun_par;

/* Inputs, held over a step. */
typedef struct spun_in {
    double u; /* N m */
} spun_in;

/* In C these functions have names that end with a checksum of spun.h and
 * spun.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * SPUN_PLAIN. */
#ifndef SPUN_PLAIN
# define spun_start spun_start_ce582934
# define spun_defaults spun_defaults_ce582934
#else
void spun_start_ce582934(spun *x);
void spun_defaults_ce582934(spun_par *par);
#endif

/* The attitude, momentum, wheels, states and time of the spec's start. */
void spun_start(spun *x);
/* The values that the spec gives to the parameters. */
void spun_defaults(spun_par *par);

/* One step of h seconds; h < 0 goes back in time. Returns SPUN_OK or
 * SPUN_NOT_FINITE; SPUN_NOT_FINITE is not found out where the compiler takes
 * all numbers as finite (-ffinite-math-only). */
int spun_step(spun *x, const spun_par *par, const spun_in *in, double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int spun_run(spun *x, const spun_par *par, const spun_in *in, double h,
             long steps);

/* What is read and set. A function that sets returns SPUN_OK, or
 * SPUN_NOT_FINITE if the input is zero (a quaternion), not finite, or overflows
 * when squared (an attitude's numbers): then nothing is set. Whether R is a
 * rotation is not checked. */

/* Time, s. */
double spun_time(const spun *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void spun_rotation(const spun *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int spun_set_rotation(spun *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void spun_quaternion(const spun *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
int spun_set_quaternion(spun *x, const double q[4]);
/* Angular velocity, body frame, rad/s. */
void spun_omega(const spun *x, double w[3]);
/* Sets the angular velocity, as above, and with it L; the wheels' momenta stay,
 * and so their rates against the body change. */
int spun_set_omega(spun *x, const double w[3]);
/* Rate of wheel rotor against the body, about its axis, rad/s. */
double spun_rotor_speed(const spun *x);
/* Sets this rate: w stays, L and x->rotor change. */
int spun_set_rotor_speed(spun *x, double speed);
/* Angular momentum of body and wheels, space frame, kg m^2/s. */
void spun_momentum(const spun *x, double pi[3]);
/* Kinetic energy, with that of the wheels, J. */
double spun_energy(const spun *x, const spun_par *par);

#define SPUN_KEPT 1
/* The invariants to monitor, in this order:
 * spin. */
void spun_keep(const spun *x, const spun_par *par, double value[1]);

#ifdef __cplusplus
}
#endif
#endif
