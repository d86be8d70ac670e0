/* SPDX-License-Identifier: MIT
 *
 * The files of a sweep: opened for this process's share, filled with values
 * from rows, read case by case, written as CSV; and its JSON records: the
 * identity of the sweep, the plan, statistics, the picture.
 */
#define _POSIX_C_SOURCE 200809L

#include "sweep/plan.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "explore/explore.h"

bool plan_cannot(const struct plan *s, const char *verb,
                 const struct record_file *f)
{
    return diag_error_line(s->diags, "--output", 0, "%s",
                           record_cannot(s->arena, verb, f->path));
}

uint64_t plan_share(const struct plan *s, const struct loop *l)
{
    const struct plan_share *r = &s->share;
    const uint64_t blocks = loop_blocks(l), unit = (uint64_t)l->unit;
    const uint64_t mine =
        (blocks + (uint64_t)(r->shards - 1 - r->shard)) / (uint64_t)r->shards;
    const uint64_t rest = blocks * unit - l->work->cases.count;
    const bool has_last =
        (blocks - 1) % (uint64_t)r->shards == (uint64_t)r->shard;
    return mine * unit - (has_last ? rest : 0);
}

/* Opens the trajectories; a resumed sweep must have them already.  Returns
 * false with a message. */
static bool open_trajectories(struct plan *s, struct record_demand d)
{
    struct stat now;
    const bool has_begun = access(d.path, F_OK) == 0;
    const double cases = (double)s->work.cases.count;
    d.other_bytes = 8.0 * cases * s->work.columns;
    d.json = NULL;
    d.layout =
        (struct record_layout){.column = &s->columns.column[s->columns.ends],
                               .columns = s->columns.rows,
                               .cases = s->work.cases.count,
                               .samples = (uint64_t)s->work.rows};
    d.path = text_format(s->arena, "%.*s.trajectories.npy",
                         (int)strlen(d.path) - 4, d.path);
    if (d.resume && has_begun &&
        (stat(d.path, &now) != 0 ||
         (double)now.st_size < 8 * cases * (double)s->work.rows * s->work.row))
        return diag_error_line(
            s->diags, d.path, 0,
            "the trajectories of the finished cases are missing: begin anew");
    const char *fault = record_open(s->arena, &d, &s->trajectories);
    return !fault || diag_error_line(s->diags, "--output", 0, "%s", fault);
}

bool plan_open(struct plan *s, const char *path, const char *identity,
               bool trajectories)
{
    const struct plan_share *r = &s->share;
    const struct record_demand d = {
        .path = path,
        .layout = s->columns.layout,
        .json = identity,
        .resume = r->resume || r->shards > 1,
        .shard = (unsigned)r->shard,
        .shards = (unsigned)r->shards,
    };
    /* before the records, whose existence means that trajectories exist; if the
     * records must not exist but do, record_open below reports it */
    if (trajectories && (d.resume || access(d.path, F_OK) != 0) &&
        !open_trajectories(s, d))
        return false;
    const char *fault = record_open(s->arena, &d, &s->file);
    return !fault || diag_error_line(s->diags, "--output", 0, "%s", fault);
}

static void note_damaged(const struct record_file *f, uint64_t damaged)
{
    if (damaged)
        fprintf(stderr,
                "note: %llu case%s of %s %s damaged and computed again\n",
                (unsigned long long)damaged, damaged > 1 ? "s" : "", f->path,
                damaged > 1 ? "are" : "is");
}

bool plan_fill(struct plan *s, const struct loop *l)
{
    const struct record_file *f = l->file;
    const struct plan_share *r = &s->share;
    const bool has_rows = s->work.cases.has_rows;
    const uint64_t unit = (uint64_t)l->unit, cases = s->work.cases.count;
    unsigned char *block = arena_alloc(s->arena, unit * f->size);
    void *rows =
        arena_alloc(s->arena, l->rows && r->resume ? unit * l->rows->size : 1);
    double value[CASES_VALUES];
    uint64_t damaged = 0;
    rows_rewind(s);
    for (uint64_t b = 0; b * unit < cases && (has_rows || r->resume); b++) {
        const uint64_t from = b * unit;
        const size_t n = cases - from < unit ? (size_t)(cases - from) : unit;
        const bool is_own = b % (uint64_t)r->shards == (uint64_t)r->shard;
        if (is_own && !record_read(f, from, n, block))
            return plan_cannot(s, "read", f);
        if (is_own && l->rows && r->resume &&
            !record_read(l->rows, from, n, rows))
            return plan_cannot(s, "read", l->rows);
        for (size_t i = 0; i < n; i++) {
            unsigned char *at = block + i * f->size;
            if (has_rows && !rows_next(s, value))
                return false;
            if (is_own && r->resume && at[f->size - 1] != RECORD_UNDONE &&
                !record_is_sound(f, block, i, from + i, l->rows, rows)) {
                memset(at, 0, f->size);
                damaged++;
            }
            if (has_rows && is_own && at[f->size - 1] == RECORD_UNDONE)
                memcpy(at, value, (size_t)s->work.values * sizeof *value);
        }
        if (is_own && !record_write(f, from, n, block))
            return plan_cannot(s, "write", f);
    }
    note_damaged(f, damaged);
    return true;
}

