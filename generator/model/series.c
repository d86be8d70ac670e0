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

#include "base/csv.h"
#include "base/file.h"

enum { MOST_ROWS = 1000000, MOST_BYTES = 1 << 30 };

/* A bend that takes a signal off the straight line by less than this share of
 * its range is slight: that of a smooth signal that was sampled often. */
static const double SLIGHT = 0.01;

struct reader {
    struct check *check;
    struct csv csv;
    const char *input;
    syntax columns;          /* the option, or NULL */
    num offset[9], scale[9]; /* NULL: not said */
};

/* ---- names ---- */

/* A column called like the input, or like a component of it. */
static bool is_of(const char *name, const char *input)
{
    const size_t n = strlen(input);
    return !strncmp(name, input, n) &&
           strspn(name + n, "123") == strlen(name + n);
}

/* Is a head a name that is looked for as it stands? */
static bool is_name(void *to, const char *head)
{
    const struct reader *r = to;
    for (int i = 0; r->columns && i < r->columns->n; i++)
        if (!strcmp(r->columns->child[i]->name, head))
            return true;
    return is_of(head, r->input);
}

/* Names may not stand twice, nor where they should not. */
static bool read_names(struct reader *r)
{
    struct csv *csv = &r->csv;
    if (!csv_begin(csv, is_name, r, "t,u1,u2,u3"))
        return false;
    for (int i = 0; i < csv->columns; i++) {
        const char *name = csv->column[i].name;
        const bool is_time = !strcmp(name, "t") || !strcmp(name, "time");
        for (int k = 0; k < i && is_of(name, r->input); k++)
            if (!strcmp(name, csv->column[k].name))
                return csv_wrong(csv, NULL, "two columns are called '%s'",
                                 name);
        if (i == 0 ? is_of(name, r->input) : is_time)
            return csv_wrong(csv, NULL,
                             "the first column is the time, and it is called "
                             "'%s'",
                             csv->column[0].head);
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

/* "u", "u2", "u23" of a scalar, a vector, a matrix; or what is said. */
static const char *component(const struct reader *r, int n, int i)
{
    struct arena *a = r->csv.arena;
    return r->columns ? r->columns->child[i]->name
           : n == 1   ? r->input
           : n == 3   ? text_format(a, "%s%d", r->input, i + 1)
                    : text_format(a, "%s%d%d", r->input, i / 3 + 1, i % 3 + 1);
}

/* As many columns as the input has values, or as there are columns for (*n =
 * 0); one that stands alone is the input's whatever its name. */
static bool find_columns(struct reader *r, int *n, int *column)
{
    static const int sizes[] = {1, 3, 9};
    struct csv *csv = &r->csv;
    const int last = csv->columns - 1;
    if (r->columns && !*n)
        *n = r->columns->n;
    for (int i = 2; i >= 0 && !*n; i--)
        if (!i || column_named(r, component(r, sizes[i], 0)) > 0)
            *n = sizes[i];
    const char *hint = "the first column is the time, the input's come after "
                       "it";
    if (last > 0)
        hint = text_format(csv->arena, "it has %s%s%s", csv->column[1].head,
                           last > 1 ? " .. " : "",
                           last > 1 ? csv->column[last].head : "");
    else if (strpbrk(csv->column->head, ";\t"))
        hint = "columns stand between commas";
    for (int i = 0; i < *n; i++) {
        const char *name = component(r, *n, i);
        const bool is_alone = *n == 1 && last == 1 && !r->columns;
        column[i + 1] = is_alone ? 1 : column_named(r, name);
        if (column[i + 1] < 0)
            return csv_wrong(csv, hint, "no column '%s'", name);
        if (!csv_take(csv, column[i + 1], false))
            return false;
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
    struct csv *csv = &r->csv;
    double row[10];
    int room = 1, length = 0;
    for (const char *at = csv->at;
         room < MOST_ROWS && at < csv->end && (at = strchr(at, '\n')); at++)
        room++;
    for (int i = 0; i < n; i++)
        rows[i] = arena_array(csv->arena, (size_t)room, sizeof *row);
    for (; csv_next(csv); length++) {
        if (!csv_numbers(csv, n, column, row))
            return false;
        if (length > 0 && !(row[0] > rows[0][length - 1]))
            return csv_wrong(csv, NULL,
                             "the times must ascend: %.10g does not come after "
                             "%.10g",
                             row[0], rows[0][length - 1]);
        if (length == MOST_ROWS)
            return csv_wrong(csv, NULL, "more than %d rows", MOST_ROWS);
        for (int i = 0; i < n; i++)
            rows[i][length] =
                !i ? row[0]
                   : (r->offset[i - 1] ? number_double(r->offset[i - 1]) : 0) +
                         (r->scale[i - 1] ? number_double(r->scale[i - 1])
                                          : 1) *
                             row[i];
    }
    *count = length;
    return !csv->failed &&
           (length > 0 || csv_wrong(csv, NULL, "no row of numbers"));
}

/* ---- the file ------------------------------------------------------------ */

/* Beside the spec; what is given on the command line, in the folder at hand. */
static const struct source *open_file(struct reader *r, syntax text)
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
    if (!s->chars) {
        refuse(r->check, text->place, NULL, "'%s' cannot be read: %s", name,
               errno ? strerror(errno) : "it is not a regular file");
        return NULL;
    }
    r->csv.at = s->chars;
    r->csv.end = s->chars + s->length;
    return s;
}

static const char such[] =
    "`file(\"name.csv\")`, and after the name: hold, columns = [a, b, c], "
    "offset = x, scale = x";

/* One number for each of n values. */
static bool spread(struct check *c, const struct series_numbers *from, int n,
                   num *to)
{
    if (from->n > 1 && from->n != n)
        return refused(c, from->place, NULL, "%s where %s is expected",
                       shape_name(from->n), shape_name(n));
    for (int i = 0; i < n && from->n; i++)
        to[i] = from->x[from->n > 1 ? i : 0];
    return true;
}

/* The words after the name; `n` is 0 until `columns` are known. */
static bool read_options(struct reader *r, syntax call, bool *holds)
{
    struct check *c = r->check;
    bool good = call->n > 0 && call->child[0]->kind == AST_NAME &&
                *call->child[0]->name == '"';
    for (int i = 1; i < call->n && good; i++) {
        syntax o = call->child[i], value = o->n ? o->child[0] : NULL;
        if (o->kind == AST_NAME && !strcmp(o->name, "hold")) {
            *holds = true;
        } else if (o->kind == AST_OPTION && !strcmp(o->name, "columns")) {
            r->columns = value->kind == AST_NAME ? o : value;
            good =
                r->columns->n == 1 || r->columns->n == 3 || r->columns->n == 9;
            for (int k = 0; k < r->columns->n; k++)
                good &= r->columns->child[k]->kind == AST_NAME;
        } else {
            good = o->kind == AST_OPTION &&
                   (!strcmp(o->name, "offset") || !strcmp(o->name, "scale"));
        }
    }
    return good || refused(c, call->place, such, "not the call of a file");
}

/* The text of a call from behind its file's name. */
static const char *options_text(struct arena *arena, syntax call)
{
    const struct place all = call->place, name = call->child[0]->place;
    const size_t behind = name.offset + name.length;
    return arena_text(arena, all.source->chars + behind,
                      all.offset + all.length - behind);
}

int series_read(struct check *c, syntax call, const char *input,
                const struct series_numbers *offset,
                const struct series_numbers *scale, int *n)
{
    struct series *s = &c->model->series;
    struct reader r = {.check = c,
                       .csv = {.arena = c->arena,
                               .diags = c->diags,
                               .is_float = c->given->real == REAL_FLOAT},
                       .input = input};
    struct pol_table table = {0};
    int column[10] = {0};
    double *rows[10] = {NULL};
    bool holds = false;
    if (!read_options(&r, call, &holds))
        return -1;
    const struct source *source = open_file(&r, call->child[0]);
    if (!source || !read_names(&r) || !find_columns(&r, n, column) ||
        !csv_take(&r.csv, 0, true))
        return -1;
    if (!spread(c, offset, *n, r.offset) || !spread(c, scale, *n, r.scale))
        return -1;
    if (!read_rows(&r, column, *n + 1, rows, &table.rows))
        return -1;
    table.holds = holds;
    table.time = rows[0];
    table.start = parts_of(c->arena, &table);
    /* the first ones are made at the end */
    for (int i = s->n ? 1 : 1 - SERIES_FIRST; i <= *n; i++) {
        table.value = rows[i > 0 ? i : 0];
        arena_push(c->arena, s->table, s->n, s->room,
                   i > 0 ? table : (struct pol_table){0});
    }
    const char *options = options_text(c->arena, call);
    arena_push(c->arena, s->file, s->files, s->file_room,
               (struct series_file){source, input, holds, options,
                                    table.time[0], table.time[table.rows - 1]});
    return s->n - *n;
}

/* It jumps at each row; before the first and after the last it is 0. */
expr series_slope(struct check *c, expr signal)
{
    struct series *s = &c->model->series;
    expr slope = signal, known = memo_find(&c->slopes.of, signal);
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
    memo_keep(&c->slopes.of, c->arena, signal, slope);
    return slope;
}

/* ---- where they are not smooth ------------------------------------------- */

enum kind { NONE = -2, SLIGHT_BEND, BEND, LEAP };

/* A time at which a table jumps or has a kink. */
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
