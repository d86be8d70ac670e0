/* SPDX-License-Identifier: MIT
 *
 * Integrates a model's own equations
 *     r' = r x w for the rows r of R,   L' = L x w + T,   w = J^-1 L,
 *     x' = v,   m v' = F   of a body with a mass (else they stay zero)
 * in many digits, by extrapolation of the explicit midpoint rule (Gragg,
 * Bulirsch and Stoer).  Nothing here is a method of the shelf: neither group
 * maps nor quaternions nor tableaus.
 */
#ifndef POL_VALUES_REFERENCE_H
#define POL_VALUES_REFERENCE_H

#include <mpfr.h>

#include "in_reals.h"
#include "model/model.h"

enum {
    REFERENCE_BITS = 200,
    REFERENCE_SIZE = 18, /* R row by row, then L, x, v */
    REFERENCE_COLUMNS = 16,
    REFERENCE_SYMBOLS = 64
};

typedef mpfr_t reference_vector[REFERENCE_SIZE];

struct reference {
    const struct model *model;
    int symbols, steps, columns;
    const struct expr *symbol[REFERENCE_SYMBOLS];
    mpfr_t value[REFERENCE_SYMBOLS]; /* t, state, w, then what is constant */
    mpfr_t inverse[9], torque[3], force[3], mass, t, scratch[2];
    reference_vector y, rate, old, now, table[REFERENCE_COLUMNS];
};

enum { REFERENCE_AT_R = 1, REFERENCE_AT_L = 10, REFERENCE_AT_W = 19 };

static inline void reference_init(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_init2(x[i], REFERENCE_BITS);
}

static inline void reference_clear(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
}

static inline void reference_add_symbol(struct reference *r,
                                        const struct expr *symbol,
                                        const struct number *value)
{
    if (value)
        number_mpfr(value, r->value[r->symbols]);
    else
        mpfr_set_zero(r->value[r->symbols], 1);
    r->symbol[r->symbols++] = symbol;
}

/* Parameters at their defaults, inputs at zero. */
static inline void reference_add_fields(struct reference *r)
{
    const struct model *m = r->model;
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++)
            reference_add_symbol(r, m->param[i].symbol[k],
                                 m->param[i].value[k]);
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            reference_add_symbol(r, m->input[i].symbol[k], NULL);
}

static inline void reference_start(struct reference *r)
{
    const struct model *m = r->model;
    for (int i = 0; i < 9; i++)
        number_mpfr(m->start_R[i], r->y[i]);
    for (int i = 0; i < 3; i++) {
        number_mpfr(m->start_L[i], r->y[9 + i]);
        number_mpfr(m->start_x[i], r->y[12 + i]);
        number_mpfr(m->start_v[i], r->y[15 + i]);
    }
    number_mpfr(m->facts.start_t, r->t);
}

/* Room for everything; the state is the model's start.  `steps` per call of
 * reference_run, `columns` of the extrapolation, each of which adds two to the
 * order. */
static inline void reference_open(struct reference *r, const struct model *m,
                                  int steps, int columns)
{
    *r = (struct reference){.model = m, .steps = steps, .columns = columns};
    reference_init(r->value, REFERENCE_SYMBOLS);
    reference_init(r->inverse, 9);
    reference_init(r->torque, 3);
    reference_init(r->force, 3);
    reference_init(&r->mass, 1);
    reference_init(&r->t, 1);
    reference_init(r->scratch, 2);
    reference_init(r->y, REFERENCE_SIZE);
    reference_init(r->rate, REFERENCE_SIZE);
    reference_init(r->old, REFERENCE_SIZE);
    reference_init(r->now, REFERENCE_SIZE);
    for (int j = 0; j < REFERENCE_COLUMNS; j++)
        reference_init(r->table[j], REFERENCE_SIZE);
    reference_add_symbol(r, m->t, NULL);
    for (int i = 0; i < 9; i++)
        reference_add_symbol(r, m->R.x[i], NULL);
    for (int i = 0; i < 3; i++)
        reference_add_symbol(r, m->L.x[i], NULL);
    for (int i = 0; i < 3; i++)
        reference_add_symbol(r, m->x.x[i], NULL);
    for (int i = 0; i < 3; i++)
        reference_add_symbol(r, m->v.x[i], NULL);
    for (int i = 0; i < 3; i++)
        reference_add_symbol(r, m->w.x[i], NULL);
    reference_add_fields(r);
    for (int i = 0; i < 9; i++)
        number_mpfr(m->inverse.x[i]->number, r->inverse[i]);
    reference_start(r);
}

static inline void reference_close(struct reference *r)
{
    reference_clear(r->value, REFERENCE_SYMBOLS);
    reference_clear(r->inverse, 9);
    reference_clear(r->torque, 3);
    reference_clear(r->force, 3);
    reference_clear(&r->mass, 1);
    reference_clear(&r->t, 1);
    reference_clear(r->scratch, 2);
    reference_clear(r->y, REFERENCE_SIZE);
    reference_clear(r->rate, REFERENCE_SIZE);
    reference_clear(r->old, REFERENCE_SIZE);
    reference_clear(r->now, REFERENCE_SIZE);
    for (int j = 0; j < REFERENCE_COLUMNS; j++)
        reference_clear(r->table[j], REFERENCE_SIZE);
}

static inline void reference_cross(struct reference *r, mpfr_t *out,
                                   const mpfr_t *a, const mpfr_t *b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpfr_mul(r->scratch[0], a[j], b[k], MPFR_RNDN);
        mpfr_mul(r->scratch[1], a[k], b[j], MPFR_RNDN);
        mpfr_sub(out[i], r->scratch[0], r->scratch[1], MPFR_RNDN);
    }
}

