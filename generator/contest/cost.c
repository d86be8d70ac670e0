/* SPDX-License-Identifier: MIT
 *
 * What steps and attitudes cost, as tables on stdout.
 */
#include "contest/contest.h"

#include <stdio.h>
#include <string.h>

#include "catalogue/facts.h"

/* What a step costs by each method, on a body of the user's or on two that are
 * built in: with a torque, and without.  What it costs to turn an attitude by
 * an increment, R(x1) = R(x0) E(v), as steps do it and in two other ways, and
 * what the ways to a matrix and back cost.  Each is a step of the body
 * update.pol by the method update.lua, through all passes. */

enum { MOST_BODIES = 2 };

/* Calls have rows, bodies have columns. */
struct table {
    int calls, room;
    const char **call;
    bool asked; /* were the calls? */
    int bodies;
    const struct source *body[MOST_BODIES];
};

/* Those that are asked for, or else all calls of the kind, and two bodies. */
static struct table table_of(struct pol_job *job, int operands,
                             const char *const *given, enum shelf_kind kind)
{
    static const char *const own[MOST_BODIES] = {"specs/fast_top.pol",
                                                 "specs/free_body.pol"};
    struct table t = {0};
    for (int i = 0; i < operands; i++) {
        const char *operand = given[i];
        bool is_spec = !strchr(operand, '(') &&
                       (strcmp(operand, "-") == 0 || strchr(operand, '/') ||
                        shelf_ends_in(operand, ".pol"));
        if (kind != SHELF_METHOD || !is_spec) /* a call */
            arena_push(job->arena, t.call, t.calls, t.room, operand);
        else if (t.bodies < MOST_BODIES)
            t.body[t.bodies++] = job_read_file(job, operand, LARGEST_TEXT);
        else
            diag_error_line(&job->diags, operand, 0,
                            "at most %d bodies stand side by side",
                            MOST_BODIES);
    }
    t.asked = t.calls > 0;
    const struct kit kit = job_kit(job);
    if (!t.asked)
        t.calls = facts_calls(&kit, kind, &t.call);
    for (int i = t.bodies ? MOST_BODIES : 0; i < MOST_BODIES; i++)
        t.body[t.bodies++] = shelf_own(own[i]);
    return t;
}

/* ---- methods ---- */

/* A place of the table. */
struct entry {
    const struct source *body;
    bool tells; /* why the method does not take the body */
    bool taken;
};

/* A method that refuses the body costs nothing, and says why if it was asked
 * for; other faults are messages. */
static pol_status print_entry(struct pol_job *job, void *argument)
{
    struct entry *e = argument;
    pol_status status = session_read(job, e->body);
    if (status == POL_OK)
        status = pol_lower(job);
    e->taken |= status == POL_OK;
    if (status == POL_OK || (status == POL_BAD_SPEC && !e->tells))
        session_hush(job);
    if (status != POL_OK) {
        printf(" %9s %6s %7s", "-", "-", "-");
        e->tells = false;
        return status == POL_BAD_SPEC ? POL_OK : status;
    }
    struct cost cost = page_cost(job->page);
    struct evaluations torques = job->step->torques;
    int sweep = operations_total(&cost.sweep);
    printf(" %9d %6s %7s", operations_total(&cost.step),
           sweep ? text_format(job->arena, "%d", sweep) : "-",
           text_format(job->arena, torques.sweep ? "%d+%d" : "%d", torques.step,
                       torques.sweep));
    return POL_OK;
}

