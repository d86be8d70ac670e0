/* SPDX-License-Identifier: MIT
 *
 * Entries as numbers, as formulas, and with the error their decimals may have:
 * what the last digit of a decimal implies about the number meant.
 */
#include "tableau/constant.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/constant.h"

/* ---- decimals ---- */

/* Digits that programs print so that doubles read back exactly. */
enum { DOUBLE_LEAST = 15, DOUBLE_MOST = 17 };

struct decimal {
    int digits; /* significant digits; 0 if there is no point */
    int places; /* after the point, minus the exponent */
};

static struct decimal decimal_of(const char *text)
{
    text += *text == '-' || *text == '+';
    const char *point = strchr(text, '.');
    size_t length = strspn(text, ".0123456789");
    char *end = (char *)text + length;
    int after = point ? (int)(end - point) - 1 : 0;
    long exponent = 0;
    if (*end == 'e' || *end == 'E')
        exponent = strtol(end + 1, &end, 10);
    bool is_one = point && *end == '\0';
    return (struct decimal){is_one ? number_digits(text, length) : 0,
                            after - (int)exponent};
}

/* The unit of the last digit; 0 for short decimals and other texts. */
static double unit(struct decimal d)
{
    bool is_long = d.digits >= DECIMAL_LONG && abs(d.places) <= 999;
    return is_long ? pow(10, -d.places) : 0;
}

/* True if these are the digits that printf prints of x. */
static bool is_printed(const char *text, double x, int digits)
{
    enum { MOST = 60 };
    char shown[MOST + 20];
    if (digits > MOST)
        return false;
    snprintf(shown, sizeof shown, "%.*e", digits - 1, x);
    text += strcspn(text, "123456789"); /* first significant digit */
    for (const char *c = shown; *text && !strchr("eE", *text); text++) {
        while (ascii_is_digit(*text) && !ascii_is_digit(*c))
            c++;
        if (ascii_is_digit(*text) && *c++ != *text)
            return false;
    }
    return true;
}

double decimal_slack(const char *text)
{
    const struct decimal d = decimal_of(text);
    double slack = unit(d), x = strtod(text, NULL);
    if (slack > 0 && d.digits >= DOUBLE_LEAST &&
        (d.digits <= DOUBLE_MOST || is_printed(text, x, d.digits)))
        slack += fabs(x) * 0x1p-53;
    return 1.0000001 * slack;
}

/* ---- decimals among others ---- */

/* Half a unit of the last place in the table, or of the last digit that an
 * entry of this size has in it, whichever is larger.  A table has equally many
 * places or equally many digits in all entries; programs drop trailing
 * zeros. */
static double shared_slack(const struct decimals *d, const char *text)
{
    double x = fabs(strtod(text, NULL)), unit = pow(10, -d->places);
    if (d->places == 0 || (x == 0 && decimal_of(text).places < d->places))
        return 0;
    if (x > 0)
        unit = fmax(unit, pow(10, floor(log10(x)) + 1 - d->most));
    return 0.5000001 * unit;
}

/* The common divisor of the decimal's last digits and a power of ten. */
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

/* True for 0.6140625 = 393/640 among longer decimals, and always for
 * 0.500000000: few random decimals have such short fractions, so these are
 * exact. */
static bool is_exact(const struct decimals *d, const char *text)
{
    const double SHORT = 1e3, ANY = 1e6;
    enum { LESS = 3 };
    double common = common_divisor(text);
    return common >= ANY ||
           (common >= SHORT && decimal_of(text).digits <= d->most - LESS);
}

/* A fraction with such a long denominator approximates an irrational number: it
 * is the simplest one nearby, and off by about 1/q^2. */
static double fraction_slack(syntax a)
{
    const double LONG = 1e7, ABOUT = 64;
    syntax over = a->child[0], under = a->child[1];
    if (over->kind == AST_NEGATE)
        over = over->child[0];
    if (a->op != '/' || over->kind != AST_NUMBER || under->kind != AST_NUMBER)
        return 0;
    double q = number_double(under->number);
    return q > LONG && q == floor(q) ? ABOUT / (q * q) : 0;
}

struct noting {
    struct decimals out;
    bool lengths;       /* first pass: only `most` and `places` */
    int longs, singles; /* decimals maybe rounded; printed floats of these */
};

static void note_decimal(struct noting *n, const char *text)
{
    const struct decimal d = decimal_of(text);
    if (n->lengths && d.digits > n->out.most)
        n->out.most = d.digits;
    if (n->lengths && d.places >= DECIMAL_PLACES && d.places > n->out.places)
        n->out.places = d.places;
    if (n->lengths || !(unit(d) > 0) || is_exact(&n->out, text))
        return;
    bool padded = is_printed(text, strtod(text, NULL), d.digits);
    int known = padded && d.digits > DOUBLE_MOST ? DOUBLE_MOST : d.digits;
    if (n->out.digits == 0 || known < n->out.digits)
        n->out.digits = known;
    n->longs++;
    n->singles += is_printed(text, (double)strtof(text, NULL), d.digits);
}

