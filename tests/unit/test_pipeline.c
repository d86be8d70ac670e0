/* SPDX-License-Identifier: MIT
 *
 * The public functions: stages run what they need, jobs share nothing, faults
 * leave nothing half-made.
 */
#include "load.h"
#include "job.h"
#include "emitted.h"
#include "comma_locale.h"

#include <pthread.h>

static struct emitted_files emit(const char *spec, const char *method)
{
    pol_options o = options_by(method, NULL);
    return emit_spec(spec, &o);
}

static void assert_same(const struct emitted_files *a, const struct emitted_files *b)
{
    assert_string_equal(a->header, b->header);
    assert_string_equal(a->code, b->code);
    assert_string_equal(a->stepper, b->stepper);
}

/* The banner speaks of this body: without torque an order may be higher, and
 * what is kept then needs no such condition. */
TEST(banner_says_what_holds_for_the_body)
{
    const struct {
        const char *spec, *method, *says;
    } cases[] = {
        {"free_body", "sej4", "sej4, order 4, symmetric\n"},
        {"fast_top", "sej4", "sej4, order 2, symmetric\n"},
        {"free_body", "frb_exact", "frb_exact, exact, symmetric\n"},
        {"fast_top", "frb_exact", "frb_exact, order 2, symmetric\n"},
        {"free_body", "imidm", "keeps      spatial momentum\n"},
        {"fast_top", "imidm", "keeps      spatial momentum along axes without torque\n"},
        {"free_body", "akw", "keeps      spatial momentum; energy\n"},
        {"fast_top", "imid", "keeps      without torque: energy, length of the momentum\n"},
        {"fast_top", "sr", "symplectic form\n"},
        {"offdiag", "sr", "without torque:\n"}, /* it has friction */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct emitted_files f = emit(cases[i].spec, cases[i].method);
        if (!strstr(f.code, cases[i].says))
            fail_msg("%s of %s: no '%s'", cases[i].method, cases[i].spec, cases[i].says);
        free_files(&f);
    }
}

enum { OWN = 5 };

/* The C of a body with lets of these names, and a parameter q of three. */
static char *code_with(const char *const let[OWN], const char *method)
{
    char text[1000];
    const char *const *l = let;
    snprintf(text, sizeof text,
             "body b\nparam q = [1, 2, 3]\ninertia diag(1, 2, 3)\n"
             "let %s = cross(R[1], q)*t\nlet %s = %s[2]^2*cos(t)\n"
             "let %s = sqrt(1 + %s^2)\nlet %s = %s*R'*e3\nlet %s = 2*%s*%s\n"
             "torque body %s + [%s, %s*%s[3]^2, %s]\n"
             "start w = [1, 2, 3]\nstep 0.1\nuntil 1\n",
             l[0], l[1], l[0], l[2], l[1], l[3], l[2], l[4], l[2], l[3], l[4], l[2], l[1], l[0],
             l[1]);
    pol_options o = options_by(method, NULL);
    pol_job *job = pol_open(&o);
    struct emitted_files f = {0};
    pol_status status = pol_read_text(job, "b.pol", text, strlen(text));
    if (status == POL_OK)
        status = pol_emit(job, "c99", keep_file, &f);
    print_diags(job);
    assert_int_equal(status, POL_OK);
    pol_close(job);
    char *code = strdup(strstr(f.code, "\nint b_step("));
    free_files(&f);
    return code;
}

/* All that is called `from`, and behind it, is called `to`, as long. */
static void rename_all(char *code, const char *from, const char *to)
{
    for (char *at = code; (at = strstr(at, from)) != NULL;)
        memcpy(at, to, strlen(to));
}

/* Names of a spec that values of a method, of the state or of products have:
 * but for the names the text is what it is with names that nothing else has,
 * and with none that both could have. */
