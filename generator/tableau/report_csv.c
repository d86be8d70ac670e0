/* SPDX-License-Identifier: MIT
 *
 * The tableau as CSV: a line for each stage, then the weights; the first two
 * columns are the row's name and c.  Fractions stay exact, surds have all
 * digits.
 */
#include "tableau/report.h"

#include "base/arena.h"
#include "base/text.h"

typedef const struct number *value;

static void put_entries(struct arena *arena, struct text *out, int n,
                        const value *v)
{
    for (int i = 0; i < n; i++)
        text_print(out, ",%s", number_show(arena, v[i]));
    text_char(out, '\n');
}

void report_csv(struct arena *arena, const struct report *report,
                struct text *out)
{
    const struct tableau *t = report->analysis->tableau;
    text_put(out, "row,c");
    for (int i = 0; i < t->stages; i++)
        text_print(out, ",%d", i + 1);
    text_char(out, '\n');
    for (int i = 0; i < t->stages; i++) {
        text_print(out, "%d,%s", i + 1, number_show(arena, t->c[i]));
        put_entries(arena, out, t->stages, t->a + i * t->stages);
    }
    for (int row = 0; row <= t->embedded; row++) {
        text_print(out, "%s,", report_row_name(arena, t, row));
        put_entries(arena, out, t->stages, report_weights(t, row));
    }
}
