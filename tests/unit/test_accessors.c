/* SPDX-License-Identifier: MIT
 *
 * `show`: which conversions of the attitude a stepper has, what they compute,
 * and what their functions are called.
 */
#define _POSIX_C_SOURCE 200809L

#include "stepping.h"

#include <ctype.h>
#include <strings.h>

#include "emitted.h"
#include "load.h"
#include "shelf/dropped.h"

#define BODY "body top\ninertia diag(1, 2, 2.5)\n"

/* ---- which there are ---- */

static void expect_shown(const struct step *s, int i, const char *name,
                         const char *call, bool asked)
{
    assert_true(i < s->recipe->shows);
    assert_string_equal(s->offer.shown[i].as->name, name);
    assert_string_equal(s->offer.shown[i].as->call, call);
    assert_int_equal(s->offer.shown[i].as->asked, asked);
    assert_string_equal(s->offer.shown[i].get.name, name);
    assert_int_equal(s->offer.shown[i].set.outputs, 1);
}

TEST(the_quaternion_is_always_there)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, BODY, NULL, "matrix", NULL);
    assert_int_equal(s.step->recipe->shows, 1);
    expect_shown(s.step, 0, "quaternion", "quaternion", false);
    assert_string_equal(s.step->offer.shown[0].numbers.name, "q");
    assert_int_equal(s.step->offer.shown[0].numbers.n, 4);
    assert_true(s.step->offer.shown[0].restores);
    arena_free(s.arena);
}

TEST(what_is_shown_keeps_the_order_of_the_spec)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s,
                  BODY "show matrix show quaternion\n"
                       "show QUATERNION( none )",
                  NULL, NULL, NULL);
    assert_int_equal(s.step->recipe->shows, 3);
    expect_shown(s.step, 0, "matrix", "matrix", true);
    expect_shown(s.step, 1, "quaternion", "quaternion", true);
    expect_shown(s.step, 2, "quaternion_none", "quaternion(none)", true);
    assert_false(s.step->offer.shown[0].restores);
    assert_true(s.step->offer.shown[1].restores);
    assert_false(s.step->offer.shown[2].restores);
    struct text t = text_new(s.arena);
    model_show(s.model, &t);
    assert_non_null(strstr(text_chars(&t), "\nshow matrix\nshow quaternion\n"
                                           "show QUATERNION(none)\n"));
    arena_free(s.arena);

    s = stepping_new(NULL, 0);
    stepping_must(&s, BODY "show quaternion(renormalise = first) show matrix",
                  NULL, NULL, NULL);
    assert_int_equal(s.step->recipe->shows, 2);
    expect_shown(s.step, 0, "quaternion", "quaternion(renormalise = first)",
                 true);
    arena_free(s.arena);
}

/* ---- what they compute ---- */

/* (1, 2, 3, 4)/sqrt(30) as a matrix. */
static const double turn[9] = {-2. / 3, 2. / 15, 11. / 15, 2. / 3, -1. / 3,
                               2. / 3,  1. / 3,  14. / 15, 2. / 15};

/* The matrix of the state that `set` makes of the numbers. */
static void set_to(struct stepping *s, int i, const double *numbers, double *R)
{
    double x[12] = {0};
    const struct shown *a = &s->step->offer.shown[i];
    stepping_observe(s, &a->set, x, 0, a->numbers.n, a->numbers.symbol, numbers,
                     x);
    stepping_observe(s, &s->step->offer.rotation, x, 0, 0, NULL, NULL, R);
}

static void conversions_are_right(const char *stored)
{
    struct stepping s = stepping_new(NULL, 0);
    static const double q[4] = {1, 2, 3, 4};
    double x[12] = {0}, R[9], p[4];
    stepping_must(&s, BODY "show matrix", NULL, stored, NULL);
    set_to(&s, 0, q, R); /* of any length */
    for (int i = 0; i < 9; i++)
        assert_close(R[i], turn[i], 1e-15);
    set_to(&s, 1, turn, R);
    for (int i = 0; i < 9; i++)
        assert_close(R[i], turn[i], 1e-15);
    stepping_observe(&s, &s.step->offer.set_rotation, x, 0, 9, s.model->R.x,
                     turn, x);
    stepping_observe(&s, &s.step->offer.shown[0].get, x, 0, 0, NULL, NULL, p);
    for (int i = 0; i < 4; i++)
        assert_close(p[i], q[i] / sqrt(30), 1e-15);
    arena_free(s.arena);
}

TEST(conversions_go_both_ways)
{
    conversions_are_right("matrix");
    conversions_are_right("quaternion");
}

/* Whoever stores a quaternion gets the one that is stored. */
TEST(a_stored_quaternion_keeps_its_sign)
{
    struct stepping s = stepping_new(NULL, 0);
    static const double q[4] = {-0.5, 0.5, 0.5, -0.5};
    double x[12] = {0}, p[4];
    stepping_must(&s, BODY, NULL, "quaternion(renormalise = first)", NULL);
    const struct shown *a = &s.step->offer.shown[0];
    stepping_observe(&s, &a->set, x, 0, 4, a->numbers.symbol, q, x);
    stepping_observe(&s, &a->get, x, 0, 0, NULL, NULL, p);
    assert_memory_equal(p, q, sizeof q);
    arena_free(s.arena);
}

/* ---- what they are called ---- */

/* The messages about a spec with this attitude on the shelf, or "". */
static const char *messages(struct stepping *s, struct dropped *d,
                            const char *spec)
{
    const char *folder = d->folder;
    *s = stepping_new(&folder, 1);
    stepping_model(s, spec);
    stepping_derive(s, NULL, NULL, NULL);
    return stepping_messages(s);
}

