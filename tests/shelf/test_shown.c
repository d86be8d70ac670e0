/* SPDX-License-Identifier: MIT
 *
 * However an attitude is stored, it can be read and set in whatever numbers are
 * shown: they mean the rotation that the textbooks say, and lead back to it.
 * Every attitude of the shelf stored, every one shown, in compiled code.
 */
#include "shelf/attitudes.h"
#include "shelf/inspect.h"
#include "shelf/rotations.h"
#include <fenv.h>
#include "shelf/dropped.h"

/* One way to show it: plainly, or by a word of its first option. */
struct kind {
    char call[60];     /* "euler(zyx)" */
    char function[60]; /* "euler_zyx" */
    char file[30];     /* "euler" */
    char word[30];     /* "zyx", plainly the first one, or "" */
};

enum { MOST_KINDS = 100 };
struct kinds {
    int n;
    struct kind k[MOST_KINDS];
};

static void add_kind(struct kinds *all, const char *file, const char *word)
{
    assert_true(all->n < MOST_KINDS);
    struct kind *k = &all->k[all->n++];
    *k = (struct kind){0};
    snprintf(k->file, sizeof k->file, "%s", file);
    snprintf(k->word, sizeof k->word, "%s", word);
    snprintf(k->call, sizeof k->call, "%s%s%s%s", file, *word ? "(" : "", word, *word ? ")" : "");
    snprintf(k->function, sizeof k->function, "%s%s%s", file, *word ? "_" : "", word);
}

/* Sets of angles have numbers, too. */
static struct kinds every_kind(void)
{
    static const char *const numbers[] = {"123", "321", "313", "212"};
    struct kinds all = {0};
    struct arena *a = test_arena();
    struct diags diags = diags_new(a);
    struct shelf *shelf = shelf_open(&diags, NULL, 0);
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *f = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim c;
        assert_true(shelf_describe(&diags, f, &c));
        const struct ways w = read_ways(c.options);
        add_kind(&all, f->name, "");
        if (w.n > 0)
            strcpy(all.k[all.n - 1].word, w.way[0].word[0]);
        for (int k = 0; w.n > 0 && k < w.way[0].words; k++)
            add_kind(&all, f->name, w.way[0].word[k]);
        for (int k = 0; !strcmp(f->name, "euler") && k < 4; k++)
            add_kind(&all, f->name, numbers[k]);
    }
    assert_int_equal(diags.count, 0);
    arena_free(a);
    return all;
}

/* ---- their rotations ---- */

typedef long double wide;

static void of_quaternion(const wide q[4], wide R[9])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        wide a = q[i + 1], b = q[j + 1], c = q[k + 1], d = q[0];
        wide size = a * a + b * b + c * c + d * d;
        R[3 * i + i] = (d * d + a * a - b * b - c * c) / size;
        R[3 * i + j] = 2 * (a * b - d * c) / size;
        R[3 * i + k] = 2 * (a * c + d * b) / size;
    }
}

/* q = (c, s v) */
static void of_axis(wide c, wide s, const wide v[3], wide R[9])
{
    wide q[4] = {c, s * v[0], s * v[1], s * v[2]};
    of_quaternion(q, R);
}

