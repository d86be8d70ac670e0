/* thrown.c - made by polhode *; do not edit.
 *   from       thrown.pol (content *)
 *   by         polhode emit thrown.pol --method 'rkmk(heun2, form = rate)'
 *   body       thrown.pol - a disc thrown into a gust: force and torque of t,
 *              R, w, x and v.
 *   method     rkmk(heun2, form = rate), order 2
 *              Runge-Kutta-Munthe-Kaas
 *              H. Munthe-Kaas, BIT 38 (1998) 92-111
 *   attitude   quaternion, map exp
 *   inertia    diag(0.00175, 0.00175, 0.003375) kg m^2
 *   real       double
 *   cost       266 mul, 190 add, 4 calls: 460 flops per step; 15 hoisted out of
 *              the loop; 7 for the compensated clock, 14 for the finite check
 *   calls      atan2, cos, sin, sqrt, tanh of math.h
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off), but for the
 * functions of math.h; NaN and Inf checks do not work under -ffinite-math-only.
 * The file belongs to whoever wrote the spec.
 */
#ifndef THROWN_NO_INCLUDE
#ifndef THROWN_PLAIN
#define THROWN_PLAIN
#endif
#include "thrown.h"
#include <math.h>
#include <stdbool.h>
#endif

static const double thrown_1_OVER_2_J1 = 285.7142857142857; /* 1/(2*J1) */
static const double thrown_1_OVER_2_J3 = 148.14814814814815; /* 1/(2*J3) */
static const double thrown_K1 = 0.02962962962962963;
static const double thrown_J_INV_00 = 571.4285714285714; /* 1/J1, 1/(kg m^2) */
static const double thrown_J_INV_22 = 296.2962962962963; /* 1/J3, 1/(kg m^2) */
static const double thrown_K2 = 0.00020769230769230768;
static const double thrown_K3 = 7.269230769230769e-06;
static const double thrown_K4 = 3.634615384615385e-07;
static const double thrown_J3_OVER_J1 = 1.9285714285714286; /* J3/J1 */
static const double thrown_J1_OVER_J3 = 0.5185185185185185; /* J1/J3 */
static const double thrown_1_OVER_8_J1 = 71.42857142857143; /* 1/(8*J1) */
static const double thrown_16_OVER_21 = 0.7619047619047619; /* 16/21 */
static const double thrown_64_OVER_21 = 3.0476190476190474; /* 64/21 */
static const double thrown_K5 = 2.3219954648526078;
static const double thrown_3_OVER_20_J1 = 85.71428571428571; /* 3/(20*J1) */
static const double thrown_K6 = 0.05714285714285714;
static const double thrown_PI = 3.141592653589793; /* pi */

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void thrown_c01_near(double y, double *c0, double *c1)
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
thrown_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    thrown_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void thrown_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        thrown_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        thrown_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* --- the start ------------------------------------------------------------ */

