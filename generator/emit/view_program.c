/* SPDX-License-Identifier: MIT
 *
 * A program as Lua tables: reads, lines by paragraphs, loops, writes, cost.
 */
#include "emit/view.h"

#include <string.h>

#include "base/arena.h"

static void set_text(lua_State *L, const char *key, const char *value)
{
    if (!value)
        return;
    lua_pushstring(L, value);
    lua_setfield(L, -2, key);
}

static void set_int(lua_State *L, const char *key, int value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

/* ---- reads and writes ---- */

static const char *read_kind(enum read_kind kind)
{
    static const char *const name[] = {"store", "time",     "param", "input",
                                       "step",  "argument", "push",  "end",
                                       "share", "span"};
    return name[kind];
}

static const char *read_field(struct view *v, const struct read *r)
{
    if (r->kind != READ_ARGUMENT)
        return spell_field(v->speller, r->field);
    return v->argument ? v->argument : r->field;
}

/* Does it find an array, of however few numbers?  tcc takes a pointer for a
 * number without a word, so every kind says. */
static bool is_array(const struct read *r)
{
    switch (r->kind) {
    case READ_ARGUMENT:
    case READ_PUSH:
        return true;
    case READ_STORE:
    case READ_PARAM:
    case READ_INPUT:
    case READ_END:
        return r->size > 1;
    case READ_TIME:
    case READ_STEP:
    case READ_SHARE:
    case READ_SPAN:
        break;
    }
    return false;
}

static void push_reads(struct view *v, const struct program *p)
{
    lua_State *L = v->lua;
    lua_createtable(L, p->reads, 0);
    for (int i = 0; i < p->reads; i++) {
        const struct read *r = &p->read[i];
        lua_createtable(L, 0, 6);
        set_text(L, "kind", read_kind(r->kind));
        set_text(L, "name", spell_name(v->speller, r->name));
        set_text(L, "field", read_field(v, r));
        set_int(L, "index", r->index);
        set_int(L, "size", r->size);
        lua_pushboolean(L, is_array(r));
        lua_setfield(L, -2, "is_array");
        lua_rawseti(L, -2, i + 1);
    }
}

/* Does the write give a field the value that it has already? */
static bool is_same(const struct program *p, const struct write *w)
{
    if (w->value->kind != TREE_NAME)
        return false;
    for (int i = 0; i < p->reads; i++) {
        const struct read *r = &p->read[i];
        if (r->kind == READ_STORE && r->index == w->index &&
            !strcmp(r->field, w->field) && !strcmp(r->name, w->value->name))
            return true;
    }
    return false;
}

static void push_writes(struct view *v, const struct program *p)
{
    lua_State *L = v->lua;
    lua_createtable(L, p->writes, 0);
    for (int i = 0; i < p->writes; i++) {
        const struct write *w = &p->write[i];
        const char *field = spell_field(v->speller, w->field);
        lua_createtable(L, 0, 5);
        set_text(L, "field", field);
        set_text(L, "place",
                 w->size > 1
                     ? text_format(v->speller->arena, "%s[%d]", field, w->index)
                     : field);
        set_int(L, "index", w->index);
        set_text(L, "value", spell_tree(v->speller, w->value));
        lua_pushboolean(L, is_same(p, w));
        lua_setfield(L, -2, "same");
        lua_rawseti(L, -2, i + 1);
    }
}

/* ---- lines ---- */

static void push_names(struct view *v, const char *const *name, int n)
{
    lua_State *L = v->lua;
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushstring(L, spell_name(v->speller, name[i]));
        lua_rawseti(L, -2, i + 1);
    }
}

/* The arguments of a call, as they stand between its brackets. */
static const char *spell_arguments(struct speller *s, const struct tree *call)
{
    const char *text = spell_tree(s, call->arg[0]);
    for (int i = 1; i < call->n; i++)
        text =
            text_format(s->arena, "%s, %s", text, spell_tree(s, call->arg[i]));
    return text;
}

static void push_line(struct view *v, const struct line *line)
{
    lua_State *L = v->lua;
    struct speller *s = v->speller;
    lua_createtable(L, 0, 4);
    if (line->call) {
        const char *suffix = s->call_suffix;
        set_text(L, "call", text_format(s->arena, "%s%s", line->call, suffix));
        push_names(v, line->name, line->n);
        lua_setfield(L, -2, "names");
    } else {
        set_text(L, "name", spell_name(s, line->name[0]));
    }
    const struct tree *value = line->value;
    bool truth = spell_is_truth(s, line);
    set_text(L, "value",
             line->call ? spell_arguments(s, value)
             : truth    ? spell_truth(s, value)
                        : spell_tree(s, value));
    lua_pushboolean(L, truth);
    lua_setfield(L, -2, "truth");
    set_text(L, "note", line->note);
}

