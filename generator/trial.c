/* SPDX-License-Identifier: MIT
 *
 * What a test of the emitted code is told: where the motion leads, found from
 * the equations alone (model/reference.c); and how near the code comes in
 * memory, if its error falls as its order says, or is none but rounding.
 */
#include <math.h>
#include <string.h>

#include "job.h"
#include "runtime/pol_stepper.h"

enum { LONGEST = 1024 }; /* of a test, in steps */

struct trial {
    struct pol_job *job;
    struct arena *arena;
    const struct model *model;
    const pol_stepper *s;
    double eps, h, span;
    struct passage from;
    double end[REF_ALL], size[REF_ALL];
    int n;         /* of the state */
    double *x, *y; /* states as stored: the start, and at work */
    double *par;
    double error[11]; /* in 1, 2, 4, ... steps; none: it failed */
    int steps;        /* in which the end is looked at: a power of two, */
    int level;        /* and which */
    int facts;
    struct fact fact[24];
};

/* ---- what is told ---- */

static void tell(struct trial *t, const char *key, const char *text)
{
    t->fact[t->facts++] = (struct fact){key, text};
}

/* As C has it in the code's real type. */
static const char *real_text(const struct trial *t, double x)
{
    const bool is_float = t->from.real == REAL_FLOAT;
    const char *text =
        number_text(t->arena, number_of_double(t->arena, x), t->from.real);
    return is_float ? text_format(t->arena, "%sf", text) : text;
}

static void tell_list(struct trial *t, const char *key, int n, const double *x)
{
    struct text out = text_new(t->arena);
    for (int i = 0; i < n; i++)
        text_print(&out, "%s%s", i ? ", " : "", real_text(t, x[i]));
    tell(t, key, text_chars(&out));
}

static void tell_number(struct trial *t, const char *key, double x)
{
    tell(t, key, real_text(t, x));
}

/* Two digits, rounded up. */
static double above(double x)
{
    const double unit = x > 0 ? pow(10, floor(log10(x)) - 1) : 1;
    return x > 0 ? ceil(x / unit) * unit : 0;
}

/* ---- how near the code comes ---- */

static double rounded(const struct trial *t, double x)
{
    return t->from.real == REAL_FLOAT ? (double)(float)x : x;
}

/* What rounding makes of so many steps, each of a few operations on numbers of
 * the size 1: it adds up, at worst, and begins with that of constants. */
static double floor_of(const struct trial *t, int steps)
{
    return 2 * t->eps * (steps + 8);
}

/* R, L, x, v of a state as stored. */
static void state_of(const struct trial *t, const double *x, double at[REF_ALL])
{
    t->s->rotation(x, at);
    memcpy(at + REF_L, x + t->s->state - 2 - (t->n - REF_L),
           (size_t)(t->n - REF_L) * sizeof *x);
}

static double miss(const struct trial *t, const double *x)
{
    double at[REF_ALL], worst = 0;
    state_of(t, x, at);
    for (int i = 0; i < t->n; i++)
        if (!isnan(worst) && !(fabs(at[i] - t->end[i]) <= worst * t->size[i]))
            worst = fabs(at[i] - t->end[i]) / t->size[i];
    return worst;
}

static void restart(const struct trial *t)
{
    memcpy(t->y, t->x, (size_t)t->s->state * sizeof *t->x);
}

/* From level k - 1 to k the error falls as the order says. */
static bool falls(const struct trial *t, int k)
{
    const int order = t->s->order > 60 ? 60 : t->s->order;
    return k > 0 && t->error[k] > 0 &&
           log2(t->error[k - 1] / t->error[k]) >= order - 0.3;
}

/* Runs it in 1, 2, 4, ... steps; is the error understood in some, not few? */
static bool try_steps(struct trial *t, int least)
{
    for (int k = 0, steps = 1; steps <= LONGEST; k++, steps *= 2) {
        restart(t);
        int status =
            t->s->run(t->y, t->par, t->from.input, t->span / steps, steps);
        t->error[k] = status == POL_STEP_OK ? miss(t, t->y) : NAN;
        t->level = k;
        t->steps = steps;
        if (steps >= least &&
            (t->error[k] <= floor_of(t, steps) || falls(t, k)))
            return true;
    }
    return false;
}

/* ---- where it begins and ends ---- */

/* Some numbers from -1 to 1, none small. */
static double some(int i)
{
    static const double list[] = {0.75, -0.5, 0.625, -0.875, 0.5625, 0.4375};
    return list[i % 6];
}

/* From the spec's start, if `kicked` with more momentum and velocity, so that
 * hardly a number is 0; the span is so many steps. */
