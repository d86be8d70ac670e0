/* SPDX-License-Identifier: MIT
 *
 * The mass: a body with a mass moves, its spec knows the position x and the
 * velocity v of the centre of mass, also before the statement `mass`.
 *
 * Torques, forces and potentials to one torque in the body frame and one force
 * in the space frame; the energy; and the times at which they are not smooth.
 *
 * The start: attitude, rate or momentum, time, and for a body with a mass
 * position and velocity.  The defaults are the unit attitude, rest, zero.
 * An inertia of params has their defaults here.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

/* -- the mass -------------------------------------------------------------- */

void check_mass(struct check *c, syntax s)
{
    syntax a = s->child[0];
    num n;
    struct value v = evaluate_for(c, a, "the mass", USES_ANY & ~USES_PARAM, 1);
    struct value at_defaults = model_at_defaults(c->model, v);
    if (!v.n || !value_fits(c, a, at_defaults, "the mass", &n))
        return;
    c->model->mass = v.x[0];
    c->model->facts.mass = expr_is_const(v.x[0]) ? n : NULL;
    value_note(c, a, n);
    expr inverse = expr_div(c->pool, expr_int(c->pool, 1), at_defaults.x[0]);
    if (number_sign(n) <= 0)
        refuse(c, a->place, NULL, "the mass must be positive, and it is %g",
               number_double(n));
    else
        value_fits(c, a, value_scalar(inverse), "the inverse of the mass",
                   NULL);
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
    if (s->op == (is_force ? 'b' : 's'))
        v.vec =
            mat_apply(c->pool, is_force ? m->R : mat_transpose(m->R), v.vec);
    *sum = vec_add(c->pool, *sum, v.vec);
}

/* -- the energy ------------------------------------------------------------ */

/* Torque and force of the potential. */
static void add_slopes(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    struct mat slope;
    struct vec sum = vec_zero(p), by_x;
    /* A small body rotation d, dR = R S(d), changes a row r of R by r x d, so
     * that dV = sum dV/dr . (r x d) = -d . sum r x dV/dr; the torque does the
     * work -dV: it is the sum over the rows of r x dV/dr. */
    for (int i = 0; i < 9; i++)
        expr_diff(p, 1, &m->potential, m->R.x[i], &slope.x[i]);
    for (int i = 0; i < 3; i++)
        sum =
            vec_add(p, sum, vec_cross(p, mat_row(m->R, i), mat_row(slope, i)));
    m->torque = vec_add(p, m->torque, sum);
    for (int i = 0; i < 3 && m->moves; i++)
        expr_diff(p, 1, &m->potential, m->x.x[i], &by_x.x[i]);
    if (m->moves)
        m->force = vec_sub(p, m->force, by_x);
}

