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

/* Kicks at the same attitude are one: a step of five substeps begins with the
 * torque at which the last one ended. */
TEST(a_composition_evaluates_the_torque_once_a_substep)
{
    static const struct {
        const char *call;
        int torques;
    } wanted[] = {{"triple4(sej)", 3},
                  {"suzuki4(sej)", 5},
                  {"c69(sej)", 9},
                  {"c817(sej)", 17}};
    char *now = table_now("list methods --cost");
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *row = strstr(now, wanted[i].call);
        int step, torques;
        assert_non_null(row);
        row += strlen(wanted[i].call);
        assert_int_equal(sscanf(row, " %d - %d", &step, &torques), 2);
        assert_int_equal(torques, wanted[i].torques);
    }
    free(now);
}
