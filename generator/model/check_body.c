/* SPDX-License-Identifier: MIT
 *
 * The inertia, of constants and params: symmetric, and with the params at their
 * defaults positive definite and of a real body (no principal moment is larger
 * than the sum of the other two).  And the mass: a body that has one moves, its
 * spec knows the position x and the velocity v of the centre of mass, wherever
 * the `mass` stands in it.
 *
 * The start: attitude, rate or momentum, time, and of a body with a mass its
 * position and velocity.  What is not said is the unit attitude, rest, zero.
 * An inertia of params is that of their defaults here.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* -- symmetry -------------------------------------------------------------- */

/* Reals of 256 bits that should be equal may differ in their last bits. */
static bool nearly_equal(const struct number *a, const struct number *b)
{
    double x = number_double(a), y = number_double(b);
    bool exact = number_is_exact(a) && number_is_exact(b);
    return number_equal(a, b) || (!exact && fabs(x - y) <= 1e-15 * fabs(x));
}

/* The place of the first entry above the diagonal that differs from the one
 * below it, 3 i + j, or 0.  What is no constant is not looked at. */
static int asymmetry(struct value J)
{
    static const int place[] = {1, 2, 5}, mirror[] = {3, 6, 7};
    for (int k = 0; k < 3; k++) {
        expr x = J.x[place[k]], y = J.x[mirror[k]];
        if (expr_is_const(x) && expr_is_const(y) &&
            !nearly_equal(x->number, y->number))
            return place[k];
    }
    return 0;
}

/* With other params than the defaults. */
static struct value at_others(const struct model *m, struct value v, int seed)
{
    struct pool *p = m->pool;
    for (int i = 0; i < m->params; i++) {
        const struct field *f = &m->param[i];
        expr value[9];
        for (int k = 0; k < f->n; k++, seed = seed * 37 % 101) {
            expr r = expr_fraction(p, 100 + seed, 150);
            expr x = expr_number(p, f->value[k]);
            value[k] =
                expr_mul(p, r, expr_add(p, x, expr_div(p, r, expr_int(p, 64))));
        }
        expr_subst(p, 9, v.x, f->n, f->symbol, value, v.x);
    }
    return v;
}

/* Is it symmetric whatever the params are, in each of its cases?  At others
 * than the defaults it is not so by chance. */
static bool is_symmetric_elsewhere(struct check *c, const struct ast *a,
                                   struct value v)
{
    for (int seed = 1; seed < 100; seed += 14) {
        int at = asymmetry(at_others(c->model, v, seed));
        int i = at / 3 + 1, j = at % 3 + 1;
        if (!at)
            continue;
        refuse(c, a->place, NULL,
               "the inertia is symmetric only where its params happen "
               "to be: entries %d,%d and %d,%d differ",
               i, j, j, i);
        return false;
    }
    return true;
}

/* -- principal moments ----------------------------------------------------- */

/* What of a moment that is not positive beside the largest is known: all of
 * one that was given, of others that round-off covers them. */
static const char *smallness(struct check *c, struct value J, double moment,
                             double most)
{
    bool is_given =
        expr_is_zero(J.x[1]) && expr_is_zero(J.x[2]) && expr_is_zero(J.x[5]);
    if (moment > 0 && is_given)
        return text_format(c->arena, "%g, at most 1e-15 of the largest, %g",
                           moment, most);
    if (fabs(moment) < 1e-15 * most && !is_given)
        return "0 but for round-off";
    return text_format(c->arena, "%g", moment);
}

static bool is_of_a_body(struct check *c, const struct ast *a, struct value J)
{
    double m[9], moment[3];
    for (int i = 0; i < 9; i++)
        m[i] = number_double(J.x[i]->number);
    model_eigenvalues(3, m, moment);
    double most = fmax(moment[0], fmax(moment[1], moment[2]));
    for (int i = 0; i < 3; i++)
        if (moment[i] <= 1e-15 * most) {
            refuse(c, a->place, NULL,
                   "the inertia is not positive definite: principal "
                   "moment %d is %s",
                   i + 1, smallness(c, J, moment[i], most));
            return false;
        }
    for (int i = 0; i < 3; i++) {
        double others = moment[(i + 1) % 3] + moment[(i + 2) % 3];
        if (moment[i] > others * (1 + 1e-9)) {
            refuse(c, a->place, NULL,
                   "not a physical inertia: principal moment %d, %.9g, "
                   "exceeds the sum of the others, %.9g",
                   i + 1, moment[i], others);
            return false;
        }
    }
    return true;
}

