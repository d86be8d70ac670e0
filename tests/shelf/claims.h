/* SPDX-License-Identifier: MIT
 *
 * What is known of each method: proved or measured, independently of what its
 * file says.  The mathematics are in the sources that the files name; see
 * P. Krysl (2006), E. Celledoni and N. Safstrom, J. Phys. A 39 (2006) 5463,
 * E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, 2006.
 */
#ifndef POL_CLAIMS_H
#define POL_CLAIMS_H

#include "shelf/variants.h"

enum {
    MOM = KEEPS_MOMENTUM,
    ENERGY = KEEPS_ENERGY,
    NORM = KEEPS_NORM,
    HALF = KEEPS_ENERGY_HALF,
    AXIS = KEEPS_AXIS,
    LINEAR = KEEPS_LINEAR,
    SYMP = KEEPS_SYMPLECTIC,
    SYMP_FREE = KEEPS_SYMPLECTIC_FREE,
    NEITHER = SYMP | SYMP_FREE
};

enum { ANY = ADMITS_ALL, BY_R = USES_R | USES_X, NO_TORQUE = 0, EXACTLY = 99 };
enum { ONE_WAY, SYMMETRIC };
enum { EXPLICIT, IMPLICIT };

struct known {
    const char *call;
    int order, order_free;
    int symmetric, implicit;
    unsigned admits;
    unsigned keeps; /* what follows from it is left out */
    unsigned loses; /* measurably not kept */
};

