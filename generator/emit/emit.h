/* SPDX-License-Identifier: MIT
 *
 * Lays a page out as text. The target's Lua table defines the spelling of
 * operations, its templates the form of the files.
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
    const char *left_out;      /* name of a file that is not made; or NULL */
};

/* Where the files come from, as shown in them. */
struct provenance {
    const char *version;  /* the tool's version */
    const char *spec;     /* "fast_top.pol" */
    const char *command;  /* makes them again */
    const char *mark;     /* hash of all that they depend on */
    const char *lets;     /* the spec's, each after a blank */
    const char *with;     /* "main,test": files made if asked for; or NULL */
    unsigned without;     /* LEAVE_*; UNSEEN: in memory, with no comments */
    const char *left_out; /* `without` as text; NULL: nothing */
    bool counts;          /* the code counts sweeps, <body>_sweeps */
    const void *tables;   /* signals, in memory where the code runs; or */
    int series;           /* number of tables to write into the text */
    const struct pol_table *table;
    int facts; /* data for a test of the code */
    const struct fact {
        const char *key, *text;
    } * fact;
};

/* The files; NULL with messages (template file and line) if a target fails. */
const struct emission *emit_page(struct arena *, struct diags *, struct shelf *,
                                 const char *target, const struct page *,
                                 enum real, const struct provenance *);

struct emit_place {
    const char *folder;        /* "." for the working folder */
    const char *input;         /* never overwritten; NULL: stdin */
    bool force;                /* overwrite files that polhode did not make */
    const struct source *rule; /* a make rule; or NULL */
};

/* True if the files in the folder are what would be written. Else messages:
 * which file is missing, or the first difference: options, version, spec,
 * shelf, or a line that somebody has changed. */
bool emit_check(struct arena *, struct diags *, const struct emission *,
                const struct emit_place *);

/* Writes the files, all or none, into the folder, which is made if its parent
 * exists. A file that already has the same text is not touched. Returns their
 * paths, or NULL with a message. */
const char *const *emit_write(struct arena *, struct diags *,
                              const struct emission *,
                              const struct emit_place *);
