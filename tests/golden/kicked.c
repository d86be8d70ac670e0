/* kicked.c - steps of `kicked`.  Made by polhode 0.1.0; do not edit.
 *   from       kicked.pol (content 16133f63)
 *   body       kicked.pol - torque that depends on the time, and an input given
 *              every step.
 *   method     imidm, order 2, symmetric, implicit
 *              implicit midpoint Lie method, momentum form
 *              P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMIDM
 *   keeps      momentum
 *   attitude   quaternion, map exp
 *   inertia    diag(1.17, 0.97, 0.52) kg m^2
 *   real       double
 *   cost       144 mul, 93 add, 1 div, 4 calls: 242 operations a step, 1
 *              negation, 2 compares; 193 mul, 113 add, 1 div: 307 operations a
 *              sweep, 1 compare; 13 once a call; the time 7 add
 *   calls      exp, sin, sqrt of math.h
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame.  No
 * allocation, no globals: reentrant.  The file belongs to whoever wrote the
 * spec.
 */
#ifndef KICKED_NO_INCLUDE
#include "kicked.h"
#include <math.h>
#endif

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void kicked_c01_near(double y, double *c0, double *c1)
{
    const double y2 = y * y;
    double a = 1.1463055121889727e-11 - y * 4.6104357441303626e-14;
    double b = 7.643019293799698e-13 - y * 2.721418382247829e-15;
    a = 2.755731654224046e-07 - y * 2.0876568455962195e-09 + y2 * a;
    b = 2.5052106904403616e-08 - y * 1.6058941000432473e-10 + y2 * b;
    a = 0.0013888888888787315 - y * 2.480158727937563e-05 + y2 * a;
    b = 0.0001984126984121248 - y * 2.755731921156941e-06 + y2 * b;
    a = 0.49999999999999983 - y * 0.04166666666666443 + y2 * a;
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
    if (!(y <= 2.4674011))
        y = (y - y) / (y - y);

    kicked_c01_near(y, c0, c1);
    while (doublings-- > 0) {
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
                                     double *c2,
                                  double *c3)
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
    if (!(y <= 2.4674011))
        y = (y - y) / (y - y);

    kicked_c0123_near(y, c0, c1, c2, c3);
    while (doublings-- > 0) {
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

/* Time goes on by h; what rounding leaves out is kept for the next step. */
static void kicked_tick(kicked *x, double h)
{
    const double add = h + x->t_rest;
    const double sum = x->t + add;
    const double got = sum - x->t;
    x->t_rest = (x->t - (sum - got)) + (add - got);
    x->t = sum;
}

int kicked_run(kicked *x, const kicked_par *par, const kicked_in *in, double h,
               long steps)
{
    const double kick = par->kick;
    const double period = par->period;
    const double u_0 = in->u[0], u_1 = in->u[1], u_2 = in->u[2];
    const double h4 = 0.25*h;
    const double h2 = 0.5*h;
    const double hb = h*h;
    const double h25_117 = 0.21367521367521367*h;
    const double h25_97 = 0.25773195876288657*h;
    const double h25_52 = 0.4807692307692308*h;
    const double h50_117 = 0.42735042735042733*h;
    const double h50_97 = 0.5154639175257731*h;
    const double h25_26 = 0.9615384615384616*h;
    const double hc = 0.7305135510263715*hb;
    const double k1 = 0.44607454401268837*h;
    const double h125_234 = 0.5341880341880342*h;
    const double k2 = 0.08811349017534585*h;
    long step;

    for (step = 0; step < steps; step++) {
        const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
        const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
        const double t = x->t;
        int sweep, solved;
        const double t1 = 1.0/period, t2 = sin(3.141592653589793*t*t1);
        const double pulse = exp((-4.0)*(t2*t2));
        const double t3 = kick*pulse, t4 = q0*q3 - q1*q2, t5 = q0*q2 + q1*q3;
        const double t6 = q2*q2 - 0.5 + q3*q3;

        /* start */
        const double t7 = sin(3.141592653589793*t1*(t + h2));
        const double pulseb = exp((-4.0)*(t7*t7));
        const double t8 = kick*pulseb;
        const double t9 = (L0*L0 + 1.4548836220639814*(L1*L1) +
            5.0625*(L2*L2))*hc < 9.869604401089358 ? 1.0 : 0.0;
        const double t10 = L0 +
            (L1*L2 + 1.1208888888888888*u_0 - 2.2417777777777776*t3*t6)*k1;
        const double t11 = L1 + (0.936*u_1 - L0*L2 - 1.872*t3*t4)*h125_234;
        const double t12 = L2 + (L0*L1 + 5.6745*u_2 + 11.349*t3*t5)*k2;

        /* s: Newton's iteration, at most 12 sweeps */
        double s_0 = h25_117*t10;
        double s_1 = h25_97*t11;
        double s_2 = h25_52*t12;
        solved = 0;
        for (sweep = 0; sweep < 12 && !solved; sweep++) {
            const double t13 = s_0*s_0, t14 = s_1*s_1, t15 = s_2*s_2;
            const double t16 = t13 + t14 + t15;
            double c0_1, c1_1, c2_1, c3_1;
            kicked_c0123(t16, &c0_1, &c1_1, &c2_1, &c3_1);
            const double t17 = s_0*c1_1, t18 = s_1*c1_1, t19 = s_2*c1_1;
            const double t20 = c1_1*c1_1, t21 = s_1*t20, t22 = s_2*t20;
            const double t23 = s_0*t20, t24 = c3_1 + c1_1*c2_1;
            const double t25 = t24*s_0*s_1, t26 = t24*s_0*s_2;
            const double t27 = t24*(t14 + t15) - 1.0, t28 = t22 - t25;
            const double t29 = t21 + t26;
            const double t30 = t24*s_1*s_2, t31 = t22 + t25;
            const double t32 = t24*(t13 + t15) - 1.0, t33 = t23 - t30;
            const double t34 = t21 - t26, t35 = t23 + t30;
            const double t36 = t24*(t13 + t14) - 1.0, t37 = L1*t19 - L2*t18;
            const double t38 = L2*t17 - L0*t19, t39 = L0*t18 - L1*t17;
            const double t40 = t4*t19 + t5*t18, t41 = t5*t17 + t19*t6;
            const double t42 = t18*t6 - t4*t17;
            const double t43 = t19*t41 + t18*t42 - (0.5*t6 + c0_1*t40);
            const double t44 = 0.5*t4 - c0_1*t41 + (t17*t42 - t19*t40);
            const double t45 = c0_1*t42 - 0.5*t5 + (t18*t40 + t17*t41);
            const double t46 = 0.5*L0 + c0_1*t37 + (t19*t38 - t18*t39);
            const double t47 = 0.5*L1 + c0_1*t38 + (t17*t39 - t19*t37);
            const double t48 = 0.5*L2 + c0_1*t39 + (t18*t37 - t17*t38);
            const double t49 = h*t8*(t28*t45 + t29*t44);
            const double t50 = h*t8*(t29*t43 - t27*t45);
            const double t51 = h*t8*(t27*t44 + t28*t43);
            const double t52 = h*t8*(t32*t45 - t33*t44);
            const double t53 = h*t8*(t33*t43 - t31*t45);
            const double t54 = h*t8*(t31*t44 - t32*t43);
            const double t55 = h*t8*(t35*t45 + t36*t44);
            const double t56 = h*t8*(t36*t43 + t34*t45);
            const double t57 = h*t8*(t34*t44 - t35*t43);
            const double t58 = s_0 - h50_117*(t46 + h4*(u_0 + 4.0*t8*t43));
            const double t59 = s_1 - h50_97*(t47 + h4*(u_1 - 4.0*t8*t44));
            const double t60 = s_2 - h25_26*(t48 + h4*(u_2 - 4.0*t8*t45));
            const double t61 = h*(t50 + t29*t46 + t27*t48);
            const double t62 = h*(t27*t47 - t51 - t28*t46);
            const double t63 = h*(t28*t48 - t49 + t29*t47) - 1.17;
            const double t64 = t32*t48 - t52 - t33*t47;
            const double t65 = t31*t47 - t54 + t32*t46, t66 = h*t64;
            const double t67 = h*(t53 + t33*t46 + t31*t48) - 0.97;
            const double t68 = t35*t48 - t55 + t36*t47;
            const double t69 = t56 + t36*t46 - t34*t48;
            const double t70 = h*t68, t71 = h*(t34*t47 - t57 + t35*t46) - 0.52;
            const double t72 = hb*t65, t73 = t69*t72 + t67*t71;
            const double t74 = t66*t71 - t68*t72, t75 = t67*t70 + t69*hb*t64;
            const double t76 = t59*t62 + 0.5360824742268041*t60*t61;
            const double t77 = t60*t63 - 2.25*t58*t62;
            const double t78 = t58*t61 + 0.8290598290598291*t59*t63;
            const double t79 = 1.0/(t63*t73 + t61*t74 + t62*t75);
            const double t80 = t79*(t58*t73 - 0.8290598290598291*t59*t74 +
                0.4444444444444444*t60*t75);
            const double t81 = t70*t76 - 0.5360824742268041*h*t69*t77 +
                1.2061855670103092*t71*t78;
            const double t82 = t66*t76 + 0.5360824742268041*t67*t77 +
                1.2061855670103092*h*t65*t78;
            const double ds_0 = 1.17*t80;
            const double ds_1 = 0.97*t79*t81;
            const double ds_2 = 0.97*t79*t82;
            s_0 += ds_0;
            s_1 += ds_1;
            s_2 += ds_2;
            solved = 64.0*(ds_0*ds_0 + ds_1*ds_1 + ds_2*ds_2) <
                2.220446049250313e-16;
        }
        if (!solved)
            return KICKED_NOT_CONVERGED;
        if (!(s_0*s_0 + s_1*s_1 + s_2*s_2 < 0.6168502750680849 && t9 != 0.0))
            return KICKED_TOO_LARGE;

        const double t83 = s_0*s_0 + s_1*s_1 + s_2*s_2;

        /* finish */
        double c0_2, c1_2;
        kicked_c01(t83, &c0_2, &c1_2);
        const double t84 = s_0*c1_2, t85 = s_1*c1_2, t86 = s_2*c1_2;
        const double t87 = t84*t84, t88 = c0_2*t84, t89 = c1_2*c1_2;
        const double t90 = s_1*t89, t91 = t85*t85, t92 = c0_2*t85;
        const double t93 = s_2*t89, t94 = t86*t86, t95 = c0_2*t86;
        const double t96 = s_0*t89, t97 = t91 + t94 - 0.5, t98 = t84*t85;
        const double t99 = t98 + t95;
        const double t100 = t84*t86, t101 = t100 - t92, t102 = t98 - t95;
        const double t103 = t94 + t87 - 0.5, t104 = t85*t86, t105 = t104 + t88;
        const double t106 = t100 + t92, t107 = t104 - t88;
        const double t108 = t87 + t91 - 0.5, t109 = 2.0*t88 + s_2*t90 - s_1*t93;
        const double t110 = 2.0*t92 + s_0*t93 - s_2*t96;
        const double t111 = 2.0*t95 + s_1*t96 - s_0*t90;
        const double t112 = u_0 + 4.0*t8*(t97*t6 - t4*t99 + t5*t101);
        const double t113 = u_1 - 4.0*t8*(t102*t6 - t4*t103 - t5*t105);
        const double t114 = u_2 - 4.0*t8*(t106*t6 + t4*t107 + t5*t108);
        const double t115 = t87 - c0_2*c0_2 + (t91 + t94);
        const double t116 = h2*t112 - L0*t97 + (L1*t99 + L2*t101);
        const double t117 = h2*t113 + L0*t102 + (L2*t105 - L1*t103);
        const double t118 = h2*t114 + L0*t106 + (L1*t107 - L2*t108);

        /* the new state */
        x->q[0] = -(q0*t115 + q1*t109) - (q2*t110 + q3*t111);
        x->q[1] = q0*t109 - q1*t115 + (q2*t111 - q3*t110);
        x->q[2] = q0*t110 - q2*t115 + (q3*t109 - q1*t111);
        x->q[3] = q0*t111 - q3*t115 + (q1*t110 - q2*t109);
        x->L[0] = 4.0*(t99*t117 - t97*t116 + t101*t118);
        x->L[1] = 4.0*(t102*t116 - t103*t117 + t105*t118);
        x->L[2] = 4.0*(t106*t116 + t107*t117 - t108*t118);
        kicked_tick(x, h);
    }
    return KICKED_OK;
}

int kicked_step(kicked *x, const kicked_par *par, const kicked_in *in, double h)
{
    return kicked_run(x, par, in, h, 1);
}

double kicked_time(const kicked *x)
{
    return x->t;
}

void kicked_rotation(const kicked *x, double R[9])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double t1 = q1*q1, t2 = q0*q1, t3 = q2*q3, t4 = q2*q2, t5 = q0*q2;
    const double t6 = q1*q3, t7 = q3*q3, t8 = q0*q3, t9 = q1*q2;
    R[0] = 2.0*(0.5 - t4 - t7);
    R[1] = 2.0*(t9 - t8);
    R[2] = 2.0*(t5 + t6);
    R[3] = 2.0*(t8 + t9);
    R[4] = 2.0*(0.5 - t1 - t7);
    R[5] = 2.0*(t3 - t2);
    R[6] = 2.0*(t6 - t5);
    R[7] = 2.0*(t2 + t3);
    R[8] = 2.0*(0.5 - t1 - t4);
}

void kicked_set_rotation(kicked *x, const double R[9])
{
    const double R00 = R[0], R01 = R[1], R02 = R[2], R10 = R[3], R11 = R[4],
        R12 = R[5], R20 = R[6], R21 = R[7], R22 = R[8];
    const double t1 = R02 - R20, t2 = R12 + R21, t3 = R02 + R20, t4 = R01 + R10;
    const double t5 = R00 + 1.0, t6 = R00 - 1.0, t7 = R21 - R12, t8 = R10 - R01;
    const double t9 = R22 + R11 + t5;
    const double t10 = R22 - R11 - t6, t11 = t5 - R22 - R11;
    const double t12 = R11 - R22 - t6, t13 = t9 < t11 ? 1.0 : 0.0;
    const double t14 = t13 != 0.0 ? t11 : t9, t15 = t14 < t12 ? 1.0 : 0.0;
    const double t16 = (t15 != 0.0 ? t12 : t14) < t10 ? 1.0 : 0.0;
    const double t17 = t16 != 0.0 ? t8 :
        (t15 != 0.0 ? t1 : (t13 != 0.0 ? t7 : t9));
    const double t18 = t16 != 0.0 ? t3 :
        (t15 != 0.0 ? t4 : (t13 != 0.0 ? t11 : t7));
    const double t19 = t16 != 0.0 ? t2 :
        (t15 != 0.0 ? t12 : (t13 != 0.0 ? t4 : t1));
    const double t20 = t16 != 0.0 ? t10 :
        (t15 != 0.0 ? t2 : (t13 != 0.0 ? t3 : t8));
    const double t21 = sqrt(t20*t20 + t19*t19 + (t17*t17 + t18*t18));
    const double t22 = (t17 < 0.0 ? (-1.0) : 1.0)/t21;
    x->q[0] = t17*t22;
    x->q[1] = t18*t22;
    x->q[2] = t19*t22;
    x->q[3] = t20*t22;
}

void kicked_omega(const kicked *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = 0.8547008547008547*L0;
    w[1] = 1.0309278350515463*L1;
    w[2] = 1.9230769230769231*L2;
}

void kicked_set_omega(kicked *x, const double w[3])
{
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    x->L[0] = 1.17*w0;
    x->L[1] = 0.97*w1;
    x->L[2] = 0.52*w2;
}

void kicked_momentum(const kicked *x, double pi[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double t1 = q1*q1, t2 = q0*q1, t3 = q2*q3, t4 = q2*q2, t5 = q0*q2;
    const double t6 = q1*q3, t7 = q3*q3, t8 = q0*q3, t9 = q1*q2;
    const double t10 = L0*(t4 - 0.5 + t7), t11 = L1*(t1 - 0.5 + t7);
    const double t12 = L2*(t1 - 0.5 + t4);
    pi[0] = 2.0*(L2*(t5 + t6) - t10 - L1*(t8 - t9));
    pi[1] = 2.0*(L0*(t8 + t9) - t11 - L2*(t2 - t3));
    pi[2] = 2.0*(L1*(t2 + t3) - L0*(t5 - t6) - t12);
}

double kicked_energy(const kicked *x, const kicked_par *par)
{
    (void)par;
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    return 0.42735042735042733*(L0*L0) + 0.5154639175257731*(L1*L1) +
        0.9615384615384616*(L2*L2);
}

#ifdef KICKED_STEPPER
/* The descriptor: it speaks double, whatever the type of the code above. */
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
    int status;
    kicked_par p;
    kicked_in u;
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

static void kicked_any_rotation(const double *v, double R[9])
{
    kicked x;
    double value[9];
    int i;
    kicked_load(&x, v);
    kicked_rotation(&x, value);
    for (i = 0; i < 9; i++)
        R[i] = value[i];
}

static void kicked_any_omega(const double *v, double w[3])
{
    kicked x;
    double value[3];
    int i;
    kicked_load(&x, v);
    kicked_omega(&x, value);
    for (i = 0; i < 3; i++)
        w[i] = value[i];
}

static void kicked_any_momentum(const double *v, double L[3])
{
    L[0] = v[4];
    L[1] = v[5];
    L[2] = v[6];
}

static double kicked_any_time(const double *v)
{
    return v[7] + v[8];
}

static double kicked_any_energy(const double *v, const double *par)
{
    kicked x;
    kicked_par p;
    kicked_load_par(&p, par);
    kicked_load(&x, v);
    return kicked_energy(&x, &p);
}

const pol_stepper kicked_stepper = {
    POL_STEPPER_ABI,
    "kicked",
    "imidm",
    "quaternion",
    "exp",
    "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMIDM",
    2, /* order */
    9, 2, 3, 0, /* state, par, input, kept */
    0,
    0.01, 10.0, /* step, until */
    kicked_any_start,
    kicked_any_step,
    kicked_any_run,
    kicked_any_rotation,
    kicked_any_momentum,
    kicked_any_omega,
    kicked_any_time,
    kicked_any_energy,
    0,
};
#endif
