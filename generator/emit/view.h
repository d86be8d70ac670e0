/* SPDX-License-Identifier: MIT
 *
 * A page as plain Lua tables: arrays and records, values already spelled.
 */
#ifndef POL_VIEW_H
#define POL_VIEW_H

#include <lua.h>

#include "emit/spell.h"
#include "opt/page.h"

/* What every line of the view is made with. */
struct view {
    lua_State *lua;
    struct speller *speller;
    const struct page *page;
    const struct provenance *from;
    const char *argument; /* of the program's function; NULL: as it is read */
};

/* Pushes the table that templates see as `page`; false, with a message, when
 * a runtime function that the programs call is not there. */
bool view_push(struct view *);

/* Pushes a program as a table (view_program.c). */
void view_push_program(struct view *, const struct program *);
void view_push_cost(struct view *, const struct cost *);

#endif
