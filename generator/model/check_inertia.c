/* SPDX-License-Identifier: MIT
 *
 * The inertia, of constants and params: symmetric, and with the params at their
 * defaults positive definite and of a real body (no principal moment is larger
 * than the sum of the other two).
 */
#include "model/check.h"

#include <math.h>

/* Reals of 256 bits that should be equal may differ in their last bits. */
static bool nearly_equal(const struct number *a, const struct number *b)
{
    double x = number_double(a), y = number_double(b);
    bool exact = number_is_exact(a) && number_is_exact(b);
    return number_equal(a, b) || (!exact && fabs(x - y) <= 1e-15 * fabs(x));
}

static bool is_symmetric(struct check *c, const struct ast *a,
                         const struct number *const J[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
            if (nearly_equal(J[3 * i + j], J[3 * j + i]))
                continue;
            diag_error(c->diags, a->place,
                       "the inertia is not symmetric: entry %d,%d is %g, "
                       "entry %d,%d is %g",
                       i + 1, j + 1, number_double(J[3 * i + j]), j + 1, i + 1,
                       number_double(J[3 * j + i]));
            return false;
        }
    return true;
}

/* One rotation of Jacobi's method, which makes m[i][j] zero. */
static void annihilate(double m[3][3], int i, int j)
{
    if (m[i][j] == 0)
        return;
    double theta = (m[j][j] - m[i][i]) / (2 * m[i][j]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + hypot(theta, 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = m[k][i], y = m[k][j];
        m[k][i] = c * x - s * y;
        m[k][j] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = m[i][k], y = m[j][k];
        m[i][k] = c * x - s * y;
        m[j][k] = s * x + c * y;
    }
}

/* The principal moments; those of a diagonal matrix in its order. */
static void principal_moments(const struct number *const J[9], double moment[3])
{
    double m[3][3];
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = number_double(J[i]);
    for (int sweep = 0; sweep < 20; sweep++) {
        annihilate(m, 0, 1);
        annihilate(m, 0, 2);
        annihilate(m, 1, 2);
    }
    for (int i = 0; i < 3; i++)
        moment[i] = m[i][i];
}

static double largest(const double moment[3])
{
    return fmax(moment[0], fmax(moment[1], moment[2]));
}

/* What of a moment that is not positive beside the largest is known: all of
 * one that was given, of others that round-off covers them. */
static const char *smallness(struct check *c, const struct number *const J[9],
                             double moment, double most)
{
    bool is_given =
        number_is_zero(J[1]) && number_is_zero(J[2]) && number_is_zero(J[5]);
    if (moment > 0 && is_given)
        return text_format(c->arena, "%g, at most 1e-15 of the largest, %g",
                           moment, most);
    if (fabs(moment) < 1e-15 * most && !is_given)
        return "0 but for round-off";
    return text_format(c->arena, "%g", moment);
}

static bool is_of_a_body(struct check *c, const struct ast *a,
                         const struct number *const J[9],
                         const double moment[3])
{
    double most = largest(moment);
    for (int i = 0; i < 3; i++)
        if (moment[i] <= 1e-15 * most) {
            diag_error(c->diags, a->place,
                       "the inertia is not positive definite: principal "
                       "moment %d is %s",
                       i + 1, smallness(c, J, moment[i], most));
            return false;
        }
    for (int i = 0; i < 3; i++) {
        double others = moment[(i + 1) % 3] + moment[(i + 2) % 3];
        if (moment[i] > others * (1 + 1e-9)) {
            diag_error(c->diags, a->place,
                       "not a physical inertia: principal moment %d, %.9g, "
                       "exceeds the sum of the others, %.9g",
                       i + 1, moment[i], others);
            return false;
        }
    }
    return true;
}

/* Is it symmetric at other params than the defaults?  There it is not so by
 * chance. */
static bool is_symmetric_at(struct check *c, const struct ast *a,
                            struct value v, int seed)
{
    const struct model *m = c->model;
    struct pool *p = c->pool;
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        const struct expr *value[9];
        for (int k = 0; k < f->n; k++, seed = seed * 37 % 101) {
            const struct expr *r = expr_fraction(p, 100 + seed, 150);
            const struct expr *x = expr_number(p, f->value[k]);
            value[k] =
                expr_mul(p, r, expr_add(p, x, expr_div(p, r, expr_int(p, 64))));
        }
        expr_subst(p, 9, v.x, f->n, f->symbol, value, v.x);
    }
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
            const struct expr *x = v.x[3 * i + j], *y = v.x[3 * j + i];
            if (!expr_is_const(x) || !expr_is_const(y) ||
                nearly_equal(x->number, y->number))
                continue;
            diag_error(c->diags, a->place,
                       "the inertia is symmetric only where its params happen "
                       "to be: entries %d,%d and %d,%d differ",
                       i + 1, j + 1, j + 1, i + 1);
            return false;
        }
    return true;
}

