/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf has its order in rkmk in both forms, with both
 * maps, and with each attitude of the shelf (test_whole_shelf, for which each
 * build has time, tries each tableau once).
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/whole_shelf.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const form[] = {"momentum", "rate"};
static const char *const map[] = {"exp", "cay"};

static void every_tableau_has_its_order_in_each_form_with_each_map(void **state)
{
    static struct tableau_calls all;
    bool good = true;
    tableaus_of_shelf(&all, NULL);
    for (int i = 0; i < all.n; i++)
        for (size_t k = 0; k < COUNT(form) * COUNT(map); k++) {
            struct use u = use_of(all.call[i], form[k % 2], map[k / 2], NULL);
            good &= is_right(*state, &u);
        }
    assert_true(good);
}

/* The attitude is turned by one rotation at the end of a step, whatever the
 * tableau: one of each kind goes with each. */
static void every_attitude_goes_with_tableaus_of_each_kind(void **state)
{
    static const char *const tableau[] = {"kutta4", "cooper_verner8", "trbdf2",
                                          "gauss4"};
    static const char *const attitude[] = {"matrix",
                                           "quaternion(renormalise = each)",
                                           "quaternion(renormalise = first)",
                                           "mrp",
                                           "rodrigues",
                                           "rotation_vector",
                                           "euler(zyx)",
                                           "euler(zxz)"};
    bool good = true;
    for (size_t i = 0; i < COUNT(tableau); i++)
        for (size_t k = 0; k < COUNT(attitude); k++) {
            struct use u =
                use_of(tableau[i], form[k % 2], map[i % 2], attitude[k]);
            good &= is_right(*state, &u);
        }
    assert_true(good);
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
        cmocka_unit_test(
            every_tableau_has_its_order_in_each_form_with_each_map),
        cmocka_unit_test(every_attitude_goes_with_tableaus_of_each_kind),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
