/* SPDX-License-Identifier: MIT
 *
 * Numbers as a family of tableaus computes with them: fractions and roots are
 * exact as long as that can be (tableau/surd.h).  They have values, so that a
 * family may compare them.
 */
#include "recipe/family.h"

#include <math.h>

#include "base/arena.h"
#include "num/polynomial.h"

static const char kind[] = "number";

enum { EXPONENT_MOST = 64 };

static int push(lua_State *L, struct surd x)
{
    struct surd *box = arena_alloc(kit_of(L)->arena, sizeof *box);
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
    return surd_of(number_of_double(kit_of(L)->arena, value));
}

struct surd family_number(lua_State *L, int argument)
{
    const struct surd *const *box = luaL_testudata(L, argument, kind);
    if (box)
        return **box;
    if (lua_isinteger(L, argument))
        return surd_of(
            number_int(kit_of(L)->arena, (long)lua_tointeger(L, argument)));
    if (lua_type(L, argument) == LUA_TNUMBER)
        return of_double(L, lua_tonumber(L, argument));
    luaL_typeerror(L, argument, "number");
    return (struct surd){0};
}

/* ---- operators ---- */

static int add(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return push(L, surd_add(kit_of(L)->arena, a, b));
}

static int subtract(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return push(L, surd_sub(kit_of(L)->arena, a, b));
}

static int multiply(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return push(L, surd_mul(kit_of(L)->arena, a, b));
}

static int divide(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2), quotient;
    if (!surd_div(kit_of(L)->arena, a, b, &quotient))
        return luaL_error(L, "division by zero");
    return push(L, quotient);
}

static int negate(lua_State *L)
{
    return push(L, surd_neg(kit_of(L)->arena, family_number(L, 1)));
}

static int power(lua_State *L)
{
    struct arena *a = kit_of(L)->arena;
    struct surd x = family_number(L, 1);
    struct surd product = surd_of(number_int(a, 1));
    lua_Integer n = luaL_checkinteger(L, 2);
    luaL_argcheck(L, n >= 0 && n <= EXPONENT_MOST, 2,
                  "the exponent is from 0 to 64");
    while (n--)
        product = surd_mul(a, product, x);
    return push(L, product);
}

static int compared(lua_State *L)
{
    struct surd a = family_number(L, 1), b = family_number(L, 2);
    return surd_compare(kit_of(L)->arena, a, b);
}

static int give_truth(lua_State *L, bool value)
{
    lua_pushboolean(L, value);
    return 1;
}

static int equal(lua_State *L)
{
    return give_truth(L, compared(L) == 0);
}

static int below(lua_State *L)
{
    return give_truth(L, compared(L) < 0);
}

static int not_above(lua_State *L)
{
    return give_truth(L, compared(L) <= 0);
}

static int show(lua_State *L)
{
    lua_pushstring(L, surd_text(kit_of(L)->arena, family_number(L, 1)));
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
    const struct number *n = number_decimal(kit_of(L)->arena, text, length);
    luaL_argcheck(L, n, 1, "not a decimal number");
    return push(L, surd_of(n));
}

static int square_root(lua_State *L)
{
    struct surd root;
    if (!surd_sqrt(kit_of(L)->arena, family_number(L, 1), &root))
        return luaL_error(L, "the square root of a negative number");
    return push(L, root);
}

static int is_zero(lua_State *L)
{
    return give_truth(L, surd_is_zero(family_number(L, 1)));
}

/* What a program can tell apart from a number that is exact. */
static int is_exact(lua_State *L)
{
    return give_truth(L, number_is_exact(family_number(L, 1).p));
}

/* ---- roots of polynomials ---- */

enum { DEGREE_MOST = 64 };

/* Argument 1, the coefficients, that of the highest power first. */
static struct polynomial read_polynomial(lua_State *L)
{
    struct arena *a = kit_of(L)->arena;
    luaL_checktype(L, 1, LUA_TTABLE);
    int n = (int)lua_rawlen(L, 1);
    luaL_argcheck(L, n >= 2 && n <= DEGREE_MOST + 1, 1,
                  "a polynomial is a list of 2 to 65 coefficients");
    const struct number **coef = arena_array(a, (size_t)n, sizeof *coef);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, 1, n - i);
        coef[i] = surd_value(a, family_number(L, lua_gettop(L)));
        lua_pop(L, 1);
        luaL_argcheck(L, number_is_exact(coef[i]), 1,
                      "the coefficients are fractions");
    }
    luaL_argcheck(L, !number_is_zero(coef[n - 1]), 1,
                  "the first coefficient is zero");
    struct polynomial p = polynomial_of(a, n, coef);
    luaL_argcheck(L, polynomial_is_moderate(a, &p), 1,
                  "the coefficients have too many digits");
    return p;
}

static int root(lua_State *L)
{
    struct arena *a = kit_of(L)->arena;
    lua_Integer k = luaL_checkinteger(L, 2);
    struct polynomial p = read_polynomial(L);
    struct sturm chain = sturm_of(a, &p);
    int all = sturm_count(&chain, NULL, NULL);
    if (k < 1 || k > all)
        return luaL_error(L, "there is no real root %d: the polynomial has %d",
                          (int)k, all);
    return push(L, surd_of(sturm_root(a, &chain, (int)k)));
}

void family_open(struct kit *kit)
{
    lua_State *L = host_lua(kit->host);
    static const luaL_Reg operators[] = {
        {"__add", add},       {"__sub", subtract}, {"__mul", multiply},
        {"__div", divide},    {"__unm", negate},   {"__pow", power},
        {"__eq", equal},      {"__lt", below},     {"__le", not_above},
        {"__tostring", show}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"fraction", fraction},
                                         {"decimal", decimal},
                                         {"sqrt", square_root},
                                         {"is_zero", is_zero},
                                         {"is_exact", is_exact},
                                         {"root", root},
                                         {NULL, NULL}};
    luaL_newmetatable(L, kind);
    luaL_setfuncs(L, operators, 0);
    lua_pop(L, 1);
    for (const luaL_Reg *f = functions; f->name; f++)
        lua_register(L, f->name, f->func);
}
