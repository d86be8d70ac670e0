/* SPDX-License-Identifier: MIT
 *
 * use(name): what a method borrows from another one of the shelf.
 */
#include "step/derive.h"

#include "base/text.h"

/* The table of the other method's file.  Its step is called with the options
 * that the borrower chooses. */
static int use(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *name = luaL_checkstring(L, 1);
    const struct shelf_file *file = shelf_find(d->shelf, SHELF_METHOD, name);
    if (!file)
        return luaL_error(L, "use: the shelf has no method '%s'", name);
    if (!claim_load(d->host, file))
        host_blame(L, d->method.file->text->path,
                   text_format(d->arena, "use: '%s' cannot be read", name));
    return 1;
}

void use_open(struct derive *d)
{
    lua_register(host_lua(d->host), "use", use);
}
