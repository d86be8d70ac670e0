/* SPDX-License-Identifier: MIT
 *
 * Slender bodies: w = J^-1 L turns an error of L across the thin axis into an
 * error of w about it that is J1/J3 times as large.  Methods that turn L to its
 * new place make such errors by truncation, and all methods by rounding if J is
 * not diagonal.  If the principal moments differ much, the method is tried for
 * some steps of h and h/2, and compared with magnus(kutta4) with ever smaller
 * ones.
 */
#include <math.h>
#include <string.h>

#include "session/session.h"

enum { STEPS = 256, RUNS = 8 };
/* Ratios of the principal moments from which on the method is tried, and from
 * which on an uncertain result is reported. */
#define RATIO     10
#define CERTAINLY 100
#define AGREE     1e-3 /* relative to |w| and |L| */
#define CERTAIN   1e-4 /* two runs of the reference must agree so far, and */
#define SETTLED   1e-6 /* need not agree further */

struct trial {
    struct pol_job *job;
    bool adapts; /* adaptive steps, at most 4096; h is the reference's */
    double h, span, ratio, rounding;
    double axis_rounding;    /* relative error of w from rounding the axes */
    bool rounding_dominates; /* rounding costs more than a step should */
    double uncertainty, tolerance; /* an error up to `tolerance` is good */
    double torque, least_moment;   /* torque: the reference's largest */
    struct explore_state reference, last;
};

/* The difference of w and L, relative to |w| and |L|. */
static double difference(const struct explore_state *a,
                         const struct explore_state *right)
{
    const double w = vector_distance(right->w, a->w);
    const double L = vector_distance(right->L, a->L);
    const double off = (w == 0 ? 0 : w / vector_norm(right->w)) +
                       (L == 0 ? 0 : L / vector_norm(right->L));
    return isfinite(off) ? off : INFINITY;
}

/* Finds the torque from the change of the momentum. */
static void find_torque(void *trial, const struct explore_state *now)
{
    struct trial *t = trial;
    double T[3];
    for (int i = 0; i < 3; i++)
        T[i] = (now->spatial[i] - t->last.spatial[i]) / (now->t - t->last.t);
    if (now->t > t->last.t)
        t->torque = fmax(t->torque, vector_norm(T));
    t->last = *now;
}

static int is_finished(void *unused, double done)
{
    (void)unused;
    return done < 1;
}

/* Finds ends of runs of the spec by a method (NULL: its own), each with half
 * the step of the one before, until two agree; returns the number of runs.  A
 * run that fails leaves NaN in w. */
static int run(struct trial *t, const char *method, int most,
               struct explore_state *end)
{
    pol_options o = t->job->options;
    const bool is_exact = most == RUNS, adapts = t->adapts && !is_exact;
    struct explore e = {.arena = t->job->arena,
                        .t_end = t->span,
                        .h = adapts ? 0 : t->h,
                        .progress = adapts ? is_finished : NULL};
    o.fixed = !adapts;
    o.tolerance = adapts ? o.tolerance : 0;
    most = adapts ? 1 : most;
    o.method = method ? method : o.method;
    o.real = is_exact ? POL_DOUBLE : o.real;
    o.attitude = "quaternion";
    o.inputs = POL_ACT;
    o.with = NULL;
    o.without |= POL_INTERP;
    pol_image *image = session_image(&o, t->job->source);
    int n = 0;
    for (double off = INFINITY; image && n < most && off > SETTLED; n++) {
        if (explore_run(pol_image_stepper(image), &e, is_exact,
                        is_exact ? find_torque : NULL, t, &end[n]))
            end[n].w[0] = NAN;
        off = n > 0 ? difference(&end[n - 1], &end[n]) : off;
        e.h /= 2;
    }
    pol_unload(image);
    return n;
}

enum verdict { GOOD, INACCURATE, WRONG };

/* Truncation errors fall with the step; rounding errors do not. */
static enum verdict judge(struct trial *t, const char *method, double error[2])
{
    struct explore_state end[2];
    const int n = run(t, method, 2, end);
    for (int i = 0; i < 2; i++)
        error[i] = i < n            ? difference(&end[i], &t->reference)
                   : t->adapts && n ? error[0]
                                    : INFINITY;
    const bool rounds = t->rounding_dominates && error[1] > 0.7 * error[0] &&
                        error[1] > fmax(1e4 * t->rounding, 10 * t->uncertainty);
    const bool stops = t->adapts && isinf(error[0]);
    return stops                     ? INACCURATE
           : error[0] > 1 || rounds  ? WRONG
           : error[0] > t->tolerance ? INACCURATE
                                     : GOOD;
}

/* The accurate forms with these steps, "magnus(kutta4), sr"; or "". */
static const char *accurate_forms(struct trial *t, const char *method)
{
    const bool is_rkmk =
        strncmp(method, "rkmk(", 5) == 0 && !strstr(method, "form");
    const char *form[] = {t->adapts ? "magnus(dopri5)" : "magnus(kutta4)",
                          text_format(t->job->arena, "%.*s, form = rate)",
                                      is_rkmk ? (int)strlen(method) - 1 : 11,
                                      is_rkmk     ? method
                                      : t->adapts ? "rkmk(dopri5"
                                                  : "rkmk(kutta4"),
                          "frb_exact", "sr"};
    struct text names = text_new(t->job->arena);
    double error[2];
    for (int i = 0; i < (t->adapts ? 2 : 4); i++)
        if (judge(t, form[i], error) == GOOD)
            text_print(&names, "%s%s", names.length ? ", " : "", form[i]);
    return text_chars(&names);
}

