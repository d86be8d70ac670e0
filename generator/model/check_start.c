/* SPDX-License-Identifier: MIT
 *
 * The start: attitude, rate or momentum, time, and of a body with a mass its
 * position and velocity.  What is not said is the unit attitude, rest, zero.
 * An inertia of params is that of their defaults here.
 */
#include "model/check.h"

#include <string.h>

enum { FAULT_DIGITS = 3, FIRST_OF_MASS = 4 };

/* Up to SILENT a matrix is as good as its printed digits, up to LARGEST it is
 * taken for a rotation that was rounded. */
static const double SILENT = 1e-14, LARGEST = 1e-6;

void check_start(struct check *c, const struct ast *s)
{
    static const char names[] = "RwLtxv";
    const struct ast **slot[] = {&c->start_R, &c->start_w, &c->start_L,
                                 &c->start_t, &c->start_x, &c->start_v};
    const char *found =
        s->name[0] && !s->name[1] ? strchr(names, *s->name) : NULL;
    if (!found) {
        diag_error(c->diags, s->name_place, "no start value is called '%s'",
                   s->name);
        diag_hint(c->diags, c->model->moves ? "one of R, w, L, t, x, v"
                                            : "one of R, w, L, t");
        return;
    }
    if (found >= names + FIRST_OF_MASS &&
        !mass_needed(c, s, *found == 'x' ? "a start of x" : "a start of v"))
        return;
    const struct ast **first = slot[found - names];
    if (*first) {
        int line, column;
        place_find((*first)->place, &line, &column);
        diag_error(c->diags, s->place, "a second start of %s", s->name);
        diag_hint(c->diags, "the first is in line %d", line);
        return;
    }
    *first = s;
}

static bool start_numbers(struct check *c, const struct ast *s, int n,
                          const struct number **out)
{
    struct purpose purpose = {"a start value", NEED_ANY};
    struct value v = evaluate_for(c, s->child[0], purpose, n);
    return v.n && value_fits(c, s->child[0], v, "a start value", out);
}

static struct mat mat_of_numbers(struct pool *p, const struct number *const *n)
{
    struct mat m;
    for (int i = 0; i < 9; i++)
        m.x[i] = expr_number(p, n[i]);
    return m;
}

static bool is_reflection(struct pool *p, struct mat m)
{
    const struct expr *d = mat_det(p, m);
    return expr_is_const(d) && number_sign(d->number) < 0;
}

static void start_attitude(struct check *c, const struct ast *s)
{
    const struct number **R = c->model->start_R;
    if (!start_numbers(c, s, 9, R))
        return;
    struct place place = s->child[0]->place;
    c->model->start_place = place;
    struct mat m = mat_of_numbers(c->pool, R);
    double fault = rotation_fault(c->pool, m);
    if (!(fault <= LARGEST)) {
        diag_error(c->diags, place,
                   "not a rotation: an entry of R'R is off by %.*g",
                   FAULT_DIGITS, fault);
        return;
    }
    if (is_reflection(c->pool, m)) {
        diag_error(c->diags, place,
                   "not a rotation but a reflection: its determinant is -1");
        return;
    }
    if (fault == 0)
        return;
    if (fault > SILENT)
        diag_warning(c->diags, place,
                     "not quite a rotation: an entry of R'R is off by %.*g; "
                     "the nearest rotation is taken",
                     FAULT_DIGITS, fault);
    m = rotation_nearest(c->pool, m);
    for (int i = 0; i < 9; i++)
        R[i] = m.x[i]->number;
}

static void start_momentum(struct check *c)
{
    struct model *m = c->model;
    const struct number *w[3];
    if (c->start_w && c->start_L) {
        diag_error(c->diags, c->start_L->place, "both w and L are given");
        diag_hint(c->diags, "L = J * w: give one of them");
    } else if (c->start_L) {
        start_numbers(c, c->start_L, 3, m->start_L);
    } else if (c->start_w && start_numbers(c, c->start_w, 3, w) &&
               c->inertia_known) {
        struct vec v;
        for (int i = 0; i < 3; i++)
            v.x[i] = expr_number(c->pool, w[i]);
        v = mat_apply(c->pool, m->inertia, v);
        value_fits(c, c->start_w->child[0],
                   model_at_defaults(c->model, value_vec(v)), "J * w",
                   m->start_L);
    }
}

void check_start_state(struct check *c)
{
    struct model *m = c->model;
    for (int i = 0; i < 9; i++)
        m->start_R[i] = number_int(c->arena, i % 4 == 0);
    for (int i = 0; i < 3; i++)
        m->start_L[i] = m->start_x[i] = m->start_v[i] = number_int(c->arena, 0);
    m->start_t = number_int(c->arena, 0);
    if (c->start_R)
        start_attitude(c, c->start_R);
    start_momentum(c);
    if (c->start_t)
        start_numbers(c, c->start_t, 1, &m->start_t);
    if (c->start_x)
        start_numbers(c, c->start_x, 3, m->start_x);
    if (c->start_v)
        start_numbers(c, c->start_v, 3, m->start_v);
}
