/* SPDX-License-Identifier: MIT
 *
 * A routine of the symbolic step, evaluated as it was derived, beside the
 * program that the passes made of it, both in 256 bits.
 */
#ifndef POL_SYMBOLIC_H
#define POL_SYMBOLIC_H

#include "unit/interpret.h"
#include "job.h"

enum {
    EXACT_BITS = 256,
    MOST_SPOTS = 500,
    GROWN_ACTIONS = 40, /* with those of wheels and states */
    MOST_SOLVED = 200,
    MOST_OUTPUTS = 100
};

/* What a routine reads: a symbol of the step, a read of the program. */
struct spot {
    enum read_kind kind;
    const char *field;
    int index;
    expr symbol;
    double value;
};

struct spots {
    int n;
    struct spot spot[MOST_SPOTS];
};

/* Where a routine is looked at. */
struct point {
    double state[40], end[40], par[64], in[64]; /* as a stepper has them */
    double R[9], w[3], push[MOST_LOADS], load[2][GROWN_ACTIONS],
        internal[2][MOST_RATES * GROWN_ACTIONS], shown[9], speed;
    double h, share;
};

static inline void add_spot(struct spots *p, enum read_kind kind, const char *field, int index,
                            expr symbol, double value)
{
    if (symbol->op != OP_SYMBOL)
        return;
    assert_true(p->n < MOST_SPOTS);
    p->spot[p->n++] = (struct spot){kind, field, index, symbol, value};
}

static inline void add_spots(struct spots *p, enum read_kind kind, const char *field, int n,
                             const expr *symbol, const double *value)
{
    for (int i = 0; i < n; i++)
        add_spot(p, kind, field, i, symbol[i], value[i]);
}

static inline void add_fields(struct spots *p, enum read_kind kind, int n,
                              const struct field *field, const double *value)
{
    for (int i = 0; i < n; value += field[i++].n)
        add_spots(p, kind, field[i].name, field[i].n, field[i].symbol, value);
}

static inline void add_interval(struct spots *p, const struct step *s, const struct point *at)
{
    static const char *const loads[2] = {"loads", "loads_end"}, *const load_rates[2] = {
                                                                    "load_rates", "load_rates_end"};
    const struct dense *d = &s->dense;
    const double *end = at->end;
    for (int i = 0; i < s->stores && d->end; end += d->end[i++].n)
        add_spots(p, READ_END, d->end[i].name, d->end[i].n, d->end[i].symbol, end);
    for (int e = 0; e < 2; e++) {
        for (int k = 0; k < d->load.n; k++)
            add_spot(p, READ_ARGUMENT, loads[e], k, d->load.at[k].symbol[e], at->load[e][k]);
        for (int k = 0; k < d->internal.n; k++)
            add_spot(p, READ_ARGUMENT, load_rates[e], k, d->internal.at[k].symbol[e],
                     at->internal[e][k]);
    }
    if (d->share)
        add_spot(p, READ_SHARE, "theta", 0, d->share, at->share);
}

/* All that a routine may read; `set` is the attitude that it is given. */
static inline void find_spots(struct spots *p, const struct step *s, const struct shown *set,
                              const struct point *at)
{
    const struct model *m = s->recipe->model;
    const double *x = at->state;
    p->n = 0;
    for (int i = 0; i < s->stores; x += s->store[i++].n) {
        add_spots(p, READ_STORE, s->store[i].name, s->store[i].n, s->store[i].symbol, x);
        if (i == STORED_L)
            add_spots(p, READ_STORE, "L", 3, m->L.x, x);
    }
    add_spot(p, READ_TIME, "t", 0, m->t, x[0]);
    add_spots(p, READ_ARGUMENT, "R", 9, m->R.x, at->R);
    add_spots(p, READ_ARGUMENT, "w", 3, m->w.x, at->w);
    add_fields(p, READ_PARAM, m->params, m->param, at->par);
    add_fields(p, READ_INPUT, m->inputs, m->input, at->in);
    add_spot(p, READ_STEP, "h", 0, s->h, at->h);
    if (s->span)
        add_spot(p, READ_SPAN, "span", 0, s->span, at->h);
    for (int k = 0; k < s->relay.n; k++)
        add_spot(p, READ_RELAY, "push", k, s->relay.part[k].symbol, at->push[k]);
    if (set)
        add_spots(p, READ_ARGUMENT, set->numbers.name, set->numbers.n, set->numbers.symbol,
                  at->shown);
    for (int i = 0; i < s->offer.wheels; i++)
        add_spot(p, READ_ARGUMENT, "speed", 0, s->offer.wheel[i].symbol, at->speed);
    add_interval(p, s, at);
}

