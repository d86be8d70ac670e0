/* SPDX-License-Identifier: MIT
 *
 * unknown and solve: residuals become a Newton iteration with the exact
 * Jacobian, which the algebra differentiates through everything, the user's
 * torque included.
 */
#include "step/system.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

enum { SWEEPS = 12, MOST_SWEEPS = 100 };

/* ---- unknowns ---- */

/* A symbol "s0"; of a scalar "s". */
static const struct expr *fresh(struct derive *d, const char *name,
                                int component, int tag)
{
    const char *text =
        component < 0 ? name : text_format(d->arena, "%s%d", name, component);
    return expr_fresh(d->pool, name_of_text(d->names, text), tag);
}

/* unknown(name, start): a vector or scalar to be found by solve. */
static int make_unknown(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *name = field_argument_name(L, 1, luaL_checkstring(L, 1));
    struct unknown u = {name_of_text(d->names, name), 0, {NULL}, {NULL}, false};
    u.n = solve_take(L, 2, u.start);
    for (int i = 0; i < u.n; i++)
        u.symbol[i] = fresh(d, u.name, u.n == 1 ? -1 : i, SYMBOL_UNKNOWN);
    arena_push(d->arena, d->unknown, d->unknowns, d->unknown_room);
    d->unknown[d->unknowns++] = u;
    return solve_push(L, u.n, u.symbol);
}

static struct unknown *find_unknown(struct solving *c, int argument)
{
    struct derive *d = c->derive;
    const struct expr *symbol[VECTOR];
    int n = solve_take(c->lua, argument, symbol);
    for (int i = 0; i < d->unknowns; i++) {
        struct unknown *u = &d->unknown[i];
        if (u->n == n && u->symbol[0] == symbol[0] && !u->solved)
            return u;
    }
    luaL_argerror(c->lua, 1, "not an unknown that is still to be solved for");
    return NULL;
}

/* ---- the system ---- */

/* An unknown and its residual, on top of the stack, join the system. */
static void take_pair(struct solving *c)
{
    struct system *s = &c->whole;
    const struct expr *residual[VECTOR];
    int top = lua_gettop(c->lua);
    struct unknown *u = find_unknown(c, top - 1);
    luaL_argcheck(c->lua, s->n + u->n <= LINEAR_MOST, 1,
                  "too many unknowns: 64 scalars at most");
    luaL_argcheck(
        c->lua, solve_take(c->lua, top, residual) == u->n, 2,
        "a residual is a vector if its unknown is one, else a scalar");
    for (int i = 0; i < u->n; i++, s->n++) {
        s->unknown[s->n] = u->symbol[i];
        s->start[s->n] = u->start[i];
        s->residual[s->n] = residual[i];
        s->variable[s->n] = (struct variable){u->name, u->n == 1 ? -1 : i,
                                              (int)(u - c->derive->unknown)};
    }
    c->unknown[c->unknowns++] = u;
    u->solved = true;
    lua_pop(c->lua, 2);
}

static void take_pairs(struct solving *c)
{
    lua_State *L = c->lua;
    c->is_list = lua_istable(L, 1);
    if (!c->is_list) {
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        take_pair(c);
        return;
    }
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, luaL_len(L, 2) == n, 2, "one residual for each unknown");
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        lua_geti(L, 2, i);
        take_pair(c);
    }
}

/* Does anything reached contain the unknown? */
static bool contains(const unsigned char *reached, const struct unknown *u)
{
    for (int i = 0; i < u->n; i++)
        if (reached[u->symbol[i]->id])
            return true;
    return false;
}

/* Starts come before the iteration, unknowns of later calls after it. */
static void check_reach(const struct solving *c)
{
    const struct derive *d = c->derive;
    const struct system *s = &c->whole;
    size_t size = (size_t)pool_size(d->pool) + 1;
    unsigned char *start = arena_alloc(d->arena, size);
    unsigned char *residual = arena_alloc(d->arena, size);
    expr_reach(d->pool, s->n, s->start, start);
    expr_reach(d->pool, s->n, s->residual, residual);
    for (int i = 0; i < d->unknowns; i++) {
        const struct unknown *u = &d->unknown[i];
        if (contains(start, u))
            luaL_error(c->lua, "a start value contains the unknown '%s'",
                       u->name);
        if (!u->solved && contains(residual, u))
            luaL_error(c->lua,
                       "the residual contains the unknown '%s', which is "
                       "not solved for here",
                       u->name);
    }
}

/* A column of the Jacobian: what expr_diff does not know is an error here. */
static void check_known(const struct solving *c, int j,
                        const struct expr *const *column)
{
    const struct system *s = &c->whole;
    for (int i = 0; i < s->n; i++)
        if (expr_is_undefined(column[i]) && !expr_is_undefined(s->residual[i]))
            luaL_error(c->lua,
                       "the residual's derivative by '%s' is not known: only "
                       "the first argument of jacobi may depend on an unknown",
                       s->variable[j].name);
}

static void differentiate(struct solving *c)
{
    struct system *s = &c->whole;
    struct derive *d = s->derive;
    const struct expr *column[LINEAR_MOST];
    s->jacobian =
        arena_array(d->arena, (size_t)(s->n * s->n), sizeof *s->jacobian);
    for (int j = 0; j < s->n; j++) {
        expr_diff(d->pool, s->n, s->residual, s->unknown[j], column);
        check_known(c, j, column);
        for (int i = 0; i < s->n; i++)
            s->jacobian[i * s->n + j] = column[i];
    }
}

