/* SPDX-License-Identifier: MIT
 *
 * Expressions as text: a list of definitions, and one line of infix for people.
 */
#include "sym/pool.h"

#include "base/arena.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* -- the list of definitions ------------------------------------------------
 */

/* The facts of a node that are not arguments. */
static void show_facts(struct pool *p, const struct expr *e, struct text *out)
{
    if (e->op == OP_SYMBOL)
        text_print(out, " %s %d", e->name, e->index);
    if (e->op == OP_POW || op_has_results(e->op))
        text_print(out, " %d", e->index);
    if (e->number)
        text_print(out, e->op == OP_SYMBOL ? " #%s" : " %s",
                   number_show_briefly(p->arena, e->number));
}

static void show_node(struct pool *p, const struct expr *e, const int *line,
                      struct text *out)
{
    text_print(out, "%%%d = %s", line[e->id], op_info(e->op)->name);
    show_facts(p, e, out);
    for (int i = 0; i < e->arity; i++) {
        if (e->coef)
            text_print(out, " %s", number_show_briefly(p->arena, e->coef[i]));
        text_print(out, " %%%d", line[e->arg[i]->id]);
    }
    text_char(out, '\n');
}

void expr_show(const struct pool *pool, int n, const struct expr *const *roots,
               struct text *out)
{
    struct pool *p =
        (struct pool *)pool; /* its arena holds the numbers' text */
    unsigned char *marks = arena_alloc(p->arena, (size_t)p->count);
    int *line = arena_array(p->arena, (size_t)p->count, sizeof *line);
    int lines = 0;
    expr_reach(p, n, roots, marks);
    for (int id = 0; id < p->count; id++)
        if (marks[id]) {
            line[id] = lines++;
            show_node(p, p->node[id], line, out);
        }
    for (int i = 0; i < n; i++)
        text_print(out, "root %%%d\n", line[roots[i]->id]);
}

/* -- infix ------------------------------------------------------------------
 */

/* Deeper than this is shown as dots; so is what is longer than the limit. */
enum { PRINT_DEPTH = 100 };

enum strength { IN_SUM = 1, IN_PRODUCT, IN_POWER };

struct printer {
    struct text *out;
    size_t end; /* stop here */
    int depth;
};

static void print(struct printer *, const struct expr *, enum strength);

static bool is_full(const struct printer *t)
{
    return t->out->length > t->end; /* there is more than fits */
}

static void print_number(struct printer *t, const struct number *n,
                         enum strength around)
{
    char text[40];
    long whole;
    bool is_int = number_is_int(n, &whole);
    bool open = around > IN_SUM && (number_sign(n) < 0 || !is_int);
    if (number_is_exact(n) &&
        strlen(number_show_briefly(t->out->arena, n)) < sizeof text)
        snprintf(text, sizeof text, "%s",
                 number_show_briefly(t->out->arena, n));
    else
        snprintf(text, sizeof text, "%.6g", number_double(n));
    text_print(t->out, open ? "(%s)" : "%s", text);
}

/* c x; a leading sign is the caller's. */
static void print_multiple(struct printer *t, const struct number *c,
                           const struct expr *x)
{
    if (expr_is_one(x)) {
        print_number(t, c, IN_SUM);
        return;
    }
    if (!number_is_one(c)) {
        print_number(t, c, IN_SUM);
        text_char(t->out, '*');
    }
    print(t, x, IN_PRODUCT);
}

static void print_signed(struct printer *t, const struct number *c,
                         const struct expr *x, const char *plus,
                         const char *minus)
{
    bool negative = number_sign(c) < 0;
    text_put(t->out, negative ? minus : plus);
    print_multiple(t, negative ? number_neg(t->out->arena, c) : c, x);
}

static void print_sum(struct printer *t, const struct expr *e)
{
    for (int i = 0; i < e->arity && !is_full(t); i++)
        print_signed(t, e->coef[i], e->arg[i], i ? " + " : "", i ? " - " : "-");
}

static void print_mul(struct printer *t, const struct expr *e)
{
    for (int i = 0; i < e->arity && !is_full(t); i++) {
        if (i)
            text_char(t->out, '*');
        print(t, e->arg[i], IN_PRODUCT);
    }
}

static void print_call(struct printer *t, const struct expr *e)
{
    text_put(t->out, op_info(e->op)->name);
    if (op_has_results(e->op))
        text_print(t->out, "%d", e->index);
    text_char(t->out, '(');
    for (int i = 0; i < e->arity && !is_full(t); i++) {
        if (i)
            text_put(t->out, ", ");
        print(t, e->arg[i], IN_SUM);
    }
    text_char(t->out, ')');
}

static enum strength strength_of(const struct expr *e)
{
    switch (e->op) {
    case OP_SUM:
        return IN_SUM;
    case OP_SCALE:
        return number_sign(e->number) < 0 ? IN_SUM : IN_PRODUCT;
    case OP_MUL:
        return IN_PRODUCT;
    default:
        return IN_POWER;
    }
}

static void print_node(struct printer *t, const struct expr *e,
                       enum strength around)
{
    switch (e->op) {
    case OP_CONST:
        print_number(t, e->number, around);
        break;
    case OP_SYMBOL:
        text_put(t->out, e->name);
        break;
    case OP_SUM:
        print_sum(t, e);
        break;
    case OP_SCALE:
        print_signed(t, e->number, e->arg[0], "", "-");
        break;
    case OP_MUL:
        print_mul(t, e);
        break;
    case OP_POW:
        print(t, e->arg[0], IN_POWER);
        text_print(t->out, "^%d", e->index);
        break;
    default:
        print_call(t, e);
    }
}

/* Recursion is bounded by PRINT_DEPTH, and the work by the limit. */
static void print(struct printer *t, const struct expr *e, enum strength around)
{
    bool open =
        strength_of(e) < around || (around == IN_POWER && e->op == OP_POW);
    if (is_full(t))
        return;
    if (t->depth >= PRINT_DEPTH) {
        text_put(t->out, "...");
        return;
    }
    t->depth++;
    if (open)
        text_char(t->out, '(');
    print_node(t, e, open ? IN_SUM : around);
    if (open)
        text_char(t->out, ')');
    t->depth--;
}

void expr_print(const struct expr *e, size_t limit, struct text *out)
{
    struct printer t = {out, out->length + limit, 0};
    if (limit == 0)
        return;
    print(&t, e, IN_SUM);
    if (out->length <= t.end)
        return;
    out->length = t.end;
    for (size_t i = 0; i < 3 && i < limit; i++)
        out->chars[t.end - 1 - i] = '.';
    out->chars[out->length] = '\0';
}
