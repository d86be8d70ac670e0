#!/usr/bin/env python3
# Vectors of 1 to 16 numbers as lets, params, states and inputs: runs, sweeps, emitted C and
# Python equal an integration by numpy of the same equations.
#   test_vectors.py POLHODE ROOT
import csv
import importlib
import io
import os
import re
import sys

from cases import np
from checks import check, draw, is_all, root, run, tell_checks, tried, write

SPEC = """body drawn{turn} inertia diag(1, 1.2, 1.5) step 0.002 until 0.2 start w = [0.1, 0.2, 0.3]
const q = {q} param k[{n}] = {k} input u[{n}] = {a} + sin(t)*{b} let f = k + 0.5*q - u/4
state m[{n}] = 0.1*q rate 0.3*(u - m) + 0.1*{0}/{1}*k
torque body [0.1*{2}, 0.05*{3}, 0.02*({4} - {5})] - 0.1*w keep total = {2}
"""
WORDS = "dot(q, m)|norm(q)|sum(m)|max(q + 0.01*m)|min(q - 0.01*f)|m[{n}]", "q*m|abs(q)|m|(q + 0.01*m)|q - 0.01*f|m"
NINE = "state C[9] = 0*k rate k - m param M[9] = [[1, 2, 3], [4, 5, 6], [7, 8, 9]] torque body 1e-3*M*w\n"

def kutta4(rate, y, span, steps, half=lambda y: y):
    h = span / steps
    for i in range(steps):
        k = [rate(i * h, y)]
        for c in 0.5, 0.5, 1:
            k.append(rate((i + c) * h, y + c * h * k[-1]))
        y = y + h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3])
        y = half(y) if 2 * (i + 1) == steps else y
    return y

def motion(v, k, u, has_event=False):
    J, q = np.array([1, 1.2, 1.5]), v["q"]

    def rate(t, y):
        L, m, w, now = y[:3], y[3:], y[:3] / J, u(t)
        low = (q - 0.01 * (k + q / 2 - now / 4)).min()
        T = [0.1 * m.sum(), 0.05 * (q + 0.01 * m).max(), 0.02 * (low - m[-1])] - 0.1 * w
        T = T + 1e-3 * np.arange(1.0, 10).reshape(3, 3) @ w * (len(q) == 9)
        return np.r_[np.cross(L, w) + T, 0.3 * (now - m) + 0.1 * q @ m / np.linalg.norm(q) * k]
    return kutta4(rate, np.r_[J * [0.1, 0.2, 0.3], 0.1 * q], 0.2, 200,
                  lambda y: np.r_[y[:3], 0.5 * y[3:] + q] if has_event else y)

def fly(t, y):
    R, L, n, turns = y[:9].reshape(3, 3), y[9:12], y[18:], np.array([1, -1, 1, -1])
    w, f, u = L / [0.012, 0.012, 0.022], 1.1e-5 * n ** 2, 540 + 10 * np.sin(3 * t) * turns + [0, 2, 0, -2]
    T = [0.17 * (f[1] - f[3]), 0.17 * (f[2] - f[0]), -0.015 * turns @ f]
    return np.r_[np.cross(R, w).ravel(), np.cross(L, w) + T, y[15:18], R[:, 2] * f.sum() / 1.3 - [0, 0, 9.81], (u - n) / 0.05]

limits = {**dict.fromkeys("magnus(kutta4)|rkmk(kutta4)|rkmk(gauss(2))|cf4|kinematic(kutta4)|rkmk(dopri5)".split("|"), 1e-8),
          **dict.fromkeys("mr|imidm|trap|frb_exact|liemid_ea|rkmk(radau_iia(2))".split("|"), 1e-4), "be": 2e-2, "semi_euler": 2e-2}
