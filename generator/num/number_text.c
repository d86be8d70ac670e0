/* SPDX-License-Identifier: MIT
 *
 * Constants as text: exact decimals in, shortest decimals out.  Nothing here
 * depends on the locale.
 */
#include "num/number.h"

#include "base/arena.h"
#include "num/number_data.h"
#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- in ---- */

enum { EXPONENT_LIMIT = 9999 };

/* A decimal taken apart: +-digits * 10^exponent. */
struct decimal {
    const char *digits; /* a sign and the digits, the point left out */
    long exponent;
};

/* Behind an 'e'; false if it is no number up to the end, or beyond the limit.
 */
static bool read_exponent(const char *c, long limit, long *exponent)
{
    char *end;
    if (!ascii_is_digit(c[*c == '-' || *c == '+']))
        return false;
    *exponent = strtol(c, &end, 10);
    return !*end && *exponent <= limit && *exponent >= -limit;
}

static bool take_apart(struct arena *a, const char *text, size_t length,
                       long limit, struct decimal *d)
{
    static const char all[] = "0123456789";
    const char *c = arena_text(a, text, length), *end = c + length;
    const char *sign = *c == '-' ? "-" : "";
    c += *c == '-' || *c == '+';
    int whole = (int)strspn(c, all);
    const char *point = c + whole, *part = point + (*point == '.');
    int parts = part > point ? (int)strspn(part, all) : 0;
    d->digits = text_format(a, "%s%.*s%.*s", sign, whole, c, parts, part);
    d->exponent = 0;
    c = part + parts;
    if (whole + parts == 0 || strlen(c) != (size_t)(end - c) ||
        (*c && *c != 'e' && *c != 'E') ||
        (*c && !read_exponent(c + 1, limit, &d->exponent)))
        return false;
    d->exponent -= parts;
    return true;
}

