/* SPDX-License-Identifier: MIT
 *
 * What a module of many bodies gives the benchmark: the same bodies twice, one
 * by one by `_run` and side by side by `_run_many`.
 */
#ifndef BENCH_MANY_H
#define BENCH_MANY_H

struct many_driver {
    void *(*open)(long n); /* NULL: no memory; starts differ a little */
    void (*close)(void *);
    void (*reset)(void *);                         /* to their starts */
    int (*singly)(void *, double h, long steps);   /* 0: all well */
    int (*together)(void *, double h, long steps); /* 0: all well */
    double (*apart)(const void *);                 /* largest difference between the two ways */
    void (*threads)(int);                          /* NULL: compiled without OpenMP */
};

/* Operations of n rounds of independent a*b + c, by all that vectors have. */
typedef double many_peak_run(long n);

#endif
