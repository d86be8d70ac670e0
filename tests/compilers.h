/* SPDX-License-Identifier: MIT
 *
 * Compiling emitted files with every compiler of the machine, as strictly as
 * each can, for tests.  Texts are written to a folder that is removed again.
 */
#ifndef POL_COMPILERS_H
#define POL_COMPILERS_H

#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#define C_WARNINGS "-Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Werror"

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

/* How many names there are in this folder. */
static inline int entries(void)
{
    return shell("exit $(ls -A | wc -l)");
}

static inline void put_file(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Runs a command in the folder; false, and it is printed, when it fails. */
static inline bool runs_in(const char *folder, const char *command)
{
    char line[1000];
    snprintf(line, sizeof line, "cd %s && ( %s ) 1>&2", folder, command);
    int status = shell(line);
    if (status != 0)
        print_error("status %d: %s\n", status, command);
    return status == 0;
}

static inline void run_in(const char *folder, const char *command)
{
    if (!runs_in(folder, command))
        fail_msg("%s", command);
}

/* Compiles one file; false if it is warned of. */
static inline bool compile_with(const struct strict_compiler *c, const char *folder,
                                const char *file)
{
    char command[500];
    snprintf(command, sizeof command, "%s %s %s", c->program, c->flags, file);
    return runs_in(folder, command);
}

/* Those that the machine has; their number. */
static inline int compilers_found(const struct strict_compiler *found[STRICT_COMPILERS])
{
    int n = 0;
    for (int i = 0; i < STRICT_COMPILERS; i++)
        if (has_program(strict_compilers[i].program))
            found[n++] = &strict_compilers[i];
    return n;
}

/* With all of them; the number of compilations. */
static inline int compile_strictly(const char *folder, const char *file)
{
    const struct strict_compiler *found[STRICT_COMPILERS];
    int n = compilers_found(found);
    for (int i = 0; i < n; i++)
        if (!compile_with(found[i], folder, file))
            fail_msg("%s is warned of", file);
    return n;
}

/* A file that uses the descriptor of a body, with the code in front. */
static inline void put_driver(const char *folder, const char *body, const char *stepper)
{
    char name[100], text[400];
    snprintf(name, sizeof name, "%s_stepper.h", body);
    put_file(folder, name, stepper);
    snprintf(text, sizeof text,
             "#include \"%s.c\"\n#include \"%s_stepper.h\"\n"
             "const pol_stepper *driven(void);\n"
             "const pol_stepper *driven(void)\n{\n"
             "    return &%s_stepper;\n}\n",
             body, body, body);
    put_file(folder, "driver.c", text);
}

#endif
