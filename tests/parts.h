/* SPDX-License-Identifier: MIT
 *
 * Where the parts of a stepper's state are, by its table.
 */
#ifndef TESTS_PARTS_H
#define TESTS_PARTS_H

#include "runtime/pol_stepper.h"

/* The first part of a kind, or NULL. */
static inline const pol_state_part *part_of(const pol_stepper *s, int kind)
{
    for (int i = 0; i < s->parts; i++)
        if (s->part[i].kind == kind)
            return &s->part[i];
    return 0;
}

static inline int has_mass(const pol_stepper *s)
{
    return part_of(s, POL_POSITION) != 0;
}

/* Numbers of wheels and states, the last before the time. */
static inline int extra_numbers(const pol_stepper *s)
{
    int n = 0;
    for (int i = s->parts - 1; i >= 0 && s->part[i].kind >= POL_WHEEL; i--)
        n += s->part[i].count;
    return n;
}

#endif
