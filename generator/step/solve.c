/* SPDX-License-Identifier: MIT
 *
 * unknown and solve: residuals become a Newton iteration with the exact
 * Jacobian.  The algebra differentiates through everything, including the
 * user's torque.  Unknowns whose equations are explicit, c u = e, or linear
 * with constant coefficients need no iteration: they are found beforehand,
 * block by block.  The method defines when the iteration is done and whether
 * its result is accepted; neither test may hold for NaN.
 */
#include "step/derive.h"

#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/text.h"

enum { SWEEPS = 12, MOST_SWEEPS = 100 };
enum { OPTIONS = 3 }; /* argument number in solve */

#define UNDETERMINED "the residual does not determine '%s'"

struct unknown {
    const char *name;
    int n; /* 1: a scalar; 3: a vector */
    expr symbol[VECTOR], start[VECTOR];
    bool solved;
};

/* Scalar equations: equation i is the residual's component for unknown i. */
struct system {
    int n;
    expr unknown[LINEAR_MOST], start[LINEAR_MOST];
    struct variable variable[LINEAR_MOST];
    expr *residual, *jacobian;
    expr value[LINEAR_MOST];
};

/* One call of solve: the unknowns as the method wrote them, and the values that
 * were found. */
struct solving {
    lua_State *lua;
    struct derive *derive;
    bool is_list;
    struct system whole;    /* value: if found without iteration, else NULL;
                               residual: NULL if it gave a value */
    struct swaps known;     /* unknowns found -> values */
    struct system left;     /* for Newton's iteration; value: symbols */
    int place[LINEAR_MOST]; /* index in `whole` of each unknown left */
    expr change[LINEAR_MOST], step[LINEAR_MOST]; /* corrections, symbols */
};

/* ---- unknowns ---- */

/* Returns a new symbol "s0", or "s" for a scalar. */
static expr fresh(struct derive *d, const char *name, int component, int tag)
{
    if (component >= 0)
        name = text_format(d->arena, "%s%d", name, component);
    return expr_fresh(d->pool, name_of_text(d->names, name), tag);
}

/* unknown(name, start): a vector or scalar to be found by solve. */
static int make_unknown(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *name = field_argument_name(L, 1, luaL_checkstring(L, 1));
    struct unknown u = {.name = name_of_text(d->names, name)};
    u.n = algebra_take(L, 2, u.start);
    for (int i = 0; i < u.n; i++)
        u.symbol[i] = fresh(d, u.name, u.n == 1 ? -1 : i, SYMBOL_UNKNOWN);
    arena_push(d->arena, d->unknown, d->unknowns, d->unknown_room, u);
    return algebra_give(L, u.n, u.symbol);
}

/* Adds the unknown and its residual, on top of the stack, to the system. */
static void take_pair(struct solving *c)
{
    struct system *s = &c->whole;
    struct derive *d = c->derive;
    struct unknown *u = NULL;
    expr symbol[VECTOR];
    int top = lua_gettop(c->lua), n = algebra_take(c->lua, top - 1, symbol);
    for (int i = 0; i < d->unknowns && !u; i++)
        if (d->unknown[i].n == n && d->unknown[i].symbol[0] == symbol[0] &&
            !d->unknown[i].solved)
            u = &d->unknown[i];
    luaL_argcheck(c->lua, u, 1,
                  "not an unknown that is still to be solved for");
    if (s->n + n > LINEAR_MOST && d->model->extras)
        host_refuse(c->lua, d->recipe->method.place,
                    "take an explicit one, such as `rkmk(kutta4)`",
                    "the method would solve for more than %d numbers at once, "
                    "wheels and states among them",
                    LINEAR_MOST);
    luaL_argcheck(c->lua, s->n + n <= LINEAR_MOST, 1,
                  "too many unknowns: 64 scalars at most");
    luaL_argcheck(
        c->lua, algebra_take(c->lua, top, s->residual + s->n) == n, 2,
        "a residual is a vector if its unknown is one, else a scalar");
    for (int i = 0; i < n; i++, s->n++) {
        s->unknown[s->n] = u->symbol[i];
        s->start[s->n] = u->start[i];
        s->variable[s->n] =
            (struct variable){u->name, n == 1 ? -1 : i, (int)(u - d->unknown)};
    }
    u->solved = true;
    lua_pop(c->lua, 2);
}

