/* kicked.c - made by polhode *; do not edit.
 *   from       kicked.pol (content *)
 *   by         polhode emit kicked.pol --method imidm
 *   body       kicked.pol - torque that depends on the time, and an input given
 *              every step.
 *   method     imidm, order 2, symmetric, implicit
 *              implicit midpoint Lie method, momentum form
 *              P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMIDM
 *   keeps      spatial momentum along axes without torque
 *   attitude   quaternion, map exp
 *   inertia    diag(1.17, 0.97, 0.52) kg m^2
 *   real       double
 *   cost       136 mul, 95 add, 4 calls: 235 flops per step, 2 compares; 214
 *              mul, 112 add, 1 div: 327 flops per sweep, 1 compare; 7 hoisted
 *              out of the loop; 7 for the compensated clock, 8 for the finite
 *              check
 *   calls      exp, sin, sqrt of math.h
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

static const double kicked_PI = 3.141592653589793; /* pi */
static const double kicked_J2_OVER_J1 = 0.8290598290598291; /* J2/J1 */
static const double kicked_4_OVER_21 = 0.19047619047619047; /* 4/21 */
static const double kicked_16_OVER_21 = 0.7619047619047619; /* 16/21 */
static const double kicked_64_OVER_21 = 3.0476190476190474; /* 64/21 */
static const double kicked_K1 = 2.3219954648526078;

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
void kicked_start_eccaf709(kicked *x)
{
    kicked_start(x);
}

