/* SPDX-License-Identifier: MIT
 *
 * The method of a recipe, run once on its body, gives the symbolic step.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* ---- the state ---- */

void derive_symbols(struct derive *d, struct store *s, int tag)
{
    for (int i = 0; i < s->n; i++) {
        char *text =
            s->n == 9 ? text_format(d->arena, "%s%d%d", s->name, i / 3, i % 3)
                      : text_format(d->arena, "%s%d", s->name, i);
        s->symbol[i] = expr_symbol(d->pool, name_of_text(d->names, text), tag);
    }
}

struct store derive_store(struct derive *d, const struct called *attitude)
{
    lua_State *L = host_lua(d->host);
    const char *path = attitude->file->text->path;
    struct store s = {0};
    called_push(d->kit, attitude);
    if (lua_getfield(L, -1, "store") != LUA_TTABLE)
        host_blame(L, path,
                   "an attitude needs store = { name = .., size = .. }");
    struct fields f = {d->host, path, lua_gettop(L)};
    s.name = field_name(&f, "name");
    s.note = field_text(&f, "note");
    s.n = (int)field_whole(&f, "size", 1, MOST_VALUES, 0);
    if (!s.name || !s.n)
        host_blame(L, path, "store needs a name, and a size from 1 to 9");
    s.name = name_of_text(d->names, s.name);
    lua_settop(L, f.table - 2);
    return s;
}

/* The attitude's numbers may not be called like this part of the state. */
static void check_apart(struct derive *d, const char *part)
{
    if (strcmp(d->step->store[STORED_R].name, part) == 0)
        host_blame(host_lua(d->host), d->recipe->attitude.file->text->path,
                   text_format(d->arena,
                               "'%s' is another part of the state; take "
                               "another name for the store",
                               part));
}

static void make_stores(struct derive *d)
{
    static const struct store vectors[STORES] = {
        [STORED_L] = {"L", "angular momentum, body frame", VECTOR, {NULL}},
        [STORED_X] = {"x", "position, space frame, m", VECTOR, {NULL}},
        [STORED_V] = {"v", "velocity, space frame, m/s", VECTOR, {NULL}},
    };
    struct store *all = arena_array(d->arena, STORES, sizeof *all);
    d->step->stores = d->model->moves ? STORES : STORED_X;
    d->step->store = all;
    all[STORED_R] = derive_store(d, &d->recipe->attitude);
    for (int i = STORED_L; i < d->step->stores; i++) {
        all[i] = vectors[i];
        all[i].name = name_of_text(d->names, vectors[i].name);
        check_apart(d, vectors[i].name);
    }
    check_apart(d, "t");
    check_apart(d, "t_rest");
    for (int i = 0; i < d->step->stores; i++)
        derive_symbols(d, &all[i], SYMBOL_STATE);
    d->step->h = expr_symbol(d->pool, name_of_text(d->names, "h"), SYMBOL_STEP);
    d->step->span = d->step->h;
    if (d->recipe->adaptive)
        d->step->span =
            expr_symbol(d->pool, name_of_text(d->names, "span"), SYMBOL_STEP);
}

/* ---- the method ---- */

static void blame(struct derive *d, const char *message)
{
    host_blame(host_lua(d->host), d->recipe->method.file->text->path, message);
}

/* A kick that the step has left to its end: its length. */
static void read_kick(struct derive *d, int result)
{
    lua_State *L = host_lua(d->host);
    if (lua_getfield(L, result, "kick") != LUA_TNIL)
        d->step->relay.kick = algebra_scalar(L, lua_gettop(L));
    lua_pop(L, 1);
    if (d->step->relay.kick && !d->carries)
        relay_prepare(d);
}

/* R of the table on top of the stack: the numbers of the turned attitude. */
static void read_attitude(struct derive *d, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_getfield(L, -1, "R");
    if (!luaL_testudata(L, -1, "attitude"))
        blame(d, "step must return an attitude as R: s.R, turned");
    turned_push_stored(d, turned_at(L, lua_gettop(L)));
    attitude_numbers(d, "move", out);
    lua_pop(L, 1);
    attitude_check(d, out);
}

/* A vector of the table on top of the stack. */
static void read_vector(struct derive *d, const char *name,
                        const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_getfield(L, -1, name);
    if (lua_isnil(L, -1) && *name != 'L')
        blame(d, "this method does not move the centre of mass: step must "
                 "return x and v, too");
    if (!algebra_is_vec(L, -1))
        blame(d,
              text_format(d->arena, "step must return a vector as %s", name));
    struct vec v = algebra_vec(L, lua_gettop(L));
    memcpy(out, v.x, sizeof v.x);
    lua_pop(L, 1);
}

/* Adds to L and v, which are among the vectors, what a kick that was left to
 * the end has of torque and force that do not change. */
