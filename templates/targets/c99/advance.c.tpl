% -- Steps to a time: the control of the step size, one trial of an adaptive step, and
% -- a run.
% -- `tools` writes programs.
% local tools = ...
% local b, B, real = page.body, page.BODY, page.real
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local p, c = page.trial, page.control or { landing = {}, moving_is_kink = {} }
% local f = real == "float" and "f" or ""
% local function number(text) return text .. f end
% local eps = real == "float" and "1.1920929e-07f" or "2.220446049250313e-16"
% local landings, moving = #c.landing, #c.moving_is_kink
% -- True if some are jumps and some are not.
% local function differ(is_kink)
%   for _, kink in ipairs(is_kink) do
%     if kink ~= is_kink[1] then return true end
%   end
% end
% local function all(is_kink) return is_kink[1] and not differ(is_kink) end
% local function kinks(name, is_kink)
%   if not differ(is_kink) then return end

/* True for those at which the torque is continuous. */
static const bool {{b}}_{{name}}[{{#is_kink}}] = {
%   for _, kink in ipairs(is_kink) do
    {{kink and "true" or "false"}},
%   end
};
% end
% -- The condition that the one at index i is a jump.
% local function jumps(name, is_kink, i)
%   if differ(is_kink) then return " && !" .. b .. "_" .. name .. "[" .. i .. "]" end
%   return ""
% end
% local lists = moving > 0 and ", const " .. real .. " when[" .. moving .. "]" or ""
% local listed = moving > 0 and ", when" or ""
% local rejections = 30
% local loads = p and page.loads and #page.loads.writes
% local is_fsal = c.is_fsal
% local load_argument = (loads and ", const " .. real .. " loads[" .. loads .. "]" or "")
% local next_argument = is_fsal and ", " .. real .. " next[" .. loads .. "]" or ""
% local timed = target.has(p, { time = true, span = true })
% local zero = page.zero
% local tables = p and page.table_functions and b .. "_tables"
% local events, laws = #page.event, #page.sample
% local allowed = laws > 0 and "*allowed" or "allowed"
% if p then

{{c.functions}}
% end
% if landings > 0 then

/* Times at which steps end, whatever their size. */
static const {{real}} {{b}}_landing[{{landings}}] = {
%   for _, t in ipairs(c.landing) do
    {{t}},
%   end
};
% kinks("landing_kink", c.landing_is_kink)

/* Sets c->next to the number of these times up to t, by a short search. */
static void {{b}}_find({{b}}_control *c, {{real}} t)
{
    if (c->next < 0 || c->next > {{landings}}) {
        c->next = 0;
    }
    while (c->next < {{landings}} && {{b}}_landing[c->next] <= t) {
        c->next++;
    }
    while (c->next > 0 && {{b}}_landing[c->next - 1] > t) {
        c->next--;
    }
}
% end
% if moving > 0 then

/* Times that depend on parameters and at which steps end; NaN and Inf are
 * ignored. */
static void {{b}}_breaks(const {{b}}_par *par, {{real}} when[{{moving}}])
{
% tools.computed("    ", page.breaks, { param = true })
% tools.writes(page.breaks, "when")
}
% kinks("break_kink", c.moving_is_kink)
% end

void {{b}}_control_start({{b}}_control *c)
{
% for _, n in ipairs(target.numbers(target.control(page))) do
    c->{{n.place}} = {{n.of.start or n.of.type and 0 or zero}};
% end
}
% if p then
%   local order = c.order + 1 .. number(".0")
%   local errors = target.tolerances(page)

{{target.comment("", "A step from *x to *to, another struct, and the squares of its error estimates; the torque's time advances by span." .. (loads and " Torque at the start is an input" .. (is_fsal and ", torque at the end an output" or "") .. "." or ""))}}
static int {{b}}_trial(const {{b}} *x, {{parin}}, {{real}} h, {{real}} span{{load_argument}}, {{b}} *to, {{real}} error[{{#errors + 1}}]{{next_argument}})
{
% tools.unused_structs(p, true, true)
% put(target.reads("    ", real, p.reads, { param = true, input = true, span = true }))
% tools.unused("span", target.has(p, { span = true }))
% tools.unused("loads", not loads or target.has(p, { argument = true }))
% put(target.lines("    ", real, p.once, b .. "_"))
    int status = {{B}}_OK;
    do {
% put(target.reads("        ", real, p.reads, { store = true, time = true, argument = true }))
% if page.newton then
        int sweep;
        bool solved;
% end
% tools.blocks("        ", p)

        /* the new state, and the errors */
% for _, w in ipairs(p.writes) do
%   if w.field == "error" and not w.is_store then
        error[{{w.index}}] = {{w.value}};
%   elseif w.field == "next" and not w.is_store then
        next[{{w.index}}] = {{w.value}};
%   else
        to->{{w.place}} = {{w.value}};
%   end
% end
    } while (false);
    return status;
}

{{target.comment("", "The largest square of an error, relative to its tolerance; NaN if one is NaN." .. (not page.dense_step and " The turn counts as an error that falls with h like the others: steps aim at a turn of 1.4 rad at most." or ""))}}
% -- a state may have the name of a local
% local own = { angle = "angle", rate = "rate", position = "position", velocity = "velocity" }
% for _, name in ipairs(errors) do
%   own[name] = own[name] or "of_" .. name
% end
static {{real}} {{b}}_worst(const {{b}}_control *c, const {{real}} error[{{#errors + 1}}])
{
    {{real}} worst = {{zero}};
%?not page.dense_step?    const {{real}} of_turn = {{number("0.5")}}*error[{{#errors}}];
% for i, name in ipairs(errors) do
    const {{real}} {{own[name]}} = error[{{i - 1}}]/(c->{{name}}*c->{{name}});
% end
% for i, name in ipairs(errors) do
    if (!({{own[name]}} <= worst)) {
        worst = {{own[name]}};
    }
% end
% for i, name in ipairs(errors) do
    if (!{{b}}_same({{own[name]}}, {{own[name]}})) { /* NaN */
        return {{own[name]}};
    }
% end
% if not page.dense_step then
    if (of_turn > {{number("0.4")}}) {
        const {{real}} turn = {{number("0.25")}}*{{b}}_power{{f}}(of_turn, {{order}});
        worst = turn > worst ? turn : worst;
    }
% end
    return worst;
}

/* The next breakpoint on the way from t. */
static {{real}} {{b}}_aim({{b}}_control *c, {{real}} t, {{real}} t_end{{lists}}{{tables and ", int refused" or ""}})
{
    {{real}} aim = t_end;
%?landings > 0?    long back;
% if moving > 0 then
    const {{real}} seen = {{number("4.0")}}*{{eps}}*(t < {{zero}} ? -t : t);
    int i;
% end
% if landings > 0 then
    {{b}}_find(c, t);
    back = c->next;
    if (back > 0 && {{b}}_same({{b}}_landing[back - 1], t)) {
        back--;
    }
    if (t_end > t && c->next < {{landings}} && {{b}}_landing[c->next] < t_end) {
        aim = {{b}}_landing[c->next];
    }
    if (t_end < t && back > 0 && {{b}}_landing[back - 1] > t_end) {
        aim = {{b}}_landing[back - 1];
    }
% else
    (void)c;
%?moving == 0?    (void)t;
% end
% if moving > 0 then
    for (i = 0; i < {{moving}}; i++) {
        if ((when[i] > t + seen && when[i] < aim) ||
            (when[i] < t - seen && when[i] > aim)) {
            aim = when[i];
        }
    }
% end
% if tables then
    aim = ({{real}}){{b}}_corner(&{{tables}}[0], (double)t, (double)aim);
    if (refused > 0) { /* also at slight bends */
        aim = ({{real}}){{b}}_corner(&{{tables}}[1], (double)t, (double)aim);
    }
% end
    return aim;
}

% if moving > 0 and not all(c.moving_is_kink) then
/* True if the torque jumps at t (to within rounding), at a time that depends on
 * parameters. */
static bool {{b}}_jumps(const {{real}} when[{{moving}}], {{real}} t)
{
    const {{real}} seen = {{number("4.0")}}*{{eps}}*(t < {{zero}} ? -t : t);
    bool jumps = false;
    int i;
    for (i = 0; i < {{moving}} && !jumps; i++) {
        jumps = when[i] >= t - seen && when[i] <= t + seen{{jumps("break_kink", c.moving_is_kink, "i")}};
    }
    return jumps;
}

% end
/* The size of the next step, `left` seconds before a breakpoint: `left` if that
 * is at most a little above c->h, else c->h, or half of `left` so that no tiny
 * step remains. */
static {{real}} {{b}}_size(const {{b}}_control *c, {{real}} left)
{
    const {{real}} h = c->h;
    if (left <= {{number("1.1")}}*h && (!(c->max > {{zero}}) || left <= c->max)) {
        return left;
    }
    return left < {{number("2.0")}}*h ? {{number("0.5")}}*left : h;
}

/* Returns h, limited to the range from `least` to c->max. */
static {{real}} {{b}}_bounded(const {{b}}_control *c, {{real}} h, {{real}} least)
{
    if (c->max > {{zero}} && h > c->max) {
        h = c->max;
    }
    return h < least ? least : h;
}

/* Counts a step of size h. */
static void {{b}}_count_step({{b}}_control *c, {{real}} h)
{
    if (c->steps < 2147483647) {
        c->steps++;
    }
    if (c->steps == 1 || h < c->smallest) {
        c->smallest = h;
    }
    if (h > c->largest) {
        c->largest = h;
    }
}

/* Sets the next step size after a good step of size h with this error; it does
 * not grow after a rejected step.  A step that was cut to land is a weak
 * measure: it can only increase c->h. */
static void {{b}}_accept({{b}}_control *c, {{real}} h, {{real}} error, bool rejected)
{
    const {{real}} most = {{zero}} < c->memory ? {{number("5.0")}} : {{number("100.0")}};
    {{real}} factor = {{b}}_factor{{f}}(error, c->memory, {{order}});
    factor = factor > most ? most : factor < {{number("0.2")}} ? {{number("0.2")}} : factor;
    if (rejected && factor > {{number("1.0")}}) {
        factor = {{number("1.0")}};
    }
    if (h >= c->h || h*factor > c->h) {
        c->h = h*factor;
        c->memory = error > {{number("1e-20")}} ? error : {{number("1e-20")}};
    } else if (!(c->memory > {{zero}})) {
        c->memory = {{number("0.25")}};
    } else {
        /* c->memory is unchanged */
    }
    {{b}}_count_step(c, h);
}

/* The size after a rejected step: half of h if the step failed or its error is
 * not finite, else the size that fits the error. */
static {{real}} {{b}}_smaller({{real}} h, int status, {{real}} error)
{
    {{real}} factor;
    if (status != {{B}}_OK || !(error - error >= {{zero}})) {
        return {{number("0.5")}}*h;
    }
    factor = {{b}}_factor{{f}}(error, {{zero}}, {{order}});
    return h*(factor < {{number("0.2")}} ? {{number("0.2")}} : factor > {{number("0.9")}} ? {{number("0.9")}} : factor);
}

/* The status of a run that ends with a rejected step. */
static int {{b}}_reason(int status, {{real}} error, bool tiny)
{
    if (status != {{B}}_OK) {
        return status;
    }
    if (!(error - error >= {{zero}})) {
        return {{B}}_NOT_FINITE;
    }
    return tiny ? {{B}}_STEP_TOO_SMALL : {{B}}_REJECTED;
}

% if loads then
/* Torque at both ends of a trial step: reused when the step is tried again, and
 * in the next step. */
struct {{b}}_fsal {
    {{real}} start[{{loads}}];
%?is_fsal?    {{real}} end[{{loads}}];
    bool known; /* true if `start` is valid */
};

% end
/* Tries a step of h, which may be negative; *worst is its error.  Torque may
 * jump where a run begins and ends: it is evaluated just after the beginning
 * and just before the end. */
static int {{b}}_try(const {{b}} *x, {{parin}}, const {{b}}_control *c, {{real}} h, bool lands{{loads and ", struct " .. b .. "_fsal *fsal" or ""}}, {{b}} *to, {{real}} *worst)
{
    {{real}} error[{{#errors + 1}}], span = h;
% if timed then
    const {{real}} slight = {{number("4.0")}}*{{eps}}*((x->t < {{zero}} ? -x->t : x->t) + (h < {{zero}} ? -h : h));
    const {{real}} aside = h < {{zero}} ? -slight : slight;
% end
    {{b}} now;
    int status;

    {{b}}_copy(&now, x);
% if timed then
    if (!(c->memory > {{zero}})) {
        now.t += aside;
        span -= aside;
    }
    if (lands) {
        span -= {{number("2.0")}}*aside;
    }
    if ((span < {{zero}}) != (h < {{zero}})) { /* below the resolution of t */
        span = {{zero}};
    }
% else
    (void)lands;
% end
    {{b}}_copy(to, x);
% if loads then
    if (!fsal->known) {
        {{b}}_loads(&now, par, in, fsal->start);
    }
    fsal->known = true;
% end
    status = {{b}}_trial(&now, par, in, h, span{{loads and ", fsal->start" or ""}}, to, error{{is_fsal and ", fsal->end" or ""}});
    if (status == {{B}}_OK && !{{b}}_finite(to)) {
        status = {{B}}_NOT_FINITE;
    }
    *worst = status == {{B}}_OK ? {{b}}_worst(c, error) : {{zero}};
    return status;
}

% end
% if events > 0 then
% include("events.c.tpl", tools)

% end
% if laws > 0 then
/* Steps to t_end, where a sample may cut a step; no sample is due before. */
static int {{b}}_go({{b}} *x, {{parin}}, {{b}}_control *c, {{real}} t_end, {{p and "" or "bool cuts, "}}long *allowed)
% else
int {{b}}_advance({{b}} *x, {{parin}}, {{b}}_control *c, {{real}} t_end)
% end
{
    const {{real}} eps = {{eps}};
%?laws == 0?    long allowed = c->most;
%?p?    int refused = 0; /* in a row */
%?events > 0?    {{real}} rate[{{events}}];
%?moving > 0?    {{real}} when[{{moving}}];
% if loads then
    struct {{b}}_fsal fsal;

%   for i = 0, loads - 1 do
    fsal.start[{{i}}] = {{zero}};
%   end
    fsal.known = false;
% end
% if moving > 0 then
%?not loads?
    {{b}}_breaks(par, when);
% end

    if (!(t_end - t_end >= {{zero}})) {
        return {{B}}_NOT_FINITE;
    }
%?events > 0?    {{b}}_begin_watch(x, par, in, c, t_end - x->t, rate);
    while ({{events > 0 and b .. "_pending(c, rate) || " or ""}}!{{b}}_same(x->t, t_end)) {
% if p then
        const {{real}} aim = {{b}}_aim(c, x->t, t_end{{listed}}{{tables and ", refused" or ""}});
        const {{real}} left = (aim - x->t) - x->t_rest;
        const {{real}} sign = left < {{zero}} ? {{number("-1.0")}} : {{number("1.0")}};
        /* the resolution of t and t_rest */
        const {{real}} seen = {{number("16.0")}}*eps*eps*(x->t < {{zero}} ? -x->t : x->t);
        const {{real}} least = c->min > seen ? c->min : seen;
        {{real}} h, worst;
        {{b}} to;
        bool lands;
% else
        const {{real}} aim = t_end, sign = aim < x->t ? {{number("-1.0")}} : {{number("1.0")}};
        const {{real}} left = sign*((aim - x->t) - x->t_rest);
        const {{real}} size = c->left > {{zero}} ? c->left : c->h;
        const bool lands = left <= size*{{number("1.000001")}};
        const {{real}} h = lands && left < size*{{number("0.999999")}} ? left : size;
        {{b}} to;
% end
        int status;

% if events > 0 then
        if (c->event >= 0) {
            return {{b}}_happen(x, par, in, c);
        }
% end
        if (!(left - left >= {{zero}})) { /* the state's time is NaN */
            return {{B}}_NOT_FINITE;
        }
        if (c->most > 0 && {{allowed}} <= 0) {
            return {{B}}_UNFINISHED;
        }
% if p then
        if (!(c->h > {{zero}})) {
            c->h = c->first;
            c->memory = {{zero}};
        }
        c->h = {{b}}_bounded(c, c->h, least);
        h = {{b}}_size(c, sign*left);
        lands = {{b}}_same(h, sign*left);
% end
        if (!(h > {{zero}})) {
            return {{B}}_STEP_TOO_SMALL;
        }
% if p then
        status = {{b}}_try(x, par, in, c, sign*h, lands{{loads and ", &fsal" or ""}}, &to, &worst);
        if (status != {{B}}_OK || !(worst <= {{number("1.0")}})) {
            if (c->rejected < 2147483647) {
                c->rejected++;
            }
            refused++;
%   for _, s in ipairs { page.ranges and "OUT_OF_RANGE" or "", page.definite and "NOT_POSITIVE" or nil } do
%     if s ~= "" then
            if (status == {{B}}_{{s}} && h < {{number("1e-6")}}*c->largest) {
                return status; /* its limit is found */
            }
%     end
%   end
            if (h <= least || refused >= {{rejections}}) {
                return {{b}}_reason(status, worst, h <= least);
            }
            c->h = {{b}}_bounded(c, {{b}}_smaller(h, status, worst), least);
            continue;
        }
% else
%   if events > 0 then
        status = {{b}}_reach(x, par, in, c, sign*h, &to);
%   else
        {{b}}_copy(&to, x);
        status = {{b}}_run(&to, par, in, sign*h, 1);
%   end
        if (status != {{B}}_OK) {
            return status;
        }
% end
        if (lands) {
            to.t = aim;
            to.t_rest = {{zero}};
        } else {
            {{b}}_tick(&to, x, sign*h);
        }
% if events > 0 then
        {{real}} went = sign*h;
        status = {{b}}_watch(x, par, in, c, rate, &went, &to);
        if (status != {{B}}_OK) {
            return status;
        }
% end
        {{b}}_copy(x, &to);
% if not p then
%   local went = events > 0 and "sign*went" or "h"
%   local cut = (events > 0 and "c->event >= 0" or "") .. (events*laws > 0 and " || " or "") .. (laws > 0 and "cuts" or "")
        const {{real}} rest = {{cut}} ? size - {{went}} : {{zero}};
        c->left = rest > {{number("4.0")}}*eps*size ? rest : {{zero}};
        if (!(c->left > {{zero}}) && c->steps < 2147483647) {
            c->steps++;
        }
%   if laws > 0 then
        if ({{events > 0 and "c->event < 0 && " or ""}}c->left > {{zero}} && c->cuts < 2147483647) {
            c->cuts++;
        }
%   end
% end
% if events > 0 then
        if (c->event >= 0) {
%?p?            {{b}}_count_step(c, sign*went);
            return {{b}}_happen(x, par, in, c);
        }
% end
% if p then
        {{b}}_accept(c, h, worst, refused > 0);
        refused = 0;
% end
        if ({{allowed}} > 0) {
            {{laws > 0 and "--*allowed" or "allowed--"}};
        }
% if is_fsal then
%   for i = 0, loads - 1 do
        fsal.start[{{i}}] = fsal.end[{{i}}];
%   end
% elseif loads then
        fsal.known = false;
% end
% local tests = {}
% if landings > 0 and not all(c.landing_is_kink) then
%   tests[#tests + 1] = "c->next > 0 && " .. b .. "_same(" .. b .. "_landing[c->next - 1], aim)" .. jumps("landing_kink", c.landing_is_kink, "c->next - 1")
% end
% if moving > 0 and not all(c.moving_is_kink) then
%   tests[#tests + 1] = b .. "_jumps(when, aim)"
% end
% if tables then
%   tests[#tests + 1] = b .. "_is_jump(&" .. tables .. "[0], (double)aim)"
% end
%?landings > 0?        {{b}}_find(c, aim);
% if #tests > 0 then
%   local test = #tests == 1 and tests[1] or "((" .. table.concat(tests, ") || (") .. "))"
        if (lands && {{test}}) {
            c->h = {{zero}}; /* a jump: begin anew with c->first */
        }
% end
% if is_fsal and (landings > 0 or moving > 0 or tables) then
        if (lands) {
            fsal.known = false; /* fsal has the torque just before aim */
        }
% end
    }
    return {{B}}_OK;
}
% if laws > 0 then

% include("samples.c.tpl", tools)
% end
