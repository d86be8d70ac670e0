/* SPDX-License-Identifier: MIT
 *
 * Records names, iterations and stages while a method runs, and makes the
 * routine from them.
 */
#include "step/derive.h"

#include <limits.h>
#include <string.h>

#include "base/name.h"
#include "base/text.h"

/* ---- nodes ---- */

struct derive *derive_of(lua_State *L)
{
    return kit_of(L)->derive;
}

bool holds_for_nan(struct derive *d, expr test)
{
    double value;
    expr_eval(d->pool, 1, &test, 0, NULL, NULL, &value);
    return value != 0;
}

void record_symbols(struct derive *d, struct field *s, int tag)
{
    for (int i = 0; i < s->n; i++) {
        char *text =
            s->kind == PART_ATTITUDE && s->n == SHAPE_MATRIX
                ? text_format(d->arena, "%s%d%d", s->name, i / 3, i % 3)
                : text_format(d->arena, "%s%d", s->name, i);
        s->symbol[i] = expr_unique(d->pool, name_of_text(d->names, text), tag);
    }
}

/* ---- names and solves ---- */

void record_name(struct derive *d, enum firmness hold, const char *name, int n,
                 const expr *value)
{
    struct routine *r = &d->record.routine;
    for (int i = 0; i < n; i++) {
        expr e = value[i];
        if (e->op == OP_CONST || e->op == OP_SYMBOL || e->op == OP_UNDEFINED)
            continue;
        arena_push(d->arena, r->label, r->labels, d->record.label_room,
                   (struct label){.node = e,
                                  .name = name,
                                  .component = n == 1 ? -1 : i,
                                  .soft = hold == SOFT,
                                  .from_spec = hold == FROM_SPEC});
    }
}

void record_soft_matrix(struct derive *d, const char *name, int first, int n,
                        const expr *value)
{
    for (int i = 0; i < n; i++)
        record_name(d, SOFT,
                    text_format(d->arena, "%s%d%d", name, (first + i) / 3,
                                (first + i) % 3),
                    1, &value[i]);
}

void record_solve(struct derive *d, const struct solve *s)
{
    struct routine *r = &d->record.routine;
    arena_push(d->arena, r->solve, r->solves, d->record.solve_room, *s);
}

struct routine record_take(struct derive *d, const char *name, int outputs,
                           const struct output *output)
{
    struct routine r = d->record.routine;
    r.name = name;
    r.outputs = outputs;
    r.output = output;
    d->record = (struct recorder){.suffix = ""};
    return r;
}

struct routine record_routine(struct derive *d, const char *name,
                              const char *output, int n, const expr *value)
{
    const struct output one = {
        output, n, arena_copy(d->arena, value, (size_t)n * sizeof *value)};
    return record_take(d, name, 1, arena_copy(d->arena, &one, sizeof one));
}

/* ---- functions that a method calls ---- */

static void begin_stage(struct derive *d, const char *title, const char *suffix)
{
    struct routine *r = &d->record.routine;
    arena_room(d->arena, r->stage, r->stages, d->record.stage_room);
    r->stage[r->stages] = (struct stage){title, pool_size(d->pool), r->stages};
    r->stages++;
    d->record.suffix = suffix;
}

/* moment(c): "t + h/2", the time c h after the start of the step. */
static int moment(lua_State *L)
{
    struct derive *d = derive_of(L);
    expr e = algebra_scalar(L, 1);
    const char *after = "";
    luaL_argcheck(L, expr_is_const(e), 1, "not a number");
    if (number_sign(e->number) != 0) {
        const char *sign = number_sign(e->number) < 0 ? "-" : "+";
        num c = number_abs(d->arena, e->number);
        const char *text = number_show(d->arena, c);
        if (strlen(text) > 9)
            text = number_brief(d->arena, c);
        const char *over = text + strcspn(text, "/");
        int above = number_is_one(c) || !strncmp(text, "1/", 2)
                        ? 0
                        : (int)(over - text);
        after = text_format(d->arena, " %s %.*sh%s", sign, above, text, over);
    }
    lua_pushfstring(L, "t%s", after);
    return 1;
}

/* stage(title), or stage(number [, note]): starts a new paragraph. */
static int stage(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *within = d->record.within;
    bool counted = lua_isinteger(L, 1);
    if (counted) /* becomes the suffix of names */
        field_argument(L, 1, 0, INT_MAX);
    const char *text = luaL_checkstring(L, 1);
    const char *note = luaL_optstring(L, 2, "");
    begin_stage(d,
                text_format(d->arena, "%s%s%s%s%s%s", within ? within : "",
                            within ? ": " : "", counted ? "stage " : "", text,
                            *note ? ": " : "", note),
                counted ? text_format(d->arena, "%s", text) : "");
    return 0;
}

/* within(k): the next stages belong to substep k.  Returns the previous value;
 * passing it to `within` restores it. */
static int within(lua_State *L)
{
    struct derive *d = derive_of(L);
    const char *before = d->record.within;
    bool counted = lua_isinteger(L, 1);
    size_t n;
    const char *text = luaL_optlstring(L, 1, NULL, &n);
    if (counted)
        d->record.within =
            text_format(d->arena, before ? "%s.%s" : "%ssubstep %s",
                        before ? before : "", text);
    else
        d->record.within = text ? arena_text(d->arena, text, n) : NULL;
    if (d->record.within)
        begin_stage(d, d->record.within, "");
    lua_pushstring(L, before);
    return 1;
}

/* name(text, suffix, value): names the value and returns it.  `label` (upvalue
 * 1 is true) names it only if it has a line of its own. */
static int name(lua_State *L)
{
    struct derive *d = derive_of(L);
    expr x[VECTOR];
    const char *text = text_format(d->arena, "%s%s", luaL_checkstring(L, 1),
                                   luaL_checkstring(L, 2));
    field_argument_name(L, 1, text);
    int n = algebra_take(L, 3, x);
    bool soft = lua_toboolean(L, lua_upvalueindex(1));
    record_name(d, soft ? SOFT : FIRM, text, n, x);
    lua_settop(L, 3);
    return 1;
}

/* Defines these functions for Lua. */
void derive_open(struct derive *d)
{
    static const luaL_Reg functions[] = {{"stage", stage},
                                         {"moment", moment},
                                         {"within", within},
                                         {"name", name},
                                         {NULL, NULL}};
    algebra_define(d->lua, functions);
    lua_pushboolean(d->lua, true);
    lua_pushcclosure(d->lua, name, 1);
    lua_setglobal(d->lua, "label");
}
