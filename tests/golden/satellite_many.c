/* satellite_many.c - made by polhode *; do not edit.
 *   from       satellite.pol (content *)
 *   by         polhode emit satellite.pol --method imidm --batch
 *   method     imidm, order 2
 *   lanes      16
 */
#ifndef SATELLITE_PLAIN
#define SATELLITE_PLAIN
#endif
#include "satellite_many.h"
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const double satellite_many_J2_INV_MINUS_J3_INV_OVER_2 =
    4.254254254254254e-06; /* (1/J2 - 1/J3)/2 */
static const double satellite_many_J1_INV_MINUS_J3_INV_OVER_2 =
    2.0152505446623093e-05; /* (1/J1 - 1/J3)/2 */
static const double satellite_many_J1_INV_MINUS_J2_INV_OVER_2 =
    1.589825119236884e-05; /* (1/J1 - 1/J2)/2 */
static const double satellite_many_1_OVER_4_J1 =
    1.4705882352941177e-05; /* 1/(4*J1) */
static const double satellite_many_1_OVER_4_J2 =
    6.756756756756757e-06; /* 1/(4*J2) */
static const double satellite_many_1_OVER_4_J3 =
    4.6296296296296296e-06; /* 1/(4*J3) */
static const double satellite_many_J1_INV_SQ =
    3.4602076124567474e-09; /* 1/J1^2 */
static const double satellite_many_K1 = 48186.311111111114;
static const double satellite_many_K2 = 104876.08888888889;
static const double satellite_many_K3 = 56689.77777777778;
static const double satellite_many_K4 = 96372.62222222223;
static const double satellite_many_K5 = 209752.17777777778;
static const double satellite_many_K6 = 113379.55555555556;
static const double satellite_many_J1_SQ_OVER_J2_SQ =
    0.21110299488677867; /* J1^2/J2^2 */
static const double satellite_many_J1_SQ_OVER_J3_SQ =
    0.09910836762688614; /* J1^2/J3^2 */
static const double satellite_many_PI_SQ = 9.869604401089358; /* pi^2 */
static const double satellite_many_J3_OVER_J2 = 1.4594594594594594; /* J3/J2 */
static const double satellite_many_J1_OVER_J3 = 0.3148148148148148; /* J1/J3 */
static const double satellite_many_J2_OVER_J1 = 2.176470588235294; /* J2/J1 */
static const double satellite_many_J3_OVER_J1 = 3.176470588235294; /* J3/J1 */
static const double satellite_many_J1_OVER_J2 = 0.4594594594594595; /* J1/J2 */
static const double satellite_many_K7 = 891446755.5555556;
static const double satellite_many_2_TO_MINUS_52 =
    2.220446049250313e-16; /* 2^-52 */
static const double satellite_many_PI_SQ_OVER_16 =
    0.6168502750680849; /* pi^2/16 */

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
SATELLITE_FN void satellite_many_c01_near(double y, double *c0, double *c1)
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
__attribute__((cold))
#endif
SATELLITE_FN void
satellite_many_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    satellite_many_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

SATELLITE_FN void satellite_many_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        satellite_many_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        satellite_many_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* Stumpff functions c_0 to c_3 of y where 0 <= y <= pi^2/4. */
SATELLITE_FN void satellite_many_c0123_near(double y, double *c0, double *c1,
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
__attribute__((cold))
#endif
SATELLITE_FN void
satellite_many_c0123_far(double y, double *c0, double *c1, double *c2,
                         double *c3)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    satellite_many_c0123_near(y, c0, c1, c2, c3);
    for (; doublings > 0; doublings--) {
        const double a = *c1, b = *c2;
        y *= 4.0;
        *c3 = 0.25 * (*c3 + a * b);
        *c2 = 0.5 * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0 ? 1.0 - y * *c2 : 2.0 * *c0 * *c0 - 1.0;
    }
}

SATELLITE_FN void satellite_many_c0123(double y, double *c0, double *c1,
                                       double *c2, double *c3)
{
    if (y <= 2.4674011) {
        satellite_many_c0123_near(y, c0, c1, c2, c3);
    } else {
        double r0, r1, r2, r3;
        satellite_many_c0123_far(y, &r0, &r1, &r2, &r3);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
    }
}

