/* SPDX-License-Identifier: MIT
 *
 * Scalars and vectors as a method writes them: operators and functions of
 * Lua that build expressions.  Lua holds expressions, vectors and elements in
 * boxes: userdata with one pointer into the arena.
 */
#include "bind/bind.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* More than any step has; an endless loop reaches it soon. */
enum { MOST_NODES = 1000000 };

struct kit *kit_of(lua_State *L)
{
    return host_of(L)->bound;
}

static struct pool *pool_of(lua_State *L)
{
    return kit_of(L)->pool;
}

/* ---- boxes ---- */

int algebra_box(lua_State *L, const char *kind, const void *p)
{
    if (pool_size(pool_of(L)) > MOST_NODES)
        host_exhaust(L);
    void **box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = (void *)(uintptr_t)p;
    luaL_setmetatable(L, kind);
    return 1;
}

void *algebra_unbox(lua_State *L, int argument, const char *kind)
{
    void **box = luaL_checkudata(L, argument, kind);
    return *box;
}

bool algebra_is_vec(lua_State *L, int argument)
{
    return luaL_testudata(L, argument, "vector");
}

bool algebra_is_scalar(lua_State *L, int argument)
{
    return lua_type(L, argument) == LUA_TNUMBER ||
           luaL_testudata(L, argument, "expression");
}

static num number_at(lua_State *L, int argument)
{
    struct arena *arena = kit_of(L)->arena;
    const char *exact = "numbers of a tableau are exact; write fraction(1, 6), "
                        "not 1/6";
    if (kit_of(L)->recipe)
        exact = "numbers in a method are exact; write h/6, not h*(1/6)";
    if (lua_isinteger(L, argument))
        return number_int(arena, (long)lua_tointeger(L, argument));
    double value = lua_tonumber(L, argument), scaled = value * 1024;
    if (!(fabs(value) < 1048576) || floor(scaled) != scaled)
        luaL_error(L, "%f is rounded already: %s", value, exact);
    return number_of_double(arena, value);
}

expr algebra_scalar(lua_State *L, int argument)
{
    const expr *box = luaL_testudata(L, argument, "expression");
    if (box)
        return *box;
    if (lua_type(L, argument) != LUA_TNUMBER)
        luaL_typeerror(L, argument, "number or expression");
    if (!isfinite(lua_tonumber(L, argument)))
        luaL_error(L, "a number that is not finite");
    return expr_number(pool_of(L), number_at(L, argument));
}

struct vec algebra_vec(lua_State *L, int argument)
{
    return *(const struct vec *)algebra_unbox(L, argument, "vector");
}

int algebra_take(lua_State *L, int argument, expr *out)
{
    if (!algebra_is_vec(L, argument)) {
        out[0] = algebra_scalar(L, argument);
        return 1;
    }
    struct vec v = algebra_vec(L, argument);
    memcpy(out, v.x, sizeof v.x);
    return VECTOR;
}

int algebra_give(lua_State *L, int n, const expr *x)
{
    for (int i = 0; i < n; i++) /* an undefined value cannot be used */
        if (x[i]->op == OP_UNDEFINED)
            luaL_error(L, "the result is no finite number");
    if (n == 1)
        return algebra_box(L, "expression", x[0]);
    return algebra_box(L, "vector",
                       arena_copy(kit_of(L)->arena, x, sizeof(struct vec)));
}

int algebra_push(lua_State *L, expr e)
{
    return algebra_give(L, 1, &e);
}

int algebra_push_vec(lua_State *L, struct vec v)
{
    return algebra_give(L, VECTOR, v.x);
}

void algebra_array(lua_State *L, int table, int n, expr *out)
{
    table = lua_absindex(L, table);
    luaL_checktype(L, table, LUA_TTABLE);
    for (int i = 0; i < n; i++) {
        lua_geti(L, table, i + 1);
        if (!algebra_is_scalar(L, -1))
            luaL_error(L,
                       "an array of %d numbers was expected; number %d is "
                       "a %s",
                       n, i + 1, luaL_typename(L, -1));
        out[i] = algebra_scalar(L, lua_gettop(L));
        lua_pop(L, 1);
    }
}

void algebra_push_array(lua_State *L, int n, const expr *e)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        algebra_push(L, e[i]);
        lua_seti(L, -2, i + 1);
    }
}

/* ---- operators ---- */

/* 3 for a vector, 1 for a scalar, else 0. */
static int size_of(lua_State *L, int argument)
{
    return algebra_is_vec(L, argument) ? VECTOR
                                       : algebra_is_scalar(L, argument);
}

