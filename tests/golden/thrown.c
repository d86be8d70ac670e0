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
 *              the loop; 7 for the compensated clock, 14 for the test that all
 *              is finite
 *   calls      atan2, cos, sin, sqrt, tanh of math.h
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off), but for the
 * functions of math.h; under -ffinite-math-only no step finds out that a number
 * is none. The file belongs to whoever wrote the spec.
 */
#ifndef THROWN_NO_INCLUDE
#include "thrown.h"
#include <math.h>
#endif

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
    if (!(y <= 2.4674011))
        y = (y - y) / (y - y);

    thrown_c01_near(y, c0, c1);
    while (doublings-- > 0) {
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

/* --- the step ------------------------------------------------------------- */

/* Time goes on by h; what rounding leaves out is kept for the next step. */
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
static int thrown_finite(const thrown *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + x->L[2]) +
        (((x->x[0] + x->x[1]) + (x->x[2] + x->v[0])) +
        ((x->v[1] + x->v[2]) + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int thrown_run(thrown *x, const thrown_par *par, const thrown_in *in, double h,
               long steps)
{
    (void)in;
    const double m = par->m;
    const double g = par->g;
    const double h2 = 0.5*h;
    const double over_m = 1.0/m;
    const double h2000_7 = 285.7142857142857*h;
    const double h4000_27 = 148.14814814814815*h;
    const double k1 = 157218.44293272865*h;
    const double h10 = 0.1*h;
    const double k2 = 137.56613756613757*h, k3 = 5.0*m*g;
    const double k4 = 8.779149519890261*h;
    const double h2_135 = 0.014814814814814815*h;
    const double h4_135 = 0.02962962962962963*h;
    const double k5 = over_m*(0.2*h), k6 = 0.5*k5;
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
        const double w1_0 = 571.4285714285714*L0, w1_1 = 571.4285714285714*L1;
        const double w1_2 = 296.2962962962963*L2;
        const double gust1_0 = 1.0 + sin(3.0*t);
        const double t1 = q0*q1, t2 = q2*q3, t3 = q2*q2, t4 = q0*q2, t5 = q1*q3;
        const double t6 = q3*q3, t7 = q0*q3, t8 = q1*q2, t9 = t7 - t8;
        const double t10 = t4 + t5, t11 = t7 + t8, t12 = t1 - t2, t13 = t4 - t5;
        const double t14 = t1 + t2, t15 = t3 - 0.5 + t6, t16 = q1*q1 - 0.5;
        const double t17 = t16 + t6, t18 = t16 + t3;

        /* stage 1 */
        const double gust1_1 = 0.5*x0, gust1_2 = tanh(x2);
        const double t19 = v1 - gust1_1;
        const double t20 = v2 - gust1_2, t21 = gust1_0 - v0;
        const double air1_0 = 2.0*(t11*t19 - t13*t20 + t21*t15);
        const double air1_1 = 2.0*(t14*t20 - t19*t17 + t9*t21);
        const double air1_2 = (-2.0)*(t12*t19 + t20*t18 + t10*t21);
        const double t22 = t9*w1_1 - t10*w1_2 + w1_0*t15;
        const double t23 = t13*w1_0 - t14*w1_1 + w1_2*t18;
        const double t24 = L1*L2 + 0.00020769230769230768*L0 +
            7.269230769230769e-06*air1_1;
        const double t25 = L0*L2 - 0.00020769230769230768*L1 +
            7.269230769230769e-06*air1_0;
        const double t26 = t12*w1_2 - t11*w1_0 + w1_1*t17;
        const double t27 = 0.3*(v1*t23 - v2*t26) + t15*air1_0 + t9*air1_1;
        const double t28 = t27 - 8.0*t10*air1_2;
        const double t29 = 0.3*(v2*t22 - v0*t23) - t11*air1_0 + t17*air1_1;
        const double t30 = t29 + 8.0*t12*air1_2;
        const double t31 = 0.3*(v0*t26 - v1*t22) - k3 + t13*air1_0;
        const double t32 = t31 - t14*air1_1 + 8.0*t18*air1_2;

        /* stage 2 */
        const double v2_0 = L0*h2000_7, v2_1 = L1*h2000_7, v2_2 = L2*h4000_27;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        thrown_c01(y_2, &c0_2, &c1_2);
        const double sine = 2.0*c0_2*c1_2;
        const double versine = 2.0*(c1_2*c1_2);
        const double w2_0 = w1_0 - k1*t24, w2_1 = w1_1 + k1*t25;
        const double w2_2 = w1_2 - L2*k4;
        const double gust2_0 = 1.0 + sin(3.0*(t + h));
        const double gust2_1 = gust1_1 + v0*h2, gust2_2 = tanh(x2 + v2*h);
        const double t33 = t10*v2_1 + t9*v2_2, t34 = t9*v2_0 - v2_1*t15;
        const double t35 = t10*v2_0 + v2_2*t15;
        const double t36 = t15 + t33*sine + versine*(v2_1*t34 - v2_2*t35);
        const double t37 = v0 + k5*t28, t38 = t37 - gust2_0;
        const double t39 = t12*v2_1 - v2_2*t17;
        const double t40 = t11*v2_1 + v2_0*t17, t41 = t11*v2_2 + t12*v2_0;
        const double t42 = t11 + sine*t39 - versine*(v2_1*t40 + v2_2*t41);
        const double t43 = v1 + k5*t30, t44 = t43 - gust2_1;
        const double t45 = t14*v2_2 + v2_1*t18, t46 = t14*v2_0 + t13*v2_1;
        const double t47 = t13*v2_2 - v2_0*t18;
        const double t48 = sine*t45 - t13 + versine*(v2_1*t46 + v2_2*t47);
        const double t49 = v2 + k5*t32;
        const double t50 = t49 - gust2_2;
        const double air2_0 = 2.0*(t42*t44 - t36*t38 + t48*t50);
        const double t51 = sine*t35 - t9 + versine*(v2_2*t33 + v2_0*t34);
        const double t52 = t17 + t41*sine + versine*(v2_2*t39 - v2_0*t40);
        const double t53 = t14 + sine*t47 - versine*(v2_2*t45 + v2_0*t46);
        const double air2_1 = 2.0*(t51*t38 - t52*t44 + t53*t50);
        const double t54 = t10 + sine*t34 - versine*(v2_0*t35 + v2_1*t33);
        const double t55 = sine*t40 - t12 + versine*(v2_0*t41 + v2_1*t39);
        const double t56 = t18 + t46*sine + versine*(v2_0*t47 - v2_1*t45);
        const double air2_2 = 2.0*(t54*t38 + t55*t44 - t56*t50);
        const double t57 = w2_1*t51 - t36*w2_0 + w2_2*t54;
        const double t58 = t42*w2_0 - t52*w2_1 + w2_2*t55;
        const double t59 = w2_0*t48 + t53*w2_1 - w2_2*t56;
        const double t60 = t51*air2_1 - t36*air2_0 + 8.0*t54*air2_2;
        const double t61 = t42*air2_0 - t52*air2_1 + 8.0*t55*air2_2;
        const double t62 = k3 + t48*air2_0 + t53*air2_1 - 8.0*t56*air2_2;

        /* finish */
        const double v_0 = h2000_7*(L0 - k2*t24), v_1 = h2000_7*(L1 + k2*t25);
        const double t63 = L2 - L2*h2_135;
        const double v_2 = h4000_27*t63;
        const double y_3 = v_2*v_2 + v_0*v_0 + v_1*v_1;
        double c0_3, c1_3;
        thrown_c01(y_3, &c0_3, &c1_3);
        const double t64 = over_m*t28 - over_m*(t60 + 0.3*(t43*t59 - t58*t49));
        const double t65 = over_m*t30 - over_m*(t61 + 0.3*(t57*t49 - t37*t59));
        const double t66 = over_m*t32 - over_m*(t62 + 0.3*(t37*t58 - t43*t57));
        const double t67 = k2*(t24 + 5.90625e-06*w2_2*w2_1 +
            3.634615384615385e-07*w2_0 + 7.269230769230769e-06*air2_1);
        const double t68 = k2*(t25 + 5.90625e-06*w2_2*w2_0 -
            3.634615384615385e-07*w2_1 + 7.269230769230769e-06*air2_0);

        /* the new state */
        next.q[0] = q0*c0_3 - c1_3*(q3*v_2 + q1*v_0 + q2*v_1);
        next.q[1] = q1*c0_3 + c1_3*(q2*v_2 + q0*v_0 - q3*v_1);
        next.q[2] = q2*c0_3 + c1_3*(q0*v_1 - q1*v_2 + q3*v_0);
        next.q[3] = q3*c0_3 + c1_3*(q0*v_2 - q2*v_0 + q1*v_1);
        next.L[0] = L0 - t67;
        next.L[1] = L1 + t68;
        next.L[2] = L2 - t63*h4_135;
        next.x[0] = x0 + h*(v0 + k6*t28);
        next.x[1] = x1 + h*(v1 + k6*t30);
        next.x[2] = x2 + h*(v2 + k6*t32);
        next.v[0] = v0 + h10*t64;
        next.v[1] = v1 + h10*t65;
        next.v[2] = v2 + h10*t66;
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

/* Torque and force by mass at this state, what of them is not constant. */
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
    const double k1 = 0.4*over_m;
    const double gust_0 = 1.0 + sin(3.0*t);
    const double gust_2 = tanh(x2);
    const double t1 = q0*q1, t2 = q2*q3, t3 = q2*q2, t4 = q0*q2, t5 = q1*q3;
    const double t6 = q3*q3, t7 = q0*q3, t8 = q1*q2, t9 = t7 - t8;
    const double t10 = t4 + t5, t11 = t7 + t8, t12 = t1 - t2, t13 = t4 - t5;
    const double t14 = t1 + t2, t15 = v1 - 0.5*x0, t16 = v2 - gust_2;
    const double t17 = t3 - 0.5 + t6, t18 = q1*q1 - 0.5, t19 = t18 + t6;
    const double t20 = t18 + t3, t21 = gust_0 - v0;
    const double t22 = t11*t15 - t13*t16 + t17*t21;
    const double t23 = t14*t16 - t15*t19 + t9*t21;
    const double t24 = t12*t15 + t16*t20 + t10*t21;
    const double t25 = L1*t9 - 0.5185185185185185*L2*t10 + L0*t17;
    const double t26 = L0*t13 - L1*t14 + 0.5185185185185185*L2*t20;
    const double t27 = t11*t22 - 85.71428571428571*(v2*t25 - v0*t26) - t19*t23;
    const double t28 = 0.5185185185185185*L2*t12 - L0*t11 + L1*t19;
    const double t29 = 85.71428571428571*(v1*t26 - v2*t28) + t17*t22 + t9*t23;
    const double t30 = t14*t23 -
        (85.71428571428571*(v0*t28 - v1*t25) + t13*t22);
    act[0] = (-0.05714285714285714)*(L0 + 0.07*t23);
    act[1] = (-0.05714285714285714)*(L1 - 0.07*t22);
    act[2] = (-0.02962962962962963)*L2;
    act[3] = k1*(t29 + 8.0*t10*t24);
    act[4] = -(k1*(t27 + 8.0*t12*t24));
    act[5] = -(over_m*(m_g + 0.4*(t30 + 8.0*t20*t24)));
}

/* --- between two states --------------------------------------------------- */

void thrown_interp(const thrown *from, const thrown *to, const thrown_par *par,
                   const thrown_in *in, double h, double theta, thrown *out)
{
    double act[6], act_end[6];
    /* torque may jump at the ends: what acts inside counts */
    thrown seen;
    const double aside = (h < 0.0 ? -8.881784197001252e-16 :
        8.881784197001252e-16)*((from->t < 0.0 ? -from->t : from->t) +
        (h < 0.0 ? -h : h));
    if (theta >= 0.0 && theta <= 0.0) {
        thrown_copy(out, from);
        return;
    }
    if (theta >= 1.0 && theta <= 1.0) {
        thrown_copy(out, to);
        return;
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
    const double h_h = h*h;
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
    const double t46 = 1.9285714285714286*t2*t41 - t3*t40;
    const double t47 = 0.5185185185185185*t3*t39 - t1*t41;
    const double t48 = t43*(t40*t46 - 1.9285714285714286*t39*t47);
    const double t49 = 1.9285714285714286*t28*t41 - t29*t40;
    const double t50 = 0.5185185185185185*t29*t39 - t27*t41;
    const double t51 = t43*(t40*t49 - 1.9285714285714286*t39*t50);
    const double t52 = L0*h21_4 + 0.5185185185185185*t46 -
        t43*(t41*t47 - t40*t44);
    const double t53 = L1*h21_4 + t47 -
        t43*(t39*t44 - 0.5185185185185185*t41*t46);
    const double t54 = 0.5185185185185185*t49 - end_L0*h21_4 +
        t43*(t41*t50 - t40*t45);
    const double t55 = t50 - end_L1*h21_4 +
        t43*(t39*t45 - 0.5185185185185185*t41*t49);

    /* the attitude at theta, from there */
    const double t56 = theta*t4, t57 = (theta - 0.5)*(t56 - 0.5);
    const double t58 = t4*(L2*h21_4 + 1.9285714285714286*t44 - t48);
    const double t59 =
        t56*(t58 - theta*(1.9285714285714286*t45 - end_L2*h21_4 + t51));
    const double t60 = t57*t39 - 71.42857142857143*t56*(t4*t52 - theta*t54);
    const double t61 = t57*t40 - 71.42857142857143*t56*(t4*t53 - theta*t55);
    const double t62 = t57*t41 - 37.03703703703704*t59;
    const double y_2 = 0.5804988662131519*(t60*t60 + t61*t61 + t62*t62);
    double c0_2, c1_2;
    thrown_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t63 = theta + 0.5, t64 = h*theta, t65 = t4*t4;
    const double t66 = (T0*t64 + 2.0*L0*t63)*t65;
    const double t67 = (T1*t64 + 2.0*L1*t63)*t65;
    const double t68 = (T2*t64 + 2.0*L2*t63)*t65, t69 = theta - 1.5;
    const double t70 = h*t4, t71 = theta*theta;
    const double t72 = t71*(end_T0*t70 - 2.0*end_L0*t69);
    const double t73 = t71*(end_T1*t70 - 2.0*end_L1*t69);
    const double t74 = t71*(end_T2*t70 - 2.0*end_L2*t69), t75 = 1.0/t19;
    const double t76 = t68*t17 - t67*t18, t77 = t66*t18 - t68*t16;
    const double t78 = t67*t16 - t66*t17, t79 = t73*t18 - t74*t17;
    const double t80 = t74*t16 - t72*t18, t81 = t72*t17 - t73*t16;
    const double t82 = t17*t81 + (t76 + t79 - t17*t78);
    const double t83 = t18*t79 + (t77 + t80 - t18*t76);
    const double t84 = t16*t80 + (t78 + t81 - t16*t77);
    const double t85 = t75*(t18*t77 - t18*t80 + t82) - 0.5*(t66 + t72);
    const double t86 = t75*(t16*t78 - t16*t81 + t83) - 0.5*(t67 + t73);
    const double t87 = t75*(t17*t76 - t17*t79 + t84) - 0.5*(t68 + t74);
    const double t88 = c1_2*(t31*t60 + t32*t61 + t33*t62);
    const double t89 = t30*c0_2 + 0.7619047619047619*t88;
    const double t90 = c1_2*(t30*t60 - t33*t61 + t32*t62);
    const double t91 = t31*c0_2 - 0.7619047619047619*t90;
    const double t92 = c1_2*(t30*t61 - t31*t62 + t33*t60);
    const double t93 = t32*c0_2 - 0.7619047619047619*t92;
    const double t94 = c1_2*(t30*t62 - t32*t60 + t31*t61);
    const double t95 = t33*c0_2 - 0.7619047619047619*t94, t96 = c0_2*c1_2;
    const double t97 = c1_2*c1_2, t98 = t87*t61 - t86*t62;
    const double t99 = t85*t62 - t87*t60;
    const double t100 = t86*t60 - t85*t61;
    const double t101 = 2.0*t85 + 3.0476190476190474*t96*t98;
    const double t102 = 2.0*t86 + 3.0476190476190474*t96*t99;
    const double t103 = 2.0*t87 + 3.0476190476190474*t96*t100;

    /* position and velocity */
    const double t104 = theta - 1.3333333333333333;
    const double t105 = t65*(theta + 0.3333333333333333), t106 = t71*t104;
    const double t107 = t56*t56, t108 = t69*t71;
    const double t109 = t56*(t4*h*a0 + theta*h*end_a0);
    const double t110 = t56*(t4*h*a1 + theta*h*end_a1);
    const double t111 = t56*(t4*h*a2 + theta*h*end_a2);
    const double t112 = (t65 - 0.5*t104)*theta*t71;
    const double t113 = t56*(h*end_v0*t106 + v0*h*t105);
    const double t114 = t56*(h*end_v1*t106 + v1*h*t105);
    const double t115 = t56*(h*end_v2*t106 + v2*h*t105);
    const double t116 = x0 - 6.0*(x0 - end_x0)*t112 - 3.0*t113;
    const double t117 = x1 - 6.0*(x1 - end_x1)*t112 - 3.0*t114;
    const double t118 = x2 - 6.0*(x2 - end_x2)*t112 - 3.0*t115;

    out->q[0] = q0*t89 - q1*t91 - (q2*t93 + q3*t95);
    out->q[1] = q0*t91 + q1*t89 + (q2*t95 - q3*t93);
    out->q[2] = q0*t93 + q2*t89 + (q3*t91 - q1*t95);
    out->q[3] = q0*t95 + q3*t89 + (q1*t93 - q2*t91);
    out->L[0] = (-2.3219954648526078)*t97*(t61*t100 - t62*t99) - t101;
    out->L[1] = (-2.3219954648526078)*t97*(t62*t98 - t60*t100) - t102;
    out->L[2] = (-2.3219954648526078)*t97*(t60*t99 - t61*t98) - t103;
    out->x[0] = t116 - 0.5*t107*(t4*h_h*a0 - theta*h_h*end_a0);
    out->x[1] = t117 - 0.5*t107*(t4*h_h*a1 - theta*h_h*end_a1);
    out->x[2] = t118 - 0.5*t107*(t4*h_h*a2 - theta*h_h*end_a2);
    out->v[0] = v0 + 2.0*t108*(v0 - end_v0) + t109;
    out->v[1] = v1 + 2.0*t108*(v1 - end_v1) + t110;
    out->v[2] = v2 + 2.0*t108*(v2 - end_v2) + t111;
    thrown_tick(out, from, theta*h);
}

/* --- what is read and set ------------------------------------------------- */

double thrown_time(const thrown *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static int thrown_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i];
    return sum - sum <= 0.0; /* else infinite, or no number */
}
/* Can they be squared and summed, to no less than that? */
static int thrown_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i]*value[i];
    return sum - sum <= 0.0 && sum >= least;
}

void thrown_rotation(const thrown *x, double R[9])
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

int thrown_set_rotation(thrown *x, const double R[9])
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
    if (!thrown_numbers(value, 4) || !thrown_squares(R, 9, 0.0))
        return THROWN_NOT_FINITE;
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
    const double t1 = sqrt(q3*q3 + q2*q2 + (q0*q0 + q1*q1)), t2 = 1.0/t1;
    value[0] = q0*t2;
    value[1] = q1*t2;
    value[2] = q2*t2;
    value[3] = q3*t2;
    if (!thrown_numbers(value, 4) || !thrown_squares(q, 4, 1e-290))
        return THROWN_NOT_FINITE;
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THROWN_OK;
}

