/* SPDX-License-Identifier: MIT
 *
 * The attitude in other numbers than those that are stored: as a quaternion,
 * always, and as what the spec asks to `show`.  For each there is a routine
 * that gives them and one that takes them.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/name.h"
#include "base/text.h"

/* ---- which they are ---- */

static const char quaternion[] = "quaternion";

static bool is_quaternion(const struct called *c)
{
    return !strcmp(c->file->name, quaternion);
}

/* What it is given is divided by its length. */
static const struct ast *quaternion_call(struct derive *d)
{
    static const char text[] = "quaternion(renormalise = each)";
    struct source *s = arena_alloc(d->arena, sizeof *s);
    *s = (struct source){"what is always shown", text, sizeof text - 1};
    return lang_parse_call(d->arena, d->names, d->diags, s);
}

bool shown_resolve(struct derive *d)
{
    const struct model *m = d->model;
    bool good = true;
    d->show = arena_array(d->arena, (size_t)m->shows + 1, sizeof *d->show);
    d->shows = m->shows;
    for (int i = 0; i < m->shows; i++) {
        const struct ast *call = m->show[i]->child[0];
        struct called *c = &d->show[i];
        if (!option_resolve(d, SHELF_ATTITUDE, call, NULL, c))
            good = false;
        else if (is_quaternion(c) && call->kind == AST_NAME)
            c->call = quaternion_call(d);
    }
    return good;
}

/* ---- their functions' names ---- */

/* What the emitted code calls functions, types and macros, after the body's
 * name; those at the end begin so. */
static const char *const taken[] = {
    "start",
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
    "is_leap",
};
static const char *const beginnings[] = {"any_", "c01", "jacobi"};

/* The text of an option, with one underscore for all that cannot stand in a
 * name. */
static void add_option(struct text *name, const struct ast *a)
{
    const char *c = a->place.source->chars + a->place.offset;
    char last = 0;
    for (size_t i = 0; i < a->place.length; i++) {
        char next = ascii_is_word(c[i]) ? c[i] : '_';
        if (next != '_' || last != '_')
            text_char(name, next);
        last = next;
    }
}

/* The file's name and the options that have no name in the call. */
static const char *name_functions(struct derive *d, const struct called *c)
{
    struct text name = text_new(d->arena);
    text_put(&name, c->file->name);
    for (int i = 0; c->call->kind == AST_CALL && i < c->call->n; i++)
        if (c->call->child[i]->kind != AST_OPTION) {
            text_char(&name, '_');
            add_option(&name, c->call->child[i]);
        }
    return text_chars(&name);
}

static const char *setter(struct derive *d, const char *name)
{
    return text_format(d->arena, "set_%s", name);
}

static bool is_taken(const char *name)
{
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (option_same(taken[i], name))
            return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (!strncmp(beginnings[i], name, strlen(beginnings[i])))
            return true;
    return false;
}

static bool check_free(struct derive *d, const struct called *c,
                       const char *name)
{
    if (!is_taken(name) && !is_taken(setter(d, name)))
        return true;
    diag_error(d->diags, c->place, "the emitted code has another '%s_%s'",
               d->model->name, name);
    diag_hint(d->diags, "give the attitude's file another name");
    return false;
}

static bool collide(struct derive *d, const char *a, const char *b)
{
    return !strcmp(a, b) || !strcmp(setter(d, a), b) ||
           !strcmp(a, setter(d, b));
}

static bool check_new(struct derive *d, int i)
{
    int line, column;
    for (int k = 0; k < i; k++) {
        if (strcmp(d->shown[k].call, d->shown[i].call) != 0)
            continue;
        place_find(d->show[k].place, &line, &column);
        diag_error(d->diags, d->show[i].place, "'%s' is shown already",
                   d->shown[i].call);
        diag_hint(d->diags, "in line %d", line);
        return false;
    }
    return true;
}

static bool check_apart(struct derive *d, int i)
{
    for (int k = 0; k < i; k++) {
        if (!collide(d, d->shown[k].name, d->shown[i].name))
            continue;
        diag_error(d->diags, d->show[i].place,
                   "the functions for '%s' and for '%s' would have one name",
                   d->shown[k].call, d->shown[i].call);
        diag_hint(d->diags, "an option without its name is part of theirs: "
                            "`euler(zyx)`");
        return false;
    }
    return true;
}

/* ---- opening ---- */

