/* SPDX-License-Identifier: MIT
 *
 * What the catalogue says of a tableau, in sentences.
 */
#include "report/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/text.h"
#include "tableau/elementary.h"

enum { MOST_SHOWN = 8 };

struct sentences {
    struct arena *arena;
    const struct analysis *a;
    const struct tableau *t;
    const struct report_catalogue *c;
    const char **line;
    int count, room;
};

struct report_catalogue report_catalogue_of(struct arena *arena,
                                            const struct catalogue *known,
                                            const struct analysis *a)
{
    struct report_catalogue c = {.look =
                                     catalogue_look(arena, known, a->tableau)};
    const struct tableau *merged = tableau_merged(arena, a->tableau);
    struct catalogue_look without = {0};
    if (merged)
        without = catalogue_look(arena, known, merged);
    if (without.matches && without.match[0].differences == 0) {
        c.look = without;
        c.merged = true;
    }
    c.verdict = catalogue_judge(arena, &c.look, a);
    if (c.verdict == CATALOGUE_NONE || c.verdict == CATALOGUE_FAR)
        c.mends = catalogue_mends(arena, a, REPORT_MENDS, c.mend);
    if (c.verdict != CATALOGUE_KNOWN)
        c.suspects = catalogue_suspects(arena, a->tableau, &c.suspect);
    return c;
}

__attribute__((format(printf, 2, 3))) static void say(struct sentences *s,
                                                      const char *format, ...)
{
    struct text line = text_new(s->arena);
    va_list arguments;
    va_start(arguments, format);
    text_vprint(&line, format, arguments);
    va_end(arguments);
    arena_push(s->arena, s->line, s->count, s->room);
    s->line[s->count++] = text_chars(&line);
}

/* ---- what a known one is called ---- */

static bool is_year(const char *text)
{
    for (int i = 0; i < 4; i++)
        if (!ascii_is_digit(text[i]))
            return false;
    return (text[0] == '1' || text[0] == '2') && !ascii_is_digit(text[4]);
}

/* "E. Fehlberg", "Ch. Tsitouras" */
static bool is_author(const char *line)
{
    return ascii_is_upper(line[0]) &&
           (line[1] == '.' || (ascii_is_lower(line[1]) && line[2] == '.'));
}

/* Where a line begins with an initial: the authors. */
static const char *authors_in(const char *source)
{
    const char *line = source;
    while (line && !is_author(line)) {
        const char *end = strchr(line, '\n');
        line = end ? end + 1 : NULL;
    }
    return line ? line : source;
}

/* The end of the year, which stands in brackets or else comes last. */
static const char *year_in(const char *text)
{
    const char *end = NULL;
    for (const char *c = text; *c; c++) {
        if (*c == '(' && is_year(c + 1) && c[5] == ')')
            return c + 6;
        if (is_year(c))
            end = c + 4;
    }
    return end ? end : text + strlen(text);
}

/* From the authors to the year, on one line. */
static const char *cite(struct arena *arena, const char *source)
{
    if (!source || !*source)
        return "";
    const char *first = authors_in(source), *end = year_in(first);
    char *text = arena_text(arena, first, (size_t)(end - first));
    for (char *c = text; *c; c++)
        if (*c == '\n')
            *c = ' ';
    return text_format(arena, " (%s)", text);
}

static const char *known_as(struct sentences *s, const struct tableau *known)
{
    static const char also[] = "also called ";
    const char *source = known->source;
    const char *names = source ? strstr(source, also) : NULL;
    struct text out = text_new(s->arena);
    text_print(&out, "%s%s", known->name, cite(s->arena, source));
    if (names)
        text_print(&out, ", %s%.*s", also,
                   (int)strcspn(names + sizeof also - 1, "\n"),
                   names + sizeof also - 1);
    return text_chars(&out);
}

/* ---- beside it ---- */

static const char *arrangement(struct sentences *s,
                               const struct catalogue_match *m)
{
    struct text out = text_new(s->arena);
    if (m->exchanged)
        text_put(&out, s->t->embedded == 1 && m->known->embedded == 1
                           ? ", b and bhat exchanged"
                           : ", its rows of weights in another order");
    if (m->reduced)
        text_put(&out, ", but for stages that b has no use for");
    if (s->c->merged)
        text_put(&out, ", but for stages that are always equal");
    if (m->extra)
        text_print(&out, ", with %s bhat of its own",
                   m->extra > 1 ? "rows" : "a row");
    return text_chars(&out);
}

/* An entry of a known tableau, whose names nobody here knows. */
static const char *known_entry(struct sentences *s, const struct tableau *known,
                               int at)
{
    enum { DIGITS = 15 };
    const struct number *v = tableau_entry(known, at);
    const char *text = report_entry(s->arena, known, v, (size_t)at);
    if (known->lets == 0 || report_is_number(text))
        return text;
    return text_format(s->arena, "%s, which is %s", text,
                       report_digits(s->arena, v, DIGITS));
}

static void say_differences(struct sentences *s,
                            const struct catalogue_match *m)
{
    for (int i = 0; i < m->differences && i < MOST_SHOWN; i++) {
        const struct catalogue_difference *d = &m->difference[i];
        say(s, "%s = %s where %s has %s",
            catalogue_entry_name(s->arena, s->t, d->at), s->t->written[d->at],
            m->known->name, known_entry(s, m->known, d->at_known));
    }
    if (m->differences > MOST_SHOWN)
        say(s, "and %d more", m->differences - MOST_SHOWN);
}

/* The first row bhat that differs. */
static int other_row(const struct sentences *s, const struct catalogue_match *m)
{
    return m->difference[0].at / s->t->stages - s->t->stages;
}