/* Gives the program what it reads. */
static inline void read_spots(struct machine *m, const struct spots *p,
                              const struct program *program, int bits)
{
    machine_begin(m, bits);
    for (int i = 0; i < program->reads; i++) {
        const struct read *r = &program->read[i];
        int k = 0;
        while (k < p->n && (p->spot[k].kind != r->kind || p->spot[k].index != r->index ||
                            strcmp(p->spot[k].field, r->field) != 0))
            k++;
        if (k == p->n)
            fail_msg("%s reads %s[%d]", program->name, r->field, r->index);
        machine_set(m, r->name, p->spot[k].value);
    }
}

/* ---- expressions in 256 bits --------------------------------------------- */

/* Symbols with values. */
struct exact {
    const struct pool *pool;
    int n;
    expr symbol[MOST_SPOTS + 2 * MOST_SOLVED];
    mpfr_t value[MOST_SPOTS + 2 * MOST_SOLVED];
};

static inline void exact_give(struct exact *e, expr symbol, mpfr_srcptr value)
{
    assert_true(e->n < MOST_SPOTS + 2 * MOST_SOLVED);
    e->symbol[e->n] = symbol;
    mpfr_init2(e->value[e->n], EXACT_BITS);
    mpfr_set(e->value[e->n++], value, MPFR_RNDN);
}

static inline void exact_forget(struct exact *e, int n)
{
    while (e->n > n)
        mpfr_clear(e->value[--e->n]);
}

/* With values that are off by so much of themselves. */
static inline void exact_begin(struct exact *e, const struct pool *pool, const struct spots *p,
                               double off)
{
    mpfr_t value;
    mpfr_init2(value, EXACT_BITS);
    e->pool = pool;
    e->n = 0;
    for (int i = 0; i < p->n; i++) {
        mpfr_set_d(value, off, MPFR_RNDN);
        mpfr_add_ui(value, value, 1, MPFR_RNDN);
        mpfr_mul_d(value, value, p->spot[i].value, MPFR_RNDN);
        exact_give(e, p->spot[i].symbol, value);
    }
    mpfr_clear(value);
}

static inline void exact_values(struct exact *e, int n, const expr *root, mpfr_t *out)
{
    in_reals(e->pool, n, root, e->n, e->symbol, e->value, out);
}

static inline void reals_init(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_init2(x[i], EXACT_BITS);
}

static inline void reals_clear(mpfr_t *x, int n)
{
    for (int i = 0; i < n; i++)
        mpfr_clear(x[i]);
}

/* The larger one; NaN if one is none, which C's fmax leaves out. */
static inline double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* The largest of them; NaN if one is none. */
static inline double reals_size(mpfr_t *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = larger(most, fabs(mpfr_get_d(x[i], MPFR_RNDN)));
    return most;
}

/* Newton's iteration as it was derived, until nothing changes; false if it
 * does not come to rest.  The unknowns keep their last values. */