/* ---- cases ---- */

/* Reads the cases of the file in order; start from all zeros. */
struct reading {
    uint64_t next;
    unsigned char *block; /* the block that was read last */
    double *number;
    int status;
};

/* Returns false with errno set. */
static bool read_next(const struct plan *s, struct reading *r)
{
    const struct record_file *f = &s->file;
    const uint64_t i = r->next % RECORD_BLOCK, left = f->cases - r->next;
    const uint64_t n = left < RECORD_BLOCK ? left : RECORD_BLOCK;
    if (!r->block) {
        r->block = arena_array(s->arena, RECORD_BLOCK, f->size);
        r->number = arena_array(s->arena, f->numbers, sizeof(double));
    }
    if (i == 0 && !record_read(f, r->next, n, r->block))
        return false;
    memcpy(r->number, record_at(f, r->block, i), f->numbers * sizeof(double));
    r->status = record_status(f, r->block, i);
    r->next++;
    return true;
}

bool plan_write(const struct plan *s, FILE *out)
{
    const struct columns *c = &s->columns;
    fputs("case", out);
    for (int i = 0; i < c->numbers; i++)
        fprintf(out, ",%s", c->heading[i]);
    fputs(",status\n", out);
    struct reading r = {0};
    while (r.next < s->work.cases.count && !ferror(out)) {
        fprintf(out, "%ju", (uintmax_t)r.next);
        if (!read_next(s, &r))
            return false;
        for (int i = 0; i < c->numbers; i++)
            fprintf(out, ",%s",
                    isnan(r.number[i]) ? "" : shortest(r.number[i]).text);
        fprintf(out, ",%d\n", r.status);
    }
    return fflush(out) == 0 && !ferror(out);
}

bool plan_write_file(const struct plan *s, const char *path)
{
    const char *name =
        text_format(s->arena, "%s.%ld.part", path, (long)getpid());
    FILE *out = fopen(name, "w");
    bool good = out && plan_write(s, out);
    good = out && fclose(out) == 0 && good && rename(name, path) == 0;
    if (!good) {
        diag_error_line(s->diags, path, 0, "cannot be written: %s",
                        strerror(errno));
        diag_hint(s->diags, "the cases are in %s: --resume continues",
                  s->file.path);
    }
    const int n = (int)strlen(s->file.path) - 4;
    remove(good ? s->file.path : name);
    if (good) /* and the description of the records */
        remove(text_format(s->arena, "%.*s.json", n, s->file.path));
    return good;
}

/* ---- records ---- */

static const char *meaning(int status)
{
    return status == RECORD_UNDONE ? "not done"
           : status == RECORD_DONE ? "done"
                                   : explore_fault(status - RECORD_DONE)->text;
}

const char *plan_identity(const struct plan *s, const char *version,
                          const char *command, const char *spec,
                          const char *mark)
{
    const struct columns *c = &s->columns;
    const struct work *w = &s->work;
    struct text out = text_new(s->arena);
    json_print(&out, "{\npolhode:s\ncommand:s\nspec:s\nmark:s", version,
               command, spec, mark);
    if (s->rows.csv.path)
        json_print(&out, "\nrows:s",
                   text_format(out.arena, "%016jx", (uintmax_t)s->rows.mark));
    json_print(&out,
               "\nbody:s method:s attitude:s\nuntil:r\ncases:l\nstatuses:{",
               w->stepper->name, w->stepper->method, w->stepper->attitude,
               w->until, (long)w->cases.count);
    for (int i = 0; i < RECORD_DONE + EXPLORE_FAILURES; i++)
        json_print(&out, "*:s", text_format(out.arena, "%d", i), meaning(i));
    json_print(&out, "}\ncolumns:[");
    for (int i = 0; i < c->layout.columns; i++) {
        const struct record_column *q = &c->column[i];
        json_print(&out, "\n{name:s numbers:i unit:s}", q->name, q->numbers,
                   *q->unit ? q->unit : NULL);
    }
    json_print(&out, "]");
    if (w->rows) {
        json_print(&out, "\ntrajectories:{samples:l every:r columns:[", w->rows,
                   w->between);
        for (int i = c->ends; i < c->ends + c->rows; i++)
            json_print(&out, "{name:s numbers:i}", c->column[i].name,
                       c->column[i].numbers);
        json_print(&out, "]}");
    }
    text_put(&out, "\n}\n");
    return text_chars(&out);
}

