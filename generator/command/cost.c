/* SPDX-License-Identifier: MIT
 *
 * polhode list methods --cost: what a step costs by each method, on a body of
 * the user's or on two that are built in: with a torque, and without.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command/shelved.h"

enum { MOST_BODIES = 2 };

/* What compositions are shown with. */
static const char composed[] = "sej";

struct table {
    const struct request *request;
    struct pol_job *job; /* holds calls and texts */
    struct shelved_calls calls;
    bool asked; /* were the calls? */
    int taken;  /* the last call, by so many bodies */
    bool told;  /* why not by one */
    int bodies;
    const struct source *body[MOST_BODIES];
    const char *name[MOST_BODIES]; /* of the bodies */
};

/* ---- what is asked ---- */

/* Is it a spec?  Else it is a call of a method. */
static bool is_spec(const char *operand)
{
    const char *end = strrchr(operand, '.');
    return !strchr(operand, '(') &&
           (strcmp(operand, "-") == 0 || strchr(operand, '/') ||
            (end && strcmp(end, ".pol") == 0));
}

/* Those that are asked for, or else each of the shelf. */
static void add_calls(struct table *t)
{
    struct shelf *shelf = job_shelf(t->job);
    for (int i = 1; i < t->request->operands; i++)
        if (!is_spec(t->request->operand[i]))
            shelved_add(t->job, &t->calls, t->request->operand[i]);
    t->asked = t->calls.n > 0;
    if (t->asked)
        return;
    shelved_add_kind(t->job, SHELF_METHOD, &t->calls);
    for (int i = 0; i < shelf_count(shelf, SHELF_COMPOSITION); i++)
        shelved_add(t->job, &t->calls,
                    text_format(t->job->arena, "%s(%s)",
                                shelf_at(shelf, SHELF_COMPOSITION, i)->name,
                                composed));
}

static void add_bodies(struct table *t)
{
    static const char *const own[MOST_BODIES] = {"specs/fast_top.pol",
                                                 "specs/free_body.pol"};
    const struct request *r = t->request;
    for (int i = 1; i < r->operands; i++) {
        if (!is_spec(r->operand[i]))
            continue;
        if (t->bodies < MOST_BODIES)
            t->body[t->bodies++] =
                job_read_file(t->job, r->operand[i], LARGEST_TEXT);
        else
            diag_error_line(&t->job->diags, r->operand[i], 0,
                            "at most %d bodies stand side by side",
                            MOST_BODIES);
    }
    for (int i = t->bodies ? MOST_BODIES : 0; i < MOST_BODIES; i++)
        t->body[t->bodies++] = shelf_own(t->job->arena, own[i]);
}

static pol_status prepare(struct pol_job *job, void *argument)
{
    struct table *t = argument;
    t->job = job;
    add_calls(t);
    add_bodies(t);
    return job->diags.errors ? POL_BAD_SHELF : POL_OK;
}

/* The names of the bodies; a spec's own faults are shown once, and not by
 * every method. */
static int read_names(struct table *t)
{
    int status = EXIT_DONE;
    for (int i = 0; i < t->bodies && status == EXIT_DONE; i++) {
        const struct source *s = t->body[i];
        status = session_status(
            t->job, pol_read_text(t->job, s->path, s->chars, s->length));
        if (status == EXIT_DONE)
            t->name[i] = t->job->model->name;
    }
    return status;
}

/* ---- what is answered ---- */

/* The body's spec lowered with this method, or not at all. */
static pol_status lower(struct pol_job *job, const struct source *body)
{
    pol_status status =
        pol_read_text(job, body->path, body->chars, body->length);
    return status == POL_OK ? pol_lower(job) : status;
}

static void print_cost(const struct pol_job *job)
{
    struct cost cost = page_cost(job->page);
    struct evaluations torques = job->step->torques;
    char sweep[16] = "-", torque[32];
    if (cost_total_sweep(&cost))
        snprintf(sweep, sizeof sweep, "%d", cost_total_sweep(&cost));
    snprintf(torque, sizeof torque, torques.sweep ? "%d+%d" : "%d",
             torques.step, torques.sweep);
    printf(" %9d %6s %7s", cost_total(&cost), sweep, torque);
}

/* A method that refuses the body costs nothing, and says why if it was asked
 * for; other faults are messages. */
static int print_on(struct table *t, const char *call,
                    const struct source *body)
{
    pol_options o = t->request->options;
    o.method = call;
    o.fixed = 1; /* not all tell their error */
    struct pol_job *job = pol_open(&o);
    if (!job)
        return session_status(NULL, POL_NO_MEMORY);
    pol_status status = lower(job, body);
    int exit = EXIT_DONE;
    if (status == POL_OK) {
        print_cost(job);
        t->taken++;
    } else {
        printf(" %9s %6s %7s", "-", "-", "-");
        if (status != POL_BAD_SPEC || (t->asked && !t->told))
            session_messages(job);
        t->told = true;
        if (status != POL_BAD_SPEC)
            exit = session_status(job, status);
    }
    pol_close(job);
    return exit;
}

static void print_head(const struct table *t)
{
    printf("%-40s", "operations of a step, of a Newton sweep,");
    for (int i = 0; i < t->bodies; i++)
        printf(" %24s", t->name[i]);
    printf("\n%-40s", "and evaluations of the torque");
    for (int i = 0; i < t->bodies; i++)
        printf(" %9s %6s %7s", "step", "sweep", "torque");
    printf("\n");
}

static int print_table(struct table *t)
{
    int status = EXIT_DONE;
    bool refused = false;
    print_head(t);
    for (int i = 0; i < t->calls.n && status == EXIT_DONE; i++) {
        printf("%-40s", t->calls.call[i]);
        t->taken = 0;
        t->told = false;
        for (int k = 0; k < t->bodies && status == EXIT_DONE; k++)
            status = print_on(t, t->calls.call[i], t->body[k]);
        printf("\n");
        refused |= t->asked && t->taken == 0;
    }
    return status == EXIT_DONE && refused ? EXIT_FAULT : status;
}

int cost_list(const struct request *r)
{
    struct table t = {.request = r};
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    pol_status status = job_run(job, prepare, &t);
    int exit = session_status(job, status);
    if (exit == EXIT_DONE)
        exit = read_names(&t);
    session_messages(job);
    if (exit == EXIT_DONE)
        exit = print_table(&t);
    pol_close(job);
    return exit;
}
