/* SPDX-License-Identifier: MIT
 *
 * polhode list: what stands on the shelf, with order and source.
 */
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#include "command/facts.h"

enum { ORDER_LOOKED_AT = 10 }; /* of a tableau that claims none */

static const char *const kind_name[SHELF_KINDS] = {
    [SHELF_TABLEAU] = "tableaus",   [SHELF_COMPOSITION] = "compositions",
    [SHELF_METHOD] = "methods",     [SHELF_MAP] = "maps",
    [SHELF_ATTITUDE] = "attitudes", [SHELF_TARGET] = "targets"};

/* ---- lines that are broken at blanks ---- */

enum { MARGIN = 18, WIDTH = 80 };

/* A text in lines of at most 80 characters. */
static void put_wrapped(const char *text)
{
    for (int margin = MARGIN; *text; margin = MARGIN + 1) {
        int length = (int)strlen(text), n = length;
        if (length > WIDTH - margin)
            for (n = WIDTH - margin; n > 0 && text[n] != ' '; n--)
                continue;
        n = n > 0 ? n : length;
        printf("%*s%.*s\n", margin, "", n, text);
        text += n + (text[n] == ' ');
    }
}

/* "before a, b, c" in such lines; nothing if there are none. */
static void put_words(const char *before, int n, const char *const *word)
{
    size_t column = MARGIN + strlen(before);
    if (n == 0)
        return;
    printf("%*s%s", MARGIN, "", before);
    for (int i = 0; i < n; i++) {
        size_t more = 1 + strlen(word[i]) + (i + 1 < n);
        bool fits = column + more <= WIDTH;
        if (!fits)
            printf("\n%*s", MARGIN + 1, "");
        column = (fits ? column : MARGIN + 1) + more;
        printf(" %s%s", word[i], i + 1 < n ? "," : "");
    }
    printf("\n");
}

/* "label: text" in such lines; nothing without a text. */
static void put_labelled(struct pol_job *job, const char *label,
                         const char *text)
{
    if (text)
        put_wrapped(text_format(job->arena, "%s: %s", label, text));
}

/* ---- tableaus and compositions ---- */

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
        put_wrapped(text_chars(&paragraph));
        paragraph = text_new(job->arena);
    }
}

