/* SPDX-License-Identifier: MIT
 *
 * Finds the tableau that a call means, a text of the shelf or a member of a
 * family; and lists all.  A family's Lua function returns the tableau for the
 * call's options; it computes with exact numbers.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "num/polynomial.h"
#include "num/surd.h"
#include "recipe/called.h"
#include "tableau/tableau.h"

/* ---- numbers ---- */

static num number_at(lua_State *L, int argument)
{
    expr e = algebra_scalar(L, argument);
    if (!expr_is_const(e))
        luaL_typeerror(L, argument, "number");
    return e->number;
}

/* Compares the values of two numbers, for families.  Upvalue 1 is the
 * comparison: '=', '<', or 'l' for <=. */
static int compare(lua_State *L)
{
    num x = number_at(L, 1), y = number_at(L, 2);
    int which = (int)lua_tointeger(L, lua_upvalueindex(1));
    int sign = number_sign(number_sub(kit_of(L)->arena, x, y));
    lua_pushboolean(L, which == '=' ? sign == 0 : sign < (which == 'l'));
    return 1;
}

static int is_exact(lua_State *L)
{
    lua_pushboolean(L, number_is_exact(number_at(L, 1)));
    return 1;
}

/* ---- roots of polynomials ---- */

enum { DEGREE_MOST = 64 };

/* root({ coefficients, highest power first }, which) */
static int root(lua_State *L)
{
    struct arena *a = kit_of(L)->arena;
    lua_Integer k = luaL_checkinteger(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    int n = (int)lua_rawlen(L, 1);
    luaL_argcheck(L, n >= 2 && n <= DEGREE_MOST + 1, 1,
                  "a polynomial is a list of 2 to 65 coefficients");
    num *coef = arena_array(a, (size_t)n, sizeof *coef);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, 1, n - i);
        coef[i] = number_at(L, lua_gettop(L));
        lua_pop(L, 1);
        luaL_argcheck(L, number_is_exact(coef[i]), 1,
                      "the coefficients are fractions");
    }
    luaL_argcheck(L, !number_is_zero(coef[n - 1]), 1,
                  "the first coefficient is zero");
    struct polynomial p = polynomial_of(a, n, coef);
    luaL_argcheck(L, polynomial_is_moderate(a, p), 1,
                  "the coefficients have too many digits");
    struct sturm chain = sturm_of(a, p);
    int all = sturm_count(&chain, NULL, NULL);
    if (k < 1 || k > all)
        return luaL_error(L, "there is no real root %d: the polynomial has %d",
                          (int)k, all);
    return algebra_push(
        L, expr_number(kit_of(L)->pool, sturm_root(a, &chain, (int)k)));
}

static void define_numbers(struct kit *kit)
{
    static const struct {
        const char *name;
        int which;
    } comparisons[] = {{"__eq", '='}, {"__lt", '<'}, {"__le", 'l'}};
    lua_State *L = kit->host->lua;
    algebra_open(kit, REAL_DOUBLE);
    luaL_getmetatable(L, "expression");
    for (int i = 0; i < 3; i++) {
        lua_pushinteger(L, comparisons[i].which);
        lua_pushcclosure(L, compare, 1);
        lua_setfield(L, -2, comparisons[i].name);
    }
    lua_getfield(L, -1, "__div");
    lua_setglobal(L, "fraction");
    lua_pop(L, 1);
    lua_register(L, "is_exact", is_exact);
    lua_register(L, "root", root);
}

/* ---- what a family returns ---- */

struct family {
    struct kit *kit;
    struct called *called;
    const struct tableau *tableau;
};

/* Returns the call with option values by position, "gauss(3)". */
static const char *member_name(struct arena *arena, const struct called *c)
{
    struct text name = text_new(arena);
    text_put(&name, c->file->name);
    for (int i = 0; i < c->options; i++) {
        const struct option_value *o = &c->option[i];
        text_put(&name, i ? ", " : "(");
        if (o->word)
            text_put(&name, o->word);
        else
            text_print(&name, "%ld", *o->list);
    }
    text_put(&name, c->options ? ")" : "");
    return text_chars(&name);
}

