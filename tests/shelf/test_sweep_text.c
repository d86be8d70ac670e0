/* SPDX-License-Identifier: MIT
 *
 * The text of a sweep that goes elsewhere has in itself what files give, and no
 * place in memory; the steps by it are those in memory, to the bit.
 */
#define _GNU_SOURCE /* mkdtemp */

#include "load.h"

#include <stdlib.h>

#include "compilers.h"
#include "jit/jit.h"
#include "job.h"

enum { MOST = 80 };

/* A body of which a file is a signal; `freed` is a start value that varies, or
 * NULL. */
static pol_job *open_job(const char *rows, pol_real real, const char *freed,
                         pol_status *status)
{
    static const char text[] =
        "body b\ninput u[3]\ninput k\ninertia diag(1, 2, 2.5)\n"
        "torque body u + k*e1\ngyro 0.1*u\nstart w = [1, 0.1, 0.2]\n"
        "start t = 0.35\n";
    static const char *varied;
    const pol_setting signal = {"u", rows};
    pol_options o = pol_default_options();
    o.real = real;
    o.inputs = POL_ACT;
    o.signal = &signal;
    o.signals = 1;
    pol_job *job = pol_open(&o);
    assert_non_null(job);
    job->given.is_swept = true;
    varied = freed;
    job->given.freed = &varied;
    job->given.freeds = freed != NULL;
    *status = pol_read_text(job, "body.pol", text, strlen(text));
    return job;
}

/* As fast as sweeps are compiled, and nothing to warn of. */
static const char fast[] =
    "-O3 -march=native -fno-math-errno -fno-trapping-math "
    "-mprefer-vector-width=512 -ffp-contract=off -Wall -Wextra -Werror";

struct compiled {
    pol_compiler which;
    pol_image *image;
    bool has_address; /* the text names a place in memory */
};

/* The text that goes elsewhere, compiled. */
static pol_status compile(struct pol_job *job, void *argument)
{
    struct compiled *c = argument;
    pol_status status;
    const struct emission *e = job_sweep_text(job, &status);
    if (!e)
        return status;
    for (int i = 0; i < e->files; i++)
        c->has_address |= strstr(e->file[i].chars, "0x") != NULL;
    c->image = jit_load(&job->diags, c->which, job->model->facts.name, e->file,
                        e->files, fast);
    return c->image ? POL_OK : POL_BAD_SHELF;
}

static pol_image *load_compiled(const char *rows, pol_real real, int which)
{
    struct compiled c = {.which = which ? POL_GCC : POL_TCC};
    pol_status status;
    pol_job *job = open_job(rows, real, NULL, &status);
    if (status == POL_OK)
        status = which == 2 ? pol_load(job, POL_TCC, &c.image)
                            : job_run(job, compile, &c);
    if (status != POL_OK)
        print_diags(job);
    assert_int_equal(status, POL_OK);
    pol_close(job);
    assert_false(c.has_address);
    return c.image;
}

TEST(files_stand_in_the_text)
{
    ONCE_IS_ENOUGH();
    char folder[64], path[100];
    open_folder(folder);
    snprintf(path, sizeof path, "%s/rows.csv", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "t,u1,u2,u3\n0,1,2,3\n0.39269908169872414,-1e-30,"
               "0.76543210987654321,5\n0.7853981633974483,1,1,1e3\n"
               "1.1780972450961724,2,0.30000000000000004,-4\n");
    assert_int_equal(fclose(f), 0);
    for (int real = 0; real < 2; real++) {
        double x[2][MOST], par[MOST], in[MOST] = {0};
        for (int which = 0; which < 3; which++) {
            pol_image *image = load_compiled(path, (pol_real)real, which);
            const pol_stepper *s = pol_image_stepper(image);
            double *at = x[which > 0];
            s->start(at, par);
            assert_int_equal(s->run(at, par, in, 0.02, 60), 0);
            if (which)
                assert_memory_equal(x[0], x[1], (size_t)s->state * sizeof *par);
            pol_unload(image);
        }
        pol_status status;
        pol_job *job = open_job(path, (pol_real)real, "t", &status);
        assert_int_equal(status, POL_BAD_SPEC);
        assert_string_equal(
            pol_diag_at(job, 0)->text,
            "--vary:1:1: error: t may not vary: the internal momentum at the "
            "start looks at 'u', which a file gives\n    t\n    ^\n");
        pol_close(job);
    }
    remove_folder(folder);
}
