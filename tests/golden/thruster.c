/* thruster.c - made by polhode *; do not edit.
 *   from       thruster.pol (content *)
 *   by         polhode emit thruster.pol --method 'rkmk(bogacki_shampine32)'
 *   body       thruster.pol - two pulses turn a satellite: steps land where the
 *              torque leaps.
 *   method     rkmk(bogacki_shampine32), order 3
 *              Runge-Kutta-Munthe-Kaas
 *              H. Munthe-Kaas, BIT 38 (1998) 92-111
 *   keeps      spatial momentum along axes without torque
 *   attitude   quaternion, map exp
 *   inertia    diag(0.9, 1.1, 0.6) kg m^2
 *   real       double
 *   cost       210 mul, 143 add: 353 operations a step, 9 compares; 9 once a
 *              call; the time 7 add, the test that all is finite 8
 *   adaptive   by an estimate of order 2; 304 mul, 199 add: 503 operations a
 *              trial, 9 compares, 9 more products; and 1 mul: 1 operations to
 *              know what acts where steps begin anew
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
        const double t37 = pulse1*level_2 + t33 - 1.5*t23;
        const double t38 = L2 + h4_9*(t37 - versine3*(t33*t25 + t33*t24));
        const double t39 = L1 + h4_9*(1.5*t22 - sine3*t35 + versine3*v3_2*t34);
        const double t40 = v4_1*t38 - v4_2*t39, t41 = v4_0*t39 - v4_1*t36;
        const double t42 = v4_2*t36 - v4_0*t38;
        const double L4_0 = t36 - sine4*t40 + versine4*(v4_1*t41 - v4_2*t42);
        const double L4_1 = t39 - sine4*t42 + versine4*(v4_2*t40 - v4_0*t41);
        const double L4_2 = t38 - sine4*t41 + versine4*(v4_0*t42 - v4_1*t40);

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

/* --- steps that choose their size ----------------------------------------- */


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

