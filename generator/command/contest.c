/* SPDX-License-Identifier: MIT
 *
 * Methods side by side: who takes part, the reference, and what each does in a
 * process of its own.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/contest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "model/model.h"

/* ---- what is known ---- */

/* The next line of a table that begins with this word, whose fields are parted
 * by tabs; NULL behind the last. */
static const char *next_line(const char *at, const char *word)
{
    const size_t n = strlen(word);
    for (; at && *at; at = strchr(at, '\n'), at += at != NULL)
        if (strncmp(at, word, n) == 0 && at[n] == '\t')
            return at;
    return NULL;
}

static const char *field(struct arena *arena, const char *line, int i)
{
    for (; i > 0; i--)
        line += strcspn(line, "\t\n") + 1;
    return arena_text(arena, line, strcspn(line, "\t\n"));
}

static void read_weights(struct contest *c, const char *table)
{
    const struct {
        const char *name;
        double *to;
    } known[] = {{"mul", &c->weights.mul},
                 {"add", &c->weights.add},
                 {"div", &c->weights.div},
                 {"sqrt", &c->weights.sqrt},
                 {"call", &c->weights.call},
                 {"jacobi", &c->weights.jacobi},
                 {"jacobi_pi", &c->weights.jacobi_pi}};
    for (const char *at = table; (at = next_line(at, "weight")); at++)
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strcmp(field(c->job->arena, at, 1), known[i].name) == 0)
                *known[i].to = strtod(field(c->job->arena, at, 2), NULL);
}

/* Is there such a program? */
bool is_found(const char *name)
{
    const char *path = getenv("PATH");
    char file[4096];
    for (; path && *path; path += *path == ':') {
        const int n = (int)strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", n, path, name);
        if (access(file, X_OK) == 0)
            return true;
        path += n;
    }
    return false;
}

const char *compiler_at_hand(struct request *r)
{
    if (r->any_compiler)
        r->compiler = is_found("gcc")     ? POL_GCC
                      : is_found("clang") ? POL_CLANG
                                          : jit_compiler();
    return jit_name(r->compiler);
}

int contest_begin(struct contest *c, struct pol_job *job, struct request *r)
{
    *c = (struct contest){.job = job,
                          .request = r,
                          .options = job->options,
                          .compiler = compiler_at_hand(r),
                          .error = r->error > 0 ? r->error : 1e-6,
                          .budget = r->budget > 0 ? r->budget : 1e9};
    c->most = c->budget;
    if (r->plot && !plot_may_go(job, r->plot, "spec", r->operand[0]))
        return session_status(job, POL_NO_FILE);
    const pol_status status = pol_read(job, r->operand[0]);
    if (status != POL_OK)
        return session_status(job, status);
    if (!session_holds(job->model))
        return EXIT_FAULT;
    c->options.fixed = 1;
    if (!(r->options.step > 0) && !job->model->step)
        r->options.step = session_until(job, r) / 1024;
    c->options.without |= POL_INTERP;
    read_weights(c, shelf_own("compare.tsv")->chars);
    find_kept(job, r, c->kept);
    return session_plan(&c->session, job, r, false);
}

/* ---- who takes part ---- */

void contest_enter(struct contest *c, const char *call, const char *tableau,
                   bool is_asked)
{
    for (int i = 0; i < c->entrants; i++)
        if (strcmp(c->entrant[i].call, call) == 0)
            return;
    const struct entrant e = {call, tableau, is_asked, NULL};
    arena_push(c->job->arena, c->entrant, c->entrants, c->room, e);
}

void contest_enter_known(struct contest *c, const char *what)
{
    struct arena *arena = c->job->arena;
    const bool is_tableau = strcmp(what, "tableau") == 0;
    const char *at = shelf_own("compare.tsv")->chars;
    for (; (at = next_line(at, what)); at++) {
        const char *call = field(arena, at, 1);
        contest_enter(c,
                      is_tableau ? text_format(arena, "rkmk(%s)", call) : call,
                      NULL, false);
    }
}

void contest_enter_shelf(struct contest *c)
{
    struct shelf *shelf = job_shelf(c->job);
    for (int i = 0; i < shelf_count(shelf, SHELF_METHOD); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_METHOD, i);
        struct shelf_claim claim = {0};
        if (shelf_describe(&c->job->diags, file, &claim))
            contest_enter(c, claim.examples ? claim.example[0] : file->name,
                          NULL, false);
    }
}

/* The call with a name in place of the star. */
static const char *call_of(struct arena *arena, const char *kin,
                           const char *name)
{
    const int n = (int)strcspn(kin, "*");
    return text_format(arena, "%.*s%s%s", n, kin, name, kin + n + 1);
}

