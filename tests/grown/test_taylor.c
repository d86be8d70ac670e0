/* SPDX-License-Identifier: MIT
 *
 * Taylor series: each recurrence against derivatives along the field, the order
 * in reals where round-off hides nothing, adaptive steps, dense output.
 */
#include "grown/symbolic.h"
#include "shelf/adapting.h"
#include "shelf/axioms.h"
#include "stepping.h"
#include "sym/pool.h"

/* ---- recurrences --------------------------------------------------------- */

ARENA_AROUND_EACH()

enum { FUNCTIONS = 4, ORDER = 6 };

/* y[0] = s, y[1]' = 3/10 y[1] y[2] + s/5, y[2]' = y[1] - y[2]/2, and y[3]' = f.
 */
struct field_of {
    struct pool *pool;
    expr symbol[FUNCTIONS], start[FUNCTIONS], rate[FUNCTIONS];
};

static struct field_of new_field(void)
{
    struct field_of f = {.pool = pool_new(arena)};
    struct pool *p = f.pool;
    const long start[] = {0, 7, 4, 2};
    for (int i = 0; i < FUNCTIONS; i++) {
        f.symbol[i] = expr_fresh(p, "y", SYMBOL_SERIES);
        f.start[i] = expr_fraction(p, start[i], 10);
    }
    f.rate[0] = p->one;
    f.rate[1] =
        expr_scale(p, number_fraction(p->arena, 3, 10), expr_add(p, f.symbol[1], f.symbol[2]));
    f.rate[2] = expr_sub(p, f.symbol[1], expr_mul(p, expr_fraction(p, 1, 2), f.symbol[2]));
    return f;
}

static double off(const struct pool *p, expr a, expr b)
{
    expr both[] = {a, b};
    mpfr_ptr out = reals_new(p->arena, 2);
    expr_reals(p, 2, both, 0, NULL, NULL, out);
    mpfr_sub(&out[1], &out[0], &out[1], MPFR_RNDN);
    const double size = fabs(mpfr_get_d(&out[0], MPFR_RNDN));
    return fabs(mpfr_get_d(&out[1], MPFR_RNDN)) / (1 + size);
}

/* Of y[3]' = f the coefficients are derivatives along the field over k!; those
 * of `like`, which is f in the step. */
static void compare(struct field_of *f, const char *name, int order, expr rate, expr like)
{
    struct pool *p = f->pool;
    struct taylor series;
    expr coef[(ORDER + 1) * FUNCTIONS], derivative = like;
    f->rate[3] = rate;
    if (taylor_make(p, FUNCTIONS, f->symbol, f->start, f->rate, &series))
        fail_msg("%s has no series", name);
    const int first = FUNCTIONS - series.n; /* 1 where s is left out */
    taylor_unroll(p, &series, ORDER, coef);
    f->rate[3] = like;
    long factorial = 1;
    for (int k = 1; k <= order; k++) {
        expr want;
        factorial *= k;
        expr_subst(p, 1, &derivative, FUNCTIONS, f->symbol, f->start, &want);
        want = expr_scale(p, number_fraction(p->arena, 1, factorial), want);
        const double by = off(p, want, coef[k * series.n + 3 - first]);
        if (!(by < 1e-60))
            fail_msg("%s: coefficient %d is off by %.1e", name, k, by);
        expr_diff_along(p, 1, &derivative, FUNCTIONS, f->symbol, f->rate, &derivative);
    }
}

/* All operations by which values are made of values, whatever they are. */
TEST(coefficients_are_derivatives_along_the_field)
{
    int functions = 0;
    for (int op = 0; op < OP_COUNT; op++) {
        const struct op_info *info = op_info((enum op)op);
        struct field_of f = new_field();
        expr arg[2] = {f.symbol[1], f.symbol[2]};
        if (!info->c || op == OP_FLOOR || op == OP_ABS)
            continue;
        const int arity = op == OP_ATAN2 || op == OP_POWER ? 2 : 1;
        expr e = expr_apply(f.pool, (enum op)op, arity, arg);
        compare(&f, info->name, ORDER, e, e);
        functions++;
    }
    assert_true(functions >= 14);
}

