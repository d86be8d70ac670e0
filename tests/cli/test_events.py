#!/usr/bin/env python3
# Events: times and states are those of closed forms, or of an integration here, in steps
# of one size and adaptive ones; emitted tests see them.
#   test_events.py POLHODE ROOT
import itertools
import json
import math
import re

from checks import check, draw, is_all, polhode, run, same, tell_checks, write

G = 9.81
FIXED, ADAPTIVE = ("--step", "0.01"), ("--method", "rkmk(dopri5)", "--tolerance", "1e-10")
SERIES = [("--method", "taylor(14)"), ("--method", "taylor(14)", "--tolerance", "1e-10")]

def ran(spec, *words, want=0):
    return json.loads(run("run", write("body.pol", spec), "--json", *words, want=want).stdout)

def events(d):
    return [(e["name"], e["t"]) for e in d["events"]]

def near(got, want, off, what):
    check(abs(got - want) <= off, f"{what}: {got!r}, not {want!r}")

def refused(spec, text, *words):
    p = run("run", write("body.pol", spec), *words, want=1)
    check(text in p.stderr, f"no '{text}' in {p.stderr}")

# ---- 100 bounces: times, energy, momentum ----

def ball(bounce, more=""):
    return f"""body ball mass 2 inertia diag(1, 1, 1.5) force space [0, 0, -2*{G}]
start x = [0, 0, 1] start v = [0.25, 0, 0] start w = [0, 0, 3] step 0.01
event bounce when x[3] < 0 then {bounce}
{more}"""

def bounces(e, steps, *words, off=1e-10):
    d = ran(ball(f"v = [v[1], v[2], -{e}*v[3]]"), "--until", "92" if e == 1 else "3", *steps, *words)
    v, t = math.sqrt(2 * G), math.sqrt(2 / G)
    for k, b in enumerate(d["events"][:100]):
        what = f"bounce {k} by {steps} {words}"
        near(b["t"], t, off, what)
        near(b["x"][2], 0, off, what)
        near(b["v"][2], e * v, off, what)
        near(b["energy"], (e * v)**2 + 0.25**2 + 1.5 * 9 / 2, 1e-12 * 34, what + ", energy")
        near(b["L"][2], 4.5, 1e-13 * 4.5, what + ", L")
        near(b["x"][0], 0.25 * b["t"], off, what)
        v *= e
        t += 2 * v / G
    return d

methods = ["imidm", "akw", "kinematic(kutta4)", "rkmk(gauss(2))", "cf4", "cg3", "magnus(kutta4)", "sr", "frb_exact",
           "rkmk(kutta4, form = rate)", "suzuki4(sr)", "trapm", "swc1", "taylor(3)", "taylor(20)"]
attitudes = ["quaternion", "matrix", "rotation_vector", "euler(zyx)", "mrp", "rodrigues"]
for steps in ("--step", "0.1"), ADAPTIVE, SERIES[1]:
    same(len(bounces(1, steps)["events"]) > 100, True, "bounces that keep the energy")
for i, method in enumerate(methods):
    if is_all or i % 3 == draw.randrange(3):
        bounces(0.75, ("--step", draw.choice(["0.01", "0.03", "0.1"])), "--method", method)
bounces(0.75, FIXED, "--attitude", draw.choice(attitudes))
for k, b in enumerate(ran(ball("v = [v[1], v[2], -0.75*v[3]]"), "--until", "2", "--real", "float")["events"]):
    near(b["t"], math.sqrt(2 / G) * (1 + 2 * sum(0.75**i for i in range(1, k + 1))), 1e-5, f"bounce {k} in float")
