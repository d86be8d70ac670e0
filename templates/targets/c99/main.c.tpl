% -- The smallest program that uses the stepper: the motion of the spec, as CSV.
% local b, B, real = page.body, page.BODY, page.real
% local adaptive, ending = page.advances, {}
% for _, e in ipairs(page.event) do
%   if e.stops then ending[#ending + 1] = "event == " .. B .. "_EVENT_" .. e.name end
% end
% local stops = #ending > 0
% local par = #page.param > 0 and "&par" or "NULL"
% local input = #page.input > 0 and "&in" or "NULL"
% local suffix = real == "float" and "f" or ""
% local begins = adaptive and (page.start_varies or tonumber((string.replace(page.start_t, "f", ""))) ~= 0)
% local head, format, values = {}, {}, {}
% for i, place in ipairs(target.places(page)) do
%   head[i] = string.replace(string.replace(place, "[", ""), "]", "")
%   format[i] = "%.9g"
%   values[i] = "(double)x->" .. place
% end
{{target.head(page, "_main.c", "main")}}
 *
 *   cc -O2 -ffp-contract=off {{b}}_main.c {{b}}.c -lm && ./a.out
 */
#include <stdio.h>

#include "{{b}}.h"

/* Time, attitude and momentum as they are stored, in SI units. */
static void print_state(const {{b}} *x)
{
    (void)printf("%.9g,{{table.concat(format, ",")}}\n", (double)x->t, {{table.concat(values, ", ")}});
}

% if stops then
/* True if this event ends a run. */
static int ends_run(int event)
{
    return {{table.concat(ending, " || ")}};
}

% end
int main(void)
{
%?adaptive?    const double until = {{tonumber(page["until"]) ~= 0 and page["until"] or "1.0"}};
    const long samples = 100;
    {{b}} x;
%?#page.param > 0?    {{b}}_par par;
%?#page.input > 0?    {{b}}_in in;
% if adaptive then
    {{b}}_control control;
% else
%   local steps = math.max(1, math.floor(page["until"]/(page.step*100) + 0.5))
    const {{real}} h = {{page.step}}{{suffix}};
    const long steps = {{string.format("%d", steps)}}; /* between two lines */
% end
    int status = {{B}}_OK;

%?not page.start_varies?    {{b}}_start(&x);
%?#page.param > 0?    {{b}}_defaults(&par);
%?page.start_varies?    status = {{b}}_start(&x, &par);
%?adaptive?    {{b}}_control_start(&control);
% for _, place in ipairs(target.components(page.input)) do
    in.{{place}} = {{page.zero}}; /* your value, before each step */
% end
%?#page.sample > 0?    status = {{b}}_advance(&x, {{par}}, {{input}}, &control, x.t); /* samples at the start */
%?begins?    const {{real}} begin = x.t;
    (void)printf("t,{{table.concat(head, ",")}}\n");
    print_state(&x);
    for (long i = 1; i <= samples && status == {{B}}_OK; i++) {
% local function forward(indent)
%   local given = b .. (adaptive and "_advance" or "_run") .. "(&x, " .. par .. ", " .. input
%   local more = adaptive and ", &control, " .. (begins and "begin + " or "") .. "(" .. real .. ")(until*(double)i/(double)samples))" or ", h, steps)"
{{indent}}status = {{given .. more}};
{{indent}}print_state(&x);
% end
% if #page.event > 0 then
        do { /* a line at each event, too */
%   forward("            ")
        } while (status == {{B}}_EVENT{{stops and " && !ends_run(control.event)" or ""}});
% else
%   forward("        ")
% end
    }
% if stops then
    if (status == {{B}}_EVENT) {
        status = {{B}}_OK;
    }
% end
    if (status != {{B}}_OK) {
        (void)fprintf(stderr, "status %d at t = %g s\n", status, (double)x.t);
    }
    return status != {{B}}_OK;
}
