% -- Laws that are sampled and held; `tools` writes programs.
% local tools = ...
% local b, B, real, zero = page.body, page.BODY, page.real, page.zero
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local function number(text) return text .. (real == "float" and "f" or "") end
% local near = real == "float" and "4.7683716e-07f" or "8.881784197001252e-16" -- 4 eps
% -- Actions at an instant, in order: values whose delay is over, then laws.
% local all, from, every = {}, {}, {}
% for _, s in ipairs(page.sample) do
%   if s.next then all[#all + 1] = { law = s, from = s.delay } end
% end
% for _, s in ipairs(page.sample) do all[#all + 1] = { law = s, from = s.from, takes = true } end
% for i, a in ipairs(all) do from[i], every[i] = a.from, a.law.every end
% local function places(name, size) return target.components({ { name = name, size = size } }) end
% for _, s in ipairs(page.sample) do
#ifndef {{B}}_OWN_{{s.name}}
void {{b}}_sample_{{s.field}}(const {{b}} *x, {{parin}}, {{real}} value[{{s.size}}])
{
%   tools.straight(s.take, true, true)
%   tools.writes(s.take, "value")
}
#endif

% end
/* The first of the times first + k step, k = 0, 1, ..., that is not before t
 * (`later`: is after t), to within rounding; t if it cannot resolve a step. */
static {{real}} {{b}}_due({{real}} first, {{real}} step, {{real}} t, bool later)
{
    const {{real}} seen = {{near}}*((t < {{zero}} ? -t : t) + (first < {{zero}} ? -first : first));
    const {{real}} steps = (t - first)/step;
    long long k = steps > {{zero}} && steps < {{number("9e15")}} ? (long long)steps : 0;
    {{real}} when = first + ({{real}})k*step;
    int i;
    for (i = 0; i < 2 && (later ? when <= t + seen : when < t - seen); i++) {
        k++;
        when = first + ({{real}})k*step;
    }
    return later && !(seen < {{number("0.25")}}*step) ? t : when;
}

/* Takes the samples due at x->t, but none twice; *next: the next time. */
static int {{b}}_take({{b}} *x, {{parin}}, {{real}} *next)
{
    static const {{real}} from[{{#all}}] = { {{table.concat(from, ", ")}} };
    static const {{real}} every[{{#all}}] = { {{table.concat(every, ", ")}} };
    {{b}} to;
    int i;

    {{b}}_copy(&to, x);
    for (i = 0; i < {{#all}}; i++) {
        const {{real}} now = {{b}}_due(from[i], every[i], x->t, false);
        const {{real}} later = {{b}}_due(from[i], every[i], x->t, true);
        const {{real}} last = x->t_sampled; /* was that at this instant? */
        const bool after = {{b}}_same({{b}}_due(from[i], every[i], last, false), now)
            && now < {{b}}_due(from[i], every[i], last, true);
        if (i == 0 || later < *next) {
            *next = later;
        }
        if (after || !(now < later)) {
            continue;
        }
        to.t_sampled = x->t;
        switch (i) {
% for i, a in ipairs(all) do
        {{i < #all and "case " .. i - 1 or "default"}}: {
%   if a.takes then
            {{real}} value[{{a.law.size}}];
            {{b}}_sample_{{a.law.field}}(&to, par, in, value);
%   end
%   for k, place in ipairs(places(a.takes and a.law.next or a.law.field, a.law.size)) do
            to.{{place}} = {{a.takes and "value[" .. k - 1 .. "]" or "to." .. places(a.law.next, a.law.size)[k]}};
%   end
            break;
        }
% end
        }
    }
    if (!{{b}}_finite(&to)) {
        return {{B}}_NOT_FINITE;
    }
    {{b}}_copy(x, &to);
    return *next > x->t ? {{B}}_OK : {{B}}_STEP_TOO_SMALL;
}

int {{b}}_advance({{b}} *x, {{parin}}, {{b}}_control *c, {{real}} t_end)
{
    const {{real}} seen = {{near}}*(t_end < {{zero}} ? -t_end : t_end);
    long allowed = c->most;
    int status;
    bool more;

    if (!(t_end - t_end >= {{zero}}) || !(x->t - x->t >= {{zero}})) {
        return {{B}}_NOT_FINITE;
    }
    if (t_end < x->t) {
        return {{B}}_BACKWARD;
    }
    do {
        {{real}} next = t_end;
        bool cuts;
        status = {{b}}_take(x, par, in, &next);
        if (status != {{B}}_OK) {
            return status;
        }
        cuts = next < t_end - seen;
        more = next <= t_end + seen;
        status = {{b}}_go(x, par, in, c, cuts ? next : t_end, {{page.trial and "" or "cuts, "}}&allowed);
    } while (status == {{B}}_OK && more);
    return status;
}
