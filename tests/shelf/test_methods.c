/* SPDX-License-Identifier: MIT
 *
 * Every method on the shelf, with every explicit tableau where it takes one,
 * on every body: the order that it claims, what it keeps, its symmetry.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/axioms.h"
#include "shelf/dropped.h"

#include <glob.h>
#include <stdlib.h>

#include "job.h"

/* ---- what is on the shelf and among the specs --------------------------- */

enum { MOST = 80 };

struct variant {
    char method[80];
    const char *folder; /* a shelf of its own, or NULL */
    int order;          /* claimed */
    bool symmetric;
    bool keeps_momentum, keeps_energy, keeps_norm;
};

struct variants {
    int n;
    struct variant v[MOST];
};

static struct variant *add(struct variants *all, const char *format,
                           const char *a)
{
    assert_true(all->n < MOST);
    struct variant *v = &all->v[all->n++];
    snprintf(v->method, sizeof v->method, format, a);
    return v;
}

/* A method that takes a tableau stands for itself with each of them. */
static pol_status collect(struct pol_job *job, void *argument)
{
    struct variants *all = argument;
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_METHOD, i);
        struct shelf_claim c = {0};
        if (!shelf_describe(shelf, &job->diags, file, &c))
            return POL_BAD_SHELF;
        if (!c.options || !strstr(c.options, "tableau")) {
            add(all, "%s", file->name);
            continue;
        }
        for (int k = 0; k < shelf_count(shelf, SHELF_TABLEAU); k++) {
            const char *t = shelf_at(shelf, SHELF_TABLEAU, k)->name;
            char call[60];
            snprintf(call, sizeof call, "%s(%s", file->name, t);
            add(all, "%s)", call);
            add(all, "%s, form = rate)", call);
        }
    }
    return POL_OK;
}

static pol_options options_of(const struct variant *v)
{
    pol_options o = pol_default_options();
    o.method = v->method;
    o.shelf = &v->folder;
    o.shelves = v->folder != NULL;
    return o;
}

/* The claims of a method with its options, as the derived step has them. */
static void read_claims(struct variant *v)
{
    pol_options o = options_of(v);
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
    if (pol_derive(job) != POL_OK)
        print_diags(job);
    const struct step *step = job->step;
    assert_non_null(step);
    v->order = step->promise.order;
    v->symmetric = step->promise.symmetric;
    for (int i = 0; i < step->promise.keeps; i++) {
        v->keeps_momentum |= strcmp(step->promise.keep[i], "momentum") == 0;
        v->keeps_energy |= strcmp(step->promise.keep[i], "energy") == 0;
        v->keeps_norm |= strcmp(step->promise.keep[i], "norm_L") == 0;
    }
    pol_close(job);
}

static struct variants all_variants(void)
{
    struct variants all = {0};
    pol_job *job = pol_open(NULL);
    assert_int_equal(job_run(job, collect, &all), POL_OK);
    pol_close(job);
    assert_true(all.n >= 25);
    for (int i = 0; i < all.n; i++)
        read_claims(&all.v[i]);
    return all;
}

static struct loaded load_variant(const char *spec, const struct variant *v)
{
    pol_options o = options_of(v);
    return load(spec, &o, POL_TCC);
}

/* ---- order -------------------------------------------------------------- */

/* Times in which the body turns by a few radians: where the smallest errors
 * that are clean of round-off are not asymptotic in one, they are in another.
 */
enum { SPANS = 7 };
static const double span[SPANS] = {1.5, 0.7, 3, 2.1, 1, 4.2, 8};

static double spin(const pol_stepper *s)
{
    struct body_state b = start_of(s);
    double w[3];
    s->omega(b.x, w);
    return norm3(w);
}

struct exact {
    double t_end[SPANS];
    struct end end[SPANS];
    double floor[SPANS]; /* below it errors are round-off */
};

