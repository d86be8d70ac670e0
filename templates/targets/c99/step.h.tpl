% include("control.tpl")
% local b, B, real = page.body, page.BODY, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local function takes(name)
%   return (target.takes(page, name, "const " .. b .. "_par *par", "const " .. b .. "_in *in"))
% end
%
% -- The fields of a struct, with their notes in one column where they fit; C
% -- knows no struct without any.
% -- What L and the momentum in space are those of.
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
 * Units are SI.  R turns body vectors into space vectors; nine values of a
 * matrix are row by row; a quaternion has its scalar first.  The file
 * belongs to whoever wrote the spec.
 */
% end
#ifndef {{B}}_H
#define {{B}}_H

#ifdef __cplusplus
extern "C" {
#endif

{{target.comment("", "Status codes.  On any other than OK nothing is changed by the step" .. (page.access and " or by the function that sets something." or "."))}}
% put(target.defines(B, target.statuses(page)))
% for _, s in ipairs(target.statuses(page)) do
%?s.old?#define {{B}}_{{s.old}} {{s.value}} /* old name */
% end

/* The state. */
typedef struct {{b}} {
% fields(target.state(page))
} {{b}};

/* {{#page.param > 0 and "Parameters." or "Parameters: this body has none, NULL does."}} */
typedef struct {{b}}_par {
% fields(page.param)
} {{b}}_par;

/* {{#page.input > 0 and "Inputs, held over a step." or "Inputs: this body has none, NULL does."}} */
typedef struct {{b}}_in {
% fields(page.input)
} {{b}}_in;
% if page.advances then

/* What controls {{page.trial and "adaptive steps" or "steps that end at " .. (#page.event > 0 and "events" or "samples")}}, and what they remember. */
typedef struct {{b}}_control {
%   fields(target.control(page))
} {{b}}_control;
% end
% if #page.event > 0 then

/* Events, by control.event. */
%   put(target.events(page))
% end
% if not page.bare then

% local start = "The attitude, momentum and time at which the spec starts."
% if #page.extra > 0 then
%   start = "The attitude, momentum, " .. (page.moves and "position, velocity, " or "") .. extras .. " and time of the spec's start" .. (page.inner and #page.param > 0 and not page.start_varies and ", its parameters at their defaults" or "") .. "."
% elseif page.moves then
%   start = "The attitude, momentum, position, velocity and time of the spec's start."
% end
% if page.inner and string.find(takes("omega"), "_in *in", 1, true) then
%   start = start .. " Inputs are what their signals are then, or 0, in L: with others call " .. b .. "_set_omega."
% end
% include("checked.tpl", { header = true })

%?page.start_varies?{{target.comment("", start .. " It depends on the parameters: set them first. Returns " .. B .. "_OK, or the reason why there is no such state: " .. B .. "_NOT_FINITE, or what a step from there returns.")}}
%?page.start_varies?int {{b}}_start({{b}} *x, const {{b}}_par *par);
%?not page.start_varies?{{target.comment("", start)}}
%?not page.start_varies?void {{b}}_start({{b}} *x);
/* The values that the spec gives to the parameters. */
void {{b}}_defaults({{b}}_par *par);
% if page.check then
{{target.comment("", "Is the inertia" .. (page.burns and " (and the mass at the start)" or page.moves and " (and the mass)" or "") .. " of these parameters that of a body" .. (page.changes and " at the start" or "") .. (page.turning and ", also without the inertia of its " .. page.turning .. " about their axes" or "") .. "? Returns " .. B .. "_OK, _NOT_POSITIVE, _NOT_PHYSICAL, or _NOT_FINITE where it, or its inverse, would hold no finite number. " .. (page.definite and "A step looks at J at its end" or "Nothing else looks") .. ": call it after a change." .. (not page.varies and "" or " L " .. (page.turning and "and the " .. page.turning .. "' momenta stay as they are" or "stays as it is") .. " when they change, and so w " .. (page.turning and "and the " .. page.turning .. "' rates change; " or "changes; ") .. b .. "_start has the L of " .. (page.start_varies and "its" or "the spec's") .. " parameters."))}}
int {{b}}_check(const {{b}}_par *par);
% end

{{target.comment("", "One step of h seconds; h < 0 goes back in time." .. (page.turn and " It holds where the body turns by less than " .. page.turn .. " rad in it." or "") .. " Returns " .. target.answers(page) .. "; " .. B .. "_NOT_FINITE is not found out where the compiler takes all numbers as finite (-ffinite-math-only)." .. (#page.event > 0 and " It passes over events: " .. b .. "_advance finds them." or "") .. (#page.sample > 0 and " It holds what is sampled: " .. b .. "_advance takes it." or ""))}}
int {{b}}_step({{b}} *x, {{parin}}, {{real}} h);
% if #page.event > 0 then
{{target.comment("", "As many steps, over events, too; they give the same bits as single ones. The first step that fails ends it: its status is returned and *x is the state before it.")}}
% else
/* As many steps; they give the same bits as single ones.  The first step that
 * fails ends it: its status is returned and *x is the state before it. */
% end
int {{b}}_run({{b}} *x, {{parin}}, {{real}} h, long steps);
% local at_events = #page.event == 0 and "" or " It ends where an event happens, with " .. B .. "_EVENT, c->event and the state there" .. (page.assigns and ", after what the event does" or "") .. "; call it again to continue. Where several happen in a step the first one comes first. An event happens where its guard changes its sign" .. (page.trial and "" or ", looked at after each step") .. "; c->side and c->count begin anew with " .. b .. "_control_start. What the caller has changed since the last call may be an event at once."
% if #page.sample > 0 then
%   at_events = at_events .. " Steps end on the times of samples, and what is due there is taken, also at the call's start and end; t_end before the state's time is refused with " .. B .. "_BACKWARD."
% end
% local way = #page.sample > 0 and "" or ", or back to it"
% if page.advances then

/* The {{page.trial and "tolerances" or "step"}} of the spec, and nothing to remember. */
void {{b}}_control_start({{b}}_control *c);
%   if not page.trial then
{{target.comment("", "Steps of c->h up to t = t_end" .. way .. "; the last one is shorter, so that the state's time is then exactly that." .. at_events .. " Returns " .. B .. "_OK, " .. (#page.event > 0 and B .. "_EVENT " or "") .. "or the status of the step that failed; *x is then the last good state.")}}
%   else
{{target.comment("", "Adaptive steps up to t = t_end" .. way .. ", which turn the body by less than half a turn each; the state's time is then exactly that" .. (#page.control.landing + #page.control.moving_is_kink > 0 and ", as it is once at each time on which steps end, where torque or force are not smooth or the spec says so; after a jump they begin anew" or "") .. ". A step is taken where its error, that of the embedded solution of order " .. page.control.order .. ", is within all tolerances: the angle between both attitudes, and the difference of the rates" .. (page.moves and ", positions and velocities" or "") .. (#page.extra > 0 and "; of " .. string.replace(extras, ",", " and") .. " the difference in parts of their sizes, now and at the start" or "") .. "." .. at_events .. " Returns " .. B .. "_OK or the status of the step that failed; *x is then the last good state.")}}
%   end
int {{b}}_advance({{b}} *x, {{parin}}, {{b}}_control *c, {{real}} t_end);
% end
% for _, s in ipairs(page.sample) do

%   local when = "t = " .. s.from .. " s and every " .. s.every .. " s"
{{target.comment("", (s.note and s.note .. ": " or "") .. "the value that the law " .. s.name .. " has at this state. " .. b .. "_advance takes it from " .. when .. (s.next and ", for the time after its delay" or "") .. ". Compiled with -D" .. B .. "_OWN_" .. s.name .. " " .. b .. ".c calls this function, and another file has it.")}}
void {{b}}_sample_{{s.field}}(const {{b}} *x, {{parin}}, {{real}} value[{{s.size}}]);
% end
% if page.interp and page.dense_step then

{{target.comment("", "Dense output: the state at theta h after *from, which is that of a step of theta h: the step's own Taylor series" .. (page.cases and ", but for cases of torque that switch in between" or "") .. ". *to, h seconds after *from, is what is returned at 1. *out may be one of the two. Returns " .. B .. "_OK or what the step returns: then nothing is changed.")}}
int {{b}}_interp(const {{b}} *from, const {{b}} *to, {{parin}}, {{real}} h, {{real}} theta, {{b}} *out);
% elseif page.interp then

{{target.comment("", "Dense output: the state at theta h after *from, between it and *to, which is h seconds later: the ends of a step, or of several. At 0 and 1 it is *from or *to, else in error by O(h^" .. page.dense_order .. ") beside them" .. (page.cases and "; where a case of torque or force switches in between, by O(h^2), and by O(h) where these jump" or "") .. "; at every theta, also outside, R is " .. (page.leaves and "no rotation but to the method's error" or "a rotation") .. ", and the momentum in space keeps what no torque changes. *out may be one of the two. Returns " .. B .. "_OK; " .. B .. "_STEP_TOO_LARGE where the body turns by half a turn or more: the mean of (h w)^2 at both ends is above pi^2, or the rotation from *from to *to is more than pi away from the mean of h w; or " .. B .. "_NOT_FINITE: then nothing is changed. A. Marthinsen, SIAM J. Numer. Anal. 37 (1999) 269-285.")}}
int {{b}}_interp(const {{b}} *from, const {{b}} *to, {{parin}}, {{real}} h, {{real}} theta, {{b}} *out);
% end
% if page.access then

{{target.comment("", "What is read and set. A function that sets returns " .. B .. "_OK, or " .. B .. "_NOT_FINITE if the input is zero (a quaternion), not finite, or overflows when squared (an attitude's numbers): then nothing is set. Whether R is a rotation is not checked.")}}

/* Time, s. */
{{real}} {{b}}_time(const {{b}} *x);
/* Attitude: the rotation matrix from body to space, row by row. */
void {{b}}_rotation(const {{b}} *x, {{real}} R[9]);
/* Sets the attitude: R as above, a rotation.  L, in the body frame, stays. */
int {{b}}_set_rotation({{b}} *x, const {{real}} R[9]);
%   for _, s in ipairs(page.shown) do
%     local what = string.replace(s.note or "", "attitude: ", "")
{{target.comment("", "The attitude as " .. s.call .. (what ~= "" and ": " .. what or "") .. ".")}}
void {{b}}_{{s.name}}(const {{b}} *x, {{real}} {{s.argument}}[{{s.size}}]);
{{target.comment("", "Sets the attitude: " .. s.argument .. " as above" .. (s.restores and ", or first made so" or "") .. ". L, in the body frame, stays.")}}
int {{b}}_set_{{s.name}}({{b}} *x, const {{real}} {{s.argument}}[{{s.size}}]);
%   end
/* Angular velocity, body frame, rad/s{{page.changes and ": J is that of x's time and states" or ""}}. */
void {{b}}_omega(const {{b}} *x{{takes("omega")}}, {{real}} w[3]);
{{target.comment("", "Sets the angular velocity, as above, and with it L" .. (page.inner and page.turning and "; the " .. page.turning .. "' momenta stay, and so their rates against the body change." or "."))}}
int {{b}}_set_omega({{b}} *x{{takes("omega")}}, const {{real}} w[3]);
%   for _, w in ipairs(page.wheel) do
{{target.comment("", "Rate of " .. w.kind .. " " .. w.wheel .. (w.note and " (" .. w.note .. ")" or "") .. " against the body, " .. w.frame .. ", " .. w.unit .. ".")}}
{{real}} {{b}}_{{w.name}}(const {{b}} *x{{takes(w)}});
{{target.comment("", "Sets this rate: w stays, L and x->" .. w.field .. " change.")}}
int {{b}}_set_{{w.name}}({{b}} *x{{takes(w)}}, {{real}} speed);
%   end
/* Angular momentum{{whole}}, space frame, kg m^2/s. */
void {{b}}_momentum(const {{b}} *x, {{real}} pi[3]);
/* {{page.has_potential and "Energy, kinetic and potential" or "Kinetic energy"}}{{page.turning and ", with that of the " .. page.turning or ""}}, J{{page.conservative and "; the exact motion keeps it" or ""}}. */
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
