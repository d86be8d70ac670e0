/* kicked.c - made by polhode *; do not edit.
 *   from       kicked.pol (content *)
 *   by         polhode emit kicked.pol --method liemid_e1 --without
 *              interp,access,stepper
 *   body       kicked.pol - torque that depends on the time, and an input given
 *              every step.
 *   method     liemid_e1, order 1, implicit
 *              explicit midpoint Lie method, variant 1 (adjoint)
 *              P. Krysl, Int. J. Numer. Meth. Eng. 63 (2005) 2171-2193,
 *              LIEMID[E1]
 *   keeps      spatial momentum along axes without torque
 *   attitude   quaternion, map exp
 *   inertia    diag(1.17, 0.97, 0.52) kg m^2
 *   real       double
 *   cost       109 mul, 62 add, 2 calls: 173 flops per step, 2 compares; 131
 *              mul, 76 add, 1 div: 208 flops per sweep, 1 compare; 34 hoisted
 *              out of the loop; 7 for the compensated clock, 8 for the finite
 *              check
 *   calls      exp, sin of math.h
 *   without    interp,access,stepper
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off), but for the
 * functions of math.h; NaN and Inf checks do not work under -ffinite-math-only.
 * The file belongs to whoever wrote the spec.
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

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void kicked_c01_near(double y, double *c0, double *c1)
{
    const double y2 = y * y;
    double a = 1.1464742915176622e-11 - y * 4.628182535294485e-14;
    double b = 7.643019293799698e-13 - y * 2.721418382247829e-15;
    a = 2.755731781506963e-07 - y * 2.087663309351003e-09 + y2 * a;
    b = 2.5052106904403616e-08 - y * 1.6058941000432473e-10 + y2 * b;
    a = 0.0013888888888863983 - y * 2.4801587292996937e-05 + y2 * a;
    b = 0.0001984126984121248 - y * 2.755731921156941e-06 + y2 * b;
    a = 0.5 - y * 0.04166666666666642 + y2 * a;
    b = 0.16666666666666666 - y * 0.008333333333333207 + y2 * b;
    *c0 = 1.0 - y * a;
    *c1 = 1.0 - y * b;
}

/* Beyond: y/4 until it is near, then back by
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^32. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
kicked_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    kicked_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void kicked_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        kicked_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        kicked_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* Stumpff functions c_0 to c_3 of y where 0 <= y <= pi^2/4. */
static inline void kicked_c0123_near(double y, double *c0, double *c1,
                                     double *c2, double *c3)
{
    const double y2 = y * y;
    double a = 1.1464742915176622e-11 - y * 4.628182535294485e-14;
    double b = 7.63306929969082e-13 - y * 2.605727783796433e-15;
    a = 2.755731781506963e-07 - y * 2.087663309351003e-09 + y2 * a;
    b = 2.5052101338022325e-08 - y * 1.605860585715495e-10 + y2 * b;
    a = 0.0013888888888863983 - y * 2.4801587292996937e-05 + y2 * a;
    b = 0.00019841269841029417 - y * 2.7557319164648973e-06 + y2 * b;
    a = 0.5 - y * 0.04166666666666642 + y2 * a;
    b = 0.16666666666666666 - y * 0.008333333333332965 + y2 * b;
    *c0 = 1.0 - y * a;
    *c1 = 1.0 - y * b;
    *c2 = a;
    *c3 = b;
}

/* Beyond: y/4 until it is near, then back by
 *     c_2(4y) = c_1^2/2, c_3(4y) = (c_3 + c_1 c_2)/4,
 *     c_1(4y) = c_0 c_1, c_0(4y) = 2 c_0^2 - 1 = 1 - 2y c_1^2.
 * The error grows as y^(1/2); NaN when y is NaN or beyond 4^32. */
#ifdef __GNUC__
__attribute__((cold, noinline))
#endif
static void
kicked_c0123_far(double y, double *c0, double *c1, double *c2, double *c3)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    kicked_c0123_near(y, c0, c1, c2, c3);
    for (; doublings > 0; doublings--) {
        const double a = *c1, b = *c2;
        y *= 4.0;
        *c3 = 0.25 * (*c3 + a * b);
        *c2 = 0.5 * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0 ? 1.0 - y * *c2 : 2.0 * *c0 * *c0 - 1.0;
    }
}

static inline void kicked_c0123(double y, double *c0, double *c1, double *c2,
                                double *c3)
{
    if (y <= 2.4674011) {
        kicked_c0123_near(y, c0, c1, c2, c3);
    } else {
        double r0, r1, r2, r3;
        kicked_c0123_far(y, &r0, &r1, &r2, &r3);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
    }
}

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