static void take_pairs(struct solving *c)
{
    lua_State *L = c->lua;
    c->is_list = lua_istable(L, 1);
    if (!c->is_list) {
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        take_pair(c);
        return;
    }
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, luaL_len(L, 2) == n, 2, "one residual for each unknown");
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        lua_geti(L, 2, i);
        take_pair(c);
    }
}

/* Reports unknowns in starts, and unknowns of later calls in residuals. */
static void check_reach(const struct solving *c)
{
    struct derive *d = c->derive;
    const struct system *s = &c->whole;
    const unsigned char *start = expr_reached(d->pool, s->n, s->start);
    const unsigned char *residual = expr_reached(d->pool, s->n, s->residual);
    for (int i = 0; i < d->unknowns; i++) {
        const struct unknown *u = &d->unknown[i];
        if (marked_any(start, u->n, u->symbol))
            luaL_error(c->lua, "a start value contains the unknown '%s'",
                       u->name);
        if (!u->solved && marked_any(residual, u->n, u->symbol))
            luaL_error(c->lua,
                       "the residual contains the unknown '%s', which is "
                       "not solved for here",
                       u->name);
    }
}

/* Computes the Jacobian; an unknown derivative is an error. */
static void differentiate(struct solving *c)
{
    struct system *s = &c->whole;
    expr column[LINEAR_MOST];
    s->jacobian = arena_array(c->derive->arena, (size_t)(s->n * s->n),
                              sizeof *s->jacobian);
    for (int j = 0; j < s->n; j++) {
        expr_diff(c->derive->pool, s->n, s->residual, s->unknown[j], column);
        for (int i = 0; i < s->n; i++) {
            s->jacobian[i * s->n + j] = column[i];
            if (column[i]->op == OP_UNDEFINED &&
                s->residual[i]->op != OP_UNDEFINED)
                luaL_error(c->lua,
                           "the residual's derivative by '%s' is not known: "
                           "only the first argument of jacobi may depend on "
                           "an unknown",
                           s->variable[j].name);
        }
    }
}

/* Returns these equations and unknowns, with known values substituted. */
static struct system take_part(const struct solving *c, int n, const int *row,
                               const int *column)
{
    const struct system *s = &c->whole;
    const size_t size = (size_t)(n + n * n);
    struct system part = {.n = n};
    part.residual = arena_array(c->derive->arena, size, sizeof(expr));
    part.jacobian = part.residual + n;
    for (int i = 0; i < n; i++) {
        part.unknown[i] = s->unknown[column[i]];
        part.start[i] = s->start[column[i]];
        part.variable[i] = s->variable[column[i]];
        part.residual[i] = s->residual[row[i]];
        for (int j = 0; j < n; j++)
            part.jacobian[i * n + j] = s->jacobian[row[i] * s->n + column[j]];
    }
    expr_subst(c->derive->pool, n + n * n, part.residual, c->known.n,
               c->known.from, c->known.to, part.residual);
    return part;
}

/* ---- unknowns that need no iteration ---- */

/* True if e consists only of products and powers of numbers, params and h: as
 * safe to divide by as the spec's own data. */
static bool is_safe_divisor(struct derive *d, expr e)
{
    const int end = pool_size(d->pool);
    const unsigned char *reached = expr_reached(d->pool, 1, &e);
    for (int id = 0; (id = marked_from(reached, id, end)) < end; id++) {
        e = pool_node(d->pool, id);
        bool leaf = e->op == OP_CONST || e == d->step->h ||
                    (e->op == OP_SYMBOL && e->index == SYMBOL_PARAM);
        if (!leaf && e->op != OP_SCALE && e->op != OP_MUL && e->op != OP_POW)
            return false;
    }
    return true;
}

