#!/usr/bin/env python3
# A mass that changes, and mass that leaves, beside an integration of the equations (the manual's rocket, drawn
# bodies), lumps that are let go one by one, and closed forms; emitted code, and its test where a term is missing.
#   test_exhaust.py POLHODE ROOT
import json, re
from math import cos, exp, hypot, sin, sqrt

from checks import check, draw, is_all, root, run, tell_checks, tried, write
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def cross(a, b): return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
def times(R, a): return [dot(R[i:i + 3], a) for i in (0, 3, 6)]
def back(R, a): return [dot(R[i::3], a) for i in range(3)]
def turning(R, w): return cross(R[:3], w) + cross(R[3:6], w) + cross(R[6:9], w)
def apart(a, b): return max(abs(x - y) / (1 + abs(y)) for x, y in zip(a, b))
def trial(f, t, y, h):
    """Gragg's midpoint rule, extrapolated: order 12; and what the last level changed."""
    first, row = f(t, y), []
    for k in range(1, 7):
        g, above = h / (2 * k), row
        a, b = y, [p + g * q for p, q in zip(y, first)]
        for i in range(1, 2 * k):
            a, b = b, [p + 2 * g * q for p, q in zip(a, f(t + i * g, b))]
        row = [b]
        for j in range(1, k):
            row.append([p + (p - q) / ((k / (k - j)) ** 2 - 1) for p, q in zip(row[-1], above[j - 1])])
    return row[-1], max(abs(p - q) / (1 + abs(p)) for p, q in zip(row[-1], above[-1]))
def go(f, t, y, end, tol=1e-13, guard=None):
    """Until the end, or where the guard rises through zero."""
    h = 1e-2
    while end - t > 1e-14:
        h = min(h, end - t)
        z, e = trial(f, t, y, h)
        if e <= tol and guard and guard(z) > 0 >= guard(y):
            a, b = 0.0, h
            while b - a > 1e-14:
                c = (a + b) / 2
                a, b = (a, c) if guard(trial(f, t, y, c)[0]) > 0 else (c, b)
            return t + b, trial(f, t, y, b)[0]
        t, y = (t + h, z) if e <= tol else (t, y)
        h *= min(3, max(0.2, 0.8 * (tol / (e + 1e-30)) ** (1 / 11)))
    return t, y
def rates(y, w, m, burn, r, torque, force):
    """A body that turns at w, of which `burn` kg/s leaves at r; torque in the body, force in space."""
    R, out = y[:9], [burn * a for a in cross(w, r)]
    return (turning(R, w) + [sum(a) for a in zip(cross(y[9:12], w), torque, cross(r, out))]
            + [a + burn / m * b for a, b in zip(y[15:18], times(R, r))] + [(a + b) / m for a, b in zip(force, times(R, out))])
# ---- the manual's rocket, whose thrust and fuel are straight lines about the time `at` ----
def line(rows, t, at):
    k = max(i for i in range(len(rows) - 1) if rows[i][0] <= at)
    (a, p), (b, q) = rows[k:k + 2]
    return p + (t - a) * (q - p) / (b - a), (q - p) / (b - a)
def rocket(t, y, at, railed, chute):
    R, x, v = y[:9], y[12:15], y[15:]
    (f, burn), pull = line(((0, 0.25), (0.3, 0.227), (2.5, 0.03), (3, 0), (99, 0)), t, at), line(thrust, t, at)[0]
    m = 2.4 + f
    c, side = (0.62 * 2.4 + 0.12 * f) / m, 0.2 + 0.001 * f + 0.25 * 2.4 * f / m
    w = [a / b for a, b in zip(y[9:12], (side, side, 0.004 + 0.0004 * f))]
    air = [v[0] - 4, v[1] + 3, v[2]]
    b, speed = back(R, air), sqrt(dot(air, air))
    s, mach = hypot(b[0], b[1]) / max(speed, 1), speed / 340
    F = [pull * a - (0.003 * (0.5 - mach / 6) + 0.15 * chute) * speed * q for a, q in zip(R[2::3], air)]
    F[2] -= 9.81 * m
    if railed:
        F = [max(0, dot(F, rail)) * a for a in rail]
    k, lift, tug = (not railed) * 0.003 * speed, (1 - s) * (0.9 + mach / 3) + s * 0.3, -0.15 * chute * speed * (1.1 - c)
    T = [k * (a - 0.3 * q) for a, q in zip((-lift * b[1], lift * b[0], 0.0004 * speed), w)]
    return rates(y, w, m, burn, [0, 0, -c], [T[0] - tug * b[1], T[1] + tug * b[0], T[2]], F)

thrust, rail, lies = ((0, 0), (0.05, 60), (0.3, 90), (2.5, 70), (2.9, 50), (3, 0), (99, 0)), [sin(0.1), 0, cos(0.1)], [0, 0.05]
t, y = 0.0, [cos(0.1), 0, sin(0.1), 0, 1, 0, -sin(0.1), 0, cos(0.1)] + 3 * [0] + [(0.62 * 2.4 + 0.03) / 2.65 * a for a in rail] + 3 * [0]
while lies[1] - lies[0] > 1e-15:        # it lies on the rail until the thrust bears it
    at = sum(lies) / 2
    lies[rocket(at, y, 0, True, 0)[17] > 0] = at
