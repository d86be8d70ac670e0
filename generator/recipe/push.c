/* SPDX-License-Identifier: MIT
 *
 * Passes a call's options to Lua, tableaus with exact entries and methods that
 * can be run among them, and lets a method refuse one.
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "recipe/called.h"
#include "tableau/analysis.h"

enum { ORDER_LOOKED_AT = 10 };

/* ---- tableaus ---- */

/* The order of some weights, up to the claim; of decimals that somebody has
 * rounded, as far as their digits tell. */
static int order_with(struct arena *arena, const struct tableau *t, bool hat)
{
    int limit = t->claim ? t->claim : ORDER_LOOKED_AT;
    int order = tableau_order(arena, t, hat, limit);
    bool looks = order < limit &&
                 (t->decimals.digits > 0 || order == 0 || order < t->claim);
    const struct tableau *r = looks ? tableau_as_rounded(arena, t) : NULL;
    if (!r)
        return order;
    int rounded = tableau_order(arena, r, hat, limit);
    return rounded > order ? rounded : order;
}

/* The claimed order, unless it is more than the conditions say: then the
 * banner shall tell the truth. */
static int order_of(struct kit *kit, const struct tableau *t)
{
    int order = order_with(kit->arena, t, false);
    if (order == 0)
        diag_warning(kit->diags, t->place,
                     "tableau %s is of order 0: its weights do not add up to 1",
                     t->name);
    else if (order < t->claim)
        diag_warning(kit->diags, t->place,
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

/* That of the last tableau in the call. */
static const char *useless_in(struct arena *arena, const struct called *c)
{
    const char *why = NULL;
    for (int i = 0; i < c->options; i++) {
        const struct tableau *t = c->option[i].tableau;
        if (t)
            why = t->bhat ? useless_pair(t, order_with(arena, t, false),
                                         order_with(arena, t, true))
                          : NULL;
        else if (c->option[i].method)
            why = useless_in(arena, c->option[i].method);
    }
    return why;
}

const char *recipe_useless(const struct recipe *r)
{
    return useless_in(r->kit.arena, &r->method);
}

/* Sets field `name` of the table below the top, popped. */
static void set_whole(lua_State *L, const char *name, int value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

static void set_truth(lua_State *L, const char *name, bool value)
{
    lua_pushboolean(L, value);
    lua_setfield(L, -2, name);
}

static void set_numbers(struct kit *kit, const char *name, int n,
                        const struct number *const *number)
{
    option_push_numbers(kit, n, number);
    lua_setfield(host_lua(kit->host), -2, name);
}

void option_push_numbers(struct kit *kit, int n,
                         const struct number *const *number)
{
    lua_State *L = host_lua(kit->host);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        algebra_push(L, expr_number(kit->pool, number[i]));
        lua_seti(L, -2, i + 1);
    }
}

static void push_tableau(struct kit *kit, const struct tableau *t)
{
    lua_State *L = host_lua(kit->host);
    lua_newtable(L);
    lua_pushstring(L, t->name);
    lua_setfield(L, -2, "name");
    int order = order_of(kit, t);
    int order_hat = t->bhat ? order_with(kit->arena, t, true) : 0;
    set_whole(L, "stages", t->stages);
    set_whole(L, "order", order);
    set_truth(L, "explicit", t->is_explicit);
    set_numbers(kit, "b", t->stages, t->b);
    if (t->bhat && !useless_pair(t, order, order_hat)) {
        set_numbers(kit, "bhat", t->stages, t->bhat);
        set_whole(L, "order_hat", order_hat);
    }
    set_numbers(kit, "c", t->stages, t->c);
    lua_createtable(L, t->stages, 0);
    for (int i = 0; i < t->stages; i++) {
        option_push_numbers(kit, t->stages, &t->a[i * t->stages]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "a");
}

/* ---- methods ---- */

/* base.step(m, s, h, opt) */
static int run_step(lua_State *L)
{
    struct kit *kit = kit_of(L);
    const struct called *outer = kit->speaker;
    const struct called *c = lua_touserdata(L, lua_upvalueindex(1));
    kit->speaker = c;
    called_run(kit, c, "step", lua_gettop(L));
    kit->speaker = outer;
    return 1;
}

static void set_texts(lua_State *L, const char *name, int n,
                      const char *const *text)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushstring(L, text[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, name);
}

static void set_promise(lua_State *L, const struct promise *p)
{
    const char *admits[CAUSES];
    int n = 0;
    for (int i = 0; i < CAUSES; i++)
        if (p->admits & promise_cause[i].bit)
            admits[n++] = promise_cause[i].name;
    set_whole(L, "order", p->order);
    set_whole(L, "order_free", p->order_free);
    set_truth(L, "symmetric", p->symmetric);
    set_truth(L, "implicit", p->is_implicit);
    set_truth(L, "maps", p->maps);
    set_texts(L, "keeps", p->keeps, p->keep);
    set_texts(L, "admits", n, admits);
}

/* A method as an option: its promises, and its step with its options. */
static void push_method(struct kit *kit, const struct called *c)
{
    lua_State *L = host_lua(kit->host);
    const struct called *outer = kit->speaker;
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    lua_pushstring(L, c->claim.name);
    lua_setfield(L, -2, "name");
    option_push(kit, c);
    struct promise p = promise_read(kit, c, lua_gettop(L));
    lua_setfield(L, -2, "opt");
    set_promise(L, &p);
    lua_pushlightuserdata(L, (void *)(uintptr_t)c);
    lua_pushcclosure(L, run_step, 1);
    lua_setfield(L, -2, "step");
    kit->speaker = outer;
}

/* ---- values ---- */

/* f(th2, ...): an expression of the user's. */
static int formula(lua_State *L)
{
    const struct formula *f = lua_touserdata(L, lua_upvalueindex(1));
    struct kit *kit = kit_of(L);
    const struct expr **value =
        arena_array(kit->arena, (size_t)f->names, sizeof *value);
    for (int i = 0; i < f->names; i++)
        value[i] = algebra_scalar(L, i + 1);
    return algebra_push(L, option_formula(kit, f, value));
}

static void push_value(struct kit *kit, const struct option_value *o)
{
    lua_State *L = host_lua(kit->host);
    if (o->tableau) {
        push_tableau(kit, o->tableau);
    } else if (o->method) {
        push_method(kit, o->method);
    } else if (o->formula && !o->formula->names) {
        algebra_push(L, option_formula(kit, o->formula, NULL));
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

/* The nesting of methods is bounded. */
void option_push(struct kit *kit, const struct called *c)
{
    lua_State *L = host_lua(kit->host);
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    for (int i = 0; i < c->options; i++) {
        push_value(kit, &c->option[i]);
        lua_setfield(L, -2, c->option[i].name);
    }
    kit->speaker = c;
}

/* refuse(option, message [, hint]): of the file whose Lua is running */
static int refuse(lua_State *L)
{
    const struct called *c = kit_of(L)->speaker;
    const char *name = luaL_checkstring(L, 1);
    const char *message = luaL_checkstring(L, 2);
    const char *hint = luaL_optstring(L, 3, NULL);
    for (int i = 0; c && i < c->options; i++)
        if (!strcmp(c->option[i].name, name))
            return host_refuse(L, c->option[i].place, message, hint);
    return luaL_error(L, "refuse: there is no option '%s'", name);
}

void option_define(struct kit *kit)
{
    lua_register(host_lua(kit->host), "refuse", refuse);
}
