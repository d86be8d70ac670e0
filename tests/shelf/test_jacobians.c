/* SPDX-License-Identifier: MIT
 *
 * Newton's iteration of every implicit method has the exact Jacobian, torque
 * and force included: compared with differences in MPFR, and seen by the
 * quadratic convergence for a body at a wall.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/newton.h"
#include "unit/solving.h"

static struct variants all;

static int collect(void **state)
{
    (void)state;
    variants_of_shelf(&all, NULL);
    return 0;
}

/* A body, and the method on it: the hardest one that the method admits. */
static const char *hardest_body(const struct variant *v)
{
    static const char *const path[] = {SPEC("thrown"), SPEC("offdiag"),
                                       TEST_BODY("tilted_top"),
                                       TEST_BODY("free_full")};
    int i = v->everywhere ? 0 : 1;
    while (i < 3 && !variant_admits(v, load_of_spec(path[i])))
        i++;
    return path[i];
}

static struct stepping open_on(const struct variant *v, const char *path)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, stepping_file(&s, path), v->call, "matrix", NULL);
    return s;
}

/* The spec's start, with what is carried, and h such that the body turns by
 * half a radian. */
static struct bindings start_of_step(struct stepping *s)
{
    double x[19], w[3], h;
    stepping_start(s, x);
    stepping_observe(s, &s->step->omega, x, 0, 0, NULL, NULL, w);
    struct bindings b =
        stepping_bind(s, x, number_double(s->model->start_t), NULL);
    bind_carried(s, &b);
    h = 0.5 / norm_of(3, w);
    bind(&b, 1, &s->step->h, &h);
    return b;
}

/* The unknowns first, at their start values moved by about `by`. */
static struct point point_near_start(struct stepping *s,
                                     const struct bindings *b,
                                     const struct solve *v, double by)
{
    struct point at = {.n = 0};
    struct random r = random_new(3);
    double x[MOST];
    evaluate(s, b, v->n, v->start, x);
    double size = by * (norm_of(v->n, x) / v->n + 1e-3);
    for (int i = 0; i < v->n; i++)
        add_value(&at, v->unknown[i], x[i] + random_between(&r, -size, size));
    for (int i = 0; i < b->n; i++)
        add_value(&at, b->symbol[i], b->value[i]);
    return at;
}

/* ---- differences --------------------------------------------------------- */

/* Of all iterations of a step; `liar` as in newton_error_at. */
static double worst_error(struct stepping *s, double liar)
{
    const struct routine *r = &s->step->advance;
    struct bindings b = start_of_step(s);
    double worst = 0;
    for (int i = 0; i < r->solves; i++) {
        const struct solve *v = &r->solve[i];
        if (v->n > 0) {
            struct point at = point_near_start(s, &b, v, 0.3);
            double error = newton_error_at(s, v, &at, liar);
            worst = error <= worst ? worst : error; /* NaN stays */
            release_point(&at);
        }
        if (stepping_solve(s, &b, v))
            return INFINITY; /* no way to go on */
    }
    return worst;
}

static void jacobians_are_those_of_the_residuals(void **state)
{
    (void)state;
    int tried = 0;
    bool good = true;
    for (int i = 0; i < all.n; i++) {
        if (!all.v[i].implicit)
            continue;
        struct stepping s = open_on(&all.v[i], hardest_body(&all.v[i]));
        double error = worst_error(&s, 0), other = worst_error(&s, 1e-9);
        if (!(error < 1e-30 && other > 1e-20)) {
            print_error("%s: off by %.1e, and by %.1e if the correction is "
                        "wrong\n",
                        all.v[i].call, error, other);
            good = false;
        }
        tried++;
        arena_free(s.arena);
    }
    assert_true(good);
    assert_true(tried >= 30);
}

/* ---- convergence --------------------------------------------------------- */

enum { SWEEPS = 12 };

/* log10 of the size of each correction, from the start values on. */
static void corrections(struct stepping *s, const struct bindings *b,
                        const struct solve *v, double out[SWEEPS])
{
    struct point at = point_near_start(s, b, v, 0);
    mpfr_t d[MOST], sum;
    mpfr_init2(sum, BITS);
    for (int i = 0; i < v->n; i++)
        mpfr_init2(d[i], BITS);
    for (int k = 0; k < SWEEPS; k++) {
        evaluate_at(s, &at, v->n, v->change, d);
        mpfr_set_zero(sum, 1);
        for (int i = 0; i < v->n; i++) {
            mpfr_add(at.value[i], at.value[i], d[i], MPFR_RNDN);
            mpfr_hypot(sum, sum, d[i], MPFR_RNDN);
        }
        mpfr_log10(sum, sum, MPFR_RNDN);
        out[k] = mpfr_get_d(sum, MPFR_RNDN);
    }
    for (int i = 0; i < v->n; i++)
        mpfr_clear(d[i]);
    mpfr_clear(sum);
    release_point(&at);
}

/* Each correction is the square of the one before, but for a constant. */
static bool is_quadratic(const struct variant *v, const double *e)
{
    int squared = 0;
    for (int k = 0; k + 1 < SWEEPS && e[k + 1] > -75; k++) {
        if (e[k] > -4)
            continue;
        if (!(e[k + 1] < 1.7 * e[k])) {
            print_error("%s: after a correction of 1e%.1f one of 1e%.1f\n",
                        v->call, e[k], e[k + 1]);
            return false;
        }
        squared++;
    }
    if (squared < 2)
        print_error("%s does not converge\n", v->call);
    return squared >= 2;
}

static bool converges(const struct variant *v)
{
    struct stepping s = open_on(v, SPEC("coulomb_wall"));
    const struct routine *r = &s.step->advance;
    struct bindings b = start_of_step(&s);
    bool good = true;
    for (int i = 0; i < r->solves && good; i++) {
        double e[SWEEPS];
        if (r->solve[i].n > 0) {
            corrections(&s, &b, &r->solve[i], e);
            good = is_quadratic(v, e);
        }
        good = good && stepping_solve(&s, &b, &r->solve[i]) == 0;
    }
    arena_free(s.arena);
    return good;
}

static void convergence_at_a_wall_is_quadratic(void **state)
{
    (void)state;
    struct load_of wall = load_of_spec(SPEC("coulomb_wall"));
    int tried = 0;
    bool good = true;
    for (int i = 0; i < all.n; i++)
        if (all.v[i].implicit && variant_admits(&all.v[i], wall)) {
            good &= converges(&all.v[i]);
            tried++;
        }
    assert_true(good);
    assert_true(tried >= 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobians_are_those_of_the_residuals),
        cmocka_unit_test(convergence_at_a_wall_is_quadratic),
    };
    return cmocka_run_group_tests(tests, collect, NULL);
}
