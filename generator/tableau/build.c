/* SPDX-License-Identifier: MIT
 *
 * From the syntax tree of a `tableau` block to its numbers.
 */
#include "tableau/tableau.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "tableau/comment.h"
#include "tableau/symbols.h"

typedef const struct number *value;

struct building {
    struct arena *arena;
    struct diags *diags;
    struct pool *pool;
    const struct ast *ast;
    struct tableau *tableau;
    struct symbols symbols;
    value *number;             /* a, b, bhat and c in one array, */
    const char **written;      /* as they were written, */
    struct surd *surd;         /* exactly, if they are surds, */
    double *slack;             /* with what they may be off by, */
    const struct expr **entry; /* and by free symbols */
    bool mislabelled; /* a row's c is a name that is none: maybe a row b */
};

/* Where the parts begin in the arrays. */
static size_t at_a(const struct building *b, int row)
{
    return (size_t)row * (size_t)b->tableau->stages;
}

static size_t at_b(const struct building *b)
{
    return at_a(b, b->tableau->stages);
}

static size_t at_bhat(const struct building *b, int row)
{
    return at_b(b) + (size_t)(row + 1) * (size_t)b->tableau->stages;
}

static size_t at_c(const struct building *b)
{
    return at_bhat(b, b->tableau->embedded);
}

static bool is_stage(const struct ast *row)
{
    return row->kind == AST_ROW && row->child[0];
}

static bool is_row(const struct ast *row, const char *name)
{
    return row->kind == AST_ROW && !row->child[0] &&
           strcmp(row->name, name) == 0;
}

int tableau_stages(const struct ast *ast)
{
    int stages = 0;
    for (int i = 0; i < ast->n; i++)
        stages += is_stage(ast->child[i]);
    return stages;
}

static int count_rows(const struct ast *ast, const char *name)
{
    int rows = 0;
    for (int i = 0; i < ast->n; i++)
        rows += is_row(ast->child[i], name);
    return rows;
}

/* The text of an entry, white space and comments as single blanks. */
static const char *text_of(struct building *b, const struct ast *entry, value v)
{
    const struct place *p = &entry->place;
    if (!p->source)
        return number_show(b->arena, v);
    struct text out = text_new(b->arena);
    const char *c = p->source->chars + p->offset, *end = c + p->length;
    bool blank = false;
    for (; c < end; c++) {
        if (*c == '#')
            while (c + 1 < end && *c != '\n')
                c++;
        if (strchr(" \t\r\n", *c)) {
            blank = true;
            continue;
        }
        if (blank)
            text_char(&out, ' ');
        blank = false;
        text_char(&out, *c);
    }
    return text_chars(&out);
}

/* A value of zero stands for one that was wrong. */
static void set_entry(struct building *b, size_t at, const struct ast *entry)
{
    value v = symbols_number(&b->symbols, entry);
    if (!v)
        return;
    b->number[at] = v;
    b->surd[at] = symbols_surd(&b->symbols, entry, v);
    b->slack[at] = symbols_slack(&b->symbols, entry, v);
    if (b->written)
        b->written[at] = text_of(b, entry, v);
    if (b->entry)
        b->entry[at] = symbols_formula(&b->symbols, entry);
    b->tableau->exact &= number_is_exact(v);
}

static void set_row(struct building *b, size_t at, const struct ast *row)
{
    int stages = b->tableau->stages, given = row->n - 1;
    if (given > stages && !b->mislabelled) {
        struct place excess =
            place_join(row->child[stages + 1]->place, row->child[given]->place);
        diag_error(b->diags, excess,
                   "tableau row too long: it has %d entries, but the tableau "
                   "has %d stage%s",
                   given, stages, stages == 1 ? "" : "s");
        return;
    }
    for (int i = 0; i < given && i < stages; i++)
        set_entry(b, at + (size_t)i, row->child[i + 1]);
}

/* Rows of weights must be complete: what is left out of them is forgotten
 * more often than meant to be zero. */
static void set_weights(struct building *b, size_t at, const struct ast *row,
                        bool again)
{
    int stages = b->tableau->stages;
    if (again)
        diag_error(b->diags, row->name_place, "a second row %s in a tableau",
                   row->name);
    else if (row->n - 1 < stages && !b->mislabelled)
        diag_error(b->diags, row->place,
                   "row %s has %d entr%s, but the tableau has %d stages",
                   row->name, row->n - 1, row->n == 2 ? "y" : "ies", stages);
    else
        set_row(b, at, row);
}

static bool is_declared(const struct ast *tableau, const char *name)
{
    for (int i = 0; i < tableau->n; i++) {
        const struct ast *a = tableau->child[i];
        if (a->kind != AST_ROW && strcmp(a->name, name) == 0)
            return true;
    }
    return strcmp(name, "pi") == 0;
}

