/* SPDX-License-Identifier: MIT
 *
 * polhode list attitudes --cost: what it costs to turn an attitude by an
 * increment, R(x1) = R(x0) E(v), as steps do it and in two other ways, and
 * what the ways to a matrix and back cost.  Each is a step of the body
 * update.pol by the method update.lua, through all passes.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command/shelved.h"

/* A line of the table: the name of the way, and the option of update.lua or
 * the routine that tells. */
struct way {
    const char *title, *option;
    enum { OF_STEP, OF_ROTATION, OF_SET_ROTATION } routine;
};

static const struct way ways[] = {
    {"itself", "own", OF_STEP},
    {"matrix", "matrix", OF_STEP},
    {"quaternion", "quaternion", OF_STEP},
    {"to R", "own", OF_ROTATION},
    {"from R", "own", OF_SET_ROTATION},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* ---- one line ---- */

static pol_status prepare(struct pol_job *job, void *argument)
{
    (void)argument;
    const struct source *file =
        shelf_own(job->arena, "generator/command/update.lua");
    shelf_lend(job_shelf(job), SHELF_METHOD, "update", file);
    return job->diags.errors ? POL_BAD_SHELF : POL_OK;
}

static pol_status derive(struct pol_job *job)
{
    pol_status status = job_run(job, prepare, NULL);
    if (status != POL_OK)
        return status;
    const struct source *body =
        shelf_own(job->arena, "generator/command/update.pol");
    status = pol_read_text(job, body->path, body->chars, body->length);
    return status == POL_OK ? pol_derive(job) : status;
}

static void print_cost(const struct pol_job *job, const struct way *way)
{
    const struct page *p = job->page;
    const struct program *program = way->routine == OF_STEP ? p->advance
                                    : way->routine == OF_ROTATION
                                        ? p->rotation
                                        : p->set_rotation;
    const struct cost *c = &program->cost;
    printf(" %4d %4d %3d %4d %4d %5d %3d\n", c->add, c->mul, c->div, c->sqrt,
           c->calls, cost_total(c), c->compare + c->select);
}

/* The exit status; nothing is printed of what is at fault but its messages. */
static int print_way(const struct request *r, const char *call,
                     const struct way *way, const char *head)
{
    char method[40];
    pol_options o = r->options;
    snprintf(method, sizeof method, "update(%s)", way->option);
    o.method = method;
    o.attitude = call;
    struct pol_job *job = pol_open(&o);
    if (!job)
        return session_status(NULL, POL_NO_MEMORY);
    pol_status status = derive(job);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status == POL_OK) {
        printf("%-35s %-10s", head, way->title);
        print_cost(job, way);
    }
    session_messages(job);
    int exit = session_status(job, status);
    pol_close(job);
    return exit;
}

/* ---- what is stored ---- */

/* Its own text, without the word that all begin with. */
static const char *stores_text(struct pol_job *to, const struct store *store)
{
    static const char all[] = "attitude: ";
    const char *note = store->note ? store->note : "";
    if (strncmp(note, all, sizeof all - 1) == 0)
        note += sizeof all - 1;
    return text_format(to->arena, "stores %s[%d]%s%s", store->name, store->n,
                       *note ? ": " : "", note);
}

static void pass_on(struct pol_job *to, const struct pol_job *from)
{
    for (int i = 0; i < pol_diag_count(from); i++) {
        const pol_diag *d = pol_diag_at(from, i);
        if (d->is_error)
            diag_error_line(&to->diags,
                            d->file ? text_format(to->arena, "%s", d->file)
                                    : NULL,
                            d->line, "%s", d->message);
    }
}

const char *update_stores(struct pol_job *job, const char *call)
{
    const char *text = NULL;
    pol_options o = job->options;
    o.method = "update";
    o.attitude = call;
    struct pol_job *other = pol_open(&o);
    if (!other)
        return NULL;
    if (derive(other) == POL_OK)
        text = stores_text(job, &other->step->store[0]);
    pass_on(job, other);
    pol_close(other);
    return text;
}

/* ---- the table ---- */

static int print_increment(const struct request *r)
{
    static const struct way as[] = {{"quaternion", "increment", OF_STEP},
                                    {"matrix", "increment", OF_STEP}};
    char head[64];
    snprintf(head, sizeof head, "E(v) alone, map %.40s",
             r->options.map ? r->options.map : "exp");
    int status = print_way(r, as[0].title, &as[0], head);
    return status == EXIT_DONE ? print_way(r, as[1].title, &as[1], "") : status;
}

static int print_table(const struct request *r,
                       const struct shelved_calls *calls)
{
    printf("operations of R(x1) = R(x0) E(v)    %-10s %4s %4s %3s %4s %4s %5s "
           "%3s\n",
           "by way of", "add", "mul", "div", "root", "call", "total", "if");
    int status = print_increment(r);
    for (int i = 0; i < calls->n && status == EXIT_DONE; i++)
        for (int k = 0; k < WAYS && status == EXIT_DONE; k++)
            status =
                print_way(r, calls->call[i], &ways[k], k ? "" : calls->call[i]);
    return status;
}

struct asked {
    const struct request *request;
    struct shelved_calls calls;
};

static pol_status find_calls(struct pol_job *job, void *argument)
{
    struct asked *a = argument;
    const struct request *r = a->request;
    for (int i = 1; i < r->operands; i++)
        shelved_add(job, &a->calls, r->operand[i]);
    if (r->operands < 2)
        shelved_add_kind(job, SHELF_ATTITUDE, &a->calls);
    return job->diags.errors ? POL_BAD_SHELF : POL_OK;
}

int update_list(const struct request *r)
{
    struct asked a = {.request = r};
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    int status = session_status(job, job_run(job, find_calls, &a));
    session_messages(job);
    if (status == EXIT_DONE)
        status = print_table(r, &a.calls);
    pol_close(job);
    return status;
}
