/* SPDX-License-Identifier: MIT
 *
 * Attitudes to lead ways through: those where some attitude's numbers are
 * singular, leap or have several branches, and beside them.
 */
#ifndef POL_WAYPOINTS_H
#define POL_WAYPOINTS_H

#include "check.h"

#include <stdbool.h>

#include "shelf/turns.h"

static const double half_turn = 3.14159265358979323846;

struct waypoint {
    double via[3], R[9];
};

enum { ALL_WAYPOINTS = 28 };
struct waypoints {
    int n;
    struct waypoint at[ALL_WAYPOINTS];
};

static inline struct waypoint *add_waypoint(struct waypoints *all)
{
    assert_true(all->n < ALL_WAYPOINTS);
    return &all->at[all->n++];
}

static inline void add_turned(struct waypoints *all, double angle, double tilt)
{
    struct waypoint *p = add_waypoint(all);
    const double axis[3] = {0.6, -0.48, 0.64 + tilt};
    for (int i = 0; i < 3; i++)
        p->via[i] = angle * axis[i] / rotation_length(axis);
    rotation_exp(p->via, p->R);
}

static inline void add_locked(struct waypoints *all, const char *axes, int sign,
                              double off)
{
    struct waypoint *p = add_waypoint(all);
    bool proper = axes[0] == axes[2];
    double lock = proper ? (sign < 0 ? half_turn : 0) : sign * half_turn / 2;
    const double angle[3] = {0.4, lock - sign * off, -0.9};
    rotation_euler(axes, angle, p->R);
    rotation_log(p->R, p->via);
}

/* Lock of these axes with either sign, half a turn, whole turns, none; there
 * and beside. */
static inline struct waypoints singular_waypoints(const char *axes)
{
    static const double off[] = {0, 1e-15, 1e-9, 1e-3};
    struct waypoints all = {0};
    for (int i = 0; i < 4; i++) {
        add_locked(&all, axes, 1, off[i]);
        for (int half_turns = 0; half_turns <= 4; half_turns++)
            add_turned(&all, half_turns * half_turn - off[i], off[(i + 1) % 4]);
        add_locked(&all, axes, -1, off[i]);
    }
    assert_int_equal(all.n, ALL_WAYPOINTS);
    return all;
}

#endif
