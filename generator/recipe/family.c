/* SPDX-License-Identifier: MIT
 *
 * Runs a family of tableaus: its function with a call's options, and what it
 * returns as a tableau.
 */
#include "recipe/family.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "shelf/field.h"
#include "tableau/tableau.h"

struct family {
    struct kit *kit;
    struct called *called;
    const struct tableau *tableau;
};

/* ---- the call ---- */

/* As a name: the values by position, "gauss(3)". */
static const char *name_of(struct family *f)
{
    const struct called *c = f->called;
    struct text out = text_new(f->kit->arena);
    text_put(&out, c->file->name);
    for (int i = 0; i < c->options; i++) {
        const struct option_value *o = &c->option[i];
        text_put(&out, i ? ", " : "(");
        if (o->word)
            text_put(&out, o->word);
        else
            text_print(&out, "%ld", o->integer);
    }
    text_put(&out, c->options ? ")" : "");
    return text_chars(&out);
}

/* Pushes the options' values, in their order. */
static void push_options(struct family *f)
{
    lua_State *L = host_lua(f->kit->host);
    const struct called *c = f->called;
    luaL_checkstack(L, c->options + 4, NULL);
    for (int i = 0; i < c->options; i++) {
        const struct option_value *o = &c->option[i];
        if (o->word)
            lua_pushstring(L, o->word);
        else
            lua_pushinteger(L, o->integer);
    }
}

/* ---- what it returns ---- */

static void blame_list(struct family *f, const char *what, const char *least,
                       int n, const char *of)
{
    called_blame(f->kit, f->called,
                 text_format(f->kit->arena,
                             "the tableau's %s must be a list of %s%d%s", what,
                             least, n, of));
}

/* The list on top of the stack, popped: n numbers. */
static void read_list(struct family *f, const char *what, int n,
                      struct surd *out)
{
    lua_State *L = host_lua(f->kit->host);
    if (!lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n)
        blame_list(f, what, "", n, "");
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        out[i] = family_number(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static const struct surd *read_field(struct family *f, const char *name, int n)
{
    struct surd *out = arena_array(f->kit->arena, (size_t)n, sizeof *out);
    lua_getfield(host_lua(f->kit->host), -1, name);
    read_list(f, name, n, out);
    return out;
}

/* `rows` lists of n numbers, in the list on top of the stack. */
static const struct surd *read_rows(struct family *f, const char *what,
                                    int rows, int n)
{
    lua_State *L = host_lua(f->kit->host);
    struct surd *out =
        arena_array(f->kit->arena, (size_t)rows * (size_t)n, sizeof *out);
    for (int i = 0; i < rows; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_list(f, what, n, out + i * n);
    }
    return out;
}

/* a: as many rows as there are stages. */
static const struct surd *read_matrix(struct family *f, int n)
{
    lua_State *L = host_lua(f->kit->host);
    if (lua_getfield(L, -1, "a") != LUA_TTABLE || (int)lua_rawlen(L, -1) != n)
        blame_list(f, "a", "", n, " rows");
    const struct surd *a = read_rows(f, "row of a", n, n);
    lua_pop(L, 1);
    return a;
}

/* bhat: a list of numbers, or of such lists. */
static void read_embedded(struct family *f, struct coefficients *x)
{
    lua_State *L = host_lua(f->kit->host);
    int type = lua_getfield(L, -1, "bhat");
    if (type == LUA_TTABLE) {
        bool nested = lua_rawgeti(L, -1, 1) == LUA_TTABLE;
        lua_pop(L, 1);
        if (!nested) { /* as a list of one */
            lua_createtable(L, 1, 0);
            lua_insert(L, -2);
            lua_rawseti(L, -2, 1);
        }
        x->embedded = (int)lua_rawlen(L, -1);
        x->bhat = read_rows(f, "bhat", x->embedded, x->stages);
    } else if (type != LUA_TNIL) {
        called_blame(f->kit, f->called, "the tableau's bhat must be a list");
    }
    lua_pop(L, 1);
}

/* The table on top of the stack: { order =, c =, a =, b = [, bhat =] }. */
static void read_tableau(struct family *f)
{
    const struct kit *kit = f->kit;
    lua_State *L = host_lua(kit->host);
    const struct claim *claim = &f->called->claim;
    struct coefficients x = {.name = name_of(f), .place = f->called->place};
    x.source =
        text_format(kit->arena, "%s\n%s", claim->title ? claim->title : "",
                    claim->source ? claim->source : "");
    if (!lua_istable(L, -1))
        called_blame(
            kit, f->called,
            "'tableau' must return { order = .., c = .., a = .., b = .. }");
    struct fields all = {kit->host, claim->path, lua_gettop(L)};
    x.claim = (int)field_whole(&all, "order", 1, ORDER_EXACT, 0);
    if (!x.claim)
        called_blame(kit, f->called, "the tableau needs an order");
    lua_getfield(L, -1, "b");
    lua_Unsigned stages = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
    lua_pop(L, 1);
    if (stages < 1 || stages > TABLEAU_STAGES)
        blame_list(f, "b", "1 to ", TABLEAU_STAGES, "");
    x.stages = (int)stages;
    x.b = read_field(f, "b", x.stages);
    x.c = read_field(f, "c", x.stages);
    x.a = read_matrix(f, x.stages);
    read_embedded(f, &x);
    f->tableau = tableau_make(kit->arena, &x);
}

static bool run(struct host *h, void *data)
{
    struct family *f = data;
    struct kit *kit = f->kit;
    kit->host = h;
    host_bind(h, kit);
    luaL_checkstack(host_lua(h), 40, NULL);
    family_open(kit);
    option_define(kit);
    if (!host_run(h, shelf_own(kit->arena, "generator/recipe/family.lua")) ||
        !called_open(kit, f->called))
        return false;
    kit->speaker = f->called;
    push_options(f);
    called_run(kit, f->called, "tableau", f->called->options);
    read_tableau(f);
    return true;
}

const struct tableau *family_tableau(struct kit *kit, struct called *called)
{
    struct family f = {.kit = kit, .called = called};
    int errors = kit->diags->errors;
    if (!host_session(kit->arena, kit->diags, host_limits(), run, &f) ||
        kit->diags->errors > errors)
        return NULL;
    return f.tableau;
}
