#!/usr/bin/env python3
# Laws that are sampled and held: the manual's controller, with drawn gains, starts, further
# laws, wheels and states, ends where an integration in numpy does, by methods, attitudes,
# steps and real types, in run, sweep, emitted C and Python; orders, costs; no time is lost.
#   test_sampled.py POLHODE ROOT
import contextlib
import csv
import io
import json
import sys
from fractions import Fraction as F

from cases import np
from checks import check, draw, is_all, root, run, same, tell_checks, write

MANUAL = open(root + "/docs/reference/events.md", encoding="utf-8").read().split("## Laws that are sampled")[1]
SPEC = MANUAL.split("```pol\n")[1].split("```")[0]
MORE = """mass 2
state every = 0.1 rate n - every
sample n = 0.5 every 0.23 offset {offset} delay {delay}: floor(3*every)/2 + w[1] + n/2
sample delay = 1 every 0.1: u[2] + delay/4
force space [n, delay, every]
torque body [0, 0.1*delay, 0.1*n]
"""
WHEEL = "wheel a(axis = e2, inertia = 0.1, speed = 3, torque = 0.2*u[1])\n"
LAW = """#include "pointed.h"
void pointed_sample_u(const pointed *x, const pointed_par *p, const pointed_in *in, double value[3])
{ (void)in; value[0] = value[1] = value[2] = p->kp*x->n; }
"""
GCC = "-Wall -Wextra -Wconversion -Wshadow -Werror -O1 -ffp-contract=off pointed.c pointed_test.c -lm".split()

def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])

def follow(d, until):
    """R, L, what is held, and more: from instant to instant by a Runge-Kutta method."""
    wheel, more, K = d["wheel"], d["more"], skew([1 / 14**0.5, 2 / 14**0.5, 3 / 14**0.5])
    inner, eta = np.array([0.8, 1 - 0.1 * wheel, 1.2]), 0.28 * wheel
    y = np.array([*(np.eye(3) + np.sin(1) * K + (1 - np.cos(1)) * K @ K).ravel(),
                  *(inner * [0.1, -0.2, 0.1] + [0, eta, 0]), *np.zeros(6), 0.1, eta])
    s = {"e": np.zeros(3), "s": np.zeros(3), "u": np.zeros(3), "u_next": np.zeros(3), "n": 0.5, "n_next": 0.5, "delay": 1}

    def omega():
        return (y[9:12] - [0, y[19], 0]) / inner

    def rate():
        w, T = omega(), s["u"] + [0.03, 0.1 * s["delay"] * more, 0.1 * s["n"] * more - 0.01]
        return np.array([*(y[:9].reshape(3, 3) @ skew(w)).ravel(), *(np.cross(y[9:12], w) + T), *y[15:18],
                         s["n"] / 2, s["delay"] / 2, y[18] / 2, s["n"] - y[18], wheel * 0.2 * s["u"][0]])

    def error():
        R = y[:9].reshape(3, 3)
        return np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2 / (1 + np.trace(R))**0.5

    def quantised():
        d["near"] = min(d.get("near", 1), abs(3 * y[18] - round(3 * y[18])))  # to where it jumps
        return np.floor(3 * y[18]) / 2

    laws = [(F(1, 25), F(1, 10), "u", lambda: s["u_next"]),
            (F(d["offset"]) + F(d["delay"]), F("0.23"), "n", lambda: s["n_next"]), (0, F(1, 10), "e", error),
            (0, F(1, 10), "s", lambda: np.clip(s["s"] + 0.1 * s["e"], -0.2, 0.2)),
            (0, F(1, 10), "u_next", lambda: np.clip(-d["kp"]*s["e"] - 0.2*s["s"] - d["kd"]*omega(), -0.3, 0.3)),
            (F(d["offset"]), F("0.23"), "n_next", lambda: quantised() + omega()[0] + s["n"] / 2),
            (0, F(1, 10), "delay", lambda: s["u"][1] + s["delay"] / 4)]
    t, until = F(d["t"]), F(until)
    for to in sorted({first + k * T for first, T, _, _ in laws for k in range(210)} | {until}):
        if not t <= to <= until:
            continue
        for _ in range(n := int((to - t) * 200) + 1):
            h, slopes, start = float(to - t) / n, [], y
            for c in (0.5, 0.5, 1, 0):
                slopes.append(rate())
                y = start + c * h * slopes[-1]
            y = start + h / 6 * (slopes[0] + 2 * slopes[1] + 2 * slopes[2] + slopes[3])
        t = to
        for first, T, name, law in laws:
            s[name] = law() if t >= first and (t - first) % T == 0 else s[name]
    return np.array([*y[:12], *s["e"], *s["s"], *s["u"], *s["u_next"],
                     *([*y[12:19], s["n"], s["n_next"], s["delay"]] if more else []), *([y[19]] if wheel else [])])

