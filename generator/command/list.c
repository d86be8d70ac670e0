/* SPDX-License-Identifier: MIT
 *
 * polhode list: what stands on the shelf, with order and source.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "command/lines.h"
#include "command/shelved.h"

enum { ORDER_LOOKED_AT = 10 }; /* of a tableau that claims none */

static const char *const kind_name[SHELF_KINDS] = {
    [SHELF_TABLEAU] = "tableaus",   [SHELF_COMPOSITION] = "compositions",
    [SHELF_METHOD] = "methods",     [SHELF_MAP] = "maps",
    [SHELF_ATTITUDE] = "attitudes", [SHELF_TARGET] = "targets"};

/* What the file's first comment says: without the file's name, of which the
 * line above speaks.  A line that ends in a full stop ends a paragraph. */
static void print_source(struct pol_job *job, const char *name,
                         const char *line)
{
    size_t n = strlen(name);
    struct text paragraph = text_new(job->arena);
    if (strncmp(line, name, n) == 0 && strncmp(line + n, ".pol - ", 7) == 0)
        line += n + 7;
    while (*line) {
        size_t length = strcspn(line, "\n");
        text_put(&paragraph, paragraph.length ? " " : "");
        text_add(&paragraph, line, length);
        bool ends = !line[length] || (length && line[length - 1] == '.');
        line += length + (line[length] == '\n');
        if (!ends)
            continue;
        lines_wrapped(text_chars(&paragraph));
        paragraph = text_new(job->arena);
    }
}

static int order_of(struct pol_job *job, const struct tableau *t)
{
    return t->claim ? t->claim
                    : tableau_order(job->arena, t, t->b, ORDER_LOOKED_AT);
}

static void list_tableau(struct pol_job *job, const struct shelf_file *file)
{
    const struct tableau *t = shelved_tableau(job, file->text);
    if (!t)
        return;
    printf("  %-15s order %d, %d stage%s%s%s\n", file->name, order_of(job, t),
           t->stages, t->stages == 1 ? "" : "s",
           t->is_explicit ? "" : ", implicit", t->embedded ? ", a pair" : "");
    if (t->source)
        print_source(job, file->name, t->source);
}

/* The tableau of the family for this value of its option, or NULL. */
static const struct tableau *member(struct pol_job *job, const char *family,
                                    long value)
{
    struct makings m = shelved_makings(job);
    return tableau_of_text(&m,
                           text_format(job->arena, "%s(%ld)", family, value));
}

/* "gauss(s)": the range, and the orders from its first to its last value. */
static void print_range(struct pol_job *job, const char *family,
                        const struct shelf_claim *c)
{
    const struct tableau *first = member(job, family, c->least);
    const struct tableau *last = first ? member(job, family, c->most) : NULL;
    const char *call = text_format(job->arena, "%s(%s)", family, c->whole);
    if (last)
        printf("  %-15s %s from %ld to %ld, order %d to %d%s\n", call, c->whole,
               c->least, c->most, order_of(job, first), order_of(job, last),
               last->is_explicit ? "" : ", implicit");
}

static void list_family(struct pol_job *job, const struct shelf_file *file)
{
    struct shelf_claim c;
    if (!shelf_describe(job->shelf, &job->diags, file, &c))
        return;
    if (c.whole)
        print_range(job, file->name, &c);
    else
        printf("  %-15s a family\n", file->name);
    if (c.title)
        lines_wrapped(c.title);
    if (c.options && !c.whole)
        lines_wrapped(text_format(job->arena, "options: %s", c.options));
    lines_words("for example", c.examples, c.example);
    lines_words("also called", c.aliases, c.alias);
    lines_words("names", c.instances, c.instance);
    if (c.source)
        lines_wrapped(c.source);
}

static void list_composition(struct pol_job *job, const struct shelf_file *file)
{
    const struct composition *c = shelved_composition(job, file->text);
    if (!c)
        return;
    printf("  %-15s order %d, %d steps, for symmetric methods of order %d\n",
           file->name,
           c->claim ? c->claim
                    : composition_order(job->arena, c, COMPOSITION_ORDER),
           c->steps, c->base);
    if (c->source)
        print_source(job, file->name, c->source);
}

/* ---- methods ---- */

/* "any torque", "torque that depends on t, R"; nothing if options say it. */
static void print_admits(const struct shelf_claim *c, const char *between)
{
    if (c->admits_vary)
        return;
    if (!c->admit || c->admits == 0)
        printf("%s%s torque", between, c->admit ? "no" : "any");
    for (int i = 0; i < c->admits; i++)
        printf("%s%s%s", i ? "" : between, i ? ", " : "torque that depends on ",
               c->admit[i]);
}

static void print_order(const struct shelf_claim *c)
{
    if (c->order)
        printf("order %d", c->order);
    if (c->order_free >= ORDER_EXACT)
        printf(" (exact without torque)");
    else if (c->order_free > c->order)
        printf(" (without torque %d)", c->order_free);
}

/* What is so whatever the options are, on one line. */
static void print_facts(const struct shelf_claim *c)
{
    const char *between = c->order ? ", " : "";
    printf("  %-15s ", "");
    print_order(c);
    if (c->symmetric) {
        printf("%ssymmetric", between);
        between = ", ";
    }
    if (c->is_implicit) {
        printf("%simplicit", between);
        between = ", ";
    }
    print_admits(c, *between ? "; " : "");
    printf("\n");
}

