/* SPDX-License-Identifier: MIT
 *
 * What all commands share: jobs, messages, and the progress of long runs on a
 * terminal with a clean stop on Ctrl-C.  Runs: a stepper is loaded; what is
 * seen of the body while it runs, how it ends.  The states of a run tell that
 * the body is stiff, and why a step found no numbers.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/command.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "model/model.h"
#include "report/report.h"

/* A signal handler can reach nothing but a global. */
static volatile sig_atomic_t interrupted;

static void put_plain(FILE *out, const char *chars)
{
    while (*chars) {
        size_t n = text_printed(chars);
        if (n)
            fwrite(chars, 1, n, out);
        else
            putc('?', out);
        chars += n ? n : 1;
    }
    putc('\n', out);
}

int complain(const char *format, ...)
{
    char text[2 * PATH_MAX]; /* of longer words the beginning has to do */
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fputs("polhode: ", stderr);
    put_plain(stderr, text);
    return EXIT_USAGE;
}

void print_path(const char *path)
{
    if (isatty(STDOUT_FILENO))
        put_plain(stdout, path);
    else
        puts(path);
}

int session_aside(const pol_options *o, job_work *work, void *argument)
{
    struct pol_job *job = pol_open(o);
    int exit =
        session_status(job, job ? job_run(job, work, argument) : POL_NO_MEMORY);
    pol_close(job);
    return exit;
}

void session_files(struct pol_job *job, const char *target, told_path *tell,
                   void *to)
{
    const struct shelf_file *const *used;
    const int files = shelf_used(job_shelf(job), target, &used);
    const struct series *series = job->model ? &job->model->series : NULL;
    for (int i = 0; series && i < series->files; i++)
        tell(to, series->file[i].source->path);
    for (int i = 0; i < files; i++)
        if (shelf_own(used[i]->text->path) != used[i]->text) /* not built in */
            tell(to, used[i]->text->path);
}

static void note_file(void *noted, const char *path)
{
    char *at = noted, *end = at + NOTED_ROOM;
    while (*at && strcmp(at, path) != 0)
        at += strlen(at) + 1;
    if (strlen(path) + 2 <= (size_t)(end - at))
        strcpy(at, path);
}

void session_note(const struct request *r, struct pol_job *job)
{
    if (!r->noted)
        return;
    session_files(job, r->target, note_file, r->noted);
    for (int i = 0; i < job->shown_count; i++)
        if (job->shown[i]->file) /* which could not be read */
            note_file(r->noted, job->shown[i]->file);
}

static pol_status run_command(struct pol_job *job, void *argument)
{
    struct request *r = argument;
    job->as_record = r->as_record;
    job->given = r->source;
    r->exit = r->command->run(job, r);
    job_show(job);
    session_note(r, job);
    return POL_OK;
}

int session_run(struct request *r, int status)
{
    if (status < 0) {
        status = session_aside(&r->options, run_command, r);
        status = status ? status : r->exit;
    }
    for (int i = 0; i < LOADS; i++)
        pol_unload(r->image[i]);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "polhode: cannot write to stdout\n");
        return status ? status : EXIT_FAULT;
    }
    return status;
}

pol_status session_read(struct pol_job *job, const struct source *s)
{
    return pol_read_text(job, s->path, s->chars, s->length);
}

pol_status session_compile(struct pol_job *job, const struct source *s,
                           pol_compiler by, pol_image **image)
{
    pol_status status = job ? session_read(job, s) : POL_NO_MEMORY;
    return status == POL_OK ? pol_load(job, by, image) : status;
}

/* Prints the messages not printed yet to stderr. */
static void tell_messages(struct pol_job *job)
{
    struct diags *d = &job->diags;
    job_show(job);
    for (; job->told < job->shown_count; job->told++) {
        const pol_diag *m = job->shown[job->told];
        /* the word that says how bad it is, in colour on a terminal */
        const char *word = m->is_error ? "error: " : "warning: ";
        const char *at = isatty(STDERR_FILENO) ? strstr(m->text, word) : NULL;
        if (at)
            fprintf(stderr, "%.*s\033[1;%dm%s\033[0m%s", (int)(at - m->text),
                    m->text, m->is_error ? 31 : 35, word, at + strlen(word));
        else
            fputs(m->text, stderr);
    }
    if (d->left_out)
        fprintf(stderr, "... and %d more error%s\n", d->left_out,
                d->left_out > 1 ? "s" : "");
    d->left_out = 0;
}

void session_hush(struct pol_job *job)
{
    job->told = job->shown_count;
    job->diags.left_out = 0;
}

