/* SPDX-License-Identifier: MIT
 *
 * Memory that runs out at any moment: the job ends with POL_NO_MEMORY, leaks
 * nothing (the address sanitizer watches), and another job works after it.
 * Only in the hostile build.
 */
#include "effort.h"
#include "load.h"
#include "sampled.h"

#include <limits.h>

#include "hostile.h"
#include "job.h"
#include "num/number.h"
#include "report/report.h"

/* What is done with a spec, or without regard to it. */
struct walk {
    const char *spec, *method;
    pol_status (*work)(pol_job *);
    long fine;  /* so many allocations are tried for each e-fold of them */
    long spare; /* a run may need so many more or less: Lua seeds its hashes by
                 * address */
};

/* The work with the allocation `at` and all later ones failing. */
static pol_status failing_at(long at, const struct walk *w)
{
    pol_options options = pol_default_options();
    options.method = w->method;
    hostile_at = at;
    hostile_count = 0;
    pol_job *job = pol_open(&options);
    pol_status status = job ? pol_read(job, w->spec) : POL_NO_MEMORY;
    if (status == POL_OK)
        status = w->work(job);
    hostile_at = -1;
    pol_close(job);
    mpfr_free_cache(); /* or the next run would need less */
    return status;
}

/* Half as wide, as wide, or up to half wider. */
static long drawn_step(long wide)
{
    char name[40];
    snprintf(name, sizeof name, "a step of %ld", wide);
    return wide * (50 + drawn(name, 101)) / 100;
}

static void walk(const struct walk *w)
{
    long all, failures = 0;
    assert_int_equal(failing_at(1L << 60, w), POL_OK);
    all = hostile_count;
    /* every one of the first, then ever wider steps, drawn: each commit tries
     * others */
    for (long at = 0; at < all - w->spare; at += 1 + drawn_step(at / w->fine)) {
        if (failing_at(at, w) != POL_NO_MEMORY)
            fail_msg("allocation %ld of %ld may fail unnoticed", at, all);
        failures++;
    }
    print_message("%s: %ld of %ld allocations\n", w->method, failures, all);
    assert_true(failures > 50);
    assert_int_equal(failing_at(all + w->spare, w), POL_OK);
}

/* ---- what a job does ---- */

static void ignore(void *to, const char *name, const char *text, size_t length)
{
    (void)name;
    (void)text;
    *(size_t *)to += length;
}

static pol_status emit(pol_job *job)
{
    size_t bytes = 0;
    pol_status status = pol_emit(job, "c99", ignore, &bytes);
    if (status == POL_OK)
        assert_true(bytes > 1000);
    return status;
}

static pol_status nothing(pol_job *job)
{
    (void)job;
    return POL_OK;
}

static pol_status describe_one(pol_job *job, void *argument)
{
    struct shelf *shelf = job_shelf(job);
    struct shelf_claim claim;
    (void)argument;
    return shelf_describe(&job->diags, shelf_find(shelf, SHELF_METHOD, "fe"), &claim)
               ? POL_OK
               : POL_BAD_SHELF;
}

static pol_status open_session(pol_job *job)
{
    return job_run(job, describe_one, NULL);
}

static void ignore_text(void *to, const char *text, size_t length)
{
    (void)text;
    *(size_t *)to += length;
}

static pol_status show(pol_job *job)
{
    pol_status status = POL_OK;
    size_t bytes = 0;
    for (int stage = POL_SHOW_AST; stage <= POL_SHOW_PASSES; stage++)
        if (status == POL_OK)
            status = pol_show(job, (pol_stage)stage, ignore_text, &bytes);
    return status;
}

static pol_status compile(pol_job *job)
{
    pol_image *image = NULL;
    pol_status status = pol_load(job, POL_TCC, &image);
    pol_unload(image);
    return status;
}

/* As `polhode list` does, but of tableaus only the families. */
static pol_status describe(pol_job *job, void *argument)
{
    struct shelf *shelf = job_shelf(job);
    (void)argument;
    for (int k = 0; k < SHELF_KINDS; k++) {
        enum shelf_kind kind = (enum shelf_kind)k;
        for (int i = 0; i < shelf_count(shelf, kind); i++) {
            const struct shelf_file *f = shelf_at(shelf, kind, i);
            struct shelf_claim claim;
            if (f->is_lua && !shelf_describe(&job->diags, f, &claim))
                return POL_BAD_SHELF;
        }
    }
    return POL_OK;
}

