/* SPDX-License-Identifier: MIT
 *
 * The random numbers of a sweep's cases.  Number j of case k depends on the
 * seed, k and j alone: any process draws any case, in any order, and every
 * machine and compiler gets the same bits: operations of IEEE 754 alone, none
 * of them contracted.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct arena;

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
