/* SPDX-License-Identifier: MIT
 *
 * The page as a Lua table: what it says of the body and the method, the
 * fields of its structs, and its programs.
 */
#include "emit/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "emit/emit.h"
#include "emit/paste.h"
#include "opt/carried.h"

static void set_text(struct view *v, const char *key, const char *value)
{
    if (!value)
        return;
    lua_pushstring(v->lua, value);
    lua_setfield(v->lua, -2, key);
}

static void set_bool(struct view *v, const char *key, bool value)
{
    lua_pushboolean(v->lua, value);
    lua_setfield(v->lua, -2, key);
}

static void set_number(struct view *v, const char *key, const struct number *x)
{
    if (x)
        set_text(v, key, spell_number(v->speller, x));
}

/* Steps of the descriptor: double in every real type; 0 where not said. */
static void set_double(struct view *v, const char *key, const struct number *x)
{
    const char *text =
        x ? number_text(v->speller->arena, x, REAL_DOUBLE) : NULL;
    set_text(v, key, text ? text : "0.0");
}

static const char *capitals(struct arena *arena, const char *name)
{
    char *copy = arena_text(arena, name, strlen(name));
    for (char *p = copy; *p; p++)
        *p = ascii_upper(*p);
    return copy;
}

static void set_claim(struct view *v, const char *key,
                      const struct page_claim *claim)
{
    lua_createtable(v->lua, 0, 3);
    set_text(v, "name", claim->name);
    set_text(v, "title", claim->title);
    set_text(v, "source", claim->source);
    lua_setfield(v->lua, -2, key);
}

/* ---- fields of structs ---- */

static void push_values(struct view *v, const struct page_field *f)
{
    lua_createtable(v->lua, f->size, 0);
    for (int i = 0; f->value && i < f->size; i++) {
        if (!f->value[i])
            continue;
        lua_pushstring(v->lua, spell_number(v->speller, f->value[i]));
        lua_rawseti(v->lua, -2, i + 1);
    }
}

static void set_fields(struct view *v, const char *key,
                       const struct page_field *field, int n)
{
    lua_createtable(v->lua, n, 0);
    for (int i = 0; i < n; i++) {
        lua_createtable(v->lua, 0, 4);
        set_text(v, "name", spell_field(v->speller, field[i].name));
        set_text(v, "note", field[i].note);
        lua_pushinteger(v->lua, field[i].size);
        lua_setfield(v->lua, -2, "size");
        push_values(v, &field[i]);
        lua_setfield(v->lua, -2, "value");
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, key);
}

/* Names of the watched values, one for each real: a vector has three. */
static void set_watch(struct view *v)
{
    const struct program *p = v->page->watch_values;
    int n = p ? p->writes : 0;
    lua_createtable(v->lua, n, 0);
    for (int i = 0; i < n; i++) {
        const struct write *w = &p->write[i];
        if (w->size > 1)
            lua_pushfstring(v->lua, "%s_%d", w->field, w->index);
        else
            lua_pushstring(v->lua, w->field);
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, "watch");
}

static void set_keeps(struct view *v)
{
    lua_createtable(v->lua, v->page->keeps, 0);
    for (int i = 0; i < v->page->keeps; i++) {
        lua_pushstring(v->lua, v->page->keep[i]);
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, "keep");
}

/* For people: "diag(1, 2, 3)", or the six numbers of a full one. */
static void set_inertia(struct view *v)
{
    struct arena *arena = v->speller->arena;
    const char *x[9];
    for (int i = 0; i < 9; i++) {
        const struct number *n = v->page->inertia[i];
        const char *text = n ? number_text(arena, n, REAL_DOUBLE) : NULL;
        x[i] = text ? text : "0.0";
    }
    set_text(v, "inertia_text",
             v->page->diagonal
                 ? text_format(arena, "diag(%s, %s, %s)", x[0], x[4], x[8])
                 : text_format(arena,
                               "xx %s, yy %s, zz %s, xy %s, xz %s, yz %s", x[0],
                               x[4], x[8], x[1], x[2], x[5]));
}

/* ---- what all programs together need ---- */

enum { PROGRAMS = 15 };