static void place(struct trial *t, int steps, bool kicked, double input)
{
    const struct model *m = t->model;
    const pol_stepper *s = t->s;
    double w[3], at[REF_ALL], J[9], size, *from = t->from.from;
    int inputs = 0;
    double *in = arena_array(t->arena, (size_t)s->input + 1, sizeof *in);
    s->start(t->x, t->par);
    state_of(t, t->x, at);
    s->omega(t->x, t->par, w);
    t->span = steps * t->h;
    size = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    size = fmax(0.4 * size, 1 / t->span);
    for (int i = 0; i < 9; i++) {
        J[i] = number_double(m->facts.inertia[i]);
        from[i] = number_double(m->start_R[i]);
        t->from.R[i] = m->start_R[i];
    }
    for (int i = 0; i < 3; i++) {
        const double kick = kicked ? size : 0;
        double speed = fabs(at[REF_V]) + fabs(at[REF_V + 1]);
        from[REF_L + i] = at[REF_L + i];
        for (int k = 0; k < 3; k++)
            from[REF_L + i] += kick * J[3 * i + k] * some(k);
        if (!m->moves)
            continue;
        speed = 0.3 * (speed + fabs(at[REF_V + 2]));
        from[REF_X + i] = at[REF_X + i];
        from[REF_V + i] = at[REF_V + i] + (kicked ? speed * some(i + 2) : 0);
    }
    for (int i = REF_L; i < t->n; i++) {
        from[i] = rounded(t, from[i]);
        t->x[s->state - 2 - (t->n - i)] = from[i];
    }
    t->from.t = s->time(t->x);
    t->from.span = t->span;
    for (int i = 0; i < m->inputs; i++)
        for (int k = 0; k < m->input[i].n; k++, inputs++)
            in[inputs] = rounded(t, input * some(inputs));
    t->from.input = in;
}

/* The reference, and how large each of its blocks is on the way. */
static double follow(struct trial *t)
{
    num end[REF_ALL];
    const double off = model_follow(t->model, &t->from, end);
    for (int i = 0; off <= 1e-18 && i < t->n; i++)
        t->end[i] = number_double(end[i]);
    for (int i = 0; off <= 1e-18 && i < t->n; i++) {
        const int first = i - i % 3;
        const double *x = t->from.from + first, *y = t->end + first;
        t->size[i] = i < REF_L ? 1
                               : fmax(hypot(hypot(x[0], x[1]), x[2]),
                                      hypot(hypot(y[0], y[1]), y[2]));
        if (i >= REF_X && i < REF_V) /* what it has gone counts, too */
            t->size[i] += hypot(hypot(y[0] - x[0], y[1] - x[1]), y[2] - x[2]);
        if (!(t->size[i] > 0))
            t->size[i] = 1;
    }
    return off;
}

/* ---- facts ---- */

/* What the motion keeps and the code, too: its name, which, and how far it may
 * come. */
static void tell_kept(struct trial *t)
{
    const struct model *m = t->model;
    const pol_stepper *s = t->s;
    struct text out = text_new(t->arena);
    double before[2 * REF_ALL + 64], at[2][REF_ALL], w[3], kinetic = 0;
    const struct vec pi = mat_apply(m->pool, m->R, m->L);
    const int keeps = s->kept < 64 ? s->kept : 64;
    const double least = floor_of(t, t->steps);
    s->omega(t->x, t->par, w);
    for (int end = 0; end < 2; end++) {
        const double *x = end ? t->y : t->x;
        double value[5 + 64] = {0};
        state_of(t, x, at[end]);
        for (int i = 0; i < 3; i++) {
            value[3] += at[end][REF_L + i] * at[end][REF_L + i];
            kinetic += end ? 0 : 0.5 * at[0][REF_L + i] * w[i];
            for (int k = 0; k < 3; k++)
                value[i] += at[end][3 * i + k] * at[end][REF_L + k];
        }
        value[3] = sqrt(value[3]);
        value[4] = s->energy(x, t->par);
        if (keeps)
            s->keep(x, t->par, value + 5);
        for (int i = 0; i < 5 + keeps; i++) {
            const double size = i < 4    ? t->size[REF_L]
                                : i == 4 ? fabs(before[i]) + kinetic
                                         : fabs(before[i]);
            if (!end) {
                before[i] = value[i];
                continue;
            }
            if (!(fabs(value[i] - before[i]) <= least * size) || size == 0)
                continue;
            expr f = i < 3    ? pi.x[i]
                     : i == 3 ? vec_dot(m->pool, m->L, m->L)
                     : i == 4 ? m->energy
                              : NULL;
            for (int k = 0, n = 5; !f && k < m->keeps;
                 n += m->keep[k++].value.n)
                if (i < n + m->keep[k].value.n)
                    f = m->keep[k].value.x[i - n];
            if (invariant_of(m, f) == INVARIANT_YES)
                text_print(&out, "%s%s %d %s", out.length ? ", " : "",
                           i < 3    ? "momentum"
                           : i == 3 ? "norm"
                           : i == 4 ? "energy"
                                    : "keep",
                           i < 3   ? i
                           : i > 4 ? i - 5
                                   : 0,
                           real_text(t, above(least * size)));
        }
    }
    tell(t, "kept", text_chars(&out));
}

