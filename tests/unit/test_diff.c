/* SPDX-License-Identifier: MIT
 *
 * Derivatives: every operation of the table, roots where they are 0, and closed
 * forms of declared rotations.
 */
#include "short.h"

enum { BITS = 300 };

static void make_symbols(void);

ARENA_AROUND_EACH(make_symbols();)

/* The first three are x, y and z. */
enum { GIVEN = 24 };

static struct names *names;
static struct pool *p;
static expr symbol[GIVEN], x, y, z;

static void make_symbols(void)
{
    names = names_new(arena);
    p = pool_new(arena);
    for (int i = 0; i < GIVEN; i++) {
        const char text[3] = {"xyzabcdefghijklmnopqrstu"[i]};
        symbol[i] = expr_symbol(p, name_of_text(names, text), 0);
    }
    x = symbol[0], y = symbol[1], z = symbol[2];
}

static expr diff(expr e, expr by)
{
    expr d;
    expr_diff(p, 1, &e, by, &d);
    return d;
}

static double value_at(expr e, const double *at, int moved, double shift, mpfr_ptr out)
{
    mpfr_t given[GIVEN], result[1];
    mpfr_init2(result[0], BITS);
    for (int i = 0; i < GIVEN; i++) {
        mpfr_init2(given[i], BITS);
        mpfr_set_d(given[i], at[i], MPFR_RNDN);
        if (i == moved)
            mpfr_add_d(given[i], given[i], shift, MPFR_RNDN);
    }
    in_reals(p, 1, &e, GIVEN, symbol, given, result);
    mpfr_set(out, result[0], MPFR_RNDN);
    for (int i = 0; i < GIVEN; i++)
        mpfr_clear(given[i]);
    mpfr_clear(result[0]);
    return mpfr_get_d(out, MPFR_RNDN);
}

static double slope(expr e, const double *at, int moved)
{
    mpfr_t high, low;
    mpfr_inits2(BITS, high, low, (mpfr_ptr)0);
    value_at(e, at, moved, 0x1p-80, high);
    value_at(e, at, moved, -0x1p-80, low);
    mpfr_sub(high, high, low, MPFR_RNDN);
    mpfr_mul_2ui(high, high, 79, MPFR_RNDN);
    double s = mpfr_get_d(high, MPFR_RNDN);
    mpfr_clears(high, low, (mpfr_ptr)0);
    return s;
}

static void assert_slope(expr e, expr d, const double *at, int i)
{
    double want = slope(e, at, i);
    mpfr_t out;
    mpfr_init2(out, BITS);
    assert_close(value_at(d, at, i, 0, out), want, 1e-14 * (1 + fabs(want)));
    mpfr_clear(out);
}

static void assert_slopes(expr e, const double *at)
{
    for (int i = 0; i < 3; i++)
        assert_slope(e, diff(e, symbol[i]), at, i);
}

/* sn, cn or dn of u where m = 3/10, or the integrals where n = -1/2. */
static expr jacobi(enum op op, int k, expr u)
{
    expr arg[4] = {u, ratio(3, 10), ratio(7, 10), ratio(-1, 2)};
    return expr_result(p, op, k, arg);
}

/* op(x y, y + z, x - z), so that every argument depends on two symbols. */
static expr composed(enum op op)
{
    expr arg[3] = {mul(x, y), add(y, z), sub(x, z)};
    int arity = op_info(op)->arity;
    if (op == OP_SCALE)
        return expr_scale(p, number_fraction(arena, 2, 7), arg[0]);
    if (op == OP_POW)
        return power(arg[0], -3);
    if (op == OP_STUMPFF)
        return expr_stumpff(p, 3, arg[0]);
    if (op == OP_JACOBI || op == OP_JACOBI_PI)
        return jacobi(op, 2, arg[0]);
    return expr_apply(p, op, arity < 0 ? 3 : arity, arg);
}

TEST(every_operation_agrees_with_differences)
{
    const double at[][GIVEN] = {{0.7, 0.9, 0.3}, {0.4, 1.9, -0.8}, {1.5, 0.25, 0.2}};
    int tried = 0;
    for (enum op op = 0; op < OP_COUNT; op++) {
        const bool is_of_a_table = op == OP_FIND || op == OP_ENTRY;
        if (op_info(op)->arity == 0 || op == OP_SIGNAL || is_of_a_table)
            continue;
        for (size_t i = 0; i < sizeof at / sizeof *at; i++)
            assert_slopes(composed(op), at[i]);
        tried++;
    }
    assert_true(tried >= 26);
    for (int k = 0; k < 8; k++)
        assert_slopes(expr_stumpff(p, k, mul(x, y)), at[0]);
    for (int k = 0; k < 3; k++)
        assert_slopes(jacobi(OP_JACOBI, k, mul(x, y)), at[0]);
    for (int k = 0; k < 5; k++)
        assert_slopes(jacobi(OP_JACOBI_PI, k, mul(x, y)), at[0]);
    assert_slopes(fun(OP_ABS, sub(x, y)), at[0]);
    assert_slopes(fun(OP_ABS, sub(y, x)), at[0]);
    assert_slopes(fun2(OP_MIN, add(y, z), mul(x, y)), at[1]);
}