TEST(lets_are_not_taken_for_other_values)
{
    static const char *const drawn[] = {
        "q",        "K",        "K1",    "v_0",  "s1",  "c0_2",   "R01",    "y_2",   "q2q2",
        "h_over_6", "t1",       "new_w", "Ldot", "T",   "e2_0",   "k",      "up_sq", "L2_x",
        "end_q",    "over_det", "sin_t", "w0",   "m_s", "spec_q", "x_dot_y"};
    enum { DRAWN = sizeof drawn / sizeof *drawn };
    static const char *const method[] = {"rkmk(kutta4)", "rkmk(kutta4, form = rate)", "imidm"};
    for (int first = 1; first < DRAWN; first++)
        for (int m = first % 3; m < 3; m += 3) {
            char plain[OWN][20], own[OWN][20];
            const char *taken[OWN], *free_one[OWN];
            for (int i = 0; i < OWN; i++) {
                taken[i] = drawn[1 + (first - 1 + 7 * i) % (DRAWN - 1)];
                snprintf(own[i], sizeof own[i], "spec_%s", taken[i]);
                snprintf(plain[i], sizeof plain[i], "plain%.*s", (int)strlen(taken[i]),
                         &"abcdefghijklmnop"[i]);
                free_one[i] = plain[i];
            }
            char *text = code_with(taken, method[m]);
            char *want = code_with(free_one, method[m]);
            for (int i = 0; i < OWN; i++)
                rename_all(want, plain[i], own[i]);
            assert_string_equal(text, want);
            assert_non_null(strstr(text, " spec_q_1 = par->q[1]"));
            free(text);
            free(want);
        }
}

static void *emit_in_thread(void *argument)
{
    struct emitted_files *f = calloc(1, sizeof *f);
    for (int i = 0; i < 3; i++) {
        free_files(f);
        *f = emit(argument, NULL);
    }
    return f;
}

TEST(two_jobs_in_two_threads_are_two_jobs)
{
    char specs[2][20] = {"fast_top", "kicked"};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, emit_in_thread, specs[i]), 0);
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(thread[i], &result);
        struct emitted_files *got = result, want = emit(specs[i], NULL);
        assert_same(got, &want);
        free_files(got);
        free(got);
        free_files(&want);
    }
}

static pol_status read_text(pol_job *job, const char *text)
{
    return pol_read_text(job, "b.pol", text, strlen(text));
}

/* Each reading has its own messages, however many there were before. */
TEST(later_readings_have_messages)
{
    pol_job *job = pol_open(NULL);
    char many[1000] = "body b";
    for (int i = 0; i < 50; i++)
        strcat(many, "\nlet a = 1");
    assert_int_equal(read_text(job, many), POL_BAD_SPEC);
    int before = pol_diag_count(job);
    const pol_diag *first = pol_diag_at(job, 0);
    assert_int_equal(before, DIAG_SHOWN);
    for (int i = 1; i < 30; i++) {
        assert_int_equal(read_text(job, "body b let x = yy"), POL_BAD_SPEC);
        assert_int_equal(pol_diag_count(job), before + 2 * i);
        assert_string_equal(pol_diag_at(job, before + 2 * i - 1)->message, "unknown name 'yy'");
    }
    assert_int_equal(pol_read(job, "/nowhere.pol"), POL_NO_FILE);
    assert_non_null(strstr(pol_diag_at(job, before + 58)->text, "/nowhere"));
    assert_string_equal(first->text, pol_diag_at(job, 0)->text);
    pol_close(job);
}

TEST(numbers_in_messages_have_points)
{
    locale_t comma = comma_locale();
    if (!comma)
        skip(); /* another C library */
    locale_t before = uselocale(comma);
    pol_job *job = pol_open(NULL);
    pol_status status = read_text(job, "body b inertia diag(1, 2, 2) mass -0.5");
    assert_ptr_equal(uselocale(before), comma);
    freelocale(comma);
    assert_int_equal(status, POL_BAD_SPEC);
    assert_string_equal(pol_diag_at(job, 0)->message, "the mass must be positive, and it is -0.5");
    pol_close(job);
}

