#!/usr/bin/env python3
# Laws that are sampled and held: the manual's controller, with drawn gains, starts, further
# laws, wheels and states, ends where an integration in numpy does, by methods, attitudes,
# steps and real types, in run, sweep, order, emitted C and Python; time does not drift.
#   test_sampled.py POLHODE ROOT
import csv
import io
import json
import sys
from fractions import Fraction as F

import numpy as np
from checks import check, draw, is_all, root, run, same, tell_checks, write

MANUAL = open(root + "/specs/README.md", encoding="utf-8").read().split("samples\"></a>")[1]
SPEC = MANUAL.split("```pol\n")[1].split("```")[0]
MORE = """mass 2
state f = 0.1 rate n - f
sample n = 0.5 every 0.23 offset {offset} delay {delay}: floor(3*f)/2 + w[1] + n/2
sample late = 1 every 0.1: u[2] + late/4
force space [n, late, f]
torque body [0, 0.1*late, 0.1*n]
"""
WHEEL = "wheel a(axis = e2, inertia = 0.1, speed = 3, torque = 0.2*u[1])\n"
FILES = ["c99", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-O2", "-ffp-contract=off", "-lm"]


def turned(axis, angle):
    k = np.array(axis) / np.linalg.norm(axis)
    K = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def follow(d, until):
    """The same, by steps of 5 ms of a Runge-Kutta method from one instant to the next."""
    J, e2 = np.diag([0.8, 1, 1.2]), np.array([0, 1, 0])
    inner = np.diag([0.8, 1 - 0.1 * d["wheel"], 1.2])
    w0, eta = np.array([0.1, -0.2, 0.1]), 0.1 * (3 - 0.2) * d["wheel"]
    y = np.concatenate([turned([1, 2, 3], 1).ravel(), inner @ w0 + eta * e2, np.zeros(6), [0.1, eta]])
    s = {"e": np.zeros(3), "s": np.zeros(3), "u": np.zeros(3), "u_next": np.zeros(3), "n": 0.5, "n_next": 0.5, "late": 1.0}

    def omega(y):
        return np.linalg.solve(inner, y[9:12] - y[19] * e2)

    def rate(y):
        R, w, more = y[:9].reshape(3, 3), omega(y), d["more"]
        T = s["u"] + [0.03, 0, -0.01] + more * np.array([0, 0.1 * s["late"], 0.1 * s["n"]])
        spin = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        return np.concatenate([(R @ spin).ravel(), np.cross(y[9:12], w) + T, y[15:18],
                               more * np.array([s["n"], s["late"], y[18]]) / 2, [s["n"] - y[18], d["wheel"] * 0.2 * s["u"][0]]])

    def error():
        R = y[:9].reshape(3, 3)
        return (np.array([R[2, 1], R[0, 2], R[1, 0]]) - [R[1, 2], R[2, 0], R[0, 1]]) / (2 * np.sqrt(1 + np.trace(R)))

    def act(name):
        s[name] = s[name + "_next"]

    laws = {"e": error, "s": lambda: np.clip(s["s"] + 0.1 * s["e"], -0.2, 0.2),
            "u_next": lambda: np.clip(-d["kp"] * s["e"] - d["ki"] * s["s"] - d["kd"] * omega(y), -0.3, 0.3),
            "n_next": lambda: np.floor(3 * y[18]) / 2 + omega(y)[0] + s["n"] / 2,
            "late": lambda: s["u"][1] + s["late"] / 4}
    T, A, D = F(23, 100), F(d["offset"]), F(d["delay"])
    what = [(F(4, 100), F(1, 10), "u", act), (A + D, T, "n", act)] + [
        (A if name[0] == "n" else F(0), T if name[0] == "n" else F(1, 10), name, None) for name in laws]
    times = {first + k * T for first, T, _, _ in what for k in range(int((until - first) / T) + 1)} | {F(until)}
    t = F(d["t"])
    for to in sorted(x for x in times if t <= x <= until):
        n = int((to - t) / F(5, 1000)) + 1 if to > t else 0
        for _ in range(n):
            h = float(to - t) / n
            a = rate(y)
            b = rate(y + h / 2 * a)
            c = rate(y + h / 2 * b)
            y = y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
        t = to
        for first, T, name, does in what:
            if t >= first and (t - first) % T == 0:
                s[name] = laws[name]() if not does else (does(name), s[name])[1]
    held = [*s["e"], *s["s"], *s["u"], *s["u_next"]]
    more = [*y[12:19], s["n"], s["n_next"], s["late"]] if d["more"] else []
    return np.array([*y[:12], *held, *more, *([y[19]] if d["wheel"] else [])])


def drawn(more, wheel, t="0"):
    delay, offset = draw.choice(["0.1", "0.23", "0.01"]), draw.choice(["0.03", "-0.2", "0.4"])
    d = {"more": more, "wheel": wheel, "t": t, "kp": draw.uniform(1, 1.5), "ki": 0.2, "kd": draw.uniform(1, 2),
         "delay": delay, "offset": offset}
    text = SPEC + (MORE.format(**d) if more else "") + (WHEEL if wheel else "") + f"start t = {t}\n"
    return d, [write("pointed.pol", text), "--set", f"kp={d['kp']!r}", "--set", f"kd={d['kd']!r}"]


def ends(j, d):
    z = j["states"]
    names = [f"{x}_{i}" for x in ("e", "s", "u", "u_next") for i in (1, 2, 3)]
    names += ["f", "n", "n_next", "late"] if d["more"] else []
    more = [*j["x"], *j["v"]] if d["more"] else []
    tail = [z[x] for x in names]
    return np.array([*j["R"], *j["L"], *tail[:12], *more, *tail[12:], *([z["a"]] if d["wheel"] else [])])


def off(a, b):
    return abs(a - b).max()


# -- the manual's numbers, then methods that take wheels and all others --
plain, words = drawn(0, 0)
plain.update(kp=1.2, kd=1.5)
end = json.loads(run("run", words[0], "--json").stdout)
check(off(ends(end, plain), follow(plain, 20)) < 1e-8, "the manual's controller")
for x in [f"{z:.8f}" for z in ends(end, plain)[12:15]] + [f"{z:.5f}" for z in ends(end, plain)[15:18]]:
    check(x in MANUAL, f"the manual's {x}")
METHODS = [("rkmk(kutta4)", 1e-6), ("magnus(kutta4)", 1e-6), ("cf4", 1e-6), ("mr", 2e-4), ("imidm", 2e-4),
           ("rkmk(gauss(2))", 1e-6), ("kinematic(kutta4)", 1e-6), ("rkmk(dopri5)", 1e-7), ("trapm", 2e-4)]
RIGID = [("frb_exact", 2e-4), ("suzuki4(frb_exact)", 1e-6), ("sr", 2e-4), ("akw", 2e-4), ("simo", 2e-4), ("sdmv", 2e-4)]
ATTITUDES = "quaternion|matrix|rotation_vector|euler(zyx)|rodrigues|mrp".split("|")
for method, most in METHODS + RIGID if is_all else draw.sample(METHODS, 4) + draw.sample(RIGID, 2):
    d, words = drawn(int(method not in ("akw", "simo")), int((method, most) in METHODS), draw.choice(["0", "0.237", "-1.3"]))
    words += ["--method", method, "--attitude", draw.choice(ATTITUDES), "--until", str(F("2.4") - F(d["t"]))]
    want = follow(d, F("2.4"))
    for real in ("double", "float"):
        how = ["--step", draw.choice(["0.007", "0.01", "0.03"] if most < 1e-5 else ["0.003"])]
        if method == "rkmk(dopri5)":
            how = ["--tolerance", "1e-9" if real == "double" else "1e-5"]
        got = ends(json.loads(run("run", *words, *how, "--real", real, "--json").stdout), d)
        check(off(got, want) < most + 5e-4 * (real == "float"), f"{words} {how} {real}: {off(got, want)}")

# -- a sweep, by adaptive steps or not; the order of the method itself --
d, words = drawn(1, 1)
for how in ("--step", "0.02"), ("--method", "rkmk(dopri5)", "--tolerance", "1e-9"):
    p = run("sweep", words[0], "--vary", "kp=1.1:1.3:2", "--set", f"kd={d['kd']!r}", "--until", "2.3", "--csv", *how)
    for row in csv.DictReader(io.StringIO(p.stdout)):
        want = follow({**d, "kp": float(row["kp"])}, F("2.3"))
        got = [float(row[f"{x}{i}"]) for x in ("L", "e_", "s_", "u_") for i in (1, 2, 3)]
        check(off(np.array(got), want[9:21]) < 1e-6 and row["status"] == "1", f"sweep {how}: {got}")
slow = write("slow.pol", "body slow\ninertia diag(1, 2, 2.5)\nsample u[3] = e1 every 0.5 delay 0.2: -R'*e3\n"
             "torque body 3*u\nstart w = [1, 2, 3]\nstep 0.05\nuntil 3\n")
for method in ("frb_exact", "mr", "magnus(kutta4)"):
    r = json.loads(run("order", slow, "--method", method, "--json").stdout)
    check(r["verdict"] == "converging", f"{method}: {r['verdict']}")
r = run("compare", slow, "--until", "0.5", "--tableaus", "order 2,stages 2,explicit", "--budget", "2e3", "--json")
rungs = json.loads(r.stdout)["methods"][0]["ladder"]  # 2, 3 and 4 pieces of 1, 2 and 3 steps
same([2 * x["cost"] / rungs[0]["cost"] for x in rungs[:3]], [2, 3, 4], "compare: steps that are cut cost twice")
check("note: what sampled laws cost" in r.stderr, r.stderr)
r = json.loads(run("drift", slow, "--json").stdout)
check(r["conserved"]["energy"] is False, "drift: the energy")
p = run("run", slow, "--until", "-1", want=1)
check("what is sampled does not go back in time" in p.stderr, p.stderr)

# -- 285715 samples: no time is lost, by steps that they cut --
many = write("many.pol", "body many\ninertia diag(1, 2, 2.5)\nsample n = 0 every 0.0007: n + 1\n")
z = json.loads(run("run", many, "--until", "200", "--step", "0.5", "--json").stdout)["states"]
same((z["n"], z["t_sampled"]), (285715, 285714 * 0.0007), "samples up to 200 s")
fine = write("fine.pol", open(many, encoding="utf-8").read() + "start t = 1000\n")
p = run("run", fine, "--real", "float", "--step", "0.5", want=1)
check("it would have to be smaller than the least" in p.stderr, p.stderr)

# -- emitted C: warnings, its test, a law that is another one, steps in pieces; Python --
for how in ["--step", "0.02"], ["--method", "rkmk(dopri5)", "--tolerance", "1e-8"]:
    d, words = drawn(1, 1)
    text = open(words[0], encoding="utf-8").read()
    for name in ("kp", "kd"):
        text = text.replace(f"{name} = 1.", f"{name} = {d[name]!r} # 1.")
    run("emit", write("pointed.pol", text), *how, "--with", "test,python", "--batch")
    run(*FILES[1:8], "pointed.c", "pointed_test.c", "-lm", "-o", "good", program="gcc")
    run(program="./good")
    write("own.c", """#include "pointed.h"
#include <string.h>
#include <stdio.h>
int main(void) {
    pointed x, y; pointed_par p; pointed_control c; int status;
    pointed_start(&x); pointed_defaults(&p); pointed_control_start(&c); y = x;
    if (pointed_advance(&x, &p, NULL, &c, 2.3)) return 1;
    pointed_control_start(&c); c.most = 7;
    do { pointed k = y; pointed_control m = c; status = pointed_advance(&k, &p, NULL, &m, 2.3); y = k; c = m; }
    while (status == POINTED_UNFINISHED);
    pointed_sample_u(&x, &p, NULL, x.e);
    printf("%d %d %d\\n", status, memcmp(x.u_next, x.e, sizeof x.e) == 0, memcmp(x.L, y.L, sizeof x.L) == 0);
    return pointed_advance(&y, &p, NULL, &c, 1.0) != POINTED_BACKWARD; }
""")
    run(*FILES[1:8], "pointed.c", "own.c", "-lm", "-o", "own", program="gcc")
    same(run(program="./own").stdout, "0 1 1\n", "steps in pieces, a law alone")
    write("law.c", '#include "pointed.h"\nvoid pointed_sample_u(const pointed *x, const pointed_par *p, const pointed_in *in, '
          "double value[3]) { (void)in; value[0] = value[1] = value[2] = p->kp*x->n; }\n")
    run("-DPOINTED_OWN_u", "pointed.c", "law.c", "pointed_test.c", "-lm", "-o", "bad", program="gcc")
    check("FAILED: sample" in run(program="./bad", want=1).stdout, "a test of another law")
    sys.path.insert(0, "."), sys.modules.pop("pointed", None)
    import pointed
    body, want = pointed.Body(), follow(d, F("2.3"))
    motion = body.sample([0, 1.1, 2.3])
    bodies = pointed.Bodies(3)
    check(not bodies.advance(2.3).any() and (bodies.u.T == body.u).all(), "many bodies")
    last = motion[-1]
    got = [*last["R"].ravel(), *last["L"], *last["e"], *last["s"], *last["u"], *last["u_next"], *last["x"], *last["v"],
           last["f"], last["n"], last["n_next"], last["late"], last["a"]]
    check(off(np.array(got), want) < 1e-6, f"Python: {off(np.array(got), want)}")
    body.start()
    body.advance(0.2)
    before, u = body.state, body.u
    other = body.copy()
    body.advance(0.23)
    other.advance(0.215)
    row = body.interp(before, 0.03, 0.5)
    check((row["u"] == u).all() and off(row["L"], other.L) < 1e-7, "dense output up to a sample")
tell_checks()
