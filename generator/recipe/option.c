/* SPDX-License-Identifier: MIT
 *
 * A call's options, compared with what its file declares: a word, a whole
 * number, several of them, an expression, a tableau or a method.  Errors stand
 * where the user wrote the option.
 */
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "recipe/called.h"
#include "recipe/tableaus.h"
#include "shelf/declared.h"
#include "tableau/constant.h"

enum { METHODS_DEEP = 6 }; /* methods of methods, at most */

/* ---- as it is declared ---- */

static const struct ast *parse_default(struct kit *kit, const struct called *c,
                                       const char *text)
{
    const struct ast *map = NULL;
    struct source *s = arena_alloc(kit->arena, sizeof *s);
    *s = (struct source){c->file->text->path, text, strlen(text)};
    const struct ast *value =
        lang_parse_value(kit->arena, kit->names, kit->diags, s);
    if (!value)
        called_blame(kit, c, "an option's default cannot be read");
    called_map(NULL, value, &map);
    if (map)
        called_blame(kit, c, "an option's default may not name a map");
    return value;
}

/* The declaration on top of Lua's stack, popped. */
static struct declared take_declared(struct kit *kit, const struct called *c)
{
    struct declared o = declared_read(kit->host, c->file->text->path);
    if (c->file->kind == SHELF_TABLEAU &&
        (o.names || o.number || o.tableau || o.method || o.count))
        called_blame(kit, c,
                     "an option of a family is a word or an integer");
    if (o.in_float && kit->recipe && kit->recipe->choice.real == REAL_FLOAT)
        o.preset = o.in_float;
    else
        o.in_float = NULL;
    if (o.preset)
        o.otherwise = parse_default(kit, c, o.preset);
    return o;
}

/* "one, dmv or an expression in th2" */
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
    if (o->number)
        part[n++] = "a number";
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

static const struct expr *fold(struct kit *kit, struct pool *pool,
                               struct diags *diags, const struct formula *f,
                               const struct expr *const *value)
{
    const char *quoted = text_format(kit->arena, "the option '%s'", f->option);
    const char *hint =
        f->names ? text_format(kit->arena, "it is an expression in %s",
                               f->variable[0])
                 : "it is a number";
    struct constant *known =
        arena_array(kit->arena, (size_t)f->names + 1, sizeof *known);
    for (int i = 0; i < f->names; i++)
        known[i].formula = value[i];
    struct constant_place place = {quoted,      quoted, hint,  f->names,
                                   f->variable, known,  false, NULL};
    return constant_fold(pool, diags, &place, f->ast);
}

const struct expr *option_formula(struct kit *kit, const struct formula *f,
                                  const struct expr *const *value)
{
    struct diags ignored = diags_new(kit->arena);
    const struct expr *e = fold(kit, kit->pool, &ignored, f, value);
    if (!e)
        host_refuse(host_lua(kit->host), f->ast->place,
                    text_format(kit->arena,
                                "the option '%s' has no finite value there",
                                f->option),
                    NULL);
    return e;
}

/* Faults are told where the expression stands, before it is used. */
static bool read_formula(struct kit *kit, const struct declared *o,
                         const struct ast *value, struct option_value *out)
{
    struct formula *f = arena_alloc(kit->arena, sizeof *f);
    struct pool *scratch = pool_new(kit->arena);
    const struct expr **symbol =
        arena_array(kit->arena, (size_t)o->names + 1, sizeof *symbol);
    *f = (struct formula){o->name, value, o->names, o->variable};
    for (int i = 0; i < f->names; i++)
        symbol[i] = expr_symbol(scratch, f->variable[i], SYMBOL_UNKNOWN);
    out->formula = f;
    return fold(kit, scratch, kit->diags, f, symbol);
}

/* A lone name that is no variable was meant to be a word. */
static bool may_be_formula(const struct declared *o, const struct ast *value)
{
    if (o->number)
        return true;
    if (value->kind == AST_VECTOR || !o->names)
        return false;
    for (int i = 0; value->kind == AST_NAME && i < o->names; i++)
        if (!strcmp(o->variable[i], value->name))
            return true;
    return value->kind != AST_NAME;
}

/* ---- tableaus and methods ---- */

/* The body's own tableaus come before the shelf's. */
static const struct tableau *read_tableau(struct kit *kit,
                                          const struct ast *value)
{
    const struct model *m = kit->recipe->model;
    const struct ast *own =
        value->kind == AST_NAME || value->kind == AST_CALL
            ? called_own(m->tableaus, m->tableau, value->name)
            : NULL;
    if (!own)
        return tableau_of_call(kit, value);
    if (value->kind == AST_NAME)
        return tableau_build(kit->arena, kit->diags, own);
    diag_error(kit->diags, value->place, "the tableau '%s' has no options",
               own->name);
    return NULL;
}

static bool read_method(struct kit *kit, const struct called *outer,
                        const struct ast *value, struct option_value *out)
{
    struct called *c = arena_alloc(kit->arena, sizeof *c);
    if (outer->depth == METHODS_DEEP) {
        diag_error(kit->diags, value->place,
                   "methods are nested more than %d deep", METHODS_DEEP);
        return false;
    }
    if (!called_find(kit, SHELF_METHOD, value, NULL, c))
        return false;
    c->depth = outer->depth + 1;
    out->method = c;
    return called_open(kit, c);
}

