/* SPDX-License-Identifier: MIT
 *
 * Runs a family of tableaus: its function with a call's options, and what it
 * returns as a tableau.
 */
#include "recipe/family.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "recipe/family_algebra.h"
#include "recipe/option.h"
#include "tableau/tableau.h"

struct family {
    struct derive derive; /* as far as options need it */
    struct called *called;
    const struct tableau *tableau;
};

/* ---- the call ---- */

/* As a name: the values by position, "gauss(3)". */
static const char *name_of(struct family *f)
{
    const struct called *c = f->called;
    struct text out = text_new(f->derive.arena);
    text_put(&out, c->file->name);
    for (int i = 0; i < c->options; i++) {
        const struct option_value *o = &c->option[i];
        text_put(&out, i ? ", " : "(");
        if (o->word)
            text_put(&out, o->word);
        else
            text_print(&out, "%ld", o->integer);
    }
    text_put(&out, c->options ? ")" : "");
    return text_chars(&out);
}

static void blame(struct family *f, const char *message)
{
    host_blame(host_lua(f->derive.host), f->called->file->text->path, message);
}

/* Pushes the options' values, in their order. */
static void push_options(struct family *f)
{
    lua_State *L = host_lua(f->derive.host);
    const struct called *c = f->called;
    luaL_checkstack(L, c->options + 4, NULL);
    for (int i = 0; i < c->options; i++) {
        const struct option_value *o = &c->option[i];
        if (o->word)
            lua_pushstring(L, o->word);
        else
            lua_pushinteger(L, o->integer);
    }
}

/* ---- what it returns ---- */

/* The list on top of the stack, popped: n numbers. */
static void read_list(struct family *f, const char *what, int n,
                      struct surd *out)
{
    lua_State *L = host_lua(f->derive.host);
    if (!lua_istable(L, -1) || (int)lua_rawlen(L, -1) != n)
        blame(f, text_format(f->derive.arena,
                             "the tableau's %s must be a list of %d", what, n));
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        out[i] = family_number(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static const struct surd *read_field(struct family *f, const char *name, int n)
{
    struct surd *out = arena_array(f->derive.arena, (size_t)n, sizeof *out);
    lua_getfield(host_lua(f->derive.host), -1, name);
    read_list(f, name, n, out);
    return out;
}

static const struct surd *read_rows(struct family *f, int n)
{
    lua_State *L = host_lua(f->derive.host);
    struct surd *out =
        arena_array(f->derive.arena, (size_t)n * (size_t)n, sizeof *out);
    if (lua_getfield(L, -1, "a") != LUA_TTABLE || (int)lua_rawlen(L, -1) != n)
        blame(f, text_format(f->derive.arena,
                             "the tableau's a must be a list of %d rows", n));
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_list(f, "row of a", n, out + i * n);
    }
    lua_pop(L, 1);
    return out;
}

/* bhat: a list of numbers, or of such lists. */
static void read_embedded(struct family *f, struct coefficients *x)
{
    lua_State *L = host_lua(f->derive.host);
    int n = x->stages;
    if (lua_getfield(L, -1, "bhat") == LUA_TTABLE) {
        bool nested = lua_rawgeti(L, -1, 1) == LUA_TTABLE;
        lua_pop(L, 1);
        x->embedded = nested ? (int)lua_rawlen(L, -1) : 1;
        struct surd *out = arena_array(
            f->derive.arena, (size_t)n * (size_t)x->embedded, sizeof *out);
        for (int i = 0; i < x->embedded; i++) {
            if (nested)
                lua_rawgeti(L, -1, i + 1);
            else
                lua_pushvalue(L, -1);
            read_list(f, "bhat", n, out + i * n);
        }
        x->bhat = out;
    } else if (!lua_isnil(L, -1)) {
        blame(f, "the tableau's bhat must be a list");
    }
    lua_pop(L, 1);
}

/* The table on top of the stack: { order =, c =, a =, b = [, bhat =] }. */
static void read_tableau(struct family *f)
{
    struct derive *d = &f->derive;
    lua_State *L = host_lua(d->host);
    const struct claim *claim = &f->called->claim;
    struct coefficients x = {.name = name_of(f), .place = f->called->place};
    x.source = text_format(d->arena, "%s\n%s", claim->title ? claim->title : "",
                           claim->source ? claim->source : "");
    if (!lua_istable(L, -1))
        blame(f,
              "'tableau' must return { order = .., c = .., a = .., b = .. }");
    struct fields all = {d->host, f->called->file->text->path, lua_gettop(L)};
    x.claim = (int)field_whole(&all, "order", 1, ORDER_EXACT, 0);
    if (!x.claim)
        blame(f, "the tableau needs an order");
    lua_getfield(L, -1, "b");
    lua_Unsigned stages = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
    lua_pop(L, 1);
    if (stages < 1 || stages > TABLEAU_STAGES)
        blame(f,
              text_format(d->arena, "the tableau's b must be a list of 1 to %d",
                          TABLEAU_STAGES));
    x.stages = (int)stages;
    x.b = read_field(f, "b", x.stages);
    x.c = read_field(f, "c", x.stages);
    x.a = read_rows(f, x.stages);
    read_embedded(f, &x);
    f->tableau = tableau_make(d->arena, &x);
}

/* ---- the session ---- */

static bool run_prelude(struct derive *d)
{
    const struct source *text =
        shelf_own(d->arena, "generator/recipe/family.lua");
    if (!host_run(d->host, text))
        return false;
    lua_pop(host_lua(d->host), 1);
    return true;
}

static bool run(struct host *h, void *data)
{
    struct family *f = data;
    struct derive *d = &f->derive;
    d->host = h;
    luaL_checkstack(host_lua(h), 40, NULL);
    scene_bind(d);
    family_open(d);
    family_open_roots(d);
    option_define(d);
    if (!run_prelude(d) || !option_open(d, f->called))
        return false;
    d->speaker = f->called;
    push_options(f);
    scene_call(d, f->called, "tableau", f->called->options);
    read_tableau(f);
    return true;
}

const struct tableau *family_tableau(const struct makings *m,
                                     struct called *called)
{
    struct family f = {.derive = {.arena = m->arena,
                                  .names = m->names,
                                  .diags = m->diags,
                                  .shelf = m->shelf,
                                  .pool = m->pool},
                       .called = called};
    int errors = m->diags->errors;
    if (!host_session(m->arena, m->diags, host_limits(), run, &f) ||
        m->diags->errors > errors)
        return NULL;
    return f.tableau;
}