/* Of x and v, after r->value was set. */
static inline void reference_motion(struct reference *r, mpfr_t *y)
{
    const struct model *m = r->model;
    in_reals(m->pool, 3, m->force.x, r->symbols, r->symbol, r->value, r->force);
    in_reals(m->pool, 1, &m->mass, r->symbols, r->symbol, r->value, &r->mass);
    for (int i = 0; i < 3; i++) {
        mpfr_set(r->rate[12 + i], y[15 + i], MPFR_RNDN);
        mpfr_div(r->rate[15 + i], r->force[i], r->mass, MPFR_RNDN);
    }
}

/* Sets r->rate at time t and state y. */
static inline void reference_rate(struct reference *r, mpfr_srcptr t, mpfr_t *y)
{
    mpfr_t *w = r->value + REFERENCE_AT_W, *L = r->value + REFERENCE_AT_L;
    mpfr_set(r->value[0], t, MPFR_RNDN);
    for (int i = 0; i < REFERENCE_SIZE; i++)
        mpfr_set(r->value[REFERENCE_AT_R + i], y[i], MPFR_RNDN);
    for (int i = 0; i < 3; i++) {
        mpfr_set_zero(w[i], 1);
        for (int j = 0; j < 3; j++) {
            mpfr_mul(r->scratch[0], r->inverse[3 * i + j], L[j], MPFR_RNDN);
            mpfr_add(w[i], w[i], r->scratch[0], MPFR_RNDN);
        }
    }
    in_reals(r->model->pool, 3, r->model->torque.x, r->symbols, r->symbol,
             r->value, r->torque);
    for (int row = 0; row < 3; row++)
        reference_cross(r, r->rate + 3 * row, (const mpfr_t *)(y + 3 * row),
                        (const mpfr_t *)w);
    reference_cross(r, r->rate + 9, (const mpfr_t *)L, (const mpfr_t *)w);
    for (int i = 0; i < 3; i++)
        mpfr_add(r->rate[9 + i], r->rate[9 + i], r->torque[i], MPFR_RNDN);
    reference_motion(r, y);
}

/* out = from + step * r->rate */
static inline void reference_move(struct reference *r, mpfr_t *out,
                                  mpfr_t *from, mpfr_srcptr step)
{
    for (int i = 0; i < REFERENCE_SIZE; i++) {
        mpfr_mul(r->scratch[0], step, r->rate[i], MPFR_RNDN);
        mpfr_add(out[i], from[i], r->scratch[0], MPFR_RNDN);
    }
}

/* n midpoint steps over H from r->y at r->t; n is even, so that the error has
 * even powers of H/n only. */
static inline void reference_midpoint(struct reference *r, mpfr_srcptr H, int n,
                                      mpfr_t *out)
{
    mpfr_t h, twice, t;
    mpfr_inits2(REFERENCE_BITS, h, twice, t, (mpfr_ptr)0);
    mpfr_div_si(h, H, n, MPFR_RNDN);
    mpfr_mul_si(twice, h, 2, MPFR_RNDN);
    for (int i = 0; i < REFERENCE_SIZE; i++)
        mpfr_set(r->old[i], r->y[i], MPFR_RNDN);
    reference_rate(r, r->t, r->y);
    reference_move(r, r->now, r->y, h);
    for (int k = 1; k < n; k++) {
        mpfr_mul_si(t, h, k, MPFR_RNDN);
        mpfr_add(t, t, r->t, MPFR_RNDN);
        reference_rate(r, t, r->now);
        reference_move(r, out, r->old, twice);
        for (int i = 0; i < REFERENCE_SIZE; i++) {
            mpfr_swap(r->old[i], r->now[i]);
            mpfr_set(r->now[i], out[i], MPFR_RNDN);
        }
    }
    mpfr_clears(h, twice, t, (mpfr_ptr)0);
}

/* Puts the row of 2(j + 1) midpoint steps below the others: afterwards
 * table[j - k] holds the value with k errors removed. */
static inline void reference_eliminate(struct reference *r, int j)
{
    for (int k = 1; k <= j; k++) {
        mpfr_t *coarse = r->table[j - k], *fine = r->table[j - k + 1];
        long a = j + 1, b = j + 1 - k; /* the ratio of the step numbers */
        for (int i = 0; i < REFERENCE_SIZE; i++) {
            mpfr_sub(r->scratch[0], fine[i], coarse[i], MPFR_RNDN);
            mpfr_mul_si(r->scratch[0], r->scratch[0], b * b, MPFR_RNDN);
            mpfr_div_si(r->scratch[0], r->scratch[0], a * a - b * b, MPFR_RNDN);
            mpfr_add(coarse[i], fine[i], r->scratch[0], MPFR_RNDN);
        }
    }
}

static inline void reference_step(struct reference *r, mpfr_srcptr H)
{
    for (int j = 0; j < r->columns; j++) {
        reference_midpoint(r, H, 2 * (j + 1), r->table[j]);
        reference_eliminate(r, j);
    }
    for (int i = 0; i < REFERENCE_SIZE; i++)
        mpfr_set(r->y[i], r->table[0][i], MPFR_RNDN);
    mpfr_add(r->t, r->t, H, MPFR_RNDN);
}

/* From where it is to the time `end`. */
static inline void reference_run(struct reference *r, double end)
{
    mpfr_t H;
    mpfr_init2(H, REFERENCE_BITS);
    mpfr_d_sub(H, end, r->t, MPFR_RNDN);
    mpfr_div_si(H, H, r->steps, MPFR_RNDN);
    for (int i = 0; i < r->steps; i++)
        reference_step(r, H);
    mpfr_clear(H);
}

#endif
