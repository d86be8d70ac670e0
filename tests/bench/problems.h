/* SPDX-License-Identifier: MIT
 *
 * The four problems of the benchmark: bodies, starts, steps and end states.
 */
#ifndef BENCH_PROBLEMS_H
#define BENCH_PROBLEMS_H

#ifdef __cplusplus
extern "C" {
#endif

enum problem { P1_FREE, P2_TOP, P3_SATELLITE, P4_WALL, PROBLEMS };

struct problem_data {
    const char *name;   /* as in the tables */
    const char *body;   /* its name in the spec */
    double q[4], L[3];  /* start: unit quaternion, body momentum */
    double step, until; /* s */
    /* operations of the rate form with Dormand and Prince's tableau by hand,
     * all steps that an error of 1e-10 needs, as was measured */
    double by_hand;
    int known;   /* R below is given */
    double R[9]; /* attitude at `until`, by rows */
};

extern const struct problem_data problem_data[PROBLEMS];

#ifdef __cplusplus
}
#endif
#endif
