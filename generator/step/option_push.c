/* SPDX-License-Identifier: MIT
 *
 * Passes a call's options to Lua, tableaus with exact entries among them, and
 * lets a method refuse one.
 */
#include "step/derive.h"

#include <string.h>

#include "base/text.h"

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

/* The claimed order, unless it is more than the conditions say: then the
 * banner shall tell the truth. */
static int order_of(struct derive *d, const struct tableau *t)
{
    int limit = t->claim ? t->claim : ORDER_LOOKED_AT;
    int order = tableau_order(d->arena, t, t->b, limit);
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

static void push_tableau(struct derive *d, const struct tableau *t)
{
    lua_State *L = host_lua(d->host);
    lua_newtable(L);
    lua_pushstring(L, t->name);
    lua_setfield(L, -2, "name");
    lua_pushinteger(L, t->stages);
    lua_setfield(L, -2, "stages");
    lua_pushinteger(L, order_of(d, t));
    lua_setfield(L, -2, "order");
    lua_pushboolean(L, t->is_explicit);
    lua_setfield(L, -2, "explicit");
    push_numbers(d, t->stages, t->b);
    lua_setfield(L, -2, "b");
    push_numbers(d, t->stages, t->c);
    lua_setfield(L, -2, "c");
    lua_createtable(L, t->stages, 0);
    for (int i = 0; i < t->stages; i++) {
        push_numbers(d, t->stages, &t->a[i * t->stages]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "a");
}

/* refuse(option, message [, hint]) */
static int refuse(lua_State *L)
{
    const struct called *c = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = luaL_checkstring(L, 1);
    const char *message = luaL_checkstring(L, 2);
    const char *hint = luaL_optstring(L, 3, NULL);
    for (int i = 0; i < c->options; i++)
        if (!strcmp(c->option[i].name, name))
            return host_refuse(L, c->option[i].place, message, hint);
    return luaL_error(L, "refuse: there is no option '%s'", name);
}

void option_push(struct derive *d, struct called *c)
{
    lua_State *L = host_lua(d->host);
    luaL_checkstack(L, 8, NULL);
    host_define(d->host, "refuse", refuse, c);
    lua_newtable(L);
    for (int i = 0; i < c->options; i++) {
        const struct option_value *o = &c->option[i];
        if (o->tableau)
            push_tableau(d, o->tableau);
        else if (o->word)
            lua_pushstring(L, o->word);
        else
            lua_pushinteger(L, o->integer);
        lua_setfield(L, -2, o->name);
    }
}

static void print_value(struct text *out, const struct ast *a)
{
    const char *c = a->place.source ? a->place.source->chars : "";
    for (size_t i = 0; a->place.source && i < a->place.length; i++) {
        char here = c[a->place.offset + i];
        if (here > ' ')
            text_char(out, here);
    }
}

const char *option_print(struct derive *d, const struct called *c)
{
    struct text out = text_new(d->arena);
    const struct ast *call = c->call;
    text_put(&out, c->file->name);
    if (!call || call->kind != AST_CALL || !call->n)
        return text_chars(&out);
    for (int i = 0; i < call->n; i++) {
        const struct ast *a = call->child[i];
        text_put(&out, i ? ", " : "(");
        if (a->kind == AST_OPTION)
            text_print(&out, "%s = ", a->name);
        print_value(&out, a->kind == AST_OPTION ? a->child[0] : a);
    }
    text_char(&out, ')');
    return text_chars(&out);
}
