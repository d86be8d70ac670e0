/* fast_top.c - made by polhode *; do not edit.
 *   from       fast_top.pol (content *)
 *   by         polhode emit fast_top.pol --method 'rkmk(kutta4, form = rate)'
 *   body       fast_top.pol - a fast Lagrangian top: precession with small,
 *              quick nutation.
 *   method     rkmk(kutta4, form = rate), order 4
 *              Runge-Kutta-Munthe-Kaas
 *              H. Munthe-Kaas, BIT 38 (1998) 92-111
 *   attitude   quaternion, map exp
 *   inertia    diag(5.0, 5.0, 1.0) kg m^2
 *   real       double
 *   cost       254 mul, 182 add: 436 flops per step; 13 hoisted out of the
 *              loop; 7 for the compensated clock, 8 for the finite check
 *   calls      sqrt of math.h, none in a step
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off); NaN and Inf checks
 * do not work under -ffinite-math-only. The file belongs to whoever wrote the
 * spec.
 */
#ifndef FAST_TOP_NO_INCLUDE
#ifndef FAST_TOP_PLAIN
#define FAST_TOP_PLAIN
#endif
#include "fast_top.h"
#include <math.h>
#include <stdbool.h>
#endif

static const double fast_top_16_J1_OVER_21 = 3.8095238095238093; /* 16*J1/21 */
static const double fast_top_16_OVER_21 = 0.7619047619047619; /* 16/21 */
static const double fast_top_64_OVER_21 = 3.0476190476190474; /* 64/21 */
static const double fast_top_K1 = 2.3219954648526078;

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void fast_top_c01_near(double y, double *c0, double *c1)
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
fast_top_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    fast_top_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void fast_top_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        fast_top_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        fast_top_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* --- the start ------------------------------------------------------------ */

