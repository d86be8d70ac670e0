/* SPDX-License-Identifier: MIT
 *
 * What a report is made of, and its pages: templates/report/FORM.tpl, which see
 * the record as the global `report`, and what they may call.  Values are light
 * userdata; entries are told by their place, as in the record.
 */
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/name.h"
#include "base/text.h"
#include "shelf/host.h"
#include "shelf/shelf.h"

/* ---- the rotation group ---- */

/* The series of dexpinv has commutators of numbers 1, 2, 4, 6, ...: the one of
 * number k is of order k + 1 in h, and a method of order p needs those below
 * p - 1.  A. Iserles, H. Munthe-Kaas, S. P. Norsett, A. Zanna, Acta Numerica 9
 * (2000) 215-365, section 3. */
struct report_rotations report_rotations_of(const struct analysis *a)
{
    const struct tableau *t = a->tableau;
    struct report_rotations r = {0};
    int order = analysis_order(&a->row[0]), n = t->stages;
    r.commutators = order > 2 ? order - 2 : 0;
    if (r.commutators > 1)
        r.commutators = r.commutators / 2 * 2;
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
                                            const struct analysis *a)
{
    struct report_catalogue c = {.look =
                                     catalogue_look(arena, known, a->tableau)};
    const struct tableau *merged = tableau_merged(arena, a->tableau);
    struct catalogue_look without = {0};
    if (merged)
        without = catalogue_look(arena, known, merged);
    if (without.matches && without.match[0].differences == 0) {
        c.look = without;
        c.merged = true;
    }
    c.verdict = catalogue_judge(arena, &c.look, a);
    if (c.verdict == CATALOGUE_NONE || c.verdict == CATALOGUE_FAR)
        c.mends = catalogue_mends(arena, a, REPORT_MENDS, c.mend);
    if (c.verdict != CATALOGUE_KNOWN)
        c.suspects = catalogue_suspects(arena, a->tableau, &c.suspect);
    return c;
}

/* ---- constants in LaTeX ---- */

/* A longer text is no formula that anybody reads. */
enum { LONGEST = 1000 };

/* What binds tighter is higher. */
enum rank { RANK_SUM, RANK_NEGATED, RANK_PRODUCT, RANK_POWER, RANK_ATOM };

struct formula {
    struct arena *arena;
    struct text *out;
    const struct tableau *tableau;   /* whose names may stand there */
    bool in_root;                    /* and x, the variable of a polynomial */
    bool bad;                        /* there is something else */
    const struct ast *signed_before; /* its sign has been written */
};

static void put(struct formula *, const struct ast *, enum rank least);

static bool is_operation(const struct ast *a, const char *ops)
{
    return a->kind == AST_BINARY && strchr(ops, a->op);
}

/* The sign of -7*sqrt(6)/360 belongs to the 7 and stands before it all. */
static const struct ast *sign_of(const struct ast *a)
{
    while (is_operation(a, "*/"))
        a = a->child[0];
    return a->kind == AST_NEGATE ? a : NULL;
}

static enum rank rank_of(const struct formula *w, const struct ast *a)
{
    const struct ast *sign = sign_of(a);
    if (sign && sign != w->signed_before)
        return RANK_NEGATED;
    if (is_operation(a, "+-"))
        return RANK_SUM;
    if (is_operation(a, "^"))
        return RANK_POWER;
    /* a fraction's bar holds it together */
    return is_operation(a, "*") ? RANK_PRODUCT : RANK_ATOM;
}

/* "1.5e-3" as "1.5 \cdot 10^{-3}". */
static const char *latex_of_decimal(struct arena *arena, const char *text)
{
    size_t n = strcspn(text, "eE");
    if (text[n] == '\0')
        return text;
    return text_format(arena, "%.*s \\cdot 10^{%ld}", (int)n, text,
                       strtol(text + n + 1, NULL, 10));
}

static void put_between(struct formula *w, const char *before,
                        const struct ast *a, const char *behind)
{
    text_put(w->out, before);
    put(w, a, RANK_SUM);
    text_put(w->out, behind);
}

