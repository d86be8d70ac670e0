/* SPDX-License-Identifier: MIT
 *
 * Stored values besides attitude and momentum, a list z: position and velocity
 * if the body moves, then the momenta of wheels, and states; and internal
 * momentum h with the rate w = J^-1 (L - h).  Sampled and held values act as
 * params: no method sees them.
 */
#include "step/derive.h"

#include <string.h>

#include "base/text.h"

/* ---- the list z ----
 * A scalar or a 3-vector for each store; a vector of another length gives one
 * scalar for each of its numbers. */

/* Returns how many numbers an item of z has for this store. */
static int item_of(const struct field *store)
{
    return store->n == VECTOR ? VECTOR : 1;
}

/* True if the store belongs to a wheel or a state. */
static bool is_extra(const struct step *s, int store)
{
    return store >= s->stores - s->extras;
}

/* True if the store is held over a step. */
static bool is_held(const struct derive *d, int store)
{
    return d->model->part[store].is_held;
}

int inside_parts(const struct derive *d)
{
    const struct field *store = d->step->store;
    int n = 0;
    for (int i = STORED_X; i < d->step->stores; i++)
        n += is_held(d, i) ? 0 : store[i].n / item_of(&store[i]);
    return n;
}

/* Returns how many numbers are stored besides R and L, held ones included. */
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
    const int wanted = inside_parts(d);
    int item = 0;
    if (n != wanted)
        luaL_error(L, "%s has %d value%s, not %d", whose, n, n == 1 ? "" : "s",
                   wanted);
    for (int i = STORED_X; i < s->stores; out += s->store[i++].n) {
        const struct field *f = &s->store[i];
        if (is_held(d, i)) {
            memcpy(out, f->symbol, (size_t)f->n * sizeof *out);
            continue;
        }
        for (int k = 0; k < f->n; k += item_of(f)) {
            const bool is_vec = item_of(f) > 1;
            lua_rawgeti(L, -1, ++item);
            if (!(is_vec ? algebra_is_vec(L, -1) : algebra_is_scalar(L, -1)))
                luaL_error(L, "%s has no %s as %s", whose,
                           is_vec ? "vector" : "scalar", f->name);
            algebra_take(L, lua_gettop(L), out + k);
            lua_pop(L, 1);
        }
        if (is_extra(s, i))
            record_name(d, SOFT, f->name, f->n, out);
    }
    lua_pop(L, 1);
}

void inside_give(struct derive *d, int first, const expr *value)
{
    const struct step *s = d->step;
    int item = 0;
    lua_createtable(d->lua, s->stores - first, 0);
    for (int i = first; i < s->stores; value += s->store[i++].n) {
        const int n = item_of(&s->store[i]);
        for (int k = 0; !is_held(d, i) && k < s->store[i].n; k += n) {
            algebra_give(d->lua, n, value + k);
            lua_rawseti(d->lua, -2, ++item);
        }
    }
}

/* m.further: each item's name, size, and typical magnitude `own`. */
void inside_push(struct derive *d)
{
    lua_State *L = d->lua;
    const struct step *s = d->step;
    const struct control_facts *c = &d->recipe->control;
    int item = 0;
    lua_createtable(L, s->stores - STORED_X, 0);
    for (int i = STORED_X; i < s->stores; i++) {
        const struct field *f = &s->store[i];
        const int extra = i - s->stores + s->extras, size = item_of(f);
        const num own =
            number_of_double(d->arena, extra < 0 ? c->length : c->size[extra]);
        for (int k = 0; !is_held(d, i) && k < f->n; k += size) {
            const char *name = size == f->n
                                   ? f->name
                                   : text_format(d->arena, "%s_%d", f->name, k);
            host_set(L, "{name:s size:i", name, size);
            algebra_push(L, expr_number(d->pool, own));
            lua_setfield(L, -2, "own");
            lua_rawseti(L, -2, ++item);
        }
    }
    lua_setfield(L, -2, "further");
}

/* ---- internal momentum ---- */

/* Internal momentum and a changing inertia depend only on time, wheels and
 * states. */
struct vec inside_gyro(struct derive *d, const struct state *at)
{
    struct vec h = d->model->gyro;
    if (vec_is_zero(h))
        return h;
    load_substitute(d, at, VECTOR, h.x, h.x);
    record_name(d, SOFT, "h_b", VECTOR, h.x);
    return h;
}

struct vec inside_omega(struct derive *d, const struct state *at, struct vec L)
{
    if (d->model->has_gyro) {
        L = vec_sub(d->pool, L, inside_gyro(d, at));
        record_name(d, SOFT, "Jw", VECTOR, L.x);
    }
    return mat_apply(d->pool, inside_matrix(d, at, &d->model->inverse), L);
}

struct mat inside_matrix(struct derive *d, const struct state *at,
                         const struct mat *m)
{
    struct mat now = *m;
    if (d->model->facts.changes)
        load_substitute(d, at, 9, now.x, now.x);
    return now;
}

/* ---- the errors of a trial step ---- */

static expr sum_of_squares(struct pool *p, int n, const expr *x)
{
    expr sum = expr_int(p, 0);
    for (int i = 0; i < n; i++)
        sum = expr_add(p, sum, expr_mul(p, x[i], x[i]));
    return sum;
}

/* A method returns errors (z) and values at the end (size). */
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
        const int n = is_held(d, i) ? 0 : s->store[i].n;
        expr square = sum_of_squares(p, n, error);
        if (is_extra(s, i)) {
            expr own = expr_unary(p, OP_SQRT, sum_of_squares(p, n, size));
            own = expr_add(
                p, expr_number(p, number_of_double(d->arena, *own_size++)),
                own);
            square = expr_div(p, square, expr_power(p, own, 2));
        }
        *out++ = square;
        error += s->store[i].n;
        size += s->store[i].n;
    }
}
