% -- Events: guards, which change sign where an event happens, the state there,
% -- and the event's action.  `tools` writes programs.
% local tools = ...
% local b, B, real, zero = page.body, page.BODY, page.real, page.zero
% local parin = "const " .. b .. "_par *par, const " .. b .. "_in *in"
% local chain = 1000 -- events in a row, each within a thousandth of a step
% local n, fsal = #page.event, page.loads and #page.loads.writes
% local degree = page.curves and #page.curves.writes//n - 1
% local function number(text) return text .. (real == "float" and "f" or "") end
% local eps = real == "float" and "1.1920929e-07f" or "2.220446049250313e-16"
% local function list(type, name, value)
    static const {{type}} {{name}}[{{n}}] = {
%   for _, e in ipairs(page.event) do
        {{value(e)}},
%   end
    };
% end
{{target.comment("", "The guards of the events, and their rates in the direction of a step of h.")}}
static void {{b}}_guards(const {{b}} *x, {{parin}}, {{real}} h, {{real}} guard[{{n}}], {{real}} rate[{{n}}])
{
    const {{real}} way = h < {{zero}} ? {{number("-1.0")}} : {{number("1.0")}};
    int which;
% tools.straight(page.guards, true, true)
% for _, w in ipairs(page.guards.writes) do
    {{w.field}}[{{w.index}}] = {{w.value}};
% end
    for (which = 0; which < {{n}}; which++) {
        rate[which] *= way;
    }
}

static int {{b}}_way({{real}} x)
{
    return x > {{zero}} ? 1 : x < {{zero}} ? -1 : 0;
}

/* The side of zero on which a guard is; 0: it is NaN, or stays at zero.  At
 * zero, the sign of its rate decides.  A comparison that stays at zero has its
 * own side: a < b is false, a <= b is true. */
static int {{b}}_side(int event, {{real}} guard, {{real}} rate)
{
% list("int", "at_zero", function(e) return e.at_zero end)
    const int side = {{b}}_way(guard >= {{zero}} && guard <= {{zero}} ? rate : guard);
    return side == 0 && guard - guard >= {{zero}} ? at_zero[event] : side;
}

/* The sign in control.side.  2 and -2: the event has just happened, and its
 * guard is zero to within rounding.  3 and -3: it happens next, at the time of
 * the previous event.  4 and -4: the same, but its guard has jumped, or the
 * previous event has set it to another value. */
static int {{b}}_sign(int side)
{
    return side > 0 ? 1 : side < 0 ? -1 : 0;
}

/* True if the event happens where its guard goes from `from` to `side`. */
static bool {{b}}_happens(int event, int from, int side)
{
% list("int", "direction", function(e) return e.direction end)
    return from*side < 0 && direction[event]*side >= 0;
}

/* The state h after *x, by a step outside the run. */
static int {{b}}_reach(const {{b}} *x, {{parin}}, const {{b}}_control *c, {{real}} h, {{b}} *to)
{
% if page.trial then
    {{real}} worst;
    int status;
%   if fsal then
    struct {{b}}_fsal fsal;
    fsal.known = false;
%   end
    status = {{b}}_try(x, par, in, c, h, true{{fsal and ", &fsal" or ""}}, to, &worst);
    if (status == {{B}}_OK) {
        {{b}}_tick(to, x, h);
    }
    return status;
% else
    (void)c;
    {{b}}_copy(to, x);
    return {{b}}_run(to, par, in, h, 1);
% end
}

/* A sign change of a guard, or of its rate, is between these shares of a step,
 * with these values; `jumps`: the guard jumps there. */
struct {{b}}_bracket {
    {{real}} from, to, at_from, at_to;
    bool jumps;
};

/* Shortens the bracket to at most `least`; *to is the state at its end, where
 * the guard (its rate) has the sign `side`.  Values times `side` rise.  ITP: I.
 * Oliveira, R. Takahashi, ACM Trans. Math. Software 47 (2021) 5. */
