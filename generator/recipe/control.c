/* SPDX-License-Identifier: MIT
 *
 * Controls the size of adaptive steps, from the spec and the command line, with
 * the times on which steps end: those that either gives, and those at which
 * torque or force are not smooth.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "recipe/called.h"

/* Default tolerances. */
static const char tolerance[] = "1e-8", float_tolerance[] = "1e-6";
static const double FIRST_SHARE = 0.01; /* share of a run, at most */

/* ---- tolerances ---- */

/* Returns the angular rates at the start, rad/s. */
static struct value start_rates(const struct model *m)
{
    const struct value L = model_value(m->pool, VECTOR, m->start_L);
    const struct value w = {.n = VECTOR,
                            .vec = mat_apply(m->pool, m->inverse, L.vec)};
    return model_turns_inside(m)
               ? (struct value){.n = VECTOR, .vec = m->start_w}
               : model_at_defaults(m, w);
}

/* Returns the norm of the known components, or 0 if it is not finite. */
static double size_of(const struct value v)
{
    double size = 0;
    for (int i = 0; i < v.n; i++)
        size = hypot(size, v.x[i]->number ? number_double(v.x[i]->number) : 0);
    return isfinite(size) ? size : 0;
}

/* Returns the largest power of two <= size, or 1 for 0.  So bodies in units
 * that differ by powers of two are treated alike. */
static double power_below(double size)
{
    return size > 0 ? ldexp(1, ilogb(size)) : 1;
}

static double span_of(const struct model *m)
{
    return m->facts.until ? number_double(m->facts.until) : 1;
}

/* Returns a first step: the body turns little in it, 0.01 rad for the tolerance
 * 1e-8, and it is a small share of the run. */
static double first_step(const struct model *m, double angle)
{
    const double h = FIRST_SHARE * span_of(m), turn = sqrt(sqrt(angle));
    const double rate = size_of(start_rates(m));
    return power_below(rate * h > turn ? turn / rate : h);
}

/* Returns how far e changes in a first step; parts with inputs count as 0. */
static double change_of(const struct model *m, const struct model_part *e)
{
    struct value rate = value_from(e->field.n, e->rate);
    struct swaps start = {.pool = m->pool};
    swaps_add(&start, VECTOR, m->w.x, start_rates(m).x);
    swaps_add(&start, 1, &m->t, model_value(m->pool, 1, &m->facts.start_t).x);
    for (int i = 0; i < m->parts; i++) {
        const struct field *f = &m->part[i].field;
        swaps_add(&start, f->n, f->symbol,
                  model_value(m->pool, f->n, f->value).x);
    }
    expr_subst(m->pool, rate.n, rate.x, start.n, start.from, start.to, rate.x);
    return size_of(model_at_defaults(m, rate)) * first_step(m, 1e-8);
}

static double size_of_one(const struct model *m, expr e)
{
    return size_of(model_at_defaults(m, (struct value){.n = 1, .x = {e}}));
}

static double size_of_extra(const struct recipe *r, const struct model_part *e)
{
    const struct model *m = r->model;
    double size = size_of(model_value(m->pool, e->field.n, e->field.value));
    if (!(size > 0) && e->wheel)
        size = size_of_one(m, e->wheel->inertia) * r->control.rate;
    return power_below(size > 0 ? size : change_of(m, e));
}

static void set_sizes(struct recipe *r)
{
    const struct model *m = r->model;
    struct control_facts *c = &r->control;
    double moments = 0;
    for (int i = 0; i < VECTOR; i++)
        moments += number_double(m->facts.inertia[4 * i]);
    c->length = power_below(sqrt(moments / 2 / model_mass(m)));
    c->rate = power_below(
        fmax(size_of(start_rates(m)) / acos(-1), FIRST_SHARE / span_of(m)));
    c->size = arena_array(r->kit.arena, (size_t)m->extras + 1, sizeof *c->size);
    for (int i = 0; i < m->extras; i++)
        c->size[i] = size_of_extra(r, &m->extra[i]);
}

static num usual_tolerance(const struct recipe *r)
{
    const char *text =
        r->choice.real == REAL_FLOAT ? float_tolerance : tolerance;
    return r->choice.tolerance
               ? r->choice.tolerance
               : number_decimal(r->kit.arena, text, strlen(text));
}