TEST(coefficients_of_products_quotients_and_powers)
{
    struct field_of f = new_field();
    struct pool *p = f.pool;
    expr a = f.symbol[1], b = f.symbol[2], s = f.symbol[0];
    expr sum = expr_add(p, expr_power(p, a, 2), expr_power(p, b, 2));
    const struct {
        const char *name;
        expr e;
    } all[] = {
        {"a b", expr_mul(p, a, b)},
        {"a b a", expr_mul(p, expr_mul(p, a, b), expr_add(p, a, p->one))},
        {"a/b", expr_div(p, a, b)},
        {"1/(a^2 + b^2)", expr_power(p, sum, -1)},
        {"a^2", expr_power(p, a, 2)},
        {"b^5", expr_power(p, b, 5)},
        {"b^-4", expr_power(p, b, -4)},
        {"|(a, b)|", expr_root(p, sum)},
        {"a/|(a, b)|", expr_div(p, a, expr_root(p, sum))},
        {"exp(a b)/b", expr_div(p, expr_unary(p, OP_EXP, expr_mul(p, a, b)), b)},
        {"sin(s) a", expr_mul(p, expr_unary(p, OP_SIN, s), a)},
        {"3", expr_int(p, 3)},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        compare(&f, all[i].name, ORDER, all[i].e, all[i].e);
}

/* Steps, kinks and cases of s are taken as they are within the step. */
TEST(what_switches_with_time_is_taken_within_the_step)
{
    struct field_of f = new_field();
    struct pool *p = f.pool;
    expr a = f.symbol[1], s = f.symbol[0];
    expr early = expr_sub(p, s, expr_fraction(p, 1, 5)); /* < 0 at the start */
    expr late = expr_binary(p, OP_LT, s, expr_fraction(p, 1, 5));
    compare(&f, "if", ORDER, expr_select(p, late, a, expr_mul(p, a, a)), expr_mul(p, a, a));
    compare(&f, "abs", ORDER, expr_mul(p, a, expr_unary(p, OP_ABS, early)), expr_mul(p, a, early));
    compare(&f, "min", ORDER, expr_binary(p, OP_MIN, early, p->zero), p->zero);
    compare(&f, "max", ORDER, expr_binary(p, OP_MAX, early, p->zero), early);
    compare(&f, "floor", ORDER, expr_unary(p, OP_FLOOR, expr_add(p, s, s)), p->one);
}

/* Nor what switches where s is not a straight line's root. */
TEST(what_switches_with_the_state_has_no_series)
{
    for (int i = 0; i < 2; i++) {
        struct field_of f = new_field();
        struct taylor series;
        expr a = i ? expr_unary(f.pool, OP_SIN, f.symbol[0]) : f.symbol[1];
        f.rate[3] = expr_unary(f.pool, OP_ABS, a);
        expr e = taylor_make(f.pool, FUNCTIONS, f.symbol, f.start, f.rate, &series);
        assert_non_null(e);
        assert_int_equal(e->op, OP_LT);
    }
}

/* ---- the order ----------------------------------------------------------- */

/* The state after one step of h by this order. */
static int exact_step(const char *spec, int order, double h, mpfr_t *out)
{
    static struct exact e;
    struct stepping s = stepping_new(NULL, 0);
    double x[40];
    mpfr_t value;
    stepping_must(&s, stepping_spec(&s, spec), text_format(s.arena, "taylor(%d)", order), NULL,
                  NULL);
    stepping_start(&s, x);
    struct bindings b = stepping_bind(&s, x, 0, NULL);
    bind(&b, 1, &s.step->h, &h);
    exact_forget(&e, 0);
    e.pool = s.pool;
    mpfr_init2(value, EXACT_BITS);
    for (int i = 0; i < b.n; i++) {
        mpfr_set_d(value, b.value[i], MPFR_RNDN);
        exact_give(&e, b.symbol[i], value);
    }
    mpfr_clear(value);
    assert_true(exact_solves(&e, &s.step->advance));
    const int n = exact_outputs(&e, &s.step->advance, out);
    exact_forget(&e, 0);
    arena_free(s.arena);
    return n;
}

static double exact_error(const char *spec, int order, double h)
{
    mpfr_t out[MOST_OUTPUTS], want[MOST_OUTPUTS];
    reals_init(out, MOST_OUTPUTS);
    reals_init(want, MOST_OUTPUTS);
    const int n = exact_step(spec, order, h, out);
    exact_step(spec, order + 6, h, want);
    const double gap = reals_gap(out, want, n);
    reals_clear(out, MOST_OUTPUTS);
    reals_clear(want, MOST_OUTPUTS);
    return gap;
}

/* One step is off by h^(p + 1). */
TEST(every_order_is_observed_in_sixty_digits)
{
    static const char *const specs[] = {"fast_top", "offdiag", "tethered", "thrown",
                                        "cubesat_wheels"};
    for (int order = 2; order <= 12; order++) {
        const char *spec = specs[order % 5];
        const double h = 0x1p-12, a = exact_error(spec, order, h);
        const double b = exact_error(spec, order, h / 2);
        const double seen = log2(a / b) - 1;
        if (!(a > 0 && fabs(seen - order) < 0.05))
            fail_msg("%s: taylor(%d) has order %.3f", spec, order, seen);
    }
}

/* ---- adaptive steps and dense output ------------------------------------- */

static const char *const bodies[] = {
    "body b inertia diag(1, 2, 3) start w = [0.5, 1, 0.2] until 20",
    "body b inertia diag(2, 2, 2) start w = [0.5, 1, 0.2] until 20",
    "body b inertia diag(1, 2, 3) start w = [2, 0, 0] until 10",
    "body b inertia diag(1, 2, 3) start w = [0, 0, 2] until 10",
    "body b inertia diag(5, 5, 1) let up = R'*e3 potential 20*up[3]"
    " start R = turn(e1, 0.3) start w = [0, 0, 50] until 2",
    "body b inertia diag(5, 5, 1) let up = R'*e3 potential 20*up[3]"
    " start R = turn(e1, 0.3) start w = [0, 0, 5] until 5",
    "body b inertia diag(120, 118, 9) let r = R'*[cos(t), sin(t), 0]"
    " torque body 3*cross(r, J*r) start w = [2, 1, 0.1] until 5",
    "body b inertia diag(1, 2, 2.5) wheel a(axis = e1, inertia = 0.01, speed = "
    "100,"
    " torque = 0.1*sin(t)) start w = [0.5, 1, 0.2] until 10",
    "body b inertia diag(1, 2, 3) state z = 1 rate -0.2*z + w[1]"
    " torque body [0.1*z, 0, exp(-z)] start w = [0.5, 1, 0.2] until 10",
    "body b mass 2 inertia diag(1, 2, 3) force space [0, 0, -1] - x/(1 + "
    "dot(x, x))"
    " torque body cross(e1, R'*x) start x = [1, 0, 1] start w = [0.5, 1, 0.2]"
    " until 10",
};
enum { BODIES = sizeof bodies / sizeof *bodies };

enum { TOLERANCES = 5, TIMES = 4 };
static const double tolerance[TOLERANCES] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};

