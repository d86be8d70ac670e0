/* SPDX-License-Identifier: MIT
 *
 * Reads columns of files of comma-separated values, for signals and tables.
 * The first row has names; in a table of two variables it has numbers.
 */
#define _POSIX_C_SOURCE 200809L

#include "model/check.h"

#include <errno.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"

enum { MOST_BYTES = 1 << 30 };

/* Properties of files for tables, and of files for signals. */
static const struct kind {
    const char *words;          /* options that are one word */
    const char *example;        /* an example of a call, for a hint */
    const char *first, *firsts; /* names of the first column and its values */
    long most; /* maximum number of rows; for a grid, of values */
} kinds[] = {
    {"hold linear cubic",
     "`file(\"name.csv\")`, and after the name: linear, cubic or hold, columns "
     "= [a, b, c], offset = x, scale = x, outside = hold, extend or refuse",
     "the variable", "the first column", TABLE_MOST},
    {"hold cubic",
     "`file(\"name.csv\")`, and after the name: hold or cubic, columns = [a, "
     "b, "
     "c], offset = x, scale = x",
     "the time", "the times", 1000000}};

struct reader {
    struct check *check;
    struct csv csv;
    const struct kind *kind;
    struct columns *to;
    syntax named; /* the option `columns`, or NULL */
    int *column;  /* indices in the file: the first column, then values */
};

/* ---- names ---- */

/* True for a column with the input's name, or that of a component of it. */
static bool is_of_input(const char *name, const char *input)
{
    const size_t n = strlen(input);
    return !strncmp(name, input, n) &&
           strspn(name + n, "0123456789") == strlen(name + n);
}

/* True if a head is a requested name as it is. */
static bool is_name(void *to, const char *head)
{
    const struct reader *r = to;
    for (int i = 0; r->named && i < r->named->n; i++)
        if (!strcmp(r->named->child[i]->name, head))
            return true;
    return is_of_input(head, r->to->name);
}

/* Refuses repeated names, and names that are in a wrong column. */
static bool read_names(struct reader *r)
{
    struct csv *csv = &r->csv;
    const char *such = r->to->is_time
                           ? "t,u1,u2,u3"
                           : text_format(csv->arena, "x,%s", r->to->name);
    if (!csv_begin(csv, is_name, r, such))
        return false;
    for (int i = 0; i < csv->columns; i++) {
        const char *name = csv->column[i].name;
        const bool is_time =
            r->to->is_time && (!strcmp(name, "t") || !strcmp(name, "time"));
        for (int k = 0; k < i && is_of_input(name, r->to->name); k++)
            if (!strcmp(name, csv->column[k].name))
                return csv_wrong(csv, NULL, "two columns are called '%s'",
                                 name);
        if (i == 0 ? is_of_input(name, r->to->name) : is_time)
            return csv_wrong(csv, NULL,
                             "the first column is %s, and it is called "
                             "'%s'",
                             r->kind->first, csv->column[0].head);
    }
    return true;
}

/* ---- columns ------------------------------------------------------------- */

static int column_named(const struct reader *r, const char *name)
{
    for (int i = 1; i < r->csv.columns; i++)
        if (!strcmp(r->csv.column[i].name, name))
            return i;
    return -1;
}

/* "u", "u2", "u23" for a scalar, a vector, a matrix; or the name given. */
static const char *component(const struct reader *r, int shape, int i)
{
    struct arena *a = r->csv.arena;
    return r->named     ? r->named->child[i]->name
           : shape == 1 ? r->to->name
           : shape == SHAPE_MATRIX
               ? text_format(a, "%s%d%d", r->to->name, i / 3 + 1, i % 3 + 1)
               : text_format(a, "%s%d", r->to->name, i + 1);
}

/* The shape that these columns give: u11 without u10 means a matrix.  0 with a
 * message. */
static int shape_of_columns(struct reader *r, int shape)
{
    int n = 0;
    if (r->named)
        return shape == SHAPE_BOTH || r->named->n == SHAPE_MATRIX ? SHAPE_MATRIX
                                                                  : r->named->n;
    if (column_named(r, component(r, SHAPE_MATRIX, 0)) > 0 &&
        column_named(r, component(r, SHAPE_NINE, 9)) < 0)
        return SHAPE_MATRIX;
    while (n <= VALUE_NUMBERS &&
           column_named(r, component(r, SHAPE_NINE, n)) > 0)
        n++;
    if (n > VALUE_NUMBERS)
        return csv_wrong(&r->csv, NULL,
                         "more than %d columns '%s1', '%s2', ...",
                         VALUE_NUMBERS, r->to->name, r->to->name);
    return shape == SHAPE_BOTH ? n ? SHAPE_NINE : SHAPE_MATRIX
           : n == SHAPE_MATRIX ? SHAPE_NINE
           : n > 0             ? n
                               : 1;
}