def drawn(more, wheel, t="0"):
    d = {"more": more, "wheel": wheel, "t": t, "kp": draw.uniform(1, 1.5), "kd": draw.uniform(1, 2),
         "offset": draw.choice(["0.03", "-0.2", "0.4"]), "delay": draw.choice(["0.1", "0.23", "0.01"])}
    text = SPEC.replace("kp = 1.2", f"kp = {d['kp']!r}").replace("kd = 1.5", f"kd = {d['kd']!r}")
    write("pointed.pol", text + MORE.format(**d) * more + WHEEL * wheel + f"start t = {t}\n")
    return d

def expect(d, until, get, most, what):
    """get(name) is a number or several."""
    names = ["R", "L", "e", "s", "u", "u_next"] + ["x", "v", "every", "n", "n_next", "delay"] * d["more"] + ["a"] * d["wheel"]
    off = abs(np.concatenate([np.ravel(get(x)) for x in names]) - follow(d, until)).max()
    check(off < most or d.get("near", 1) < 10 * most, f"{what}: off by {off}; {d}")

def told(*words):
    """What a run tells, by name."""
    j = json.loads(run("run", *words, "--json").stdout)
    z = j["states"]
    return lambda x: j[x] if x in j else z[x] if x in z else [z[f"{x}_{i}"] for i in (1, 2, 3)]

get = told(write("manual.pol", SPEC))
expect({"more": 0, "wheel": 0, "t": "0", "offset": 0, "delay": 0, "kp": 1.2, "kd": 1.5}, 20, get, 1e-8, "the manual")
for x in [f"{x:.8f}" for x in get("e")] + [f"{x:.5f}" for x in get("s")]:
    check(x in MANUAL, f"the manual's {x}")
WHEELS = {"rkmk(kutta4)": 1e-6, "taylor(6)": 1e-6, "magnus(kutta4)": 1e-6, "cf4": 1e-6, "mr": 2e-4, "imidm": 2e-4, "rkmk(gauss(2))": 1e-6,
          "kinematic(kutta4)": 1e-6, "rkmk(dopri5)": 1e-7, "trapm": 2e-4}
RIGID = {"frb_exact": 2e-4, "suzuki4(frb_exact)": 1e-6, "sr": 2e-4, "akw": 2e-4, "simo": 2e-4, "sdmv": 2e-4}
for method in [*WHEELS, *RIGID] if is_all else draw.sample([*WHEELS], 3) + draw.sample([*RIGID], 2):
    d = drawn(int(method not in ("akw", "simo")), int(method in WHEELS), draw.choice(["0", "0.237", "-1.3"]))
    most = {**WHEELS, **RIGID}[method]
    for real in ("double", "float"):
        how = ["--step", draw.choice(["0.007", "0.01", "0.03"]) if most < 1e-5 else "0.003"]
        if method == "rkmk(dopri5)":
            how = ["--tolerance", "1e-9" if real == "double" else "1e-5"]
        how += ["--attitude", draw.choice("quaternion|matrix|rotation_vector|euler(zyx)|rodrigues|mrp".split("|"))]
        got = told("pointed.pol", "--method", method, "--real", real, *how, "--until", str(F("2.4") - F(d["t"])))
        expect(d, "2.4", got, most + 5e-4 * (real == "float"), f"{method} {how} {real}")

slow = write("slow.pol", "body slow inertia diag(1, 2, 2.5) sample u[3] = e1 every 0.5 delay 0.2: -R'*e3 torque body 3*u\n"
             "start w = [1, 2, 3] step 0.05 until 3\n")
