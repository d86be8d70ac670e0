/* SPDX-License-Identifier: MIT
 *
 * The report for people: the table, then a line or two for each thing known.
 */
#include "report/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum { KEY = 12, WIDTH = 80, SHORT = 72 };

struct reporting {
    struct arena *arena;
    const struct report *report;
    const struct analysis *a;
    struct text *out;
};

/* ---- lines ---- */

/* Where the text is broken: at the last blank that fits. */
static size_t piece_of(const char *text)
{
    size_t most = WIDTH - KEY - 3, length = strlen(text), n = most;
    if (length <= most)
        return length;
    while (n > 0 && text[n] != ' ')
        n--;
    return n ? n : length;
}

static void put_line(const struct reporting *r, const char *key,
                     const char *text)
{
    while (*text) {
        size_t n = piece_of(text);
        text_print(r->out, "  %-*s %.*s\n", KEY, key, (int)n, text);
        text += n + (text[n] == ' ');
        key = "";
    }
}

__attribute__((format(printf, 3, 4))) static void
say(const struct reporting *r, const char *key, const char *format, ...)
{
    struct text line = text_new(r->arena);
    va_list arguments;
    va_start(arguments, format);
    text_vprint(&line, format, arguments);
    va_end(arguments);
    put_line(r, key, text_chars(&line));
}

static const char *keyed(const struct reporting *r, const char *word, int row)
{
    const char *name = report_row_name(r->arena, r->a->tableau, row);
    return row ? text_format(r->arena, "%s %s", word, name) : word;
}

static const char *figure(const struct reporting *r, const struct number *v)
{
    enum { DIGITS = 6 };
    return report_digits(r->arena, v, DIGITS);
}

/* ---- names in the table ---- */

/* "g = root(x^3 - 3*x^2 + 3/2*x - 1/6, 2) = 0.435..." */
static void say_let(const struct reporting *r, const struct tableau_let *x,
                    const char *key)
{
    enum { DIGITS = 30 };
    const char *value = number_is_exact(x->value)
                            ? number_show(r->arena, x->value)
                            : number_sure(r->arena, x->value, DIGITS);
    put_line(r, key, text_format(r->arena, "%s = %s", x->name, x->written));
    if (!report_is_number(x->written))
        put_line(r, "", text_format(r->arena, "  = %s", value));
}

static void say_lets(const struct reporting *r)
{
    const struct tableau *t = r->a->tableau;
    for (int i = 0; i < t->lets; i++)
        say_let(r, &t->let[i], i ? "" : "where");
}

/* ---- order ---- */

static void say_failure(const struct reporting *r,
                        const struct analysis_failure *f)
{
    if (f->tree)
        say(r, "", "%s misses by %s", f->tree,
            report_number(r->arena, f->miss));
}

/* What numbers that somebody has rounded can tell. */
static const char *far_as_told(const struct reporting *r)
{
    const struct decimals *d = &r->a->tableau->decimals;
    if (d->single)
        return ", as far as single precision tells";
    if (d->digits == 0)
        return ", as far as rounded fractions tell";
    return text_format(r->arena, ", as far as %d digits tell", d->digits);
}

/* Whether more is known, or left open. */
static const char *or_higher(const struct reporting *r, int row)
{
    const struct analysis_row *x = &r->a->row[row];
    int order = analysis_order(x), most = analysis_order_most(x);
    if (most == ANALYSIS_ORDER || (most > ANALYSIS_TREES && r->a->off))
        return " or higher";
    if (most > order)
        return text_format(r->arena, " or higher, at most %d", most);
    if (order <= ANALYSIS_TREES)
        return "";
    return text_format(r->arena, ", by B(%d), C(%d), D(%d)", x->b, r->a->c,
                       x->d);
}

/* First what is meant, then what stands there. */
static void say_order(const struct reporting *r, int row)
{
    const struct analysis_row *x = &r->a->row[row];
    int claim = row ? 0 : r->a->tableau->claim;
    bool told =
        analysis_order(x) > x->order || analysis_order_most(x) > x->order_most;
    say(r, keyed(r, "order", row), "%d%s%s%s", analysis_order(x),
        or_higher(r, row), told ? far_as_told(r) : "",
        claim ? text_format(r->arena, "%s claimed %d", told ? ";" : ",", claim)
              : "");
    say_failure(r, told ? &x->failure_rounded : &x->failure);
    if (told)
        say(r, "", "taken exactly %d: %s misses by %.1e", x->order,
            x->failure.tree, number_double(x->failure.miss));
}

