% -- The step as a loop, and its functions; `tools` writes programs.
% local tools = ...
% local b, B, real, prefix = page.body, page.BODY, page.real, tools.prefix
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local mark = tools.mark
/* Advances time by h; compensated sum (Kahan). */
% if tools.many then
{{mark}} void {{prefix}}clock({{real}} *t, {{real}} *t_rest, {{real}} h)
{
    const {{real}} add = h + *t_rest;
    const {{real}} sum = *t + add;
    const {{real}} got = sum - *t;
    *t_rest = (*t - (sum - got)) + (add - got);
    *t = sum;
}

{{mark}} void {{prefix}}tick({{b}} *to, const {{b}} *from, {{real}} h)
{
    to->t = from->t;
    to->t_rest = from->t_rest;
    {{prefix}}clock(&to->t, &to->t_rest, h);
}
% else
{{mark}} void {{prefix}}tick({{b}} *to, const {{b}} *from, {{real}} h)
{
    const {{real}} add = h + from->t_rest;
    const {{real}} sum = from->t + add;
    const {{real}} got = sum - from->t;
    to->t_rest = (from->t - (sum - got)) + (add - got);
    to->t = sum;
}
% end

% local places = target.places(page)
{{mark}} void {{prefix}}copy({{b}} *to, const {{b}} *from)
{
% for _, place in ipairs(places) do
    to->{{place}} = from->{{place}};
% end
    to->t = from->t;
    to->t_rest = from->t_rest;
}

/* Finite check by one sum (conservative: false if the sum overflows). */
{{mark}} bool {{prefix}}finite(const {{b}} *x)
{
    const {{real}} sum = {{target.sum(page, "x->")}};
    return sum - sum <= {{page.zero}}; /* else Inf or NaN */
}

% if (page.advances or page.interp) and not tools.many then
/* True if u == v; compilers that warn of == between reals accept this. */
static bool {{b}}_same({{real}} u, {{real}} v)
{
    return u >= v && u <= v;
}

% end
% if tools.has_quads() then
/* Four numbers; GCC and Clang use one register if it is wide enough. */
#if {{tools.is_packed}}
typedef {{real}} {{prefix}}four __attribute__((vector_size(4*sizeof({{real}}))));
#else
typedef {{real}} {{prefix}}four[4];
#endif

typedef struct {
    {{prefix}}four x;
} {{prefix}}quad;

{{mark}} void {{prefix}}clear({{prefix}}quad *sum)
{
#if {{tools.is_packed}}
    const {{prefix}}four value = { {{page.zero}}, {{page.zero}}, {{page.zero}}, {{page.zero}} };
    sum->x = value;
#else
    sum->x[0] = {{page.zero}};
    sum->x[1] = {{page.zero}};
    sum->x[2] = {{page.zero}};
    sum->x[3] = {{page.zero}};
#endif
}

/* Adds factor times *x to *sum, element by element. */
{{mark}} void {{prefix}}add({{prefix}}quad *sum, const {{prefix}}quad *x, {{real}} factor)
{
#if {{tools.is_packed}}
    sum->x += factor*x->x;
#else
    sum->x[0] += factor*x->x[0];
    sum->x[1] += factor*x->x[1];
    sum->x[2] += factor*x->x[2];
    sum->x[3] += factor*x->x[3];
#endif
}

% end
% if page.push then
/* Torque at the new state, reused by the next step. */
%   tools.acting("push")

% end
%?tools.counts and page.newton?long {{b}}_sweeps[{{#page.advance.blocks}}];
/* The loop works on a copy of *x, which the compiler may hold in registers, and
 * stores it in *x after the last good step. */
{{tools.many and mark .. " int" or "int"}} {{prefix}}{{tools.many and "one" or "run"}}({{b}} *x, {{parin}}, {{real}} h, long steps)
{
% local p = page.advance
% tools.unused("par", page.push or target.has(p, { param = true }))
% tools.unused("in", page.push or target.has(p, { input = true }))
% put(target.reads("    ", real, p.reads, tools.once_a_call))
% put(target.lines("    ", real, p.once, prefix))
% for _, r in ipairs(p.reads) do
%?r.kind == "span"?    const {{real}} {{r.name}} = h;
% end
    {{b}} now, next;
%?page.push?    {{real}} push[{{#page.pushed}}];
    int status = {{B}}_OK;
    long step;

    {{prefix}}copy(&now, x);
%?page.push?    {{prefix}}push(&now, par, in, push);
    for (step = 0; step < steps; step++) {
% put(target.reads("        ", real, p.reads, tools.in_a_step, "now."))
% if page.newton then
        int sweep;
        bool solved;
% end
% tools.blocks("        ", p)

        /* the new state */
% local written = {}
% for _, w in ipairs(p.writes) do
%   written[w.place] = true
%   if w.field == "kick" and not w.is_store then
        const {{real}} push_time = {{w.value}};
%   else
        next.{{w.place}} = {{w.value}};
%   end
% end
% for _, place in ipairs(places) do
%?not written[place]?        next.{{place}} = now.{{place}};
% end
        {{prefix}}tick(&next, &now, h);
% if page.push then

        /* the torque at the new state ends this step and begins the next */
        {{prefix}}push(&next, par, in, push);
%   for i, place in ipairs(page.pushed) do
        next.{{place}} += push_time*push[{{i - 1}}];
%   end
% end
        if (!{{prefix}}finite(&next)) {
            status = {{B}}_NOT_FINITE;
            break;
        }
        {{prefix}}copy(&now, &next);
    }
    {{prefix}}copy(x, &now);
    return status;
}
