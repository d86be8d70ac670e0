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
#include "sweep/statistics.h"

/* ---- columns ---- */

/* "w2", "R13", "q0" */
static const char *heading_of(struct arena *arena,
                              const struct record_column *c, int i)
{
    return c->numbers == 1 ? c->name
           : c->numbers == 9
               ? text_format(arena, "%s%d%d", c->name, i / 3 + 1, i % 3 + 1)
               : text_format(arena, "%s%d", c->name, i + (c->numbers == 3));
}

/* Is a column called so, or headed so in CSV? */
static bool is_taken(struct arena *arena, const struct columns *c,
                     const char *name, int n)
{
    const struct record_column own = {name, "", n};
    for (const struct record_column *o = c->column,
                                    *end = o + c->layout.columns;
         o < end; o++)
        for (int i = 0; i < n * o->numbers; i++)
            if (strcmp(o->name, name) == 0 ||
                strcmp(heading_of(arena, o, i / n),
                       heading_of(arena, &own, i % n)) == 0)
                return true;
    return strcmp(name, "status") == 0 || strcmp(name, "case") == 0;
}

static void add_column(struct columns *c, const char *name, int n,
                       const char *unit)
{
    c->column[c->layout.columns++] =
        (struct record_column){name, unit ? unit : "", n};
}

/* The end state as work.c gives it. */
static void name_state(const struct sweep *s, struct columns *c)
{
    const struct model *m = s->job->model;
    const struct field *store = &s->job->step->store[0];
    const pol_stepper *of = s->work.stepper;
    const bool is_angle = store->note && strstr(store->note, ", rad");
    add_column(c, "t", 1, "s");
    add_column(c, store->name, store->n, is_angle ? "rad" : "1");
    add_column(c, "L", 3, "N m s");
    add_column(c, "w", 3, "rad/s");
    if (of->moves) {
        add_column(c, "x", 3, "m");
        add_column(c, "v", 3, "m/s");
    }
    for (int i = 0, k = 0; i < m->extras; i++) {
        const bool is_wheel = m->extra[i].wheel != NULL;
        for (int j = is_wheel ? -1 : 0; j < m->extra[i].field.n; j++, k++)
            add_column(c, of->extra_name[k], 1,
                       !is_wheel ? ""
                       : j < 0   ? "rad/s"
                                 : "N m s");
    }
    add_column(c, "energy", 1, "J");
}

bool sweep_columns(struct sweep *s)
{
    const struct work *w = &s->work;
    struct arena *arena = s->job->arena;
    /* names of the end state are taken first */
    struct columns end = {.layout.columns = 0}, *c = &s->columns;
    name_state(s, &end);
    const int rows = end.layout.columns;
    add_column(&end, "energy_drift", 1, "1");
    *c = (struct columns){
        .layout = {.column = c->column, .cases = w->cases.count}};
    for (int i = 0; i < w->cases.sources; i++) {
        const int to = w->cases.source[i].to, n = w->cases.source[i].n;
        const struct model *m = s->job->model;
        int p = 0;
        for (int at = 0; to >= 0 && at < to; p++)
            at += m->param[p].n;
        const int freed = p - (m->params - s->job->freeds);
        const char *name = to < 0 ? "step" : m->param[p].name;
        if (to >= 0 && freed >= 0)
            name = text_format(arena, "start.%s", s->job->freed[freed]);
        else if (is_taken(arena, &end, name, n) || is_taken(arena, c, name, n))
            name = text_format(arena, "param.%s", name);
        add_column(c, name, n, to < 0 ? "s" : "");
    }
    c->ends = c->layout.columns;
    c->rows = rows;
    for (int i = 0; i <= rows; i++)
        c->column[c->layout.columns++] = end.column[i];
    for (int i = 0; i < w->kept; i++) {
        const char *name =
            text_format(arena, "%s_drift", w->stepper->keep_name[i]);
        add_column(c,
                   is_taken(arena, c, name, 1)
                       ? text_format(arena, "keep.%s", name)
                       : name,
                   1, "");
    }
    for (int i = 0; i < w->observes; i++) {
        const char *name = s->request->observe[i].name;
        const bool is_there = is_taken(arena, c, name, 1);
        if (is_there || !name_is_good(name))
            return diag_error_line(
                &s->job->diags, "--observe", 0, "'%s' is %s", name,
                is_there ? "another column already" : "no name");
        add_column(c, name, 1, "");
    }
    return true;
}

/* ---- which sweep it is ---- */

static void put_option(struct text *out, const char *name, const char *value)
{
    text_print(out, " --%s", name);
    command_word(out, value);
}

