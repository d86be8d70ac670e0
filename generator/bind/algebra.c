/* SPDX-License-Identifier: MIT
 *
 * Scalars and vectors as a method writes them: operators and functions of
 * Lua that build expressions.
 */
#include "bind/bind.h"

#include "base/arena.h"
#include "base/text.h"

static struct pool *pool_of(lua_State *L)
{
    return kit_of(L)->pool;
}

/* "vector", "expression", "number", "nil" */
static const char *kind_of(lua_State *L, int argument)
{
    if (luaL_getmetafield(L, argument, "__name") == LUA_TSTRING)
        return lua_tostring(L, -1);
    return luaL_typename(L, argument);
}

static int mixed(lua_State *L, const char *what)
{
    return luaL_error(L, "cannot %s %s and %s", what, kind_of(L, 1),
                      kind_of(L, 2));
}

static int add(lua_State *L)
{
    struct pool *p = pool_of(L);
    if (algebra_is_vec(L, 1) && algebra_is_vec(L, 2))
        return algebra_push_vec(
            L, vec_add(p, algebra_vec(L, 1), algebra_vec(L, 2)));
    if (!algebra_is_scalar(L, 1) || !algebra_is_scalar(L, 2))
        return mixed(L, "add");
    return algebra_push(
        L, expr_add(p, algebra_scalar(L, 1), algebra_scalar(L, 2)));
}

static int subtract(lua_State *L)
{
    struct pool *p = pool_of(L);
    if (algebra_is_vec(L, 1) && algebra_is_vec(L, 2))
        return algebra_push_vec(
            L, vec_sub(p, algebra_vec(L, 1), algebra_vec(L, 2)));
    if (!algebra_is_scalar(L, 1) || !algebra_is_scalar(L, 2))
        return mixed(L, "subtract");
    return algebra_push(
        L, expr_sub(p, algebra_scalar(L, 1), algebra_scalar(L, 2)));
}

static int multiply(lua_State *L)
{
    struct pool *p = pool_of(L);
    if (algebra_is_vec(L, 1) && algebra_is_vec(L, 2))
        return luaL_error(L, "for two vectors write dot(a, b) or cross(a, b)");
    if (algebra_is_vec(L, 2) && algebra_is_scalar(L, 1))
        return algebra_push_vec(
            L, vec_scale(p, algebra_scalar(L, 1), algebra_vec(L, 2)));
    if (algebra_is_vec(L, 1) && algebra_is_scalar(L, 2))
        return algebra_push_vec(
            L, vec_scale(p, algebra_scalar(L, 2), algebra_vec(L, 1)));
    if (!algebra_is_scalar(L, 1) || !algebra_is_scalar(L, 2))
        return mixed(L, "multiply");
    return algebra_push(
        L, expr_mul(p, algebra_scalar(L, 1), algebra_scalar(L, 2)));
}

static int divide(lua_State *L)
{
    struct pool *p = pool_of(L);
    const struct expr *by;
    if (!algebra_is_scalar(L, 2))
        return mixed(L, "divide");
    by = algebra_scalar(L, 2);
    if (expr_is_zero(by))
        return luaL_error(L, "division by zero");
    if (algebra_is_vec(L, 1)) {
        const struct expr *inverse = expr_div(p, expr_int(p, 1), by);
        return algebra_push_vec(L, vec_scale(p, inverse, algebra_vec(L, 1)));
    }
    if (!algebra_is_scalar(L, 1))
        return mixed(L, "divide");
    return algebra_push(L, expr_div(p, algebra_scalar(L, 1), by));
}

static int negate(lua_State *L)
{
    struct pool *p = pool_of(L);
    if (algebra_is_vec(L, 1))
        return algebra_push_vec(
            L, vec_scale(p, expr_int(p, -1), algebra_vec(L, 1)));
    return algebra_push(L, expr_neg(p, algebra_scalar(L, 1)));
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
    if (algebra_is_vec(L, 1)) {
        struct vec v = algebra_vec(L, 1);
        for (int i = 0; i < VECTOR; i++) {
            text_put(&t, i ? ", " : "[");
            expr_print(v.x[i], 60, &t);
        }
        text_char(&t, ']');
    } else {
        expr_print(algebra_scalar(L, 1), 200, &t);
    }
    lua_pushstring(L, text_chars(&t));
    return 1;
}

/* decimal "0.1": the number with exactly these digits. */
static int decimal(lua_State *L)
{
    struct kit *kit = kit_of(L);
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    const struct number *n = number_decimal(kit->arena, text, length);
    luaL_argcheck(L, n, 1, "not a decimal number");
    return algebra_push(L, expr_number(kit->pool, n));
}

/* v[1], v[2], v[3] */
static int component(lua_State *L)
{
    struct vec v = algebra_vec(L, 1);
    if (!lua_isinteger(L, 2))
        return luaL_error(L, "a vector has the components [1], [2], [3]");
    lua_Integer i = lua_tointeger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= VECTOR, 2,
                  "a vector has the components [1], [2], [3]");
    return algebra_push(L, v.x[i - 1]);
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
    return algebra_push(
        L, vec_dot(pool_of(L), algebra_vec(L, 1), algebra_vec(L, 2)));
}