knots, want = [lies[1]] + [a for a, _ in thrust], []
for k, guard in enumerate((lambda y: dot(y[12:15], rail) - 2.1, lambda y: -y[17], lambda y: -y[14])):
    end = t
    while t == end:
        end = min(a for a in knots if a > t)
        t, y = go(lambda u, z: rocket(u, z, (t + end) / 2, k < 1, k > 1), t, y, end, guard=guard)
    want.append([t] + y[12:])
with open(root + "/specs/rocket.pol", encoding="utf-8") as f, open(root + "/docs/reference/inertia.md", encoding="utf-8") as g:
    r, manual = tried("run", f.read(), "--json", "--method", "rkmk(verner65)", "--tolerance", "1e-13"), g.read()
got = [[e["t"]] + e["x"] + e["v"] for e in json.loads(r.stdout)["events"]]
check(len(got) == 3 and max(map(apart, got, want)) < 1e-10, f"{got}, not {want}\n{r.stderr}")
said = re.search(r"leaves its rail at (\S+) s.*?apogee, (\S+) m,\s+at (\S+) s.*?lands at (\S+) s at x = (\S+), (\S+) m", manual, re.S)
like = [f"{a:.4f}" for a in (want[0][0], want[1][3], want[1][0], *want[2][:3])]
check(said and like == list(said.groups()), f"{said and said.groups()}, not {like}")
# ---- lumps on a line p(s) = a + b s of the body, let go one by one ----
a, b, hub, span = [0.3, -0.2, -0.8], [-0.5, 0.3, 0.5], [0.4, 0.5, 0.3], 2
def solve(J, v):                        # J is symmetric
    columns = cross(J[3:6], J[6:9]), cross(J[6:9], J[:3]), cross(J[:3], J[3:6])
    return [dot(x, v) / dot(J[:3], columns[0]) for x in columns]
