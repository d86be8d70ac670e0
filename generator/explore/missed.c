/* SPDX-License-Identifier: MIT
 *
 * Changes that steps miss: the rates that act, integrated over each step by
 * Gauss's rule of five points and by the same rule over parts of the step.  If
 * both differ, the rates change between the stages of the step.  Adaptive steps
 * that would pass over a pulse are taken back, and land on it.
 */
#include "explore/drive.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

struct scan scan_new(const struct drive *d, int first)
{
    const struct explore *e = d->explore;
    const size_t rates = (size_t)e->loads, state = (size_t)d->stepper->state;
    struct scan c = {.drive = d, .first = first, .rates = e->loads};
    c.coarse = arena_array(e->arena, 4 * rates + 2 * state, sizeof *c.coarse);
    memset(c.coarse, 0, 4 * rates * sizeof *c.coarse);
    c.fine = c.coarse + rates;
    c.total = c.fine + rates;
    c.missed = c.total + rates;
    c.before = c.missed + rates;
    c.at = c.before + state;
    return c;
}

/* The rates at this share of the step, with the state interpolated. */
static const double *rates_at(struct scan *c, double share)
{
    const struct drive *d = c->drive;
    const pol_stepper *s = d->stepper;
    for (int i = 0; i < s->state; i++)
        c->at[i] = c->before[i] + share * (d->x[i] - c->before[i]);
    s->keep(c->at, d->par, d->in, d->keep);
    return d->keep + c->first;
}

/* Adds the integral of the rates over this part of the step. */
static void integrate(struct scan *c, double from, double to, double *sum)
{
    static const double node[] = {0, -0.53846931010568309, 0.53846931010568309,
                                  -0.90617984593866399, 0.90617984593866399};
    static const double weight[] = {0.56888888888888889, 0.47862867049936647,
                                    0.47862867049936647, 0.23692688505618909,
                                    0.23692688505618909};
    const struct drive *d = c->drive;
    const pol_stepper *s = d->stepper;
    const double h = s->time(d->x) - s->time(c->before);
    for (int k = 0; k < SCAN_POINTS; k++) {
        const double *rate =
            rates_at(c, from + (to - from) * 0.5 * (1 + node[k]));
        for (int i = 0; i < c->rates; i++)
            sum[i] += (to - from) * 0.5 * weight[k] * h * rate[i];
    }
}

static double norm_of(int n, const double *x)
{
    return n == 3 ? vector_norm(x) : fabs(*x);
}

double scan_step(struct scan *c, int parts)
{
    const pol_stepper *s = c->drive->stepper;
    double worst = 0;
    int i = 0;
    memset(c->coarse, 0, 2 * (size_t)c->rates * sizeof *c->coarse);
    integrate(c, 0, 1, c->coarse);
    for (int k = 0; k < parts; k++)
        integrate(c, (double)k / parts, (k + 1.0) / parts, c->fine);
    memcpy(c->at, c->drive->x, (size_t)s->state * sizeof *c->at);
    for (const pol_state_part *p = s->part; i < c->rates; p++) {
        const int n = p->kind < POL_WHEEL ? 3 : 1;
        const double *x = c->drive->x + p->first, *const end = x + p->count;
        if (p->kind == POL_ATTITUDE || p->kind == POL_POSITION)
            continue; /* changes only by way of the other parts */
        for (; x < end && i < c->rates; x += n, i += n) {
            double off[3];
            for (int k = 0; k < n; k++) {
                off[k] = c->fine[i + k] - c->coarse[i + k];
                c->at[x - c->drive->x + k] += off[k];
            }
            c->total[i] += norm_of(n, c->fine + i);
            c->missed[i] += norm_of(n, off);
            const double size = norm_of(n, x) + c->total[i];
            if (size > 0 && c->missed[i] > worst * size) {
                worst = c->missed[i] / size;
                c->part = p;
                c->rate = i;
            }
        }
    }
    return worst;
}

