/* SPDX-License-Identifier: MIT
 *
 * What a step costs by every method: the table of `polhode list methods
 * --cost`, line by line.  POL_UPDATE=1 rewrites it.
 */
#include "table.h"

TEST(costs_are_what_they_were)
{
    table_compare("list methods --cost", "costs");
}
