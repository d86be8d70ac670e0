/* SPDX-License-Identifier: MIT
 *
 * The facts for the emitted test: the course from a start (trial_course.c), and
 * states that each cover further parts of the equations.
 */
#include <math.h>
#include <string.h>

#include "explore/explore.h"
#include "trial.h"

/* ---- states that cover the equations ---- */

enum { TURNS = 12, PROBES = 40 };

/* Lets the code turn the body to attitudes, as stored: three for each of the
 * four ways to convert a rotation (by the largest of trace and diagonal).
 * Returns their number. */
static int turn_about(struct trial *t, double turned[][ROOM],
                      double R[][MODEL_R], int *pivot)
{
    const int last = t->s->state - t->stored;
    int found[4] = {0}, n = 0;
    double start[ROOM], w[3];
    trial_rerun(t, 0, 0);
    memcpy(start, t->y, sizeof start);
    for (int k = 0; k < 400 && n < TURNS; k++) {
        double *L = t->y + t->stored, worst = 0;
        memcpy(L, start + t->stored, (size_t)last * sizeof *L);
        for (int i = 0; i < 3; i++)
            w[i] = trial_some[(k + i * (1 + k / 6)) % 6] * (1 + k % 5) /
                   (8 * t->h);
        for (int i = 0; i < 9; i++)
            L[i / 3] += number_double(t->model->facts.inertia[i]) * w[i % 3];
        (void)trial_run(t, t->h, 8);
        t->s->rotation(t->y, R[n]);
        for (int i = 0; i < t->stored; i++)
            worst = fmax(worst, fabs(t->y[i]));
        for (int i = 0; i < 9; i++) /* orthogonal to rounding? */
            if (!(fabs(vector_dot(R[n] + 3 * (i / 3), R[n] + 3 * (i % 3)) -
                       (i % 4 == 0)) <= 16 * t->eps))
                worst = INFINITY;
        pivot[n] = 3;
        for (int i = 0; i < 3; i++)
            if (R[n][4 * i] > (pivot[n] < 3 ? R[n][4 * pivot[n]]
                                            : R[n][0] + R[n][4] + R[n][8]))
                pivot[n] = i;
        if (!(worst < 8))
            memcpy(t->y, start, sizeof start);
        else if (found[pivot[n]]++ < TURNS / 4)
            memcpy(turned[n++], t->y, sizeof start);
    }
    memcpy(turned[n], start, sizeof start);
    t->s->rotation(start, R[n]);
    return n > 0 ? n : 1;
}

static bool fits(const void *of, const double *param)
{
    const pol_stepper *s = of;
    return !s->check || s->check(param) == POL_STEP_OK;
}

/* Adds a state; its attitude as stored if the code has no _rotation. */
static void put_state(struct trial *t, struct text *row, const double *stored,
                      const double *at)
{
    const bool is_read = !(t->job->options.without & POL_ACCESS);
    trial_put(t, row, is_read ? MODEL_R : t->stored, is_read ? at : stored);
    trial_put(t, row, t->model->numbers - MODEL_R, at + MODEL_R);
}

/* The step size of two steps that show most: their error is near round-off, and
 * no condition changes; 0 if there is none. */
static double find_step(struct trial *t, struct probes *p,
                        const struct viewpoint *at)
{
    double *end = arena_array(t->arena, (size_t)t->n, sizeof *end);
    double best = INFINITY, found = 0, h = job_round(t->job, 0.25 / at->rate);
    for (int k = 0; k < 60; k++, h /= 2) {
        if (trial_rerun(t, h, 2) != POL_STEP_OK)
            continue;
        trial_values(t, t->y, end);
        if (!probes_keep_sides(p, at, t->s->time(t->y), end) ||
            trial_rerun(t, h / 2, 4) != POL_STEP_OK)
            continue;
        const double ratio =
            (trial_error(t, t->y, end) + trial_floor(t, 2)) / h;
        if (ratio > 2 * best)
            break;
        if (ratio < best) {
            best = ratio;
            found = h;
        }
    }
    return found;
}

/* The relative change of w if the arguments of a variable inertia change in
 * their last places: its terms may cancel to this extent. */
