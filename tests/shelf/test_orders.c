/* SPDX-License-Identifier: MIT
 *
 * Every method has the order that it claims, on every body that it admits; on
 * generic bodies it has no higher one.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms.h"
#include "shelf/dropped.h"
#include "shelf/variants.h"

#include <glob.h>

/* Times in which the body turns by a few radians: where the smallest errors
 * that are clean of round-off are not asymptotic in one, they are in another.
 */
enum { SPANS = 7 };
static const double span[SPANS] = {1.5, 0.7, 3, 2.1, 1, 4.2, 8};

/* Claimed by methods without any error but round-off. */
enum { EXACT = 90 };

struct body {
    const char *spec;
    struct load_of load;
    bool generic; /* without any symmetry by which an order may be higher */
    double t_end[SPANS];
    struct end end[SPANS];
    double floor[SPANS]; /* below it errors are round-off */
};

static double spin(const pol_stepper *s)
{
    struct body_state b = start_of(s);
    double w[3];
    s->omega(b.x, w);
    return norm3(w);
}

/* Its ends, far more accurate than what is measured: order 8 in small steps. */
static void prepare(struct body *body, const char *spec, bool generic)
{
    pol_options o = pol_default_options();
    o.method = "rkmk(cooper_verner8, dexpinv = exact)";
    struct loaded l = load(spec, &o, POL_TCC);
    *body = (struct body){
        .spec = spec, .load = load_of_spec(spec), .generic = generic};
    for (int i = 0; i < SPANS; i++) {
        body->t_end[i] = span[i] / spin(l.s);
        body->end[i] = run_to(l.s, body->t_end[i], 800);
        struct end other = run_to(l.s, body->t_end[i], 700);
        assert_int_equal(body->end[i].status, 0);
        body->floor[i] = 3e-13 + 100 * distance(&other, &body->end[i]);
    }
    unload(l);
}

/* No error but round-off, in two steps. */
static bool is_exact(const pol_stepper *s, const struct body *body,
                     struct observed *o)
{
    struct end e = run_to(s, body->t_end[0], 2);
    *o = (struct observed){NAN, e.status ? NAN : distance(&e, &body->end[0])};
    return o->error < body->floor[0];
}

/* Methods that admit torque may do better without. */
static bool has_order(const pol_stepper *s, const struct body *body,
                      const struct variant *v, struct observed *o)
{
    int order = body->load.torque ? v->order : v->order_free;
    bool capped = body->generic && (body->load.torque || !v->admits);
    if (order >= EXACT)
        return is_exact(s, body, o);
    for (int i = 0; i < SPANS; i++) {
        if (body->floor[i] > 1e-9)
            continue; /* the motion itself amplifies round-off */
        *o = observe(s, &body->end[i], body->t_end[i], body->floor[i]);
        if (o->order > order - 0.1 && (!capped || o->order < order + 0.2))
            return true;
    }
    return false;
}

static bool measure(const struct variant *v, const struct body *body,
                    struct observed *o)
{
    struct loaded l = load_variant(body->spec, v);
    bool good = has_order(l.s, body, v, o);
    unload(l);
    if (!good)
        print_error("%s: %s has order %.2f, claims %d, without torque %d "
                    "(error %.1e)\n",
                    body->spec, v->call, o->order, v->order, v->order_free,
                    o->error);
    return good;
}

static bool orders_on(const struct body *body, const struct variants *all)
{
    bool good = true;
    for (int i = 0; i < all->n; i++) {
        const struct variant *v = &all->v[i];
        struct observed o;
        bool tried = v->everywhere || body->generic;
        if (tried && variant_admits(v, body->load))
            good &= measure(v, body, &o);
    }
    return good;
}

static void every_method_has_its_order_on_every_body(void **state)
{
    const struct variants *all = *state;
    glob_t specs;
    bool good = true;
    assert_int_equal(glob(SPEC("*"), 0, NULL, &specs), 0);
    assert_true(specs.gl_pathc >= 9);
    for (size_t i = 0; i < specs.gl_pathc; i++) {
        struct body body;
        if (strstr(specs.gl_pathv[i], "offdiag") ||
            strstr(specs.gl_pathv[i], "thruster"))
            continue; /* is generic, below; chooses its steps */
        prepare(&body, specs.gl_pathv[i], false);
        good &= orders_on(&body, all);
    }
    globfree(&specs);
    assert_true(good);
}

static void no_method_has_a_higher_order_on_generic_bodies(void **state)
{
    const struct variants *all = *state;
    struct body loaded, free;
    prepare(&loaded, SPEC("offdiag"), true);
    assert_int_equal(loaded.load.uses, USES_T | USES_R | USES_W);
    prepare(&free, TEST_BODY("free_full"), true);
    assert_false(free.load.torque);
    bool good = orders_on(&loaded, all);
    good &= orders_on(&free, all);
    assert_true(good);
}

/* ---- methods that claim what is not so ----------------------------------- */

/* Is a changed copy of a shelf method found out? */
static bool found_out(const char *from, const char *part, const char *by,
                      const char *call)
{
    struct dropped d = drop_begin();
    struct body body;
    struct observed o;
    prepare(&body, SPEC("offdiag"), true);
    drop_changed(&d, "methods", from, "liar.lua", part, by);
    struct variant v = variant_of(d.folder, call);
    struct loaded l = load_variant(body.spec, &v);
    bool good = has_order(l.s, &body, &v, &o);
    unload(l);
    drop_end(&d);
    return !good;
}

static void methods_that_lie_are_found_out(void **state)
{
    (void)state;
    const char *const order = "order     = 2";
    assert_false(found_out("imidm.lua", order, order, "liar"));
    assert_true(found_out("imidm.lua", order, "order     = 3", "liar"));
    assert_true(found_out("imidm.lua", order, "order     = 1", "liar"));
    assert_true(found_out("imidm.lua", order, "order     = 99", "liar"));
    assert_true(found_out("imidm.lua", "s.t + h/2", "s.t", "liar"));
    assert_true(
        found_out("rkmk.lua", "s.t + tab.c[i] *", "s.t + 0 *", "liar(kutta4)"));
    assert_true(found_out("rkmk.lua", "w / 2", "w / 3", "liar(kutta4)"));
    assert_true(found_out("rkmk.lua", "m.omega(G[i])", "m.omega(G[i]) / 2",
                          "liar(kutta4, form = rate)"));
}

/* A file that is dropped on the shelf is found, in each of its forms. */
static void what_is_dropped_on_the_shelf_is_tested(void **state)
{
    (void)state;
    static struct variants all;
    struct dropped d = drop_begin();
    drop_changed(&d, "methods", "rkmk.lua", "mine.lua", "w / 2", "w / 2");
    variants_of_shelf(&all, d.folder);
    int mine = 0, rate = 0;
    for (int i = 0; i < all.n; i++) {
        mine += strncmp(all.v[i].call, "mine(", 5) == 0;
        rate += strcmp(all.v[i].call, "mine(euler, form = rate)") == 0;
    }
    assert_true(mine > 20);
    assert_int_equal(rate, 1);
    drop_end(&d);
}

static int collect_all(void **state)
{
    static struct variants all;
    variants_of_shelf(&all, NULL);
    *state = &all;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_has_its_order_on_every_body),
        cmocka_unit_test(no_method_has_a_higher_order_on_generic_bodies),
        cmocka_unit_test(methods_that_lie_are_found_out),
        cmocka_unit_test(what_is_dropped_on_the_shelf_is_tested),
    };
    return cmocka_run_group_tests(tests, collect_all, NULL);
}
