/* SPDX-License-Identifier: MIT
 *
 * Work in counts that are the same on every machine: bytes asked of arenas
 * (given back or not), nodes asked for (made or found), and nodes looked at.
 * The linker leads calls from one file of the library to another through
 * effort.c (CMakeLists.txt).
 */
#ifndef POL_EFFORT_H
#define POL_EFFORT_H

#include "check.h"

struct effort {
    size_t bytes, nodes, looks;
    void *place; /* that asked an arena last, as it returns there */
};

extern struct effort effort; /* so far */

static inline struct effort effort_since(struct effort then)
{
    return (struct effort){effort.bytes - then.bytes, effort.nodes - then.nodes,
                           effort.looks - then.looks, NULL};
}

static inline void effort_compare(size_t once, size_t twice, const char *what)
{
    print_message("%s: %zu, for twice as much %zu\n", what, once, twice);
    if (10 * twice > 22 * once)
        fail_msg("%s grow faster than what is done", what);
}

/* What is twice as large takes no more than twice the effort, and some. */
static inline void effort_doubles(struct effort once, struct effort twice)
{
    assert_true(once.bytes > 0 && once.nodes + once.looks > 0);
    effort_compare(once.bytes, twice.bytes, "bytes");
    effort_compare(once.nodes, twice.nodes, "nodes asked for");
    effort_compare(once.looks, twice.looks, "nodes looked at");
}

#endif
