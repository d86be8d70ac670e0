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

/* The factors of c67 in another order: their powers cancel all the same. */
#define SIXTH                                                                  \
    OUTER ", " INNER ", " C67_3 ", " C67_4 ", " C67_3 ", " INNER ", " OUTER
#define OUTER                                                                  \
    "0.23557321335935813368479318297853460168646808210340111900349313095621"
#define INNER                                                                  \
    "0.78451361047755726381949763386634987577682441745149338456794779895126"
#define C67_3                                                                  \
    "-1.1776799841788710069464156809643157346392692526345984844753685137967"
#define C67_4                                                                  \
    "1.3151863206839112188842497282388625143519535061594079618078551677785"

TEST(wrong_compositions_are_found_out)
{
    static const struct wrong_case cases[] = {
        {NOBODY "composition wrong order 4 for symmetric order 2: " TRIPLE,
         NULL},
        {NOBODY "composition wrong order 6 for symmetric order 4: " FIFTH,
         NULL},
        {NOBODY "composition wrong order 6 for symmetric order 2: " FIFTH,
         "claims too high an order"},
        {NOBODY "composition wrong order 6 for symmetric order 2: " TRIPLE,
         "claims too high an order"},
        {NOBODY "composition wrong order 6 for symmetric order 2: " SIXTH,
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

/* ---- the order, on bodies whose torque changes within a step ---------------
 */

static const char *const base[] = {"rkmk(midpoint)",
                                   "rkmk(midpoint, form = rate)",
                                   "rkmk(trapezoid)",
                                   "rkmk(gauss(1))",
                                   "rkmk(gauss4)",
                                   "imid",
                                   "imidm",
                                   "trap",
                                   "trapm",
                                   "liemid_ea",
                                   "mr",
                                   "sr",
                                   "sej",
                                   "sdmv2",
                                   "frb_exact",
                                   "projected(rkmk(midpoint))"};
static const char *const over[] = {"triple4", "suzuki4", "mclachlan4",
                                   "c45",     "c67",     "c69",
                                   "c815",    "c817",    "c67(triple4"};
static const char *const torque[] = {
    "torque body [cos(3*t), 0, 0.5*t]\n",
    "potential dot(R'*e3, [0.3, -0.4, 1])\n",
    "potential (1 + 0.4*sin(2*t))*dot(R'*e3, [0.3, -0.4, 1])\n",
    "input u[3] = [cos(3*t), 0, 0.5*t]\ntorque body u\n"};
enum {
    BASES = sizeof base / sizeof *base,
    OVERS = sizeof over / sizeof *over,
    TORQUES = sizeof torque / sizeof *torque
};

static int tried;

static bool has_its_order(const char *b, const char *over_it, const char *acts)
{
    char text[500], method[120];
    snprintf(text, sizeof text, "body b\ninertia diag(1, 2, 2.5)\n%s%s", acts,
             "start w = [0.9, 0.6, 0.3]\n");
    snprintf(method, sizeof method, "%s(%s%s", over_it, b,
             strchr(over_it, '(') ? "))" : ")");
    pol_options o = pol_default_options();
    o.method = method;
    o.inputs = POL_ACT;
    struct loaded l;
    struct observed seen = {NAN, NAN};
    if (!draft_try(&l, AS_TEXT, text, &o, false))
        return true; /* of order 4 alone, or not for such a torque */
    o.method = "rkmk(cooper_verner8, dexpinv = exact)";
    struct loaded exact = draft_text(text, &o);
    bool good = false;
    for (double t_end = 4; !good && t_end > 0.6; t_end /= 1.5) {
        struct end end = run_to(exact.s, t_end, 500);
        seen = observe(l.s, &end, t_end, 1e-12);
        good = seen.order > l.s->order - 0.25;
    }
    if (!good)
        print_error("%s with %s: order %.2f, claims %d\n", method, acts,
                    seen.order, l.s->order);
    tried++;
    unload(exact);
    unload(l);
    return good;
}

TEST(each_has_its_order_whatever_the_torque_looks_at)
{
    const struct choices c = {3, {BASES, OVERS, TORQUES}};
    struct rows rows = rows_of_pairs(&c);
    bool good = true;
    for (int i = 0; i < rows.n; i++) {
        const int *row = rows.row[i];
        char key[40];
        snprintf(key, sizeof key, "row %d", i);
        if (in_share(i) && (sampled_all() || i == 0 || !drawn(key, 6)))
            good &= has_its_order(base[row[0]], over[row[1]], torque[row[2]]);
    }
    rows_free(&rows);
    assert_true(tried > 5);
    /* the example of specs/README.md */
    for (int i = 0; i < TORQUES; i++)
        good &=
            has_its_order("rkmk(midpoint, form = rate)", "suzuki4", torque[i]);
    assert_true(good);
}
