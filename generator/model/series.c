/* SPDX-License-Identifier: MIT
 *
 * Reads signals from files of comma-separated values, names in the first row,
 * times in the first column; and finds where they are not smooth.
 */
#define _POSIX_C_SOURCE 200809L

#include "model/series.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "lang/ast.h"

enum { MOST_ROWS = 1000000, MOST_BYTES = 1 << 30 };

/* A bend that takes a signal off the straight line by less than this share of
 * its range is slight: that of a smooth signal that was sampled often. */
static const double SLIGHT = 0.01;

struct reader {
    struct arena *arena;
    struct diags *diags;
    const char *path, *at;
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

static bool hinted(struct reader *r, const char *hint)
{
    if (hint)
        diag_hint(r->diags, "%s", hint);
    return false;
}

/* A fault in the line at hand, or `back` lines before it. */
#define wrong(r, back, hint, ...)                                              \
    (diag_error_line((r)->diags, (r)->path, (r)->line - (back), __VA_ARGS__),  \
     hinted(r, hint))

static void next_line(struct reader *r)
{
    r->at += strcspn(r->at, "\n");
    r->at += *r->at == '\n';
    r->line++;
}

/* To the next line that says something; false at the end. */
static bool find_line(struct reader *r)
{
    while (*r->at &&
           (*r->at == '#' || strchr("\r\n", r->at[strspn(r->at, " \t")])))
        next_line(r);
    return *r->at != '\0';
}

static bool is_number(struct cell c, double *x)
{
    char *end;
    *x = strtod(c.chars, &end);
    return c.length > 0 && end == c.chars + c.length && isfinite(*x) &&
           strspn(c.chars, "0123456789+-.eE") == c.length;
}

static bool read_names(struct reader *r)
{
    double x;
    if (!find_line(r))
        return wrong(r, 0, "such as `t,u1,u2,u3`", "no row of names");
    for (const char *at = r->at; at;) {
        struct cell cell = next_cell(&at);
        if (is_number(cell, &x))
            return wrong(r, 0, "such as `t,u1,u2,u3`",
                         "the first row has a number where a name is "
                         "expected");
        arena_push(r->arena, r->name, r->names, r->name_room);
        r->name[r->names++] = arena_text(r->arena, cell.chars, cell.length);
    }
    next_line(r);
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
                return wrong(r, 0, NULL, "'%.*s' in column %d is %s",
                             (int)(cell.length < 40 ? cell.length : 40),
                             cell.chars, k + 1,
                             isinf(out[i]) && ascii_is_digit(*cell.chars)
                                 ? "too large"
                                 : "not a number");
    }
    return k == r->names ||
           wrong(r, 0, NULL, "the row has %d column%s, the first one %d", k,
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

/* A column called like the input, or like a component of it. */
static bool is_of(const char *name, const char *input)
{
    const size_t n = strlen(input);
    return !strncmp(name, input, n) &&
           strspn(name + n, "123") == strlen(name + n);
}

/* Names that stand twice, or where they should not. */
static bool check_names(struct reader *r, const char *input)
{
    for (int i = 0; i < r->names; i++) {
        const char *name = r->name[i];
        const bool is_time = !strcmp(name, "t") || !strcmp(name, "time");
        for (int k = 0; k < i && is_of(name, input); k++)
            if (!strcmp(name, r->name[k]))
                return wrong(r, 1, NULL, "two columns are called '%s'", name);
        if (i == 0 ? is_of(name, input) : is_time)
            return wrong(r, 1, NULL,
                         "the first column is the time, and it is called '%s'",
                         r->name[0]);
    }
    return true;
}

/* So many values as there are columns for; a column that stands alone is the
 * input's whatever its name. */
static int size_of(const struct reader *r, const char *input)
{
    static const int sizes[] = {9, 3, 1};
    for (int i = 0; i < 3; i++)
        if (column_named(r, component(r->arena, input, sizes[i], 0)) > 0)
            return sizes[i];
    return 1;
}

static bool find_columns(struct reader *r, const char *input, int n,
                         int *column)
{
    const char *hint = "the first column is the time, the input's come after "
                       "it";
    if (r->names > 1)
        hint = text_format(r->arena, "it has %s%s%s", r->name[1],
                           r->names > 2 ? " .. " : "",
                           r->names > 2 ? r->name[r->names - 1] : "");
    else if (strpbrk(r->name[0], ";\t"))
        hint = "columns stand between commas";
    for (int i = 0; i < n; i++) {
        const char *name = component(r->arena, input, n, i);
        column[i + 1] = n == 1 && r->names == 2 ? 1 : column_named(r, name);
        if (column[i + 1] < 0)
            return wrong(r, 1, hint, "no column '%s'", name);
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

static void add_table(struct series *s, struct arena *a, struct pol_table table)
{
    arena_push(a, s->table, s->n, s->room);
    s->table[s->n++] = table;
}

/* rows[i] is the list of column i, that of the times first. */
static bool read_rows(struct reader *r, const int *column, int n, double **rows,
                      long *count)
{
    double row[10];
    int room = 0, length = 0;
    for (; find_line(r); next_line(r), length++) {
        if (!read_row(r, column, n, row))
            return false;
        if (length > 0 && !(row[0] > rows[0][length - 1]))
            return wrong(r, 0, NULL,
                         "the times must ascend: %.10g does not come after "
                         "%.10g",
                         row[0], rows[0][length - 1]);
        if (length == MOST_ROWS)
            return wrong(r, 0, NULL, "more than %d rows", MOST_ROWS);
        int more = length < room ? room : room ? 2 * room : 1024;
        for (int i = 0; i < n; i++) {
            if (more > room)
                rows[i] =
                    arena_grow(r->arena, rows[i], (size_t)room * sizeof *row,
                               (size_t)more * sizeof *row);
            rows[i][length] = row[i];
        }
        room = more;
    }
    *count = length;
    return length > 0 || wrong(r, 0, NULL, "no row of numbers");
}

/* ---- the file ------------------------------------------------------------ */

/* Beside the spec; what is given on the command line, in the folder at hand. */
static const char *path_of(struct arena *a, const struct ast *text)
{
    const char *name = arena_text(a, text->name + 1, strlen(text->name) - 2);
    const char *spec = text->place.source->path, *slash = strrchr(spec, '/');
    if (*name == '/' || !slash || !strncmp(spec, "--", 2))
        return name;
    return text_format(a, "%.*s/%s", (int)(slash - spec), spec, name);
}

static bool is_call(const struct ast *call, bool *holds)
{
    *holds = call->n == 2;
    return call->n >= 1 && call->n <= 2 && call->child[0]->kind == AST_NAME &&
           *call->child[0]->name == '"' &&
           (call->n == 1 || (call->child[1]->kind == AST_NAME &&
                             !strcmp(call->child[1]->name, "hold")));
}

static const struct source *open_file(struct reader *r, const struct ast *text)
{
    struct source *s = arena_alloc(r->arena, sizeof *s);
    r->path = s->path = path_of(r->arena, text);
    char *chars = NULL;
    if (file_is_regular(r->path))
        chars = file_read(r->arena, r->path, MOST_BYTES, &s->length);
    if (!chars) {
        diag_error(r->diags, text->place, "'%s' cannot be read: %s", r->path,
                   errno ? strerror(errno) : "it is not a regular file");
        return NULL;
    }
    s->chars = r->at = chars;
    r->line = 1;
    if (strlen(chars) < s->length) {
        for (const char *at = chars; (at = strchr(at, '\n')); at++)
            r->line++;
        wrong(r, 0, NULL, "a byte is zero: not a text file");
        return NULL;
    }
    if (!strncmp(chars, "\xEF\xBB\xBF", 3))
        r->at += 3;
    return s;
}

int series_read(struct series *s, struct diags *diags, const struct ast *call,
                const char *input, int *n)
{
    struct arena *a = diags->arena;
    struct reader r = {.arena = a, .diags = diags};
    struct pol_table table = {0};
    int column[10] = {0};
    double *rows[10] = {NULL};
    bool holds;
    if (!is_call(call, &holds)) {
        diag_error(diags, call->place, "not the call of a file");
        diag_hint(diags, "`file(\"name.csv\")` or `file(\"name.csv\", hold)`");
        return -1;
    }
    const struct source *source = open_file(&r, call->child[0]);
    if (!source || !read_names(&r))
        return -1;
    *n = *n ? *n : size_of(&r, input);
    if (!check_names(&r, input) || !find_columns(&r, input, *n, column) ||
        !read_rows(&r, column, *n + 1, rows, &table.rows))
        return -1;
    table.holds = holds;
    table.time = rows[0];
    table.start = parts_of(a, &table);
    while (s->n < SERIES_FIRST)
        add_table(s, a, (struct pol_table){0});
    for (int i = 1; i <= *n; i++) {
        table.value = rows[i];
        add_table(s, a, table);
    }
    arena_push(a, s->file, s->files, s->file_room);
    s->file[s->files++] = (struct series_file){
        source, input, holds, table.time[0], table.time[table.rows - 1]};
    return s->n - *n;
}

const char *series_call(const struct series *s, const char *input,
                        struct arena *a)
{
    const char *call = NULL;
    for (int i = 0; i < s->files; i++)
        if (!strcmp(s->file[i].input, input))
            call = text_format(a, "file(\"%s\"%s)", s->file[i].source->path,
                               s->file[i].holds ? ", hold" : "");
    return call;
}

/* ---- where they are not smooth ------------------------------------------- */

/* A time at which a table leaps (1) or bends (0), or bends slightly (-1). */
struct corner {
    double time;
    int kind;
};

static int compare(const void *a, const void *b)
{
    const struct corner *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time ? 1 : y->kind - x->kind;
}

static double range_of(const struct pol_table *t)
{
    double low = t->value[0], high = low;
    for (long i = 1; i < t->rows; i++) {
        low = fmin(low, t->value[i]);
        high = fmax(high, t->value[i]);
    }
    return high - low;
}

/* How far row i is off the line between its neighbours; beyond the ends the
 * values stay. */
static double off_line(const struct pol_table *t, long i)
{
    const double *x = t->time, *y = t->value;
    if (i == 0)
        return t->rows > 1 ? fabs(y[1] - y[0]) : 0;
    if (i == t->rows - 1)
        return fabs(y[i] - y[i - 1]);
    double share = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
    return fabs(y[i] - y[i - 1] - share * (y[i + 1] - y[i - 1]));
}

/* A line to the row before or after that takes next to no time is as good as a
 * leap: a step looks at torque a few eps of the time beside its ends. */
static long add_corners(const struct pol_table *t, double eps,
                        struct corner *out)
{
    long n = 0;
    double slight = SLIGHT * range_of(t);
    for (long i = 0; i < t->rows; i++) {
        bool leaps = t->holds && i > 0 && t->value[i] != t->value[i - 1];
        double off = t->holds ? 0 : off_line(t, i);
        bool is_first = i == 0, is_last = i == t->rows - 1;
        const double *x = t->time + i, least = 1e6 * eps * fabs(*x);
        bool is_steep = (!is_first && x[0] - x[-1] < least) ||
                        (!is_last && x[1] - x[0] < least);
        leaps |= off > slight && is_steep;
        if (leaps || off > 0)
            out[n++] = (struct corner){
                t->time[i], leaps                                 ? 1
                            : off > slight || is_first || is_last ? 0
                                                                  : -1};
    }
    return n;
}

static void make_corners(struct arena *a, const struct corner *all, long n,
                         bool soft, struct pol_table *out)
{
    double *time = arena_array(a, (size_t)n + 1, sizeof *time);
    double *value = arena_array(a, (size_t)n + 1, sizeof *value);
    long rows = 0;
    for (long i = 0; i < n; i++) {
        if ((all[i].kind < 0) != soft ||
            (rows > 0 && time[rows - 1] >= all[i].time))
            continue;
        time[rows] = all[i].time;
        value[rows++] = all[i].kind;
    }
    *out = (struct pol_table){.rows = rows, .time = time, .value = value};
    if (rows)
        out->start = parts_of(a, out);
}

void series_finish(struct series *s, struct arena *a, enum real real)
{
    const double eps = real == REAL_FLOAT ? FLT_EPSILON : DBL_EPSILON;
    size_t room = 1;
    long n = 0;
    for (int i = SERIES_FIRST; i < s->n; i++)
        room += (size_t)s->table[i].rows;
    struct corner *all = arena_array(a, room, sizeof *all);
    for (int i = SERIES_FIRST; i < s->n; i++)
        n += add_corners(&s->table[i], eps, all + n);
    for (long i = 0; i < n && real == REAL_FLOAT; i++)
        all[i].time = (double)(float)all[i].time;
    qsort(all, (size_t)n, sizeof *all, compare);
    for (int i = 0; s->n && i < SERIES_FIRST; i++)
        make_corners(a, all, n, i == SERIES_SOFT, &s->table[i]);
}

/* ---- for the code in memory ---------------------------------------------- */

/* Puts the values at `at` bytes from `to`, which may be NULL: then nowhere. */
static const void *put(void *to, size_t *at, const void *from, size_t size)
{
    void *place = to ? (char *)to + *at : NULL;
    *at += size;
    return to ? memcpy(place, from, size) : NULL;
}

size_t series_copy(const struct series *s, void *to)
{
    struct pol_table *table = to;
    size_t size = (size_t)s->n * sizeof *table;
    for (int i = 0; i < s->n; i++) {
        struct pol_table t = s->table[i];
        size_t rows = (size_t)t.rows;
        if (rows) {
            t.time = put(to, &size, t.time, rows * sizeof(double));
            t.value = put(to, &size, t.value, rows * sizeof(double));
            t.start = put(to, &size, t.start, (rows + 1) * sizeof(long));
        }
        if (to)
            table[i] = t;
    }
    return size;
}
