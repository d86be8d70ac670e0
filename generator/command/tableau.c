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
#include "report/report.h"

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

/* Differences of successive ends. */
struct ends {
    double attitude[DOUBLINGS], momentum[DOUBLINGS];
    int n;
};

/* Steps that are too large may fail. */
static void collect(struct pol_job *job, const pol_stepper *s,
                    struct ends *ends)
{
    struct explore_state *end = arena_array(job->arena, 2, sizeof *end);
    struct explore e = {.arena = job->arena, .t_end = UNTIL};
    bool before = false;
    for (int k = 0; k <= DOUBLINGS; k++) {
        e.h = ldexp(UNTIL, -k);
        bool now = explore_run(s, &e, 0, NULL, NULL, &end[k % 2]) == EXPLORE_OK;
        if (now && before) {
            const double *x = end[0].L, *y = end[1].L;
            double *attitude = &ends->attitude[ends->n];
            double *momentum = &ends->momentum[ends->n++];
            *attitude = explore_angle(end[0].R, end[1].R);
            *momentum = sqrt((x[0] - y[0]) * (x[0] - y[0]) +
                             (x[1] - y[1]) * (x[1] - y[1]) +
                             (x[2] - y[2]) * (x[2] - y[2]));
            if (*attitude < FLOOR && *momentum < FLOOR)
                break;
        }
        before = now;
    }
}

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
    return most - least <= AGREE
               ? log2(difference[first] / difference[last]) / (last - first)
               : NAN;
}

struct measuring {
    const struct source *text; /* of the tableau, where it stands in a file */
    pol_image *image;
    struct report_rotations *out;
};

/* A few steps are sooner taken than made fewer. */
static pol_status load(struct pol_job *job, void *argument)
{
    struct measuring *m = argument;
    job->is_draft = true;
    if (m->text)
        shelf_lend(job_shelf(job), SHELF_TABLEAU, "observed", m->text);
    return session_compile(job, shelf_own("generator/command/observe.pol"),
                           POL_TCC, &m->image);
}

static pol_status run_all(struct pol_job *job, void *argument)
{
    struct measuring *m = argument;
    struct ends ends = {.n = 0};
    collect(job, pol_image_stepper(m->image), &ends);
    m->out->attitude = order_of(ends.attitude, ends.n);
    m->out->momentum = order_of(ends.momentum, ends.n);
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
    if (job_run(aside, load, &m) == POL_OK)
        job_run(aside, run_all, &m);
    pol_unload(m.image);
    pol_close(aside);
}

/* ---- the tableau ---- */

/* What was asked for, and what it is. */
struct asked {
    const char *name;
    const struct source *file; /* NULL: it stands on the shelf */
    const struct tableau *tableau;
    struct analysis analysis;
    struct report report;
};

/* A file has a point or a slash in its name, but a call may have them too. */
static bool is_file(const char *name)
{
    return strcmp(name, "-") == 0 ||
           (strpbrk(name, "./") && !strchr(name, '('));
}

/* A name that nothing on the shelf has may be meant as that of a file. */
static void hint_at_file(struct pol_job *job, const char *name)
{
    FILE *file = name[strcspn(name, "(")] ? NULL : fopen(name, "r");
    if (!file)
        return;
    fclose(file);
    job->diags.items[job->diags.count - 1].hint = NULL; /* that of the shelf */
    diag_hint(&job->diags, "there is a file of this name: ./%s", name);
}

/* That of a file, or of a name or call. */
static pol_status find(struct pol_job *job, struct asked *a)
{
    struct kit kit = job_kit(job);
    if (job->diags.errors)
        return POL_BAD_SHELF;
    if (!is_file(a->name)) {
        a->tableau = tableau_of_text(&kit, a->name);
        if (!a->tableau)
            hint_at_file(job, a->name);
    } else {
        a->file = job_read_file(job, a->name, LARGEST_TEXT);
        if (!a->file)
            return POL_NO_FILE;
        a->tableau = shelved_tableau(job, a->file);
    }
    return a->tableau ? POL_OK : POL_BAD_SHELF;
}

/* What stands on the shelf is what others are compared with. */
static void look_beyond(struct pol_job *job, struct asked *a)
{
    struct report *r = &a->report;
    struct kit kit = job_kit(job);
    struct catalogue known;
    const struct place at = a->tableau->place;
    if (!a->file) {
        observe(job, a->name, NULL, &a->analysis, &r->rotations);
        return;
    }
    const struct source statement = {
        /* the file may have others */
        at.source->path,
        arena_text(job->arena, at.source->chars + at.offset, at.length),
        at.length};
    observe(job, a->name, &statement, &a->analysis, &r->rotations);
    struct report_catalogue *c = arena_alloc(job->arena, sizeof *c);
    known.count = tableaus_near(&kit, a->tableau->stages, &known.known);
    *c = report_catalogue_of(job->arena, &known, &a->analysis);
    r->catalogue = c;
}

int command_tableau(struct pol_job *job, struct request *r)
{
    struct asked a = {.name = r->operand[0]};
    struct text out = text_new(job->arena);
    pol_status status = find(job, &a);
    if (status != POL_OK)
        return session_status(job, status);
    a.analysis = tableau_analyse(job->arena, a.tableau);
    a.report.analysis = &a.analysis;
    a.report.rotations = report_rotations_of(&a.analysis);
    if (!r->latex && !r->csv)
        look_beyond(job, &a);
    const char *form = r->json    ? "json"
                       : r->latex ? "latex"
                       : r->csv   ? "csv"
                                  : "text";
    if (!report_write(job->arena, &job->diags, &a.report, form, &out))
        return session_status(job, POL_BAD_SHELF);
    fputs(text_chars(&out), stdout);
    if (r->plot && a.file && file_same(r->plot, a.name))
        diag_error_line(&job->diags, r->plot, 0, "this is the tableau itself");
    else if (!r->plot ||
             plot_stability(job, r->plot, a.tableau->name, &a.analysis))
        return session_status(job, POL_OK);
    return session_status(job, POL_NO_FILE);
}