/* Far more accurate than what is measured: order 8 in small steps. */
static struct exact exact_ends(const char *spec)
{
    struct exact e = {0};
    pol_options o = pol_default_options();
    o.method = "rkmk(cooper_verner8, dexpinv = exact)";
    struct loaded l = load(spec, &o, POL_TCC);
    for (int i = 0; i < SPANS; i++) {
        e.t_end[i] = span[i] / spin(l.s);
        e.end[i] = run_to(l.s, e.t_end[i], 800);
        struct end other = run_to(l.s, e.t_end[i], 700);
        assert_int_equal(e.end[i].status, 0);
        e.floor[i] = 3e-13 + 100 * distance(&other, &e.end[i]);
    }
    unload(l);
    return e;
}

static bool has_order(const pol_stepper *s, const struct exact *exact,
                      int order, bool generic, struct observed *o)
{
    for (int i = 0; i < SPANS; i++) {
        if (exact->floor[i] > 1e-9)
            continue; /* the motion itself amplifies round-off */
        *o = observe(s, &exact->end[i], exact->t_end[i], exact->floor[i]);
        if (o->order > order - 0.1 && (!generic || o->order < order + 0.3))
            return true;
    }
    return false;
}

static void orders_on(const char *spec, const struct variants *all,
                      bool generic)
{
    struct exact exact = exact_ends(spec);
    for (int i = 0; i < all->n; i++) {
        const struct variant *v = &all->v[i];
        struct loaded l = load_variant(spec, v);
        struct observed o;
        bool good = has_order(l.s, &exact, v->order, generic, &o);
        unload(l);
        if (!good)
            fail_msg("%s: %s has order %.2f, claims %d (error %.1e)", spec,
                     v->method, o.order, v->order, o.error);
    }
}

static void every_method_has_its_order_on_every_body(void **state)
{
    const struct variants *all = *state;
    glob_t specs;
    int generic = 0;
    assert_int_equal(glob(SPEC("*"), 0, NULL, &specs), 0);
    assert_true(specs.gl_pathc >= 9);
    for (size_t i = 0; i < specs.gl_pathc; i++) {
        bool is_generic = strstr(specs.gl_pathv[i], "offdiag") != NULL;
        generic += is_generic;
        orders_on(specs.gl_pathv[i], all, is_generic);
    }
    assert_int_equal(generic, 1);
    globfree(&specs);
}

/* ---- what is kept ---------------------------------------------------------
 */

struct kept {
    double momentum[3], energy, norm;
};

static struct kept kept_now(const pol_stepper *s, const struct body_state *b)
{
    struct kept k = {0};
    double R[9], L[3];
    s->rotation(b->x, R);
    s->momentum(b->x, L);
    for (int i = 0; i < 9; i++)
        k.momentum[i / 3] += R[i] * L[i % 3];
    k.energy = s->energy(b->x, b->par);
    k.norm = norm3(L);
    return k;
}

static double momentum_change(const struct kept *a, const struct kept *b)
{
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = b->momentum[i] - a->momentum[i];
    return norm3(d) / norm3(a->momentum);
}

struct change {
    double momentum, energy, norm;
};

/* Relative changes over 10,000 steps of the free body. */
static struct change change_of(const struct variant *v)
{
    struct loaded l = load_variant(SPEC("free_body"), v);
    struct body_state b = start_of(l.s);
    struct kept before = kept_now(l.s, &b);
    assert_int_equal(l.s->run(b.x, b.par, b.in, 1.0, 10000), 0);
    struct kept after = kept_now(l.s, &b);
    unload(l);
    return (struct change){momentum_change(&before, &after),
                           fabs(after.energy / before.energy - 1),
                           fabs(after.norm / before.norm - 1)};
}

/* What is claimed holds to round-off, and what is not claimed does not. */
static bool keeps_what_it_claims(const struct variant *v,
                                 const struct change *c)
{
    return (c->momentum < 1e-11) == v->keeps_momentum &&
           (c->energy < 1e-11) == v->keeps_energy &&
           (c->norm < 1e-11) == (v->keeps_norm || v->keeps_momentum);
}

