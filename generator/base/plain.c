/* SPDX-License-Identifier: MIT
 *
 * The C locale; see plain.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "base/plain.h"

struct plain plain_enter(void)
{
    locale_t here = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (struct plain){here, uselocale(here)};
}

void plain_leave(struct plain p)
{
    uselocale(p.before);
    if (p.here)
        freelocale(p.here);
}
