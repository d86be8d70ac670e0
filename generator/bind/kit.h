/* SPDX-License-Identifier: MIT
 *
 * What files of the shelf are found, read and run with.
 */
#ifndef POL_KIT_H
#define POL_KIT_H

struct arena;
struct called;
struct derive;
struct diags;
struct host;
struct names;
struct pool;
struct recipe;
struct shelf;

struct kit {
    struct arena *arena;
    struct names *names;
    struct diags *diags;
    struct shelf *shelf;
    struct pool *pool;
    struct host *host;            /* while a session is open */
    const struct called *speaker; /* the file whose Lua is running */
    struct recipe *recipe;        /* that is being chosen, or NULL */
    struct derive *derive;        /* the step that is being made */
};

#endif
