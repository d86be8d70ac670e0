/* SPDX-License-Identifier: MIT
 *
 * What `polhode sweep` prints: which sweep it is, what it would be, and its
 * results.
 */
#define _POSIX_C_SOURCE 200809L

#include "command/sweep.h"

#include <errno.h>
#include <string.h>

/* The command, but for where it puts what, and how quickly. */
static const char *command_of(const struct sweep *s)
{
    static const char emit[] = "polhode emit";
    struct pol_job *job = s->job;
    struct text out = text_new(job->arena);
    const unsigned without = job->options.without;
    job->options.without = 0; /* what is not there to be chosen */
    text_print(&out, "polhode sweep%s",
               job_command(job, shelf_target, false) + strlen(emit));
    job->options.without = without;
    /* flags of a compiler may change the bits */
    args_put(
        &out, s->request,
        "input hold vary random observe cases until number seed sample sobol "
        "trajectories cflags");
    return text_chars(&out);
}

const char *sweep_identity(const struct sweep *s)
{
    const struct provenance from = job_provenance(s->job, shelf_target);
    const struct plan_origin origin = {from.version, command_of(s), from.spec,
                                       from.mark};
    return plan_identity(&s->plan, &origin);
}

bool sweep_plan(struct sweep *s, double seconds)
{
    struct text *out = &s->answer->record;
    *out = json_lua(s->job->arena);
    json_print(out, "{");
    const bool good = plan_put(out, &s->plan);
    json_print(out, "seconds:r threads:i compiler:s}", seconds, s->threads,
               jit_name(s->request->compiler));
    return good;
}

bool sweep_may_draw(struct sweep *s)
{
    const struct plan_options *o = &s->plan.options;
    const char *plotted = option_text(s->request, "plot-of");
    const char *of = plotted       ? plotted
                     : o->observes ? o->observe[0].name
                                   : "energy_drift";
    const char *comma = strchr(of, ',');
    if (comma && strchr(comma + 1, ','))
        return diag_error_line(&s->job->diags, "--plot-of", 0,
                               "one column, or two: 'mgl, energy'");
    s->across = plan_find(&s->plan, of);
    s->up = comma ? plan_find(&s->plan, comma + 1) : -1;
    return s->across >= 0 && (s->up >= 0 || !comma);
}

bool sweep_told(struct sweep *s, struct progress *progress)
{
    const struct request *r = s->request;
    struct statistics all;
    errno = statistics_take(s->job->arena, &s->plan.file, progress_report,
                            progress, &all);
    const int error = errno;
    progress_end(progress);
    if (error == ECANCELED && s->plan.file.has_name)
        fputs("note: all cases are done; --resume tells of them\n", stderr);
    errno = error;
    if (error)
        return error != ECANCELED &&
               plan_cannot(&s->plan, "read", &s->plan.file);
    if (all.status[RECORD_UNDONE]) {
        fprintf(stderr,
                "note: %ju cases are left to other shards; --resume without "
                "--shard tells of all\n",
                (uintmax_t)all.status[RECORD_UNDONE]);
        return true;
    }
    if (!option_given(r, "csv"))
        plan_put_statistics(&s->answer->record, &s->plan, &all);
    const bool is_told =
        (!option_given(r, "csv") || plan_write(&s->plan, stdout) ||
         ferror(stdout)) &&
        (!s->answer->draws || plan_put_picture(&s->answer->picture, &s->plan,
                                               &all, s->across, s->up));
    if (!is_told)
        return plan_cannot(&s->plan, "read", &s->plan.file);
    return !ferror(stdout) &&
           (!option_text(r, "output") ||
            strcmp(option_text(r, "output"), s->plan.file.path) == 0 ||
            plan_write_file(&s->plan, option_text(r, "output")));
}