for method in ("frb_exact", "mr", "magnus(kutta4)"):
    same(json.loads(run("order", slow, "--method", method, "--json").stdout)["verdict"], "converging", method)
p = run("compare", slow, "--until", "0.5", "--tableaus", "order 2,stages 2,explicit", "--budget", "2e3", "--json")
cost = [x["cost"] for x in json.loads(p.stdout)["methods"][0]["ladder"]]
same([2 * x / cost[0] for x in cost[:3]], [2, 3, 4], "pieces of 1, 2, 3 steps")
check("note: what sampled laws cost" in p.stderr, p.stderr)
check(json.loads(run("drift", slow, "--json").stdout)["conserved"]["energy"] is False, "drift: the energy")
check("cannot go back in time" in run("run", slow, "--until", "-1", want=1).stderr, "back in time")
many = "body many inertia diag(1, 2, 2.5) sample n = 0 every 0.0007: n + 1 step 0.5\n"
get = told(write("many.pol", many), "--until", "200")
same((get("n"), get("t_sampled")), (285715, 285714 * 0.0007), "samples up to 200 s")
grid = write("grid.pol", "body grid inertia diag(1, 2, 2.5) sample u = 0 every 0.1 delay 0.04: 1 "
             "sample m = 0 every 0.23 offset -0.2 delay 0.23: m + 1 sample n = 0 every 0.23 offset -0.2: n + 1 step 0.03 until 2.4")
for real in ("double", "float"):      # one instant may be two neighbouring numbers
    same(told(grid, "--real", real)("n"), 11, "samples on a grid of steps, each once, " + real)
run("emit", write("late.pol", many + "start t = 50 until 2\n"), "--with", "main", "-o", ".")
run("many.c", "many_main.c", "-lm", "-o", "late", program="gcc")
same(float(run(program="./late").stdout.split()[-1].split(",")[0]), 52.0, "the end of main")
p = run("run", write("fine.pol", many + "start t = 1000\n"), "--real", "float", want=1)
check("the required step is below" in p.stderr, p.stderr)

for how in (["--step", "0.02"], ["--method", "rkmk(dopri5)", "--tolerance", "1e-8"]):
    d = drawn(1, 1)
    p = run("sweep", "pointed.pol", "--vary", "kp=1.1:1.3:2", "--until", "2.3", "--csv", *how)
    for row in csv.DictReader(io.StringIO(p.stdout)):
        got = np.array([float(row[f"{x}{i}"]) for x in ("L", "e_", "s_", "u_") for i in (1, 2, 3)])
        check(abs(got - follow({**d, "kp": float(row["kp"])}, "2.3")[9:21]).max() < 1e-6, f"sweep {how}: {got}")
    run("emit", "pointed.pol", *how, "--with", "test,python", "--batch")
    for law in ([], ["-DPOINTED_OWN_u", write("law.c", LAW)]):
        run(*GCC, *law, program="gcc")
        p = run(program="./a.out", want=len(law) // 2)
        check(("FAILED: sample" in p.stdout) == bool(law), f"a test with {law}: {p.stdout}")
    sys.path.insert(0, "."), sys.modules.pop("pointed", None)
    import pointed
    body = pointed.Body()
    expect(d, "2.3", body.sample([0, 1.1, 2.3])[-1].__getitem__, 1e-6, f"Python {how}")
    if how[0] == "--step":
        bodies = pointed.Bodies(3)
        check(not bodies.advance(2.3).any() and (bodies.u.T == body.u).all(), "many bodies")
    body.start()
    body.advance(0.2)
    before, other, late = body.state, body.copy(), body.copy()
    body.advance(0.23)
    other.advance(0.215)
    row = body.interp(before, 0.03, 0.5)
    check((row["u"] == other.u).all() and abs(row["L"] - other.L).max() < 1e-7, "dense output up to a sample")
    other.state, other.control.most = before, 3
    while other.t < 2.3:  # in pieces, by copies
        other = other.copy()
        with contextlib.suppress(pointed.StatusError):
            other.advance(2.3)
    late.advance(2.3)
    same(other.state.tobytes(), late.state.tobytes(), "the bits of steps in pieces")
tell_checks()
