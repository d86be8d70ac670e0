/* SPDX-License-Identifier: MIT
 *
 * Steps that choose their own size: what controls them, from the spec and the
 * command line, and the times on which they end, those that either says and
 * those at which torque or force are not smooth.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "recipe/called.h"

/* Where the spec says nothing. */
static const char tolerance[] = "1e-8", float_tolerance[] = "1e-6";
static const double FIRST_SHARE = 0.01;

/* ---- tolerances ---- */

/* The rate at the start, rad/s. */
static double start_rate(struct recipe *r)
{
    const struct model *m = r->model;
    struct vec L;
    double square = 0;
    for (int i = 0; i < VECTOR; i++)
        L.x[i] = expr_number(m->pool, m->start_L[i]);
    struct vec rate = mat_apply(m->pool, m->inverse, L);
    struct value w =
        model_at_defaults(m, (struct value){.n = VECTOR, .vec = rate});
    for (int i = 0; i < VECTOR; i++) {
        double x = number_double(expr_value(m->pool, w.x[i]));
        square += x * x;
    }
    return sqrt(square);
}

/* A step with which to begin: the body turns by little in it, 0.01 rad for the
 * tolerance 1e-8, and it is little of the run.  One digit is enough. */
static const struct number *first_step(struct recipe *r,
                                       const struct number *angle)
{
    const struct model *m = r->model;
    const struct number *min = m->control[CONTROL_MIN];
    const struct number *max = m->control[CONTROL_MAX];
    double turn = sqrt(sqrt(number_double(angle)));
    double h = FIRST_SHARE * (m->until ? number_double(m->until) : 1);
    double rate = start_rate(r);
    char text[32];
    if (rate * h > turn)
        h = turn / rate;
    snprintf(text, sizeof text, "%.0e", h);
    const struct number *first =
        number_decimal(r->kit.arena, text, strlen(text));
    if (max && number_compare(first, max) > 0)
        return max;
    return min && number_compare(first, min) < 0 ? min : first;
}

/* Rates are of a second, velocities too. */
static void set_values(struct recipe *r, const struct number **x)
{
    const char *text =
        r->choice.real == REAL_FLOAT ? float_tolerance : tolerance;
    const struct number *usual =
        number_decimal(r->kit.arena, text, strlen(text));
    for (int i = CONTROL_ANGLE; i <= CONTROL_VELOCITY; i++) {
        bool is_rate = i == CONTROL_RATE || i == CONTROL_VELOCITY;
        if (r->choice.tolerance)
            x[i] = r->choice.tolerance;
        else if (!x[i])
            x[i] = is_rate ? x[i - 1] : usual;
    }
    if (!x[CONTROL_FIRST])
        x[CONTROL_FIRST] = first_step(r, x[CONTROL_ANGLE]);
}

void recipe_blame_control(const struct recipe *r, const char *message)
{
    if (r->choice.tolerance)
        diag_error_line(r->kit.diags, "--tolerance", 0, "%s", message);
    else
        diag_error(r->kit.diags, r->model->step_place, "%s", message);
}

/* A tolerance whose square is 0 says nothing, and one below round-off is met by
 * no step. */
static bool check_tolerances(struct recipe *r, const struct number *const *x)
{
    bool is_float = r->choice.real == REAL_FLOAT;
    const char *real = is_float ? "float" : "double", *message = NULL;
    double least = sqrt(is_float ? FLT_MIN : DBL_MIN);
    double round_off = (is_float ? FLT_EPSILON : DBL_EPSILON) / 2;
    for (int i = CONTROL_VELOCITY; i >= CONTROL_ANGLE; i--)
        if (number_double(x[i]) < least)
            message =
                text_format(r->kit.arena,
                            "a tolerance of %g for '%s' has no square in "
                            "a %s: %.2g is the least",
                            number_double(x[i]), control_name[i], real, least);
    double angle = number_double(x[CONTROL_ANGLE]);
    double rate = number_double(x[CONTROL_RATE]);
    bool is_angle = angle < round_off;
    bool given = !r->choice.tolerance && r->model->control[CONTROL_RATE];
    if (!message && (is_angle || (given && rate < round_off * start_rate(r))))
        message = text_format(
            r->kit.arena,
            "a tolerance of %g for '%s' is below the round-off of "
            "a %s, %.2g%s, which is the least that it can meet",
            is_angle ? angle : rate, is_angle ? "angle" : "rate", real,
            round_off, is_angle ? "" : " of the rate at the start");
    if (message)
        recipe_blame_control(r, message);
    return !message;
}