static void put_binary(struct formula *w, const struct ast *a)
{
    const struct ast *x = a->child[0], *y = a->child[1];
    switch (a->op) {
    case '/':
        if (x->kind == AST_NEGATE) /* the sign stands before the bar */
            x = x->child[0];
        put_between(w, "\\frac{", x, "}");
        put_between(w, "{", y, "}");
        break;
    case '^':
        if (is_operation(x, "/"))
            put_between(w, "\\left(", x, "\\right)");
        else
            put(w, x, RANK_ATOM);
        put_between(w, "^{", y, "}");
        break;
    case '*':
        put(w, x, RANK_PRODUCT);
        text_put(w->out, y->kind == AST_NUMBER ? " \\cdot " : " ");
        put(w, y, RANK_POWER);
        break;
    default:
        put(w, x, RANK_SUM);
        text_print(w->out, " %c ", a->op);
        put(w, y, RANK_PRODUCT);
    }
}

static void put_call(struct formula *w, const struct ast *a)
{
    /* of one argument: its name, and what stands before and behind that */
    static const char *const known[][3] = {
        {"sqrt", "\\sqrt{", "}"},   {"abs", "|", "|"},
        {"sin", "\\sin(", ")"},     {"cos", "\\cos(", ")"},
        {"tan", "\\tan(", ")"},     {"asin", "\\arcsin(", ")"},
        {"acos", "\\arccos(", ")"}, {"atan", "\\arctan(", ")"},
        {"exp", "\\exp(", ")"},     {"log", "\\log(", ")"},
        {"sinh", "\\sinh(", ")"},   {"cosh", "\\cosh(", ")"},
        {"tanh", "\\tanh(", ")"},
    };
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(a->name, known[i][0]) != 0)
        i++;
    if (i < n && a->n == 1) {
        put_between(w, known[i][1], a->child[0], known[i][2]);
    } else if (strcmp(a->name, "root") == 0 && a->n == 2) {
        put_between(w, "\\mathrm{root}_{", a->child[1], "}");
        w->in_root = true;
        put_between(w, "(", a->child[0], ")");
        w->in_root = false;
    } else {
        w->bad = true;
    }
}

static void put_symbol(struct formula *w, const char *name)
{
    bool known = strcmp(name, "pi") == 0 || (w->in_root && !strcmp(name, "x"));
    for (int i = 0; w->tableau && i < w->tableau->lets; i++)
        known |= strcmp(name, w->tableau->let[i].name) == 0;
    text_put(w->out, latex_of_name(w->arena, name));
    w->bad |= !known;
}

/* In parentheses if it binds less than `least`.  The tree is less deep than its
 * text is long. */
static void put(struct formula *w, const struct ast *a, enum rank least)
{
    const struct ast *sign = sign_of(a);
    bool loose = rank_of(w, a) < least;
    text_put(w->out, loose ? "(" : "");
    if (sign && sign != w->signed_before) {
        text_char(w->out, '-');
        w->signed_before = sign;
    }
    if (a->kind == AST_NUMBER)
        text_put(w->out, latex_of_decimal(w->arena, a->name));
    else if (a->kind == AST_NAME)
        put_symbol(w, a->name);
    else if (a->kind == AST_NEGATE)
        put(w, a->child[0], RANK_PRODUCT);
    else if (a->kind == AST_BINARY)
        put_binary(w, a);
    else if (a->kind == AST_CALL)
        put_call(w, a);
    else
        w->bad = true;
    text_put(w->out, loose ? ")" : "");
}

static bool is_greek(const char *word, size_t n)
{
    static const char *const letter[] = {
        "alpha", "beta",  "gamma",  "delta", "epsilon", "zeta", "eta",
        "theta", "kappa", "lambda", "mu",    "nu",      "xi",   "pi",
        "rho",   "sigma", "tau",    "phi",   "chi",     "psi",  "omega"};
    for (size_t i = 0; i < sizeof letter / sizeof *letter; i++)
        if (strlen(letter[i]) == n && strncmp(word, letter[i], n) == 0)
            return true;
    return false;
}

