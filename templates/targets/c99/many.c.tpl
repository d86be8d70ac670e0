% -- Many bodies in one call: blocks of them side by side, as plain loops that
% -- compilers turn into vector instructions; or one after another, if a
% -- step calls functions without a vector form.
% local b, B, real = page.body, page.BODY, page.real
% local prefix = b .. "_many_"
% local state = target.state(page)
% local arrays = "const " .. b .. "_many *x, const " .. b .. "_many_par *par, const " .. b .. "_many_in *in"
% local tools = { prefix = prefix, mark = B .. "_FN", many = true }
% include("programs.c.tpl", tools)
%
% -- ---- calls of a step ----
% local scalar                          -- why no lanes: a function's name
% if #page.grid > 0 then scalar = "tables" end
% local calls, is_read = {}, {}         -- of functions in the file; params that are read
% local function note_calls(lines)
%   for _, line in ipairs(lines) do
%     calls[#calls + 1] = line.call
%     if line.call and string.sub(line.call, 1, 2) ~= "c0" then scalar = scalar or line.call end
%   end
% end
% for _, program in ipairs { page.advance, page.push } do
%   for _, name in ipairs(program.calls) do
%     if not string.find("sqrt sqrtf fabs fabsf", name) then scalar = scalar or name end
%   end
%   note_calls(program.once)
%   for _, block in ipairs(program.blocks) do
%     if block.series then scalar = scalar or "loops over a series" end
%     for _, paragraph in ipairs(block.paragraphs) do note_calls(paragraph.lines) end
%   end
%   for _, r in ipairs(program.reads) do
%     if r.kind == "param" then is_read[r.field] = true end
%   end
% end
%
% -- In memory, params that no step reads, such as start values, have no arrays.
% local params = {}
% for _, f in ipairs(page.param) do
%   if is_read[f.name] or page.trial or not page.bare then params[#params + 1] = f end
% end
% local given = {}                      -- structs that this body reads
% if #params > 0 then given[1] = { "par", params } end
% if #page.input > 0 then given[#given + 1] = { "in", page.input } end
% for _, s in ipairs(given) do
%   s.shared, s.own = s[1] .. "->" .. tools.shared_of(page[s[1] == "par" and "param" or "input"]) .. ".", s[1] == "par" and "p" or "u"
% end
% if not page.bare then
{{target.head(page, "_many.c", "batch")}}
{{target.row("method", page.method.name .. ", " .. target.order(page))}}
{{target.row("lanes", scalar and "scalar, because of " .. scalar or "16" .. (page.trial and "; adaptive steps scalar" or ""))}}
 */
#ifndef {{B}}_PLAIN
#define {{B}}_PLAIN
#endif
#include "{{b}}_many.h"
%?#page.calls > 0?#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
% end
{{page.named .. prefix}}
% for _, s in ipairs(page.carried) do
%   local is_called = false
%   for _, call in ipairs(calls) do is_called = is_called or string.find(s, " " .. b .. "_" .. call .. "(") end
%   if is_called then

{{string.replace(string.replace(string.replace(string.replace(s, b .. "_", prefix), "static inline", B .. "_FN"), "static void", B .. "_FN void"), "cold, noinline", "cold")}}
%   end
% end
% if #page.grid > 0 then

#ifdef __CUDACC__ /* tables are in device memory */
#undef {{B}}_FN
#define {{B}}_FN static inline __device__
#define {{B}}_DATA static __device__ const
#else
#define {{B}}_DATA static const
#endif
% end
% include("tables.c.tpl", { data = B .. "_DATA", mark = B .. "_FN " .. real, prefix = prefix })

{{target.section("one body")}}

% include("run.c.tpl", tools)

% -- A function for body i of the arrays, which evaluates `call`.
% local function one_body(mark, name, more, call)
{{mark}} int {{prefix}}{{name}}(long i, {{arrays}}, {{more}})
{
    {{b}} now;
%   for _, s in ipairs(given) do
    {{b}}_{{s[1]}} {{s.own}};
%   end
    int status;
%   tools.unused("par", #params > 0)
%   tools.unused("in", #page.input > 0)
%   for _, s in ipairs(given) do
%     tools.each(s[2], "    " .. s.own .. ".AT = " .. s[1] .. "->AT ? " .. s[1] .. "->AT[i] : " .. s.shared .. "AT;\n")
%   end
    {{b}}_many_get(x, i, &now);
    status = {{call}};
    {{b}}_many_put(x, i, &now);
    return status;
}
% end
% local its = "&now, " .. (#params > 0 and "&p" or "NULL") .. ", " .. (#page.input > 0 and "&u" or "NULL")
/* Steps body i of the arrays. */
% one_body(B .. "_FN", "body", real .. " h, long steps", prefix .. "one(" .. its .. ", h, steps)")

#ifndef {{B}}_KERNEL /* a kernel does not need the rest */
% if page.advances then

% one_body("static", "advance", b .. "_control *control, " .. real .. " t_end", b .. "_advance(" .. its .. ", control, t_end)")
% end

/* True if n numbers of each of these sizes share no memory. */
static bool {{prefix}}apart(const unsigned char *u, uintptr_t size, const unsigned char *v, uintptr_t other, long n)
{
    const uintptr_t from = (uintptr_t)u, to = (uintptr_t)v;
    return from < to ? (to - from)/size >= (uintptr_t)n : (from - to)/other >= (uintptr_t)n;
}

/* True if the arrays of the state exist and overlap no other array. */
static bool {{prefix}}fit(long n, {{arrays}}, const unsigned char *status)
{
% local all, read, wanted = {}, {}, { "!x" }
% for i, place in ipairs(target.components(state)) do all[i] = "x->" .. place end
% for _, s in ipairs(given) do
%   wanted[#wanted + 1] = "!" .. s[1]
%   for _, place in ipairs(target.components(s[2])) do read[#read + 1] = s[1] .. "->" .. place end
% end
% tools.unused("par", #params > 0)
% tools.unused("in", #page.input > 0)
    if ({{table.concat(wanted, " || ")}}) {
        return false;
    }
    {
        const unsigned char *const values[] = {
%   for _, list in ipairs { all, read } do
%     for _, place in ipairs(list) do
            (const unsigned char *){{place}},
%     end
%   end
        };
        const uintptr_t size = sizeof({{real}});
        int i, k;
        for (i = 0; i < {{#all}}; i++) {
            if (!values[i] || (status != NULL && !{{prefix}}apart(values[i], size, status, 1U, n))) {
                return false;
            }
            for (k = i + 1; k < {{#all + #read}}; k++) {
                if (values[k] && !{{prefix}}apart(values[i], size, values[k], size, n)) {
                    return false;
                }
            }
        }
    }
    return true;
}

% if not scalar then
{{target.section("bodies side by side")}}

% include("lanes.c.tpl", { tools = tools, arrays = arrays, given = given, state = state, params = params })
% end
{{target.section("all of them")}}

% -- A function for all bodies: by a call for body i, or by blocks without `call`.
% local function all_bodies(name, more, idle, bad, call)
int {{b}}_{{name}}(long n, {{arrays}}, {{more}}, unsigned char *status)
{
    long refused = 0, i;

    if (n <= 0{{idle}}) {
        return 0;
    }
    if ({{bad}}!{{prefix}}fit(n, x, par, in, status)) {
        return -1;
    }
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(+ : refused)
#endif
    for (i = 0; i < {{call and "n" or "(n - 1)/" .. B .. "_LANES + 1"}}; i++) {
%   if call then
        const int value = {{prefix .. call}};
        if (status != NULL) {
            status[i] = (unsigned char)value;
        }
        refused += value != {{B}}_OK ? 1 : 0;
%   else
        const long from = i*{{B}}_LANES;
        const long to = n - from < {{B}}_LANES ? n : from + {{B}}_LANES;
        refused += {{prefix}}block(from, to, x, par, in, h, steps, status);
%   end
    }
    return refused < 2147483647 ? (int)refused : 2147483647;
}
% end
% all_bodies("run_many", real .. " h, long steps", " || steps <= 0", "", scalar and "body(i, x, par, in, h, steps)")
% if page.advances then

%   all_bodies("advance_many", b .. "_control *control, " .. real .. " t_end", "", "!control || ", "advance(i, x, par, in, &control[i], t_end)")
% end
% if not page.bare then

%   include("checked.tpl", { batch = true })
% end

#endif
% if page.bare then include("batch.c.tpl", scalar) end