/* ---- adaptive steps that miss a pulse ---- */

/* PARTS of a run, each with SCAN_POINTS evaluations, LEAST ... MOST in a step;
 * LEFT evaluations in all; tolerances BESIDE that may be missed; widths AROUND
 * a pulse, before and after; steps of a TRIAL; SAMPLES to find a pulse. */
enum { PARTS = 20000, LEAST = 4, MOST = 4000, EVALUATIONS = 2000000 };
enum { DEVIATION = 20, AROUND = 8, TRIAL = 100000, SAMPLES = 1000 };

struct missed {
    struct scan scan;
    /* States, each with its control: at the start of the run, during the
     * scouted steps, at the start of one, at its end by smaller steps. */
    double *start, *scouted, *before, *refined;
    size_t size;
    double from, to, width, max; /* small steps: range, size; spec's maximum */
    bool lands, reported;
    long evaluations_left;
};

struct missed *missed_new(const struct drive *d)
{
    const pol_stepper *s = d->stepper;
    const size_t n = (size_t)(s->state + s->control);
    struct missed *m = arena_alloc(d->explore->arena, sizeof *m);
    double *room = arena_array(d->explore->arena, 4 * n, sizeof *room);
    *m = (struct missed){scan_new(d, s->kept + 2 * d->explore->switches),
                         room,
                         room + n,
                         room + 2 * n,
                         room + 3 * n,
                         n * sizeof *room,
                         .evaluations_left = EVALUATIONS,
                         .max = d->control[s->control + POL_CONTROL_MAX]};
    memcpy(m->start, d->x, m->size);
    return m;
}

/* The smaller of two step limits; max 0: none. */
static double least_of(double max, double width)
{
    return max > 0 ? fmin(max, width) : width;
}

/* The distance of two states after a step of h, in tolerances. */
static double distance(const struct missed *m, const struct drive *d,
                       const double *a, const double *b, double h)
{
    const pol_stepper *s = d->stepper;
    const double *tolerance = d->control;
    double A[9], B[9], w[2][3], off;
    s->rotation(a, A);
    s->rotation(b, B);
    s->omega(a, d->par, d->in, w[0]);
    s->omega(b, d->par, d->in, w[1]);
    off = vector_distance(w[0], w[1]);
    double worst = fmax(off / tolerance[1],
                        (explore_angle(A, B) + h * off) / tolerance[0]);
    tolerance += 2;
    for (const pol_state_part *p = s->part; p < s->part + s->parts; p++) {
        const int at = p->first;
        if (p->kind == POL_POSITION || p->kind == POL_VELOCITY)
            worst = fmax(worst, vector_distance(a + at, b + at) / *tolerance++);
        for (int i = at; p->kind >= POL_WHEEL && i < at + p->count; i++) {
            const double first = fabs(m->start[i]);
            off = fabs(b[i] - a[i]) / (fabs(a[i]) + (first > 0 ? first : 1));
            worst = fmax(worst, off / *tolerance);
        }
        tolerance += p->kind >= POL_WHEEL;
    }
    return worst;
}

/* Finds when the rate of the worst part differs most from that at the start of
 * the step, by how much, and how long by more than half of that, s. */
static void find_pulse(struct scan *c, double t, double h,
                       struct explore_missed *p)
{
    const int n = p->part->kind < POL_WHEEL ? 3 : 1;
    double first[3], dt = 1.0 / SAMPLES, peak = 0.5;
    memcpy(first, rates_at(c, 0) + c->rate, (size_t)n * sizeof *first);
    for (int pass = 0, above = 0; pass < 5 && above < 32; pass++) {
        const double from = peak - dt * SAMPLES / 2;
        above = 0;
        for (int k = 0; k <= SAMPLES; k++) {
            const double *rate = rates_at(c, from + k * dt) + c->rate;
            const double now =
                n == 3 ? vector_distance(first, rate) : fabs(*rate - *first);
            above += pass && now > 0.5 * p->change;
            peak = now > p->change ? from + k * dt : peak;
            p->change = fmax(p->change, now);
        }
        p->width = fmin(above * dt, 0.125) * fabs(h);
        dt /= pass ? 16 : 1;
    }
    p->at = t + peak * h;
}

