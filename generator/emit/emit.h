/* SPDX-License-Identifier: MIT
 *
 * Lays a page out as text: the target's Lua table says how operations are
 * spelled, its templates how the file looks.
 *
 * In: `struct page`, the name of a target.  Out: its files as text, or NULL
 * with messages; emit_write: on disk, all or none.
 */
#pragma once

#include "opt/page.h"
#include "shelf/shelf.h"

struct emission {
    int files;
    const struct source *file; /* the path is a name: "fast_top.c" */
    const char *left_out;      /* the name of a file that is not made; NULL */
};

/* From what the files are made, as they tell. */
struct provenance {
    const char *version;  /* of the tool */
    const char *spec;     /* "fast_top.pol" */
    const char *command;  /* that makes them again */
    const char *mark;     /* of all that they depend on */
    const char *lets;     /* of the spec, each behind a blank */
    const char *with;     /* "main,test": files made if asked for; or NULL */
    unsigned without;     /* LEAVE_*; UNSEEN: in memory, with no comments */
    const char *left_out; /* the same as a text; NULL: nothing */
    bool counts;          /* the code counts sweeps, <body>_sweeps */
    const void *tables;   /* of signals, in memory where the code runs; or */
    int series;           /* so many, to stand in the text */
    const struct pol_table *table;
    int facts; /* what a test of the code is told */
    const struct fact {
        const char *key, *text;
    } * fact;
};

/* NULL, with messages in diags (template file and line), if a target fails. */
const struct emission *emit_page(struct arena *, struct diags *, struct shelf *,
                                 const char *target, const struct page *,
                                 enum real, const struct provenance *);

struct emit_place {
    const char *folder;        /* "." for the working one */
    const char *input;         /* over which nothing is written; NULL: stdin */
    bool force;                /* write over files that somebody else made */
    const struct source *rule; /* of make; or NULL */
};

/* Is what stands in the folder what would be written?  Else messages: what is
 * not there, or by what it differs first, options, version, spec, shelf, or a
 * line that somebody else has written. */
bool emit_check(struct arena *, struct diags *, const struct emission *,
                const struct emit_place *);

/* Writes the files, all or none, into the folder, which is made if its parent
 * is there.  One that has the same text already is not touched.  Their paths;
 * NULL with a message. */
const char *const *emit_write(struct arena *, struct diags *,
                              const struct emission *,
                              const struct emit_place *);
