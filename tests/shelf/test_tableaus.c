/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf against the axioms of its kind.  A new file is
 * found by itself.  Wrong tableaus, and single digits changed in right ones,
 * which are drawn, must be found out by the same axioms.
 */
#define _POSIX_C_SOURCE 200809L

#include "published.h"

#include "sampled.h"
#include "tableau/analysis.h"
#include "tableau/tableau.h"

static const char *fault_of_tree(const struct ast *file, const char *name)
{
    if (!file)
        return "is not read";
    if (file->n != 1 || file->child[0]->kind != AST_TABLEAU)
        return "is not one tableau";
    if (strcmp(file->child[0]->name, name) != 0)
        return "has another name than its file";
    return NULL;
}

/* The order that a row of embedded weights is published with: one below the
 * claimed for the first, and one less for each further row, where nothing else
 * is known. */
static int least_embedded(const struct tableau *t, int row)
{
    enum { ROWS = 2 };
    static const struct {
        const char *name;
        int order[ROWS];
    } known[] = {{"fehlberg12", {2}},   {"fehlberg23", {3}},
                 {"fehlberg34", {4}},   {"fehlberg45", {5}},
                 {"fehlberg45f1", {5}}, {"england", {5}},
                 {"ceschino24", {4}},   {"fehlberg56", {6}},
                 {"fehlberg67", {7}},   {"fehlberg78", {8}},
                 {"feagin10", {8}},     {"mikkawy_eisa64", {4}},
                 {"dop853", {5, 3}},    {"esdirk536", {3}},
                 {"jorgensen34", {4}},  {"alamri_ketcheson86", {4}},
                 {"billington2", {3}},  {"trbdf2", {3}},
                 {"trx2", {3}},         {"tsitouras_papakostas86", {6}},
                 {"verner78", {8}},     {"verner89", {9}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (row < ROWS && !strcmp(t->name, known[i].name))
            return known[i].order[row];
    int least = t->claim - 1 - row;
    return least > 1 ? least : 1;
}

static const char *fault_of_order(struct arena *arena, const struct tableau *t)
{
    int order = tableau_order(arena, t, 0, t->claim + 1);
    if (t->claim == 0)
        return "claims no order";
    if (order < t->claim)
        return "claims too high an order";
    if (order > t->claim)
        return "claims too low an order";
    for (int i = 0; i < t->embedded; i++) {
        int least = least_embedded(t, i);
        if (tableau_order(arena, t, 1 + i, least) < least)
            return "has embedded weights of too low an order";
    }
    return NULL;
}

static bool is_stable(struct arena *arena, const struct tableau *t, char kind)
{
    struct stability s = tableau_stability(arena, t);
    return kind == 'L' ? s.l_stable : s.a_stable;
}

/* "A-stable", "L-stable" in the comment are said of b, "bhat L-stable" and
 * the like of the first embedded weights. */
static const char *fault_of_stability(struct arena *arena,
                                      const struct tableau *t)
{
    for (const char *c = t->source; (c = strstr(c, "-stable")); c++) {
        struct tableau said = *t;
        if (c == t->source || (c[-1] != 'A' && c[-1] != 'L'))
            continue;
        if (c - t->source > 6 && !strncmp(c - 6, "bhat ", 5)) {
            if (!t->bhat)
                return "has no embedded weights";
            size_t n = (size_t)t->stages, all = (size_t)tableau_entries(t);
            const struct number **entry =
                arena_array(arena, all, sizeof *entry);
            memcpy(entry, t->a, all * sizeof *entry);
            memcpy(entry + n * n, t->bhat, n * sizeof *entry);
            said = tableau_changed(t, entry);
        }
        if (!is_stable(arena, &said, c[-1]))
            return "is not as stable as it says";
    }
    return NULL;
}

/* The axioms; NULL if they hold. */
static const char *fault_of(const struct source *source, const char *name)
{
    struct arena *arena = test_arena();
    struct diags diags = diags_new(arena);
    const char *fault = NULL;
    const struct ast *file = lang_parse(names_new(arena), &diags, source);
    if (diags.count > 0)
        fault = "is not read without a message";
    else
        fault = fault_of_tree(file, name);
    if (!fault) {
        const struct tableau *t = tableau_build(&diags, file->child[0]);
        if (diags.count > 0)
            fault = "is not built without a message";
        else if (!has_year(t->source))
            fault = "names no source";
        else
            fault = fault_of_order(arena, t);
        if (!fault)
            fault = fault_of_stability(arena, t);
    }
    arena_free(arena);
    return fault;
}

TEST(all_tableaus_keep_the_axioms)
{
    all_keep(SHELF_TABLEAU, fault_of);
}

/* All digits of a short file; of a long one, where each number has dozens of
 * them, the first of each number; of one longer still, of each fifth.  Of
 * rounded decimals those that are far from the last. */
static int change_some(const struct shelf_file *f, int *missed)
{
    bool brief = f->text->length<1500, huge = f->text->length> 4000;
    int all = strstr(f->text->chars, " rounded {") ? 10 : 1000;
    return change_digits(f, "\ntableau", brief ? all : 1, huge ? 5 : 1,
                         fault_of, missed);
}

TEST(a_changed_digit_is_found_out)
{
    struct shelf_bench b;
    open_shelf(&b, NULL);
    int n = shelf_count(b.shelf, SHELF_TABLEAU), changes = 0, missed = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(b.shelf, SHELF_TABLEAU, i);
        if (!f->is_lua && (sampled_all() || !drawn(f->name, 8)))
            changes += change_some(f, &missed);
    }
    assert_true(changes > (sampled_all() ? 1000 : 50));
    assert_int_equal(missed, 0);
    arena_free(b.arena);
}

#define NOBODY "# A. Nobody 1999.\n"

TEST(wrong_tableaus_are_found_out)
{
    static const struct wrong_case cases[] = {
        {NOBODY "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }", NULL},
        {NOBODY "tableau wrong order 3 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "claims too high an order"},
        {NOBODY "tableau wrong order 1 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "claims too low an order"},
        {NOBODY "tableau wrong {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "claims no order"},
        {NOBODY
         "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1\nbhat : 1, 1 }",
         "has embedded weights of too low an order"},
        {"# L-stable.\n" NOBODY "tableau wrong order 2 {\n1/2 : 1/2\nb : 1 }",
         "is not as stable as it says"},
        {"# A-stable.\n" NOBODY
         "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "is not as stable as it says"},
        {"# A-stable, bhat A-stable.\n" NOBODY
         "tableau wrong order 2 {\n0 : 0, 0\n1 : 1/2, 1/2\n"
         "b : 1/2, 1/2\nbhat : 1, 0 }",
         "is not as stable as it says"},
        {"# A. Nobody.\n"
         "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "names no source"},
        {NOBODY "tableau right order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1 }",
         "has another name than its file"},
        {NOBODY "tableau wrong order 2 {\n0 :\n1/3 : 1/2\nb : 0, 1 }",
         "is not built without a message"},
        {NOBODY "tableau wrong order 2 {\n0 :\n1/2 : 1/2\nb : 0, 1",
         "is not read without a message"},
        {NOBODY "body wrong", "is not one tableau"},
    };
    are_found_out(SHELF_TABLEAU, "tableaus", cases,
                  sizeof cases / sizeof *cases, fault_of);
}
