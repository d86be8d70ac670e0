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

#include "base/arena.h"
#include "model/check.h" /* rotation_quat */

enum {
    VARIABLES = 1 + 9 + 3 + 3 + 3,
    AT_L = 10,
    AT_X = 13,
    AT_V = 16,
    STATES = 8
};

struct motion {
    const struct model *model;
    struct arena *arena;
    const struct expr *f, *action[6]; /* torque and force */
    const struct expr *symbol[VARIABLES], *rate[VARIABLES], *slope[VARIABLES];
    int n;
};

static bool is_file(const struct field *input)
{
    return input->signal.n > 0 && input->signal.x[0]->op == OP_SIGNAL;
}

/* With w = J^-1 L, and signals for inputs; those from files may be anything. */
static const struct expr *of_momentum(const struct model *m,
                                      const struct expr *e)
{
    const struct vec w = mat_apply(m->pool, m->inverse, m->L);
    expr_subst(m->pool, 1, &e, 3, m->w.x, w.x, &e);
    for (int i = 0; i < m->inputs; i++) {
        const struct field *f = &m->input[i];
        if (is_file(f))
            expr_subst(m->pool, 1, &e, f->signal.n, f->signal.x, f->symbol, &e);
        else
            expr_subst(m->pool, 1, &e, f->signal.n, f->symbol, f->signal.x, &e);
    }
    return e;
}

static void add(struct motion *o, int n, const struct expr *const *symbol,
                const struct expr *const *rate, const struct expr *f)
{
    for (int i = 0; i < n; i++, o->n++) {
        o->symbol[o->n] = symbol[i];
        o->rate[o->n] = of_momentum(o->model, rate[i]);
        expr_diff(o->model->pool, 1, &f, symbol[i], &o->slope[o->n]);
    }
}

static struct motion make_motion(const struct model *m, const struct expr *f)
{
    struct pool *p = m->pool;
    struct motion o = {.model = m, .arena = pool_arena(p)};
    const struct expr *one = expr_int(p, 1);
    struct mat turning = mat_mul(p, m->R, mat_skew(p, m->w));
    struct vec twisting = vec_add(p, vec_cross(p, m->L, m->w), m->torque);
    o.f = f = of_momentum(m, f);
    for (int i = 0; i < 3; i++) {
        o.action[i] = of_momentum(m, m->torque.x[i]);
        o.action[3 + i] = of_momentum(m, m->force.x[i]);
    }
    add(&o, 1, &m->t, &one, f);
    add(&o, 9, m->R.x, turning.x, f);
    add(&o, 3, m->L.x, twisting.x, f);
    if (m->moves) {
        struct vec pull = vec_scale(p, expr_div(p, one, m->mass), m->force);
        add(&o, 3, m->x.x, m->v.x, f);
        add(&o, 3, m->v.x, pull.x, f);
    }
    return o;
}

/* Is there anything in it that has cases? */
static bool has_cases(const struct motion *o)
{
    struct pool *p = o->model->pool;
    int size = pool_size(p);
    unsigned char *reached = arena_alloc(o->arena, (size_t)size);
    bool found = false;
    const struct expr *root[2 * VARIABLES + 1];
    memcpy(root, o->rate, (size_t)o->n * sizeof *root);
    memcpy(root + o->n, o->slope, (size_t)o->n * sizeof *root);
    root[2 * o->n] = o->f; /* of steps the slopes know nothing */
    expr_reach(p, 2 * o->n + 1, root, reached);
    for (int i = 0; !found && (i = marked_from(reached, i, size)) < size; i++) {
        enum op op = pool_node(p, i)->op;
        found = op == OP_LT || op == OP_LE || op == OP_EQ || op == OP_MIN ||
                op == OP_MAX || op == OP_ABS || op == OP_FLOOR ||
                op == OP_SELECT;
    }
    return found;
}

