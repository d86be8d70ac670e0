/* SPDX-License-Identifier: MIT
 *
 * The inertia: constant, symmetric, positive definite, and of a real body
 * (no principal moment is larger than the sum of the other two).
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

/* The step divides by the moments. */
static void store(struct check *c, const struct ast *a,
                  const struct number *const J[9])
{
    struct model *m = c->model;
    const struct number *inverse[9];
    m->diagonal = true;
    for (int i = 0; i < 9; i++) {
        const struct number *n = i % 3 < i / 3 ? J[3 * (i % 3) + i / 3] : J[i];
        value_note(c, a, n);
        m->inertia.x[i] = expr_number(c->pool, n);
        m->diagonal = m->diagonal && (i % 4 == 0 || number_is_zero(n));
    }
    m->inverse = mat_inverse(c->pool, m->inertia);
    c->inertia_known = value_fits(c, a, value_mat(m->inverse),
                                  "the inverse of the inertia", inverse);
    for (int i = 0; i < c->quantities; i++)
        if (c->quantity[i].name[0] == 'J')
            c->quantity[i].value = value_mat(m->inertia);
}

static void check(struct check *c, const struct ast *a)
{
    const struct number *J[9];
    double moment[3];
    struct value v =
        evaluate_for(c, a, (struct purpose){"the inertia", NEED_ANY}, 9);
    if (!v.n || !value_fits(c, a, v, "the inertia", J) ||
        !is_symmetric(c, a, J))
        return;
    principal_moments(J, moment);
    if (is_of_a_body(c, a, J, moment))
        store(c, a, J);
}

void check_inertia(struct check *c, const struct ast *s)
{
    check(c, s->child[0]);
    c->inertia_checked = true;
}
