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

/* Bits of a real, and the decimal digits that tell all of them apart. */
enum { NUMBER_BITS = 256, NUMBER_DIGITS = 80 };

/* Declares a real of `bits` bits, zero, on the machine's stack: there is
 * nothing to clear when memory runs out. */
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
/* A decimal of which only the digits that stand there are known: the true
 * value is up to half a unit of the last one off. */
num number_rounded(struct arena *, const char *text, size_t length);
/* How many of a decimal's digits count: those from the first that is not 0. */
int number_digits(const char *text, size_t length);
/* The double's own value, exactly. */
num number_of_double(struct arena *, double);
/* Rounded to NUMBER_BITS, from a value that is right. */
num number_of_mpfr(struct arena *, mpfr_srcptr);
/* The same, no longer exact: long sums of products of it stay small. */
num number_real(struct arena *, num);
num number_pi(struct arena *);
/* A list of n zeros, an empty one where n is negative. */
num *number_zeros(struct arena *, int n);
/* A fraction in lowest terms, which is cleared. */
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
/* The fraction that the value itself is; the integer below a fraction. */
num number_exact(struct arena *, num);
num number_floor(struct arena *, num);
/* The value that a number has where moments of inertia and pi are other
 * numbers, a fraction; NULL: not known. */
num number_origin(num);
/* The number as moment of inertia about axis 0, 1 or 2. */
num number_moment(struct arena *, num, int axis);
/* The formula of the size of a number: "1/J3 - 1/J2", "pi^2", "2/3"; NULL: none
 * that is short.  The inertia gives the signs of differences. */
const char *number_derivation(struct arena *, num, const num inertia[9]);
bool number_same_origin(num, num);
/* x is used for y, too, which is equal: it keeps its origin if that is y's. */
void number_share(num x, num y);
/* The same in another arena; NULL: NULL. */
num number_copy(struct arena *, num);
/* About how many decimal digits a fraction's integers have, both together. */
size_t number_length(num);

/* The value as it is known to be at most so much further off. */
num number_widen(struct arena *, num, double error);

/* How far the true value may be off: a rigorous bound, which every operation
 * keeps; 0 if the value is exact.  What compares, hashes or prints numbers
 * goes by the value alone. */
double number_error(num);
/* Is 0 within the bound? */
bool number_may_be_zero(num);
/* |x| + error, rounded up. */
double number_at_most(num);
/* Raises the error bound to that of an equal number.  It changes a number that
 * others hold, but not its value. */
void number_admit(num, double error);

/* A fraction, and no other value. */
bool number_is_exact(num);
/* A fraction, as far as it is known. */
bool number_is_fraction(num);
bool number_is_zero(num);
bool number_is_one(num);
/* An integer that fits a long. */
bool number_is_int(num, long *value);
int number_sign(num);
int number_compare(num, num);
bool number_equal(num, num);
uint32_t number_hash(num);

double number_double(num);
float number_float(num); /* rounded once */
/* Can the real type hold the value to all its digits?  One that may be zero is
 * not too small. */
enum fit { FIT_WELL, FIT_TOO_LARGE, FIT_TOO_SMALL };
enum fit number_fit(num, enum real);
/* To out's precision; not 0 if that rounded it. */
int number_mpfr(num, mpfr_ptr out);
mpq_srcptr number_mpq(num); /* for an exact number; read-only */

/* The shortest decimal that reads back to the same double or float, without
 * suffix: "0.1", "1e-09", "0.16666666666666666"; always a floating constant
 * in C ("2.0", not "2").  A value that overflows the type gives NULL. */
const char *number_text(struct arena *, num, enum real);
/* For people: a fraction as "1/6" or "-3", a real as a
 * decimal of NUMBER_DIGITS digits that has a point or an exponent in it. */
const char *number_show(struct arena *, num);
/* The same, but where a fraction has many zeros, "5/8*10^300". */
const char *number_show_briefly(struct arena *, num);
/* For people, too, but right to the last digit: the most digits, up to `most`
 * (NUMBER_DIGITS at most), to which all rounds that lies within the bound, as
 * printf's %g lays them out. NULL: not one is sure. */
const char *number_sure(struct arena *, num, int most);
/* The fewest digits that read back to the nearest double; where the bound
 * leaves more than one double, or none but 0, the digits that are sure. */
const char *number_sure_double(struct arena *, num);
/* For messages: six digits of any number, "1e+600". */
const char *number_brief(struct arena *, num);
