/* SPDX-License-Identifier: MIT
 *
 * A tableau's numbers: from the syntax tree of a `tableau` block (rows, `let
 * name = constant`, `free name = start in [low, high]`), from computed
 * coefficients, or as rounded ones; and which of them count as zero.
 */
#include "tableau/tableau.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/constant.h"

/* The tolerance for rounded numbers: MANY times their largest slack (room for
 * sums of products), at least MEANT (for DECIMAL_LONG digits), at most
 * MEANT_MOST. */
#define MEANT      1e-5
#define MANY       20
#define MEANT_MOST 1e-3

/* ---- layout ---- */

int tableau_entries(const struct tableau *t)
{
    return t->stages * (t->stages + 2 + t->embedded);
}

int tableau_written_c(const struct tableau *t)
{
    return t->stages * (t->stages + 1 + t->embedded);
}

/* Points the tableau to these entries; stages and embedded are set. */
static void place_entries(struct tableau *t, const num *entry)
{
    t->a = entry;
    t->b = entry + t->stages * t->stages;
    t->bhat = t->embedded ? t->b + t->stages : NULL;
    t->c = entry + tableau_written_c(t);
}

struct tableau tableau_changed(const struct tableau *t, const num *entry)
{
    struct tableau out = *t;
    out.surd = NULL;
    place_entries(&out, entry);
    return out;
}

/* True if a is strictly lower triangular for all values of free symbols. */
static bool is_lower(const struct tableau *t)
{
    for (int at = 0; at < t->stages * t->stages; at++) {
        bool varies = t->by.entry && !expr_is_const(t->by.entry[at]);
        if (at % t->stages >= at / t->stages &&
            (varies || !number_is_zero(t->a[at])))
            return false;
    }
    return true;
}

/* ---- from other tableaus ---- */

const struct tableau *tableau_make(struct arena *arena,
                                   const struct tableau *of)
{
    struct tableau *t = arena_copy(arena, of, sizeof *t);
    t->exact = true;
    size_t all = (size_t)tableau_entries(t);
    num *entry = arena_array(arena, all, sizeof *entry);
    t->written = arena_array(arena, all, sizeof *t->written);
    for (size_t i = 0; i < all; i++) {
        entry[i] = surd_as_real(arena, t->surd[i]);
        t->written[i] = surd_text(arena, t->surd[i]);
        t->exact &= number_is_exact(entry[i]);
    }
    place_entries(t, entry);
    t->is_explicit = is_lower(t);
    return t;
}

const struct tableau *tableau_as_rounded(struct arena *arena,
                                         const struct tableau *t)
{
    int entries = tableau_entries(t);
    bool any = false;
    double most = MEANT / MANY;
    num *entry = arena_array(arena, (size_t)entries, sizeof *entry);
    for (int i = 0; i < entries; i++) {
        num v = t->a[i];
        double error = t->slack ? t->slack[i] : 0;
        bool may_differ = !number_is_zero(v) || i % t->stages < i / t->stages;
        any |= error > 0 || number_error(v) > tableau_tolerance(t);
        most = fmax(most, error);
        entry[i] = error > 0 && may_differ
                       ? number_widen(arena, number_real(arena, v), error)
                       : v;
    }
    if (!any)
        return NULL;
    struct tableau *out = arena_alloc(arena, sizeof *out);
    *out = tableau_changed(t, entry);
    out->exact = false;
    out->meant = fmin(MANY * most, MEANT_MOST);
    return out;
}

/* ---- zero, and sums ---- */

double tableau_tolerance(const struct tableau *t)
{
    if (t->meant > 0)
        return t->meant;
    return t->rounded ? TABLEAU_TOLERANCE_ROUNDED
                      : ldexp(1, -TABLEAU_TOLERANCE_BITS);
}

bool tableau_means_zero(const struct tableau *t, num v)
{
    if (number_is_exact(v))
        return number_is_zero(v);
    return number_may_be_zero(v) && number_error(v) <= tableau_tolerance(t);
}

bool tableau_are_zero(const struct tableau *t, int n, const num *x, int step)
{
    bool zero = true;
    for (int i = 0; i < n; i++)
        zero &= tableau_means_zero(t, x[i * step]);
    return zero;
}