/* True if linear.  Steps are not linear: derivative 0, but not constant. */
static bool is_linear(const struct solving *c, const struct system *part)
{
    struct derive *d = c->derive;
    for (int i = 0; i < part->n * part->n; i++)
        if (part->n > 1 ? !expr_is_const(part->jacobian[i])
                        : !is_safe_divisor(d, part->jacobian[i]))
            return false;
    unsigned char *reached = expr_reached(d->pool, part->n, part->residual);
    for (int i = 0; i < part->n; i++)
        reached[part->unknown[i]->id] = 0;
    for (int i = 0; i < pool_size(d->pool); i++) {
        const expr e = pool_node(d->pool, i);
        const bool has_steps =
            expr_is_truth(e) || e->op == OP_FLOOR || e->op == OP_FIND;
        if (reached[i] && has_steps)
            return false;
    }
    return !marked_any(reached, c->whole.n, c->whole.unknown);
}

/* Solves each block that is linear. */
static void eliminate(struct solving *c, const struct blocks *b)
{
    struct pool *p = c->derive->pool;
    for (int k = 0; k < b->blocks; k++) {
        const int *row = &b->row[b->start[k]];
        const int *column = &b->column[b->start[k]];
        struct system part =
            take_part(c, b->start[k + 1] - b->start[k], row, column);
        if (!is_linear(c, &part))
            continue;
        expr zero[LINEAR_MOST]; /* at u = 0 the residual is r: A u + r = 0 */
        for (int i = 0; i < part.n; i++)
            zero[i] = expr_int(p, 0);
        expr_subst(p, part.n, part.residual, part.n, part.unknown, zero,
                   part.residual);
        for (int i = 0; i < part.n; i++)
            part.residual[i] = expr_neg(p, part.residual[i]);
        if (!linear_solve(p, part.n, part.jacobian, part.residual, part.value))
            continue;
        swaps_add(&c->known, part.n, part.unknown, part.value);
        for (int i = 0; i < part.n; i++) {
            c->whole.value[column[i]] = part.value[i];
            c->whole.residual[row[i]] = NULL;
        }
    }
}

/* Solves linear blocks and adds torques at the values; leaves the rest. */
static void split(struct solving *c)
{
    struct system *s = &c->whole;
    struct blocks blocks;
    int row[LINEAR_MOST] = {0}, rows = 0, columns = 0;
    differentiate(c);
    int lost = linear_order(s->n, s->jacobian, &blocks);
    if (lost >= 0)
        luaL_error(c->lua, UNDETERMINED, s->variable[lost].name);
    eliminate(c, &blocks);
    if (c->known.n > 0)
        torques_follow(c->derive, &c->known);
    for (int i = 0; i < s->n; i++) {
        if (s->residual[i])
            row[rows++] = i;
        if (!s->value[i])
            c->place[columns++] = i;
    }
    c->left = take_part(c, columns, row, c->place);
}

/* ---- values ---- */

/* Pushes the whole system's values in the form of the method's unknowns: `left`
 * for those left to Newton; for the others `known`, or if NULL those found. */
static int push_values(const struct solving *c, const expr *left, expr known)
{
    lua_State *L = c->lua;
    expr value[LINEAR_MOST];
    for (int i = 0; i < c->whole.n; i++)
        value[i] = known ? known : c->whole.value[i];
    for (int i = 0; i < c->left.n; i++)
        value[c->place[i]] = left[i];
    if (!c->is_list)
        return algebra_give(L, c->whole.n, value);
    lua_newtable(L);
    for (int at = 0, i = 1, n; at < c->whole.n; at += n, i++) {
        n = c->whole.variable[at].component < 0 ? 1 : VECTOR;
        algebra_give(L, n, value + at);
        lua_seti(L, -2, i);
    }
    return 1;
}

/* ---- tests ---- */

/* Calls the option `field` with the values and, if not NULL, the changes of
 * Newton's iteration.  Returns NULL if there is no such option, or if a result
 * is always accepted. */
static expr test(struct solving *c, const char *field, const expr *left,
                 const expr *change)
{
    lua_State *L = c->lua;
    lua_settop(L, OPTIONS);
    if (lua_getfield(L, OPTIONS, field) != LUA_TFUNCTION)
        return NULL;
    push_values(c, left, NULL);
    if (change)
        push_values(c, change, expr_int(c->derive->pool, 0));
    lua_call(L, change ? 2 : 1, 1);
    expr e = algebra_scalar(L, lua_gettop(L));
    if (!change && expr_is_one(e))
        return NULL;
    if (holds_for_nan(c->derive, e))
        luaL_error(L, "'%s' is true for a NaN", field);
    return e;
}

