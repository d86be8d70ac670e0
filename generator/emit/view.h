/* SPDX-License-Identifier: MIT
 *
 * What the files that make the view share: the page as a Lua table.
 */
#pragma once

#include "emit/emit.h"
#include "emit/target.h"

/* What every line of the view is made with. */
struct view {
    lua_State *lua;
    struct speller *speller;
    const struct page *page;
    const struct provenance *from;
    const char *argument; /* of the program's function; NULL: as it is read */
    bool is_scalar;       /* that argument */
    bool is_bare;         /* in memory: what nobody sees is left out */
};

/* Fields of the table on top. */
#define set(v, ...) host_set((v)->lua, __VA_ARGS__)

/* Of a list of `type`: x as a string or a boolean. */
#define PUSH_ITEM(push, type, kind, value)                                     \
    static void push(struct view *v, const void *list, int i)                  \
    {                                                                          \
        type x = ((type const *)list)[i];                                      \
        lua_push##kind(v->lua, value);                                         \
    }

/* A list, by what pushes its item i. */
static inline void
set_list(struct view *v, const char *key, int n,
         void (*push)(struct view *, const void *list, int i), const void *list)
{
    lua_createtable(v->lua, n, 0);
    for (int i = 0; i < n; i++) {
        push(v, list, i);
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, key);
}

/* An item of a list of lines, of blocks (blocks.c). */
void push_line(struct view *, const void *list, int i);
void push_block(struct view *, const void *list, int i);
