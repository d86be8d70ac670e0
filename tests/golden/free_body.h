/* free_body.h - made by polhode *; do not edit.
 *   from       free_body.pol (content *)
 *   by         polhode emit free_body.pol --method 'rkmk(bogacki_shampine32,
 *              map = cay)' --tolerance 1e-08 --without interp,access,stepper
 *   body       free_body.pol - no torque at all: the simplest spec, and the
 *              only exact one.
 *   method     rkmk(bogacki_shampine32, map = cay), order 3
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef FREE_BODY_H
#define FREE_BODY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Status codes. On any other than OK nothing is changed by the step. */
#define FREE_BODY_OK 0
#define FREE_BODY_STEP_TOO_LARGE 2 /* the body turns too far in one step */
#define FREE_BODY_STEP_TOO_SMALL 4 /* the required step is below the minimum */
#define FREE_BODY_REJECTED 5       /* too many trials in a row */
#define FREE_BODY_NOT_FINITE 6     /* the new state would hold Inf or NaN */
#define FREE_BODY_UNFINISHED 7     /* the allowed number of steps is taken */
#define FREE_BODY_TOO_LARGE 2 /* old name */
#define FREE_BODY_TOO_SMALL 4 /* old name */

/* The state. */
typedef struct free_body {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double t;      /* time, s */
    double t_rest; /* compensation term of t (Kahan) */
} free_body;

/* Parameters: this body has none, NULL does. */
typedef struct free_body_par {
    double unused;
} free_body_par;

/* Inputs: this body has none, NULL does. */
typedef struct free_body_in {
    double unused;
} free_body_in;

/* What controls adaptive steps, and what they remember. */
typedef struct free_body_control {
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
} free_body_control;

/* In C these functions have names that end with a checksum of free_body.h and
 * free_body.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * FREE_BODY_PLAIN. */
#ifndef FREE_BODY_PLAIN
# define free_body_start free_body_start_8b016e8c
# define free_body_defaults free_body_defaults_8b016e8c
#else
void free_body_start_8b016e8c(free_body *x);
void free_body_defaults_8b016e8c(free_body_par *par);
#endif

/* The attitude, momentum and time at which the spec starts. */
void free_body_start(free_body *x);
/* The values that the spec gives to the parameters. */
void free_body_defaults(free_body_par *par);

/* One step of h seconds; h < 0 goes back in time. It holds where the body turns
 * by less than 3.14 rad in it. Returns FREE_BODY_OK, FREE_BODY_STEP_TOO_LARGE
 * or FREE_BODY_NOT_FINITE; FREE_BODY_NOT_FINITE is not found out where the
 * compiler takes all numbers as finite (-ffinite-math-only). */
int free_body_step(free_body *x, const free_body_par *par,
                   const free_body_in *in, double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int free_body_run(free_body *x, const free_body_par *par,
                  const free_body_in *in, double h, long steps);

/* The tolerances of the spec, and nothing to remember. */
void free_body_control_start(free_body_control *c);
/* Adaptive steps up to t = t_end, or back to it, which turn the body by less
 * than half a turn each; the state's time is then exactly that. A step is taken
 * where its error, that of the embedded solution of order 2, is within all
 * tolerances: the angle between both attitudes, and the difference of the
 * rates. Returns FREE_BODY_OK or the status of the step that failed; *x is then
 * the last good state. */
int free_body_advance(free_body *x, const free_body_par *par,
                      const free_body_in *in, free_body_control *c,
                      double t_end);

#ifdef __cplusplus
}
#endif
#endif
