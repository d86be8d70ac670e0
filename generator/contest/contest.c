/* SPDX-License-Identifier: MIT
 *
 * Compares methods: entrants, the reference, ranks.
 */
#include "contest/contest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/facts.h"

/* ---- compare.tsv ---- */

/* The next line that begins with this word, in a table of fields separated by
 * tabs; NULL after the last. */
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
    static const char names[] = "mul|add|div|sqrt|call|jacobi|jacobi_pi";
    for (const char *at = table; (at = next_line(at, "weight")); at++) {
        const int i = text_among(names, '|', field(c->job->arena, at, 1));
        if (i >= 0)
            c->weight[i] = strtod(field(c->job->arena, at, 2), NULL);
    }
}

int contest_begin(struct contest *c, struct pol_job *job, struct span span,
                  pol_compiler compiler, double error, double budget)
{
    *c = (struct contest){.job = job,
                          .options = job->options,
                          .compiler = compiler,
                          .error = error > 0 ? error : 1e-6,
                          .budget = budget > 0 ? budget : 1e9};
    c->most = c->budget;
    if (!session_holds(job))
        return EXIT_FAULT;
    c->options.fixed = 1;
    c->options.without |= POL_INTERP;
    if (!(span.step > 0) && !job->model->step)
        span.step = session_until(job, span.until) / 1024;
    read_weights(c, shelf_builtin_file("compare.tsv")->chars);
    session_kept(job, span.until, false, c->kept);
    return session_plan(&c->session, job, &span, false);
}

/* ---- entrants ---- */

void contest_enter(struct contest *c, const char *call, const char *tableau,
                   bool is_requested)
{
    for (int i = 0; i < c->entrants; i++)
        if (strcmp(c->entrant[i].call, call) == 0)
            return;
    const struct entrant e = {call, tableau, is_requested, NULL};
    arena_push(c->job->arena, c->entrant, c->entrants, c->room, e);
}

void contest_enter_listed(struct contest *c, const char *kind)
{
    struct arena *arena = c->job->arena;
    const bool is_tableau = strcmp(kind, "tableau") == 0;
    const char *at = shelf_builtin_file("compare.tsv")->chars;
    for (; (at = next_line(at, kind)); at++) {
        const char *call = field(arena, at, 1);
        contest_enter(c,
                      is_tableau ? text_format(arena, "rkmk(%s)", call) : call,
                      NULL, false);
    }
}

