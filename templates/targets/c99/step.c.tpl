% local b, B, real = page.body, page.BODY, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local prefix = b .. "_"
% local once_a_call = { param = true, input = true, step = false }
% local in_a_step = { store = true, time = true, push = true }
% local everything = { store = true, time = true, param = true, input = true, argument = true }
%
% -- The paragraphs of a block, each with its title unless it is that of the
% -- paragraph before; the first one in a loop needs no blank line, the first
% -- one after a loop does.
% local last_title
% local function paragraphs(indent, block, in_loop, after_loop)
%   for i, p in ipairs(block.paragraphs) do
%     local blank = not (in_loop and i == 1)
%     if blank and (p.title or last_title or after_loop and i == 1) then

%     end
%     if p.title and p.title ~= last_title then
{{target.comment(indent, p.title)}}
%     end
%     last_title = p.title
%     put(target.lines(indent, real, p.lines, prefix))
%   end
% end
%
% -- Newton's iteration: the carried variables are corrected until it is done.
% -- Where sweeps are counted, those of iteration `k`.
% local function newton(indent, block, k)
%   local deeper = indent .. "    "
%   local start = {}
%   for i, name in ipairs(block.carried) do
%     start[i] = name .. " = " .. block.start[i]
%   end

{{target.comment(indent, block.title .. ": Newton's iteration, at most " .. block.sweeps .. " sweeps, with the residual f and its Jacobian J")}}
%   for _, item in ipairs(start) do
{{indent}}{{real}} {{item}};
%   end
{{indent}}solved = false;
{{indent}}for (sweep = 0; sweep < {{block.sweeps}} && !solved; sweep++) {
%   if page.counts then
{{deeper}}{{b}}_sweeps[{{k}}]++;
%   end
%   paragraphs(deeper, block, true)
%   for _, change in ipairs(block.change) do
%     if change.value then
{{deeper}}const {{real}} {{change.name}} = {{change.value}};
%     end
%   end
%   for i, name in ipairs(block.carried) do
{{deeper}}{{name}} += {{block.change[i].name}};
%   end
{{deeper}}solved = {{block.done}};
{{indent}}}
{{indent}}if (!solved) {
{{deeper}}status = {{B}}_NOT_CONVERGED;
{{deeper}}break;
{{indent}}}
% end
%
% -- What a solution must meet.
% local function require(indent, block)
{{indent}}if (!({{block.accept}})) {
{{indent}}    status = {{B}}_{{block.singular and "SINGULAR" or "TOO_LARGE"}};
{{indent}}    break;
{{indent}}}
% end
%
% local function blocks(indent, program)
%   local iterations = 0
%   last_title = nil
%   for i, block in ipairs(program.blocks) do
%     if block.kind == "newton" then
%       newton(indent, block, iterations)
%       iterations = iterations + 1
%     else
%       paragraphs(indent, block, false, i > 1)
%     end
%     if block.accept then
%       require(indent, block)
%     end
%   end
% end
%
% -- Arguments that every body's function has and this one does not need.
% local function unused(argument, used)
%   if not used then
    (void){{argument}};
%   end
% end
%
% -- The structs of a function that has them among its arguments.
% local function unused_structs(program, has_par, has_input)
%   unused("par", not has_par or target.has(program, { param = true }))
%   unused("in", not has_input or target.has(program, { input = true }))
% end
%
% -- Those of omega, energy or keep; has it these, is told besides.
% local function takes(name)
%   return target.takes(page, name, "const " .. b .. "_par *par", "const " .. b .. "_in *in")
% end
%
% -- The body of a function that is no step, all but its writes.
% local function straight(program, has_par, has_input)
%   unused("x", target.has(program, in_a_step))
%   unused_structs(program, has_par, has_input)
%   put(target.reads("    ", real, program.reads, everything))
%   put(target.lines("    ", real, program.once, prefix))
%   blocks("    ", program)
% end
%
% -- Its writes into an array.
% local function writes(program, to)
%   for _, w in ipairs(program.writes) do
    {{to}}[{{w.index}}] = {{w.value}};
%   end
% end
%
% -- A function that gives numbers, and one that takes them.
% local function getter(name, argument, size, program, more, has_par, has_input)
%   if not program then return end

