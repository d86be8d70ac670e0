/* SPDX-License-Identifier: MIT
 *
 * unknown and solve: a residual becomes a Newton iteration with the exact
 * Jacobian, which the algebra differentiates through everything, the user's
 * torque included.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

enum { SWEEPS = 12, MOST_SWEEPS = 100 };

struct unknown {
    const char *name;
    struct vec symbol, start;
    bool solved;
};

/* Three symbols "s0", "s1", "s2". */
static struct vec fresh(struct derive *d, const char *name, int tag)
{
    struct vec v;
    for (int i = 0; i < VECTOR; i++) {
        const char *text = text_format(d->arena, "%s%d", name, i);
        v.x[i] = expr_fresh(d->pool, name_of_text(d->names, text), tag);
    }
    return v;
}

/* unknown(name, start): a vector to be found by solve. */
static int make_unknown(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *text = luaL_checkstring(L, 1);
    const char *name = name_of_text(d->names, text);
    struct vec start = algebra_vec(L, 2);
    arena_push(d->arena, d->unknown, d->unknowns, d->unknown_room);
    struct unknown *u = &d->unknown[d->unknowns++];
    *u = (struct unknown){name, fresh(d, name, SYMBOL_UNKNOWN), start, false};
    return algebra_push_vec(L, u->symbol);
}

static struct unknown *find_unknown(lua_State *L, struct vec symbol)
{
    struct derive *d = derive_of(L);
    for (int i = 0; i < d->unknowns; i++)
        if (d->unknown[i].symbol.x[0] == symbol.x[0] && !d->unknown[i].solved)
            return &d->unknown[i];
    luaL_argerror(L, 1, "not an unknown that is still to be solved for");
    return NULL;
}

static struct mat jacobian(struct derive *d, struct vec residual,
                           struct vec unknown)
{
    struct mat m;
    for (int j = 0; j < VECTOR; j++) {
        struct vec column;
        expr_diff(d->pool, VECTOR, residual.x, unknown.x[j], column.x);
        for (int i = 0; i < VECTOR; i++)
            m.x[3 * i + j] = column.x[i];
    }
    return m;
}

static const struct expr *const *keep_vec(struct derive *d, struct vec v)
{
    const struct expr **copy = arena_array(d->arena, VECTOR, sizeof *copy);
    memcpy(copy, v.x, sizeof v.x);
    return copy;
}

/* Calls the function `field` of the table at 3 with one or two vectors; NULL
 * if there is none. */
static const struct expr *test(lua_State *L, const char *field, struct vec a,
                               const struct vec *b)
{
    if (lua_getfield(L, 3, field) != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return NULL;
    }
    algebra_push_vec(L, a);
    if (b)
        algebra_push_vec(L, *b);
    lua_call(L, b ? 2 : 1, 1);
    const struct expr *e = algebra_scalar(L, lua_gettop(L));
    lua_pop(L, 1);
    return e;
}

static int sweeps(lua_State *L)
{
    lua_getfield(L, 3, "sweeps");
    lua_Integer n = luaL_optinteger(L, -1, SWEEPS);
    luaL_argcheck(L, n >= 1 && n <= MOST_SWEEPS, 3, "sweeps: 1 to 100");
    lua_pop(L, 1);
    return (int)n;
}

static bool undetermined(struct vec change)
{
    for (int i = 0; i < VECTOR; i++)
        if (expr_is_undefined(change.x[i]))
            return true;
    return false;
}

/* solve(unknown, residual, { done = function(x, change), accept = function(x),
 * sweeps = n }): the solved vector. */
static int solve(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct unknown *u = find_unknown(L, algebra_vec(L, 1));
    struct vec residual = algebra_vec(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    struct mat J = jacobian(d, residual, u->symbol);
    struct vec change = mat_solve(d->pool, J, residual);
    change = vec_scale(d->pool, expr_int(d->pool, -1), change);
    if (undetermined(change))
        return luaL_error(L, "the residual does not determine '%s'", u->name);
    struct vec step =
        fresh(d, text_format(d->arena, "d%s", u->name), SYMBOL_UNKNOWN);
    struct vec result = fresh(d, u->name, SYMBOL_SOLVED);
    struct solve s = {.name = u->name,
                      .n = VECTOR,
                      .unknown = keep_vec(d, u->symbol),
                      .start = keep_vec(d, u->start),
                      .residual = keep_vec(d, residual),
                      .change = keep_vec(d, change),
                      .change_symbol = keep_vec(d, step),
                      .done = test(L, "done", u->symbol, &step),
                      .accept = test(L, "accept", result, NULL),
                      .result = keep_vec(d, result),
                      .sweeps = sweeps(L)};
    if (!s.done)
        return luaL_error(L, "solve needs done = function(x, change)");
    u->solved = true;
    arena_push(d->arena, d->record.solve, d->record.solves,
               d->record.solve_room);
    d->record.solve[d->record.solves++] = s;
    return algebra_push_vec(L, result);
}

__attribute__((format(printf, 2, 0))) static void
blame(struct derive *d, const char *format, const char *name)
{
    host_blame(host_lua(d->host), d->method.file->text->path,
               text_format(d->arena, format, name));
}

void solve_check(struct derive *d, int n, const struct expr *const *value)
{
    for (int i = 0; i < d->unknowns; i++) {
        const struct unknown *u = &d->unknown[i];
        if (!u->solved)
            blame(d, "the unknown '%s' is never solved for", u->name);
        for (int j = 0; j < VECTOR; j++)
            if (expr_depends(d->pool, n, value, u->symbol.x[j]))
                blame(d,
                      "the result contains the unknown '%s' instead of what "
                      "solve returned for it",
                      u->name);
    }
}

void solve_open(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    long bits = d->choice->real == REAL_FLOAT ? -23 : -52;
    const struct number *two = number_int(d->arena, 2);
    lua_register(L, "unknown", make_unknown);
    lua_register(L, "solve", solve);
    algebra_push(L, expr_number(d->pool, number_power(d->arena, two, bits)));
    lua_setglobal(L, "eps");
}