int session_status(struct pol_job *job, pol_status status)
{
    if (interrupted && status != POL_OK) { /* a compiler, too */
        complain("interrupted");
        return EXIT_INTERRUPTED;
    }
    if (job)
        tell_messages(job);
    if (status == POL_NO_MEMORY && !(job && job->told_full))
        complain("out of memory");
    if (status == POL_BUG)
        complain("internal error (please report)");
    return status == POL_OK                               ? EXIT_DONE
           : status == POL_STOPPED                        ? EXIT_INTERRUPTED
           : status == POL_BUG || status == POL_NO_MEMORY ? EXIT_BUG
                                                          : EXIT_FAULT;
}

bool session_page(struct pol_job *job, const char *form,
                  const struct text *record)
{
    struct text out = text_new(job->arena);
    if (!json_is_lua(record))
        puts(text_chars(record));
    else if (job->as_record) { /* a picture may follow, by another way */
        fwrite(text_chars(record), 1, record->length + 1, stdout);
        fflush(stdout);
    } else if (report_page(&job->diags, form, record, &out))
        fwrite(text_chars(&out), 1, out.length, stdout);
    else
        return false;
    return true;
}

/* ---- progress ---- */

static void note_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

double session_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_begin(struct progress *p)
{
    const struct sigaction action = {.sa_handler = note_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    *p = (struct progress){.begun = session_clock(),
                           .terminal = isatty(STDERR_FILENO) == 1};
}

int progress_report(void *context, double done)
{
    struct progress *p = context;
    if (interrupted)
        return 1;
    double t = p->terminal ? session_clock() : 0;
    if (p->terminal && t - p->begun > 0.5 && t - p->shown > 0.1) {
        fprintf(stderr, "\r%5.1f %%", 100 * done);
        p->shown = t;
    }
    return 0;
}

int progress_cases(void *context, double done, double all, double fresh)
{
    struct progress *p = context;
    const double before = p->shown;
    const int stops = progress_report(p, done / all);
    const double rate = fresh / (session_clock() - p->begun);
    if (p->shown > before && fresh > 0)
        fprintf(stderr, "  %.3g cases a second, %.0f s left  ", rate,
                (all - done) / rate);
    return stops;
}

bool session_interrupted(void)
{
    return interrupted;
}

static void progress_clear(const struct progress *p)
{
    if (p->shown > 0)
        fprintf(stderr, "\r%48s\r", "");
}

void progress_end(const struct progress *p)
{
    progress_clear(p);
    if (interrupted)
        complain("interrupted");
}

/* Derivatives are looked at so often, over all runs of a command. */
enum { MOST = 40 };

/* ---- how long ---- */

double session_until(const struct pol_job *job, const struct request *r)
{
    num until = job->model->facts.until;
    return fabs(r->until) > 0 ? r->until : until ? number_double(until) : 1;
}

/* ---- the reference ---- */

/* The explicit pair of the shelf with the highest order; NULL with messages if
 * a tableau of the shelf is at fault. */
static const struct tableau *most_accurate(struct pol_job *job)
{
    struct kit kit = job_kit(job);
    const char *const *call;
    int n = tableau_calls(&kit, 0, &call);
    const struct tableau *best = NULL;
    for (int i = 0; i < n; i++) {
        struct listed f; /* to build them all takes longer than all else */
        const struct shelf_file *file =
            shelf_find(kit.shelf, SHELF_TABLEAU,
                       text_format(job->arena, "%.*s",
                                   (int)strcspn(call[i], "("), call[i]));
        if (best && file && facts_known(job, file, &f) &&
            (f.is & FACT_IMPLICIT || !(f.is & FACT_PAIR) ||
             f.most <= best->claim))
            continue;
        const struct tableau *t = tableau_of_text(&kit, call[i]);
        if (!t)
            return NULL;
        if (t->is_explicit && t->bhat && (!best || t->claim > best->claim))
            best = t;
    }
    return best;
}

int session_reference(struct pol_job *job, const struct source *spec,
                      pol_options o, pol_compiler by, pol_image **image)
{
    const struct tableau *t = most_accurate(job);
    if (!t)
        return EXIT_FAULT;
    o.method = text_format(job->arena, "rkmk(%s, form = rate, dexpinv = exact)",
                           t->name);
    o.attitude = "quaternion";
    o.map = "exp";
    o.fixed = 0; /* steps end on breakpoints, and are bounded, not controlled */
    o.step = 0;
    o.tolerance = 1e100;
    struct pol_job *second = pol_open(&o);
    if (second)
        second->watches_action = true;
    int exit = session_status(second, session_compile(second, spec, by, image));
    pol_close(second);
    return exit;
}

/* ---- what is seen of the body ---- */

static struct local_state local_of(const struct session *s,
                                   const struct explore_state *x)
{
    struct local_state at = {.t = x->t, .extra = x->rest + REF_X - REF_L};
    memcpy(at.R, x->R, sizeof at.R);
    memcpy(at.w, x->w, sizeof at.w);
    memcpy(at.L, x->L, sizeof at.L);
    if (s->job->model->moves) { /* `rest` has the order of the model's state */
        memcpy(at.x, x->rest + REF_X - REF_L, sizeof at.x);
        memcpy(at.v, x->rest + REF_V - REF_L, sizeof at.v);
        at.extra += 6;
    }
    return at;
}

static void look(void *to, const struct explore_state *x)
{
    struct session *s = to;
    const struct local_state at = local_of(s, x);
    if (x->status)
        s->failed_at = *x;
    if (x->status || s->looks == MOST ||
        !(x->orthogonality <= explore_loose(s->explore.rounding)))
        return;
    s->looks++;
    const double rate = local_damping(s->local, &at);
    s->damping = fmax(s->damping, rate);
    s->dampings += rate;
}

void session_chatter(const struct model *m, const char *who, int which,
                     double t)
{
    fprintf(stderr,
            "note: %s about '%s' at t = %.9g: most steps are spent "
            "on this switch;\na slope in place of the jump, as by "
            "saturate(...), hysteresis, or --step H avoids that\n",
            who, m->switched[which], t);
}

static void tell_chatter(void *to, int which, double t)
{
    struct session *s = to;
    progress_clear(&s->progress);
    session_chatter(s->job->model, "chatters", which, t);
}

static void tell_missed(void *to, const struct explore_missed *p)
{
    struct session *s = to;
    progress_clear(&s->progress);
    session_missed(&s->explore, p);
}

/* ---- a step that failed ---- */

/* Where the step that failed is at a time; the state goes on straight lines if
 * it was lost, else it stands still. */
static struct blame blame_at(const struct session *s, double t)
{
    double extra[EXPLORE_FURTHER];
    struct local_state at = local_of(s, &s->failed_at);
    if (s->failed_at.status == POL_STEP_NOT_FINITE && t > at.t)
        at = local_ahead(s->local, &at, t - at.t, extra);
    at.t = t;
    return local_blame(s->local, &at, false);
}

/* Names what has no derivative where an implicit step failed; false: nothing
 * is named. */
static bool find_kink(const struct session *s)
{
    const struct local_state at = local_of(s, &s->failed_at);
    struct blame found = {0};
    if (s->failed_at.status &&
        (s->job->step->advance.solves > 0 || s->job->step->trial.solves > 0))
        found = local_blame(s->local, &at, true);
    if (!found.what)
        return false;
    struct text shown = text_new(s->job->arena);
    text_print(&shown, "%s has no derivative at ", found.what);
    local_point(s->local, &at, found.expr, &shown);
    text_put(&shown, ": ");
    expr_print(found.expr, 60, &shown);
    diag_error(&s->job->diags, found.place, "%s", text_chars(&shown));
    diag_hint(&s->job->diags,
              "implicit methods take derivatives by the state: use an explicit "
              "method, or start elsewhere");
    return true;
}

/* Says what is no number where a step of about h failed, at the first moment at
 * which something is; false: nothing. */
static bool find_blame(const struct session *s, double h)
{
    double good = s->failed_at.t, bad = good;
    struct blame found = {0};
    for (int i = 0; s->failed_at.status && i <= 2 && !found.what; i++) {
        bad = s->failed_at.t + i * h / 2;
        found = blame_at(s, bad);
        good = found.what ? good : bad;
    }
    if (!found.what)
        return false;
    for (int i = 0; i < 60 && good < bad; i++) {
        const double t = good + (bad - good) / 2;
        const struct blame b = blame_at(s, t);
        found = b.what ? b : found;
        *(b.what ? &bad : &good) = t;
    }
    struct text shown = text_new(s->job->arena);
    expr_print(found.expr, 60, &shown);
    diag_error(&s->job->diags, found.place,
               "%s%s is no finite number at t = %s: %s",
               found.is_slope ? "the slope of " : "", found.what,
               shortest(bad).text, text_chars(&shown));
    return true;
}

/* ---- stiff bodies ---- */

/* A test that is damped at the rate k, with what the spec itself defines, for a
 * job of the session's method. */
static pol_image *damped_body(const struct session *s)
{
    const struct model *m = s->job->model;
    struct text text = text_new(s->job->arena);
    text_put(&text, "body test\nparam k = 1e6\ninertia diag(1, 1, 1)\n"
                    "torque body -k*w\nstart w = [1e-3, 0, 0]\nstep 1\n");
    for (int i = 0; i < m->tableaus + m->compositions; i++) {
        syntax own =
            i < m->tableaus ? m->tableau[i] : m->composition[i - m->tableaus];
        text_print(&text, "%.*s\n", (int)own->place.length,
                   m->source->chars + own->place.offset);
    }
    const struct source body = {"test", text_chars(&text), text.length};
    pol_image *image = NULL;
    pol_options o = s->job->options;
    o.method = s->stepper.method;
    o.attitude = "quaternion";
    o.settings = o.signals = o.landings = 0;
    o.fixed = 1;
    struct pol_job *job = pol_open(&o);
    session_compile(job, &body, jit_compiler(), &image);
    pol_close(job);
    return image;
}

/* What one step of 1 s leaves of the rate of a test damped by k; infinite: it
 * fails. */
static double left_of(const pol_stepper *t, double k)
{
    double x[16], par[1], rate[3];
    t->start(x, par);
    par[0] = k;
    if (t->step_once(x, par, NULL, 1) != POL_STEP_OK)
        return INFINITY;
    t->momentum(x, rate);
    return fabs(rate[0]) / 1e-3;
}

#define L_STABLE 0.1 /* is left of what is damped far faster than a step */
#define RINGS    0.5 /* is too much where damping is as fast as steps */

bool session_damps(const struct session *s)
{
    pol_image *image = damped_body(s);
    const double left = image ? left_of(pol_image_stepper(image), 1e6) : 0;
    pol_unload(image);
    return left <= L_STABLE;
}

double session_limit(const struct session *s)
{
    pol_image *image = damped_body(s);
    double limit = INFINITY;
    if (image && left_of(pol_image_stepper(image), 1e6) > L_STABLE) {
        limit = 1;
        while (limit < 1e6 &&
               left_of(pol_image_stepper(image), 1.01 * limit) <= RINGS)
            limit *= 1.01;
    }
    pol_unload(image);
    return limit;
}

/* ---- from its beginning to its end ---- */

bool session_holds(const struct model *m)
{
    return model_kept(m) + m->held <= EXPLORE_KEEPS ||
           !complain("%d values to keep are too many; at most %d",
                     model_kept(m) + m->held, EXPLORE_KEEPS);
}

int session_plan(struct session *s, struct pol_job *job,
                 const struct request *r, bool adaptive)
{
    const struct model *m = job->model;
    session_inputs(job, r);
    *s = (struct session){
        .job = job,
        .watch = {.since = NAN},
        .local = local_new(job->model),
        .explore = {.arena = job->arena,
                    .held = job->model->held,
                    .switches = m->switches,
                    .acts = m->acting - 2 * m->switches,
                    .chatters = tell_chatter,
                    .misses = session_by_time(m) ? tell_missed : NULL,
                    .rounding =
                        job_real(job) == REAL_FLOAT ? FLT_EPSILON : DBL_EPSILON,
                    .damping = &s->damping,
                    .progress = progress_report,
                    .context = &s->progress,
                    .look = look,
                    .watch = &s->watch,
                    .seen = s}};
    if (!session_span(job, r, adaptive, &s->explore, &s->asked))
        return EXIT_FAULT;
    progress_begin(&s->progress);
    return EXIT_DONE;
}

void session_take(struct session *s, const pol_image *image)
{
    s->stepper = *pol_image_stepper(image);
    s->stepper.kept = model_kept(s->job->model);
}

int session_begin(struct session *s, struct pol_job *job, struct request *r,
                  bool adaptive)
{
    job->options.without |= POL_INTERP; /* --sample does without */
    job->watches_action = adaptive && !(r->options.step > 0);
    if (r->plot && !plot_may_go(job, r->plot, "spec", r->operand[0]))
        return session_status(job, POL_NO_FILE);
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status != POL_OK)
        return session_status(job, status);
    const struct step *step = job->step;
    int shown = 0;
    for (int i = 0; i < step->recipe->shows; i++)
        shown += step->shown[i].as->asked ? step->shown[i].numbers.n : 0;
    status = POL_BAD_SPEC;
    if (!session_holds(job->model))
        status = POL_BAD_SPEC;
    else if (shown > EXPLORE_SHOWN)
        complain("%d numbers of the attitude to show are too many; at most %d",
                 shown, EXPLORE_SHOWN);
    else
        status = pol_load(job, r->compiler, &r->image[0]);
    int exit = session_status(job, status);
    if (exit != EXIT_DONE)
        return exit;
    exit = session_plan(s, job, r, adaptive);
    session_take(s, r->image[0]);
    if (exit == EXIT_DONE && !session_slender(job, r))
        exit = session_status(job, POL_BAD_SPEC);
    return exit;
}

