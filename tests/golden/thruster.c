/* thruster.c - made by polhode *; do not edit.
 *   from       thruster.pol (content *)
 *   by         polhode emit thruster.pol --method 'rkmk(bogacki_shampine32)'
 *   body       thruster.pol - two pulses turn a satellite: steps end where the
 *              torque jumps.
 *   method     rkmk(bogacki_shampine32), order 3
 *              Runge-Kutta-Munthe-Kaas
 *              H. Munthe-Kaas, BIT 38 (1998) 92-111
 *   keeps      spatial momentum along axes without torque
 *   attitude   quaternion, map exp
 *   inertia    diag(0.9, 1.1, 0.6) kg m^2
 *   real       double
 *   cost       210 mul, 143 add: 353 flops per step, 9 compares; 9 hoisted out
 *              of the loop; 7 for the compensated clock, 8 for the finite check
 *   adaptive   by an estimate of order 2; 311 mul, 211 add: 522 flops per
 *              trial, 9 compares, 9 more products; and 1 mul: 1 flops to
 *              evaluate the torque after a breakpoint
 *   calls      sqrt of math.h, none in a step
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off); NaN and Inf checks
 * do not work under -ffinite-math-only. The file belongs to whoever wrote the
 * spec.
 */
#ifndef THRUSTER_NO_INCLUDE
#ifndef THRUSTER_PLAIN
#define THRUSTER_PLAIN
#endif
#include "thruster.h"
#include <math.h>
#include <stdbool.h>
#endif

static const double thruster_1_OVER_4_J1 = 0.2777777777777778; /* 1/(4*J1) */
static const double thruster_1_OVER_4_J2 = 0.22727272727272727; /* 1/(4*J2) */
static const double thruster_1_OVER_4_J3 = 0.4166666666666667; /* 1/(4*J3) */
static const double thruster_4_OVER_9 = 0.4444444444444444; /* 4/9 */
static const double thruster_1_OVER_2_J1 = 0.5555555555555556; /* 1/(2*J1) */
static const double thruster_1_OVER_2_J2 = 0.45454545454545453; /* 1/(2*J2) */
static const double thruster_1_OVER_2_J3 = 0.8333333333333334; /* 1/(2*J3) */
static const double thruster_J_INV_00 =
    1.1111111111111112; /* 1/J1, 1/(kg m^2) */
static const double thruster_J_INV_11 =
    0.9090909090909091; /* 1/J2, 1/(kg m^2) */
static const double thruster_J_INV_22 =
    1.6666666666666667; /* 1/J3, 1/(kg m^2) */
static const double thruster_J1_INV_MINUS_J2_INV =
    0.20202020202020202; /* 1/J1 - 1/J2 */
static const double thruster_J1_SQ_OVER_J2_SQ =
    0.6694214876033058; /* J1^2/J2^2 */
static const double thruster_1_OVER_2_J1_SQ =
    0.6172839506172839; /* 1/(2*J1^2) */
static const double thruster_J3_OVER_J2 = 0.5454545454545454; /* J3/J2 */
static const double thruster_J2_OVER_J1 = 1.2222222222222223; /* J2/J1 */
static const double thruster_J1_OVER_J2 = 0.8181818181818182; /* J1/J2 */
static const double thruster_J2_OVER_J3 = 1.8333333333333333; /* J2/J3 */
static const double thruster_J3_OVER_J1 = 0.6666666666666666; /* J3/J1 */
static const double thruster_1_OVER_4_J1_SQ =
    0.30864197530864196; /* 1/(4*J1^2) */
static const double thruster_J1_J3_OVER_J2_SQ =
    0.4462809917355372; /* J1*J3/J2^2 */
static const double thruster_J2_J3_OVER_J1_SQ =
    0.8148148148148148; /* J2*J3/J1^2 */
static const double thruster_K1 = 0.17142857142857143; /* 2*J1/(21*(J2 - J3)) */
static const double thruster_K2 = 0.20952380952380953; /* 2*J2/(21*(J2 - J3)) */
static const double thruster_K3 = 0.0019306084741782831;
static const double thruster_K4 = 0.3492063492063492; /* 2*J2/(21*(J1 - J3)) */
static const double thruster_4_OVER_21 = 0.19047619047619047; /* 4/21 */
static const double thruster_K5 = 0.002632647919334022;
static const double thruster_K6 =
    0.05772005772005772; /* 4*(J1 - J3)/(21*J1*J2) */
static const double thruster_2_OVER_21_J2 = 0.08658008658008658; /* 2/(21*J2) */
static const double thruster_K7 = 0.00146258217740779;
static const double thruster_K8 =
    0.13968253968253969; /* 2*J2*J3/(21*(J2 - J3)*J1) */
static const double thruster_K9 =
    0.09350649350649351; /* 2*J1*J3/(21*(J2 - J3)*J2) */
static const double thruster_K10 =
    0.3142857142857143; /* 2*J1*J2/(21*(J2 - J3)*J3) */
static const double thruster_K11 = 0.010135694489435985;
static const double thruster_K12 =
    4.295454545454546; /* 21*J1*J3/(8*(J1 - J3)*J2) */
static const double thruster_K13 = 1.3636363636363635; /* J1/(2*(J1 - J3)*J2) */
static const double thruster_K14 = 2.037037037037037; /* J2/(2*(J1 - J3)*J1) */
static const double thruster_J3_INV_MINUS_J2_INV =
    0.7575757575757576; /* 1/J3 - 1/J2 */
static const double thruster_K15 =
    0.7333333333333333; /* (J1 - J3)*J2/((J2 - J3)*J1) */
static const double thruster_K16 =
    1.6363636363636365; /* J1*J3/((J1 - J3)*J2) */
static const double thruster_K17 =
    0.5050505050505051; /* (1/J3 - 1/J2)*(J2 - J1)/(J1 - J3) */
static const double thruster_K18 =
    4.861111111111111; /* 21*(J2 - J3)/(8*(J1 - J3)*J1) */
static const double thruster_K19 = 0.00579182542253485;
static const double thruster_K20 =
    0.2057142857142857; /* 4*J1*J3/(21*(J2 - J3)) */
static const double thruster_K21 = 0.013821401576503618;
static const double thruster_K22 =
    0.0962000962000962; /* 4*(1/J3 - 1/J2)*(J2 - J1)/(21*(J1 - J3)) */
static const double thruster_K23 = 0.00292516435481558;
static const double thruster_K24 = 0.010470758770078498;
static const double thruster_K25 = 0.008687738133802273;
static const double thruster_K26 = 0.03800885433538495;
static const double thruster_K27 =
    0.1038961038961039; /* 4*(J2 - J1)*J1/(21*(J1 - J3)*J2) */
static const double thruster_K28 =
    0.1763668430335097; /* 4*(J2 - J3)/(21*J1*J3) */
static const double thruster_K29 =
    0.37714285714285717; /* 4*(J1 - J3)*J2*J3/(21*(J2 - J3)*(J2 - J1)) */
static const double thruster_J2_OVER_J1_MINUS_J3 =
    3.6666666666666665; /* J2/(J1 - J3) */
static const double thruster_J2_SQ_OVER_J1_SQ =
    1.4938271604938271; /* J2^2/J1^2 */
static const double thruster_K30 =
    0.035072951739618406; /* (1/J3 - 1/J2)/(24*J1) */
static const double thruster_K31 =
    0.9818181818181818; /* J1*J3/((J2 - J3)*J2) */
static const double thruster_J3_INV_MINUS_J1_INV_J2 =
    0.6111111111111112; /* (1/J3 - 1/J1)*J2 */
static const double thruster_K32 =
    3.3333333333333335; /* 2*(J2 - J3)/(J1 - J3) */
static const double thruster_K33 = 7.619047619047619;
static const double thruster_8_OVER_9 = 0.8888888888888888; /* 8/9 */

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void thruster_c01_near(double y, double *c0, double *c1)
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
thruster_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    thruster_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void thruster_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        thruster_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        thruster_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* Stumpff functions c_0 to c_3 of y where 0 <= y <= pi^2/4. */
static inline void thruster_c0123_near(double y, double *c0, double *c1,
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
thruster_c0123_far(double y, double *c0, double *c1, double *c2, double *c3)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    thruster_c0123_near(y, c0, c1, c2, c3);
    for (; doublings > 0; doublings--) {
        const double a = *c1, b = *c2;
        y *= 4.0;
        *c3 = 0.25 * (*c3 + a * b);
        *c2 = 0.5 * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0 ? 1.0 - y * *c2 : 2.0 * *c0 * *c0 - 1.0;
    }
}

static inline void thruster_c0123(double y, double *c0, double *c1, double *c2,
                                  double *c3)
{
    if (y <= 2.4674011) {
        thruster_c0123_near(y, c0, c1, c2, c3);
    } else {
        double r0, r1, r2, r3;
        thruster_c0123_far(y, &r0, &r1, &r2, &r3);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
    }
}

/* --- the start ------------------------------------------------------------ */

