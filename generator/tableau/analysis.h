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
    ANALYSIS_TREES = 10, /* conditions of trees of this order are tried; */
    ANALYSIS_ORDER = 40  /* beyond it is B(p), C(q), D(r), up to here */
};

/* The first condition that surely fails, and its residual, for the numbers as
 * written. */
struct analysis_failure {
    const char *tree; /* as "[t,[t]]"; NULL: none was found */
    num miss;
};

/* The coefficients of the first term of the error,
 *     e(t) = (sum_i b_i phi_i(t) - 1/gamma(t)) / sigma(t),
 * over all trees of the order above the weights'.  J. R. Dormand, P. J. Prince,
 * J. Comput. Appl. Math. 6 (1980) 19-26. */
struct analysis_error {
    int order;      /* order of the trees; 0: not computed */
    num norm, most; /* the 2-norm, and the largest of them */
    num lotkin;     /* M. Lotkin, Math. Tables Other Aids
                     * Comput. 5 (1951) 128-133: the error is
                     * at most this * M L^p h^(p+1) */
};

/* Ratios of the errors of b and of a row bhat, after Prince and Dormand; q is
 * the order of bhat, p that of b.  Each is NULL where it has no meaning. */
struct analysis_pair {
    num b; /* |ehat(q+2)| / |ehat(q+1)|, */
    num c; /* |ehat(q+2) - e(q+2)| / |ehat(q+1)|, */
    num e; /* |e(q+2)| / |ehat(q+1)| */
};

/* What is known of b or of a row bhat. */
struct analysis_row {
    int order;      /* at least */
    int order_most; /* and at most */
    /* The same where numbers may be off by their slack; -1: there is none. */
    int order_rounded, order_rounded_most;
    int order_timed; /* with t on the right side; -1: c are the rows' sums */
    struct analysis_failure failure, failure_rounded, failure_timed;
    int b, d;      /* B(b) and D(d) hold */
    bool positive; /* all weights are above zero */
    struct analysis_error error;
    struct analysis_pair pair; /* if it is a row bhat */
};

struct analysis_structure {
    /* "explicit", or if nothing stands above the diagonal "SDIRK" with one
     * number on it, "ESDIRK" with that after a first stage that is explicit,
     * else "DIRK"; "implicit" */
    const char *shape;
    bool stiffly_accurate; /* b is the last row of a */
    bool fsal;             /* and the first stage is the start of the step */
    bool symmetric;        /* it is its own adjoint, stages in any order */
    bool symplectic;       /* b_i a_ij + b_j a_ji = b_i b_j */
    bool algebraic;        /* that difference is nowhere negative, nor is b */
    bool confluent;        /* two stages at the same c */
    int idle;              /* stages that reach no weights (DJ-reducible) */
    int equal;             /* and that equal others always (S-reducible) */
    /* The radius of absolute monotonicity; NULL: there is no end. */
    num ssp;
};

/* Linear stability: a step of y' = lambda y multiplies y by R(h lambda), with
 *     R(z) = det(I - z A + z e b') / det(I - z A).
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer
 * 1996, sections IV.2 and IV.3. */
enum { STABILITY_DEGREE = 40 }; /* largest degree of R's polynomials */

struct stability {
    bool known; /* false: too many stages, and nothing else is set */
    struct polynomial over, under; /* R; under(0) = 1 */
    /* Their coefficients, exactly where they are p + q sqrt(d). */
    const num *exact_over, *exact_under;
    bool recovered; /* reals were the fractions that they must be */
    bool rational;  /* all coefficients are fractions */
    num far;        /* R at infinity; NULL: infinite */
    bool i_stable;  /* |R| <= 1 on the imaginary axis */
    bool a_stable;  /* and in the whole left half plane */
    bool l_stable;  /* and R is 0 at infinity */
    /* In degrees: A(alpha)-stable, 90 if A-stable; NULL: it is not. */
    num angle;
    /* |R| <= 1 on the axis from 0 down to -real, up to imaginary; NULL: all the
     * way. */
    num real, imaginary;
};

struct analysis {
    const struct tableau *tableau;
    bool rounded; /* all but the orders is of its decimals as rounded ones,
                   * since b is of a higher order then */
    const char
        *proven; /* the known tableau that numbers are, rounded; or NULL */
    int rows;    /* b, then each bhat */
    struct analysis_row *row;
    int c;           /* C(c) holds */
    int stage_order; /* the smaller one of it and B */
    int off;         /* stages whose c is not the sum of their row */
    const int *off_stage;
    int off_rounded; /* those of which it is not, numbers being rounded */
    const int *off_rounded_stage;
    num largest; /* |entry| */
    struct analysis_structure structure;
    struct stability stability;
};

struct analysis tableau_analyse(struct arena *, const struct tableau *);
/* The order that a row has, and the highest that it may have, as far as its
 * numbers tell. */
int analysis_order(const struct analysis_row *);
int analysis_order_most(const struct analysis_row *);

/* ---- its parts ---- */

/* For a row of weights, and the trees of this order. */
struct analysis_error error_of(struct elementary *, int row, int order);
/* For b with a row bhat of order q. */
struct analysis_pair error_pair(struct elementary *, int row, int q);

num tableau_ssp(struct arena *, const struct tableau *);
/* The stages that the first `rows` rows of weights have a use for; their
 * number. */
int tableau_used(const struct tableau *, int rows, int *use);
/* The tableau without stages that always equal an earlier one; NULL if there is
 * no such stage.  Only its numbers are filled in. */
const struct tableau *tableau_merged(struct arena *, const struct tableau *);

struct stability tableau_stability(struct arena *, const struct tableau *);

/* R as a quotient of polynomials without common factor, and what is known of
 * their coefficients; `known` is false if there are too many stages. */
void stability_function(struct arena *, const struct tableau *,
                        struct stability *);
/* R at infinity, exactly where that is known. */
num stability_far(struct arena *, const struct stability *);
