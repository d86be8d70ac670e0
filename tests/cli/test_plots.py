#!/usr/bin/env python3
# Pictures: what is drawn beside the numbers that the same commands print, and what
# is said where nothing can be drawn.
#   test_plots.py POLHODE ROOT DRAW_PAGE
import csv
import io
import json
import math
import os
import signal
import subprocess
import sys

from cases import np
from checks import check, polhode, run, same, specs, tell_checks, write
from pictures import Picture, Pixels, near, strokes

draw_page = os.path.abspath(sys.argv[3])

def rows_of(text):
    return [{k: float(v) for k, v in r.items()} for r in csv.DictReader(io.StringIO(text))]

# ---- run ----

plain = run("run", specs + "fast_top.pol", "--every", "100").stdout
same(run("run", specs + "fast_top.pol", "--every", "100", "--plot", "top.svg").stdout,
     plain, "rows beside a picture")
rows = rows_of(plain)
names = dict(a="x y z", b="w3", c="w1 w2", d="energy", e="momentum", f="axial", g="vertical")
top = Picture("top.svg", **names)
same(sorted(top.pixels), sorted((p, n) for p in names for n in names[p].split()), "curves of fast_top")
for panel, name, column in [("a", "x", "R13"), ("a", "y", "R23"), ("a", "z", "R33"),
                            ("c", "w1", "w1"), ("c", "w2", "w2")]:
    got = near(top, panel, name, [(r["t"], r[column]) for r in rows])
    same(len(got), len(rows), "points of " + name)
e0 = rows[0]["energy"]
kinetic = 25 * 50
near(top, "d", "energy", [(r["t"], (r["energy"] - e0) / max(abs(e0), kinetic)) for r in rows], 1e-11)
near(top, "f", "axial", [(r["t"], r["axial"] - rows[0]["axial"]) for r in rows], 1e-10)
pi = [[sum(r[f"R{i}{k}"] * r[f"L{k}"] for k in (1, 2, 3)) for i in (1, 2, 3)] for r in rows]
near(top, "e", "momentum", [(r["t"], math.dist(p, pi[0]) / math.hypot(*pi[0])) for r, p in zip(rows, pi)])
top.has("fast_top, rkmk(kutta4), h = 0.001 s", "direction of the body's e3 in space",
        "angular velocity, body, rad/s", "change of the energy, relative, 1e-11", "t, s", "vertical")
check("energy" not in top.words(), "a name where the title has it")
# names where curves end: beside the panel, none on another
ends = [t for t in top.texts if t[0] in ("x", "y", "z")]
for word, x, y, fill in ends:
    check(all(w == word or abs(y - q) > 22 for w, _, q, _ in ends), f"{word} is overlapped")
    check(x > max(p for piece in top.pixels["a", word] for p, _ in piece), f"{word} is inside")

