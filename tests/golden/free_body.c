/* free_body.c - made by polhode *; do not edit.
 *   from       free_body.pol (content *)
 *   by         polhode emit free_body.pol --method 'rkmk(bogacki_shampine32,
 *              map = cay)' --tolerance 1e-08 --without interp,access,stepper
 *   body       free_body.pol - no torque at all: the simplest spec, and the
 *              only exact one.
 *   method     rkmk(bogacki_shampine32, map = cay), order 3
 *              Runge-Kutta-Munthe-Kaas
 *              H. Munthe-Kaas, BIT 38 (1998) 92-111
 *   keeps      spatial momentum
 *   attitude   quaternion, map cay
 *   inertia    diag(0.9144, 1.098, 1.66) kg m^2
 *   real       double
 *   cost       120 mul, 85 add, 4 div, 1 sqrt: 210 flops per step, 1 compare; 5
 *              hoisted out of the loop; 7 for the compensated clock, 8 for the
 *              finite check
 *   adaptive   by an estimate of order 2; 193 mul, 124 add, 4 div, 1 sqrt: 322
 *              flops per trial, 1 compare, 7 more products
 *   calls      sqrt of math.h
 *   without    interp,access,stepper
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off), but for the
 * functions of math.h; NaN and Inf checks do not work under -ffinite-math-only.
 * The file belongs to whoever wrote the spec.
 */
#ifndef FREE_BODY_NO_INCLUDE
#ifndef FREE_BODY_PLAIN
#define FREE_BODY_PLAIN
#endif
#include "free_body.h"
#include <math.h>
#include <stdbool.h>
#endif

static const double free_body_1_OVER_4_J1 = 0.27340332458442695; /* 1/(4*J1) */
static const double free_body_1_OVER_4_J2 = 0.22768670309653916; /* 1/(4*J2) */
static const double free_body_1_OVER_4_J3 = 0.15060240963855423; /* 1/(4*J3) */
static const double free_body_4_OVER_9 = 0.4444444444444444; /* 4/9 */
static const double free_body_1_OVER_2_J1 = 0.5468066491688539; /* 1/(2*J1) */
static const double free_body_1_OVER_2_J2 = 0.4553734061930783; /* 1/(2*J2) */
static const double free_body_1_OVER_2_J3 = 0.30120481927710846; /* 1/(2*J3) */
static const double free_body_81_J1_SQ_OVER_4 = 16.93157904; /* 81*J1^2/4 */
static const double free_body_PI_SQ_OVER_16 = 0.6168502750680849; /* pi^2/16 */
static const double free_body_K1 = 33.86315808;
static const double free_body_2_OVER_3 = 0.6666666666666666; /* 2/3 */
static const double free_body_8_OVER_9 = 0.8888888888888888; /* 8/9 */
static const double free_body_K2 = 156.61710612;

/* --- the start ------------------------------------------------------------ */

