/* SPDX-License-Identifier: MIT
 *
 * Facts for the emitted test: the end of the motion, from the equations alone
 * (model/reference.c), and the error of the code in memory, if it falls as its
 * order says or is only round-off.
 */
#include <math.h>
#include <string.h>

#include "explore/explore.h"
#include "trial.h"

enum { LONGEST = 1024 }; /* steps of the longest test */

/* ---- recording facts ---- */

void trial_record(struct trial *t, const char *key, const char *text)
{
    t->record.fact[t->record.facts++] = (struct fact){key, text};
}

void trial_put(struct trial *t, struct text *out, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        num value = number_of_double(t->arena, isfinite(x[i]) ? x[i] : 0);
        text_print(out, "%s%s%s", out->length ? ", " : "",
                   number_text(t->arena, value, t->real),
                   t->real == REAL_FLOAT ? "f" : "");
    }
}

static void record_list(struct trial *t, const char *key, int n,
                        const double *x)
{
    struct text out = text_new(t->arena);
    trial_put(t, &out, n, x);
    trial_record(t, key, text_chars(&out));
}

static void record_number(struct trial *t, const char *key, double x)
{
    record_list(t, key, 1, &x);
}

/* ---- how near the code comes ---- */

/* Round-off after this number of steps: a random walk, added to the round-off
 * of constants and of functions that read the state. */
double trial_floor(const struct trial *t, int steps)
{
    return t->eps * (4 * sqrt(steps) + 16);
}

void trial_values(const struct trial *t, const double *x, double *at)
{
    const pol_stepper *s = t->s;
    const double *L = x + t->stored, *time = x + s->state - 2;
    s->rotation(x, at);
    memcpy(at + MODEL_R, L, (size_t)(time - L) * sizeof *at);
    at[AT_T] = (time[0] - t->until) + time[1];
    at[AT_ENERGY] = s->energy(x, t->par, t->in);
    for (int i = 0; i < 3; i++)
        at[AT_MOMENTUM + i] = vector_dot(at + 3 * i, L);
    at[AT_NORM] = vector_dot(L, L);
    if (s->kept)
        s->keep(x, t->par, t->in, at + AT_KEEP);
}

double trial_error(const struct trial *t, const double *x, const double *from)
{
    double worst = 0;
    trial_values(t, x, t->at);
    for (int i = 0; i < MODEL_NUMBERS; i++) {
        const double off = fabs(t->at[i] - from[i]) * t->unit[i];
        if (!(off <= worst) && !isnan(worst))
            worst = off;
    }
    return worst;
}

int trial_run(struct trial *t, double h, int steps)
{
    return t->s->run(t->y, t->par, t->in, h, steps);
}

int trial_rerun(struct trial *t, double h, int steps)
{
    memcpy(t->y, t->x, sizeof t->x);
    return trial_run(t, h, steps);
}

/* Runs the span in 1, 2, 4, ... steps.  True if in `least` or more the error is
 * round-off, or falls as the order says, or did so before much round-off. */
bool trial_try(struct trial *t, int least, double most)
{
    const double order = fmin(t->s->order, 60) - 0.3;
    double *e = t->error;
    bool fell = false;
    for (int k = 0, steps = 1; steps <= LONGEST; k++, steps *= 2) {
        const int status = trial_rerun(t, t->span / steps, steps);
        e[k] = status == POL_STEP_OK ? trial_error(t, t->y, t->expected) : NAN;
        t->level = k;
        t->steps = steps;
        const bool falls = k > 0 && e[k] > 0 && log2(e[k - 1] / e[k]) >= order;
        fell |= falls && e[k - 1] < 0.1;
        if (steps >= least && e[k] <= most &&
            (falls || e[k] <= trial_floor(t, steps) * (fell ? 100 : 1)))
            return true;
    }
    return false;
}

/* ---- where it begins and ends ---- */

/* Some numbers from -1 to 1, none small. */
const double trial_some[6] = {0.75, -0.5, 0.625, -0.875, 0.5625, 0.4375};

