/* SPDX-License-Identifier: MIT
 *
 * The table of functions that emitted code carries along.
 */
#include "opt/carried.h"

#include <string.h>

/* How many names a row lists. */
#define R(...)                                                                 \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define COUNT(...)                                                             \
    (int)(sizeof(const char *const[]) __VA_ARGS__ / sizeof(char *))

static const struct carried table[] = {
#define CARRIED(name, file, op, results, needs)                                \
    {#name, "runtime/" file, OP_##op, COUNT(results), results, needs},
#define COST(...)
#include "opt/carried.def"
#undef CARRIED
#undef COST
};

enum { FUNCTIONS = sizeof table / sizeof *table };
_Static_assert(FUNCTIONS <= 32, "a bit of program.carries for each");

struct row {
    const char *name;
    enum real real;
    struct carried_cost cost;
};

static const struct row costs[] = {
#define CARRIED(...)
#define COST(name, real, ...) {#name, real, {__VA_ARGS__}},
#include "opt/carried.def"
#undef CARRIED
#undef COST
};

const struct carried *carried_function(int i)
{
    return i < FUNCTIONS ? &table[i] : NULL;
}

int carried_named(const char *name)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (!strcmp(table[i].name, name))
            return i;
    return -1;
}

const struct carried *carried_find(enum op op, int index)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (table[i].op == op && index < table[i].results)
            return &table[i];
    return NULL;
}

struct carried_cost carried_cost(int i, enum real real)
{
    for (size_t k = 0; k < sizeof costs / sizeof *costs; k++)
        if (costs[k].real == real && !strcmp(costs[k].name, table[i].name))
            return costs[k].cost;
    return (struct carried_cost){0};
}
