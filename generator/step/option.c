/* SPDX-License-Identifier: MIT
 *
 * Which file of the shelf a name or call means, and what its options are.
 * Errors stand where the user wrote the option.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static const char *lower(struct arena *a, const char *text)
{
    char *copy = arena_text(a, text, strlen(text));
    for (char *c = copy; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return copy;
}

bool option_same(struct derive *d, const char *a, const char *b)
{
    return !strcmp(lower(d->arena, a), lower(d->arena, b));
}

/* ---- which file ---- */

void option_unknown(struct derive *d, enum shelf_kind kind, struct place place,
                    const char *name)
{
    const char *near = shelf_nearest(d->shelf, kind, name);
    diag_error(d->diags, place, "unknown %s '%s'", claim_kind(kind), name);
    if (near) {
        diag_hint(d->diags, "did you mean '%s'?", near);
        return;
    }
    struct text t = text_new(d->arena);
    for (int i = 0; i < shelf_count(d->shelf, kind); i++)
        text_print(&t, "%s%s", i ? ", " : "",
                   shelf_at(d->shelf, kind, i)->name);
    diag_hint(d->diags, "the shelf has %s", text_chars(&t));
}

bool option_resolve(struct derive *d, enum shelf_kind kind,
                    const struct ast *call, const char *fallback,
                    struct called *out)
{
    const char *name = fallback;
    struct place place = {0};
    if (call && call->kind != AST_NAME && call->kind != AST_CALL) {
        diag_error(d->diags, call->place, "the name of a %s is expected",
                   claim_kind(kind));
        return false;
    }
    if (call) {
        name = call->name;
        place = call->name_place.source ? call->name_place : call->place;
    }
    *out = (struct called){
        .file = shelf_find(d->shelf, kind, name), .place = place, .call = call};
    if (!out->file)
        option_unknown(d, kind, place, name);
    return out->file;
}

const struct ast *option_map(const struct ast *call)
{
    for (int i = 0; call && call->kind == AST_CALL && i < call->n; i++)
        if (call->child[i]->kind == AST_OPTION &&
            !strcmp(call->child[i]->name, "map"))
            return call->child[i]->child[0];
    return NULL;
}

/* ---- one option, as the file declares it ---- */

struct declared {
    const char *name;
    bool tableau, integer;
    long least, most;
    int words;
    const char *const *word;
};

/* The declaration on top of Lua's stack, popped. */
static struct declared take_declared(struct derive *d, const struct called *c)
{
    lua_State *L = host_lua(d->host);
    int table = lua_gettop(L);
    struct declared out = {0};
    if (!lua_istable(L, table))
        host_blame(L, c->file->text->path, "an option that is no table");
    out.name = claim_string(d->host, table, "name");
    if (!out.name)
        host_blame(L, c->file->text->path, "an option without name");
    out.word = claim_strings(d->host, table, "words", &out.words);
    lua_getfield(L, table, "tableau");
    out.tableau = lua_toboolean(L, -1);
    if (lua_getfield(L, table, "integer") == LUA_TTABLE) {
        out.integer = true;
        lua_geti(L, -1, 1);
        lua_geti(L, -2, 2);
        out.least = (long)luaL_checkinteger(L, -2);
        out.most = (long)luaL_checkinteger(L, -1);
    }
    lua_settop(L, table - 1);
    return out;
}

static const char *expected(struct derive *d, const struct declared *o)
{
    struct text t = text_new(d->arena);
    for (int i = 0; i < o->words; i++)
        text_print(&t, "%s%s",
                   i == 0                             ? ""
                   : i == o->words - 1 && !o->integer ? " or "
                                                      : ", ",
                   o->word[i]);
    if (o->integer)
        text_print(&t, "%sa whole number from %ld to %ld",
                   o->words ? " or " : "", o->least, o->most);
    return text_chars(&t);
}

static bool read_integer(const struct declared *o, const struct ast *value,
                         long *out)
{
    return o->integer && value->kind == AST_NUMBER &&
           number_is_int(value->number, out) && *out >= o->least &&
           *out <= o->most;
}

static const char *find_word(struct derive *d, const struct declared *o,
                             const struct ast *value)
{
    for (int i = 0; value->kind == AST_NAME && i < o->words; i++)
        if (option_same(d, o->word[i], value->name))
            return o->word[i];
    return NULL;
}

static bool read_value(struct derive *d, const struct declared *o,
                       const struct ast *value, struct option_value *out)
{
    out->place = value->place;
    if (o->tableau)
        return (out->tableau = option_tableau(d, value));
    out->word = find_word(d, o, value);
    if (out->word || read_integer(o, value, &out->integer))
        return true;
    diag_error(d->diags, value->place, "the option '%s' is %s", o->name,
               expected(d, o));
    return false;
}