static double find_loss(struct trial *t)
{
    double w[3], now[3], most = 0;
    t->s->omega(t->y, t->par, t->in, w);
    for (int i = t->stored + 3; i < t->s->state - 1 && t->model->facts.changes;
         i++) {
        const double x = t->y[i];
        t->y[i] += 4 * t->eps * fmax(fabs(x), 0.5);
        t->s->omega(t->y, t->par, t->in, now);
        t->y[i] = x;
        for (int k = 0; k < 3; k++)
            now[k] -= w[k];
        most = fmax(most, vector_norm(now) / vector_norm(w));
    }
    return most;
}

/* Compares two steps from a state with the equations, for the emitted test. */
static bool try_probe(struct trial *t, struct probes *p,
                      const struct viewpoint *at, const double *turned,
                      const double *R, struct text *row)
{
    const int first = 1 + t->model->numbers, rest = t->model->numbers - MODEL_R;
    double *L = t->x + t->stored, end[ROOM];
    memcpy(t->x, turned, (size_t)t->stored * sizeof *L);
    memcpy(L, at->value + 1 + MODEL_R, (size_t)rest * sizeof *L);
    L[rest] = at->value[0];
    L[rest + 1] = 0;
    memcpy(t->par, at->value + first, (size_t)t->s->par * sizeof *L);
    memcpy(t->in, at->value + first + t->s->par,
           (size_t)t->s->input * sizeof *L);
    memcpy(t->from.from, at->value + 1, (size_t)t->model->numbers * sizeof *L);
    for (int i = 0; i < MODEL_R; i++)
        t->from.R[i] = number_of_double(t->arena, R[i]);
    t->from.t = at->value[0];
    for (int i = 0; i < t->model->numbers; i++)
        t->unit[i] =
            i < MODEL_R ? 1
                        : 1 / model_size(model_part(t->model, i), t->from.from);
    double h = find_step(t, p, at), error = NAN;
    for (int k = 0; k < 3 && h > 0; k++, h /= 8) {
        t->from.span = 2 * h;
        if (trial_follow(t) <= 1e-18 && trial_rerun(t, h, 2) == POL_STEP_OK &&
            (error = trial_error(t, t->y, t->expected)) < 1e-4)
            break;
    }
    if (!(error < 1e-4) || !(h > 0))
        return false;
    trial_put(t, row, t->s->state - 1, t->x);
    trial_put(t, row, t->s->par, t->par);
    trial_put(t, row, t->s->input, t->in);
    memcpy(end, t->y, sizeof end);
    trial_put(t, row, 1, &h);
    error = 2 * error + 2 * trial_floor(t, 2) + find_loss(t);
    trial_put(t, row, 1, &error);
    put_state(t, row, end, t->expected);
    trial_put(t, row, 1, &(double){1});
    trial_put(t, row, rest, t->unit + MODEL_R);
    return true;
}

/* A step from t->y, as stored, and the state between its ends. */
struct wide {
    int status, between_status;
    double end[ROOM], between[ROOM];
};

static struct wide take_wide(struct trial *t, double h)
{
    struct wide to = {.between_status = POL_STEP_OK};
    double from[ROOM];
    memcpy(from, t->y, sizeof from);
    to.status = trial_run(t, h, 1);
    memcpy(to.end, t->y, sizeof to.end);
    memcpy(to.between, t->y, sizeof to.between);
    if (t->s->interp && to.status == POL_STEP_OK)
        to.between_status =
            t->s->interp(from, to.end, t->par, t->in, h, 0.375, to.between);
    return to;
}

/* Adds a row: one step and a state between its ends, by the code, with
 * tolerances: the effect of changes in the last places of the start.  False if
 * the step fails or they are too large. */