/* The order, where two errors are above 100 roundings. */
static void tell_order(struct trial *t)
{
    int best = 0;
    for (int k = 1; k <= t->level; k++)
        if (falls(t, k) && t->error[k] >= 100 * t->eps && t->error[k - 1] < 0.1)
            best = k;
    if (!best || t->from.real == REAL_FLOAT)
        return;
    tell(t, "coarse", text_format(t->arena, "%d", 1 << (best - 1)));
    const double seen = log2(t->error[best - 1] / t->error[best]);
    tell_number(t, "factor",
                floor(100 * exp2(fmin(seen, t->s->order) - 0.4)) / 100);
    tell(t, "order_seen", text_format(t->arena, "%.2f", seen));
}

/* What a step of this size, from this state, answers. */
static void tell_status(struct trial *t, const char *key, bool is_none,
                        double h)
{
    restart(t);
    if (is_none)
        t->y[t->s->state - 2 - (t->n - REF_L)] = NAN;
    tell(t, key,
         text_format(t->arena, "%d",
                     t->s->step_once(t->y, t->par, t->from.input, h)));
}

/* By 32 bits at a time: prime 2^40 + 0x1b3 (Fowler, Noll, Vo). */
static void add_bits(const struct trial *t, unsigned long long *hash)
{
    for (int i = 0; i < t->s->state; i++) {
        const float single = (float)t->y[i];
        unsigned word;
        unsigned long long both;
        memcpy(&word, &single, sizeof word);
        memcpy(&both, &t->y[i], sizeof both);
        if (t->from.real == REAL_DOUBLE) {
            word = (unsigned)both;
            *hash = (*hash ^ both >> 32) * 0x100000001b3ULL;
        }
        *hash = (*hash ^ word) * 0x100000001b3ULL;
    }
}

static void tell_hash(struct trial *t)
{
    unsigned long long hash = 0xcbf29ce484222325ULL;
    double h = t->h;
    restart(t);
    t->s->run(t->y, t->par, t->from.input, h, 1000);
    add_bits(t, &hash);
    for (int i = 0; i < 12; i++, h *= 2) { /* larger and larger, too */
        t->s->step_once(t->y, t->par, t->from.input, h);
        add_bits(t, &hash);
    }
    tell(t, "hash", text_format(t->arena, "0x%016llx", hash));
}

/* The state after two steps so large that the body turns by about 1 and 4 rad,
 * or as much less as they must; none, if one fails. */
static bool step_widely(const struct trial *t, double small, double large,
                        double at[REF_ALL])
{
    const pol_stepper *s = t->s;
    bool good =
        s->step_once(t->y, t->par, t->from.input, small) == POL_STEP_OK &&
        s->step_once(t->y, t->par, t->from.input, large) == POL_STEP_OK;
    state_of(t, t->y, at);
    for (int i = 0; i < t->n; i++)
        good &= fabs(at[i]) < 1e3 * t->size[i];
    return good;
}

/* What the code itself gives there, and what a change of L by a last place
 * makes of that: where rounding counts, it does so as much. */
static void tell_wide(struct trial *t)
{
    double w[3], at[REF_ALL], other[REF_ALL], most = 0;
    t->s->omega(t->x, t->par, w);
    double h = rounded(t, fmax(t->h, 1 / hypot(hypot(w[0], w[1]), w[2])));
    for (int tries = 0; tries < 20; tries++, h /= 2) {
        restart(t);
        if (step_widely(t, h, 4 * h, at))
            break;
    }
    for (int i = REF_L; i < t->n; i++) {
        restart(t);
        double *x = &t->y[t->s->state - 2 - (t->n - i)];
        *x += 4 * t->eps * fmax(fabs(*x), t->size[i]);
        if (!step_widely(t, h, 4 * h, other))
            return;
        for (int k = 0; k < t->n; k++)
            most = fmax(most, fabs(other[k] - at[k]) / t->size[k]);
    }
    tell_number(t, "wide", h);
    tell_list(t, "wide_end", t->n, at);
    tell_number(t, "wide_most", above(8 * most + 64 * t->eps));
}