int tableau_sign(const struct tableau *t, num v)
{
    return tableau_means_zero(t, v) ? 0 : number_sign(v);
}

num tableau_sum(struct arena *arena, int n, const num *x)
{
    num sum = number_int(arena, 0);
    for (int i = 0; i < n; i++)
        sum = number_add(arena, sum, x[i]);
    return sum;
}

num tableau_dot(struct arena *arena, int n, const num *x, const num *y,
                int step)
{
    num sum = number_int(arena, 0);
    for (int i = 0; i < n; i++) {
        num other = y[(size_t)i * (size_t)step];
        if (!number_is_zero(x[i]) && !number_is_zero(other))
            sum = number_add(arena, sum, number_mul(arena, x[i], other));
    }
    return sum;
}

num tableau_largest(struct arena *arena, int n, const num *x)
{
    num most = number_int(arena, 0);
    for (int i = 0; i < n; i++) {
        num size = number_abs(arena, x[i]);
        most = number_compare(size, most) > 0 ? size : most;
    }
    return most;
}

bool tableau_is_triangular(const struct tableau *t)
{
    for (int i = 0, n = t->stages; i < n; i++)
        if (!tableau_are_zero(t, n - 1 - i, t->a + i * n + i + 1, 1))
            return false;
    return true;
}

/* ---- c and the sums of rows ---- */

int tableau_mismatches(struct arena *arena, const struct tableau *t,
                       bool rounded, const int **stage)
{
    int n = t->stages, count = 0;
    int *off = arena_array(arena, (size_t)n, sizeof *off);
    for (int i = 0; i < n; i++) {
        num sum = tableau_sum(arena, n, t->a + i * n);
        double slack = 0;
        if (rounded && t->slack) {
            slack = t->slack[tableau_written_c(t) + i];
            for (int j = 0; j < n; j++)
                slack += t->slack[i * n + j];
        }
        num miss = number_sub(arena, sum, t->c[i]);
        if (!tableau_means_zero(t, miss) &&
            fabs(number_double(miss)) > slack + number_error(miss))
            off[count++] = i;
    }
    *stage = off;
    return count;
}

/* ---- entries and names from the syntax tree ---- */

struct building {
    struct arena *arena;
    struct diags *diags;
    syntax ast;
    struct tableau *tableau;
    const num *given;            /* values of free symbols; NULL: starts */
    struct constant_place place; /* for entries; its names so far */
    const char **name;           /* have these texts, */
    struct constant *known;      /* these values, */
    syntax *declared;            /* these declarations */
    num *number;                 /* a, b, bhat and c in one array */
    bool mislabelled; /* a row's c is an undeclared name: maybe a row b */
};

/* True if the row has this name; NULL: if it is a stage's row. */
static bool is_row(syntax row, const char *name)
{
    if (row->kind != AST_ROW || row->child[0])
        return row->kind == AST_ROW && !name;
    return name && strcmp(row->name, name) == 0;
}

static int count_rows(syntax ast, const char *name)
{
    int rows = 0;
    for (int i = 0; i < ast->n; i++)
        rows += is_row(ast->child[i], name);
    return rows;
}

int tableau_stages(syntax ast)
{
    return count_rows(ast, NULL);
}

/* The text of an entry; white space and comments become one blank. */
static const char *text_of(struct building *b, syntax entry)
{
    struct text out = text_new(b->arena);
    ast_print(entry, true, &out);
    return text_chars(&out);
}

static bool read(struct building *b, syntax ast, struct constant *c)
{
    return constant_read(b->tableau->by.pool, b->diags, &b->place, ast, c);
}

/* A wrong entry stays 0. */
static void set_entry(struct building *b, int at, syntax entry)
{
    struct tableau *t = b->tableau;
    struct constant c;
    if (!read(b, entry, &c))
        return;
    b->number[at] = surd_as_real(b->arena, c.number);
    t->surd[at] = c.number;
    t->slack[at] = c.slack;
    t->written[at] = text_of(b, entry);
    if (t->by.entry)
        t->by.entry[at] = c.formula;
    t->exact &= number_is_exact(c.number);
}

