/* SPDX-License-Identifier: MIT
 *
 * A tableau as it stands in a textbook.
 */
#include "report/report.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"

enum {
    PRINT_COLUMNS = 96, /* a wider table has no columns: its rows */
    PRINT_WIDTH = 80    /* flow over lines of this width */
};

struct printing {
    struct arena *arena;
    const struct tableau *tableau;
    struct text *out;
    int *width; /* of each column; the first is that of c */
    bool flows; /* the columns are too wide to stand side by side */
};

static const char *a_text(const struct printing *p, int row, int column)
{
    const struct tableau *t = p->tableau;
    size_t at = (size_t)row * (size_t)t->stages + (size_t)column;
    return report_entry(p->arena, t, t->a[at], at);
}

static const char *weight_text(const struct printing *p, int row, int i)
{
    const struct tableau *t = p->tableau;
    size_t at = (size_t)(t->stages * (t->stages + row) + i);
    return report_entry(p->arena, t, report_weights(t, row)[i], at);
}

static const char *c_text(const struct printing *p, int i)
{
    const struct tableau *t = p->tableau;
    return report_entry(p->arena, t, t->c[i],
                        (size_t)(tableau_written_c(t) + i));
}

/* In an explicit tableau the zeros on and above the diagonal are not said. */
static int row_length(const struct tableau *t, int row)
{
    return t->is_explicit ? row : t->stages;
}

static void widen(int *width, const char *text)
{
    int length = (int)strlen(text);
    if (length > *width)
        *width = length;
}

static void measure(struct printing *p)
{
    const struct tableau *t = p->tableau;
    p->width = arena_array(p->arena, (size_t)t->stages + 1, sizeof(int));
    p->width[0] = t->embedded > 1 ? 5 : t->embedded ? 4 : 1;
    for (int i = 0; i < t->stages; i++) {
        widen(&p->width[0], c_text(p, i));
        for (int row = 0; row <= t->embedded; row++)
            widen(&p->width[i + 1], weight_text(p, row, i));
        for (int j = 0; j < row_length(t, i); j++)
            widen(&p->width[j + 1], a_text(p, i, j));
    }
}

/* Between the columns are two blanks; one after the bar. */
static int table_width(const struct printing *p)
{
    int width = 0;
    for (int j = 0; j < p->tableau->stages; j++)
        width += p->width[j + 1] + (j ? 2 : 1);
    return width;
}

/* In columns; the last cell of a line is not filled up. */
static void print_cells(struct printing *p, int n, const char *const *cell)
{
    for (int j = 0; j < n; j++)
        text_print(p->out, "%s%-*s", j ? "  " : " ",
                   j < n - 1 ? p->width[j + 1] : 0, cell[j]);
}

/* One after the other, on as many lines as it takes. */
static void print_flow(struct printing *p, int n, const char *const *cell)
{
    int start = p->width[0] + 4, at = start;
    for (int j = 0; j < n; j++) {
        int length = (int)strlen(cell[j]);
        if (at > start && at + 2 + length > PRINT_WIDTH) {
            text_print(p->out, "\n  %*s |", p->width[0], "");
            at = start;
        }
        text_print(p->out, "%s%s", at > start ? "  " : " ", cell[j]);
        at += length + (at > start ? 2 : 1);
    }
}

static void print_row(struct printing *p, const char *label, int n,
                      const char *const *cell)
{
    text_print(p->out, "  %-*s |", p->width[0], label);
    if (p->flows)
        print_flow(p, n, cell);
    else
        print_cells(p, n, cell);
    text_char(p->out, '\n');
}

static void print_stage(struct printing *p, int row)
{
    const char *cell[TABLEAU_STAGES];
    int n = row_length(p->tableau, row);
    for (int j = 0; j < n; j++)
        cell[j] = a_text(p, row, j);
    print_row(p, c_text(p, row), n, cell);
}

static void print_weights(struct printing *p, int row)
{
    const struct tableau *t = p->tableau;
    const char *cell[TABLEAU_STAGES];
    for (int j = 0; j < t->stages; j++)
        cell[j] = weight_text(p, row, j);
    print_row(p, report_row_name(p->arena, t, row), t->stages, cell);
}

static void print_rule(struct printing *p)
{
    int length = p->flows ? PRINT_WIDTH - p->width[0] - 4 : table_width(p);
    text_put(p->out, "  ");
    for (int i = 0; i <= p->width[0]; i++)
        text_char(p->out, '-');
    text_char(p->out, '+');
    for (int i = 0; i < length; i++)
        text_char(p->out, '-');
    text_char(p->out, '\n');
}

static void print_table(struct printing *p)
{
    text_print(p->out, "tableau %s\n\n", p->tableau->name);
    for (int i = 0; i < p->tableau->stages; i++)
        print_stage(p, i);
    print_rule(p);
    for (int row = 0; row <= p->tableau->embedded; row++)
        print_weights(p, row);
    text_char(p->out, '\n');
}

void report_table(struct arena *arena, const struct tableau *tableau,
                  struct text *out)
{
    struct printing p = {arena, tableau, out, NULL, false};
    measure(&p);
    p.flows = p.width[0] + 4 + table_width(&p) > PRINT_COLUMNS;
    print_table(&p);
}
