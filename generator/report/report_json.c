/* SPDX-License-Identifier: MIT
 *
 * The report as JSON: every figure, entries as texts (fractions stay exact) and
 * as doubles, sizes as numbers; what is infinite or not known is null.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/elementary.h"

typedef const struct number *value;

struct writing {
    struct arena *arena;
    const struct analysis *a;
    const struct tableau *t;
    struct text *out;
};

/* ---- values ---- */

void report_json_string(struct text *out, const char *text)
{
    char c[TEXT_JSON];
    text_char(out, '"');
    while (*text) {
        text += text_json(text, c);
        text_put(out, c);
    }
    text_char(out, '"');
}

static void put_key(const struct writing *w, const char *key)
{
    text_print(w->out, ", \"%s\": ", key);
}

static void put_bool(const struct writing *w, const char *key, bool holds)
{
    put_key(w, key);
    text_put(w->out, holds ? "true" : "false");
}

static void put_int(const struct writing *w, const char *key, int n)
{
    put_key(w, key);
    text_print(w->out, "%d", n);
}

/* Below zero: not known. */
static void put_count(const struct writing *w, const char *key, int n)
{
    if (n >= 0) {
        put_int(w, key, n);
        return;
    }
    put_key(w, key);
    text_put(w->out, "null");
}

static const char *nearest_double(const struct writing *w, value v)
{
    value d = number_of_double(w->arena, number_double(v));
    return d ? number_sure_double(w->arena, d) : "null";
}

/* Right to the last digit; null where not one is sure, or there is nothing. */
static void put_figure(const struct writing *w, const char *key, value v)
{
    const char *text = v ? number_sure_double(w->arena, v) : NULL;
    put_key(w, key);
    text_put(w->out, text ? text : "null");
}

/* NULL: there is none, which is said by a word of its own. */
static void put_limit(const struct writing *w, const char *key, value v,
                      const char *unlimited)
{
    put_figure(w, key, v);
    put_bool(w, unlimited, !v);
}

static void put_text(const struct writing *w, const char *text)
{
    if (text)
        report_json_string(w->out, text);
    else
        text_put(w->out, "null");
}

static void put_entry(const struct writing *w, const char *key, const char *x)
{
    put_key(w, key);
    put_text(w, x);
}

/* ---- the tableau ---- */

/* With all digits, where it is not as it was written. */
static const char *full_entry(const struct writing *w, value v, size_t at)
{
    const char *text = report_entry(w->arena, w->t, v, at);
    return strstr(text, "...") ? report_decimal(w->arena, w->t, v, at) : text;
}

/* As texts. */
static void put_row(const struct writing *w, const value *v, int at)
{
    text_char(w->out, '[');
    for (int i = 0; i < w->t->stages; i++) {
        text_put(w->out, i ? ", " : "");
        report_json_string(w->out, full_entry(w, v[i], (size_t)(at + i)));
    }
    text_char(w->out, ']');
}

/* As doubles. */
static void put_doubles(const struct writing *w, const value *v, int at)
{
    (void)at;
    text_char(w->out, '[');
    for (int i = 0; i < w->t->stages; i++)
        text_print(w->out, "%s%s", i ? ", " : "", nearest_double(w, v[i]));
    text_char(w->out, ']');
}

typedef void put_values(const struct writing *, const value *, int at);

/* `rows` rows of a matrix. */
static void put_rows(const struct writing *w, const char *key, put_values *put,
                     int rows, const value *v)
{
    int n = w->t->stages;
    put_key(w, key);
    text_char(w->out, '[');
    for (int i = 0; i < rows; i++) {
        text_put(w->out, i ? ", " : "");
        put(w, v + i * n, i * n);
    }
    text_char(w->out, ']');
}

static void put_entries(const struct writing *w)
{
    put_key(w, "c");
    put_row(w, w->t->c, tableau_written_c(w->t));
    put_rows(w, "a", put_row, w->t->stages, w->t->a);
}

