#!/usr/bin/env python3
# Linear bodies: the axis moves as an integration of it alone says, by each method, about
# any axis; nothing turns about it.
#   test_rotor.py POLHODE ROOT
import csv
import json
import re
from math import cos, sin

from checks import check, draw, is_all, root, run, tell_checks, tried, write

def dot(a, b): return sum(x * y for x, y in zip(a, b))
def apart(a, b): return max(abs(x - y) for x, y in zip(a, b))
def cross(a, b): return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

def rotor(n, rate, force, span, steps=20000):
    """n'' = F - n (n.F + n'.n'), with F by I, by kutta4."""
    def f(y):
        n, v = y[:3], y[3:]
        F = force(n, v)
        along = dot(n, F) + dot(v, v)
        return v + [F[i] - along * n[i] for i in range(3)]
    y, h = list(n) + list(rate), span / steps
    for _ in range(steps):
        k = [f(y)]
        for c in (h / 2, h / 2, h):
            k.append(f([x + c * r for x, r in zip(y, k[-1])]))
        y = [x + h / 6 * (p + 2 * q + 2 * r + s) for x, p, q, r, s in zip(y, *k)]
    return y[:3], y[3:]

def ends(text, d):
    """The axis d in space at the end, its rate, and what a run says."""
    r = json.loads(text)
    n, w = ([dot(r["R"][i:i + 3], v) for i in (0, 3, 6)] for v in (d, r["w"]))
    return n, cross(w, n), r

# ---- the manual's ----
with open(root + "/docs/reference/inertia.md", encoding="utf-8") as f:
    manual = f.read()
spec = re.search(r"```pol\n(body +co2.*?)```", manual, re.S)[1]
n, v, r = ends(tried("run", spec, "--json").stdout, [0, 0, 1])
depth, slope = (x / (2 * 15.9949 * 1.66053906660e-27 * 116e-12 ** 2 * 1e24) for x in (5e-21, 8e-22))  # 1/ps^2
want = rotor([0, -sin(0.7), cos(0.7)], [-4, -2 * cos(0.7), -2 * sin(0.7)],
             lambda n, v: [-2 * slope * n[0], 2 * slope * n[1], 2 * depth * n[2]], 2)
check(apart(n, want[0]) < 1e-10 and apart([x * 1e-12 for x in v], want[1]) < 1e-10, f"{n} {v}, not {want}")
said = re.search(r"energy of (\S+) J and the axis.*?at (\S+), (\S+), (\S+)\. In", manual, re.S).groups()
check([f"{r['energy']:.6e}"] + [f"{x:.7f}" for x in n] == list(said), f"{said}, not {n} {r}")
kept = json.loads(tried("drift", spec, "--json", "--until", "5e-9").stdout)
check(kept["largest"]["energy"] < 2e-12 and kept["largest"]["steps"] == 10 ** 6, str(kept))

# ---- each method, about any axis; a field, a torque of drag, a param ----
orders = {"be": 1, "bem": 1, "fem": 1, "semi_euler": 1, "liemid_e1": 1, "liemid_e2": 1, "rkmk(radau_iia(2))": 3, "cg3": 3,
          **dict.fromkeys("magnus(kutta4)|rkmk(kutta4)|rkmk(kutta4, form = rate)|rkmk(gauss(2))|cf4|cg4|suzuki4(frb_exact)|"
                          "kinematic(kutta4)|c67(sr)|magnus(verner87e)".split("|"), 4),
          **dict.fromkeys("frb_exact|sr(axes = 3 1 2)|sr(axes = 1 3 2)|imidm|imid|trap|trapm|simo(exp, torque = scaled)|simo|"
                          "akw|liemid_ea|sdmv|sdmv2|swc1|sej4|bbtrap|bbtrapwd|simo_alpha|rkmk(trbdf2)".split("|"), 2)}
for k in range(len(orders) if is_all else 12):
    method = list(orders)[k] if is_all else draw.choice(list(orders))
    d, J = draw.choice((([1, 0, 0], "diag(0, m, m)"), ([0, 0, 1], "m*steiner(1, [0, 0, 1])"),
                        ([x / 3 for x in (1, -2, 2)], "m*(diag(1, 1, 1) - outer([1, -2, 2], [1, -2, 2])/9)"),
                        ([x / 7 for x in (3, 6, -2)], "m*(diag(1, 1, 1) - outer([3, 6, -2], [3, 6, -2])/49)")))
    w = cross(d, [draw.gauss(0, 1) for i in range(3)])
    text = (f"body b param m = 1 inertia {J} let n = R*{d} potential m*(0.3*n[1] - 0.8*n[3]^2) torque body -0.1*L "
            f"start w = {w} step 0.01 until 3")
    want = rotor(d, cross(w, d), lambda n, v: [-0.3 - 0.1 * v[0], -0.1 * v[1], 1.6 * n[2] - 0.1 * v[2]], 3, 3000)
    off = []
    for more in ((), ("--step", "0.005", "--set", "m=7.5e-40")):
        r = tried("run", text, "--json", "--method", method, *more)
        check(r.returncode == 0 and not r.stderr, f"{method}: {r.stderr}\n{text}")
        if r.returncode == 0:
            n, v, end = ends(r.stdout, d)
            off.append(max(apart(n, want[0]), apart(v, want[1])))
            check(abs(dot(d, end["w"])) < 10 * max(off[0], 1e-14), f"{method}: {end['w']} about {d}\n{text}")
    check(len(off) == 2 and off[0] < {1: 0.2, 2: 1e-3, 3: 1e-5, 4: 1e-7}[orders[method]] and
          (off[1] < min(0.75, 2 ** (1.4 - orders[method])) * off[0] or off[1] < 1e-10), f"{method}: {off}\n{text}")
r = tried("run", text, "--method", "mr")
check("mr leaves a linear body momentum about its axis, for good\n" in r.stderr, r.stderr)

# ---- starts that vary, events: the part along the axis is left out; emitted code ----
text = "body co2 inertia diag(2, 2, 0) potential R[3,3] step 0.01 until 1 event hit when t - 0.5 then w = [1, 2, 3]\n"
for value in "wL":
    r = tried("sweep", text, "-n", "9", "--random", f"{value} = normal([1, 2, 3], 1)", "--csv")
    rows = list(csv.DictReader(r.stdout.splitlines()))
    check(len(rows) == 9 and all(float(row["L3"]) == 0 == float(row["w3"]) != float(row["w1"]) for row in rows),
          f"{r.stdout} {r.stderr}")
check(json.loads(tried("run", text, "--json").stdout)["w"][2] == 0, "an event turns it about its axis")
run("emit", write("co2.pol", spec), "--method", draw.choice(("sr", "cf4", "imidm")), "--with", "test")
run("-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "co2_test.c", "co2.c", "-lm", "-o", "co2", program="cc")
run(program="./co2")
tell_checks()
