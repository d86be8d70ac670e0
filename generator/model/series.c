/* SPDX-License-Identifier: MIT
 *
 * Reads signals from files of comma-separated values, names in the first row,
 * times in the first column; and finds where they are not smooth.
 */
#define _POSIX_C_SOURCE 200809L

#include "model/check.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { MOST_ROWS = 1000000, MOST_BYTES = 1 << 30 };

/* A bend that takes a signal off the straight line by less than this share of
 * its range is slight: that of a smooth signal that was sampled often. */
static const double SLIGHT = 0.01;

struct reader {
    struct check *check;
    struct arena *arena;
    const char *path, *at, *next; /* of the lines at hand and behind it */
    int line;
    const char **name; /* of the first row */
    int names, name_room;
};

/* ---- rows ---------------------------------------------------------------- */

struct cell {
    const char *chars;
    size_t length;
};

/* The cell at *at, without blanks or quotes around it; *at goes to the next
 * one, or to NULL behind the last of the line. */
static struct cell next_cell(const char **at)
{
    struct cell c = {*at, strcspn(*at, ",\n")};
    *at = c.chars[c.length] == ',' ? c.chars + c.length + 1 : NULL;
    while (c.length > 0 && strchr(" \t\r", c.chars[c.length - 1]))
        c.length--;
    for (; c.length > 0 && strchr(" \t", *c.chars); c.length--)
        c.chars++;
    if (c.length > 1 && *c.chars == '"' && c.chars[c.length - 1] == '"')
        return (struct cell){c.chars + 1, c.length - 2};
    return c;
}

/* A fault in the line at hand; false. */
#define wrong(r, hint, ...)                                                    \
    (diag_error_line((r)->check->diags, (r)->path, (r)->line, __VA_ARGS__),    \
     diag_near((r)->check->diags, NULL, hint))

/* To the next line that says something; false at the end. */
static bool next_line(struct reader *r)
{
    do {
        r->line++;
        r->at = r->next;
        r->next += strcspn(r->next, "\n");
        r->next += *r->next == '\n';
    } while (*r->at &&
             (*r->at == '#' || strchr("\r\n", r->at[strspn(r->at, " \t")])));
    return *r->at != '\0';
}

static bool is_number(struct cell c, double *x)
{
    char *end;
    *x = strtod(c.chars, &end);
    return c.length > 0 && end == c.chars + c.length && isfinite(*x) &&
           strspn(c.chars, "0123456789+-.eE") == c.length;
}

/* A column called like the input, or like a component of it. */
static bool is_of(const char *name, const char *input)
{
    const size_t n = strlen(input);
    return !strncmp(name, input, n) &&
           strspn(name + n, "123") == strlen(name + n);
}

/* Names may not stand twice, nor where they should not. */
static bool read_names(struct reader *r, const char *input)
{
    double x;
    if (!next_line(r))
        return wrong(r, "such as `t,u1,u2,u3`", "no row of names");
    for (const char *at = r->at; at;) {
        struct cell cell = next_cell(&at);
        if (is_number(cell, &x))
            return wrong(r, "such as `t,u1,u2,u3`",
                         "the first row has a number where a name is "
                         "expected");
        arena_push(r->arena, r->name, r->names, r->name_room,
                   arena_text(r->arena, cell.chars, cell.length));
    }
    for (int i = 0; i < r->names; i++) {
        const char *name = r->name[i];
        const bool is_time = !strcmp(name, "t") || !strcmp(name, "time");
        for (int k = 0; k < i && is_of(name, input); k++)
            if (!strcmp(name, r->name[k]))
                return wrong(r, NULL, "two columns are called '%s'", name);
        if (i == 0 ? is_of(name, input) : is_time)
            return wrong(r, NULL,
                         "the first column is the time, and it is called '%s'",
                         r->name[0]);
    }
    return true;
}

/* The numbers of a row; those of columns that are not wanted may be words. */
static bool read_row(struct reader *r, const int *column, int n, double *out)
{
    int k = 0;
    for (const char *at = r->at; at; k++) {
        struct cell cell = next_cell(&at);
        for (int i = 0; i < n; i++)
            if (column[i] == k && !is_number(cell, &out[i]))
                return wrong(r, NULL, "'%.*s' in column %d is %s",
                             (int)(cell.length < 40 ? cell.length : 40),
                             cell.chars, k + 1,
                             isinf(out[i]) && ascii_is_digit(*cell.chars)
                                 ? "too large"
                                 : "not a number");
    }
    return k == r->names ||
           wrong(r, NULL, "the row has %d column%s, the first one %d", k,
                 k == 1 ? "" : "s", r->names);
}

