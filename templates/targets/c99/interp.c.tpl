% -- Dense output: the state between two.
% -- `blocks` spells the blocks of a program.
% local blocks = ...
% local b, real = page.body, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local prefix = b .. "_"
void {{b}}_interp(const {{b}} *from, const {{b}} *to, {{parin}}, {{real}} h, {{real}} theta, {{b}} *out)
{
% local acts = page.act and #page.act.writes
% local sways = page.sway and #page.sway.writes
% local timed = acts and target.has(page.act, { time = true })
%   or sways and target.has(page.sway, { time = true })
% -- four times eps
% local ulps = real == "float" and "4.7683716e-07f" or "8.881784197001252e-16"
% if acts then
    {{real}} act[{{acts}}], act_end[{{acts}}]{{sways and ", sway[" .. sways .. "], sway_end[" .. sways .. "]" or ""}};
%   if timed then
    /* torque may jump at the ends: what acts inside counts */
    {{b}} seen;
    const {{real}} aside = (h < {{page.zero}} ? -{{ulps}} : {{ulps}})*((from->t < {{page.zero}} ? -from->t : from->t) + (h < {{page.zero}} ? -h : h));
%   end
% end
% if not acts then
%   if not target.has(page.interp, { param = true }) then
    (void)par;
%   end
    (void)in;
% end
    if ({{b}}_same(theta, {{page.zero}})) {
        {{b}}_copy(out, from);
        return;
    }
    if ({{b}}_same(theta, {{page.one}})) {
        {{b}}_copy(out, to);
        return;
    }
% if acts then
%   if timed then
    {{b}}_copy(&seen, from);
    seen.t += aside;
    {{b}}_act(&seen, par, in, act);
%     if sways then
    {{b}}_sway(&seen, par, in, sway);
%     end
    {{b}}_copy(&seen, to);
    seen.t -= aside;
    {{b}}_act(&seen, par, in, act_end);
%     if sways then
    {{b}}_sway(&seen, par, in, sway_end);
%     end
%   else
    {{b}}_act(from, par, in, act);
    {{b}}_act(to, par, in, act_end);
%     if sways then
    {{b}}_sway(from, par, in, sway);
    {{b}}_sway(to, par, in, sway_end);
%     end
%   end
% end
% local interval = { store = true, ["end"] = true, param = true, argument = true }
% put(target.reads("    ", real, page.interp.reads, interval, "from->"))
% put(target.lines("    ", real, page.interp.once, prefix))
% blocks("    ", page.interp)

% for _, w in ipairs(page.interp.writes) do
    out->{{w.place}} = {{w.value}};
% end
    {{b}}_tick(out, from, theta*h);
}