/* The quaternion stands first, unless the spec has it elsewhere: true if it was
 * added. */
static bool add_quaternion(struct derive *d)
{
    for (int i = 0; i < d->shows; i++)
        if (!strcmp(name_functions(d, &d->show[i]), quaternion))
            return false;
    memmove(&d->show[1], &d->show[0], (size_t)d->shows * sizeof *d->show);
    d->shows++;
    return option_resolve(d, SHELF_ATTITUDE, quaternion_call(d), NULL,
                          &d->show[0]);
}

/* What is written in the spec, or the default's name. */
static const char *print_call(const struct derive *d, const struct called *c)
{
    bool written = c->call->place.source == d->model->source;
    return written ? c->claim.name : c->file->name;
}

/* What the numbers are: converted ones may have another range than stored
 * ones, which store = { shown = .. } then says. */
static const char *read_note(struct derive *d, const struct called *c)
{
    lua_State *L = host_lua(d->host);
    scene_table(d, c);
    lua_getfield(L, -1, "store");
    struct fields f = {d->host, c->file->text->path, lua_gettop(L)};
    const char *note = field_text(&f, "shown");
    lua_pop(L, 2);
    return note;
}

static bool open(struct derive *d, int i)
{
    struct called *c = &d->show[i];
    struct shown *s = &d->shown[i];
    s->name = name_functions(d, c);
    s->call = c->file->name;
    if (!name_is_good(c->file->name))
        host_blame(host_lua(d->host), c->file->text->path,
                   "no function can be called after this file: only letters, "
                   "digits and _ can be in its name");
    if (!attitude_complete(d, c))
        return false;
    s->call = print_call(d, c);
    s->numbers = derive_store(d, c);
    const char *note = read_note(d, c);
    if (note)
        s->numbers.note = note;
    return check_new(d, i) && check_apart(d, i) && check_free(d, c, s->name);
}

bool shown_open(struct derive *d)
{
    bool added = add_quaternion(d), good = true;
    d->shown = arena_array(d->arena, (size_t)d->shows + 1, sizeof *d->shown);
    for (int i = 0; i < d->shows; i++) {
        good &= open(d, i);
        d->shown[i].asked = i > 0 || !added;
    }
    d->step->shows = d->shows;
    d->step->shown = d->shown;
    return good;
}

/* ---- their numbers ---- */

/* The numbers x of one attitude as those of another. */
static void convert(struct derive *d, const struct called *from,
                    const struct called *to, int n, const struct expr *const *x,
                    int size, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    lua_getglobal(L, "attitude_convert");
    scene_table(d, from);
    scene_table(d, to);
    algebra_push_array(L, n, x);
    lua_call(L, 3, 1);
    algebra_array(L, -1, size, out);
    lua_pop(L, 1);
}

static void restore(struct derive *d, const struct called *c,
                    const struct store *numbers, const struct expr **out)
{
    lua_State *L = host_lua(d->host);
    algebra_push_array(L, numbers->n, numbers->symbol);
    scene_call(d, c, "restore", 1);
    algebra_array(L, -1, numbers->n, out);
    lua_pop(L, 1);
}

static void make_get(struct derive *d, const struct called *c, struct shown *s)
{
    const struct store *stored = &d->step->store[STORED_R];
    const struct expr *out[MOST_VALUES];
    convert(d, &d->attitude, c, stored->n, stored->symbol, s->numbers.n, out);
    observe_routine(d, &s->get, s->name, s->numbers.name, s->numbers.n, out);
}

static void make_set(struct derive *d, const struct called *c, struct shown *s)
{
    const struct store *stored = &d->step->store[STORED_R];
    const struct expr *given[MOST_VALUES], *out[MOST_VALUES];
    restore(d, c, &s->numbers, given);
    s->restores = memcmp(given, s->numbers.symbol,
                         (size_t)s->numbers.n * sizeof *given) != 0;
    convert(d, c, &d->attitude, s->numbers.n, given, stored->n, out);
    observe_routine(d, &s->set, setter(d, s->name), stored->name, stored->n,
                    out);
}

void shown_make(struct derive *d)
{
    for (int i = 0; i < d->shows; i++) {
        derive_symbols(d, &d->shown[i].numbers, SYMBOL_SHOWN);
        make_get(d, &d->show[i], &d->shown[i]);
        make_set(d, &d->show[i], &d->shown[i]);
    }
}