TEST(a_job_can_read_again)
{
    struct emitted_files first = {0}, second = {0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(pol_read(job, "nowhere.pol"), POL_NO_FILE);
    assert_int_equal(pol_read(job, SPEC("slow_top")), POL_OK);
    assert_int_equal(pol_emit(job, "c99", keep_file, &first), POL_OK);
    assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
    assert_int_equal(pol_emit(job, "c99", keep_file, &second), POL_OK);
    pol_close(job);
    struct emitted_files want = emit("free_body", NULL);
    assert_same(&second, &want);
    free_files(&first);
    free_files(&second);
    free_files(&want);
}

/* In memory stands what the descriptor has, in files what was asked for. */
TEST(what_is_loaded_has_less_than_files)
{
    const unsigned without[] = {0, POL_ACCESS};
    for (int i = 0; i < 2; i++) {
        struct emitted_files f = {0}, want = {0};
        pol_options o = pol_default_options();
        o.without = without[i];
        pol_job *job = pol_open(&o), *other = pol_open(&o);
        pol_image *image;
        assert_int_equal(pol_read(job, SPEC("fast_top")), POL_OK);
        assert_int_equal(pol_load(job, POL_TCC, &image), POL_OK);
        assert_non_null(pol_image_stepper(image)->energy);
        assert_true(job->page->rotation && !job->page->set_rotation);
        assert_true(!job->page->shown->get && !job->page->shown->set);
        assert_int_equal(pol_emit(job, "c99", keep_file, &f), POL_OK);
        assert_int_equal(pol_read(other, SPEC("fast_top")), POL_OK);
        assert_int_equal(pol_emit(other, "c99", keep_file, &want), POL_OK);
        assert_same(&f, &want);
        pol_unload(image);
        pol_close(job);
        pol_close(other);
        free_files(&f);
        free_files(&want);
    }
}

static void shown(void *to, const char *text, size_t length)
{
    assert_int_equal(strlen(text), length);
    *(size_t *)to = length;
}

/* What cannot be loaded leaves no image behind. */
static pol_status loaded(pol_job *job, pol_compiler compiler)
{
    static int other;
    pol_image *image = (pol_image *)&other;
    const pol_status status = pol_load(job, compiler, &image);
    assert_int_equal(image != NULL, status == POL_OK);
    pol_unload(image);
    return status;
}

/* NULL for a file, a text or the result, and unknown numbers are refused. */
TEST(misuse_is_a_status)
{
    const char *const text = "body b inertia diag(1, 2, 2.5) step 1";
    struct emitted_files f = {0};
    pol_job *job = pol_open(NULL);

    assert_int_equal(pol_read(NULL, "b.pol"), POL_MISUSE);
    assert_int_equal(pol_read(job, NULL), POL_MISUSE);
    assert_int_equal(pol_read_text(NULL, "b", text, 3), POL_MISUSE);
    assert_int_equal(pol_read_text(job, NULL, text, 3), POL_MISUSE);
    assert_int_equal(pol_read_text(job, "b", NULL, 0), POL_MISUSE);
    assert_int_equal(pol_derive(NULL), POL_MISUSE);
    assert_int_equal(pol_lower(NULL), POL_MISUSE);
    assert_int_equal(pol_emit(NULL, "c99", keep_file, &f), POL_MISUSE);
    assert_int_equal(pol_show(NULL, POL_SHOW_AST, shown, &f), POL_MISUSE);
    assert_int_equal(loaded(NULL, POL_TCC), POL_MISUSE);
    assert_int_equal(pol_diag_count(NULL), 0);
    assert_null(pol_diag_at(NULL, 0));
    assert_null(pol_diag_at(job, -1));
    assert_null(pol_image_stepper(NULL));
    pol_unload(NULL);
    pol_close(NULL);

    for (int is_read = 0; is_read < 2; is_read++) {
        pol_status none = is_read ? POL_OK : POL_NO_FILE;
        assert_int_equal(pol_emit(job, NULL, keep_file, &f), POL_MISUSE);
        assert_int_equal(pol_emit(job, "c99", NULL, &f), POL_MISUSE);
        assert_int_equal(pol_show(job, POL_SHOW_AST, NULL, &f), POL_MISUSE);
        assert_int_equal(pol_show(job, (pol_stage)-1, shown, &f), POL_MISUSE);
        assert_int_equal(pol_show(job, (pol_stage)99, shown, &f), POL_MISUSE);
        assert_int_equal(pol_load(job, POL_TCC, NULL), POL_MISUSE);
        assert_int_equal(loaded(job, (pol_compiler)-1), POL_MISUSE);
        assert_int_equal(loaded(job, (pol_compiler)3), POL_MISUSE);
        assert_int_equal(pol_derive(job), none);
        assert_int_equal(pol_lower(job), none);
        assert_int_equal(loaded(job, POL_TCC), none);
        assert_int_equal(pol_diag_count(job), 0);
        assert_int_equal(pol_read_text(job, "b", text, strlen(text)), POL_OK);
    }

    /* what cannot be read takes the place of what was */
    assert_int_equal(pol_read(job, "nowhere.pol"), POL_NO_FILE);
    assert_int_equal(pol_diag_count(job), 1);
    assert_int_equal(pol_emit(job, "c99", keep_file, &f), POL_NO_FILE);
    assert_int_equal(loaded(job, POL_TCC), POL_NO_FILE);
    assert_null(f.code);
    pol_close(job);
}

TEST(a_shelf_that_cannot_be_opened_fails_each_stage)
{
    const char *const folder = POL_ROOT_DIR "/no_such_shelf";
    pol_options o = pol_default_options();
    o.shelves = 1, o.shelf = &folder;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read_text(job, "b.pol", "body b inertia diag(1, 2, 2.5)", 30), POL_OK);
    assert_int_equal(pol_derive(job), POL_BAD_SHELF);
    assert_int_equal(pol_lower(job), POL_BAD_SHELF);
    assert_int_equal(pol_derive(job), POL_BAD_SHELF);
    pol_close(job);
}

