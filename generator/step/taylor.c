/* SPDX-License-Identifier: MIT
 *
 * series: solves equations that a method writes, by Taylor series.
 */
#include "step/derive.h"

#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/text.h"

enum { MOST_ORDER = 40 };

/* A call of series, whose functions are scalars: vectors by component. */
struct solution {
    struct derive *derive;
    lua_State *lua;
    int order, parts, kept_parts;
    int *size;   /* size of each part */
    int n, kept; /* kept: the functions after s, the first */
    bool whole;  /* return all coefficients of these */
    const char **name;
    expr *start, *symbol, *rate;
    struct taylor series;
};

enum { ORDER = 1, NAMES, START, RATE, KEPT, MOMENT };

/* ---- lists of scalars and vectors ---- */

static int take_list(lua_State *L, int list, int parts, expr *out, int *size)
{
    int n = 0;
    luaL_checktype(L, list, LUA_TTABLE);
    luaL_argcheck(L, luaL_len(L, list) == parts, list, "a value for each name");
    for (int i = 0; i < parts; i++) {
        lua_rawgeti(L, list, i + 1);
        size[i] = algebra_take(L, lua_gettop(L), out + n);
        n += size[i];
        lua_pop(L, 1);
    }
    return n;
}

static void push_list(lua_State *L, int parts, const int *size,
                      const expr *value)
{
    lua_createtable(L, parts, 0);
    for (int i = 0; i < parts; value += size[i++]) {
        algebra_give(L, size[i], value);
        lua_rawseti(L, -2, i + 1);
    }
}

/* ---- the equations ---- */

static void take_names(struct solution *s)
{
    struct derive *d = s->derive;
    int n = 0;
    for (int i = 0; i < s->parts; i++) {
        lua_rawgeti(s->lua, NAMES, i + 1);
        const char *name = luaL_checkstring(s->lua, -1);
        for (int k = 0; k < s->size[i]; k++, n++) {
            s->name[n] =
                s->size[i] == 1 ? name : text_format(d->arena, "%s%d", name, k);
            s->name[n] = name_of_text(d->names, s->name[n]);
            s->symbol[n] = expr_fresh(d->pool, s->name[n], SYMBOL_SERIES);
        }
        lua_pop(s->lua, 1);
    }
}

static void take_equations(struct solution *s)
{
    struct derive *d = s->derive;
    lua_State *L = s->lua;
    luaL_checktype(L, NAMES, LUA_TTABLE);
    s->parts = (int)luaL_len(L, NAMES);
    const size_t room = VECTOR * (size_t)(s->parts + 1);
    int *rate_size = arena_array(d->arena, room, sizeof *rate_size);
    s->size = arena_array(d->arena, room, sizeof *s->size);
    s->name = arena_array(d->arena, room, sizeof *s->name);
    s->start = arena_array(d->arena, 3 * room, sizeof *s->start);
    s->symbol = s->start + room;
    s->rate = s->symbol + room;
    s->n = take_list(L, START, s->parts, s->start, s->size);
    take_names(s);
    lua_pushvalue(L, RATE);
    push_list(L, s->parts, s->size, s->symbol);
    lua_call(L, 1, 1);
    const int rates = take_list(L, lua_gettop(L), s->parts, s->rate, rate_size);
    luaL_argcheck(L, rates == s->n, RATE, "a rate for each value");
    lua_pop(L, 1);
    s->kept_parts = (int)luaL_checkinteger(L, KEPT);
    luaL_argcheck(L, s->kept_parts >= 0 && s->kept_parts < s->parts, KEPT,
                  "must be less than the number of names");
    for (int i = 1; i <= s->kept_parts; i++)
        s->kept += s->size[i];
}

/* Drops functions on which no kept function depends. */
static void drop_unused(struct solution *s)
{
    struct derive *d = s->derive;
    bool *used = arena_array(d->arena, (size_t)s->n, sizeof *used), more = true;
    int n = 0;
    memset(used, true, (size_t)(1 + s->kept));
    while (more) {
        more = false;
        for (int i = 0; i < s->n; i++)
            for (int k = 0; used[i] && k < s->n; k++)
                if (!used[k] &&
                    expr_depends(d->pool, 1, &s->rate[i], s->symbol[k]))
                    more = used[k] = true;
    }
    for (int i = 0; i < s->n; i++)
        if (used[i]) {
            s->name[n] = s->name[i];
            s->start[n] = s->start[i];
            s->symbol[n] = s->symbol[i];
            s->rate[n++] = s->rate[i];
        }
    s->n = n;
}

