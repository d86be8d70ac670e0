/* SPDX-License-Identifier: MIT
 *
 * The motion near one state, in doubles: how strongly it is damped, and which
 * values are NaN or infinite, or have no derivative.
 */
#include "model/check.h"

#include <math.h>
#include <string.h>

enum { COMPONENTS = 6 }; /* components of w and v */

struct local {
    const struct model *model;
    int components;     /* 3 if the body does not move */
    int symbols, state; /* number of symbols; first symbol of the state, whose
                           symbols are the last: t, its parts, w; signals from
                           files are before them */
    expr *symbol;
    double *value;
    expr slope[COMPONENTS * COMPONENTS]; /* J^-1 torque, force/mass by w, v */
    expr *fade; /* each extra's rate by itself, for constant L */
    expr *rate; /* rates of the state; NULL: not made yet */
};

static void add(struct local *l, int n, const expr *symbol)
{
    memcpy(l->symbol + l->symbols, symbol, (size_t)n * sizeof(*symbol));
    l->symbols += n;
}

static void find_fades(struct local *l)
{
    const struct model *m = l->model;
    const struct vec w = model_omega(m);
    int n = 0;
    l->fade = arena_array(pool_arena(m->pool), (size_t)m->extra_values + 1,
                          sizeof(*l->fade));
    for (int i = 0; i < m->extras; i++)
        for (int k = 0; k < m->extra[i].field.n; k++) {
            expr rate = m->extra[i].rate[k];
            expr_subst(m->pool, 1, &rate, 3, m->w.x, w.x, &rate);
            model_insert_signals(m, 1, &rate);
            expr_diff(m->pool, 1, &rate, m->extra[i].field.symbol[k],
                      &l->fade[n++]);
        }
}

struct local *local_new(const struct model *m)
{
    struct pool *p = m->pool;
    struct arena *a = pool_arena(p);
    struct local *l = arena_alloc(a, sizeof *l);
    const size_t most =
        (size_t)(1 + m->numbers + 3 + VALUE_NUMBERS * (m->params + m->inputs) +
                 m->series.n);
    *l = (struct local){.model = m, .components = m->moves ? COMPONENTS : 3};
    l->symbol = arena_array(a, most, sizeof(*l->symbol));
    l->value = arena_array(a, most, sizeof(double));
    for (int i = 0; i < m->params; i++)
        for (int k = 0; k < m->param[i].n; k++) {
            l->value[l->symbols] = number_double(m->param[i].value[k]);
            add(l, 1, &m->param[i].symbol[k]);
        }
    for (int i = 0; i < m->inputs; i++)
        add(l, m->input[i].n, m->input[i].symbol);
    for (int i = SERIES_FIRST; i < m->series.n; i++) {
        const expr table = table_then(m, i);
        add(l, 1, &table);
    }
    find_fades(l);
    l->state = l->symbols;
    add(l, 1, &m->t);
    for (int i = 0; i < m->parts; i++)
        add(l, m->part[i].field.n, m->part[i].field.symbol);
    add(l, 3, m->w.x);
    const struct vec Jw = mat_apply(p, m->inertia, m->w), by[] = {m->w, m->v};
    const struct vec L = m->has_gyro ? vec_add(p, Jw, m->gyro) : Jw;
    struct vec load[] = {mat_apply(p, m->inverse, m->torque),
                         model_acceleration(m)};
    for (int i = 0; i < l->components; i++) {
        expr *x = &load[i / 3].x[i % 3];
        expr_subst(p, 1, x, 3, m->L.x, L.x, x);
        model_insert_signals(m, 1, x);
        for (int k = 0; k < l->components; k++)
            expr_diff(p, 1, x, by[k / 3].x[k % 3],
                      &l->slope[l->components * i + k]);
    }
    return l;
}

/* Evaluates n nodes at a state. */
static void values(struct local *l, int n, const expr *node,
                   const struct local_state *at, double *out)
{
    const struct model *m = l->model;
    double *R = l->value + l->state + 1;
    R[-1] = at->t;
    memcpy(R, at->R, MODEL_R * sizeof *R);
    memcpy(R + MODEL_R, at->rest, (size_t)(m->numbers - MODEL_R) * sizeof *R);
    memcpy(R + m->numbers, at->w, 3 * sizeof *R);
    for (int i = 0; i < l->state; i++)
        if (l->symbol[i]->op == OP_SIGNAL) {
            expr table = l->symbol[i]->arg[0];
            l->value[i] = pol_value(
                &m->series.table[(int)number_double(table->number)], at->t);
        }
    expr_eval(m->pool, n, node, l->symbols, l->symbol, l->value, out);
}

/* Jacobi's method: each rotation makes m[i][j] zero. */
void model_eigenvalues(int n, double *m, double *out)
{
    for (int turn = 0; turn < 20 * n * n; turn++) {
        const int i = turn / n % n, j = turn % n;
        if (i >= j || m[n * i + j] == 0)
            continue;
        double theta = (m[n * j + j] - m[n * i + i]) / (2 * m[n * i + j]);
        double t = (theta < 0 ? -1 : 1) / (fabs(theta) + hypot(theta, 1));
        double c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 2 * n; k++) { /* columns, then rows */
            double *x = k < n ? &m[n * k + i] : &m[n * i + k - n];
            double *y = k < n ? &m[n * k + j] : &m[n * j + k - n];
            double old = *x;
            *x = c * old - s * *y;
            *y = s * old + c * *y;
        }
    }
    for (int i = 0; i < n; i++)
        out[i] = m[n * i + i];
}