/* 64 x.x < eps.  A correction x of half a rotation vector v leaves an error of
 * about 2 |v| x.x, which is then below the last digit of v. */
static expr small(struct derive *d, int n, const expr *x)
{
    struct pool *p = d->pool;
    expr square = expr_int(p, 0);
    for (int i = 0; i < n; i++)
        square = expr_add(p, square, expr_power(p, x[i], 2));
    square = expr_scale(p, number_int(d->arena, 64), square);
    return expr_binary(p, OP_LT, square,
                       algebra_epsilon(d->kit, d->recipe->choice.real));
}

static expr both_of_two(struct pool *p, expr a, expr b)
{
    if (expr_is_one(a) || expr_is_one(b))
        return expr_is_one(a) ? b : a;
    return expr_select(p, a, b, expr_int(p, 0));
}

/* Chains associate to the left, as they are written: a && b && c. */
static expr both(struct pool *p, expr a, expr b)
{
    while (b->op == OP_SELECT && expr_is_zero(b->arg[2])) {
        a = both_of_two(p, a, b->arg[0]);
        b = b->arg[1];
    }
    return both_of_two(p, a, b);
}

/* Error if `done` holds when one variable's change is NaN, the other changes
 * are 0 and all other symbols are 1. */
static void check_done(const struct solving *c, expr done)
{
    const struct derive *d = c->derive;
    const struct arena_mark mark = arena_mark(d->arena);
    const int left = c->left.n;
    size_t size = (size_t)(pool_size(d->pool) + left);
    expr *symbol = arena_array(d->arena, size, sizeof *symbol);
    double *value = arena_array(d->arena, size, sizeof *value), out;
    int n = 0;
    for (int i = 0; i < pool_size(d->pool); i++)
        if (pool_node(d->pool, i)->op == OP_SYMBOL) {
            symbol[n] = pool_node(d->pool, i);
            value[n++] = 1;
        }
    memcpy(symbol + n, c->step, (size_t)left * sizeof *symbol);
    for (int k = 0; k < left; k++) {
        value[n + k] = NAN;
        expr_eval(d->pool, 1, &done, n + left, symbol, value, &out);
        value[n + k] = 0;
        if (out != 0)
            luaL_error(c->lua, "'done' is true if the change of '%s' is NaN",
                       c->left.variable[k].name);
    }
    arena_release(d->arena, mark);
}

/* Returns the test that ends the iteration: the option `done`, or by default
 * that every unknown's change is small. */
static expr find_done(struct solving *c)
{
    const struct system *s = &c->left;
    struct pool *p = c->derive->pool;
    if (s->n == 0)
        return expr_int(p, 1);
    expr all = test(c, "done", s->unknown, c->step);
    if (all) {
        check_done(c, all);
        return all;
    }
    for (int i = 0, end = 0; i < s->n; i = end) {
        while (end < s->n && s->variable[end].unknown == s->variable[i].unknown)
            end++;
        expr one = small(c->derive, end - i, c->step + i);
        all = all ? both(p, all, one) : one;
    }
    return all;
}

/* ---- solve ---- */

/* Creates symbols for the variables left, named `prefix` plus variable name. */
static void make_symbols(struct solving *c, const char *prefix, int tag,
                         expr *symbol)
{
    for (int i = 0; i < c->left.n; i++) {
        const struct variable *v = &c->left.variable[i];
        const char *name =
            text_format(c->derive->arena, "%s%s", prefix, v->name);
        symbol[i] = fresh(c->derive, name, v->component, tag);
    }
}

/* Names the residual, its Jacobian and, for three unknowns, the terms of the
 * cofactor formula (vec.c). */
