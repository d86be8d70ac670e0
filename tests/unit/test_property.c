/* SPDX-License-Identifier: MIT
 *
 * Properties of random expressions.  Each is built twice: by the constructors
 * and, beside them, as a value in MPFR by the plain operations.
 */
#include "test_arena.h"
#include "base/name.h"
#include "in_reals.h"
#include "random.h"

enum { BITS = 400, SYMBOLS = 3, STEPS = 14, PIECES = SYMBOLS + STEPS };

/* Values outside are given up, so that what is left is well conditioned. */
static const double smallest = 1e-4, largest = 1e4;

struct trial {
    struct random random;
    struct arena *arena;
    struct names *names;
    struct pool *pool;
    expr piece[PIECES];
    mpfr_t value[PIECES];
    int count;
};

static void begin(struct trial *t, uint64_t seed)
{
    static const char *const name[SYMBOLS] = {"x", "y", "z"};
    t->random = random_new(seed);
    t->arena = test_arena();
    t->names = names_new(t->arena);
    t->pool = pool_new(t->arena);
    t->count = SYMBOLS;
    for (int i = 0; i < PIECES; i++)
        mpfr_init2(t->value[i], BITS);
    for (int i = 0; i < SYMBOLS; i++) {
        t->piece[i] = expr_symbol(t->pool, name_of_text(t->names, name[i]), i);
        mpfr_set_d(t->value[i], random_between(&t->random, -2, 2), MPFR_RNDN);
    }
}

static void end(struct trial *t)
{
    for (int i = 0; i < PIECES; i++)
        mpfr_clear(t->value[i]);
    arena_free(t->arena);
}

/* -- the plain operations -- */

