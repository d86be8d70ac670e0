/* SPDX-License-Identifier: MIT
 *
 * Emission of a small body's step, whose names tests change before: its texts.
 */
#ifndef POL_EMISSION_H
#define POL_EMISSION_H

#include "stepping.h"
#include "emit/emit.h"
#include "opt/page.h"

struct run {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct step *step;
    const struct emission *out;
};

static const char demo_body[] =
    "# a body for tests \342\200\223 \"quoted\" */ and long enough to need a "
    "second line of the banner\n"
    "body demo\n"
    "param load = 1/2 # load */ kg\n"
    "input u[3]\n"
    "inertia diag(1, 2, 2.5)\n"
    "torque body [sin(t)*load + u[1], -u[2], min(R[1,1], load)]\n"
    "keep k = load*L[1]\n"
    "start w = [0, 0, 1]\nstep 0.01\nuntil 1\n";

/* Of a text, by a method. */
static inline struct run prepare_text(const char *text, const char *method)
{
    struct stepping s = stepping_new(NULL, 0);
    stepping_must(&s, text, method, NULL, NULL);
    struct run r = {.arena = s.arena, .names = s.names};
    r.diags = diags_new(r.arena);
    r.step = arena_alloc(r.arena, sizeof *r.step);
    *r.step = *s.step;
    return r;
}

static inline struct run prepare(bool newton)
{
    return prepare_text(demo_body, newton ? "imidm" : "rkmk(kutta4)");
}

/* With more files, where `with` is not NULL. */
static inline void emit_with(struct run *r, const char *target, enum real real, const char *with)
{
    const struct provenance from = {.version = "1.2.3",
                                    .spec = "demo.pol",
                                    .command = "polhode emit demo.pol",
                                    .mark = "0123456789abcdef0123456789abcdef",
                                    .lets = "",
                                    .with = with};
    struct shelf *shelf = shelf_open(&r->diags, NULL, 0);
    const struct page *page = page_build(r->arena, r->names, r->step, real, -1, 0);
    r->out = emit_page(r->arena, &r->diags, shelf, target, page, real, &from);
}

static inline void emit_to(struct run *r, const char *target, enum real real)
{
    emit_with(r, target, real, NULL);
}

static inline void show_messages(const struct run *r)
{
    print_error("%s", diags_text(&r->diags));
}

static inline struct run emit_demo(bool newton, enum real real)
{
    struct run r = prepare(newton);
    emit_to(&r, "c99", real);
    show_messages(&r);
    assert_non_null(r.out);
    assert_int_equal(r.out->files, 3);
    assert_string_equal(r.out->file[0].path, "demo.h");
    assert_string_equal(r.out->file[1].path, "demo.c");
    assert_string_equal(r.out->file[2].path, "demo_stepper.h");
    return r;
}

static inline void close_run(struct run *r)
{
    arena_free(r->arena);
}

#endif
