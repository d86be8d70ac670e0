/* SPDX-License-Identifier: MIT
 *
 * Reads a call's options as its file declares them: a word, an integer, a list
 * of integers, an expression, a tableau or a method.  Errors are reported where
 * the user wrote the option.  Passes options to Lua, including tableaus with
 * exact entries and methods that can be run.
 */
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/text.h"
#include "model/constant.h"
#include "recipe/called.h"
#include "tableau/elementary.h"

enum {
    METHODS_DEEP = 6, /* maximum nesting of methods */
    ORDER_LOOKED_AT = 10
};

/* ---- declarations ---- */

/* Returns the order that meets a tolerance fastest: ceil(1 - ln(tol)/2).
 * A. Jorba, M. Zou, Experimental Mathematics 14 (2005) 99-117. */
static long order_of_series(double tolerance, long least, long most)
{
    const double order = ceil(1 - log(tolerance) / 2);
    return order < (double)least  ? least
           : order > (double)most ? most
                                  : (long)order;
}

/* Returns the default of an option, or NULL.  It may differ for floats, and for
 * an attitude whose numbers the method integrates. */
static syntax read_preset(struct kit *kit, const struct called *c,
                          struct option_value *out)
{
    const struct declared *o = out->declared;
    const struct recipe *r = kit->recipe;
    bool drifts = r && (r->choice.real == REAL_FLOAT ||
                        (c == &r->attitude && r->promise.numbers));
    out->is_unusual = drifts && o->in_float;
    const char *text = out->is_unusual ? o->in_float : o->preset;
    if (o->by_tolerance && r)
        text =
            text_format(kit->arena, "%ld",
                        order_of_series(recipe_finest(r), o->least, o->most));
    if (c->file->kind == SHELF_TABLEAU &&
        (o->names || o->number || o->tableau || o->method || o->count))
        called_blame(kit, c, "an option of a family is a word or an integer");
    if (!text)
        return NULL;
    syntax map = NULL;
    syntax value = lang_parse_part(kit->names, kit->diags, LANG_VALUE,
                                   c->file->text->path, text);
    if (!value)
        called_blame(kit, c, "an option's default cannot be read");
    called_map(NULL, value, &map);
    if (map)
        called_blame(kit, c, "an option's default may not name a map");
    return value;
}

/* Returns a text such as "one, dmv or an expression in th2". */
static const char *expected(struct kit *kit, const struct declared *o)
{
    struct arena *a = kit->arena;
    const char **part = arena_array(a, (size_t)o->words + 4, sizeof *part);
    int n = 0;
    for (; n < o->words; n++)
        part[n] = o->word[n];
    if (o->integer)
        part[n++] =
            text_format(a, "an integer from %ld to %ld", o->least, o->most);
    if (o->count)
        part[n++] = text_format(a, "%d integers from %ld to %ld", o->count,
                                o->least, o->most);
    if (o->names)
        part[n++] = text_format(a, "an expression in %s",
                                text_list(a, o->names, o->variable, " or "));
    return text_list(a, n, part, " or ");
}

static void hint_example(struct kit *kit, const struct called *c,
                         const struct declared *o)
{
    struct text t = text_new(kit->arena);
    if (o->tableau || o->method) {
        diag_hint(kit->diags, "for example %s(%s)", c->file->name,
                  o->method ? "imidm" : "kutta4");
        return;
    }
    for (int i = 0; i < (o->count ? o->count : 1); i++)
        text_print(&t, " %ld", o->least + i < o->most ? o->least + i : o->most);
    if (o->integer || o->count)
        diag_hint(kit->diags, "for example %s(%s =%s)", c->file->name, o->name,
                  text_chars(&t));
}

/* ---- expressions ---- */

/* Evaluates the option's expression with these values of its names. */
static expr fold(struct kit *kit, struct pool *pool, struct diags *diags,
                 const struct option_value *v, const expr *known)
{
    const struct declared *o = v->declared;
    const char *quoted = text_format(kit->arena, "the option '%s'", o->name);
    const char *hint =
        o->names ? text_format(kit->arena, "it is an expression in %s",
                               o->variable[0])
                 : "it is a number";
    struct constant_scope scope = {quoted, hint, o->names, o->variable,
                                   known,  NULL, NULL};
    return constant_in(pool, diags, &scope, v->formula);
}

