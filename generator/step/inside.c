/* SPDX-License-Identifier: MIT
 *
 * Wheels, states and internal momentum h of a body: what is stored of them, how
 * a method sees it, and the rate w = J^-1 (L - h) that follows.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- what is stored ---- */

static const struct field *stores_of(const struct step *s,
                                     const struct field *store)
{
    return store + (s->stores - s->extras);
}

/* The symbols of wheels and states, one behind the other. */
expr *inside_symbols(struct derive *d, const struct field *store)
{
    const size_t most = (size_t)d->model->extra_values + 1;
    expr *all = arena_array(d->arena, most, sizeof *all);
    int n = 0;
    for (const struct field *f = stores_of(d->step, store);
         f < store + d->step->stores; n += f++->n)
        memcpy(all + n, f->symbol, (size_t)f->n * sizeof *all);
    return all;
}

void inside_take(lua_State *L, int table, const struct model *m, expr *out)
{
    const int n = lua_istable(L, table) ? (int)luaL_len(L, table) : 0;
    if (n != m->extras)
        luaL_error(L, "of %d wheels and states there are values of %d",
                   m->extras, n);
    for (int i = 0; i < n; out += m->extra[i++].field.n) {
        expr x[VECTOR];
        lua_rawgeti(L, table, i + 1);
        if (algebra_take(L, -1, x) != m->extra[i].field.n)
            luaL_error(L, "the values of '%s' are of another shape",
                       m->extra[i].field.name);
        memcpy(out, x, (size_t)m->extra[i].field.n * sizeof *out);
        record_name(derive_of(L), SOFT, m->extra[i].field.name,
                    m->extra[i].field.n, x);
        lua_pop(L, 1);
    }
}

/* ---- what a method sees ---- */

/* Internal momentum looks at time, wheels and states alone. */
static struct vec gyro_at(struct derive *d, const struct at *at)
{
    struct vec h = d->model->gyro;
    if (vec_is_zero(h))
        return h;
    acts_place(d, at, VECTOR, h.x, h.x);
    record_name(d, SOFT, "h_b", VECTOR, h.x);
    return h;
}

struct vec inside_omega(struct derive *d, const struct at *at, struct vec L)
{
    if (d->model->has_gyro) {
        L = vec_sub(d->pool, L, gyro_at(d, at));
        record_name(d, SOFT, "Jw", VECTOR, L.x);
    }
    return mat_apply(d->pool, d->model->inverse, L);
}

/* Of the state { t, z } at this argument what internal momentum looks at. */
static struct at inner_state(lua_State *L, int argument)
{
    struct derive *d = derive_of(L);
    const struct model *m = d->model;
    struct at at = {.t = m->t, .L = m->L, .w = m->w, .x = m->x, .v = m->v};
    if (!m->has_gyro)
        return at;
    luaL_checktype(L, argument, LUA_TTABLE);
    at.extra =
        arena_array(d->arena, (size_t)m->extra_values + 1, sizeof *at.extra);
    lua_getfield(L, argument, "t");
    at.t = algebra_scalar(L, lua_gettop(L));
    lua_getfield(L, argument, "z");
    inside_take(L, lua_gettop(L), m, at.extra);
    lua_pop(L, 2);
    return at;
}

/* m.omega(L, s): J^-1 (L - h) */
static int omega(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = inner_state(L, 2);
    struct vec w = inside_omega(d, &at, algebra_vec(L, 1));
    record_name(d, SOFT, "w", VECTOR, w.x);
    return algebra_push_vec(L, w);
}

/* m.inverse(v) = J^-1 v */
static int inverse(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct vec w = mat_apply(d->pool, d->model->inverse, algebra_vec(L, 1));
    record_name(d, SOFT, "w", VECTOR, w.x);
    return algebra_push_vec(L, w);
}

/* m.gyro(s): internal momentum h, body frame */
static int gyro(lua_State *L)
{
    struct at at = inner_state(L, 1);
    return algebra_push_vec(L, gyro_at(derive_of(L), &at));
}

/* m.momentum(w, s): J w + h */
static int momentum(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct at at = inner_state(L, 2);
    struct vec p = mat_apply(d->pool, d->model->inertia, algebra_vec(L, 1));
    if (d->model->has_gyro)
        p = vec_add(d->pool, p, gyro_at(d, &at));
    return algebra_push_vec(L, p);
}

/* Pushes the values of wheels and states, which lie one behind the other. */
void inside_push_values(struct derive *d, const expr *value)
{
    const struct model *m = d->model;
    lua_createtable(d->lua, m->extras, 0);
    for (int i = 0; i < m->extras; value += m->extra[i++].field.n) {
        algebra_give(d->lua, m->extra[i].field.n, value);
        lua_rawseti(d->lua, -2, i + 1);
    }
}