static void put_all_doubles(const struct writing *w)
{
    put_key(w, "doubles");
    text_put(w->out, "{\"c\": ");
    put_doubles(w, w->t->c, 0);
    put_rows(w, "a", put_doubles, w->t->stages, w->t->a);
    put_key(w, "b");
    put_doubles(w, w->t->b, 0);
    put_rows(w, "bhat", put_doubles, w->t->embedded, w->t->bhat);
    text_char(w->out, '}');
}

/* All names that may stand in entries. */
static void put_symbols(const struct writing *w)
{
    put_key(w, "symbols");
    text_char(w->out, '[');
    for (int i = 0; i < w->t->lets; i++) {
        const struct tableau_let *x = &w->t->let[i];
        text_put(w->out, i ? ", {\"name\": " : "{\"name\": ");
        report_json_string(w->out, x->name);
        put_entry(w, "expression", x->written);
        put_entry(w, "polynomial", x->polynomial);
        put_count(w, "root", x->polynomial ? (int)x->root : -1);
        put_entry(w, "decimal", number_sure(w->arena, x->value, NUMBER_DIGITS));
        put_key(w, "double");
        text_put(w->out, nearest_double(w, x->value));
        text_char(w->out, '}');
    }
    text_char(w->out, ']');
}

/* ---- rows of weights ---- */

static void put_failure(const struct writing *w, const char *key,
                        const struct analysis_failure *f)
{
    put_key(w, key);
    if (!f->tree) {
        text_put(w->out, "null");
        return;
    }
    text_put(w->out, "{\"tree\": ");
    report_json_string(w->out, f->tree);
    put_entry(w, "residual", report_value(w->arena, f->miss));
    put_figure(w, "size",
               number_sign(f->miss) < 0 ? number_neg(w->arena, f->miss)
                                        : f->miss);
    text_char(w->out, '}');
}

static void put_error(const struct writing *w, const struct analysis_error *e)
{
    put_key(w, "error");
    if (!e->order) {
        text_put(w->out, "null");
        return;
    }
    text_print(w->out, "{\"order\": %d", e->order);
    put_figure(w, "norm", e->norm);
    put_figure(w, "largest", e->most);
    put_figure(w, "lotkin", e->lotkin);
    text_char(w->out, '}');
}

static void put_pair(const struct writing *w, int row)
{
    const struct analysis_pair *p = &w->a->pair[row - 1];
    if (row == 0)
        return;
    put_figure(w, "pair_b", p->b);
    put_figure(w, "pair_c", p->c);
    put_figure(w, "pair_e", p->e);
}

static void put_weights(const struct writing *w, int row)
{
    const struct analysis_row *x = &w->a->row[row];
    text_put(w->out, row ? ", {\"name\": " : "{\"name\": ");
    report_json_string(w->out, report_row_name(w->arena, w->t, row));
    put_key(w, "weights");
    put_row(w, report_weights(w->t, row), w->t->stages * (w->t->stages + row));
    put_int(w, "order", x->order);
    put_int(w, "order_at_most", x->order_most);
    put_count(w, "order_rounded", x->order_rounded);
    put_count(w, "order_rounded_at_most", x->order_rounded_most);
    put_count(w, "order_with_t", x->order_timed);
    put_failure(w, "failure", &x->failure);
    put_failure(w, "failure_rounded", &x->failure_rounded);
    put_failure(w, "failure_with_t", &x->failure_timed);
    put_int(w, "B", x->b);
    put_int(w, "D", x->d);
    put_bool(w, "positive", x->positive);
    put_error(w, &x->error);
    put_pair(w, row);
    text_char(w->out, '}');
}

static void put_all_weights(const struct writing *w)
{
    put_key(w, "rows");
    text_char(w->out, '[');
    for (int row = 0; row < w->a->rows; row++)
        put_weights(w, row);
    text_char(w->out, ']');
}

/* ---- the rest ---- */

