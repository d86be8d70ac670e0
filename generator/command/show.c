/* SPDX-License-Identifier: MIT
 *
 * polhode show: prints a spec after a stage.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

static void to_stdout(void *to, const char *text, size_t length)
{
    (void)to;
    fwrite(text, 1, length, stdout);
}

int command_show(struct request *r)
{
    static const char *const name[] = {"ast", "model", "step", "program"};
    int stage = 0;
    while (stage < 4 && strcmp(r->operand[0], name[stage]) != 0)
        stage++;
    if (stage == 4) {
        complain("show takes ast, model, step or program, not '%s'",
                 r->operand[0]);
        return EXIT_USAGE;
    }
    if (r->passes && stage != POL_SHOW_PROGRAM) {
        complain("--passes goes with show program");
        return EXIT_USAGE;
    }
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_status status = pol_read(job, r->operand[1]);
    if (r->passes)
        stage = POL_SHOW_PASSES;
    if (status == POL_OK)
        status = pol_show(job, (pol_stage)stage, to_stdout, NULL);
    session_messages(job);
    int exit = session_status(job, status);
    pol_close(job);
    return exit;
}