/* ---- times on which steps end ---- */

/* Those of the command line ascend from the start. */
static bool check_landings(struct recipe *r)
{
    const struct choice *c = &r->choice;
    double before = r->model->start_t ? number_double(r->model->start_t) : 0;
    for (int i = 0; i < c->landings; i++) {
        double t = number_double(c->landing[i]);
        if (!(t > before)) {
            diag_error_line(r->kit.diags, "--at", 0,
                            "the times must ascend from the start: %g does "
                            "not come after %g",
                            t, before);
            return false;
        }
        before = t;
    }
    return true;
}

/* Those that are numbers stand apart from those that depend on params. */
static void add(struct recipe *r, expr time, bool is_kink)
{
    struct control_facts *f = &r->control;
    if (!expr_is_const(time)) {
        f->moving_time[f->moving] = time;
        f->moving_is_kink[f->moving++] = is_kink;
    } else if (number_fit(time->number, r->choice.real) == FIT_WELL) {
        f->landing[f->landings++] = (struct landing){time->number, is_kink};
    } /* else no state's time gets there */
}

static int compare(const void *a, const void *b)
{
    const struct landing *x = a, *y = b;
    int order = number_compare(x->time, y->time);
    return order ? order : x->is_kink - y->is_kink;
}

/* As the real type holds it. */
static double held(const struct recipe *r, const struct number *time)
{
    double t = number_double(time);
    return r->choice.real == REAL_FLOAT ? (double)(float)t : t;
}

/* In order, each once; what leaps and bends at one time leaps. */
static void collect_landings(struct recipe *r)
{
    const struct model *m = r->model;
    const struct choice *chosen = &r->choice;
    struct control_facts *f = &r->control;
    struct arena *arena = r->kit.arena;
    size_t room = (size_t)(m->landings + chosen->landings + m->breaks) + 1;
    f->landing = arena_array(arena, room, sizeof *f->landing);
    f->moving_time = arena_array(arena, room, sizeof *f->moving_time);
    f->moving_is_kink = arena_array(arena, room, sizeof *f->moving_is_kink);
    for (int i = 0; i < chosen->landings; i++)
        add(r, expr_number(m->pool, chosen->landing[i]), false);
    for (int i = 0; i < m->landings && !chosen->landings; i++)
        add(r, m->landing[i], false);
    for (int i = 0; i < m->breaks; i++)
        add(r, m->breakpoint[i].time, m->breakpoint[i].is_kink);
    int n = 0, all = f->landings;
    qsort(f->landing, (size_t)all, sizeof *f->landing, compare);
    for (int i = 0; i < all; i++) {
        struct landing *last = n ? &f->landing[n - 1] : NULL;
        if (last && held(r, last->time) >= held(r, f->landing[i].time))
            last->is_kink &= f->landing[i].is_kink;
        else
            f->landing[n++] = f->landing[i];
    }
    f->landings = n;
}

bool control_choose(struct recipe *r)
{
    const struct model *m = r->model;
    const struct choice *c = &r->choice;
    const struct number **value = r->control.value;
    r->adaptive = !c->fixed && (m->adaptive || c->tolerance);
    r->size = c->step ? c->step : m->step;
    memcpy(value, m->control, sizeof r->control.value);
    if (!m->adaptive && !c->tolerance) {
        /* Only a step that can be of any size lands on a time. */
        static const char why[] = "only an adaptive step has breakpoints";
        if (c->fixed || (!c->landings && !m->landings))
            return true;
        if (c->landings)
            diag_error_line(r->kit.diags, "--at", 0, "%s", why);
        else
            diag_error(r->kit.diags, m->at_place, "%s", why);
        diag_hint(r->kit.diags,
                  "write `step adaptive(angle = 1e-8)`, or --tolerance");
        return false;
    }
    set_values(r, value);
    if (!r->adaptive)
        return true;
    if (!check_tolerances(r, value))
        return false;
    collect_landings(r);
    return check_landings(r);
}
