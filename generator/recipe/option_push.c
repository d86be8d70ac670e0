/* SPDX-License-Identifier: MIT
 *
 * Passes a call's options to Lua, tableaus with exact entries and methods that
 * can be run among them, and lets a method refuse one.
 */
#include "recipe/option.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/analysis.h"

enum { ORDER_LOOKED_AT = 10 };

/* An array of the numbers number[0 .. n). */
static void push_numbers(struct derive *d, int n,
                         const struct number *const *number)
{
    lua_State *L = host_lua(d->host);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        algebra_push(L, expr_number(d->pool, number[i]));
        lua_seti(L, -2, i + 1);
    }
}

/* The order of some weights, up to the claim; of decimals that somebody has
 * rounded, as far as their digits tell. */
static int order_with(struct derive *d, const struct tableau *t, bool hat)
{
    int limit = t->claim ? t->claim : ORDER_LOOKED_AT;
    int order = tableau_order(d->arena, t, hat, limit);
    bool looks = order < limit &&
                 (t->decimals.digits > 0 || order == 0 || order < t->claim);
    const struct tableau *r = looks ? tableau_as_rounded(d->arena, t) : NULL;
    if (!r)
        return order;
    int rounded = tableau_order(d->arena, r, hat, limit);
    return rounded > order ? rounded : order;
}

/* The claimed order, unless it is more than the conditions say: then the
 * banner shall tell the truth. */
static int order_of(struct derive *d, const struct tableau *t)
{
    int order = order_with(d, t, false);
    if (order == 0)
        diag_warning(d->diags, t->place,
                     "tableau %s is of order 0: its weights do not add up to 1",
                     t->name);
    else if (order < t->claim)
        diag_warning(d->diags, t->place,
                     "tableau %s claims order %d, but is of order %d", t->name,
                     t->claim, order);
    return order;
}

/* Why the embedded weights tell no error; NULL: they do.  Those that differ
 * from b no more than rounded copies do not. */
static const char *useless_pair(const struct tableau *t, int order,
                                int order_hat)
{
    double most = 0;
    for (int i = 0; i < t->stages; i++)
        most = fmax(most,
                    fabs(number_double(t->b[i]) - number_double(t->bhat[i])));
    return order == 0       ? "its b is of order 0"
           : order_hat == 0 ? "its bhat is of order 0"
           : most < 1e-6    ? "its bhat is b, but for rounding"
                            : NULL;
}

static void push_tableau(struct derive *d, const struct tableau *t)
{
    lua_State *L = host_lua(d->host);
    lua_newtable(L);
    lua_pushstring(L, t->name);
    lua_setfield(L, -2, "name");
    lua_pushinteger(L, t->stages);
    lua_setfield(L, -2, "stages");
    int order = order_of(d, t);
    lua_pushinteger(L, order);
    lua_setfield(L, -2, "order");
    lua_pushboolean(L, t->is_explicit);
    lua_setfield(L, -2, "explicit");
    push_numbers(d, t->stages, t->b);
    lua_setfield(L, -2, "b");
    int order_hat = t->bhat ? order_with(d, t, true) : 0;
    d->useless = t->bhat ? useless_pair(t, order, order_hat) : NULL;
    if (t->bhat && !d->useless) {
        push_numbers(d, t->stages, t->bhat);
        lua_setfield(L, -2, "bhat");
        lua_pushinteger(L, order_hat);
        lua_setfield(L, -2, "order_hat");
    }
    push_numbers(d, t->stages, t->c);
    lua_setfield(L, -2, "c");
    lua_createtable(L, t->stages, 0);
    for (int i = 0; i < t->stages; i++) {
        push_numbers(d, t->stages, &t->a[i * t->stages]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "a");
}

/* refuse(option, message [, hint]): of the file whose Lua is running */
static int refuse(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct called *c = d->speaker;
    const char *name = luaL_checkstring(L, 1);
    const char *message = luaL_checkstring(L, 2);
    const char *hint = luaL_optstring(L, 3, NULL);
    for (int i = 0; c && i < c->options; i++)
        if (!strcmp(c->option[i].name, name))
            return host_refuse(L, c->option[i].place, message, hint);
    return luaL_error(L, "refuse: there is no option '%s'", name);
}

void option_define(struct derive *d)
{
    lua_register(host_lua(d->host), "refuse", refuse);
}

/* ---- methods ---- */

/* base.step(m, s, h, opt) */
static int run_step(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct called *outer = d->speaker;
    const struct called *c = lua_touserdata(L, lua_upvalueindex(1));
    d->speaker = c;
    scene_call(d, c, "step", lua_gettop(L));
    d->speaker = outer;
    return 1;
}

static void push_list(lua_State *L, int n, const char *const *text)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushstring(L, text[i]);
        lua_seti(L, -2, i + 1);
    }
}

