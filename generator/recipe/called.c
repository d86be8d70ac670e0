/* SPDX-License-Identifier: MIT
 *
 * Finds the shelf file that a name or call means.  A method may be a
 * composition, whose step is written in composition.lua; the body's own
 * compositions come first.  Also reads what a method promises with its options:
 * its claims, each a value or function(opt, map).
 */
#include "recipe/called.h"

#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/text.h"
#include "tableau/tableau.h"

/* ---- texts ---- */

syntax called_parse(const struct kit *kit, const char *path, const char *text)
{
    return lang_parse_part(kit->names, kit->diags, LANG_CALL, path, text);
}

syntax called_statement(const struct kit *kit, const struct shelf_file *file,
                        enum ast_kind kind, const char *name)
{
    syntax tree = lang_parse(kit->names, kit->diags, file->text);
    syntax found = tree ? ast_next(tree, kind, NULL) : NULL;
    if (tree && !found)
        diag_error_line(kit->diags, file->text->path, 0,
                        "there is no %s in this file", name);
    return found;
}

syntax called_named(int n, syntax const *statement, const char *name)
{
    for (int i = 0; i < n; i++)
        if (name_is(statement[i]->name, name))
            return statement[i];
    return NULL;
}

/* ---- unknown names ---- */

/* Reports an unknown name.  Hints: other programs may use the name; a tableau
 * is not a method; compositions are called like methods. */
static void refuse_unknown(const struct kit *kit, enum shelf_kind kind,
                           struct place place, const char *name)
{
    struct shelf *shelf = kit->shelf;
    bool is_method = kind == SHELF_METHOD;
    struct text other = text_new(kit->arena), all = other;
    struct nearest near = nearest_to(name);
    for (int k = 0; k <= is_method; k++) {
        enum shelf_kind one = k ? SHELF_COMPOSITION : kind;
        const char *known = shelf_nearest(shelf, one, name);
        if (known)
            nearest_offer(&near, known);
        for (int i = 0; i < shelf_count(shelf, one); i++)
            text_print(&all, "%s%s", all.length ? ", " : "",
                       shelf_at(shelf, one, i)->name);
    }
    shelf_elsewhere(shelf, kind, name, "", "", &other);
    if (is_method)
        shelf_elsewhere(shelf, SHELF_TABLEAU, name, "rkmk(", ")", &other);
    diag_error(kit->diags, place, "unknown %s '%s'", shelf_kind_name(kind),
               name);
    if (is_method && (shelf_find(shelf, SHELF_TABLEAU, name) ||
                      shelf_instance(shelf, SHELF_TABLEAU, name)))
        diag_hint(kit->diags, "'%s' is a tableau: rkmk(%s)", name, name);
    else if (kind == SHELF_TABLEAU && shelf_find(shelf, SHELF_METHOD, name))
        diag_hint(kit->diags, "'%s' is a method", name);
    else if (other.length)
        diag_hint(kit->diags, "'%s' is %s", name, text_chars(&other));
    else if (near.best)
        diag_hint(kit->diags, "did you mean '%s'?", near.best);
    else if (kind == SHELF_TABLEAU) /* too many for a line */
        diag_hint(kit->diags, "`polhode list tableaus` names them");
    else
        diag_hint(kit->diags, "the shelf has %s", text_chars(&all));
}

/* ---- which file ---- */

/* Search order: the body's compositions, shelf files, shelf compositions. */
bool called_find(const struct kit *kit, enum shelf_kind kind, syntax call,
                 const char *fallback, struct called *out)
{
    const struct model *m = kit->recipe ? kit->recipe->model : NULL;
    const char *name = call ? call->name : fallback;
    bool is_method = kind == SHELF_METHOD;
    *out = (struct called){.call = call};
    if (call && call->kind != AST_NAME && call->kind != AST_CALL)
        return diag_error(kit->diags, call->place,
                          "the name of a %s is expected",
                          shelf_kind_name(kind));
    if (call)
        out->place = call->name_place.source ? call->name_place : call->place;
    syntax tree =
        is_method ? called_named(m->compositions, m->composition, name) : NULL;
    if (tree) {
        const struct shelf_file spec = {.kind = SHELF_COMPOSITION,
                                        .name = tree->name,
                                        .is_used = true,
                                        .text = tree->place.source};
        out->file = arena_copy(kit->arena, &spec, sizeof spec);
    } else {
        out->file = shelf_find(kit->shelf, kind, name);
        if (out->file)
            return true;
        if (is_method)
            out->file = shelf_find(kit->shelf, SHELF_COMPOSITION, name);
        if (!out->file) {
            refuse_unknown(kit, kind, out->place, name);
            return false;
        }
        tree = called_statement(kit, out->file, AST_COMPOSITION, "composition");
    }
    if (tree)
        out->composition = composition_build(kit->diags, tree);
    return out->composition;
}

