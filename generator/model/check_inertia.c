/* SPDX-License-Identifier: MIT
 *
 * The inertia of a body, in constants, params, t and states: symmetric; at the
 * start, with default params, positive definite and that of a real body (no
 * principal moment is larger than the sum of the other two).
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* -- symmetry -------------------------------------------------------------- */

/* The place 3 i + j of the first entry above the diagonal that differs from the
 * one below it, or 0.  Only constants are compared.  Reals of 256 bits that
 * should be equal may differ in their last bits. */
static int asymmetry(struct value J)
{
    static const int place[] = {1, 2, 5}, mirror[] = {3, 6, 7};
    for (int k = 0; k < 3; k++) {
        expr a = J.x[place[k]], b = J.x[mirror[k]];
        if (a == b || !expr_is_const(a) || !expr_is_const(b))
            continue;
        const double x = number_double(a->number), y = number_double(b->number);
        const bool exact =
            number_is_exact(a->number) && number_is_exact(b->number);
        if (!number_equal(a->number, b->number) &&
            (exact || !(fabs(x - y) <= 1e-15 * fabs(x))))
            return place[k];
    }
    return 0;
}

struct value value_elsewhere(struct check *c, struct value other, int first)
{
    const struct model *m = c->model;
    struct pool *p = c->pool;
    const struct field time = {
        .n = 1, .symbol = {m->t}, .value = {number_int(c->arena, 1)}};
    const int more = m->facts.changes ? 1 + m->extras : 0;
    for (int i = 0, seed = first; i < m->params + more; i++) {
        const struct field *f = i < m->params ? &m->param[i]
                                : i > m->params
                                    ? &m->extra[i - m->params - 1].field
                                    : &time;
        struct value v = model_value(p, f->n, f->value);
        for (int k = 0; k < f->n; k++, seed = seed * 37 % 101) {
            expr r = expr_fraction(p, 100 + seed, 150);
            expr shift = expr_div(p, r, expr_int(p, 64));
            v.x[k] = expr_mul(p, r, expr_add(p, v.x[k], shift));
        }
        expr_subst(p, other.n, other.x, f->n, f->symbol, v.x, other.x);
    }
    return other;
}

/* Largest entry of |J/I - (1 - d d')|; finds d if it is not given. */
static double off_line(struct pool *p, struct mat J, num d[3])
{
    expr trace = expr_add(p, expr_add(p, J.x[0], J.x[4]), J.x[8]);
    double off = 0;
    int k = 0;
    if (!expr_is_const(trace) || !(number_sign(trace->number) > 0))
        return INFINITY;
    J = mat_scale(p, expr_div(p, expr_int(p, -2), trace), J);
    J = mat_add(p, mat_identity(p), J); /* now with trace 1 */
    for (int i = 1; i < 3; i++)
        k = number_compare(J.x[4 * i]->number, J.x[4 * k]->number) > 0 ? i : k;
    for (int i = 0; i < 3 && !d[2]; i++)
        d[i] = expr_div(p, J.x[3 * k + i], expr_root(p, J.x[4 * k]))->number;
    const struct vec axis = model_value(p, 3, d).vec;
    for (int i = 0; i < 9; i++) {
        expr x = expr_sub(p, J.x[i], mat_outer(p, axis, axis).x[i]);
        double is = expr_is_const(x) ? number_double(x->number) : INFINITY;
        off = fmax(off, fabs(is));
    }
    return off;
}

bool refuse_line(struct check *c, struct place place, const char *subject)
{
    const num *d = c->model->facts.line;
    return refused(
        c, place,
        strstr(subject, "potential")
            ? "use R only as R*d, where d is the axis: `dot(R*e3, F)`"
            : "write `a - dot(a, d)*d`, where d is its axis, of length 1",
        "%s turns this linear body about its axis, "
        "[%.4g, %.4g, %.4g]",
        subject, number_double(d[0]), number_double(d[1]), number_double(d[2]));
}

