/* kicked_stepper.h - made by polhode *; do not edit.
 *   from       kicked.pol (content *)
 *   by         polhode emit kicked.pol --method imidm
 *
 * The stepper as a struct of functions that speak double, the same for all
 * bodies and real types, for programs that drive several. To be included in the
 * one file that does so; nothing else needs it.
 */
#ifndef KICKED_STEPPER_H
#define KICKED_STEPPER_H

#ifndef KICKED_NO_INCLUDE
#include "kicked.h"
#endif

#ifndef POL_STEPPER_H
#define POL_STEPPER_H

#ifdef __cplusplus
extern "C" {
#endif

#define POL_STEPPER_ABI 23

/* Status codes.  On any other than OK the state is unchanged. */
enum {
    POL_STEP_OK = 0,
    POL_STEP_NOT_CONVERGED = 1, /* Newton's iteration did not converge */
    POL_STEP_TOO_LARGE = 2,     /* the body turns too far in one step */
    POL_STEP_SINGULAR = 3,      /* the attitude's numbers are singular there */
    POL_STEP_NOT_FINITE = 6,    /* the new state would hold Inf or NaN */
    /* adaptive steps: */
    POL_STEP_TOO_SMALL = 4,  /* the required step is below the minimum */
    POL_STEP_REJECTED = 5,   /* too often in a row */
    POL_STEP_UNFINISHED = 7, /* the allowed number of steps is taken */
    /* parameters that the inertia depends on: */
    POL_STEP_NOT_POSITIVE = 8, /* J, or the mass, is not positive definite */
    POL_STEP_NOT_PHYSICAL = 9  /* a principal moment is above the sum of the
                                  others */
};

/* Behind the tolerances, counted from the end: control[s->control + ...]. */
enum pol_control {
    POL_CONTROL_FIRST = -11, /* the first step; the smallest, 0: any; the */
    POL_CONTROL_MIN,         /* largest, 0: any; that to try next, 0: the */
    POL_CONTROL_MAX,         /* first; what is remembered of errors */
    POL_CONTROL_H,
    POL_CONTROL_MEMORY,
    POL_CONTROL_SMALLEST, /* numbers of the steps that were taken, and the */
    POL_CONTROL_LARGEST,  /* largest */
    POL_CONTROL_MOST,     /* steps in a call, 0: no limit */
    POL_CONTROL_STEPS,    /* that were taken */
    POL_CONTROL_REJECTED, /* that were not */
    POL_CONTROL_NEXT      /* breakpoint */
};

/* What a part of the state is. */
enum pol_kind {
    POL_ATTITUDE, /* body to space, in the attitude's numbers */
    POL_MOMENTUM, /* of the whole system */
    POL_POSITION, /* of the centre of mass, */
    POL_VELOCITY, /* where the body moves */
    POL_WHEEL,    /* momentum of a wheel about its axis */
    POL_STATE     /* of the spec */
};

/* `count` numbers from `first` on. */
typedef struct pol_state_part {
    const char *name, *unit, *frame; /* "L", "N m s", "body"; "": unknown */
    int kind, first, count;
} pol_state_part;

/* A function that is not offered is NULL: keep and show where the spec asks for
 * nothing, control_start and advance where steps have one size, check where the
 * inertia depends on no parameter, and what the emitted code was made without.
 */
typedef struct pol_stepper {
    int abi; /* POL_STEPPER_ABI */
    const char *name, *method, *attitude, *map;
    const char *source; /* of the method */
    int order;
    int state, par, input, kept, shown; /* counts of doubles */
    const char *const *keep_name;       /* `kept` of them */
    const char *const *shown_name;      /* `shown` of them: "euler_zyx_1" */
    double step, until;                 /* the spec's; 0: not said; of adaptive
                                           steps the first one */
    /* the state: its parts; t; compensation term of t (Kahan) */
    void (*start)(double *x, double *par);
    int (*check)(const double *par); /* are they those of a body? */
    int (*step_once)(double *x, const double *par, const double *in, double h);
    /* n steps; on failure the state is that of the last good step */
    int (*run)(double *x, const double *par, const double *in, double h,
               long n);
    void (*rotation)(const double *x, double R[9]); /* body to space, by rows */
    void (*momentum)(const double *x, double L[3]); /* body frame, J w */
    /* body frame, rad/s; w, energy and keep are those of this state, at its
     * time, with these inputs */
    void (*omega)(const double *x, const double *par, const double *in,
                  double w[3]);
    double (*time)(const double *x);
    double (*energy)(const double *x, const double *par, const double *in);
    void (*keep)(const double *x, const double *par, const double *in,
                 double *values);
    /* the attitude in the other numbers that the spec asks for */
    void (*show)(const double *x, double *values);
    /* the state at theta h after x0; x1 is that at h after x0; STEP_TOO_LARGE
     * where the body turns too far in between */
    int (*interp)(const double *x0, const double *x1, const double *par,
                  const double *in, double h, double theta, double *out);
    /* Adaptive steps; not offered: 0 and NULL.  What controls
     * them are `control` doubles: tolerances (angle, rate; position and
     * velocity where the body moves), then those of enum pol_control. */
    int control;
    void (*control_start)(double *control);
    int (*advance)(double *x, const double *par, const double *in,
                   double *control, double t_end);
    /* wheels and states: values by name, the rate "a_speed" of a wheel among
     * them */
    int extra;
    const pol_state_part *value;
    void (*extras)(const double *x, const double *par, const double *in,
                   double *values);
    const pol_state_part *part; /* of the state */
    int parts;
} pol_stepper;

#ifdef __cplusplus
}
#endif
#endif

