/* SPDX-License-Identifier: MIT
 *
 * Vectors, matrices and quaternions of expressions, and linear equations.
 * Expression constructors remove zeros and ones, so the first three do not
 * check for them.
 */
#include "sym/pool.h"

#include <string.h>

/* Entry by entry. */
#define OPERATION(kind, entries, name, operation)                              \
    struct kind kind##_##name(struct pool *p, struct kind a, struct kind b)    \
    {                                                                          \
        for (int i = 0; i < entries; i++)                                      \
            a.x[i] = operation(p, a.x[i], b.x[i]);                             \
        return a;                                                              \
    }
OPERATION(vec, 3, add, expr_add)
OPERATION(vec, 3, sub, expr_sub)
OPERATION(mat, 9, add, expr_add)

#define SCALE(kind, entries)                                                   \
    struct kind kind##_scale(struct pool *p, expr c, struct kind a)            \
    {                                                                          \
        for (int i = 0; i < entries; i++)                                      \
            a.x[i] = expr_mul(p, c, a.x[i]);                                   \
        return a;                                                              \
    }
SCALE(vec, 3)
SCALE(mat, 9)

/* ---- vectors ---- */

struct vec vec_zero(struct pool *p)
{
    return (struct vec){{p->zero, p->zero, p->zero}};
}

struct vec vec_unit(struct pool *p, int axis)
{
    struct vec v = vec_zero(p);
    v.x[axis] = p->one;
    return v;
}

struct vec vec_cross(struct pool *p, struct vec a, struct vec b)
{
    struct vec v;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expr right = expr_mul(p, a.x[k], b.x[j]);
        v.x[i] = expr_sub(p, expr_mul(p, a.x[j], b.x[k]), right);
    }
    return v;
}

expr vec_dot(struct pool *p, struct vec a, struct vec b)
{
    const expr term[3] = {expr_mul(p, a.x[0], b.x[0]),
                          expr_mul(p, a.x[1], b.x[1]),
                          expr_mul(p, a.x[2], b.x[2])};
    return expr_apply(p, OP_SUM, 3, term);
}

bool vec_is_zero(struct vec v)
{
    return expr_is_zero(v.x[0]) && expr_is_zero(v.x[1]) && expr_is_zero(v.x[2]);
}

/* ---- matrices ---- */

struct mat mat_identity(struct pool *p)
{
    return mat_diag(p, (struct vec){{p->one, p->one, p->one}});
}

struct mat mat_diag(struct pool *p, struct vec d)
{
    struct mat m;
    for (int i = 0; i < 9; i++)
        m.x[i] = i % 4 == 0 ? d.x[i / 4] : p->zero;
    return m;
}

struct vec mat_row(struct mat m, int i)
{
    return (struct vec){{m.x[3 * i], m.x[3 * i + 1], m.x[3 * i + 2]}};
}

struct vec mat_column(struct mat m, int i)
{
    return (struct vec){{m.x[i], m.x[i + 3], m.x[i + 6]}};
}

struct mat mat_mul(struct pool *p, struct mat a, struct mat b)
{
    struct mat m;
    for (int i = 0; i < 9; i++)
        m.x[i] = vec_dot(p, mat_row(a, i / 3), mat_column(b, i % 3));
    return m;
}

struct mat mat_transpose(struct mat m)
{
    struct mat t;
    for (int i = 0; i < 9; i++)
        t.x[i] = m.x[3 * (i % 3) + i / 3];
    return t;
}

struct mat mat_outer(struct pool *p, struct vec a, struct vec b)
{
    struct mat m;
    for (int i = 0; i < 9; i++)
        m.x[i] = expr_mul(p, a.x[i / 3], b.x[i % 3]);
    return m;
}

struct mat mat_skew(struct pool *p, struct vec v)
{
    expr o = p->zero;
    expr x = v.x[0], y = v.x[1], z = v.x[2];
    return (struct mat){{o, expr_neg(p, z), y, //
                         z, o, expr_neg(p, x), //
                         expr_neg(p, y), x, o}};
}

struct vec mat_apply(struct pool *p, struct mat m, struct vec v)
{
    struct vec y;
    for (int i = 0; i < 3; i++)
        y.x[i] = vec_dot(p, mat_row(m, i), v);
    return y;
}

/* ---- determinants ---- */

expr mat_det(struct pool *p, struct mat m)
{
    struct vec a = mat_column(m, 0);
    return vec_dot(p, a, vec_cross(p, mat_column(m, 1), mat_column(m, 2)));
}

