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

enum { EXACTLY = 99 };

/* Orders, symmetry, and whether it is implicit, are measured (order.c). */
struct known {
    const char *call;
    unsigned keeps; /* what follows from it is left out */
    unsigned loses; /* measurably not kept */
    int order_free; /* 0: as with torque */
    unsigned lacks; /* what it does not admit */
};

static const struct known known[] = {
    /* Krysl 2006, rate form */
    {"fe", .loses = MOM | ENERGY | NEITHER},
    {"be", .loses = MOM | ENERGY | NEITHER},
    {"trap", .keeps = HALF, .loses = MOM | ENERGY | NEITHER},
    {"imid", .keeps = ENERGY | NORM, .loses = MOM | HALF | LINEAR | NEITHER},
    /* Krysl 2006, momentum form */
    {"fem", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"bem", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"trapm", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"imidm", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"swc1", .keeps = MOM | ENERGY | AXIS, .loses = LINEAR | NEITHER},
    /* the axis with a linear potential alone */
    {"akw", .keeps = MOM | ENERGY | LINEAR, .loses = AXIS | NEITHER},
    {"bbtrap", .keeps = MOM | ENERGY | AXIS, .loses = LINEAR | NEITHER},
    {"bbtrapwd", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    /* Munthe-Kaas */
    {"rkmk(euler)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(euler, form = rate)", .loses = MOM | ENERGY | NORM},
    {"rkmk(kutta4)", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"rkmk(kutta4, form = rate)", .loses = MOM | ENERGY | NORM | NEITHER},
    {"rkmk(kutta4, dexpinv = 0)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(kutta4, dexpinv = 1)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(cooper_verner8)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(backward_euler)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(midpoint)", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"rkmk(midpoint, form = rate)", .keeps = ENERGY | NORM, .loses = MOM | NEITHER},
    {"rkmk(trapezoid)", .keeps = MOM | ENERGY | AXIS, .loses = LINEAR | NEITHER}, /* is bbtrap */
    {"rkmk(trapezoid, dexpinv = exact)", .keeps = MOM | AXIS,
     .loses = ENERGY | NEITHER}, /* is bbtrapwd */
    {"rkmk(midpoint, map = cay)", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"rkmk(trapezoid, map = cay)", .keeps = MOM | AXIS, .loses = NEITHER},
    {"rkmk(trapezoid, form = rate)", .keeps = HALF, .loses = MOM | ENERGY | NEITHER},
    {"rkmk(gauss4)", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"rkmk(gauss4, form = rate)", .keeps = ENERGY | NORM, .loses = MOM | NEITHER},
    {"rkmk(gauss6)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(gauss6, form = rate)", .keeps = ENERGY | NORM, .loses = MOM},
    {"rkmk(radau2a3)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"rkmk(lobatto3a4)", .keeps = MOM | AXIS, .loses = ENERGY},
    /* one exponential a step */
    {"magnus(kutta4)", .loses = MOM | ENERGY | NORM | NEITHER},
    {"magnus(kutta4, map = cay)", .loses = MOM | ENERGY | NORM | NEITHER},
    {"magnus(dopri5)", .loses = MOM | ENERGY | NORM | NEITHER},
    {"magnus(verner87e)", .loses = ENERGY},
    {"taylor(4)", .loses = MOM | ENERGY | NORM | NEITHER},
    {"taylor(8)", .loses = ENERGY},
    {"taylor", .loses = 0},
    /* Holzinger and Gerstmayr */
    {"semi_euler", .loses = MOM | ENERGY | NORM | NEITHER},
    {"kinematic(euler)", .loses = MOM | ENERGY | NORM},
    {"kinematic(kutta4)", .loses = MOM | ENERGY | NORM},
    {"kinematic(dopri5)", .loses = MOM | ENERGY | NORM},
    {"semi_kinematic", .loses = MOM | ENERGY | NORM},
    /* Krysl, explicit midpoint */
    {"liemid_e1", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER, .order_free = 2},
    {"liemid_e2", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER, .order_free = 2},
    {"liemid_ea", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    /* Jones and Simo; AXIS for linear potentials only, as for akw */
    {"simo", .keeps = MOM | ENERGY | LINEAR, .loses = AXIS | NEITHER},
    {"simo(kappa = exp)", .keeps = MOM | ENERGY, .loses = AXIS | LINEAR | NEITHER},
    {"simo(kappa = exp, torque = scaled)", .keeps = MOM | ENERGY | LINEAR, .loses = AXIS | NEITHER},
    {"simo(kappa = dmv)", .keeps = MOM | ENERGY | SYMP_FREE, .loses = AXIS | LINEAR | SYMP},
    {"simo(kappa = dmv, torque = scaled)", .keeps = MOM | ENERGY | LINEAR | SYMP_FREE,
     .loses = AXIS | SYMP},
    {"simo(kappa = 1 + th2/7)", .keeps = MOM | ENERGY, .loses = LINEAR | NEITHER},
    {"simo_alpha", .keeps = MOM | ENERGY, .loses = NEITHER},
    {"projected(imidm)", .keeps = MOM | ENERGY | LINEAR, .loses = NEITHER,
     .lacks = USES_T | USES_W},
    {"projected(rkmk(kutta4))", .keeps = MOM | ENERGY | LINEAR, .loses = NEITHER,
     .lacks = USES_T | USES_W},
    /* Celledoni and Safstrom */
    {"mr", .keeps = MOM | AXIS | SYMP, .loses = ENERGY},
    {"je", .keeps = ENERGY | NORM, .loses = MOM | SYMP_FREE, .lacks = ADMITS_ALL},
    {"jem2", .keeps = ENERGY | NORM, .loses = MOM | SYMP_FREE, .lacks = ADMITS_ALL},
    {"jem4", .keeps = ENERGY | NORM, .loses = MOM | SYMP_FREE, .lacks = ADMITS_ALL},
    {"sej", .keeps = ENERGY | NORM, .loses = MOM | AXIS | NEITHER},
    {"sej4", .keeps = ENERGY | NORM, .loses = MOM | AXIS | NEITHER, .order_free = 4},
    {"dmv2", .keeps = MOM | ENERGY | SYMP_FREE, .loses = HALF, .lacks = ADMITS_ALL},
    {"dmv4", .keeps = MOM | ENERGY, .loses = SYMP_FREE, .lacks = ADMITS_ALL},
    {"dmv6", .keeps = MOM | ENERGY, .loses = SYMP_FREE, .lacks = ADMITS_ALL},
    {"sdmv2", .keeps = MOM | ENERGY | AXIS | SYMP, .loses = LINEAR},
    {"sdmv4", .keeps = MOM | ENERGY | AXIS, .loses = LINEAR | NEITHER, .order_free = 4},
    {"sdmv6", .keeps = MOM | ENERGY | AXIS, .loses = LINEAR | NEITHER, .order_free = 6},
    {"frb_exact", .keeps = MOM | ENERGY | AXIS | SYMP, .loses = LINEAR, .order_free = EXACTLY},
    /* Hairer and Vilmart; Hairer's QUATER */
    {"dmv(order = 4, preprocess = inertia)", .keeps = MOM | ENERGY, .lacks = ADMITS_ALL},
    {"dmv(order = 10, preprocess = inertia)", .keeps = MOM | ENERGY, .lacks = ADMITS_ALL},
    {"dmv(order = 6, preprocess = time)", .keeps = MOM | ENERGY, .lacks = ADMITS_ALL},
    {"dmv(order = 2)", .keeps = MOM | ENERGY | SYMP_FREE, .loses = HALF, .lacks = ADMITS_ALL},
    {"sdmv", .keeps = MOM | ENERGY | AXIS, .loses = LINEAR | SYMP, .order_free = 8},
    {"sdmv(order = 2)", .keeps = MOM | ENERGY | AXIS | SYMP, .loses = LINEAR},
    {"sr", .keeps = MOM | AXIS | SYMP, .loses = ENERGY},
    /* Crouch and Grossman; commutator-free */
    {"cg3", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"cg4", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    {"cf4", .keeps = MOM | AXIS, .loses = ENERGY | NEITHER},
    /* compositions */
    {"triple4(mr)", .keeps = MOM | AXIS | SYMP, .loses = ENERGY},
    {"suzuki4(mr)", .keeps = MOM | AXIS | SYMP, .loses = ENERGY},
    {"suzuki4(sej)", .keeps = ENERGY | NORM, .loses = MOM | NEITHER},
    {"triple4(imidm)", .keeps = MOM | AXIS, .loses = ENERGY},
    {"triple4(trap)", .loses = MOM | ENERGY | HALF},
    {"c45(mr)", .keeps = MOM | AXIS | SYMP, .loses = ENERGY},
    {"mclachlan4(mr)", .keeps = MOM | AXIS | SYMP, .loses = ENERGY},
    {"c67(mr)", .keeps = MOM | AXIS | SYMP},
    {"c69(mr)", .keeps = MOM | AXIS | SYMP},
    {"c815(mr)", .keeps = MOM | AXIS | SYMP},
    {"c817(mr)", .keeps = MOM | AXIS | SYMP},
};
enum { KNOWN = sizeof known / sizeof *known };

static inline const struct known *known_of(const char *call)
{
    for (int i = 0; i < KNOWN; i++)
        if (strcmp(known[i].call, call) == 0)
            return &known[i];
    return NULL;
}

#endif
