/* SPDX-License-Identifier: MIT
 *
 * Runs a stepper in pieces, small enough to report and to stop in between: to
 * an end time, with states on the way at steps and between them.  Runs with
 * halved steps against a reference, and what their errors show: an order, or
 * why there is none to be seen.
 */
#include "explore/explore.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"

/* ---- a stepper on its way, with the buffers that it needs ---- */

/* Some milliseconds even for costly steps. */
enum { PIECE = 4096 };

struct drive {
    const pol_stepper *stepper;
    const struct explore *explore;
    double *x, *before, *par, *in, *keep;
    double *control; /* NULL: steps of h, else they choose their size */
    double h, from_t, until;
    long steps, total, next_look;
    bool arrived;    /* by steps that choose their size */
    int status;      /* of the step that failed, or 0 */
    double from, to; /* the share of the progress that this run is */
};

static double *buffer(struct arena *arena, int count)
{
    return arena_array(arena, (size_t)(count > 0 ? count : 1), sizeof(double));
}

/* Of a state with what controls it. */
static size_t size_of(const pol_stepper *s)
{
    return (size_t)(s->state + s->control) * sizeof(double);
}

/* At the start, to go to the end by `total` equal steps, or by steps that
 * choose their size if the explore's h is 0. */
static struct drive drive_new(const pol_stepper *s, const struct explore *e,
                              long total)
{
    struct drive d = {.stepper = s,
                      .explore = e,
                      .x = buffer(e->arena, s->state + s->control),
                      .before = buffer(e->arena, s->state),
                      .par = buffer(e->arena, s->par),
                      .in = buffer(e->arena, s->input),
                      .keep = buffer(e->arena, s->kept + e->held),
                      .h = total > 0 ? e->t_end / (double)total : 0,
                      .total = total,
                      .to = 1};
    s->start(d.x, d.par);
    d.from_t = s->time(d.x);
    d.until = d.from_t + e->t_end;
    if (!(e->h > 0) && s->advance) {
        d.control = d.x + s->state;
        s->control_start(d.control);
    }
    if (e->par)
        memcpy(d.par, e->par, (size_t)s->par * sizeof(double));
    if (e->in)
        memcpy(d.in, e->in, (size_t)s->input * sizeof(double));
    return d;
}

/* `run` does not say how far it got when it fails: then the piece is gone
 * through again, step by step, which gives the same bits. */
static void step_piece(struct drive *d, long n)
{
    const size_t size = (size_t)d->stepper->state * sizeof(double);
    memcpy(d->before, d->x, size);
    if (d->stepper->run && d->stepper->run(d->x, d->par, d->in, d->h, n) == 0) {
        d->steps += n;
        return;
    }
    memcpy(d->x, d->before, size);
    for (long i = 0; i < n && !d->status; i++) {
        d->status = d->stepper->step_once(d->x, d->par, d->in, d->h);
        d->steps += !d->status;
    }
}

/* Steps that choose their size; n at most. */
static void step_freely(struct drive *d, long n)
{
    double *end = d->control + d->stepper->control;
    end[POL_CONTROL_MOST] = (double)n;
    d->status = d->stepper->advance(d->x, d->par, d->in, d->control, d->until);
    d->steps = (long)end[POL_CONTROL_STEPS];
    d->arrived = d->status == POL_STEP_OK;
    if (d->status == POL_STEP_UNFINISHED)
        d->status = POL_STEP_OK;
}

/* Reports progress; does it ask to stop? */
static bool is_stopped(const struct drive *d)
{
    const struct explore *e = d->explore;
    double share = 1;
    if (d->control)
        share = (d->stepper->time(d->x) - d->from_t) / (d->until - d->from_t);
    else if (d->total > 0)
        share = (double)d->steps / (double)d->total;
    return e->progress &&
           e->progress(e->context, d->from + (d->to - d->from) * share);
}

/* Steps to go: as many as there may be where they choose their size. */
static long left_of(const struct drive *d)
{
    if (d->control)
        return d->arrived ? 0 : LONG_MAX;
    return d->total - d->steps;
}

double vector_norm(const double v[3])
{
    return hypot(hypot(v[0], v[1]), v[2]);
}