/* --- one body ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
SATELLITE_FN void satellite_many_clock(double *t, double *t_rest, double h)
{
    const double add = h + *t_rest;
    const double sum = *t + add;
    const double got = sum - *t;
    *t_rest = (*t - (sum - got)) + (add - got);
    *t = sum;
}

SATELLITE_FN void satellite_many_tick(satellite *to, const satellite *from,
                                      double h)
{
    to->t = from->t;
    to->t_rest = from->t_rest;
    satellite_many_clock(&to->t, &to->t_rest, h);
}

SATELLITE_FN void satellite_many_copy(satellite *to, const satellite *from)
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
SATELLITE_FN bool satellite_many_finite(const satellite *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
SATELLITE_FN int satellite_many_one(satellite *x, const satellite_par *par,
                                    const satellite_in *in, double h,
                                    long steps)
{
    (void)par;
    (void)in;
    const double h_sq = h*h;
    const double h_scaled = satellite_many_J2_INV_MINUS_J3_INV_OVER_2*h;
    const double h_scaledb = satellite_many_J1_INV_MINUS_J3_INV_OVER_2*h;
    const double h_over_62900 = satellite_many_J1_INV_MINUS_J2_INV_OVER_2*h;
    const double h_over_68000 = satellite_many_1_OVER_4_J1*h;
    const double h_scaledc = satellite_many_1_OVER_4_J2*h;
    const double h_scaledd = satellite_many_1_OVER_4_J3*h;
    const double h_sq_scaled = satellite_many_J1_INV_SQ*h_sq;
    const double h_scalede = satellite_many_K1*h;
    const double h_scaledf = satellite_many_K2*h;
    const double h_scaledg = satellite_many_K3*h;
    const double h_scaledh = satellite_many_K4*h;
    const double h_scaledi = satellite_many_K5*h;
    const double h_scaledj = satellite_many_K6*h;
    satellite now, next;
    int status = SATELLITE_OK;
    long step;

    satellite_many_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        int sweep;
        bool solved;
        const double R20_s0 = q0*q2 - q1*q3; /* -R20/2 */
        const double R21_s0 = q0*q1 + q2*q3; /* R21/2 */
        const double R22_s0 = 0.5 - q1*q1 - q2*q2; /* R22/2 */

        /* start */
        const bool accept_part = h_sq_scaled*(L0*L0 +
            satellite_many_J1_SQ_OVER_J2_SQ*(L1*L1) +
            satellite_many_J1_SQ_OVER_J3_SQ*(L2*L2)) < satellite_many_PI_SQ;

        /* s: Newton's iteration, at most 12 sweeps, with the residual f and its
         * Jacobian J */
        double s_0 =
            h_over_68000*(L0 - h_scaled*(L1*L2 - 2831654400.0*R21_s0*R22_s0));
        double s_1 =
            h_scaledc*(L1 + h_scaledb*(L0*L2 + 1301030400.0*R20_s0*R22_s0));
        double s_2 = (L2 -
            (L0*L1 + satellite_many_K7*R20_s0*R21_s0)*h_over_62900)*h_scaledd;
        solved = false;
        for (sweep = 0; sweep < 12 && !solved; sweep++) {
            const double s0s0 = s_0*s_0;
            const double s1s1 = s_1*s_1;
            const double s2s2 = s_2*s_2;
            const double s0s0_plus_s1s1 = s0s0 + s1s1;
            const double vec_x_axis_s_0 = L2*s_1 - L1*s_2; /* -vec_x_axis_0 */
            const double vec_x_axis_s_1 = L0*s_2 - L2*s_0; /* -vec_x_axis_1 */
            const double vec_x_axis_s_2 = L1*s_0 - L0*s_1; /* -vec_x_axis_2 */
            /* -R2_x_axis_2/2 */
            const double R2_x_axis_s_2 = R21_s0*s_0 + R20_s0*s_1;
            const double y_1 = s0s0_plus_s1s1 + s2s2;
            double c0_1, c1_1, c2_1, c3_1;
            satellite_many_c0123(y_1, &c0_1, &c1_1, &c2_1, &c3_1);
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
            const double L_mid_0 = L0 -
                2.0*(vec_x_axis_s_0*c0_1_c1_1 -
                (s_1*vec_x_axis_s_2 - s_2*vec_x_axis_s_1)*c1_1_sq);
            const double L_mid_1 = L1 -
                2.0*(vec_x_axis_s_1*c0_1_c1_1 -
                (s_2*vec_x_axis_s_0 - s_0*vec_x_axis_s_2)*c1_1_sq);
            const double L_mid_2 = L2 -
                2.0*(vec_x_axis_s_2*c0_1_c1_1 -
                (s_0*vec_x_axis_s_1 - s_1*vec_x_axis_s_0)*c1_1_sq);
            const double dexp00 = 1.0 - (s1s1 + s2s2)*dexp_vv;
            const double dexp11 = 1.0 - (s0s0 + s2s2)*dexp_vv;
            const double dexp22 = 1.0 - s0s0_plus_s1s1*dexp_vv;
            /* R2_x_axis_0/2 */
            const double R2_x_axis_s_0 = R21_s0*s_2 - s_1*R22_s0;
            /* R2_x_axis_1/2 */
            const double R2_x_axis_s_1 = R20_s0*s_2 + s_0*R22_s0;
            /* -R20/4 */
            const double R20_s1 = 0.5*R20_s0 - c0_1_c1_1*R2_x_axis_s_0 -
                c1_1_sq*(s_1*R2_x_axis_s_2 + s_2*R2_x_axis_s_1);
            /* R21/4 */
            const double R21_s1 = 0.5*R21_s0 + c0_1_c1_1*R2_x_axis_s_1 -
                c1_1_sq*(s_2*R2_x_axis_s_0 + s_0*R2_x_axis_s_2);
            /* R22/4 */
            const double R22_s1 = 0.5*R22_s0 - R2_x_axis_s_2*c0_1_c1_1 -
                c1_1_sq*(s_0*R2_x_axis_s_1 - s_1*R2_x_axis_s_0);
            const double t1 = dexp10_s*R22_s1 + dexp20*R21_s1;
            const double t2 = dexp20*R20_s1 + dexp00*R22_s1;
            const double t3 = dexp00*R21_s1 - dexp10_s*R20_s1;
            const double t4 = dexp11*R22_s1 + dexp21_s*R21_s1;
            const double t5 = dexp21_s*R20_s1 - dexp01*R22_s1;
            const double t6 = dexp01*R21_s1 + dexp11*R20_s1;
            const double t7 = dexp12*R22_s1 - dexp22*R21_s1;
            const double t8 = dexp22*R20_s1 - dexp02_s*R22_s1;
            const double t9 = dexp02_s*R21_s1 - dexp12*R20_s1;
            /* f_0/17000 */
            const double f_0_s = s_0 -
                h_over_68000*(L_mid_0 + h_scalede*R21_s1*R22_s1);
            /* f_1/37000 */
            const double f_1_s = s_1 -
                h_scaledc*(L_mid_1 + h_scaledf*R20_s1*R22_s1);
            /* f_2/54000 */
            const double f_2_s = s_2 -
                h_scaledd*(L_mid_2 - h_scaledg*R20_s1*R21_s1);
            const double J00_s_part = dexp10_s*L_mid_2 + dexp20*L_mid_1 -
                h_scalede*(R21_s1*t3 - R22_s1*t2);
            const double J10_s_part = dexp20*L_mid_0 - L_mid_2*dexp00 +
                h_scaledf*(R20_s1*t3 + R22_s1*t1);
            const double J20_s_part = L_mid_1*dexp00 + dexp10_s*L_mid_0 +
                h_scaledg*(R20_s1*t2 - R21_s1*t1);
            const double J10_s = h*J10_s_part; /* 2 J10 */
            const double J20_s = h*J20_s_part; /* 2 J20 */
            const double J00_s = 34000.0 - h*J00_s_part; /* 2 J00 */
            const double J01_s_over_h = L_mid_2*dexp11 + dexp21_s*L_mid_1 +
                h_scalede*(R21_s1*t6 + R22_s1*t5);
            const double J11_s_part = dexp21_s*L_mid_0 + dexp01*L_mid_2 -
                h_scaledf*(R20_s1*t6 - R22_s1*t4);
            const double t10 = dexp01*L_mid_1 - L_mid_0*dexp11 -
                h_scaledg*(R20_s1*t5 - R21_s1*t4);
            const double J01_s = h*J01_s_over_h; /* 2 J01 */
            const double J11_s = 74000.0 - h*J11_s_part; /* 2 J11 */
            const double J02_s_over_h = dexp12*L_mid_2 - L_mid_1*dexp22 -
                h_scalede*(R21_s1*t9 + R22_s1*t8);
            const double t11 = L_mid_0*dexp22 + dexp02_s*L_mid_2 -
                h_scaledf*(R20_s1*t9 + R22_s1*t7);
            const double J22_s_part = dexp02_s*L_mid_1 + dexp12*L_mid_0 -
                h_scaledg*(R20_s1*t8 + R21_s1*t7);
            const double J02_s = h*J02_s_over_h; /* 2 J02 */
            const double J22_s = 108000.0 - h*J22_s_part; /* 2 J22 */
            const double cofactor_s_part = h_sq*t10;
            /* -4 cofactor_0 */
            const double cofactor_s_0 = t11*cofactor_s_part - J11_s*J22_s;
            /* -4 cofactor_1 */
            const double cofactor_s_1 = J01_s*J22_s -
                J02_s_over_h*cofactor_s_part;
            /* -4 cofactor_2 */
            const double cofactor_s_2 = J11_s*J02_s - t11*h_sq*J01_s_over_h;
            /* -J0_x_f_0/18500 */
            const double J0_x_f_s_0 = f_1_s*J20_s -
                satellite_many_J3_OVER_J2*f_2_s*J10_s;
            /* -J0_x_f_1/27000 */
            const double J0_x_f_s_1 = f_2_s*J00_s -
                satellite_many_J1_OVER_J3*f_0_s*J20_s;
            /* -J0_x_f_2/8500 */
            const double J0_x_f_s_2 = f_0_s*J10_s -
                satellite_many_J2_OVER_J1*f_1_s*J00_s;
            /* -over_det/8 */
            const double over_det_s = 1.0/(J00_s*cofactor_s_0 +
                J10_s*cofactor_s_1 + J20_s*cofactor_s_2);
            const double ds_0_part = over_det_s*(f_0_s*cofactor_s_0 +
                satellite_many_J2_OVER_J1*f_1_s*cofactor_s_1 +
                satellite_many_J3_OVER_J1*f_2_s*cofactor_s_2);
            const double ds_1_part = J02_s*J0_x_f_s_0 +
                satellite_many_J3_OVER_J2*h*t11*J0_x_f_s_1 +
                satellite_many_J1_OVER_J2*J22_s*J0_x_f_s_2;
            const double ds_2_part = J01_s*J0_x_f_s_0 +
                satellite_many_J3_OVER_J2*J11_s*J0_x_f_s_1 +
                satellite_many_J1_OVER_J2*h*t10*J0_x_f_s_2;
            const double ds_0 = -34000.0*ds_0_part;
            const double ds_1 = -74000.0*over_det_s*ds_1_part;
            const double ds_2 = 74000.0*over_det_s*ds_2_part;
            s_0 += ds_0;
            s_1 += ds_1;
            s_2 += ds_2;
            solved = 64.0*(ds_0*ds_0 + ds_1*ds_1 + ds_2*ds_2) <
                satellite_many_2_TO_MINUS_52;
        }
        if (!solved) {
            status = SATELLITE_NOT_CONVERGED;
            break;
        }
        if (!(s_0*s_0 + s_1*s_1 + s_2*s_2 < satellite_many_PI_SQ_OVER_16 &&
            accept_part)) {
            status = SATELLITE_STEP_TOO_LARGE;
            break;
        }

        const double y_2 = s_0*s_0 + s_1*s_1 + s_2*s_2;

        /* finish */
        double c0_2, c1_2;
        satellite_many_c01(y_2, &c0_2, &c1_2);
        const double e_0 = s_0*c1_2, e_1 = s_1*c1_2, e_2 = s_2*c1_2;
        const double e0e0 = e_0*e_0;
        const double turn_s2_1 = c0_2*e_0; /* turn_1/2 */
        const double e1e1 = e_1*e_1;
        const double turn_s2_2 = c0_2*e_1; /* turn_2/2 */
        const double e2e2 = e_2*e_2;
        const double turn_s2_3 = c0_2*e_2; /* turn_3/2 */
        const double e1e1_plus_e2e2 = e1e1 + e2e2;
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
        const double turn2_0 = c0_2*c0_2 - e0e0 - e1e1_plus_e2e2;
        /* R20/4 */
        const double R20_s2 = R21_s0*e0e1_plus_turn_s2_3 +
            e0e2_minus_turn_s2_2*R22_s0 - R20_s0*(0.5 - e1e1 - e2e2);
        /* -R21/4 */
        const double R21_s2 = R20_s0*e0e1_minus_turn_s2_3 -
            e1e2_plus_turn_s2_1*R22_s0 - R21_s0*(0.5 - e2e2 - e0e0);
        /* -R22/4 */
        const double R22_s2 = R20_s0*e0e2_plus_turn_s2_2 -
            R21_s0*e1e2_minus_turn_s2_1 - R22_s0*(0.5 - e0e0 - e1e1);
        const double new_L_part3 = L0*e1e1_plus_e2e2 - L1*e0e1_plus_turn_s2_3 -
            L2*e0e2_minus_turn_s2_2;
        const double new_L_part4 = L0 -
            (2.0*new_L_part3 - h_scaledh*R21_s2*R22_s2);
        const double new_L_part5 = L1 +
            (2.0*new_L_part + h_scaledi*R20_s2*R22_s2);
        const double new_L_part6 = L2 +
            (2.0*new_L_part2 - h_scaledj*R20_s2*R21_s2);

        /* the new state */
        next.q[0] = q0*turn2_0 -
            2.0*(q1*turn_s2_1 + q2*turn_s2_2 + q3*turn_s2_3);
        next.q[1] = q1*turn2_0 -
            2.0*(q3*turn_s2_2 - q2*turn_s2_3 - q0*turn_s2_1);
        next.q[2] = q2*turn2_0 -
            2.0*(q1*turn_s2_3 - q3*turn_s2_1 - q0*turn_s2_2);
        next.q[3] = q3*turn2_0 -
            2.0*(q2*turn_s2_1 - q1*turn_s2_2 - q0*turn_s2_3);
        next.L[0] = new_L_part4 -
            2.0*(e1e1_plus_e2e2*new_L_part4 - e0e1_plus_turn_s2_3*new_L_part5 -
            e0e2_minus_turn_s2_2*new_L_part6);
        next.L[1] = new_L_part5 +
            2.0*(e0e1_minus_turn_s2_3*new_L_part4 - e2e2_plus_e0e0*new_L_part5 +
            e1e2_plus_turn_s2_1*new_L_part6);
        next.L[2] = new_L_part6 +
            2.0*(e0e2_plus_turn_s2_2*new_L_part4 +
            e1e2_minus_turn_s2_1*new_L_part5 - e0e0_plus_e1e1*new_L_part6);
        satellite_many_tick(&next, &now, h);
        if (!satellite_many_finite(&next)) {
            status = SATELLITE_NOT_FINITE;
            break;
        }
        satellite_many_copy(&now, &next);
    }
    satellite_many_copy(x, &now);
    return status;
}