static bool is_adaptive(const struct recipe *r)
{
    return !r->choice.fixed && (r->model->adaptive || r->choice.tolerance);
}

double recipe_finest(const struct recipe *r)
{
    num angle = r->choice.tolerance ? NULL : r->model->control[CONTROL_ANGLE];
    if (!is_adaptive(r))
        return r->choice.real == REAL_FLOAT ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
    return number_double(angle ? angle : usual_tolerance(r));
}

/* Sets what the spec does not give.  A tolerance is the same fraction of the
 * body's unit as `angle` is of a radian. */
static void set_values(struct recipe *r, num *x)
{
    const struct model *m = r->model;
    const struct control_facts *c = &r->control;
    struct arena *a = r->kit.arena;
    const num usual = usual_tolerance(r);
    const double speed = size_of(model_value(m->pool, VECTOR, m->start_v));
    const double unit[] = {
        1, c->rate, c->length,
        fmax(c->rate,
             speed > 0 ? power_below(speed / acos(-1)) / c->length : 0)};
    for (int i = CONTROL_ANGLE; i <= CONTROL_VELOCITY; i++) {
        bool is_rate = i == CONTROL_RATE || i == CONTROL_VELOCITY;
        if (r->choice.tolerance || !x[i])
            x[i] = number_mul(a, is_rate ? x[i - 1] : usual,
                              number_of_double(a, unit[i]));
    }
    r->control.extra = arena_array(a, (size_t)m->extras + 1, sizeof usual);
    for (int i = 0; i < m->extras; i++) {
        num own = m->extra[i].tolerance;
        r->control.extra[i] = r->choice.tolerance || !own ? usual : own;
    }
    num *first = &x[CONTROL_FIRST], min = x[CONTROL_MIN], max = x[CONTROL_MAX];
    if (!x[CONTROL_MOST]) /* about 10 s of an in-memory run */
        x[CONTROL_MOST] = number_int(r->kit.arena, 10000000);
    if (*first)
        return;
    *first =
        number_of_double(a, first_step(m, number_double(x[CONTROL_ANGLE])));
    if (max && number_compare(*first, max) > 0)
        *first = max;
    else if (min && number_compare(*first, min) < 0)
        *first = min;
}

void recipe_blame_control(const struct recipe *r, const char *message)
{
    if (r->choice.tolerance)
        diag_error_line(r->kit.diags, "--tolerance", 0, "%s", message);
    else
        diag_error(r->kit.diags, r->model->step_place, "%s", message);
}

/* Reports a tolerance whose square underflows, and one below round-off, which
 * no step can meet. */
static bool check_tolerances(struct recipe *r, num const *x)
{
    bool is_float = r->choice.real == REAL_FLOAT;
    const char *real = is_float ? "float" : "double", *message = NULL;
    double least = sqrt(is_float ? FLT_MIN : DBL_MIN);
    double round_off = (is_float ? FLT_EPSILON : DBL_EPSILON) / 2;
    for (int i = r->model->extras + CONTROL_VELOCITY; i >= CONTROL_ANGLE; i--) {
        const int k = i - CONTROL_VELOCITY - 1; /* among wheels and states */
        const double given = number_double(k < 0 ? x[i] : r->control.extra[k]);
        const char *name =
            k < 0 ? control_name[i] : r->model->extra[k].field.name;
        if (given < least)
            message = text_format(r->kit.arena,
                                  "a tolerance of %g for '%s' is too small to "
                                  "be squared in a %s; the minimum is %.2g",
                                  given, name, real, least);
        else if (k >= 0 && given < round_off)
            message = text_format(r->kit.arena,
                                  "a tolerance of %g for '%s' is below the "
                                  "round-off of a %s; the minimum is %.2g",
                                  given, name, real, round_off);
    }
    double angle = number_double(x[CONTROL_ANGLE]);
    double rate = number_double(x[CONTROL_RATE]);
    bool is_angle = angle < round_off;
    bool given = !r->choice.tolerance && r->model->control[CONTROL_RATE];
    if (!message &&
        (is_angle ||
         (given && rate < round_off * size_of(start_rates(r->model)))))
        message = text_format(r->kit.arena,
                              "a tolerance of %g for '%s' is below the "
                              "round-off of a %s; the minimum is %.2g%s",
                              is_angle ? angle : rate,
                              is_angle ? "angle" : "rate", real, round_off,
                              is_angle ? "" : " times the rate at the start");
    if (message)
        recipe_blame_control(r, message);
    return !message;
}

