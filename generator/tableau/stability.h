/* SPDX-License-Identifier: MIT
 *
 * Linear stability: of y' = lambda y a step makes R(h lambda) y, with
 *     R(z) = det(I - z A + z e b') / det(I - z A).
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer
 * 1996, sections IV.2 and IV.3.
 */
#ifndef POL_STABILITY_H
#define POL_STABILITY_H

#include "num/polynomial.h"
#include "tableau/tableau.h"

enum { STABILITY_DEGREE = 40 }; /* of R's polynomials, at most */

struct stability {
    bool known; /* false: too many stages, and nothing else is set */
    struct polynomial over, under; /* R; under(0) = 1 */
    /* Their coefficients, exactly where they are p + q sqrt(d). */
    const struct surd *exact_over, *exact_under;
    bool recovered;           /* reals were the fractions that they must be */
    bool rational;            /* all coefficients are fractions */
    const struct number *far; /* R at infinity; NULL: infinite */
    bool i_stable;            /* |R| <= 1 on the imaginary axis */
    bool a_stable;            /* and in the whole left half plane */
    bool l_stable;            /* and R is 0 at infinity */
    /* In degrees: A(alpha)-stable, 90 if A-stable; NULL: it is not. */
    const struct number *angle;
    /* |R| <= 1 on the axis from 0 down to -real, up to imaginary; NULL: all the
     * way. */
    const struct number *real, *imaginary;
};

struct stability tableau_stability(struct arena *, const struct tableau *);

/* ---- its parts ---- */

/* R as a quotient of polynomials without common factor, and what is known of
 * their coefficients; `known` is false if there are too many stages. */
void stability_function(struct arena *, const struct tableau *,
                        struct stability *);
/* R at infinity, exactly where that is known. */
struct surd stability_far(struct arena *, const struct stability *);

/* Where a polynomial first becomes negative, from 0 on; NULL: nowhere.  Of
 * coefficients that are known within bounds it is right within its own, which
 * is infinite where they leave it open. */
const struct number *stability_change(struct arena *,
                                      const struct polynomial *);

/* A coefficient without the noise of surds: a fraction where one is meant. */
const struct number *stability_coefficient(struct arena *,
                                           const struct tableau *,
                                           const struct number *);

#endif