/* Adds to a part after L: to v half of its length, to wheels a share of L, to
 * wheels and states half of each number; `which`: index among these, or < 0. */
static void kick(const struct model_part *part, double *L, int which)
{
    const bool is_velocity = part->field.kind == PART_VELOCITY;
    double *x = L + part->first - MODEL_R;
    const double size = is_velocity   ? vector_norm(x) / 2
                        : part->wheel ? vector_norm(L) / 16
                                      : 0;
    for (int k = 0; k < part->field.n; k++)
        if (is_velocity)
            x[k] += size * trial_some[k + 2];
        else if (which >= 0)
            x[k] += (x[k] / 2 + size) * trial_some[which % 6];
}

void trial_place(struct trial *t, int steps, bool kicked, double input)
{
    const struct model *m = t->model;
    const pol_stepper *s = t->s;
    double w[3], *L = t->x + t->stored, *from = t->from.from;
    s->start(t->x, t->par);
    for (int i = 0; i < s->input; i++)
        t->in[i] = job_round(t->job, input * trial_some[i % 6]);
    s->omega(t->x, t->par, t->in, w);
    t->from.t = s->time(t->x);
    t->from.span = t->span = steps * t->h;
    t->until = job_round(t->job, t->from.t + t->span);
    const double turn =
        kicked ? fmax(0.4 * vector_norm(w), 1 / (64 * t->h)) : 0;
    for (int i = 0; i < 9; i++) {
        t->from.R[i] = m->start_R[i];
        from[i] = number_double(m->start_R[i]);
        L[i / 3] +=
            turn * number_double(m->facts.inertia[i]) * trial_some[i % 3];
    }
    for (int i = STORED_X; kicked && i < m->parts; i++)
        kick(&m->part[i], L, i - (m->parts - m->extras));
    for (int i = MODEL_R; i < m->numbers; i++)
        from[i] = L[i - MODEL_R] = job_round(t->job, L[i - MODEL_R]);
}

double trial_follow(struct trial *t)
{
    num end[MODEL_NUMBERS];
    const double off = model_follow(t->model, &t->from, end);
    const struct model *m = t->model;
    for (int i = 0; off <= 1e-18 && i < m->numbers; i++)
        t->expected[i] = number_double(end[i]);
    for (int i = 0; off <= 1e-18 && i < m->parts; i++) {
        const struct model_part *part = &m->part[i];
        const enum part_kind kind = part->field.kind;
        double gone = 0; /* the displacement of x and extras counts, too */
        for (int k = part->first; k < part->first + part->field.n; k++)
            if (kind > PART_MOMENTUM && kind != PART_VELOCITY)
                gone = hypot(gone, t->expected[k] - t->from.from[k]);
        const double size = fmax(model_size(part, t->from.from),
                                 model_size(part, t->expected)) +
                            gone;
        for (int k = part->first; k < part->first + part->field.n; k++)
            t->unit[k] = kind == PART_ATTITUDE || !(size > 0) ? 1 : 1 / size;
    }
    return off;
}

/* ---- facts ---- */

/* True if the potential is linear in R. */
static bool is_linear(const struct model *m)
{
    bool linear = true;
    for (int i = 0; i < 81 && linear; i++) {
        expr slope;
        expr_diff(m->pool, 1, &m->energy, m->R.x[i / 9], &slope);
        expr_diff(m->pool, 1, &slope, m->R.x[i % 9], &slope);
        linear = expr_is_zero(slope);
    }
    return linear;
}

/* The word by which the method claims to keep value i, or NULL. */
static const char *claim_of(const struct trial *t, int i)
{
    static const char *const word[2][AT_KEEP - AT_ENERGY] = {
        {"energy_linear_potential", "axis_momentum", "axis_momentum",
         "axis_momentum", ""},
        {"energy", "momentum", "momentum", "momentum", "norm_L"}};
    const struct recipe *r = t->job->recipe;
    const char *claim = NULL;
    for (int k = 0; k < r->promise.keeps && i < AT_KEEP && !t->s->input; k++)
        if (!strcmp(r->promise.keep[k], word[r->is_free][i - AT_ENERGY]))
            claim = r->promise.keep[k];
    return i > AT_ENERGY || r->is_free ||
                   (!t->model->moves && is_linear(t->model))
               ? claim
               : NULL;
}