for e, limit, most, least in (0.5, "", 60, 40), (0.9, "limit 100", 100, 100), (0.99, "", 4000, 1000):
    spec = ball(f"v = [v[1], v[2], -{e}*v[3]] {limit}")
    for steps in FIXED, ADAPTIVE:
        d = ran(spec, "--until", "100", *steps, want=1)
        same([d["status"], least <= len(d["events"]) <= most], [12, True], "a bounce without end")
        near(d["t"], math.sqrt(2 / G) * (1 + 2 * e / (1 - e)), {0.5: 1e-9, 0.9: 1e-3, 0.99: 0.1}[e], "its last time")
    refused(spec, f"event 'bounce' happens {'more often than its limit, 100' if limit else 'without end'}, or "
            "faster than time resolves", "--until", "100")
d = ran("body b inertia diag(1, 2, 2.5) step 0.5 until 1 state n = 0 rate 0\n"
        "event a when (t > 0.3)*(n < 0.5) then n = 1 event b when n > 0.5 then n = 0", want=1)
same([d["status"], len(d["events"])], [12, 1000], "events that cause each other")

# ---- turning: about an axis the exact map makes no error ----

for method, attitude in itertools.product(["rkmk(kutta4)", "frb_exact", "magnus(verner87e)"],
                                          draw.sample(attitudes[:-1], 2)):
    d = ran("body b inertia diag(1, 1, 2) start w = [0, 0, 1.25] step 0.1 until 8\n"
            "event quarter when R[1,1] event half when R[2,1] falling", "--method", method, "--attitude", attitude)
    want = [(n, k * math.pi / 2.5) for k, n in enumerate(["", "quarter", "half", "quarter", "", "quarter", "half"])
            if n]
    same([e[0] for e in events(d)], [w[0] for w in want], f"turns by {method} {attitude}")
    for e, w in zip(events(d), want):
        near(e[1], w[1], 1e-12, f"turns by {method} {attitude}")

# ---- what is in one step; order; touching; what holds at the start ----

STILL = "body b inertia diag(1, 2, 2.5) start w = [1, 2, 3]\nstep 0.5 until 1\n"
for steps in (), ADAPTIVE, *SERIES:
    def times(text, *words, spec=STILL, steps=steps):
        return [(n, round(t, 11)) for n, t in events(ran(spec + text, *steps, *words))]

    same(times("event b when t - 0.2 event a when t > 0.1 event c when 0.3 - t"), [("a", 0.1), ("b", 0.2), ("c", 0.3)],
         "three in a step")
    same(times("event b when t - 0.5 event a when t >= 1"), [("b", 0.5), ("a", 1)], "at ends of steps")
    same(times("event a when (t - 0.25)^2 event b when -(t - 0.25)^2 event c when t < 5 event d when 1 + t"), [],
         "touching zero, and a guard that is true at the start")
    same(times("event a when 0.01 - (t - 0.25)^2"), [("a", 0.15), ("a", 0.35)], "both sides of a moment")
    same(times("event a when 0.01 - (t - 0.25)^2 rising"), [("a", 0.15)], "a moment begins")
    same(times("event a when 0.01 - (t - 0.25)^2 falling"), [("a", 0.35)], "a moment ends")
    same(times("event a when (t > 0.1)*(t < 0.3) event b when max(t < 0.2, t > 0.4) event c when (t < 0.6) == 0"),
         [("a", 0.1), ("b", 0.4), ("c", 0.6)], "and, or, not")
    same(times("event a when t < 0.3 falling event b when t - 2 event c when sqrt(t - 0.5) - 0.5"), [("a", 0.3), ("c", 0.75)],
         "a comparison becomes false; NaN")
    # at one instant, in order; assignments are made from the state before
    d = ran(STILL + """state y = 1 rate 0 state z = 2 rate 0 state n = 0 rate 0
event first when t > 0.3 then y = z, z = y, n = n + 1
event second when y > 1.5 then n = 10*n
event third when n > 9 then n = n + 0.5""", *steps)
    same([e[0] for e in events(d)], ["first", "second", "third"], "what events cause")
    same([d["states"][k] for k in "yzn"], [2, 1, 10.5], "what they do")
    same(len({e[1] for e in events(d)}), 1, "their time")
    # back in time; a stop
    same(times("event a when t + 0.25", "--until", "-1"), [("a", -0.25)], "back in time")
    d = ran(STILL + "event end when t > 0.625 stop event late when t > 0.7", *steps)
    near(d["t"], 0.625, 1e-14, "a stop")
    same([d["status"], [e[0] for e in events(d)]], [0, ["end"]], "a stop")

