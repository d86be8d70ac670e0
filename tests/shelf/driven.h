/* SPDX-License-Identifier: MIT
 *
 * The motion of bodies/driven.pol to sixty digits, without any of polhode: the
 * equations of (quaternion, L), by extrapolation of the midpoint rule.
 * W. Gragg, SIAM J. Numer. Anal. 2 (1965) 384-403; E. Hairer, S. P. Norsett,
 * G. Wanner, Solving Ordinary Differential Equations I, Springer 1993, II.9.
 */
#ifndef POL_DRIVEN_H
#define POL_DRIVEN_H

#include <mpfr.h>

enum {
    DRIVEN_BITS = 240,
    DRIVEN_STATE = 7, /* q, L */
    DRIVEN_COLUMNS = 20
};

typedef mpfr_t driven_state[DRIVEN_STATE];

static inline void driven_init(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], DRIVEN_BITS);
        mpfr_set_zero(x[i], 1);
    }
}

static inline void driven_clear(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
}

/* out += a b sign */
static inline void driven_add(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b,
                              int sign)
{
    mpfr_t product;
    mpfr_init2(product, DRIVEN_BITS);
    mpfr_mul(product, a, b, MPFR_RNDN);
    (sign > 0 ? mpfr_add : mpfr_sub)(out, out, product, MPFR_RNDN);
    mpfr_clear(product);
}

/* out += a x b */
static inline void driven_cross(mpfr_t *out, mpfr_t *a, mpfr_t *b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        driven_add(out[i], a[j], b[k], 1);
        driven_add(out[i], a[k], b[j], -1);
    }
}

/* The third row of the quaternion's matrix. */
static inline void driven_up(mpfr_t *q, mpfr_t *up)
{
    driven_add(up[0], q[1], q[3], 1);
    driven_add(up[0], q[0], q[2], -1);
    driven_add(up[1], q[2], q[3], 1);
    driven_add(up[1], q[0], q[1], 1);
    for (int i = 0; i < 2; i++)
        mpfr_mul_2ui(up[i], up[i], 1, MPFR_RNDN);
    for (int i = 0; i < 4; i++)
        driven_add(up[2], q[i], q[i], i == 0 || i == 3 ? 1 : -1);
}

/* out += up x (0.8, -1.6, 2.4) + cos(3 t + 1) (up2, -0.5, up1) */
static inline void driven_torque(mpfr_srcptr t, mpfr_t *up, mpfr_t *out)
{
    mpfr_t x[4];
    driven_init(x, 4);
    for (int i = 0; i < 3; i++) {
        mpfr_set_si(x[i], i == 1 ? -16 : 8 + 8 * i, MPFR_RNDN);
        mpfr_div_ui(x[i], x[i], 10, MPFR_RNDN);
    }
    driven_cross(out, up, x);
    mpfr_mul_ui(x[3], t, 3, MPFR_RNDN);
    mpfr_add_ui(x[3], x[3], 1, MPFR_RNDN);
    mpfr_cos(x[3], x[3], MPFR_RNDN);
    mpfr_set_d(x[1], 0.5, MPFR_RNDN);
    driven_add(out[0], x[3], up[1], 1);
    driven_add(out[1], x[3], x[1], -1);
    driven_add(out[2], x[3], up[0], 1);
    driven_clear(x, 4);
}

/* The quaternion's rate q (0, w)/2. */
static inline void driven_turn(mpfr_t *q, mpfr_t *w, mpfr_t *out)
{
    for (int i = 0; i < 3; i++) {
        driven_add(out[0], q[i + 1], w[i], -1);
        driven_add(out[i + 1], q[0], w[i], 1);
    }
    driven_cross(out + 1, q + 1, w);
    for (int i = 0; i < 4; i++)
        mpfr_div_2ui(out[i], out[i], 1, MPFR_RNDN);
}

static inline void driven_rate(mpfr_srcptr t, mpfr_t *y, mpfr_t *out)
{
    static const unsigned moment[3] = {9, 13, 17}; /* tenths */
    mpfr_t w[3], up[3];
    driven_init(w, 3);
    driven_init(up, 3);
    for (int i = 0; i < 3; i++) {
        mpfr_mul_ui(w[i], y[4 + i], 10, MPFR_RNDN);
        mpfr_div_ui(w[i], w[i], moment[i], MPFR_RNDN);
    }
    for (int i = 0; i < DRIVEN_STATE; i++)
        mpfr_set_zero(out[i], 1);
    driven_turn(y, w, out);
    driven_cross(out + 4, y + 4, w);
    driven_up(y, up);
    driven_torque(t, up, out + 4);
    driven_clear(w, 3);
    driven_clear(up, 3);
}

static inline void driven_start(mpfr_t *y)
{
    static const int tenths[DRIVEN_STATE] = {50, 50, -50, 50, 90, -260, 85};
    for (int i = 0; i < DRIVEN_STATE; i++) {
        mpfr_set_si(y[i], tenths[i], MPFR_RNDN);
        mpfr_div_ui(y[i], y[i], 100, MPFR_RNDN);
    }
}

/* n midpoint steps to t_end, the first one by Euler. */
static inline void driven_midpoint(double t_end, int n, mpfr_t *out)
{
    mpfr_t time[2], before[DRIVEN_STATE], rate[DRIVEN_STATE];
    driven_init(time, 2);
    driven_init(before, DRIVEN_STATE);
    driven_init(rate, DRIVEN_STATE);
    driven_start(before);
    mpfr_t *h = &time[1];
    mpfr_set_d(*h, t_end, MPFR_RNDN);
    mpfr_div_si(*h, *h, n, MPFR_RNDN);
    driven_rate(time[0], before, rate);
    for (int i = 0; i < DRIVEN_STATE; i++) {
        mpfr_set(out[i], before[i], MPFR_RNDN);
        driven_add(out[i], *h, rate[i], 1);
    }
    for (int k = 1; k < n; k++) {
        mpfr_mul_si(time[0], *h, k, MPFR_RNDN);
        driven_rate(time[0], out, rate);
        for (int i = 0; i < DRIVEN_STATE; i++) {
            driven_add(before[i], *h, rate[i], 1);
            driven_add(before[i], *h, rate[i], 1);
            mpfr_swap(before[i], out[i]);
        }
    }
    driven_clear(time, 2);
    driven_clear(before, DRIVEN_STATE);
    driven_clear(rate, DRIVEN_STATE);
}

/* The state at t_end, with so many columns of the scheme. */
static inline void driven_at(double t_end, int columns, mpfr_t *out)
{
    driven_state table[DRIVEN_COLUMNS];
    mpfr_t d;
    driven_init(&d, 1);
    for (int j = 0; j < columns; j++) {
        driven_init(table[j], DRIVEN_STATE);
        driven_midpoint(t_end, 2 * (j + 1), table[j]);
        for (int i = j - 1; i >= 0; i--)
            for (int k = 0; k < DRIVEN_STATE; k++) {
                int n = (j + 1) * (j + 1), m = (i + 1) * (i + 1);
                mpfr_sub(d, table[i + 1][k], table[i][k], MPFR_RNDN);
                mpfr_mul_si(d, d, m, MPFR_RNDN);
                mpfr_div_si(d, d, n - m, MPFR_RNDN);
                mpfr_add(table[i][k], table[i + 1][k], d, MPFR_RNDN);
            }
    }
    for (int k = 0; k < DRIVEN_STATE; k++)
        mpfr_set(out[k], table[0][k], MPFR_RNDN);
    for (int j = 0; j < columns; j++)
        driven_clear(table[j], DRIVEN_STATE);
    driven_clear(&d, 1);
}

#endif