/* What torque, force and rates depend on; they are followed by the gyro. */
static void note_uses(struct model *m, int acts, const expr *act)
{
    struct pool *p = m->pool;
    const unsigned looks = model_looks(p, acts, act);
    const unsigned gyro = model_looks(p, 3, m->gyro.x);
    m->uses = looks & (USES_T | USES_R | USES_W | USES_X | USES_INPUT);
    m->uses |= gyro & (USES_T | USES_INPUT);
    if (looks & (USES_L | USES_V | USES_EXTRA))
        m->uses |= USES_W;
    m->uses |= (m->extras ? USES_EXTRA : 0U) | (m->has_gyro ? HAS_GYRO : 0U);
    m->is_driven = (gyro & (USES_T | USES_INPUT)) != 0;
    for (int i = 0; i < m->extras; i++) { /* by states that act */
        const struct model_part *e = &m->extra[i];
        m->is_driven |= e->wheel && !expr_is_zero(e->rate[0]);
        for (int k = 0; k < e->field.n && !e->wheel; k++)
            m->is_driven |=
                expr_depends(p, 6, act, e->field.symbol[k]) ||
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
    expr *act = arena_array(c->arena, 9 + (size_t)m->extra_values, sizeof *act);
    int acts = 6;
    add_slopes(c);
    memcpy(act, m->torque.x, sizeof m->torque.x);
    memcpy(act + 3, m->force.x, sizeof m->force.x);
    for (int i = 0; i < m->extras; i++)
        for (int k = 0; k < m->extra[i].field.n; k++)
            act[acts++] = m->extra[i].rate[k];
    memcpy(act + acts, m->gyro.x, sizeof m->gyro.x);
    note_uses(m, acts, act);
    set_energy(m);
    m->facts.conservative = !c->said.first[AST_TORQUE] &&
                            !c->said.first[AST_FORCE] && !m->is_driven &&
                            !(model_looks(c->pool, 1, &m->potential) & USES_T);
    break_find(c, acts + (m->has_gyro ? 3 : 0), act);
}

/* -- the start ------------------------------------------------------------- */

/* Up to SILENT a matrix is as good as its printed digits, up to LARGEST it is
 * taken for a rotation that was rounded. */
static const double SILENT = 1e-14, LARGEST = 1e-6;

void check_start(struct check *c, syntax s)
{
    const int k = text_among(START_NAMES, ' ', s->name);
    syntax *first = &c->said.start[k < 0 ? 0 : k];
    const struct entry *e = k < 0 ? memo_find(&c->known, s->name) : NULL;
    if (k < 0)
        refuse(c, s->name_place,
               e && e->kind == AST_WHEEL
                   ? "a wheel starts at the `speed` that it is given"
                   : text_format(c->arena,
                                 "%sa state starts by `state %s = z0 rate f`",
                                 e && e->kind == AST_STATE ? ""
                                 : c->model->moves ? "one of R, w, L, t, x, v; "
                                                   : "one of R, w, L, t; ",
                                 s->name),
               "no start value is called '%s'", s->name);
    else if (k >= START_X && !mass_needed(c, s, "a start of ", s->name))
        return;
    else if (*first)
        refuse(c, s->place, line_hint(c, "the first is", (*first)->place),
               "a second start of %s", s->name);
    else
        *first = s;
}

static bool start_numbers(struct check *c, syntax s, int n, num *out)
{
    return s && evaluate_numbers(c, s->child[0], "a start value", n, out);
}

static void start_attitude(struct check *c, syntax s)
{
    num *R = c->model->start_R;
    struct pool *p = c->pool;
    if (!start_numbers(c, s, 9, R))
        return;
    struct place place = s->child[0]->place;
    c->model->start_place = place;
    struct mat m = model_value(p, 9, R).mat;
    const double fault = rotation_fault(c->pool, m);
    const bool reflects = rotation_reflects(c->pool, m);
    if (!(fault <= LARGEST))
        refuse(c, place, NULL, "not a rotation: an entry of R'R is off by %.3g",
               fault);
    else if (reflects)
        refuse(c, place, NULL,
               "not a rotation but a reflection: its determinant is -1");
    else if (fault > SILENT)
        diag_warning(c->diags, place,
                     "not quite a rotation: an entry of R'R is off by %.3g; "
                     "the nearest rotation is taken",
                     fault);
    /* The nearest rotation, by Newton's iteration for the orthogonal polar
     * factor, A <- (A + A^-T)/2: from a fault of 1e-6 six steps are beyond 256
     * bits.  Fractions would grow with every one. */
    const bool is_near = fault > 0 && fault <= LARGEST && !reflects;
    for (int i = 0; i < 9 && is_near; i++)
        m.x[i] = expr_number(p, number_real(c->arena, R[i]));
    for (int i = 0; i < 6 && is_near; i++)
        m = mat_scale(p, expr_fraction(p, 1, 2),
                      mat_add(p, m, mat_transpose(mat_inverse(p, m))));
    for (int i = 0; i < 9; i++)
        R[i] = m.x[i]->number;
}

void check_start_state(struct check *c)
{
    struct model *m = c->model;
    const syntax *start = c->said.start;
    num zero = number_int(c->arena, 0), w[3];
    for (int i = 0; i < 9; i++)
        m->start_R[i] = number_int(c->arena, i % 4 == 0);
    for (int i = 0; i < 3; i++)
        m->start_L[i] = m->start_x[i] = m->start_v[i] = zero;
    m->start_w = vec_zero(c->pool); /* a wrong start is read, too */
    m->begin_t = expr_int(c->pool, 0);
    m->facts.start_t = zero;
    start_attitude(c, start[START_R]);
    const bool is_late = !m->has_gyro && !m->is_swept;
    if (!is_late) { /* what is next may look at the time */
        start_numbers(c, start[START_T], 1, &m->facts.start_t);
        m->begin_t = expr_number(c->pool, m->facts.start_t);
    }
    if (start[START_W] && start[START_L]) {
        refuse(c, start[START_L]->place, "L = J * w: give one of them",
               "both w and L are given");
    } else if (start_numbers(c, start[START_W], 3, w) && c->inertia_known) {
        extras_start(c, start[START_W]->child[0],
                     model_value(c->pool, 3, w).vec, false);
    } else if (start_numbers(c, start[START_L], 3, m->start_L) || m->has_gyro ||
               m->is_swept) {
        syntax L = start[START_L] ? start[START_L] : c->said.gyro;
        extras_start(c, L, model_value(c->pool, 3, m->start_L).vec,
                     start[START_L] != NULL);
    }
    if (is_late)
        start_numbers(c, start[START_T], 1, &m->facts.start_t);
    start_numbers(c, start[START_X], 3, m->start_x);
    start_numbers(c, start[START_V], 3, m->start_v);
}