# ---- by a series: many in a step, near each other, where a guard's series is short ----

def found(guard, want, *words, steps=SERIES[0], off=1e-12, spec=STILL):
    got = [e[1] for e in events(ran(spec + "event a when " + guard, *steps, *words))]
    check(len(got) == len(want) and all(abs(g - w) <= off for g, w in zip(got, want)), f"{guard} {steps}: {got}, not {want}")

for steps in SERIES:
    found("sin(40*t) - 0.5", [(k * math.pi + (-1)**k * math.pi / 6) / 40 for k in range(13)], steps=steps)
    found("(t - 0.31)*(t - 0.33)*(t - 0.35)*(t - 0.49)*(t - 0.51)", [0.31, 0.33, 0.35, 0.49, 0.51], steps=steps)
    found("(t - 0.31)*(t - 0.33)*(t - 0.35)*(t - 0.49) falling", [0.31, 0.35], steps=steps)
    found("(t - 0.3)^2 - 1e-12", [0.3 - 1e-6, 0.3 + 1e-6], steps=steps, off=1e-9)
    found("(t - 0.3)^2 + 1e-12", [], steps=steps)
    found("(t - 0.3)^3", [0.3], steps=steps, off=1e-5)
    found("t - 0.3*(1 + 1e-15)", [0.3], "--step", "0.3")
    found("norm([t - 0.3, 0.01, 0]) - 0.0101", [0.3 - 0.001417744687875, 0.3 + 0.001417744687875], steps=steps)
    found("1/(t - 0.4)", [0.4], steps=steps)
    found("abs(t - 0.3) - 0.1", [0.2, 0.4], steps=steps)  # has no series
    found("sqrt(t - 0.1) - 0.5", [0.35], steps=steps)     # NaN at first
    found("log(0.7 - t) + 1", [0.7 - math.exp(-1)], steps=steps) # NaN then
# exactly at an end of a step it happens once, whatever it sets
for more, want in (("state s = 0 rate 1 state n = 0 rate 0 event a when s - 0.5 then s = 0, n = n + 1", [0.5, 1]),
                   ("state m = 1 rate 0 state u = 0 rate m event a when u - 0.5 then m = -m", [0.5])):
    for steps in ((*SERIES[0], "--step", "0.25"), (*SERIES[1], "--at", "0.5"), FIXED):
        got = [e[1] for e in events(ran(STILL + more, *steps))]
        check(len(got) == len(want) and all(abs(g - w) < 1e-12 for g, w in zip(got, want)), f"{more} {steps}: {got}")
found("R[1,1]*R[2,1] - 0.4", [math.asin(0.8) / 2, math.pi / 2 - math.asin(0.8) / 2], steps=SERIES[1],
      spec="body b inertia diag(1, 2, 2.5) start w = [0, 0, 1] step 0.5 until 1.5\n", off=1e-9)

# ---- assignments ----

WHEEL = "wheel a(axis = [0, 0.6, 0.8], inertia = 0.1, speed = 7)\n"
d = ran(STILL + WHEEL + "event e when t > 0.3 then a.speed = 5 event f when t > 0.4 then a.momentum = 0.25\n"
        "event g when t > 0.45 then w = [3, 2, 1], a.speed = -1 event i when t > 0.475 then L = [1, 2, 3]")
before = ran(STILL + WHEEL + "event e when t > 0.3")["events"][0]
e, f, g, h = d["events"]
same([round(e["states"]["a_speed"], 12), round(f["states"]["a"], 12)], [5, 0.25], "a wheel is set")
for k in range(3):
    near(e["w"][k], before["w"][k], 1e-14, "w stays where a wheel's speed is set")
