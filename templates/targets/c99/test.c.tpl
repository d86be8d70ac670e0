% -- A test of the stepper, for the machine on which it will run.
% include("review.tpl")
% local b, B, real, test = page.body, page.BODY, page.real, page.test
% local f = real == "float" and "f" or ""
% local par = #page.param > 0 and "&" .. b .. "_given" or "NULL"
% local input = #page.input > 0 and "&" .. b .. "_inputs" or "NULL"
% local function takes(name) return (target.takes(page, name, par, input)) end
% local x = b .. "_now.x"
% local is_float = real == "float"
% local bits = is_float and 32 or 64
% local words = #target.places(page) + 2
% local exact = target.has_exact_bits(page)
% -- The compared numbers: attitude, L and so on, time, invariants.
% local attitude, extras = target.components { page.store[1] }, #target.components(page.extra)
% local fields = { table.unpack(target.places(page), #attitude + 1) }
% local turns = page.access and 9 or #attitude
% local numbers = turns + #fields
% local function split(text) return text == "" and {} or string.split(text, ", ") end
% local function list(all, from, to) return table.concat(all, ", ", from, to) end
% local full, units, from = split(test["end"]), split(test.unit), split(test.from)
% local rest, at_t = 9 + #fields, 275 -- after room for the largest body
% local want = (page.access and list(full, 1, 9) or test.stored) .. ", " .. list(full, 10, rest) .. ", " .. full[at_t]
% local unit, kept, needs = { page.one, list(units, 10, rest), units[at_t] }, {}, {}
% local whats = { "energy", "momentum", "momentum", "momentum", "norm" }
% for k = page.access and 1 or 5, page.access and #full - at_t or 5 do
%   local i = at_t + k
%   if units[i] ~= page.zero then
%     local what = whats[k] or "keep"
%     local name = what == "keep" and page.watch[k - 5] or what == "norm" and "L*L" or what
%     local value = what == "momentum" and "pi[" .. k - 2 .. "]" or what == "keep" and "kept[" .. k - 6 .. "]"
%       or what == "energy" and b .. "_energy(&" .. x .. takes("energy") .. ")"
%       or string.replace("AT[0]*AT[0] + AT[1]*AT[1] + AT[2]*AT[2]", "AT", x .. ".L")
%     kept[#kept + 1], needs[what] = { value = value, name = name }, true
%     want, unit[#unit + 1] = want .. ", " .. full[i], units[i]
%   end
% end
% local probes, wides, inputs_names = math.tointeger(tonumber(test.probes)), math.tointeger(tonumber(test.wides)), {}
% for _, list in ipairs { { "given", page.param }, { "inputs", page.input } } do
%   for _, place in ipairs(target.components(list[2])) do
%     inputs_names[#inputs_names + 1] = { list[1], place }
%   end
% end
% local adaptive_too = page.trial and #page.event + #page.sample == 0
% local held = test.held and target.components(target.held(page)) or {}
% local happened, when = split(test.event or ""), split(test.event_t or "")
% local row = words + #inputs_names + numbers + #fields + 2
% -- Functions of the header that are not called here, or whose result is not compared.
% local unseen, quaternion = {}, false
% if page.check then unseen[1] = "check" end
% if page.interp and wides == 0 then unseen[#unseen + 1] = "interp" end
% if page.access then
%   for _, s in ipairs(page.shown) do
%     if s.name == "quaternion" then
%       quaternion = true
%     else
%       unseen[#unseen + 1], unseen[#unseen + 2] = s.name, "set_" .. s.name
%     end
%   end
%   if not needs.momentum then unseen[#unseen + 1] = "momentum" end
%   if not needs.energy then unseen[#unseen + 1] = "energy" end
%   if #page.watch > 0 and not needs.keep then unseen[#unseen + 1] = "keep" end
% end
% -- Additional rounding by J and then its inverse, compared with diagonal ones.
% local function condition()
%   local J, cofactor, det, is_diagonal = target.inertia(page)
%   if is_diagonal then return 0.0 end
%   return math.abs((J[1][1] + J[2][2] + J[3][3])*(cofactor(1, 1) + cofactor(2, 2) + cofactor(3, 3))/det)
% end
% -- In two digits, rounded up.
% local function limit(text)
%   return string.format("%.1e", 1.05*target.real_of("" .. text)) .. f
% end
% -- The order, in double, if two errors are above 100 roundings.
% local errors, coarse, seen = split(test.errors), nil, nil
% for k, error in ipairs(errors) do errors[k] = tonumber(error) or 9 end
% for k = 2, is_float and 1 or #errors do
%   local fine = errors[k]
%   local order = fine >= 100*2.0^-52 and math.log(errors[k - 1]/fine, 2) or 0
%   if errors[k - 1] < 0.1 and order >= page.order - 0.3 then
%     coarse, seen = 1 << (k - 2), order
%   end
% end
% local function status(number)
%   for _, s in ipairs(target.statuses(page)) do
%     if tostring(s.value) == number then return B .. "_" .. s.name end
%   end
%   return number
% end
% -- The statuses of steps from NaN, often all the same.
% local none, same = {}, true
% local answers = split(test.answers)
% for i = 1, words do
%   none[i] = status(answers[i + 1])
%   same = same and none[i] == none[1]
% end
% local function put_paragraph(text)
{{target.paragraph(text)}}
 *
% end
{{target.head(page, "_test.c", "test")}}
 *
{{target.paragraph("Tests that " .. b .. ".c, compiled as it will be used, gives the right results on this machine. The program prints each failure, and returns 0 if all tests pass. The reference states come from the body's equations alone, by extrapolated midpoint rules in 320 bits, accurate to 1e-18.")}}
 *
 *   cc -O2 -ffp-contract=off {{exact and "-D" .. B .. "_EXACT_BITS " or ""}}{{b}}_test.c {{b}}.c -lm
 *
% local said = "The error of " .. test.steps .. " steps, relative to L and so on, was " .. string.format("%.2g", errors[#errors]) .. " when this file was made. Here it may be a quarter larger, plus rounding: 4 units in the last place times the square root of the number of steps, plus 16 units. "
%   .. (coarse and "Halving the step divided the error by 2^" .. string.format("%.2f", seen) .. " then. "
%     or is_float and "The order cannot be measured in single precision. "
%     or "The order cannot be measured: no two errors are above 100 roundings and fall by the claimed order. ")
%   .. (page.access and "" or "Without functions that read the attitude, the stored attitude is compared with the result of this code when it was made. ")
%   .. (exact and "Without " .. B .. "_EXACT_BITS the hash of the bits is printed, not compared. "
%     or "The step calls functions of math.h, whose last bits differ between libraries: bits are not compared. ")
% if adaptive_too and not test.far then
%   said = said .. "Adaptive steps turn the body by less than 20 rad: beyond that the run stops, or its end is not certain to a hundred tolerances. "
% end
% if #page.event > 0 and #happened == 0 then
%   said = said .. "No event happens in the run of the spec: events are not tested. "
% end
% if #page.sample > #held then
%   said = said .. "Samples are not tested: adaptive steps or steps of the spec's size fail. "
% end
% if string.find(table.concat(page.keep, " "), "symplectic") then
%   said = said .. "The symplectic form is not measured."
% end
% put_paragraph(said)
% if test.unmet then
%   put_paragraph("Conditions of the equations of which this test reaches one side only: " .. test.unmet .. ".")
% end
% if #unseen > 0 then put_paragraph("Not tested here: " .. table.concat(unseen, ", ") .. ".") end
% said = "Numbers of a state: 0 to " .. turns - 1 .. " " .. (page.access and "R by rows" or "the attitude") .. ", " .. turns .. " to " .. turns + 2 .. " L"
% if page.moves then
%   said = said .. ", " .. turns + 3 .. " to " .. turns + 5 .. " x, " .. turns + 6 .. " to " .. turns + 8 .. " v"
% end
% local number = turns + (page.moves and 9 or 3)
% for _, f in ipairs(page.extra) do
%   said = said .. ", " .. number .. (f.size > 1 and " to " .. number + f.size - 1 or "") .. " " .. f.name
%   number = number + f.size
% end
% said = said .. ", " .. numbers .. " time"
% for i, k in ipairs(kept) do said = said .. ", " .. numbers + i .. " " .. k.name end
{{target.paragraph(said .. ".")}}
 */
#include <stdint.h>
#include <stdio.h>

#include "{{b}}.h"

/* Units of R and of each other number. */
static const {{real}} {{b}}_unit[] = { {{table.concat(unit, ", ")}} };

/* The state {{string.replace(test.span, "f", "")}} s after {{b}}_begin. */
static const {{real}} {{b}}_end[{{numbers + 1 + #kept}}] = { {{want}} };
% if test.far then
%   local far, at = split(test.far), split(test.far_unit)

/* The state after adaptive steps that turn the body by 20 rad; its units. */
static const {{real}} {{b}}_far[{{numbers}}] = { {{page.access and list(far, 1, 9) or test.far_stored}}, {{list(far, 10, rest)}} };
static const {{real}} {{b}}_far_unit[] = { {{page.one}}, {{list(at, 10, rest)}} };
% end
static union {{b}}_bits { /* the state, and its bits */
    {{b}} x;
    uint{{bits}}_t word[{{words}}];
} {{b}}_now;
%?#page.param > 0?static {{b}}_par {{b}}_given;
%?#page.input > 0?static {{b}}_in {{b}}_inputs;
static int {{b}}_failures;
% if probes > 0 then

/* States at which each operand of the equations matters. A row: the stored state, t,{{#inputs_names > 0 and " parameters and inputs," or ""}}
 * a step, the allowed error, the state two steps later, and the units of R and of
 * each other number. */
static const {{real}} {{b}}_probe[{{probes}}][{{row}}] = {
{{test.probe_rows}}
};
% end
% if wides > 0 then

/* Large steps, as this code computed them when it was made.  A row: the row of
 * {{b}}_probe from which it starts, its size, the tolerance, the state at its end.
%?page.interp? * Then {{b}}_interp at 0.375 of it: the status, the tolerance, the state.
 */
static const {{real}} {{b}}_large[{{wides}}][{{page.interp and 2*numbers + 5 or numbers + 3}}] = {
{{test.wide_rows}}
};
% end

/* The spec's start with more momentum{{page.moves and " and velocity" or ""}}{{extras > 0 and ", other wheels and states" or ""}}, so that few numbers are 0. */
static void {{b}}_begin(void)
{
    {{page.start_varies and "(void)" .. b .. "_start(&" .. x .. ", " .. par or b .. "_start(&" .. x}});
% for i, place in ipairs(fields) do
%?string.sub(place, 1, 2) ~= "x["?    {{x}}.{{place}} = {{from[9 + i]}};
% end
}

% if probes > 0 then
/* The state, parameters and inputs of a row of {{b}}_probe. */
static void {{b}}_place(const {{real}} *p)
{
    {{b}}_begin();
%   for k, place in ipairs(target.places(page)) do
    {{x}}.{{place}} = p[{{k - 1}}];
%   end
    {{x}}.t = p[{{words - 2}}];
%   for k, name in ipairs(inputs_names) do
    {{b}}_{{name[1]}}.{{name[2]}} = p[{{words - 2 + k}}];
%   end
}

% end
/* Largest of n errors of the state, relative to R, L and so on; a failure if it
 * is above `most`. */
static {{real}} {{b}}_off(const char *what, const {{real}} *want, const {{real}} *unit, int n, {{real}} most)
{
    {{real}} at[{{numbers + 1 + #kept}}], worst = {{page.zero}};
    int i, number = 0;
%?needs.momentum?    {{real}} pi[3];
%?needs.keep?    {{real}} kept[{{B}}_KEPT];
% if page.access then
    {{b}}_rotation(&{{x}}, at);
% else
%   for i, name in ipairs(attitude) do
    at[{{i - 1}}] = {{x}}.{{name}};
%   end
% end
% for i, name in ipairs(fields) do
    at[{{turns + i - 1}}] = {{x}}.{{name}};
% end
    at[{{numbers}}] = ({{page.access and b .. "_time(&" .. x .. ")" or x .. ".t"}} - {{test.t}}) + {{x}}.t_rest;
%?needs.momentum?    {{b}}_momentum(&{{x}}, pi);
%?needs.keep?    {{b}}_keep(&{{x}}{{takes("keep")}}, kept);
% for i, k in ipairs(kept) do
    at[{{numbers + i}}] = {{k.value}};
% end
    for (i = 0; i < n; i++) {
        {{real}} off = (at[i] - want[i])*unit[i < {{turns}} ? 0 : i - {{turns - 1}}];
        off = off < {{page.zero}} ? -off : off;
        if (worst - worst <= {{page.zero}} && !(off <= worst)) { /* off may be NaN */
            worst = off;
            number = i;
        }
    }
    if (!(worst <= most)) {
        const {{real}} times = worst < {{is_float and "9999.0f" or "9999.0"}}*most ? worst/most : {{is_float and "9999.0f" or "9999.0"}};
        {{b}}_failures++;
        (void)printf("FAILED: %s: number %d, %d times its limit\n", what, number, (int)times);
    }
    return worst;
}

static void {{b}}_answers(const char *what, int status, int expected)
{
    if (status != expected) {
        {{b}}_failures++;
        (void)printf("FAILED: %s: status %d, not %d\n", what, status, expected);
    }
}

% if exact then
static uint64_t {{b}}_hash(uint64_t hash)
{
    int i;
    for (i = 0; i < {{words}}; i++) {
% if is_float then
        hash = (hash ^ {{b}}_now.word[i])*0x100000001b3U;
% else
        hash = (hash ^ {{b}}_now.word[i] >> 32)*0x100000001b3U;
        hash = (hash ^ ({{b}}_now.word[i] & 0xffffffffU))*0x100000001b3U;
% end
    }
    return hash;
}

% end
/* A step that fails returns its status and leaves the state unchanged. */
static void {{b}}_refuses(const char *what, {{real}} h, int expected)
{
    const union {{b}}_bits old = {{b}}_now;
    int i, status = {{b}}_step(&{{x}}, {{par}}, {{input}}, h);
    for (i = 0; status != {{B}}_OK && i < {{words}}; i++) {
        if ({{b}}_now.word[i] != old.word[i]) {
            status = -1; /* the state has changed */
        }
    }
    {{b}}_answers(what, status, expected);
}

% if page.access then
/* Values read from the state and set in another are equal but for rounding. */
static void {{b}}_sets(const {{real}} *want, const {{real}} *unit, {{real}} most)
{
    {{real}} R[9], w[3]{{#page.wheel > 0 and ", speed[" .. #page.wheel .. "], turn = " .. page.zero or ""}};
%?#page.wheel > 0?    {{real}} loose[{{#fields + 1}}];
    int status;
%?page.inner or page.changes?    {{b}} there;
%?page.inner or page.changes?    there = {{x}};
    {{b}}_rotation(&{{x}}, R);
    {{b}}_omega(&{{x}}{{takes("omega")}}, w);
%   for i, w in ipairs(page.wheel) do
    speed[{{i - 1}}] = {{b}}_{{w.name}}(&{{x}}{{takes(w)}});
%   end
    {{b}}_begin();
%   if page.inner or page.changes then
%     local is_wheel = {}
%     for _, w in ipairs(page.wheel) do is_wheel[w.field] = true end
    {{x}}.t = there.t; /* the {{page.inner and "internal momentum" or "inertia"}} may depend on these */
%     for _, place in ipairs(target.components(page.extra)) do
%?not is_wheel[place]?    {{x}}.{{place}} = there.{{place}};
%     end
%   end
    status = {{b}}_set_rotation(&{{x}}, R);
    status += {{b}}_set_omega(&{{x}}{{takes("omega")}}, w);
%   for i, w in ipairs(page.wheel) do
    status += {{b}}_set_{{w.name}}(&{{x}}{{takes(w)}}, speed[{{i - 1}}]);
%   end
%   if quaternion then
    (void){{b}}_off("set", want, unit, {{turns}}, most); /* before it is normalised */
    {{b}}_quaternion(&{{x}}, R);
    status += {{b}}_set_quaternion(&{{x}}, R);
%   end
    {{b}}_answers("set", status, {{B}}_OK);
%   if #page.wheel > 0 and page.moves then
%     for _, name in ipairs { "x", "v" } do
    for (status = 0; status < 3; status++) {
        {{x}}.{{name}}[status] = there.{{name}}[status];
    }
%     end
%   end
%   if #page.wheel > 0 then
    for (status = 0; status < 3; status++) {
        turn += w[status] < {{page.zero}} ? -w[status] : w[status];
    }
    for (status = 0; status <= {{#fields}}; status++) {
        loose[status] = unit[status];
    }
    /* a wheel's momentum is set from w and its speed, which may be larger */
%     for _, w in ipairs(page.wheel) do
%       for k, name in ipairs(fields) do
%?name == w.field?    loose[{{k}}] = most/(most/unit[{{k}}] + {{limit(16*w.inertia*2.0^(is_float and -23 or -52))}}*turn);
%       end
%     end
%   end
    (void){{b}}_off("set", want, {{#page.wheel > 0 and "loose" or "unit"}}, {{#page.wheel > 0 and numbers or turns + 3}}, most);
}

% end
int main(void)
{
    int i;
    int status;
% if exact then
    uint64_t hash = 0xcbf29ce484222325U;
    {{real}} larger = {{test.step}};
% end
%?adaptive_too or #happened > 0 or #held > 0?    {{b}}_control control;
%?coarse?    {{real}} error;
%?page.interp and wides > 0?    {{b}} before;

%?#page.param > 0?    {{b}}_defaults({{par}});
% local values = split(test.input)
% for i, place in ipairs(target.components(page.input)) do
    {{b}}_inputs.{{place}} = {{values[i]}};
% end

#if defined(__FINITE_MATH_ONLY__)
#if __FINITE_MATH_ONLY__ > 0
    (void)printf("compiled with -ffast-math or -ffinite-math-only: NaN and Inf checks and the clock do not work\n");
#endif
#endif

    /* the end after {{test.steps}} steps, and the invariants */
    {{b}}_begin();
    status = {{b}}_run(&{{x}}, {{par}}, {{input}}, {{test.h}}, {{test.steps}});
    {{b}}_answers("steps", status, {{B}}_OK);
    (void){{b}}_off("end", {{b}}_end, {{b}}_unit, {{numbers + 1 + #kept}}, {{limit(test.most)}});
%?page.access?    {{b}}_sets({{b}}_end, {{b}}_unit, {{limit(2*target.real_of(test.most) + 16*condition()*2.0^(is_float and -23 or -52))}});
% if page.access and #attitude == 4 then

    /* no turn, and more than half a turn: each divisor of _set_rotation */
    for (i = 0; i < 4; i++) {
        {{real}} R[9] = { {{page.one}}, {{page.zero}}, {{page.zero}}, {{page.zero}}, {{page.one}}, {{page.zero}}, {{page.zero}}, {{page.zero}}, {{page.one}} };
        const int k = (i + 1) % 3, n = (i + 2) % 3;
        if (i < 3) {
            R[4*k] = {{is_float and "-0.6f" or "-0.6"}};
            R[4*n] = {{is_float and "-0.6f" or "-0.6"}};
            R[3*k + n] = {{is_float and "0.8f" or "0.8"}};
            R[3*n + k] = {{is_float and "-0.8f" or "-0.8"}};
        }
        {{b}}_begin();
        status = {{b}}_set_rotation(&{{x}}, R);
        {{b}}_answers("set", status, {{B}}_OK);
        (void){{b}}_off("set", R, {{b}}_unit, 9, {{limit(2.0^(is_float and -20 or -49))}});
    }
% end
% if coarse then
%   local first = coarse == 1 and test.span or test.span .. "/" .. coarse
%   local factor = string.format("%.3g", 2^(math.min(seen, page.order) - 0.4))
%   if not string.find(factor, ".") then factor = factor .. ".0" end

    /* the order: with half the step the error is 2^order times smaller */
    {{b}}_begin();
    (void){{b}}_run(&{{x}}, {{par}}, {{input}}, {{first}}, {{coarse}});
    error = {{b}}_off("order", {{b}}_end, {{b}}_unit, {{numbers}}, {{page.one}});
    {{b}}_begin();
    (void){{b}}_run(&{{x}}, {{par}}, {{input}}, {{test.span}}/{{2*coarse}}, {{2*coarse}});
    (void){{b}}_off("order", {{b}}_end, {{b}}_unit, {{numbers}}, error/{{factor}});
% end
% -- Adaptive steps to time t.
% local function adaptive(which, t, want)
%   local taken = split(test[which .. "_control"])
%   local function count(text) return target.real_of(text) // 1 | 0 end
%   local function room(text) return count(text) // 8 + 2 end
%   local function least(text) return math.max(0, count(text) - room(text)) end
%   local function most(text) return count(text) + room(text) end
    {{b}}_control_start(&control);
    status = {{b}}_advance(&{{x}}, {{par}}, {{input}}, &control, {{t}});
    {{b}}_answers("adaptive steps", status, {{B}}_OK);
    (void){{b}}_off("adaptive steps", {{b}}_{{want}}, {{b}}_{{want == "far" and "far_" or ""}}unit, {{numbers}}, {{limit(test[which .. "_most"])}});
    if (control.steps < {{least(taken[6])}} || control.steps > {{most(taken[6])}} || control.rejected < {{least(taken[7])}} || control.rejected > {{most(taken[7])}}) {
        {{b}}_failures++;
        (void)printf("FAILED: adaptive steps: %ld taken and %ld rejected, not %d and %d\n", control.steps, control.rejected, {{count(taken[6])}}, {{count(taken[7])}});
    }
%   if exact then
#ifdef {{B}}_EXACT_BITS
    if (!(control.h >= {{taken[1]}} && control.h <= {{taken[1]}} && control.largest >= {{taken[4]}} && control.largest <= {{taken[4]}})) {
        {{b}}_failures++;
        (void)printf("FAILED: sizes of adaptive steps\n");
    }
#endif
%   end
% end
% if #happened > 0 then

    /* the first events, and their times */
    {{b}}_begin();
    {{b}}_control_start(&control);
    for (i = 0; i < {{#happened}}; i++) {
        static const int event[{{#happened}}] = { {{string.replace(string.replace(test.event, ".0", ""), "f", "")}} };
        static const {{real}} when[{{#happened}}] = { {{test.event_t}} };
        status = {{b}}_advance(&{{x}}, {{par}}, {{input}}, &control, {{test.event_until}});
        if (status != {{B}}_EVENT || control.event != event[i] || !({{x}}.t - when[i] < {{is_float and "1e-3f" or "1e-6"}} && when[i] - {{x}}.t < {{is_float and "1e-3f" or "1e-6"}})) {
            {{b}}_failures++;
            (void)printf("FAILED: event %d: status %d, event %d at t = %.9g s\n", i, status, control.event, (double){{x}}.t);
        }
    }
% end
% if #held > 0 then

    /* the sampled values, after some samples of each law */
    {{b}}_begin();
    {{b}}_control_start(&control);
    do {
        status = {{b}}_advance(&{{x}}, {{par}}, {{input}}, &control, {{test.held_t}});
    } while ({{#page.event > 0 and "status == " .. B .. "_EVENT" or "0"}});
    {{b}}_answers("samples", status, {{B}}_OK);
    for (i = 0; i < {{#held}}; i++) {
        static const {{real}} want[{{#held}}] = { {{test.held}} };
        static const {{real}} off[{{#held}}] = { {{test.held_off}} };
        const {{real}} held[{{#held}}] = { {{x}}.{{table.concat(held, ", " .. x .. ".")}} };
        if (!(held[i] - want[i] <= off[i] && want[i] - held[i] <= off[i])) {
            {{b}}_failures++;
            (void)printf("FAILED: sample %d is off by %.2g\n", i, (double)(held[i] - want[i]));
        }
    }
% end
% if adaptive_too then

    /* the end of adaptive steps, within 100 tolerances; about as many steps */
    {{b}}_begin();
%   adaptive("near", test.t, "end")
% end
% if test.far then

    /* the same for steps that turn the body by 20 rad */
    {{b}}_begin();
%   for i, L in ipairs(split(test.far_from)) do
    {{x}}.L[{{i - 1}}] = {{L}};
%   end
%   adaptive("far", test.far_t, "far")
% end

    /* steps that must fail: too large a step, and steps from NaN */
    {{b}}_begin();
    {{b}}_refuses("too large a step", {{is_float and "1e30f" or "1e200"}}, {{status(answers[1])}});
    for (i = 0; i < {{words}}; i++) {
%?not same?        static const int none[{{words}}] = { {{table.concat(none, ", ")}} };
        {{b}}_begin();
        {{b}}_now.word[i] = {{is_float and "0x7fc00000U" or "0x7ff8000000000000U"}};
        {{b}}_refuses("NaN", {{test.step}}, {{same and none[1] or "none[i]"}});
    }
% if exact then

    /* the bits of 1000 steps, and of larger ones */
    {{b}}_begin();
    (void){{b}}_run(&{{x}}, {{par}}, {{input}}, larger, 1000);
    for (i = 0; i < 13; i++) {
        hash = {{b}}_hash(hash);
        (void){{b}}_step(&{{x}}, {{par}}, {{input}}, larger);
        larger *= {{is_float and "2.0f" or "2.0"}};
    }
#ifdef {{B}}_EXACT_BITS
    if (hash != {{test.hash}}U) {
        {{b}}_failures++;
        (void)printf("FAILED: bits\n");
    }
#else
    (void)printf("bits %08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffU));
#endif
% end
% if probes > 0 then
%   local at = words - 1 + #inputs_names

    /* two short steps from each probe, with other parameters and inputs */
    for (i = 0; i < {{probes}}; i++) {
        const {{real}} *p = {{b}}_probe[i];
        const int failures = {{b}}_failures;
        {{b}}_place(p);
        status = {{b}}_run(&{{x}}, {{par}}, {{input}}, p[{{at}}], 2);
        {{b}}_answers("two steps", status, {{B}}_OK);
        (void){{b}}_off("two steps", &p[{{at + 2}}], &p[{{at + 2 + numbers}}], {{numbers}}, p[{{at + 1}}]);
%?page.access?        {{b}}_sets(&p[{{at + 2}}], &p[{{at + 2 + numbers}}], {{is_float and "2.0f" or "2.0"}}*p[{{at + 1}}] + {{limit(16*condition()*2.0^(is_float and -23 or -52))}});
        if ({{b}}_failures > failures) {
            (void)printf("    from state %d of {{b}}_probe\n", i);
        }
    }
% end
% if wides > 0 then
%   local at = words + 1 + #inputs_names + numbers

    /* a large step from some of the probes */
    for (i = 0; i < {{wides}}; i++) {
        const {{real}} *p = {{b}}_large[i], *from = {{b}}_probe[(int)p[0]];
        {{b}}_place(from);
%?page.interp?        before = {{x}};
        status = {{b}}_step(&{{x}}, {{par}}, {{input}}, p[1]);
        {{b}}_answers("a large step", status, {{B}}_OK);
        (void){{b}}_off("a large step", &p[3], &from[{{at}}], {{numbers}}, p[2]);
%   if page.interp then
        status = {{b}}_interp(&before, &{{x}}, {{par}}, {{input}}, p[1], {{is_float and "0.375f" or "0.375"}}, &{{x}});
        {{b}}_answers("interp", status, (int)p[{{numbers + 3}}]);
        if (status == {{B}}_OK) {
            (void){{b}}_off("interp", &p[{{numbers + 5}}], &from[{{at}}], {{numbers}}, p[{{numbers + 4}}]);
        }
%   end
    }
% end
%?test.unmet?    (void)printf("not tested: %s\n", "{{test.unmet}}");
    (void)printf("%s\n", {{b}}_failures == 0 ? "passed" : "failed");
    return {{b}}_failures == 0 ? 0 : 1;
}