/* ---- any of them ---- */

static bool is_whole(const struct declared *o, const struct ast *value,
                     long *out)
{
    return value->kind == AST_NUMBER && number_is_int(value->number, out) &&
           *out >= o->least && *out <= o->most;
}

static const char *find_word(const struct declared *o, const struct ast *value)
{
    for (int i = 0; value->kind == AST_NAME && i < o->words; i++)
        if (called_is(o->word[i], value->name))
            return o->word[i];
    return NULL;
}

/* `1 2 3` or `[1, 2, 3]` */
static bool read_list(struct kit *kit, const struct declared *o,
                      const struct ast *value, struct option_value *out)
{
    if (value->kind != AST_VECTOR || value->n != o->count)
        return false;
    long *list = arena_array(kit->arena, (size_t)o->count, sizeof *list);
    for (int i = 0; i < o->count; i++)
        if (!is_whole(o, value->child[i], &list[i]))
            return false;
    out->count = o->count;
    out->list = list;
    return true;
}

static bool read_value(struct kit *kit, const struct called *c,
                       const struct declared *o, const struct ast *value,
                       struct option_value *out)
{
    out->place = value->place;
    if (o->tableau)
        return (out->tableau = read_tableau(kit, value));
    if (o->method)
        return read_method(kit, c, value, out);
    if ((out->word = find_word(o, value)) ||
        (o->integer && is_whole(o, value, &out->integer)) ||
        (o->count && read_list(kit, o, value, out)))
        return true;
    if (may_be_formula(o, value))
        return read_formula(kit, o, value, out);
    diag_error(kit->diags, value->place, "the option '%s' is %s", o->name,
               expected(kit, o));
    return false;
}

/* Without a value: the default, or else the first word. */
static bool read_default(struct kit *kit, const struct called *c,
                         const struct declared *o, struct option_value *out)
{
    bool good = true;
    if (o->otherwise) {
        good = read_value(kit, c, o, o->otherwise, out);
        out->by_real = o->in_float;
    } else if (o->words) {
        out->word = o->word[0];
    } else {
        diag_error(kit->diags, c->place, "%s needs a value for '%s'",
                   c->file->name, o->name);
        hint_example(kit, c, o);
        good = false;
    }
    out->place = c->place;
    return good;
}

/* ---- a call's options ---- */

/* The number of the option of this name; that behind the last is of all
 * methods; -1: there is none. */
static int find_option(const struct called *c, const char *name)
{
    for (int i = 0; i < c->options; i++)
        if (!strcmp(c->option[i].name, name))
            return i;
    bool is_method = c->file->kind == SHELF_METHOD || c->composition;
    return is_method && !strcmp(name, "map") ? c->options : -1;
}

/* The values of options that are given by position, then of those by name;
 * nothing may be given twice, and nothing that is not declared. */
static bool match(struct kit *kit, const struct called *c,
                  const struct ast **value)
{
    int positions = 0;
    int n = c->call && c->call->kind == AST_CALL ? c->call->n : 0;
    for (int k = 0; k < n; k++) {
        const struct ast *a = c->call->child[k];
        if (a->kind == AST_OPTION)
            continue;
        if (positions == c->options) {
            diag_error(kit->diags, a->place, "%s takes no %s", c->file->name,
                       c->options ? "more options" : "options");
            return false;
        }
        value[positions++] = a;
    }
    for (int k = 0; k < n; k++) {
        const struct ast *a = c->call->child[k];
        if (a->kind != AST_OPTION)
            continue;
        int i = find_option(c, a->name);
        if (i >= 0 && !value[i]) {
            value[i] = a->child[0];
            continue;
        }
        if (i < 0)
            diag_error(kit->diags, a->name_place, "%s has no option '%s'",
                       c->file->name, a->name);
        else
            diag_error(kit->diags, a->name_place,
                       "the option '%s' is given twice", a->name);
        return false;
    }
    return true;
}

static void hint_options(struct kit *kit, const struct called *c)
{
    const char **name =
        arena_array(kit->arena, (size_t)c->options + 1, sizeof *name);
    for (int i = 0; i < c->options; i++)
        name[i] = c->option[i].name;
    if (c->options)
        diag_hint(kit->diags, "its options are %s",
                  text_list(kit->arena, c->options, name, ", "));
}

bool option_read(struct kit *kit, struct called *c)
{
    lua_State *L = host_lua(kit->host);
    called_push(kit, c);
    struct fields f = {kit->host, c->file->text->path, lua_gettop(L)};
    c->options = declared_push_all(&f);
    size_t n = (size_t)c->options + 1;
    struct declared *declared = arena_array(kit->arena, n, sizeof *declared);
    const struct ast **value = arena_array(kit->arena, n, sizeof *value);
    c->option = arena_array(kit->arena, n, sizeof *c->option);
    for (int i = 0; i < c->options; i++) {
        lua_geti(L, -1, i + 1);
        declared[i] = take_declared(kit, c);
        c->option[i].name = declared[i].name;
    }
    lua_pop(L, 2);
    bool good = match(kit, c, value);
    if (!good)
        hint_options(kit, c);
    for (int i = 0, all = good ? c->options : 0; i < all; i++)
        good &= value[i]
                    ? read_value(kit, c, &declared[i], value[i], &c->option[i])
                    : read_default(kit, c, &declared[i], &c->option[i]);
    return good;
}
