/* kicked.c - made by polhode *; do not edit.
 *   from       kicked.pol (content *)
 *   by         polhode emit kicked.pol --method 'liemid_e1(map = cay)'
 *              --without interp,access,stepper
 *   body       kicked.pol - torque that depends on the time, and an input given
 *              every step.
 *   method     liemid_e1(map = cay), order 1, implicit
 *              explicit midpoint Lie method, variant 1 (adjoint)
 *              P. Krysl, Int. J. Numer. Meth. Eng. 63 (2005) 2171-2193,
 *              LIEMID[E1]
 *   keeps      spatial momentum along axes without torque
 *   attitude   quaternion, map cay
 *   inertia    diag(1.17, 0.97, 0.52) kg m^2
 *   real       double
 *   cost       85 mul, 47 add, 2 div, 1 sqrt, 2 calls: 137 flops per step, 2
 *              compares; 90 mul, 49 add, 2 div: 141 flops per sweep, 1 compare;
 *              34 hoisted out of the loop; 7 for the compensated clock, 8 for
 *              the finite check
 *   calls      exp, sin, sqrt of math.h
 *   without    interp,access,stepper
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Results have the same bits everywhere if
 * products and sums are not contracted (-ffp-contract=off), except for the
 * functions of math.h; NaN and Inf checks do not work under -ffinite-math-only.
 * The author of the spec owns this file.
 */
#ifndef KICKED_NO_INCLUDE
#ifndef KICKED_PLAIN
#define KICKED_PLAIN
#endif
#include "kicked.h"
#include <math.h>
#include <stdbool.h>
#endif

static const double kicked_J3_OVER_J2 = 0.5360824742268041; /* J3/J2 */
static const double kicked_J2_OVER_J1 = 0.8290598290598291; /* J2/J1 */
static const double kicked_J1_OVER_J2 = 1.2061855670103092; /* J1/J2 */

/* --- the start ------------------------------------------------------------ */