/* x^1.3 has a slope at 0, and a constant exponent asks for no logarithm. */
TEST(powers_have_slopes_at_zero)
{
    expr e = fun2(OP_POWER, x, ratio(13, 10));
    expr d = diff(e, x);
    double zero = 0, value;
    expr_eval(p, 1, &d, 1, &x, &zero, &value);
    assert_close(value, 0, 0);
    for (int id = 0; id < pool_size(p); id++)
        assert_int_not_equal(pool_node(p, id)->op, OP_LOG);
    e = power(x, 2);
    d = diff(e, x);
    expr_eval(p, 1, &d, 1, &x, &zero, &value);
    assert_close(value, 0, 0);
}

/* A part that is constant and undefined leaks into no derivative by others. */
TEST(shielded_arguments_leak_nothing)
{
    expr c = fun2(OP_LT, whole(0), x);
    expr safe[3] = {c, x, whole(1)};
    expr root = fun(OP_SQRT, expr_apply(p, OP_SELECT, 3, safe));
    expr outer[3] = {c, root, whole(0)};
    expr d = diff(expr_apply(p, OP_SELECT, 3, outer), x);
    double at = -4, value;
    expr_eval(p, 1, &d, 1, &x, &at, &value);
    assert_close(value, 0, 0);
    at = 4;
    expr_eval(p, 1, &d, 1, &x, &at, &value);
    assert_close(value, 0.25, 0);
}

/* ---- where a root is 0 ---- */

static expr norm(void)
{
    expr square[3] = {power(x, 2), power(y, 2), power(z, 2)};
    return expr_root(p, expr_linear(p, 3, NULL, square));
}

static expr fresh(const char *name)
{
    return expr_fresh(p, name_of_text(names, name), 0);
}

/* At 0 they are what differences of 2^-80 give. */
TEST(products_have_slopes_where_roots_are_zero)
{
    expr r = norm(), xr = mul(x, r);
    expr dip = sub(whole(1), fun(OP_COS, x));
    expr smooth[] = {xr,
                     add(z, xr),
                     power(r, 3),
                     power(r, 5),
                     mul(r, mul(x, y)),
                     mul(mul(r, r), r),
                     mul(add(r, whole(1)), xr),
                     mul(expr_scale(p, number_fraction(arena, -2, 3), y), r),
                     mul(x, fun(OP_SIN, r)),
                     mul(r, fun(OP_TANH, r)),
                     power(fun(OP_SIN, r), 2),
                     fun(OP_COS, r),
                     fun(OP_COSH, add(r, xr)),
                     mul(xr, fun(OP_EXP, r)),
                     mul(fun(OP_ABS, x), r),
                     quo(y, add(r, whole(1))),
                     fun2(OP_POWER, r, ratio(17, 10)),
                     mul(fun2(OP_POWER, r, ratio(3, 10)), x),
                     mul(x, expr_root(p, expr_scale(p, number_int(arena, 3), power(x, 2)))),
                     fun2(OP_POWER, dip, ratio(3, 2)),
                     mul(x, expr_root(p, dip))};
    expr sharp[] = {
        r,
        add(r, whole(1)),
        mul(add(r, whole(1)), r),
        mul(r, fun(OP_EXP, r)),
        mul(expr_root(p, x), expr_root(p, y)),
        mul(x, fun(OP_SQRT, r->arg[0])), /* a method's */
    };
    static const double zero[GIVEN], tiny[GIVEN] = {1e-170, -3e-171, 2e-165};
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
        mpfr_t out;
        mpfr_init2(out, BITS);
        for (int k = 0; k < 3; k++) {
            expr d = diff(smooth[i], symbol[k]);
            const double want = slope(smooth[i], zero, k);
            double got;
            assert_close(value_at(d, zero, k, 0, out), want, 1e-6);
            expr_eval(p, 1, &d, 3, symbol, tiny, &got); /* squares are 0 */
            assert_close(got, want, 1e-6);
        }
        mpfr_clear(out);
    }
    for (size_t i = 0; i < sizeof sharp / sizeof *sharp; i++) {
        expr d = diff(sharp[i], x);
        double got;
        expr_eval(p, 1, &d, 3, symbol, zero, &got);
        assert_false(fabs(got) < INFINITY);
    }
}

/* Where y's root is 0 the value is no number, or the factor is not 0: nothing
 * is compared. */