near(f["L"][0], ran(STILL + WHEEL + "event e when t > 0.3 then a.speed = 5 event f when t > 0.4")["events"][1]["L"][0], 1e-14,
     "L stays")
same([[round(x, 12) for x in g["w"]], round(g["states"]["a_speed"], 12)], [[3, 2, 1], -1], "w and a wheel")
same([round(x, 12) for x in h["L"]], [1, 2, 3], "L")
d = ran(STILL + "mass 1 event e when t > 0.3 then R = turn(e3, pi/2), x = [1, 2, 3]")["events"][0]
for got, want in zip(d["R"] + d["x"], [0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, 3]):
    near(got, want, 1e-14, "R and x")

# ---- a thruster with hysteresis: against an integration here ----

JET = """body jet inertia diag(0.8, 1, 1.2) param torque_of = 0.02
state on = 0 rate 0
let angle = R[3,2]
torque body (0.004 - torque_of*on)*e1
event fire when angle + 2*w[1] > 0.1 then on = 1
event rest when angle + 2*w[1] < 0.05 then on = 0
start R = turn(e1, 0.08) start w = [0.01, 0.002, -0.001]
method rkmk(verner65) step adaptive(angle = 1e-11) until 60"""

def jet():
    J = (0.8, 1, 1.2)

    def rate(s, on):
        r, w = s[:3], s[3:]  # the third row of R
        T = (0.004 - 0.02 * on, 0, 0)
        return [r[1] * w[2] - r[2] * w[1], r[2] * w[0] - r[0] * w[2], r[0] * w[1] - r[1] * w[0],
                *(((J[(i + 1) % 3] - J[(i + 2) % 3]) * w[(i + 1) % 3] * w[(i + 2) % 3] + T[i]) / J[i] for i in range(3))]

    def step(s, on, h):
        def ahead(k, c):
            return [a + c * h * b for a, b in zip(s, k)]
        k1 = rate(s, on)
        k2 = rate(ahead(k1, 0.5), on)
        k3 = rate(ahead(k2, 0.5), on)
        k4 = rate(ahead(k3, 1), on)
        return [a + h / 6 * (p + 2 * q + 2 * r + u) for a, p, q, r, u in zip(s, k1, k2, k3, k4)]

    def guard(s, on):
        return s[1] + 2 * s[3] - 0.1 if not on else 0.05 - s[1] - 2 * s[3]

    s, on, t, h, found = [0, math.sin(0.08), math.cos(0.08), 0.01, 0.002, -0.001], 0, 0.0, 0.01, []
    while t < 60:
        new = step(s, on, h)
        if guard(new, on) > 0:
            low, high = 0.0, h
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (low, middle) if guard(step(s, on, middle), on) > 0 else (middle, high)
            s, t = step(s, on, high), t + high
            found.append((["fire", "rest"][on], t))
            on = 1 - on
        else:
            s, t = new, t + h
    return found

want = jet()
for words in (), ("--step", "0.005", "--method", "magnus(kutta4)"), SERIES[1]:
    got = events(ran(JET, *words))
    same([e[0] for e in got], [w[0] for w in want if w[1] < 60], f"a thruster {words}")
    for a, b in zip(got, want):
        near(a[1], b[1], 1e-8, f"a thruster {words}")
check(len(want) > 4, "a thruster that never fires")

# ---- an eclipse of a circular orbit: cylinder of the planet's radius ----

