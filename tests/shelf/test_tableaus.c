/* SPDX-License-Identifier: MIT
 *
 * Every tableau and composition of the shelf against the axioms of its kind.  A
 * new file is found by itself.
 */
#define _POSIX_C_SOURCE 200809L

#include "families.h"
#include "include/polhode.h"
#include "tableau/analysis.h"

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

static const char *order_of_tableau(struct arena *arena,
                                    const struct tableau *t)
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

/* g_1^n + ... + g_s^n */
static value power_sum(struct arena *arena, const struct composition *c, int n)
{
    value sum = number_int(arena, 0);
    for (int i = 0; i < c->steps; i++)
        sum = number_add(arena, sum, number_power(arena, c->factor[i], n));
    return sum;
}

/* Conditions that are seen without any algebra: the powers of the factors that
 * belong to the method's own error terms add up to 0. */
static double powers_left(struct arena *arena, const struct composition *c)
{
    double left = fabs(number_double(
        number_sub(arena, power_sum(arena, c, 1), number_int(arena, 1))));
    for (int n = c->base + 1; n < c->claim; n += 2)
        left = fmax(left, fabs(number_double(power_sum(arena, c, n))));
    return left;
}

static const char *order_of_composition(struct arena *arena,
                                        const struct composition *c)
{
    double left = powers_left(arena, c);
    if (c->claim == 0)
        return "claims no order";
    if (left > 1e-62)
        return left > 1e-30 ? "claims too high an order"
                            : "has not digits enough";
    int order = composition_order(arena, c, c->claim + 2);
    if (order < c->claim)
        return "claims too high an order";
    return order > c->claim ? "claims too low an order" : NULL;
}

/* What is wrong with a file of the kind; NULL if the axioms hold. */
static const char *fault_of(struct arena *arena, enum shelf_kind kind,
                            const struct shelf_file *f)
{
    struct diags diags = diags_new(arena);
    const struct ast *file = lang_parse(names_new(arena), &diags, f->text);
    const struct tableau *t = NULL;
    const struct composition *c = NULL;
    const char *fault = NULL;
    if (diags.count > 0 || !file)
        return "is not read without a message";
    if (file->n != 1 ||
        file->child[0]->kind !=
            (kind == SHELF_TABLEAU ? AST_TABLEAU : AST_COMPOSITION))
        return "is not one tableau or composition";
    if (strcmp(file->child[0]->name, f->name) != 0)
        return "has another name than its file";
    if (kind == SHELF_TABLEAU)
        t = tableau_build(&diags, file->child[0]);
    else
        c = composition_build(&diags, file->child[0]);
    if (diags.count > 0)
        return "is not built without a message";
    if (!has_year(t ? t->source : c->source))
        return "names no source";
    fault = t ? order_of_tableau(arena, t) : order_of_composition(arena, c);
    return fault || !t ? fault : fault_of_stability(arena, t);
}

static struct shelf *open_shelf(struct arena *arena)
{
    struct diags *diags = arena_array(arena, 1, sizeof *diags);
    *diags = diags_new(arena);
    return shelf_open(diags, NULL, 0);
}

static void all_keep(enum shelf_kind kind)
{
    struct arena *arena = test_arena();
    struct shelf *shelf = open_shelf(arena);
    int n = shelf_count(shelf, kind), faults = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(shelf, kind, i);
        struct arena *own = test_arena();
        /* a family: test_families */
        const char *fault = f->is_lua ? NULL : fault_of(own, kind, f);
        if (fault)
            print_error("%s %s\n", f->name, fault);
        faults += fault != NULL;
        arena_free(own);
    }
    arena_free(arena);
    assert_true(n > 0 && faults == 0);
}

TEST(all_tableaus_keep_the_axioms)
{
    all_keep(SHELF_TABLEAU);
}

TEST(all_compositions_keep_the_axioms)
{
    all_keep(SHELF_COMPOSITION);
}

static void ignore(void *to, const char *name, const char *text, size_t length)
{
    (void)to, (void)name, (void)text, (void)length;
}

/* A float's range is small: in the code for a body of large inertia no constant
 * may be zero or too large, as products of products would be. */
TEST(constants_stay_moderate)
{
    struct arena *arena = test_arena();
    struct shelf *shelf = open_shelf(arena);
    for (int i = 0; i < shelf_count(shelf, SHELF_COMPOSITION); i++) {
        char method[80];
        pol_options o = pol_default_options();
        snprintf(method, sizeof method, "%s(mr)",
                 shelf_at(shelf, SHELF_COMPOSITION, i)->name);
        o.method = method;
        o.real = POL_FLOAT;
        pol_job *job = pol_open(&o);
        assert_int_equal(pol_read(job, POL_ROOT_DIR "/specs/satellite.pol"),
                         POL_OK);
        assert_int_equal(pol_emit(job, "c99", ignore, NULL), POL_OK);
        if (pol_diag_count(job))
            fail_msg("%s: %s", method, pol_diag_at(job, 0)->message);
        pol_close(job);
    }
    arena_free(arena);
}