static int cross(lua_State *L)
{
    return algebra_push_vec(
        L, vec_cross(pool_of(L), algebra_vec(L, 1), algebra_vec(L, 2)));
}

static int stumpff(lua_State *L)
{
    lua_Integer k = luaL_checkinteger(L, 1);
    luaL_argcheck(L, k >= 0 && k <= 5, 1, "c(k, z) has k from 0 to 5");
    return algebra_push(L,
                        expr_stumpff(pool_of(L), (int)k, algebra_scalar(L, 2)));
}

/* The first `results` of an operation that has several. */
static int push_results(lua_State *L, enum op op, int results)
{
    const struct expr *x[OP_ARGUMENTS];
    int n = op_info(op)->arity;
    for (int i = 0; i < n; i++)
        x[i] = algebra_scalar(L, i + 1);
    for (int k = 0; k < results; k++)
        algebra_push(L, expr_result(pool_of(L), op, k, x));
    return results;
}

/* jacobi(u, m, m1): sn, cn and dn of u; m1 is 1 - m */
static int jacobi(lua_State *L)
{
    return push_results(L, OP_JACOBI, 3);
}

/* jacobi_pi(u, m, m1, n): the same, the integral of 1/(1 - n sn^2), and that
 * integral less u */
static int jacobi_pi(lua_State *L)
{
    return push_results(L, OP_JACOBI_PI, 5);
}

static int is_zero(lua_State *L)
{
    bool zero;
    if (algebra_is_vec(L, 1))
        zero = vec_is_zero(algebra_vec(L, 1));
    else
        zero = expr_is_zero(algebra_scalar(L, 1));
    lua_pushboolean(L, zero);
    return 1;
}

/* select(c, a, b) of two scalars or two vectors */
static int choose(lua_State *L)
{
    struct pool *p = pool_of(L);
    const struct expr *c = algebra_scalar(L, 1), *x[VECTOR] = {c};
    if (!algebra_is_vec(L, 2)) {
        x[1] = algebra_scalar(L, 2);
        x[2] = algebra_scalar(L, 3);
        return algebra_push(L, expr_apply(p, OP_SELECT, 3, x));
    }
    struct vec a = algebra_vec(L, 2), b = algebra_vec(L, 3), v;
    for (int i = 0; i < VECTOR; i++) {
        x[1] = a.x[i];
        x[2] = b.x[i];
        v.x[i] = expr_apply(p, OP_SELECT, 3, x);
    }
    return algebra_push_vec(L, v);
}

/* A function of one or two scalars; upvalue 1 is its operation. */
static int apply(lua_State *L)
{
    enum op op = (enum op)lua_tointeger(L, lua_upvalueindex(1));
    const struct expr *x[2];
    int n = op_info(op)->arity;
    for (int i = 0; i < n; i++)
        x[i] = algebra_scalar(L, i + 1);
    return algebra_push(L, expr_apply(pool_of(L), op, n, x));
}

static void define_functions(lua_State *L)
{
    static const char *const name[] = {"sqrt", "sin",  "cos", "tan",   "asin",
                                       "acos", "atan", "exp", "log",   "sinh",
                                       "cosh", "tanh", "abs", "atan2", "min",
                                       "max",  "lt",   "le",  "floor"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        lua_pushinteger(L, (lua_Integer)op_find(name[i]));
        lua_pushcclosure(L, apply, 1);
        lua_setglobal(L, name[i]);
    }
}

static void define_kinds(lua_State *L)
{
    static const luaL_Reg both[] = {
        {"__add", add},     {"__sub", subtract}, {"__mul", multiply},
        {"__div", divide},  {"__unm", negate},   {"__pow", power},
        {"__eq", compare},  {"__lt", compare},   {"__le", compare},
        {"__mod", compare}, {"__idiv", compare}, {"__tostring", show},
        {NULL, NULL}};
    luaL_newmetatable(L, "expression");
    luaL_setfuncs(L, both, 0);
    luaL_newmetatable(L, "vector");
    luaL_setfuncs(L, both, 0);
    lua_pushcfunction(L, component);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
}

void algebra_open(struct kit *kit)
{
    lua_State *L = host_lua(kit->host);
    static const luaL_Reg functions[] = {
        {"vec", make_vec},        {"dot", dot},
        {"cross", cross},         {"c", stumpff},
        {"decimal", decimal},     {"jacobi", jacobi},
        {"jacobi_pi", jacobi_pi}, {"is_zero", is_zero},
        {"select", choose},       {NULL, NULL}};
    define_kinds(L);
    define_functions(L);
    for (const luaL_Reg *f = functions; f->name; f++)
        lua_register(L, f->name, f->func);
    algebra_push(L, expr_number(kit->pool, number_pi(kit->arena)));
    lua_setglobal(L, "pi");
}
