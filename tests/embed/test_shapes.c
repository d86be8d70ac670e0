/* SPDX-License-Identifier: MIT
 *
 * Emitted C is C whatever acts: none to three components of torque and force
 * that are not constant, by t, by the attitude, by how the body moves, by
 * params or by inputs, with every method; and whether the inertia is constant
 * or depends on params.  The compiler in memory takes a pointer for a number
 * without a word: gcc and g++ read all of it here.
 */
#include "compilers.h"
#include "emitted.h"
#include "shelf/variants.h"
#include "test_arena.h"

/* In this order in a row. */
enum { METHOD, TORQUE, TORQUE_OF, FORCE, FORCE_OF, REAL, INERTIA };
enum { T, R, W, PARAM, INPUT, SOURCES };
/* Which components are not constant: none, each alone, two, all. */
enum { PARTS = 6 };

static struct variants methods;

static int read_methods(void **state)
{
    struct variants all;
    (void)state;
    calls_of_shelf(&all);
    for (int i = 0; i < all.n; i++)
        if (i == 0 || !same_file(all.v[i - 1].call, all.v[i].call))
            methods.v[methods.n++] = all.v[i];
    return 0;
}

static void put_term(struct text *out, int source, int k, bool force)
{
    static const char *const torque[SOURCES] = {"cos(t + %d)", "dot(R'*e3, [%d, 1, 2])",
                                                "-0.1*dot(w, [%d, 0, 1])", "level*%d", "%d*u[3]"};
    static const char *const pull[SOURCES] = {"sin(%d*t)", "dot(R*e1, [1, %d, 0])",
                                              "-0.2*dot(v, [%d, 2, 0])", "%d*level", "u[1] - %d"};
    text_print(out, force ? pull[source] : torque[source], k);
}

/* `parts` says which components are not constant; which two is drawn. */
static void put_load(struct text *out, int parts, int source, const char *name, bool force)
{
    static const int masks[PARTS] = {0, 1, 2, 4, 0, 7}, two[3] = {3, 5, 6};
    int mask = parts == 4 ? two[drawn(name, 9) / (force ? 3 : 1) % 3] : masks[parts];
    text_print(out, "%s ", force ? "force space" : "torque body");
    for (int k = 0; k < 3; k++) {
        text_put(out, k ? " + (" : "(");
        if (mask & 1 << k)
            put_term(out, source, k + 1, force);
        else
            text_print(out, "0.%d", k);
        text_print(out, ")*e%d", k + 1);
    }
    text_char(out, '\n');
}

/* False: the method is not for what acts here. */
static bool emit(struct arena *a, int number, const int *row, struct emitted_files *files)
{
    struct text spec = text_new(a);
    struct variant *v = &methods.v[row[METHOD]];
    static const char *const inertia[] = {"diag(0.9, 1.1, 0.6)", "diag(0.9, 1 + level, level*12)",
                                          "[[0.9, level, 0.1], [level, 1.1, 0], [0.1, 0, 0.6]]"};
    char name[40];
    snprintf(name, sizeof name, "components of row %d", number);
    text_print(&spec,
               "body shape%d\nparam level = 0.05\ninertia %s\n"
               "input u[3]\n%sstart w = [0.1, 0.2, 1]\nstep 0.01\n",
               number, inertia[row[INERTIA]], row[FORCE] ? "mass 2\n" : "");
    put_load(&spec, row[TORQUE], row[TORQUE_OF], name, false);
    if (row[FORCE]) /* 0: the body stays where it is */
        put_load(&spec, row[FORCE] - 1, row[FORCE_OF], name, true);
    pol_options o = options_by(v->call, NULL);
    o.real = row[REAL] ? POL_FLOAT : POL_DOUBLE;
    pol_job *job = pol_open(&o);
    job->is_draft = o.real == POL_DOUBLE; /* passes change no types */
    const char *text = text_chars(&spec);
    pol_status status = pol_read_text(job, "shape.pol", text, strlen(text));
    if (status == POL_OK)
        status = pol_emit(job, "c99", keep_file, files);
    if (status != POL_OK && status != POL_BAD_SPEC)
        fail_msg("%s: %s", v->call, pol_diag_at(job, 0)->text);
    pol_close(job);
    return status == POL_OK;
}

static void put_body(const char *folder, const struct emitted_files *f, struct text *all)
{
    char name[100];
    snprintf(name, sizeof name, "%s.h", f->body);
    put_file(folder, name, f->header);
    snprintf(name, sizeof name, "%s.c", f->body);
    put_file(folder, name, f->code);
    text_print(all, "#include \"%s\"\n", name);
    snprintf(name, sizeof name, "%s_stepper.h", f->body);
    put_file(folder, name, f->stepper);
    text_print(all, "#include \"%s\"\n", name);
}

/* As C and as C++, each all of what stands in `all`, which is empty then. */
static void compile(const char *folder, struct arena *a, struct text *all)
{
    put_file(folder, "all.c", text_chars(&all[0]));
    put_file(folder, "all.cpp", text_chars(&all[1]));
    run_in(folder, "gcc -std=c99 -pedantic -fsyntax-only -Wfloat-equal " C_WARNINGS " all.c");
    if (has_program("g++"))
        run_in(folder, "g++ -std=c++17 -pedantic -fsyntax-only " C_WARNINGS " all.cpp");
    all[0] = all[1] = text_new(a);
}

AROUND_ALL(read_methods, NULL)

TEST(every_shape_is_c_and_cplusplus)
{
    const struct choices c = {7, {methods.n, PARTS, SOURCES, PARTS + 1, SOURCES, 2, 3}};
    struct rows rows = covering_rows(&c);
    struct arena *a = test_arena();
    struct text all[2] = {text_new(a), text_new(a)};
    char folder[64];
    int emitted = 0, tried = 0;
    open_folder(folder);
    for (int i = 0; i < rows.n; i++) {
        struct emitted_files f = {0};
        if (!in_share(i))
            continue;
        tried++;
        if (emit(a, i, rows.row[i], &f)) {
            put_body(folder, &f, &all[(i / 2 + drawn("language", 2)) % 2]);
            if (++emitted % 500 == 0)
                compile(folder, a, all);
        }
        free_files(&f);
    }
    compile(folder, a, all);
    print_message("%d of %d bodies\n", emitted, tried);
    assert_true(2 * emitted > tried);
    remove_folder(folder);
    rows_free(&rows);
    arena_free(a);
}
