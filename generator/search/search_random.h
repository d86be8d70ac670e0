/* SPDX-License-Identifier: MIT
 *
 * Numbers that look as if by chance, each a pure function of its counter.
 */
#ifndef POL_SEARCH_RANDOM_H
#define POL_SEARCH_RANDOM_H

#include "search/search.h"

struct random {
    uint64_t hash, seed, start;
};

/* G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014, 453-472: splitmix64. */
static inline uint64_t random_mix(uint64_t z)
{
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A point of the box. */
static inline void random_point(const struct problem *p, struct random r,
                                double *x)
{
    uint64_t key = random_mix(random_mix(r.hash) ^ r.seed);
    key = random_mix(key ^ r.start);
    for (int i = 0; i < p->n; i++) {
        key = random_mix(key + (uint64_t)i);
        double part = (double)(key >> 11) * 0x1p-53;
        x[i] = p->low[i] + part * (p->high[i] - p->low[i]);
    }
}

#endif
