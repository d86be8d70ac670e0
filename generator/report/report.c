/* SPDX-License-Identifier: MIT
 *
 * The parts of a report: forms of numbers; the record of a tableau, with every
 * figure, as JSON or, for pages, as Lua; and the functions for pages.  In JSON
 * entries are texts (fractions stay exact) and doubles, sizes are numbers, and
 * infinite or unknown values are null.  Pages have nil for these, numbers by
 * their index in record.value and entries by their index in the tableau, which
 * the functions print, and some more fields.
 */
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/name.h"
#include "shelf/host.h"

struct record {
    struct arena *arena;
    const struct report *report;
    const struct analysis *a;
    const struct tableau *t;
    bool is_page; /* `out` is from json_lua, else JSON */
    struct text *out;
    num *value; /* values that pages refer to by index */
    int values, room;
};

/* ---- the rotation group ---- */

/* The series of dexpinv has commutators of numbers 1, 2, 4, 6, ...: commutator
 * k has order k + 1 in h, and a method of order p needs those with k < p - 1.
 * A. Iserles, H. Munthe-Kaas, S. P. Norsett, A. Zanna, Acta Numerica 9 (2000)
 * 215-365, section 3. */
struct report_rotations report_rotations_of(const struct analysis *a)
{
    const struct tableau *t = a->tableau;
    struct report_rotations r = {0};
    int order = analysis_order(&a->row[0]), n = t->stages;
    r.commutators = order <= 2 ? 0 : order == 3 ? 1 : order / 2 * 2 - 2;
    for (int i = 0; i < n; i++) {
        bool is_start = tableau_are_zero(t, n, t->a + i * n, 1);
        bool is_used = !tableau_are_zero(t, n + 1 + t->embedded, t->a + i, n);
        r.exponentials += !is_start;
        r.brackets += is_start || !is_used ? 0 : r.commutators;
    }
    r.exponentials += !a->structure.stiffly_accurate;
    return r;
}

/* ---- the catalogue ---- */

struct report_catalogue report_catalogue_of(struct arena *arena,
                                            const struct catalogue *known,
                                            struct analysis *a)
{
    struct report_catalogue c = {.nearest =
                                     catalogue_find(arena, known, a->tableau)};
    const struct tableau *merged = tableau_merged(arena, a->tableau);
    struct catalogue_nearest without = {0};
    if (merged)
        without = catalogue_find(arena, known, merged);
    if (without.matches && without.match[0].differences == 0) {
        c.nearest = without;
        c.merged = true;
    }
    c.verdict = catalogue_judge(arena, &c.nearest, a);
    if (c.verdict == CATALOGUE_KNOWN && c.nearest.match[0].rounded > 0)
        catalogue_prove(arena, &c.nearest.match[0], a);
    if (c.verdict == CATALOGUE_NONE || c.verdict == CATALOGUE_FAR)
        c.repairs = catalogue_repairs(arena, a, c.repair);
    if (c.verdict != CATALOGUE_KNOWN)
        c.suspects = catalogue_suspects(arena, a->tableau, &c.suspect);
    return c;
}

/* ---- forms of numbers ---- */

/* True for a fraction or a decimal. */
static bool is_number(const char *text)
{
    return strspn(text, "+-.0123456789/eE") == strlen(text) &&
           !strstr(text, "...");
}

const char *report_surd(struct arena *arena, num x)
{
    return number_surd(x) || number_is_exact(x)
               ? surd_text(arena, x)
               : number_sure(arena, x, NUMBER_DIGITS);
}

/* The text of entry `at` in tableau.written.  A fraction as such; a long
 * decimal and all else as written; `plain`: without names, functions and dots,
 * with all digits that are sure. */
static const char *entry_text(struct arena *arena, const struct tableau *t,
                              int at, bool plain)
{
    num v = t->a[at];
    const char *text = t->written[at];
    if (number_is_exact(v) && decimal_slack(text) <= 0) {
        const char *fraction = number_show(arena, v); /* used if not longer */
        if (strlen(fraction) <= strlen(text) || !is_number(text))
            text = fraction;
    }
    return !plain || number_is_exact(v) || is_number(text)
               ? text
               : report_surd(arena, v);
}

/* The digits of v that are sure, at most `most`; "?" if no digit is.
 * `exactly`: fractions are printed exactly. */
static const char *digits_of(struct arena *arena, num v, int most, bool exactly)
{
    if (exactly && number_is_exact(v))
        return number_show(arena, v);
    const char *text = number_sure(arena, v, most);
    return text ? text : "?";
}