typedef int unary(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int binary(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

static int floor_of(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rounding)
{
    (void)rounding;
    return mpfr_floor(r, x);
}

static const struct {
    enum op op;
    unary *plain;
} functions[] = {
    {OP_SQRT, mpfr_sqrt}, {OP_SIN, mpfr_sin},   {OP_COS, mpfr_cos},   {OP_TAN, mpfr_tan},
    {OP_ASIN, mpfr_asin}, {OP_ACOS, mpfr_acos}, {OP_ATAN, mpfr_atan}, {OP_EXP, mpfr_exp},
    {OP_LOG, mpfr_log},   {OP_SINH, mpfr_sinh}, {OP_COSH, mpfr_cosh}, {OP_TANH, mpfr_tanh},
    {OP_ABS, mpfr_abs},   {OP_FLOOR, floor_of},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

struct pair {
    expr e;
    mpfr_srcptr v;
};

static struct pair any(struct trial *t)
{
    int i = random_below(&t->random, t->count);
    return (struct pair){t->piece[i], t->value[i]};
}

static expr fraction(struct trial *t, mpfr_ptr r)
{
    long p = random_below(&t->random, 19) - 9;
    long q = 1 + random_below(&t->random, 9);
    mpfr_set_si(r, p, MPFR_RNDN);
    mpfr_div_si(r, r, q, MPFR_RNDN);
    return expr_fraction(t->pool, p, q);
}

static expr arithmetic(struct trial *t, struct pair a, struct pair b, mpfr_ptr r)
{
    static const struct {
        binary *plain;
        expr (*made)(struct pool *, expr, expr);
    } two[] = {{mpfr_add, expr_add}, {mpfr_add, expr_add}, {mpfr_sub, expr_sub},
               {mpfr_mul, expr_mul}, {mpfr_mul, expr_mul}, {mpfr_div, expr_div},
               {mpfr_add, expr_add}, {mpfr_mul, expr_mul}};
    int k = random_below(&t->random, 7);
    if (k == 6) { /* with a number */
        b = (struct pair){fraction(t, r), r};
        k += random_below(&t->random, 2);
    }
    two[k].plain(r, a.v, b.v, MPFR_RNDN);
    return two[k].made(t->pool, a.e, b.e);
}

static expr one_argument(struct trial *t, struct pair a, mpfr_ptr r)
{
    int k = random_below(&t->random, FUNCTIONS + 4);
    if (k < FUNCTIONS) {
        functions[k].plain(r, a.v, MPFR_RNDN);
        return expr_apply(t->pool, functions[k].op, 1, &a.e);
    }
    if (k < FUNCTIONS + 2) {
        int index = random_below(&t->random, 6);
        stumpff_series(r, index, a.v);
        return expr_stumpff(t->pool, index, a.e);
    }
    int exponent = random_below(&t->random, 7) - 3;
    mpfr_pow_si(r, a.v, exponent, MPFR_RNDN);
    return expr_power(t->pool, a.e, exponent);
}

static expr several(struct trial *t, struct pair a, struct pair b, mpfr_ptr r)
{
    static const struct {
        binary *plain;
        enum op op;
    } two[] = {
        {mpfr_atan2, OP_ATAN2}, {mpfr_pow, OP_POWER}, {mpfr_min, OP_MIN}, {mpfr_max, OP_MAX}};
    struct pair c = any(t), d = any(t);
    const expr arg[] = {a.e, b.e};
    int k = random_below(&t->random, 5);
    if (k < 4) {
        two[k].plain(r, a.v, b.v, MPFR_RNDN);
        return expr_apply(t->pool, two[k].op, 2, arg);
    }
    bool less = mpfr_less_p(a.v, b.v);
    const expr choice[] = {expr_apply(t->pool, OP_LT, 2, arg), c.e, d.e};
    mpfr_set(r, less ? c.v : d.v, MPFR_RNDN);
    mpfr_sub(t->value[PIECES - 1], a.v, b.v, MPFR_RNDN);
    if ((a.e != b.e || less) && mpfr_cmpabs(t->value[PIECES - 1], a.v) < 0 &&
        mpfr_get_exp(t->value[PIECES - 1]) < -80)
        mpfr_set_nan(r); /* a tie that rounding would decide */
    return expr_apply(t->pool, OP_SELECT, 3, choice);
}

static expr anything(struct trial *t, mpfr_ptr r)
{
    struct pair a = any(t), b = any(t);
    int k = random_below(&t->random, 10);
    if (k < 6)
        return arithmetic(t, a, b, r);
    return k < 8 ? one_argument(t, a, r) : several(t, a, b, r);
}

/* -- checks -- */

/* |a - b| <= tolerance * (|b| + floor) */
static bool is_close(mpfr_srcptr a, mpfr_srcptr b, double tolerance, double floor)
{
    mpfr_t off;
    mpfr_init2(off, BITS);
    mpfr_sub(off, a, b, MPFR_RNDN);
    double distance = fabs(mpfr_get_d(off, MPFR_RNDN));
    mpfr_clear(off);
    return distance <= tolerance * (fabs(mpfr_get_d(b, MPFR_RNDN)) + floor);
}

static void complain(const struct trial *t, expr e, uint64_t seed, const char *what,
                     mpfr_srcptr got, mpfr_srcptr want)
{
    struct text text = text_new(t->arena);
    expr_print(e, 2000, &text);
    print_error("%s, seed %lu: %s\n", what, (unsigned long)seed, text_chars(&text));
    print_error("got %.25g, expected %.25g\n", mpfr_get_d(got, MPFR_RNDN),
                mpfr_get_d(want, MPFR_RNDN));
    fail();
}

static bool is_moderate(mpfr_srcptr v)
{
    double size = fabs(mpfr_get_d(v, MPFR_RNDN));
    return mpfr_number_p(v) && size >= smallest && size <= largest;
}

/* Adds pieces; each is checked against the plain value beside it. */
static int build(struct trial *t, uint64_t seed)
{
    int checked = 0;
    mpfr_t got;
    mpfr_init2(got, BITS);
    for (int i = 0; i < STEPS - 1; i++) {
        mpfr_ptr want = t->value[t->count];
        expr e = anything(t, want);
        if (!mpfr_number_p(want))
            continue;
        in_reals(t->pool, 1, &e, SYMBOLS, t->piece, t->value, &got);
        if (!is_close(got, want, 1e-40, 1))
            complain(t, e, seed, "value", got, want);
        checked++;
        if (!is_moderate(want))
            continue;
        if (e->op == OP_CONST && random_below(&t->random, 4))
            continue;
        t->piece[t->count++] = e;
    }
    mpfr_clear(got);
    return checked;
}

TEST(simplified_is_unsimplified)
{
    int checked = 0;
    for (uint64_t seed = 1; seed <= SOME_OF(3000); seed++) {
        struct trial t;
        begin(&t, seed);
        checked += build(&t, seed);
        end(&t);
    }
    assert_true(checked > SOME_OF(20000));
}
