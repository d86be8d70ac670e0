/* SPDX-License-Identifier: MIT
 *
 * What every test program needs: cmocka with its includes, and comparisons of
 * doubles that do not let NaN pass (cmocka's own do).
 */
#ifndef POL_CHECK_H
#define POL_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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
#define assert_close(got, want, tolerance)                                     \
    check_close((double)(got), (double)(want), (double)(tolerance), #got,      \
                __FILE__, __LINE__)

static inline void check_close(double got, double want, double tolerance,
                               const char *what, const char *file, int line)
{
    if (fabs(got - want) <= tolerance || (isinf(got) && got == want))
        return;
    print_error("%s: %.17g, expected %.17g within %.3g (off by %.3g)\n", what,
                got, want, tolerance, got - want);
    _fail(file, line);
}

/* Runs a group; a group without tests is a failure. */
#define run_group(tests)                                                       \
    (sizeof(tests) == 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL))

#endif
