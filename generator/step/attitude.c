/* SPDX-License-Identifier: MIT
 *
 * The attitude's functions, and attitudes of stored numbers.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* ---- the file ---- */

/* The element that a file returned, given back: g, the file's path, which a
 * message keeps longer than Lua does. */
static int expect_element(lua_State *L)
{
    size_t n;
    const char *path = luaL_checklstring(L, 2, &n);
    if (!luaL_testudata(L, 1, "element"))
        host_blame(L, arena_text(derive_of(L)->arena, path, n),
                   "'element' must return element { q0, vec }");
    lua_settop(L, 1);
    return 1;
}

/* ---- attitudes of numbers ---- */

static bool is_own(struct derive *d, const char *field)
{
    lua_State *L = host_lua(d->host);
    called_push(d->kit, &d->recipe->attitude);
    lua_getfield(L, -1, "own");
    lua_getfield(L, -1, field);
    bool own = lua_toboolean(L, -1);
    lua_pop(L, 3);
    return own;
}

void attitude_numbers(struct derive *d, const char *field,
                      const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    int n = d->step->store[STORED_R].n, at = lua_gettop(L);
    bool good = lua_istable(L, at) && luaL_len(L, at) == n;
    for (int i = 1; good && i <= n; i++) {
        lua_geti(L, at, i);
        good = algebra_is_scalar(L, at + 1);
        lua_pop(L, 1);
    }
    while (!is_own(d, field)) /* it was made from another one */
        field = strcmp(field, "from") == 0 ? "set" : "from";
    if (!good)
        host_blame(L, d->recipe->attitude.file->text->path,
                   text_format(d->arena, "'%s' must return a table of %d %s",
                               field, n, n == 1 ? "number" : "numbers"));
    algebra_array(L, at, n, out);
    lua_pop(L, 1);
}

struct attitude *attitude_of_numbers(struct derive *d,
                                     const struct expr *const *stored)
{
    lua_State *L = host_lua(d->host);
    struct attitude *at = arena_alloc(d->arena, sizeof *at);
    at->stored = stored;
    algebra_push_array(L, d->step->store[STORED_R].n, stored);
    called_run(d->kit, &d->recipe->attitude, "rows", 1);
    if (!lua_istable(L, -1))
        host_blame(L, d->recipe->attitude.file->text->path,
                   "'rows' must return a table of three vectors");
    for (int i = 0; i < 3; i++) {
        lua_geti(L, -1, i + 1);
        derive_expect(d, &d->recipe->attitude, "rows", "vector",
                      "a table of three vectors");
        at->row[i] = algebra_vec(L, lua_gettop(L));
        at->have[i] = true;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return at;
}

void attitude_set(struct derive *d, struct mat R, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    element_push_rows(L, R);
    called_run(d->kit, &d->recipe->attitude, "set", 1);
    attitude_numbers(d, "set", out);
}

/* m.attitude.at(numbers) */
static int at_numbers(lua_State *L)
{
    struct derive *d = derive_of(L);
    size_t n = (size_t)d->step->store[STORED_R].n;
    const struct expr **stored = arena_array(d->arena, n, sizeof *stored);
    luaL_checktype(L, 1, LUA_TTABLE);
    algebra_array(L, 1, (int)n, stored);
    return attitude_push(L, attitude_of_numbers(d, stored));
}

/* ---- where they do not exist ---- */

/* A condition that holds always looks at no value. */
static bool is_blind(struct derive *d, const struct expr *condition)
{
    return !expr_is_one(condition) && solve_holds_of_none(d, condition);
}

static void record_demand(struct derive *d, const struct expr *condition)
{
    struct solve s = {
        .done = expr_int(d->pool, 1), .accept = condition, .is_singular = true};
    if (!expr_is_one(condition))
        record_solve(d, &s);
}

/* demand(condition): else the step ends with the status "singular". */
static int demand(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct expr *condition = algebra_scalar(L, 1);
    luaL_argcheck(L, !is_blind(d, condition), 1,
                  "it holds where a value is not a number");
    record_demand(d, condition);
    return 0;
}

/* The condition that these stored numbers exist; NULL: they always do. */
static const struct expr *existence(struct derive *d,
                                    const struct expr *const *stored)
{
    lua_State *L = host_lua(d->host);
    called_push(d->kit, &d->recipe->attitude);
    bool fits = lua_getfield(L, -1, "fits") == LUA_TFUNCTION;
    lua_pop(L, 2);
    if (!fits)
        return NULL;
    algebra_push_array(L, d->step->store[STORED_R].n, stored);
    called_run(d->kit, &d->recipe->attitude, "fits", 1);
    if (!algebra_is_scalar(L, lua_gettop(L)))
        host_blame(L, d->recipe->attitude.file->text->path,
                   "'fits' must return a condition, as lt(a, b)");
    const struct expr *condition = algebra_scalar(L, lua_gettop(L));
    lua_pop(L, 1);
    return condition;
}

void attitude_check(struct derive *d, const struct expr *const *stored)
{
    const struct expr *condition = existence(d, stored);
    if (!condition)
        return;
    if (is_blind(d, condition))
        host_blame(host_lua(d->host), d->recipe->attitude.file->text->path,
                   "'fits' holds where a value is not a number");
    record_demand(d, condition);
}

void attitude_check_start(struct derive *d, const struct number *const *start)
{
    const struct expr *stored[MOST_VALUES];
    for (int i = 0; i < d->step->store[STORED_R].n; i++)
        stored[i] = expr_number(d->pool, start[i]);
    const struct expr *condition = existence(d, stored);
    if (condition && number_sign(expr_value(d->pool, condition)) == 0)
        host_refuse(host_lua(d->host), d->model->start_place,
                    text_format(d->arena, "%s has no numbers for this attitude",
                                d->recipe->attitude.claim.name),
                    "take another attitude");
}

/* ---- what a method sees ---- */

void attitude_push_file(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    called_push(d->kit, &d->recipe->attitude);
    lua_pushcfunction(L, at_numbers);
    lua_setfield(L, -2, "at");
}

void attitude_define(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    lua_register(L, "expect_element", expect_element);
    lua_register(L, "demand", demand);
}