/* What stands before the digits, and these as an index. */
const char *latex_of_name(struct arena *arena, const char *name)
{
    struct text out = text_new(arena);
    size_t n = strlen(name), end = n;
    while (n > 1 && ascii_is_digit(name[n - 1]))
        n--;
    const char *index = name + n;
    while (n > 1 && n < end && name[n - 1] == '_')
        n--;
    bool greek = is_greek(name, n);
    text_put(&out, greek ? "\\" : n > 1 ? "\\mathrm{" : "");
    for (size_t i = 0; i < n; i++)
        text_print(&out, "%s%c", name[i] == '_' ? "\\" : "", name[i]);
    text_put(&out, n > 1 && !greek ? "}" : "");
    if (*index)
        text_print(&out, "_{%s}", index);
    return text_chars(&out);
}

const char *latex_of_constant(struct arena *arena, const struct tableau *t,
                              const char *written)
{
    struct diags ignored = diags_new(arena);
    struct source *s = arena_alloc(arena, sizeof *s);
    struct text out = text_new(arena);
    struct formula w = {.arena = arena, .out = &out, .tableau = t};
    *s = (struct source){"entry", written, strlen(written)};
    if (s->length > LONGEST)
        return NULL;
    const struct ast *a =
        lang_parse_value(arena, names_new(arena), &ignored, s);
    if (!a || ignored.errors)
        return NULL;
    put(&w, a, RANK_SUM);
    return w.bad ? NULL : text_chars(&out);
}

/* "-3/4", or a decimal. */
static const char *latex_of_text(struct arena *arena, const char *text)
{
    enum { TALLEST = 12 }; /* longer fractions stay on one line */
    const char *sign = *text == '-' ? "-" : "", *bar = strchr(text, '/');
    text += *text == '-';
    if (!bar || strlen(text) > TALLEST)
        return text_format(arena, "%s%s", sign, latex_of_decimal(arena, text));
    return text_format(arena, "%s\\frac{%.*s}{%s}", sign, (int)(bar - text),
                       text, bar + 1);
}

/* ---- what pages call ---- */

static const struct record *record_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

static int whole_at(lua_State *L, int argument)
{
    return (int)luaL_checkinteger(L, argument);
}

static struct surd value_at(lua_State *L, int argument)
{
    const struct record *r = record_of(L);
    int at = whole_at(L, argument);
    luaL_argcheck(L, at >= 0 && at < r->values, argument, "no value");
    return r->value[at];
}

/* NULL: nil. */
static int give(lua_State *L, const char *text)
{
    lua_pushstring(L, text);
    return 1;
}

static const char *exact_or_digits(struct arena *arena, num v, int most)
{
    return number_is_exact(v) ? number_show(arena, v)
                              : report_digits(arena, v, most);
}

/* digits(v, most, exactly): those that are sure, or, where that is wanted, a
 * fraction. */
static int digits(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    num v = surd_value(arena, value_at(L, 1));
    return give(L, (lua_toboolean(L, 3) ? exact_or_digits : report_digits)(
                       arena, v, whole_at(L, 2)));
}

/* number(v): short enough for a line; and without its sign, and that: -1, 0 or
 * 1. */
static int number(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    num v = surd_value(arena, value_at(L, 1));
    give(L, report_number(arena, v));
    give(L, report_number(arena, number_abs(arena, v)));
    lua_pushinteger(L, number_sign(v));
    return 3;
}

/* entry(at, plain): as it was written, or a fraction or a decimal. */
static int entry(lua_State *L)
{
    const struct record *r = record_of(L);
    bool plain = lua_toboolean(L, 2);
    return give(L, (plain ? report_decimal : report_entry)(r->arena, r->t,
                                                           whole_at(L, 1)));
}

/* latex_entry(at, most): a form, or a number of so many digits; and is it
 * rounded? */
static int latex_entry(lua_State *L)
{
    const struct record *r = record_of(L);
    int at = whole_at(L, 1);
    num v = r->t->a[at];
    const char *text = report_entry(r->arena, r->t, at), *form = NULL;
    bool exact = number_is_exact(v);
    if (!exact)
        form = latex_of_constant(r->arena, r->t, text);
    if (!exact && !form)
        text = number_sure(r->arena, v, whole_at(L, 2));
    give(L, form ? form : latex_of_text(r->arena, text));
    lua_pushboolean(L, !exact && !form);
    return 2;
}

