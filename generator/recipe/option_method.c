/* SPDX-License-Identifier: MIT
 *
 * A method as an option of another one, and compositions as methods: their
 * steps are written in composition.lua.
 */
#include "recipe/option.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/composition.h"

/* ---- compositions ---- */

static const struct ast *composition_of_shelf(struct derive *d,
                                              const struct shelf_file *file)
{
    int errors = d->diags->errors;
    const struct ast *tree =
        lang_parse(d->arena, d->names, d->diags, file->text);
    if (d->diags->errors > errors)
        return NULL;
    for (int i = 0; i < tree->n; i++)
        if (tree->child[i]->kind == AST_COMPOSITION)
            return tree->child[i];
    diag_error_line(d->diags, file->text->path, 0,
                    "there is no composition in this file");
    return NULL;
}

/* The spec as the file in which its composition stands. */
static const struct shelf_file *own_file(struct derive *d,
                                         const struct ast *ast)
{
    struct shelf_file *f = arena_alloc(d->arena, sizeof *f);
    *f = (struct shelf_file){SHELF_COMPOSITION, ast->name, false, true,
                             ast->place.source};
    return f;
}

static const struct ast *find_own(struct derive *d, const char *name)
{
    const struct model *m = d->model;
    for (int i = 0; i < m->compositions; i++)
        if (option_same(m->composition[i]->name, name))
            return m->composition[i];
    return NULL;
}

bool option_composition(struct derive *d, const char *name, bool own,
                        struct called *out)
{
    const struct ast *ast = own ? find_own(d, name) : NULL;
    const struct shelf_file *file =
        own ? NULL : shelf_find(d->shelf, SHELF_COMPOSITION, name);
    if (!ast && !file)
        return false;
    if (file)
        ast = composition_of_shelf(d, file);
    if (ast)
        out->composition = composition_build(d->arena, d->diags, ast);
    if (out->composition)
        out->file = file ? file : own_file(d, ast);
    return true;
}

/* The claimed order, unless the conditions say less. */
static int order_of(struct derive *d, const struct composition *c)
{
    int limit = c->claim ? c->claim : COMPOSITION_ORDER;
    int order = composition_order(d->arena, c, limit);
    if (order < c->claim)
        diag_warning(d->diags, c->place,
                     "composition %s claims order %d, but is of order %d",
                     c->name, c->claim, order);
    return order;
}

/* Pushes composed { name, base, order, factors }: a method's table. */
static void push_composed(struct derive *d, const struct composition *c)
{
    lua_State *L = host_lua(d->host);
    lua_getglobal(L, "composed");
    lua_newtable(L);
    lua_pushstring(L, c->name);
    lua_setfield(L, -2, "name");
    lua_pushinteger(L, c->base);
    lua_setfield(L, -2, "base");
    lua_pushinteger(L, order_of(d, c));
    lua_setfield(L, -2, "order");
    lua_createtable(L, c->steps, 0);
    for (int i = 0; i < c->steps; i++) {
        algebra_push(L, expr_number(d->pool, c->factor[i]));
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "factors");
    lua_call(L, 1, 1);
}

/* ---- opening ---- */

static const struct claim *base_of(const struct called *c)
{
    return &c->option[0].method->claim;
}

/* A source without the full stop at its end. */
static const char *phrase(struct derive *d, const char *source)
{
    size_t n = source ? strlen(source) : 0;
    return source ? arena_text(d->arena, source, n - (source[n - 1] == '.'))
                  : NULL;
}

/* What a composition says of itself names the method that it is made of. */
static void claim_composition(struct derive *d, struct called *c)
{
    const struct composition *s = c->composition;
    const struct claim *base = base_of(c);
    const char *own = phrase(d, s->note);
    c->claim.title =
        text_format(d->arena, "%d steps of %s", s->steps, base->name);
    c->claim.source = own;
    if (base->source)
        c->claim.source =
            text_format(d->arena, "%s%s%s: %s", own ? own : "", own ? "; " : "",
                        base->name, base->source);
}

bool option_open(struct derive *d, struct called *c)
{
    lua_State *L = host_lua(d->host);
    if (c->composition)
        push_composed(d, c->composition);
    else if (!claim_load(d->host, c->file))
        return false;
    struct fields f = {d->host, c->file->text->path, lua_gettop(L)};
    c->claim = (struct claim){
        .title = field_text(&f, "title"),
        .source = field_text(&f, "source"),
        .path = c->file->text->path,
    };
    c->table = luaL_ref(L, LUA_REGISTRYINDEX);
    if (!option_read(d, c))
        return false;
    c->claim.name = option_print(d, c);
    if (c->composition)
        claim_composition(d, c);
    return true;
}

bool option_nested(struct derive *d, const struct called *outer,
                   const struct ast *value, struct option_value *out)
{
    struct called *c = arena_alloc(d->arena, sizeof *c);
    if (outer->depth == METHODS_DEEP) {
        diag_error(d->diags, value->place,
                   "methods are nested more than %d deep", METHODS_DEEP);
        return false;
    }
    if (!option_resolve(d, SHELF_METHOD, value, NULL, c))
        return false;
    c->depth = outer->depth + 1;
    out->method = c;
    return option_open(d, c);
}
