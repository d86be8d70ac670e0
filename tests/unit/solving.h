/* SPDX-License-Identifier: MIT
 *
 * For tests of solve: a method of a few lines, derived, lowered or refused,
 * and its Newton step against differences in MPFR.
 */
#ifndef POL_SOLVING_H
#define POL_SOLVING_H

#include "stepping.h"
#include "in_reals.h"
#include "opt/page.h"
#include "random.h"

enum { BITS = 300, MOST = 64 };

static const char body_text[] = "body b inertia diag(1, 2, 2.5) "
                                "start w = [0.3, -0.2, 0.1]\n";

/* A method that gives back L as its lines leave it. */
static inline const char *method_of(const char *lines)
{
    static char file[4000];
    snprintf(file, sizeof file,
             "return method { title = 't', source = 's', order = 1, turn = false,\n"
             " implicit = true, step = function(m, s, h)\n"
             "local L, e1 = s.L, vec(1, 0, 0)\n%s\n"
             " return { R = s.R, L = L } end }",
             lines);
    return file;
}

static inline struct stepping with_lines(const char *lines)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_lend(&s, "try", method_of(lines));
    stepping_model(&s, body_text);
    return s;
}

static inline struct stepping derived(const char *lines)
{
    struct stepping s = with_lines(lines);
    if (!stepping_derive(&s, "try", NULL, NULL) || s.diags.count)
        fail_msg("%s", stepping_messages(&s));
    return s;
}

static inline void faulty(const char *lines, const char *message)
{
    struct stepping s = with_lines(lines);
    assert_null(stepping_derive(&s, "try", NULL, NULL));
    if (!strstr(stepping_messages(&s), message))
        fail_msg("not: %s\nbut: %s", message, stepping_messages(&s));
    arena_free(s.arena);
}

static inline const struct program *lowered(struct stepping *s)
{
    const struct page *page = page_build(s->arena, s->names, s->step, REAL_DOUBLE, -1, 0);
    const char *fault = program_check(s->arena, page->advance);
    if (fault)
        fail_msg("%s", fault);
    return page->advance;
}

/* ---- the Newton step against differences ---- */

struct point {
    int n; /* symbols */
    expr symbol[BINDINGS];
    mpfr_t value[BINDINGS];
};

static inline void add_value(struct point *at, expr symbol, double value)
{
    assert_true(at->n < BINDINGS);
    at->symbol[at->n] = symbol;
    mpfr_init2(at->value[at->n], BITS);
    mpfr_set_d(at->value[at->n++], value, MPFR_RNDN);
}

static inline void add(struct point *at, int n, const expr *symbol, struct random *r)
{
    for (int i = 0; i < n; i++)
        add_value(at, symbol[i], random_between(r, 0.1, 0.5));
}

static inline struct point random_point(struct stepping *s, struct random *r)
{
    const struct solve *v = &s->step->advance.solve[0];
    struct point at = {.n = 0};
    add(&at, v->n, v->unknown, r);
    add(&at, 3, s->step->store[1].symbol, r);
    add(&at, 1, &s->step->h, r);
    add(&at, 1, &s->model->t, r);
    return at;
}

static inline void evaluate_at(struct stepping *s, struct point *at, int n, const expr *e,
                               mpfr_t *out)
{
    in_reals(s->pool, n, e, at->n, at->symbol, at->value, out);
}

/* sum[i] += d residual[i] / d unknown[j] * change[j], by central differences */
static inline void add_column(struct stepping *s, const struct solve *v, struct point *at, int j,
                              mpfr_t change, mpfr_t *sum)
{
    mpfr_t up[MOST], down[MOST], x;
    mpfr_init2(x, BITS);
    mpfr_set(x, at->value[j], MPFR_RNDN);
    for (int i = 0; i < v->n; i++)
        mpfr_inits2(BITS, up[i], down[i], (mpfr_ptr)NULL);
    mpfr_add_d(at->value[j], x, 0x1p-80, MPFR_RNDN);
    evaluate_at(s, at, v->n, v->residual, up);
    mpfr_sub_d(at->value[j], x, 0x1p-80, MPFR_RNDN);
    evaluate_at(s, at, v->n, v->residual, down);
    mpfr_set(at->value[j], x, MPFR_RNDN);
    for (int i = 0; i < v->n; i++) {
        mpfr_sub(up[i], up[i], down[i], MPFR_RNDN);
        mpfr_mul(up[i], up[i], change, MPFR_RNDN);
        mpfr_mul_2si(up[i], up[i], 79, MPFR_RNDN);
        mpfr_add(sum[i], sum[i], up[i], MPFR_RNDN);
        mpfr_clears(up[i], down[i], (mpfr_ptr)NULL);
    }
    mpfr_clear(x);
}

/* How far Jacobian * change + residual is from zero, at a point whose first
 * symbols are the unknowns; `liar` is added to one component of the change. */
static inline double newton_error_at(struct stepping *s, const struct solve *v, struct point *at,
                                     double liar)
{
    mpfr_t change[MOST], sum[MOST];
    double most = 0;
    for (int i = 0; i < v->n; i++)
        mpfr_inits2(BITS, change[i], sum[i], (mpfr_ptr)NULL);
    evaluate_at(s, at, v->n, v->change, change);
    evaluate_at(s, at, v->n, v->residual, sum);
    mpfr_add_d(change[v->n - 1], change[v->n - 1], liar, MPFR_RNDN);
    for (int j = 0; j < v->n; j++)
        add_column(s, v, at, j, change[j], sum);
    for (int i = 0; i < v->n; i++) {
        double error = fabs(mpfr_get_d(sum[i], MPFR_RNDN));
        most = error <= most ? most : error; /* NaN stays */
        mpfr_clears(change[i], sum[i], (mpfr_ptr)NULL);
    }
    return most;
}

/* Of the only iteration, at a random point. */
static inline double newton_error(struct stepping *s, double liar)
{
    struct random r = random_new(7);
    struct point at = random_point(s, &r);
    double error = newton_error_at(s, &s->step->advance.solve[0], &at, liar);
    while (at.n)
        mpfr_clear(at.value[--at.n]);
    return error;
}

static inline void step_once(struct stepping *s, double *x, double h)
{
    stepping_start(s, x);
    assert_int_equal(stepping_step(s, x, 0, h, NULL), 0);
}

#endif
