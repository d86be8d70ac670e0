/* SPDX-License-Identifier: MIT
 *
 * Tableaus of the shelf and of texts, analysed, for the tests of the analyser.
 */
#ifndef POL_ANALYSED_H
#define POL_ANALYSED_H

#include "test_arena.h"
#include "base/name.h"
#include "recipe/recipe.h"
#include "tableau/tableau.h"
#include "report/report.h"

struct analysed {
    struct arena *arena;
    struct source source;
    const struct tableau *tableau;
    struct analysis of;
};

static inline struct analysed analysed_text(const char *text)
{
    struct analysed a = {.arena = test_arena()};
    struct diags *diags = arena_alloc(a.arena, sizeof *diags);
    struct source *source = arena_alloc(a.arena, sizeof *source);
    *diags = diags_new(a.arena);
    *source = (struct source){"t.pol", text, strlen(text)};
    syntax file = lang_parse(names_new(a.arena), diags, source);
    if (file && diags->errors == 0)
        a.tableau = tableau_build(diags, file->child[0]);
    for (int i = 0; i < diags->count; i++)
        if (diags->items[i].kind == DIAG_ERROR)
            print_error("%s\n", diags->items[i].message);
    assert_non_null(a.tableau);
    a.of = tableau_analyse(a.arena, a.tableau);
    return a;
}

/* The text of a tableau of the shelf. */
static inline char *shelved_text(const char *name)
{
    char path[512], *text = calloc(1, 1 << 16);
    snprintf(path, sizeof path, "%s/templates/tableaus/%s.pol", POL_ROOT_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!file || fread(text, 1, (1 << 16) - 1, file) == 0)
        fail_msg("cannot read %s", path);
    fclose(file);
    return text;
}

static inline struct analysed analysed_shelved(const char *name)
{
    char *text = shelved_text(name);
    struct analysed a = analysed_text(text);
    free(text);
    return a;
}

/* One of the shelf, or of a folder, by its call, such as "gauss(3)". */
static inline struct analysed analysed_folder(const char *folder, const char *call)
{
    struct analysed a = {.arena = test_arena()};
    struct diags *diags = arena_alloc(a.arena, sizeof *diags);
    *diags = diags_new(a.arena);
    struct kit kit = {.arena = a.arena,
                      .names = names_new(a.arena),
                      .diags = diags,
                      .shelf = shelf_open(diags, &folder, folder != NULL),
                      .pool = pool_new(a.arena)};
    a.tableau = tableau_of_text(&kit, call);
    for (int i = 0; i < diags->count; i++)
        print_error("%s\n", diags->items[i].message);
    assert_non_null(a.tableau);
    a.of = tableau_analyse(a.arena, a.tableau);
    return a;
}

static inline struct analysed analysed_call(const char *call)
{
    return analysed_folder(NULL, call);
}

/* "1 + z + 1/2 z^2", as reports print it. */
static inline const char *polynomial_text(struct arena *arena, const struct polynomial *p)
{
    struct text out = text_new(arena);
    for (int k = 0; k <= p->degree; k++) {
        num v = p->coef[k];
        bool negative = number_sign(v) < 0, first = out.length == 0;
        const char *size = report_number(arena, negative ? number_neg(arena, v) : v);
        if (number_is_zero(v))
            continue;
        text_put(&out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
        if (strcmp(size, "1") != 0 || k == 0)
            text_print(&out, "%s%s", size, k ? " " : "");
        text_put(&out, k ? "z" : "");
        if (k > 1)
            text_print(&out, "^%d", k);
    }
    return out.length ? text_chars(&out) : "0";
}

static inline void forget(const struct analysed *a)
{
    arena_free(a->arena);
}

#endif