void {{b}}_{{name}}(const {{b}} *x{{more}}, {{real}} {{argument}}[{{size}}])
{
%   straight(program, has_par, has_input)
%   writes(program, argument)
}
% end
% local function setter(name, argument, size, program, is_angle, is_normalised, wheel)
%   if not program then return end
%   local more, has_par, has_input = "", false, false
%   if name == "omega" or wheel then more, has_par, has_input = takes(wheel or name) end
%   local given = wheel and real .. " " .. argument or "const " .. real .. " " .. argument .. "[" .. size .. "]"

int {{b}}_set_{{name}}({{b}} *x{{more}}, {{given}})
{
    {{real}} value[{{#program.writes}}];
%   unused_structs(program, has_par, has_input)
%   put(target.reads("    ", real, program.reads, everything))
%   put(target.lines("    ", real, program.once, prefix))
%   blocks("    ", program)
%   for i, w in ipairs(program.writes) do
    value[{{i - 1}}] = {{w.value}};
%   end
%   local least = is_normalised and (real == "float" and "1e-30f" or "1e-290") or page.zero
%   local squares = is_angle and " || !" .. b .. "_squares(" .. argument .. ", " .. size .. ", " .. least .. ")" or ""
    if (!{{b}}_numbers(value, {{#program.writes}}){{squares}}) {
        return {{B}}_NOT_FINITE;
    }
%   for i, w in ipairs(program.writes) do
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
%   include("constants.c.tpl", page)
{{target.head(page, ".c")}}
% if page.note then
{{target.row("body", page.note)}}
% end
{{target.row("method", page.method.name .. ", " .. target.order(page) .. (page.symmetric and ", symmetric" or "") .. (page.implicit and ", implicit" or ""))}}
{{target.row("", page.method.title)}}
% if page.method.source then
{{target.row("", page.method.source)}}
% end
% if target.keeps(page) ~= "" then
{{target.row("keeps", target.keeps(page))}}
% end
{{target.row("attitude", page.attitude.name .. (page.map.name and ", map " .. page.map.name or ""))}}
{{target.row("inertia", page.inertia_text .. " kg m^2" .. (page.varies and ", of the parameters' defaults" or "") .. (#page.wheel > 0 and ", wheels locked" or ""))}}
% for _, w in ipairs(page.wheel) do
{{target.row("wheel", w.wheel .. ": axis " .. w.axis .. ", inertia " .. w.inertia .. " kg m^2" .. (w.note and "; " .. w.note or ""))}}
% end
% if page.mass then
{{target.row("mass", page.mass .. " kg")}}
% end
{{target.row("real", real)}}
{{target.row("cost", target.cost(page))}}
% if page.trial then
{{target.row("adaptive", "by an estimate of order " .. page.control.order .. "; " .. target.trial_cost(page))}}
% end
% local in_step = #page.advance.calls
% if page.push then in_step = in_step + #page.push.calls end
% if page.act then in_step = in_step + #page.act.calls end
% if page.trial then in_step = in_step + #page.trial.calls end
{{target.row("calls", #page.calls > 0 and table.concat(page.calls, ", ") .. " of math.h" .. (in_step == 0 and ", none in a step" or "") or "nothing outside this file, no libm")}}
% if page.without then
{{target.row("without", page.without)}}
% end
 *
{{target.paragraph("R turns body vectors into space vectors, row by row; quaternions have their scalar first; SI units; L is the angular momentum" .. (page.inner and (#page.wheel > 0 and " of body and wheels" or ", with the internal one,") or "") .. " in the body frame. No allocation, no globals: reentrant. Bits are the same everywhere where products and sums are not contracted (-ffp-contract=off)" .. (in_step > 0 and ", but for the functions of math.h" or "") .. "; under -ffinite-math-only no step finds out that a number is none. The file belongs to whoever wrote the spec.")}}
 */
% end
#ifndef {{B}}_NO_INCLUDE
#include "{{b}}.h"
% if #page.calls > 0 then
#include <math.h>
% end
#include <stdbool.h>
#endif
% for _, s in ipairs(page.carried) do

{{s}}
% end
% if page.tables then

/* Signals from files, in the memory of the program that made this. */
{{page.table_functions}}

static const {{b}}_table *const {{b}}_tables = (const {{b}}_table *){{page.tables}};

static {{real}} pol_signal{{real == "float" and "f" or ""}}({{real}} k, {{real}} t)
{
    return ({{real}}){{b}}_value(&{{b}}_tables[(int)k], (double)t);
}
% end

{{target.section("the start")}}

void {{b}}_start({{b}} *x)
{
% assign("x", page.store)
    x->t = {{page.start_t}};
    x->t_rest = {{page.zero}};
}

void {{b}}_defaults({{b}}_par *par)
{
% unused("par", #page.param > 0)
% assign("par", page.param)
}

% if page.check then
%   local function positive(from, to)
%     local all = {}
%     for i = from, to do all[#all + 1] = "value[" .. i .. "] > " .. page.zero end
%     return table.concat(all, " && ")
%   end
/* A symmetric matrix is positive definite if what is divided by when it is
 * eliminated is: J, and the second moments of the mass, tr(J)/2 1 - J, which
 * have some room for round-off.{{#page.wheel > 0 and "  The first J is that without the wheels about their\n * axes, the second that with all locked, and then without again; the wheels'\n * inertias are positive, too." or ""}} */
int {{b}}_check(const {{b}}_par *par)
{
    {{real}} value[{{#page.check.writes}}]; /* sums of J and its inverse; the mass; pivots{{#page.wheel > 0 and "; wheels; pivots" or ""}} */
%   put(target.reads("    ", real, page.check.reads, once_a_call))
%   put(target.lines("    ", real, page.check.once, prefix))
%   blocks("    ", page.check)
%   for _, w in ipairs(page.check.writes) do
    {{w.field}}[{{w.index}}] = {{w.value}};
%   end
    if (!(value[0] - value[0] <= {{page.zero}})) { /* infinite, or no number */
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

/* Time goes on by h; what rounding leaves out is kept for the next step. */
static void {{b}}_tick({{b}} *to, const {{b}} *from, {{real}} h)
{
    const {{real}} add = h + from->t_rest;
    const {{real}} sum = from->t + add;
    const {{real}} got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}

% local places = target.places(page)
static void {{b}}_copy({{b}} *to, const {{b}} *from)
{
% for _, place in ipairs(places) do
    to->{{place}} = from->{{place}};
% end
    to->t = from->t;
    to->t_rest = from->t_rest;
}

/* Are all its numbers finite?  Not if their sum overflows. */
static bool {{b}}_finite(const {{b}} *x)
{
    const {{real}} sum = {{target.sum(page, "x->")}};
    return sum - sum <= {{page.zero}}; /* else infinite, or no number */
}

% if page.trial or page.interp then
/* Is u == v?  Compilers that warn of == between reals accept this. */
static bool {{b}}_same({{real}} u, {{real}} v)
{
    return u >= v && u <= v;
}

% end
% if page.push then
/* What acts at this state: with it one step ends and the next begins. */
static void {{b}}_push(const {{b}} *x, {{parin}}, {{real}} push[{{#page.pushed}}])
{
%   straight(page.push, true, true)
%   writes(page.push, "push")
}

% end
% if page.counts and page.newton then
long {{b}}_sweeps[{{#page.advance.blocks}}];
% end
/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int {{b}}_run({{b}} *x, {{parin}}, {{real}} h, long steps)
{
% local p = page.advance
% unused("par", page.push or target.has(p, { param = true }))
% unused("in", page.push or target.has(p, { input = true }))
% put(target.reads("    ", real, p.reads, once_a_call))
% put(target.lines("    ", real, p.once, prefix))
% for _, r in ipairs(p.reads) do
%   if r.kind == "span" then
    const {{real}} {{r.name}} = h;
%   end
% end
    {{b}} now, next;
% if page.push then
    {{real}} push[{{#page.pushed}}];
% end
    int status = {{B}}_OK;
    long step;

    {{b}}_copy(&now, x);
% if page.push then
    {{b}}_push(&now, par, in, push);
% end
    for (step = 0; step < steps; step++) {
% put(target.reads("        ", real, p.reads, in_a_step, "now."))
% if page.newton then
        int sweep;
        bool solved;
% end
% blocks("        ", p)

        /* the new state */
% local written = {}
% for _, w in ipairs(p.writes) do
%   written[w.place] = true
%   if w.field == "kick" and not w.is_store then
        const {{real}} push_time = {{w.value}};
%   else
        next.{{w.place}} = {{w.value}};
%   end
% end
% for _, place in ipairs(places) do
%   if not written[place] then
        next.{{place}} = now.{{place}};
%   end
% end
        {{b}}_tick(&next, &now, h);
% if page.push then

        /* what acts now ends this step and begins the next */
        {{b}}_push(&next, par, in, push);
%   for i, place in ipairs(page.pushed) do
        next.{{place}} += push_time*push[{{i - 1}}];
%   end
% end
        if (!{{b}}_finite(&next)) {
            status = {{B}}_NOT_FINITE;
            break;
        }
        {{b}}_copy(&now, &next);
    }
    {{b}}_copy(x, &now);
    return status;
}

int {{b}}_step({{b}} *x, {{parin}}, {{real}} h)
{
    return {{b}}_run(x, par, in, h, 1);
}
% if page.act then

/* Torque and force by mass{{#page.extra > 0 and ", rates of wheels and states,\n *" or ""}} at this state, what of them is not constant. */
static void {{b}}_act(const {{b}} *x, {{parin}}, {{real}} act[{{#page.act.writes}}])
{
%   straight(page.act, true, true)
%   writes(page.act, "act")
}
% end
% if page.sway then

/* Their rates along the motion, and of these the rates, likewise. */
static void {{b}}_sway(const {{b}} *x, {{parin}}, {{real}} sway[{{#page.sway.writes}}])
{
%   straight(page.sway, true, true)
%   writes(page.sway, "sway")
}
% end
% if page.trial then

{{target.section("adaptive steps")}}

%   include("advance.c.tpl", blocks)
% end
% if page.interp then

{{target.section("between two states")}}

%   include("interp.c.tpl", blocks)
% end
% if page.access then

{{target.section("what is read and set")}}

{{real}} {{b}}_time(const {{b}} *x)
{
    return x->t;
}

%   if page.set_rotation then
/* Are they finite?  Not if their sum overflows. */
static bool {{b}}_numbers(const {{real}} *value, int n)
{
    {{real}} sum = {{page.zero}};
    int i;
    for (i = 0; i < n; i++) {
        sum += value[i];
    }
    return sum - sum <= {{page.zero}}; /* else infinite, or no number */
}

/* Can they be squared and summed, to no less than that? */
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
%   getter("rotation", "R", 9, page.rotation, "")
%   setter("rotation", "R", 9, page.set_rotation, true)
%   for _, s in ipairs(page.shown) do
%     getter(s.name, s.argument, s.size, s.get, "")
%     setter(s.name, s.argument, s.size, s.set, true, s.restores and s.size == 4)
%   end
%   getter("omega", "w", 3, page.omega, takes("omega"))
%   setter("omega", "w", 3, page.set_omega)
%   for _, w in ipairs(page.wheel) do
%     local more, has_par, has_input = takes(w)

{{real}} {{b}}_{{w.name}}(const {{b}} *x{{more}})
{
%     straight(w.get, has_par, has_input)
    return {{w.get.writes[1].value}};
}
%     setter(w.name, "speed", 1, w.set, false, false, w)
%   end
%   getter("momentum", "pi", 3, page.momentum, "")
%   local more, has_par, has_input = takes("energy")

{{real}} {{b}}_energy(const {{b}} *x{{more}})
{
%   straight(page.energy, has_par, has_input)
    return {{page.energy.writes[1].value}};
}
%   if #page.watch > 0 then
%     more, has_par, has_input = takes("keep")

void {{b}}_keep(const {{b}} *x{{more}}, {{real}} value[{{#page.watch}}])
{
%     straight(page.watch_values, has_par, has_input)
%     for i, w in ipairs(page.watch_values.writes) do
    value[{{i - 1}}] = {{w.value}};
%     end
}
%   end
% end