/* Reads an expression.  Errors are reported at its place, before it is used. */
static bool read_formula(struct kit *kit, syntax value,
                         struct option_value *out)
{
    const struct declared *o = out->declared;
    struct pool *scratch = pool_new(kit->arena);
    expr *symbol =
        arena_array(kit->arena, (size_t)o->names + 1, sizeof *symbol);
    for (int i = 0; i < o->names; i++)
        symbol[i] = expr_symbol(scratch, o->variable[i], SYMBOL_UNKNOWN);
    out->formula = value;
    return fold(kit, scratch, kit->diags, out, symbol);
}

/* ---- tableaus ---- */

/* The body's own tableaus come before the shelf's. */
static const struct tableau *read_tableau(struct kit *kit, syntax value)
{
    const struct model *m = kit->recipe->model;
    syntax own = value->kind == AST_NAME || value->kind == AST_CALL
                     ? called_named(m->tableaus, m->tableau, value->name)
                     : NULL;
    if (!own)
        return tableau_of_call(kit, value);
    if (value->kind == AST_NAME)
        return tableau_build(kit->diags, own);
    diag_error(kit->diags, value->place, "the tableau '%s' has no options",
               own->name);
    return NULL;
}

/* ---- any option ---- */

/* Reads integers: `4`, `1 2 3` or `[1, 2, 3]`. */
static bool read_integers(struct kit *kit, syntax value,
                          struct option_value *out)
{
    const struct declared *o = out->declared;
    bool many = value->kind == AST_VECTOR;
    if (many ? !o->count || value->n != o->count : !o->integer)
        return false;
    int n = many ? o->count : 1;
    long *list = arena_array(kit->arena, (size_t)n, sizeof *list);
    for (int i = 0; i < n; i++) {
        syntax x = many ? value->child[i] : value;
        if (x->kind != AST_NUMBER || !number_is_int(x->number, &list[i]) ||
            list[i] < o->least || list[i] > o->most)
            return false;
    }
    out->count = many ? n : 0;
    out->list = list;
    return true;
}

static bool read_value(struct kit *kit, const struct called *c, syntax value,
                       struct option_value *out)
{
    const struct declared *o = out->declared;
    bool is_word = value->kind == AST_NAME; /* and not a variable */
    for (int i = 0; is_word && i < o->names; i++)
        is_word = strcmp(o->variable[i], value->name) != 0;
    out->place = value->place;
    if (o->tableau)
        return (out->tableau = read_tableau(kit, value));
    if (o->method && c->depth == METHODS_DEEP)
        return diag_error(kit->diags, value->place,
                          "methods are nested more than %d deep", METHODS_DEEP);
    if (o->method) {
        struct called *inner = arena_alloc(kit->arena, sizeof *inner);
        if (!called_find(kit, SHELF_METHOD, value, NULL, inner))
            return false;
        inner->depth = c->depth + 1;
        out->method = inner;
        return called_open(kit, inner);
    }
    for (int i = 0; value->kind == AST_NAME && i < o->words; i++)
        if (name_is(o->word[i], value->name)) {
            out->word = o->word[i];
            return true;
        }
    if (read_integers(kit, value, out))
        return true;
    if (o->number || (o->names && value->kind != AST_VECTOR && !is_word))
        return read_formula(kit, value, out);
    return diag_error(kit->diags, value->place, "the option '%s' is %s",
                      o->name, expected(kit, o));
}

/* Reads the given value, else the default, else takes the first word. */
static bool read_option(struct kit *kit, const struct called *c, syntax given,
                        syntax preset, struct option_value *out)
{
    bool good = true;
    out->is_unusual &= !given;
    if (given)
        return read_value(kit, c, given, out);
    if (preset) {
        good = read_value(kit, c, preset, out);
    } else if (out->declared->words) {
        out->word = out->declared->word[0];
    } else {
        diag_error(kit->diags, c->place, "%s needs a value for '%s'",
                   c->file->name, out->declared->name);
        hint_example(kit, c, out->declared);
        good = false;
    }
    out->place = c->place;
    return good;
}

