/* SPDX-License-Identifier: MIT
 *
 * A file with a tableau or a composition, or a call: all that is told of it.
 */
#include "fuzz.h"
#include "catalogue/facts.h"
#include "job.h"
#include "recipe/recipe.h"
#include "report/report.h"

struct asked {
    struct source source;
    int kind;
    bool looks_up;
};

static void tell(struct pol_job *job, const struct asked *q, const struct tableau *t)
{
    struct analysis a = tableau_analyse(job->arena, t);
    struct report_catalogue c;
    struct report r = {&a, report_rotations_of(&a), NULL};
    struct text out = text_new(job->arena);
    if (q->looks_up) {
        struct kit kit = job_kit(job);
        struct catalogue known;
        known.count = tableaus_near(&kit, t->stages, &known.known);
        c = report_catalogue_of(job->arena, &known, &a);
        r.catalogue = &c;
    }
    report_write(&job->diags, &r, "text", &out);
    report_write(&job->diags, &r, "json", &out);
    report_write(&job->diags, &r, "latex", &out);
    report_write(&job->diags, &r, "csv", &out);
    plot_stability(&job->diags, "a.svg", &r);
}

static pol_status work(struct pol_job *job, void *argument)
{
    const struct asked *q = argument;
    const void *found;
    const struct kit kit = job_kit(job);
    if (q->kind == 0) {
        found = shelved_composition(&kit, &q->source);
    } else {
        const struct tableau *t = q->kind == 1 ? tableau_of_text(&kit, q->source.chars)
                                               : shelved_tableau(&kit, &q->source);
        if (t)
            tell(job, q, t);
        found = t;
    }
    return found ? POL_OK : POL_BAD_SHELF;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size);
    struct asked q = {.kind = fuzz_choice(&f, 8)};
    q.looks_up = fuzz_choice(&f, 16) == 1;
    fuzz_line(&f);
    struct fuzz_text t = fuzz_next(&f);
    q.source = (struct source){"a.pol", t.chars ? t.chars : "", t.length};
    struct pol_job *job = pol_open(NULL);
    fuzz_close(job, job_run(job, work, &q));
    fuzz_free(&t);
    return 0;
}