static wide square_of(const wide v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

static void times_about(wide R[9], int axis, wide angle)
{
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    for (int row = 0; row < 3; row++) {
        wide a = R[3 * row + j], b = R[3 * row + k];
        R[3 * row + j] = a * cosl(angle) + b * sinl(angle);
        R[3 * row + k] = b * cosl(angle) - a * sinl(angle);
    }
}

/* R = E(a e_i) E(b e_j) E(c e_k); the axes as xyz or as 123. */
static void of_angles(const char *set, const wide x[3], wide R[9])
{
    if (!strcmp(set, "cardan"))
        set = "xyz";
    assert_int_equal(strlen(set), 3);
    for (int i = 0; i < 9; i++)
        R[i] = i % 4 == 0;
    for (int i = 0; i < 3; i++)
        times_about(R, set[i] - (set[i] < 'a' ? '1' : 'x'), x[i]);
}

/* False for what this file does not know. */
static bool rotation_by_book(const struct kind *k, const wide *x, wide R[9])
{
    wide s = square_of(x), r = sqrtl(s);
    if (!strcmp(k->file, "matrix"))
        memcpy(R, x, 9 * sizeof *R);
    else if (!strcmp(k->file, "quaternion"))
        of_quaternion(x, R);
    else if (!strcmp(k->file, "rotation_vector"))
        of_axis(cosl(r / 2), r > 0 ? sinl(r / 2) / r : 0.5L, x, R);
    else if (!strcmp(k->file, "mrp")) /* tan(angle/4) axis */
        of_axis(1 - s, 2, x, R);
    else if (!strcmp(k->file, "rodrigues")) /* tan(angle/2) axis */
        of_axis(1, 1, x, R);
    else if (!strcmp(k->file, "euler"))
        of_angles(k->word, x, R);
    else
        return false;
    return true;
}

enum { SAMPLES = 60, NEAR = NEAR_KINDS * NEAR_DISTANCES, UNITS = 16 };

/* What the tests call: R in *v, which pair in *which; out: R as it is stored,
 * the shown numbers, and R after a start was set to them. */
/* What is set is told to be good; NaN is refused and changes nothing, and so
 * are zeros unless they are an attitude. */
static const char probe_begin[] =
    INSPECT_SAME("probe") "static void look(const double *v, const double *which, const "
                          "double *in,\n"
                          "                 double *out)\n"
                          "{\n"
                          "    probe a, b, c;\n"
                          "    REAL R[9], n[9] = {0}, zero[9] = {0}, none[9], huge[9];\n"
                          "    int i, told = 0, nil;\n"
                          "    (void)in;\n"
                          "    for (i = 0; i < 9; i++) none[i] = (REAL)which[1];\n"
                          "    for (i = 0; i < 9; i++) huge[i] = (REAL)(sizeof(REAL) == 4 ? "
                          "2e19 : "
                          "2e154);\n"
                          "    for (i = 0; i < 9; i++) R[i] = (REAL)v[i];\n"
                          "    probe_start(&a);\n"
                          "    probe_start(&b);\n"
                          "    a.L[1] = b.L[1] = 7;\n"
                          "    if (probe_set_rotation(&a, R) == PROBE_OK) told++;\n"
                          "    c = a;\n"
                          "    if (which[2] != 0) {\n"
                          "    if (probe_set_rotation(&c, none) == PROBE_NOT_FINITE) "
                          "told++;\n"
                          "    if (probe_set_omega(&c, none) == PROBE_NOT_FINITE) told++;\n"
                          "    if (same(&c, &a)) told++;\n"
                          "    if (probe_set_omega(&c, zero) == PROBE_OK) told++;\n"
                          "    }\n"
                          "    switch ((int)which[0]) {\n";
static const char probe_end[] =
    "    }\n"
    "    probe_rotation(&a, R);\n"
    "    for (i = 0; i < 9; i++) out[i] = R[i], out[9 + i] = n[i];\n"
    "    probe_rotation(&b, R);\n"
    "    for (i = 0; i < 9; i++) out[18 + i] = R[i];\n"
    "    out[27] = told == (which[2] != 0 ? 10 : 2) && a.L[1] == 7 && b.L[1] "
    "== "
    "7 && b.L[0] == 0 && b.t == 0;\n"
    "}\n" INSPECT_STEPPER;

static void put_case(struct text *code, int i, const char *function)
{
    text_print(code,
               "    case %d: probe_%s(&a, n);\n"
               "        if (probe_set_%s(&b, n) == PROBE_OK) told++;\n"
               "        if (which[2] == 0) break;\n"
               "        c = b;\n"
               "        if (probe_set_%s(&c, none) == PROBE_NOT_FINITE) told++;\n"
               "        if (same(&c, &b)) told++;\n"
               "        if (probe_set_%s(&c, huge) == PROBE_NOT_FINITE &&\n"
               "            same(&c, &b)) told++;\n"
               "        nil = probe_set_%s(&c, zero);\n"
               "        if (nil == PROBE_OK ||\n"
               "            (nil == PROBE_NOT_FINITE && same(&c, &b))) told++;\n"
               "        break;\n",
               i, function, function, function, function, function);
}

/* The files of a body that is stored so and shows all others. */
static struct emitted_files emit(struct arena *a, const char *stored, const struct kinds *shown,
                                 pol_real real)
{
    struct emitted_files files = {0};
    struct text spec = text_new(a);
    text_put(&spec, "body probe\ninertia diag(1, 2, 2.5)\n");
    for (int i = 0; i < shown->n; i++)
        text_print(&spec, "show %s\n", shown->k[i].call);
    struct dropped d = drop_begin();
    const char *folder = d.folder;
    pol_options o = pol_default_options();
    drop_steps_alone(&d, "fe.lua");
    o.shelf = &folder;
    o.shelves = 1;
    o.attitude = stored;
    o.method = "fe";
    o.real = real;
    pol_job *job = pol_open(&o);
    const char *text = text_chars(&spec);
    pol_status status = pol_read_text(job, "probe.pol", text, strlen(text));
    if (status == POL_OK)
        status = pol_emit(job, "c99", keep_file, &files);
    for (int i = 0; i < pol_diag_count(job); i++)
        print_error("%s", pol_diag_at(job, i)->text);
    pol_close(job);
    drop_end(&d);
    if (status != POL_OK)
        fail_msg("nothing emitted for %s", stored);
    return files;
}

static pol_image *compiled_look(struct arena *a, const char *stored, const struct kinds *shown,
                                pol_real real)
{
    struct emitted_files f = emit(a, stored, shown, real);
    struct text look = text_new(a);
    text_put(&look, probe_begin);
    for (int i = 0; i < shown->n; i++)
        put_case(&look, i, shown->k[i].function);
    text_put(&look, probe_end);
    return inspect_compile(a, "probe", &f,
                           real == POL_FLOAT ? "#define PROBE_NO_INCLUDE 1\n#define REAL float"
                                             : "#define PROBE_NO_INCLUDE 1\n#define REAL double",
                           text_chars(&look));
}

/* ---- looking ---- */

static bool refuses_no_numbers(const pol_stepper *s, int which, const double R[9])
{
    double out[28], number[3] = {which, NAN, 1};
    s->keep(R, number, NULL, out);
    return out[27] == 1;
}

/* By how much one pair of functions is off; infinite if not at all right, or if
 * a side that is not taken divides by zero. */
static double error_at(const pol_stepper *s, int which, const struct kind *k, const double R[9])
{
    double out[28], number[3] = {which, 0, 0}, book[9];
    wide n[9], by_book[9];
    feclearexcept(FE_ALL_EXCEPT);
    s->keep(R, number, NULL, out);
    if (fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW))
        return INFINITY;
    if (out[27] != 1) /* touched what is not the attitude's */
        return INFINITY;
    for (int i = 0; i < 9; i++)
        n[i] = out[9 + i];
    if (!refuses_no_numbers(s, which, R))
        return INFINITY;
    double there = largest_difference(out, R, 9), back = largest_difference(out + 18, R, 9);
    if (!rotation_by_book(k, n, by_book))
        return fmax(there, back);
    for (int i = 0; i < 9; i++)
        book[i] = (double)by_book[i];
    return fmax(largest_difference(book, R, 9), fmax(there, back));
}