/* clang-format off */
static const struct known known[] = {
    /* Krysl 2006, rate form */
    {"fe",       1, 1, ONE_WAY,   EXPLICIT, ANY, 0, MOM | ENERGY | NEITHER},
    {"be",       1, 1, ONE_WAY,   IMPLICIT, ANY, 0, MOM | ENERGY | NEITHER},
    {"trap",     2, 2, SYMMETRIC, IMPLICIT, ANY, HALF, MOM | ENERGY | NEITHER},
    {"imid",     2, 2, SYMMETRIC, IMPLICIT, ANY, ENERGY | NORM,
     MOM | HALF | LINEAR | NEITHER},
    /* Krysl 2006, momentum form */
    {"fem",      1, 1, ONE_WAY,   EXPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"bem",      1, 1, ONE_WAY,   IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"trapm",    2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"imidm",    2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"swc1",     2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS,
     LINEAR | NEITHER},
    {"akw",      2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | LINEAR,
     AXIS | NEITHER}, /* the axis with a linear potential alone */
    {"bbtrap",   2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS,
     LINEAR | NEITHER},
    {"bbtrapwd", 2, 2, ONE_WAY,   IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    /* Munthe-Kaas */
    {"rkmk(euler)",    1, 1, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(euler, form = rate)",
                       1, 1, ONE_WAY, EXPLICIT, ANY, 0, MOM | ENERGY | NORM},
    {"rkmk(kutta4)",   4, 4, ONE_WAY, EXPLICIT, ANY, MOM | AXIS,
     ENERGY | NEITHER},
    {"rkmk(kutta4, form = rate)",
                       4, 4, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM | NEITHER},
    {"rkmk(kutta4, dexpinv = 0)",
                       2, 2, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(kutta4, dexpinv = 1)",
                       3, 3, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(cooper_verner8)",
                       8, 8, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(backward_euler)",
                       1, 1, ONE_WAY, IMPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(midpoint)", 2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | AXIS,
     ENERGY | NEITHER},
    {"rkmk(midpoint, form = rate)",
                       2, 2, SYMMETRIC, IMPLICIT, ANY, ENERGY | NORM,
     MOM | NEITHER},
    {"rkmk(trapezoid)", 2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS,
     LINEAR | NEITHER}, /* is bbtrap */
    {"rkmk(trapezoid, dexpinv = exact)",
                       2, 2, ONE_WAY, IMPLICIT, ANY, MOM | AXIS,
     ENERGY | NEITHER}, /* is bbtrapwd */
    {"rkmk(midpoint, map = cay)",
                       2, 2, ONE_WAY, IMPLICIT, ANY, MOM | AXIS,
     ENERGY | NEITHER},
    {"rkmk(trapezoid, map = cay)",
                       2, 2, ONE_WAY, IMPLICIT, ANY, MOM | AXIS, NEITHER},
    {"rkmk(trapezoid, form = rate)",
                       2, 2, SYMMETRIC, IMPLICIT, ANY, HALF,
     MOM | ENERGY | NEITHER},
    {"rkmk(gauss4)",   4, 4, ONE_WAY, IMPLICIT, ANY, MOM | AXIS,
     ENERGY | NEITHER},
    {"rkmk(gauss4, form = rate)",
                       4, 4, ONE_WAY, IMPLICIT, ANY, ENERGY | NORM,
     MOM | NEITHER},
    {"rkmk(gauss6)",   6, 6, ONE_WAY, IMPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(gauss6, form = rate)",
                       6, 6, ONE_WAY, IMPLICIT, ANY, ENERGY | NORM, MOM},
    {"rkmk(radau2a3)", 3, 3, ONE_WAY, IMPLICIT, ANY, MOM | AXIS, ENERGY},
    {"rkmk(lobatto3a4)",
                       4, 4, ONE_WAY, IMPLICIT, ANY, MOM | AXIS, ENERGY},
    /* one exponential a step */
    {"magnus(kutta4)", 4, 4, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM | NEITHER},
    {"magnus(kutta4, map = cay)",
                       4, 4, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM | NEITHER},
    {"magnus(dopri5)", 5, 5, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM | NEITHER},
    {"magnus(verner87e)", 8, 8, ONE_WAY, EXPLICIT, ANY, 0, ENERGY},
    /* Holzinger and Gerstmayr */
    {"semi_euler", 1, 1, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM | NEITHER},
    {"kinematic(euler)",  1, 1, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM},
    {"kinematic(kutta4)", 4, 4, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM},
    {"kinematic(dopri5)", 5, 5, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM},
    {"semi_kinematic",    1, 1, ONE_WAY, EXPLICIT, ANY, 0,
     MOM | ENERGY | NORM},
    /* Krysl, explicit midpoint */
    {"liemid_e1", 1, 2, ONE_WAY,   IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"liemid_e2", 1, 2, ONE_WAY,   IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"liemid_ea", 2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    /* Jones and Simo; AXIS for linear potentials only, as for akw */
    {"simo",               2, 2, SYMMETRIC, IMPLICIT, ANY,
     MOM | ENERGY | LINEAR, AXIS | NEITHER},
    {"simo(kappa = exp)",  2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY,
     AXIS | LINEAR | NEITHER},
    {"simo(kappa = exp, torque = scaled)",
                           2, 2, SYMMETRIC, IMPLICIT, ANY,
     MOM | ENERGY | LINEAR, AXIS | NEITHER},
    {"simo(kappa = dmv)",  2, 2, SYMMETRIC, IMPLICIT, ANY,
     MOM | ENERGY | SYMP_FREE, AXIS | LINEAR | SYMP},
    {"simo(kappa = dmv, torque = scaled)",
                           2, 2, SYMMETRIC, IMPLICIT, ANY,
     MOM | ENERGY | LINEAR | SYMP_FREE, AXIS | SYMP},
    {"simo(kappa = 1 + th2/7)",
                           2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY,
     LINEAR | NEITHER},
    {"simo_alpha",         2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY,
     NEITHER},
    {"projected(imidm)",   2, 2, ONE_WAY, IMPLICIT, BY_R,
     MOM | ENERGY | LINEAR, NEITHER},
    {"projected(rkmk(kutta4))",
                           4, 4, ONE_WAY, IMPLICIT, BY_R,
     MOM | ENERGY | LINEAR, NEITHER},
    /* Celledoni and Safstrom */
    {"mr",    2, 2, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, ENERGY},
    {"je",    2, 2, SYMMETRIC, EXPLICIT, NO_TORQUE, ENERGY | NORM,
     MOM | SYMP_FREE},
    {"jem2",  2, 2, SYMMETRIC, EXPLICIT, NO_TORQUE, ENERGY | NORM,
     MOM | SYMP_FREE},
    {"jem4",  4, 4, SYMMETRIC, EXPLICIT, NO_TORQUE, ENERGY | NORM,
     MOM | SYMP_FREE},
    {"sej",   2, 2, SYMMETRIC, EXPLICIT, ANY, ENERGY | NORM,
     MOM | AXIS | NEITHER},
    {"sej4",  2, 4, SYMMETRIC, EXPLICIT, ANY, ENERGY | NORM,
     MOM | AXIS | NEITHER},
    {"dmv2",  2, 2, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY | SYMP_FREE,
     HALF},
    {"dmv4",  4, 4, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY, SYMP_FREE},
    {"dmv6",  6, 6, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY, SYMP_FREE},
    {"sdmv2", 2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS | SYMP,
     LINEAR},
    {"sdmv4", 2, 4, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS,
     LINEAR | NEITHER},
    {"sdmv6", 2, 6, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS,
     LINEAR | NEITHER},
    {"frb_exact",
              2, EXACTLY, SYMMETRIC, EXPLICIT, ANY,
     MOM | ENERGY | AXIS | SYMP, LINEAR},
    /* Hairer and Vilmart; Hairer's QUATER */
    {"dmv(order = 4, preprocess = inertia)",
              4, 4, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY, 0},
    {"dmv(order = 10, preprocess = inertia)",
              10, 10, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY, 0},
    {"dmv(order = 6, preprocess = time)",
              6, 6, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY, 0},
    {"dmv(order = 2)",
              2, 2, SYMMETRIC, IMPLICIT, NO_TORQUE, MOM | ENERGY | SYMP_FREE,
     HALF},
    {"sdmv",  2, 8, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS,
     LINEAR | SYMP},
    {"sdmv(order = 2)",
              2, 2, SYMMETRIC, IMPLICIT, ANY, MOM | ENERGY | AXIS | SYMP,
     LINEAR},
    {"sr",    2, 2, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, ENERGY},
    /* Crouch and Grossman; commutator-free */
    {"cg3",   3, 3, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"cg4",   4, 4, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    {"cf4",   4, 4, ONE_WAY, EXPLICIT, ANY, MOM | AXIS, ENERGY | NEITHER},
    /* compositions */
    {"triple4(mr)",  4, 4, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, ENERGY},
    {"suzuki4(mr)",  4, 4, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, ENERGY},
    {"suzuki4(sej)", 4, 4, SYMMETRIC, EXPLICIT, ANY, ENERGY | NORM,
     MOM | NEITHER},
    {"triple4(imidm)",
                     4, 4, SYMMETRIC, IMPLICIT, ANY, MOM | AXIS, ENERGY},
    {"triple4(trap)",
                     4, 4, SYMMETRIC, IMPLICIT, ANY, 0, MOM | ENERGY | HALF},
    {"c45(mr)",      4, 4, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, ENERGY},
    {"mclachlan4(mr)",
                     4, 4, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, ENERGY},
    {"c67(mr)",      6, 6, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, 0},
    {"c69(mr)",      6, 6, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, 0},
    {"c815(mr)",     8, 8, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, 0},
    {"c817(mr)",     8, 8, SYMMETRIC, EXPLICIT, ANY, MOM | AXIS | SYMP, 0},
};
/* clang-format on */
enum { KNOWN = sizeof known / sizeof *known };

static inline const struct known *known_of(const char *call)
{
    for (int i = 0; i < KNOWN; i++)
        if (strcmp(known[i].call, call) == 0)
            return &known[i];
    return NULL;
}

#endif