/* Reads the table on the stack: { order =, c =, a =, b = [, bhat =] }. */
static void read_tableau(struct family *f)
{
    const struct kit *kit = f->kit;
    lua_State *L = kit->host->lua;
    const struct called *c = f->called;
    struct tableau t = {.place = c->place};
    t.name = member_name(kit->arena, c);
    t.source =
        text_format(kit->arena, "%s\n%s", c->claim.title ? c->claim.title : "",
                    c->claim.source ? c->claim.source : "");
    if (!lua_istable(L, -1))
        called_blame(
            kit, c,
            "'tableau' must return { order = .., c = .., a = .., b = .. }");
    struct fields fields = {L, c->file->text->path, lua_gettop(L)};
    t.claim = (int)field_int(&fields, "order", 1, ORDER_EXACT, 0);
    if (!t.claim)
        called_blame(kit, c, "the tableau needs an order");
    lua_getglobal(L, "entries");
    lua_insert(L, -2);
    lua_pushinteger(L, TABLEAU_STAGES);
    lua_call(L, 2, 3);
    if (lua_type(L, -3) == LUA_TSTRING)
        called_blame(kit, c, "%s", lua_tostring(L, -3));
    t.stages = (int)lua_tointeger(L, -3);
    t.embedded = (int)lua_tointeger(L, -2);
    const int all = tableau_entries(&t);
    t.surd = arena_array(kit->arena, (size_t)all, sizeof *t.surd);
    for (int i = 0; i < all; i++) { /* c first */
        lua_rawgeti(L, -1, i + 1);
        t.surd[(i + tableau_written_c(&t)) % all] = number_at(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    f->tableau = tableau_make(kit->arena, &t);
}

static bool run(struct host *h, void *data)
{
    struct family *f = data;
    struct kit *kit = f->kit;
    struct called *c = f->called;
    kit->host = h;
    h->bound = kit;
    luaL_checkstack(h->lua, 40 + OPTIONS_MOST, NULL);
    kit->pool = pool_apart(kit->arena);
    define_numbers(kit);
    option_define(kit);
    if (!host_run(h, shelf_builtin_file("generator/recipe/family.lua")) ||
        !called_open(kit, c))
        return false;
    kit->speaker = c;
    for (int i = 0; i < c->options; i++)
        option_push_value(kit, &c->option[i]);
    called_run(kit, c, "tableau", c->options);
    read_tableau(f);
    return true;
}

/* ---- the tableau of a call ---- */

/* A member of a family may have a name that is short for its call. */
const struct tableau *tableau_of_call(const struct kit *given, syntax call)
{
    struct kit kit = *given; /* for a separate session without recipe */
    struct called c;
    struct family f = {.kit = &kit, .called = &c};
    int errors = kit.diags->errors;
    const char *other = NULL, *name = call->name;
    kit.recipe = NULL;
    if ((call->kind == AST_CALL || call->kind == AST_NAME) &&
        !shelf_find(kit.shelf, SHELF_TABLEAU, name))
        other = shelf_instance(kit.shelf, SHELF_TABLEAU, name);
    const bool is_option_given = other && call->kind == AST_CALL;
    if (other && !is_option_given)
        call = called_parse(&kit, text_format(kit.arena, "'%s'", name), other);
    if (!call ||
        (!is_option_given && !called_find(&kit, SHELF_TABLEAU, call, NULL, &c)))
        return NULL;
    if (is_option_given || (call->kind == AST_CALL && !c.file->is_lua)) {
        diag_error(kit.diags, call->place, "the tableau '%s' has no options",
                   other ? name : c.file->name);
        return NULL;
    }
    if (c.file->is_lua)
        return host_session(kit.diags, host_limits(), run, &f) &&
                       kit.diags->errors == errors
                   ? f.tableau
                   : NULL;
    syntax tree = called_statement(&kit, c.file, AST_TABLEAU, "tableau");
    return tree ? tableau_build(kit.diags, tree) : NULL;
}

const struct tableau *tableau_of_text(const struct kit *kit, const char *call)
{
    syntax tree = called_parse(kit, "tableau", call);
    return tree ? tableau_of_call(kit, tree) : NULL;
}

/* ---- all tableaus ---- */

/* Families: all values of the option; with `stages` only that value if the
 * option is s, the number of stages.  Texts with another number of stages are
 * left out without computing them. */
int tableau_calls(const struct kit *kit, int stages, const char *const **call)
{
    const char **all = NULL;
    int n = 0, room = 0;
    for (int i = 0; i < shelf_count(kit->shelf, SHELF_TABLEAU); i++) {
        const struct shelf_file *file = shelf_at(kit->shelf, SHELF_TABLEAU, i);
        struct shelf_claim c = {.examples = 1, .example = &file->name};
        syntax tree;
        if (file->is_lua && !shelf_describe(kit->diags, file, &c))
            continue;
        if (!file->is_lua && stages &&
            (!(tree = called_statement(kit, file, AST_TABLEAU, "tableau")) ||
             abs(tableau_stages(tree) - stages) > 1))
            continue;
        bool one = stages && c.integer && strcmp(c.integer, "s") == 0;
        long least = c.integer ? c.least : 0,
             most = c.integer ? c.most : c.examples - 1L;
        for (long k = least; k <= most; k++)
            if (!one || k == stages)
                arena_push(kit->arena, all, n, room,
                           c.integer ? text_format(kit->arena, "%s(%ld)",
                                                   file->name, k)
                                     : c.example[k]);
    }
    *call = all;
    return n;
}

int tableaus_near(const struct kit *kit, int stages,
                  const struct tableau *const **out)
{
    const char *const *call;
    int calls = tableau_calls(kit, stages, &call), n = 0;
    const struct tableau **near =
        arena_array(kit->arena, (size_t)calls + 1, sizeof *near);
    for (int i = 0; i < calls; i++) {
        const struct tableau *t = tableau_of_text(kit, call[i]);
        if (t && abs(t->stages - stages) <= 1)
            near[n++] = t;
    }
    *out = near;
    return n;
}
