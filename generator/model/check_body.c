/* SPDX-License-Identifier: MIT
 *
 * The mass: a body with a mass moves.  Its spec can use the position x and the
 * velocity v of the centre of mass, also before the statement `mass`.  A mass
 * that changes is checked when the start is known.
 *
 * Sums torques, forces and potentials to one torque in the body frame and one
 * force in the space frame; the energy; the times at which they are not smooth.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* -- the mass -------------------------------------------------------------- */

/* Checks that the mass is positive at the start; else a message. */
static void check_mass_sign(struct check *c, syntax a)
{
    struct model *m = c->model;
    num n;
    const struct value v = model_at_start(m, value_scalar(m->mass));
    if (!value_fits(c, a, v, "the mass", &n))
        return;
    m->facts.mass = expr_is_const(m->mass) ? n : NULL;
    value_note(c, a, n);
    expr inverse = expr_div(c->pool, expr_int(c->pool, 1), v.x[0]);
    if (number_sign(n) <= 0)
        refuse(c, a->place, NULL, "the mass must be positive, and it is %g%s",
               number_double(n), m->facts.burns ? " at the start" : "");
    else
        value_fits(c, a, value_scalar(inverse), "the inverse of the mass",
                   NULL);
}

void check_mass(struct check *c, syntax s)
{
    enum { ALLOWED = USES_PARAM | USES_T | USES_EXTRA };
    struct model *m = c->model;
    struct value v =
        evaluate_for(c, s->child[0], "the mass", USES_ANY & ~ALLOWED, 1);
    if (!v.n)
        return;
    m->mass = v.x[0];
    m->facts.burns =
        model_uses(c->pool, 1, v.x) & (USES_T | USES_EXTRA | USES_HELD);
    c->statements.mass = true;
    if (!m->facts.burns)
        check_mass_sign(c, s->child[0]);
}

/* Warns if the mass changes at another rate than the exhausts; states have
 * their start values. */
static void compare_rates(struct check *c)
{
    enum { TIMES = 8 };
    struct model *m = c->model;
    struct pool *p = c->pool;
    const expr until =
        m->facts.until ? expr_number(p, m->facts.until) : expr_int(p, 1);
    expr rate;
    model_rate(m, 1, &m->mass, &rate);
    for (int k = 0; k < TIMES; k++) {
        struct value v = {.n = 2, .x = {rate, m->exhaust_rate}};
        expr t = expr_mul(p, expr_fraction(p, 2 * k + 1, 2 * TIMES), until);
        t = expr_add(p, t, expr_number(p, m->facts.start_t));
        expr_subst(p, v.n, v.x, 1, &m->t, &t, v.x);
        v = model_at_start(m, v);
        if (!expr_is_const(v.x[0]) || !expr_is_const(v.x[1]))
            continue;
        const double own = number_double(v.x[0]->number);
        const double leaves = number_double(v.x[1]->number);
        if (fabs(own - leaves) <= 1e-6 * fmax(fabs(own), fabs(leaves)))
            continue;
        diag_warning(c->diags, c->statements.first[AST_EXHAUST]->place,
                     "the mass changes by %g kg/s, but the rates of exhausts "
                     "add up to %g kg/s, at t = %g",
                     own, leaves, number_double(t->number));
        diag_hint(c->diags,
                  "give both one rate, as `state m = 3 rate -burn` and `mass "
                  "m`; what leaves at the centre of mass has `at = [0, 0, 0]`");
        return;
    }
}

/* -- torques, forces, potentials ------------------------------------------- */

void check_action(struct check *c, syntax s)
{
    struct model *m = c->model;
    const bool is_force = s->kind == AST_FORCE;
    const bool is_potential = s->kind == AST_POTENTIAL;
    const char *name = ast_statement(s->kind)->word;
    if (is_force && !mass_needed(c, s, "a force", ""))
        return;
    struct value v =
        evaluate_for(c, s->child[0], text_format(c->arena, "a %s", name),
                     is_potential ? USES_W | USES_L | USES_V | USES_INPUT : 0,
                     is_potential ? 1 : 3);
    if (!v.n)
        return;
    name = text_format(c->arena, "the %s", name);
    m->cause[m->causes++] = (struct named){name, NULL, s->place, v};
    if (is_potential) {
        m->potential = expr_add(c->pool, m->potential, v.x[0]);
        return;
    }
    struct vec *sum = is_force ? &m->force : &m->torque;
    if (!is_force)
        m->cause[m->causes - 1].note = s->op == 's' ? "space" : "body";
    if (s->op == (is_force ? 'b' : 's'))
        v.vec =
            mat_apply(c->pool, is_force ? m->R : mat_transpose(m->R), v.vec);
    *sum = vec_add(c->pool, *sum, v.vec);
}

/* -- the energy ------------------------------------------------------------ */

/* Checks that no torque, nor that of potentials, acts about a linear axis. */
static void check_line(struct check *c, struct vec slopes)
{
    struct model *m = c->model;
    bool good = true;
    for (int i = 0; good && i < m->causes; i++) {
        const struct named *at = &m->cause[i];
        struct vec T = at->value.n == 1 ? slopes : at->value.vec;
        if (at->note && at->note[0] == 's')
            T = mat_apply(c->pool, mat_transpose(m->R), T);
        good = (!at->note && at->value.n != 1) ||
               model_is_across(m, T, 1e-60) ||
               refuse_line(c, at->place, at->name);
    }
    for (int i = 0; i < 3; i++) /* zero except for rounding */
        if (number_is_one(m->facts.line[i]))
            m->torque.x[i] = expr_int(c->pool, 0);
}