/* Is it symmetric whatever the params are, in each of its cases? */
static bool is_symmetric_elsewhere(struct check *c, const struct ast *a,
                                   struct value v)
{
    for (int seed = 1; seed < 100; seed += 14)
        if (!is_symmetric_at(c, a, v, seed))
            return false;
    return true;
}

/* The step divides by the moments. */
static void store(struct check *c, const struct ast *a, struct value v,
                  const struct number *const J[9])
{
    struct model *m = c->model;
    const struct number *inverse[9];
    m->diagonal = true;
    m->inertia_place = a->place;
    for (int i = 0; i < 9; i++) {
        int upper = i % 3 < i / 3 ? 3 * (i % 3) + i / 3 : i;
        value_note(c, a, J[upper]);
        m->inertia.x[i] = v.x[upper];
        m->default_inertia[i] = J[upper];
        m->varies = m->varies || !expr_is_const(v.x[upper]);
        m->diagonal = m->diagonal && (i % 4 == 0 || expr_is_zero(v.x[upper]));
    }
    m->inverse = mat_inverse(c->pool, m->inertia);
    for (int i = 0; m->diagonal && i < 9; i += 4)
        m->inverse.x[i] =
            expr_div(c->pool, expr_int(c->pool, 1), m->inertia.x[i]);
    if (m->varies && !m->diagonal) { /* it is divided by */
        struct value det = {1, {mat_det(c->pool, m->inertia)}};
        if (!value_fits(c, a, model_at_defaults(m, det),
                        "the determinant of the inertia", inverse))
            return;
    }
    c->inertia_known =
        value_fits(c, a, model_at_defaults(c->model, value_mat(m->inverse)),
                   "the inverse of the inertia", inverse);
    for (int i = 0; i < c->quantities; i++)
        if (c->quantity[i].name[0] == 'J') {
            c->quantity[i].value = value_mat(m->inertia);
            c->quantity[i].needs = m->varies ? NEED_PARAM : 0;
        }
}

static void check(struct check *c, const struct ast *a)
{
    struct purpose purpose = {"the inertia", NEED_ANY & ~(unsigned)NEED_PARAM};
    const struct number *J[9];
    double moment[3];
    struct value v = evaluate_for(c, a, purpose, 9);
    if (!v.n ||
        !value_fits(c, a, model_at_defaults(c->model, v), "the inertia", J))
        return;
    principal_moments(J, moment);
    if (!is_symmetric(c, a, J) || !is_of_a_body(c, a, J, moment)) {
        if (c->needs & NEED_PARAM)
            diag_hint(c->diags,
                      "its params stand at their defaults, or where --set "
                      "puts them");
    } else if (is_symmetric_elsewhere(c, a, v)) {
        store(c, a, v, J);
    }
}

void check_inertia(struct check *c, const struct ast *s)
{
    check(c, s->child[0]);
    c->inertia_checked = true;
}