static void push_lines(struct view *v, const struct line *line, int n)
{
    lua_createtable(v->lua, n, 0);
    for (int i = 0; i < n; i++) {
        push_line(v, &line[i]);
        lua_rawseti(v->lua, -2, i + 1);
    }
}

/* ---- blocks ---- */

static void push_paragraphs(struct view *v, const struct block *b)
{
    lua_State *L = v->lua;
    lua_createtable(L, b->paragraphs, 0);
    for (int i = 0; i < b->paragraphs; i++) {
        lua_createtable(L, 0, 2);
        set_text(L, "title", b->paragraph[i].title);
        push_lines(v, b->paragraph[i].line, b->paragraph[i].lines);
        lua_setfield(L, -2, "lines");
        lua_rawseti(L, -2, i + 1);
    }
}

/* A change that is a name already needs no local of its own. */
static void push_changes(struct view *v, const struct block *b)
{
    lua_State *L = v->lua;
    lua_createtable(L, b->n, 0);
    for (int i = 0; i < b->n; i++) {
        const struct tree *t = b->change[i];
        const char *name = b->change_name[i];
        bool named = t->kind == TREE_NAME && !strcmp(t->name, name);
        lua_createtable(L, 0, 2);
        set_text(L, "name", spell_name(v->speller, name));
        set_text(L, "value", named ? NULL : spell_tree(v->speller, t));
        lua_rawseti(L, -2, i + 1);
    }
}

static void set_loop(struct view *v, const struct block *b)
{
    lua_State *L = v->lua;
    set_text(L, "title", b->title);
    set_int(L, "sweeps", b->sweeps);
    push_names(v, b->carried, b->n);
    lua_setfield(L, -2, "carried");
    lua_createtable(L, b->n, 0);
    for (int i = 0; i < b->n; i++) {
        lua_pushstring(L, spell_tree(v->speller, b->start[i]));
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "start");
    push_changes(v, b);
    lua_setfield(L, -2, "change");
    set_text(L, "done", spell_truth(v->speller, b->done));
}

static const char *block_kind(enum block_kind kind)
{
    static const char *const name[] = {"straight", "newton", "require"};
    return name[kind];
}

static void push_blocks(struct view *v, const struct program *p)
{
    lua_State *L = v->lua;
    lua_createtable(L, p->blocks, 0);
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        lua_createtable(L, 0, 9);
        set_text(L, "kind", block_kind(b->kind));
        push_paragraphs(v, b);
        lua_setfield(L, -2, "paragraphs");
        if (b->kind == BLOCK_NEWTON)
            set_loop(v, b);
        if (b->accept)
            set_text(L, "accept", spell_truth(v->speller, b->accept));
        lua_pushboolean(L, b->is_singular);
        lua_setfield(L, -2, "singular");
        lua_rawseti(L, -2, i + 1);
    }
}

void view_push_cost(struct view *v, const struct cost *c)
{
    lua_State *L = v->lua;
    lua_createtable(L, 0, 15);
    set_int(L, "mul", c->step.mul);
    set_int(L, "add", c->step.add);
    set_int(L, "div", c->step.div);
    set_int(L, "sqrt", c->step.sqrt);
    set_int(L, "calls", c->step.calls);
    set_int(L, "neg", c->step.neg);
    set_int(L, "compare", c->step.compare);
    set_int(L, "once", c->once);
    set_int(L, "sweep_mul", c->sweep.mul);
    set_int(L, "sweep_add", c->sweep.add);
    set_int(L, "sweep_div", c->sweep.div);
    set_int(L, "sweep_sqrt", c->sweep.sqrt);
    set_int(L, "sweep_calls", c->sweep.calls);
    set_int(L, "sweep_neg", c->sweep.neg);
    set_int(L, "sweep_compare", c->sweep.compare);
    set_int(L, "loops", c->loops);
}

static void push_calls(struct view *v, const struct program *p)
{
    lua_State *L = v->lua;
    lua_createtable(L, p->calls, 0);
    for (int i = 0; i < p->calls; i++) {
        const char *call = spell_call(v->speller, p->call[i]);
        lua_pushstring(L, call ? call : p->call[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

void view_push_program(struct view *v, const struct program *p)
{
    lua_State *L = v->lua;
    spell_program(v->speller, p);
    lua_createtable(L, 0, 7);
    set_text(L, "name", p->name);
    push_reads(v, p);
    lua_setfield(L, -2, "reads");
    push_lines(v, p->once, p->onces);
    lua_setfield(L, -2, "once");
    push_blocks(v, p);
    lua_setfield(L, -2, "blocks");
    push_writes(v, p);
    lua_setfield(L, -2, "writes");
    view_push_cost(v, &p->cost);
    lua_setfield(L, -2, "cost");
    push_calls(v, p);
    lua_setfield(L, -2, "calls");
    spell_program(v->speller, NULL);
}