/* Finds one column for each value; without a shape, n follows from the columns.
 * A single column is taken whatever its name. */
static bool find_columns(struct reader *r)
{
    struct csv *csv = &r->csv;
    const int last = csv->columns - 1;
    int shape = r->to->n, *n = &r->to->n;
    if (shape == SHAPE_ANY || shape == SHAPE_BOTH)
        shape = shape_of_columns(r, shape);
    if (!shape)
        return false;
    r->to->is_flat = shape == SHAPE_NINE;
    *n = r->to->is_flat ? SHAPE_MATRIX : shape;
    if (r->named && r->named->n != *n)
        return refused(r->check, r->named->place, NULL,
                       "%d columns for %d values", r->named->n, *n);
    const char *hint = text_format(
        csv->arena, "the first column is %s, the %s's come after it",
        r->kind->first, r->to->is_time ? "input" : "table");
    if (last > 0)
        hint = text_format(csv->arena, "it has %s%s%s", csv->column[1].head,
                           last > 1 ? " .. " : "",
                           last > 1 ? csv->column[last].head : "");
    else if (strpbrk(csv->column->head, ";\t"))
        hint = "separate columns with commas";
    for (int i = 0; i < *n; i++) {
        const char *name = component(r, shape, i);
        const bool is_alone = *n == 1 && last == 1 && !r->named;
        const int at = is_alone ? 1 : column_named(r, name);
        if (at < 0)
            return csv_wrong(csv, hint, "no column '%s'", name);
        if (!csv_take(csv, at, false))
            return false;
        r->column[i + 1] = at;
    }
    return csv_take(csv, 0, r->to->is_time);
}

/* True if they ascend, also in the real type of emitted knots. */
bool columns_ascend(const struct check *c, double before, double after)
{
    return c->additions->real == REAL_FLOAT ? (float)before < (float)after
                                            : before < after;
}

/* ---- rows ---------------------------------------------------------------- */

/* Spreads one number to n values, or copies n numbers. */
static bool spread(struct check *c, const struct series_numbers *from, int n,
                   int shape, num *to)
{
    if (from->shape > 1 && from->shape != shape)
        return refused(c, from->place, shape_hint(from->shape, shape),
                       "%s where %s is expected", shape_name(from->shape),
                       shape_name(shape));
    for (int i = 0; i < n && from->shape; i++)
        to[i] = from->x[from->shape > 1 ? i : 0];
    return true;
}

/* The number of lines left, limited to the maximum number of rows; at least 1. */
static int lines_left(const struct reader *r, long most)
{
    int lines = 1;
    for (const char *at = r->csv.at;
         lines < most && at < r->csv.end && (at = strchr(at, '\n'));
         at++)
        lines++;
    return lines;
}

/* Reads the numbers of a row; the first column must ascend. */
static bool read_row(struct reader *r, double *row)
{
    struct columns *to = r->to;
    const double *x = to->row[0];
    const long i = to->rows;
    if (!csv_numbers(&r->csv, to->n + 1, r->column, row))
        return false;
    if (i > 0 && !(to->is_time ? row[0] > x[i - 1]
                               : columns_ascend(r->check, x[i - 1], row[0])))
        return csv_wrong(&r->csv, NULL,
                         "%s must ascend: %.10g does not come after %.10g",
                         r->kind->firsts, row[0], x[i - 1]);
    to->row[0][i] = row[0];
    return true;
}

/* Reads one list for each column.  A grid is one list, in which the values of a
 * row are contiguous. */
static bool read_rows(struct reader *r)
{
    struct columns *to = r->to;
    num offset[VALUE_NUMBERS] = {NULL}; /* NULL: not given */
    num scale[VALUE_NUMBERS] = {NULL};
    const int beside = to->is_grid ? to->n : 1, lists = to->n / beside;
    const long most = r->kind->most / beside;
    const int room = lines_left(r, most);
    double *row = arena_array(r->csv.arena, (size_t)to->n + 1, sizeof *row);
    const int shape = to->is_flat ? SHAPE_NINE : lists;
    if (!spread(r->check, &to->offset, lists, shape, offset) ||
        !spread(r->check, &to->scale, lists, shape, scale))
        return false;
    for (int i = 0; i <= lists; i++)
        to->row[i] = arena_array(
            r->csv.arena, (size_t)room * (size_t)(i ? beside : 1), sizeof *row);
    for (to->rows = 0; csv_next(&r->csv); to->rows++) {
        if (to->rows == most)
            return csv_wrong(&r->csv, NULL, "more than %ld %s", r->kind->most,
                             to->is_grid ? "values" : "rows");
        if (!read_row(r, row))
            return false;
        for (int i = 0; i < to->n; i++) {
            const int k = i / beside;
            to->row[k + 1][to->rows * beside + i % beside] =
                (offset[k] ? number_double(offset[k]) : 0) +
                (scale[k] ? number_double(scale[k]) : 1) * row[i + 1];
        }
    }
    return !r->csv.failed &&
           (to->rows > 0 || csv_wrong(&r->csv, NULL, "no row of numbers"));
}

