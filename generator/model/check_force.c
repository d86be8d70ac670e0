/* SPDX-License-Identifier: MIT
 *
 * Torques, forces and potentials to one torque in the body frame and one force
 * in the space frame; the energy; and the times at which they are not smooth.
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
        v.vec = mat_apply(c->pool, mat_transpose(m->R), v.vec);
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

static unsigned model_uses(const struct check *c)
{
    const struct model *m = c->model;
    const int of_mass = m->moves ? 3 : 0;
    const struct {
        unsigned use;
        int n;
        const expr *symbol;
    } all[] = {{USES_T, 1, &m->t},        {USES_R, 9, m->R.x},
               {USES_W, 3, m->w.x},       {USES_W, 3, m->L.x},
               {USES_W, of_mass, m->v.x}, {USES_X, of_mass, m->x.x}};
    expr acts[6];
    unsigned char *mark = arena_alloc(c->arena, (size_t)pool_size(c->pool));
    unsigned uses = 0;
    memcpy(acts, m->torque.x, sizeof m->torque.x);
    memcpy(acts + 3, m->force.x, sizeof m->force.x);
    expr_reach(c->pool, 6, acts, mark);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        uses |= marked_any(mark, all[i].n, all[i].symbol) ? all[i].use : 0;
    for (int i = 0; i < m->inputs; i++)
        if (marked_any(mark, m->input[i].n, m->input[i].symbol))
            uses |= USES_INPUT;
    return uses;
}

void check_energy(struct check *c)
{
    struct model *m = c->model;
    struct pool *p = c->pool;
    if (m->has_potential)
        m->torque = vec_add(p, m->torque, potential_torque(m));
    struct vec slope;
    for (int i = 0; i < 3 && m->has_potential && m->moves; i++)
        expr_diff(p, 1, &m->potential, m->x.x[i], &slope.x[i]);
    for (int i = 0; i < 3 && m->has_potential && m->moves; i++)
        m->force.x[i] = expr_sub(p, m->force.x[i], slope.x[i]); /* -dV/dx */
    m->uses = model_uses(c);
    /* L.w/2 + m v.v/2 + V */
    expr half = expr_fraction(p, 1, 2);
    m->energy = expr_mul(p, half, vec_dot(p, m->L, m->w));
    if (m->moves)
        m->energy = expr_add(
            p, m->energy,
            expr_mul(p, expr_mul(p, half, m->mass), vec_dot(p, m->v, m->v)));
    m->energy = expr_add(p, m->energy, m->potential);
    m->conservative =
        !c->has_torque && !expr_depends(p, 1, &m->potential, m->t);
}

/* -- where they are not smooth ----------------------------------------------
 *
 * At the times when a comparison that is affine in t, a(p) t + b(p) < 0,
 * changes its answer, torque and force may leap; at those where the sides of
 * min and max meet, or the argument of abs is zero, they bend.  An adaptive
 * step that passes such a time without a look is in error by O(h), or O(h^2),
 * whatever its order.
 */

/* What a node looks at, at any depth. */
enum { LOOKS_AT_T = 1, LOOKS_AT_STATE = 2, HAS_STEPS = 4 };

struct finder {
    struct check *check;
    int size; /* of the pool when it began; what follows is of its nodes */
    unsigned char *reached, *looks, *leaps;
    unsigned char *torn; /* does something that leaps stand around it? */
    struct table index;  /* of times among `all` */
    struct breakpoint *all;
    int n, room;
};

/* Arguments stand before what is made of them. */
static void fill_looks(struct finder *f)
{
    for (int i = 0; i < f->size; i++) {
        expr e = pool_node(f->check->pool, i);
        unsigned char looks = 0;
        if (e->op == OP_SYMBOL && e->index != SYMBOL_PARAM)
            looks = e->index == SYMBOL_TIME ? LOOKS_AT_T : LOOKS_AT_STATE;
        if (e->op == OP_FLOOR || e->op == OP_SIGNAL || e->op == OP_LT ||
            e->op == OP_LE || e->op == OP_EQ)
            looks |= HAS_STEPS;
        for (int k = 0; k < e->arity; k++)
            looks |= f->looks[e->arg[k]->id];
        f->looks[i] = looks;
    }
}

static expr at_time(struct check *c, expr e, expr t)
{
    expr out;
    expr_subst(c->pool, 1, &e, 1, &c->model->t, &t, &out);
    return out;
}

/* The t at which a = b, where a - b is linear in t with coefficients of
 * constants and params; else NULL.  Of steps the slope knows nothing. */
