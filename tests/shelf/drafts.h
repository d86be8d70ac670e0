/* SPDX-License-Identifier: MIT
 *
 * Steppers for tests of what methods do.  One in four, drawn by what it is
 * made of, is finished by the passes, and all are in float or with POL_ALL=1.
 * The others are drafts, what is derived and no more: passes change nothing
 * but round-off, and take most of the time.
 */
#ifndef POL_DRAFTS_H
#define POL_DRAFTS_H

#include "load.h"
#include "sampled.h"
#include "job.h"

static inline bool is_draft(const char *body, const pol_options *o)
{
    char name[1000];
    const char *last = strchr(body, '\n') ? NULL : strrchr(body, '/');
    snprintf(name, sizeof name, "%s by %s, %s, %s", last ? last : body, o->method ? o->method : "",
             o->attitude ? o->attitude : "", o->map ? o->map : "");
    return !sampled_all() && o->real == POL_DOUBLE && drawn(name, 4) != 0;
}

enum body_as { AS_PATH, AS_TEXT };

/* False, with the messages printed if `loud`, when it does not load. */
static inline bool draft_try(struct loaded *l, enum body_as as, const char *body,
                             const pol_options *o, bool loud)
{
    *l = (struct loaded){0};
    pol_job *job = pol_open(o);
    job->is_draft = is_draft(body, o);
    pol_status status =
        as == AS_PATH ? pol_read(job, body) : pol_read_text(job, "b.pol", body, strlen(body));
    if (status == POL_OK)
        status = pol_load(job, POL_TCC, &l->image);
    if (status != POL_OK && loud)
        print_diags(job);
    pol_close(job);
    if (status == POL_OK)
        l->s = pol_image_stepper(l->image);
    return status == POL_OK;
}

static inline struct loaded draft(const char *path, const pol_options *o)
{
    struct loaded l;
    if (!draft_try(&l, AS_PATH, path, o, true))
        fail_msg("%s with %s does not load", path, o->method);
    return l;
}

static inline struct loaded draft_text(const char *text, const pol_options *o)
{
    struct loaded l;
    if (!draft_try(&l, AS_TEXT, text, o, true))
        fail_msg("%s does not load; the body is\n%s", o->method, text);
    return l;
}

#endif