/* The largest error of runs to some times. */
static double error_by(const char *text, double tol, const struct journey *exact, double until)
{
    struct journey j = journey_text(text, "taylor", tol);
    double most = 0;
    for (int i = 0; i < TIMES; i++) {
        const double t = until * (0.7 + 0.1 * i);
        journey_again(&j); /* each landing makes steps shorter */
        assert_int_equal(journey_go(&j, t), POL_STEP_OK);
        most = fmax(most, fmax(angle_between(&j, &exact[i]), rate_between(&j, &exact[i])));
    }
    unload(j.l);
    return most;
}

/* Of a body the errors over tolerances, and how they fall with these. */
static void keeps_to_tolerances(const char *text)
{
    const double until = strtod(strstr(text, "until") + 5, NULL);
    struct journey exact[TIMES];
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < TIMES; i++) {
        exact[i] = journey_text(text, "taylor(24)", 2e-14);
        assert_int_equal(journey_go(&exact[i], until * (0.7 + 0.1 * i)), POL_STEP_OK);
    }
    for (int i = 0; i < TOLERANCES; i++) {
        const double error = error_by(text, tolerance[i], exact, until);
        const double a = log10(tolerance[i]), b = log10(error);
        if (!(error > 0.01 * tolerance[i] && error < 30 * tolerance[i]))
            fail_msg("%s: at %g off by %.2g of it", text, tolerance[i], error / tolerance[i]);
        x += a / TOLERANCES;
        y += b / TOLERANCES;
        xx += a * a / TOLERANCES;
        xy += a * b / TOLERANCES;
    }
    const double slope = (xy - x * y) / (xx - x * x);
    if (!(slope > 0.8 && slope < 1.2))
        fail_msg("%s: errors fall by a slope of %.2f", text, slope);
    for (int i = 0; i < TIMES; i++)
        unload(exact[i].l);
}