void kicked_defaults_eccaf709(kicked_par *par)
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

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool kicked_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int kicked_run(kicked *x, const kicked_par *par, const kicked_in *in, double h,
               long steps)
{
    const double kick = par->kick;
    const double period = par->period;
    const double u_0 = in->u[0], u_1 = in->u[1], u_2 = in->u[2];
    const double h_sq = h*h;
    const double h_over_2 = 0.5*h;
    const double pi_over_period = kicked_PI/period;
    const double h_25_over_117 = 0.21367521367521367 /* 1/(4*J1) */ *h;
    const double h_25_over_97 = 0.25773195876288657 /* 1/(4*J2) */ *h;
    const double h_25_over_52 = 0.4807692307692308 /* 1/(4*J3) */ *h;
    const double h_sq_scaled = 0.7305135510263715 /* 1/J1^2 */ *h_sq;
    kicked now, next;
    int status = KICKED_OK;
    long step;

    kicked_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double t = now.t;
        int sweep;
        bool solved;
        const double sin_t_pi_over_period = sin(t*pi_over_period);
        const double pulse0 =
            exp(-4.0*(sin_t_pi_over_period*sin_t_pi_over_period));
        const double R01_s0 = q0*q3 - q1*q2; /* -R01/2 */
        const double R02_s0 = q0*q2 + q1*q3; /* R02/2 */
        const double kick_pulse0 = kick*pulse0;
        const double R00_s0 = q2*q2 - 0.5 + q3*q3; /* -R00/2 */

        /* start */
        const double pulse1_part = sin(pi_over_period*(t + h_over_2));
        const double pulse1 = exp(-4.0*(pulse1_part*pulse1_part));
        /* 117/100 w_0 */
        const double w_s1_0 = L0 +
            h_over_2*(u_0 + 0.8921490880253767 /* 1/J3 - 1/J2 */ *L1*L2 -
            2.0*kick_pulse0*R00_s0);
        /* 97/100 w_1 */
        const double w_s1_1 = L1 +
            h_over_2*(u_1 - 1.0683760683760684 /* 1/J3 - 1/J1 */ *L0*L2 -
            2.0*R01_s0*kick_pulse0);
        /* 13/25 w_2 */
        const double w_s1_2 = L2 +
            h_over_2*(u_2 + 0.1762269803506917 /* 1/J2 - 1/J1 */ *L0*L1 +
            2.0*R02_s0*kick_pulse0);
        const bool accept_part = h_sq_scaled*(L0*L0 +
            1.4548836220639814 /* J1^2/J2^2 */ *(L1*L1) + 5.0625*(L2*L2)) <
            9.869604401089358 /* pi^2 */;
        const double kick_pulse1 = kick*pulse1;

        /* s: Newton's iteration, at most 12 sweeps, with the residual f and its
         * Jacobian J */
        double s_0 = h_25_over_117*w_s1_0;
        double s_1 = h_25_over_97*w_s1_1;
        double s_2 = h_25_over_52*w_s1_2;
        solved = false;
        for (sweep = 0; sweep < 12 && !solved; sweep++) {
            const double s0s0 = s_0*s_0;
            const double s1s1 = s_1*s_1;
            const double s0s0_plus_s1s1 = s0s0 + s1s1;
            const double s2s2 = s_2*s_2;
            const double y_1 = s0s0_plus_s1s1 + s2s2;
            double c0_1, c1_1, c2_1, c3_1;
            kicked_c0123(y_1, &c0_1, &c1_1, &c2_1, &c3_1);
            const double sine = 2.0*c0_1*c1_1;
            const double versine = 2.0*(c1_1*c1_1);
            const double vec_x_axis_s_0 = L2*s_1 - L1*s_2; /* -vec_x_axis_0 */
            const double vec_x_axis_s_1 = L0*s_2 - L2*s_0; /* -vec_x_axis_1 */
            const double vec_x_axis_s_2 = L1*s_0 - L0*s_1; /* -vec_x_axis_2 */
            /* -R0_x_axis_0/2 */
            const double R0_x_axis_s_0 = R02_s0*s_1 + R01_s0*s_2;
            const double dexp_vv = c3_1 + c1_1*c2_1;
            const double s0s1_dexp_vv = s_0*s_1*dexp_vv;
            const double s0s2_dexp_vv = s_0*s_2*dexp_vv;
            const double dexp00_s = (s1s1 + s2s2)*dexp_vv - 1.0; /* -dexp00 */
            const double s1s2_dexp_vv = s_1*s_2*dexp_vv;
            const double dexp11_s = (s0s0 + s2s2)*dexp_vv - 1.0; /* -dexp11 */
            const double dexp22_s = s0s0_plus_s1s1*dexp_vv - 1.0; /* -dexp22 */
            /* R0_x_axis_1/2 */
            const double R0_x_axis_s_1 = R02_s0*s_0 + s_2*R00_s0;
            /* R0_x_axis_2/2 */
            const double R0_x_axis_s_2 = R01_s0*s_0 - s_1*R00_s0;
            const double s_1_versine = s_1*versine;
            const double s_0_versine = s_0*versine;
            const double s_2_versine = s_2*versine;
            /* -2 dexp10 */
            const double dexp10_s = s_2_versine - 2.0*s0s1_dexp_vv;
            /* 2 dexp20 */
            const double dexp20_s = s_1_versine + 2.0*s0s2_dexp_vv;
            /* 2 dexp01 */
            const double dexp01_s = s_2_versine + 2.0*s0s1_dexp_vv;
            /* -2 dexp21 */
            const double dexp21_s = s_0_versine - 2.0*s1s2_dexp_vv;
            /* -2 dexp02 */
            const double dexp02_s = s_1_versine - 2.0*s0s2_dexp_vv;
            /* 2 dexp12 */
            const double dexp12_s = s_0_versine + 2.0*s1s2_dexp_vv;
            const double L_mid_0 = L0 - vec_x_axis_s_0*sine +
                (s_1*vec_x_axis_s_2 - s_2*vec_x_axis_s_1)*versine;
            const double L_mid_1 = L1 - vec_x_axis_s_1*sine +
                (s_2*vec_x_axis_s_0 - s_0*vec_x_axis_s_2)*versine;
            const double L_mid_2 = L2 - vec_x_axis_s_2*sine +
                (s_0*vec_x_axis_s_1 - s_1*vec_x_axis_s_0)*versine;
            /* -R00/2 */
            const double R00_s1 = R00_s0 + R0_x_axis_s_0*sine +
                versine*(s_1*R0_x_axis_s_2 - s_2*R0_x_axis_s_1);
            /* R01/2 */
            const double R01_s1 = sine*R0_x_axis_s_1 - R01_s0 +
                versine*(s_2*R0_x_axis_s_0 + s_0*R0_x_axis_s_2);
            /* R02/2 */
            const double R02_s1 = R02_s0 + sine*R0_x_axis_s_2 -
                versine*(s_0*R0_x_axis_s_1 + s_1*R0_x_axis_s_0);
            /* 100/117 f_0 */
            const double f_0_s = s_0 -
                h_25_over_117*(L_mid_0 +
                h_over_2*(u_0 - 2.0*R00_s1*kick_pulse1));
            /* 100/97 f_1 */
            const double f_1_s = s_1 -
                h_25_over_97*(L_mid_1 +
                h_over_2*(u_1 + 2.0*R01_s1*kick_pulse1));
            /* 25/13 f_2 */
            const double f_2_s = s_2 -
                h_25_over_52*(L_mid_2 +
                h_over_2*(u_2 + 2.0*R02_s1*kick_pulse1));
            const double J00_s_part =
                h*(dexp10_s*R02_s1 + dexp20_s*R01_s1)*kick_pulse1;
            const double J10_s_part =
                h*(dexp20_s*R00_s1 - 2.0*dexp00_s*R02_s1)*kick_pulse1;
            const double J20_s_part =
                h*(dexp00_s*R01_s1 + 0.5*dexp10_s*R00_s1)*kick_pulse1;
            /* 4 J10 */
            const double J10_s =
                h*(dexp20_s*L_mid_0 + 2.0*dexp00_s*L_mid_2 - J10_s_part);
            /* -2 J20 */
            const double J20_s =
                h*(dexp00_s*L_mid_1 - 0.5*dexp10_s*L_mid_0 + J20_s_part);
            /* -4 J00 */
            const double J00_s =
                h*(dexp10_s*L_mid_2 + dexp20_s*L_mid_1 + J00_s_part) - 4.68;
            const double J01_s_over_h_part =
                h*(dexp11_s*R02_s1 - 0.5*dexp21_s*R01_s1)*kick_pulse1;
            const double J11_s_part =
                h*(dexp21_s*R00_s1 - dexp01_s*R02_s1)*kick_pulse1;
            const double t1 =
                h*(dexp01_s*R01_s1 - 2.0*dexp11_s*R00_s1)*kick_pulse1;
            const double J01_s_over_h = dexp11_s*L_mid_2 -
                0.5*dexp21_s*L_mid_1 + J01_s_over_h_part;
            const double t2 = dexp01_s*L_mid_1 + 2.0*dexp11_s*L_mid_0 + t1;
            const double J01_s = h*J01_s_over_h; /* -2 J01 */
            /* -4 J11 */
            const double J11_s =
                h*(dexp21_s*L_mid_0 + dexp01_s*L_mid_2 - J11_s_part) - 3.88;
            const double J02_s_over_h_part =
                h*(dexp12_s*R02_s1 + 2.0*dexp22_s*R01_s1)*kick_pulse1;
            const double t3 =
                h*(dexp22_s*R00_s1 + 0.5*dexp02_s*R02_s1)*kick_pulse1;
            const double J22_s_part =
                h*(dexp02_s*R01_s1 - dexp12_s*R00_s1)*kick_pulse1;
            const double J02_s_over_h = dexp12_s*L_mid_2 +
                2.0*dexp22_s*L_mid_1 + J02_s_over_h_part;
            const double t4 = dexp22_s*L_mid_0 - 0.5*dexp02_s*L_mid_2 - t3;
            const double J02_s = h*J02_s_over_h; /* 4 J02 */
            /* -4 J22 */
            const double J22_s =
                h*(dexp02_s*L_mid_1 + dexp12_s*L_mid_0 + J22_s_part) - 2.08;
            const double cofactor_s_part = h_sq*t2;
            /* 8 cofactor_0 */
            const double cofactor_s_0 = t4*cofactor_s_part + 0.5*J11_s*J22_s;
            /* -8 cofactor_1 */
            const double cofactor_s_1 = J01_s*J22_s -
                0.5*J02_s_over_h*cofactor_s_part;
            /* 16 cofactor_2 */
            const double cofactor_s_2 = J11_s*J02_s + 4.0*t4*h_sq*J01_s_over_h;
            /* 200/97 J0_x_f_0 */
            const double J0_x_f_s_0 = f_1_s*J20_s +
                0.26804123711340205 /* J3/(2*J2) */ *f_2_s*J10_s;
            /* 100/13 J0_x_f_1 */
            const double J0_x_f_s_1 = f_2_s*J00_s - 4.5*f_0_s*J20_s;
            /* -400/117 J0_x_f_2 */
            const double J0_x_f_s_2 = f_0_s*J10_s +
                kicked_J2_OVER_J1*f_1_s*J00_s;
            /* -over_det/32 */
            const double over_det_s = 1.0/(J00_s*cofactor_s_0 +
                J10_s*cofactor_s_1 + J20_s*cofactor_s_2);
            const double ds_0_part = over_det_s*(f_0_s*cofactor_s_0 -
                kicked_J2_OVER_J1*f_1_s*cofactor_s_1 +
                0.2222222222222222 /* J3/(2*J1) */ *f_2_s*cofactor_s_2);
            const double ds_1_part = J02_s*J0_x_f_s_0 -
                0.5360824742268041 /* J3/J2 */ *h*t4*J0_x_f_s_1 +
                0.6030927835051546 /* J1/(2*J2) */ *J22_s*J0_x_f_s_2;
            const double ds_2_part = J01_s*J0_x_f_s_0 +
                0.13402061855670103 /* J3/(4*J2) */ *J11_s*J0_x_f_s_1 +
                0.3015463917525773 /* J1/(4*J2) */ *h*t2*J0_x_f_s_2;
            const double ds_0 = 4.68*ds_0_part;
            const double ds_1 = 3.88*over_det_s*ds_1_part;
            const double ds_2 = 7.76*over_det_s*ds_2_part;
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

        const double y_2 = s_0*s_0 + s_1*s_1 + s_2*s_2;

        /* finish */
        double c0_2, c1_2;
        kicked_c01(y_2, &c0_2, &c1_2);
        const double e_0 = s_0*c1_2, e_1 = s_1*c1_2, e_2 = s_2*c1_2;
        const double e0e0 = e_0*e_0;
        const double turn_s2_1 = c0_2*e_0; /* turn_1/2 */
        const double e1e1 = e_1*e_1;
        const double turn_s2_2 = c0_2*e_1; /* turn_2/2 */
        const double e2e2 = e_2*e_2;
        const double turn_s2_3 = c0_2*e_2; /* turn_3/2 */
        const double e1e1_plus_e2e2 = e1e1 + e2e2;
        /* -turn_0 */
        const double turn_s2_0 = e0e0 - c0_2*c0_2 + e1e1_plus_e2e2;
        const double e0e1 = e_0*e_1;
        const double e0e1_plus_turn_s2_3 = e0e1 + turn_s2_3;
        const double e0e2 = e_0*e_2;
        const double e0e2_minus_turn_s2_2 = e0e2 - turn_s2_2;
        const double e0e1_minus_turn_s2_3 = e0e1 - turn_s2_3;
        const double e2e2_plus_e0e0 = e2e2 + e0e0;
        const double e1e2 = e_1*e_2;
        const double e1e2_plus_turn_s2_1 = e1e2 + turn_s2_1;
        const double e0e2_plus_turn_s2_2 = e0e2 + turn_s2_2;
        const double e1e2_minus_turn_s2_1 = e1e2 - turn_s2_1;
        const double e0e0_plus_e1e1 = e0e0 + e1e1;
        const double new_L_part = L0*e0e1_minus_turn_s2_3 - L1*e2e2_plus_e0e0 +
            L2*e1e2_plus_turn_s2_1;
        const double new_L_part2 = L0*e0e2_plus_turn_s2_2 +
            L1*e1e2_minus_turn_s2_1 - L2*e0e0_plus_e1e1;
        const double new_L_part3 = L1*e0e1_plus_turn_s2_3 - L0*e1e1_plus_e2e2 +
            L2*e0e2_minus_turn_s2_2;
        const double new_L_part4 = (R02_s0*e1e2_plus_turn_s2_1 -
            R00_s0*e0e1_minus_turn_s2_3 +
            R01_s0*(e2e2 - 0.5 + e0e0))*kick_pulse1;
        const double new_L_part5 = L1 +
            (2.0*new_L_part + h*(u_1 + 4.0*new_L_part4));
        const double new_L_part6 = (R02_s0*e0e2_minus_turn_s2_2 -
            R01_s0*e0e1_plus_turn_s2_3 +
            R00_s0*(e1e1 - 0.5 + e2e2))*kick_pulse1;
        const double new_L_part7 = (R00_s0*e0e2_plus_turn_s2_2 +
            R01_s0*e1e2_minus_turn_s2_1 +
            R02_s0*(e0e0 - 0.5 + e1e1))*kick_pulse1;
        const double new_L_part8 = L0 +
            (2.0*new_L_part3 + h*(u_0 + 4.0*new_L_part6));
        const double new_L_part9 = L2 +
            (2.0*new_L_part2 + h*(u_2 - 4.0*new_L_part7));

        /* the new state */
        next.q[0] = -2.0*(q1*turn_s2_1 + q2*turn_s2_2 + q3*turn_s2_3) -
            q0*turn_s2_0;
        next.q[1] = -2.0*(q3*turn_s2_2 - q2*turn_s2_3 - q0*turn_s2_1) -
            q1*turn_s2_0;
        next.q[2] = -2.0*(q1*turn_s2_3 - q3*turn_s2_1 - q0*turn_s2_2) -
            q2*turn_s2_0;
        next.q[3] = -2.0*(q2*turn_s2_1 - q1*turn_s2_2 - q0*turn_s2_3) -
            q3*turn_s2_0;
        next.L[0] = new_L_part8 +
            2.0*(e0e1_plus_turn_s2_3*new_L_part5 - e1e1_plus_e2e2*new_L_part8 +
            e0e2_minus_turn_s2_2*new_L_part9);
        next.L[1] = new_L_part5 +
            2.0*(e0e1_minus_turn_s2_3*new_L_part8 - e2e2_plus_e0e0*new_L_part5 +
            e1e2_plus_turn_s2_1*new_L_part9);
        next.L[2] = new_L_part9 +
            2.0*(e0e2_plus_turn_s2_2*new_L_part8 +
            e1e2_minus_turn_s2_1*new_L_part5 - e0e0_plus_e1e1*new_L_part9);
        kicked_tick(&next, &now, h);
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

/* Torque and force by mass at this state, those that vary. */
static void kicked_act(const kicked *x, const kicked_par *par,
                       const kicked_in *in, double act[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double t = x->t;
    const double kick = par->kick;
    const double period = par->period;
    const double u_0 = in->u[0], u_1 = in->u[1], u_2 = in->u[2];
    const double pi_over_period = kicked_PI/period;
    const double sin_t_pi_over_period = sin(t*pi_over_period);
    const double pulse = exp(-4.0*(sin_t_pi_over_period*sin_t_pi_over_period));
    const double kick_pulse = kick*pulse;
    act[0] = u_0 - 2.0*kick_pulse*(q2*q2 - 0.5 + q3*q3);
    act[1] = u_1 - 2.0*(q0*q3 - q1*q2)*kick_pulse;
    act[2] = u_2 + 2.0*(q0*q2 + q1*q3)*kick_pulse;
}

/* --- between two states --------------------------------------------------- */

int kicked_interp(const kicked *from, const kicked *to, const kicked_par *par,
                  const kicked_in *in, double h, double theta, kicked *out)
{
    double act[3], act_end[3];
    /* torque may jump at the ends: what acts inside counts */
    kicked seen;
    const double aside = (h < 0.0 ? -8.881784197001252e-16 :
        8.881784197001252e-16)*((from->t < 0.0 ? -from->t : from->t) +
        (h < 0.0 ? -h : h));
    kicked now;

    if (kicked_same(theta, 0.0)) {
        kicked_copy(out, from);
        return KICKED_OK;
    }
    if (kicked_same(theta, 1.0)) {
        kicked_copy(out, to);
        return KICKED_OK;
    }
    kicked_copy(&seen, from);
    seen.t += aside;
    kicked_act(&seen, par, in, act);
    kicked_copy(&seen, to);
    seen.t -= aside;
    kicked_act(&seen, par, in, act_end);
    const double q0 = from->q[0], q1 = from->q[1], q2 = from->q[2],
        q3 = from->q[3];
    const double L0 = from->L[0], L1 = from->L[1], L2 = from->L[2];
    const double end_q0 = to->q[0], end_q1 = to->q[1], end_q2 = to->q[2],
        end_q3 = to->q[3];
    const double end_L0 = to->L[0], end_L1 = to->L[1], end_L2 = to->L[2];
    const double T0 = act[0], T1 = act[1], T2 = act[2];
    const double end_T0 = act_end[0], end_T1 = act_end[1], end_T2 = act_end[2];
    const double h_175_over_156 = 1.1217948717948718 /* 21/(16*J1) */ *h;
    const double h_525_over_388 = 1.3530927835051547 /* 21/(16*J2) */ *h;
    const double h_525_over_208 = 2.5240384615384617 /* 21/(16*J3) */ *h;
    const double theta_minus_1 = theta - 1.0;

    /* half-way */
    const double turn1_0 = q1*end_q1 + q2*end_q2 + (q3*end_q3 + q0*end_q0);
    const bool flip = turn1_0 < 0.0;
    const double turn1_1 = q3*end_q2 - q2*end_q3 + (q0*end_q1 - q1*end_q0);
    const double sin_half_0 = flip ? -turn1_1 : turn1_1;
    const double cos_half = flip ? -turn1_0 : turn1_0;
    const double turn1_2 = q1*end_q3 - q3*end_q1 + (q0*end_q2 - q2*end_q0);
    const double sin_half_1 = flip ? -turn1_2 : turn1_2;
    const double turn1_3 = q2*end_q1 - q1*end_q2 + (q0*end_q3 - q3*end_q0);
    const double sin_half_2 = flip ? -turn1_3 : turn1_3;
    const double norm = sqrt(cos_half*cos_half + sin_half_0*sin_half_0 +
        (sin_half_1*sin_half_1 + sin_half_2*sin_half_2));
    const double tan_quarter_part = 1.0/(cos_half + norm);
    const double tan_quarter_0 = sin_half_0*tan_quarter_part;
    const double tan_quarter_1 = sin_half_1*tan_quarter_part;
    const double tan_quarter_2 = sin_half_2*tan_quarter_part;
    const double t1 = 1.0 + tan_quarter_0*tan_quarter_0 +
        (tan_quarter_1*tan_quarter_1 + tan_quarter_2*tan_quarter_2);
    const double sec_quarter = sqrt(t1);
    const double tan_eighth_part = 1.0/(1.0 + sec_quarter);
    const double tan_eighth_0 = tan_quarter_0*tan_eighth_part;
    const double tan_eighth_1 = tan_quarter_1*tan_eighth_part;
    const double tan_eighth_2 = tan_quarter_2*tan_eighth_part;
    const double tan_part = 1.0 +
        sqrt(1.0 + tan_eighth_0*tan_eighth_0 +
        (tan_eighth_1*tan_eighth_1 + tan_eighth_2*tan_eighth_2));
    const double tan_part2 = 1.0/tan_part;
    const double tan_0 = tan_eighth_0*tan_part2, tan_1 = tan_eighth_1*tan_part2;
    const double tan_2 = tan_eighth_2*tan_part2;
    const double hw1_s_0 = L0*h_175_over_156; /* 21/16 hw1_0 */
    const double hw1_s_1 = L1*h_525_over_388; /* 21/16 hw1_1 */
    const double hw1_s_2 = L2*h_525_over_208; /* 21/16 hw1_2 */
    const double end_hw1_s_0 = end_L0*h_175_over_156; /* 21/16 end_hw1_0 */
    const double end_hw1_s_1 = end_L1*h_525_over_388; /* 21/16 end_hw1_1 */
    const double end_hw1_s_2 = end_L2*h_525_over_208; /* 21/16 end_hw1_2 */
    const double new_turn_part = hw1_s_0*hw1_s_0 + hw1_s_1*hw1_s_1 +
        (hw1_s_2*hw1_s_2 + end_hw1_s_0*end_hw1_s_0);
    const double new_turn_part2 = 0.29024943310657597*(end_hw1_s_1*end_hw1_s_1 +
        end_hw1_s_2*end_hw1_s_2 + new_turn_part);
    const double cos_quarter = 1.0/sec_quarter;
    const double sin_quarter_0 = tan_quarter_0*cos_quarter;
    const double sin_quarter_1 = tan_quarter_1*cos_quarter;
    const double sin_quarter_2 = tan_quarter_2*cos_quarter;
    const double tan_sq = tan_0*tan_0 + tan_1*tan_1 + tan_2*tan_2;
    const double series_s1_part = tan_sq*(1.6153846153846154 /* 21/13 */ +
        tan_sq*
        (tan_sq*(1.2352941176470589 /* 21/17 */ +
        tan_sq*(tan_sq - 1.105263157894737 /* 21/19 */)) - 1.4));
    const double series_s1_part2 = tan_sq*(4.2 +
        tan_sq*
        (tan_sq*(2.3333333333333335 /* 7/3 */ +
        tan_sq*(series_s1_part - 1.9090909090909092 /* 21/11 */)) - 3.0));
    const double series_s1 = series_s1_part2 - 7.0; /* -21 series */
    const double arctan_s = 21.0 + tan_sq*series_s1; /* 21 arctan */
    const double phi_s_0 = tan_0*arctan_s; /* 21/8 phi_0 */
    const double phi_s_1 = tan_1*arctan_s; /* 21/8 phi_1 */
    const double phi_s_2 = tan_2*arctan_s; /* 21/8 phi_2 */
    const double over_arctan_s = 1.0/arctan_s;
    /* -4/21 f */
    const double f_s = over_arctan_s*(1.0/(tan_sq - 1.0) +
        0.25*(series_s1*over_arctan_s - 1.0));
    const double vw1_s_0 = hw1_s_1*phi_s_2 - hw1_s_2*phi_s_1; /* 441/64 vw1_0 */
    const double vw1_s_1 = hw1_s_2*phi_s_0 - hw1_s_0*phi_s_2; /* 441/64 vw1_1 */
    const double vw1_s_2 = hw1_s_0*phi_s_1 - hw1_s_1*phi_s_0; /* 441/64 vw1_2 */
    /* 21/16 sigma1_0 */
    const double sigma1_s_0 = hw1_s_0 + kicked_4_OVER_21*vw1_s_0 -
        kicked_4_OVER_21*f_s*(phi_s_2*vw1_s_1 - phi_s_1*vw1_s_2);
    /* 21/16 sigma1_1 */
    const double sigma1_s_1 = hw1_s_1 + kicked_4_OVER_21*vw1_s_1 -
        kicked_4_OVER_21*f_s*(phi_s_0*vw1_s_2 - phi_s_2*vw1_s_0);
    /* 21/16 sigma1_2 */
    const double sigma1_s_2 = hw1_s_2 + kicked_4_OVER_21*vw1_s_2 -
        kicked_4_OVER_21*f_s*(phi_s_1*vw1_s_0 - phi_s_0*vw1_s_1);
    /* -441/64 end_vw1_0 */
    const double end_vw1_s_0 = end_hw1_s_1*phi_s_2 - end_hw1_s_2*phi_s_1;
    /* -441/64 end_vw1_1 */
    const double end_vw1_s_1 = end_hw1_s_2*phi_s_0 - end_hw1_s_0*phi_s_2;
    /* -441/64 end_vw1_2 */
    const double end_vw1_s_2 = end_hw1_s_0*phi_s_1 - end_hw1_s_1*phi_s_0;
    /* 21/16 end_sigma1_0 */
    const double end_sigma1_s_0 = end_hw1_s_0 - kicked_4_OVER_21*end_vw1_s_0 -
        kicked_4_OVER_21*f_s*(phi_s_2*end_vw1_s_1 - phi_s_1*end_vw1_s_2);
    /* 21/16 end_sigma1_1 */
    const double end_sigma1_s_1 = end_hw1_s_1 - kicked_4_OVER_21*end_vw1_s_1 -
        kicked_4_OVER_21*f_s*(phi_s_0*end_vw1_s_2 - phi_s_2*end_vw1_s_0);
    /* 21/16 end_sigma1_2 */
    const double end_sigma1_s_2 = end_hw1_s_2 - kicked_4_OVER_21*end_vw1_s_2 -
        kicked_4_OVER_21*f_s*(phi_s_1*end_vw1_s_0 - phi_s_0*end_vw1_s_1);
    const double new_turn_part3 = phi_s_0 - h_175_over_156*(L0 + end_L0);
    const double new_turn_part4 = phi_s_1 - h_525_over_388*(L1 + end_L1);
    const double new_turn_part5 = phi_s_2 - h_525_over_208*(L2 + end_L2);
    const double new_turn_part6 = 0.14512471655328799*
        (new_turn_part3*new_turn_part3 + new_turn_part4*new_turn_part4 +
        new_turn_part5*new_turn_part5);

    /* the attitude at theta, from there */
    const double theta_theta_minus_1 = theta*theta_minus_1;
    const double way_s = (theta - 0.5)*(theta_theta_minus_1 - 0.5); /* -way/2 */
    /* -21/16 v_0 */
    const double v_s_0 = way_s*phi_s_0 -
        0.5*theta_theta_minus_1*(theta_minus_1*sigma1_s_0 +
        theta*end_sigma1_s_0);
    /* -21/16 v_1 */
    const double v_s_1 = way_s*phi_s_1 -
        0.5*theta_theta_minus_1*(theta_minus_1*sigma1_s_1 +
        theta*end_sigma1_s_1);
    /* -21/16 v_2 */
    const double v_s_2 = way_s*phi_s_2 -
        0.5*theta_theta_minus_1*(theta_minus_1*sigma1_s_2 +
        theta*end_sigma1_s_2);
    const double y_2 =
        0.5804988662131519*(v_s_0*v_s_0 + v_s_1*v_s_1 + v_s_2*v_s_2);
    double c0_2, c1_2;
    kicked_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double L_from_part = theta + 0.5;
    const double h_theta = h*theta;
    const double theta_minus_1_sq = theta_minus_1*theta_minus_1;
    const double L_from_0 = (T0*h_theta + 2.0*L0*L_from_part)*theta_minus_1_sq;
    const double L_from_1 = (T1*h_theta + 2.0*L1*L_from_part)*theta_minus_1_sq;
    const double L_from_2 = (T2*h_theta + 2.0*L2*L_from_part)*theta_minus_1_sq;
    const double L_to_part = theta - 1.5;
    const double h_theta_minus_1 = h*theta_minus_1;
    const double theta_sq = theta*theta;
    const double L_to_0 =
        theta_sq*(end_T0*h_theta_minus_1 - 2.0*end_L0*L_to_part);
    const double L_to_1 =
        theta_sq*(end_T1*h_theta_minus_1 - 2.0*end_L1*L_to_part);
    const double L_to_2 =
        theta_sq*(end_T2*h_theta_minus_1 - 2.0*end_L2*L_to_part);
    const double L_mid_s_part = 1.0/t1;
    /* -vec_x_axis_0 */
    const double vec_x_axis_s3_0 = L_from_2*tan_quarter_1 -
        L_from_1*tan_quarter_2;
    /* -vec_x_axis_1 */
    const double vec_x_axis_s3_1 = L_from_0*tan_quarter_2 -
        L_from_2*tan_quarter_0;
    /* -vec_x_axis_2 */
    const double vec_x_axis_s3_2 = L_from_1*tan_quarter_0 -
        L_from_0*tan_quarter_1;
    /* -axis_x_vec_0 */
    const double axis_x_vec_s_0 = L_to_1*tan_quarter_2 - L_to_2*tan_quarter_1;
    /* -axis_x_vec_1 */
    const double axis_x_vec_s_1 = L_to_2*tan_quarter_0 - L_to_0*tan_quarter_2;
    /* -axis_x_vec_2 */
    const double axis_x_vec_s_2 = L_to_0*tan_quarter_1 - L_to_1*tan_quarter_0;
    const double turn3_0_part =
        c1_2*(sin_quarter_0*v_s_0 + sin_quarter_1*v_s_1 + sin_quarter_2*v_s_2);
    const double turn3_0 = cos_quarter*c0_2 + kicked_16_OVER_21*turn3_0_part;
    const double turn3_1_part =
        c1_2*(sin_quarter_2*v_s_1 - sin_quarter_1*v_s_2 - cos_quarter*v_s_0);
    const double turn3_1 = sin_quarter_0*c0_2 + kicked_16_OVER_21*turn3_1_part;
    const double turn3_2_part =
        c1_2*(sin_quarter_0*v_s_2 - sin_quarter_2*v_s_0 - cos_quarter*v_s_1);
    const double turn3_2 = sin_quarter_1*c0_2 + kicked_16_OVER_21*turn3_2_part;
    const double turn3_3_part =
        c1_2*(sin_quarter_1*v_s_0 - sin_quarter_0*v_s_1 - cos_quarter*v_s_2);
    const double turn3_3 = sin_quarter_2*c0_2 + kicked_16_OVER_21*turn3_3_part;
    const double c0_2_c1_2 = c0_2*c1_2;
    const double c1_2_sq = c1_2*c1_2;
    const double L_mid_s_0_part = L_mid_s_part*(vec_x_axis_s3_0 -
        tan_quarter_1*vec_x_axis_s3_2 + tan_quarter_2*vec_x_axis_s3_1);
    const double L_mid_s_1_part = L_mid_s_part*(vec_x_axis_s3_1 -
        tan_quarter_2*vec_x_axis_s3_0 + tan_quarter_0*vec_x_axis_s3_2);
    const double L_mid_s_2_part = L_mid_s_part*(vec_x_axis_s3_2 -
        tan_quarter_0*vec_x_axis_s3_1 + tan_quarter_1*vec_x_axis_s3_0);
    const double L_mid_s_0_part2 = L_mid_s_part*(axis_x_vec_s_0 -
        tan_quarter_2*axis_x_vec_s_1 + tan_quarter_1*axis_x_vec_s_2);
    const double L_mid_s_1_part2 = L_mid_s_part*(axis_x_vec_s_1 -
        tan_quarter_0*axis_x_vec_s_2 + tan_quarter_2*axis_x_vec_s_0);
    const double L_mid_s_2_part2 = L_mid_s_part*(axis_x_vec_s_2 -
        tan_quarter_1*axis_x_vec_s_0 + tan_quarter_0*axis_x_vec_s_1);
    /* L_mid_0/2 */
    const double L_mid_s_0 = 0.5*L_from_0 + 0.5*L_to_0 - L_mid_s_0_part -
        L_mid_s_0_part2;
    /* L_mid_1/2 */
    const double L_mid_s_1 = 0.5*L_from_1 + 0.5*L_to_1 - L_mid_s_1_part -
        L_mid_s_1_part2;
    /* L_mid_2/2 */
    const double L_mid_s_2 = 0.5*L_from_2 + 0.5*L_to_2 - L_mid_s_2_part -
        L_mid_s_2_part2;
    /* 21/32 vec_x_axis_0 */
    const double vec_x_axis_s3_0b = v_s_1*L_mid_s_2 - v_s_2*L_mid_s_1;
    /* 21/32 vec_x_axis_1 */
    const double vec_x_axis_s3_1b = v_s_2*L_mid_s_0 - v_s_0*L_mid_s_2;
    /* 21/32 vec_x_axis_2 */
    const double vec_x_axis_s3_2b = v_s_0*L_mid_s_1 - v_s_1*L_mid_s_0;
    const double new_L0_part = 2.0*L_mid_s_0 +
        kicked_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_0b;
    const double new_L1_part = 2.0*L_mid_s_1 +
        kicked_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_1b;
    const double new_L2_part = 2.0*L_mid_s_2 +
        kicked_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_2b;

    if ((new_turn_part6 < new_turn_part2 ? new_turn_part2 :
        new_turn_part6) > 9.8696044010893) {
        return KICKED_STEP_TOO_LARGE;
    }
    now.q[0] = q0*turn3_0 - q3*turn3_3 - (q1*turn3_1 + q2*turn3_2);
    now.q[1] = q2*turn3_3 - q3*turn3_2 + (q0*turn3_1 + q1*turn3_0);
    now.q[2] = q3*turn3_1 - q1*turn3_3 + (q0*turn3_2 + q2*turn3_0);
    now.q[3] = q1*turn3_2 - q2*turn3_1 + (q0*turn3_3 + q3*turn3_0);
    now.L[0] = new_L0_part +
        kicked_K1*c1_2_sq*(v_s_1*vec_x_axis_s3_2b - v_s_2*vec_x_axis_s3_1b);
    now.L[1] = new_L1_part +
        kicked_K1*c1_2_sq*(v_s_2*vec_x_axis_s3_0b - v_s_0*vec_x_axis_s3_2b);
    now.L[2] = new_L2_part +
        kicked_K1*c1_2_sq*(v_s_0*vec_x_axis_s3_1b - v_s_1*vec_x_axis_s3_0b);
    kicked_tick(&now, from, theta*h);
    if (!kicked_finite(&now)) {
        return KICKED_NOT_FINITE;
    }
    kicked_copy(out, &now);
    return KICKED_OK;
}

/* --- what is read and set ------------------------------------------------- */

double kicked_time(const kicked *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static bool kicked_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Can they be squared and summed, to no less than that? */
static bool kicked_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i]*value[i];
    }
    return sum - sum <= 0.0 && sum >= least;
}

void kicked_rotation(const kicked *x, double R[9])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double q1q1 = q1*q1;
    const double q0q1 = q0*q1;
    const double q2q3 = q2*q3;
    const double q2q2 = q2*q2;
    const double q0q2 = q0*q2;
    const double q1q3 = q1*q3;
    const double q3q3 = q3*q3;
    const double q0q3 = q0*q3;
    const double q1q2 = q1*q2;
    R[0] = 1.0 - 2.0*(q2q2 + q3q3);
    R[1] = 2.0*(q1q2 - q0q3);
    R[2] = 2.0*(q0q2 + q1q3);
    R[3] = 2.0*(q0q3 + q1q2);
    R[4] = 1.0 - 2.0*(q1q1 + q3q3);
    R[5] = 2.0*(q2q3 - q0q1);
    R[6] = 2.0*(q1q3 - q0q2);
    R[7] = 2.0*(q0q1 + q2q3);
    R[8] = 1.0 - 2.0*(q1q1 + q2q2);
}

