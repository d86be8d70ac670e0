/* SPDX-License-Identifier: MIT
 *
 * A tableau as it stands in a textbook, with what the order conditions say
 * about it.
 */
#include "tableau/tableau.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum {
    PRINT_ORDER = 10,   /* conditions are tried up to here */
    PRINT_COLUMNS = 96, /* a wider table has no columns: its rows */
    PRINT_WIDTH = 80,   /* flow over lines of this width */
    LONGEST_FRACTION = 24
};

struct printing {
    struct arena *arena;
    const struct tableau *tableau;
    struct text *out;
    int *width; /* of each column; the first is that of c */
    bool flows; /* the columns are too wide to stand side by side */
};

static const char *entry_text(const struct printing *p,
                              const struct number *value, size_t at)
{
    return number_is_exact(value) ? number_show(p->arena, value)
                                  : p->tableau->written[at];
}

static const char *a_text(const struct printing *p, int row, int column)
{
    size_t at = (size_t)row * (size_t)p->tableau->stages + (size_t)column;
    return entry_text(p, p->tableau->a[at], at);
}

/* Part 0 is b, 1 is bhat, 2 is c. */
static const char *part_text(const struct printing *p, int part, int i)
{
    const struct tableau *t = p->tableau;
    const struct number *const *parts[] = {t->b, t->bhat, t->c};
    size_t stages = (size_t)t->stages;
    return entry_text(p, parts[part][i],
                      stages * (stages + (size_t)part) + (size_t)i);
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
    p->width[0] = t->bhat ? 4 : 1;
    for (int i = 0; i < t->stages; i++) {
        widen(&p->width[0], part_text(p, 2, i));
        widen(&p->width[i + 1], part_text(p, 0, i));
        if (t->bhat)
            widen(&p->width[i + 1], part_text(p, 1, i));
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
    print_row(p, part_text(p, 2, row), n, cell);
}

static void print_weights(struct printing *p, const char *name, int part)
{
    const char *cell[TABLEAU_STAGES];
    for (int j = 0; j < p->tableau->stages; j++)
        cell[j] = part_text(p, part, j);
    print_row(p, name, p->tableau->stages, cell);
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
    print_weights(p, "b", 0);
    if (p->tableau->bhat)
        print_weights(p, "bhat", 1);
    text_char(p->out, '\n');
}

static const char *residual_text(struct arena *arena,
                                 const struct number *residual)
{
    if (number_is_exact(residual)) {
        const char *fraction = number_show(arena, residual);
        if (strlen(fraction) <= LONGEST_FRACTION)
            return fraction;
    }
    return text_format(arena, "%.6g", number_double(residual));
}

static void print_order(struct printing *p, const char *name,
                        const struct number *const *weights, int claim)
{
    const char *tree;
    const struct number *residual;
    int order = tableau_order(p->arena, p->tableau, weights, PRINT_ORDER);
    text_print(p->out, "  %-10s %d%s", name, order,
               order == PRINT_ORDER ? " or higher" : "");
    if (claim)
        text_print(p->out, ", claimed %d", claim);
    text_char(p->out, '\n');
    if (order < PRINT_ORDER && tableau_failure(p->arena, p->tableau, weights,
                                               order + 1, &tree, &residual))
        text_print(p->out, "  %-10s %s misses by %s\n", "", tree,
                   residual_text(p->arena, residual));
}

static void print_source(struct printing *p)
{
    const char *line = p->tableau->source;
    if (line)
        text_char(p->out, '\n');
    while (line) {
        size_t length = strcspn(line, "\n");
        text_print(p->out, "%s%.*s\n", length ? "  " : "", (int)length, line);
        line = line[length] ? line + length + 1 : NULL;
    }
}

void tableau_print(struct arena *arena, const struct tableau *tableau,
                   struct text *out)
{
    struct printing p = {arena, tableau, out, NULL, false};
    measure(&p);
    p.flows = p.width[0] + 4 + table_width(&p) > PRINT_COLUMNS;
    print_table(&p);
    text_print(out, "  %-10s %d, %s\n", "stages", tableau->stages,
               tableau->is_explicit ? "explicit" : "implicit");
    print_order(&p, "order", tableau->b, tableau->claim);
    if (tableau->bhat)
        print_order(&p, "order bhat", tableau->bhat, 0);
    print_source(&p);
}