/* -- what the model has of it ---------------------------------------------- */

/* The step divides by the moments. */
static void store(struct check *c, const struct ast *a, struct value v,
                  struct value at_defaults)
{
    struct model *m = c->model;
    const struct number *unused[9];
    m->diagonal = true;
    m->inertia_place = a->place;
    for (int i = 0; i < 9; i++) {
        int upper = i % 3 < i / 3 ? 3 * (i % 3) + i / 3 : i;
        m->default_inertia[i] = at_defaults.x[upper]->number;
        value_note(c, a, m->default_inertia[i]);
        m->inertia.x[i] = v.x[upper];
        m->varies = m->varies || !expr_is_const(v.x[upper]);
        m->diagonal = m->diagonal && (i % 4 == 0 || expr_is_zero(v.x[upper]));
    }
    m->inverse = mat_inverse(c->pool, m->inertia);
    for (int i = 0; m->diagonal && i < 9; i += 4)
        m->inverse.x[i] =
            expr_div(c->pool, expr_int(c->pool, 1), m->inertia.x[i]);
    if (m->varies && !m->diagonal) { /* it is divided by */
        struct value det = value_scalar(mat_det(c->pool, m->inertia));
        if (!value_fits(c, a, model_at_defaults(m, det),
                        "the determinant of the inertia", unused))
            return;
    }
    c->inertia_known =
        value_fits(c, a, model_at_defaults(m, value_mat(m->inverse)),
                   "the inverse of the inertia", unused);
    struct entry *J = memo_find(&c->known, name_of_text(c->names, "J"));
    J->value = value_mat(m->inertia);
    J->needs = m->varies ? NEED_PARAM : 0;
}

void check_inertia(struct check *c, const struct ast *s)
{
    const struct ast *a = s->child[0];
    const struct number *unused[9];
    struct value v =
        evaluate_for(c, a, "the inertia", NEED_ANY & ~NEED_PARAM, 9);
    struct value J = model_at_defaults(c->model, v);
    c->inertia_checked = true;
    if (!v.n || !value_fits(c, a, J, "the inertia", unused))
        return;
    int at = asymmetry(J), i = at / 3, j = at % 3;
    if (at)
        refuse(c, a->place, NULL,
               "the inertia is not symmetric: entry %d,%d is %g, "
               "entry %d,%d is %g",
               i + 1, j + 1, number_double(J.x[at]->number), j + 1, i + 1,
               number_double(J.x[3 * j + i]->number));
    if (at || !is_of_a_body(c, a, J)) {
        if (c->needs & NEED_PARAM)
            diag_hint(c->diags,
                      "its params stand at their defaults, or where --set "
                      "puts them");
    } else if (is_symmetric_elsewhere(c, a, v)) {
        store(c, a, v, J);
    }
}

/* -- the mass -------------------------------------------------------------- */

bool mass_needed(struct check *c, const struct ast *s, const char *what)
{
    if (!c->model->moves)
        refuse(c, s->place, "declare one, such as `mass 2`, in kg",
               "%s needs a body with `mass`", what);
    return c->model->moves;
}

void check_mass(struct check *c, const struct ast *s)
{
    const struct ast *a = s->child[0];
    const struct number *n;
    struct value v = evaluate_for(c, a, "the mass", NEED_ANY & ~NEED_PARAM, 1);
    struct value at_defaults = model_at_defaults(c->model, v);
    if (!v.n || !value_fits(c, a, at_defaults, "the mass", &n))
        return;
    c->model->mass = v.x[0];
    value_note(c, a, n);
    if (number_sign(n) <= 0) {
        refuse(c, a->place, NULL, "the mass must be positive, and it is %g",
               number_double(n));
        return;
    }
    expr inverse = expr_div(c->pool, expr_int(c->pool, 1), at_defaults.x[0]);
    value_fits(c, a, value_scalar(inverse), "the inverse of the mass", &n);
}

