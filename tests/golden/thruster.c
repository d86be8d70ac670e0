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
 *              of the loop; 7 for the compensated clock, 8 for the test that
 *              all is finite
 *   adaptive   by an estimate of order 2; 304 mul, 205 add: 509 flops per
 *              trial, 9 compares, 9 more products; and 1 mul: 1 flops to
 *              evaluate the torque after a breakpoint
 *   calls      sqrt of math.h, none in a step
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off); under
 * -ffinite-math-only no step finds out that a number is none. The file belongs
 * to whoever wrote the spec.
 */
#ifndef THRUSTER_NO_INCLUDE
#include "thruster.h"
#include <math.h>
#endif

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
    if (!(y <= 2.4674011))
        y = (y - y) / (y - y);

    thruster_c01_near(y, c0, c1);
    while (doublings-- > 0) {
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
    if (!(y <= 2.4674011))
        y = (y - y) / (y - y);

    thruster_c0123_near(y, c0, c1, c2, c3);
    while (doublings-- > 0) {
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
    x->L[1] = (-0.011);
    x->L[2] = 0.0;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void thruster_defaults(thruster_par *par)
{
    par->level = 0.05;
}

/* --- the step ------------------------------------------------------------- */

/* Time goes on by h; what rounding leaves out is kept for the next step. */
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
static int thruster_finite(const thruster *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int thruster_run(thruster *x, const thruster_par *par, const thruster_in *in,
                 double h, long steps)
{
    (void)in;
    const double level = par->level;
    const double h5_18 = 0.2777777777777778*h;
    const double h5_22 = 0.22727272727272727*h;
    const double h5_12 = 0.4166666666666667*h;
    const double h3_4 = 0.75*h;
    const double h4_9 = 0.4444444444444444*h;
    const double h3_2 = 1.5*h;
    const double level_h = level*(0.5*h);
    const double level_2 = 0.5*level;
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
            (t < 10.0 ? 0.0 : (t < 12.0 ? (-1.0) : 0.0));

        /* stage 2 */
        const double v2_0 = L0*h5_18, v2_1 = L1*h5_22, v2_2 = L2*h5_12;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        thruster_c01(y_2, &c0_2, &c1_2);
        const double e2_0 = v2_0*c1_2, e2_1 = v2_1*c1_2;
        const double t1 = e2_0*e2_1;
        const double e2_2 = v2_2*c1_2;
        const double t2 = c0_2*e2_2, t3 = e2_1*e2_1, t4 = e2_2*e2_2;
        const double t5 = L1*(t1 + t2) - L0*(t3 - 0.5 + t4);
        const double t6 = L2 + pulse1*level_h, t7 = e2_0*e2_2, t8 = c0_2*e2_1;
        const double L2_0 = 2.0*(t5 + t6*(t7 - t8));
        const double t9 = e2_0*e2_0;
        const double t10 = L0*(t1 - t2) - L1*(t4 - 0.5 + t9), t11 = e2_1*e2_2;
        const double t12 = c0_2*e2_0;
        const double L2_1 = 2.0*(t10 + t6*(t11 + t12));
        const double t13 = t7 + t8, t14 = t11 - t12, t15 = t9 - 0.5 + t3;
        const double L2_2 = 2.0*(L0*t13 + L1*t14 - t6*t15);
        const double t16 = t + 0.5*span_;
        const double pulse2 = t16 < 2.0 ? 1.0 :
            (t16 < 10.0 ? 0.0 : (t16 < 12.0 ? (-1.0) : 0.0));
        const double t17 = 0.5555555555555556*L2_0;
        const double t18 = 0.45454545454545453*L2_1;
        const double t19 = 0.8333333333333334*L2_2;
        const double K2_0 = t17 - v2_2*t18 + v2_1*t19;
        const double K2_1 = t18 - v2_0*t19 + v2_2*t17;
        const double K2_2 = t19 - v2_1*t17 + v2_0*t18;
        const double t20 = level*pulse2, t21 = t20*t13, t22 = t20*t14;
        const double t23 = t20*t15;

        /* stage 3 */
        const double v3_0 = h3_4*K2_0;
        const double t24 = v3_0*v3_0;
        const double v3_1 = h3_4*K2_1;
        const double t25 = v3_1*v3_1;
        const double v3_2 = h3_4*K2_2;
        const double y_3 = t24 + t25 + v3_2*v3_2;
        double c0_3, c1_3;
        thruster_c01(y_3, &c0_3, &c1_3);
        const double sine3 = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double t26 = L0 + h3_2*t21, t27 = L2 - h3_2*t23;
        const double t28 = L1 + h3_2*t22, t29 = t27*v3_1 - t28*v3_2;
        const double t30 = t28*v3_0 - t26*v3_1, t31 = t26*v3_2 - t27*v3_0;
        const double L3_0 = t26 - sine3*t29 + versine3*(v3_1*t30 - v3_2*t31);
        const double L3_1 = t28 - sine3*t31 + versine3*(v3_2*t29 - v3_0*t30);
        const double L3_2 = t27 - sine3*t30 + versine3*(v3_0*t31 - v3_1*t29);
        const double t32 = t + 0.75*span_;
        const double pulse3 = t32 < 2.0 ? 1.0 :
            (t32 < 10.0 ? 0.0 : (t32 < 12.0 ? (-1.0) : 0.0));
        const double k3_0 = 0.5555555555555556*L3_0;
        const double k3_1 = 0.45454545454545453*L3_1;
        const double k3_2 = 0.8333333333333334*L3_2;
        const double K3_0 = k3_0 - v3_2*k3_1 + v3_1*k3_2;
        const double K3_1 = k3_1 - v3_0*k3_2 + v3_2*k3_0;
        const double K3_2 = k3_2 - v3_1*k3_0 + v3_0*k3_1;
        const double t33 = level*pulse3, t34 = t33*v3_1, t35 = t33*v3_0;

        /* stage 4 */
        const double v4_0 = h4_9*(0.2777777777777778*L0 + 0.75*K2_0 + K3_0);
        const double v4_1 = h4_9*(0.22727272727272727*L1 + 0.75*K2_1 + K3_1);
        const double v4_2 = h4_9*(0.4166666666666667*L2 + 0.75*K2_2 + K3_2);
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4;
        thruster_c01(y_4, &c0_4, &c1_4);
        const double sine4 = 2.0*c0_4*c1_4;
        const double versine4 = 2.0*(c1_4*c1_4);
        const double t36 = L0 + h4_9*(1.5*t21 + sine3*t34 + versine3*v3_2*t35);
        const double t37 = L1 + h4_9*(1.5*t22 - sine3*t35 + versine3*v3_2*t34);
        const double t38 = v4_0*t37 - v4_1*t36;
        const double t39 = pulse1*level_2 + t33 - 1.5*t23;
        const double t40 = L2 + h4_9*(t39 - versine3*(t33*t25 + t33*t24));
        const double t41 = v4_2*t36 - v4_0*t40, t42 = v4_1*t40 - v4_2*t37;
        const double L4_0 = t36 + (versine4*(v4_1*t38 - v4_2*t41) - sine4*t42);
        const double L4_1 = t37 + (versine4*(v4_2*t42 - v4_0*t38) - sine4*t41);
        const double L4_2 = t40 + (versine4*(v4_0*t41 - v4_1*t42) - sine4*t38);

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

/* Torque and force by mass at this state, what of them is not constant. */
static void thruster_act(const thruster *x, const thruster_par *par,
                         const thruster_in *in, double act[1])
{
    (void)in;
    const double t = x->t;
    const double level = par->level;
    const double pulse = t < 2.0 ? 1.0 :
        (t < 10.0 ? 0.0 : (t < 12.0 ? (-1.0) : 0.0));
    act[0] = level*pulse;
}

/* --- adaptive steps ------------------------------------------------------- */


/* x^a for x from 1e-21 to 1e21, to six digits where it is near 1, to two at
 * least elsewhere. */
static inline double thruster_power(double x, double a)
{
    double y = 0.0, z, z2;
    int i;
    while (x < 0.7071) {
        x *= 2.0;
        y -= 0.6931471805599453;
    }
    while (x > 1.4143) {
        x *= 0.5;
        y += 0.6931471805599453;
    }
    z = (x - 1.0) / (x + 1.0);
    z2 = z * z;
    y += 2.0 * z * (1.0 + z2 * (1.0 / 3.0 + z2 * (0.2 + z2 / 7.0)));
    y *= a / 64.0;
    y = 1.0 + y * (1.0 + y * (0.5 + y / 6.0));
    for (i = 0; i < 6; i++)
        y *= y;
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
    if (!(before > 1e-20))
        return thruster_power(aim / error, 0.5 / order);
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
    if (c->next < 0 || c->next > 3)
        c->next = 0;
    while (c->next < 3 && thruster_landing[c->next] <= t)
        c->next++;
    while (c->next > 0 && thruster_landing[c->next - 1] > t)
        c->next--;
}

void thruster_control_start(thruster_control *c)
{
    c->angle = 1e-10;
    c->rate = 1e-10;
    c->first = 0.1;
    c->min = 0.0;
    c->max = 0.0;
    c->h = 0.0;
    c->memory = 0.0;
    c->smallest = 0.0;
    c->largest = 0.0;
    c->most = 0;
    c->steps = 0;
    c->rejected = 0;
    c->next = 0;
}

/* A step to `to`, which is not *x, and the squared local error estimate; time
 * as the torque sees it goes on by span. What acts at the start is known, what
 * acts at the end is handed on. */
static int thruster_trial(const thruster *x, const thruster_par *par,
                          const thruster_in *in, double h, double span,
                          const double act[1], thruster *to, double error[2],
                          double next[1])
{
    (void)in;
    const double level = par->level;
    const double span_ = span;
    const double h_h = h*h;
    const double h5_18 = 0.2777777777777778*h;
    const double h5_22 = 0.22727272727272727*h;
    const double h5_12 = 0.4166666666666667*h;
    const double h3_2 = 1.5*h;
    const double h3_4 = 0.75*h;
    const double h2 = 0.5*h;
    const double h4_9 = 0.4444444444444444*h;
    const double h4 = 0.25*h;
    int status = THRUSTER_OK;
    do {
        const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
        const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
        const double T2 = act[0];
        const double t = x->t;

        /* stage 2 */
        const double v2_0 = L0*h5_18, v2_1 = L1*h5_22, v2_2 = L2*h5_12;
        const double y_2 = v2_0*v2_0 + v2_1*v2_1 + v2_2*v2_2;
        double c0_2, c1_2;
        thruster_c01(y_2, &c0_2, &c1_2);
        const double e2_0 = v2_0*c1_2, e2_1 = v2_1*c1_2;
        const double t1 = e2_0*e2_1;
        const double e2_2 = v2_2*c1_2;
        const double t2 = c0_2*e2_2, t3 = L2 + T2*h2, t4 = e2_0*e2_2;
        const double t5 = c0_2*e2_1, t6 = L1*(t1 + t2) + t3*(t4 - t5);
        const double t7 = e2_1*e2_1, t8 = e2_2*e2_2;
        const double L2_0 = 2.0*(t6 - L0*(t7 - 0.5 + t8));
        const double t9 = e2_1*e2_2;
        const double t10 = c0_2*e2_0, t11 = L0*(t1 - t2) + t3*(t9 + t10);
        const double t12 = e2_0*e2_0;
        const double L2_1 = 2.0*(t11 - L1*(t8 - 0.5 + t12));
        const double t13 = t4 + t5, t14 = t9 - t10, t15 = t12 - 0.5 + t7;
        const double L2_2 = 2.0*(L0*t13 + L1*t14 - t3*t15);
        const double t16 = t + 0.5*span_;
        const double pulse2 = t16 < 2.0 ? 1.0 :
            (t16 < 10.0 ? 0.0 : (t16 < 12.0 ? (-1.0) : 0.0));
        const double t17 = 0.5555555555555556*L2_0;
        const double t18 = 0.45454545454545453*L2_1;
        const double t19 = 0.8333333333333334*L2_2;
        const double K2_0 = t17 - v2_2*t18 + v2_1*t19;
        const double K2_1 = t18 - v2_0*t19 + v2_2*t17;
        const double K2_2 = t19 - v2_1*t17 + v2_0*t18;
        const double t20 = level*pulse2, t21 = t20*t13, t22 = t20*t14;
        const double t23 = t20*t15;

        /* stage 3 */
        const double v3_0 = h3_4*K2_0;
        const double t24 = v3_0*v3_0;
        const double v3_1 = h3_4*K2_1;
        const double t25 = v3_1*v3_1;
        const double v3_2 = h3_4*K2_2;
        const double y_3 = t24 + t25 + v3_2*v3_2;
        double c0_3, c1_3;
        thruster_c01(y_3, &c0_3, &c1_3);
        const double sine = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double t26 = L0 + h3_2*t21, t27 = L2 - h3_2*t23;
        const double t28 = L1 + h3_2*t22, t29 = t27*v3_1 - t28*v3_2;
        const double t30 = t28*v3_0 - t26*v3_1, t31 = t26*v3_2 - t27*v3_0;
        const double L3_0 = t26 - sine*t29 + versine3*(v3_1*t30 - v3_2*t31);
        const double L3_1 = t28 - sine*t31 + versine3*(v3_2*t29 - v3_0*t30);
        const double L3_2 = t27 - sine*t30 + versine3*(v3_0*t31 - v3_1*t29);
        const double t32 = t + 0.75*span_;
        const double pulse3 = t32 < 2.0 ? 1.0 :
            (t32 < 10.0 ? 0.0 : (t32 < 12.0 ? (-1.0) : 0.0));
        const double k3_0 = 0.5555555555555556*L3_0;
        const double k3_1 = 0.45454545454545453*L3_1;
        const double k3_2 = 0.8333333333333334*L3_2;
        const double K3_0 = k3_0 - v3_2*k3_1 + v3_1*k3_2;
        const double K3_1 = k3_1 - v3_0*k3_2 + v3_2*k3_0;
        const double K3_2 = k3_2 - v3_1*k3_0 + v3_0*k3_1;
        const double t33 = level*pulse3, t34 = t33*v3_1, t35 = t33*v3_0;
        const double t36 = t33 - versine3*t33*(t25 + t24);

        /* stage 4 */
        const double t37 = 0.2777777777777778*L0 + 0.75*K2_0 + K3_0;
        const double v4_0 = h4_9*t37;
        const double t38 = 0.22727272727272727*L1 + 0.75*K2_1 + K3_1;
        const double v4_1 = h4_9*t38;
        const double t39 = 0.4166666666666667*L2 + 0.75*K2_2 + K3_2;
        const double v4_2 = h4_9*t39;
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4, c2_4, c3_4;
        thruster_c0123(y_4, &c0_4, &c1_4, &c2_4, &c3_4);
        const double versine4 = 2.0*(c1_4*c1_4);
        const double t40 = 1.5*t21 + sine*t34 + versine3*v3_2*t35;
        const double t41 = L0 + h4_9*t40;
        const double e4_1 = v4_1*c1_4;
        const double t42 = e4_1*e4_1;
        const double e4_2 = v4_2*c1_4;
        const double t43 = e4_2*e4_2;
        const double e4_0 = v4_0*c1_4;
        const double t44 = e4_0*e4_1, t45 = c0_4*e4_2, t46 = t44 + t45;
        const double t47 = 1.5*t22 - sine*t35 + versine3*v3_2*t34;
        const double t48 = L1 + h4_9*t47, t49 = e4_0*e4_2;
        const double t50 = c0_4*e4_1, t51 = t49 - t50;
        const double t52 = L2 + h4_9*(0.5*T2 - 1.5*t23 + t36);
        const double L4_0 = t41 + 2.0*(t46*t48 - (t42 + t43)*t41 + t51*t52);
        const double t53 = t44 - t45, t54 = e4_0*e4_0, t55 = e4_1*e4_2;
        const double t56 = c0_4*e4_0, t57 = t55 + t56;
        const double L4_1 = t48 + 2.0*(t53*t41 - (t43 + t54)*t48 + t57*t52);
        const double t58 = t49 + t50, t59 = t55 - t56;
        const double L4_2 = t52 + 2.0*(t58*t41 + t59*t48 - (t54 + t42)*t52);
        const double t60 = t + span_;
        const double pulse4 = t60 < 2.0 ? 1.0 :
            (t60 < 10.0 ? 0.0 : (t60 < 12.0 ? (-1.0) : 0.0));
        const double k4_0 = 0.5555555555555556*L4_0;
        const double k4_1 = 0.45454545454545453*L4_1;
        const double k4_2 = 0.8333333333333334*L4_2;
        const double K4_0 = k4_0 - v4_2*k4_1 + v4_1*k4_2;
        const double K4_1 = k4_1 - v4_0*k4_2 + v4_2*k4_0;
        const double K4_2 = k4_2 - v4_1*k4_0 + v4_0*k4_1;
        const double t61 = level*pulse4, t62 = c3_4 + c1_4*c2_4, t63 = h_h*t37;
        const double t64 = h_h*t38, t65 = t54 - 0.5 + t42;

        /* error */
        const double t66 = 0.30864197530864196*L0 - 0.6666666666666666*K2_0 -
            0.8888888888888888*K3_0 + K4_0;
        const double t67 = h_h*t39;
        const double t68 = 0.25252525252525254*L1 - 0.6666666666666666*K2_1 -
            0.8888888888888888*K3_1 + K4_1;
        const double t69 = 0.46296296296296297*L2 - 0.6666666666666666*K2_2 -
            0.8888888888888888*K3_2 + K4_2;
        const double t70 = t67*t68 - t64*t69;
        const double t71 = h4*t66 + 0.05555555555555555*versine4*t70;
        const double t72 = t63*t69 - t67*t66, t73 = t64*t66 - t63*t68;
        const double angle_0 = (-0.1111111111111111)*t62*(v4_2*t72 - v4_1*t73) -
            t71;
        const double t74 = h4*t68 + 0.05555555555555555*versine4*t72;
        const double angle_1 = (-0.1111111111111111)*t62*(v4_0*t73 - v4_2*t70) -
            t74;
        const double t75 = h4*t69 + 0.05555555555555555*versine4*t73;
        const double angle_2 = (-0.1111111111111111)*t62*(v4_1*t70 - v4_0*t72) -
            t75;
        const double t76 = h*(0.4444444444444444*t36 -
            (0.2777777777777778*T2 + 0.6666666666666666*t23) + t61*t65);
        const double t77 = h*(t40 - 2.25*t61*t58), t78 = h*(t47 - 2.25*t61*t59);
        const double t79 = (t42 - 0.5 + t43)*t77 - t46*t78;
        const double t80 = 0.5555555555555556*t51*t76 - 0.24691358024691357*t79;
        const double rate_0 = t80 -
            1.1111111111111112*(L4_2*angle_1 - L4_1*angle_2);
        const double t81 = t53*t77 - (t43 - 0.5 + t54)*t78;
        const double t82 = 0.45454545454545453*t57*t76 +
            0.20202020202020202*t81;
        const double rate_1 = t82 -
            0.9090909090909091*(L4_0*angle_2 - L4_2*angle_0);
        const double t83 = 0.37037037037037035*(t58*t77 + t59*t78) -
            0.8333333333333334*t65*t76;
        const double rate_2 = t83 -
            1.6666666666666667*(L4_1*angle_0 - L4_0*angle_1);

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
        next[0] = t61;
    } while (0);
    return status;
}

/* The largest square of an error, relative to its tolerance; not a number if
 * one is none. */
static double thruster_worst(const thruster_control *c, const double error[2])
{
    double worst = 0.0;
    const double angle = error[0]/(c->angle*c->angle);
    const double rate = error[1]/(c->rate*c->rate);
    if (!(angle <= worst))
        worst = angle;
    if (!(rate <= worst))
        worst = rate;
    if (!(angle < 0.0 || angle >= 0.0)) /* no number */
        return angle;
    if (!(rate < 0.0 || rate >= 0.0)) /* no number */
        return rate;
    return worst;
}

static int thruster_same(double a, double b)
{
    return a >= b && a <= b;
}

/* The next breakpoint on the way from t. */
static double thruster_aim(thruster_control *c, double t, double t_end)
{
    double aim = t_end;
    long back;
    thruster_find(c, t);
    back = c->next -
        (c->next > 0 && thruster_same(thruster_landing[c->next - 1], t));
    if (t_end > t && c->next < 3 && thruster_landing[c->next] < t_end)
        aim = thruster_landing[c->next];
    if (t_end < t && back > 0 && thruster_landing[back - 1] > t_end)
        aim = thruster_landing[back - 1];
    return aim;
}

/* The size of the next step, `left` seconds before a breakpoint: that
 * controlled, stretched a little to end there, or halved to leave no tiny rest. */
static double thruster_size(const thruster_control *c, double left)
{
    const double h = c->h;
    if (left <= 1.1*h && (!(c->max > 0.0) || left <= c->max))
        return left;
    return left < 2.0*h ? 0.5*left : h;
}

/* Makes h what the steps may be: from the smallest, `least`, to max. */
static double thruster_bounded(const thruster_control *c, double h,
                               double least)
{
    if (c->max > 0.0 && h > c->max)
        h = c->max;
    return h < least ? least : h;
}

/* What follows from a good step of size h with this error, after a rejected
 * one or not.  A step that was cut to land says little: it leaves h as it was,
 * unless that can grow. */
static void thruster_accept(thruster_control *c, double h, double error,
                            int rejected)
{
    const double most = 0.0 < c->memory ? 5.0 : 100.0;
    double factor = thruster_factor(error, c->memory, 3.0);
    factor = factor > most ? most : factor < 0.2 ? 0.2 : factor;
    if (rejected && factor > 1.0)
        factor = 1.0;
    if (h >= c->h || h*factor > c->h) {
        c->h = h*factor;
        c->memory = error > 1e-20 ? error : 1e-20;
    } else if (!(c->memory > 0.0)) {
        c->memory = 0.25;
    }
    c->steps++;
    if (c->steps == 1 || h < c->smallest)
        c->smallest = h;
    if (h > c->largest)
        c->largest = h;
}

/* The size after a rejected step: half of it if it failed or its error is no
 * number, else what the error asks for. */
static double thruster_smaller(double h, int status, double error)
{
    double factor;
    if (status != THRUSTER_OK || !(error - error >= 0.0))
        return 0.5*h;
    factor = thruster_factor(error, 0.0, 3.0);
    return h*(factor < 0.2 ? 0.2 : factor > 0.9 ? 0.9 : factor);
}

/* Why a run ends with a rejected step. */
static int thruster_reason(int status, double error, int small)
{
    if (status != THRUSTER_OK)
        return status;
    if (!(error - error >= 0.0))
        return THRUSTER_NOT_FINITE;
    return small ? THRUSTER_TOO_SMALL : THRUSTER_REJECTED;
}

/* What acts at both ends of a step on trial: in a step that is tried again, and
 * in the next one, it need not be found out anew. */
struct thruster_acts {
    double start[1];
    double end[1];
    int known; /* is that at the start? */
};

/* Tries a step of h, which may be negative; *worst is its error.  Torque may
 * jump where a run begins and where it ends: it is seen just after the one and
 * just before the other. */
static int thruster_try(const thruster *x, const thruster_par *par,
                        const thruster_in *in, const thruster_control *c,
                        double h, int lands, struct thruster_acts *acts,
                        thruster *to, double *worst)
{
    double error[2], span = h;
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
    if (lands)
        span -= 2.0*aside;
    thruster_copy(to, x);
    if (!acts->known)
        thruster_act(&now, par, in, acts->start);
    acts->known = 1;
    status = thruster_trial(&now, par, in, h, span, acts->start, to, error,
        acts->end);
    if (status == THRUSTER_OK && !thruster_finite(to))
        status = THRUSTER_NOT_FINITE;
    *worst = status == THRUSTER_OK ? thruster_worst(c, error) : 0.0;
    return status;
}

int thruster_advance(thruster *x, const thruster_par *par,
                     const thruster_in *in, thruster_control *c, double t_end)
{
    const double eps = 2.220446049250313e-16;
    long taken = 0;
    int refused = 0; /* in a row */
    struct thruster_acts acts;

    acts.start[0] = 0.0;
    acts.known = 0;

    if (!(t_end - t_end >= 0.0))
        return THRUSTER_NOT_FINITE;
    while (!thruster_same(x->t, t_end)) {
        const double aim = thruster_aim(c, x->t, t_end);
        const double left = (aim - x->t) - x->t_rest;
        const double sign = left < 0.0 ? -1.0 : 1.0;
        const double seen = 16.0*eps*(x->t < 0.0 ? -x->t : x->t);
        const double least = c->min > seen ? c->min : seen;
        double h, worst;
        thruster to;
        int status, lands;

        if (!(left - left >= 0.0)) /* the state's time is no number */
            return THRUSTER_NOT_FINITE;
        if (c->most > 0 && taken >= c->most)
            return THRUSTER_UNFINISHED;
        if (!(c->h > 0.0)) {
            c->h = c->first;
            c->memory = 0.0;
        }
        c->h = thruster_bounded(c, c->h, least);
        h = thruster_size(c, sign*left);
        lands = thruster_same(h, sign*left);
        if (!(h > 0.0))
            return THRUSTER_TOO_SMALL;
        status = thruster_try(x, par, in, c, sign*h, lands, &acts, &to, &worst);
        if (status != THRUSTER_OK || !(worst <= 1.0)) {
            c->rejected++;
            refused++;
            if (h <= least || refused >= 30)
                return thruster_reason(status, worst, h <= least);
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
        taken++;
        acts.start[0] = acts.end[0];
        thruster_find(c, aim);
        if (lands && c->next > 0 &&
            thruster_same(thruster_landing[c->next - 1], aim))
            c->h = 0.0; /* what was before says nothing of what comes */
        if (lands)
            acts.known = 0; /* the torque was seen just before */
    }
    return THRUSTER_OK;
}

/* --- between two states --------------------------------------------------- */

void thruster_interp(const thruster *from, const thruster *to,
                     const thruster_par *par, const thruster_in *in, double h,
                     double theta, thruster *out)
{
    double act[1], act_end[1];
    /* torque may jump at the ends: what acts inside counts */
    thruster seen;
    const double aside = (h < 0.0 ? -8.881784197001252e-16 :
        8.881784197001252e-16)*((from->t < 0.0 ? -from->t : from->t) +
        (h < 0.0 ? -h : h));
    if (theta >= 0.0 && theta <= 0.0) {
        thruster_copy(out, from);
        return;
    }
    if (theta >= 1.0 && theta <= 1.0) {
        thruster_copy(out, to);
        return;
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
    const double h_h = h*h;
    const double h_h_h = h*h_h;
    const double h21_4 = 5.25*h;
    const double t1 = L0*h, t2 = L1*h, t3 = L2*h, t4 = L0*L0, t5 = L1*L1;
    const double t6 = L2*L2, t7 = theta - 1.0;

    /* half-way */
    const double t8 = q0*end_q0 + q1*end_q1 + (q2*end_q2 + q3*end_q3);
    const int t9 = t8 < 0.0;
    const double t10 = q0*end_q1 - q1*end_q0 + (q3*end_q2 - q2*end_q3);
    const double t11 = t9 ? -t10 : t10, t12 = t9 ? -t8 : t8;
    const double t13 = q0*end_q2 - q2*end_q0 + (q1*end_q3 - q3*end_q1);
    const double t14 = t9 ? -t13 : t13;
    const double t15 = q0*end_q3 - q3*end_q0 + (q2*end_q1 - q1*end_q2);
    const double t16 = t9 ? -t15 : t15;
    const double t17 = sqrt(t12*t12 + t11*t11 + (t14*t14 + t16*t16));
    const double t18 = 1.0/(t12 + t17), t19 = t11*t18;
    const double t20 = t14*t18, t21 = t16*t18;
    const double t22 = 1.0 + t19*t19 + (t20*t20 + t21*t21), t23 = sqrt(t22);
    const double t24 = 1.0/(1.0 + t23), t25 = t19*t24, t26 = t20*t24;
    const double t27 = t21*t24;
    const double t28 = 1.0 + sqrt(1.0 + t25*t25 + (t26*t26 + t27*t27));
    const double t29 = 1.0/t28;
    const double tan_0 = t25*t29, tan_1 = t26*t29, tan_2 = t27*t29;
    const double t30 = tan_0*tan_0 + tan_1*tan_1 + tan_2*tan_2;
    const double t31 = t30*(1.6153846153846154 +
        t30*(t30*(1.2352941176470589 + t30*(t30 - 1.105263157894737)) - 1.4));
    const double t32 = t30*(4.2 +
        t30*(t30*(2.3333333333333335 + t30*(t31 - 1.9090909090909092)) - 3.0));
    const double t33 = t32 - 7.0, t34 = 21.0 + t30*t33, t35 = tan_0*t34;
    const double t36 = tan_1*t34, t37 = tan_2*t34;
    const double t38 = t35*t35 + t36*t36 + t37*t37;
    const double t39 = t38*(3791167551.7006273 +
        t38*(15485021.269990789 +
        t38*(62616.10679460595 + t38*(251.1055147802803 + t38))));
    const double t40 = t38*(1.1536666250206433e+19 +
        t38*(5.0881857901813224e+16 +
        t38*(218208385613040.4 + t38*(916727061744.7325 + t39))));
    const double slope1 = 0.022222222222222223 +
        1.6253752127792492e-30*t38*(9.44834936698861e+25 +
        t38*(5.141958839177475e+23 + t38*(2.5125431618326757e+21 + t40)));
    const double t41 = t38*(2527445034.467085 +
        t38*(11613765.95249309 +
        t38*(52180.08899550496 + t38*(230.1800552152569 + t38))));
    const double t42 = t38*(3.845555416735478e+18 +
        t38*(2.120077412575551e+16 +
        t38*(109104192806520.2 + t38*(534757452684.4273 + t41))));
    const double slope2 = 0.004232804232804233 +
        5.375928516267367e-28*t38*(8.569931398629124e+22 +
        t38*(6.281357904581689e+20 + t42));
    const double t43 = L1*L2, t44 = L0*L2, t45 = T2 - 0.20202020202020202*L0*L1;
    const double t46 = L1*T2, t47 = L0*T2, t48 = h_h*t43, t49 = h_h*t44;
    const double t50 = h_h*t45, t51 = end_L1*end_L2, t52 = end_L0*end_L2;
    const double t53 = end_T2 - 0.20202020202020202*end_L0*end_L1;
    const double t54 = end_L2*end_L2, t55 = end_L1*end_L1, t56 = end_L0*end_L0;
    const double t57 = end_T2*end_L1, t58 = end_T2*end_L0, t59 = h*end_L0;
    const double t60 = h*end_L1, t61 = h*end_L2, t62 = h_h*t51, t63 = h_h*t52;
    const double t64 = h_h*t53, t65 = h_h_h*(L0*t45 + 0.7575757575757576*L1*t6);
    const double t66 = h_h_h*(end_L0*t53 + 0.7575757575757576*end_L1*t54);
    const double t67 = h_h_h*L2*(t5 - 0.7333333333333333*t4);
    const double t68 = h_h_h*end_L2*(t55 - 0.7333333333333333*t56);
    const double t69 = h_h_h*(L0*t6 - 1.8*L1*t45);
    const double t70 = h_h_h*(end_L0*t54 - 1.8*end_L1*t53), t71 = 1.0/t23;
    const double t72 = t19*t71, t73 = t20*t71, t74 = t21*t71, t75 = 1.0/t34;
    const double t76 = t75*(1.0/(t30 - 1.0) - 0.25 + 0.25*t33*t75);
    const double t77 = 0.5454545454545454*t2*t37 - t3*t36;
    const double t78 = 1.5*t3*t35 - t1*t37;
    const double t79 = 1.2222222222222223*t1*t36 - t2*t35;
    const double t80 = t37*t78 - 0.8181818181818182*t36*t79;
    const double t81 = t35*t79 - 1.8333333333333333*t37*t77;
    const double t82 = t36*t77 - 0.6666666666666666*t35*t78;
    const double t83 = 0.5454545454545454*t60*t37 - t61*t36;
    const double t84 = 1.5*t61*t35 - t59*t37;
    const double t85 = 1.2222222222222223*t59*t36 - t60*t35;
    const double t86 = t37*t84 - 0.8181818181818182*t36*t85;
    const double t87 = t35*t85 - 1.8333333333333333*t37*t83;
    const double t88 = t36*t83 - 0.6666666666666666*t35*t84;
    const double t89 = L0*h21_4 + 1.5*t77 - t76*t80;
    const double t90 = L1*h21_4 + 1.2222222222222223*t78 - t76*t81;
    const double t91 = L2*h21_4 + 0.5454545454545454*t79 - t76*t82;
    const double t92 = 0.6666666666666666*t49*t37 + 2.2*t50*t36 + t2*t91;
    const double t93 = t92 - t3*t90;
    const double t94 = 1.8*t50*t35 - 0.9090909090909091*t48*t37 - t3*t89;
    const double t95 = t94 + t1*t91;
    const double t96 = 1.6666666666666667*t48*t36 + t49*t35 - t1*t90 + t2*t89;
    const double t97 = 0.4462809917355372*t79*t90 - t78*t91 + t37*t95;
    const double t98 = t97 - 0.5454545454545454*t36*t96;
    const double t99 = 2.75*t77*t91 - t79*t89 + t35*t96;
    const double t100 = t99 + 1.5*t37*t93;
    const double t101 = t77*t90 - 0.8148148148148148*t78*t89 + t36*t93;
    const double t102 = t101 + 1.2222222222222223*t35*t95;
    const double t103 = t35*t89 + 0.8181818181818182*t36*t90 + 1.5*t37*t91;
    const double t104 = slope1*t103;
    const double t105 = 0.17142857142857143*t93 - t48 +
        0.20952380952380953*t76*t98 + 0.0019306084741782831*t80*t104;
    const double t106 = t49 - 0.3492063492063492*t95 +
        0.19047619047619047*t76*t100 + 0.002632647919334022*t81*t104;
    const double t107 = t50 + 0.05772005772005772*t96 +
        0.08658008658008658*t76*t102 - 0.00146258217740779*t82*t104;
    const double t108 = 0.13968253968253969*(t89*t89) +
        0.09350649350649351*(t90*t90) + 0.3142857142857143*(t91*t91);
    const double t109 = t108 + t35*t105 + 0.6*t36*t106 - 1.98*t37*t107;
    const double t110 = 0.010135694489435985*slope2*(t103*t103) + slope1*t109;
    const double t111 = 1.5*t83 - end_L0*h21_4 + t76*t86;
    const double t112 = 1.2222222222222223*t84 - end_L1*h21_4 + t76*t87;
    const double t113 = 0.5454545454545454*t85 - end_L2*h21_4 + t76*t88;
    const double t114 = 0.6666666666666666*t63*t37 + 2.2*t64*t36 + t60*t113;
    const double t115 = t114 - t61*t112;
    const double t116 = 1.8*t64*t35 - 0.9090909090909091*t62*t37 - t61*t111;
    const double t117 = t116 + t59*t113;
    const double t118 = 1.6666666666666667*t62*t36 + t63*t35 - t59*t112 +
        t60*t111;
    const double t119 = 0.4462809917355372*t85*t112 - t84*t113 + t37*t117;
    const double t120 = t119 - 0.5454545454545454*t36*t118;
    const double t121 = 2.75*t83*t113 - t85*t111 + t35*t118;
    const double t122 = t121 + 1.5*t37*t115;
    const double t123 = t83*t112 - 0.8148148148148148*t84*t111 + t36*t115;
    const double t124 = t123 + 1.2222222222222223*t35*t117;
    const double t125 = t35*t111 + 0.8181818181818182*t36*t112 + 1.5*t37*t113;
    const double t126 = slope1*t125;
    const double t127 = t62 + 0.17142857142857143*t115 -
        0.20952380952380953*t76*t120 - 0.0019306084741782831*t86*t126;
    const double t128 = t63 + 0.3492063492063492*t117 +
        0.19047619047619047*t76*t122 + 0.002632647919334022*t87*t126;
    const double t129 = t64 - 0.05772005772005772*t118 +
        0.08658008658008658*t76*t124 - 0.00146258217740779*t88*t126;
    const double t130 = 0.13968253968253969*(t111*t111) +
        0.09350649350649351*(t112*t112) + 0.3142857142857143*(t113*t113);
    const double t131 = t130 + t35*t127 - 0.6*t36*t128 + 1.98*t37*t129;
    const double t132 = 0.010135694489435985*slope2*(t125*t125) + slope1*t131;
    const double t133 = 1.8*t90*t96 - 6.05*t91*t95 - 19.0575*t78*t107;
    const double t134 = 1.2*t89*t96 + 2.7*t91*t93 - 4.295454545454546*t79*t105;
    const double t135 = 1.3636363636363635*t90*t93 + 2.037037037037037*t89*t95 +
        4.375*t77*t106;
    const double t136 = 1.8*t112*t118 - 6.05*t113*t117 + 19.0575*t84*t129;
    const double t137 = 1.2*t111*t118 + 2.7*t113*t115 -
        4.295454545454546*t85*t127;
    const double t138 = 1.3636363636363635*t112*t115 +
        2.037037037037037*t111*t117 - 4.375*t83*t128;
    const double t139 = t69*t36 - 1.08*t65*t35 + 1.6363636363636365*t48*t90;
    const double t140 = t139 + 1.2*t49*t89 - 3.15*t1*t106;
    const double t141 = t140 + 4.295454545454546*t2*t105;
    const double t142 = t70*t36 - 1.08*t66*t35 + 1.6363636363636365*t62*t112;
    const double t143 = t142 + 1.2*t63*t111 + 3.15*t59*t128;
    const double t144 = t143 + 4.295454545454546*t60*t127;
    const double t145 = t65*t37 - 0.5050505050505051*t67*t36 -
        1.6666666666666667*t49*t91;
    const double t146 = t145 - 3.0*t50*t90 + 7.875*t2*t107;
    const double t147 = t146 + 4.375*t3*t106;
    const double t148 = 1.8333333333333333*t69*t37 - t67*t35 - 7.26*t50*t89;
    const double t149 = t148 + 5.5*t48*t91 + 14.4375*t3*t105;
    const double t150 = t149 + 19.0575*t1*t107;
    const double t151 = t133 - 4.725*t79*t106 + t37*t150 +
        1.8333333333333333*t36*t141;
    const double t152 = t134 - 15.5925*t77*t107 + t35*t141 - 1.08*t37*t147;
    const double t153 = 4.861111111111111*t78*t105 - t135 + t36*t147 +
        0.5050505050505051*t35*t150;
    const double t154 = t69 + 0.00579182542253485*t98*t104 +
        0.2057142857142857*t147 - 0.013821401576503618*t80*t110;
    const double t155 = 0.0962000962000962*t150 -
        (t65 + 0.00292516435481558*t100*t104) + 0.010470758770078498*t81*t110;
    const double t156 = 0.008687738133802273*t102*t104 - t67 -
        0.3492063492063492*t141 + 0.03800885433538495*t82*t110;
    const double t157 = 0.5050505050505051*t68*t36 - t66*t37 +
        1.6666666666666667*t63*t113;
    const double t158 = t157 + 3.0*t64*t112 + 7.875*t60*t129;
    const double t159 = t158 + 4.375*t61*t128;
    const double t160 = t68*t35 - 1.8333333333333333*t70*t37 + 7.26*t64*t111;
    const double t161 = t160 - 5.5*t62*t113 - 14.4375*t61*t127;
    const double t162 = t161 + 19.0575*t59*t129;
    const double t163 = t136 + 4.725*t85*t128 - t37*t162 +
        1.8333333333333333*t36*t144;
    const double t164 = t137 + 15.5925*t83*t129 + t35*t144 + 1.08*t37*t159;
    const double t165 = t138 - 4.861111111111111*t84*t127 + t36*t159 +
        0.5050505050505051*t35*t162;
    const double t166 = t70 + 0.00579182542253485*t120*t126 +
        0.2057142857142857*t159 - 0.013821401576503618*t86*t132;
    const double t167 = 0.0962000962000962*t162 -
        (t66 + 0.00292516435481558*t122*t126) + 0.010470758770078498*t87*t132;
    const double t168 = 0.008687738133802273*t124*t126 - t68 +
        0.3492063492063492*t144 + 0.03800885433538495*t88*t132;

    /* the attitude at theta, from there */
    const double t169 = theta*t7;
    const double t170 = t169*t169, t171 = theta + 0.25, t172 = theta*theta;
    const double t173 = t171 + 2.5*t172, t174 = theta - 1.25, t175 = t7*t7;
    const double t176 = t174 - 2.5*t175, t177 = t171*t175, t178 = t172*t174;
    const double t179 = t169*t170;
    const double t180 = t7*t175, t181 = t173*t180, t182 = theta*t172;
    const double t183 = t176*t182;
    const double t184 = (theta - 0.5)*(t179 - 0.05 + 0.1*t169 - 0.3*t170);
    const double t185 = t7*(t154 + 0.1038961038961039*t76*t151);
    const double t186 = t7*(t155 + 0.1763668430335097*t76*t152);
    const double t187 = t7*(t156 + 0.37714285714285717*t76*t153);
    const double t188 = t35*t184 -
        0.05555555555555555*t169*(t181*t89 + t183*t111);
    const double t189 = t188 + 0.11047979797979798*t170*(t177*t105 + t178*t127);
    const double t190 = t189 +
        0.005114805462027684*t179*(t185 +
        theta*(t166 + 0.1038961038961039*t76*t163));
    const double t191 = t36*t184 -
        0.045454545454545456*t169*(t181*t90 + t183*t112);
    const double t192 = t191 + 0.06628787878787878*t170*(t177*t106 - t178*t128);
    const double t193 = t192 -
        0.005523989898989899*t179*(t186 +
        theta*(t167 + 0.1763668430335097*t76*t164));
    const double t194 = 0.08333333333333333*t169*(t181*t91 + t183*t113) -
        t37*t184;
    const double t195 = t194 + 0.21875*t170*(t177*t107 - t178*t129);
    const double t196 = t195 +
        0.0027898938883787368*t179*(t187 +
        theta*(t168 - 0.37714285714285717*t76*t165));
    const double y_2 = 58.049886621315196*(t190*t190 + t193*t193 + t196*t196);
    double c0_2, c1_2;
    thruster_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t197 = t171*h_h*t172, t198 = t174*h_h*t175;
    const double t199 = t173 + 5.0*t182;
    const double t200 = h_h_h*t182, t201 = t175*t175, t202 = t180 + 0.2*t176;
    const double t203 = h_h_h*t180, t204 = t172*t172, t205 = 1.0/t22;
    const double t206 = 47.52*L0*t199 -
        (T2*t44 - 3.6666666666666665*L2*t47)*t200;
    const double t207 = t201*(t206 + 21.6*t46*t197);
    const double t208 = (end_T2*t52 - 3.6666666666666665*end_L2*t58)*t203 +
        237.6*end_L0*t202;
    const double t209 = (end_T2*t51 - 1.8*end_L2*t57)*t203 + 142.56*end_L1*t202;
    const double t210 = t204*(t208 + 21.6*t57*t198);
    const double t211 = t204*(t209 - 15.84*t58*t198);
    const double t212 = L2*t199 -
        0.03443526170798898*t200*T2*(t5 + 1.4938271604938271*t4);
    const double t213 = t201*(t212 + T2*t173*h*theta);
    const double t214 = t203*end_T2*(t55 + 1.4938271604938271*t56) +
        145.2*end_L2*t202;
    const double t215 = t204*(t214 + 29.04*end_T2*t176*h*t7);
    const double t216 = (T2*t43 - 1.8*L2*t46)*t200 - 28.512*L1*t199;
    const double t217 = t201*(t216 + 15.84*t47*t197);
    const double t218 = t19*t217 + 0.6*t20*t207;
    const double t219 = t20*t210 - 1.6666666666666667*t19*t211;
    const double t220 = t20*t213 + 0.035072951739618406*t21*t217;
    const double t221 = t21*t207 - 47.52*t19*t213;
    const double t222 = t21*t211 - 0.9818181818181818*t20*t215;
    const double t223 = t19*t215 - 0.6111111111111112*t21*t210;
    const double t224 = 28.512*t220 - t222 + t20*t218 + 0.6*t21*t221;
    const double t225 = t205*(t224 +
        0.9818181818181818*(t21*t223 - 0.6111111111111112*t20*t219));
    const double t226 = t210 - t207 + 3.3333333333333335*t225;
    const double t227 = t221 - 1.6363636363636365*t223 + t19*t219 -
        1.6666666666666667*t21*t222;
    const double t228 =
        t205*(t227 - 47.52*(t21*t220 + 0.035072951739618406*t19*t218));
    const double t229 = 0.8333333333333334*(t217 + t211) + t228;
    const double t230 = t218 - t20*t222 + 0.9818181818181818*t19*t223;
    const double t231 = t205*(t230 + 0.6*(t219 + t19*t221 - 47.52*t20*t220));
    const double t232 = 14.256*t213 - 0.4909090909090909*t215 + t231;
    const double t233 = c1_2*(t72*t190 + t73*t193 - t74*t196);
    const double t234 = t71*c0_2 + 7.619047619047619*t233;
    const double t235 = c1_2*(t74*t193 - t71*t190 + t73*t196);
    const double t236 = t72*c0_2 + 7.619047619047619*t235;
    const double t237 = c1_2*(t71*t193 + t72*t196 + t74*t190);
    const double t238 = t73*c0_2 - 7.619047619047619*t237;
    const double t239 = c1_2*(t71*t196 + t73*t190 - t72*t193);
    const double t240 = t74*c0_2 + 7.619047619047619*t239, t241 = c0_2*c1_2;
    const double t242 = c1_2*c1_2, t243 = t232*t193 - 0.6*t229*t196;
    const double t244 = t226*t196 - 3.3333333333333335*t232*t190;
    const double t245 = t229*t190 - 0.5*t226*t193;
    const double t246 = t242*(t193*t245 - 0.5*t196*t244);
    const double t247 = t242*(t196*t243 - 0.6*t190*t245);
    const double t248 = t242*(t190*t244 - 3.3333333333333335*t193*t243);

    out->q[0] = q0*t234 - q1*t236 - (q2*t238 + q3*t240);
    out->q[1] = q0*t236 + q1*t234 + (q2*t240 - q3*t238);
    out->q[2] = q0*t238 + q2*t234 + (q3*t236 - q1*t240);
    out->q[3] = q0*t240 + q3*t234 + (q1*t238 - q2*t236);
    out->L[0] = 4.275559831115387*t241*t243 - 0.08417508417508418*t226 -
        19.545416370813196*t246;
    out->L[1] = 1.282667949334616*t241*t244 - 0.16835016835016836*t229 -
        32.575693951355326*t247;
    out->L[2] = 0.28058361391694725*t232 - 2.565335898669232*t241*t245 +
        9.772708185406598*t248;
    thruster_tick(out, from, theta*h);
}

/* --- what is read and set ------------------------------------------------- */

double thruster_time(const thruster *x)
{
    return x->t;
}

/* Are they finite?  Not if their sum overflows. */
static int thruster_numbers(const double *value, int n)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i];
    return sum - sum <= 0.0; /* else infinite, or no number */
}
/* Can they be squared and summed, to no less than that? */
static int thruster_squares(const double *value, int n, double least)
{
    double sum = 0.0;
    int i;
    for (i = 0; i < n; i++)
        sum += value[i]*value[i];
    return sum - sum <= 0.0 && sum >= least;
}

void thruster_rotation(const thruster *x, double R[9])
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

int thruster_set_rotation(thruster *x, const double R[9])
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
    if (!thruster_numbers(value, 4) || !thruster_squares(R, 9, 0.0))
        return THRUSTER_NOT_FINITE;
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
    const double t1 = sqrt(q3*q3 + q2*q2 + (q0*q0 + q1*q1)), t2 = 1.0/t1;
    value[0] = q0*t2;
    value[1] = q1*t2;
    value[2] = q2*t2;
    value[3] = q3*t2;
    if (!thruster_numbers(value, 4) || !thruster_squares(q, 4, 1e-290))
        return THRUSTER_NOT_FINITE;
    x->q[0] = value[0];
    x->q[1] = value[1];
    x->q[2] = value[2];
    x->q[3] = value[3];
    return THRUSTER_OK;
}

void thruster_omega(const thruster *x, double w[3])
{
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    w[0] = 1.1111111111111112*L0;
    w[1] = 0.9090909090909091*L1;
    w[2] = 1.6666666666666667*L2;
}

int thruster_set_omega(thruster *x, const double w[3])
{
    double value[3];
    const double w0 = w[0], w1 = w[1], w2 = w[2];
    value[0] = 0.9*w0;
    value[1] = 1.1*w1;
    value[2] = 0.6*w2;
    if (!thruster_numbers(value, 3))
        return THRUSTER_NOT_FINITE;
    x->L[0] = value[0];
    x->L[1] = value[1];
    x->L[2] = value[2];
    return THRUSTER_OK;
}

void thruster_momentum(const thruster *x, double pi[3])
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

double thruster_energy(const thruster *x, const thruster_par *par)
{
    (void)par;
    const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
    return 0.5555555555555556*(L0*L0) + 0.45454545454545453*(L1*L1) +
        0.8333333333333334*(L2*L2);
}

void thruster_keep(const thruster *x, const thruster_par *par, double value[1])
{
    (void)par;
    const double L2 = x->L[2];
    value[0] = 1.6666666666666667*L2;
}