double local_damping(struct local *l, const struct local_state *at)
{
    double slope[COMPONENTS * COMPONENTS], a[COMPONENTS * COMPONENTS],
        eigenvalue[COMPONENTS] = {0};
    double fade[MODEL_EXTRAS];
    const int n = l->components;
    double least = 0;
    values(l, n * n, l->slope, at, slope);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            a[n * i + k] = 0.5 * (slope[n * i + k] + slope[n * k + i]);
    model_eigenvalues(n, a, eigenvalue);
    values(l, l->model->extra_values, l->fade, at, fade);
    for (int i = 0; i < n; i++)
        least = fmin(least, eigenvalue[i]);
    for (int i = 0; i < l->model->extra_values; i++)
        least = fmin(least, fade[i]);
    return isfinite(least) ? fabs(least) : 0;
}

struct local_state local_extrapolate(struct local *l,
                                     const struct local_state *at, double h)
{
    const int n = l->symbols - l->state;
    struct arena *arena = pool_arena(l->model->pool);
    if (!l->rate) {
        l->rate = arena_array(arena, (size_t)n, sizeof(*l->rate));
        model_rate(l->model, n, l->symbol + l->state, l->rate);
        model_insert_signals(l->model, n, l->rate);
    }
    double *to = arena_array(arena, 2 * (size_t)n, sizeof *to), *rate = to + n;
    values(l, n, l->rate, at, rate);
    for (int i = 0; i < n; i++)
        to[i] =
            l->value[l->state + i] + (i == 0 || i > MODEL_R ? h * rate[i] : 0);
    return (struct local_state){to[0], to + 1, to + 1 + l->model->numbers,
                                to + 1 + MODEL_R};
}

/* ---- NaN and Inf --------------------------------------------------------- */

/* The first node that is not finite, if a root is not finite; else NULL. */
static expr culprit(struct local *l, int n, const expr *root,
                    const struct local_state *at)
{
    struct pool *p = l->model->pool;
    struct arena *a = pool_arena(p);
    const struct arena_mark mark = arena_mark(a);
    const int size = pool_size(p);
    const unsigned char *reached = expr_reached(p, n, root);
    expr *node = arena_array(a, (size_t)size, sizeof *node);
    double *value = arena_array(a, (size_t)size, sizeof *value);
    expr found = NULL;
    bool is_lost = false;
    int nodes = 0;
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++)
        node[nodes++] = pool_node(p, i);
    values(l, nodes, node, at, value);
    for (int i = nodes - 1; i >= 0; i--)
        if (!isfinite(value[i])) {
            found = node[i];
            for (int k = 0; k < n; k++)
                is_lost |= root[k] == found;
        }
    arena_release(a, mark);
    return is_lost ? found : NULL;
}

static bool reaches(const struct local *l, struct value v, expr e)
{
    model_insert_signals(l->model, v.n, v.x);
    return expr_depends(l->model->pool, v.n, v.x, e);
}

/* The blame for a value v called `subject`, which adds n roots to the rates.
 * For by >= 0: for derivatives of the roots by symbol `by` and later ones. */
static struct blame blame_of(struct local *l, const struct local_state *at,
                             int by, const char *subject, struct place place,
                             struct value v, int n, const expr *root)
{
    const struct model *m = l->model;
    expr f[12], e = NULL;
    for (; by < l->symbols && !e; by++) {
        memcpy(f, root, (size_t)n * sizeof *f);
        if (by >= 0)
            expr_diff(m->pool, n, root, l->symbol[by], f);
        model_insert_signals(m, n, f);
        e = culprit(l, n, f, at);
        by = by < 0 ? l->symbols : by;
    }
    for (int k = 0; e && k < m->lets; k++)
        if (reaches(l, m->let[k].value, e))
            return (struct blame){m->let[k].name, m->let[k].place, e, false};
    return e ? (struct blame){subject, place, e, !reaches(l, v, e)}
             : (struct blame){0};
}

struct blame local_blame(struct local *l, const struct local_state *at,
                         bool by_state)
{
    const int by = by_state ? l->state : -1;
    const struct model *m = l->model;
    struct blame b = {0};
    for (int i = 0; i < m->causes && !b.subject; i++) {
        const struct named *cause = &m->cause[i];
        struct value v = cause->value; /* its terms in torque and force: */
        const int n = v.n > 1 ? 3 : m->moves ? 12 : 9;
        expr root[12] = {v.x[0], v.x[1], v.x[2]};
        for (int k = 0; k < n && v.n == 1; k++)
            expr_diff(m->pool, 1, v.x, k < 9 ? m->R.x[k] : m->x.x[k - 9],
                      &root[k]);
        b = blame_of(l, at, by,
                     by_state && v.n == 1 ? "the slope of the potential"
                                          : cause->name,
                     cause->place, v, n, root);
    }
    for (int i = 0; i < m->extras && !b.subject; i++) {
        const struct model_part *e = &m->extra[i];
        const char *subject = text_format(pool_arena(m->pool),
                                          e->wheel ? "the torque of wheel '%s'"
                                                   : "the rate of '%s'",
                                          e->field.name);
        if (e->written)
            b = blame_of(l, at, by, subject, e->written->place,
                         value_from(e->field.n, e->rate), e->field.n, e->rate);
    }
    if (m->facts.changes && !b.subject)
        b = blame_of(l, at, by, "the inverse of the inertia", m->inertia_place,
                     value_mat(m->inverse), 9, m->inverse.x);
    return b;
}

void local_point(struct local *l, const struct local_state *at, expr e,
                 struct text *out)
{
    double t;
    values(l, 1, &l->model->t, at, &t);
    text_print(out, "t = %.9g", t);
    for (int i = l->state + 1; i < l->symbols; i++)
        if (expr_depends(l->model->pool, 1, &e, l->symbol[i]))
            text_print(out, ", %s = %.9g", l->symbol[i]->name, l->value[i]);
}