TEST(errors_are_as_large_as_tolerances)
{
    for (int i = 0; i < BODIES; i++)
        keeps_to_tolerances(bodies[i]);
}

/* ---- in sixty digits: tolerances that doubles cannot meet ---- */

/* A flight by adaptive steps of the trial's own expressions: the state at the end. */
struct exact_flight {
    struct stepping s;
    struct exact e;
    int n;
    double tolerance[MOST_OUTPUTS]; /* of each error of the trial */
    mpfr_t x[MOST_OUTPUTS];         /* the state, then t, then h */
};

static void flight_open(struct exact_flight *f, const char *text, int order, double tol)
{
    double x[MOST_OUTPUTS];
    f->s = stepping_new(NULL, 0);
    f->e.n = 0;
    stepping_model(&f->s, text);
    struct choice c = {.method = stepping_call(&f->s, text_format(f->s.arena, "taylor(%d)", order)),
                       .real = REAL_DOUBLE,
                       .tolerance = number_fraction(f->s.arena, 1, 1000000)};
    if (!stepping_chosen(&f->s, &c) || f->s.diags.count)
        fail_msg("%s", stepping_messages(&f->s));
    f->e.pool = f->s.pool;
    f->n = stepping_size(&f->s);
    stepping_start(&f->s, x);
    x[f->n] = 0;
    x[f->n + 1] = 0x1p-10;
    reals_init(f->x, f->n + 2);
    for (int i = 0; i < f->n + 2; i++)
        mpfr_set_d(f->x[i], x[i], MPFR_RNDN);
    mpfr_t size; /* the quaternion is one in all digits */
    mpfr_init2(size, EXACT_BITS);
    mpfr_set_zero(size, 1);
    for (int i = 0; i < 4; i++)
        mpfr_fma(size, f->x[i], f->x[i], size, MPFR_RNDN);
    mpfr_rec_sqrt(size, size, MPFR_RNDN);
    for (int i = 0; i < 4; i++)
        mpfr_mul(f->x[i], f->x[i], size, MPFR_RNDN);
    mpfr_clear(size);
    const num *of = f->s.recipe->control.value;
    for (int i = 0; i < MOST_OUTPUTS; i++)
        f->tolerance[i] = tol;
    f->tolerance[1] *= number_double(of[1]) / number_double(of[0]);
}

static void flight_close(struct exact_flight *f)
{
    reals_clear(f->x, f->n + 2);
    exact_forget(&f->e, 0);
    arena_free(f->s.arena);
}

/* Tries a step of h to out: the largest square of an error by its tolerance; HUGE_VAL where it
 * fails. */
static double flight_try(struct exact_flight *f, mpfr_t *out)
{
    const struct routine *trial = &f->s.step->adaptive.trial;
    struct bindings b = stepping_bind(&f->s, (double[MOST_OUTPUTS]){0}, 0, NULL);
    double worst = 0;
    mpfr_t value;
    mpfr_init2(value, EXACT_BITS);
    for (int i = 0; i < b.n; i++) { /* the state, then t, then the rest */
        mpfr_set_d(value, b.value[i], MPFR_RNDN);
        exact_give(&f->e, b.symbol[i], i <= f->n ? f->x[i] : value);
    }
    exact_give(&f->e, f->s.step->h, f->x[f->n + 1]);
    exact_give(&f->e, f->s.step->span, f->x[f->n + 1]);
    if (!exact_solves(&f->e, trial))
        worst = HUGE_VAL;
    const int n = worst > 0 ? 0 : exact_outputs(&f->e, trial, out);
    for (int i = f->n; i < n - 1; i++) { /* the last one is the turn */
        const double tol = f->tolerance[i - f->n];
        mpfr_div_d(value, out[i], tol, MPFR_RNDN);
        mpfr_div_d(value, value, tol, MPFR_RNDN);
        worst = fmax(worst, mpfr_get_d(value, MPFR_RNDN));
    }
    exact_forget(&f->e, 0);
    mpfr_clear(value);
    return worst;
}

