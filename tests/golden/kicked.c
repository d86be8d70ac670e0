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
 *              out of the loop; 7 for the compensated clock, 8 for the test
 *              that all is finite
 *   calls      exp, sin, sqrt of math.h
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off), but for the
 * functions of math.h; under -ffinite-math-only no step finds out that a number
 * is none. The file belongs to whoever wrote the spec.
 */
#ifndef KICKED_NO_INCLUDE
#include "kicked.h"
#include <math.h>
#endif

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

/* --- the step ------------------------------------------------------------- */

/* Time goes on by h; what rounding leaves out is kept for the next step. */
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
static int kicked_finite(const kicked *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int kicked_run(kicked *x, const kicked_par *par, const kicked_in *in, double h,
               long steps)
{
    const double kick = par->kick;
    const double period = par->period;
    const double u_0 = in->u[0], u_1 = in->u[1], u_2 = in->u[2];
    const double h2 = 0.5*h;
    const double h_h = h*h;
    const double k1 = 3.141592653589793/period;
    const double h25_117 = 0.21367521367521367*h;
    const double h25_97 = 0.25773195876288657*h;
    const double h25_52 = 0.4807692307692308*h;
    const double k2 = 0.7305135510263715*h_h;
    kicked now, next;
    int status = KICKED_OK;
    long step;

    kicked_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double t = now.t;
        int sweep, solved;
        const double t1 = sin(t*k1);
        const double pulse0 = exp((-4.0)*(t1*t1));
        const double t2 = q0*q3 - q1*q2, t3 = q0*q2 + q1*q3, t4 = kick*pulse0;
        const double t5 = q2*q2 - 0.5 + q3*q3;

        /* start */
        const double t6 = sin((t + h2)*k1);
        const double pulse1 = exp((-4.0)*(t6*t6));
        const double t7 = kick*pulse1;
        const double t8 = L0 + h2*(u_0 + 0.8921490880253767*L1*L2 - 2.0*t4*t5);
        const double t9 = L1 + h2*(u_1 - 1.0683760683760684*L0*L2 - 2.0*t2*t4);
        const double t10 = L2 + h2*(u_2 + 0.1762269803506917*L0*L1 + 2.0*t3*t4);
        const int t11 = k2*(L0*L0 + 1.4548836220639814*(L1*L1) +
            5.0625*(L2*L2)) < 9.869604401089358;

        /* s: Newton's iteration, at most 12 sweeps */
        double s_0 = h25_117*t8;
        double s_1 = h25_97*t9;
        double s_2 = h25_52*t10;
        solved = 0;
        for (sweep = 0; sweep < 12 && !solved; sweep++) {
            const double t12 = s_0*s_0, t13 = s_1*s_1, t14 = t12 + t13;
            const double t15 = s_2*s_2;
            const double y_1 = t14 + t15;
            double c0_1, c1_1, c2_1, c3_1;
            kicked_c0123(y_1, &c0_1, &c1_1, &c2_1, &c3_1);
            const double sine = 2.0*c0_1*c1_1;
            const double versine = 2.0*(c1_1*c1_1);
            const double t16 = L2*s_1 - L1*s_2, t17 = L0*s_2 - L2*s_0;
            const double t18 = L1*s_0 - L0*s_1, t19 = t3*s_1 + t2*s_2;
            const double t20 = c3_1 + c1_1*c2_1, t21 = s_0*s_1*t20;
            const double t22 = s_0*s_2*t20, t23 = (t13 + t15)*t20 - 1.0;
            const double t24 = s_1*s_2*t20, t25 = (t12 + t15)*t20 - 1.0;
            const double t26 = t14*t20 - 1.0, t27 = t3*s_0 + s_2*t5;
            const double t28 = t2*s_0 - s_1*t5, t29 = s_1*versine;
            const double t30 = s_0*versine, t31 = s_2*versine;
            const double t32 = t31 - 2.0*t21, t33 = t29 + 2.0*t22;
            const double t34 = t31 + 2.0*t21, t35 = t30 - 2.0*t24;
            const double t36 = t29 - 2.0*t22, t37 = t30 + 2.0*t24;
            const double t38 = L0 - t16*sine + (s_1*t18 - s_2*t17)*versine;
            const double t39 = L1 - t17*sine + (s_2*t16 - s_0*t18)*versine;
            const double t40 = L2 - t18*sine + (s_0*t17 - s_1*t16)*versine;
            const double t41 = t5 + t19*sine + versine*(s_1*t28 - s_2*t27);
            const double t42 = sine*t27 - t2 + versine*(s_2*t19 + s_0*t28);
            const double t43 = t3 + sine*t28 - versine*(s_0*t27 + s_1*t19);
            const double t44 = s_0 - h25_117*(t38 + h2*(u_0 - 2.0*t7*t41));
            const double t45 = s_1 - h25_97*(t39 + h2*(u_1 + 2.0*t7*t42));
            const double t46 = s_2 - h25_52*(t40 + h2*(u_2 + 2.0*t7*t43));
            const double t47 = h*t7*(t32*t43 + t33*t42);
            const double t48 = h*t7*(t33*t41 - 2.0*t23*t43);
            const double t49 = h*t7*(t23*t42 + 0.5*t32*t41);
            const double t50 = h*(t33*t38 + 2.0*t23*t40 - t48);
            const double t51 = h*(t23*t39 - 0.5*t32*t38 + t49);
            const double t52 = h*(t32*t40 + t33*t39 + t47) - 4.68;
            const double t53 = h*t7*(t25*t43 - 0.5*t35*t42);
            const double t54 = h*t7*(t35*t41 - t34*t43);
            const double t55 = h*t7*(t34*t42 - 2.0*t25*t41);
            const double t56 = t25*t40 - 0.5*t35*t39 + t53;
            const double t57 = t34*t39 + 2.0*t25*t38 + t55, t58 = h*t56;
            const double t59 = h*(t35*t38 + t34*t40 - t54) - 3.88;
            const double t60 = h*t7*(t37*t43 + 2.0*t26*t42);
            const double t61 = h*t7*(t26*t41 + 0.5*t36*t43);
            const double t62 = h*t7*(t36*t42 - t37*t41);
            const double t63 = t37*t40 + 2.0*t26*t39 + t60;
            const double t64 = t26*t38 - 0.5*t36*t40 - t61, t65 = h*t63;
            const double t66 = h*(t36*t39 + t37*t38 + t62) - 2.08;
            const double t67 = h_h*t57, t68 = t64*t67 + 0.5*t59*t66;
            const double t69 = t58*t66 - 0.5*t63*t67;
            const double t70 = t59*t65 + 4.0*t64*h_h*t56;
            const double t71 = t45*t51 + 0.26804123711340205*t46*t50;
            const double t72 = t46*t52 - 4.5*t44*t51;
            const double t73 = t44*t50 + 0.8290598290598291*t45*t52;
            const double t74 = 1.0/(t52*t68 + t50*t69 + t51*t70);
            const double t75 = t74*(t44*t68 - 0.8290598290598291*t45*t69 +
                0.2222222222222222*t46*t70);
            const double t76 = t65*t71 - 0.5360824742268041*h*t64*t72 +
                0.6030927835051546*t66*t73;
            const double t77 = t58*t71 + 0.13402061855670103*t59*t72 +
                0.3015463917525773*h*t57*t73;
            const double ds_0 = 4.68*t75;
            const double ds_1 = 3.88*t74*t76;
            const double ds_2 = 7.76*t74*t77;
            s_0 += ds_0;
            s_1 += ds_1;
            s_2 += ds_2;
            solved = 64.0*(ds_0*ds_0 + ds_1*ds_1 + ds_2*ds_2) <
                2.220446049250313e-16;
        }
        if (!solved) {
            status = KICKED_NOT_CONVERGED;
            break;
        }
        if (!(s_0*s_0 + s_1*s_1 + s_2*s_2 < 0.6168502750680849 && t11)) {
            status = KICKED_TOO_LARGE;
            break;
        }

        const double y_2 = s_0*s_0 + s_1*s_1 + s_2*s_2;

        /* finish */
        double c0_2, c1_2;
        kicked_c01(y_2, &c0_2, &c1_2);
        const double t78 = s_0*c1_2, t79 = s_1*c1_2;
        const double t80 = s_2*c1_2, t81 = t78*t78, t82 = c0_2*t78;
        const double t83 = t79*t79, t84 = c0_2*t79, t85 = t80*t80;
        const double t86 = c0_2*t80, t87 = t83 + t85, t88 = t81 + t83;
        const double t89 = t81 - c0_2*c0_2 + t87;
        const double t90 = t78*t79, t91 = t90 + t86, t92 = t78*t80;
        const double t93 = t92 - t84, t94 = t90 - t86, t95 = t85 + t81;
        const double t96 = t79*t80, t97 = t96 + t82, t98 = t92 + t84;
        const double t99 = t96 - t82;
        const double t100 = L0*t94 - L1*t95 + L2*t97;
        const double t101 = L0*t98 + L1*t99 - L2*t88;
        const double t102 = L1*t91 - L0*t87 + L2*t93;
        const double t103 = t7*(t3*t97 - t5*t94 + t2*(t85 - 0.5 + t81));
        const double t104 = L1 + (2.0*t100 + h*(u_1 + 4.0*t103));
        const double t105 = t7*(t3*t93 - t2*t91 + t5*(t83 - 0.5 + t85));
        const double t106 = t7*(t5*t98 + t2*t99 + t3*(t81 - 0.5 + t83));
        const double t107 = L0 + (2.0*t102 + h*(u_0 + 4.0*t105));
        const double t108 = L2 + (2.0*t101 + h*(u_2 - 4.0*t106));

        /* the new state */
        next.q[0] = (-2.0)*(q1*t82 + q2*t84 + q3*t86) - q0*t89;
        next.q[1] = (-2.0)*(q3*t84 - q2*t86 - q0*t82) - q1*t89;
        next.q[2] = (-2.0)*(q1*t86 - q3*t82 - q0*t84) - q2*t89;
        next.q[3] = (-2.0)*(q2*t82 - q1*t84 - q0*t86) - q3*t89;
        next.L[0] = t107 + 2.0*(t91*t104 - t87*t107 + t93*t108);
        next.L[1] = t104 + 2.0*(t94*t107 - t95*t104 + t97*t108);
        next.L[2] = t108 + 2.0*(t98*t107 + t99*t104 - t88*t108);
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

/* Torque and force by mass at this state, what of them is not constant. */
static void kicked_act(const kicked *x, const kicked_par *par,
                       const kicked_in *in, double act[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double t = x->t;
    const double kick = par->kick;
    const double period = par->period;
    const double u_0 = in->u[0], u_1 = in->u[1], u_2 = in->u[2];
    const double k1 = 3.141592653589793/period;
    const double t1 = sin(t*k1);
    const double pulse = exp((-4.0)*(t1*t1));
    const double t2 = kick*pulse;
    act[0] = u_0 - 2.0*t2*(q2*q2 - 0.5 + q3*q3);
    act[1] = u_1 - 2.0*(q0*q3 - q1*q2)*t2;
    act[2] = u_2 + 2.0*(q0*q2 + q1*q3)*t2;
}

/* --- between two states --------------------------------------------------- */

void kicked_interp(const kicked *from, const kicked *to, const kicked_par *par,
                   const kicked_in *in, double h, double theta, kicked *out)
{
    double act[3], act_end[3];
    /* torque may jump at the ends: what acts inside counts */
    kicked seen;
    const double aside = (h < 0.0 ? -8.881784197001252e-16 :
        8.881784197001252e-16)*((from->t < 0.0 ? -from->t : from->t) +
        (h < 0.0 ? -h : h));
    if (theta >= 0.0 && theta <= 0.0) {
        kicked_copy(out, from);
        return;
    }
    if (theta >= 1.0 && theta <= 1.0) {
        kicked_copy(out, to);
        return;
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
    const double h21_4 = 5.25*h;
    const double t1 = theta - 1.0;

    /* half-way */
    const double t2 = q0*end_q0 + q1*end_q1 + (q2*end_q2 + q3*end_q3);
    const int t3 = t2 < 0.0;
    const double t4 = q0*end_q1 - q1*end_q0 + (q3*end_q2 - q2*end_q3);
    const double t5 = t3 ? -t4 : t4, t6 = t3 ? -t2 : t2;
    const double t7 = q0*end_q2 - q2*end_q0 + (q1*end_q3 - q3*end_q1);
    const double t8 = t3 ? -t7 : t7;
    const double t9 = q0*end_q3 - q3*end_q0 + (q2*end_q1 - q1*end_q2);
    const double t10 = t3 ? -t9 : t9;
    const double t11 = sqrt(t6*t6 + t5*t5 + (t8*t8 + t10*t10));
    const double t12 = 1.0/(t6 + t11), t13 = t5*t12, t14 = t8*t12;
    const double t15 = t10*t12, t16 = 1.0 + t13*t13 + (t14*t14 + t15*t15);
    const double t17 = sqrt(t16), t18 = 1.0/(1.0 + t17), t19 = t13*t18;
    const double t20 = t14*t18, t21 = t15*t18;
    const double t22 = 1.0 + sqrt(1.0 + t19*t19 + (t20*t20 + t21*t21));
    const double t23 = 1.0/t22;
    const double tan_0 = t19*t23, tan_1 = t20*t23, tan_2 = t21*t23;
    const double t24 = L0*h, t25 = L1*h, t26 = L2*h, t27 = h*end_L0;
    const double t28 = h*end_L1, t29 = h*end_L2;
    const double t30 = 1.0/t17, t31 = t13*t30, t32 = t14*t30, t33 = t15*t30;
    const double t34 = tan_0*tan_0 + tan_1*tan_1 + tan_2*tan_2;
    const double t35 = t34*(1.6153846153846154 +
        t34*(t34*(1.2352941176470589 + t34*(t34 - 1.105263157894737)) - 1.4));
    const double t36 = t34*(4.2 +
        t34*(t34*(2.3333333333333335 + t34*(t35 - 1.9090909090909092)) - 3.0));
    const double t37 = t36 - 7.0, t38 = 21.0 + t34*t37, t39 = tan_0*t38;
    const double t40 = tan_1*t38, t41 = tan_2*t38, t42 = 1.0/t38;
    const double t43 = t42*(1.0/(t34 - 1.0) - 0.25 + 0.25*t37*t42);
    const double t44 = 0.5360824742268041*t25*t41 - t26*t40;
    const double t45 = 2.25*t26*t39 - t24*t41;
    const double t46 = 0.8290598290598291*t24*t40 - t25*t39;
    const double t47 = t43*(t41*t45 - 1.2061855670103092*t40*t46);
    const double t48 = t43*(t39*t46 - 1.8653846153846154*t41*t44);
    const double t49 = t43*(t40*t44 - 0.4444444444444444*t39*t45);
    const double t50 = 0.5360824742268041*t28*t41 - t29*t40;
    const double t51 = 2.25*t29*t39 - t27*t41;
    const double t52 = 0.8290598290598291*t27*t40 - t28*t39;
    const double t53 = t43*(t41*t51 - 1.2061855670103092*t40*t52);
    const double t54 = t43*(t39*t52 - 1.8653846153846154*t41*t50);
    const double t55 = t43*(t40*t50 - 0.4444444444444444*t39*t51);

    /* the attitude at theta, from there */
    const double t56 = theta*t1, t57 = (theta - 0.5)*(t56 - 0.5);
    const double t58 = t1*(L0*h21_4 + 2.25*t44 - t47);
    const double t59 = t1*(L1*h21_4 + 0.8290598290598291*t45 - t48);
    const double t60 = t1*(L2*h21_4 + 0.5360824742268041*t46 - t49);
    const double t61 = t56*(t58 - theta*(2.25*t50 - end_L0*h21_4 + t53));
    const double t62 =
        t56*(t59 - theta*(0.8290598290598291*t51 - end_L1*h21_4 + t54));
    const double t63 =
        t56*(t60 - theta*(0.5360824742268041*t52 - end_L2*h21_4 + t55));
    const double t64 = t57*t39 - 0.10683760683760683*t61;
    const double t65 = t57*t40 - 0.12886597938144329*t62;
    const double t66 = t57*t41 - 0.2403846153846154*t63;
    const double y_2 = 0.5804988662131519*(t64*t64 + t65*t65 + t66*t66);
    double c0_2, c1_2;
    kicked_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t67 = theta + 0.5, t68 = h*theta, t69 = t1*t1;
    const double t70 = (T0*t68 + 2.0*L0*t67)*t69;
    const double t71 = (T1*t68 + 2.0*L1*t67)*t69;
    const double t72 = (T2*t68 + 2.0*L2*t67)*t69, t73 = theta - 1.5, t74 = h*t1;
    const double t75 = theta*theta, t76 = t75*(end_T0*t74 - 2.0*end_L0*t73);
    const double t77 = t75*(end_T1*t74 - 2.0*end_L1*t73);
    const double t78 = t75*(end_T2*t74 - 2.0*end_L2*t73), t79 = 1.0/t16;
    const double t80 = t72*t14 - t71*t15, t81 = t70*t15 - t72*t13;
    const double t82 = t71*t13 - t70*t14, t83 = t77*t15 - t78*t14;
    const double t84 = t78*t13 - t76*t15, t85 = t76*t14 - t77*t13;
    const double t86 = t14*t85 + (t80 + t83 - t14*t82);
    const double t87 = t15*t83 + (t81 + t84 - t15*t80);
    const double t88 = t13*t84 + (t82 + t85 - t13*t81);
    const double t89 = t79*(t15*t81 - t15*t84 + t86) - 0.5*(t70 + t76);
    const double t90 = t79*(t13*t82 - t13*t85 + t87) - 0.5*(t71 + t77);
    const double t91 = t79*(t14*t80 - t14*t83 + t88) - 0.5*(t72 + t78);
    const double t92 = c1_2*(t31*t64 + t32*t65 + t33*t66);
    const double t93 = t30*c0_2 + 0.7619047619047619*t92;
    const double t94 = c1_2*(t30*t64 - t33*t65 + t32*t66);
    const double t95 = t31*c0_2 - 0.7619047619047619*t94;
    const double t96 = c1_2*(t30*t65 - t31*t66 + t33*t64);
    const double t97 = t32*c0_2 - 0.7619047619047619*t96;
    const double t98 = c1_2*(t30*t66 - t32*t64 + t31*t65);
    const double t99 = t33*c0_2 - 0.7619047619047619*t98;
    const double t100 = c0_2*c1_2, t101 = c1_2*c1_2, t102 = t91*t65 - t90*t66;
    const double t103 = t89*t66 - t91*t64, t104 = t90*t64 - t89*t65;
    const double t105 = 2.0*t89 + 3.0476190476190474*t100*t102;
    const double t106 = 2.0*t90 + 3.0476190476190474*t100*t103;
    const double t107 = 2.0*t91 + 3.0476190476190474*t100*t104;

    out->q[0] = q0*t93 - q1*t95 - (q2*t97 + q3*t99);
    out->q[1] = q0*t95 + q1*t93 + (q2*t99 - q3*t97);
    out->q[2] = q0*t97 + q2*t93 + (q3*t95 - q1*t99);
    out->q[3] = q0*t99 + q3*t93 + (q1*t97 - q2*t95);
    out->L[0] = (-2.3219954648526078)*t101*(t65*t104 - t66*t103) - t105;
    out->L[1] = (-2.3219954648526078)*t101*(t66*t102 - t64*t104) - t106;
    out->L[2] = (-2.3219954648526078)*t101*(t64*t103 - t65*t102) - t107;
    kicked_tick(out, from, theta*h);
}

/* --- what is read and set ------------------------------------------------- */

double kicked_time(const kicked *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static int kicked_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i];
    return sum - sum <= 0.0; /* else infinite, or no number */
}
/* Can they be squared and summed, to no less than that? */
static int kicked_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i]*value[i];
    return sum - sum <= 0.0 && sum >= least;
}

void kicked_rotation(const kicked *x, double R[9])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double t1 = q0*q1, t2 = q2*q3, t3 = q2*q2, t4 = q0*q2, t5 = q1*q3;
    const double t6 = q3*q3, t7 = q0*q3, t8 = q1*q2, t9 = q1*q1 - 0.5;
    R[0] = (-2.0)*(t3 - 0.5 + t6);
    R[1] = (-2.0)*(t7 - t8);
    R[2] = 2.0*(t4 + t5);
    R[3] = 2.0*(t7 + t8);
    R[4] = (-2.0)*(t9 + t6);
    R[5] = (-2.0)*(t1 - t2);
    R[6] = (-2.0)*(t4 - t5);
    R[7] = 2.0*(t1 + t2);
    R[8] = (-2.0)*(t9 + t3);
}