# of many rows every second, fourth, ... and the last
rows = rows_of(run("run", specs + "fast_top.pol", "--every", "3", "--plot", "top.svg").stdout)
thin = near(Picture("top.svg"), "a", 1, [(r["t"], r["R13"]) for r in rows])
same(len(thin), (len(rows) - 1) // 4 + 2, "points of %d rows" % len(rows))
gaps = [b[0] - a[0] for a, b in zip(thin[:-1], thin[1:-1])]
check(max(gaps) - min(gaps) < 0.003, f"gaps of {min(gaps)} to {max(gaps)} between points")

# points by themselves: about a thousand, of steps of either kind
end = run("run", specs + "fast_top.pol", "--json").stdout
same(run("run", specs + "fast_top.pol", "--json", "--plot", "top.svg").stdout, end, "JSON beside a picture")
check(900 < len(Picture("top.svg").curve("c", 1)) < 1100, "points of 20000 steps")
free = specs + "free_body.pol"
words = ["run", free, "--method", "rkmk(dopri5)", "--tolerance", "1e-6"]
same(run(*words, "--plot", "free.svg").stdout, run(*words).stdout, "adaptive steps")
free = Picture("free.svg")
check(900 < len(free.curve("a", 1)) < 1100, "points of adaptive steps")
free.has("adaptive steps", "direction of the body's e1 in space")

run("run", specs + "cubesat_wheels.pol", "--plot", "sat.svg")
sat = Picture("sat.svg")
sat.has("wheels' speeds, rad/s", "roll", "pitch", "yaw", "states", "sum_1", "angle", "total")
check("roll_speed" not in sat.words(), "wheels' names")
same([p for p, _ in sat.pixels], list("aaabbbcccdddefghh"[:len(sat.pixels)]), "curves by panel")
run("run", specs + "thrown.pol", "--plot", "disc.svg")
disc = Picture("disc.svg", a="euler_zyx_1")
disc.has("attitude as shown", "euler_zyx_1", "position, m", "velocity, m/s")
check(6 < len(disc.pixels["a", "euler_zyx_1"]) < 20, "an angle's leaps are not drawn")
check(all(abs(a[1] - b[1]) < 100 for p in disc.pixels["a", "euler_zyx_1"]
          for a, b in zip(p, p[1:])), "a leap is drawn")

# ---- expressions ----

run("run", specs + "fast_top.pol", "--every", "100", "--plot", "of.svg", "--plot-of",
    "dot(e3, L)/50", "--plot-of", "R'*e3")
rows = rows_of(plain)
of = Picture("of.svg")
same(sorted(of.pixels), [("a", 1), ("b", 1), ("b", 2), ("b", 3)], "curves of expressions")
of.has("dot(e3, L)/50", "R'*e3")
near(of, "b", 2, [(r["t"], r["R32"]) for r in rows])
out = run("run", specs + "cubesat_wheels.pol", "--plot", "of.svg", "--plot-of", "u[1]", "--every", "10")
near(Picture("of.svg"), "a", 1,
     [(r["t"], 1.2e-3 * math.sin(math.pi * r["t"] / 10)) for r in rows_of(out.stdout)], 1e-3)

# ---- pairs ----

def on_rows(picture, name, points):
    """The corners of a curve are among these points, on axes with equal scales."""
    got, axis = np.array(picture.curve("a", name)), picture.y["a"]
    apart = abs(got[:, None] - np.array(points)[None]).max(2).min(1)
    check(len(got) > 90 and apart.max() < 0.003 * picture.height("a"), f"{name} is off by {apart.max()}")
    check(abs(picture.x.slope / axis.slope + 1) < 0.01, f"scales {picture.x.slope} and {axis.slope}")
    return got

words = ["run", specs + "free_body.pol", "--every", "1", "--plot", "pair.svg"]
rows = rows_of(run(*words, "--plot-of", "w[1], w[2]", "--plot-of", " w[1] ,-(-w)[3]").stdout)
pair = Picture("pair.svg", a="2 3")
for k in "23":
    got = on_rows(pair, k, [(r["w1"], r["w" + k]) for r in rows])
    check(math.dist(got[-1], (rows[-1]["w1"], rows[-1]["w" + k])) < 1e-3, "its end")
pair.has("w[2] over w[1]", "-(-w)[3] over w[1]", "w[1], rad/s", "w[2]; -(-w)[3], rad/s", "from the dot")
same(pair.marks, {"#gpPt6": 2}, "where they begin")
run(*words, "--plot-of", "t, w", "--method", "mr", "--method", "dmv")
pair = Picture("pair.svg")
pair.has("w 1 over t, mr", "w 3 over t, dmv", "free_body, 2 methods", "t, s")
same((len(pair.pixels), len(pair.key)), (6, 6), "curves of a vector by two methods")
run("run", specs + "free_body.pol", "--until", "1e5", "--plot", "pair.svg", "--plot-of", "w[1], w[2]")
pair = Picture("pair.svg")
pair.has("too far apart for lines")
check(pair.marks["#gpPt6"] > 3000 and not pair.pixels, "points of a coarse curve")

# ---- polhodes: the view is a projection, the circles are those of closed form ----

write("bent.pol", "body bent inertia [[2, 0.3, -0.1], [0.3, 1.5, 0.2], [-0.1, 0.2, 1]] start w = [-1, -0.4, 0.2] "
      "step 0.05 until 60 method rkmk(verner87e)\n")
write("disc.pol", "body disc param J3 = 1 inertia diag(2, 2, J3) start w = [0.3, 0, -2] step 0.05 until 40\n")
J = np.array([[2, 0.3, -0.1], [0.3, 1.5, 0.2], [-0.1, 0.2, 1]])
for spec, inertia in (specs + "free_body.pol", np.diag([0.9144, 1.098, 1.66])), ("bent.pol", J), \
        ("disc.pol", np.diag([2, 2, 3])):
    words = ["run", spec, "--every", "1", *["--set", "J3=3"] * (spec == "disc.pol"), "--plot", "curve.svg", "--plot-of"]
    rows = rows_of(run(*words, "herpolhode").stdout)
    w, L = (np.array([[r[f"{name}{i}"] for i in (1, 2, 3)] for r in rows]) for name in "wL")
    energy, size = w[0] @ inertia @ w[0], np.linalg.norm(inertia @ w[0])
    check(abs((w * L).sum(1) / energy - 1).max() < 1e-4, "w L is constant")
    along, radii, I = energy / size, [], np.linalg.eigvalsh(inertia)
    for i, k in (0, 1), (0, 2), (1, 2):  # the other component is 0
        A = np.array([[I[i], I[k]], [I[i] ** 2, I[k] ** 2]])
        squares = np.linalg.solve(A, [energy, size ** 2]) if I[k] > I[i] else np.array([-1, -1])
        if min(squares) > -1e-9:
            radii.append(math.sqrt(sum(squares) - along ** 2))
    low, high = min(radii), max(radii)
    plane = Picture("curve.svg", a="one two path")
    plane.has(f"along which w is {along:.6g} rad/s")
    for name, radius in zip(["one", "two"], sorted(radii, key=lambda v: abs(
            v - math.hypot(*plane.curve("a", "one")[0])))):
        check(all(abs(math.hypot(*p) / radius - 1) < 0.01 for p in plane.curve("a", name)), f"the circle of {radius}")
    far = [math.hypot(*p) for p in plane.curve("a", "path")]
    check(min(far) > 0.985 * low and max(far) < 1.015 * high, f"{min(far)} to {max(far)}, not {low} to {high}")
    check(min(far) < 1.1 * low and max(far) > 0.95 * high, "it does not reach the circles")
    run(*words, "polhode")
    view = Picture("curve.svg", a="outline")
    if spec == "bent.pol":  # all of it is in front
        path = np.array(view.curve("a", max(n for _, n in view.pixels if n != "outline") - 3))
        M, rest = np.linalg.lstsq(w, path, rcond=None)[:2]
        check(len(path) == len(w) and max(rest) < 0.02, f"{len(path)} points, off by {rest}")
        check(abs(M.T @ M - np.eye(2)).max() < 0.01, f"it is no projection: {M.T @ M}")
        wide = np.sqrt(energy * np.diag(M.T @ np.linalg.inv(inertia) @ M))
        check(abs(np.array(view.curve("a", "outline")).max(0) - wide).max() < 0.01, "the outline")
    view.has("w on the ellipsoid of its energy", "grey: other momenta" + ", dashed: the separatrix" * (spec != "disc.pol"))
    check(sum(t.strip("-") in ("w[1]", "w[2]", "w[3]") for t in view.words()) == 3, "axes of the body")
write("rest.pol", "body rest inertia diag(1, 2, 2.5) step 0.1\n")
for name in "polhode", "herpolhode":
    run("run", "rest.pol", "--plot", "curve.svg", "--plot-of", name)
    check("the body is at rest" in open("curve.svg").read(), name + " at rest")

# ---- several methods: what each does alone, one after the other ----

for command, more in ("run", ["--csv"]), ("run", ["--every", "500"]), ("run", ["--sample", "0.3"]), \
        ("run", ["--section", "R[3,1]"]), ("drift", ["--every", "500"]), ("run", ["--json"]), ("drift", ["--json"]), \
        ("run", ["--json", "--every", "500"]), ("run", []), ("drift", []):
    words = [command, specs + "fast_top.pol", "--until", "2", *more]
    alone = [run(*words, "--method", m).stdout for m in ("mr", "rkmk(kutta4)")]
    both = run(*words, "--plot", "both.svg", "--method", "mr", "--method", "rkmk(kutta4)").stdout
    if "--json" in more:
        want = [dict(json.loads(text), method=m) for text, m in zip(alone, ("mr", "rkmk(kutta4)"))]
        same(json.loads(both), want, f"{words} of both")
    elif more:
        (head, *one), (_, *two) = (text.split("\n")[:-1] for text in alone)
        want = ["method," + head] + [f'"mr",{row}' for row in one] + [f'"rkmk(kutta4)",{row}' for row in two]
        same(both.split("\n")[:-1], want, f"{words} of both")
    else:
        same([t in both.replace("\n\n", "\n") for t in alone], [True, True], f"{words} of both")
    Picture("both.svg", "y" if command == "drift" else "").has("fast_top, 2 methods", "mr", "rkmk(kutta4)")

# ---- a tableau: its region reaches as far as is printed ----

run("tableau", "kutta4", "--plot", "kutta4.svg")
region = Picture("kutta4.svg")
edge = [region.x.value(p) for (panel, _), pieces in region.pixels.items() if panel == "a"
        for piece in pieces for p, _ in piece]
check(len(edge) > 300 and abs(min(edge) + 2.7853) < 0.05, f"kutta4 reaches {min(edge)}")
region.has("kutta4", "|R(z)| <= 1", "|R(z)| > |exp(z)|", "Re z", "Im z")

# ---- order and drift ----

words = ["order", specs + "fast_top.pol", "--json"]
o = json.loads(run(*words, "--plot", "order.svg").stdout)
order = Picture("order.svg", "xy", a="attitude momentum order uncertainty")
for name in "attitude", "momentum":
    near(order, "a", name, [(r["h"], r[name]) for r in reversed(o["rows"])])
(x, y), (x1, y1) = order.curve("a", "order")
check(abs(math.log(y1 / y) / math.log(x1 / x) - 4) < 0.02, "the slope of order 4")
noise = sum(r["roundoff"] for r in o["rows"])
same(order.marks, {"white": 2 * noise, "#gpPt6": 2 * len(o["rows"])}, "points at round-off are hollow")
line = order.curve("a", "uncertainty")
check(all(abs(math.log(y / o["uncertainty_attitude"])) < 0.1 for _, y in line) and
      len(line) == 2, "the uncertainty of the reference")
order.has("attitude", "momentum", "order 4", "uncertainty", "h, s", "error at the end, rad and relative",
          "observed order: attitude %.2f, momentum %.2f" % (o["attitude_order"], o["momentum_order"]))
write("exact.lua", 'return { body = "exact", method = "m", claim = 99, ["until"] = 1, rows = { ' + "".join(
    "{ steps = 1, size = 0.1, noise = 0, attitude = %s, momentum = 0 }," % error
    for error in ("1e-9", "nan", "1/0", "0", "1e-12")) +
      '}, verdict = "round-off", uncertainty_attitude = 1e-15, uncertainty_momentum = 0 }')
run("order", "exact.lua", "exact.svg", program=draw_page)
exact = open("exact.svg").read()
check("order 99" not in exact and "observed order: round-off" in exact, "what is exact")

d = json.loads(run("drift", specs + "fast_top.pol", "--json", "--plot", "drift.svg").stdout)
drift = Picture("drift.svg", "y", a="energy momentum |L|* orthogonality axial")
for name, want in [("energy", d["largest"]["energy"]), ("axial", d["largest"]["keep"]["axial"]),
                   ("orthogonality", d["largest"]["orthogonality"]),
                   ("|L|*", d["largest"]["norm_L"])]:
    got = drift.curve("a", name)
    check(abs(math.log(got[-1][1] / want)) < 0.05, f"{name} {got[-1]}, not {want}")
    check(all(a[1] <= b[1] * 1.001 for a, b in zip(got, got[1:])), name + " falls")
drift.has("momentum *", "*: the motion itself changes it", "largest drift so far")
write("still.pol", "body still inertia diag(1, 2, 2.5) step 0.1 until 1 keep one = 1\n")
run("drift", "still.pol", "--plot", "still.svg")
text = open("still.svg").read()
check("nothing drifts" in text and "always 0: energy, momentum, |L|, orthogonality, one" in text, "all zeros")
run("run", "still.pol", "--plot", "still.svg")
run("order", "still.pol", "--plot", "still.svg")
text = open("still.svg").read()
check("errors of 0 are left out" in text and "no error to be seen" in text, "errors of 0")

# ---- files ----

for name, begins in [("a.png", b"\x89PNG\r\n\x1a\n"), ("a.PDF", b"%PDF-"), ("a.svg", b"<?xml")]:
    run("order", "still.pol", "--plot", name)
    check(open(name, "rb").read(8).startswith(begins), f"{name} is another kind")
os.rename("a.svg", "b.png")
for name in "b.png", "b.pdf":
    with open(name, "ab") as f:
        f.write(b"mine")
    before = open(name, "rb").read()
    same(run("run", "still.pol", "--plot", name, want=1).stderr,
         f"{name}: error: this is no {name[2:].upper()}: it is not overwritten\n"
         "hint: give the picture another name\n", "something else stands there")
    same(open(name, "rb").read(), before, "what stood there")
os.rename("still.pol", "still.svg")
same(run("run", "still.svg", "--plot", "./still.svg", want=1).stderr,
     "./still.svg: error: this is the spec itself\n", "over the spec")
os.rename("still.svg", "still.pol")
check("<svg" in run("run", "still.pol", "--plot", "/dev/stdout").stdout, "a device")

# without gnuplot: script and data, which are drawn elsewhere
os.mkdir("nothing")
bare = dict(os.environ, PATH=os.path.abspath("nothing"))
for name, script in [("s.png", "s.gp"), ("it's `touch A` $(touch A).svg",
                                         "it's `touch A` $(touch A).gp"), ("|p.svg", "|p.gp")]:
    same(run("run", "still.pol", "--plot", name, want=1, env=bare).stderr,
         "--plot: error: gnuplot is needed\nhint: apt-get install gnuplot-nox; data and "
         f"script are in {script}: `gnuplot {script}` draws {name}\n", "no gnuplot")
    check(not os.path.exists(name), name + " is there")
    run("./" + script, program="gnuplot")
    check(os.path.getsize(name) > 1000 and not os.path.exists("A"), f"{script} draws nothing")
run("run", "still.pol", "--plot", "s.svg", want=1, env=bare)  # over its own
write("t.gp", "plot sin(x)\n")
same(run("run", "still.pol", "--plot", "t.svg", want=1, env=bare).stderr.split("\n")[0],
     "t.gp: error: this is no script of polhode: it is not overwritten", "a script of somebody's")
same(open("t.gp").read(), "plot sin(x)\n", "a script of somebody's")

# ---- runs that end early, and much of everything ----

write("fails.pol", "body fails inertia diag(1, 2, 2.5) torque body [sqrt(1.5 - t), 0, 0] "
      "start w = [1, 0, 0] step 0.01 until 3\n")
for command in "run", "drift":
    run(command, "fails.pol", "--plot", "fails.svg", want=1)
    fails = Picture("fails.svg", "y" if command == "drift" else "")
    fails.has("a step failed at t = 1.5 s")
o = json.loads(run("order", "fails.pol", "--until", "3", "--json", "--plot", "fails.svg", want=1).stdout)
check(o["rows"] == [] and o["verdict"] == "not settled" and o["attitude_order"] is None,
      f"the order of what fails is {o['verdict']}, {o['attitude_order']}")
text = open("fails.svg").read()
check("a step failed" in text and "no error to be seen" in text, "the order of what fails")
write("late.pol", "body late inertia diag(1, 2, 2.5) start w = [1, 0.1, 0.2] start t = 1e9 step 0.01 until 1\n")
run("run", "late.pol", "--plot", "late.svg")
late = Picture("late.svg")
late.has("t - 1000000000 s, s")
check(abs(late.curve("a", 1)[-1][0] - 1) < 0.01, "t far from 0")
p = subprocess.Popen([polhode, "run", specs + "damped.pol", "--until", "1e7", "--every",
                      "1000", "--plot", "stopped.svg"], stdout=subprocess.PIPE)
p.stdout.readline()  # it is running
p.send_signal(signal.SIGINT)
p.communicate(timeout=60)
same(p.returncode, 130, "Ctrl-C")
check("direction of" in open("stopped.svg").read(), "no picture after Ctrl-C")

write("many.pol", "body b234567890123456789012345678901234567890\ninertia diag(1, 2, 2.5)\n"
      "start w = [1, 0.1, 0.2]\nstep 0.01\nuntil 1\n" + "".join(
          f"keep k{i:03}_67890123456789012345678901234567890 = {i}*w[1]*10^-{i % 20}\n" for i in range(256)))
run("run", "many.pol", "--plot", "many.svg")
many = Picture("many.svg")
many.has("more states and keeps: --plot-of draws them", "k000_67890123456789012345678901234567890")
run("drift", "many.pol", "--plot", "many.svg")
same(len(Picture("many.svg", "y").pixels), 35, "32 keeps are drawn")

# ---- compare, of numbers that are made up ----

def point(k, i, **more):
    h = 10 / (100 * 2 ** i)
    error = max((0.3 + k * 0.07) * h ** (1 + k % 5), 1e-14)
    p = dict(steps=100 * 2 ** i, h=h, attitude=error, momentum=error / 2, error=error,
             cost=(100 + 50 * k) / h, time=40 + 20 * k, failed="false",
             roundoff="true" if error <= 1e-14 else "false")
    return "{" + ", ".join(f"{a} = {b}" for a, b in {**p, **more}.items()) + "}"

def compare(methods, against="cost", body="made_up", **names):
    with open("compare.lua", "w") as f:
        f.write('return { body = [=[%s]=], ["until"] = 10, error = 1e-6, against = "%s", '
                "methods = {" % (body, against))
        for name, ladder in methods:
            f.write("{ method = [=[%s]=], ladder = { %s } }," % (name, ", ".join(ladder)))
        f.write("} }")
    run("compare", "compare.lua", "compare.svg", program=draw_page)
    return Picture("compare.svg", "xy", **names)

def ladder(k, **more):
    return [point(k, i, **more) for i in range(8)]

many = compare([(f"method{k}", ladder(k)) for k in range(41)])
same(len(many.pixels), 42, "41 methods, and the error that is asked for")
same(len(set(many.styles.values())), 42, "colours and dashes")
same(len(many.key), 41, "too many names: numbers at the curves, names in the key")
at = sorted(y for w, x, y, f in many.texts if w in map(str, range(1, 42)) and x > many.size / 2)
same(len(at), 41, "numbers")
check(all(b - a > 22 for a, b in zip(at, at[1:])), "numbers are on another")
for n, keyed in (12, 0), (13, 13):
    some = compare([(f"method{k}", ladder(k)) for k in range(n)])
    some.has(*[f"method{k}" for k in range(n)])
    same(len(some.key), keyed, f"names of {n} curves in the key")
for against, x in [("cost", lambda k, h: (100 + 50 * k) / h), ("steps", lambda k, h: 10 / h),
                   ("time", lambda k, h: 1e-9 * (40 + 20 * k) / h)]:
    few = compare([("one", ladder(2)), ("two", ladder(4))], against, a="one two demand")
    for name, k in ("one", 2), ("two", 4):
        near(few, "a", name, [(x(k, 10 / (100 * 2 ** i)),
                               max((0.3 + k * 0.07) * (10 / (100 * 2 ** i)) ** (1 + k % 5), 1e-14))
                              for i in range(8)])
    few.has({"cost": "operations of a second of motion", "steps": "steps",
             "time": "time of a second of motion, s"}[against], "dotted: an error of 1e-6")
# curves of one height each, the last two points of which are round-off: key, curves and
# points in SVG, PNG and PDF
for n in 1, 8, 20:
    flat = compare([(f"a method with a long name, number {k}",
                     [point(0, i, error=10 ** (-2 - k / 2), cost=10 ** (2 + i),
                            roundoff="true" if i > 1 else "false") for i in range(4)]) for k in range(n)])
    same(len(flat.key), n, f"lines of the key of {n} curves")
    same(len(set(key[:2] for key in flat.key)), n, f"they are all different")
    same(flat.marks.get("white"), 2 * n, "hollow points")
    ends = {key[:2]: key[3] for key in flat.key}
    if n == 8:
        run("compare", "compare.lua", "compare.png", program=draw_page)
        run("compare", "compare.lua", "compare.pdf", program=draw_page)
        png, (lines, filled) = Pixels("compare.png"), strokes("compare.pdf")
        for key, used in flat.uses.items():
            full, white = [[u for u in used if (u[3] == (255, 255, 255)) == w] for w in (0, 1)]
            same((len(full), len(white)), (4, 2), "points of a curve")
            for i, (_, (x, y), size, paint) in enumerate(full):
                inside = (255, 255, 255) if i > 1 else paint
                same(png(x, y), inside, f"PNG: the middle of point {i}")
                same(png(x + 0.85 * size, y), paint, f"PNG: the edge of point {i}")
                last = [f for f, middle in filled if math.dist(middle, (x, y)) < 5][-1]
                same(last, inside, f"PDF: the middle of point {i}")
            # of a piece of the curve, and of its line in the key
            (x, y), key_line = full[0][1], ends[flat.styles[key]]
            drawn = [sum(png(x0 + 6 + d / 4, y0) == paint for d in range(120)) / 120
                     for x0, y0 in ((x, y), key_line[0])]
            check(abs(drawn[0] - drawn[1]) < 0.1, f"PNG: {key}: {drawn} of lines are drawn")
            check((drawn[0] > 0.99) == (not flat.styles[key][1]), f"PNG: {key} is dashed: {drawn}")
            dashes = [{d for c, d, path in lines if c == paint and math.dist(path[0], p) < 5}
                      for p in ((x, y), key_line[0])]
            check(len(dashes[0]) == 1 and dashes[0] == dashes[1], f"PDF: {key}: {dashes}")
            check((dashes[0] == {"[]"}) == (not flat.styles[key][1]), f"PDF: {key}: {dashes}")
compare([("a", ladder(1, time="nil"))], "time").has("no method has a time and an error")
check(few.marks.get("white", 0) > 0, "round-off is hollow")
line = few.curve("a", "demand")
check(all(abs(math.log10(y) + 6) < 0.02 for _, y in line), "the error that is asked for")
odd = "_{a}^b@c&d~e\\f<'g'>\"h\" §"
compare([("one\n\1\x7ftwo" + "i" * 41, ladder(1))]).has("1 one   two")
long = compare([(odd + "i" * 41, ladder(1)), ("two" + "m" * 61, ladder(2)), (odd, ladder(3))], body=odd)
long.has("1 " + odd[:8], "2 twomm", "…", "3 " + odd, odd + ", over 10 s")
for what, methods, words in [("none", [], "no method has an error"),
        ("NaN", [("a", ladder(1, error="nan"))], "no method has an error"),
        ("failed", [("a", ladder(1, failed="true"))], "no method has an error"),
        ("zero", [("a", ladder(1, error=0))], "errors of 0 are left out"),
        ("large", [("a", ladder(1, error=1.1))], "errors above 1 are left out"),
        ("infinite", [("a", ladder(1, error="1/0", cost="1/0"))], "no method has an error"),
        ("one point", [("a", [point(1, 3)])], "a"),
        ("equal", [("a", ladder(1, error=0.5, cost=7))], "a")]:
    compare(methods).has(words)

# as it is measured
words = ["compare", specs + "free_body.pol", "--until", "10", "--method", "imidm",
         "--method", "rkmk(kutta4)", "--budget", "1e5", "--json"]
c = json.loads(run(*words, "--plot", "compare.svg").stdout)
names = [m["method"] for m in c["methods"]]
same(sorted(names), ["imidm", "rkmk(kutta4)"], "methods")
measured = Picture("compare.svg", "xy", a=" ".join(names))
for m in c["methods"]:
    got = near(measured, "a", m["method"], [(p["cost"], p["error"]) for p in m["ladder"]
                                            if 0 < (p["error"] or 0) <= 1])
    check(len(got) > 3, "points of " + m["method"])
measured.has(*names, "free_body, over 10 s")
same(run("compare", "still.pol", "--plot", "b.pdf", want=1).stderr.split("\n")[0],
     "b.pdf: error: this is no PDF: it is not overwritten", "compare over something else")

# ---- sweeps ----

words = ["sweep", specs + "fast_top.pol", "--until", "0.01", "--quiet", "--plot-of", "mgl, energy"]
for n in 1, 41, 1000:
    out = run(*words, "--vary", f"mgl = 5:50:{n}" if n > 1 else "mgl = [5]", "--csv", "--plot", "sweep.svg").stdout
    sweep = Picture("sweep.svg")
    if n > 1:
        near(sweep, "a", 1, [(r["mgl"], r["energy"]) for r in rows_of(out)])
    same(sweep.marks.get("#gpPt6", 0), n if n < 1000 else 0, f"points of {n} cases")
many = ["--random", "mgl = uniform(5, 50)", "-n", "1000"]
run(*words, *many, "--plot", "sweep.svg")
cloud = Picture("sweep.svg")
same((cloud.marks, cloud.pixels), ({"#gpPt6": 1000}, {}), "a cloud")
check(min(u[2] for used in cloud.uses.values() for u in used) > 1.2, "its points are too small")
grid = ["--vary", "mgl = 5:50:41", "--vary"]
out = run(*words, *grid, "w = [[0, 0, 50], [0, 0, 51], [0, 0, 53], [0, 0, 51.5], [0, 0, 52]]",
          "--csv", "--plot", "sweep.svg").stdout
sweep = Picture("sweep.svg")
for k, w in enumerate((50, 51, 53, 51.5, 52)):
    near(sweep, "a", k + 1, [(r["mgl"], r["energy"]) for r in rows_of(out) if r["start.w3"] == w])
    sweep.has(f"start.w3 = {w}")
same((len(sweep.pixels), sweep.marks), (5, {"#gpPt6": 205}), "five curves")
run(*words, *grid, "t = 0:1:13", "--plot", "sweep.svg")
same(Picture("sweep.svg").pixels, {}, "no line for each of 13 values")
out = run("sweep", "fails.pol", "--vary", "t = 0:3:31", "--until", "1", "--quiet", "--plot-of",
          "start.t, energy", "--csv", "--plot", "sweep.svg").stdout
ends = [r["start.t"] for r in rows_of(out) if r["status"] == 1]
check(0 < len(ends) < 31, f"{len(ends)} cases are done")
check(abs(Picture("sweep.svg").curve("a", 1)[-1][0] - max(ends)) < 0.02, "a case that failed")
for n in 2, 1000:
    run(*words[:-2], *many[:-1], str(n), "--plot", "sweep.svg")
    y = Picture("sweep.svg").y["a"]
    check(all(v == round(v) for v in y.tics), f"tics of {n} cases: {y.tics}")

# ---- each body of specs/, by one of the commands: texts, names and keys ----

for k, spec in enumerate(sorted(f for f in os.listdir(specs) if f.endswith(".pol"))):
    command, log = [("run", ""), ("drift", "y"), ("order", "xy")][k % 3]
    is_adaptive = "adaptive" in open(specs + spec).read()
    more = ["--until", "0.5"] if command != "order" else is_adaptive * ["--step", "0.01"]
    run(command, specs + spec, *more, "--plot", "body.svg")
    Picture("body.svg", log)
for tableau in "dopri5", "radau_iia(2)", "verner87e":
    run("tableau", tableau, "--plot", "body.svg")
    Picture("body.svg")

tell_checks()
