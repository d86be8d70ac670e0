/* SPDX-License-Identifier: MIT
 *
 * The tableau as CSV: a line for each stage, then the weights; the first two
 * columns are the row's name and c.  Fractions stay exact, surds have all
 * digits that are sure.
 */
#include "report/report.h"

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"

typedef const struct number *value;

/* `at` is the first one's place in tableau.written. */
static void put_entries(struct arena *arena, struct text *out,
                        const struct tableau *t, const value *v, int n, int at)
{
    for (int i = 0; i < n; i++)
        text_print(out, ",%s",
                   report_decimal(arena, t, v[i], (size_t)(at + i)));
}

void report_csv(struct arena *arena, const struct report *report,
                struct text *out)
{
    const struct tableau *t = report->analysis->tableau;
    int n = t->stages;
    text_put(out, "row,c");
    for (int i = 0; i < n; i++)
        text_print(out, ",%d", i + 1);
    for (int i = 0; i < n; i++) {
        text_print(out, "\n%d", i + 1);
        put_entries(arena, out, t, t->c + i, 1, tableau_written_c(t) + i);
        put_entries(arena, out, t, t->a + i * n, n, i * n);
    }
    for (int row = 0; row <= t->embedded; row++) {
        text_print(out, "\n%s,", report_row_name(arena, t, row));
        put_entries(arena, out, t, report_weights(t, row), n, (n + row) * n);
    }
    text_char(out, '\n');
}