/* -- the start ------------------------------------------------------------- */

enum { FIRST_OF_MASS = 4 };

/* Up to SILENT a matrix is as good as its printed digits, up to LARGEST it is
 * taken for a rotation that was rounded. */
static const double SILENT = 1e-14, LARGEST = 1e-6;

static const char names[] = "RwLtxv";

void check_start(struct check *c, const struct ast *s)
{
    const char *found =
        s->name[0] && !s->name[1] ? strchr(names, *s->name) : NULL;
    if (!found) {
        refuse(c, s->name_place,
               c->model->moves ? "one of R, w, L, t, x, v"
                               : "one of R, w, L, t",
               "no start value is called '%s'", s->name);
        return;
    }
    if (found >= names + FIRST_OF_MASS &&
        !mass_needed(c, s, *found == 'x' ? "a start of x" : "a start of v"))
        return;
    const struct ast **first = &c->start[found - names];
    if (*first)
        refuse(c, s->place, line_hint(c, "the first is", (*first)->place),
               "a second start of %s", s->name);
    else
        *first = s;
}

static bool start_numbers(struct check *c, const struct ast *s, int n,
                          const struct number **out)
{
    return s && evaluate_numbers(c, s->child[0], "a start value", n, out);
}

static void start_attitude(struct check *c, const struct ast *s)
{
    const struct number **R = c->model->start_R;
    if (!start_numbers(c, s, 9, R))
        return;
    struct place place = s->child[0]->place;
    c->model->start_place = place;
    struct mat m = value_of(c->pool, 9, R).mat;
    double fault = rotation_fault(c->pool, m);
    if (!(fault <= LARGEST))
        refuse(c, place, NULL, "not a rotation: an entry of R'R is off by %.3g",
               fault);
    else if (rotation_reflects(c->pool, m))
        refuse(c, place, NULL,
               "not a rotation but a reflection: its determinant is -1");
    else if (fault > SILENT)
        diag_warning(c->diags, place,
                     "not quite a rotation: an entry of R'R is off by %.3g; "
                     "the nearest rotation is taken",
                     fault);
    if (fault > 0 && fault <= LARGEST && !rotation_reflects(c->pool, m))
        m = rotation_nearest(c->pool, m);
    for (int i = 0; i < 9; i++)
        R[i] = m.x[i]->number;
}

static void start_momentum(struct check *c, const struct ast *start_w,
                           const struct ast *start_L)
{
    struct model *m = c->model;
    const struct number *w[3];
    if (start_w && start_L) {
        refuse(c, start_L->place, "L = J * w: give one of them",
               "both w and L are given");
    } else if (start_numbers(c, start_w, 3, w) && c->inertia_known) {
        struct vec v = value_of(c->pool, 3, w).vec;
        v = mat_apply(c->pool, m->inertia, v);
        value_fits(c, start_w->child[0], model_at_defaults(m, value_vec(v)),
                   "J * w", m->start_L);
    } else {
        start_numbers(c, start_L, 3, m->start_L);
    }
}

void check_start_state(struct check *c)
{
    struct model *m = c->model;
    const struct number *zero = number_int(c->arena, 0);
    for (int i = 0; i < 9; i++)
        m->start_R[i] = number_int(c->arena, i % 4 == 0);
    for (int i = 0; i < 3; i++)
        m->start_L[i] = m->start_x[i] = m->start_v[i] = zero;
    m->start_t = zero;
    start_attitude(c, c->start[0]);
    start_momentum(c, c->start[1], c->start[2]);
    start_numbers(c, c->start[3], 1, &m->start_t);
    start_numbers(c, c->start[4], 3, m->start_x);
    start_numbers(c, c->start[5], 3, m->start_v);
}
