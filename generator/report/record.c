/* SPDX-License-Identifier: MIT
 *
 * The forms of numbers, and the record of a tableau: every figure, as JSON and
 * as the table that pages see.  In JSON entries are texts (fractions stay
 * exact) and doubles, sizes are numbers, and what is infinite or not known is
 * null.  Pages have nil for that, numbers as they are, to be printed by the
 * functions of report.c, and some that JSON has not.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include <lua.h>

#include "base/arena.h"
#include "base/json.h"
#include "tableau/elementary.h"

/* ---- forms of numbers ---- */

bool report_is_number(const char *text)
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
    return is_better || !report_is_number(written) ? fraction : written;
}

const char *report_decimal(struct arena *arena, const struct tableau *t, int at)
{
    num v = t->a[at];
    const char *text = report_entry(arena, t, at);
    bool sure = number_is_exact(v) || report_is_number(text);
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

/* The value on top of the stack into the table below it, or at its end. */
static void store(const struct record *r, const char *key)
{
    if (key)
        lua_setfield(r->lua, -2, key);
    else
        lua_rawseti(r->lua, -2, (lua_Integer)lua_rawlen(r->lua, -2) + 1);
}

static void page_begin(const struct record *r, const char *key)
{
    lua_newtable(r->lua);
    lua_pushvalue(r->lua, -2);
    lua_pushvalue(r->lua, -2);
    store(r, key);
    lua_pop(r->lua, 1);
}

static void begin(const struct record *r, const char *key, char bracket)
{
    json_open(r->out, key, bracket);
    page_begin(r, key);
}

/* Not known: null, and there is nothing to end. */
static bool begin_known(const struct record *r, const char *key, bool known)
{
    if (known)
        begin(r, key, '{');
    else
        json_value(r->out, key, NULL);
    return known;
}

static void end(const struct record *r, char bracket)
{
    json_close(r->out, bracket);
    lua_pop(r->lua, 1);
}

/* For pages alone. */
static void page_text(const struct record *r, const char *key, const char *text)
{
    lua_pushstring(r->lua, text);
    store(r, key);
}

static void page_int(const struct record *r, const char *key, long n)
{
    lua_pushinteger(r->lua, n);
    store(r, key);
}

static void page_bool(const struct record *r, const char *key, bool holds)
{
    lua_pushboolean(r->lua, holds);
    store(r, key);
}

static void page_real(const struct record *r, const char *key, double x)
{
    lua_pushnumber(r->lua, x);
    store(r, key);
}

static void page_value(const struct record *r, const char *key, const void *v)
{
    if (!v)
        return;
    lua_pushlightuserdata(r->lua, (void *)v);
    store(r, key);
}

static void put_text(const struct record *r, const char *key, const char *text)
{
    json_string(r->out, key, text);
    page_text(r, key, text);
}

static void put_int(const struct record *r, const char *key, long n)
{
    json_int(r->out, key, n);
    page_int(r, key, n);
}

static void put_bool(const struct record *r, const char *key, bool holds)
{
    json_bool(r->out, key, holds);
    page_bool(r, key, holds);
}

/* Not known: null. */
static void put_count(const struct record *r, const char *key, bool known,
                      long n)
{
    if (known)
        put_int(r, key, n);
    else
        json_value(r->out, key, NULL);
}

/* Right to the last digit; null where not one is sure, or there is nothing. */
static void put_figure(const struct record *r, const char *key, num v)
{
    json_value(r->out, key, v ? number_sure_double(r->arena, v) : NULL);
    page_value(r, key, v);
}

/* NULL: there is none, which is said by a word of its own. */
static void put_limit(const struct record *r, const char *key, num v,
                      const char *unlimited)
{
    put_figure(r, key, v);
    put_bool(r, unlimited, !v);
}

/* ---- the tableau ---- */

static void put_entries(const struct record *r, const char *key, int at, int n)
{
    begin(r, key, '[');
    for (int i = at; i < at + n; i++) { /* with all digits */
        const char *text = report_entry(r->arena, r->t, i);
        put_text(r, NULL,
                 strstr(text, "...") ? report_decimal(r->arena, r->t, i)
                                     : text);
    }
    end(r, ']');
}

static void put_double(const struct record *r, const char *key, num v)
{
    num d = number_of_double(r->arena, number_double(v));
    json_value(r->out, key, d ? number_sure_double(r->arena, d) : NULL);
}

/* `rows` rows of a matrix; -1: one row, which is none. */
static void put_doubles(const struct record *r, const char *key, int at,
                        int rows)
{
    int n = r->t->stages;
    json_open(r->out, key, '[');
    for (int i = 0; i < rows; i++)
        put_doubles(r, NULL, at + i * n, -1);
    for (int i = at; i < at + n && rows < 0; i++)
        put_double(r, NULL, r->t->a[i]);
    json_close(r->out, ']');
}

static void put_all_entries(const struct record *r)
{
    const struct tableau *t = r->t;
    int n = t->stages;
    put_entries(r, "c", tableau_written_c(t), n);
    begin(r, "a", '[');
    for (int i = 0; i < n; i++)
        put_entries(r, NULL, i * n, n);
    end(r, ']');
    json_open(r->out, "doubles", '{');
    put_doubles(r, "c", tableau_written_c(t), -1);
    put_doubles(r, "a", 0, n);
    put_doubles(r, "b", n * n, -1);
    put_doubles(r, "bhat", (n + 1) * n, t->embedded);
    json_close(r->out, '}');
}

/* All names that may stand in entries. */
static void put_symbols(const struct record *r)
{
    begin(r, "symbols", '[');
    for (int i = 0; i < r->t->lets; i++) {
        const struct tableau_let *x = &r->t->let[i];
        begin(r, NULL, '{');
        put_text(r, "name", x->name);
        put_text(r, "expression", x->written);
        put_text(r, "polynomial", x->polynomial);
        put_count(r, "root", x->polynomial, x->root);
        json_string(r->out, "decimal",
                    number_sure(r->arena, x->value, NUMBER_DIGITS));
        put_double(r, "double", x->value);
        page_value(r, "value", x->value);
        end(r, '}');
    }
    end(r, ']');
}

/* ---- rows of weights ---- */

static void put_failure(const struct record *r, const char *key,
                        const struct analysis_failure *f)
{
    if (!begin_known(r, key, f->tree))
        return;
    put_text(r, "tree", f->tree);
    json_string(r->out, "residual", report_value(r->arena, f->miss));
    page_value(r, "residual", f->miss);
    page_real(r, "double", number_double(f->miss));
    put_figure(r, "size", number_abs(r->arena, f->miss));
    end(r, '}');
}

static void put_error(const struct record *r, const struct analysis_error *e)
{
    if (!begin_known(r, "error", e->order))
        return;
    put_int(r, "order", e->order);
    put_figure(r, "norm", e->norm);
    put_figure(r, "largest", e->most);
    put_figure(r, "lotkin", e->lotkin);
    end(r, '}');
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

static void put_row(const struct record *r, int row)
{
    const struct analysis_row *x = &r->a->row[row];
    const struct analysis_pair *p = row ? &r->a->pair[row - 1] : NULL;
    int n = r->t->stages;
    begin(r, NULL, '{');
    put_text(r, "name",
             row == 0             ? "b"
             : r->t->embedded > 1 ? text_format(r->arena, "bhat%d", row)
                                  : "bhat");
    put_entries(r, "weights", n * (n + row), n);
    put_int(r, "order", x->order);
    put_int(r, "order_at_most", x->order_most);
    put_count(r, "order_rounded", x->order_rounded >= 0, x->order_rounded);
    put_count(r, "order_rounded_at_most", x->order_rounded_most >= 0,
              x->order_rounded_most);
    put_count(r, "order_with_t", x->order_timed >= 0, x->order_timed);
    put_failure(r, "failure", &x->failure);
    put_failure(r, "failure_rounded", &x->failure_rounded);
    put_failure(r, "failure_with_t", &x->failure_timed);
    put_int(r, "B", x->b);
    put_int(r, "D", x->d);
    put_bool(r, "positive", x->positive);
    put_error(r, &x->error);
    if (p) {
        put_figure(r, "pair_b", p->b);
        put_figure(r, "pair_c", p->c);
        put_figure(r, "pair_e", p->e);
    }
    page_int(r, "meant", analysis_order(x));
    page_int(r, "meant_at_most", analysis_order_most(x));
    if (analysis_order_most(x) == 0)
        page_text(r, "sum", sum_text(r, row));
    end(r, '}');
}

/* ---- the rest ---- */

static void put_structure(const struct record *r)
{
    static const char *const shape[] = {
        [SHAPE_EXPLICIT] = "explicit", [SHAPE_SDIRK] = "SDIRK",
        [SHAPE_ESDIRK] = "ESDIRK",     [SHAPE_DIRK] = "DIRK",
        [SHAPE_FULL] = "implicit",
    };
    const struct analysis_structure *s = &r->a->structure;
    put_text(r, "shape", shape[s->shape]);
    put_int(r, "C", r->a->c);
    put_int(r, "stage_order", r->a->stage_order);
    begin(r, "c_not_row_sum", '[');
    for (int i = 0; i < r->a->off; i++)
        put_int(r, NULL, r->a->off_stage[i] + 1);
    end(r, ']');
    page_bool(r, "c_but_for_rounding", r->a->off_rounded == 0);
    put_bool(r, "fsal", s->fsal);
    put_bool(r, "stiffly_accurate", s->stiffly_accurate);
    put_bool(r, "symmetric", s->symmetric);
    put_bool(r, "symplectic", s->symplectic);
    put_bool(r, "algebraically_stable", s->algebraic);
    put_bool(r, "confluent", s->confluent);
    put_int(r, "idle_stages", s->idle);
    put_int(r, "equal_stages", s->equal);
    put_figure(r, "largest", r->a->largest);
    put_limit(r, "ssp", s->ssp, "ssp_unconditional");
}

/* Pages see its coefficients, and their numbers as `values`. */
static void put_polynomial(const struct record *r, const char *key,
                           const struct polynomial *p, const struct surd *x)
{
    begin(r, key, '[');
    for (int k = 0; k <= p->degree; k++) {
        json_string(r->out, NULL, report_surd(r->arena, x[k]));
        page_value(r, NULL, &x[k]);
    }
    page_begin(r, "values");
    for (int k = 0; k <= p->degree; k++)
        page_value(r, NULL, p->coef[k]);
    lua_pop(r->lua, 1);
    end(r, ']');
}

static void put_stability(const struct record *r)
{
    const struct stability *s = &r->a->stability;
    if (!begin_known(r, "stability", s->known))
        return;
    put_bool(r, "exact", s->rational);
    put_polynomial(r, "numerator", &s->over, s->exact_over);
    put_polynomial(r, "denominator", &s->under, s->exact_under);
    put_bool(r, "recovered", s->recovered);
    put_bool(r, "A_stable", s->a_stable);
    put_bool(r, "L_stable", s->l_stable);
    put_bool(r, "I_stable", s->i_stable);
    put_figure(r, "angle", s->angle);
    put_limit(r, "real_limit", s->real, "real_unlimited");
    put_limit(r, "imaginary_limit", s->imaginary, "imaginary_unlimited");
    json_string(r->out, "at_infinity",
                s->far ? report_surd(r->arena, stability_far(r->arena, s))
                       : NULL);
    page_value(r, "at_infinity", s->far);
    end(r, '}');
}

/* An order that is measured has no more digits; not settled: null. */
static void put_observed(const struct record *r, const char *key, bool known,
                         double x)
{
    known = known && !isnan(x);
    json_value(r->out, key, known ? text_format(r->arena, "%.2f", x) : NULL);
    if (known)
        page_real(r, key, x);
}

static void put_rotations(const struct record *r)
{
    const struct report_rotations *x = &r->report->rotations;
    begin(r, "rotations", '{');
    put_int(r, "commutators", x->commutators);
    put_int(r, "exponentials", x->exponentials);
    put_int(r, "brackets", x->brackets);
    put_observed(r, "observed_attitude", x->observed, x->attitude);
    put_observed(r, "observed_momentum", x->observed, x->momentum);
    page_bool(r, "observed", x->observed);
    end(r, '}');
}

/* ---- the catalogue ---- */

/* Entries are told by name and by their place in a, b, bhat and c, row after
 * row. */
static void open_entry(const struct record *r, int at)
{
    begin(r, NULL, '{');
    put_text(r, "entry", catalogue_entry_name(r->arena, r->t, at));
    put_int(r, "at", at);
    page_text(r, "written", r->t->written[at]);
}

static void put_match(const struct record *r, const struct catalogue_match *m)
{
    begin(r, NULL, '{');
    put_text(r, "name", m->known->name);
    put_int(r, "order", m->known->claim);
    put_bool(r, "exchanged", m->exchanged);
    put_bool(r, "reduced", m->reduced);
    put_int(r, "own_rows", m->extra);
    put_int(r, "rounded", m->rounded);
    put_int(r, "entries", m->entries);
    page_text(r, "source", m->known->source);
    page_int(r, "embedded", m->known->embedded);
    page_int(r, "symbols", m->known->lets);
    begin(r, "differences", '[');
    for (int i = 0; i < m->differences; i++) {
        const struct catalogue_difference *d = &m->difference[i];
        open_entry(r, d->at);
        put_text(r, "value", report_decimal(r->arena, r->t, d->at));
        put_text(r, "known", report_decimal(r->arena, m->known, d->at_known));
        page_text(r, "known_entry",
                  report_entry(r->arena, m->known, d->at_known));
        page_value(r, "known_value", m->known->a[d->at_known]);
        end(r, '}');
    }
    end(r, ']');
    end(r, '}');
}

static void put_mend(const struct record *r, const struct catalogue_mend *m)
{
    open_entry(r, m->at);
    json_string(r->out, "value", report_value(r->arena, m->value));
    page_value(r, "value", m->value);
    put_int(r, "order", m->order);
    end(r, '}');
}

static void put_suspect(const struct record *r,
                        const struct catalogue_suspect *x)
{
    static const char *const doubt[] = {
        [DOUBT_FRACTION] = "fraction", [DOUBT_ROOT] = "root",
        [DOUBT_DIGITS] = "digits",     [DOUBT_LARGE] = "large",
        [DOUBT_SUM] = "sum",
    };
    open_entry(r, x->at);
    put_text(r, "doubt", doubt[x->doubt]);
    put_text(r, "meant", x->meant);
    json_real(r->out, "size", x->size);
    json_real(r->out, "others", x->others);
    page_real(r, "size", x->size);
    page_real(r, "others", x->others);
    end(r, '}');
}

static void put_catalogue(const struct record *r)
{
    static const char *const verdict[] = {
        [CATALOGUE_NONE] = "none",   [CATALOGUE_KNOWN] = "known",
        [CATALOGUE_ROW] = "row",     [CATALOGUE_WRONG] = "wrong",
        [CATALOGUE_SOUND] = "sound", [CATALOGUE_FAR] = "far",
    };
    const struct report_catalogue *c = r->report->catalogue;
    if (!begin_known(r, "catalogue", c))
        return;
    put_text(r, "verdict", verdict[c->verdict]);
    page_bool(r, "merged", c->merged);
    begin(r, "nearest", '[');
    for (int i = 0; i < c->look.matches; i++)
        put_match(r, &c->look.match[i]);
    end(r, ']');
    begin(r, "mends", '[');
    for (int i = 0; i < c->mends; i++)
        put_mend(r, &c->mend[i]);
    end(r, ']');
    begin(r, "suspects", '[');
    for (int i = 0; i < c->suspects; i++)
        put_suspect(r, &c->suspect[i]);
    end(r, ']');
    end(r, '}');
}

void record_make(const struct record *r)
{
    const struct tableau *t = r->t;
    const int digits = t->decimals.digits;
    lua_pushglobaltable(r->lua);
    json_open(r->out, NULL, '{');
    page_begin(r, "report");
    put_text(r, "name", t->name);
    put_text(r, "source", t->source);
    put_int(r, "stages", t->stages);
    put_count(r, "claim", t->claim, t->claim);
    put_bool(r, "exact", t->exact);
    put_bool(r, "rounded", t->rounded);
    put_count(r, "digits", digits, digits);
    put_bool(r, "single_precision", t->decimals.single);
    put_bool(r, "read_as_rounded", r->a->rounded);
    page_bool(r, "zeros_are_left_out", t->is_explicit);
    put_symbols(r);
    put_all_entries(r);
    begin(r, "rows", '[');
    for (int row = 0; row < r->a->rows; row++)
        put_row(r, row);
    end(r, ']');
    put_structure(r);
    put_stability(r);
    put_rotations(r);
    put_catalogue(r);
    end(r, '}');
    lua_pop(r->lua, 1);
    text_char(r->out, '\n');
}
