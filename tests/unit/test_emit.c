/* SPDX-License-Identifier: MIT
 *
 * Emission of a page built by hand: what the text says, that every compiler
 * takes it without a warning, and that it computes what the page says.
 */
#define _GNU_SOURCE /* mkdtemp, fork and the like */

#include "check.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "comma_locale.h"
#include "compilers.h"
#include "demo_page.h"
#include "emission.h"

/* ---- the text ---- */

TEST(no_line_runs_over_the_edge)
{
    for (int k = 0; k < 8; k++) {
        struct run r = prepare(k & 1);
        if (k & 4)
            r.demo->step.facts.name =
                "a_body_with_a_name_of_forty_characters_x";
        emit_to(&r, "c99", k & 2 ? REAL_FLOAT : REAL_DOUBLE);
        assert_non_null(r.out);
        for (int i = 0; i < r.out->files; i++)
            for (const char *p = r.out->file[i].chars; *p;) {
                size_t n = strcspn(p, "\n"), columns = 0;
                for (size_t j = 0; j < n; j++)
                    columns += (p[j] & 0xC0) != 0x80;
                if (columns > 80)
                    fail_msg("%zu columns: %.*s", columns, (int)n, p);
                assert_true(n == 0 || p[n - 1] != ' ');
                p += n + (p[n] == '\n');
            }
        close_run(&r);
    }
}

TEST(same_page_gives_same_bytes)
{
    char digits[20];
    struct run a = emit_demo(true, REAL_DOUBLE);
    locale_t comma = comma_locale();
    locale_t before = uselocale(comma ? comma : (locale_t)0);
    snprintf(digits, sizeof digits, "%.1f", 0.5);
    struct run b = emit_demo(true, REAL_DOUBLE);
    uselocale(before);
    if (comma) {
        assert_string_equal(digits, "0,5");
        freelocale(comma);
    }
    assert_string_equal(code_of(&a), code_of(&b));
    assert_string_equal(header_of(&a), header_of(&b));
    close_run(&a);
    close_run(&b);
}

/* ---- running ---- */

/* The explicit page's step, by hand. */
static void step_by_hand(double x[9], double mass, const double u[2], double h)
{
    double v[3], n = 0, q[4], next[4];
    for (int i = 0; i < 3; i++) {
        v[i] = h / 2 * x[4 + i];
        n += v[i] * v[i];
    }
    n = sqrt(n);
    memcpy(q, x, sizeof q);
    double c = cos(n), s = sin(n) / n;
    next[0] = c * q[0] - s * (v[0] * q[1] + v[1] * q[2] + v[2] * q[3]);
    next[1] = c * q[1] + s * (v[0] * q[0] + v[2] * q[2] - v[1] * q[3]);
    next[2] = c * q[2] + s * (v[1] * q[0] + v[0] * q[3] - v[2] * q[1]);
    next[3] = c * q[3] + s * (v[2] * q[0] + v[1] * q[1] - v[0] * q[2]);
    memcpy(x, next, sizeof next);
    x[4] += h * (u[0] + -0.75 * sin(x[7]) * mass);
    x[5] -= h * u[1];
    x[7] += h;
}

TEST(steps_are_those_of_the_page)
{
    for (int k = 0; k < 2; k++) {
        struct run r = emit_demo(false, k ? REAL_FLOAT : REAL_DOUBLE);
        pol_image *image = load(&r);
        const pol_stepper *s = pol_image_stepper(image);
        double x[9], par[1], u[2] = {0.5, -0.25}, want[9];
        assert_int_equal(s->state, 9);
        assert_int_equal(s->par, 1);
        assert_int_equal(s->input, 2);
        assert_int_equal(s->kept, 4);
        s->start(x, par);
        assert_close(par[0], 0.5, 0);
        assert_close(x[0], 1, 0);
        assert_close(x[4], 0, 0);
        assert_close(x[6], 1, 0);
        assert_close(s->step, 0.01, 0);
        par[0] = 3;
        x[7] = 1.25;
        memcpy(want, x, sizeof x);
        for (int i = 0; i < 5; i++) {
            step_by_hand(want, par[0], u, 0.125);
            assert_int_equal(s->step_once(x, par, u, 0.125), 0);
        }
        for (int i = 0; i < 8; i++)
            assert_close(x[i], want[i], k ? 2e-6 : 4e-15);
        pol_unload(image);
        close_run(&r);
    }
}

