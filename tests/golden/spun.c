/* spun.c - made by polhode *; do not edit.
 *   from       spun.pol (content *)
 *   by         polhode emit spun.pol --without interp,access,stepper
 *   body       spun.pol - a motor spins up a wheel while a signal fades.
 *   method     fe, order 1
 *              forward Euler, rate form
 *              P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, (11)
 *   attitude   quaternion, map exp
 *   inertia    diag(2.0, 3.0, 4.0) kg m^2, wheels locked
 *   wheel      rotor: axis [0.0, 0.0, 1.0], inertia 0.1 kg m^2
 *   real       double
 *   cost       74 mul, 41 add: 115 flops per step; 4 hoisted out of the loop; 7
 *              for the compensated clock, 10 for the finite check
 *   calls      nothing outside this file, no libm
 *   without    interp,access,stepper
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum of body and wheels in the
 * body frame. No allocation, no globals: reentrant. Bits are the same
 * everywhere where products and sums are not contracted (-ffp-contract=off);
 * NaN and Inf checks do not work under -ffinite-math-only. The file belongs to
 * whoever wrote the spec.
 */
#ifndef SPUN_NO_INCLUDE
#ifndef SPUN_PLAIN
#define SPUN_PLAIN
#endif
#include "spun.h"
#include <stdbool.h>
#endif

static const double spun_J1_INV_MINUS_J2_INV =
    0.16666666666666666; /* 1/J1 - 1/J2 */
static const double spun_J1_OVER_J2 = 0.6666666666666666; /* J1/J2 */
static const double spun_K1 = 0.5128205128205128;
static const double spun_K2 = 0.7692307692307693;

/* Stumpff functions c_0 and c_1 of y where 0 <= y <= pi^2/4. */
static inline void spun_c01_near(double y, double *c0, double *c1)
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
spun_c01_far(double y, double *c0, double *c1)
{
    int doublings = 0;
    while (y > 2.4674011 && doublings < 32) {
        y *= 0.25;
        doublings++;
    }
    if (!(y <= 2.4674011)) {
        y = (y - y) / (0.0 * y); /* NaN */
    }

    spun_c01_near(y, c0, c1);
    for (; doublings > 0; doublings--) {
        const double s2 = y * *c1 * *c1;
        *c1 = *c0 * *c1;
        *c0 = s2 < 0.5 ? 1.0 - 2.0 * s2 : 2.0 * *c0 * *c0 - 1.0;
        y *= 4.0;
    }
}

static inline void spun_c01(double y, double *c0, double *c1)
{
    if (y <= 2.4674011) {
        spun_c01_near(y, c0, c1);
    } else {
        double r0, r1;
        spun_c01_far(y, &r0, &r1);
        *c0 = r0;
        *c1 = r1;
    }
}

/* --- the start ------------------------------------------------------------ */

void spun_start(spun *x)
{
    x->q[0] = 1.0;
    x->q[1] = 0.0;
    x->q[2] = 0.0;
    x->q[3] = 0.0;
    x->L[0] = 0.4;
    x->L[1] = -0.3;
    x->L[2] = 4.0;
    x->rotor = 2.05;
    x->z = 1.0;
    x->t = 0.0;
    x->t_rest = 0.0;
}

void spun_defaults(spun_par *par)
{
    (void)par;
}

/* Where the header gave the plain names. */
#ifndef spun_start
void spun_start_db23d996(spun *x)
{
    spun_start(x);
}

void spun_defaults_db23d996(spun_par *par)
{
    spun_defaults(par);
}
#endif

/* --- the step ------------------------------------------------------------- */

