/* SPDX-License-Identifier: MIT
 *
 * root(p, k) in a family of tableaus: the k-th real root of a polynomial.
 */
#include "recipe/family_algebra.h"

#include "base/arena.h"
#include "num/polynomial.h"

enum { DEGREE_MOST = 64 };

/* Argument 1, the coefficients, that of the highest power first. */
static struct polynomial read_polynomial(lua_State *L)
{
    struct arena *a = derive_of(L)->arena;
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
    struct arena *a = derive_of(L)->arena;
    lua_Integer k = luaL_checkinteger(L, 2);
    struct polynomial p = read_polynomial(L);
    struct sturm chain = sturm_of(a, &p);
    int all = sturm_count(&chain, NULL, NULL);
    if (k < 1 || k > all)
        return luaL_error(L, "there is no real root %d: the polynomial has %d",
                          (int)k, all);
    return family_push(L, surd_of(sturm_root(a, &chain, (int)k)));
}

void family_open_roots(struct derive *d)
{
    lua_register(host_lua(d->host), "root", root);
}
