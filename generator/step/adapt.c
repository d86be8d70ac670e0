/* SPDX-License-Identifier: MIT
 *
 * Steps that choose their own size: what controls them, from the spec and the
 * command line.
 */
#include "step/derive.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"

/* Where the spec says nothing. */
static const char tolerance[] = "1e-8", float_tolerance[] = "1e-6";
static const double FIRST_SHARE = 0.01;

static const struct number *decimal(struct derive *d, const char *text)
{
    return number_decimal(d->arena, text, strlen(text));
}

/* ---- what controls the steps ---- */

/* The rate at the start, rad/s. */
static double start_rate(struct derive *d)
{
    const struct model *m = d->model;
    struct vec L;
    double square = 0;
    for (int i = 0; i < VECTOR; i++)
        L.x[i] = expr_number(d->pool, m->start_L[i]);
    struct vec rate = derive_omega(d, L);
    struct value w = {.n = VECTOR, .vec = rate};
    w = model_at_defaults(m, w);
    for (int i = 0; i < VECTOR; i++) {
        double x = number_double(derive_constant(d, w.x[i]));
        square += x * x;
    }
    return sqrt(square);
}

/* A step with which to begin: the body turns by little in it, 0.01 rad for the
 * tolerance 1e-8, and it is little of the run.  One digit is enough. */
static const struct number *first_step(struct derive *d,
                                       const struct number *angle)
{
    const struct model *m = d->model;
    const struct number *min = m->control[CONTROL_MIN];
    const struct number *max = m->control[CONTROL_MAX];
    double turn = sqrt(sqrt(number_double(angle)));
    double h = FIRST_SHARE * (m->until ? number_double(m->until) : 1);
    double rate = start_rate(d);
    char text[32];
    if (rate * h > turn)
        h = turn / rate;
    snprintf(text, sizeof text, "%.0e", h);
    const struct number *first = decimal(d, text);
    if (max && number_compare(first, max) > 0)
        return max;
    return min && number_compare(first, min) < 0 ? min : first;
}

static void set_default(const struct number **x, const struct number *other)
{
    if (!*x)
        *x = other;
}

/* Rates are of a second, velocities too. */
static void set_tolerances(struct derive *d, const struct number **x)
{
    const struct number *all = d->choice->tolerance;
    for (int i = CONTROL_ANGLE; all && i <= CONTROL_VELOCITY; i++)
        x[i] = all;
    const char *usual =
        d->choice->real == REAL_FLOAT ? float_tolerance : tolerance;
    set_default(&x[CONTROL_ANGLE], decimal(d, usual));
    set_default(&x[CONTROL_RATE], x[CONTROL_ANGLE]);
    set_default(&x[CONTROL_POSITION], decimal(d, usual));
    set_default(&x[CONTROL_VELOCITY], x[CONTROL_POSITION]);
}

void adapt_blame(struct derive *d, const char *message)
{
    if (d->choice->tolerance)
        diag_error_line(d->diags, "--tolerance", 0, "%s", message);
    else
        diag_error(d->diags, d->model->step_place, "%s", message);
}

/* A tolerance whose square is 0 says nothing, and one below round-off is met by
 * no step. */
static bool check_tolerances(struct derive *d, const struct number *const *x)
{
    bool is_float = d->choice->real == REAL_FLOAT;
    const char *real = is_float ? "float" : "double";
    double least = sqrt(is_float ? FLT_MIN : DBL_MIN);
    double round_off = (is_float ? FLT_EPSILON : DBL_EPSILON) / 2;
    for (int i = CONTROL_ANGLE; i <= CONTROL_VELOCITY; i++)
        if (number_double(x[i]) < least) {
            adapt_blame(d, text_format(d->arena,
                                       "a tolerance of %g for '%s' has no "
                                       "square in a %s: %.2g is the least",
                                       number_double(x[i]),
                                       control_name((enum control)i), real,
                                       least));
            return false;
        }
    double angle = number_double(x[CONTROL_ANGLE]);
    double rate = number_double(x[CONTROL_RATE]);
    bool is_angle = angle < round_off;
    bool given = !d->choice->tolerance && d->model->control[CONTROL_RATE];
    if (!is_angle && !(given && rate < round_off * start_rate(d)))
        return true;
    adapt_blame(
        d,
        text_format(d->arena,
                    "a tolerance of %g for '%s' is below the round-off of a "
                    "%s, %.2g%s, which is the least that it can meet",
                    is_angle ? angle : rate, is_angle ? "angle" : "rate", real,
                    round_off, is_angle ? "" : " of the rate at the start"));
    return false;
}

bool adapt_open(struct derive *d)
{
    const struct model *m = d->model;
    const struct choice *c = d->choice;
    struct control_facts *f = &d->step->control;
    d->step->adaptive = !c->fixed && (m->adaptive || c->tolerance);
    d->step->span = d->step->h;
    d->step->size = c->step ? c->step : m->step;
    memcpy(f->value, m->control, sizeof f->value);
    if (!m->adaptive && !c->tolerance)
        return c->fixed || land_check_fixed(d);
    set_tolerances(d, f->value);
    set_default(&f->value[CONTROL_FIRST],
                first_step(d, f->value[CONTROL_ANGLE]));
    if (!d->step->adaptive)
        return true;
    if (!check_tolerances(d, f->value))
        return false;
    land_collect(d);
    d->step->span =
        expr_symbol(d->pool, name_of_text(d->names, "span"), SYMBOL_STEP);
    return land_check(d);
}
