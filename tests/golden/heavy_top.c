/* heavy_top.c - made by polhode *; do not edit.
 *   from       heavy_top.pol (content *)
 *   by         polhode emit heavy_top.pol --method 'magnus(kutta4)'
 *   body       heavy_top.pol - the multibody benchmark: inertia moved to the
 *              fixed point.
 *   method     magnus(kutta4), order 4
 *              Runge-Kutta with one exponential a step
 *              S. Blanes, F. Casas, J. Ros, BIT 40 (2000) 434-450
 *   attitude   quaternion, map exp
 *   inertia    diag(15.234375, 0.46875, 15.234375) kg m^2
 *   real       double
 *   cost       118 mul, 84 add: 202 flops per step; 15 hoisted out of the loop;
 *              7 for the compensated clock, 8 for the finite check
 *   calls      sqrt of math.h, none in a step
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off); NaN and Inf checks
 * do not work under -ffinite-math-only. The file belongs to whoever wrote the
 * spec.
 */
#ifndef HEAVY_TOP_NO_INCLUDE
#ifndef HEAVY_TOP_PLAIN
#define HEAVY_TOP_PLAIN
#endif
#include "heavy_top.h"
#include <math.h>
#include <stdbool.h>
#endif

static const double heavy_top_1_OVER_2_J1 = 0.03282051282051282; /* 1/(2*J1) */
static const double heavy_top_1_OVER_2_J2 = 1.0666666666666667; /* 1/(2*J2) */
static const double heavy_top_J_INV_00 =
    0.06564102564102564; /* 1/J1, 1/(kg m^2) */
static const double heavy_top_J_INV_11 =
    2.1333333333333333; /* 1/J2, 1/(kg m^2) */
static const double heavy_top_3_OVER_2_J1 = 0.09846153846153846; /* 3/(2*J1) */
static const double heavy_top_J2_OVER_J1 = 0.03076923076923077; /* J2/J1 */
static const double heavy_top_1_OVER_8_J1 = 0.008205128205128205; /* 1/(8*J1) */
static const double heavy_top_16_OVER_21 = 0.7619047619047619; /* 16/21 */
static const double heavy_top_64_OVER_21 = 3.0476190476190474; /* 64/21 */
static const double heavy_top_K1 = 2.3219954648526078;

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void heavy_top_c01_near(double y, double *c0, double *c1)
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
heavy_top_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    heavy_top_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void heavy_top_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        heavy_top_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        heavy_top_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* --- the start ------------------------------------------------------------ */

