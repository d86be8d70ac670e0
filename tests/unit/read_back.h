/* SPDX-License-Identifier: MIT
 *
 * Reads the list of definitions that expr_show writes.  Nodes are made as
 * they stand, so the same pool gives the same pointers.
 */
#ifndef POL_TEST_READ_BACK_H
#define POL_TEST_READ_BACK_H

#include "sym/pool.h"

#include "base/arena.h"
#include "base/name.h"

#include "number_back.h"

#include <limits.h>
#include <string.h>

struct reader {
    struct pool *pool;
    struct names *names;
    const char *at;
    const struct expr **line; /* %i */
    int lines, room;
    struct term *terms; /* of one definition */
    int count, terms_room;
    bool failed;
};

struct word {
    const char *chars;
    size_t length;
};

/* The next word of the line; of length 0 at its end. */
static struct word next_word(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
    struct word w = {r->at, strcspn(r->at, " \n")};
    r->at += w.length;
    return w;
}

static bool word_is(struct word w, const char *text)
{
    return w.length == strlen(text) && memcmp(w.chars, text, w.length) == 0;
}

static const struct expr *give_up(struct reader *r)
{
    r->failed = true;
    return r->pool->undefined;
}

static const struct number *read_number(struct reader *r, struct word w)
{
    const struct number *n = number_back(r->pool->arena, w.chars, w.length);
    if (!n)
        give_up(r);
    return n ? n : r->pool->zero->number;
}

static int integer(struct reader *r)
{
    long value = 0;
    if (!number_is_int(read_number(r, next_word(r)), &value) ||
        value < INT_MIN || value > INT_MAX)
        give_up(r);
    return r->failed ? 0 : (int)value;
}

/* "%7" as 7, or -1. */
static long line_number(struct reader *r, struct word w)
{
    long i = -1;
    if (w.length < 2 || w.chars[0] != '%')
        return -1;
    const struct number *n =
        number_back(r->pool->arena, w.chars + 1, w.length - 1);
    return n && number_is_int(n, &i) ? i : -1;
}

static const struct expr *reference(struct reader *r, struct word w)
{
    long i = line_number(r, w);
    return i >= 0 && i < r->lines ? r->line[i] : give_up(r);
}

static void end_line(struct reader *r)
{
    if (next_word(r).length != 0 || *r->at != '\n')
        give_up(r);
    r->at += *r->at == '\n';
}

/* -- definitions ------------------------------------------------------------
 */

static const struct expr *read_symbol(struct reader *r)
{
    struct expr e = {.op = OP_SYMBOL};
    struct word w = next_word(r);
    if (w.length == 0)
        return give_up(r);
    e.name = name_of(r->names, w.chars, w.length);
    e.index = integer(r);
    w = next_word(r);
    if (w.length > 1 && w.chars[0] == '#')
        e.number = read_number(r, (struct word){w.chars + 1, w.length - 1});
    else if (w.length != 0)
        return give_up(r);
    return r->failed ? give_up(r) : pool_intern(r->pool, &e);
}

/* The arguments of a definition: coefficients too for a sum. */
static void read_terms(struct reader *r, enum op op)
{
    r->count = 0;
    for (struct word w = next_word(r); w.length && !r->failed;
         w = next_word(r)) {
        struct term t = {r->pool->one->number, NULL};
        if (op == OP_SUM) {
            t.coef = read_number(r, w);
            w = next_word(r);
        }
        t.node = reference(r, w);
        arena_push(r->pool->arena, r->terms, r->count, r->terms_room, t);
    }
}

static const struct expr *read_node(struct reader *r, struct expr e)
{
    int arity = op_info(e.op)->arity;
    read_terms(r, e.op);
    if (r->failed || (arity >= 0 && r->count != arity))
        return give_up(r);
    size_t n = (size_t)r->count;
    const struct expr **arg = arena_array(r->pool->arena, n, sizeof *arg);
    const struct number **coef = arena_array(r->pool->arena, n, sizeof *coef);
    for (size_t i = 0; i < n; i++) {
        arg[i] = r->terms[i].node;
        coef[i] = r->terms[i].coef;
    }
    e.arity = r->count;
    e.arg = n ? arg : NULL;
    e.coef = e.op == OP_SUM ? coef : NULL;
    return pool_intern(r->pool, &e);
}

static const struct expr *definition(struct reader *r)
{
    struct expr e = {.op = OP_COUNT};
    struct word w = next_word(r);
    for (enum op op = 0; op < OP_COUNT; op++)
        if (word_is(w, op_info(op)->name))
            e.op = op;
    switch (e.op) {
    case OP_COUNT:
        return give_up(r);
    case OP_SYMBOL:
        return read_symbol(r);
    case OP_CONST:
    case OP_SCALE:
        e.number = read_number(r, next_word(r));
        break;
    case OP_POW:
        e.index = integer(r);
        break;
    default:
        if (op_has_results(e.op))
            e.index = integer(r);
        break;
    }
    return r->failed ? give_up(r) : read_node(r, e);
}

/* "%7 = ...", numbered from 0 on. */
static void read_definition(struct reader *r, struct word w)
{
    if (line_number(r, w) != r->lines || !word_is(next_word(r), "=")) {
        give_up(r);
        return;
    }
    const struct expr *e = definition(r);
    arena_push(r->pool->arena, r->line, r->lines, r->room, e);
}

/* Into another (or the same) pool; the number of roots read, or -1 at a fault.
 */
static int expr_read(struct pool *p, struct names *names, const char *text,
                     int room, const struct expr **roots)
{
    struct reader r = {.pool = p, .names = names, .at = text};
    int n = 0;
    while (*r.at && !r.failed) {
        struct word w = next_word(&r);
        if (!word_is(w, "root")) {
            read_definition(&r, w);
        } else if (n < room) {
            roots[n++] = reference(&r, next_word(&r));
        } else {
            give_up(&r);
        }
        if (!r.failed)
            end_line(&r);
    }
    return r.failed ? -1 : n;
}

#endif