static void flight_go(struct exact_flight *f, double until)
{
    mpfr_t out[MOST_OUTPUTS], left;
    const int order = f->s.step->adaptive.error_order;
    double h = mpfr_get_d(f->x[f->n + 1], MPFR_RNDN);
    reals_init(out, MOST_OUTPUTS);
    mpfr_init2(left, EXACT_BITS);
    for (;;) {
        mpfr_d_sub(left, until, f->x[f->n], MPFR_RNDN);
        if (mpfr_sgn(left) <= 0)
            break;
        mpfr_set_d(f->x[f->n + 1], h, MPFR_RNDN);
        mpfr_min(f->x[f->n + 1], f->x[f->n + 1], left, MPFR_RNDN);
        const double worst = flight_try(f, out);
        const double factor = 0.9 * pow(worst, -0.5 / (order + 1));
        h = mpfr_get_d(f->x[f->n + 1], MPFR_RNDN) * fmin(5, fmax(0.2, factor));
        if (!(worst <= 1))
            continue;
        for (int i = 0; i < f->n; i++)
            mpfr_set(f->x[i], out[i], MPFR_RNDN);
        mpfr_add(f->x[f->n], f->x[f->n], f->x[f->n + 1], MPFR_RNDN);
    }
    mpfr_clear(left);
    reals_clear(out, MOST_OUTPUTS);
}

/* How far two flights are apart: in the attitude, and in L by its size. */
static double flights_apart(struct exact_flight *a, struct exact_flight *b)
{
    const int q = a->s.step->store[0].n;
    double gap[2] = {0, 0}, size = 0;
    mpfr_t d;
    mpfr_init2(d, EXACT_BITS);
    for (int i = 0; i < q + 3; i++) {
        mpfr_sub(d, a->x[i], b->x[i], MPFR_RNDN);
        gap[i >= q] = hypot(gap[i >= q], mpfr_get_d(d, MPFR_RNDN));
        size = i >= q ? hypot(size, mpfr_get_d(a->x[i], MPFR_RNDN)) : 0;
    }
    mpfr_clear(d);
    return fmax(2 * gap[0], gap[1] / size);
}

static void keeps_to_tiny_tolerances(const char *text)
{
    enum { FLIGHTS = 3 };
    static const double tolerances[FLIGHTS] = {1e-12, 1e-16, 1e-20};
    const double until = strtod(strstr(text, "until") + 5, NULL) / 2;
    static struct exact_flight exact, f;
    double error[FLIGHTS] = {0};
    for (int k = 0; k < TIMES; k++) {
        const double t = until * (0.7 + 0.1 * k);
        flight_open(&exact, text, 32, 1e-26);
        flight_go(&exact, t);
        for (int i = 0; i < FLIGHTS; i++) {
            flight_open(&f, text, (int)ceil(1 - log(tolerances[i]) / 2), tolerances[i]);
            flight_go(&f, t);
            error[i] = fmax(error[i], flights_apart(&f, &exact));
            flight_close(&f);
        }
        flight_close(&exact);
    }
    for (int i = 0; i < FLIGHTS; i++)
        if (!(error[i] > 0.01 * tolerances[i] && error[i] < 30 * tolerances[i]))
            fail_msg("%s: at %g off by %.2g of it", text, tolerances[i], error[i] / tolerances[i]);
    const double slope = log10(error[0] / error[2]) / 8;
    if (!(slope > 0.8 && slope < 1.2))
        fail_msg("%s: errors fall by a slope of %.2f", text, slope);
}

TEST(errors_are_as_large_as_tiny_tolerances)
{
    for (int i = 0; i < BODIES; i++)
        keeps_to_tiny_tolerances(bodies[i]);
}

/* Symmetric bodies about each axis, and as good as such: as by another method.
 * Where the spin is split off, steps are long. */