/* Recursion depth is at most AST_DEPTH; sums and products nest to the left,
 * where the loop follows them. */
static void note(struct noting *n, syntax a)
{
    for (; a->kind == AST_BINARY; a = a->child[0]) {
        n->out.fraction = fmax(n->out.fraction, fraction_slack(a));
        note(n, a->child[1]);
    }
    if (a->kind == AST_NUMBER)
        note_decimal(n, a->name);
    for (int i = 0; i < a->n; i++)
        if (a->child[i])
            note(n, a->child[i]);
}

/* LEAST: every 7-digit decimal is near a float; WRONG: 1 in 8 may differ. */
struct decimals decimals_of(syntax tableau)
{
    enum { LEAST = 8, WRONG = 8 };
    struct noting n = {.lengths = true};
    note(&n, tableau);
    n.lengths = false;
    note(&n, tableau);
    n.out.single = n.longs > 0 && n.out.most >= LEAST &&
                   WRONG * (n.longs - n.singles) <= n.longs;
    return n.out;
}

/* The possible error of a decimal or a fraction, given all others: a table is
 * rounded to one accuracy.  0 if exact, and for all other expressions. */
static double slack_among(const struct constant_place *place, syntax a)
{
    const struct decimals *d = place->loose;
    if (a->kind == AST_BINARY)
        return fraction_slack(a) > 0 && !place->rounded ? d->fraction : 0;
    if (a->kind != AST_NUMBER || !strchr(a->name, '.'))
        return 0;
    const int digits = decimal_of(a->name).digits;
    if (place->rounded) /* 15 digits or more: the number has its error */
        return digits >= DECIMAL_LONG && digits < CONSTANT_ROUNDED_DIGITS
                   ? shared_slack(d, a->name)
                   : 0;
    double slack = shared_slack(d, a->name);
    if (!is_exact(d, a->name))
        slack = fmax(slack, decimal_slack(a->name));
    if (d->single) /* any decimal, however short, may be a float */
        slack = fmax(slack, fabs(strtod(a->name, NULL)) * 0x1.0001p-23);
    return slack;
}

/* ---- expressions ---- */

/* How names are evaluated: as numbers, as loose numbers or as formulas. */
enum track { NUMBER, LOOSE, FORMULA };

struct reading {
    const struct constant_place *place;
    enum track track;
};

/* The number with its error.  Long integers, as in fractions, stay exact. */
static num meaning(const void *data, struct arena *arena, syntax a, num x)
{
    const struct reading *r = data;
    if (r->place->rounded && a->kind == AST_NUMBER &&
        decimal_of(a->name).digits >= CONSTANT_ROUNDED_DIGITS)
        x = number_rounded(arena, a->name, strlen(a->name));
    double slack = r->track == LOOSE ? slack_among(r->place, a) : 0;
    return slack > 0 ? number_widen(arena, number_real(arena, x), slack) : x;
}

static expr evaluate(struct pool *pool, struct diags *diags, enum track track,
                     const struct constant_place *place, syntax ast)
{
    struct reading r = {place, track};
    struct arena *arena = pool_arena(pool);
    expr *value = arena_array(arena, (size_t)place->names + 1, sizeof *value);
    for (int i = 0; i < place->names; i++) {
        const struct constant *c = &place->value[i];
        value[i] =
            track == FORMULA && c->formula
                ? c->formula
                : expr_number(pool, track == LOOSE ? c->loose : c->number);
    }
    return constant_in(pool, diags,
                       &(struct constant_scope){place->subject, place->hint,
                                                place->names, place->name,
                                                value, meaning, &r},
                       ast);
}

bool constant_read(struct pool *formulas, struct diags *diags,
                   const struct constant_place *place, syntax ast,
                   struct constant *out)
{
    struct arena *arena = diags->arena, *scratch = arena_child(arena);
    struct pool *pool = pool_apart(scratch);
    struct diags unseen = diags_new(scratch);
    expr e = evaluate(pool, diags, NUMBER, place, ast), loose = e;
    if (e && place->loose)
        loose = evaluate(pool, &unseen, LOOSE, place, ast);
    *out = (struct constant){.number = e ? number_copy(arena, e->number) : NULL,
                             .loose = loose ? number_copy(arena, loose->number)
                                            : NULL};
    if (e && formulas)
        out->formula = evaluate(formulas, &unseen, FORMULA, place, ast);
    arena_free(scratch);
    if (!e)
        return false;
    out->loose = out->loose ? out->loose : out->number;
    out->slack = number_error(out->loose);
    if (out->slack <= 2 * number_error(out->number))
        out->slack = 0;
    return true;
}

const char *constant_name_fault(const char *name)
{
    if (strcmp(name, "pi") == 0)
        return "is a number of its own";
    if (builtin_shapes(name))
        return "is a function";
    bool is_word = lang_is_word(name) ||
                   text_among("b bhat free in order rounded", ' ', name) >= 0;
    return is_word ? "is a word of the language" : NULL;
}
