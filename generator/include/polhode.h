/* SPDX-License-Identifier: MIT
 *
 * polhode: from a rigid body's description to a C stepper.
 *
 * A job processes one spec: pol_read (text to checked model), pol_derive
 * (model to symbolic step), pol_lower (step to straight program), pol_emit
 * (program to C text), pol_load (C text to functions in memory).  Each call
 * runs the stages before it that have not run yet.  Two jobs share nothing.
 * NULL for an argument is a POL_MISUSE unless a meaning of NULL is documented;
 * pol_close and pol_unload accept NULL and do nothing.
 */
#ifndef POLHODE_H
#define POLHODE_H

#include <stddef.h>

#include "pol_stepper.h"

#ifdef __cplusplus
extern "C" {
#endif

#define POLHODE_VERSION "0.2.0"

typedef struct pol_job pol_job;     /* one spec, from text to code */
typedef struct pol_image pol_image; /* a stepper compiled in memory */

typedef enum pol_status {
    POL_OK,
    POL_BAD_SPEC,  /* error in the user's text; see pol_diag_count */
    POL_BAD_SHELF, /* error in a file of the shelf; see pol_diag_count */
    POL_NO_FILE,   /* a file cannot be read, or none was */
    POL_NO_MEMORY, /* no memory, or pol_options.memory is reached */
    POL_FAILED,    /* a step of a running stepper failed */
    POL_STOPPED,   /* the progress callback asked to stop */
    POL_BUG,       /* a bug of polhode */
    POL_MISUSE     /* an argument is NULL, or not a value of its enum */
} pol_status;

typedef enum pol_real { POL_DOUBLE, POL_FLOAT } pol_real;
typedef enum pol_compiler { POL_TCC, POL_GCC, POL_CLANG } pol_compiler;
/* Optional parts of emitted code. */
typedef enum pol_part {
    POL_INTERP = 1, /* dense output */
    POL_ACCESS = 2, /* functions that get and set attitude, rates, momentum,
                       energy and the values of `keep` and `show` */
    POL_STEPPER = 4 /* <body>_stepper.h */
} pol_part;
/* How an input with a signal is treated, `input u = sin(t)`. */
typedef enum pol_inputs {
    POL_ARGUMENT, /* an argument of each step, as in emitted code */
    POL_ACT,      /* its signal is part of the equations */
    POL_HOLD      /* an argument; the last `keep` values are the signals */
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
 * A file of a foreign shelf is a program: methods, maps and attitudes run in a
 * closed Lua with limits on time and memory, but pol_load compiles and runs the
 * output of a target without any check. */
typedef struct pol_options {
    const char *name;                    /* body name; NULL: from the spec */
    const char *method, *attitude, *map; /* calls; NULL: from the spec */
    const pol_setting *setting;
    int settings;
    const pol_setting *signal; /* signals of inputs */
    int signals;
    pol_inputs inputs;        /* POL_ARGUMENT for emitted code */
    const char *const *shelf; /* folders to look in first */
    int shelves;
    pol_real real;
    int fixed;        /* fixed step size, even if the spec has another kind */
    double step;      /* step size, s; 0: from the spec */
    unsigned without; /* bits of pol_part that are not emitted; pol_load leaves
                         out only POL_INTERP */
    const char *with; /* additional files to emit, "main,test", or NULL;
                         pol_load ignores them */
    double tolerance; /* for adaptive steps; `step` is 0 then. 0: from the
                         spec */
    const double *landing; /* breakpoints, at which adaptive steps end */
    int landings;          /* 0: from the spec */
    const char *flags; /* for a system compiler; NULL: -O2, no contraction */
    size_t memory; /* bytes that a job may hold, not counting large blocks of
                      Lua, which has 48 MB for each file that runs; 0: no limit;
                      default: 2 GB */
    int cookie;
} pol_options;

typedef struct pol_diag {
    int is_error; /* else a warning */
    const char *file;
    int line, column;    /* from 1; 0: none */
    const char *message; /* without place */
    const char *text;    /* as on the command line, with the caret */
} pol_diag;

/* Receives text piece by piece. */
typedef void pol_write(void *to, const char *text, size_t length);
/* Receives a whole emitted file. */
typedef void pol_file(void *to, const char *name, const char *text,
                      size_t length);

pol_options pol_default_options(void);

/* Returns NULL without memory, or if the options do not come from
 * pol_default_options(), have a count without its array, or have an invalid
 * enum value.  The options are copied; NULL means the defaults.
 *
 * If memory ends, that of the machine or options.memory, a call returns
 * POL_NO_MEMORY and the job can still be closed.  This covers all memory of
 * polhode and Lua.  GMP, MPFR and libtcc take small temporary memory by malloc,
 * and end the process if there is none: polhode allocates room for a long
 * number first, so that theirs is the smaller part. */
pol_job *pol_open(const pol_options *);
void pol_close(pol_job *);

/* Reads a spec: from a file ("-" is stdin), or from a text with a name for
 * messages.  It replaces the spec that was read before, even if it fails. */
pol_status pol_read(pol_job *, const char *path);
pol_status pol_read_text(pol_job *, const char *name, const char *text,
                         size_t length);
pol_status pol_derive(pol_job *);
pol_status pol_lower(pol_job *);
/* Passes every file of a target (`polhode list targets`) to the callback. */
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
