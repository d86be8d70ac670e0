/* SPDX-License-Identifier: MIT
 *
 * C text to functions in memory: by libtcc, or by the system's compiler and
 * dlopen.  It takes text and knows nothing of where it came from.
 *
 * In: C text, of which `NAME_stepper` is a pol_stepper.  Out: the image that
 * holds its code, or NULL with the compiler's messages.  Images are public:
 * pol_image_stepper and pol_unload are here, too.
 */
#pragma once

#include "base/diag.h"
#include "include/polhode.h"
#include "runtime/pol_batch.h"

struct pol_image {
    const pol_stepper *stepper;
    long *sweeps; /* how often each of the step's iterations was swept so far,
                     if the code counts that and has any; or NULL */
    const pol_batch *batch; /* many bodies in one call, if the code has
                               `<body>_batch`; or NULL */
    void *library;          /* handle of dlopen */
    int file;   /* that it was loaded from and that has no name; or -1 */
    void *data; /* what it looks at, `data_size` bytes */
    size_t data_size;
};

/* Compiles the files as one text, in this order, and finds the descriptor
 * `<body>_stepper` in it.  They must bring the type pol_stepper.
 * <BODY>_NO_INCLUDE is defined: nothing needs a file on disk, the functions of
 * math.h are declared in front.  NULL with a message in diags if the text does
 * not compile or the compiler is not there; messages name the files and their
 * lines.  The image outlives the diags.  `flags` are added for a system
 * compiler, e.g. "-O2 -march=native"; NULL: "-O2 -ffp-contract=off". */
pol_image *jit_load(struct diags *, pol_compiler, const char *body,
                    const struct source *, int files, const char *flags);
/* The path of the compiled object, for other processes of this machine while
 * the image is loaded: jit_load takes it as a source without a text. */
const char *jit_object(struct arena *, const pol_image *);
/* The same by clang and lld as a module of WebAssembly, which exports the
 * address of a pointer to the descriptor, `<body>_found`, that of
 * `<body>_batch` if there is one, and the table of its functions: its bytes, or
 * NULL and why not.  Functions of math.h are those of wasi-libc. */
const char *jit_module(struct arena *, const char *body, const struct source *,
                       int files, size_t *length, const char **why);
extern const char *const jit_name[]; /* by pol_compiler: "tcc" */
/* That of this build: tcc, or gcc where there is no libtcc. */
pol_compiler jit_compiler(void);
/* Memory for what the code looks at, or NULL; and what becomes of it: it is
 * freed with the image, or now if that is NULL. */
void *jit_room(size_t size);
void jit_keep(pol_image *, void *data, size_t size);