/* Their number; the list begins at *out. */
static int all_programs(struct view *v, const struct program *const **out)
{
    const struct page *p = v->page;
    const struct program *always[PROGRAMS] = {
        p->advance,  p->rotation, p->set_rotation, p->omega, p->set_omega,
        p->momentum, p->energy,   p->watch_values, p->push,  p->interp,
        p->act,      p->trial,    p->breaks,       p->check, p->sway};
    size_t most = PROGRAMS + 2 * (size_t)p->shows;
    const struct program **all =
        arena_array(v->speller->arena, most, sizeof *all);
    int n = 0;
    for (int i = 0; i < PROGRAMS; i++)
        if (always[i])
            all[n++] = always[i];
    for (int i = 0; i < p->shows; i++) {
        all[n++] = p->shown[i].get;
        all[n++] = p->shown[i].set;
    }
    *out = all;
    return n;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The functions of the C library that are called, in order, each once. */
static void set_calls(struct view *v)
{
    const struct program *const *program;
    int programs = all_programs(v, &program), n = 0, room = 0, k = 0;
    const char **name = NULL;
    for (int i = 0; i < programs; i++)
        for (int j = 0; j < program[i]->calls; j++) {
            const char *call = spell_call(v->speller, program[i]->call[j]);
            arena_push(v->speller->arena, name, n, room);
            name[n++] = call ? call : program[i]->call[j];
        }
    if (n)
        qsort(name, (size_t)n, sizeof *name, compare_names);
    lua_createtable(v->lua, n, 0);
    for (int i = 0; i < n; i++)
        if (i == 0 || strcmp(name[i], name[i - 1])) {
            lua_pushstring(v->lua, name[i]);
            lua_rawseti(v->lua, -2, ++k);
        }
    lua_setfield(v->lua, -2, "calls");
}

/* The texts of the functions of runtime/ that are called. */
static bool set_carried(struct view *v)
{
    const struct program *const *program;
    int programs = all_programs(v, &program), n = 0;
    unsigned used = 0;
    bool ok = true;
    for (int i = 0; i < programs; i++)
        used |= program[i]->carries;
    lua_newtable(v->lua);
    for (int i = 0; carried_function(i); i++) {
        if (!(used & 1U << i))
            continue;
        const char *text = paste_function(v->speller, carried_function(i));
        ok = ok && text;
        lua_pushstring(v->lua, text ? text : "");
        lua_rawseti(v->lua, -2, ++n);
    }
    lua_setfield(v->lua, -2, "carried");
    return ok;
}

static void set_program(struct view *v, const char *key,
                        const struct program *p)
{
    if (!p)
        return;
    view_push_program(v, p);
    lua_setfield(v->lua, -2, key);
}

/* Where the last kick adds what is carried: "L[0]", ... */
static void set_pushed(struct view *v)
{
    const struct page *p = v->page;
    lua_createtable(v->lua, p->pushes, 0);
    for (int i = 0; i < p->pushes; i++) {
        const struct page_place *at = &p->pushed[i];
        lua_pushfstring(v->lua, "%s[%d]", spell_field(v->speller, at->name),
                        at->index);
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, "pushed");
}

/* Conversions to other numbers of the attitude. */
static void set_shown(struct view *v)
{
    lua_createtable(v->lua, v->page->shows, 0);
    for (int i = 0; i < v->page->shows; i++) {
        const struct page_shown *s = &v->page->shown[i];
        lua_createtable(v->lua, 0, 8);
        v->argument = spell_argument(v->speller, s->field.name);
        set_text(v, "call", s->call);
        set_text(v, "name", s->name);
        set_text(v, "argument", v->argument);
        set_text(v, "note", s->field.note);
        lua_pushinteger(v->lua, s->field.size);
        lua_setfield(v->lua, -2, "size");
        set_bool(v, "asked", s->asked);
        set_bool(v, "restores", s->restores);
        set_program(v, "get", s->get);
        set_program(v, "set", s->set);
        v->argument = NULL;
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, "shown");
}

/* newton: it iterates; accepts: a step may be too large; singular: its
 * attitude may not exist. */
static void set_failures(struct view *v, const struct program *p)
{
    bool newton = false, accepts = false, singular = false;
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        newton |= b->kind == BLOCK_NEWTON;
        accepts |= b->kind == BLOCK_REQUIRE && !b->is_singular;
        singular |= b->is_singular;
    }
    set_bool(v, "newton", newton);
    set_bool(v, "accepts", newton || accepts);
    set_bool(v, "singular", singular);
}

static void set_programs(struct view *v)
{
    const struct page *p = v->page;
    set_program(v, "advance", p->advance);
    set_program(v, "rotation", p->rotation);
    set_program(v, "set_rotation", p->set_rotation);
    set_program(v, "omega", p->omega);
    set_program(v, "set_omega", p->set_omega);
    set_program(v, "momentum", p->momentum);
    set_program(v, "energy", p->energy);
    set_program(v, "watch_values", p->watch_values);
    set_program(v, "push", p->push);
    set_program(v, "trial", p->trial);
    set_program(v, "breaks", p->breaks);
    set_program(v, "check", p->check);
    set_program(v, "interp", p->interp);
    set_program(v, "act", p->act);
    set_program(v, "sway", p->sway);
    lua_pushinteger(v->lua, p->dense_order);
    lua_setfield(v->lua, -2, "dense_order");
    set_bool(v, "cubic", p->dense_is_cut);
    set_pushed(v);
    struct cost cost = page_cost(p);
    view_push_cost(v, &cost);
    lua_setfield(v->lua, -2, "cost");
    set_failures(v, p->advance);
}