/* ---- the map in a method's call ---- */

/* True if both name the same map; non-names are reported elsewhere. */
static bool check_same_map(const struct kit *kit, syntax a, syntax b)
{
    syntax map[] = {a, b};
    const struct shelf_file *file[2];
    for (int i = 0; i < 2; i++) {
        if (map[i]->kind != AST_NAME && map[i]->kind != AST_CALL)
            return true;
        file[i] = shelf_find(kit->shelf, SHELF_MAP, map[i]->name);
    }
    if (file[0] && file[0] == file[1])
        return true;
    diag_error(kit->diags, b->place, "a second map, '%s', in one step",
               b->name);
    return diag_hint(
        kit->diags,
        "one map applies to the whole step, and '%s' is given first", a->name);
}

bool called_map(const struct kit *kit, syntax call, syntax *map)
{
    bool good = true;
    int n = call && call->kind == AST_CALL ? call->n : 0;
    for (int i = 0; good && i < n; i++) {
        syntax a = call->child[i];
        bool named = a->kind == AST_OPTION;
        syntax value = named ? a->child[0] : a;
        if (!named || strcmp(a->name, "map") != 0)
            good = called_map(kit, value, map);
        else if (!*map)
            *map = value;
        else
            good = !kit || check_same_map(kit, *map, value);
    }
    return good;
}

/* ---- what a method promises ---- */

/* Invariants that a method may claim to keep. */
static const char *const invariants[] = {
    "momentum",                /* R L without torque */
    "energy",                  /* without torque */
    "norm_L",                  /* without torque */
    "energy_half",             /* without torque: energy of L + h/2 L x w */
    "axis_momentum",           /* R L along an axis without torque about it */
    "energy_linear_potential", /* with a potential linear in R */
    "symplectic",              /* the step, with a potential */
    "symplectic_free",         /* without torque */
};
enum { INVARIANTS = sizeof invariants / sizeof *invariants };

const char *const promise_cause[CAUSES] = {"t", "R", "w", "x"};
const unsigned promise_uses[CAUSES] = {USES_T, USES_R, USES_W, USES_X};

/* Returns a word's index among the known words; else blames the file. */
static int place_of(struct kit *kit, const struct called *c, const char *field,
                    const char *word, int n, const char *const *known,
                    const char *last)
{
    int i = 0;
    while (i < n && strcmp(word, known[i]) != 0)
        i++;
    if (i == n)
        called_blame(kit, c, "%s has an unknown '%s'; known are %s", field,
                     word, text_list(kit->arena, n, known, last));
    return i;
}

struct promise promise_read(struct kit *kit, const struct called *method,
                            int opt)
{
    lua_State *L = kit->host->lua;
    lua_getglobal(L, "promised");
    struct fields f = called_push(kit, method);
    f.table = lua_gettop(L) - 1; /* index of its result */
    lua_pushvalue(L, opt);
    called_push(kit, &kit->recipe->map);
    lua_call(L, 3, 1);
    /* ORDER_EXACT, the highest order, means exact. */
    int order = (int)field_int(&f, "order", 0, ORDER_EXACT, -1), admitted;
    if (order < 0)
        called_blame(kit, method, "a method needs an order");
    struct promise p = {.order = order,
                        .order_free = (int)field_int(&f, "order_free", order,
                                                     ORDER_EXACT, order),
                        .symmetric = field_holds(&f, "symmetric"),
                        .is_implicit = field_holds(&f, "implicit"),
                        .gyro = field_holds(&f, "gyro"),
                        .states = field_holds(&f, "states"),
                        .inertia = field_holds(&f, "inertia"),
                        .maps = field_holds(&f, "maps"),
                        .dense = field_holds(&f, "dense"),
                        .numbers = field_holds(&f, "numbers"),
                        .turn = field_turn(&f)};
    p.keep = field_texts(&f, "keeps", A_LINE, &p.keeps);
    for (int i = 0; i < p.keeps; i++)
        place_of(kit, method, "keeps", p.keep[i], INVARIANTS, invariants, ", ");
    const char *const *admit = field_texts(&f, "admits", A_LINE, &admitted);
    for (int i = 0; i < admitted; i++)
        p.admits |= promise_uses[place_of(kit, method, "admits", admit[i],
                                          CAUSES, promise_cause, " and ")];
    return p;
}