static int {{b}}_locate(const {{b}} *x, {{parin}}, const {{b}}_control *c, {{real}} h, int event, bool is_rate, int side, {{real}} least, struct {{b}}_bracket *k, {{b}} *to)
{
    const {{real}} width = k->to - k->from;
    {{real}} reach = {{number("0.5")}}*least, rise;
    int i;

    for (i = 0; i < 64; i++) {
        reach = reach < width ? {{number("2.0")}}*reach : reach;
    }
    k->at_from *= ({{real}})side;
    k->at_to *= ({{real}})side;
    if (k->at_from > {{zero}}) { /* zero to within rounding */
        k->at_from = {{zero}};
    }
    rise = k->at_to - k->at_from;
    while (k->to - k->from > least) {
        const {{real}} half = {{number("0.5")}}*(k->to - k->from), middle = k->from + half;
        const {{real}} slope = k->at_to - k->at_from, room = reach - half;
        const {{real}} line = k->at_from < {{zero}} && slope > {{zero}} ? (k->at_to*k->from - k->at_from*k->to)/slope : middle;
        const {{real}} toward = middle < line ? {{number("-1.0")}} : {{number("1.0")}};
        const {{real}} delta = {{number("0.8")}}*half*half/width;
        {{real}} off = toward*(middle - line), value;
        {{real}} guard[{{n}}], rate[{{n}}];
        {{b}} at;
        int status;

        off = off > delta ? off - delta : {{zero}};
        off = off < room ? off : room;
        status = {{b}}_reach(x, par, in, c, (middle - toward*off)*h, &at);
        if (status != {{B}}_OK) {
            return status;
        }
        {{b}}_guards(&at, par, in, h, guard, rate);
        value = ({{real}})side*(is_rate ? rate[event] : guard[event]);
        reach *= {{number("0.5")}};
        if (is_rate ? value < {{zero}} : side*{{b}}_side(event, guard[event], rate[event]) < 0) {
            k->from = middle - toward*off;
            k->at_from = value;
        } else {
            k->to = middle - toward*off;
            k->at_to = value;
            {{b}}_copy(to, &at);
        }
    }
    /* a jump, as at a pole */
    k->jumps = width > {{number("0.001")}} && (k->at_to > {{number("0.001")}}*rise || !(rise - rise <= {{zero}}));
    return {{B}}_OK;
}