void thrown_start(thrown *x)
{
    x->q[0] = 0.9950041652780258;
    x->q[1] = 0.09983341664682815;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.000525;
    x->L[1] = 0.000175;
    x->L[2] = 0.0405;
    x->x[0] = 0.0;
    x->x[1] = 0.0;
    x->x[2] = 0.0;
    x->v[0] = 6.0;
    x->v[1] = 0.0;
    x->v[2] = 2.0;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void thrown_defaults(thrown_par *par)
{
    par->m = 0.3;
    par->g = 9.81;
}

/* Where the header gave the plain names. */
#ifndef thrown_start
void thrown_start_ceb88801(thrown *x)
{
    thrown_start(x);
}

void thrown_defaults_ceb88801(thrown_par *par)
{
    thrown_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void thrown_tick(thrown *to, const thrown *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void thrown_copy(thrown *to, const thrown *from)
{
    to->q[0] = from->q[0];
    to->q[1] = from->q[1];
    to->q[2] = from->q[2];
    to->q[3] = from->q[3];
    to->L[0] = from->L[0];
    to->L[1] = from->L[1];
    to->L[2] = from->L[2];
    to->x[0] = from->x[0];
    to->x[1] = from->x[1];
    to->x[2] = from->x[2];
    to->v[0] = from->v[0];
    to->v[1] = from->v[1];
    to->v[2] = from->v[2];
    to->t = from->t;
    to->t_rest = from->t_rest;
}

/* Are all its numbers finite?  Not if their sum overflows. */
static bool thrown_finite(const thrown *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + x->L[2]) +
        (((x->x[0] + x->x[1]) + (x->x[2] + x->v[0])) +
        ((x->v[1] + x->v[2]) + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool thrown_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int thrown_run(thrown *x, const thrown_par *par, const thrown_in *in, double h,
               long steps)
{
    (void)in;
    const double m = par->m;
    const double g = par->g;
    const double over_m = 1.0/m;
    const double h_2000_over_7 = thrown_1_OVER_2_J1*h;
    const double h_4000_over_27 = thrown_1_OVER_2_J3*h;
    const double h_over_2 = 0.5*h;
    const double h_scaled = 157218.44293272865 /* (1/J1 - 1/J3)/J1 */ *h;
    const double h_over_10 = 0.1*h;
    const double h_scaledb = 137.56613756613757 /* (1/J1 - 1/J3)/2 */ *h;
    const double h_scaledc = 8.779149519890261*h;
    const double h_2_over_135 = 0.014814814814814815*h;
    const double h_4_over_135 = thrown_K1*h;
    const double over_m_h_over_5 = over_m*(0.2*h);
    const double k1 = 0.5*over_m_h_over_5;
    const double m_g_times_5 = 5.0*m*g;
    thrown now, next;
    int status = THROWN_OK;
    long step;

    thrown_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double x0 = now.x[0], x1 = now.x[1], x2 = now.x[2];
        const double v0 = now.v[0], v1 = now.v[1], v2 = now.v[2];
        const double t = now.t;
        const double w1_0 = thrown_J_INV_00*L0;
        const double w1_1 = thrown_J_INV_00*L1;
        const double w1_2 = thrown_J_INV_22*L2;
        const double gust1_0 = 1.0 + sin(3.0*t);
        const double q0q1 = q0*q1;
        const double q2q3 = q2*q3;
        const double q2q2 = q2*q2;
        const double q0q2 = q0*q2;
        const double q1q3 = q1*q3;
        const double q3q3 = q3*q3;
        const double q0q3 = q0*q3;
        const double q1q2 = q1*q2;
        const double R01_s0 = q0q3 - q1q2; /* -R01/2 */
        const double R02_s0 = q0q2 + q1q3; /* R02/2 */
        const double R10_s0 = q0q3 + q1q2; /* R10/2 */
        const double R12_s0 = q0q1 - q2q3; /* -R12/2 */
        const double R20_s0 = q0q2 - q1q3; /* -R20/2 */
        const double R21_s0 = q0q1 + q2q3; /* R21/2 */
        const double R00_s0 = q2q2 - 0.5 + q3q3; /* -R00/2 */
        const double t1 = q1*q1 - 0.5;
        const double R11_s0 = t1 + q3q3; /* -R11/2 */
        const double R22_s0 = t1 + q2q2; /* -R22/2 */

        /* stage 1: t */
        const double gust1_1 = 0.5*x0, gust1_2 = tanh(x2);
        const double v1_minus_gust1_1 = v1 - gust1_1;
        const double v2_minus_gust1_2 = v2 - gust1_2;
        const double gust1_0_minus_v0 = gust1_0 - v0;
        const double air1_0 = 2.0*(R10_s0*v1_minus_gust1_1 -
            R20_s0*v2_minus_gust1_2 + gust1_0_minus_v0*R00_s0);
        const double air1_1 = 2.0*(R21_s0*v2_minus_gust1_2 -
            v1_minus_gust1_1*R11_s0 + R01_s0*gust1_0_minus_v0);
        const double air1_2 = -2.0*(R12_s0*v1_minus_gust1_1 +
            v2_minus_gust1_2*R22_s0 + R02_s0*gust1_0_minus_v0);
        const double t2 = R01_s0*w1_1 - R02_s0*w1_2 + w1_0*R00_s0;
        const double t3 = R20_s0*w1_0 - R21_s0*w1_1 + w1_2*R22_s0;
        /* -189/52000 Ldot_0 */
        const double Ldot_s_0 = L1*L2 + thrown_K2*L0 + thrown_K3*air1_1;
        /* 189/52000 Ldot_1 */
        const double Ldot_s_1 = L0*L2 - thrown_K2*L1 + thrown_K3*air1_0;
        const double t4 = R12_s0*w1_2 - R10_s0*w1_0 + w1_1*R11_s0;
        const double t5 = 0.3*(v1*t3 - v2*t4) + R00_s0*air1_0 + R01_s0*air1_1;
        const double t6 = t5 - 8.0*R02_s0*air1_2;
        const double t7 = 0.3*(v2*t2 - v0*t3) - R10_s0*air1_0 + R11_s0*air1_1;
        const double t8 = t7 + 8.0*R12_s0*air1_2;
        const double t9 = 0.3*(v0*t4 - v1*t2) - m_g_times_5 + R20_s0*air1_0;
        const double t10 = t9 - R21_s0*air1_1 + 8.0*R22_s0*air1_2;

        /* stage 2: t + h, attitude exp(v2) */
        const double v2_0 = L0*h_2000_over_7, v2_1 = L1*h_2000_over_7;
        const double v2_2 = L2*h_4000_over_27;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        thrown_c01(y_2, &c0_2, &c1_2);
        const double sine = 2.0*c0_2*c1_2;
        const double versine = 2.0*(c1_2*c1_2);
        const double w2_0 = w1_0 - h_scaled*Ldot_s_0;
        const double w2_1 = w1_1 + h_scaled*Ldot_s_1;
        const double w2_2 = w1_2 - L2*h_scaledc;
        const double gust2_0 = 1.0 + sin(3.0*(t + h));
        const double gust2_1 = gust1_1 + v0*h_over_2, gust2_2 = tanh(x2 + v2*h);
        /* -R0_x_axis_0/2 */
        const double R0_x_axis_s_0 = R02_s0*v2_1 + R01_s0*v2_2;
        /* R0_x_axis_2/2 */
        const double R0_x_axis_s_2 = R01_s0*v2_0 - v2_1*R00_s0;
        /* R0_x_axis_1/2 */
        const double R0_x_axis_s_1 = R02_s0*v2_0 + v2_2*R00_s0;
        /* -R00/2 */
        const double R00_s2 = R00_s0 + R0_x_axis_s_0*sine +
            versine*(v2_1*R0_x_axis_s_2 - v2_2*R0_x_axis_s_1);
        const double t11 = v0 + over_m_h_over_5*t6, t12 = t11 - gust2_0;
        /* R1_x_axis_0/2 */
        const double R1_x_axis_s_0 = R12_s0*v2_1 - v2_2*R11_s0;
        /* R1_x_axis_2/2 */
        const double R1_x_axis_s_2 = R10_s0*v2_1 + v2_0*R11_s0;
        /* -R1_x_axis_1/2 */
        const double R1_x_axis_s_1 = R10_s0*v2_2 + R12_s0*v2_0;
        /* R10/2 */
        const double R10_s2 = R10_s0 + sine*R1_x_axis_s_0 -
            versine*(v2_1*R1_x_axis_s_2 + v2_2*R1_x_axis_s_1);
        const double t13 = v1 + over_m_h_over_5*t8, t14 = t13 - gust2_1;
        /* R2_x_axis_0/2 */
        const double R2_x_axis_s_0 = R21_s0*v2_2 + v2_1*R22_s0;
        /* -R2_x_axis_2/2 */
        const double R2_x_axis_s_2 = R21_s0*v2_0 + R20_s0*v2_1;
        /* R2_x_axis_1/2 */
        const double R2_x_axis_s_1 = R20_s0*v2_2 - v2_0*R22_s0;
        /* R20/2 */
        const double R20_s2 = sine*R2_x_axis_s_0 - R20_s0 +
            versine*(v2_1*R2_x_axis_s_2 + v2_2*R2_x_axis_s_1);
        const double t15 = v2 + over_m_h_over_5*t10, t16 = t15 - gust2_2;
        const double air2_0 = 2.0*(R10_s2*t14 - R00_s2*t12 + R20_s2*t16);
        /* R01/2 */
        const double R01_s2 = sine*R0_x_axis_s_1 - R01_s0 +
            versine*(v2_2*R0_x_axis_s_0 + v2_0*R0_x_axis_s_2);
        /* -R11/2 */
        const double R11_s2 = R11_s0 + R1_x_axis_s_1*sine +
            versine*(v2_2*R1_x_axis_s_0 - v2_0*R1_x_axis_s_2);
        /* R21/2 */
        const double R21_s2 = R21_s0 + sine*R2_x_axis_s_1 -
            versine*(v2_2*R2_x_axis_s_0 + v2_0*R2_x_axis_s_2);
        const double air2_1 = 2.0*(R01_s2*t12 - R11_s2*t14 + R21_s2*t16);
        /* R02/2 */
        const double R02_s2 = R02_s0 + sine*R0_x_axis_s_2 -
            versine*(v2_0*R0_x_axis_s_1 + v2_1*R0_x_axis_s_0);
        /* R12/2 */
        const double R12_s2 = sine*R1_x_axis_s_2 - R12_s0 +
            versine*(v2_0*R1_x_axis_s_1 + v2_1*R1_x_axis_s_0);
        /* -R22/2 */
        const double R22_s2 = R22_s0 + R2_x_axis_s_2*sine +
            versine*(v2_0*R2_x_axis_s_1 - v2_1*R2_x_axis_s_0);
        const double air2_2 = 2.0*(R02_s2*t12 + R12_s2*t14 - R22_s2*t16);
        const double new_v_part = w2_1*R01_s2 - R00_s2*w2_0 + w2_2*R02_s2;
        const double new_v_part2 = R10_s2*w2_0 - R11_s2*w2_1 + w2_2*R12_s2;
        const double new_v_part3 = w2_0*R20_s2 + R21_s2*w2_1 - w2_2*R22_s2;
        const double new_v0_part = R01_s2*air2_1 - R00_s2*air2_0 +
            8.0*R02_s2*air2_2;
        const double new_v1_part = R10_s2*air2_0 - R11_s2*air2_1 +
            8.0*R12_s2*air2_2;
        const double new_v2_part = m_g_times_5 + R20_s2*air2_0 + R21_s2*air2_1 -
            8.0*R22_s2*air2_2;

        /* finish */
        const double v_0 = h_2000_over_7*(L0 - h_scaledb*Ldot_s_0);
        const double v_1 = h_2000_over_7*(L1 + h_scaledb*Ldot_s_1);
        const double v_2_over_h_4000_over_27 = L2 - L2*h_2_over_135;
        const double v_2 = h_4000_over_27*v_2_over_h_4000_over_27;
        const double y_3 = v_2*v_2 + v_0*v_0 + v_1*v_1;
        double c0_3, c1_3;
        thrown_c01(y_3, &c0_3, &c1_3);
        const double new_v0_part2 = over_m*t6 -
            over_m*(new_v0_part + 0.3*(t13*new_v_part3 - new_v_part2*t15));
        const double new_v1_part2 = over_m*t8 -
            over_m*(new_v1_part + 0.3*(new_v_part*t15 - t11*new_v_part3));
        const double new_v2_part2 = over_m*t10 -
            over_m*(new_v2_part + 0.3*(t11*new_v_part2 - t13*new_v_part));
        const double new_L0_part = h_scaledb*(Ldot_s_0 + 5.90625e-06*w2_2*w2_1 +
            thrown_K4*w2_0 + thrown_K3*air2_1);
        const double new_L1_part = h_scaledb*(Ldot_s_1 + 5.90625e-06*w2_2*w2_0 -
            thrown_K4*w2_1 + thrown_K3*air2_0);

        /* the new state */
        next.q[0] = q0*c0_3 - c1_3*(q3*v_2 + q1*v_0 + q2*v_1);
        next.q[1] = q1*c0_3 + c1_3*(q2*v_2 + q0*v_0 - q3*v_1);
        next.q[2] = q2*c0_3 + c1_3*(q0*v_1 - q1*v_2 + q3*v_0);
        next.q[3] = q3*c0_3 + c1_3*(q0*v_2 - q2*v_0 + q1*v_1);
        next.L[0] = L0 - new_L0_part;
        next.L[1] = L1 + new_L1_part;
        next.L[2] = L2 - v_2_over_h_4000_over_27*h_4_over_135;
        next.x[0] = x0 + h*(v0 + k1*t6);
        next.x[1] = x1 + h*(v1 + k1*t8);
        next.x[2] = x2 + h*(v2 + k1*t10);
        next.v[0] = v0 + h_over_10*new_v0_part2;
        next.v[1] = v1 + h_over_10*new_v1_part2;
        next.v[2] = v2 + h_over_10*new_v2_part2;
        thrown_tick(&next, &now, h);
        if (!thrown_finite(&next)) {
            status = THROWN_NOT_FINITE;
            break;
        }
        thrown_copy(&now, &next);
    }
    thrown_copy(x, &now);
    return status;
}

int thrown_step(thrown *x, const thrown_par *par, const thrown_in *in, double h)
{
    return thrown_run(x, par, in, h, 1);
}

/* Torque and force by mass at this state, those that vary. */
static void thrown_act(const thrown *x, const thrown_par *par,
                       const thrown_in *in, double act[6])
{
    (void)in;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double x0 = x->x[0], x2 = x->x[2];
    const double v0 = x->v[0], v1 = x->v[1], v2 = x->v[2];
    const double t = x->t;
    const double m = par->m;
    const double g = par->g;
    const double m_g = m*g;
    const double over_m = 1.0/m;
    const double over_m_2_over_5 = 0.4*over_m;
    const double gust_0 = 1.0 + sin(3.0*t);
    const double gust_2 = tanh(x2);
    const double q0q1 = q0*q1;
    const double q2q3 = q2*q3;
    const double q2q2 = q2*q2;
    const double q0q2 = q0*q2;
    const double q1q3 = q1*q3;
    const double q3q3 = q3*q3;
    const double q0q3 = q0*q3;
    const double q1q2 = q1*q2;
    const double R01_s = q0q3 - q1q2; /* -R01/2 */
    const double R02_s = q0q2 + q1q3; /* R02/2 */
    const double R10_s = q0q3 + q1q2; /* R10/2 */
    const double R12_s = q0q1 - q2q3; /* -R12/2 */
    const double R20_s = q0q2 - q1q3; /* -R20/2 */
    const double R21_s = q0q1 + q2q3; /* R21/2 */
    const double act_part = v1 - 0.5*x0;
    const double v2_minus_gust_2 = v2 - gust_2;
    const double R00_s = 0.5 - q2q2 - q3q3; /* R00/2 */
    const double t1 = 0.5 - q1*q1;
    const double R11_s = t1 - q3q3; /* R11/2 */
    const double R22_s = t1 - q2q2; /* R22/2 */
    const double v0_minus_gust_0 = v0 - gust_0;
    const double act_part2 = R10_s*act_part - R20_s*v2_minus_gust_2 +
        R00_s*v0_minus_gust_0;
    const double act_part3 = act_part*R11_s + R21_s*v2_minus_gust_2 -
        R01_s*v0_minus_gust_0;
    const double act_part4 = R12_s*act_part - v2_minus_gust_2*R22_s -
        R02_s*v0_minus_gust_0;
    const double act_part5 = L1*R01_s - thrown_J1_OVER_J3*L2*R02_s - L0*R00_s;
    const double act_part6 = L0*R20_s - L1*R21_s - thrown_J1_OVER_J3*L2*R22_s;
    const double act4_part = thrown_3_OVER_20_J1*(v2*act_part5 - v0*act_part6) -
        R10_s*act_part2 - R11_s*act_part3;
    const double act_part7 = L0*R10_s - thrown_J1_OVER_J3*L2*R12_s + L1*R11_s;
    const double act3_part = thrown_3_OVER_20_J1*(v1*act_part6 + v2*act_part7) -
        R00_s*act_part2 + R01_s*act_part3;
    const double act5_part = thrown_3_OVER_20_J1*(v0*act_part7 + v1*act_part5) -
        R20_s*act_part2 + R21_s*act_part3;
    act[0] = -thrown_K6*(L0 + 0.07*act_part3);
    act[1] = -thrown_K6*(L1 - 0.07*act_part2);
    act[2] = -thrown_K1*L2;
    act[3] = over_m_2_over_5*(act3_part + 8.0*R02_s*act_part4);
    act[4] = over_m_2_over_5*(act4_part - 8.0*R12_s*act_part4);
    act[5] = -(over_m*(m_g + 0.4*(act5_part - 8.0*R22_s*act_part4)));
}

/* --- between two states --------------------------------------------------- */

int thrown_interp(const thrown *from, const thrown *to, const thrown_par *par,
                  const thrown_in *in, double h, double theta, thrown *out)
{
    double act[6], act_end[6];
    /* torque may jump at the ends: what acts inside counts */
    thrown seen;
    const double aside = (h < 0.0 ? -8.881784197001252e-16 :
        8.881784197001252e-16)*((from->t < 0.0 ? -from->t : from->t) +
        (h < 0.0 ? -h : h));
    thrown now;

    if (thrown_same(theta, 0.0)) {
        thrown_copy(out, from);
        return THROWN_OK;
    }
    if (thrown_same(theta, 1.0)) {
        thrown_copy(out, to);
        return THROWN_OK;
    }
    thrown_copy(&seen, from);
    seen.t += aside;
    thrown_act(&seen, par, in, act);
    thrown_copy(&seen, to);
    seen.t -= aside;
    thrown_act(&seen, par, in, act_end);
    const double q0 = from->q[0], q1 = from->q[1], q2 = from->q[2],
        q3 = from->q[3];
    const double L0 = from->L[0], L1 = from->L[1], L2 = from->L[2];
    const double x0 = from->x[0], x1 = from->x[1], x2 = from->x[2];
    const double v0 = from->v[0], v1 = from->v[1], v2 = from->v[2];
    const double end_q0 = to->q[0], end_q1 = to->q[1], end_q2 = to->q[2],
        end_q3 = to->q[3];
    const double end_L0 = to->L[0], end_L1 = to->L[1], end_L2 = to->L[2];
    const double end_x0 = to->x[0], end_x1 = to->x[1], end_x2 = to->x[2];
    const double end_v0 = to->v[0], end_v1 = to->v[1], end_v2 = to->v[2];
    const double T0 = act[0], T1 = act[1], T2 = act[2], a0 = act[3],
        a1 = act[4], a2 = act[5];
    const double end_T0 = act_end[0], end_T1 = act_end[1], end_T2 = act_end[2],
        end_a0 = act_end[3], end_a1 = act_end[4], end_a2 = act_end[5];
    const double h_sq = h*h;
    const double h_21_over_4 = 5.25*h;
    const double hw1_s_0 = L0*h; /* 7/4000 hw1_0 */
    const double hw1_s_1 = L1*h; /* 7/4000 hw1_1 */
    const double hw1_s_2 = L2*h; /* 27/8000 hw1_2 */
    const double theta_minus_1 = theta - 1.0;

    /* half-way */
    const double turn1_0 = q0*end_q0 + q1*end_q1 + (q2*end_q2 + q3*end_q3);
    const bool flip = turn1_0 < 0.0;
    const double turn1_1 = q0*end_q1 - q1*end_q0 + (q3*end_q2 - q2*end_q3);
    const double sin_half_0 = flip ? -turn1_1 : turn1_1;
    const double cos_half = flip ? -turn1_0 : turn1_0;
    const double turn1_2 = q0*end_q2 - q2*end_q0 + (q1*end_q3 - q3*end_q1);
    const double sin_half_1 = flip ? -turn1_2 : turn1_2;
    const double turn1_3 = q0*end_q3 - q3*end_q0 + (q2*end_q1 - q1*end_q2);
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
    const double end_hw1_s_0 = h*end_L0; /* 7/4000 end_hw1_0 */
    const double end_hw1_s_1 = h*end_L1; /* 7/4000 end_hw1_1 */
    const double end_hw1_s_2 = h*end_L2; /* 27/8000 end_hw1_2 */
    const double new_turn_part = hw1_s_0*hw1_s_0 + hw1_s_1*hw1_s_1 +
        (end_hw1_s_0*end_hw1_s_0 + end_hw1_s_1*end_hw1_s_1);
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
    const double f_s = over_arctan_s*(1.0/(tan_sq - 1.0) - 0.25 +
        0.25*series_s1*over_arctan_s);
    /* 147/16000 vw1_2 */
    const double vw1_s_2 = hw1_s_0*phi_s_1 - hw1_s_1*phi_s_0;
    /* -147/16000 end_vw1_2 */
    const double end_vw1_s_2 = end_hw1_s_0*phi_s_1 - end_hw1_s_1*phi_s_0;
    /* 567/32000 vw1_0 */
    const double vw1_s_0 = thrown_J3_OVER_J1*hw1_s_1*phi_s_2 - hw1_s_2*phi_s_1;
    /* 147/16000 vw1_1 */
    const double vw1_s_1 = thrown_J1_OVER_J3*hw1_s_2*phi_s_0 - hw1_s_0*phi_s_2;
    const double v_s_2_part =
        f_s*(phi_s_1*vw1_s_0 - thrown_J3_OVER_J1*phi_s_0*vw1_s_1);
    /* -567/32000 end_vw1_0 */
    const double end_vw1_s_0 = thrown_J3_OVER_J1*end_hw1_s_1*phi_s_2 -
        end_hw1_s_2*phi_s_1;
    /* -147/16000 end_vw1_1 */
    const double end_vw1_s_1 = thrown_J1_OVER_J3*end_hw1_s_2*phi_s_0 -
        end_hw1_s_0*phi_s_2;
    const double v_s_2_part2 =
        f_s*(phi_s_1*end_vw1_s_0 - thrown_J3_OVER_J1*phi_s_0*end_vw1_s_1);
    /* 147/16000 sigma1_0 */
    const double sigma1_s_0 = L0*h_21_over_4 + thrown_J1_OVER_J3*vw1_s_0 -
        f_s*(phi_s_2*vw1_s_1 - phi_s_1*vw1_s_2);
    /* 147/16000 sigma1_1 */
    const double sigma1_s_1 = L1*h_21_over_4 + vw1_s_1 -
        f_s*(phi_s_0*vw1_s_2 - thrown_J1_OVER_J3*phi_s_2*vw1_s_0);
    /* -147/16000 end_sigma1_0 */
    const double end_sigma1_s_0 = thrown_J1_OVER_J3*end_vw1_s_0 -
        end_L0*h_21_over_4 + f_s*(phi_s_2*end_vw1_s_1 - phi_s_1*end_vw1_s_2);
    /* -147/16000 end_sigma1_1 */
    const double end_sigma1_s_1 = end_vw1_s_1 - end_L1*h_21_over_4 +
        f_s*(phi_s_0*end_vw1_s_2 - thrown_J1_OVER_J3*phi_s_2*end_vw1_s_0);

    /* the attitude at theta, from there */
    const double theta_theta_minus_1 = theta*theta_minus_1;
    const double way_s = (theta - 0.5)*(theta_theta_minus_1 - 0.5); /* -way/2 */
    const double v_s_2_part3 =
        theta_minus_1*(L2*h_21_over_4 + thrown_J3_OVER_J1*vw1_s_2 - v_s_2_part);
    const double v_s_2_part4 = theta_theta_minus_1*(v_s_2_part3 -
        theta*(thrown_J3_OVER_J1*end_vw1_s_2 - end_L2*h_21_over_4 +
        v_s_2_part2));
    /* -21/16 v_0 */
    const double v_s_0 = way_s*phi_s_0 -
        thrown_1_OVER_8_J1*theta_theta_minus_1*(theta_minus_1*sigma1_s_0 -
        theta*end_sigma1_s_0);
    /* -21/16 v_1 */
    const double v_s_1 = way_s*phi_s_1 -
        thrown_1_OVER_8_J1*theta_theta_minus_1*(theta_minus_1*sigma1_s_1 -
        theta*end_sigma1_s_1);
    /* -21/16 v_2 */
    const double v_s_2 = way_s*phi_s_2 -
        37.03703703703704 /* 1/(8*J3) */ *v_s_2_part4;
    const double y_2 =
        0.5804988662131519*(v_s_0*v_s_0 + v_s_1*v_s_1 + v_s_2*v_s_2);
    double c0_2, c1_2;
    thrown_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double L_from_part = theta + 0.5;
    const double h_theta = h*theta;
    const double theta_minus_1_sq = theta_minus_1*theta_minus_1;
    const double L_from_0 = (T0*h_theta + 2.0*L0*L_from_part)*theta_minus_1_sq;
    const double L_from_1 = (T1*h_theta + 2.0*L1*L_from_part)*theta_minus_1_sq;
    const double L_from_2 = (T2*h_theta + 2.0*L2*L_from_part)*theta_minus_1_sq;
    const double t2 = theta - 1.5;
    const double h_theta_minus_1 = h*theta_minus_1;
    const double theta_sq = theta*theta;
    const double L_to_0 = theta_sq*(end_T0*h_theta_minus_1 - 2.0*end_L0*t2);
    const double L_to_1 = theta_sq*(end_T1*h_theta_minus_1 - 2.0*end_L1*t2);
    const double L_to_2 = theta_sq*(end_T2*h_theta_minus_1 - 2.0*end_L2*t2);
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
    const double L_mid_s_0_part = tan_quarter_1*axis_x_vec_s_2 +
        (vec_x_axis_s3_0 + axis_x_vec_s_0 - tan_quarter_1*vec_x_axis_s3_2);
    const double L_mid_s_1_part = tan_quarter_2*axis_x_vec_s_0 +
        (vec_x_axis_s3_1 + axis_x_vec_s_1 - tan_quarter_2*vec_x_axis_s3_0);
    const double L_mid_s_2_part = tan_quarter_0*axis_x_vec_s_1 +
        (vec_x_axis_s3_2 + axis_x_vec_s_2 - tan_quarter_0*vec_x_axis_s3_1);
    /* -L_mid_0/2 */
    const double L_mid_s_0 = L_mid_s_part*(tan_quarter_2*vec_x_axis_s3_1 -
        tan_quarter_2*axis_x_vec_s_1 + L_mid_s_0_part) -
        0.5*(L_from_0 + L_to_0);
    /* -L_mid_1/2 */
    const double L_mid_s_1 = L_mid_s_part*(tan_quarter_0*vec_x_axis_s3_2 -
        tan_quarter_0*axis_x_vec_s_2 + L_mid_s_1_part) -
        0.5*(L_from_1 + L_to_1);
    /* -L_mid_2/2 */
    const double L_mid_s_2 = L_mid_s_part*(tan_quarter_1*vec_x_axis_s3_0 -
        tan_quarter_1*axis_x_vec_s_0 + L_mid_s_2_part) -
        0.5*(L_from_2 + L_to_2);
    const double turn3_0_part =
        c1_2*(sin_quarter_0*v_s_0 + sin_quarter_1*v_s_1 + sin_quarter_2*v_s_2);
    const double turn3_0 = cos_quarter*c0_2 + thrown_16_OVER_21*turn3_0_part;
    const double turn3_1_part =
        c1_2*(cos_quarter*v_s_0 - sin_quarter_2*v_s_1 + sin_quarter_1*v_s_2);
    const double turn3_1 = sin_quarter_0*c0_2 - thrown_16_OVER_21*turn3_1_part;
    const double turn3_2_part =
        c1_2*(cos_quarter*v_s_1 - sin_quarter_0*v_s_2 + sin_quarter_2*v_s_0);
    const double turn3_2 = sin_quarter_1*c0_2 - thrown_16_OVER_21*turn3_2_part;
    const double turn3_3_part =
        c1_2*(cos_quarter*v_s_2 - sin_quarter_1*v_s_0 + sin_quarter_0*v_s_1);
    const double turn3_3 = sin_quarter_2*c0_2 - thrown_16_OVER_21*turn3_3_part;
    const double c0_2_c1_2 = c0_2*c1_2;
    const double c1_2_sq = c1_2*c1_2;
    /* -21/32 vec_x_axis_0 */
    const double vec_x_axis_s3_0b = L_mid_s_2*v_s_1 - L_mid_s_1*v_s_2;
    /* -21/32 vec_x_axis_1 */
    const double vec_x_axis_s3_1b = L_mid_s_0*v_s_2 - L_mid_s_2*v_s_0;
    /* -21/32 vec_x_axis_2 */
    const double vec_x_axis_s3_2b = L_mid_s_1*v_s_0 - L_mid_s_0*v_s_1;
    const double new_L0_part = 2.0*L_mid_s_0 +
        thrown_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_0b;
    const double new_L1_part = 2.0*L_mid_s_1 +
        thrown_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_1b;
    const double new_L2_part = 2.0*L_mid_s_2 +
        thrown_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_2b;

    /* position and velocity */
    const double new_x_part = theta - 1.3333333333333333 /* 4/3 */;
    const double new_x_part2 =
        theta_minus_1_sq*(theta + 0.3333333333333333 /* 1/3 */);
    const double new_x_part3 = theta_sq*new_x_part;
    const double new_x_part4 = theta_theta_minus_1*theta_theta_minus_1;
    const double new_v_part = t2*theta_sq;
    const double new_v0_part =
        theta_theta_minus_1*(theta_minus_1*h*a0 + theta*h*end_a0);
    const double new_v1_part =
        theta_theta_minus_1*(theta_minus_1*h*a1 + theta*h*end_a1);
    const double new_v2_part =
        theta_theta_minus_1*(theta_minus_1*h*a2 + theta*h*end_a2);
    const double new_x0_part =
        theta_theta_minus_1*(h*end_v0*new_x_part3 + v0*h*new_x_part2);
    const double new_x1_part =
        theta_theta_minus_1*(h*end_v1*new_x_part3 + v1*h*new_x_part2);
    const double new_x2_part =
        theta_theta_minus_1*(h*end_v2*new_x_part3 + v2*h*new_x_part2);
    const double new_x_part5 =
        (theta_minus_1_sq - 0.5*new_x_part)*theta*theta_sq;
    const double new_x0_part2 = x0 - 6.0*(x0 - end_x0)*new_x_part5 -
        3.0*new_x0_part;
    const double new_x1_part2 = x1 - 6.0*(x1 - end_x1)*new_x_part5 -
        3.0*new_x1_part;
    const double new_x2_part2 = x2 - 6.0*(x2 - end_x2)*new_x_part5 -
        3.0*new_x2_part;

    if (163265.306122449 /* 1/(2*J1^2) */ *(new_turn_part +
        0.26886145404663925 /* J1^2/J3^2 */ *(hw1_s_2*hw1_s_2 +
        end_hw1_s_2*end_hw1_s_2)) > 9.8696044010893) {
        return THROWN_STEP_TOO_LARGE;
    }
    now.q[0] = q0*turn3_0 - q1*turn3_1 - (q2*turn3_2 + q3*turn3_3);
    now.q[1] = q0*turn3_1 + q1*turn3_0 + (q2*turn3_3 - q3*turn3_2);
    now.q[2] = q0*turn3_2 + q2*turn3_0 + (q3*turn3_1 - q1*turn3_3);
    now.q[3] = q0*turn3_3 + q3*turn3_0 + (q1*turn3_2 - q2*turn3_1);
    now.L[0] = -thrown_K5*c1_2_sq*(v_s_1*vec_x_axis_s3_2b -
        v_s_2*vec_x_axis_s3_1b) - new_L0_part;
    now.L[1] = -thrown_K5*c1_2_sq*(v_s_2*vec_x_axis_s3_0b -
        v_s_0*vec_x_axis_s3_2b) - new_L1_part;
    now.L[2] = -thrown_K5*c1_2_sq*(v_s_0*vec_x_axis_s3_1b -
        v_s_1*vec_x_axis_s3_0b) - new_L2_part;
    now.x[0] = new_x0_part2 -
        0.5*new_x_part4*(theta_minus_1*h_sq*a0 - theta*h_sq*end_a0);
    now.x[1] = new_x1_part2 -
        0.5*new_x_part4*(theta_minus_1*h_sq*a1 - theta*h_sq*end_a1);
    now.x[2] = new_x2_part2 -
        0.5*new_x_part4*(theta_minus_1*h_sq*a2 - theta*h_sq*end_a2);
    now.v[0] = v0 + 2.0*new_v_part*(v0 - end_v0) + new_v0_part;
    now.v[1] = v1 + 2.0*new_v_part*(v1 - end_v1) + new_v1_part;
    now.v[2] = v2 + 2.0*new_v_part*(v2 - end_v2) + new_v2_part;
    thrown_tick(&now, from, theta*h);
    if (!thrown_finite(&now)) {
        return THROWN_NOT_FINITE;
    }
    thrown_copy(out, &now);
    return THROWN_OK;
}

/* --- what is read and set ------------------------------------------------- */

double thrown_time(const thrown *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static bool thrown_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Can they be squared and summed, to no less than that? */
static bool thrown_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i]*value[i];
    }
    return sum - sum <= 0.0 && sum >= least;
}

void thrown_rotation(const thrown *x, double R[9])
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

int thrown_set_rotation(thrown *x, const double R[9])
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
    if (!thrown_numbers(value, 4) || !thrown_squares(R, 9, 0.0)) {
        return THROWN_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THROWN_OK;
}

void thrown_quaternion(const thrown *x, double q[4])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    q[0] = q0;
    q[1] = q1;
    q[2] = q2;
    q[3] = q3;
}

int thrown_set_quaternion(thrown *x, const double q[4])
{
    double value[4];
    const double q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
    const double q_part = sqrt(q0*q0 + q1*q1 + q2*q2 + q3*q3);
    const double q_part2 = 1.0/q_part;
    value[0] = q0*q_part2;
    value[1] = q1*q_part2;
    value[2] = q2*q_part2;
    value[3] = q3*q_part2;
    if (!thrown_numbers(value, 4) || !thrown_squares(q, 4, 1e-290)) {
        return THROWN_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THROWN_OK;
}

void thrown_euler_zyx(const thrown *x, double angle[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double q0_minus_q2 = q0 - q2;
    const double q1_plus_q3 = q1 + q3;
    const double q0_plus_q2 = q0 + q2;
    const double q1_minus_q3 = q1 - q3;
    const double angle1_part = 2.0*(q0*q2 - q1*q3);
    const double angle_part = q0_minus_q2*q0_minus_q2 + q1_plus_q3*q1_plus_q3;
    const double angle_part2 = q0_plus_q2*q0_plus_q2 + q1_minus_q3*q1_minus_q3;
    const double angle_part3 = angle_part*angle_part2;
    const bool angle_part4 = angle_part3 <= 7.888609052210118e-31 /* 2^-100 */;
    const bool angle_part5 = angle_part < (angle_part4 ? angle_part2 : 0.0);
    const bool angle_part6 = angle_part2 <= (angle_part4 ? angle_part : -1.0);
    const bool angle_part7 = q0_minus_q2 < 0.0, angle_part8 = q0_plus_q2 < 0.0;
    const double angle_part9 = sqrt(angle_part3);
    const double angle_part10 = angle_part7 ? -angle_part9 : angle_part9;
    const double angle_part11 = angle_part4 ? q0_minus_q2*q0_plus_q2 +
        q1_plus_q3*q1_minus_q3 : (angle_part8 ? -angle_part10 : angle_part10);
    const bool angle_part12 = (angle_part4 ? 0.0 : angle_part11) < 0.0;
    const double angle_part13 = angle_part7 ? q2 - q0 : q0_minus_q2;
    const double angle_part14 = angle_part7 ? -q1 - q3 : q1_plus_q3;
    const double angle_part15 = angle_part8 ? -q0 - q2 : q0_plus_q2;
    const double angle_part16 = angle_part8 ? q1_minus_q3 : q3 - q1;
    const double angle_part17 = atan2(angle_part5 ? -angle_part16 :
        angle_part14, angle_part5 ? angle_part15 : angle_part13);
    const double angle_part18 = atan2(angle_part6 ? -angle_part14 :
        angle_part16, angle_part6 ? angle_part13 : angle_part15);
    const double angle0_part = angle_part17 + angle_part18;
    const double angle2_part = angle_part17 - angle_part18;
    angle[0] = angle_part12 ? angle0_part -
        (0.0 < angle0_part ? thrown_PI : -thrown_PI) : angle0_part;
    angle[1] = atan2(angle1_part, 0.0 < angle_part11 ? angle_part11 :
        (angle_part4 ? 0.0 : -angle_part11));
    angle[2] = angle_part12 ? angle2_part -
        (0.0 < angle2_part ? thrown_PI : -thrown_PI) : angle2_part;
}

int thrown_set_euler_zyx(thrown *x, const double angle[3])
{
    double value[4];
    const double angle0 = angle[0], angle1 = angle[1], angle2 = angle[2];
    const double angle0_over_2 = 0.5*angle0;
    const double sin_angle0_over_2 = sin(angle0_over_2);
    const double cos_angle0_over_2 = cos(angle0_over_2);
    const double angle1_over_2 = 0.5*angle1;
    const double sin_angle1_over_2 = sin(angle1_over_2);
    const double cos_angle1_over_2 = cos(angle1_over_2);
    const double turn_s0_1 = sin_angle0_over_2*sin_angle1_over_2; /* -turn_1 */
    const double turn0_0 = cos_angle0_over_2*cos_angle1_over_2;
    const double turn0_2 = cos_angle0_over_2*sin_angle1_over_2;
    const double turn0_3 = sin_angle0_over_2*cos_angle1_over_2;
    const double angle2_over_2 = 0.5*angle2;
    const double sin_angle2_over_2 = sin(angle2_over_2);
    const double cos_angle2_over_2 = cos(angle2_over_2);
    value[0] = turn_s0_1*sin_angle2_over_2 + turn0_0*cos_angle2_over_2;
    value[1] = turn0_0*sin_angle2_over_2 - turn_s0_1*cos_angle2_over_2;
    value[2] = turn0_3*sin_angle2_over_2 + turn0_2*cos_angle2_over_2;
    value[3] = turn0_3*cos_angle2_over_2 - turn0_2*sin_angle2_over_2;
    if (!thrown_numbers(value, 4) || !thrown_squares(angle, 3, 0.0)) {
        return THROWN_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THROWN_OK;
}

void thrown_omega(const thrown *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = thrown_J_INV_00*L0;
    w[1] = thrown_J_INV_00*L1;
    w[2] = thrown_J_INV_22*L2;
}

int thrown_set_omega(thrown *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 0.00175*w0;
    value[1] = 0.00175*w1;
    value[2] = 0.003375 /* J3 */ *w2;
    if (!thrown_numbers(value, 3)) {
        return THROWN_NOT_FINITE;
    }
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return THROWN_OK;
}

void thrown_momentum(const thrown *x, double pi[3])
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

double thrown_energy(const thrown *x, const thrown_par *par)
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double x2 = x->x[2];
    const double v0 = x->v[0], v1 = x->v[1], v2 = x->v[2];
    const double m = par->m;
    const double g = par->g;
    const double m_g = m*g;
    const double energy_part = m*(v0*v0 + v1*v1 + v2*v2);
    const double L0L0_plus_L1L1 = L0*L0 + L1*L1;
    return m_g*x2 + 0.5*energy_part + thrown_1_OVER_2_J3*(L2*L2) +
        thrown_1_OVER_2_J1*L0L0_plus_L1L1;
}