/* True if J is symmetric for any params, t and states, in each case; else a
 * message.  Tests values off the defaults, where it is no accident. */
static bool is_symmetric_elsewhere(struct check *c, syntax a,
                                   const struct value *J)
{
    double off = 0;
    int at = 0;
    for (int first = 1; first < 100 && !at; first += 14) {
        const struct value other = value_elsewhere(c, *J, first);
        at = asymmetry(other);
        if (c->model->facts.line[0])
            off = fmax(off, off_line(c->pool, other.mat, c->model->facts.line));
    }
    if (!at && off > 1e-60)
        return refused(c, a->place,
                       "params may change its moment: `m*diag(1, 1, 0)`",
                       "the body is linear only at some values of its params");
    const int i = at / 3 + 1, j = at % 3 + 1;
    return !at ||
           refused(c, a->place, "symmetric(M) is (M + M')/2",
                   "the inertia is symmetric only at some values of %s: "
                   "entries %d,%d and %d,%d differ",
                   c->model->facts.changes ? "t and states" : "its params", i,
                   j, j, i);
}

/* -- principal moments ----------------------------------------------------- */

bool inertia_triangle(struct check *c, struct place place, const char *hint,
                      const char *without, const double moment[3])
{
    for (int i = 0; i < 3; i++) {
        double others = moment[(i + 1) % 3] + moment[(i + 2) % 3];
        if (moment[i] > others * (1 + 1e-9))
            return refused(c, place, hint,
                           "not a physical inertia: %sprincipal moment %d, "
                           "%.9g, exceeds the sum of the others, %.9g",
                           without, i + 1, moment[i], others);
    }
    return true;
}

/* Checks the principal moments; else a message.  Those of a diagonal J are
 * exact, others have a round-off of 1e-14 of the largest. */
static bool is_of_a_body(struct check *c, syntax a, struct value J)
{
    const bool is_given =
        expr_is_zero(J.x[1]) && expr_is_zero(J.x[2]) && expr_is_zero(J.x[5]);
    double m[9], moment[3];
    num d[3] = {0};
    for (int i = 0; i < 9; i++)
        m[i] = number_double(J.x[i]->number);
    model_eigenvalues(3, m, moment);
    double most = fmax(moment[0], fmax(moment[1], moment[2]));
    for (int i = 0; i < 3; i++) {
        const char *size = text_format(c->arena, "%g", moment[i]);
        if (moment[i] > (is_given ? 1e-15 : 1e-14) * most)
            continue;
        if (!(is_given && moment[i] > 0) && !c->model->facts.changes &&
            off_line(c->pool, J.mat, d) < 1e-60) {
            memcpy(c->model->facts.line, d, sizeof d);
            return true;
        }
        if (moment[i] > 0 && is_given)
            size = text_format(c->arena, "%s, at most 1e-15 of the largest, %g",
                               size, most);
        else if (fabs(moment[i]) <= 1e-14 * most && !is_given)
            size = "0 but for round-off";
        const double one = moment[(i + 1) % 3], other = moment[(i + 2) % 3];
        const char *hint = NULL;
        if (one > 0 && fabs(one - other) <= 1e-6 * most &&
            fabs(moment[i]) <= 1e-6 * most)
            hint = c->model->facts.changes
                       ? "for a linear body use only constants and params"
                       : "a linear body needs a moment of exactly 0: `diag(a, "
                         "a, 0)`, or about an axis d `a*(diag(1, 1, 1) - "
                         "outer(d, d)/dot(d, d))`";
        return refused(
            c, a->place, hint,
            "the inertia is not positive definite: principal moment %d is "
            "%s",
            i + 1, size);
    }
    return inertia_triangle(c, a->place, NULL, "", moment);
}

/* -- storing the inertia --------------------------------------------------- */

/* The index on or above the diagonal of entry i of a symmetric matrix. */
static int upper(int i)
{
    return i % 3 < i / 3 ? 3 * (i % 3) + i / 3 : i;
}

