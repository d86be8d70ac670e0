/* SPDX-License-Identifier: MIT
 *
 * What is stored besides attitude and momentum, a list z: of a body that moves
 * position and velocity, then what its wheels have and its states; and internal
 * momentum h, with the rate w = J^-1 (L - h) that follows.
 */
#include "step/derive.h"

#include <string.h>

/* ---- the list ---- */

/* Is the store that of a wheel or a state? */
static bool is_extra(const struct step *s, int store)
{
    return store >= s->stores - s->extras;
}

/* How many numbers it has. */
static size_t inside_values(const struct derive *d)
{
    return (size_t)(d->model->numbers - MODEL_R - VECTOR);
}

expr *inside_symbols(struct derive *d, const struct field *store)
{
    expr *all = arena_array(d->arena, inside_values(d) + 1, sizeof *all);
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

/* ---- internal momentum ---- */

/* Internal momentum, and an inertia that changes, look at time, wheels and
 * states alone. */
struct vec inside_gyro(struct derive *d, const struct at *at)
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
        L = vec_sub(d->pool, L, inside_gyro(d, at));
        record_name(d, SOFT, "Jw", VECTOR, L.x);
    }
    return mat_apply(d->pool, inside_matrix(d, at, &d->model->inverse), L);
}

struct mat inside_matrix(struct derive *d, const struct at *at,
                         const struct mat *m)
{
    struct mat now = *m;
    if (d->model->facts.changes)
        acts_place(d, at, 9, now.x, now.x);
    return now;
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
    const double *own_size = d->recipe->control.size;
    const size_t values = inside_values(d) + 1;
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
            own = expr_add(
                p, expr_number(p, number_of_double(d->arena, *own_size++)),
                own);
            square = expr_div(p, square, expr_power(p, own, 2));
        }
        *out++ = square;
        error += n;
        size += n;
    }
}