int kicked_set_rotation(kicked *x, const double R[9])
{
    double value[4];
    const double R00 = R[0], R01 = R[1], R02 = R[2], R10 = R[3], R11 = R[4],
        R12 = R[5], R20 = R[6], R21 = R[7], R22 = R[8];
    const double R02_minus_R20 = R02 - R20;
    const double R12_plus_R21 = R12 + R21;
    const double R02_plus_R20 = R02 + R20;
    const double R01_plus_R10 = R01 + R10;
    const double R21_minus_R12 = R21 - R12;
    const double R10_minus_R01 = R10 - R01;
    const double square0 = R22 + R11 + R00 + 1.0;
    const double square1 = R00 - R22 - R11 + 1.0;
    const double square2 = R11 - R22 - R00 + 1.0;
    const double square3 = R22 - R11 - R00 + 1.0;
    const bool larger1 = square0 < square1;
    const double largest0 = larger1 ? square1 : square0;
    const bool larger2 = largest0 < square2;
    const bool larger3 = (larger2 ? square2 : largest0) < square3;
    const double best0 = larger3 ? R10_minus_R01 :
        (larger2 ? R02_minus_R20 : (larger1 ? R21_minus_R12 : square0));
    const double best1 = larger3 ? R02_plus_R20 :
        (larger2 ? R01_plus_R10 : (larger1 ? square1 : R21_minus_R12));
    const double best2 = larger3 ? R12_plus_R21 :
        (larger2 ? square2 : (larger1 ? R01_plus_R10 : R02_minus_R20));
    const double best3 = larger3 ? square3 :
        (larger2 ? R12_plus_R21 : (larger1 ? R02_plus_R20 : R10_minus_R01));
    const double norm =
        sqrt(best0*best0 + best1*best1 + best2*best2 + best3*best3);
    const double scale = (best0 < 0.0 ? -1.0 : 1.0)/norm;
    value[0] = best0*scale;
    value[1] = best1*scale;
    value[2] = best2*scale;
    value[3] = best3*scale;
    if (!kicked_numbers(value, 4) || !kicked_squares(R, 9, 0.0)) {
        return KICKED_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return KICKED_OK;
}

void kicked_quaternion(const kicked *x, double q[4])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    q[0] = q0;
    q[1] = q1;
    q[2] = q2;
    q[3] = q3;
}

