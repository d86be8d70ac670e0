/* SPDX-License-Identifier: MIT
 *
 * Each runtime header compiles alone, strictly, as C99 and as C++17, with
 * every compiler found.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "source.h"

extern char **environ;

struct way {
    const char *compiler, *language, *standard, *warning;
};

static const struct way ways[] = {
    {"gcc", "c", "-std=c99", "-Wdouble-promotion"},
    {"clang", "c", "-std=c99", "-Wdouble-promotion"},
    {"g++", "c++", "-std=c++17", "-Wdouble-promotion"},
    {"clang++", "c++", "-std=c++17", "-Wdouble-promotion"},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Exit status of a command; 127: there is no such program. */
static int run_quietly(char *const argv[], bool quiet)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    if (quiet)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                         O_WRONLY, 0);
    pid_t child;
    int status = 127;
    if (posix_spawnp(&child, argv[0], &files, NULL, argv, environ) == 0) {
        waitpid(child, &status, 0);
        status = WIFEXITED(status) ? WEXITSTATUS(status) : 126;
    }
    posix_spawn_file_actions_destroy(&files);
    return status;
}

static int compile(const struct way *w, const char *text, bool quiet)
{
    char path[] = "/tmp/pol_header_XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    char include[4096];
    snprintf(include, sizeof include, "-I%s/runtime", POL_ROOT_DIR);
    char *argv[] = {(char *)w->compiler,
                    "-x",
                    (char *)w->language,
                    (char *)w->standard,
                    "-pedantic",
                    "-Wall",
                    "-Wextra",
                    "-Wshadow",
                    "-Wconversion",
                    (char *)w->warning,
                    "-Werror",
                    "-fsyntax-only",
                    include,
                    path,
                    NULL};
    const int status = run_quietly(argv, quiet);
    unlink(path);
    return status;
}

static bool is_there(const struct way *w)
{
    return compile(w, "typedef int nothing;\n", true) == 0;
}

struct tally {
    bool there[WAYS];
    int compiled, failed;
};

static void compile_alone(const char *path, char *text, void *context)
{
    struct tally *t = context;
    char source[512];
    /* twice, for its guard */
    const char *name = strrchr(path, '/') + 1;
    snprintf(source, sizeof source, "#include \"%s\"\n#include \"%s\"\n", name,
             name);
    (void)text;
    for (int i = 0; i < WAYS; i++) {
        if (!t->there[i])
            continue;
        t->compiled++;
        if (compile(&ways[i], source, false) != 0) {
            print_error("%s: not by %s\n", path, ways[i].compiler);
            t->failed++;
        }
    }
}

TEST(each_runtime_header_compiles_alone)
{
    struct tally t = {0};
    int compilers = 0;
    for (int i = 0; i < WAYS; i++)
        compilers += t.there[i] = is_there(&ways[i]);
    assert_true(compilers > 0);
    const int headers = visit_files("runtime", ".h", 0, compile_alone, &t);
    print_message("%d headers, %d compilers\n", headers, compilers);
    assert_true(headers >= 2);
    assert_int_equal(t.compiled, headers * compilers);
    assert_int_equal(t.failed, 0);
}

TEST(a_header_with_a_fault_is_found)
{
    for (int i = 0; i < WAYS; i++)
        if (is_there(&ways[i]))
            assert_int_not_equal(
                compile(&ways[i], "float f(double x) { return x; }\n", true),
                0);
}
