/* SPDX-License-Identifier: MIT
 *
 * Memory that runs out at any moment: the job ends with POL_NO_MEMORY, leaks
 * nothing (the address sanitizer watches), and another job works after it.
 * Only in the hostile build.
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/hostile.h"
#include "base/name.h"
#include "base/text.h"
#include "include/polhode.h"
#include "tableau/report.h"

static void ignore(void *to, const char *name, const char *text, size_t length)
{
    (void)name;
    (void)text;
    *(size_t *)to += length;
}

/* Emits a spec with the allocation `at` and all later ones failing. */
static pol_status emit_failing_at(long at, const char *spec, const char *method)
{
    size_t bytes = 0;
    pol_options options = pol_default_options();
    options.method = method;
    hostile_at = at;
    hostile_count = 0;
    pol_job *job = pol_open(&options);
    pol_status status = job ? pol_read(job, spec) : POL_NO_MEMORY;
    if (status == POL_OK)
        status = pol_emit(job, "c99", ignore, &bytes);
    hostile_at = -1;
    pol_close(job);
    if (status == POL_OK)
        assert_true(bytes > 1000);
    return status;
}

static void walk(const char *spec, const char *method)
{
    /* Lua seeds its hashes by address: a run may need a few more or less */
    const long spare = 50;
    long all, failures = 0;
    assert_int_equal(emit_failing_at(1L << 60, spec, method), POL_OK);
    all = hostile_count;
    print_message("%s: %ld allocations\n", method, all);
    assert_true(all > 100);
    /* every one of the first, then ever wider but never regular steps */
    for (long at = 0; at < all - spare; at += 1 + at / 40) {
        if (emit_failing_at(at, spec, method) != POL_NO_MEMORY)
            fail_msg("allocation %ld of %ld may fail unnoticed", at, all);
        failures++;
    }
    assert_true(failures > 100);
    assert_int_equal(emit_failing_at(all + spare, spec, method), POL_OK);
}

static void explicit_method_without_memory(void **state)
{
    (void)state;
    walk(POL_ROOT_DIR "/specs/kicked.pol", "rkmk(midpoint2)");
}

static void implicit_method_without_memory(void **state)
{
    (void)state;
    walk(POL_ROOT_DIR "/specs/fast_top.pol", "imidm");
}

/* A tableau is computed by a session of Lua inside that of the method. */
static void family_of_tableaus_without_memory(void **state)
{
    (void)state;
    walk(POL_ROOT_DIR "/specs/free_body.pol", "rkmk(lobatto_iiics(2))");
}

/* ---- the analyser, without a job ---- */

static void give_up(void *context)
{
    longjmp(*(jmp_buf *)context, 1);
}

static size_t analyse(struct arena *arena, const char *text)
{
    struct diags diags = diags_new(arena);
    struct source source = {"t.pol", text, strlen(text)};
    const struct ast *file =
        lang_parse(arena, names_new(arena), &diags, &source);
    const struct tableau *t =
        tableau_build(arena, &diags, pool_new(arena), file->child[0]);
    struct analysis a = tableau_analyse(arena, t);
    struct tableau other = *t;
    const struct tableau *all[] = {&other};
    other.c = t->b;
    const struct catalogue *known = catalogue_new(arena, 1, all);
    struct report_catalogue c = report_catalogue_of(arena, known, &a);
    struct report report = {&a, report_rotations_of(&a), &c};
    struct text out = text_new(arena);
    report_text(arena, &report, &out);
    report_json(arena, &report, &out);
    return out.length;
}

/* Has it ended, with the allocation `at` and all later ones failing? */
static bool analyse_failing_at(long at, const char *text)
{
    jmp_buf no_memory;
    volatile bool ended = false;
    hostile_at = at;
    hostile_count = 0;
    struct arena *volatile arena = arena_new(give_up, &no_memory);
    if (arena && !setjmp(no_memory))
        ended = analyse(arena, text) > 1000;
    hostile_at = -1;
    if (arena)
        arena_free(arena);
    number_forget();
    return ended;
}

static void walk_analysis(const char *text)
{
    assert_true(analyse_failing_at(1L << 60, text));
    long all = hostile_count, failures = 0;
    for (long at = 0; at < all; at += 1 + at / 10, failures++)
        if (analyse_failing_at(at, text))
            fail_msg("allocation %ld of %ld may fail unnoticed", at, all);
    print_message("%ld of %ld allocations\n", failures, all);
    assert_true(failures > 30);
}

static void the_analyser_without_memory(void **state)
{
    (void)state;
    walk_analysis("tableau e { 0 :\n 1 : 1\n b : 1/2, 1/2\n bhat : 1, 0\n}");
    walk_analysis("tableau g { 1/2 - sqrt(3)/6 : 1/4, 1/4 - sqrt(3)/6\n"
                  " 1/2 + sqrt(3)/6 : 1/4 + sqrt(3)/6, 1/4\n b : 1/2, 1/2\n}");
    walk_analysis("tableau m order 2 { 0 :\n 2/3 : 2/3\n b : 1/4, 2/3\n}");
    walk_analysis("tableau r { 0 :\n 2/3 : 0.6666666666666667\n"
                  " b : 0.25, 0.75\n}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explicit_method_without_memory),
        cmocka_unit_test(implicit_method_without_memory),
        cmocka_unit_test(family_of_tableaus_without_memory),
        cmocka_unit_test(the_analyser_without_memory),
    };
    return run_group(tests);
}
