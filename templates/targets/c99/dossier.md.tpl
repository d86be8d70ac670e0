% -- A page for who reviews the emitted C: what it is made of, costs and promises.
% local b, B, real = page.body, page.BODY, page.real
% local is_float = real == "float"
% local function cell(text) return string.replace(string.replace(text, "|", "\\|"), "<", "&lt;") end
% local function row(...)
%   local cells = { ... }
%   for i = 1, #cells do cells[i] = cell(cells[i]) end
| {{table.concat(cells, " | ")}} |
% end
% local function code(name) return "`" .. b .. "_" .. name .. "`" end
% local function open(text) return fill(string.replace(text, "-->", "-- >"), string.rep(" ", 14), 14) end
% local file = "`" .. b .. ".c`"
% local run = code("run")
<!-- {{b}}.md - made by polhode {{page.version}}; do not edit.
   from       {{open(page.spec .. " (content " .. page.mark .. ")")}}
   by         {{open(page.command .. " --with dossier")}}
-->

# {{b}}

{{cell(fill("The C that steps this body: " .. b .. ".c, " .. b .. ".h. All here is known when the files are made; what a compiler makes of them is measured by the commands below.", "", 0))}}

| | |
|---|---|
% row("made from", page.spec .. ", content " .. page.mark)
% row("made by", "`" .. page.command .. " --with dossier`, polhode " .. page.version)
% if page.note then row("body", page.note) end
% row("real type", real)
% row("inertia", page.inertia_text .. " kg m^2" .. (page.varies and ", of the parameters' defaults" or ""))
% if page.mass then row("mass", page.mass .. " kg") end

## Equations and sources

`R` maps body vectors to space vectors, `w` is the angular velocity and `L = J w` the
angular momentum, both in the body frame; SI units, radians.

    R' = R S(w),  S(w) a = w x a
    L' = L x w{{page.free and "" or " + T"}}
% if page.moves then
    x' = v,  m v' = F    (position and velocity of the centre of mass, space frame)
% end

% if page.has_potential then
Torque{{page.moves and " and force" or ""}} of a potential are its exact derivatives.

% end
| what | which | source |
|---|---|---|
% local m = page.method
% row("method", m.name .. ": " .. m.title, m.source or "")
% row("attitude", page.attitude.name .. ": " .. page.attitude.title, page.attitude.source or "")
% if page.map.name then row("map", page.map.name .. ": " .. page.map.title, page.map.source or "") end
% if page.trial then
% row("step size", "controller PI.4.2", "G. Soderlind, L. Wang, J. Comput. Appl. Math. 185 (2006) 225-243; K. Gustafsson, ACM Trans. Math. Software 17 (1991) 533-554")
% end
% if page.interp then
% row("dense output", "error O(h^" .. page.dense_order .. ") between two states", "A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285")
% end

## From the spec to the C

| statement | in the C |
|---|---|
% row("`body`", "the type `" .. b .. "`; the prefix of all names")
% row("`inertia`", page.varies and "from `" .. b .. "_par`, once a call; " .. code("check") .. " looks at it" or "folded into constants")
% if page.moves then row("`mass`", page.mass and "folded into constants" or "from `" .. b .. "_par`") end
% if not page.free then
%   row("`torque`, `potential`" .. (page.moves and ", `force`" or ""), "in the paragraphs of the step" .. (page.act and ", and " .. code("act") or "") .. (page.push and ", and " .. code("push") or "") .. (page.energy and page.has_potential and "; the potential in " .. code("energy") or ""))
% end
% for _, f in ipairs(page.param) do
%   row("`param` " .. f.name, "`" .. b .. "_par." .. f.name .. "`" .. (f.note and ", " .. f.note or "") .. "; default " .. table.concat(f.value, ", "))
% end
% for _, f in ipairs(page.input) do
%   row("`input` " .. f.name, "`" .. b .. "_in." .. f.name .. "`" .. (f.note and ", " .. f.note or "") .. "; held over a step")
% end
% for _, f in ipairs(target.state(page)) do
%   row("state", "`" .. b .. "." .. f.name .. (f.size > 1 and "[" .. f.size .. "]" or "") .. "`" .. (f.note and ": " .. f.note or ""))
% end
% row("`start`", code("start"))
% row("`method`", run .. ", " .. code("step") .. (page.trial and ", " .. code("trial") or ""))
% if page.trial then row("`step adaptive`", code("control_start") .. ", " .. code("advance")) end
% for i, name in ipairs(page.watch) do
%   row("`keep` " .. name, "value[" .. i - 1 .. "] of " .. code("keep"))
% end
% for _, s in ipairs(target.shown(page)) do
%   row("`show` " .. s.call, code(s.name) .. ", " .. code("set_" .. s.name))
% end

