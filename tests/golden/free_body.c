/* free_body.c - made by polhode *; do not edit.
 *   from       free_body.pol (content *)
 *   by         polhode emit free_body.pol --method 'magnus(bogacki_shampine32)'
 *              --tolerance 1e-08 --without interp,access,stepper
 *   body       free_body.pol - no torque at all: the simplest spec, and the
 *              only exact one.
 *   method     magnus(bogacki_shampine32), order 3
 *              Runge-Kutta with one exponential a step
 *              S. Blanes, F. Casas, J. Ros, BIT 40 (2000) 434-450
 *   attitude   quaternion, map exp
 *   inertia    diag(0.9144, 1.098, 1.66) kg m^2
 *   real       double
 *   cost       88 mul, 57 add: 145 flops per step; 15 hoisted out of the loop;
 *              7 for the compensated clock, 8 for the finite check
 *   adaptive   by an estimate of order 2; 191 mul, 115 add: 306 flops per
 *              trial, 23 more products
 *   calls      nothing outside this file, no libm
 *   without    interp,access,stepper
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame. No
 * allocation, no globals: reentrant. Bits are the same everywhere where
 * products and sums are not contracted (-ffp-contract=off); NaN and Inf checks
 * do not work under -ffinite-math-only. The file belongs to whoever wrote the
 * spec.
 */
#ifndef FREE_BODY_NO_INCLUDE
#ifndef FREE_BODY_PLAIN
#define FREE_BODY_PLAIN
#endif
#include "free_body.h"
#include <stdbool.h>
#endif

static const double free_body_K1 =
    0.1686008168372374; /* (1/J2 - 1/J3)/(2*J1) */
static const double free_body_K2 =
    0.22368108369011427; /* (1/J1 - 1/J3)/(2*J2) */
static const double free_body_K3 =
    0.05508026685287685; /* (1/J1 - 1/J2)/(2*J3) */
static const double free_body_K4 = 0.4609580052493438; /* 3*(J3 - J2)/(4*J1) */
static const double free_body_K5 = 0.5092896174863388; /* 3*(J3 - J1)/(4*J2) */
static const double free_body_K6 = 0.08295180722891567; /* 3*(J2 - J1)/(4*J3) */
static const double free_body_K7 = 0.2731602994070186; /* 4*(J3 - J2)/(9*J1) */
static const double free_body_K8 = 0.30180125480671927; /* 4*(J3 - J1)/(9*J2) */
static const double free_body_K9 = 0.0491566265060241; /* 4*(J2 - J1)/(9*J3) */
static const double free_body_2_OVER_9 = 0.2222222222222222; /* 2/9 */
static const double free_body_1_OVER_18 = 0.05555555555555555; /* 1/18 */
static const double free_body_K10 =
    0.12645061262792806; /* 3*(1/J2 - 1/J3)/(8*J1) */
static const double free_body_K11 =
    0.1677608127675857; /* 3*(1/J1 - 1/J3)/(8*J2) */
static const double free_body_K12 =
    0.04131020013965764; /* 3*(1/J1 - 1/J2)/(8*J3) */
static const double free_body_J_INV_00 =
    1.0936132983377078; /* 1/J1, 1/(kg m^2) */
static const double free_body_J_INV_11 =
    0.9107468123861566; /* 1/J2, 1/(kg m^2) */
static const double free_body_J_INV_22 =
    0.6024096385542169; /* 1/J3, 1/(kg m^2) */
static const double free_body_1_OVER_2_J2_J3 =
    0.27432132903197487; /* 1/(2*J2*J3) */
static const double free_body_1_OVER_2_J1_J3 =
    0.32940159588485174; /* 1/(2*J1*J3) */
static const double free_body_1_OVER_2_J1_J2 =
    0.49800241272208917; /* 1/(2*J1*J2) */