void fast_top_start(fast_top *x)
{
    x->q[0] = 0.9887710779360422;
    x->q[1] = 0.14943813247359922;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.0;
    x->L[1] = 0.0;
    x->L[2] = 50.0;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void fast_top_defaults(fast_top_par *par)
{
    par->mgl = 20.0;
}

/* Where the header gave the plain names. */
#ifndef fast_top_start
void fast_top_start_02aea0c2(fast_top *x)
{
    fast_top_start(x);
}

void fast_top_defaults_02aea0c2(fast_top_par *par)
{
    fast_top_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void fast_top_tick(fast_top *to, const fast_top *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void fast_top_copy(fast_top *to, const fast_top *from)
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
static bool fast_top_finite(const fast_top *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool fast_top_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int fast_top_run(fast_top *x, const fast_top_par *par, const fast_top_in *in,
                 double h, long steps)
{
    (void)in;
    const double mgl = par->mgl;
    const double h_over_20 = 0.05*h;
    const double h_over_4 = 0.25*h;
    const double h_2_over_25 = 0.08*h;
    const double mgl_over_4 = 0.25*mgl;
    const double h_2_over_5 = 0.4*h;
    const double h_over_2 = 0.5*h;
    const double h_4_over_5 = 0.8*h;
    const double h_over_12 = 0.08333333333333333*h;
    const double h_over_6 = 0.16666666666666666*h;
    const double h_4_over_3 = 1.3333333333333333*h;
    const double h_over_60 = 0.016666666666666666 /* 1/(12*J1) */ *h;
    const double mgl_5_over_2 = 2.5*mgl;
    const double mgl_over_8 = 0.125*mgl;
    fast_top now, next;
    int status = FAST_TOP_OK;
    long step;

    fast_top_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double w1_0 = 0.2*L0, w1_1 = 0.2*L1;
        const double R20_s0 = q0*q2 - q1*q3; /* -R20/2 */
        const double up1_0 = -2.0*R20_s0;
        const double R21_s0 = q0*q1 + q2*q3; /* R21/2 */
        const double up1_1 = 2.0*R21_s0, up1_2 = 1.0 - 2.0*(q1*q1 + q2*q2);

        /* stage 1: t */
        const double Ldot_s1_0 = L1*L2 + R21_s0*mgl_5_over_2; /* 5/4 Ldot_0 */
        const double Ldot_s1_1 = L0*L2 - R20_s0*mgl_5_over_2; /* -5/4 Ldot_1 */

        /* stage 2: t + h/2, attitude exp(v2) */
        const double v2_0 = L0*h_over_20, v2_1 = L1*h_over_20;
        const double v2_2 = L2*h_over_4;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        fast_top_c01(y_2, &c0_2, &c1_2);
        const double sine2 = 2.0*c0_2*c1_2;
        const double versine2 = 2.0*(c1_2*c1_2);
        const double w2_0 = w1_0 + h_2_over_25*Ldot_s1_0;
        const double w2_1 = w1_1 - h_2_over_25*Ldot_s1_1;
        const double r2_0 = L0*h_over_60, r2_1 = L1*h_over_60;
        const double r2_2 = L2*h_over_12;
        const double m2_0 = L2*r2_1 + w2_0 - r2_2*w2_1;
        const double m2_1 = w2_1 - L2*r2_0 + r2_2*w2_0;
        const double m2_2 = L2 - r2_1*w2_0 + r2_0*w2_1;
        const double K2_0 = w2_0 - v2_2*m2_1 + v2_1*m2_2;
        const double K2_1 = w2_1 - v2_0*m2_2 + v2_2*m2_0;
        const double m2_x_v2_2 = v2_1*m2_0 - v2_0*m2_1;
        const double K2_2 = L2 - m2_x_v2_2;
        /* -R2_x_axis_0 */
        const double R2_x_axis_s2_0 = v2_1*up1_2 - v2_2*up1_1;
        /* -R2_x_axis_2 */
        const double R2_x_axis_s2_2 = v2_0*up1_1 - v2_1*up1_0;
        /* -R2_x_axis_1 */
        const double R2_x_axis_s2_1 = v2_2*up1_0 - v2_0*up1_2;
        const double up2_0 = up1_0 - R2_x_axis_s2_0*sine2 +
            (v2_1*R2_x_axis_s2_2 - v2_2*R2_x_axis_s2_1)*versine2;
        const double up2_1 = up1_1 - R2_x_axis_s2_1*sine2 +
            (v2_2*R2_x_axis_s2_0 - v2_0*R2_x_axis_s2_2)*versine2;
        const double Ldot_s2_0 = L2*w2_1 + mgl_over_4*up2_1; /* Ldot_0/4 */
        const double Ldot_s2_1 = L2*w2_0 + mgl_over_4*up2_0; /* -Ldot_1/4 */

        /* stage 3: t + h/2, attitude exp(v3) */
        const double v3_0 = h_over_4*K2_0, v3_1 = h_over_4*K2_1;
        const double v3_2 = h_over_4*K2_2;
        const double y_3 = v3_0*v3_0 + v3_1*v3_1 + v3_2*v3_2;
        double c0_3, c1_3;
        fast_top_c01(y_3, &c0_3, &c1_3);
        const double sine3 = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double w3_0 = w1_0 + h_2_over_5*Ldot_s2_0;
        const double w3_1 = w1_1 - h_2_over_5*Ldot_s2_1;
        const double r3_0 = h_over_12*K2_0, r3_1 = h_over_12*K2_1;
        const double r3_2 = h_over_12*K2_2;
        const double m3_0 = L2*r3_1 + w3_0 - r3_2*w3_1;
        const double m3_1 = w3_1 - L2*r3_0 + r3_2*w3_0;
        const double m3_2 = L2 - r3_1*w3_0 + r3_0*w3_1;
        const double K3_0 = w3_0 - v3_2*m3_1 + v3_1*m3_2;
        const double K3_1 = w3_1 - v3_0*m3_2 + v3_2*m3_0;
        const double K3_2 = L2 - v3_1*m3_0 + v3_0*m3_1;
        /* -R2_x_axis_0 */
        const double R2_x_axis_s3_0 = up1_2*v3_1 - up1_1*v3_2;
        /* -R2_x_axis_2 */
        const double R2_x_axis_s3_2 = up1_1*v3_0 - up1_0*v3_1;
        /* -R2_x_axis_1 */
        const double R2_x_axis_s3_1 = up1_0*v3_2 - up1_2*v3_0;
        const double up3_0 = up1_0 - sine3*R2_x_axis_s3_0 +
            versine3*(v3_1*R2_x_axis_s3_2 - v3_2*R2_x_axis_s3_1);
        const double up3_1 = up1_1 - sine3*R2_x_axis_s3_1 +
            versine3*(v3_2*R2_x_axis_s3_0 - v3_0*R2_x_axis_s3_2);
        const double Ldot_s3_0 = L2*w3_1 + mgl_over_4*up3_1; /* Ldot_0/4 */
        const double Ldot_s3_1 = L2*w3_0 + mgl_over_4*up3_0; /* -Ldot_1/4 */

        /* stage 4: t + h, attitude exp(v4) */
        const double v4_0 = h_over_2*K3_0, v4_1 = h_over_2*K3_1;
        const double v4_2 = h_over_2*K3_2;
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4;
        fast_top_c01(y_4, &c0_4, &c1_4);
        const double sine4 = 2.0*c0_4*c1_4;
        const double versine4 = 2.0*(c1_4*c1_4);
        const double w4_0 = w1_0 + h_4_over_5*Ldot_s3_0;
        const double w4_1 = w1_1 - h_4_over_5*Ldot_s3_1;
        const double r4_0 = h_over_6*K3_0, r4_1 = h_over_6*K3_1;
        const double r4_2 = h_over_6*K3_2;
        const double m4_0 = L2*r4_1 + w4_0 - w4_1*r4_2;
        const double m4_1 = w4_1 - L2*r4_0 + w4_0*r4_2;
        const double m4_2 = L2 - w4_0*r4_1 + w4_1*r4_0;
        const double K4_0 = w4_0 - v4_2*m4_1 + v4_1*m4_2;
        const double K4_1 = w4_1 - v4_0*m4_2 + v4_2*m4_0;
        const double K4_2 = L2 - v4_1*m4_0 + v4_0*m4_1;
        const double R2_x_axis4_0 = up1_1*v4_2 - up1_2*v4_1;
        /* -R2_x_axis_2 */
        const double R2_x_axis_s4_2 = up1_1*v4_0 - up1_0*v4_1;
        /* -R2_x_axis_1 */
        const double R2_x_axis_s4_1 = up1_0*v4_2 - up1_2*v4_0;
        const double up4_0 = up1_0 + sine4*R2_x_axis4_0 +
            versine4*(v4_1*R2_x_axis_s4_2 - v4_2*R2_x_axis_s4_1);
        const double up4_1 = up1_1 -
            versine4*(v4_2*R2_x_axis4_0 + v4_0*R2_x_axis_s4_2) -
            sine4*R2_x_axis_s4_1;

        /* finish */
        const double v_0 = h_over_12*(w1_0 + 2.0*(K2_0 + K3_0) + K4_0);
        const double v_1 = h_over_12*(w1_1 + 2.0*(K2_1 + K3_1) + K4_1);
        const double v_2 = h_over_6*(1.5*L2 - m2_x_v2_2 + K3_2 + 0.5*K4_2);
        const double y_5 = v_0*v_0 + v_1*v_1 + v_2*v_2;
        double c0_5, c1_5;
        fast_top_c01(y_5, &c0_5, &c1_5);
        const double new_L0_part = 0.1*Ldot_s1_0 + Ldot_s2_0 + Ldot_s3_0 +
            0.5*L2*w4_1 + mgl_over_8*up4_1;
        const double new_L1_part = 0.1*Ldot_s1_1 + Ldot_s2_1 + Ldot_s3_1 +
            0.5*L2*w4_0 + mgl_over_8*up4_0;

        /* the new state */
        next.q[0] = q0*c0_5 - c1_5*(q1*v_0 + q2*v_1 + q3*v_2);
        next.q[1] = q1*c0_5 + c1_5*(q0*v_0 - q3*v_1 + q2*v_2);
        next.q[2] = q2*c0_5 + c1_5*(q0*v_1 - q1*v_2 + q3*v_0);
        next.q[3] = q3*c0_5 + c1_5*(q0*v_2 - q2*v_0 + q1*v_1);
        next.L[0] = L0 + h_4_over_3*new_L0_part;
        next.L[1] = L1 - h_4_over_3*new_L1_part;
        next.L[2] = now.L[2];
        fast_top_tick(&next, &now, h);
        if (!fast_top_finite(&next)) {
            status = FAST_TOP_NOT_FINITE;
            break;
        }
        fast_top_copy(&now, &next);
    }
    fast_top_copy(x, &now);
    return status;
}

int fast_top_step(fast_top *x, const fast_top_par *par, const fast_top_in *in,
                  double h)
{
    return fast_top_run(x, par, in, h, 1);
}

/* Torque and force by mass at this state, those that vary. */
static void fast_top_act(const fast_top *x, const fast_top_par *par,
                         const fast_top_in *in, double act[2])
{
    (void)in;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double mgl = par->mgl;
    const double mgl_times_2 = 2.0*mgl;
    act[0] = (q0*q1 + q2*q3)*mgl_times_2;
    act[1] = (q0*q2 - q1*q3)*mgl_times_2;
}

/* --- between two states --------------------------------------------------- */

int fast_top_interp(const fast_top *from, const fast_top *to,
                    const fast_top_par *par, const fast_top_in *in, double h,
                    double theta, fast_top *out)
{
    double act[2], act_end[2];
    fast_top now;

    if (fast_top_same(theta, 0.0)) {
        fast_top_copy(out, from);
        return FAST_TOP_OK;
    }
    if (fast_top_same(theta, 1.0)) {
        fast_top_copy(out, to);
        return FAST_TOP_OK;
    }
    fast_top_act(from, par, in, act);
    fast_top_act(to, par, in, act_end);
    const double q0 = from->q[0], q1 = from->q[1], q2 = from->q[2],
        q3 = from->q[3];
    const double L0 = from->L[0], L1 = from->L[1], L2 = from->L[2];
    const double end_q0 = to->q[0], end_q1 = to->q[1], end_q2 = to->q[2],
        end_q3 = to->q[3];
    const double end_L0 = to->L[0], end_L1 = to->L[1], end_L2 = to->L[2];
    const double T0 = act[0], T1 = act[1];
    const double end_T0 = act_end[0], end_T1 = act_end[1];
    const double h_21_over_4 = 5.25*h;
    const double hw1_s_0 = L0*h; /* 5 hw1_0 */
    const double hw1_s_1 = L1*h; /* 5 hw1_1 */
    const double hw1_2 = L2*h;
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
    const double end_hw1_s_0 = h*end_L0; /* 5 end_hw1_0 */
    const double end_hw1_s_1 = h*end_L1; /* 5 end_hw1_1 */
    const double end_hw1_2 = h*end_L2;
    const double new_turn_part = hw1_s_0*hw1_s_0 + hw1_s_1*hw1_s_1 +
        (end_hw1_s_0*end_hw1_s_0 + end_hw1_s_1*end_hw1_s_1);
    const double new_turn_part2 =
        0.02*(new_turn_part + 25.0*(hw1_2*hw1_2 + end_hw1_2*end_hw1_2));
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
    const double vw1_s_2 = hw1_s_0*phi_s_1 - hw1_s_1*phi_s_0; /* 105/4 vw1_2 */
    /* -105/4 end_vw1_2 */
    const double end_vw1_s_2 = end_hw1_s_0*phi_s_1 - end_hw1_s_1*phi_s_0;
    const double vw1_s_0 = 0.2*hw1_s_1*phi_s_2 - hw1_2*phi_s_1; /* 21/4 vw1_0 */
    /* 105/4 vw1_1 */
    const double vw1_s_1 = 5.0*hw1_2*phi_s_0 - hw1_s_0*phi_s_2;
    const double v_s_2_part = f_s*(phi_s_1*vw1_s_0 - 0.2*phi_s_0*vw1_s_1);
    /* -21/4 end_vw1_0 */
    const double end_vw1_s_0 = 0.2*end_hw1_s_1*phi_s_2 - end_hw1_2*phi_s_1;
    /* -105/4 end_vw1_1 */
    const double end_vw1_s_1 = 5.0*end_hw1_2*phi_s_0 - end_hw1_s_0*phi_s_2;
    const double v_s_2_part2 =
        f_s*(phi_s_1*end_vw1_s_0 - 0.2*phi_s_0*end_vw1_s_1);
    const double new_turn_part3 = fast_top_16_J1_OVER_21*phi_s_0 -
        h*(L0 + end_L0);
    const double new_turn_part4 = fast_top_16_J1_OVER_21*phi_s_1 -
        h*(L1 + end_L1);
    const double new_turn_part5 = fast_top_16_OVER_21*phi_s_2 - h*(L2 + end_L2);
    const double new_turn_part6 = 0.01*(new_turn_part3*new_turn_part3 +
        new_turn_part4*new_turn_part4 + 25.0*(new_turn_part5*new_turn_part5));
    /* 105/4 sigma1_0 */
    const double sigma1_s_0 = L0*h_21_over_4 + 5.0*vw1_s_0 -
        f_s*(phi_s_2*vw1_s_1 - phi_s_1*vw1_s_2);
    /* 105/4 sigma1_1 */
    const double sigma1_s_1 = L1*h_21_over_4 + vw1_s_1 -
        f_s*(phi_s_0*vw1_s_2 - 5.0*phi_s_2*vw1_s_0);
    /* -105/4 end_sigma1_0 */
    const double end_sigma1_s_0 = 5.0*end_vw1_s_0 - end_L0*h_21_over_4 +
        f_s*(phi_s_2*end_vw1_s_1 - phi_s_1*end_vw1_s_2);
    /* -105/4 end_sigma1_1 */
    const double end_sigma1_s_1 = end_vw1_s_1 - end_L1*h_21_over_4 +
        f_s*(phi_s_0*end_vw1_s_2 - 5.0*phi_s_2*end_vw1_s_0);

    /* the attitude at theta, from there */
    const double theta_theta_minus_1 = theta*theta_minus_1;
    const double way_s = (theta - 0.5)*(theta_theta_minus_1 - 0.5); /* -way/2 */
    const double v_s_2_part3 =
        theta_minus_1*(L2*h_21_over_4 + 0.2*vw1_s_2 - v_s_2_part);
    const double v_s_2_part4 = theta_theta_minus_1*(v_s_2_part3 -
        theta*(0.2*end_vw1_s_2 - end_L2*h_21_over_4 + v_s_2_part2));
    /* -21/16 v_0 */
    const double v_s_0 = way_s*phi_s_0 -
        0.025*theta_theta_minus_1*(theta_minus_1*sigma1_s_0 -
        theta*end_sigma1_s_0);
    /* -21/16 v_1 */
    const double v_s_1 = way_s*phi_s_1 -
        0.025*theta_theta_minus_1*(theta_minus_1*sigma1_s_1 -
        theta*end_sigma1_s_1);
    const double v_s_2 = way_s*phi_s_2 - 0.125*v_s_2_part4; /* -21/16 v_2 */
    const double y_2 =
        0.5804988662131519*(v_s_0*v_s_0 + v_s_1*v_s_1 + v_s_2*v_s_2);
    double c0_2, c1_2;
    fast_top_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t2 = theta + 0.5;
    const double h_theta = h*theta;
    const double theta_minus_1_sq = theta_minus_1*theta_minus_1;
    const double L_from_0 = (T0*h_theta + 2.0*L0*t2)*theta_minus_1_sq;
    const double L_from_1 = (T1*h_theta + 2.0*L1*t2)*theta_minus_1_sq;
    const double L_from_s_2 = L2*t2*theta_minus_1_sq; /* L_from_2/2 */
    const double t3 = theta - 1.5;
    const double h_theta_minus_1 = h*theta_minus_1;
    const double theta_sq = theta*theta;
    const double L_to_s_2 = end_L2*t3*theta_sq; /* -L_to_2/2 */
    const double L_to_0 = theta_sq*(end_T0*h_theta_minus_1 - 2.0*end_L0*t3);
    const double L_to_1 = theta_sq*(end_T1*h_theta_minus_1 - 2.0*end_L1*t3);
    const double L_mid_s_part = 1.0/t1;
    const double vec_x_axis3_0 = L_from_1*tan_quarter_2 -
        2.0*L_from_s_2*tan_quarter_1;
    /* -vec_x_axis_1 */
    const double vec_x_axis_s3_1 = L_from_0*tan_quarter_2 -
        2.0*L_from_s_2*tan_quarter_0;
    /* -vec_x_axis_2 */
    const double vec_x_axis_s3_2 = L_from_1*tan_quarter_0 -
        L_from_0*tan_quarter_1;
    /* -axis_x_vec_0 */
    const double axis_x_vec_s_0 = L_to_1*tan_quarter_2 +
        2.0*L_to_s_2*tan_quarter_1;
    const double axis_x_vec_1 = L_to_0*tan_quarter_2 +
        2.0*L_to_s_2*tan_quarter_0;
    /* -axis_x_vec_2 */
    const double axis_x_vec_s_2 = L_to_0*tan_quarter_1 - L_to_1*tan_quarter_0;
    const double L_mid_s_0_part = vec_x_axis3_0 - axis_x_vec_s_0 +
        tan_quarter_1*vec_x_axis_s3_2 - tan_quarter_1*axis_x_vec_s_2;
    const double L_mid_s_1_part = tan_quarter_2*axis_x_vec_s_0 +
        (vec_x_axis_s3_1 - axis_x_vec_1 + tan_quarter_2*vec_x_axis3_0);
    const double L_mid_s_2_part = vec_x_axis_s3_2 + axis_x_vec_s_2 -
        tan_quarter_0*vec_x_axis_s3_1 - tan_quarter_0*axis_x_vec_1;
    /* -L_mid_2/2 */
    const double L_mid_s_2 = L_to_s_2 - L_from_s_2 +
        L_mid_s_part*(L_mid_s_2_part -
        (tan_quarter_1*vec_x_axis3_0 + tan_quarter_1*axis_x_vec_s_0));
    /* L_mid_0/2 */
    const double L_mid_s_0 = 0.5*(L_from_0 + L_to_0) +
        L_mid_s_part*(L_mid_s_0_part -
        (tan_quarter_2*vec_x_axis_s3_1 + tan_quarter_2*axis_x_vec_1));
    /* -L_mid_1/2 */
    const double L_mid_s_1 = L_mid_s_part*(tan_quarter_0*vec_x_axis_s3_2 -
        tan_quarter_0*axis_x_vec_s_2 + L_mid_s_1_part) -
        0.5*(L_from_1 + L_to_1);
    const double turn3_0_part =
        c1_2*(sin_quarter_0*v_s_0 + sin_quarter_1*v_s_1 + sin_quarter_2*v_s_2);
    const double turn3_0 = cos_quarter*c0_2 + fast_top_16_OVER_21*turn3_0_part;
    const double turn3_1_part =
        c1_2*(cos_quarter*v_s_0 - sin_quarter_2*v_s_1 + sin_quarter_1*v_s_2);
    const double turn3_1 = sin_quarter_0*c0_2 -
        fast_top_16_OVER_21*turn3_1_part;
    const double turn3_2_part =
        c1_2*(cos_quarter*v_s_1 - sin_quarter_0*v_s_2 + sin_quarter_2*v_s_0);
    const double turn3_2 = sin_quarter_1*c0_2 -
        fast_top_16_OVER_21*turn3_2_part;
    const double turn3_3_part =
        c1_2*(cos_quarter*v_s_2 - sin_quarter_1*v_s_0 + sin_quarter_0*v_s_1);
    const double turn3_3 = sin_quarter_2*c0_2 -
        fast_top_16_OVER_21*turn3_3_part;
    const double c0_2_c1_2 = c0_2*c1_2;
    const double c1_2_sq = c1_2*c1_2;
    /* -21/32 vec_x_axis_0 */
    const double vec_x_axis_s3_0 = L_mid_s_2*v_s_1 - L_mid_s_1*v_s_2;
    /* 21/32 vec_x_axis_1 */
    const double vec_x_axis_s3_1b = L_mid_s_0*v_s_2 + L_mid_s_2*v_s_0;
    /* -21/32 vec_x_axis_2 */
    const double vec_x_axis_s3_2b = L_mid_s_1*v_s_0 + L_mid_s_0*v_s_1;
    const double new_L0_part = 2.0*L_mid_s_0 -
        fast_top_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_0;
    const double new_L1_part = fast_top_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_1b -
        2.0*L_mid_s_1;
    const double new_L2_part = 2.0*L_mid_s_2 +
        fast_top_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_2b;

    if ((new_turn_part6 < new_turn_part2 ? new_turn_part2 :
        new_turn_part6) > 9.8696044010893) {
        return FAST_TOP_STEP_TOO_LARGE;
    }
    now.q[0] = q0*turn3_0 - q1*turn3_1 - (q2*turn3_2 + q3*turn3_3);
    now.q[1] = q0*turn3_1 + q1*turn3_0 + (q2*turn3_3 - q3*turn3_2);
    now.q[2] = q0*turn3_2 + q2*turn3_0 + (q3*turn3_1 - q1*turn3_3);
    now.q[3] = q0*turn3_3 + q3*turn3_0 + (q1*turn3_2 - q2*turn3_1);
    now.L[0] = new_L0_part -
        fast_top_K1*c1_2_sq*(v_s_1*vec_x_axis_s3_2b + v_s_2*vec_x_axis_s3_1b);
    now.L[1] = new_L1_part -
        fast_top_K1*c1_2_sq*(v_s_2*vec_x_axis_s3_0 - v_s_0*vec_x_axis_s3_2b);
    now.L[2] = fast_top_K1*c1_2_sq*(v_s_0*vec_x_axis_s3_1b +
        v_s_1*vec_x_axis_s3_0) - new_L2_part;
    fast_top_tick(&now, from, theta*h);
    if (!fast_top_finite(&now)) {
        return FAST_TOP_NOT_FINITE;
    }
    fast_top_copy(out, &now);
    return FAST_TOP_OK;
}

/* --- what is read and set ------------------------------------------------- */

double fast_top_time(const fast_top *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static bool fast_top_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Can they be squared and summed, to no less than that? */
static bool fast_top_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i]*value[i];
    }
    return sum - sum <= 0.0 && sum >= least;
}

void fast_top_rotation(const fast_top *x, double R[9])
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

int fast_top_set_rotation(fast_top *x, const double R[9])
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
    if (!fast_top_numbers(value, 4) || !fast_top_squares(R, 9, 0.0)) {
        return FAST_TOP_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return FAST_TOP_OK;
}

void fast_top_quaternion(const fast_top *x, double q[4])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    q[0] = q0;
    q[1] = q1;
    q[2] = q2;
    q[3] = q3;
}