void thrown_euler_zyx(const thrown *x, double angle[3])
{
    const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
    const double t1 = q0 - q2, t2 = q1 + q3, t3 = q0 + q2, t4 = q1 - q3;
    const double t5 = 2.0*(q0*q2 - q1*q3), t6 = t1*t1 + t2*t2;
    const double t7 = t3*t3 + t4*t4, t8 = t6*t7;
    const int t9 = t8 <= 7.888609052210118e-31;
    const int t10 = t6 < (t9 ? t7 : 0.0), t11 = t7 <= (t9 ? t6 : (-1.0));
    const int t12 = t1 < 0.0;
    const double t13 = t12 ? -t1 : t1, t14 = t12 ? -t2 : t2;
    const int t15 = t3 < 0.0;
    const double t16 = t15 ? -t3 : t3, t17 = t15 ? t4 : -t4, t18 = sqrt(t8);
    const double t19 = t12 ? -t18 : t18;
    const double t20 = t9 ? t1*t3 + t2*t4 : (t15 ? -t19 : t19);
    const double t21 = atan2(t10 ? -t17 : t14, t10 ? t16 : t13);
    const double t22 = atan2(t11 ? -t14 : t17, t11 ? t13 : t16);
    const double t23 = t21 + t22, t24 = t21 - t22;
    const int t25 = (t9 ? 0.0 : t20) < 0.0;
    angle[0] = t25 ? t23 -
        (0.0 < t23 ? 3.141592653589793 : (-3.141592653589793)) : t23;
    angle[1] = atan2(t5, 0.0 < t20 ? t20 : (t9 ? 0.0 : -t20));
    angle[2] = t25 ? t24 -
        (0.0 < t24 ? 3.141592653589793 : (-3.141592653589793)) : t24;
}

