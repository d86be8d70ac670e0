/* SPDX-License-Identifier: MIT
 *
 * Symmetric methods come back to where they started when they are run
 * backwards, others do not.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms.h"
#include "shelf/dropped.h"
#include "shelf/variants.h"

/* From the one on which most can go wrong on. */
static const char *const bodies[] = {SPEC("offdiag"), SPEC("kicked"),
                                     SPEC("fast_top"), TEST_BODY("free_full")};

static const char *hardest_body(const struct variant *v)
{
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (variant_admits(v, load_of_spec(bodies[i])))
            return bodies[i];
    return NULL;
}

static struct end end_of(const pol_stepper *s, const struct body_state *b)
{
    struct end e = {0};
    read_end(s, b->x, &e);
    return e;
}

/* The distance from the start after n steps forth and n back; `turn` is the
 * angle by which the body turns at first in one. */
static double return_error(const struct variant *v, double turn, long n)
{
    struct loaded l = load_variant(hardest_body(v), v);
    struct body_state b = start_of(l.s);
    struct end start = end_of(l.s, &b);
    double w[3];
    l.s->omega(b.x, w);
    double h = turn / norm3(w);
    assert_int_equal(l.s->run(b.x, b.par, b.in, h, n), 0);
    assert_int_equal(l.s->run(b.x, b.par, b.in, -h, n), 0);
    struct end end = end_of(l.s, &b);
    unload(l);
    return distance(&end, &start);
}

static bool returns(const struct variant *v, bool loud)
{
    double once = return_error(v, 0.4, 1);
    double often = v->symmetric ? return_error(v, 0.2, 100) : 0;
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
    return run_group(tests);
}
