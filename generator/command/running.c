/* SPDX-License-Identifier: MIT
 *
 * Runs: a stepper is loaded; how long and in which steps, what is seen of the
 * body while it runs, how it ends.  The states of a run tell that the body is
 * stiff, and why a step found no numbers.
 */
#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/motion.h"

/* Derivatives are looked at so often, over all runs of a command. */
enum { MOST = 40 };

/* ---- loading ---- */

/* What `run` and `drift` have room for. */
static bool has_room(const struct pol_job *job)
{
    const struct step *s = job->step;
    int kept = job->model->keeps, shown = 0;
    for (int i = 0; i < s->recipe->shows; i++)
        shown += s->shown[i].as->asked ? s->shown[i].numbers.n : 0;
    if (kept > EXPLORE_KEEPS)
        complain("%d values to keep are too many; at most %d", kept,
                 EXPLORE_KEEPS);
    else if (shown > EXPLORE_SHOWN)
        complain("%d numbers of the attitude to show are too many; at most %d",
                 shown, EXPLORE_SHOWN);
    return kept <= EXPLORE_KEEPS && shown <= EXPLORE_SHOWN;
}

static double until_of(const struct pol_job *job, const struct request *r)
{
    const struct number *until = job->model->until;
    return r->until > 0 ? r->until : until ? number_double(until) : 1;
}

/* Files that end before the run does, or begin after it. */
static void tell_ends(const struct pol_job *job, const struct request *r)
{
    const struct series *s = &job->model->series;
    double start = number_double(job->model->start_t);
    double end = start + until_of(job, r) * (1 - 1e-9);
    static const char text[] = "note: %s time, %.9g s, '%s' is as there (%s)\n";
    for (int i = 0; i < s->files; i++) {
        const struct series_file *f = &s->file[i];
        const char *path = f->source->path;
        if (f->first > start)
            fprintf(stderr, text, "before its first", f->first, f->input, path);
        if (f->last < end)
            fprintf(stderr, text, "after its last", f->last, f->input, path);
    }
}

/* What the inputs are while it runs. */
static void tell_inputs(const struct pol_job *job, const struct request *r)
{
    const struct model *m = job->model;
    bool signals = false;
    for (int i = 0; i < m->inputs; i++) {
        signals |= m->input[i].signal.n > 0;
        if (!m->input[i].signal.n)
            fprintf(stderr,
                    "note: the input '%s' has no signal and is 0; "
                    "--input '%s = ...'\n",
                    m->input[i].name, m->input[i].name);
    }
    tell_ends(job, r);
    if (job->options.inputs == POL_HOLD)
        fprintf(stderr, "note: %s\n",
                signals ? "inputs are held from the start of each step, "
                          "which is of order 1"
                        : "--hold changes nothing: no input has a signal");
}

int session_load(struct pol_job *job, struct request *r)
{
    job->options.without |= POL_INTERP; /* --sample does without */
    pol_status status = pol_read(job, r->operand[0]);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status == POL_OK && !has_room(job))
        status = POL_BAD_SPEC;
    if (status == POL_OK)
        status = pol_load(job, r->compiler, &r->image[0]);
    int exit = session_status(job, status);
    if (exit == EXIT_DONE)
        tell_inputs(job, r);
    return exit;
}

/* ---- how long, and in which steps ---- */

/* Does the real type hold an option's number? */
static bool fits(const struct pol_job *job, const char *option, double x)
{
    enum fit fit = number_fit(number_of_double(job->arena, x), job_real(job));
    if (fit != FIT_WELL)
        complain("%s %g is too %s for a %s", option, x,
                 fit == FIT_TOO_LARGE ? "large" : "small",
                 job_real(job) == REAL_FLOAT ? "float" : "double");
    return fit == FIT_WELL;
}

/* Breakpoints that are said, and come after the end. */
static void tell_beyond(const struct pol_job *job, double until)
{
    double end = number_double(job->model->start_t) + until;
    const pol_options *o = &job->options;
    for (int i = 0; i < o->landings; i++)
        if (o->landing[i] > end) {
            fprintf(stderr,
                    "note: --at %s lies beyond the end of the run, at t = %s\n",
                    shortest(o->landing[i]).text, shortest(end).text);
            return;
        }
}