def left(n, i):
    """The centre of mass, and the inertia about it, without the first i of n lumps."""
    s = [1 - i / n, (n**2 - i**2) / (2 * n**2), ((n**3 - i**3) / 3 - (n - i) / 12) / n**3]
    c = [(p * s[0] + q * s[1]) / (2 + s[0]) for p, q in zip(a, b)]
    P = [a[j] * a[k] * s[0] + (a[j] * b[k] + b[j] * a[k]) * s[1] + b[j] * b[k] * s[2] - (2 + s[0]) * c[j] * c[k]
         for j in range(3) for k in range(3)]
    return c, [(k % 4 == 0) * (P[0] + P[4] + P[8] + hub[k // 4]) - P[k] for k in range(9)]
def lumps(n, w, v):
    y, x, (c, J) = [1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0], left(n, 0)
    for i in range(n + 1):
        def f(z):
            w = solve(J, z[9:])
            return turning(z, w) + cross(z[9:], w)
        y, h, k = y[:9] + times(J, w), span / n / (2 if i in (0, n) else 1), []
        for q in (0, h / 2, h / 2, h):
            k.append(f([p + q * e for p, e in zip(y, k[-1])] if k else y))
        y = [p + h / 6 * (d + 2 * e + 2 * g + u) for p, d, e, g, u in zip(y, *k)]
        w, x = solve(J, y[9:]), [p + h * q for p, q in zip(x, v)]
        if i < n:                       # the rest keeps the velocity of its points
            before, (c, J) = c, left(n, i + 1)
            e = [p - q for p, q in zip(c, before)]
            x, v = ([p + q for p, q in zip(u, times(y, g))] for u, g in ((x, e), (v, cross(w, e))))
    return y[:9] + w + x + v

w, v = ([draw.uniform(-2, 2) for i in range(3)] for k in range(2))
steps = [lumps(n, w, v) for n in (1000, 2000, 4000)]
thin = [[(4 * q - p) / 3 for p, q in zip(*pair)] for pair in zip(steps, steps[1:])]
r = tried("run", f"""body lumps const a = {a} const b = {b} let s = t/{span} let m = 3 - s
let c = ((1 - s)*a + (1 - s^2)/2*b)/m mass m exhaust(rate = -1/{span}, at = a + s*b - c)
let P = (1 - s)*outer(a, a) + (1 - s^2)/2*(outer(a, b) + outer(b, a)) + (1 - s^3)/3*outer(b, b) - m*outer(c, c)
inertia symmetric(diag(1, 1, 1)*(P[1,1] + P[2,2] + P[3,3]) - P + diag({hub[0]}, {hub[1]}, {hub[2]}))
start w = {w} start v = {v} step 0.002 until {span} method rkmk(verner65)""", "--json")
end = json.loads(r.stdout)
check(not r.stderr and apart(end["R"] + end["w"] + end["x"] + end["v"], thin[1]) < 1e-9, f"{end}, not {thin}\n{r.stderr}")
# ---- closed forms: what burns without and with its lever, at two places, without a mass ----
for mass, more, ratio in (("mass m", "", 2), ("mass m", "exhaust(rate = -0.5, at = 0.6*e1)", 2 ** (1 - 0.36 / 0.25)),
                          ("", "exhaust(rate = -0.2, at = 0.6*e1) exhaust(rate = -0.3, at = -0.6*e2)", 2 ** (1 - 0.36 / 0.25))):
    r = tried("run", f"body b let m = 2 - t/2 {mass} inertia m*diag(0.2, 0.2, 0.25) {more} start w = [0, 0, 3] "
              "step 0.01 until 2 method rkmk(verner65)", "--json")
    check(abs(json.loads(r.stdout)["w"][2] / 3 - ratio) < 1e-12 and not r.stderr, f"{more}: {r.stdout}, not {ratio}\n{r.stderr}")
# ---- drawn bodies by each method, and the terms of the emitted code, each missing in turn ----
orders = {**dict.fromkeys("fe|fem|be|bem|semi_euler|liemid_e1|liemid_e2|semi_kinematic".split("|"), 1), "cg3": 3, "rkmk(trbdf2)": 2,
          **dict.fromkeys("akw|bbtrap|bbtrapwd|frb_exact|imid|imidm|liemid_ea|mr|sdmv2|sej4|simo|simo_alpha|sr|swc1|trap|trapm".split("|"), 2),
          **dict.fromkeys("cf4|cg4|taylor(4)|kinematic(kutta4)|magnus(kutta4)|magnus(kutta4, map = cay)|rkmk(kutta4)|rkmk(gauss4, form = rate)|"
                          "suzuki4(imidm)|triple4(sr)|magnus(verner87e)".split("|"), 4)}
spec = """body bb {} inertia diag(0.5, 0.7, 0.9) mass m let r = [0.1, -0.2*t, -1] {}
force space [0.3*x[1], -0.2*v[2], 4 - x[3]] torque body [0.1, 0, 0] - 0.02*w + R'*[0, 0, 0.3] step 0.02 until 1
start w = {} start v = {}"""
masses = ("let m = 3*exp(-t/15)", "state m = 3 rate -m/15")
exhausts = ["exhaust(rate = -m/15, at = r)", "torque body -m/15*cross(r, cross(w, r)) force body -m/15*cross(w, r)"]
exhausts += [exhausts[0] + more for more in (" torque body m/15*cross(r, cross(w, r))", " force body m/15*cross(w, r)")]
def drawn(t, y):
    w, m = [a / b for a, b in zip(y[9:12], (0.5, 0.7, 0.9))], 3 * exp(-t / 15)
    T = [p - 0.02 * q + 0.3 * g for p, q, g in zip((0.1, 0, 0), w, y[6:9])]
    return rates(y, w, m, -m / 15, [0.1, -0.2 * t, -1], T, [0.3 * y[12], -0.2 * y[16], 4 - y[14]])

want = go(drawn, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1] + [p * q for p, q in zip(w, (0.5, 0.7, 0.9))] + 3 * [0] + v, 1)[1]
for k in range(len(orders) if is_all else 8):
    method, off = list(orders)[k] if is_all else draw.choice(list(orders)), []
    text = spec.format(masses[0 if method in "akw bbtrap bbtrapwd simo swc1" else draw.randrange(2)], exhausts[0], w, v)
    for step in "0.02", "0.01":
        r = tried("run", text, "--json", "--method", method, "--step", step, "--attitude", draw.choice(("quaternion", "matrix", "mrp")))
        end = json.loads(r.stdout or "{}")
        off.append(apart(end["R"] + end["L"] + end["x"] + end["v"], want) if end and not r.stderr else 9)
    check(off[0] < 3 * 10 ** -orders[method] and off[1] < max(2 ** (0.6 - orders[method]) * off[0], 1e-12), f"{method}: {off}\n{text}{r.stderr}")
form, options = draw.choice(masses), ("--real", draw.choice(("double", "float")), "--method", draw.choice(("rkmk(kutta4)", "magnus(kutta4)", "imidm", "sr")), "--with", "test")
for k, terms in enumerate(exhausts):
    run("emit", write("bb.pol", spec.format(form, terms, w, v)), *options, "-o", f"d{k}")
    run("-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-include", f"d{k}/bb.h", "d0/bb_test.c", f"d{k}/bb.c", "-lm", "-o", f"t{k}", program="cc")
    check((run(program=f"./t{k}", want=None).returncode == 0) == (k == 0), f"{options}: {terms}")
r = tried("run", "body b mass 1 - t inertia diag(1, 1, 1) force space [0, 0, 1] exhaust(rate = -2, at = e1) until 2 step 0.01")
check(r.returncode == 1 and "the mass changes by -1 kg/s, but the rates of exhausts add up to -2 kg/s, at t = 0.125\n" in r.stderr and "at t = 1, failed: the inertia or the mass is not positive" in r.stderr, r.stderr)
tell_checks()