/* ---- columns ------------------------------------------------------------- */

static int column_named(const struct reader *r, const char *name)
{
    for (int i = 1; i < r->names; i++)
        if (!strcmp(r->name[i], name))
            return i;
    return -1;
}

/* "u", "u2", "u23" of a scalar, a vector, a matrix */
static const char *component(struct arena *a, const char *input, int n, int i)
{
    return n == 1   ? input
           : n == 3 ? text_format(a, "%s%d", input, i + 1)
                    : text_format(a, "%s%d%d", input, i / 3 + 1, i % 3 + 1);
}

/* As many columns as the input has values, or as there are columns for (*n =
 * 0); one that stands alone is the input's whatever its name. */
static bool find_columns(struct reader *r, const char *input, int *n,
                         int *column)
{
    static const int sizes[] = {1, 3, 9};
    for (int i = 2; i >= 0 && !*n; i--)
        if (!i || column_named(r, component(r->arena, input, sizes[i], 0)) > 0)
            *n = sizes[i];
    const char *hint = "the first column is the time, the input's come after "
                       "it";
    if (r->names > 1)
        hint = text_format(r->arena, "it has %s%s%s", r->name[1],
                           r->names > 2 ? " .. " : "",
                           r->names > 2 ? r->name[r->names - 1] : "");
    else if (strpbrk(r->name[0], ";\t"))
        hint = "columns stand between commas";
    for (int i = 0; i < *n; i++) {
        const char *name = component(r->arena, input, *n, i);
        column[i + 1] = *n == 1 && r->names == 2 ? 1 : column_named(r, name);
        if (column[i + 1] < 0)
            return wrong(r, hint, "no column '%s'", name);
    }
    return true;
}

/* ---- tables -------------------------------------------------------------- */

/* Parts of the span of times, for a row to be found at once. */
static const long *parts_of(struct arena *a, struct pol_table *s)
{
    double span = s->time[s->rows - 1] - s->time[0];
    long *start = arena_array(a, (size_t)s->rows + 1, sizeof *start), i = 0;
    s->parts_a_second = span > 0 ? (double)s->rows / span : 0;
    if (!isfinite(s->parts_a_second))
        s->parts_a_second = 0;
    for (long k = 0; k <= s->rows; k++) {
        while (i < s->rows && pol_slot(s, s->time[i]) < k)
            i++;
        start[k] = i;
    }
    return start;
}

/* rows[i] is the list of column i, that of the times first. */
static bool read_rows(struct reader *r, const int *column, int n, double **rows,
                      long *count)
{
    double row[10];
    int room = 1, length = 0;
    for (const char *at = r->next; room < MOST_ROWS && (at = strchr(at, '\n'));
         at++)
        room++;
    for (int i = 0; i < n; i++)
        rows[i] = arena_array(r->arena, (size_t)room, sizeof *row);
    for (; next_line(r); length++) {
        if (!read_row(r, column, n, row))
            return false;
        if (length > 0 && !(row[0] > rows[0][length - 1]))
            return wrong(r, NULL,
                         "the times must ascend: %.10g does not come after "
                         "%.10g",
                         row[0], rows[0][length - 1]);
        if (length == MOST_ROWS)
            return wrong(r, NULL, "more than %d rows", MOST_ROWS);
        for (int i = 0; i < n; i++)
            rows[i][length] = row[i];
    }
    *count = length;
    return length > 0 || wrong(r, NULL, "no row of numbers");
}

/* ---- the file ------------------------------------------------------------ */