void heavy_top_start(heavy_top *x)
{
    x->q[0] = 1.0;
    x->q[1] = 0.0;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.0;
    x->L[1] = 70.3125;
    x->L[2] = -70.3124296875;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void heavy_top_defaults(heavy_top_par *par)
{
    par->g = 9.81;
}

/* Where the header gave the plain names. */
#ifndef heavy_top_start
void heavy_top_start_6ca773a6(heavy_top *x)
{
    heavy_top_start(x);
}

void heavy_top_defaults_6ca773a6(heavy_top_par *par)
{
    heavy_top_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void heavy_top_tick(heavy_top *to, const heavy_top *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void heavy_top_copy(heavy_top *to, const heavy_top *from)
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
static bool heavy_top_finite(const heavy_top *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool heavy_top_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int heavy_top_run(heavy_top *x, const heavy_top_par *par,
                  const heavy_top_in *in, double h, long steps)
{
    (void)in;
    const double g = par->g;
    const double h_sq = h*h;
    const double h_over_2 = 0.5*h;
    const double h_32_over_975 = heavy_top_1_OVER_2_J1*h;
    const double h_scaled = 0.06786272189349113 /* (1/J2 - 1/J1)/(2*J1) */ *h;
    const double h_336_over_325 = 1.0338461538461539 /* (1/J2 - 1/J1)/2 */ *h;
    const double h_672_over_325 = 2.0676923076923077 /* 1/J2 - 1/J1 */ *h;
    const double h_16_over_15 = heavy_top_1_OVER_2_J2*h;
    const double h_sq_4_over_45 = 0.08888888888888889 /* 1/(24*J2) */ *h_sq;
    const double h_sq_8_over_2925 = 0.002735042735042735 /* 1/(24*J1) */ *h_sq;
    const double h_over_6 = 0.16666666666666666*h;
    const double h_21_over_2 = 10.5*h;
    const double g_scaled = 14.508928571428571 /* 30*J1*J2/(J1 - J2) */ *g;
    const double g_scaledb = 7.254464285714286 /* 15*J1*J2/(J1 - J2) */ *g;
    const double g_10_over_21 = 0.47619047619047616 /* 15*J2/(J1 - J2) */ *g;
    const double g_5_over_21 = 0.23809523809523808 /* 15*J2/(2*(J1 - J2)) */ *g;
    heavy_top now, next;
    int status = HEAVY_TOP_OK;
    long step;

    heavy_top_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double R20_s = q0*q2 - q1*q3; /* -R20/2 */
        const double g1_0 = -2.0*R20_s, g1_1 = 2.0*(q0*q1 + q2*q3);
        const double g1_2 = 1.0 - 2.0*(q1*q1 + q2*q2);
        const double w1_0 = heavy_top_J_INV_00*L0;
        const double w1_1 = heavy_top_J_INV_11*L1;
        const double w1_2 = heavy_top_J_INV_00*L2;

        /* stage 1: t */
        const double L1_w1_2 = L1*w1_2;
        const double L1_w1_0 = L1*w1_0;
        /* 325/672 Ldot_2 */
        const double Ldot_s1_2 = 15.234375 /* J1 */ *L1_w1_0 - R20_s*g_scaled;
        /* -325/672 Ldot_0 */
        const double Ldot_s1_0 = 15.234375*L1_w1_2 + g1_2*g_scaledb;

        /* stage 2: t + h/2 */
        const double g2_0 = g1_0 - h_over_2*(w1_1*g1_2 - w1_2*g1_1);
        const double g2_1 = g1_1 - h_32_over_975*(L2*g1_0 - L0*g1_2);
        const double g2_2 = g1_2 - h_over_2*(w1_0*g1_1 - w1_1*g1_0);
        const double h_scaled_Ldot_s1_0 = h_scaled*Ldot_s1_0;
        const double w2_0 = w1_0 - h_scaled_Ldot_s1_0;
        const double h_scaled_Ldot_s1_2 = h_scaled*Ldot_s1_2;
        const double w2_2 = w1_2 + h_scaled_Ldot_s1_2;
        const double Ldot_s2_2 = L1*w2_0 + g_10_over_21*g2_0; /* 2/63 Ldot_2 */
        const double Ldot_s2_0 = L1*w2_2 + g2_2*g_10_over_21; /* -2/63 Ldot_0 */

        /* stage 3: t + h/2 */
        const double g3_0 = g1_0 - h_over_2*(w1_1*g2_2 - w2_2*g2_1);
        const double g3_1 = g1_1 - h_over_2*(w2_2*g2_0 - g2_2*w2_0);
        const double g3_2 = g1_2 - h_over_2*(g2_1*w2_0 - w1_1*g2_0);
        const double w3_0 = w1_0 - h_336_over_325*Ldot_s2_0;
        const double w3_2 = w1_2 + h_336_over_325*Ldot_s2_2;
        const double Ldot_s3_0 = L1*w3_2 + g_10_over_21*g3_2; /* -2/63 Ldot_0 */
        const double Ldot_s3_2 = L1*w3_0 + g_10_over_21*g3_0; /* 2/63 Ldot_2 */

        /* stage 4: t + h */
        const double g4_0 = g1_0 - h*(w1_1*g3_2 - w3_2*g3_1);
        const double g4_2 = g1_2 - h*(g3_1*w3_0 - w1_1*g3_0);
        const double w4_0 = w1_0 - h_672_over_325*Ldot_s3_0;
        const double w4_2 = w1_2 + h_672_over_325*Ldot_s3_2;
        const double L1_w4_0 = L1*w4_0;
        const double L1_w4_2 = L1*w4_2;

        /* finish */
        const double v_0_part = h_over_6*(heavy_top_3_OVER_2_J1*L0 -
            h_scaled_Ldot_s1_0 + w3_0 + 0.5*w4_0);
        const double v_0 = v_0_part - h_sq_4_over_45*(L1_w1_2 - L1_w4_2);
        const double v_1 = L1*h_16_over_15 -
            h_sq_8_over_2925*(L0*w4_2 - L2*w4_0);
        const double v_2_part = h_over_6*(heavy_top_3_OVER_2_J1*L2 +
            h_scaled_Ldot_s1_2 + w3_2 + 0.5*w4_2);
        const double v_2 = v_2_part + h_sq_4_over_45*(L1_w1_0 - L1_w4_0);
        const double y_5 = v_0*v_0 + v_1*v_1 + v_2*v_2;
        double c0_5, c1_5;
        heavy_top_c01(y_5, &c0_5, &c1_5);
        const double new_L0_part = h_21_over_2*
            (heavy_top_1_OVER_2_J1*Ldot_s1_0 + Ldot_s2_0 + Ldot_s3_0 +
            g_5_over_21*g4_2 + 0.5*L1_w4_2);
        const double new_L2_part = h_21_over_2*
            (heavy_top_1_OVER_2_J1*Ldot_s1_2 + Ldot_s2_2 + Ldot_s3_2 +
            g_5_over_21*g4_0 + 0.5*L1_w4_0);

        /* the new state */
        next.q[0] = q0*c0_5 - c1_5*(q1*v_0 + q2*v_1 + q3*v_2);
        next.q[1] = q1*c0_5 + c1_5*(q0*v_0 - q3*v_1 + q2*v_2);
        next.q[2] = q2*c0_5 + c1_5*(q0*v_1 - q1*v_2 + q3*v_0);
        next.q[3] = q3*c0_5 + c1_5*(q0*v_2 - q2*v_0 + q1*v_1);
        next.L[0] = L0 - new_L0_part;
        next.L[2] = L2 + new_L2_part;
        next.L[1] = now.L[1];
        heavy_top_tick(&next, &now, h);
        if (!heavy_top_finite(&next)) {
            status = HEAVY_TOP_NOT_FINITE;
            break;
        }
        heavy_top_copy(&now, &next);
    }
    heavy_top_copy(x, &now);
    return status;
}

int heavy_top_step(heavy_top *x, const heavy_top_par *par,
                   const heavy_top_in *in, double h)
{
    return heavy_top_run(x, par, in, h, 1);
}

/* Torque and force by mass at this state, those that vary. */
static void heavy_top_act(const heavy_top *x, const heavy_top_par *par,
                          const heavy_top_in *in, double act[2])
{
    (void)in;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double g = par->g;
    const double g_times_30 = 30.0*g;
    act[0] = g_times_30*(q1*q1 - 0.5 + q2*q2);
    act[1] = -((q0*q2 - q1*q3)*g_times_30);
}

/* --- between two states --------------------------------------------------- */

int heavy_top_interp(const heavy_top *from, const heavy_top *to,
                     const heavy_top_par *par, const heavy_top_in *in, double h,
                     double theta, heavy_top *out)
{
    double act[2], act_end[2];
    heavy_top now;

    if (heavy_top_same(theta, 0.0)) {
        heavy_top_copy(out, from);
        return HEAVY_TOP_OK;
    }
    if (heavy_top_same(theta, 1.0)) {
        heavy_top_copy(out, to);
        return HEAVY_TOP_OK;
    }
    heavy_top_act(from, par, in, act);
    heavy_top_act(to, par, in, act_end);
    const double q0 = from->q[0], q1 = from->q[1], q2 = from->q[2],
        q3 = from->q[3];
    const double L0 = from->L[0], L1 = from->L[1], L2 = from->L[2];
    const double end_q0 = to->q[0], end_q1 = to->q[1], end_q2 = to->q[2],
        end_q3 = to->q[3];
    const double end_L0 = to->L[0], end_L1 = to->L[1], end_L2 = to->L[2];
    const double T0 = act[0], T2 = act[1];
    const double end_T0 = act_end[0], end_T2 = act_end[1];
    const double h_21_over_4 = 5.25*h;
    const double hw1_s_1 = L1*h; /* 15/32 hw1_1 */
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
    const double hw1_s_0 = L0*h; /* 975/64 hw1_0 */
    const double hw1_s_2 = L2*h; /* 975/64 hw1_2 */
    const double end_hw1_s_0 = h*end_L0; /* 975/64 end_hw1_0 */
    const double end_hw1_s_1 = h*end_L1; /* 15/32 end_hw1_1 */
    const double end_hw1_s_2 = h*end_L2; /* 975/64 end_hw1_2 */
    const double new_turn_part = hw1_s_0*hw1_s_0 + hw1_s_2*hw1_s_2 +
        (end_hw1_s_0*end_hw1_s_0 + end_hw1_s_2*end_hw1_s_2);
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
    /* 20475/256 vw1_1 */
    const double vw1_s_1 = hw1_s_2*phi_s_0 - hw1_s_0*phi_s_2;
    /* -20475/256 end_vw1_1 */
    const double end_vw1_s_1 = end_hw1_s_2*phi_s_0 - end_hw1_s_0*phi_s_2;
    /* 20475/256 vw1_0 */
    const double vw1_s_0 = 32.5*hw1_s_1*phi_s_2 - hw1_s_2*phi_s_1;
    /* 315/128 vw1_2 */
    const double vw1_s_2 = heavy_top_J2_OVER_J1*hw1_s_0*phi_s_1 -
        hw1_s_1*phi_s_0;
    const double v_s_1_part =
        f_s*(phi_s_0*vw1_s_2 - heavy_top_J2_OVER_J1*phi_s_2*vw1_s_0);
    /* -20475/256 end_vw1_0 */
    const double end_vw1_s_0 = 32.5*end_hw1_s_1*phi_s_2 - end_hw1_s_2*phi_s_1;
    /* -315/128 end_vw1_2 */
    const double end_vw1_s_2 = heavy_top_J2_OVER_J1*end_hw1_s_0*phi_s_1 -
        end_hw1_s_1*phi_s_0;
    const double v_s_1_part2 =
        f_s*(phi_s_0*end_vw1_s_2 - heavy_top_J2_OVER_J1*phi_s_2*end_vw1_s_0);
    /* 20475/256 sigma1_0 */
    const double sigma1_s_0 = L0*h_21_over_4 + vw1_s_0 -
        f_s*(phi_s_2*vw1_s_1 - 32.5*phi_s_1*vw1_s_2);
    /* 20475/256 sigma1_2 */
    const double sigma1_s_2 = L2*h_21_over_4 + 32.5*vw1_s_2 -
        f_s*(phi_s_1*vw1_s_0 - phi_s_0*vw1_s_1);
    /* -20475/256 end_sigma1_0 */
    const double end_sigma1_s_0 = end_vw1_s_0 - end_L0*h_21_over_4 +
        f_s*(phi_s_2*end_vw1_s_1 - 32.5*phi_s_1*end_vw1_s_2);
    /* -20475/256 end_sigma1_2 */
    const double end_sigma1_s_2 = 32.5*end_vw1_s_2 - end_L2*h_21_over_4 +
        f_s*(phi_s_1*end_vw1_s_0 - phi_s_0*end_vw1_s_1);

    /* the attitude at theta, from there */
    const double theta_theta_minus_1 = theta*theta_minus_1;
    const double way_s = (theta - 0.5)*(theta_theta_minus_1 - 0.5); /* -way/2 */
    const double v_s_1_part3 = theta_minus_1*(L1*h_21_over_4 +
        heavy_top_J2_OVER_J1*vw1_s_1 - v_s_1_part);
    const double v_s_1_part4 = theta_theta_minus_1*(v_s_1_part3 -
        theta*(heavy_top_J2_OVER_J1*end_vw1_s_1 - end_L1*h_21_over_4 +
        v_s_1_part2));
    /* -21/16 v_0 */
    const double v_s_0 = way_s*phi_s_0 -
        heavy_top_1_OVER_8_J1*theta_theta_minus_1*(theta_minus_1*sigma1_s_0 -
        theta*end_sigma1_s_0);
    /* -21/16 v_1 */
    const double v_s_1 = way_s*phi_s_1 -
        0.26666666666666666 /* 1/(8*J2) */ *v_s_1_part4;
    /* -21/16 v_2 */
    const double v_s_2 = way_s*phi_s_2 -
        heavy_top_1_OVER_8_J1*theta_theta_minus_1*(theta_minus_1*sigma1_s_2 -
        theta*end_sigma1_s_2);
    const double y_2 =
        0.5804988662131519*(v_s_0*v_s_0 + v_s_1*v_s_1 + v_s_2*v_s_2);
    double c0_2, c1_2;
    heavy_top_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t2 = theta + 0.5;
    const double h_theta = h*theta;
    const double theta_minus_1_sq = theta_minus_1*theta_minus_1;
    const double L_from_0 = (T0*h_theta + 2.0*L0*t2)*theta_minus_1_sq;
    const double L_from_s_1 = L1*t2*theta_minus_1_sq; /* L_from_1/2 */
    const double L_from_2 = (T2*h_theta + 2.0*L2*t2)*theta_minus_1_sq;
    const double t3 = theta - 1.5;
    const double h_theta_minus_1 = h*theta_minus_1;
    const double theta_sq = theta*theta;
    const double L_to_s_1 = end_L1*t3*theta_sq; /* -L_to_1/2 */
    const double L_to_0 = theta_sq*(end_T0*h_theta_minus_1 - 2.0*end_L0*t3);
    const double L_to_2 = theta_sq*(end_T2*h_theta_minus_1 - 2.0*end_L2*t3);
    const double L_mid_s_part = 1.0/t1;
    /* -vec_x_axis_0 */
    const double vec_x_axis_s3_0 = L_from_2*tan_quarter_1 -
        2.0*L_from_s_1*tan_quarter_2;
    /* -vec_x_axis_1 */
    const double vec_x_axis_s3_1 = L_from_0*tan_quarter_2 -
        L_from_2*tan_quarter_0;
    const double vec_x_axis3_2 = L_from_0*tan_quarter_1 -
        2.0*L_from_s_1*tan_quarter_0;
    const double axis_x_vec_0 = L_to_2*tan_quarter_1 +
        2.0*L_to_s_1*tan_quarter_2;
    /* -axis_x_vec_1 */
    const double axis_x_vec_s_1 = L_to_2*tan_quarter_0 - L_to_0*tan_quarter_2;
    /* -axis_x_vec_2 */
    const double axis_x_vec_s_2 = L_to_0*tan_quarter_1 +
        2.0*L_to_s_1*tan_quarter_0;
    const double L_mid_s_0_part = tan_quarter_1*axis_x_vec_s_2 +
        (vec_x_axis_s3_0 - axis_x_vec_0 + tan_quarter_1*vec_x_axis3_2);
    const double L_mid_s_1_part = vec_x_axis_s3_1 + axis_x_vec_s_1 -
        tan_quarter_2*vec_x_axis_s3_0 - tan_quarter_2*axis_x_vec_0;
    /* -L_mid_1/2 */
    const double L_mid_s_1 = L_to_s_1 - L_from_s_1 +
        L_mid_s_part*(L_mid_s_1_part -
        (tan_quarter_0*vec_x_axis3_2 + tan_quarter_0*axis_x_vec_s_2));
    const double L_mid_s_2_part = vec_x_axis3_2 - axis_x_vec_s_2 +
        tan_quarter_0*vec_x_axis_s3_1 - tan_quarter_0*axis_x_vec_s_1;
    /* -L_mid_0/2 */
    const double L_mid_s_0 = L_mid_s_part*(tan_quarter_2*vec_x_axis_s3_1 -
        tan_quarter_2*axis_x_vec_s_1 + L_mid_s_0_part) -
        0.5*(L_from_0 + L_to_0);
    /* L_mid_2/2 */
    const double L_mid_s_2 = 0.5*(L_from_2 + L_to_2) +
        L_mid_s_part*(L_mid_s_2_part -
        (tan_quarter_1*vec_x_axis_s3_0 + tan_quarter_1*axis_x_vec_0));
    const double turn3_0_part =
        c1_2*(sin_quarter_0*v_s_0 + sin_quarter_1*v_s_1 + sin_quarter_2*v_s_2);
    const double turn3_0 = cos_quarter*c0_2 + heavy_top_16_OVER_21*turn3_0_part;
    const double turn3_1_part =
        c1_2*(cos_quarter*v_s_0 - sin_quarter_2*v_s_1 + sin_quarter_1*v_s_2);
    const double turn3_1 = sin_quarter_0*c0_2 -
        heavy_top_16_OVER_21*turn3_1_part;
    const double turn3_2_part =
        c1_2*(cos_quarter*v_s_1 - sin_quarter_0*v_s_2 + sin_quarter_2*v_s_0);
    const double turn3_2 = sin_quarter_1*c0_2 -
        heavy_top_16_OVER_21*turn3_2_part;
    const double turn3_3_part =
        c1_2*(cos_quarter*v_s_2 - sin_quarter_1*v_s_0 + sin_quarter_0*v_s_1);
    const double turn3_3 = sin_quarter_2*c0_2 -
        heavy_top_16_OVER_21*turn3_3_part;
    const double c0_2_c1_2 = c0_2*c1_2;
    const double c1_2_sq = c1_2*c1_2;
    /* 21/32 vec_x_axis_0 */
    const double vec_x_axis_s3_0b = L_mid_s_2*v_s_1 + L_mid_s_1*v_s_2;
    /* -21/32 vec_x_axis_1 */
    const double vec_x_axis_s3_1b = L_mid_s_0*v_s_2 + L_mid_s_2*v_s_0;
    /* -21/32 vec_x_axis_2 */
    const double vec_x_axis_s3_2 = L_mid_s_1*v_s_0 - L_mid_s_0*v_s_1;
    const double new_L0_part = heavy_top_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_0b -
        2.0*L_mid_s_0;
    const double new_L1_part = 2.0*L_mid_s_1 +
        heavy_top_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_1b;
    const double new_L2_part = 2.0*L_mid_s_2 -
        heavy_top_64_OVER_21*c0_2_c1_2*vec_x_axis_s3_2;

    if (0.002154372123602893 /* 1/(2*J1^2) */ *(new_turn_part +
        1056.25*(hw1_s_1*hw1_s_1 +
        end_hw1_s_1*end_hw1_s_1)) > 9.8696044010893) {
        return HEAVY_TOP_STEP_TOO_LARGE;
    }
    now.q[0] = q0*turn3_0 - q1*turn3_1 - (q2*turn3_2 + q3*turn3_3);
    now.q[1] = q0*turn3_1 + q1*turn3_0 + (q2*turn3_3 - q3*turn3_2);
    now.q[2] = q0*turn3_2 + q2*turn3_0 + (q3*turn3_1 - q1*turn3_3);
    now.q[3] = q0*turn3_3 + q3*turn3_0 + (q1*turn3_2 - q2*turn3_1);
    now.L[0] = new_L0_part -
        heavy_top_K1*c1_2_sq*(v_s_1*vec_x_axis_s3_2 - v_s_2*vec_x_axis_s3_1b);
    now.L[1] = heavy_top_K1*c1_2_sq*(v_s_2*vec_x_axis_s3_0b +
        v_s_0*vec_x_axis_s3_2) - new_L1_part;
    now.L[2] = new_L2_part -
        heavy_top_K1*c1_2_sq*(v_s_0*vec_x_axis_s3_1b + v_s_1*vec_x_axis_s3_0b);
    heavy_top_tick(&now, from, theta*h);
    if (!heavy_top_finite(&now)) {
        return HEAVY_TOP_NOT_FINITE;
    }
    heavy_top_copy(out, &now);
    return HEAVY_TOP_OK;
}

/* --- what is read and set ------------------------------------------------- */

double heavy_top_time(const heavy_top *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static bool heavy_top_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Can they be squared and summed, to no less than that? */
static bool heavy_top_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i]*value[i];
    }
    return sum - sum <= 0.0 && sum >= least;
}

void heavy_top_rotation(const heavy_top *x, double R[9])
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

int heavy_top_set_rotation(heavy_top *x, const double R[9])
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
    if (!heavy_top_numbers(value, 4) || !heavy_top_squares(R, 9, 0.0)) {
        return HEAVY_TOP_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return HEAVY_TOP_OK;
}

void heavy_top_quaternion(const heavy_top *x, double q[4])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    q[0] = q0;
    q[1] = q1;
    q[2] = q2;
    q[3] = q3;
}

