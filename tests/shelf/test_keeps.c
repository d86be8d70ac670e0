/* SPDX-License-Identifier: MIT
 *
 * Every method keeps what it claims to keep, to round-off over many steps, and
 * of the spatial momentum, the energy and |L| nothing that it does not claim.
 */
#define _POSIX_C_SOURCE 200809L

#include "shelf/dropped.h"
#include "shelf/kept.h"

/* What is not claimed is not kept; of the others a method may keep more on
 * the bodies here than it promises on all. */
static const unsigned exactly = KEEPS_MOMENTUM | KEEPS_ENERGY | KEEPS_NORM;

static bool keeps_what_it_claims(const struct variant *v, bool loud)
{
    double change[ALL_KEPT];
    unsigned asked = kept_measurable(v) & (v->keeps | exactly);
    bool good = true;
    kept_changes(v, asked, change);
    for (int k = 0; k < ALL_KEPT; k++) {
        bool claimed = v->keeps >> k & 1;
        if (!(asked >> k & 1))
            continue;
        bool same = !isnan(change[k]) && (change[k] < kept_limit(k)) == claimed;
        good &= same;
        if (!same && loud)
            print_error("%s %s to keep %s, which changes by %.1e\n", v->call,
                        claimed ? "claims" : "does not claim", kept_name[k],
                        change[k]);
    }
    return good;
}

static void what_is_claimed_is_kept(void **state)
{
    static struct variants all;
    (void)state;
    bool good = true;
    variants_of_shelf(&all, NULL);
    for (int i = 0; i < all.n; i++)
        good &= keeps_what_it_claims(&all.v[i], true);
    assert_true(good);
}

/* ---- the measures themselves ----------------------------------------------
 */

/* A free symmetric step of demonstration that turns by g and keeps R L. */
static const char turning[] =
    "return method {\n"
    "  title = \"demo\", source = \"nowhere\", order = 1, keeps = { %s },\n"
    "  step = function(m, s, h)\n"
    "    return turn(%s, m.map.element(h/2 * m.omega(s.L)))\n"
    "  end,\n}\n";

static bool demo_keeps(const char *claims, const char *start)
{
    char text[2000];
    struct dropped d = drop_begin();
    snprintf(text, sizeof text, turning, claims, start);
    drop(&d, "methods", "demo.lua", text);
    struct variant v = variant_of(d.folder, "demo");
    bool good = keeps_what_it_claims(&v, false);
    drop_end(&d);
    return good;
}

static void a_claim_too_many_is_found_out(void **state)
{
    (void)state;
    assert_true(demo_keeps("\"momentum\"", "kick(m, s, h)"));
    assert_true(demo_keeps("\"momentum\", \"axis_momentum\"", "kick(m, s, h)"));
    for (int k = 1; k < ALL_KEPT; k++) {
        char claims[100];
        if (k == 2 || k == 4)
            continue; /* |L| and along an axis: it does */
        snprintf(claims, sizeof claims, "\"momentum\", \"%s\"", kept_name[k]);
        if (demo_keeps(claims, "kick(m, s, h)"))
            fail_msg("%s is not found out", claims);
    }
    /* the torque of another attitude does not leave the axis alone */
    assert_false(demo_keeps(
        "\"momentum\", \"axis_momentum\"",
        "with(kick(m, with(s, { R = s.R:turned(m.map.element(h/4 * s.L)) }), "
        "h), { R = s.R })"));
}

static void a_claim_too_few_is_found_out(void **state)
{
    (void)state;
    assert_false(demo_keeps("", "kick(m, s, h)"));
    assert_false(demo_keeps("\"norm_L\"", "kick(m, s, h)"));
}

/* The exact flow of the motion is symplectic, to the measure's own error. */
static void the_measure_of_symplecticity_is_sharp(void **state)
{
    (void)state;
    struct variant v =
        variant_of(NULL, "rkmk(cooper_verner8, dexpinv = exact)");
    assert_true(symplectic_defect(&v, TEST_BODY("tilted_top"), 0.01) < 1e-11);
    assert_true(symplectic_defect(&v, TEST_BODY("free_full"), 0.01) < 1e-11);
    v = variant_of(NULL, "imidm");
    double coarse = symplectic_defect(&v, TEST_BODY("free_full"), 0.4);
    double fine = symplectic_defect(&v, TEST_BODY("free_full"), 0.2);
    assert_close(log2(coarse / fine), 3, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_claimed_is_kept),
        cmocka_unit_test(a_claim_too_many_is_found_out),
        cmocka_unit_test(a_claim_too_few_is_found_out),
        cmocka_unit_test(the_measure_of_symplecticity_is_sharp),
    };
    return run_group(tests);
}
