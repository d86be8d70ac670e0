/* SPDX-License-Identifier: MIT
 *
 * The tableau as an array of LaTeX, with the constants that it names and its
 * stability function.  What has no exact form that LaTeX knows stands there
 * with DIGITS digits.
 */
#include "report/report.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"
#include "report/latex.h"

typedef const struct number *value;

enum {
    TALLEST = 12, /* fractions with longer numbers stay on one line, */
    DIGITS = 17,  /* decimals have so many digits, */
    LONG = 30     /* and those of names more */
};

/* "-3/4", or a decimal. */
static void put_text(struct arena *arena, struct text *out, const char *text)
{
    const char *bar = strchr(text, '/');
    if (*text == '-') {
        text_char(out, '-');
        text++;
    }
    if (bar && strlen(text) <= TALLEST)
        text_print(out, "\\frac{%.*s}{%s}", (int)(bar - text), text, bar + 1);
    else
        text_put(out, latex_of_decimal(arena, text));
}

static void put_number(struct arena *arena, struct text *out, value v,
                       int digits)
{
    put_text(arena, out,
             number_is_exact(v) ? number_show(arena, v)
                                : number_sure(arena, v, digits));
}

/* The form of the entry `at` of tableau.written; NULL: it is printed as a
 * number. */
static const char *form_of(struct arena *arena, const struct tableau *t,
                           value v, int at)
{
    if (number_is_exact(v))
        return NULL;
    return latex_of_constant(arena, t, report_entry(arena, t, v, (size_t)at));
}

static bool has_rounded(struct arena *arena, const struct tableau *t)
{
    for (int at = 0; at < tableau_entries(t); at++) {
        value v = tableau_entry(t, at);
        if (!number_is_exact(v) && !form_of(arena, t, v, at))
            return true;
    }
    return false;
}

static void put_entry(struct arena *arena, struct text *out,
                      const struct tableau *t, value v, int at)
{
    const char *form = form_of(arena, t, v, at);
    if (form)
        text_put(out, form);
    else if (number_is_exact(v))
        put_text(arena, out, report_entry(arena, t, v, (size_t)at));
    else
        put_number(arena, out, v, DIGITS);
}

static void put_entries(struct arena *arena, struct text *out,
                        const struct tableau *t, int n, const value *v, int at)
{
    for (int i = 0; i < n; i++) {
        text_put(out, " & ");
        put_entry(arena, out, t, v[i], at + i);
    }
}

static void put_stage(struct arena *arena, struct text *out,
                      const struct tableau *t, int i)
{
    int n = t->is_explicit ? i : t->stages;
    text_put(out, "  ");
    put_entry(arena, out, t, t->c[i], tableau_written_c(t) + i);
    put_entries(arena, out, t, n, t->a + i * t->stages, i * t->stages);
    for (int j = n; j < t->stages; j++)
        text_put(out, " &");
    text_print(out, " \\\\%s\n", i == t->stages - 1 ? " \\hline" : "");
}

static void put_weights(struct arena *arena, struct text *out,
                        const struct tableau *t, int row)
{
    if (row == 0)
        text_put(out, "  b");
    else if (t->embedded == 1)
        text_put(out, "  \\hat{b}");
    else
        text_print(out, "  \\hat{b}_{%d}", row);
    put_entries(arena, out, t, t->stages, report_weights(t, row),
                t->stages * (t->stages + row));
    text_put(out, row < t->embedded ? " \\\\\n" : "\n");
}

/* ---- names ---- */

/* "g & = & root ..., & = & 0.435..." */
static void put_let(struct arena *arena, struct text *out,
                    const struct tableau *t, const struct tableau_let *x)
{
    const char *form = latex_of_constant(arena, t, x->written);
    text_print(out, "  %s & = & ", latex_of_name(arena, x->name));
    if (form)
        text_put(out, form);
    if (form && report_is_number(x->written))
        return;
    text_put(out, form ? " \\\\\n    & \\approx & " : "");
    put_number(arena, out, x->value, LONG);
}

