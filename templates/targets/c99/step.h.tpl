% local b, B, real = page.body, page.BODY, page.real
% local par = #page.param > 0 and ", const " .. b .. "_par *par" or ""
% local inp = #page.input > 0 and ", const " .. b .. "_in *in" or ""
%
% -- The fields of a struct, with their notes in one column where they fit.
% local function fields(list)
%   put(target.fields(real, list))
% end
{{"/* " .. fill(b .. ".h - made by polhode " .. page.version .. "; do not edit.", " * ", 3)}}
{{target.row("from", page.spec .. " (content " .. page.mark .. ")")}}
% if page.note then
{{target.row("body", page.note)}}
% end
{{target.row("method", page.method.name .. ", " .. target.order(page))}}
 *
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix stand row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
#ifndef {{B}}_H
#define {{B}}_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a step returns: that it is done, that its equation was not solved, that
 * the body turns too far in it, that the attitude's numbers are singular where
 * it leads.  Unless it is done, the state is as before. */
#define {{B}}_OK 0
#define {{B}}_NOT_CONVERGED 1
#define {{B}}_TOO_LARGE 2
#define {{B}}_SINGULAR 3
% if page.trial then
/* What {{b}}_advance returns, too: that a step would have to be smaller than
 * the least, that too many in a row were rejected, that the time or the error
 * is not a number, that there is more to go. */
#define {{B}}_TOO_SMALL 4
#define {{B}}_REJECTED 5
#define {{B}}_NOT_FINITE 6
#define {{B}}_UNFINISHED 7
% end

/* The state. */
typedef struct {{b}} {
% local state = {}
% for i, f in ipairs(page.store) do state[i] = f end
% state[#state + 1] = { name = "t", size = 1, note = "time, s" }
% state[#state + 1] = { name = "t_rest", size = 1, note = "what rounding has left out of t" }
% fields(state)
} {{b}};
% if #page.param > 0 then

/* Parameters. */
typedef struct {{b}}_par {
% fields(page.param)
} {{b}}_par;
% end
% if #page.input > 0 then

/* Inputs, held over a step. */
typedef struct {{b}}_in {
% fields(page.input)
} {{b}}_in;
% end
% if page.trial then

/* What controls steps that choose their size, and what they remember. */
typedef struct {{b}}_control {
%   local reals, counts = target.control(page)
%   for _, f in ipairs(counts) do reals[#reals + 1] = f end
%   fields(reals)
} {{b}}_control;
% end

% if page.moves then
/* The attitude, momentum, position, velocity and time of the spec's start. */
% else
/* The attitude, momentum and time at which the spec starts. */
% end
void {{b}}_start({{b}} *x);
% if #page.param > 0 then
/* The values that the spec gives to the parameters. */
void {{b}}_defaults({{b}}_par *par);
% end

% local ok = B .. "_OK"
% local failure, also = {}, " (also where values are not numbers)"
% if page.accepts then
%   failure = { B .. "_NOT_CONVERGED", B .. "_TOO_LARGE" }
% end
% if page.singular then
%   failure[#failure + 1] = B .. "_SINGULAR"
% end
% failure[1] = failure[1] and failure[1] .. also
% local failures = table.concat(failure, ", or ") .. "; then *x is unchanged."
% if page.fails then
{{target.comment("", "One step of h seconds; h < 0 goes back in time. Returns " .. ok .. ", or " .. failures)}}
% else
{{target.comment("", "One step of h seconds; h < 0 goes back in time. Returns " .. ok .. ": the method is explicit and cannot fail.")}}
% end
int {{b}}_step({{b}} *x{{par}}{{inp}}, {{real}} h);
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
int {{b}}_run({{b}} *x{{par}}{{inp}}, {{real}} h, long steps);
% if page.trial then

/* The tolerances of the spec, and nothing to remember. */
void {{b}}_control_start({{b}}_control *c);
{{target.comment("", "Steps that choose their size, up to t = until, or back to it; the state's time is then exactly that" .. (#page.control.landing > 0 and ", as it is once at each time that the spec lands on, where the steps begin anew" or "") .. ". A step is taken where its error, that of the embedded solution of order " .. page.control.order .. ", is within all tolerances: the angle between both attitudes, and the difference of the rates" .. (page.moves and ", positions and velocities" or "") .. ". Returns " .. B .. "_OK, or else why the step after the last good one, at which *x is then, cannot be taken.")}}
int {{b}}_advance({{b}} *x{{par}}{{inp}}, {{b}}_control *c, {{real}} until);
% end

/* Dense output: the state at theta h after *from, between it and *to, which is
 * h seconds later: the ends of a step, or of several in which the body turns by
 * less than half a turn.  At 0 and 1 it is the one or the other, else in error
 * by O(h^4) beside them; at every theta, also outside, R is a rotation, and the
 * momentum in space keeps what no torque changes.  *out may be one of the two.
 * A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285. */
void {{b}}_interp(const {{b}} *from, const {{b}} *to{{par}}{{inp}}, {{real}} h, {{real}} theta, {{b}} *out);

/* Time, s. */
{{real}} {{b}}_time(const {{b}} *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void {{b}}_rotation(const {{b}} *x, {{real}} R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
void {{b}}_set_rotation({{b}} *x, const {{real}} R[9]);
% for _, s in ipairs(page.shown) do
%   local what = string.replace(s.note or "", "attitude: ", "")
{{target.comment("", "The attitude as " .. s.call .. (what ~= "" and ": " .. what or "") .. ".")}}
void {{b}}_{{s.name}}(const {{b}} *x, {{real}} {{s.argument}}[{{s.size}}]);
{{target.comment("", "Sets the attitude: " .. s.argument .. " as above" .. (s.restores and ", or first made so" or "") .. ". L, in the body frame, stays.")}}
void {{b}}_set_{{s.name}}({{b}} *x, const {{real}} {{s.argument}}[{{s.size}}]);
% end
/* Angular velocity, body frame, rad/s. */
void {{b}}_omega(const {{b}} *x, {{real}} w[3]);
/* Sets the angular velocity, as above, and with it L. */
void {{b}}_set_omega({{b}} *x, const {{real}} w[3]);
/* Angular momentum, space frame, kg m^2/s. */
void {{b}}_momentum(const {{b}} *x, {{real}} pi[3]);
% if page.has_potential then
/* Energy, kinetic and potential, J{{page.conservative and "; the exact motion keeps it" or ""}}. */
% else
/* Kinetic energy, J{{page.conservative and "; the exact motion keeps it" or ""}}. */
% end
{{real}} {{b}}_energy(const {{b}} *x{{par}});
% if #page.watch > 0 then

#define {{B}}_KEPT {{#page.watch}}
/* The values that the spec watches, in this order:
{{" * " .. fill(table.concat(page.watch, ", "), " * ", 3)}}. */
void {{b}}_keep(const {{b}} *x{{par}}, {{real}} value[{{#page.watch}}]);
% end

#ifdef {{B}}_STEPPER
{{page.stepper_type}}
extern const pol_stepper {{b}}_stepper;
#endif

#ifdef __cplusplus
}
#endif
#endif