static void what_is_claimed_is_kept_and_nothing_else(void **state)
{
    const struct variants *all = *state;
    for (int i = 0; i < all->n; i++) {
        struct change c = change_of(&all->v[i]);
        if (!keeps_what_it_claims(&all->v[i], &c))
            fail_msg("%s: momentum %.1e, energy %.1e, |L| %.1e",
                     all->v[i].method, c.momentum, c.energy, c.norm);
    }
}

/* ---- symmetry ---------------------------------------------------------------
 */

/* The distance from the start after one step forth and one back. */
static double return_error(const struct variant *v)
{
    struct loaded l = load_variant(SPEC("offdiag"), v);
    struct body_state b = start_of(l.s);
    struct end start = {0}, end = {0};
    double h = 0.4 / spin(l.s);
    l.s->rotation(b.x, start.R);
    l.s->momentum(b.x, start.L);
    assert_int_equal(l.s->run(b.x, b.par, b.in, h, 1), 0);
    assert_int_equal(l.s->run(b.x, b.par, b.in, -h, 1), 0);
    l.s->rotation(b.x, end.R);
    l.s->momentum(b.x, end.L);
    unload(l);
    return distance(&end, &start);
}

static void symmetric_methods_return_others_do_not(void **state)
{
    const struct variants *all = *state;
    for (int i = 0; i < all->n; i++) {
        const struct variant *v = &all->v[i];
        double off = return_error(v);
        if ((off < 1e-13) != v->symmetric)
            fail_msg("%s: off by %.1e after a step forth and back", v->method,
                     off);
    }
}

/* ---- methods that claim what is not so ----------------------------------- */

/* Is a changed copy of a shelf method found out by any of the tests above? */
static bool found_out(const char *from, const char *part, const char *by,
                      const char *call)
{
    struct dropped d = drop_begin();
    struct exact exact = exact_ends(SPEC("offdiag"));
    struct variant v = {.folder = d.folder};
    struct observed o;
    drop_changed(&d, "methods", from, "liar.lua", part, by);
    snprintf(v.method, sizeof v.method, "%s", call);
    read_claims(&v);
    struct loaded l = load_variant(SPEC("offdiag"), &v);
    bool order = has_order(l.s, &exact, v.order, true, &o);
    unload(l);
    struct change c = change_of(&v);
    bool keeps = keeps_what_it_claims(&v, &c);
    bool symmetric = (return_error(&v) < 1e-13) == v.symmetric;
    drop_end(&d);
    return !order || !keeps || !symmetric;
}

static void methods_that_lie_are_found_out(void **state)
{
    (void)state;
    assert_false(
        found_out("imidm.lua", "order     = 2", "order     = 2", "liar"));
    assert_true(
        found_out("imidm.lua", "order     = 2", "order     = 3", "liar"));
    assert_true(
        found_out("imidm.lua", "order     = 2", "order     = 1", "liar"));
    assert_true(found_out("imidm.lua", "{ \"momentum\" }",
                          "{ \"momentum\", \"energy\" }", "liar"));
    assert_true(found_out("imidm.lua", "{ \"momentum\" }", "{}", "liar"));
    assert_true(found_out("imidm.lua", "symmetric = true", "symmetric = false",
                          "liar"));
    assert_true(found_out("imidm.lua", "s.t + h/2", "s.t", "liar"));
    assert_true(
        found_out("rkmk.lua", "s.t + tab.c[i] * h", "s.t", "liar(kutta4)"));
    assert_true(found_out("rkmk.lua", "w / 2", "w / 3", "liar(kutta4)"));
    assert_true(found_out("rkmk.lua", "m.omega(G[i])", "m.omega(G[i]) / 2",
                          "liar(kutta4, form = rate)"));
}

static int collect_all(void **state)
{
    static struct variants all;
    all = all_variants();
    *state = &all;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_has_its_order_on_every_body),
        cmocka_unit_test(what_is_claimed_is_kept_and_nothing_else),
        cmocka_unit_test(symmetric_methods_return_others_do_not),
        cmocka_unit_test(methods_that_lie_are_found_out),
    };
    return cmocka_run_group_tests(tests, collect_all, NULL);
}
