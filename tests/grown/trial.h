/* SPDX-License-Identifier: MIT
 *
 * What is looked at of one spec: that it is emitted; that the compiled step
 * has the bits of its lines, interpreted; that the lines are the symbolic step;
 * that gcc and clang compile it without
 * a word, to the same bits.
 */
#ifndef POL_TRIAL_H
#define POL_TRIAL_H

#include "grown/symbolic.h"
#include "parts.h"
#include "explore/explore.h"
#include "load.h"
#include "random.h"

enum fault {
    FINE,
    REFUSED,      /* a valid spec */
    NOT_COMPILED, /* or warned of */
    OTHER_BITS,   /* than the lines have */
    OTHER_VALUES, /* than the expressions */
    OTHER_DIGITS  /* by gcc or clang than by tcc */
};

static const char *const fault_name[] = {"fine",         "refused",
                                         "not compiled", "other bits",
                                         "other values", "other digits by another compiler"};

struct trial {
    enum fault fault;
    char what[300]; /* the message, or where */
    /* counted: */
    int steps, failed_steps, routines, no_root, left_out, compiled, alike, refused;
};

static inline void trial_fails(struct trial *t, enum fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline void trial_fails(struct trial *t, enum fault fault, const char *format, ...)
{
    va_list list;
    if (t->fault != FINE)
        return;
    va_start(list, format);
    vsnprintf(t->what, sizeof t->what, format, list);
    va_end(list);
    t->fault = fault;
}

/* ---- the bits of a step -------------------------------------------------- */

static inline void run_at(struct machine *m, const struct step *s, const struct program *p,
                          const struct point *at, double *out, int *sweeps)
{
    struct spots spots;
    find_spots(&spots, s, NULL, at);
    read_spots(m, &spots, p, DOUBLE_BITS);
    const mpfr_exp_t most = mpfr_get_emax();
    mpfr_set_emax(1024); /* beyond that doubles are infinite */
    *sweeps = machine_run(m, p, out);
    mpfr_set_emax(most);
}

/* Where a field's component is in a stepper's state. */
static inline int state_place(const struct page *page, const char *field, int index)
{
    int at = 0;
    for (int i = 0; i < page->step->stores; at += page->step->store[i++].n)
        if (strcmp(page->step->store[i].name, field) == 0)
            return at + index;
    return -1;
}

/* The step as it is written, from at->state to `to`, which has the new time;
 * false if it fails.  What is carried from step to step is in at->push, and
 * then that of the next one. */
static inline bool step_by_lines(struct machine *m, const pol_job *job, struct point *at,
                                 double *to)
{
    const struct page *page = job->page;
    const struct program *p = page->advance;
    static double out[200];
    double kick = 0;
    int sweeps, n = 0;
    assert_true(p->writes <= 200);
    if (page->push)
        run_at(m, job->step, page->push, at, at->push, &sweeps);
    run_at(m, job->step, p, at, out, &sweeps);
    if (sweeps < 0)
        return false;
    for (int i = 0; i < page->step->stores; n += page->step->store[i++].n)
        memcpy(to + n, at->state + n, (size_t)page->step->store[i].n * sizeof *to);
    for (int i = 0; i < p->writes; i++) {
        int place = state_place(page, p->write[i].field, p->write[i].index);
        *(place < 0 ? &kick : &to[place]) = out[i];
    }
    if (page->push) {
        struct point next = *at;
        memcpy(next.state, to, sizeof next.state);
        run_at(m, job->step, page->push, &next, at->push, &sweeps);
        for (int i = 0; i < page->step->relay.n; i++)
            to[state_place(page, page->step->relay.part[i].index < 3 ? "L" : "v",
                           page->step->relay.part[i].index % 3)] += kick * at->push[i];
    }
    return true;
}

static inline int first_other(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (memcmp(&a[i], &b[i], sizeof *a) != 0 && !(isnan(a[i]) && isnan(b[i])))
            return i;
    return -1;
}

/* As the emitted code asks it of a state. */
static inline bool is_finite(const double *state, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += state[i];
    return isfinite(sum);
}

static inline void compare_outputs(struct trial *t, struct machine *m, const pol_job *job,
                                   const struct point *at, const struct program *p,
                                   const double *got)
{
    double out[200];
    int sweeps;
    assert_true(p->writes <= 200);
    run_at(m, job->step, p, at, out, &sweeps);
    int k = first_other(got, out, p->writes);
    if (k >= 0)
        trial_fails(t, OTHER_BITS, "%s: value %d is %.17g, by its lines %.17g", p->name, k, got[k],
                    out[k]);
}

static inline void compare_bits(struct trial *t, struct machine *m, const pol_job *job,
                                const pol_stepper *s, struct point *at)
{
    for (int i = 0; i < 3; i++) {
        double by_lines[40] = {0}, compiled[40], value[200];
        memcpy(compiled, at->state, sizeof compiled);
        int status = s->step_once(compiled, at->par, at->in, at->h);
        memcpy(by_lines, compiled, sizeof compiled);
        bool solves = step_by_lines(m, job, at, by_lines),
             goes = solves && is_finite(by_lines, s->state);
        t->steps++;
        t->failed_steps += !goes;
        if (goes != (status == POL_STEP_OK) || (solves && !goes) != (status == POL_STEP_NOT_FINITE))
            trial_fails(t, OTHER_BITS, "step %d: status %d, its lines %s", i, status,
                        goes     ? "go"
                        : solves ? "are not finite"
                                 : "fail");
        if (!goes || status != POL_STEP_OK)
            break;
        int k = first_other(compiled, by_lines, s->state);
        if (k >= 0)
            trial_fails(t, OTHER_BITS, "step %d: value %d is %.17g, by its lines %.17g", i, k,
                        compiled[k], by_lines[k]);
        memcpy(at->state, compiled, sizeof at->state);
        s->rotation(at->state, value);
        compare_outputs(t, m, job, at, job->page->rotation, value);
        s->omega(at->state, at->par, at->in, value);
        compare_outputs(t, m, job, at, job->page->omega, value);
        *value = s->energy(at->state, at->par, at->in);
        compare_outputs(t, m, job, at, job->page->energy, value);
        if (s->keep) {
            s->keep(at->state, at->par, at->in, value);
            compare_outputs(t, m, job, at, job->page->watch_values, value);
        }
    }
}

/* ---- values -------------------------------------------------------------- */

static inline void compare_routine(struct trial *t, struct machine *m, const pol_job *job,
                                   const struct point *at, const struct program *p,
                                   const struct routine *r, const struct shown *set)
{
    struct spots spots;
    double off;
    if (!p)
        return;
    find_spots(&spots, job->step, set, at);
    enum agreement a = agree_at(m, job->pool, &spots, p, r, &off);
    t->routines++;
    t->no_root += a == AGREE_NO_ROOT;
    t->left_out += a == LEFT_OUT;
    if (a == DISAGREE)
        trial_fails(t, OTHER_VALUES, "%s: off by %.3g", p->name, off);
}

static inline void compare_values(struct trial *t, struct machine *m, const pol_job *job,
                                  struct point *at)
{
    const struct step *s = job->step;
    const struct page *page = job->page;
    const struct {
        const struct program *program;
        const struct routine *routine;
    } all[] = {
        {page->advance, &s->advance},
        {page->rotation, &s->offer.rotation},
        {page->set_rotation, &s->offer.set_rotation},
        {page->omega, &s->offer.omega},
        {page->set_omega, &s->offer.set_omega},
        {page->momentum, &s->offer.momentum},
        {page->energy, &s->offer.energy},
        {page->watch_values, &s->offer.keep_values},
        {page->push, &s->relay.routine},
        {page->interp, &s->dense.interp},
        {page->loads, &s->dense.load.routine},
        {page->load_rates, &s->dense.internal.routine},
        {page->trial, &s->adaptive.trial},
        {page->breaks, &s->offer.breaks},
        {page->check, &s->offer.check},
        {page->guards, &s->offer.guards},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        compare_routine(t, m, job, at, all[i].program, all[i].routine, NULL);
    for (int i = 0; i < s->offer.events; i++)
        compare_routine(t, m, job, at, page->outcome[i], &s->offer.event[i].then, NULL);
    for (int i = 0; i < s->offer.wheels; i++) {
        compare_routine(t, m, job, at, page->wheel[i].get, &s->offer.wheel[i].get, NULL);
        compare_routine(t, m, job, at, page->wheel[i].set, &s->offer.wheel[i].set, NULL);
    }
    for (int i = 0; i < s->recipe->shows; i++) {
        int sweeps;
        compare_routine(t, m, job, at, page->shown[i].get, &s->offer.shown[i].get, NULL);
        run_at(m, s, page->shown[i].get, at, at->shown, &sweeps);
        compare_routine(t, m, job, at, page->shown[i].set, &s->offer.shown[i].set,
                        &s->offer.shown[i]);
    }
}

/* ---- all of it ----------------------------------------------------------- */

static const char strictly[] =
    "-O2 -ffp-contract=off -pedantic -Wall -Wextra -Wconversion -Wshadow "
    "-Werror";

/* A point near the start, the same for the same text. */
static inline struct point point_of(const pol_stepper *s, const char *text)
{
    struct point at = {.share = 0.3};
    uint64_t seed = 5381;
    for (const char *c = text; *c; c++)
        seed = seed * 33 + (unsigned char)*c;
    struct random r = random_new(seed);
    assert_true(s->state <= 40 && s->par <= 64 && s->input <= 64);
    s->start(at.state, at.par);
    at.h = s->step > 0 && !s->advance ? s->step : 0.01;
    for (int i = 0; i < s->input; i++)
        at.in[i] = random_between(&r, -1, 1);
    for (int i = 0; i < 3; i++)
        at.w[i] = random_between(&r, -1, 1);
    at.speed = random_between(&r, -9, 9);
    for (int i = 0; i < GROWN_ACTIONS; i++)
        at.load[0][i] = at.load[1][i] = random_between(&r, -1, 1);
    for (int i = 0; i < MOST_LOADS; i++)
        at.push[i] = at.load[0][i];
    for (int i = 0; i < MOST_RATES * GROWN_ACTIONS; i++)
        at.internal[0][i] = at.internal[1][i] = random_between(&r, -1, 1);
    return at;
}

static inline bool calls_only_roots(const struct program *p)
{
    for (int i = 0; p && i < p->calls; i++)
        if (strcmp(p->call[i], "sqrt") && strcmp(p->call[i], "fabs") && strcmp(p->call[i], "floor"))
            return false;
    return true;
}

/* A limit that the message states, or a start in a circle. */
static inline bool is_limit(const char *message)
{
    return strstr(message, "need one another") || strstr(message, "would solve for more than") ||
           strstr(message, "needs higher derivatives of rotvec") ||
           strstr(message, "has no numbers for this attitude") ||
           strstr(message, "no Taylor series where") || strstr(message, "depends on itself") ||
           strstr(message, "of memory would be needed");
}

/* The first error. */
static inline const char *first_error(const pol_job *job)
{
    for (int i = 0; i < pol_diag_count(job); i++)
        if (pol_diag_at(job, i)->is_error)
            return pol_diag_at(job, i)->message;
    return "no message";
}

static inline void compare_compilers(struct trial *t, pol_job *job, const pol_stepper *tcc,
                                     const struct point *start)
{
    static const pol_compiler compiler[] = {POL_GCC, POL_CLANG};
    bool alike = calls_only_roots(job->page->advance) && calls_only_roots(job->page->push);
    for (int i = 0; i < 2; i++) {
        pol_image *image = NULL;
        struct point a = *start, b = *start;
        if (pol_load(job, compiler[i], &image) != POL_OK) {
            trial_fails(t, NOT_COMPILED, "%s", first_error(job));
            continue;
        }
        t->compiled++;
        t->alike += alike;
        int first = tcc->run(a.state, a.par, a.in, a.h, 3),
            second = pol_image_stepper(image)->run(b.state, b.par, b.in, b.h, 3);
        int k = first_other(a.state, b.state, tcc->state);
        if (alike && (first != second || k >= 0))
            trial_fails(t, OTHER_DIGITS, "%s: status %d and %d, value %d is %.17g and %.17g",
                        i ? "clang" : "gcc", first, second, k, a.state[k < 0 ? 0 : k],
                        b.state[k < 0 ? 0 : k]);
        pol_unload(image);
    }
}

static inline void try_loaded(struct trial *t, struct machine *m, pol_job *job,
                              const pol_stepper *s, const char *text, bool compilers)
{
    struct point at = point_of(s, text);
    const struct point start = at;
    compare_bits(t, m, job, s, &at);
    s->rotation(at.state, at.R);
    memcpy(at.end, at.state, sizeof at.end);
    s->step_once(at.end, at.par, at.in, at.h);
    compare_values(t, m, job, &at);
    if (compilers)
        compare_compilers(t, job, s, &start);
}

static inline void try_inputs(struct trial *t, struct machine *m, const char *text,
                              pol_inputs inputs, bool compilers)
{
    pol_options o = pol_default_options();
    pol_image *image = NULL;
    o.inputs = inputs;
    o.flags = strictly;
    pol_job *job = pol_open(&o);
    pol_status status = pol_read_text(job, "grown.pol", text, strlen(text));
    if (status == POL_OK)
        status = pol_lower(job);
    if (status == POL_OK)
        status = pol_load(job, POL_TCC, &image);
    if (status != POL_OK && is_limit(first_error(job))) {
        t->refused++;
    } else if (status != POL_OK) {
        trial_fails(t, job->page ? NOT_COMPILED : REFUSED, "%s", first_error(job));
    } else {
        try_loaded(t, m, job, pol_image_stepper(image), text, compilers);
    }
    pol_unload(image);
    pol_close(job);
}

/* In floats: where it fits them, gcc compiles it without a word. */
static inline void try_floats(struct trial *t, const char *text)
{
    pol_options o = pol_default_options();
    pol_image *image = NULL;
    o.real = POL_FLOAT;
    o.flags = strictly;
    pol_job *job = pol_open(&o);
    if (pol_read_text(job, "grown.pol", text, strlen(text)) == POL_OK && pol_lower(job) == POL_OK) {
        if (pol_load(job, POL_GCC, &image) != POL_OK)
            trial_fails(t, NOT_COMPILED, "float: %s", first_error(job));
        t->compiled++;
    }
    pol_unload(image);
    pol_close(job);
}

static inline struct trial try_spec(struct machine *m, const char *text, bool compilers)
{
    struct trial t = {0};
    try_inputs(&t, m, text, POL_ARGUMENT, compilers);
    if (strstr(text, "\ninput") && t.fault == FINE)
        try_inputs(&t, m, text, POL_ACT, false);
    if (compilers && t.fault == FINE)
        try_floats(&t, text);
    return t;
}

#endif
