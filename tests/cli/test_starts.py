#!/usr/bin/env python3
# Start values computed from params, lets and one another equal numbers computed here, in
# run, sweep and emitted C, for all attitudes.
#   test_starts.py POLHODE ROOT
import csv
import io
import json
import math
import subprocess

from checks import check, draw, is_all, root, run, tell_checks, tried, write

SPEC = """body begun
{params}
inertia diag(1, 1.2*p, 1.5)
{body}
step 0.001
until 0.002
"""
LETS = "let x1 = {}\nlet rate = R'*[0, p, q] + [0.1, 0, 0]\n"
W = "start w = rate + [0, 0, z]"
TURNS = [W, "state z = q*norm([x1, 2, 3]) rate -z", "start R = turn(e3, q)*turn(e1, p)", "start t = p - q"]
MOVES = ["start v = cross(R*w, x)", "start x = R*[p, 0, t]", "state u[3] = 2*v rate -u", "mass 2"]
WHEEL = ["wheel a(axis = e1, inertia = 0.1, speed = q + w[1])"]

SAY = """#include "begun.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    begun x;
    begun_par p;
    begun_defaults(&p);
    p.p = (%s)%s;
    p.q = (%s)%s;
    if (begun_start(&x, &p) != BEGUN_OK) return 1;
    printf("%%.17g %%.17g %%.17g\\n", (double)x.L[0], (double)x.L[1], (double)x.L[2]);
    p.q = (%s)INFINITY;
    return begun_start(&x, &p) != BEGUN_NOT_FINITE;
}
"""

def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = [[float(i == j) for j in range(3)] for i in range(3)]
    R[i][i] = R[j][j] = c
    R[i][j], R[j][i] = -s, s
    return R

def times(A, v):
    return [sum(a * x for a, x in zip(row, v)) for row in A]

def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]

def numbers(p, q, moves, has_wheel, by_momentum):
    """The same start, in numbers."""
    A, B = turn(2, q), turn(0, p)
    R = [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    t = p - q
    x = times(R, [p, 0, t]) if moves else [0, 0, 0]
    z = q * math.sqrt(x[0] ** 2 + 13)
    w = [a + b for a, b in zip(times(list(zip(*R)), [0, p, q]), [0.1, 0, z])]
    v = cross(times(R, w), x)
    J, speed = [1, 1.2 * p, 1.5], q + w[0]
    L = [a * b for a, b in zip(J, w)]
    L[0] += 0.1 * speed if has_wheel else 0
    text = f"start R = {R}\nstate z = {z!r} rate -z\nstart t = {t!r}\n"
    text += f"start L = {L}\n" if by_momentum else f"start w = {w}\n"
    if moves:
        text += f"mass 2\nstart x = {x}\nstart v = {v}\nstate u[3] = {[2 * a for a in v]} rate -u\n"
    if has_wheel:
        text += f"wheel a(axis = e1, inertia = 0.1, speed = {speed!r})\n"
    return text

def apart(a, b):
    """The largest difference of two states, relative to numbers of size 1 and above."""
    flat = [[s["t"], *s["R"], *s["L"], *s.get("x", []), *s.get("v", []), *(z for _, z in sorted(s["states"].items()))]
            for s in (a, b)]
    return max(abs(x - y) / max(1, abs(x)) for x, y in zip(*flat))

attitudes = ("quaternion|matrix|rotation_vector|euler(zyx)|rodrigues|mrp").split("|")
for k in range(200 if is_all else 12):
    p, q = draw.uniform(0.6, 2), draw.uniform(0.2, 1)
    moves, has_wheel = k % 2 == 0, k % 3 == 0
    lines = TURNS + moves * MOVES + has_wheel * WHEEL
    draw.shuffle(lines)  # any order of statements
    body = LETS.format("x[1]" if moves else "0") + "\n".join(lines)
    spec = SPEC.format(params="param p = 1\nparam q = 0.5", body=body)
    plain = SPEC.format(params=f"param p = {p!r}", body=numbers(p, q, moves, has_wheel, k % 5 == 1))
    for method, real in (("magnus(kutta4)", "double"), ("mr", "double"), ("rkmk(kutta4)", "float")):
        words = "--method", method, "--attitude", attitudes[k % 6], "--real", real, "--json"
        got = tried("run", spec, "--set", f"p={p!r}", "--set", f"q={q!r}", *words)
        want = tried("run", plain, *words)
        check(got.returncode == want.returncode == 0, f"{words} {got.stderr}{want.stderr}{spec}")
        if want.returncode == 0:
            off = apart(json.loads(got.stdout), json.loads(want.stdout))
            check(off < (1e-14 if real == "double" else 2e-6), f"off by {off}: {words}\n{spec}\n{plain}")
    at = "--set", f"p={p!r}", "--set", f"q={q!r}"
    if k < 6:  # a case of a sweep equals a run
        for vary, run_spec in (("p", spec), ("w", spec.replace(W, "start w = [0, 0, 1]"))):
            values = f"p=[{p!r}, 0.9]" if vary == "p" else "w=[[0, 0, 1]]"
            rows = tried("sweep", spec, "--vary", values, *at[0 if vary == "w" else 2:], "--csv")
            row = list(csv.DictReader(io.StringIO(rows.stdout)))[0]
            end = json.loads(tried("run", run_spec, *at, "--json").stdout)
            check(all(abs(float(row[f"L{i + 1}"]) - end["L"][i]) < 1e-14 for i in range(3)), f"{rows.stdout}{end}")
    if k < 4:
        of, limit = (("double", 1e-7), ("float", 1e-5))[k % 2]
        run("emit", write("body.pol", spec), "--with", "test", "--real", of, "-o", f"c{k}")
        write(f"c{k}/say.c", SAY % (of, repr(p), of, repr(q), of))
        for main in "say", "begun_test":
            run("-std=c99", "-O2", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror", f"c{k}/{main}.c",
                f"c{k}/begun.c", "-lm", "-o", f"c{k}/{main}", program="gcc")
        run(program=f"c{k}/begun_test")
        said = run(program=f"c{k}/say").stdout.split()
        end = json.loads(tried("run", plain, "--step", "1e-9", "--until", "1e-9", "--json").stdout)
        check(all(abs(float(a) - b) < limit for a, b in zip(said, end["L"])), f"{said} {end}")

# ---- the manual's example ----
with open(root + "/docs/reference/language.md", encoding="utf-8") as f:
    text = f.read().split("```pol\nbody      tilted\n")[1]
spec, said = "body tilted\n" + text.split("```")[0], text.split("```")[1]
got = json.loads(tried("run", spec, "--step", "1e-9", "--until", "1e-9", "--json").stdout)
for name in "w", "x", "v":
    shown = [float(word) for word in said.split(f"`{name} = [")[1].split("]")[0].split(",")]
    check(all(abs(a - b) < 1e-6 for a, b in zip(shown, got[name])), f"{name}: {shown}, not {got[name]}")
tell_checks()
