/* SPDX-License-Identifier: MIT
 *
 * Constants as text: exact decimals in, shortest decimals out.  Nothing here
 * depends on the locale.
 */
#include "num/number.h"

#include "base/arena.h"
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- in ---- */

enum { EXPONENT_LIMIT = 9999 };

/* Splits a decimal into +-digits * 10^exponent, without the point. */
static bool take_apart(struct arena *a, const char *text, size_t length,
                       const char **digits, long *exponent)
{
    static const char all[] = "0123456789";
    const char *c = arena_text(a, text, length), *end = c + length;
    const char *sign = *c == '-' ? "-" : "";
    c += *c == '-' || *c == '+';
    int whole = (int)strspn(c, all);
    const char *part = c + whole + (c[whole] == '.');
    int parts = (int)strspn(part, all);
    long power = 0;
    *digits = text_format(a, "%s%.*s%.*s", sign, whole, c, parts, part);
    c = part + parts;
    if (*c == 'e' || *c == 'E') {
        power = strtol(++c, NULL, 10);
        c += *c == '-' || *c == '+';
        if (!ascii_is_digit(*c))
            return false;
        c += strspn(c, all);
    }
    if (power > EXPONENT_LIMIT || power < -EXPONENT_LIMIT)
        return false;
    *exponent = power - parts;
    return whole + parts > 0 && c == end;
}

num number_decimal(struct arena *a, const char *text, size_t length)
{
    const char *digits;
    long exponent;
    mpq_t q;
    if (!take_apart(a, text, length, &digits, &exponent))
        return NULL;
    mpq_init(q);
    mpz_ui_pow_ui(mpq_denref(q), 10, (unsigned long)labs(exponent));
    mpz_set_str(mpq_numref(q), digits, 10);
    if (exponent > 0) {
        mpz_mul(mpq_numref(q), mpq_numref(q), mpq_denref(q));
        mpz_set_ui(mpq_denref(q), 1);
    }
    mpq_canonicalize(q);
    return number_take(a, q);
}

int number_digits(const char *text, size_t length)
{
    int digits = 0;
    for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
        digits += ascii_is_digit(text[i]) && (digits > 0 || text[i] != '0');
    return digits;
}

num number_rounded(struct arena *a, const char *text, size_t length)
{
    const char *digits;
    long exponent;
    num n = number_decimal(a, text, length);
    if (!n || !take_apart(a, text, length, &digits, &exponent))
        return NULL;
    num ten = number_real(a, number_int(a, 10));
    double half = number_at_most(number_power(a, ten, exponent)) / 2;
    return number_widen(a, number_real(a, n), half);
}

/* ---- out ---- */

enum fit number_fit(num n, enum real real)
{
    double x = fabs(number_double(n));
    double least = real == REAL_FLOAT ? (double)FLT_MIN : DBL_MIN;
    if (isinf(x) || (real == REAL_FLOAT && isinf(number_float(n))))
        return FIT_TOO_LARGE;
    /* a value that is only the error of 256 bits is a zero of the real type */
    bool residue = number_error(n) >= DBL_MIN && number_may_be_zero(n);
    if (x < least && !number_is_zero(n) && !residue)
        return FIT_TOO_SMALL;
    return FIT_WELL;
}

/* With more than C_DIGITS digits before the point, C text has an exponent. */
enum { DIGITS_ROOM = 96, C_DIGITS = 16, DOUBLE_DIGITS = 17 };
/* An integer with this many zeros at its end is shown with a power of ten. */
enum { MANY_ZEROS = 20 };

/* +-0.digits * 10^exponent, in the layout of printf's %g for `most` digits. */
static const char *lay_out(struct arena *a, const char *digits, long exponent,
                           int most)
{
    struct text t = text_new(a);
    text_put(&t, *digits == '-' ? "-" : "");
    digits += *digits == '-';
    int given = (int)strlen(digits), n = given;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    if (exponent < -3 || exponent > most) {
        text_print(&t, "%c%s%.*se%+03ld", digits[0], n > 1 ? "." : "", n - 1,
                   digits + 1, exponent - 1);
    } else if (exponent <= 0) {
        text_print(&t, "0.%.*s%.*s", (int)-exponent, "000", n, digits);
    } else {
        text_print(&t, "%.*s", (int)exponent, digits);
        for (int i = given; i < exponent; i++)
            text_char(&t, '0');
        if (n > exponent)
            text_print(&t, ".%.*s", n - (int)exponent, digits + exponent);
    }
    return text_chars(&t);
}

/* The text as a floating constant of C. */
static const char *as_real(struct arena *a, const char *text)
{
    return strpbrk(text, ".e") ? text : text_format(a, "%s.0", text);
}

/* Finds n digits that read back to x > 0: the nearest, or, if the gap below x
 * is smaller than above (powers of two), one on either side.  Without a point,
 * the C library reads them correctly in any locale. */
static bool try_digits(mpfr_srcptr x, double value, int n, enum real real,
                       char *digits, mpfr_exp_t *exponent)
{
    static const mpfr_rnd_t mode[] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU};
    int modes = mpfr_min_prec(x) == 1 ? 3 : 1;
    char text[DIGITS_ROOM + 32];
    for (int i = 0; i < modes; i++) {
        mpfr_get_str(digits, exponent, 10, (size_t)n, x, mode[i]);
        snprintf(text, sizeof text, "%se%ld", digits, (long)*exponent - n);
        if (value == (real == REAL_FLOAT ? (double)strtof(text, NULL)
                                         : strtod(text, NULL)))
            return true;
    }
    return false;
}

