/* SPDX-License-Identifier: MIT
 *
 * The state: its numbers as symbols, as a table for Lua, and as the quantities
 * in which the model is written; and the functions of the attitude's file,
 * which know what the attitude's numbers are.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* As the fields of a table are called. */
static const char *const part_name[STORES] = {"R", "L", "x", "v"};

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
    struct store s = {0};
    called_push(d->kit, attitude);
    if (lua_getfield(d->lua, -1, "store") != LUA_TTABLE)
        called_blame(d->kit, attitude,
                     "an attitude needs store = { name = .., size = .. }");
    struct fields f = {d->lua, attitude->file->text->path, lua_gettop(d->lua)};
    s.name = field_name(&f, "name");
    s.note = is_shown ? field_text(&f, "shown") : NULL;
    if (!s.note)
        s.note = field_text(&f, "note");
    s.n = (int)field_whole(&f, "size", 1, MOST_VALUES, 0);
    if (!s.name || !s.n)
        called_blame(d->kit, attitude,
                     "store needs a name, and a size from 1 to 9");
    s.name = name_of_text(d->names, s.name);
    lua_settop(d->lua, f.table - 2);
    return s;
}

void state_make(struct derive *d)
{
    static const struct store vectors[STORES] = {
        [STORED_L] = {"L", "angular momentum, body frame", VECTOR, {NULL}},
        [STORED_X] = {"x", "position, space frame, m", VECTOR, {NULL}},
        [STORED_V] = {"v", "velocity, space frame, m/s", VECTOR, {NULL}},
    };
    static const char *const other[] = {"L", "t", "t_rest", "x", "v"};
    const struct called *attitude = &d->recipe->attitude;
    struct step *s = d->step;
    struct store *all = arena_array(d->arena, STORES, sizeof *all);
    s->stores = d->model->moves ? STORES : STORED_X;
    s->store = all;
    for (int i = 0; i < s->stores; i++) {
        all[i] = i == STORED_R ? state_store(d, attitude, false) : vectors[i];
        all[i].name = name_of_text(d->names, all[i].name);
    }
    for (int i = 0; i < (d->model->moves ? 5 : 3); i++)
        if (!strcmp(all[STORED_R].name, other[i]))
            called_blame(d->kit, attitude,
                         "'%s' is another part of the state; take another name "
                         "for the store",
                         other[i]);
    for (int i = 0; i < s->stores; i++)
        state_symbols(d, &all[i], SYMBOL_STATE);
    s->h = expr_symbol(d->pool, name_of_text(d->names, "h"), SYMBOL_STEP);
    s->span = s->h;
    if (d->recipe->adaptive)
        s->span =
            expr_symbol(d->pool, name_of_text(d->names, "span"), SYMBOL_STEP);
}

/* ---- the attitude ---- */

/* The element that a file returned, given back: g, the file's path, which a
 * message keeps longer than Lua does. */
static int expect_element(lua_State *L)
{
    size_t n;
    const char *path = luaL_checklstring(L, 2, &n);
    if (!luaL_testudata(L, 1, "element"))
        host_blame(L, arena_text(derive_of(L)->arena, path, n),
                   "'element' must return element { q0, vec }");
    lua_settop(L, 1);
    return 1;
}

/* Takes the table on top of the stack, which function `field` of the attitude's
 * file returned. */
static void attitude_numbers(struct derive *d, const char *field, expr *out)
{
    lua_State *L = d->lua;
    int n = d->step->store[STORED_R].n, at = lua_gettop(L);
    bool good = lua_istable(L, at) && luaL_len(L, at) == n;
    for (int i = 1; good && i <= n; i++) {
        lua_geti(L, at, i);
        good = algebra_is_scalar(L, at + 1);
        lua_pop(L, 1);
    }
    called_push(d->kit, &d->recipe->attitude);
    lua_getfield(L, -1, "own");
    while (lua_getfield(L, -1, field), !lua_toboolean(L, -1)) {
        field = strcmp(field, "from") == 0 ? "set" : "from";
        lua_pop(L, 1); /* it was made from another one */
    }
    if (!good)
        called_blame(d->kit, &d->recipe->attitude,
                     "'%s' must return a table of %d %s", field, n,
                     n == 1 ? "number" : "numbers");
    algebra_array(L, at, n, out);
    lua_settop(L, at - 1);
}

static struct attitude *attitude_of_numbers(struct derive *d,
                                            const expr *stored)
{
    struct attitude *at = arena_alloc(d->arena, sizeof *at);
    at->stored = stored;
    algebra_push_array(d->lua, d->step->store[STORED_R].n, stored);
    called_run(d->kit, &d->recipe->attitude, "rows", 1);
    for (int i = 0; i < 3; i++) {
        if (!lua_istable(d->lua, -1) || !lua_geti(d->lua, -1, i + 1) ||
            !algebra_is_vec(d->lua, -1))
            called_blame(d->kit, &d->recipe->attitude,
                         "'rows' must return a table of three vectors");
        at->row[i] = algebra_vec(d->lua, -1);
        at->have[i] = true;
        record_soft_matrix(d, "R", 3 * i, 3, at->row[i].x);
        lua_pop(d->lua, 1);
    }
    lua_pop(d->lua, 1);
    return at;
}

