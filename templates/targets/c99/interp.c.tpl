% -- Dense output: a state between two others.
% -- `tools` writes programs.
% local tools = ...
% local b, real = page.body, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
int {{b}}_interp(const {{b}} *from, const {{b}} *to, {{parin}}, {{real}} h, {{real}} theta, {{b}} *out)
{
% if page.dense_step then
    {{b}} now;
    int status;

    if ({{b}}_same(theta, {{page.one}})) {
        {{b}}_copy(out, to);
        return {{page.BODY}}_OK;
    }
    {{b}}_copy(&now, from);
    if ({{b}}_same(theta, {{page.zero}})) {
        {{b}}_copy(out, &now);
        return {{page.BODY}}_OK;
    }
    status = {{b}}_step(&now, par, in, theta*h);
    if (status == {{page.BODY}}_OK) {
        {{b}}_copy(out, &now);
    }
    return status;
}
% return
% end
% local arrays, declared, timed = {}, {}, false
% for _, name in ipairs { "loads", "load_rates" } do
%   local n = page[name] and #page[name].writes
%   arrays[#arrays + 1] = n and name
%   declared[#declared + 1] = n and name .. "[" .. n .. "], " .. name .. "_end[" .. n .. "]"
%   timed = timed or target.has(page[name], { time = true })
% end
% local held = #arrays > 0 and target.components(target.held(page)) or {}
% -- four times eps
% local ulps = real == "float" and "4.7683716e-07f" or "8.881784197001252e-16"
% if #declared > 0 then
    {{real}} {{table.concat(declared, ", ")}};
%   if timed then
    /* torque may jump at the ends: it is evaluated just inside */
%   end
%?timed or #held > 0?    {{b}} seen;
%   if timed then
    const {{real}} aside = (h < {{page.zero}} ? -{{ulps}} : {{ulps}})*((from->t < {{page.zero}} ? -from->t : from->t) + (h < {{page.zero}} ? -h : h));
%   end
% end
    {{b}} now;

% if #declared == 0 then
%   tools.unused("par", target.has(page.interp, { param = true }))
    (void)in;
% end
    if ({{b}}_same(theta, {{page.zero}})) {
        {{b}}_copy(out, from);
        return {{page.BODY}}_OK;
    }
    if ({{b}}_same(theta, {{page.one}})) {
        {{b}}_copy(out, to);
        return {{page.BODY}}_OK;
    }
% local function evaluate(function_name, from, to)
    {{b}}_{{function_name}}({{from}}, par, in, {{to}});
% end
% local function hold()
    {{b}}_copy(&seen, to);
%   for _, place in ipairs(held) do
    seen.{{place}} = from->{{place}}; /* held until then */
%   end
% end
% if timed then
    {{b}}_copy(&seen, from);
    seen.t += aside;
%   for _, name in ipairs(arrays) do evaluate(name, "&seen", name) end
%   hold()
    seen.t -= aside;
%   for _, name in ipairs(arrays) do evaluate(name, "&seen", name .. "_end") end
% else
%   if #held > 0 then hold() end
%   for _, name in ipairs(arrays) do
%     evaluate(name, "from", name)
%     evaluate(name, #held > 0 and "&seen" or "to", name .. "_end")
%   end
% end
% local interval = { store = true, ["end"] = true, param = true, argument = true }
% tools.computed("    ", page.interp, interval, "from->")

% for _, w in ipairs(page.interp.writes) do
%   if w.field == "turn" then
    if (({{w.value}}) > {{real == "float" and "9.869604f" or "9.8696044010893"}}) {
        return {{page.BODY}}_STEP_TOO_LARGE;
    }
%   end
% end
% for _, w in ipairs(page.interp.writes) do
%?w.field ~= "turn"?    now.{{w.place}} = {{w.value}};
% end
    {{b}}_tick(&now, from, theta*h);
    if (!{{b}}_finite(&now)) {
        return {{page.BODY}}_NOT_FINITE;
    }
    {{b}}_copy(out, &now);
    return {{page.BODY}}_OK;
}
