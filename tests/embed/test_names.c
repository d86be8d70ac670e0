/* SPDX-License-Identifier: MIT
 *
 * No name of a spec clashes in the emitted files with what C and C++ or their
 * headers define, in either dialect of gcc: such names are refused.  What there
 * is the compilers are asked.
 */
#include "compilers.h"

#include <ctype.h>

#include "sampled.h"
#include "unit/emission.h"

#define HEADERS                                                                                    \
    "assert complex ctype errno fenv float inttypes iso646 limits locale "                         \
    "math setjmp signal stdalign stdarg stdatomic stdbool stddef stdint "                          \
    "stdio stdlib stdnoreturn string tgmath threads time uchar unistd wchar "                      \
    "wctype"

static const char include_all[] = "for h in " HEADERS "; do echo \"#include <$h.h>\"; done > all.h";

struct names {
    struct arena *arena;
    int n, room;
    const char **name;
};

/* The words of a file, one a line. */
static struct names names_in(struct arena *a, const char *folder, const char *command)
{
    struct names names = {.arena = a};
    char path[100], line[200];
    run_in(folder, command);
    snprintf(path, sizeof path, "%s/names", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        size_t n = strcspn(line, "\n");
        arena_push(a, names.name, names.n, names.room, arena_text(a, line, n));
    }
    fclose(file);
    return names;
}

static bool is_refused(struct run *r)
{
    int before = r->diags.errors;
    emit_to(r, "c99", REAL_DOUBLE);
    bool refused = r->diags.errors > before;
    assert_true(refused == (r->out == NULL));
    return refused;
}

/* How many of them are refused. */
static int params_refused(int n, const char *const *name)
{
    struct run r = prepare(false);
    struct field *param = arena_array(r.arena, (size_t)n + 1, sizeof *param);
    for (int i = 0; i <= n; i++) {
        param[i] = r.step->param[0];
        param[i].name = i < n ? name[i] : param[i].name;
    }
    r.step->param = param;
    r.step->params = n + 1;
    is_refused(&r);
    int refused = r.diags.errors;
    close_run(&r);
    return refused;
}

static bool param_is_refused(const char *name)
{
    return params_refused(1, &name) == 1;
}

static void expect_all_refused(const struct names *names)
{
    if (params_refused(names->n, names->name) == names->n)
        return;
    for (int i = 0; i < names->n; i++)
        if (!param_is_refused(names->name[i]))
            fail_msg("a param may be called %s", names->name[i]);
}

static bool body_is_refused(const char *name)
{
    struct run r = prepare(false);
    r.step->facts.name = name;
    bool refused = is_refused(&r);
    close_run(&r);
    return refused;
}

/* Macros without arguments replace any name.  gcc as it is, and strict. */
static int need_gcc(void **state)
{
    (void)state;
    if (!has_program("gcc"))
        exit(77);
    return 0;
}

AROUND_ALL(need_gcc, NULL)

TEST(macros_name_no_params)
{
    static const char *const dialect[] = {"gcc -std=c99", "gcc -std=gnu17",
                                          "g++ -x c++ -std=gnu++17"};
    struct arena *a = test_arena();
    char folder[64], command[300];
    int looked_at = 0;
    open_folder(folder);
    run_in(folder, include_all);
    for (size_t i = 0; i < sizeof dialect / sizeof *dialect; i++) {
        snprintf(command, sizeof command,
                 "grep -v '%s' all.h | %s -dM -E - | "
                 "awk '$2 !~ /[(]/ && $2 !~ /^_/ { print $2 }' > names",
                 i == 0   ? "stdatomic\\|threads\\|uchar\\|align\\|noreturn"
                 : i == 1 ? "^$"
                          : "stdatomic\\|threads\\|tgmath\\|noreturn",
                 dialect[i]);
        if (i == 2 && !has_program("g++"))
            continue;
        struct names names = names_in(a, folder, command);
        expect_all_refused(&names);
        looked_at += names.n;
    }
    print_message("%d macros\n", looked_at);
    assert_true(looked_at > 1000);
    remove_folder(folder);
    arena_free(a);
}

