/* satellite_many.h - made by polhode *; do not edit.
 *   from       satellite.pol (content *)
 *   by         polhode emit satellite.pol --method imidm --batch
 *
 * Many bodies in one call, each with a state of its own, and parameters
 * of its own or shared.  The arrays hold one number a body, side by side.
 *
 *   cc -O3 -march=native -fno-math-errno -fno-trapping-math
 *      -mprefer-vector-width=512 -ffp-contract=off -c satellite_many.c
 *
 * has the processor work on several bodies at once; with -fopenmp all of its
 * cores do.  By none of these flags results change; without the last one
 * products and sums may be contracted, and the bits be others than alone.
 */
#ifndef SATELLITE_MANY_H
#define SATELLITE_MANY_H

#include "satellite.h"

/* Where the functions run that CUDA may call. */
#ifndef SATELLITE_FN
#ifdef __CUDACC__
#define SATELLITE_FN static inline __host__ __device__
#else
#define SATELLITE_FN static inline
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The states of n bodies: element i of each array belongs to body i. */
typedef struct satellite_many {
    double *q[4];   /* attitude: unit quaternion, scalar first, body to space */
    double *L[3];   /* angular momentum, body frame */
    double *t;      /* time, s */
    double *t_rest; /* compensation term of t (Kahan) */
} satellite_many;

/* Their parameters: an array, or NULL and the value in `shared`; this body
 * has none, NULL does. */
typedef struct satellite_many_par {
    satellite_par shared; /* of all, where an array is NULL */
} satellite_many_par;

/* Their inputs, held over the call, as arrays; this body has none, NULL does. */
typedef struct satellite_many_in {
    satellite_in shared; /* of all, where an array is NULL */
} satellite_many_in;

/* Takes body i out of the arrays, and puts it there. */
SATELLITE_FN void satellite_many_get(const satellite_many *x, long i,
                                     satellite *to)
{
    to->q[0] = x->q[0][i];
    to->q[1] = x->q[1][i];
    to->q[2] = x->q[2][i];
    to->q[3] = x->q[3][i];
    to->L[0] = x->L[0][i];
    to->L[1] = x->L[1][i];
    to->L[2] = x->L[2][i];
    to->t = x->t[i];
    to->t_rest = x->t_rest[i];
}

SATELLITE_FN void satellite_many_put(const satellite_many *x, long i,
                                     const satellite *from)
{
    x->q[0][i] = from->q[0];
    x->q[1][i] = from->q[1];
    x->q[2][i] = from->q[2];
    x->q[3][i] = from->q[3];
    x->L[0][i] = from->L[0];
    x->L[1][i] = from->L[1];
    x->L[2][i] = from->L[2];
    x->t[i] = from->t;
    x->t_rest[i] = from->t_rest;
}

/* In C this function has a name that ends with a checksum of satellite.h and
 * satellite.c: a program does not link with the object of another emission. The
 * object also has the plain names, for other languages and for C that defines
 * SATELLITE_PLAIN. */
#ifndef SATELLITE_PLAIN
# define satellite_run_many satellite_run_many_cb10d4e5
#else
int satellite_run_many_cb10d4e5(long n, const satellite_many *x,
                                const satellite_many_par *par,
                                const satellite_many_in *in, double h,
                                long steps, unsigned char *status);
#endif

/* As many steps of h seconds for each of n bodies, as satellite_run takes them,
 * with the same bits where products and sums are not contracted
 * (-ffp-contract=off). Returns how many did not come to the end: such a body
 * stays at its last good step, and status[i], SATELLITE_OK of the others, says
 * why (status may be NULL). The others do not notice. Where n or steps are 0 or
 * less nothing is done, and status stays. Arrays of the state may share no
 * memory with one another, with parameters, inputs or status: then, and where
 * one of them is NULL nothing is done and -1 returned. */
int satellite_run_many(long n, const satellite_many *x,
                       const satellite_many_par *par,
                       const satellite_many_in *in, double h, long steps,
                       unsigned char *status);
/* The same by satellite_kernel.cu (emit --with kernel) on a device of CUDA, in
 * whose memory the arrays lie, not the structs; begun on this stream, a
 * cudaStream_t. Returns the error of the launch, 0 where there is none. */
int satellite_run_many_cuda(long n, const satellite_many *x,
                            const satellite_many_par *par,
                            const satellite_many_in *in, double h, long steps,
                            unsigned char *status, void *stream);

#ifdef __cplusplus
}
#endif
#endif