int kicked_set_quaternion(kicked *x, const double q[4])
{
    double value[4];
    const double q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
    const double q_part = sqrt(q0*q0 + q1*q1 + q2*q2 + q3*q3);
    const double q_part2 = 1.0/q_part;
    value[0] = q0*q_part2;
    value[1] = q1*q_part2;
    value[2] = q2*q_part2;
    value[3] = q3*q_part2;
    if (!kicked_numbers(value, 4) || !kicked_squares(q, 4, 1e-290)) {
        return KICKED_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return KICKED_OK;
}

void kicked_omega(const kicked *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = 0.8547008547008547 /* 1/J1 */ *L0;
    w[1] = 1.0309278350515463 /* 1/J2 */ *L1;
    w[2] = 1.9230769230769231 /* 1/J3 */ *L2;
}

int kicked_set_omega(kicked *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 1.17*w0;
    value[1] = 0.97*w1;
    value[2] = 0.52*w2;
    if (!kicked_numbers(value, 3)) {
        return KICKED_NOT_FINITE;
    }
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return KICKED_OK;
}

void kicked_momentum(const kicked *x, double pi[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double axis_x_vec_s_0 = q3*L1 - q2*L2; /* -axis_x_vec_0 */
    const double axis_x_vec_s_1 = q1*L2 - q3*L0; /* -axis_x_vec_1 */
    const double axis_x_vec_s_2 = q2*L0 - q1*L1; /* -axis_x_vec_2 */
    pi[0] = L0 +
        2.0*(q3*axis_x_vec_s_1 - q2*axis_x_vec_s_2 - q0*axis_x_vec_s_0);
    pi[1] = L1 +
        2.0*(q1*axis_x_vec_s_2 - q3*axis_x_vec_s_0 - q0*axis_x_vec_s_1);
    pi[2] = L2 +
        2.0*(q2*axis_x_vec_s_0 - q1*axis_x_vec_s_1 - q0*axis_x_vec_s_2);
}

double kicked_energy(const kicked *x, const kicked_par *par)
{
    (void)par;
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    return 0.42735042735042733 /* 1/(2*J1) */ *(L0*L0) +
        0.5154639175257731 /* 1/(2*J2) */ *(L1*L1) +
        0.9615384615384616 /* 1/(2*J3) */ *(L2*L2);
}
