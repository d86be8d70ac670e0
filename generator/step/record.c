/* SPDX-License-Identifier: MIT
 *
 * What a method says on its way: where a paragraph begins, how values are
 * called, and what must be solved for.
 */
#include "step/derive.h"

#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

struct derive *derive_of(lua_State *L)
{
    return kit_of(L)->derive;
}

unsigned char *derive_reach(struct derive *d, int n, const expr *roots)
{
    unsigned char *marks = arena_alloc(d->arena, (size_t)pool_size(d->pool));
    expr_reach(d->pool, n, roots, marks);
    return marks;
}

void derive_expect(struct derive *d, const struct called *file,
                   const char *field, const char *type, const char *what)
{
    if (!luaL_testudata(d->lua, -1, type))
        called_blame(d->kit, file,
                     text_format(d->arena, "'%s' must return %s", field, what));
}

/* ---- recording ---- */

void record_stage(struct derive *d, const char *title, const char *suffix)
{
    struct recorder *r = &d->record;
    arena_push(d->arena, r->stage, r->stages, r->stage_room);
    r->stage[r->stages] = (struct stage){title, pool_size(d->pool), r->stages};
    r->stages++;
    r->suffix = suffix;
}

void record_label(struct derive *d, const char *name, int n, const expr *value)
{
    struct recorder *r = &d->record;
    for (int i = 0; i < n; i++) {
        expr e = value[i];
        if (e->op == OP_CONST || e->op == OP_SYMBOL || e->op == OP_UNDEFINED)
            continue;
        arena_push(d->arena, r->label, r->labels, r->label_room);
        r->label[r->labels++] = (struct label){e, name, n == 1 ? -1 : i};
    }
}

void record_solve(struct derive *d, const struct solve *s)
{
    struct recorder *r = &d->record;
    arena_push(d->arena, r->solve, r->solves, r->solve_room);
    r->solve[r->solves++] = *s;
}

void record_take(struct derive *d, struct routine *out)
{
    struct recorder *r = &d->record;
    out->stages = r->stages;
    out->stage = r->stage;
    out->labels = r->labels;
    out->label = r->label;
    out->solves = r->solves;
    out->solve = r->solve;
    *r = (struct recorder){.suffix = ""};
}

void record_routine(struct derive *d, struct routine *out, const char *name,
                    const char *output, int n, const expr *value)
{
    expr *all = arena_array(d->arena, (size_t)n, sizeof *all);
    struct output *one = arena_alloc(d->arena, sizeof *one);
    memcpy(all, value, (size_t)n * sizeof *all);
    *one = (struct output){output, n, all};
    *out = (struct routine){.name = name, .outputs = 1, .output = one};
    record_take(d, out);
}
