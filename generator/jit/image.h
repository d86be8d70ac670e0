/* SPDX-License-Identifier: MIT
 *
 * Inside the stage: what the compilers fill in.
 */
#ifndef POL_IMAGE_H
#define POL_IMAGE_H

#include "jit/jit.h"

/* Exactly one of the three owns the code. */
struct image {
    const pol_stepper *stepper;
    void *memory; /* pages of our own, `size` bytes */
    size_t size;
    void *library; /* of dlopen */
    void *state;   /* a TCCState that keeps its code itself */
    void *data;    /* what it looks at, `data_size` bytes */
    size_t data_size;
};

/* A text on its way to a compiler. */
struct load {
    const char *body;   /* a C identifier */
    const char *symbol; /* <body>_found: points to the descriptor */
    const char *text;   /* one translation unit, complete */
    const char *flags;  /* for a system compiler */
    const void *found;  /* out: what the symbol stands for */
    char message[1000]; /* out: what went wrong, as the compiler says it */
};

/* Both fill an empty image and load->found, or leave it empty, say why in
 * load->message, and return false. */
bool jit_tcc_load(struct image *, struct load *);
bool jit_cc_load(struct image *, const char *compiler, struct load *);
void jit_tcc_free(void *state);
bool jit_tcc_built(void);
bool jit_cc_found(const char *compiler);
/* The address behind a name that emitted code may call, and the names: NULL at
 * the end. */
const char *jit_symbol(int i, void **address);

#endif