TEST(other_products_are_left_alone)
{
    expr r = norm(), over = power(r, -1);
    expr slack = sub(r, fresh("l"));
    expr all[] = {mul(x, over),       mul(mul(slack, over), x),
                  power(slack, 2),    mul(slack, mul(x, over)),
                  mul(fresh("k"), r), mul(x, expr_root(p, add(power(x, 2), whole(1))))};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        expr d = diff(all[i], x);
        unsigned char *marks = arena_alloc(arena, (size_t)pool_size(p));
        expr_reach(p, 1, &d, marks);
        for (int id = 0; id < pool_size(p); id++)
            assert_false(marks[id] && pool_node(p, id)->op == OP_SELECT);
    }
}

/* ---- vectors, matrices, declared rotations ---- */

static const double point[GIVEN] = {0.31, -0.72, 0.54, 0.13, -0.95, 0.68, -0.27, 0.41,
                                    0.86, -0.39, 0.77, 0.22, -0.58, 0.93, -0.16, 0.64,
                                    0.35, -0.81, 0.47, 0.09, -0.66, 0.74, 0.28,  -0.43};

/* E(u): its quaternion, matrix and dexp_{-u}, all by Stumpff's functions. */
static struct rotation exponential(struct vec u)
{
    struct rotation r;
    expr square = vec_dot(p, u, u), half = ratio(1, 2);
    expr quarter = mul(ratio(1, 4), square);
    struct vec v = vec_scale(p, mul(half, expr_stumpff(p, 1, quarter)), u);
    struct mat s = mat_skew(p, u);
    r.u = u;
    r.q = (struct quat){{expr_stumpff(p, 0, quarter), v.x[0], v.x[1], v.x[2]}};
    r.matrix = quat_matrix(p, r.q);
    expr c2 = expr_neg(p, expr_stumpff(p, 2, square));
    r.push = mat_add(p, mat_add(p, mat_identity(p), mat_scale(p, c2, s)),
                     mat_scale(p, expr_stumpff(p, 3, square), mat_mul(p, s, s)));
    return r;
}

/* u and x that both depend on symbol 0, as in a Newton sweep. */
static struct vec some_u(void)
{
    expr s = symbol[0];
    return (struct vec){{mul(s, symbol[1]), add(symbol[2], power(s, 2)), symbol[3]}};
}

static struct vec some_x(void)
{
    expr sine = expr_apply(p, OP_SIN, 1, &symbol[0]);
    return (struct vec){
        {symbol[4], mul(symbol[5], sine), expr_scale(p, number_int(arena, 3), symbol[0])}};
}

static void check_rotation(bool inverse, struct vec from)
{
    struct rotation r = exponential(some_u());
    struct vec to = quat_rotate(p, r.q, from, inverse);
    rotation_declare(p, &r, inverse, from, to);
    expr e[3], d[3];
    for (int i = 0; i < 3; i++) /* not it, but what is made of it */
        e[i] = mul(to.x[i], to.x[(i + 1) % 3]);
    for (int s = 0; s <= 3; s += 3) {
        expr_diff(p, 3, e, symbol[s], d);
        for (int i = 0; i < 3; i++)
            assert_slope(e[i], d[i], point, s);
    }
}

TEST(closed_forms_agree_with_differences)
{
    for (int i = 0; i < 4; i++) {
        check_rotation(i % 2 == 0, i < 2    ? some_x()
                                   : i == 2 ? vec_unit(p, 2)
                                            : vec_scale(p, whole(-2), vec_unit(p, 0)));
        arena_end(state);
        arena_begin(state);
    }
}

/* About a fixed axis y_2 = x_2 is no new node and must keep its own rule. */
TEST(degenerate_rotations_do_no_harm)
{
    expr o = whole(0);
    struct vec u = {{o, o, symbol[0]}};
    struct vec from = {{symbol[1], symbol[2], symbol[3]}};
    from.x[2] = mul(from.x[0], from.x[1]);
    struct rotation r = exponential(u);
    struct vec to = quat_rotate(p, r.q, from, true);
    rotation_declare(p, &r, true, from, to);
    rotation_declare(p, &r, true, from, to);
    expr d[3];
    for (int s = 0; s < 4; s++) {
        expr_diff(p, 3, to.x, symbol[s], d);
        for (int i = 0; i < 3; i++)
            assert_slope(to.x[i], d[i], point, s);
    }
    struct vec none = vec_zero(p);
    struct rotation still = exponential(none);
    to = quat_rotate(p, still.q, from, false);
    rotation_declare(p, &still, false, from, to);
    expr_diff(p, 3, to.x, symbol[1], d);
    assert_true(expr_is_one(d[0]));
    assert_true(expr_is_zero(d[1]));
    assert_true(rotation_at(p, 0)->rotation == rotation_at(p, 1)->rotation);
    assert_true(rotation_at(p, 0)->rotation != rotation_at(p, 2)->rotation);
}