/* Expects at the end: the start's values of invariants that motion and code
 * keep; for the time's error, the known rounding error. */
static void record_kept(struct trial *t)
{
    const double least = trial_floor(t, t->steps);
    expr *f = arena_array(t->arena, (size_t)t->n, sizeof *f);
    double w[3];
    model_watched(t->model, f + AT_ENERGY);
    t->s->omega(t->x, t->par, t->in, w);
    trial_values(t, t->x, t->at);
    memcpy(t->expected + AT_T, t->at + AT_T, (size_t)(t->n - AT_T) * sizeof *w);
    trial_values(t, t->y, t->at);
    for (int i = AT_ENERGY; i < t->n; i++) {
        const char *claim = claim_of(t, i);
        double size = fabs(t->expected[i]);
        if (i == AT_ENERGY)
            size += 0.5 * vector_dot(t->from.from + MODEL_R, w);
        else if (i < AT_NORM)
            size = 1 / t->unit[MODEL_R];
        const double drift = fabs(t->at[i] - t->expected[i]) / size;
        /* compositions round more in a step: a claim has some room */
        const bool is_kept = drift <= (claim ? 50 : 1) * least;
        if (size == 0 || !(is_kept || claim) ||
            invariant_of(t->model, f[i]) != INVARIANT_YES)
            continue;
        t->unit[i] = t->most / (4 * fmax(least, drift) * size);
        if (!is_kept)
            diag_error_line(&t->job->diags, "--with test", 0,
                            "%s claims '%s', but that drifts by %.2g of itself "
                            "in %d steps",
                            t->s->method, claim, drift, t->steps);
    }
    /* rounding errors of t + span and of its conversion to the real type */
    const double sum = t->from.t + t->span, added = sum - t->from.t;
    t->expected[AT_T] = (t->from.t - (sum - added)) + (t->span - added);
    t->expected[AT_T] += sum - t->until;
    t->unit[AT_T] = t->most / (4 * t->eps * t->span / t->steps +
                               t->steps * t->eps * t->eps * fabs(t->until));
}

/* Records the status of a step that is far too large, then of steps from states
 * in which each number in turn is NaN. */
static void record_status(struct trial *t)
{
    struct text out = text_new(t->arena);
    const double large = t->real == REAL_FLOAT ? 1e30 : 1e200;
    text_print(&out, "%d", trial_rerun(t, large, 1));
    for (int i = 0; i < t->s->state; i++) {
        trial_rerun(t, 0, 0);
        t->y[i] = NAN;
        text_print(&out, ", %d", trial_run(t, t->h, 1));
    }
    trial_record(t, "answers", text_chars(&out));
}

/* Hashes 32 bits at a time: FNV-1a, prime 2^40 + 0x1b3 (Fowler, Noll, Vo). */
static void record_hash(struct trial *t)
{
    const unsigned long long prime = 0x100000001b3ULL;
    unsigned long long hash = 0xcbf29ce484222325ULL, bits;
    double h = t->h;
    trial_rerun(t, h, 999);
    for (int k = 0; k<13; k++, h *= k> 1 ? 2 : 1) { /* growing steps */
        trial_run(t, h, 1);
        for (int i = 0; i < t->s->state; i++) {
            const float single = (float)t->y[i];
            unsigned word;
            memcpy(&word, &single, sizeof word);
            memcpy(&bits, &t->y[i], sizeof bits);
            if (t->real == REAL_FLOAT)
                bits = word;
            else
                hash = (hash ^ bits >> 32) * prime;
            hash = (hash ^ (bits & 0xffffffff)) * prime;
        }
    }
    trial_record(t, "hash", text_format(t->arena, "0x%016llx", hash));
}

/* The time in which adaptive steps turn the body by 20 rad, less if it stops
 * turning; *turn: the angle. */
