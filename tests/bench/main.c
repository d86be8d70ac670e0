/* SPDX-License-Identifier: MIT
 *
 * bench PROGRAM SPEC FOLDER: all tables in Markdown.  PROGRAM is polhode, SPEC
 * the body whose emission is timed, FOLDER where the emitted modules lie.
 * Exits with 1 if a target was missed.
 */
#include <math.h>
#include <stdio.h>

#include "bench.h"

const char *mark(double value, double limit)
{
    static char text[64];
    if (isnan(value))
        return limit > 0 ? "**missing**" : "-";
    if (limit <= 0)
        snprintf(text, sizeof text, "%.2f", value);
    else if (value <= limit)
        snprintf(text, sizeof text, "%.2f ✓ (≤ %g)", value, limit);
    else
        snprintf(text, sizeof text, "**%.2f ✗ (> %g)**", value, limit);
    return text;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench PROGRAM SPEC FOLDER\n");
        return 2;
    }
    stay_on_one_core();
    references_make();
    printf("# Benchmark\n\n");
    bool met = table_steps(argv[3]);
    fflush(stdout);
    met = table_attitudes(argv[3]) && met;
    fflush(stdout);
    met = table_precision(argv[3]) && met;
    fflush(stdout);
    met = table_operations(argv[3]) && met;
    met = table_program(argv[1], argv[2], argv[3]) && met;
    met = table_inside(argv[2]) && met;
    references_print();
    printf("%s\n", met ? "All targets are met." : "A target was missed.");
    return met ? 0 : 1;
}
