/* SPDX-License-Identifier: MIT
 *
 * See hostile.h.
 */
#include "hostile.h"

#include <stdlib.h>

long hostile_at = -1;
long hostile_count;
void (*hostile_told)(long number);

static int fails(void)
{
    return hostile_at >= 0 && hostile_count++ >= hostile_at;
}

void *hostile_calloc(size_t count, size_t size)
{
    if (hostile_told)
        hostile_told(hostile_count);
    return fails() ? NULL : calloc(count, size);
}

void *hostile_realloc(void *old, size_t size)
{
    return fails() ? NULL : realloc(old, size);
}
