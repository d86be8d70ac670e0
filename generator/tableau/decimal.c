/* SPDX-License-Identifier: MIT
 *
 * The last digit of a decimal, and what it says of the number that was meant.
 */
#include "tableau/decimal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "num/number.h"

#include "base/ascii.h"

/* Digits by which programs print doubles, so that they are read back. */
enum { DOUBLE_LEAST = 15, DOUBLE_MOST = 17 };

/* A unit of the last digit, and how many there are; 0 for short decimals and
 * all other texts. */
static double unit(const char *text, int *count)
{
    text += *text == '-' || *text == '+';
    const char *point = strchr(text, '.');
    size_t length = strspn(text, ".0123456789");
    char *end = (char *)text + length;
    int digits = number_digits(text, length);
    int behind = point ? (int)(end - point) - 1 : 0;
    long exponent = 0;
    if (*end == 'e' || *end == 'E')
        exponent = strtol(end + 1, &end, 10);
    if (*end != '\0' || !point || digits < DECIMAL_LONG || labs(exponent) > 999)
        return 0;
    *count = digits;
    return pow(10, (double)exponent - behind);
}

/* Digits before an exponent, from the first that is not 0 on. */
static void copy_digits(const char *text, char *out)
{
    int n = 0;
    for (; *text && *text != 'e' && *text != 'E'; text++)
        if (ascii_is_digit(*text) && (n > 0 || *text != '0'))
            out[n++] = *text;
    out[n] = '\0';
}

/* Are these the digits by which printf shows x, as many as there are? */
static bool is_printed(const char *text, double x, int digits)
{
    enum { MOST = 60 };
    char shown[MOST + 20], as_shown[MOST + 20], as_written[MOST + 20];
    if (digits > MOST)
        return false;
    snprintf(shown, sizeof shown, "%.*e", digits - 1, x);
    copy_digits(shown, as_shown);
    copy_digits(text, as_written);
    return strcmp(as_shown, as_written) == 0;
}

double decimal_slack(const char *text)
{
    int digits = 0;
    double slack = unit(text, &digits), x = strtod(text, NULL);
    if (slack > 0 && digits >= DOUBLE_LEAST &&
        (digits <= DOUBLE_MOST || is_printed(text, x, digits)))
        slack += fabs(x) * 0x1p-53;
    return 1.0000001 * slack;
}

/* ---- among others ---- */

static int digits_of(const char *text)
{
    return strchr(text, '.') ? number_digits(text, strlen(text)) : 0;
}

/* What the last digits of a decimal have in common with a power of ten. */
static double common_divisor(const char *text)
{
    enum { MOST = 18 };
    unsigned long long last = 0, unit = 1;
    const char *end = text + strcspn(text, "eE"), *point = strchr(text, '.');
    double common = 1;
    while (end > point + 1 && end[-1] == '0' && (common *= 10) > 0)
        end--;
    for (int n = 0; end > point + 1 && n < MOST; n++, unit *= 10)
        last += unit * (unsigned long long)(*--end - '0');
    for (; last && last % 5 == 0; last /= 5)
        common *= 5;
    for (; last && last % 2 == 0; last /= 2)
        common *= 2;
    return common;
}

/* 0.6140625 = 393/640 among longer ones, and 0.500000000 anywhere, are not what
 * is left of longer ones: of decimals at random few have so short fractions. */
static bool is_exact(const struct decimals *d, const char *text)
{
    const double SHORT = 1e3, ANY = 1e6;
    enum { LESS = 3 };
    double common = common_divisor(text);
    return common >= ANY ||
           (common >= SHORT && digits_of(text) <= d->most - LESS);
}

/* A fraction with so long a denominator stands for what nobody can write: it is
 * the simplest one so near, which is about 1/q^2 off. */
static double fraction_slack(const struct ast *a)
{
    const double LONG = 1e7, ABOUT = 64;
    const struct ast *over = a->child[0], *under = a->child[1];
    if (over->kind == AST_NEGATE)
        over = over->child[0];
    if (a->op != '/' || over->kind != AST_NUMBER || under->kind != AST_NUMBER)
        return 0;
    double q = number_double(under->number);
    return q > LONG && q == floor(q) ? ABOUT / (q * q) : 0;
}

struct noting {
    struct decimals out;
    int longs, singles; /* decimals that may be rounded, and floats of them */
};

static void note_decimal(struct noting *n, const char *text)
{
    int digits = 0;
    if (!(unit(text, &digits) > 0) || is_exact(&n->out, text))
        return;
    bool padded = is_printed(text, strtod(text, NULL), digits);
    int known = padded && digits > DOUBLE_MOST ? DOUBLE_MOST : digits;
    if (n->out.digits == 0 || known < n->out.digits)
        n->out.digits = known;
    n->longs++;
    n->singles += is_printed(text, (double)strtof(text, NULL), digits);
}

static void note_length(struct noting *n, const char *text)
{
    if (digits_of(text) > n->out.most)
        n->out.most = digits_of(text);
}

typedef void note_text(struct noting *, const char *);

/* The depth of the tree is bounded by AST_DEPTH, but for sums and products,
 * which go on to the left. */
static void note(struct noting *n, const struct ast *a, note_text *look)
{
    for (; a->kind == AST_BINARY; a = a->child[0]) {
        if (fraction_slack(a) > 0)
            n->out.fractions = true;
        note(n, a->child[1], look);
    }
    if (a->kind == AST_NUMBER)
        look(n, a->name);
    for (int i = 0; i < a->n; i++)
        if (a->child[i])
            note(n, a->child[i], look);
}

/* Decimals of seven digits are all near floats, and some may be wrong. */
struct decimals decimals_of(const struct ast *tableau)
{
    enum { LEAST = 8, WRONG = 8 };
    struct noting n = {.longs = 0};
    note(&n, tableau, note_length);
    note(&n, tableau, note_decimal);
    n.out.single = n.longs > 0 && n.out.most >= LEAST &&
                   WRONG * (n.longs - n.singles) <= n.longs;
    return n.out;
}

double decimals_slack(const struct decimals *d, const struct ast *a)
{
    if (a->kind == AST_BINARY)
        return fraction_slack(a);
    if (a->kind != AST_NUMBER || !strchr(a->name, '.'))
        return 0;
    if (d->single) /* and the decimal nearest to that, however short */
        return fabs(strtod(a->name, NULL)) * 0x1.0001p-23;
    return is_exact(d, a->name) ? 0 : decimal_slack(a->name);
}
