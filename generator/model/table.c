/* SPDX-License-Identifier: MIT
 *
 * The statement `table`: rows in the spec, or in a file.
 */
#include "model/check.h"

#include <string.h>

/* Names of the values of enum way. */
static const char interpolations[] = "hold linear cubic";

/* ---- reading the statement ----------------------------------------------- */

static bool take_outside(struct check *c, struct lookup *l, syntax a)
{
    const char *word = !a ? "hold" : a->kind == AST_NAME ? a->name : "";
    const int i = text_among("hold extend refuse", ' ', word);
    l->outside = (enum outside)i;
    return i >= 0 || refused(c, a->place, "hold, extend or refuse",
                             "unknown value of `outside`");
}

bool columns_numbers(struct check *c, syntax call, struct columns *to)
{
    for (int i = 1; i < call->n; i++) {
        const syntax o = call->child[i], from = o->n ? o->child[0] : NULL;
        const bool is_scale = o->name && !strcmp(o->name, "scale");
        if (o->kind != AST_OPTION || !(is_scale || !strcmp(o->name, "offset")))
            continue;
        struct series_numbers *numbers = is_scale ? &to->scale : &to->offset;
        const struct value v = evaluate_for(c, from, o->name, USES_ANY, 0);
        if (!v.n || !value_fits(c, from, v, o->name, numbers->x))
            return false;
        numbers->shape = value_shape(v);
        numbers->place = from->place;
    }
    return true;
}

static bool read_file(struct check *c, syntax call, struct lookup *l)
{
    struct columns from = {.name = l->name, .is_grid = l->variables == 2};
    if (!columns_numbers(c, call, &from) || !columns_read(c, call, &from) ||
        !take_outside(c, l, from.outside))
        return false;
    if (!from.is_grid && from.n == SHAPE_MATRIX && !from.is_flat)
        return refused(c, call->place, NULL, "a table has scalars or vectors");
    if (from.word)
        l->interpolation =
            (enum interpolation)text_among(interpolations, ' ', from.word);
    l->values = from.is_grid ? 1 : from.n;
    l->is_flat = from.is_flat;
    l->n[0] = (int)from.rows;
    l->n[1] = from.is_grid ? from.n : 1;
    l->knot[0] = from.row[0];
    l->knot[1] = from.second;
    memcpy(l->entry, from.row + 1, sizeof l->entry);
    struct model *m = c->model;
    arena_push(c->arena, m->read, m->reads, m->read_room, from.source);
    return true;
}

/* Reads a table's scalar or vector; returns its shape, 0 with a message. */
static int entry_numbers(struct check *c, syntax a, int shape,
                         double out[VALUE_NUMBERS])
{
    num exact[VALUE_NUMBERS];
    const struct value v =
        evaluate_for(c, a, "an entry of a table", USES_ANY, shape);
    if (value_shape(v) == SHAPE_MATRIX)
        return refused(c, a->place, NULL, "a table has scalars or vectors");
    if (!v.n || !value_fits(c, a, v, "an entry of a table", exact))
        return 0;
    for (int i = 0; i < v.n; i++)
        out[i] = number_double(exact[i]);
    return value_shape(v);
}

/* Reads the next value of a variable; the values must ascend. */
static bool take_knot(struct check *c, struct lookup *l, syntax a, int k)
{
    const int i = l->n[k]++;
    double x[VALUE_NUMBERS], *knot = l->knot[k];
    if (!entry_numbers(c, a, 1, x))
        return false;
    knot[i] = x[0];
    return i == 0 || columns_ascend(c, knot[i - 1], x[0]) ||
           refused(c, a->place, NULL,
                   "the variable must ascend: %.10g does not come after %.10g",
                   x[0], knot[i - 1]);
}

/* Reads value i of the last row. */
static bool take_entry(struct check *c, struct lookup *l, syntax a, int i)
{
    const bool is_grid = l->variables == 2;
    double x[VALUE_NUMBERS];
    const int usual = l->is_flat ? SHAPE_NINE : l->values;
    const int shape = entry_numbers(c, a, is_grid ? 1 : usual, x);
    if (shape && i == l->n[1])
        return refused(c, a->place, is_grid ? NULL : "a vector is [a, b, c]",
                       "the row has more than %d value%s", l->n[1],
                       l->n[1] > 1 ? "s" : "");
    l->is_flat = shape == SHAPE_NINE;
    l->values = l->is_flat ? SHAPE_MATRIX : shape;
    for (int k = 0; k < l->values; k++)
        l->entry[k][(l->n[0] - 1) * l->n[1] + i] = x[k];
    return shape > 0;
}

/* True if a row begins here, or, if is_head, a grid's first row, with the
 * values of the second variable; else a message. */
