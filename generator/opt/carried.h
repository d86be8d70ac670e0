/* SPDX-License-Identifier: MIT
 *
 * Functions of runtime/ that emitted code carries along: which operation each
 * computes, its results, and what it costs.
 */
#ifndef POL_CARRIED_H
#define POL_CARRIED_H

#include "sym/expr.h"

enum { CARRIED_RESULTS = 6, CARRIED_ARGUMENTS = 4, CARRIED_NEEDS = 8 };

struct carried {
    const char *name; /* "c01"; "pol_c01" in the file, "pol_c01f" for float */
    const char *path; /* "runtime/pol_so3.h" */
    enum op op;
    int results;
    const char *result[CARRIED_RESULTS]; /* in the order of the index */
    const char *needs[CARRIED_NEEDS];    /* functions of math.h, then NULL */
    /* Operations on its main path, by real type; one with sweeps counts as a
     * call.  tests/unit/test_program.c recounts them. */
    struct {
        int mul, add, calls;
    } cost[2];
};

/* Function i of the table, NULL beyond the last. */
const struct carried *carried_function(int i);
/* The shortest that computes this result of the operation, or NULL. */
const struct carried *carried_find(enum op, int index);

#endif