static const struct outcome *outcome_of(const struct contest *c,
                                        const char *call)
{
    for (int i = 0; i < c->entrants; i++)
        if (strcmp(c->entrant[i].call, call) == 0)
            return c->entrant[i].outcome;
    return NULL;
}

void contest_enter_kin(struct contest *c,
                       bool enters(struct contest *, const struct outcome *))
{
    enum { TABLEAU = 7, COMPOSITION = 6 }; /* the least orders */
    struct arena *arena = c->job->arena;
    struct shelf *shelf = job_shelf(c->job);
    const char *at = shelf_own("compare.tsv")->chars;
    for (; (at = next_line(at, "kin")); at++) {
        const char *kin = field(arena, at, 1), *known = field(arena, at, 3);
        const enum shelf_kind kind = strcmp(field(arena, at, 2), "tableau")
                                         ? SHELF_COMPOSITION
                                         : SHELF_TABLEAU;
        const struct outcome *o = outcome_of(c, call_of(arena, kin, known));
        const int least = kind == SHELF_TABLEAU ? TABLEAU : COMPOSITION;
        struct listed of, f;
        if (!o || o->kind != OUTCOME_PRICED ||
            !facts_known(c->job, shelf_find(shelf, kind, known), &of))
            continue;
        for (int i = 0; i < shelf_count(shelf, kind); i++) {
            const struct shelf_file *file = shelf_at(shelf, kind, i);
            struct outcome guess = *o;
            if (!facts_known(c->job, file, &f) || f.order < least ||
                f.is & FACT_IMPLICIT || !f.stages)
                continue;
            guess.order = f.order;
            guess.operations *= (double)f.stages / of.stages;
            if (enters(c, &guess))
                contest_enter(c, call_of(arena, kin, file->name), NULL, false);
        }
    }
}

/* ---- one of them ---- */

static double weigh(const struct weights *w, const struct operations *o)
{
    return w->mul * o->mul + w->add * o->add + w->div * o->div +
           w->sqrt * o->sqrt + w->call * o->calls;
}

/* What elliptic functions cost beyond the call that they are counted as. */
static double weigh_elliptic(const struct weights *w, const struct block *b)
{
    double more = 0;
    for (int i = 0; i < b->paragraphs; i++)
        for (int k = 0; k < b->paragraph[i].lines; k++) {
            const char *call = b->paragraph[i].line[k].call;
            if (call && strcmp(call, "jacobi") == 0)
                more += w->jacobi - w->call;
            else if (call && strcmp(call, "jacobi_pi") == 0)
                more += w->jacobi_pi - w->call;
        }
    return more;
}

/* A method that runs. */
struct racer {
    const struct contest *contest;
    const char *call;
    struct outcome *out;
    struct pol_job *job;
    pol_image *image;
    int loops;
    long *swept;         /* by its steps so far, or NULL */
    const double *sweep; /* what one of each iteration costs */
    double sweeps;       /* a step of the last run */
};

/* Of the run that has just ended; what it has swept is forgotten. */
static double cost_of_run(void *context, long steps)
{
    struct racer *r = context;
    double sweeping = 0, least = r->out->price;
    r->sweeps = steps ? 0 : r->sweeps;
    for (int k = 0; k < r->loops; k++) {
        least += r->sweep[k];
        if (!r->swept)
            continue;
        sweeping += (double)r->swept[k] * r->sweep[k];
        r->sweeps += steps ? (double)r->swept[k] / (double)steps : 0;
        r->swept[k] = 0;
    }
    return steps ? r->out->price * (double)steps + sweeping : least;
}

/* Most of what a method keeps it keeps of a body without torque alone; axes
 * without torque are looked for among those of space. */
static bool holds_here(const struct racer *r, const char *what)
{
    const struct recipe *recipe = r->job->recipe;
    const double *kept = r->contest->kept + DRIFT_MOMENTUM;
    if (strcmp(what, "symplectic") == 0)
        return recipe->is_free || recipe->model->facts.conservative;
    if (strcmp(what, "axis_momentum") == 0)
        return kept[0] + kept[1] + kept[2] > 0;
    return recipe->is_free || strcmp(what, "energy_linear_potential") == 0;
}

