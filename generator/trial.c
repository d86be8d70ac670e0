/* SPDX-License-Identifier: MIT
 *
 * What a test of the emitted code is told: where the motion leads, found from
 * the equations alone (model/reference.c); and how near the code comes in
 * memory, if its error falls as its order says, or is none but rounding.
 */
#include <math.h>
#include <string.h>

#include "explore/explore.h"
#include "job.h"

enum { LONGEST = 1024 }; /* of a test, in steps */

/* What is looked at: R, L and so on; time, beyond what it is to be; what may be
 * kept, as of model_watched. */
enum { AT_T = REF_ALL, AT_ENERGY, AT_MOMENTUM, AT_NORM = AT_MOMENTUM + 3 };
enum { AT_KEEP = AT_NORM + 1, ROOM = REF_ALL + 2 /* for a state as stored */ };

struct trial {
    struct pol_job *job;
    struct arena *arena;
    const struct model *model;
    const pol_stepper *s;
    double eps, h, span, until;
    struct passage from;
    enum real real;
    int stored; /* numbers of the attitude; L and so on come after them */
    int state;  /* those of R, L and so on that there are */
    int n;      /* numbers that are looked at; */
    double *want, *unit, *at; /* 1/unit: their size, 0: not looked at */
    double x[ROOM], y[ROOM];  /* states as stored: the start, and at work */
    double *par, *in;
    double error[11]; /* in 1, 2, 4, ... steps; none: it failed */
    double most;      /* that a test allows */
    int steps;        /* in which the end is looked at: a power of two, */
    int level;        /* and which */
    int far[2];       /* large steps in which the body turns far */
    int facts;
    struct fact fact[24];
};

/* ---- what is told ---- */

static void tell(struct trial *t, const char *key, const char *text)
{
    t->fact[t->facts++] = (struct fact){key, text};
}

/* As C has them in the code's real type; 0 for what is none. */
static void put_list(struct trial *t, struct text *out, int n, const double *x)
{
    for (int i = 0; i < n; i++) {
        num value = number_of_double(t->arena, isfinite(x[i]) ? x[i] : 0);
        text_print(out, "%s%s%s", out->length ? ", " : "",
                   number_text(t->arena, value, t->real),
                   t->real == REAL_FLOAT ? "f" : "");
    }
}

static void tell_list(struct trial *t, const char *key, int n, const double *x)
{
    struct text out = text_new(t->arena);
    put_list(t, &out, n, x);
    tell(t, key, text_chars(&out));
}

static void tell_number(struct trial *t, const char *key, double x)
{
    tell_list(t, key, 1, &x);
}

/* ---- how near the code comes ---- */

static double rounded(const struct trial *t, double x)
{
    return t->real == REAL_FLOAT ? (double)(float)x : x;
}

/* What rounding makes of so many steps: it goes to and fro, and begins with
 * that of constants and of functions that read the state. */
static double floor_of(const struct trial *t, int steps)
{
    return t->eps * (4 * sqrt(steps) + 16);
}

static double dot(const double *x, const double *y)
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/* All that is looked at, of a state as stored. */
static void look(const struct trial *t, const double *x, double *at)
{
    const pol_stepper *s = t->s;
    const double *L = x + t->stored, *time = x + s->state - 2;
    s->rotation(x, at);
    memcpy(at + REF_L, L, (size_t)(time - L) * sizeof *at);
    at[AT_T] = (time[0] - t->until) + time[1];
    at[AT_ENERGY] = s->energy(x, t->par, t->in);
    for (int i = 0; i < 3; i++)
        at[AT_MOMENTUM + i] = dot(at + 3 * i, L);
    at[AT_NORM] = dot(L, L);
    if (s->kept)
        s->keep(x, t->par, t->in, at + AT_KEEP);
}

/* How far a state is from that; none: it is none. */
static double miss(const struct trial *t, const double *x, const double *from)
{
    double worst = 0;
    look(t, x, t->at);
    for (int i = 0; i < REF_ALL; i++) {
        const double off = fabs(t->at[i] - from[i]) * t->unit[i];
        if (!(off <= worst) && !isnan(worst))
            worst = off;
    }
    return worst;
}