void kicked_start(kicked *x)
{
    x->q[0] = 1.0;
    x->q[1] = 0.0;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.234;
    x->L[1] = 2.91;
    x->L[2] = 0.052;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void kicked_defaults(kicked_par *par)
{
    par->kick = 1.5;
    par->period = 2.0;
}

/* The names with a checksum, if the header left the plain names. */
#ifndef kicked_start
void kicked_start_d09b5f09(kicked *x)
{
    kicked_start(x);
}

void kicked_defaults_d09b5f09(kicked_par *par)
{
    kicked_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void kicked_tick(kicked *to, const kicked *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void kicked_copy(kicked *to, const kicked *from)
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

/* Finite check by one sum (conservative: false if the sum overflows). */
static bool kicked_finite(const kicked *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else Inf or NaN */
}

/* Torque at the new state, reused by the next step. */
static void kicked_push(const kicked *x, const kicked_par *par,
                        const kicked_in *in, double push[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double t = x->t;
    const double kick = par->kick;
    const double period = par->period;
    const double u_0 = in->u[0], u_1 = in->u[1], u_2 = in->u[2];
    const double pi_over_period = 3.141592653589793 /* pi */ /period;
    const double sin_t_pi_over_period = sin(t*pi_over_period);
    const double pulse = exp(-4.0*(sin_t_pi_over_period*sin_t_pi_over_period));
    const double kick_pulse = kick*pulse;
    push[0] = u_0 - 2.0*kick_pulse*(q2*q2 - 0.5 + q3*q3);
    push[1] = u_1 - 2.0*(q0*q3 - q1*q2)*kick_pulse;
    push[2] = u_2 + 2.0*(q0*q2 + q1*q3)*kick_pulse;
}

/* The loop works on a copy of *x, which the compiler may hold in registers, and
 * stores it in *x after the last good step. */
int kicked_run(kicked *x, const kicked_par *par, const kicked_in *in, double h,
               long steps)
{
    const double h_sq = h*h;
    const double h_scaled = 0.44607454401268837 /* (1/J3 - 1/J2)/2 */ *h;
    const double h_125_over_234 = 0.5341880341880342 /* (1/J3 - 1/J1)/2 */ *h;
    const double h_scaledb = 0.08811349017534585 /* (1/J2 - 1/J1)/2 */ *h;
    const double h_25_over_117 = 0.21367521367521367 /* 1/(4*J1) */ *h;
    const double h_25_over_97 = 0.25773195876288657 /* 1/(4*J2) */ *h;
    const double h_25_over_52 = 0.4807692307692308 /* 1/(4*J3) */ *h;
    const double h_sq_scaled = 0.7305135510263715 /* 1/J1^2 */ *h_sq;
    kicked now, next;
    double push[3];
    int status = KICKED_OK;
    long step;

    kicked_copy(&now, x);
    kicked_push(&now, par, in, push);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        int sweep;
        bool solved;
        const bool accept_part = h_sq_scaled*(L0*L0 +
            1.4548836220639814 /* J1^2/J2^2 */ *(L1*L1) + 5.0625*(L2*L2)) <
            9.869604401089358 /* pi^2 */;

        /* s: Newton's iteration, at most 12 sweeps, with the residual f and its
         * Jacobian J */
        double s_0 = (L0 + L1*L2*h_scaled)*h_25_over_117;
        double s_1 = (L1 - L0*L2*h_125_over_234)*h_25_over_97;
        double s_2 = (L2 + L0*L1*h_scaledb)*h_25_over_52;
        solved = false;
        for (sweep = 0; sweep < 12 && !solved; sweep++) {
            const double sine1 = 2.0/(1.0 + s_0*s_0 + (s_1*s_1 + s_2*s_2));
            const double vec_x_axis_s_0 = L2*s_1 - L1*s_2; /* -vec_x_axis_0 */
            const double vec_x_axis_s_1 = L0*s_2 - L2*s_0; /* -vec_x_axis_1 */
            const double vec_x_axis_s_2 = L1*s_0 - L0*s_1; /* -vec_x_axis_2 */
            const double dexp12_s1 = s_0*sine1; /* 2 dexp12 */
            const double dexp02_s1 = s_1*sine1; /* -2 dexp02 */
            const double dexp01_s1 = s_2*sine1; /* 2 dexp01 */
            const double t1 = L0 +
                sine1*(s_1*vec_x_axis_s_2 - vec_x_axis_s_0 -
                s_2*vec_x_axis_s_1);
            const double t2 = L1 +
                sine1*(s_2*vec_x_axis_s_0 - vec_x_axis_s_1 -
                s_0*vec_x_axis_s_2);
            const double t3 = L2 +
                sine1*(s_0*vec_x_axis_s_1 - vec_x_axis_s_2 -
                s_1*vec_x_axis_s_0);
            const double f_0_s = s_0 - h_25_over_117*t1; /* 100/117 f_0 */
            const double f_1_s = s_1 - h_25_over_97*t2; /* 100/97 f_1 */
            const double f_2_s = s_2 - h_25_over_52*t3; /* 25/13 f_2 */
            const double t4 = dexp01_s1*t3, t5 = dexp02_s1*t2, t6 = sine1*t3;
            const double t7 = sine1*t2;
            const double J10_s = h*(dexp02_s1*t1 - t6); /* 4 J10 */
            const double J20_s = h*(t7 + dexp01_s1*t1); /* 4 J20 */
            const double J00_s = h*(t4 + t5) - 4.68; /* -4 J00 */
            const double J01_s_over_h = t6 + dexp12_s1*t2;
            const double t8 = dexp12_s1*t1, t9 = sine1*t1;
            const double t10 = dexp01_s1*t2 - t9;
            const double J01_s = h*J01_s_over_h; /* 4 J01 */
            const double J11_s = h*(t4 + t8) - 3.88; /* -4 J11 */
            const double J02_s_over_h = t7 - dexp12_s1*t3;
            const double t11 = t9 + dexp02_s1*t3;
            const double J02_s = h*J02_s_over_h; /* -4 J02 */
            const double J22_s = h*(t5 + t8) - 2.08; /* -4 J22 */
            const double cofactor_s_part = h_sq*t10;
            /* -16 cofactor_0 */
            const double cofactor_s_0 = t11*cofactor_s_part - J11_s*J22_s;
            /* 16 cofactor_1 */
            const double cofactor_s_1 = J01_s*J22_s -
                J02_s_over_h*cofactor_s_part;
            /* -16 cofactor_2 */
            const double cofactor_s_2 = J11_s*J02_s - t11*h_sq*J01_s_over_h;
            /* -400/97 J0_x_f_0 */
            const double J0_x_f_s_0 = f_1_s*J20_s -
                kicked_J3_OVER_J2*f_2_s*J10_s;
            /* 100/13 J0_x_f_1 */
            const double J0_x_f_s_1 = f_2_s*J00_s + 2.25*f_0_s*J20_s;
            /* -400/117 J0_x_f_2 */
            const double J0_x_f_s_2 = f_0_s*J10_s +
                kicked_J2_OVER_J1*f_1_s*J00_s;
            /* over_det/64 */
            const double over_det_s = 1.0/(J00_s*cofactor_s_0 +
                J10_s*cofactor_s_1 - J20_s*cofactor_s_2);
            const double ds_0_part = over_det_s*(f_0_s*cofactor_s_0 -
                kicked_J2_OVER_J1*f_1_s*cofactor_s_1 +
                0.4444444444444444 /* J3/J1 */ *f_2_s*cofactor_s_2);
            const double ds_1_part = J02_s*J0_x_f_s_0 +
                kicked_J3_OVER_J2*h*t11*J0_x_f_s_1 +
                kicked_J1_OVER_J2*J22_s*J0_x_f_s_2;
            const double ds_2_part = J01_s*J0_x_f_s_0 +
                kicked_J3_OVER_J2*J11_s*J0_x_f_s_1 +
                kicked_J1_OVER_J2*h*t10*J0_x_f_s_2;
            const double ds_0 = 4.68*ds_0_part;
            const double ds_1 = -3.88*over_det_s*ds_1_part;
            const double ds_2 = -3.88*over_det_s*ds_2_part;
            s_0 += ds_0;
            s_1 += ds_1;
            s_2 += ds_2;
            solved = 64.0*(ds_0*ds_0 + ds_1*ds_1 + ds_2*ds_2) <
                2.220446049250313e-16 /* 2^-52 */;
        }
        if (!solved) {
            status = KICKED_NOT_CONVERGED;
            break;
        }
        if (!(s_0*s_0 + s_1*s_1 + s_2*s_2 < 1.0 && accept_part)) {
            status = KICKED_STEP_TOO_LARGE;
            break;
        }

        /* start */
        const double t12 = s_0*s_0 + s_1*s_1 + s_2*s_2, t13 = 1.0 + t12;
        const double sine1b = 2.0/t13;
        const double turn1_0_part = 1.0/sqrt(t13);
        const double turn1_0_part2 = s_0*turn1_0_part;
        const double turn1_0_part3 = s_1*turn1_0_part;
        const double turn1_0_part4 = s_2*turn1_0_part;
        const double dexp12_s1b = s_0*sine1b; /* 2 dexp12 */
        const double dexp02_s1b = s_1*sine1b; /* -2 dexp02 */
        const double dexp01_s1b = s_2*sine1b; /* 2 dexp01 */
        /* -axis_x_vec_0 */
        const double axis_x_vec_s_0 = L1*dexp01_s1b - L2*dexp02_s1b;
        /* -axis_x_vec_1 */
        const double axis_x_vec_s_1 = L2*dexp12_s1b - L0*dexp01_s1b;
        /* -axis_x_vec_2 */
        const double axis_x_vec_s_2 = L0*dexp02_s1b - L1*dexp12_s1b;
        const double turn1_0 = 0.5*sine1b - turn1_0_part2*turn1_0_part2 -
            (turn1_0_part3*turn1_0_part3 + turn1_0_part4*turn1_0_part4);

        /* the new state */
        next.q[0] = q0*turn1_0 -
            (q1*dexp12_s1b + q2*dexp02_s1b + q3*dexp01_s1b);
        next.q[1] = q0*dexp12_s1b - q3*dexp02_s1b + q2*dexp01_s1b + q1*turn1_0;
        next.q[2] = q0*dexp02_s1b - q1*dexp01_s1b + q3*dexp12_s1b + q2*turn1_0;
        next.q[3] = q0*dexp01_s1b - q2*dexp12_s1b + q1*dexp02_s1b + q3*turn1_0;
        next.L[0] = L0 +
            2.0*(dexp01_s1b*axis_x_vec_s_1 - dexp02_s1b*axis_x_vec_s_2 +
            axis_x_vec_s_0*turn1_0);
        next.L[1] = L1 +
            2.0*(dexp12_s1b*axis_x_vec_s_2 - dexp01_s1b*axis_x_vec_s_0 +
            axis_x_vec_s_1*turn1_0);
        next.L[2] = L2 +
            2.0*(dexp02_s1b*axis_x_vec_s_0 - dexp12_s1b*axis_x_vec_s_1 +
            axis_x_vec_s_2*turn1_0);
        const double push_time = h;
        kicked_tick(&next, &now, h);

        /* the torque at the new state ends this step and begins the next */
        kicked_push(&next, par, in, push);
        next.L[0] += push_time*push[0];
        next.L[1] += push_time*push[1];
        next.L[2] += push_time*push[2];
        if (!kicked_finite(&next)) {
            status = KICKED_NOT_FINITE;
            break;
        }
        kicked_copy(&now, &next);
    }
    kicked_copy(x, &now);
    return status;
}

int kicked_step(kicked *x, const kicked_par *par, const kicked_in *in, double h)
{
    return kicked_run(x, par, in, h, 1);
}
