/* SPDX-License-Identifier: MIT
 *
 * The program polhode: finds the command and runs it.
 */
#include "command/command.h"

#define SPEC "method attitude map set real shelf memory "
#define FREE "tolerance at " /* of adaptive steps */
#define LOAD SPEC "cc cflags step until input hold "

const struct command polhode_commands[] = {
    {"new", "NAME", 1, 1, "", command_new},
    {"example", "[NAME]", 0, 1, "", command_example},
    {"check", "SPEC ...", 1, MOST_FILES, SPEC FREE "step input json",
     command_check},
    {"emit", "SPEC", 1, 1,
     SPEC FREE
     "name step output target with batch without force check depfile quiet",
     command_emit},
    {"run", "SPEC", 1, 1, LOAD FREE "every sample json plot plot-of",
     command_run},
    {"order", "SPEC", 1, 1, LOAD "halvings json csv plot", command_order},
    {"drift", "SPEC", 1, 1, LOAD FREE "every json csv plot", command_drift},
    {"compare", "SPEC", 1, 1,
     LOAD "tableaus form all error budget against json csv plot",
     command_compare},
    {"report", "SPEC", 1, 1,
     SPEC FREE
     "cc cflags step until input output without beside quick error budget "
     "quiet",
     command_report},
    {"advise", "SPEC", 1, 1,
     SPEC "cc cflags step until input hold error budget json", command_advise},
    {"watch", "SPEC [COMMAND ...]", 1, MOST_FILES, "", command_watch},
    {"tableau", "NAME|CALL|FILE", 1, 1, "shelf memory json csv latex plot",
     command_tableau},
    {"search", "FILE | merge FILE ...", 1, MOST_FILES,
     SPEC "cc cflags step until input aim order starts seed shard checkpoint "
          "quiet",
     command_search},
    {"sweep", "SPEC", 1, 1,
     SPEC FREE
     "cc cflags step until input hold vary random cases number seed sobol sample "
     "observe trajectories "
     "output resume shard threads dry-run json csv plot plot-of quiet",
     command_sweep},
    {"list", "[KIND [NAME|SPEC|CALL ...]]", 0, MOST_OPERANDS,
     "shelf memory cost calls map json order explicit implicit pair symmetric "
     "symplectic a-stable l-stable stiffly-accurate gyro states",
     command_list},
    {"show", "ast|model|step|program SPEC", 2, 2, SPEC FREE "passes",
     command_show},
    {0}};

int main(int argc, char **argv)
{
    struct request request;
    return session_run(&request,
                       args_parse(argc, argv, polhode_commands, &request));
}
