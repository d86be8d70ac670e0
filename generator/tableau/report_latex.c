/* SPDX-License-Identifier: MIT
 *
 * The tableau as an array of LaTeX, with its stability function.  Entries that
 * are neither fractions nor roots stand there with 17 digits.
 */
#include "tableau/report.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"
#include "tableau/latex.h"

typedef const struct number *value;

/* Fractions with longer numbers than this stay on one line. */
enum { TALLEST = 12 };

static void put_number(struct arena *arena, struct text *out, value v)
{
    const char *text = number_is_exact(v)
                           ? number_show(arena, v)
                           : text_format(arena, "%.17g", number_double(v));
    const char *bar = number_is_exact(v) ? strchr(text, '/') : NULL;
    if (*text == '-') {
        text_char(out, '-');
        text++;
    }
    if (bar && strlen(text) <= TALLEST)
        text_print(out, "\\frac{%.*s}{%s}", (int)(bar - text), text, bar + 1);
    else
        text_put(out, text);
}

/* `at` is its place in tableau.written. */
static void put_entry(struct arena *arena, struct text *out,
                      const struct tableau *t, value v, int at)
{
    const char *root =
        number_is_exact(v) ? NULL : latex_of_constant(arena, t->written[at]);
    if (root)
        text_put(out, root);
    else
        put_number(arena, out, v);
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

static void put_polynomial(struct arena *arena, struct text *out,
                           const struct polynomial *p)
{
    bool first = true;
    for (int k = 0; k <= p->degree; k++) {
        value v = p->coef[k];
        bool negative = number_sign(v) < 0;
        if (number_is_zero(v))
            continue;
        if (negative)
            v = number_neg(arena, v);
        text_put(out, negative ? " - " : first ? "" : " + ");
        if (!number_is_one(v) || k == 0)
            put_number(arena, out, v);
        if (k > 0)
            text_put(out, " z");
        if (k > 1)
            text_print(out, "^{%d}", k);
        first = false;
    }
    text_put(out, first ? "0" : "");
}

static void put_function(struct arena *arena, struct text *out,
                         const struct stability *s)
{
    text_put(out, "\\[ R(z) = ");
    if (s->under.degree > 0)
        text_put(out, "\\frac{");
    put_polynomial(arena, out, &s->over);
    if (s->under.degree > 0) {
        text_put(out, "}{");
        put_polynomial(arena, out, &s->under);
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
                                 report->analysis->row[0].order));
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
    if (report->analysis->stability.known)
        put_function(arena, out, &report->analysis->stability);
}
