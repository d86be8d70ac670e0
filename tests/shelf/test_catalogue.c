/* SPDX-License-Identifier: MIT
 *
 * Tableaus beside the shelf, and what is said of them: catalogue.txt.
 * POL_UPDATE=1 writes what is said.
 */
#include "families.h"
#include "expected.h"
#include "report/report.h"

static struct catalogued known;

static const char *report_on(const struct analysis *a, const struct report_catalogue *c,
                             const char *form)
{
    struct report r = {a, report_rotations_of(a), c};
    struct text out = text_new(known.arena);
    struct diags diags = diags_new(known.arena);
    assert_true(report_write(&diags, &r, form, &out));
    return text_chars(&out);
}

/* How the nearest one is met, if any. */
static void print_match(const struct report_catalogue *c, int rows, FILE *out)
{
    const struct catalogue_match *m = &c->nearest.match[0];
    fprintf(out, "%s; %d as near", c->merged ? ", merged" : "", c->nearest.matches);
    if (c->nearest.matches) {
        fprintf(out, ": %s, %d rounded, %d rows of its own%s%s%s, rows", m->known->name, m->rounded,
                m->extra, m->far ? ", far" : "", m->exchanged ? ", exchanged" : "",
                m->reduced ? ", reduced" : "");
        for (int i = 0; i < rows; i++)
            fprintf(out, " %d", m->row[i]);
    }
    fputc('\n', out);
}

static void print_mends(const struct analysis *a, FILE *out)
{
    struct catalogue_repair mend[CATALOGUE_REPAIRS];
    const int n = catalogue_repairs(known.arena, a, mend);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s %s = %s%s",
                i ? "," : "mends:", catalogue_entry_name(known.arena, a->tableau, mend[i].at),
                number_show(known.arena, mend[i].value), i == n - 1 ? "\n" : "");
}

static void print_suspects(const struct tableau *t, FILE *out)
{
    const struct catalogue_suspect *x;
    const int n = catalogue_suspects(known.arena, t, &x);
    for (int i = 0; i < n; i++)
        fprintf(out, "%s %s %s %s%s",
                i ? "," : "suspects:", catalogue_entry_name(known.arena, t, x[i].at), x[i].doubt,
                x[i].meant ? x[i].meant : "-", i == n - 1 ? "\n" : "");
}

/* What is said of the tableau, its warnings, orders and all else. */
static bool put_differences(const struct expected_case *c, FILE *out)
{
    known.bench.diags.count = 0;
    const struct tableau *t = tableau_in_text(&known, c->text);
    struct analysis a = tableau_analyse(known.arena, t);
    struct report_catalogue of = report_catalogue_of(known.arena, &known.catalogue, &a);
    fputs(report_on(&a, &of, "catalogue"), out);
    fputs(messages_of(&known.bench), out);
    fputs("orders", out);
    for (int i = 0; i < a.rows; i++)
        fprintf(out, " %d", a.row[i].order);
    fprintf(out, ", %d stages off, %d of them rounded, %d equal", a.mismatches,
            a.mismatches_rounded, a.structure.equal);
    print_match(&of, a.rows, out);
    print_mends(&a, out);
    print_suspects(t, out);
    return true;
}

static int open_all(void **state)
{
    (void)state;
    open_catalogue(&known);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    close_catalogue(&known);
    return 0;
}

AROUND_ALL(open_all, close_all)

TEST(this_is_said_of_tableaus)
{
    int cases = 0;
    assert_true(
        expected_transcript(POL_TESTS_DIR "/shelf", "catalogue.txt", put_differences, &cases));
    assert_true(cases > 25);
}

TEST(it_is_said_in_json)
{
    struct analysis a = tableau_analyse(
        known.arena, tableau_in_text(&known, "tableau mine order 4 {\n 0 :\n 1/2 : 1/2\n"
                                             " 1/2 : 0, 1/2\n 1 : 0, 0, 1\n"
                                             " b : 1/6, 1/3, 2/3, 0.1667 }"));
    struct report_catalogue of = report_catalogue_of(known.arena, &known.catalogue, &a);
    const char *json = strstr(report_on(&a, &of, "json"), "{\"verdict\": ");
    assert_non_null(json);
    assert_string_equal(json,
                        "{\"verdict\": \"wrong\", \"nearest\": [{\"name\": \"kutta4\", "
                        "\"order\": 4, \"exchanged\": false, \"reduced\": false, "
                        "\"own_rows\": 0, \"rounded\": 1, \"entries\": 10, \"far\": false, "
                        "\"renumbered\": [], \"differences\": [{\"entry\": \"b3\", \"at\": 18, "
                        "\"value\": \"2/3\", \"known\": \"1/3\", "
                        "\"off_by\": 0.3333333333333333}]}], \"mends\": [], "
                        "\"suspects\": [{\"entry\": \"b4\", \"at\": 19, "
                        "\"doubt\": \"fraction\", \"meant\": \"1/6\", \"size\": 0, "
                        "\"others\": 0}]}}\n");
}

/* What other collections' names stand for is on the shelf. */
TEST(names_elsewhere_are_of_the_shelf)
{
    const char *p = shelf_builtin_file("elsewhere.tsv")->chars;
    int calls = 0;
    for (char call[80]; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (*p != '#' && sscanf(p, "%*[^\t]\t%*[^\t]\t%79[^\n]", call) == 1 &&
            !strpbrk(call, "-!") && strcmp(call, "radau_iia(s)") != 0)
            calls += get(&known.bench, call) != NULL;
    assert_true(calls > 70);
}
