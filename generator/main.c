/* SPDX-License-Identifier: MIT
 *
 * The program polhode: finds the command and runs it.
 */
#include <stdio.h>

#include "command/command.h"

#define SPEC "method attitude map set real shelf memory "
#define FREE "tolerance at " /* of adaptive steps */
#define LOAD SPEC "cc cflags step until input hold "

static const struct command commands[] = {
    {"new", "NAME", 1, 1, "write NAME.pol, a spec to begin with", "",
     command_new, "It runs as it is. A file that is there already stays.\n"},
    {"example", "[NAME]", 0, 1, "print an example, or list them", "",
     command_example, NULL},
    {"check", "SPEC ...", 1, MOST_FILES, "say what is wrong with specs",
     SPEC FREE "step input json", command_check,
     "Nothing is printed of specs that are right. --json: a list of messages, "
     "each\nwith file, line, column, length (in characters, from 1; line 0: no "
     "place),\nseverity, message and hint, for editors.\n"},
    {"emit", "SPEC", 1, 1, "emit the C stepper of a body",
     SPEC FREE "step output target without force", command_emit,
     "Files that stand already are written over if they begin as polhode's of "
     "the\nsame body, others by --force only. --without interp: no dense "
     "output; access:\nnothing that gets or sets attitude, rates, momentum, "
     "energy and what the spec\nkeeps and shows; stepper: no "
     "<body>_stepper.h. -o - prints the .c alone and\nwrites no file.\n"},
    {"run", "SPEC", 1, 1, "integrate in memory, print the end state",
     LOAD FREE "every sample json", command_run,
     "The end state: t, R (body to space, row by row), the attitude as "
     "stored,\n"
     "L and w (body frame), x and v (of a body with a mass), energy, each "
     "keep\n"
     "of the spec and each attitude that it shows, number of steps, status of\n"
     "the last one. Of an adaptive step size also how many were "
     "rejected,\n"
     "the smallest and the largest.\n"},
    {"order", "SPEC", 1, 1, "measure the order of convergence",
     LOAD "halvings json csv", command_order,
     "Over the first 128 steps, or --until, the step is halved again and "
     "again, and\ndoubled until four rows show an order. Errors are taken "
     "against the shelf's most\naccurate tableau: attitude in rad, momentum "
     "relative to |L|. An order is printed\nwhere neighbouring rows agree "
     "within 0.15, else why there is none: reduced (or\nstiff), round-off, the "
     "reference lost, not settled.\n"},
    {"drift", "SPEC", 1, 1, "measure how invariants drift",
     LOAD FREE "every json csv", command_drift,
     "Energy, spatial momentum, |L| and orthogonality relative to the start; "
     "each\nkeep of the spec as a difference from its start. `kept` says "
     "whether the body's\nown motion keeps it.\n"},
    {"tableau", "NAME|CALL|FILE", 1, 1, "analyse a Butcher tableau",
     "shelf memory json csv latex plot", command_tableau,
     "The tableau, and what is proven of it: orders over all rooted trees (of\n"
     "fractions exactly, of surds and rounded decimals by rigorous bounds) "
     "with\n"
     "the first condition that fails, sizes of the error, structure, linear\n"
     "stability, and what it is and shows on the rotation group. --csv and "
     "--latex\n"
     "are the tableau alone, --json has every figure. --plot needs gnuplot.\n"},
    {"search", "FILE | merge FILE ...", 1, MOST_FILES,
     "find values for a tableau's free symbols",
     SPEC
     "cc cflags step until input aim order starts seed shard checkpoint quiet",
     command_search,
     "Aims: error_2norm, lotkin_bound, stability_interval, and on the body of "
     "the\nspec energy_drift and attitude_error. The tableau's block with the "
     "values found\nis printed, all else as comments. `merge` joins the "
     "checkpoints of shards.\n"},
    {"list", "[KIND [NAME|SPEC|CALL ...]]", 0, MOST_OPERANDS,
     "list what stands on the shelf",
     "shelf memory cost map json order explicit implicit pair symmetric "
     "symplectic a-stable l-stable stiffly-accurate",
     command_list,
     "KIND is tableaus, compositions, methods, maps, attitudes or targets; "
     "NAME "
     "one of\nthem.\n"
     "A line for each: order (of a pair with that of its error estimate), "
     "stages,\nwhat is so of it, and what it keeps, as far as a line has room; "
     "--json has\nall of it, `list KIND NAME` the source, options and "
     "examples.\n"
     "With methods --cost: operations of a step (and of each Newton sweep) "
     "and\n"
     "evaluations of the torque (n+m: m in each sweep), for the body of SPEC "
     "or,\n"
     "without one, for a top and a free body; - for a body that the method "
     "does\n"
     "not take.\n"
     "With attitudes --cost: operations by which they turn, of all or of each\n"
     "CALL, as steps do it, by way of the matrix and of the quaternion; then\n"
     "those to the matrix and from it. `total` is without the comparisons and\n"
     "selections under `if`.\n"},
    {"show", "ast|model|step|program SPEC", 2, 2, "print a spec after a stage",
     SPEC FREE "passes", command_show, NULL},
    {0}};

static int run(struct pol_job *job, void *argument)
{
    struct request *r = argument;
    int exit = r->command->run(job, r);
    session_messages(job);
    return exit;
}

int main(int argc, char **argv)
{
    struct request request;
    int status = args_parse(argc, argv, commands, &request);
    if (status < 0)
        status = session_aside(&request.options, run, &request);
    for (int i = 0; i < LOADS; i++)
        pol_unload(request.image[i]);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "polhode: cannot write to stdout\n");
        return status ? status : EXIT_FAULT;
    }
    return status;
}
