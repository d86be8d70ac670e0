/* SPDX-License-Identifier: MIT
 *
 * A job: the state of one spec between its stages; for pipeline.c and the
 * command line, which both know all stages.
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

/* The stepper of the job's spec, and the reference to compare it with. */
enum { JOB_STEPPER, JOB_REFERENCE, JOB_IMAGES };

struct pol_job {
    struct arena *arena;
    struct names *names;
    struct diags diags;
    struct pool *pool;
    struct shelf *shelf;
    pol_options options;

    const struct source *source; /* text of the spec */
    enum job_stage reached;      /* first stage that is not done */
    syntax ast;
    const struct model *model;
    struct recipe *recipe; /* `step` is derived from it */
    const struct step *step;
    const struct page *page;
    unsigned left_out;          /* parts that `page` lacks: LEAVE_* */
    bool in_memory;             /* `page` serves only the descriptor */
    bool rounding_reported;     /* the rounding warnings were given */
    struct additions additions; /* the command's additions to the spec */
    const char *method_option;  /* it names the method; NULL: --method */
    bool counts;                /* code in memory counts its Newton sweeps */
    const struct source *text;  /* read instead of any file; or NULL */
    bool is_draft; /* runs few steps: rewriting passes would not pay off */

    pol_image *image[JOB_IMAGES]; /* loaded ones; closed with the job */

    struct text *notes; /* messages go here; NULL: to stderr */
    jmp_buf *escape;    /* jump target: the innermost job_run */
    struct {
        const pol_diag **item;
        int count, room;
        int printed; /* number of messages that the command line printed */
        bool memory_reported; /* the memory limit was reported */
        bool out_of_memory;   /* some work failed for lack of memory */
    } shown;                  /* the public messages */
};

/* Reads a file of at most `most` bytes, stdin if it is "-"; NULL with a
 * message. */
enum { LARGEST_TEXT = 1 << 24 };
const struct source *job_read_file(struct pol_job *, const char *path,
                                   size_t most);

/* Runs `work` and publishes its messages; POL_NO_MEMORY if memory runs out in
 * it.  `work` may call job_run. */
typedef pol_status job_work(struct pol_job *, void *argument);
pol_status job_run(struct pol_job *, job_work *, void *argument);

/* Publishes the messages so far; called inside `work`. */
void job_show(struct pol_job *);

/* Runs a stage and all stages before it that are not done; inside `work`. */
pol_status job_reach(struct pol_job *, enum job_stage);
/* Without a target: code to compile in memory, here or elsewhere; it has no
 * addresses of this process, but contains the data of files. */
const struct emission *job_emit(struct pol_job *, const char *target,
                                pol_status *);
struct shelf *job_shelf(struct pol_job *);
/* The context that finds, reads and runs files of the shelf. */
struct kit job_kit(struct pol_job *);
/* Adds " --NAME VALUE", quoted for a shell; nothing if the value is NULL. */
void command_option(struct text *, const char *name, const char *value);
/* "polhode emit ..." that makes the files, without --output and --with.  Unless
 * `with_folders`, it names no folders: the same files give the same text
 * anywhere. */
const char *job_command(const struct pol_job *, const char *target,
                        bool with_folders);
/* Warns where the real type rounds coarsely (rounding.c). */
void job_rounding(struct pol_job *);
/* The provenance that a target's files state (provenance.c). */
struct provenance job_provenance(struct pol_job *, const char *target);
/* Passes on the path of each file that the spec reads or that it uses from a
 * shelf folder (provenance.c). */
typedef void path_callback(void *to, const char *path);
void job_files(struct pol_job *, const char *target, path_callback *, void *to);
/* A rule for make (provenance.c): for the path NAME.d, NAME depends on the spec
 * and on those files.  False with a message. */
bool job_rule(struct pol_job *, const char *path, const char *spec,
              const char *target, struct source *out);
/* The facts for the emitted test, from this stepper in memory (trial.c); false
 * with messages. */
bool job_trial(struct pol_job *, const struct pol_stepper *,
               struct provenance *);
enum real job_real(const struct pol_job *);
/* The distance from 1 to the next larger number of the job's real type. */
static inline double job_epsilon(const struct pol_job *job)
{
    return job_real(job) == REAL_FLOAT ? 0x1p-23 : 0x1p-52;
}
/* x rounded to the job's real type. */
static inline double job_round(const struct pol_job *job, double x)
{
    return job_real(job) == REAL_FLOAT ? (double)(float)x : x;
}
/* A copy of the text; NULL for NULL. */
const char *job_text(struct arena *, const char *);