/* ---- as a loop ---- */

/* Adds the factors of a group to store: at the start all; at the sums those not
 * open; at the end the open ones. */
static void add_stores(struct taylor_part *part, expr *value,
                       struct taylor_store *store, int group)
{
    const struct taylor *s = part->series;
    const struct taylor_group *g = &s->group[group];
    const bool first = part->kind == TAYLOR_BEGIN;
    for (int side = 0; side < 2; side++) {
        const bool open = side ? g->open_b : g->open_a;
        if (!first && open != (part->kind == TAYLOR_END))
            continue;
        for (int i = 0; i < (side ? g->bs : g->as); i++) {
            const struct taylor_factor *f = &s->factor[(side ? g->b : g->a)[i]];
            store[part->stores++] = (struct taylor_store){group, side, i};
            value[part->values++] = first ? f->first : f->next;
        }
    }
}

/* Records a part with n next coefficients and the stores into these groups. */
static void record_part(struct solution *s, struct taylor_part part, int n,
                        const expr *next, int group, int end)
{
    struct derive *d = s->derive;
    size_t room = (size_t)n;
    for (int i = group; i < end; i++)
        room += (size_t)(part.series->group[i].as + part.series->group[i].bs);
    expr *value = arena_array(d->arena, room, sizeof *value);
    struct taylor_store *store = arena_array(d->arena, room, sizeof *store);
    memcpy(value, next, (size_t)n * sizeof *next);
    part.group = group;
    part.values = n;
    part.value = value;
    part.store = store;
    for (int i = group; i < end; i++)
        add_stores(&part, value, store, i);
    record_solve(
        d, &(struct solve){.done = expr_int(d->pool, 1),
                           .part = arena_copy(d->arena, &part, sizeof part)});
}

/* Returns the number of results: for each kept function the sum of coefficients
 * from k = 1 on, the sum of k times each, and the last four; or all. */
static int ends_of(const struct solution *s)
{
    return s->kept * (s->whole ? s->order : TAYLOR_ENDS);
}

enum { LAST = TAYLOR_ENDS - 2 };

/* Records the loop; returns the symbols of its results. */
static const expr *record_loop(struct solution *s)
{
    struct derive *d = s->derive;
    struct taylor *series = arena_copy(d->arena, &s->series, sizeof *series);
    const int n = series->n, groups = series->groups, ends = ends_of(s);
    const size_t room = (size_t)(n + 1 + ends);
    expr *start = arena_array(d->arena, room, sizeof *start);
    expr *end = start + n + 1;
    struct taylor_part part = {.series = series,
                               .order = s->order,
                               .number = d->record.series++,
                               .first = 1 - (s->n - n),
                               .kept = s->kept,
                               .all_coefficients = s->whole,
                               .name = s->name + (s->n - n),
                               .results = n + 1,
                               .result = start};
    memcpy(start, series->symbol, (size_t)n * sizeof *start);
    start[n] = series->k;
    record_part(s, part, n, series->second, 0, groups);
    part.kind = TAYLOR_SUMS;
    for (int i = 0; i < groups; i++) {
        const struct taylor_group *g = &series->group[i];
        expr *sum = arena_array(d->arena, (size_t)g->n, sizeof *sum);
        for (int m = 0; m < g->n; m++)
            sum[m] = g->sum[m].symbol;
        part.results = g->n;
        part.result = sum;
        record_part(s, part, 0, series->next, i, i + 1);
    }
    for (int i = 0; i < ends; i++)
        end[i] = expr_fresh(d->pool, s->name[1 + i % s->kept], SYMBOL_SUMMED);
    part.kind = TAYLOR_END;
    part.results = ends;
    part.result = end;
    record_part(s, part, n, series->next, 0, groups);
    return end;
}

/* ---- unrolled ---- */

static expr scaled(struct derive *d, long by, expr e)
{
    return expr_scale(d->pool, number_int(d->arena, by), e);
}

