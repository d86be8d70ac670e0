/* SPDX-License-Identifier: MIT
 *
 * The costs of steps and attitudes, as records.
 */
#include "contest/contest.h"

#include <string.h>

#include "catalogue/facts.h"

/* The cost of a step of each method, on bodies of the user's or on two built-in
 * bodies, with a torque and without.  The cost of turning an attitude by an
 * increment, R(x1) = R(x0) E(v), as steps do it and in two other ways, and of
 * the ways to a matrix and back.  Each of these is a step of the body
 * update.pol by the method update.lua, through all passes. */

enum { MOST_BODIES = 2 };

/* A row for each call, a column for each body. */
struct table {
    int calls, room;
    const char **call;
    bool calls_given; /* the calls were given */
    int bodies;
    const struct source *body[MOST_BODIES];
};

/* The given calls and bodies, or else all calls of the kind, and two bodies. */
static struct table table_of(struct pol_job *job, int operands,
                             const char *const *given, enum shelf_kind kind)
{
    static const char *const default_body[MOST_BODIES] = {
        "specs/fast_top.pol", "specs/free_body.pol"};
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
    t.calls_given = t.calls > 0;
    const struct kit kit = job_kit(job);
    if (!t.calls_given)
        t.calls = facts_calls(&kit, kind, &t.call);
    for (int i = t.bodies ? MOST_BODIES : 0; i < MOST_BODIES; i++)
        t.body[t.bodies++] = shelf_builtin_file(default_body[i]);
    return t;
}

/* ---- methods ---- */

/* A cell of the table. */
struct entry {
    struct text *out;
    const struct source *body;
    bool reports_refusal; /* reports why the method does not take the body */
    bool taken;
};

/* Puts no cost if the method refuses the body, and reports why if the method
 * was given; other faults give messages. */
static pol_status put_entry(struct pol_job *job, void *argument)
{
    struct entry *e = argument;
    const pol_status status = session_read(job, e->body, pol_lower);
    e->taken |= status == POL_OK;
    if (status == POL_OK || (status == POL_BAD_SPEC && !e->reports_refusal))
        session_mark_printed(job);
    if (status != POL_OK) {
        json_print(e->out, "v", NULL);
        e->reports_refusal = false;
        return status == POL_BAD_SPEC ? POL_OK : status;
    }
    struct cost cost = page_cost(job->page);
    struct evaluations torques = job->step->torques;
    json_print(e->out, "{step:i sweep:i torques:i torques_sweep:i}",
               operations_total(&cost.step), operations_total(&cost.sweep),
               torques.step, torques.sweep);
    return POL_OK;
}

int cost_methods(struct pol_job *job, int operands, const char *const *operand,
                 struct text *out)
{
    struct table t = table_of(job, operands, operand, SHELF_METHOD);
    int exit = job->diags.errors ? EXIT_FAULT : EXIT_DONE;
    bool refused = false;
    const char *name[MOST_BODIES];
    pol_options o = job->options;
    o.fixed = 1; /* not all methods estimate their error */
    /* a spec's own faults are shown once, and not by every method */
    for (int i = 0; i < t.bodies && exit == EXIT_DONE; i++) {
        exit = session_status(job, session_read(job, t.body[i], NULL));
        name[i] = exit == EXIT_DONE ? job->model->facts.name : NULL;
    }
    if (exit != EXIT_DONE)
        return exit;
    json_print(out, "{bodies:w rows:[", t.bodies, name);
    for (int i = 0; i < t.calls && exit == EXIT_DONE; i++) {
        struct entry e = {.out = out, .reports_refusal = t.calls_given};
        o.method = t.call[i];
        json_print(out, "{call:s costs:[", o.method);
        for (int k = 0; k < t.bodies && exit == EXIT_DONE; k++) {
            e.body = t.body[k];
            exit = session_run_new(&o, put_entry, &e);
        }
        json_print(out, "]}");
        refused |= t.calls_given && !e.taken;
    }
    json_print(out, "]}");
    return exit == EXIT_DONE && refused ? EXIT_FAULT : exit;
}

/* ---- attitudes ---- */

/* A line of the table: the name of the way, and the option of update.lua or the
 * routine that has the cost. */
struct way {
    const char *title, *option;
    enum { OF_STEP, OF_ROTATION, OF_SET_ROTATION } routine;
    const char *attitude; /* NULL: for all attitudes */
    struct text *out;
};

