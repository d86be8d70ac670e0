/* SPDX-License-Identifier: MIT
 *
 * What all tables share: the heading by problems, and the targets, of which
 * those that are missed are kept to be named at the end.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"

enum { MISSED_MOST = 64, LINE = 240 };

static char missed[MISSED_MOST][LINE];
static int missed_count; /* may pass MISSED_MOST: then some are not kept */

/* Rows of emitted steppers are bold in the tables; here they need not be. */
static void strip_stars(char *text)
{
    char *out = text;
    for (const char *p = text; *p; p++)
        if (*p != '*')
            *out++ = *p;
    *out = '\0';
}

static void keep_missed(const char *table, const char *row, const char *column,
                        double value, double limit)
{
    const int n = missed_count++;
    if (n >= MISSED_MOST)
        return;
    char number[32] = "missing", most[40] = "";
    if (!isnan(value))
        snprintf(number, sizeof number, "%.6g", value);
    if (limit > 0)
        snprintf(most, sizeof most, ", limit %g", limit);
    snprintf(missed[n], LINE, "%s: row %s, column %s: %s%s", table, row, column,
             number, most);
    strip_stars(missed[n]);
}

/* `sense` is 1 where the limit is the most, -1 where it is the least. */
static const char *marked(const char *table, const char *row,
                          const char *column, double value, double limit,
                          int sense)
{
    static char text[64];
    const int digits = value < 0.1 ? 3 : value < 100 ? 2 : 0;
    const bool met = limit > 0 ? sense * value <= sense * limit : !isnan(value);
    const char *is = sense > 0 ? "≤" : "≥", *is_not = sense > 0 ? ">" : "<";
    if (!met)
        keep_missed(table, row, column, value, limit);
    if (isnan(value))
        return "**missing**";
    if (limit <= 0)
        snprintf(text, sizeof text, "%.*f", digits, value);
    else if (met)
        snprintf(text, sizeof text, "%.*f ✓ (%s %g)", digits, value, is, limit);
    else
        snprintf(text, sizeof text, "**%.*f ✗ (%s %g)**", digits, value, is_not,
                 limit);
    return text;
}

const char *target(const char *table, const char *row, const char *column,
                   double value, double limit)
{
    return marked(table, row, column, value, limit, 1);
}

const char *target_least(const char *table, const char *row, const char *column,
                         double value, double limit)
{
    return marked(table, row, column, value, limit, -1);
}

bool targets_print(void)
{
    if (missed_count == 0) {
        printf("All targets are met.\n");
        return true;
    }
    printf("Targets missed: %d.\n\n", missed_count);
    for (int i = 0; i < missed_count && i < MISSED_MOST; i++)
        printf("- %s\n", missed[i]);
    if (missed_count > MISSED_MOST)
        printf("- and %d more\n", missed_count - MISSED_MOST);
    return false;
}

void heading(const char *first)
{
    printf("| %s |", first);
    for (int p = 0; p < PROBLEMS; p++)
        printf(" %s |", problem_data[p].name);
    printf("\n|---|---|---|---|---|\n");
}
