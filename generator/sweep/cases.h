/* SPDX-License-Identifier: MIT
 *
 * The cases of a sweep: what varies, and its values in case k.  The cases are
 * the product of lists, the first list varying slowest, and of m random draws
 * or file rows:
 *     k = ((i_1 n_2 + i_2) n_3 + ...) m + j.
 * The random numbers of case k depend on k, never on another case.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct draws;

/* Limits: things that vary in one sweep, and their numbers. */
enum { CASES_SOURCES = 64, CASES_VALUES = 128 };

enum case_kind {
    CASE_LIST,  /* the given values, in order */
    CASE_RANGE, /* equally spaced values, including both ends */
    CASE_UNIFORM,
    CASE_LOGUNIFORM,
    CASE_NORMAL, /* mean, standard deviation */
    CASE_ROTATION,
    CASE_ROWS /* columns of a file; the records already have them */
};

struct case_source {
    enum case_kind kind;
    int n;           /* numbers per value */
    bool is_flat;    /* as in struct value */
    int at;          /* index of its first number in the case's values */
    int to;          /* index among the params; -1: the step */
    int dimension;   /* random: dimension of its first number */
    int64_t count;   /* length of a list or a range, else 1 */
    uint64_t stride; /* successive cases that share one value */
    long first;      /* index of its first number in `number` */
};

struct cases {
    uint64_t count, draws; /* all cases; m */
    uint64_t seed;
    bool is_sobol, has_rows;
    int sources, values, dimensions;
    struct case_source source[CASES_SOURCES];
    long numbers;
    double *number;
};

/* Sets strides and the total count; false if there are more than 2^53 cases. */
bool cases_multiply(struct cases *);
/* Computes the values of case k, except values from rows. */
void cases_values(const struct cases *, const struct draws *, uint64_t k,
                  double *value);

/* ---- random numbers ----
 *
 * Number j of case k depends on the seed, k and j alone: any process draws any
 * case, in any order.  Every machine and compiler gets the same bits: only IEEE
 * 754 operations are used, and none is contracted. */

/* Dimensions of the points of a Sobol sequence. */
enum { DRAW_SOBOL_DIMENSIONS = 64 };

struct draws {
    uint64_t seed;
    const uint64_t (*sobol)[64]; /* direction numbers; NULL: no sequence */
};

/* Any number of threads may read the result, which lives as long as the arena.
 * With `is_sobol`, case k is point k, in order of the bits of k, of a Sobol
 * sequence with a random shift from the seed. */
const struct draws *draws_new(struct arena *, uint64_t seed, bool is_sobol);

/* Number `dimension` of case k: an odd multiple of 2^-53 in (0, 1), so never 0,
 * 1/2 or 1; 1 - u is exactly such a number, too.  For a Sobol sequence the
 * dimension must be below DRAW_SOBOL_DIMENSIONS. */
double draw_unit(const struct draws *, uint64_t k, int dimension);

/* Maps u in [0, 1] into [a, b], 0 to a and 1 to b.  Loguniform: 0 < a <= b. */
double draw_uniform(double u, double a, double b);
double draw_loguniform(double u, double a, double b);
/* The normal quantile, mean 0 and deviation 1, for u in (0, 1); 1 - u gives the
 * negative of it. */
double draw_normal(double u);
/* A unit quaternion, scalar first, uniform on SO(3), from four units. */
void draw_rotation(const double u[4], double q[4]);

/* Used by the above: the logarithm of x > 0; a e^x, |x| < 1e9. */
double draw_log(double x);
double draw_exp(double a, double x);
/* Philox 4x32-10: replaces the four words of a counter by random ones. */
void draw_philox(uint64_t key, uint32_t word[4]);
