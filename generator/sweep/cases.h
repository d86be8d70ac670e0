/* SPDX-License-Identifier: MIT
 *
 * The cases of a sweep: what varies, and which values it has in case k.  All
 * cases are the product of lists, the first of them the slowest, and of as many
 * draws, or rows of a file:
 *     k = ((i_1 n_2 + i_2) n_3 + ...) m + j.
 * Random numbers are those of k; nothing depends on another case.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct draws;

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
    int n;           /* numbers of a value */
    bool is_flat;    /* as of a value */
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

/* ---- random numbers ----
 *
 * Number j of case k depends on the seed, k and j alone: any process draws any
 * case, in any order, and every machine and compiler gets the same bits:
 * operations of IEEE 754 alone, none of them contracted. */

/* Dimensions of the points of a Sobol sequence. */
enum { DRAW_SOBOL_DIMENSIONS = 64 };

struct draws {
    uint64_t seed;
    const uint64_t (*sobol)[64]; /* direction numbers; NULL: none of these */
};

/* Read by any number of threads, it lives as long as the arena.  `is_sobol`:
 * case k is point k, in order of the bits of k, of a Sobol sequence shifted at
 * random by the seed. */
const struct draws *draws_new(struct arena *, uint64_t seed, bool is_sobol);

/* Number `dimension` of case k: an odd multiple of 2^-53 in (0, 1), so never 0,
 * 1/2 or 1, and with u also 1 - u, exactly.  For a Sobol sequence the dimension
 * is below DRAW_SOBOL_DIMENSIONS. */
double draw_unit(const struct draws *, uint64_t k, int dimension);

/* What becomes of a unit u in [0, 1]; ends and all between are in [a, b], 0
 * gives a and 1 gives b.  Loguniform: 0 < a <= b. */
double draw_uniform(double u, double a, double b);
double draw_loguniform(double u, double a, double b);
/* The normal quantile, mean 0 and deviation 1, for u in (0, 1); 1 - u gives the
 * negative. */
double draw_normal(double u);
/* A unit quaternion, scalar first, uniform on SO(3), of four units drawn. */
void draw_rotation(const double u[4], double q[4]);

/* Used by the above: the logarithm of x > 0; a e^x, |x| < 1e9. */
double draw_log(double x);
double draw_exp(double a, double x);
/* Philox 4x32-10: four words of a counter become four others. */
void draw_philox(uint64_t key, uint32_t word[4]);
