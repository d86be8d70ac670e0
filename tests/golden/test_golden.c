/* SPDX-License-Identifier: MIT
 *
 * A spec byte by byte against the files beside this one, after every stage:
 * one with a torque that depends on the time, an input and a method that
 * solves.  Of another text in C what controls adaptive steps.  Of every spec in
 * many variants, and of all files of some, a digest of the text, so that it is
 * the same whatever compiler built the program.  POL_UPDATE=1 rewrites the
 * files.
 */
#include "expected.h"

#include <ctype.h>

#include "include/polhode.h"
#include "test_arena.h"

struct subject {
    const char *spec, *method;
    const char *with; /* these files, too; or NULL */
    unsigned without;
    double tolerance;
};

static const struct subject WHOLE = {"specs/kicked", "liemid_e1(map = cay)",
                                     NULL,
                                     POL_INTERP | POL_ACCESS | POL_STEPPER, 0};
static const struct subject DIGESTED[] = {
    {"specs/free_body", "rkmk(bogacki_shampine32, map = cay)", NULL, 0, 1e-8},
    {"tests/golden/spun", NULL, NULL, 0, 0},
    {"specs/heavy_top", "magnus(kutta4)", "main,python,batch,dossier", 0, 0},
    {"specs/satellite", "imidm", "batch", 0, 0},
    {"specs/thruster", "rkmk(bogacki_shampine32)", "main,python,batch,dossier",
     0, 0},
    {"specs/cubesat_wheels", "magnus(verner87e)", "main,python,batch,dossier",
     0, 0},
    {"specs/thrown", "taylor(12)", "batch,dossier", 0, 1e-8},
};
enum { DIGESTED_COUNT = sizeof DIGESTED / sizeof *DIGESTED };

static void append(void *to, const char *text, size_t length)
{
    text_add(to, text, length);
}

/* What changes with every version and every file that was used, as a star
 * wherever it stands. */
static char *masked(const char *text, size_t length)
{
    static const char *const before[] = {"(content ", "made by polhode "};
    char *copy = malloc(length + 1), mark[40];
    assert_non_null(copy);
    memcpy(copy, text, length + 1);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        char *at = strstr(copy, before[i]);
        assert_non_null(at);
        at += strlen(before[i]);
        const size_t n = strspn(at, "0123456789abcdef.");
        assert_true(n > 0 && n < sizeof mark);
        memcpy(mark, at, n);
        mark[n] = '\0';
        for (; (at = strstr(at, mark)); at++) {
            *at = '*';
            memmove(at + 1, at + n, strlen(at + n) + 1);
        }
    }
    return copy;
}

ARENA_AROUND_EACH()

static int mismatches;

static void compare(const char *name, const char *now)
{
    mismatches += !*now || !expected_matches(POL_TESTS_DIR "/golden", name, now);
}

static void compare_emitted(void *to, const char *name, const char *text,
                            size_t length)
{
    char *now = masked(text, length);
    ++*(int *)to;
    compare(name, now);
    free(now);
}

static pol_job *open_subject(const struct subject *s)
{
    char path[300];
    pol_options o = pol_default_options();
    o.method = s->method;
    o.with = s->with;
    o.without = s->without;
    o.tolerance = s->tolerance;
    snprintf(path, sizeof path, POL_ROOT_DIR "/%s.pol", s->spec);
    pol_job *job = pol_open(&o);
    assert_non_null(job);
    assert_int_equal(pol_read(job, path), POL_OK);
    return job;
}

/* Fowler, Noll, Vo's hash. */
static const unsigned NO_TEXT = 2166136261u;

static unsigned hashed(unsigned hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash;
}

/* Keeps this number of lines, and a digest replaces the rest. */
static void shorten(char *rest, int lines)
{
    for (; lines > 0 && *rest; lines--)
        rest += strcspn(rest, "\n") + 1;
    if (*rest)
        sprintf(rest, "... %08x\n", hashed(NO_TEXT, rest));
}

static void compare_stages(const char *spec, pol_job *job)
{
    static const struct {
        pol_stage stage;
        const char *ending;
        int lines;
    } stages[] = {{POL_SHOW_AST, "ast", 60},
                  {POL_SHOW_MODEL, "model", 60},
                  {POL_SHOW_STEP, "step", 20}, /* then there are nodes */
                  {POL_SHOW_PROGRAM, "program", 60},
                  {POL_SHOW_PASSES, "passes", 60}};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        char name[100];
        struct text now = text_new(arena);
        snprintf(name, sizeof name, "%s.%s", spec, stages[i].ending);
        assert_int_equal(pol_show(job, stages[i].stage, append, &now), POL_OK);
        shorten(now.chars, stages[i].lines);
        compare(name, now.chars);
    }
}

TEST(every_stage_gives_what_it_gave)
{
    int files = 0;
    pol_job *job = open_subject(&WHOLE);
    mismatches = 0;
    compare_stages("kicked", job);
    assert_int_equal(pol_emit(job, "c99", compare_emitted, &files), POL_OK);
    assert_int_equal(files, 2);
    pol_close(job);
    assert_int_equal(mismatches, 0);
}

static void append_file(void *to, const char *name, const char *text,
                        size_t length)
{
    (void)name;
    append(to, text, length);
}

