% -- Many bodies in one call: what is there for who calls it.
% local b, B, real = page.body, page.BODY, page.real
% local state = target.state(page)
% local tools = { prefix = "" }
% include("programs.c.tpl", tools)
% local function pointers(list, is_read)
%   local fields = {}
%   for i, f in ipairs(list) do
%     fields[i] = { name = "*" .. f.name, size = f.size, note = f.note, type = is_read and "const " .. real or real }
%   end
%   if is_read then fields[#fields + 1] = { name = tools.shared_of(list), size = 1, type = b .. is_read, note = "of all, where an array is NULL" } end
%   put(target.fields(real, fields))
% end
% if not page.bare then
{{target.head(page, "_many.h", "batch")}}
 *
 * Many bodies in one call, each with a state of its own, and parameters
 * {{#page.input > 0 and "and inputs " or ""}}of its own or shared.  The arrays hold one number a body, side by side.
 *
 *   cc -O3 -march=native -fno-math-errno -fno-trapping-math
 *      -mprefer-vector-width=512 -ffp-contract=off -c {{b}}_many.c
 *
 * has the processor work on several bodies at once; with -fopenmp all of its
 * cores do.  By none of these flags results change; without the last one
 * products and sums may be contracted, and the bits be others than alone.
 * Take several steps a call where you can: each call loads and stores all.
 */
% end
#ifndef {{B}}_MANY_H
#define {{B}}_MANY_H

%?not page.bare?#include "{{b}}.h"

/* Where the functions run that CUDA may call. */
#ifndef {{B}}_FN
#ifdef __CUDACC__
#define {{B}}_FN static inline __host__ __device__
#else
#define {{B}}_FN static inline
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The states of n bodies: element i of each array belongs to body i. */
typedef struct {{b}}_many {
% pointers(state)
} {{b}}_many;

/* Their parameters: an array, or NULL and the value in `{{tools.shared_of(page.param)}}`{{#page.param > 0 and "" or "; this body\n * has none, NULL does"}}. */
typedef struct {{b}}_many_par {
% pointers(page.param, "_par")
} {{b}}_many_par;

/* Their inputs, held over the call, as arrays{{#page.input > 0 and "" or "; this body has none, NULL does"}}. */
typedef struct {{b}}_many_in {
% pointers(page.input, "_in")
} {{b}}_many_in;

/* Takes body i out of the arrays, and puts it there. */
{{B}}_FN void {{b}}_many_get(const {{b}}_many *x, long i, {{b}} *to)
{
% tools.each(state, "    to->AT = x->AT[i];\n")
}

{{B}}_FN void {{b}}_many_put(const {{b}}_many *x, long i, const {{b}} *from)
{
% tools.each(state, "    x->AT[i] = from->AT;\n")
}

% if not page.bare then
%   include("checked.tpl", { header = true, batch = true })

% end
{{target.comment("", "As many steps of h seconds for each of n bodies, as " .. b .. "_run takes them" .. (#page.event > 0 and ", over events, too" or "") .. ", with the same bits where products and sums are not contracted (-ffp-contract=off). Returns how many did not come to the end: such a body stays at its last good step, and status[i], " .. B .. "_OK of the others, says why (status may be NULL). The others do not notice. Where n or steps are 0 or less nothing is done, and status stays. Arrays of the state may share no memory with one another, with parameters, inputs or status: then, and where one of them is NULL" .. ((#page.param > 0 or #page.input > 0) and ", or par or in, which this body reads," or "") .. " nothing is done and -1 returned.")}}
int {{b}}_run_many(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{real}} h, long steps, unsigned char *status);
{{target.comment("", "The same by " .. b .. "_kernel.cu (emit --with kernel) on a device of CUDA, in whose memory the arrays lie, not the structs; begun on this stream, a cudaStream_t. Returns the error of the launch, 0 where there is none.")}}
int {{b}}_run_many_cuda(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{real}} h, long steps, unsigned char *status, void *stream);
% if page.advances then

{{target.comment("", (page.trial and "Adaptive steps" or "Steps") .. " up to t = t_end" .. (#page.sample > 0 and "" or ", or back to it") .. ", for each of n bodies, as " .. b .. "_advance takes them, by a control of its own (" .. b .. "_control_start for each, at first); otherwise as above. " .. (#page.event > 0 and "A body at an event has not come to the end: its status is " .. B .. "_EVENT, and the next call continues. " or "") .. "Each takes steps of its own size, so that they are not side by side. It calls " .. b .. ".c.")}}
int {{b}}_advance_many(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{b}}_control *control, {{real}} t_end, unsigned char *status);
% end

#ifdef __cplusplus
}
#endif
#endif
