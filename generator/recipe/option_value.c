/* SPDX-License-Identifier: MIT
 *
 * Reads what stands for an option: a word, a whole number, several of them, an
 * expression, a tableau or a method.
 */
#include "recipe/option.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/constant.h"

static bool is_whole(const struct declared *o, const struct ast *value,
                     long *out)
{
    return value->kind == AST_NUMBER && number_is_int(value->number, out) &&
           *out >= o->least && *out <= o->most;
}

static const char *find_word(const struct declared *o, const struct ast *value)
{
    for (int i = 0; value->kind == AST_NAME && i < o->words; i++)
        if (option_same(o->word[i], value->name))
            return o->word[i];
    return NULL;
}

/* `1 2 3` or `[1, 2, 3]` */
static bool read_list(struct derive *d, const struct declared *o,
                      const struct ast *value, struct option_value *out)
{
    if (value->kind != AST_VECTOR || value->n != o->count)
        return false;
    long *list = arena_array(d->arena, (size_t)o->count, sizeof *list);
    for (int i = 0; i < o->count; i++)
        if (!is_whole(o, value->child[i], &list[i]))
            return false;
    out->count = o->count;
    out->list = list;
    return true;
}

/* ---- expressions ---- */

static const struct expr *fold(struct derive *d, struct pool *pool,
                               struct diags *diags, const struct formula *f,
                               const struct expr *const *value)
{
    const char *quoted = text_format(d->arena, "the option '%s'", f->option);
    const char *hint =
        f->names
            ? text_format(d->arena, "it is an expression in %s", f->variable[0])
            : "it is a number";
    struct constant *known =
        arena_array(d->arena, (size_t)f->names + 1, sizeof *known);
    for (int i = 0; i < f->names; i++)
        known[i].part[CONSTANT_FORMULA] = value[i];
    struct constant_place place = {quoted,      quoted, hint,  f->names,
                                   f->variable, known,  false, NULL};
    return constant_fold(pool, diags, &place, f->ast);
}

const struct expr *option_formula(struct derive *d, const struct formula *f,
                                  const struct expr *const *value)
{
    struct diags ignored = diags_new(d->arena);
    const struct expr *e = fold(d, d->pool, &ignored, f, value);
    if (!e)
        host_refuse(host_lua(d->host), f->ast->place,
                    text_format(d->arena,
                                "the option '%s' has no finite value there",
                                f->option),
                    NULL);
    return e;
}

/* Faults are told where the expression stands, before it is used. */
static bool is_sound(struct derive *d, const struct formula *f)
{
    struct pool *scratch = pool_new(d->arena);
    const struct expr **symbol =
        arena_array(d->arena, (size_t)f->names + 1, sizeof *symbol);
    for (int i = 0; i < f->names; i++)
        symbol[i] = expr_symbol(scratch, f->variable[i], SYMBOL_UNKNOWN);
    return fold(d, scratch, d->diags, f, symbol);
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

static bool read_formula(struct derive *d, const struct declared *o,
                         const struct ast *value, struct option_value *out)
{
    struct formula *f = arena_alloc(d->arena, sizeof *f);
    *f = (struct formula){o->name, value, o->names, o->variable};
    out->formula = f;
    return is_sound(d, f);
}

/* ---- any of them ---- */

bool option_value_read(struct derive *d, const struct called *c,
                       const struct declared *o, const struct ast *value,
                       struct option_value *out)
{
    out->place = value->place;
    if (o->tableau)
        return (out->tableau = option_tableau(d, value));
    if (o->method)
        return option_nested(d, c, value, out);
    if ((out->word = find_word(o, value)))
        return true;
    if (o->integer && is_whole(o, value, &out->integer))
        return true;
    if (o->count && read_list(d, o, value, out))
        return true;
    if (may_be_formula(o, value))
        return read_formula(d, o, value, out);
    diag_error(d->diags, value->place, "the option '%s' is %s", o->name,
               option_expected(d, o));
    return false;
}
