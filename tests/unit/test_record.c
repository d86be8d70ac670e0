/* SPDX-License-Identifier: MIT
 *
 * The file of a sweep: the bytes that numpy reads, what is gone on with and
 * what is refused, writers that are killed, processes that come at once, disks
 * that are too small.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "compilers.h"
#include "random.h"
#include "sweep/record.h"
#include "test_arena.h"

enum { MANY = 8 };

#define JSON "{\n\"polhode\": \"1\",\n\"spec\": \"body top\",\n\"seed\": 7\n}\n"

static const struct record_column columns[] = {
    {"mgl", "N m", 1}, {"w", "rad/s", 3}, {"R", "", 9}};

static struct record_demand demand(uint64_t cases)
{
    return (struct record_demand){.path = "cases.npy",
                                  .json = JSON,
                                  .layout = {columns, 3, cases, 0},
                                  .shards = 1};
}

static struct record_demand resumed(uint64_t cases)
{
    struct record_demand d = demand(cases);
    d.resume = true;
    return d;
}

static char folder[64];

static int enter(void **state)
{
    open_folder(folder);
    *state = folder;
    return chdir(folder);
}

static int leave(void **state)
{
    (void)state;
    remove_folder(folder);
    return chdir("/");
}

static void put(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* All bytes of a file, to be freed. */
static char *get(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(1, *length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    fclose(file);
    return bytes;
}

static bool is_there(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0;
}

static int entries(void)
{
    return system("exit $(ls -A | wc -l)") >> 8;
}

/* What is said; "": it is open. */
static const char *opens(const struct record_demand *d, struct record_file *f)
{
    static char said[300];
    struct arena *arena = test_arena();
    const char *why = record_open(arena, d, f);
    snprintf(said, sizeof said, "%s", why ? why : "");
    assert_true((f->file < 0) == (why != NULL));
    f->path = d->path;
    arena_free(arena);
    return said;
}

static void check_refused(const struct record_demand *d, const char *why)
{
    struct record_file f;
    const int before = entries();
    assert_string_equal(opens(d, &f), why);
    assert_int_equal(entries(), before);
}

static void check_open(const struct record_demand *d, struct record_file *f)
{
    assert_string_equal(opens(d, f), "");
}

/* The bytes of case k: any numbers of it alone. */
static void fill(const struct record_file *f, uint64_t first, size_t count,
                 char *to)
{
    for (size_t i = 0; i < count; i++, to += f->size) {
        struct random r = random_new(first + i + 1);
        for (size_t n = 0; n < f->numbers; n++) {
            const double x = random_between(&r, -1, 1);
            memcpy(to + n * sizeof x, &x, sizeof x);
        }
        memset(to + f->numbers * sizeof(double), 0, 4); /* the checksum */
        to[f->size - 1] = RECORD_DONE;
    }
}

/* ---- bytes ---- */

/* As numpy.save writes it, from `magic` on; blanks to a multiple of 64. */
static void check_header(const struct record_demand *d, const char *magic,
                         size_t head, const char *dict)
{
    struct record_file f;
    size_t length;
    check_open(d, &f);
    assert_true(record_close(&f));
    char *bytes = get(d->path, &length);
    assert_int_equal(length, f.begin + f.cases * f.size);
    assert_int_equal(f.begin % 64, 0);
    assert_memory_equal(bytes, magic, 8);
    size_t rest = 0;
    for (size_t i = 8; i < head; i++)
        rest |= (size_t)(unsigned char)bytes[i] << 8 * (i - 8);
    assert_int_equal(head + rest, f.begin);
    const size_t n = strlen(dict);
    assert_true(head + n < f.begin && head + n + 64 >= f.begin);
    assert_memory_equal(bytes + head, dict, n);
    for (size_t i = head + n; i < f.begin - 1; i++)
        assert_int_equal(bytes[i], ' ');
    assert_int_equal(bytes[f.begin - 1], '\n');
    for (size_t i = f.begin; i < length; i++)
        assert_int_equal(bytes[i], 0);
    free(bytes);
    remove(d->path);
    remove("cases.json");
}

AROUND_EACH(enter, leave)

TEST(headers_are_those_of_numpy)
{
    static const uint64_t sizes[] = {0, 1, 4096, 4097};
    struct record_demand d = demand(0);
    char dict[200];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        d = demand(sizes[i]);
        snprintf(dict, sizeof dict,
                 "{'descr': [('mgl', '<f8'), ('w', '<f8', (3,)), ('R', '<f8', "
                 "(3, 3)), ('check', '<u4'), ('status', '|u1')], "
                 "'fortran_order': False, "
                 "'shape': (%d,), }",
                 (int)sizes[i]);
        check_header(&d, "\x93NUMPY\x01", 10, dict);
        d.layout.columns = 0;
        snprintf(dict, sizeof dict,
                 "{'descr': [('check', '<u4'), ('status', '|u1')], "
                 "'fortran_order': False, "
                 "'shape': (%d,), }",
                 (int)sizes[i]);
        check_header(&d, "\x93NUMPY\x01", 10, dict);
    }
    d.layout = (struct record_layout){columns, 2, 5, 7};
    check_header(&d, "\x93NUMPY\x01", 10,
                 "{'descr': '<f8', 'fortran_order': False, 'shape': (5, 7, 4), "
                 "}");
    struct record_file f;
    check_open(&d, &f);
    assert_int_equal(f.size, 7 * 4 * sizeof(double));
    assert_true(record_close(&f));
}