static inline bool exact_solve(struct exact *e, const struct solve *s)
{
    mpfr_t x[MOST_SOLVED], change[MOST_SOLVED];
    const int before = e->n;
    bool done = s->n == 0;
    assert_true(s->n <= MOST_SOLVED);
    reals_init(x, s->n);
    reals_init(change, s->n);
    exact_values(e, s->n, s->start, x);
    for (int sweep = 0; sweep < MACHINE_SWEEPS && !done; sweep++) {
        exact_forget(e, before);
        for (int i = 0; i < s->n; i++)
            exact_give(e, s->unknown[i], x[i]);
        exact_values(e, s->n, s->change, change);
        for (int i = 0; i < s->n; i++)
            mpfr_add(x[i], x[i], change[i], MPFR_RNDN);
        done = reals_size(change, s->n) < ldexp(1, 30 - EXACT_BITS);
    }
    exact_forget(e, before);
    for (int i = 0; i < s->n; i++) {
        exact_give(e, s->unknown[i], x[i]);
        exact_give(e, s->result[i], x[i]);
    }
    reals_clear(x, s->n);
    reals_clear(change, s->n);
    return done;
}

static inline bool exact_accepts(struct exact *e, const struct solve *s)
{
    mpfr_t value;
    if (!s->accept)
        return true;
    mpfr_init2(value, EXACT_BITS);
    exact_values(e, 1, &s->accept, &value);
    bool accepts = !mpfr_zero_p(value);
    mpfr_clear(value);
    return accepts;
}

/* A series, from the part of the routine on that begins it. */
struct exact_series {
    struct exact *exact;
    const struct solve *first;
    int before; /* symbols that stay */
};

static inline const struct taylor_part *exact_part(void *context, int at)
{
    return ((struct exact_series *)context)->first[at].part;
}

static inline void exact_part_values(void *context, int at, mpfr_t *out)
{
    const struct exact_series *s = context;
    const struct taylor_part *p = s->first[at].part;
    exact_values(s->exact, p->values, p->value, out);
}

static inline void exact_part_give(void *context, int at, int result, mpfr_srcptr value)
{
    const struct exact_series *s = context;
    exact_give(s->exact, s->first[at].part->result[result], value);
}

static inline void exact_part_lines(void *context, int at)
{
    (void)context; /* values are expressions */
    (void)at;
}

static inline void exact_part_again(void *context)
{
    const struct exact_series *s = context;
    exact_forget(s->exact, s->before);
}

static inline int exact_parts(struct exact *e, const struct solve *first)
{
    struct exact_series series = {e, first, e->n};
    struct summed s = {.bits = EXACT_BITS,
                       .context = &series,
                       .part = exact_part,
                       .values = exact_part_values,
                       .give = exact_part_give,
                       .lines = exact_part_lines,
                       .again = exact_part_again};
    return summed_run(&s);
}

/* All equations of a routine; false if one has no root that is accepted. */
static inline bool exact_solves(struct exact *e, const struct routine *r)
{
    for (int i = 0; i < r->solves; i++)
        if (r->solve[i].part)
            i += exact_parts(e, &r->solve[i]) - 1;
        else if (!exact_solve(e, &r->solve[i]) || !exact_accepts(e, &r->solve[i]))
            return false;
    return true;
}

#define TIE 1e-50

/* ---- both ---------------------------------------------------------------- */

/* The value of an output by the program, after it was run, if it writes it. */
static inline void written(struct machine *m, const struct program *p, const char *field, int index,
                           mpfr_ptr out)
{
    for (int i = 0; i < p->writes; i++)
        if (p->write[i].index == index && !strcmp(p->write[i].field, field))
            machine_tree(m, p->write[i].value, out);
}

/* All outputs, as they were derived; their number. */
static inline int exact_outputs(struct exact *e, const struct routine *r, mpfr_t *out)
{
    int n = 0;
    for (int i = 0; i < r->outputs; n += r->output[i++].n) {
        assert_true(n + r->output[i].n <= MOST_OUTPUTS);
        exact_values(e, r->output[i].n, r->output[i].value, out + n);
    }
    return n;
}

/* Those that the program writes in their places. */
static inline void put_written(struct machine *m, const struct program *p, const struct routine *r,
                               mpfr_t *out)
{
    int n = 0;
    for (int i = 0; i < r->outputs; n += r->output[i++].n)
        for (int k = 0; k < r->output[i].n; k++)
            written(m, p, r->output[i].name, k, out[n + k]);
}

