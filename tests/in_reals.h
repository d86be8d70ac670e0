/* SPDX-License-Identifier: MIT
 *
 * Evaluates expressions in MPFR, in as many bits as are wanted: what doubles,
 * folded constants and emitted code are compared with.  The arithmetic is its
 * own, not the algebra's.
 */
#ifndef POL_IN_REALS_H
#define POL_IN_REALS_H

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#include "sym/pool.h"

enum { IN_REALS_GUARD = 32 }; /* bits beyond the results', on the way */

/* r += c x */
static inline void in_reals_add(mpfr_ptr r, num c, mpfr_srcptr x)
{
    mpfr_t factor;
    mpfr_init2(factor, mpfr_get_prec(r));
    number_mpfr(c, factor);
    mpfr_fma(r, factor, x, r, MPFR_RNDN);
    mpfr_clear(factor);
}

/* y's value, of those of its arguments. */
static inline int in_reals_node(mpfr_ptr r, expr y, const mpfr_ptr *x)
{
    mpfr_srcptr a = x[0], b = x[1], c = x[2];
    switch (y->op) {
    case OP_CONST:
        return number_mpfr(y->number, r);
    case OP_SUM:
        mpfr_set_zero(r, 1);
        for (int i = 0; i < y->arity; i++)
            in_reals_add(r, y->coef[i], x[i]);
        return 0;
    case OP_SCALE:
        mpfr_set_zero(r, 1);
        in_reals_add(r, y->number, a);
        return 0;
    case OP_MUL:
        return mpfr_mul(r, a, b, MPFR_RNDN);
    case OP_POW:
        return mpfr_pow_si(r, a, y->index, MPFR_RNDN);
    case OP_SQRT:
        return mpfr_sqrt(r, a, MPFR_RNDN);
    case OP_ABS:
        return mpfr_abs(r, a, MPFR_RNDN);
    case OP_MIN:
        return mpfr_set(r, mpfr_less_p(a, b) ? a : b, MPFR_RNDN);
    case OP_MAX:
        return mpfr_set(r, mpfr_less_p(b, a) ? a : b, MPFR_RNDN);
    case OP_LT:
        return mpfr_set_si(r, mpfr_less_p(a, b) != 0, MPFR_RNDN);
    case OP_LE:
        return mpfr_set_si(r, mpfr_lessequal_p(a, b) != 0, MPFR_RNDN);
    case OP_EQ:
        return mpfr_set_si(r, mpfr_equal_p(a, b) != 0, MPFR_RNDN);
    case OP_SELECT:
        return mpfr_set(r, mpfr_zero_p(a) ? c : b, MPFR_RNDN);
    case OP_UNDEFINED:
    case OP_SYMBOL:
    case OP_SIGNAL:
        mpfr_set_nan(r);
        return 1;
    default:
        break;
    }
    switch (y->op) { /* sums and scales call sum_real */
#define OP(name, text, arity, c, rule, derivative, value, real, ...)                               \
    case OP_##name:                                                                                \
        return real;
#include "sym/ops.def"
    default:
        return 0;
    }
}

/* Values in the precision of out[]; symbol[i] has the value given[i], other
 * symbols are NaN. */
static inline void in_reals(const struct pool *p, int n, const expr *roots, int m,
                            const expr *symbol, mpfr_t *given, mpfr_t *out)
{
    enum { GIVEN = 2 }; /* as a mark, where 1 is to be computed */
    unsigned char *marks = calloc((size_t)p->count, 1);
    mpfr_t *value = malloc((size_t)p->count * sizeof *value);
    mpfr_ptr *x = calloc((size_t)p->widest, sizeof *x);
    mpfr_prec_t bits = MPFR_PREC_MIN;

    expr_reach(p, n, roots, marks);
    for (int i = 0; i < m; i++)
        marks[symbol[i]->id] = GIVEN;
    for (int i = 0; i < n; i++)
        if (mpfr_get_prec(out[i]) > bits)
            bits = mpfr_get_prec(out[i]);
    for (int id = 0; id < p->count; id++)
        if (marks[id])
            mpfr_init2(value[id], bits + IN_REALS_GUARD);
    for (int i = 0; i < m; i++)
        mpfr_set(value[symbol[i]->id], given[i], MPFR_RNDN);
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr e = p->node[id];
        for (int i = 0; i < e->arity; i++)
            x[i] = value[e->arg[i]->id];
        in_reals_node(value[id], e, x);
    }
    for (int i = 0; i < n; i++)
        mpfr_set(out[i], value[roots[i]->id], MPFR_RNDN);
    for (int id = 0; id < p->count; id++)
        if (marks[id])
            mpfr_clear(value[id]);
    free(x);
    free(value);
    free(marks);
}

/* c_k(z) by its series, whose terms grow to e^|sqrt z| before they fall. */
static inline void stumpff_series(mpfr_ptr out, int k, mpfr_srcptr z)
{
    const double size = sqrt(fabs(mpfr_get_d(z, MPFR_RNDN)));
    const mpfr_prec_t bits = mpfr_get_prec(out) + 300 + (mpfr_prec_t)(3 * size);
    mpfr_t sum, term;
    mpfr_inits2(bits, sum, term, (mpfr_ptr)0);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (int i = 2; i <= k; i++)
        mpfr_div_si(term, term, i, MPFR_RNDN);
    mpfr_set_zero(sum, 1);
    for (int i = k; i < k + 8000 && !mpfr_zero_p(term); i += 2) {
        mpfr_add(sum, sum, term, MPFR_RNDN);
        if (!mpfr_zero_p(sum) && mpfr_get_exp(term) < mpfr_get_exp(sum) - bits)
            break;
        mpfr_mul(term, term, z, MPFR_RNDN);
        mpfr_div_si(term, term, -(i + 1L) * (i + 2L), MPFR_RNDN);
    }
    mpfr_set(out, sum, MPFR_RNDN);
    mpfr_clears(sum, term, (mpfr_ptr)0);
}

#endif
