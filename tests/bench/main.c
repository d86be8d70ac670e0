/* SPDX-License-Identifier: MIT
 *
 * bench PROGRAM SPEC FOLDER: all tables in Markdown.  PROGRAM is polhode, SPEC
 * the body whose emission is timed, FOLDER where the emitted modules lie.
 * Names the targets that are missed at the end, and exits with 1 then.
 */
#include <stdio.h>

#include "bench.h"

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: bench PROGRAM SPEC FOLDER\n");
        return 2;
    }
    stay_on_one_core();
    references_make();
    printf("# Benchmark\n\n");
    table_steps(argv[3]);
    table_splitting(argv[3]);
    fflush(stdout);
    table_attitudes(argv[3]);
    fflush(stdout);
    table_many(argv[3]);
    fflush(stdout);
    table_sweeps(argv[1], argv[2], argv[3]);
    fflush(stdout);
    table_precision(argv[3]);
    fflush(stdout);
    table_operations(argv[3]);
    table_program(argv[1], argv[2], argv[3]);
    table_inside(argv[2]);
    references_print();
    return targets_print() ? 0 : 1;
}
