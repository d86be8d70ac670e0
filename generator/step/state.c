/* SPDX-License-Identifier: MIT
 *
 * The state of a step: the numbers that are stored, as symbols, as a table for
 * Lua, and as the quantities in which the model is written.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- the stores ---- */

/* Returns the store of a part other than the attitude. */
static struct field store_of(struct derive *d, const struct model_part *p,
                             const char *attitude)
{
    const struct model *m = d->model;
    struct field f = p->field;
    if (f.kind == PART_MOMENTUM)
        f.note = text_format(
            d->arena, f.note,
            m->facts.turning
                ? text_format(d->arena, " of body and %s", m->facts.turning)
            : m->has_gyro ? ", with the internal one"
                          : "");
    if (p->wheel)
        f.note =
            text_format(d->arena, "momentum of the wheel %s, %s%s%s", f.frame,
                        f.unit, f.note ? ": " : "", f.note ? f.note : "");
    if (p >= m->extra && !strcmp(attitude, f.name))
        host_refuse(d->lua, f.place, "take another name",
                    "'%s' is the name under which the attitude is stored",
                    f.name);
    return f;
}

/* Error if another part of the state has the attitude's name. */
static void check_attitude_name(struct derive *d, const char *name)
{
    static const char *const other[] = {"L", "t", "t_rest", "x", "v"};
    for (int i = 0; i < (d->model->moves ? 5 : 3); i++)
        if (!strcmp(name, other[i]))
            called_blame(d->kit, &d->recipe->attitude,
                         "'%s' is another part of the state; take another name "
                         "for the store",
                         other[i]);
}

void state_open(struct derive *d)
{
    const struct model *m = d->model;
    struct step *s = d->step;
    struct field *all = arena_array(d->arena, (size_t)m->parts, sizeof *all);
    s->extras = m->extras;
    s->stores = m->parts;
    s->store = all;
    s->drifts = d->recipe->promise.numbers && !attitude_restores(d);
    all[STORED_R] = attitude_store(d, &d->recipe->attitude, false);
    for (int i = STORED_L; i < m->parts; i++)
        all[i] = store_of(d, &m->part[i], all[STORED_R].name);
    check_attitude_name(d, all[STORED_R].name);
    for (int i = STORED_L; i < s->stores; i++) /* symbols are the model's */
        if (!m->part[i].is_held)
            record_symbols(d, &all[i], SYMBOL_STATE);
    s->h = expr_symbol(d->pool, name_of_text(d->names, "h"), SYMBOL_STEP);
    s->span = s->h;
    if (d->recipe->adaptive)
        s->span =
            expr_symbol(d->pool, name_of_text(d->names, "span"), SYMBOL_STEP);
}

/* ---- the state as quantities, and as a table ---- */

struct state state_start(struct derive *d)
{
    const struct field *store = d->step->store;
    struct state at = {.t = d->model->t,
                       .R = attitude_of_numbers(d, store[STORED_R].symbol),
                       .L = value_from(VECTOR, store[STORED_L].symbol).vec,
                       .z = inside_symbols(d, store)};
    at.w = inside_omega(d, &at, at.L);
    return at;
}

/* Reads the state table { t, R, L [, z, w] }; z may be missing if nothing is
 * stored besides R and L. */
struct state state_of(lua_State *L)
{
    static const char *const name[] = {"t", "R", "L"};
    static const char *const kind[] = {"a scalar", "an attitude", "a vector"};
    struct derive *d = derive_of(L);
    struct state at = {.z = inside_symbols(d, d->step->store)};
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    for (int i = 0; i < 3; i++) {
        if (lua_getfield(L, 1, name[i]) == LUA_TNIL)
            luaL_error(L, "the state has no %s", name[i]);
        if (!(i == 0   ? algebra_is_scalar(L, -1)
              : i == 1 ? luaL_testudata(L, -1, "attitude") != NULL
                       : algebra_is_vec(L, -1)))
            luaL_error(L, "the state's %s is not %s", name[i], kind[i]);
    }
    at.t = algebra_scalar(L, 2);
    at.R = algebra_unbox(L, 3, "attitude");
    at.L = algebra_vec(L, 4);
    lua_getfield(L, 1, "z");
    inside_take(d, "the state's z", at.z);
    bool has_rate = lua_getfield(L, 1, "w") != LUA_TNIL;
    lua_replace(L, 2);
    at.w = has_rate ? algebra_vec(L, 2) : inside_omega(d, &at, at.L);
    return at;
}

void state_push(struct derive *d, const struct field *store)
{
    lua_createtable(d->lua, 0, 4);
    algebra_box(d->lua, "attitude",
                attitude_of_numbers(d, store[STORED_R].symbol));
    lua_setfield(d->lua, -2, "R");
    algebra_give(d->lua, VECTOR, store[STORED_L].symbol);
    lua_setfield(d->lua, -2, "L");
    inside_give(d, STORED_X, inside_symbols(d, store));
    lua_setfield(d->lua, -2, "z");
}

expr *state_read(struct derive *d, struct output *out)
{
    const struct step *s = d->step;
    const struct called *method = &d->recipe->method;
    const size_t most = MOST_STORED + (size_t)d->model->numbers + 1;
    expr *value = arena_array(d->arena, most, sizeof *value);
    expr *next = value;
    lua_getfield(d->lua, -1, "R");
    if (!luaL_testudata(d->lua, -1, "attitude"))
        called_blame(d->kit, method,
                     "step must return an attitude as R: s.R, turned");
    attitude_numbers(d, algebra_unbox(d->lua, -1, "attitude"), value);
    lua_pop(d->lua, 1);
    lua_getfield(d->lua, -1, "L");
    if (!algebra_is_vec(d->lua, -1))
        called_blame(d->kit, method, "step must return a vector as L");
    algebra_take(d->lua, -1, value + s->store->n);
    lua_pop(d->lua, 1);
    lua_getfield(d->lua, -1, "z");
    if (inside_parts(d) > 0 && lua_isnil(d->lua, -1))
        called_blame(d->kit, method,
                     "step must return z, too: what is stored besides R and L");
    inside_take(d, "the new z", value + s->store->n + VECTOR);
    for (int i = 0; i < s->stores; next += s->store[i++].n)
        out[i] = (struct output){s->store[i].name, s->store[i].n, next};
    return value;
}
