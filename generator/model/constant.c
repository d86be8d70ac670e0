/* SPDX-License-Identifier: MIT
 *
 * Evaluates expressions outside of a body: the checker without a model.
 */
#include "model/constant.h"

#include "model/check.h"

expr constant_in(struct pool *pool, struct diags *diags,
                 const struct constant_scope *scope, syntax a)
{
    struct check c = {
        .arena = diags->arena, .diags = diags, .pool = pool, .outside = scope};
    struct value v = evaluate_for(&c, a, scope->subject, USES_ANY, 1);
    return v.n && v.x[0]->op != OP_UNDEFINED ? v.x[0] : NULL;
}

num constant_value(struct diags *diags, const struct constant_scope *scope,
                   syntax a)
{
    struct arena *scratch = arena_child(diags->arena);
    expr e = constant_in(pool_apart(scratch), diags, scope, a);
    num value = e ? number_copy(diags->arena, e->number) : NULL;
    arena_free(scratch);
    return value;
}
