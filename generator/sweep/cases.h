/* SPDX-License-Identifier: MIT
 *
 * The cases of a sweep: what varies, and which values it has in case k.  All
 * cases are the product of lists, the first of them the slowest, and of as many
 * draws, or rows of a file:
 *     k = ((i_1 n_2 + i_2) n_3 + ...) m + j.
 * Random numbers are those of k; nothing depends on another case.
 */
#pragma once

#include "sweep/draw.h"

/* What a sweep can vary at once, and in how many numbers. */
enum { CASES_SOURCES = 64, CASES_VALUES = 128 };

enum case_kind {
    CASE_LIST,  /* values one after the other */
    CASE_RANGE, /* as many between two, these among them */
    CASE_UNIFORM,
    CASE_LOGUNIFORM,
    CASE_NORMAL, /* mean, deviation */
    CASE_ROTATION,
    CASE_ROWS /* columns of a file; the records have them already */
};

struct case_source {
    enum case_kind kind;
    int n;           /* numbers of a value: 1, 3 or 9 */
    int at;          /* index of the first one among the case's values */
    int to;          /* and among the params; -1: the step */
    int dimension;   /* random: dimension of its first number */
    int64_t count;   /* length of a list or a range, else 1 */
    uint64_t stride; /* number of successive cases with the same one */
    long first;      /* its numbers, from there on */
};

struct cases {
    uint64_t count, draws; /* all; m */
    uint64_t seed;
    bool is_sobol, has_rows;
    int sources, values, dimensions;
    struct case_source source[CASES_SOURCES];
    long numbers;
    double *number;
};

/* Values so that all lists are multiplied; false: more than 2^53 cases. */
bool cases_multiply(struct cases *);
/* Those of case k but of rows. */
void cases_values(const struct cases *, const struct draws *, uint64_t k,
                  double *value);