/* Reports a wheel or state with the name of another field in the emitted step
 * control. */
static bool check_names(struct recipe *r)
{
    static const char fields[] =
        " h memory smallest largest most steps rejected next ";
    for (int i = 0; i < r->model->extras; i++) {
        const struct field *f = &r->model->extra[i].field;
        if (strstr(fields, text_format(r->kit.arena, " %s ", f->name)))
            return diag_error(r->kit.diags, f->place,
                              "the control of adaptive steps has a field '%s', "
                              "too; take another name",
                              f->name);
    }
    return true;
}

/* ---- times on which steps end ---- */

/* Adds a time to landing, or to moving_time if it depends on params. */
static void add_landing(struct recipe *r, expr time, bool is_kink)
{
    struct control_facts *f = &r->control;
    if (!expr_is_const(time)) {
        f->moving_time[f->moving] = time;
        f->moving_is_kink[f->moving++] = is_kink;
    } else if (number_fit(time->number, r->choice.real) == FIT_WELL) {
        f->landing[f->landings++] = (struct landing){time->number, is_kink};
    } /* else no state's time can reach it */
}

static int compare_landings(const void *a, const void *b)
{
    const struct landing *x = a, *y = b;
    int order = number_compare(x->time, y->time);
    return order ? order : x->is_kink - y->is_kink;
}

/* Returns the time, rounded to the real type. */
static double rounded_time(const struct recipe *r, num time)
{
    double t = number_double(time);
    return r->choice.real == REAL_FLOAT ? (double)(float)t : t;
}

/* Collects the times in order, each once; a jump and a kink at one time are a
 * jump.  Reports command-line times that do not ascend from the start. */
static bool collect_landings(struct recipe *r)
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
        add_landing(r, expr_number(m->pool, chosen->landing[i]), false);
    for (int i = 0; i < m->landings && !chosen->landings; i++)
        add_landing(r, m->landing[i], false);
    for (int i = 0; i < m->breaks; i++)
        add_landing(r, m->breakpoint[i].time, m->breakpoint[i].is_kink);
    int n = 0, all = f->landings;
    qsort(f->landing, (size_t)all, sizeof *f->landing, compare_landings);
    for (int i = 0; i < all; i++) {
        struct landing *last = n ? &f->landing[n - 1] : NULL;
        if (last &&
            rounded_time(r, last->time) >= rounded_time(r, f->landing[i].time))
            last->is_kink &= f->landing[i].is_kink;
        else
            f->landing[n++] = f->landing[i];
    }
    f->landings = n;
    double before = number_double(m->facts.start_t);
    for (int i = 0; i < chosen->landings; i++) {
        double t = number_double(chosen->landing[i]);
        if (!(t > before))
            return diag_error_line(
                r->kit.diags, "--at", 0,
                "the times must ascend from the start: %g does "
                "not come after %g",
                t, before);
        before = t;
    }
    return true;
}

bool recipe_control(struct recipe *r)
{
    const struct model *m = r->model;
    const struct choice *c = &r->choice;
    num *value = r->control.value;
    r->adaptive = is_adaptive(r);
    r->size = c->step ? c->step : m->step;
    memcpy(value, m->control, sizeof r->control.value);
    set_sizes(r);
    if (!m->adaptive && !c->tolerance) {
        /* Only a step of variable size can land on a time. */
        static const char why[] = "only an adaptive step has breakpoints";
        if (c->fixed || (!c->landings && !m->landings))
            return true;
        if (c->landings)
            diag_error_line(r->kit.diags, "--at", 0, "%s", why);
        else
            diag_error(r->kit.diags, m->at_place, "%s", why);
        return diag_hint(r->kit.diags,
                         "write `step adaptive(angle = 1e-8)`, or --tolerance");
    }
    set_values(r, value);
    return !r->adaptive || (check_names(r) && check_tolerances(r, value) &&
                            collect_landings(r));
}
