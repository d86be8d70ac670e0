/* SPDX-License-Identifier: MIT
 *
 * What needs no iteration: unknowns whose equations are explicit, c u = e, or
 * linear with constant coefficients, found one block after another.
 */
#include "step/system.h"

#include "base/arena.h"

/* One block: its equations with what is known put in, and their matrix. */
struct part {
    int n;
    const int *row, *column;
    expr *residual, *matrix;
};

/* ---- what is linear ---- */

/* Made of numbers, parameters and h by products alone: as safe to divide by
 * as the spec's own data. */
static bool is_safe_divisor(const struct derive *d, expr e)
{
    expr todo[16] = {e};
    for (int n = 1; n > 0;) {
        e = todo[--n];
        bool leaf = e->op == OP_CONST ||
                    (e->op == OP_SYMBOL &&
                     (e == d->step->h || e->index == SYMBOL_PARAM));
        bool product = e->op == OP_SCALE || e->op == OP_MUL || e->op == OP_POW;
        if (!leaf && (!product || n + e->arity > 16))
            return false;
        for (int i = 0; i < e->arity; i++)
            todo[n++] = e->arg[i];
    }
    return true;
}

/* A comparison has no derivative and is still no constant. */
static bool has_comparison(const struct pool *p, const unsigned char *reached)
{
    for (int i = 0; i < pool_size(p); i++) {
        enum op op = pool_node(p, i)->op;
        if (reached[i] && (op == OP_LT || op == OP_LE || op == OP_EQ))
            return true;
    }
    return false;
}

static bool is_linear(const struct system *s, const struct part *part)
{
    struct derive *d = s->derive;
    bool own[LINEAR_MOST] = {false};
    for (int i = 0; i < part->n * part->n; i++)
        if (part->n > 1 ? !expr_is_const(part->matrix[i])
                        : !is_safe_divisor(d, part->matrix[i]))
            return false;
    for (int i = 0; i < part->n; i++)
        own[part->column[i]] = true;
    const unsigned char *reached = derive_reach(d, part->n, part->residual);
    for (int j = 0; j < s->n; j++)
        if (!own[j] && reached[s->unknown[j]->id])
            return false;
    return !has_comparison(d->pool, reached);
}

/* ---- putting in ---- */

int system_known(const struct system *s, expr *unknown, expr *value)
{
    int n = 0;
    for (int j = 0; j < s->n; j++)
        if (s->value[j]) {
            unknown[n] = s->unknown[j];
            value[n++] = s->value[j];
        }
    return n;
}

/* Substitutes what is known, and 0 for the n unknowns column[]. */
static void put_known(const struct system *s, int n, const int *column,
                      int roots, expr *root)
{
    struct pool *p = s->derive->pool;
    expr from[LINEAR_MOST], to[LINEAR_MOST];
    int m = system_known(s, from, to);
    for (int j = 0; j < n; j++) {
        from[m] = s->unknown[column[j]];
        to[m++] = expr_int(p, 0);
    }
    if (m > 0)
        expr_subst(p, roots, root, m, from, to, root);
}

/* Residual and matrix lie one behind the other. */
static struct part take_part(const struct system *s, int n, const int *row,
                             const int *column)
{
    const size_t size = (size_t)(n + n * n);
    struct part part = {n, row, column, NULL, NULL};
    part.residual = arena_array(s->derive->arena, size, sizeof *part.residual);
    part.matrix = part.residual + n;
    for (int i = 0; i < n; i++) {
        part.residual[i] = s->residual[row[i]];
        for (int j = 0; j < n; j++)
            part.matrix[i * n + j] = s->jacobian[row[i] * s->n + column[j]];
    }
    put_known(s, 0, NULL, n + n * n, part.residual);
    return part;
}

/* At u = 0 the residual is r, so that A u + r = 0. */
static bool solve_part(struct system *s, const struct part *part)
{
    struct pool *p = s->derive->pool;
    expr value[LINEAR_MOST];
    put_known(s, part->n, part->column, part->n, part->residual);
    for (int i = 0; i < part->n; i++)
        part->residual[i] = expr_neg(p, part->residual[i]);
    if (!linear_solve(p, part->n, part->matrix, part->residual, value))
        return false;
    for (int i = 0; i < part->n; i++)
        s->value[part->column[i]] = value[i];
    return true;
}

/* ---- entries ---- */

void system_eliminate(struct system *s, const struct blocks *b)
{
    for (int k = 0; k < b->blocks; k++) {
        int first = b->start[k];
        struct part part = take_part(s, b->start[k + 1] - first, &b->row[first],
                                     &b->column[first]);
        if (is_linear(s, &part) && solve_part(s, &part))
            for (int i = 0; i < part.n; i++)
                s->is_used[part.row[i]] = true;
    }
}

struct system system_reduce(const struct system *s, int *left)
{
    struct system r = {.derive = s->derive};
    int row[LINEAR_MOST] = {0}, rows = 0;
    for (int i = 0; i < s->n; i++) {
        if (!s->is_used[i])
            row[rows++] = i;
        if (!s->value[i])
            left[r.n++] = i;
    }
    struct part part = take_part(s, r.n, row, left);
    for (int i = 0; i < r.n; i++) {
        r.unknown[i] = s->unknown[left[i]];
        r.start[i] = s->start[left[i]];
        r.variable[i] = s->variable[left[i]];
        r.residual[i] = part.residual[i];
    }
    r.jacobian = part.matrix;
    return r;
}
