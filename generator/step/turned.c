/* SPDX-License-Identifier: MIT
 *
 * The attitude inside a step: the stored one, or one that was turned from it
 * by elements.  Its rows are made when they are first looked at, its stored
 * numbers only for the state in which the step ends.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"

enum { DEEPEST = 500 }; /* attitudes turned by one another */

struct turned *turned_at(lua_State *L, int argument)
{
    return algebra_unbox(L, argument, "attitude");
}

int turned_push(lua_State *L, struct turned *at)
{
    return algebra_box(L, "attitude", at);
}

struct vec turned_row(struct derive *d, struct turned *at, int row)
{
    struct turned *path[DEEPEST + 1];
    int n = 0;
    for (; !at->have[row]; at = at->from)
        path[n++] = at;
    struct vec x = at->row[row];
    while (n--) {
        at = path[n];
        x = at->row[row] = element_turn(d, at->g, x, true);
        at->have[row] = true;
    }
    return x;
}

struct mat turned_matrix(struct derive *d, struct turned *at)
{
    struct mat m;
    for (int i = 0; i < 3; i++) {
        struct vec row = turned_row(d, at, i);
        memcpy(&m.x[3 * i], row.x, sizeof row.x);
    }
    return m;
}

/* The product of the elements by which *at was turned; NULL: by none.  *at
 * becomes what was turned by it. */
static const struct element *whole_turn(struct derive *d,
                                        const struct turned **at)
{
    const struct element *part[DEEPEST];
    int n = 0;
    for (; (*at)->from; *at = (*at)->from)
        part[n++] = (*at)->g;
    const struct element *g = n ? part[--n] : NULL;
    while (n--) {
        if (g->linear || part[n]->linear)
            luaL_error(host_lua(d->host), "after a turn by a matrix that is no "
                                          "rotation there may be no other");
        g = element_compose(d, g, part[n]);
    }
    return g;
}

void turned_push_stored(struct derive *d, const struct turned *at)
{
    lua_State *L = host_lua(d->host);
    const struct element *g = whole_turn(d, &at);
    algebra_push_array(L, d->step->store->n, at->stored);
    if (!g)
        return;
    element_push(L, g);
    scene_call(d, &d->attitude, "move", 2);
}

/* ---- as Lua sees it ---- */

/* R:turned(g) */
static int turn(lua_State *L)
{
    struct turned *t = arena_alloc(derive_of(L)->arena, sizeof *t);
    t->from = turned_at(L, 1);
    t->g = element_at(L, 2);
    t->depth = t->from->depth + 1;
    luaL_argcheck(L, t->depth <= DEEPEST, 1, "turned too often");
    return turned_push(L, t);
}

/* R:rows() */
static int rows(lua_State *L)
{
    return element_push_rows(L, turned_matrix(derive_of(L), turned_at(L, 1)));
}

/* R:stored(), the numbers by which the attitude is stored */
static int stored(lua_State *L)
{
    turned_push_stored(derive_of(L), turned_at(L, 1));
    return 1;
}

static int compare(lua_State *L)
{
    return luaL_error(L, "a step may not compare attitudes");
}

void turned_open(struct derive *d)
{
    static const luaL_Reg functions[] = {{"turned", turn},
                                         {"rows", rows},
                                         {"stored", stored},
                                         {"__eq", compare},
                                         {NULL, NULL}};
    element_define(host_lua(d->host), "attitude", functions);
}
