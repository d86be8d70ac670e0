/* SPDX-License-Identifier: MIT
 *
 * polhode tableau: a tableau of the shelf or of a file, and the full report on
 * it.
 */
#include "command/command.h"

#include <string.h>

#include "base/file.h"
#include "catalogue/facts.h"
#include "report/report.h"

/* Observes the order of rkmk with the proven number of commutators, not the
 * claimed one.  `call` calls the tableau; `text`, if not NULL, has it. */
static void observe(struct pol_job *job, const char *call,
                    const struct source *text, const struct analysis *a,
                    struct report_rotations *out)
{
    enum { MOST_COMMUTATORS = 8 }; /* limit of rkmk's option */
    pol_options o = job->options;
    double order[2];
    o.method = text_format(
        job->arena, "rkmk(%s, dexpinv = %s)", text ? "observed" : call,
        a->rounded || out->commutators > MOST_COMMUTATORS
            ? "exact"
            : text_format(job->arena, "%d", out->commutators));
    out->observed = session_observe(&o, text, order);
    if (out->observed) {
        out->attitude = order[0];
        out->momentum = order[1];
    }
}

/* Finds a tableau by file, name or call; NULL with messages.  A file has a
 * point or a slash in its name, but a call may have them too; a name that is
 * not on the shelf may be that of a file. */
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
    if (!t && ascii_is_digit(*name)) { /* "5dp" is no valid name */
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

static pol_status put_report(struct pol_job *job, const struct request *r,
                             const struct report *report, struct text *out)
{
    const char *form = option_given(r, "json")    ? "json"
                       : option_given(r, "latex") ? "latex"
                       : option_given(r, "csv")   ? "csv"
                                                  : "text";
    const char *plot = option_text(r, "plot");
    if (!report_write(&job->diags, report, form, out))
        return POL_BAD_SHELF;
    return !plot || plot_stability(&job->diags, plot, report) ? POL_OK
                                                              : POL_NO_FILE;
}

int command_tableau(struct pol_job *job, struct request *r, struct answer *a)
{
    const char *name = r->operand[0];
    const struct source *file = NULL; /* NULL: a tableau of the shelf */
    const struct tableau *t = find(job, name, &file);
    if (!t)
        return session_status(job, POL_BAD_SHELF);
    if (option_text(r, "plot") &&
        !plot_may_write(&job->diags, option_text(r, "plot"), "tableau",
                        file ? name : NULL))
        return session_status(job, POL_NO_FILE);
    struct catalogue known = {0}; /* tableaus of the shelf */
    struct kit kit = job_kit(job);
    if (file) {
        known.count = tableaus_near(&kit, t->stages, &known.known);
        t = catalogue_orient(job->arena, &known, t);
    }
    struct analysis analysis = tableau_analyse(job->arena, t);
    struct report_catalogue catalogue;
    struct report report = {.analysis = &analysis};
    if (file) {
        catalogue = report_catalogue_of(job->arena, &known, &analysis);
        report.catalogue = &catalogue;
    }
    report.rotations = report_rotations_of(&analysis);
    const bool is_text = !option_given(r, "latex") && !option_given(r, "csv");
    struct source statement = {0};
    if (file) { /* it may have other statements */
        const struct place at = t->place;
        statement = (struct source){
            at.source->path,
            arena_text(job->arena, at.source->chars + at.offset, at.length),
            at.length};
    }
    if (is_text)
        observe(job, name, file ? &statement : NULL, &analysis,
                &report.rotations);
    return session_status(job, put_report(job, r, &report, &a->after));
}