/* A step to `to`, which is not *x, and the squares of what it is wrong by; time
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
    const double h2 = 0.5*h;
    const double h3_4 = 0.75*h;
    const double h4_9 = 0.4444444444444444*h;
    const double h3_2 = 1.5*h;
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
        const double e2_1 = v2_1*c1_2;
        const double t1 = e2_1*e2_1;
        const double e2_2 = v2_2*c1_2;
        const double t2 = e2_2*e2_2, t3 = L0*(t1 + t2 - 0.5);
        const double e2_0 = v2_0*c1_2;
        const double t4 = e2_0*e2_1, t5 = c0_2*e2_2, t6 = e2_0*e2_2;
        const double t7 = c0_2*e2_1, t8 = L2 + T2*h2;
        const double L2_0 = 2.0*(L1*(t4 + t5) - t3 + (t6 - t7)*t8);
        const double t9 = e2_0*e2_0;
        const double t10 = L1*(t2 + t9 - 0.5), t11 = e2_1*e2_2, t12 = c0_2*e2_0;
        const double L2_1 = 2.0*(L0*(t4 - t5) - t10 + (t11 + t12)*t8);
        const double t13 = t6 + t7, t14 = t11 - t12, t15 = t9 + t1 - 0.5;
        const double L2_2 = 2.0*(L0*t13 + L1*t14 - t15*t8);
        const double t16 = t + 0.5*span_;
        const double pulse2 = t16 < 2.0 ? 1.0 :
            (t16 < 10.0 ? 0.0 : (t16 < 12.0 ? (-1.0) : 0.0));
        const double t17 = 0.5555555555555556*L2_0;
        const double t18 = 0.45454545454545453*L2_1;
        const double t19 = 0.8333333333333334*L2_2;
        const double K2_0 = t17 - v2_2*t18 + v2_1*t19;
        const double K2_1 = t18 - v2_0*t19 + v2_2*t17;
        const double K2_2 = t19 - v2_1*t17 + v2_0*t18;
        const double t20 = level*pulse2;

        /* stage 3 */
        const double v3_0 = h3_4*K2_0;
        const double t21 = v3_0*v3_0;
        const double v3_1 = h3_4*K2_1;
        const double t22 = v3_1*v3_1;
        const double v3_2 = h3_4*K2_2;
        const double y_3 = t21 + t22 + v3_2*v3_2;
        double c0_3, c1_3;
        thruster_c01(y_3, &c0_3, &c1_3);
        const double sine = 2.0*c0_3*c1_3;
        const double versine3 = 2.0*(c1_3*c1_3);
        const double t23 = t20*t13, t24 = L0 + t23*h3_2, t25 = t20*t15;
        const double t26 = L2 - t25*h3_2, t27 = t20*t14, t28 = L1 + t27*h3_2;
        const double t29 = t26*v3_1 - t28*v3_2;
        const double t30 = t28*v3_0 - t24*v3_1, t31 = t24*v3_2 - t26*v3_0;
        const double L3_0 = t24 - sine*t29 + versine3*(v3_1*t30 - v3_2*t31);
        const double L3_1 = t28 - sine*t31 + versine3*(v3_2*t29 - v3_0*t30);
        const double L3_2 = t26 - sine*t30 + versine3*(v3_0*t31 - v3_1*t29);
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
        const double t36 = t33 - versine3*t33*(t22 + t21);

        /* stage 4 */
        const double t37 = K3_0 + 0.2777777777777778*L0 + 0.75*K2_0;
        const double v4_0 = h4_9*t37;
        const double t38 = K3_1 + 0.22727272727272727*L1 + 0.75*K2_1;
        const double v4_1 = h4_9*t38;
        const double t39 = K3_2 + 0.4166666666666667*L2 + 0.75*K2_2;
        const double v4_2 = h4_9*t39;
        const double y_4 = v4_0*v4_0 + v4_1*v4_1 + v4_2*v4_2;
        double c0_4, c1_4, c2_4, c3_4;
        thruster_c0123(y_4, &c0_4, &c1_4, &c2_4, &c3_4);
        const double versine4 = 2.0*(c1_4*c1_4);
        const double e4_1 = v4_1*c1_4;
        const double t40 = e4_1*e4_1;
        const double e4_2 = v4_2*c1_4;
        const double t41 = e4_2*e4_2, t42 = t40 + t41 - 0.5;
        const double t43 = 1.5*t23 + sine*t34 + versine3*v3_2*t35;
        const double t44 = L0 + h4_9*t43;
        const double e4_0 = v4_0*c1_4;
        const double t45 = e4_0*e4_1, t46 = c0_4*e4_2, t47 = t45 + t46;
        const double t48 = 1.5*t27 - sine*t35 + versine3*v3_2*t34;
        const double t49 = L1 + h4_9*t48;
        const double t50 = e4_0*e4_2, t51 = c0_4*e4_1, t52 = t50 - t51;
        const double t53 = L2 + h4_9*(t36 - 1.5*t25 + 0.5*T2);
        const double L4_0 = 2.0*(t47*t49 - t42*t44 + t52*t53);
        const double t54 = t45 - t46, t55 = e4_0*e4_0, t56 = t41 + t55 - 0.5;
        const double t57 = e4_1*e4_2, t58 = c0_4*e4_0, t59 = t57 + t58;
        const double L4_1 = 2.0*(t54*t44 - t56*t49 + t59*t53);
        const double t60 = t50 + t51, t61 = t57 - t58, t62 = t55 + t40 - 0.5;
        const double L4_2 = 2.0*(t60*t44 + t61*t49 - t62*t53);
        const double t63 = t + span_;
        const double pulse4 = t63 < 2.0 ? 1.0 :
            (t63 < 10.0 ? 0.0 : (t63 < 12.0 ? (-1.0) : 0.0));
        const double t64 = 0.5555555555555556*L4_0;
        const double t65 = 0.45454545454545453*L4_1;
        const double t66 = 0.8333333333333334*L4_2;
        const double K4_0 = t64 - v4_2*t65 + v4_1*t66;
        const double K4_1 = t65 - v4_0*t66 + v4_2*t64;
        const double K4_2 = t66 - v4_1*t64 + v4_0*t65;
        const double t67 = level*pulse4, t68 = c3_4 + c1_4*c2_4, t69 = h_h*t37;
        const double t70 = h_h*t38;

        /* error */
        const double t71 = K4_2 - 0.8888888888888888*K3_2 +
            0.46296296296296297*L2 - 0.6666666666666666*K2_2;
        const double t72 = h_h*t39;
        const double t73 = K4_0 - 0.8888888888888888*K3_0 +
            0.30864197530864196*L0 - 0.6666666666666666*K2_0;
        const double t74 = t69*t71 - t72*t73;
        const double t75 = K4_1 - 0.8888888888888888*K3_1 +
            0.25252525252525254*L1 - 0.6666666666666666*K2_1;
        const double t76 = t70*t73 - t69*t75, t77 = t68*(v4_2*t74 - v4_1*t76);
        const double t78 = t72*t75 - t70*t71;
        const double angle_0 = (-0.1111111111111111)*t77 - h4*t73 -
            0.05555555555555555*versine4*t78;
        const double t79 = t68*(v4_0*t76 - v4_2*t78);
        const double angle_1 = (-0.1111111111111111)*t79 - h4*t75 -
            0.05555555555555555*versine4*t74;
        const double t80 = t68*(v4_1*t78 - v4_0*t74);
        const double angle_2 = (-0.1111111111111111)*t80 - h4*t71 -
            0.05555555555555555*versine4*t76;
        const double t81 = h*(t67*t62 + 0.4444444444444444*t36 -
            0.6666666666666666*t25 - 0.2777777777777778*T2);
        const double t82 = h*(t43 - 2.25*t67*t60), t83 = h*(t48 - 2.25*t67*t61);
        const double t84 = t42*t82 - t47*t83, t85 = L4_2*angle_1 - L4_1*angle_2;
        const double rate_0 = 0.5555555555555556*t52*t81 -
            0.24691358024691357*t84 - 1.1111111111111112*t85;
        const double t86 = t54*t82 - t56*t83, t87 = L4_0*angle_2 - L4_2*angle_0;
        const double rate_1 = 0.45454545454545453*t59*t81 +
            0.20202020202020202*t86 - 0.9090909090909091*t87;
        const double t88 = t60*t82 + t61*t83, t89 = L4_1*angle_0 - L4_0*angle_1;
        const double rate_2 = 0.37037037037037035*t88 -
            0.8333333333333334*t62*t81 - 1.6666666666666667*t89;

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
        next[0] = t67;
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