void attitude_set(struct derive *d, struct mat R, expr *out)
{
    element_push_rows(d->lua, R);
    called_run(d->kit, &d->recipe->attitude, "set", 1);
    attitude_numbers(d, "set", out);
}

/* m.attitude.at(numbers) */
static int at_numbers(lua_State *L)
{
    struct derive *d = derive_of(L);
    size_t n = (size_t)d->step->store[STORED_R].n;
    expr *stored = arena_array(d->arena, n, sizeof *stored);
    luaL_checktype(L, 1, LUA_TTABLE);
    algebra_array(L, 1, (int)n, stored);
    return attitude_push(L, attitude_of_numbers(d, stored));
}

/* ---- where they do not exist ---- */

/* False: it holds where a value is not a number.  A condition that holds always
 * looks at no value. */
static bool record_demand(struct derive *d, expr condition)
{
    struct solve s = {
        .done = expr_int(d->pool, 1), .accept = condition, .is_singular = true};
    if (expr_is_one(condition))
        return true;
    if (solve_holds_of_none(d, condition))
        return false;
    record_solve(d, &s);
    return true;
}

/* demand(condition): else the step ends with the status "singular". */
static int demand(lua_State *L)
{
    expr condition = algebra_scalar(L, 1);
    luaL_argcheck(L, record_demand(derive_of(L), condition), 1,
                  "it holds where a value is not a number");
    return 0;
}

/* The condition that these stored numbers exist. */
static expr existence(struct derive *d, const expr *stored)
{
    algebra_push_array(d->lua, d->step->store[STORED_R].n, stored);
    called_run(d->kit, &d->recipe->attitude, "fits", 1);
    if (!algebra_is_scalar(d->lua, -1))
        called_blame(d->kit, &d->recipe->attitude,
                     "'fits' must return a condition, as lt(a, b)");
    expr condition = algebra_scalar(d->lua, lua_gettop(d->lua));
    lua_pop(d->lua, 1);
    return condition;
}

void attitude_check(struct derive *d, const expr *stored)
{
    if (!record_demand(d, existence(d, stored)))
        called_blame(d->kit, &d->recipe->attitude,
                     "'fits' holds where a value is not a number");
}

void attitude_check_start(struct derive *d, const expr *stored)
{
    if (number_sign(expr_value(d->pool, existence(d, stored))) == 0)
        host_refuse(d->lua, d->model->start_place,
                    text_format(d->arena, "%s has no numbers for this attitude",
                                d->recipe->attitude.claim.name),
                    "take another attitude");
}

/* ---- what a method sees ---- */

void attitude_push_file(struct derive *d)
{
    called_push(d->kit, &d->recipe->attitude);
    lua_pushcfunction(d->lua, at_numbers);
    lua_setfield(d->lua, -2, "at");
}

void attitude_define(struct derive *d)
{
    lua_register(d->lua, "expect_element", expect_element);
    lua_register(d->lua, "demand", demand);
}

/* ---- as the model's quantities, and as a table ---- */

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
    at.w = mat_apply(d->pool, d->model->inverse, at.L);
    return at;
}

void state_push(struct derive *d, const struct store *store)
{
    lua_newtable(d->lua);
    attitude_push(d->lua, attitude_of_numbers(d, store[STORED_R].symbol));
    lua_setfield(d->lua, -2, part_name[STORED_R]);
    for (int i = STORED_L; i < STORES; i++) {
        algebra_push_vec(d->lua, state_vector(d, store, (enum stored)i));
        lua_setfield(d->lua, -2, part_name[i]);
    }
}

/* Blames the method for the field on top of the stack, if it is none. */
static void check_field(struct derive *d, enum stored which)
{
    const struct called *method = &d->recipe->method;
    if (which == STORED_R && !luaL_testudata(d->lua, -1, "attitude"))
        called_blame(d->kit, method,
                     "step must return an attitude as R: s.R, turned");
    if (which > STORED_L && lua_isnil(d->lua, -1))
        called_blame(d->kit, method,
                     "this method does not move the centre of mass: "
                     "step must return x and v, too");
    if (which != STORED_R && !algebra_is_vec(d->lua, -1))
        called_blame(d->kit, method, "step must return a vector as %s",
                     part_name[which]);
}

expr *state_read(struct derive *d, struct output *out)
{
    const struct step *s = d->step;
    expr *value = arena_array(
        d->arena, MOST_VALUES + VECTOR * (size_t)STORES + 1, sizeof *value);
    expr *next = value;
    for (int i = 0; i < s->stores; next += s->store[i++].n) {
        lua_getfield(d->lua, -1, part_name[i]);
        check_field(d, (enum stored)i);
        if (i == STORED_R) {
            attitude_push_stored(d, attitude_at(d->lua, -1));
            attitude_numbers(d, "move", next);
        } else {
            algebra_take(d->lua, -1, next);
        }
        lua_pop(d->lua, 1);
        out[i] = (struct output){s->store[i].name, s->store[i].n, next};
    }
    return value;
}
