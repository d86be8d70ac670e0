/* SPDX-License-Identifier: MIT
 *
 * The tableau that a call means: a text of the shelf, or a family's; and all
 * of them.
 */
#include "recipe/tableaus.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "recipe/family.h"

/* ---- one ---- */

/* What stands for the call: itself, or that for which its name stands. */
static const struct ast *resolve(struct kit *kit, const struct ast *call)
{
    const char *other =
        shelf_find(kit->shelf, SHELF_TABLEAU, call->name)
            ? NULL
            : shelf_instance(kit->shelf, SHELF_TABLEAU, call->name);
    if (!other)
        return call;
    if (call->kind == AST_NAME)
        return called_parse(kit, text_format(kit->arena, "'%s'", call->name),
                            other);
    diag_error(kit->diags, call->place, "the tableau '%s' has no options",
               call->name);
    return NULL;
}

const struct tableau *tableau_of_call(const struct kit *given,
                                      const struct ast *call)
{
    struct kit kit = *given; /* for a session of its own, of no recipe */
    struct called c;
    kit.recipe = NULL;
    if (call->kind == AST_NAME || call->kind == AST_CALL)
        call = resolve(&kit, call);
    if (!call || !called_find(&kit, SHELF_TABLEAU, call, NULL, &c))
        return NULL;
    if (c.file->is_lua)
        return family_tableau(&kit, &c);
    if (call->kind == AST_CALL) {
        diag_error(kit.diags, call->place, "the tableau '%s' has no options",
                   c.file->name);
        return NULL;
    }
    const struct ast *tree =
        called_statement(&kit, c.file, AST_TABLEAU, "tableau");
    return tree ? tableau_build(kit.arena, kit.diags, tree) : NULL;
}

const struct tableau *tableau_of_text(const struct kit *kit, const char *call)
{
    int errors = kit->diags->errors;
    const struct ast *ast = called_parse(kit, "tableau", call);
    return ast && kit->diags->errors == errors ? tableau_of_call(kit, ast)
                                               : NULL;
}

/* ---- all ---- */

struct calls {
    const struct kit *kit;
    const char **call;
    int n, room;
};

static void add(struct calls *all, const char *call)
{
    arena_push(all->kit->arena, all->call, all->n, all->room);
    all->call[all->n++] = call;
}

/* Those of a family; of those whose only number is that of their stages, since
 * it is called so, only that one, if `stages` is not 0. */
static void add_family(struct calls *all, const struct shelf_file *file,
                       int stages)
{
    const struct kit *kit = all->kit;
    struct shelf_claim c;
    if (!shelf_describe(kit->shelf, kit->diags, file, &c))
        return;
    bool one = stages && c.whole && strcmp(c.whole, "s") == 0;
    for (long k = c.least; c.whole && k <= c.most; k++)
        if (!one || k == stages)
            add(all, text_format(kit->arena, "%s(%ld)", file->name, k));
    for (int i = 0; !c.whole && i < c.examples; i++)
        add(all, c.example[i]);
}

int tableau_calls(const struct kit *kit, const char *const **call)
{
    struct calls all = {.kit = kit};
    for (int i = 0; i < shelf_count(kit->shelf, SHELF_TABLEAU); i++) {
        const struct shelf_file *file = shelf_at(kit->shelf, SHELF_TABLEAU, i);
        if (file->is_lua)
            add_family(&all, file, 0);
        else
            add(&all, file->name);
    }
    *call = all.call;
    return all.n;
}

/* A text of about this size: what is of another one is not computed. */
static const struct tableau *
read_near(const struct kit *kit, const struct shelf_file *file, int stages)
{
    const struct ast *ast = called_statement(kit, file, AST_TABLEAU, "tableau");
    return ast && abs(tableau_stages(ast) - stages) <= 1
               ? tableau_build(kit->arena, kit->diags, ast)
               : NULL;
}

int tableaus_near(const struct kit *kit, int stages,
                  const struct tableau *const **out)
{
    const struct tableau **near = NULL;
    int n = 0, room = 0;
    for (int i = 0; i < shelf_count(kit->shelf, SHELF_TABLEAU); i++) {
        const struct shelf_file *file = shelf_at(kit->shelf, SHELF_TABLEAU, i);
        struct calls calls = {.kit = kit};
        if (file->is_lua)
            add_family(&calls, file, stages);
        for (int k = 0; k < (file->is_lua ? calls.n : 1); k++) {
            const struct tableau *t = file->is_lua
                                          ? tableau_of_text(kit, calls.call[k])
                                          : read_near(kit, file, stages);
            if (!t || abs(t->stages - stages) > 1)
                continue;
            arena_push(kit->arena, near, n, room);
            near[n++] = t;
        }
    }
    *out = near;
    return n;
}