bool plan_put(struct text *out, struct plan *s)
{
    enum { FIRST = 10 };
    const struct work *w = &s->work;
    json_print(out, "body:s method:s headings:w plan:[", w->stepper->name,
               w->stepper->method, w->cases.values, s->columns.heading);
    double value[CASES_VALUES] = {0};
    for (uint64_t k = 0; k < FIRST && k < w->cases.count; k++) {
        if (w->cases.has_rows && !rows_next(s, value))
            return false;
        cases_values(&w->cases, w->draws, k, value);
        json_print(out, "a", w->cases.values, value);
    }
    json_print(out, "] cases:r bytes:r rows:r", (double)w->cases.count,
               (double)w->cases.count * (8.0 * w->columns + 5),
               (double)w->cases.count * 8.0 * (double)w->rows * w->row);
    return true;
}

void plan_put_statistics(struct text *out, const struct plan *s,
                         const struct statistics *all)
{
    const struct work *w = &s->work;
    const struct columns *c = &s->columns;
    json_print(out, "{body:s method:s until:r cases:r statuses:[",
               w->stepper->name, w->stepper->method, w->until,
               (double)w->cases.count);
    for (int i = RECORD_DONE; i < RECORD_DONE + EXPLORE_FAILURES; i++)
        if (all->status[i])
            json_print(out, "{status:i cases:r meaning:s}", i,
                       (double)all->status[i], meaning(i));
    json_print(out, "] quantiles:a columns:[", STATISTICS_QUANTILES,
               statistics_share);
    for (int i = 0; i < c->numbers; i++) {
        const struct statistics_number *x = &all->number[i];
        json_print(out,
                   "{name:s unit:s count:r infinite:r nan:r mean:r deviation:r "
                   "least:r least_case:r largest:r largest_case:r quantile:a}",
                   c->heading[i], c->unit[i], (double)x->count,
                   (double)x->infinite, (double)x->nan, x->mean, x->deviation,
                   x->least, (double)x->least_case, x->largest,
                   (double)x->largest_case, STATISTICS_QUANTILES, x->quantile);
    }
    json_print(out, "]}");
}

/* The list or range that a number is from, if lists and ranges alone vary, or
 * NULL: cases that differ in nothing else are on a line. */
static const struct case_source *line_of(const struct cases *c, int number)
{
    const struct case_source *found = NULL;
    for (const struct case_source *s = c->source; s < c->source + c->sources;
         s++) {
        if (s->kind > CASE_RANGE)
            return NULL;
        if (number >= s->at && number < s->at + s->n)
            found = s;
    }
    return found;
}

bool plan_put_picture(struct text *out, const struct plan *s,
                      const struct statistics *all, int x, int y)
{
    enum { BINS = 60, POINTS = 4000 };
    const struct columns *c = &s->columns;
    const uint64_t cases = s->work.cases.count, each = 1 + cases / POINTS;
    const int bins = cases < 900 ? (int)ceil(2 * sqrt((double)cases)) : BINS;
    const struct case_source *line =
        each > 1 ? NULL : line_of(&s->work.cases, x);
    const double least = all->number[x].least, most = all->number[x].largest;
    double bin[BINS] = {0};
    json_print(out, "{body:s method:s cases:r each:r least:r most:r points:[",
               s->work.stepper->name, s->work.stepper->method, (double)cases,
               (double)each, least, most);
    for (struct reading r = {0}; r.next < cases;) {
        if (!read_next(s, &r))
            return false;
        const double at = r.number[x], share = (at - least) / (most - least);
        const bool is_done = r.status == RECORD_DONE && isfinite(at);
        if (y < 0 && is_done)
            bin[share < 1 ? (int)(share * bins) : share >= 1 ? bins - 1 : 0]++;
        else if (y >= 0 && (is_done || line) && (r.next - 1) % each == 0)
            json_print(out, "[r r a]", at, is_done ? r.number[y] : NAN,
                       line ? s->work.values : 0, r.number);
    }
    json_print(out, "] bins:a x:{name:s unit:s}", bins, bin, c->heading[x],
               c->unit[x]);
    if (line)
        json_print(out, "line:{first:i last:i} varied:w", line->at + 1,
                   line->at + line->n, s->work.values, c->heading);
    if (y >= 0)
        json_print(out, "y:{name:s unit:s}", c->heading[y], c->unit[y]);
    json_print(out, "}");
    return true;
}