const char *report_number(struct arena *arena, num v)
{
    enum { DIGITS = 6, SHORT = 8, LONGEST = 16 };
    const char *digits = digits_of(arena, v, DIGITS, false);
    if (!number_is_exact(v))
        return digits;
    const char *fraction = number_show(arena, v);
    num back = number_decimal(arena, digits, strlen(digits));
    bool is_decimal = strlen(fraction) > SHORT && number_equal(back, v);
    return strlen(fraction) <= LONGEST && !is_decimal ? fraction : digits;
}

/* ---- fields ---- */

/* Opens an object if `known` (to be closed by the caller), else writes null. */
static bool open_known(struct record *r, const char *key, bool known)
{
    if (known)
        json_print(r->out, "*:{", key);
    else
        json_print(r->out, "*:v", key, NULL);
    return known;
}

/* Stores the value for a page; its index as text for json_print's v. */
static const char *place(struct record *r, num value)
{
    arena_push(r->arena, r->value, r->values, r->room, value);
    return text_format(r->arena, "%d", r->values - 1);
}

/* Right to the last digit; NULL if v is NULL or no digit is sure. */
static const char *figure(struct record *r, num v)
{
    return !v           ? NULL
           : r->is_page ? place(r, v)
                        : number_sure_double(r->arena, v);
}

/* The exact number: in JSON a text. */
static const char *exact(struct record *r, num x)
{
    return r->is_page
               ? place(r, x)
               : text_format(r->arena, "\"%s\"", report_surd(r->arena, x));
}

static const char *rounded(struct record *r, num v)
{
    num d = number_of_double(r->arena, number_double(v));
    return d ? number_sure_double(r->arena, d) : NULL;
}

/* Stage numbers start at 1. */
static void put_stages(struct record *r, const char *key, int n,
                       const int *stage)
{
    json_print(r->out, "*:[", key);
    for (int i = 0; i < n; i++)
        json_print(r->out, "i", stage[i] + 1);
    json_print(r->out, "]");
}

/* ---- the tableau ---- */

/* Writes `rows` rows of a matrix; -1: one row, not as a matrix.  Entries have
 * all digits. */
static void put_rows(struct record *r, const char *key, int at, int rows,
                     bool doubles)
{
    int n = r->t->stages;
    json_print(r->out, "*:[", key);
    for (int i = 0; i < rows; i++)
        put_rows(r, NULL, at + i * n, -1, doubles);
    for (int i = at; i < at + n && rows < 0; i++) {
        const char *text = entry_text(r->arena, r->t, i, false);
        if (doubles)
            json_print(r->out, "v", rounded(r, r->t->a[i]));
        else
            json_print(r->out, "s",
                       strstr(text, "...") ? entry_text(r->arena, r->t, i, true)
                                           : text);
    }
    json_print(r->out, "]");
}

/* A name that entries may use. */
static void put_symbol(struct record *r, const struct tableau_let *x)
{
    json_print(r->out,
               "{name:s expression:s polynomial:s root:n decimal:s double:v | "
               "is_number:b value:v",
               x->name, x->written, x->polynomial, (int)x->root,
               number_sure(r->arena, x->value, NUMBER_DIGITS),
               rounded(r, x->value), is_number(x->written), place(r, x->value));
    json_print(r->out, "}");
}

/* ---- rows of weights ---- */

static void put_failure(struct record *r, const char *key,
                        const struct analysis_failure *f)
{
    if (!open_known(r, key, f->tree))
        return;
    json_print(r->out, "tree:s residual:v size:v | double:r", f->tree,
               exact(r, f->miss), figure(r, number_abs(r->arena, f->miss)),
               number_double(f->miss));
    json_print(r->out, "}");
}

/* "11/10", "1 + 3.1e-12" */
static const char *sum_text(const struct record *r, int row)
{
    const double NEAR = 1e-3;
    const int n = r->t->stages;
    num sum = tableau_sum(r->arena, n, r->t->b + row * n);
    num off = number_sub(r->arena, sum, number_int(r->arena, 1));
    if (fabs(number_double(off)) > NEAR)
        return report_number(r->arena, sum);
    return text_format(r->arena, "1 %c %s", number_sign(off) < 0 ? '-' : '+',
                       report_number(r->arena, number_abs(r->arena, off)));
}