void free_body_start(free_body *x)
{
    x->q[0] = 1.0;
    x->q[1] = 0.0;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.416500056;
    x->L[1] = 0.90720054;
    x->L[2] = 0.0577016;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void free_body_defaults(free_body_par *par)
{
    (void)par;
}

/* Where the header gave the plain names. */
#ifndef free_body_start
void free_body_start_8b016e8c(free_body *x)
{
    free_body_start(x);
}

void free_body_defaults_8b016e8c(free_body_par *par)
{
    free_body_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void free_body_tick(free_body *to, const free_body *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void free_body_copy(free_body *to, const free_body *from)
{
    to->q[0] = from->q[0];
    to->q[1] = from->q[1];
    to->q[2] = from->q[2];
    to->q[3] = from->q[3];
    to->L[0] = from->L[0];
    to->L[1] = from->L[1];
    to->L[2] = from->L[2];
    to->t = from->t;
    to->t_rest = from->t_rest;
}

/* Are all its numbers finite?  Not if their sum overflows. */
static bool free_body_finite(const free_body *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool free_body_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int free_body_run(free_body *x, const free_body_par *par,
                  const free_body_in *in, double h, long steps)
{
    (void)par;
    (void)in;
    const double h_scaled = free_body_1_OVER_4_J1*h;
    const double h_125_over_549 = free_body_1_OVER_4_J2*h;
    const double h_25_over_166 = free_body_1_OVER_4_J3*h;
    const double h_3_over_4 = 0.75*h;
    const double h_4_over_9 = free_body_4_OVER_9*h;
    free_body now, next;
    int status = FREE_BODY_OK;
    long step;

    free_body_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];

        /* stage 2: t + h/2, attitude cay(v2) */
        const double v2_0 = L0*h_scaled, v2_1 = L1*h_125_over_549;
        const double v2_2 = L2*h_25_over_166;
        const double t1 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        const double sine2 = 2.0/(1.0 + t1);
        const double vec_x_axis_s2_0 = L2*v2_1 - L1*v2_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s2_2 = L1*v2_0 - L0*v2_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s2_1 = L0*v2_2 - L2*v2_0; /* -vec_x_axis_1 */
        const double L2_0 = L0 -
            sine2*(vec_x_axis_s2_0 - v2_1*vec_x_axis_s2_2 +
            v2_2*vec_x_axis_s2_1);
        const double L2_1 = L1 -
            sine2*(vec_x_axis_s2_1 - v2_2*vec_x_axis_s2_0 +
            v2_0*vec_x_axis_s2_2);
        const double L2_2 = L2 -
            sine2*(vec_x_axis_s2_2 - v2_0*vec_x_axis_s2_1 +
            v2_1*vec_x_axis_s2_0);
        const double k2_0 = free_body_1_OVER_2_J1*L2_0;
        const double k2_1 = free_body_1_OVER_2_J2*L2_1;
        const double k2_2 = free_body_1_OVER_2_J3*L2_2;
        const double t2 = v2_0*k2_0 + v2_1*k2_1 + v2_2*k2_2;
        const double K2_0 = k2_0 - v2_2*k2_1 + v2_1*k2_2 + v2_0*t2;
        const double K2_1 = k2_1 - v2_0*k2_2 + v2_2*k2_0 + v2_1*t2;
        const double K2_2 = k2_2 - v2_1*k2_0 + v2_0*k2_1 + v2_2*t2;

        /* stage 3: t + 3h/4, attitude cay(v3) */
        const double v3_0 = h_3_over_4*K2_0, v3_1 = h_3_over_4*K2_1;
        const double v3_2 = h_3_over_4*K2_2;
        const double sine3 = 2.0/(1.0 + v3_0*v3_0 + (v3_1*v3_1 + v3_2*v3_2));
        const double vec_x_axis_s3_0 = L2*v3_1 - L1*v3_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s3_2 = L1*v3_0 - L0*v3_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s3_1 = L0*v3_2 - L2*v3_0; /* -vec_x_axis_1 */
        const double L3_0 = L0 -
            sine3*(vec_x_axis_s3_0 - v3_1*vec_x_axis_s3_2 +
            v3_2*vec_x_axis_s3_1);
        const double L3_1 = L1 -
            sine3*(vec_x_axis_s3_1 - v3_2*vec_x_axis_s3_0 +
            v3_0*vec_x_axis_s3_2);
        const double L3_2 = L2 -
            sine3*(vec_x_axis_s3_2 - v3_0*vec_x_axis_s3_1 +
            v3_1*vec_x_axis_s3_0);
        const double k3_0 = free_body_1_OVER_2_J1*L3_0;
        const double k3_1 = free_body_1_OVER_2_J2*L3_1;
        const double k3_2 = free_body_1_OVER_2_J3*L3_2;
        const double t3 = v3_0*k3_0 + v3_1*k3_1 + v3_2*k3_2;
        const double K3_0 = k3_0 - v3_2*k3_1 + v3_1*k3_2 + v3_0*t3;
        const double K3_1 = k3_1 - v3_0*k3_2 + v3_2*k3_0 + v3_1*t3;
        const double K3_2 = k3_2 - v3_1*k3_0 + v3_0*k3_1 + v3_2*t3;

        /* stage 4: t + h, attitude cay(v4) */
        const double v4_0 =
            h_4_over_9*(free_body_1_OVER_4_J1*L0 + 0.75*K2_0 + K3_0);
        const double v4_1 =
            h_4_over_9*(free_body_1_OVER_4_J2*L1 + 0.75*K2_1 + K3_1);
        const double v4_2 =
            h_4_over_9*(free_body_1_OVER_4_J3*L2 + 0.75*K2_2 + K3_2);
        const double t4 = 1.0 + v4_0*v4_0 + (v4_1*v4_1 + v4_2*v4_2);
        const double sine4 = 2.0/t4;
        const double vec_x_axis_s4_0 = L2*v4_1 - L1*v4_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s4_2 = L1*v4_0 - L0*v4_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s4_1 = L0*v4_2 - L2*v4_0; /* -vec_x_axis_1 */
        const double L4_0 = L0 -
            sine4*(vec_x_axis_s4_0 - v4_1*vec_x_axis_s4_2 +
            v4_2*vec_x_axis_s4_1);
        const double L4_1 = L1 -
            sine4*(vec_x_axis_s4_1 - v4_2*vec_x_axis_s4_0 +
            v4_0*vec_x_axis_s4_2);
        const double L4_2 = L2 -
            sine4*(vec_x_axis_s4_2 - v4_0*vec_x_axis_s4_1 +
            v4_1*vec_x_axis_s4_0);
        const double new_q_part = 1.0/sqrt(free_body_81_J1_SQ_OVER_4*t4);
        if (!(t1 < free_body_PI_SQ_OVER_16)) {
            status = FREE_BODY_STEP_TOO_LARGE;
            break;
        }

        /* the new state */
        next.q[0] = -4.1148*new_q_part*(q1*v4_0 - q0 + q2*v4_1 + q3*v4_2);
        next.q[1] = 4.1148*new_q_part*(q1 + q0*v4_0 - q3*v4_1 + q2*v4_2);
        next.q[2] = 4.1148*new_q_part*(q2 + q0*v4_1 - q1*v4_2 + q3*v4_0);
        next.q[3] = 4.1148*new_q_part*(q3 + q0*v4_2 - q2*v4_0 + q1*v4_1);
        next.L[0] = L4_0;
        next.L[1] = L4_1;
        next.L[2] = L4_2;
        free_body_tick(&next, &now, h);
        if (!free_body_finite(&next)) {
            status = FREE_BODY_NOT_FINITE;
            break;
        }
        free_body_copy(&now, &next);
    }
    free_body_copy(x, &now);
    return status;
}

int free_body_step(free_body *x, const free_body_par *par,
                   const free_body_in *in, double h)
{
    return free_body_run(x, par, in, h, 1);
}

/* --- adaptive steps ------------------------------------------------------- */


/* x^a for x from 1e-21 to 1e21, to six digits where it is near 1, to two at
 * least elsewhere. */
static inline double free_body_power(double x, double a)
{
    double y = 0.0, z, z2;
    int i = 0;
    while (x < 0.7071 && i < 70) {
        x *= 2.0;
        i++;
        y -= 0.6931471805599453;
    }
    while (x > 1.4143 && i < 70) {
        x *= 0.5;
        i++;
        y += 0.6931471805599453;
    }
    z = (x - 1.0) / (x + 1.0);
    z2 = z * z;
    y += 2.0 * z * (1.0 + z2 * (1.0 / 3.0 + z2 * (0.2 + z2 / 7.0)));
    y *= a / 64.0;
    y = 1.0 + y * (1.0 + y * (0.5 + y / 6.0));
    for (i = 0; i < 6; i++) {
        y *= y;
    }
    return y;
}

/* By what the step is to be multiplied after these errors, now and in the step
 * before (0: there is none), which fall as h^order: the controller PI.4.2 of G.
 * Soderlind and L. Wang, J. Comput. Appl. Math. 185 (2006) 225-243; K.
 * Gustafsson, ACM Trans. Math. Software 17 (1991) 533-554.  It aims at half of
 * the tolerance. */
static inline double free_body_factor(double error, double before, double order)
{
    const double aim = 0.25;
    error = error < 1e-20 ? 1e-20 : error > 1e20 ? 1e20 : error;
    before = before > 1e20 ? 1e20 : before;
    if (!(before > 1e-20)) {
        return free_body_power(aim / error, 0.5 / order);
    }
    return free_body_power(aim / error, 0.3 / order) *
           free_body_power(before / aim, 0.1 / order);
}

void free_body_control_start(free_body_control *c)
{
    c->angle = 1e-08;
    c->rate = 2.5e-09;
    c->first = 0.0078125;
    c->min = 0.0;
    c->max = 0.0;
    c->h = 0.0;
    c->memory = 0.0;
    c->smallest = 0.0;
    c->largest = 0.0;
    c->most = 10000000;
    c->steps = 0;
    c->rejected = 0;
    c->next = 0;
}

/* A step to `to`, which is not *x, and the squared local error estimate; the
 * torque's time advances by span. */
static int free_body_trial(const free_body *x, const free_body_par *par,
                           const free_body_in *in, double h, double span,
                           free_body *to, double error[3])
{
    (void)par;
    (void)in;
    (void)span;
    const double h_scaled = free_body_1_OVER_4_J1*h;
    const double h_125_over_549 = free_body_1_OVER_4_J2*h;
    const double h_25_over_166 = free_body_1_OVER_4_J3*h;
    const double h_3_over_4 = 0.75*h;
    const double h_4_over_9 = free_body_4_OVER_9*h;
    const double h_sq_scaled = 0.5979950231505401 /* 1/(2*J1^2) */ *(h*h);
    int status = FREE_BODY_OK;
    do {
        const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
        const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];

        /* stage 2: t + h/2, attitude cay(v2) */
        const double v2_0 = L0*h_scaled, v2_1 = L1*h_125_over_549;
        const double v2_2 = L2*h_25_over_166;
        const double t1 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        const double t2 = 1.0/(1.0 + t1);
        const double vec_x_axis_s2_0 = L2*v2_1 - L1*v2_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s2_2 = L1*v2_0 - L0*v2_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s2_1 = L0*v2_2 - L2*v2_0; /* -vec_x_axis_1 */
        const double L2_0 = L0 -
            2.0*t2*(vec_x_axis_s2_0 - v2_1*vec_x_axis_s2_2 +
            v2_2*vec_x_axis_s2_1);
        const double L2_1 = L1 -
            2.0*t2*(vec_x_axis_s2_1 - v2_2*vec_x_axis_s2_0 +
            v2_0*vec_x_axis_s2_2);
        const double L2_2 = L2 -
            2.0*t2*(vec_x_axis_s2_2 - v2_0*vec_x_axis_s2_1 +
            v2_1*vec_x_axis_s2_0);
        const double k2_0 = free_body_1_OVER_2_J1*L2_0;
        const double k2_1 = free_body_1_OVER_2_J2*L2_1;
        const double k2_2 = free_body_1_OVER_2_J3*L2_2;
        const double t3 = v2_0*k2_0 + v2_1*k2_1 + v2_2*k2_2;
        const double K2_0 = k2_0 - v2_2*k2_1 + v2_1*k2_2 + v2_0*t3;
        const double K2_1 = k2_1 - v2_0*k2_2 + v2_2*k2_0 + v2_1*t3;
        const double K2_2 = k2_2 - v2_1*k2_0 + v2_0*k2_1 + v2_2*t3;

        /* stage 3: t + 3h/4, attitude cay(v3) */
        const double v3_0 = h_3_over_4*K2_0, v3_1 = h_3_over_4*K2_1;
        const double v3_2 = h_3_over_4*K2_2;
        const double t4 = 1.0/(1.0 + v3_0*v3_0 + (v3_1*v3_1 + v3_2*v3_2));
        const double vec_x_axis_s3_0 = L2*v3_1 - L1*v3_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s3_2 = L1*v3_0 - L0*v3_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s3_1 = L0*v3_2 - L2*v3_0; /* -vec_x_axis_1 */
        const double L3_0 = L0 -
            2.0*t4*(vec_x_axis_s3_0 - v3_1*vec_x_axis_s3_2 +
            v3_2*vec_x_axis_s3_1);
        const double L3_1 = L1 -
            2.0*t4*(vec_x_axis_s3_1 - v3_2*vec_x_axis_s3_0 +
            v3_0*vec_x_axis_s3_2);
        const double L3_2 = L2 -
            2.0*t4*(vec_x_axis_s3_2 - v3_0*vec_x_axis_s3_1 +
            v3_1*vec_x_axis_s3_0);
        const double k3_0 = free_body_1_OVER_2_J1*L3_0;
        const double k3_1 = free_body_1_OVER_2_J2*L3_1;
        const double k3_2 = free_body_1_OVER_2_J3*L3_2;
        const double t5 = v3_0*k3_0 + v3_1*k3_1 + v3_2*k3_2;
        const double K3_0 = k3_0 - v3_2*k3_1 + v3_1*k3_2 + v3_0*t5;
        const double K3_1 = k3_1 - v3_0*k3_2 + v3_2*k3_0 + v3_1*t5;
        const double K3_2 = k3_2 - v3_1*k3_0 + v3_0*k3_1 + v3_2*t5;

        /* stage 4: t + h, attitude cay(v4) */
        const double v4_0 =
            h_4_over_9*(free_body_1_OVER_4_J1*L0 + 0.75*K2_0 + K3_0);
        const double v4_1 =
            h_4_over_9*(free_body_1_OVER_4_J2*L1 + 0.75*K2_1 + K3_1);
        const double v4_2 =
            h_4_over_9*(free_body_1_OVER_4_J3*L2 + 0.75*K2_2 + K3_2);
        const double t6 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        const double t7 = free_body_81_J1_SQ_OVER_4 +
            free_body_81_J1_SQ_OVER_4*t6;
        const double t8 = 1.0/t7;
        const double vec_x_axis_s4_0 = L2*v4_1 - L1*v4_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s4_2 = L1*v4_0 - L0*v4_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s4_1 = L0*v4_2 - L2*v4_0; /* -vec_x_axis_1 */
        const double L4_0 = L0 -
            free_body_K1*t8*(vec_x_axis_s4_0 - v4_1*vec_x_axis_s4_2 +
            v4_2*vec_x_axis_s4_1);
        const double L4_1 = L1 -
            free_body_K1*t8*(vec_x_axis_s4_1 - v4_2*vec_x_axis_s4_0 +
            v4_0*vec_x_axis_s4_2);
        const double L4_2 = L2 -
            free_body_K1*t8*(vec_x_axis_s4_2 - v4_0*vec_x_axis_s4_1 +
            v4_1*vec_x_axis_s4_0);
        const double k4_0 = free_body_1_OVER_2_J1*L4_0;
        const double k4_1 = free_body_1_OVER_2_J2*L4_1;
        const double k4_2 = free_body_1_OVER_2_J3*L4_2;
        const double t9 = v4_0*k4_0 + v4_1*k4_1 + v4_2*k4_2;
        const double K4_0 = k4_0 - v4_2*k4_1 + v4_1*k4_2 + v4_0*t9;
        const double K4_1 = k4_1 - v4_0*k4_2 + v4_2*k4_0 + v4_1*t9;
        const double K4_2 = k4_2 - v4_1*k4_0 + v4_0*k4_1 + v4_2*t9;
        const double new_q_part = 1.0/sqrt(t7);

        /* finish */
        const double angle_part = h*(0.02702702702702703 + t6);

        /* error */
        const double angle_part2 = angle_part*
            (0.3037814717604744 /* 5/(18*J1) */ *L0 - free_body_2_OVER_3*K2_0 -
            free_body_8_OVER_9*K3_0 + K4_0);
        const double angle_part3 = angle_part*
            (0.2529852256628213 /* 5/(18*J2) */ *L1 - free_body_2_OVER_3*K2_1 -
            free_body_8_OVER_9*K3_1 + K4_1);
        const double angle_part4 = angle_part*
            (0.16733601070950468 /* 5/(18*J3) */ *L2 - free_body_2_OVER_3*K2_2 -
            free_body_8_OVER_9*K3_2 + K4_2);
        const double angle_0 = -free_body_K2*t8*(angle_part2 +
            v4_2*angle_part3 - v4_1*angle_part4);
        const double angle_1 = -free_body_K2*t8*(angle_part3 +
            v4_0*angle_part4 - v4_2*angle_part2);
        const double angle_2 = -free_body_K2*t8*(angle_part4 +
            v4_1*angle_part2 - v4_0*angle_part3);
        const double rate_0 =
            -1.0936132983377078 /* 1/J1 */ *(L4_2*angle_1 - L4_1*angle_2);
        const double rate_1 =
            -0.9107468123861566 /* 1/J2 */ *(L4_0*angle_2 - L4_2*angle_0);
        const double rate_2 =
            -0.6024096385542169 /* 1/J3 */ *(L4_1*angle_0 - L4_0*angle_1);
        const double new_error2_part = L0*L0 + L4_0*L4_0 +
            0.6935339962375705 /* J1^2/J2^2 */ *(L1*L1 + L4_1*L4_1);
        if (!(t1 < free_body_PI_SQ_OVER_16)) {
            status = FREE_BODY_STEP_TOO_LARGE;
            break;
        }

        /* the new state, and the errors */
        to->q[0] = -4.1148*new_q_part*(q1*v4_0 - q0 + q2*v4_1 + q3*v4_2);
        to->q[1] = 4.1148*new_q_part*(q1 + q0*v4_0 - q3*v4_1 + q2*v4_2);
        to->q[2] = 4.1148*new_q_part*(q2 + q0*v4_1 - q1*v4_2 + q3*v4_0);
        to->q[3] = 4.1148*new_q_part*(q3 + q0*v4_2 - q2*v4_0 + q1*v4_1);
        to->L[0] = L4_0;
        to->L[1] = L4_1;
        to->L[2] = L4_2;
        error[0] = angle_0*angle_0 + angle_1*angle_1 + angle_2*angle_2;
        error[1] = rate_0*rate_0 + rate_1*rate_1 + rate_2*rate_2;
        error[2] = h_sq_scaled*(new_error2_part +
            0.3034284221222238 /* J1^2/J3^2 */ *(L2*L2 + L4_2*L4_2));
    } while (false);
    return status;
}

/* The largest square of an error, relative to its tolerance; NaN if one is NaN.
 * The turn counts as an error that falls with h as they do: steps aim at a turn
 * of 1.4 rad at most. */
static double free_body_worst(const free_body_control *c, const double error[3])
{
    double worst = 0.0;
    const double of_turn = 0.5*error[2];
    const double angle = error[0]/(c->angle*c->angle);
    const double rate = error[1]/(c->rate*c->rate);
    if (!(angle <= worst)) {
        worst = angle;
    }
    if (!(rate <= worst)) {
        worst = rate;
    }
    if (!free_body_same(angle, angle)) { /* no number */
        return angle;
    }
    if (!free_body_same(rate, rate)) { /* no number */
        return rate;
    }
    if (of_turn > 0.4) {
        const double turn = 0.25*free_body_power(of_turn, 3.0);
        worst = turn > worst ? turn : worst;
    }
    return worst;
}

/* The next breakpoint on the way from t. */
static double free_body_aim(free_body_control *c, double t, double t_end)
{
    double aim = t_end;
    (void)c;
    (void)t;
    return aim;
}

/* The size of the next step, `left` seconds before a breakpoint: that
 * controlled, stretched a little to end there, or halved to leave no tiny
 * rest. */
static double free_body_size(const free_body_control *c, double left)
{
    const double h = c->h;
    if (left <= 1.1*h && (!(c->max > 0.0) || left <= c->max)) {
        return left;
    }
    return left < 2.0*h ? 0.5*left : h;
}

/* Makes h what the steps may be: from the smallest, `least`, to max. */
static double free_body_bounded(const free_body_control *c, double h,
                                double least)
{
    if (c->max > 0.0 && h > c->max) {
        h = c->max;
    }
    return h < least ? least : h;
}

/* What follows from a good step of size h with this error, after a rejected
 * one or not.  A step that was cut to land says little: it leaves h as it was,
 * unless that can grow. */
static void free_body_accept(free_body_control *c, double h, double error,
                             bool rejected)
{
    const double most = 0.0 < c->memory ? 5.0 : 100.0;
    double factor = free_body_factor(error, c->memory, 3.0);
    factor = factor > most ? most : factor < 0.2 ? 0.2 : factor;
    if (rejected && factor > 1.0) {
        factor = 1.0;
    }
    if (h >= c->h || h*factor > c->h) {
        c->h = h*factor;
        c->memory = error > 1e-20 ? error : 1e-20;
    } else if (!(c->memory > 0.0)) {
        c->memory = 0.25;
    } else {
        /* what is remembered stays */
    }
    if (c->steps < 2147483647) {
        c->steps++;
    }
    if (c->steps == 1 || h < c->smallest) {
        c->smallest = h;
    }
    if (h > c->largest) {
        c->largest = h;
    }
}

/* The size after a rejected step: half of it if it failed or its error is no
 * number, else what the error asks for. */
static double free_body_smaller(double h, int status, double error)
{
    double factor;
    if (status != FREE_BODY_OK || !(error - error >= 0.0)) {
        return 0.5*h;
    }
    factor = free_body_factor(error, 0.0, 3.0);
    return h*(factor < 0.2 ? 0.2 : factor > 0.9 ? 0.9 : factor);
}

/* Why a run ends with a rejected step. */
static int free_body_reason(int status, double error, bool tiny)
{
    if (status != FREE_BODY_OK) {
        return status;
    }
    if (!(error - error >= 0.0)) {
        return FREE_BODY_NOT_FINITE;
    }
    return tiny ? FREE_BODY_STEP_TOO_SMALL : FREE_BODY_REJECTED;
}

/* Tries a step of h, which may be negative; *worst is its error.  Torque may
 * jump where a run begins and where it ends: it is seen just after the one and
 * just before the other. */
static int free_body_try(const free_body *x, const free_body_par *par,
                         const free_body_in *in, const free_body_control *c,
                         double h, bool lands, free_body *to, double *worst)
{
    double error[3], span = h;
    free_body now;
    int status;

    free_body_copy(&now, x);
    (void)lands;
    free_body_copy(to, x);
    status = free_body_trial(&now, par, in, h, span, to, error);
    if (status == FREE_BODY_OK && !free_body_finite(to)) {
        status = FREE_BODY_NOT_FINITE;
    }
    *worst = status == FREE_BODY_OK ? free_body_worst(c, error) : 0.0;
    return status;
}

int free_body_advance(free_body *x, const free_body_par *par,
                      const free_body_in *in, free_body_control *c,
                      double t_end)
{
    const double eps = 2.220446049250313e-16;
    long allowed = c->most;
    int refused = 0; /* in a row */

    if (!(t_end - t_end >= 0.0)) {
        return FREE_BODY_NOT_FINITE;
    }
    while (!free_body_same(x->t, t_end)) {
        const double aim = free_body_aim(c, x->t, t_end);
        const double left = (aim - x->t) - x->t_rest;
        const double sign = left < 0.0 ? -1.0 : 1.0;
        /* what time and its rest resolve */
        const double seen = 16.0*eps*eps*(x->t < 0.0 ? -x->t : x->t);
        const double least = c->min > seen ? c->min : seen;
        double h, worst;
        free_body to;
        bool lands;
        int status;

        if (!(left - left >= 0.0)) { /* the state's time is NaN */
            return FREE_BODY_NOT_FINITE;
        }
        if (c->most > 0 && allowed <= 0) {
            return FREE_BODY_UNFINISHED;
        }
        if (!(c->h > 0.0)) {
            c->h = c->first;
            c->memory = 0.0;
        }
        c->h = free_body_bounded(c, c->h, least);
        h = free_body_size(c, sign*left);
        lands = free_body_same(h, sign*left);
        if (!(h > 0.0)) {
            return FREE_BODY_STEP_TOO_SMALL;
        }
        status = free_body_try(x, par, in, c, sign*h, lands, &to, &worst);
        if (status != FREE_BODY_OK || !(worst <= 1.0)) {
            if (c->rejected < 2147483647) {
                c->rejected++;
            }
            refused++;
            if (h <= least || refused >= 30) {
                return free_body_reason(status, worst, h <= least);
            }
            c->h = free_body_bounded(c, free_body_smaller(h, status, worst),
                least);
            continue;
        }
        if (lands) {
            to.t = aim;
            to.t_rest = 0.0;
        } else {
            free_body_tick(&to, x, sign*h);
        }
        free_body_copy(x, &to);
        free_body_accept(c, h, worst, refused > 0);
        refused = 0;
        if (allowed > 0) {
            allowed--;
        }
    }
    return FREE_BODY_OK;
}