#define SMALLER "use a smaller --step"
#define LARGER                                                                 \
    "use a larger --tolerance, or `at` where the torque is discontinuous"

/* By the status of the step. */
static const struct {
    const char *what, *hint;
} failures[] = {
    {"Newton's iteration did not converge", LARGER},
    [POL_STEP_NOT_CONVERGED] = {"Newton's iteration did not converge", SMALLER},
    [POL_STEP_TOO_LARGE] = {"the body turns too far in one step", SMALLER},
    [POL_STEP_SINGULAR] = {"the attitude's numbers are singular there",
                           "use another --attitude"},
    [POL_STEP_TOO_SMALL] = {"it would have to be smaller than the least",
                            LARGER},
    [POL_STEP_REJECTED] = {"its error stays above the tolerance, however small "
                           "it is",
                           LARGER},
    [POL_STEP_NOT_FINITE] = {"the state is no longer finite", SMALLER},
    [POL_STEP_UNFINISHED] = {"as many steps as there may be are taken",
                             "use a larger --tolerance, --step H, or `most` of "
                             "`step adaptive`"},
    [POL_STEP_NOT_POSITIVE] = {"the inertia or the mass is not positive",
                               "other params"},
    [POL_STEP_NOT_PHYSICAL] = {"no body has these moments of inertia",
                               "other params"},
};
enum { FAILURES = sizeof failures / sizeof *failures };

