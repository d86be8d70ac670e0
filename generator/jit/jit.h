/* SPDX-License-Identifier: MIT
 *
 * C text to functions in memory: by libtcc, or by the system's compiler and
 * dlopen.  It does not depend on where the text comes from.
 *
 * In: C text that defines the pol_stepper `NAME_stepper`.  Out: the image that
 * holds its code, or NULL with the compiler's messages.  Images are public:
 * pol_image_stepper and pol_unload are here, too.
 */
#pragma once

#include "base/diag.h"
#include "include/polhode.h"
#include "runtime/pol_batch.h"

struct pol_image {
    const pol_stepper *stepper;
    long *sweeps; /* sweeps so far of each iteration in the step, if the code
                     has any and counts them; or NULL */
    const pol_batch *batch; /* many bodies in one call, if the code has
                               `<body>_batch`; or NULL */
    void *library;          /* handle of dlopen */
    int file;               /* file without a name it was loaded from, or -1 */
    void *data;             /* data that the code reads, `data_size` bytes */
    size_t data_size;
};

/* Compiles the files as one text, in this order, and finds the descriptor
 * `<body>_stepper` in it.  The files must define the type pol_stepper.
 * <BODY>_NO_INCLUDE is defined: no file on disk is needed, the functions of
 * math.h are declared first.  NULL with a message in diags if the text does not
 * compile or the compiler is missing; messages name the files and their lines.
 * The image outlives the diags.  `flags` are added for a system compiler, e.g.
 * "-O2 -march=native"; NULL: "-O2 -ffp-contract=off". */
pol_image *jit_load(struct diags *, pol_compiler, const char *body,
                    const struct source *, int files, const char *flags);
/* The path of the compiled object, for other processes of this machine while
 * the image is loaded: jit_load accepts it as a source without a text. */
const char *jit_object(struct arena *, const pol_image *);
/* The same by clang and lld as a WebAssembly module: returns its bytes, or NULL
 * with the reason in *why.  It exports `<body>_found`, the address of a pointer
 * to the descriptor, that of `<body>_batch` if there is one, and the function
 * table.  Functions of math.h are those of wasi-libc. */
const char *jit_module(struct arena *, const char *body, const struct source *,
                       int files, size_t *length, const char **why);
extern const char *const jit_name[]; /* by pol_compiler: "tcc" */
/* The default compiler of this build: tcc, or gcc without libtcc. */
pol_compiler jit_compiler(void);
/* jit_room: memory for data that the code reads, or NULL. jit_keep: frees it
 * with the image, or now if the image is NULL. */
void *jit_room(size_t size);
void jit_keep(pol_image *, void *data, size_t size);