/* The time to land on next, on the way from t. */
static double thruster_aim(thruster_control *c, double t, double until)
{
    double aim = until;
    long back;
    thruster_find(c, t);
    back = c->next -
        (c->next > 0 && thruster_same(thruster_landing[c->next - 1], t));
    if (until > t && c->next < 3 && thruster_landing[c->next] < until)
        aim = thruster_landing[c->next];
    if (until < t && back > 0 && thruster_landing[back - 1] > until)
        aim = thruster_landing[back - 1];
    return aim;
}

/* The size of the next step, `left` seconds before a time to land on: that
 * controlled, stretched by little to land, or halved to leave no tiny rest. */
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
 * leap where a run begins and where it lands: it is seen just after the one and
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
                     const thruster_in *in, thruster_control *c, double until)
{
    const double eps = 2.220446049250313e-16;
    long taken = 0;
    int refused = 0; /* in a row */
    struct thruster_acts acts;

    acts.known = 0;

    if (!(until - until >= 0.0))
        return THRUSTER_NOT_FINITE;
    while (!thruster_same(x->t, until)) {
        const double aim = thruster_aim(c, x->t, until);
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
            thruster_same(thruster_landing[c->next - 1], aim)) {
            c->h = 0.0; /* what was before says nothing of what comes */
            acts.known = 0;
        }
    }
    return THRUSTER_OK;
}

/* --- between two states --------------------------------------------------- */