ORBIT = """body sat mass 10 inertia diag(1, 1.2, 1.5) const mu = 3.986004418e14 const r = 7e6 const planet = 6378137
force space -10*mu*x/norm(x)^3
start x = [r, 0, 0] start v = [0, sqrt(mu/r), 0]
event shadow when (x[1] < 0)*(planet > abs(x[2])) event light when (x[1] < 0)*(planet > abs(x[2])) falling
method rkmk(verner87e) step adaptive(angle = 1e-13) until 12000"""
n, half = math.sqrt(3.986004418e14 / 7e6**3), math.asin(6378137 / 7e6)
want = [((k + 1) * math.pi + s * half + k * math.pi) / n for k in range(3) for s in (-1, 1)]
got = events(ran(ORBIT))
same([e[0] for e in got], ["shadow", "light"] * (len(got) // 2), "eclipses")
for e, t in zip(got, want):
    near(e[1], t, 1e-5, "an eclipse")  # of 5829 s, whose error grows along the orbit
same(len(got), sum(t < 12000 for t in want), "eclipses")

# ---- rows, sections, pictures ----

BOUNCE = ball("v = [v[1], v[2], -0.75*v[3]]", "event apex when v[3] falling\n")
rows = [r.split(",") for r in run("run", write("body.pol", BOUNCE), "--every", "20", "--until", "1.5").stdout.split()]
same(rows[0][-1], "event", "the column of events")
same([r[-1] for r in rows[1:] if r[-1]], ["bounce", "apex", "bounce", "apex"], "rows of events")
same([float(r[0]) for r in rows[1:]], sorted(float(r[0]) for r in rows[1:]), "rows in order")
rows = [r.split(",") for r in run("run", "body.pol", "--section", "x[3] - 0.25", "--until", "1").stdout.split()]
same(rows[0][-1], "energy", "a section has no column of events")
x3 = rows[0].index("x3")
same([round(float(r[x3]), 12) for r in rows[1:]], [0.25, 0.25], "a section")
rows = [r.split(",")[0] for r in run("run", "body.pol", "--section", "v[3]", "--until", "1.5").stdout.split()]
same([round(float(t), 9) for t in rows[1:]], [round(t, 9) for _, t in events(ran(BOUNCE, "--until", "1.5"))],
     "a section that an event jumps over")
same([e[0] for e in events(ran(ball("v = [v[1], v[2], -0.75*v[3]]", "event too when x[3] < 0"), "--until", "1.3"))],
     ["bounce", "too"] * 2, "two of one guard")
d = json.loads(run("run", write("body.pol", BOUNCE), "--section", "x[3] - 0.25", "--until", "1", "--json").stdout)
same([len(d["rows"]), [e["name"] for e in d["end"]["events"]]], [2, ["bounce", "apex"]], "a section in JSON")
p = run("run", "body.pol", "--section", "x[3]", "--every", "3", want=2)
check("--section and --every exclude each other" in p.stderr, p.stderr)
p = run("run", "body.pol", "--section", "sin(", want=1)
check("--section:1:5: error:" in p.stderr, p.stderr)
run("run", "body.pol", "--plot", "a.gp", want=2)
for picture in ("--plot", "a.svg"), ("--section", "x[3] - 0.25", "--plot", "b.svg", "--plot-of", "v[3]", "--plot-of", "t"):
    run("run", "body.pol", "--until", "1.5", *picture)
for values, good in [(["x"], False), (["x[1]"], False), (["x[1]", "x[3]", "t"], False), ([], True)]:
    p = run("run", "body.pol", "--until", "1", "--section", "v[3]", "--plot", "c.svg",
            *[word for v in values for word in ("--plot-of", v)], want=0 if good else 2)
    check(good or "--section needs two values in --plot-of: 'A, B'" in p.stderr, p.stderr)
svg = open("a.svg").read()
check("lines: bounce (2), apex (2)" in svg, "the picture names the events")
check("crossings of x[3] - 0.25" in open("b.svg").read(), "the title of a section")

# ---- the rate of a guard has the torque and force of a potential ----

for pull in "potential 5*dot(x, x)", "force space -10*x":
    d = ran(f"""body spring mass 1 inertia diag(1, 2, 3) {pull} start x = [1, 0, 0] method rkmk(verner65)
event fast when v[1] > 3.15""", "--step", "0.16", "--until", "20")
    check(len(d["events"]) == 10, f"{pull}: {len(d['events'])} moments within steps")

# ---- guards that are what functions of events call theirs ----

ran("""body named inertia [[2, 0.1, 0], [0.1, 3, 0], [0, 0, 4]] start w = [1, 2, 3] event a when w[1]
param guard = 1 param i = 1 param sign = 1 param way = 1 param which = 1 param rate = 1 state s = 0 rate 1
event b when s*(guard*rate + sign*i*way*which + guard*rate*which) > 2.5""", "--step", "0.01", "--until", "1")

# ---- events at the same time all happen, whatever the first of them does ----

names = ["before", "bounce", "after", "both", "moved"]
for words in FIXED, ADAPTIVE, ("--step", "0.3"), ("--real", "float", *FIXED):
    d = ran(ball("v = [v[1], v[2], -0.8*v[3]]").replace("event bounce", "event before when x[3] < 0 event bounce") +
            "event after when x[3] < 0 event both when x[3] event moved when x[3] < 0 then x = [0, 0, 0.1]",
            "--until", "0.5", *words)
    check([e["name"] for e in d["events"]] == names, f"{words}: {events(d)}")
    check(len({e["t"] for e in d["events"]}) == 1, f"{words}: {events(d)}")
for words in FIXED, ADAPTIVE:
    p = run("run", write("body.pol", ball("v = [v[1], v[2], -0.8*v[3]]")), "--section", "x[3] < 0", "--until", "2", *words)
    check(len(p.stdout.splitlines()) == 4, f"three bounces cross the section: {p.stdout}")

# ---- guards that jump: a pole, a held table ----

for words in FIXED, ADAPTIVE, ("--step", "0.07"):
    for pole in 0.36719, 0.5, 0.68266, 1.23887:
        d = ran(f"""body pole inertia diag(1, 2, 2.5) table f(x) hold {{ 0: -1, {pole}: 3, 1.7: -2 }} start w = [1, 0, 0]
event a when 1/(t - {pole}) event b when t - 1.7 event c when f(t) event d when 1/(t - {pole}) falling""",
                "--until", "2", *words)
        same([e["name"] for e in d["events"]], ["a", "c", "b", "c"], f"jumps at {pole} by {words}: {events(d)}")
        for e, t in zip(d["events"], (pole, pole, 1.7, 1.7)):
            near(e["t"], t, 1e-12, f"a jump at {pole} by {words}")

# ---- names in what an event does ----

ran("""body named mass 1 inertia diag(1, 2, 3) start v = [1, 0, 0] param sum = 1 param i = 2
param value = 1 param error = 1 param which = 1 param status = 1
event a when x[1] > 0.5 then v = [sum*i*value*error*which*status, sum*i, 0], w = [sum*i, sum*which, i*value]""",
    "--step", "0.01", "--until", "1")

# ---- emitted C: its test and its program pass, and fail where the direction is wrong ----

SPEC = BOUNCE + "event stop_here when t > 2 stop\nuntil 3\n"
for words in [(), ("--real", "float"), ADAPTIVE, (*ADAPTIVE[:3], "1e-5", "--real", "float"),
              ("--method", "imidm", "--without", "interp")]:
    run("emit", write("body.pol", SPEC), "-o", "c", "--with", "main,test", "--batch", "--quiet", *words)
    for cc in "gcc -std=c99", "g++ -x c++ -std=c++17":
        run(*cc.split()[1:], *"-Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror -O1 -fsyntax-only".split(),
            "c/ball.c", "c/ball_many.c", "c/ball_main.c", "c/ball_test.c", program=cc.split()[0])
    run("-O2", "-ffp-contract=off", "-o", "tested", "c/ball.c", "c/ball_test.c", "-lm", program="gcc")
    check("passed" in run(program="./tested").stdout, f"the emitted test {words}")
run("-O2", "-o", "main", "c/ball.c", "c/ball_main.c", "-lm", program="gcc")
lines = run(program="./main").stdout.split("\n")
near(float(lines[-2].split(",")[0]), 2, 1e-9, "the program ends where the spec stops")
run("emit", write("body.pol", BOUNCE), "-o", "c1", "--with", "main", "--quiet")
run("-O2", "-o", "main", "c1/ball.c", "c1/ball_main.c", "-lm", program="gcc")
near(float(run(program="./main").stdout.split("\n")[-2].split(",")[0]), 1, 1e-9, "without `until` the program goes to 1 s")
c = open("c/ball.c").read()
for old, new in ("-v2*0.75", "-v2*0.74"), ("        1,\n        -1,", "        1,\n        1,"):
    if old in c:
        write("c/ball.c", c.replace(old, new))
        run("-O2", "-ffp-contract=off", "-o", "tested", "c/ball.c", "c/ball_test.c", "-lm", program="gcc")
        same(run(program="./tested", want=None).returncode != 0, True, f"a wrong event passes: {new}")
check(any(old in c for old in ("-v2*0.75", "        1,\n        -1,")), "nothing was changed")

# ---- balls that bounce within a rounding of one another: none happens twice, none is lost ----

for steps in FIXED, ADAPTIVE, ("--step", "0.1"):
    for _ in range(12 if is_all else 4):
        a, b = (draw.choice([0.25, 0.5, draw.uniform(0.1, 1)]) for _ in range(2))
        d = ran(f"""body two mass 1 inertia diag(1, 1, 1) force space -{G}*e3 start x = [0, 0, {a}]
state y = {b} rate u
state u = 0 rate -{G}
state z = {a} rate s
state s = 0 rate -{G}
event one when x[3] < 0 then v = -v
event two when y < 0 then u = -u
event three when z < 0 then s = -s""", "--until", "5", *steps)
        for name, height, place in ("one", a, d["x"][2]), ("two", b, d["states"]["y"]), ("three", a, d["states"]["z"]):
            fall, what = math.sqrt(2 * height / G), f"{name} of {a}, {b} by {steps}"
            times = [t for n, t in events(d) if n == name]
            same(len(times), int((5 / fall + 1) // 2), what)
            after = (5 + fall) % (2 * fall) - fall
            near(place, height - G / 2 * after**2, 1e-6, what + ", the end")

for steps in FIXED, ADAPTIVE:  # a wall, and a body that is pushed back to it at that moment
    d = ran(STILL + """state z = 0 rate u
state u = 2 rate 0
event wall when z > 1 then u = -u
event push when t >= 0.5 then u = 3""", "--until", "1", *steps)
    same([name for name, _ in events(d)], ["wall", "push", "wall"], f"a wall that is met again at once, by {steps}")
    near(d["states"]["z"], -0.5, 1e-12, "behind a wall")

# A step of an ulp after a bounce, to a breakpoint: the ball is not back on the floor.
for height, at, bounced in (0.7440631351897316, 0.38948020332856287, 4), (1.4814243052280713, 1.6486994069154737, 3):
    d = ran(f"body b mass 1 inertia diag(1, 1, 1) force space [0, 0, -{G}] start x = [0, 0, {height}]\n"
            f"event b when x[3] < 0 then v = -v\nat [{at}]\n", "--until", "3", *ADAPTIVE[:-1], "1e-9")
    same([d["status"], len(d["events"])], [0, bounced], f"a breakpoint at a bounce, {at}")

# ---- guards that stay at zero ----

FLAT = """body flat mass 1 inertia diag(1, 1, 1)
table T(x) linear { 0: 0, 0.45: 0, 0.5: 30, 2: 30 }
force space [0, 0, T(t)]
table H(x) hold { 0: -1, 0.33: 0, 0.66: 1 }
state n = 0 rate 0
event ignition when T(t) > 0
event liftoff when v[3] > 0
event high when H(t) > 0 then n = n + 1
event half when H(t) >= 0 then n = n + 1
event whole when n >= 2 stop
event floored when floor(10*t) >= 4
event behind when floor(10*t) > 3
"""
for steps in FIXED, ("--step", "0.1"), ADAPTIVE:
    got = sorted((name, round(t, 9)) for name, t in events(ran(FLAT, "--until", "1", *steps)))
    same(got, [("behind", 0.4), ("floored", 0.4), ("half", 0.33), ("high", 0.66), ("ignition", 0.45),
               ("liftoff", 0.45), ("whole", 0.66)], f"guards that stay at zero, by {steps}")
HELD = """body held inertia diag(1, 1, 1) input ref state on = 0 rate 0 torque body -0.2*on*e1 start w = [0.1, 0, 0]
event fire when w[1] > ref then on = 1
event rest when w[1] < ref - 0.05 then on = 0
"""
same(events(ran(HELD, "--input", "ref=0.1 - t", "--step", "0.1")), [], "an input that leaves zero at the start")
same([(name, round(t, 12)) for name, t in events(ran(STILL + "event a when t > 0.5 event b when 1/(t - 0.5)", *FIXED))],
     [("a", 0.5), ("b", 0.5)], "a pole at the time of another event")
for words in ("--step", "0.1", "--hold"), FIXED:
    got = events(ran(HELD, "--until", "3", "--input", "ref=0.2 - 0.15*(t >= 0.5)", *words))
    same([(name, round(t, 9)) for name, t in got], [("fire", 0.5), ("rest", 1.0)], f"an input that jumps: {words}")

# ---- tables that have no value ----

REFUSES = STILL + "table T(x) linear(outside = refuse) { 0: 0, 0.5: 1 }\nkeep k = T(t)\nevent a when T(t) > 0.5\n" \
    "event b when T(t) > 1.5\n"
d = ran(REFUSES, "--until", "1", *FIXED)
same([events(d), d["keep"]["k"]], [[("a", 0.25)], None], "NaN beyond the rows")
same(ran(REFUSES + "event c when t > 0.75 then w = T(t)*e1", "--until", "1", *FIXED, want=1)["status"], 6, "a NaN by then")

# ---- rows and names ----

rows = [r.split(",") for r in run("run", write("body.pol", STILL + "state event = 1 rate 0\n"
                                              "event out when t > 0.25 stop"), "--every", "10", *FIXED).stdout.split()]
same([rows[0][-2:], [r[-1] for r in rows[1:]]], [["state.event", "event"], ["", "", "", "out"]], "the last row of a run")

# ---- no body has the name of what the functions of events call their own ----

run("emit", "body.pol", "-o", "c2", "--quiet")
words = sorted(set(re.findall(r"(?<![\w.>/])[a-z]\w+", re.sub(r"/\*.*?\*/", "", open("c2/b.c").read(), flags=re.S))))
refusals = 0
for name in ["due", "at", *(words if is_all else draw.sample(words, 10))]:
    p = run("emit", write("named.pol", open("body.pol").read().replace("body b ", f"body {name} ")), "-o", f"n_{name}",
            "--quiet", want=None)
    refusals += p.returncode
    if p.returncode == 0:
        run("-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only", f"n_{name}/{name}.c", program="gcc")
check(refusals >= 2, "'due' and 'at' are refused")

# ---- other commands ----

SPUN = "body b inertia diag(1, 2, 2.5) start w = [1, 0.3, 0.2] step 0.05 until 2\nmethod rkmk(kutta4)\n" \
       "event flip when w[3] < 0 then w = [w[1], -w[2], w[3]]\n"
d = json.loads(run("order", write("body.pol", SPUN), "--json").stdout)
near(d["attitude_order"], 4, 0.25, "the order over events")
d = json.loads(run("drift", write("body.pol", BOUNCE), "--json", "--until", "2").stdout)
same([d["conserved"]["energy"], d["conserved"]["momentum"][2]], [False, True], "what a bounce keeps")
many = "".join(f"event ev{i} when t > {i + 1}/100\n" for i in range(64))
same(len(ran(STILL + many)["events"]), 64, "64 events")
refused(STILL + many + "event more when t\n", "more than 64 events")
tell_checks()
