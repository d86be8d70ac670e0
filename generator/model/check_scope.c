/* SPDX-License-Identifier: MIT
 *
 * Names: what is declared, what a name may be, and what a wrong one may mean.
 */
#include "model/check.h"

#include <limits.h>
#include <string.h>

static struct entry quantity(struct check *c, const char *name,
                             struct value value, unsigned needs)
{
    return (struct entry){.kind = ENTRY_QUANTITY,
                          .name = name_of_text(c->names, name),
                          .value = value,
                          .needs = needs};
}

static bool declares(const struct ast *s)
{
    return s->kind == AST_CONST || s->kind == AST_PARAM ||
           s->kind == AST_INPUT || s->kind == AST_LET;
}

void scope_open(struct check *c)
{
    struct pool *p = c->pool;
    const struct model *m = c->model;
    struct entry *q = c->quantity;
    *q++ = quantity(c, "R", value_mat(m->R), NEED_R);
    *q++ = quantity(c, "w", value_vec(m->w), NEED_W);
    *q++ = quantity(c, "L", value_vec(m->L), NEED_L);
    *q++ = quantity(c, "t", value_scalar(m->t), NEED_T);
    *q++ = quantity(c, "J", value_none(), 0);
    *q++ =
        quantity(c, "pi", value_scalar(expr_number(p, number_pi(c->arena))), 0);
    *q++ = quantity(c, "e1", value_vec(vec_unit(p, 0)), 0);
    *q++ = quantity(c, "e2", value_vec(vec_unit(p, 1)), 0);
    *q++ = quantity(c, "e3", value_vec(vec_unit(p, 2)), 0);
    if (m->moves) {
        *q++ = quantity(c, "x", value_vec(m->x), NEED_X);
        *q++ = quantity(c, "v", value_vec(m->v), NEED_V);
    }
    c->quantities = (int)(q - c->quantity);
    for (int i = 0; i < c->quantities; i++)
        memo_keep(&c->known, c->arena, c->quantity[i].name, &c->quantity[i]);
    for (int i = c->file->n - 1; i >= 0; i--)
        if (declares(c->file->child[i]))
            memo_keep(&c->declared, c->arena, c->file->child[i]->name,
                      c->file->child[i]);
}

void scope_hint(struct check *c, const char *name)
{
    struct nearest near = nearest_to(name);
    if (!c->diags->last_kept)
        return;
    for (int i = 0; i < c->entries; i++)
        nearest_offer(&near, c->entry[i]->name);
    for (int i = 0; i < c->quantities; i++)
        nearest_offer(&near, c->quantity[i].name);
    builtin_offer(&near);
    if (near.best)
        diag_hint(c->diags, "did you mean '%s'?", near.best);
}

const char *scope_nearest_setting(struct check *c, const char *name)
{
    struct nearest near = nearest_to(name);
    for (int i = 0; i < c->entries; i++)
        if (c->entry[i]->kind <= ENTRY_PARAM)
            nearest_offer(&near, c->entry[i]->name);
    return near.best;
}

/* Does the declaration end before the name is used?  Then it was refused. */
static bool was_refused(const struct ast *declaration, const struct ast *a)
{
    struct place d = declaration->place;
    return d.source == a->place.source &&
           d.offset + d.length <= a->place.offset;
}

/* Was the name told before?  From now on it was. */
static bool is_known_unknown(struct check *c, const char *name)
{
    bool is_known = memo_find(&c->unknown, name) != NULL;
    memo_keep(&c->unknown, c->arena, name, name);
    return is_known;
}

/* What others call what has another name here; or NULL. */
static const char *called_otherwise(const struct ast *a)
{
    static const struct {
        const char *name, *hint;
    } others[] = {
        {"adaptive",
         "write `step adaptive(angle = 1e-8)`, or `step adaptive()`"},
        {"omega", "the angular velocity is w, in the body frame"},
    };
    if (!strcmp(a->name, "T") && a->place.offset > 0 &&
        a->place.source->chars[a->place.offset - 1] == '^')
        return "a transpose is R'";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i].name, a->name))
            return others[i].hint;
    return NULL;
}

static void report_unknown(struct check *c, const struct ast *a)
{
    int line, column;
    const char *hint = called_otherwise(a);
    const char *what, *factor = NULL;
    const struct ast *later = memo_find(&c->declared, a->name);
    if (later && was_refused(later, a) && c->diags->errors)
        return;
    if (is_known_unknown(c, a->name))
        return;
    if (later) {
        place_find(later->place, &line, &column);
        diag_error(c->diags, a->place, "'%s' is used before it is declared",
                   a->name);
        diag_hint(c->diags, "its declaration is in line %d", line);
    } else if (!strcmp(a->name, "h")) {
        diag_error(c->diags, a->place,
                   "a body may not depend on h, the step size");
    } else if (is_builtin(a->name)) {
        diag_error(c->diags, a->place, "'%s' is a function", a->name);
        diag_hint(c->diags, "its arguments stand in parentheses");
    } else if (hint) {
        diag_error(c->diags, a->place, "unknown name '%s'", a->name);
        diag_hint(c->diags, "%s", hint);
    } else if (!strcmp(a->name, "x") || !strcmp(a->name, "v")) {
        diag_error(c->diags, a->place, "unknown name '%s'", a->name);
        diag_hint(c->diags, "the %s of a body is known if it has a `mass`",
                  *a->name == 'x' ? "position" : "velocity");
    } else {
        diag_error(c->diags, a->place, "unknown name '%s'", a->name);
        if (lang_unit(a->name, &what, &factor) && !factor)
            diag_hint(c->diags, "%s", what);
        else if (factor)
            diag_hint(c->diags, "%s; `const %s = %s` makes it a name", what,
                      a->name, factor);
        else
            scope_hint(c, a->name);
    }
}

