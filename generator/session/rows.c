/* SPDX-License-Identifier: MIT
 *
 * Rows of numbers that a run gives.
 */
#include "session/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DRAWN_ROWS = 2000 }; /* at most */

static double number_of(const struct part *q, int i, const void *printed)
{
    return ((const double *)((const char *)printed + q->at))[i];
}

void parts_head(struct part part[PARTS], struct text *line, bool all)
{
    struct arena *arena = line->arena;
    for (struct part *q = part; q < part + PARTS; q++) {
        q->heading = arena_array(arena, (size_t)q->n + 1, sizeof *q->heading);
        for (int i = 0; i < q->n; i++) {
            const char *name = q->key ? q->key[i] : q->name;
            if (!q->key && q->shape == ARRAY) /* "L1", "q0" */
                name = text_format(arena, "%s%d", name, i + (q->n != 4));
            if (q->shape == OBJECT &&
                text_among(text_chars(line), ',', name) >= 0)
                name = text_format(arena, "%.*s.%s",
                                   (int)strlen(q->name) - (*q->name == 's'),
                                   q->name, name);
            if (q->shape == OBJECT || all)
                text_print(line, ",%s", name);
            q->heading[i] = name;
        }
    }
}

static const char *unit_of(const struct part *q, int i)
{
    return q->units ? q->units[i] : q->unit;
}

void parts_put(const struct part part[PARTS], const void *printed,
               struct text *out, bool says)
{
    static const char *const word[] = {"false", "true", "null"};
    const bool is_page = json_is_lua(out);
    json_print(out, "| parts:[");
    for (const struct part *q = part; q < part + PARTS; q++) {
        const bool encloses = q->shape == OBJECT || (q->shape == ARRAY && q->n);
        if (is_page)
            json_print(out, "{name:s is_object:b heading:w value:[", q->name,
                       q->shape == OBJECT, q->n, q->heading);
        else if (encloses)
            json_print(out, q->shape == ARRAY ? "*:[" : "*:{", q->name);
        for (int i = 0; i < q->n; i++) {
            const double x = number_of(q, i, printed);
            const char *key = is_page || q->shape == ARRAY ? NULL
                              : q->shape == NUMBER         ? q->name
                                                           : q->key[i];
            if (says)
                json_print(out, "*:v", key, word[(int)x]);
            else
                json_print(out, "*:r", key, x);
        }
        if (encloses || is_page)
            json_print(out, is_page ? "]}" : q->shape == ARRAY ? "]" : "}");
    }
    json_print(out, "| ]");
}

void drawing_begin(struct drawing *d, struct arena *arena,
                   const struct part part[PARTS], int most)
{
    *d = (struct drawing){.columns = 1, .each = 1};
    memcpy(d->part, part, sizeof d->part);
    for (struct part *q = d->part; q < d->part + PARTS; q++) {
        q->n = q->n < most ? q->n : most;
        d->columns += q->n;
    }
    d->row = arena_array(arena, (size_t)d->columns * (DRAWN_ROWS + 1),
                         sizeof *d->row);
}

void drawing_add(struct drawing *d, double t, const void *printed, bool is_last)
{
    const size_t n = (size_t)d->columns;
    const double *last = d->row + (size_t)(d->rows - 1) * n;
    if (is_last ? d->rows && (*last - t) * (t - *d->row) >= 0 /* or back */
                : d->seen++ % d->each != 0)
        return;
    if (d->rows == DRAWN_ROWS && !is_last) {
        d->rows /= 2;
        for (size_t i = 1; i < DRAWN_ROWS / 2; i++)
            memcpy(d->row + i * n, d->row + 2 * i * n, n * sizeof *d->row);
        d->each *= 2;
    }
    double *to = d->row + (size_t)d->rows++ * n;
    *to++ = t;
    for (const struct part *q = d->part; q < d->part + PARTS; q++)
        for (int i = 0; i < q->n; i++)
            *to++ = number_of(q, i, printed);
}

void rows_put(struct rows *to, const long *steps, double t, const void *printed)
{
    const char *comma = to->json ? ", " : ",";
    struct text *out = to->out;
    if (to->drawing)
        drawing_add(to->drawing, t, printed, false);
    if (!to->part)
        return;
    if (to->json)
        text_put(out, to->printed++ ? ",\n[" : "\n[");
    if (steps)
        text_print(out, "%ld%s", *steps, comma);
    text_put(out, shortest(t).text);
    for (const struct part *q = to->part, *end = q + PARTS; q < end; q++)
        for (int i = 0; i < q->n; i++) {
            const double x = number_of(q, i, printed);
            if (steps && !to->json)
                text_print(out, ",%.6e", plain_number(x));
            else
                text_print(out, "%s%s", comma,
                           to->json && !isfinite(x) ? "null"
                                                    : shortest(x).text);
        }
    text_put(out, to->json ? "]" : "\n");
    if (to->streams) {
        fwrite(out->chars, 1, out->length, stdout);
        out->length = 0;
    }
}

void drawing_put(struct text *out, const struct session *s,
                 const struct drawing *d)
{
    int first = 2;
    json_print(out, "{body:s method:s h:r t:r failed:i parts:[",
               s->stepper.name, s->stepper.method,
               session_held(s, s->explore.h), s->explore.t_end,
               s->failed_at.status);
    for (const struct part *q = d->part; q < d->part + PARTS; q++) {
        json_print(out, "{name:s first:i heading:w units:[", q->name, first,
                   q->n, q->heading);
        for (int i = 0; i < q->n; i++)
            json_print(out, "s", unit_of(q, i) ? unit_of(q, i) : "");
        json_print(out, "]}");
        first += q->n;
    }
    json_print(out, "] rows:[");
    const double *x = d->row;
    for (int i = 0; i < d->rows; i++, x += d->columns)
        json_print(out, "a", d->columns, x);
    json_print(out, "]");
}

void parts_units(struct text *out, const struct part part[PARTS], bool columns,
                 bool adaptive)
{
    const struct part *const end = part + PARTS;
    json_print(out, "units:{t:s", "s");
    for (const struct part *q = part; q < end; q++) {
        const bool opens = !columns && q->shape == OBJECT;
        json_print(out, opens ? "*:{" : "", q->name);
        for (int i = 0; i < (columns || opens ? q->n : q->n > 0); i++)
            json_print(out, "*:s",
                       columns ? q->heading[i]
                       : opens ? q->key[i]
                               : q->name,
                       unit_of(q, i));
        json_print(out, opens ? "}" : "");
    }
    if (!columns)
        json_print(out, adaptive ? "smallest:s largest:s" : "h:s", "s", "s");
    json_print(out, columns ? "}" : "} shapes:{");
    for (const struct part *q = part; q < end && !columns; q++)
        if (q->shape == ARRAY && q->n)
            json_print(out, q->key ? "*:[i i]" : "*:[i]", q->name,
                       q->key ? 3 : q->n, 3);
    json_print(out, columns ? "" : "}");
}

void rows_begin(const struct session *s, const struct rows *to,
                const char *headings, bool units)
{
    struct text *out = to->out;
    if (!to->json) {
        text_print(out, "%s\n", headings);
        return;
    }
    json_print(out, "{body:s method:s", s->stepper.name, s->stepper.method);
    if (units)
        parts_units(out, to->part, true, false);
    json_words(out, "columns", headings, ',');
    json_print(out, "rows:[");
}