/* Where the header gave the plain names. */
#ifndef kicked_start
void kicked_start_2b1435b9(kicked *x)
{
    kicked_start(x);
}

void kicked_defaults_2b1435b9(kicked_par *par)
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

/* Are all its numbers finite?  Not if their sum overflows. */
static bool kicked_finite(const kicked *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
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

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
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
            const double s0s0 = s_0*s_0;
            const double s1s1 = s_1*s_1;
            const double s2s2 = s_2*s_2;
            const double s0s0_plus_s1s1 = s0s0 + s1s1;
            const double vec_x_axis_s_0 = L2*s_1 - L1*s_2; /* -vec_x_axis_0 */
            const double vec_x_axis_s_1 = L0*s_2 - L2*s_0; /* -vec_x_axis_1 */
            const double vec_x_axis_s_2 = L1*s_0 - L0*s_1; /* -vec_x_axis_2 */
            const double y_1 = s0s0_plus_s1s1 + s2s2;
            double c0_1, c1_1, c2_1, c3_1;
            kicked_c0123(y_1, &c0_1, &c1_1, &c2_1, &c3_1);
            const double c1_1_sq = c1_1*c1_1;
            const double s_1_c1_1_sq = s_1*c1_1_sq;
            const double s_0_c1_1_sq = s_0*c1_1_sq;
            const double s_2_c1_1_sq = s_2*c1_1_sq;
            const double dexp_vv = c3_1 + c1_1*c2_1;
            const double s0s1_dexp_vv = s_0*s_1*dexp_vv;
            const double s0s2_dexp_vv = s_0*s_2*dexp_vv;
            const double dexp10_s = s_2_c1_1_sq - s0s1_dexp_vv; /* -dexp10 */
            const double dexp20 = s_1_c1_1_sq + s0s2_dexp_vv;
            const double s1s2_dexp_vv = s_1*s_2*dexp_vv;
            const double dexp01 = s_2_c1_1_sq + s0s1_dexp_vv;
            const double dexp21_s = s_0_c1_1_sq - s1s2_dexp_vv; /* -dexp21 */
            const double dexp02_s = s_1_c1_1_sq - s0s2_dexp_vv; /* -dexp02 */
            const double dexp12 = s_0_c1_1_sq + s1s2_dexp_vv;
            const double c0_1_c1_1 = c0_1*c1_1;
            const double t1 = L0 -
                2.0*(vec_x_axis_s_0*c0_1_c1_1 -
                (s_1*vec_x_axis_s_2 - s_2*vec_x_axis_s_1)*c1_1_sq);
            const double t2 = L1 -
                2.0*(vec_x_axis_s_1*c0_1_c1_1 -
                (s_2*vec_x_axis_s_0 - s_0*vec_x_axis_s_2)*c1_1_sq);
            const double t3 = L2 -
                2.0*(vec_x_axis_s_2*c0_1_c1_1 -
                (s_0*vec_x_axis_s_1 - s_1*vec_x_axis_s_0)*c1_1_sq);
            const double f_0_s = s_0 - h_25_over_117*t1; /* 100/117 f_0 */
            const double f_1_s = s_1 - h_25_over_97*t2; /* 100/97 f_1 */
            const double f_2_s = s_2 - h_25_over_52*t3; /* 25/13 f_2 */
            const double dexp00 = 1.0 - (s1s1 + s2s2)*dexp_vv;
            const double dexp11 = 1.0 - (s0s0 + s2s2)*dexp_vv;
            const double dexp22 = 1.0 - s0s0_plus_s1s1*dexp_vv;
            const double J10_s = h*(dexp20*t1 - t3*dexp00); /* 2 J10 */
            const double J20_s = h*(t2*dexp00 + dexp10_s*t1); /* 2 J20 */
            const double J00_s = 2.34 - h*(dexp10_s*t3 + dexp20*t2); /* 2 J00 */
            const double J01_s_over_h = t3*dexp11 + dexp21_s*t2;
            const double t4 = dexp01*t2 - t1*dexp11;
            const double J01_s = h*J01_s_over_h; /* 2 J01 */
            const double J11_s = 1.94 - h*(dexp21_s*t1 + dexp01*t3); /* 2 J11 */
            const double J02_s_over_h = dexp12*t3 - t2*dexp22;
            const double t5 = t1*dexp22 + dexp02_s*t3;
            const double J02_s = h*J02_s_over_h; /* 2 J02 */
            const double J22_s = 1.04 - h*(dexp02_s*t2 + dexp12*t1); /* 2 J22 */
            const double cofactor_s_part = h_sq*t4;
            /* -4 cofactor_0 */
            const double cofactor_s_0 = t5*cofactor_s_part - J11_s*J22_s;
            /* -4 cofactor_1 */
            const double cofactor_s_1 = J01_s*J22_s -
                J02_s_over_h*cofactor_s_part;
            /* -4 cofactor_2 */
            const double cofactor_s_2 = J11_s*J02_s - t5*h_sq*J01_s_over_h;
            /* -over_det/8 */
            const double over_det_s = 1.0/(J00_s*cofactor_s_0 +
                J10_s*cofactor_s_1 + J20_s*cofactor_s_2);
            /* -200/97 J0_x_f_0 */
            const double J0_x_f_s_0 = f_1_s*J20_s -
                kicked_J3_OVER_J2*f_2_s*J10_s;
            /* -50/13 J0_x_f_1 */
            const double J0_x_f_s_1 = f_2_s*J00_s - 2.25*f_0_s*J20_s;
            /* -200/117 J0_x_f_2 */
            const double J0_x_f_s_2 = f_0_s*J10_s -
                kicked_J2_OVER_J1*f_1_s*J00_s;
            const double ds_0_part = over_det_s*(f_0_s*cofactor_s_0 +
                kicked_J2_OVER_J1*f_1_s*cofactor_s_1 +
                0.4444444444444444 /* J3/J1 */ *f_2_s*cofactor_s_2);
            const double ds_1_part = J02_s*J0_x_f_s_0 +
                kicked_J3_OVER_J2*h*t5*J0_x_f_s_1 +
                kicked_J1_OVER_J2*J22_s*J0_x_f_s_2;
            const double ds_2_part = J01_s*J0_x_f_s_0 +
                kicked_J3_OVER_J2*J11_s*J0_x_f_s_1 +
                kicked_J1_OVER_J2*h*t4*J0_x_f_s_2;
            const double ds_0 = -2.34*ds_0_part;
            const double ds_1 = -1.94*over_det_s*ds_1_part;
            const double ds_2 = 1.94*over_det_s*ds_2_part;
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
        if (!(s_0*s_0 + s_1*s_1 + s_2*s_2 < 0.6168502750680849 /* pi^2/16 */ &&
            accept_part)) {
            status = KICKED_STEP_TOO_LARGE;
            break;
        }

        /* start */
        const double y_1b = s_0*s_0 + s_1*s_1 + s_2*s_2;
        double c0_1b, c1_1b;
        kicked_c01(y_1b, &c0_1b, &c1_1b);
        const double e_0 = s_0*c1_1b, e_1 = s_1*c1_1b, e_2 = s_2*c1_1b;
        const double turn_s1_1 = c0_1b*e_0; /* turn_1/2 */
        const double turn_s1_2 = c0_1b*e_1; /* turn_2/2 */
        const double turn_s1_3 = c0_1b*e_2; /* turn_3/2 */
        /* -axis_x_vec_0/2 */
        const double axis_x_vec_s_0 = L1*turn_s1_3 - L2*turn_s1_2;
        /* -axis_x_vec_1/2 */
        const double axis_x_vec_s_1 = L2*turn_s1_1 - L0*turn_s1_3;
        /* -axis_x_vec_2/2 */
        const double axis_x_vec_s_2 = L0*turn_s1_2 - L1*turn_s1_1;
        const double turn1_0 = c0_1b*c0_1b - e_0*e_0 - (e_1*e_1 + e_2*e_2);

        /* the new state */
        next.q[0] = q0*turn1_0 -
            2.0*(q1*turn_s1_1 + q2*turn_s1_2 + q3*turn_s1_3);
        next.q[1] = q1*turn1_0 -
            2.0*(q3*turn_s1_2 - q2*turn_s1_3 - q0*turn_s1_1);
        next.q[2] = q2*turn1_0 -
            2.0*(q1*turn_s1_3 - q3*turn_s1_1 - q0*turn_s1_2);
        next.q[3] = q3*turn1_0 -
            2.0*(q2*turn_s1_1 - q1*turn_s1_2 - q0*turn_s1_3);
        next.L[0] = L0 +
            (4.0*axis_x_vec_s_0*turn1_0 +
            8.0*(turn_s1_3*axis_x_vec_s_1 - turn_s1_2*axis_x_vec_s_2));
        next.L[1] = L1 +
            (4.0*axis_x_vec_s_1*turn1_0 +
            8.0*(turn_s1_1*axis_x_vec_s_2 - turn_s1_3*axis_x_vec_s_0));
        next.L[2] = L2 +
            (4.0*axis_x_vec_s_2*turn1_0 +
            8.0*(turn_s1_2*axis_x_vec_s_0 - turn_s1_1*axis_x_vec_s_1));
        const double push_time = h;
        kicked_tick(&next, &now, h);

        /* what acts now ends this step and begins the next */
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