/* Of adaptive steps over the same span: by how many tolerances is it off? */
static bool tell_adaptive(struct trial *t)
{
    const pol_stepper *s = t->s;
    double *c = arena_array(t->arena, (size_t)s->control + 1, sizeof *c);
    double tolerance;
    if (!s->control)
        return true;
    s->control_start(c);
    restart(t);
    const double end = rounded(t, t->from.t + t->span);
    int status = s->advance(t->y, t->par, t->from.input, c, end);
    const double error = miss(t, t->y);
    double w[3];
    s->omega(t->x, t->par, w); /* a rate's tolerance is one of L's */
    tolerance = fmax(c[0], c[1] / fmax(1e-30, hypot(hypot(w[0], w[1]), w[2])));
    if (t->model->moves) {
        tolerance = fmax(tolerance, c[2] / t->size[REF_X]);
        tolerance = fmax(tolerance, c[3] / t->size[REF_V]);
    }
    tell_number(t, "until", end);
    tell_number(t, "advanced", above(100 * tolerance + floor_of(t, 64)));
    if (status != POL_STEP_OK || !(error <= 100 * tolerance + floor_of(t, 64)))
        diag_error_line(&t->job->diags, "--with test", 0,
                        "adaptive steps end %.2g off where %.2g would be a "
                        "hundred tolerances",
                        error, 100 * tolerance);
    return t->job->diags.errors == 0;
}

static bool tell_all(struct trial *t)
{
    const double error = t->error[t->level];
    restart(t);
    t->s->run(t->y, t->par, t->from.input, t->span / t->steps, t->steps);
    tell_kept(t);
    tell(t, "steps", text_format(t->arena, "%d", t->steps));
    tell_number(t, "h", t->span / t->steps);
    tell_number(t, "step", t->h);
    tell_number(t, "span", t->span);
    tell_list(t, "L", 3, t->from.from + REF_L);
    tell_list(t, "input", t->s->input, t->from.input);
    tell_list(t, "end", t->n, t->end);
    if (t->model->moves)
        tell_list(t, "v", 3, t->from.from + REF_V);
    const double unit[] = {1 / t->size[REF_L], 1 / t->size[REF_X],
                           1 / t->size[REF_V]};
    tell_list(t, "unit", t->model->moves ? 3 : 1, unit);
    tell(t, "seen", text_format(t->arena, "%.2g", error));
    tell_number(t, "most", above(1.25 * error + floor_of(t, t->steps)));
    tell_number(t, "large", t->from.real == REAL_FLOAT ? 1e30 : 1e200);
    tell_order(t);
    tell_status(t, "none", true, t->h);
    tell_status(t, "too_large", false,
                t->from.real == REAL_FLOAT ? 1e30 : 1e200);
    tell_hash(t);
    tell_wide(t);
    return tell_adaptive(t);
}

/* ---- all ---- */

/* Ways to begin: the first one that is understood is taken. */
static const struct {
    int steps;
    bool kicked;
    double input;
} ways[] = {{64, true, 1},
            {64, true, 1e-3},
            {64, false, 1e-3},
            {16, false, 1e-3},
            {4, false, 1e-6}};

bool job_trial(struct pol_job *job, const pol_stepper *s,
               struct provenance *from)
{
    struct arena *a = job->arena;
    struct trial *t = arena_alloc(a, sizeof *t);
    double off = 0;
    *t = (struct trial){.job = job, .arena = a, .model = job->model, .s = s};
    t->from.real = job_real(job);
    t->eps = t->from.real == REAL_FLOAT ? 0x1p-23 : 0x1p-52;
    t->h = rounded(t, s->step > 0 ? s->step : 0.01);
    t->n = s->moves ? REF_ALL : REF_X;
    t->x = arena_array(a, (size_t)s->state, sizeof *t->x);
    t->y = arena_array(a, (size_t)s->state, sizeof *t->y);
    t->par = arena_array(a, (size_t)s->par + 1, sizeof *t->par);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        place(t, ways[i].steps, ways[i].kicked, ways[i].input);
        off = follow(t);
        if (!(off <= 1e-18) || !try_steps(t, ways[i].steps))
            continue;
        from->fact = t->fact;
        from->facts = tell_all(t) ? t->facts : 0;
        return from->facts > 0;
    }
    if (off <= 1e-18)
        diag_error_line(&job->diags, "--with test", 0,
                        "in %d steps to %g s the state is %.2g off, which is "
                        "above round-off and does not fall as order %d says",
                        t->steps, t->from.t + t->span, t->error[t->level],
                        s->order);
    else
        diag_error_line(&job->diags, "--with test", 0,
                        "there is no reference state: from the equations it is "
                        "uncertain by %.2g of itself after %g s",
                        off, t->span);
    diag_hint(&job->diags, "%s",
              off <= 1e-18 ? "a smaller --step may show its order"
                           : "torque or force are not smooth there, or none");
    return false;
}
