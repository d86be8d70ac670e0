/* SPDX-License-Identifier: MIT
 *
 * The forms of numbers, and the record of a tableau: every figure, as JSON or,
 * for pages, as Lua.  In JSON entries are texts (fractions stay exact) and
 * doubles, sizes are numbers, and what is infinite or not known is null.  Pages
 * have nil for that, numbers by their place in record.value, to be printed by
 * the functions of report.c, no entries, and some fields that JSON has not.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "tableau/elementary.h"

/* ---- forms of numbers ---- */

/* A fraction or a decimal. */
static bool is_number(const char *text)
{
    return strspn(text, "+-.0123456789/eE") == strlen(text) &&
           !strstr(text, "...");
}

const char *report_entry(struct arena *arena, const struct tableau *t, int at)
{
    num v = t->a[at];
    const char *written = t->written[at];
    if (!number_is_exact(v) || decimal_slack(written) > 0)
        return written;
    const char *fraction = number_show(arena, v);
    bool is_better = strlen(fraction) <= strlen(written); /* not by tens */
    return is_better || !is_number(written) ? fraction : written;
}

const char *report_decimal(struct arena *arena, const struct tableau *t, int at)
{
    num v = t->a[at];
    const char *text = report_entry(arena, t, at);
    bool sure = number_is_exact(v) || is_number(text);
    return sure ? text : report_value(arena, v);
}

const char *report_value(struct arena *arena, num v)
{
    return number_is_exact(v) ? number_show(arena, v)
                              : number_sure(arena, v, NUMBER_DIGITS);
}

const char *report_surd(struct arena *arena, struct surd x)
{
    return x.d ? surd_text(arena, x) : report_value(arena, x.p);
}

const char *report_digits(struct arena *arena, num v, int most)
{
    const char *text = number_sure(arena, v, most);
    return text ? text : "?";
}

const char *report_number(struct arena *arena, num v)
{
    enum { DIGITS = 6, SHORT = 8, LONGEST = 16 };
    const char *digits = report_digits(arena, v, DIGITS);
    if (!number_is_exact(v))
        return digits;
    const char *fraction = number_show(arena, v);
    num back = number_decimal(arena, digits, strlen(digits));
    bool is_decimal = strlen(fraction) > SHORT && number_equal(back, v);
    return strlen(fraction) <= LONGEST && !is_decimal ? fraction : digits;
}

/* ---- fields ---- */

/* Not known: null, and there is nothing to close. */
static bool open_known(struct record *r, const char *key, bool known)
{
    if (known)
        json_open(r->out, key, '{');
    else
        json_value(r->out, key, NULL);
    return known;
}

/* Not known: null. */
static void put_count(struct record *r, const char *key, bool known, long n)
{
    json_value(r->out, key, known ? text_format(r->arena, "%ld", n) : NULL);
}

static void put_place(struct record *r, const char *key, struct surd value)
{
    arena_push(r->arena, r->value, r->values, r->room);
    r->value[r->values] = value;
    json_int(r->out, key, r->values++);
}

/* Right to the last digit; null where not one is sure, or there is nothing. */
static void put_figure(struct record *r, const char *key, num v)
{
    if (v && r->is_page)
        put_place(r, key, surd_of(v));
    else
        json_value(r->out, key, v ? number_sure_double(r->arena, v) : NULL);
}

/* NULL: there is none, which is said by a word of its own. */
static void put_limit(struct record *r, const char *key, num v,
                      const char *unlimited)
{
    put_figure(r, key, v);
    json_bool(r->out, unlimited, !v);
}

/* In JSON a text. */
static void put_exact(struct record *r, const char *key, struct surd x)
{
    if (r->is_page)
        put_place(r, key, x);
    else
        json_string(r->out, key, report_surd(r->arena, x));
}

static void put_double(struct record *r, const char *key, num v)
{
    num d = number_of_double(r->arena, number_double(v));
    json_value(r->out, key, d ? number_sure_double(r->arena, d) : NULL);
}

/* ---- the tableau ---- */

/* With all digits. */
static void put_entry(struct record *r, int at)
{
    const char *text = report_entry(r->arena, r->t, at);
    json_string(r->out, NULL,
                strstr(text, "...") ? report_decimal(r->arena, r->t, at)
                                    : text);
}

static void put_entry_double(struct record *r, int at)
{
    put_double(r, NULL, r->t->a[at]);
}