static void push_promise(struct derive *d, const struct promise *p)
{
    lua_State *L = host_lua(d->host);
    const char *admits[4];
    int n = promise_admits(p, admits);
    lua_pushinteger(L, p->order);
    lua_setfield(L, -2, "order");
    lua_pushinteger(L, p->order_free);
    lua_setfield(L, -2, "order_free");
    lua_pushboolean(L, p->symmetric);
    lua_setfield(L, -2, "symmetric");
    lua_pushboolean(L, p->is_implicit);
    lua_setfield(L, -2, "implicit");
    lua_pushboolean(L, p->maps);
    lua_setfield(L, -2, "maps");
    push_list(L, p->keeps, p->keep);
    lua_setfield(L, -2, "keeps");
    push_list(L, n, admits);
    lua_setfield(L, -2, "admits");
}

/* A method as an option: its promises, and its step with its options. */
static void push_method(struct derive *d, struct called *c)
{
    lua_State *L = host_lua(d->host);
    const struct called *outer = d->speaker;
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    lua_pushstring(L, c->claim.name);
    lua_setfield(L, -2, "name");
    option_push(d, c);
    struct promise p = promise_read(d, c, lua_gettop(L));
    lua_setfield(L, -2, "opt");
    push_promise(d, &p);
    lua_pushlightuserdata(L, c);
    lua_pushcclosure(L, run_step, 1);
    lua_setfield(L, -2, "step");
    d->speaker = outer;
}

/* ---- values ---- */

/* f(th2, ...): an expression of the user's. */
static int formula(lua_State *L)
{
    const struct formula *f = lua_touserdata(L, lua_upvalueindex(1));
    struct derive *d = derive_of(L);
    const struct expr **value =
        arena_array(d->arena, (size_t)f->names, sizeof *value);
    for (int i = 0; i < f->names; i++)
        value[i] = algebra_scalar(L, i + 1);
    return algebra_push(L, option_formula(d, f, value));
}

static void push_value(struct derive *d, const struct option_value *o)
{
    lua_State *L = host_lua(d->host);
    if (o->tableau) {
        push_tableau(d, o->tableau);
    } else if (o->method) {
        push_method(d, o->method);
    } else if (o->formula && !o->formula->names) {
        algebra_push(L, option_formula(d, o->formula, NULL));
    } else if (o->formula) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)o->formula);
        lua_pushcclosure(L, formula, 1);
    } else if (o->word) {
        lua_pushstring(L, o->word);
    } else if (o->count) {
        lua_createtable(L, o->count, 0);
        for (int i = 0; i < o->count; i++) {
            lua_pushinteger(L, o->list[i]);
            lua_seti(L, -2, i + 1);
        }
    } else {
        lua_pushinteger(L, o->integer);
    }
}

/* The nesting of methods is bounded by METHODS_DEEP. */
void option_push(struct derive *d, struct called *c)
{
    lua_State *L = host_lua(d->host);
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    for (int i = 0; i < c->options; i++) {
        push_value(d, &c->option[i]);
        lua_setfield(L, -2, c->option[i].name);
    }
    d->speaker = c;
}
