/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf runs in rkmk and has there the order that it has,
 * with a torque of time and attitude: each in one form and with one map, these
 * taking turns (test_whole_shelf_forms has all of them).  A new file is found
 * by itself.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/whole_shelf.h"

#include "shelf/dropped.h"

static void every_tableau_has_its_order(void **state)
{
    static const char *const form[] = {"rate", "momentum"};
    static const char *const map[] = {"exp", "cay"};
    static struct tableau_calls all;
    bool good = true;
    tableaus_of_shelf(&all, NULL);
    assert_true(all.n >= 24);
    for (int i = 0; i < all.n; i++) {
        struct use u = use_of(all.call[i], form[i % 2], map[i / 2 % 2], NULL);
        good &= all.large[i] || is_right(*state, &u);
    }
    assert_true(good);
}

static void the_motion_is_known_to_all_digits(void **state)
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
    struct seen s = see_use(m, &u);
    drop_end(&d);
    assert_false(s.refused);
    return is_of_order(&s, order);
}

static void wrong_tableaus_are_found_out(void **state)
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
    struct use u = {.tableau = "dop853", .folder = d.folder};
    snprintf(u.call, sizeof u.call, "mine(dop853, %s)", options);
    struct seen s = see_use(m, &u);
    drop_end(&d);
    assert_false(s.refused);
    return is_of_order(&s, s.claim);
}

static void wrong_methods_are_found_out(void **state)
{
    struct motions *m = *state;
    const char *const time = "s.t + tab.c[i] *", *const n = "commutators(opt),";
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_motion_is_known_to_all_digits),
        cmocka_unit_test(every_tableau_has_its_order),
        cmocka_unit_test(wrong_tableaus_are_found_out),
        cmocka_unit_test(wrong_methods_are_found_out),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
