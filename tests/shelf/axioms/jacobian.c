/* SPDX-License-Identifier: MIT
 *
 * Newton's iteration of every implicit method has the exact Jacobian, torque
 * and force included: compared with differences in MPFR, and seen by the
 * quadratic convergence for a body at a wall.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/newton.h"
#include "unit/solving.h"

#include "shelf/axioms/subject.h"

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
    stepping_observe(s, &s->step->offer.omega, x, 0, 0, NULL, NULL, w);
    struct bindings b =
        stepping_bind(s, x, number_double(s->model->facts.start_t), NULL);
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

static bool jacobian_is_that_of_the_residual(struct subject *s)
{
    struct stepping on = open_on(&s->v, hardest_body(&s->v));
    double error = worst_error(&on, 0), other = worst_error(&on, 1e-9);
    arena_free(on.arena);
    if (error < 1e-30 && other > 1e-20)
        return true;
    announce(s, "off by %.1e, and by %.1e if the correction is wrong", error,
             other);
    return false;
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
static bool is_quadratic(const struct subject *s, const double *e)
{
    int squared = 0;
    for (int k = 0; k + 1 < SWEEPS && e[k + 1] > -75; k++) {
        if (e[k] > -4)
            continue;
        if (!(e[k + 1] < 1.7 * e[k])) {
            announce(s, "after a correction of 1e%.1f one of 1e%.1f", e[k],
                     e[k + 1]);
            return false;
        }
        squared++;
    }
    if (squared < 2)
        announce(s, "does not converge");
    return squared >= 2;
}

static bool converges_quadratically_at_a_wall(struct subject *subject)
{
    struct stepping s = open_on(&subject->v, SPEC("coulomb_wall"));
    const struct routine *r = &s.step->advance;
    struct bindings b = start_of_step(&s);
    bool good = true;
    for (int i = 0; i < r->solves && good; i++) {
        double e[SWEEPS];
        if (r->solve[i].n > 0) {
            corrections(&s, &b, &r->solve[i], e);
            good = is_quadratic(subject, e);
        }
        good = good && stepping_solve(&s, &b, &r->solve[i]) == 0;
    }
    arena_free(s.arena);
    return good;
}

static bool meets_the_wall(const struct variant *v)
{
    return v->implicit && is_admitted(v, SPEC("coulomb_wall"));
}

const struct axiom jacobian_axioms[] = {
    {"the Jacobian is that of the residual", is_for_implicit,
     jacobian_is_that_of_the_residual},
    {"convergence at a wall is quadratic", meets_the_wall,
     converges_quadratically_at_a_wall},
    {0},
};
