/* SPDX-License-Identifier: MIT
 *
 * Numbers as a family of tableaus computes with them: fractions and roots are
 * exact as long as that can be (tableau/surd.h).  They have values, so that a
 * family may compare them.
 */
#include "recipe/family_algebra.h"

#include <math.h>

#include "base/arena.h"

static const char kind[] = "number";

enum { EXPONENT_MOST = 64 };

int family_push(lua_State *L, struct surd x)
{
    struct surd *box = arena_alloc(derive_of(L)->arena, sizeof *box);
    *box = x;
    return algebra_box(L, kind, box);
}

/* 3/8 and 0.5 are what they seem; 1/6 and 0.1 are already rounded. */
static struct surd of_double(lua_State *L, double value)
{
    double scaled = value * 1024;
    if (!(fabs(value) < 1048576) || floor(scaled) != scaled)
        luaL_error(L,
                   "%f is rounded already: numbers of a tableau are exact; "
                   "write fraction(1, 6), not 1/6",
                   value);
    return surd_of(number_of_double(derive_of(L)->arena, value));
}

struct surd family_number(lua_State *L, int argument)
{
    const struct surd *const *box = luaL_testudata(L, argument, kind);
    if (box)
        return **box;
    if (lua_isinteger(L, argument))
        return surd_of(
            number_int(derive_of(L)->arena, (long)lua_tointeger(L, argument)));
    if (lua_type(L, argument) == LUA_TNUMBER)
        return of_double(L, lua_tonumber(L, argument));
    luaL_typeerror(L, argument, "number");
    return (struct surd){0};
}

/* ---- operators ---- */

static int add(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return family_push(L, surd_add(derive_of(L)->arena, a, b));
}

static int subtract(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return family_push(L, surd_sub(derive_of(L)->arena, a, b));
}

static int multiply(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return family_push(L, surd_mul(derive_of(L)->arena, a, b));
}

static int divide(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2), quotient;
    if (!surd_div(derive_of(L)->arena, a, b, &quotient))
        return luaL_error(L, "division by zero");
    return family_push(L, quotient);
}

static int negate(lua_State *L)
{
    return family_push(L, surd_neg(derive_of(L)->arena, family_number(L, 1)));
}

static int power(lua_State *L)
{
    struct arena *a = derive_of(L)->arena;
    struct surd x = family_number(L, 1);
    struct surd product = surd_of(number_int(a, 1));
    lua_Integer n = luaL_checkinteger(L, 2);
    luaL_argcheck(L, n >= 0 && n <= EXPONENT_MOST, 2,
                  "the exponent is from 0 to 64");
    while (n--)
        product = surd_mul(a, product, x);
    return family_push(L, product);
}

static int compared(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return surd_compare(derive_of(L)->arena, a, b);
}

static int equal(lua_State *L)
{
    lua_pushboolean(L, compared(L) == 0);
    return 1;
}

static int below(lua_State *L)
{
    lua_pushboolean(L, compared(L) < 0);
    return 1;
}

static int not_above(lua_State *L)
{
    lua_pushboolean(L, compared(L) <= 0);
    return 1;
}

static int show(lua_State *L)
{
    lua_pushstring(L, surd_text(derive_of(L)->arena, family_number(L, 1)));
    return 1;
}

/* ---- functions ---- */

/* fraction(p, q) */
static int fraction(lua_State *L)
{
    lua_settop(L, 2);
    return divide(L);
}

/* decimal "0.1" */
static int decimal(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    const struct number *n = number_decimal(derive_of(L)->arena, text, length);
    luaL_argcheck(L, n, 1, "not a decimal number");
    return family_push(L, surd_of(n));
}

static int square_root(lua_State *L)
{
    struct surd root;
    if (!surd_sqrt(derive_of(L)->arena, family_number(L, 1), &root))
        return luaL_error(L, "the square root of a negative number");
    return family_push(L, root);
}

static int is_zero(lua_State *L)
{
    lua_pushboolean(L, surd_is_zero(family_number(L, 1)));
    return 1;
}

/* What a program can tell apart from a number that is exact. */
static int is_exact(lua_State *L)
{
    lua_pushboolean(L, number_is_exact(family_number(L, 1).p));
    return 1;
}

void family_open(struct derive *d)
{
    lua_State *L = host_lua(d->host);
    static const luaL_Reg operators[] = {
        {"__add", add},       {"__sub", subtract}, {"__mul", multiply},
        {"__div", divide},    {"__unm", negate},   {"__pow", power},
        {"__eq", equal},      {"__lt", below},     {"__le", not_above},
        {"__tostring", show}, {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"fraction", fraction}, {"decimal", decimal},   {"sqrt", square_root},
        {"is_zero", is_zero},   {"is_exact", is_exact}, {NULL, NULL}};
    luaL_newmetatable(L, kind);
    luaL_setfuncs(L, operators, 0);
    lua_pop(L, 1);
    for (const luaL_Reg *f = functions; f->name; f++)
        lua_register(L, f->name, f->func);
}
