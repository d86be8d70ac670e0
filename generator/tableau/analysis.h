/* SPDX-License-Identifier: MIT
 *
 * The properties of a tableau: its orders, its errors, its structure, and where
 * it is stable.  For fractions everything is exact; for surds and rounded
 * decimals results have rigorous bounds, and "zero" means zero within them.
 */
#pragma once

#include "num/polynomial.h"
#include "tableau/tableau.h"

struct elementary;

enum {
    ANALYSIS_TREES = 10, /* trees up to this order are checked; */
    ANALYSIS_ORDER = 40  /* above: B(p), C(q), D(r), up to this order */
};

/* The first condition that certainly fails, and its residual for the numbers as
 * written. */
struct analysis_failure {
    const char *tree; /* such as "[t,[t]]"; NULL: none found */
    num miss;
};

/* The coefficients of the first term of the error,
 *     e(t) = (sum_i b_i phi_i(t) - 1/gamma(t)) / sigma(t),
 * over all trees of the order of the weights plus 1.  J. R. Dormand, P. J.
 * Prince, J. Comput. Appl. Math. 6 (1980) 19-26. */
struct analysis_error {
    int order;      /* order of the trees; 0: not computed */
    num norm, most; /* 2-norm and largest |e(t)| */
    num lotkin;     /* M. Lotkin, Math. Tables Other Aids
                     * Comput. 5 (1951) 128-133: the error is
                     * at most this * M L^p h^(p+1) */
};

/* Ratios of the errors of b and of a row bhat, after Prince and Dormand; q is
 * the order of bhat, p that of b.  Each is NULL if undefined. */
struct analysis_pair {
    num b; /* |ehat(q+2)| / |ehat(q+1)|, */
    num c; /* |ehat(q+2) - e(q+2)| / |ehat(q+1)|, */
    num e; /* |e(q+2)| / |ehat(q+1)| */
};

/* What is known about b or a row bhat. */
struct analysis_row {
    int order;      /* the proven order */
    int order_most; /* the highest possible order */
    /* The same if each number may be off by its slack; -1: no slack. */
    int order_rounded, order_rounded_most;
    int order_timed; /* with t in f; -1: each c is its row's sum */
    struct analysis_failure failure, failure_rounded, failure_timed;
    int b, d;      /* B(b) and D(d) hold */
    bool positive; /* all weights are above zero */
    struct analysis_error error;
    struct analysis_pair pair; /* for a row bhat */
};

struct analysis_structure {
    /* "explicit"; "implicit" if a is nonzero above the diagonal; else "SDIRK"
     * if the diagonal is one number, "ESDIRK" if it is so after an explicit
     * first stage, else "DIRK" */
    const char *shape;
    bool stiffly_accurate; /* b is the last row of a */
    bool fsal;             /* also, the first stage is the step's start */
    bool symmetric;        /* its own adjoint, up to the order of stages */
    bool symplectic;       /* b_i a_ij + b_j a_ji = b_i b_j */
    bool algebraic;        /* positive semidefinite difference, and b >= 0 */
    bool confluent;        /* two stages have the same c */
    int idle;              /* stages that no weight uses (DJ-reducible) */
    int equal;             /* stages that always equal another (S-reducible) */
    /* The radius of absolute monotonicity; NULL if unbounded. */
    num ssp;
};

/* Linear stability: a step of y' = lambda y multiplies y by R(h lambda), with
 *     R(z) = det(I - z A + z e b') / det(I - z A).
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer
 * 1996, sections IV.2 and IV.3. */
enum { STABILITY_DEGREE = 40 }; /* largest degree of R's polynomials */

struct stability {
    bool known; /* false: too many stages; nothing else is set */
    struct polynomial over, under; /* R; under(0) = 1 */
    /* The coefficients of R, exact if they are p + q sqrt(d). */
    const num *exact_over, *exact_under;
    bool recovered; /* some reals were replaced by exact fractions */
    bool rational;  /* all coefficients are fractions */
    num far;        /* R at infinity; NULL if infinite */
    bool i_stable;  /* |R| <= 1 on the imaginary axis */
    bool a_stable;  /* I-stable, and |R| <= 1 in the left half plane */
    bool l_stable;  /* A-stable, and R is 0 at infinity */
    /* alpha of A(alpha)-stability in degrees, 90 if A-stable; NULL if none. */
    num angle;
    /* |R| <= 1 on the real axis from 0 to -real, on the imaginary axis up to i
     * imaginary; NULL if unbounded. */
    num real, imaginary;
};

struct analysis {
    const struct tableau *tableau;
    bool rounded; /* all fields but the orders are of the rounded decimals,
                   * since b then has a higher order */
    const char
        *proven; /* name of the known tableau of these numbers, or NULL */
    int rows;    /* b, then each bhat */
    struct analysis_row *row;
    int c;           /* C(c) holds */
    int stage_order; /* the smaller of C(c) and B(b) of row b */
    int mismatches;  /* stages whose c is not the sum of their row */
    const int *mismatched_stage;
    int mismatches_rounded; /* the same, allowing for the slack */
    const int *mismatched_stage_rounded;
    num largest; /* largest |entry| in a and the weights */
    struct analysis_structure structure;
    struct stability stability;
};

struct analysis tableau_analyse(struct arena *, const struct tableau *);
/* The proven order of a row, and its highest possible order, for the numbers as
 * written or as rounded. */
int analysis_order(const struct analysis_row *);
int analysis_order_most(const struct analysis_row *);

/* ---- its parts ---- */

/* The error of a row of weights, over the trees of this order. */
struct analysis_error error_of(struct elementary *, int row, int order);
/* The ratios for b and a row bhat of order q. */
struct analysis_pair error_pair(struct elementary *, int row, int q);

num tableau_ssp(struct arena *, const struct tableau *);
/* Lists the stages that the first `rows` rows of weights depend on; returns
 * their number. */
int tableau_used(const struct tableau *, int rows, int *use);
/* The tableau without stages that always equal an earlier one; NULL if there is
 * no such stage.  Only its numbers are set. */
const struct tableau *tableau_merged(struct arena *, const struct tableau *);

struct stability tableau_stability(struct arena *, const struct tableau *);

/* R as a quotient of coprime polynomials, with the exactness of their
 * coefficients; `known` is false if there are too many stages. */
void stability_function(struct arena *, const struct tableau *,
                        struct stability *);
/* R at infinity, exact if known exactly. */
num stability_far(struct arena *, const struct stability *);
