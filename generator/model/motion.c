/* SPDX-License-Identifier: MIT
 *
 * What a motion of the body keeps, and how it goes at one state.
 */
#include "model/motion.h"

#include <math.h>
#include <string.h>

#include "model/check.h" /* rotation_quat, model_drive, model_eigenvalues */

/* ---- what is kept ---------------------------------------------------------
 *
 * The rate of f along the motion,
 *     f' = df/dt + df/dR : R S(w) + df/dL . (L x w + torque)
 *          + df/dx . v + df/dv . force/m,   w = J^-1 L,
 * is computed at random states: where it is not zero but for rounding at one of
 * them, f is not kept; where it is zero at all of them, f is kept, as the rate
 * is analytic, unless there are comparisons or the like in it.
 */

enum { STATES = 8, AT_R = 1, AT_L = 10, AT_X = 13, AT_V = 16, VARIABLES = 19 };

struct subject {
    const struct model *model;
    struct pool *pool;
    expr f, action[6]; /* torque and force */
    int n;
    expr symbol[VARIABLES], rate[VARIABLES], slope[VARIABLES];
};

static bool is_file(const struct field *input)
{
    return input->signal.n > 0 && input->signal.x[0]->op == OP_SIGNAL;
}

/* With w = J^-1 L, and signals for inputs; those from files may be anything. */
static void put_momentum(const struct model *m, int n, expr *x)
{
    const struct vec w = mat_apply(m->pool, m->inverse, m->L);
    expr_subst(m->pool, n, x, 3, m->w.x, w.x, x);
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        if (is_file(f))
            expr_subst(m->pool, n, x, f->signal.n, f->signal.x, f->symbol, x);
        else
            model_drive(m, f, n, x);
    }
}

static void add_rates(struct subject *s, int n, const expr *symbol,
                      const expr *rate)
{
    size_t size = (size_t)n * sizeof *rate;
    memcpy(s->symbol + s->n, symbol, size);
    memcpy(s->rate + s->n, rate, size);
    s->n += n;
}

static struct subject make_subject(const struct model *m, expr f)
{
    struct pool *p = m->pool;
    struct subject s = {.model = m, .pool = p, .f = f};
    expr one = expr_int(p, 1);
    struct mat turning = mat_mul(p, m->R, mat_skew(p, m->w));
    struct vec twisting = vec_add(p, vec_cross(p, m->L, m->w), m->torque);
    struct vec pull = vec_scale(p, expr_div(p, one, m->mass), m->force);
    memcpy(s.action, m->torque.x, sizeof m->torque.x);
    memcpy(s.action + 3, m->force.x, sizeof m->force.x);
    add_rates(&s, 1, &m->t, &one);
    add_rates(&s, 9, m->R.x, turning.x);
    add_rates(&s, 3, m->L.x, twisting.x);
    if (m->moves) {
        add_rates(&s, 3, m->x.x, m->v.x);
        add_rates(&s, 3, m->v.x, pull.x);
    }
    put_momentum(m, 1, &s.f);
    put_momentum(m, 6, s.action);
    put_momentum(m, s.n, s.rate);
    for (int i = 0; i < s.n; i++)
        expr_diff(p, 1, &s.f, s.symbol[i], &s.slope[i]);
    return s;
}

/* Is there anything in it that has cases? */
static bool has_cases(const struct subject *s)
{
    size_t n = (size_t)s->n;
    int size = pool_size(s->pool);
    unsigned char *reached = arena_alloc(pool_arena(s->pool), (size_t)size);
    bool found = false;
    expr root[2 * VARIABLES + 1];
    memcpy(root, s->rate, n * sizeof *root);
    memcpy(root + n, s->slope, n * sizeof *root);
    root[2 * n] = s->f; /* of steps the slopes know nothing */
    expr_reach(s->pool, 2 * s->n + 1, root, reached);
    for (int i = 0; !found && (i = marked_from(reached, i, size)) < size; i++) {
        enum op op = pool_node(s->pool, i)->op;
        found = op == OP_LT || op == OP_LE || op == OP_EQ || op == OP_MIN ||
                op == OP_MAX || op == OP_ABS || op == OP_FLOOR ||
                op == OP_SELECT;
    }
    return found;
}

/* -- random states ----------------------------------------------------------
 */

