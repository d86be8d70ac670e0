/* SPDX-License-Identifier: MIT
 *
 * Values of a model's torque and force, and of their derivatives, at a state.
 */
#include "model/local.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "sym/pool.h"

enum { WAYS = 6 }; /* in which w and v change */

struct local {
    const struct model *model;
    struct arena *arena;
    int symbols;
    const struct expr **symbol;
    double *value;
    const struct expr *slope[WAYS * WAYS];
};

static void add(struct local *l, int n, const struct expr *const *symbol)
{
    memcpy(l->symbol + l->symbols, symbol, (size_t)n * sizeof(*symbol));
    l->symbols += n;
}

static int count(int n, const struct field *field)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += field[i].n;
    return sum;
}

/* With signals for inputs. */
static const struct expr *driven(const struct model *m, const struct expr *e)
{
    for (int i = 0; i < m->inputs; i++)
        expr_subst(m->pool, 1, &e, m->input[i].signal.n, m->input[i].symbol,
                   m->input[i].signal.x, &e);
    return e;
}

static void make_slopes(struct local *l)
{
    const struct model *m = l->model;
    struct pool *p = m->pool;
    const struct vec L = mat_apply(p, m->inertia, m->w);
    const struct expr *one = expr_int(p, 1);
    struct vec turning = m->torque, moving = m->force;
    for (int i = 0; i < 3; i++) {
        expr_subst(p, 1, &turning.x[i], 3, m->L.x, L.x, &turning.x[i]);
        expr_subst(p, 1, &moving.x[i], 3, m->L.x, L.x, &moving.x[i]);
    }
    turning = mat_apply(p, m->inverse, turning);
    moving = vec_scale(p, expr_div(p, one, m->mass), moving);
    for (int i = 0; i < WAYS; i++) {
        const struct expr *e =
            driven(m, i < 3 ? turning.x[i] : moving.x[i - 3]);
        for (int k = 0; k < WAYS; k++) {
            const struct expr **out = &l->slope[WAYS * i + k];
            *out = expr_int(p, 0);
            if (m->moves || (i < 3 && k < 3))
                expr_diff(p, 1, &e, k < 3 ? m->w.x[k] : m->v.x[k - 3], out);
        }
    }
}

struct local *local_new(const struct model *m)
{
    struct arena *a = pool_arena(m->pool);
    struct local *l = arena_alloc(a, sizeof *l);
    const size_t most = sizeof(struct local_state) / sizeof(double) +
                        (size_t)count(m->params, m->param) +
                        (size_t)count(m->inputs, m->input);
    *l = (struct local){.model = m, .arena = a};
    l->symbol = arena_array(a, most, sizeof(*l->symbol));
    l->value = arena_array(a, most, sizeof(double));
    memset(l->value, 0, most * sizeof(double));
    add(l, 1, &m->t);
    add(l, 9, m->R.x);
    add(l, 3, m->w.x);
    add(l, 3, m->L.x);
    add(l, 3, m->x.x);
    add(l, 3, m->v.x);
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++) {
            l->value[l->symbols] = number_double(m->param[i].value[k]);
            add(l, 1, &m->param[i].symbol[k]);
        }
    for (int i = 0; i < m->inputs; i++)
        add(l, m->input[i].n, m->input[i].symbol);
    make_slopes(l);
    return l;
}

/* ---- values ---------------------------------------------------------------
 */

static double signal_value(const struct model *m, const double *x)
{
    return pol_value(&m->series.table[(int)x[0]], x[1]);
}

/* The value of each node that the roots reach, by its id. */
static double *values(const struct local *l, int n,
                      const struct expr *const *root,
                      const struct local_state *at, unsigned char **reached)
{
    const struct pool *p = l->model->pool;
    const int size = pool_size(p);
    double *value = arena_array(l->arena, (size_t)size, sizeof *value);
    *reached = arena_alloc(l->arena, (size_t)size);
    memcpy(l->value, &at->t, sizeof *at);
    expr_reach(p, n, root, *reached);
    for (int i = 0; i < l->symbols; i++)
        value[l->symbol[i]->id] = l->value[i];
    for (int i = -1; (i = marked_from(*reached, i + 1, size)) < size;) {
        const struct expr *e = pool_node(p, i);
        double *x = arena_array(l->arena, (size_t)e->arity + 1, sizeof *x);
        for (int k = 0; k < e->arity; k++)
            x[k] = value[e->arg[k]->id];
        if (e->op == OP_SIGNAL)
            value[i] = signal_value(l->model, x);
        else if (e->op != OP_SYMBOL)
            value[i] = op_value(e, x);
    }
    return value;
}