/* ---- a call's options ---- */

/* Matches arguments to options: first those given by position, then by name.
 * The last place is for the map, which all methods have.  Options that are
 * given twice or not declared are errors. */
static bool match(struct kit *kit, const struct called *c, syntax *value)
{
    int n = c->call && c->call->kind == AST_CALL ? c->call->n : 0;
    bool takes_map = c->file->kind == SHELF_METHOD || c->composition;
    for (int k = 0, positions = 0; k < 2 * n; k++) {
        syntax a = c->call->child[k % n];
        bool named = a->kind == AST_OPTION;
        if (named == (k < n))
            continue;
        if (!named && positions == c->options)
            return diag_error(kit->diags, a->place, "%s takes no %s",
                              c->file->name,
                              c->options ? "more options" : "options");
        int i = named ? 0 : positions++;
        while (named && i < c->options &&
               strcmp(c->option[i].declared->name, a->name) != 0)
            i++;
        if (named && i == c->options && !(takes_map && !strcmp(a->name, "map")))
            i = -1;
        if (i < 0)
            return diag_error(kit->diags, a->name_place,
                              "%s has no option '%s'", c->file->name, a->name);
        if (value[i])
            return diag_error(kit->diags, a->name_place,
                              "the option '%s' is given twice", a->name);
        value[i] = named ? a->child[0] : a;
    }
    return true;
}

bool option_read(struct kit *kit, struct called *c)
{
    struct fields f = called_push(kit, c);
    const struct declared *declared;
    struct text names = text_new(kit->arena);
    c->options = claim_options(&f, &declared);
    lua_pop(f.L, 1);
    size_t n = (size_t)c->options + 1;
    syntax *preset = arena_array(kit->arena, n, sizeof *preset);
    syntax *value = arena_array(kit->arena, n, sizeof *value);
    c->option = arena_array(kit->arena, n, sizeof *c->option);
    for (int i = 0; i < c->options; i++) {
        c->option[i].declared = &declared[i];
        text_print(&names, "%s%s", i ? ", " : "", declared[i].name);
        preset[i] = read_preset(kit, c, &c->option[i]);
    }
    bool good = match(kit, c, value);
    if (!good && c->options)
        diag_hint(kit->diags, "its options are %s", text_chars(&names));
    for (int i = 0, all = good ? c->options : 0; i < all; i++)
        good &= read_option(kit, c, value[i], preset[i], &c->option[i]);
    return good;
}

/* ---- a tableau, as Lua sees it ---- */

/* Returns the order of b, or of bhat if `hat`, up to a limit from the claim;
 * for rounded decimals, as far as their digits show. */
static int order_with(struct arena *arena, const struct tableau *t, bool hat)
{
    int limit = t->claim ? t->claim + 2 * hat : ORDER_LOOKED_AT;
    int order = tableau_order(arena, t, hat, limit);
    bool uses = order < limit &&
                (t->decimals.digits > 0 || order == 0 || order < t->claim);
    const struct tableau *r = uses ? tableau_as_rounded(arena, t) : NULL;
    int rounded = r ? tableau_order(arena, r, hat, limit) : order;
    return rounded > order ? rounded : order;
}

/* Returns why the embedded weights give no error estimate, or NULL if they do.
 * Weights that differ from b only by rounding do not. */
static const char *useless_pair(const struct tableau *t, int order,
                                int order_hat)
{
    double most = 0, sum = 0, sizes = 0;
    for (int i = 0; i < t->stages; i++) {
        most = fmax(most,
                    fabs(number_double(t->b[i]) - number_double(t->bhat[i])));
        sum += number_double(t->bhat[i]);
        sizes += fabs(number_double(t->bhat[i]));
    }
    return order == 0 ? "its b is of order 0"
           : order_hat == 0 && fabs(sum) < 1e-3 * sizes
               ? "its bhat adds up to 0, so it may be b - bhat; `polhode "
                 "tableau FILE` prints bhat"
           : order_hat == 0 ? "its bhat is of order 0"
           : most < 1e-6    ? "its bhat is b, but for rounding"
                            : NULL;
}