/* A fraction from -2 to 2, the same in each run. */
static const struct expr *next_random(struct pool *p, unsigned long *seed)
{
    *seed = (*seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
    return expr_fraction(p, (long)(*seed >> 16) % 251 - 125, 64);
}

/* The matrix of a quaternion of fractions: any, or a small rotation. */
static struct mat random_rotation(struct pool *p, unsigned long *seed,
                                  bool is_small)
{
    const struct expr *q[4];
    for (int i = 0; i < 4; i++)
        q[i] = next_random(p, seed);
    q[0] =
        expr_add(p, q[0], is_small ? expr_int(p, 40) : expr_fraction(p, 1, 97));
    return rotation_quat(p, q);
}

/* start (1 + r/16) + r/16, near what the run begins with. */
static const struct expr *near_start(struct pool *p, unsigned long *seed,
                                     const struct number *start)
{
    const struct expr *x = expr_number(p, start);
    const struct expr *r =
        expr_mul(p, expr_fraction(p, 1, 16), next_random(p, seed));
    return expr_add(p, x, expr_mul(p, r, expr_add(p, x, expr_int(p, 1))));
}

/* What all symbols are: a random state, every second one near the start, at a
 * time of the run. */
struct state {
    const struct expr **symbol, **value;
    int n;
};

static void random_state(const struct motion *o, unsigned long *seed,
                         bool is_near, struct state *s)
{
    const struct model *m = o->model;
    struct pool *p = m->pool;
    s->n = 0;
    for (int i = 0; i < o->n; i++) {
        s->symbol[s->n] = o->symbol[i];
        s->value[s->n++] = next_random(p, seed);
    }
    const struct expr *share =
        expr_add(p, s->value[0], expr_int(p, 2)); /* 0 to 4 */
    const struct expr *span =
        m->until ? expr_number(p, m->until) : expr_int(p, 1);
    share = expr_mul(p, expr_mul(p, share, span), expr_fraction(p, 1, 4));
    s->value[0] = expr_add(p, expr_number(p, m->start_t), share);
    struct mat R = random_rotation(p, seed, is_near);
    if (is_near) {
        struct mat start;
        for (int i = 0; i < 9; i++)
            start.x[i] = expr_number(p, m->start_R[i]);
        R = mat_mul(p, start, R);
        for (int i = 0; i < 3; i++) {
            s->value[AT_L + i] = near_start(p, seed, m->start_L[i]);
            if (!m->moves)
                continue;
            s->value[AT_X + i] = near_start(p, seed, m->start_x[i]);
            s->value[AT_V + i] = near_start(p, seed, m->start_v[i]);
        }
    }
    memcpy(s->value + 1, R.x, sizeof R.x);
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++) {
            s->symbol[s->n] = m->param[i].symbol[k];
            s->value[s->n++] = expr_number(p, m->param[i].value[k]);
        }
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++) {
            s->symbol[s->n] = m->input[i].symbol[k];
            s->value[s->n++] =
                is_file(&m->input[i]) ? next_random(p, seed) : expr_int(p, 0);
        }
}

static int symbols(const struct model *m)
{
    int n = VARIABLES;
    for (int i = 0; i < m->params; i++)
        n += m->param[i].n;
    for (int i = 0; i < m->inputs; i++)
        n += m->input[i].n;
    return n;
}

enum rate { RATE_ZERO, RATE_TINY, RATE_SOME, RATE_NONE };

/* Do torque or force act on f there, but by less than is seen beside others? */
static bool is_tiny(const struct motion *o, const struct state *s,
                    const struct expr *const *slope)
{
    const struct expr *action[6];
    expr_subst(o->model->pool, 6, o->action, s->n, s->symbol, s->value, action);
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
static enum rate rate_at(const struct motion *o, const struct state *s)
{
    struct pool *p = o->model->pool;
    const struct expr *slope[VARIABLES], *rate[VARIABLES];
    const struct expr *sum = expr_int(p, 0);
    double size = 0;
    expr_subst(p, o->n, o->slope, s->n, s->symbol, s->value, slope);
    expr_subst(p, o->n, o->rate, s->n, s->symbol, s->value, rate);
    for (int i = 0; i < o->n; i++) {
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
    struct motion o = make_motion(m, f);
    struct state s = {0};
    if (expr_is_const(o.f))
        return INVARIANT_YES;
    unsigned long seed = 1;
    int seen[4] = {0};
    s.symbol = arena_array(o.arena, (size_t)symbols(m), sizeof *s.symbol);
    s.value = arena_array(o.arena, (size_t)symbols(m), sizeof *s.value);
    for (int k = 0; k < STATES; k++) {
        random_state(&o, &seed, k % 2, &s);
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
