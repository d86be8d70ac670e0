/* SPDX-License-Identifier: MIT
 *
 * What the tests of the catalogue share: every tableau of the shelf, families
 * expanded, and tableaus from texts beside them.
 */
#ifndef POL_CATALOGUED_H
#define POL_CATALOGUED_H

#include "families.h"

#include "catalogue/catalogue.h"

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
static inline const struct tableau *tableau_in_text(struct catalogued *k,
                                                    const char *text)
{
    struct kit *kit = &k->bench.kit;
    struct source *s = arena_alloc(k->arena, sizeof *s);
    *s = (struct source){"mine.pol", text, strlen(text)};
    const struct ast *file = lang_parse(kit->names, kit->diags, s);
    assert_non_null(file);
    const struct tableau *t = tableau_build(kit->diags, file->child[0]);
    assert_non_null(t);
    return t;
}

#endif