/* Returns the same values as expressions. */
static const expr *unroll(struct solution *s)
{
    struct derive *d = s->derive;
    const int n = s->series.n, first = 1 - (s->n - n), order = s->order;
    const size_t all = (size_t)(n * (order + 1));
    expr *coef = arena_array(d->arena, all, sizeof *coef);
    expr *end = arena_array(d->arena, (size_t)ends_of(s), sizeof *end);
    taylor_unroll(d->pool, &s->series, order, coef);
    for (int i = 0; i < s->kept; i++) {
        const expr *of = coef + first + i;
        for (int k = 1; s->whole && k <= order; k++)
            end[i * order + k - 1] = of[k * n];
        if (s->whole)
            continue;
        end[i] = of[order * n];
        end[s->kept + i] = scaled(d, order, of[order * n]);
        for (int k = order - 1; k > 0; k--) {
            end[i] = expr_add(d->pool, of[k * n], end[i]);
            end[s->kept + i] =
                expr_add(d->pool, scaled(d, k, of[k * n]), end[s->kept + i]);
        }
        for (int k = 0; k < LAST; k++)
            end[(2 + k) * s->kept + i] = of[(order > k ? order - k : 1) * n];
    }
    return end;
}

/* True if straight-line code is faster than a loop, by measurement, and if its
 * constants, as large as powers of 1/J, do not overflow. */
static bool is_short(const struct solution *s)
{
    enum { PRODUCTS = 500, DIGITS = 200, DIGITS_OF_FLOAT = 25 };
    const bool is_float = s->derive->recipe->choice.real == REAL_FLOAT;
    const expr J = algebra_scalar(s->lua, MOMENT);
    const double digits =
        expr_is_const(J) ? fabs(log10(number_double(J->number))) : 0;
    int sums = 0;
    for (int i = 0; i < s->series.groups; i++)
        sums += s->series.group[i].n;
    return sums * s->order * (s->order - 1) / 2 <= PRODUCTS &&
           digits * s->order <= (is_float ? DIGITS_OF_FLOAT : DIGITS);
}

/* Pushes the list of all coefficients, function by function. */
static int push_whole(const struct solution *s, const expr *end)
{
    const int size = s->order + 1;
    expr *all =
        arena_array(s->derive->arena, (size_t)(s->kept * size), sizeof *all);
    for (int i = 0; i < s->kept; i++) {
        all[i * size] = s->start[1 + i];
        memcpy(all + i * size + 1, end + i * s->order,
               (size_t)s->order * sizeof *all);
    }
    algebra_push_array(s->lua, s->kept * size, all);
    return 1;
}

/* Returns max(|a|, |b|) for each kept function. */
static const expr *sizes(const struct solution *s, const expr *a, const expr *b)
{
    struct derive *d = s->derive;
    expr *most = arena_array(d->arena, (size_t)s->kept, sizeof *most);
    for (int i = 0; i < s->kept; i++) {
        expr x = expr_unary(d->pool, OP_ABS, a[i]);
        expr y = expr_unary(d->pool, OP_ABS, b[i]);
        most[i] = expr_binary(d->pool, OP_MAX, x, y);
    }
    return most;
}

/* series(order, names, start, f, kept, J): the Taylor series of y' = f(y), y(0)
 * = start; both are lists whose first item is s itself.  Returns lists for the
 * next `kept` functions, with coefficients a[k]: the sums of a[k] from k = 1
 * on; the sums of k a[k], which are y' at the end; the larger size of the last
 * two; and of the two before.  With m.guards it returns all coefficients.  J is
 * a moment of inertia: constants contain its powers. */
static int series(lua_State *L)
{
    struct derive *d = derive_of(L);
    struct solution s = {.derive = d, .lua = L, .whole = d->run == RUN_CURVES};
    s.order = (int)luaL_checkinteger(L, ORDER);
    luaL_argcheck(L, s.order >= 2 && s.order <= MOST_ORDER, ORDER, "2 to 40");
    lua_settop(L, MOMENT);
    take_equations(&s);
    drop_unused(&s);
    if (taylor_make(d->pool, s.n, s.symbol, s.start, s.rate, &s.series))
        host_refuse(L, d->recipe->method.place,
                    "take magnus or rkmk, which need no series",
                    "no Taylor series for this body: the conditions of `if` "
                    "and the arguments of min, max, abs, floor and tables must "
                    "be linear in t alone");
    const expr *end = is_short(&s) ? unroll(&s) : record_loop(&s);
    if (s.whole)
        return push_whole(&s, end);
    const expr *last = end + 2 * s.kept;
    push_list(L, s.kept_parts, s.size + 1, end);
    push_list(L, s.kept_parts, s.size + 1, end + s.kept);
    push_list(L, s.kept_parts, s.size + 1, sizes(&s, last, last + s.kept));
    push_list(L, s.kept_parts, s.size + 1,
              sizes(&s, last + 2 * s.kept, last + 3 * s.kept));
    return 4;
}

void series_open(struct derive *d)
{
    static const luaL_Reg functions[] = {{"series", series}, {NULL, NULL}};
    algebra_define(d->lua, functions);
}
