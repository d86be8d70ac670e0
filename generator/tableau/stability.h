/* SPDX-License-Identifier: MIT
 *
 * Linear stability: of y' = lambda y a step makes R(h lambda) y, with
 *     R(z) = det(I - z A + z e b') / det(I - z A).
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer
 * 1996, sections IV.2 and IV.3.
 */
#ifndef POL_STABILITY_H
#define POL_STABILITY_H

#include "base/polynomial.h"
#include "tableau/tableau.h"

enum { STABILITY_DEGREE = 40 }; /* of R's polynomials, at most */

struct stability {
    bool known; /* false: too many stages, and nothing else is set */
    struct polynomial over, under; /* R; under(0) = 1 */
    bool recovered; /* coefficients are the fractions that surds must give */
    bool rational;  /* all coefficients are fractions */
    const struct number *far; /* R at infinity; NULL: infinite */
    bool i_stable;            /* |R| <= 1 on the imaginary axis */
    bool a_stable;            /* and in the whole left half plane */
    bool l_stable;            /* and R is 0 at infinity */
    double angle; /* degrees: A(alpha)-stable, 90 if A-stable, NAN if not */
    double real, imaginary; /* |R| <= 1 on the axis from 0 down to -real, up
                             * to imaginary; may be infinite */
};

struct stability tableau_stability(struct arena *, const struct tableau *);

/* ---- its parts ---- */

/* R as a quotient of polynomials without common factor, and what is known of
 * their coefficients; `known` is false if there are too many stages. */
void stability_function(struct arena *, const struct tableau *,
                        struct stability *);
/* All limits and kinds of stability of the function. */
void stability_judge(struct arena *, const struct tableau *,
                     struct stability *);

/* A coefficient without the noise of surds: a fraction where one is meant. */
const struct number *stability_coefficient(struct arena *,
                                           const struct tableau *,
                                           const struct number *);

#endif