static void say_timed(const struct reporting *r, int row)
{
    const struct analysis_row *x = &r->a->row[row];
    if (x->order_timed < 0)
        return;
    say(r, row ? "" : "c", "%s: order %d of equations without t; with t %d",
        report_row_name(r->arena, r->a->tableau, row), analysis_order(x),
        x->order_timed);
    say_failure(r, &x->failure_timed);
}

/* c that is not the sum of its row is legitimate where t is not looked at. */
static void say_sums(const struct reporting *r)
{
    const struct analysis *a = r->a;
    struct text line = text_new(r->arena);
    if (a->off == 0)
        return;
    for (int i = 0; i < a->off; i++)
        text_print(&line, "%s%d", i ? ", " : "", a->off_stage[i] + 1);
    if (a->off_rounded == 0) {
        say(r, "c", "the sum of its row but for rounding (stage%s %s)",
            a->off > 1 ? "s" : "", text_chars(&line));
        return;
    }
    for (int row = 0; row < a->rows; row++)
        say_timed(r, row);
    say(r, "",
        "c is not the sum of its row in stage%s %s; legitimate where t "
        "is not looked at",
        a->off > 1 ? "s" : "", text_chars(&line));
}

static void say_assumptions(const struct reporting *r)
{
    const struct analysis_row *b = &r->a->row[0];
    say(r, "assumptions", "B(%d), C(%d), D(%d); stage order %d", b->b, r->a->c,
        b->d, r->a->stage_order);
}

/* ---- errors ---- */

static void say_error(const struct reporting *r, int row)
{
    const struct analysis_error *e = &r->a->row[row].error;
    if (e->order)
        say(r, keyed(r, "error", row),
            "of order %d: 2-norm %s, largest %s, Lotkin's bound %s", e->order,
            figure(r, e->norm), figure(r, e->most), figure(r, e->lotkin));
}

static void say_pair(const struct reporting *r, int i)
{
    const struct analysis_pair *p = &r->a->pair[i];
    enum { DIGITS = 4 };
    if (p->b)
        say(r, keyed(r, "pair", r->a->rows > 2 ? i + 1 : 0), "B %s, C %s, E %s",
            report_digits(r->arena, p->b, DIGITS),
            report_digits(r->arena, p->c, DIGITS),
            report_digits(r->arena, p->e, DIGITS));
}

/* ---- structure ---- */

static void add_word(struct text *line, bool holds, const char *word)
{
    if (holds)
        text_print(line, "%s%s", line->length ? ", " : "", word);
}

static void say_stages(const struct reporting *r)
{
    const struct analysis *a = r->a;
    const struct analysis_structure *s = &a->structure;
    struct text line = text_new(r->arena);
    text_print(&line, "%d, %s", a->tableau->stages, report_shape(s->shape));
    add_word(&line, s->fsal, "first same as last");
    add_word(&line, s->confluent, "confluent");
    if (s->idle)
        text_print(&line, ", %d idle (reducible)", s->idle);
    if (s->equal)
        text_print(&line, ", %d always equal to another (reducible)", s->equal);
    put_line(r, "stages", text_chars(&line));
}

static void say_structure(const struct reporting *r)
{
    const struct analysis_structure *s = &r->a->structure;
    struct text line = text_new(r->arena);
    add_word(&line, s->stiffly_accurate && !s->fsal, "stiffly accurate");
    add_word(&line, s->symmetric, "symmetric");
    add_word(&line, s->symplectic, "symplectic");
    add_word(&line, s->algebraic, "algebraically stable");
    add_word(&line, r->a->row[0].positive, "positive weights");
    if (line.length)
        put_line(r, "structure", text_chars(&line));
    say(r, "entries", "at most %s", figure(r, r->a->largest));
}

/* ---- stability ---- */

