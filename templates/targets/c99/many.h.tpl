% -- Many bodies in one call: the interface.
% local b, B, real = page.body, page.BODY, page.real
% local state = target.state(page)
% local tools = { prefix = "" }
% include("programs.c.tpl", tools)
% local function pointers(list, is_read)
%   local fields = {}
%   for i, f in ipairs(list) do
%     fields[i] = { name = "*" .. f.name, size = f.size, note = f.note, type = is_read and "const " .. real or real }
%   end
%   if is_read then fields[#fields + 1] = { name = tools.shared_of(list), size = 1, type = b .. is_read, note = "values for all bodies, where an array is NULL" } end
%   put(target.fields(real, fields))
% end
% if not page.bare then
{{target.head(page, "_many.h", "batch")}}
 *
 * Many bodies in one call, each with a state of its own, and parameters
 * {{#page.input > 0 and "and inputs " or ""}}of its own or shared.  Each array holds one number per body.
 *
 *   cc -O3 -march=native -fno-math-errno -fno-trapping-math
 *      -mprefer-vector-width=512 -ffp-contract=off -c {{b}}_many.c
 *
 * steps several bodies at once with vector instructions; -fopenmp also uses
 * all cores.  These flags do not change results.  Without -ffp-contract=off,
 * contracted products and sums may change bits from those of a single body.
 * Take several steps per call if possible: each call loads and stores all.
 */
% end
#ifndef {{B}}_MANY_H
#define {{B}}_MANY_H

%?not page.bare?#include "{{b}}.h"

/* Prefix of the functions that CUDA may call, too. */
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

/* Their parameters: an array, or NULL and the value in `{{tools.shared_of(page.param)}}`{{#page.param > 0 and "" or "; this body\n * has no parameters: pass NULL"}}. */
typedef struct {{b}}_many_par {
% pointers(page.param, "_par")
} {{b}}_many_par;

/* Their inputs, held over a call, as arrays{{#page.input > 0 and "" or "; this body has none: pass NULL"}}. */
typedef struct {{b}}_many_in {
% pointers(page.input, "_in")
} {{b}}_many_in;

/* Copies body i out of the arrays, and into them. */
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
{{target.comment("", "Takes `steps` steps of h seconds for each of n bodies, as " .. b .. "_run does" .. (#page.event > 0 and ", ignoring events" or "") .. ", with the same bits if products and sums are not contracted (-ffp-contract=off). Returns the number of bodies that failed: such a body stays at its last good step, and status[i] has the reason; it is " .. B .. "_OK for the others, which are not affected. status may be NULL. If n or steps is 0 or less, nothing is done, and status is unchanged. Arrays of the state must not share memory with one another, with parameters, inputs or status. If they do, or one of them is NULL" .. ((#page.param > 0 or #page.input > 0) and ", or par or in, which this body reads," or "") .. " nothing is done and -1 is returned.")}}
int {{b}}_run_many(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{real}} h, long steps, unsigned char *status);
{{target.comment("", "The same by " .. b .. "_kernel.cu (emit --with kernel) on a CUDA device, with the arrays, but not the structs, in device memory; launched on this stream, a cudaStream_t. Returns the error of the launch, or 0.")}}
int {{b}}_run_many_cuda(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{real}} h, long steps, unsigned char *status, void *stream);
% if page.advances then

{{target.comment("", (page.trial and "Adaptive steps" or "Steps") .. " up to t = t_end" .. (#page.sample > 0 and "" or ", or back to it") .. ", for each of n bodies, as " .. b .. "_advance does, with a control for each body (set by " .. b .. "_control_start at first); otherwise as above. " .. (#page.event > 0 and "A body at an event counts as failed: its status is " .. B .. "_EVENT, and the next call continues. " or "") .. "Each body has its own step size, so vector instructions are not used. Calls " .. b .. ".c.")}}
int {{b}}_advance_many(long n, const {{b}}_many *x, const {{b}}_many_par *par, const {{b}}_many_in *in, {{b}}_control *control, {{real}} t_end, unsigned char *status);
% end

#ifdef __cplusplus
}
#endif
#endif
