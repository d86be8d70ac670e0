/* SPDX-License-Identifier: MIT
 *
 * The attitudes that are shown: as a quaternion, always, and as what the spec
 * asks to `show`; and how the functions that convert to them are called.
 */
#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "recipe/called.h"

static const char quaternion[] = "quaternion";

/* ---- their functions' names ---- */

/* What the emitted code calls functions, types and macros, after the body's
 * name; those at the end begin so. */
static const char *const taken[] = {"start",
                                    "defaults",
                                    "tick",
                                    "copy",
                                    "push",
                                    "run",
                                    "step",
                                    "time",
                                    "keep",
                                    "rotation",
                                    "omega",
                                    "momentum",
                                    "energy",
                                    "set_rotation",
                                    "load",
                                    "set_omega",
                                    "store",
                                    "load_par",
                                    "load_in",
                                    "stepper",
                                    "par",
                                    "in",
                                    "h",
                                    "ok",
                                    "too_large",
                                    "not_converged",
                                    "kept",
                                    "singular",
                                    "no_include",
                                    "keep_names",
                                    "shown_names",
                                    "interp",
                                    "sway",
                                    "act",
                                    "accept",
                                    "acts",
                                    "advance",
                                    "aim",
                                    "bounded",
                                    "breaks",
                                    "control",
                                    "control_start",
                                    "factor",
                                    "find",
                                    "landing",
                                    "load_control",
                                    "power",
                                    "reason",
                                    "same",
                                    "size",
                                    "smaller",
                                    "store_control",
                                    "trial",
                                    "try",
                                    "worst",
                                    "finite",
                                    "numbers",
                                    "squares",
                                    "count",
                                    "not_finite",
                                    "too_small",
                                    "rejected",
                                    "unfinished",
                                    "stepper_h",
                                    "check",
                                    "not_positive",
                                    "not_physical",
                                    "table",
                                    "tables",
                                    "slot",
                                    "rows_to",
                                    "value",
                                    "corner",
                                    "is_jump"};
static const char *const beginnings[] = {"any_", "c01", "jacobi"};

/* The file's name and the options that have no name in the call, with one
 * underscore for all that cannot stand in a name. */
static const char *name_functions(struct recipe *r, const struct called *c)
{
    struct text name = text_new(r->kit.arena);
    text_put(&name, c->file->name);
    for (int i = 0; c->call->kind == AST_CALL && i < c->call->n; i++) {
        const struct place *at = &c->call->child[i]->place;
        if (c->call->child[i]->kind == AST_OPTION)
            continue;
        text_char(&name, '_');
        char last = 0;
        for (size_t k = 0; k < at->length; k++) {
            char next = at->source->chars[at->offset + k];
            next = ascii_is_word(next) ? next : '_';
            if (next != '_' || last != '_')
                text_char(&name, next);
            last = next;
        }
    }
    return text_chars(&name);
}

static const char *setter(struct recipe *r, const char *name)
{
    return text_format(r->kit.arena, "set_%s", name);
}

static bool is_taken(const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (called_is(taken[i], name))
            return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(beginnings[i], name, strlen(beginnings[i])))
            return true;
    return false;
}

static bool check_free(struct recipe *r, const struct shown_as *s)
{
    if (!is_taken(s->name) && !is_taken(setter(r, s->name)))
        return true;
    diag_error(r->kit.diags, s->called.place,
               "the emitted code has another '%s_%s'", r->model->name, s->name);
    diag_hint(r->kit.diags, "give the attitude's file another name");
    return false;
}

/* Is it shown for the first time? */
static bool check_new(struct recipe *r, int i)
{
    const struct shown_as *s = &r->show[i];
    int line, column;
    for (const struct shown_as *other = r->show; other < s; other++) {
        if (strcmp(other->call, s->call) != 0)
            continue;
        place_find(other->called.place, &line, &column);
        diag_error(r->kit.diags, s->called.place, "'%s' is shown already",
                   s->call);
        diag_hint(r->kit.diags, "in line %d", line);
        return false;
    }
    return true;
}

static bool check_apart(struct recipe *r, int i)
{
    const struct shown_as *s = &r->show[i];
    for (const struct shown_as *other = r->show; other < s; other++) {
        if (strcmp(other->name, s->name) != 0 &&
            strcmp(setter(r, other->name), s->name) != 0 &&
            strcmp(other->name, setter(r, s->name)) != 0)
            continue;
        diag_error(r->kit.diags, s->called.place,
                   "the functions for '%s' and for '%s' would have one name",
                   other->call, s->call);
        diag_hint(r->kit.diags,
                  "an option without its name is part of theirs: `euler(zyx)`");
        return false;
    }
    return true;
}

/* ---- which they are ---- */

/* What it is given is divided by its length. */
static const struct ast *quaternion_call(struct recipe *r)
{
    return called_parse(&r->kit, "what is always shown",
                        "quaternion(renormalise = each)");
}

bool shown_find(struct recipe *r)
{
    const struct model *m = r->model;
    bool good = true;
    r->shows = m->shows;
    r->show = arena_array(r->kit.arena, (size_t)m->shows + 1, sizeof *r->show);
    for (int i = 0; i < m->shows; i++) {
        const struct ast *call = m->show[i]->child[0];
        struct called *c = &r->show[i].called;
        r->show[i].asked = true;
        if (!called_find(&r->kit, SHELF_ATTITUDE, call, NULL, c))
            good = false;
        else if (!strcmp(c->file->name, quaternion) && call->kind == AST_NAME)
            c->call = quaternion_call(r);
    }
    return good;
}

/* The quaternion stands first, unless the spec has it elsewhere. */
static void add_quaternion(struct recipe *r)
{
    for (int i = 0; i < r->shows; i++)
        if (!strcmp(name_functions(r, &r->show[i].called), quaternion))
            return;
    memmove(&r->show[1], &r->show[0], (size_t)r->shows++ * sizeof *r->show);
    r->show[0].asked = false;
    called_find(&r->kit, SHELF_ATTITUDE, quaternion_call(r), NULL,
                &r->show[0].called);
}

static bool open(struct recipe *r, int i)
{
    struct shown_as *s = &r->show[i];
    struct called *c = &s->called;
    s->name = name_functions(r, c);
    s->call = c->file->name;
    if (!name_is_good(c->file->name))
        called_blame(&r->kit, c,
                     "no function can be called after this file: only letters, "
                     "digits and _ can be in its name");
    if (!recipe_attitude(r, c))
        return false;
    if (c->call->place.source == r->model->source) /* as it is written there */
        s->call = c->claim.name;
    return check_new(r, i) && check_apart(r, i) && check_free(r, s);
}

bool shown_open(struct recipe *r)
{
    bool good = true;
    add_quaternion(r);
    for (int i = 0; i < r->shows; i++)
        good &= open(r, i);
    return good;
}