static expr root_in_time(struct finder *f, expr a, expr b)
{
    struct check *c = f->check;
    struct pool *p = c->pool;
    if ((f->looks[a->id] | f->looks[b->id]) != LOOKS_AT_T)
        return NULL;
    expr e = expr_sub(p, a, b), slope;
    expr_diff(p, 1, &e, c->model->t, &slope);
    if (expr_is_zero(slope) || expr_depends(p, 1, &slope, c->model->t))
        return NULL;
    expr zero = at_time(c, e, expr_int(p, 0));
    return expr_neg(p, expr_div(p, zero, slope));
}

static void add(struct finder *f, expr time, bool is_kink)
{
    const int *at = memo_find(&f->index, time);
    if (at) {
        f->all[*at].is_kink &= is_kink;
        return;
    }
    int *new = arena_alloc(f->check->arena, sizeof *new);
    *new = f->n;
    memo_keep(&f->index, f->check->arena, time, new);
    arena_push(f->check->arena, f->all, f->n, f->room);
    f->all[f->n++] = (struct breakpoint){time, is_kink};
}

static bool is_comparison(expr e)
{
    return e->op == OP_LT || e->op == OP_LE;
}

/* Do both branches meet where the condition changes? */
static bool is_continuous(struct finder *f, expr select)
{
    struct check *c = f->check;
    expr condition = select->arg[0];
    expr t = root_in_time(f, condition->arg[0], condition->arg[1]);
    expr leap = expr_sub(c->pool, select->arg[1], select->arg[2]);
    return t && expr_is_zero(at_time(c, leap, t));
}

/* A comparison leaps wherever it stands, but as the condition of branches that
 * meet. */
static void mark_leaps(struct finder *f, expr e)
{
    for (int i = 0; i < e->arity; i++)
        if (is_comparison(e->arg[i]) &&
            !(e->op == OP_SELECT && i == 0 && !f->torn[e->id] &&
              is_continuous(f, e)))
            f->leaps[e->arg[i]->id] = 1;
}

/* Is the operation continuous in this argument, wherever that goes? */
static bool is_smooth(expr e, int argument)
{
    static const bool always[OP_COUNT] = {
        [OP_SUM] = true,  [OP_SCALE] = true, [OP_MUL] = true, [OP_SIN] = true,
        [OP_COS] = true,  [OP_ATAN] = true,  [OP_EXP] = true, [OP_SINH] = true,
        [OP_COSH] = true, [OP_TANH] = true,  [OP_ABS] = true, [OP_MIN] = true,
        [OP_MAX] = true,
    };
    return always[e->op] || (e->op == OP_POW && e->index > 0) ||
           (e->op == OP_SELECT && argument > 0);
}

/* A bend within a condition, or in a denominator, may be a leap outside. */
static void mark_torn(struct finder *f)
{
    for (int i = f->size - 1; i >= 0; i--) {
        expr e = pool_node(f->check->pool, i);
        for (int k = 0; f->reached[i] && k < e->arity; k++)
            f->torn[e->arg[k]->id] |= f->torn[i] || !is_smooth(e, k);
    }
}

static void look_at(struct finder *f, expr e)
{
    expr zero = expr_int(f->check->pool, 0), t = NULL;
    bool has_cases = e->op == OP_FLOOR || e->op == OP_SIGNAL || e->op == OP_EQ;
    if (is_comparison(e) || e->op == OP_MIN || e->op == OP_MAX ||
        e->op == OP_ABS) {
        t = root_in_time(f, e->arg[0], e->op == OP_ABS ? zero : e->arg[1]);
        has_cases = !t;
    }
    f->check->model->has_cases |= has_cases;
    if (t)
        add(f, t, is_comparison(e) ? !f->leaps[e->id] : !f->torn[e->id]);
}

void break_find(struct check *c)
{
    struct model *m = c->model;
    expr root[6];
    (void)expr_int(c->pool, 0); /* stands among the nodes that are looked at */
    struct finder f = {.check = c, .size = pool_size(c->pool)};
    memcpy(root, m->torque.x, sizeof m->torque.x);
    memcpy(root + 3, m->force.x, sizeof m->force.x);
    unsigned char **marks[] = {&f.reached, &f.looks, &f.leaps, &f.torn};
    for (int i = 0; i < 4; i++)
        *marks[i] = arena_alloc(c->arena, (size_t)f.size);
    fill_looks(&f);
    expr_reach(c->pool, 6, root, f.reached);
    mark_torn(&f);
    for (int i = 0; i < 6; i++)
        f.leaps[root[i]->id] = is_comparison(root[i]);
    for (int i = 0; (i = marked_from(f.reached, i, f.size)) < f.size; i++)
        mark_leaps(&f, pool_node(c->pool, i));
    for (int i = 0; (i = marked_from(f.reached, i, f.size)) < f.size; i++)
        look_at(&f, pool_node(c->pool, i));
    m->breaks = f.n;
    m->breakpoint = f.all;
}