static void put_row(struct record *r, int row)
{
    const struct analysis_row *x = &r->a->row[row];
    int n = r->t->stages, most = analysis_order_most(x);
    const char turned = r->t->orientation ? r->t->orientation[row] : 0;
    json_print(r->out, "{name:s",
               row == 0             ? "b"
               : r->t->embedded > 1 ? text_format(r->arena, "bhat%d", row)
                                    : "bhat");
    put_rows(r, "weights", n * (n + row), -1, false);
    json_print(r->out,
               "given_as:s order:i order_at_most:i order_rounded:o "
               "order_rounded_at_most:o order_with_t:o",
               turned == '-'   ? "b - bhat"
               : turned == '+' ? "bhat - b"
                               : NULL,
               x->order, x->order_most, x->order_rounded, x->order_rounded_most,
               x->order_timed);
    put_failure(r, "failure", &x->failure);
    put_failure(r, "failure_rounded", &x->failure_rounded);
    put_failure(r, "failure_with_t", &x->failure_timed);
    json_print(r->out, "B:i D:i positive:b", x->b, x->d, x->positive);
    if (open_known(r, "error", x->error.order))
        json_print(r->out, "order:i norm:v largest:v lotkin:v}", x->error.order,
                   figure(r, x->error.norm), figure(r, x->error.most),
                   figure(r, x->error.lotkin));
    if (row > 0)
        json_print(r->out, "pair_b:v pair_c:v pair_e:v", figure(r, x->pair.b),
                   figure(r, x->pair.c), figure(r, x->pair.e));
    json_print(r->out, "| meant:i meant_at_most:i sum:s", analysis_order(x),
               most, most ? NULL : sum_text(r, row));
    json_print(r->out, "}");
}

/* ---- the rest ---- */

static void put_structure(struct record *r)
{
    const struct analysis_structure *s = &r->a->structure;
    json_print(r->out, "shape:s C:i stage_order:i", s->shape, r->a->c,
               r->a->stage_order);
    put_stages(r, "c_not_row_sum", r->a->mismatches_rounded,
               r->a->mismatched_stage_rounded);
    put_stages(r, "c_not_row_sum_exactly", r->a->mismatches,
               r->a->mismatched_stage);
    num sizes = number_int(r->arena, 0), sum = sizes;
    for (int i = 0, n = r->t->stages; i < n * (n + 1); i++) {
        num size = number_abs(r->arena, r->t->a[i]);
        sum = i % n ? number_add(r->arena, sum, size) : size;
        sizes = number_compare(sum, sizes) > 0 ? sum : sizes;
    }
    json_print(r->out,
               "fsal:b stiffly_accurate:b symmetric:b symplectic:b "
               "algebraically_stable:b confluent:b idle_stages:i "
               "equal_stages:i largest:v row_sizes:v ssp:v ssp_unconditional:b",
               s->fsal, s->stiffly_accurate, s->symmetric, s->symplectic,
               s->algebraic, s->confluent, s->idle, s->equal,
               figure(r, r->a->largest), figure(r, sizes), figure(r, s->ssp),
               !s->ssp);
}

static void put_polynomial(struct record *r, const char *key,
                           const struct polynomial *p, const num *x)
{
    json_print(r->out, "*:[", key);
    for (int k = 0; k <= p->degree; k++)
        json_print(r->out, "v", exact(r, x[k]));
    json_print(r->out, "]");
}

static void put_stability(struct record *r)
{
    const struct stability *s = &r->a->stability;
    if (!open_known(r, "stability", s->known))
        return;
    json_print(r->out, "exact:b", s->rational);
    put_polynomial(r, "numerator", &s->over, s->exact_over);
    put_polynomial(r, "denominator", &s->under, s->exact_under);
    json_print(r->out,
               "recovered:b A_stable:b L_stable:b I_stable:b angle:v "
               "real_limit:v real_unlimited:b imaginary_limit:v "
               "imaginary_unlimited:b at_infinity:v}",
               s->recovered, s->a_stable, s->l_stable, s->i_stable,
               figure(r, s->angle), figure(r, s->real), !s->real,
               figure(r, s->imaginary), !s->imaginary,
               s->far ? exact(r, stability_far(r->arena, s)) : NULL);
}

/* A measured order has only these digits; NULL if it is undecided. */
static const char *observed(const struct record *r, double x)
{
    return !r->report->rotations.observed || isnan(x)
               ? NULL
               : text_format(r->arena, r->is_page ? "%.17g" : "%.2f", x);
}

static void put_rotations(struct record *r)
{
    const struct report_rotations *x = &r->report->rotations;
    json_print(r->out,
               "rotations:{commutators:i exponentials:i brackets:i "
               "observed_attitude:v observed_momentum:v | observed:b",
               x->commutators, x->exponentials, x->brackets,
               observed(r, x->attitude), observed(r, x->momentum), x->observed);
    json_print(r->out, "}");
}

