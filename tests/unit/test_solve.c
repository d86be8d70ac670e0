/* SPDX-License-Identifier: MIT
 *
 * Newton's iteration of imidm: quadratic with any torque, stopped in time, and
 * never a wrong answer.
 */
#include "stepping.h"

#include "in_reals.h"

enum { BITS = 400, UNKNOWNS = 3, MOST = 10 };

/* Full inertia; torque of t, R and w, not linear in w. */
static const char hard[] =
    "body hard\n"
    "inertia [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]\n"
    "potential 3 * sin(dot(R'*e3, [1, 2, 3]))\n"
    "torque body -0.1*norm(w)*w + [sin(t), 0, cross(w, e1)[2]*t]\n"
    "start R = turn([1, 2, 2], 0.8)\n"
    "start w = [1, -2, 1.5]\n"
    "start t = 0.3\n"
    "method imidm\n";

/* ---- in MPFR ---- */

struct reals {
    int n;
    const struct expr *symbol[BINDINGS];
    mpfr_t value[BINDINGS];
};

static void take(struct reals *r, const struct bindings *b)
{
    for (r->n = 0; r->n < b->n; r->n++) {
        r->symbol[r->n] = b->symbol[r->n];
        mpfr_init2(r->value[r->n], BITS);
        mpfr_set_d(r->value[r->n], b->value[r->n], MPFR_RNDN);
    }
}

static void add_unknowns(struct reals *r, const struct expr *const *symbol)
{
    for (int i = 0; i < UNKNOWNS; i++, r->n++) {
        r->symbol[r->n] = symbol[i];
        mpfr_init2(r->value[r->n], BITS);
    }
}

static void release(struct reals *r)
{
    while (r->n)
        mpfr_clear(r->value[--r->n]);
}

/* The unknowns (the last three bindings) after `sweeps` sweeps. */
static void iterate(struct stepping *s, struct reals *r, int sweeps)
{
    const struct solve *v = &s->step->advance.solve[0];
    mpfr_t *x = &r->value[r->n - UNKNOWNS], d[UNKNOWNS];
    for (int i = 0; i < UNKNOWNS; i++)
        mpfr_init2(d[i], BITS);
    in_reals(s->pool, v->n, v->start, r->n, r->symbol, r->value, d);
    for (int i = 0; i < UNKNOWNS; i++)
        mpfr_set(x[i], d[i], MPFR_RNDN);
    for (int k = 0; k < sweeps; k++) {
        in_reals(s->pool, v->n, v->change, r->n, r->symbol, r->value, d);
        for (int i = 0; i < UNKNOWNS; i++)
            mpfr_add(x[i], x[i], d[i], MPFR_RNDN);
    }
    for (int i = 0; i < UNKNOWNS; i++)
        mpfr_clear(d[i]);
}

/* log10 of the distance to the solution after each number of sweeps. */
static int errors(struct stepping *s, struct reals *r, double *out)
{
    mpfr_t *x = &r->value[r->n - UNKNOWNS], end[UNKNOWNS], e, sum;
    int n = 0;
    mpfr_inits2(BITS, e, sum, (mpfr_ptr)NULL);
    iterate(s, r, MOST);
    for (int i = 0; i < UNKNOWNS; i++) {
        mpfr_init2(end[i], BITS);
        mpfr_set(end[i], x[i], MPFR_RNDN);
    }
    for (n = 0; n < MOST; n++) {
        iterate(s, r, n);
        mpfr_set_zero(sum, 1);
        for (int i = 0; i < UNKNOWNS; i++) {
            mpfr_sub(e, x[i], end[i], MPFR_RNDN);
            mpfr_hypot(sum, sum, e, MPFR_RNDN);
        }
        mpfr_log10(sum, sum, MPFR_RNDN);
        if (!((out[n] = mpfr_get_d(sum, MPFR_RNDN)) > -100))
            break;
    }
    for (int i = 0; i < UNKNOWNS; i++)
        mpfr_clear(end[i]);
    mpfr_clears(e, sum, (mpfr_ptr)NULL);
    return n;
}

static void quadratic(const char *spec, const char *map, double h)
{
    struct stepping s = stepping_new(NULL, 0);
    struct reals r;
    double x[12], e[MOST] = {0};
    stepping_must(&s, spec, NULL, NULL, map);
    stepping_start(&s, x);
    struct bindings b =
        stepping_bind(&s, x, number_double(s.model->facts.start_t), NULL);
    bind(&b, 1, &s.step->h, &h);
    take(&r, &b);
    add_unknowns(&r, s.step->advance.solve[0].unknown);
    int n = errors(&s, &r, e);
    assert_in_range(n, 4, MOST - 1);
    /* the error's exponent doubles, from where it is small at all */
    int doubled = 0;
    for (int k = 1; k + 1 < n; k++)
        if (e[k] < -3) {
            assert_true(e[k + 1] < 1.8 * e[k]);
            doubled++;
        }
    assert_in_range(doubled, 2, MOST);
    release(&r);
    arena_free(s.arena);
}