/* What controls a step that chooses its size, and the functions that do. */
static bool set_control(struct view *v)
{
    static const char path[] = "runtime/pol_control.h";
    static const char *const name[] = {"angle", "rate", "position", "velocity",
                                       "first", "min",  "max"};
    const struct page_control *c = &v->page->control;
    if (!v->page->trial)
        return true;
    lua_createtable(v->lua, 0, 12);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        set_number(v, name[i], c->value[i]);
    lua_pushinteger(v->lua, c->order);
    lua_setfield(v->lua, -2, "order");
    set_bool(v, "hands_on", c->hands_on);
    lua_createtable(v->lua, c->landings, 0);
    lua_createtable(v->lua, c->landings, 0);
    for (int i = 0; i < c->landings; i++) {
        lua_pushstring(v->lua, spell_number(v->speller, c->landing[i].time));
        lua_rawseti(v->lua, -3, i + 1);
        lua_pushboolean(v->lua, c->landing[i].is_kink);
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -3, "landing_is_kink");
    lua_setfield(v->lua, -2, "landing");
    lua_createtable(v->lua, c->moving, 0);
    for (int i = 0; i < c->moving; i++) {
        lua_pushboolean(v->lua, c->moving_is_kink[i]);
        lua_rawseti(v->lua, -2, i + 1);
    }
    lua_setfield(v->lua, -2, "moving_is_kink");
    const char *functions = paste_part(v->speller, path, "control");
    set_text(v, "functions", functions);
    lua_setfield(v->lua, -2, "control");
    return functions;
}

/* Signals from files: what reads them, and where they are. */
static bool set_tables(struct view *v)
{
    if (!v->from->tables)
        return true;
    const char *read = paste_part(v->speller, "runtime/pol_signal.h", "signal");
    set_text(v, "table_functions", read);
    set_text(v, "tables",
             text_format(v->speller->arena, "0x%llxU",
                         (unsigned long long)(size_t)v->from->tables));
    return read;
}

static void set_facts(struct view *v)
{
    const struct page *p = v->page;
    set_text(v, "body", p->body);
    set_text(v, "BODY", capitals(v->speller->arena, p->body));
    set_text(v, "note", p->note);
    set_text(v, "spec", v->from->spec);
    set_text(v, "mark", v->from->mark);
    set_text(v, "command", v->from->command);
    set_text(v, "version", v->from->version);
    set_text(v, "without", v->from->left_out);
    set_bool(v, "access", p->rotation);
    set_text(v, "real", v->speller->real == REAL_FLOAT ? "float" : "double");
    set_claim(v, "method", &p->method);
    set_claim(v, "attitude", &p->attitude);
    set_claim(v, "map", &p->map);
    lua_pushinteger(v->lua, p->order);
    lua_setfield(v->lua, -2, "order");
    set_bool(v, "exact", p->is_exact);
    set_bool(v, "free", p->is_free);
    set_bool(v, "symmetric", p->symmetric);
    set_bool(v, "implicit", p->is_implicit);
    set_bool(v, "conservative", p->conservative);
    set_bool(v, "has_potential", p->has_potential);
    set_bool(v, "moves", p->moves);
    set_bool(v, "varies", p->varies);
    set_number(v, "mass", p->mass);
    set_inertia(v);
    set_keeps(v);
    set_watch(v);
}

bool view_push(struct view *v)
{
    const struct page *p = v->page;
    struct arena *arena = v->speller->arena;
    lua_createtable(v->lua, 0, 40);
    set_facts(v);
    set_fields(v, "store", p->store, p->stores);
    set_fields(v, "param", p->param, p->params);
    set_fields(v, "input", p->input, p->inputs);
    set_number(v, "start_t", p->start_t ? p->start_t : number_int(arena, 0));
    set_number(v, "zero", number_int(arena, 0));
    set_number(v, "one", number_int(arena, 1));
    set_double(v, "step", p->step);
    set_double(v, "until", p->until);
    set_programs(v);
    set_shown(v);
    set_calls(v);
    const char *type = paste_stepper(v->speller);
    set_text(v, "stepper_type", type);
    return set_control(v) && set_carried(v) && set_tables(v) && type;
}