/* ---- as people write it: "suzuki4(rkmk(midpoint2, form = rate))" ---- */

/* Prints a call, of a file (c) or in its options (c is NULL); for a file also
 * unusual defaults.  AST_DEPTH bounds the depth of the tree. */
static void print_call(struct text *out, const char *name, syntax call,
                       const struct called *c)
{
    int n = call && call->kind == AST_CALL ? call->n : 0;
    text_put(out, name);
    for (int i = 0; i < n; i++) {
        syntax a = call->child[i];
        bool named = a->kind == AST_OPTION;
        syntax value = named ? a->child[0] : a;
        text_put(out, i ? ", " : "(");
        if (named)
            text_print(out, "%s = ", a->name);
        if (value->kind == AST_CALL)
            print_call(out, value->name, value, NULL);
        else
            ast_print(value, false, out);
    }
    for (int i = 0; c && i < c->options; i++)
        if (c->option[i].is_unusual)
            text_print(out, "%s%s = %s", n++ ? ", " : "(",
                       c->option[i].declared->name, c->option[i].word);
    text_put(out, n ? ")" : "");
}

/* ---- opening and running ---- */

struct fields called_push(const struct kit *kit, const struct called *c)
{
    lua_State *L = kit->host->lua;
    lua_rawgeti(L, LUA_REGISTRYINDEX, c->table);
    return (struct fields){L, c->file->text->path, lua_gettop(L)};
}

void called_run(const struct kit *kit, const struct called *c,
                const char *field, int arguments)
{
    lua_State *L = kit->host->lua;
    int base = lua_gettop(L) - arguments;
    luaL_checkstack(L, 4, NULL);
    called_push(kit, c);
    if (lua_getfield(L, -1, field) != LUA_TFUNCTION)
        called_blame(kit, c, "the %s has no function '%s'",
                     shelf_kind_name(c->file->kind), field);
    lua_insert(L, base + 1);
    lua_pop(L, 1);
    const char *before = kit->host->running;
    kit->host->running = c->file->text->path;
    lua_call(L, arguments, 1);
    kit->host->running = before;
}

/* Pushes composed(name, base, order, factors), a method's table.  The order is
 * the claimed one, or less if the order conditions do not hold. */
static void push_composed(struct kit *kit, const struct composition *c)
{
    lua_State *L = kit->host->lua;
    int order = composition_order(kit->arena, c,
                                  c->claim ? c->claim : COMPOSITION_ORDER);
    if (order < c->claim)
        diag_warning(kit->diags, c->place,
                     "composition %s claims order %d, but is of order %d",
                     c->name, c->claim, order);
    lua_getglobal(L, "composed");
    lua_pushstring(L, c->name);
    lua_pushinteger(L, c->base);
    lua_pushinteger(L, order);
    option_push_numbers(kit, c->steps, c->factor);
    double longest = 0;
    for (int i = 0; i < c->steps; i++)
        longest = fmax(longest, fabs(number_double(c->factor[i])));
    lua_pushnumber(L, ceil(1024 * longest) / 1024);
    lua_call(L, 5, 1);
}

bool called_open(struct kit *kit, struct called *c)
{
    lua_State *L = kit->host->lua;
    struct text name = text_new(kit->arena);
    const struct composition *s = c->composition;
    if (s)
        push_composed(kit, s);
    else if (!claim_load(kit->host, c->file))
        return false;
    struct fields f = {L, c->file->text->path, lua_gettop(L)};
    c->claim = (struct claim){.title = field_text(&f, "title", A_LINE),
                              .source = field_text(&f, "source", A_LINE)};
    c->table = luaL_ref(L, LUA_REGISTRYINDEX);
    if (!option_read(kit, c))
        return false;
    print_call(&name, c->file->name, c->call, c);
    c->claim.name = text_chars(&name);
    if (!s)
        return true;
    /* title and source name the base method; drops the note's full stop */
    const struct claim *base = &c->option[0].method->claim;
    const char *note = s->note ? s->note : "";
    size_t n = strlen(note);
    int length = (int)(n - (n && note[n - 1] == '.'));
    c->claim.title =
        text_format(kit->arena, "%d steps of %s", s->steps, base->name);
    if (base->source)
        c->claim.source =
            text_format(kit->arena, "%.*s%s%s: %s", length, note,
                        s->note ? "; " : "", base->name, base->source);
    else if (s->note)
        c->claim.source = text_format(kit->arena, "%.*s", length, note);
    return true;
}
