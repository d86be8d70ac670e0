% -- Dense output: the state between two.
% -- `blocks` spells the blocks of a program.
% local blocks = ...
% local b, real = page.body, page.real
% local par = #page.param > 0 and ", const " .. b .. "_par *par" or ""
% local inp = #page.input > 0 and ", const " .. b .. "_in *in" or ""
% local pass = (#page.param > 0 and ", par" or "") .. (#page.input > 0 and ", in" or "")
% local prefix = b .. "_"
void {{b}}_interp(const {{b}} *from, const {{b}} *to{{par}}{{inp}}, {{real}} h, {{real}} theta, {{b}} *out)
{
% local acts = page.act and #page.act.writes
% local timed = acts and target.has(page.act, { time = true })
% -- four times eps
% local ulps = real == "float" and "4.7683716e-07f" or "8.881784197001252e-16"
% if acts then
    {{real}} act[{{acts}}], end_act[{{acts}}];
%   if timed then
    /* torque may leap at the ends: what acts inside counts */
    {{b}} seen;
    const {{real}} aside = (h < {{page.zero}} ? -{{ulps}} : {{ulps}})*((from->t < {{page.zero}} ? -from->t : from->t) + (h < {{page.zero}} ? -h : h));
%   end
% end
% if #page.param > 0 and not acts then
    (void)par;
% end
% if #page.input > 0 and not acts then
    (void)in;
% end
    if (theta >= {{page.zero}} && theta <= {{page.zero}}) {
        {{b}}_copy(out, from);
        return;
    }
    if (theta >= {{page.one}} && theta <= {{page.one}}) {
        {{b}}_copy(out, to);
        return;
    }
% if acts then
%   if timed then
    {{b}}_copy(&seen, from);
    seen.t += aside;
    {{b}}_act(&seen{{pass}}, act);
    {{b}}_copy(&seen, to);
    seen.t -= aside;
    {{b}}_act(&seen{{pass}}, end_act);
%   else
    {{b}}_act(from{{pass}}, act);
    {{b}}_act(to{{pass}}, end_act);
%   end
% end
% local interval = { store = true, ["end"] = true, argument = true }
% put(target.reads("    ", real, page.interp.reads, interval, "from->"))
% put(target.lines("    ", real, page.interp.once, prefix))
% blocks("    ", page.interp)

% for _, w in ipairs(page.interp.writes) do
    out->{{w.place}} = {{w.value}};
% end
    out->t = from->t;
    out->t_rest = from->t_rest;
    {{b}}_tick(out, theta*h);
}
