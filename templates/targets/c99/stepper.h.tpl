% -- The descriptor: any emitted stepper through one struct, for programs that
% -- drive several.  Its values are double, whatever the type of the code.
% include("control.tpl")
% local b, B, real = page.body, page.BODY, page.real
% local to, back = "", ""
% if real ~= "double" then
%   to, back = "(" .. real .. ")", "(double)"
% end
% local function each(fields, statement)
%   local places = target.components(fields)
%   for i, place in ipairs(places) do
    {{statement(place, i - 1)}}
%   end
%   return #places
% end
%
% -- Emits a function that loads a struct from doubles; returns their number.
% local function loader(name, type, argument, fields)
static void {{b}}_{{name}}({{type}} *{{argument}}, const double *v)
{
%   local n = each(fields, function(place, i)
%     return argument .. "->" .. place .. " = " .. to .. "v[" .. i .. "];"
%   end)
%   if n == 0 then
    (void)v;
    {{argument}}->unused = {{page.zero}};
%   end
}
%   return n
% end
%
% -- Locals that are loaded from doubles: all structs, or those that omega, energy or
% -- keep takes.
% local function has(name)
%   if not name then return true, true end
%   local _, has_par, has_input = target.takes(page, name, "", "")
%   return has_par, has_input
% end
% local function declare(name)
%   local has_par, has_input = has(name)
    {{b}} x;
%?has_par?    {{b}}_par p;
%?has_input?    {{b}}_in u;
% end
% local function load(name)
%   local has_par, has_input = has(name)
    {{b}}_load(&x, v);
    {{has_par and b .. "_load_par(&p, par)" or "(void)par"}};
    {{has_input and b .. "_load_in(&u, in)" or "(void)in"}};
% end
% local function takes(name) return (target.takes(page, name, "&p", "&u")) end
%
% -- Numbers from a function in C, which takes `more` after the state.
% local function give(name, more, size, to, at)
    {{b}}_{{name}}(&x{{more}}, value);
    for (i = 0; i < {{size}}; i++) {
        {{to}}[{{at > 0 and at .. " + i" or "i"}}] = {{back}}value[i];
    }
% end
%
% -- Numbers from omega or keep.
% local function getter(name, argument, size)

static void {{b}}_any_{{name}}(const double *v, const double *par, const double *in, double {{argument}})
{
%   declare(name)
    {{real}} value[{{size}}];
    int i;
%   load(name)
%   give(name, takes(name), size, name == "omega" and "w" or "values", 0)
}
% end
%
% local function names(what, list)

