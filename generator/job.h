/* SPDX-License-Identifier: MIT
 *
 * What a job holds while a spec is on its way; for pipeline.c and the command
 * line, which both know all stages.
 */
#pragma once

#include <setjmp.h>

#include "base/arena.h"
#include "base/name.h"
#include "base/text.h"
#include "emit/emit.h"
#include "jit/jit.h"
#include "model/model.h"
#include "recipe/recipe.h"
#include "tableau/tableau.h"

enum job_stage {
    STAGE_PARSE,
    STAGE_CHECK,
    STAGE_CHOOSE,
    STAGE_DERIVE,
    STAGE_LOWER,
    STAGES
};

/* The stepper of its spec, and one to compare with. */
enum { JOB_OWN, JOB_REFERENCE, JOB_IMAGES };

struct pol_job {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct pool *pool;
    struct shelf *shelf;
    pol_options options;

    const struct source *source; /* what was read */
    enum job_stage reached;      /* the first that is still to be run */
    syntax ast;
    const struct model *model;
    struct recipe *recipe; /* one step is derived of it */
    const struct step *step;
    const struct page *page;
    unsigned left_out;         /* of the page: LEAVE_* */
    bool in_memory;            /* it is for the descriptor alone */
    bool is_told;              /* what the real type rounds coarsely */
    struct given given;        /* what a command adds to the spec */
    const char *method_by;     /* the option that names it; NULL: --method */
    bool counts;               /* in memory: each Newton sweep that is taken */
    const struct source *text; /* instead of any file that is read; or NULL */
    bool is_draft; /* it runs a few steps only: no pass is worth its time */

    pol_image *image[JOB_IMAGES]; /* that are loaded, until it closes */

    struct text *notes; /* where messages go; NULL: to stderr */
    jmp_buf *escape;    /* to the job_run that is running */
    struct {
        const pol_diag **item;
        int count, room;
        int told;       /* the command line has printed this number of them */
        bool told_full; /* that more memory is needed than it may have */
        bool lacked;    /* some work ended for want of memory */
    } shown;            /* the messages that are public */
};

/* Reads a whole file of `most` bytes at most, "-" being stdin; NULL with a
 * message. */
enum { LARGEST_TEXT = 1 << 24 };
const struct source *job_read_file(struct pol_job *, const char *path,
                                   size_t most);

/* Runs `work` so that a lack of memory anywhere in it becomes POL_NO_MEMORY,
 * and makes the messages that it left visible.  It may run others in it. */
typedef pol_status job_work(struct pol_job *, void *argument);
pol_status job_run(struct pol_job *, job_work *, void *argument);

/* Makes the messages so far visible, inside `work`. */
void job_show(struct pol_job *);

/* Runs a stage and those before it that are not done, inside `work`. */
pol_status job_reach(struct pol_job *, enum job_stage);
/* Without a target: the text that is compiled in memory, for use elsewhere;
 * it has no addresses of this process, and contains the numbers of files. */
const struct emission *job_emit(struct pol_job *, const char *target,
                                pol_status *);
struct shelf *job_shelf(struct pol_job *);
/* What files of the shelf are found, read and run with. */
struct kit job_kit(struct pol_job *);
/* " --NAME VALUE", as a shell takes it; NULL: it was not given. */
void command_option(struct text *, const char *name, const char *value);
/* "polhode emit ..." that makes the files.  Unless whole, folders and the
 * output's place are left out: the same files give the same text wherever they
 * lie, and whatever is made beside them. */
const char *job_command(const struct pol_job *, const char *target, bool whole);
/* Warns of what the real type rounds coarsely (rounding.c). */
void job_rounding(struct pol_job *);
/* What the files of a target will say of their making (provenance.c). */
struct provenance job_provenance(struct pol_job *, const char *target);
/* The files that the spec reads, and those that it uses of the folders of a
 * shelf (provenance.c). */
typedef void told_path(void *to, const char *path);
void job_files(struct pol_job *, const char *target, told_path *, void *to);
/* A rule for make (provenance.c): what TARGET.d is named after depends on the
 * spec and on those files.  False with a message. */
bool job_rule(struct pol_job *, const char *path, const char *spec,
              const char *target, struct source *out);
/* What a test of the code is told, which runs in memory as this stepper
 * (trial.c); false with messages. */
bool job_trial(struct pol_job *, const struct pol_stepper *,
               struct provenance *);
enum real job_real(const struct pol_job *);
/* The distance of 1 to the next number of its real type. */
static inline double job_epsilon(const struct pol_job *job)
{
    return job_real(job) == REAL_FLOAT ? 0x1p-23 : 0x1p-52;
}
/* A number as that holds it. */
static inline double job_round(const struct pol_job *job, double x)
{
    return job_real(job) == REAL_FLOAT ? (double)(float)x : x;
}
/* A copy; NULL stays NULL. */
const char *job_text(struct arena *, const char *);