/* `rows` rows of a matrix; -1: one row, which is none. */
static void put_rows(struct record *r, const char *key, int at, int rows,
                     void put(struct record *, int at))
{
    int n = r->t->stages;
    json_open(r->out, key, '[');
    for (int i = 0; i < rows; i++)
        put_rows(r, NULL, at + i * n, -1, put);
    for (int i = at; i < at + n && rows < 0; i++)
        put(r, i);
    json_close(r->out, ']');
}

static void put_all_entries(struct record *r)
{
    int n = r->t->stages, c = tableau_written_c(r->t);
    put_rows(r, "c", c, -1, put_entry);
    put_rows(r, "a", 0, n, put_entry);
    json_open(r->out, "doubles", '{');
    put_rows(r, "c", c, -1, put_entry_double);
    put_rows(r, "a", 0, n, put_entry_double);
    put_rows(r, "b", n * n, -1, put_entry_double);
    put_rows(r, "bhat", (n + 1) * n, r->t->embedded, put_entry_double);
    json_close(r->out, '}');
}

/* All names that may stand in entries. */
static void put_symbols(struct record *r)
{
    json_open(r->out, "symbols", '[');
    for (int i = 0; i < r->t->lets; i++) {
        const struct tableau_let *x = &r->t->let[i];
        json_open(r->out, NULL, '{');
        json_string(r->out, "name", x->name);
        json_string(r->out, "expression", x->written);
        json_string(r->out, "polynomial", x->polynomial);
        put_count(r, "root", x->polynomial, x->root);
        json_string(r->out, "decimal",
                    number_sure(r->arena, x->value, NUMBER_DIGITS));
        put_double(r, "double", x->value);
        if (r->is_page) {
            put_place(r, "value", surd_of(x->value));
            json_bool(r->out, "is_number", is_number(x->written));
        }
        json_close(r->out, '}');
    }
    json_close(r->out, ']');
}

/* ---- rows of weights ---- */

static void put_failure(struct record *r, const char *key,
                        const struct analysis_failure *f)
{
    if (!open_known(r, key, f->tree))
        return;
    json_string(r->out, "tree", f->tree);
    put_exact(r, "residual", surd_of(f->miss));
    if (r->is_page)
        json_real(r->out, "double", number_double(f->miss));
    put_figure(r, "size", number_abs(r->arena, f->miss));
    json_close(r->out, '}');
}

static void put_error(struct record *r, const struct analysis_error *e)
{
    if (!open_known(r, "error", e->order))
        return;
    json_int(r->out, "order", e->order);
    put_figure(r, "norm", e->norm);
    put_figure(r, "largest", e->most);
    put_figure(r, "lotkin", e->lotkin);
    json_close(r->out, '}');
}

/* "11/10", "1 + 3.1e-12" */
static const char *sum_text(const struct record *r, int row)
{
    const double NEAR = 1e-3;
    num sum = tableau_sum(r->arena, r->t->stages, tableau_weights(r->t, row));
    num off = number_sub(r->arena, sum, number_int(r->arena, 1));
    bool negative = number_sign(off) < 0;
    if (fabs(number_double(off)) > NEAR)
        return report_number(r->arena, sum);
    return text_format(r->arena, "1 %c %s", negative ? '-' : '+',
                       report_number(r->arena, number_abs(r->arena, off)));
}

static void put_row(struct record *r, int row)
{
    const struct analysis_row *x = &r->a->row[row];
    int n = r->t->stages;
    json_open(r->out, NULL, '{');
    json_string(r->out, "name",
                row == 0             ? "b"
                : r->t->embedded > 1 ? text_format(r->arena, "bhat%d", row)
                                     : "bhat");
    put_rows(r, "weights", n * (n + row), -1, put_entry);
    json_int(r->out, "order", x->order);
    json_int(r->out, "order_at_most", x->order_most);
    put_count(r, "order_rounded", x->order_rounded >= 0, x->order_rounded);
    put_count(r, "order_rounded_at_most", x->order_rounded_most >= 0,
              x->order_rounded_most);
    put_count(r, "order_with_t", x->order_timed >= 0, x->order_timed);
    put_failure(r, "failure", &x->failure);
    put_failure(r, "failure_rounded", &x->failure_rounded);
    put_failure(r, "failure_with_t", &x->failure_timed);
    json_int(r->out, "B", x->b);
    json_int(r->out, "D", x->d);
    json_bool(r->out, "positive", x->positive);
    put_error(r, &x->error);
    if (row > 0) {
        put_figure(r, "pair_b", x->pair.b);
        put_figure(r, "pair_c", x->pair.c);
        put_figure(r, "pair_e", x->pair.e);
    }
    if (r->is_page) {
        json_int(r->out, "meant", analysis_order(x));
        json_int(r->out, "meant_at_most", analysis_order_most(x));
        json_string(r->out, "sum",
                    analysis_order_most(x) ? NULL : sum_text(r, row));
    }
    json_close(r->out, '}');
}