/* Derives the step of update.pol by `options.method` and `options.attitude`:
 * an attitude that turns by an increment. */
static pol_status derive(struct pol_job *job)
{
    shelf_add_file(job_shelf(job), SHELF_METHOD, "update",
                   shelf_builtin_file("generator/contest/update.lua"));
    if (job->diags.errors)
        return POL_BAD_SHELF;
    return session_read(job, shelf_builtin_file("generator/contest/update.pol"),
                        pol_derive);
}

struct storing {
    struct pol_job *to;
    const char *text; /* or NULL */
};

/* Finds what an attitude stores; adds error messages to the other job. */
static pol_status find_stores(struct pol_job *job, void *argument)
{
    static const char all[] = "attitude: "; /* the prefix of all notes */
    struct storing *s = argument;
    struct arena *arena = s->to->arena;
    if (derive(job) == POL_OK) {
        const struct field *store = &job->step->store[0];
        const char *note = store->note ? store->note : "";
        if (strncmp(note, all, sizeof all - 1) == 0)
            note += sizeof all - 1;
        s->text = text_format(arena, "stores %s[%d]%s%s", store->name, store->n,
                              *note ? ": " : "", note);
    }
    job_show(job);
    for (int i = 0; i < job->shown.count; i++) {
        const pol_diag *d = job->shown.item[i];
        const char *file = d->file ? text_format(arena, "%s", d->file) : NULL;
        if (d->is_error)
            diag_error_line(&s->to->diags, file, d->line, "%s", d->message);
    }
    session_mark_printed(job);
    return POL_OK;
}

const char *cost_stores(struct pol_job *job, const struct shelf_file *file)
{
    struct storing s = {job, NULL};
    struct shelf_claim c = {0};
    pol_options o = job->options;
    shelf_describe(&job->diags, file, &c);
    o.method = "update";
    o.attitude = c.examples ? c.example[0] : file->name;
    session_run_new(&o, find_stores, &s);
    return s.text;
}

/* Puts the cost of a way; a spec with errors only prints messages. */
static pol_status put_way(struct pol_job *job, void *argument)
{
    const struct way *way = argument;
    pol_status status = derive(job);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status != POL_OK)
        return status;
    const struct page *p = job->page;
    const struct program *const by[] = {[OF_STEP] = p->advance,
                                        [OF_ROTATION] = p->rotation,
                                        [OF_SET_ROTATION] = p->set_rotation};
    const struct operations *c = &by[way->routine]->cost.step;
    json_print(way->out, "{attitude:s by:s add:i mul:i div:i sqrt:i",
               way->attitude, way->title, c->add, c->mul, c->div, c->sqrt);
    json_print(way->out, "calls:i total:i if:i}", c->calls, operations_total(c),
               c->compare + c->select);
    return POL_OK;
}

int cost_attitudes(struct pol_job *job, int operands,
                   const char *const *operand, struct text *out)
{
    static const struct way ways[] = {
        {"quaternion", "increment", OF_STEP, NULL, NULL},
        {"matrix", "increment", OF_STEP, NULL, NULL},
        {"itself", "own", OF_STEP, NULL, NULL},
        {"matrix", "matrix", OF_STEP, NULL, NULL},
        {"quaternion", "quaternion", OF_STEP, NULL, NULL},
        {"to R", "own", OF_ROTATION, NULL, NULL},
        {"from R", "own", OF_SET_ROTATION, NULL, NULL},
    };
    enum { ALONE = 2, WAYS = sizeof ways / sizeof *ways - ALONE };
    struct table t = table_of(job, operands, operand, SHELF_ATTITUDE);
    int exit = EXIT_DONE;
    if (job->diags.errors)
        return EXIT_FAULT;
    json_print(out, "{map:s rows:[",
               job->options.map ? job->options.map : "exp");
    for (int i = 0; i < ALONE + t.calls * WAYS && exit == EXIT_DONE; i++) {
        const int k = i < ALONE ? i : ALONE + (i - ALONE) % WAYS;
        struct way way = ways[k];
        pol_options o = job->options;
        o.attitude = i < ALONE ? way.title : t.call[(i - ALONE) / WAYS];
        o.method = text_format(job->arena, "update(%s)", way.option);
        way.attitude = i < ALONE ? NULL : o.attitude;
        way.out = out;
        exit = session_run_new(&o, put_way, &way);
    }
    json_print(out, "]}");
    return exit;
}