const char *recipe_pair_fault(struct arena *arena, const struct called *c)
{
    const char *why = NULL;
    for (int i = 0; i < c->options; i++) {
        const struct tableau *t = c->option[i].tableau;
        if (t)
            why = t->bhat ? useless_pair(t, order_with(arena, t, false),
                                         order_with(arena, t, true))
                          : NULL;
        else if (c->option[i].method)
            why = recipe_pair_fault(arena, c->option[i].method);
    }
    return why;
}

const char *recipe_mismatch(struct arena *arena, const struct called *c)
{
    const char *found = NULL;
    for (int i = 0; i < c->options && !found; i++) {
        const struct tableau *t = c->option[i].tableau;
        const int *stage;
        if (c->option[i].method)
            found = recipe_mismatch(arena, c->option[i].method);
        else if (t && tableau_mismatches(arena, t, true, &stage) > 0)
            found = text_format(
                arena, "c of stage %d of tableau %s is not the sum of its row",
                *stage + 1, t->name);
    }
    return found;
}

/* Lower bounds on margins of pairs whose difference is small on some motions,
 * but not in the norm over all trees.  Measured by tests/shelf/test_pairs.c in
 * all forms and maps: at most 5 % of a run's steps exceed the tolerance. */
static const struct {
    const char *tableau;
    int margin;
} measured[] = {
    {"ark437_explicit", 10000}, {"ark548_explicit", 250}, {"esdirk325", 10000},
    {"esdirk32i5", 250},        {"esdirk437", 250},       {"fehlberg89", 80},
    {"sharp_smart32", 40},      {"tanaka65a", 250},       {"tanaka65b", 20},
    {"tanaka65c", 250},         {"tanaka65d", 1500},      {"tanaka76a", 160},
    {"verner98e", 20},
};

/* Returns the margin: in a step with half vector v a pair's difference is
 * multiplied by 1 + margin v.v.  In long steps the error of the better
 * solution, which falls faster, is not small beside the difference. */
static int margin_of(struct arena *arena, const struct tableau *t, int order,
                     int order_hat)
{
    double ratio = error_ratio(arena, t, order, order_hat);
    double margin = fmin(4 + 16 * ratio * ratio, 1e6);
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        if (strcmp(measured[i].tableau, t->name) == 0)
            margin = fmax(margin, measured[i].margin);
    return (int)ceil(margin);
}

void option_push_numbers(struct kit *kit, int n, num const *number)
{
    lua_State *L = kit->host->lua;
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        algebra_push(L, expr_number(kit->pool, number[i]));
        lua_seti(L, -2, i + 1);
    }
}

/* Pushes a tableau.  Its order is the claimed one, or less if the order
 * conditions do not hold, so that the banner is right. */
