/* SPDX-License-Identifier: MIT
 *
 * Values of expressions in double and in MPFR, node after node.
 */
#include "sym/pool.h"

#include "base/arena.h"

#include <math.h>

/* -- one operation ----------------------------------------------------------
 */

static double sum_value(expr y, const double *x)
{
    double sum = 0;
    for (int i = 0; i < y->arity; i++)
        sum += number_double(y->coef[i]) * x[i];
    return sum;
}

/* Of operations that the C library does not have. */
static double by_real(expr y, const double *x)
{
    mpfr_t r, real[OP_ARGUMENTS];
    mpfr_srcptr given[OP_ARGUMENTS];
    mpfr_init2(r, 53);
    for (int i = 0; i < OP_ARGUMENTS; i++) {
        given[i] = real[i];
        mpfr_init2(real[i], 53);
        mpfr_set_d(real[i], i < y->arity ? x[i] : 0, MPFR_RNDN);
    }
    op_real(r, y, given);
    double value = mpfr_get_d(r, MPFR_RNDN);
    for (int i = 0; i < OP_ARGUMENTS; i++)
        mpfr_clear(real[i]);
    mpfr_clear(r);
    return value;
}

double op_value(expr y, const double *x)
{
    double a = y->arity > 0 ? x[0] : 0;
    double b = y->arity > 1 ? x[1] : 0;
    double c = y->arity > 2 ? x[2] : 0;
    switch (y->op) {
#define OP(name, text, arity, c_name, slope, derivative, value, real)          \
    case OP_##name:                                                            \
        return value;
#include "sym/ops.def"
#undef OP
    case OP_COUNT:
        break;
    }
    return NAN;
}

static int set_nan(mpfr_ptr r)
{
    mpfr_set_nan(r);
    return 1;
}

static int set_number(mpfr_ptr r, const struct number *n)
{
    number_mpfr(n, r);
    return 1;
}

/* r = c x, with the coefficient a little more precise than r. */
static int scale_real(mpfr_ptr r, const struct number *c, mpfr_srcptr x)
{
    mpfr_t factor;
    mpfr_init2(factor, mpfr_get_prec(r) + 32);
    number_mpfr(c, factor);
    mpfr_mul(r, factor, x, MPFR_RNDN);
    mpfr_clear(factor);
    return 1;
}

static int sum_real(mpfr_ptr r, expr y, mpfr_srcptr const *x)
{
    mpfr_t term, sum;
    mpfr_inits2(mpfr_get_prec(r) + 32, term, sum, (mpfr_ptr)0);
    mpfr_set_zero(sum, 1);
    for (int i = 0; i < y->arity; i++) {
        scale_real(term, y->coef[i], x[i]);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    mpfr_set(r, sum, MPFR_RNDN);
    mpfr_clears(term, sum, (mpfr_ptr)0);
    return 1;
}

int op_real(mpfr_ptr r, expr y, mpfr_srcptr const *x)
{
    mpfr_srcptr a = y->arity > 0 ? x[0] : NULL;
    mpfr_srcptr b = y->arity > 1 ? x[1] : NULL;
    mpfr_srcptr c = y->arity > 2 ? x[2] : NULL;
    switch (y->op) {
#define OP(name, text, arity, c_name, slope, derivative, value, real)          \
    case OP_##name:                                                            \
        return real;
#include "sym/ops.def"
#undef OP
    case OP_COUNT:
        break;
    }
    return set_nan(r);
}

/* -- graphs -----------------------------------------------------------------
 */

/* Marks of nodes: 0 not needed, 1 to be computed. */
enum { GIVEN = 2 };

/* The nodes that the roots reach, as marks in the arena; `most` arguments. */
static unsigned char *reached(const struct pool *p, int n, const expr *roots,
                              int m, const expr *symbol, size_t *most)
{
    unsigned char *marks = arena_alloc(p->arena, (size_t)p->count);
    expr_reach(p, n, roots, marks);
    *most = (size_t)pool_widest(p, marks, p->count);
    for (int i = 0; i < m; i++)
        marks[symbol[i]->id] = GIVEN;
    return marks;
}

void expr_eval(const struct pool *p, int n, const expr *roots, int m,
               const expr *symbol, const double *given, double *out)
{
    struct arena_mark mark = arena_mark(p->arena);
    size_t most;
    unsigned char *marks = reached(p, n, roots, m, symbol, &most);
    double *x = arena_array(p->arena, most, sizeof *x);
    double *value = arena_array(p->arena, (size_t)p->count, sizeof *value);

    for (int i = 0; i < m; i++)
        value[symbol[i]->id] = given[i];
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr e = p->node[id];
        for (int i = 0; i < e->arity; i++)
            x[i] = value[e->arg[i]->id];
        value[id] = op_value(e, x);
    }
    for (int i = 0; i < n; i++)
        out[i] = value[roots[i]->id];
    arena_release(p->arena, mark);
}

/* Bits that intermediate values have beyond the results. */
enum { EVAL_GUARD_BITS = 32 };

/* All memory is taken before the first MPFR variable is made. */
void expr_eval_mpfr(const struct pool *p, int n, const expr *roots, int m,
                    const expr *symbol, mpfr_t *given, mpfr_t *out)
{
    struct arena_mark mark = arena_mark(p->arena);
    size_t most;
    unsigned char *marks = reached(p, n, roots, m, symbol, &most);
    mpfr_srcptr *x = arena_array(p->arena, most, sizeof *x);
    mpfr_t *value = arena_array(p->arena, (size_t)p->count, sizeof *value);
    mpfr_prec_t bits = MPFR_PREC_MIN;

    for (int i = 0; i < n; i++)
        if (mpfr_get_prec(out[i]) > bits)
            bits = mpfr_get_prec(out[i]);
    for (int id = 0; id < p->count; id++)
        if (marks[id])
            mpfr_init2(value[id], bits + EVAL_GUARD_BITS);
    for (int i = 0; i < m; i++)
        mpfr_set(value[symbol[i]->id], given[i], MPFR_RNDN);
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr e = p->node[id];
        for (int i = 0; i < e->arity; i++)
            x[i] = value[e->arg[i]->id];
        op_real(value[id], e, x);
    }
    for (int i = 0; i < n; i++)
        mpfr_set(out[i], value[roots[i]->id], MPFR_RNDN);
    for (int id = 0; id < p->count; id++)
        if (marks[id])
            mpfr_clear(value[id]);
    arena_release(p->arena, mark);
}
