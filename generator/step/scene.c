/* SPDX-License-Identifier: MIT
 *
 * What a method is given: the body m with its map and attitude, the state x
 * and the step h; and the substitution of a state of the step for the model's
 * placeholders.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

static const char derive_key;

struct derive *derive_of(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &derive_key);
    struct derive *d = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return d;
}

struct vec derive_omega(struct derive *d, struct vec L)
{
    return mat_apply(d->pool, d->model->inverse, L);
}

struct vec derive_momentum(struct derive *d, struct vec w)
{
    return mat_apply(d->pool, d->model->inertia, w);
}

/* ---- substitution ---- */

enum { PLACES = 1 + 9 + 3 + 3 };

struct places {
    int n;
    const struct expr *from[PLACES], *to[PLACES];
};

static void add_places(struct places *p, int n, const struct expr *const *from,
                       const struct expr *const *to)
{
    memcpy(&p->from[p->n], from, (size_t)n * sizeof *from);
    memcpy(&p->to[p->n], to, (size_t)n * sizeof *to);
    p->n += n;
}

static bool reaches(const unsigned char *mark, int n,
                    const struct expr *const *e)
{
    for (int i = 0; i < n; i++)
        if (mark[e[i]->id])
            return true;
    return false;
}

/* Only the rows of R that are looked at are made. */
static struct places find_places(struct derive *d, const struct at *at,
                                 const unsigned char *mark)
{
    const struct model *m = d->model;
    struct places p = {0};
    add_places(&p, 1, &m->t, &at->t);
    add_places(&p, 3, m->L.x, at->L.x);
    add_places(&p, 3, m->w.x, at->w.x);
    for (int i = 0; i < 3; i++)
        if (reaches(mark, 3, &m->R.x[3 * i]))
            add_places(&p, 3, &m->R.x[3 * i], turned_row(d, at->R, i).x);
    return p;
}

static void label_lets(struct derive *d, const struct places *p,
                       const unsigned char *mark)
{
    const struct expr *value[MOST_VALUES];
    for (int i = 0; i < d->model->lets; i++) {
        const struct named *let = &d->model->let[i];
        int n = let->value.n;
        if (n > VECTOR || !reaches(mark, n, let->value.x))
            continue;
        expr_subst(d->pool, n, let->value.x, p->n, p->from, p->to, value);
        record_label(d,
                     text_format(d->arena, "%s%s", let->name, d->record.suffix),
                     n, value);
    }
}

void derive_place(struct derive *d, const struct at *at, int n,
                  const struct expr *const *value, const struct expr **out)
{
    unsigned char *mark = arena_alloc(d->arena, (size_t)pool_size(d->pool));
    expr_reach(d->pool, n, value, mark);
    struct places p = find_places(d, at, mark);
    expr_subst(d->pool, n, value, p.n, p.from, p.to, out);
    label_lets(d, &p, mark);
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
        luaL_error(L, "%s: the %s has no function '%s'", file->file->text->path,
                   claim_kind(file->file->kind), field);
    lua_insert(L, base + 1);
    lua_pop(L, 1);
    lua_call(L, arguments, 1);
}

struct turned *scene_attitude(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    const struct store *s = d->step->store;
    struct turned *at = arena_alloc(d->arena, sizeof *at);
    algebra_push_array(L, s->n, s->symbol);
    scene_call(d, &d->attitude, "rows", 1);
    luaL_checktype(L, -1, LUA_TTABLE);
    for (int i = 0; i < 3; i++) {
        lua_geti(L, -1, i + 1);
        at->row[i] = algebra_vec(L, lua_gettop(L));
        at->have[i] = true;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return at;
}

void scene_set(struct derive *d, struct mat R, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        algebra_push_vec(L, mat_row(R, i));
        lua_seti(L, -2, i + 1);
    }
    scene_call(d, &d->attitude, "set", 1);
    algebra_array(L, -1, d->step->store->n, out);
    lua_pop(L, 1);
}

/* ---- the map ---- */

static struct vec call_push(struct derive *d, struct vec v, struct vec w)
{
    lua_State *L = host_lua(d->host);
    algebra_push_vec(L, v);
    algebra_push_vec(L, w);
    scene_call(d, &d->map, "push", 2);
    struct vec out = algebra_vec(L, lua_gettop(L));
    lua_pop(L, 1);
    return out;
}

static struct mat push_matrix(struct derive *d, struct vec v)
{
    struct mat m;
    for (int j = 0; j < 3; j++) {
        struct vec column = call_push(d, v, vec_unit(d->pool, j));
        for (int i = 0; i < 3; i++)
            m.x[3 * i + j] = column.x[i];
    }
    return m;
}

/* The rotation whose vector is u = 2 v. */
static const struct rotation *rotation_of(struct derive *d, struct vec v,
                                          struct quat q)
{
    struct rotation *r = arena_alloc(d->arena, sizeof *r);
    *r = (struct rotation){.u = vec_scale(d->pool, expr_int(d->pool, 2), v),
                           .q = q,
                           .matrix = quat_matrix(d->pool, q),
                           .push = push_matrix(d, v)};
    return r;
}