/* Beside the spec; what is given on the command line, in the folder at hand. */
static const struct source *open_file(struct reader *r, syntax text)
{
    struct source *s = arena_alloc(r->arena, sizeof *s);
    const char *name =
        arena_text(r->arena, text->name + 1, strlen(text->name) - 2);
    const char *spec = text->place.source->path, *slash = strrchr(spec, '/');
    if (*name != '/' && slash && strncmp(spec, "--", 2) != 0)
        name =
            text_format(r->arena, "%.*s/%s", (int)(slash - spec), spec, name);
    r->path = s->path = name;
    if (file_is_regular(name))
        s->chars = file_read(r->arena, name, MOST_BYTES, &s->length);
    if (!s->chars) {
        refuse(r->check, text->place, NULL, "'%s' cannot be read: %s", name,
               errno ? strerror(errno) : "it is not a regular file");
        return NULL;
    }
    r->next = s->chars;
    if (strlen(s->chars) < s->length) {
        r->line = 1;
        for (const char *at = s->chars; (at = strchr(at, '\n')); at++)
            r->line++;
        wrong(r, NULL, "a byte is zero: not a text file");
        return NULL;
    }
    if (!strncmp(s->chars, "\xEF\xBB\xBF", 3))
        r->next += 3;
    return s;
}

int series_read(struct check *c, syntax call, const char *input, int *n)
{
    struct series *s = &c->model->series;
    struct reader r = {.check = c, .arena = c->arena};
    struct pol_table table = {0};
    int column[10] = {0};
    double *rows[10] = {NULL};
    struct ast *const *of = call->child;
    if (call->n < 1 || call->n > 2 || of[0]->kind != AST_NAME ||
        *of[0]->name != '"' ||
        (call->n == 2 &&
         (of[1]->kind != AST_NAME || strcmp(of[1]->name, "hold") != 0))) {
        refuse(c, call->place,
               "`file(\"name.csv\")` or `file(\"name.csv\", hold)`",
               "not the call of a file");
        return -1;
    }
    const struct source *source = open_file(&r, call->child[0]);
    if (!source || !read_names(&r, input))
        return -1;
    if (!find_columns(&r, input, n, column) ||
        !read_rows(&r, column, *n + 1, rows, &table.rows))
        return -1;
    table.holds = call->n == 2;
    table.time = rows[0];
    table.start = parts_of(c->arena, &table);
    /* the first ones are made at the end */
    for (int i = s->n ? 1 : 1 - SERIES_FIRST; i <= *n; i++) {
        table.value = rows[i > 0 ? i : 0];
        arena_push(c->arena, s->table, s->n, s->room,
                   i > 0 ? table : (struct pol_table){0});
    }
    arena_push(c->arena, s->file, s->files, s->file_room,
               (struct series_file){source, input, table.holds, table.time[0],
                                    table.time[table.rows - 1]});
    return s->n - *n;
}

/* It leaps at each row; before the first and after the last it is 0. */
expr series_slope(struct check *c, expr signal)
{
    struct series *s = &c->model->series;
    expr slope = signal, known = memo_find(&c->slopes, signal);
    if (known)
        return known;
    if (signal->op != OP_SIGNAL) {
        expr_diff(c->pool, 1, &signal, c->model->t, &slope);
        return slope;
    }
    const struct pol_table from =
        s->table[(int)number_double(signal->arg[0]->number)];
    if (from.holds || from.rows < 2)
        return expr_int(c->pool, 0);
    const size_t rows = (size_t)from.rows + 1;
    double *time = arena_array(c->arena, rows, sizeof *time);
    double *value = arena_array(c->arena, rows, sizeof *value);
    time[0] = nextafter(from.time[0], -INFINITY);
    memcpy(time + 1, from.time, (rows - 1) * sizeof *time);
    for (size_t i = 1; i + 1 < rows; i++)
        value[i] = (from.value[i] - from.value[i - 1]) /
                   (from.time[i] - from.time[i - 1]);
    struct pol_table table = {
        .rows = (long)rows, .holds = true, .time = time, .value = value};
    table.start = parts_of(c->arena, &table);
    const expr at[] = {expr_int(c->pool, s->n), c->model->t};
    arena_push(c->arena, s->table, s->n, s->room, table);
    slope = expr_apply(c->pool, OP_SIGNAL, 2, at);
    memo_keep(&c->slopes, c->arena, signal, slope);
    return slope;
}

/* ---- where they are not smooth ------------------------------------------- */

enum kind { NONE = -2, SLIGHT_BEND, BEND, LEAP };

/* A time at which a table leaps or bends. */
struct corner {
    double time;
    enum kind kind;
};