static void name_system(struct derive *d, const struct system *s)
{
    struct pool *p = d->pool;
    for (int i = 0; i < s->n; i++)
        record_name(d, SOFT, text_format(d->arena, "f_%d", i), 1,
                    &s->residual[i]);
    for (int i = 0; i < s->n * s->n; i++)
        record_name(d, SOFT,
                    text_format(d->arena, s->n > 9 ? "J%d_%d" : "J%d%d",
                                i / s->n, i % s->n),
                    1, &s->jacobian[i]);
    if (s->n != VECTOR)
        return;
    const struct mat J = value_from(9, s->jacobian).mat;
    const struct vec f = value_from(VECTOR, s->residual).vec;
    struct vec first = mat_column(J, 0);
    struct vec cofactor = vec_cross(p, mat_column(J, 1), mat_column(J, 2));
    struct vec beside = vec_cross(p, first, f);
    expr det = vec_dot(p, first, cofactor);
    expr over = expr_power(p, det, -1);
    record_name(d, SOFT, "cofactor", VECTOR, cofactor.x);
    record_name(d, SOFT, "J0_x_f", VECTOR, beside.x);
    record_name(d, SOFT, "det", 1, &det);
    record_name(d, SOFT, "over_det", 1, &over);
}

/* Records the Newton iteration for the equations left, and its tests; nothing
 * if there is neither. */
static void record(struct solving *c)
{
    const struct system *s = &c->left;
    struct pool *p = c->derive->pool;
    if (!linear_solve(p, s->n, s->jacobian, s->residual, c->change))
        luaL_error(c->lua, UNDETERMINED, s->variable->name);
    name_system(c->derive, s);
    for (int i = 0; i < s->n; i++)
        c->change[i] = expr_neg(p, c->change[i]);
    make_symbols(c, "d", SYMBOL_UNKNOWN, c->step);
    make_symbols(c, "", SYMBOL_SOLVED, c->left.value);
    struct solve solve = {.n = s->n,
                          .variable = s->variable,
                          .unknown = s->unknown,
                          .start = s->start,
                          .residual = s->residual,
                          .change = c->change,
                          .change_symbol = c->step,
                          .result = c->left.value};
    lua_getfield(c->lua, OPTIONS, "sweeps");
    lua_Integer sweeps = luaL_optinteger(c->lua, -1, SWEEPS);
    luaL_argcheck(c->lua, sweeps >= 1 && sweeps <= MOST_SWEEPS, OPTIONS,
                  "sweeps: 1 to 100");
    solve.sweeps = (int)sweeps;
    solve.done = find_done(c);
    solve.accept = test(c, "accept", c->left.value, NULL);
    if (solve.n > 0 || solve.accept)
        record_solve(c->derive, &solve);
}

/* solve(unknown, residual [, { done = function(x, change), accept =
 * function(x), sweeps = n }]): the solved value; lists give a list. */
static int solve(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct solving *c = arena_alloc(d->arena, sizeof *c);
    lua_settop(L, OPTIONS);
    if (lua_isnil(L, OPTIONS)) {
        lua_newtable(L);
        lua_replace(L, OPTIONS);
    }
    luaL_checktype(L, OPTIONS, LUA_TTABLE);
    c->lua = L;
    c->derive = d;
    c->known.pool = d->pool;
    c->whole.residual =
        arena_array(d->arena, LINEAR_MOST + VECTOR, sizeof(expr));
    take_pairs(c);
    check_reach(c);
    split(c);
    record(c);
    return push_values(c, c->left.value, NULL);
}

void solve_check(struct derive *d, int n, const expr *value)
{
    const struct called *method = &d->recipe->method;
    const unsigned char *reached = expr_reached(d->pool, n, value);
    for (int i = 0; i < d->unknowns; i++) {
        const struct unknown *u = &d->unknown[i];
        if (!u->solved)
            called_blame(d->kit, method, "the unknown '%s' is never solved for",
                         u->name);
        if (marked_any(reached, u->n, u->symbol))
            called_blame(d->kit, method,
                         "the result contains the unknown '%s' instead of what "
                         "solve returned for it",
                         u->name);
    }
}

/* small(x): the default test for the change x of a vector or a scalar. */
static int small_of(lua_State *L)
{
    expr x[VECTOR];
    int n = algebra_take(L, 1, x);
    return algebra_push(L, small(derive_of(L), n, x));
}

static int both_of(lua_State *L)
{
    expr a = algebra_scalar(L, 1), b = algebra_scalar(L, 2);
    return algebra_push(L, both(derive_of(L)->pool, a, b));
}

void solve_open(struct derive *d)
{
    static const luaL_Reg functions[] = {{"unknown", make_unknown},
                                         {"solve", solve},
                                         {"small", small_of},
                                         {"both", both_of},
                                         {NULL, NULL}};
    algebra_define(d->lua, functions);
}
