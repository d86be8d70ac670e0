/* SPDX-License-Identifier: MIT
 *
 * Where emitted files may go: over nothing, over what polhode made of a body of
 * the same name, and over nothing else unless forced; all of them or none.
 */
#include "compilers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "emit/emit.h"
#include "test_arena.h"

#define BANNER(name) "/* " name " - made by polhode "
#define TEXT(name)   BANNER(name) "2.0; do not edit. */\nint new;\n"

static void enter(char folder[64])
{
    open_folder(folder);
    assert_int_equal(chdir(folder), 0);
}

static void leave(const char *folder)
{
    assert_int_equal(chdir("/"), 0);
    remove_folder(folder);
}

static bool holds(const char *path, const char *text)
{
    char chars[200] = {0};
    FILE *file = fopen(path, "r");
    if (!file)
        return text == NULL;
    size_t n = fread(chars, 1, sizeof chars - 1, file);
    fclose(file);
    return text && n == strlen(text) && !strcmp(chars, text);
}

/* The message, or "" when the files were written. */
static const char *write_pair(bool force, const char *input, const char *second)
{
    static char said[300];
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    const struct source file[] = {
        {"b.h", TEXT("b.h"), strlen(TEXT("b.h"))},
        {"b.c", second, strlen(second)},
    };
    const struct emission e = {2, file, NULL};
    const struct emit_place place = {".", input, force, NULL};
    const char *const *path = emit_write(a, &diags, &e, &place);
    snprintf(said, sizeof said, "%s", path ? "" : diags.items[0].message);
    assert_true((path != NULL) == (diags.errors == 0));
    if (path)
        assert_string_equal(path[1], "b.c");
    arena_free(a);
    return said;
}

/* ---- what stands at b.c -------------------------------------------------- */

#define OLD(name) BANNER(name) "1.0; do not edit. */\nint old;\n"

/* A file with this text; a link, or a second name, of one; a folder; a pipe. */
static const struct standing {
    const char *name;
    enum { NOTHING, A_FILE, A_LINK, A_NAME, A_FOLDER, A_PIPE } kind;
    const char *text;
    const char *input; /* the spec's path */
    enum { FREE, HINDERS, NEVER } rule;
    const char *message;
} standings[] = {
    {"nothing", NOTHING, NULL, NULL, FREE, NULL},
    {"its own", A_FILE, OLD("b.c"), NULL, FREE, NULL},
    {"the same", A_FILE, TEXT("b.c"), NULL, FREE, NULL},
    {"its own by a link", A_LINK, OLD("b.c"), NULL, FREE, NULL},
    {"a link to nothing", A_LINK, NULL, NULL, NEVER, "link to nothing"},
    {"of another body", A_FILE, OLD("bb.c"), NULL, HINDERS, "not made by"},
    {"by hand", A_FILE, "int mine;\n", NULL, HINDERS, "not made by"},
    {"empty", A_FILE, "", NULL, HINDERS, "not made by"},
    {"part of the banner", A_FILE, "/* b.c - made by ", NULL, HINDERS, "not made by"},
    {"the banner later", A_FILE, "\n" OLD("b.c"), NULL, HINDERS, "not made by"},
    {"the spec", A_FILE, "body b\n", "b.c", NEVER, "the spec itself"},
    {"a link to the spec", A_LINK, "body b\n", "other", NEVER, "the spec itself"},
    {"a second name", A_NAME, "body b\n", "other", NEVER, "the spec itself"},
    {"a folder", A_FOLDER, NULL, NULL, NEVER, "no regular file"},
    {"a pipe", A_PIPE, NULL, NULL, NEVER, "no regular file"},
};

static void make_standing(const struct standing *s)
{
    const char *path = s->kind == A_FILE ? "b.c" : "other";
    if (s->text)
        put_file(".", path, s->text);
    assert_int_equal(s->kind == A_LINK     ? symlink(path, "b.c")
                     : s->kind == A_NAME   ? link(path, "b.c")
                     : s->kind == A_FOLDER ? mkdir("b.c", 0777)
                     : s->kind == A_PIPE   ? mkfifo("b.c", 0666)
                                           : 0,
                     0);
}

/* With an old header of its own before it, which must stay as it is when the
 * second file may not be written. */
static void try_standing(const struct standing *s, bool force)
{
    static const char old[] = OLD("b.h");
    char folder[64];
    enter(folder);
    put_file(".", "b.h", old);
    make_standing(s);
    int before = entries();
    bool free = s->rule == FREE || (s->rule == HINDERS && force);
    const char *said = write_pair(force, s->input, TEXT("b.c"));
    if (free != (said[0] == '\0'))
        fail_msg("%s, force %d: '%s'", s->name, force, said);
    if (free) {
        assert_true(holds("b.h", TEXT("b.h")));
        assert_true(holds("b.c", TEXT("b.c")));
    } else {
        assert_non_null(strstr(said, s->message));
        assert_true(holds("b.h", old));
        assert_int_equal(entries(), before);
    }
    if (s->input)
        assert_true(holds(s->input, "body b\n"));
    leave(folder);
}