/* What is behind ten bytes has at most 65536 - 10, the end of its line too. */
TEST(a_long_header_is_of_version_2)
{
    enum { COLUMNS = 3600 };
    struct arena *arena = test_arena();
    struct record_column *c = arena_array(arena, COLUMNS, sizeof *c);
    struct record_demand d = demand(2);
    d.layout = (struct record_layout){c, COLUMNS, 2, 0};
    for (int i = 0; i < COLUMNS; i++)
        c[i] = (struct record_column){text_format(arena, "x%04d", i), "", 1};
    for (size_t length = 65524; length < 65528; length++) {
        struct text t = text_new(arena);
        const size_t other = 89 + (COLUMNS - 1) * 18 + 13;
        c[COLUMNS - 1].name =
            text_format(arena, "%0*d", (int)(length - other), 0);
        text_put(&t, "{'descr': [");
        for (int i = 0; i < COLUMNS; i++)
            text_print(&t, "('%s', '<f8'), ", c[i].name);
        text_put(&t, "('check', '<u4'), ('status', '|u1')], 'fortran_order': "
                     "False, 'shape': "
                     "(2,), }");
        assert_int_equal(t.length, length);
        const bool is_long = length > 65525;
        check_header(&d, is_long ? "\x93NUMPY\x02" : "\x93NUMPY\x01",
                     is_long ? 12 : 10, t.chars);
    }
    arena_free(arena);
}

/* ---- again ---- */

TEST(what_is_there_is_not_written_over)
{
    struct record_demand d = demand(5);
    struct record_file f;
    check_open(&d, &f);
    assert_true(record_close(&f));
    check_refused(&d, "cases.npy exists already: continue it by --resume, "
                      "remove it, or give another name");
    remove("cases.npy");
    check_refused(&d, "cases.json exists already: continue it by --resume, "
                      "remove it, or give another name");
    d.json = NULL;
    check_open(&d, &f);
    assert_true(record_close(&f));
    check_refused(&d, "cases.npy exists already: continue it by --resume, "
                      "remove it, or give another name");
}

TEST(what_is_done_stays)
{
    struct record_demand d = resumed(5);
    struct record_file f;
    char bytes[2 * 109], there[5 * 109];
    check_open(&d, &f);
    fill(&f, 1, 2, bytes);
    assert_true(record_write(&f, 1, 2, bytes));
    assert_true(record_close(&f));
    check_open(&d, &f);
    assert_true(record_read(&f, 0, 5, there));
    assert_memory_equal(there + 109, bytes, sizeof bytes);
    assert_int_equal(record_status(&f, there, 3), RECORD_UNDONE);
    assert_true(record_close(&f));
    /* also of one that was cut off */
    assert_int_equal(truncate("cases.npy", (off_t)f.begin + 2 * 109), 0);
    check_open(&d, &f);
    assert_true(record_read(&f, 0, 5, there));
    assert_int_equal(record_status(&f, there, 0), RECORD_UNDONE);
    assert_memory_equal(there + 109, bytes, 109);
    assert_int_equal(record_status(&f, there, 2), RECORD_UNDONE);
    assert_true(record_close(&f));
}