attitudes = "quaternion|matrix|rotation_vector|euler(zyx)|rodrigues|mrp".split("|")
for turn, n in enumerate([*range(1, 17)] * 3 if is_all else [1, 4, 9, 16, draw.choice([2, 3, 5, 6, 7, 8, *range(10, 16)])]):
    v = {s: [round(draw.uniform(-2, 2), 3) for _ in range(n)] for s in "kab"}
    v["q"] = [round(0.7 * i + draw.uniform(0.5, 0.8), 3) for i in draw.sample(range(n), n)]  # apart, lest max has kinks
    plain = SPEC.format(*WORDS[n == 1].format(n=n).split("|"), n=n, turn=turn, **v) + NINE * (n == 9)
    spec = plain + "event halve when t - 0.1 then m = 0.5*m + q" * (turn % 2)
    v = {s: np.array(x) for s, x in v.items()}
    new = [round(x + draw.uniform(-0.3, 0.3), 3) for x in v["k"]]
    text, heads = (str(new), [f"k{i + 1}" for i in range(n)]) if n > 1 else (repr(new[0]), ["k"])
    write("cases.csv", ",".join(heads) + "\n" + ",".join(map(repr, new)) + "\n")
    tries = [(words, new, 1e-8) for words in (("sweep", "--vary", f"k = [{text}]"), ("sweep", "--cases", "cases.csv"),
                                              ("run", "--set", f"k={text}"))]
    for method in draw.sample(sorted(limits), len(limits) if is_all else 3):
        words = "run", "--method", method, "--attitude", draw.choice(attitudes), "--real", draw.choice(["double", "float"])
        tries.append((words, v["k"], max(limits[method], 3e-5 * (words[-1] == "float"))))
    for words, k, limit in tries:
        got = next(csv.DictReader(io.StringIO(tried(words[0], spec, *words[1:], "--csv").stdout)))
        m = np.array([got[f"L{i + 1}"] for i in range(3)] + [got[f"m_{i + 1}" if n > 1 else "m"] for i in range(n)], float)
        want = motion(v, np.array(k), lambda t: v["a"] + np.sin(t) * v["b"], turn % 2)
        check(max(abs(m - want)) < limit * max(1, *abs(want)), f"{n} {words}: {got}, not {want}\n{spec}")
        check(abs(float(got["total"]) - sum(m[3:])) < 1e-4 if words[0] == "run" else
              [float(got[name]) for name in heads] == new, f"{n} {words}: {got} {new}")

    # emitted C, driven by Python, inputs held
    if n in (1, 4, 9) or is_all:
        held, real, name = [round(draw.uniform(-1, 1), 3) for _ in range(n)], ("double", "float")[turn % 2], f"drawn{turn}"
        run("emit", write("body.pol", plain), "--with", "python,test", "--real", real, "-o", f"c{turn}")
        run(*"-std=c99 -O1 -Wall -Wextra -Wshadow -Wconversion -Werror".split(), f"c{turn}/{name}_test.c",
            f"c{turn}/{name}.c", "-lm", "-o", f"c{turn}/test", program="gcc")
        run(program=f"c{turn}/test")
        sys.path.insert(0, os.path.abspath(f"c{turn}"))
        body = importlib.import_module(name).Body()
        body.input.u = held if n > 1 else held[0]
        body.run(0.002, 100)
        off = max(abs(np.r_[body.L, body.m] - motion(v, v["k"], lambda t: np.array(held))))
        check(off < (1e-8 if real == "double" else 1e-3), f"{n}: {body.L} {body.m} is off by {off}\n{plain}")
        check(n != 9 or body.C.shape == (9,) and body.par.M.shape == (3, 3), "the shapes of nine numbers")

with open(root + "/docs/reference/inputs.md", encoding="utf-8") as f:
    spec, said = re.search(r"```pol\n(body +drone.*?)```(.*?)N\.", f.read(), re.S).groups()
y = kutta4(fly, np.r_[np.eye(3).ravel(), np.zeros(9), [500] * 4], 1, 1000)
row = next(csv.DictReader(io.StringIO(tried("run", spec, "--csv").stdout)))
row = [row[name] for name in "x1 x2 x3 n_1 n_2 n_3 n_4 thrust".split()]
for got, limit in (re.findall(r"-?\d+\.\d+", said), 1e-5), (row, 1e-8):
    off = np.array(got, float) / np.r_[y[12:15], y[18:], 1.1e-5 * y[18:] @ y[18:]] - 1
    check(max(abs(off)) < limit, f"{got}: off by {off}")
tell_checks()
