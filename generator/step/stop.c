/* SPDX-License-Identifier: MIT
 *
 * When Newton's iteration is done, and whether its result is accepted: what
 * the method says, and never where a value is not a number.
 */
#include "step/system.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

/* ---- values of the whole system ---- */

void solve_values(const struct solving *c, const struct expr *const *left,
                  const struct expr *known, const struct expr **out)
{
    for (int i = 0; i < c->whole.n; i++)
        out[i] = known ? known : c->whole.value[i];
    for (int i = 0; i < c->left.n; i++)
        out[c->place[i]] = left[i];
}

int solve_push(lua_State *L, int n, const struct expr *const *value)
{
    struct vec v;
    if (n == 1)
        return algebra_push(L, value[0]);
    memcpy(v.x, value, sizeof v.x);
    return algebra_push_vec(L, v);
}

int solve_take(lua_State *L, int argument, const struct expr **value)
{
    if (!algebra_is_vec(L, argument)) {
        value[0] = algebra_scalar(L, argument);
        return 1;
    }
    struct vec v = algebra_vec(L, argument);
    memcpy(value, v.x, sizeof v.x);
    return VECTOR;
}

int solve_push_values(const struct solving *c, const struct expr *const *value)
{
    lua_State *L = c->lua;
    if (!c->is_list)
        return solve_push(L, c->whole.n, value);
    lua_createtable(L, c->unknowns, 0);
    for (int i = 0, at = 0; i < c->unknowns; at += c->unknown[i++]->n) {
        solve_push(L, c->unknown[i]->n, value + at);
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

/* ---- tests ---- */

/* Calls the option `field` with the values, and the changes of Newton's
 * iteration if there are any; NULL if there is no such option. */
static const struct expr *test(struct solving *c, const char *field,
                               const struct expr *const *left,
                               const struct expr *const *change)
{
    lua_State *L = c->lua;
    const struct expr *value[LINEAR_MOST];
    if (!lua_istable(L, SOLVE_OPTIONS))
        return NULL;
    if (lua_getfield(L, SOLVE_OPTIONS, field) != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return NULL;
    }
    solve_values(c, left, NULL, value);
    solve_push_values(c, value);
    if (change) {
        solve_values(c, change, expr_int(c->derive->pool, 0), value);
        solve_push_values(c, value);
    }
    lua_call(L, change ? 2 : 1, 1);
    const struct expr *e = algebra_scalar(L, lua_gettop(L));
    lua_pop(L, 1);
    return e;
}

static const struct expr *square_sum(struct pool *p, int n,
                                     const struct expr *const *x)
{
    const struct expr *sum = expr_int(p, 0);
    for (int i = 0; i < n; i++)
        sum = expr_add(p, sum, expr_power(p, x[i], 2));
    return sum;
}

/* The real type's, 2^-52 or 2^-23. */
static const struct expr *epsilon(struct derive *d)
{
    const struct number *two = number_int(d->arena, 2);
    long bits = d->choice->real == REAL_FLOAT ? -23 : -52;
    return expr_number(d->pool, number_power(d->arena, two, bits));
}

/* 64 x.x < eps: of the half of a rotation vector, that what it leaves, at
 * about twice its own length times its square, is below the last digit. */
static const struct expr *small(struct derive *d, int n,
                                const struct expr *const *x)
{
    struct pool *p = d->pool;
    const struct expr *side[2];
    side[0] = square_sum(p, n, x);
    side[0] = expr_scale(p, number_int(d->arena, 64), side[0]);
    side[1] = epsilon(d);
    return expr_apply(p, OP_LT, 2, side);
}

static const struct expr *both_of_two(struct pool *p, const struct expr *a,
                                      const struct expr *b)
{
    if (expr_is_one(a) || expr_is_one(b))
        return expr_is_one(a) ? b : a;
    const struct expr *arg[3] = {a, b, expr_int(p, 0)};
    return expr_apply(p, OP_SELECT, 3, arg);
}

/* A chain leans to the left, as it is written: a && b && c. */
static const struct expr *both(struct pool *p, const struct expr *a,
                               const struct expr *b)
{
    while (b->op == OP_SELECT && expr_is_zero(b->arg[2])) {
        a = both_of_two(p, a, b->arg[0]);
        b = b->arg[1];
    }
    return both_of_two(p, a, b);
}

/* The end of one unknown's variables, from `first` on. */
static int end_of_unknown(const struct system *s, int first)
{
    int end = first;
    while (end < s->n && s->variable[end].unknown == s->variable[first].unknown)
        end++;
    return end;
}

/* Every unknown's change is small. */
static const struct expr *all_small(struct solving *c)
{
    const struct system *s = &c->left;
    const struct expr *all = NULL;
    for (int i = 0, end; i < s->n; i = end) {
        end = end_of_unknown(s, i);
        const struct expr *one = small(c->derive, end - i, c->step + i);
        all = all ? both(c->derive->pool, all, one) : one;
    }
    return all;
}

/* The test's value where variable k's change is no number (and, for k < 0,
 * where nothing is one); elsewhere changes are 0 and all else is 1. */
static double value_without(const struct solving *c, const struct expr *test,
                            int k)
{
    const struct derive *d = c->derive;
    const struct pool *p = d->pool;
    int size = pool_size(p), n = 0;
    unsigned char *reached = arena_alloc(d->arena, (size_t)size + 1);
    const struct expr **symbol =
        arena_array(d->arena, (size_t)size, sizeof *symbol);
    double *value = arena_array(d->arena, (size_t)size, sizeof *value), out;
    expr_reach(p, 1, &test, reached);
    for (int i = 0; k >= 0 && i < size; i++)
        if (reached[i] && pool_node(p, i)->op == OP_SYMBOL) {
            symbol[n] = pool_node(p, i);
            value[n++] = 1;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < c->left.n; j++)
            if (symbol[i] == c->step[j])
                value[i] = j == k ? NAN : 0;
    expr_eval(p, 1, &test, n, symbol, value, &out);
    return out;
}

bool solve_holds_of_none(struct derive *d, const struct expr *test)
{
    double value;
    expr_eval(d->pool, 1, &test, 0, NULL, NULL, &value);
    return value != 0;
}

static void refuse_test(const struct solving *c, const char *field, int k)
{
    const char *what = k < 0 ? "a value" : c->left.variable[k].name;
    luaL_error(c->lua, "'%s' holds where %s%s%s is not a number", field,
               k < 0 ? "" : "the change of '", what, k < 0 ? "" : "'");
}

const struct expr *solve_done(struct solving *c)
{
    const struct expr *done;
    if (c->left.n == 0)
        return expr_int(c->derive->pool, 1);
    done = test(c, "done", c->left.unknown, c->step);
    if (!done)
        return all_small(c);
    for (int k = -1; k < c->left.n; k++)
        if (value_without(c, done, k) != 0)
            refuse_test(c, "done", k);
    return done;
}

const struct expr *solve_accept(struct solving *c)
{
    const struct expr *accept = test(c, "accept", c->result, NULL);
    if (!accept || expr_is_one(accept))
        return NULL;
    if (solve_holds_of_none(c->derive, accept))
        refuse_test(c, "accept", -1);
    return accept;
}

/* ---- what Lua sees ---- */

/* small(x): the default test of a change, a vector's or a scalar's. */
static int small_of(lua_State *L)
{
    const struct expr *x[VECTOR];
    int n = solve_take(L, 1, x);
    return algebra_push(L, small(derive_of(L), n, x));
}

static int both_of(lua_State *L)
{
    const struct expr *a = algebra_scalar(L, 1), *b = algebra_scalar(L, 2);
    return algebra_push(L, both(derive_of(L)->pool, a, b));
}

void solve_open_tests(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    lua_register(L, "small", small_of);
    lua_register(L, "both", both_of);
    algebra_push(L, epsilon(d));
    lua_setglobal(L, "eps");
}
