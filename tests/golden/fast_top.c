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
 *              loop; 7 for the compensated clock, 8 for the test that all is
 *              finite
 *   calls      sqrt of math.h, none in a step
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off); under
 * -ffinite-math-only no step finds out that a number is none. The file belongs
 * to whoever wrote the spec.
 */
#ifndef FAST_TOP_NO_INCLUDE
#include "fast_top.h"
#include <math.h>
#endif

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
    if (!(y <= 2.4674011))
        y = (y - y) / (y - y);

    fast_top_c01_near(y, c0, c1);
    while (doublings-- > 0) {
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

/* --- the step ------------------------------------------------------------- */

/* Time goes on by h; what rounding leaves out is kept for the next step. */
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
static int fast_top_finite(const fast_top *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int fast_top_run(fast_top *x, const fast_top_par *par, const fast_top_in *in,
                 double h, long steps)
{
    (void)in;
    const double mgl = par->mgl;
    const double h2 = 0.5*h;
    const double h20 = 0.05*h;
    const double h4 = 0.25*h;
    const double h2_25 = 0.08*h;
    const double mgl_4 = 0.25*mgl;
    const double h2_5 = 0.4*h;
    const double h4_5 = 0.8*h;
    const double h12 = 0.08333333333333333*h;
    const double h6 = 0.16666666666666666*h;
    const double h4_3 = 1.3333333333333333*h;
    const double h60 = 0.016666666666666666*h;
    const double mgl_5_2 = 2.5*mgl;
    const double mgl_8 = 0.125*mgl;
    fast_top now, next;
    int status = FAST_TOP_OK;
    long step;

    fast_top_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double w1_0 = 0.2*L0, w1_1 = 0.2*L1;
        const double t1 = q0*q2 - q1*q3;
        const double up1_0 = (-2.0)*t1;
        const double t2 = q0*q1 + q2*q3;
        const double up1_1 = 2.0*t2, up1_2 = 1.0 - 2.0*(q1*q1 + q2*q2);

        /* stage 1 */
        const double t3 = L1*L2 + t2*mgl_5_2, t4 = L0*L2 - t1*mgl_5_2;

        /* stage 2 */
        const double v2_0 = L0*h20, v2_1 = L1*h20, v2_2 = L2*h4;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        fast_top_c01(y_2, &c0_2, &c1_2);
        const double sine2 = 2.0*c0_2*c1_2;
        const double versine2 = 2.0*(c1_2*c1_2);
        const double w2_0 = w1_0 + h2_25*t3, w2_1 = w1_1 - h2_25*t4;
        const double r2_0 = L0*h60, r2_1 = L1*h60, r2_2 = L2*h12;
        const double m2_0 = L2*r2_1 + w2_0 - r2_2*w2_1;
        const double m2_1 = w2_1 - L2*r2_0 + r2_2*w2_0;
        const double m2_2 = L2 - r2_1*w2_0 + r2_0*w2_1;
        const double K2_0 = w2_0 - v2_2*m2_1 + v2_1*m2_2;
        const double K2_1 = w2_1 - v2_0*m2_2 + v2_2*m2_0;
        const double t5 = v2_1*m2_0 - v2_0*m2_1;
        const double K2_2 = L2 - t5;
        const double t6 = v2_1*up1_2 - up1_1*v2_2, t7 = up1_1*v2_0 - up1_0*v2_1;
        const double t8 = up1_0*v2_2 - v2_0*up1_2;
        const double up2_0 = up1_0 - t6*sine2 + (v2_1*t7 - v2_2*t8)*versine2;
        const double up2_1 = up1_1 - t8*sine2 + (v2_2*t6 - v2_0*t7)*versine2;
        const double t9 = L2*w2_1 + mgl_4*up2_1;
        const double t10 = L2*w2_0 + mgl_4*up2_0;

        /* stage 3 */
        const double v3_0 = h4*K2_0, v3_1 = h4*K2_1, v3_2 = h4*K2_2;
        const double y_3 = v3_0*v3_0 + v3_1*v3_1 + v3_2*v3_2;
        double c0_3, c1_3;
        fast_top_c01(y_3, &c0_3, &c1_3);
        const double sine3 = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double w3_0 = w1_0 + h2_5*t9, w3_1 = w1_1 - h2_5*t10;
        const double r3_0 = h12*K2_0, r3_1 = h12*K2_1, r3_2 = h12*K2_2;
        const double m3_0 = L2*r3_1 + w3_0 - r3_2*w3_1;
        const double m3_1 = w3_1 - L2*r3_0 + r3_2*w3_0;
        const double m3_2 = L2 - r3_1*w3_0 + r3_0*w3_1;
        const double K3_0 = w3_0 - v3_2*m3_1 + v3_1*m3_2;
        const double K3_1 = w3_1 - v3_0*m3_2 + v3_2*m3_0;
        const double K3_2 = L2 - v3_1*m3_0 + v3_0*m3_1;
        const double t11 = up1_2*v3_1 - up1_1*v3_2;
        const double t12 = up1_1*v3_0 - up1_0*v3_1;
        const double t13 = up1_0*v3_2 - up1_2*v3_0;
        const double up3_0 = up1_0 - sine3*t11 + versine3*(v3_1*t12 - v3_2*t13);
        const double up3_1 = up1_1 - sine3*t13 + versine3*(v3_2*t11 - v3_0*t12);
        const double t14 = L2*w3_1 + mgl_4*up3_1, t15 = L2*w3_0 + mgl_4*up3_0;

        /* stage 4 */
        const double v4_0 = h2*K3_0, v4_1 = h2*K3_1, v4_2 = h2*K3_2;
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4;
        fast_top_c01(y_4, &c0_4, &c1_4);
        const double sine4 = 2.0*c0_4*c1_4;
        const double versine4 = 2.0*(c1_4*c1_4);
        const double w4_0 = w1_0 + h4_5*t14, w4_1 = w1_1 - h4_5*t15;
        const double r4_0 = h6*K3_0, r4_1 = h6*K3_1, r4_2 = h6*K3_2;
        const double m4_0 = L2*r4_1 + w4_0 - w4_1*r4_2;
        const double m4_1 = w4_1 - L2*r4_0 + w4_0*r4_2;
        const double m4_2 = L2 - w4_0*r4_1 + w4_1*r4_0;
        const double K4_0 = w4_0 - v4_2*m4_1 + v4_1*m4_2;
        const double K4_1 = w4_1 - v4_0*m4_2 + v4_2*m4_0;
        const double K4_2 = L2 - v4_1*m4_0 + v4_0*m4_1;
        const double t16 = up1_1*v4_2 - up1_2*v4_1;
        const double t17 = up1_1*v4_0 - up1_0*v4_1;
        const double t18 = up1_0*v4_2 - up1_2*v4_0;
        const double up4_0 = up1_0 + sine4*t16 + versine4*(v4_1*t17 - v4_2*t18);
        const double up4_1 = up1_1 - versine4*(v4_2*t16 + v4_0*t17) - sine4*t18;

        /* finish */
        const double v_0 = h12*(w1_0 + 2.0*(K2_0 + K3_0) + K4_0);
        const double v_1 = h12*(w1_1 + 2.0*(K2_1 + K3_1) + K4_1);
        const double v_2 = h6*(1.5*L2 - t5 + K3_2 + 0.5*K4_2);
        const double y_5 = v_0*v_0 + v_1*v_1 + v_2*v_2;
        double c0_5, c1_5;
        fast_top_c01(y_5, &c0_5, &c1_5);
        const double t19 = 0.1*t3 + t9 + t14 + 0.5*L2*w4_1 + mgl_8*up4_1;
        const double t20 = 0.1*t4 + t10 + t15 + 0.5*L2*w4_0 + mgl_8*up4_0;

        /* the new state */
        next.q[0] = q0*c0_5 - c1_5*(q1*v_0 + q2*v_1 + q3*v_2);
        next.q[1] = q1*c0_5 + c1_5*(q0*v_0 - q3*v_1 + q2*v_2);
        next.q[2] = q2*c0_5 + c1_5*(q0*v_1 - q1*v_2 + q3*v_0);
        next.q[3] = q3*c0_5 + c1_5*(q0*v_2 - q2*v_0 + q1*v_1);
        next.L[0] = L0 + h4_3*t19;
        next.L[1] = L1 - h4_3*t20;
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

/* Torque and force by mass at this state, what of them is not constant. */
static void fast_top_act(const fast_top *x, const fast_top_par *par,
                         const fast_top_in *in, double act[2])
{
    (void)in;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double mgl = par->mgl;
    const double mgl_x2 = 2.0*mgl;
    act[0] = (q0*q1 + q2*q3)*mgl_x2;
    act[1] = (q0*q2 - q1*q3)*mgl_x2;
}

/* --- between two states --------------------------------------------------- */

void fast_top_interp(const fast_top *from, const fast_top *to,
                     const fast_top_par *par, const fast_top_in *in, double h,
                     double theta, fast_top *out)
{
    double act[2], act_end[2];
    if (theta >= 0.0 && theta <= 0.0) {
        fast_top_copy(out, from);
        return;
    }
    if (theta >= 1.0 && theta <= 1.0) {
        fast_top_copy(out, to);
        return;
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
    const double h21_4 = 5.25*h;
    const double t1 = L0*h, t2 = L1*h, t3 = L2*h, t4 = theta - 1.0;

    /* half-way */
    const double t5 = q0*end_q0 + q1*end_q1 + (q2*end_q2 + q3*end_q3);
    const int t6 = t5 < 0.0;
    const double t7 = q0*end_q1 - q1*end_q0 + (q3*end_q2 - q2*end_q3);
    const double t8 = t6 ? -t7 : t7, t9 = t6 ? -t5 : t5;
    const double t10 = q0*end_q2 - q2*end_q0 + (q1*end_q3 - q3*end_q1);
    const double t11 = t6 ? -t10 : t10;
    const double t12 = q0*end_q3 - q3*end_q0 + (q2*end_q1 - q1*end_q2);
    const double t13 = t6 ? -t12 : t12;
    const double t14 = sqrt(t9*t9 + t8*t8 + (t11*t11 + t13*t13));
    const double t15 = 1.0/(t9 + t14), t16 = t8*t15, t17 = t11*t15;
    const double t18 = t13*t15, t19 = 1.0 + t16*t16 + (t17*t17 + t18*t18);
    const double t20 = sqrt(t19), t21 = 1.0/(1.0 + t20), t22 = t16*t21;
    const double t23 = t17*t21, t24 = t18*t21;
    const double t25 = 1.0 + sqrt(1.0 + t22*t22 + (t23*t23 + t24*t24));
    const double t26 = 1.0/t25;
    const double tan_0 = t22*t26, tan_1 = t23*t26, tan_2 = t24*t26;
    const double t27 = h*end_L0, t28 = h*end_L1, t29 = h*end_L2;
    const double t30 = 1.0/t20, t31 = t16*t30, t32 = t17*t30, t33 = t18*t30;
    const double t34 = tan_0*tan_0 + tan_1*tan_1 + tan_2*tan_2;
    const double t35 = t34*(1.6153846153846154 +
        t34*(t34*(1.2352941176470589 + t34*(t34 - 1.105263157894737)) - 1.4));
    const double t36 = t34*(4.2 +
        t34*(t34*(2.3333333333333335 + t34*(t35 - 1.9090909090909092)) - 3.0));
    const double t37 = t36 - 7.0, t38 = 21.0 + t34*t37, t39 = tan_0*t38;
    const double t40 = tan_1*t38, t41 = tan_2*t38, t42 = 1.0/t38;
    const double t43 = t42*(1.0/(t34 - 1.0) - 0.25 + 0.25*t37*t42);
    const double t44 = t1*t40 - t2*t39, t45 = t27*t40 - t28*t39;
    const double t46 = 0.2*t2*t41 - t3*t40, t47 = 5.0*t3*t39 - t1*t41;
    const double t48 = t43*(t40*t46 - 0.2*t39*t47), t49 = 0.2*t28*t41 - t29*t40;
    const double t50 = 5.0*t29*t39 - t27*t41, t51 = t43*(t40*t49 - 0.2*t39*t50);
    const double t52 = L0*h21_4 + 5.0*t46 - t43*(t41*t47 - t40*t44);
    const double t53 = L1*h21_4 + t47 - t43*(t39*t44 - 5.0*t41*t46);
    const double t54 = 5.0*t49 - end_L0*h21_4 + t43*(t41*t50 - t40*t45);
    const double t55 = t50 - end_L1*h21_4 + t43*(t39*t45 - 5.0*t41*t49);

    /* the attitude at theta, from there */
    const double t56 = theta*t4, t57 = (theta - 0.5)*(t56 - 0.5);
    const double t58 = t4*(L2*h21_4 + 0.2*t44 - t48);
    const double t59 = t56*(t58 - theta*(0.2*t45 - end_L2*h21_4 + t51));
    const double t60 = t57*t39 - 0.025*t56*(t4*t52 - theta*t54);
    const double t61 = t57*t40 - 0.025*t56*(t4*t53 - theta*t55);
    const double t62 = t57*t41 - 0.125*t59;
    const double y_2 = 0.5804988662131519*(t60*t60 + t61*t61 + t62*t62);
    double c0_2, c1_2;
    fast_top_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t63 = theta + 0.5, t64 = h*theta, t65 = t4*t4;
    const double t66 = (T0*t64 + 2.0*L0*t63)*t65;
    const double t67 = (T1*t64 + 2.0*L1*t63)*t65, t68 = L2*t63*t65;
    const double t69 = theta - 1.5;
    const double t70 = h*t4, t71 = theta*theta, t72 = end_L2*t69*t71;
    const double t73 = t71*(end_T0*t70 - 2.0*end_L0*t69);
    const double t74 = t71*(end_T1*t70 - 2.0*end_L1*t69), t75 = 1.0/t19;
    const double t76 = t67*t18 - 2.0*t68*t17, t77 = t66*t18 - 2.0*t68*t16;
    const double t78 = t67*t16 - t66*t17, t79 = t74*t18 + 2.0*t72*t17;
    const double t80 = t73*t18 + 2.0*t72*t16, t81 = t73*t17 - t74*t16;
    const double t82 = t76 - t79 + t17*t78 - t17*t81;
    const double t83 = t18*t79 + (t77 - t80 + t18*t76);
    const double t84 = t78 + t81 - t16*t77 - t16*t80;
    const double t85 = t72 - t68 + t75*(t84 - (t17*t76 + t17*t79));
    const double t86 = 0.5*(t66 + t73) + t75*(t82 - (t18*t77 + t18*t80));
    const double t87 = t75*(t16*t78 - t16*t81 + t83) - 0.5*(t67 + t74);
    const double t88 = c1_2*(t31*t60 + t32*t61 + t33*t62);
    const double t89 = t30*c0_2 + 0.7619047619047619*t88;
    const double t90 = c1_2*(t30*t60 - t33*t61 + t32*t62);
    const double t91 = t31*c0_2 - 0.7619047619047619*t90;
    const double t92 = c1_2*(t30*t61 - t31*t62 + t33*t60);
    const double t93 = t32*c0_2 - 0.7619047619047619*t92;
    const double t94 = c1_2*(t30*t62 - t32*t60 + t31*t61);
    const double t95 = t33*c0_2 - 0.7619047619047619*t94, t96 = c0_2*c1_2;
    const double t97 = c1_2*c1_2, t98 = t85*t61 - t87*t62;
    const double t99 = t86*t62 + t85*t60;
    const double t100 = t87*t60 + t86*t61;
    const double t101 = 2.0*t86 - 3.0476190476190474*t96*t98;
    const double t102 = 3.0476190476190474*t96*t99 - 2.0*t87;
    const double t103 = 2.0*t85 + 3.0476190476190474*t96*t100;

    out->q[0] = q0*t89 - q1*t91 - (q2*t93 + q3*t95);
    out->q[1] = q0*t91 + q1*t89 + (q2*t95 - q3*t93);
    out->q[2] = q0*t93 + q2*t89 + (q3*t91 - q1*t95);
    out->q[3] = q0*t95 + q3*t89 + (q1*t93 - q2*t91);
    out->L[0] = t101 - 2.3219954648526078*t97*(t61*t100 + t62*t99);
    out->L[1] = t102 - 2.3219954648526078*t97*(t62*t98 - t60*t100);
    out->L[2] = 2.3219954648526078*t97*(t60*t99 + t61*t98) - t103;
    fast_top_tick(out, from, theta*h);
}

/* --- what is read and set ------------------------------------------------- */

double fast_top_time(const fast_top *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static int fast_top_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i];
    return sum - sum <= 0.0; /* else infinite, or no number */
}
/* Can they be squared and summed, to no less than that? */
static int fast_top_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i]*value[i];
    return sum - sum <= 0.0 && sum >= least;
}

void fast_top_rotation(const fast_top *x, double R[9])
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

int fast_top_set_rotation(fast_top *x, const double R[9])
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
    if (!fast_top_numbers(value, 4) || !fast_top_squares(R, 9, 0.0))
        return FAST_TOP_NOT_FINITE;
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
    const double t1 = sqrt(q3*q3 + q2*q2 + (q0*q0 + q1*q1)), t2 = 1.0/t1;
    value[0] = q0*t2;
    value[1] = q1*t2;
    value[2] = q2*t2;
    value[3] = q3*t2;
    if (!fast_top_numbers(value, 4) || !fast_top_squares(q, 4, 1e-290))
        return FAST_TOP_NOT_FINITE;
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
    if (!fast_top_numbers(value, 3))
        return FAST_TOP_NOT_FINITE;
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return FAST_TOP_OK;
}

void fast_top_momentum(const fast_top *x, double pi[3])
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

double fast_top_energy(const fast_top *x, const fast_top_par *par)
{
    const double q1 = x->q[1], q2 = x->q[2];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double mgl = par->mgl;
    const double mgl_x10 = 10.0*mgl;
    const double up_2 = 1.0 - 2.0*(q1*q1 + q2*q2);
    const double t1 = L0*L0 + L1*L1 + 5.0*(L2*L2) + up_2*mgl_x10;
    return 0.1*t1;
}

void fast_top_keep(const fast_top *x, const fast_top_par *par, double value[2])
{
    (void)par;
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double t1 = L0*(q0*q2 - q1*q3), t2 = t1 - L1*(q0*q1 + q2*q3);
    value[0] = L2;
    value[1] = (-2.0)*(t2 + L2*(q1*q1 - 0.5 + q2*q2));
}
