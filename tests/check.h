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

/* Of n points a hostile build, which is there for memory, tries a tenth: how
 * right the figures are does not depend on the build. */
#ifdef POL_HOSTILE
#define SOME_OF(n) (((n) + 9) / 10)
#else
#define SOME_OF(n) (n)
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
