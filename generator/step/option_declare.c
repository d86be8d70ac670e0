/* SPDX-License-Identifier: MIT
 *
 * Reads how a file of the shelf declares an option, and says so in messages.
 */
#include "step/option.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static void blame(struct derive *d, const struct called *c, const char *message)
{
    host_blame(host_lua(d->host), c->file->text->path, message);
}

static bool is_true(lua_State *L, int table, const char *field)
{
    lua_getfield(L, table, field);
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

static long entry(lua_State *L, int table, int i)
{
    lua_geti(L, table, i);
    long value = (long)luaL_checkinteger(L, -1);
    lua_pop(L, 1);
    return value;
}

/* integer = { least, most } and integers = { count, least, most } */
static void take_integers(lua_State *L, int table, struct declared *out)
{
    if (lua_getfield(L, table, "integer") == LUA_TTABLE) {
        out->integer = true;
        out->least = entry(L, lua_gettop(L), 1);
        out->most = entry(L, lua_gettop(L), 2);
    }
    if (lua_getfield(L, table, "integers") == LUA_TTABLE) {
        out->count = (int)entry(L, lua_gettop(L), 1);
        out->least = entry(L, lua_gettop(L), 2);
        out->most = entry(L, lua_gettop(L), 3);
    }
    lua_pop(L, 2);
}

/* The default as a user would write it, NULL if there is none: default = 4,
 * { 1, 2, 3 } or "mr(axes = 1 2 3)". */
static const char *default_text(struct derive *d, int table)
{
    lua_State *L = host_lua(d->host);
    struct text t = text_new(d->arena);
    int type = lua_getfield(L, table, "default");
    if (type == LUA_TTABLE)
        for (int i = 1, n = (int)lua_rawlen(L, -1); i <= n; i++)
            text_print(&t, "%s%ld%s", i == 1 ? "[" : ", ",
                       entry(L, lua_gettop(L), i), i == n ? "]" : "");
    else if (type != LUA_TNIL)
        text_put(&t, luaL_checkstring(L, -1));
    lua_pop(L, 1);
    return type == LUA_TNIL ? NULL : text_chars(&t);
}

static const struct ast *take_default(struct derive *d, const struct called *c,
                                      int table)
{
    const char *text = default_text(d, table);
    struct source *s = arena_alloc(d->arena, sizeof *s);
    if (!text)
        return NULL;
    *s = (struct source){c->file->text->path, text, strlen(text)};
    const struct ast *value = lang_parse_value(d->arena, d->names, d->diags, s);
    if (!value)
        blame(d, c, "an option's default cannot be read");
    if (option_map(value))
        blame(d, c, "an option's default may not name a map");
    return value;
}

struct declared option_take(struct derive *d, const struct called *c)
{
    lua_State *L = host_lua(d->host);
    int table = lua_gettop(L);
    struct declared out = {0};
    luaL_checkstack(L, 8, NULL);
    if (!lua_istable(L, table))
        blame(d, c, "an option that is no table");
    out.name = claim_string(d->host, table, "name");
    if (!out.name)
        blame(d, c, "an option without name");
    out.word = claim_strings(d->host, table, "words", &out.words);
    out.variable = claim_strings(d->host, table, "expression", &out.names);
    out.number = is_true(L, table, "number");
    out.tableau = is_true(L, table, "tableau");
    out.method = is_true(L, table, "method");
    take_integers(L, table, &out);
    if (c->file->kind == SHELF_TABLEAU &&
        (out.names || out.number || out.tableau || out.method || out.count))
        blame(d, c, "an option of a family is a word or a whole number");
    out.otherwise = take_default(d, c, table);
    lua_settop(L, table - 1);
    return out;
}

/* ---- in words ---- */

/* "a", "a or b", "a, b or c" */
static const char *join(struct derive *d, int n, const char *const *part)
{
    struct text t = text_new(d->arena);
    for (int i = 0; i < n; i++)
        text_print(&t, "%s%s",
                   i == 0       ? ""
                   : i == n - 1 ? " or "
                                : ", ",
                   part[i]);
    return text_chars(&t);
}

const char *option_expected(struct derive *d, const struct declared *o)
{
    const char **part =
        arena_array(d->arena, (size_t)o->words + 4, sizeof *part);
    int n = 0;
    for (; n < o->words; n++)
        part[n] = o->word[n];
    if (o->integer)
        part[n++] = text_format(d->arena, "an integer from %ld to %ld",
                                o->least, o->most);
    if (o->count)
        part[n++] = text_format(d->arena, "%d integers from %ld to %ld",
                                o->count, o->least, o->most);
    if (o->number)
        part[n++] = "a number";
    if (o->names)
        part[n++] = text_format(d->arena, "an expression in %s",
                                join(d, o->names, o->variable));
    return join(d, n, part);
}

void option_example(struct derive *d, const struct called *c,
                    const struct declared *o)
{
    struct text t = text_new(d->arena);
    if (o->tableau || o->method) {
        diag_hint(d->diags, "for example %s(%s)", c->file->name,
                  o->method ? "imidm" : "kutta4");
        return;
    }
    for (int i = 0; i < (o->count ? o->count : 1); i++) {
        long value = o->least + i;
        text_print(&t, " %ld", value < o->most ? value : o->most);
    }
    if (o->integer || o->count)
        diag_hint(d->diags, "for example %s(%s =%s)", c->file->name, o->name,
                  text_chars(&t));
}