/* latex_symbol(i, most): the name of a `let`, counted from 1, its form or nil,
 * its value as a fraction or of so many digits. */
static int latex_symbol(lua_State *L)
{
    const struct record *r = record_of(L);
    const struct tableau_let *x = &r->t->let[whole_at(L, 1) - 1];
    give(L, latex_of_name(r->arena, x->name));
    give(L, latex_of_constant(r->arena, r->t, x->written));
    give(L, latex_of_text(r->arena,
                          exact_or_digits(r->arena, x->value, whole_at(L, 2))));
    return 3;
}

/* latex_surd(x, most): without its sign, or a sum in parentheses; the sign, -1,
 * 0 or 1; is it rounded? */
static int latex_surd(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    struct surd x = value_at(L, 1);
    bool sum = x.d && !number_is_zero(x.p), zero = surd_is_zero(x);
    bool negative = !sum && number_sign(x.d ? x.q : x.p) < 0;
    if (negative)
        x = surd_neg(arena, x);
    const char *text =
        x.d ? latex_of_constant(arena, NULL, surd_text(arena, x))
            : latex_of_text(arena, exact_or_digits(arena, x.p, whole_at(L, 2)));
    give(L, sum ? text_format(arena, "(%s)", text) : text);
    lua_pushinteger(L, zero ? 0 : negative ? -1 : 1);
    lua_pushboolean(L, !x.d && !number_is_exact(x.p));
    return 3;
}

/* ---- pages ---- */

static bool run_page(struct host *host, const char *form, struct text *out)
{
    const char *path = text_format(host->arena, "report/%s.tpl", form);
    return host_print(host, shelf_own(path), out);
}

/* part(form): another page as a text. */
static int part(lua_State *L)
{
    struct host *host = host_of(L);
    struct text out = text_new(host->arena);
    lua_getglobal(L, "put"); /* it goes on with its own text */
    bool good = run_page(host, luaL_checkstring(L, 1), &out);
    lua_setglobal(L, "put");
    lua_pushlstring(L, text_chars(&out), out.length);
    return good ? 1 : lua_error(L);
}

struct page {
    const char *form;
    const struct text *text; /* of the record */
    struct text *out;
    struct record *record; /* of a tableau, or NULL */
};

static bool write_page(struct host *host, void *context)
{
    static const luaL_Reg functions[] = {{"digits", digits},
                                         {"number", number},
                                         {"entry", entry},
                                         {"latex_entry", latex_entry},
                                         {"latex_symbol", latex_symbol},
                                         {"latex_surd", latex_surd},
                                         {NULL, NULL}};
    const struct page *p = context;
    const struct source record = {"record", text_chars(p->text),
                                  p->text->length};
    lua_State *L = host->lua;
    lua_pushnumber(L, NAN);
    lua_setglobal(L, "nan");
    if (!host_run(host, &record))
        return false;
    lua_setglobal(L, "report");
    host_define(host, "part", part, NULL);
    for (const luaL_Reg *f = functions; p->record && f->name; f++)
        host_define(host, f->name, f->func, p->record);
    return run_page(host, p->form, p->out);
}

bool report_page(struct arena *arena, struct diags *diags, const char *form,
                 const struct text *record, struct text *out)
{
    struct page p = {form, record, out, NULL};
    return host_session(arena, diags, host_limits(), write_page, &p);
}

bool report_write(struct arena *arena, struct diags *diags,
                  const struct report *report, const char *form,
                  struct text *out)
{
    struct text lua = json_lua(arena);
    struct record r = {.arena = arena,
                       .report = report,
                       .a = report->analysis,
                       .t = report->analysis->tableau,
                       .is_page = strcmp(form, "json") != 0,
                       .out = &lua};
    struct page p = {form, &lua, out, &r};
    if (!r.is_page)
        r.out = out;
    record_put(&r);
    return !r.is_page ||
           host_session(arena, diags, host_limits(), write_page, &p);
}
