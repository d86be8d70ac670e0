/* SPDX-License-Identifier: MIT
 *
 * The series of discrete Moser-Veselov: one step in 200 bits, so small that
 * every coefficient which is not right to the last digit lowers the order.
 */
#include "stepping.h"

#include "values/reference.h"

static const char body[] = "body b\n"
                           "inertia diag(0.6, 0.8, 1)\n"
                           "start L = [1.8, 0.4, -0.9]\n";

/* Symbols with values in many digits. */
enum { SYMBOLS = 40, VALUES = 12, NEWTON = 8 };
struct known {
    int n;
    const struct expr *symbol[SYMBOLS];
    mpfr_t value[SYMBOLS];
};

static void add(struct known *k, const struct expr *symbol, mpfr_srcptr value)
{
    assert_true(k->n < SYMBOLS);
    mpfr_set(k->value[k->n], value, MPFR_RNDN);
    k->symbol[k->n++] = symbol;
}

/* The state at the start, and the step. */
static void add_start(struct known *k, const struct stepping *s, mpfr_srcptr h)
{
    mpfr_t x;
    mpfr_init2(x, REFERENCE_BITS);
    for (int i = 0; i < s->step->stores; i++)
        for (int j = 0; j < s->step->store[i].n; j++) {
            number_mpfr(s->step->store[i].value[j], x);
            add(k, s->step->store[i].symbol[j], x);
        }
    mpfr_set_zero(x, 1);
    add(k, s->model->t, x);
    add(k, s->step->h, h);
    mpfr_clear(x);
}

/* Newton's iteration, as often as 200 bits need. */
static void add_solved(struct known *k, const struct stepping *s,
                       const struct solve *v)
{
    mpfr_t x[3], d[3];
    int before = k->n;
    reference_init(x, 3);
    reference_init(d, 3);
    assert_int_equal(v->n, 3);
    in_reals(s->pool, 3, v->start, k->n, k->symbol, k->value, x);
    for (int sweep = 0; sweep < NEWTON; sweep++) {
        for (int i = 0; i < 3; i++)
            add(k, v->unknown[i], x[i]);
        in_reals(s->pool, 3, v->change, k->n, k->symbol, k->value, d);
        for (int i = 0; i < 3; i++)
            mpfr_add(x[i], x[i], d[i], MPFR_RNDN);
        k->n = before;
    }
    for (int i = 0; i < 3; i++)
        add(k, v->result[i], x[i]);
    reference_clear(x, 3);
    reference_clear(d, 3);
}

/* R row by row, and L, after one step. */
static void make_step(const struct stepping *s, mpfr_srcptr h, mpfr_t *out)
{
    const struct routine *r = &s->step->advance;
    struct known k = {0};
    reference_init(k.value, SYMBOLS);
    add_start(&k, s, h);
    for (int i = 0; i < r->solves; i++)
        add_solved(&k, s, &r->solve[i]);
    for (int i = 0, at = 0; i < r->outputs; at += r->output[i++].n)
        in_reals(s->pool, r->output[i].n, r->output[i].value, k.n, k.symbol,
                 k.value, out + at);
    reference_clear(k.value, SYMBOLS);
}

/* log2 of the error of one step of 2^-bits. */
static double log_error(const char *call, int bits)
{
    struct stepping s = stepping_new(NULL, 0);
    struct reference exact;
    mpfr_t got[VALUES], h, most;
    reference_init(got, VALUES);
    mpfr_inits2(REFERENCE_BITS, h, most, (mpfr_ptr)0);
    mpfr_set_ui_2exp(h, 1, -bits, MPFR_RNDN);
    mpfr_set_zero(most, 1);
    stepping_must(&s, body, call, "matrix", NULL);
    make_step(&s, h, got);
    reference_open(&exact, s.model, 1, 14);
    reference_run(&exact, ldexp(1, -bits));
    for (int i = 0; i < VALUES; i++) {
        mpfr_sub(got[i], got[i], exact.y[i], MPFR_RNDN);
        if (mpfr_cmpabs(got[i], most) > 0)
            mpfr_abs(most, got[i], MPFR_RNDN);
    }
    mpfr_log2(most, most, MPFR_RNDN);
    double log = mpfr_get_d(most, MPFR_RNDN);
    reference_close(&exact);
    reference_clear(got, VALUES);
    mpfr_clears(h, most, (mpfr_ptr)0);
    arena_free(s.arena);
    return log;
}

TEST(every_coefficient_is_right)
{
    for (int order = 2; order <= 10; order += 2)
        for (int k = 0; k < 2; k++) {
            char call[60];
            snprintf(call, sizeof call, "dmv(%d, %s)", order,
                     k ? "time" : "inertia");
            double slope = log_error(call, 10) - log_error(call, 11);
            if (!(fabs(slope - (order + 1)) < 0.01))
                fail_msg("%s has the local order %.3f", call, slope);
        }
    mpfr_free_cache();
}