/* ---- the catalogue ---- */

/* Entries have their name and their index in a, b, bhat and c, row by row. */
static void open_entry(struct record *r, int at)
{
    json_print(r->out, "{entry:s at:i | written:s",
               catalogue_entry_name(r->arena, r->t, at), at, r->t->written[at]);
}

static void put_match(struct record *r, const struct catalogue_match *m)
{
    const struct tableau *known = m->known;
    json_print(r->out,
               "{name:s order:i exchanged:b reduced:b own_rows:i rounded:i "
               "entries:i far:b | source:s embedded:i symbols:i",
               known->name, known->claim, m->exchanged, m->reduced, m->extra,
               m->rounded, m->entries, m->far, known->source, known->embedded,
               known->lets);
    put_stages(r, "renumbered", m->order ? m->stages : 0, m->order);
    json_print(r->out, "differences:[");
    for (int i = 0; i < m->differences; i++) {
        int at = m->difference[i].at, there = m->difference[i].at_known;
        const char *entry = entry_text(r->arena, known, there, false);
        open_entry(r, at);
        json_print(r->out,
                   "value:s known:s off_by:r | known_entry:s is_number:b "
                   "known_value:v",
                   entry_text(r->arena, r->t, at, true),
                   entry_text(r->arena, known, there, true),
                   m->difference[i].size, entry, is_number(entry),
                   place(r, known->a[there]));
        json_print(r->out, "}");
    }
    json_print(r->out, "]}");
}

static void put_catalogue(struct record *r)
{
    static const char *const verdict[] = {
        [CATALOGUE_NONE] = "none",   [CATALOGUE_KNOWN] = "known",
        [CATALOGUE_ROW] = "row",     [CATALOGUE_WRONG] = "wrong",
        [CATALOGUE_SOUND] = "sound", [CATALOGUE_FAR] = "far",
    };
    const struct report_catalogue *c = r->report->catalogue;
    if (!open_known(r, "catalogue", c))
        return;
    json_print(r->out, "verdict:s | merged:b", verdict[c->verdict], c->merged);
    json_print(r->out, "nearest:[");
    for (int i = 0; i < c->nearest.matches; i++)
        put_match(r, &c->nearest.match[i]);
    json_print(r->out, "] mends:[");
    for (int i = 0; i < c->repairs; i++) {
        open_entry(r, c->repair[i].at);
        json_print(r->out, "value:v order:i}", exact(r, c->repair[i].value),
                   c->repair[i].order);
    }
    json_print(r->out, "] suspects:[");
    for (int i = 0; i < c->suspects; i++) {
        const struct catalogue_suspect *x = &c->suspect[i];
        open_entry(r, x->at);
        json_print(r->out, "doubt:s meant:s size:r others:r}", x->doubt,
                   x->meant, x->size, x->others);
    }
    json_print(r->out, "]}");
}

static void put_record(struct record *r)
{
    const struct tableau *t = r->t;
    int n = t->stages, c = tableau_written_c(t);
    json_print(r->out,
               "{name:s source:s stages:i claim:n exact:b rounded:b digits:n "
               "decimals:n single_precision:b read_as_rounded:b proven_for:s | "
               "zeros_are_left_out:b",
               t->name, t->source, t->stages, t->claim, t->exact, t->rounded,
               t->decimals.digits, t->decimals.places, t->decimals.single,
               r->a->rounded, r->a->proven, t->is_explicit);
    json_print(r->out, "symbols:[");
    for (int i = 0; i < t->lets; i++)
        put_symbol(r, &t->let[i]);
    json_print(r->out, "]");
    if (!r->is_page) {
        put_rows(r, "c", c, -1, false);
        put_rows(r, "a", 0, n, false);
        json_print(r->out, "doubles:{");
        put_rows(r, "c", c, -1, true);
        put_rows(r, "a", 0, n, true);
        put_rows(r, "b", n * n, -1, true);
        put_rows(r, "bhat", (n + 1) * n, t->embedded, true);
        json_print(r->out, "}");
    }
    json_print(r->out, "rows:[");
    for (int row = 0; row < r->a->rows; row++)
        put_row(r, row);
    json_print(r->out, "]");
    put_structure(r);
    put_stability(r);
    put_rotations(r);
    put_catalogue(r);
    json_print(r->out, "}");
    text_char(r->out, '\n');
}

