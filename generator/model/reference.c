/* SPDX-License-Identifier: MIT
 *
 * Where a motion leads: explicit midpoint rules on the equations themselves, in
 * numbers of 320 bits, extrapolated in the square of their steps.  No method of
 * the shelf and no emitted code is in it.
 * W. B. Gragg, SIAM J. Numer. Anal. 2 (1965) 384-403; R. Bulirsch, J. Stoer,
 * Numer. Math. 8 (1966) 1-13.
 */
#include <math.h>

#include "base/arena.h"
#include "model/model.h"

enum { LEVELS = 12, MOST_STEPS = 128 };

struct path {
    const struct model *model;
    struct pool *pool;
    int n, symbols;     /* of the state; t and these come first */
    expr rate[REF_ALL]; /* its, of the symbols */
    expr *symbol;
    mpfr_ptr value;         /* of the symbols */
    mpfr_ptr level[LEVELS]; /* the states that are extrapolated */
    mpfr_ptr slope, before;
};

static void put(struct path *p, expr symbol, double value)
{
    mpfr_set_d(p->value + p->symbols, value, MPFR_RNDN);
    p->symbol[p->symbols++] = symbol;
}

static struct path begin(const struct model *m, const struct passage *from)
{
    struct pool *pool = m->pool;
    struct arena *a = pool_arena(pool);
    const struct vec w = model_omega(m);
    const int room =
        REF_ALL + 1 + 9 * m->params + 9 * m->inputs; /* matrices, at most */
    const int first = m->moves ? REF_V + 3 : REF_X;  /* of the extras */
    struct path p = {.model = m, .pool = pool, .n = first + m->extra_values};
    p.symbol = arena_array(a, (size_t)room, sizeof(expr));
    p.value = reals_new(a, room);
    p.slope = reals_new(a, p.n);
    p.before = reals_new(a, p.n);
    for (int i = 0; i < LEVELS; i++)
        p.level[i] = reals_new(a, p.n);
    put(&p, m->t, from->t);
    for (int i = 0; i < first; i++)
        put(&p,
            i < REF_L   ? m->R.x[i]
            : i < REF_X ? m->L.x[i - REF_L]
            : i < REF_V ? m->x.x[i - REF_X]
                        : m->v.x[i - REF_V],
            from->from[i]);
    for (int i = 0; i < m->extras; i++)
        for (int k = 0; k < m->extra[i].field.n; k++)
            put(&p, m->extra[i].field.symbol[k], from->from[p.symbols - 1]);
    for (int i = 0; i < REF_L; i++)
        number_mpfr(from->R[i], p.value + 1 + i);
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++) {
            num x = m->param[i].value[k];
            put(&p, m->param[i].symbol[k],
                from->real == REAL_FLOAT ? (double)number_float(x)
                                         : number_double(x));
        }
    for (int i = 0, given = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            put(&p, m->input[i].symbol[k], from->input[given++]);
    model_rate(m, p.n, p.symbol + 1, p.rate);
    expr_subst(pool, p.n, p.rate, 3, m->w.x, w.x, p.rate);
    return p;
}

