/* SPDX-License-Identifier: MIT
 *
 * Choosing: which files of the shelf make a step of a body, with which options;
 * a session is opened for them, with which the step goes on.
 */
#include <string.h>

#include "base/arena.h"
#include "recipe/called.h"

static bool find_files(struct recipe *r)
{
    struct kit *kit = &r->kit;
    const struct model *m = r->model;
    const struct choice *c = &r->choice;
    const struct ast *method = c->method ? c->method : m->method;
    const struct ast *attitude = c->attitude ? c->attitude : m->attitude;
    const struct ast *map = c->map;
    if (!method)
        method = called_parse(kit, "default method", "rkmk(kutta4)");
    bool good = called_find(kit, SHELF_METHOD, method, NULL, &r->method);
    if (!map)
        good &= called_map(kit, method, &map);
    good &= called_find(kit, SHELF_MAP, map ? map : m->map, "exp", &r->map);
    good &=
        called_find(kit, SHELF_ATTITUDE, attitude, "quaternion", &r->attitude);
    return shown_find(r) && good;
}

/* What is written in Lua and stands ready; it defines functions. */
static bool run_library(struct kit *kit)
{
    static const char folder[] = "lib/";
    for (int i = 0; i < shelf_builtin_count; i++) {
        const struct shelf_entry *e = &shelf_builtin[i];
        struct source *text = arena_alloc(kit->arena, sizeof *text);
        *text = (struct source){e->path, e->text, e->length};
        if (strncmp(e->path, folder, sizeof folder - 1) != 0)
            continue;
        if (!host_run(kit->host, text))
            return false;
        lua_pop(host_lua(kit->host), 1);
    }
    return true;
}

static bool has(struct kit *kit, const struct called *c, const char *a,
                const char *b)
{
    lua_State *L = host_lua(kit->host);
    int top = lua_gettop(L);
    called_push(kit, c);
    bool both = lua_getfield(L, top + 1, a) == LUA_TFUNCTION &&
                lua_getfield(L, top + 1, b) == LUA_TFUNCTION;
    lua_settop(L, top);
    return both;
}

bool recipe_attitude(struct recipe *r, struct called *c)
{
    struct kit *kit = &r->kit;
    lua_State *L = host_lua(kit->host);
    if (!called_open(kit, c))
        return false;
    if (!has(kit, c, "rows", "set") && !has(kit, c, "element", "from"))
        called_blame(kit, c,
                     "an attitude needs 'rows' and 'set', or 'element' and "
                     "'from'");
    lua_getglobal(L, "complete_attitude");
    called_push(kit, c);
    option_push(kit, c);
    lua_pushstring(L, c->file->text->path);
    lua_call(L, 3, 1);
    luaL_unref(L, LUA_REGISTRYINDEX, c->table);
    c->table = luaL_ref(L, LUA_REGISTRYINDEX);
    return true;
}

static bool read_promise(struct recipe *r)
{
    lua_State *L = host_lua(r->kit.host);
    option_push(&r->kit, &r->method);
    r->promise = promise_read(&r->kit, &r->method, lua_gettop(L));
    r->opt = luaL_ref(L, LUA_REGISTRYINDEX);
    return promise_check(r);
}

static bool is_loaded(const struct model *m)
{
    for (int i = 0; i < VECTOR; i++)
        if (!expr_is_zero(m->torque.x[i]) || !expr_is_zero(m->force.x[i]))
            return true;
    return false;
}

static bool choose(struct host *h, void *data)
{
    struct recipe *r = data;
    struct kit *kit = &r->kit;
    luaL_checkstack(host_lua(h), 40, NULL);
    algebra_open(kit, r->choice.real);
    option_define(kit);
    return run_library(kit) && recipe_attitude(r, &r->attitude) &&
           called_open(kit, &r->map) && called_open(kit, &r->method) &&
           shown_open(r) && control_choose(r) && read_promise(r);
}

struct recipe *recipe_choose(const struct kit *kit, const struct model *model,
                             const struct choice *choice)
{
    struct recipe *r = arena_alloc(kit->arena, sizeof *r);
    int errors = kit->diags->errors;
    r->kit = *kit;
    r->kit.pool = model->pool;
    r->kit.recipe = r;
    r->model = model;
    if (choice)
        r->choice = *choice;
    r->is_free = !is_loaded(model);
    if (!find_files(r))
        return NULL;
    r->kit.host = host_open(kit->arena, kit->diags, host_limits());
    host_bind(r->kit.host, &r->kit);
    if (!host_work(r->kit.host, choose, r) || kit->diags->errors > errors) {
        recipe_close(r);
        return NULL;
    }
    if (!r->promise.maps)
        r->map.claim = (struct claim){0};
    return r;
}

void recipe_close(struct recipe *r)
{
    host_close(r->kit.host);
}
