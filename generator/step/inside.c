/* SPDX-License-Identifier: MIT
 *
 * What is stored besides attitude and momentum, a list z: of a body that moves
 * position and velocity, then what its wheels have and its states; and internal
 * momentum h, with the rate w = J^-1 (L - h) that follows.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- the list ---- */

/* Is the store that of a wheel or a state? */
static bool is_extra(const struct step *s, int store)
{
    return store >= s->stores - s->extras;
}

int inside_values(const struct step *s)
{
    int n = 0;
    for (int i = STORED_X; i < s->stores; i++)
        n += s->store[i].n;
    return n;
}

expr *inside_symbols(struct derive *d, const struct field *store)
{
    expr *all =
        arena_array(d->arena, (size_t)inside_values(d->step) + 1, sizeof *all);
    expr *next = all;
    for (int i = STORED_X; i < d->step->stores; next += store[i++].n)
        memcpy(next, store[i].symbol, (size_t)store[i].n * sizeof *next);
    return all;
}

void inside_take(struct derive *d, const char *whose, expr *out)
{
    lua_State *L = d->lua;
    const struct step *s = d->step;
    const int n = lua_istable(L, -1) ? (int)luaL_len(L, -1) : 0;
    if (n != s->stores - STORED_X)
        luaL_error(L, "%s has %d value%s, not %d", whose, n, n == 1 ? "" : "s",
                   s->stores - STORED_X);
    for (int i = STORED_X; i < s->stores; out += s->store[i++].n) {
        const int size = s->store[i].n;
        lua_rawgeti(L, -1, i - STORED_X + 1);
        if (!(size > 1 ? algebra_is_vec(L, -1) : algebra_is_scalar(L, -1)))
            luaL_error(L, "%s has no %s as %s", whose,
                       size > 1 ? "vector" : "scalar", s->store[i].name);
        algebra_take(L, lua_gettop(L), out);
        if (is_extra(s, i))
            record_name(d, SOFT, s->store[i].name, size, out);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void inside_give(struct derive *d, int first, const expr *value)
{
    const struct step *s = d->step;
    lua_createtable(d->lua, s->stores - first, 0);
    for (int i = first; i < s->stores; value += s->store[i++].n) {
        algebra_give(d->lua, s->store[i].n, value);
        lua_rawseti(d->lua, -2, i - first + 1);
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
    struct at at = {.t = m->t, .L = m->L, .w = m->w};
    if (!m->has_gyro)
        return at;
    luaL_checktype(L, argument, LUA_TTABLE);
    at.z = inside_symbols(d, d->step->store);
    lua_getfield(L, argument, "t");
    at.t = algebra_scalar(L, lua_gettop(L));
    lua_getfield(L, argument, "z");
    inside_take(d, "the state's z", at.z);
    lua_pop(L, 1);
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

/* m.rates(s): of z, a list */
static int rates(lua_State *L)
{
    struct derive *d = derive_of(L);
    const struct model *m = d->model;
    const size_t most = MOST_ACTIONS + (size_t)m->extra_values;
    expr *act = arena_array(d->arena, most, sizeof *act);
    luaL_checktype(L, 1, LUA_TTABLE);
    if (d->step->stores > STORED_X) { /* else no node may be made */
        struct at at = state_of(L);
        acts_of_model(d, act);
        if (m->moves) {
            struct vec a = acts_at(d, &at, VECTOR);
            memcpy(act, at.z + VECTOR, sizeof a.x);
            memcpy(act + VECTOR, a.x, sizeof a.x);
        }
        if (m->extras)
            acts_place(d, &at, m->extra_values, act + MOST_ACTIONS,
                       act + MOST_ACTIONS);
    }
    const expr *rate = act + MOST_ACTIONS;
    for (int i = 0; i < m->extras; rate += m->extra[i++].field.n)
        record_name(d, SOFT,
                    text_format(d->arena, "%s_rate", m->extra[i].field.name),
                    m->extra[i].field.n, rate);
    inside_give(d, STORED_X, act + (m->moves ? 0 : MOST_ACTIONS));
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
    lua_createtable(L, d->step->stores - STORED_X, 0);
    for (int i = STORED_X; i < d->step->stores; i++) {
        host_set(L, "{name:s size:i", d->step->store[i].name,
                 d->step->store[i].n);
        lua_rawseti(L, -2, i - STORED_X + 1);
    }
    lua_setfield(L, -2, "further");
}

/* ---- the errors of a step on trial ---- */

static expr sum_of_squares(struct pool *p, int n, const expr *x)
{
    expr sum = expr_int(p, 0);
    for (int i = 0; i < n; i++)
        sum = expr_add(p, sum, expr_mul(p, x[i], x[i]));
    return sum;
}

/* A method gives errors and values at the end. */
void inside_errors(struct derive *d, expr *out)
{
    struct pool *p = d->pool;
    const struct step *s = d->step;
    const num *own_size = d->recipe->control.size;
    const size_t values = (size_t)inside_values(s) + 1;
    expr *error = arena_array(d->arena, 2 * values, sizeof *error);
    expr *size = error + values;
    lua_getfield(d->lua, -1, "z");
    inside_take(d, "error.z", error);
    lua_getfield(d->lua, -1, "size");
    inside_take(d, "error.size", size);
    for (int i = STORED_X; i < s->stores; i++) {
        const int n = s->store[i].n;
        expr square = sum_of_squares(p, n, error);
        if (is_extra(s, i)) {
            expr own = expr_unary(p, OP_SQRT, sum_of_squares(p, n, size));
            own = expr_add(p, expr_number(p, *own_size++), own);
            square = expr_div(p, square, expr_power(p, own, 2));
        }
        *out++ = square;
        error += n;
        size += n;
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
    for (int i = 0, k = m->moves ? 2 * VECTOR : 0; i < m->extras;
         k += m->extra[i++].field.n)
        if (m->extra[i].wheel)
            make_wheel(d, &at, i, at.z[k]);
}
