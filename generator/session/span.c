/* SPDX-License-Identifier: MIT
 *
 * The length of a run and its steps; its inputs, and places on the way that are
 * not smooth.
 */
#include "session/session.h"

#include <math.h>

double session_until(const struct pol_job *job, double until)
{
    const num own = job->model->facts.until;
    return fabs(until) > 0 ? until : own ? number_double(own) : 1;
}

void session_inputs(const struct pol_job *job, double until)
{
    static const char text[] = "note: %s time, %.9g s, '%s' is constant (%s)\n";
    const struct model *m = job->model;
    bool signals = false, smooth = false; /* some signals change within steps */
    for (int i = 0; i < m->inputs; i++) {
        signals |= m->input[i].signal.n > 0;
        smooth |=
            m->input[i].signal.n > 0 && !model_is_stepwise(m, &m->input[i]);
        if (!m->input[i].signal.n)
            session_note(job,
                         "note: the input '%s' has no signal and is 0; "
                         "--input '%s = ...'\n",
                         m->input[i].name, m->input[i].name);
    }
    double start = number_double(m->facts.start_t);
    double end = start + session_until(job, until) * (1 - 1e-9);
    for (int i = 0; i < m->series.files; i++) {
        const struct series_file *f = &m->series.file[i];
        const char *path = f->source->path;
        if (f->first > fmin(start, end))
            session_note(job, text, "before its first", f->first, f->input,
                         path);
        if (f->last < fmax(start, end))
            session_note(job, text, "after its last", f->last, f->input, path);
    }
    if (job->options.inputs == POL_HOLD)
        session_note(
            job, "note: %s\n",
            smooth
                ? "inputs are held from the start of each step, which limits "
                  "the order to 1"
            : signals ? "inputs are held from the start of each step; their "
                        "signals are constant between jumps, too"
                      : "--hold changes nothing: no input has a signal");
}

/* True if the real type holds the number of an option. */
static bool fits(const struct pol_job *job, const char *option, double x)
{
    enum fit fit = number_fit(number_of_double(job->arena, x), job_real(job));
    if (fit != FIT_WELL)
        session_complain(job, "%s %g is too %s for a %s", option, x,
                         fit == FIT_TOO_LARGE ? "large" : "small",
                         job_real(job) == REAL_FLOAT ? "float" : "double");
    return fit == FIT_WELL;
}

/* Notes rows of held files inside steps of this size; returns the time of the
 * first jump there, or INFINITY. */
static double note_passed_rows(const struct pol_job *job, double until,
                               double h)
{
    const struct model *m = job->model;
    const double start = number_double(m->facts.start_t);
    const struct pol_table *t = m->series.table; /* SERIES_HARD */
    double first = INFINITY;
    long inside = 0;
    for (long i = 0; t && i < t->rows; i++) {
        const double at = copysign(1, until) * (t->time[i] - start);
        const double steps = at / h;
        const double slight = 8 * job_epsilon(job) * (fabs(t->time[i]) + h);
        if (t->value[i] <= 0 || at <= slight || at >= fabs(until) - slight ||
            fabs(steps - round(steps)) * h <= slight)
            continue;
        first = inside++ ? first : t->time[i];
    }
    if (inside)
        session_note(
            job,
            "note: steps pass over %ld row%s at which signals jump, first at t "
            "= %.9g: such steps are\nof order 1; adaptive steps end on rows\n",
            inside, inside == 1 ? "" : "s", first);
    return first;
}

/* Finds the first jump of torque or force, or else kink, that steps of one size
 * go across.  Stages see a jump at the end, too, but no warning is due. */
static void find_rough(const struct pol_job *job, struct explore *run)
{
    const struct model *m = job->model;
    const double start = number_double(m->facts.start_t);
    const double end = start + run->t_end;
    double first[2] = {INFINITY, INFINITY}; /* jump, kink */
    bool ends = false;
    for (int i = 0; i < m->breaks; i++) {
        struct value time = {.n = 1, .x = {m->breakpoint[i].time}};
        time = model_at_defaults(m, time);
        double t = expr_is_const(time.x[0]) ? number_double(time.x[0]->number)
                                            : INFINITY;
        double *to = &first[m->breakpoint[i].default_kink];
        ends |= t == end && !m->breakpoint[i].default_kink;
        if (!m->breakpoint[i].is_idle && t > fmin(start, end) &&
            t < fmax(start, end))
            *to = fmin(*to, t);
    }
    for (int i = 0; i < m->series.files; i++) {
        const struct series_file *f = &m->series.file[i];
        if (!f->holds && f->first < f->last && f->first < fmax(start, end))
            first[1] = fmin(first[1], f->first);
    }
    const bool notes = !job->step || job->step->recipe->promise.order > 1;
    if (isfinite(first[0]) && job->options.inputs != POL_HOLD && notes)
        session_note(
            job,
            "note: torque or force is discontinuous (from t = %.9g on): "
            "across a jump steps of\none size are of order 1; adaptive "
            "ones end there\n",
            first[0]);
    if (notes)
        first[0] = fmin(first[0], note_passed_rows(job, run->t_end, run->h));
    if (ends)
        first[0] = fmin(first[0], end);
    run->rough = isfinite(first[0]) ? 1 : isfinite(first[1]) ? 2 : 0;
    run->rough_at = run->rough == 1 ? first[0] : first[1];
}

/* Adaptive steps need only an end; false with a message. */
static bool take_adaptive(const struct pol_job *job, double until)
{
    const pol_options *o = &job->options;
    const double end = number_double(job->model->facts.start_t) + until;
    if (job->model->held)
        return !session_complain(
            job, "--hold holds inputs over steps of one size: --step H");
    for (int i = 0; i < o->landings && until > 0; i++)
        if (o->landing[i] > end) {
            session_note(
                job,
                "note: --at %s lies beyond the end of the run, at t = %s\n",
                shortest(o->landing[i]).text, shortest(end).text);
            break;
        }
    return true;
}

bool session_span(const struct pol_job *job, const struct span *span,
                  bool adaptive, struct explore *run, double *requested)
{
    const struct model *m = job->model;
    if (!fits(job, "--step", span->step) || !fits(job, "--until", span->until))
        return false;
    run->t_end = session_until(job, span->until);
    run->h = *requested = 0;
    run->gyro = m->has_gyro;
    if (span->sample > 0 && span->sample < fabs(run->t_end) &&
        explore_steps(run->t_end, span->sample) == 0)
        return !session_complain(
            job, "%g s with a sample every %g s are too many samples",
            run->t_end, span->sample);
    if (adaptive && job->step->recipe->adaptive)
        return take_adaptive(job, run->t_end);
    *requested = span->step > 0 ? span->step
                 : m->step      ? number_double(m->step)
                                : 0;
    if (*requested <= 0)
        return !session_complain(
            job, m->adaptive ? "this needs steps of one size: --step H"
                             : "no step size: write `step` in the spec, or "
                               "--step");
    const long steps = explore_steps(run->t_end, *requested);
    if (steps == 0)
        return !session_complain(job,
                                 "%g s in steps of %g s are too many steps",
                                 run->t_end, *requested);
    run->h = fabs(run->t_end) / (double)steps;
    find_rough(job, run);
    return true;
}