static double far_span(struct trial *t, double *c, double *turn)
{
    double w[3], span = 0, first = 0;
    trial_rerun(t, 0, 0);
    t->s->control_start(c);
    *turn = 0;
    for (int k = 0; k < 80 && *turn < 20; k++) {
        t->s->omega(t->y, t->par, t->in, w);
        const double rate = vector_norm(w);
        first = k > 0 ? first : rate;
        const double part = fmin(0.5 / rate, 2 / first);
        if (!(part < INFINITY) ||
            t->s->advance(t->y, t->par, t->in, c, t->from.t + span + part) !=
                POL_STEP_OK)
            break;
        t->s->omega(t->y, t->par, t->in, w);
        *turn += fmin(rate, vector_norm(w)) * part;
        span += part;
    }
    return span;
}

/* The error of adaptive steps to t->until, INFINITY if they fail or the
 * reference is uncertain; *most: a hundred tolerances. */
static double advance(struct trial *t, double *c, double *most)
{
    const pol_stepper *s = t->s;
    double w[3], moved = 0;
    s->control_start(c);
    s->omega(t->x, t->par, t->in, w); /* a rate's tolerance is one of L's */
    trial_rerun(t, 0, 0);
    const bool ends =
        trial_follow(t) <= 1e-18 &&
        s->advance(t->y, t->par, t->in, c, t->until) == POL_STEP_OK;
    const double error = trial_error(t, t->y, t->expected);
    const double turned = fmax(c[0], c[1] / vector_norm(w));
    for (int i = STORED_X; i < t->model->parts; i++) {
        const int extra = i - (t->model->parts - t->model->extras);
        const double own = extra < 0 ? 1 : t->job->recipe->control.size[extra];
        moved = fmax(moved, c[i] * (own * t->unit[t->model->part[i].first] +
                                    (extra >= 0)));
    }
    *most = 100 * fmax(turned, moved) + trial_floor(t, 64);
    return ends ? error : INFINITY;
}

static void record_steps(struct trial *t, const char *which, double most,
                         const double *control)
{
    record_number(t, text_format(t->arena, "%s_most", which), most);
    record_list(t, text_format(t->arena, "%s_control", which), 8, control);
}

/* Records adaptive steps over the same span, and some that turn the body far:
 * from the start, a quarter of L, or much larger rates, to find a course that
 * is smooth. */
static void record_adaptive(struct trial *t)
{
    static const double starts[][2] = {{1, 0}, {0.25, 0}, {1, 256}};
    const pol_stepper *s = t->s;
    double *c = arena_array(t->arena, (size_t)s->control + 1, sizeof *c);
    double *L = t->x + t->stored, *from = t->from.from + MODEL_R;
    const double *then = c + s->control - 8; /* h and what comes after */
    double w[3], own[3], turn, most, error;
    if (!s->control || s->events || s->samples) /* the reference has neither */
        return;
    error = advance(t, c, &most);
    record_steps(t, "near", most, then);
    if (!(error <= most))
        diag_error_line(&t->job->diags, "--with test", 0,
                        "adaptive steps end with an error of %.2g, above a "
                        "hundred tolerances, %.2g",
                        error, most);
    s->omega(t->x, t->par, t->in, w);
    memcpy(own, L, sizeof own);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            L[i] = starts[k][0] * own[i];
        for (int i = 0; i < 9; i++)
            L[i / 3] += starts[k][1] * vector_norm(w) * trial_some[i % 3] *
                        number_double(t->model->facts.inertia[i]);
        for (int i = 0; i < 3; i++)
            from[i] = L[i] = job_round(t->job, L[i]);
        t->until = job_round(t->job, t->from.t + far_span(t, c, &turn));
        t->from.span = t->until - t->from.t;
        error = turn < 20 ? INFINITY : advance(t, c, &most);
        if (!(error <= most))
            continue;
        record_list(t, "far_from", 3, from);
        record_list(t, "far", MODEL_NUMBERS, t->expected);
        record_list(t, "far_stored", t->stored, t->y);
        record_list(t, "far_unit", MODEL_NUMBERS, t->unit);
        record_number(t, "far_t", t->until);
        record_steps(t, "far", most, then);
        return;
    }
}