/* Raises an error with both operands' kinds: "vector", "expression", "nil". */
static int refuse(lua_State *L, const char *verb)
{
    const char *kind[2];
    for (int i = 0; i < 2; i++)
        kind[i] = luaL_getmetafield(L, i + 1, "__name") == LUA_TSTRING
                      ? lua_tostring(L, -1)
                      : luaL_typename(L, i + 1);
    return luaL_error(L, "cannot %s %s and %s", verb, kind[0], kind[1]);
}

/* The sum of two scalars or vectors; with a true upvalue the difference. */
static int add(lua_State *L)
{
    const bool subtracts = lua_toboolean(L, lua_upvalueindex(1));
    expr a[VECTOR], b[VECTOR];
    int n = size_of(L, 1);
    if (n == 0 || size_of(L, 2) != n)
        return refuse(L, subtracts ? "subtract" : "add");
    algebra_take(L, 1, a);
    algebra_take(L, 2, b);
    for (int i = 0; i < n; i++)
        a[i] = (subtracts ? expr_sub : expr_add)(pool_of(L), a[i], b[i]);
    return algebra_give(L, n, a);
}

/* c times an argument. */
static int scale(lua_State *L, expr c, int argument)
{
    expr x[VECTOR];
    int n = algebra_take(L, argument, x);
    for (int i = 0; i < n; i++)
        x[i] = expr_mul(pool_of(L), c, x[i]);
    return algebra_give(L, n, x);
}

static int multiply(lua_State *L)
{
    int m = size_of(L, 1), n = size_of(L, 2), scalar = m == VECTOR ? 2 : 1;
    if (m == VECTOR && n == VECTOR)
        return luaL_error(L, "for two vectors write dot(a, b) or cross(a, b)");
    if (m == 0 || n == 0)
        return refuse(L, "multiply");
    return scale(L, algebra_scalar(L, scalar), 3 - scalar);
}

static int divide(lua_State *L)
{
    if (size_of(L, 1) == 0 || size_of(L, 2) != 1)
        return refuse(L, "divide");
    expr by = algebra_scalar(L, 2);
    if (expr_is_zero(by))
        return luaL_error(L, "division by zero");
    return scale(L, expr_power(pool_of(L), by, -1), 1);
}

static int negate(lua_State *L)
{
    return scale(L, expr_int(pool_of(L), -1), 1);
}

static int power(lua_State *L)
{
    if (!algebra_is_scalar(L, 1) || !lua_isinteger(L, 2))
        return luaL_error(L, "a power is a scalar to an integer");
    lua_Integer n = lua_tointeger(L, 2);
    luaL_argcheck(L, n >= -64 && n <= 64, 2, "the exponent is too large");
    return algebra_push(L,
                        expr_power(pool_of(L), algebra_scalar(L, 1), (int)n));
}

static int compare(lua_State *L)
{
    return luaL_error(L, "a step may not branch on a symbolic value; write "
                         "select(lt(a, b), x, y), or is_zero(x) for what is "
                         "zero for every state");
}

static int show(lua_State *L)
{
    struct text t = text_new(kit_of(L)->arena);
    expr x[VECTOR];
    int n = algebra_take(L, 1, x);
    for (int i = 0; i < n; i++) {
        text_put(&t, n == 1 ? "" : i ? ", " : "[");
        expr_print(x[i], n == 1 ? 200 : 60, &t);
    }
    text_put(&t, n == 1 ? "" : "]");
    lua_pushstring(L, text_chars(&t));
    return 1;
}

/* v[1], v[2], v[3] */
static int component(lua_State *L)
{
    static const char known[] = "a vector has the components [1], [2], [3]";
    struct vec v = algebra_vec(L, 1);
    if (!lua_isinteger(L, 2))
        return luaL_error(L, known);
    lua_Integer i = lua_tointeger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= VECTOR, 2, known);
    return algebra_push(L, v.x[i - 1]);
}

/* ---- functions ---- */

/* decimal "0.1": the number with exactly these digits. */
static int decimal(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    num n = number_decimal(kit_of(L)->arena, text, length);
    luaL_argcheck(L, n, 1, "not a decimal number");
    return algebra_push(L, expr_number(pool_of(L), n));
}

static int make_vec(lua_State *L)
{
    struct vec v;
    for (int i = 0; i < VECTOR; i++)
        v.x[i] = algebra_scalar(L, i + 1);
    return algebra_push_vec(L, v);
}