static int undetermined(const struct solving *c, const char *name)
{
    return luaL_error(c->lua, "the residual does not determine '%s'", name);
}

/* The torques at unknowns that are eliminated. */
static void follow(const struct system *s)
{
    const struct expr *unknown[LINEAR_MOST], *value[LINEAR_MOST];
    int n = 0;
    for (int i = 0; i < s->n; i++)
        if (s->value[i]) {
            unknown[n] = s->unknown[i];
            value[n++] = s->value[i];
        }
    if (n > 0)
        torques_follow(s->derive, n, unknown, value);
}

/* Finds what is explicit; the rest is left to Newton. */
static void split(struct solving *c)
{
    struct system *s = &c->whole;
    struct blocks blocks;
    differentiate(c);
    struct pattern pattern = linear_pattern(s->n, s->jacobian);
    int lost = linear_order(&pattern, &blocks);
    if (lost >= 0)
        undetermined(c, s->variable[lost].name);
    system_eliminate(s, &blocks);
    follow(s);
    c->left = system_reduce(s, c->place);
}

static const struct expr **keep(const struct derive *d, int n,
                                const struct expr *const *value)
{
    const struct expr **copy = arena_array(d->arena, (size_t)n, sizeof *copy);
    for (int i = 0; i < n; i++)
        copy[i] = value[i];
    return copy;
}

static const struct expr **newton_change(struct solving *c)
{
    struct system *s = &c->left;
    struct pool *p = c->derive->pool;
    const struct expr *change[LINEAR_MOST];
    if (!linear_solve(p, s->n, s->jacobian, s->residual, change))
        undetermined(c, s->variable[0].name);
    for (int i = 0; i < s->n; i++)
        change[i] = expr_neg(p, change[i]);
    return keep(c->derive, s->n, change);
}

/* Symbols for the variables that are left, their names behind `prefix`. */
static const struct expr **symbols(struct solving *c, const char *prefix,
                                   int tag)
{
    const struct system *s = &c->left;
    const struct expr *symbol[LINEAR_MOST];
    for (int i = 0; i < s->n; i++) {
        const struct variable *v = &s->variable[i];
        const char *name =
            text_format(c->derive->arena, "%s%s", prefix, v->name);
        symbol[i] = fresh(c->derive, name, v->component, tag);
    }
    return keep(c->derive, s->n, symbol);
}

/* ---- all of it ---- */

static int sweeps(lua_State *L)
{
    if (!lua_istable(L, SOLVE_OPTIONS))
        return SWEEPS;
    lua_getfield(L, SOLVE_OPTIONS, "sweeps");
    lua_Integer n = luaL_optinteger(L, -1, SWEEPS);
    luaL_argcheck(L, n >= 1 && n <= MOST_SWEEPS, SOLVE_OPTIONS,
                  "sweeps: 1 to 100");
    lua_pop(L, 1);
    return (int)n;
}

/* What is left to Newton's iteration and its tests; with neither there is
 * nothing to record. */
static void record(struct solving *c)
{
    struct derive *d = c->derive;
    const struct system *s = &c->left;
    struct variable *variable =
        arena_array(d->arena, (size_t)s->n, sizeof *variable);
    for (int i = 0; i < s->n; i++)
        variable[i] = s->variable[i];
    const struct expr *const *change = newton_change(c);
    c->step = symbols(c, "d", SYMBOL_UNKNOWN);
    c->result = symbols(c, "", SYMBOL_SOLVED);
    struct solve solve = {.n = s->n,
                          .variable = variable,
                          .unknown = keep(d, s->n, s->unknown),
                          .start = keep(d, s->n, s->start),
                          .residual = keep(d, s->n, s->residual),
                          .change = change,
                          .change_symbol = c->step,
                          .result = c->result,
                          .sweeps = sweeps(c->lua)};
    solve.done = solve_done(c);
    solve.accept = solve_accept(c);
    if (solve.n == 0 && !solve.accept)
        return;
    record_solve(d, &solve);
}

/* solve(unknown, residual [, { done = function(x, change), accept =
 * function(x), sweeps = n }]): the solved value; of lists a list. */
static int solve(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct solving *c = arena_alloc(d->arena, sizeof *c);
    const struct expr *value[LINEAR_MOST];
    lua_settop(L, SOLVE_OPTIONS);
    if (!lua_isnil(L, SOLVE_OPTIONS))
        luaL_checktype(L, SOLVE_OPTIONS, LUA_TTABLE);
    c->lua = L;
    c->derive = c->whole.derive = d;
    take_pairs(c);
    check_reach(c);
    split(c);
    record(c);
    solve_values(c, c->result, NULL, value);
    return solve_push_values(c, value);
}

__attribute__((format(printf, 2, 0))) static void
blame(struct derive *d, const char *format, const char *name)
{
    host_blame(host_lua(d->host), d->method.file->text->path,
               text_format(d->arena, format, name));
}

void solve_check(struct derive *d, int n, const struct expr *const *value)
{
    unsigned char *reached =
        arena_alloc(d->arena, (size_t)pool_size(d->pool) + 1);
    expr_reach(d->pool, n, value, reached);
    for (int i = 0; i < d->unknowns; i++) {
        const struct unknown *u = &d->unknown[i];
        if (!u->solved)
            blame(d, "the unknown '%s' is never solved for", u->name);
        if (contains(reached, u))
            blame(d,
                  "the result contains the unknown '%s' instead of what "
                  "solve returned for it",
                  u->name);
    }
}

void solve_open(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    lua_register(L, "unknown", make_unknown);
    lua_register(L, "solve", solve);
    solve_open_tests(d);
}