/* What a function of the options says. */
static void print_varying(const struct shelf_claim *c)
{
    const char *word[5];
    int n = 0;
    if (!c->order)
        word[n++] = "order";
    if (c->symmetric_varies)
        word[n++] = "symmetric";
    if (c->implicit_varies)
        word[n++] = "implicit";
    if (c->keeps_vary)
        word[n++] = "keeps";
    if (c->admits_vary)
        word[n++] = "torque";
    lines_words("by its options:", n, word);
}

static void list_method(const struct shelf_claim *c)
{
    print_facts(c);
    lines_words("keeps", c->keeps, c->keep);
    print_varying(c);
    lines_words("also called", c->aliases, c->alias);
}

/* ---- attitudes ---- */

/* Singular points and range; what it stores, as it is without options or in
 * the first example. */
static void list_attitude(struct pol_job *job, const struct shelf_file *file,
                          const struct shelf_claim *c)
{
    const char *stores =
        update_stores(job, c->examples ? c->example[0] : file->name);
    if (stores)
        lines_wrapped(stores);
    if (c->singular)
        lines_wrapped(text_format(job->arena, "singular: %s", c->singular));
    if (c->range)
        lines_wrapped(text_format(job->arena, "range: %s", c->range));
    lines_words("also called", c->aliases, c->alias);
}

/* ---- what Lua files say of themselves ---- */

static void list_other(struct pol_job *job, const struct shelf_file *file)
{
    struct shelf_claim c = {0};
    if (!shelf_describe(job->shelf, &job->diags, file, &c))
        return;
    printf("  %-15s %s\n", file->name, c.title ? c.title : "");
    if (file->kind == SHELF_METHOD)
        list_method(&c);
    if (file->kind == SHELF_ATTITUDE)
        list_attitude(job, file, &c);
    if (c.options)
        lines_wrapped(text_format(job->arena, "options: %s", c.options));
    lines_words("for example", c.examples, c.example);
    if (c.source)
        lines_wrapped(c.source);
}

/* ---- all kinds ---- */

static void list_file(struct pol_job *job, const struct shelf_file *file)
{
    if (file->kind == SHELF_TABLEAU && file->is_lua)
        list_family(job, file);
    else if (file->kind == SHELF_TABLEAU)
        list_tableau(job, file);
    else if (file->kind == SHELF_COMPOSITION)
        list_composition(job, file);
    else
        list_other(job, file);
}

static void list_kind(struct pol_job *job, enum shelf_kind kind)
{
    struct shelf *shelf = job_shelf(job);
    printf("%s\n", kind_name[kind]);
    for (int i = 0; i < shelf_count(shelf, kind); i++)
        list_file(job, shelf_at(shelf, kind, i));
    if (kind == SHELF_METHOD)
        printf("  For strongly damping torque take an L-stable one: be, bem, "
               "or rkmk with a\n  tableau that is, such as radau_iia(2) or "
               "trbdf2 (`polhode tableau` says).\n");
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
    diag_error_line(&job->diags, name, 0, "not among the %s", kind_name[kind]);
    if (kind == SHELF_METHOD && strchr(name, '.'))
        diag_hint(&job->diags, "a spec goes with list methods --cost");
    else if (near)
        diag_hint(&job->diags, "did you mean '%s'?", near);
}

struct listing {
    int kind;
    const struct request *request;
};

static pol_status list_it(struct pol_job *job, void *argument)
{
    const struct listing *l = argument;
    int before = job->diags.errors;
    for (int k = 0; k < SHELF_KINDS && l->request->operands < 2; k++)
        if (l->kind == SHELF_KINDS || l->kind == k)
            list_kind(job, (enum shelf_kind)k);
    for (int i = 1; i < l->request->operands; i++)
        list_named(job, (enum shelf_kind)l->kind, l->request->operand[i]);
    return job->diags.errors > before ? POL_BAD_SHELF : POL_OK;
}

/* "tableaus" and "tableau" both. */
static int find_kind(const char *word)
{
    size_t n = strlen(word);
    for (int k = 0; k < SHELF_KINDS; k++)
        if (strncmp(kind_name[k], word, n) == 0 &&
            strlen(kind_name[k]) - n <= 1)
            return k;
    return -1;
}

/* What operands and options do not go together, or NULL. */
static const char *misused(const struct request *r, int kind)
{
    bool attitudes = r->cost && kind == SHELF_ATTITUDE;
    if (r->cost && !attitudes && kind != SHELF_METHOD)
        return "--cost goes with list methods and list attitudes";
    if (r->options.map && !attitudes)
        return "--map goes with list attitudes --cost";
    return NULL;
}

int command_list(struct request *r)
{
    int kind = r->operands ? find_kind(r->operand[0]) : SHELF_KINDS;
    if (kind < 0) {
        complain("list takes tableaus, compositions, methods, maps, "
                 "attitudes or targets, not '%s'",
                 r->operand[0]);
        return EXIT_USAGE;
    }
    const char *fault = misused(r, kind);
    if (fault) {
        complain("%s", fault);
        return EXIT_USAGE;
    }
    if (r->cost)
        return kind == SHELF_METHOD ? cost_list(r) : update_list(r);
    struct pol_job *job = session_open(r);
    if (!job)
        return EXIT_BUG;
    struct listing l = {kind, r};
    pol_status status = job_run(job, list_it, &l);
    session_messages(job);
    int exit = session_status(job, status);
    pol_close(job);
    return exit;
}
