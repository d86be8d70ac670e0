/* SPDX-License-Identifier: MIT
 *
 * Every method keeps what it claims to keep, to round-off over many steps, and
 * of the spatial momentum, the energy and |L| nothing that it does not claim;
 * what is known to be lost is seen to be lost.
 */
#include "shelf/kept.h"

#include "shelf/axioms/subject.h"
#include "shelf/claims.h"

/* What is not claimed is not kept; of the others a method may keep more on
 * the bodies here than it promises on all. */
static const unsigned exactly = KEEPS_MOMENTUM | KEEPS_ENERGY | KEEPS_NORM;

enum {
    ALONG_FREE = KEEPS_MOMENTUM | KEEPS_ENERGY | KEEPS_NORM | KEEPS_ENERGY_HALF,
    UNDER_TORQUE = KEEPS_AXIS | KEEPS_LINEAR | KEEPS_SYMPLECTIC
};

static const char *const free_body = TEST_BODY("free_full"),
                         *const top = TEST_BODY("tilted_top"),
                         *const curved_top = TEST_BODY("curved_top");

static const pol_stepper *by_matrix(struct subject *s, const char *spec)
{
    return stepper_of(s, (struct ride){.spec = spec, .attitude = "matrix"});
}

/* The relative changes of what is asked for; NaN if a step fails. */
static void measure(struct subject *s, unsigned asked, double change[ALL_KEPT])
{
    if (asked & ALONG_FREE)
        run_changes(by_matrix(s, free_body), 0.8, asked & ALONG_FREE, change);
    if (asked & KEEPS_AXIS)
        run_changes(by_matrix(s, curved_top), 0.2, KEEPS_AXIS, change);
    if (asked & KEEPS_LINEAR)
        run_changes(by_matrix(s, top), 0.2, KEEPS_LINEAR, change);
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
    return 1u << what & (KEEPS_SYMPLECTIC | KEEPS_SYMPLECTIC_FREE) ? 1e-9
                                                                   : 1e-11;
}

static bool keeps_what_it_claims(struct subject *s)
{
    double change[ALL_KEPT];
    bool good = true;
    /* some take no torque */
    unsigned measurable =
        (1u << ALL_KEPT) - 1 - (is_admitted(&s->v, top) ? 0 : UNDER_TORQUE);
    const struct known *said = known_of(s->v.call);
    unsigned lost = said ? said->loses & measurable : 0;
    unsigned asked = (s->v.keeps | exactly | lost) & measurable;
    assert_int_equal(lost & s->v.keeps, 0);
    measure(s, asked, change);
    for (int k = 0; k < ALL_KEPT; k++) {
        bool claimed = s->v.keeps >> k & 1;
        if (!(asked >> k & 1))
            continue;
        bool seen = lost >> k & 1 ? change[k] > 10 * limit(k)
                                  : !isnan(change[k]) &&
                                        (change[k] < limit(k)) == claimed;
        good &= seen;
        if (!seen)
            announce(s, "%s to keep %s, which changes by %.1e",
                     claimed ? "claims" : "does not claim", kept_name[k],
                     change[k]);
    }
    return good;
}

const struct axiom kept_axioms[] = {
    {"what is claimed is kept", is_for_all, keeps_what_it_claims},
    {0},
};
