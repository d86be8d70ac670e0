/* SPDX-License-Identifier: MIT
 *
 * The rate of f along the motion,
 *     f' = df/dt + df/dR : R S(w) + df/dL . (L x w + torque)
 *          + df/dx . v + df/dv . force/m,   w = J^-1 L,
 * is computed at random states: where it is not zero but for rounding at one of
 * them, f is not kept; where it is zero at all of them, f is kept, as the rate
 * is analytic, unless there are comparisons or the like in it.
 */
#include "model/invariant.h"

#include <math.h>
#include <string.h>

#include "model/check.h" /* rotation_quat */

enum { STATES = 8, AT_R = 1, AT_L = 10, AT_X = 13, AT_V = 16, VARIABLES = 19 };

struct subject {
    const struct model *model;
    struct pool *pool;
    const struct expr *f, *action[6]; /* torque and force */
    int n;
    const struct expr *symbol[VARIABLES], *rate[VARIABLES], *slope[VARIABLES];
};

static bool is_file(const struct field *input)
{
    return input->signal.n > 0 && input->signal.x[0]->op == OP_SIGNAL;
}

/* With w = J^-1 L, and signals for inputs; those from files may be anything. */
static void put_momentum(const struct model *m, int n, const struct expr **x)
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

static void add_rates(struct subject *s, int n,
                      const struct expr *const *symbol,
                      const struct expr *const *rate)
{
    size_t size = (size_t)n * sizeof *rate;
    memcpy(s->symbol + s->n, symbol, size);
    memcpy(s->rate + s->n, rate, size);
    s->n += n;
}

static struct subject make_subject(const struct model *m, const struct expr *f)
{
    struct pool *p = m->pool;
    struct subject s = {.model = m, .pool = p, .f = f};
    const struct expr *one = expr_int(p, 1);
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
    const struct expr *root[2 * VARIABLES + 1];
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
    const struct expr **symbol, **value;
    int n;
};

/* A fraction from -2 to 2, the same in each run. */
static const struct expr *next_random(struct state *s)
{
    s->seed = (s->seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return expr_fraction(s->pool, (long)(s->seed >> 16) % 251 - 125, 64);
}

/* The matrix of a quaternion of fractions: any, or a small rotation. */
static struct mat random_rotation(struct state *s, bool is_small)
{
    const struct expr *q[4];
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
    const struct expr *x = expr_number(p, start);
    const struct expr *r = expr_mul(p, expr_fraction(p, 1, 16), next_random(s));
    s->value[at] =
        expr_add(p, x, expr_mul(p, r, expr_add(p, x, expr_int(p, 1))));
}

static void add(struct state *s, const struct expr *symbol,
                const struct expr *value)
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
        add(s, o->symbol[i], next_random(s));
    const struct expr *share =
        expr_add(p, s->value[0], expr_int(p, 2)); /* 0 to 4 */
    const struct expr *span =
        m->until ? expr_number(p, m->until) : expr_int(p, 1);
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
            add(s, m->param[i].symbol[k], expr_number(p, m->param[i].value[k]));
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++)
            add(s, m->input[i].symbol[k],
                is_file(&m->input[i]) ? next_random(s) : expr_int(p, 0));
}

/* -- the rate ---------------------------------------------------------------
 */

enum rate { RATE_ZERO, RATE_TINY, RATE_SOME, RATE_NONE };

/* Do torque or force act on f there, but by less than is seen beside others? */
static bool is_tiny(const struct subject *o, const struct state *s,
                    const struct expr *const *slope)
{
    const struct expr *action[6];
    expr_subst(s->pool, 6, o->action, s->n, s->symbol, s->value, action);
    for (int i = 0; i < (o->model->moves ? 6 : 3); i++) {
        const struct expr *by = slope[i < 3 ? AT_L + i : AT_V + i - 3];
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
    const struct expr *slope[VARIABLES], *rate[VARIABLES];
    const struct expr *sum = expr_int(p, 0);
    int n = o->n;
    double size = 0;
    expr_subst(p, n, o->slope, s->n, s->symbol, s->value, slope);
    expr_subst(p, n, o->rate, s->n, s->symbol, s->value, rate);
    for (int i = 0; i < n; i++) {
        const struct expr *part = expr_mul(p, slope[i], rate[i]);
        if (!expr_is_const(part))
            return RATE_NONE;
        size += fabs(number_double(part->number));
        sum = expr_add(p, sum, part);
    }
    if (!expr_is_zero(sum) && fabs(number_double(sum->number)) > 1e-60 * size)
        return RATE_SOME;
    return is_tiny(o, s, slope) ? RATE_TINY : RATE_ZERO;
}

enum invariant invariant_of(const struct model *m, const struct expr *f)
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

const struct expr *invariant_momentum(const struct model *m, int i)
{
    return mat_apply(m->pool, m->R, m->L).x[i];
}

const struct expr *invariant_square(const struct model *m)
{
    return vec_dot(m->pool, m->L, m->L);
}