/* ---- damping --------------------------------------------------------------
 */

/* Turns rows and columns i and k so that a[i][k] is 0. */
static void turn_pair(double a[WAYS][WAYS], int i, int k)
{
    const double angle = 0.5 * atan2(2 * a[i][k], a[k][k] - a[i][i]);
    const double c = cos(angle), s = sin(angle);
    for (int j = 0; j < WAYS; j++) {
        const double x = a[i][j], y = a[k][j];
        a[i][j] = c * x - s * y;
        a[k][j] = s * x + c * y;
    }
    for (int j = 0; j < WAYS; j++) {
        const double x = a[j][i], y = a[j][k];
        a[j][i] = c * x - s * y;
        a[j][k] = s * x + c * y;
    }
}

/* Of a symmetric matrix, by Jacobi's rotations. */
static double least_eigenvalue(double a[WAYS][WAYS])
{
    enum { SWEEPS = 10 };
    double least = INFINITY;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int i = 0; i < WAYS; i++)
            for (int k = i + 1; k < WAYS; k++)
                turn_pair(a, i, k);
    for (int i = 0; i < WAYS; i++)
        least = fmin(least, a[i][i]);
    return least;
}

double local_damping(struct local *l, const struct local_state *at)
{
    double a[WAYS][WAYS];
    unsigned char *reached;
    const struct arena_mark mark = arena_mark(l->arena);
    const double *value = values(l, WAYS * WAYS, l->slope, at, &reached);
    for (int i = 0; i < WAYS; i++)
        for (int k = 0; k < WAYS; k++)
            a[i][k] = 0.5 * (value[l->slope[WAYS * i + k]->id] +
                             value[l->slope[WAYS * k + i]->id]);
    arena_release(l->arena, mark);
    const double least = least_eigenvalue(a);
    return isfinite(least) && least < 0 ? -least : 0;
}

/* ---- what is no number ----------------------------------------------------
 */

/* The first node of the roots that is not finite, while its arguments are. */
static const struct expr *culprit(const struct local *l, int n,
                                  const struct expr *const *root,
                                  const struct local_state *at)
{
    const struct pool *p = l->model->pool;
    const struct arena_mark mark = arena_mark(l->arena);
    const int size = pool_size(p);
    unsigned char *reached;
    const double *value = values(l, n, root, at, &reached);
    const struct expr *found = NULL;
    bool is_lost = false;
    for (int i = 0; i < n; i++)
        is_lost |= !isfinite(value[root[i]->id]);
    for (int i = -1; is_lost && (i = marked_from(reached, i + 1, size)) < size;)
        if (!isfinite(value[i])) {
            found = pool_node(p, i);
            break;
        }
    arena_release(l->arena, mark);
    return found;
}

/* What the statement adds to torque and force, and how many numbers that are.
 */
static int effects(const struct model *m, const struct named *cause,
                   const struct expr **out)
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
    for (int i = 0; i < n; i++)
        out[i] = driven(m, out[i]);
    return n;
}

static bool reaches(const struct local *l, const struct value *v,
                    const struct expr *e)
{
    const struct expr *root[9];
    for (int i = 0; i < v->n; i++)
        root[i] = driven(l->model, v->x[i]);
    const struct pool *p = l->model->pool;
    unsigned char *reached = arena_alloc(l->arena, (size_t)pool_size(p));
    expr_reach(p, v->n, root, reached);
    return reached[e->id];
}

struct blame local_blame(struct local *l, const struct local_state *at)
{
    const struct model *m = l->model;
    for (int i = 0; i < m->causes; i++) {
        const struct named *cause = &m->cause[i];
        const struct expr *root[12];
        const struct expr *e = culprit(l, effects(m, cause, root), root, at);
        if (!e)
            continue;
        for (int k = 0; k < m->lets; k++)
            if (reaches(l, &m->let[k].value, e))
                return (struct blame){m->let[k].name, m->let[k].place, e,
                                      false};
        return (struct blame){cause->name, cause->place, e,
                              !reaches(l, &cause->value, e)};
    }
    return (struct blame){0};
}