/* A leap that steps of one size go across. */
static void tell_jumps(const struct pol_job *job, double until)
{
    const struct model *m = job->model;
    double start = number_double(m->start_t), first = INFINITY;
    for (int i = 0; i < m->breaks; i++) {
        struct value time = {.n = 1, .x = {m->breakpoint[i].time}};
        time = model_at_defaults(m, time);
        double t = expr_is_const(time.x[0]) ? number_double(time.x[0]->number)
                                            : INFINITY;
        if (!m->breakpoint[i].is_kink && t > start && t < start + until)
            first = fmin(first, t);
    }
    for (int i = 0; i < m->series.files; i++) {
        const struct series_file *f = &m->series.file[i];
        if (f->holds && f->first < f->last && f->first < start + until)
            first = fmin(first, f->first);
    }
    if (isfinite(first) && job->options.inputs != POL_HOLD)
        fprintf(stderr,
                "note: torque or force is discontinuous (from t = %.9g on): "
                "across a jump steps of\none size are of order 1; adaptive "
                "ones end there\n",
                first);
}

bool session_span(const struct pol_job *job, const struct request *r,
                  bool adaptive, struct span *span)
{
    const struct model *m = job->model;
    if (!fits(job, "--step", r->options.step) ||
        !fits(job, "--until", r->until))
        return false;
    *span = (struct span){.until = until_of(job, r)};
    double exact;
    if (r->sample > 0 && r->sample < span->until &&
        explore_steps(span->until, r->sample, &exact) == 0) {
        complain("%g s with a sample every %g s are too many samples",
                 span->until, r->sample);
        return false;
    }
    if (adaptive && job->step->recipe->adaptive) {
        if (m->held)
            complain("--hold holds inputs over steps of one size: --step H");
        else
            tell_beyond(job, span->until);
        return !m->held;
    }
    span->asked = r->options.step > 0 ? r->options.step
                  : m->step           ? number_double(m->step)
                                      : 0;
    if (span->asked <= 0) {
        complain(m->adaptive ? "steps of one size are compared: --step H"
                             : "no step size: write `step` in the spec, or "
                               "--step");
        return false;
    }
    if (explore_steps(span->until, span->asked, &span->step) == 0) {
        complain("%g s in steps of %g s are too many steps", span->until,
                 span->asked);
        return false;
    }
    if (job->step && job->step->recipe->promise.order > 1)
        tell_jumps(job, span->until);
    return true;
}

/* ---- what is seen of the body ---- */

static struct local_state local_of(const struct explore_state *x)
{
    struct local_state at = {.t = x->t};
    memcpy(at.R, x->R, sizeof at.R);
    memcpy(at.w, x->w, sizeof at.w);
    memcpy(at.L, x->L, sizeof at.L);
    memcpy(at.x, x->x, sizeof at.x);
    memcpy(at.v, x->v, sizeof at.v);
    return at;
}

static void look(void *to, const struct explore_state *x)
{
    struct session *s = to;
    const struct local_state at = local_of(x);
    if (x->status)
        s->failed_at = *x;
    else if (s->looks++ < MOST)
        s->damping = fmax(s->damping, local_damping(s->local, &at));
}

/* ---- a step that failed ---------------------------------------------------
 */

/* Says what is no number where a step of about h failed; false: nothing.  The
 * state stands still while time goes through the step, to the first moment at
 * which something is no number. */