/* The fewest digits that read back to x, not 0, maybe with zeros at the end,
 * after a sign; returns their exponent.  Digits that read back, up to DBL_DIG,
 * are the first ones of x, except for powers of two (the gap below them is
 * smaller) and numbers with fewer bits. */
static long shortest(double x, enum real real, char *digits)
{
    STACK_REAL(t, 53);
    mpfr_exp_t exponent = 0;
    int power, n = real == REAL_FLOAT ? FLT_DIG : DBL_DIG;
    if (x < 0)
        *digits++ = '-';
    x = fabs(x);
    if (frexp(x, &power) <= 0.5 || power < FLT_MIN_EXP)
        n = 1;
    mpfr_set_d(t, x, MPFR_RNDN);
    while (!try_digits(t, x, n, real, digits, &exponent))
        n++;
    return exponent;
}

const char *number_text(struct arena *a, num number, enum real real)
{
    double value = real == REAL_FLOAT ? (double)number_float(number)
                                      : number_double(number);
    char digits[DIGITS_ROOM];

    if (isinf(value))
        return NULL;
    if (value == 0)
        return "0.0";
    long exponent = shortest(value, real, digits);
    return as_real(a, lay_out(a, digits, exponent, C_DIGITS));
}

/* The first `count` digits of a number that is not 0. */
static const char *first_digits(struct arena *a, num n, size_t count)
{
    STACK_REAL(x, NUMBER_BITS);
    char digits[DIGITS_ROOM];
    mpfr_exp_t exponent;
    number_mpfr(n, x);
    mpfr_get_str(digits, &exponent, 10, count, x, MPFR_RNDN);
    return lay_out(a, digits, exponent, C_DIGITS);
}

const char *number_brief(struct arena *a, num n)
{
    return number_is_zero(n) ? "0" : first_digits(a, n, 6);
}

const char *number_show(struct arena *a, num n)
{
    if (!number_is_fraction(n))
        return as_real(a, first_digits(a, n, NUMBER_DIGITS));
    mpq_srcptr q = number_mpq(n);
    return mpq_get_str(arena_alloc(a, number_length(n) + 3), 10, q);
}

/* Number of zeros at the end of an integer if they are many, else 0. */
static size_t many_zeros(const char *digits, size_t n)
{
    size_t zeros = 0;
    while (zeros + 1 < n && digits[n - 1 - zeros] == '0')
        zeros++;
    return zeros < MANY_ZEROS || zeros > EXPONENT_LIMIT ? 0 : zeros;
}

const char *number_show_briefly(struct arena *a, num n)
{
    const char *p = number_show(a, n);
    if (!number_is_fraction(n))
        return p;
    size_t length = strcspn(p, "/"), up = many_zeros(p, length);
    const char *q = p[length] ? p + length + 1 : "1";
    size_t down = many_zeros(q, strlen(q)), left = strlen(q) - down;
    struct text t = text_new(a);
    text_add(&t, p, length - up);
    if (left > 1 || *q != '1')
        text_print(&t, "/%.*s", (int)left, q);
    if (up != down)
        text_print(&t, "*10^%ld", (long)up - (long)down);
    return text_chars(&t);
}

/* ---- sure digits ---- */

/* Precision of the ends of a number's interval, rounded outwards. */
enum { END_BITS = 2 * NUMBER_BITS };

static void range_of(mpfr_ptr low, mpfr_ptr high, num n)
{
    bool is_rounded = number_mpfr(n, low) != 0;
    mpfr_set(high, low, MPFR_RNDN);
    if (is_rounded) {
        mpfr_nextbelow(low);
        mpfr_nextabove(high);
    }
    mpfr_sub_d(low, low, number_error(n), MPFR_RNDD);
    mpfr_add_d(high, high, number_error(n), MPFR_RNDU);
}

/* The most digits to which both ends round. */
const char *number_sure(struct arena *a, num n, int most)
{
    STACK_REAL(low, END_BITS);
    STACK_REAL(high, END_BITS);
    char digits[DIGITS_ROOM], other[DIGITS_ROOM];
    mpfr_exp_t exponent, other_exponent;
    if (number_is_zero(n) && number_is_exact(n))
        return "0";
    range_of(low, high, n);
    if (!mpfr_number_p(low) || !mpfr_number_p(high) ||
        mpfr_sgn(low) * mpfr_sgn(high) <= 0)
        return NULL;
    for (int count = most; count > 0; count--) {
        mpfr_get_str(digits, &exponent, 10, (size_t)count, low, MPFR_RNDN);
        mpfr_get_str(other, &other_exponent, 10, (size_t)count, high,
                     MPFR_RNDN);
        if (exponent == other_exponent && strcmp(digits, other) == 0)
            return lay_out(a, digits, exponent, most);
    }
    return NULL;
}

const char *number_sure_double(struct arena *a, num n)
{
    STACK_REAL(low, END_BITS);
    STACK_REAL(high, END_BITS);
    char digits[DIGITS_ROOM];
    range_of(low, high, n);
    double least = mpfr_get_d(low, MPFR_RNDN);
    if (least != mpfr_get_d(high, MPFR_RNDN) || least == 0)
        return number_sure(a, n, DOUBLE_DIGITS);
    if (isinf(least))
        return NULL;
    long exponent = shortest(least, REAL_DOUBLE, digits);
    return lay_out(a, digits, exponent, DOUBLE_DIGITS);
}
