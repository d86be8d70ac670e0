/* SPDX-License-Identifier: MIT
 *
 * The state: its numbers as symbols, as a table for Lua, and as the quantities
 * in which the model is written.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* As the fields of a table are called. */
static const char *const field[STORES] = {"R", "L", "x", "v"};

/* ---- its numbers ---- */

void state_symbols(struct derive *d, struct store *s, int tag)
{
    for (int i = 0; i < s->n; i++) {
        char *text =
            s->n == 9 ? text_format(d->arena, "%s%d%d", s->name, i / 3, i % 3)
                      : text_format(d->arena, "%s%d", s->name, i);
        s->symbol[i] = expr_symbol(d->pool, name_of_text(d->names, text), tag);
    }
}

struct store state_store(struct derive *d, const struct called *attitude,
                         bool is_shown)
{
    lua_State *L = host_lua(d->host);
    struct store s = {0};
    called_push(d->kit, attitude);
    if (lua_getfield(L, -1, "store") != LUA_TTABLE)
        called_blame(d->kit, attitude,
                     "an attitude needs store = { name = .., size = .. }");
    struct fields f = {d->host, attitude->file->text->path, lua_gettop(L)};
    s.name = field_name(&f, "name");
    s.note = is_shown ? field_text(&f, "shown") : NULL;
    if (!s.note)
        s.note = field_text(&f, "note");
    s.n = (int)field_whole(&f, "size", 1, MOST_VALUES, 0);
    if (!s.name || !s.n)
        called_blame(d->kit, attitude,
                     "store needs a name, and a size from 1 to 9");
    s.name = name_of_text(d->names, s.name);
    lua_settop(L, f.table - 2);
    return s;
}

/* The attitude's numbers may not be called like another part of the state. */
static void check_name(struct derive *d, const char *name)
{
    static const char *const part[] = {"L", "x", "v", "t", "t_rest"};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (!strcmp(name, part[i]) && (d->model->moves || i == 0 || i > 2))
            called_blame(d->kit, &d->recipe->attitude,
                         text_format(d->arena,
                                     "'%s' is another part of the state; take "
                                     "another name for the store",
                                     name));
}

void state_make(struct derive *d)
{
    static const struct store vectors[STORES] = {
        [STORED_L] = {"L", "angular momentum, body frame", VECTOR, {NULL}},
        [STORED_X] = {"x", "position, space frame, m", VECTOR, {NULL}},
        [STORED_V] = {"v", "velocity, space frame, m/s", VECTOR, {NULL}},
    };
    struct step *s = d->step;
    struct store *all = arena_array(d->arena, STORES, sizeof *all);
    s->stores = d->model->moves ? STORES : STORED_X;
    s->store = all;
    for (int i = 0; i < s->stores; i++) {
        all[i] = i == STORED_R ? state_store(d, &d->recipe->attitude, false)
                               : vectors[i];
        all[i].name = name_of_text(d->names, all[i].name);
    }
    check_name(d, all[STORED_R].name);
    for (int i = 0; i < s->stores; i++)
        state_symbols(d, &all[i], SYMBOL_STATE);
    s->h = expr_symbol(d->pool, name_of_text(d->names, "h"), SYMBOL_STEP);
    s->span = s->h;
    if (d->recipe->adaptive)
        s->span =
            expr_symbol(d->pool, name_of_text(d->names, "span"), SYMBOL_STEP);
}

struct vec state_vector(struct derive *d, const struct store *store,
                        enum stored which)
{
    struct vec v = vec_zero(d->pool);
    if ((int)which < d->step->stores)
        memcpy(v.x, store[which].symbol, sizeof v.x);
    return v;
}

struct at state_at(struct derive *d)
{
    const struct store *store = d->step->store;
    struct at at = {.t = d->model->t,
                    .R = attitude_of_numbers(d, store[STORED_R].symbol),
                    .L = state_vector(d, store, STORED_L),
                    .x = state_vector(d, store, STORED_X),
                    .v = state_vector(d, store, STORED_V)};
    at.w = derive_omega(d, at.L);
    return at;
}

/* ---- as a table ---- */

void state_push(struct derive *d, const struct store *store)
{
    lua_State *L = host_lua(d->host);
    lua_newtable(L);
    attitude_push(L, attitude_of_numbers(d, store[STORED_R].symbol));
    lua_setfield(L, -2, field[STORED_R]);
    for (int i = STORED_L; i < STORES; i++) {
        algebra_push_vec(L, state_vector(d, store, (enum stored)i));
        lua_setfield(L, -2, field[i]);
    }
}

static void blame(struct derive *d, const char *message)
{
    called_blame(d->kit, &d->recipe->method, message);
}

/* Blames the method for the field on top of the stack, if it is none. */
static void check_field(struct derive *d, enum stored which)
{
    lua_State *L = host_lua(d->host);
    if (which == STORED_R && !luaL_testudata(L, -1, "attitude"))
        blame(d, "step must return an attitude as R: s.R, turned");
    if (which > STORED_L && lua_isnil(L, -1))
        blame(d, "this method does not move the centre of mass: step must "
                 "return x and v, too");
    if (which != STORED_R && !algebra_is_vec(L, -1))
        blame(d, text_format(d->arena, "step must return a vector as %s",
                             field[which]));
}

const struct expr **state_read(struct derive *d, struct output *out)
{
    lua_State *L = host_lua(d->host);
    const struct step *s = d->step;
    const struct expr **value = arena_array(
        d->arena, MOST_VALUES + VECTOR * (size_t)STORES + 1, sizeof *value);
    const struct expr **next = value;
    for (int i = 0; i < s->stores; next += s->store[i++].n) {
        lua_getfield(L, -1, field[i]);
        check_field(d, (enum stored)i);
        if (i == STORED_R) {
            attitude_push_stored(d, attitude_at(L, lua_gettop(L)));
            attitude_numbers(d, "move", next);
        } else {
            algebra_take(L, -1, next);
        }
        lua_pop(L, 1);
        out[i] = (struct output){s->store[i].name, s->store[i].n, next};
    }
    return value;
}
