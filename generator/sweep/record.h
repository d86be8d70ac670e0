/* SPDX-License-Identifier: MIT
 *
 * The file of a sweep: the numbers of its cases in numpy's format (.npy).  Its
 * size is known beforehand, so any process can write any case at its place.  A
 * text beside it (.json) identifies the sweep.
 *
 * The numbers of a case are followed by a checksum of four bytes and a status
 * byte, which is 0 until the case is done: files are written front to back, so
 * the status stays 0 if the writer is killed.  The checksum covers the case's
 * index, numbers, trajectory and status.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* Cases per block of reads; statuses of a case: any other is a failure. */
enum { RECORD_BLOCK = 4096, RECORD_UNDONE = 0, RECORD_DONE = 1 };

struct record_column {
    const char *name; /* without quotation marks and backslashes */
    const char *unit; /* "": none */
    int numbers;      /* 1, or the size of a vector, */
    bool is_matrix;   /* or 9 of a matrix, row-major */
};

struct record_layout {
    const struct record_column *column;
    int columns;
    uint64_t cases, samples; /* samples > 0: an array of cases, samples and
                                numbers, without statuses */
};

struct record_demand {
    const char *path; /* NAME.npy; NULL: a file without a name, in TMPDIR */
    const char *json; /* text of NAME.json, a line per key; NULL: none */
    struct record_layout layout;
    bool resume;            /* resume this same sweep, if the file exists */
    unsigned shard, shards; /* the share to lock, 0 of 1 is all; 0 of 0: no
                               lock, another process of this job has it */
    double other_bytes; /* bytes that other files will need on the same disk */
};

struct record_file {
    int file;              /* -1: not open */
    const char *path;      /* for messages */
    bool has_name;         /* else removed when closed */
    uint64_t cases, begin; /* `begin`: offset of the first */
    size_t numbers, size;  /* doubles and bytes of a case */
};

/* Makes the file, or opens it again; returns NULL or an error text: then
 * nothing has changed.  Refuses a disk without room for all of it.  Any number
 * of processes of a sweep may call at once; a killed one can be resumed.  If
 * memory runs out inside, the caller must close `file`. */
const char *record_open(struct arena *, const struct record_demand *,
                        struct record_file *);
/* Opens a file again that `record_open` of any process of this job has made;
 * returns NULL or an error text. */
const char *record_join(struct arena *, struct record_file *);
/* Waits for the disk; false with errno set if written data may be lost. */
bool record_close(struct record_file *);

/* Writes or reads `count` cases from `first` on; many threads may call at once.
 * False with errno set. */
bool record_write(const struct record_file *, uint64_t first, size_t count,
                  const void *bytes);
bool record_read(const struct record_file *, uint64_t first, size_t count,
                 void *bytes);
/* Writes or verifies the checksum of case `number`, at index i of `bytes`; its
 * trajectory is at index i of `rows` of the other file, or NULL. */
void record_seal(const struct record_file *, void *bytes, size_t i,
                 uint64_t number, const struct record_file *, const void *rows);
bool record_is_sound(const struct record_file *, const void *bytes, size_t i,
                     uint64_t number, const struct record_file *,
                     const void *rows);
/* The message for errno: "cannot VERB path: ...". */
const char *record_cannot(struct arena *, const char *verb, const char *path);

/* The values of the case at index i of a block. */
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
