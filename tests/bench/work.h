/* SPDX-License-Identifier: MIT
 *
 * The fixed piece of work, the unit of CPU times.
 */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include <stdint.h>

/* What work_do() returns on every machine: a compiler that left out some of
 * the work, or contracted a*b + c, would show. */
#define WORK_RESULT UINT64_C(0x4042b21737469cc8)

uint64_t work_do(void);

#endif