static void check_differs(const char *there, const char *json, const char *why)
{
    struct record_demand d = resumed(5);
    char said[300];
    put("cases.json", there, strlen(there));
    d.json = json;
    snprintf(said, sizeof said, "the sweep in cases.npy is another one: %s",
             why);
    check_refused(&d, said);
    assert_false(is_there("cases.npy"));
}

TEST(another_sweep_is_refused_with_what_differs)
{
    check_differs(JSON, "{\n\"polhode\": \"2\",\n\"seed\": 8\n}\n",
                  "\"polhode\" was different");
    check_differs("{\n  \"seed\": 7,\n  \"h\": 1e-3\n}\n",
                  "{\n  \"seed\": 7,\n  \"h\": 1e-4\n}\n",
                  "\"h\" was different");
    check_differs(JSON, "{\n\"polhode\": \"1\",\n\"spec\": \"body toy\"\n}\n",
                  "\"spec\" was different");
    check_differs("", JSON, "{ was different");
}

TEST(other_files_are_refused)
{
    static const char other[] =
        "cases.npy is not the file of this sweep, or lacks its .json: remove "
        "it, or give another name";
    struct record_demand d = resumed(5);
    struct record_file f;
    size_t length;
    put("cases.npy", "any bytes", 9);
    check_refused(&d, other);
    put("cases.json", JSON, strlen(JSON));
    check_refused(&d, other);
    remove("cases.npy");
    check_open(&d, &f);
    assert_true(record_close(&f));
    d.layout.cases = 4;
    check_refused(&d, other);
    d.layout.cases = 5;
    d.layout.columns = 2;
    check_refused(&d, other);
    d.layout.columns = 3;
    char *bytes = get("cases.npy", &length);
    put("cases.npy", bytes, length + 1);
    free(bytes);
    check_refused(&d, other);
    remove("cases.npy");
    assert_int_equal(mkdir("cases.npy", 0777), 0);
    check_refused(&d, "cannot open cases.npy: Is a directory");
    d.path = "no/cases.npy";
    check_refused(&d, "cannot open no/cases.npy: No such file or directory");
    d.path = "pipe.npy";
    d.json = NULL;
    assert_int_equal(mkfifo("pipe.npy", 0666), 0);
    check_refused(&d, "cannot make pipe.npy: Illegal seek");
}

/* What a maker leaves that was ended. */
TEST(what_is_half_made_is_begun_anew)
{
    struct record_demand d = resumed(5);
    struct record_file f;
    size_t length, half;
    check_open(&d, &f);
    assert_true(record_close(&f));
    char *whole = get("cases.npy", &length);
    const size_t parts[] = {0, 1, 7, 60, f.begin - 1, f.begin, f.begin + 1};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        put("cases.npy", whole, parts[i]);
        check_open(&d, &f);
        assert_true(record_close(&f));
        char *made = get("cases.npy", &half);
        assert_int_equal(half, length);
        assert_memory_equal(made, whole, length);
        free(made);
    }
    /* without its .json it has nothing yet */
    put("cases.npy", "", 0);
    remove("cases.json");
    check_open(&d, &f);
    assert_true(record_close(&f));
    assert_true(is_there("cases.json"));
    free(whole);
}

/* ---- several ---- */

TEST(a_share_is_worked_on_once)
{
    static const char busy[] = "another process works on cases.npy";
    static const char share[] =
        "another process works on this share of cases.npy";
    struct record_demand d = resumed(5);
    struct record_file all, f[3];
    check_open(&d, &all);
    check_refused(&d, busy);
    d.shards = 3;
    for (d.shard = 0; d.shard < 3; d.shard++)
        check_refused(&d, share);
    d.shards = 0; /* another process of the same job */
    check_open(&d, &f[0]);
    assert_true(record_close(&f[0]));
    assert_true(record_close(&all));
    d.shards = 3;
    for (unsigned i = 0; i < 3; i++) {
        d.shard = i;
        check_open(&d, &f[i]);
        check_refused(&d, share);
    }
    d.shards = 1;
    d.shard = 0;
    check_refused(&d, busy);
    assert_true(record_close(&f[1]));
    check_refused(&d, busy);
    d.shards = 3;
    check_refused(&d, share);
    d.shard = 1;
    check_open(&d, &f[1]);
    for (int i = 0; i < 3; i++)
        assert_true(record_close(&f[i]));
}

