/* SPDX-License-Identifier: MIT
 *
 * The file of a sweep: the numbers of its cases as numpy reads them (.npy), of
 * a size that is known beforehand, so that any process writes any case at its
 * place; beside it a text (.json) that says which sweep it is.
 *
 * Behind a case's numbers are a checksum, four bytes, and its status, a byte
 * that is 0 until it is done: files are written from front to back, so a writer
 * that is ended leaves it 0.  The checksum is of the case's number, its
 * numbers, its trajectory and the status.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* Cases that are written together; their statuses, others say what failed. */
enum { RECORD_BLOCK = 4096, RECORD_UNDONE = 0, RECORD_DONE = 1 };

struct record_column {
    const char *name; /* without quotation marks and backslashes */
    const char *unit; /* "": none */
    int numbers;      /* 1; else a vector, */
    bool is_matrix;   /* or, of 9, a matrix, by rows */
};

struct record_layout {
    const struct record_column *column;
    int columns;
    uint64_t cases, samples; /* samples > 0: an array of cases, samples and
                                numbers, without statuses */
};

struct record_demand {
    const char *path; /* NAME.npy; NULL: a file without a name, in TMPDIR */
    const char *json; /* all of NAME.json, a line for each key; NULL: none */
    struct record_layout layout;
    bool resume;            /* resume this same sweep, if the file exists */
    unsigned shard, shards; /* the share to be locked, 0 of 1 is all; 0 of 0:
                               none, another process of this job has it */
    double beside; /* bytes that other files will need on the same disk */
};

struct record_file {
    int file;              /* -1: not open */
    const char *path;      /* for messages */
    bool has_name;         /* else it is removed once it is closed */
    uint64_t cases, begin; /* the byte of the first */
    size_t numbers, size;  /* doubles of a case, and bytes */
};

/* Makes the file, or opens it again; NULL, or what is wrong: then nothing has
 * changed.  A disk without room for all of it is refused.  Any number of
 * processes of a sweep may come at once, and one that is ended leaves what can
 * be resumed.  Should memory end in between, `file` is to be closed. */
const char *record_open(struct arena *, const struct record_demand *,
                        struct record_file *);
/* Opens once more what `record_open` of this job, in whatever process, has
 * made; NULL, or what is wrong. */
const char *record_join(struct arena *, struct record_file *);
/* Waits for the disk; false with errno set: something written may be lost. */
bool record_close(struct record_file *);

/* Writes or reads cases from `first` on; by many threads at once.  False with
 * errno set. */
bool record_write(const struct record_file *, uint64_t first, size_t count,
                  const void *bytes);
bool record_read(const struct record_file *, uint64_t first, size_t count,
                 void *bytes);
/* Writes the checksum of case `number`, which is i of those that were read, as
 * is its trajectory among the rows of a file, or NULL; is it right? */
void record_seal(const struct record_file *, void *bytes, size_t i,
                 uint64_t number, const struct record_file *, const void *rows);
bool record_is_sound(const struct record_file *, const void *bytes, size_t i,
                     uint64_t number, const struct record_file *,
                     const void *rows);
/* The message for errno: "cannot VERB path: ...". */
const char *record_cannot(struct arena *, const char *verb, const char *path);

/* The values of case i of those that were read. */
static inline const char *record_at(const struct record_file *f,
                                    const void *bytes, size_t i)
{
    return (const char *)bytes + i * f->size;
}
static inline int record_status(const struct record_file *f, const void *bytes,
                                size_t i)
{
    return (unsigned char)record_at(f, bytes, i)[f->size - 1];
}