TEST(spin_is_split_off)
{
    static const struct {
        int most; /* steps */
        const char *text;
    } all[] = {
        {17, "body b inertia diag(5, 5, 1) potential 20*dot(R'*e3, e3)"
             " start R = turn(e1, 0.3) start w = [0, 0, 50]"},
        {24, "body b inertia diag(5, 1, 5) state y = 1 rate -y + R[3,2]"
             " torque body y*e2 + 0.1*R'*e3 start w = [1, 40, 2]"},
        {23, "body b inertia diag(1, 5, 5) torque body 3*cross(R'*e3,"
             " J*(R'*e3)) - 0.1*w start w = [40, 1, 2]"},
        {0, "body b inertia diag(5, 5, 1) torque body [0.1, 0, 0]"
            " start w = [0, 1, 50]"},
        {0, "body b inertia diag(5, 5, 9) start w = [0, 1, 30]"},
        {0, "body b inertia diag(5, 5, 1) wheel a(axis = e1, inertia = 0.1,"
            " speed = 9) start w = [0, 1, 30]"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct journey a = journey_text(all[i].text, "taylor(24)", 1e-10);
        struct journey b = journey_text(all[i].text, "magnus(verner87e)", 1e-13);
        assert_int_equal(journey_go(&a, 1), POL_STEP_OK);
        assert_int_equal(journey_go(&b, 1), POL_STEP_OK);
        const double angle = angle_between(&a, &b), rate = rate_between(&a, &b);
        const int steps = (int)facts_of(&a)[POL_CONTROL_STEPS];
        if (!(angle < 1e-9 && rate < 1e-8))
            fail_msg("%s: off by %g, %g", all[i].text, angle, rate);
        if (all[i].most && steps > all[i].most)
            fail_msg("%s: %d steps", all[i].text, steps);
        unload(a.l);
        unload(b.l);
    }
}

TEST(dense_output_is_a_shorter_step)
{
    struct loaded l = load_body_text(bodies[9], "taylor(9)", "quaternion");
    struct body_state a = start_of(l.s), b = a, c = a, d = a;
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.25), 0);
    for (double share = 0.125; share < 1; share += 0.25) {
        c = start_of(l.s);
        assert_int_equal(l.s->step_once(c.x, c.par, c.in, share * 0.25), 0);
        assert_int_equal(l.s->interp(a.x, b.x, a.par, a.in, 0.25, share, d.x), 0);
        assert_memory_equal(c.x, d.x, sizeof(double) * (size_t)l.s->state);
    }
    unload(l);
}

/* Rounding of dq/|dq| has no bias: it would grow with the steps. */
TEST(the_quaternion_stays_of_length_1)
{
    struct loaded l = load_body_text(bodies[0], "taylor(12)", "quaternion");
    struct body_state b = start_of(l.s);
    double square = 0;
    assert_int_equal(l.s->run(b.x, b.par, b.in, 0x1p-8, 25600), 0);
    for (int i = 0; i < 4; i++)
        square += b.x[i] * b.x[i];
    if (!(fabs(square - 1) < 1e-12))
        fail_msg("|q|^2 - 1 is %g", square - 1);
    unload(l);
}

/* Powers of 1/J are no numbers of the emitted code: molecules in SI units, planets. */
TEST(bodies_of_any_size_have_a_series)
{
    static const char *const texts[] = {
        "body b inertia diag(1e-46, 2e-46, 2.5e-46) start w = [3e11, 2e12, 1e11] event a when w[1]",
        "body b inertia diag(1e-46, 1e-46, 0.5e-46) start w = [3e11, 1e11, 2e12]",
        "body b inertia diag(8e37, 8.01e37, 8.03e37) start w = [1e-6, 0, 7e-5]"};
    for (int i = 0; i < 3; i++)
        for (int order = 8; order <= 20; order += 6) {
            char method[20];
            snprintf(method, sizeof method, "taylor(%d)", order);
            struct loaded l = load_body_text(texts[i], method, "quaternion");
            struct loaded m = load_body_text(texts[i], "magnus(verner87e)", "quaternion");
            struct body_state a = start_of(l.s), b = start_of(m.s);
            const double h = i < 2 ? 1e-14 : 500;
            assert_int_equal(l.s->run(a.x, a.par, a.in, h, 100), 0);
            assert_int_equal(m.s->run(b.x, b.par, b.in, h, 100), 0);
            for (int k = 0; k < 7; k++) {
                const double size = k < 4 ? 1 : hypot(hypot(b.x[4], b.x[5]), b.x[6]);
                if (!(fabs(a.x[k] - b.x[k]) < 1e-12 * size))
                    fail_msg("%s, %s: %g, not %g", texts[i], method, a.x[k], b.x[k]);
            }
            unload(l);
            unload(m);
        }
}

/* |w| w has no series at w = 0. */
TEST(a_function_without_a_series_gives_nan)
{
    struct loaded l = load_body_text("body b inertia diag(1, 2, 3)"
                                     " torque body [0.1, 0, 0] - norm(w)*w",
                                     "taylor(9)", "quaternion");
    struct body_state b = start_of(l.s);
    assert_int_equal(l.s->step_once(b.x, b.par, b.in, 0.1), POL_STEP_NOT_FINITE);
    unload(l);
}
