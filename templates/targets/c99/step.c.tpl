% local b, B, real = page.body, page.BODY, page.real
% local par = #page.param > 0 and ", const " .. b .. "_par *par" or ""
% local inp = #page.input > 0 and ", const " .. b .. "_in *in" or ""
% local pass = (#page.param > 0 and ", par" or "") .. (#page.input > 0 and ", in" or "")
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
% local function newton(indent, block)
%   local deeper = indent .. "    "
%   local start = {}
%   for i, name in ipairs(block.carried) do
%     start[i] = name .. " = " .. block.start[i]
%   end

{{target.comment(indent, block.title .. ": Newton's iteration, at most " .. block.sweeps .. " sweeps")}}
%   for _, item in ipairs(start) do
{{indent}}{{real}} {{item}};
%   end
{{indent}}solved = 0;
{{indent}}for (sweep = 0; sweep < {{block.sweeps}} && !solved; sweep++) {
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
%   last_title = nil
%   for i, block in ipairs(program.blocks) do
%     if block.kind == "newton" then
%       newton(indent, block)
%     else
%       paragraphs(indent, block, false, i > 1)
%     end
%     if block.accept then
%       require(indent, block)
%     end
%   end
% end
%
% -- Arguments that the interface has and this program does not need.
% local function unused(program, has_par)
%   if not target.has(program, in_a_step) then
    (void)x;
%   end
%   if has_par and #page.param > 0 and not target.has(program, { param = true }) then
    (void)par;
%   end
% end
%
% -- The body of a function that is no step, all but its writes.
% local function straight(program, has_par)
%   unused(program, has_par)
%   put(target.reads("    ", real, program.reads, everything))
%   put(target.lines("    ", real, program.once, prefix))
%   blocks("    ", program)
% end
%
% -- Its writes: into an array, or into the state.
% local function writes(program, to)
%   for _, w in ipairs(program.writes) do
    {{to and to .. "[" .. w.index .. "]" or "x->" .. w.place}} = {{w.value}};
%   end
% end
{{"/* " .. fill(b .. ".c - made by polhode " .. page.version .. "; do not edit.", " * ", 3)}}
{{target.row("from", page.spec .. " (content " .. page.mark .. ")")}}
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
{{target.row("inertia", page.inertia_text .. " kg m^2")}}
% if page.mass then
{{target.row("mass", page.mass .. " kg")}}
% end
{{target.row("real", real)}}
{{target.row("cost", target.cost(page.cost, page.newton))}}
% if page.trial then
{{target.row("adaptive", "by an estimate of order " .. page.control.order .. "; " .. target.trial_cost(page))}}
% end
{{target.row("calls", #page.calls > 0 and table.concat(page.calls, ", ") .. " of math.h" .. (#page.advance.calls == 0 and ", none in a step" or "") or "nothing outside this file, no libm")}}
 *
 * R turns body vectors into space vectors, row by row; quaternions have their
 * scalar first; SI units; L is the angular momentum in the body frame.  No
 * allocation, no globals: reentrant.  The file belongs to whoever wrote the
 * spec.
 */
#ifndef {{B}}_NO_INCLUDE
#include "{{b}}.h"
% if #page.calls > 0 then
#include <math.h>
% end
#endif
% for _, s in ipairs(page.carried) do

{{s}}
% end

void {{b}}_start({{b}} *x)
{
% for _, f in ipairs(page.store) do
%   for i, v in ipairs(f.value) do
    x->{{f.name}}{{f.size > 1 and "[" .. (i - 1) .. "]" or ""}} = {{v}};
%   end
% end
    x->t = {{page.start_t}};
    x->t_rest = {{page.zero}};
}
% if #page.param > 0 then

void {{b}}_defaults({{b}}_par *par)
{
%   for _, f in ipairs(page.param) do
%     for i, v in ipairs(f.value) do
    par->{{f.name}}{{f.size > 1 and "[" .. (i - 1) .. "]" or ""}} = {{v}};
%     end
%   end
}
% end

/* Time goes on by h; what rounding leaves out is kept for the next step. */
static void {{b}}_tick({{b}} *x, {{real}} h)
{
    const {{real}} add = h + x->t_rest;
    const {{real}} sum = x->t + add;
    const {{real}} got = sum - x->t;
    x->t_rest = (x->t - (sum - got)) + (add - got);
    x->t = sum;
}

% local places, L_at = {}, 0
% for k, f in ipairs(page.store) do
%   if k == 2 then L_at = #places end
%   for i = 0, f.size - 1 do
%     places[#places + 1] = f.name .. (f.size > 1 and "[" .. i .. "]" or "")
%   end
% end
static void {{b}}_copy({{b}} *to, const {{b}} *from)
{
% for _, place in ipairs(places) do
    to->{{place}} = from->{{place}};
% end
    to->t = from->t;
    to->t_rest = from->t_rest;
}

% if page.push then
/* What acts at this state: with it one step ends and the next begins. */
static void {{b}}_push(const {{b}} *x{{par}}{{inp}}, {{real}} push[{{#page.pushed}}])
{
%   straight(page.push, true)
%   if #page.input > 0 and not target.has(page.push, { input = true }) then
    (void)in;
%   end
%   writes(page.push, "push")
}

% end
/* The state is kept apart from *x, where the compiler may hold it in
 * registers, and given back after the last good step. */
int {{b}}_run({{b}} *x{{par}}{{inp}}, {{real}} h, long steps)
{
% local p = page.advance
% local function idle(kind)
%   return not target.has(p, kind) and not (page.push and target.has(page.push, kind))
% end
% if #page.param > 0 and idle({ param = true }) then
    (void)par;
% end
% if #page.input > 0 and idle({ input = true }) then
    (void)in;
% end
% put(target.reads("    ", real, p.reads, once_a_call))
% put(target.lines("    ", real, p.once, prefix))
% for _, r in ipairs(p.reads) do
%   if r.kind == "span" then
    const {{real}} {{r.name}} = h;
%   end
% end
    {{b}} now;
% if page.push then
    {{real}} push[{{#page.pushed}}];
% end
% if page.fails then
    int status = {{B}}_OK;
% end
    long step;

    {{b}}_copy(&now, x);
% if page.push then
    {{b}}_push(&now{{pass}}, push);
% end
    for (step = 0; step < steps; step++) {
% put(target.reads("        ", real, p.reads, in_a_step, "now."))
% if page.newton then
        int sweep, solved;
% end
% blocks("        ", p)

        /* the new state */
% for _, w in ipairs(p.writes) do
%   if w.field == "kick" then
        const {{real}} push_time = {{w.value}};
%   elseif not w.same then
        now.{{w.place}} = {{w.value}};
%   end
% end
        {{b}}_tick(&now, h);
% if page.push then

        /* what acts now ends this step and begins the next */
        {{b}}_push(&now{{pass}}, push);
%   for i, place in ipairs(page.pushed) do
        now.{{place}} += push_time*push[{{i - 1}}];
%   end
% end
    }
    {{b}}_copy(x, &now);
    return {{page.fails and "status" or B .. "_OK"}};
}

int {{b}}_step({{b}} *x{{par}}{{inp}}, {{real}} h)
{
    return {{b}}_run(x{{pass}}, h, 1);
}

% if page.act then
/* Torque and force by mass at this state, what of them is not constant. */
static void {{b}}_act(const {{b}} *x{{par}}{{inp}}, {{real}} act[{{#page.act.writes}}])
{
%   straight(page.act, true)
%   if #page.input > 0 and not target.has(page.act, { input = true }) then
    (void)in;
%   end
%   writes(page.act, "act")
}

% end
% if page.trial then
%   include("advance.c.tpl", blocks)

% end
% include("interp.c.tpl", blocks)

{{real}} {{b}}_time(const {{b}} *x)
{
    return x->t;
}

void {{b}}_rotation(const {{b}} *x, {{real}} R[9])
{
% straight(page.rotation)
% writes(page.rotation, "R")
}

void {{b}}_set_rotation({{b}} *x, const {{real}} R[9])
{
% put(target.reads("    ", real, page.set_rotation.reads, everything))
% put(target.lines("    ", real, page.set_rotation.once, prefix))
% blocks("    ", page.set_rotation)
% writes(page.set_rotation)
}

% for _, s in ipairs(page.shown) do
void {{b}}_{{s.name}}(const {{b}} *x, {{real}} {{s.argument}}[{{s.size}}])
{
%   straight(s.get)
%   writes(s.get, s.argument)
}

void {{b}}_set_{{s.name}}({{b}} *x, const {{real}} {{s.argument}}[{{s.size}}])
{
%   put(target.reads("    ", real, s.set.reads, everything))
%   put(target.lines("    ", real, s.set.once, prefix))
%   blocks("    ", s.set)
%   writes(s.set)
}

% end
void {{b}}_omega(const {{b}} *x, {{real}} w[3])
{
% straight(page.omega)
% writes(page.omega, "w")
}

void {{b}}_set_omega({{b}} *x, const {{real}} w[3])
{
% put(target.reads("    ", real, page.set_omega.reads, everything))
% put(target.lines("    ", real, page.set_omega.once, prefix))
% blocks("    ", page.set_omega)
% writes(page.set_omega)
}

void {{b}}_momentum(const {{b}} *x, {{real}} pi[3])
{
% straight(page.momentum)
% writes(page.momentum, "pi")
}

{{real}} {{b}}_energy(const {{b}} *x{{par}})
{
% straight(page.energy, true)
    return {{page.energy.writes[1].value}};
}
% if #page.watch > 0 then

void {{b}}_keep(const {{b}} *x{{par}}, {{real}} value[{{#page.watch}}])
{
%   straight(page.watch_values, true)
%   for i, w in ipairs(page.watch_values.writes) do
    value[{{i - 1}}] = {{w.value}};
%   end
}
% end

#ifdef {{B}}_STEPPER
% local to, back = "", ""
% if real ~= "double" then
%   to, back = "(" .. real .. ")", "(double)"
% end
% local function each(fields, statement)
%   local at = 0
%   for _, f in ipairs(fields) do
%     for i = 0, f.size - 1 do
    {{statement(f.name .. (f.size > 1 and "[" .. i .. "]" or ""), at)}}
%       at = at + 1
%     end
%   end
%   return at
% end
% local function loader(name, type, argument, fields)
static void {{b}}_{{name}}({{type}} *{{argument}}, const double *v)
{
%   return each(fields, function(place, i)
%     return argument .. "->" .. place .. " = " .. to .. "v[" .. i .. "];"
%   end)
% end
/* The descriptor: it speaks double, whatever the type of the code above. */
% local n_par, n_in = 0, 0
% local n = loader("load", b, "x", page.store)
    x->t = {{to}}v[{{n}}];
    x->t_rest = {{to}}v[{{n + 1}}];
}

static void {{b}}_store(const {{b}} *x, double *v)
{
% each(page.store, function(place, i)
%   return "v[" .. i .. "] = " .. back .. "x->" .. place .. ";"
% end)
    v[{{n}}] = {{back}}x->t;
    v[{{n + 1}}] = {{back}}x->t_rest;
}
% if #page.param > 0 then

%   n_par = loader("load_par", b .. "_par", "par", page.param)
}
% end
% if #page.input > 0 then

%   n_in = loader("load_in", b .. "_in", "in", page.input)
}
% end

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
    {{b}}_start(&x);
    {{b}}_store(&x, v);
}

static int {{b}}_any_run(double *v, const double *par, const double *in, double h, long steps)
{
    {{b}} x;
    int status;
% if n_par > 0 then
    {{b}}_par p;
% end
% if n_in > 0 then
    {{b}}_in u;
% end
    {{b}}_load(&x, v);
% if n_par > 0 then
    {{b}}_load_par(&p, par);
% else
    (void)par;
% end
% if n_in > 0 then
    {{b}}_load_in(&u, in);
% else
    (void)in;
% end
    status = {{b}}_run(&x{{n_par > 0 and ", &p" or ""}}{{n_in > 0 and ", &u" or ""}}, {{to}}h, steps);
    {{b}}_store(&x, v);
    return status;
}

static int {{b}}_any_step(double *v, const double *par, const double *in, double h)
{
    return {{b}}_any_run(v, par, in, h, 1);
}

static void {{b}}_any_interp(const double *x0, const double *x1, const double *par, const double *in, double h, double theta, double *out)
{
    {{b}} from, to;
% if n_par > 0 then
    {{b}}_par p;
    {{b}}_load_par(&p, par);
% else
    (void)par;
% end
% if n_in > 0 then
    {{b}}_in u;
    {{b}}_load_in(&u, in);
% else
    (void)in;
% end
    {{b}}_load(&from, x0);
    {{b}}_load(&to, x1);
    {{b}}_interp(&from, &to{{n_par > 0 and ", &p" or ""}}{{n_in > 0 and ", &u" or ""}}, {{to}}h, {{to}}theta, &to);
    {{b}}_store(&to, out);
}
% for _, f in ipairs { { "rotation", "R", 9 }, { "omega", "w", 3 } } do

static void {{b}}_any_{{f[1]}}(const double *v, double {{f[2]}}[{{f[3]}}])
{
    {{b}} x;
    {{real}} value[{{f[3]}}];
    int i;
    {{b}}_load(&x, v);
    {{b}}_{{f[1]}}(&x, value);
    for (i = 0; i < {{f[3]}}; i++)
        {{f[2]}}[i] = {{back}}value[i];
}
% end

static void {{b}}_any_momentum(const double *v, double L[3])
{
    L[0] = v[{{L_at}}];
    L[1] = v[{{L_at + 1}}];
    L[2] = v[{{L_at + 2}}];
}

static double {{b}}_any_time(const double *v)
{
    return v[{{n}}] + v[{{n + 1}}];
}

static double {{b}}_any_energy(const double *v, const double *par)
{
    {{b}} x;
% if n_par > 0 then
    {{b}}_par p;
    {{b}}_load_par(&p, par);
% else
    (void)par;
% end
    {{b}}_load(&x, v);
    return {{back}}{{b}}_energy(&x{{n_par > 0 and ", &p" or ""}});
}
% if #page.watch > 0 then

static void {{b}}_any_keep(const double *v, const double *par, double *values)
{
    {{b}} x;
    {{real}} value[{{#page.watch}}];
    int i;
%   if n_par > 0 then
    {{b}}_par p;
    {{b}}_load_par(&p, par);
%   else
    (void)par;
%   end
    {{b}}_load(&x, v);
    {{b}}_keep(&x{{n_par > 0 and ", &p" or ""}}, value);
    for (i = 0; i < {{#page.watch}}; i++)
        values[i] = {{back}}value[i];
}

static const char *const
{{b}}_keep_names[{{#page.watch}}] = {
%   for _, name in ipairs(page.watch) do
    {{quote(name, 4)}},
%   end
};
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
    {{b}}_{{s.name}}(&x, value);
    for (i = 0; i < {{s.size}}; i++)
        values[{{at > 0 and at .. " + i" or "i"}}] = {{back}}value[i];
%     at = at + s.size
%   end
}

static const char *const
{{b}}_shown_names[{{#shown_names}}] = {
%   for _, name in ipairs(shown_names) do
    {{quote(name, 4)}},
%   end
};
% end
% local controls = 0
% if page.trial then
%   local reals, counts = target.control(page)
%   local function load_control(list, cast)
%     for _, f in ipairs(list) do
    c->{{f.name}} = {{cast}}v[{{controls}}];
%       controls = controls + 1
%     end
%   end
%   local function store_control(list, cast, at)
%     for i, f in ipairs(list) do
    v[{{at + i - 1}}] = {{cast}}c->{{f.name}};
%     end
%   end

static void {{b}}_load_control({{b}}_control *c, const double *v)
{
%   load_control(reals, to)
%   load_control(counts, "(long)")
}

static void {{b}}_store_control(const {{b}}_control *c, double *v)
{
%   store_control(reals, back, 0)
%   store_control(counts, "(double)", #reals)
}

static void {{b}}_any_control_start(double *control)
{
    {{b}}_control c;
    {{b}}_control_start(&c);
    {{b}}_store_control(&c, control);
}

static int {{b}}_any_advance(double *v, const double *par, const double *in, double *control, double until)
{
    {{b}} x;
    {{b}}_control c;
    int status;
%   if n_par > 0 then
    {{b}}_par p;
%   end
%   if n_in > 0 then
    {{b}}_in u;
%   end
    {{b}}_load(&x, v);
    {{b}}_load_control(&c, control);
%   if n_par > 0 then
    {{b}}_load_par(&p, par);
%   else
    (void)par;
%   end
%   if n_in > 0 then
    {{b}}_load_in(&u, in);
%   else
    (void)in;
%   end
    status = {{b}}_advance(&x{{n_par > 0 and ", &p" or ""}}{{n_in > 0 and ", &u" or ""}}, &c, {{to}}until);
    {{b}}_store(&x, v);
    {{b}}_store_control(&c, control);
    return status;
}
% end

const pol_stepper {{b}}_stepper = {
    POL_STEPPER_ABI,
    {{quote(b, 4)}},
    {{quote(page.method.name, 4)}},
    {{quote(page.attitude.name, 4)}},
    {{quote(page.map.name or "", 4)}},
    {{quote(page.method.source or "", 4)}},
    {{page.order}}, /* order */
    {{page.moves and 1 or 0}}, /* moves */
    {{n + 2}}, {{n_par}}, {{n_in}}, {{#page.watch}}, {{#shown_names}}, /* state, par, input, kept, shown */
    {{#page.watch > 0 and b .. "_keep_names" or "0"}},
    {{shows and b .. "_shown_names" or "0"}},
    {{page.step}}, {{page["until"]}}, /* step, until */
    {{b}}_any_start,
    {{b}}_any_step,
    {{b}}_any_run,
    {{b}}_any_rotation,
    {{b}}_any_momentum,
    {{b}}_any_omega,
    {{b}}_any_time,
    {{b}}_any_energy,
    {{#page.watch > 0 and b .. "_any_keep" or "0"}},
    {{shows and b .. "_any_shown" or "0"}},
    {{b}}_any_interp,
    {{controls}}, /* control */
    {{page.trial and b .. "_any_control_start" or "0"}},
    {{page.trial and b .. "_any_advance" or "0"}},
};
#endif