static int dot(lua_State *L)
{
    struct vec a = algebra_vec(L, 1), b = algebra_vec(L, 2);
    return algebra_push(L, vec_dot(pool_of(L), a, b));
}

static int cross(lua_State *L)
{
    struct vec a = algebra_vec(L, 1), b = algebra_vec(L, 2);
    return algebra_push_vec(L, vec_cross(pool_of(L), a, b));
}

static int stumpff(lua_State *L)
{
    lua_Integer k = luaL_checkinteger(L, 1);
    luaL_argcheck(L, k >= 0 && k <= 5, 1, "c(k, z) has k from 0 to 5");
    return algebra_push(L,
                        expr_stumpff(pool_of(L), (int)k, algebra_scalar(L, 2)));
}

static int is_zero(lua_State *L)
{
    expr x[VECTOR];
    bool zero = true;
    for (int i = algebra_take(L, 1, x); i--;)
        zero &= expr_is_zero(x[i]);
    lua_pushboolean(L, zero);
    return 1;
}

/* select(c, a, b) of two scalars or two vectors */
static int choose(lua_State *L)
{
    expr c = algebra_scalar(L, 1), a[VECTOR], b[VECTOR];
    int n = algebra_take(L, 2, a);
    if (algebra_take(L, 3, b) != n) /* reports the wrong type */
        (void)(n == 1 ? algebra_scalar(L, 3) : algebra_vec(L, 3).x[0]);
    for (int i = 0; i < n; i++)
        a[i] = expr_select(pool_of(L), c, a[i], b[i]);
    return algebra_give(L, n, a);
}

/* A function of scalars; upvalue 1 is its operation. jacobi(u, m, m1) with m1 =
 * 1 - m returns sn, cn and dn of u; jacobi_pi(u, m, m1, n) returns these, the
 * integral of 1/(1 - n sn^2), and that integral less u. */
static int apply(lua_State *L)
{
    enum op op = (enum op)lua_tointeger(L, lua_upvalueindex(1));
    int n = op_info(op)->arity;
    int results = op == OP_JACOBI ? 3 : op == OP_JACOBI_PI ? 5 : 1;
    expr x[OP_ARGUMENTS];
    for (int i = 0; i < n; i++)
        x[i] = algebra_scalar(L, i + 1);
    for (int k = 0; k < results; k++)
        algebra_push(L, expr_result(pool_of(L), op, k, x));
    return results;
}

static void define_kinds(lua_State *L)
{
    static const char *const kinds[] = {"expression", "vector"};
    static const luaL_Reg both[] = {
        {"__add", add},      {"__mul", multiply},  {"__div", divide},
        {"__unm", negate},   {"__pow", power},     {"__eq", compare},
        {"__lt", compare},   {"__le", compare},    {"__mod", compare},
        {"__idiv", compare}, {"__tostring", show}, {NULL, NULL}};
    static const luaL_Reg difference[] = {{"__sub", add}, {NULL, NULL}};
    for (int k = 0; k < 2; k++) {
        luaL_newmetatable(L, kinds[k]);
        luaL_setfuncs(L, both, 0);
        lua_pushboolean(L, true);
        luaL_setfuncs(L, difference, 1);
    }
    lua_pushcfunction(L, component);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
}

void algebra_define(lua_State *L, const luaL_Reg *functions)
{
    lua_pushglobaltable(L);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}

expr algebra_epsilon(const struct kit *kit, enum real real)
{
    num two = number_int(kit->arena, 2);
    long bits = real == REAL_FLOAT ? -23 : -52;
    return expr_number(kit->pool, number_power(kit->arena, two, bits));
}

void algebra_open(struct kit *kit, enum real real)
{
    lua_State *L = kit->host->lua;
    static const luaL_Reg functions[] = {
        {"vec", make_vec},  {"dot", dot},         {"cross", cross},
        {"c", stumpff},     {"decimal", decimal}, {"is_zero", is_zero},
        {"select", choose}, {NULL, NULL}};
    define_kinds(L);
    algebra_define(L, functions);
    for (int op = OP_JACOBI; op <= OP_LE; op++) {
        if (op == OP_POWER || op == OP_SIGNAL)
            continue;
        lua_pushinteger(L, op);
        lua_pushcclosure(L, apply, 1);
        lua_setglobal(L, op_info((enum op)op)->name);
    }
    algebra_push(L, expr_number(kit->pool, number_pi(kit->arena)));
    lua_setglobal(L, "pi");
    algebra_push(L, algebra_epsilon(kit, real));
    lua_setglobal(L, "eps");
}