static bool check_name(struct building *b, syntax ast)
{
    const char *fault = constant_name_fault(ast->name);
    int line, column;
    if (fault)
        return diag_error(b->diags, ast->name_place,
                          "'%s' %s; take another name", ast->name, fault);
    for (int i = 0; i < b->place.names; i++) {
        if (strcmp(b->name[i], ast->name) != 0)
            continue;
        diag_error(b->diags, ast->name_place,
                   "'%s' is declared already in this tableau", ast->name);
        place_find(b->declared[i]->place, &line, &column);
        return diag_hint(b->diags, "its first declaration is in line %d", line);
    }
    return true;
}

static bool read_bounds(struct building *b, syntax ast, struct free_symbol *f)
{
    static const struct constant_scope bound = {
        .subject = "a free symbol's start or bound",
        .hint = "it is a number, or made of numbers",
    };
    num *const part[] = {&f->start, &f->low, &f->high};
    f->name = ast->name;
    for (int i = 0; i < 3; i++)
        *part[i] = constant_value(b->diags, &bound, ast->child[i]);
    if (!f->start || !f->low || !f->high)
        return false;
    double width = number_double(f->high) - number_double(f->low);
    const char *const fault =
        number_compare(f->low, f->high) >= 0
            ? "the lower bound of '%s' is not below the upper one"
        : !(width > 0)
            ? "the bounds of '%s' are too near each other for doubles"
        : !isfinite(width) ? "the bounds of '%s' are too far apart for doubles"
        : number_compare(f->low, f->start) > 0 ||
                number_compare(f->start, f->high) > 0
            ? "the start of '%s' does not lie between its bounds"
            : NULL;
    return !fault ||
           diag_refuse(b->diags, ast->place, "free x = start in [least, most]",
                       fault, ast->name);
}

/* A name without a value was refused with a message; its uses fail too. */
static void declare(struct building *b, syntax ast)
{
    struct tableau *t = b->tableau;
    struct constant c = {.slack = 0};
    num zero = number_int(b->arena, 0);
    if (!check_name(b, ast))
        return;
    if (ast->kind == AST_FREE) {
        int i = t->frees++;
        if (read_bounds(b, ast, &t->free[i])) {
            num v = b->given ? b->given[i] : t->free[i].start;
            c = (struct constant){.number = v, .loose = v};
        } else {
            t->free[i] = (struct free_symbol){ast->name, zero, zero, zero};
        }
        if (t->by.pool)
            t->by.symbol[i] = c.formula = expr_symbol(t->by.pool, ast->name, 0);
    } else {
        read(b, ast->child[0], &c);
    }
    int i = b->place.names++;
    b->declared[i] = ast;
    b->name[i] = ast->name;
    b->known[i] = c;
}

/* ---- rows ---- */

/* Sets row `at` of a, b and bhat.  A short row of weights is an error: its
 * entries are more often forgotten than meant to be zero. */
static void set_row(struct building *b, int at, syntax row)
{
    int stages = b->tableau->stages, given = row->n - 1;
    if (given > stages && !b->mislabelled)
        diag_error(
            b->diags,
            place_join(row->child[stages + 1]->place, row->child[given]->place),
            "tableau row too long: it has %d entries, but the tableau "
            "has %d stage%s",
            given, stages, stages == 1 ? "" : "s");
    else if (at >= stages && given < stages && !b->mislabelled)
        diag_error(b->diags, row->place,
                   "row %s has %d entr%s, but the tableau has %d stages",
                   row->name, given, given == 1 ? "y" : "ies", stages);
    else
        for (int i = 0; i < given && i < stages; i++)
            set_entry(b, at * stages + i, row->child[i + 1]);
}

/* True if a row's c is an undeclared name. */
static bool is_mislabelled(syntax tableau)
{
    bool found = false;
    for (int i = 0; i < tableau->n; i++) {
        syntax row = tableau->child[i], c;
        if (!is_row(row, NULL) || (c = row->child[0])->kind != AST_NAME)
            continue;
        bool declared = strcmp(c->name, "pi") == 0;
        for (int j = 0; j < tableau->n; j++)
            declared |= tableau->child[j]->kind != AST_ROW &&
                        strcmp(tableau->child[j]->name, c->name) == 0;
        found |= !declared;
    }
    return found;
}

