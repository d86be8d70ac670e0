/* SPDX-License-Identifier: MIT
 *
 * polhode: from a rigid body's description to a C stepper.
 *
 * A job takes one spec on its way: pol_read (text to checked model), pol_derive
 * (model to symbolic step), pol_lower (step to straight program), pol_emit
 * (program to C text), pol_load (C text to functions in memory).  Each call
 * runs the stages before it that have not run yet.  Two jobs share nothing.
 * NULL for an argument is a POL_MISUSE unless it is said what it means; what
 * ends a job or an image takes it, and does nothing.
 */
#ifndef POLHODE_H
#define POLHODE_H

#include <stddef.h>

#include "pol_stepper.h"

#ifdef __cplusplus
extern "C" {
#endif

#define POLHODE_VERSION "0.1.0"

typedef struct pol_job pol_job;     /* one spec, from text to code */
typedef struct pol_image pol_image; /* a stepper compiled in memory */

typedef enum pol_status {
    POL_OK,
    POL_BAD_SPEC,  /* the user's text; see pol_diag_count */
    POL_BAD_SHELF, /* a file of the shelf; see pol_diag_count */
    POL_NO_FILE,   /* a file cannot be read or written, or none was read */
    POL_NO_MEMORY, /* or more would be held than pol_options.memory */
    POL_FAILED,    /* a step of a running stepper failed */
    POL_STOPPED,   /* the progress callback asked to stop */
    POL_BUG,       /* ours */
    POL_MISUSE     /* an argument is NULL, or not a value of its enum */
} pol_status;

typedef enum pol_real { POL_DOUBLE, POL_FLOAT } pol_real;
typedef enum pol_compiler { POL_TCC, POL_GCC, POL_CLANG } pol_compiler;
/* Parts of emitted code that some programs do without. */
typedef enum pol_part {
    POL_INTERP = 1, /* dense output */
    POL_ACCESS = 2, /* what gets and sets attitude, rates, momentum, energy and
                       the values of `keep` and `show` */
    POL_STEPPER = 4 /* <body>_stepper.h */
} pol_part;
/* What an input with a signal is, `input u = sin(t)`. */
typedef enum pol_inputs {
    POL_ARGUMENT, /* an argument of each step, as in emitted code */
    POL_ACT,      /* its signal, in the equations */
    POL_HOLD      /* an argument; the last values to keep are the signals */
} pol_inputs;
typedef enum pol_stage {
    POL_SHOW_AST,
    POL_SHOW_MODEL,
    POL_SHOW_STEP,
    POL_SHOW_PROGRAM,
    POL_SHOW_PASSES
} pol_stage;

/* A new value for a const or a param of the spec, or an input's signal. */
typedef struct pol_setting {
    const char *name;
    const char *value; /* an expression of the language; for an input also
                          FILE.csv, FILE.csv:hold or FILE.csv:cubic */
} pol_setting;

/* Must come from pol_default_options().
 *
 * A file of a shelf that is not one's own is a program: methods, maps and
 * attitudes run in a closed Lua with limits to its time and memory, but what a
 * target writes is compiled and run as it stands by pol_load. */
typedef struct pol_options {
    const char *name; /* of the body; NULL: as the spec says */
    const char *method, *attitude, *map; /* calls; NULL: as the spec says */
    const pol_setting *setting;
    int settings;
    const pol_setting *signal; /* of inputs; n of them */
    int signals;
    pol_inputs inputs;        /* POL_ARGUMENT for what is emitted */
    const char *const *shelf; /* folders to look in first */
    int shelves;
    pol_real real;
    int fixed;        /* steps of one size, even if the spec says else */
    double step;      /* this size, s; 0: as the spec says */
    unsigned without; /* bits of pol_part: not emitted; pol_load leaves out no
                         more than POL_INTERP */
    const char *with; /* files that are emitted beside, "main,test"; NULL: none;
                         pol_load does without */
    double tolerance; /* of adaptive steps; `step` is 0 then. 0: as the
                         spec says */
    const double *landing; /* breakpoints, on which these end */
    int landings;          /* 0: as the spec says */
    const char *flags; /* for a system compiler; NULL: -O2, no contraction */
    size_t memory; /* bytes that a job may hold, beside large blocks of Lua's,
                      which has 48 MB for each file that runs; 0: any; default:
                      2 GB */
    int cookie;
} pol_options;

typedef struct pol_diag {
    int is_error; /* else a warning */
    const char *file;
    int line, column;    /* from 1; 0: none */
    const char *message; /* without place */
    const char *text;    /* as the command line prints it, with the caret */
} pol_diag;

/* Receives text piece by piece. */
typedef void pol_write(void *to, const char *text, size_t length);
/* Receives a whole emitted file. */
typedef void pol_file(void *to, const char *name, const char *text,
                      size_t length);

pol_options pol_default_options(void);

/* NULL without memory, or if the options do not come from
 * pol_default_options(), lack what they count or hold a value that its enum
 * does not have.  They are copied; NULL means the defaults.
 *
 * Where memory ends, be it the machine's or options.memory, a call returns
 * POL_NO_MEMORY and the job can still be closed; all that polhode and Lua ask
 * for is covered by it.  GMP, MPFR and libtcc take small temporary memory of
 * their own by malloc, and end the process where there is none: room for a
 * long number is asked for first, so that theirs is the smaller part. */
pol_job *pol_open(const pol_options *);
void pol_close(pol_job *);

/* Reads a spec: from a file ("-" is stdin), or from a text with a name for
 * messages.  It takes the place of what was read before, even if it fails. */
pol_status pol_read(pol_job *, const char *path);
pol_status pol_read_text(pol_job *, const char *name, const char *text,
                         size_t length);
pol_status pol_derive(pol_job *);
pol_status pol_lower(pol_job *);
/* Gives every file of a target (`polhode list targets`). */
pol_status pol_emit(pol_job *, const char *target, pol_file *, void *to);
pol_status pol_show(pol_job *, pol_stage, pol_write *, void *to);

/* The messages so far, at most 20 of each spec that was read; valid until
 * pol_close. */
int pol_diag_count(const pol_job *);
const pol_diag *pol_diag_at(const pol_job *, int i);

/* Compiles the emitted C in memory.  The image outlives the job; it is NULL if
 * the status is not POL_OK. */
pol_status pol_load(pol_job *, pol_compiler, pol_image **);
void pol_unload(pol_image *);
const pol_stepper *pol_image_stepper(const pol_image *);

#ifdef __cplusplus
}
#endif
#endif
