/* SPDX-License-Identifier: MIT
 *
 * What it costs to turn an attitude by an increment: the table of `polhode list
 * attitudes --cost`, line by line, and what the manual says of it.  (That such
 * numbers are those of the text is seen by test_embed and test_passes.)
 * POL_UPDATE=1 rewrites the table.
 */
#include "table.h"

#include "update.h"

/* A row of the table. */
struct row {
    char call[64], way[16];
    int add, mul, div, root, calls, total, choices;
};

struct rows {
    int n;
    struct row row[200];
};

/* The call stands in the first row of its attitude alone. */
static bool read_row(const char *line, const char *call, struct row *r)
{
    int end = 35;
    memcpy(r->call, line, 35);
    while (end > 0 && r->call[end - 1] == ' ')
        r->call[--end] = '\0';
    if (end == 0)
        snprintf(r->call, sizeof r->call, "%s", call);
    memcpy(r->way, line + 36, 10);
    for (end = 10; end > 0 && r->way[end - 1] == ' ';)
        r->way[--end] = '\0';
    return sscanf(line + 46, "%d %d %d %d %d %d %d", &r->add, &r->mul, &r->div,
                  &r->root, &r->calls, &r->total, &r->choices) == 7;
}

/* All rows but that of titles. */
static struct rows read_table(void)
{
    struct rows all = {0};
    char *text = table_now("list attitudes --cost");
    const char *line = strchr(text, '\n') + 1, *call = "";
    for (; *line; line = strchr(line, '\n') + 1) {
        assert_true(all.n < 200 && strcspn(line, "\n") > 60);
        assert_true(strcspn(line, "\n") <= 80);
        if (!read_row(line, call, &all.row[all.n]))
            fail_msg("no row: %.80s", line);
        call = all.row[all.n++].call;
    }
    free(text);
    return all;
}

static const struct row *find_row(const struct rows *all, const char *call,
                                  const char *way)
{
    for (int i = 0; i < all->n; i++)
        if (strcmp(all->row[i].call, call) == 0 &&
            strcmp(all->row[i].way, way) == 0)
            return &all->row[i];
    fail_msg("no row for %s, %s", call, way);
    return NULL;
}

/* ---- the manual ---- */

#define MANUAL POL_ROOT_DIR "/specs/README.md"

/* Cell `n` of a row "| a | b |" of the manual, from 0. */
static void copy_cell(const char *row, int n, char out[200])
{
    const char *from = row + 2;
    for (; n; n--)
        from = strstr(from, " | ") + 3;
    size_t length = strcspn(from, "|\n") - 1;
    assert_true(length < 200);
    memcpy(out, from, length);
    out[length] = '\0';
}

/* "130, 8 calls" or "75" is what the table says of this way. */
static void check_cell(const struct rows *all, const char *row, int n,
                       const char *call, const char *way)
{
    char cell[200];
    int total = 0, calls = 0;
    const struct row *r = find_row(all, call, way);
    copy_cell(row, n, cell);
    sscanf(cell, "%d, %d call", &total, &calls);
    if (total != r->total || calls != r->calls)
        fail_msg("%s: the manual says '%s', the table %d, %d calls", call, cell,
                 r->total, r->calls);
}

static void check_size(const char *row, const char *call)
{
    char cell[200];
    struct pol_job *job = update_open(call, "own");
    assert_int_equal(pol_derive(job), POL_OK);
    copy_cell(row, 1, cell);
    assert_int_equal(atoi(cell), job->step->store[0].n);
    pol_close(job);
}

static void check_manual_row(const struct rows *all, const char *section,
                             const char *call)
{
    char head[100];
    snprintf(head, sizeof head, "\n| `%s` | ", call);
    const char *row = strstr(section, head);
    if (!row)
        fail_msg("the manual has no row for %s", call);
    check_size(row + 1, call);
    check_cell(all, row + 1, 4, call, "itself");
    check_cell(all, row + 1, 5, call, "to R");
    check_cell(all, row + 1, 6, call, "from R");
}

/* ---- tests ---- */

TEST(costs_are_what_they_were)
{
    table_compare("list attitudes --cost", "attitude_costs");
}

TEST(the_manual_has_them_all)
{
    struct rows all = read_table();
    struct update_calls calls = update_calls();
    FILE *f = fopen(MANUAL, "r");
    char *text = table_read(f);
    fclose(f);
    const char *section = strstr(text, "\n## Which attitude\n");
    assert_non_null(section);
    for (int i = 0; i < calls.n; i++)
        check_manual_row(&all, section, calls.call[i]);
    free(text);
}
