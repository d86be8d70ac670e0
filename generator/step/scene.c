/* SPDX-License-Identifier: MIT
 *
 * What a method is given: the body m with its map and attitude, the state s
 * and the step h.
 */
#include "step/derive.h"

#include <limits.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

struct derive *derive_of(lua_State *L)
{
    return kit_of(L)->derive;
}

void scene_bind(struct derive *d)
{
    d->kit = (struct kit){.arena = d->arena,
                          .names = d->names,
                          .diags = d->diags,
                          .shelf = d->shelf,
                          .pool = d->pool,
                          .host = d->host,
                          .derive = d};
    host_bind(d->host, &d->kit);
}

/* ---- calling shelf files ---- */

void scene_table(struct derive *d, const struct called *file)
{
    lua_rawgeti(host_lua(d->host), LUA_REGISTRYINDEX, file->table);
}

void scene_call(struct derive *d, const struct called *file, const char *field,
                int arguments)
{
    lua_State *L = host_lua(d->host);
    int base = lua_gettop(L) - arguments;
    luaL_checkstack(L, 4, NULL);
    scene_table(d, file);
    if (lua_getfield(L, -1, field) != LUA_TFUNCTION)
        host_blame(L, file->file->text->path,
                   text_format(d->arena, "the %s has no function '%s'",
                               claim_kind(file->file->kind), field));
    lua_insert(L, base + 1);
    lua_pop(L, 1);
    const char *before = host_enter(d->host, file->file->text->path);
    lua_call(L, arguments, 1);
    host_enter(d->host, before);
}

void scene_expect(struct derive *d, const struct called *file,
                  const char *field, const char *type, const char *what)
{
    lua_State *L = host_lua(d->host);
    if (!luaL_testudata(L, -1, type))
        host_blame(L, file->file->text->path,
                   text_format(d->arena, "'%s' must return %s", field, what));
}

/* ---- the body ---- */

static int omega(lua_State *L)
{
    return algebra_push_vec(L, derive_omega(derive_of(L), algebra_vec(L, 1)));
}

static int inertia(lua_State *L)
{
    return algebra_push_vec(L,
                            derive_momentum(derive_of(L), algebra_vec(L, 1)));
}

/* Pushes field `name` of the state that is argument 1. */
static bool push_field(lua_State *L, const char *name, const char *type)
{
    lua_getfield(L, 1, name);
    if (lua_isnil(L, -1))
        return false;
    if (type ? luaL_testudata(L, -1, type) != NULL
             : algebra_is_scalar(L, lua_gettop(L)))
        return true;
    return luaL_error(L, "the state's %s is not %s", name,
                      !type                    ? "a scalar"
                      : strcmp(type, "vector") ? "an attitude"
                                               : "a vector");
}

static int missing(lua_State *L, const char *name)
{
    return luaL_error(L, "the state has no %s", name);
}

/* x or v, which only a state of a body that moves must have. */
static struct vec position_field(lua_State *L, const char *name)
{
    struct derive *d = derive_of(L);
    bool given = push_field(L, name, "vector");
    if (!given && d->model->moves)
        missing(L, name);
    struct vec v = given ? algebra_vec(L, lua_gettop(L)) : vec_zero(d->pool);
    lua_pop(L, 1);
    return v;
}

/* The state { t, R, L [, w, x, v] }, a table. */
static struct at state(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    if (!push_field(L, "t", NULL))
        missing(L, "t");
    at.t = algebra_scalar(L, 2);
    if (!push_field(L, "R", "attitude"))
        missing(L, "R");
    at.R = turned_at(L, 3);
    if (!push_field(L, "L", "vector"))
        missing(L, "L");
    at.L = algebra_vec(L, 4);
    lua_settop(L, 1);
    at.x = position_field(L, "x");
    at.v = position_field(L, "v");
    if (lua_getfield(L, 1, "w") == LUA_TNIL)
        at.w = derive_omega(d, at.L);
    else
        at.w = algebra_vec(L, 2);
    return at;
}

static struct vec torque_at(struct derive *d, const struct at *at)
{
    struct vec T;
    derive_place(d, at, 3, d->model->torque.x, T.x);
    relay_replace(d, at, 0, &T);
    torques_note(d, T);
    return T;
}

/* m.torque(s): body frame */
static int torque(lua_State *L)
{
    struct at at = state(L);
    return algebra_push_vec(L, torque_at(derive_of(L), &at));
}

/* m.force(s): space frame */
static int force(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec F = d->model->force;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->model->moves) { /* else no node may be made, not even of the rate */
        struct at at = state(L);
        derive_place(d, &at, 3, d->model->force.x, F.x);
    }
    return algebra_push_vec(L, F);
}

/* m.acceleration(s) = force / mass; it may be carried from step to step */
static int acceleration(lua_State *L)
{
    struct derive *d = derive_of(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!d->model->moves)
        return algebra_push_vec(L, d->model->force);
    struct at at = state(L);
    struct vec action = derive_acceleration(d), a;
    derive_place(d, &at, 3, action.x, a.x);
    relay_replace(d, &at, VECTOR, &a);
    return algebra_push_vec(L, a);
}

/* m.f(s) = L x w + torque */
static int rate(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = state(L);
    struct vec free = vec_cross(d->pool, at.L, at.w);
    return algebra_push_vec(L, vec_add(d->pool, free, torque_at(d, &at)));
}

/* m.energy(s): kinetic and potential */
static int energy(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = state(L);
    const struct expr *value;
    derive_place(d, &at, 1, &d->model->energy, &value);
    return algebra_push(L, value);
}

