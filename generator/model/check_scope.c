/* SPDX-License-Identifier: MIT
 *
 * Names: what is declared, what a name may be, and what a wrong one may mean.
 */
#include "model/check.h"

#include <string.h>

static void add_quantity(struct check *c, const char *name, struct value value,
                         unsigned needs)
{
    struct entry *e = &c->quantity[c->quantities++];
    *e = (struct entry){.kind = ENTRY_QUANTITY,
                        .name = name_of_text(c->names, name),
                        .value = value,
                        .needs = needs};
    memo_keep(&c->known, c->arena, e->name, e);
}

void scope_open(struct check *c)
{
    static const char *const axis[] = {"e1", "e2", "e3"};
    const struct model *m = c->model;
    expr pi = expr_number(c->pool, number_pi(c->arena));
    add_quantity(c, "R", value_mat(m->R), NEED_R);
    add_quantity(c, "w", value_vec(m->w), NEED_W);
    add_quantity(c, "L", value_vec(m->L), NEED_L);
    add_quantity(c, "t", value_scalar(m->t), NEED_T);
    add_quantity(c, "J", value_none(), 0);
    add_quantity(c, "pi", value_scalar(pi), 0);
    for (int i = 0; i < 3; i++)
        add_quantity(c, axis[i], value_vec(vec_unit(c->pool, i)), 0);
    if (m->moves) {
        add_quantity(c, "x", value_vec(m->x), NEED_X);
        add_quantity(c, "v", value_vec(m->v), NEED_V);
    }
    for (int i = c->file->n - 1; i >= 0; i--) {
        const struct ast *s = c->file->child[i];
        if (s->kind == AST_CONST || s->kind == AST_PARAM ||
            s->kind == AST_INPUT || s->kind == AST_LET)
            memo_keep(&c->declared, c->arena, s->name, s);
    }
}

const char *did_you_mean(struct check *c, struct nearest near)
{
    return near.best ? text_format(c->arena, "did you mean '%s'?", near.best)
                     : NULL;
}

const char *line_hint(struct check *c, const char *what, struct place place)
{
    int line, column;
    place_find(place, &line, &column);
    return text_format(c->arena, "%s in line %d", what, line);
}

/* -- names that nobody declared ---------------------------------------------
 */

/* The nearest name that could stand in an expression. */
static const char *nearest_hint(struct check *c, const char *name)
{
    struct nearest near = nearest_to(name);
    /* a message that is not kept needs none */
    if (c->diags->count - c->diags->first >= DIAG_SHOWN)
        return NULL;
    for (int i = 0; i < c->entries; i++)
        nearest_offer(&near, c->entry[i]->name);
    for (int i = 0; i < c->quantities; i++)
        nearest_offer(&near, c->quantity[i].name);
    builtin_offer(&near);
    return did_you_mean(c, near);
}

/* What may be meant by a name that is not known; or NULL. */
static const char *meant(struct check *c, const struct ast *a)
{
    static const char *const others[][2] = {
        {"adaptive",
         "write `step adaptive(angle = 1e-8)`, or `step adaptive()`"},
        {"omega", "the angular velocity is w, in the body frame"},
        {"x", "the position of a body is known if it has a `mass`"},
        {"v", "the velocity of a body is known if it has a `mass`"},
    };
    const char *what, *factor;
    if (!strcmp(a->name, "T") && a->place.offset > 0 &&
        a->place.source->chars[a->place.offset - 1] == '^')
        return "a transpose is R'";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i][0], a->name))
            return others[i][1];
    if (!lang_unit(a->name, &what, &factor))
        return nearest_hint(c, a->name);
    return factor ? text_format(c->arena, "%s; `const %s = %s` makes it a name",
                                what, a->name, factor)
                  : what;
}

static void report_unknown(struct check *c, const struct ast *a)
{
    const struct ast *later = memo_find(&c->declared, a->name);
    if (later && c->diags->errors && later->place.source == a->place.source &&
        later->place.offset + later->place.length <= a->place.offset)
        return; /* it ends before the name is used: it was refused */
    if (memo_find(&c->unknown, a->name)) /* it was told */
        return;
    memo_keep(&c->unknown, c->arena, a->name, a->name);
    if (later)
        refuse(c, a->place, line_hint(c, "its declaration is", later->place),
               "'%s' is used before it is declared", a->name);
    else if (!strcmp(a->name, "h"))
        refuse(c, a->place, NULL, "a body may not depend on h, the step size");
    else if (is_builtin(a->name))
        refuse(c, a->place, "its arguments stand in parentheses",
               "'%s' is a function", a->name);
    else
        refuse(c, a->place, meant(c, a), "unknown name '%s'", a->name);
}

