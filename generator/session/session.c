/* SPDX-License-Identifier: MIT
 *
 * Runs: loading a stepper, observing the body during the run, ending it.  The
 * states of a run show that the body is stiff, and why a step found no finite
 * numbers.
 */
#include "session/session.h"

#include <math.h>
#include <string.h>

#include "catalogue/facts.h"

/* Number of looks at derivatives, over all runs of a command. */
enum { MOST = 40 };

/* ---- the reference ---- */

/* The explicit pair of highest order on the shelf; NULL with messages if a
 * tableau of the shelf has an error. */
static const struct tableau *most_accurate(struct pol_job *job)
{
    struct kit kit = job_kit(job);
    const char *const *call;
    int n = tableau_calls(&kit, 0, &call);
    const struct tableau *best = NULL;
    for (int i = 0; i < n; i++) {
        struct listed f; /* building all of them is slow */
        const struct shelf_file *file =
            shelf_find(kit.shelf, SHELF_TABLEAU,
                       text_format(job->arena, "%.*s",
                                   (int)strcspn(call[i], "("), call[i]));
        if (best && file && facts_stored(&kit, file, &f) &&
            (f.properties & FACT_IMPLICIT || !(f.properties & FACT_PAIR) ||
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
                      pol_options o, pol_compiler by)
{
    const struct tableau *t = most_accurate(job);
    if (!t)
        return EXIT_FAULT;
    o.method = text_format(job->arena, "rkmk(%s, form = rate, dexpinv = exact)",
                           t->name);
    o.attitude = "quaternion";
    o.map = "exp";
    o.fixed = 0; /* steps end on breakpoints; their size is only bounded */
    o.step = 0;
    o.tolerance = 1e100;
    struct pol_job *second = pol_open(&o);
    if (second) {
        second->additions.keeps_loads = true;
        second->notes = job->notes;
    }
    int exit = session_status(
        second, session_compile(second, spec, by, &job->image[JOB_REFERENCE]));
    pol_close(second);
    return exit;
}

/* ---- conserved values ---- */

void session_kept(struct pol_job *job, double until, bool any_params,
                  double kept[DRIFT_COLUMNS])
{
    struct model run = *job->model; /* a copy with the facts of this run */
    const struct model *m = &run;
    expr f[5 + EXPLORE_KEEPS];
    run.any_params = any_params;
    if (fabs(until) > 0)
        run.facts.until = number_of_double(job->arena, until);
    model_watched(m, f);
    for (int i = 0; i < DRIFT_ORTHOGONALITY; i++)
        kept[i] = invariant_of(m, f[i]);
    kept[DRIFT_ORTHOGONALITY] = INVARIANT_YES;
    for (int i = 0; m->moves && i < 3; i++)
        kept[DRIFT_VELOCITY + i] = invariant_of(m, m->v.x[i]);
    for (int i = 0; i < model_kept(m); i++)
        kept[DRIFT_KEEP + i] = invariant_of(m, f[5 + i]);
}

/* ---- observations of the body ---- */

static struct local_state local_of(const struct explore_state *x)
{
    return (struct local_state){x->t, x->R, x->w, x->rest};
}

static void observe_damping(void *to, const struct explore_state *x)
{
    struct session *s = to;
    const struct local_state at = local_of(x);
    if (x->status)
        s->failed_at = *x;
    if (x->status || s->observations == MOST ||
        !(x->orthogonality <= explore_rotation_bound(s->explore.rounding)))
        return;
    s->observations++;
    const double rate = local_damping(s->local, &at);
    s->damping = fmax(s->damping, rate);
    s->dampings += rate;
}

void session_chatter(const struct pol_job *job, const char *who, int which,
                     double t)
{
    session_note(job,
                 "note: %s about '%s' at t = %.9g: most steps are spent "
                 "on this switch;\na slope in place of the jump, as by "
                 "saturate(...), hysteresis, or --step H avoids that\n",
                 who, job->model->switched[which], t);
}

static void note_chatter(void *to, int which, double t)
{
    struct session *s = to;
    progress_clear(&s->progress);
    session_chatter(s->job, "chatters", which, t);
}

/* Notes a pulse that adaptive steps would have passed over. */
static void warn_missed(void *to, const struct explore_missed *p)
{
    const struct session *s = to;
    const int kind = p->part->kind;
    const bool has_name = kind >= POL_WHEEL;
    progress_clear(&s->progress);
    session_note(s->job,
                 "note: the %s%s%s changes by %.3g %s within %.3g s near t = "
                 "%.9g;\na step of %.3g s would pass over it, so this run "
                 "lands there; for emitted code\nwrite ",
                 kind == POL_MOMENTUM   ? "torque"
                 : kind == POL_VELOCITY ? "acceleration"
                                        : "rate of '",
                 has_name ? p->part->name : "", has_name ? "'" : "", p->change,
                 kind == POL_STATE      ? "1/s"
                 : kind == POL_VELOCITY ? "m/s^2"
                                        : "N m",
                 p->width, p->at, p->step);
    if (s->explore.t_end > 0) /* a landing is never before the start */
        session_note(s->job, "`at [%.9g]` or ", p->at);
    session_note(s->job, "`step adaptive(max = %.2g)`\n", p->width);
}

/* True if torque or force depends on time explicitly, not by the motion. */
static bool changes_by_time(const struct model *m)
{
    bool loads = m->has_signals || (m->uses & USES_T);
    for (int i = 0; i < m->inputs; i++)
        loads = loads || (m->input[i].signal.n > 0 && (m->uses & USES_INPUT));
    return loads;
}

/* ---- a step that failed ---- */

/* The blame at time t of the failed step; extrapolates the state along straight
 * lines if it was lost, else keeps it. */
static struct blame blame_at(const struct session *s, double t)
{
    struct local_state at = local_of(&s->failed_at);
    if (s->failed_at.status == POL_STEP_NOT_FINITE && t > at.t)
        at = local_extrapolate(s->local, &at, t - at.t);
    at.t = t;
    return local_blame(s->local, &at, false);
}

/* Names an expression without a derivative at which an implicit step failed;
 * false if there is none. */
static bool find_kink(const struct session *s)
{
    const struct local_state at = local_of(&s->failed_at);
    struct blame found = {0};
    if (s->failed_at.status && (s->job->step->advance.solves > 0 ||
                                s->job->step->adaptive.trial.solves > 0))
        found = local_blame(s->local, &at, true);
    if (!found.subject)
        return false;
    struct text shown = text_new(s->job->arena);
    text_print(&shown, "%s has no derivative at ", found.subject);
    local_point(s->local, &at, found.expr, &shown);
    text_put(&shown, ": ");
    expr_print(found.expr, 60, &shown);
    diag_error(&s->job->diags, found.place, "%s", text_chars(&shown));
    diag_hint(&s->job->diags,
              "implicit methods take derivatives by the state: use an explicit "
              "method, or start elsewhere");
    return true;
}

/* Names the expression that is not finite in a failed step of about h, at the
 * first moment at which one is; false if there is none. */
static bool find_blame(const struct session *s, double h)
{
    double good = s->failed_at.t, bad = good;
    struct blame found = {0};
    for (int i = 0; s->failed_at.status && i <= 2 && !found.subject; i++) {
        bad = s->failed_at.t + i * h / 2;
        found = blame_at(s, bad);
        good = found.subject ? good : bad;
    }
    if (!found.subject)
        return false;
    for (int i = 0; i < 60 && good < bad; i++) {
        const double t = good + (bad - good) / 2;
        const struct blame b = blame_at(s, t);
        found = b.subject ? b : found;
        *(b.subject ? &bad : &good) = t;
    }
    struct text shown = text_new(s->job->arena);
    expr_print(found.expr, 60, &shown);
    diag_error(&s->job->diags, found.place,
               "%s%s is no finite number at t = %s: %s",
               found.is_slope ? "the slope of " : "", found.subject,
               shortest(bad).text, text_chars(&shown));
    return true;
}

/* ---- stiff bodies ---- */

/* A test body damped at the rate k, by the session's method, with the tableaus
 * and compositions that the spec defines. */
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
    pol_options o = s->job->options;
    o.method = s->stepper.method;
    o.attitude = "quaternion";
    o.settings = o.signals = o.landings = 0;
    o.fixed = 1;
    return session_image(&o, &body);
}

/* The fraction of a rate that one step of 1 s leaves at damping k; infinite if
 * the step fails. */
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

#define L_STABLE 0.1 /* maximum left if damping is far faster than steps */
#define RINGS    0.5 /* maximum left if damping is as fast as steps */

/* A method is L-stable if a step with w' = -1e6 w shows it, or if the method
 * does not take that body. */
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

/* ---- from begin to end ---- */

bool session_holds(const struct pol_job *job)
{
    const struct model *m = job->model;
    return model_kept(m) + m->held <= EXPLORE_KEEPS ||
           !session_complain(job, "%d values to keep are too many; at most %d",
                             model_kept(m) + m->held, EXPLORE_KEEPS);
}

int session_plan(struct session *s, struct pol_job *job,
                 const struct span *span, bool adaptive)
{
    const struct model *m = job->model;
    session_inputs(job, span->until);
    *s = (struct session){
        .job = job,
        .quality = {.since = NAN},
        .local = local_new(job->model),
        .explore = {.arena = job->arena,
                    .held = job->model->held,
                    .switches = m->switches,
                    .loads = m->loads - 2 * m->switches,
                    .chatters = note_chatter,
                    .misses = changes_by_time(m) ? warn_missed : NULL,
                    .rounding = job_epsilon(job),
                    .damping = &s->damping,
                    .progress = progress_report,
                    .context = &s->progress,
                    .observe = observe_damping,
                    .quality = &s->quality,
                    .observe_context = s}};
    if (!session_span(job, span, adaptive, &s->explore, &s->requested_step))
        return EXIT_FAULT;
    progress_begin(&s->progress);
    s->progress.is_part = job->notes != NULL;
    return EXIT_DONE;
}

void session_take(struct session *s, const pol_image *image)
{
    s->stepper = *pol_image_stepper(image);
    s->stepper.kept = model_kept(s->job->model);
}

int session_begin(struct session *s, struct pol_job *job, const char *spec,
                  const struct span *span, pol_compiler by, bool adaptive)
{
    job->options.without |= POL_INTERP; /* --sample does not need it */
    job->additions.keeps_loads = adaptive && !(span->step > 0);
    pol_status status = pol_read(job, spec);
    if (status == POL_OK)
        status = pol_derive(job);
    if (status != POL_OK)
        return session_status(job, status);
    const struct step *step = job->step;
    int shown = 0;
    for (int i = 0; i < step->recipe->shows; i++)
        shown += step->offer.shown[i].representation->is_requested
                     ? step->offer.shown[i].numbers.n
                     : 0;
    status = POL_BAD_SPEC;
    if (!session_holds(job))
        status = POL_BAD_SPEC;
    else if (shown > EXPLORE_SHOWN)
        session_complain(
            job, "%d numbers of the attitude to show are too many; at most %d",
            shown, EXPLORE_SHOWN);
    else
        status = pol_load(job, by, &job->image[JOB_STEPPER]);
    int exit = session_status(job, status);
    if (exit != EXIT_DONE)
        return exit;
    exit = session_plan(s, job, span, adaptive);
    session_take(s, job->image[JOB_STEPPER]);
    if (exit == EXIT_DONE && !session_slender(job, span))
        exit = session_status(job, POL_BAD_SPEC);
    return exit;
}

void session_warn_rotation(const struct pol_job *job, const char *who,
                           const struct run_quality *w)
{
    if (!isnan(w->since))
        session_note(
            job,
            "warning: %sR is not a rotation: |R'R - 1| is %.2g at the end, "
            "and above %g\nsince t = %.9g; renormalise the attitude, or "
            "take a method that turns it, as rkmk\n",
            who, w->orthogonality, explore_rotation_bound(job_epsilon(job)),
            w->since);
}

/* Notes a turn in a step that is near the limit of the method, or that rows do
 * not show. */
static void warn_large_turn(const struct session *s)
{
    const struct recipe *r = s->job->step->recipe;
    const double limit = TURN * r->promise.turn;
    if (limit > 0 && s->quality.turn > 0.8 * limit)
        session_note(
            s->job,
            "note: the body turns by up to %.3g rad in a step; %s holds "
            "for less than %.3g\n",
            s->quality.turn, s->stepper.method, limit);
    else if (s->quality.turn > TURN / 2 && recipe_order(r) < ORDER_EXACT)
        session_note(s->job,
                     "note: the body turns by up to %.3g rad in a step\n",
                     s->quality.turn);
}

/* Reports why a step failed; returns the exit status. */
static int note_failure(const struct session *s,
                        const struct explore_state *end)
{
    const struct explore_fault *fault = explore_fault(end->status);
    if (end->status == POL_STEP_TOO_MANY_EVENTS) {
        const struct model_event *e = &s->job->model->event[end->event];
        const char *limit =
            e->limit == MODEL_NO_LIMIT
                ? "without end"
                : text_format(s->job->arena, "more often than its limit, %ld",
                              e->limit);
        session_complain(
            s->job,
            e->is_section ? "at t = %s: the %s is crossed %s, or faster than "
                            "time resolves"
                          : "at t = %s: event '%s' happens %s, or faster than "
                            "time resolves",
            shortest(end->t).text, e->name, limit);
        session_note(s->job,
                     e->is_section
                         ? "hint: does its value stay at 0, up to rounding?\n"
                         : "hint: a bounce that shortens without end has to "
                           "stop, or to rest\n");
        return EXIT_FAULT;
    }
    session_complain(s->job, "step %ld, at t = %s, failed: %s", end->steps + 1,
                     shortest(end->t).text, fault->text);
    if (!find_blame(s,
                    s->explore.h > 0 ? s->explore.h : s->failed_at.largest) &&
        !find_kink(s))
        session_note(s->job, "hint: %s\n", fault->hint);
    return EXIT_FAULT;
}

int session_end(const struct session *s, enum explore_status status,
                const struct explore_state *end, struct text *text)
{
    const double h = s->explore.h, damped = h * s->damping;
    const bool as_asked =
        !(fabs(h - s->requested_step) > 1e-9 * s->requested_step);
    const char *step = text_format(
        s->job->arena,
        as_asked ? "step %.9g\n"
                 : "step %.9g (asked for %.9g: until %.9g is no multiple)\n",
        as_asked ? s->requested_step : h, s->requested_step, s->explore.t_end);
    if (h > 0 && text)
        text_put(text, step);
    else if (h > 0 && !as_asked)
        session_note(s->job, "note: %s", step);
    if (damped > 2 && isfinite(session_limit(s)))
        session_note(s->job,
                     "note: damping is fast for these steps (h times its "
                     "rate is %.3g), and the method is not\nL-stable; --method "
                     "'rkmk(radau_iia(2))' or be is\n",
                     damped);
    session_warn_rotation(s->job, "", &s->quality);
    warn_large_turn(s);
    if (status == EXPLORE_STOPPED)
        return EXIT_INTERRUPTED;
    if (status != EXPLORE_FAILED)
        return EXIT_DONE;
    return note_failure(s, end);
}