static void close_kick(struct derive *d, const struct expr **vectors)
{
    const struct expr **velocity = vectors + VECTOR * (STORED_V - STORED_L);
    struct vec L, v = vec_zero(d->pool);
    if (!d->step->relay.kick)
        return;
    memcpy(L.x, vectors, sizeof L.x);
    if (d->model->moves)
        memcpy(v.x, velocity, sizeof v.x);
    relay_close(d, &L, &v);
    memcpy(vectors, L.x, sizeof L.x);
    if (d->model->moves)
        memcpy(velocity, v.x, sizeof v.x);
}

/* What the method returned, on top of the stack, as outputs: the new state, and
 * the length of a kick that it has left, or NULL. */
static const struct output *read_state(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    struct step *s = d->step;
    const struct expr **value = arena_array(
        d->arena, MOST_VALUES + VECTOR * (size_t)STORES + 1, sizeof *value);
    struct output *out = arena_array(d->arena, STORES + 1, sizeof *out);
    if (!lua_istable(L, -1))
        blame(d, "step must return { R = .., L = .. }");
    read_kick(d, lua_gettop(L));
    int n = 0;
    for (int i = 0; i < s->stores; n += s->store[i++].n) {
        if (i == STORED_R)
            read_attitude(d, &value[n]);
        else
            read_vector(d, s->store[i].name, &value[n]);
        out[i] = (struct output){s->store[i].name, s->store[i].n, &value[n]};
    }
    close_kick(d, &value[s->store[STORED_R].n]);
    value[n] = s->relay.kick;
    solve_check(d, n, value);
    out[s->stores] = (struct output){"kick", 1, &value[n]};
    return out;
}

static void take_step(struct derive *d, const struct output *out)
{
    struct step *s = d->step;
    s->advance = (struct routine){
        .name = "step", .outputs = s->stores + (s->relay.n > 0), .output = out};
    record_take(d, &s->advance);
    s->torques = torques_count(d, &s->advance);
}

/* False with a message: it is on trial and does not tell its error. */
static bool run_method(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    int top = lua_gettop(L);
    bool good = true;
    d->unknowns = 0;
    d->torques = 0;
    scene_push(d);
    lua_rawgeti(L, LUA_REGISTRYINDEX, d->recipe->opt);
    called_run(d->kit, &d->recipe->method, "step", 4);
    const struct output *out = read_state(d);
    if (d->trying)
        good = trial_read(d, lua_gettop(L), d->step->stores, out);
    else
        take_step(d, out);
    lua_settop(L, top);
    return good;
}

static void make_advance(struct derive *d)
{
    d->kit->speaker = &d->recipe->method;
    run_method(d);
    if (d->step->relay.n) { /* once more, knowing what is carried */
        d->carries = true;
        run_method(d);
    }
}

/* Once more for its error, where steps choose their size. */
static bool make_trial(struct derive *d)
{
    d->trying = d->recipe->adaptive;
    if (d->trying && d->step->relay.n)
        return trial_refuse(d);
    return !d->trying || run_method(d);
}

static bool derive(struct host *h, void *data)
{
    struct derive *d = data;
    luaL_checkstack(host_lua(h), 40, NULL);
    scene_open(d);
    make_stores(d);
    make_advance(d);
    observe_make(d);
    shown_make(d);
    dense_make(d);
    return make_trial(d);
}

struct facts step_facts(const struct model *m)
{
    bool has_mass = m->moves && expr_is_const(m->mass);
    return (struct facts){.name = m->name,
                          .place = m->name_place,
                          .note = m->note,
                          .extreme = m->extreme,
                          .varies = m->varies,
                          .inertia = m->default_inertia,
                          .diagonal = m->diagonal,
                          .moves = m->moves,
                          .has_potential = m->has_potential,
                          .conservative = m->conservative,
                          .mass = has_mass ? m->mass->number : NULL,
                          .start_t = m->start_t,
                          .until = m->until,
                          .params = m->params,
                          .inputs = m->inputs,
                          .param = m->param,
                          .input = m->input,
                          .t = m->t,
                          .R = m->R.x,
                          .w = m->w.x,
                          .L = m->L.x};
}

const struct step *step_derive(struct recipe *r)
{
    struct kit *kit = &r->kit;
    struct step *s = arena_alloc(kit->arena, sizeof *s);
    struct derive d = {.recipe = r,
                       .kit = kit,
                       .arena = kit->arena,
                       .names = kit->names,
                       .diags = kit->diags,
                       .pool = kit->pool,
                       .host = kit->host,
                       .model = r->model,
                       .record = {.suffix = ""},
                       .step = s};
    int errors = kit->diags->errors;
    s->model = r->model;
    s->facts = step_facts(r->model);
    s->pool = kit->pool;
    s->recipe = r;
    kit->derive = &d;
    bool good = host_work(kit->host, derive, &d);
    recipe_close(r);
    return good && kit->diags->errors == errors ? s : NULL;
}