/* An attitude in a file of this name would have functions that are there
 * already.  In capitals, for it may be a word of the language. */
static void expect_taken(const char *word)
{
    char file[100], spec[200];
    struct dropped d = drop_begin();
    struct stepping s;
    snprintf(file, sizeof file, "%s.lua", word);
    snprintf(spec, sizeof spec, BODY "show %c%s\n",
             toupper((unsigned char)word[0]), word + 1);
    drop_changed(&d, "attitudes", "matrix.lua", file, "linear", "linear");
    const char *got = messages(&s, &d, spec);
    if (!strstr(got, "error: the emitted code has another 'top_"))
        fail_msg("'%s' may be shown: %s", word, got);
    arena_free(s.arena);
    drop_end(&d);
}

/* Is it met for the first time? */
static bool is_new(const char *word)
{
    static char met[500][80];
    static int n;
    for (int i = 0; i < n; i++)
        if (!strcmp(met[i], word))
            return false;
    assert_true(n < 500);
    snprintf(met[n++], sizeof *met, "%s", word);
    return true;
}

/* What follows "BODY_", in letters of either case, at the start of a word. */
static int expect_words_taken(const char *text, const char *body)
{
    size_t n = strlen(body);
    int count = 0;
    for (const char *c = text; *c; c++) {
        bool starts =
            c == text || !(isalnum((unsigned char)c[-1]) || c[-1] == '_');
        if (!starts || strncasecmp(c, body, n) || c[n] != '_')
            continue;
        char word[80];
        int k = 0;
        for (c += n + 1; isalnum((unsigned char)*c) || *c == '_'; c++)
            word[k++] = *c;
        word[k] = '\0';
        c--; /* it may be the last of the text */
        const char *last = strrchr(word, '_'); /* a checksum: see step.h.tpl */
        if (last && strspn(last + 1, "0123456789abcdef") == 8)
            continue;
        if (!strstr(word, "quaternion")) {
            if (is_new(word))
                expect_taken(word);
            count++;
        }
    }
    return count;
}

static int expect_all_taken(const char *spec, const char *method)
{
    pol_options o = pol_default_options();
    o.method = method;
    struct emitted_files f = emit_spec(spec, &o);
    int count = 0;
    for (char *line = strtok(f.code, "\n"); line; line = strtok(NULL, "\n"))
        if (line[0] != ' ' && /* where functions, types and macros begin */
            !strstr(line, "static const double "))
            count += expect_words_taken(line, f.body);
    for (char *line = strtok(f.header, "\n"); line; line = strtok(NULL, "\n"))
        if (line[0] == '#' || line[0] == '}')
            count += expect_words_taken(line, f.body);
    free_files(&f);
    return count;
}

TEST(no_function_of_the_emitted_code_is_made_twice)
{
    assert_in_range(expect_all_taken("kicked", NULL), 30, 1000);
    assert_in_range(expect_all_taken("free_body", "frb_exact"), 30, 1000);
    assert_in_range(expect_all_taken("free_body", "rkmk(kutta4)"), 30, 1000);
    expect_taken("c0123");
    expect_taken("c012345");
    expect_taken("jacobi_pi");
}

TEST(functions_of_two_are_kept_apart)
{
    struct stepping s;
    struct dropped d = drop_begin();
    drop_changed(&d, "attitudes", "matrix.lua", "set_matrix.lua", "linear",
                 "linear");
    assert_non_null(strstr(
        messages(&s, &d, BODY "show matrix show set_matrix"),
        "functions for 'matrix' and for 'set_matrix' would have one name"));
    arena_free(s.arena);
    assert_non_null(strstr(
        messages(&s, &d, BODY "show set_matrix show matrix"),
        "functions for 'set_matrix' and for 'matrix' would have one name"));
    arena_free(s.arena);
    assert_string_equal(messages(&s, &d, BODY "show set_matrix"), "");
    arena_free(s.arena);
    drop_end(&d);
}

/* ---- what their arguments are called ---- */

/* The header and code of a body that shows four numbers called `name`. */
static void compile_argument(const char *body, const char *name)
{
    char store[60], spec[200];
    struct dropped d = drop_begin();
    const char *folder = d.folder;
    pol_options o = pol_default_options();
    o.shelf = &folder;
    o.shelves = 1;
    snprintf(store, sizeof store, "name = \"%s\"", name);
    drop_changed(&d, "attitudes", "quaternion.lua", "four.lua", "name = \"q\"",
                 store);
    snprintf(spec, sizeof spec,
             "body %s\ninertia diag(1, 2, 2.5)\nshow four(each)\n", body);
    for (int stored = 0; stored < 2; stored++) {
        pol_image *image = NULL;
        o.attitude = stored ? "matrix" : NULL;
        pol_job *job = pol_open(&o);
        pol_status status = pol_read_text(job, "a.pol", spec, strlen(spec));
        if (status == POL_OK)
            status = pol_load(job, POL_TCC, &image);
        print_diags(job);
        if (status != POL_OK)
            fail_msg("%s with an argument %s", body, name);
        pol_unload(image);
        pol_close(job);
    }
    drop_end(&d);
}

TEST(arguments_may_have_any_name)
{
    static const char *const names[] = {"x",  "double", "R",  "L", "q0",
                                        "t1", "top",    "pi", "k1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compile_argument("top", names[i]);
    compile_argument("q", "q");
    compile_argument("q", "q_");
}
