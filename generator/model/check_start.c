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
    struct mat m;
    if (!start_numbers(c, s, 9, R))
        return;
    struct place place = s->child[0]->place;
    c->model->start_place = place;
    for (int i = 0; i < 9; i++)
        m.x[i] = expr_number(c->pool, R[i]);
    double fault = rotation_fault(c->pool, m);
    if (!(fault <= LARGEST)) {
        refuse(c, place, NULL, "not a rotation: an entry of R'R is off by %.*g",
               FAULT_DIGITS, fault);
        return;
    }
    if (rotation_reflects(c->pool, m)) {
        refuse(c, place, NULL,
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

static void start_momentum(struct check *c, const struct ast *start_w,
                           const struct ast *start_L)
{
    struct model *m = c->model;
    const struct number *w[3];
    if (start_w && start_L) {
        refuse(c, start_L->place, "L = J * w: give one of them",
               "both w and L are given");
    } else if (start_numbers(c, start_w, 3, w) && c->inertia_known) {
        struct vec v;
        for (int i = 0; i < 3; i++)
            v.x[i] = expr_number(c->pool, w[i]);
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