static void find_slope(struct path *p)
{
    expr_reals(p->pool, p->n, p->rate, p->symbols, p->symbol, p->value,
               p->slope);
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

/* From t and `from`, by `steps` steps of the midpoint rule, an even number. */
static void midpoint(struct path *p, mpfr_srcptr t, mpfr_srcptr span,
                     mpfr_srcptr from, int steps, mpfr_ptr out)
{
    const mpfr_ptr h = reals_new(pool_arena(p->pool), 1), y = p->value + 1;
    mpfr_set(p->value, t, MPFR_RNDN);
    copy(p->n, y, from);
    mpfr_div_si(h, span, steps, MPFR_RNDN);
    copy(p->n, p->before, from);
    find_slope(p);
    go(p->n, y, from, h, p->slope);
    for (int i = 1; i < steps; i++) {
        mpfr_mul_si(p->value, h, i, MPFR_RNDN);
        mpfr_add(p->value, p->value, t, MPFR_RNDN);
        find_slope(p);
        copy(p->n, out, y);
        mpfr_mul_2ui(h, h, 1, MPFR_RNDN);
        go(p->n, y, p->before, h, p->slope);
        mpfr_div_2ui(h, h, 1, MPFR_RNDN);
        copy(p->n, p->before, out);
    }
    copy(p->n, out, y);
}

int model_part(const struct model *m, int i, int *n)
{
    int first = m->moves ? REF_V + 3 : REF_X;
    *n = i < REF_L ? REF_L : 3;
    if (i < first)
        return i < REF_L ? REF_R : i - i % 3;
    for (const struct extra *e = m->extra;; e++, first += *n) {
        *n = e->field.n;
        if (i < first + *n)
            return first;
    }
}

/* The largest number of the part that this one is of. */
static double size_of(const struct path *p, mpfr_srcptr x, int place)
{
    int n;
    const int first = model_part(p->model, place, &n);
    double size = 0;
    for (int i = first; i < first + n; i++)
        size = fmax(size, fabs(mpfr_get_d(x + i, MPFR_RNDN)));
    return size;
}

/* The larger one of `off` and how far two states are apart, in parts of their
 * size; no number if either is none. */
static double apart(struct path *p, mpfr_srcptr x, mpfr_srcptr y, double off)
{
    const mpfr_ptr d = reals_new(pool_arena(p->pool), 1);
    for (int i = 0; i < p->n; i++) {
        mpfr_sub(d, x + i, y + i, MPFR_RNDN);
        const double size = size_of(p, x, i);
        const double change = fabs(mpfr_get_d(d, MPFR_RNDN));
        if (!isnan(off) && !(change <= off * size))
            off = change / size;
    }
    return off;
}

/* A step by all levels, of 2, 4, 6, ... midpoint steps; how far it may be off:
 * what the last level changed. */
static double extrapolate(struct path *p, mpfr_srcptr t, mpfr_srcptr span,
                          mpfr_ptr state)
{
    const mpfr_ptr d = reals_new(pool_arena(p->pool), 1);
    for (int j = 0; j < LEVELS; j++) {
        midpoint(p, t, span, state, 2 * (j + 1), p->level[j]);
        for (int k = j - 1; k >= 0; k--)
            for (int i = 0; i < p->n; i++) { /* by Neville's scheme */
                const long fine = (j + 1L) * (j + 1),
                           coarse = (k + 1L) * (k + 1);
                mpfr_sub(d, p->level[k + 1] + i, p->level[k] + i, MPFR_RNDN);
                mpfr_mul_si(d, d, coarse, MPFR_RNDN);
                mpfr_div_si(d, d, fine - coarse, MPFR_RNDN);
                mpfr_add(p->level[k] + i, p->level[k + 1] + i, d, MPFR_RNDN);
            }
    }
    copy(p->n, state, p->level[0]);
    return apart(p, p->level[0], p->level[1], 0);
}

double model_follow(const struct model *m, const struct passage *from,
                    num end[REF_ALL])
{
    struct arena *a = pool_arena(m->pool);
    struct path p = begin(m, from);
    mpfr_ptr state = reals_new(a, p.n), first = reals_new(a, p.n);
    mpfr_ptr t = reals_new(a, 1), span = reals_new(a, 1);
    mpfr_ptr last = reals_new(a, p.n);
    double off = 1;
    bool confirmed = false;
    copy(p.n, first, p.value + 1);
    /* a kink just before a step's end is not seen in it, but it is by the steps
     * that are half as long: both must say the same */
    for (int steps = 1; steps <= MOST_STEPS && !confirmed; steps *= 2) {
        const bool settled = off <= 1e-19;
        off = 0;
        copy(p.n, last, state);
        copy(p.n, state, first);
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
    for (int i = 0; i < p.n; i++)
        end[i] = number_of_mpfr(a, state + i);
    return confirmed || !(off <= 1e-19) ? off : 1;
}
