/* SPDX-License-Identifier: MIT
 *
 * Runs the method of a recipe on its body to get the symbolic step.  The method
 * runs up to four times: for the step; again, with torque and acceleration at
 * the start known, if the step ends with a kick left to the next one; for the
 * guards of events; and for the error, if steps are adaptive.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- a run ---- */

/* Finds the actions that are carried from step to step; the last kick adds the
 * others to the state's vectors at once. */
static void close_relay(struct derive *d, expr *vectors)
{
    const struct model *m = d->model;
    struct relay *c = &d->step->relay;
    expr *action = model_loads(d->model);
    if (!c->kick)
        return;
    for (int i = 0; d->run != RUN_CARRYING && i < MOST_LOADS; i++) {
        const unsigned char *mark = expr_reached(d->pool, 1, &action[i]);
        if (!mark[m->t->id] && !marked_any(mark, 9, m->R.x) &&
            !(m->moves && marked_any(mark, VECTOR, m->x.x)))
            continue; /* the same in each step */
        const char *name = text_format(d->arena, "push%d", c->n);
        name = name_of_text(d->names, name);
        c->part[c->n++] = (struct relay_part){
            i, expr_fresh(d->pool, name, SYMBOL_RELAY), action[i]};
    }
    for (int i = 0; i < c->n; i++)
        action[c->part[i].index] = expr_int(d->pool, 0);
    for (int i = 0; i < (m->moves ? MOST_LOADS : VECTOR); i++) {
        expr *x = &vectors[i < VECTOR ? i : i + VECTOR];
        *x = expr_add(d->pool, *x, expr_mul(d->pool, c->kick, action[i]));
    }
}

/* Pushes T and the rates of z at the start of a trial step; parts that are not
 * constant are symbols. */
static void push_loads(struct derive *d)
{
    const struct dense *all = &d->step->dense;
    expr *loads = model_loads(d->model);
    for (int k = 0; k < all->load.n; k++)
        loads[all->load.at[k].index] = all->load.at[k].symbol[0];
    lua_createtable(d->lua, 0, 2);
    algebra_give(d->lua, VECTOR, loads);
    lua_setfield(d->lua, -2, "torque");
    if (d->model->moves)
        memcpy(loads,
               model_slips(d->model)
                   ? loads + model_load_count(d->model) - VECTOR
                   : d->step->store[STORED_V].symbol,
               VECTOR * sizeof *loads);
    inside_give(d, STORED_X, loads + (d->model->moves ? 0 : MOST_LOADS));
    lua_setfield(d->lua, -2, "rates");
}

static bool uses_map(const struct derive *d)
{
    int i = 0;
    while (i < d->elements && d->element[i]->map != d->recipe->map.file)
        i++;
    return i < d->elements;
}

/* Applies a kick that was left: torque before a jump is not carried past it. */
static void apply_kick(lua_State *L, int m)
{
    lua_getglobal(L, "settle");
    lua_insert(L, -2);
    lua_pushvalue(L, m);
    lua_insert(L, -2);
    lua_call(L, 2, 1);
}

/* Calls the method and leaves its result on the stack. */
static void call_method(struct derive *d, enum run run)
{
    struct step *s = d->step;
    d->run = run;
    d->unknowns = 0;
    d->torques = 0;
    const int m = lua_gettop(d->lua) + 1; /* then s and h */
    body_push(d);
    if (d->recipe->promise.turn > 0) {
        lua_pushnumber(d->lua, d->recipe->promise.turn);
        lua_setfield(d->lua, m, "turn");
    }
    state_push(d, s->store);
    algebra_push(d->lua, d->model->t);
    lua_setfield(d->lua, -2, "t");
    if (run == RUN_TRIAL) {
        push_loads(d);
        lua_setfield(d->lua, -2, "acts");
    }
    algebra_push(d->lua, s->h);
    for (int i = 0; i < 3; i++)
        lua_pushvalue(d->lua, m + i);
    lua_rawgeti(d->lua, LUA_REGISTRYINDEX, d->recipe->opt);
    d->is_inset = run != RUN_TRIAL && d->model->series.n > 0;
    called_run(d->kit, &d->recipe->method, "step", 4);
    if (d->is_inset && run != RUN_CURVES && lua_istable(d->lua, -1))
        apply_kick(d->lua, m);
    if (!d->recipe->promise.maps || uses_map(d)) {
        lua_getglobal(d->lua, "limit_turn"); /* no-op if already called */
        for (int i = 0; i < 3; i++)
            lua_pushvalue(d->lua, m + i);
        lua_call(d->lua, 3, 0);
    }
    lua_replace(d->lua, m);
    lua_settop(d->lua, m);
    if (!lua_istable(d->lua, -1))
        called_blame(d->kit, &d->recipe->method,
                     "step must return { R = .., L = .. }");
    d->is_inset = false;
}

