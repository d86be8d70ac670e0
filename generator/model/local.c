/* SPDX-License-Identifier: MIT
 *
 * Values of a model's torque and force, and of their derivatives, at a state.
 */
#include "model/local.h"

#include <math.h>
#include <string.h>

#include "model/check.h" /* model_drive, model_eigenvalues */

enum { WAYS = 6 }; /* in which w and v change */

struct local {
    const struct model *model;
    struct arena *arena;
    int symbols, state; /* those of the state are the last, from this one on;
                           signals from files are among the others */
    const struct expr **symbol;
    double *value;
    const struct expr *slope[WAYS * WAYS];
};

static void add(struct local *l, int n, const struct expr *const *symbol)
{
    memcpy(l->symbol + l->symbols, symbol, (size_t)n * sizeof(*symbol));
    l->symbols += n;
}

/* With signals for inputs. */
static void drive(const struct model *m, int n, const struct expr **x)
{
    for (int i = 0; i < m->inputs; i++)
        model_drive(m, &m->input[i], n, x);
}

static void make_slopes(struct local *l)
{
    const struct model *m = l->model;
    struct pool *p = m->pool;
    const struct vec L = mat_apply(p, m->inertia, m->w);
    const struct expr *one = expr_int(p, 1);
    struct vec turning = m->torque, moving = m->force;
    expr_subst(p, 3, turning.x, 3, m->L.x, L.x, turning.x);
    expr_subst(p, 3, moving.x, 3, m->L.x, L.x, moving.x);
    turning = mat_apply(p, m->inverse, turning);
    moving = vec_scale(p, expr_div(p, one, m->mass), moving);
    drive(m, 3, turning.x);
    drive(m, 3, moving.x);
    for (int i = 0; i < WAYS; i++)
        for (int k = 0; k < WAYS; k++) {
            const struct expr **e = i < 3 ? &turning.x[i] : &moving.x[i - 3];
            const struct expr **out = &l->slope[WAYS * i + k];
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
static void values(struct local *l, int n, const struct expr *const *node,
                   const struct local_state *at, double *out)
{
    const struct model *m = l->model;
    memcpy(l->value + l->state, &at->t, sizeof *at);
    for (int i = 0; i < l->state; i++)
        if (l->symbol[i]->op == OP_SIGNAL) {
            const struct expr *table = l->symbol[i]->arg[0];
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
static const struct expr *culprit(struct local *l, int n,
                                  const struct expr *const *root,
                                  const struct local_state *at)
{
    struct pool *p = l->model->pool;
    const struct arena_mark mark = arena_mark(l->arena);
    const int size = pool_size(p);
    unsigned char *reached = arena_alloc(l->arena, (size_t)size);
    const struct expr **node =
        arena_array(l->arena, (size_t)size, sizeof *node);
    double *value = arena_array(l->arena, (size_t)size, sizeof *value);
    const struct expr *found = NULL;
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
    drive(m, n, out);
    return n;
}

static bool reaches(const struct local *l, struct value v, const struct expr *e)
{
    drive(l->model, v.n, v.x);
    return expr_depends(l->model->pool, v.n, v.x, e);
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
            if (reaches(l, m->let[k].value, e))
                return (struct blame){m->let[k].name, m->let[k].place, e,
                                      false};
        return (struct blame){cause->name, cause->place, e,
                              !reaches(l, cause->value, e)};
    }
    return (struct blame){0};
}