static pol_status list(pol_job *job)
{
    return job_run(job, describe, NULL);
}

/* All that is told of a tableau, and of one that is near; its text stands in
 * the method's place. */
static pol_status report(pol_job *job, void *argument)
{
    const char *tableau = job->options.method;
    struct source source = {"t.pol", tableau, strlen(tableau)};
    syntax file = lang_parse(job->names, &job->diags, &source);
    const struct tableau *t = tableau_build(&job->diags, file->child[0]);
    struct analysis a = tableau_analyse(job->arena, t);
    size_t n = (size_t)t->stages, entries = (size_t)tableau_entries(t);
    num *entry = arena_array(job->arena, entries, sizeof *entry);
    memcpy(entry, t->a, entries * sizeof *entry);
    memcpy(entry + tableau_written_c(t), t->b, n * sizeof *entry);
    struct tableau other = tableau_changed(t, entry);
    const struct tableau *all[] = {&other};
    const struct catalogue known = {1, all};
    struct report_catalogue c = report_catalogue_of(job->arena, &known, &a);
    struct report report = {&a, report_rotations_of(&a), &c};
    struct text out = text_new(job->arena);
    (void)argument;
    report_write(&job->diags, &report, "text", &out);
    report_write(&job->diags, &report, "json", &out);
    assert_true(out.length > 1000);
    return POL_OK;
}

static pol_status analyse(pol_job *job)
{
    return job_run(job, report, NULL);
}

static const struct walk walks[] = {
    {SPEC("kicked"), "rkmk(midpoint2)", emit, 20, 50},
    {SPEC("fast_top"), "imidm", emit, 20, 50},
    /* a root is found in an arena of its own, inside that of the job */
    {SPEC("free_body"), "rkmk(kvaerno32)", emit, 20, 50},
    /* a job is opened and reads a small body: each allocation */
    {SPEC("fast_top"), "none", nothing, LONG_MAX, 0},
    /* a file of the shelf runs in a session of Lua */
    {SPEC("free_body"), "none", open_session, LONG_MAX, 50},
    {SPEC("free_body"), "semi_euler", show, 12, 50},
    {SPEC("free_body"), "semi_euler", compile, 20, 50},
    {SPEC("free_body"), "none", list, 20, 50},
    {SPEC("free_body"), "tableau e { 0 :\n 1 : 1\n b : 1/2, 1/2\n bhat : 1, 0\n}", analyse, 10, 50},
    {SPEC("free_body"),
     "tableau g { 1/2 - sqrt(3)/6 : 1/4, 1/4 - sqrt(3)/6\n"
     " 1/2 + sqrt(3)/6 : 1/4 + sqrt(3)/6, 1/4\n b : 1/2, 1/2\n}",
     analyse, 10, 50},
    {SPEC("free_body"), "tableau m order 2 { 0 :\n 2/3 : 2/3\n b : 1/4, 2/3\n}", analyse, 10, 50},
    {SPEC("free_body"), "tableau r { 0 :\n 2/3 : 0.6666666666666667\n b : 0.25, 0.75\n}", analyse,
     10, 50},
};

TEST(a_job_ends_without_memory)
{
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++)
        walk(&walks[i]);
}

/* ---- every place that asks for memory ---- */

static void *place[1000], *wanted;
static int places;

/* Notes each place; the wanted one gets nothing, and nobody after it. */
static void meet_place(long number)
{
    if (wanted) {
        if (effort.place == wanted && number < hostile_at)
            hostile_at = number;
        return;
    }
    for (int i = 0; i < places; i++)
        if (place[i] == effort.place)
            return;
    assert_true(places < 1000);
    place[places++] = effort.place;
}

/* From the text to the code. */
TEST(each_place_that_asks_for_memory)
{
    const struct walk w = {SPEC("free_body"), "imidm", emit, 0, 0};
    places = 0;
    wanted = NULL;
    hostile_told = meet_place;
    assert_int_equal(failing_at(1L << 60, &w), POL_OK);
    for (int i = 0; i < places; i++) {
        wanted = place[i];
        if (failing_at(1L << 60, &w) != POL_NO_MEMORY)
            fail_msg("memory for %p may fail unnoticed", wanted);
    }
    hostile_told = NULL;
    print_message("%d places\n", places);
    assert_true(places > 100);
}