static bool is_row(struct check *c, syntax a, bool is_head)
{
    return (a->kind == AST_ROW && is_head == !a->child[0]) ||
           refused(c, a->place,
                   is_head ? "the first row has the values of the second "
                             "variable, `: 0.5, 0.9`"
                           : "rows are `x: y`",
                   "a row of a table is expected");
}

/* Reads the n parts of a row: the variable and the first value, then values. */
static bool read_row(struct check *c, struct lookup *l, struct ast *const *part,
                     int n, bool is_head)
{
    if (!is_head && !take_knot(c, l, part[0]->child[0], 0))
        return false;
    for (int i = 0; i < n; i++) {
        syntax a = i ? part[i] : part[0]->child[1];
        if (!(is_head ? take_knot(c, l, a, 1) : take_entry(c, l, a, i)))
            return false;
    }
    return true;
}

/* Reads rows: child 2 and the following. */
static bool read_rows(struct check *c, syntax s, struct lookup *l)
{
    const size_t room = (size_t)s->n;
    bool is_head = l->variables == 2;
    if (s->n - 2 > TABLE_MOST)
        return refused(c, s->child[2 + TABLE_MOST]->place, NULL,
                       "a table has at most %d values", TABLE_MOST);
    for (int k = 0; k < 2; k++)
        l->knot[k] = arena_array(c->arena, room, sizeof(double));
    for (int i = 0; i < VALUE_NUMBERS; i++)
        l->entry[i] = arena_array(c->arena, room, sizeof(double));
    l->n[1] = !is_head;
    if (!is_row(c, s->child[2], is_head))
        return false;
    for (int i = 2, end; i < s->n; i = end, is_head = false) {
        for (end = i + 1; end < s->n && s->child[end]->kind != AST_ROW;)
            end++;
        const bool is_last = end == s->n;
        if (!read_row(c, l, s->child + i, end - i, is_head) ||
            !(is_last || is_row(c, s->child[end], false)))
            return false;
        if (!is_head && end - i != l->n[1])
            return refused(c, s->child[end - is_last]->place, NULL,
                           "the row has %d value%s, not %d", end - i,
                           end - i == 1 ? "" : "s", l->n[1]);
    }
    return l->n[0] > 0 || refused(c, s->place, NULL, "a table without rows");
}

/* `linear`, or `cubic(outside = extend)`. */
static bool read_interpolation(struct check *c, syntax how, struct lookup *l)
{
    const int way = text_among(interpolations, ' ', how->name);
    syntax outside = NULL;
    if (way < 0)
        return refused(c, how->name_place, "linear, cubic or hold",
                       "'%s' is no way to interpolate", how->name);
    for (int i = 0; how->kind == AST_CALL && i < how->n; i++) {
        if (how->child[i]->kind != AST_OPTION ||
            strcmp(how->child[i]->name, "outside") != 0)
            return refused(c, how->child[i]->place,
                           "outside = hold, extend or refuse",
                           "not an option of a table");
        outside = how->child[i]->child[0];
    }
    l->interpolation = (enum interpolation)way;
    return take_outside(c, l, outside);
}

static bool read_table(struct check *c, syntax s, struct lookup *l)
{
    const syntax call = s->child[0], how = s->child[1];
    bool good = call->n == 1 || call->n == 2;
    for (int i = 0; i < call->n && good; i++)
        good = call->child[i]->kind == AST_NAME && *call->child[i]->name != '"';
    if (!good)
        return refused(c, call->place, "one or two names, as in `cd(mach)`",
                       "wrong variables of a table");
    l->variables = call->n;
    if (s->n > 2) {
        if (!read_interpolation(c, how, l) || !read_rows(c, s, l))
            return false;
    } else if (how->kind != AST_CALL || strcmp(how->name, "file") != 0) {
        return refused(c, how->place,
                       "`= file(\"name.csv\")`, or rows in "
                       "braces: `linear { 0: 1, 2: 1.5 }`",
                       "the rows of a table are expected");
    } else if (!read_file(c, how, l)) {
        return false;
    }
    if (l->variables == 2 && l->interpolation != HOLD &&
        (l->n[0] < 2 || l->n[1] < 2))
        return refused(c, s->place, NULL,
                       "a table of two variables needs two values of each");
    lookup_make(c, l);
    return true;
}

void check_table(struct check *c, syntax s)
{
    struct lookup *l = arena_alloc(c->arena, sizeof *l);
    *l = (struct lookup){.name = s->name, .interpolation = LINEAR};
    const bool good = read_table(c, s, l);
    if (scope_declare(c, s, value_none(), 0) && good)
        c->entry[c->entries - 1].lookup = l;
}