static void price(struct racer *r)
{
    struct outcome *o = r->out;
    const struct page *page = r->job->page;
    const struct program *p = page->advance;
    const struct promise *promise = &r->job->recipe->promise;
    const struct weights *w = &r->contest->weights;
    const struct cost cost = page_cost(page);
    const enum real real = job_real(r->job);
    double *sweep =
        arena_array(r->job->arena, (size_t)p->blocks + 1, sizeof *sweep);
    o->price = weigh(w, &cost.step);
    for (int i = 0; i < p->blocks; i++) {
        const struct block *b = &p->block[i];
        const double more = weigh_elliptic(w, b);
        if (b->kind == BLOCK_NEWTON) {
            const struct operations n = block_sweep(b, real);
            sweep[r->loops++] = weigh(w, &n) + more;
        } else {
            o->price += more;
        }
    }
    r->sweep = sweep;
    o->order = page->order;
    o->is_implicit = promise->is_implicit;
    o->symmetric = promise->symmetric;
    for (int i = 0, at = 0; i < promise->keeps; i++)
        if (holds_here(r, promise->keep[i]) && at < (int)sizeof o->keeps)
            at += snprintf(o->keeps + at, sizeof o->keeps - (size_t)at, "%s%s",
                           at ? " " : "", promise->keep[i]);
    o->step = cost.step;
    o->operations = cost_of_run(r, 0);
    o->torques = r->job->step->torques.step;
}

/* The last rung whose errors are more than noise, or else the last good one. */
static long steps_of_rung(const struct order_result *o)
{
    long steps = 0;
    for (int k = 0; k < o->rows; k++)
        if (!o->row[k].failed && (!steps || o->row[k].noise != o->columns))
            steps = o->row[k].steps;
    return steps;
}

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The least of several times that so many steps take, from the start on, some
 * thousand each time. */
static double time_step(const struct session *s, long steps)
{
    enum { ENOUGH = 3000 };
    const pol_stepper *p = &s->stepper;
    struct arena *arena = s->explore.arena;
    double *x = arena_array(arena, (size_t)p->state + 1, sizeof *x);
    double *par = arena_array(arena, (size_t)p->par + 1, sizeof *par);
    double *in = arena_array(arena, (size_t)p->input + 1, sizeof *in);
    const double h = s->explore.t_end / (double)steps;
    const long runs = steps < ENOUGH ? ENOUGH / steps : 1;
    const double begun = processor_time();
    double least = INFINITY, now = begun;
    for (int i = 0; i < 3 || (now < begun + 0.01 && i < 1000); i++) {
        const double before = now;
        for (long k = 0; k < runs; k++) {
            p->start(x, par);
            p->run(x, par, in, h, steps);
        }
        now = processor_time();
        least = fmin(least, now - before);
    }
    return least / ((double)runs * (double)steps);
}

/* Drifts and time, by the fewest steps that reach the error. */
static void look_closer(struct racer *r, struct session *s)
{
    struct outcome *o = r->out;
    struct drift_result d;
    struct explore e = s->explore;
    o->steps = o->ladder.is_reached ? o->ladder.reached.steps
                                    : steps_of_rung(&o->ladder.order);
    if (!o->steps)
        return;
    e.h = e.t_end / (double)o->steps;
    cost_of_run(r, 0);
    explore_drift(&s->stepper, &e, 0, NULL, NULL, &d);
    o->operations = cost_of_run(r, d.worst.steps) / (double)d.worst.steps;
    const struct evaluations torques = r->job->step->torques;
    o->sweeps = r->sweeps;
    o->torques = torques.step;
    if (r->loops)
        o->torques += torques.sweep * r->sweeps / r->loops;
    o->energy = d.worst.of[DRIFT_ENERGY];
    memcpy(o->keep, d.worst.of + DRIFT_KEEP, sizeof o->keep);
    o->seconds = time_step(s, o->steps);
}

/* The fewest steps that the body's damping allows, on the whole, not in a
 * moment: errors tell of that. */
static long stable_steps(const struct session *s, const struct session *seen)
{
    const double looks = seen->looks < 1 ? 1 : seen->looks;
    const double turns = s->explore.t_end * seen->dampings / looks;
    return (long)fmin(ceil(turns / session_limit(s)), 1e15);
}

static void race(struct racer *r)
{
    const struct contest *c = r->contest;
    struct outcome *o = r->out;
    struct session s = c->session;
    s.job = r->job;
    s.local = local_new(r->job->model);
    s.explore.arena = r->job->arena;
    s.explore.damping = &s.damping;
    s.explore.seen = &s;
    s.explore.watch = &o->seen;
    o->seen.since = NAN;
    s.explore.progress = NULL;
    session_take(&s, r->image);
    r->swept = jit_sweeps(r->image);
    struct ladder_demand demand = {
        .error = c->error,
        .most = c->most,
        .is_brief = c->is_brief,
        .steps = explore_steps(s.explore.t_end, s.explore.h),
        .cost = cost_of_run,
        .context = r};
    explore_ladder(&s.stepper, &s.explore, &c->exact, &demand, &o->ladder);
    o->least = o->ladder.is_reached ? stable_steps(&s, &c->session) : 0;
    o->least = o->ladder.reached.steps < o->least ? o->least : 0;
    if ((demand.least = o->least) > 0)
        explore_ladder(&s.stepper, &s.explore, &c->exact, &demand, &o->ladder);
    look_closer(r, &s);
    o->kind = OUTCOME_RAN;
}

