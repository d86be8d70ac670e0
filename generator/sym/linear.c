/* SPDX-License-Identifier: MIT
 *
 * Linear equations of expressions: blocks one after another, three unknowns by
 * cofactors, more by elimination on the diagonal, sparsest rows and columns
 * first (H. Markowitz, Management Science 3 (1957) 255-269).  A reciprocal
 * serves its row and its column; zeros cost nothing.
 */
#include "sym/linear.h"

#include "sym/pool.h"

/* Equations of one block, paired with its unknowns: entry (i, i) is a pivot. */
struct system {
    struct pool *pool;
    int n;
    const struct expr **entry, **right, **over; /* over: 1/pivot */
};

static const struct expr **entry(const struct system *s, int i, int j)
{
    return &s->entry[i * s->n + j];
}

static bool is_set(const struct system *s, int i, int j)
{
    return !expr_is_zero(*entry(s, i, j));
}

/* The products that a pivot would cost: other entries of its row times those
 * of its column. */
static int fill_of(const struct system *s, const bool *gone, int pivot)
{
    int row = 0, column = 0;
    for (int k = 0; k < s->n; k++) {
        if (gone[k] || k == pivot)
            continue;
        row += is_set(s, pivot, k);
        column += is_set(s, k, pivot);
    }
    return row * column;
}

static int best_pivot(const struct system *s, const bool *gone)
{
    int best = -1, least = 0;
    for (int k = 0; k < s->n; k++) {
        if (gone[k] || !is_set(s, k, k))
            continue;
        int fill = fill_of(s, gone, k);
        if (best < 0 || fill < least) {
            best = k;
            least = fill;
        }
    }
    return best;
}

/* x -= a b */
static void take_away(struct pool *p, const struct expr **x,
                      const struct expr *a, const struct expr *b)
{
    if (!expr_is_zero(a) && !expr_is_zero(b))
        *x = expr_sub(p, *x, expr_mul(p, a, b));
}

static void eliminate_row(const struct system *s, const bool *gone, int pivot,
                          int i)
{
    const struct expr *factor =
        expr_mul(s->pool, *entry(s, i, pivot), s->over[pivot]);
    for (int j = 0; j < s->n; j++)
        if (!gone[j])
            take_away(s->pool, entry(s, i, j), factor, *entry(s, pivot, j));
    take_away(s->pool, &s->right[i], factor, s->right[pivot]);
}

/* Pivots in the order in which they were taken; false if none is left that
 * may differ from zero. */
static bool eliminate(const struct system *s, int *order)
{
    bool gone[LINEAR_MOST] = {false};
    for (int k = 0; k < s->n; k++) {
        int pivot = best_pivot(s, gone);
        if (pivot < 0)
            return false;
        order[k] = pivot;
        gone[pivot] = true;
        s->over[pivot] = expr_power(s->pool, *entry(s, pivot, pivot), -1);
        for (int i = 0; i < s->n; i++)
            if (!gone[i] && is_set(s, i, pivot))
                eliminate_row(s, gone, pivot, i);
    }
    return true;
}

static void substitute_back(const struct system *s, const int *order)
{
    for (int k = s->n - 1; k >= 0; k--) {
        int pivot = order[k];
        for (int m = k + 1; m < s->n; m++)
            take_away(s->pool, &s->right[pivot], *entry(s, pivot, order[m]),
                      s->right[order[m]]);
        s->right[pivot] = expr_mul(s->pool, s->right[pivot], s->over[pivot]);
    }
}

static void use_cofactors(const struct system *s)
{
    struct mat m;
    struct vec v;
    for (int i = 0; i < 9; i++)
        m.x[i] = s->entry[i];
    for (int i = 0; i < 3; i++)
        v.x[i] = s->right[i];
    v = mat_solve(s->pool, m, v);
    for (int i = 0; i < 3; i++)
        s->right[i] = v.x[i];
}

/* Leaves the solution in s->right. */
static bool solve(const struct system *s)
{
    int order[LINEAR_MOST];
    if (s->n == 3) {
        use_cofactors(s);
        return true;
    }
    if (!eliminate(s, order))
        return false;
    substitute_back(s, order);
    return true;
}

static struct system new_system(struct pool *p, int n)
{
    size_t count = (size_t)n;
    return (struct system){
        .pool = p,
        .n = n,
        .entry = arena_array(p->arena, count * count, sizeof(struct expr *)),
        .right = arena_array(p->arena, count, sizeof(struct expr *)),
        .over = arena_array(p->arena, count, sizeof(struct expr *))};
}

/* What earlier blocks have given stands on the right. */
static struct system system_of_block(struct pool *p, const struct blocks *b,
                                     int block,
                                     const struct expr *const *matrix,
                                     const struct expr *const *right,
                                     const struct expr *const *known)
{
    int first = b->start[block];
    struct system s = new_system(p, b->start[block + 1] - first);
    for (int i = 0; i < s.n; i++) {
        const struct expr *const *row = matrix + b->row[first + i] * b->n;
        s.right[i] = right[b->row[first + i]];
        for (int k = 0; k < first; k++)
            take_away(p, &s.right[i], row[b->column[k]], known[b->column[k]]);
        for (int j = 0; j < s.n; j++)
            *entry(&s, i, j) = row[b->column[first + j]];
    }
    return s;
}

static bool solve_blocks(struct pool *p, const struct blocks *b,
                         const struct expr *const *matrix,
                         const struct expr *const *right,
                         const struct expr **out)
{
    for (int k = 0; k < b->blocks; k++) {
        struct system s = system_of_block(p, b, k, matrix, right, out);
        if (!solve(&s))
            return false;
        for (int i = 0; i < s.n; i++)
            out[b->column[b->start[k] + i]] = s.right[i];
    }
    return true;
}

bool linear_solve(struct pool *p, int n, const struct expr *const *matrix,
                  const struct expr *const *right, const struct expr **out)
{
    struct blocks b = {.n = n, .blocks = 1, .start = {0, n}};
    struct pattern pattern = linear_pattern(n, matrix);
    if (linear_order(&pattern, &b) >= 0)
        return false;
    if (n == 3) { /* a triangular matrix too: one division is cheapest */
        b.blocks = 1;
        b.start[1] = 3;
        for (int i = 0; i < 3; i++)
            b.row[i] = b.column[i] = i;
    }
    return solve_blocks(p, &b, matrix, right, out) &&
           !pool_any_undefined(n, out);
}
