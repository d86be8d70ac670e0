/* SPDX-License-Identifier: MIT
 *
 * Expressions of the language outside of a body: entries of tableaus, options.
 */
#pragma once

#include "lang/ast.h"
#include "sym/expr.h"

/* How messages call an expression, and the names that it may use beside pi. */
struct constant_scope {
    const char *what; /* "an entry of a tableau" */
    const char *hint; /* for a name that is like no other; or NULL */
    int names;
    const char *const *name;
    const expr *value; /* undefined: its declaration was refused */
    /* The exact value of a number as written; NULL: itself. */
    num (*meaning)(const void *data, struct arena *, syntax, num);
    const void *data;
};

/* The value, in this pool; NULL with a message. */
expr constant_in(struct pool *, struct diags *, const struct constant_scope *,
                 syntax);
/* The same of a scope without names, as a number. */
num constant_value(struct diags *, const struct constant_scope *, syntax);

/* The arguments of the first way to call a function, as in builtins.def; NULL:
 * it is none. */
const char *builtin_shapes(const char *name);