static const char *const
{{b}}_{{what}}_names[{{#list}}] = {
%   for _, name in ipairs(list) do
    {{quote(name, 4)}},
%   end
};
% end
% if not page.bare then
{{target.head(page, "_stepper.h")}}
 *
{{target.paragraph("The stepper as a struct of functions with double values, the same for all bodies and real types, for programs that drive several. Include it in the one file that does so; other files do not need it.")}}
 */
% end
#ifndef {{B}}_STEPPER_H
#define {{B}}_STEPPER_H

#ifndef {{B}}_NO_INCLUDE
#include "{{b}}.h"
#endif

{{page.stepper_type}}

% local n = loader("load", b, "x", target.state(page))

static void {{b}}_store(const {{b}} *x, double *v)
{
% each(target.state(page), function(place, i)
%   return "v[" .. i .. "] = " .. back .. "x->" .. place .. ";"
% end)
}

% local n_par = loader("load_par", b .. "_par", "par", page.param)

% local n_in = loader("load_in", b .. "_in", "in", page.input)

static void {{b}}_any_start(double *v, double *par)
{
    {{b}} x;
% if n_par > 0 then
    {{b}}_par p;
    {{b}}_defaults(&p);
%   each(page.param, function(place, i)
%     return "par[" .. i .. "] = " .. back .. "p." .. place .. ";"
%   end)
% else
    (void)par;
% end
% if page.start_varies then
    if ({{b}}_start(&x, &p) == {{B}}_OK) {
        {{b}}_store(&x, v);
    }
% else
    {{b}}_start(&x);
    {{b}}_store(&x, v);
% end
}

% if page.check then
static int {{b}}_any_check(const double *par)
{
    {{b}}_par p;
    {{b}}_load_par(&p, par);
    return {{b}}_check(&p);
}

% end
static int {{b}}_any_run(double *v, const double *par, const double *in, double h, long steps)
{
% declare()
    int status;
% load()
    status = {{b}}_run(&x, &p, &u, {{to}}h, steps);
    {{b}}_store(&x, v);
    return status;
}

static int {{b}}_any_step(double *v, const double *par, const double *in, double h)
{
    return {{b}}_any_run(v, par, in, h, 1);
}

static double {{b}}_any_time(const double *v)
{
    return v[{{n - 2}}] + v[{{n - 1}}];
}
% if page.interp then

static int {{b}}_any_interp(const double *x0, const double *x1, const double *par, const double *in, double h, double theta, double *out)
{
    {{b}} from, to;
    {{b}}_par p;
    {{b}}_in u;
    int status;
    {{b}}_load(&from, x0);
    {{b}}_load(&to, x1);
    {{b}}_load_par(&p, par);
    {{b}}_load_in(&u, in);
    status = {{b}}_interp(&from, &to, &p, &u, {{to}}h, {{to}}theta, &to);
    if (status == {{B}}_OK) {
        {{b}}_store(&to, out);
    }
    return status;
}
% end
% local access, asked = page.access, {}
% if access then

static void {{b}}_any_rotation(const double *v, double R[9])
{
    {{b}} x;
    {{real}} value[9];
    int i;
    {{b}}_load(&x, v);
%   give("rotation", "", 9, "R", 0)
}
%   getter("omega", "w[3]", 3)

static void {{b}}_any_momentum(const double *v, double L[3])
{
    int i;
    for (i = 0; i < 3; i++) {
        L[i] = v[{{page.store[1].size}} + i];
    }
}

static double {{b}}_any_energy(const double *v, const double *par, const double *in)
{
%   declare("energy")
%   load("energy")
    return {{back}}{{b}}_energy(&x{{takes("energy")}});
}
% end
% if #page.watch > 0 then
%   getter("keep", "*values", #page.watch)
%   names("keep", page.watch)
% end
% -- The values of wheels and states: their names and places.
% local extra, wheel_of = {}, {}
% for _, w in ipairs(page.wheel) do wheel_of[w.field] = w end
% for _, f in ipairs(page.extra) do
%   local w = wheel_of[f.name]
%   if w and access then extra[#extra + 1] = { w.name, w, unit = w.unit, of = f } end
%   for i = 1, f.size do
%     local part = f.size > 1
%     extra[#extra + 1] = { f.written .. (part and "_" .. i or ""), nil, f.name .. (part and "[" .. i - 1 .. "]" or ""), unit = f.unit, of = f }
%   end
% end
% if #extra > 0 then

static void {{b}}_any_extras(const double *v, const double *par, const double *in, double *values)
{
%   declare()
%   load()
%   for i, e in ipairs(extra) do
    values[{{i - 1}}] = {{back}}{{e[2] and b .. "_" .. e[1] .. "(&x" .. takes(e[2]) .. ")" or "x." .. e[3]}};
%   end
}
% end
% local asked, shown_names = target.shown(page)
% local shows = #asked > 0
% if shows then

static void {{b}}_any_shown(const double *v, double *values)
{
    {{b}} x;
    {{real}} value[9];
    int i;
    {{b}}_load(&x, v);
%   local at = 0
%   for _, s in ipairs(asked) do
%     give(s.name, "", s.size, "values", at)
%     at = at + s.size
%   end
}
%   names("shown", shown_names)
% end
% -- Fields that the struct lacks are 0.
% local controls = page.advances and target.numbers(target.control(page, true)) or {}
% if page.advances then

/* The count in v; NaN, or a number that is too large, counts as 0. */
static long {{b}}_count(double v)
{
    return v > -2e9 && v < 2e9 ? (long)v : 0;
}

static void {{b}}_load_control({{b}}_control *c, const double *v)
{
%   for i, n in ipairs(controls) do
%     local from, cast = "v[" .. i - 1 .. "]", n.of.type == "int" and "(int)" or ""
%?not n.of.absent?    c->{{n.place}} = {{n.of.type and cast .. b .. "_count(" .. from .. ")" or to .. from}};
%   end
}

static void {{b}}_store_control(const {{b}}_control *c, double *v)
{
%   for i, n in ipairs(controls) do
    v[{{i - 1}}] = {{n.of.absent and "0.0" or (n.of.type and "(double)" or back) .. "c->" .. n.place}};
%   end
}

static void {{b}}_any_control_start(double *control)
{
    {{b}}_control c;
    {{b}}_control_start(&c);
    {{b}}_store_control(&c, control);
}

static int {{b}}_any_advance(double *v, const double *par, const double *in, double *control, double t_end)
{
%   declare()
    {{b}}_control c;
    int status;
%   load()
    {{b}}_load_control(&c, control);
    status = {{b}}_advance(&x, &p, &u, &c, {{to}}t_end);
    {{b}}_store(&x, v);
    {{b}}_store_control(&c, control);
    return status;
}
% end

% local function parts(name, list)
static const pol_state_part {{b}}_{{name}}[{{#list}}] = {
%   local first = 0
%   for _, p in ipairs(list) do
    {{"{"}}{{quote(p.name, 5)}}, {{quote(p.unit, 5)}}, {{quote(p.frame, 5)}}, POL_{{p.kind}}, {{first}}, {{p.size}}{{"}"}},
%     first = first + p.size
%   end
};
% end
% local stores = {}
% for i, f in ipairs(page.store) do stores[i] = { name = f.written, unit = f.unit, frame = f.frame, kind = f.kind, size = f.size } end
% parts("parts", stores)
% if #extra > 0 then
%   local list = {}
%   for i, e in ipairs(extra) do list[i] = { name = e[1], unit = e.unit, frame = e.of.frame, kind = e.of.kind, size = 1 } end

%   parts("values", list)
% end

% if #page.event > 0 then
static const pol_event {{b}}_events[{{#page.event}}] = {
%   for _, e in ipairs(page.event) do
    { {{quote(e.name, 4)}}, {{e.stops and 1 or 0}}, {{e.direction}} },
%   end
};

% end
% local function offered(part, name) return part and b .. "_" .. name or "0" end
static const pol_stepper {{b}}_stepper = {
    POL_STEPPER_ABI,
    {{quote(b, 4)}},
    {{quote(page.method.name, 4)}},
    {{quote(page.attitude.name, 4)}},
    {{quote(page.map.name or "", 4)}},
    {{quote(page.method.source or "", 4)}},
    {{page.order}}, /* order */
    {{n}}, {{n_par}}, {{n_in}}, {{#page.watch}}, {{#shown_names}}, /* state, par, input, kept, shown */
    {{offered(#page.watch > 0, "keep_names")}},
    {{offered(shows, "shown_names")}},
    {{page.step}}, {{page["until"]}}, /* step, until */
    {{b}}_any_start,
    {{offered(page.check, "any_check")}},
    {{b}}_any_step,
    {{b}}_any_run,
    {{offered(access, "any_rotation")}},
    {{offered(access, "any_momentum")}},
    {{offered(access, "any_omega")}},
    {{b}}_any_time,
    {{offered(access, "any_energy")}},
    {{offered(#page.watch > 0, "any_keep")}},
    {{offered(shows, "any_shown")}},
    {{offered(page.interp, "any_interp")}},
    {{#controls}}, /* control */
    {{offered(page.advances, "any_control_start")}},
    {{offered(page.advances, "any_advance")}},
    {{#extra}}, /* extra: values of wheels and states */
    {{offered(#extra > 0, "values")}},
    {{offered(#extra > 0, "any_extras")}},
    {{b}}_parts, {{#page.store}},
    {{#page.event}}, /* events */
    {{offered(#page.event > 0, "events")}},
    {{#page.sample}}, /* samples */
};

#endif