int contest_enter_tableaus(struct contest *c, const char *filter,
                           const char *form)
{
    const struct kit kit = job_kit(c->job);
    const char **call;
    if (form && text_among("rate|momentum", '|', form) < 0)
        return complain("--form takes rate|momentum, not '%s'", form);
    const int n = facts_tableaus(&kit, filter, &call);
    for (int i = 0; i < n; i++)
        contest_enter(c,
                      text_format(c->job->arena,
                                  form ? "rkmk(%s, form = %s)" : "rkmk(%s)",
                                  call[i], form),
                      call[i], false);
    return n < 0
               ? complain(
                     "--tableaus takes order P, stages S, explicit, implicit, "
                     "pair, symmetric, symplectic, a-stable, l-stable, "
                     "stiffly-accurate, by commas, not '%s'",
                     filter)
           : n == 0 ? complain("no tableau of the shelf is '%s'", filter)
                    : EXIT_DONE;
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

/* ---- all of them ---- */

static void run_one(void *contest, int piece, void *given)
{
    const struct contest *c = contest;
    contest_run_method(c, c->entrant[c->queue[piece]].call, given);
}

static void end_one(void *contest, int piece, void *given)
{
    struct contest *c = contest;
    struct entrant *e = &c->entrant[c->queue[piece]];
    e->outcome = given ? given : arena_alloc(c->job->arena, sizeof *e->outcome);
    if (!given) {
        e->outcome->kind = OUTCOME_REFUSED;
        strcpy(e->outcome->reason, "internal error (please report)");
    }
    if (c->ended)
        c->ended(c);
}

void contest_queue_all(struct contest *c)
{
    c->queue =
        arena_array(c->job->arena, (size_t)c->entrants, sizeof *c->queue);
    c->queued = 0;
    for (int i = 0; i < c->entrants; i++)
        if (!c->entrant[i].outcome)
            c->queue[c->queued++] = i;
}

enum explore_status contest_run(struct contest *c)
{
    enum { WINDOW = 8 }; /* for pieces that use earlier results */
    const struct workers workers = {c->job->arena,
                                    &c->session.progress,
                                    c->queued,
                                    sizeof(struct outcome),
                                    c->ended ? WINDOW : c->queued,
                                    run_one,
                                    end_one,
                                    c};
    return workers_run(&workers);
}

int contest_reference(struct contest *c)
{
    struct session *s = &c->session;
    struct explore e = s->explore;
    pol_options o = c->options;
    o.method = NULL;
    o.real = POL_DOUBLE;
    o.inputs = POL_ACT;
    e.held = 0;
    e.loads = model_kept_loads(c->job->model);
    int exit = session_reference(c->job, c->job->source, o, c->compiler);
    if (exit != EXIT_DONE)
        return exit;
    const long first = explore_steps(e.t_end, e.h);
    const enum explore_status status =
        explore_reference(pol_image_stepper(c->job->image[JOB_REFERENCE]), &e,
                          first, first, &c->exact);
    for (int i = 0; i < ORDER_COLUMNS; i++)
        c->uncertain = fmax(c->uncertain, c->exact.uncertainty[i]);
    if (status == EXPLORE_OK)
        return EXIT_DONE;
    progress_end(&s->progress);
    if (status == EXPLORE_FAILED)
        session_complain(c->job,
                         "the reference cannot be run over %g s, it fails at t "
                         "= %.9g; use a smaller --until",
                         e.t_end, s->failed_at.t);
    return status == EXPLORE_FAILED ? EXIT_FAULT : EXIT_INTERRUPTED;
}

/* ---- ranks ---- */

double contest_least(const struct outcome *o)
{
    const struct order_result *r = &o->ladder.order;
    double least = INFINITY;
    for (int k = 0; k < r->rows; k++)
        least = fmin(least, order_worst(&r->row[k], r->columns));
    return least;
}

/* The sort key in a group.  Group 0 reaches the error: its cost; group 1 does
 * not: its least error; 2 has no finite error; 3 did not run. */
static double key_of(const struct contest *c, const struct entrant *e,
                     int *group)
{
    const struct outcome *o = e->outcome;
    *group = 3;
    if (!o || o->kind != OUTCOME_RAN)
        return 0;
    *group = 0;
    if (o->ladder.is_reached)
        return o->ladder.reached_cost;
    const double least = contest_least(o);
    *group = isfinite(least) ? 1 : 2;
    return fmax(least, c->uncertain); /* smaller is not better */
}

bool contest_is_ranked(const struct contest *c)
{
    return 10 * c->uncertain <= c->error;
}

void contest_rank(struct contest *c)
{
    int group, other;
    if (!contest_is_ranked(c))
        return;
    for (int i = 1; i < c->entrants; i++) /* a stable sort */
        for (int k = i; k > 0; k--) {
            struct entrant *e = &c->entrant[k], swap = *e;
            const double key = key_of(c, e, &group);
            const double before = key_of(c, e - 1, &other);
            if (other < group || (other == group && before <= key))
                break;
            *e = e[-1];
            e[-1] = swap;
        }
}

/* ---- advice ----
 *
 * Methods run from cheap to expensive, as their order and the price of a step
 * suggest; each stops when it costs more than the last of the best. */

#define LIKELY 1.5

bool contest_is_good(const struct entrant *e)
{
    const struct outcome *o = e->outcome;
    return o && o->kind == OUTCOME_RAN && o->ladder.is_reached;
}

static double cost_of(const struct entrant *e)
{
    return contest_is_good(e) ? e->outcome->ladder.reached_cost : INFINITY;
}

/* A method that costs more than the last of the best is of no use; its rungs
 * may cost twice what it needs in the end. */
static void set_limit(struct contest *c)
{
    c->most = c->budget;
    for (int i = 0; i < c->entrants; i++) {
        int best = 0;
        for (int k = 0; k < c->entrants; k++)
            best += cost_of(&c->entrant[k]) <= cost_of(&c->entrant[i]);
        if (best >= CONTEST_BEST)
            c->most = fmin(c->most, 2 * cost_of(&c->entrant[i]));
    }
}

/* The expected cost: a method of order p takes about error^(-1/p) steps. */
static double expected_of(const struct contest *c, const struct outcome *o)
{
    const int order = o->order > 0 ? o->order : 1;
    return o->operations * pow(c->error, -1.0 / order);
}

static double expected(const struct contest *c, int i)
{
    return expected_of(c, c->entrant[i].outcome);
}

/* True if it may be among the best; errors of one order differ by a factor. */
static bool is_likely(const struct contest *c, const struct outcome *o)
{
    int better = 0;
    for (int i = 0; i < c->entrants; i++) {
        const struct outcome *other = c->entrant[i].outcome;
        better += other && other->kind == OUTCOME_PRICED &&
                  LIKELY * expected_of(c, other) < expected_of(c, o);
    }
    return better < CONTEST_BEST;
}

/* The call with a name in place of the star. */
static const char *variant_call(struct arena *arena, const char *pattern,
                                const char *name)
{
    const int n = (int)strcspn(pattern, "*");
    return text_format(arena, "%.*s%s%s", n, pattern, name, pattern + n + 1);
}

static const struct outcome *outcome_of(const struct contest *c,
                                        const char *call)
{
    for (int i = 0; i < c->entrants; i++)
        if (strcmp(c->entrant[i].call, call) == 0)
            return c->entrant[i].outcome;
    return NULL;
}

/* Enters methods of high order from lines "kin" of compare.tsv: those that are
 * likely among the best, as guessed from the result of a similar one. */
static void enter_variants(struct contest *c)
{
    enum { TABLEAU = 7, COMPOSITION = 6 }; /* the least orders */
    struct arena *arena = c->job->arena;
    const struct kit kit = job_kit(c->job);
    struct shelf *shelf = kit.shelf;
    const char *at = shelf_builtin_file("compare.tsv")->chars;
    for (; (at = next_line(at, "kin")); at++) {
        const char *pattern = field(arena, at, 1), *known = field(arena, at, 3);
        const enum shelf_kind kind = strcmp(field(arena, at, 2), "tableau")
                                         ? SHELF_COMPOSITION
                                         : SHELF_TABLEAU;
        const struct outcome *o =
            outcome_of(c, variant_call(arena, pattern, known));
        const int least = kind == SHELF_TABLEAU ? TABLEAU : COMPOSITION;
        struct listed of, f;
        if (!o || o->kind != OUTCOME_PRICED ||
            !facts_stored(&kit, shelf_find(shelf, kind, known), &of))
            continue;
        for (int i = 0; i < shelf_count(shelf, kind); i++) {
            const struct shelf_file *file = shelf_at(shelf, kind, i);
            struct outcome guess = *o;
            if (!facts_stored(&kit, file, &f) || f.order < least ||
                f.properties & FACT_IMPLICIT || !f.stages)
                continue;
            guess.order = f.order;
            guess.operations *= (double)f.stages / of.stages;
            if (is_likely(c, &guess))
                contest_enter(c, variant_call(arena, pattern, file->name), NULL,
                              false);
        }
    }
}

/* Lists those that take the body in `queue`, from cheap to expensive. */
static void set_queue(struct contest *c)
{
    c->queued = 0;
    for (int i = 0; i < c->entrants; i++) {
        const struct outcome *o = c->entrant[i].outcome;
        if (!o || o->kind != OUTCOME_PRICED)
            continue;
        int k = c->queued++;
        for (; k > 0 && expected(c, i) < expected(c, c->queue[k - 1]); k--)
            c->queue[k] = c->queue[k - 1];
        c->queue[k] = i;
    }
}

/* Runs the best again by the compiler with the fastest code: their steps have
 * the same bits, and tcc found them in a fraction of the time. */
static enum explore_status time_best(struct contest *c, pol_compiler by)
{
    if (c->compiler == by)
        return EXPLORE_OK;
    const double most = c->most;
    c->compiler = by;
    c->most = c->budget;
    c->ended = NULL;
    for (c->queued = 0; c->queued < CONTEST_BEST && c->queued < c->entrants &&
                        contest_is_good(&c->entrant[c->queued]);
         c->queued++)
        c->queue[c->queued] = c->queued;
    const enum explore_status status = contest_run(c);
    c->most = most; /* the limit for the others */
    contest_rank(c);
    return status;
}

enum explore_status contest_advise(struct contest *c, bool variants,
                                   pol_compiler by)
{
    c->is_price = true;
    contest_queue_all(c);
    enum explore_status status = contest_run(c);
    /* across a jump or a kink high orders gain nothing */
    if (status == EXPLORE_OK && variants && !c->session.explore.rough) {
        enter_variants(c);
        contest_queue_all(c);
        status = contest_run(c);
    }
    c->is_price = false;
    c->is_brief = true;
    c->ended = set_limit;
    set_queue(c);
    if (status == EXPLORE_OK)
        status = contest_run(c);
    contest_rank(c);
    return status == EXPLORE_OK ? time_best(c, by) : status;
}