/* ---- the rest ---- */

static void put_structure(struct record *r)
{
    static const char *const shape[] = {
        [SHAPE_EXPLICIT] = "explicit", [SHAPE_SDIRK] = "SDIRK",
        [SHAPE_ESDIRK] = "ESDIRK",     [SHAPE_DIRK] = "DIRK",
        [SHAPE_FULL] = "implicit",
    };
    const struct analysis_structure *s = &r->a->structure;
    json_string(r->out, "shape", shape[s->shape]);
    json_int(r->out, "C", r->a->c);
    json_int(r->out, "stage_order", r->a->stage_order);
    json_open(r->out, "c_not_row_sum", '[');
    for (int i = 0; i < r->a->off; i++)
        json_int(r->out, NULL, r->a->off_stage[i] + 1);
    json_close(r->out, ']');
    if (r->is_page)
        json_bool(r->out, "c_but_for_rounding", r->a->off_rounded == 0);
    json_bool(r->out, "fsal", s->fsal);
    json_bool(r->out, "stiffly_accurate", s->stiffly_accurate);
    json_bool(r->out, "symmetric", s->symmetric);
    json_bool(r->out, "symplectic", s->symplectic);
    json_bool(r->out, "algebraically_stable", s->algebraic);
    json_bool(r->out, "confluent", s->confluent);
    json_int(r->out, "idle_stages", s->idle);
    json_int(r->out, "equal_stages", s->equal);
    put_figure(r, "largest", r->a->largest);
    put_limit(r, "ssp", s->ssp, "ssp_unconditional");
}

static void put_polynomial(struct record *r, const char *key,
                           const struct polynomial *p, const struct surd *x)
{
    json_open(r->out, key, '[');
    for (int k = 0; k <= p->degree; k++)
        put_exact(r, NULL, x[k]);
    json_close(r->out, ']');
}

static void put_stability(struct record *r)
{
    const struct stability *s = &r->a->stability;
    if (!open_known(r, "stability", s->known))
        return;
    json_bool(r->out, "exact", s->rational);
    put_polynomial(r, "numerator", &s->over, s->exact_over);
    put_polynomial(r, "denominator", &s->under, s->exact_under);
    json_bool(r->out, "recovered", s->recovered);
    json_bool(r->out, "A_stable", s->a_stable);
    json_bool(r->out, "L_stable", s->l_stable);
    json_bool(r->out, "I_stable", s->i_stable);
    put_figure(r, "angle", s->angle);
    put_limit(r, "real_limit", s->real, "real_unlimited");
    put_limit(r, "imaginary_limit", s->imaginary, "imaginary_unlimited");
    if (s->far)
        put_exact(r, "at_infinity", stability_far(r->arena, s));
    else
        json_value(r->out, "at_infinity", NULL);
    json_close(r->out, '}');
}

/* An order that is measured has no more digits; not settled: null. */
static void put_observed(struct record *r, const char *key, double x)
{
    if (r->is_page && !isnan(x))
        json_real(r->out, key, x);
    else
        json_value(r->out, key,
                   isnan(x) ? NULL : text_format(r->arena, "%.2f", x));
}

static void put_rotations(struct record *r)
{
    const struct report_rotations *x = &r->report->rotations;
    json_open(r->out, "rotations", '{');
    json_int(r->out, "commutators", x->commutators);
    json_int(r->out, "exponentials", x->exponentials);
    json_int(r->out, "brackets", x->brackets);
    put_observed(r, "observed_attitude", x->observed ? x->attitude : NAN);
    put_observed(r, "observed_momentum", x->observed ? x->momentum : NAN);
    if (r->is_page)
        json_bool(r->out, "observed", x->observed);
    json_close(r->out, '}');
}

/* ---- the catalogue ---- */

/* Entries are told by name and by their place in a, b, bhat and c, row after
 * row. */
static void open_entry(struct record *r, int at)
{
    json_open(r->out, NULL, '{');
    json_string(r->out, "entry", catalogue_entry_name(r->arena, r->t, at));
    json_int(r->out, "at", at);
    if (r->is_page)
        json_string(r->out, "written", r->t->written[at]);
}

