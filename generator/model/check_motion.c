/* SPDX-License-Identifier: MIT
 *
 * derivative(B): the rate of a value along the motion, with params and inputs
 * constant,
 *     B' = dB/dt + dB/dR : R S(w) + dB/dx . v.
 * A value that looks at w, L or v has a rate that looks at torque and force,
 * which may look at it: it is refused.
 */
#include "model/check.h"

/* sum of df/ds s' over some symbols, added to the rates. */
static void add_rates(struct pool *p, int n, const struct expr *const *f,
                      struct vec symbol, struct vec rate,
                      const struct expr **out)
{
    for (int k = 0; k < 3; k++) {
        if (!expr_depends(p, n, f, symbol.x[k]))
            continue;
        for (int i = 0; i < n; i++) {
            const struct expr *slope;
            expr_diff(p, 1, &f[i], symbol.x[k], &slope);
            out[i] = expr_add(p, out[i], expr_mul(p, slope, rate.x[k]));
        }
    }
}

void model_rate(const struct model *m, int n, const struct expr *const *f,
                const struct expr **out)
{
    struct pool *p = m->pool;
    const struct vec twist = vec_add(p, vec_cross(p, m->L, m->w), m->torque);
    for (int i = 0; i < n; i++)
        expr_diff(p, 1, &f[i], m->t, &out[i]);
    for (int i = 0; i < 3; i++) /* a row r of R: r' = r x w */
        add_rates(p, n, f, mat_row(m->R, i),
                  vec_cross(p, mat_row(m->R, i), m->w), out);
    add_rates(p, n, f, m->L, twist, out);
    for (int i = 0; i < 3; i++)
        if (expr_depends(p, n, f, m->w.x[i])) {
            add_rates(p, n, f, m->w, mat_apply(p, m->inverse, twist), out);
            break;
        }
    if (!m->moves)
        return;
    const struct expr *over_mass = expr_power(p, m->mass, -1);
    add_rates(p, n, f, m->x, m->v, out);
    add_rates(p, n, f, m->v, vec_scale(p, over_mass, m->force), out);
}

static bool looks_at(const struct check *c, const struct value *v, int n,
                     const struct expr *const *symbol)
{
    for (int i = 0; i < n; i++)
        if (expr_depends(c->pool, v->n, v->x, symbol[i]))
            return true;
    return false;
}

/* What the rate needs and its purpose does not allow, or NULL. */
static const char *forbidden(const struct check *c, unsigned needs)
{
    unsigned bad = needs & c->purpose.forbidden;
    return bad & NEED_W ? "w" : bad & NEED_V ? "v" : NULL;
}

struct value motion_derivative(struct check *c, const struct ast *a,
                               struct value v)
{
    const struct model *m = c->model;
    const char *unknown = looks_at(c, &v, 3, m->w.x)               ? "w"
                          : looks_at(c, &v, 3, m->L.x)             ? "L"
                          : m->moves && looks_at(c, &v, 3, m->v.x) ? "v"
                                                                   : NULL;
    if (unknown) {
        diag_error(c->diags, a->place,
                   "the derivative of what depends on %s would need the %s",
                   unknown, *unknown == 'v' ? "force" : "torque");
        return value_none();
    }
    unsigned needs = (looks_at(c, &v, 9, m->R.x) ? NEED_W : 0u) |
                     (m->moves && looks_at(c, &v, 3, m->x.x) ? NEED_V : 0u);
    const char *bad = forbidden(c, needs);
    if (bad) {
        diag_error(c->diags, a->place,
                   "%s may not depend on %s, and this derivative does",
                   c->purpose.what, bad);
        return value_none();
    }
    c->needs |= needs;
    struct value out = {.n = v.n};
    model_rate(m, v.n, v.x, out.x);
    return out;
}