/* ---- functions for pages ---- */

static const struct record *record_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

/* The value whose index is the first argument. */
static num value_of(lua_State *L)
{
    const struct record *r = record_of(L);
    int at = (int)luaL_checkinteger(L, 1);
    luaL_argcheck(L, at >= 0 && at < r->values, 1, "no value");
    return r->value[at];
}

/* Pushes a text; NULL gives nil. */
static int give(lua_State *L, const char *text)
{
    lua_pushstring(L, text);
    return 1;
}

/* digits(v, most, exactly) */
static int digits(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    num v = value_of(L);
    int most = (int)luaL_checkinteger(L, 2);
    return give(L, digits_of(arena, v, most, lua_toboolean(L, 3)));
}

/* double(v): the nearest double. */
static int nearest_double(lua_State *L)
{
    num x = value_of(L);
    lua_pushnumber(L, number_double(x));
    return 1;
}

/* number(v): a text short enough for a line, the same without its sign, and the
 * sign, -1, 0 or 1. */
static int number(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    num v = value_of(L);
    give(L, report_number(arena, v));
    give(L, report_number(arena, number_abs(arena, v)));
    lua_pushinteger(L, number_sign(v));
    return 3;
}

/* entry(at, plain [, most]): the entry as written, as a fraction or as a
 * decimal; with `most`, if it is inexact, also its digits, up to `most`. */
static int entry(lua_State *L)
{
    const struct record *r = record_of(L);
    int at = (int)luaL_checkinteger(L, 1);
    num v = r->t->a[at];
    lua_settop(L, 3);
    give(L, entry_text(r->arena, r->t, at, lua_toboolean(L, 2)));
    if (lua_isnil(L, 3) || number_is_exact(v))
        return 1;
    give(L, number_sure(r->arena, v, (int)luaL_checkinteger(L, 3)));
    return 2;
}

/* size(x, most): |x| to `most` digits, exactly if possible, or a sum with a
 * root; its sign, -1, 0 or 1; and whether it is inexact. */
static int size(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    num x = value_of(L);
    const struct surd *surd = number_surd(x);
    bool sum = surd && !number_is_zero(surd->p);
    int sign = sum ? 1 : number_sign(x);
    if (sign < 0)
        x = number_neg(arena, x);
    give(L, surd ? surd_text(arena, x)
                 : digits_of(arena, x, (int)luaL_checkinteger(L, 2), true));
    lua_pushinteger(L, sign);
    lua_pushboolean(L, !surd && !number_is_exact(x));
    return 3;
}

/* Pushes { op =, name =, operands }; op: the operator of a binary one, or
 * "number", "name", "negate", "call", else nil. */
static void push_tree(lua_State *L, syntax a)
{
    const char *kind = a->kind == AST_NUMBER   ? "number"
                       : a->kind == AST_NAME   ? "name"
                       : a->kind == AST_NEGATE ? "negate"
                       : a->kind == AST_CALL   ? "call"
                                               : NULL;
    luaL_checkstack(L, 4, NULL);
    lua_createtable(L, a->n, 2);
    if (a->kind == AST_BINARY)
        lua_pushlstring(L, &a->op, 1);
    else
        give(L, kind);
    lua_setfield(L, -2, "op");
    give(L, a->name);
    lua_setfield(L, -2, "name");
    for (int i = 0; i < a->n; i++) {
        push_tree(L, a->child[i]);
        lua_seti(L, -2, i + 1);
    }
}

/* tree(text): the tree of an expression; nil if it is invalid. */
static int tree(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    struct diags ignored = diags_new(arena);
    syntax a = lang_parse_part(names_new(arena), &ignored, LANG_VALUE, "entry",
                               luaL_checkstring(L, 1));
    if (a)
        push_tree(L, a);
    return a != NULL;
}

bool report_write(struct diags *diags, const struct report *report,
                  const char *form, struct text *out)
{
    struct text lua = json_lua(diags->arena);
    struct record r = {.arena = diags->arena,
                       .report = report,
                       .a = report->analysis,
                       .t = report->analysis->tableau,
                       .is_page = strcmp(form, "json") != 0,
                       .out = &lua};
    static const luaL_Reg functions[] = {
        {"digits", digits}, {"double", nearest_double},
        {"number", number}, {"entry", entry},
        {"size", size},     {"tree", tree},
        {NULL, NULL}};
    if (!r.is_page)
        r.out = out;
    put_record(&r);
    return !r.is_page || report_form(diags, form, &lua, functions, &r, out);
}
