/* SPDX-License-Identifier: MIT
 *
 * Behind BODY.c and BODY_many.c: the driver of a module, with BODY and REAL
 * defined.  A body whose state is of numbers alone, L among them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "many.h"

#define JOINED(a, b) a##b
#define JOIN(a, b)   JOINED(a, b)
#define OF(name)     JOIN(BODY, name)

enum { NUMBERS = sizeof(BODY) / sizeof(REAL) };

struct bodies {
    long n;
    BODY *one, *start;
    REAL *numbers; /* n of each kind, side by side */
    OF(_many) many;
    OF(_par) par;
    OF(_many_par) many_par;
};

static void bodies_reset(void *of)
{
    struct bodies *b = of;
    memcpy(b->one, b->start, (size_t)b->n * sizeof *b->one);
    for (long i = 0; i < b->n; i++)
        OF(_many_put)(&b->many, i, &b->start[i]);
}

static void bodies_close(void *of)
{
    struct bodies *b = of;
    free(b->one);
    free(b->start);
    free(b->numbers);
    free(b);
}

/* The momenta differ by up to a thousandth. */
static void *bodies_open(long n)
{
    struct bodies *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->n = n;
    b->one = calloc((size_t)n, sizeof *b->one);
    b->start = calloc((size_t)n, sizeof *b->start);
    b->numbers = calloc((size_t)n * NUMBERS, sizeof *b->numbers);
    if (!b->one || !b->start || !b->numbers) {
        bodies_close(b);
        return NULL;
    }
    REAL **array = (REAL **)&b->many;
    for (int k = 0; k < NUMBERS; k++)
        array[k] = b->numbers + k * n;
    OF(_defaults)(&b->par);
    b->many_par.shared = b->par;
    for (long i = 0; i < n; i++) {
        OF(_start)(&b->start[i]);
        for (int k = 0; k < 3; k++)
            b->start[i].L[k] *= 1 + (REAL)(i * 7919 % 1000) / 1000000;
    }
    bodies_reset(b);
    return b;
}

static int bodies_singly(void *of, double h, long steps)
{
    struct bodies *b = of;
    int failed = 0;
    for (long i = 0; i < b->n; i++)
        failed += OF(_run)(&b->one[i], &b->par, NULL, (REAL)h, steps) != 0;
    return failed;
}

static int bodies_together(void *of, double h, long steps)
{
    struct bodies *b = of;
    return OF(_run_many)(b->n, &b->many, &b->many_par, NULL, (REAL)h, steps, NULL);
}

static double bodies_apart(const void *of)
{
    const struct bodies *b = of;
    double most = 0;
    for (long i = 0; i < b->n; i++) {
        BODY x;
        OF(_many_get)(&b->many, i, &x);
        for (int k = 0; k < 4; k++)
            most = fmax(most, fabs((double)(x.q[k] - b->one[i].q[k])));
    }
    return most;
}

#ifdef _OPENMP
static void bodies_threads(int n)
{
    omp_set_num_threads(n);
}
#else
#define bodies_threads NULL
#endif

const struct many_driver driven_many = {bodies_open,     bodies_close, bodies_reset,  bodies_singly,
                                        bodies_together, bodies_apart, bodies_threads};
