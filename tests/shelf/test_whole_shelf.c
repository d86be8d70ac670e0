/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf runs in rkmk and has there the order that it has,
 * with a torque of time and attitude.  A new file is found by itself.
 * What rkmk keeps with each, and no more, to fifty digits: in rate form the
 * energy and |L| where the tableau keeps squares, L under reversal where it is
 * symmetric; in momentum form the spatial momentum; and the attitude under
 * reversal with the implicit midpoint alone, and with the trapezoid that goes
 * straight.  G. Cooper, IMA J. Numer. Anal. 7 (1987) 1-13; E. Hairer, C.
 * Lubich, G. Wanner, Geometric Numerical Integration, Springer 2006, sections
 * IV.2 and V.2.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/whole_shelf.h"
#include "shelf/dropped.h"
#include "shelf/attitudes.h"
#include "sampled.h"

/* Of the shelf. */
static struct tableau_calls all;

static const char *const form[] = {"momentum", "rate"};
static const char *const map[] = {"exp", "cay"};

static bool is_right_as(struct motions *m, const char *tableau, int k,
                        const char *attitude, bool draft)
{
    struct use u = use_of(tableau, form[k % 2], map[k / 2 % 2], attitude);
    u.draft = draft;
    return is_right(m, &u);
}

/* In a form, with a map and an attitude that are drawn; one in four is
 * finished, for what the passes do is not the tableau's. */
TEST(every_tableau_has_its_order)
{
    const struct attitudes attitudes = attitudes_of_shelf(NULL);
    bool good = true;
    assert_true(all.n >= 24);
    for (int i = 0; i < all.n; i++) {
        const char *call = all.call[i];
        int way = drawn(call, 4 * attitudes.n);
        if (!in_share(i))
            continue;
        for (int k = 0; k < 4; k++)
            if (k == way % 4 || sampled_all())
                good &= is_right_as(*state, call, k, attitudes.call[way / 4],
                                    !sampled_all() && way % 16 >= 4);
    }
    assert_true(good);
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
    struct dropped d = drop_begin();
    char file[40];
    int found = 0;
    snprintf(file, sizeof file, "%s.pol", from);
    drop_changed(&d, "tableaus", file, "mine.pol", part, by);
    static struct tableau_calls with;
    tableaus_of_shelf(&with, d.folder);
    for (int i = 0; i < with.n; i++)
        found += strcmp(with.call[i], "mine") == 0;
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

/* ---- tests ---- */

static int begin(void **state)
{
    tableaus_of_shelf(&all, NULL);
    *state = motions_new();
    return 0;
}

static int end(void **state)
{
    motions_free(*state);
    return 0;
}

AROUND_ALL(begin, end)