const char *session_failure(int status)
{
    return failures[(unsigned)status < FAILURES ? status : 0].what;
}

double session_bound(const struct pol_job *job)
{
    return explore_loose(job_real(job) == REAL_FLOAT ? FLT_EPSILON
                                                     : DBL_EPSILON);
}

void session_loose(const struct pol_job *job, const char *who,
                   const struct explore_seen *w)
{
    if (!isnan(w->since))
        fprintf(stderr,
                "warning: %sR is not a rotation: |R'R - 1| is %.2g at the end, "
                "and above %g\nsince t = %.9g; renormalise the attitude, or "
                "take a method that turns it, as rkmk\n",
                who, w->off, session_bound(job), w->since);
}

/* A turn in a step that comes near to what the method holds for, or that no
 * row shows. */
static void tell_turn(const struct session *s)
{
    const struct recipe *r = s->job->step->recipe;
    const double limit = TURN * r->promise.turn;
    if (limit > 0 && s->watch.turn > 0.8 * limit)
        fprintf(stderr,
                "note: the body turns by up to %.3g rad in a step; %s holds "
                "for less than %.3g\n",
                s->watch.turn, s->stepper.method, limit);
    else if (s->watch.turn > TURN / 2 && recipe_order(r) < ORDER_EXACT)
        fprintf(stderr, "note: the body turns by up to %.3g rad in a step\n",
                s->watch.turn);
}

