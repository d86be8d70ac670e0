/* SPDX-License-Identifier: MIT
 *
 * From a graph to a program, as it stands.
 */
#ifndef POL_LOWER_H
#define POL_LOWER_H

#include "opt/graph.h"
#include "opt/program.h"

/* names NULL: only the cost is wanted, names are left out. */
const struct program *lower_graph(const struct graph *, struct names *);
/* What the graph costs when lowered as it is. */
struct cost lower_cost(const struct graph *);

/* Adds the operations of all trees to program->cost. */
void cost_count(struct program *, enum real);
/* Fills calls and carries. */
void cost_functions(struct arena *, struct program *);

#endif