/* True if the step from `before` missed a pulse; plans small steps there. */
static bool has_missed(struct missed *m, const struct drive *d)
{
    const pol_stepper *s = d->stepper;
    const struct explore *e = d->explore;
    struct scan *c = &m->scan;
    const double t = s->time(m->before), end = s->time(d->x), h = end - t;
    const double parts = PARTS * fabs(h / e->t_end), way = copysign(1, h);
    c->drive = d;
    memset(c->total, 0, 2 * (size_t)c->rates * sizeof *c->total);
    memcpy(c->before, m->before, (size_t)s->state * sizeof *c->before);
    m->evaluations_left -= (long)fmax(parts, LEAST) * SCAN_POINTS;
    if (!(scan_step(c, (int)fmin(fmax(parts, LEAST), MOST)) > 0) ||
        !(distance(m, d, d->x, c->at, fabs(h)) > DEVIATION))
        return false;
    struct explore_missed pulse = {.part = c->part, .step = fabs(h)};
    find_pulse(c, t, h, &pulse);
    const double around = way * AROUND * pulse.width;
    /* trial run: up to the pulse, over it, to the end of the step */
    const double to[] = {pulse.at - around, pulse.at + around, end};
    double *control = m->refined + s->state, *of = control + s->control;
    memcpy(m->refined, m->before, m->size);
    const double was = of[POL_CONTROL_STEPS];
    int status = 0;
    for (int i = way * (to[0] - t) > 0 ? 0 : 1; i < 3 && !status; i++) {
        of[POL_CONTROL_MAX] = i == 1 ? least_of(m->max, pulse.width) : m->max;
        of[POL_CONTROL_MOST] = TRIAL;
        status = s->advance(m->refined, d->par, d->in, control,
                            way * (to[i] - end) < 0 ? to[i] : end);
    }
    m->evaluations_left -= SAMPLES + 10 * (long)(of[POL_CONTROL_STEPS] - was);
    if (status || !(distance(m, d, d->x, m->refined, fabs(h)) > DEVIATION))
        return false;
    m->lands = true;
    m->from = to[0];
    m->to = to[1];
    m->width = pulse.width;
    if (!m->reported)
        e->misses(e->observe_context, &pulse);
    return m->reported = true;
}

long missed_scout(struct missed *m, const struct drive *d, long n,
                  double *until)
{
    const pol_stepper *s = d->stepper;
    const double t = s->time(d->x), way = copysign(1, d->until - t);
    double *max = &d->control[s->control + POL_CONTROL_MAX];
    m->lands = m->lands && way * (t - m->to) < 0;
    const bool inside = m->lands && way * (t - m->from) >= 0;
    *max = inside ? least_of(m->max, m->width) : m->max;
    *until = inside ? m->to : m->lands ? m->from : d->until;
    *until = way * (*until - d->until) < 0 ? *until : d->until;
    struct drive ahead = *d;
    ahead.x = m->scouted;
    ahead.control = m->scouted + s->state;
    memcpy(ahead.x, d->x, m->size);
    ahead.control[s->control + POL_CONTROL_MOST] = 1;
    int status = POL_STEP_UNFINISHED;
    for (long k = 0; k < n && m->evaluations_left > 0 && !inside && status;
         k++) {
        memcpy(m->before, ahead.x, m->size);
        status = s->advance(ahead.x, d->par, d->in, ahead.control, *until);
        if (status && status != POL_STEP_UNFINISHED)
            break; /* the run fails or has an event there, too */
        if (has_missed(m, &ahead))
            return k > 0 ? k : missed_scout(m, d, n, until);
    }
    return n;
}