/* What a body could not be called in a program that includes a header: types,
 * tags, functions, variables. */
TEST(what_headers_declare_names_no_body)
{
    struct arena *a = test_arena();
    char folder[64];
    int tried = 0;
    open_folder(folder);
    run_in(folder, include_all);
    struct names names =
        names_in(a, folder,
                 "gcc -std=gnu17 -D_GNU_SOURCE -E -P -x c all.h | "
                 "grep -oE '[A-Za-z][A-Za-z_0-9]*' | sort -u | awk '"
                 "BEGIN { print \"#include \\\"all.h\\\"\" }"
                 "{ printf \"#line 1 \\\"%s:\\\"\\ntypedef struct %s { int a; } "
                 "%s;\\n\","
                 " $1, $1, $1 }' > all.c; "
                 "LC_ALL=C gcc -std=gnu17 -D_GNU_SOURCE -fsyntax-only -fmax-errors=0 "
                 "all.c 2>&1 | "
                 "sed -n 's/^\\([A-Za-z_0-9]*\\)::1:[0-9]*: error:.*/\\1/p' | sort -u "
                 "> names");
    for (int i = 0; i < names.n; i++) {
        if (!sampled_all() && drawn(names.name[i], 15) != 0)
            continue;
        tried++;
        if (!body_is_refused(names.name[i]))
            fail_msg("a body may be called %s", names.name[i]);
    }
    print_message("%d of %d words of headers\n", tried, names.n);
    assert_true(names.n > 1000 && tried > 100);
    remove_folder(folder);
    arena_free(a);
}

/* Its own macros, and whatever it calls anything else. */
TEST(what_the_files_define_names_nothing_else)
{
    static const char *const own[] = {"DEMO_OK",         "DEMO_H",    "DEMO_STEPPER_H",
                                      "DEMO_NO_INCLUDE", "DEMO_KEPT", "DEMO_NOT_FINITE"};
    static const char *const free_names[] = {"DEMO_x", "demo_ok", "B_x", "E0",
                                             "T_MAX",  "M_x",     "J",   "SIGMA"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!param_is_refused(own[i]))
            fail_msg("a param may be called %s", own[i]);
    for (size_t i = 0; i < sizeof free_names / sizeof *free_names; i++)
        if (param_is_refused(free_names[i]))
            fail_msg("no param may be called %s", free_names[i]);
}

/* A body called as something in the files of another one: it compiles, or is
 * refused. */
TEST(a_body_hides_nothing_in_its_files)
{
    struct arena *a = test_arena();
    struct run demo = emit_demo(true, REAL_DOUBLE);
    char folder[64], file[100];
    int emitted = 0;
    open_folder(folder);
    for (int i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%d.txt", i);
        put_file(folder, file, demo.out->file[i].chars);
    }
    struct names words = names_in(a, folder,
                                  "cat ?.txt | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u | "
                                  "grep -viE '^_|^demo|^pol' > names");
    for (int i = 0; i < words.n; i++) {
        struct run r = prepare(true);
        if (!sampled_all() && drawn(words.name[i], 8) != 0) {
            close_run(&r);
            continue;
        }
        r.step->facts.name = words.name[i];
        if (!is_refused(&r)) {
            for (int k = 0; k < 3; k++)
                put_file(folder, r.out->file[k].path, r.out->file[k].chars);
            snprintf(file, sizeof file,
                     "gcc -std=c99 -Wall -Werror "
                     "-fsyntax-only %s.c",
                     words.name[i]);
            run_in(folder, file);
            emitted++;
        }
        close_run(&r);
    }
    print_message("%d of %d words may name a body\n", emitted, words.n);
    assert_in_range(emitted, 10, words.n);
    remove_folder(folder);
    close_run(&demo);
    arena_free(a);
}