/* The command, but for where it puts what, and how quickly. */
static const char *command_of(const struct sweep *s)
{
    const struct request *r = s->request;
    struct arena *arena = s->job->arena;
    static const char emit[] = "polhode emit";
    struct text out = text_new(arena);
    const unsigned without = s->job->options.without;
    s->job->options.without = 0; /* what is not there to be chosen */
    text_print(&out, "polhode sweep%s",
               job_command(s->job, "c99", false) + strlen(emit));
    s->job->options.without = without;
    const struct {
        const char *name;
        const pol_setting *list;
        int n;
    } lists[] = {{"input", r->signal, r->options.signals},
                 {"vary", r->vary, r->varies},
                 {"random", r->random, r->randoms},
                 {"observe", r->observe, r->observes}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (int i = 0; i < lists[k].n; i++)
            put_option(&out, lists[k].name,
                       text_format(arena, "%s = %s", lists[k].list[i].name,
                                   lists[k].list[i].value));
    if (r->cases)
        put_option(&out, "cases", r->cases);
    if (r->until > 0)
        put_option(&out, "until", shortest(r->until).text);
    if (r->number)
        text_print(&out, " -n %ld", r->number);
    if (r->seed > 0)
        text_print(&out, " --seed %ld", r->seed);
    if (r->sample > 0)
        put_option(&out, "sample", shortest(r->sample).text);
    if (r->options.flags) /* which may change the bits */
        put_option(&out, "cflags", r->options.flags);
    text_print(&out, "%s%s", r->sobol ? " --sobol" : "",
               r->trajectories ? " --trajectories" : "");
    return text_chars(&out);
}

/* A text that depends on nothing but what the numbers depend on, a line for
 * each thing that can differ. */
const char *sweep_identity(struct sweep *s)
{
    const struct columns *c = &s->columns;
    const struct provenance from = job_provenance(s->job, "c99");
    const struct work *w = &s->work;
    struct text out = text_new(s->job->arena);
    json_print(&out, "{");
    text_put(&out, "\n ");
    json_print(&out, "polhode:s", from.version);
    text_put(&out, ",\n ");
    json_print(&out, "command:s", command_of(s));
    text_put(&out, ",\n ");
    json_print(&out, "spec:s", from.spec);
    text_put(&out, ",\n ");
    json_print(&out, "mark:s", from.mark);
    if (s->rows.path) {
        text_put(&out, ",\n ");
        json_print(&out, "rows:s", s->rows.mark);
    }
    text_put(&out, ",\n ");
    json_print(&out, "body:s method:s attitude:s", w->stepper->name,
               w->stepper->method, w->stepper->attitude);
    text_put(&out, ",\n ");
    json_print(&out, "until:r", w->until);
    text_put(&out, ",\n ");
    json_print(&out, "cases:l", (long)w->cases.count);
    text_put(&out, ",\n ");
    json_print(&out, "statuses:{");
    for (int i = 0; i < RECORD_DONE + SESSION_FAILURES; i++)
        json_print(&out, "*:s", text_format(s->job->arena, "%d", i),
                   i == RECORD_UNDONE ? "not done"
                   : i == RECORD_DONE ? "done"
                                      : session_failure(i - RECORD_DONE));
    json_print(&out, "}");
    text_put(&out, ",\n ");
    json_print(&out, "columns:[");
    for (int i = 0; i < c->layout.columns; i++) {
        const struct record_column *q = &c->column[i];
        text_put(&out, i ? ",\n  " : "\n  ");
        json_print(&out, "{name:s numbers:i unit:s}", q->name, q->numbers,
                   *q->unit ? q->unit : NULL);
    }
    json_print(&out, "]");
    if (w->rows) {
        text_put(&out, ",\n ");
        json_print(&out, "trajectories:{samples:l every:r columns:[", w->rows,
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

/* "12.3 MB" */
static const char *size_text(struct arena *arena, double bytes)
{
    static const char *const unit[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
    int i = 0;
    for (; bytes >= 1000 && i < 5; i++)
        bytes /= 1000;
    return text_format(arena, i ? "%.3g %s" : "%.0f %s", bytes, unit[i]);
}

bool sweep_plan(struct sweep *s, double seconds)
{
    enum { FIRST = 10 };
    const struct work *w = &s->work;
    const struct columns *c = &s->columns;
    struct arena *arena = s->job->arena;
    struct text out = json_lua(arena);
    json_print(&out, "{body:s method:s plan:[", w->stepper->name,
               w->stepper->method);
    double value[CASES_VALUES] = {0};
    for (uint64_t k = 0; k < FIRST && k < w->cases.count; k++) {
        if (w->cases.has_rows && !rows_next(s, value))
            return false;
        cases_values(&w->cases, w->draws, k, value);
        json_print(&out, "[");
        for (int i = 0; i < w->cases.values; i++)
            json_print(&out, "r", value[i]);
        json_print(&out, "]");
    }
    json_print(&out, "] headings:[");
    for (int i = 0; i < c->ends; i++)
        for (int k = 0; k < c->column[i].numbers; k++)
            json_print(&out, "s", heading_of(arena, &c->column[i], k));
    const double rows = (double)w->rows * w->row * 8;
    json_print(
        &out, "] cases:r size:s rows:s seconds:r threads:i compiler:s}",
        (double)w->cases.count,
        size_text(arena, (double)w->cases.count * (8.0 * w->columns + 1)),
        w->rows ? size_text(arena, (double)w->cases.count * rows) : NULL,
        seconds, s->threads, jit_name(s->request->compiler));
    return session_page(s->job, "sweep", &out);
}

/* ---- what became of it ---- */

/* ---- a picture ---- */

/* A number of a case that is drawn. */
struct drawn {
    const char *name, *unit;
    int number; /* -1: there is none */
};

static struct drawn find_drawn(const struct sweep *s, const char *name)
{
    struct arena *arena = s->job->arena;
    int n = 0;
    name += strspn(name, " ");
    name = arena_text(arena, name, strcspn(name, " ,"));
    for (int i = 0; i < s->columns.layout.columns; i++)
        for (int k = 0; k < s->columns.column[i].numbers; k++, n++)
            if (!strcmp(heading_of(arena, &s->columns.column[i], k), name))
                return (struct drawn){name, s->columns.column[i].unit, n};
    diag_error_line(&s->job->diags, "--plot-of", 0, "no column is called '%s'",
                    name);
    return (struct drawn){name, "", -1};
}

static double number_at(const struct record_file *f, const void *block,
                        size_t i, int number)
{
    double x;
    memcpy(&x, record_at(f, block, i) + (size_t)number * sizeof x, sizeof x);
    return x;
}

/* What is drawn: a number, or one over another, "mgl, energy". */
static bool name_drawn(const struct sweep *s, struct drawn *across,
                       struct drawn *up)
{
    const struct request *r = s->request;
    const char *of = r->plots      ? r->plot_of[0]
                     : r->observes ? r->observe[0].name
                                   : "energy_drift";
    const char *comma = strchr(of, ',');
    *across = find_drawn(s, of);
    *up = (struct drawn){NULL, NULL, 0};
    if (comma)
        *up = find_drawn(s, comma + 1);
    return across->number >= 0 && up->number >= 0;
}

bool sweep_may_draw(const struct sweep *s)
{
    struct drawn across, up;
    return name_drawn(s, &across, &up);
}

/* A histogram, or points, of the cases that came to their end. */
static bool draw(struct sweep *s, const struct statistics *all)
{
    enum { BINS = 60, POINTS = 4000 };
    const struct record_file *f = &s->file;
    struct arena *arena = s->job->arena;
    const uint64_t cases = s->work.cases.count, each = 1 + cases / POINTS;
    double bin[BINS] = {0};
    struct text out = json_lua(arena);
    struct drawn across, up;
    name_drawn(s, &across, &up);
    const struct statistics_number *x = &all->number[across.number];
    unsigned char *block = arena_alloc(arena, RECORD_BLOCK * f->size);
    json_print(&out, "{body:s method:s cases:r each:r least:r most:r points:[",
               s->work.stepper->name, s->work.stepper->method, (double)cases,
               (double)each, x->least, x->largest);
    for (uint64_t at = 0; at < cases; at += RECORD_BLOCK) {
        const size_t n = cases - at < RECORD_BLOCK ? (size_t)(cases - at)
                                                   : (size_t)RECORD_BLOCK;
        if (!record_read(f, at, n, block))
            return diag_error_line(&s->job->diags, "--output", 0, "%s",
                                   record_cannot(arena, "read", f->path));
        for (size_t i = 0; i < n; i++) {
            const double v = number_at(f, block, i, across.number);
            const double share = (v - x->least) / (x->largest - x->least);
            if (record_status(f, block, i) != RECORD_DONE || !isfinite(v))
                continue;
            if (!up.name)
                bin[share < 1    ? (int)(share * BINS)
                    : share >= 1 ? BINS - 1
                                 : 0]++;
            else if ((at + i) % each == 0)
                json_print(&out, "[r r]", v, number_at(f, block, i, up.number));
        }
    }
    json_print(&out, "] bins:[");
    for (int i = 0; i < BINS; i++)
        json_print(&out, "r", bin[i]);
    json_print(&out, "] x:{name:s unit:s}", across.name, across.unit);
    if (up.name)
        json_print(&out, "y:{name:s unit:s}", up.name, up.unit);
    json_print(&out, "}");
    return plot_page(s->job, "sweep", &out, s->request->plot);
}

/* ---- all of it ---- */

/* Of all cases, as a record. */
static bool tell_statistics(struct sweep *s, const struct statistics *all)
{
    const struct work *w = &s->work;
    const struct columns *c = &s->columns;
    struct arena *arena = s->job->arena;
    static const double share[STATISTICS_QUANTILES] = {0.05, 0.25, 0.5, 0.75,
                                                       0.95};
    const bool is_json = s->request->json;
    struct text out = is_json ? text_new(arena) : json_lua(arena);
    json_print(&out, "{body:s method:s until:r cases:r statuses:[",
               w->stepper->name, w->stepper->method, w->until,
               (double)w->cases.count);
    for (int i = RECORD_DONE; i < RECORD_DONE + SESSION_FAILURES; i++)
        if (all->status[i])
            json_print(
                &out, "{status:i cases:r what:s}", i, (double)all->status[i],
                i == RECORD_DONE ? "done" : session_failure(i - RECORD_DONE));
    json_print(&out, "] quantiles:[");
    for (int k = 0; k < STATISTICS_QUANTILES; k++)
        json_print(&out, "r", share[k]);
    json_print(&out, "] columns:[");
    for (int i = 0, n = 0; i < c->layout.columns; i++)
        for (int k = 0; k < c->column[i].numbers; k++, n++) {
            const struct statistics_number *x = &all->number[n];
            json_print(&out,
                       "{name:s unit:s count:r infinite:r nan:r mean:r "
                       "deviation:r least:r least_case:r largest:r "
                       "largest_case:r quantile:[",
                       heading_of(arena, &c->column[i], k), c->column[i].unit,
                       (double)x->count, (double)x->infinite, (double)x->nan,
                       x->mean, x->deviation, x->least, (double)x->least_case,
                       x->largest, (double)x->largest_case);
            for (int q = 0; q < STATISTICS_QUANTILES; q++)
                json_print(&out, "r", x->quantile[q]);
            json_print(&out, "]}");
        }
    json_print(&out, "]}");
    return session_page(s->job, "sweep", &out);
}

/* All cases as rows; false with errno set. */
static bool write_csv(struct sweep *s, FILE *out)
{
    const struct columns *c = &s->columns;
    const struct record_file *file = &s->file;
    const int numbers = (int)file->numbers;
    const uint64_t cases = s->work.cases.count;
    unsigned char *block =
        arena_alloc(s->job->arena, RECORD_BLOCK * file->size);
    fputs("case", out);
    for (int i = 0; i < c->layout.columns; i++)
        for (int k = 0; k < c->column[i].numbers; k++)
            fprintf(out, ",%s", heading_of(s->job->arena, &c->column[i], k));
    fputs(",status\n", out);
    for (uint64_t at = 0; at < cases && !ferror(out); at += RECORD_BLOCK) {
        const size_t n = cases - at < RECORD_BLOCK ? (size_t)(cases - at)
                                                   : (size_t)RECORD_BLOCK;
        if (!record_read(file, at, n, block))
            return false;
        for (size_t i = 0; i < n; i++) {
            fprintf(out, "%llu", (unsigned long long)(at + i));
            for (int k = 0; k < numbers; k++) {
                const double x = number_at(file, block, i, k);
                fprintf(out, ",%s", isnan(x) ? "" : shortest(x).text);
            }
            fprintf(out, ",%d\n", record_status(file, block, i));
        }
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
        remove(name);
    } else {
        remove(s->file.path);
    }
    return good;
}

bool sweep_told(struct sweep *s, struct progress *progress)
{
    const struct request *r = s->request;
    const size_t n = strlen(r->folder);
    struct statistics all;
    errno = statistics_take(s->job->arena, &s->file, progress_report, progress,
                            &all);
    if (errno)
        return errno != ECANCELED &&
               diag_error_line(
                   &s->job->diags, "--output", 0, "%s",
                   record_cannot(s->job->arena, "read", s->file.path));
    if (all.status[RECORD_UNDONE]) {
        fprintf(stderr,
                "note: %llu cases are left to other shards; --resume without "
                "--shard tells of all\n",
                (unsigned long long)all.status[RECORD_UNDONE]);
        return true;
    }
    return (r->csv ? write_csv(s, stdout) : tell_statistics(s, &all)) &&
           (!r->plot || draw(s, &all)) &&
           (n < 5 || strcmp(r->folder + n - 4, ".csv") != 0 ||
            fill_csv(s, r->folder));
}