/* The largest entry of |R'R - 1|; NaN if there is one. */
static double orthogonality(const double R[9])
{
    double worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double off = fabs(R[i] * R[j] + R[3 + i] * R[3 + j] +
                              R[6 + i] * R[6 + j] - (i == j));
            if (!(off <= worst))
                worst = off;
        }
    return worst;
}

/* The inputs at this state: what is given, or what signals are then. */
static const double *inputs_of(const struct drive *d)
{
    if (d->explore->held)
        d->stepper->keep(d->x, d->par, d->in, d->keep);
    return d->explore->held ? d->keep + d->stepper->kept : d->in;
}

static void drive_state(const struct drive *d, struct explore_state *out)
{
    const pol_stepper *s = d->stepper;
    const double *in = inputs_of(d);
    *out = (struct explore_state){.steps = d->steps, .status = d->status};
    if (d->control) {
        const double *end = d->control + s->control;
        out->rejected = (long)end[POL_CONTROL_REJECTED];
        out->smallest = end[POL_CONTROL_SMALLEST];
        out->largest = end[POL_CONTROL_LARGEST];
    }
    out->adaptive = d->control != NULL;
    out->t = s->time(d->x);
    s->rotation(d->x, out->R);
    s->momentum(d->x, out->L);
    s->omega(d->x, d->par, in, out->w);
    out->stored = s->state - s->stored - (s->moves ? 11 : 5);
    if (s->extra)
        s->extras(d->x, d->par, in, out->extra);
    memcpy(out->further, d->x + s->state - 2 - s->stored,
           (size_t)s->stored * sizeof(double));
    memcpy(out->attitude, d->x, (size_t)out->stored * sizeof(double));
    for (int i = 0; i < 3; i++) {
        const double *row = out->R + 3 * i;
        out->spatial[i] =
            row[0] * out->L[0] + row[1] * out->L[1] + row[2] * out->L[2];
        if (s->moves) { /* before t and its rest at the end of the state */
            out->x[i] = d->x[s->state - s->stored - 8 + i];
            out->v[i] = d->x[s->state - s->stored - 5 + i];
        }
    }
    out->energy = s->energy(d->x, d->par, in);
    out->orthogonality = orthogonality(out->R);
    if (s->kept > 0) {
        int n = s->kept < EXPLORE_KEEPS ? s->kept : EXPLORE_KEEPS;
        s->keep(d->x, d->par, in, d->keep);
        memcpy(out->keep, d->keep, (size_t)n * sizeof(double));
    }
    if (s->shown > 0 && s->shown <= EXPLORE_SHOWN)
        s->show(d->x, out->shown);
}

/* Some states of a run, and the last one that was good. */
static void look(struct drive *d)
{
    enum { LOOKS = 16 };
    const struct explore *e = d->explore;
    struct explore_state state;
    if (!e->look || (!d->status && d->steps < d->next_look))
        return;
    drive_state(d, &state);
    e->look(e->seen, &state);
    d->next_look = d->control ? LONG_MAX : d->steps + d->total / LOOKS + 1;
}

