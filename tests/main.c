/* SPDX-License-Identifier: MIT
 *
 * tests NAME [SHARE/SHARES]: one of the test programs, which stand in files of
 * these names.
 */
#define _POSIX_C_SOURCE 200809L /* setenv */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) int name##_main(void);
#include "tests.def"
#undef TEST

static const struct {
    const char *name;
    int (*run)(void);
} program[] = {
#define TEST(name) {#name, name##_main},
#include "tests.def"
#undef TEST
};

int main(int words, char **word)
{
    if (words == 3)
        setenv("POL_SHARE", word[2], 1);
    for (size_t i = 0; words > 1 && i < sizeof program / sizeof *program; i++)
        if (strcmp(program[i].name, word[1]) == 0)
            return program[i].run();
    fputs("usage: tests NAME [SHARE/SHARES]; there are\n", stderr);
    for (size_t i = 0; i < sizeof program / sizeof *program; i++)
        fprintf(stderr, "  %s\n", program[i].name);
    return 2;
}
