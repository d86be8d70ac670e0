/* SPDX-License-Identifier: MIT
 *
 * The files of a sweep: opened for this process's share, filled with what rows
 * give, read case by case, written as CSV.
 */
#define _POSIX_C_SOURCE 200809L

#include "sweep/plan.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"

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

/* Opens trajectories; a sweep that is resumed has them already.  False with a
 * message. */
static bool open_trajectories(struct plan *s, struct record_demand d)
{
    struct stat now;
    const bool has_begun = access(d.path, F_OK) == 0;
    const double cases = (double)s->work.cases.count;
    d.beside = 8.0 * cases * s->work.columns;
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
        return diag_error_line(s->diags, d.path, 0,
                               "the trajectories of the cases that are done "
                               "are not there: begin anew");
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
    /* before the records, which say that they are there; where these are not
     * to be, there is a message */
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

bool plan_read(const struct plan *s, struct plan_reading *r)
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
    struct plan_reading r = {0};
    while (r.next < s->work.cases.count && !ferror(out)) {
        fprintf(out, "%ju", (uintmax_t)r.next);
        if (!plan_read(s, &r))
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
    if (good) /* and what says what is in them */
        remove(text_format(s->arena, "%.*s.json", n, s->file.path));
    return good;
}