/* A process of many that begin once `gate` is closed: does case i. */
static pid_t begin(struct record_demand d, unsigned i, const int gate[2])
{
    const pid_t child = fork();
    struct record_file f;
    char bytes[109];
    if (child != 0)
        return child;
    close(gate[1]);
    d.shards = d.resume ? MANY : 1;
    d.shard = d.resume ? i : 0;
    if (read(gate[0], bytes, 1) != 0 || *opens(&d, &f))
        _exit(1);
    fill(&f, i, 1, bytes);
    _exit(record_write(&f, i, 1, bytes) ? 0 : 2);
}

/* Those that begin as `d` and, where they are odd, as `e`; which have done
 * their case, a bit each. */
static unsigned begin_all(struct record_demand d, struct record_demand e)
{
    pid_t child[MANY];
    int gate[2], status;
    unsigned done = 0;
    remove("cases.npy");
    remove("cases.json");
    assert_int_equal(pipe(gate), 0);
    for (unsigned i = 0; i < MANY; i++)
        child[i] = begin(i % 2 ? e : d, i, gate);
    close(gate[0]);
    close(gate[1]);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
        done |= (status == 0 ? 1u : 0) << i;
    }
    d.resume = true;
    struct record_file f;
    char there[MANY * 109], bytes[109];
    check_open(&d, &f);
    assert_true(record_read(&f, 0, MANY, there));
    for (unsigned i = 0; i < MANY; i++) {
        fill(&f, i, 1, bytes);
        assert_int_equal(record_status(&f, there, i), done >> i & 1);
        if (done >> i & 1)
            assert_memory_equal(there + i * 109, bytes, 109);
    }
    assert_true(record_close(&f));
    assert_int_equal(entries(), 2);
    return done;
}

/* Of many that begin at once one makes it. */
TEST(many_make_it_once)
{
    struct record_demand d = resumed(MANY), e = d;
    for (int i = 0; i < SOME_OF(30); i++)
        assert_int_equal(begin_all(d, e), (1u << MANY) - 1);
    d.resume = e.resume = false; /* the others find one */
    for (int i = 0; i < SOME_OF(30); i++) {
        const unsigned done = begin_all(d, e);
        assert_true(done && (done & (done - 1)) == 0);
    }
    d.resume = e.resume = true;
    e.beside = 0x1p60; /* these remove what they made */
    for (int i = 0; i < SOME_OF(30); i++) {
        const unsigned done = begin_all(d, e);
        assert_int_equal(done & 0x55, 0x55);
    }
}

/* ---- ends ---- */

enum { KILLED = 9 * RECORD_BLOCK + 17 };

TEST(a_file_that_may_not_grow_is_told)
{
    struct record_demand d = demand(5);
    struct record_file f;
    struct rlimit all, few;
    char bytes[109];
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    few = all;
    few.rlim_cur = 500;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    check_refused(&d, "cannot make cases.npy: File too large");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    assert_int_equal(entries(), 0);
    check_open(&d, &f);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    memset(bytes, 1, sizeof bytes);
    assert_true(record_write(&f, 0, 1, bytes));
    assert_false(record_write(&f, 4, 1, bytes));
    struct arena *arena = test_arena();
    assert_string_equal(record_cannot(arena, "write", f.path),
                        "cannot write cases.npy: File too large");
    arena_free(arena);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &all), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_true(record_close(&f));
}

TEST(a_file_without_a_name_is_gone)
{
    struct record_demand d = demand(5);
    struct record_file f;
    char bytes[109], there[109];
    d.path = NULL;
    setenv("TMPDIR", *state, 1);
    check_open(&d, &f);
    assert_int_equal(entries(), 0);
    fill(&f, 3, 1, bytes);
    assert_true(record_write(&f, 3, 1, bytes));
    assert_true(record_read(&f, 3, 1, there));
    assert_memory_equal(there, bytes, sizeof bytes);
    assert_true(record_close(&f));
    setenv("TMPDIR", "/no", 1);
    check_refused(&d, "cannot open a file in /no: No such file or directory");
    unsetenv("TMPDIR");
}
