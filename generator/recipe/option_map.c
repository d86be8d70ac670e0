/* SPDX-License-Identifier: MIT
 *
 * The map that a method's call names: `map = cay` among its options or among
 * those of a method in it counts for the whole step.
 */
#include "recipe/option.h"

#include <string.h>

struct search {
    struct derive *derive; /* to compare, or NULL */
    const struct ast *first;
    bool differs;
};

static bool is_same(struct derive *d, const struct ast *a, const struct ast *b)
{
    const struct shelf_file *file = shelf_find(d->shelf, SHELF_MAP, a->name);
    return file && file == shelf_find(d->shelf, SHELF_MAP, b->name);
}

static bool names(const struct ast *map)
{
    return map->kind == AST_NAME || map->kind == AST_CALL;
}

static void take(struct search *s, const struct ast *map)
{
    struct derive *d = s->derive;
    if (!s->first) {
        s->first = map;
        return;
    }
    if (!d || s->differs || !names(map) || !names(s->first) ||
        is_same(d, s->first, map))
        return;
    s->differs = true;
    diag_error(d->diags, map->place, "a second map, '%s', in one step",
               map->name);
    diag_hint(d->diags,
              "a map counts for the whole step, and '%s' is named "
              "before",
              s->first->name);
}

/* The depth of the tree is bounded by AST_DEPTH. */
static void search(struct search *s, const struct ast *call)
{
    for (int i = 0; call && call->kind == AST_CALL && i < call->n; i++) {
        const struct ast *a = call->child[i];
        if (a->kind == AST_OPTION && !strcmp(a->name, "map"))
            take(s, a->child[0]);
        else
            search(s, a->kind == AST_OPTION ? a->child[0] : a);
    }
}

const struct ast *option_map(const struct ast *call)
{
    struct search s = {0};
    search(&s, call);
    return s.first;
}

bool option_one_map(struct derive *d, const struct ast *call)
{
    struct search s = {.derive = d};
    search(&s, call);
    return !s.differs;
}
