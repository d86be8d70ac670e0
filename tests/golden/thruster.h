/* thruster.h - made by polhode 0.1.0; do not edit.
 *   from       thruster.pol (content 32757fbe)
 *   body       thruster.pol - two pulses turn a satellite: steps land where the
 *              torque leaps.
 *   method     rkmk(bogacki_shampine32), order 3
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix stand row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef THRUSTER_H
#define THRUSTER_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a step returns: that it is done, that its equation was not solved, that
 * the body turns too far in it, that the attitude's numbers are singular where
 * it leads.  Unless it is done, the state is as before. */
#define THRUSTER_OK 0
#define THRUSTER_NOT_CONVERGED 1
#define THRUSTER_TOO_LARGE 2
#define THRUSTER_SINGULAR 3
/* What thruster_advance returns, too: that a step would have to be smaller than
 * the least, that too many in a row were rejected, that the time or the error
 * is not a number, that there is more to go. */
#define THRUSTER_TOO_SMALL 4
#define THRUSTER_REJECTED 5
#define THRUSTER_NOT_FINITE 6
#define THRUSTER_UNFINISHED 7

/* The state. */
typedef struct thruster {
    double q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double L[3];   /* angular momentum, body frame */
    double t;      /* time, s */
    double t_rest; /* what rounding has left out of t */
} thruster;

/* Parameters. */
typedef struct thruster_par {
    double level; /* N m */
} thruster_par;

/* What controls steps that choose their size, and what they remember. */
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
    long steps;      /* that were taken */
    long rejected;   /* steps that were not */
    long next;       /* of the times to land on, the next one */
} thruster_control;

/* The attitude, momentum and time at which the spec starts. */
void thruster_start(thruster *x);
/* The values that the spec gives to the parameters. */
void thruster_defaults(thruster_par *par);

/* One step of h seconds; h < 0 goes back in time. Returns THRUSTER_OK: the
 * method is explicit and cannot fail. */
int thruster_step(thruster *x, const thruster_par *par, double h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int thruster_run(thruster *x, const thruster_par *par, double h, long steps);

/* The tolerances of the spec, and nothing to remember. */
void thruster_control_start(thruster_control *c);
/* Steps that choose their size, up to t = until, or back to it; the state's
 * time is then exactly that, as it is once at each time that the spec lands on,
 * where the steps begin anew. A step is taken where its error, that of the
 * embedded solution of order 2, is within all tolerances: the angle between
 * both attitudes, and the difference of the rates. Returns THRUSTER_OK, or else
 * why the step after the last good one, at which *x is then, cannot be
 * taken. */
int thruster_advance(thruster *x, const thruster_par *par, thruster_control *c,
                     double until);

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several in which the body turns by
 * less than half a turn.  At 0 and 1 it is the one or the other, else in error
 * by O(h^4) beside them; at every theta, also outside, R is a rotation, and the
 * momentum in space keeps what no torque changes.  *out may be one of the two.
 * A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285. */
void thruster_interp(const thruster *from, const thruster *to,
                     const thruster_par *par, double h, double theta,
                     thruster *out);

/* Time, s. */
double thruster_time(const thruster *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void thruster_rotation(const thruster *x, double R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
void thruster_set_rotation(thruster *x, const double R[9]);
/* The attitude as quaternion: unit quaternion, scalar first, body to space. */
void thruster_quaternion(const thruster *x, double q[4]);
/* Sets the attitude: q as above, or first made so. L, in the body frame,
 * stays. */
void thruster_set_quaternion(thruster *x, const double q[4]);
/* Angular velocity, body frame, rad/s. */
void thruster_omega(const thruster *x, double w[3]);
/* Sets the angular velocity, as above, and with it L. */
void thruster_set_omega(thruster *x, const double w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void thruster_momentum(const thruster *x, double pi[3]);
/* Kinetic energy, J. */
double thruster_energy(const thruster *x, const thruster_par *par);

#define THRUSTER_KEPT 1
/* The values that the spec watches, in this order:
 * spin. */
void thruster_keep(const thruster *x, const thruster_par *par, double value[1]);

#ifdef THRUSTER_STEPPER
#ifndef POL_STEPPER_H
#define POL_STEPPER_H

#ifdef __cplusplus
extern "C" {
#endif

#define POL_STEPPER_ABI 16

/* What a step returns.  On failure the state is as it was. */
enum {
    POL_STEP_OK = 0,
    POL_STEP_NOT_CONVERGED = 1, /* Newton's iteration did not converge */
    POL_STEP_TOO_LARGE = 2,     /* the body turns too far in one step */
    POL_STEP_SINGULAR = 3,      /* the attitude's numbers are singular there */
    /* of steps that choose their size: */
    POL_STEP_TOO_SMALL = 4,  /* than the least, it would have to be */
    POL_STEP_REJECTED = 5,   /* too often in a row */
    POL_STEP_NOT_FINITE = 6, /* its error, or the time, is not a number */
    POL_STEP_UNFINISHED = 7  /* as many steps as were allowed are taken */
};

/* Behind the tolerances, counted from the end: control[s->control + ...]. */
enum pol_control {
    POL_CONTROL_FIRST = -11, /* the first step; the smallest, 0: any; the */
    POL_CONTROL_MIN,         /* largest, 0: any; that to try next, 0: the */
    POL_CONTROL_MAX,         /* first; what is remembered of errors */
    POL_CONTROL_H,
    POL_CONTROL_MEMORY,
    POL_CONTROL_SMALLEST, /* of the steps that were taken, and the */
    POL_CONTROL_LARGEST,  /* largest */
    POL_CONTROL_MOST,     /* steps in a call, 0: any number */
    POL_CONTROL_STEPS,    /* that were taken */
    POL_CONTROL_REJECTED, /* that were not */
    POL_CONTROL_NEXT      /* of the times to land on */
};

typedef struct pol_stepper {
    int abi; /* POL_STEPPER_ABI */
    const char *name, *method, *attitude, *map;
    const char *source; /* of the method */
    int order;
    int moves;                          /* has the body a mass? */
    int state, par, input, kept, shown; /* counts of doubles */
    const char *const *keep_name;       /* `kept` of them */
    const char *const *shown_name;      /* `shown` of them: "euler_zyx_1" */
    double step, until;                 /* the spec's; 0: not said; where steps
                                           choose their size the first one */
    /* state: attitude as stored, body momentum (3); where the body moves,
     * position (3) and velocity (3) of its centre of mass in space; t, rounding
     * rest of t */
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
    /* the attitude in the other numbers that the spec asks for */
    void (*show)(const double *x, double *values);
    /* the state at theta h after x0; x1 is that at h after x0 */
    void (*interp)(const double *x0, const double *x1, const double *par,
                   const double *in, double h, double theta, double *out);
    /* Steps that choose their size; not offered: 0 and NULL.  What controls
     * them are `control` doubles: tolerances (angle, rate; position and
     * velocity where the body moves), then those of enum pol_control. */
    int control;
    void (*control_start)(double *control);
    int (*advance)(double *x, const double *par, const double *in,
                   double *control, double until);
} pol_stepper;

#ifdef __cplusplus
}
#endif
#endif
extern const pol_stepper thruster_stepper;
#endif

#ifdef __cplusplus
}
#endif
#endif