/* Adds a warning or an error; false if an error. */
static bool report(struct trial *t, bool is_error, const char *text,
                   const char *hint)
{
    diag_add(&t->job->diags,
             (struct diag){.kind = is_error ? DIAG_ERROR : DIAG_WARNING,
                           .place = t->job->model->inertia_place},
             "the principal moments differ by a factor of %.2g, and %s",
             t->ratio, text);
    diag_hint(&t->job->diags, "%s", hint);
    return !is_error;
}

/* The error of the spec's method, and after how long. */
static const char *error_text(const struct trial *t, const double error[2])
{
    struct arena *a = t->job->arena;
    const char *name = t->job->recipe->method.claim.name;
    const double steps = t->span / t->h;
    if (isinf(error[0]) && t->adapts)
        return text_format(a, "%s takes more than 4096 steps for %.2g s", name,
                           t->span);
    if (isinf(error[0]))
        return text_format(a, "%s fails within %.0f steps", name, steps);
    if (t->adapts)
        return text_format(a, "%s is off by %.1g of w after %.2g s", name,
                           error[0], t->span);
    return text_format(
        a, "%s is off by %.1g of w after %.0f steps, by %.1g with h/2", name,
        error[0], steps, error[1]);
}

/* False if the method is refused.  If no form is accurate with these steps, it
 * is not refused: the steps are too large. */
static bool try_method(struct trial *t)
{
    struct arena *a = t->job->arena;
    struct explore_state *end = arena_array(a, RUNS, sizeof *end);
    int n = run(t, "magnus(kutta4)", RUNS, end);
    if (n < 2)
        return true;
    t->reference = end[--n];
    if (vector_norm(t->reference.w) == 0) /* steps this long see no turn */
        return true;
    t->uncertainty = difference(&end[n - 1], &t->reference);
    const char *stiff = text_format(
        a,
        "a torque that follows the attitude turns the body to and fro at "
        "sqrt(torque/J): h sqrt(torque/J) is %.2g, and kutta4 is stable below "
        "2.8",
        t->h * sqrt(t->torque / t->least_moment));
    if (!(t->uncertainty < CERTAIN))
        return t->ratio < CERTAINLY ||
               report(t, t->rounding_dominates,
                      text_format(a, "even steps of %.2g s do not determine w",
                                  ldexp(t->h, -n)),
                      text_format(a,
                                  "%s; take steps below sqrt(J/torque), or a "
                                  "larger moment",
                                  stiff));
    double error[2];
    const enum verdict verdict = judge(t, NULL, error);
    if (verdict == GOOD)
        return true;
    const char *forms = accurate_forms(t, t->job->recipe->method.claim.name);
    while (n > 0 && difference(&end[n - 1], &t->reference) < AGREE)
        n--;
    return report(
        t, verdict == WRONG && *forms, error_text(t, error),
        *forms
            ? text_format(a, "right with these %s: %s",
                          t->adapts ? "tolerances" : "steps", forms)
            : text_format(a, "magnus(kutta4) is right by steps of %.2g s; %s",
                          ldexp(t->h, -n), stiff));
}

/* Sets up a trial, except its step; `first` is the largest step. */
static struct trial trial_of(struct pol_job *job, const struct span *span,
                             double first)
{
    const struct model *m = job->model;
    const num *of =
        m->facts.free_inertia[0] ? m->facts.free_inertia : m->facts.inertia;
    const bool is_float = job_real(job) == REAL_FLOAT;
    const struct control_facts *control = &job->recipe->control;
    const bool adapts = job->recipe->adaptive;
    const double until = fabs(session_until(job, span->until));
    double J[9], moment[3];
    for (int i = 0; i < 9; i++)
        J[i] = number_double(of[i]);
    model_eigenvalues(3, J, moment);
    struct trial t = {
        .job = job,
        .adapts = adapts,
        .least_moment = fmin(fmin(moment[0], moment[1]), moment[2]),
        .tolerance =
            adapts ? fmax(AGREE,
                          100 * number_double(control->value[CONTROL_ANGLE]))
                   : AGREE,
        .span = span->until != 0 || m->facts.until ? fmin(STEPS * first, until)
                                                   : STEPS * first,
        .ratio = fmax(fmax(moment[0], moment[1]), moment[2]) /
                 fmin(fmin(moment[0], moment[1]), moment[2]),
        .rounding = job_epsilon(job),
    };
    t.axis_rounding = m->facts.diagonal ? 0 : t.rounding * t.ratio * t.ratio;
    t.rounding_dominates =
        t.rounding * t.ratio > (is_float ? 1e-2 : 1e-6) || t.axis_rounding > 1;
    if (adapts && m->facts.until)
        t.span = fmin(t.span, number_double(m->facts.until));
    return t;
}

bool session_slender(struct pol_job *job, const struct span *span)
{
    const struct model *m = job->model;
    const double h = job->recipe->adaptive
                         ? 1 / (32 * job->recipe->control.rate)
                     : span->step > 0 ? span->step
                     : m->step        ? number_double(m->step)
                                      : 0;
    struct trial t = trial_of(job, span, h);
    const bool is_float = job_real(job) == REAL_FLOAT;
    if (t.ratio < RATIO)
        return true;
    if (t.axis_rounding > (is_float ? 1e-2 : 1e-5) &&
        !report(&t, t.rounding_dominates,
                text_format(job->arena,
                            "the inertia is not diagonal: rounding errors grow "
                            "by the square of that factor, up to %.1g of w",
                            fmin(t.axis_rounding, 1)),
                "take principal axes, where they grow by the factor itself: "
                "write `inertia diag(..)` and turn the start into these axes"))
        return false;
    if (!(h > 0))
        return true;
    t.h = t.span / (double)explore_steps(t.span, h);
    return try_method(&t);
}
