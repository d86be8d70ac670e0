/* SPDX-License-Identifier: MIT
 *
 * Names for everything in a program that needs one.
 */
#ifndef POL_LABEL_H
#define POL_LABEL_H

#include "opt/plan.h"

struct names;

/* What the emitted code calls the variables of a loop. */
struct loop_names {
    const char *title; /* "K1, K2" */
    const char **carried, **change;
};

/* Names leaves, lines and results of calls, each differently; fills one
 * `loop` for each solve. */
void label_nodes(struct plan *, struct names *, struct loop_names *loop);

#endif