static void check_shown(const pol_stepper *s, const char *stored, const struct kinds *shown,
                        double eps)
{
    struct rotations random = rotations_random(SAMPLES, sampled_seed()),
                     near = rotations_near(NEAR, sampled_seed());
    const int first = drawn(stored, 4);
    for (int i = 0; i < SAMPLES + NEAR; i++) {
        const int distance = (i - SAMPLES) / NEAR_KINDS; /* a quarter of them */
        const double *R = i < SAMPLES ? random.R[i] : near.R[i - SAMPLES];
        for (int k = 0; k < shown->n; k++) {
            if (i >= SAMPLES && distance % 4 != first)
                continue;
            double error = error_at(s, k, &shown->k[k], R);
            if (!(error <= UNITS * eps))
                fail_msg("stored as %s, shown as %s, attitude %d: off by %.3g "
                         "eps",
                         stored, shown->k[k].call, i, error / eps);
        }
    }
    rotations_free(&random);
    rotations_free(&near);
}

/* Each is stored in one of the real types. */
TEST(numbers_mean_the_attitude)
{
    static const double eps[] = {DBL_EPSILON, FLT_EPSILON};
    const struct attitudes stored = attitudes_of_shelf();
    const struct kinds shown = every_kind();
    for (int i = 0; i < 2 * stored.n; i++) {
        const char *call = stored.call[i / 2];
        if (!sampled_all() && drawn(call, 2) != i % 2)
            continue;
        struct arena *a = test_arena();
        pol_image *image = compiled_look(a, call, &shown, (pol_real)(i % 2));
        check_shown(pol_image_stepper(image), call, &shown, eps[i % 2]);
        pol_unload(image);
        arena_free(a);
    }
}