struct mat mat_inverse(struct pool *p, struct mat m)
{
    struct vec a = mat_column(m, 0), b = mat_column(m, 1);
    struct vec c = mat_column(m, 2), bc = vec_cross(p, b, c);
    expr over = expr_power(p, vec_dot(p, a, bc), -1);
    struct vec row[3] = {bc, vec_cross(p, c, a), vec_cross(p, a, b)};
    struct mat inverse;
    for (int i = 0; i < 9; i++)
        inverse.x[i] = expr_mul(p, over, row[i / 3].x[i % 3]);
    return inverse;
}

/* By Cramer's rule, with the determinants of [v b c], [a v c], [a b v] taken
 * from the two products b x c and a x v. */
struct vec mat_solve(struct pool *p, struct mat m, struct vec v)
{
    struct vec a = mat_column(m, 0), b = mat_column(m, 1);
    struct vec c = mat_column(m, 2);
    struct vec bc = vec_cross(p, b, c), av = vec_cross(p, a, v);
    expr over = expr_power(p, vec_dot(p, a, bc), -1);
    return (struct vec){{
        expr_mul(p, over, vec_dot(p, v, bc)),
        expr_mul(p, over, vec_dot(p, c, av)),
        expr_mul(p, over, expr_neg(p, vec_dot(p, b, av))),
    }};
}

/* ---- quaternions ---- */

struct vec quat_vector(struct quat q)
{
    return (struct vec){{q.x[1], q.x[2], q.x[3]}};
}

/* x + b y + c z */
static struct vec combine(struct pool *p, struct vec x, expr b, struct vec y,
                          expr c, struct vec z)
{
    for (int i = 0; i < 3; i++) {
        const expr term[3] = {x.x[i], expr_mul(p, b, y.x[i]),
                              expr_mul(p, c, z.x[i])};
        x.x[i] = expr_apply(p, OP_SUM, 3, term);
    }
    return x;
}

struct quat quat_mul(struct pool *p, struct quat a, struct quat b)
{
    struct vec u = quat_vector(a), v = quat_vector(b);
    struct vec w = vec_cross(p, u, v);
    expr uv = vec_dot(p, u, v);
    expr scalar = expr_sub(p, expr_mul(p, a.x[0], b.x[0]), uv);
    w = combine(p, w, a.x[0], v, b.x[0], u);
    return (struct quat){{scalar, w.x[0], w.x[1], w.x[2]}};
}

struct mat quat_matrix(struct pool *p, struct quat q)
{
    expr two = expr_int(p, 2), s[3], d[3], c[3];
    struct mat m;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        s[i] = expr_mul(p, q.x[i + 1], q.x[i + 1]);
        d[i] = expr_mul(p, two, expr_mul(p, q.x[0], q.x[i + 1]));
        c[i] = expr_mul(p, two, expr_mul(p, q.x[j + 1], q.x[k + 1]));
    }
    for (int at = 0; at < 9; at++) {
        int i = at / 3, j = at % 3, next = (i + 1) % 3, k = 3 - i - j;
        if (i == j) /* 1 - 2 (s + s) */
            m.x[at] = expr_sub(
                p, p->one,
                expr_mul(p, two, expr_add(p, s[next], s[(i + 2) % 3])));
        else
            m.x[at] = (j == next ? expr_sub : expr_add)(p, c[k], d[k]);
    }
    return m;
}

/* quat_turn with s = 1; R(q)' is the rotation of (-w, vector part). */
struct vec quat_rotate(struct pool *p, struct quat q, struct vec v,
                       bool inverse)
{
    expr w = inverse ? expr_neg(p, q.x[0]) : q.x[0];
    return quat_turn(p, w, p->one, quat_vector(q), v, false);
}

/* x + 2 s w a + 2 s^2 v x a with a = v x x; `inverse` swaps both products. */
struct vec quat_turn(struct pool *p, expr w, expr s, struct vec v, struct vec x,
                     bool inverse)
{
    expr twice = expr_mul(p, expr_int(p, 2), s);
    expr sw = expr_mul(p, twice, w), ss = expr_mul(p, twice, s);
    struct vec a = inverse ? vec_cross(p, x, v) : vec_cross(p, v, x);
    struct vec b = inverse ? vec_cross(p, a, v) : vec_cross(p, v, a);
    return combine(p, x, sw, a, ss, b);
}