/* Runs the method, whose result stays on the stack.  Returns it as outputs: the
 * new state, then the length of a kick left, or NULL; room for one more. */
static struct output *run_method(struct derive *d, enum run run)
{
    struct step *s = d->step;
    struct output *out =
        arena_array(d->arena, (size_t)s->stores + 2, sizeof *out);
    call_method(d, run);
    if (lua_getfield(d->lua, -1, "kick") != LUA_TNIL) /* kick left to the end */
        s->relay.kick = algebra_scalar(d->lua, lua_gettop(d->lua));
    lua_pop(d->lua, 1);
    expr *value = state_read(d, out);
    const int attitude = s->store[STORED_R].n;
    const int n = attitude + d->model->numbers - MODEL_R;
    attitude_check(d, value);
    close_relay(d, value + attitude);
    value[n] = s->relay.kick;
    solve_check(d, n, value);
    out[s->stores] = (struct output){"kick", 1, &value[n]};
    return out;
}

/* ---- the step ---- */

/* True if a component is needed.  A coefficient has its own node, and a sum may
 * have been split into its terms. */
static bool is_needed(struct vec T, const unsigned char *reached)
{
    for (int i = 0; i < VECTOR; i++) {
        expr e = T.x[i]->op == OP_SCALE ? T.x[i]->arg[0] : T.x[i];
        bool parts = e->op == OP_SUM;
        for (int k = 0; parts && k < e->arity; k++)
            parts = reached[e->arg[k]->id];
        if (!expr_is_const(e) && (reached[e->id] || parts))
            return true;
    }
    return false;
}

/* Marks the nodes that a routine with these outputs computes: once (fixed), or
 * in each Newton sweep. */
static void reach_routine(struct derive *d, const struct routine *r, int n,
                          const struct output *out, unsigned char *fixed,
                          unsigned char *sweep)
{
    for (int i = 0; i < n; i++)
        expr_reach(d->pool, out[i].n, out[i].value, fixed);
    for (int i = 0; i < r->solves; i++) {
        const struct solve *s = &r->solve[i];
        if (s->part)
            expr_reach(d->pool, s->part->values, s->part->value, fixed);
        expr_reach(d->pool, s->n, s->start, fixed);
        expr_reach(d->pool, s->n, s->change, sweep);
        expr_reach(d->pool, 1, &s->done, sweep);
        expr_reach(d->pool, s->accept != NULL, &s->accept, fixed);
    }
}

/* Returns how often a step evaluates the torque: at how many different states,
 * of those whose torque the result needs.  The torque at the end counts if it
 * is carried over. */
static struct evaluations count_torques(struct derive *d,
                                        const struct routine *r)
{
    const struct relay *c = &d->step->relay;
    struct evaluations n = {c->n > 0 && c->part[0].index < VECTOR, 0};
    size_t size = (size_t)pool_size(d->pool);
    unsigned char *fixed = arena_alloc(d->arena, size);
    unsigned char *sweep = arena_alloc(d->arena, size);
    unsigned char *varies = arena_alloc(d->arena, size);
    unsigned char *serial = arena_alloc(d->arena, size);
    reach_routine(d, r, r->outputs, r->output, fixed, sweep);
    for (int id = 0; id < pool_size(d->pool); id++) { /* depends on unknown */
        expr e = pool_node(d->pool, id);
        varies[id] = (e->op == OP_SYMBOL && e->index == SYMBOL_UNKNOWN) ||
                     marked_any(varies, e->arity, e->arg);
        serial[id] = (e->op == OP_SYMBOL && e->index == SYMBOL_SERIES) ||
                     marked_any(serial, e->arity, e->arg);
    }
    for (int i = 0; i < d->torques; i++) {
        struct vec T = d->torque[i];
        if (marked_any(varies, VECTOR, T.x))
            n.sweep += is_needed(T, sweep);
        else if (marked_any(serial, VECTOR, T.x)) /* includes derivatives */
            n.step++;
        else
            n.step += is_needed(T, fixed) || is_needed(T, sweep);
    }
    return n;
}