static int run(struct trial *t, double h, int steps)
{
    return t->s->run(t->y, t->par, t->in, h, steps);
}

/* The same from the start. */
static int rerun(struct trial *t, double h, int steps)
{
    memcpy(t->y, t->x, sizeof t->x);
    return run(t, h, steps);
}

/* Runs it in 1, 2, 4, ... steps; is the error understood in some, not few?  It
 * is rounding, or falls as the order says, or did so before much rounding. */
static bool try_steps(struct trial *t, int least, double most)
{
    const double order = fmin(t->s->order, 60) - 0.3;
    double *e = t->error;
    bool fell = false;
    for (int k = 0, steps = 1; steps <= LONGEST; k++, steps *= 2) {
        const int status = rerun(t, t->span / steps, steps);
        e[k] = status == POL_STEP_OK ? miss(t, t->y, t->want) : NAN;
        t->level = k;
        t->steps = steps;
        const bool falls = k > 0 && e[k] > 0 && log2(e[k - 1] / e[k]) >= order;
        fell |= falls && e[k - 1] < 0.1;
        if (steps >= least && e[k] <= most &&
            (falls || e[k] <= floor_of(t, steps) * (fell ? 100 : 1)))
            return true;
    }
    return false;
}

/* ---- where it begins and ends ---- */

/* Some numbers from -1 to 1, none small. */
static const double some[] = {0.75, -0.5, 0.625, -0.875, 0.5625, 0.4375};

/* From the spec's start, if `kicked` with more momentum and velocity, so that
 * hardly a number is 0; the span is so many steps. */
static void place(struct trial *t, int steps, bool kicked, double input)
{
    const struct model *m = t->model;
    const pol_stepper *s = t->s;
    double w[3], *L = t->x + t->stored, *from = t->from.from;
    s->start(t->x, t->par);
    for (int i = 0; i < s->input; i++)
        t->in[i] = rounded(t, input * some[i % 6]);
    s->omega(t->x, t->par, t->in, w);
    t->from.t = s->time(t->x);
    t->from.span = t->span = steps * t->h;
    t->until = rounded(t, t->from.t + t->span);
    const double turn =
        kicked ? fmax(0.4 * vector_norm(w), 1 / (64 * t->h)) : 0;
    const double speed = kicked && s->moves ? 0.5 * vector_norm(L + 6) : 0;
    double *extra = L + (s->moves ? 9 : 3);
    for (int i = 0; i < 9; i++) {
        t->from.R[i] = m->start_R[i];
        from[i] = number_double(m->start_R[i]);
        L[i / 3] += turn * number_double(m->facts.inertia[i]) * some[i % 3];
    }
    for (int i = 0; speed > 0 && i < 3; i++)
        L[6 + i] += speed * some[i + 2];
    for (int i = 0, k = 0; i < m->extras; i++) { /* wheels, and all but zeros */
        const double size = m->extra[i].wheel ? vector_norm(L) / 16 : 0;
        for (int end = k + m->extra[i].field.n; kicked && k < end; k++)
            extra[k] += (extra[k] / 2 + size) * some[i % 6];
    }
    for (int i = 0; i < t->state - REF_L; i++)
        from[REF_L + i] = L[i] = rounded(t, L[i]);
}

/* The reference, and how large each of its blocks is on the way. */
static double follow(struct trial *t)
{
    num end[REF_ALL];
    const double off = model_follow(t->model, &t->from, end);
    const int n = off <= 1e-18 ? t->state : 0;
    for (int i = 0; i < n; i++)
        t->want[i] = number_double(end[i]);
    for (int i = 0; i < n; i++) {
        int of, first = model_part(t->model, i, &of);
        double was = 0, is = 0, gone = 0;
        for (int k = first; k < first + of; k++) {
            was = hypot(was, t->from.from[k]);
            is = hypot(is, t->want[k]);
            gone = hypot(gone, t->want[k] - t->from.from[k]);
        }
        if (first < REF_X || (t->s->moves && first == REF_V))
            gone = 0; /* what x and extras have gone counts, too */
        const double size = fmax(was, is) + gone;
        t->unit[i] = i < REF_L || !(size > 0) ? 1 : 1 / size;
    }
    return off;
}