static void kicked_load(kicked *x, const double *v)
{
    x->q[0] = v[0];
    x->q[1] = v[1];
    x->q[2] = v[2];
    x->q[3] = v[3];
    x->L[0] = v[4];
    x->L[1] = v[5];
    x->L[2] = v[6];
    x->t = v[7];
    x->t_rest = v[8];
}

static void kicked_store(const kicked *x, double *v)
{
    v[0] = x->q[0];
    v[1] = x->q[1];
    v[2] = x->q[2];
    v[3] = x->q[3];
    v[4] = x->L[0];
    v[5] = x->L[1];
    v[6] = x->L[2];
    v[7] = x->t;
    v[8] = x->t_rest;
}

static void kicked_load_par(kicked_par *par, const double *v)
{
    par->kick = v[0];
    par->period = v[1];
}

static void kicked_load_in(kicked_in *in, const double *v)
{
    in->u[0] = v[0];
    in->u[1] = v[1];
    in->u[2] = v[2];
}

static void kicked_any_start(double *v, double *par)
{
    kicked x;
    kicked_par p;
    kicked_defaults(&p);
    par[0] = p.kick;
    par[1] = p.period;
    kicked_start(&x);
    kicked_store(&x, v);
}

static int kicked_any_run(double *v, const double *par, const double *in,
                          double h, long steps)
{
    kicked x;
    kicked_par p;
    kicked_in u;
    int status;
    kicked_load(&x, v);
    kicked_load_par(&p, par);
    kicked_load_in(&u, in);
    status = kicked_run(&x, &p, &u, h, steps);
    kicked_store(&x, v);
    return status;
}

static int kicked_any_step(double *v, const double *par, const double *in,
                           double h)
{
    return kicked_any_run(v, par, in, h, 1);
}

static double kicked_any_time(const double *v)
{
    return v[7] + v[8];
}

static int kicked_any_interp(const double *x0, const double *x1,
                             const double *par, const double *in, double h,
                             double theta, double *out)
{
    kicked from, to;
    kicked_par p;
    kicked_in u;
    int status;
    kicked_load(&from, x0);
    kicked_load(&to, x1);
    kicked_load_par(&p, par);
    kicked_load_in(&u, in);
    status = kicked_interp(&from, &to, &p, &u, h, theta, &to);
    if (status == KICKED_OK) {
        kicked_store(&to, out);
    }
    return status;
}

static void kicked_any_rotation(const double *v, double R[9])
{
    kicked x;
    double value[9];
    int i;
    kicked_load(&x, v);
    kicked_rotation(&x, value);
    for (i = 0; i < 9; i++) {
        R[i] = value[i];
    }
}

static void kicked_any_omega(const double *v, const double *par,
                             const double *in, double w[3])
{
    kicked x;
    double value[3];
    int i;
    kicked_load(&x, v);
    (void)par;
    (void)in;
    kicked_omega(&x, value);
    for (i = 0; i < 3; i++) {
        w[i] = value[i];
    }
}

static void kicked_any_momentum(const double *v, double L[3])
{
    int i;
    for (i = 0; i < 3; i++) {
        L[i] = v[4 + i];
    }
}

static double kicked_any_energy(const double *v, const double *par,
                                const double *in)
{
    kicked x;
    kicked_par p;
    kicked_load(&x, v);
    kicked_load_par(&p, par);
    (void)in;
    return kicked_energy(&x, &p);
}

static const pol_state_part kicked_parts[2] = {
    {"q", "1", "body to space", POL_ATTITUDE, 0, 4},
    {"L", "N m s", "body", POL_MOMENTUM, 4, 3},
};

static const pol_stepper kicked_stepper = {
    POL_STEPPER_ABI,
    "kicked",
    "imidm",
    "quaternion",
    "exp",
    "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMIDM",
    2, /* order */
    9, 2, 3, 0, 0, /* state, par, input, kept, shown */
    0,
    0,
    0.01, 10.0, /* step, until */
    kicked_any_start,
    0,
    kicked_any_step,
    kicked_any_run,
    kicked_any_rotation,
    kicked_any_momentum,
    kicked_any_omega,
    kicked_any_time,
    kicked_any_energy,
    0,
    0,
    kicked_any_interp,
    0, /* control */
    0,
    0,
    0, /* extra: values of wheels and states */
    0,
    0,
    kicked_parts, 2,
};

#endif
