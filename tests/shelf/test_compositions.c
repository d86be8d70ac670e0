/* SPDX-License-Identifier: MIT
 *
 * Every composition of the shelf against the axioms of its kind.  A new file
 * is found by itself.  Wrong ones, and single digits changed in right ones,
 * must be found out by the same axioms.
 */
#define _POSIX_C_SOURCE 200809L

#include "published.h"

#include "include/polhode.h"
#include "shelf/axioms.h"
#include "sampled.h"
#include "shelf/drafts.h"
#include "tableau/tableau.h"

typedef const struct number *value;

static const char *fault_of_tree(const struct ast *file, const char *name)
{
    if (!file)
        return "is not read";
    if (file->n != 1 || file->child[0]->kind != AST_COMPOSITION)
        return "is not one composition";
    if (strcmp(file->child[0]->name, name) != 0)
        return "has another name than its file";
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

static const char *fault_of_order(struct arena *arena,
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

static const char *fault_of(const struct source *source, const char *name)
{
    struct arena *arena = test_arena();
    struct diags diags = diags_new(arena);
    const struct ast *file = lang_parse(names_new(arena), &diags, source);
    const char *fault = diags.count > 0 ? "is not read without a message"
                                        : fault_of_tree(file, name);
    if (!fault) {
        const struct composition *c = composition_build(&diags, file->child[0]);
        if (diags.count > 0)
            fault = "is not built without a message";
        else if (!has_year(c->source))
            fault = "names no source";
        else
            fault = fault_of_order(arena, c);
    }
    arena_free(arena);
    return fault;
}

TEST(all_compositions_keep_the_axioms)
{
    all_keep(SHELF_COMPOSITION, fault_of);
}

TEST(a_changed_digit_is_found_out)
{
    struct shelf_bench b;
    open_shelf(&b, NULL);
    int n = shelf_count(b.shelf, SHELF_COMPOSITION), changes = 0, missed = 0;
    for (int i = 0; i < n; i++) {
        const struct shelf_file *f = shelf_at(b.shelf, SHELF_COMPOSITION, i);
        changes += change_digits(f, "\ncomposition", 60, sampled_all() ? 1 : 5,
                                 fault_of, &missed);
    }
    assert_true(changes > 200);
    assert_int_equal(missed, 0);
    arena_free(b.arena);
}

#define NOBODY "# A. Nobody 1999.\n"
#define TRIPLE "1/(2 - 2^(1/3)), 1 - 2/(2 - 2^(1/3)), 1/(2 - 2^(1/3))"
#define FIFTH  "1/(2 - 2^(1/5)), 1 - 2/(2 - 2^(1/5)), 1/(2 - 2^(1/5))"

TEST(wrong_compositions_are_found_out)
{
    static const struct wrong_case cases[] = {
        {NOBODY "composition wrong order 4 for symmetric order 2: " TRIPLE,
         NULL},
        {NOBODY "composition wrong order 6 for symmetric order 4: " FIFTH,
         NULL},
        {NOBODY "composition wrong order 6 for symmetric order 2: " FIFTH,
         "claims too high an order"},
        {NOBODY "composition wrong order 2 for symmetric order 2: " TRIPLE,
         "claims too low an order"},
        {NOBODY "composition wrong order 4 for symmetric order 4: " FIFTH,
         "claims too low an order"},
        {NOBODY "composition wrong order 4 for symmetric order 2:\n"
                "1.35120719195965763404768780897146,\n"
                "-1.70241438391931526809537561794292,\n"
                "1.35120719195965763404768780897146",
         "has not digits enough"},
        {NOBODY "composition wrong for symmetric order 2: " TRIPLE,
         "claims no order"},
        {"# A. Nobody.\n"
         "composition wrong order 4 for symmetric order 2: " TRIPLE,
         "names no source"},
        {NOBODY "composition right order 4 for symmetric order 2: " TRIPLE,
         "has another name than its file"},
        {NOBODY "composition wrong order 2 for symmetric order 2: 1/2, 1/3",
         "is not built without a message"},
        {NOBODY "composition wrong order 2 for symmetric order 2:",
         "is not read without a message"},
        {NOBODY "body wrong", "is not one composition"},
    };
    are_found_out(SHELF_COMPOSITION, "compositions", cases,
                  sizeof cases / sizeof *cases, fault_of);
}

static void ignore(void *to, const char *name, const char *text, size_t length)
{
    (void)to, (void)name, (void)text, (void)length;
}

/* A float's range is small: in the code for a body of large inertia no constant
 * may be zero or too large, as products of products would be. */
TEST(constants_stay_moderate)
{
    struct shelf_bench b;
    open_shelf(&b, NULL);
    for (int i = 0; i < shelf_count(b.shelf, SHELF_COMPOSITION); i++) {
        char method[80];
        pol_options o = pol_default_options();
        snprintf(method, sizeof method, "%s(mr)",
                 shelf_at(b.shelf, SHELF_COMPOSITION, i)->name);
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
    arena_free(b.arena);
}