/* Advances time by h; compensated sum (Kahan). */
static void spun_tick(spun *to, const spun *from, double h)
{
    const double add = h + from->t_rest;
    const double sum = from->t + add;
    const double got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

static void spun_copy(spun *to, const spun *from)
{
    to->q[0] = from->q[0];
    to->q[1] = from->q[1];
    to->q[2] = from->q[2];
    to->q[3] = from->q[3];
    to->L[0] = from->L[0];
    to->L[1] = from->L[1];
    to->L[2] = from->L[2];
    to->rotor = from->rotor;
    to->z = from->z;
    to->t = from->t;
    to->t_rest = from->t_rest;
}

/* Are all its numbers finite?  Not if their sum overflows. */
static bool spun_finite(const spun *x)
{
    const double sum = x->q[0] + x->q[1] + x->q[2] + (x->q[3] + x->L[0]) +
        (((x->L[1] + x->L[2]) + x->rotor) + (x->z + x->t));
    return sum - sum <= 0.0; /* else infinite, or no number */
}

/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int spun_run(spun *x, const spun_par *par, const spun_in *in, double h,
             long steps)
{
    (void)par;
    const double u = in->u;
    const double h_over_3 = 0.3333333333333333 /* 1/J2 */ *h;
    const double h_10_over_39 = 0.2564102564102564*h;
    const double h_over_6 = spun_J1_INV_MINUS_J2_INV*h;
    const double h_over_2 = 0.5*h;
    spun now, next;
    int status = SPUN_OK;
    long step;

    spun_copy(&now, x);
    for (step = 0; step < steps; step++) {
        const double q0 = now.q[0], q1 = now.q[1], q2 = now.q[2], q3 = now.q[3];
        const double L0 = now.L[0], L1 = now.L[1], L2 = now.L[2];
        const double rotor = now.rotor;
        const double z = now.z;
        const double Jw_2 = L2 - rotor;
        const double L0_h = L0*h;
        const double L1_h = L1*h;
        const double h_Jw_2 = h*Jw_2;
        const double T_s_2 = z*Jw_2; /* -39/10 T_2 */
        const double y = 0.0625*(L0_h*L0_h) +
            0.027777777777777776 /* 1/(4*J2^2) */ *(L1_h*L1_h) +
            0.01643655489809336*(h_Jw_2*h_Jw_2);
        double c0, c1;
        spun_c01(y, &c0, &c1);
        const double new_q0_part =
            (q1*L0_h + spun_J1_OVER_J2*q2*L1_h + spun_K1*q3*h_Jw_2)*c1;
        const double new_q1_part =
            c1*(q0*L0_h - spun_J1_OVER_J2*q3*L1_h + spun_K1*q2*h_Jw_2);
        const double new_q2_part =
            c1*(q0*L1_h + 1.5*q3*L0_h - spun_K2*q1*h_Jw_2);
        const double new_q3_part = c1*(1.3*q1*L1_h - 1.95*q2*L0_h + q0*h_Jw_2);

        /* the new state */
        next.q[0] = q0*c0 - 0.25*new_q0_part;
        next.q[1] = q1*c0 + 0.25*new_q1_part;
        next.q[2] = q2*c0 + spun_J1_INV_MINUS_J2_INV*new_q2_part;
        next.q[3] = q3*c0 + 0.1282051282051282*new_q3_part;
        next.L[0] = L0 -
            h_over_2*(L0*z + spun_J1_OVER_J2*L1*(L2 - spun_K2*Jw_2));
        next.L[1] = L1 - h_over_3*(L1*z + spun_K2*L0*(Jw_2 - 1.95*L2));
        next.L[2] = L2 - (L0*L1 + 1.5384615384615385*T_s_2)*h_over_6;
        next.rotor = rotor + u*h;
        next.z = z - T_s_2*h_10_over_39;
        spun_tick(&next, &now, h);
        if (!spun_finite(&next)) {
            status = SPUN_NOT_FINITE;
            break;
        }
        spun_copy(&now, &next);
    }
    spun_copy(x, &now);
    return status;
}

int spun_step(spun *x, const spun_par *par, const spun_in *in, double h)
{
    return spun_run(x, par, in, h, 1);
}