/* True if the real type holds the divisors and the inverse; else a message. */
static bool inverse_fits(struct check *c, syntax a)
{
    const struct model *m = c->model;
    if ((m->facts.varies || m->facts.changes) && !m->facts.diagonal) {
        struct value det = value_scalar(mat_det(c->pool, m->inertia));
        if (!value_fits(c, a, model_at_start(m, det),
                        "the determinant of the inertia", NULL))
            return false;
    }
    return value_fits(c, a, model_at_start(m, value_mat(m->inverse)),
                      "the inverse of the inertia", NULL);
}

/* The inverse of a diagonal J is 1/moments: the step divides by them. */
bool inertia_take(struct check *c, syntax a, struct mat J)
{
    struct model *m = c->model;
    m->facts.diagonal = true;
    for (int i = 0; i < 9; i++) {
        expr x = m->inertia.x[i] = J.x[upper(i)];
        m->facts.varies =
            m->facts.varies || model_uses(c->pool, 1, &x) & USES_PARAM;
        m->facts.diagonal =
            m->facts.diagonal && (i % 4 == 0 || expr_is_zero(x));
    }
    m->inverse = mat_inverse(c->pool, m->inertia);
    for (int i = 0; m->facts.diagonal && i < 9; i += 4)
        m->inverse.x[i] =
            expr_div(c->pool, expr_int(c->pool, 1), m->inertia.x[i]);
    return m->facts.changes || inverse_fits(c, a);
}

/* Marks three constant moments on the diagonal, so that the emitted text can
 * name them.  Equal ones are marked as the first; a 1 is not marked. */
static struct mat with_origins(struct check *c, struct mat J)
{
    struct mat out = J;
    for (int i = 0; i < 9; i++)
        if (!expr_is_const(J.x[i]) || (i % 4 && !expr_is_zero(J.x[i])))
            return J;
    for (int i = 2; i >= 0; i--)
        for (int k = 2; k >= 0; k--)
            if (J.x[4 * i] == J.x[4 * k] && !number_is_one(J.x[4 * i]->number))
                out.x[4 * i] = expr_number(
                    c->pool, number_moment(c->arena, J.x[4 * i]->number, k));
    return out;
}

static void store(struct check *c, syntax a, struct value v,
                  struct value at_defaults)
{
    struct model *m = c->model;
    struct entry *J = memo_find(&c->known, name_of_text(c->model->names, "J"));
    m->inertia_place = a->place;
    struct mat given = with_origins(c, v.mat), taken = given;
    const num *d = m->facts.line;
    if (d[0]) { /* as a sphere with the moment J_kk/(1 - d_k^2) */
        int k = 0;
        for (int i = 1; i < 3; i++)
            k = fabs(number_double(d[i])) < fabs(number_double(d[k])) ? i : k;
        const num part = number_sub(c->arena, number_int(c->arena, 1),
                                    number_mul(c->arena, d[k], d[k]));
        taken = mat_scale(
            c->pool,
            expr_div(c->pool, given.x[4 * k], expr_number(c->pool, part)),
            mat_identity(c->pool));
    }
    c->inertia_known = inertia_take(c, a, taken);
    m->locked_inertia = d[0] ? given : m->inertia;
    taken = model_at_defaults(m, value_mat(taken)).mat;
    for (int i = 0; i < 9 && !m->facts.changes; i++) {
        m->facts.inertia[i] = at_defaults.x[upper(i)]->number;
        m->facts.free_inertia[i] = d[0] ? taken.x[i]->number : NULL;
        value_note(c, a, m->facts.inertia[i]);
    }
    J->value = value_mat(m->locked_inertia);
    J->needs = model_uses(c->pool, 9, m->locked_inertia.x);
}

