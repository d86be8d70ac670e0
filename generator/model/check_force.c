/* SPDX-License-Identifier: MIT
 *
 * Torques, forces and potentials to one torque in the body frame and one force
 * in the space frame; the energy; and the rate of a value along the motion that
 * they make, with params and inputs constant,
 *     B' = dB/dt + dB/dR : R S(w) + dB/dL . (L x w + torque)
 *          + dB/dx . v + dB/dv . force/m,   w = J^-1 L.
 */
#include "model/check.h"

#include <string.h>

static void add_cause(struct check *c, const struct ast *s, const char *name,
                      struct value v)
{
    c->model->cause[c->model->causes++] =
        (struct named){.name = name, .place = s->place, .value = v};
}

void check_action(struct check *c, const struct ast *s)
{
    struct model *m = c->model;
    bool is_torque = s->kind == AST_TORQUE;
    if (!is_torque && !mass_needed(c, s, "a force"))
        return;
    struct value v =
        evaluate_for(c, s->child[0], is_torque ? "a torque" : "a force", 0, 3);
    c->has_torque = true;
    if (!v.n)
        return;
    add_cause(c, s, is_torque ? "the torque" : "the force", v);
    if (is_torque && s->op == 's')
        v.vec = mat_apply_t(c->pool, m->R, v.vec);
    if (!is_torque && s->op == 'b')
        v.vec = mat_apply(c->pool, m->R, v.vec);
    struct vec *sum = is_torque ? &m->torque : &m->force;
    *sum = vec_add(c->pool, *sum, v.vec);
}

void check_potential(struct check *c, const struct ast *s)
{
    struct value v = evaluate_for(c, s->child[0], "a potential",
                                  NEED_W | NEED_L | NEED_V | NEED_INPUT, 1);
    c->model->has_potential = true;
    if (!v.n)
        return;
    add_cause(c, s, "the potential", v);
    c->model->potential = expr_add(c->pool, c->model->potential, v.x[0]);
}

/* A small body rotation d, dR = R S(d), changes a row r of R by r x d, so that
 * dV = sum dV/dr . (r x d) = -d . sum r x dV/dr; the torque does the work -dV:
 * it is the sum over the rows of r x dV/dr. */
static struct vec potential_torque(const struct model *m)
{
    struct mat slope;
    struct vec sum = vec_zero(m->pool);
    for (int i = 0; i < 9; i++)
        expr_diff(m->pool, 1, &m->potential, m->R.x[i], &slope.x[i]);
    for (int i = 0; i < 3; i++)
        sum = vec_add(m->pool, sum,
                      vec_cross(m->pool, mat_row(m->R, i), mat_row(slope, i)));
    return sum;
}

/* F = -dV/dx */
static struct vec potential_force(const struct model *m)
{
    struct vec force;
    for (int i = 0; i < 3; i++) {
        expr_diff(m->pool, 1, &m->potential, m->x.x[i], &force.x[i]);
        force.x[i] = expr_neg(m->pool, force.x[i]);
    }
    return force;
}

static unsigned model_uses(const struct check *c)
{
    const struct model *m = c->model;
    const struct expr *acts[6];
    unsigned char *mark = arena_alloc(c->arena, (size_t)pool_size(c->pool));
    unsigned uses = 0;
    memcpy(acts, m->torque.x, sizeof m->torque.x);
    memcpy(acts + 3, m->force.x, sizeof m->force.x);
    expr_reach(c->pool, 6, acts, mark);
    if (marked_any(mark, 1, &m->t))
        uses |= USES_T;
    if (marked_any(mark, 9, m->R.x))
        uses |= USES_R;
    if (marked_any(mark, 3, m->w.x) || marked_any(mark, 3, m->L.x) ||
        (m->moves && marked_any(mark, 3, m->v.x)))
        uses |= USES_W;
    if (m->moves && marked_any(mark, 3, m->x.x))
        uses |= USES_X;
    for (int i = 0; i < m->inputs; i++)
        if (marked_any(mark, m->input[i].n, m->input[i].symbol))
            uses |= USES_INPUT;
    return uses;
}

/* L.w/2 + m v.v/2 */
static const struct expr *kinetic_energy(const struct model *m)
{
    struct pool *p = m->pool;
    const struct expr *half = expr_fraction(p, 1, 2);
    const struct expr *turning = expr_mul(p, half, vec_dot(p, m->L, m->w));
    if (!m->moves)
        return turning;
    const struct expr *square = vec_dot(p, m->v, m->v);
    const struct expr *moving = expr_mul(p, expr_mul(p, half, m->mass), square);
    return expr_add(p, turning, moving);
}

void check_energy(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    if (m->has_potential)
        m->torque = vec_add(p, m->torque, potential_torque(m));
    if (m->has_potential && m->moves)
        m->force = vec_add(p, m->force, potential_force(m));
    m->uses = model_uses(c);
    m->energy = expr_add(p, kinetic_energy(m), m->potential);
    m->conservative =
        !c->has_torque && !expr_depends(p, 1, &m->potential, m->t);
}

/* -- rates ------------------------------------------------------------------
 */

static bool looks_at(const struct model *m, int n, const struct expr *const *f,
                     int symbols, const struct expr *const *symbol)
{
    for (int i = 0; i < symbols; i++)
        if (expr_depends(m->pool, n, f, symbol[i]))
            return true;
    return false;
}

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
    if (looks_at(m, n, f, 3, m->w.x))
        add_rates(p, n, f, m->w, mat_apply(p, m->inverse, twist), out);
    if (!m->moves)
        return;
    const struct expr *over_mass = expr_power(p, m->mass, -1);
    add_rates(p, n, f, m->x, m->v, out);
    add_rates(p, n, f, m->v, vec_scale(p, over_mass, m->force), out);
}

/* A value that looks at w, L or v has a rate that looks at torque and force,
 * which may look at it: it is refused. */
struct value motion_derivative(struct check *c, const struct ast *a,
                               struct value v)
{
    const struct model *m = c->model;
    const char *unknown = looks_at(m, v.n, v.x, 3, m->w.x)               ? "w"
                          : looks_at(m, v.n, v.x, 3, m->L.x)             ? "L"
                          : m->moves && looks_at(m, v.n, v.x, 3, m->v.x) ? "v"
                                                                         : NULL;
    if (unknown)
        return refuse(c, a->place, NULL,
                      "the derivative of what depends on %s would need the %s",
                      unknown, *unknown == 'v' ? "force" : "torque");
    unsigned needs =
        (looks_at(m, v.n, v.x, 9, m->R.x) ? NEED_W : 0u) |
        (m->moves && looks_at(m, v.n, v.x, 3, m->x.x) ? NEED_V : 0u);
    if (needs & c->forbidden)
        return refuse(c, a->place, NULL,
                      "%s may not depend on %s, and this derivative does",
                      c->what, needs & c->forbidden & NEED_W ? "w" : "v");
    c->needs |= needs;
    struct value out = {.n = v.n};
    model_rate(m, v.n, v.x, out.x);
    return out;
}