static void say_function(const struct reporting *r)
{
    const struct stability *s = &r->a->stability;
    const char *over = report_polynomial(r->arena, &s->over);
    const char *under = report_polynomial(r->arena, &s->under);
    if (s->under.degree == 0)
        say(r, "R(z)", "%s", over);
    else if (strlen(over) + strlen(under) < SHORT - KEY)
        say(r, "R(z)", "(%s) / (%s)", over, under);
    else {
        say(r, "R(z)", "(%s) /", over);
        say(r, "", "(%s)", under);
    }
}

static const char *length_text(const struct reporting *r,
                               const struct number *length)
{
    enum { DIGITS = 7 };
    return length ? report_digits(r->arena, length, DIGITS) : "all";
}

static void say_stability(const struct reporting *r)
{
    const struct stability *s = &r->a->stability;
    struct text line = text_new(r->arena);
    if (!s->known) {
        say(r, "stability", "not computed: too many stages");
        return;
    }
    say_function(r);
    add_word(&line, s->l_stable, "L-stable");
    add_word(&line, s->a_stable && !s->l_stable, "A-stable");
    add_word(&line, s->i_stable && !s->a_stable, "I-stable");
    if (s->angle && !s->a_stable)
        add_word(
            &line, true,
            text_format(r->arena, "A(%s degrees)-stable", figure(r, s->angle)));
    if (s->under.degree > 0 && s->far)
        add_word(&line, true,
                 text_format(r->arena, "R(infinity) = %s",
                             report_number(r->arena, s->far)));
    if (line.length)
        put_line(r, "stability", text_chars(&line));
    say(r, line.length ? "" : "stability",
        "negative real axis: %s, imaginary axis: %s", length_text(r, s->real),
        length_text(r, s->imaginary));
    const struct number *ssp = r->a->structure.ssp;
    say(r, "SSP", "%s", ssp ? figure(r, ssp) : "unconditional");
}

/* ---- rotations ---- */

static const char *order_text(const struct reporting *r, double order)
{
    return isnan(order) ? "not settled" : text_format(r->arena, "%.2f", order);
}

/* Small residuals show in small steps only. */
static bool is_above_proven(const struct reporting *r, double order)
{
    return order > analysis_order(&r->a->row[0]) + 0.7;
}

static void say_rotations(const struct reporting *r)
{
    const struct report_rotations *x = &r->report->rotations;
    say(r, "on rotations",
        "dexpinv to %d commutator%s; %d exponential%s and %d bracket%s a step",
        x->commutators, x->commutators == 1 ? "" : "s", x->exponentials,
        x->exponentials == 1 ? "" : "s", x->brackets,
        x->brackets == 1 ? "" : "s");
    if (x->observed)
        say(r, "", "observed order: attitude %s, momentum %s%s",
            order_text(r, x->attitude), order_text(r, x->momentum),
            is_above_proven(r, x->attitude) || is_above_proven(r, x->momentum)
                ? "; the steps tried are too large to show the proven one"
                : "");
}

static void say_catalogue(const struct reporting *r)
{
    const char *const *line = r->report->catalogue
                                  ? report_catalogue_text(r->arena, r->report)
                                  : NULL;
    for (int i = 0; line && line[i]; i++)
        put_line(r, i ? "" : "catalogue", line[i]);
}

static void put_source(const struct reporting *r)
{
    const char *line = r->a->tableau->source;
    if (line)
        text_char(r->out, '\n');
    while (line) {
        size_t length = strcspn(line, "\n");
        text_print(r->out, "%s%.*s\n", length ? "  " : "", (int)length, line);
        line = line[length] ? line + length + 1 : NULL;
    }
}

void report_text(struct arena *arena, const struct report *report,
                 struct text *out)
{
    struct reporting r = {arena, report, report->analysis, out};
    report_table(arena, r.a->tableau, out);
    say_lets(&r);
    say_stages(&r);
    for (int row = 0; row < r.a->rows; row++)
        say_order(&r, row);
    say_sums(&r);
    if (r.a->rounded)
        say(&r, "rounding",
            "allowed for in what follows; errors are those of the numbers as "
            "they stand");
    say_assumptions(&r);
    for (int row = 0; row < r.a->rows; row++)
        say_error(&r, row);
    for (int i = 0; i < r.a->tableau->embedded; i++)
        say_pair(&r, i);
    say_structure(&r);
    say_stability(&r);
    say_rotations(&r);
    say_catalogue(&r);
    put_source(&r);
}