static void put_structure(const struct writing *w)
{
    const struct analysis_structure *s = &w->a->structure;
    put_entry(w, "shape", report_shape(s->shape));
    put_int(w, "C", w->a->c);
    put_int(w, "stage_order", w->a->stage_order);
    put_key(w, "c_not_row_sum");
    text_char(w->out, '[');
    for (int i = 0; i < w->a->off; i++)
        text_print(w->out, "%s%d", i ? ", " : "", w->a->off_stage[i] + 1);
    text_char(w->out, ']');
    put_bool(w, "fsal", s->fsal);
    put_bool(w, "stiffly_accurate", s->stiffly_accurate);
    put_bool(w, "symmetric", s->symmetric);
    put_bool(w, "symplectic", s->symplectic);
    put_bool(w, "algebraically_stable", s->algebraic);
    put_bool(w, "confluent", s->confluent);
    put_int(w, "idle_stages", s->idle);
    put_int(w, "equal_stages", s->equal);
    put_figure(w, "largest", w->a->largest);
    put_limit(w, "ssp", s->ssp, "ssp_unconditional");
}

static void put_polynomial(const struct writing *w, const char *key, int degree,
                           const struct surd *x)
{
    put_key(w, key);
    text_char(w->out, '[');
    for (int k = 0; k <= degree; k++) {
        text_put(w->out, k ? ", " : "");
        put_text(w, report_surd(w->arena, x[k]));
    }
    text_char(w->out, ']');
}

static void put_stability(const struct writing *w)
{
    const struct stability *s = &w->a->stability;
    put_key(w, "stability");
    if (!s->known) {
        text_put(w->out, "null");
        return;
    }
    text_print(w->out, "{\"exact\": %s", s->rational ? "true" : "false");
    put_polynomial(w, "numerator", s->over.degree, s->exact_over);
    put_polynomial(w, "denominator", s->under.degree, s->exact_under);
    put_bool(w, "recovered", s->recovered);
    put_bool(w, "A_stable", s->a_stable);
    put_bool(w, "L_stable", s->l_stable);
    put_bool(w, "I_stable", s->i_stable);
    put_figure(w, "angle", s->angle);
    put_limit(w, "real_limit", s->real, "real_unlimited");
    put_limit(w, "imaginary_limit", s->imaginary, "imaginary_unlimited");
    put_entry(w, "at_infinity",
              s->far ? report_surd(w->arena, stability_far(w->arena, s))
                     : NULL);
    text_char(w->out, '}');
}

/* An order that is measured has no more digits. */
static void put_observed(const struct writing *w, const char *key, double x)
{
    put_key(w, key);
    text_put(w->out, isnan(x) ? "null" : text_format(w->arena, "%.2f", x));
}

static void put_rotations(const struct writing *w,
                          const struct report_rotations *r)
{
    put_key(w, "rotations");
    text_print(w->out, "{\"commutators\": %d", r->commutators);
    put_int(w, "exponentials", r->exponentials);
    put_int(w, "brackets", r->brackets);
    put_observed(w, "observed_attitude", r->observed ? r->attitude : NAN);
    put_observed(w, "observed_momentum", r->observed ? r->momentum : NAN);
    text_char(w->out, '}');
}

void report_json(struct arena *arena, const struct report *report,
                 struct text *out)
{
    const struct tableau *t = report->analysis->tableau;
    struct writing w = {arena, report->analysis, t, out};
    text_put(out, "{\"name\": ");
    report_json_string(out, t->name);
    put_entry(&w, "source", t->source);
    put_int(&w, "stages", t->stages);
    put_count(&w, "claim", t->claim ? t->claim : -1);
    put_bool(&w, "exact", t->exact);
    put_bool(&w, "rounded", t->rounded);
    put_count(&w, "digits", t->decimals.digits ? t->decimals.digits : -1);
    put_bool(&w, "single_precision", t->decimals.single);
    put_bool(&w, "read_as_rounded", report->analysis->rounded);
    put_symbols(&w);
    put_entries(&w);
    put_all_doubles(&w);
    put_all_weights(&w);
    put_structure(&w);
    put_stability(&w);
    put_rotations(&w, &report->rotations);
    put_key(&w, "catalogue");
    if (report->catalogue)
        report_catalogue_json(arena, report, out);
    else
        text_put(out, "null");
    text_put(out, "}\n");
}