static const double free_body_5_OVER_4_J1 = 1.3670166229221348; /* 5/(4*J1) */
static const double free_body_5_OVER_4_J2 = 1.138433515482696; /* 5/(4*J2) */
static const double free_body_5_OVER_4_J3 = 0.7530120481927711; /* 5/(4*J3) */
static const double free_body_8_OVER_3 = 2.6666666666666665; /* 8/3 */
static const double free_body_K13 = 0.005208333333333333;
static const double free_body_K14 = 0.048177083333333336;
static const double free_body_2_OVER_3 = 0.6666666666666666; /* 2/3 */
static const double free_body_8_OVER_9 = 0.8888888888888888; /* 8/9 */

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void free_body_c01_near(double y, double *c0, double *c1)
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
free_body_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    free_body_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void free_body_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        free_body_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        free_body_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* Stumpff functions c_0 to c_3 of y where 0 <= y <= pi^2/4. */
static inline void free_body_c0123_near(double y, double *c0, double *c1,
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
free_body_c0123_far(double y, double *c0, double *c1, double *c2, double *c3)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    free_body_c0123_near(y, c0, c1, c2, c3);
    for (; doublings > 0; doublings--) {
        const double a = *c1, b = *c2;
        y *= 4.0;
        *c3 = 0.25 * (*c3 + a * b);
        *c2 = 0.5 * a * a;
        *c1 = *c0 * a;
        *c0 = y * *c2 < 1.0 ? 1.0 - y * *c2 : 2.0 * *c0 * *c0 - 1.0;
    }
}

static inline void free_body_c0123(double y, double *c0, double *c1, double *c2,
                                   double *c3)
{
    if (y <= 2.4674011) {
        free_body_c0123_near(y, c0, c1, c2, c3);
    } else {
        double r0, r1, r2, r3;
        free_body_c0123_far(y, &r0, &r1, &r2, &r3);
        *c0 = r0;
        *c1 = r1;
        *c2 = r2;
        *c3 = r3;
    }
}

/* --- the start ------------------------------------------------------------ */