/* m.rates(s): of wheels and states, a list */
static int rates(lua_State *L)
{
    struct derive *d = derive_of(L);
    const size_t most = MOST_ACTIONS + (size_t)d->model->extra_values;
    expr *act = arena_array(d->arena, most, sizeof *act);
    if (d->model->extras) {
        struct at at = state_of(L);
        acts_of_model(d, act);
        acts_place(d, &at, d->model->extra_values, act + MOST_ACTIONS, act);
    }
    const expr *rate = act;
    for (int i = 0; i < d->model->extras; rate += d->model->extra[i++].field.n)
        record_name(
            d, SOFT,
            text_format(d->arena, "%s_rate", d->model->extra[i].field.name),
            d->model->extra[i].field.n, rate);
    inside_push_values(d, act);
    return 1;
}

void inside_push(struct derive *d)
{
    static const luaL_Reg functions[] = {
        {"omega", omega}, {"momentum", momentum}, {"inverse", inverse},
        {"gyro", gyro},   {"rates", rates},       {NULL, NULL}};
    lua_State *L = d->lua;
    luaL_setfuncs(L, functions, 0);
    lua_pushboolean(L, d->model->has_gyro);
    lua_setfield(L, -2, "turns_inside");
    lua_createtable(L, d->model->extras, 0);
    for (int i = 0; i < d->model->extras; i++) {
        const struct field *f = &d->model->extra[i].field;
        host_set(L, "{name:s size:i", f->name, f->n);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "extras");
}

/* ---- the errors of a step on trial ---- */

/* Of wheels and states, beside which their size counts as well as 1: the errors
 * and the values at the end are lists of the method's. */
void inside_errors(struct derive *d, expr *out)
{
    const struct model *m = d->model;
    const size_t values = (size_t)m->extra_values + 1;
    expr *error = arena_array(d->arena, 2 * values, sizeof *error);
    expr *size = error + values;
    const char *const name[] = {"extra", "extra_size"};
    for (int i = 0; i < 2 && m->extras; i++) {
        lua_getfield(d->lua, -1, name[i]);
        inside_take(d->lua, lua_gettop(d->lua), m, i ? size : error);
        lua_pop(d->lua, 1);
    }
    for (int i = 0; i < m->extras; i++) {
        expr square = expr_int(d->pool, 0), own = square;
        for (int k = 0; k < m->extra[i].field.n; k++, error++, size++) {
            square = expr_add(d->pool, square, expr_power(d->pool, *error, 2));
            own = expr_add(d->pool, own, expr_power(d->pool, *size, 2));
        }
        own = expr_unary(d->pool, OP_SQRT, own);
        own = expr_add(d->pool, expr_int(d->pool, 1), own);
        out[i] = expr_div(d->pool, square, expr_power(d->pool, own, 2));
    }
}

/* ---- rates ---- */

/* L of w at a state: J w + h. */
static struct vec momentum_of(struct derive *d, const struct at *at,
                              struct vec w)
{
    const struct model *m = d->model;
    struct vec L = mat_apply(d->pool, m->inertia, w), h = m->gyro;
    acts_place(d, at, VECTOR, h.x, h.x);
    return m->has_gyro ? vec_add(d->pool, L, h) : L;
}

/* The rate of wheel k against the body, and what sets it where w stays: L and
 * eta change as it does. */
static void make_wheel(struct derive *d, const struct at *at, int k, expr eta)
{
    struct step *s = d->step;
    struct pool *p = d->pool;
    const struct extra *e = &d->model->extra[k];
    const char *name = e->field.name;
    struct turner *t = &s->wheel[s->wheels++];
    expr speed;
    *t = (struct turner){.name = text_format(d->arena, "%s_speed", name),
                         .wheel = name,
                         .note = e->field.note};
    struct value known = {.n = VECTOR, .vec = e->wheel->axis};
    known.x[known.n++] = e->wheel->inertia;
    known = model_at_defaults(d->model, known);
    for (int i = 0; i < known.n; i++)
        *(i < VECTOR ? &t->axis[i] : &t->inertia) = known.x[i]->number;
    t->symbol = expr_symbol(p, name_of_text(d->names, "speed"), SYMBOL_SHOWN);
    acts_place(d, at, 1, &e->wheel->speed, &speed);
    t->get = derive_routine(d, t->name, "speed", 1, &speed);
    expr change = expr_sub(p, t->symbol, speed);
    record_name(d, SOFT, "change", 1, &change);
    expr more = expr_mul(p, e->wheel->inertia, change);
    struct vec L = vec_add(p, at->L, vec_scale(p, more, e->wheel->axis));
    eta = expr_add(p, eta, more);
    const struct output out[] = {
        {"L", VECTOR, arena_copy(d->arena, L.x, sizeof L.x)},
        {name, 1, arena_copy(d->arena, &eta, sizeof eta)}};
    t->set = record_take(d, text_format(d->arena, "set_%s", t->name), 2,
                         arena_copy(d->arena, out, sizeof out));
}

void inside_make(struct derive *d)
{
    const struct model *m = d->model;
    const struct at at = state_at(d);
    struct vec L = momentum_of(d, &at, m->w);
    d->step->set_omega = derive_routine(d, "set_omega", "L", VECTOR, L.x);
    d->step->wheel =
        arena_array(d->arena, (size_t)m->extras + 1, sizeof *d->step->wheel);
    for (int i = 0, k = 0; i < m->extras; k += m->extra[i++].field.n)
        if (m->extra[i].wheel)
            make_wheel(d, &at, i, at.extra[k]);
}