/* What all symbols are at one of them. */
struct state {
    struct pool *pool;
    unsigned long seed;
    expr *symbol, *value;
    int n;
};

/* A fraction from -2 to 2, the same in each run. */
static expr next_random(struct state *s)
{
    s->seed = (s->seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return expr_fraction(s->pool, (long)(s->seed >> 16) % 251 - 125, 64);
}

/* The matrix of a quaternion of fractions: any, or a small rotation. */
static struct mat random_rotation(struct state *s, bool is_small)
{
    expr q[4];
    for (int i = 0; i < 4; i++)
        q[i] = next_random(s);
    q[0] = expr_add(s->pool, q[0],
                    is_small ? expr_int(s->pool, 40)
                             : expr_fraction(s->pool, 1, 97));
    return rotation_quat(s->pool, q);
}

/* start (1 + r/16) + r/16, near what the run begins with. */
static void near_start(struct state *s, const struct number *start, int at)
{
    struct pool *p = s->pool;
    expr x = expr_number(p, start);
    expr r = expr_mul(p, expr_fraction(p, 1, 16), next_random(s));
    s->value[at] =
        expr_add(p, x, expr_mul(p, r, expr_add(p, x, expr_int(p, 1))));
}

static void put(struct state *s, expr symbol, expr value)
{
    s->symbol[s->n] = symbol;
    s->value[s->n++] = value;
}

/* Every second one is near the start, at a time of the run. */
static void random_state(const struct subject *o, bool is_near, struct state *s)
{
    const struct model *m = o->model;
    struct pool *p = s->pool;
    s->n = 0;
    for (int i = 0; i < o->n; i++)
        put(s, o->symbol[i], next_random(s));
    expr share = expr_add(p, s->value[0], expr_int(p, 2)); /* 0 to 4 */
    expr span = m->until ? expr_number(p, m->until) : expr_int(p, 1);
    share = expr_mul(p, expr_mul(p, share, span), expr_fraction(p, 1, 4));
    s->value[0] = expr_add(p, expr_number(p, m->start_t), share);
    struct mat R = random_rotation(s, is_near), start;
    for (int i = 0; i < 9; i++)
        start.x[i] = expr_number(p, m->start_R[i]);
    if (is_near)
        R = mat_mul(p, start, R);
    for (int i = 0; is_near && i < 3; i++) {
        near_start(s, m->start_L[i], AT_L + i);
        if (!m->moves)
            continue;
        near_start(s, m->start_x[i], AT_X + i);
        near_start(s, m->start_v[i], AT_V + i);
    }
    memcpy(s->value + AT_R, R.x, sizeof R.x);
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++)
            put(s, m->param[i].symbol[k], expr_number(p, m->param[i].value[k]));
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            put(s, m->input[i].symbol[k],
                is_file(&m->input[i]) ? next_random(s) : expr_int(p, 0));
}

/* -- the rate ---------------------------------------------------------------
 */

enum rate { RATE_ZERO, RATE_TINY, RATE_SOME, RATE_NONE };

/* Do torque or force act on f there, but by less than is seen beside others? */
static bool is_tiny(const struct subject *o, const struct state *s,
                    const expr *slope)
{
    expr action[6];
    expr_subst(s->pool, 6, o->action, s->n, s->symbol, s->value, action);
    for (int i = 0; i < (o->model->moves ? 6 : 3); i++) {
        expr by = slope[i < 3 ? AT_L + i : AT_V + i - 3];
        if (!expr_is_zero(by) && !expr_is_zero(action[i]) &&
            expr_is_const(action[i]) &&
            fabs(number_double(action[i]->number)) < 1e-50)
            return true;
    }
    return false;
}

/* The rate there, beside its parts.  Fractions are exact, and functions right
 * to 256 bits, so that a zero may be 1e-77.  None: out of a function's domain.
 */
static enum rate rate_at(const struct subject *o, const struct state *s)
{
    struct pool *p = s->pool;
    expr slope[VARIABLES], rate[VARIABLES];
    expr sum = expr_int(p, 0);
    int n = o->n;
    double size = 0;
    expr_subst(p, n, o->slope, s->n, s->symbol, s->value, slope);
    expr_subst(p, n, o->rate, s->n, s->symbol, s->value, rate);
    for (int i = 0; i < n; i++) {
        expr part = expr_mul(p, slope[i], rate[i]);
        if (!expr_is_const(part))
            return RATE_NONE;
        size += fabs(number_double(part->number));
        sum = expr_add(p, sum, part);
    }
    if (!expr_is_zero(sum) && fabs(number_double(sum->number)) > 1e-60 * size)
        return RATE_SOME;
    return is_tiny(o, s, slope) ? RATE_TINY : RATE_ZERO;
}

