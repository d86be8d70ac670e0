/* SPDX-License-Identifier: MIT
 *
 * Expressions as text: a list of definitions, and one line of infix for people.
 */
#include "sym/pool.h"

#include "base/text.h"

#include <string.h>

/* ---- the list of definitions ---- */

void expr_show(const struct pool *p, int n, const expr *roots, struct text *out)
{
    struct arena *arena = p->arena; /* holds the text of numbers */
    const unsigned char *marks = expr_reached(p, n, roots);
    int *line = arena_array(arena, (size_t)p->count, sizeof *line), lines = 0;
    for (int id = 0; (id = marked_from(marks, id, p->count)) < p->count; id++) {
        expr e = p->node[id];
        line[id] = lines++;
        text_print(out, "%%%d = %s", line[id], op_info(e->op)->name);
        if (e->op == OP_SYMBOL)
            text_print(out, " %s %d", e->name, e->index);
        if (e->grid)
            text_print(out, " %s", e->grid->name);
        if (e->op == OP_POW || op_has_results(e->op))
            text_print(out, " %d", e->index);
        if (e->number)
            text_print(out, e->op == OP_SYMBOL ? " #%s" : " %s",
                       number_show_briefly(arena, e->number));
        for (int i = 0; i < e->arity; i++) {
            if (e->coef)
                text_print(out, " %s", number_show_briefly(arena, e->coef[i]));
            text_print(out, " %%%d", line[e->arg[i]->id]);
        }
        text_char(out, '\n');
    }
    for (int i = 0; i < n; i++)
        text_print(out, "root %%%d\n", line[roots[i]->id]);
}

/* ---- infix ---- */

/* Deeper expressions are shown as dots, as is text beyond the limit. */
enum { PRINT_DEPTH = 100 };

enum strength { IN_SUM = 1, IN_PRODUCT, IN_POWER };

struct printer {
    struct text *out;
    size_t end; /* stop here */
    int depth;
};

static void print(struct printer *, expr, enum strength);

static bool is_full(const struct printer *t)
{
    return t->out->length > t->end; /* more text than fits */
}

static void print_number(struct printer *t, num n, enum strength around)
{
    enum { LONGEST = 39 };
    long whole;
    bool open =
        around > IN_SUM && (number_sign(n) < 0 || !number_is_int(n, &whole));
    const char *text = "";
    if (number_is_exact(n))
        text = number_show_briefly(t->out->arena, n);
    if (!*text || strlen(text) > LONGEST)
        text = text_format(t->out->arena, "%.6g", number_double(n));
    text_print(t->out, open ? "(%s)" : "%s", text);
}

/* Prints c x, with a sign. */
static void print_multiple(struct printer *t, num c, expr x, const char *plus,
                           const char *minus)
{
    text_put(t->out, number_sign(c) < 0 ? minus : plus);
    c = number_abs(t->out->arena, c);
    if (!number_is_one(c) || expr_is_one(x))
        print_number(t, c, IN_SUM);
    if (!number_is_one(c) && !expr_is_one(x))
        text_char(t->out, '*');
    if (!expr_is_one(x))
        print(t, x, IN_PRODUCT);
}

static void print_list(struct printer *t, expr e, const char *between,
                       enum strength around)
{
    for (int i = 0; i < e->arity && !is_full(t); i++) {
        text_put(t->out, i ? between : "");
        print(t, e->arg[i], around);
    }
}

static void print_operation(struct printer *t, expr e, enum strength around)
{
    switch (e->op) {
    case OP_CONST:
        print_number(t, e->number, around);
        break;
    case OP_SYMBOL:
        text_put(t->out, e->name);
        break;
    case OP_SUM:
        for (int i = 0; i < e->arity && !is_full(t); i++)
            print_multiple(t, e->coef[i], e->arg[i], i ? " + " : "",
                           i ? " - " : "-");
        break;
    case OP_SCALE:
        print_multiple(t, e->number, e->arg[0], "", "-");
        break;
    case OP_MUL:
        print_list(t, e, "*", IN_PRODUCT);
        break;
    case OP_POW:
        print(t, e->arg[0], IN_POWER);
        text_print(t->out, "^%d", e->index);
        break;
    default:
        text_put(t->out, op_info(e->op)->name);
        if (op_has_results(e->op))
            text_print(t->out, "%d", e->index);
        text_char(t->out, '(');
        if (e->grid)
            text_print(t->out, "%s, ", e->grid->name);
        print_list(t, e, ", ", IN_SUM);
        text_char(t->out, ')');
    }
}

/* Recursion is bounded by PRINT_DEPTH, and the work by the limit. */
static void print(struct printer *t, expr e, enum strength around)
{
    bool negative = e->op == OP_SCALE && number_sign(e->number) < 0;
    bool is_sum = e->op == OP_SUM || negative;
    bool is_product = e->op == OP_MUL || e->op == OP_SCALE;
    bool open = around > (is_sum ? IN_SUM : is_product ? IN_PRODUCT : IN_POWER);
    open = open || (around == IN_POWER && e->op == OP_POW);
    if (is_full(t))
        return;
    if (t->depth >= PRINT_DEPTH) {
        text_put(t->out, "...");
        return;
    }
    t->depth++;
    text_put(t->out, open ? "(" : "");
    print_operation(t, e, open ? IN_SUM : around);
    text_put(t->out, open ? ")" : "");
    t->depth--;
}

void expr_print(expr e, size_t limit, struct text *out)
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
