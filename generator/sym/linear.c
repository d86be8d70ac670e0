/* SPDX-License-Identifier: MIT
 *
 * Linear equations of expressions: which equation determines which unknown, and
 * which unknowns can only be found together; blocks one after another, three
 * unknowns by cofactors, more by elimination on the diagonal, sparsest rows and
 * columns first (H. Markowitz, Management Science 3 (1957) 255-269).  A
 * reciprocal serves its row and its column; zeros cost nothing.
 */
#include "sym/pool.h"

#include <string.h>

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* ---- which equation for which unknown ---- */

/* Gives equation i an unknown: one that is free, or else one whose equation
 * finds another that was not seen on the way.  Bit j of row[i] says that it
 * contains unknown j; row_of[j] is -1 while that is free. */
static bool find_pair(const uint64_t *row, int *row_of, int i, uint64_t *seen)
{
    uint64_t left = row[i] & ~*seen;
    for (uint64_t any = left; any; any &= any - 1)
        if (row_of[__builtin_ctzll(any)] < 0) {
            left = any;
            break;
        }
    for (; left; left = row[i] & ~*seen) {
        int column = __builtin_ctzll(left);
        *seen |= bit(column);
        if (row_of[column] >= 0 &&
            !find_pair(row, row_of, row_of[column], seen))
            continue;
        row_of[column] = i;
        return true;
    }
    return false;
}

/* Equation i goes with unknown i where it can.  Unknowns that can only be found
 * together need the same; a block needs all that the ones before it need, and
 * more. */
int linear_order(int n, const expr *matrix, struct blocks *b)
{
    uint64_t row[LINEAR_MOST] = {0}, done = 0;
    uint64_t needs[LINEAR_MOST]; /* what an unknown depends on, itself too */
    int row_of[LINEAR_MOST], k = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (!expr_is_zero(matrix[i * n + j]))
                row[i] |= bit(j);
        row_of[i] = row[i] & bit(i) ? i : -1;
    }
    for (int i = 0; i < n; i++)
        if (!(row[i] & bit(i)))
            find_pair(row, row_of, i, &(uint64_t){0});
    for (int j = 0; j < n; j++) {
        if (row_of[j] < 0)
            return j;
        needs[j] = row[row_of[j]] | bit(j);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (needs[j] & bit(i))
                needs[j] |= needs[i];
    b->n = n;
    b->blocks = 0;
    for (int size = 1; size <= n; size++)
        for (int i = 0; i < n; i++) {
            if (__builtin_popcountll(needs[i]) != size || done & bit(i))
                continue;
            b->start[b->blocks++] = k;
            for (int j = i; j < n; j++)
                if (needs[j] == needs[i]) {
                    done |= bit(j);
                    b->row[k] = row_of[j];
                    b->column[k++] = j;
                }
        }
    b->start[b->blocks] = n;
    return -1;
}

/* ---- elimination ---- */

/* Equations of one block, paired with its unknowns: entry (i, i) is a pivot. */
struct system {
    struct pool *pool;
    int n;
    expr *entry, *right, *over; /* over: 1/pivot */
};

static expr *entry(const struct system *s, int i, int j)
{
    return &s->entry[i * s->n + j];
}

static bool is_set(const struct system *s, int i, int j)
{
    return !expr_is_zero(*entry(s, i, j));
}

/* The one that costs the fewest products, other entries of its row times those
 * of its column; -1: none is left that may differ from zero. */
static int best_pivot(const struct system *s, const bool *gone)
{
    int best = -1, least = 0;
    for (int i = 0; i < s->n; i++) {
        int row = 0, column = 0;
        if (gone[i] || !is_set(s, i, i))
            continue;
        for (int k = 0; k < s->n; k++) {
            row += !gone[k] && k != i && is_set(s, i, k);
            column += !gone[k] && k != i && is_set(s, k, i);
        }
        if (best < 0 || row * column < least) {
            best = i;
            least = row * column;
        }
    }
    return best;
}

/* x -= a b */
static void take_away(struct pool *p, expr *x, expr a, expr b)
{
    if (!expr_is_zero(a) && !expr_is_zero(b))
        *x = expr_sub(p, *x, expr_mul(p, a, b));
}

/* Leaves the solution in s->right; false if no pivot is left that may differ
 * from zero. */
static bool solve(const struct system *s)
{
    struct pool *p = s->pool;
    bool gone[LINEAR_MOST] = {false};
    int order[LINEAR_MOST]; /* in which pivots were taken */
    if (s->n == 3) {
        struct mat m;
        memcpy(m.x, s->entry, sizeof m.x);
        struct vec v = {{s->right[0], s->right[1], s->right[2]}};
        v = mat_solve(p, m, v);
        memcpy(s->right, v.x, sizeof v.x);
        return true;
    }
    for (int k = 0; k < s->n; k++) {
        int pivot = order[k] = best_pivot(s, gone);
        if (pivot < 0)
            return false;
        gone[pivot] = true;
        s->over[pivot] = expr_power(p, *entry(s, pivot, pivot), -1);
        for (int i = 0; i < s->n; i++) {
            if (gone[i] || !is_set(s, i, pivot))
                continue;
            expr factor = expr_mul(p, *entry(s, i, pivot), s->over[pivot]);
            for (int j = 0; j < s->n; j++)
                if (!gone[j])
                    take_away(p, entry(s, i, j), factor, *entry(s, pivot, j));
            take_away(p, &s->right[i], factor, s->right[pivot]);
        }
    }
    for (int k = s->n - 1; k >= 0; k--) {
        expr *right = &s->right[order[k]];
        for (int m = k + 1; m < s->n; m++)
            take_away(p, right, *entry(s, order[k], order[m]),
                      s->right[order[m]]);
        *right = expr_mul(p, *right, s->over[order[k]]);
    }
    return true;
}

bool linear_solve(struct pool *p, int n, const expr *matrix, const expr *right,
                  expr *out)
{
    struct blocks b;
    if (linear_order(n, matrix, &b) >= 0)
        return false;
    if (n == 3) /* a triangular matrix too: one division is cheapest */
        b = (struct blocks){3, {0, 1, 2}, {0, 1, 2}, 1, {0, 3}};
    for (int block = 0; block < b.blocks; block++) {
        int first = b.start[block], size = b.start[block + 1] - first;
        const int *column = b.column + first;
        expr *room = arena_array(p->arena, (size_t)size * (size_t)(size + 2),
                                 sizeof *room);
        struct system s = {p, size, room, room + size * size,
                           room + size * (size + 1)};
        for (int i = 0; i < size; i++) {
            int equation = b.row[first + i];
            const expr *row = matrix + equation * n;
            /* what earlier blocks have given stands on the right */
            s.right[i] = right[equation];
            for (int k = 0; k < first; k++)
                take_away(p, &s.right[i], row[b.column[k]], out[b.column[k]]);
            for (int j = 0; j < size; j++)
                *entry(&s, i, j) = row[column[j]];
        }
        if (!solve(&s))
            return false;
        for (int i = 0; i < size; i++)
            out[column[i]] = s.right[i];
    }
    return !pool_any_undefined(n, out);
}
