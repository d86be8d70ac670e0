/* SPDX-License-Identifier: MIT
 *
 * Torques and potentials to one torque in the body frame, and the energy.
 */
#include "model/check.h"

static void add_torque(struct check *c, struct vec torque)
{
    c->model->torque = vec_add(c->pool, c->model->torque, torque);
}

void check_torque(struct check *c, const struct ast *s)
{
    struct value v =
        evaluate_for(c, s->child[0], (struct purpose){"a torque", 0}, 3);
    c->has_torque = true;
    if (!v.n)
        return;
    struct vec torque = vec_of_value(v);
    if (s->op == 's')
        torque = mat_apply_t(c->pool, c->model->R, torque);
    add_torque(c, torque);
}

void check_potential(struct check *c, const struct ast *s)
{
    struct purpose purpose = {"a potential", NEED_W | NEED_L | NEED_INPUT};
    struct value v = evaluate_for(c, s->child[0], purpose, 1);
    c->model->has_potential = true;
    if (v.n)
        c->model->potential = expr_add(c->pool, c->model->potential, v.x[0]);
}

/* A small body rotation d, dR = R S(d), changes a row r of R by r x d, so that
 * dV = sum dV/dr . (r x d) = -d . sum r x dV/dr; the torque does the work -dV:
 * it is the sum over the rows of r x dV/dr. */
static struct vec potential_torque(struct check *c)
{
    struct pool *p = c->pool;
    const struct model *m = c->model;
    struct mat slope;
    struct vec sum = vec_zero(p);
    for (int i = 0; i < 9; i++)
        expr_diff(p, 1, &m->potential, m->R.x[i], &slope.x[i]);
    for (int i = 0; i < 3; i++)
        sum =
            vec_add(p, sum, vec_cross(p, mat_row(m->R, i), mat_row(slope, i)));
    return sum;
}

static bool looks_at(const struct check *c, struct vec v,
                     const struct expr *const *symbol, int n)
{
    for (int i = 0; i < n; i++)
        if (expr_depends(c->pool, 3, v.x, symbol[i]))
            return true;
    return false;
}

static unsigned torque_uses(const struct check *c)
{
    const struct model *m = c->model;
    unsigned uses = 0;
    if (looks_at(c, m->torque, &m->t, 1))
        uses |= USES_T;
    if (looks_at(c, m->torque, m->R.x, 9))
        uses |= USES_R;
    if (looks_at(c, m->torque, m->w.x, 3) || looks_at(c, m->torque, m->L.x, 3))
        uses |= USES_W;
    for (int i = 0; i < m->inputs; i++)
        if (looks_at(c, m->torque, m->input[i].symbol, m->input[i].n))
            uses |= USES_INPUT;
    return uses;
}

void check_energy(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    if (m->has_potential)
        add_torque(c, potential_torque(c));
    m->uses = torque_uses(c);
    const struct expr *product = vec_dot(p, m->L, m->w);
    m->energy =
        expr_add(p, expr_mul(p, expr_fraction(p, 1, 2), product), m->potential);
    m->conservative =
        !c->has_torque && !expr_depends(p, 1, &m->potential, m->t);
}
