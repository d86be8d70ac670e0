/* SPDX-License-Identifier: MIT
 *
 * The names of a tableau's block, which `let` and `free` declare; private to
 * the stage.
 */
#ifndef POL_SYMBOLS_H
#define POL_SYMBOLS_H

#include "tableau/constant.h"
#include "tableau/decimal.h"
#include "tableau/tableau.h"

struct symbols {
    struct arena *arena;
    struct diags *diags;
    struct pool *pool;
    const struct number *const *given; /* for the free ones; NULL: starts */
    struct constant_place numbers;     /* the names so far, with numbers */
    struct constant_place formulas;    /* the same by the free ones */
    struct constant_place loose;       /* and with what they may be off by */
    struct decimals decimals;
    struct pool *formula_pool;   /* NULL if none is free */
    const struct ast **declared; /* each name's declaration */
    const char **name;
    const struct expr **number, **formula, **loosely; /* each name's value, */
    struct surd *surd; /* exactly where it is a surd */
    int frees;
    struct free_symbol *free;
    const struct expr **symbol;
};

struct symbols symbols_open(struct arena *, struct diags *, struct pool *,
                            const struct ast *tableau,
                            const struct number *const *given);
/* Takes an AST_LET or AST_FREE of the block. */
void symbols_declare(struct symbols *, const struct ast *);
/* The value of an entry; NULL with a message. */
const struct number *symbols_number(struct symbols *, const struct ast *);
/* That value exactly, if it is a surd; else as it is. */
struct surd symbols_surd(const struct symbols *, const struct ast *,
                         const struct number *);
/* How far it may be off what was meant, if its numbers were rounded. */
double symbols_slack(const struct symbols *, const struct ast *,
                     const struct number *);
/* The same by the free symbols, where there are any and it has a value. */
const struct expr *symbols_formula(struct symbols *, const struct ast *);

#endif
