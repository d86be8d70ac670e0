/* SPDX-License-Identifier: MIT
 *
 * 3-vectors, 3x3 matrices (row by row) and unit quaternions (scalar first) of
 * expressions, by value; linear equations of expressions.
 */
#pragma once

#include "sym/expr.h"

enum { VECTOR = 3 };

struct vec {
    expr x[3];
};

struct mat {
    expr x[9]; /* row by row */
};

struct quat {
    expr x[4]; /* scalar first */
};

struct vec vec_zero(struct pool *);
struct vec vec_unit(struct pool *, int axis); /* 0, 1, 2 */
struct vec vec_add(struct pool *, struct vec, struct vec);
struct vec vec_sub(struct pool *, struct vec, struct vec);
struct vec vec_scale(struct pool *, expr, struct vec);
struct vec vec_cross(struct pool *, struct vec, struct vec);
expr vec_dot(struct pool *, struct vec, struct vec);
bool vec_is_zero(struct vec);

struct mat mat_identity(struct pool *);
struct mat mat_diag(struct pool *, struct vec);
struct mat mat_add(struct pool *, struct mat, struct mat);
struct mat mat_scale(struct pool *, expr, struct mat);
struct mat mat_mul(struct pool *, struct mat, struct mat);
struct mat mat_transpose(struct mat);
struct mat mat_outer(struct pool *, struct vec, struct vec);
struct mat mat_skew(struct pool *, struct vec);
struct vec mat_apply(struct pool *, struct mat, struct vec); /* M v */
struct vec mat_row(struct mat, int);
struct vec mat_column(struct mat, int);
expr mat_det(struct pool *, struct mat);
/* By cofactors, sharing the reciprocal of the determinant. */
struct mat mat_inverse(struct pool *, struct mat);
/* M^-1 v */
struct vec mat_solve(struct pool *, struct mat, struct vec);

struct quat quat_mul(struct pool *, struct quat, struct quat);
struct vec quat_vector(struct quat);
/* Rotation matrix (body to space) of a unit quaternion. */
struct mat quat_matrix(struct pool *, struct quat);
/* R(q) v, or R(q)' v if `inverse`, by two cross products. */
struct vec quat_rotate(struct pool *, struct quat, struct vec, bool inverse);
/* R(q) x, or R(q)' x if `inverse`, for q = (w, s v); v x x needs no w or s. */
struct vec quat_turn(struct pool *, expr w, expr s, struct vec v, struct vec x,
                     bool inverse);

/* A rotation E(u) given by its quaternion, matrix and body-frame tangent push:
 * omega = push * udot, that is E' = E S(push udot).  If the quaternion was
 * given as (w, scale axis), scale and axis are set too. */
struct rotation {
    struct vec u;
    struct quat q;
    expr scale; /* or NULL */
    struct vec axis;
    struct mat matrix;
    struct mat push;
};

/* Declares y = E(u)' x (`inverse`) or y = E(u) x, so that expr_diff uses
 *     dy = E' dx + y x delta          (inverse),   delta = push du
 *     dy = E (dx - x x delta)         (forward)
 * and so that a pass may choose between the quaternion and the matrix. */
void rotation_declare(struct pool *, const struct rotation *, bool inverse,
                      struct vec x, struct vec y);

struct rotated {
    const struct rotation *rotation;
    bool inverse;
    struct vec x, y;
};
/* Declaration i, from 0; NULL after the last one. */
const struct rotated *rotation_at(const struct pool *, int);

/* ---- linear equations ----
 *
 * Solved without pivoting, in an order that is chosen beforehand from the zeros
 * of the matrix. */

enum { LINEAR_MOST = 64 }; /* maximum number of unknowns */

/* Equation row[k] determines unknown column[k].  Block b has k = start[b] to
 * start[b + 1] - 1.  Its unknowns depend on each other and on earlier blocks
 * only. */
struct blocks {
    int row[LINEAR_MOST], column[LINEAR_MOST];
    int blocks, start[LINEAR_MOST + 1];
};

/* Finds the blocks from the zeros of the n x n matrix.  Returns -1, or an
 * unknown without an equation: the matrix is singular for all values. */
int linear_order(int n, const expr *matrix, struct blocks *);

/* Solves matrix * out = right; false if a pivot is zero for all values.  Three
 * equations by cofactors, others block by block and by elimination. */
bool linear_solve(struct pool *, int n, const expr *matrix, const expr *right,
                  expr *out);
