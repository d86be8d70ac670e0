/* SPDX-License-Identifier: MIT
 *
 * Polynomials in one variable with numbers as coefficients.  All operations
 * keep fractions as fractions; functions on real roots require fractions, and
 * are exact.
 */
#pragma once

#include "num/number.h"

/* coef[i] is the coefficient of x^i, the last one is not zero; the degree of
 * the zero polynomial is -1. */
struct polynomial {
    int degree;
    const num *coef;
};

/* From n coefficients, lowest power first; the list is copied. */
struct polynomial polynomial_of(struct arena *, int n, const num *coef);
bool polynomial_is_exact(struct polynomial);

struct polynomial polynomial_add(struct arena *, struct polynomial,
                                 struct polynomial);
struct polynomial polynomial_mul(struct arena *, struct polynomial,
                                 struct polynomial);
num polynomial_value(struct arena *, struct polynomial, num x);
/* a = quotient * b + remainder; b is not zero. */
struct division {
    struct polynomial quotient, remainder;
};
struct division polynomial_divide(struct arena *, struct polynomial a,
                                  struct polynomial b);

/* ---- polynomials of fractions alone ---- */

/* True if roots are found quickly: as integers without common divisor, the
 * coefficients have at most POLYNOMIAL_DIGITS / degree decimal digits. */
enum { POLYNOMIAL_DIGITS = 10000 };
bool polynomial_is_moderate(struct arena *, struct polynomial);
/* The maximum count of digits of the coefficients that are fractions. */
size_t polynomial_digits(struct polynomial);
/* Primitive; the zero polynomial if both are zero. */
struct polynomial polynomial_gcd(struct arena *, struct polynomial,
                                 struct polynomial);
/* Primitive, with the same roots, each of them simple. */
struct polynomial polynomial_squarefree(struct arena *, struct polynomial);

/* Sturm's chain of a nonzero polynomial.  It counts the roots in an interval,
 * each once. */
struct sturm {
    int count;
    struct polynomial *chain; /* the first one is the square-free part */
};
struct sturm sturm_of(struct arena *, struct polynomial);
/* The number of roots with low < x <= high; NULL: -infinity and infinity. */
int sturm_count(const struct sturm *, num low, num high);

/* The k-th real root, k from 1 (the least) to their number: exact if it is a
 * fraction, else to NUMBER_BITS. */
num sturm_root(struct arena *, const struct sturm *, int k);
