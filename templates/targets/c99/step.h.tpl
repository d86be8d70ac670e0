% include("control.tpl")
% local b, B, real = page.body, page.BODY, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local function takes(name)
%   return (target.takes(page, name, "const " .. b .. "_par *par", "const " .. b .. "_in *in"))
% end
%
% -- The fields of a struct, with their notes in one column where they fit; a
% -- struct in C needs at least one.
% -- Whose momentum L and the momentum in space are.
% local whole = page.inner and (page.turning and " of body and " .. page.turning or ", with the internal one") or ""
% local extras = #page.wheel == #page.extra and page.turning or page.turning and page.turning .. ", states" or "states"
% local function fields(list)
%   put(target.fields(real, #list > 0 and list or { { name = "unused", size = 1 } }))
% end
% if not page.bare then
{{target.head(page, ".h")}}
%?page.note?{{target.row("body", page.note)}}
{{target.row("method", page.method.name .. ", " .. target.order(page))}}
 *
 * Units are SI.  R turns body vectors into space vectors; the nine values of
 * a matrix are row by row; a quaternion has its scalar first.  The author of
 * the spec owns this file.
 */
% end
#ifndef {{B}}_H
#define {{B}}_H

#ifdef __cplusplus
extern "C" {
#endif

{{target.comment("", "Status codes.  If the status is not OK, the step changes nothing" .. (page.access and ", nor does a setter." or "."))}}
% put(target.defines(B, target.statuses(page)))
% for _, s in ipairs(target.statuses(page)) do
%?s.old?#define {{B}}_{{s.old}} {{s.value}} /* old name */
% end

/* The state. */
typedef struct {{b}} {
% fields(target.state(page))
} {{b}};

/* {{#page.param > 0 and "Parameters." or "Parameters: this body has none; pass NULL."}} */
typedef struct {{b}}_par {
% fields(page.param)
} {{b}}_par;

/* {{#page.input > 0 and "Inputs, held over a step." or "Inputs: this body has none; pass NULL."}} */
typedef struct {{b}}_in {
% fields(page.input)
} {{b}}_in;
% if page.advances then

/* Settings of {{page.trial and "adaptive steps" or "steps that end at " .. (#page.event > 0 and "events" or "samples")}}, and values kept between them. */
typedef struct {{b}}_control {
%   fields(target.control(page))
} {{b}}_control;
% end
% if #page.event > 0 then

/* Events: the values of control.event. */
%   put(target.events(page))
% end
% if not page.bare then

% local start = "Sets the attitude, momentum and time of the spec's start."
% if #page.extra > 0 then
%   start = "Sets the attitude, momentum, " .. (page.moves and "position, velocity, " or "") .. extras .. " and time of the spec's start" .. (page.inner and #page.param > 0 and not page.start_varies and ", with its parameters at their defaults" or "") .. "."
% elseif page.moves then
%   start = "Sets the attitude, momentum, position, velocity and time of the spec's start."
% end
% if page.inner and string.find(takes("omega"), "_in *in", 1, true) then
%   start = start .. " L is computed with the inputs' signals at that time, or 0: for other inputs call " .. b .. "_set_omega."
% end
% include("checked.tpl", { header = true })

%?page.start_varies?{{target.comment("", start .. " It depends on the parameters: set them first. Returns " .. B .. "_OK or, if there is no such state, " .. B .. "_NOT_FINITE or the error code of a step from there.")}}
%?page.start_varies?int {{b}}_start({{b}} *x, const {{b}}_par *par);
%?not page.start_varies?{{target.comment("", start)}}
%?not page.start_varies?void {{b}}_start({{b}} *x);
/* Sets the parameters to their values in the spec. */
void {{b}}_defaults({{b}}_par *par);
% if page.check then
{{target.comment("", "Checks the inertia" .. (page.burns and " (and the mass at the start)" or page.moves and " (and the mass)" or "") .. " of these parameters" .. (page.changes and " at the start" or "") .. (page.turning and ", also without the inertia of its " .. page.turning .. " about their axes" or "") .. ". Returns " .. B .. "_OK, _NOT_POSITIVE, _NOT_PHYSICAL, or _NOT_FINITE if a number of these, or of the inverse of J, is not finite. " .. (page.definite and "A step checks J at its end only" or "No other function checks them") .. ": call this after a change." .. (not page.varies and "" or " When they change, L " .. (page.turning and "and the " .. page.turning .. "' momenta stay the same" or "stays the same") .. ", and so w " .. (page.turning and "and the " .. page.turning .. "' rates change; " or "changes; ") .. b .. "_start sets L for " .. (page.start_varies and "its" or "the spec's") .. " parameters."))}}
int {{b}}_check(const {{b}}_par *par);
% end

{{target.comment("", "One step of h seconds; h < 0 goes back in time." .. (page.turn and " It is valid if the body turns by less than " .. page.turn .. " rad." or "") .. " Returns " .. target.answers(page) .. "; " .. B .. "_NOT_FINITE is not detected under -ffinite-math-only." .. (#page.event > 0 and " It ignores events: " .. b .. "_advance finds them." or "") .. (#page.sample > 0 and " It holds the sampled values: " .. b .. "_advance takes samples." or ""))}}
int {{b}}_step({{b}} *x, {{parin}}, {{real}} h);
% if #page.event > 0 then
{{target.comment("", "Takes `steps` such steps, also over events, with the same bits as single steps. Stops at the first step that fails: returns its status, and *x is the state before it.")}}
% else
/* Takes `steps` such steps, with the same bits as single steps.  Stops at the
 * first step that fails: returns its status, and *x is the state before it. */
% end
int {{b}}_run({{b}} *x, {{parin}}, {{real}} h, long steps);
% local at_events = #page.event == 0 and "" or " It stops where an event happens and returns " .. B .. "_EVENT: c->event is the event, and *x the state there" .. (page.assigns and ", as the event has changed it" or "") .. "; call it again to continue. Events in one step are returned in order of time. An event happens where its guard changes sign" .. (page.trial and "" or ", evaluated after each step") .. "; c->side and c->count are reset by " .. b .. "_control_start. A change by the caller since the last call may cause an event at once."
% if #page.sample > 0 then
%   at_events = at_events .. " Steps end at the times of samples, and the samples due there are taken, also at the call's start and end; if t_end is before the state's time, it returns " .. B .. "_BACKWARD."
% end
% local way = #page.sample > 0 and "" or ", or back to it"
% if page.advances then

/* Sets the {{page.trial and "tolerances" or "step"}} of the spec, and resets the rest. */
void {{b}}_control_start({{b}}_control *c);
%   if not page.trial then
{{target.comment("", "Steps of c->h up to t = t_end" .. way .. "; the last one is shortened, so that the final time is exactly t_end." .. at_events .. " Returns " .. B .. "_OK, " .. (#page.event > 0 and B .. "_EVENT " or "") .. "or the status of the step that failed; *x is then the last good state.")}}
%   else
{{target.comment("", "Adaptive steps up to t = t_end" .. way .. ", each with less than half a turn of the body; the final time is exactly t_end" .. (#page.control.landing + #page.control.moving_is_kink > 0 and ". Steps also end exactly where torque or force are not smooth or the spec says so; after a jump they begin anew" or "") .. ". A step is accepted if its error, the difference from the embedded solution of order " .. page.control.order .. ", is within all tolerances: the angle between both attitudes, and the difference of the rates" .. (page.moves and ", positions and velocities" or "") .. (#page.extra > 0 and "; for " .. string.replace(extras, ",", " and") .. " the difference relative to the sum of their sizes now and at the start" or "") .. "." .. at_events .. " Returns " .. B .. "_OK or the status of the step that failed; *x is then the last good state.")}}
%   end
int {{b}}_advance({{b}} *x, {{parin}}, {{b}}_control *c, {{real}} t_end);
% end
% for _, s in ipairs(page.sample) do

%   local when = "t = " .. s.from .. " s on, every " .. s.every .. " s"
{{target.comment("", (s.note and s.note .. ": " or "") .. "the value of the law " .. s.name .. " at this state. " .. b .. "_advance samples it from " .. when .. (s.next and ", for use after its delay" or "") .. ". With -D" .. B .. "_OWN_" .. s.name .. " " .. b .. ".c does not define this function: another file must.")}}
void {{b}}_sample_{{s.field}}(const {{b}} *x, {{parin}}, {{real}} value[{{s.size}}]);
% end
% if page.interp and page.dense_step then

{{target.comment("", "Dense output: the state at theta h after *from, by a step of theta h: the step's own Taylor series" .. (page.cases and ", except where cases of torque switch in between" or "") .. ". At theta = 1 the result is *to, h seconds after *from. *out may be *from or *to. Returns " .. B .. "_OK or the error code of the step; on an error *out is unchanged.")}}
int {{b}}_interp(const {{b}} *from, const {{b}} *to, {{parin}}, {{real}} h, {{real}} theta, {{b}} *out);
% elseif page.interp then

{{target.comment("", "Dense output: the state at theta h after *from. *to is h seconds after *from: the ends of a step, or of several. At theta = 0 and 1 the result is *from or *to; elsewhere its error is O(h^" .. page.dense_order .. "), in addition to theirs" .. (page.cases and "; if a case of torque or force switches in between, O(h^2), and O(h) if these jump" or "") .. ". At every theta, also outside [0, 1], R is " .. (page.leaves and "a rotation only to within the method's error" or "a rotation") .. ", and the momentum in space keeps the components that no torque changes. *out may be *from or *to. Returns " .. B .. "_OK; " .. B .. "_STEP_TOO_LARGE if the body turns by half a turn or more: the mean of (h w)^2 at both ends is above pi^2, or the rotation from *from to *to is more than pi away from the mean of h w; or " .. B .. "_NOT_FINITE. On an error *out is unchanged. A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285.")}}
int {{b}}_interp(const {{b}} *from, const {{b}} *to, {{parin}}, {{real}} h, {{real}} theta, {{b}} *out);
% end
% if page.access then

{{target.comment("", "Getters and setters. A setter returns " .. B .. "_OK, or " .. B .. "_NOT_FINITE if the input is zero (a quaternion), not finite, or overflows when squared (an attitude's numbers): then nothing is set. They do not check that R is a rotation.")}}

/* Time, s. */
{{real}} {{b}}_time(const {{b}} *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void {{b}}_rotation(const {{b}} *x, {{real}} R[9]);
/* Sets the attitude: R as above, a rotation.  L (body frame) is unchanged. */
int {{b}}_set_rotation({{b}} *x, const {{real}} R[9]);
%   for _, s in ipairs(page.shown) do
%     local what = string.replace(s.note or "", "attitude: ", "")
{{target.comment("", "The attitude as " .. s.call .. (what ~= "" and ": " .. what or "") .. ".")}}
void {{b}}_{{s.name}}(const {{b}} *x, {{real}} {{s.argument}}[{{s.size}}]);
{{target.comment("", "Sets the attitude: " .. s.argument .. " as above" .. (s.restores and "; it is first made valid" or "") .. ". L (body frame) is unchanged.")}}
int {{b}}_set_{{s.name}}({{b}} *x, const {{real}} {{s.argument}}[{{s.size}}]);
%   end
/* Angular velocity, body frame, rad/s{{page.changes and ", with J at x's time and states" or ""}}. */
void {{b}}_omega(const {{b}} *x{{takes("omega")}}, {{real}} w[3]);
{{target.comment("", "Sets the angular velocity, as above, and so changes L" .. (page.inner and page.turning and "; the " .. page.turning .. "' momenta stay the same, so their rates against the body change." or "."))}}
int {{b}}_set_omega({{b}} *x{{takes("omega")}}, const {{real}} w[3]);
%   for _, w in ipairs(page.wheel) do
{{target.comment("", "Rate of " .. w.kind .. " " .. w.wheel .. (w.note and " (" .. w.note .. ")" or "") .. " against the body, " .. w.frame .. ", " .. w.unit .. ".")}}
{{real}} {{b}}_{{w.name}}(const {{b}} *x{{takes(w)}});
{{target.comment("", "Sets this rate: L and x->" .. w.field .. " change, w does not.")}}
int {{b}}_set_{{w.name}}({{b}} *x{{takes(w)}}, {{real}} speed);
%   end
/* Angular momentum{{whole}}, space frame, kg m^2/s. */
void {{b}}_momentum(const {{b}} *x, {{real}} pi[3]);
/* {{page.has_potential and "Energy, kinetic and potential" or "Kinetic energy"}}{{page.turning and ", with that of the " .. page.turning or ""}}, J{{page.conservative and "; exact motion conserves it" or ""}}. */
{{real}} {{b}}_energy(const {{b}} *x{{takes("energy")}});
%   if #page.watch > 0 then

#define {{B}}_KEPT {{#page.watch}}
/* The invariants to monitor, in this order:
{{target.paragraph(table.concat(page.watch, ", ") .. ".")}} */
void {{b}}_keep(const {{b}} *x{{takes("keep")}}, {{real}} value[{{#page.watch}}]);
%   end
% end
% end

#ifdef __cplusplus
}
#endif
#endif
