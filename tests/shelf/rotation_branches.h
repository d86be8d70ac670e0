/* SPDX-License-Identifier: MIT
 *
 * The rotation vector's three branches, to be looked at through the probe.
 */
#ifndef POL_ROTATION_BRANCHES_H
#define POL_ROTATION_BRANCHES_H

#include "shelf/attitude_subject.h"
#include "shelf/turns.h"

#define PI 3.141592653589793
enum { NEAR, PAPER, PRINCIPAL, BRANCHES };
static const char *const branch[BRANCHES] = {
    "rotation_vector", "rotation_vector(paper)", "rotation_vector(principal)"};

static const double axis[3] = {2. / 7, -3. / 7, 6. / 7};

/* While the tests run: a shelf with the probe, and what they look through. */
static struct dropped shelf;
static struct subject branches[BRANCHES];

static inline int open_shelf(void **state)
{
    (void)state;
    shelf = drop_begin();
    drop(&shelf, "methods", "probe.lua", attitude_probe);
    for (int b = 0; b < BRANCHES; b++)
        branches[b] =
            (struct subject){.folder = shelf.folder, .call = branch[b]};
    return 0;
}

static inline int close_shelf(void **state)
{
    (void)state;
    for (int b = 0; b < BRANCHES; b++)
        subject_close(&branches[b]);
    drop_end(&shelf);
    return 0;
}

static inline const struct probe *ask(const char *what, int b, int real)
{
    return probe_by(&branches[b], what, "exp", (pol_real)real);
}

#endif
