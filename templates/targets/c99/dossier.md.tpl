% -- A page for reviewers of the emitted C: its sources, costs and guarantees.
% include("control.tpl")
% include("review.tpl")
% include("names.tpl")
% local b, B, real, is_float = page.body, page.BODY, page.real, page.real == "float"
% local function cell(text) return string.replace(string.replace(text, "|", "\\|"), "<", "&lt;") end
% local function row(...)
%   local cells = { ... }
%   for i = 1, #cells do cells[i] = cell(cells[i]) end
| {{table.concat(cells, " | ")}} |
% end
% local function code(name) return "`" .. b .. "_" .. name .. "`" end
% local function open(text) return fill(string.replace(text, "-->", "-- >"), string.rep(" ", 14), 14) end
% local file, run = "`" .. b .. ".c`", code("run")
<!-- {{b}}.md - made by polhode {{page.version}}; do not edit.
   from       {{open(page.spec .. " (content " .. page.mark .. ")")}}
   by         {{open(page.command .. " --with dossier")}}
-->

# {{b}}

{{cell(fill("The C code that steps this body: " .. b .. ".c, " .. b .. ".h. This page has what is known when the files are made; the commands below measure the compiled code.", "", 0))}}

| | |
|---|---|
% row("made from", page.spec .. ", content " .. page.mark)
% row("made by", "`" .. page.command .. " --with dossier`, polhode " .. page.version)
% if page.note then row("body", page.note) end
% row("real type", real)
% local defaults = (page.varies and ", of the parameters' defaults" or "") .. (page.changes and ", at the start" or "")
% local wheels, states, is_wheel = page.turning, {}, {}
% for _, w in ipairs(page.wheel) do is_wheel[w.field] = w end
% for _, f in ipairs(page.extra) do
%   if not is_wheel[f.name] then states[#states + 1] = f end
% end
% row("inertia", page.inertia_text .. " kg m^2" .. defaults .. (wheels and ", " .. wheels .. " locked" or ""))
% if wheels then row("inertia J*", page.own_inertia_text .. " kg m^2" .. defaults .. ", without that of the " .. wheels .. " about their axes") end
% for _, w in ipairs(page.wheel) do
%   row(w.kind .. " " .. w.wheel, "axis " .. w.axis .. ", inertia " .. w.inertia .. " kg m^2" .. defaults .. (w.note and "; " .. w.note or ""))
% end
% if page.mass then row("mass", page.mass .. " kg") end

## Equations and sources

% local J = wheels and "J*" or "J"
`R` maps body vectors to space vectors, `w` is the angular velocity and `L = {{J}} w{{page.inner and " + h" or ""}}` the
angular momentum{{wheels and " of body and " .. wheels or ""}}, both in the body frame; SI units, radians.

    R' = R S(w),  S(w) a = w x a
    L' = L x w{{page.free and "" or " + T"}}
%?page.changes?    {{J}} = {{J}}(t, z)    (inertia, a function of time and states)
%?page.inner?    w = {{J}}^-1 (L - h)    (h: internal momentum, {{wheels and "sum of eta a, plus `gyro`" or "`gyro`"}})
% if wheels then
    eta' = u,  s = eta/I - a.w    (each wheel: momentum eta about its unit axis a, inertia I about
                                  it, torque u on it, rate s relative to the body)
% end
%?#states > 0?    z' = f    (states)
% if page.moves then
    x' = v{{page.has_exhaust and " + R sum mdot r/m" or ""}},  m v' = F    (position and velocity of the centre of mass, space frame)
% end
% if page.has_exhaust then
    T contains sum mdot r x (w x r), F contains R sum mdot w x r    (mass leaves at r, mdot kg/s)
% end

% if page.has_potential then
{{page.moves and "Torque and force of a potential come from" or "The torque of a potential comes from"}} its exact derivatives.

