/* SPDX-License-Identifier: MIT
 *
 * Emission of a page: its lines, its bytes wherever it is made, what its
 * functions take, and its time.
 */
#include "compilers.h"
#include "comma_locale.h"
#include "emitted.h"
#include "load.h"
#include "unit/emission.h"

/* Of the longest name; of others embed looks. */
TEST(no_line_runs_over_the_edge)
{
    for (int newton = 0; newton < 2; newton++) {
        struct run r = prepare(newton);
        r.step->facts.name = "a_body_with_a_name_of_forty_characters_x";
        emit_to(&r, "c99", newton ? REAL_FLOAT : REAL_DOUBLE);
        assert_non_null(r.out);
        for (int i = 0; i < r.out->files; i++)
            for (const char *p = r.out->file[i].chars; *p;) {
                size_t n = strcspn(p, "\n"), columns = 0;
                for (size_t j = 0; j < n; j++)
                    columns += (p[j] & 0xC0) != 0x80;
                if (columns > 80 || (n && p[n - 1] == ' '))
                    fail_msg("%zu columns: %.*s", columns, (int)n, p);
                p += n + (p[n] == '\n');
            }
        close_run(&r);
    }
}

TEST(same_page_gives_same_bytes)
{
    const pol_options o = pol_default_options();
    char digits[20];
    struct emitted_files a = emit_spec("kicked", &o), b;
    locale_t comma = comma_locale();
    locale_t before = uselocale(comma ? comma : (locale_t)0);
    snprintf(digits, sizeof digits, "%.1f", 0.5);
    b = emit_spec("kicked", &o);
    uselocale(before);
    if (comma) {
        assert_string_equal(digits, "0,5");
        freelocale(comma);
    }
    assert_string_equal(a.code, b.code);
    assert_string_equal(a.header, b.header);
    free_files(&a);
    free_files(&b);
}

/* The rate takes the parameters and inputs that the internal momentum has, in
 * C, on the page for reviews and in a program in Python, which sets w, too. */
TEST(what_functions_take_is_known_everywhere)
{
    ONCE_IS_ENOUGH();
    static const char *const gyro[] = {"[u[1], u[2], 0]", "[u[1], load*u[2]/2, 0]"};
    static const char *const calls[] = {"demo_omega(&x, &in, u);",
                                        "demo_set_omega(&x, &par, &in, v);"};
    char folder[64];
    open_folder(folder);
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "body demo\nparam load = 1\ninput u[3]\n"
                 "inertia diag(1, 1, 1)\ngyro %s\n"
                 "keep much = load*L[1]\n"
                 "start w = [0, 0, 1]\nstep 0.01\nuntil 1\n",
                 gyro[i]);
        struct run r = prepare_text(text, "rkmk(kutta4)");
        emit_with(&r, "c99", REAL_DOUBLE, "dossier,python");
        show_messages(&r);
        assert_non_null(r.out);
        for (int k = 0; k < r.out->files; k++)
            put_file(folder, r.out->file[k].path, r.out->file[k].chars);
        put_driver(folder, "demo", r.out->file[2].chars);
        assert_true(compile_strictly(folder, "demo.c") > 0);
        assert_true(compile_strictly(folder, "driver.c") > 0);
        assert_string_equal(r.out->file[3].path, "demo.md");
        if (!strstr(r.out->file[3].chars, calls[i]))
            fail_msg("no '%s' in\n%s", calls[i], r.out->file[3].chars);
        close_run(&r);
    }
    put_file(folder, "check.py",
             "import demo\n"
             "b = demo.Body(load=2)\n"
             "b.input.u = [0.5, 0.25, 0]\n"
             "b.t = 8\n"
             "b.w = [1, 2, 3]\n"
             "row = b.run(1, 0)[0]\n"
             "assert list(b.L) == [1.5, 2.25, 3]\n"
             "assert list(b.w) == list(row['w']) == [1, 2, 3]\n"
             "assert list(b.keep) == list(row['keep']) == [3]\n");
    run_in(folder, "for p in python3 /usr/bin/python3; do "
                   "$p -c 'import numpy' 2>/dev/null || continue; "
                   "XDG_CACHE_HOME=$PWD $p check.py; exit; done");
    remove_folder(folder);
}

/* 10^6 additions of 0.1 drift by 1e-6 when they are added plainly. */
TEST(time_does_not_drift)
{
    pol_options o = pol_default_options();
    struct loaded l = load(SPEC("free_body"), &o, POL_TCC);
    struct body_state b = start_of(l.s);
    double *t = b.x + l.s->state - 2;
    *t = -50000;
    assert_close(l.s->time(b.x), -50000, 0);
    assert_int_equal(l.s->run(b.x, b.par, b.in, 0.1, 1000000), 0);
    /* 0.1 itself is 5.55e-18 too large */
    assert_close(l.s->time(b.x), 50000 + 5.55e-12, 1e-11);
    unload(l);
}

TEST(wrong_names_are_said)
{
    static const char *const word[] = {NULL, "int", "class", "sin", "math"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        struct run r = prepare(false);
        if (word[i])
            r.step->facts.name = word[i];
        emit_to(&r, word[i] ? "c99" : "c98", REAL_DOUBLE);
        assert_null(r.out);
        assert_int_equal(r.diags.errors, 1);
        const struct diag *d = &r.diags.items[0];
        assert_non_null(strstr(d->message, word[i] ? "; take another name" : "no target 'c98'"));
        assert_true(word[i] || strstr(d->hint, "c99"));
        close_run(&r);
    }
}