int fast_top_set_quaternion(fast_top *x, const double q[4])
{
    double value[4];
    const double q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
    const double q_part = sqrt(q0*q0 + q1*q1 + q2*q2 + q3*q3);
    const double q_part2 = 1.0/q_part;
    value[0] = q0*q_part2;
    value[1] = q1*q_part2;
    value[2] = q2*q_part2;
    value[3] = q3*q_part2;
    if (!fast_top_numbers(value, 4) || !fast_top_squares(q, 4, 1e-290)) {
        return FAST_TOP_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return FAST_TOP_OK;
}

void fast_top_omega(const fast_top *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = 0.2*L0;
    w[1] = 0.2*L1;
    w[2] = L2;
}

int fast_top_set_omega(fast_top *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 5.0*w0;
    value[1] = 5.0*w1;
    value[2] = w2;
    if (!fast_top_numbers(value, 3)) {
        return FAST_TOP_NOT_FINITE;
    }
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return FAST_TOP_OK;
}

void fast_top_momentum(const fast_top *x, double pi[3])
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

double fast_top_energy(const fast_top *x, const fast_top_par *par)
{
    const double q1 = x->q[1], q2 = x->q[2];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double mgl = par->mgl;
    const double energy_part = mgl*(1.0 - 2.0*(q1*q1 + q2*q2));
    return energy_part + 0.5*(L2*L2) + 0.1*(L0*L0 + L1*L1);
}

void fast_top_keep(const fast_top *x, const fast_top_par *par, double value[2])
{
    (void)par;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double L0_q0q2_minus_q1q3 = L0*(q0*q2 - q1*q3);
    const double vertical_part = L2*(1.0 - 2.0*(q1*q1 + q2*q2));
    value[0] = L2;
    value[1] = vertical_part - 2.0*(L0_q0q2_minus_q1q3 - L1*(q0*q1 + q2*q3));
}