static void put_lets(struct arena *arena, struct text *out,
                     const struct tableau *t)
{
    if (t->lets == 0)
        return;
    text_put(out, "% root_k(p) is the k-th real root of p, the least one "
                  "first.\n\\[\n\\begin{array}{lcl}\n");
    for (int i = 0; i < t->lets; i++) {
        text_put(out, i ? " \\\\\n" : "");
        put_let(arena, out, t, &t->let[i]);
    }
    text_put(out, "\n\\end{array}\n\\]\n");
}

/* ---- the stability function ---- */

/* What stands before a power of z, behind other terms or not. */
static void put_coefficient(struct arena *arena, struct text *out,
                            struct surd x, bool first, bool alone)
{
    bool sum = x.d && !number_is_zero(x.p);
    bool negative = !sum && number_sign(x.d ? x.q : x.p) < 0;
    if (negative)
        x = surd_neg(arena, x);
    text_put(out, negative ? (first ? "-" : " - ") : first ? "" : " + ");
    if (!x.d && number_is_one(x.p) && !alone)
        return;
    if (!x.d)
        put_number(arena, out, x.p, DIGITS);
    else
        text_print(out, sum ? "(%s)" : "%s",
                   latex_of_constant(arena, NULL, surd_text(arena, x)));
    text_put(out, alone ? "" : " ");
}

static void put_polynomial(struct arena *arena, struct text *out, int degree,
                           const struct surd *x)
{
    bool first = true;
    for (int k = 0; k <= degree; k++) {
        if (surd_is_zero(x[k]))
            continue;
        put_coefficient(arena, out, x[k], first, k == 0);
        if (k > 0)
            text_put(out, "z");
        if (k > 1)
            text_print(out, "^{%d}", k);
        first = false;
    }
    text_put(out, first ? "0" : "");
}

static bool has_decimals(int degree, const struct surd *x)
{
    for (int k = 0; k <= degree; k++)
        if (!x[k].d && !number_is_exact(x[k].p))
            return true;
    return false;
}

static void put_function(struct arena *arena, struct text *out,
                         const struct stability *s)
{
    bool rounded = has_decimals(s->over.degree, s->exact_over) ||
                   has_decimals(s->under.degree, s->exact_under);
    text_print(out, "\\[ R(z) %s ", rounded ? "\\approx" : "=");
    if (s->under.degree > 0)
        text_put(out, "\\frac{");
    put_polynomial(arena, out, s->over.degree, s->exact_over);
    if (s->under.degree > 0) {
        text_put(out, "}{");
        put_polynomial(arena, out, s->under.degree, s->exact_under);
        text_char(out, '}');
    }
    text_put(out, " \\]\n");
}

/* As a comment of LaTeX. */
static void put_comment(struct text *out, const char *text)
{
    while (text && *text) {
        size_t n = strcspn(text, "\n");
        text_print(out, "%% %.*s\n", (int)n, text);
        text += n + (text[n] != '\0');
    }
}

void report_latex(struct arena *arena, const struct report *report,
                  struct text *out)
{
    const struct tableau *t = report->analysis->tableau;
    put_comment(out, text_format(arena, "%s, order %d", t->name,
                                 analysis_order(&report->analysis->row[0])));
    put_comment(out, t->source);
    text_put(out, "\\[\n\\renewcommand{\\arraystretch}{1.3}\n"
                  "\\begin{array}{c|");
    for (int i = 0; i < t->stages; i++)
        text_char(out, 'c');
    text_put(out, "}\n");
    for (int i = 0; i < t->stages; i++)
        put_stage(arena, out, t, i);
    for (int row = 0; row <= t->embedded; row++)
        put_weights(arena, out, t, row);
    text_put(out, "\\end{array}\n\\]\n");
    if (has_rounded(arena, t))
        text_print(out,
                   "%% Its decimals are rounded to %d digits; --json has "
                   "more.\n",
                   DIGITS);
    put_lets(arena, out, t);
    if (report->analysis->stability.known)
        put_function(arena, out, &report->analysis->stability);
}
