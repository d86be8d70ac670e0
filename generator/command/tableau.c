/* SPDX-License-Identifier: MIT
 *
 * polhode tableau: a tableau of the shelf or of a file, and all that can be
 * said about it.
 */
#include "command/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "catalogue/facts.h"
#include "report/plot.h"

/* ---- the observed order on the rotation group ----
 *
 * A stepper is derived, emitted and compiled as any other, and run in 1, 2, 4,
 * ... steps.  Of a method of order p the differences of successive ends shrink
 * by 2^p. */

/* Ends that differ by less are full of round-off; the interval in seconds. */
#define FLOOR 1e-13
#define UNTIL 1.0
#define AGREE 0.3 /* orders of neighbouring halvings */

enum {
    MOST_COMMUTATORS = 8, /* that rkmk can be told */
    DOUBLINGS = 12,
    HALVINGS = 3 /* over which the order is taken */
};

/* Over the last halvings whose differences are no round-off, if their orders
 * agree: where the leading term of the error is small by chance, one alone says
 * little. */
static double order_of(const double *difference, int n)
{
    int last = n - 1;
    double least = INFINITY, most = -INFINITY;
    while (last > 0 && !(difference[last] > FLOOR))
        last--;
    int first = last > HALVINGS ? last - HALVINGS : 0;
    for (int i = first; i < last; i++) {
        double order = log2(difference[i] / difference[i + 1]);
        least = fmin(least, order);
        most = fmax(most, order);
    }
    double order = first < last ? log2(difference[first] / difference[last]) /
                                      (last - first)
                                : NAN;
    return most - least <= AGREE && order > AGREE && isfinite(order) ? order
                                                                     : NAN;
}

struct measuring {
    const struct source *text; /* of the tableau, where it stands in a file */
    pol_image *image;
    struct report_rotations *out;
};

/* A few steps are sooner taken than made fewer; those that are too large may
 * fail. */
static pol_status measure(struct pol_job *job, void *argument)
{
    struct measuring *m = argument;
    job->is_draft = true;
    if (m->text)
        shelf_lend(job_shelf(job), SHELF_TABLEAU, "observed", m->text);
    pol_status status = session_compile(
        job, shelf_own("generator/command/observe.pol"), POL_TCC, &m->image);
    if (status != POL_OK)
        return status;
    const pol_stepper *s = pol_image_stepper(m->image);
    struct explore_state *end = arena_array(job->arena, 2, sizeof *end);
    struct explore e = {.arena = job->arena, .t_end = UNTIL};
    double attitude[DOUBLINGS], momentum[DOUBLINGS]; /* differences of ends */
    bool before = false;
    int n = 0;
    for (int k = 0; k <= DOUBLINGS; k++) {
        e.h = ldexp(UNTIL, -k);
        bool now = explore_run(s, &e, 0, NULL, NULL, &end[k % 2]) == EXPLORE_OK;
        if (now && before) {
            const double *x = end[0].L, *y = end[1].L;
            attitude[n] = explore_angle(end[0].R, end[1].R);
            momentum[n] = sqrt((x[0] - y[0]) * (x[0] - y[0]) +
                               (x[1] - y[1]) * (x[1] - y[1]) +
                               (x[2] - y[2]) * (x[2] - y[2]));
            n++;
            if (attitude[n - 1] < FLOOR && momentum[n - 1] < FLOOR)
                break;
        }
        before = now;
    }
    m->out->attitude = order_of(attitude, n);
    m->out->momentum = order_of(momentum, n);
    m->out->observed = true;
    return POL_OK;
}

/* By rkmk on the body observe.pol.  `call` is how the tableau is called;
 * `text`, if not NULL, is where it stands.  Nothing is set or said if there is
 * no such stepper, for example without a compiler in memory.  What is proven of
 * commutators counts, not what is claimed. */
