/* SPDX-License-Identifier: MIT
 *
 * Shared by the files that make the view: the page as a Lua table.
 */
#pragma once

#include "emit/emit.h"
#include "emit/target.h"

/* The context of all functions that make the view. */
struct view {
    lua_State *lua;
    struct speller *speller;
    const struct page *page;
    const struct provenance *from;
    const char *argument; /* function's argument; NULL: the field */
    bool is_scalar;       /* the argument is a scalar */
    bool is_bare;         /* code in memory: without what nobody sees */
};

/* Sets fields of the table on top of the stack. */
#define set(v, ...) host_set((v)->lua, __VA_ARGS__)

/* Defines a function that pushes item x of a list as a string or boolean. */
#define PUSH_ITEM(push, type, kind, value)                                     \
    static void push(struct view *v, const void *list, int i)                  \
    {                                                                          \
        type x = ((type const *)list)[i];                                      \
        lua_push##kind(v->lua, value);                                         \
    }

/* Sets a list; `push` pushes its item i. */
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

/* Push item i of a list of lines, of a list of blocks (blocks.c). */
void push_line(struct view *, const void *list, int i);
void push_block(struct view *, const void *list, int i);
