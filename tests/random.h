/* SPDX-License-Identifier: MIT
 *
 * A small generator of random numbers for property tests (xorshift64*): the
 * same seed gives the same test on every machine.
 */
#ifndef POL_RANDOM_H
#define POL_RANDOM_H

#include <math.h>
#include <stdint.h>
#include <string.h>

struct random {
    uint64_t state;
};

static inline struct random random_new(uint64_t seed)
{
    return (struct random){seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
}

static inline uint64_t random_bits(struct random *r)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * UINT64_C(0x2545F4914F6CDD1D);
}

/* 0 .. n - 1 */
static inline int random_below(struct random *r, int n)
{
    return (int)((random_bits(r) >> 33) % (uint64_t)n);
}

static inline double random_between(struct random *r, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(r) >> 11) * 0x1p-53);
}

/* Any bit pattern: all magnitudes, also subnormal, infinite and NaN. */
static inline double random_double(struct random *r)
{
    uint64_t bits = random_bits(r);
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

/* Of length 1, all alike. */
static inline void random_direction(struct random *r, int n, double *v)
{
    double size;
    do {
        size = 0;
        for (int i = 0; i < n; i++) {
            v[i] = random_between(r, -1, 1);
            size += v[i] * v[i];
        }
    } while (size > 1 || size < 0.01);
    for (int i = 0; i < n; i++)
        v[i] /= sqrt(size);
}

#endif
