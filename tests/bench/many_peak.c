/* SPDX-License-Identifier: MIT
 *
 * As many fused multiply-adds as there can be: 16 sums that do not wait for one
 * another, of the widest vectors that the flags allow.
 */
#include "many.h"

#if defined __AVX512F__
enum { BYTES = 64 };
#elif defined __AVX__
enum { BYTES = 32 };
#else
enum { BYTES = 16 };
#endif

typedef REAL vector __attribute__((vector_size(BYTES)));

enum { LANES = BYTES / sizeof(REAL), SUMS = 16 };

#define EACH(X)                                                                                    \
    X(0)                                                                                           \
    X(1)                                                                                           \
    X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)

volatile REAL many_peak_sink;
volatile REAL many_peak_factor = (REAL)0.999;

double many_peak(long n)
{
    const vector a = many_peak_factor - (vector){0};
    vector sum = a;
#define MAKE(i) vector x##i = a + (REAL)i;
    EACH(MAKE)
    for (long k = 0; k < n; k++) {
#define STEP(i) x##i = x##i * a + a;
        EACH(STEP)
    }
#define ADD(i) sum += x##i;
    EACH(ADD)
    many_peak_sink = sum[0];
    return 2.0 * LANES * SUMS * (double)n;
}