% end
| part | choice | source |
|---|---|---|
% local m = page.method
% row("method", m.name .. ": " .. m.title, m.source or "")
% row("attitude", page.attitude.name .. ": " .. page.attitude.title, page.attitude.source or "")
% if page.map.name then row("map", page.map.name .. ": " .. page.map.title, page.map.source or "") end
% if page.inner then row("internal momentum", wheels or "`gyro`", "P. C. Hughes, Spacecraft Attitude Dynamics, Wiley 1986, chapters 3 and 6") end
% if page.trial then
% row("step size", "controller PI.4.2", "G. Soderlind, L. Wang, J. Comput. Appl. Math. 185 (2006) 225-243; K. Gustafsson, ACM Trans. Math. Software 17 (1991) 533-554")
% end
% if page.interp then
% row("dense output", page.dense_step and "a step of theta h: the step's own series" or "error O(h^" .. page.dense_order .. ") between two states", page.dense_step and page.method.source or "A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285")
% end

## From the spec to the C

% -- ---- where the C has a statement: by the names of lines, and what they read ----
% -- f(title, lines) of each paragraph of a program
% local function each_paragraph(program, f)
%   local at = "first lines of the step"
%   for _, block in ipairs(program.blocks) do
%     if block.kind == "series" then at = "each order of the Taylor series" end
%     for _, p in ipairs(block.paragraphs) do
%       at = block.kind == "newton" and block.title .. ": a sweep of Newton's iteration" or p.title or at
%       f(at, p.lines)
%     end
%   end
% end
% -- True if the text contains one of these names.
% local function names_one(text, names)
%   local found = false
%   target.map_names(text, function(word) found = found or names[word] end)
%   return found
% end
% -- True if a line of this name is one of `let`: "up1_0" is a line of `up`.
% local function is_of(name, let)
%   local c = string.byte(name, #let + 1)
%   return string.sub(name, 1, #let) == let and (not c or c == 95 or c >= 48 and c <= 57)
% end
% local function line_is_of(line, let)
%   for _, name in ipairs(line.names or { line.name }) do
%     if is_of(name, let) then return true end
%   end
%   return false
% end
% local functions = {}
% for _, name in ipairs { "push", "loads", "load_rates", "interp", "breaks", "check", "omega", "set_omega", "energy" } do
%   if page[name] then functions[#functions + 1] = { name = name, program = page[name] } end
% end
% for _, w in ipairs(page.access and page.wheel or {}) do
%   functions[#functions + 1] = { name = w.name, program = w.get }
%   functions[#functions + 1] = { name = "set_" .. w.name, program = w.set }
% end
% if page.access and #page.watch > 0 then functions[#functions + 1] = { name = "keep", program = page.watch_values } end
% -- Paragraphs and functions with a line for which has(line, program) is true, or "".
% local function places(has)
%   local found, last = {}, nil
%   each_paragraph(page.advance, function(title, lines)
%     local short = string.split(title, ":")[1]
%     for _, line in ipairs(lines) do
%       if short ~= last and has(line, page.advance) then
%         found[#found + 1], last = short, short
%       end
%     end
%   end)
%   for _, f in ipairs(functions) do
%     local here = false
%     each_paragraph(f.program, function(_, lines)
%       for _, line in ipairs(lines) do here = here or has(line, f.program) end
%     end)
%     for _, w in ipairs(f.program.writes) do here = here or has({ name = "", value = w.value }, f.program) end
%     if here then found[#found + 1] = code(f.name) end
%   end
%   return table.concat(found, ", ")
% end
% -- Where a parameter or input, or a value computed from it once a call, is read.
% local function readers(kind, field)
%   local known = {}
%   return places(function(line, program)
%     local names = known[program]
%     if not names then
%       names = {}
%       for _, r in ipairs(program.reads) do
%         if r.kind == kind and r.field == field then names[r.name] = true end
%       end
%       for _, once in ipairs(program.once) do
%         if once.name and names_one(once.value, names) then names[once.name] = true end
%       end
%       known[program] = names
%     end
%     return names_one(line.value, names)
%   end)
% end
% local function read_by(where) return where ~= "" and "; read in: " .. where or "; never read" end
| statement | in the C |
|---|---|
% row("`body`", "the type `" .. b .. "`; the prefix of all names")
% row("`inertia`", page.changes and "in lines of w: it changes with t or states" or page.varies and "from `" .. b .. "_par`, once a call; " .. code("check") .. " checks it" or "folded into constants")
% if page.moves then row("`mass`", page.mass and "folded into constants" or page.burns and "in lines of F, a: it changes with t or states" or "from `" .. b .. "_par`") end
% for _, let in ipairs(string.split(page.lets, " ")) do
%   if let ~= "" then
%     local where = places(function(line, program) return program ~= page.interp and line_is_of(line, let) end)
%     row("`let` " .. let, where ~= "" and "lines named after it in: " .. where or "in no line of its own; its parts are in other lines")
%   end
% end
% if not page.free then
%   local where = places(function(line)
%     return line_is_of(line, "T") or line_is_of(line, "Ldot") or line_is_of(line, "F") or line_is_of(line, "a")
%   end)
%   row("`torque`, `potential`" .. (page.moves and ", `force`" or ""), (where ~= "" and "lines T, Ldot, F, a (torque, rate of L, torque seen from the start, force/mass) in: " .. where or "in the paragraphs of the step") .. (page.loads and ", and " .. code("loads") or "") .. (page.push and ", and " .. code("push") or "") .. (page.energy and page.has_potential and "; the potential in " .. code("energy") or ""))
% end
% if page.inner then
%   local where = places(function(line, program) return program ~= page.interp and (line_is_of(line, "h_b") or line_is_of(line, "Jw")) end)
%   row(wheels and "`gyro`, momenta of " .. wheels or "`gyro`", where ~= "" and "lines h_b, Jw (internal momentum, L without it) in: " .. where or "in lines of w")
% end
% for _, f in ipairs(page.extra) do
%   local w = is_wheel[f.name]
%   local where = places(function(line, program) return program ~= page.interp and line_is_of(line, f.written .. "_rate") end)
%   local rate_lines = where ~= "" and "; lines " .. f.written .. "_rate in: " .. where or ""
%   if w then
%     row("`" .. w.kind .. "` " .. w.wheel, "`" .. b .. "." .. f.name .. "`, its momentum" .. rate_lines .. (page.access and "; its rate: " .. code(w.name) .. ", " .. code("set_" .. w.name) or ""))
%   else
%     row("`state` " .. f.written, "`" .. b .. "." .. f.name .. "`" .. rate_lines)
%   end
% end
% for _, f in ipairs(page.param) do
%   row("`param` " .. f.written, "`" .. b .. "_par." .. f.name .. "`" .. (f.note and ", " .. f.note or "") .. "; default " .. table.concat(f.value, ", ") .. read_by(readers("param", f.name)))
% end
% for _, f in ipairs(page.input) do
%   row("`input` " .. f.written, "`" .. b .. "_in." .. f.name .. "`" .. (f.note and ", " .. f.note or "") .. "; held over a step" .. read_by(readers("input", f.name)))
% end
% for _, f in ipairs(target.state(page)) do
%   row("state", "`" .. b .. "." .. f.name .. (f.size > 1 and "[" .. f.size .. "]" or "") .. "`" .. (f.note and ": " .. f.note or ""))
% end
% row("`start`", code("start"))
% row("`method`", run .. ", " .. code("step") .. (page.trial and ", " .. code("trial") or ""))
% if page.trial then row("`step adaptive`", code("control_start") .. ", " .. code("advance")) end
% if #page.event > 0 then row("`event`", code("guards") .. ", " .. (page.curves and code("curves") .. ", " or "") .. code("watch") .. ", " .. code("advance")) end
% for _, s in ipairs(page.sample) do row("`sample` " .. s.name, code("sample_" .. s.field) .. ", " .. code("take") .. ", " .. code("advance")) end
% for i, name in ipairs(page.watch) do
%   row("`keep` " .. name, "value[" .. i - 1 .. "] of " .. code("keep"))
% end
% for _, s in ipairs(target.shown(page)) do
%   row("`show` " .. s.call, code(s.name) .. ", " .. code("set_" .. s.name))
% end

The paragraphs of a step, by the comments above them in {{run}}:

| paragraph | values that it computes |
|---|---|
% local titles, values = {}, {}
% each_paragraph(page.advance, function(title, lines)
%   if title ~= titles[#titles] then titles[#titles + 1], values[#values + 1] = title, 0 end
%   values[#values] = values[#values] + #lines
% end)
% for i, title in ipairs(titles) do row(title, "" .. values[i]) end
% row("the new state", "" .. #page.advance.writes)

## Operations

A step: {{cell(target.cost(page))}}.

% if page.trial then
An adaptive step: {{cell(target.trial_cost(page))}}.

% end
The other functions: a row counts a function's own text and the functions at the top of
{{file}} that it calls{{page.interp and page.loads and "; " .. code("interp") .. " also evaluates " .. code("loads") .. (page.load_rates and " and " .. code("load_rates") or "") .. " at both ends" or ""}}:

| function | mul | add | div | sqrt | calls | negations | compares | also once, from parameters and h alone |
|---|---|---|---|---|---|---|---|---|
% local function cost(name, p)
%   if p then
%     local c = p.cost
%     row(code(name), "" .. c.mul, "" .. c.add, "" .. c.div, "" .. c.sqrt, "" .. c.calls, "" .. c.neg, "" .. c.compare, "" .. c.once)
%   end
% end
% for _, name in ipairs { "push", "loads", "load_rates", "interp", "breaks", "check", "rotation", "set_rotation", "omega", "set_omega", "momentum", "energy" } do
%   cost(name, page[name])
% end
% cost("keep", page.watch_values)
% cost("guards", page.guards)
% cost("curves", page.curves)
% for i, e in ipairs(page.event) do cost("then_" .. i - 1, e.outcome) end
% for _, s in ipairs(page.sample) do cost("sample_" .. s.field, s.take) end
% for _, w in ipairs(page.wheel) do
%   cost(w.name, w.get)
%   cost("set_" .. w.name, w.set)
% end
% for _, s in ipairs(page.shown) do
%   cost(s.name, s.get)
%   cost("set_" .. s.name, s.set)
% end

Functions of `math.h`: {{#page.calls > 0 and table.concat(page.calls, ", ") or "none"}}.

## Loops

| function | loop | iterations at most |
|---|---|---|
% row(run, "steps", "the argument `steps`; " .. code("step") .. ": 1")
% local follow = "" -- options of Frama-C to follow counters and statuses, on which arrays and results depend
% local function newton(name, program)
%   for _, block in ipairs(program and program.blocks or {}) do
%     if block.kind == "newton" then
%       row(code(name), "Newton's iteration for " .. block.title, block.sweeps .. "; then `" .. B .. "_NOT_CONVERGED`")
%     elseif block.kind == "series" then
%       follow = " -eva-split-return full -eva-auto-loop-unroll 64"
%       row(code(name), "the orders of a Taylor series; in each the orders up to it", block.order - 1 .. "; " .. block.order - 1)
%     end
%   end
% end
% newton("run", page.advance)
% newton("trial", page.trial)
% newton("curves", page.curves)
% for _, text in ipairs(page.carried) do
%   for _, name in ipairs { "c01", "c0123", "c012345" } do
%     if string.find(text, b .. "_" .. name .. (is_float and "f" or "") .. "_far(") then
%       row(code(name .. (is_float and "f" or "") .. "_far"), "halvings of an angle, and back", (is_float and "16" or "32") .. " each; 0 if the argument is at most pi^2/4")
%     end
%   end
%   for _, name in ipairs { "jacobi", "jacobi_pi" } do
%     local called = name .. (is_float and "f" or "")
%     if string.find(text, " " .. b .. "_" .. called .. "(") then
%       row(code(called), "means, down and back", (is_float and "12" or "16") .. " each")
%       follow = follow .. " -eva-slevel-function " .. b .. "_" .. called .. ":400," .. b .. "_" .. called .. "_means:400"
%     end
%   end
% end
% for _, g in ipairs(page.grid) do
%?g.knots and not g.per?| {{code(g.name .. "_at")}} | bisections of a table's rows | {{math.ceil(math.log(g.n, 2))}} |
% end
% if #page.event > 0 then
%   local most = is_float and "22" or "51"
%   local list = {}
%   for _, name in ipairs { "guards", "begin_watch", "watch", "pending", page.assigns and "happen" or nil } do list[#list + 1] = code(name) end
%   row(table.concat(list, ", "), "events", "" .. #page.event)
%   if page.curves then
%     row(code("search"), "pieces of a step, and halvings of these", "513; 9")
%     local orders = #page.curves.writes//#page.event
%     row(code("first"), "intervals in a piece; powers, and orders", 100*orders .. "; " .. orders .. " each")
%     row(code("resolved"), "orders", "" .. orders)
%     row(code("root"), "Newton's steps and bisections", "100")
%     row(code("settle"), "widenings", "12")
%   end
%   row(code("locate"), "doublings; states that are checked, each by a step", "64; " .. most)
% end
% if #page.sample > 0 then
%   row(code("due") .. ", " .. code("take"), "samples; roundings of a time", "" .. #page.sample .. ", twice that with delays; 2")
% end
% if page.advances and not page.trial then
%   row(code("advance"), "steps taken", "`most` of the control, then `" .. B .. "_UNFINISHED`; if `most` is 0, steps of `h` up to `t_end`")
% end
% if page.trial then
%   row(code("advance"), "rejected trials in a row", "30; then `" .. B .. "_REJECTED`")
%   row(code("advance"), "steps taken", "`most` of the control, then `" .. B .. "_UNFINISHED`; if `most` is 0, limited by `min`: a step is at least half of `min`, except one that ends on a breakpoint or on `t_end`; if both are 0, unlimited")
%   row(code("power" .. (is_float and "f" or "")), "doublings or halvings; squares", "70; 6")
%   if #page.control.landing > 0 then row(code("find"), "breakpoints", "" .. #page.control.landing .. " in each direction") end
%   local moving = #page.control.moving_is_kink
%   local jump = false
%   for _, is_kink in ipairs(page.control.moving_is_kink) do jump = jump or not is_kink end
%   if moving > 0 then row(code("aim") .. (jump and ", " .. code("jumps") or ""), "breakpoints of parameters", "" .. moving) end
% end
% if page.access then row(code("numbers") .. ", " .. code("squares"), "numbers of a field", "9") end

No recursion, no pointers to functions, no allocation, no arrays of variable length, no
`goto`: the stack of a call is the sum of the frames on its longest chain of calls.

## Size of code and stack

Stack frames are listed in `{{b}}.su`, in bytes; data and bss are empty.

```sh
gcc -std=c99 -O2 -ffp-contract=off -fstack-usage -c {{b}}.c -o {{b}}.o
size {{b}}.o && cat {{b}}.su
```

The same for a Cortex-M4F:

```sh
arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off -fstack-usage -c {{b}}.c -o {{b}}.o
arm-none-eabi-size {{b}}.o && cat {{b}}.su
```

## Ranges

% -- ---- ranges, by one rule from the spec: the table and the program below ----
% local ranges = {}
% local function number(x)
%   local text = string.format("%.4g", x)
%   return (string.find(text, ".") or string.find(text, "e")) and text or text .. ".0"
% end
% local real_of = target.real_of
% local function largest(values)
%   local most = 0.0
%   for _, v in ipairs(values) do most = math.max(most, math.abs(real_of(v))) end
%   return most
% end
% local function range(place, size, low, high, why)
%   ranges[#ranges + 1] = { place = place, size = size, low = low, high = high, why = why }
% end
% local J, cofactor, det = target.inertia(page)
% local step, span = real_of(page.step), real_of(page["until"])
% if step == 0 then step = 0.01 end
% if span == 0 then span = 1000 * step end
% local rates, speed = {}, 10.0
% for _, f in ipairs(page.store) do
%   if f.name == "v" and largest(f.value) > 0 then speed = 10 * largest(f.value) end
% end
% -- the largest number if all are 0 at the start
% local from_rest = {
%   L = { 10 * math.max(J[1][1], J[2][2], J[3][3]), "10 rad/s about the axis of the largest moment, from rest" },
%   x = { speed * span, "the distance at the largest speed, from 0" },
%   v = { speed, "10 m/s, from rest" },
% }
% for _, f in ipairs(page.extra) do
%   local w = is_wheel[f.name]
%   from_rest[f.name] = w and { 1000 * real_of(w.inertia), "1000 rad/s, from rest" } or { 10.0, "10 of its unit, from 0" }
% end
% for k, f in ipairs(page.store) do
%   local most, why = 10 * largest(f.value), "ten times the largest at the start"
%   if k == 1 and f.size == 3 then
%     most, why = 3.2, "any attitude of less than half a turn"
%   elseif k == 1 then
%     most, why = 1.0, "any rotation, and more"
%   elseif most == 0 then
%     most, why = table.unpack(from_rest[f.name])
%   end
%   if f.name == "L" then
%     for i = 1, 3 do
%       rates[i] = number((math.abs(cofactor(i, 1)) + math.abs(cofactor(i, 2)) + math.abs(cofactor(i, 3))) / math.abs(det) * most)
%     end
%   end
%   range("x." .. f.name, f.size, -most, most, why)
% end
% local t0, t1 = real_of(page.start_t), real_of(page.start_t) + span
% range("x.t", 1, t0, t1, real_of(page["until"]) > 0 and "from the start until the end of the spec" or "1000 steps")
% local rest = (is_float and 1.2e-7 or 2.3e-16) * math.max(math.abs(t0), math.abs(t1))
% range("x.t_rest", 1, -rest, rest, "rounding of t")
% for _, f in ipairs(page.param) do
%   for i, v in ipairs(f.value) do
%     local low, high = 0.5 * real_of(v), 2 * real_of(v)
%     if low == 0 then low, high = -1.0, 1.0 end
%     range("par." .. f.name .. (f.size > 1 and "[" .. i - 1 .. "]" or ""), 1, math.min(low, high), math.max(low, high), low == -1 and "its default is 0" or "half to twice its default")
%   end
% end
% for _, f in ipairs(page.input) do
%   range("in." .. f.name, f.size, -10.0, 10.0, "10 of its unit")
% end
% range("h", 1, step / 10, step, real_of(page.step) > 0 and "a tenth of the spec's step to the whole step" or "to 0.01 s")
The ranges follow from the spec by the rules in the last column, for each number separately.

| numbers | from | to | rule |
|---|---|---|---|
% for _, r in ipairs(ranges) do
%   row("`" .. r.place .. (r.size > 1 and "[" .. r.size .. "]" or "") .. "`", number(r.low), number(r.high), r.why)
% end

With these momenta {{page.inner and (wheels and "and " .. wheels .. " at rest " or "and no internal momentum ") or ""}}{{page.varies and "and the parameters' defaults " or ""}}the components of w are at most {{table.concat(rates, ", ")}} rad/s.

% local exact, unseen = target.has_exact_bits(page), {}
% if page.check then unseen[1] = code("check") end
% if page.interp and not page.access then unseen[#unseen + 1] = code("interp") end
% for _, s in ipairs(page.access and page.shown or {}) do
%   if s.name ~= "quaternion" then unseen[#unseen + 1], unseen[#unseen + 2] = code(s.name), code("set_" .. s.name) end
% end
The program that `polhode emit --with test` writes runs this body with the parameters'
defaults, from the start with added momentum: at most 64 steps, compared with the equations{{exact and ",\nand 1000 steps, whose bits are compared" or ""}}.{{exact and "" or "\nIts step calls functions of `math.h`, whose last bits differ between libraries: bits are\nnot compared."}}
Two steps and a large step from each of several states of nonzero numbers, with other
parameters and inputs, test each operand of the equations and both sides of each condition{{page.test.unmet and ", except:\n\n- `" .. string.replace(page.test.unmet, "; ", "`;\n- `") .. "`\n" or page.test.probes and "." or ".\n`--with test,dossier` lists here the operands and sides that it could not reach."}}
%?#unseen > 0?It does not test {{table.concat(unseen, ", ")}}.
%?page.access?It tests energy, momentum and `keep` if both the motion and the code conserve them.

% local steady = not page.newton
Frama-C's EVA (Debian's frama-c-base) finds bounds of all values that the C can have, with the
program below; `polhode` does not run it.
% if steady then
The first command takes numbers within these ranges. If it ends with 0 alarms, no value of
a step is Inf or NaN; an alarm means that Inf or NaN could not be excluded in its line, for
example because a denominator may be 0{{is_float and ": in float also where the attitude is\nnormalised, since all its numbers may be 0 here" or ""}}.
% else
(A run with numbers within the ranges would show nothing: the bounds of the divisors of
Newton's iteration contain 0.)
% end
The {{steady and "second" or "command"}} takes any numbers, also Inf and NaN, in all functions. If it ends
with 0 alarms, the functions have no undefined behaviour.

```sh
sed -n '/^```c$/,/^```$/p' {{b}}.md | sed '1d;$d' > {{b}}_eva.c
%?steady?frama-c -eva -eva-precision 2 -eva-auto-loop-unroll 64 -cpp-extra-args=-I. {{b}}.c {{b}}_eva.c
frama-c -eva -eva-precision 1{{follow}} -warn-special-float none -cpp-extra-args="-I. -DANY" {{b}}.c {{b}}_eva.c
```

% local par = #page.param > 0 and "&par" or "NULL"
% local input = #page.input > 0 and "&in" or "NULL"
% local function takes(name) return (target.takes(page, name, par, input)) end
% local f = is_float and "f" or ""
```c
#include <__fc_builtin.h>
#include <stddef.h>

#include "{{b}}.h"

% for _, call in ipairs(page.calls) do
%   if call == "tanh" .. f then
#ifndef ANY /* unknown to Frama-C */
/*@ assigns \result \from x; ensures \is_finite(\result) && -1.0 <= \result <= 1.0; */
{{real}} {{call}}({{real}} x);
#endif
%   end
% end
#ifdef ANY
static volatile {{real}} any; /* also Inf or NaN */
static volatile long count;
#define within(low, high) any
#else
#define within(low, high) Frama_C_{{real}}_interval(low, high)
#endif

int main(void)
{
    {{b}} x;
%?#page.param > 0?    {{b}}_par par;
%?#page.input > 0?    {{b}}_in in;
    int i;

% for _, r in ipairs(ranges) do
%   local values = "within(" .. number(r.low) .. f .. ", " .. number(r.high) .. f .. ");"
%   if r.place == "h" then
%   elseif r.size > 1 then
    for (i = 0; i < {{r.size}}; i++) {
        {{r.place}}[i] = {{values}}
    }
%   else
    {{r.place}} = {{values}}
%   end
% end
#ifdef ANY
    {
        {{real}} u[9], v[9], value{{#page.watch > 0 and "[" .. #page.watch .. "]" or ""}};
        {{b}} y = x, z;
%   if page.advances then
        {{b}}_control c;
%     for _, n in ipairs(target.numbers(target.control(page))) do
        c.{{n.place}} = {{n.of.type == "int" and "(int)" or ""}}{{n.of.type and "count" or "any"}};
%     end
%   end
        for (i = 0; i < 9; i++) {
            v[i] = any;
        }
        switch (count) {
%   local at = 0
%   local function case(text)
%     at = at + 1
        case {{at}}: {{text}} break;
%   end
%   local xp = "(&x, " .. par .. ", " .. input .. ", "
%   case(page.start_varies and "(void)" .. b .. "_start(&x, &par);" or b .. "_start(&x);")
%   if #page.param > 0 then case(b .. "_defaults(&par);") end
%   if page.check then case(b .. "_check(&par);") end
%   case(b .. "_run" .. xp .. "any, count);")
%   if page.advances then
%     case(b .. "_control_start(&c);")
%     case(b .. "_advance" .. xp .. "&c, any);")
%   end
%   if page.interp then case(b .. "_interp(&x, &y, " .. par .. ", " .. input .. ", any, any, &z);") end
%   if page.access then
%     case(b .. "_time(&x);")
%     for _, f in ipairs(target.accessors(page)) do
%       local array = f.sets and ", v" or f.argument == "value" and ", value" or ", u"
%       case(b .. "_" .. f.name .. "(&x" .. (f.of and takes(f.of) or "") .. (f.size and array or f.sets and ", any" or "") .. ");")
%     end
%   end
        default: break;
        }
    }
#endif
    return {{b}}_step(&x, {{par}}, {{input}}, within({{number(ranges[#ranges].low)}}{{f}}, {{number(ranges[#ranges].high)}}{{f}}));
}
```

## Checks at run time

| status | value | when |
|---|---|---|
% for _, s in ipairs(target.statuses(page)) do
%   row("`" .. B .. "_" .. s.name .. "`", "" .. s.value, s.note or "done")
% end

With any status but OK the state is the last good one. Not checked: whether the state's
attitude is a rotation, {{page.check and "whether parameters are those of a body (" .. code("check") .. " checks this), " or ""}}whether
the step size suits the motion{{page.turn and " (a step turns the body by less than " .. page.turn .. " rad, or returns an error)" or ""}}.
`polhode order` and `polhode drift` measure the error of this spec and method for given
steps. NaN and Inf checks do not work under `-ffinite-math-only`.

## Guarantees, and the tests of polhode that check them

| guarantee | test |
|---|---|
% row(page.exact and "exact but for rounding" or target.order(page), "tests/shelf/axioms/order.c")
% if page.symmetric then row("symmetric: a step back undoes a step", "tests/shelf/axioms/order.c") end
% if target.keeps(page) ~= "" then row("keeps " .. target.keeps(page), "tests/shelf/axioms/claim.c") end
% if page.newton then row("Newton's iteration: a solution, or a status", "tests/shelf/axioms/newton.c") end
% row("never OK with a state that is not finite", "tests/shelf/test_finite.c")
% row("no undefined behaviour, for any numbers in state, parameters, inputs and step", "tests/tour/test_tour.c")
% row("n steps in one call have the same bits as n calls of one step", "tests/shelf/test_runs.c")
% if page.interp then row("error of dense output: O(h^" .. page.dense_order .. ")", "tests/shelf/test_dense.c") end
% if page.trial then row("the error that adaptive steps reach for a tolerance", "tests/shelf/test_adaptive.c") end
% if not page.newton and not page.trial and not is_float then row("no value of a step is Inf or NaN, in ranges like those above (explicit methods, in double; not large tableaus, compositions or elliptic functions)", "tests/cli/test_reviewed.sh") end
% row("the number of operations is that above; no external symbol but those of `math.h` above", "tests/embed/test_embed.c")
% row("the same text from every build of polhode", "tests/golden/test_golden.c")
% row("no analyser finds anything; MISRA C as below", "tests/cli/test_reviewed.sh")

The tests check the method and the generator, with bodies of their own. They were not run with
this body.

## MISRA C:2012

`{{b}}.c` and `{{b}}.h` keep the mandatory and required rules that cppcheck's addon checks.
They depart from these advisory rules:

| rule | where | why |
|---|---|---|
| 1.2 | `__attribute__((cold, noinline))`, for compilers that define `__GNUC__` | the common path stays short; without it the result is the same |
| 2.5 | macros of the header that the file itself does not use | they are for callers |
| 8.7 | `{{b}}_run` and others that only callers in other files use | they are the interface |
| 8.9 | long named constants that only one function uses | all constants of a file are in one place |
| 12.1 | `a*b + c`, `a && b < c` | formulas as in the literature; precedence is that of C |
| 12.3 | `q0 = x->q[0], q1 = x->q[1]` | components of one vector are together |
| 15.4 | `break` out of a loop, more than one | a step that fails ends at once |
| 15.5 | more than one `return` | a function returns at the first error |
| 17.8 | parameters that are changed | arguments are passed by value |
