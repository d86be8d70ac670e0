/* SPDX-License-Identifier: MIT
 *
 * Entries that do not look as if they were meant: decimals that are a fraction
 * or a root cut short, decimals with fewer digits than all others, sizes that
 * make errors of rounding large.
 */
#include "catalogue/catalogue.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/decimal.h"
#include "num/fraction.h"

typedef const struct number *value;

struct suspecting {
    struct arena *arena;
    const struct tableau *tableau;
    int count, room;
    struct catalogue_suspect *suspect;
};

static void add(struct suspecting *s, enum catalogue_doubt doubt, int at,
                const char *meant, double size, double others)
{
    arena_push(s->arena, s->suspect, s->count, s->room);
    s->suspect[s->count++] =
        (struct catalogue_suspect){doubt, at, meant, size, others};
}

/* ---- decimals ---- */

/* A decimal with a point, whatever its length. */
static bool is_decimal(const char *text)
{
    return strchr(text, '.') && strspn(text, "+-.0123456789") == strlen(text);
}

static int digits_of(const char *text)
{
    return is_decimal(text) ? number_digits(text, strlen(text)) : 0;
}

/* Half a unit of the last digit. */
static double half_unit(const char *text)
{
    return 0.5000001 * pow(10, -(double)strlen(strchr(text, '.') + 1));
}

/* Chances are against it that a number lies so near to such a fraction. */
enum { CHANCE = 200, SHORT = 3 };

static bool is_meant(double size, double error)
{
    return size * size * error * CHANCE < 1;
}

/* The root (p + sqrt(n))/m within the error of x, if there is one that cannot
 * be by chance: in every m and p there is one n to try. */
static const char *root_meant(struct arena *arena, double x, double error)
{
    enum { UNDER = 30, OVER = 60, RADICAND = 5000 };
    if (error * UNDER * 2 * OVER * UNDER * sqrt(RADICAND) * CHANCE > 1)
        return NULL;
    for (int m = 1; m <= UNDER; m++)
        for (int p = 0; p <= OVER; p = p > 0 ? -p : 1 - p) {
            double r = m * x - p, n = nearbyint(r * r);
            if (n < 2 || n > RADICAND ||
                fabs(r * r - n) > 2 * fabs(r) * m * error + 1e-14 * n)
                continue;
            if (sqrt(n) == nearbyint(sqrt(n)))
                continue;
            const char *sign = r < 0 ? "-" : p ? "+" : "";
            const char *first = p ? text_format(arena, "%d ", p) : "";
            return text_format(arena, "(%s%s%ssqrt(%.0f))/%d", first, sign,
                               p ? " " : "", n, m);
        }
    return NULL;
}

/* The fraction or root that a decimal stands for; NULL if it may be exact. */
static void doubt_decimal(struct suspecting *s, int at)
{
    const char *text = s->tableau->written[at];
    int digits = digits_of(text);
    if (digits < SHORT)
        return;
    value v = s->tableau->a[at];
    double slack = s->tableau->slack ? s->tableau->slack[at] : 0;
    double error = fmax(half_unit(text), slack);
    value meant = fraction_simplest(s->arena, v, error);
    if (meant && is_meant(mpz_get_d(mpq_denref(number_mpq(meant))), error)) {
        if (!number_equal(meant, v))
            add(s, DOUBT_FRACTION, at, number_show(s->arena, meant), 0, 0);
        return;
    }
    const char *root = root_meant(s->arena, number_double(v), error);
    if (root)
        add(s, DOUBT_ROOT, at, root, 0, 0);
}

static int compare_ints(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The digits that half of the long decimals have at least; 0 if they are too
 * few to tell. */
static int usual_digits(struct suspecting *s)
{
    enum { FEW = 4 };
    const struct tableau *t = s->tableau;
    int n = tableau_entries(t), longs = 0;
    int *digits = arena_array(s->arena, (size_t)n, sizeof *digits);
    for (int at = 0; at < n; at++) {
        digits[longs] = digits_of(t->written[at]);
        longs += digits[longs] >= DECIMAL_LONG;
    }
    qsort(digits, (size_t)longs, sizeof *digits, compare_ints);
    return longs < FEW ? 0 : digits[longs / 2];
}

/* Short decimals are exact; those between may have lost digits. */
static void doubt_digits(struct suspecting *s, int usual)
{
    enum { EXACT = 4, LOST = 3 };
    for (int at = 0; at < tableau_entries(s->tableau); at++) {
        int digits = digits_of(s->tableau->written[at]);
        if (digits > EXACT && digits < usual - LOST)
            add(s, DOUBT_DIGITS, at, NULL, digits, usual);
    }
}

/* ---- sizes ---- */

/* Row i of a, or of weights below it: the sum of sizes and that of entries. */
static void doubt_row(struct suspecting *s, int row)
{
    const double LARGE = 100;
    const struct tableau *t = s->tableau;
    double sizes = 0, sum = 0;
    for (int j = 0; j < t->stages; j++) {
        double x = number_double(t->a[row * t->stages + j]);
        sizes += fabs(x);
        sum += x;
    }
    if (sizes > LARGE && sizes > LARGE * fabs(sum))
        add(s, DOUBT_SUM, row * t->stages, NULL, sizes, sum);
}

/* The largest entry, if it is far above the next or above what tableaus have.
 */
static void doubt_largest(struct suspecting *s)
{
    const double FAR = 20, LARGE = 10, HUGE_ENTRY = 100;
    const struct tableau *t = s->tableau;
    double most = 0, next = 0;
    int where = 0;
    for (int at = 0; at < tableau_entries(t); at++) {
        double size = fabs(number_double(t->a[at]));
        if (size > most) {
            next = most;
            most = size;
            where = at;
        } else if (size > next) {
            next = size;
        }
    }
    if (most > HUGE_ENTRY || (most > LARGE && most > FAR * next))
        add(s, DOUBT_LARGE, where, NULL, most, next);
}

int catalogue_suspects(struct arena *arena, const struct tableau *t,
                       const struct catalogue_suspect **out)
{
    struct suspecting s = {.arena = arena, .tableau = t};
    for (int at = 0; at < tableau_entries(t); at++)
        doubt_decimal(&s, at);
    int usual = usual_digits(&s);
    if (usual)
        doubt_digits(&s, usual);
    doubt_largest(&s);
    for (int row = 0; row <= t->stages + t->embedded; row++)
        doubt_row(&s, row);
    *out = s.suspect;
    return s.count;
}
