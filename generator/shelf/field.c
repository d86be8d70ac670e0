/* SPDX-License-Identifier: MIT
 *
 * Reading fields of Lua tables; see claim.h.
 */
#include "shelf/claim.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* Does not return. */
static void blame(const struct fields *f, const char *field, const char *what)
{
    host_blame(f->L, f->path, "'%s' must be %s", field, what);
}

/* ---- texts ---- */

static bool is_printed(const char *text)
{
    while (*text && text_printed(text))
        text += text_printed(text);
    return !*text;
}

/* What is asked of a text, and how it is called alone and in a list. */
static const struct {
    bool (*is_right)(const char *);
    const char *one, *many;
} text_kinds[] = {[A_LINE] = {is_printed, "a line of text", "a list of texts"},
                  [A_NAME] = {name_is_good, "a name of letters, digits and _",
                              "a list of names of letters, digits and _"}};

/* A copy of the text on top of the stack, popped; NULL where it is none, or
 * not a right one. */
static const char *take_text(lua_State *L, enum text_kind s)
{
    size_t length = 0;
    const char *text =
        lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
    if (text)
        text = strlen(text) == length && text_kinds[s].is_right(text)
                   ? arena_text(host_of(L)->arena, text, length)
                   : NULL;
    lua_pop(L, 1);
    return text;
}

const char *field_text(const struct fields *f, const char *field,
                       enum text_kind s)
{
    bool given = lua_getfield(f->L, f->table, field) != LUA_TNIL;
    const char *text = take_text(f->L, s);
    if (given && !text)
        blame(f, field, text_kinds[s].one);
    return text;
}

const char *const *field_texts(const struct fields *f, const char *field,
                               enum text_kind s, int *count)
{
    enum { MOST = 1000 };
    *count = field_push_list(f, field, MOST);
    const char **text =
        arena_array(host_of(f->L)->arena, (size_t)*count + 1, sizeof *text);
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(f->L, -1, i + 1);
        if (!(text[i] = take_text(f->L, s)))
            blame(f, field, text_kinds[s].many);
    }
    lua_pop(f->L, 1);
    return text;
}

/* ---- numbers ---- */

static bool is_whole(lua_State *L, long least, long most)
{
    return lua_isinteger(L, -1) && lua_tointeger(L, -1) >= least &&
           lua_tointeger(L, -1) <= most;
}

long field_whole(const struct fields *f, const char *field, long least,
                 long most, long otherwise)
{
    bool given = lua_getfield(f->L, f->table, field) != LUA_TNIL;
    if (given && !is_whole(f->L, least, most))
        host_blame(f->L, f->path, "'%s' must be an integer from %ld to %ld",
                   field, least, most);
    long value = given ? (long)lua_tointeger(f->L, -1) : otherwise;
    lua_pop(f->L, 1);
    return value;
}

bool field_wholes(const struct fields *f, const char *field, int n, long *out)
{
    enum { MOST = 1000000000 };
    int length = field_push_list(f, field, n);
    bool given = !lua_isnil(f->L, -1);
    for (int i = 0; given && i < n; i++) {
        lua_rawgeti(f->L, -1, i + 1);
        if (length != n || !is_whole(f->L, -MOST, MOST))
            host_blame(f->L, f->path,
                       "'%s' must be a list of %d integers of up to 9 digits",
                       field, n);
        out[i] = (long)lua_tointeger(f->L, -1);
        lua_pop(f->L, 1);
    }
    lua_pop(f->L, 1);
    return given;
}

/* ---- others ---- */

int field_type(const struct fields *f, const char *field)
{
    int type = lua_getfield(f->L, f->table, field);
    lua_pop(f->L, 1);
    return type;
}

bool field_holds(const struct fields *f, const char *field)
{
    lua_getfield(f->L, f->table, field);
    bool holds = lua_toboolean(f->L, -1);
    lua_pop(f->L, 1);
    return holds;
}

int field_push_list(const struct fields *f, const char *field, int most)
{
    int type = lua_getfield(f->L, f->table, field);
    lua_Unsigned n = type == LUA_TTABLE ? lua_rawlen(f->L, -1) : 0;
    if (type != LUA_TTABLE && type != LUA_TNIL)
        blame(f, field, "a list");
    if (n > (lua_Unsigned)most)
        host_blame(f->L, f->path, "'%s' must be a list of at most %d", field,
                   most);
    return (int)n;
}

/* ---- arguments ---- */

const char *field_argument_name(lua_State *L, int argument, const char *name)
{
    luaL_argcheck(L, name_is_good(name), argument,
                  "a name is of letters, digits and _, and at most 40 long");
    return name;
}

int field_argument(lua_State *L, int argument, int least, int most)
{
    lua_Integer n = luaL_checkinteger(L, argument);
    if (n < least || n > most)
        luaL_argerror(
            L, argument,
            lua_pushfstring(L, "an integer from %d to %d", least, most));
    return (int)n;
}