int cost_methods(struct pol_job *job, int operands, const char *const *operand)
{
    struct table t = table_of(job, operands, operand, SHELF_METHOD);
    int exit = job->diags.errors ? EXIT_FAULT : EXIT_DONE;
    bool refused = false;
    const char *name[MOST_BODIES];
    pol_options o = job->options;
    o.fixed = 1; /* not all tell their error */
    /* a spec's own faults are shown once, and not by every method */
    for (int i = 0; i < t.bodies && exit == EXIT_DONE; i++) {
        exit = session_status(job, session_read(job, t.body[i]));
        name[i] = exit == EXIT_DONE ? job->model->facts.name : NULL;
    }
    if (exit != EXIT_DONE)
        return exit;
    printf("%-40s", "operations of a step, of a Newton sweep,");
    for (int i = 0; i < t.bodies; i++)
        printf(" %24s", name[i]);
    printf("\n%-40s", "and evaluations of the torque");
    for (int i = 0; i < t.bodies; i++)
        printf(" %9s %6s %7s", "step", "sweep", "torque");
    printf("\n");
    for (int i = 0; i < t.calls && exit == EXIT_DONE; i++) {
        struct entry e = {.tells = t.asked};
        o.method = t.call[i];
        printf("%-40s", o.method);
        for (int k = 0; k < t.bodies && exit == EXIT_DONE; k++) {
            e.body = t.body[k];
            exit = session_aside(&o, print_entry, &e);
        }
        printf("\n");
        refused |= t.asked && !e.taken;
    }
    return exit == EXIT_DONE && refused ? EXIT_FAULT : exit;
}

/* ---- attitudes ---- */

/* A line of the table: the name of the way, and the option of update.lua or
 * the routine that tells. */
struct way {
    const char *title, *option;
    enum { OF_STEP, OF_ROTATION, OF_SET_ROTATION } routine;
    const char *head; /* what stands before */
};

pol_status cost_derive(struct pol_job *job)
{
    shelf_lend(job_shelf(job), SHELF_METHOD, "update",
               shelf_own("generator/contest/update.lua"));
    if (job->diags.errors)
        return POL_BAD_SHELF;
    pol_status status =
        session_read(job, shelf_own("generator/contest/update.pol"));
    return status == POL_OK ? pol_derive(job) : status;
}

/* Nothing is printed of what is at fault but its messages. */
static pol_status print_way(struct pol_job *job, void *argument)
{
    const struct way *way = argument;
    pol_status status = cost_derive(job);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status != POL_OK)
        return status;
    const struct page *p = job->page;
    const struct program *const by[] = {[OF_STEP] = p->advance,
                                        [OF_ROTATION] = p->rotation,
                                        [OF_SET_ROTATION] = p->set_rotation};
    const struct operations *c = &by[way->routine]->cost.step;
    printf("%-35s %-10s %4d %4d %3d %4d %4d %5d %3d\n", way->head, way->title,
           c->add, c->mul, c->div, c->sqrt, c->calls, operations_total(c),
           c->compare + c->select);
    return POL_OK;
}

int cost_attitudes(struct pol_job *job, int operands,
                   const char *const *operand)
{
    static const struct way ways[] = {
        {"quaternion", "increment", OF_STEP, ""},
        {"matrix", "increment", OF_STEP, ""},
        {"itself", "own", OF_STEP, ""},
        {"matrix", "matrix", OF_STEP, ""},
        {"quaternion", "quaternion", OF_STEP, ""},
        {"to R", "own", OF_ROTATION, ""},
        {"from R", "own", OF_SET_ROTATION, ""},
    };
    enum { ALONE = 2, WAYS = sizeof ways / sizeof *ways - ALONE };
    struct table t = table_of(job, operands, operand, SHELF_ATTITUDE);
    int exit = EXIT_DONE;
    if (job->diags.errors)
        return EXIT_FAULT;
    printf("operations of R(x1) = R(x0) E(v)    %-10s %4s %4s %3s %4s %4s %5s "
           "%3s\n",
           "by way of", "add", "mul", "div", "root", "call", "total", "if");
    for (int i = 0; i < ALONE + t.calls * WAYS && exit == EXIT_DONE; i++) {
        const int k = i < ALONE ? i : ALONE + (i - ALONE) % WAYS;
        struct way way = ways[k];
        pol_options o = job->options;
        o.attitude = i < ALONE ? way.title : t.call[(i - ALONE) / WAYS];
        o.method = text_format(job->arena, "update(%s)", way.option);
        if (k == 0)
            way.head = text_format(job->arena, "E(v) alone, map %.40s",
                                   o.map ? o.map : "exp");
        else if (k == ALONE)
            way.head = o.attitude;
        exit = session_aside(&o, print_way, &way);
    }
    return exit;
}