/* The quantity for which a need stands; the lowest bit counts. */
static const char *need_name(unsigned needs)
{
    return needs & NEED_T       ? "t"
           : needs & NEED_R     ? "R"
           : needs & NEED_W     ? "w"
           : needs & NEED_L     ? "L"
           : needs & NEED_X     ? "x"
           : needs & NEED_V     ? "v"
           : needs & NEED_INPUT ? "an input"
                                : "a param";
}

static void report_not_constant(struct check *c, const struct ast *a,
                                const struct entry *e)
{
    diag_error(c->diags, a->place, "%s must be a constant, and '%s' is %s",
               c->purpose.what, a->name,
               e->kind == ENTRY_PARAM   ? "a param"
               : e->kind == ENTRY_INPUT ? "an input"
                                        : "not");
    if (e->kind == ENTRY_PARAM)
        diag_hint(c->diags, "declare it with `const`");
    else if (e->kind == ENTRY_LET || e->needs == NEED_PARAM)
        diag_hint(c->diags, "it depends on %s", need_name(e->needs));
}

static void report_forbidden(struct check *c, const struct ast *a,
                             const struct entry *e)
{
    unsigned bad = e->needs & c->purpose.forbidden;
    if (c->purpose.forbidden == NEED_ANY)
        report_not_constant(c, a, e);
    else if (e->kind == ENTRY_LET)
        diag_error(c->diags, a->place, "%s may not depend on %s, and '%s' does",
                   c->purpose.what, need_name(bad), a->name);
    else
        diag_error(c->diags, a->place, "%s may not depend on %s'%s'",
                   c->purpose.what, e->kind == ENTRY_INPUT ? "the input " : "",
                   a->name);
}

/* If it does not, its fault or its absence is reported elsewhere. */
static bool inertia_follows(const struct check *c)
{
    for (int i = 0; i < c->file->n && !c->inertia_checked; i++)
        if (c->file->child[i]->kind == AST_INERTIA)
            return true;
    return false;
}

const struct entry *scope_find(struct check *c, const struct ast *a)
{
    struct entry *e = memo_find(&c->known, a->name);
    if (!e) {
        report_unknown(c, a);
        return NULL;
    }
    c->needs |= e->needs;
    if (e->needs & c->purpose.forbidden) {
        if (e->refused != c->evaluations)
            report_forbidden(c, a, e);
        e->refused = c->evaluations;
        return NULL;
    }
    if (!strcmp(e->name, "J") && !c->inertia_known) {
        if (inertia_follows(c))
            diag_error(c->diags, a->place,
                       "'J' is used before the inertia is given");
        return NULL;
    }
    return e;
}

static const char *name_fault(const struct check *c, const struct ast *s)
{
    for (int i = 0; i < c->quantities; i++)
        if (c->quantity[i].name == s->name)
            return c->quantity[i].needs & (NEED_X | NEED_V)
                       ? "is a quantity of a body with `mass`"
                       : "is a quantity of the language";
    if (is_builtin(s->name) && !builtin_gives_way(s->name))
        return "is a function of the language";
    return word_fault(s->name);
}

bool scope_check_name(struct check *c, const struct ast *s)
{
    const char *fault = name_fault(c, s);
    if (strlen(s->name) > NAME_LONGEST)
        diag_error(c->diags, s->name_place,
                   "the name is longer than %d characters", NAME_LONGEST);
    else if (fault)
        diag_error(c->diags, s->name_place, "'%s' %s; take another name",
                   s->name, fault);
    return strlen(s->name) <= NAME_LONGEST && !fault;
}

bool scope_declare(struct check *c, const struct ast *s, enum entry_kind kind,
                   struct value value, unsigned needs)
{
    if (!scope_check_name(c, s))
        return false;
    const struct entry *old = memo_find(&c->known, s->name);
    if (old) {
        int line, column;
        place_find(old->place, &line, &column);
        diag_error(c->diags, s->name_place, "'%s' is declared already",
                   s->name);
        diag_hint(c->diags, "its first declaration is in line %d", line);
        return false;
    }
    arena_push(c->arena, c->entry, c->entries, c->entry_room);
    struct entry *e = arena_alloc(c->arena, sizeof *e);
    *e = (struct entry){.kind = kind,
                        .name = s->name,
                        .place = s->place,
                        .value = value,
                        .needs = needs};
    c->entry[c->entries++] = e;
    memo_keep(&c->known, c->arena, s->name, e);
    return true;
}
