/* SPDX-License-Identifier: MIT
 *
 * The recipe of cases: which value case k has of each source, and how many
 * cases there may be.
 */
#include "check.h"

#include <string.h>

#include "random.h"
#include "sweep/cases.h"
#include "test_arena.h"

static double value[CASES_VALUES];

static struct case_source source(enum case_kind kind, int n, int64_t count)
{
    return (struct case_source){.kind = kind, .n = n, .count = count};
}

/* Sources one behind the other, all their numbers too. */
static struct cases made(const struct case_source *s, int n, uint64_t draws,
                         double *number)
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

TEST(first_lists_are_the_slowest)
{
    double number[100];
    for (int i = 0; i < 100; i++)
        number[i] = i;
    const struct case_source sources[] = {source(CASE_LIST, 1, 3),
                                          source(CASE_LIST, 3, 2),
                                          source(CASE_LIST, 9, 5)};
    struct cases c = made(sources, 3, 4, number);
    assert_true(cases_multiply(&c));
    assert_int_equal(c.count, 3 * 2 * 5 * 4);
    uint64_t k = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 2; b++)
            for (int d = 0; d < 5; d++)
                for (int draw = 0; draw < 4; draw++, k++) {
                    cases_values(&c, NULL, k, value);
                    assert_close(value[0], a, 0);
                    for (int i = 0; i < 3; i++)
                        assert_close(value[1 + i], 3 + 3 * b + i, 0);
                    for (int i = 0; i < 9; i++)
                        assert_close(value[4 + i], 9 + 9 * d + i, 0);
                }
}

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
            assert_close(value[0], ends[0] + (ends[1] - ends[0]) * share,
                         1e-15);
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
                 {(int64_t)1 << 27, 1 << 26, 1, true},
                 {(int64_t)1 << 27, 1 << 26, 2, false},
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

/* ---- draws ---- */

/* What is drawn for case k depends on no list, and not on how many there are;
 * what rows say stays. */
TEST(draws_are_those_of_the_case)
{
    struct arena *arena = test_arena();
    const struct draws draws = draws_new(arena, 5, false);
    double number[] = {1, 2, 3, -1, 1, 5, 5, 0.1, 10, 1, 2, 0, 3};
    const struct case_source sources[] = {
        source(CASE_LIST, 1, 3), source(CASE_UNIFORM, 1, 1),
        source(CASE_NORMAL, 1, 1), source(CASE_LOGUNIFORM, 1, 1),
        source(CASE_ROTATION, 9, 1)};
    struct cases c = made(sources, 5, 100, number);
    c.source[4].first = 0;
    assert_true(cases_multiply(&c));
    struct case_source row = source(CASE_ROWS, 1, 1);
    row.at = c.values;
    for (uint64_t k = 0; k < 300; k++) {
        double u = draw_unit(&draws, k, 1), q[4], four[4], R[9];
        value[row.at] = 77;
        cases_values(&c, &draws, k, value);
        assert_close(value[0], (double)(1 + k / 100), 0);
        assert_close(value[1], draw_uniform(u, -1, 1), 0);
        assert_close(value[2], 5 + 5 * draw_normal(draw_unit(&draws, k, 2)), 0);
        assert_close(value[3],
                     draw_loguniform(draw_unit(&draws, k, 3), 0.1, 10), 0);
        for (int i = 0; i < 4; i++)
            four[i] = draw_unit(&draws, k, 4 + i);
        draw_rotation(four, q);
        memcpy(R, value + 4, sizeof R);
        /* q v q* */
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double dot = 0;
                for (int l = 0; l < 3; l++)
                    dot += R[3 * l + i] * R[3 * l + j];
                assert_close(dot, i == j, 4e-15);
            }
        assert_close(R[0] + R[4] + R[8] + 1, 4 * q[0] * q[0], 4e-15);
        assert_close(R[7] - R[5], 4 * q[0] * q[1], 4e-15);
        assert_close(R[2] - R[6], 4 * q[0] * q[2], 4e-15);
        assert_close(R[3] - R[1], 4 * q[0] * q[3], 4e-15);
        assert_close(value[row.at], 77, 0);
    }
    arena_free(arena);
}