TEST(options_that_contradict_themselves_open_no_job)
{
    const pol_setting nameless = {NULL, "1"}, empty = {"m", NULL};
    const char *const none = NULL;
    const double wrong[] = {NAN};
    const pol_options good = pol_default_options(), zeros = {0};
    assert_null(pol_open(&zeros)); /* they come from the defaults */
    pol_options bad[21];
    for (int i = 0; i < 21; i++)
        bad[i] = good;
    bad[0].settings = 1;
    bad[1].settings = -1;
    bad[2].settings = 1, bad[2].setting = &nameless;
    bad[3].settings = 1, bad[3].setting = &empty;
    bad[4].shelves = 1;
    bad[5].shelves = 1, bad[5].shelf = &none;
    bad[6].landings = 1;
    bad[7].landings = 1, bad[7].landing = wrong;
    bad[8].tolerance = NAN;
    bad[9].tolerance = -1;
    bad[10].tolerance = INFINITY;
    bad[11].real = (pol_real)2;
    bad[12].step = INFINITY;
    bad[13].step = NAN;
    bad[14].step = -1;
    bad[15].without = 8;
    bad[16].step = bad[16].tolerance = 1e-3;
    bad[17].inputs = (pol_inputs)3;
    bad[18].signals = 1;
    bad[19].signals = -1;
    bad[20].signals = 1, bad[20].signal = &empty;
    for (int i = 0; i < 21; i++)
        assert_null(pol_open(&bad[i]));
    pol_job *job = pol_open(&good);
    assert_non_null(job);
    pol_close(job);
}