/* Goes on by n steps; reports progress on the way. */
static enum explore_status drive_advance(struct drive *d, long n)
{
    const int held = d->explore->held;
    look(d);
    while (n > 0 && left_of(d) > 0) {
        long most = held ? 1 : PIECE;
        if (d->explore->look && d->next_look - d->steps < most)
            most = d->next_look > d->steps ? d->next_look - d->steps : 1;
        long piece = n < most ? n : most;
        if (held) /* inputs over a step */
            memcpy(d->in, inputs_of(d), (size_t)held * sizeof(double));
        if (d->control)
            step_freely(d, piece);
        else
            step_piece(d, piece);
        look(d);
        if (d->status)
            return EXPLORE_FAILED;
        n -= piece;
        if (is_stopped(d))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_OK;
}

/* ---- whole runs ---- */

long explore_steps(double t_end, double h)
{
    const double ratio = t_end / h;
    if (!(t_end > 0) || !(h > 0) || !(ratio <= 1e15))
        return 0;
    long n = (long)ceil(ratio / (1 + 1e-9));
    return n < 1 ? 1 : n;
}

double explore_angle(const double A[9], const double B[9])
{
    double D[9], M[9], trace = 0;
    for (int i = 0; i < 9; i++) {
        D[i] = B[i] - A[i];
        trace += A[i] * B[i];
    }
    /* A'A is symmetric, so A'(B - A) has the same skew part as A'B, without
     * the cancellation when A is near B. */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            M[3 * i + j] =
                A[i] * D[j] + A[3 + i] * D[3 + j] + A[6 + i] * D[6 + j];
    const double twice_sine[3] = {M[7] - M[5], M[2] - M[6], M[3] - M[1]};
    return atan2(vector_norm(twice_sine), trace - 1);
}

/* ---- between steps ---- */

struct sampling {
    struct drive *drive;
    explore_look *row;
    void *to;
    double *before, *between; /* the state before the step, and one inside,
                                 each with what controls it */
    long given;               /* samples so far */
};

/* Goes `h` on from the step's start to the state between by a step of its own,
 * which is then forgotten; 0, or the status of what failed. */
static int step_aside(const struct sampling *s, double h)
{
    const struct drive *d = s->drive;
    const pol_stepper *stepper = d->stepper;
    double *control = s->between + stepper->state;
    memcpy(s->between, s->before, size_of(stepper));
    if (!d->control)
        return stepper->step_once(s->between, d->par, d->in, h);
    control[stepper->control + POL_CONTROL_MOST] = 0;
    return stepper->advance(s->between, d->par, d->in, control,
                            stepper->time(s->before) + h);
}

/* The samples that the step from `before` has passed. */
static enum explore_status give_passed(struct sampling *s)
{
    struct drive *d = s->drive, inside = *d;
    const pol_stepper *stepper = d->stepper;
    const double t = stepper->time(s->before) - d->from_t;
    const double h = d->control ? stepper->time(d->x) - d->from_t - t : d->h;
    const double spacing = d->explore->spacing;
    struct explore_state state;
    for (; (double)s->given * spacing <= t + h * (1 + 1e-9); s->given++) {
        const double at = (double)s->given * spacing;
        const bool is_end = at - t > h * (1 - 1e-9);
        inside.x = is_end ? d->x : s->between;
        if (!is_end && (d->status = step_aside(s, at - t)) != 0)
            return EXPLORE_FAILED;
        drive_state(&inside, &state);
        state.t = d->from_t + at;
        s->row(s->to, &state);
        if (is_stopped(d))
            return EXPLORE_STOPPED;
    }
    return EXPLORE_OK;
}

enum explore_status explore_run(const pol_stepper *stepper,
                                const struct explore *e, long every,
                                explore_look *row, void *to,
                                struct explore_state *end)
{
    const struct arena_mark mark = arena_mark(e->arena);
    const int size = stepper->state + stepper->control;
    struct drive d = drive_new(stepper, e, explore_steps(e->t_end, e->h));
    struct sampling s = {.drive = &d,
                         .row = row,
                         .to = to,
                         .before = buffer(e->arena, size),
                         .between = buffer(e->arena, size),
                         .given = 1};
    enum explore_status status = EXPLORE_OK;
    every = e->spacing > 0 ? 1 : every;
    if (row) {
        drive_state(&d, end);
        row(to, end);
    }
    while (left_of(&d) > 0 && status == EXPLORE_OK) {
        const long left = left_of(&d);
        memcpy(s.before, d.x, size_of(stepper));
        status = drive_advance(&d, every > 0 && every < left ? every : left);
        if (status == EXPLORE_OK && e->spacing > 0) {
            status = give_passed(&s);
        } else if (status == EXPLORE_OK && row) {
            drive_state(&d, end);
            row(to, end);
        }
    }
    drive_state(&d, end);
    arena_release(e->arena, mark);
    return status;
}

/* ---- what is seen ---- */

/* Rows that show an order, how well their orders agree, and how far below the
 * claim the order is another one; errors beyond FAR, rad or relative, say
 * nothing of small steps; beyond LOST the reference says nothing. */
enum { ENOUGH = 4 };
#define AGREE 0.15
#define FAR   0.5
#define BELOW 0.3
#define SURE  0.05
#define LOST  1e-3
#define FEW   10 /* errors of so many uncertainties are taken for noise */

/* What rounding alone makes of that many steps. */
static double roundoff(long steps)
{
    return DBL_EPSILON * sqrt((double)steps);
}

/* What a run of so many steps leaves uncertain: the body's motion magnifies
 * the stepper's rounding as it does the reference's. */
static double noise(const struct order_result *r, int c, long steps,
                    double rounding)
{
    double u = r->uncertainty[c];
    double magnified = fmax(1, u / roundoff(r->reference_steps));
    return fmax(u, magnified * rounding / DBL_EPSILON * roundoff(steps));
}

static bool is_clean(const struct order_row *row, int c)
{
    return !row->failed && !(row->noise >> c & 1) && row->error[c] > 0 &&
           row->error[c] < FAR;
}

static void fill_orders(struct order_result *r, double rounding)
{
    for (int k = 0; k < r->rows; k++) {
        struct order_row *row = &r->row[k], *last = row - 1;
        row->noise = 0;
        for (int c = 0; c < ORDER_COLUMNS; c++) {
            row->order[c] =
                k ? log2(last->error[c] / row->error[c]) /
                        log2((double)row->steps / (double)last->steps)
                  : NAN;
            if (row->error[c] <= FEW * noise(r, c, row->steps, rounding) ||
                (k && last->noise >> c & 1))
                row->noise |= r->columns & 1U << c; /* and stays, further on */
        }
    }
}

/* The columns in which there are rows enough. */
static unsigned telling(const struct order_result *r)
{
    unsigned columns = 0;
    for (int c = 0; c < ORDER_COLUMNS; c++) {
        int clean = 0;
        for (int k = 0; k < r->rows; k++)
            clean += is_clean(&r->row[k], c);
        columns |= (unsigned)(clean >= ENOUGH) << c;
    }
    return columns;
}

/* Are the ENOUGH rows up to k clean, and do neighbouring orders agree? */
static bool agree(const struct order_result *r, int k, unsigned columns)
{
    const int first = k - ENOUGH + 1;
    for (int c = 0; c < ORDER_COLUMNS && first >= 0; c++)
        for (int i = first; columns >> c & 1 && i <= k; i++)
            if (!is_clean(&r->row[i], c) ||
                (i > first + 1 &&
                 !(fabs(r->row[i].order[c] - r->row[i - 1].order[c]) <= AGREE)))
                return false;
    return columns && first >= 0;
}

/* Is it the claimed order there, or a higher one?  An order that is no whole
 * number is on its way to another. */
static bool is_claimed(const struct order_row *row, unsigned telling, int claim)
{
    for (int c = 0; c < ORDER_COLUMNS; c++) {
        double order = row->order[c];
        if (telling >> c & 1 &&
            (order < claim - BELOW ||
             (order > claim + BELOW && fabs(order - round(order)) > SURE)))
            return false;
    }
    return true;
}

static enum order_verdict no_order(const struct order_result *r,
                                   unsigned columns, int claim, double damping)
{
    bool noise = false, less = false;
    for (int c = 0; c < ORDER_COLUMNS; c++)
        if (r->uncertainty[c] > LOST)
            return ORDER_LOST;
    for (int k = 0; k < r->rows; k++) {
        const struct order_row *row = &r->row[k];
        noise |= row->noise != 0;
        const unsigned agreeing = agree(r, k, columns) ? columns : 0;
        for (int c = 0; c < ORDER_COLUMNS; c++) {
            less |= agreeing >> c & 1 && row->order[c] > BELOW &&
                    row->order[c] < claim - BELOW;
            /* is a damped part of the motion faster than a clean step? */
            less |= is_clean(row, c) && row->h * damping > 2;
        }
    }
    return less                ? ORDER_REDUCED
           : noise && !columns ? ORDER_NOISE
                               : ORDER_NOT_SETTLED;
}

void order_judge(struct order_result *r, int claim, double rounding,
                 double damping)
{
    fill_orders(r, fmax(rounding, DBL_EPSILON));
    for (int c = 0; c < ORDER_COLUMNS; c++)
        r->order[c] = NAN;
    const unsigned columns = telling(r);
    int to = r->rows - 1;
    while (to >= 0 &&
           !(agree(r, to, columns) && is_claimed(&r->row[to], columns, claim)))
        to--;
    r->verdict =
        to < 0 ? no_order(r, columns, claim, damping) : ORDER_CONVERGING;
    if (to < 0)
        return;
    r->to = to;
    r->from = to - ENOUGH + 1;
    while (r->from > 0 && agree(r, r->from + ENOUGH - 2, columns))
        r->from--;
    for (int c = 0; c < ORDER_COLUMNS; c++)
        if (columns >> c & 1)
            r->order[c] = r->row[to].order[c];
}

/* ---- the runs ---- */

/* An end state, and sizes of L, x and v at the start. */
struct goal {
    struct explore_state end;
    double size[3];
};

/* What all runs have in common. */
struct race {
    const pol_stepper *stepper;
    const struct explore *explore;
    struct goal goal; /* where errors are measured from */
    struct order_result *result;
};

static double relative(const double from[3], const double to[3], double least)
{
    const double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    double size = fmax(vector_norm(from), least);
    return vector_norm(d) / (size > 0 ? size : 1);
}

/* Distance of two end states: an angle, and relative to |L|, |x| and |v|, there
 * or at the start, which is larger, and to 1 + |z|. */
static void distance(const struct goal *from, const struct goal *to,
                     double of[ORDER_COLUMNS])
{
    const struct explore_state *a = &from->end, *b = &to->end;
    of[ORDER_ATTITUDE] = explore_angle(a->R, b->R);
    of[ORDER_MOMENTUM] = relative(a->L, b->L, from->size[0]);
    of[ORDER_MOTION] = fmax(relative(a->x, b->x, from->size[1]),
                            relative(a->v, b->v, from->size[2]));
    of[ORDER_STATES] = 0;
    for (int i = 0; i < EXPLORE_FURTHER; i++)
        of[ORDER_STATES] =
            fmax(of[ORDER_STATES], fabs(b->further[i] - a->further[i]) /
                                       (1 + fabs(a->further[i])));
}

/* Runs n steps to t_end, which are a share of the progress.  A state that has
 * left the numbers is a failure. */
static enum explore_status reach(const struct race *race, long n, double from,
                                 double to, struct goal *goal)
{
    const struct explore *e = race->explore;
    const struct arena_mark mark = arena_mark(e->arena);
    struct drive d = drive_new(race->stepper, e, n);
    d.from = from;
    d.to = to;
    drive_state(&d, &goal->end);
    goal->size[0] = vector_norm(goal->end.L);
    goal->size[1] = vector_norm(goal->end.x);
    goal->size[2] = vector_norm(goal->end.v);
    enum explore_status status = drive_advance(&d, n);
    drive_state(&d, &goal->end);
    arena_release(e->arena, mark);
    double sum = 0; /* finite if all of them are */
    for (int i = 0; i < 9; i++)
        sum += goal->end.R[i];
    for (int i = 0; i < 3; i++)
        sum += goal->end.L[i] + goal->end.x[i] + goal->end.v[i];
    for (int i = 0; i < EXPLORE_FURTHER; i++)
        sum += goal->end.further[i];
    return status == EXPLORE_OK && !isfinite(sum) ? EXPLORE_FAILED : status;
}

/* ---- the reference ---- */

/* More steps than this are of no use to a method of high order. */
enum { REFERENCE_MOST = 1 << 18, REFERENCE_LEAST = 16 };

/* Doubles the steps, from those of a run's first row on and beyond those of its
 * finest one, until it is settled.  The first half of the progress. */
static enum explore_status find_reference(struct race *race, long first,
                                          long finest)
{
    struct order_result *r = race->result;
    struct goal last;
    double worst = INFINITY, before, done = 0, off[ORDER_COLUMNS];
    bool have = false;
    const long most = 2 * (finest > REFERENCE_MOST ? finest : REFERENCE_MOST);
    for (long n = first < REFERENCE_LEAST ? REFERENCE_LEAST : first; n <= most;
         n *= 2) {
        const double to = done + (0.5 - done) / 4;
        enum explore_status status = reach(race, n, done, to, &race->goal);
        done = to;
        r->status = race->goal.end.status;
        if (status == EXPLORE_STOPPED)
            return status;
        if (status == EXPLORE_OK && have) {
            distance(&last, &race->goal, off);
            before = worst;
            worst = fmax(fmax(off[0], off[1]), fmax(off[2], off[3]));
            for (int c = 0; c < ORDER_COLUMNS; c++)
                r->uncertainty[c] = fmax(off[c], roundoff(n));
            r->reference_steps = n;
            /* more steps do not help: the difference is round-off, or it is
             * small and shrinks much slower than the order promises */
            if (worst <= roundoff(n) ||
                (before < 1e-7 &&
                 worst > before / pow(2, 0.5 * race->stepper->order)))
                return EXPLORE_OK;
        }
        have = status == EXPLORE_OK;
        last = race->goal;
    }
    return r->reference_steps && have ? EXPLORE_OK : EXPLORE_FAILED;
}

/* ---- the rows ---- */

static enum explore_status run_row(const struct race *race, long steps,
                                   double from, double to,
                                   struct order_row *row)
{
    struct goal end;
    enum explore_status status = reach(race, steps, from, to, &end);
    *row = (struct order_row){.steps = steps,
                              .h = race->explore->t_end / (double)steps,
                              .error = {NAN, NAN, NAN, NAN},
                              .failed = status == EXPLORE_FAILED};
    if (status == EXPLORE_OK)
        distance(&race->goal, &end, row->error);
    if (end.end.status)
        race->result->status = end.end.status;
    return status;
}

static enum explore_status run_rows(const struct race *race, long first,
                                    int rows)
{
    /* Row k has 2^k of 2^rows - 1 parts of the work. */
    const double part = 0.5 / (ldexp(1, rows) - 1);
    struct order_result *r = race->result;
    int good = 0;
    for (int k = 0; k < rows; k++) {
        r->rows = k; /* what is done stays */
        if (run_row(race, first << k, 0.5 + part * (ldexp(1, k) - 1),
                    0.5 + part * (ldexp(1, k + 1) - 1),
                    &r->row[k]) == EXPLORE_STOPPED)
            return EXPLORE_STOPPED;
        good += !r->row[k].failed;
    }
    r->rows = rows;
    return good ? EXPLORE_OK : EXPLORE_FAILED;
}

/* Puts a row of steps twice as large before the others; false if it is of no
 * use. */
static bool run_coarser(const struct race *race)
{
    struct order_result *r = race->result;
    struct order_row row;
    const int status = r->status;
    const long steps = (r->row[0].steps + 1) / 2;
    if (r->rows == EXPLORE_ROWS || r->row[0].failed || steps < 2 ||
        run_row(race, steps, 1, 1, &row) != EXPLORE_OK ||
        !(row.error[ORDER_ATTITUDE] < FAR)) {
        r->status = status;
        return false;
    }
    memmove(r->row + 1, r->row, (size_t)r->rows * sizeof row);
    r->row[0] = row;
    r->rows++;
    return true;
}

enum explore_status explore_order(const pol_stepper *s,
                                  const pol_stepper *reference,
                                  const struct explore *e, int halvings,
                                  struct order_result *result)
{
    struct explore exact = *e;
    struct race race = {
        .stepper = reference, .explore = &exact, .result = result};
    const int claim = e->held && s->order > 1 ? 1 : s->order;
    const long first = explore_steps(e->t_end, e->h);
    exact.held = 0;
    *result = (struct order_result){
        .columns = 3U | (unsigned)(s->moves != 0) << ORDER_MOTION |
                   (unsigned)(s->stored > 0) << ORDER_STATES};
    order_judge(result, claim, e->rounding, 0);
    if (first <= 0)
        return EXPLORE_OK;
    halvings = halvings < 0 ? 0 : halvings;
    halvings = halvings < EXPLORE_ROWS ? halvings : EXPLORE_ROWS - 1;
    while (halvings > 0 && first > (1L << 40) >> halvings)
        halvings--; /* no machine gets to the end of that */

    enum explore_status status =
        find_reference(&race, first, first << halvings);
    if (status != EXPLORE_OK)
        return status;
    result->status = 0;
    race.stepper = s;
    race.explore = e;
    status = run_rows(&race, first, halvings + 1);
    do
        order_judge(result, claim, e->rounding, e->damping ? *e->damping : 0);
    while (status == EXPLORE_OK && result->verdict != ORDER_CONVERGING &&
           run_coarser(&race));
    return status;
}

enum explore_status explore_reference(const pol_stepper *reference,
                                      const struct explore *e, double R[9])
{
    struct order_result result = {0};
    struct race race = {.stepper = reference, .explore = e, .result = &result};
    const long first = explore_steps(e->t_end, e->h);
    enum explore_status status = find_reference(&race, first, first);
    memcpy(R, race.goal.end.R, sizeof race.goal.end.R);
    return status;
}