static void set_all(struct building *b)
{
    int n = b->tableau->stages, stage = 0, weights = 0, embedded = 0;
    b->mislabelled = is_mislabelled(b->ast);
    for (int i = 0; i < b->ast->n; i++) {
        syntax row = b->ast->child[i];
        if (row->kind != AST_ROW) {
            declare(b, row);
        } else if (is_row(row, NULL)) {
            set_entry(b, tableau_written_c(b->tableau) + stage, row->child[0]);
            set_row(b, stage++, row);
        } else if (!is_row(row, "b")) {
            set_row(b, n + 1 + embedded++, row);
        } else if (weights++ == 0) {
            set_row(b, n, row);
        } else {
            diag_error(b->diags, row->name_place,
                       "a second row %s in a tableau", row->name);
        }
    }
    if (!weights && !b->mislabelled)
        diag_error(b->diags, b->ast->name_place, "tableau %s has no row b",
                   b->ast->name);
}

/* ---- sums ---- */

/* The text of a sum; if it is near c, the difference. */
static const char *sum_text(struct arena *arena, num sum, num off)
{
    const double NEAR = 1e-6;
    enum { LONGEST = 40, DIGITS = 17, OFF_DIGITS = 2 };
    const char *exact = number_is_exact(sum) ? number_show(arena, sum) : NULL;
    if (fabs(number_double(off)) <= NEAR)
        return text_format(
            arena, "%s %s",
            number_sure(arena, number_abs(arena, off), OFF_DIGITS),
            number_sign(off) < 0 ? "less" : "more");
    return exact && strlen(exact) <= LONGEST ? exact
                                             : number_sure(arena, sum, DIGITS);
}

/* Warns if c is not the sum of its row; slack is allowed for. */
static void check_sums(struct building *b)
{
    const struct tableau *t = b->tableau;
    const int *off;
    int n = t->stages, count = tableau_mismatches(b->arena, t, true, &off),
        stage = 0;
    for (int i = 0; i < b->ast->n && count > 0; i++) {
        syntax row = b->ast->child[i];
        if (!is_row(row, NULL) || stage++ != *off)
            continue;
        num sum = tableau_sum(b->arena, n, t->a + *off * n);
        diag_warning(
            b->diags, row->child[0]->place,
            "c of stage %d is %s, but the sum of its row is %s", stage,
            t->written[tableau_written_c(t) + *off],
            sum_text(b->arena, sum, number_sub(b->arena, sum, t->c[*off])));
        off++;
        count--;
    }
}

/* ---- the whole tableau ---- */

/* Allocates names (at most one per statement) and entries. */
static void open_all(struct building *b)
{
    struct tableau *t = b->tableau;
    size_t n = (size_t)b->ast->n, size = (size_t)tableau_entries(t);
    num zero = number_int(b->arena, 0);
    bool varies = ast_next(b->ast, AST_FREE, NULL) != NULL;
    t->decimals = decimals_of(b->ast);
    b->name = arena_array(b->arena, n, sizeof *b->name);
    b->known = arena_array(b->arena, n, sizeof *b->known);
    b->declared = arena_array(b->arena, n, sizeof *b->declared);
    t->free = varies ? arena_array(b->arena, n, sizeof *t->free) : NULL;
    t->by.symbol = varies ? arena_array(b->arena, n, sizeof(expr)) : NULL;
    b->place = (struct constant_place){
        .subject = "an entry of a tableau",
        .hint = "entries are constants, such as 1/3, sqrt(3) or names of "
                "`let`; weights follow `b :` and `bhat :`",
        .name = b->name,
        .value = b->known,
        .rounded = b->ast->op == 'r',
        .loose = &t->decimals};
    t->by.pool = varies && !b->given ? pool_new(b->arena) : NULL;
    b->number = arena_array(b->arena, size, sizeof *b->number);
    t->surd = arena_array(b->arena, size, sizeof *t->surd);
    t->slack = arena_array(b->arena, size, sizeof *t->slack);
    t->written = arena_array(b->arena, size, sizeof *t->written);
    for (size_t i = 0; i < size; i++) {
        b->number[i] = zero;
        t->surd[i] = zero;
        t->written[i] = "0";
    }
    t->by.entry = t->by.pool ? arena_array(b->arena, size, sizeof(expr)) : NULL;
    place_entries(t, b->number);
}

