/* SPDX-License-Identifier: MIT
 *
 * The file of a sweep: what is there already, files that are not its own, what
 * a writer leaves that was ended, shares that are taken.
 */
#include "compilers.h"

#include <sys/stat.h>

#include "sweep/record.h"
#include "test_arena.h"

#define JSON "{\n\"polhode\": \"1\",\n\"spec\": \"body top\",\n\"seed\": 7\n}\n"

static const struct record_column columns[] = {
    {"mgl", "N m", 1, false}, {"w", "rad/s", 3, false}, {"R", "", 9, true}};

static struct record_demand demand(void)
{
    return (struct record_demand){.path = "cases.npy",
                                  .json = JSON,
                                  .layout = {columns, 3, 5, 0},
                                  .shards = 1,
                                  .resume = true};
}

static char folder[64];

static int enter(void **state)
{
    (void)state;
    open_folder(folder);
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

AROUND_EACH(enter, leave)

TEST(other_files_are_refused)
{
    static const char other[] =
        "cases.npy is not the file of this sweep, or lacks its .json: remove "
        "it, or give another name";
    struct record_demand d = demand();
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
    d.resume = false;
    check_refused(&d, "cases.json exists already: continue it by --resume, "
                      "remove it, or give another name");
    d.resume = true;
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
    struct record_demand d = demand();
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
    assert_int_equal(access("cases.json", F_OK), 0);
    free(whole);
}

TEST(a_share_is_worked_on_once)
{
    static const char busy[] = "another process works on cases.npy";
    static const char share[] = "another process works on this share of cases.npy";
    struct record_demand d = demand();
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