/* Adds torque and force of the potential. */
static void add_slopes(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    struct mat slope;
    struct vec sum = vec_zero(p), by_x;
    /* A small body rotation d, dR = R S(d), changes a row r of R by r x d, so
     * that dV = sum dV/dr . (r x d) = -d . sum r x dV/dr.  The torque does the
     * work -dV, so it is the sum over the rows of r x dV/dr. */
    for (int i = 0; i < 9; i++)
        expr_diff(p, 1, &m->potential, m->R.x[i], &slope.x[i]);
    for (int i = 0; i < 3; i++)
        sum =
            vec_add(p, sum, vec_cross(p, mat_row(m->R, i), mat_row(slope, i)));
    m->torque = vec_add(p, m->torque, sum);
    if (m->facts.line[0])
        check_line(c, sum);
    for (int i = 0; i < 3 && m->moves; i++)
        expr_diff(p, 1, &m->potential, m->x.x[i], &by_x.x[i]);
    if (m->moves)
        m->force = vec_sub(p, m->force, by_x);
}

/* Notes dependences.  load: torque, acceleration, slip and rates, `loads` of
 * them, then gyro and inertia. */
static void note_uses(struct model *m, int loads, const expr *load)
{
    struct pool *p = m->pool;
    const unsigned uses = model_uses(p, loads, load);
    const unsigned gyro = model_uses(p, 3 + 9, load + loads);
    m->uses = uses & (USES_T | USES_R | USES_W | USES_X | USES_INPUT);
    m->uses |= gyro & (USES_T | USES_INPUT);
    m->uses |= (uses | gyro) & USES_HELD;
    if (uses & (USES_L | USES_V | USES_EXTRA))
        m->uses |= USES_W;
    m->uses |=
        (m->has_gyro ? HAS_GYRO : 0U) | (m->facts.changes ? HAS_CHANGE : 0U);
    m->is_driven = m->facts.changes || m->facts.burns ||
                   !vec_is_zero(m->exhaust_moment) ||
                   (gyro & (USES_T | USES_INPUT)) != 0;
    for (int i = 0; i < m->extras; i++) { /* driven by states */
        const struct model_part *e = &m->extra[i];
        m->uses |= e->is_held ? 0U : USES_EXTRA;
        m->is_driven |= e->wheel && !expr_is_zero(e->rate[0]);
        for (int k = 0; k < e->field.n && !e->wheel; k++)
            m->is_driven |=
                expr_depends(p, 6, load, e->field.symbol[k]) ||
                expr_depends(p, 3, m->gyro.x, e->field.symbol[k]) ||
                expr_depends(p, 1, &m->potential, e->field.symbol[k]);
    }
}

/* (L - h).w/2 + sum eta^2/2I + m v.v/2 + V */
static void set_energy(struct model *m)
{
    struct pool *p = m->pool;
    expr half = expr_fraction(p, 1, 2);
    struct vec own = m->has_gyro ? vec_sub(p, m->L, m->gyro) : m->L;
    m->energy = expr_mul(p, half, vec_dot(p, own, m->w));
    for (int i = 0; i < m->extras; i++)
        if (m->extra[i].wheel) {
            expr square = expr_power(p, m->extra[i].field.symbol[0], 2);
            square = expr_div(p, square, m->extra[i].wheel->inertia);
            m->energy = expr_add(p, m->energy, expr_mul(p, half, square));
        }
    if (m->moves)
        m->energy = expr_add(
            p, m->energy,
            expr_mul(p, expr_mul(p, half, m->mass), vec_dot(p, m->v, m->v)));
    m->energy = expr_add(p, m->energy, m->potential);
}

void check_energy(struct check *c)
{
    struct model *m = c->model;
    expr *load =
        arena_array(c->arena, 21 + (size_t)m->extra_values, sizeof *load);
    int loads = 9;
    add_slopes(c);
    memcpy(load, m->torque.x, sizeof m->torque.x);
    memcpy(load + 3, m->facts.burns ? model_acceleration(m).x : m->force.x,
           sizeof m->force.x);
    memcpy(load + 6, model_slip(m).x, sizeof m->force.x);
    for (int i = 0; i < m->extras; i++)
        for (int k = 0; k < m->extra[i].field.n; k++)
            load[loads++] = m->extra[i].rate[k];
    memcpy(load + loads, m->gyro.x, sizeof m->gyro.x);
    memcpy(load + loads + 3, m->inertia.x, sizeof m->inertia.x);
    note_uses(m, loads, load);
    set_energy(m);
    m->facts.has_exhaust = !vec_is_zero(m->exhaust_moment);
    if (m->moves && c->statements.first[AST_EXHAUST])
        compare_rates(c);
    if (m->facts.burns)
        check_mass_sign(c, c->statements.first[AST_MASS]->child[0]);
    m->facts.conservative = !c->statements.first[AST_TORQUE] &&
                            !c->statements.first[AST_FORCE] && !m->is_driven &&
                            !(model_uses(c->pool, 1, &m->potential) & USES_T);
    break_find(c, loads + (m->facts.changes ? 12 : m->has_gyro ? 3 : 0), load);
}
