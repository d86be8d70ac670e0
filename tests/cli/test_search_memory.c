/* SPDX-License-Identifier: MIT
 *
 * A search that compiles 320 candidates takes no more memory than one that
 * compiles 40.
 */
#define _DEFAULT_SOURCE
#include "check.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANDIDATES = 40, STARTS = 8 };

/* So many KiB at the most. */
static long peak_of(const char *starts)
{
    char aim[80];
    struct rusage used;
    int status;
    snprintf(aim, sizeof aim, "energy_drift(order = 2, evaluations = %d)",
             CANDIDATES);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout))
            _exit(1);
        execl(POL_PROGRAM, "polhode", "search", "--quiet", "--starts", starts,
              "--aim", aim, POL_ROOT_DIR "/specs/searches/tumbler.pol",
              (char *)NULL);
        _exit(1);
    }
    assert_int_equal(wait4(child, &status, 0, &used), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return used.ru_maxrss;
}

TEST(memory_does_not_grow)
{
    char many[16];
    snprintf(many, sizeof many, "%d", STARTS);
    long few = peak_of("1"), all = peak_of(many);
    if (all > few + 1024)
        fail_msg("%ld KiB for one start, %ld KiB for %s", few, all, many);
}