num number_decimal(struct arena *a, const char *text, size_t length)
{
    struct decimal d;
    mpq_t q;
    if (!take_apart(a, text, length, EXPONENT_LIMIT, &d))
        return NULL;
    mpq_init(q);
    mpz_ui_pow_ui(mpq_denref(q), 10, (unsigned long)labs(d.exponent));
    mpz_set_str(mpq_numref(q), d.digits, 10);
    if (d.exponent > 0) {
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
    struct decimal d;
    num n = number_decimal(a, text, length);
    if (!n || !take_apart(a, text, length, EXPONENT_LIMIT, &d))
        return NULL;
    num ten = number_real(a, number_int(a, 10));
    double half = number_at_most(number_power(a, ten, d.exponent)) / 2;
    return number_widen(a, number_real(a, n), half);
}

/* A decimal that stands for a real. */
static num read_real(struct arena *a, const char *text, size_t length)
{
    struct decimal d;
    if (!take_apart(a, text, length, LONG_MAX / 20, &d))
        return NULL;
    const char *whole = text_format(a, "%se%ld", d.digits, d.exponent);
    STACK_REAL(x, NUMBER_BITS);
    mpfr_strtofr(x, whole, NULL, 10, MPFR_RNDN);
    return number_of_mpfr(a, x);
}

num number_read(struct arena *a, const char *text, size_t length)
{
    const char *star = memchr(text, '*', length);
    if (star) { /* p/q*10^k */
        size_t head = (size_t)(star - text), power = sizeof "*10^" - 1;
        if (length < head + power || strncmp(star, "*10^", power) != 0)
            return NULL;
        num n = number_read(a, text, head);
        const char *unit = text_format(
            a, "1e%.*s", (int)(length - head - power), star + power);
        num ten = number_decimal(a, unit, strlen(unit));
        return n && ten ? number_exactly(a, '*', n, ten) : NULL;
    }
    const char *slash = memchr(text, '/', length);
    if (slash) {
        size_t head = (size_t)(slash - text);
        num p = number_decimal(a, text, head);
        num q = number_decimal(a, slash + 1, length - head - 1);
        return p && q ? number_div(a, p, q) : NULL;
    }
    if (memchr(text, '.', length) || memchr(text, 'e', length))
        return read_real(a, text, length);
    return number_decimal(a, text, length);
}

/* ---- out ---- */

/* Numbers of so many digits before the point have an exponent in C. */
enum { DIGITS_ROOM = 96, C_DIGITS = 16, DOUBLE_DIGITS = 17 };
/* So many zeros at the end of an integer are shown as a power of ten. */
enum { MANY_ZEROS = 20 };

/* 0.digits * 10^exponent, or less that, as printf's %g lays out `most` digits.
 */
static const char *lay_out(struct arena *a, const char *digits, long exponent,
                           int most)
{
    struct text t = text_new(a);
    if (*digits == '-')
        text_char(&t, *digits++);
    long n = (long)strlen(digits), first = exponent - 1;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    if (first < -4 || first >= most) {
        text_print(&t, "%c%s%.*se%c%02ld", digits[0], n > 1 ? "." : "",
                   (int)n - 1, digits + 1, first < 0 ? '-' : '+', labs(first));
        return text_chars(&t);
    }
    if (exponent <= 0)
        text_put(&t, "0.");
    for (long i = exponent; i < 0; i++)
        text_char(&t, '0');
    for (long i = 0; i < n || i < exponent; i++) {
        if (i == exponent && i > 0)
            text_char(&t, '.');
        text_char(&t, i < n ? digits[i] : '0');
    }
    return text_chars(&t);
}

/* The same as a floating constant of C. */
static const char *as_real(struct arena *a, const char *text)
{
    return strpbrk(text, ".e") ? text : text_format(a, "%s.0", text);
}

/* The double or float nearest to 0.digits * 10^exponent. */
static double read_back(const char *digits, long exponent, enum real real)
{
    char text[DIGITS_ROOM + 32];
    snprintf(text, sizeof text, "%se%ld", digits,
             exponent - (long)strlen(digits));
    STACK_REAL(t, ODD_BITS);
    number_make_odd(t, mpfr_strtofr(t, text, NULL, 10, MPFR_RNDZ));
    return real == REAL_FLOAT ? (double)mpfr_get_flt(t, MPFR_RNDN)
                              : mpfr_get_d(t, MPFR_RNDN);
}

/* n digits of x > 0 that read back to x, if there are such: the nearest, or,
 * where the gap below x is smaller than above (powers of two), one on either
 * side. */
static bool try_digits(mpfr_srcptr x, double value, int n, enum real real,
                       char *digits, mpfr_exp_t *exponent)
{
    static const mpfr_rnd_t mode[] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU};
    int modes = mpfr_min_prec(x) == 1 ? 3 : 1;
    for (int i = 0; i < modes; i++) {
        mpfr_get_str(digits, exponent, 10, (size_t)n, x, mode[i]);
        if (read_back(digits, *exponent, real) == value)
            return true;
    }
    return false;
}

/* The fewest digits that read back to x, which is not 0, behind a sign; returns
 * their exponent.  If some do, so do more of them, which are no farther from x,
 * but for powers of two: the numbers below these lie nearer than those above.
 */