enum invariant invariant_of(const struct model *m, expr f)
{
    struct arena *a = pool_arena(m->pool);
    struct subject o = make_subject(m, f);
    struct state s = {.pool = m->pool, .seed = 1};
    int seen[4] = {0};
    size_t room = VARIABLES + 9 * (size_t)(m->params + m->inputs);
    if (expr_is_const(o.f))
        return INVARIANT_YES;
    s.symbol = arena_array(a, room, sizeof *s.symbol);
    s.value = arena_array(a, room, sizeof *s.value);
    for (int k = 0; k < STATES; k++) {
        random_state(&o, k % 2, &s);
        enum rate rate = rate_at(&o, &s);
        if (rate == RATE_SOME)
            return INVARIANT_NO;
        seen[rate]++;
    }
    return seen[RATE_TINY] || seen[RATE_ZERO] < 2 || has_cases(&o)
               ? INVARIANT_UNKNOWN
               : INVARIANT_YES;
}

expr invariant_momentum(const struct model *m, int i)
{
    return mat_apply(m->pool, m->R, m->L).x[i];
}

expr invariant_square(const struct model *m)
{
    return vec_dot(m->pool, m->L, m->L);
}

/* ---- at one state, in doubles ---------------------------------------------
 */

enum { WAYS = 6 }; /* in which w and v change */

struct local {
    const struct model *model;
    struct arena *arena;
    int symbols, state; /* those of the state are the last, from this one on;
                           signals from files are among the others */
    expr *symbol;
    double *value;
    expr slope[WAYS * WAYS];
};

static void add(struct local *l, int n, const expr *symbol)
{
    memcpy(l->symbol + l->symbols, symbol, (size_t)n * sizeof(*symbol));
    l->symbols += n;
}

/* With signals for inputs. */
static void drive(const struct model *m, int n, expr *x)
{
    for (int i = 0; i < m->inputs; i++)
        model_drive(m, &m->input[i], n, x);
}

static void make_slopes(struct local *l)
{
    const struct model *m = l->model;
    struct pool *p = m->pool;
    const struct vec L = mat_apply(p, m->inertia, m->w);
    expr one = expr_int(p, 1);
    struct vec turning = m->torque, moving = m->force;
    expr_subst(p, 3, turning.x, 3, m->L.x, L.x, turning.x);
    expr_subst(p, 3, moving.x, 3, m->L.x, L.x, moving.x);
    turning = mat_apply(p, m->inverse, turning);
    moving = vec_scale(p, expr_div(p, one, m->mass), moving);
    drive(m, 3, turning.x);
    drive(m, 3, moving.x);
    for (int i = 0; i < WAYS; i++)
        for (int k = 0; k < WAYS; k++) {
            expr *e = i < 3 ? &turning.x[i] : &moving.x[i - 3];
            expr *out = &l->slope[WAYS * i + k];
            *out = expr_int(p, 0);
            if (m->moves || (i < 3 && k < 3))
                expr_diff(p, 1, e, k < 3 ? m->w.x[k] : m->v.x[k - 3], out);
        }
}

struct local *local_new(const struct model *m)
{
    struct arena *a = pool_arena(m->pool);
    struct local *l = arena_alloc(a, sizeof *l);
    const size_t most = sizeof(struct local_state) / sizeof(double) +
                        9 * (size_t)m->params + 18 * (size_t)m->inputs;
    *l = (struct local){.model = m, .arena = a};
    l->symbol = arena_array(a, most, sizeof(*l->symbol));
    l->value = arena_array(a, most, sizeof(double));
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++) {
            l->value[l->symbols] = number_double(m->param[i].value[k]);
            add(l, 1, &m->param[i].symbol[k]);
        }
    for (int i = 0; i < m->inputs; i++) {
        const struct value *signal = &m->input[i].signal;
        add(l, m->input[i].n, m->input[i].symbol);
        if (signal->n && signal->x[0]->op == OP_SIGNAL)
            add(l, signal->n, signal->x);
    }
    l->state = l->symbols;
    add(l, 1, &m->t);
    add(l, 9, m->R.x);
    add(l, 3, m->w.x);
    add(l, 3, m->L.x);
    if (m->moves) {
        add(l, 3, m->x.x);
        add(l, 3, m->v.x);
    }
    make_slopes(l);
    return l;
}