int kicked_set_rotation(kicked *x, const double R[9])
{
    double value[4];
    const double R00 = R[0], R01 = R[1], R02 = R[2], R10 = R[3], R11 = R[4],
        R12 = R[5], R20 = R[6], R21 = R[7], R22 = R[8];
    const double t1 = R02 - R20, t2 = R12 + R21, t3 = R02 + R20, t4 = R01 + R10;
    const double t5 = R00 + 1.0, t6 = R00 - 1.0, t7 = R21 - R12, t8 = R10 - R01;
    const double t9 = R22 + R11;
    const double t10 = t9 + t5, t11 = R22 - R11 - t6, t12 = t5 - t9;
    const double t13 = R11 - R22 - t6;
    const int t14 = t10 < t12;
    const double t15 = t14 ? t12 : t10;
    const int t16 = t15 < t13, t17 = (t16 ? t13 : t15) < t11;
    const double t18 = t17 ? t8 : (t16 ? t1 : (t14 ? t7 : t10));
    const double t19 = t17 ? t3 : (t16 ? t4 : (t14 ? t12 : t7));
    const double t20 = t17 ? t2 : (t16 ? t13 : (t14 ? t4 : t1));
    const double t21 = t17 ? t11 : (t16 ? t2 : (t14 ? t3 : t8));
    const double t22 = sqrt(t21*t21 + t20*t20 + (t18*t18 + t19*t19));
    const double t23 = (t18 < 0.0 ? (-1.0) : 1.0)/t22;
    value[0] = t18*t23;
    value[1] = t19*t23;
    value[2] = t20*t23;
    value[3] = t21*t23;
    if (!kicked_numbers(value, 4) || !kicked_squares(R, 9, 0.0))
        return KICKED_NOT_FINITE;
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
    const double t1 = sqrt(q3*q3 + q2*q2 + (q0*q0 + q1*q1)), t2 = 1.0/t1;
    value[0] = q0*t2;
    value[1] = q1*t2;
    value[2] = q2*t2;
    value[3] = q3*t2;
    if (!kicked_numbers(value, 4) || !kicked_squares(q, 4, 1e-290))
        return KICKED_NOT_FINITE;
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return KICKED_OK;
}

