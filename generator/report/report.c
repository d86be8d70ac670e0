/* SPDX-License-Identifier: MIT
 *
 * What a report is made of, and the forms that numbers have in it.
 */
#include "report/report.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/decimal.h"
#include "tableau/elementary.h"

typedef const struct number *value;

/* ---- numbers ---- */

const char *report_entry(struct arena *arena, const struct tableau *t, int at)
{
    value v = tableau_entry(t, at);
    const char *written = t->written[at];
    if (!number_is_exact(v) || decimal_slack(written) > 0)
        return written;
    const char *fraction = number_show(arena, v);
    bool is_better = strlen(fraction) <= strlen(written); /* not by tens */
    return is_better || !report_is_number(written) ? fraction : written;
}

const char *report_decimal(struct arena *arena, const struct tableau *t, int at)
{
    value v = tableau_entry(t, at);
    const char *text = report_entry(arena, t, at);
    bool is_plain = number_is_exact(v) || report_is_number(text);
    return is_plain ? text : report_value(arena, v);
}

bool report_is_number(const char *text)
{
    return strspn(text, "+-.0123456789/eE") == strlen(text) &&
           !strstr(text, "...");
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
    enum { DIGITS = 6, SHORT = 8, LONGEST = 16 };
    const char *digits = report_digits(arena, v, DIGITS);
    if (!number_is_exact(v))
        return digits;
    const char *fraction = number_show(arena, v);
    value back = number_decimal(arena, digits, strlen(digits));
    bool is_decimal = strlen(fraction) > SHORT && number_equal(back, v);
    return strlen(fraction) <= LONGEST && !is_decimal ? fraction : digits;
}

/* ---- the rotation group ---- */

/* Are `n` entries zero, from `at` on, each `step` behind the one before? */
static bool are_zero(const struct tableau *t, int at, int step, int n)
{
    for (int i = 0; i < n; i++)
        if (!tableau_means_zero(t, tableau_entry(t, at + i * step)))
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
    int order = analysis_order(&a->row[0]), n = t->stages;
    r.commutators = order > 2 ? order - 2 : 0;
    if (r.commutators > 1)
        r.commutators = r.commutators / 2 * 2;
    for (int i = 0; i < n; i++) {
        if (are_zero(t, i * n, 1, n)) /* it is the start of the step */
            continue;
        r.exponentials++;
        if (!are_zero(t, i, n, n + 1 + t->embedded)) /* it is used */
            r.brackets += r.commutators;
    }
    r.exponentials += !a->structure.stiffly_accurate;
    return r;
}

/* ---- the catalogue ---- */

struct report_catalogue report_catalogue_of(struct arena *arena,
                                            const struct catalogue *known,
                                            const struct analysis *a)
{
    struct report_catalogue c = {.look =
                                     catalogue_look(arena, known, a->tableau)};
    const struct tableau *merged = tableau_merged(arena, a->tableau);
    struct catalogue_look without = {0};
    if (merged)
        without = catalogue_look(arena, known, merged);
    if (without.matches && without.match[0].differences == 0) {
        c.look = without;
        c.merged = true;
    }
    c.verdict = catalogue_judge(arena, &c.look, a);
    if (c.verdict == CATALOGUE_NONE || c.verdict == CATALOGUE_FAR)
        c.mends = catalogue_mends(arena, a, REPORT_MENDS, c.mend);
    if (c.verdict != CATALOGUE_KNOWN)
        c.suspects = catalogue_suspects(arena, a->tableau, &c.suspect);
    return c;
}