void thruster_start(thruster *x)
{
    x->q[0] = 1.0;
    x->q[1] = 0.0;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.018;
    x->L[1] = -0.011;
    x->L[2] = 0.0;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void thruster_defaults(thruster_par *par)
{
    par->level = 0.05;
}

/* Where the header gave the plain names. */
#ifndef thruster_start
void thruster_start_a820d5fc(thruster *x)
{
    thruster_start(x);
}

void thruster_defaults_a820d5fc(thruster_par *par)
{
    thruster_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void thruster_tick(thruster *to, const thruster *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void thruster_copy(thruster *to, const thruster *from)
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
static bool thruster_finite(const thruster *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool thruster_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int thruster_run(thruster *x, const thruster_par *par, const thruster_in *in,
                 double h, long steps)
{
    (void)in;
    const double level = par->level;
    const double h_5_over_18 = thruster_1_OVER_4_J1*h;
    const double h_5_over_22 = thruster_1_OVER_4_J2*h;
    const double h_5_over_12 = thruster_1_OVER_4_J3*h;
    const double h_3_over_4 = 0.75*h;
    const double h_4_over_9 = thruster_4_OVER_9*h;
    const double h_3_over_2 = 1.5*h;
    const double level_h_over_2 = level*(0.5*h);
    const double level_over_2 = 0.5*level;
    const double span_ = h;
    thruster now, next;
    int status = THRUSTER_OK;
    long step;

    thruster_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double t = now.t;
        const double pulse1 = t < 2.0 ? 1.0 :
            (t < 10.0 ? 0.0 : (t < 12.0 ? -1.0 : 0.0));

        /* stage 2: t + h/2, attitude exp(v2) */
        const double v2_0 = L0*h_5_over_18, v2_1 = L1*h_5_over_22;
        const double v2_2 = L2*h_5_over_12;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        thruster_c01(y_2, &c0_2, &c1_2);
        const double e2_0 = v2_0*c1_2, e2_1 = v2_1*c1_2;
        const double e2_0_e2_1 = e2_0*e2_1;
        const double e2_2 = v2_2*c1_2;
        const double c0_2_e2_2 = c0_2*e2_2;
        const double e2_1_sq = e2_1*e2_1;
        const double e2_2_sq = e2_2*e2_2;
        const double L2_0_part = L1*(e2_0_e2_1 + c0_2_e2_2) -
            L0*(e2_1_sq - 0.5 + e2_2_sq);
        const double t1 = L2 + pulse1*level_h_over_2;
        const double e2_0_e2_2 = e2_0*e2_2;
        const double c0_2_e2_1 = c0_2*e2_1;
        const double L2_0 = 2.0*(L2_0_part + t1*(e2_0_e2_2 - c0_2_e2_1));
        const double e2_0_sq = e2_0*e2_0;
        const double L2_1_part = L0*(e2_0_e2_1 - c0_2_e2_2) -
            L1*(e2_2_sq - 0.5 + e2_0_sq);
        const double e2_1_e2_2 = e2_1*e2_2;
        const double c0_2_e2_0 = c0_2*e2_0;
        const double L2_1 = 2.0*(L2_1_part + t1*(e2_1_e2_2 + c0_2_e2_0));
        const double t2 = e2_0_e2_2 + c0_2_e2_1, t3 = e2_1_e2_2 - c0_2_e2_0;
        const double t4 = e2_0_sq - 0.5 + e2_1_sq;
        const double L2_2 = 2.0*(L0*t2 + L1*t3 - t1*t4);
        const double pulse2_part = t + 0.5*span_;
        const double pulse2 = pulse2_part < 2.0 ? 1.0 :
            (pulse2_part < 10.0 ? 0.0 : (pulse2_part < 12.0 ? -1.0 : 0.0));
        const double L2_0_5_over_9 = thruster_1_OVER_2_J1*L2_0;
        const double L2_1_5_over_11 = thruster_1_OVER_2_J2*L2_1;
        const double L2_2_5_over_6 = thruster_1_OVER_2_J3*L2_2;
        const double K2_0 = L2_0_5_over_9 - v2_2*L2_1_5_over_11 +
            v2_1*L2_2_5_over_6;
        const double K2_1 = L2_1_5_over_11 - v2_0*L2_2_5_over_6 +
            v2_2*L2_0_5_over_9;
        const double K2_2 = L2_2_5_over_6 - v2_1*L2_0_5_over_9 +
            v2_0*L2_1_5_over_11;
        const double T2_2 = level*pulse2;
        const double t5 = T2_2*t2, t6 = T2_2*t3, t7 = T2_2*t4;

        /* stage 3: t + 3h/4, attitude exp(v3) */
        const double v3_0 = h_3_over_4*K2_0;
        const double v3_0_sq = v3_0*v3_0;
        const double v3_1 = h_3_over_4*K2_1;
        const double v3_1_sq = v3_1*v3_1;
        const double v3_2 = h_3_over_4*K2_2;
        const double y_3 = v3_0_sq + v3_1_sq + v3_2*v3_2;
        double c0_3, c1_3;
        thruster_c01(y_3, &c0_3, &c1_3);
        const double sine3 = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double t8 = L0 + h_3_over_2*t5, t9 = L2 - h_3_over_2*t7;
        const double t10 = L1 + h_3_over_2*t6;
        const double vec_x_axis_s3_0 = t9*v3_1 - t10*v3_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s3_2 = t10*v3_0 - t8*v3_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s3_1 = t8*v3_2 - t9*v3_0; /* -vec_x_axis_1 */
        const double L3_0 = t8 - sine3*vec_x_axis_s3_0 +
            versine3*(v3_1*vec_x_axis_s3_2 - v3_2*vec_x_axis_s3_1);
        const double L3_1 = t10 - sine3*vec_x_axis_s3_1 +
            versine3*(v3_2*vec_x_axis_s3_0 - v3_0*vec_x_axis_s3_2);
        const double L3_2 = t9 - sine3*vec_x_axis_s3_2 +
            versine3*(v3_0*vec_x_axis_s3_1 - v3_1*vec_x_axis_s3_0);
        const double pulse3_part = t + 0.75*span_;
        const double pulse3 = pulse3_part < 2.0 ? 1.0 :
            (pulse3_part < 10.0 ? 0.0 : (pulse3_part < 12.0 ? -1.0 : 0.0));
        const double k3_0 = thruster_1_OVER_2_J1*L3_0;
        const double k3_1 = thruster_1_OVER_2_J2*L3_1;
        const double k3_2 = thruster_1_OVER_2_J3*L3_2;
        const double K3_0 = k3_0 - v3_2*k3_1 + v3_1*k3_2;
        const double K3_1 = k3_1 - v3_0*k3_2 + v3_2*k3_0;
        const double K3_2 = k3_2 - v3_1*k3_0 + v3_0*k3_1;
        const double T3_2 = level*pulse3;
        const double axis_x_vec_0 = T3_2*v3_1;
        const double axis_x_vec_s_1 = T3_2*v3_0; /* -axis_x_vec_1 */

        /* stage 4: t + h, attitude exp(v4) */
        const double v4_0 =
            h_4_over_9*(thruster_1_OVER_4_J1*L0 + 0.75*K2_0 + K3_0);
        const double v4_1 =
            h_4_over_9*(thruster_1_OVER_4_J2*L1 + 0.75*K2_1 + K3_1);
        const double v4_2 =
            h_4_over_9*(thruster_1_OVER_4_J3*L2 + 0.75*K2_2 + K3_2);
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4;
        thruster_c01(y_4, &c0_4, &c1_4);
        const double sine4 = 2.0*c0_4*c1_4;
        const double versine4 = 2.0*(c1_4*c1_4);
        const double t11 = L0 +
            h_4_over_9*(1.5*t5 + sine3*axis_x_vec_0 +
            versine3*v3_2*axis_x_vec_s_1);
        const double t12 = L1 +
            h_4_over_9*(1.5*t6 - sine3*axis_x_vec_s_1 +
            versine3*v3_2*axis_x_vec_0);
        const double vec_x_axis_s4_2 = v4_0*t12 - v4_1*t11; /* -vec_x_axis_2 */
        const double t13 = pulse1*level_over_2 + T3_2 - 1.5*t7;
        const double t14 = L2 +
            h_4_over_9*(t13 - versine3*(T3_2*v3_1_sq + T3_2*v3_0_sq));
        const double vec_x_axis_s4_1 = v4_2*t11 - v4_0*t14; /* -vec_x_axis_1 */
        const double vec_x_axis_s4_0 = v4_1*t14 - v4_2*t12; /* -vec_x_axis_0 */
        const double L4_0 = t11 +
            (versine4*(v4_1*vec_x_axis_s4_2 - v4_2*vec_x_axis_s4_1) -
            sine4*vec_x_axis_s4_0);
        const double L4_1 = t12 +
            (versine4*(v4_2*vec_x_axis_s4_0 - v4_0*vec_x_axis_s4_2) -
            sine4*vec_x_axis_s4_1);
        const double L4_2 = t14 +
            (versine4*(v4_0*vec_x_axis_s4_1 - v4_1*vec_x_axis_s4_0) -
            sine4*vec_x_axis_s4_2);

        /* the new state */
        next.q[0] = q0*c0_4 - c1_4*(q1*v4_0 + q2*v4_1 + q3*v4_2);
        next.q[1] = q1*c0_4 + c1_4*(q0*v4_0 - q3*v4_1 + q2*v4_2);
        next.q[2] = q2*c0_4 + c1_4*(q0*v4_1 - q1*v4_2 + q3*v4_0);
        next.q[3] = q3*c0_4 + c1_4*(q0*v4_2 - q2*v4_0 + q1*v4_1);
        next.L[0] = L4_0;
        next.L[1] = L4_1;
        next.L[2] = L4_2;
        thruster_tick(&next, &now, h);
        if (!thruster_finite(&next)) {
            status = THRUSTER_NOT_FINITE;
            break;
        }
        thruster_copy(&now, &next);
    }
    thruster_copy(x, &now);
    return status;
}

int thruster_step(thruster *x, const thruster_par *par, const thruster_in *in,
                  double h)
{
    return thruster_run(x, par, in, h, 1);
}

/* Torque and force by mass at this state, those that vary. */
static void thruster_act(const thruster *x, const thruster_par *par,
                         const thruster_in *in, double act[1])
{
    (void)in;
    const double t = x->t;
    const double level = par->level;
    const double pulse = t < 2.0 ? 1.0 :
        (t < 10.0 ? 0.0 : (t < 12.0 ? -1.0 : 0.0));
    act[0] = level*pulse;
}

/* --- adaptive steps ------------------------------------------------------- */


/* x^a for x from 1e-21 to 1e21, to six digits where it is near 1, to two at
 * least elsewhere. */
static inline double thruster_power(double x, double a)
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
static inline double thruster_factor(double error, double before, double order)
{
    const double aim = 0.25;
    error = error < 1e-20 ? 1e-20 : error > 1e20 ? 1e20 : error;
    before = before > 1e20 ? 1e20 : before;
    if (!(before > 1e-20)) {
        return thruster_power(aim / error, 0.5 / order);
    }
    return thruster_power(aim / error, 0.3 / order) *
           thruster_power(before / aim, 0.1 / order);
}

/* Times on which steps end, whatever their size. */
static const double thruster_landing[3] = {
    2.0,
    10.0,
    12.0,
};

/* Counts the times that are not after t; they are few steps away. */
static void thruster_find(thruster_control *c, double t)
{
    if (c->next < 0 || c->next > 3) {
        c->next = 0;
    }
    while (c->next < 3 && thruster_landing[c->next] <= t) {
        c->next++;
    }
    while (c->next > 0 && thruster_landing[c->next - 1] > t) {
        c->next--;
    }
}

void thruster_control_start(thruster_control *c)
{
    c->angle = 1e-10;
    c->rate = 1e-10;
    c->first = 0.125;
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
 * torque's time advances by span. Torque at the start is an input, torque at
 * the end an output. */
static int thruster_trial(const thruster *x, const thruster_par *par,
                          const thruster_in *in, double h, double span,
                          const double act[1], thruster *to, double error[3],
                          double next[1])
{
    (void)in;
    const double level = par->level;
    const double span_ = span;
    const double h_5_over_18 = thruster_1_OVER_4_J1*h;
    const double h_5_over_22 = thruster_1_OVER_4_J2*h;
    const double h_5_over_12 = thruster_1_OVER_4_J3*h;
    const double h_3_over_2 = 1.5*h;
    const double h_3_over_4 = 0.75*h;
    const double h_over_2 = 0.5*h;
    const double h_4_over_9 = thruster_4_OVER_9*h;
    const double h_sq_50_over_81 = thruster_1_OVER_2_J1_SQ*(h*h);
    int status = THRUSTER_OK;
    do {
        const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
        const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
        const double T2 = act[0];
        const double t = x->t;

        /* stage 2: t + h/2, attitude exp(v2) */
        const double v2_0 = L0*h_5_over_18, v2_1 = L1*h_5_over_22;
        const double v2_2 = L2*h_5_over_12;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        thruster_c01(y_2, &c0_2, &c1_2);
        const double e2_0 = v2_0*c1_2, e2_1 = v2_1*c1_2;
        const double e2_0_e2_1 = e2_0*e2_1;
        const double e2_2 = v2_2*c1_2;
        const double c0_2_e2_2 = c0_2*e2_2;
        const double L2_plus_T2_h_over_2 = L2 + T2*h_over_2;
        const double e2_0_e2_2 = e2_0*e2_2;
        const double c0_2_e2_1 = c0_2*e2_1;
        const double L2_0_part = L1*(e2_0_e2_1 + c0_2_e2_2) +
            L2_plus_T2_h_over_2*(e2_0_e2_2 - c0_2_e2_1);
        const double e2_1_sq = e2_1*e2_1;
        const double e2_2_sq = e2_2*e2_2;
        const double L2_0 = 2.0*(L2_0_part - L0*(e2_1_sq - 0.5 + e2_2_sq));
        const double e2_1_e2_2 = e2_1*e2_2;
        const double c0_2_e2_0 = c0_2*e2_0;
        const double L2_1_part = L0*(e2_0_e2_1 - c0_2_e2_2) +
            L2_plus_T2_h_over_2*(e2_1_e2_2 + c0_2_e2_0);
        const double e2_0_sq = e2_0*e2_0;
        const double L2_1 = 2.0*(L2_1_part - L1*(e2_2_sq - 0.5 + e2_0_sq));
        const double t1 = e2_0_e2_2 + c0_2_e2_1, t2 = e2_1_e2_2 - c0_2_e2_0;
        const double t3 = e2_0_sq - 0.5 + e2_1_sq;
        const double L2_2 = 2.0*(L0*t1 + L1*t2 - L2_plus_T2_h_over_2*t3);
        const double pulse2_part = t + 0.5*span_;
        const double pulse2 = pulse2_part < 2.0 ? 1.0 :
            (pulse2_part < 10.0 ? 0.0 : (pulse2_part < 12.0 ? -1.0 : 0.0));
        const double L2_0_5_over_9 = thruster_1_OVER_2_J1*L2_0;
        const double L2_1_5_over_11 = thruster_1_OVER_2_J2*L2_1;
        const double L2_2_5_over_6 = thruster_1_OVER_2_J3*L2_2;
        const double K2_0 = L2_0_5_over_9 - v2_2*L2_1_5_over_11 +
            v2_1*L2_2_5_over_6;
        const double K2_1 = L2_1_5_over_11 - v2_0*L2_2_5_over_6 +
            v2_2*L2_0_5_over_9;
        const double K2_2 = L2_2_5_over_6 - v2_1*L2_0_5_over_9 +
            v2_0*L2_1_5_over_11;
        const double T2_2 = level*pulse2;
        const double t4 = T2_2*t1, t5 = T2_2*t2, t6 = T2_2*t3;

        /* stage 3: t + 3h/4, attitude exp(v3) */
        const double v3_0 = h_3_over_4*K2_0;
        const double v3_0_sq = v3_0*v3_0;
        const double v3_1 = h_3_over_4*K2_1;
        const double v3_1_sq = v3_1*v3_1;
        const double v3_2 = h_3_over_4*K2_2;
        const double y_3 = v3_0_sq + v3_1_sq + v3_2*v3_2;
        double c0_3, c1_3;
        thruster_c01(y_3, &c0_3, &c1_3);
        const double sine = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double t7 = L0 + h_3_over_2*t4, t8 = L2 - h_3_over_2*t6;
        const double t9 = L1 + h_3_over_2*t5;
        const double vec_x_axis_s_0 = t8*v3_1 - t9*v3_2; /* -vec_x_axis_0 */
        const double vec_x_axis_s_2 = t9*v3_0 - t7*v3_1; /* -vec_x_axis_2 */
        const double vec_x_axis_s_1 = t7*v3_2 - t8*v3_0; /* -vec_x_axis_1 */
        const double L3_0 = t7 - sine*vec_x_axis_s_0 +
            versine3*(v3_1*vec_x_axis_s_2 - v3_2*vec_x_axis_s_1);
        const double L3_1 = t9 - sine*vec_x_axis_s_1 +
            versine3*(v3_2*vec_x_axis_s_0 - v3_0*vec_x_axis_s_2);
        const double L3_2 = t8 - sine*vec_x_axis_s_2 +
            versine3*(v3_0*vec_x_axis_s_1 - v3_1*vec_x_axis_s_0);
        const double pulse3_part = t + 0.75*span_;
        const double pulse3 = pulse3_part < 2.0 ? 1.0 :
            (pulse3_part < 10.0 ? 0.0 : (pulse3_part < 12.0 ? -1.0 : 0.0));
        const double k3_0 = thruster_1_OVER_2_J1*L3_0;
        const double k3_1 = thruster_1_OVER_2_J2*L3_1;
        const double k3_2 = thruster_1_OVER_2_J3*L3_2;
        const double K3_0 = k3_0 - v3_2*k3_1 + v3_1*k3_2;
        const double K3_1 = k3_1 - v3_0*k3_2 + v3_2*k3_0;
        const double K3_2 = k3_2 - v3_1*k3_0 + v3_0*k3_1;
        const double T3_2 = level*pulse3;
        const double axis_x_vec_0 = T3_2*v3_1;
        const double axis_x_vec_s_1 = T3_2*v3_0; /* -axis_x_vec_1 */
        const double t10 = T3_2 - versine3*T3_2*(v3_1_sq + v3_0_sq);

        /* stage 4: t + h, attitude exp(v4) */
        const double v4_0 =
            h_4_over_9*(thruster_1_OVER_4_J1*L0 + 0.75*K2_0 + K3_0);
        const double v4_1 =
            h_4_over_9*(thruster_1_OVER_4_J2*L1 + 0.75*K2_1 + K3_1);
        const double v4_2 =
            h_4_over_9*(thruster_1_OVER_4_J3*L2 + 0.75*K2_2 + K3_2);
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4, c2_4, c3_4;
        thruster_c0123(y_4, &c0_4, &c1_4, &c2_4, &c3_4);
        const double versine4 = 2.0*(c1_4*c1_4);
        const double t11 = 1.5*t4 + sine*axis_x_vec_0 +
            versine3*v3_2*axis_x_vec_s_1;
        const double t12 = L0 + h_4_over_9*t11;
        const double e4_1 = v4_1*c1_4;
        const double e4_1_sq = e4_1*e4_1;
        const double e4_2 = v4_2*c1_4;
        const double e4_2_sq = e4_2*e4_2;
        const double e4_0 = v4_0*c1_4;
        const double e4_0_e4_1 = e4_0*e4_1;
        const double c0_4_e4_2 = c0_4*e4_2;
        const double t13 = e4_0_e4_1 + c0_4_e4_2;
        const double t14 = 1.5*t5 - sine*axis_x_vec_s_1 +
            versine3*v3_2*axis_x_vec_0;
        const double t15 = L1 + h_4_over_9*t14;
        const double e4_0_e4_2 = e4_0*e4_2;
        const double c0_4_e4_1 = c0_4*e4_1;
        const double t16 = e4_0_e4_2 - c0_4_e4_1;
        const double t17 = L2 + h_4_over_9*(0.5*T2 - 1.5*t6 + t10);
        const double L4_0 = t12 +
            2.0*(t13*t15 - (e4_1_sq + e4_2_sq)*t12 + t16*t17);
        const double t18 = e4_0_e4_1 - c0_4_e4_2;
        const double e4_0_sq = e4_0*e4_0;
        const double e4_1_e4_2 = e4_1*e4_2;
        const double c0_4_e4_0 = c0_4*e4_0;
        const double t19 = e4_1_e4_2 + c0_4_e4_0;
        const double L4_1 = t15 +
            2.0*(t18*t12 - (e4_2_sq + e4_0_sq)*t15 + t19*t17);
        const double t20 = e4_0_e4_2 + c0_4_e4_1, t21 = e4_1_e4_2 - c0_4_e4_0;
        const double L4_2 = t17 +
            2.0*(t20*t12 + t21*t15 - (e4_0_sq + e4_1_sq)*t17);
        const double t_plus_span = t + span_;
        const double pulse4 = t_plus_span < 2.0 ? 1.0 :
            (t_plus_span < 10.0 ? 0.0 : (t_plus_span < 12.0 ? -1.0 : 0.0));
        const double k4_0 = thruster_1_OVER_2_J1*L4_0;
        const double k4_1 = thruster_1_OVER_2_J2*L4_1;
        const double k4_2 = thruster_1_OVER_2_J3*L4_2;
        const double K4_0 = k4_0 - v4_2*k4_1 + v4_1*k4_2;
        const double K4_1 = k4_1 - v4_0*k4_2 + v4_2*k4_0;
        const double K4_2 = k4_2 - v4_1*k4_0 + v4_0*k4_1;
        const double T4_2 = level*pulse4;
        const double dexp_vv = c3_4 + c1_4*c2_4;
        const double rate_part = e4_0_sq - 0.5 + e4_1_sq;

        /* finish */
        const double t22 = h*(0.02702702702702703 + y_4);

        /* error */
        const double angle_part = t22*(0.25252525252525254 /* 5/(18*J2) */ *L1 -
            thruster_J3_OVER_J1*K2_1 - thruster_8_OVER_9*K3_1 + K4_1);
        const double angle_part2 = t22*
            (0.46296296296296297 /* 5/(18*J3) */ *L2 -
            thruster_J3_OVER_J1*K2_2 - thruster_8_OVER_9*K3_2 + K4_2);
        const double angle_part3 = v4_2*angle_part - v4_1*angle_part2;
        const double angle_part4 = t22*(thruster_1_OVER_4_J1_SQ*L0 -
            thruster_J3_OVER_J1*K2_0 - thruster_8_OVER_9*K3_0 + K4_0);
        const double angle_part5 = v4_0*angle_part2 - v4_2*angle_part4;
        const double angle_part6 = v4_1*angle_part4 - v4_0*angle_part;
        const double angle_0_part = angle_part4 +
            dexp_vv*(v4_2*angle_part5 - v4_1*angle_part6);
        const double angle_0 = -4.625*versine4*angle_part3 - 9.25*angle_0_part;
        const double angle_1_part = angle_part +
            dexp_vv*(v4_0*angle_part6 - v4_2*angle_part3);
        const double angle_1 = -4.625*versine4*angle_part5 - 9.25*angle_1_part;
        const double angle_2_part = angle_part2 +
            dexp_vv*(v4_1*angle_part3 - v4_0*angle_part5);
        const double angle_2 = -4.625*versine4*angle_part6 - 9.25*angle_2_part;
        const double rate_part2 = t22*(thruster_4_OVER_9*t10 -
            (thruster_1_OVER_4_J1*T2 + thruster_J3_OVER_J1*t6) +
            T4_2*rate_part);
        const double rate_part3 = t22*(t11 - 2.25*T4_2*t20);
        const double rate_part4 = t22*(t14 - 2.25*T4_2*t21);
        const double rate_0_part = (e4_1_sq - 0.5 + e4_2_sq)*rate_part3 -
            t13*rate_part4;
        const double rate_0_part2 = 20.555555555555557 /* 37/(2*J1) */ *t16*
            rate_part2 - 9.135802469135802 /* 74/(9*J1) */ *rate_0_part;
        const double rate_0 = rate_0_part2 -
            thruster_J_INV_00*(L4_2*angle_1 - L4_1*angle_2);
        const double rate_1_part = t18*rate_part3 -
            (e4_2_sq - 0.5 + e4_0_sq)*rate_part4;
        const double rate_1_part2 = 16.818181818181817 /* 37/(2*J2) */ *t19*
            rate_part2 + 7.474747474747475 /* 74/(9*J2) */ *rate_1_part;
        const double rate_1 = rate_1_part2 -
            thruster_J_INV_11*(L4_0*angle_2 - L4_2*angle_0);
        const double rate_2_part = 13.703703703703704 /* 74/(9*J3) */ *(t20*
            rate_part3 + t21*rate_part4) -
            30.833333333333332 /* 37/(2*J3) */ *rate_part*rate_part2;
        const double rate_2 = rate_2_part -
            thruster_J_INV_22*(L4_1*angle_0 - L4_0*angle_1);
        const double new_error2_part = L0*L0 + L4_0*L4_0 +
            thruster_J1_SQ_OVER_J2_SQ*(L1*L1 + L4_1*L4_1);

        /* the new state, and the errors */
        to->q[0] = q0*c0_4 - c1_4*(q1*v4_0 + q2*v4_1 + q3*v4_2);
        to->q[1] = q1*c0_4 + c1_4*(q0*v4_0 - q3*v4_1 + q2*v4_2);
        to->q[2] = q2*c0_4 + c1_4*(q0*v4_1 - q1*v4_2 + q3*v4_0);
        to->q[3] = q3*c0_4 + c1_4*(q0*v4_2 - q2*v4_0 + q1*v4_1);
        to->L[0] = L4_0;
        to->L[1] = L4_1;
        to->L[2] = L4_2;
        error[0] = angle_0*angle_0 + angle_1*angle_1 + angle_2*angle_2;
        error[1] = rate_0*rate_0 + rate_1*rate_1 + rate_2*rate_2;
        error[2] = h_sq_50_over_81*(new_error2_part + 2.25*(L2*L2 + L4_2*L4_2));
        next[0] = T4_2;
    } while (false);
    return status;
}

/* The largest square of an error, relative to its tolerance; NaN if one is NaN.
 * The turn counts as an error that falls with h as they do: steps aim at a turn
 * of 1.4 rad at most. */
static double thruster_worst(const thruster_control *c, const double error[3])
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
    if (!thruster_same(angle, angle)) { /* no number */
        return angle;
    }
    if (!thruster_same(rate, rate)) { /* no number */
        return rate;
    }
    if (of_turn > 0.4) {
        const double turn = 0.25*thruster_power(of_turn, 3.0);
        worst = turn > worst ? turn : worst;
    }
    return worst;
}

/* The next breakpoint on the way from t. */
static double thruster_aim(thruster_control *c, double t, double t_end)
{
    double aim = t_end;
    long back;
    thruster_find(c, t);
    back = c->next;
    if (back > 0 && thruster_same(thruster_landing[back - 1], t)) {
        back--;
    }
    if (t_end > t && c->next < 3 && thruster_landing[c->next] < t_end) {
        aim = thruster_landing[c->next];
    }
    if (t_end < t && back > 0 && thruster_landing[back - 1] > t_end) {
        aim = thruster_landing[back - 1];
    }
    return aim;
}

/* The size of the next step, `left` seconds before a breakpoint: that
 * controlled, stretched a little to end there, or halved to leave no tiny
 * rest. */
static double thruster_size(const thruster_control *c, double left)
{
    const double h = c->h;
    if (left <= 1.1*h && (!(c->max > 0.0) || left <= c->max)) {
        return left;
    }
    return left < 2.0*h ? 0.5*left : h;
}

/* Makes h what the steps may be: from the smallest, `least`, to max. */
static double thruster_bounded(const thruster_control *c, double h,
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
static void thruster_accept(thruster_control *c, double h, double error,
                            bool rejected)
{
    const double most = 0.0 < c->memory ? 5.0 : 100.0;
    double factor = thruster_factor(error, c->memory, 3.0);
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
static double thruster_smaller(double h, int status, double error)
{
    double factor;
    if (status != THRUSTER_OK || !(error - error >= 0.0)) {
        return 0.5*h;
    }
    factor = thruster_factor(error, 0.0, 3.0);
    return h*(factor < 0.2 ? 0.2 : factor > 0.9 ? 0.9 : factor);
}

/* Why a run ends with a rejected step. */
static int thruster_reason(int status, double error, bool tiny)
{
    if (status != THRUSTER_OK) {
        return status;
    }
    if (!(error - error >= 0.0)) {
        return THRUSTER_NOT_FINITE;
    }
    return tiny ? THRUSTER_STEP_TOO_SMALL : THRUSTER_REJECTED;
}

/* What acts at both ends of a step on trial: in a step that is tried again, and
 * in the next one, it need not be found out anew. */
struct thruster_acts {
    double start[1];
    double end[1];
    bool known; /* is that at the start? */
};

/* Tries a step of h, which may be negative; *worst is its error.  Torque may
 * jump where a run begins and where it ends: it is seen just after the one and
 * just before the other. */
static int thruster_try(const thruster *x, const thruster_par *par,
                        const thruster_in *in, const thruster_control *c,
                        double h, bool lands, struct thruster_acts *acts,
                        thruster *to, double *worst)
{
    double error[3], span = h;
    const double slight = 4.0*2.220446049250313e-16*
        ((x->t < 0.0 ? -x->t : x->t) + (h < 0.0 ? -h : h));
    const double aside = h < 0.0 ? -slight : slight;
    thruster now;
    int status;

    thruster_copy(&now, x);
    if (!(c->memory > 0.0)) {
        now.t += aside;
        span -= aside;
    }
    if (lands) {
        span -= 2.0*aside;
    }
    if ((span < 0.0) != (h < 0.0)) { /* less than t resolves */
        span = 0.0;
    }
    thruster_copy(to, x);
    if (!acts->known) {
        thruster_act(&now, par, in, acts->start);
    }
    acts->known = true;
    status = thruster_trial(&now, par, in, h, span, acts->start, to, error,
        acts->end);
    if (status == THRUSTER_OK && !thruster_finite(to)) {
        status = THRUSTER_NOT_FINITE;
    }
    *worst = status == THRUSTER_OK ? thruster_worst(c, error) : 0.0;
    return status;
}

int thruster_advance(thruster *x, const thruster_par *par,
                     const thruster_in *in, thruster_control *c, double t_end)
{
    const double eps = 2.220446049250313e-16;
    long allowed = c->most;
    int refused = 0; /* in a row */
    struct thruster_acts acts;

    acts.start[0] = 0.0;
    acts.known = false;

    if (!(t_end - t_end >= 0.0)) {
        return THRUSTER_NOT_FINITE;
    }
    while (!thruster_same(x->t, t_end)) {
        const double aim = thruster_aim(c, x->t, t_end);
        const double left = (aim - x->t) - x->t_rest;
        const double sign = left < 0.0 ? -1.0 : 1.0;
        /* what time and its rest resolve */
        const double seen = 16.0*eps*eps*(x->t < 0.0 ? -x->t : x->t);
        const double least = c->min > seen ? c->min : seen;
        double h, worst;
        thruster to;
        bool lands;
        int status;

        if (!(left - left >= 0.0)) { /* the state's time is NaN */
            return THRUSTER_NOT_FINITE;
        }
        if (c->most > 0 && allowed <= 0) {
            return THRUSTER_UNFINISHED;
        }
        if (!(c->h > 0.0)) {
            c->h = c->first;
            c->memory = 0.0;
        }
        c->h = thruster_bounded(c, c->h, least);
        h = thruster_size(c, sign*left);
        lands = thruster_same(h, sign*left);
        if (!(h > 0.0)) {
            return THRUSTER_STEP_TOO_SMALL;
        }
        status = thruster_try(x, par, in, c, sign*h, lands, &acts, &to, &worst);
        if (status != THRUSTER_OK || !(worst <= 1.0)) {
            if (c->rejected < 2147483647) {
                c->rejected++;
            }
            refused++;
            if (h <= least || refused >= 30) {
                return thruster_reason(status, worst, h <= least);
            }
            c->h =
                thruster_bounded(c, thruster_smaller(h, status, worst), least);
            continue;
        }
        if (lands) {
            to.t = aim;
            to.t_rest = 0.0;
        } else {
            thruster_tick(&to, x, sign*h);
        }
        thruster_copy(x, &to);
        thruster_accept(c, h, worst, refused > 0);
        refused = 0;
        if (allowed > 0) {
            allowed--;
        }
        acts.start[0] = acts.end[0];
        thruster_find(c, aim);
        if (lands && c->next > 0 &&
            thruster_same(thruster_landing[c->next - 1], aim)) {
            c->h = 0.0; /* what was before says nothing of what comes */
        }
        if (lands) {
            acts.known = false; /* the torque was seen just before */
        }
    }
    return THRUSTER_OK;
}

/* --- between two states --------------------------------------------------- */

int thruster_interp(const thruster *from, const thruster *to,
                    const thruster_par *par, const thruster_in *in, double h,
                    double theta, thruster *out)
{
    double act[1], act_end[1];
    /* torque may jump at the ends: what acts inside counts */
    thruster seen;
    const double aside = (h < 0.0 ? -8.881784197001252e-16 :
        8.881784197001252e-16)*((from->t < 0.0 ? -from->t : from->t) +
        (h < 0.0 ? -h : h));
    thruster now;

    if (thruster_same(theta, 0.0)) {
        thruster_copy(out, from);
        return THRUSTER_OK;
    }
    if (thruster_same(theta, 1.0)) {
        thruster_copy(out, to);
        return THRUSTER_OK;
    }
    thruster_copy(&seen, from);
    seen.t += aside;
    thruster_act(&seen, par, in, act);
    thruster_copy(&seen, to);
    seen.t -= aside;
    thruster_act(&seen, par, in, act_end);
    const double q0 = from->q[0], q1 = from->q[1], q2 = from->q[2],
        q3 = from->q[3];
    const double L0 = from->L[0], L1 = from->L[1], L2 = from->L[2];
    const double end_q0 = to->q[0], end_q1 = to->q[1], end_q2 = to->q[2],
        end_q3 = to->q[3];
    const double end_L0 = to->L[0], end_L1 = to->L[1], end_L2 = to->L[2];
    const double T2 = act[0];
    const double end_T2 = act_end[0];
    const double h_sq = h*h;
    const double h_21_over_4 = 5.25*h;
    const double h_h_sq = h*h_sq;
    const double hw1_s_0 = L0*h; /* 9/10 hw1_0 */
    const double hw1_s_1 = L1*h; /* 11/10 hw1_1 */
    const double hw1_s_2 = L2*h; /* 3/5 hw1_2 */
    const double L0L0 = L0*L0;
    const double L1L1 = L1*L1;
    const double L2L2 = L2*L2;
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
    const double slope_part = phi_s_0*phi_s_0 + phi_s_1*phi_s_1 +
        phi_s_2*phi_s_2;
    const double slope1_part = slope_part*(3791167551.7006273 +
        slope_part*(15485021.269990789 +
        slope_part*(62616.10679460595 +
        slope_part*(251.1055147802803 + slope_part))));
    const double slope1_part2 = slope_part*(1.1536666250206433e+19 +
        slope_part*(5.0881857901813224e+16 +
        slope_part*(218208385613040.4 +
        slope_part*(916727061744.7325 + slope1_part))));
    const double slope1 = 0.022222222222222223 +
        1.6253752127792492e-30*slope_part*(9.44834936698861e+25 +
        slope_part*(5.141958839177475e+23 +
        slope_part*(2.5125431618326757e+21 + slope1_part2)));
    const double slope2_part = slope_part*(2527445034.467085 +
        slope_part*(11613765.95249309 +
        slope_part*(52180.08899550496 +
        slope_part*(230.1800552152569 + slope_part))));
    const double slope2_part2 = slope_part*(3.845555416735478e+18 +
        slope_part*(2.120077412575551e+16 +
        slope_part*(109104192806520.2 +
        slope_part*(534757452684.4273 + slope2_part))));
    const double slope2 = 0.004232804232804233 +
        5.375928516267367e-28*slope_part*(8.569931398629124e+22 +
        slope_part*(6.281357904581689e+20 + slope2_part2));
    const double dL1_s_0 = L1*L2; /* 33/25 dL1_0 */
    const double dL1_s_1 = L0*L2; /* -9/5 dL1_1 */
    const double dL1_2 = T2 - thruster_J1_INV_MINUS_J2_INV*L0*L1;
    const double dM2_s_0 = L1*T2; /* 11/10 dM2_0 */
    const double dM2_s_1 = L0*T2; /* -9/10 dM2_1 */
    const double hw2_s_0 = h_sq*dL1_s_0; /* 297/250 hw2_0 */
    const double hw2_s_1 = h_sq*dL1_s_1; /* -99/50 hw2_1 */
    const double hw2_s_2 = h_sq*dL1_2; /* 3/5 hw2_2 */
    const double end_dL1_s_0 = end_L1*end_L2; /* 33/25 end_dL1_0 */
    const double end_dL1_s_1 = end_L0*end_L2; /* -9/5 end_dL1_1 */
    const double end_dL1_2 = end_T2 -
        thruster_J1_INV_MINUS_J2_INV*end_L0*end_L1;
    const double end_L2_sq = end_L2*end_L2;
    const double end_L1_sq = end_L1*end_L1;
    const double end_L0_sq = end_L0*end_L0;
    const double end_dM2_s_0 = end_T2*end_L1; /* 11/10 end_dM2_0 */
    const double end_dM2_s_1 = end_T2*end_L0; /* -9/10 end_dM2_1 */
    const double end_hw1_s_0 = h*end_L0; /* 9/10 end_hw1_0 */
    const double end_hw1_s_1 = h*end_L1; /* 11/10 end_hw1_1 */
    const double end_hw1_s_2 = h*end_L2; /* 3/5 end_hw1_2 */
    const double end_hw2_s_0 = h_sq*end_dL1_s_0; /* 297/250 end_hw2_0 */
    const double end_hw2_s_1 = h_sq*end_dL1_s_1; /* -99/50 end_hw2_1 */
    const double end_hw2_s_2 = h_sq*end_dL1_2; /* 3/5 end_hw2_2 */
    const double new_turn_part = hw1_s_0*hw1_s_0 + end_hw1_s_0*end_hw1_s_0 +
        thruster_J1_SQ_OVER_J2_SQ*(hw1_s_1*hw1_s_1 + end_hw1_s_1*end_hw1_s_1);
    const double new_turn_part2 = thruster_1_OVER_2_J1_SQ*(new_turn_part +
        2.25*(hw1_s_2*hw1_s_2 + end_hw1_s_2*end_hw1_s_2));
    const double cos_quarter = 1.0/sec_quarter;
    const double sin_quarter_0 = tan_quarter_0*cos_quarter;
    const double sin_quarter_1 = tan_quarter_1*cos_quarter;
    const double sin_quarter_2 = tan_quarter_2*cos_quarter;
    const double over_arctan_s = 1.0/arctan_s;
    /* -4/21 f */
    const double f_s = over_arctan_s*(1.0/(tan_sq - 1.0) - 0.25 +
        0.25*series_s1*over_arctan_s);
    /* 63/20 vw1_0 */
    const double vw1_s_0 = thruster_J3_OVER_J2*hw1_s_1*phi_s_2 -
        hw1_s_2*phi_s_1;
    /* 189/40 vw1_1 */
    const double vw1_s_1 = 1.5*hw1_s_2*phi_s_0 - hw1_s_0*phi_s_2;
    /* 231/40 vw1_2 */
    const double vw1_s_2 = thruster_J2_OVER_J1*hw1_s_0*phi_s_1 -
        hw1_s_1*phi_s_0;
    /* 3969/160 vvw1_0 */
    const double vvw1_s_0 = phi_s_2*vw1_s_1 -
        thruster_J1_OVER_J2*phi_s_1*vw1_s_2;
    /* 4851/160 vvw1_1 */
    const double vvw1_s_1 = phi_s_0*vw1_s_2 -
        thruster_J2_OVER_J3*phi_s_2*vw1_s_0;
    /* 1323/80 vvw1_2 */
    const double vvw1_s_2 = phi_s_1*vw1_s_0 -
        thruster_J3_OVER_J1*phi_s_0*vw1_s_1;
    /* -63/20 end_vw1_0 */
    const double end_vw1_s_0 = thruster_J3_OVER_J2*end_hw1_s_1*phi_s_2 -
        end_hw1_s_2*phi_s_1;
    /* -189/40 end_vw1_1 */
    const double end_vw1_s_1 = 1.5*end_hw1_s_2*phi_s_0 - end_hw1_s_0*phi_s_2;
    /* -231/40 end_vw1_2 */
    const double end_vw1_s_2 = thruster_J2_OVER_J1*end_hw1_s_0*phi_s_1 -
        end_hw1_s_1*phi_s_0;
    /* 3969/160 end_vvw1_0 */
    const double end_vvw1_s_0 = phi_s_2*end_vw1_s_1 -
        thruster_J1_OVER_J2*phi_s_1*end_vw1_s_2;
    /* 4851/160 end_vvw1_1 */
    const double end_vvw1_s_1 = phi_s_0*end_vw1_s_2 -
        thruster_J2_OVER_J3*phi_s_2*end_vw1_s_0;
    /* 1323/80 end_vvw1_2 */
    const double end_vvw1_s_2 = phi_s_1*end_vw1_s_0 -
        thruster_J3_OVER_J1*phi_s_0*end_vw1_s_1;
    const double new_turn_part3 = 0.6857142857142857 /* 16*J1/21 */ *phi_s_0 -
        h*(L0 + end_L0);
    const double new_turn_part4 = 0.8380952380952381 /* 16*J2/21 */ *phi_s_1 -
        h*(L1 + end_L1);
    const double new_turn_part5 = 0.45714285714285713 /* 16*J3/21 */ *phi_s_2 -
        h*(L2 + end_L2);
    const double new_turn_part6 = thruster_1_OVER_4_J1_SQ*
        (new_turn_part3*new_turn_part3) +
        0.2066115702479339 /* 1/(4*J2^2) */ *(new_turn_part4*new_turn_part4) +
        0.6944444444444444 /* 1/(4*J3^2) */ *(new_turn_part5*new_turn_part5);
    /* 189/40 sigma1_0 */
    const double sigma1_s_0 = L0*h_21_over_4 + 1.5*vw1_s_0 - f_s*vvw1_s_0;
    /* 231/40 sigma1_1 */
    const double sigma1_s_1 = L1*h_21_over_4 + thruster_J2_OVER_J1*vw1_s_1 -
        f_s*vvw1_s_1;
    /* 63/20 sigma1_2 */
    const double sigma1_s_2 = L2*h_21_over_4 + thruster_J3_OVER_J2*vw1_s_2 -
        f_s*vvw1_s_2;
    const double vw2_s_0_part = thruster_J3_OVER_J1*hw2_s_1*phi_s_2 +
        2.2*hw2_s_2*phi_s_1 + hw1_s_1*sigma1_s_2;
    /* -693/100 vw2_0 */
    const double vw2_s_0 = vw2_s_0_part - hw1_s_2*sigma1_s_1;
    const double vw2_s_1_part = 1.8*hw2_s_2*phi_s_0 -
        thruster_J_INV_11*hw2_s_0*phi_s_2 - hw1_s_2*sigma1_s_0;
    /* 567/100 vw2_1 */
    const double vw2_s_1 = vw2_s_1_part + hw1_s_0*sigma1_s_2;
    /* 2079/200 vw2_2 */
    const double vw2_s_2 = thruster_J_INV_22*hw2_s_0*phi_s_1 + hw2_s_1*phi_s_0 -
        hw1_s_0*sigma1_s_1 + hw1_s_1*sigma1_s_0;
    const double vvw2_s_0_part = thruster_J1_J3_OVER_J2_SQ*vw1_s_2*sigma1_s_1 -
        vw1_s_1*sigma1_s_2 + phi_s_2*vw2_s_1;
    /* 11907/400 vvw2_0 */
    const double vvw2_s_0 = vvw2_s_0_part - thruster_J3_OVER_J2*phi_s_1*vw2_s_2;
    const double vvw2_s_1_part = 2.75*vw1_s_0*sigma1_s_2 - vw1_s_2*sigma1_s_0 +
        phi_s_0*vw2_s_2;
    /* 43659/800 vvw2_1 */
    const double vvw2_s_1 = vvw2_s_1_part + 1.5*phi_s_2*vw2_s_0;
    const double vvw2_s_2_part = vw1_s_0*sigma1_s_1 -
        thruster_J2_J3_OVER_J1_SQ*vw1_s_1*sigma1_s_0 + phi_s_1*vw2_s_0;
    /* -14553/400 vvw2_2 */
    const double vvw2_s_2 = vvw2_s_2_part + thruster_J2_OVER_J1*phi_s_0*vw2_s_1;
    /* -3969/160 s2 */
    const double s2_s = phi_s_0*sigma1_s_0 +
        thruster_J1_OVER_J2*phi_s_1*sigma1_s_1 + 1.5*phi_s_2*sigma1_s_2;
    const double f2_s = slope1*s2_s; /* -24.8062 f2 */
    /* -297/250 sigma2_0 */
    const double sigma2_s_0 = thruster_K1*vw2_s_0 - hw2_s_0 +
        thruster_K2*f_s*vvw2_s_0 + thruster_K3*vvw1_s_0*f2_s;
    /* -99/50 sigma2_1 */
    const double sigma2_s_1 = hw2_s_1 - thruster_K4*vw2_s_1 +
        thruster_4_OVER_21*f_s*vvw2_s_1 + thruster_K5*vvw1_s_1*f2_s;
    /* 3/5 sigma2_2 */
    const double sigma2_s_2 = hw2_s_2 + thruster_K6*vw2_s_2 +
        thruster_2_OVER_21_J2*f_s*vvw2_s_2 - thruster_K7*vvw1_s_2*f2_s;
    const double s3_s_part = thruster_K8*(sigma1_s_0*sigma1_s_0) +
        thruster_K9*(sigma1_s_1*sigma1_s_1) +
        thruster_K10*(sigma1_s_2*sigma1_s_2);
    /* 6237/1000 s3 */
    const double s3_s = s3_s_part + phi_s_0*sigma2_s_0 +
        0.6*phi_s_1*sigma2_s_1 - 1.98*phi_s_2*sigma2_s_2;
    /* 6.237 f3 */
    const double f3_s = thruster_K11*slope2*(s2_s*s2_s) + slope1*s3_s;
    /* -189/40 end_sigma1_0 */
    const double end_sigma1_s_0 = 1.5*end_vw1_s_0 - end_L0*h_21_over_4 +
        f_s*end_vvw1_s_0;
    /* -231/40 end_sigma1_1 */
    const double end_sigma1_s_1 = thruster_J2_OVER_J1*end_vw1_s_1 -
        end_L1*h_21_over_4 + f_s*end_vvw1_s_1;
    /* -63/20 end_sigma1_2 */
    const double end_sigma1_s_2 = thruster_J3_OVER_J2*end_vw1_s_2 -
        end_L2*h_21_over_4 + f_s*end_vvw1_s_2;
    const double end_vw2_s_0_part = thruster_J3_OVER_J1*end_hw2_s_1*phi_s_2 +
        2.2*end_hw2_s_2*phi_s_1 + end_hw1_s_1*end_sigma1_s_2;
    /* 693/100 end_vw2_0 */
    const double end_vw2_s_0 = end_vw2_s_0_part - end_hw1_s_2*end_sigma1_s_1;
    const double end_vw2_s_1_part = 1.8*end_hw2_s_2*phi_s_0 -
        thruster_J_INV_11*end_hw2_s_0*phi_s_2 - end_hw1_s_2*end_sigma1_s_0;
    /* -567/100 end_vw2_1 */
    const double end_vw2_s_1 = end_vw2_s_1_part + end_hw1_s_0*end_sigma1_s_2;
    /* -2079/200 end_vw2_2 */
    const double end_vw2_s_2 = thruster_J_INV_22*end_hw2_s_0*phi_s_1 +
        end_hw2_s_1*phi_s_0 - end_hw1_s_0*end_sigma1_s_1 +
        end_hw1_s_1*end_sigma1_s_0;
    const double end_vvw2_s_0_part = thruster_J1_J3_OVER_J2_SQ*end_vw1_s_2*
        end_sigma1_s_1 - end_vw1_s_1*end_sigma1_s_2 + phi_s_2*end_vw2_s_1;
    /* 11907/400 end_vvw2_0 */
    const double end_vvw2_s_0 = end_vvw2_s_0_part -
        thruster_J3_OVER_J2*phi_s_1*end_vw2_s_2;
    const double end_vvw2_s_1_part = 2.75*end_vw1_s_0*end_sigma1_s_2 -
        end_vw1_s_2*end_sigma1_s_0 + phi_s_0*end_vw2_s_2;
    /* 43659/800 end_vvw2_1 */
    const double end_vvw2_s_1 = end_vvw2_s_1_part + 1.5*phi_s_2*end_vw2_s_0;
    const double end_vvw2_s_2_part = end_vw1_s_0*end_sigma1_s_1 -
        thruster_J2_J3_OVER_J1_SQ*end_vw1_s_1*end_sigma1_s_0 +
        phi_s_1*end_vw2_s_0;
    /* -14553/400 end_vvw2_2 */
    const double end_vvw2_s_2 = end_vvw2_s_2_part +
        thruster_J2_OVER_J1*phi_s_0*end_vw2_s_1;
    /* -3969/160 end_s2 */
    const double end_s2_s = phi_s_0*end_sigma1_s_0 +
        thruster_J1_OVER_J2*phi_s_1*end_sigma1_s_1 + 1.5*phi_s_2*end_sigma1_s_2;
    const double end_f2_s = slope1*end_s2_s; /* -24.8062 end_f2 */
    /* 297/250 end_sigma2_0 */
    const double end_sigma2_s_0 = end_hw2_s_0 + thruster_K1*end_vw2_s_0 -
        thruster_K2*f_s*end_vvw2_s_0 - thruster_K3*end_vvw1_s_0*end_f2_s;
    /* -99/50 end_sigma2_1 */
    const double end_sigma2_s_1 = end_hw2_s_1 + thruster_K4*end_vw2_s_1 +
        thruster_4_OVER_21*f_s*end_vvw2_s_1 + thruster_K5*end_vvw1_s_1*end_f2_s;
    /* 3/5 end_sigma2_2 */
    const double end_sigma2_s_2 = end_hw2_s_2 - thruster_K6*end_vw2_s_2 +
        thruster_2_OVER_21_J2*f_s*end_vvw2_s_2 -
        thruster_K7*end_vvw1_s_2*end_f2_s;
    const double end_s3_s_part = thruster_K8*(end_sigma1_s_0*end_sigma1_s_0) +
        thruster_K9*(end_sigma1_s_1*end_sigma1_s_1) +
        thruster_K10*(end_sigma1_s_2*end_sigma1_s_2);
    /* 6237/1000 end_s3 */
    const double end_s3_s = end_s3_s_part + phi_s_0*end_sigma2_s_0 -
        0.6*phi_s_1*end_sigma2_s_1 + 1.98*phi_s_2*end_sigma2_s_2;
    /* 6.237 end_f3 */
    const double end_f3_s = thruster_K11*slope2*(end_s2_s*end_s2_s) +
        slope1*end_s3_s;
    const double vvw3_s_0_part = 1.8*sigma1_s_1*vw2_s_2 -
        6.05*sigma1_s_2*vw2_s_1 - 19.0575*vw1_s_1*sigma2_s_2;
    const double vvw3_s_1_part = 1.2*sigma1_s_0*vw2_s_2 +
        2.7*sigma1_s_2*vw2_s_0 - thruster_K12*vw1_s_2*sigma2_s_0;
    const double vvw3_s_2_part = thruster_K13*sigma1_s_1*vw2_s_0 +
        thruster_K14*sigma1_s_0*vw2_s_1 + 4.375*vw1_s_0*sigma2_s_1;
    const double end_vvw3_s_0_part = 1.8*end_sigma1_s_1*end_vw2_s_2 -
        6.05*end_sigma1_s_2*end_vw2_s_1 + 19.0575*end_vw1_s_1*end_sigma2_s_2;
    const double end_vvw3_s_1_part = 1.2*end_sigma1_s_0*end_vw2_s_2 +
        2.7*end_sigma1_s_2*end_vw2_s_0 -
        thruster_K12*end_vw1_s_2*end_sigma2_s_0;
    const double end_vvw3_s_2_part = thruster_K13*end_sigma1_s_1*end_vw2_s_0 +
        thruster_K14*end_sigma1_s_0*end_vw2_s_1 -
        4.375*end_vw1_s_0*end_sigma2_s_1;
    /* -99/50 hw3_1 */
    const double hw3_s_1 =
        (L0*dL1_2 + thruster_J3_INV_MINUS_J2_INV*L1*L2L2)*h_h_sq;
    /* -99/50 end_hw3_1 */
    const double end_hw3_s_1 = (end_L0*end_dL1_2 +
        thruster_J3_INV_MINUS_J2_INV*end_L1*end_L2_sq)*h_h_sq;
    /* -9801/2500 hw3_2 */
    const double hw3_s_2 = L2*(L1L1 - thruster_K15*L0L0)*h_h_sq;
    /* -9801/2500 end_hw3_2 */
    const double end_hw3_s_2 =
        end_L2*(end_L1_sq - thruster_K15*end_L0_sq)*h_h_sq;
    /* -2673/1250 hw3_0 */
    const double hw3_s_0 = (L0*L2L2 - 1.8*L1*dL1_2)*h_h_sq;
    /* -2673/1250 end_hw3_0 */
    const double end_hw3_s_0 = (end_L0*end_L2_sq - 1.8*end_L1*end_dL1_2)*h_h_sq;
    const double vw3_s_2_part = phi_s_1*hw3_s_0 - 1.08*phi_s_0*hw3_s_1 +
        thruster_K16*hw2_s_0*sigma1_s_1;
    const double vw3_s_2_part2 = vw3_s_2_part + 1.2*hw2_s_1*sigma1_s_0 -
        3.15*hw1_s_0*sigma2_s_1;
    /* -56133/5000 vw3_2 */
    const double vw3_s_2 = vw3_s_2_part2 + thruster_K12*hw1_s_1*sigma2_s_0;
    const double end_vw3_s_2_part = phi_s_1*end_hw3_s_0 -
        1.08*phi_s_0*end_hw3_s_1 + thruster_K16*end_hw2_s_0*end_sigma1_s_1;
    const double end_vw3_s_2_part2 = end_vw3_s_2_part +
        1.2*end_hw2_s_1*end_sigma1_s_0 + 3.15*end_hw1_s_0*end_sigma2_s_1;
    /* 56133/5000 end_vw3_2 */
    const double end_vw3_s_2 = end_vw3_s_2_part2 +
        thruster_K12*end_hw1_s_1*end_sigma2_s_0;
    const double vw3_s_0_part = phi_s_2*hw3_s_1 - thruster_K17*phi_s_1*hw3_s_2 -
        thruster_J_INV_22*hw2_s_1*sigma1_s_2;
    const double vw3_s_0_part2 = vw3_s_0_part - 3.0*hw2_s_2*sigma1_s_1 +
        7.875*hw1_s_1*sigma2_s_2;
    /* -2079/200 vw3_0 */
    const double vw3_s_0 = vw3_s_0_part2 + 4.375*hw1_s_2*sigma2_s_1;
    const double vw3_s_1_part = thruster_J2_OVER_J3*phi_s_2*hw3_s_0 -
        phi_s_0*hw3_s_2 - 7.26*hw2_s_2*sigma1_s_0;
    const double vw3_s_1_part2 = vw3_s_1_part + 5.5*hw2_s_0*sigma1_s_2 +
        14.4375*hw1_s_2*sigma2_s_0;
    /* 205821/10000 vw3_1 */
    const double vw3_s_1 = vw3_s_1_part2 + 19.0575*hw1_s_0*sigma2_s_2;
    /* 108.056 vvw3_0 */
    const double vvw3_s_0 = vvw3_s_0_part - 4.725*vw1_s_2*sigma2_s_1 +
        phi_s_2*vw3_s_1 + thruster_J2_OVER_J3*phi_s_1*vw3_s_2;
    /* -58.9397 vvw3_1 */
    const double vvw3_s_1 = vvw3_s_1_part - 15.5925*vw1_s_0*sigma2_s_2 +
        phi_s_0*vw3_s_2 - 1.08*phi_s_2*vw3_s_0;
    /* -43659/800 vvw3_2 */
    const double vvw3_s_2 = thruster_K18*vw1_s_1*sigma2_s_0 - vvw3_s_2_part +
        phi_s_1*vw3_s_0 + thruster_K17*phi_s_0*vw3_s_1;
    const double v_s_0_part = hw3_s_0 + thruster_K19*vvw2_s_0*f2_s +
        thruster_K20*vw3_s_0 - thruster_K21*vvw1_s_0*f3_s;
    const double v_s_1_part = thruster_K22*vw3_s_1 -
        (hw3_s_1 + thruster_K23*vvw2_s_1*f2_s) + thruster_K24*vvw1_s_1*f3_s;
    const double v_s_2_part = thruster_K25*vvw2_s_2*f2_s - hw3_s_2 -
        thruster_K4*vw3_s_2 + thruster_K26*vvw1_s_2*f3_s;
    const double end_vw3_s_0_part = thruster_K17*phi_s_1*end_hw3_s_2 -
        phi_s_2*end_hw3_s_1 + thruster_J_INV_22*end_hw2_s_1*end_sigma1_s_2;
    const double end_vw3_s_0_part2 = end_vw3_s_0_part +
        3.0*end_hw2_s_2*end_sigma1_s_1 + 7.875*end_hw1_s_1*end_sigma2_s_2;
    /* -2079/200 end_vw3_0 */
    const double end_vw3_s_0 = end_vw3_s_0_part2 +
        4.375*end_hw1_s_2*end_sigma2_s_1;
    const double end_vw3_s_1_part = phi_s_0*end_hw3_s_2 -
        thruster_J2_OVER_J3*phi_s_2*end_hw3_s_0 +
        7.26*end_hw2_s_2*end_sigma1_s_0;
    const double end_vw3_s_1_part2 = end_vw3_s_1_part -
        5.5*end_hw2_s_0*end_sigma1_s_2 - 14.4375*end_hw1_s_2*end_sigma2_s_0;
    /* 205821/10000 end_vw3_1 */
    const double end_vw3_s_1 = end_vw3_s_1_part2 +
        19.0575*end_hw1_s_0*end_sigma2_s_2;
    /* 108.056 end_vvw3_0 */
    const double end_vvw3_s_0 = end_vvw3_s_0_part +
        4.725*end_vw1_s_2*end_sigma2_s_1 - phi_s_2*end_vw3_s_1 +
        thruster_J2_OVER_J3*phi_s_1*end_vw3_s_2;
    /* -58.9397 end_vvw3_1 */
    const double end_vvw3_s_1 = end_vvw3_s_1_part +
        15.5925*end_vw1_s_0*end_sigma2_s_2 + phi_s_0*end_vw3_s_2 +
        1.08*phi_s_2*end_vw3_s_0;
    /* 43659/800 end_vvw3_2 */
    const double end_vvw3_s_2 = end_vvw3_s_2_part -
        thruster_K18*end_vw1_s_1*end_sigma2_s_0 + phi_s_1*end_vw3_s_0 +
        thruster_K17*phi_s_0*end_vw3_s_1;
    const double v_s_0_part2 = end_hw3_s_0 +
        thruster_K19*end_vvw2_s_0*end_f2_s + thruster_K20*end_vw3_s_0 -
        thruster_K21*end_vvw1_s_0*end_f3_s;
    const double v_s_1_part2 = thruster_K22*end_vw3_s_1 -
        (end_hw3_s_1 + thruster_K23*end_vvw2_s_1*end_f2_s) +
        thruster_K24*end_vvw1_s_1*end_f3_s;
    const double v_s_2_part2 = thruster_K25*end_vvw2_s_2*end_f2_s -
        end_hw3_s_2 + thruster_K4*end_vw3_s_2 +
        thruster_K26*end_vvw1_s_2*end_f3_s;

    /* the attitude at theta, from there */
    const double theta_theta_minus_1 = theta*theta_minus_1;
    const double t2 = theta_theta_minus_1*theta_theta_minus_1;
    const double t3 = theta + 0.25;
    const double theta_sq = theta*theta;
    const double t4 = t3 + 2.5*theta_sq, t5 = theta - 1.25;
    const double theta_minus_1_sq = theta_minus_1*theta_minus_1;
    const double t6 = t5 - 2.5*theta_minus_1_sq;
    const double v_s_part = t3*theta_minus_1_sq;
    const double v_s_part2 = theta_sq*t5;
    const double t7 = theta_theta_minus_1*t2;
    const double t8 = theta_minus_1*theta_minus_1_sq;
    const double v_s_part3 = t4*t8;
    const double theta_theta_sq = theta*theta_sq;
    const double v_s_part4 = t6*theta_theta_sq;
    /* -way/20 */
    const double way_s =
        (theta - 0.5)*(t7 - 0.05 + 0.1*theta_theta_minus_1 - 0.3*t2);
    const double v_s_0_part3 =
        theta_minus_1*(v_s_0_part + thruster_K27*f_s*vvw3_s_0);
    const double v_s_1_part3 =
        theta_minus_1*(v_s_1_part + thruster_K28*f_s*vvw3_s_1);
    const double v_s_2_part3 =
        theta_minus_1*(v_s_2_part + thruster_K29*f_s*vvw3_s_2);
    const double v_s_0_part4 = phi_s_0*way_s -
        0.05555555555555555 /* 1/(20*J1) */ *theta_theta_minus_1*
        (sigma1_s_0*v_s_part3 + end_sigma1_s_0*v_s_part4);
    const double v_s_0_part5 = v_s_0_part4 +
        0.11047979797979798*t2*(v_s_part*sigma2_s_0 + v_s_part2*end_sigma2_s_0);
    /* -21/160 v_0 */
    const double v_s_0 = v_s_0_part5 +
        0.005114805462027684*t7*(v_s_0_part3 +
        theta*(v_s_0_part2 + thruster_K27*f_s*end_vvw3_s_0));
    const double v_s_1_part4 = phi_s_1*way_s -
        0.045454545454545456 /* 1/(20*J2) */ *theta_theta_minus_1*
        (sigma1_s_1*v_s_part3 + end_sigma1_s_1*v_s_part4);
    const double v_s_1_part5 = v_s_1_part4 +
        0.06628787878787878*t2*(v_s_part*sigma2_s_1 - v_s_part2*end_sigma2_s_1);
    /* -21/160 v_1 */
    const double v_s_1 = v_s_1_part5 -
        0.005523989898989899*t7*(v_s_1_part3 +
        theta*(v_s_1_part2 + thruster_K28*f_s*end_vvw3_s_1));
    const double v_s_2_part4 = 0.08333333333333333 /* 1/(20*J3) */
        *theta_theta_minus_1*(sigma1_s_2*v_s_part3 + end_sigma1_s_2*v_s_part4) -
        phi_s_2*way_s;
    const double v_s_2_part5 = v_s_2_part4 +
        0.21875*t2*(v_s_part*sigma2_s_2 - v_s_part2*end_sigma2_s_2);
    /* 21/160 v_2 */
    const double v_s_2 = v_s_2_part5 +
        0.0027898938883787368*t7*(v_s_2_part3 +
        theta*(v_s_2_part2 - thruster_K29*f_s*end_vvw3_s_2));
    const double y_2 =
        58.049886621315196*(v_s_0*v_s_0 + v_s_1*v_s_1 + v_s_2*v_s_2);
    double c0_2, c1_2;
    thruster_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double L_from_s_part = t3*h_sq*theta_sq;
    const double L_to_s_part = t5*h_sq*theta_minus_1_sq;
    const double L_mid_s_part = 1.0/t1;
    const double L_from_s_part2 = t4 + 5.0*theta_theta_sq;
    const double L_from_s_part3 = h_h_sq*theta_theta_sq;
    const double theta_minus_1_sq_sq = theta_minus_1_sq*theta_minus_1_sq;
    const double L_to_s_part2 = t8 + 0.2*t6, L_to_s_part3 = h_h_sq*t8;
    const double theta_sq_sq = theta_sq*theta_sq;
    const double L_from_s_0_part = 47.52*L0*L_from_s_part2 -
        (T2*dL1_s_1 - thruster_J2_OVER_J1_MINUS_J3*L2*dM2_s_1)*L_from_s_part3;
    /* 297/25 L_from_0 */
    const double L_from_s_0 =
        theta_minus_1_sq_sq*(L_from_s_0_part + 21.6*dM2_s_0*L_from_s_part);
    const double L_to_s_0_part = (end_T2*end_dL1_s_1 -
        thruster_J2_OVER_J1_MINUS_J3*end_L2*end_dM2_s_1)*L_to_s_part3 +
        237.6*end_L0*L_to_s_part2;
    const double L_to_s_1_part = (end_T2*end_dL1_s_0 -
        1.8*end_L2*end_dM2_s_0)*L_to_s_part3 + 142.56*end_L1*L_to_s_part2;
    /* -297/25 L_to_0 */
    const double L_to_s_0 =
        theta_sq_sq*(L_to_s_0_part + 21.6*end_dM2_s_0*L_to_s_part);
    /* -891/125 L_to_1 */
    const double L_to_s_1 =
        theta_sq_sq*(L_to_s_1_part - 15.84*end_dM2_s_1*L_to_s_part);
    const double L_from_s_2_part = L2*L_from_s_part2 -
        0.03443526170798898 /* 1/(24*J2^2) */ *T2*(L1L1 +
        thruster_J2_SQ_OVER_J1_SQ*L0L0)*L_from_s_part3;
    /* L_from_2/4 */
    const double L_from_s_2 =
        theta_minus_1_sq_sq*(L_from_s_2_part + T2*t4*h*theta);
    const double L_to_s_2_part = end_T2*(end_L1_sq +
        thruster_J2_SQ_OVER_J1_SQ*end_L0_sq)*L_to_s_part3 +
        145.2*end_L2*L_to_s_part2;
    /* -363/50 L_to_2 */
    const double L_to_s_2 =
        theta_sq_sq*(L_to_s_2_part + 29.04*end_T2*t6*h*theta_minus_1);
    const double L_from_s_1_part =
        (T2*dL1_s_0 - 1.8*L2*dM2_s_0)*L_from_s_part3 - 28.512*L1*L_from_s_part2;
    /* -891/125 L_from_1 */
    const double L_from_s_1 =
        theta_minus_1_sq_sq*(L_from_s_1_part + 15.84*dM2_s_1*L_from_s_part);
    /* 891/125 vec_x_axis_2 */
    const double vec_x_axis_s3_2 = tan_quarter_0*L_from_s_1 +
        0.6*tan_quarter_1*L_from_s_0;
    /* 297/25 axis_x_vec_2 */
    const double axis_x_vec_s_2 = tan_quarter_1*L_to_s_0 -
        thruster_J_INV_22*tan_quarter_0*L_to_s_1;
    /* -vec_x_axis_0/4 */
    const double vec_x_axis_s3_0 = tan_quarter_1*L_from_s_2 +
        thruster_K30*tan_quarter_2*L_from_s_1;
    /* -297/25 vec_x_axis_1 */
    const double vec_x_axis_s3_1 = tan_quarter_2*L_from_s_0 -
        47.52*tan_quarter_0*L_from_s_2;
    /* 891/125 axis_x_vec_0 */
    const double axis_x_vec_s_0 = tan_quarter_2*L_to_s_1 -
        thruster_K31*tan_quarter_1*L_to_s_2;
    /* 363/50 axis_x_vec_1 */
    const double axis_x_vec_s_1 = tan_quarter_0*L_to_s_2 -
        thruster_J3_INV_MINUS_J1_INV_J2*tan_quarter_2*L_to_s_0;
    const double L_mid_s_0_part = 28.512*vec_x_axis_s3_0 - axis_x_vec_s_0 +
        tan_quarter_1*vec_x_axis_s3_2 + 0.6*tan_quarter_2*vec_x_axis_s3_1;
    const double L_mid_s_0_part2 = L_mid_s_part*(L_mid_s_0_part +
        thruster_K31*(tan_quarter_2*axis_x_vec_s_1 -
        thruster_J3_INV_MINUS_J1_INV_J2*tan_quarter_1*axis_x_vec_s_2));
    /* -297/25 L_mid_0 */
    const double L_mid_s_0 = L_to_s_0 - L_from_s_0 +
        thruster_K32*L_mid_s_0_part2;
    const double L_mid_s_1_part = vec_x_axis_s3_1 -
        thruster_K16*axis_x_vec_s_1 + tan_quarter_0*axis_x_vec_s_2 -
        thruster_J_INV_22*tan_quarter_2*axis_x_vec_s_0;
    const double L_mid_s_1_part2 = L_mid_s_part*(L_mid_s_1_part -
        47.52*(tan_quarter_2*vec_x_axis_s3_0 +
        thruster_K30*tan_quarter_0*vec_x_axis_s3_2));
    /* -297/50 L_mid_1 */
    const double L_mid_s_1 = thruster_1_OVER_2_J3*(L_from_s_1 + L_to_s_1) +
        L_mid_s_1_part2;
    const double L_mid_s_2_part = vec_x_axis_s3_2 -
        tan_quarter_1*axis_x_vec_s_0 +
        thruster_K31*tan_quarter_0*axis_x_vec_s_1;
    const double L_mid_s_2_part2 = L_mid_s_part*(L_mid_s_2_part +
        0.6*(axis_x_vec_s_2 + tan_quarter_0*vec_x_axis_s3_1 -
        47.52*tan_quarter_1*vec_x_axis_s3_0));
    /* 891/250 L_mid_2 */
    const double L_mid_s_2 = 14.256*L_from_s_2 -
        0.4909090909090909 /* J1*J3/(2*(J2 - J3)*J2) */ *L_to_s_2 +
        L_mid_s_2_part2;
    const double turn3_0_part =
        c1_2*(sin_quarter_0*v_s_0 + sin_quarter_1*v_s_1 - sin_quarter_2*v_s_2);
    const double turn3_0 = cos_quarter*c0_2 + thruster_K33*turn3_0_part;
    const double turn3_1_part =
        c1_2*(sin_quarter_2*v_s_1 - cos_quarter*v_s_0 + sin_quarter_1*v_s_2);
    const double turn3_1 = sin_quarter_0*c0_2 + thruster_K33*turn3_1_part;
    const double turn3_2_part =
        c1_2*(cos_quarter*v_s_1 + sin_quarter_0*v_s_2 + sin_quarter_2*v_s_0);
    const double turn3_2 = sin_quarter_1*c0_2 - thruster_K33*turn3_2_part;
    const double turn3_3_part =
        c1_2*(cos_quarter*v_s_2 + sin_quarter_1*v_s_0 - sin_quarter_0*v_s_1);
    const double turn3_3 = sin_quarter_2*c0_2 + thruster_K33*turn3_3_part;
    const double c0_2_c1_2 = c0_2*c1_2;
    const double c1_2_sq = c1_2*c1_2;
    /* 18711/40000 vec_x_axis_0 */
    const double vec_x_axis_s3_0b = L_mid_s_2*v_s_1 - 0.6*L_mid_s_1*v_s_2;
    /* 6237/4000 vec_x_axis_1 */
    const double vec_x_axis_s3_1b = L_mid_s_0*v_s_2 -
        thruster_K32*L_mid_s_2*v_s_0;
    /* -6237/8000 vec_x_axis_2 */
    const double vec_x_axis_s3_2b = L_mid_s_1*v_s_0 - 0.5*L_mid_s_0*v_s_1;
    const double new_L0_part =
        c1_2_sq*(v_s_1*vec_x_axis_s3_2b - 0.5*v_s_2*vec_x_axis_s3_1b);
    const double new_L1_part =
        c1_2_sq*(v_s_2*vec_x_axis_s3_0b - 0.6*v_s_0*vec_x_axis_s3_2b);
    const double new_L2_part =
        c1_2_sq*(v_s_0*vec_x_axis_s3_1b - thruster_K32*v_s_1*vec_x_axis_s3_0b);

    if ((new_turn_part6 < new_turn_part2 ? new_turn_part2 :
        new_turn_part6) > 9.8696044010893) {
        return THRUSTER_STEP_TOO_LARGE;
    }
    now.q[0] = q0*turn3_0 - q1*turn3_1 - (q2*turn3_2 + q3*turn3_3);
    now.q[1] = q0*turn3_1 + q1*turn3_0 + (q2*turn3_3 - q3*turn3_2);
    now.q[2] = q0*turn3_2 + q2*turn3_0 + (q3*turn3_1 - q1*turn3_3);
    now.q[3] = q0*turn3_3 + q3*turn3_0 + (q1*turn3_2 - q2*turn3_1);
    now.L[0] = 4.275559831115387*c0_2_c1_2*vec_x_axis_s3_0b -
        0.08417508417508418 /* (1/J3 - 1/J1)/(6*J2) */ *L_mid_s_0 -
        19.545416370813196*new_L0_part;
    now.L[1] = 1.282667949334616*c0_2_c1_2*vec_x_axis_s3_1b -
        0.16835016835016836 /* (1/J3 - 1/J1)/(3*J2) */ *L_mid_s_1 -
        32.575693951355326*new_L1_part;
    now.L[2] = 0.28058361391694725 /* (1/J3 - 1/J2)/(3*J1) */ *L_mid_s_2 -
        2.565335898669232*c0_2_c1_2*vec_x_axis_s3_2b +
        9.772708185406598*new_L2_part;
    thruster_tick(&now, from, theta*h);
    if (!thruster_finite(&now)) {
        return THRUSTER_NOT_FINITE;
    }
    thruster_copy(out, &now);
    return THRUSTER_OK;
}

/* --- what is read and set ------------------------------------------------- */

double thruster_time(const thruster *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static bool thruster_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Can they be squared and summed, to no less than that? */
static bool thruster_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i]*value[i];
    }
    return sum - sum <= 0.0 && sum >= least;
}

void thruster_rotation(const thruster *x, double R[9])
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

int thruster_set_rotation(thruster *x, const double R[9])
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
    if (!thruster_numbers(value, 4) || !thruster_squares(R, 9, 0.0)) {
        return THRUSTER_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THRUSTER_OK;
}

void thruster_quaternion(const thruster *x, double q[4])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    q[0] = q0;
    q[1] = q1;
    q[2] = q2;
    q[3] = q3;
}

int thruster_set_quaternion(thruster *x, const double q[4])
{
    double value[4];
    const double q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
    const double q_part = sqrt(q0*q0 + q1*q1 + q2*q2 + q3*q3);
    const double q_part2 = 1.0/q_part;
    value[0] = q0*q_part2;
    value[1] = q1*q_part2;
    value[2] = q2*q_part2;
    value[3] = q3*q_part2;
    if (!thruster_numbers(value, 4) || !thruster_squares(q, 4, 1e-290)) {
        return THRUSTER_NOT_FINITE;
    }
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THRUSTER_OK;
}

void thruster_omega(const thruster *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = thruster_J_INV_00*L0;
    w[1] = thruster_J_INV_11*L1;
    w[2] = thruster_J_INV_22*L2;
}

int thruster_set_omega(thruster *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 0.9*w0;
    value[1] = 1.1*w1;
    value[2] = 0.6*w2;
    if (!thruster_numbers(value, 3)) {
        return THRUSTER_NOT_FINITE;
    }
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return THRUSTER_OK;
}

void thruster_momentum(const thruster *x, double pi[3])
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

double thruster_energy(const thruster *x, const thruster_par *par)
{
    (void)par;
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    return thruster_1_OVER_2_J1*(L0*L0) + thruster_1_OVER_2_J2*(L1*L1) +
        thruster_1_OVER_2_J3*(L2*L2);
}

void thruster_keep(const thruster *x, const thruster_par *par, double value[1])
{
    (void)par;
    const double L2 = x->L[2];
    value[0] = thruster_J_INV_22*L2;
}
