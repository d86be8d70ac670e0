/* SPDX-License-Identifier: MIT
 *
 * What the shelf claims of each method is what is known of it (claims.h), and
 * what can be seen of the step itself.  Every method keeps what it claims to
 * keep, to round-off over many steps, and of the spatial momentum, the energy
 * and |L| nothing that it does not claim; what is known to be lost is seen to
 * be lost.
 */
#include "shelf/axioms/subject.h"
#include "shelf/claims.h"
#include "test_arena.h"
#include "shelf/kept.h"

static void print_bits(const struct subject *s, const char *what, unsigned has, unsigned wanted,
                       int n, const char *const *name)
{
    for (int i = 0; i < n; i++)
        if ((has ^ wanted) >> i & 1)
            announce(s, "%s %s %s", has >> i & 1 ? "should not claim" : "should claim", what,
                     name[i]);
}

static bool claims_what_is_known(struct subject *s)
{
    static const char *const cause[] = {"t", "R", "w", "inputs", "x"};
    const struct variant *v = &s->v;
    const struct known *k = known_of(v->call);
    unsigned keeps = keeps_closed(k->keeps);
    const unsigned admits = ADMITS_ALL & ~k->lacks;
    const int order_free = k->order_free ? k->order_free : v->order;
    if (v->order_free == order_free && v->admits == admits && v->keeps == keeps)
        return true;
    if (v->order_free != order_free)
        announce(s, "order_free is %d, should be %d", v->order_free, order_free);
    print_bits(s, "to admit", v->admits, admits, 5, cause);
    print_bits(s, "to keep", v->keeps, keeps, ALL_KEPT, kept_name);
    return false;
}

static bool is_known(const struct variant *v)
{
    return known_of(v->call) != NULL;
}

/* ---- what can be seen of the step itself --------------------------------- */

static bool is_implicit_if_it_iterates(struct subject *s)
{
    if (s->v.implicit == s->v.iterates)
        return true;
    announce(s, "%s to be implicit", s->v.implicit ? "should not claim" : "should claim");
    return false;
}

static void append(void *to, const char *text, size_t length)
{
    struct text *t = to;
    for (size_t i = 0; i < length; i++)
        text_char(t, text[i]);
}

/* The programs for the free body. */
static const char *programs_with(struct arena *a, const struct variant *v, const char *map)
{
    struct text t = text_new(a);
    pol_options o = variant_options(v);
    o.map = map;
    pol_job *job = pol_open(&o);
    assert_int_equal(pol_read(job, SPEC("free_body")), POL_OK);
    if (pol_show(job, POL_SHOW_PROGRAM, append, &t) != POL_OK)
        print_diags(job);
    pol_close(job);
    assert_true(t.length > 0);
    return text_chars(&t);
}

static bool takes_a_map(const struct variant *v)
{
    return v->maps && !strstr(v->call, "map =");
}

/* Else the method should say maps = false. */
static bool its_map_matters(struct subject *s)
{
    struct arena *a = test_arena();
    bool same = strcmp(programs_with(a, &s->v, "exp"), programs_with(a, &s->v, "cay")) == 0;
    arena_free(a);
    if (same)
        announce(s, "should claim maps = false");
    return !same;
}

const struct axiom claim_axioms[] = {
    {"what is known is claimed", is_known, claims_what_is_known},
    {"implicit methods iterate and no others", is_for_all, is_implicit_if_it_iterates},
    {"the map matters unless none is used", takes_a_map, its_map_matters},
    {0},
};

/* What is not claimed is not kept; of the others a method may keep more on
 * the bodies here than it promises on all. */
static const unsigned exactly = KEEPS_MOMENTUM | KEEPS_ENERGY | KEEPS_NORM;

enum {
    ALONG_FREE = KEEPS_MOMENTUM | KEEPS_ENERGY | KEEPS_NORM | KEEPS_ENERGY_HALF,
    UNDER_TORQUE = KEEPS_AXIS | KEEPS_LINEAR | KEEPS_SYMPLECTIC
};

static const char *const free_body = TEST_BODY("free_full"), *const top = TEST_BODY("tilted_top"),
                         *const curved_top = TEST_BODY("curved_top");

static const pol_stepper *by_matrix(struct subject *s, const char *spec)
{
    return stepper_of(s, (struct ride){.spec = spec, .attitude = "matrix"});
}

/* The relative changes of what is asked for; NaN if a step fails. */
static void measure(struct subject *s, unsigned asked, double change[ALL_KEPT])
{
    if (asked & ALONG_FREE)
        run_changes(by_matrix(s, free_body), 0.8, KEPT_STEPS, asked & ALONG_FREE, change);
    if (asked & KEEPS_AXIS)
        run_changes(by_matrix(s, curved_top), 0.2, KEPT_STEPS, KEEPS_AXIS, change);
    if (asked & KEEPS_LINEAR)
        run_changes(by_matrix(s, top), 0.2, KEPT_STEPS, KEEPS_LINEAR, change);
    for (int k = 0; k < ALL_KEPT; k++) {
        if (asked & 1u << k & KEEPS_SYMPLECTIC)
            change[k] = symplectic_defect(by_matrix(s, top), 0.8);
        if (asked & 1u << k & KEEPS_SYMPLECTIC_FREE)
            change[k] = symplectic_defect(by_matrix(s, free_body), 0.8);
    }
}

/* Below it a value is kept. */
static double limit(int what)
{
    return 1u << what & (KEEPS_SYMPLECTIC | KEEPS_SYMPLECTIC_FREE) ? 1e-9 : 1e-11;
}

static bool keeps_what_it_claims(struct subject *s)
{
    double change[ALL_KEPT];
    bool good = true;
    /* some take no torque */
    unsigned measurable = (1u << ALL_KEPT) - 1 - (is_admitted(&s->v, top) ? 0 : UNDER_TORQUE);
    const struct known *said = known_of(s->v.call);
    unsigned lost = said ? said->loses & measurable : 0;
    unsigned asked = (s->v.keeps | exactly | lost) & measurable;
    assert_int_equal(lost & s->v.keeps, 0);
    measure(s, asked, change);
    for (int k = 0; k < ALL_KEPT; k++) {
        bool claimed = s->v.keeps >> k & 1;
        if (!(asked >> k & 1))
            continue;
        bool seen = lost >> k & 1
                        ? change[k] > 10 * limit(k)
                        : !isnan(change[k]) &&
                              (change[k] < limit(k) ? claimed || is_rounded(&s->v) : !claimed);
        good &= seen;
        if (!seen)
            announce(s, "%s to keep %s, which changes by %.1e",
                     claimed ? "claims" : "does not claim", kept_name[k], change[k]);
    }
    return good;
}

const struct axiom kept_axioms[] = {
    {"what is claimed is kept", is_for_all, keeps_what_it_claims},
    {0},
};