/* Returns x with solved values substituted for unknowns. */
static expr when_solved(struct derive *d, expr x)
{
    const struct routine *r = &d->record.routine;
    for (int i = 0; i < r->solves; i++)
        expr_subst(d->pool, 1, &x, r->solve[i].n, r->solve[i].unknown,
                   r->solve[i].result, &x);
    return x;
}

/* Returns the state at the end, without its attitude. */
static struct state at_end(struct derive *d, const struct output *to)
{
    const struct step *s = d->step;
    struct state at = {.t = expr_add(d->pool, d->model->t, s->span),
                       .L = value_from(VECTOR, to[STORED_L].value).vec,
                       .z = inside_symbols(d, s->store)};
    expr *z = at.z;
    for (int k = STORED_X; k < s->stores; z += to[k++].n)
        memcpy(z, to[k].value, (size_t)to[k].n * sizeof *z);
    return at;
}

/* Returns 1 if inertia and mass are positive at the end, or if they are NaN;
 * else 0.  Inertia: its leading minors, or the moments if it is diagonal. */
static expr find_positive(struct derive *d, const struct output *to)
{
    struct pool *p = d->pool;
    const expr *J = d->model->inertia.x, zero = expr_int(p, 0);
    expr minor[] = {J[0], J[4], J[8], d->model->mass};
    expr positive = expr_int(p, 1);
    int i = d->model->facts.changes ? 0 : 3;
    const int end = d->model->facts.burns ? 4 : 3;
    if (i == end)
        return positive;
    const struct state at = at_end(d, to);
    if (!d->model->facts.diagonal) {
        minor[1] = expr_mul(p, J[0], J[4]);
        minor[1] = expr_sub(p, minor[1], expr_mul(p, J[1], J[1]));
        minor[2] = mat_det(p, d->model->inertia);
    }
    for (; i < end; i++) {
        load_substitute(d, &at, 1, &minor[i], &minor[i]);
        positive = expr_select(p, expr_binary(p, OP_LE, minor[i], zero), zero,
                               positive);
    }
    return positive;
}

/* Returns the recorded routine with these outputs.  The step fails if a table
 * that refuses it has no value at its argument, or if inertia or mass are not
 * positive; NaN is another failure. */
static struct routine take_step(struct derive *d, const char *name, int n,
                                const struct output *out)
{
    struct pool *p = d->pool;
    const expr all = expr_int(p, 1), positive = find_positive(d, out);
    const int size = pool_size(p);
    unsigned char *reached = arena_alloc(d->arena, (size_t)size);
    expr inside = all;
    reach_routine(d, &d->record.routine, n, out, reached, reached);
    for (int i = 0; (i = marked_from(reached, i, size)) < size; i++) {
        const expr e = pool_node(p, i);
        if (e->op != OP_FIND || !e->grid->refuses)
            continue;
        inside = table_inside(p, e->grid, when_solved(d, e->arg[0]), inside);
    }
    if (inside != all)
        record_solve(d, &(struct solve){.done = all,
                                        .accept = inside,
                                        .fails = FAILS_RANGE});
    if (positive != all)
        record_solve(d, &(struct solve){.done = all,
                                        .accept = positive,
                                        .fails = FAILS_POSITIVE});
    return record_take(d, name, n, out);
}

static void make_advance(struct derive *d, enum run run)
{
    struct step *s = d->step;
    const struct output *out = run_method(d, run);
    lua_pop(d->lua, 1);
    s->advance = take_step(d, "step", s->stores + (s->relay.n > 0), out);
    s->torques = count_torques(d, &s->advance);
}

