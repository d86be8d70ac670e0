/* SPDX-License-Identifier: MIT
 *
 * polhode list methods --cost: what a step costs by each method, on a body of
 * the user's or on two that are built in: with a torque, and without.
 * polhode list attitudes --cost: what it costs to turn an attitude by an
 * increment, R(x1) = R(x0) E(v), as steps do it and in two other ways, and
 * what the ways to a matrix and back cost.  Each is a step of the body
 * update.pol by the method update.lua, through all passes.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

/* Calls that a table has a row for. */
struct calls {
    int n, room;
    const char **call;
};

static void add(struct pol_job *job, struct calls *c, const char *call)
{
    arena_push(job->arena, c->call, c->n, c->room);
    c->call[c->n++] = call;
}

/* The examples of all files of a kind, or their names; what cannot be read is
 * left out with messages. */
static void add_kind(struct pol_job *job, enum shelf_kind kind,
                     struct calls *calls)
{
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, kind); i++) {
        const struct shelf_file *file = shelf_at(shelf, kind, i);
        struct shelf_claim c = {0};
        if (!shelf_describe(shelf, &job->diags, file, &c))
            continue;
        if (!c.examples)
            add(job, calls, file->name);
        for (int k = 0; k < c.examples; k++)
            add(job, calls, c.example[k]);
    }
}

/* ---- methods: what is asked ---- */

enum { MOST_BODIES = 2 };

/* What compositions are shown with. */
static const char composed[] = "sej";

struct table {
    struct calls calls;
    bool asked; /* were the calls? */
    int bodies;
    const struct source *body[MOST_BODIES];
};

/* A place of it. */
struct entry {
    const struct source *body;
    bool tells; /* why the method does not take the body */
    bool taken;
};

/* Is it a spec?  Else it is a call of a method. */
static bool is_spec(const char *operand)
{
    const char *end = strrchr(operand, '.');
    return !strchr(operand, '(') &&
           (strcmp(operand, "-") == 0 || strchr(operand, '/') ||
            (end && strcmp(end, ".pol") == 0));
}

/* Those that are asked for, or else each of the shelf. */
static void add_calls(struct pol_job *job, const struct request *r,
                      struct table *t)
{
    struct shelf *shelf = job_shelf(job);
    for (int i = 1; i < r->operands; i++)
        if (!is_spec(r->operand[i]))
            add(job, &t->calls, r->operand[i]);
    t->asked = t->calls.n > 0;
    if (t->asked)
        return;
    add_kind(job, SHELF_METHOD, &t->calls);
    for (int i = 0; i < shelf_count(shelf, SHELF_COMPOSITION); i++)
        add(job, &t->calls,
            text_format(job->arena, "%s(%s)",
                        shelf_at(shelf, SHELF_COMPOSITION, i)->name, composed));
}

static void add_bodies(struct pol_job *job, const struct request *r,
                       struct table *t)
{
    static const char *const own[MOST_BODIES] = {"specs/fast_top.pol",
                                                 "specs/free_body.pol"};
    for (int i = 1; i < r->operands; i++) {
        if (!is_spec(r->operand[i]))
            continue;
        if (t->bodies < MOST_BODIES)
            t->body[t->bodies++] =
                job_read_file(job, r->operand[i], LARGEST_TEXT);
        else
            diag_error_line(&job->diags, r->operand[i], 0,
                            "at most %d bodies stand side by side",
                            MOST_BODIES);
    }
    for (int i = t->bodies ? MOST_BODIES : 0; i < MOST_BODIES; i++)
        t->body[t->bodies++] = shelf_own(own[i]);
}

/* ---- methods: what is answered ---- */

/* A method that refuses the body costs nothing, and says why if it was asked
 * for; other faults are messages. */
static int print_on(struct pol_job *job, void *argument)
{
    struct entry *e = argument;
    char sweep[16] = "-", torque[32];
    pol_status status = session_read(job, e->body);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status != POL_OK) {
        printf(" %9s %6s %7s", "-", "-", "-");
        if (status != POL_BAD_SPEC)
            return session_status(job, status);
        if (e->tells)
            session_messages(job);
        e->tells = false;
        return EXIT_DONE;
    }
    struct cost cost = page_cost(job->page);
    struct evaluations torques = job->step->torques;
    if (operations_total(&cost.sweep))
        snprintf(sweep, sizeof sweep, "%d", operations_total(&cost.sweep));
    snprintf(torque, sizeof torque, torques.sweep ? "%d+%d" : "%d",
             torques.step, torques.sweep);
    printf(" %9d %6s %7s", operations_total(&cost.step), sweep, torque);
    e->taken = true;
    return EXIT_DONE;
}

static void print_head(const struct table *t, const char *const *name)
{
    printf("%-40s", "operations of a step, of a Newton sweep,");
    for (int i = 0; i < t->bodies; i++)
        printf(" %24s", name[i]);
    printf("\n%-40s", "and evaluations of the torque");
    for (int i = 0; i < t->bodies; i++)
        printf(" %9s %6s %7s", "step", "sweep", "torque");
    printf("\n");
}

