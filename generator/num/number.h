/* SPDX-License-Identifier: MIT
 *
 * Constants: an exact fraction (GMP) as long as possible, a 256-bit real
 * (MPFR) once a surd or a function is in it.  A number is read-only; its limbs
 * lie in the arena.  A function that has no finite value returns NULL.
 *
 * In: fractions, decimals, functions of them.  Out: exact values or 256-bit
 * reals, bounds on their errors (bound.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpfr.h>

struct arena;
struct number;
typedef const struct number *num;

/* Bits of a real, and the decimal digits that distinguish all reals. */
enum { NUMBER_BITS = 256, NUMBER_DIGITS = 80 };

/* Declares a zero real of `bits` bits on the machine's stack: there is nothing
 * to clear if memory runs out. */
#define STACK_REAL(x, bits)                                                    \
    mp_limb_t x##_limbs[((bits)-1) / GMP_NUMB_BITS + 1];                       \
    mpfr_t x;                                                                  \
    mpfr_custom_init_set(x, MPFR_ZERO_KIND, 0, bits, x##_limbs)

/* The real type of emitted code. */
enum real { REAL_DOUBLE, REAL_FLOAT };

num number_int(struct arena *, long value);
num number_fraction(struct arena *, long p, long q);
/* "12", "0.1", "1.5e-3": exactly that decimal (exponents up to +-9999). */
num number_decimal(struct arena *, const char *text, size_t length);
/* A rounded decimal: the true value is within half a unit of the last digit. */
num number_rounded(struct arena *, const char *text, size_t length);
/* Number of significant digits of a decimal: from the first that is not 0. */
int number_digits(const char *text, size_t length);
/* The double's own value, exactly. */
num number_of_double(struct arena *, double);
/* Rounds a real that is taken as exact to NUMBER_BITS. */
num number_of_mpfr(struct arena *, mpfr_srcptr);
/* The same value as a real: long sums of products with it stay small. */
num number_real(struct arena *, num);
num number_pi(struct arena *);
/* A list of n zeros, empty if n is negative. */
num *number_zeros(struct arena *, int n);
/* A number from a fraction in lowest terms; the argument is cleared. */
num number_take(struct arena *, mpq_ptr);

num number_neg(struct arena *, num);
num number_abs(struct arena *, num);
num number_add(struct arena *, num, num);
num number_sub(struct arena *, num, num);
num number_mul(struct arena *, num, num);
num number_div(struct arena *, num, num);
num number_power(struct arena *, num, long exponent);
/* Exact for squares of fractions; roots of other fractions are surds
 * (num/surd.h). */
num number_sqrt(struct arena *, num);

/* x op y, one of + - * /; fractions stay fractions, however long the result. */
num number_exactly(struct arena *, char op, num x, num y);
/* number_exact: the value as a fraction; number_floor: the largest integer that
 * is not above a fraction. */
num number_exact(struct arena *, num);
num number_floor(struct arena *, num);
/* The origin of a number: its value with other numbers in place of moments of
 * inertia and pi, a fraction; NULL: not known. */
num number_origin(num);
/* The number, with the origin of the moment of inertia about axis 0, 1 or 2. */
num number_moment(struct arena *, num, int axis);
/* A formula of the absolute value: "1/J3 - 1/J2", "pi^2", "2/3"; NULL: no short
 * one.  `inertia` determines the signs of differences. */
const char *number_derivation(struct arena *, num, const num inertia[9]);
bool number_same_origin(num, num);
/* x is used in place of y, which is equal; x loses its origin if y's
 * differs. */
void number_share(num x, num y);
/* A copy in another arena; NULL for NULL. */
num number_copy(struct arena *, num);
/* Approximate count of decimal digits in numerator and denominator together. */
size_t number_length(num);

/* The same value, with `error` added to its error bound. */
num number_widen(struct arena *, num, double error);

/* A rigorous bound on the error, maintained by every operation; 0 if the value
 * is exact.  Comparisons, hashes and texts use the value only. */
double number_error(num);
/* True if 0 is within the error bound. */
bool number_may_be_zero(num);
/* |x| + error, rounded up. */
double number_at_most(num);
/* Raises the error bound to that of an equal number.  This changes a shared
 * number, but not its value. */
void number_admit(num, double error);

/* True for a fraction with error bound 0. */
bool number_is_exact(num);
/* True for a fraction with any error bound. */
bool number_is_fraction(num);
bool number_is_zero(num);
bool number_is_one(num);
/* True for an integer that fits a long. */
bool number_is_int(num, long *value);
int number_sign(num);
int number_compare(num, num);
bool number_equal(num, num);
uint32_t number_hash(num);

double number_double(num);
float number_float(num); /* rounded once */
/* Checks that the real type holds the value to full precision.  A value that
 * may be zero is not too small. */
enum fit { FIT_WELL, FIT_TOO_LARGE, FIT_TOO_SMALL };
enum fit number_fit(num, enum real);
/* Rounds to the precision of `out`; not 0 if the result is inexact. */
int number_mpfr(num, mpfr_ptr out);
mpq_srcptr number_mpq(num); /* for an exact number; read-only */

/* The shortest decimal that reads back to the same double or float, without
 * suffix: "0.1", "1e-09", "0.16666666666666666"; always a floating constant
 * in C ("2.0", not "2").  A value that overflows the type gives NULL. */
const char *number_text(struct arena *, num, enum real);
/* For people: a fraction as "1/6" or "-3", a real as a decimal of NUMBER_DIGITS
 * digits with a point or an exponent. */
const char *number_show(struct arena *, num);
/* The same, but a fraction with many zeros as "5/8*10^300". */
const char *number_show_briefly(struct arena *, num);
/* For people, correct to the last digit: the most digits, up to `most` (<=
 * NUMBER_DIGITS), to which all values within the bound round, in the layout of
 * printf's %g.  NULL: no digit is sure. */
const char *number_sure(struct arena *, num, int most);
/* The fewest digits that read back to the nearest double; if the bound allows
 * several doubles, or only 0, the digits that are sure. */
const char *number_sure_double(struct arena *, num);
/* For messages: six digits of any number, "1e+600". */
const char *number_brief(struct arena *, num);
