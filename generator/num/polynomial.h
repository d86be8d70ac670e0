/* SPDX-License-Identifier: MIT
 *
 * Polynomials in one variable with numbers as coefficients.  Those of
 * fractions stay of fractions through every operation; what asks for real
 * roots is for them alone, and is exact.
 */
#pragma once

#include "num/number.h"

/* coef[i] is that of x^i and the last one is not zero; the degree of the zero
 * polynomial is -1. */
struct polynomial {
    int degree;
    const num *coef;
};

/* From n coefficients, lowest power first; the list is copied. */
struct polynomial polynomial_of(struct arena *, int n, const num *coef);
bool polynomial_is_exact(const struct polynomial *);

struct polynomial polynomial_add(struct arena *, const struct polynomial *,
                                 const struct polynomial *);
struct polynomial polynomial_mul(struct arena *, const struct polynomial *,
                                 const struct polynomial *);
struct polynomial polynomial_derivative(struct arena *,
                                        const struct polynomial *);
num polynomial_value(struct arena *, const struct polynomial *, num x);
/* a = quotient * b + remainder; b is not zero.  Either result may be NULL. */
void polynomial_divide(struct arena *, const struct polynomial *a,
                       const struct polynomial *b, struct polynomial *quotient,
                       struct polynomial *remainder);

/* ---- of fractions alone ---- */

/* A multiple with integer coefficients that have no common divisor, by a
 * positive factor. */
struct polynomial polynomial_primitive(struct arena *,
                                       const struct polynomial *);
/* Its roots are found in a moment: as integers without common divisor its
 * coefficients have at most POLYNOMIAL_DIGITS decimal digits by the degree. */
enum { POLYNOMIAL_DIGITS = 10000 };
bool polynomial_is_moderate(struct arena *, const struct polynomial *);
/* The most digits of a coefficient, of those that are fractions. */
size_t polynomial_digits(const struct polynomial *);
/* Primitive; the zero polynomial if both are zero. */
struct polynomial polynomial_gcd(struct arena *, const struct polynomial *,
                                 const struct polynomial *);
/* Primitive, with the same roots, each of them simple. */
struct polynomial polynomial_squarefree(struct arena *,
                                        const struct polynomial *);

/* Sturm's chain of a polynomial that is not zero, which tells how many of its
 * roots, each counted once, lie in an interval. */
struct sturm {
    int count;
    struct polynomial *chain; /* the first one is the square-free part */
};
struct sturm sturm_of(struct arena *, const struct polynomial *);
/* Roots with low < x <= high; NULL stands for -infinity and infinity. */
int sturm_count(const struct sturm *, num low, num high);

/* The k-th real root from the least, 1, to at most their number: a fraction
 * where it is one, else to NUMBER_BITS. */
num sturm_root(struct arena *, const struct sturm *, int k);
