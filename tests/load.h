/* SPDX-License-Identifier: MIT
 *
 * From a spec to a stepper in one call, for tests.
 */
#ifndef POL_LOAD_H
#define POL_LOAD_H

#include "check.h"
#include "include/polhode.h"

struct loaded {
    pol_image *image;
    const pol_stepper *s;
};

#define SPEC(name) POL_ROOT_DIR "/specs/" name ".pol"

static inline void print_diags(const pol_job *job)
{
    for (int i = 0; i < pol_diag_count(job); i++)
        print_error("%s", pol_diag_at(job, i)->text);
}

/* False, with the messages printed if `loud`, when the spec does not load. */
static inline bool load_try(struct loaded *l, const char *spec, const pol_options *options,
                            pol_compiler compiler, bool loud)
{
    *l = (struct loaded){0};
    pol_job *job = pol_open(options);
    pol_status status = job ? pol_read(job, spec) : POL_NO_MEMORY;
    if (status == POL_OK)
        status = pol_load(job, compiler, &l->image);
    if (job && status != POL_OK && loud)
        print_diags(job);
    pol_close(job);
    if (status == POL_OK)
        l->s = pol_image_stepper(l->image);
    return status == POL_OK;
}

static inline struct loaded load(const char *spec, const pol_options *options,
                                 pol_compiler compiler)
{
    struct loaded l;
    if (!load_try(&l, spec, options, compiler, true))
        fail_msg("%s with %s does not load", spec,
                 options->method ? options->method : "its own method");
    return l;
}

/* A spec's text. */
static inline struct loaded load_text(const char *text, const pol_options *options)
{
    struct loaded l = {0};
    pol_job *job = pol_open(options);
    if (pol_read_text(job, "body.pol", text, strlen(text)) != POL_OK ||
        pol_load(job, POL_TCC, &l.image) != POL_OK)
        print_diags(job);
    pol_close(job);
    if (!l.image)
        fail_msg("%s with %s does not load", options->method ? options->method : "its own method",
                 options->attitude ? options->attitude : "its own attitude");
    l.s = pol_image_stepper(l.image);
    return l;
}

/* The defaults but for a method and an attitude; NULL: the spec's. */
static inline pol_options options_by(const char *method, const char *attitude)
{
    pol_options o = pol_default_options();
    o.method = method;
    o.attitude = attitude;
    return o;
}

/* The same by a method, with an attitude. */
static inline struct loaded load_body_text(const char *text, const char *method,
                                           const char *attitude)
{
    const pol_options o = options_by(method, attitude);
    return load_text(text, &o);
}

static inline void unload(struct loaded l)
{
    pol_unload(l.image);
}

/* Room for any stepper's state, parameters and inputs. */
struct body_state {
    double x[64], par[64], in[64];
};

static inline struct body_state start_of(const pol_stepper *s)
{
    struct body_state b = {0};
    assert_true(s->state <= 64 && s->par <= 64 && s->input <= 64);
    s->start(b.x, b.par);
    return b;
}

static inline bool state_is_finite(const pol_stepper *s, const double *x)
{
    for (int i = 0; i < s->state; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

#endif
