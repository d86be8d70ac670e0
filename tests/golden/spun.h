/* spun.h - made by polhode *; do not edit.
 *   from       spun.pol (content *)
 *   by         polhode emit spun.pol --without interp,access,stepper
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

/* Status codes. On any other than OK nothing is changed by the step. */
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
# define spun_start spun_start_db23d996
# define spun_defaults spun_defaults_db23d996
#else
void spun_start_db23d996(spun *x);
void spun_defaults_db23d996(spun_par *par);
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

#ifdef __cplusplus
}
#endif
#endif
