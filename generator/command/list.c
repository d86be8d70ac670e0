/* SPDX-License-Identifier: MIT
 *
 * polhode list: what stands on the shelf, with order and source; list methods
 * --cost, list attitudes --cost: what they cost.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

enum { ORDER_LOOKED_AT = 10 }; /* of a tableau that claims none */

static const char *const kind_word[SHELF_KINDS] = {
    "tableau", "composition", "method", "map", "attitude", "target"};

/* ---- costs ----
 *
 * What a step costs by each method, on a body of the user's or on two that are
 * built in: with a torque, and without.  What it costs to turn an attitude by
 * an increment, R(x1) = R(x0) E(v), as steps do it and in two other ways, and
 * what the ways to a matrix and back cost.  Each is a step of the body
 * update.pol by the method update.lua, through all passes. */

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
        if (!shelf_describe(&job->diags, file, &c))
            continue;
        if (!c.examples)
            add(job, calls, file->name);
        for (int k = 0; k < c.examples; k++)
            add(job, calls, c.example[k]);
    }
}

/* ---- methods ---- */

enum { MOST_BODIES = 2 };

struct table {
    struct calls calls;
    bool asked; /* were the calls? */
    int bodies;
    const struct source *body[MOST_BODIES];
    const char *name[MOST_BODIES];
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

/* Each method of the shelf, and its compositions with one. */
static void add_methods(struct pol_job *job, struct calls *calls)
{
    struct shelf *shelf = job_shelf(job);
    add_kind(job, SHELF_METHOD, calls);
    for (int i = 0; i < shelf_count(shelf, SHELF_COMPOSITION); i++)
        add(job, calls,
            text_format(job->arena, "%s(sej)",
                        shelf_at(shelf, SHELF_COMPOSITION, i)->name));
}

/* Those that are asked for, or else all methods, and two bodies. */
static void read_operands(struct pol_job *job, const struct request *r,
                          struct table *t)
{
    static const char *const own[MOST_BODIES] = {"specs/fast_top.pol",
                                                 "specs/free_body.pol"};
    for (int i = 1; i < r->operands; i++) {
        const char *operand = r->operand[i];
        if (!is_spec(operand))
            add(job, &t->calls, operand);
        else if (t->bodies < MOST_BODIES)
            t->body[t->bodies++] = job_read_file(job, operand, LARGEST_TEXT);
        else
            diag_error_line(&job->diags, operand, 0,
                            "at most %d bodies stand side by side",
                            MOST_BODIES);
    }
    t->asked = t->calls.n > 0;
    if (!t->asked)
        add_methods(job, &t->calls);
    for (int i = t->bodies ? MOST_BODIES : 0; i < MOST_BODIES; i++)
        t->body[t->bodies++] = shelf_own(own[i]);
}

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

static int print_table(struct pol_job *job, const struct table *t)
{
    int exit = EXIT_DONE;
    bool refused = false;
    pol_options o = job->options;
    o.fixed = 1; /* not all tell their error */
    printf("%-40s", "operations of a step, of a Newton sweep,");
    for (int i = 0; i < t->bodies; i++)
        printf(" %24s", t->name[i]);
    printf("\n%-40s", "and evaluations of the torque");
    for (int i = 0; i < t->bodies; i++)
        printf(" %9s %6s %7s", "step", "sweep", "torque");
    printf("\n");
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

static int cost_methods(struct pol_job *job, const struct request *r)
{
    struct table t = {.asked = false};
    read_operands(job, r, &t);
    pol_status status = job->diags.errors ? POL_BAD_SHELF : POL_OK;
    /* a spec's own faults are shown once, and not by every method */
    for (int i = 0; i < t.bodies && status == POL_OK; i++) {
        status = session_read(job, t.body[i]);
        t.name[i] = status == POL_OK ? job->model->name : NULL;
    }
    if (status != POL_OK)
        return session_status(job, status);
    session_messages(job);
    return print_table(job, &t);
}

/* ---- attitudes: one line ---- */

/* A line of the table: the name of the way, and the option of update.lua or
 * the routine that tells. */
struct way {
    const char *title, *option;
    enum { OF_STEP, OF_ROTATION, OF_SET_ROTATION } routine;
    const char *head; /* what stands before */
};

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

/* Nothing is printed of what is at fault but its messages. */
static int print_line(struct pol_job *job, void *argument)
{
    const struct way *way = argument;
    pol_status status = derive(job);
    if (status == POL_OK)
        status = pol_lower(job);
    if (status == POL_OK) {
        const struct page *p = job->page;
        const struct program *const by[] = {[OF_STEP] = p->advance,
                                            [OF_ROTATION] = p->rotation,
                                            [OF_SET_ROTATION] =
                                                p->set_rotation};
        const struct operations *c = &by[way->routine]->cost.step;
        printf("%-35s %-10s", way->head, way->title);
        printf(" %4d %4d %3d %4d %4d %5d %3d\n", c->add, c->mul, c->div,
               c->sqrt, c->calls, operations_total(c), c->compare + c->select);
    }
    return session_status(job, status);
}

static int print_way(const struct pol_job *job, const char *call,
                     struct way way)
{
    pol_options o = job->options;
    o.method = text_format(job->arena, "update(%s)", way.option);
    o.attitude = call;
    return session_aside(&o, print_line, &way);
}

/* ---- attitudes: what is stored ---- */

struct storing {
    struct pol_job *to;
    const char *text; /* or NULL */
};

static int find_stores(struct pol_job *job, void *argument)
{
    struct storing *s = argument;
    struct arena *arena = s->to->arena;
    if (derive(job) == POL_OK) {
        static const char all[] = "attitude: "; /* which all begin with */
        const struct store *store = &job->step->store[0];
        const char *note = store->note ? store->note : "";
        if (strncmp(note, all, sizeof all - 1) == 0)
            note += sizeof all - 1;
        s->text = text_format(arena, "stores %s[%d]%s%s", store->name, store->n,
                              *note ? ": " : "", note);
    }
    job_show(job);
    for (int i = 0; i < pol_diag_count(job); i++) {
        const pol_diag *d = pol_diag_at(job, i);
        const char *file = d->file ? text_format(arena, "%s", d->file) : NULL;
        if (d->is_error)
            diag_error_line(&s->to->diags, file, d->line, "%s", d->message);
    }
    return EXIT_DONE;
}

/* "stores q[4]: unit quaternion ..."; NULL if it cannot be derived, with the
 * messages among the job's. */
static const char *stores_of(struct pol_job *job, const char *call)
{
    struct storing s = {job, NULL};
    pol_options o = job->options;
    o.method = "update";
    o.attitude = call;
    session_aside(&o, find_stores, &s);
    return s.text;
}

/* ---- attitudes: the table ---- */

static int cost_attitudes(struct pol_job *job, const struct request *r)
{
    static const struct way ways[] = {
        {"itself", "own", OF_STEP, ""},
        {"matrix", "matrix", OF_STEP, ""},
        {"quaternion", "quaternion", OF_STEP, ""},
        {"to R", "own", OF_ROTATION, ""},
        {"from R", "own", OF_SET_ROTATION, ""},
    };
    enum { WAYS = sizeof ways / sizeof *ways };
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
    struct way way = {"quaternion", "increment", OF_STEP,
                      text_format(job->arena, "E(v) alone, map %.40s",
                                  job->options.map ? job->options.map : "exp")};
    int exit = print_way(job, "quaternion", way);
    way = (struct way){"matrix", "increment", OF_STEP, ""};
    if (exit == EXIT_DONE)
        exit = print_way(job, "matrix", way);
    for (int i = 0; i < calls.n * WAYS && exit == EXIT_DONE; i++) {
        const char *call = calls.call[i / WAYS];
        way = ways[i % WAYS];
        way.head = i % WAYS ? "" : call;
        exit = print_way(job, call, way);
    }
    return exit;
}

/* ---- one file ---- */

static int order_of(struct pol_job *job, const struct tableau *t)
{
    return t->claim ? t->claim
                    : tableau_order(job->arena, t, 0, ORDER_LOOKED_AT);
}

static bool put_tableau(struct pol_job *job, const struct shelf_file *file,
                        struct text *out)
{
    const struct tableau *t = shelved_tableau(job, file->text);
    if (!t)
        return false;
    json_int(out, "order", order_of(job, t));
    json_int(out, "stages", t->stages);
    json_bool(out, "explicit", t->is_explicit);
    json_bool(out, "pair", t->embedded);
    json_string(out, "source", t->source);
    return true;
}

static bool put_composition(struct pol_job *job, const struct shelf_file *file,
                            struct text *out)
{
    const struct composition *c = shelved_composition(job, file->text);
    if (!c)
        return false;
    json_int(out, "order",
             c->claim ? c->claim
                      : composition_order(job->arena, c, COMPOSITION_ORDER));
    json_int(out, "stages", c->steps);
    json_int(out, "base", c->base);
    json_string(out, "source", c->source);
    return true;
}

static void put_words(struct text *out, const char *key, int n,
                      const char *const *word)
{
    json_open(out, key, '[');
    for (int i = 0; i < n; i++)
        json_string(out, NULL, word[i]);
    json_close(out, ']');
}

static void put_claim(const struct shelf_claim *c, struct text *out)
{
    json_string(out, "title", c->title);
    json_string(out, "source", c->source);
    json_string(out, "singular", c->singular);
    json_string(out, "range", c->range);
    json_string(out, "options", c->options);
    json_string(out, "whole", c->whole);
    json_int(out, "least", c->least);
    json_int(out, "most", c->most);
    json_int(out, "order", c->order);
    json_int(out, "order_free", c->order_free);
    json_bool(out, "symmetric", c->symmetric);
    json_bool(out, "implicit", c->is_implicit);
    json_bool(out, "symmetric_varies", c->symmetric_varies);
    json_bool(out, "implicit_varies", c->implicit_varies);
    json_bool(out, "keeps_vary", c->keeps_vary);
    json_bool(out, "admits_vary", c->admits_vary);
    put_words(out, "keeps", c->keeps, c->keep);
    put_words(out, "aliases", c->aliases, c->alias);
    put_words(out, "examples", c->examples, c->example);
    put_words(out, "instances", c->instances, c->instance);
    if (c->admit)
        put_words(out, "admits", c->admits, c->admit);
}

/* What a Lua file says of itself. */
static bool put_said(struct pol_job *job, const struct shelf_file *file,
                     struct text *out)
{
    struct shelf_claim c = {0};
    if (!shelf_describe(&job->diags, file, &c))
        return false;
    put_claim(&c, out);
    struct listed facts; /* of a family from its first to its last value */
    if (c.whole && facts_of(job, file, &facts)) {
        json_int(out, "lowest_order", facts.order);
        json_int(out, "highest_order", facts.most);
        json_bool(out, "explicit", !(facts.is & FACT_IMPLICIT));
    }
    if (file->kind ==
        SHELF_ATTITUDE) /* without options, or the first example */
        json_string(out, "stores",
                    stores_of(job, c.examples ? c.example[0] : file->name));
    return true;
}

static void list_file(struct pol_job *job, const struct shelf_file *file)
{
    struct text out = json_lua(job->arena);
    json_open(&out, NULL, '{');
    json_string(&out, "kind", kind_word[file->kind]);
    json_string(&out, "name", file->name);
    json_bool(&out, "is_family", file->is_lua);
    bool good = file->kind > SHELF_COMPOSITION || file->is_lua
                    ? put_said(job, file, &out)
                : file->kind == SHELF_TABLEAU
                    ? put_tableau(job, file, &out)
                    : put_composition(job, file, &out);
    json_close(&out, '}');
    if (good)
        session_page(job, "list_file", &out);
}

/* ---- whole kinds ---- */

/* null, where it is 0 */
static void put_count(struct text *out, const char *key, int n)
{
    json_value(out, key, n ? text_format(out->arena, "%d", n) : NULL);
}

static void put_row(struct text *out, const struct shelf_file *file,
                    const struct listed *f)
{
#define WORD(NAME, option, word) word,
    static const char *const words[] = {FACT_LIST(WORD)};
#undef WORD
    json_open(out, NULL, '{');
    json_string(out, "kind", kind_word[file->kind]);
    json_string(out, "name", f->name);
    put_count(out, "order", f->order);
    put_count(out, "highest_order", f->most);
    put_count(out, "stages", f->stages);
    json_open(out, "is", '[');
    for (int i = 0; i < FACTS; i++)
        if (f->is >> i & 1)
            json_string(out, NULL, words[i]);
    json_close(out, ']');
    json_open(out, "keeps", '[');
    for (const char *at = f->keeps; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        json_string(out, NULL, arena_text(out->arena, at, n));
        at += n;
    }
    json_close(out, ']');
    json_string(out, "title", f->title);
    json_string(out, "file", file->text->path);
    if (json_is_lua(out))
        json_string(out, "orders", f->orders);
    json_close(out, '}');
}

/* The rows of a kind that the request's filters leave. */
static void put_rows(struct pol_job *job, const struct request *r,
                     enum shelf_kind kind, struct text *out)
{
    struct shelf *shelf = job_shelf(job);
    for (int i = 0; i < shelf_count(shelf, kind); i++) {
        const struct shelf_file *file = shelf_at(shelf, kind, i);
        struct listed f;
        if (facts_of(job, file, &f) && (f.is & r->filter) == r->filter &&
            (!r->order || (f.order <= r->order && r->order <= f.most)))
            put_row(out, file, &f);
    }
}

/* Pages see them kind by kind. */
static void list_kinds(struct pol_job *job, const struct request *r, int kind)
{
    struct text out = session_record(job, r);
    json_open(&out, NULL, '[');
    for (int k = 0; k < SHELF_KINDS; k++) {
        if (kind != SHELF_KINDS && kind != k)
            continue;
        if (!r->json) {
            json_open(&out, NULL, '{');
            json_string(&out, "kind", kind_word[k]);
            json_bool(&out, "is_asked", kind == k);
            json_open(&out, "rows", '[');
        }
        put_rows(job, r, (enum shelf_kind)k, &out);
        if (!r->json) {
            json_close(&out, ']');
            json_close(&out, '}');
        }
    }
    json_close(&out, ']');
    session_page(job, "list", &out);
}

/* One by its name, or by a call of it: that of "gauss(2)" and of "gauss4". */
static void list_named(struct pol_job *job, enum shelf_kind kind,
                       const char *call)
{
    struct shelf *shelf = job_shelf(job);
    const char *instance = shelf_instance(shelf, kind, call);
    const char *whole = instance ? instance : call;
    const char *name =
        text_format(job->arena, "%.*s", (int)strcspn(whole, "( "), whole);
    const struct shelf_file *file = shelf_find(shelf, kind, name);
    if (file) {
        list_file(job, file);
        return;
    }
    const char *near = shelf_nearest(shelf, kind, name);
    diag_error_line(&job->diags, name, 0, "not among the %ss", kind_word[kind]);
    if (kind == SHELF_METHOD && strchr(name, '.'))
        diag_hint(&job->diags, "a spec goes with list methods --cost");
    else if (near)
        diag_hint(&job->diags, "did you mean '%s'?", near);
}

/* "tableaus" and "tableau" both. */
static int find_kind(const char *word)
{
    for (int k = 0; k < SHELF_KINDS; k++) {
        const size_t n = strlen(kind_word[k]);
        if (strncmp(word, kind_word[k], n) == 0 &&
            (word[n] == '\0' || strcmp(word + n, "s") == 0))
            return k;
    }
    return -1;
}

int command_list(struct pol_job *job, struct request *r)
{
    int kind = r->operands ? find_kind(r->operand[0]) : SHELF_KINDS;
    bool attitudes = r->cost && kind == SHELF_ATTITUDE;
    const char *fault = NULL; /* what does not go together */
    if (kind < 0)
        fault = text_format(job->arena,
                            "list takes tableaus, compositions, methods, maps, "
                            "attitudes or targets, not '%s'",
                            r->operand[0]);
    else if (r->cost && !attitudes && kind != SHELF_METHOD)
        fault = "--cost goes with list methods and list attitudes";
    else if (r->options.map && !attitudes)
        fault = "--map goes with list attitudes --cost";
    else if ((r->json || r->order || r->filter) && (r->cost || r->operands > 1))
        fault = "--json and filters go with whole lists";
    if (fault) {
        complain("%s", fault);
        return EXIT_USAGE;
    }
    if (r->cost)
        return attitudes ? cost_attitudes(job, r) : cost_methods(job, r);
    if (r->operands < 2)
        list_kinds(job, r, kind);
    for (int i = 1; i < r->operands; i++)
        list_named(job, (enum shelf_kind)kind, r->operand[i]);
    return job->diags.errors ? EXIT_FAULT : EXIT_DONE;
}