static long shortest(double x, enum real real, char *digits)
{
    STACK_REAL(t, 53);
    mpfr_exp_t exponent = 0;
    int power, least = 1, most = DOUBLE_DIGITS;
    if (x < 0)
        *digits++ = '-';
    x = fabs(x);
    bool halves = frexp(x, &power) > 0.5;
    mpfr_set_d(t, x, MPFR_RNDN);
    while (least < most) {
        int n = halves ? (least + most) / 2 : least;
        if (try_digits(t, x, n, real, digits, &exponent))
            most = n;
        else
            least = n + 1;
    }
    try_digits(t, x, least, real, digits, &exponent);
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

/* So many digits of a number that is not 0. */
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

/* Takes an integer's zeros off, where they are many. */
static long strip_zeros(char *digits)
{
    size_t n = strlen(digits), zeros = 0;
    while (zeros + 1 < n && digits[n - 1 - zeros] == '0')
        zeros++;
    if (zeros < MANY_ZEROS || zeros > EXPONENT_LIMIT)
        return 0;
    digits[n - zeros] = '\0';
    return (long)zeros;
}

static char *integer_text(struct arena *a, mpz_srcptr z)
{
    char *text = arena_alloc(a, mpz_sizeinbase(z, 10) + 2);
    return mpz_get_str(text, 10, z);
}

const char *number_show_briefly(struct arena *a, num n)
{
    if (!number_is_fraction(n))
        return number_show(a, n);
    char *p = integer_text(a, mpq_numref(number_mpq(n)));
    char *q = integer_text(a, mpq_denref(number_mpq(n)));
    struct text t = text_new(a);
    long power = strip_zeros(p) - strip_zeros(q);
    text_put(&t, p);
    if (strcmp(q, "1") != 0)
        text_print(&t, "/%s", q);
    if (power)
        text_print(&t, "*10^%ld", power);
    return text_chars(&t);
}

/* ---- what is sure ---- */

/* The ends of what a number may be, rounded outwards. */
static void range_of(mpfr_ptr low, mpfr_ptr high, num n)
{
    mpfr_inits2(2 * NUMBER_BITS, low, high, (mpfr_ptr)0);
    if (n->exact) {
        mpfr_set_q(low, &n->as.q, MPFR_RNDD);
        mpfr_set_q(high, &n->as.q, MPFR_RNDU);
    } else {
        mpfr_set(low, &n->as.r, MPFR_RNDD);
        mpfr_set(high, &n->as.r, MPFR_RNDU);
    }
    mpfr_sub_d(low, low, n->error, MPFR_RNDD);
    mpfr_add_d(high, high, n->error, MPFR_RNDU);
}

/* Leaves the most digits, `most` of them at most, to which both ends round;
 * false if there are none. */
static bool digits_of_range(mpfr_srcptr low, mpfr_srcptr high, int most,
                            char *digits, mpfr_exp_t *exponent)
{
    char other[DIGITS_ROOM];
    mpfr_exp_t other_exponent;
    if (!mpfr_number_p(low) || !mpfr_number_p(high) ||
        mpfr_sgn(low) * mpfr_sgn(high) <= 0)
        return false;
    for (int n = most; n > 0; n--) {
        mpfr_get_str(digits, exponent, 10, (size_t)n, low, MPFR_RNDN);
        mpfr_get_str(other, &other_exponent, 10, (size_t)n, high, MPFR_RNDN);
        if (*exponent == other_exponent && strcmp(digits, other) == 0)
            return true;
    }
    return false;
}

const char *number_sure(struct arena *a, num n, int most)
{
    mpfr_t low, high;
    char digits[DIGITS_ROOM];
    mpfr_exp_t exponent;
    if (number_is_zero(n) && n->error == 0)
        return "0";
    range_of(low, high, n);
    bool good = digits_of_range(low, high, most, digits, &exponent);
    mpfr_clears(low, high, (mpfr_ptr)0);
    return good ? lay_out(a, digits, exponent, most) : NULL;
}

const char *number_sure_double(struct arena *a, num n)
{
    mpfr_t low, high;
    char digits[DIGITS_ROOM];
    range_of(low, high, n);
    double least = mpfr_get_d(low, MPFR_RNDN);
    double most = mpfr_get_d(high, MPFR_RNDN);
    mpfr_clears(low, high, (mpfr_ptr)0);
    if (least != most || least == 0)
        return number_sure(a, n, DOUBLE_DIGITS);
    if (isinf(least))
        return NULL;
    long exponent = shortest(least, REAL_DOUBLE, digits);
    return lay_out(a, digits, exponent, DOUBLE_DIGITS);
}
