/* SPDX-License-Identifier: MIT
 *
 * A sweep as records: which one it is, what it would be, its statistics, its
 * picture; its cases as rows.
 */
#include "sweep/plan.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "explore/explore.h"

static const char *meaning(int status)
{
    return status == RECORD_UNDONE ? "not done"
           : status == RECORD_DONE ? "done"
                                   : explore_fault(status - RECORD_DONE)->what;
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

/* The list or range that a number is from, if all that varies is such; or NULL:
 * cases that differ in nothing else are on a line. */
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
    for (struct plan_reading r = {0}; r.next < cases;) {
        if (!plan_read(s, &r))
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
