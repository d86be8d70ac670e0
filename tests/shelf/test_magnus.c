/* SPDX-License-Identifier: MIT
 *
 * One exponential a step: magnus has the order of every explicit tableau of the
 * shelf, without round-off, beside every kind of attitude.
 */
#define _POSIX_C_SOURCE 200809L

#include "sampled.h"
#include "shelf/whole_shelf.h"

#include "shelf/kinds.h"

static struct use magnus_of(const char *tableau, const char *attitude)
{
    struct use u = {.tableau = tableau, .attitude = attitude, .draft = true};
    snprintf(u.call, sizeof u.call, "magnus(%s)", tableau);
    return u;
}

static pol_status ask_explicit(struct pol_job *job, void *argument)
{
    struct tableau_calls *c = argument;
    const struct kit kit = job_kit(job);
    int n = 0;
    for (int i = 0; i < c->n; i++) {
        const struct tableau *t = tableau_of_text(&kit, c->call[i]);
        assert_non_null(t);
        if (t->is_explicit)
            memmove(c->call[n++], c->call[i], sizeof c->call[i]);
    }
    c->n = n;
    return POL_OK;
}

static void every_explicit_tableau_has_its_order(void **state)
{
    const struct attitudes attitudes = attitudes_of_shelf(NULL);
    static struct tableau_calls all;
    bool good = true;
    tableaus_of_shelf(&all, NULL);
    pol_options o = pol_default_options();
    pol_job *job = pol_open(&o);
    assert_int_equal(job_run(job, ask_explicit, &all), POL_OK);
    pol_close(job);
    assert_true(all.n >= 100);
    for (int i = 0; i < all.n; i++) {
        const char *call = all.call[i];
        if (drawn(call, 3) && !sampled_all())
            continue;
        struct use u =
            magnus_of(call, attitudes.call[drawn(call, attitudes.n)]);
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
        cmocka_unit_test(every_explicit_tableau_has_its_order),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
