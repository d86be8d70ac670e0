/* SPDX-License-Identifier: MIT
 *
 * pol_show: a spec printed after a stage, and what each rewriting pass gains.
 */
#include "job.h"

struct show_argument {
    pol_stage stage;
    struct text text;
};

static void show_programs(const struct page *page, struct text *t)
{
    const struct program *all[] = {page->advance,      page->rotation,
                                   page->set_rotation, page->omega,
                                   page->set_omega,    page->momentum,
                                   page->energy,       page->watch_values};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            program_show(all[i], t);
    for (int i = 0; i < page->shows; i++) {
        program_show(page->shown[i].get, t);
        program_show(page->shown[i].set, t);
    }
}

static struct cost cost_after(struct pol_job *job, int passes)
{
    return program_lower(job->arena, job->names, job->step, &job->step->advance,
                         job_real(job), passes)
        ->cost;
}

/* Operations of a step, and of a Newton sweep, before and after each pass. */
static void show_passes(struct pol_job *job, struct text *t)
{
    struct cost before = cost_after(job, 0);
    text_print(t, "%-12s %13s %15s\n", "", "a step", "a sweep");
    text_print(t, "%-12s %6s %6s %8s %6s\n", "pass", "before", "after",
               "before", "after");
    text_print(t, "%-12s %6s %6d %8s %6d  %s\n", "(as derived)", "",
               operations_total(&before.step), "",
               operations_total(&before.sweep),
               "rows, zeros and like terms fold as nodes are made");
    for (int n = 1; n <= pass_count(); n++) {
        struct cost after = cost_after(job, n);
        text_print(t, "%-12s %6d %6d %8d %6d  %s\n", pass_name(n - 1),
                   operations_total(&before.step),
                   operations_total(&after.step),
                   operations_total(&before.sweep),
                   operations_total(&after.sweep), pass_note(n - 1));
        before = after;
    }
}

static pol_status do_show(struct pol_job *job, void *argument)
{
    struct show_argument *a = argument;
    pol_status status = POL_OK;
    a->text = text_new(job->arena);
    switch (a->stage) {
    case POL_SHOW_AST:
        if ((status = job_parse(job)) == POL_OK)
            ast_show(job->ast, &a->text);
        break;
    case POL_SHOW_MODEL:
        if ((status = job_check(job)) == POL_OK)
            model_show(job->model, &a->text);
        break;
    case POL_SHOW_STEP:
        if ((status = job_derive(job)) == POL_OK)
            step_show(job->step, &a->text);
        break;
    case POL_SHOW_PROGRAM:
        if ((status = job_lower(job)) == POL_OK)
            show_programs(job->page, &a->text);
        break;
    case POL_SHOW_PASSES:
        if ((status = job_derive(job)) == POL_OK)
            show_passes(job, &a->text);
        break;
    }
    return status;
}

pol_status pol_show(pol_job *job, pol_stage stage, pol_write *out, void *to)
{
    struct show_argument a = {.stage = stage};
    if (!out || (unsigned)stage > POL_SHOW_PASSES)
        return POL_MISUSE;
    pol_status status = job_run(job, do_show, &a);
    if (status == POL_OK)
        out(to, text_chars(&a.text), a.text.length);
    return status;
}
