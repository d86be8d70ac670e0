/* SPDX-License-Identifier: MIT
 *
 * The allocator of the hostile build, which asks it in the place of the C
 * library: the allocation with number `hostile_at` and
 * all later ones fail, so that every path out of memory can be walked.
 */
#pragma once

#include <stddef.h>

extern long hostile_at;    /* -1: never fail */
extern long hostile_count; /* allocations asked for so far */
/* Is told the number of each that an arena asks for; or NULL. */
extern void (*hostile_told)(long number);

void *hostile_calloc(size_t count, size_t size);
void *hostile_realloc(void *old, size_t size);
