% -- A test of the stepper, on the machine where it is to run.
% local b, B, real, test = page.body, page.BODY, page.real, page.test
% local f = real == "float" and "f" or ""
% local par = #page.param > 0 and "&par" or "NULL"
% local input = #page.input > 0 and "&in" or "NULL"
% local varied = page.varies and par .. ", " or ""
% local numbers = page.moves and 18 or 12
% local in_step = #page.advance.calls
% if page.push then in_step = in_step + #page.push.calls end
% if page.act then in_step = in_step + #page.act.calls end
% local exact = true
% for _, program in ipairs { page.advance, page.push or false, page.act or false } do
%   for _, call in ipairs(program and program.calls or {}) do
%     if call ~= "sqrt" .. f then exact = false end
%   end
% end
% local kept = {}
% for _, one in ipairs(test.kept == "" and {} or string.split(test.kept, ", ")) do
%   local k = string.split(one, " ")
%   kept[#kept + 1] = { what = k[1], index = k[2], most = k[3] }
% end
% local function status(number)
%   for _, s in ipairs(target.statuses(page)) do
%     if tostring(s.value) == number then return B .. "_" .. s.name end
%   end
%   return number
% end
{{target.head(page, "_test.c")}}
 *
{{target.paragraph("Does " .. b .. ".c, compiled as it will be used, do what it is to do on this machine? The program prints what fails, and returns 0 if nothing does. States to compare with are found from the body's equations alone, by extrapolated midpoint rules in 320 bits, right to 1e-18.")}}
 *
 *   cc -O2 -ffp-contract=off -D{{B}}_EXACT_BITS {{b}}_test.c {{b}}.c -lm
 *
% local said = "The error of " .. test.steps .. " steps, relative to L and so on, was " .. test.seen .. " when this was made. It may be a quarter more here, and as much more as rounding adds: 2 units of the last place a step, and 16. "
% if test.coarse then
%   said = said .. "Half the step divided the error by 2^" .. test.order_seen .. " then. "
% elseif real == "float" then
%   said = said .. "The order cannot be measured in single precision. "
% else
%   said = said .. "The order cannot be measured: no two errors are above 100 roundings and fall as it says. "
% end
% if not exact then
%   said = said .. "The step calls functions of math.h, whose last bits differ between libraries: bits are not compared. "
% else
%   said = said .. "Without " .. B .. "_EXACT_BITS the hash of the bits is printed, not compared. "
% end
% for _, k in ipairs(page.keep) do
%   if string.find(k, "symplectic") then
%     said = said .. "The symplectic form is not measured."
%     break
%   end
% end
{{target.paragraph(said)}}
 */
#include <stdio.h>
#include <string.h>
% if exact then
#include <stdint.h>
% end

#include "{{b}}.h"

/* {{page.moves and "R by rows, L, x and v" or "R by rows and L"}} after {{test.span}} s, from {{b}}_begin. */
static const {{real}} {{b}}_end[{{numbers}}] = { {{test["end"]}} };
% if test.wide then

/* The same after two large steps, as this code has it. */
static const {{real}} {{b}}_wide[{{numbers}}] = { {{test.wide_end}} };
% end

static int {{b}}_failures;

static {{real}} {{b}}_size({{real}} v)
{
    return v < {{page.zero}} ? -v : v;
}

static void {{b}}_expect(int holds, const char *what, {{real}} is, {{real}} most)
{
    if (!holds) {
        printf("FAILED: %s: %g, not %g\n", what, (double)is, (double)most);
        {{b}}_failures++;
    }
}

/* The spec's start, and more momentum{{page.moves and " and velocity" or ""}}, so that few numbers are 0. */
static void {{b}}_begin({{b}} *x)
{
    static const {{real}} L[3] = { {{test.L}} };
% if page.moves then
    static const {{real}} v[3] = { {{test.v}} };
% end
    int i;
    {{b}}_start(x);
    for (i = 0; i < 3; i++) {
        x->L[i] = L[i];
% if page.moves then
        x->v[i] = v[i];
% end
    }
}

/* How far the state is from that end: of R, and of L{{page.moves and ", x and v" or ""}} in parts of their size. */
static {{real}} {{b}}_miss(const {{b}} *x, const {{real}} end[{{numbers}}])
{
    static const {{real}} unit[{{page.moves and 4 or 2}}] = { {{page.one}}, {{test.unit}} };
    {{real}} at[{{numbers}}], worst = {{page.zero}};
    int i;
    {{b}}_rotation(x, at);
    for (i = 0; i < 3; i++) {
        at[9 + i] = x->L[i];
% if page.moves then
        at[12 + i] = x->x[i];
        at[15 + i] = x->v[i];
% end
    }
    for (i = 0; i < {{numbers}}; i++) {
        const {{real}} off = {{b}}_size(at[i] - end[i])*unit[i < 9 ? 0 : i/3 - 2];
        if (worst - worst <= {{page.zero}} && !(off <= worst)) /* it may be none */
            worst = off;
    }
    return worst;
}
% if exact then

static uint64_t {{b}}_hash(uint64_t hash, const {{b}} *x)
{
%   local at = 0
%   for _, s in ipairs(target.state(page)) do at = at + s.size end
    uint{{real == "float" and 32 or 64}}_t word[{{at}}];
    int i;
    memcpy(word, x, sizeof word);
    for (i = 0; i < {{at}}; i++) {
% if real ~= "float" then
        hash = (hash ^ word[i] >> 32)*0x100000001b3U;
        hash = (hash ^ (word[i] & 0xffffffffU))*0x100000001b3U;
% else
        hash = (hash ^ word[i])*0x100000001b3U;
% end
    }
    return hash;
}
% end

/* A step that cannot be taken says so, and leaves the state. */
static void {{b}}_refuses({{b}} *x, const {{b}}_par *par, const {{b}}_in *in, {{real}} h, int status, const char *what)
{
    {{b}} old;
    int got;
    memcpy(&old, x, sizeof old);
    got = {{b}}_step(x, par, in, h);
    {{b}}_expect(got == status, what, ({{real}})got, ({{real}})status);
    {{b}}_expect(got == {{B}}_OK || memcmp(&old, x, sizeof old) == 0, what, {{page.one}}, {{page.zero}});
}

int main(void)
{
    volatile {{real}} zero = {{page.zero}};
    const {{real}} h = {{test.h}}, step = {{test.step}};
    {{b}} x;
% if #page.param > 0 then
    {{b}}_par par;
% end
% if #page.input > 0 then
    {{b}}_in in;
% end
% if page.trial then
    {{b}}_control control;
% end
% if #kept > 0 then
    {{real}} was[{{#kept}}];
% end
% local needs = {}
% for _, k in ipairs(kept) do needs[k.what] = true end
% if needs.momentum then
    {{real}} pi[3];
% end
% if needs.keep then
    {{real}} kept[{{B}}_KEPT];
% end
    {{real}} error;
    int i, status = {{B}}_OK;
% if exact then
    uint64_t hash = 0xcbf29ce484222325U;
    {{real}} larger = step;
% end

% if #page.param > 0 then
    {{b}}_defaults(&par);
% end
% local values = string.split(test.input, ", ")
% local at = 0
% for _, field in ipairs(page.input) do
%   for i = 0, field.size - 1 do
%     at = at + 1
    in.{{field.name .. (field.size == 1 and "" or "[" .. i .. "]")}} = {{values[at]}};
%   end
% end

    /* the end, by {{test.steps}} steps, and what they keep */
    {{b}}_begin(&x);
% local function look(k, i)
%   if k.what == "momentum" then return "pi[" .. k.index .. "]" end
%   if k.what == "keep" then return "kept[" .. k.index .. "]" end
%   if k.what == "energy" then return b .. "_energy(&x, " .. par .. ")" end
%   return "x.L[0]*x.L[0] + x.L[1]*x.L[1] + x.L[2]*x.L[2]"
% end
% local function read()
%   if needs.momentum then
    {{b}}_momentum(&x, pi);
%   end
%   if needs.keep then
    {{b}}_keep(&x, {{par}}, kept);
%   end
% end
% read()
% for i, k in ipairs(kept) do
    was[{{i - 1}}] = {{look(k)}};
% end
    for (i = 0; i < {{test.steps}} && status == {{B}}_OK; i++)
        status = {{b}}_step(&x, {{par}}, {{input}}, h);
    error = {{b}}_miss(&x, {{b}}_end);
    {{b}}_expect(status == {{B}}_OK, "status", ({{real}})status, {{page.zero}});
    {{b}}_expect(error <= {{test.most}}, "error", error, {{test.most}});
    {{b}}_expect({{b}}_size(x.t - (({{page.start_t}}) + {{test.span}})) <= {{real == "float" and "1e-5f" or "1e-13"}}*({{page.one}} + {{b}}_size(x.t)), "time", x.t, {{test.span}});
% read()
% for i, k in ipairs(kept) do
    {{b}}_expect({{b}}_size({{look(k)}} - was[{{i - 1}}]) <= {{k.most}}, "{{k.what == "keep" and page.watch[k.index + 1] or k.what}}", {{look(k)}}, was[{{i - 1}}]);
% end
% if test.coarse then

    /* the order: half the step, and the error is 2^order times less */
    {{b}}_begin(&x);
    {{b}}_run(&x, {{par}}, {{input}}, {{test.span}}/{{test.coarse}}, {{test.coarse}});
    error = {{b}}_miss(&x, {{b}}_end);
    {{b}}_begin(&x);
    {{b}}_run(&x, {{par}}, {{input}}, {{test.span}}/{{test.coarse}}/2, {{test.coarse}}*2);
    error /= {{b}}_miss(&x, {{b}}_end);
    {{b}}_expect(error >= {{test.factor}}, "order: division of the error", error, {{test.factor}});
% end
% if page.trial then

    /* the end, by adaptive steps: within a hundred tolerances */
    {{b}}_begin(&x);
    {{b}}_control_start(&control);
    status = {{b}}_advance(&x, {{par}}, {{input}}, &control, {{test["until"]}});
    {{b}}_expect(status == {{B}}_OK, "status of adaptive steps", ({{real}})status, {{page.zero}});
    error = {{b}}_miss(&x, {{b}}_end);
    {{b}}_expect(error <= {{test.advanced}}, "error of adaptive steps", error, {{test.advanced}});
% end
% if test.wide then

    /* steps so large that the body turns by radians: what this code gave when it
     * was made, but for rounding; the equations would give another state */
    {{b}}_begin(&x);
    status = {{b}}_step(&x, {{par}}, {{input}}, {{test.wide}});
    status += {{b}}_step(&x, {{par}}, {{input}}, {{real == "float" and "4.0f" or "4.0"}}*{{test.wide}});
    error = {{b}}_miss(&x, {{b}}_wide);
    {{b}}_expect(status == {{B}}_OK, "status of large steps", ({{real}})status, {{page.zero}});
    {{b}}_expect(error <= {{test.wide_most}}, "large steps", error, {{test.wide_most}});
% end

    /* what cannot be done */
    {{b}}_begin(&x);
    {{b}}_refuses(&x, {{par}}, {{input}}, {{test.large}}, {{status(test.too_large)}}, "a step too large");
    x.L[0] = zero/zero;
    {{b}}_refuses(&x, {{par}}, {{input}}, step, {{status(test.none)}}, "no number");
% if exact then

    /* the bits of 1000 steps, and of larger ones */
    {{b}}_begin(&x);
    {{b}}_run(&x, {{par}}, {{input}}, step, 1000);
    hash = {{b}}_hash(hash, &x);
    for (i = 0; i < 12; i++) {
        {{b}}_step(&x, {{par}}, {{input}}, larger);
        hash = {{b}}_hash(hash, &x);
        larger *= {{real == "float" and "2.0f" or "2.0"}};
    }
#ifdef {{B}}_EXACT_BITS
    {{b}}_expect(hash == {{test.hash}}U, "bits", {{page.one}}, {{page.zero}});
#else
    printf("bits %08lx%08lx\n", (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffU));
#endif
% end
    printf("%s\n", {{b}}_failures ? "failed" : "passed");
    return {{b}}_failures != 0;
}
