/* SPDX-License-Identifier: MIT
 *
 * Functions of a stepper besides the step: rotation, rates, momentum, energy,
 * the watched values, the attitude in other representations than the stored
 * one, the start state, and the state between two states (dense output), which
 * needs torque, acceleration and rates at both.
 */
#include "step/derive.h"

#include <string.h>

#include "base/name.h"
#include "base/text.h"

static void make_keeps(struct derive *d, const struct state *at)
{
    const struct model *m = d->model;
    size_t most = MOST_VALUES * (size_t)m->keeps + 1;
    struct output *all =
        arena_array(d->arena, (size_t)m->keeps + 1, sizeof *all);
    expr *value = arena_array(d->arena, most, sizeof *value);
    int n = 0;
    for (int i = 0; i < m->keeps; i++) {
        const struct value *v = &m->keep[i].value;
        all[i] = (struct output){m->keep[i].name, v->n, value + n};
        memcpy(value + n, v->x, (size_t)v->n * sizeof *value);
        n += v->n;
    }
    load_substitute(d, at, n, value, value);
    d->step->offer.keep_values = record_take(d, "keep", m->keeps, all);
}

static void make_start(struct derive *d)
{
    const struct model *m = d->model;
    struct field *store = d->step->store;
    expr stored[MOST_VALUES];
    attitude_set(d, model_value(d->pool, MODEL_R, m->start_R).mat, stored);
    attitude_check_start(d, stored);
    for (int i = 0; i < store[STORED_R].n; i++)
        store[STORED_R].value[i] = stored[i]->number;
}

/* The start state as a function of params; equals the start if constant. */
static void make_begin(struct derive *d)
{
    const struct model *m = d->model;
    struct step *s = d->step;
    const size_t stores = (size_t)s->stores;
    struct output *out = arena_array(d->arena, stores + 1, sizeof *out);
    expr *R = arena_array(d->arena, MOST_VALUES, sizeof *R);
    attitude_set(d, value_from(MODEL_R, m->part->begin).mat, R);
    attitude_check(d, R);
    for (int i = 0; i < s->stores; i++)
        out[i] = (struct output){s->store[i].name, s->store[i].n,
                                 i == STORED_R ? R : m->part[i].begin};
    out[s->stores] = (struct output){"t", 1, &m->begin_t};
    s->offer.begin = record_take(d, "begin", s->stores + 1, out);
}

/* Returns the pivots of the elimination of the symmetric matrix share tr(m) 1 +
 * factor m: all are positive if it is positive definite. */
static struct vec pivots(struct pool *p, expr share, long factor, struct mat m)
{
    expr trace = expr_add(p, m.x[0], expr_add(p, m.x[4], m.x[8]));
    struct mat unit = mat_scale(p, expr_mul(p, share, trace), mat_identity(p));
    m = mat_add(p, unit, mat_scale(p, expr_int(p, factor), m));
    const expr *x = m.x;
    expr by = expr_div(p, x[1], x[0]);
    expr a = expr_sub(p, x[4], expr_mul(p, by, x[1]));
    expr b = expr_sub(p, x[5], expr_mul(p, by, x[2]));
    expr c = expr_sub(p, x[8], expr_div(p, expr_mul(p, x[2], x[2]), x[0]));
    c = expr_sub(p, c, expr_div(p, expr_mul(p, b, b), a));
    return (struct vec){{x[0], a, c}};
}

static expr sum_of(struct pool *p, struct mat m)
{
    expr sum = m.x[0];
    for (int i = 1; i < 9; i++)
        sum = expr_add(p, sum, m.x[i]);
    return sum;
}

/* Returns J in params: t, wheels and states have their start values. */
static struct mat at_begin(const struct model *m, struct mat J)
{
    struct swaps s = {.pool = m->pool};
    swaps_add(&s, 1, &m->t, &m->begin_t);
    for (int i = 0; i < m->extras; i++)
        swaps_add(&s, m->extra[i].field.n, m->extra[i].field.symbol,
                  m->extra[i].begin);
    expr_subst(m->pool, 9, J.x, s.n, s.from, s.to, J.x);
    return J;
}