/* ---- linear equations ----
 *
 * Pairs equations with unknowns and finds the unknowns that can only be solved
 * together.  Then solves block by block: three unknowns by cofactors, others by
 * elimination on the diagonal, sparsest rows and columns first (H. Markowitz,
 * Management Science 3 (1957) 255-269).  One reciprocal serves the row and the
 * column of its pivot; zeros cost nothing. */

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* Assigns an unknown to equation i: a free one, else one whose equation can
 * take another that was not visited yet.  Bit j of row[i]: equation i contains
 * unknown j; row_of[j] is -1 while unknown j is free. */
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

/* Pairs equation i with unknown i where possible.  Unknowns of one block have
 * equal `needs`.  A block needs more than each block that it depends on, so the
 * size of `needs` gives the order. */
int linear_order(int n, const expr *matrix, struct blocks *b)
{
    uint64_t row[LINEAR_MOST] = {0}, done = 0;
    uint64_t needs[LINEAR_MOST]; /* unknowns needed, itself included */
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

/* Equations of one block, paired with its unknowns: entry (i, i) is a pivot. */
struct system {
    struct pool *pool;
    int n;
    expr *entry, *right; /* pivots become their reciprocals */
};

static expr *entry(const struct system *s, int i, int j)
{
    return &s->entry[i * s->n + j];
}

static bool is_set(const struct system *s, int i, int j)
{
    return !expr_is_zero(*entry(s, i, j));
}

/* Returns the pivot with the fewest products (other entries of its row times
 * those of its column), or -1 if all that are left are zero. */
static int best_pivot(const struct system *s, const bool *eliminated)
{
    int best = -1, least = 0;
    for (int i = 0; i < s->n; i++) {
        int row = 0, column = 0;
        if (eliminated[i] || !is_set(s, i, i))
            continue;
        for (int k = 0; k < s->n; k++) {
            row += !eliminated[k] && k != i && is_set(s, i, k);
            column += !eliminated[k] && k != i && is_set(s, k, i);
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

/* Replaces s->right by the solution; false if all pivots that are left are
 * zero. */
static bool solve(const struct system *s)
{
    struct pool *p = s->pool;
    bool eliminated[LINEAR_MOST] = {false};
    int order[LINEAR_MOST]; /* order of the pivots */
    if (s->n == 3) {
        struct mat m;
        memcpy(m.x, s->entry, sizeof m.x);
        struct vec v = {{s->right[0], s->right[1], s->right[2]}};
        v = mat_solve(p, m, v);
        memcpy(s->right, v.x, sizeof v.x);
        return true;
    }
    for (int k = 0; k < s->n; k++) {
        int pivot = order[k] = best_pivot(s, eliminated);
        if (pivot < 0)
            return false;
        eliminated[pivot] = true;
        expr *over = entry(s, pivot, pivot);
        *over = expr_power(p, *over, -1);
        for (int i = 0; i < s->n; i++) {
            if (eliminated[i] || !is_set(s, i, pivot))
                continue;
            expr factor = expr_mul(p, *entry(s, i, pivot), *over);
            for (int j = 0; j < s->n; j++)
                if (!eliminated[j])
                    take_away(p, entry(s, i, j), factor, *entry(s, pivot, j));
            take_away(p, &s->right[i], factor, s->right[pivot]);
        }
    }
    for (int k = s->n - 1; k >= 0; k--) {
        expr *right = &s->right[order[k]];
        for (int m = k + 1; m < s->n; m++)
            take_away(p, right, *entry(s, order[k], order[m]),
                      s->right[order[m]]);
        *right = expr_mul(p, *right, *entry(s, order[k], order[k]));
    }
    return true;
}

bool linear_solve(struct pool *p, int n, const expr *matrix, const expr *right,
                  expr *out)
{
    struct blocks b;
    if (linear_order(n, matrix, &b) >= 0)
        return false;
    if (n == 3) /* even if triangular: one division is cheapest */
        b = (struct blocks){{0, 1, 2}, {0, 1, 2}, 1, {0, 3}};
    for (int block = 0; block < b.blocks; block++) {
        int first = b.start[block], size = b.start[block + 1] - first;
        const int *column = b.column + first;
        expr *room = arena_array(p->arena, (size_t)size * (size_t)(size + 1),
                                 sizeof *room);
        struct system s = {p, size, room, room + size * size};
        for (int i = 0; i < size; i++) {
            int equation = b.row[first + i];
            const expr *row = matrix + equation * n;
            /* move results of earlier blocks to the right side */
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