static int print_table(struct pol_job *job, const struct table *t)
{
    int exit = EXIT_DONE;
    bool refused = false;
    pol_options o = job->options;
    o.fixed = 1; /* not all tell their error */
    for (int i = 0; i < t->calls.n && exit == EXIT_DONE; i++) {
        struct entry e = {.tells = t->asked};
        o.method = t->calls.call[i];
        printf("%-40s", o.method);
        for (int k = 0; k < t->bodies && exit == EXIT_DONE; k++) {
            e.body = t->body[k];
            exit = session_aside(&o, print_on, &e);
        }
        printf("\n");
        refused |= t->asked && !e.taken;
    }
    return exit == EXIT_DONE && refused ? EXIT_FAULT : exit;
}

int cost_methods(struct pol_job *job, const struct request *r)
{
    struct table t = {.asked = false};
    const char *name[MOST_BODIES];
    add_calls(job, r, &t);
    add_bodies(job, r, &t);
    pol_status status = job->diags.errors ? POL_BAD_SHELF : POL_OK;
    /* a spec's own faults are shown once, and not by every method */
    for (int i = 0; i < t.bodies && status == POL_OK; i++) {
        status = session_read(job, t.body[i]);
        name[i] = status == POL_OK ? job->model->name : NULL;
    }
    if (status != POL_OK)
        return session_status(job, status);
    session_messages(job);
    print_head(&t, name);
    return print_table(job, &t);
}

/* ---- attitudes: one line ---- */

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

/* The step of `options.method` and `options.attitude`. */
static pol_status derive(struct pol_job *job)
{
    shelf_lend(job_shelf(job), SHELF_METHOD, "update",
               shelf_own("generator/command/update.lua"));
    if (job->diags.errors)
        return POL_BAD_SHELF;
    pol_status status =
        session_read(job, shelf_own("generator/command/update.pol"));
    return status == POL_OK ? pol_derive(job) : status;
}

struct turn {
    const char *head;
    const struct way *way;
};

/* Nothing is printed of what is at fault but its messages. */
static int print_line(struct pol_job *job, void *argument)
{
    const struct turn *turn = argument;
    pol_status status = derive(job);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status == POL_OK) {
        const struct page *p = job->page;
        const struct program *const by[] = {[OF_STEP] = p->advance,
                                            [OF_ROTATION] = p->rotation,
                                            [OF_SET_ROTATION] =
                                                p->set_rotation};
        const struct operations *c = &by[turn->way->routine]->cost.step;
        printf("%-35s %-10s", turn->head, turn->way->title);
        printf(" %4d %4d %3d %4d %4d %5d %3d\n", c->add, c->mul, c->div,
               c->sqrt, c->calls, operations_total(c), c->compare + c->select);
    }
    return session_status(job, status);
}

static int print_way(const struct pol_job *job, const char *call,
                     const struct way *way, const char *head)
{
    struct turn turn = {head, way};
    pol_options o = job->options;
    o.method = text_format(job->arena, "update(%s)", way->option);
    o.attitude = call;
    return session_aside(&o, print_line, &turn);
}

/* ---- attitudes: what is stored ---- */

struct storing {
    struct pol_job *to;
    const char *text; /* or NULL */
};

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

static int find_stores(struct pol_job *job, void *argument)
{
    struct storing *s = argument;
    struct arena *arena = s->to->arena;
    if (derive(job) == POL_OK)
        s->text = stores_text(s->to, &job->step->store[0]);
    job_show(job);
    for (int i = 0; i < pol_diag_count(job); i++) {
        const pol_diag *d = pol_diag_at(job, i);
        const char *file = d->file ? text_format(arena, "%s", d->file) : NULL;
        if (d->is_error)
            diag_error_line(&s->to->diags, file, d->line, "%s", d->message);
    }
    return EXIT_DONE;
}

const char *cost_stores(struct pol_job *job, const char *call)
{
    struct storing s = {job, NULL};
    pol_options o = job->options;
    o.method = "update";
    o.attitude = call;
    session_aside(&o, find_stores, &s);
    return s.text;
}

/* ---- attitudes: the table ---- */

int cost_attitudes(struct pol_job *job, const struct request *r)
{
    static const struct way as[] = {{"quaternion", "increment", OF_STEP},
                                    {"matrix", "increment", OF_STEP}};
    struct calls calls = {0};
    for (int i = 1; i < r->operands; i++)
        add(job, &calls, r->operand[i]);
    if (r->operands < 2)
        add_kind(job, SHELF_ATTITUDE, &calls);
    if (job->diags.errors)
        return EXIT_FAULT;
    printf("operations of R(x1) = R(x0) E(v)    %-10s %4s %4s %3s %4s %4s %5s "
           "%3s\n",
           "by way of", "add", "mul", "div", "root", "call", "total", "if");
    int exit =
        print_way(job, as[0].title, &as[0],
                  text_format(job->arena, "E(v) alone, map %.40s",
                              job->options.map ? job->options.map : "exp"));
    if (exit == EXIT_DONE)
        exit = print_way(job, as[1].title, &as[1], "");
    for (int i = 0; i < calls.n * WAYS && exit == EXIT_DONE; i++) {
        const char *call = calls.call[i / WAYS];
        exit = print_way(job, call, &ways[i % WAYS], i % WAYS ? "" : call);
    }
    return exit;
}
