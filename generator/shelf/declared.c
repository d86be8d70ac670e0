/* SPDX-License-Identifier: MIT
 *
 * Reading how a file of the shelf declares an option.
 */
#include "shelf/declared.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* least and most of a list's last two. */
static void take_range(const struct fields *f, const long *range,
                       struct declared *out)
{
    out->least = range[0];
    out->most = range[1];
    if (range[0] > range[1])
        host_blame(host_lua(f->host), f->path,
                   "an option's least number is above its largest");
}

/* integer = { least, most } and integers = { count, least, most } */
static void take_integers(const struct fields *f, struct declared *out)
{
    long range[3];
    if (field_wholes(f, "integer", 2, range)) {
        out->integer = true;
        take_range(f, range, out);
    }
    if (!field_wholes(f, "integers", 3, range))
        return;
    if (range[0] < 1 || range[0] > COUNT_MOST)
        host_blame(host_lua(f->host), f->path,
                   text_format(host_arena(f->host),
                               "an option is a list of 1 to %d numbers",
                               COUNT_MOST));
    out->count = (int)range[0];
    take_range(f, range + 1, out);
}

/* default = { 1, 2, 3 } */
static void take_list(const struct fields *f, struct declared *out)
{
    struct arena *arena = host_arena(f->host);
    struct text t = text_new(arena);
    long *value = arena_array(arena, (size_t)out->count + 1, sizeof *value);
    field_wholes(f, "default", out->count, value);
    for (int i = 0; i < out->count; i++)
        text_print(&t, "%s%ld", i ? ", " : "[", value[i]);
    text_char(&t, ']');
    out->preset = text_chars(&t);
    out->list = value;
}

/* default = 4, { 1, 2, 3 } or "mr(axes = 1 2 3)" */
static void take_default(const struct fields *f, struct declared *out)
{
    lua_State *L = host_lua(f->host);
    int type = lua_getfield(L, f->table, "default");
    if (type == LUA_TNUMBER)
        out->preset =
            text_format(host_arena(f->host), "%s", lua_tostring(L, -1));
    lua_pop(L, 1);
    if (type == LUA_TTABLE)
        take_list(f, out);
    else if (type != LUA_TNUMBER)
        out->preset = field_text(f, "default");
}

static void check_in_float(const struct fields *f, const struct declared *o)
{
    bool is_word = !o->in_float;
    for (int i = 0; !is_word && i < o->words; i++)
        is_word = !strcmp(o->in_float, o->word[i]);
    if (!is_word)
        host_blame(host_lua(f->host), f->path,
                   "'in_float' must be one of the option's words");
}

struct declared declared_read(struct host *h, const char *path)
{
    lua_State *L = host_lua(h);
    struct fields f = {h, path, lua_gettop(L)};
    struct declared out = {0};
    luaL_checkstack(L, 8, NULL);
    if (!lua_istable(L, f.table))
        host_blame(L, path, "an option that is no table");
    out.name = field_name(&f, "name");
    if (!out.name)
        host_blame(L, path, "an option without name");
    out.word = field_names(&f, "words", &out.words);
    out.variable = field_names(&f, "expression", &out.names);
    out.number = field_holds(&f, "number");
    out.tableau = field_holds(&f, "tableau");
    out.method = field_holds(&f, "method");
    take_integers(&f, &out);
    take_default(&f, &out);
    out.in_float = field_name(&f, "in_float");
    check_in_float(&f, &out);
    lua_settop(L, f.table - 1);
    return out;
}

int declared_push_all(const struct fields *f)
{
    return field_push_list(f, "options", OPTIONS_MOST);
}
