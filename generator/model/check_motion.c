/* SPDX-License-Identifier: MIT
 *
 * derivative(B): the rate of a value along the motion, with params and inputs
 * constant,
 *     B' = dB/dt + dB/dR : R S(w) + dB/dx . v.
 * A value that looks at w, L or v has a rate that looks at torque and force,
 * which may look at it: it is refused.
 */
#include "model/check.h"

/* sum of dB/ds s' over some symbols, added to the rates. */
static void add_rates(struct check *c, const struct value *v, int n,
                      const struct expr *const *symbol,
                      const struct expr *const *rate, struct value *out)
{
    for (int k = 0; k < n; k++) {
        const struct expr *slope[9];
        expr_diff(c->pool, v->n, v->x, symbol[k], slope);
        for (int i = 0; i < v->n; i++)
            out->x[i] = expr_add(c->pool, out->x[i],
                                 expr_mul(c->pool, slope[i], rate[k]));
    }
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
    const struct expr *one = expr_int(c->pool, 1);
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
    for (int i = 0; i < v.n; i++)
        out.x[i] = expr_int(c->pool, 0);
    struct mat turning = mat_mul(c->pool, m->R, mat_skew(c->pool, m->w));
    add_rates(c, &v, 1, &m->t, &one, &out);
    add_rates(c, &v, 9, m->R.x, turning.x, &out);
    if (m->moves)
        add_rates(c, &v, 3, m->x.x, m->v.x, &out);
    return out;
}
