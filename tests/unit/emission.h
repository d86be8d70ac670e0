/* SPDX-License-Identifier: MIT
 *
 * Emission of the page that demo_page.h builds, for tests: its texts, and the
 * image that they compile to.
 */
#ifndef POL_EMISSION_H
#define POL_EMISSION_H

#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "demo_page.h"

#include "base/diag.h"
#include "base/text.h"
#include "emit/emit.h"
#include "jit/jit.h"

struct run {
    struct arena *arena;
    struct diags diags;
    struct demo *demo;
    const struct emission *out;
};

static inline void no_memory(void *context)
{
    (void)context;
    abort();
}

static inline struct run prepare(bool newton)
{
    struct run r = {.arena = arena_new(no_memory, NULL)};
    r.diags = diags_new(r.arena);
    r.demo = demo_new(r.arena, newton);
    return r;
}

/* With more files, where `with` is not NULL. */
static inline void emit_with(struct run *r, const char *target, enum real real,
                             const char *with)
{
    const struct provenance from = {.version = "1.2.3",
                                    .spec = "demo.pol",
                                    .command = "polhode emit demo.pol",
                                    .mark = "0123456789abcdef0123456789abcdef",
                                    .lets = "",
                                    .with = with};
    struct shelf *shelf = shelf_open(&r->diags, NULL, 0);
    r->out = emit_page(r->arena, &r->diags, shelf, target, &r->demo->page, real,
                       &from);
}

static inline void emit_to(struct run *r, const char *target, enum real real)
{
    emit_with(r, target, real, NULL);
}

static inline void show_messages(const struct run *r)
{
    struct text t = text_new(r->arena);
    for (int i = 0; i < r->diags.count; i++)
        diag_print(&r->diags.items[i], &t);
    print_error("%s", text_chars(&t));
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

static inline const char *header_of(const struct run *r)
{
    return r->out->file[0].chars;
}

static inline const char *code_of(const struct run *r)
{
    return r->out->file[1].chars;
}

static inline void close_run(struct run *r)
{
    arena_free(r->arena);
}

static inline pol_image *load(struct run *r)
{
    const struct source file[] = {{"demo.h", header_of(r), 0},
                                  {"demo.c", code_of(r), 0},
                                  r->out->file[2]};
    pol_image *image = jit_load(&r->diags, POL_TCC, "demo", file, 3, NULL);
    show_messages(r);
    assert_non_null(image);
    return image;
}

static inline void assert_has(const char *text, const char *part)
{
    if (strstr(text, part))
        return;
    fprintf(stderr, "not found: %s\nin:\n%s\n", part, text);
    fail();
}

static inline void assert_lacks(const char *text, const char *part)
{
    if (!strstr(text, part))
        return;
    fprintf(stderr, "found: %s\nin:\n%s\n", part, text);
    fail();
}

#endif
