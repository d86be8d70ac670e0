/* SPDX-License-Identifier: MIT
 *
 * Vectors, matrices, quaternions, and the closed-form derivatives of declared
 * rotations.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "test_arena.h"
#include "base/name.h"
#include "in_reals.h"
#include "random.h"
#include "sym/vec.h"

enum { GIVEN = 24 };

static struct pool *p;
static const struct expr *symbol[GIVEN];
static double value[GIVEN];

static void make_symbols(void);

ARENA_AROUND_EACH(make_symbols();)

static void make_symbols(void)
{
    struct random r = random_new(11);
    struct names *names = names_new(arena);
    p = pool_new(arena);
    for (int i = 0; i < GIVEN; i++) {
        char text[8];
        snprintf(text, sizeof text, "s%d", i);
        symbol[i] = expr_symbol(p, name_of_text(names, text), 0);
        value[i] = random_between(&r, -1, 1);
    }
}

static struct vec vec_at(int i)
{
    return (struct vec){{symbol[i], symbol[i + 1], symbol[i + 2]}};
}

static const struct expr *norm2(struct vec v)
{
    return vec_dot(p, v, v);
}

/* -- declared rotations -----------------------------------------------------
 */

/* E(u) with its quaternion, matrix and dexp_{-u}, all by Stumpff's functions.
 */
static struct rotation exponential(struct vec u)
{
    struct rotation r;
    const struct expr *z = norm2(u), *half = expr_fraction(p, 1, 2);
    const struct expr *y = expr_mul(p, expr_fraction(p, 1, 4), z);
    struct vec v = vec_scale(p, expr_mul(p, half, expr_stumpff(p, 1, y)), u);
    struct mat s = mat_skew(p, u);
    r.u = u;
    r.q = (struct quat){{expr_stumpff(p, 0, y), v.x[0], v.x[1], v.x[2]}};
    r.matrix = quat_matrix(p, r.q);
    const struct expr *c2 = expr_neg(p, expr_stumpff(p, 2, z));
    r.push = mat_add(p, mat_add(p, mat_identity(p), mat_scale(p, c2, s)),
                     mat_scale(p, expr_stumpff(p, 3, z), mat_mul(p, s, s)));
    return r;
}

static struct vec turn(const struct rotation *r, bool inverse, struct vec x)
{
    struct vec y = quat_rotate(p, r->q, x, inverse);
    return y;
}

enum { DIFF_BITS = 200 };

static void value_at(const struct expr *e, int moved, mpfr_srcptr by,
                     mpfr_ptr out)
{
    mpfr_t given[GIVEN], result[1];
    for (int i = 0; i < GIVEN; i++) {
        mpfr_init2(given[i], 2 * DIFF_BITS);
        mpfr_set_d(given[i], value[i], MPFR_RNDN);
    }
    mpfr_add(given[moved], given[moved], by, MPFR_RNDN);
    mpfr_init2(result[0], 2 * DIFF_BITS);
    in_reals(p, 1, &e, GIVEN, symbol, given, result);
    mpfr_set(out, result[0], MPFR_RNDN);
    mpfr_clear(result[0]);
    for (int i = 0; i < GIVEN; i++)
        mpfr_clear(given[i]);
}

/* Difference quotient minus derivative, relative to 1 + |derivative|. */
static double fault(const struct expr *e, const struct expr *d, int moved)
{
    mpfr_t h, high, low, slope;
    mpfr_inits2(2 * DIFF_BITS, h, high, low, slope, (mpfr_ptr)0);
    mpfr_set_ui_2exp(h, 1, -60, MPFR_RNDN);
    value_at(e, moved, h, high);
    mpfr_neg(h, h, MPFR_RNDN);
    value_at(e, moved, h, low);
    mpfr_sub(high, high, low, MPFR_RNDN);
    mpfr_mul_2si(high, high, 59, MPFR_RNDN);
    mpfr_set_zero(h, 1);
    value_at(d, moved, h, slope);
    mpfr_sub(high, high, slope, MPFR_RNDN);
    double off = fabs(mpfr_get_d(high, MPFR_RNDN)) /
                 (1 + fabs(mpfr_get_d(slope, MPFR_RNDN)));
    mpfr_clears(h, high, low, slope, (mpfr_ptr)0);
    return off;
}

/* u and x that both depend on symbol 0, as in a Newton sweep. */
static struct vec some_u(void)
{
    const struct expr *s = symbol[0];
    return (struct vec){{expr_mul(p, s, symbol[1]),
                         expr_add(p, symbol[2], expr_power(p, s, 2)),
                         symbol[3]}};
}

