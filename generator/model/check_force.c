/* SPDX-License-Identifier: MIT
 *
 * Torques, forces and potentials to one torque in the body frame and one force
 * in the space frame, and the energy.
 */
#include "model/check.h"

#include <string.h>

#include "base/arena.h"

static void add_cause(struct check *c, const struct ast *s, const char *name,
                      struct value v)
{
    c->cause[c->model->causes++] =
        (struct named){.name = name, .place = s->place, .value = v};
}

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
    add_cause(c, s, "the torque", v);
    struct vec torque = vec_of_value(v);
    if (s->op == 's')
        torque = mat_apply_t(c->pool, c->model->R, torque);
    add_torque(c, torque);
}

static void add_force(struct check *c, struct vec force)
{
    c->model->force = vec_add(c->pool, c->model->force, force);
}

void check_force(struct check *c, const struct ast *s)
{
    if (!mass_needed(c, s, "a force"))
        return;
    struct value v =
        evaluate_for(c, s->child[0], (struct purpose){"a force", 0}, 3);
    c->has_torque = true;
    if (!v.n)
        return;
    add_cause(c, s, "the force", v);
    struct vec force = vec_of_value(v);
    if (s->op == 'b')
        force = mat_apply(c->pool, c->model->R, force);
    add_force(c, force);
}

void check_potential(struct check *c, const struct ast *s)
{
    struct purpose purpose = {"a potential",
                              NEED_W | NEED_L | NEED_V | NEED_INPUT};
    struct value v = evaluate_for(c, s->child[0], purpose, 1);
    c->model->has_potential = true;
    if (!v.n)
        return;
    add_cause(c, s, "the potential", v);
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

/* F = -dV/dx */
static struct vec potential_force(struct check *c)
{
    const struct model *m = c->model;
    struct vec force;
    for (int i = 0; i < 3; i++) {
        expr_diff(c->pool, 1, &m->potential, m->x.x[i], &force.x[i]);
        force.x[i] = expr_neg(c->pool, force.x[i]);
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
    if (marked_any(mark, 3, m->w.x) || marked_any(mark, 3, m->L.x))
        uses |= USES_W;
    if (m->moves && marked_any(mark, 3, m->x.x))
        uses |= USES_X;
    if (m->moves && marked_any(mark, 3, m->v.x))
        uses |= USES_W;
    for (int i = 0; i < m->inputs; i++)
        if (marked_any(mark, m->input[i].n, m->input[i].symbol))
            uses |= USES_INPUT;
    return uses;
}

/* L.w/2 + m v.v/2 */
static const struct expr *kinetic_energy(struct check *c)
{
    const struct model *m = c->model;
    struct pool *p = c->pool;
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
        add_torque(c, potential_torque(c));
    if (m->has_potential && m->moves)
        add_force(c, potential_force(c));
    m->uses = model_uses(c);
    m->energy = expr_add(p, kinetic_energy(c), m->potential);
    m->conservative =
        !c->has_torque && !expr_depends(p, 1, &m->potential, m->t);
}
