/* SPDX-License-Identifier: MIT
 *
 * A step on trial: the method is run again, for its error.  What acts at the
 * start it is given, since that stays when the step is rejected; and when the
 * last stage is the end of the step, it gives what acts there to the next one.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

/* ---- the error ---- */

bool trial_refuse(struct derive *d)
{
    const char *why = recipe_useless(d->recipe);
    recipe_blame_control(d->recipe,
                         text_format(d->arena,
                                     "%s provides no error estimate, which an "
                                     "adaptive step needs%s%s",
                                     called_text(d->kit, &d->recipe->method),
                                     why ? ": " : "", why ? why : ""));
    diag_hint(d->diags,
              "rkmk of a tableau with embedded weights does: rkmk(dopri5), or "
              "rkmk(trbdf2) where it is stiff%s",
              d->recipe->choice.tolerance
                  ? ""
                  : "; --step H takes steps of one size");
    return false;
}

/* The square of a vector of the table on top of the stack. */
static const struct expr *square_of(struct derive *d, const char *name)
{
    lua_State *L = host_lua(d->host);
    lua_getfield(L, -1, name);
    if (!algebra_is_vec(L, -1))
        host_blame(L, d->recipe->method.file->text->path,
                   text_format(d->arena, "error.%s must be a vector", name));
    struct vec v = algebra_vec(L, lua_gettop(L));
    lua_pop(L, 1);
    return vec_dot(d->pool, v, v);
}

/* How the error falls with h: as h^(order + 1). */
static int read_order(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    const char *path = d->recipe->method.file->text->path;
    struct fields f = {d->host, path, lua_gettop(L)};
    int order = (int)field_whole(&f, "order", 1, ORDER_EXACT, 0);
    if (!order)
        host_blame(L, path, "the error has no order");
    return order;
}

/* Squares of angle, rate, and of a body that moves position and velocity. */
static struct output read_error(struct derive *d)
{
    static const char *const name[] = {"angle", "rate", "position", "velocity"};
    int n = d->model->moves ? 4 : 2;
    const struct expr **value = arena_array(d->arena, (size_t)n, sizeof *value);
    d->step->error_order = read_order(d);
    for (int i = 0; i < n; i++)
        value[i] = square_of(d, name[i]);
    return (struct output){"error", n, value};
}

/* ---- what acts at both ends ---- */

/* Pushes T, or a, at the start of the step: parts that are not constant are
 * symbols. */
static void push_action(struct derive *d, struct vec v, int first)
{
    const struct dense *all = &d->step->dense;
    for (int k = 0; k < all->actions; k++) {
        int i = all->action[k].index - first;
        if (i >= 0 && i < VECTOR)
            v.x[i] = all->action[k].symbol[0];
    }
    algebra_push_vec(host_lua(d->host), v);
}

void trial_push_acts(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    lua_createtable(L, 0, 2);
    push_action(d, d->model->torque, 0);
    lua_setfield(L, -2, "torque");
    push_action(d, derive_acceleration(d), VECTOR);
    lua_setfield(L, -2, "acceleration");
}

/* What acts at the end, of the table on top of the stack; false if the method
 * does not know. */
static bool read_acts(struct derive *d, struct output *out)
{
    static const char *const name[] = {"torque", "acceleration"};
    lua_State *L = host_lua(d->host);
    const struct dense *all = &d->step->dense;
    const struct expr **value =
        arena_array(d->arena, MOST_ACTIONS, sizeof *value);
    struct vec acts[2];
    for (int i = 0; i < 2; i++) {
        lua_getfield(L, -1, name[i]);
        bool given = algebra_is_vec(L, -1);
        if (given)
            acts[i] = algebra_vec(L, lua_gettop(L));
        lua_pop(L, 1);
        if (!given)
            return false;
    }
    for (int k = 0; k < all->actions; k++) {
        int index = all->action[k].index;
        value[k] = acts[index / VECTOR].x[index % VECTOR];
    }
    *out = (struct output){"next", all->actions, value};
    return all->actions > 0;
}

/* ---- the routine ---- */

/* Stages of the same title are those of the step itself: much of it was made
 * then. */
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

bool trial_read(struct derive *d, int result, int outputs,
                const struct output *output)
{
    lua_State *L = host_lua(d->host);
    struct routine *r = &d->step->trial;
    struct output *out =
        arena_array(d->arena, (size_t)outputs + 2, sizeof *out);
    if (lua_getfield(L, result, "error") != LUA_TTABLE) {
        lua_pop(L, 1);
        return trial_refuse(d);
    }
    memcpy(out, output, (size_t)outputs * sizeof *out);
    out[outputs++] = read_error(d);
    d->step->hands_on = read_acts(d, &out[outputs]);
    outputs += d->step->hands_on;
    lua_pop(L, 1);
    *r = (struct routine){.name = "trial", .outputs = outputs, .output = out};
    record_take(d, r);
    join_stages(d, r);
    return true;
}