void free_body_start(free_body *x)
{
    x->q[0] = 1.0;
    x->q[1] = 0.0;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.416500056;
    x->L[1] = 0.90720054;
    x->L[2] = 0.0577016;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void free_body_defaults(free_body_par *par)
{
    (void)par;
}

/* Where the header gave the plain names. */
#ifndef free_body_start
void free_body_start_9d3e3dd5(free_body *x)
{
    free_body_start(x);
}

void free_body_defaults_9d3e3dd5(free_body_par *par)
{
    free_body_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void free_body_tick(free_body *to, const free_body *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void free_body_copy(free_body *to, const free_body *from)
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
static bool free_body_finite(const free_body *x)
{
    const double sum = x->q[0] + x->q[1] + (x->q[2] + x->q[3]) +
        ((x->L[0] + x->L[1]) + (x->L[2] + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool free_body_same(double u, double v)
{
    return u >= v && u <= v;
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int free_body_run(free_body *x, const free_body_par *par,
                  const free_body_in *in, double h, long steps)
{
    (void)par;
    (void)in;
    const double h_scaled = free_body_K1*h;
    const double h_scaledb = free_body_K2*h;
    const double h_scaledc = free_body_K3*h;
    const double h_scaledd = free_body_K4*h;
    const double h_466_over_915 = free_body_K5*h;
    const double h_scalede = free_body_K6*h;
    const double h_scaledf = free_body_K7*h;
    const double h_scaledg = free_body_K8*h;
    const double h_scaledh = free_body_K9*h;
    const double h_2_over_9 = free_body_2_OVER_9*h;
    const double h_sq_over_18 = free_body_1_OVER_18*(h*h);
    const double h_scaledi = free_body_K10*h;
    const double h_scaledj = free_body_K11*h;
    const double h_scaledk = free_body_K12*h;
    free_body now, next;
    int status = FREE_BODY_OK;
    long step;

    free_body_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double w1_0 = free_body_J_INV_00*L0;
        const double w1_1 = free_body_J_INV_11*L1;
        const double w1_2 = free_body_J_INV_22*L2;

        /* stage 1: t */
        const double Ldot_s1_0 = L1*L2; /* -45567/14050 Ldot_0 */
        const double Ldot_s1_1 = L0*L2; /* 94869/46600 Ldot_1 */
        const double Ldot_s1_2 = L0*L1; /* -23241/4250 Ldot_2 */

        /* stage 2: t + h/2 */
        const double w2_0 = w1_0 - Ldot_s1_0*h_scaled;
        const double w2_1 = w1_1 + Ldot_s1_1*h_scaledb;
        const double w2_2 = w1_2 - Ldot_s1_2*h_scaledc;
        const double Ldot_s2_0 = w2_1*w2_2; /* -500/281 Ldot_0 */
        const double Ldot_s2_1 = w2_0*w2_2; /* 625/466 Ldot_1 */
        const double Ldot_s2_2 = w2_0*w2_1; /* -2500/459 Ldot_2 */

        /* stage 3: t + 3h/4 */
        const double w3_0 = w1_0 - Ldot_s2_0*h_scaledd;
        const double w3_1 = w1_1 + Ldot_s2_1*h_466_over_915;
        const double w3_2 = w1_2 - Ldot_s2_2*h_scalede;

        /* stage 4: t + h */
        const double w4_0 = w1_0 -
            h_scaledf*(free_body_1_OVER_2_J2_J3*Ldot_s1_0 + 0.75*Ldot_s2_0 +
            w3_1*w3_2);
        const double w4_1 = w1_1 +
            h_scaledg*(free_body_1_OVER_2_J1_J3*Ldot_s1_1 + 0.75*Ldot_s2_1 +
            w3_0*w3_2);
        const double w4_2 = w1_2 -
            h_scaledh*(free_body_1_OVER_2_J1_J2*Ldot_s1_2 + 0.75*Ldot_s2_2 +
            w3_0*w3_1);

        /* finish */
        const double v_0_part =
            h_2_over_9*(free_body_5_OVER_4_J1*L0 - Ldot_s1_0*h_scaledi + w3_0);
        const double v_0 = v_0_part - (w1_2*w3_1 - w1_1*w3_2)*h_sq_over_18;
        const double v_1_part =
            h_2_over_9*(free_body_5_OVER_4_J2*L1 + Ldot_s1_1*h_scaledj + w3_1);
        const double v_1 = v_1_part - (w1_0*w3_2 - w1_2*w3_0)*h_sq_over_18;
        const double v_2_part =
            h_2_over_9*(free_body_5_OVER_4_J3*L2 - Ldot_s1_2*h_scaledk + w3_2);
        const double v_2 = v_2_part - (w1_1*w3_0 - w1_0*w3_1)*h_sq_over_18;
        const double y_5 = v_0*v_0 + v_1*v_1 + v_2*v_2;
        double c0_5, c1_5;
        free_body_c01(y_5, &c0_5, &c1_5);

        /* the new state */
        next.q[0] = q0*c0_5 - c1_5*(q1*v_0 + q2*v_1 + q3*v_2);
        next.q[1] = q1*c0_5 + c1_5*(q0*v_0 - q3*v_1 + q2*v_2);
        next.q[2] = q2*c0_5 + c1_5*(q0*v_1 - q1*v_2 + q3*v_0);
        next.q[3] = q3*c0_5 + c1_5*(q0*v_2 - q2*v_0 + q1*v_1);
        next.L[0] = 0.9144*w4_0;
        next.L[1] = 1.098*w4_1;
        next.L[2] = 1.66*w4_2;
        free_body_tick(&next, &now, h);
        if (!free_body_finite(&next)) {
            status = FREE_BODY_NOT_FINITE;
            break;
        }
        free_body_copy(&now, &next);
    }
    free_body_copy(x, &now);
    return status;
}

int free_body_step(free_body *x, const free_body_par *par,
                   const free_body_in *in, double h)
{
    return free_body_run(x, par, in, h, 1);
}

/* --- adaptive steps ------------------------------------------------------- */


/* x^a for x from 1e-21 to 1e21, to six digits where it is near 1, to two at
 * least elsewhere. */
static inline double free_body_power(double x, double a)
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
static inline double free_body_factor(double error, double before, double order)
{
    const double aim = 0.25;
    error = error < 1e-20 ? 1e-20 : error > 1e20 ? 1e20 : error;
    before = before > 1e20 ? 1e20 : before;
    if (!(before > 1e-20)) {
        return free_body_power(aim / error, 0.5 / order);
    }
    return free_body_power(aim / error, 0.3 / order) *
           free_body_power(before / aim, 0.1 / order);
}

void free_body_control_start(free_body_control *c)
{
    c->angle = 1e-08;
    c->rate = 2.5e-09;
    c->first = 0.0078125;
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
 * torque's time advances by span. */
static int free_body_trial(const free_body *x, const free_body_par *par,
                           const free_body_in *in, double h, double span,
                           free_body *to, double error[3])
{
    (void)par;
    (void)in;
    (void)span;
    const double h_sq = h*h;
    const double h_scaled = free_body_K1*h;
    const double h_scaledb = free_body_K2*h;
    const double h_scaledc = free_body_K3*h;
    const double h_scaledd = free_body_K4*h;
    const double h_466_over_915 = free_body_K5*h;
    const double h_scalede = free_body_K6*h;
    const double h_scaledf = free_body_K7*h;
    const double h_scaledg = free_body_K8*h;
    const double h_scaledh = free_body_K9*h;
    const double h_2_over_9 = free_body_2_OVER_9*h;
    const double h_sq_over_18 = free_body_1_OVER_18*h_sq;
    const double h_over_16 = 0.0625*h;
    const double h_sq_over_2 = 0.5*h_sq;
    const double h_scaledi = free_body_K10*h;
    const double h_scaledj = free_body_K11*h;
    const double h_scaledk = free_body_K12*h;
    const double h_scaledl = 0.3372016336744748 /* (1/J2 - 1/J3)/J1 */ *h;
    const double h_scaledm = 0.44736216738022855 /* (1/J1 - 1/J3)/J2 */ *h;
    const double h_scaledn = 0.1101605337057537 /* (1/J1 - 1/J2)/J3 */ *h;
    const double h_scaledo = 0.20487022455526394 /* (J3 - J2)/(3*J1) */ *h;
    const double h_scaledp = 0.22635094110503948 /* (J3 - J1)/(3*J2) */ *h;
    const double h_scaledq = 0.03686746987951807 /* (J2 - J1)/(3*J3) */ *h;
    int status = FREE_BODY_OK;
    do {
        const double q0 = x->q[0], q1 = x->q[1], q2 = x->q[2], q3 = x->q[3];
        const double L0 = x->L[0], L1 = x->L[1], L2 = x->L[2];
        const double w1_0 = free_body_J_INV_00*L0;
        const double w1_1 = free_body_J_INV_11*L1;
        const double w1_2 = free_body_J_INV_22*L2;

        /* stage 1: t */
        const double w_s1_0 = L1*L2; /* -2.96558 w_0 */
        const double w_s1_1 = L0*L2; /* 2.23533 w_1 */
        const double w_s1_2 = L0*L1; /* -9.07766 w_2 */

        /* stage 2: t + h/2 */
        const double w2_0 = w1_0 - w_s1_0*h_scaled;
        const double w2_1 = w1_1 + w_s1_1*h_scaledb;
        const double w2_2 = w1_2 - w_s1_2*h_scaledc;
        const double Ldot_s2_0 = w2_1*w2_2; /* -500/281 Ldot_0 */
        const double Ldot_s2_1 = w2_0*w2_2; /* 625/466 Ldot_1 */
        const double Ldot_s2_2 = w2_0*w2_1; /* -2500/459 Ldot_2 */

        /* stage 3: t + 3h/4 */
        const double Ldot_s2_0_h_scaledd = Ldot_s2_0*h_scaledd;
        const double w3_0 = w1_0 - Ldot_s2_0_h_scaledd;
        const double t1 = Ldot_s2_1*h_466_over_915;
        const double w3_1 = w1_1 + t1;
        const double Ldot_s2_2_h_scalede = Ldot_s2_2*h_scalede;
        const double w3_2 = w1_2 - Ldot_s2_2_h_scalede;
        const double Ldot_s3_0 = w3_1*w3_2; /* -500/281 Ldot_0 */
        const double Ldot_s3_1 = w3_0*w3_2; /* 625/466 Ldot_1 */
        const double Ldot_s3_2 = w3_0*w3_1; /* -2500/459 Ldot_2 */

        /* stage 4: t + h */
        const double t2 = free_body_1_OVER_2_J2_J3*w_s1_0 + 0.75*Ldot_s2_0 +
            Ldot_s3_0;
        const double w4_0 = w1_0 - h_scaledf*t2;
        const double t3 = free_body_1_OVER_2_J1_J3*w_s1_1 + 0.75*Ldot_s2_1 +
            Ldot_s3_1;
        const double w4_1 = w1_1 + h_scaledg*t3;
        const double t4 = free_body_1_OVER_2_J1_J2*w_s1_2 + 0.75*Ldot_s2_2 +
            Ldot_s3_2;
        const double w4_2 = w1_2 - h_scaledh*t4;
        const double v_0_part =
            h_2_over_9*(free_body_5_OVER_4_J1*L0 - w_s1_0*h_scaledi + w3_0);
        const double v_0 = v_0_part - (w1_2*w3_1 - w1_1*w3_2)*h_sq_over_18;
        const double v_1_part =
            h_2_over_9*(free_body_5_OVER_4_J2*L1 + w_s1_1*h_scaledj + w3_1);
        const double v_1 = v_1_part - (w1_0*w3_2 - w1_2*w3_0)*h_sq_over_18;
        const double v_2_part =
            h_2_over_9*(free_body_5_OVER_4_J3*L2 - w_s1_2*h_scaledk + w3_2);
        const double v_2 = v_2_part - (w1_1*w3_0 - w1_0*w3_1)*h_sq_over_18;
        const double y_5 = v_0*v_0 + v_1*v_1 + v_2*v_2;
        const double t5 = 0.02702702702702703 + y_5;
        const double rate_part = h*t5;

        /* finish */
        double c0_5, c1_5, c2_5, c3_5;
        free_body_c0123(y_5, &c0_5, &c1_5, &c2_5, &c3_5);
        const double c1_5_sq = c1_5*c1_5;
        const double dexp_vv = c3_5 + c1_5*c2_5;

        /* error */
        const double P_hat_0_over_h_over_16 = 4.7389909594634005 /* 13/(3*J1) */
            *L0 - w_s1_0*h_scaledl + free_body_8_OVER_3*w3_0 + w4_0;
        const double P_hat_0 = h_over_16*P_hat_0_over_h_over_16;
        const double P_hat_1_over_h_over_16 = 3.946569520340012 /* 13/(3*J2) */
            *L1 + w_s1_1*h_scaledm + free_body_8_OVER_3*w3_1 + w4_1;
        const double P_hat_1 = h_over_16*P_hat_1_over_h_over_16;
        const double P_hat_2_over_h_over_16 = 2.610441767068273 /* 13/(3*J3) */
            *L2 - w_s1_2*h_scaledn + free_body_8_OVER_3*w3_2 + w4_2;
        const double P_hat_2 = h_over_16*P_hat_2_over_h_over_16;
        const double t6 = t1 + h_scaledp*t3, t7 = h_sq*P_hat_2_over_h_over_16;
        const double t8 = Ldot_s2_2_h_scalede + h_scaledq*t4;
        const double t9 = h_sq*P_hat_1_over_h_over_16;
        const double t10 = t6*t7 + t8*t9;
        const double angle_part = v_0 - P_hat_0 + free_body_K13*t10;
        const double t11 = Ldot_s2_0_h_scaledd + h_scaledo*t2;
        const double t12 = h_sq*P_hat_0_over_h_over_16, t13 = t11*t9 + t6*t12;
        const double angle_part2 = P_hat_2 - v_2 + free_body_K13*t13;
        const double angle_part3 = v_0*angle_part2 + v_2*angle_part;
        const double t14 = t8*t12 - t11*t7;
        const double angle_part4 = P_hat_1 - v_1 + free_body_K13*t14;
        const double angle_part5 = v_1*angle_part + v_0*angle_part4;
        const double angle_part6 = v_2*angle_part4 - v_1*angle_part2;
        const double angle_0_part = t5*
            (dexp_vv*(v_2*angle_part3 + v_1*angle_part5) - angle_part +
            c1_5_sq*angle_part6);
        const double angle_0 = -74.0*angle_0_part;
        const double angle_1_part = t5*(angle_part4 -
            dexp_vv*(v_0*angle_part5 + v_2*angle_part6) + c1_5_sq*angle_part3);
        const double angle_1 = -74.0*angle_1_part;
        const double angle_2_part = t5*(angle_part2 +
            dexp_vv*(v_1*angle_part6 - v_0*angle_part3) - c1_5_sq*angle_part5);
        const double angle_2 = -74.0*angle_2_part;
        const double left_out_part = P_hat_0*P_hat_0 + P_hat_1*P_hat_1 +
            P_hat_2*P_hat_2;
        const double left_out_0 = -free_body_K14*t5*t10*left_out_part;
        const double left_out_1 = free_body_K14*t5*t14*left_out_part;
        const double left_out_2 = free_body_K14*t5*t13*left_out_part;
        const double rate_0_part = (0.3048014767021943 /* 5/(9*J2*J3) */
            *w_s1_0 - free_body_2_OVER_3*Ldot_s2_0 -
            free_body_8_OVER_9*Ldot_s3_0 + w4_1*w4_2)*rate_part;
        const double rate_0 =
            2.842574365704287 /* 37*(J3 - J2)/(8*J1) */ *rate_0_part;
        const double rate_1_part = (0.36600177320539085 /* 5/(9*J1*J3) */
            *w_s1_1 - free_body_2_OVER_3*Ldot_s2_1 -
            free_body_8_OVER_9*Ldot_s3_1 + w4_0*w4_2)*rate_part;
        const double rate_1 =
            -3.1406193078324227 /* 37*(J3 - J1)/(8*J2) */ *rate_1_part;
        const double rate_2_part = (0.5533360141356546 /* 5/(9*J1*J2) */
            *w_s1_2 - free_body_2_OVER_3*Ldot_s2_2 -
            free_body_8_OVER_9*Ldot_s3_2 + w4_0*w4_1)*rate_part;
        const double rate_2 =
            0.5115361445783132 /* 37*(J2 - J1)/(8*J3) */ *rate_2_part;
        const double new_error2_part = 0.3628973726230222 /* 1/J3^2 */ *(L2*
            L2) +
            (1.1959900463010802 /* 1/J1^2 */ *(L0*L0) +
            0.8294597562715452 /* 1/J2^2 */ *(L1*L1));
        const double new_error0_part = left_out_2*left_out_2 +
            (left_out_0*left_out_0 + left_out_1*left_out_1) + angle_0*angle_0;

        /* the new state, and the errors */
        to->q[0] = q0*c0_5 - c1_5*(q1*v_0 + q2*v_1 + q3*v_2);
        to->q[1] = q1*c0_5 + c1_5*(q0*v_0 - q3*v_1 + q2*v_2);
        to->q[2] = q2*c0_5 + c1_5*(q0*v_1 - q1*v_2 + q3*v_0);
        to->q[3] = q3*c0_5 + c1_5*(q0*v_2 - q2*v_0 + q1*v_1);
        to->L[0] = 0.9144*w4_0;
        to->L[1] = 1.098*w4_1;
        to->L[2] = 1.66*w4_2;
        error[0] = new_error0_part + (angle_1*angle_1 + angle_2*angle_2);
        error[1] = rate_0*rate_0 + rate_1*rate_1 + rate_2*rate_2;
        error[2] =
            h_sq_over_2*(new_error2_part + w4_0*w4_0 + (w4_1*w4_1 + w4_2*w4_2));
    } while (false);
    return status;
}

/* The largest square of an error, relative to its tolerance; NaN if one is NaN.
 * The turn counts as an error that falls with h as they do: steps aim at a turn
 * of 1.4 rad at most. */
static double free_body_worst(const free_body_control *c, const double error[3])
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
    if (!free_body_same(angle, angle)) { /* no number */
        return angle;
    }
    if (!free_body_same(rate, rate)) { /* no number */
        return rate;
    }
    if (of_turn > 0.4) {
        const double turn = 0.25*free_body_power(of_turn, 3.0);
        worst = turn > worst ? turn : worst;
    }
    return worst;
}

/* The next breakpoint on the way from t. */
static double free_body_aim(free_body_control *c, double t, double t_end)
{
    double aim = t_end;
    (void)c;
    (void)t;
    return aim;
}

/* The size of the next step, `left` seconds before a breakpoint: that
 * controlled, stretched a little to end there, or halved to leave no tiny
 * rest. */
static double free_body_size(const free_body_control *c, double left)
{
    const double h = c->h;
    if (left <= 1.1*h && (!(c->max > 0.0) || left <= c->max)) {
        return left;
    }
    return left < 2.0*h ? 0.5*left : h;
}

/* Makes h what the steps may be: from the smallest, `least`, to max. */
static double free_body_bounded(const free_body_control *c, double h,
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
static void free_body_accept(free_body_control *c, double h, double error,
                             bool rejected)
{
    const double most = 0.0 < c->memory ? 5.0 : 100.0;
    double factor = free_body_factor(error, c->memory, 3.0);
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
static double free_body_smaller(double h, int status, double error)
{
    double factor;
    if (status != FREE_BODY_OK || !(error - error >= 0.0)) {
        return 0.5*h;
    }
    factor = free_body_factor(error, 0.0, 3.0);
    return h*(factor < 0.2 ? 0.2 : factor > 0.9 ? 0.9 : factor);
}

/* Why a run ends with a rejected step. */
static int free_body_reason(int status, double error, bool tiny)
{
    if (status != FREE_BODY_OK) {
        return status;
    }
    if (!(error - error >= 0.0)) {
        return FREE_BODY_NOT_FINITE;
    }
    return tiny ? FREE_BODY_STEP_TOO_SMALL : FREE_BODY_REJECTED;
}

/* Tries a step of h, which may be negative; *worst is its error.  Torque may
 * jump where a run begins and where it ends: it is seen just after the one and
 * just before the other. */
static int free_body_try(const free_body *x, const free_body_par *par,
                         const free_body_in *in, const free_body_control *c,
                         double h, bool lands, free_body *to, double *worst)
{
    double error[3], span = h;
    free_body now;
    int status;

    free_body_copy(&now, x);
    (void)lands;
    free_body_copy(to, x);
    status = free_body_trial(&now, par, in, h, span, to, error);
    if (status == FREE_BODY_OK && !free_body_finite(to)) {
        status = FREE_BODY_NOT_FINITE;
    }
    *worst = status == FREE_BODY_OK ? free_body_worst(c, error) : 0.0;
    return status;
}

int free_body_advance(free_body *x, const free_body_par *par,
                      const free_body_in *in, free_body_control *c,
                      double t_end)
{
    const double eps = 2.220446049250313e-16;
    long allowed = c->most;
    int refused = 0; /* in a row */

    if (!(t_end - t_end >= 0.0)) {
        return FREE_BODY_NOT_FINITE;
    }
    while (!free_body_same(x->t, t_end)) {
        const double aim = free_body_aim(c, x->t, t_end);
        const double left = (aim - x->t) - x->t_rest;
        const double sign = left < 0.0 ? -1.0 : 1.0;
        /* what time and its rest resolve */
        const double seen = 16.0*eps*eps*(x->t < 0.0 ? -x->t : x->t);
        const double least = c->min > seen ? c->min : seen;
        double h, worst;
        free_body to;
        bool lands;
        int status;

        if (!(left - left >= 0.0)) { /* the state's time is NaN */
            return FREE_BODY_NOT_FINITE;
        }
        if (c->most > 0 && allowed <= 0) {
            return FREE_BODY_UNFINISHED;
        }
        if (!(c->h > 0.0)) {
            c->h = c->first;
            c->memory = 0.0;
        }
        c->h = free_body_bounded(c, c->h, least);
        h = free_body_size(c, sign*left);
        lands = free_body_same(h, sign*left);
        if (!(h > 0.0)) {
            return FREE_BODY_STEP_TOO_SMALL;
        }
        status = free_body_try(x, par, in, c, sign*h, lands, &to, &worst);
        if (status != FREE_BODY_OK || !(worst <= 1.0)) {
            if (c->rejected < 2147483647) {
                c->rejected++;
            }
            refused++;
            if (h <= least || refused >= 30) {
                return free_body_reason(status, worst, h <= least);
            }
            c->h = free_body_bounded(c, free_body_smaller(h, status, worst),
                least);
            continue;
        }
        if (lands) {
            to.t = aim;
            to.t_rest = 0.0;
        } else {
            free_body_tick(&to, x, sign*h);
        }
        free_body_copy(x, &to);
        free_body_accept(c, h, worst, refused > 0);
        refused = 0;
        if (allowed > 0) {
            allowed--;
        }
    }
    return FREE_BODY_OK;
}