TEST(other_functions_are_those_of_the_page)
{
    struct run r = emit_demo(false, REAL_FLOAT);
    pol_image *image = load(&r);
    const pol_stepper *s = pol_image_stepper(image);
    double x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0}, par[1] = {2}, R[9], v[4];
    const double in[2] = {3, 4};
    s->rotation(x, R);
    for (int i = 0; i < 9; i++)
        assert_close(R[i], x[i % 4] * (i + 1), 0);
    s->omega(x, par, in, v);
    assert_close(v[2], 7, 0);
    s->momentum(x, v);
    assert_close(v[1], 6, 0);
    assert_close(s->time(x), 8, 0);
    assert_close(s->energy(x, par, in), (25 + 36 + 49) / 2.0, 0);
    s->keep(x, par, in, v);
    assert_close(v[0], 2, 0);
    assert_close(v[1], -2, 0);
    assert_close(v[3], (double)(-1.0f / 3), 0);
    assert_string_equal(s->keep_name[0], "load");
    assert_string_equal(s->keep_name[3], "push_2");
    assert_string_equal(s->source, "A. Uthor \"1900\"");
    pol_unload(image);
    close_run(&r);
}

/* ---- parameters and inputs of what is read and set ---- */

/* Which functions read inputs: w and L differ by them (and time, or the
 * parameter), the energy and what is kept are made of them. */
enum {
    IN_OMEGA = 1,
    IN_SET_OMEGA = 2,
    IN_ENERGY = 4,
    IN_KEEP = 8,
    IN_ALL = 15
};

static struct run read_inputs(unsigned where, const char *with)
{
    struct run r = prepare(false);
    struct demo *d = r.demo;
    struct parts *p[4];
    for (int i = 0; i < 4; i++) {
        p[i] = new_parts(d, "reads");
        if (i == 1)
            add_read(p[i], READ_PARAM, "mass", "load", 0, 1);
        else
            add_read(p[i], READ_TIME, "t", "t", 0, 1);
        read_vector(p[i], READ_INPUT, demo_u, "u", 2);
        if (i < 2)
            read_vector(p[i], i ? READ_ARGUMENT : READ_STORE,
                        i ? demo_w : demo_L, i ? "w" : "L", 3);
    }
    add_write(d, p[0], "w", 0, 3, "L0 u0 sub$2");
    add_write(d, p[0], "w", 1, 3, "L1 u1 sub$2");
    add_write(d, p[0], "w", 2, 3, "L2 t sub$2");
    add_write(d, p[1], "L", 0, 3, "w0 u0 add$2");
    add_write(d, p[1], "L", 1, 3, "w1 u1 add$2");
    add_write(d, p[1], "L", 2, 3, "w2 mass add$2");
    add_write(d, p[2], "energy", 0, 1, "t u0 u1 mul$2 mul$2");
    add_write(d, p[3], "much", 0, 1, "t u0 mul$2");
    add_write(d, p[3], "more", 0, 1, "t u1 mul$2");
    if (where & IN_OMEGA)
        d->page.omega = close_parts(p[0]);
    if (where & IN_SET_OMEGA)
        d->page.set_omega = close_parts(p[1]);
    if (where & IN_ENERGY)
        d->page.energy = close_parts(p[2]);
    if (where & IN_KEEP)
        d->page.watch_values = close_parts(p[3]);
    emit_with(&r, "c99", REAL_DOUBLE, with);
    show_messages(&r);
    assert_non_null(r.out);
    return r;
}