/* Body i of the arrays. */
SATELLITE_FN int satellite_many_body(long i, const satellite_many *x,
                                     const satellite_many_par *par,
                                     const satellite_many_in *in, double h,
                                     long steps)
{
    satellite now;
    int status;
    (void)par;
    (void)in;
    satellite_many_get(x, i, &now);
    status = satellite_many_one(&now, NULL, NULL, h, steps);
    satellite_many_put(x, i, &now);
    return status;
}

#ifndef SATELLITE_KERNEL /* which has no need of the rest */

/* Do n numbers of these sizes share no memory? */
static bool satellite_many_apart(const unsigned char *u, uintptr_t size,
                                 const unsigned char *v, uintptr_t other,
                                 long n)
{
    const uintptr_t from = (uintptr_t)u, to = (uintptr_t)v;
    return from < to ? (to - from)/size >= (uintptr_t)n : (from - to)/other >=
        (uintptr_t)n;
}

/* Can the arrays be written to? */
static bool satellite_many_fit(long n, const satellite_many *x,
                               const satellite_many_par *par,
                               const satellite_many_in *in,
                               const unsigned char *status)
{
    (void)par;
    (void)in;
    if (!x) {
        return false;
    }
    {
        const unsigned char *const values[] = {
            (const unsigned char *)x->q[0],
            (const unsigned char *)x->q[1],
            (const unsigned char *)x->q[2],
            (const unsigned char *)x->q[3],
            (const unsigned char *)x->L[0],
            (const unsigned char *)x->L[1],
            (const unsigned char *)x->L[2],
            (const unsigned char *)x->t,
            (const unsigned char *)x->t_rest,
        };
        const uintptr_t size = sizeof(double);
        int i, k;
        for (i = 0; i < 9; i++) {
            if (!values[i] ||
                (status != NULL &&
                !satellite_many_apart(values[i], size, status, 1U, n))) {
                return false;
            }
            for (k = i + 1; k < 9; k++) {
                if (values[k] &&
                    !satellite_many_apart(values[i], size, values[k], size,
                    n)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* --- bodies side by side -------------------------------------------------- */

#define SATELLITE_LANES 16L

/* One number a body in each array, which nothing else points to: the loops over
 * lanes become vector instructions. A body whose step fails, or needs more than
 * the polynomials near 0, is not good from then on: 0 instead of 1. They take 6
 * KB of stack, and what compilers keep beside them about as much. */
typedef struct satellite_lanes {
    struct {
        double q[4][SATELLITE_LANES], L[3][SATELLITE_LANES], t[SATELLITE_LANES],
            t_rest[SATELLITE_LANES];
    } now, was;
    struct {
        double h_sq[SATELLITE_LANES], h_scaled[SATELLITE_LANES],
            h_scaledb[SATELLITE_LANES], h_over_62900[SATELLITE_LANES],
            h_over_68000[SATELLITE_LANES], h_scaledc[SATELLITE_LANES],
            h_scaledd[SATELLITE_LANES], h_sq_scaled[SATELLITE_LANES],
            h_scalede[SATELLITE_LANES], h_scaledf[SATELLITE_LANES],
            h_scaledg[SATELLITE_LANES], h_scaledh[SATELLITE_LANES],
            h_scaledi[SATELLITE_LANES], h_scaledj[SATELLITE_LANES];
    } once;
    struct {
        double R20_s0[SATELLITE_LANES], R21_s0[SATELLITE_LANES],
            R22_s0[SATELLITE_LANES], accept_part[SATELLITE_LANES],
            s_0[SATELLITE_LANES], s_1[SATELLITE_LANES], s_2[SATELLITE_LANES],
            ds_0[SATELLITE_LANES], ds_1[SATELLITE_LANES], ds_2[SATELLITE_LANES];
    } kept;
    double good[SATELLITE_LANES], open[SATELLITE_LANES], done[SATELLITE_LANES];
} satellite_lanes;

SATELLITE_FN double satellite_many_if_finite(double sum, double good)
{
    return sum - sum <= 0.0 ? good : 0.0; /* else infinite, or no number */
}

/* Steps of all lanes. */
static void satellite_many_lanes(satellite_lanes *x, double h, long steps)
{
    long step;
    long lane;
    for (lane = 0; lane < SATELLITE_LANES; lane++) {
        const double h_sq = h*h;
        const double h_scaled = satellite_many_J2_INV_MINUS_J3_INV_OVER_2*h;
        const double h_scaledb = satellite_many_J1_INV_MINUS_J3_INV_OVER_2*h;
        const double h_over_62900 = satellite_many_J1_INV_MINUS_J2_INV_OVER_2*h;
        const double h_over_68000 = satellite_many_1_OVER_4_J1*h;
        const double h_scaledc = satellite_many_1_OVER_4_J2*h;
        const double h_scaledd = satellite_many_1_OVER_4_J3*h;
        const double h_sq_scaled = satellite_many_J1_INV_SQ*h_sq;
        const double h_scalede = satellite_many_K1*h;
        const double h_scaledf = satellite_many_K2*h;
        const double h_scaledg = satellite_many_K3*h;
        const double h_scaledh = satellite_many_K4*h;
        const double h_scaledi = satellite_many_K5*h;
        const double h_scaledj = satellite_many_K6*h;
        x->once.h_sq[lane] = h_sq;
        x->once.h_scaled[lane] = h_scaled;
        x->once.h_scaledb[lane] = h_scaledb;
        x->once.h_over_62900[lane] = h_over_62900;
        x->once.h_over_68000[lane] = h_over_68000;
        x->once.h_scaledc[lane] = h_scaledc;
        x->once.h_scaledd[lane] = h_scaledd;
        x->once.h_sq_scaled[lane] = h_sq_scaled;
        x->once.h_scalede[lane] = h_scalede;
        x->once.h_scaledf[lane] = h_scaledf;
        x->once.h_scaledg[lane] = h_scaledg;
        x->once.h_scaledh[lane] = h_scaledh;
        x->once.h_scaledi[lane] = h_scaledi;
        x->once.h_scaledj[lane] = h_scaledj;
    }
    for (step = 0; step < steps; step++) {
        int sweep;
        bool solved;
        for (lane = 0; lane < SATELLITE_LANES; lane++) {
            const double q0 = x->now.q[0][lane], q1 = x->now.q[1][lane],
                q2 = x->now.q[2][lane], q3 = x->now.q[3][lane],
                L0 = x->now.L[0][lane], L1 = x->now.L[1][lane],
                L2 = x->now.L[2][lane], h_scaled = x->once.h_scaled[lane],
                h_scaledb = x->once.h_scaledb[lane],
                h_over_62900 = x->once.h_over_62900[lane],
                h_over_68000 = x->once.h_over_68000[lane],
                h_scaledc = x->once.h_scaledc[lane],
                h_scaledd = x->once.h_scaledd[lane],
                h_sq_scaled = x->once.h_sq_scaled[lane];
            const double R20_s0 = q0*q2 - q1*q3; /* -R20/2 */
            const double R21_s0 = q0*q1 + q2*q3; /* R21/2 */
            const double R22_s0 = 0.5 - q1*q1 - q2*q2; /* R22/2 */
            /* start */
            const double accept_part = h_sq_scaled*(L0*L0 +
                satellite_many_J1_SQ_OVER_J2_SQ*(L1*L1) +
                satellite_many_J1_SQ_OVER_J3_SQ*(L2*L2)) <
                satellite_many_PI_SQ ? 1.0 : 0.0;
            x->kept.R20_s0[lane] = R20_s0;
            x->kept.R21_s0[lane] = R21_s0;
            x->kept.R22_s0[lane] = R22_s0;
            x->kept.accept_part[lane] = accept_part;
            x->kept.s_0[lane] = h_over_68000*(L0 -
                h_scaled*(L1*L2 - 2831654400.0*R21_s0*R22_s0));
            x->kept.s_1[lane] =
                h_scaledc*(L1 + h_scaledb*(L0*L2 + 1301030400.0*R20_s0*R22_s0));
            x->kept.s_2[lane] = (L2 -
                (L0*L1 + satellite_many_K7*R20_s0*R21_s0)*h_over_62900)*
                h_scaledd;
            x->open[lane] = x->good[lane];
        }
        solved = false;
        for (sweep = 0; sweep < 12 && !solved; sweep++) {
            for (lane = 0; lane < SATELLITE_LANES; lane++) {
                const double L0 = x->now.L[0][lane], L1 = x->now.L[1][lane],
                    L2 = x->now.L[2][lane], h_sq = x->once.h_sq[lane],
                    h_over_68000 = x->once.h_over_68000[lane],
                    h_scaledc = x->once.h_scaledc[lane],
                    h_scaledd = x->once.h_scaledd[lane],
                    h_scalede = x->once.h_scalede[lane],
                    h_scaledf = x->once.h_scaledf[lane],
                    h_scaledg = x->once.h_scaledg[lane],
                    R20_s0 = x->kept.R20_s0[lane],
                    R21_s0 = x->kept.R21_s0[lane],
                    R22_s0 = x->kept.R22_s0[lane], s_0 = x->kept.s_0[lane],
                    s_1 = x->kept.s_1[lane], s_2 = x->kept.s_2[lane];
                double good = x->good[lane];
                const double s0s0 = s_0*s_0;
                const double s1s1 = s_1*s_1;
                const double s2s2 = s_2*s_2;
                const double s0s0_plus_s1s1 = s0s0 + s1s1;
                /* -vec_x_axis_0 */
                const double vec_x_axis_s_0 = L2*s_1 - L1*s_2;
                /* -vec_x_axis_1 */
                const double vec_x_axis_s_1 = L0*s_2 - L2*s_0;
                /* -vec_x_axis_2 */
                const double vec_x_axis_s_2 = L1*s_0 - L0*s_1;
                /* -R2_x_axis_2/2 */
                const double R2_x_axis_s_2 = R21_s0*s_0 + R20_s0*s_1;
                const double y_1 = s0s0_plus_s1s1 + s2s2;
                double c0_1, c1_1, c2_1, c3_1;
                satellite_many_c0123_near(y_1, &c0_1, &c1_1, &c2_1, &c3_1);
                const double c1_1_sq = c1_1*c1_1;
                const double s_1_c1_1_sq = s_1*c1_1_sq;
                const double s_0_c1_1_sq = s_0*c1_1_sq;
                const double s_2_c1_1_sq = s_2*c1_1_sq;
                const double dexp_vv = c3_1 + c1_1*c2_1;
                const double s0s1_dexp_vv = s_0*s_1*dexp_vv;
                const double s0s2_dexp_vv = s_0*s_2*dexp_vv;
                /* -dexp10 */
                const double dexp10_s = s_2_c1_1_sq - s0s1_dexp_vv;
                const double dexp20 = s_1_c1_1_sq + s0s2_dexp_vv;
                const double s1s2_dexp_vv = s_1*s_2*dexp_vv;
                const double dexp01 = s_2_c1_1_sq + s0s1_dexp_vv;
                /* -dexp21 */
                const double dexp21_s = s_0_c1_1_sq - s1s2_dexp_vv;
                /* -dexp02 */
                const double dexp02_s = s_1_c1_1_sq - s0s2_dexp_vv;
                const double dexp12 = s_0_c1_1_sq + s1s2_dexp_vv;
                const double c0_1_c1_1 = c0_1*c1_1;
                const double L_mid_0 = L0 -
                    2.0*(vec_x_axis_s_0*c0_1_c1_1 -
                    (s_1*vec_x_axis_s_2 - s_2*vec_x_axis_s_1)*c1_1_sq);
                const double L_mid_1 = L1 -
                    2.0*(vec_x_axis_s_1*c0_1_c1_1 -
                    (s_2*vec_x_axis_s_0 - s_0*vec_x_axis_s_2)*c1_1_sq);
                const double L_mid_2 = L2 -
                    2.0*(vec_x_axis_s_2*c0_1_c1_1 -
                    (s_0*vec_x_axis_s_1 - s_1*vec_x_axis_s_0)*c1_1_sq);
                const double dexp00 = 1.0 - (s1s1 + s2s2)*dexp_vv;
                const double dexp11 = 1.0 - (s0s0 + s2s2)*dexp_vv;
                const double dexp22 = 1.0 - s0s0_plus_s1s1*dexp_vv;
                /* R2_x_axis_0/2 */
                const double R2_x_axis_s_0 = R21_s0*s_2 - s_1*R22_s0;
                /* R2_x_axis_1/2 */
                const double R2_x_axis_s_1 = R20_s0*s_2 + s_0*R22_s0;
                /* -R20/4 */
                const double R20_s1 = 0.5*R20_s0 - c0_1_c1_1*R2_x_axis_s_0 -
                    c1_1_sq*(s_1*R2_x_axis_s_2 + s_2*R2_x_axis_s_1);
                /* R21/4 */
                const double R21_s1 = 0.5*R21_s0 + c0_1_c1_1*R2_x_axis_s_1 -
                    c1_1_sq*(s_2*R2_x_axis_s_0 + s_0*R2_x_axis_s_2);
                /* R22/4 */
                const double R22_s1 = 0.5*R22_s0 - R2_x_axis_s_2*c0_1_c1_1 -
                    c1_1_sq*(s_0*R2_x_axis_s_1 - s_1*R2_x_axis_s_0);
                const double t1 = dexp10_s*R22_s1 + dexp20*R21_s1;
                const double t2 = dexp20*R20_s1 + dexp00*R22_s1;
                const double t3 = dexp00*R21_s1 - dexp10_s*R20_s1;
                const double t4 = dexp11*R22_s1 + dexp21_s*R21_s1;
                const double t5 = dexp21_s*R20_s1 - dexp01*R22_s1;
                const double t6 = dexp01*R21_s1 + dexp11*R20_s1;
                const double t7 = dexp12*R22_s1 - dexp22*R21_s1;
                const double t8 = dexp22*R20_s1 - dexp02_s*R22_s1;
                const double t9 = dexp02_s*R21_s1 - dexp12*R20_s1;
                /* f_0/17000 */
                const double f_0_s = s_0 -
                    h_over_68000*(L_mid_0 + h_scalede*R21_s1*R22_s1);
                /* f_1/37000 */
                const double f_1_s = s_1 -
                    h_scaledc*(L_mid_1 + h_scaledf*R20_s1*R22_s1);
                /* f_2/54000 */
                const double f_2_s = s_2 -
                    h_scaledd*(L_mid_2 - h_scaledg*R20_s1*R21_s1);
                const double J00_s_part = dexp10_s*L_mid_2 + dexp20*L_mid_1 -
                    h_scalede*(R21_s1*t3 - R22_s1*t2);
                const double J10_s_part = dexp20*L_mid_0 - L_mid_2*dexp00 +
                    h_scaledf*(R20_s1*t3 + R22_s1*t1);
                const double J20_s_part = L_mid_1*dexp00 + dexp10_s*L_mid_0 +
                    h_scaledg*(R20_s1*t2 - R21_s1*t1);
                const double J10_s = h*J10_s_part; /* 2 J10 */
                const double J20_s = h*J20_s_part; /* 2 J20 */
                const double J00_s = 34000.0 - h*J00_s_part; /* 2 J00 */
                const double J01_s_over_h = L_mid_2*dexp11 + dexp21_s*L_mid_1 +
                    h_scalede*(R21_s1*t6 + R22_s1*t5);
                const double J11_s_part = dexp21_s*L_mid_0 + dexp01*L_mid_2 -
                    h_scaledf*(R20_s1*t6 - R22_s1*t4);
                const double t10 = dexp01*L_mid_1 - L_mid_0*dexp11 -
                    h_scaledg*(R20_s1*t5 - R21_s1*t4);
                const double J01_s = h*J01_s_over_h; /* 2 J01 */
                const double J11_s = 74000.0 - h*J11_s_part; /* 2 J11 */
                const double J02_s_over_h = dexp12*L_mid_2 - L_mid_1*dexp22 -
                    h_scalede*(R21_s1*t9 + R22_s1*t8);
                const double t11 = L_mid_0*dexp22 + dexp02_s*L_mid_2 -
                    h_scaledf*(R20_s1*t9 + R22_s1*t7);
                const double J22_s_part = dexp02_s*L_mid_1 + dexp12*L_mid_0 -
                    h_scaledg*(R20_s1*t8 + R21_s1*t7);
                const double J02_s = h*J02_s_over_h; /* 2 J02 */
                const double J22_s = 108000.0 - h*J22_s_part; /* 2 J22 */
                const double cofactor_s_part = h_sq*t10;
                /* -4 cofactor_0 */
                const double cofactor_s_0 = t11*cofactor_s_part - J11_s*J22_s;
                /* -4 cofactor_1 */
                const double cofactor_s_1 = J01_s*J22_s -
                    J02_s_over_h*cofactor_s_part;
                /* -4 cofactor_2 */
                const double cofactor_s_2 = J11_s*J02_s - t11*h_sq*J01_s_over_h;
                /* -J0_x_f_0/18500 */
                const double J0_x_f_s_0 = f_1_s*J20_s -
                    satellite_many_J3_OVER_J2*f_2_s*J10_s;
                /* -J0_x_f_1/27000 */
                const double J0_x_f_s_1 = f_2_s*J00_s -
                    satellite_many_J1_OVER_J3*f_0_s*J20_s;
                /* -J0_x_f_2/8500 */
                const double J0_x_f_s_2 = f_0_s*J10_s -
                    satellite_many_J2_OVER_J1*f_1_s*J00_s;
                /* -over_det/8 */
                const double over_det_s = 1.0/(J00_s*cofactor_s_0 +
                    J10_s*cofactor_s_1 + J20_s*cofactor_s_2);
                const double ds_0_part = over_det_s*(f_0_s*cofactor_s_0 +
                    satellite_many_J2_OVER_J1*f_1_s*cofactor_s_1 +
                    satellite_many_J3_OVER_J1*f_2_s*cofactor_s_2);
                const double ds_1_part = J02_s*J0_x_f_s_0 +
                    satellite_many_J3_OVER_J2*h*t11*J0_x_f_s_1 +
                    satellite_many_J1_OVER_J2*J22_s*J0_x_f_s_2;
                const double ds_2_part = J01_s*J0_x_f_s_0 +
                    satellite_many_J3_OVER_J2*J11_s*J0_x_f_s_1 +
                    satellite_many_J1_OVER_J2*h*t10*J0_x_f_s_2;
                good = y_1 <= 2.4674011 ? good : 0.0;
                x->good[lane] = good;
                const double ds_0 = -34000.0*ds_0_part;
                const double ds_1 = -74000.0*over_det_s*ds_1_part;
                const double ds_2 = 74000.0*over_det_s*ds_2_part;
                x->kept.ds_0[lane] = ds_0;
                x->kept.ds_1[lane] = ds_1;
                x->kept.ds_2[lane] = ds_2;
                x->done[lane] = 64.0*(ds_0*ds_0 + ds_1*ds_1 + ds_2*ds_2) <
                    satellite_many_2_TO_MINUS_52 ? 1.0 : 0.0;
            }
            /* what is solved stays: to add -0.0 changes nothing */
            for (lane = 0; lane < SATELLITE_LANES; lane++) {
                x->kept.s_0[lane] += x->open[lane] > 0.0 ? x->kept.ds_0[lane] :
                    -0.0;
                x->kept.s_1[lane] += x->open[lane] > 0.0 ? x->kept.ds_1[lane] :
                    -0.0;
                x->kept.s_2[lane] += x->open[lane] > 0.0 ? x->kept.ds_2[lane] :
                    -0.0;
                x->open[lane] = x->done[lane] > 0.0 ? 0.0 : x->open[lane];
            }
            solved = true;
            for (lane = 0; lane < SATELLITE_LANES; lane++) {
                solved = solved && !(x->open[lane] > 0.0);
            }
        }
        for (lane = 0; lane < SATELLITE_LANES; lane++) {
            const double q0 = x->now.q[0][lane], q1 = x->now.q[1][lane],
                q2 = x->now.q[2][lane], q3 = x->now.q[3][lane],
                L0 = x->now.L[0][lane], L1 = x->now.L[1][lane],
                L2 = x->now.L[2][lane], h_scaledh = x->once.h_scaledh[lane],
                h_scaledi = x->once.h_scaledi[lane],
                h_scaledj = x->once.h_scaledj[lane],
                R20_s0 = x->kept.R20_s0[lane], R21_s0 = x->kept.R21_s0[lane],
                R22_s0 = x->kept.R22_s0[lane],
                accept_part = x->kept.accept_part[lane],
                s_0 = x->kept.s_0[lane], s_1 = x->kept.s_1[lane],
                s_2 = x->kept.s_2[lane];
            double good = x->good[lane];
            good = x->open[lane] > 0.0 ? 0.0 : good;
            const double y_2 = s_0*s_0 + s_1*s_1 + s_2*s_2;
            /* finish */
            double c0_2, c1_2;
            satellite_many_c01_near(y_2, &c0_2, &c1_2);
            const double e_0 = s_0*c1_2, e_1 = s_1*c1_2, e_2 = s_2*c1_2;
            const double e0e0 = e_0*e_0;
            const double turn_s2_1 = c0_2*e_0; /* turn_1/2 */
            const double e1e1 = e_1*e_1;
            const double turn_s2_2 = c0_2*e_1; /* turn_2/2 */
            const double e2e2 = e_2*e_2;
            const double turn_s2_3 = c0_2*e_2; /* turn_3/2 */
            const double e1e1_plus_e2e2 = e1e1 + e2e2;
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
            const double new_L_part = L0*e0e1_minus_turn_s2_3 -
                L1*e2e2_plus_e0e0 + L2*e1e2_plus_turn_s2_1;
            const double new_L_part2 = L0*e0e2_plus_turn_s2_2 +
                L1*e1e2_minus_turn_s2_1 - L2*e0e0_plus_e1e1;
            const double turn2_0 = c0_2*c0_2 - e0e0 - e1e1_plus_e2e2;
            /* R20/4 */
            const double R20_s2 = R21_s0*e0e1_plus_turn_s2_3 +
                e0e2_minus_turn_s2_2*R22_s0 - R20_s0*(0.5 - e1e1 - e2e2);
            /* -R21/4 */
            const double R21_s2 = R20_s0*e0e1_minus_turn_s2_3 -
                e1e2_plus_turn_s2_1*R22_s0 - R21_s0*(0.5 - e2e2 - e0e0);
            /* -R22/4 */
            const double R22_s2 = R20_s0*e0e2_plus_turn_s2_2 -
                R21_s0*e1e2_minus_turn_s2_1 - R22_s0*(0.5 - e0e0 - e1e1);
            const double new_L_part3 = L0*e1e1_plus_e2e2 -
                L1*e0e1_plus_turn_s2_3 - L2*e0e2_minus_turn_s2_2;
            const double new_L_part4 = L0 -
                (2.0*new_L_part3 - h_scaledh*R21_s2*R22_s2);
            const double new_L_part5 = L1 +
                (2.0*new_L_part + h_scaledi*R20_s2*R22_s2);
            const double new_L_part6 = L2 +
                (2.0*new_L_part2 - h_scaledj*R20_s2*R21_s2);
            good = y_2 <= 2.4674011 ? good : 0.0;
            good = s_0*s_0 + s_1*s_1 + s_2*s_2 < satellite_many_PI_SQ_OVER_16 &&
                (accept_part > 0.0) ? good : 0.0;

            /* the new state */
            x->now.q[0][lane] = q0*turn2_0 -
                2.0*(q1*turn_s2_1 + q2*turn_s2_2 + q3*turn_s2_3);
            x->now.q[1][lane] = q1*turn2_0 -
                2.0*(q3*turn_s2_2 - q2*turn_s2_3 - q0*turn_s2_1);
            x->now.q[2][lane] = q2*turn2_0 -
                2.0*(q1*turn_s2_3 - q3*turn_s2_1 - q0*turn_s2_2);
            x->now.q[3][lane] = q3*turn2_0 -
                2.0*(q2*turn_s2_1 - q1*turn_s2_2 - q0*turn_s2_3);
            x->now.L[0][lane] = new_L_part4 -
                2.0*(e1e1_plus_e2e2*new_L_part4 -
                e0e1_plus_turn_s2_3*new_L_part5 -
                e0e2_minus_turn_s2_2*new_L_part6);
            x->now.L[1][lane] = new_L_part5 +
                2.0*(e0e1_minus_turn_s2_3*new_L_part4 -
                e2e2_plus_e0e0*new_L_part5 + e1e2_plus_turn_s2_1*new_L_part6);
            x->now.L[2][lane] = new_L_part6 +
                2.0*(e0e2_plus_turn_s2_2*new_L_part4 +
                e1e2_minus_turn_s2_1*new_L_part5 - e0e0_plus_e1e1*new_L_part6);
            satellite_many_clock(&x->now.t[lane], &x->now.t_rest[lane], h);
            x->good[lane] = satellite_many_if_finite(x->now.q[0][lane] +
                x->now.q[1][lane] + (x->now.q[2][lane] + x->now.q[3][lane]) +
                ((x->now.L[0][lane] + x->now.L[1][lane]) +
                (x->now.L[2][lane] + x->now.t[lane])), good);
        }
    }
}

/* Body i into a lane, and back as it was there. */
static void satellite_many_load(satellite_lanes *to, long lane, long i,
                                const satellite_many *x,
                                const satellite_many_par *par,
                                const satellite_many_in *in)
{
    (void)par;
    (void)in;
    to->now.q[0][lane] = x->q[0][i];
    to->now.q[1][lane] = x->q[1][i];
    to->now.q[2][lane] = x->q[2][i];
    to->now.q[3][lane] = x->q[3][i];
    to->now.L[0][lane] = x->L[0][i];
    to->now.L[1][lane] = x->L[1][i];
    to->now.L[2][lane] = x->L[2][i];
    to->now.t[lane] = x->t[i];
    to->now.t_rest[lane] = x->t_rest[i];
}

static void satellite_many_store(const satellite_lanes *from, long lane, long i,
                                 const satellite_many *x)
{
    x->q[0][i] = from->was.q[0][lane];
    x->q[1][i] = from->was.q[1][lane];
    x->q[2][i] = from->was.q[2][lane];
    x->q[3][i] = from->was.q[3][lane];
    x->L[0][i] = from->was.L[0][lane];
    x->L[1][i] = from->was.L[1][lane];
    x->L[2][i] = from->was.L[2][lane];
    x->t[i] = from->was.t[lane];
    x->t_rest[i] = from->was.t_rest[lane];
}

/* Bodies from..to-1, at most one a lane; the number that failed.  One
 * that is not good goes back and takes these steps singly. */
static long satellite_many_block(long from, long to, const satellite_many *x,
                                 const satellite_many_par *par,
                                 const satellite_many_in *in, double h,
                                 long steps, unsigned char *status)
{
    const long most = 64; /* steps in a row */
    satellite_lanes aside;
    int value[SATELLITE_LANES];
    long refused = 0, left = steps;
    long lane;

    for (lane = 0; lane < SATELLITE_LANES; lane++) {
        satellite_many_load(&aside, lane, from + lane < to ? from + lane : from,
            x, par, in);
        value[lane] = SATELLITE_OK;
    }
    while (left > 0 && refused < to - from) {
        const long span = left < most ? left : most;
        for (lane = 0; lane < SATELLITE_LANES; lane++) {
            aside.good[lane] = value[lane] == SATELLITE_OK ? 1.0 : 0.0;
        }
        aside.was = aside.now;
        satellite_many_lanes(&aside, h, span);
        for (lane = 0; from + lane < to; lane++) {
            if (value[lane] != SATELLITE_OK || !(aside.good[lane] > 0.0)) {
                satellite_many_store(&aside, lane, from + lane, x);
                if (value[lane] == SATELLITE_OK) {
                    value[lane] =
                        satellite_many_body(from + lane, x, par, in, h, span);
                    refused += value[lane] != SATELLITE_OK ? 1 : 0;
                }
                satellite_many_load(&aside, lane, from + lane, x, par, in);
            }
        }
        left -= span;
    }
    aside.was = aside.now;
    for (lane = 0; from + lane < to; lane++) {
        satellite_many_store(&aside, lane, from + lane, x);
        if (status != NULL) {
            status[from + lane] = (unsigned char)value[lane];
        }
    }
    return refused;
}

/* --- all of them ---------------------------------------------------------- */

int satellite_run_many(long n, const satellite_many *x,
                       const satellite_many_par *par,
                       const satellite_many_in *in, double h, long steps,
                       unsigned char *status)
{
    long refused = 0, i;

    if (n <= 0 || steps <= 0) {
        return 0;
    }
    if (!satellite_many_fit(n, x, par, in, status)) {
        return -1;
    }
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(+ : refused)
#endif
    for (i = 0; i < (n - 1)/SATELLITE_LANES + 1; i++) {
        const long from = i*SATELLITE_LANES;
        const long to = n - from < SATELLITE_LANES ? n : from + SATELLITE_LANES;
        refused += satellite_many_block(from, to, x, par, in, h, steps, status);
    }
    return refused < 2147483647 ? (int)refused : 2147483647;
}

/* Where the header gave the plain names. */
#ifndef satellite_run_many
int satellite_run_many_cb10d4e5(long n, const satellite_many *x,
                                const satellite_many_par *par,
                                const satellite_many_in *in, double h,
                                long steps, unsigned char *status)
{
    return satellite_run_many(n, x, par, in, h, steps, status);
}
#endif

#endif