/* Reads a grid's first row: an empty cell, values of the second variable. */
static bool read_second(struct reader *r)
{
    struct columns *to = r->to;
    if (!csv_begin_grid(&r->csv))
        return false;
    const size_t columns = (size_t)r->csv.columns;
    r->column = arena_array(r->csv.arena, columns, sizeof *r->column);
    for (int i = 0; i < r->csv.columns; i++)
        r->column[i] = i;
    to->n = r->csv.columns - 1;
    double *x = to->second = arena_array(r->csv.arena, columns, sizeof *x);
    if (!csv_numbers(&r->csv, to->n, r->column + 1, x))
        return false;
    for (int i = 1; i < to->n; i++)
        if (!columns_ascend(r->check, x[i - 1], x[i]))
            return csv_wrong(&r->csv, NULL,
                             "the first row must ascend: %.10g does not come "
                             "after %.10g",
                             x[i], x[i - 1]);
    return true;
}

/* ---- the file ------------------------------------------------------------ */

/* Relative to the spec; from the command line, to the current folder. */
static bool open_file(struct reader *r, syntax text)
{
    struct arena *a = r->csv.arena;
    struct source *s = arena_alloc(a, sizeof *s);
    const char *name = arena_text(a, text->name + 1, strlen(text->name) - 2);
    const char *spec = text->place.source->path, *slash = strrchr(spec, '/');
    if (*name != '/' && slash && strncmp(spec, "--", 2) != 0)
        name = text_format(a, "%.*s/%s", (int)(slash - spec), spec, name);
    r->csv.path = s->path = name;
    if (file_is_regular(name))
        s->chars = file_read(a, name, MOST_BYTES, &s->length);
    if (!s->chars)
        return refused(r->check, text->place, NULL, "'%s' cannot be read: %s",
                       name,
                       errno ? strerror(errno) : "it is not a regular file");
    r->csv.at = s->chars;
    r->csv.end = s->chars + s->length;
    r->to->source = s;
    return true;
}

/* ---- options of a file --------------------------------------------------- */

static bool take_columns(struct reader *r, syntax option)
{
    syntax value = option->child[0];
    r->named = value->kind == AST_NAME ? option : value;
    bool good = r->named->n <= VALUE_NUMBERS;
    for (int k = 0; k < r->named->n; k++)
        good &= r->named->child[k]->kind == AST_NAME;
    return good;
}

/* Reads a word or an option; false with a message. */
static bool read_option(struct reader *r, syntax call, syntax o)
{
    struct columns *to = r->to;
    bool good = false;
    if (o->kind == AST_NAME) {
        to->word = o->name;
        good = text_among(r->kind->words, ' ', o->name) >= 0;
    } else if (o->kind == AST_OPTION) {
        const int i = text_among("offset scale columns outside", ' ', o->name);
        to->outside = i == 3 ? o->child[0] : to->outside;
        good = i == 2 ? take_columns(r, o) : i == 3 ? !to->is_time : i >= 0;
    }
    return good || refused(r->check, call->place, r->kind->example,
                           "wrong arguments of a file");
}

static bool begin(struct reader *r, syntax call)
{
    const bool good = call->n > 0 && call->child[0]->kind == AST_NAME &&
                      *call->child[0]->name == '"';
    if (!good)
        return refused(r->check, call->place, r->kind->example,
                       "wrong arguments of a file");
    for (int i = 1; i < call->n; i++)
        if (!read_option(r, call, call->child[i]))
            return false;
    return open_file(r, call->child[0]);
}

bool columns_read(struct check *c, syntax call, struct columns *to)
{
    int column[VALUE_NUMBERS + 1] = {0};
    struct reader r = {.check = c,
                       .csv = {.arena = c->arena,
                               .diags = c->diags,
                               .is_float = c->additions->real == REAL_FLOAT},
                       .kind = &kinds[to->is_time],
                       .to = to,
                       .column = column};
    return begin(&r, call) &&
           (to->is_grid ? read_second(&r)
                        : read_names(&r) && find_columns(&r)) &&
           read_rows(&r);
}
