/* SPDX-License-Identifier: MIT
 *
 * The rewriting passes: graph to graph, kept only if the count is lower.
 */
#ifndef POL_PASS_H
#define POL_PASS_H

#include "opt/graph.h"
#include "opt/program.h"

/* names NULL: only the cost is wanted, names are left out. */
const struct program *lower_graph(const struct graph *, struct names *,
                                  struct arena *);
/* What the graph costs when lowered as it is. */
struct cost lower_cost(const struct graph *);

/* NULL: nothing to do. */
struct graph *pass_rotation(const struct graph *);
struct graph *pass_stumpff(const struct graph *);
struct graph *pass_single_use(const struct graph *);
struct graph *pass_scale(const struct graph *);
struct graph *pass_factor(const struct graph *);
struct graph *pass_group(const struct graph *);
struct graph *pass_step(const struct graph *);
struct graph *pass_power(const struct graph *);
struct graph *pass_signs(const struct graph *);
struct graph *pass_balance(const struct graph *);
/* Of accessors alone. */
struct graph *pass_plain(const struct graph *);
struct graph *pass_positive(const struct graph *);

/* What a graph as derived will cost once constants stand right and equal
 * coefficients are grouped. */
long pass_promise(const struct graph *);

#endif
