/* SPDX-License-Identifier: MIT
 *
 * What it costs to turn an attitude by an increment: the table of `polhode list
 * attitudes --cost`, line by line, and what the manual says of it.  (That such
 * numbers are those of the text is seen by test_embed and test_passes.)
 * POL_UPDATE=1 rewrites the table.
 */
#include "table.h"
#include "update.h"

/* Operations of an attitude by a way, all of them and calls. */
static void read_costs(const char *table, const char *call, const char *way,
                       int *total, int *calls)
{
    char head[100];
    snprintf(head, sizeof head, "\n%-35s ", call);
    const char *at = strstr(table, head);
    at = at ? strstr(at, way) : NULL;
    if (!at ||
        sscanf(at + strlen(way), "%*d %*d %*d %*d %d %d", calls, total) != 2)
        fail_msg("no row for %s,%s", call, way);
}

/* Cell `n` of a row "\n| a | b |", from 0. */
static const char *cell(const char *row, int n)
{
    for (row += 3; n > 0; n--)
        row = strstr(row, " | ") + 3;
    return row;
}

static void check_size(const char *row, const char *call)
{
    struct pol_job *job = update_open(call, "own");
    assert_int_equal(pol_derive(job), POL_OK);
    assert_int_equal(atoi(cell(row, 1)), job->step->store[0].n);
    pol_close(job);
}

/* "130, 8 calls" or "75" is what the table says. */
static void check_costs(const char *row, const char *call, const char *table)
{
    static const char *const way[] = {" itself ", " to R ", " from R "};
    for (int i = 0; i < 3; i++) {
        int total, calls, said = 0, said_calls = 0;
        read_costs(table, call, way[i], &total, &calls);
        sscanf(cell(row, 4 + i), "%d, %d call", &said, &said_calls);
        if (said != total || said_calls != calls)
            fail_msg("%s: the manual says %d, %d calls, the table %d, %d", call,
                     said, said_calls, total, calls);
    }
}

/* ---- tests ---- */

TEST(costs_are_what_they_were)
{
    table_compare("list attitudes --cost", "attitude_costs");
}

TEST(the_manual_has_them_all)
{
    size_t length;
    char *table = table_now("list attitudes --cost");
    char *manual = specs_read(POL_ROOT_DIR "/docs/reference", "attitudes.md", &length);
    const struct update_calls calls = update_calls();
    assert_non_null(manual);
    for (int i = 0; i < calls.n; i++) {
        char head[100];
        snprintf(head, sizeof head, "\n| `%s` | ", calls.call[i]);
        const char *row = strstr(manual, head);
        if (!row)
            fail_msg("the manual has no row for %s", calls.call[i]);
        check_size(row, calls.call[i]);
        check_costs(row, calls.call[i], table);
    }
    free(manual);
    free(table);
}