static int compare(const void *a, const void *b)
{
    const struct corner *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time ? 1 : y->kind - x->kind;
}

/* What is at row i: NONE, or the kind of a corner.  Beyond the ends the values
 * stay.  A line to the row before or after that takes next to no time is as
 * good as a leap: a step looks at torque a few eps of the time beside its ends.
 */
static enum kind kind_of(const struct pol_table *t, long i, double slight,
                         double eps)
{
    const bool is_first = i == 0, is_last = i == t->rows - 1;
    const double *x = t->time + i, *y = t->value + i;
    double before = is_first ? INFINITY : x[0] - x[-1];
    double after = is_last ? INFINITY : x[1] - x[0], off = 0;
    if (t->holds)
        return is_first || y[0] == y[-1] ? NONE : LEAP;
    if (!is_first && !is_last) /* how far it is off the line */
        off = fabs(y[0] - y[-1] - before / (x[1] - x[-1]) * (y[1] - y[-1]));
    else if (t->rows > 1)
        off = fabs(is_first ? y[1] - y[0] : y[0] - y[-1]);
    if (off > slight && fmin(before, after) < 1e6 * eps * fabs(*x))
        return LEAP;
    return !(off > 0)                            ? NONE
           : off > slight || is_first || is_last ? BEND
                                                 : SLIGHT_BEND;
}

void series_finish(struct series *s, struct arena *a, enum real real)
{
    const double eps = real == REAL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    size_t room = 1;
    long n = 0;
    for (int i = SERIES_FIRST; i < s->n; i++)
        room += (size_t)s->table[i].rows;
    struct corner *all = arena_array(a, room, sizeof *all);
    for (int i = SERIES_FIRST; i < s->n; i++) {
        const struct pol_table *t = &s->table[i];
        double low = t->value[0], high = low;
        for (long k = 1; k < t->rows; k++) {
            low = fmin(low, t->value[k]);
            high = fmax(high, t->value[k]);
        }
        for (long k = 0; k < t->rows; k++) {
            const double time =
                real == REAL_FLOAT ? (float)t->time[k] : t->time[k];
            all[n] = (struct corner){time,
                                     kind_of(t, k, SLIGHT * (high - low), eps)};
            n += all[n].kind != NONE;
        }
    }
    qsort(all, (size_t)n, sizeof *all, compare);
    for (int i = 0; s->n && i < SERIES_FIRST; i++) {
        double *time = arena_array(a, room, sizeof *time);
        double *value = arena_array(a, room, sizeof *value);
        struct pol_table t = {.time = time, .value = value};
        for (long k = 0; k < n; k++) {
            if ((all[k].kind < BEND) != (i == SERIES_SOFT) ||
                (t.rows > 0 && time[t.rows - 1] >= all[k].time))
                continue;
            time[t.rows] = all[k].time;
            value[t.rows++] = all[k].kind;
        }
        t.start = t.rows ? parts_of(a, &t) : NULL;
        s->table[i] = t;
    }
}

bool model_stays(const struct model *m, const struct field *f)
{
    bool stays = true;
    for (int k = 0; k < f->signal.n; k++) {
        expr x = f->signal.x[k];
        const bool is_table = x->op == OP_SIGNAL;
        const int i = is_table ? (int)number_double(x->arg[0]->number) : 0;
        stays &= is_table ? m->series.table[i].holds : expr_is_const(x);
    }
    return stays;
}

/* ---- for the code in memory ---------------------------------------------- */

/* Puts the values at `at` bytes from `to`, which may be NULL: then nowhere. */
static const void *put(char *to, size_t *at, const void *from, size_t size)
{
    *at += size;
    return to ? memcpy(to + *at - size, from, size) : NULL;
}

size_t series_copy(const struct series *s, void *to)
{
    struct pol_table *table = to;
    size_t size = (size_t)s->n * sizeof *table;
    for (int i = 0; i < s->n; i++) {
        struct pol_table t = s->table[i];
        size_t rows = (size_t)t.rows;
        if (rows) {
            t.time = put(to, &size, t.time, rows * sizeof *t.time);
            t.value = put(to, &size, t.value, rows * sizeof *t.value);
            t.start = put(to, &size, t.start, (rows + 1) * sizeof *t.start);
        }
        if (to)
            table[i] = t;
    }
    return size;
}