static bool find_blame(const struct session *s, double h)
{
    struct local_state at = local_of(&s->failed_at);
    double good = at.t, bad = at.t;
    struct blame found = {0};
    for (int i = 0; s->failed_at.status && i <= 2 && !found.what; i++) {
        at.t = bad = s->failed_at.t + i * h / 2;
        found = local_blame(s->local, &at);
        good = found.what ? good : bad;
    }
    if (!found.what)
        return false;
    for (int i = 0; i < 60 && good < bad; i++) {
        at.t = good + (bad - good) / 2;
        const struct blame b = local_blame(s->local, &at);
        found = b.what ? b : found;
        *(b.what ? &bad : &good) = at.t;
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

/* w' = -w, so strongly damped that a step of 1 s leaves nothing of w if the
 * method is L-stable; with what the spec itself defines. */
static const char *test_body(const struct model *m)
{
    struct text text = text_new(pool_arena(m->pool));
    text_put(&text, "body test\ninertia diag(1, 1, 1)\ntorque body -1e6*w\n"
                    "start w = [1e-3, 0, 0]\nstep 1\n");
    for (int i = 0; i < m->tableaus; i++)
        text_print(&text, "%.*s\n", (int)m->tableau[i]->place.length,
                   m->source->chars + m->tableau[i]->place.offset);
    for (int i = 0; i < m->compositions; i++)
        text_print(&text, "%.*s\n", (int)m->composition[i]->place.length,
                   m->source->chars + m->composition[i]->place.offset);
    return text_chars(&text);
}

/* What is left of w after a step of the method; NaN: it does not take that
 * body. */
static double left_of_test(const struct session *s)
{
    const char *text = test_body(s->job->model);
    const struct source body = {"test", text, strlen(text)};
    pol_image *image = NULL;
    pol_options o = s->job->options;
    o.method = s->stepper.method;
    o.attitude = "quaternion";
    o.settings = o.signals = o.landings = 0;
    o.fixed = 1;
    struct pol_job *job = pol_open(&o);
    pol_status status = session_compile(job, &body, POL_TCC, &image);
    double x[16], rate[3], left = NAN;
    if (status == POL_OK) {
        const pol_stepper *t = pol_image_stepper(image);
        t->start(x, NULL);
        left = INFINITY;
        if (t->step_once(x, NULL, NULL, 1) == POL_STEP_OK) {
            t->momentum(x, rate);
            left = fabs(rate[0]) / 1e-3;
        }
    }
    pol_unload(image);
    pol_close(job);
    return left;
}

/* A note if steps of h are large for a damped body and this method. */
static void tell_stiff(const struct session *s, double h)
{
    const double damped = h * s->damping;
    if (damped > 2 && left_of_test(s) > 0.1)
        fprintf(stderr,
                "note: damping is fast beside the steps (h times its rate is "
                "%.3g), and the method is not\nL-stable; "
                "--method 'rkmk(radau_iia(2))' or be is\n",
                damped);
}

/* ---- from its beginning to its end ---- */

bool session_begin(struct session *s, struct pol_job *job,
                   const struct request *r, bool adaptive)
{
    *s = (struct session){.job = job,
                          .stepper = *pol_image_stepper(r->image[0]),
                          .local = local_new(job->model)};
    s->stepper.kept -= job->model->held;
    if (!session_span(job, r, adaptive, &s->span))
        return false;
    s->explore = (struct explore){.arena = job->arena,
                                  .t_end = s->span.until,
                                  .h = s->span.step,
                                  .held = job->model->held,
                                  .damping = &s->damping,
                                  .progress = progress_report,
                                  .context = &s->progress,
                                  .look = look,
                                  .seen = s};
    progress_begin(&s->progress);
    return true;
}

double session_held(const struct session *s, double step)
{
    return job_real(s->job) == REAL_FLOAT ? (double)(float)step : step;
}

/* "step 0.25 (asked for 0.3: until 1 is no multiple)": on stdout, or, for
 * output that is read by programs, on stderr where it is not as asked for. */
static void tell_step(const struct span *s, bool is_text)
{
    bool as_asked = !(fabs(s->step - s->asked) > 1e-9 * s->asked);
    FILE *to = is_text ? stdout : stderr;
    if (s->step <= 0 || (as_asked && !is_text))
        return;
    fprintf(to, "%sstep %.9g",
            is_text ? "" : "note: ", as_asked ? s->asked : s->step);
    if (!as_asked)
        fprintf(to, " (asked for %.9g: until %.9g is no multiple)", s->asked,
                s->until);
    fprintf(to, "\n");
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
};
enum { FAILURES = sizeof failures / sizeof *failures };

int session_end(const struct session *s, enum explore_status status,
                const struct explore_state *end, bool is_text)
{
    const double h = s->explore.h;
    tell_step(&s->span, is_text);
    tell_stiff(s, h);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    if (status != EXPLORE_FAILED)
        return EXIT_DONE;
    int failure = (unsigned)end->status < FAILURES ? end->status : 0;
    complain("step %ld, at t = %s, failed: %s", end->steps + 1,
             shortest(end->t).text, failures[failure].what);
    if (!find_blame(s, h))
        fprintf(stderr, "hint: %s\n", failures[failure].hint);
    return EXIT_FAULT;
}
