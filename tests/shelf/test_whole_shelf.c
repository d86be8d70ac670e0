/* SPDX-License-Identifier: MIT
 *
 * Every tableau of the shelf runs in rkmk and, if it is explicit, in magnus,
 * and has there the order that it has alone, which test_tableaus and
 * test_families find exactly: one step of rkmk beside one with the exact
 * inverse of dexp, and one of magnus beside one of rkmk, part by a power of h
 * above that order.  A new file is found by itself.
 */
#include "shelf/axioms.h"
#include "shelf/drafts.h"
#include "shelf/variants.h"

/* By which power of h single steps from the start part: of the finest pair that
 * is far above round-off, 1e-12 by tableaus with large entries; infinite, if
 * they do not part. */
static double power_of(const pol_stepper *a, const pol_stepper *b)
{
    double before = NAN, power = INFINITY;
    for (double h = 1; h > 1e-4; h /= 2) {
        struct end x = run_to(a, h, 1), y = run_to(b, h, 1);
        double now = x.status || y.status ? NAN : distance(&x, &y);
        if (now < 1e-12)
            break;
        if (before < 0.1)
            power = log2(before / now);
        before = now;
    }
    return power;
}

/* False where the tableau is implicit and the method takes none. */
static bool has_its_order(const char *call, const char *other, const char *attitude, bool *good)
{
    struct loaded l, exact;
    pol_options o = options_by(call, attitude);
    if (!draft_try(&l, AS_PATH, TEST_BODY("driven"), &o, false))
        return false;
    o.method = other;
    exact = draft(TEST_BODY("driven"), &o);
    const double power = power_of(l.s, exact.s);
    if (!(power > l.s->order + 0.75)) {
        print_error("%s and %s part as h^%.2f, order %d is claimed\n", call, other, power,
                    l.s->order);
        *good = false;
    }
    unload(l);
    unload(exact);
    return true;
}

TEST(every_tableau_has_its_order)
{
    static struct tableau_calls all;
    const struct attitudes attitudes = attitudes_of_shelf();
    bool good = true;
    int by_rkmk = 0, by_magnus = 0;
    tableaus_of_shelf(&all);
    assert_true(all.n >= 200);
    for (int i = 0; i < all.n; i++) {
        char call[160], other[160];
        const char *form = drawn(all.call[i], 2) ? "momentum" : "rate";
        const char *attitude = attitudes.call[drawn(all.call[i], attitudes.n)];
        if (!in_share(i) || (!sampled_all() && drawn(all.call[i], 3)))
            continue;
        snprintf(call, sizeof call, "rkmk(%s, form = %s)", all.call[i], form);
        snprintf(other, sizeof other, "rkmk(%s, form = %s, dexpinv = exact)", all.call[i], form);
        by_rkmk += has_its_order(call, other, attitude, &good);
        snprintf(call, sizeof call, "magnus(%s)", all.call[i]);
        snprintf(other, sizeof other, "rkmk(%s, form = rate, dexpinv = exact)", all.call[i]);
        by_magnus += has_its_order(call, other, attitude, &good);
    }
    print_message("%d by rkmk, %d by magnus\n", by_rkmk, by_magnus);
    assert_true(by_rkmk >= 20 && by_magnus >= 10 && by_magnus < by_rkmk);
    assert_true(good);
}
