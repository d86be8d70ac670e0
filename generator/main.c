/* SPDX-License-Identifier: MIT
 *
 * The program polhode: finds the command and runs it.
 */
#include "command/command.h"

const struct command polhode_commands[] = {
    {"new", 1, 1, 0, command_new},
    {"example", 0, 1, 0, command_example},
    {"check", 1, MOST_FILES, READS_SPEC, command_check},
    {"emit", 1, 1, READS_SPEC, command_emit},
    {"run", 1, 1, READS_SPEC | TAKES_CALLS | RUNS_EACH, command_run},
    {"order", 1, 1, READS_SPEC, command_order},
    {"drift", 1, 1, READS_SPEC | TAKES_CALLS | RUNS_EACH, command_drift},
    {"compare", 1, 1, READS_SPEC | TAKES_CALLS, command_compare},
    {"report", 1, 1, READS_SPEC, command_report},
    {"advise", 1, 1, READS_SPEC | TAKES_CALLS, command_advise},
    {"watch", 1, MOST_FILES, RUNS_ANOTHER, command_watch},
    {"tableau", 1, 1, READS_FILE, command_tableau},
    {"search", 1, MOST_FILES, READS_FILE, command_search},
    {"sweep", 1, 1, READS_SPEC, command_sweep},
    {"list", 0, MOST_OPERANDS, 0, command_list},
    {"show", 2, 2, READS_SPEC, command_show},
    {0}};

int main(int argc, char **argv)
{
    struct request request;
    return session_run(&request,
                       args_parse(argc, argv, polhode_commands, &request));
}
