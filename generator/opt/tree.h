/* SPDX-License-Identifier: MIT
 *
 * Trees of operations from planned nodes.
 */
#ifndef POL_TREE_H
#define POL_TREE_H

#include "opt/plan.h"
#include "opt/program.h"

/* The node as an operand: its name, its number, or spelled out. */
const struct tree *tree_operand(struct plan *, const struct expr *);
/* The node itself spelled out, for its own line. */
const struct tree *tree_value(struct plan *, const struct expr *);
/* Spelled out down to what was made before phase `phase`: in a test the
 * unknowns have changed since the loop's lines were run. */
const struct tree *tree_test(struct plan *, const struct expr *, int phase);

const struct tree *tree_name(struct arena *, const char *name);
const struct tree *tree_op(struct arena *, const char *op, int n,
                           const struct tree *const *arg);

#endif