static struct vec some_x(void)
{
    const struct expr *sine = expr_apply(p, OP_SIN, 1, &symbol[0]);
    return (struct vec){{symbol[4], expr_mul(p, symbol[5], sine),
                         expr_scale(p, number_int(arena, 3), symbol[0])}};
}

static void check_rotation(bool inverse, struct vec x)
{
    struct rotation r = exponential(some_u());
    struct vec y = turn(&r, inverse, x);
    rotation_declare(p, &r, inverse, x, y);
    const struct expr *e[3], *d[3];
    for (int i = 0; i < 3; i++) /* not y itself, but something made of it */
        e[i] = expr_mul(p, y.x[i], y.x[(i + 1) % 3]);
    expr_diff(p, 3, e, symbol[0], d);
    for (int i = 0; i < 3; i++)
        assert_close(fault(e[i], d[i], 0), 0, 1e-30);
    expr_diff(p, 3, e, symbol[3], d);
    for (int i = 0; i < 3; i++)
        assert_close(fault(e[i], d[i], 3), 0, 1e-30);
}

static struct mat mat_at(int i)
{
    struct mat m;
    for (int k = 0; k < 9; k++)
        m.x[k] = symbol[i + k];
    return m;
}

static void eval(int n, const struct expr *const *e, double *out)
{
    expr_eval(p, n, e, GIVEN, symbol, value, out);
}

static void assert_same(int n, const struct expr *const *a,
                        const struct expr *const *b, double tolerance)
{
    double u[9], v[9];
    eval(n, a, u);
    eval(n, b, v);
    for (int i = 0; i < n; i++)
        assert_close(u[i], v[i], tolerance);
}

TEST(inverse_and_solution_undo)
{
    struct mat m = mat_add(p, mat_at(0), mat_identity(p));
    struct vec v = vec_at(9);
    struct mat one = mat_mul(p, m, mat_inverse(p, m));
    assert_same(9, one.x, mat_identity(p).x, 1e-13);
    struct vec back = mat_apply(p, m, mat_solve(p, m, v));
    assert_same(3, back.x, v.x, 1e-13);
    const struct expr *det = mat_det(p, mat_mul(p, m, mat_transpose(m)));
    const struct expr *square = expr_power(p, mat_det(p, m), 2);
    assert_same(1, &det, &square, 1e-13);
    /* exact for constants, undefined for singular ones */
    struct mat c = mat_diag(
        p, (struct vec){{expr_int(p, 2), expr_int(p, 3), expr_int(p, 4)}});
    assert_ptr_equal(mat_inverse(p, c).x[4], expr_fraction(p, 1, 3));
    c.x[8] = expr_int(p, 0);
    assert_ptr_equal(mat_inverse(p, c).x[0], expr_number(p, NULL));
}

TEST(closed_forms_agree_with_differences)
{
    check_rotation(true, some_x());
    arena_end(state);
    arena_begin(state);
    check_rotation(false, some_x());
    arena_end(state);
    arena_begin(state);
    check_rotation(true, vec_unit(p, 2));
    arena_end(state);
    arena_begin(state);
    check_rotation(false, vec_scale(p, expr_int(p, -2), vec_unit(p, 0)));
}

/* About a fixed axis y_2 = x_2 is no new node and must keep its own rule. */
TEST(degenerate_rotations_do_no_harm)
{
    const struct expr *o = expr_int(p, 0);
    struct vec u = {{o, o, symbol[0]}}, x = vec_at(1);
    x.x[2] = expr_mul(p, x.x[0], x.x[1]);
    struct rotation r = exponential(u);
    struct vec y = turn(&r, true, x);
    rotation_declare(p, &r, true, x, y);
    rotation_declare(p, &r, true, x, y);
    const struct expr *d[3];
    for (int s = 0; s < 4; s++) {
        expr_diff(p, 3, y.x, symbol[s], d);
        for (int i = 0; i < 3; i++)
            assert_close(fault(y.x[i], d[i], s), 0, 1e-30);
    }
    struct vec none = vec_zero(p);
    struct rotation still = exponential(none);
    y = turn(&still, false, x);
    rotation_declare(p, &still, false, x, y);
    expr_diff(p, 3, y.x, symbol[1], d);
    assert_true(expr_is_one(d[0]));
    assert_true(expr_is_zero(d[1]));
    assert_true(rotation_at(p, 0)->rotation == rotation_at(p, 1)->rotation);
    assert_true(rotation_at(p, 0)->rotation != rotation_at(p, 2)->rotation);
}
