/* SPDX-License-Identifier: MIT
 *
 * Signals from files, times in the first column; times at which they are not
 * smooth.
 */
#include "model/check.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A kink is slight if it moves a signal from the straight line by less than
 * this share of its range, as for a smooth signal with dense samples. */
static const double SLIGHT = 0.01;

/* ---- tables -------------------------------------------------------------- */

/* Divides the time span into parts, which give the row of a time directly. */
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

/* Lists the file with the text after its name. */
static void list_file(struct check *c, syntax call, const struct columns *from)
{
    struct series *s = &c->model->series;
    const struct place all = call->place, name = call->child[0]->place;
    const size_t after = name.offset + name.length;
    const char *options = arena_text(c->arena, all.source->chars + after,
                                     all.offset + all.length - after);
    const bool holds = from->word && !strcmp(from->word, "hold");
    arena_push(c->arena, s->file, s->files, s->file_room,
               (struct series_file){from->source, from->name, holds, options,
                                    from->row[0][0],
                                    from->row[0][from->rows - 1]});
}

struct value series_read(struct check *c, syntax call, struct columns *from)
{
    struct series *s = &c->model->series;
    from->is_time = true;
    if (!columns_read(c, call, from))
        return value_none();
    list_file(c, call, from);
    if (from->word && !strcmp(from->word, "cubic"))
        return table_signal(c, call, from);
    struct pol_table table = {
        .rows = from->rows, .holds = from->word != NULL, .time = from->row[0]};
    struct value v = {.n = from->n, .is_flat = from->is_flat};
    table.start = parts_of(c->arena, &table);
    /* the first SERIES_FIRST tables are made at the end */
    for (int i = s->n ? 1 : 1 - SERIES_FIRST; i <= v.n; i++) {
        table.value = from->row[i > 0 ? i : 0];
        arena_push(c->arena, s->table, s->n, s->room,
                   i > 0 ? table : (struct pol_table){0});
    }
    for (int i = 0; i < v.n; i++)
        v.x[i] = table_then(c->model, s->n - v.n + i);
    return v;
}

/* A slope jumps at each row; before the first and after the last it is 0. */
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
    slope = table_then(c->model, s->n);
    arena_push(c->arena, s->table, s->n, s->room, table);
    memo_keep(&c->slopes.of, c->arena, signal, slope);
    return slope;
}

/* ---- corners of signals -------------------------------------------------- */

enum kind { SMOOTH = -2, SLIGHT_KINK, KINK, JUMP };

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

/* NONE, or the kind of the corner at row i.  Beyond the ends values are
 * constant.  A line over almost no time counts as a leap: steps evaluate the
 * torque a few eps of the time away from their ends. */
static enum kind kind_of(const struct pol_table *t, long i, double slight,
                         double eps)
{
    const bool is_first = i == 0, is_last = i == t->rows - 1;
    const double *x = t->time + i, *y = t->value + i;
    double before = is_first ? INFINITY : x[0] - x[-1];
    double after = is_last ? INFINITY : x[1] - x[0], off = 0;
    if (t->holds)
        return is_first || y[0] == y[-1] ? SMOOTH : JUMP;
    if (!is_first && !is_last) /* distance from the straight line */
        off = fabs(y[0] - y[-1] - before / (x[1] - x[-1]) * (y[1] - y[-1]));
    else if (t->rows > 1)
        off = fabs(is_first ? y[1] - y[0] : y[0] - y[-1]);
    if (off > slight && fmin(before, after) < 1e6 * eps * fabs(*x))
        return JUMP;
    return !(off > 0)                            ? SMOOTH
           : off > slight || is_first || is_last ? KINK
                                                 : SLIGHT_KINK;
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
            n += all[n].kind != SMOOTH;
        }
    }
    qsort(all, (size_t)n, sizeof *all, compare);
    for (int i = 0; s->n && i < SERIES_FIRST; i++) {
        double *time = arena_array(a, room, sizeof *time);
        double *value = arena_array(a, room, sizeof *value);
        struct pol_table t = {.time = time, .value = value};
        for (long k = 0; k < n; k++) {
            if ((all[k].kind < KINK) != (i == SERIES_SOFT) ||
                (t.rows > 0 && time[t.rows - 1] >= all[k].time))
                continue;
            time[t.rows] = all[k].time;
            value[t.rows++] = all[k].kind;
        }
        t.start = t.rows ? parts_of(a, &t) : NULL;
        s->table[i] = t;
    }
}

bool model_is_stepwise(const struct model *m, const struct field *f)
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

/* ---- copies for code in memory ------------------------------------------- */

/* Copies values to `to` + *at, unless `to` is NULL, and advances *at. */
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
