/* SPDX-License-Identifier: MIT
 *
 * The rotation vector's three branches, to be looked at through the probe.
 */
#ifndef POL_ROTATION_BRANCHES_H
#define POL_ROTATION_BRANCHES_H

#include "shelf/attitude_probe.h"
#include "shelf/turns.h"

#define PI 3.141592653589793
enum { NEAR, PAPER, PRINCIPAL, BRANCHES };
static const char *const branch[BRANCHES] = {
    "rotation_vector", "rotation_vector(paper)", "rotation_vector(principal)"};

static const double axis[3] = {2. / 7, -3. / 7, 6. / 7};

static struct dropped shelf; /* with the probe, while the tests run */

static inline int open_shelf(void **state)
{
    (void)state;
    shelf = drop_begin();
    drop(&shelf, "methods", "probe.lua", attitude_probe);
    return 0;
}

static inline int close_shelf(void **state)
{
    (void)state;
    drop_end(&shelf);
    return 0;
}

static inline struct probe ask(const char *what, int b, int real)
{
    return probe_open(shelf.folder, what, branch[b], "exp", (pol_real)real);
}

#endif
