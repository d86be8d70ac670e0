/* SPDX-License-Identifier: MIT
 *
 * Rotation matrices (body to space) from what people state them by.
 */
#include "model/check.h"

#include <math.h>

/* p + s S(n) + k n n' */
static struct mat combine(struct pool *p, expr one, expr s, expr k,
                          struct vec n)
{
    struct mat a = mat_scale(p, one, mat_identity(p));
    struct mat b = mat_scale(p, s, mat_skew(p, n));
    struct mat c = mat_scale(p, k, mat_outer(p, n, n));
    return mat_add(p, mat_add(p, a, b), c);
}

struct mat rotation_turn(struct pool *p, struct vec n, expr angle)
{
    expr square = vec_dot(p, n, n), one = expr_int(p, 1);
    expr cosine = expr_unary(p, OP_COS, angle);
    expr sine = expr_unary(p, OP_SIN, angle);
    expr s = expr_div(p, sine, expr_unary(p, OP_SQRT, square));
    expr k = expr_div(p, expr_sub(p, one, cosine), square);
    return combine(p, cosine, s, k, n);
}

struct mat rotation_exp(struct pool *p, struct vec v)
{
    expr z = vec_dot(p, v, v);
    expr c[3];
    for (int k = 0; k < 3; k++)
        c[k] = expr_stumpff(p, k, z);
    return combine(p, c[0], c[1], c[2], v);
}

struct mat rotation_quat(struct pool *p, const expr q[4])
{
    struct vec v = {{q[1], q[2], q[3]}};
    expr vv = vec_dot(p, v, v), ww = expr_power(p, q[0], 2);
    expr r = expr_div(p, expr_int(p, 1), expr_add(p, ww, vv));
    expr two = expr_scale(p, number_int(pool_arena(p), 2), r);
    expr cosine = expr_mul(p, expr_sub(p, ww, vv), r);
    return combine(p, cosine, expr_mul(p, two, q[0]), two, v);
}

/* The row of 4 q q' with the largest diagonal entry, which is at least 1, for
 * the unit quaternion q of R; its first entry is not negative.  S. Shepperd, J.
 * Guidance and Control 1 (1978) 223-224. */
static void quaternion_row(struct pool *p, struct mat R, expr row[4])
{
    expr one = expr_int(p, 1), zero = expr_int(p, 0);
    expr k[4][4], largest;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        expr rest = expr_add(p, R.x[4 * j], R.x[4 * l]);
        k[1 + i][1 + i] = expr_sub(p, expr_add(p, one, R.x[4 * i]), rest);
        k[0][1 + i] = k[1 + i][0] = expr_sub(p, R.x[3 * l + j], R.x[3 * j + l]);
        k[1 + j][1 + l] = k[1 + l][1 + j] =
            expr_add(p, R.x[3 * l + j], R.x[3 * j + l]);
    }
    k[0][0] =
        expr_add(p, expr_add(p, one, R.x[0]), expr_add(p, R.x[4], R.x[8]));
    largest = k[0][0];
    for (int n = 0; n < 4; n++)
        row[n] = k[0][n];
    for (int i = 1; i < 4; i++) {
        expr better = expr_binary(p, OP_LT, largest, k[i][i]);
        for (int n = 0; n < 4; n++)
            row[n] = expr_select(p, better, k[i][n], row[n]);
        largest = expr_select(p, better, k[i][i], largest);
    }
    expr other = expr_binary(p, OP_LT, row[0], zero);
    for (int n = 0; n < 4; n++)
        row[n] = expr_select(p, other, expr_neg(p, row[n]), row[n]);
}

/* v = 2 atan2(|k|, k0)/|k| k of a multiple (k0, k) of the quaternion, k0 >= 1
 * near k = 0; there by the series in y = |k|^2/k0^2, right to 1e-18 y^3. */
struct vec rotation_log(struct pool *p, struct mat R)
{
    expr row[4], one = expr_int(p, 1);
    quaternion_row(p, R, row);
    struct vec k = {{row[1], row[2], row[3]}};
    expr square = vec_dot(p, k, k);
    expr far = expr_binary(p, OP_LT, expr_fraction(p, 1, 1000000), square);
    expr length = expr_unary(p, OP_SQRT, expr_select(p, far, square, one));
    expr angle = expr_binary(p, OP_ATAN2, length, row[0]);
    expr k0 = expr_select(p, far, one, row[0]);
    expr y = expr_div(p, square, expr_power(p, k0, 2));
    expr series =
        expr_sub(p, expr_mul(p, expr_fraction(p, 1, 5), expr_power(p, y, 2)),
                 expr_mul(p, expr_fraction(p, 1, 3), y));
    series = expr_div(p, expr_add(p, one, series), k0);
    expr ratio = expr_select(p, far, expr_div(p, angle, length), series);
    return vec_scale(p, expr_add(p, ratio, ratio), k);
}

double rotation_fault(struct pool *p, struct mat a)
{
    struct mat square = mat_mul(p, mat_transpose(a), a);
    double worst = 0;
    for (int i = 0; i < 9; i++) {
        expr x = expr_sub(p, square.x[i], expr_int(p, i % 4 == 0));
        double size =
            expr_is_const(x) ? fabs(number_double(x->number)) : INFINITY;
        worst = size > worst ? size : worst;
    }
    return worst;
}

bool rotation_reflects(struct pool *p, struct mat m)
{
    expr volume = mat_det(p, m);
    return expr_is_const(volume) && number_sign(volume->number) < 0;
}

/* Newton's iteration for the orthogonal polar factor, A <- (A + A^-T)/2: from
 * a fault of 1e-6 six steps are beyond 256 bits.  Fractions would grow with
 * every one. */
struct mat rotation_nearest(struct pool *p, struct mat a)
{
    expr half = expr_fraction(p, 1, 2);
    for (int i = 0; i < 9; i++)
        a.x[i] = expr_number(p, number_real(pool_arena(p), a.x[i]->number));
    for (int i = 0; i < 6; i++)
        a = mat_scale(p, half, mat_add(p, a, mat_transpose(mat_inverse(p, a))));
    return a;
}