static void say_match(struct sentences *s, const struct catalogue_match *m,
                      const char *first)
{
    const char *known = known_as(s, m->known), *how = arrangement(s, m);
    const char *name = m->known->name;
    switch (s->c->verdict) {
    case CATALOGUE_KNOWN:
        say(s, "%s %s%s%s", first, known, how,
            m->rounded ? ", its entries rounded" : "");
        break;
    case CATALOGUE_ROW:
        say(s, "%s %s%s, but for %s: a genuine row of order %d, but not %s's:",
            first, known, how, report_row_name(s->arena, s->t, other_row(s, m)),
            analysis_order(&s->a->row[other_row(s, m)]), name);
        say_differences(s, m);
        break;
    case CATALOGUE_WRONG:
        say(s, "%s %s%s, with", first, known, how);
        say_differences(s, m);
        break;
    case CATALOGUE_SOUND:
        say(s, "right, and of the orders of %s%s, but", known, how);
        say_differences(s, m);
        break;
    default:
        say(s,
            "no known one; the nearest is %s%s, where %d of %d entries differ",
            known, how, m->differences, m->entries);
    }
}

/* Labels that do not hold. */
static void say_claim(struct sentences *s)
{
    const struct analysis_row *b = &s->a->row[0];
    int order = analysis_order(b), claim = s->t->claim;
    if (claim > analysis_order_most(b))
        say(s, "the claim of order %d is wrong: b is of order %d", claim,
            order);
    else if (claim && order > claim)
        say(s, "b is of order %d, more than the claim of %d", order, claim);
}

/* "11/10", "1 + 3.1e-12" */
static const char *sum_text(struct sentences *s, int row)
{
    const double NEAR = 1e-3;
    const struct number *sum = number_int(s->arena, 0);
    for (int i = 0; i < s->t->stages; i++)
        sum = number_add(s->arena, sum, report_weights(s->t, row)[i]);
    const struct number *off =
        number_sub(s->arena, sum, number_int(s->arena, 1));
    bool negative = number_sign(off) < 0;
    if (fabs(number_double(off)) > NEAR)
        return report_number(s->arena, sum);
    return text_format(
        s->arena, "1 %c %s", negative ? '-' : '+',
        report_number(s->arena, negative ? number_neg(s->arena, off) : off));
}

/* Weights of order 0 that no known ones tell more about. */
static void say_sums(struct sentences *s)
{
    for (int row = 0; row < s->a->rows; row++)
        if (analysis_order_most(&s->a->row[row]) == 0 &&
            s->c->verdict != CATALOGUE_WRONG)
            say(s, "%s is wrong: its weights add up to %s, not to 1",
                report_row_name(s->arena, s->t, row), sum_text(s, row));
}

static void say_matches(struct sentences *s)
{
    const struct catalogue_look *look = &s->c->look;
    if (look->matches == 0)
        say(s, "no known one has as many stages");
    for (int i = 0; i < look->matches; i++)
        if (i == 0 || s->c->verdict < CATALOGUE_SOUND)
            say_match(s, &look->match[i], i ? "or" : "this is");
}

/* ---- by itself ---- */

static void say_mends(struct sentences *s)
{
    for (int i = 0; i < s->c->mends; i++) {
        const struct catalogue_mend *m = &s->c->mend[i];
        say(s, "%s %s = %s instead of %s all holds, and b is of order %d",
            i ? "or with" : "with", catalogue_entry_name(s->arena, s->t, m->at),
            report_number(s->arena, m->value), s->t->written[m->at], m->order);
    }
}

static const char *row_of(struct sentences *s, int at)
{
    int row = at / s->t->stages, n = s->t->stages;
    return row < n ? text_format(s->arena, "row %d of a", row + 1)
                   : report_row_name(s->arena, s->t, row - n);
}

static void say_suspect(struct sentences *s, const struct catalogue_suspect *x)
{
    const char *name = catalogue_entry_name(s->arena, s->t, x->at);
    switch (x->doubt) {
    case DOUBT_FRACTION:
    case DOUBT_ROOT:
        say(s, "%s = %s looks like %s", name, s->t->written[x->at], x->meant);
        break;
    case DOUBT_DIGITS:
        say(s, "%s has %.0f digits where others have %.0f", name, x->size,
            x->others);
        break;
    case DOUBT_LARGE:
        say(s, "%s is suspiciously large: %.6g, the next is %.6g", name,
            x->size, x->others);
        break;
    case DOUBT_SUM:
        say(s, "%s cancels: sizes add up to %.6g, entries to %.6g",
            row_of(s, x->at), x->size, x->others);
    }
}

/* What a known tableau says already need not be guessed. */
static bool is_told(const struct sentences *s,
                    const struct catalogue_suspect *x)
{
    return x->doubt <= DOUBT_DIGITS && s->c->verdict > CATALOGUE_NONE &&
           s->c->verdict < CATALOGUE_FAR;
}

const char *const *report_catalogue_text(struct arena *arena,
                                         const struct report *report)
{
    struct sentences s = {.arena = arena,
                          .a = report->analysis,
                          .t = report->analysis->tableau,
                          .c = report->catalogue};
    say_matches(&s);
    say_claim(&s);
    say_sums(&s);
    say_mends(&s);
    for (int i = 0; i < s.c->suspects; i++)
        if (!is_told(&s, &s.c->suspect[i]))
            say_suspect(&s, &s.c->suspect[i]);
    arena_push(arena, s.line, s.count, s.room);
    s.line[s.count] = NULL;
    return s.line;
}