% if page.curves then
{{target.comment("", "Taylor coefficients of the guards over a step of h, in powers of the share of the step.")}}
static void {{b}}_curves(const {{b}} *x, {{parin}}, {{real}} h, {{real}} curve[{{n}}][{{degree + 1}}])
{
% for _, r in ipairs(page.curves.reads) do
%?r.kind == "span"?    const {{real}} {{r.name}} = h;
% end
% tools.straight(page.curves, true, true)
% for i, w in ipairs(page.curves.writes) do
    curve[{{(i - 1)//(degree + 1)}}][{{(i - 1)%(degree + 1)}}] = {{w.value}};
% end
}

/* The root between two shares, by Newton's iteration or bisection; before the
 * root the guard has the sign `side`. */
static {{real}} {{b}}_root(const {{real}} curve[{{degree + 1}}], int side, {{real}} from, {{real}} to)
{
    {{real}} s = {{number("0.5")}}*(from + to);
    bool moves = true;
    int i, k;
    for (i = 0; i < 100 && moves; i++) {
        {{real}} value = curve[{{degree}}], slope = {{zero}}, next;
        for (k = {{degree - 1}}; k >= 0; k--) {
            slope = slope*s + value;
            value = value*s + curve[k];
        }
        if (({{real}})side*value > {{zero}}) {
            from = s;
        } else {
            to = s;
        }
        next = {{b}}_way(slope) != 0 ? s - value/slope : from;
        if (!(next > from && next < to)) {
            next = {{number("0.5")}}*(from + to);
        }
        moves = next - s > {{eps}} || s - next > {{eps}};
        s = next;
    }
    return s;
}

/* The share of the step at which the event first happens, or 2 if it does not.
 * *side is the side from which the guard comes; at the start it may be 0
 * (unknown).  An interval is halved until its Bernstein coefficients change
 * sign at most once: by Descartes' rule of signs it then has at most one root.
 * J. Lane, R. Riesenfeld, BIT 21 (1981) 112-117. */
static {{real}} {{b}}_first(const {{real}} curve[{{degree + 1}}], int event, int *side)
{
    static const {{real}} binomial[{{degree + 1}}] = {
% local c = 1
% for k = 0, degree do
        {{number(string.format("%d.0", c))}},
%   c = c*(degree - k)//(k + 1)
% end
    };
    {{real}} from = {{zero}}, width = {{number("1.0")}}, noise = {{zero}};
    bool is_open = true;
    int turn, i, k;
    for (k = 0; k <= {{degree}}; k++) {
        noise += curve[k] < {{zero}} ? -curve[k] : curve[k];
    }
    noise *= {{number(degree + 1 .. ".0")}}*{{eps}};
    for (turn = 0; turn < {{100*(degree + 1)}} && is_open; turn++) {
        {{real}} c[{{degree + 1}}], power = {{number("1.0")}};
        int last = *side, changes = 0;
        for (k = 0; k <= {{degree}}; k++) {
            c[k] = curve[k];
        }
        for (i = 0; i < {{degree}} && from > {{zero}}; i++) { /* in powers of s - from */
            for (k = {{degree - 1}}; k >= i; k--) {
                c[k] += from*c[k + 1];
            }
        }
        for (k = 0; k <= {{degree}}; k++) {
            c[k] *= power/binomial[k];
            power *= width;
        }
        for (i = 1; i <= {{degree}}; i++) {
            for (k = {{degree}}; k >= i; k--) {
                c[k] += c[k - 1];
            }
        }
        for (k = 0; k <= {{degree}}; k++) {
            const int sign = c[k] > noise ? 1 : c[k] < -noise ? -1 : last;
            changes += last*sign < 0 ? 1 : 0;
            *side = last == 0 ? sign : *side;
            last = sign;
        }
        if (changes == 1 && {{b}}_happens(event, *side, last)) {
            return {{b}}_root(curve, *side, from, from + width);
        }
        if (changes <= 1 || width <= {{number("4.0")}}*{{eps}}) {
            *side = last;
            from += width;
            width = {{number("2.0")}}*width < {{number("1.0")}} - from ? {{number("2.0")}}*width : {{number("1.0")}} - from;
            is_open = from < {{number("1.0")}};
        } else {
            width *= {{number("0.5")}};
        }
    }
    return {{number("2.0")}};
}

/* True if a guard's coefficients fall on average by 4 or more per power. */
static bool {{b}}_resolved(const {{real}} curve[{{degree + 1}}])
{
    {{real}} size = {{zero}}, last = {{zero}}, before = {{zero}};
    int k;
    for (k = 0; k <= {{degree}}; k++) {
        before = last;
        last = curve[k] < {{zero}} ? -curve[k] : curve[k];
        size += last;
    }
    return size - size >= {{zero}} && before + last <= {{number(string.format("%.3g", math.max(4.0^-degree, real == "float" and 1e-6 or 1e-15)))}}*size;
}

/* Locates where a guard reaches the side `after`, between the shares `from`
 * (not there yet) and `end`: first within `room` of s, then in wider brackets.
 * k->to and *at are the share, or 2 if there is none, and the state there. */
static int {{b}}_settle(const {{b}} *x, {{parin}}, const {{b}}_control *c, {{real}} h, int event, int after, {{real}} from, {{real}} s, {{real}} room, {{real}} end, struct {{b}}_bracket *k, {{b}} *at)
{
    {{real}} guard[{{n}}], rate[{{n}}];
    bool is_before = false, is_after = false;
    while (!(is_before && is_after)) {
        {{b}} before;
        int status;
        k->from = s - room > from ? s - room : from;
        k->to = s + room < end ? s + room : end;
        status = {{b}}_reach(x, par, in, c, k->to*h, at);
        if (status == {{B}}_OK) {
            {{b}}_guards(at, par, in, h, guard, rate);
            k->at_to = guard[event];
            is_after = after*{{b}}_side(event, guard[event], rate[event]) > 0;
            status = {{b}}_reach(x, par, in, c, k->from*h, &before);
        }
        if (status != {{B}}_OK) {
            return status;
        }
        {{b}}_guards(&before, par, in, h, guard, rate);
        k->at_from = guard[event];
        is_before = k->from <= from || after*{{b}}_side(event, guard[event], rate[event]) < 0;
        if (!is_after && k->to >= end) {
            k->to = {{number("2.0")}};
            return {{B}}_OK;
        }
        room *= {{number("8.0")}};
    }
    return {{b}}_locate(x, par, in, c, h, event, false, after, {{number("4.0")}}*{{eps}}, k, at);
}

/* Finds the first event in the step of h from *x to *to, and the others at the
 * same time: due[i] is the next control.side[i].  *share and *to become those of
 * the event.  In each piece of the step the guards' series are accurate. */
static int {{b}}_search(const {{b}} *x, {{parin}}, {{b}}_control *c, {{real}} h, {{real}} *share, int due[{{n}}], int *first, {{b}} *to)
{
    const {{real}} least = {{number("4.0")}}*{{eps}};
    {{real}} from = {{zero}}, piece = {{number("1.0")}};
    int side[{{n}}], i;
    {{real}} guard[{{n}}], rate[{{n}}];
    bool is_open = true;
    {{b}} start;

    {{b}}_guards(to, par, in, h, guard, rate); /* at the end */
    for (i = 0; i < {{n}}; i++) {
        side[i] = {{b}}_sign(c->side[i]);
        due[i] = 0;
    }
    {{b}}_copy(&start, x);
    while (is_open) {
        {{real}} curve[{{n}}][{{degree + 1}}];
        const {{real}} end = from + piece;
        bool resolved = true;
        int status = {{B}}_OK;
        {{b}}_curves(&start, par, in, piece*h, curve);
        for (i = 0; i < {{n}}; i++) {
            /* NaN at both ends needs no series */
            resolved = resolved && ({{b}}_resolved(curve[i]) || !({{b}}_same(curve[i][0], curve[i][0]) || {{b}}_same(guard[i], guard[i])));
        }
        if (piece > {{number("0.003")}} && !resolved) {
            piece *= {{number("0.5")}};
            continue;
        }
        for (i = 0; i < {{n}}; i++) {
            {{real}} *const own = curve[i], s = from, room = piece;
            const bool has_happened = from <= {{zero}} && c->side[i] != side[i];
            struct {{b}}_bracket k;
            {{b}} at;

            if ({{b}}_resolved(own)) {
                own[0] = has_happened ? {{zero}} : own[0];
                s += piece*{{b}}_first(own, i, &side[i]);
                room = {{number(real == "float" and "1e-4" or "1e-9")}};
            }
            if (s > end || s > *share + {{number("0.001")}}) {
                continue;
            }
            status = {{b}}_settle(x, par, in, c, h, i, -side[i], from, s, room, end < *share ? end : *share, &k, &at);
            if (status != {{B}}_OK) {
                return status;
            }
            if (k.to <= least && has_happened) {
                c->event = i; /* it happens again sooner than t resolves */
                return {{B}}_TOO_MANY_EVENTS;
            }
            if (k.to > {{number("1.0")}} || !{{b}}_happens(i, side[i], -side[i])) {
                side[i] = k.to > {{number("1.0")}} ? side[i] : -side[i];
                continue;
            }
            due[i] = k.jumps ? 4*side[i] : 3*side[i];
            if (*first < 0 || k.to < *share - {{number("4.0")}}*least) { /* else at the same time */
                *first = i;
                *share = k.to;
                {{b}}_copy(to, &at);
            }
        }
        from = end;
        piece = {{number("2.0")}}*piece < {{number("1.0")}} - from ? {{number("2.0")}}*piece : {{number("1.0")}} - from;
        is_open = from < *share;
        status = is_open ? {{b}}_reach(x, par, in, c, from*h, &start) : {{B}}_OK;
        if (status != {{B}}_OK) {
            return status;
        }
    }
    for (i = 0; i < {{n}} && *first < 0; i++) { /* at the end, to within rounding */
        due[i] = {{b}}_happens(i, side[i], {{b}}_side(i, guard[i], rate[i])) ? 3*side[i] : 0;
    }
    for (i = 0; i < {{n}} && *first < 0; i++) {
        *first = due[i] != 0 ? i : -1;
    }
    return {{B}}_OK;
}

% else
/* Looks for a moment in a step of h in which the guard has the opposite sign to
 * that at both ends.  The bracket, at first the whole step, then ends or begins
 * in this moment.  *after: the sign at the bracket's end, or 0 if none. */
static int {{b}}_dip(const {{b}} *x, {{parin}}, const {{b}}_control *c, {{real}} h, int event, struct {{b}}_bracket rates, struct {{b}}_bracket *k, {{b}} *at, int *after)
{
    const int side = {{b}}_sign(c->side[event]);
    {{real}} guard[{{n}}], rate[{{n}}];
    {{b}} middle;
    int status;

    {{b}}_copy(&middle, at);
    status = {{b}}_locate(x, par, in, c, h, event, true, side, {{number("1e-6")}}, &rates, &middle);
    if (status != {{B}}_OK) {
        return status;
    }
    {{b}}_guards(&middle, par, in, h, guard, rate);
    if (({{real}})side*guard[event] >= {{zero}} || !(guard[event] - guard[event] >= {{zero}})) {
        *after = 0;
    } else if ({{b}}_happens(event, side, -side)) {
        *after = -side;
        k->to = rates.to;
        k->at_to = guard[event];
        {{b}}_copy(at, &middle);
    } else {
        *after = side;
        k->from = rates.to;
        k->at_from = guard[event];
    }
    return {{B}}_OK;
}

% end
/* Sets c->event to the first event in the step of *h from *x to *to, or to -1.
 * If there is one, *h and *to become the time to it and the state there. */
static int {{b}}_watch(const {{b}} *x, {{parin}}, {{b}}_control *c, {{real}} rate[{{n}}], {{real}} *h, {{b}} *to)
{
%?not page.curves?    const {{real}} least = {{number("4.0")}}*{{eps}};
    {{real}} share = {{number("1.0")}}, guard[{{n}}], slope[{{n}}];
    int i, first = -1, due[{{n}}];

% if page.curves then
    const int status = {{b}}_search(x, par, in, c, *h, &share, due, &first, to);
    if (status != {{B}}_OK) {
        return status;
    }
    {{b}}_guards(to, par, in, *h, guard, slope);
% else
    {{b}}_guards(to, par, in, *h, guard, slope);
    for (i = 0; i < {{n}}; i++) {
        const int side = {{b}}_sign(c->side[i]);
        struct {{b}}_bracket k = { {{zero}}, share, c->guard[i], guard[i], false };
        int from = side, after = {{b}}_side(i, guard[i], slope[i]), status;
        {{b}} at;

        {{b}}_copy(&at, to);
        due[i] = 0;
        if (side*after > 0 && ({{real}})side*rate[i] < {{zero}} && ({{real}})side*slope[i] > {{zero}}) {
            const struct {{b}}_bracket rates = { {{zero}}, share, rate[i], slope[i], false };
            status = {{b}}_dip(x, par, in, c, *h, i, rates, &k, &at, &after);
            if (status != {{B}}_OK) {
                return status;
            }
            from = -after;
        }
        /* just happened: by rounding the guard is still on its old side */
        if (c->side[i] != side && ({{real}})side*(guard[i] - c->guard[i]) >= {{zero}} && ({{real}})side*slope[i] > {{zero}}) {
            continue;
        }
        if (!{{b}}_happens(i, from, after)) {
            continue;
        }
        status = {{b}}_locate(x, par, in, c, *h, i, false, after, least, &k, &at);
        if (status != {{B}}_OK) {
            return status;
        }
        if (k.to <= least && c->side[i] != side) {
            c->event = i; /* it happens again sooner than t resolves */
            return {{B}}_TOO_MANY_EVENTS;
        }
        due[i] = k.jumps ? 4*from : 3*from;
        if (first < 0 || k.to < share - least) { /* else at the same time */
            first = i;
            share = k.to;
            {{b}}_copy(to, &at);
            {{b}}_guards(to, par, in, *h, guard, slope);
        }
    }
% end
    for (i = 0; i < {{n}}; i++) {
        const int from = {{b}}_sign(c->side[i]), side = {{b}}_side(i, guard[i], slope[i]);
        const bool is_due = i >= first && due[i] != 0;
        c->side[i] = is_due ? due[i] : side != 0 && !{{b}}_happens(i, from, side) ? side : c->side[i];
        c->guard[i] = guard[i];
        rate[i] = slope[i];
    }
    if (first < 0 || share > {{number("0.001")}}) {
        c->chain = 0;
    }
    c->event = first;
    *h *= share;
    return {{B}}_OK;
}

/* Evaluates the guards where a call for h seconds begins.  Sides are those of
 * the previous call: inputs, parameters or a new state may cause an event. */
static void {{b}}_begin_watch(const {{b}} *x, {{parin}}, {{b}}_control *c, {{real}} h, {{real}} rate[{{n}}])
{
    {{real}} guard[{{n}}];
    int i;
    {{b}}_guards(x, par, in, h, guard, rate);
    for (i = 0; i < {{n}}; i++) {
        const bool has_happened = c->side[i] == 2 || c->side[i] == -2;
        if (c->side[i] == 0 || (has_happened && !{{b}}_same(guard[i], c->guard[i]))) {
            c->side[i] = {{b}}_side(i, guard[i], rate[i]);
        }
        c->guard[i] = guard[i];
    }
}

/* True if an event happens here: one that another event has caused, or that
 * happens at the same time as another. */
static bool {{b}}_pending({{b}}_control *c, const {{real}} rate[{{n}}])
{
    const int last = c->event;
    int i;
    c->event = -1;
    for (i = 0; i < {{n}}; i++) {
        const int from = {{b}}_sign(c->side[i]);
        bool is_next = c->side[i] > 2 || c->side[i] < -2;
        if (!is_next && c->side[i] != from) { /* it has just happened */
            const int side = c->guard[i] - c->guard[i] >= {{zero}} ? {{b}}_way(rate[i]) : 0;
            is_next = i != last && {{b}}_happens(i, from, side); /* turned back by another event */
            c->side[i] = is_next ? 3*from : side != 0 ? 2*side : c->side[i];
        } else if (!is_next) {
            const int side = {{b}}_side(i, c->guard[i], rate[i]);
            is_next = {{b}}_happens(i, from, side);
            c->side[i] = side != 0 && !is_next ? side : from;
        } else {
            /* it is due */
        }
        if (is_next && c->event < 0) {
            c->event = i;
        }
    }
    return c->event >= 0;
}
% for i, e in ipairs(page.event) do
%   if e.outcome then

/* The action of event {{e.name}}. */
static void {{b}}_then_{{i - 1}}(const {{b}} *x, {{parin}}, {{b}} *to)
{
%     tools.straight(e.outcome, true, true)
%     for _, w in ipairs(e.outcome.writes) do
    to->{{w.place}} = {{w.value}};
%     end
}
%   end
% end

/* Performs the action of event c->event at the state *x. */
static int {{b}}_happen({{b}} *x, {{parin}}, {{b}}_control *c)
{
% list("long", "limit", function(e) return e.limit end)
    const int event = c->event, side = c->side[event];
% if page.assigns then
    {{real}} guard[{{n}}], rate[{{n}}];
    {{b}} to;
    int i;
% else
    (void)x;
    (void)par;
    (void)in;
% end

    if (side > 3 || side < -3) {
        c->side[event] = {{b}}_side(event, c->guard[event], {{zero}});
    } else {
        c->side[event] = side > 2 || side < -2 ? -2*{{b}}_sign(side) : -side;
    }
    if (c->count[event] < 2147483647) {
        c->count[event]++;
    }
    if (c->count[event] > limit[event] || c->chain >= {{chain}}) {
        return {{B}}_TOO_MANY_EVENTS;
    }
    c->chain++;
% if page.assigns then
    {{b}}_copy(&to, x);
    switch (event) {
%   for i, e in ipairs(page.event) do
%     if e.outcome then
    case {{i - 1}}:
        {{b}}_then_{{i - 1}}(x, par, in, &to);
        break;
%     end
%   end
    default:
        return {{B}}_EVENT;
    }
    if (!{{b}}_finite(&to)) {
        return {{B}}_NOT_FINITE;
    }
    {{b}}_copy(x, &to);
    {{b}}_guards(x, par, in, {{zero}}, guard, rate);
    for (i = 0; i < {{n}}; i++) {
        const {{real}} room = {{number("1000.0")}}*(c->guard[i] < {{zero}} ? -c->guard[i] : c->guard[i]);
        const bool stays = guard[i] <= room && guard[i] >= -room;
        const int from = {{b}}_sign(c->side[i]);
        c->guard[i] = guard[i];
        if (stays || c->side[i] == from) {
            continue;
        }
        /* the event has changed this guard */
        if (c->side[i] > 2 || c->side[i] < -2) { /* it is due */
            c->side[i] = 4*from;
        } else {
            c->side[i] = i == event ? {{b}}_side(i, guard[i], {{zero}}) : from;
        }
    }
%?page.trial?    c->memory = {{zero}}; /* the error before the event does not count */
% end
    return {{B}}_EVENT;
}