static int order_of(struct pol_job *job, const struct tableau *t)
{
    return t->claim ? t->claim
                    : tableau_order(job->arena, t, 0, ORDER_LOOKED_AT);
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
    struct kit kit = job_kit(job);
    return tableau_of_text(&kit,
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
        put_wrapped(c.title);
    put_labelled(job, "options", c.whole ? NULL : c.options);
    put_words("for example", c.examples, c.example);
    put_words("also called", c.aliases, c.alias);
    put_words("names", c.instances, c.instance);
    if (c.source)
        put_wrapped(c.source);
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

/* What is so whatever the options are, on one line. */
static void print_facts(const struct shelf_claim *c)
{
    const char *between = c->order ? ", " : "";
    printf("  %-15s ", "");
    if (c->order)
        printf("order %d", c->order);
    if (c->order_free >= ORDER_EXACT)
        printf(" (exact without torque)");
    else if (c->order_free > c->order)
        printf(" (without torque %d)", c->order_free);
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
    put_words("by its options:", n, word);
}

/* ---- what Lua files say of themselves ---- */

static void list_other(struct pol_job *job, const struct shelf_file *file)
{
    struct shelf_claim c = {0};
    if (!shelf_describe(job->shelf, &job->diags, file, &c))
        return;
    printf("  %-15s %s\n", file->name, c.title ? c.title : "");
    if (file->kind == SHELF_METHOD) {
        print_facts(&c);
        put_words("keeps", c.keeps, c.keep);
        print_varying(&c);
    }
    if (file->kind == SHELF_ATTITUDE) {
        /* as it is without options or in the first example */
        const char *stores =
            cost_stores(job, c.examples ? c.example[0] : file->name);
        if (stores)
            put_wrapped(stores);
        put_labelled(job, "singular", c.singular);
        put_labelled(job, "range", c.range);
    }
    if (file->kind == SHELF_METHOD || file->kind == SHELF_ATTITUDE)
        put_words("also called", c.aliases, c.alias);
    put_labelled(job, "options", c.options);
    put_words("for example", c.examples, c.example);
    if (c.source)
        put_wrapped(c.source);
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

/* ---- rows ---- */

struct row {
    const struct shelf_file *file;
    struct listed facts;
};

/* The rows of a kind that the request's filters leave. */
static int collect_rows(struct pol_job *job, const struct request *r,
                        enum shelf_kind kind, struct row **rows)
{
    struct shelf *shelf = job_shelf(job);
    int n = 0, count = shelf_count(shelf, kind);
    *rows = arena_array(job->arena, (size_t)count + 1, sizeof **rows);
    for (int i = 0; i < count; i++) {
        struct row *row = &(*rows)[n];
        struct listed *f = &row->facts;
        row->file = shelf_at(shelf, kind, i);
        n += facts_of(job, row->file, f) && (f->is & r->filter) == r->filter &&
             (!r->order || (f->order <= r->order && r->order <= f->most));
    }
    return n;
}

/* " word", if the line has room for its n characters. */
static void put_word(struct text *line, const char *word, size_t n)
{
    if (line->length + 1 + n <= WIDTH)
        text_print(line, " %.*s", (int)n, word);
}

/* What is so of it and what it keeps, as many words as fit. */
static void put_facts(struct text *line, const struct listed *f)
{
    static const int shown[] = {PLACE_SYMPLECTIC, PLACE_SYMMETRIC,
                                PLACE_L_STABLE, PLACE_A_STABLE, PLACE_STIFFLY};
    const unsigned told = f->is & FACT_L_STABLE ? FACT_A_STABLE : 0;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if ((f->is ^ told) >> shown[i] & 1)
            put_word(line, fact_word(shown[i]), strlen(fact_word(shown[i])));
    for (const char *at = f->keeps; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        if (n != strlen("symplectic") || strncmp(at, "symplectic", n))
            put_word(line, at, n);
        at += n;
    }
}

/* "explicit", "implicit", or "either", as its options say. */
static const char *solved_how(const struct listed *f)
{
    const unsigned is = f->is & (FACT_EXPLICIT | FACT_IMPLICIT);
    return is == FACT_EXPLICIT   ? "explicit"
           : is == 0             ? ""
           : is == FACT_IMPLICIT ? "implicit"
                                 : "either";
}

static void print_row(struct pol_job *job, const struct row *row, int width)
{
    const struct listed *f = &row->facts;
    const enum shelf_kind kind = row->file->kind;
    struct text line = text_new(job->arena);
    text_print(&line, "  %-*s", width, f->name);
    if (kind > SHELF_METHOD) {
        put_word(&line, f->title, strlen(f->title));
    } else {
        text_print(&line, " %5s", f->orders);
        if (kind != SHELF_METHOD)
            text_print(&line, " %6s",
                       f->stages ? text_format(job->arena, "%d", f->stages)
                                 : "");
        if (kind != SHELF_COMPOSITION)
            text_print(&line, " %-8s", solved_how(f));
        put_facts(&line, f);
    }
    while (line.chars[line.length - 1] == ' ')
        line.length--;
    printf("%.*s\n", (int)line.length, line.chars);
}

static void print_rows(struct pol_job *job, enum shelf_kind kind, int n,
                       const struct row *rows)
{
    static const char *const columns[SHELF_KINDS] = {
        [SHELF_TABLEAU] = "order stages",
        [SHELF_COMPOSITION] = "order stages",
        [SHELF_METHOD] = "order"};
    const int own = (int)strlen(kind_name[kind]);
    int width = own - 2;
    for (int i = 0; i < n; i++)
        if ((int)strlen(rows[i].facts.name) > width)
            width = (int)strlen(rows[i].facts.name);
    printf("%s", kind_name[kind]);
    if (columns[kind])
        printf("%*s%s", width + 3 - own, "", columns[kind]);
    printf("\n");
    for (int i = 0; i < n; i++)
        print_row(job, &rows[i], width);
}

/* null, where it is 0 */
static void add_count(struct text *out, const char *key, int n)
{
    json_value(out, key, n ? text_format(out->arena, "%d", n) : NULL);
}

static void add_json(struct text *out, const struct row *row)
{
    const struct listed *f = &row->facts;
    static const char *const kind[SHELF_KINDS] = {
        "tableau", "composition", "method", "map", "attitude", "target"};
    json_open(out, NULL, '{');
    json_string(out, "kind", kind[row->file->kind]);
    json_string(out, "name", f->name);
    add_count(out, "order", f->order);
    add_count(out, "highest_order", f->most);
    add_count(out, "stages", f->stages);
    json_open(out, "is", '[');
    for (int i = 0; i < FACTS; i++)
        if (f->is >> i & 1)
            json_string(out, NULL, fact_word(i));
    json_close(out, ']');
    json_open(out, "keeps", '[');
    for (const char *at = f->keeps; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        json_string(out, NULL, arena_text(out->arena, at, n));
        at += n;
    }
    json_close(out, ']');
    json_string(out, "title", f->title);
    json_string(out, "file", row->file->text->path);
    json_close(out, '}');
}

static void list_kinds(struct pol_job *job, const struct request *r, int kind)
{
    struct text json = text_new(job->arena);
    json_open(&json, NULL, '[');
    for (int k = 0; k < SHELF_KINDS; k++) {
        struct row *rows;
        if (kind != SHELF_KINDS && kind != k)
            continue;
        int n = collect_rows(job, r, (enum shelf_kind)k, &rows);
        for (int i = 0; r->json && i < n; i++)
            add_json(&json, &rows[i]);
        if (!r->json && (n || kind == k))
            print_rows(job, (enum shelf_kind)k, n, rows);
    }
    json_close(&json, ']');
    if (r->json)
        printf("%s\n", text_chars(&json));
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
