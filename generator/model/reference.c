/* SPDX-License-Identifier: MIT
 *
 * A reference for the motion: explicit midpoint rules on the equations
 * themselves, in numbers of 320 bits, extrapolated in the square of their
 * steps.  Independent of the methods of the shelf and of emitted code.
 * W. B. Gragg, SIAM J. Numer. Anal. 2 (1965) 384-403; R. Bulirsch, J. Stoer,
 * Numer. Math. 8 (1966) 1-13.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "model/model.h"

enum { LEVELS = 12, MOST_STEPS = 128 };

struct path {
    struct pool *pool;
    struct equations of;
    mpfr_ptr value;         /* for each symbol */
    mpfr_ptr level[LEVELS]; /* states to extrapolate */
    mpfr_ptr slope, before;
};

static void put(struct equations *e, int n, const expr *symbol)
{
    memcpy(e->symbol + e->symbols, symbol, (size_t)n * sizeof *symbol);
    e->symbols += n;
}

struct equations model_equations(const struct model *m)
{
    struct arena *a = pool_arena(m->pool);
    const struct vec w = model_omega(m);
    const int room = m->numbers + 1 + VALUE_NUMBERS * (m->params + m->inputs);
    struct equations e = {.model = m};
    e.symbol = arena_array(a, (size_t)room, sizeof(expr));
    put(&e, 1, &m->t);
    for (int i = 0; i < m->parts; i++)
        put(&e, m->part[i].field.n, m->part[i].field.symbol);
    e.n = m->numbers;
    for (int i = 0; i < m->params; i++)
        put(&e, m->param[i].n, m->param[i].symbol);
    e.input = e.symbols;
    for (int i = 0; i < m->inputs; i++)
        put(&e, m->input[i].n, m->input[i].symbol);
    model_rate(m, e.n, e.symbol + 1, e.rate);
    expr_subst(m->pool, e.n, e.rate, 3, m->w.x, w.x, e.rate);
    return e;
}

void model_begin(const struct model *m, double state[MODEL_NUMBERS],
                 double rate[MODEL_NUMBERS])
{
    const struct equations e = model_equations(m);
    double *value =
        arena_array(pool_arena(m->pool), (size_t)e.symbols, sizeof *value);
    int n = 0;
    value[n++] = number_double(m->facts.start_t);
    for (int i = 0; i < m->parts; i++)
        for (int k = 0; k < m->part[i].field.n; k++)
            value[n++] = number_double(m->part[i].field.value[k]);
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++)
            value[n++] = number_double(m->param[i].value[k]);
    memcpy(state, value + 1, (size_t)e.n * sizeof *state);
    expr_eval(m->pool, e.n, e.rate, e.symbols, e.symbol, value, rate);
}

static struct path begin(const struct model *m, const struct passage *from)
{
    struct arena *a = pool_arena(m->pool);
    struct path p = {.pool = m->pool, .of = model_equations(m)};
    const int n = p.of.n, input = p.of.input;
    p.value = reals_new(a, p.of.symbols);
    p.slope = reals_new(a, n);
    p.before = reals_new(a, n);
    for (int i = 0; i < LEVELS; i++)
        p.level[i] = reals_new(a, n);
    for (int i = 0; i < p.of.symbols; i++)
        mpfr_set_d(p.value + i,
                   i == 0      ? from->t
                   : i <= n    ? from->from[i - 1]
                   : i < input ? from->param[i - n - 1]
                               : from->input[i - input],
                   MPFR_RNDN);
    for (int i = 0; i < MODEL_R; i++)
        number_mpfr(from->R[i], p.value + 1 + i);
    return p;
}

static void find_slope(struct path *p)
{
    expr_reals(p->pool, p->of.n, p->of.rate, p->of.symbols, p->of.symbol,
               p->value, p->slope);
}

/* out = x + h y */
static void go(int n, mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr h, mpfr_srcptr y)
{
    for (int i = 0; i < n; i++)
        mpfr_fma(out + i, h, y + i, x + i, MPFR_RNDN);
}

static void copy(int n, mpfr_ptr to, mpfr_srcptr from)
{
    for (int i = 0; i < n; i++)
        mpfr_set(to + i, from + i, MPFR_RNDN);
}

/* Takes `steps` midpoint steps, an even number, from t and `from`. */
static void midpoint(struct path *p, mpfr_srcptr t, mpfr_srcptr span,
                     mpfr_srcptr from, int steps, mpfr_ptr out)
{
    const mpfr_ptr h = reals_new(pool_arena(p->pool), 1), y = p->value + 1;
    mpfr_set(p->value, t, MPFR_RNDN);
    copy(p->of.n, y, from);
    mpfr_div_si(h, span, steps, MPFR_RNDN);
    copy(p->of.n, p->before, from);
    find_slope(p);
    go(p->of.n, y, from, h, p->slope);
    for (int i = 1; i < steps; i++) {
        mpfr_mul_si(p->value, h, i, MPFR_RNDN);
        mpfr_add(p->value, p->value, t, MPFR_RNDN);
        find_slope(p);
        copy(p->of.n, out, y);
        mpfr_mul_2ui(h, h, 1, MPFR_RNDN);
        go(p->of.n, y, p->before, h, p->slope);
        mpfr_div_2ui(h, h, 1, MPFR_RNDN);
        copy(p->of.n, p->before, out);
    }
    copy(p->of.n, out, y);
}

