/* SPDX-License-Identifier: MIT
 *
 * Expressions of the language outside of a body: entries of tableaus, options.
 */
#pragma once

#include "lang/ast.h"
#include "sym/expr.h"

/* An expression's name in messages, and the names it may use besides pi. */
struct constant_scope {
    const char *subject; /* "an entry of a tableau" */
    const char *hint;    /* for a name without a similar known name; or NULL */
    int names;
    const char *const *name;
    const expr *value; /* undefined: the declaration was refused */
    /* The exact value of a number as written; NULL: the number itself. */
    num (*meaning)(const void *data, struct arena *, syntax, num);
    const void *data;
};

/* The value, in this pool; NULL with a message. */
expr constant_in(struct pool *, struct diags *, const struct constant_scope *,
                 syntax);
/* The same as a number, for a scope without names. */
num constant_value(struct diags *, const struct constant_scope *, syntax);

/* The argument shapes of the first way to call a function, as in builtins.def;
 * NULL: not a function. */
const char *builtin_shapes(const char *name);
