/* SPDX-License-Identifier: MIT
 *
 * Runs the parts of a series in reals of as many bits as are wanted, in the
 * order of emitted code: for whoever evaluates a step's values and lines.
 */
#ifndef POL_SUMMED_H
#define POL_SUMMED_H

#include "check.h"
#include "in_reals.h"
#include "step/step.h"

struct summed {
    int bits;
    void *context;
    /* Part `at` places behind the first, or NULL where that is none. */
    const struct taylor_part *(*part)(void *context, int at);
    void (*values)(void *context, int at, mpfr_t *out);
    void (*give)(void *context, int at, int result, mpfr_srcptr);
    /* Lines behind a part; all that was given since the first one is changed.
     */
    void (*lines)(void *context, int at);
    void (*again)(void *context);
    mpfr_t **row[2]; /* of each group and order: its sides */
    mpfr_t *y;       /* coefficients that are kept, order by order */
    struct summed_block {
        struct summed_block *next;
        int n;
        mpfr_t real[];
    } * block; /* all reals */
};

static inline mpfr_t *summed_reals(struct summed *s, int n)
{
    struct summed_block *b = malloc(sizeof *b + (size_t)n * sizeof *b->real);
    assert_non_null(b);
    b->next = s->block;
    b->n = n;
    s->block = b;
    for (int i = 0; i < n; i++)
        mpfr_init2(b->real[i], s->bits);
    return b->real;
}

static inline void summed_free(struct summed *s)
{
    for (struct summed_block *b = s->block, *next; b; b = next) {
        next = b->next;
        for (int i = 0; i < b->n; i++)
            mpfr_clear(b->real[i]);
        free(b);
    }
    free(s->row[0]);
    free(s->row[1]);
}

static inline mpfr_t *summed_side(struct summed *s, int order, int group, int side, int k)
{
    return s->row[side][group * order + k];
}

/* Into the sides the values behind the first `next`. */
static inline void summed_store(struct summed *s, const struct taylor_part *p, int k, mpfr_t *value)
{
    for (int i = 0; i < p->stores; i++) {
        const struct taylor_store *to = &p->store[i];
        mpfr_set(summed_side(s, p->order, to->group, to->side, k)[to->place],
                 value[p->values - p->stores + i], MPFR_RNDN);
    }
}

static inline void summed_keep(struct summed *s, const struct taylor_part *p, int k, mpfr_t *value)
{
    for (int i = 0; i < p->kept; i++)
        mpfr_set(s->y[k * p->kept + i], value[p->first + i], MPFR_RNDN);
}

static inline void summed_group(struct summed *s, int at, const struct taylor_part *p, int k)
{
    const struct taylor_group *g = &p->series->group[p->group];
    mpfr_t sum, product;
    mpfr_inits2(s->bits, sum, product, NULL);
    for (int m = 0; m < g->n; m++) {
        mpfr_set_zero(sum, 1);
        for (int j = g->open_b; j <= k - g->open_a; j++) {
            mpfr_mul(product, summed_side(s, p->order, p->group, 0, j)[g->sum[m].a],
                     summed_side(s, p->order, p->group, 1, k - j)[g->sum[m].b], MPFR_RNDN);
            mpfr_add(sum, sum, product, MPFR_RNDN);
        }
        s->give(s->context, at, m, sum);
    }
    mpfr_clears(sum, product, NULL);
}

/* All coefficients; or their sums, those of k times each, and the last ones. */
static inline void summed_end(struct summed *s, int at, const struct taylor_part *p)
{
    const int n = p->kept;
    mpfr_t sum, slope, product;
    mpfr_inits2(s->bits, sum, slope, product, NULL);
    for (int i = 0; i < n; i++) {
        mpfr_t *y = s->y + i; /* coefficient k: y[k n] */
        mpfr_set(sum, y[p->order * n], MPFR_RNDN);
        mpfr_mul_si(slope, y[p->order * n], p->order, MPFR_RNDN);
        for (int k = p->order - 1; k > 0; k--) {
            mpfr_add(sum, sum, y[k * n], MPFR_RNDN);
            mpfr_mul_si(product, y[k * n], k, MPFR_RNDN);
            mpfr_add(slope, slope, product, MPFR_RNDN);
        }
        for (int k = 1; p->all_coefficients && k <= p->order; k++)
            s->give(s->context, at, i * p->order + k - 1, y[k * n]);
        for (int part = 0; !p->all_coefficients && part < TAYLOR_ENDS; part++) {
            const int k = p->order + 2 - part;
            s->give(s->context, at, part * n + i,
                    part == 0   ? sum
                    : part == 1 ? slope
                                : y[(k > 1 ? k : 1) * n]);
        }
    }
    mpfr_clears(sum, slope, product, NULL);
}

static inline void summed_begin(struct summed *s, const struct taylor_part *p)
{
    const struct taylor *t = p->series;
    for (int side = 0; side < 2; side++) {
        s->row[side] = calloc((size_t)(t->groups * p->order) + 1, sizeof *s->row[side]);
        for (int i = 0; i < t->groups * p->order; i++) {
            const struct taylor_group *g = &t->group[i / p->order];
            s->row[side][i] = summed_reals(s, side ? g->bs : g->as);
        }
    }
    s->y = summed_reals(s, (p->order + 1) * p->kept);
}

/* The coefficients y[k], and k. */
static inline void summed_order(struct summed *s, const struct taylor_part *p, int k, mpfr_t *value)
{
    mpfr_t real;
    mpfr_init2(real, 53);
    mpfr_set_si(real, k, MPFR_RNDN);
    s->again(s->context);
    for (int i = 0; i < p->series->n; i++)
        s->give(s->context, 0, i, value[i]);
    s->give(s->context, 0, p->series->n, real);
    mpfr_clear(real);
    s->lines(s->context, 0);
}

/* From the part that begins a series on; the number of parts. */
static inline int summed_run(struct summed *s)
{
    const struct taylor_part *first = s->part(s->context, 0), *p = first;
    const int n = first->series->n;
    enum { MOST_VALUES_OF_PART = 600 };
    mpfr_t *value = summed_reals(s, MOST_VALUES_OF_PART);
    int at = 0;
    assert_true(first->values < MOST_VALUES_OF_PART);
    summed_begin(s, first);
    s->values(s->context, 0, value);
    summed_store(s, first, 0, value);
    summed_keep(s, first, 1, value);
    for (int k = 1; k < first->order; k++) {
        summed_order(s, first, k, value);
        for (at = 1; (p = s->part(s->context, at))->kind == TAYLOR_SUMS; at++) {
            s->values(s->context, at, value);
            summed_store(s, p, k, value);
            summed_group(s, at, p, k);
            s->lines(s->context, at);
        }
        s->values(s->context, at, value);
        summed_store(s, p, k, value);
        summed_keep(s, p, k + 1, value);
    }
    assert_true(n <= p->values);
    s->again(s->context);
    summed_end(s, at, p);
    summed_free(s);
    return at + 1;
}

#endif