int session_end(const struct session *s, enum explore_status status,
                const struct explore_state *end, bool is_text)
{
    const double h = s->explore.h, damped = h * s->damping;
    const bool as_asked = !(fabs(h - s->asked) > 1e-9 * s->asked);
    /* "step 0.25 (asked for 0.3: until 1 is no multiple)": on stdout, or, for
     * output that is read by programs, on stderr where it is not as asked */
    FILE *to = is_text ? stdout : stderr;
    if (h > 0 && as_asked && is_text)
        fprintf(to, "step %.9g\n", s->asked);
    else if (h > 0 && !as_asked)
        fprintf(to, "%sstep %.9g (asked for %.9g: until %.9g is no multiple)\n",
                is_text ? "" : "note: ", h, s->asked, s->explore.t_end);
    if (damped > 2 && !session_damps(s))
        fprintf(stderr,
                "note: damping is fast beside the steps (h times its rate is "
                "%.3g), and the method is not\nL-stable; "
                "--method 'rkmk(radau_iia(2))' or be is\n",
                damped);
    session_loose(s->job, "", &s->watch);
    tell_turn(s);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    if (status != EXPLORE_FAILED)
        return EXIT_DONE;
    int failure = (unsigned)end->status < FAILURES ? end->status : 0;
    complain("step %ld, at t = %s, failed: %s", end->steps + 1,
             shortest(end->t).text, session_failure(failure));
    if (!find_blame(s, h > 0 ? h : s->failed_at.largest) && !find_kink(s))
        fprintf(stderr, "hint: %s\n", failures[failure].hint);
    return EXIT_FAULT;
}
