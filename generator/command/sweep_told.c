/* SPDX-License-Identifier: MIT
 *
 * What `polhode sweep` tells: the columns of its cases, which sweep it is, what
 * it would be, and what became of it.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/sweep.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/name.h"
#include "model/model.h"
#include "report/plot.h"
#include "sweep/statistics.h"

/* ---- columns ---- */

/* "w2", "R13", "q0" */
static const char *heading_of(struct arena *arena, const char *name, int n,
                              int i)
{
    return n == 1   ? name
           : n == 9 ? text_format(arena, "%s%d%d", name, i / 3 + 1, i % 3 + 1)
                    : text_format(arena, "%s%d", name, i + (n == 3));
}

/* Is a column called so, or headed so in CSV? */
static bool is_taken(const struct columns *c, const char *name, int n)
{
    bool is = text_among(text_chars(&c->taken), ',', name) >= 0;
    for (int i = 0; i < n && !is; i++)
        is = text_among(text_chars(&c->taken), ',',
                        heading_of(c->taken.arena, name, n, i)) >= 0;
    return is;
}

/* Called so, or, where that is taken, "param.mgl", "keep.axial_drift". */
static const char *free_name(const struct columns *c, const char *prefix,
                             const char *name, int n)
{
    return is_taken(c, name, n)
               ? text_format(c->taken.arena, "%s.%s", prefix, name)
               : name;
}

static void add_column(struct columns *c, const char *name, int n,
                       const char *unit)
{
    c->column[c->layout.columns++] = (struct record_column){name, unit, n};
    text_print(&c->taken, ",%s", name);
    for (int i = 0; i < n; i++, c->numbers++) {
        c->heading[c->numbers] = heading_of(c->taken.arena, name, n, i);
        c->unit[c->numbers] = unit;
        text_print(&c->taken, ",%s", c->heading[c->numbers]);
    }
}

/* The end state as work.c gives it, and what has become of the energy. */
static void add_end(struct sweep *s)
{
    struct columns *c = &s->columns;
    const pol_stepper *of = s->work.stepper;
    c->ends = c->layout.columns;
    add_column(c, "t", 1, "s");
    for (const pol_state_part *p = of->part;
         p < of->part + of->parts && p->kind < POL_WHEEL; p++) {
        add_column(c, p->name, p->count, p->unit);
        if (p->kind == POL_MOMENTUM)
            add_column(c, "w", 3, "rad/s");
    }
    for (int i = 0; i < of->extra; i++)
        add_column(c, of->value[i].name, 1, of->value[i].unit);
    add_column(c, "energy", 1, "J");
    c->rows = c->layout.columns - c->ends;
    add_column(c, "energy_drift", 1, "1");
}

static const char *unit_of_start(const char *name)
{
    static const char *const unit[] = {"1", "rad/s", "N m s", "s", "m", "m/s"};
    static const char names[] = "RwLtxv";
    const char *of = name[1] ? NULL : strchr(names, *name);
    return of ? unit[of - names] : strstr(name, ".speed") ? "rad/s" : "";
}

bool sweep_columns(struct sweep *s)
{
    const struct work *w = &s->work;
    struct arena *arena = s->job->arena;
    struct columns *c = &s->columns;
    const size_t numbers = (size_t)w->columns;
    *c = (struct columns){
        .layout = {.column = c->column, .cases = w->cases.count},
        .heading = arena_array(arena, numbers, sizeof *c->heading),
        .unit = arena_array(arena, numbers, sizeof *c->unit),
        .taken = text_new(arena)};
    text_put(&c->taken, "case,status");
    add_end(s); /* these names are taken first */
    c->layout.columns = c->numbers = 0;
    for (int i = 0; i < s->varieds; i++) {
        const struct varied *v = &s->varied[i];
        const int n = w->cases.source[i].n;
        if (!v->name)
            add_column(c, "step", n, "s");
        else if (v->is_start)
            add_column(c, text_format(arena, "start.%s", v->name), n,
                       unit_of_start(v->name));
        else
            add_column(c, free_name(c, "param", v->name, n), n, "");
    }
    add_end(s);
    for (int i = 0; i < w->kept; i++) {
        const char *of = w->stepper->keep_name[i];
        const char *name = text_format(arena, "%s_drift", of);
        add_column(c, free_name(c, "keep", name, 1), 1, "");
    }
    for (int i = 0; i < w->observes; i++) {
        const char *name = s->request->observe[i].name;
        const bool is_there = is_taken(c, name, 1);
        if (is_there || !name_is_good(name))
            return diag_error_line(
                &s->job->diags, "--observe", 0, "'%s' is %s", name,
                is_there ? "another column already" : "no name");
        add_column(c, name, 1, "");
    }
    return true;
}