static bool is_mislabelled(const struct ast *tableau)
{
    for (int i = 0; i < tableau->n; i++) {
        const struct ast *row = tableau->child[i];
        if (is_stage(row) && row->child[0]->kind == AST_NAME &&
            !is_declared(tableau, row->child[0]->name))
            return true;
    }
    return false;
}

static void set_all(struct building *b)
{
    int stage = 0, weights = 0, embedded = 0;
    b->mislabelled = is_mislabelled(b->ast);
    for (int i = 0; i < b->ast->n; i++) {
        const struct ast *row = b->ast->child[i];
        if (row->kind != AST_ROW) {
            symbols_declare(&b->symbols, row);
        } else if (is_stage(row)) {
            set_entry(b, at_c(b) + (size_t)stage, row->child[0]);
            set_row(b, at_a(b, stage++), row);
        } else if (is_row(row, "b")) {
            set_weights(b, at_b(b), row, weights++ > 0);
        } else {
            set_weights(b, at_bhat(b, embedded++), row, false);
        }
    }
    if (!weights && !b->mislabelled)
        diag_error(b->diags, b->ast->name_place, "tableau %s has no row b",
                   b->ast->name);
}

static const char *short_text(struct arena *arena, value v)
{
    enum { LONGEST = 40, DIGITS = 17 };
    const char *exact = number_is_exact(v) ? number_show(arena, v) : NULL;
    return exact && strlen(exact) <= LONGEST ? exact
                                             : number_sure(arena, v, DIGITS);
}

/* A sum that is near c is told by how far it is off. */
static const char *sum_text(struct arena *arena, value sum, value off)
{
    const double NEAR = 1e-6;
    enum { DIGITS = 2 };
    bool less = number_sign(off) < 0;
    if (fabs(number_double(off)) > NEAR)
        return short_text(arena, sum);
    off = less ? number_neg(arena, off) : off;
    return text_format(arena, "%s %s", number_sure(arena, off, DIGITS),
                       less ? "less" : "more");
}

/* Numbers may be off by their slack: that is no fault of c. */
static void check_sum(struct building *b, int stage, const struct ast *row)
{
    value sum = number_int(b->arena, 0), c = b->tableau->c[stage];
    double slack = b->slack[at_c(b) + (size_t)stage];
    for (int j = 0; j < b->tableau->stages; j++) {
        size_t at = at_a(b, stage) + (size_t)j;
        sum = number_add(b->arena, sum, b->number[at]);
        slack += b->slack[at];
    }
    value off = number_sub(b->arena, sum, c);
    if (!number_may_be_zero(off) && fabs(number_double(off)) > slack)
        diag_warning(b->diags, row->child[0]->place,
                     "c of stage %d is %s, but the sum of its row is %s",
                     stage + 1, b->written[at_c(b) + (size_t)stage],
                     sum_text(b->arena, sum, off));
}

static void check_sums(struct building *b)
{
    int stage = 0;
    for (int i = 0; i < b->ast->n; i++)
        if (is_stage(b->ast->child[i]))
            check_sum(b, stage++, b->ast->child[i]);
}

static void set_claim(struct building *b)
{
    long order = 0;
    if (!b->ast->number)
        return;
    if (!number_is_int(b->ast->number, &order) || order < 1 || order > 99)
        diag_error(b->diags, b->ast->name_place,
                   "the order of tableau %s is not a number from 1 to 99",
                   b->ast->name);
    b->tableau->claim = (int)order;
}

static bool check_size(struct building *b)
{
    if (b->tableau->stages == 0)
        diag_error(b->diags, b->ast->name_place, "tableau %s has no stages",
                   b->ast->name);
    else if (b->tableau->stages > TABLEAU_STAGES)
        diag_error(b->diags, b->ast->name_place,
                   "tableau %s has %d stages; at most %d are possible",
                   b->ast->name, b->tableau->stages, TABLEAU_STAGES);
    else
        return true;
    return false;
}

static void make_room(struct building *b)
{
    struct tableau *t = b->tableau;
    size_t size = (size_t)tableau_entries(t);
    value zero = number_int(b->arena, 0);
    b->number = arena_array(b->arena, size, sizeof *b->number);
    b->surd = arena_array(b->arena, size, sizeof *b->surd);
    for (size_t i = 0; i < size; i++) {
        b->number[i] = zero;
        b->surd[i] = surd_of(zero);
    }
    t->surd = b->surd;
    t->slack = b->slack = arena_array(b->arena, size, sizeof *b->slack);
    t->decimals = b->symbols.decimals;
    tableau_place(t, b->number);
}

