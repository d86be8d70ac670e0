/* SPDX-License-Identifier: MIT
 *
 * What a method says on its way: where a paragraph begins, how values are
 * called, and what must be solved for.
 */
#include "step/derive.h"

#include <string.h>

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

bool derive_holds_of_none(struct derive *d, expr test)
{
    double value;
    expr_eval(d->pool, 1, &test, 0, NULL, NULL, &value);
    return value != 0;
}

/* ---- recording ---- */

void record_name(struct derive *d, enum hold hold, const char *name, int n,
                 const expr *value)
{
    struct routine *r = &d->record.made;
    for (int i = 0; i < n; i++) {
        expr e = value[i];
        if (e->op == OP_CONST || e->op == OP_SYMBOL || e->op == OP_UNDEFINED)
            continue;
        arena_push(d->arena, r->label, r->labels, d->record.label_room);
        r->label[r->labels++] =
            (struct label){e, name, n == 1 ? -1 : i, hold == SOFT, NULL};
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
    struct routine *r = &d->record.made;
    arena_push(d->arena, r->solve, r->solves, d->record.solve_room);
    r->solve[r->solves++] = *s;
}

struct routine record_take(struct derive *d, const char *name, int outputs,
                           const struct output *output)
{
    struct routine r = d->record.made;
    r.name = name;
    r.outputs = outputs;
    r.output = output;
    d->record = (struct recorder){.suffix = ""};
    return r;
}