/* Makes the check that J is the inertia of a body, and that a changing mass is
 * positive at the start.  J is positive definite, and so is tr(J)/2 1 - J, the
 * second moments of mass, up to round-off: both with wheels locked and without
 * the wheels' inertia about their axes. */
static void make_check(struct derive *d)
{
    const struct model *m = d->model;
    struct mat one = mat_identity(d->pool);
    const expr mass = at_begin(m, mat_scale(d->pool, m->mass, one)).x[0];
    if (!m->facts.varies && (!m->facts.burns || expr_is_const(mass)))
        return;
    struct pool *p = d->pool;
    const struct mat inertia = at_begin(m, m->inertia);
    const struct mat whole = at_begin(m, m->locked_inertia);
    expr tiny = expr_power(p, expr_int(p, 10), -15);
    expr room = expr_power(p, expr_int(p, 10),
                           d->recipe->choice.real == REAL_FLOAT ? -5 : -9);
    expr sum = expr_add(p, sum_of(p, inertia), mass);
    expr inverse = sum_of(p, at_begin(m, m->inverse));
    struct vec own = pivots(p, expr_neg(p, tiny), 1, inertia);
    room = expr_add(p, expr_int(p, 1), room);
    struct vec second = pivots(p, room, -2, whole);
    struct vec without = pivots(p, room, -2, inertia);
    const expr all[] = {sum,         inverse,     mass,
                        own.x[0],    own.x[1],    own.x[2],
                        second.x[0], second.x[1], second.x[2]};
    int n = sizeof all / sizeof *all;
    expr *value =
        arena_array(d->arena, (size_t)(n + m->extras + 3), sizeof *value);
    memcpy(value, all, sizeof all);
    for (int i = 0; i < m->extras; i++)
        if (m->extra[i].wheel)
            value[n++] = m->extra[i].wheel->inertia;
    for (int i = 0, most = n > 9 ? 3 : 0; i < most; i++)
        value[n++] = without.x[i];
    d->step->offer.check = record_routine(d, "check", "value", n, value);
}

/* ---- the attitude in other representations ----
 * Each shown attitude has a routine that returns its numbers, and one that sets
 * the stored attitude from them. */

/* Converts the n numbers x of one attitude to the numbers of another. */
static void convert(struct derive *d, const struct called *from,
                    const struct called *to, int n, const expr *x, int size,
                    expr *out)
{
    lua_getglobal(d->lua, "attitude_convert");
    called_push(d->kit, from);
    called_push(d->kit, to);
    algebra_push_array(d->lua, n, x);
    lua_call(d->lua, 3, 1);
    algebra_array(d->lua, -1, size, out);
    lua_pop(d->lua, 1);
}

static void make_shown(struct derive *d)
{
    const struct called *own = &d->recipe->attitude;
    const struct field *stored = &d->step->store[STORED_R];
    const size_t shows = (size_t)d->step->offer.shows;
    struct shown *all = arena_array(d->arena, shows + 1, sizeof *all);
    for (struct shown *s = all; s < all + shows; s++) {
        expr given[MOST_VALUES], out[MOST_VALUES];
        s->representation = &d->recipe->show[s - all];
        s->is_requested = s->representation->is_requested;
        s->numbers = attitude_store(d, &s->representation->called, true);
        const int n = s->numbers.n;
        convert(d, own, &s->representation->called, stored->n, stored->symbol,
                n, out);
        s->get =
            record_routine(d, s->representation->name, s->numbers.name, n, out);
        algebra_push_array(d->lua, n, s->numbers.symbol);
        called_run(d->kit, &s->representation->called, "restore", 1);
        algebra_array(d->lua, -1, n, given);
        lua_pop(d->lua, 1);
        s->restores =
            memcmp(given, s->numbers.symbol, (size_t)n * sizeof *given) != 0;
        convert(d, &s->representation->called, own, n, given, stored->n, out);
        s->set = record_routine(
            d, text_format(d->arena, "set_%s", s->representation->name),
            stored->name, stored->n, out);
    }
    d->step->offer.shown = all;
}