/* ---- which sweep it is ---- */

/* The command, but for where it puts what, and how quickly. */
static const char *command_of(const struct sweep *s)
{
    static const char emit[] = "polhode emit";
    struct pol_job *job = s->job;
    struct text out = text_new(job->arena);
    const unsigned without = job->options.without;
    job->options.without = 0; /* what is not there to be chosen */
    text_print(&out, "polhode sweep%s",
               job_command(job, "c99", false) + strlen(emit));
    job->options.without = without;
    /* flags of a compiler may change the bits */
    args_put(
        &out, s->request,
        "input hold vary random observe cases until number seed sample sobol "
        "trajectories cflags");
    return text_chars(&out);
}

static const char *meaning(int status)
{
    return status == RECORD_UNDONE ? "not done"
           : status == RECORD_DONE ? "done"
                                   : session_failure(status - RECORD_DONE);
}

/* A text that depends on nothing but what the numbers depend on, a line for
 * each thing that can differ. */
const char *sweep_identity(struct sweep *s)
{
    const struct columns *c = &s->columns;
    const struct provenance from = job_provenance(s->job, "c99");
    const struct work *w = &s->work;
    struct text out = text_new(s->job->arena);
    json_print(&out, "{\npolhode:s\ncommand:s\nspec:s\nmark:s", from.version,
               command_of(s), from.spec, from.mark);
    if (s->rows.csv.path)
        json_print(&out, "\nrows:s",
                   text_format(out.arena, "%016jx", (uintmax_t)s->rows.mark));
    json_print(&out,
               "\nbody:s method:s attitude:s\nuntil:r\ncases:l\nstatuses:{",
               w->stepper->name, w->stepper->method, w->stepper->attitude,
               w->until, (long)w->cases.count);
    for (int i = 0; i < RECORD_DONE + SESSION_FAILURES; i++)
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

/* ---- what it would be ---- */

bool sweep_plan(struct sweep *s, double seconds)
{
    enum { FIRST = 10 };
    const struct work *w = &s->work;
    const double cases = (double)w->cases.count;
    struct text out = json_lua(s->job->arena);
    json_print(&out, "{body:s method:s headings:w plan:[", w->stepper->name,
               w->stepper->method, w->cases.values, s->columns.heading);
    double value[CASES_VALUES] = {0};
    for (uint64_t k = 0; k < FIRST && k < w->cases.count; k++) {
        if (w->cases.has_rows && !rows_next(s, value))
            return false;
        cases_values(&w->cases, w->draws, k, value);
        json_print(&out, "a", w->cases.values, value);
    }
    json_print(&out, "] cases:r bytes:r rows:r seconds:r threads:i compiler:s}",
               cases, cases * (8.0 * w->columns + 5),
               cases * 8.0 * (double)w->rows * w->row, seconds, s->threads,
               jit_name(s->request->compiler));
    return session_page(s->job, "sweep", &out);
}

/* ---- what became of it ---- */

/* The cases of the file, one after the other. */
struct reading {
    uint64_t next;
    unsigned char *block; /* in which the next one stands, or behind which */
    double *number;
    int status;
};

/* False with errno set. */
static bool read_case(struct sweep *s, struct reading *r)
{
    const struct record_file *f = &s->file;
    const uint64_t i = r->next % RECORD_BLOCK, left = f->cases - r->next;
    const uint64_t n = left < RECORD_BLOCK ? left : RECORD_BLOCK;
    if (!r->block) {
        r->block = arena_array(s->job->arena, RECORD_BLOCK, f->size);
        r->number = arena_array(s->job->arena, f->numbers, sizeof(double));
    }
    if (i == 0 && !record_read(f, r->next, n, r->block))
        return false;
    memcpy(r->number, record_at(f, r->block, i), f->numbers * sizeof(double));
    r->status = record_status(f, r->block, i);
    r->next++;
    return true;
}

bool sweep_cannot(struct sweep *s, const char *verb,
                  const struct record_file *f)
{
    return diag_error_line(&s->job->diags, "--output", 0, "%s",
                           record_cannot(s->job->arena, verb, f->path));
}

/* ---- a picture ---- */

/* Which number of a case has that heading; -1 with a message: none. */
static int find_number(const struct sweep *s, const char *heading)
{
    const struct columns *c = &s->columns;
    heading += strspn(heading, " ");
    heading = arena_text(s->job->arena, heading, strcspn(heading, " ,"));
    for (int i = 0; i < c->numbers; i++)
        if (strcmp(c->heading[i], heading) == 0)
            return i;
    diag_error_line(&s->job->diags, "--plot-of", 0, "no column is called '%s'",
                    heading);
    return -1;
}

bool sweep_may_draw(struct sweep *s)
{
    const struct request *r = s->request;
    const char *of = r->plots      ? r->plot_of[0]
                     : r->observes ? r->observe[0].name
                                   : "energy_drift";
    const char *comma = strchr(of, ',');
    if (comma && strchr(comma + 1, ','))
        return diag_error_line(&s->job->diags, "--plot-of", 0,
                               "one column, or two: 'mgl, energy'");
    s->across = find_number(s, of);
    s->up = comma ? find_number(s, comma + 1) : -1;
    return s->across >= 0 && (s->up >= 0 || !comma);
}

/* A histogram, or points, of the cases that came to their end. */
static bool draw(struct sweep *s, const struct statistics *all)
{
    enum { BINS = 60, POINTS = 4000 };
    const struct columns *c = &s->columns;
    const uint64_t cases = s->work.cases.count, each = 1 + cases / POINTS;
    const int x = s->across, y = s->up;
    const double least = all->number[x].least, most = all->number[x].largest;
    double bin[BINS] = {0};
    struct text out = json_lua(s->job->arena);
    json_print(&out, "{body:s method:s cases:r each:r least:r most:r points:[",
               s->work.stepper->name, s->work.stepper->method, (double)cases,
               (double)each, least, most);
    for (struct reading r = {0}; r.next < cases;) {
        if (!read_case(s, &r))
            return sweep_cannot(s, "read", &s->file);
        const double at = r.number[x], share = (at - least) / (most - least);
        if (r.status != RECORD_DONE || !isfinite(at))
            continue;
        if (y < 0)
            bin[share < 1 ? (int)(share * BINS) : share >= 1 ? BINS - 1 : 0]++;
        else if ((r.next - 1) % each == 0)
            json_print(&out, "[r r]", at, r.number[y]);
    }
    json_print(&out, "] bins:a x:{name:s unit:s}", BINS, bin, c->heading[x],
               c->unit[x]);
    if (y >= 0)
        json_print(&out, "y:{name:s unit:s}", c->heading[y], c->unit[y]);
    json_print(&out, "}");
    return plot_page(&s->job->diags, "sweep", &out, s->request->plot);
}

/* ---- all of it ---- */

/* Of all cases, as a record. */
static bool tell_statistics(struct sweep *s, const struct statistics *all)
{
    const struct work *w = &s->work;
    const struct columns *c = &s->columns;
    struct arena *arena = s->job->arena;
    struct text out = s->request->json ? text_new(arena) : json_lua(arena);
    json_print(&out, "{body:s method:s until:r cases:r statuses:[",
               w->stepper->name, w->stepper->method, w->until,
               (double)w->cases.count);
    for (int i = RECORD_DONE; i < RECORD_DONE + SESSION_FAILURES; i++)
        if (all->status[i])
            json_print(&out, "{status:i cases:r what:s}", i,
                       (double)all->status[i], meaning(i));
    json_print(&out, "] quantiles:a columns:[", STATISTICS_QUANTILES,
               statistics_share);
    for (int i = 0; i < c->numbers; i++) {
        const struct statistics_number *x = &all->number[i];
        json_print(&out,
                   "{name:s unit:s count:r infinite:r nan:r mean:r deviation:r "
                   "least:r least_case:r largest:r largest_case:r quantile:a}",
                   c->heading[i], c->unit[i], (double)x->count,
                   (double)x->infinite, (double)x->nan, x->mean, x->deviation,
                   x->least, (double)x->least_case, x->largest,
                   (double)x->largest_case, STATISTICS_QUANTILES, x->quantile);
    }
    json_print(&out, "]}");
    return session_page(s->job, "sweep", &out);
}

/* All cases as rows; false with errno set. */
static bool write_csv(struct sweep *s, FILE *out)
{
    const struct columns *c = &s->columns;
    fputs("case", out);
    for (int i = 0; i < c->numbers; i++)
        fprintf(out, ",%s", c->heading[i]);
    fputs(",status\n", out);
    struct reading r = {0};
    while (r.next < s->work.cases.count && !ferror(out)) {
        fprintf(out, "%ju", (uintmax_t)r.next);
        if (!read_case(s, &r))
            return false;
        for (int i = 0; i < c->numbers; i++)
            fprintf(out, ",%s",
                    isnan(r.number[i]) ? "" : shortest(r.number[i]).text);
        fprintf(out, ",%d\n", r.status);
    }
    return fflush(out) == 0 && !ferror(out);
}

/* The whole file, or none; then its records are not needed any more. */
static bool fill_csv(struct sweep *s, const char *path)
{
    const char *name =
        text_format(s->job->arena, "%s.%ld.part", path, (long)getpid());
    FILE *out = fopen(name, "w");
    bool good = out && write_csv(s, out);
    good = out && fclose(out) == 0 && good && rename(name, path) == 0;
    if (!good) {
        diag_error_line(&s->job->diags, path, 0, "cannot be written: %s",
                        strerror(errno));
        diag_hint(&s->job->diags, "the cases are in %s: --resume goes on",
                  s->file.path);
    }
    const int n = (int)strlen(s->file.path) - 4;
    remove(good ? s->file.path : name);
    if (good) /* and what says what is in them */
        remove(text_format(s->job->arena, "%.*s.json", n, s->file.path));
    return good;
}

bool sweep_told(struct sweep *s, struct progress *progress)
{
    const struct request *r = s->request;
    struct statistics all;
    errno = statistics_take(s->job->arena, &s->file, progress_report, progress,
                            &all);
    const int error = errno;
    progress_end(progress);
    if (error == ECANCELED && s->file.has_name)
        fputs("note: all cases are done; --resume tells of them\n", stderr);
    errno = error;
    if (error)
        return error != ECANCELED && sweep_cannot(s, "read", &s->file);
    if (all.status[RECORD_UNDONE]) {
        fprintf(stderr,
                "note: %ju cases are left to other shards; --resume without "
                "--shard tells of all\n",
                (uintmax_t)all.status[RECORD_UNDONE]);
        return true;
    }
    const bool is_told =
        r->csv ? write_csv(s, stdout) ||
                     (!ferror(stdout) && sweep_cannot(s, "read", &s->file))
               : tell_statistics(s, &all);
    return is_told && (!r->plot || draw(s, &all)) &&
           (!r->folder || strcmp(r->folder, s->file.path) == 0 ||
            fill_csv(s, r->folder));
}
