/* SPDX-License-Identifier: MIT
 *
 * What all forms of a report share.
 */
#include "report/report.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/decimal.h"
#include "tableau/elementary.h"

typedef const struct number *value;

enum { LONGEST_FRACTION = 16 };

const value *report_weights(const struct tableau *t, int row)
{
    if (row == 0)
        return t->b;
    return row <= t->embedded ? t->bhat + (row - 1) * t->stages : NULL;
}

const char *report_row_name(struct arena *arena, const struct tableau *t,
                            int row)
{
    if (row == 0)
        return "b";
    return t->embedded > 1 ? text_format(arena, "bhat%d", row) : "bhat";
}

const char *report_entry(struct arena *arena, const struct tableau *t, value v,
                         size_t at)
{
    const char *written = t->written[at];
    if (!number_is_exact(v) || decimal_slack(written) > 0)
        return written;
    const char *fraction = number_show(arena, v);
    bool is_better = strlen(fraction) <= strlen(written); /* not by tens */
    return is_better || !report_is_number(written) ? fraction : written;
}

const char *report_decimal(struct arena *arena, const struct tableau *t,
                           value v, size_t at)
{
    const char *text = report_entry(arena, t, v, at);
    bool is_plain = number_is_exact(v) || report_is_number(text);
    return is_plain ? text : report_value(arena, v);
}

bool report_is_number(const char *text)
{
    return strspn(text, "+-.0123456789/eE") == strlen(text) &&
           !strstr(text, "...");
}

const char *report_shape(enum analysis_shape shape)
{
    static const char *const name[] = {
        [SHAPE_EXPLICIT] = "explicit", [SHAPE_SDIRK] = "SDIRK",
        [SHAPE_ESDIRK] = "ESDIRK",     [SHAPE_DIRK] = "DIRK",
        [SHAPE_FULL] = "implicit",
    };
    return name[shape];
}

const char *report_value(struct arena *arena, value v)
{
    return number_is_exact(v) ? number_show(arena, v)
                              : number_sure(arena, v, NUMBER_DIGITS);
}

const char *report_surd(struct arena *arena, struct surd x)
{
    return x.d ? surd_text(arena, x) : report_value(arena, x.p);
}

const char *report_digits(struct arena *arena, value v, int most)
{
    const char *text = number_sure(arena, v, most);
    return text ? text : "?";
}

const char *report_number(struct arena *arena, value v)
{
    enum { DIGITS = 6, SHORT = 8 };
    const char *digits = report_digits(arena, v, DIGITS);
    if (!number_is_exact(v))
        return digits;
    const char *fraction = number_show(arena, v);
    value back = number_decimal(arena, digits, strlen(digits));
    bool is_decimal = strlen(fraction) > SHORT && number_equal(back, v);
    return strlen(fraction) <= LONGEST_FRACTION && !is_decimal ? fraction
                                                               : digits;
}

static void put_term(struct arena *arena, struct text *out, value v, int power)
{
    bool negative = number_sign(v) < 0, first = out->length == 0;
    value size = negative ? number_neg(arena, v) : v;
    const char *text = report_number(arena, size);
    text_put(out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
    if (strcmp(text, "1") != 0 || power == 0)
        text_print(out, "%s%s", text, power ? " " : "");
    if (power > 0)
        text_put(out, "z");
    if (power > 1)
        text_print(out, "^%d", power);
}

const char *report_polynomial(struct arena *arena, const struct polynomial *p)
{
    struct text out = text_new(arena);
    for (int k = 0; k <= p->degree; k++)
        if (!number_is_zero(p->coef[k]))
            put_term(arena, &out, p->coef[k], k);
    return out.length ? text_chars(&out) : "0";
}

/* ---- the rotation group ---- */

static bool is_used(const struct tableau *t, int stage)
{
    for (int row = 0; row <= t->embedded; row++)
        if (!tableau_means_zero(t, report_weights(t, row)[stage]))
            return true;
    for (int i = 0; i < t->stages; i++)
        if (!tableau_means_zero(t, t->a[i * t->stages + stage]))
            return true;
    return false;
}

static bool is_start(const struct tableau *t, int stage)
{
    for (int j = 0; j < t->stages; j++)
        if (!tableau_means_zero(t, t->a[stage * t->stages + j]))
            return false;
    return true;
}

/* The series of dexpinv has commutators of numbers 1, 2, 4, 6, ...: the one of
 * number k is of order k + 1 in h, and a method of order p needs those below
 * p - 1.  A. Iserles, H. Munthe-Kaas, S. P. Norsett, A. Zanna, Acta Numerica 9
 * (2000) 215-365, section 3. */
struct report_rotations report_rotations_of(const struct analysis *a)
{
    const struct tableau *t = a->tableau;
    struct report_rotations r = {0};
    int order = analysis_order(&a->row[0]);
    r.commutators = order > 2 ? order - 2 : 0;
    if (r.commutators > 1)
        r.commutators = r.commutators / 2 * 2;
    for (int i = 0; i < t->stages; i++) {
        if (is_start(t, i))
            continue;
        r.exponentials++;
        if (is_used(t, i))
            r.brackets += r.commutators;
    }
    r.exponentials += !a->structure.stiffly_accurate;
    return r;
}