const struct model_part *model_part(const struct model *m, int i)
{
    const struct model_part *p = m->part;
    while (i >= p->first + p->field.n)
        p++;
    return p;
}

double model_size(const struct model_part *p, const double *state)
{
    double size = 0;
    for (int k = p->first; k < p->first + p->field.n; k++)
        size = hypot(size, state[k]);
    return size;
}

/* The largest magnitude of a number in a part. */
static double size_of(const struct model_part *p, mpfr_srcptr x)
{
    double size = 0;
    for (int i = p->first; i < p->first + p->field.n; i++)
        size = fmax(size, fabs(mpfr_get_d(x + i, MPFR_RNDN)));
    return size;
}

/* The larger of `off` and the difference of two states, relative to the sizes
 * of parts; NaN if either is NaN. */
static double apart(struct path *p, mpfr_srcptr x, mpfr_srcptr y, double off)
{
    const mpfr_ptr d = reals_new(pool_arena(p->pool), 1);
    for (int i = 0; i < p->of.n; i++) {
        mpfr_sub(d, x + i, y + i, MPFR_RNDN);
        const double size = size_of(model_part(p->of.model, i), x);
        const double change = fabs(mpfr_get_d(d, MPFR_RNDN));
        if (!isnan(off) && !(change <= off * size))
            off = change / size;
    }
    return off;
}

/* A step by levels of 2, 4, 6, ... midpoint steps.  Returns an error estimate:
 * the change by the last level. */
static double extrapolate(struct path *p, mpfr_srcptr t, mpfr_srcptr span,
                          mpfr_ptr state)
{
    const mpfr_ptr d = reals_new(pool_arena(p->pool), 1);
    double off = 1;
    for (int j = 0; j < LEVELS && !(off <= 1e-21); j++) {
        midpoint(p, t, span, state, 2 * (j + 1), p->level[j]);
        for (int k = j - 1; k >= 0; k--)
            for (int i = 0; i < p->of.n; i++) { /* Neville's scheme */
                const long fine = (j + 1L) * (j + 1),
                           coarse = (k + 1L) * (k + 1);
                mpfr_sub(d, p->level[k + 1] + i, p->level[k] + i, MPFR_RNDN);
                mpfr_mul_si(d, d, coarse, MPFR_RNDN);
                mpfr_div_si(d, d, fine - coarse, MPFR_RNDN);
                mpfr_add(p->level[k] + i, p->level[k + 1] + i, d, MPFR_RNDN);
            }
        if (j > 1)
            off = apart(p, p->level[0], p->level[1], 0);
    }
    copy(p->of.n, state, p->level[0]);
    return off;
}

double model_follow(const struct model *m, const struct passage *from,
                    num end[MODEL_NUMBERS])
{
    struct arena *a = pool_arena(m->pool);
    struct path p = begin(m, from);
    mpfr_ptr state = reals_new(a, p.of.n), first = reals_new(a, p.of.n);
    mpfr_ptr t = reals_new(a, 1), span = reals_new(a, 1);
    mpfr_ptr last = reals_new(a, p.of.n);
    double off = 1;
    bool confirmed = false;
    copy(p.of.n, first, p.value + 1);
    /* a step does not see a kink just before its end, but the steps of half the
     * length do: both results must agree */
    for (int steps = 1; steps <= MOST_STEPS && !confirmed; steps *= 2) {
        const bool settled = off <= 1e-19;
        off = 0;
        copy(p.of.n, last, state);
        copy(p.of.n, state, first);
        for (int i = 0; i < steps && off <= 1e-19; i++) {
            const struct arena_mark mark = arena_mark(a);
            mpfr_set_d(span, from->span / steps, MPFR_RNDN);
            mpfr_mul_si(t, span, i, MPFR_RNDN);
            mpfr_add_d(t, t, from->t, MPFR_RNDN);
            off += extrapolate(&p, t, span, state);
            arena_release(a, mark);
        }
        if (settled && off <= 1e-19)
            confirmed = (off = apart(&p, state, last, off)) <= 1e-19;
    }
    for (int i = 0; i < p.of.n; i++)
        end[i] = number_of_mpfr(a, state + i);
    /* it may have stopped early with an `off` just over the limit */
    return confirmed || !(off <= 1e-17) ? off : 1;
}
