/* SPDX-License-Identifier: MIT
 *
 * What the tests of families of tableaus and of the catalogue share: the
 * shelf's tableaus by their calls, families expanded, and tableaus from texts
 * beside them.
 */
#ifndef POL_FAMILIES_H
#define POL_FAMILIES_H

#include "dropped.h"
#include "base/name.h"
#include "catalogue/catalogue.h"
#include "recipe/recipe.h"
#include "shelf/shelf.h"
#include "sym/expr.h"
#include "tableau/tableau.h"
#include "test_arena.h"

struct family_bench {
    struct kit kit;
    struct diags diags;
};

static inline struct family_bench *open_families(struct family_bench *b, const char *folder)
{
    struct arena *a = test_arena();
    b->diags = diags_new(a);
    b->kit =
        (struct kit){.arena = a, .names = names_new(a), .diags = &b->diags, .pool = pool_new(a)};
    b->kit.shelf = shelf_open(&b->diags, &folder, folder ? 1 : 0);
    assert_int_equal(b->diags.count, 0);
    return b;
}

static inline void close_families(struct family_bench *b)
{
    arena_free(b->kit.arena);
}

static inline const char *messages_of(const struct family_bench *b)
{
    return diags_text(&b->diags);
}

static inline const struct tableau *get(struct family_bench *b, const char *call)
{
    const struct tableau *t = tableau_of_text(&b->kit, call);
    if (!t)
        fail_msg("%s: %s", call, messages_of(b));
    return t;
}

/* ---- numbers ---- */

typedef num value;

/* Fractions are equal, reals to 2^-240. */
static inline bool is_same(struct arena *a, value x, value y)
{
    value d = number_sub(a, x, y);
    if (number_is_exact(x) && number_is_exact(y))
        return number_is_zero(d);
    value bound = number_power(a, number_fraction(a, 1, 2), 240);
    if (number_sign(d) < 0)
        d = number_neg(a, d);
    return number_compare(d, bound) < 0;
}

struct catalogued {
    struct family_bench bench;
    struct arena *arena;
    int count;
    const struct tableau **all;
    struct catalogue catalogue;
};

static inline void open_catalogue(struct catalogued *k)
{
    open_families(&k->bench, NULL);
    k->arena = k->bench.kit.arena;
    const char *const *call;
    k->count = tableau_calls(&k->bench.kit, 0, &call);
    k->all = arena_array(k->arena, (size_t)k->count, sizeof *k->all);
    for (int i = 0; i < k->count; i++)
        k->all[i] = get(&k->bench, call[i]);
    k->catalogue = (struct catalogue){k->count, k->all};
}

static inline void close_catalogue(struct catalogued *k)
{
    close_families(&k->bench);
}

/* The tableau of a text, which may have warnings. */
static inline const struct tableau *tableau_in_text(struct catalogued *k, const char *text)
{
    struct kit *kit = &k->bench.kit;
    struct source *s = arena_alloc(k->arena, sizeof *s);
    *s = (struct source){"mine.pol", text, strlen(text)};
    syntax file = lang_parse(kit->names, kit->diags, s);
    assert_non_null(file);
    const struct tableau *t = tableau_build(kit->diags, file->child[0]);
    assert_non_null(t);
    return t;
}

#endif