/* How far they are from each other, relative to the largest that is finite;
 * what is no number, or infinite, is no distance from its like. */
static inline double reals_gap(mpfr_t *a, mpfr_t *b, int n)
{
    double worst = 0, most = 0;
    mpfr_t gap;
    mpfr_init2(gap, EXACT_BITS);
    for (int i = 0; i < n; i++) {
        double size = fabs(mpfr_get_d(a[i], MPFR_RNDN));
        most = isfinite(size) ? larger(most, size) : most;
        if (mpfr_equal_p(a[i], b[i]) || (mpfr_nan_p(a[i]) && mpfr_nan_p(b[i])))
            continue;
        mpfr_sub(gap, a[i], b[i], MPFR_RNDN);
        worst = larger(worst, fabs(mpfr_get_d(gap, MPFR_RNDN)));
    }
    mpfr_clear(gap);
    return worst > 0 && most > 0 ? worst / most : worst;
}

enum agreement { AGREE, AGREE_NO_ROOT, LEFT_OUT, DISAGREE };

/* What is read being off in the seventieth digit, are outputs off in the
 * fiftieth?  So they are where a body turns by thousands of turns in a step,
 * and where a case is within round-off of its end. */
static inline bool is_ill_posed(struct exact *e, const struct pool *pool, const struct spots *spots,
                                const struct routine *r, mpfr_t *out)
{
    mpfr_t nudged[MOST_OUTPUTS];
    bool far = false;
    reals_init(nudged, MOST_OUTPUTS);
    for (int sign = -1; sign <= 1 && !far; sign += 2) {
        exact_forget(e, 0);
        exact_begin(e, pool, spots, sign * 1e-70);
        bool solves = exact_solves(e, r);
        int n = exact_outputs(e, r, nudged);
        far = !solves || !(reals_gap(out, nudged, n) <= TIE);
    }
    reals_clear(nudged, MOST_OUTPUTS);
    return far;
}

/* Of a tableau that is `rounded` no digit beyond those in print is known, and
 * the passes may take either of two numbers that are one within their bounds.
 */
static inline bool has_rounded(const struct pool *pool)
{
    for (int id = 0; id < pool_size(pool); id++) {
        expr e = pool_node(pool, id);
        if ((e->op == OP_CONST || e->op == OP_SCALE) && number_error(e->number) > TIE)
            return true;
        for (int i = 0; e->op == OP_SUM && i < e->arity; i++)
            if (number_error(e->coef[i]) > TIE)
                return true;
    }
    return false;
}

/* Program and routine at a point; what is off is told in `off`. */
static inline enum agreement agree_at(struct machine *m, const struct pool *pool,
                                      const struct spots *spots, const struct program *p,
                                      const struct routine *r, double *off)
{
    static struct exact e;
    enum agreement verdict = AGREE;
    mpfr_t want[MOST_OUTPUTS], got[MOST_OUTPUTS];
    reals_init(want, MOST_OUTPUTS);
    reals_init(got, MOST_OUTPUTS);
    read_spots(m, spots, p, EXACT_BITS);
    bool goes = machine_execute(m, p) >= 0;
    exact_begin(&e, pool, spots, 0);
    bool solves = exact_solves(&e, r);
    int n = exact_outputs(&e, r, want);
    exact_outputs(&e, r, got);
    put_written(m, p, r, got);
    *off = goes != solves ? INFINITY : goes ? reals_gap(want, got, n) : 0;
    if (!goes && !solves)
        verdict = AGREE_NO_ROOT;
    else if (!(*off <= TIE))
        verdict = (*off < 1e-14 && has_rounded(pool)) || is_ill_posed(&e, pool, spots, r, want)
                      ? LEFT_OUT
                      : DISAGREE;
    reals_clear(want, MOST_OUTPUTS);
    reals_clear(got, MOST_OUTPUTS);
    exact_forget(&e, 0);
    return verdict;
}

#endif
