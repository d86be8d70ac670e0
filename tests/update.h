/* SPDX-License-Identifier: MIT
 *
 * The step that `list attitudes --cost` counts, for tests: an attitude that
 * turns by an increment, which is an input.
 */
#ifndef POL_UPDATE_H
#define POL_UPDATE_H

#include "check.h"
#include "job.h"

static inline pol_status update_lend(struct pol_job *job, void *unused)
{
    (void)unused;
    shelf_add_file(job_shelf(job), SHELF_METHOD, "update",
                   shelf_builtin_file("generator/contest/update.lua"));
    return POL_OK;
}

/* The body, read with this attitude and the method update(way). */
static inline struct pol_job *update_open(const char *attitude, const char *way)
{
    char method[60];
    pol_options o = pol_default_options();
    snprintf(method, sizeof method, "update(%s)", way);
    o.method = method;
    o.attitude = attitude;
    struct pol_job *job = pol_open(&o);
    assert_non_null(job);
    assert_int_equal(job_run(job, update_lend, NULL), POL_OK);
    assert_int_equal(pol_read(job, POL_ROOT_DIR "/generator/contest/update.pol"), POL_OK);
    return job;
}

/* Calls of all attitudes: their files' examples, or names. */
struct update_calls {
    int n;
    char call[100][64];
};

static inline void update_add(struct update_calls *c, const char *call)
{
    assert_true(c->n < 100);
    snprintf(c->call[c->n++], sizeof c->call[0], "%s", call);
}

static inline pol_status update_find(struct pol_job *job, void *calls)
{
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, SHELF_ATTITUDE); i++) {
        const struct shelf_file *file = shelf_at(shelf, SHELF_ATTITUDE, i);
        struct shelf_claim c;
        assert_true(shelf_describe(&job->diags, file, &c));
        if (!c.examples)
            update_add(calls, file->name);
        for (int k = 0; k < c.examples; k++)
            update_add(calls, c.example[k]);
    }
    return POL_OK;
}

static inline struct update_calls update_calls(void)
{
    struct update_calls c = {0};
    struct pol_job *job = pol_open(NULL);
    assert_non_null(job);
    assert_int_equal(job_run(job, update_find, &c), POL_OK);
    pol_close(job);
    return c;
}

#endif