/* Without a value: the first word is the default. */
static bool read_default(struct derive *d, const struct called *c,
                         const struct declared *o, struct option_value *out)
{
    out->place = c->place;
    if (o->words) {
        out->word = o->word[0];
        return true;
    }
    diag_error(d->diags, c->place, "%s needs a value for '%s'", c->file->name,
               o->name);
    if (o->tableau)
        diag_hint(d->diags, "for example %s(kutta4)", c->file->name);
    return false;
}

/* ---- a call's options ---- */

/* The value given for option number `i`: by name, or else by position. */
static const struct ast *given(const struct ast *call, int i, const char *name)
{
    int position = 0;
    for (int k = 0; call && call->kind == AST_CALL && k < call->n; k++) {
        const struct ast *a = call->child[k];
        if (a->kind == AST_OPTION && !strcmp(a->name, name))
            return a->child[0];
        if (a->kind != AST_OPTION && position++ == i)
            return a;
    }
    return NULL;
}

enum { UNDECLARED = -1, OF_ALL_METHODS = -2 };

static int find_option(const struct called *c, const char *name)
{
    for (int i = 0; i < c->options; i++)
        if (!strcmp(c->option[i].name, name))
            return i;
    return c->file->kind == SHELF_METHOD && !strcmp(name, "map")
               ? OF_ALL_METHODS
               : UNDECLARED;
}

static int count_positions(const struct ast *call)
{
    int n = 0;
    for (int k = 0; k < call->n; k++)
        n += call->child[k]->kind != AST_OPTION;
    return n;
}

static bool named_before(const struct ast *call, int k)
{
    for (int i = 0; i < k; i++)
        if (call->child[i]->kind == AST_OPTION &&
            !strcmp(call->child[i]->name, call->child[k]->name))
            return true;
    return false;
}

static bool check_named(struct derive *d, struct called *c, int k)
{
    const struct ast *a = c->call->child[k];
    int option = find_option(c, a->name);
    if (option == UNDECLARED)
        diag_error(d->diags, a->name_place, "%s has no option '%s'",
                   c->file->name, a->name);
    else if (named_before(c->call, k) ||
             (option >= 0 && option < count_positions(c->call)))
        diag_error(d->diags, a->name_place, "the option '%s' is given twice",
                   a->name);
    else
        return true;
    return false;
}

/* Nothing is given twice, and nothing that is not declared. */
static bool check_given(struct derive *d, struct called *c)
{
    const struct ast *call = c->call;
    int position = 0;
    for (int k = 0; call && call->kind == AST_CALL && k < call->n; k++) {
        const struct ast *a = call->child[k];
        if (a->kind == AST_OPTION) {
            if (!check_named(d, c, k))
                return false;
        } else if (position++ >= c->options) {
            diag_error(d->diags, a->place, "%s takes no %s", c->file->name,
                       c->options ? "more options" : "options");
            return false;
        }
    }
    return true;
}

static void hint_options(struct derive *d, const struct called *c)
{
    struct text t = text_new(d->arena);
    for (int i = 0; i < c->options; i++)
        text_print(&t, "%s%s", i ? ", " : "", c->option[i].name);
    if (c->options)
        diag_hint(d->diags, "its options are %s", text_chars(&t));
}

static bool read_all(struct derive *d, struct called *c,
                     const struct declared *declared)
{
    bool good = true;
    if (!check_given(d, c)) {
        hint_options(d, c);
        return false;
    }
    for (int i = 0; i < c->options; i++) {
        const struct ast *value = given(c->call, i, declared[i].name);
        good &= value ? read_value(d, &declared[i], value, &c->option[i])
                      : read_default(d, c, &declared[i], &c->option[i]);
    }
    return good;
}

bool option_read(struct derive *d, struct called *c)
{
    lua_State *L = host_lua(d->host);
    scene_table(d, c);
    lua_getfield(L, -1, "options");
    c->options = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    size_t n = (size_t)c->options + 1;
    struct declared *declared = arena_array(d->arena, n, sizeof *declared);
    c->option = arena_array(d->arena, n, sizeof *c->option);
    for (int i = 0; i < c->options; i++) {
        lua_geti(L, -1, i + 1);
        declared[i] = take_declared(d, c);
        c->option[i].name = declared[i].name;
    }
    lua_pop(L, 2);
    return read_all(d, c, declared);
}
