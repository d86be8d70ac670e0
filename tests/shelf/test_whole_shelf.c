/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf runs in rkmk and has there the order that it has,
 * with a torque of time and attitude: in both forms and with both maps, and
 * beside every kind of attitude.  A new file is found by itself.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/whole_shelf.h"

#include "shelf/dropped.h"
#include "shelf/kinds.h"

static const char *const form[] = {"momentum", "rate"};
static const char *const map[] = {"exp", "cay"};

static bool is_right_as(struct motions *m, const char *tableau, int k,
                        const char *attitude, bool draft)
{
    struct use u = use_of(tableau, form[k % 2], map[k / 2 % 2], attitude);
    u.draft = draft;
    return is_right(m, &u);
}

/* Finished in one way, and as a draft with the other form and map; what the
 * passes do is not the tableau's. */
TEST(every_tableau_has_its_order)
{
    const struct attitudes attitudes = attitudes_of_shelf(NULL);
    static struct tableau_calls all;
    bool good = true;
    tableaus_of_shelf(&all, NULL);
    assert_true(all.n >= 24);
    for (int i = 0; i < all.n; i++) {
        const char *call = all.call[i];
        int way = drawn(call, 4 * attitudes.n);
        if (!in_share(i))
            continue;
        good &= is_right_as(*state, call, way, attitudes.call[way / 4], false);
        for (int k = 0; k < 4; k++)
            if (k == 3 - way % 4 || (sampled_all() && k != way % 4))
                good &= is_right_as(*state, call, k, NULL, !sampled_all());
    }
    assert_true(good);
}

/* The attitude is turned by one rotation at the end of a step, whatever the
 * tableau: one of each file goes with one of each kind. */
TEST(every_attitude_goes_with_tableaus_of_each_kind)
{
    static const char *const tableau[] = {"kutta4", "cooper_verner8", "trbdf2",
                                          "gauss4"};
    const struct attitudes attitudes = attitudes_of_shelf(NULL);
    const struct choices c = {3, {count_files(&attitudes), 4, 4}};
    struct rows rows = rows_of_pairs(&c);
    bool good = true;
    for (int i = 0; i < rows.n; i++) {
        const int *row = rows.row[i];
        const char *call = tableau[row[1]];
        int attitude = drawn_of_file(&attitudes, row[0], call);
        if (in_share(i))
            good &= is_right_as(*state, call, row[2], attitudes.call[attitude],
                                false);
    }
    assert_true(good);
    rows_free(&rows);
}

TEST(the_motion_is_known_to_all_digits)
{
    struct motions *m = *state;
    mpfr_t less[DRIVEN_STATE];
    driven_init(less, DRIVEN_STATE);
    for (int k = LONGEST; k <= SHORTEST; k += 4) {
        driven_at(ldexp(1, -k), DRIVEN_COLUMNS - 2, less);
        assert_true(precise_gap(less, motion_to(m, k), DRIVEN_STATE) < 1e-59);
    }
    driven_clear(less, DRIVEN_STATE);
}

/* A changed copy of a tableau, dropped on the shelf, is found; has it this
 * order, in rate form? */
static bool drops_of_order(struct motions *m, int order, const char *from,
                           const char *part, const char *by)
{
    static struct tableau_calls all;
    struct dropped d = drop_begin();
    char file[40];
    int found = 0;
    snprintf(file, sizeof file, "%s.pol", from);
    drop_changed(&d, "tableaus", file, "mine.pol", part, by);
    tableaus_of_shelf(&all, d.folder);
    for (int i = 0; i < all.n; i++)
        found += strcmp(all.call[i], "mine") == 0;
    assert_int_equal(found, 1);
    struct use u = use_of("mine", "rate", NULL, NULL);
    u.folder = d.folder;
    u.draft = true;
    struct seen s = see_use(m, &u);
    drop_end(&d);
    assert_false(s.refused);
    return is_of_order(&s, order);
}

TEST(wrong_tableaus_are_found_out)
{
    struct motions *m = *state;
    assert_true(drops_of_order(m, 4, "kutta4", "1/6", "1/6"));
    assert_false(drops_of_order(m, 4, "kutta4", "b   : 1/6, 1/3", //
                                "b   : 1/3, 1/6"));
    assert_false(drops_of_order(m, 3, "kutta4", "1/6", "1/6"));
    assert_false(drops_of_order(m, 4, "kutta4", "1/2 : 1/2", "1/3 : 1/2"));
    assert_true(drops_of_order(m, 8, "dop853", "9/512", "9/512"));
    assert_false(drops_of_order(m, 8, "dop853", "-9/512", "-9/511"));
    assert_false(drops_of_order(m, 3, "crouzeix3", "sqrt(3)/6", "sqrt(3)/7"));
}

/* A changed copy of rkmk.lua. */
static bool is_right_with(struct motions *m, const char *part, const char *by,
                          const char *options)
{
    struct dropped d = drop_begin();
    drop_changed(&d, "methods", "rkmk.lua", "mine.lua", part, by);
    struct use u = {.tableau = "dop853", .folder = d.folder, .draft = true};
    snprintf(u.call, sizeof u.call, "mine(dop853, %s)", options);
    struct seen s = see_use(m, &u);
    drop_end(&d);
    assert_false(s.refused);
    return is_of_order(&s, s.claim);
}

TEST(wrong_methods_are_found_out)
{
    struct motions *m = *state;
    const char *const time = "s.t + tab.c[i] *",
                      *const n = "commutators(opt, m.adaptive and tab.bhat),";
    assert_true(is_right_with(m, time, time, "form = momentum"));
    assert_false(is_right_with(m, time, "s.t + 0 *", "form = momentum"));
    assert_false(is_right_with(m, n, "5,", "form = rate"));
    assert_true(is_right_with(m, n, n, "form = rate, dexpinv = 5"));
}

static int begin(void **state)
{
    *state = motions_new();
    return 0;
}

static int end(void **state)
{
    motions_free(*state);
    return 0;
}

AROUND_ALL(begin, end)