static void observe(struct pol_job *job, const char *call,
                    const struct source *text, const struct analysis *a,
                    struct report_rotations *out)
{
    struct measuring m = {text, NULL, out};
    pol_options o = job->options;
    o.without |= POL_INTERP;
    o.attitude = o.map = NULL;
    o.method = text_format(
        job->arena, "rkmk(%s, dexpinv = %s)", text ? "observed" : call,
        a->rounded || out->commutators > MOST_COMMUTATORS
            ? "exact"
            : text_format(job->arena, "%d", out->commutators));
    struct pol_job *aside = pol_open(&o);
    job_run(aside, measure, &m);
    pol_unload(m.image);
    pol_close(aside);
}

/* ---- the tableau ---- */

/* That of a file, or of a name or call; NULL with messages.  A file has a point
 * or a slash in its name, but a call may have them too; a name that nothing on
 * the shelf has may be meant as that of a file. */
static const struct tableau *find(struct pol_job *job, const char *name,
                                  const struct source **file)
{
    struct kit kit = job_kit(job);
    if (job->diags.errors)
        return NULL;
    if (strcmp(name, "-") == 0 || (strpbrk(name, "./") && !strchr(name, '('))) {
        *file = job_read_file(job, name, LARGEST_TEXT);
        return *file ? shelved_tableau(&kit, *file) : NULL;
    }
    const struct tableau *t = tableau_of_text(&kit, name);
    struct text elsewhere = text_new(job->arena);
    if (!t && ascii_is_digit(*name)) { /* "5dp" is no name here */
        shelf_elsewhere(kit.shelf, SHELF_TABLEAU, name, "", "", &elsewhere);
        if (elsewhere.length)
            job->diags.items[job->diags.count - 1].hint = text_format(
                job->arena, "'%s' is %s", name, text_chars(&elsewhere));
    }
    if (!t && !strchr(name, '(') && file_is_regular(name)) {
        job->diags.items[job->diags.count - 1].hint = NULL; /* the shelf's */
        diag_hint(&job->diags, "there is a file of this name: ./%s", name);
    }
    return t;
}

int command_tableau(struct pol_job *job, struct request *r, struct answer *a)
{
    const char *name = r->operand[0];
    const struct source *file = NULL; /* else it stands on the shelf */
    const struct tableau *t = find(job, name, &file);
    if (!t)
        return session_status(job, POL_BAD_SHELF);
    if (option_text(r, "plot") &&
        !plot_may_go(&job->diags, option_text(r, "plot"), "tableau",
                     file ? name : NULL))
        return session_status(job, POL_NO_FILE);
    struct catalogue known = {0}; /* what stands on the shelf */
    struct kit kit = job_kit(job);
    if (file) {
        known.count = tableaus_near(&kit, t->stages, &known.known);
        t = catalogue_turn(job->arena, &known, t);
    }
    struct analysis analysis = tableau_analyse(job->arena, t);
    struct report_catalogue catalogue;
    struct report report = {.analysis = &analysis};
    if (file) {
        catalogue = report_catalogue_of(job->arena, &known, &analysis);
        report.catalogue = &catalogue;
    }
    report.rotations = report_rotations_of(&analysis);
    const bool is_whole = !option_given(r, "latex") && !option_given(r, "csv");
    if (is_whole && file) { /* which may have other statements */
        const struct place at = t->place;
        const struct source statement = {
            at.source->path,
            arena_text(job->arena, at.source->chars + at.offset, at.length),
            at.length};
        observe(job, name, &statement, &analysis, &report.rotations);
    } else if (is_whole) {
        observe(job, name, NULL, &analysis, &report.rotations);
    }
    const char *form = option_given(r, "json")    ? "json"
                       : option_given(r, "latex") ? "latex"
                       : option_given(r, "csv")   ? "csv"
                                                  : "text";
    if (!report_write(&job->diags, &report, form, &a->behind))
        return session_status(job, POL_BAD_SHELF);
    return session_status(
        job,
        !option_text(r, "plot") ||
                plot_stability(&job->diags, option_text(r, "plot"), &report)
            ? POL_OK
            : POL_NO_FILE);
}
