% local b, B, real = page.body, page.BODY, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local prefix = b .. "_"
% local tools = { prefix = prefix, mark = "static", counts = page.counts }
% include("programs.c.tpl", tools)
% local straight, writes, unused = tools.straight, tools.writes, tools.unused
% -- Functions that return a number, fill an array, and set the state.
% local function value_of(f, more, has_par, has_input)

{{real}} {{b}}_{{f.name}}(const {{b}} *x{{more}})
{
%   straight(f.program, has_par, has_input)
    return {{f.program.writes[1].value}};
}
% end
% local function getter(f, more, has_par, has_input)

void {{b}}_{{f.name}}(const {{b}} *x{{more}}, {{real}} {{f.argument}}[{{f.size}}])
{
%   straight(f.program, has_par, has_input)
%   writes(f.program, f.argument)
}
% end
% local function setter(f, more, has_par, has_input)
%   local given = f.size and "const " .. real .. " " .. f.argument .. "[" .. f.size .. "]" or real .. " " .. f.argument

int {{b}}_{{f.name}}({{b}} *x{{more}}, {{given}})
{
    {{real}} value[{{#f.program.writes}}];
%   tools.unused_structs(f.program, has_par, has_input)
%   tools.computed("    ", f.program, tools.everything)
%   writes(f.program, "value")
%   local least = f.restores and f.size == 4 and (real == "float" and "1e-30f" or "1e-290") or page.zero
%   local squares = f.of and "" or " || !" .. b .. "_squares(" .. f.argument .. ", " .. f.size .. ", " .. least .. ")"
    if (!{{b}}_numbers(value, {{#f.program.writes}}){{squares}}) {
        return {{B}}_NOT_FINITE;
    }
%   for i, w in ipairs(f.program.writes) do
    x->{{w.place}} = value[{{i - 1}}];
%   end
    return {{B}}_OK;
}
% end
%
% -- The start values of a struct's fields.
% local function assign(name, fields)
%   for _, f in ipairs(fields) do
%     for i, v in ipairs(f.value) do
    {{name}}->{{f.name}}{{f.size > 1 and "[" .. (i - 1) .. "]" or ""}} = {{v}};
%     end
%   end
% end
% if not page.bare then
{{target.head(page, ".c")}}
% local keeps = target.keeps(page)
% local function row(label, text)
%?text?{{target.row(label, text)}}
% end
% row("body", page.note)
% row("method", page.method.name .. ", " .. target.order(page) .. (page.symmetric and ", symmetric" or "") .. (page.implicit and ", implicit" or ""))
% row("", page.method.title)
% row("", page.method.source)
% row("keeps", keeps ~= "" and keeps)
% row("attitude", page.attitude.name .. (page.map.name and ", map " .. page.map.name or ""))
% row("inertia", page.inertia_text .. " kg m^2" .. (page.varies and ", of the parameters' defaults" or "") .. (page.changes and ", at the start" or "") .. (page.turning and ", " .. page.turning .. " locked" or ""))
% for _, w in ipairs(page.wheel) do
%   row(w.kind, w.wheel .. ": axis " .. w.axis .. ", inertia " .. w.inertia .. " kg m^2" .. (w.note and "; " .. w.note or ""))
% end
% row("mass", page.mass and page.mass .. " kg")
% row("real", real)
% row("cost", target.cost(page))
% row("adaptive", page.trial and "by an estimate of order " .. page.control.order .. "; " .. target.trial_cost(page))
% local in_step = 0
% for _, name in ipairs { "advance", "push", "loads", "trial" } do in_step = in_step + (page[name] and #page[name].calls or 0) end
% row("calls", #page.calls > 0 and table.concat(page.calls, ", ") .. " of math.h" .. (in_step == 0 and ", none in a step" or "") or "nothing outside this file, no libm")
% row("without", page.without)
 *
{{target.paragraph("R turns body vectors into space vectors, row by row; quaternions have their scalar first; SI units; L is the angular momentum" .. (page.inner and (page.turning and " of body and " .. page.turning or ", with the internal one,") or "") .. " in the body frame. No allocation, no globals: reentrant. Results have the same bits everywhere if products and sums are not contracted (-ffp-contract=off)" .. (in_step > 0 and ", except for the functions of math.h" or "") .. "; NaN and Inf checks do not work under -ffinite-math-only. The author of the spec owns this file.")}}
 */
% end
#ifndef {{B}}_NO_INCLUDE
% if not page.bare then
#ifndef {{B}}_PLAIN
#define {{B}}_PLAIN
#endif
% end
#include "{{b}}.h"
%?#page.calls > 0?#include <math.h>
#include <stdbool.h>
#endif
{{page.named .. prefix}}
% for _, s in ipairs(page.carried) do

{{s}}
% end
% include("tables.c.tpl", { data = "static const", mark = "static " .. real, prefix = prefix })
% if page.table_functions then

/* Signals from files{{page.tables and ", in the memory of the program that made this" or ""}}. */
{{page.table_functions}}

% end
% if page.tables then
static const {{b}}_table *const {{b}}_tables = (const {{b}}_table *){{page.tables}};
% elseif page.series then
%   for i, s in ipairs(page.series) do
%     if s.time then
static const double {{b}}_time_{{i}}[] = {
{{s.time}}};
static const double {{b}}_value_{{i}}[] = {
{{s.value}}};
static const long {{b}}_start_{{i}}[] = {
{{s.start}}};
%     end
%   end
static const {{b}}_table {{b}}_tables[] = {
%   for i, s in ipairs(page.series) do
%     local function array(name) return s.time and b .. "_" .. name .. "_" .. i or "NULL" end
    { {{s.rows}}, {{s.holds and 1 or 0}}, {{s.density}}, {{array("time")}}, {{array("value")}}, {{array("start")}} },
%   end
};
% end
% if page.table_functions then

static {{real}} pol_signal{{real == "float" and "f" or ""}}({{real}} k, {{real}} t)
{
    return ({{real}}){{b}}_value(&{{b}}_tables[(int)k], (double)t);
}
% end

{{target.section("the start")}}

% if page.start_varies then
int {{b}}_start({{b}} *x, const {{b}}_par *par)
{
    int status = {{B}}_OK;
%   tools.start("x")
    if (status == {{B}}_OK) {
        const {{real}} sum = {{target.sum(page, "x->")}};
        if (!(sum - sum <= {{page.zero}})) {
            status = {{B}}_NOT_FINITE;
        }
    }
    return status;
}
% else
void {{b}}_start({{b}} *x)
{
%   assign("x", page.store)
    x->t = {{page.start_t}};
    x->t_rest = {{page.zero}};
}
% end

void {{b}}_defaults({{b}}_par *par)
{
% unused("par", #page.param > 0)
% assign("par", page.param)
}
% if not page.bare then

%   include("checked.tpl", {})
% end

% if page.check then
%   local function positive(from, to)
%     local all = {}
%     for i = from, to do all[#all + 1] = "value[" .. i .. "] > " .. page.zero end
%     return table.concat(all, " && ")
%   end
/* A symmetric matrix is positive definite if its pivots are positive: here
 * those of J, and of the second moments of the mass, tr(J)/2 1 - J, with some
 * room for round-off.{{page.turning and "  J is without the " .. page.turning .. "' inertia about their\n * axes; the second moments are with all locked, then without.  The\n * inertias of the " .. page.turning .. " must be positive, too." or ""}} */
int {{b}}_check(const {{b}}_par *par)
{
    {{real}} value[{{#page.check.writes}}]; /* sums of J and its inverse; the mass; pivots{{page.turning and "; " .. page.turning .. "; pivots" or ""}} */
%   tools.computed("    ", page.check, tools.once_a_call)
%   writes(page.check, "value")
    if (!(value[0] - value[0] <= {{page.zero}})) { /* Inf or NaN */
        return {{B}}_NOT_FINITE;
    }
    if (!({{positive(2, 5) .. (#page.wheel > 0 and " && " .. positive(9, 8 + #page.wheel) or "")}})) {
        return {{B}}_NOT_POSITIVE;
    }
    if (!({{positive(6, 8) .. (#page.wheel > 0 and " && " .. positive(9 + #page.wheel, 11 + #page.wheel) or "")}})) {
        return {{B}}_NOT_PHYSICAL;
    }
    return value[1] - value[1] <= {{page.zero}} ? {{B}}_OK : {{B}}_NOT_FINITE;
}

% end
{{target.section("the step")}}

% include("run.c.tpl", tools)

int {{b}}_step({{b}} *x, {{parin}}, {{real}} h)
{
    return {{b}}_run(x, par, in, h, 1);
}
% if page.loads then

/* Torque and force by mass{{#page.extra > 0 and ", rates of wheels and states,\n *" or ""}} at this state: only those that vary. */
%   tools.acting("loads")
% end
% if page.load_rates then

/* First and second time derivatives of the above. */
%   tools.acting("load_rates")
% end
% if page.advances then

{{target.section(page.trial and "adaptive steps" or "steps to " .. (#page.event > 0 and "events" or "samples"))}}

%   include("advance.c.tpl", tools)
% end
% if page.interp then

{{target.section("dense output")}}

%   include("interp.c.tpl", tools)
% end
% if page.access then

{{target.section("getters and setters")}}

{{real}} {{b}}_time(const {{b}} *x)
{
    return x->t;
}

%   if page.set_rotation then
/* Finite check by one sum (conservative: false if the sum overflows). */
static bool {{b}}_numbers(const {{real}} *value, int n)
{
    {{real}} sum = {{page.zero}};
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= {{page.zero}}; /* else Inf or NaN */
}

/* True if the sum of squares is finite and at least `least`. */
static bool {{b}}_squares(const {{real}} *value, int n, {{real}} least)
{
    {{real}} sum = {{page.zero}};
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i]*value[i];
    }
    return sum - sum <= {{page.zero}} && sum >= least;
}
%   end
%   for _, f in ipairs(target.accessors(page)) do
%     local more, has_par, has_input = "", false, false
%     if f.of then more, has_par, has_input = target.takes(page, f.of, "const " .. b .. "_par *par", "const " .. b .. "_in *in") end
%     local put_function = f.sets and setter or f.size and getter or value_of
%     put_function(f, more, has_par, has_input)
%   end
% end