void thruster_interp(const thruster *from, const thruster *to,
                     const thruster_par *par, const thruster_in *in, double h,
                     double theta, thruster *out)
{
    double act[1], act_end[1];
    /* torque may leap at the ends: what acts inside counts */
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
    const double t44 = 0.5454545454545454*t2*t41 - t3*t40;
    const double t45 = 1.5*t3*t39 - t1*t41;
    const double t46 = 1.2222222222222223*t1*t40 - t2*t39;
    const double t47 = t43*(t41*t45 - 0.8181818181818182*t40*t46);
    const double t48 = t43*(t39*t46 - 1.8333333333333333*t41*t44);
    const double t49 = t43*(t40*t44 - 0.6666666666666666*t39*t45);
    const double t50 = 0.5454545454545454*t28*t41 - t29*t40;
    const double t51 = 1.5*t29*t39 - t27*t41;
    const double t52 = 1.2222222222222223*t27*t40 - t28*t39;
    const double t53 = t43*(t41*t51 - 0.8181818181818182*t40*t52);
    const double t54 = t43*(t39*t52 - 1.8333333333333333*t41*t50);
    const double t55 = t43*(t40*t50 - 0.6666666666666666*t39*t51);

    /* the attitude at theta, from there */
    const double t56 = theta*t4, t57 = (theta - 0.5)*(t56 - 0.5);
    const double t58 = t4*(L0*h21_4 + 1.5*t44 - t47);
    const double t59 = t4*(L1*h21_4 + 1.2222222222222223*t45 - t48);
    const double t60 = t4*(L2*h21_4 + 0.5454545454545454*t46 - t49);
    const double t61 = t56*(t58 - theta*(1.5*t50 - end_L0*h21_4 + t53));
    const double t62 =
        t56*(t59 - theta*(1.2222222222222223*t51 - end_L1*h21_4 + t54));
    const double t63 =
        t56*(t60 - theta*(0.5454545454545454*t52 - end_L2*h21_4 + t55));
    const double t64 = t57*t39 - 0.1388888888888889*t61;
    const double t65 = t57*t40 - 0.11363636363636363*t62;
    const double t66 = t57*t41 - 0.20833333333333334*t63;
    const double y_2 = 0.5804988662131519*(t64*t64 + t65*t65 + t66*t66);
    double c0_2, c1_2;
    thruster_c01(y_2, &c0_2, &c1_2);

    /* the momentum */
    const double t67 = t4*t4, t68 = theta + 0.5, t69 = t67*L0*t68;
    const double t70 = t67*L1*t68, t71 = t67*(T2*h*theta + 2.0*L2*t68);
    const double t72 = theta*theta, t73 = theta - 1.5, t74 = t72*end_L0*t73;
    const double t75 = t72*end_L1*t73, t76 = t72*(end_T2*h*t4 - 2.0*end_L2*t73);
    const double t77 = 1.0/t19, t78 = t71*t17 - 2.0*t70*t18;
    const double t79 = t71*t16 - 2.0*t69*t18;
    const double t80 = t70*t16 - t69*t17, t81 = t76*t17 + 2.0*t75*t18;
    const double t82 = t76*t16 + 2.0*t74*t18, t83 = t74*t17 - t75*t16;
    const double t84 = 2.0*t17*t83 + (t81 - t78 + t18*t79);
    const double t85 = t69 - t74 + t77*(2.0*t17*t80 + t18*t82 + t84);
    const double t86 = t79 - t82 + t18*t78 - 2.0*t16*t83;
    const double t87 = t70 - t75 + t77*(t18*t81 - 2.0*t16*t80 + t86);
    const double t88 = t16*t79 + t17*t78 + (t17*t81 + t16*t82);
    const double t89 = t71 + t76 - 4.0*t77*(t80 - t83 + 0.5*t88);
    const double t90 = c1_2*(t31*t64 + t32*t65 + t33*t66);
    const double t91 = t30*c0_2 + 0.7619047619047619*t90;
    const double t92 = c1_2*(t30*t64 - t33*t65 + t32*t66);
    const double t93 = t31*c0_2 - 0.7619047619047619*t92;
    const double t94 = c1_2*(t30*t65 - t31*t66 + t33*t64);
    const double t95 = t32*c0_2 - 0.7619047619047619*t94;
    const double t96 = c1_2*(t30*t66 - t32*t64 + t31*t65);
    const double t97 = t33*c0_2 - 0.7619047619047619*t96, t98 = c0_2*c1_2;
    const double t99 = c1_2*c1_2;
    const double t100 = t87*t64 - t85*t65, t101 = t89*t65 - 2.0*t87*t66;
    const double t102 = t85*t66 - 0.5*t89*t64;
    const double t103 = 2.0*t85 + 1.5238095238095237*t98*t101;
    const double t104 = t99*(t66*t101 - 2.0*t64*t100);
    const double t105 = t99*(t64*t102 - 0.5*t65*t101);

    out->q[0] = q0*t91 - q1*t93 - (q2*t95 + q3*t97);
    out->q[1] = q0*t93 + q1*t91 + (q2*t97 - q3*t95);
    out->q[2] = q0*t95 + q2*t91 + (q3*t93 - q1*t97);
    out->q[3] = q0*t97 + q3*t91 + (q1*t95 - q2*t93);
    out->L[0] = t103 + 2.3219954648526078*t99*(t65*t100 - t66*t102);
    out->L[1] = 2.0*t87 + 3.0476190476190474*t98*t102 + 1.1609977324263039*t104;
    out->L[2] = t89 + 3.0476190476190474*t98*t100 + 2.3219954648526078*t105;
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
