/* SPDX-License-Identifier: MIT
 *
 * Reading fields of Lua tables; see field.h.
 */
#include "shelf/field.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* Does not return. */
static void blame(const struct fields *f, const char *field, const char *what)
{
    host_blame(
        host_lua(f->host), f->path,
        text_format(host_arena(f->host), "'%s' must be %s", field, what));
}

/* ---- texts ---- */

static bool is_printed(const char *text)
{
    while (*text && text_printed(text))
        text += text_printed(text);
    return !*text;
}

typedef bool is_right(const char *);

/* A copy of the text on top of the stack, popped; NULL where it is none, or
 * not a right one. */
static const char *take_text(struct host *h, is_right *right)
{
    lua_State *L = host_lua(h);
    const char *copy = NULL;
    if (lua_type(L, -1) == LUA_TSTRING) {
        size_t length;
        const char *text = lua_tolstring(L, -1, &length);
        if (strlen(text) == length && right(text))
            copy = arena_text(host_arena(h), text, length);
    }
    lua_pop(L, 1);
    return copy;
}

static const char *read_text(const struct fields *f, const char *field,
                             is_right *right, const char *what)
{
    lua_State *L = host_lua(f->host);
    bool given = lua_getfield(L, f->table, field) != LUA_TNIL;
    const char *text = take_text(f->host, right);
    if (given && !text)
        blame(f, field, what);
    return text;
}

const char *field_text(const struct fields *f, const char *field)
{
    return read_text(f, field, is_printed, "a line of text");
}

const char *field_name(const struct fields *f, const char *field)
{
    return read_text(f, field, name_is_good, "a name of letters, digits and _");
}

static const char *const *read_texts(const struct fields *f, const char *field,
                                     is_right *right, const char *what,
                                     int *count)
{
    enum { MOST = 1000 };
    lua_State *L = host_lua(f->host);
    int n = field_push_list(f, field, MOST);
    const char **text =
        arena_array(host_arena(f->host), (size_t)n + 1, sizeof *text);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!(text[i] = take_text(f->host, right)))
            blame(f, field, what);
    }
    lua_pop(L, 1);
    *count = n;
    return text;
}

const char *const *field_texts(const struct fields *f, const char *field,
                               int *count)
{
    return read_texts(f, field, is_printed, "a list of texts", count);
}

const char *const *field_names(const struct fields *f, const char *field,
                               int *count)
{
    return read_texts(f, field, name_is_good,
                      "a list of names of letters, digits and _", count);
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
    lua_State *L = host_lua(f->host);
    bool given = lua_getfield(L, f->table, field) != LUA_TNIL;
    if (given && !is_whole(L, least, most))
        blame(f, field,
              text_format(host_arena(f->host), "an integer from %ld to %ld",
                          least, most));
    long value = given ? (long)lua_tointeger(L, -1) : otherwise;
    lua_pop(L, 1);
    return value;
}

bool field_wholes(const struct fields *f, const char *field, int n, long *out)
{
    enum { MOST = 1000000000 };
    lua_State *L = host_lua(f->host);
    int length = field_push_list(f, field, n);
    bool given = !lua_isnil(L, -1);
    for (int i = 0; given && i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (length != n || !is_whole(L, -MOST, MOST))
            blame(f, field,
                  text_format(host_arena(f->host),
                              "a list of %d integers of up to 9 digits",
                              n));
        out[i] = (long)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return given;
}

/* ---- others ---- */

bool field_given(const struct fields *f, const char *field)
{
    lua_State *L = host_lua(f->host);
    bool given = lua_getfield(L, f->table, field) != LUA_TNIL;
    lua_pop(L, 1);
    return given;
}

bool field_holds(const struct fields *f, const char *field)
{
    lua_State *L = host_lua(f->host);
    lua_getfield(L, f->table, field);
    bool holds = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return holds;
}

bool field_varies(const struct fields *f, const char *field)
{
    lua_State *L = host_lua(f->host);
    bool is = lua_getfield(L, f->table, field) == LUA_TFUNCTION;
    lua_pop(L, 1);
    return is;
}

int field_push_list(const struct fields *f, const char *field, int most)
{
    lua_State *L = host_lua(f->host);
    int type = lua_getfield(L, f->table, field);
    lua_Unsigned n = type == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
    if (type != LUA_TTABLE && type != LUA_TNIL)
        blame(f, field, "a list");
    if (n > (lua_Unsigned)most)
        blame(f, field,
              text_format(host_arena(f->host), "a list of at most %d", most));
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
