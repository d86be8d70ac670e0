/* SPDX-License-Identifier: MIT
 *
 * The functions of the C library that emitted code may call: prototypes, so
 * that no header is needed, and addresses, so that no library is.
 */
#include "jit/image.h"

#include <math.h>
#include <string.h>

#define ONE_ARGUMENT(X)                                                        \
    X(sin)                                                                     \
    X(cos)                                                                     \
    X(tan)                                                                     \
    X(asin)                                                                    \
    X(acos)                                                                    \
    X(atan)                                                                    \
    X(exp)                                                                     \
    X(log)                                                                     \
    X(sqrt)                                                                    \
    X(fabs)                                                                    \
    X(floor)                                                                   \
    X(sinh)                                                                    \
    X(cosh)                                                                    \
    X(tanh)
#define TWO_ARGUMENTS(X)                                                       \
    X(atan2)                                                                   \
    X(pow)

#define PROTOTYPE_1(f) "double " #f "(double); float " #f "f(float);\n"
#define PROTOTYPE_2(f)                                                         \
    "double " #f "(double, double); float " #f "f(float, float);\n"
#define ADDRESS(name) {#name, (void *)name}, {#name "f", (void *)name##f},

const char *jit_prototypes(void)
{
    return ONE_ARGUMENT(PROTOTYPE_1) TWO_ARGUMENTS(PROTOTYPE_2);
}

const char *jit_symbol(int i, void **address)
{
    /* The compilers themselves call the last three, for `= {0}` and structs. */
    static const struct {
        const char *name;
        void *address;
    } symbols[] = {
        ONE_ARGUMENT(ADDRESS)  /* each entry ends with a comma */
        TWO_ARGUMENTS(ADDRESS) /* likewise */
        {"memset", (void *)memset},
        {"memcpy", (void *)memcpy},
        {"memmove", (void *)memmove},
    };

    if (i >= (int)(sizeof symbols / sizeof *symbols))
        return NULL;
    *address = symbols[i].address;
    return symbols[i].name;
}
