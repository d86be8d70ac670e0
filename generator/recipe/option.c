/* SPDX-License-Identifier: MIT
 *
 * Which file of the shelf a name or call means, and what its options are.
 * Errors stand where the user wrote the option.
 */
#include "recipe/option.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/name.h"
#include "base/text.h"

bool option_same(const char *a, const char *b)
{
    while (*a && ascii_lower(*a) == ascii_lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* ---- which file ---- */

/* Compositions are called as methods are. */
static const char *nearest(struct derive *d, enum shelf_kind kind,
                           const char *name)
{
    struct nearest n = nearest_to(name);
    const char *near = shelf_nearest(d->shelf, kind, name);
    if (near)
        nearest_offer(&n, near);
    if (kind == SHELF_METHOD)
        near = shelf_nearest(d->shelf, SHELF_COMPOSITION, name);
    if (near)
        nearest_offer(&n, near);
    return n.best;
}

static void list_names(struct derive *d, enum shelf_kind kind, struct text *out)
{
    for (int i = 0; i < shelf_count(d->shelf, kind); i++)
        text_print(out, "%s%s", out->length ? ", " : "",
                   shelf_at(d->shelf, kind, i)->name);
}

static bool names_tableau(struct derive *d, const char *name)
{
    return shelf_find(d->shelf, SHELF_TABLEAU, name) ||
           shelf_instance(d->shelf, SHELF_TABLEAU, name);
}

/* Other programs may call something so; a tableau is not a method. */
static bool hint_elsewhere(struct derive *d, enum shelf_kind kind,
                           const char *name)
{
    struct text t = text_new(d->arena);
    bool known = shelf_elsewhere(d->shelf, kind, name, "", "", &t);
    if (kind == SHELF_METHOD)
        known |=
            shelf_elsewhere(d->shelf, SHELF_TABLEAU, name, "rkmk(", ")", &t);
    if (known)
        diag_hint(d->diags, "'%s' is %s", name, text_chars(&t));
    return known;
}

void option_unknown(struct derive *d, enum shelf_kind kind, struct place place,
                    const char *name)
{
    const char *near = nearest(d, kind, name);
    diag_error(d->diags, place, "unknown %s '%s'", claim_kind(kind), name);
    if (kind == SHELF_METHOD && names_tableau(d, name)) {
        diag_hint(d->diags, "'%s' is a tableau: rkmk(%s)", name, name);
        return;
    }
    if (kind == SHELF_TABLEAU && shelf_find(d->shelf, SHELF_METHOD, name)) {
        diag_hint(d->diags, "'%s' is a method", name);
        return;
    }
    if (hint_elsewhere(d, kind, name))
        return;
    if (near) {
        diag_hint(d->diags, "did you mean '%s'?", near);
        return;
    }
    if (kind == SHELF_TABLEAU) { /* too many for a line */
        diag_hint(d->diags, "`polhode list tableaus` names them");
        return;
    }
    struct text t = text_new(d->arena);
    list_names(d, kind, &t);
    if (kind == SHELF_METHOD)
        list_names(d, SHELF_COMPOSITION, &t);
    diag_hint(d->diags, "the shelf has %s", text_chars(&t));
}

/* A method is a file of the shelf, or a composition: the body's own comes
 * first. */
static bool find_file(struct derive *d, enum shelf_kind kind, const char *name,
                      struct called *out)
{
    if (kind == SHELF_METHOD && option_composition(d, name, true, out))
        return out->file;
    out->file = shelf_find(d->shelf, kind, name);
    if (out->file)
        return true;
    if (kind == SHELF_METHOD && option_composition(d, name, false, out))
        return out->file;
    option_unknown(d, kind, out->place, name);
    return false;
}

bool option_resolve(struct derive *d, enum shelf_kind kind,
                    const struct ast *call, const char *fallback,
                    struct called *out)
{
    *out = (struct called){.call = call};
    if (!call)
        return find_file(d, kind, fallback, out);
    if (call->kind != AST_NAME && call->kind != AST_CALL) {
        diag_error(d->diags, call->place, "the name of a %s is expected",
                   claim_kind(kind));
        return false;
    }
    out->place = call->name_place.source ? call->name_place : call->place;
    return find_file(d, kind, call->name, out);
}

/* ---- a call's options ---- */

/* Without a value: the default, which may be the first word. */
static bool read_default(struct derive *d, const struct called *c,
                         const struct declared *o, struct option_value *out)
{
    if (o->otherwise) {
        bool good = option_value_read(d, c, o, o->otherwise, out);
        out->place = c->place;
        out->by_real = o->in_float;
        return good;
    }
    out->place = c->place;
    if (o->words) {
        out->word = o->word[0];
        return true;
    }
    diag_error(d->diags, c->place, "%s needs a value for '%s'", c->file->name,
               o->name);
    option_example(d, c, o);
    return false;
}

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
    bool is_method = c->file->kind == SHELF_METHOD || c->composition;
    return is_method && !strcmp(name, "map") ? OF_ALL_METHODS : UNDECLARED;
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
        good &=
            value ? option_value_read(d, c, &declared[i], value, &c->option[i])
                  : read_default(d, c, &declared[i], &c->option[i]);
    }
    return good;
}

bool option_read(struct derive *d, struct called *c)
{
    lua_State *L = host_lua(d->host);
    scene_table(d, c);
    struct fields f = {d->host, c->file->text->path, lua_gettop(L)};
    c->options = declared_push_all(&f);
    size_t n = (size_t)c->options + 1;
    struct declared *declared = arena_array(d->arena, n, sizeof *declared);
    c->option = arena_array(d->arena, n, sizeof *c->option);
    for (int i = 0; i < c->options; i++) {
        lua_geti(L, -1, i + 1);
        declared[i] = option_take(d, c);
        c->option[i].name = declared[i].name;
    }
    lua_pop(L, 2);
    return read_all(d, c, declared);
}