static void put_match(struct record *r, const struct catalogue_match *m)
{
    const struct tableau *known = m->known;
    json_open(r->out, NULL, '{');
    json_string(r->out, "name", known->name);
    json_int(r->out, "order", known->claim);
    json_bool(r->out, "exchanged", m->exchanged);
    json_bool(r->out, "reduced", m->reduced);
    json_int(r->out, "own_rows", m->extra);
    json_int(r->out, "rounded", m->rounded);
    json_int(r->out, "entries", m->entries);
    if (r->is_page) {
        json_string(r->out, "source", known->source);
        json_int(r->out, "embedded", known->embedded);
        json_int(r->out, "symbols", known->lets);
    }
    json_open(r->out, "differences", '[');
    for (int i = 0; i < m->differences; i++) {
        int at = m->difference[i].at, there = m->difference[i].at_known;
        open_entry(r, at);
        json_string(r->out, "value", report_decimal(r->arena, r->t, at));
        json_string(r->out, "known", report_decimal(r->arena, known, there));
        if (r->is_page) {
            const char *entry = report_entry(r->arena, known, there);
            json_string(r->out, "known_entry", entry);
            json_bool(r->out, "is_number", is_number(entry));
            put_place(r, "known_value", surd_of(known->a[there]));
        }
        json_close(r->out, '}');
    }
    json_close(r->out, ']');
    json_close(r->out, '}');
}

static void put_suspect(struct record *r, const struct catalogue_suspect *x)
{
    static const char *const doubt[] = {
        [DOUBT_FRACTION] = "fraction", [DOUBT_ROOT] = "root",
        [DOUBT_DIGITS] = "digits",     [DOUBT_LARGE] = "large",
        [DOUBT_SUM] = "sum",
    };
    open_entry(r, x->at);
    json_string(r->out, "doubt", doubt[x->doubt]);
    json_string(r->out, "meant", x->meant);
    json_real(r->out, "size", x->size);
    json_real(r->out, "others", x->others);
    json_close(r->out, '}');
}

static void put_catalogue(struct record *r)
{
    static const char *const verdict[] = {
        [CATALOGUE_NONE] = "none",   [CATALOGUE_KNOWN] = "known",
        [CATALOGUE_ROW] = "row",     [CATALOGUE_WRONG] = "wrong",
        [CATALOGUE_SOUND] = "sound", [CATALOGUE_FAR] = "far",
    };
    const struct report_catalogue *c = r->report->catalogue;
    if (!open_known(r, "catalogue", c))
        return;
    json_string(r->out, "verdict", verdict[c->verdict]);
    if (r->is_page)
        json_bool(r->out, "merged", c->merged);
    json_open(r->out, "nearest", '[');
    for (int i = 0; i < c->look.matches; i++)
        put_match(r, &c->look.match[i]);
    json_close(r->out, ']');
    json_open(r->out, "mends", '[');
    for (int i = 0; i < c->mends; i++) {
        open_entry(r, c->mend[i].at);
        put_exact(r, "value", surd_of(c->mend[i].value));
        json_int(r->out, "order", c->mend[i].order);
        json_close(r->out, '}');
    }
    json_close(r->out, ']');
    json_open(r->out, "suspects", '[');
    for (int i = 0; i < c->suspects; i++)
        put_suspect(r, &c->suspect[i]);
    json_close(r->out, ']');
    json_close(r->out, '}');
}

void record_put(struct record *r)
{
    const struct tableau *t = r->t;
    const int digits = t->decimals.digits;
    json_open(r->out, NULL, '{');
    json_string(r->out, "name", t->name);
    json_string(r->out, "source", t->source);
    json_int(r->out, "stages", t->stages);
    put_count(r, "claim", t->claim, t->claim);
    json_bool(r->out, "exact", t->exact);
    json_bool(r->out, "rounded", t->rounded);
    put_count(r, "digits", digits, digits);
    json_bool(r->out, "single_precision", t->decimals.single);
    json_bool(r->out, "read_as_rounded", r->a->rounded);
    if (r->is_page)
        json_bool(r->out, "zeros_are_left_out", t->is_explicit);
    put_symbols(r);
    if (!r->is_page)
        put_all_entries(r);
    json_open(r->out, "rows", '[');
    for (int row = 0; row < r->a->rows; row++)
        put_row(r, row);
    json_close(r->out, ']');
    put_structure(r);
    put_stability(r);
    put_rotations(r);
    put_catalogue(r);
    json_close(r->out, '}');
    text_char(r->out, '\n');
}