static bool put_wide(struct trial *t, int probe, double h, struct text *rows,
                     int *n)
{
    struct text row = text_new(t->arena);
    double *at = arena_array(t->arena, 2 * (size_t)t->n, sizeof *at);
    double *between = at + t->n, most = 0, between_most = 0;
    h = job_round(t->job, h);
    trial_rerun(t, 0, 0);
    const struct wide is = take_wide(t, h);
    if (is.status != POL_STEP_OK)
        return false;
    trial_values(t, is.end, at);
    trial_values(t, is.between, between);
    for (int i = 0; i < t->s->state - 2; i++) {
        trial_rerun(t, 0, 0);
        t->y[i] += 4 * t->eps * fmax(fabs(t->y[i]), 0.5);
        const struct wide now = take_wide(t, h);
        most =
            now.status == POL_STEP_OK && now.between_status == is.between_status
                ? fmax(most, trial_error(t, now.end, at))
                : INFINITY;
        between_most = fmax(between_most, trial_error(t, now.between, between));
    }
    if (!(fmax(most, between_most) < sqrt(t->eps)))
        return false;
    trial_put(t, &row, 1, &(double){probe});
    trial_put(t, &row, 1, &h);
    trial_put(t, &row, 1, &(double){4 * most + 64 * t->eps});
    put_state(t, &row, is.end, at);
    if (t->s->interp) {
        trial_put(t, &row, 1, &(double){is.between_status});
        trial_put(t, &row, 1, &(double){4 * between_most + 64 * t->eps});
        put_state(t, &row, is.between, between);
    }
    text_print(rows, "%s    { %s }", (*n)++ ? ",\n" : "", text_chars(&row));
    return true;
}

/* The step size up to which _interp works; 0: it works for a turn of 8 rad. */
static double interp_limit(struct trial *t, double rate)
{
    double low = 0, high = 8 / rate, h = high;
    for (int k = 0; k < 24; k++) {
        trial_rerun(t, 0, 0);
        const struct wide to = take_wide(t, h);
        const bool takes =
            to.status == POL_STEP_OK && to.between_status == POL_STEP_OK;
        if (takes && k == 0)
            return 0;
        *(takes ? &low : &high) = h;
        h = (low + high) / 2;
    }
    return high;
}

/* Adds a large step from there.  If a condition changes, adds two: one with all
 * stages but the first after the change, one with only the last. */
static void put_wides(struct trial *t, struct probes *p,
                      const struct viewpoint *at, int probe, struct text *rows,
                      int *n)
{
    double *end = arena_array(t->arena, (size_t)t->n, sizeof *end);
    double low = 0, high = (probe % 2 ? 2 : 0.3) / at->rate, h = high;
    for (int k = 0; k < 40 && (k < 1 || low == 0 || high > 1.05 * low); k++) {
        bool stays = trial_rerun(t, h, 1) == POL_STEP_OK;
        trial_values(t, t->y, end);
        stays = stays && probes_keep_sides(p, at, t->s->time(t->y), end);
        *(stays ? &low : &high) = h;
        if (stays && k == 0)
            break;
        h = low > 0 ? (low + high) / 2 : high / 2;
    }
    if (low == high || low == 0)
        (void)put_wide(t, probe, high, rows, n);
    else {
        (void)put_wide(t, probe, 1.4 * low, rows, n);
        (void)put_wide(t, probe, 2.8 * low, rows, n);
    }
    t->s->omega(t->x, t->par, t->in, end);
    const double rate = vector_norm(end);
    if (t->s->interp && t->large.limits < 2 &&
        (h = interp_limit(t, rate)) > 0) {
        const double near = t->real == REAL_FLOAT ? 1e-3 : 1e-5;
        t->large.limits += put_wide(t, probe, (1 - near) * h, rows, n) &&
                           put_wide(t, probe, (1 + near) * h, rows, n);
    }
    for (int i = 0; i < 2; i++) { /* and steps that turn the body far */
        double turn = i == 0 ? 2.2 : 6;
        while (t->large.far[i] < 2 && turn > 0.2 &&
               !put_wide(t, probe, turn / rate, rows, n))
            turn /= 2;
        t->large.far[i] += turn > 1.5;
    }
}

static void record_rows(struct trial *t, const char *count, int n,
                        const char *key, struct text *rows)
{
    trial_record(t, count, text_format(t->arena, "%d", n));
    if (n > 0)
        trial_record(t, key, text_chars(rows));
}