/* Compilers also where one of omega and set_omega does not read what the other
 * does; the page for reviews; a program in Python, which sets w, too. */
TEST(what_functions_take_is_known_everywhere)
{
    ONCE_IS_ENOUGH();
    static const unsigned where[] = {IN_OMEGA | IN_KEEP,
                                     IN_SET_OMEGA | IN_ENERGY, IN_ALL};
    static const char *const calls[] = {"demo_omega(&x, &in, u);",
                                        "demo_energy(&x, &par, &in);",
                                        "demo_set_omega(&x, &par, &in, v);"};
    char folder[64];
    open_folder(folder);
    for (int i = 0; i < 3; i++) {
        struct run r = read_inputs(where[i], "dossier,python");
        for (int k = 0; k < r.out->files; k++)
            put_file(folder, r.out->file[k].path, r.out->file[k].chars);
        put_driver(folder, "demo", r.out->file[2].chars);
        assert_true(i == 2 || (compile_strictly(folder, "demo.c") > 0 &&
                               compile_strictly(folder, "driver.c") > 0));
        assert_string_equal(r.out->file[3].path, "demo.md");
        assert_has(r.out->file[3].chars, calls[i]);
        close_run(&r);
    }
    put_file(folder, "check.py",
             "import demo\n"
             "b = demo.Body(load=2)\n"
             "b.input.u = [0.5, 0.25]\n"
             "b.t = 8\n"
             "b.w = [1, 2, 3]\n"
             "row = b.run(1, 0)[0]\n"
             "assert list(b.L) == [1.5, 2.25, 5]\n"
             "assert list(b.w) == list(row['w']) == [1, 2, -3]\n"
             "assert b.energy == row['energy'] == 1\n"
             "assert list(b.keep) == list(row['keep']) == [4, 2]\n");
    run_in(folder, "for p in python3 /usr/bin/python3; do "
                   "$p -c 'import numpy' 2>/dev/null || continue; "
                   "XDG_CACHE_HOME=$PWD $p check.py; exit; done");
    remove_folder(folder);
}

/* What demo_interp says; the ends themselves, and into one of them. */
TEST(interp_is_that_of_the_page)
{
    struct run r = emit_demo(false, REAL_DOUBLE);
    pol_image *image = load(&r);
    const pol_stepper *s = pol_image_stepper(image);
    double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0x1p-51};
    double b[9] = {2, 3, 4, 5, 9, 8, 7, 10, 0};
    double par[1] = {2}, u[2] = {100, 0.5}, out[9];
    s->interp(a, b, par, u, 2, 0.25, out);
    assert_memory_equal(out, a, 4 * sizeof *a);
    assert_close(out[4], 5 + 0.25 * 4 + 2 * (1 + 1), 0);
    assert_close(out[5], 6.5, 0);
    assert_close(out[7], 8.5, 0);
    assert_close(out[8], 0x1p-51, 0);
    s->interp(a, b, par, u, 2, 0, out);
    assert_memory_equal(out, a, sizeof a);
    s->interp(a, b, par, u, 2, 1, a);
    assert_memory_equal(a, b, sizeof a);
    pol_unload(image);
    close_run(&r);
}

/* 10^6 additions of 0.1 drift by 1e-6 when they are added plainly. */
TEST(time_does_not_drift)
{
    struct run r = emit_demo(false, REAL_DOUBLE);
    pol_image *image = load(&r);
    const pol_stepper *s = pol_image_stepper(image);
    double x[9], par[1], u[2] = {0, 0};
    s->start(x, par);
    x[7] = -50000;
    assert_int_equal(s->run(x, par, u, 0.1, 1000000), 0);
    /* 0.1 itself is 5.55e-18 too large */
    assert_close(s->time(x), 50000 + 5.55e-12, 1e-11);
    pol_unload(image);
    close_run(&r);
}