TEST(nothing_of_somebody_else_is_lost)
{
    for (size_t i = 0; i < sizeof standings / sizeof *standings; i++)
        for (int force = 0; force < 2; force++)
            try_standing(&standings[i], force);
}

/* ---- times and rights ---------------------------------------------------- */

TEST(the_same_text_is_not_written_again)
{
    char folder[64];
    struct stat before, after;
    const struct timespec long_ago[2] = {{1000, 0}, {1000, 0}};
    enter(folder);
    assert_string_equal(write_pair(false, NULL, TEXT("b.c")), "");
    assert_int_equal(utimensat(AT_FDCWD, "b.c", long_ago, 0), 0);
    assert_int_equal(utimensat(AT_FDCWD, "b.h", long_ago, 0), 0);
    assert_int_equal(stat("b.c", &before), 0);
    assert_string_equal(write_pair(false, NULL, TEXT("b.c")), "");
    assert_int_equal(stat("b.c", &after), 0);
    assert_true(after.st_mtime == 1000 && after.st_ino == before.st_ino);
    /* of two the one that differs */
    assert_string_equal(write_pair(false, NULL, TEXT("b.c") "more\n"), "");
    assert_int_equal(stat("b.c", &after), 0);
    assert_true(after.st_mtime != 1000);
    assert_int_equal(stat("b.h", &after), 0);
    assert_true(after.st_mtime == 1000);
    assert_int_equal(entries(), 2);
    leave(folder);
}

TEST(rights_stay)
{
    char folder[64];
    struct stat facts;
    enter(folder);
    put_file(".", "b.c", OLD("b.c"));
    assert_int_equal(chmod("b.c", 0640), 0);
    assert_string_equal(write_pair(false, NULL, TEXT("b.c")), "");
    assert_int_equal(stat("b.c", &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0640);
    leave(folder);
}

/* ---- failures ------------------------------------------------------------ */

/* In a child whose files may not grow beyond 4 KB: with the signal ignored the
 * write fails, otherwise the child is killed in the middle of it. */
static int write_in_child(bool killed)
{
    static char big[100000];
    strcpy(big, TEXT("b.c"));
    memset(big + strlen(big), 'x', sizeof big - strlen(big) - 1);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {4096, 4096}, no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(SIGXFSZ, killed ? SIG_DFL : SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        _exit(strstr(write_pair(false, NULL, big), strerror(EFBIG)) ? 7 : 8);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

TEST(a_failed_write_leaves_the_old_files)
{
    char folder[64];
    for (int killed = 0; killed < 2; killed++) {
        enter(folder);
        assert_string_equal(write_pair(false, NULL, TEXT("b.c")), "");
        int status = write_in_child(killed);
        if (killed)
            assert_true(WIFSIGNALED(status));
        else
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
        assert_true(holds("b.h", TEXT("b.h")) && holds("b.c", TEXT("b.c")));
        if (!killed)
            assert_int_equal(entries(), 2);
        leave(folder);
    }
}

/* A folder takes the second name just before it would be given: the first file
 * is put back, or away where there was none. */
static const char *second_target;

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
    if (second_target && !strcmp(to, second_target)) {
        errno = EACCES;
        return -1;
    }
    return __real_rename(from, to);
}

TEST(names_are_given_to_both_or_none)
{
    static const char old[] = OLD("b.h");
    char folder[64];
    for (int exists = 0; exists < 2; exists++) {
        enter(folder);
        if (exists)
            put_file(".", "b.h", old);
        second_target = "b.c";
        const char *said = write_pair(false, NULL, TEXT("b.c"));
        second_target = NULL;
        assert_non_null(strstr(said, strerror(EACCES)));
        assert_true(holds("b.h", exists ? old : NULL));
        assert_true(holds("b.c", NULL));
        assert_int_equal(entries(), exists);
        leave(folder);
    }
}

TEST(a_folder_is_made)
{
    char folder[64];
    enter(folder);
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    const struct source file = {"b.c", TEXT("b.c"), strlen(TEXT("b.c"))};
    const struct emission e = {1, &file, NULL};
    struct emit_place place = {.folder = "new"};
    assert_non_null(emit_write(a, &diags, &e, &place));
    assert_true(holds("new/b.c", TEXT("b.c")));
    place.folder = "neither/nor";
    assert_null(emit_write(a, &diags, &e, &place));
    assert_non_null(strstr(diags.items[0].message, strerror(ENOENT)));
    arena_free(a);
    leave(folder);
}