/* ---- the trial step ----
 * Torque and rates at its start are given, since they stay the same if the step
 * is rejected.  If the last stage is the end of the step, the trial step
 * returns torque and rates there for the next step. */

/* Reports that the method has no error estimate. */
static bool refuse_trial(struct derive *d)
{
    const char *why = recipe_pair_fault(d->arena, &d->recipe->method);
    const char *method = d->recipe->method.claim.name;
    recipe_blame_control(d->recipe,
                         text_format(d->arena,
                                     "%s provides no error estimate, which an "
                                     "adaptive step needs%s%s",
                                     method, why ? ": " : "", why ? why : ""));
    diag_hint(d->kit->diags,
              "rkmk of a tableau with embedded weights does: rkmk(dopri5), or "
              "rkmk(trbdf2) where it is stiff%s",
              d->recipe->choice.tolerance
                  ? ""
                  : "; --step H takes steps of one size");
    return false;
}

/* Reads vector `name` of the table on top of the stack; false if it has
 * none. */
static bool read_vector(struct derive *d, const char *name, expr *out)
{
    lua_getfield(d->lua, -1, name);
    bool given = algebra_is_vec(d->lua, -1);
    if (given)
        algebra_take(d->lua, -1, out);
    lua_pop(d->lua, 1);
    return given;
}

/* Returns the square of the angle by which a step turns: the mean of (h w)^2 at
 * its start and at its end. */
static expr turn_of(struct derive *d, const struct output *to)
{
    struct pool *p = d->pool;
    const struct step *s = d->step;
    expr sum = expr_int(p, 0);
    for (int i = 0; i < 2; i++) {
        const expr *L = s->store[STORED_L].symbol;
        struct state at = {.t = d->model->t,
                           .L = value_from(VECTOR, L).vec,
                           .z = inside_symbols(d, s->store)};
        at = i ? at_end(d, to) : at;
        const struct vec w = inside_omega(d, &at, at.L);
        sum = expr_add(p, sum, vec_dot(p, w, w));
    }
    expr square = expr_mul(p, s->h, s->h);
    return expr_mul(p, expr_mul(p, expr_fraction(p, 1, 2), square), sum);
}

/* Returns the squared errors of angle, rate and the other stores, then the
 * squared turn.  Sets error_order: the error falls as h^(error_order + 1). */
static struct output read_error(struct derive *d, const struct output *to)
{
    static const char *const name[] = {"angle", "rate"};
    const int n = 2 + d->step->stores - STORED_X;
    expr *value = arena_array(d->arena, (size_t)n + 1, sizeof *value);
    const struct called *method = &d->recipe->method;
    struct fields f = {d->lua, method->file->text->path, lua_gettop(d->lua)};
    struct vec v;
    d->step->adaptive.error_order =
        (int)field_int(&f, "order", 1, ORDER_EXACT, 0);
    if (!d->step->adaptive.error_order)
        called_blame(d->kit, method, "the error has no order");
    for (int i = 0; i < 2; i++) {
        if (!read_vector(d, name[i], v.x))
            called_blame(d->kit, method, "error.%s must be a vector", name[i]);
        value[i] = vec_dot(d->pool, v, v);
    }
    if (read_vector(d, "left_out", v.x)) /* left out by both solutions */
        value[0] = expr_add(d->pool, value[0], vec_dot(d->pool, v, v));
    inside_errors(d, value + 2);
    value[n] = turn_of(d, to);
    return (struct output){"error", n + 1, value};
}

/* Reads torque and rates at the end; false if the method returns none. */
static bool read_loads(struct derive *d, struct output *out)
{
    const struct dense *all = &d->step->dense;
    expr *loads = model_loads(d->model), *value = model_loads(d->model);
    expr torque[VECTOR];
    if (!read_vector(d, "torque", torque))
        return false;
    lua_getfield(d->lua, -1, "rates");
    inside_take(d, "error.rates", loads + (d->model->moves ? 0 : MOST_LOADS));
    if (model_slips(d->model))
        memcpy(loads + model_load_count(d->model) - VECTOR, loads,
               sizeof torque);
    memcpy(loads, torque, sizeof torque); /* overwrites the velocity */
    for (int k = 0; k < all->load.n; k++)
        value[k] = loads[all->load.at[k].index];
    *out = (struct output){"next", all->load.n, value};
    return all->load.n > 0;
}

