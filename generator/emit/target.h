/* SPDX-License-Identifier: MIT
 *
 * A target's Lua table, read into C.
 */
#ifndef POL_TARGET_H
#define POL_TARGET_H

#include <lua.h>

#include "emit/spell.h"

/* Reads the table on top of the stack into the speller, whose arena, diags,
 * path and real type are set; false, with a message, if something is missing
 * or has the wrong type.  The table stays on the stack. */
bool target_read(lua_State *, struct speller *);

enum { TARGET_FILES = 16 };

struct target_file {
    const char *ending, *page; /* ".h", "step.h.tpl" */
    bool is_stepper;           /* may be left out: it drives the others */
};

/* The files to be made; their number, or -1 with a message. */
int target_files(lua_State *, struct speller *, struct target_file *);

#endif