int heavy_top_set_quaternion(heavy_top *x, const double q[4])
{
    double value[4];
    const double q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
    const double q_part = sqrt(q0*q0 + q1*q1 + q2*q2 + q3*q3);
    const double q_part2 = 1.0/q_part;
    value[0] = q0*q_part2;
    value[1] = q1*q_part2;
    value[2] = q2*q_part2;
    value[3] = q3*q_part2;
    if (!heavy_top_numbers(value, 4) || !heavy_top_squares(q, 4, 1e-290)) {
        return HEAVY_TOP_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return HEAVY_TOP_OK;
}

void heavy_top_omega(const heavy_top *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = heavy_top_J_INV_00*L0;
    w[1] = heavy_top_J_INV_11*L1;
    w[2] = heavy_top_J_INV_00*L2;
}

int heavy_top_set_omega(heavy_top *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 15.234375 /* J1 */ *w0;
    value[1] = 0.46875*w1;
    value[2] = 15.234375*w2;
    if (!heavy_top_numbers(value, 3)) {
        return HEAVY_TOP_NOT_FINITE;
    }
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return HEAVY_TOP_OK;
}

void heavy_top_momentum(const heavy_top *x, double pi[3])
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

double heavy_top_energy(const heavy_top *x, const heavy_top_par *par)
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double g = par->g;
    const double g_q0q1_plus_q2q3 = g*(q0*q1 + q2*q3);
    const double L0L0_plus_L2L2 = L0*L0 + L2*L2;
    return 30.0*g_q0q1_plus_q2q3 + heavy_top_1_OVER_2_J2*(L1*L1) +
        heavy_top_1_OVER_2_J1*L0L0_plus_L2L2;
}

void heavy_top_keep(const heavy_top *x, const heavy_top_par *par,
                    double value[2])
{
    (void)par;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double L0_q0q2_minus_q1q3 = L0*(q0*q2 - q1*q3);
    const double vertical_part = L2*(1.0 - 2.0*(q1*q1 + q2*q2));
    value[0] = L1;
    value[1] = vertical_part - 2.0*(L0_q0q2_minus_q1q3 - L1*(q0*q1 + q2*q3));
}
