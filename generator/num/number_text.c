/* SPDX-License-Identifier: MIT
 *
 * Constants as text: exact decimals in, shortest decimals out.  Nothing here
 * depends on the locale.
 */
#include "num/number.h"

#include "base/arena.h"
#include "base/ascii.h"
#include "num/number_data.h"
#include "base/text.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* -- in ---------------------------------------------------------------------
 */

enum { EXPONENT_LIMIT = 9999 };

/* A decimal taken apart: +-digits * 10^exponent. */
struct decimal {
    char *digits; /* a sign and the digits, the point left out */
    size_t length;
    long exponent;
};

/* Reads an exponent's digits up to `end`; false if it is none or too large. */
static bool read_exponent(const char *c, const char *end, long limit,
                          long *exponent)
{
    bool negative = c < end && *c == '-';
    c += c < end && (*c == '-' || *c == '+');
    if (c == end)
        return false;
    long value = 0;
    for (; c < end; c++) {
        if (!ascii_is_digit(*c))
            return false;
        value = value * 10 + (*c - '0');
        if (value > limit)
            return false;
    }
    *exponent = negative ? -value : value;
    return true;
}

static bool take_apart(struct arena *a, const char *text, size_t length,
                       long limit, struct decimal *d)
{
    const char *c = text, *end = text + length;
    long after_point = 0;
    bool pointed = false, any = false;

    d->digits = arena_alloc(a, length + 2);
    d->length = 0;
    d->exponent = 0;
    if (c < end && (*c == '-' || *c == '+')) {
        if (*c++ == '-')
            d->digits[d->length++] = '-';
    }
    for (; c < end && (ascii_is_digit(*c) || (*c == '.' && !pointed)); c++) {
        if (*c == '.') {
            pointed = true;
            continue;
        }
        any = true;
        after_point += pointed;
        d->digits[d->length++] = *c;
    }
    if (!any)
        return false;
    if (c < end && (*c == 'e' || *c == 'E')) {
        if (!read_exponent(c + 1, end, limit, &d->exponent))
            return false;
        c = end;
    }
    d->exponent -= after_point;
    return c == end;
}

/* digits * 10^exponent; the digits were checked. */
static void set_decimal(mpq_ptr q, const struct decimal *d)
{
    mpz_set_str(mpq_numref(q), d->digits, 10);
    if (d->exponent < 0) {
        mpz_ui_pow_ui(mpq_denref(q), 10, (unsigned long)-d->exponent);
    } else {
        mpz_t ten;
        mpz_init(ten);
        mpz_ui_pow_ui(ten, 10, (unsigned long)d->exponent);
        mpz_mul(mpq_numref(q), mpq_numref(q), ten);
        mpz_clear(ten);
    }
    mpq_canonicalize(q);
}

const struct number *number_decimal(struct arena *a, const char *text,
                                    size_t length)
{
    struct decimal d;
    if (!take_apart(a, text, length, EXPONENT_LIMIT, &d))
        return NULL;
    size_t power = (size_t)(d.exponent < 0 ? -d.exponent : d.exponent);
    struct number_room room = number_reserve(a, (d.length + power) / 9 + 6);
    mpq_t q;
    mpq_init(q);
    set_decimal(q, &d);
    const struct number *n = number_keep(room, q);
    mpq_clear(q);
    return n;
}

int number_digits(const char *text, size_t length)
{
    int digits = 0;
    for (size_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++)
        digits += ascii_is_digit(text[i]) && (digits > 0 || text[i] != '0');
    return digits;
}

static const struct number *unit_of(struct arena *a, long exponent)
{
    const struct number *ten = number_int(a, 10);
    return number_power(a, number_real(a, ten), exponent);
}

const struct number *number_rounded(struct arena *a, const char *text,
                                    size_t length)
{
    struct decimal d;
    const struct number *n = number_decimal(a, text, length);
    if (!n || !take_apart(a, text, length, EXPONENT_LIMIT, &d))
        return NULL;
    double half = number_at_most(unit_of(a, d.exponent)) / 2;
    return number_widen(a, number_real(a, n), half);
}

/* A decimal that stands for a real. */
static const struct number *read_real(struct arena *a, const char *text,
                                      size_t length)
{
    struct decimal d;
    if (!take_apart(a, text, length, LONG_MAX / 20, &d))
        return NULL;
    const char *whole = text_format(a, "%se%ld", d.digits, d.exponent);
    mp_limb_t limbs[NUMBER_BITS / 8 / sizeof(mp_limb_t)];
    mpfr_t x;
    mpfr_custom_init_set(x, MPFR_ZERO_KIND, 0, NUMBER_BITS, limbs);
    mpfr_strtofr(x, whole, NULL, 10, MPFR_RNDN);
    return number_of_mpfr(a, x);
}

