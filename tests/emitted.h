/* SPDX-License-Identifier: MIT
 *
 * From a spec to its emitted files in one call, for tests.
 */
#ifndef POL_EMITTED_H
#define POL_EMITTED_H

#include "check.h"
#include "include/polhode.h"

struct emitted_files {
    char body[64];
    char *header, *code, *stepper; /* NULL: it was not emitted */
};

static inline void keep_file(void *to, const char *name, const char *text, size_t length)
{
    struct emitted_files *f = to;
    const char *ending = strrchr(name, '.'), *stepper = strstr(name, "_stepper.h");
    char *copy = malloc(length + 1);
    assert_non_null(ending);
    assert_non_null(copy);
    assert_int_equal(strlen(text), length);
    memcpy(copy, text, length + 1);
    if (stepper) {
        f->stepper = copy;
    } else if (strcmp(ending, ".h") == 0) {
        f->header = copy;
        snprintf(f->body, sizeof f->body, "%.*s", (int)(ending - name), name);
    } else {
        f->code = copy;
    }
}

/* Emits POL_ROOT_DIR/specs/NAME.pol, or fails with the messages. */
static inline struct emitted_files emit_spec(const char *name, const pol_options *options)
{
    struct emitted_files files = {0};
    pol_options own = *options;
    char path[500];
    if (own.real == POL_FLOAT && !strcmp(name, "thruster") && !own.fixed && own.step <= 0 &&
        own.tolerance <= 0)
        own.tolerance = 1e-6; /* its own is one that no float can meet */
    snprintf(path, sizeof path, "%s/specs/%s.pol", POL_ROOT_DIR, name);
    pol_job *job = pol_open(&own);
    assert_non_null(job);
    pol_status status = pol_read(job, path);
    if (status == POL_OK)
        status = pol_emit(job, "c99", keep_file, &files);
    for (int i = 0; status != POL_OK && i < pol_diag_count(job); i++)
        print_error("%s", pol_diag_at(job, i)->text);
    pol_close(job);
    if (status != POL_OK)
        fail_msg("%s with %s is not emitted", name,
                 options->method ? options->method : "its own method");
    return files;
}

static inline void free_files(struct emitted_files *f)
{
    free(f->header);
    free(f->code);
    free(f->stepper);
    *f = (struct emitted_files){0};
}

#endif