/* ---- what it says ---- */

static int stage(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *within = d->record.within;
    bool counted = lua_isinteger(L, 1);
    if (counted) /* names end in it */
        field_argument(L, 1, 0, INT_MAX);
    const char *text = luaL_checkstring(L, 1);
    record_stage(d,
                 text_format(d->arena, "%s%s%s%s", within ? within : "",
                             within ? ": " : "", counted ? "stage " : "", text),
                 counted ? arena_text(d->arena, text, strlen(text)) : "");
    return 0;
}

/* within(k): stages are those of substep k from now on; gives back what they
 * were before, which within takes as well. */
static int within(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *before = d->record.within;
    bool counted = lua_isinteger(L, 1);
    size_t n;
    const char *text = luaL_optlstring(L, 1, NULL, &n);
    if (counted)
        d->record.within =
            text_format(d->arena, before ? "%s.%s" : "%ssubstep %s",
                        before ? before : "", text);
    else
        d->record.within = text ? arena_text(d->arena, text, n) : NULL;
    if (d->record.within)
        record_stage(d, d->record.within, "");
    lua_pushstring(L, before);
    return 1;
}

/* name(text, suffix, value): the value, which is called so from now on. */
static int name(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *text = text_format(d->arena, "%s%s", luaL_checkstring(L, 1),
                                   luaL_checkstring(L, 2));
    field_argument_name(L, 1, text);
    if (algebra_is_vec(L, 3)) {
        struct vec v = algebra_vec(L, 3);
        record_label(d, text, VECTOR, v.x);
    } else {
        const struct expr *e = algebra_scalar(L, 3);
        record_label(d, text, 1, &e);
    }
    lua_settop(L, 3);
    return 1;
}

/* ---- the tables ---- */

/* m.depends: what torque and force may change with. */
static void push_depends(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const struct {
        const char *name;
        unsigned bit;
    } what[] = {{"t", USES_T}, {"R", USES_R}, {"w", USES_W}, {"x", USES_X}};
    lua_createtable(L, 0, 4);
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        lua_pushboolean(L, (d->model->uses & what[i].bit) != 0);
        lua_setfield(L, -2, what[i].name);
    }
}

void scene_push_body(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const luaL_Reg functions[] = {
        {"omega", omega},   {"inertia", inertia},
        {"torque", torque}, {"force", force},
        {"f", rate},        {"acceleration", acceleration},
        {"energy", energy}, {NULL, NULL}};
    luaL_newlib(L, functions);
    map_push(d, &d->map);
    lua_setfield(L, -2, "map");
    principal_push(d);
    lua_setfield(L, -2, "principal");
    push_depends(d);
    lua_setfield(L, -2, "depends");
    algebra_push(L, d->model->mass);
    lua_setfield(L, -2, "mass");
    lua_pushboolean(L, d->model->moves);
    lua_setfield(L, -2, "moves");
    lua_pushboolean(L, d->trying);
    lua_setfield(L, -2, "adaptive"); /* is the error of the step asked for? */
    algebra_push(L, d->step->span);
    lua_setfield(L, -2, "span"); /* how far torque sees time go */
    lua_pushboolean(L, d->model->conservative);
    lua_setfield(L, -2, "conservative");
    attitude_push(d);
    lua_getfield(L, -1, "constraint");
    lua_setfield(L, -3, "constraint"); /* of the attitude's numbers */
    lua_getfield(L, -1, "linear");
    lua_setfield(L, -3, "linear"); /* may they be those of any matrix? */
    lua_setfield(L, -2, "attitude");
}

struct vec scene_stored(struct derive *d, enum stored which)
{
    struct vec v = vec_zero(d->pool);
    if ((int)which < d->step->stores)
        memcpy(v.x, d->step->store[which].symbol, sizeof v.x);
    return v;
}

static void push_state(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const char *const name[STORES] = {"R", "L", "x", "v"};
    lua_newtable(L);
    turned_push(L, attitude_stored(d));
    lua_setfield(L, -2, "R");
    for (int i = STORED_L; i < STORES; i++) {
        algebra_push_vec(L, scene_stored(d, (enum stored)i));
        lua_setfield(L, -2, name[i]);
    }
    algebra_push(L, d->model->t);
    lua_setfield(L, -2, "t");
    if (d->trying) {
        trial_push_acts(d);
        lua_setfield(L, -2, "acts");
    }
}

void scene_open(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    scene_bind(d);
    algebra_open(&d->kit);
    element_open(d);
    turned_open(d);
    map_open(d);
    solve_open(d);
    use_open(d);
    lua_register(L, "stage", stage);
    lua_register(L, "within", within);
    option_define(d);
    attitude_define(d);
    lua_register(L, "name", name);
}

/* One file of what stands ready; it defines functions. */
static bool run_file(struct derive *d, const struct shelf_entry *file)
{
    struct source *text = arena_alloc(d->arena, sizeof *text);
    *text = (struct source){file->path, file->text, file->length};
    if (!host_run(d->host, text))
        return false;
    lua_pop(host_lua(d->host), 1);
    return true;
}

bool scene_prelude(struct derive *d)
{
    static const char folder[] = "generator/step/";
    for (int i = 0; i < shelf_builtin_count; i++)
        if (!strncmp(shelf_builtin[i].path, folder, sizeof folder - 1) &&
            !run_file(d, &shelf_builtin[i]))
            return false;
    return true;
}

void scene_push(struct derive *d)
{
    scene_push_body(d);
    push_state(d);
    algebra_push(host_lua(d->host), d->step->h);
}
