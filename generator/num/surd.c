/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of numbers p + q sqrt(d).
 */
#include "num/surd.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

enum {
    DIGITS_SHOWN = 20,    /* of a real */
    PART_MOST = 1 << 30,  /* of fractions whose roots are looked at */
    FACTOR_MOST = 100000, /* squares of numbers up to here leave a radicand */
};

struct surd surd_of(num p)
{
    return (struct surd){p, NULL, 0};
}

static struct surd make(num p, num q, long d)
{
    return number_is_zero(q) ? surd_of(p) : (struct surd){p, q, d};
}

num surd_value(struct arena *a, struct surd x)
{
    if (!x.d)
        return x.p;
    num root = number_mul(a, x.q, number_sqrt(a, number_int(a, x.d)));
    return number_is_zero(x.p) ? root : number_add(a, x.p, root);
}

static num part(struct arena *a, struct surd x)
{
    return x.q ? x.q : number_int(a, 0);
}

/* Two without roots, which is the usual case, or that no field of one root
 * holds, or that are reals already. */
static bool is_apart(struct surd x, struct surd y)
{
    return (!x.d && !y.d) || !number_is_exact(x.p) || !number_is_exact(y.p) ||
           (x.d && y.d && x.d != y.d);
}

/* ---- the four operations ---- */

struct surd surd_neg(struct arena *a, struct surd x)
{
    x.p = number_neg(a, x.p);
    if (x.d)
        x.q = number_neg(a, x.q);
    return x;
}

struct surd surd_add(struct arena *a, struct surd x, struct surd y)
{
    if (is_apart(x, y))
        return surd_of(number_add(a, surd_value(a, x), surd_value(a, y)));
    num q = number_add(a, part(a, x), part(a, y));
    return make(number_add(a, x.p, y.p), q, x.d ? x.d : y.d);
}

struct surd surd_sub(struct arena *a, struct surd x, struct surd y)
{
    return surd_add(a, x, surd_neg(a, y));
}

struct surd surd_mul(struct arena *a, struct surd x, struct surd y)
{
    if (is_apart(x, y))
        return surd_of(number_mul(a, surd_value(a, x), surd_value(a, y)));
    long d = x.d ? x.d : y.d;
    num xq = part(a, x), yq = part(a, y);
    num both = number_mul(a, number_int(a, d), number_mul(a, xq, yq));
    num p = number_add(a, number_mul(a, x.p, y.p), both);
    num q = number_add(a, number_mul(a, x.p, yq), number_mul(a, xq, y.p));
    return make(p, q, d);
}

/* 1/(p + q sqrt(d)) = (p - q sqrt(d)) / (p^2 - d q^2) */
static struct surd inverse(struct arena *a, struct surd x)
{
    struct surd other = {x.p, number_neg(a, part(a, x)), x.d};
    num norm = surd_mul(a, x, other).p;
    return make(number_div(a, x.p, norm), number_div(a, other.q, norm), x.d);
}

bool surd_div(struct arena *a, struct surd x, struct surd y, struct surd *out)
{
    if (surd_is_zero(y))
        return false;
    if (is_apart(x, y))
        *out = surd_of(number_div(a, surd_value(a, x), surd_value(a, y)));
    else
        *out = surd_mul(a, x, inverse(a, y));
    return true;
}

/* ---- roots ---- */

/* The fraction's two numbers, if both are moderate. */
static bool split(struct arena *a, num x, long *p, long *q)
{
    char *end;
    *p = strtol(number_show(a, x), &end, 10);
    *q = *end == '/' ? strtol(end + 1, NULL, 10) : 1;
    return *p<PART_MOST && * p> - PART_MOST && *q < PART_MOST;
}

/* sqrt(p/q) = outside/q sqrt(inside), where no square divides inside; false if
 * the numbers are too large to look for squares in. */
static bool reduce(long p, long q, long *outside, long *inside)
{
    *outside = 1;
    *inside = p * q;
    for (long f = 2; f <= FACTOR_MOST && f * f <= *inside; f++)
        while (*inside % (f * f) == 0) {
            *inside /= f * f;
            *outside *= f;
        }
    return *inside / FACTOR_MOST < FACTOR_MOST;
}

bool surd_sqrt(struct arena *a, struct surd x, struct surd *out)
{
    long p, q, outside, inside;
    num of = surd_value(a, x), root;
    if (number_sign(of) < 0)
        return false;
    root = number_sqrt(a, of);
    *out = surd_of(root);
    if (!number_is_exact(of) || number_is_exact(root) ||
        !split(a, of, &p, &q) || !reduce(p, q, &outside, &inside))
        return true;
    *out =
        (struct surd){number_int(a, 0), number_fraction(a, outside, q), inside};
    return true;
}

/* ---- looking ---- */

bool surd_is_zero(struct surd x)
{
    return !x.d && number_is_zero(x.p);
}

int surd_compare(struct arena *a, struct surd x, struct surd y)
{
    return number_sign(surd_value(a, surd_sub(a, x, y)));
}

/* "sqrt(15)/10", "- 7*sqrt(6)/360": behind what may stand there already. */
static void put_root(struct arena *a, struct text *out, struct surd x)
{
    long p, q;
    bool first = out->length == 0, negative = number_sign(x.q) < 0;
    text_put(out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
    if (!split(a, x.q, &p, &q)) {
        text_print(out, "%s*sqrt(%ld)", number_show(a, number_abs(a, x.q)),
                   x.d);
        return;
    }
    if (labs(p) != 1)
        text_print(out, "%ld*", labs(p));
    text_print(out, "sqrt(%ld)", x.d);
    if (q != 1)
        text_print(out, "/%ld", q);
}

/* The first digits; where there is an exponent, all of them. */
static const char *real_text(struct arena *a, num x)
{
    const char *all = number_sure(a, x, NUMBER_DIGITS);
    const char *point = strchr(all, '.');
    if (!point || strlen(point) <= DIGITS_SHOWN || strchr(all, 'e'))
        return all;
    return text_format(a, "%.*s...", (int)(point - all) + DIGITS_SHOWN + 1,
                       all);
}

const char *surd_text(struct arena *a, struct surd x)
{
    struct text out = text_new(a);
    if (!number_is_exact(x.p))
        return real_text(a, x.p);
    if (!x.d)
        return number_show(a, x.p);
    if (!number_is_zero(x.p))
        text_put(&out, number_show(a, x.p));
    put_root(a, &out, x);
    return text_chars(&out);
}