TEST(newton_is_quadratic_with_any_torque)
{
    quadratic(hard, "exp", 0.2);
    quadratic(hard, "cay", 0.2);
    quadratic(hard, "exp", 0.02);
}

/* ---- in double ---- */

static struct stepping derived(const char *spec, const char *attitude)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, spec, "imidm", attitude, NULL);
    return s;
}

/* One more sweep after the last, relative to the solution; s.sweeps is set. */
static double one_more(struct stepping *s, double h)
{
    const struct solve *v = &s->step->advance.solve[0];
    double x[12], d[3], size = 0, change = 0;
    stepping_start(s, x);
    struct bindings b = stepping_bind(s, x, 0.3, NULL);
    bind(&b, 1, &s->step->h, &h);
    assert_int_equal(stepping_solve(s, &b, v), 0);
    bind(&b, 3, v->unknown, &b.value[b.n - 3]);
    evaluate(s, &b, 3, v->change, d);
    for (int k = 0; k < 3; k++) {
        size += b.value[b.n - 3 + k] * b.value[b.n - 3 + k];
        change = fmax(change, fabs(d[k]));
    }
    return change / sqrt(size);
}

/* When the iteration stops, one more sweep would not change the digits. */
TEST(it_stops_neither_early_nor_late)
{
    struct stepping s = derived(hard, NULL);
    static const double step[] = {0.3, 0.1, 0.03, 0.01, 1e-3, 1e-5, 1e-9};
    static const int most[] = {5, 4, 4, 3, 3, 2, 1};
    for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
        assert_close(one_more(&s, step[i]), 0, 4e-15);
        assert_in_range(s.sweeps, 1, most[i]);
    }
    /* wherever the last correction falls */
    for (double h = 0.3; h > 1e-6; h *= 0.93)
        assert_close(one_more(&s, h), 0, 4e-15);
    arena_free(s.arena);
}

TEST(two_sweeps_serve_a_usual_step)
{
    struct stepping s = stepping_new(NULL, 0);
    double x[12];
    stepping_must(&s, stepping_spec(&s, "fast_top"), "imidm", NULL, NULL);
    stepping_start(&s, x);
    for (int i = 0; i < 200; i++) {
        assert_int_equal(stepping_step(&s, x, 0, 0.001, NULL), 0);
        assert_in_range(s.sweeps, 1, 2);
    }
    arena_free(s.arena);
}

TEST(a_body_at_rest_steps)
{
    struct stepping s =
        derived("body b inertia diag(1, 2, 2.5) start w = [0, 0, 0]", NULL);
    double x[12], y[12];
    stepping_start(&s, x);
    memcpy(y, x, sizeof y);
    assert_int_equal(stepping_step(&s, x, 0, 0.1, NULL), 0);
    for (int i = 0; i < 7; i++)
        assert_close(x[i], y[i], 0);
    arena_free(s.arena);
}

TEST(a_body_starts_from_rest_under_torque)
{
    struct stepping s = derived("body b inertia diag(1, 2, 2.5) "
                                "torque body [2, 0, 0] start w = [0, 0, 0]",
                                NULL);
    double x[12], R[9], L[3], h = 0.1;
    stepping_start(&s, x);
    assert_int_equal(stepping_step(&s, x, 0, h, NULL), 0);
    stepping_state(&s, x, R, L);
    assert_close(L[0], 2 * h, 1e-16);
    assert_close(R[4], cos(h * h), 1e-15); /* angle = torque/J h^2/2 */
    assert_close(R[7], sin(h * h), 1e-15);
    arena_free(s.arena);
}

/* ---- what cannot be solved ---- */

static void refused(struct stepping *s, const double *start, double h)
{
    double x[12], y[12];
    memcpy(x, start, sizeof x);
    memcpy(y, start, sizeof y);
    assert_int_not_equal(stepping_step(s, x, 0, h, NULL), 0);
    assert_memory_equal(x, y, sizeof x);
}

