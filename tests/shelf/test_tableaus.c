/* SPDX-License-Identifier: MIT
 *
 * Every tableau and composition of the shelf against the axioms of its kind.  A
 * new file is found by itself.
 */
#include "families.h"

#include <ctype.h>

/* A comment names its source only if it has a year. */
static bool has_year(const char *text)
{
    for (; text && *text; text++) {
        char *end;
        if (!isdigit((unsigned char)*text))
            continue;
        long year = strtol(text, &end, 10);
        if (end - text == 4 && year > 1700 && year < 2100)
            return true;
        text = end - 1;
    }
    return false;
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

static const char *order_of_tableau(struct arena *arena, const struct tableau *t)
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
static const char *fault_of_stability(struct arena *arena, const struct tableau *t)
{
    for (const char *c = t->source; (c = strstr(c, "-stable")); c++) {
        struct tableau said = *t;
        if (c == t->source || (c[-1] != 'A' && c[-1] != 'L'))
            continue;
        if (c - t->source > 6 && !strncmp(c - 6, "bhat ", 5)) {
            if (!t->bhat)
                return "has no embedded weights";
            size_t n = (size_t)t->stages, all = (size_t)tableau_entries(t);
            num *entry = arena_array(arena, all, sizeof *entry);
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
    double left =
        fabs(number_double(number_sub(arena, power_sum(arena, c, 1), number_int(arena, 1))));
    for (int n = c->base + 1; n < c->claim; n += 2)
        left = fmax(left, fabs(number_double(power_sum(arena, c, n))));
    return left;
}

static const char *order_of_composition(struct arena *arena, const struct composition *c)
{
    double left = powers_left(arena, c);
    if (c->claim == 0)
        return "claims no order";
    if (left > 1e-62)
        return left > 1e-30 ? "claims too high an order" : "has not digits enough";
    int order = composition_order(arena, c, c->claim + 2);
    if (order < c->claim)
        return "claims too high an order";
    return order > c->claim ? "claims too low an order" : NULL;
}

/* Of members of families: orders of trees up to 10, and beyond it those of
 * B(p), C(q) and D(r). */
static const char *order_of_member(struct arena *arena, const struct tableau *t)
{
    struct analysis a = tableau_analyse(arena, t);
    if (a.row[0].order < t->claim)
        return "claims too high an order";
    if (a.row[0].order_most > t->claim)
        return "claims too low an order";
    for (int i = 1; i < a.rows; i++)
        if (a.row[i].order < t->claim - 1)
            return "has embedded weights of too low an order";
    return NULL;
}

/* What is wrong with it; NULL if the axioms hold. */
static const char *fault_of_tableau(struct family_bench *b, const char *call)
{
    struct arena *arena = b->kit.arena;
    const struct tableau *t = tableau_of_text(&b->kit, call);
    if (!t || b->diags.count > 0)
        return "is not made without a message";
    if (strcmp(t->name, call) != 0)
        return "has another name than its call";
    if (!has_year(t->source))
        return "names no source";
    const char *fault = strchr(call, '(') ? order_of_member(arena, t) : order_of_tableau(arena, t);
    return fault ? fault : fault_of_stability(arena, t);
}

TEST(all_tableaus_keep_the_axioms)
{
    struct family_bench all;
    const char *const *call;
    int faults = 0;
    open_families(&all, NULL);
    int n = tableau_calls(&all.kit, 0, &call);
    for (int i = 0; i < n; i++) {
        struct family_bench b;
        open_families(&b, NULL);
        const char *fault = fault_of_tableau(&b, call[i]);
        if (fault)
            print_error("%s %s\n", call[i], fault);
        faults += fault != NULL;
        close_families(&b);
    }
    assert_true(n > 200 && faults == 0);
    close_families(&all);
}

static const char *fault_of_composition(struct arena *arena, const struct shelf_file *f)
{
    struct diags diags = diags_new(arena);
    syntax file = lang_parse(names_new(arena), &diags, f->text);
    if (diags.count > 0 || !file)
        return "is not read without a message";
    if (file->n != 1 || file->child[0]->kind != AST_COMPOSITION ||
        strcmp(file->child[0]->name, f->name) != 0)
        return "is not one composition of the file's name";
    const struct composition *c = composition_build(&diags, file->child[0]);
    if (diags.count > 0)
        return "is not built without a message";
    return has_year(c->source) ? order_of_composition(arena, c) : "names no source";
}

TEST(all_compositions_keep_the_axioms)
{
    struct family_bench b;
    open_families(&b, NULL);
    int n = shelf_count(b.kit.shelf, SHELF_COMPOSITION), faults = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(b.kit.shelf, SHELF_COMPOSITION, i);
        const char *fault = fault_of_composition(b.kit.arena, f);
        if (fault)
            print_error("%s %s\n", f->name, fault);
        faults += fault != NULL;
    }
    assert_true(n > 0 && faults == 0);
    close_families(&b);
}
