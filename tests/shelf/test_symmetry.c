/* SPDX-License-Identifier: MIT
 *
 * Symmetric methods come back to where they started when they are run
 * backwards, others do not.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms.h"
#include "shelf/dropped.h"
#include "shelf/variants.h"

struct body {
    const char *spec;
    struct load_of load;
};

/* From the one on which most can go wrong on. */
enum { BODIES = 5 };
static struct body bodies[BODIES] = {{.spec = SPEC("thrown")},
                                     {.spec = SPEC("offdiag")},
                                     {.spec = SPEC("kicked")},
                                     {.spec = SPEC("fast_top")},
                                     {.spec = TEST_BODY("free_full")}};

static int look_at_bodies(void **state)
{
    (void)state;
    for (int i = 0; i < BODIES; i++)
        bodies[i].load = load_of_spec(bodies[i].spec);
    return 0;
}

/* A tableau among many need not move a body. */
static const char *hardest_body(const struct variant *v)
{
    int i = v->everywhere ? 0 : 1;
    while (i < BODIES - 1 && !variant_admits(v, bodies[i].load))
        i++;
    return bodies[i].spec;
}

/* The distance from the start after n steps forth and n back; `turn` is the
 * angle by which the body turns at first in one. */
static double return_error(const pol_stepper *s, double turn, long n)
{
    struct body_state b = start_of(s);
    struct end start = {0}, end = {0};
    double w[3];
    s->omega(b.x, w);
    double h = turn / norm3(w);
    read_end(s, b.x, &start);
    assert_int_equal(s->run(b.x, b.par, b.in, h, n), 0);
    assert_int_equal(s->run(b.x, b.par, b.in, -h, n), 0);
    read_end(s, b.x, &end);
    return distance(&end, &start);
}

static bool returns(const struct variant *v, bool loud)
{
    struct loaded l = load_variant(hardest_body(v), v);
    double once = return_error(l.s, 0.4, 1);
    double often = v->symmetric ? return_error(l.s, 0.1, 100) : 0;
    unload(l);
    bool good = v->symmetric ? once < 1e-13 && often < 1e-11 : once > 1e-13;
    if (!good && loud)
        print_error("%s, which %s symmetric, is off by %.1e after one step "
                    "forth and back, %.1e after a hundred\n",
                    v->call, v->symmetric ? "is" : "is not", once, often);
    return good;
}

static void symmetric_methods_return_others_do_not(void **state)
{
    static struct variants all;
    (void)state;
    variants_of_shelf(&all, NULL);
    int symmetric = 0;
    bool good = true;
    for (int i = 0; i < all.n; i++) {
        good &= returns(&all.v[i], true);
        symmetric += all.v[i].symmetric;
    }
    assert_true(symmetric > 0);
    assert_true(good);
}

static bool found_out(const char *from, const char *part, const char *by,
                      const char *call)
{
    struct dropped d = drop_begin();
    drop_changed(&d, "methods", from, "liar.lua", part, by);
    struct variant v = variant_of(d.folder, call);
    bool good = returns(&v, false);
    drop_end(&d);
    return !good;
}

static void methods_that_lie_are_found_out(void **state)
{
    (void)state;
    const char *const claim = "symmetric = true";
    assert_false(found_out("imidm.lua", claim, claim, "liar"));
    assert_true(found_out("imidm.lua", claim, "symmetric = false", "liar"));
    assert_true(found_out("imidm.lua", "s.t + h/2", "s.t", "liar"));
    assert_true(found_out("rkmk.lua", "symmetric = is_symmetric",
                          "symmetric = true", "liar(kutta4)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetric_methods_return_others_do_not),
        cmocka_unit_test(methods_that_lie_are_found_out),
    };
    return cmocka_run_group_tests(tests, look_at_bodies, NULL);
}