/* ---- rates ---- */

/* The routines that get and set the rate of wheel k relative to the body.
 * Setting it keeps w; L and eta change by the same momentum, along the axis. */
static void make_wheel(struct derive *d, const struct state *at, int k,
                       expr eta)
{
    struct step *s = d->step;
    struct pool *p = d->pool;
    const struct model_part *e = &d->model->extra[k];
    struct wheel_access *t = &s->offer.wheel[s->offer.wheels++];
    expr speed;
    *t = (struct wheel_access){.rate = e->wheel->rate,
                               .store = &s->store[s->stores - s->extras + k],
                               .note = e->field.note};
    struct value known = {.n = VECTOR, .vec = e->wheel->axis};
    known.x[known.n++] = e->wheel->inertia;
    known = model_at_defaults(d->model, known);
    for (int i = 0; i < known.n; i++)
        *(i < VECTOR ? &t->axis[i] : &t->inertia) = known.x[i]->number;
    t->symbol = expr_symbol(p, name_of_text(d->names, "speed"), SYMBOL_SHOWN);
    load_substitute(d, at, 1, &e->wheel->speed, &speed);
    t->get = record_routine(d, t->rate, "speed", 1, &speed);
    expr change = expr_sub(p, t->symbol, speed);
    record_name(d, SOFT, "change", 1, &change);
    expr more = expr_mul(p, e->wheel->inertia, change);
    struct vec L = vec_add(p, at->L, vec_scale(p, more, e->wheel->axis));
    eta = expr_add(p, eta, more);
    const struct output out[] = {
        {"L", VECTOR, arena_copy(d->arena, L.x, sizeof L.x)},
        {e->field.name, 1, arena_copy(d->arena, &eta, sizeof eta)}};
    t->set = record_take(d, text_format(d->arena, "set_%s", t->rate), 2,
                         arena_copy(d->arena, out, sizeof out));
}

static void make_rates(struct derive *d)
{
    const struct model *m = d->model;
    const struct state at = state_start(d);
    const struct mat J = inside_matrix(d, &at, &m->inertia);
    struct vec L = model_across(m, mat_apply(d->pool, J, m->w));
    struct vec h = m->gyro;
    load_substitute(d, &at, VECTOR, h.x, h.x);
    if (m->has_gyro) /* J w + h */
        L = vec_add(d->pool, L, h);
    d->step->offer.set_omega = record_routine(d, "set_omega", "L", VECTOR, L.x);
    d->step->offer.wheel = arena_array(d->arena, (size_t)m->extras + 1,
                                       sizeof *d->step->offer.wheel);
    for (int i = 0; i < m->extras; i++)
        if (m->extra[i].wheel)
            make_wheel(d, &at, i, at.z[m->extra[i].first - MODEL_R - VECTOR]);
}

/* ---- samples ---- */

static void make_samples(struct derive *d, const struct state *at)
{
    const struct model *m = d->model;
    const struct field *store = d->step->store;
    struct offer *offer = &d->step->offer;
    offer->sample =
        arena_array(d->arena, (size_t)m->samples + 1, sizeof *offer->sample);
    for (int i = 0; i < m->samples; i++) {
        const struct model_sample *s = &m->sample[i];
        const int n = store[s->part].n;
        expr *value = arena_array(d->arena, (size_t)n, sizeof *value);
        load_substitute(d, at, n, s->law, value);
        offer->sample[offer->samples++] = (struct sample_routine){
            &store[s->part], s->next < 0 ? NULL : &store[s->next],
            s->every,        s->from,
            s->delay,        record_routine(d, "sample", "value", n, value)};
    }
}

