/* SPDX-License-Identifier: MIT
 *
 * Pages of a report: templates/report/FORM.tpl, which see the record as the
 * global `report`, and what they may call.  Values are light userdata; entries
 * are told by their place, as in the record.
 */
#include "report/report.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "emit/template.h"
#include "shelf/shelf.h"

typedef const struct number *value;

enum { TALLEST = 12 }; /* LaTeX: longer fractions stay on one line */

static const struct record *record_of(lua_State *L)
{
    return lua_touserdata(L, lua_upvalueindex(1));
}

static value value_at(lua_State *L, int argument)
{
    luaL_checktype(L, argument, LUA_TLIGHTUSERDATA);
    return lua_touserdata(L, argument);
}

static int whole_at(lua_State *L, int argument)
{
    return (int)luaL_checkinteger(L, argument);
}

/* NULL: nil. */
static int give(lua_State *L, const char *text)
{
    lua_pushstring(L, text);
    return 1;
}

/* digits(v, most): those that are sure. */
static int digits(lua_State *L)
{
    return give(
        L, report_digits(record_of(L)->arena, value_at(L, 1), whole_at(L, 2)));
}

static const char *exact_or_digits(struct arena *arena, value v, int most)
{
    return number_is_exact(v) ? number_show(arena, v)
                              : number_sure(arena, v, most);
}

/* exactly(v, most): a fraction, or so many digits. */
static int exactly(lua_State *L)
{
    return give(L, exact_or_digits(record_of(L)->arena, value_at(L, 1),
                                   whole_at(L, 2)));
}

/* number(v): short enough for a line; and without its sign, and that: -1, 0 or
 * 1. */
static int number(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    value v = value_at(L, 1);
    bool negative = number_sign(v) < 0;
    give(L, report_number(arena, v));
    give(L, report_number(arena, negative ? number_neg(arena, v) : v));
    lua_pushinteger(L, number_is_zero(v) ? 0 : negative ? -1 : 1);
    return 3;
}

/* entry(at), decimal(at). */
static int entry(lua_State *L)
{
    const struct record *r = record_of(L);
    return give(L, report_entry(r->arena, r->t, whole_at(L, 1)));
}

static int decimal(lua_State *L)
{
    const struct record *r = record_of(L);
    return give(L, report_decimal(r->arena, r->t, whole_at(L, 1)));
}

static int is_number(lua_State *L)
{
    lua_pushboolean(L, report_is_number(luaL_checkstring(L, 1)));
    return 1;
}

/* ---- LaTeX ---- */

/* "-3/4", or a decimal. */
static const char *latex_of_text(struct arena *arena, const char *text)
{
    const char *sign = *text == '-' ? "-" : "", *bar = strchr(text, '/');
    text += *text == '-';
    if (!bar || strlen(text) > TALLEST)
        return text_format(arena, "%s%s", sign, latex_of_decimal(arena, text));
    return text_format(arena, "%s\\frac{%.*s}{%s}", sign, (int)(bar - text),
                       text, bar + 1);
}

/* latex_entry(at, most): a form, or a number of so many digits; and is it
 * rounded? */
static int latex_entry(lua_State *L)
{
    const struct record *r = record_of(L);
    int at = whole_at(L, 1), most = whole_at(L, 2);
    value v = tableau_entry(r->t, at);
    const char *text = report_entry(r->arena, r->t, at), *form = NULL;
    bool exact = number_is_exact(v);
    if (!exact)
        form = latex_of_constant(r->arena, r->t, text);
    if (!exact && !form)
        text = number_sure(r->arena, v, most);
    give(L, form ? form : latex_of_text(r->arena, text));
    lua_pushboolean(L, !exact && !form);
    return 2;
}

/* latex_number(v, most), latex_constant(written) or nil, latex_name(name). */
static int latex_number(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    value v = value_at(L, 1);
    return give(
        L, latex_of_text(arena, exact_or_digits(arena, v, whole_at(L, 2))));
}

static int latex_constant(lua_State *L)
{
    const struct record *r = record_of(L);
    return give(L, latex_of_constant(r->arena, r->t, luaL_checkstring(L, 1)));
}

static int latex_name(lua_State *L)
{
    return give(L, latex_of_name(record_of(L)->arena, luaL_checkstring(L, 1)));
}

/* latex_surd(x, most): without its sign, or a sum in parentheses; the sign, -1,
 * 0 or 1; is it rounded? */
static int latex_surd(lua_State *L)
{
    struct arena *arena = record_of(L)->arena;
    struct surd x = *(const struct surd *)lua_touserdata(L, 1);
    bool sum = x.d && !number_is_zero(x.p), zero = surd_is_zero(x);
    bool negative = !sum && number_sign(x.d ? x.q : x.p) < 0;
    if (negative)
        x = surd_neg(arena, x);
    const char *text =
        x.d ? surd_text(arena, x) : exact_or_digits(arena, x.p, whole_at(L, 2));
    text =
        x.d ? latex_of_constant(arena, NULL, text) : latex_of_text(arena, text);
    give(L, sum ? text_format(arena, "(%s)", text) : text);
    lua_pushinteger(L, zero ? 0 : negative ? -1 : 1);
    lua_pushboolean(L, !x.d && !number_is_exact(x.p));
    return 3;
}

/* ---- pages ---- */

static bool run_page(struct host *host, const char *form, struct text *out)
{
    struct arena *arena = host_arena(host);
    const char *path = text_format(arena, "report/%s.tpl", form);
    const struct source *script =
        template_script(arena, host_diags(host), shelf_own(arena, path));
    return script && template_run(host, script, out);
}

/* part(form): another page as a text. */
static int part(lua_State *L)
{
    struct host *host = host_of(L);
    struct text out = text_new(host_arena(host));
    lua_getglobal(L, "put"); /* it goes on with its own text */
    bool good = run_page(host, luaL_checkstring(L, 1), &out);
    lua_setglobal(L, "put");
    lua_pushlstring(L, text_chars(&out), out.length);
    return good ? 1 : lua_error(L);
}

struct writing {
    struct record record;
    const char *form;
    struct text *out;
};

static bool write_form(struct host *host, void *context)
{
    static const luaL_Reg functions[] = {{"digits", digits},
                                         {"number", number},
                                         {"exactly", exactly},
                                         {"entry", entry},
                                         {"decimal", decimal},
                                         {"is_number", is_number},
                                         {"latex_entry", latex_entry},
                                         {"latex_number", latex_number},
                                         {"latex_constant", latex_constant},
                                         {"latex_name", latex_name},
                                         {"latex_surd", latex_surd},
                                         {"part", part},
                                         {NULL, NULL}};
    struct writing *w = context;
    lua_State *L = w->record.lua = host_lua(host);
    lua_pushglobaltable(L);
    lua_pushlightuserdata(L, &w->record);
    luaL_setfuncs(L, functions, 1);
    record_make(&w->record);
    return w->out == w->record.out || run_page(host, w->form, w->out);
}

bool report_write(struct arena *arena, struct diags *diags,
                  const struct report *report, const char *form,
                  struct text *out)
{
    struct text json = text_new(arena);
    struct writing w = {.form = form, .out = out};
    w.record = (struct record){
        .arena = arena,
        .report = report,
        .a = report->analysis,
        .t = report->analysis->tableau,
        .out = strcmp(form, "json") == 0 ? out : &json,
    };
    return host_session(arena, diags, host_limits(), write_form, &w);
}