/* The first fault is why. */
static void refuse(struct racer *r, pol_status status)
{
    struct pol_job *job = r->job;
    job_show(job);
    int i = 0;
    while (i < job->shown_count && !job->shown[i]->is_error)
        i++;
    r->out->kind = OUTCOME_REFUSED;
    snprintf(r->out->reason, sizeof r->out->reason, "%s",
             i < job->shown_count      ? job->shown[i]->message
             : status == POL_NO_MEMORY ? "out of memory"
                                       : "internal error");
}

static pol_status enter(struct pol_job *job, void *racer)
{
    struct racer *r = racer;
    const struct contest *c = r->contest;
    r->job = job;
    job->counts = true;
    pol_status status = session_read(job, c->job->source);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status == POL_OK)
        price(r);
    if (status == POL_OK && !c->is_price)
        status = pol_load(job, c->request->compiler, &r->image);
    r->out->kind = OUTCOME_PRICED;
    if (status != POL_OK)
        refuse(r, status);
    else if (!c->is_price)
        race(r);
    return status;
}

/* ---- all of them ---- */

static void run_one(void *contest, int piece, void *given)
{
    const struct contest *c = contest;
    struct racer r = {
        .contest = c, .call = c->entrant[c->turn[piece]].call, .out = given};
    pol_options o = c->options;
    o.method = r.call;
    struct pol_job *job = pol_open(&o);
    const pol_status status = job ? job_run(job, enter, &r) : POL_NO_MEMORY;
    if (status != POL_OK && r.out->kind == OUTCOME_NONE) {
        r.out->kind = OUTCOME_REFUSED;
        snprintf(r.out->reason, sizeof r.out->reason, "out of memory");
    }
}

static void end_one(void *contest, int piece, void *given)
{
    struct contest *c = contest;
    struct entrant *e = &c->entrant[c->turn[piece]];
    e->outcome = given ? given : arena_alloc(c->job->arena, sizeof *e->outcome);
    if (!given) {
        e->outcome->kind = OUTCOME_REFUSED;
        strcpy(e->outcome->reason, "internal error (please report)");
    }
    if (c->ended)
        c->ended(c);
}

void contest_turn_all(struct contest *c)
{
    c->turn = arena_array(c->job->arena, (size_t)c->entrants, sizeof *c->turn);
    c->turns = 0;
    for (int i = 0; i < c->entrants; i++)
        if (!c->entrant[i].outcome)
            c->turn[c->turns++] = i;
}

enum explore_status contest_run(struct contest *c)
{
    enum { WINDOW = 8 }; /* of pieces that learn from those before */
    const struct crew crew = {c->job->arena,
                              &c->session.progress,
                              c->turns,
                              sizeof(struct outcome),
                              c->ended ? WINDOW : c->turns,
                              run_one,
                              end_one,
                              c};
    return crew_run(&crew);
}

int contest_reference(struct contest *c)
{
    struct request *r = c->request;
    struct session *s = &c->session;
    struct explore e = s->explore;
    pol_options o = c->options;
    o.method = NULL;
    o.real = POL_DOUBLE;
    o.inputs = POL_ACT;
    e.held = 0;
    e.acts = model_acts(c->job->model);
    int exit =
        session_reference(c->job, c->job->source, o, r->compiler, &r->image[1]);
    if (exit != EXIT_DONE)
        return exit;
    const long first = explore_steps(e.t_end, e.h);
    const enum explore_status status = explore_reference(
        pol_image_stepper(r->image[1]), &e, first, first, &c->exact);
    for (int i = 0; i < ORDER_COLUMNS; i++)
        c->uncertain = fmax(c->uncertain, c->exact.uncertainty[i]);
    if (status == EXPLORE_OK)
        return EXIT_DONE;
    progress_end(&s->progress);
    if (status == EXPLORE_FAILED)
        complain("the reference cannot be run over %g s, it fails at t = %.9g; "
                 "--until T takes less",
                 e.t_end, s->failed_at.t);
    return status == EXPLORE_FAILED ? EXIT_FAULT : EXIT_INTERRUPTED;
}