TEST(failing_step_leaves_the_state)
{
    struct run r = emit_demo(true, REAL_DOUBLE);
    pol_image *image = load(&r);
    const pol_stepper *s = pol_image_stepper(image);
    double start[9], x[9], par[1], u[2] = {0, 0};
    s->start(start, par);
    memcpy(x, start, sizeof x);
    assert_int_equal(s->step_once(x, par, u, 0.1), 0);
    double p = start[4];
    for (int i = 0; i < 60; i++)
        p = start[4] + par[0] * cos(p) / 8;
    assert_close(x[4], p, 1e-7);

    memcpy(x, start, sizeof x);
    par[0] = 1000; /* does not contract */
    assert_int_equal(s->step_once(x, par, u, 0.1), POL_STEP_NOT_CONVERGED);
    assert_memory_equal(x, start, sizeof x);
    x[4] = start[4] = NAN;
    par[0] = 0.5;
    assert_int_equal(s->run(x, par, u, 0.1, 7), POL_STEP_NOT_CONVERGED);
    assert_memory_equal(x, start, sizeof x);
    x[4] = start[4] = 5; /* accepted only below 3 */
    assert_int_equal(s->step_once(x, par, u, 0.1), POL_STEP_TOO_LARGE);
    assert_memory_equal(x, start, sizeof x);
    pol_unload(image);
    close_run(&r);
}

/* ---- faults ---- */

static void assert_refused(struct run *r, const char *part)
{
    assert_null(r->out);
    assert_int_equal(r->diags.errors, 1);
    if (!strstr(r->diags.items[0].message, part))
        fail_msg("not \"%s\": %s", part, r->diags.items[0].message);
    close_run(r);
}

static struct parts *step_parts(struct run *r)
{
    /* programs of the demo are the last member of their parts */
    return (struct parts *)(void *)((char *)(uintptr_t)r->demo->page.advance -
                                    offsetof(struct parts, program));
}

TEST(what_cannot_be_written_is_said)
{
    struct run r = prepare(false);
    step_parts(&r)->line[0][0].value = tree_of(r.demo, "L0 gauss$1");
    emit_to(&r, "c99", REAL_DOUBLE);
    assert_refused(&r, "cannot spell 'gauss'");

    const char *large = "1e300", *small = "-1e-300";
    r = prepare(false);
    step_parts(&r)->line[0][0].value =
        number_tree(r.demo, number_decimal(r.arena, large, strlen(large)));
    emit_to(&r, "c99", REAL_DOUBLE);
    assert_non_null(r.out);
    assert_has(code_of(&r), "v_0 = 1e+300");
    emit_to(&r, "c99", REAL_FLOAT);
    assert_refused(&r, "is 1e+300, too large for a float");
    r = prepare(false); /* two of them: told once */
    for (int i = 0; i < 2; i++) {
        const char *digit = i ? "2e300" : "1e300";
        step_parts(&r)->line[0][i].value =
            number_tree(r.demo, number_decimal(r.arena, digit, strlen(digit)));
    }
    emit_to(&r, "c99", REAL_FLOAT);
    assert_null(r.out);
    assert_int_equal(r.diags.errors, 1);
    assert_has(r.diags.items[0].hint, "--real double");
    close_run(&r);

    r = prepare(false);
    step_parts(&r)->line[0][0].value =
        number_tree(r.demo, number_decimal(r.arena, small, strlen(small)));
    emit_to(&r, "c99", REAL_FLOAT);
    assert_refused(&r, "is -1e-300, too small for a float");
}

TEST(wrong_names_are_said)
{
    struct run r = prepare(false);
    emit_to(&r, "c98", REAL_DOUBLE);
    assert_has(r.diags.items[0].hint, "c99");
    assert_refused(&r, "no target 'c98'");
    static const char *const word[] = {"int", "class", "sin", "math"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        r = prepare(false);
        r.demo->step.facts.name = word[i];
        emit_to(&r, "c99", REAL_DOUBLE);
        assert_refused(&r, "; take another name");
    }
}
