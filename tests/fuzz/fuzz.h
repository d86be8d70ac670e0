/* SPDX-License-Identifier: MIT
 *
 * What harnesses share.  An input begins with letters that choose, to the end
 * of its first line; texts follow, of which one ends where a line "--- " and a
 * word, the name of the next, begins.
 */
#ifndef POL_FUZZ_H
#define POL_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct fuzz {
    const char *at;
    size_t left;
};

struct fuzz_text {
    const char *name; /* "" of the first one; for free(), as is the next: */
    char *chars;
    size_t length;
};

struct fuzz fuzz_begin(const uint8_t *data, size_t size);
/* The next letter as a number below n, a being 0; 0 where there is none. */
int fuzz_choice(struct fuzz *, int n);
/* Ends the choices. */
void fuzz_line(struct fuzz *);
/* The next text in blocks of their own sizes, so that the sanitizer sees reads
 * beyond their ends; chars is NULL where there is none. */
struct fuzz_text fuzz_next(struct fuzz *);
void fuzz_free(struct fuzz_text *);

/* Whatever was read, a job ends well or with messages: closes it, and aborts
 * where there is a bug. */
void fuzz_close(struct pol_job *, pol_status);

/* An empty folder to be in, which goes at the end; then whatever lies in it is
 * taken away. */
void fuzz_folder(void);
/* A file there, in folders that are made. */
void fuzz_write(const char *name, const char *chars, size_t length);

#endif