const struct number *number_read(struct arena *a, const char *text,
                                 size_t length)
{
    const char *star = memchr(text, '*', length);
    if (star) { /* p/q*10^k */
        size_t head = (size_t)(star - text), power = sizeof "*10^" - 1;
        if (length < head + power || strncmp(star, "*10^", power) != 0)
            return NULL;
        const struct number *n = number_read(a, text, head);
        const char *unit = text_format(
            a, "1e%.*s", (int)(length - head - power), star + power);
        const struct number *ten = number_decimal(a, unit, strlen(unit));
        return n && ten ? number_mul_exactly(a, n, ten) : NULL;
    }
    const char *slash = memchr(text, '/', length);
    if (slash) {
        size_t head = (size_t)(slash - text);
        const struct number *p = number_decimal(a, text, head);
        const struct number *q =
            number_decimal(a, slash + 1, length - head - 1);
        return p && q ? number_div(a, p, q) : NULL;
    }
    if (memchr(text, '.', length) || memchr(text, 'e', length))
        return read_real(a, text, length);
    return number_decimal(a, text, length);
}

/* -- out --------------------------------------------------------------------
 */

/* Numbers of so many digits before the point have an exponent in C. */
enum { DIGITS_ROOM = 96, C_DIGITS = 16, DOUBLE_DIGITS = 17 };
/* So many zeros at the end of an integer are shown as a power of ten. */
enum { MANY_ZEROS = 20 };

