/* SPDX-License-Identifier: MIT
 *
 * What every test program needs, so it is included first: the C library with
 * mkdtemp, popen and the like, cmocka, and comparisons of doubles that do not
 * let NaN pass (cmocka's own do).
 */
#ifndef POL_CHECK_H
#define POL_CHECK_H

#define _GNU_SOURCE

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* How right figures are, and what compilers say of a text, does not depend on
 * the build that is there for memory, or for another compiler: of n points
 * these try a tenth, and ask no compiler. */
#if defined(POL_HOSTILE) || defined(__clang__)
#define SOME_OF(n)       (((n) + 9) / 10)
#define ONCE_IS_ENOUGH() skip()
#else
#define SOME_OF(n)       (n)
#define ONCE_IS_ENOUGH() ((void)0)
#endif

/* |got - want| <= tolerance, and neither is NaN. */
#define assert_close(got, want, tolerance)                                                         \
    check_close((double)(got), (double)(want), (double)(tolerance), #got, __FILE__, __LINE__)

static inline void check_close(double got, double want, double tolerance, const char *what,
                               const char *file, int line)
{
    if (fabs(got - want) <= tolerance || (isinf(got) && got == want))
        return;
    print_error("%s: %.17g, expected %.17g within %.3g (off by %.3g)\n", what, got, want, tolerance,
                got - want);
    _fail(file, line);
}

/* TEST(name) { ... } is a test of its file's program, which runs them from top
 * to bottom (main.c); TEST_ONCE is not repeated by the other shares.
 * AROUND_EACH(set_up, tear_down) and AROUND_ALL(begin, end): what comes before
 * and after each test of the file, and all of them. */
enum test_kind { TEST_SHARED, TEST_FIRST, TEST_EACH, TEST_ALL };
struct test_entry {
    const char *file;
    int line;
    enum test_kind kind;
    struct CMUnitTest test;
    struct test_entry *next;
};
void test_add(struct test_entry *);

#define TEST_ENTRY(kind, name, body, before, after)                                                \
    static struct test_entry name##_entry = {                                                      \
        __FILE__, __LINE__, kind, {#name, body, before, after, NULL}, NULL};                       \
    __attribute__((constructor)) static void name##_add(void)                                      \
    {                                                                                              \
        test_add(&name##_entry);                                                                   \
    }
#define TEST_OF(kind, name)                                                                        \
    static void name(void **state);                                                                \
    TEST_ENTRY(kind, name, name, NULL, NULL)                                                       \
    static void name(__attribute__((unused)) void **state)
#define TEST(name)                 TEST_OF(TEST_SHARED, name)
#define TEST_ONCE(name)            TEST_OF(TEST_FIRST, name)
#define AROUND_EACH(before, after) TEST_ENTRY(TEST_EACH, around_each, NULL, before, after)
#define AROUND_ALL(before, after)  TEST_ENTRY(TEST_ALL, around_all, NULL, before, after)

#endif