static void push_tableau(struct kit *kit, const struct tableau *t)
{
    lua_State *L = kit->host->lua;
    int order = order_with(kit->arena, t, false);
    int order_hat = t->bhat ? order_with(kit->arena, t, true) : 0;
    if (order == 0)
        diag_warning(kit->diags, t->place,
                     "tableau %s is of order 0: its weights do not add up to 1",
                     t->name);
    else if (order < t->claim)
        diag_warning(kit->diags, t->place,
                     "tableau %s claims order %d, but is of order %d", t->name,
                     t->claim, order);
    host_set(L, "{name:s stages:i order:i explicit:b", t->name, t->stages,
             order, t->is_explicit);
    option_push_numbers(kit, t->stages, t->b);
    lua_setfield(L, -2, "b");
    if (t->bhat && !useless_pair(t, order, order_hat)) {
        option_push_numbers(kit, t->stages, t->bhat);
        lua_setfield(L, -2, "bhat");
        host_set(L, "order_hat:i", order_hat);
        host_set(L, "margin:i", margin_of(kit->arena, t, order, order_hat));
    }
    option_push_numbers(kit, t->stages, t->c);
    lua_setfield(L, -2, "c");
    lua_createtable(L, t->stages, 0);
    for (int i = 0; i < t->stages; i++) {
        option_push_numbers(kit, t->stages, &t->a[i * t->stages]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "a");
}

/* ---- a method, as Lua sees it ---- */

/* base.step(m, s, h, opt) */
static int run_step(lua_State *L)
{
    struct kit *kit = kit_of(L);
    const struct called *outer = kit->speaker;
    const struct called *c = lua_touserdata(L, lua_upvalueindex(1));
    kit->speaker = c;
    called_run(kit, c, "step", lua_gettop(L));
    kit->speaker = outer;
    return 1;
}

/* Pushes a method as an option: its promises, and its step with its options. */
static void push_method(struct kit *kit, const struct called *c)
{
    lua_State *L = kit->host->lua;
    const struct called *outer = kit->speaker;
    luaL_checkstack(L, 8, NULL);
    option_push(kit, c);
    int opt = lua_gettop(L);
    promise_read(kit, c, opt);
    host_set(L, "name:s", c->claim.name);
    lua_pushlightuserdata(L, (void *)(uintptr_t)c);
    lua_pushcclosure(L, run_step, 1);
    lua_setfield(L, -2, "step");
    lua_insert(L, opt);
    lua_setfield(L, -2, "opt");
    kit->speaker = outer;
}

/* ---- values ---- */

/* f(th2, ...): the value of the user's expression. */
static int formula(lua_State *L)
{
    const struct option_value *o = lua_touserdata(L, lua_upvalueindex(1));
    struct kit *kit = kit_of(L);
    struct diags ignored = diags_new(kit->arena);
    expr *value =
        arena_array(kit->arena, (size_t)o->declared->names + 1, sizeof *value);
    for (int i = 0; i < o->declared->names; i++)
        value[i] = algebra_scalar(L, i + 1);
    expr e = fold(kit, kit->pool, &ignored, o, value);
    if (e)
        return algebra_push(L, e);
    return host_refuse(L, o->formula->place, NULL,
                       "the option '%s' has no finite value there",
                       o->declared->name);
}

void option_push_value(struct kit *kit, const struct option_value *o)
{
    lua_State *L = kit->host->lua;
    if (o->tableau) {
        push_tableau(kit, o->tableau);
    } else if (o->method) {
        push_method(kit, o->method);
    } else if (o->formula) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)o);
        lua_pushcclosure(L, formula, 1);
        if (!o->declared->names)
            lua_call(L, 0, 1);
    } else if (o->word) {
        lua_pushstring(L, o->word);
    } else if (!o->count) {
        lua_pushinteger(L, *o->list);
    } else {
        lua_createtable(L, o->count, 0);
        for (int i = 0; i < o->count; i++) {
            lua_pushinteger(L, o->list[i]);
            lua_seti(L, -2, i + 1);
        }
    }
}

/* METHODS_DEEP bounds the recursion. */
void option_push(struct kit *kit, const struct called *c)
{
    lua_State *L = kit->host->lua;
    luaL_checkstack(L, 8, NULL);
    lua_newtable(L);
    for (int i = 0; i < c->options; i++) {
        option_push_value(kit, &c->option[i]);
        lua_setfield(L, -2, c->option[i].declared->name);
    }
    kit->speaker = c;
}

/* refuse(option, message [, hint]): error at an option of the running file */
static int refuse(lua_State *L)
{
    const struct called *c = kit_of(L)->speaker;
    const char *name = luaL_checkstring(L, 1);
    const char *message = luaL_checkstring(L, 2);
    const char *hint = luaL_optstring(L, 3, NULL);
    for (int i = 0; c && i < c->options; i++)
        if (!strcmp(c->option[i].declared->name, name))
            return host_refuse(L, c->option[i].place, hint, "%s", message);
    return luaL_error(L, "refuse: there is no option '%s'", name);
}

void option_define(struct kit *kit)
{
    lua_register(kit->host->lua, "refuse", refuse);
}