/* 0.digits * 10^exponent as printf's %g lays out `most` digits. */
static const char *lay_out(struct arena *a, const char *digits, long exponent,
                           int most)
{
    struct text t = text_new(a);
    long n = (long)strlen(digits), first = exponent - 1;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    if (first < -4 || first >= most) {
        text_char(&t, digits[0]);
        if (n > 1) {
            text_char(&t, '.');
            text_add(&t, digits + 1, (size_t)n - 1);
        }
        text_print(&t, "e%c%02ld", first < 0 ? '-' : '+',
                   first < 0 ? -first : first);
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
static const char *lay_out_real(struct arena *a, const char *digits,
                                long exponent)
{
    const char *text = lay_out(a, digits, exponent, C_DIGITS);
    return strpbrk(text, ".e") ? text : text_format(a, "%s.0", text);
}

static const char *with_sign(struct arena *a, bool negative, const char *text)
{
    return negative ? text_format(a, "-%s", text) : text;
}

/* The double or float nearest to 0.digits * 10^exponent. */
static double read_back(const char *digits, long exponent, enum real real)
{
    char text[DIGITS_ROOM + 32];
    snprintf(text, sizeof text, "%se%ld", digits,
             exponent - (long)strlen(digits));
    mpfr_t t;
    mpfr_init2(t, ODD_BITS);
    number_make_odd(t, mpfr_strtofr(t, text, NULL, 10, MPFR_RNDZ));
    double d = real == REAL_FLOAT ? (double)mpfr_get_flt(t, MPFR_RNDN)
                                  : mpfr_get_d(t, MPFR_RNDN);
    mpfr_clear(t);
    return d;
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

/* The fewest digits that read back to x > 0; returns their exponent. */
static long shortest(double x, enum real real, char *digits)
{
    mpfr_exp_t exponent = 0;
    mpfr_t t;
    mpfr_init2(t, 53);
    mpfr_set_d(t, x, MPFR_RNDN);
    for (int n = 1; n <= DOUBLE_DIGITS; n++)
        if (try_digits(t, x, n, real, digits, &exponent))
            break;
    mpfr_clear(t);
    return exponent;
}

const char *number_text(struct arena *a, const struct number *number,
                        enum real real)
{
    double value = real == REAL_FLOAT ? (double)number_float(number)
                                      : number_double(number);
    char digits[DIGITS_ROOM];

    if (isinf(value))
        return NULL;
    if (value == 0)
        return "0.0";
    long exponent = shortest(fabs(value), real, digits);
    return with_sign(a, value < 0, lay_out_real(a, digits, exponent));
}

static char *integer_text(struct arena *a, mpz_srcptr z)
{
    char *text = arena_alloc(a, mpz_sizeinbase(z, 10) + 2);
    return mpz_get_str(text, 10, z);
}

const char *number_brief(struct arena *a, const struct number *n)
{
    char digits[DIGITS_ROOM];
    mpfr_exp_t exponent;
    mpfr_t x;
    if (number_is_zero(n))
        return "0";
    mpfr_init2(x, NUMBER_BITS);
    number_mpfr(n, x);
    mpfr_get_str(digits, &exponent, 10, 6, x, MPFR_RNDN);
    mpfr_clear(x);
    bool negative = digits[0] == '-';
    return with_sign(a, negative,
                     lay_out(a, digits + negative, exponent, C_DIGITS));
}

const char *number_show(struct arena *a, const struct number *n)
{
    if (n->exact) {
        const char *p = integer_text(a, mpq_numref(&n->as.q));
        if (mpz_cmp_ui(mpq_denref(&n->as.q), 1) == 0)
            return p;
        return text_format(a, "%s/%s", p,
                           integer_text(a, mpq_denref(&n->as.q)));
    }
    char digits[DIGITS_ROOM];
    mpfr_exp_t exponent;
    mpfr_get_str(digits, &exponent, 10, NUMBER_DIGITS, &n->as.r, MPFR_RNDN);
    bool negative = digits[0] == '-';
    return with_sign(a, negative, lay_out_real(a, digits + negative, exponent));
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

const char *number_show_briefly(struct arena *a, const struct number *n)
{
    if (!n->exact)
        return number_show(a, n);
    mpq_srcptr v = &n->as.q;
    char *p = integer_text(a, mpq_numref(v)),
         *q = integer_text(a, mpq_denref(v));
    struct text t = text_new(a);
    long power = strip_zeros(p) - strip_zeros(q);
    text_put(&t, p);
    if (strcmp(q, "1") != 0)
        text_print(&t, "/%s", q);
    if (power)
        text_print(&t, "*10^%ld", power);
    return text_chars(&t);
}

/* -- what is sure -----------------------------------------------------------
 */

/* The ends of what a number may be, rounded outwards. */
struct range {
    mpfr_t low, high;
};

static void range_of(struct range *r, const struct number *n)
{
    mpfr_inits2(2 * NUMBER_BITS, r->low, r->high, (mpfr_ptr)0);
    if (n->exact) {
        mpfr_set_q(r->low, &n->as.q, MPFR_RNDD);
        mpfr_set_q(r->high, &n->as.q, MPFR_RNDU);
    } else {
        mpfr_set(r->low, &n->as.r, MPFR_RNDD);
        mpfr_set(r->high, &n->as.r, MPFR_RNDU);
    }
    mpfr_sub_d(r->low, r->low, n->error, MPFR_RNDD);
    mpfr_add_d(r->high, r->high, n->error, MPFR_RNDU);
}

/* Leaves the most digits, `most` of them at most, to which both ends round;
 * false if there are none. */
static bool digits_of_range(const struct range *r, int most, char *digits,
                            mpfr_exp_t *exponent)
{
    char other[DIGITS_ROOM];
    mpfr_exp_t other_exponent;
    if (!mpfr_number_p(r->low) || !mpfr_number_p(r->high) ||
        mpfr_sgn(r->low) * mpfr_sgn(r->high) <= 0)
        return false;
    for (int n = most; n > 0; n--) {
        mpfr_get_str(digits, exponent, 10, (size_t)n, r->low, MPFR_RNDN);
        mpfr_get_str(other, &other_exponent, 10, (size_t)n, r->high, MPFR_RNDN);
        if (*exponent == other_exponent && strcmp(digits, other) == 0)
            return true;
    }
    return false;
}

const char *number_sure(struct arena *a, const struct number *n, int most)
{
    struct range r;
    char digits[DIGITS_ROOM];
    mpfr_exp_t exponent;
    if (number_is_zero(n) && n->error == 0)
        return "0";
    range_of(&r, n);
    bool good = digits_of_range(&r, most, digits, &exponent);
    mpfr_clears(r.low, r.high, (mpfr_ptr)0);
    bool negative = good && digits[0] == '-';
    return good ? with_sign(a, negative,
                            lay_out(a, digits + negative, exponent, most))
                : NULL;
}

const char *number_sure_double(struct arena *a, const struct number *n)
{
    struct range r;
    char digits[DIGITS_ROOM];
    range_of(&r, n);
    double low = mpfr_get_d(r.low, MPFR_RNDN);
    double high = mpfr_get_d(r.high, MPFR_RNDN);
    mpfr_clears(r.low, r.high, (mpfr_ptr)0);
    if (low != high || low == 0)
        return number_sure(a, n, DOUBLE_DIGITS);
    if (isinf(low))
        return NULL;
    long exponent = shortest(fabs(low), REAL_DOUBLE, digits);
    return with_sign(a, low < 0, lay_out(a, digits, exponent, DOUBLE_DIGITS));
}
