/* SPDX-License-Identifier: MIT
 *
 * A spec, from its text to the text in C: checked, shown after a stage, and
 * emitted by what its first letters choose.
 */
#include "fuzz.h"

static void put_nowhere(void *to, const char *text, size_t length)
{
    (void)to;
    (void)text;
    (void)length;
}

static void drop_file(void *to, const char *name, const char *text, size_t length)
{
    (void)name;
    put_nowhere(to, text, length);
}

/* NULL: as the spec says. */
static const char *const methods[] = {NULL,
                                      NULL,
                                      NULL,
                                      "rkmk(kutta4)",
                                      "frb_exact",
                                      "imidm",
                                      "rkmk(dopri5, form = rate)",
                                      "sr",
                                      "kinematic(heun2)",
                                      "magnus(dopri5)",
                                      "rkmk(sdirk(2))",
                                      "akw"};
static const char *const attitudes[] = {
    NULL, NULL, "quaternion", "matrix", "euler(zyx)", "rotation_vector", "mrp"};
enum {
    METHODS = sizeof methods / sizeof *methods,
    ATTITUDES = sizeof attitudes / sizeof *attitudes
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz f = fuzz_begin(data, size);
    pol_options o = pol_default_options();
    pol_stage stage = (pol_stage)fuzz_choice(&f, POL_SHOW_PASSES);
    o.real = (pol_real)fuzz_choice(&f, 2);
    o.method = methods[fuzz_choice(&f, METHODS)];
    o.attitude = attitudes[fuzz_choice(&f, ATTITUDES)];
    o.without = (unsigned)fuzz_choice(&f, 8);
    o.fixed = fuzz_choice(&f, 2);
    fuzz_line(&f);
    struct fuzz_text t = fuzz_next(&f);
    struct pol_job *job = pol_open(&o);
    pol_status status = pol_read_text(job, "a.pol", t.chars ? t.chars : "", t.length);
    if (status == POL_OK)
        status = pol_show(job, stage, put_nowhere, NULL);
    if (status == POL_OK)
        status = pol_emit(job, "c99", drop_file, NULL);
    fuzz_close(job, status);
    fuzz_free(&t);
    return 0;
}