void kicked_omega(const kicked *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = 0.8547008547008547*L0;
    w[1] = 1.0309278350515463*L1;
    w[2] = 1.9230769230769231*L2;
}

int kicked_set_omega(kicked *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 1.17*w0;
    value[1] = 0.97*w1;
    value[2] = 0.52*w2;
    if (!kicked_numbers(value, 3))
        return KICKED_NOT_FINITE;
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return KICKED_OK;
}

void kicked_momentum(const kicked *x, double pi[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double t1 = q0*q1, t2 = q2*q3, t3 = q2*q2, t4 = q0*q2, t5 = q1*q3;
    const double t6 = q3*q3, t7 = q0*q3, t8 = q1*q2, t9 = q1*q1 - 0.5;
    const double t10 = L1*(t7 - t8) - L2*(t4 + t5);
    const double t11 = L0*(t4 - t5) - L1*(t1 + t2) + L2*(t9 + t3);
    const double t12 = L2*(t1 - t2) - L0*(t7 + t8) + L1*(t9 + t6);
    pi[0] = (-2.0)*(t10 + L0*(t3 - 0.5 + t6));
    pi[1] = (-2.0)*t12;
    pi[2] = (-2.0)*t11;
}

double kicked_energy(const kicked *x, const kicked_par *par)
{
    (void)par;
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    return 0.42735042735042733*(L0*L0) + 0.5154639175257731*(L1*L1) +
        0.9615384615384616*(L2*L2);
}