/* Joins stages of the same title to those of the step: most of their nodes were
 * created there. */
static void join_stages(struct derive *d, struct routine *r)
{
    const struct routine *step = &d->step->advance;
    int n = step->stages + r->stages;
    struct stage *all = arena_array(d->arena, (size_t)n, sizeof *all);
    memcpy(all, step->stage, (size_t)step->stages * sizeof *all);
    for (int i = 0; i < r->stages; i++) {
        struct stage *s = &all[step->stages + i];
        *s = r->stage[i];
        s->as = step->stages + i;
        for (int k = 0; k < step->stages; k++)
            if (!strcmp(all[k].title, s->title))
                s->as = k;
    }
    r->stages = n;
    r->stage = all;
}

/* False, with a message, if the method returns no error estimate. */
static bool make_trial(struct derive *d)
{
    struct step *s = d->step;
    int n = s->stores;
    if (s->relay.n)
        return refuse_trial(d);
    struct output *out = run_method(d, RUN_TRIAL);
    if (lua_getfield(d->lua, -1, "error") != LUA_TTABLE)
        return refuse_trial(d);
    out[n] = read_error(d, out);
    n++;
    s->adaptive.is_fsal = read_loads(d, &out[n]);
    n += s->adaptive.is_fsal;
    s->adaptive.trial = take_step(d, "trial", n, out);
    join_stages(d, &s->adaptive.trial);
    return true;
}

/* ---- events ---- */

/* Taylor coefficients of guards, by a method that returns series, unless a
 * guard switches between cases. */
static void make_curves(struct derive *d)
{
    const int events = d->model->events;
    if (!d->recipe->promise.dense ||
        !taylor_is_smooth(d->pool, events, load_guards(d)))
        return;
    call_method(d, RUN_CURVES);
    const int n = (int)luaL_len(d->lua, -1);
    expr *value = arena_array(d->arena, (size_t)n + 1, sizeof *value);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(d->lua, -1, i + 1);
        value[i] = algebra_scalar(d->lua, lua_gettop(d->lua));
        lua_pop(d->lua, 1);
    }
    lua_pop(d->lua, 1);
    if (n < 2 * events || n % events)
        called_blame(d->kit, &d->recipe->method,
                     "with m.guards, step must return their series");
    d->step->offer.curves = record_routine(d, "curves", "curve", n, value);
}

/* ---- all of it ---- */

static bool derive(struct host *h, void *data)
{
    struct derive *d = data;
    luaL_checkstack(h->lua, 40, NULL);
    derive_open(d);
    body_open(d);
    attitude_open(d);
    state_open(d);
    solve_open(d);
    series_open(d);
    d->kit->speaker = &d->recipe->method;
    make_advance(d, RUN_STEP);
    if (d->step->relay.n)
        make_advance(d, RUN_CARRYING);
    offer_make(d);
    if (d->model->events)
        make_curves(d);
    return !d->recipe->adaptive || make_trial(d);
}

const struct step *step_derive(struct recipe *r)
{
    struct kit *kit = &r->kit;
    struct step *s = arena_alloc(kit->arena, sizeof *s);
    struct derive d = {.recipe = r,
                       .kit = kit,
                       .arena = kit->arena,
                       .names = kit->names,
                       .pool = kit->pool,
                       .lua = kit->host->lua,
                       .model = r->model,
                       .record = {.suffix = ""},
                       .step = s};
    int errors = kit->diags->errors;
    s->facts = r->model->facts;
    s->params = r->model->params;
    s->inputs = r->model->inputs;
    s->param = r->model->param;
    s->input = r->model->input;
    s->t = r->model->t;
    s->R = r->model->R.x;
    s->w = r->model->w.x;
    s->L = r->model->L.x;
    s->pool = kit->pool;
    s->recipe = r;
    s->order = recipe_order(r);
    s->offer.shows = r->shows;
    s->is_adaptive = r->adaptive;
    kit->derive = &d;
    bool good = host_work(kit->host, derive, &d);
    recipe_close(r);
    return good && kit->diags->errors == errors ? s : NULL;
}