/* Records the first few events of a run from the start, and their times: the
 * motion may magnify the errors of later ones. */
static void record_events(struct trial *t)
{
    enum { MOST_STEPS = 10000, SOME = 8 };
    const pol_stepper *s = t->s;
    double *c = arena_array(t->arena, (size_t)s->control + 1, sizeof *c);
    double which[SOME], when[SOME];
    int n = 0;
    if (!s->events)
        return;
    trial_rerun(t, 0, 0);
    s->control_start(c);
    c[s->control + POL_CONTROL_MOST] = MOST_STEPS;
    const double until = s->until > 0 ? s->until : 10;
    while (n < SOME && s->advance(t->y, t->par, t->in, c, t->from.t + until) ==
                           POL_STEP_EVENT) {
        which[n] = c[s->control + POL_CONTROL_EVENT];
        when[n++] = s->time(t->y);
        if (s->event[(int)which[n - 1]].stops)
            break;
    }
    record_list(t, "event", n, which);
    record_list(t, "event_t", n, when);
    record_number(t, "event_until", job_round(t->job, t->from.t + until));
}

/* Records the held values after some samples of each law, from the start of the
 * test, and their tolerances. */
static void record_samples(struct trial *t)
{
    enum { MOST_STEPS = 100000 };
    const pol_stepper *s = t->s;
    const struct model *m = t->model;
    double *c = arena_array(t->arena, (size_t)s->control + 1, sizeof *c);
    double span = 0, held[MODEL_EXTRAS], off[MODEL_EXTRAS];
    int n = 0, status = POL_STEP_EVENT;
    for (const struct model_sample *k = m->sample; k < m->sample + m->samples;
         k++)
        span = fmax(span, fmax(number_double(k->from) - t->from.t, 0) +
                              3.3 * number_double(k->every));
    const double until = job_round(t->job, t->from.t + span);
    trial_rerun(t, 0, 0);
    s->control_start(c);
    c[s->control + POL_CONTROL_MOST] = MOST_STEPS;
    while (status == POL_STEP_EVENT)
        status = s->advance(t->y, t->par, t->in, c, until);
    trial_values(t, t->y, t->at);
    for (int i = 0; i < m->parts; i++) {
        const struct model_part *p = &m->part[i];
        const double size = model_size(p, t->at);
        for (int k = 0; p->is_held && i != m->sampled && k < p->field.n; k++) {
            held[n] = t->at[p->first + k];
            off[n++] =
                (t->real == REAL_FLOAT ? 2e-3 : 1e-6) * (size > 0 ? size : 1);
        }
    }
    if (status != POL_STEP_OK)
        return;
    record_list(t, "held", n, held);
    record_list(t, "held_off", n, off);
    record_number(t, "held_t", until);
}

void trial_record_all(struct trial *t)
{
    const double error = t->error[t->level];
    struct text errors = text_new(t->arena);
    t->most = 1.25 * error + trial_floor(t, t->steps);
    trial_rerun(t, t->span / t->steps, t->steps);
    record_list(t, "stored", t->stored, t->y);
    record_kept(t);
    record_list(t, "end", t->n, t->expected);
    record_list(t, "unit", t->n, t->unit);
    trial_record(t, "steps", text_format(t->arena, "%d", t->steps));
    record_number(t, "h", t->span / t->steps);
    record_number(t, "step", t->h);
    record_number(t, "t", t->until);
    record_number(t, "span", t->span);
    record_list(t, "from", MODEL_NUMBERS, t->from.from);
    record_list(t, "input", t->s->input, t->in);
    record_number(t, "most", t->most);
    for (int k = 0; k <= t->level; k++)
        text_print(&errors, "%s%.9g", k ? ", " : "", t->error[k]);
    trial_record(t, "errors", text_chars(&errors));
    record_status(t);
    record_hash(t);
    record_adaptive(t);
    record_events(t);
    if (t->s->samples)
        record_samples(t);
}