/* Records states that each cover further parts of the equations. */
static void record_probes(struct trial *t)
{
    const int symbols = 1 + t->model->numbers + t->s->par + t->s->input;
    double turned[TURNS + 1][ROOM], R[TURNS + 1][MODEL_R];
    int pivot[TURNS + 1], n = 0;
    double *base = arena_array(t->arena, (size_t)symbols, sizeof *base);
    const bool is_float = t->real == REAL_FLOAT;
    struct text rows = text_new(t->arena), unmet = text_new(t->arena);
    struct text wides = text_new(t->arena);
    int wide = 0;
    struct probe_plan plan = {.real = t->real,
                              .base = base,
                              .step = t->h,
                              .turns = turn_about(t, turned, R, pivot),
                              .R = (const double(*)[MODEL_R])R,
                              .pivot = pivot,
                              .fits = fits,
                              .of = t->s,
                              .good = is_float ? 5e-2 : 1e-5,
                              .least = is_float ? 1e-4 : 1e-9,
                              .halvings = is_float ? 10 : 16};
    trial_place(t, 64, false, 0);
    base[0] = t->from.t;
    memcpy(base + 1, t->from.from, (size_t)t->model->numbers * sizeof *base);
    memcpy(base + 1 + t->model->numbers, t->par,
           (size_t)t->s->par * sizeof *base);
    memset(t->unit, 0, (size_t)t->n * sizeof *t->unit);
    struct probes *p = probes_new(t->model, &plan);
    for (const struct viewpoint *at; n < PROBES && (at = probes_next(p));) {
        struct text row = text_new(t->arena);
        if (!try_probe(t, p, at, turned[at->turn], R[at->turn], &row))
            continue;
        probes_take(p, at);
        put_wides(t, p, at, n, &wides, &wide);
        text_print(&rows, "%s    { %s }", n++ ? ",\n" : "", text_chars(&row));
    }
    record_rows(t, "probes", n, "probe_rows", &rows);
    record_rows(t, "wides", wide, "wide_rows", &wides);
    if (probes_unmet(p, &unmet) > 0)
        trial_record(t, "unmet", text_chars(&unmet));
}

/* ---- the whole trial ---- */

static struct trial *trial_new(struct pol_job *job, const pol_stepper *s)
{
    struct arena *a = job->arena;
    struct trial *t = arena_alloc(a, sizeof *t);
    const size_t n = (size_t)(AT_KEEP + s->kept);
    *t = (struct trial){.job = job, .arena = a, .model = job->model, .s = s};
    t->real = job_real(job);
    t->eps = job_epsilon(job);
    t->h = job_round(t->job, s->step > 0 ? s->step : 0.01);
    t->stored = s->part->count;
    t->n = (int)n;
    t->expected = arena_array(a, 3 * n, sizeof *t->expected);
    t->unit = t->expected + n;
    t->at = t->unit + n;
    t->from.param = t->par = arena_array(a, (size_t)s->par + 1, sizeof *t->par);
    t->from.input = t->in = arena_array(a, (size_t)s->input + 1, sizeof *t->in);
    return t;
}

bool job_trial(struct pol_job *job, const pol_stepper *s,
               struct provenance *from)
{
    struct trial *t = trial_new(job, s);
    double off = 0;
    /* the first way whose error is as expected, with a tight bound first */
    for (int way = 0; way < 14; way++) {
        const int k = way % 7, steps = k < 3 ? 64 : k < 5 ? 16 : 4;
        trial_place(t, steps, k == 0 || k % 2 == 1, k > 0 ? 1e-3 : 1);
        off = trial_follow(t);
        if (!(off <= 1e-18) || !trial_try(t, steps, way < 7 ? 1e-3 : 1))
            continue;
        trial_record_all(t);
        record_probes(t);
        from->fact = t->record.fact;
        from->facts = t->record.facts;
        return job->diags.errors == 0;
    }
    if (off <= 1e-18) {
        diag_error_line(
            &job->diags, "--with test", 0,
            "after %d steps to %g s the state's error is %.2g, which is above "
            "round-off and does not fall as order %d requires",
            t->steps, t->from.t + t->span, t->error[t->level], s->order);
        return diag_hint(&job->diags, "a smaller --step may show its order");
    }
    diag_error_line(&job->diags, "--with test", 0,
                    "there is no accurate reference state: its relative "
                    "uncertainty is %.2g after %g s",
                    off, t->span);
    return diag_hint(&job->diags,
                     "torque, force and rates may be not smooth or not finite "
                     "there, or too stiff for these steps: try a smaller %s",
                     job->recipe->adaptive ? "first one, adaptive(first = H)"
                                           : "--step");
}