/* Rates of 50 / h about many axes, for flat, long and round bodies. */
TEST(too_large_steps_are_refused)
{
    static const char *const inertia[] = {
        "diag(1, 1, 1)",
        "diag(1, 2, 2.5)",
        "diag(1, 1, 0.01)",
        "diag(0.02, 1, 0.99)",
        "diag(1, 1, 1.99)",
        "[[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]"};
    static const double axis[][3] = {
        {1, 0, 0},    {0, 1, 0},      {0, 0, 1},     {1, 1, 1},  {1, -2, 0.1},
        {1e-9, 0, 1}, {0.6, 0, -0.8}, {0, 1e-3, -1}, {5, 0.1, 3}};
    int refusals = 0;
    for (size_t i = 0; i < sizeof inertia / sizeof *inertia; i++) {
        struct stepping s = stepping_new(NULL, 0);
        stepping_must(
            &s,
            text_format(s.arena, "body b inertia %s start w = e1", inertia[i]),
            "imidm", NULL, NULL);
        for (size_t k = 0; k < sizeof axis / sizeof *axis; k++)
            for (double turn = 3.5; turn <= 50; turn *= 1.3) {
                double x[12], size = 0, w[3];
                stepping_start(&s, x);
                for (int j = 0; j < 3; j++)
                    size += axis[k][j] * axis[k][j];
                for (int j = 0; j < 3; j++)
                    w[j] = axis[k][j] / sqrt(size) * turn / 0.01;
                stepping_observe(&s, &s.step->offer.set_omega, x, 0, 3,
                                 s.model->w.x, w, x + 4);
                refused(&s, x, 0.01);
                refusals++;
            }
        arena_free(s.arena);
    }
    assert_in_range(refusals, 500, 5000);
}

/* From rest, by a torque that turns the body by h^2/2 times 800 and more. */
TEST(too_strong_torques_are_refused)
{
    struct stepping s = derived("body b inertia diag(1, 1, 1) "
                                "torque body [800, 0, 0] start w = [0, 0, 0]",
                                NULL);
    double x[12] = {0}, y[12];
    stepping_start(&s, x);
    memcpy(y, x, sizeof y);
    assert_int_equal(stepping_step(&s, y, 0, 0.08, NULL), 0); /* 2.56 rad */
    for (double h = 0.09; h < 0.4; h *= 1.1) {
        refused(&s, x, h);
        assert_int_equal(s.status, 2);
    }
    arena_free(s.arena);
}

TEST(what_is_not_finite_is_refused)
{
    struct stepping s = derived(hard, NULL);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    double x[12] = {0};
    stepping_start(&s, x);
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 3; k++) {
            double y[12];
            memcpy(y, x, sizeof y);
            y[i] = bad[k];
            refused(&s, y, 0.01);
        }
    for (int k = 0; k < 3; k++)
        refused(&s, x, bad[k]);
    arena_free(s.arena);
}

/* ---- what it keeps ---- */

static void spatial_momentum(struct stepping *s, const double *x, double pi[3])
{
    stepping_observe(s, &s->step->offer.momentum, x, 0, 0, NULL, NULL, pi);
}

TEST(momentum_is_kept_to_roundoff)
{
    static const char *const attitude[] = {"quaternion", "matrix"};
    for (int a = 0; a < 2; a++) {
        struct stepping s =
            derived("body b "
                    "inertia [[1.2, .1, -.2], [.1, 1.5, .3], [-.2, .3, .9]] "
                    "start w = [1, -2, 1.5]",
                    attitude[a]);
        double x[12], first[3], now[3];
        stepping_start(&s, x);
        spatial_momentum(&s, x, first);
        for (int i = 0; i < 300; i++)
            assert_int_equal(stepping_step(&s, x, 0, 0.2, NULL), 0);
        spatial_momentum(&s, x, now);
        for (int i = 0; i < 3; i++)
            assert_close(now[i], first[i], 1e-13);
        arena_free(s.arena);
    }
}

TEST(vertical_momentum_of_a_top_is_kept)
{
    struct stepping s = stepping_new(NULL, 0);
    double x[12], first[3], now[3];
    stepping_must(&s, stepping_spec(&s, "fast_top"), "imidm", NULL, NULL);
    stepping_start(&s, x);
    spatial_momentum(&s, x, first);
    for (int i = 0; i < 300; i++)
        assert_int_equal(stepping_step(&s, x, 0, 0.01, NULL), 0);
    spatial_momentum(&s, x, now);
    assert_close(now[2] / first[2], 1, 1e-14);
    assert_true(fabs(now[0] - first[0]) > 1);
    arena_free(s.arena);
}

/* Back with -h: a symmetric method returns. */
TEST(steps_are_symmetric)
{
    static const char *const map[] = {"exp", "cay"};
    for (int m = 0; m < 2; m++) {
        struct stepping s = stepping_new(NULL, 0);
        double x[12], first[12];
        stepping_must(&s, hard, NULL, NULL, map[m]);
        stepping_start(&s, x);
        memcpy(first, x, sizeof first);
        assert_int_equal(stepping_step(&s, x, 0.3, 0.1, NULL), 0);
        assert_true(fabs(x[4] - first[4]) > 1e-3);
        assert_int_equal(stepping_step(&s, x, 0.4, -0.1, NULL), 0);
        for (int i = 0; i < 7; i++)
            assert_close(x[i], first[i], 2e-15);
        arena_free(s.arena);
    }
}