/* ---- events ---- */

/* Returns the routine for the parts of the state that an event sets. */
static struct routine make_outcome(struct derive *d, const struct state *at,
                                   const struct model_event *e)
{
    const struct model *m = d->model;
    struct output *out =
        arena_array(d->arena, (size_t)m->parts + 1, sizeof *out);
    int n = 0;
    for (int i = 0; i < m->parts; i++) {
        const struct field *store = &d->step->store[i];
        const int values = m->part[i].field.n;
        if (!e->to[i])
            continue;
        expr *value = arena_array(d->arena, MOST_VALUES, sizeof *value);
        load_substitute(d, at, values, e->to[i], value);
        if (i == STORED_R)
            attitude_set(d, value_from(MODEL_R, value).mat, value);
        out[n++] = (struct output){store->name, store->n, value};
    }
    return record_take(d, text_format(d->arena, "then_%s", e->name), n, out);
}

static void make_events(struct derive *d, const struct state *at)
{
    const struct model *m = d->model;
    const size_t n = (size_t)m->events;
    struct offer *offer = &d->step->offer;
    expr *value = load_guards(d);
    struct output *out = arena_array(d->arena, 2, sizeof *out);
    make_samples(d, at); /* samples are events, too */
    if (!m->events)
        return;
    load_substitute(d, at, 2 * m->events, value, value);
    out[0] = (struct output){"guard", m->events, value};
    out[1] = (struct output){"rate", m->events, value + n};
    offer->guards = record_take(d, "guards", 2, out);
    offer->events = m->events;
    offer->event = arena_array(d->arena, n, sizeof *offer->event);
    for (int i = 0; i < m->events; i++) {
        const struct model_event *e = &m->event[i];
        offer->event[i] = (struct event_routines){
            e->name,  e->note,  e->direction,          e->at_zero,
            e->limit, e->stops, make_outcome(d, at, e)};
    }
}

/* ---- all of it ---- */

void offer_make(struct derive *d)
{
    const struct model *m = d->model;
    struct step *s = d->step;
    struct state at = state_start(d);
    expr value[MOST_VALUES];

    struct mat R = attitude_matrix(d, at.R);
    s->offer.rotation = record_routine(d, "rotation", "R", 9, R.x);
    attitude_set(d, m->R, value);
    s->offer.set_rotation = record_routine(d, "set_rotation", s->store[0].name,
                                           s->store[0].n, value);
    s->offer.omega = record_routine(d, "omega", "w", 3, at.w.x);
    make_rates(d);
    lua_getglobal(d->lua, "attitude_turn"); /* R L, space frame */
    called_push(d->kit, &d->recipe->attitude);
    algebra_push_array(d->lua, s->store[STORED_R].n, s->store[STORED_R].symbol);
    algebra_push_vec(d->lua, at.L);
    lua_call(d->lua, 3, 1);
    algebra_take(d->lua, -1, value);
    lua_pop(d->lua, 1);
    s->offer.momentum = record_routine(d, "momentum", "pi", 3, value);
    load_substitute(d, &at, 1, &m->energy, value);
    s->offer.energy = record_routine(d, "energy", "energy", 1, value);
    if (s->recipe->control.moving)
        s->offer.breaks =
            record_routine(d, "breaks", "when", s->recipe->control.moving,
                           s->recipe->control.moving_time);
    make_check(d);
    make_keeps(d, &at);
    make_events(d, &at);
    struct relay *c = &s->relay;
    for (int i = 0; i < c->n; i++)
        value[i] = c->part[i].load;
    load_substitute(d, &at, c->n, value, value);
    if (c->n) /* values carried from step to step */
        c->routine = record_routine(d, "push", "push", c->n, value);
    make_start(d);
    if (m->is_swept || m->facts.start_varies)
        make_begin(d);
    make_shown(d);
    dense_make(d);
}