bool inertia_start(struct check *c)
{
    struct model *m = c->model;
    syntax a = c->statements.first[AST_INERTIA]->child[0];
    const struct value J = model_at_start(m, value_mat(m->locked_inertia));
    if (!value_fits(c, a, J, "the inertia at the start", NULL))
        return false;
    if (!is_of_a_body(c, a, J))
        return diag_hint(c->diags, "t and states have their start values");
    for (int i = 0; i < 9; i++)
        value_note(c, a, m->facts.inertia[i] = J.x[upper(i)]->number);
    return inverse_fits(c, a);
}

/* Constants in an operand of the inertia, which was checked before. */
static void part_at_defaults(struct check *c, syntax a, int n, double *out)
{
    struct value v = model_at_defaults(
        c->model, evaluate_for(c, a, "the inertia", USES_ANY & ~USES_PARAM, n));
    for (int i = 0; i < v.n; i++)
        out[i] = expr_is_const(v.x[i]) ? number_double(v.x[i]->number) : 0;
}

/* Finds one solid, with or without a shift by Steiner's theorem. */
static struct solid find_solid(struct check *c, syntax a)
{
    const struct solid none = {NULL, {0}, {0}};
    struct solid solid = none;
    double mass = 0, moved = 0;
    syntax by = a->kind == AST_BINARY && a->op == '+' ? a->child[1] : NULL;
    a = by ? a->child[0] : a;
    if (a->kind != AST_CALL || text_among("box|cylinder", '|', a->name) < 0)
        return none;
    part_at_defaults(c, a->child[0], 1, &mass);
    if (by && (by->kind != AST_CALL || strcmp(by->name, "steiner") != 0))
        return none;
    if (by) {
        part_at_defaults(c, by->child[0], 1, &moved);
        part_at_defaults(c, by->child[1], 3, solid.centre);
    }
    if (by && fabs(mass - moved) > 1e-9 * mass)
        return none;
    solid.name = a->name;
    for (int i = 1; i < a->n; i++)
        part_at_defaults(c, a->child[i], 1, &solid.size[i - 1]);
    return solid;
}

/* An inertia that changes is checked again at the start. */
static void check_changing(struct check *c, syntax a, struct value v)
{
    struct model *m = c->model;
    for (int i = 0; i < m->extras; i++)
        if (m->extra[i].wheel &&
            expr_depends(c->pool, 9, v.x, m->extra[i].field.symbol[0])) {
            refuse(c, a->place, "use only constants, params, t and states",
                   "the inertia may not depend on the wheel '%s'",
                   m->extra[i].field.name);
            return;
        }
    if (is_symmetric_elsewhere(c, a, &v))
        store(c, a, v, v);
}

void check_inertia(struct check *c, syntax s)
{
    syntax a = s->child[0];
    struct value v = evaluate_for(
        c, a, "the inertia", USES_ANY & ~(USES_PARAM | USES_T | USES_EXTRA), 9);
    struct value J = model_at_defaults(c->model, v);
    c->inertia_checked = true;
    c->model->facts.changes =
        model_uses(c->pool, v.n, v.x) & (USES_T | USES_EXTRA | USES_HELD);
    if (c->model->facts.changes)
        check_changing(c, a, v);
    if (c->model->facts.changes || !v.n ||
        !value_fits(c, a, J, "the inertia", NULL))
        return;
    int at = asymmetry(J), i = at / 3, j = at % 3;
    if (at)
        refuse(c, a->place, NULL,
               "the inertia is not symmetric: entry %d,%d is %g, "
               "entry %d,%d is %g",
               i + 1, j + 1, number_double(J.x[at]->number), j + 1, i + 1,
               number_double(J.x[3 * j + i]->number));
    if (at || !is_of_a_body(c, a, J)) {
        if (c->needs & USES_PARAM)
            diag_hint(c->diags,
                      "its params have their defaults, or the values of --set");
    } else if (is_symmetric_elsewhere(c, a, &v)) {
        store(c, a, v, J);
        c->model->solid = find_solid(c, a);
    }
}