/* The values of n nodes. */
static void values(struct local *l, int n, const expr *node,
                   const struct local_state *at, double *out)
{
    const struct model *m = l->model;
    memcpy(l->value + l->state, &at->t, sizeof *at);
    for (int i = 0; i < l->state; i++)
        if (l->symbol[i]->op == OP_SIGNAL) {
            expr table = l->symbol[i]->arg[0];
            l->value[i] = pol_value(
                &m->series.table[(int)number_double(table->number)], at->t);
        }
    expr_eval(m->pool, n, node, l->symbols, l->symbol, l->value, out);
}

double local_damping(struct local *l, const struct local_state *at)
{
    double slope[WAYS * WAYS], a[WAYS * WAYS], eigenvalue[WAYS];
    double least = INFINITY;
    values(l, WAYS * WAYS, l->slope, at, slope);
    for (int i = 0; i < WAYS; i++)
        for (int k = 0; k < WAYS; k++)
            a[WAYS * i + k] = 0.5 * (slope[WAYS * i + k] + slope[WAYS * k + i]);
    model_eigenvalues(WAYS, a, eigenvalue);
    for (int i = 0; i < WAYS; i++)
        least = fmin(least, eigenvalue[i]);
    return isfinite(least) && least < 0 ? -least : 0;
}

/* ---- what is no number ----------------------------------------------------
 */

/* The first node of the roots that is not finite, while its arguments are. */
static expr culprit(struct local *l, int n, const expr *root,
                    const struct local_state *at)
{
    struct pool *p = l->model->pool;
    const struct arena_mark mark = arena_mark(l->arena);
    const int size = pool_size(p);
    unsigned char *reached = arena_alloc(l->arena, (size_t)size);
    expr *node = arena_array(l->arena, (size_t)size, sizeof *node);
    double *value = arena_array(l->arena, (size_t)size, sizeof *value);
    expr found = NULL;
    bool is_lost = false;
    int nodes = 0;
    expr_reach(p, n, root, reached);
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++)
        node[nodes++] = pool_node(p, i);
    values(l, nodes, node, at, value);
    for (int i = nodes - 1; i >= 0; i--)
        if (!isfinite(value[i])) {
            found = node[i];
            for (int k = 0; k < n; k++)
                is_lost |= root[k] == found;
        }
    arena_release(l->arena, mark);
    return is_lost ? found : NULL;
}

/* What the statement adds to torque and force, and how many numbers that are.
 */
static int effects(const struct model *m, const struct named *cause, expr *out)
{
    const bool is_potential = cause->value.n == 1;
    int n = 0;
    for (int i = 0; i < (is_potential ? 12 : 3); i++, n++)
        if (!is_potential)
            out[n] = cause->value.x[i];
        else if (i < 9)
            expr_diff(m->pool, 1, cause->value.x, m->R.x[i], &out[n]);
        else if (m->moves)
            expr_diff(m->pool, 1, cause->value.x, m->x.x[i - 9], &out[n]);
        else
            break;
    drive(m, n, out);
    return n;
}

static bool reaches(const struct local *l, struct value v, expr e)
{
    drive(l->model, v.n, v.x);
    return expr_depends(l->model->pool, v.n, v.x, e);
}

struct blame local_blame(struct local *l, const struct local_state *at)
{
    const struct model *m = l->model;
    for (int i = 0; i < m->causes; i++) {
        const struct named *cause = &m->cause[i];
        expr root[12];
        expr e = culprit(l, effects(m, cause, root), root, at);
        if (!e)
            continue;
        for (int k = 0; k < m->lets; k++)
            if (reaches(l, m->let[k].value, e))
                return (struct blame){m->let[k].name, m->let[k].place, e,
                                      false};
        return (struct blame){cause->name, cause->place, e,
                              !reaches(l, cause->value, e)};
    }
    return (struct blame){0};
}