The paragraphs of a step, by the comments above them in {{run}}:

| paragraph | values that it computes |
|---|---|
% local last
% local function paragraphs(program)
%   local titles, values, at = {}, {}, nil
%   for _, block in ipairs(program.blocks) do
%     for _, p in ipairs(block.paragraphs) do
%       local title = block.kind == "newton" and block.title .. ": a sweep of Newton's iteration" or p.title or at or "what the step begins with"
%       if title ~= at then
%         titles[#titles + 1], values[#values + 1], at = title, 0, title
%       end
%       values[#values] = values[#values] + #p.lines
%     end
%   end
%   for i, title in ipairs(titles) do row(title, "" .. values[i]) end
%   row("the new state", "" .. #program.writes)
% end
% paragraphs(page.advance)

## Operations

A step: {{cell(target.cost(page))}}.

% if page.trial then
An adaptive step: {{cell(target.trial_cost(page))}}.

% end
The other functions, each by its own text and what it calls of the functions that stand
first in {{file}}{{page.interp and page.act and "; " .. code("interp") .. " evaluates " .. code("act") .. (page.sway and " and " .. code("sway") or "") .. " at both ends besides" or ""}}:

| function | mul | add | div | sqrt | calls | negations | compares | besides, of parameters and h alone |
|---|---|---|---|---|---|---|---|---|
% local function cost(name, p)
%   if p then
%     local c = p.cost
%     row(code(name), "" .. c.mul, "" .. c.add, "" .. c.div, "" .. c.sqrt, "" .. c.calls, "" .. c.neg, "" .. c.compare, "" .. c.once)
%   end
% end
% for _, name in ipairs { "push", "act", "sway", "interp", "breaks", "check", "rotation", "set_rotation", "omega", "set_omega", "momentum", "energy" } do
%   cost(name, page[name])
% end
% cost("keep", page.watch_values)
% for _, s in ipairs(page.shown) do
%   cost(s.name, s.get)
%   cost("set_" .. s.name, s.set)
% end

Functions of `math.h`: {{#page.calls > 0 and table.concat(page.calls, ", ") or "none"}}.

## Loops

| function | loop | turns at most |
|---|---|---|
% row(run, "steps", "the argument `steps`; " .. code("step") .. ": 1")
% local function newton(name, program)
%   for _, block in ipairs(program and program.blocks or {}) do
%     if block.kind == "newton" then
%       row(code(name), "Newton's iteration for " .. block.title, block.sweeps .. "; then `" .. B .. "_NOT_CONVERGED`")
%     end
%   end
% end
% newton("run", page.advance)
% newton("trial", page.trial)
% for _, text in ipairs(page.carried) do
%   for _, name in ipairs { "c01", "c0123", "c012345" } do
%     if string.find(text, b .. "_" .. name .. (is_float and "f" or "") .. "_far(") then
%       row(code(name .. (is_float and "f" or "") .. "_far"), "halvings of an angle, and back", (is_float and "16" or "32") .. " each; none where the argument is at most pi^2/4")
%     end
%   end
%   for _, name in ipairs { "jacobi", "jacobi_pi" } do
%     if string.find(text, " " .. b .. "_" .. name .. (is_float and "f" or "") .. "(") then
%       row(code(name .. (is_float and "f" or "")), "means, down and back", (is_float and "12" or "16") .. " each")
%     end
%   end
% end
% if page.trial then
%   row(code("advance"), "trials in a row that are rejected", "30; then `" .. B .. "_REJECTED`")
%   row(code("advance"), "steps taken", "`most` of the control, then `" .. B .. "_UNFINISHED`; without a bound where that is 0")
%   row(code("power" .. (is_float and "f" or "")), "doublings or halvings; squares", "70; 6")
%   if #page.control.landing > 0 then row(code("find"), "breakpoints", "" .. #page.control.landing .. " each way") end
%   local moving = #page.control.moving_is_kink
%   if moving > 0 then row(code("aim"), "breakpoints of parameters", "" .. moving) end
% end
% if page.access then row(code("numbers") .. ", " .. code("squares"), "numbers of a field", "9") end

No recursion, no pointers to functions, no allocation, no arrays of variable length, no
`goto`: the stack of a call is the sum of the frames on its longest chain of calls.

## Size of code and stack

Frames stand in `{{b}}.su`, sizes in bytes; data and bss are empty.

```sh
gcc -std=c99 -O2 -ffp-contract=off -fstack-usage -c {{b}}.c -o {{b}}.o
size {{b}}.o && cat {{b}}.su
```

The same for a Cortex-M4F:

```sh
arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off -fstack-usage -c {{b}}.c -o {{b}}.o
arm-none-eabi-size {{b}}.o && cat {{b}}.su
```

## What is looked at while it runs

| status | value | when |
|---|---|---|
% for _, s in ipairs(target.statuses(page)) do
%   row("`" .. B .. "_" .. s.name .. "`", "" .. s.value, s.note or "done")
% end

On any other than OK the state is the last good one. Not looked at: whether the state's
attitude is a rotation, {{page.check and "whether parameters are those of a body (" .. code("check") .. " tells), " or ""}}whether
the step size suits the motion. No range of states or step sizes was tried when this was made:
`polhode order` and `polhode drift` measure the error of this spec and method over the
steps that they are given. Under `-ffinite-math-only` the test of finite numbers is void.

## Promises, and the tests of polhode that hold them

| promise | test |
|---|---|
% row(page.exact and "exact but for rounding" or target.order(page), "tests/shelf/axioms/order.c")
% if page.symmetric then row("symmetric: a step back undoes a step", "tests/shelf/axioms/symmetry.c") end
% if target.keeps(page) ~= "" then row("keeps " .. target.keeps(page), "tests/shelf/axioms/kept.c") end
% if page.newton then row("Newton's iteration: a solution, or a status", "tests/shelf/axioms/newton.c") end
% row("no OK with a state that is not finite", "tests/shelf/test_finite.c")
% row("nothing that C leaves undefined, whatever numbers stand in state, parameters, inputs and step", "tests/grown/test_undefined.c")
% row("n steps in one call are n steps, bit by bit", "tests/shelf/test_runs.c")
% if page.interp then row("dense output in error by O(h^" .. page.dense_order .. ")", "tests/shelf/test_dense.c") end
% if page.trial then row("the error that is reached for a tolerance", "tests/shelf/test_adaptive.c") end
% row("operations are as many as stand above; no symbol but those of `math.h` above", "tests/embed/test_embed.c")
% row("the same text from every build of polhode", "tests/golden/test_golden.c")
% row("no analyser finds anything; MISRA C as below", "tests/cli/test_reviewed.sh")

They hold of the method and the generator, on bodies of their own; of this body they were
not run.

## MISRA C:2012

`{{b}}.c` and `{{b}}.h` keep the mandatory and required rules that cppcheck's addon checks.
They depart from these advisory rules:

| rule | where | why |
|---|---|---|
| 1.2 | `__attribute__((cold, noinline))`, for compilers that define `__GNUC__` | the common path stays short; without it the result is the same |
| 2.5 | macros of the header that the file itself does not use | they are for callers |
| 8.7 | `{{b}}_run` and others that only callers in other files use | they are the interface |
| 12.1 | `a*b + c`, `a && b < c` | formulas as in the literature; precedence is that of C |
| 12.3 | `q0 = x->q[0], q1 = x->q[1]` | components of one vector stand together |
| 15.4 | `break` out of a loop, more than one | a step that fails ends at once |
| 15.5 | more than one `return` | a function that cannot go on ends at once |
| 17.8 | parameters that are changed | arguments are passed by value |
