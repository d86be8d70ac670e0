/* SPDX-License-Identifier: MIT
 *
 * The random numbers of a sweep, against published words and long doubles, by
 * one digest; ranges, and how many cases there may be.
 */
#include "test_arena.h"
#include "random.h"
#include "values/values.h"
#include "sweep/cases.h"

ARENA_AROUND_EACH()

TEST(philox_gives_the_published_words)
{
    static const struct {
        uint64_t key;
        uint32_t counter[4], word[4];
    } known[] = {
        {0, {0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {UINT64_MAX,
         {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {UINT64_C(0x299f31d0a4093822),
         {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    uint32_t word[4];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        memcpy(word, known[i].counter, sizeof word);
        draw_philox(known[i].key, word);
        assert_memory_equal(word, known[i].word, sizeof word);
    }
    /* the seed is the key; case and dimension are the counter; 52 bits */
    const struct draws d = {known[2].key, NULL};
    const uint32_t counter[4] = {7, 1, 5, 0};
    memcpy(word, counter, sizeof word);
    draw_philox(known[2].key, word);
    const uint64_t bits = (uint64_t)word[1] << 32 | word[0];
    const double u = draw_unit(&d, (UINT64_C(1) << 32) + 7, 5);
    assert_true(u == ((double)(bits >> 12) + 0.5) * 0x1p-52);
}

/* ---- uniform numbers ---- */

TEST(draws_stay_between_their_ends)
{
    static const double ends[][2] = {
        {0.1, 0.1000000000000001}, {1e308, 1.7e308}, {1e-300, 1e300}, {1, 16},
        {1e-320, 1.7e308},         {1e-307, 1e-300}, {0.1, 0.3},      {3, 3}};
    struct random r = random_new(3);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const double a = ends[i][0], b = ends[i][1];
        assert_true(draw_uniform(0, a, b) == a && draw_uniform(1, a, b) == b);
        assert_true(draw_loguniform(0, a, b) == a);
        assert_true(draw_loguniform(1, a, b) == b);
        double last = a;
        for (int k = 1; k < 1000; k++) {
            const double u = random_between(&r, 0, 1);
            const double x = draw_uniform(u, -a, b);
            assert_true(x >= -a && x <= b);
            const double y = draw_loguniform(k / 1000.0, a, b);
            assert_true(y >= last * (1 - 1e-12) && y <= b);
            last = y;
        }
    }
    assert_close(draw_uniform(0.25, -1, 3), 0, 0);
    assert_close(draw_uniform(0.75, -1.7e308, 1.7e308), 0.85e308, 1e293);
    assert_close(draw_loguniform(0.25, 1, 16), 2, 2e-15);
    assert_close(draw_loguniform(0.75, 1, 16), 8, 4e-15);
    assert_close(draw_loguniform(0.5, 1e-300, 1e300), 1, 2e-13);
}

/* ---- functions ---- */

typedef long double in_long(long double);

/* |f(x) - exact(x)| in units of the last digit, or `most`, if that is more. */
static double most_ulps(double f(double), in_long exact, double x, double most)
{
    int exponent;
    const long double want = exact(x);
    frexpl(want, &exponent);
    const long double ulp = ldexpl(1, (exponent < -1021 ? -1021 : exponent) - 53);
    const double n = (double)(fabsl(f(x) - want) / ulp);
    if (!(n < 2))
        print_error("%.17g: %.17g, off by %g ulp\n", x, f(x), n);
    return fmax(n, most);
}

static double power(double x)
{
    return draw_exp(1, x);
}

TEST(logarithms_and_powers_are_right_to_two_ulp)
{
    static const double edges[] = {0x1.fffffffffffffp1023, 0x1p-1022, 0x1.fffffffffffffp-1, 5e-324,
                                   0x1.6a09e667f3bcdp0,    0.5,       0x1.6a09e667f3bccp0,  2,
                                   0x1.0000000000001p0,    1};
    struct random r = random_new(241);
    double log_off = 0, exp_off = 0;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        log_off = most_ulps(draw_log, logl, edges[i], log_off);
    for (int i = 0; i < SOME_OF(10000); i++) {
        const double any = fabs(random_double(&r)), near = random_between(&r, 0.5, 2);
        const double x = i % 2 && any > 0 && any < INFINITY ? any : near;
        log_off = most_ulps(draw_log, logl, x, log_off);
        const double most = i % 2 ? 709.78 : 1;
        exp_off = most_ulps(power, expl, random_between(&r, -1.05 * most, most), exp_off);
    }
    print_message("off by ulp: log %.2f, exp %.2f\n", log_off, exp_off);
    assert_true(log_off < 2 && exp_off < 2);
    assert_true(draw_log(1) == 0 && power(0) == 1);
    assert_true(power(-9e8) == 0 && isinf(power(9e8)));
}

/* By how much of x is Phi(x) not p?  (p - Phi(x))/(x phi(x)), on the side where
 * p is small. */
static double quantile_off(double p)
{
    const long double x = fabsl(draw_normal(p)), side = p < 0.5 ? p : 1 - p;
    const long double off = erfcl(x / sqrtl(2)) - 2 * side;
    return (double)(off / expl(-x * x / 2) * sqrtl(acosl(-1) / 2) / x);
}

TEST(quantiles_are_those_of_the_normal_distribution)
{
    static const double edges[] = {0x1p-53,   1 - 0x1p-53,          1e-300,        1e-10,
                                   1 - 1e-10, 0.5 - 0x1p-53,        0.5 + 0x1p-52, 0.075,
                                   0.925,     1.388794386496402e-11};
    const int n_edges = sizeof edges / sizeof *edges;
    struct random r = random_new(53);
    double most = 0;
    for (int i = 0; i < n_edges + SOME_OF(3000); i++) {
        const double u = random_between(&r, 0x1p-53, 1);
        const double p = i < n_edges ? edges[i] : i % 2 == 0 ? u : exp(-690 * u);
        const double off = fabs(quantile_off(p));
        if (!(off < 1e-15))
            print_error("Phi^-1(%.17g): off by %g\n", p, off);
        most = fmax(most, off);
        assert_true(draw_normal(1 - u) == -draw_normal(1 - (1 - u)));
    }
    print_message("off by %.2g of the quantile\n", most);
    assert_true(most < 1e-15);
}

/* ---- Sobol sequences ---- */

static uint64_t bits_of(const struct draws *d, uint64_t k, int dimension)
{
    return (uint64_t)(draw_unit(d, k, dimension) * 0x1p53) >> 1;
}

TEST(points_are_those_of_scipy_but_for_the_shift)
{
    const struct draws d = *draws_new(arena, 5, true);
    static const uint64_t at[] = {3, 7, 1048575, 582498};
    int n;
    const struct reference_point *known = reference_points(&n);
    assert_int_equal(n, DRAW_SOBOL_DIMENSIONS);
    for (int j = 0; j < n; j++) {
        const uint64_t shift = bits_of(&d, 0, j);
        for (int i = 0; i < 4; i++)
            assert_int_equal(bits_of(&d, at[i], j) ^ shift, (uint64_t)known[j].at[i] << 22);
    }
}

/* ---- the same everywhere ---- */

enum { DRAWN = 10000 };

/* Number n of one case after the other: 7 dimensions at random, 3 of a Sobol
 * sequence. */
static double drawn(const struct draws *d, const struct draws *sobol, int n)
{
    const uint64_t k = UINT64_C(0x123456789) * (uint64_t)(n / 10);
    double u[7], q[4];
    for (int j = 0; j < 7; j++)
        u[j] = draw_unit(d, k, j);
    draw_rotation(u, q);
    switch (n % 10) {
    case 4:
        return draw_normal(u[4]);
    case 5:
        return draw_uniform(u[5], -3, 10);
    case 6:
        return draw_loguniform(u[6], 1e-8, 1e9);
    case 7:
        return draw_unit(sobol, k, 0);
    case 8:
        return draw_normal(draw_unit(sobol, k, 63));
    case 9:
        return draw_log(draw_exp(1, 20 * u[0]) + u[1]);
    default:
        return q[n % 10];
    }
}

/* By every compiler, on every machine, in any order. */
TEST(the_bits_are_the_same_everywhere)
{
    const struct draws d = *draws_new(arena, 0xfedcba9876543210, false);
    const struct draws sobol = *draws_new(arena, 11, true);
    double *value = arena_array(arena, DRAWN, sizeof *value);
    for (int i = 0; i < DRAWN; i++) {
        const int n = (int)((i * 7919LL + 13) % DRAWN);
        value[n] = drawn(&d, &sobol, n);
    }
    uint64_t digest = UINT64_C(14695981039346656037); /* FNV-1a */
    for (int n = 0; n < DRAWN; n++) {
        const double x = drawn(&d, &sobol, n);
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        assert_memory_equal(&x, &value[n], sizeof x);
        for (int i = 0; i < 64; i += 8)
            digest = (digest ^ (bits >> i & 0xff)) * UINT64_C(1099511628211);
    }
    print_message("digest 0x%016llx\n", (unsigned long long)digest);
    assert_true(digest == UINT64_C(0x53e123e05fbd5904));
}

static double value[CASES_VALUES];

static struct case_source source(enum case_kind kind, int n, int64_t count)
{
    return (struct case_source){.kind = kind, .n = n, .count = count};
}

/* Sources one behind the other, all their numbers too. */
static struct cases made(const struct case_source *s, int n, uint64_t draws, double *number)
{
    struct cases c = {.sources = n, .draws = draws, .number = number};
    long first = 0;
    for (int i = 0; i < n; i++) {
        c.source[i] = s[i];
        c.source[i].at = c.values;
        c.source[i].first = first;
        c.source[i].dimension = c.dimensions;
        c.values += s[i].n;
        c.dimensions += s[i].kind == CASE_ROTATION ? 4 : s[i].n;
        first += s[i].n * (s[i].kind == CASE_LIST ? (long)s[i].count : 2);
    }
    return c;
}

/* ---- the product ---- */

/* Its ends are those that are said, and what is between lies between. */
TEST(ends_of_a_range_are_exact)
{
    struct random r = random_new(7);
    for (int i = 0; i < 1000; i++) {
        double ends[2] = {random_between(&r, -1, 1),
                          random_between(&r, -1, 1) * (i % 2 ? 1 : 1e-9)};
        const int64_t n = 1 + i % 50;
        const struct case_source s = source(CASE_RANGE, 1, n);
        struct cases c = made(&s, 1, 1, ends);
        assert_true(cases_multiply(&c));
        assert_int_equal(c.count, n);
        double before = ends[0];
        for (int64_t k = 0; k < n; k++, before = value[0]) {
            cases_values(&c, NULL, (uint64_t)k, value);
            const double share = n > 1 ? (double)k / (double)(n - 1) : 0;
            assert_close(value[0], ends[0] + (ends[1] - ends[0]) * share, 1e-15);
            assert_true(k == 0 || (value[0] > before) == (ends[1] > ends[0]));
            assert_true(k > 0 || value[0] == ends[0]);
        }
        assert_true(n == 1 || value[0] == ends[1]);
    }
    /* case 2^53 - 1, and one more than there may be */
    double ends[2] = {-1, 1e300};
    const int64_t most = (int64_t)1 << 53;
    struct case_source s = source(CASE_RANGE, 1, most);
    struct cases c = made(&s, 1, 1, ends);
    assert_true(cases_multiply(&c));
    assert_int_equal(c.count, most);
    cases_values(&c, NULL, c.count - 1, value);
    assert_true(value[0] == 1e300);
}

TEST(there_are_no_more_than_2_to_53)
{
    double ends[4] = {0, 1, 0, 1};
    const int64_t most = (int64_t)1 << 53;
    const struct {
        int64_t a, b;
        uint64_t draws;
        bool good;
    } tries[] = {{most, 1, 1, true},
                 {most + 1, 1, 1, false},
                 {1, 1, (uint64_t)most, true},
                 {1, 2, (uint64_t)most, false},
                 {most / 2, 2, 1, true},
                 {most / 2 + 1, 2, 1, false},
                 {94906265, 94906265, 1, true},
                 {94906266, 94906267, 1, false},
                 {INT64_MAX, INT64_MAX, 1, false},
                 {INT64_MAX, 1, 1, false}};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        const struct case_source s[] = {source(CASE_RANGE, 1, tries[i].a),
                                        source(CASE_RANGE, 1, tries[i].b)};
        struct cases c = made(s, 2, tries[i].draws, ends);
        assert_int_equal(cases_multiply(&c), tries[i].good);
    }
}
