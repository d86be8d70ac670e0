/* SPDX-License-Identifier: MIT
 *
 * A file of somebody's shelf: a program in the closed Lua, with less time and
 * memory than is allowed; described, then used.
 */
#include "fuzz.h"
#include "shelf/host.h"

struct host_limits __wrap_host_limits(void);
struct host_limits __wrap_host_limits(void)
{
    return (struct host_limits){(size_t)16 << 20, 5000000};
}

static const struct use {
    enum shelf_kind kind;
    const char *path, *method, *attitude, *map;
} uses[] = {
    {SHELF_METHOD, "x/methods/x.lua", "x", NULL, NULL},
    {SHELF_METHOD, "x/methods/x.lua", "x(kutta4)", NULL, NULL},
    {SHELF_ATTITUDE, "x/attitudes/x.lua", "rkmk(heun2)", "x", NULL},
    {SHELF_ATTITUDE, "x/attitudes/x.lua", "kinematic(heun2)", "x", NULL},
    {SHELF_MAP, "x/maps/x.lua", "rkmk(kutta4)", NULL, "x"},
    {SHELF_MAP, "x/maps/x.lua", "imidm", NULL, "x"},
    {SHELF_TABLEAU, "x/tableaus/x.lua", "rkmk(x)", NULL, NULL},
    {SHELF_TABLEAU, "x/tableaus/x.lua", "rkmk(x(2))", NULL, NULL},
    {SHELF_COMPOSITION, "x/compositions/x.pol", "x(sr)", NULL, NULL},
};
enum { USES = sizeof uses / sizeof *uses };

struct asked {
    const struct use *use;
    struct fuzz_text text;
};

static const char body[] = "body a\ninertia diag(1, 2, 3)\n"
                           "torque body -w\nstart w = [1, 2, 3]\nstep 0.1\n";

/* What is said of a file that cannot be described does not end the job. */
static pol_status add_file(struct pol_job *job, void *argument)
{
    const struct asked *q = argument;
    struct source *s = arena_alloc(job->arena, sizeof *s);
    struct shelf_claim claim;
    *s = (struct source){q->use->path, q->text.chars, q->text.length};
    if (!lang_is_text(&job->diags, s))
        return POL_BAD_SHELF;
    struct shelf *shelf = job_shelf(job);
    shelf_add_file(shelf, q->use->kind, "x", s);
    const struct shelf_file *file = shelf_find(shelf, q->use->kind, "x");
    if (file->is_lua && !shelf_describe(&job->diags, file, &claim))
        return POL_BAD_SHELF;
    return POL_OK;
}

static pol_status emit(struct pol_job *job, void *argument)
{
    pol_status status;
    (void)argument;
    (void)job_emit(job, "c99", &status);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size);
    struct asked q = {.use = &uses[fuzz_choice(&f, USES)]};
    pol_options o = pol_default_options();
    o.method = q.use->method;
    o.attitude = q.use->attitude;
    o.map = q.use->map;
    fuzz_line(&f);
    q.text = fuzz_next(&f);
    if (q.text.chars) {
        struct pol_job *job = pol_open(&o);
        pol_status status = pol_read_text(job, "a.pol", body, sizeof body - 1);
        if (status == POL_OK)
            status = job_run(job, add_file, &q);
        if (status == POL_OK)
            status = job_run(job, emit, NULL);
        fuzz_close(job, status);
    }
    fuzz_free(&q.text);
    return 0;
}