TEST(control_of_adaptive_steps_is_what_it_was)
{
    struct text all = text_new(arena);
    pol_job *job = open_subject(&DIGESTED[0]);
    assert_int_equal(pol_emit(job, "c99", append_file, &all), POL_OK);
    pol_close(job);
    char *begin = strstr(all.chars, "/* The largest square of an error");
    char *end = begin ? strstr(begin, "\n/* --- ") : NULL;
    assert_non_null(end);
    *end = '\0';
    assert_true(expected_matches(POL_TESTS_DIR "/golden", "advance.txt", begin));
}

/* Locals that the text declares with a value, and those of them that say
 * nothing: t1, k2. */
struct locals {
    int all, nameless;
};

static void count_locals(const char *line, struct locals *out)
{
    const char *end = line + strcspn(line, "\n");
    for (const char *sign = line; (sign = strstr(sign, " = ")) && sign < end;
         sign++) {
        const char *name = sign;
        while (name > line &&
               (isalnum((unsigned char)name[-1]) || name[-1] == '_'))
            name--;
        bool numbered =
            (*name == 't' || *name == 'k') && sign > name + 1 &&
            strspn(name + 1, "0123456789") == (size_t)(sign - name - 1);
        out->all++;
        out->nameless += numbered;
    }
}

static void check_locals(void *to, const char *name, const char *text,
                           size_t length)
{
    struct locals n = {0};
    (void)to;
    (void)length;
    for (const char *line = text; *line; line += strspn(line, "\n")) {
        if (strncmp(line + strspn(line, " "), "const ", 6) == 0)
            count_locals(line, &n);
        line += strcspn(line, "\n");
    }
    if (!strstr(name, ".c"))
        return;
    print_message("%s: %d of %d without a name\n", name, n.nameless, n.all);
    assert_in_range(n.all, 30, 100000);
    assert_true(4 * n.nameless <= n.all);
}

TEST(three_quarters_of_the_locals_have_names)
{
    static const struct subject subjects[] = {
        {"specs/kicked", "imidm", NULL, 0, 0},
        {"specs/fast_top", "rkmk(kutta4, form = rate)", NULL, 0, 0},
        {"specs/thruster", "rkmk(bogacki_shampine32)", NULL, 0, 0},
        {"specs/cubesat", NULL, NULL, 0, 0}, /* adaptive, by its own method */
    };
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        pol_job *job = open_subject(&subjects[i]);
        assert_int_equal(pol_emit(job, "c99", check_locals, NULL), POL_OK);
        pol_close(job);
    }
}

/* "minus_h*-(x + y)", "-2.0*-x": how often two signs of the text cancel. */
static int vain_signs(const char *text)
{
    int found = 0;
    for (const char *at = text; (at = strstr(at, "*-")); at++) {
        const char *factor = at;
        while (factor > text &&
               (isalnum((unsigned char)factor[-1]) || strchr("_.", factor[-1])))
            factor--;
        found += factor < at && (strncmp(factor, "minus_", 6) == 0 ||
                                 (factor > text && factor[-1] == '-'));
    }
    return found;
}

static void digest(void *to, const char *name, const char *text, size_t length)
{
    unsigned *hash = to;
    char *same = masked(text, length);
    (void)name;
    assert_int_equal(vain_signs(same), 0);
    *hash = hashed(*hash, same);
    free(same);
}

/* Adds all files to a digest. */
static void digest_job(unsigned *hash, pol_job *job)
{
    assert_int_equal(pol_emit(job, "c99", digest, hash), POL_OK);
    pol_close(job);
}

enum { METHODS = 4 };
static const char *const METHOD[METHODS] = {
    "rkmk(kutta4)", "rkmk(kutta4, form = rate)", "imidm",
    "rkmk(heun3, form = rate, dexpinv = exact)"};

/* By a method, with both maps, the attitude a quaternion, then a matrix. */
static unsigned digest_of_variants(const char *spec, int method)
{
    char path[300];
    unsigned hash = NO_TEXT;
    for (int variant = 0; variant < 4; variant++) {
        pol_options o = pol_default_options();
        o.method = METHOD[method];
        if (variant == 3 && method == 3 && strcmp(spec, "thrown.pol") == 0)
            o.method = "rkmk(cooper_verner8)"; /* interpolates by rates */
        o.map = variant % 2 ? "cay" : "exp";
        o.attitude = variant / 2 ? "matrix" : "quaternion";
        o.fixed = 1; /* not all methods tell their error */
        snprintf(path, sizeof path, POL_ROOT_DIR "/specs/%.100s", spec);
        pol_job *job = pol_open(&o);
        assert_non_null(job);
        assert_int_equal(pol_read(job, path), POL_OK);
        digest_job(&hash, job);
    }
    return hash;
}

/* Of each spec a row with a digest for each method; then those of all files. */
TEST(every_build_gives_the_same_text)
{
    static spec_name name[SPECS_MOST];
    struct text all = text_new(arena);
    int specs = specs_list(POL_ROOT_DIR "/specs", ".pol", name);
    mismatches = 0;
    for (int i = 0; i < specs; i++) {
        for (int k = 0; k < METHODS; k++)
            text_print(&all, "%08x  ", digest_of_variants(name[i], k));
        text_print(&all, "%s\n", name[i]);
    }
    for (int i = 0; i < DIGESTED_COUNT; i++) {
        unsigned hash = NO_TEXT;
        digest_job(&hash, open_subject(&DIGESTED[i]));
        text_print(&all, "%08x  %s, %s\n", hash, DIGESTED[i].spec,
                   DIGESTED[i].with ? DIGESTED[i].with : "all");
    }
    compare("digests", all.chars);
    assert_int_equal(mismatches, 0);
}