/* -- names that may not stand where they do ---------------------------------
 */

/* The quantity for which a need stands; the lowest bit counts. */
static const char *need_name(unsigned needs)
{
    static const char *const name[] = {"t", "R", "w",        "L",
                                       "x", "v", "an input", "a param"};
    int i = 0;
    while (i < 7 && !(needs >> i & 1))
        i++;
    return name[i];
}

static void report_forbidden(struct check *c, const struct ast *a,
                             const struct entry *e)
{
    const char *hint = NULL, *kind = "not";
    if (c->forbidden != NEED_ANY && e->kind == ENTRY_LET) {
        refuse(c, a->place, NULL, "%s may not depend on %s, and '%s' does",
               c->what, need_name(e->needs & c->forbidden), a->name);
        return;
    }
    if (c->forbidden != NEED_ANY) {
        refuse(c, a->place, NULL, "%s may not depend on %s'%s'", c->what,
               e->kind == ENTRY_INPUT ? "the input " : "", a->name);
        return;
    }
    if (e->kind == ENTRY_PARAM) {
        kind = "a param";
        hint = "declare it with `const`";
    } else if (e->kind == ENTRY_INPUT) {
        kind = "an input";
    } else if (e->kind == ENTRY_LET || e->needs == NEED_PARAM) {
        hint = text_format(c->arena, "it depends on %s", need_name(e->needs));
    }
    refuse(c, a->place, hint, "%s must be a constant, and '%s' is %s", c->what,
           a->name, kind);
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
    if (e->needs & c->forbidden) {
        if (e->refused != c->evaluations)
            report_forbidden(c, a, e);
        e->refused = c->evaluations;
        return NULL;
    }
    if (strcmp(e->name, "J") != 0 || c->inertia_known)
        return e;
    if (inertia_follows(c))
        refuse(c, a->place, NULL, "'J' is used before the inertia is given");
    return NULL;
}

/* -- declarations -----------------------------------------------------------
 */

/* Words that begin statements, or mean something of their own, which a user's
 * name may not be.  Those of the language that is emitted are the target's to
 * know. */
static const char *const words[] = {
    "body",   "const",     "param", "input",    "let",         "inertia",
    "torque", "potential", "keep",  "attitude", "map",         "method",
    "start",  "step",      "until", "tableau",  "composition", "h",
};

static const char *name_fault(const struct check *c, const char *name)
{
    for (int i = 0; i < c->quantities; i++)
        if (c->quantity[i].name == name)
            return c->quantity[i].needs & (NEED_X | NEED_V)
                       ? "is a quantity of a body with `mass`"
                       : "is a quantity of the language";
    if (is_builtin(name) && !builtin_gives_way(name))
        return "is a function of the language";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i]))
            return "is a word of the language";
    if (name[0] == '_' || !strncmp(name, "pol_", 4) ||
        !strncmp(name, "POL_", 4))
        return "begins like names of C and of the emitted code";
    return NULL;
}

bool scope_check_name(struct check *c, const struct ast *s)
{
    const char *fault = name_fault(c, s->name);
    bool is_long = strlen(s->name) > NAME_LONGEST;
    if (is_long)
        refuse(c, s->name_place, NULL, "the name is longer than %d characters",
               NAME_LONGEST);
    else if (fault)
        refuse(c, s->name_place, NULL, "'%s' %s; take another name", s->name,
               fault);
    return !is_long && !fault;
}

bool scope_declare(struct check *c, const struct ast *s, enum entry_kind kind,
                   struct value value, unsigned needs)
{
    if (!scope_check_name(c, s))
        return false;
    const struct entry *old = memo_find(&c->known, s->name);
    if (old) {
        refuse(c, s->name_place,
               line_hint(c, "its first declaration is", old->place),
               "'%s' is declared already", s->name);
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
