/* SPDX-License-Identifier: MIT
 *
 * Compiling emitted files with every compiler of the machine, as strictly as
 * each can, for tests.  Texts are written to a folder that is removed again.
 * Includers define _GNU_SOURCE.
 */
#ifndef POL_COMPILERS_H
#define POL_COMPILERS_H

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define C_WARNINGS                                                             \
    "-Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Werror"

struct strict_compiler {
    const char *program, *flags;
};

/* The first one makes code, for warnings that come from the flow of values;
 * that also the others' code is right is the shelf tests' business. */
static const struct strict_compiler strict_compilers[] = {
    {"gcc", "-x c -std=c99 -pedantic -O2 -c -o strict.o " C_WARNINGS},
    {"clang", "-x c -std=c99 -pedantic -fsyntax-only " C_WARNINGS},
    {"gcc", "-x c -std=gnu17 -fsyntax-only " C_WARNINGS},
    {"g++", "-x c++ -std=c++17 -pedantic -fsyntax-only " C_WARNINGS},
    {"clang++", "-x c++ -std=c++17 -pedantic -fsyntax-only " C_WARNINGS},
    {"tcc", "-Wall -Werror -c -o strict.o"},
};
enum { STRICT_COMPILERS = sizeof strict_compilers / sizeof *strict_compilers };

/* The exit status of a shell command; its output goes to stderr. */
static inline int shell(const char *command)
{
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static inline int has_program(const char *program)
{
    char command[200];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return shell(command) == 0;
}

/* A new folder; its name lies in `folder`. */
static inline void open_folder(char folder[64])
{
    strcpy(folder, "/tmp/pol_test_XXXXXX");
    assert_non_null(mkdtemp(folder));
}

static inline void remove_folder(const char *folder)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(shell(command), 0);
}

static inline void put_file(const char *folder, const char *name,
                            const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Runs a command in the folder and requires that it succeeds. */
static inline void run_in(const char *folder, const char *command)
{
    char line[1000];
    snprintf(line, sizeof line, "cd %s && ( %s ) 1>&2", folder, command);
    int status = shell(line);
    if (status != 0)
        fail_msg("status %d: %s", status, command);
}

/* Compiles one file with all compilers there are, with the descriptor, and
 * with the first also without; the number of compilations.  No warning may
 * appear. */
static inline int compile_strictly(const char *folder, const char *file,
                                   const char *stepper)
{
    int count = 0;
    for (int i = -1; i < STRICT_COMPILERS; i++) {
        const struct strict_compiler *c = &strict_compilers[i < 0 ? 0 : i];
        char command[500];
        if (!has_program(c->program))
            continue;
        snprintf(command, sizeof command, "%s %s %s%s %s", c->program, c->flags,
                 i < 0 ? "-DNOTHING" : "-D", i < 0 ? "" : stepper, file);
        run_in(folder, command);
        count++;
    }
    return count;
}

#endif