/* ---- facts ---- */

/* Is the potential linear in R? */
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

/* By which word the method claims to keep it; NULL: it does not. */
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
    return i > AT_ENERGY || r->is_free || (!t->s->moves && is_linear(t->model))
               ? claim
               : NULL;
}

/* What the motion keeps and the code, too, is to be as it was; and the time as
 * it is meant to be. */
static void tell_kept(struct trial *t)
{
    const double least = floor_of(t, t->steps);
    expr *f = arena_array(t->arena, (size_t)t->n, sizeof *f);
    double w[3];
    model_watched(t->model, f + AT_ENERGY);
    t->s->omega(t->x, t->par, t->in, w);
    look(t, t->x, t->at);
    memcpy(t->want + AT_T, t->at + AT_T, (size_t)(t->n - AT_T) * sizeof *w);
    look(t, t->y, t->at);
    for (int i = AT_ENERGY; i < t->n; i++) {
        const char *claim = claim_of(t, i);
        double size = fabs(t->want[i]);
        if (i == AT_ENERGY)
            size += 0.5 * dot(t->from.from + REF_L, w);
        else if (i < AT_NORM)
            size = 1 / t->unit[REF_L];
        const double drift = fabs(t->at[i] - t->want[i]) / size;
        /* compositions round more in a step: what is claimed has some room */
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
    t->want[AT_T] = t->from.t - (t->until - t->span);
    t->unit[AT_T] = t->most * t->steps / (4 * t->eps * t->span);
}

/* What steps answer: one far too large, and those from a state of which one
 * number after the other is none. */
static void tell_status(struct trial *t)
{
    struct text out = text_new(t->arena);
    const double large = t->real == REAL_FLOAT ? 1e30 : 1e200;
    text_print(&out, "%d", rerun(t, large, 1));
    for (int i = 0; i < t->s->state; i++) {
        rerun(t, 0, 0);
        t->y[i] = NAN;
        text_print(&out, ", %d", run(t, t->h, 1));
    }
    tell(t, "answers", text_chars(&out));
}

/* By 32 bits at a time: prime 2^40 + 0x1b3 (Fowler, Noll, Vo). */
static void tell_hash(struct trial *t)
{
    const unsigned long long prime = 0x100000001b3ULL;
    unsigned long long hash = 0xcbf29ce484222325ULL, bits;
    double h = t->h;
    rerun(t, h, 999);
    for (int k = 0; k<13; k++, h *= k> 1 ? 2 : 1) { /* larger and larger */
        run(t, h, 1);
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
    tell(t, "hash", text_format(t->arena, "0x%016llx", hash));
}

/* Of adaptive steps over the same span: by how many tolerances is it off? */
static void tell_adaptive(struct trial *t)
{
    const pol_stepper *s = t->s;
    double *c = arena_array(t->arena, (size_t)s->control + 1, sizeof *c), w[3];
    if (!s->control)
        return;
    s->control_start(c);
    s->omega(t->x, t->par, t->in, w); /* a rate's tolerance is one of L's */
    rerun(t, 0, 0);
    const int status = s->advance(t->y, t->par, t->in, c, t->until);
    const double error = miss(t, t->y, t->want);
    const double turned = fmax(c[0], c[1] / vector_norm(w));
    double moved = 0;
    for (int i = REF_X, k = 2, n; i < t->state; i += n, k++) {
        (void)model_part(t->model, i, &n);
        const bool is_extra = !s->moves || i >= REF_V + 3;
        const double *size = t->job->recipe->control.size;
        const double own = is_extra ? size[k - (s->moves ? 4 : 2)] : 1;
        moved = fmax(moved, c[k] * (own * t->unit[i] + is_extra));
    }
    const double most = 100 * fmax(turned, moved) + floor_of(t, 64);
    tell_number(t, "advanced", most);
    tell_list(t, "control", 8, c + s->control - 8); /* h and what comes after */
    if (status != POL_STEP_OK || !(error <= most))
        diag_error_line(&t->job->diags, "--with test", 0,
                        "adaptive steps end %.2g off where %.2g would be a "
                        "hundred tolerances",
                        error, most);
}

static void tell_all(struct trial *t)
{
    const double error = t->error[t->level];
    double then[ROOM];
    struct text errors = text_new(t->arena);
    t->most = 1.25 * error + floor_of(t, t->steps);
    rerun(t, t->span / t->steps, t->steps);
    tell_list(t, "stored", t->stored, t->y);
    tell_kept(t);
    memcpy(then, t->y, sizeof then);
    if (t->s->interp && run(t, t->h, 1) == POL_STEP_OK &&
        t->s->interp(then, t->y, t->par, t->in, t->h, 0.375, t->y) ==
            POL_STEP_OK) {
        look(t, t->y, t->at); /* as the code itself has it */
        tell_list(t, "between", REF_ALL, t->at);
    }
    tell_list(t, "end", t->n, t->want);
    tell_list(t, "unit", t->n, t->unit);
    tell(t, "steps", text_format(t->arena, "%d", t->steps));
    tell_number(t, "h", t->span / t->steps);
    tell_number(t, "step", t->h);
    tell_number(t, "t", t->until);
    tell_number(t, "span", t->span);
    tell_list(t, "from", REF_ALL, t->from.from);
    tell_list(t, "input", t->s->input, t->in);
    tell_number(t, "most", t->most);
    for (int k = 0; k <= t->level; k++)
        text_print(&errors, "%s%.9g", k ? ", " : "", t->error[k]);
    tell(t, "errors", text_chars(&errors));
    tell_status(t);
    tell_hash(t);
    tell_adaptive(t);
}

/* ---- states where all counts ---- */

enum { TURNS = 12, PROBES = 40 };

/* Attitudes as stored, to which the code itself turns the body, three of each
 * of the four ways in which rotations are made numbers: by the largest of the
 * trace and the diagonal. */
static int turn_about(struct trial *t, double turned[][ROOM], double R[][REF_L],
                      int *pivot)
{
    const int last = t->s->state - t->stored;
    int found[4] = {0}, n = 0;
    double start[ROOM], w[3];
    rerun(t, 0, 0);
    memcpy(start, t->y, sizeof start);
    for (int k = 0; k < 400 && n < TURNS; k++) {
        double *L = t->y + t->stored, worst = 0;
        memcpy(L, start + t->stored, (size_t)last * sizeof *L);
        for (int i = 0; i < 3; i++)
            w[i] = some[(k + i * (1 + k / 6)) % 6] * (1 + k % 5) / (8 * t->h);
        for (int i = 0; i < 9; i++)
            L[i / 3] += number_double(t->model->facts.inertia[i]) * w[i % 3];
        (void)run(t, t->h, 8);
        t->s->rotation(t->y, R[n]);
        for (int i = 0; i < t->stored; i++)
            worst = fmax(worst, fabs(t->y[i]));
        for (int i = 0; i < 9; i++) /* is it a rotation, but for rounding? */
            if (!(fabs(dot(R[n] + 3 * (i / 3), R[n] + 3 * (i % 3)) -
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

/* The numbers of a state; its attitude as it is stored if nothing reads it. */
static void put_state(struct trial *t, struct text *row, const double *stored,
                      const double *at)
{
    const bool is_read = !(t->job->options.without & POL_ACCESS);
    put_list(t, row, is_read ? REF_L : t->stored, is_read ? at : stored);
    put_list(t, row, t->state - REF_L, at + REF_L);
}

/* The step of which two show most: its error is about that of rounding, and no
 * condition changes.  0: there is none. */
static double find_step(struct trial *t, struct probes *p,
                        const struct viewpoint *at)
{
    double *end = arena_array(t->arena, (size_t)t->n, sizeof *end);
    double best = INFINITY, found = 0, h = rounded(t, 0.25 / at->rate);
    for (int k = 0; k < 60; k++, h /= 2) {
        if (rerun(t, h, 2) != POL_STEP_OK)
            continue;
        look(t, t->y, end);
        if (!probes_stay(p, at, t->s->time(t->y), end) ||
            rerun(t, h / 2, 4) != POL_STEP_OK)
            continue;
        const double ratio = (miss(t, t->y, end) + floor_of(t, 2)) / h;
        if (ratio > 2 * best)
            break;
        if (ratio < best) {
            best = ratio;
            found = h;
        }
    }
    return found;
}

/* Compares two steps from a state with the equations, for the emitted test. */
static bool try_probe(struct trial *t, struct probes *p,
                      const struct viewpoint *at, const double *turned,
                      const double *R, struct text *row)
{
    const int first = 1 + t->state, rest = t->state - REF_L;
    double *L = t->x + t->stored, end[ROOM];
    memcpy(t->x, turned, (size_t)t->stored * sizeof *L);
    memcpy(L, at->value + 1 + REF_L, (size_t)rest * sizeof *L);
    L[rest] = at->value[0];
    L[rest + 1] = 0;
    memcpy(t->par, at->value + first, (size_t)t->s->par * sizeof *L);
    memcpy(t->in, at->value + first + t->s->par,
           (size_t)t->s->input * sizeof *L);
    memcpy(t->from.from, at->value + 1, (size_t)t->state * sizeof *L);
    for (int i = 0; i < REF_L; i++)
        t->from.R[i] = number_of_double(t->arena, R[i]);
    t->from.t = at->value[0];
    for (int i = 0; i < t->state; i++)
        t->unit[i] = i < REF_L ? 1 : 1 / model_size(t->model, t->from.from, i);
    double h = find_step(t, p, at), error = NAN;
    for (int k = 0; k < 3 && h > 0; k++, h /= 8) {
        t->from.span = 2 * h;
        if (follow(t) <= 1e-18 && rerun(t, h, 2) == POL_STEP_OK &&
            (error = miss(t, t->y, t->want)) < 1e-4)
            break;
    }
    if (!(error < 1e-4) || !(h > 0))
        return false;
    put_list(t, row, t->s->state - 1, t->x);
    put_list(t, row, t->s->par, t->par);
    put_list(t, row, t->s->input, t->in);
    memcpy(end, t->y, sizeof end);
    put_list(t, row, 1, &h);
    put_list(t, row, 1, &(double){2 * error + 2 * floor_of(t, 2)});
    put_state(t, row, end, t->want);
    put_list(t, row, 1, &(double){1});
    put_list(t, row, rest, t->unit + REF_L);
    return true;
}

/* One step of that size, as the code itself has it, and how far rounding takes
 * that: by changes of the last places of L and so on. */
static bool put_wide(struct trial *t, int probe, double h, struct text *rows,
                     int *n)
{
    struct text row = text_new(t->arena);
    double *end = arena_array(t->arena, (size_t)t->n, sizeof *end);
    double stored[ROOM], most = 0;
    h = rounded(t, h);
    if (rerun(t, h, 1) != POL_STEP_OK)
        return false;
    look(t, t->y, end);
    memcpy(stored, t->y, sizeof stored);
    for (int i = 0; i < t->s->state - 2; i++) {
        rerun(t, 0, 0);
        t->y[i] += 4 * t->eps * fmax(fabs(t->y[i]), 0.5);
        most = run(t, h, 1) == POL_STEP_OK ? fmax(most, miss(t, t->y, end))
                                           : INFINITY;
    }
    if (!(most < sqrt(t->eps)))
        return false;
    put_list(t, &row, 1, &(double){probe});
    put_list(t, &row, 1, &h);
    put_list(t, &row, 1, &(double){4 * most + 64 * t->eps});
    put_state(t, &row, stored, end);
    text_print(rows, "%s    { %s }", (*n)++ ? ",\n" : "", text_chars(&row));
    return true;
}

/* A large step from there; or where a condition changes, two, of which one has
 * all stages but the first behind that, and one the last. */
static void put_wides(struct trial *t, struct probes *p,
                      const struct viewpoint *at, int probe, struct text *rows,
                      int *n)
{
    double *end = arena_array(t->arena, (size_t)t->n, sizeof *end);
    double low = 0, high = (probe % 2 ? 2 : 0.3) / at->rate, h = high;
    for (int k = 0; k < 40 && (k < 1 || low == 0 || high > 1.05 * low); k++) {
        bool stays = rerun(t, h, 1) == POL_STEP_OK;
        look(t, t->y, end);
        stays = stays && probes_stay(p, at, t->s->time(t->y), end);
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
    for (int i = 0; i < 2; i++) { /* and some in which the body turns far */
        double turn = i == 0 ? 2.2 : 6;
        while (t->far[i] < 2 && turn > 0.2 &&
               !put_wide(t, probe, turn / vector_norm(end), rows, n))
            turn /= 2;
        t->far[i] += turn > 1.5;
    }
}

/* States of which each shows more of the equations. */
static void tell_probes(struct trial *t)
{
    const int symbols = 1 + t->state + t->s->par + t->s->input;
    double turned[TURNS + 1][ROOM], R[TURNS + 1][REF_L];
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
                              .R = (const double(*)[REF_L])R,
                              .pivot = pivot,
                              .fits = fits,
                              .of = t->s,
                              .good = is_float ? 5e-2 : 1e-5,
                              .least = is_float ? 1e-4 : 1e-9,
                              .halvings = is_float ? 10 : 16};
    place(t, 64, false, 0);
    base[0] = t->from.t;
    memcpy(base + 1, t->from.from, (size_t)t->state * sizeof *base);
    memcpy(base + 1 + t->state, t->par, (size_t)t->s->par * sizeof *base);
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
    tell(t, "probes", text_format(t->arena, "%d", n));
    if (n > 0)
        tell(t, "probe_rows", text_chars(&rows));
    tell(t, "wides", text_format(t->arena, "%d", wide));
    if (wide > 0)
        tell(t, "wide_rows", text_chars(&wides));
    if (probes_unmet(p, &unmet) > 0)
        tell(t, "unmet", text_chars(&unmet));
}

/* ---- all ---- */

bool job_trial(struct pol_job *job, const pol_stepper *s,
               struct provenance *from)
{
    struct arena *a = job->arena;
    struct trial *t = arena_alloc(a, sizeof *t);
    const size_t n = (size_t)(AT_KEEP + s->kept);
    double off = 0;
    *t = (struct trial){.job = job, .arena = a, .model = job->model, .s = s};
    t->real = job_real(job);
    t->eps = t->real == REAL_FLOAT ? 0x1p-23 : 0x1p-52;
    t->h = rounded(t, s->step > 0 ? s->step : 0.01);
    t->state = REF_X + (s->moves ? 6 : 0) + s->stored;
    t->stored = s->state - 2 - (t->state - REF_L);
    t->n = (int)n;
    t->want = arena_array(a, 3 * n, sizeof *t->want);
    t->unit = t->want + n;
    t->at = t->unit + n;
    t->from.param = t->par = arena_array(a, (size_t)s->par + 1, sizeof *t->par);
    t->from.input = t->in = arena_array(a, (size_t)s->input + 1, sizeof *t->in);
    /* the first way that is understood, well if it can be */
    for (int way = 0; way < 14; way++) {
        const int k = way % 7, steps = k < 3 ? 64 : k < 5 ? 16 : 4;
        place(t, steps, k == 0 || k % 2 == 1, k > 0 ? 1e-3 : 1);
        off = follow(t);
        if (!(off <= 1e-18) || !try_steps(t, steps, way < 7 ? 1e-3 : 1))
            continue;
        tell_all(t);
        tell_probes(t);
        from->fact = t->fact;
        from->facts = t->facts;
        return job->diags.errors == 0;
    }
    if (off <= 1e-18) {
        diag_error_line(&job->diags, "--with test", 0,
                        "in %d steps to %g s the state is %.2g off, which is "
                        "above round-off and does not fall as order %d says",
                        t->steps, t->from.t + t->span, t->error[t->level],
                        s->order);
        return diag_hint(&job->diags, "a smaller --step may show its order");
    }
    diag_error_line(&job->diags, "--with test", 0,
                    "there is no reference state: from the equations it is "
                    "uncertain by %.2g of itself after %g s",
                    off, t->span);
    return diag_hint(&job->diags,
                     "torque, force and rates may not be smooth there, or "
                     "none, or too stiff for so large steps: try a smaller %s",
                     job->recipe->adaptive ? "first one, adaptive(first = H)"
                                           : "--step");
}