int thrown_set_euler_zyx(thrown *x, const double angle[3])
{
    double value[4];
    const double angle0 = angle[0], angle1 = angle[1], angle2 = angle[2];
    const double t1 = 0.5*angle0, t2 = sin(t1), t3 = cos(t1), t4 = 0.5*angle1;
    const double t5 = sin(t4), t6 = cos(t4), t7 = t2*t5, t8 = t3*t6, t9 = t3*t5;
    const double t10 = t2*t6, t11 = 0.5*angle2, t12 = sin(t11), t13 = cos(t11);
    value[0] = t7*t12 + t8*t13;
    value[1] = t8*t12 - t7*t13;
    value[2] = t10*t12 + t9*t13;
    value[3] = t10*t13 - t9*t12;
    if (!thrown_numbers(value, 4) || !thrown_squares(angle, 3, 0.0))
        return THROWN_NOT_FINITE;
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THROWN_OK;
}

void thrown_omega(const thrown *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = 571.4285714285714*L0;
    w[1] = 571.4285714285714*L1;
    w[2] = 296.2962962962963*L2;
}

int thrown_set_omega(thrown *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 0.00175*w0;
    value[1] = 0.00175*w1;
    value[2] = 0.003375*w2;
    if (!thrown_numbers(value, 3))
        return THROWN_NOT_FINITE;
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return THROWN_OK;
}

void thrown_momentum(const thrown *x, double pi[3])
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

double thrown_energy(const thrown *x, const thrown_par *par)
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    const double x2 = x->x[2];
    const double v0 = x->v[0], v1 = x->v[1], v2 = x->v[2];
    const double m = par->m;
    const double g = par->g;
    const double m_7_4000 = 0.00175*m;
    const double k1 = 0.0035*m*g;
    const double t1 = L0*L0 + L1*L1 + 0.5185185185185185*(L2*L2) + x2*k1;
    return 285.7142857142857*(t1 + m_7_4000*(v0*v0 + v1*v1 + v2*v2));
}