/* Reads all statements; keeps the `let` constants as written. */
static bool fill(struct building *b)
{
    struct tableau *t = b->tableau;
    int errors = b->diags->errors;
    open_all(b);
    set_all(b);
    if (b->diags->errors > errors)
        return false;
    struct tableau_let *let =
        arena_array(b->arena, (size_t)b->place.names, sizeof *let);
    t->let = let;
    t->lets = 0;
    for (int i = 0; i < b->place.names; i++) {
        if (b->declared[i]->kind != AST_LET)
            continue;
        syntax subject = b->declared[i]->child[0];
        struct tableau_let *x = &let[t->lets++];
        x->name = b->name[i];
        x->value = b->known[i].number;
        x->written = text_of(b, subject);
        if (subject->kind == AST_CALL && strcmp(subject->name, "root") == 0) {
            struct constant which;
            read(b, subject->child[1], &which);
            x->polynomial = text_of(b, subject->child[0]);
            number_is_int(which.number, &x->root);
        }
    }
    return true;
}

/* Reads the claimed order, 0 if none; true if the number of stages is valid. */
static bool read_sizes(struct diags *diags, syntax ast, struct tableau *t)
{
    long order = 0;
    if (ast->number &&
        (!number_is_int(ast->number, &order) || order < 1 || order > 99))
        diag_error(diags, ast->name_place,
                   "the order of tableau %s is not a number from 1 to 99",
                   ast->name);
    t->claim = (int)order;
    if (t->stages == 0)
        return diag_refuse(diags, ast->name_place, NULL,
                           "tableau %s has no stages", ast->name);
    return t->stages <= TABLEAU_STAGES ||
           diag_refuse(diags, ast->name_place, NULL,
                       "tableau %s has %d stages; at most %d are possible",
                       ast->name, t->stages, TABLEAU_STAGES);
}

const struct tableau *tableau_build_free(struct diags *diags, syntax ast)
{
    struct arena *arena = diags->arena;
    struct tableau *t = arena_alloc(arena, sizeof *t);
    struct building b = {
        .arena = arena, .diags = diags, .ast = ast, .tableau = t};
    int errors = diags->errors;
    *t = (struct tableau){.name = ast->name,
                          .source = ast_comment(arena, ast->place, false),
                          .place = ast->place,
                          .stages = tableau_stages(ast),
                          .embedded = count_rows(ast, "bhat"),
                          .rounded = ast->op == 'r',
                          .exact = true};
    if (!read_sizes(diags, ast, t) || !fill(&b) || diags->errors > errors)
        return NULL;
    if (t->frees) {
        t->ast = ast;
        for (int i = 0; i < tableau_entries(t); i++)
            if (!t->by.entry[i]) /* a constant entry */
                t->by.entry[i] = expr_number(t->by.pool, t->a[i]);
    }
    t->is_explicit = is_lower(t);
    check_sums(&b);
    return t;
}

const struct tableau *tableau_build(struct diags *diags, syntax ast)
{
    const struct tableau *t = tableau_build_free(diags, ast);
    if (!t || !t->frees)
        return t;
    diag_refuse(
        diags, ast->name_place, "`polhode search` finds values for them",
        "tableau %s has free symbols, which have no values yet", t->name);
    return NULL;
}

/* ---- free symbols ---- */

const struct tableau *tableau_with(struct arena *arena,
                                   const struct tableau *tableau,
                                   const num *values)
{
    struct tableau *t = arena_alloc(arena, sizeof *t);
    struct diags ignored = diags_new(arena);
    struct building b = {.arena = arena,
                         .diags = &ignored,
                         .ast = tableau->ast,
                         .tableau = t,
                         .given = values};
    *t = *tableau;
    t->frees = 0;
    t->ast = NULL;
    t->exact = true;
    bool good = fill(&b);
    t->frees = 0;
    return good ? t : NULL;
}

void tableau_evaluate(const struct tableau *t, const double *values,
                      double *entries)
{
    expr_eval(t->by.pool, tableau_entries(t), t->by.entry, t->frees,
              t->by.symbol, values, entries);
}