static const struct element *find_element(const struct derive *d, struct vec v)
{
    for (int i = 0; i < d->mades; i++)
        if (!memcmp(d->made[i]->v, v.x, sizeof v.x))
            return d->made[i];
    return NULL;
}

static const struct element *make_element(struct derive *d, struct vec v)
{
    lua_State *L = host_lua(d->host);
    struct element *e = arena_alloc(d->arena, sizeof *e);
    algebra_push_vec(L, v);
    scene_call(d, &d->map, "element", 1);
    e->q = element_at(L, lua_gettop(L))->q;
    lua_pop(L, 1);
    e->rotation = rotation_of(d, v, e->q);
    memcpy(e->v, v.x, sizeof v.x);
    arena_push(d->arena, d->made, d->mades, d->made_room);
    d->made[d->mades++] = e;
    return e;
}

/* m.map.element(v) */
static int map_element(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec v = algebra_vec(L, 1);
    const struct element *e = find_element(d, v);
    return element_push(L, e ? e : make_element(d, v));
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

/* The arguments (t, R, L [, w]). */
static struct at arguments(lua_State *L)
{
    struct at at = {
        algebra_scalar(L, 1), turned_at(L, 2), algebra_vec(L, 3), {{NULL}}};
    at.w = lua_isnoneornil(L, 4) ? derive_omega(derive_of(L), at.L)
                                 : algebra_vec(L, 4);
    return at;
}

static struct vec torque_at(struct derive *d, const struct at *at)
{
    struct vec T;
    derive_place(d, at, 3, d->model->torque.x, T.x);
    return T;
}

/* m.torque(t, R, L [, w]): body frame; w where it is known better than as
 * J^-1 L. */
static int torque(lua_State *L)
{
    struct at at = arguments(L);
    return algebra_push_vec(L, torque_at(derive_of(L), &at));
}

/* m.f(t, R, L) = L x w + torque */
static int rate(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = arguments(L);
    struct vec free = vec_cross(d->pool, at.L, at.w);
    return algebra_push_vec(L, vec_add(d->pool, free, torque_at(d, &at)));
}

/* m.attitude.move(x.R, g): the stored numbers of x.R turned by g. */
static int move(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct store *s = d->step->store;
    if (turned_at(L, 1)->depth)
        return luaL_error(L, "m.attitude.move takes x.R, the attitude at the "
                             "start; compose the elements instead");
    element_at(L, 2);
    algebra_push_array(L, s->n, s->symbol);
    lua_pushvalue(L, 2);
    scene_call(d, &d->attitude, "move", 2);
    return 1;
}

static int stage(lua_State *L)
{
    struct derive *d = derive_of(L);
    bool counted = lua_isinteger(L, 1);
    const char *text = luaL_checkstring(L, 1);
    record_stage(d, text_format(d->arena, counted ? "stage %s" : "%s", text),
                 counted ? arena_text(d->arena, text, strlen(text)) : "");
    return 0;
}

/* name(text, suffix, value): the value, which is called so from now on. */
static int name(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *text = text_format(d->arena, "%s%s", luaL_checkstring(L, 1),
                                   luaL_checkstring(L, 2));
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

static void push_map(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const char *const same[] = {"pull", "push", "quarter", "truncated"};
    scene_table(d, &d->map);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        lua_getfield(L, -2, same[i]);
        lua_setfield(L, -2, same[i]);
    }
    lua_remove(L, -2);
    lua_pushcfunction(L, map_element);
    lua_setfield(L, -2, "element");
}

static void push_body(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const luaL_Reg functions[] = {{"omega", omega},
                                         {"inertia", inertia},
                                         {"torque", torque},
                                         {"f", rate},
                                         {NULL, NULL}};
    luaL_newlib(L, functions);
    push_map(d);
    lua_setfield(L, -2, "map");
    lua_newtable(L);
    lua_pushcfunction(L, move);
    lua_setfield(L, -2, "move");
    scene_table(d, &d->attitude);
    lua_getfield(L, -1, "constraint");
    lua_setfield(L, -3, "constraint");
    lua_pop(L, 1);
    lua_setfield(L, -2, "attitude");
}

static void push_state(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    struct vec momentum;
    memcpy(momentum.x, d->step->store[1].symbol, sizeof momentum.x);
    lua_newtable(L);
    turned_push(L, scene_attitude(d));
    lua_setfield(L, -2, "R");
    algebra_push_vec(L, momentum);
    lua_setfield(L, -2, "L");
    algebra_push(L, d->model->t);
    lua_setfield(L, -2, "t");
}

void scene_open(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    lua_pushlightuserdata(L, d);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &derive_key);
    algebra_open(d);
    element_open(d);
    solve_open(d);
    lua_register(L, "stage", stage);
    lua_register(L, "name", name);
}

void scene_push(struct derive *d)
{
    push_body(d);
    push_state(d);
    algebra_push(host_lua(d->host), d->step->h);
}