static void make_texts(struct building *b)
{
    size_t size = (size_t)tableau_entries(b->tableau);
    b->written = arena_array(b->arena, size, sizeof *b->written);
    for (size_t i = 0; i < size; i++)
        b->written[i] = "0";
    b->tableau->written = b->written;
    if (b->symbols.formula_pool)
        b->entry = arena_array(b->arena, size, sizeof *b->entry);
}

static struct tableau_let let_of(struct building *b, const struct ast *ast,
                                 value v)
{
    const struct ast *what = ast->child[0];
    struct tableau_let let = {
        .name = ast->name, .written = text_of(b, what, v), .value = v};
    if (what->kind == AST_CALL && strcmp(what->name, "root") == 0) {
        value which = symbols_number(&b->symbols, what->child[1]);
        let.polynomial = text_of(b, what->child[0], v);
        number_is_int(which, &let.root);
    }
    return let;
}

static void keep_lets(struct building *b)
{
    const struct symbols *s = &b->symbols;
    int n = 0;
    struct tableau_let *let =
        arena_array(b->arena, (size_t)s->numbers.names, sizeof *let);
    for (int i = 0; i < s->numbers.names; i++)
        if (s->declared[i]->kind == AST_LET)
            let[n++] = let_of(b, s->declared[i], s->number[i]->number);
    b->tableau->let = let;
    b->tableau->lets = n;
}

/* What has no value in general has the one that it has at the start. */
static void keep_symbols(struct building *b)
{
    struct tableau *t = b->tableau;
    t->frees = b->symbols.frees;
    t->free = b->symbols.free;
    t->symbol = b->symbols.symbol;
    t->pool = b->symbols.formula_pool;
    t->entry = b->entry;
    t->ast = b->ast;
    for (int i = 0; i < tableau_entries(t); i++)
        if (!b->entry[i])
            b->entry[i] = expr_number(t->pool, b->number[i]);
}

const struct tableau *tableau_build_free(struct arena *arena,
                                         struct diags *diags, struct pool *pool,
                                         const struct ast *ast)
{
    struct tableau *t = arena_alloc(arena, sizeof *t);
    struct building b = {
        .arena = arena, .diags = diags, .pool = pool, .ast = ast, .tableau = t};
    int errors = diags->errors;
    *t = (struct tableau){.name = ast->name,
                          .source = comment_before(arena, ast->place),
                          .place = ast->place,
                          .stages = tableau_stages(ast),
                          .embedded = count_rows(ast, "bhat"),
                          .rounded = ast->op == 'r',
                          .exact = true};
    b.symbols = symbols_open(arena, diags, pool, ast, NULL);
    set_claim(&b);
    if (!check_size(&b))
        return NULL;
    make_room(&b);
    make_texts(&b);
    set_all(&b);
    if (diags->errors > errors)
        return NULL;
    keep_lets(&b);
    if (b.symbols.frees)
        keep_symbols(&b);
    t->is_explicit = tableau_is_lower(t);
    check_sums(&b);
    return t;
}

const struct tableau *tableau_build(struct arena *arena, struct diags *diags,
                                    struct pool *pool, const struct ast *ast)
{
    const struct tableau *t = tableau_build_free(arena, diags, pool, ast);
    if (!t || !t->frees)
        return t;
    diag_error(diags, ast->name_place,
               "tableau %s has free symbols, and so no numbers to go by",
               t->name);
    diag_hint(diags, "`polhode search` finds values for them");
    return NULL;
}

/* -- free symbols -----------------------------------------------------------
 */

const struct tableau *tableau_with(struct arena *arena, struct pool *pool,
                                   const struct tableau *tableau,
                                   const struct number *const *values)
{
    struct tableau *t = arena_alloc(arena, sizeof *t);
    struct diags ignored = diags_new(arena);
    struct building b = {.arena = arena,
                         .diags = &ignored,
                         .pool = pool,
                         .ast = tableau->ast,
                         .tableau = t};
    *t = *tableau;
    t->frees = 0;
    t->free = NULL;
    t->symbol = t->entry = NULL;
    t->pool = NULL;
    t->ast = NULL;
    t->exact = true;
    b.symbols = symbols_open(arena, &ignored, pool, tableau->ast, values);
    make_room(&b);
    set_all(&b);
    if (ignored.errors)
        return NULL;
    keep_lets(&b);
    return t;
}

void tableau_evaluate(const struct tableau *t, const double *values,
                      double *entries)
{
    expr_eval(t->pool, tableau_entries(t), t->entry, t->frees, t->symbol,
              values, entries);
}
