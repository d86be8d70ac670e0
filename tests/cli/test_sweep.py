#!/usr/bin/env python3
# Sweeps: cases against closed forms, numpy and single runs; files that are gone on
# with after any end have the bytes of a sweep that was left alone.
#   test_sweep.py POLHODE ROOT
import csv
import json
import math
import os
import resource
import signal
import subprocess
import time
from decimal import Decimal

from cases import alike, flat, near, np, read, sweep, swept
from checks import check, draw, is_all, polhode, run, same, seed, specs, tell_checks, wait_for, write

def turned(v):
    """exp(hat(v)) of rows of vectors."""
    a = np.linalg.norm(v, axis=-1)[..., None, None]
    s, h = np.cross(v[..., None, :], np.eye(3)).swapaxes(-1, -2), np.where(a > 0, a, 1)
    return np.eye(3) + np.sin(a) / h * s + (1 - np.cos(a)) / h**2 * s @ s

# ---- a free symmetric top, and its closed form ----

write("free.pol", "body symmetric param A = 2 param C = 1 inertia diag(A, A, C) attitude matrix "
              "method frb_exact start w = [1, 2, 3] step 0.25 until 3\n")
grid = ["--vary", "A = 1.5:3:4", "--vary", "C = [0.5, 1, 2]", "--random", "R = rotation",
        "--vary", "w = [[0, 0, 1], [1, 0, 0], [1, 2, 3], [-0.3, 1e-3, 5]]", "-n", "4"]

def free_is_closed(records, within, what):
    a, c, w, r = (records[n] for n in ("A", "C", "start.w", "start.R"))
    j = np.stack([a, a, c], -1)
    l = np.einsum("kij,kj->ki", r, j * w)
    t, e3 = records["t"], np.array([0, 0, 1.0])
    rotation = turned(l / a[:, None] * t[:, None]) @ r @ turned(((1 - c / a) * w[:, 2] * t)[:, None] * e3)
    near(records["R"], rotation, within, what + ": R")
    near(records["L"], np.einsum("kji,kj->ki", rotation, l), within, what + ": L")
    near(records["w"], np.einsum("kji,kj->ki", rotation, l) / j, within, what + ": w")
    near(records["energy"], (j * w * w).sum(-1) / 2, within, what + ": energy")

free = swept("free.pol", *grid)
same(len(free), 4 * 3 * 4 * 4, "cases of the grid")
free_is_closed(free, 2e-13, "an exact method")
for words, within in ((["--method", "rkmk(dop853)", "--step", "0.05"], 2e-9),
                      (["--method", "rkmk(kutta4)", "--vary", "step = [1/100, 1/50]"], 1e-4)):
    free_is_closed(swept("free.pol", *grid, *words), within, " ".join(words))
# the first list is the slowest; draws are those of the case
same(list(free["A"][::48]), [1.5, 2, 2.5, 3], "the slowest")
same(list(free["C"][:48:16]), [0.5, 1, 2], "the next")
check(np.all(free["start.w"][4] == [1, 0, 0]), "the last")
check(len(np.unique(free["start.R"][:, 0, 0])) == len(free), "a draw for each case")

# ---- random numbers ----

write("still.pol", "body still param a = 1 param b = 1 param c = 1 param p = [1, 2, 3] inertia diag(1, 2, 2.5) "
              "start R = turn(e1, 0.3) step 1 until 1\n")

def moments(n, *words):
    """Characters of the representations l = 1..4 are orthonormal, of mean 0."""
    r = swept("still.pol", "--random", "R = rotation", "-n", str(n), *words)["start.R"]
    near(np.einsum("kij,kil->kjl", r, r), np.broadcast_to(np.eye(3), r.shape), 1e-15 * 4,
         "rotations are orthogonal")
    angle = np.arccos(np.clip((np.trace(r, axis1=1, axis2=2) - 1) / 2, -1, 1))
    chi = [1 + 2 * sum(np.cos(m * angle) for m in range(1, l + 1)) for l in range(5)]
    for l in range(5):
        for k in range(max(l, 1), 5):
            x = chi[l] * chi[k]
            want, off = float(l == k), abs(x.mean() - float(l == k))
            check(off <= 5 * x.std() / math.sqrt(n) + 1e-12,
                  f"the mean of chi_{l} chi_{k} of {n} rotations: {x.mean()}, not {want}")

moments(1000000 if is_all else 20000, "--seed", str(seed % 1000))
n = 20000
r = swept("still.pol", "--random", "a = uniform(-1, 3)", "--random", "b = loguniform(0.1, 10)",
          "--random", "c = normal(-2, 0.5)", "--random", "p = uniform([0, 1, 2], [1, 1, 4])",
          "--random", "w = normal([0, 10, 20], [1, 2, 0])", "-n", str(n))
for x, mean, sd in ((r["a"], 1, 4 / math.sqrt(12)), (np.log(r["b"]), 0, math.log(100) / math.sqrt(12)),
                    (r["c"], -2, 0.5), (r["p"][:, 2], 3, 2 / math.sqrt(12)), (r["start.w"][:, 1], 10, 2)):
    x = (x - mean) / sd
    check(abs(x.mean()) < 5 / math.sqrt(n), f"a mean: {x.mean()}")
    check(abs((x * x).mean() - 1) < 5 * (x * x).std() / math.sqrt(n), "a variance")
check(np.all(r["p"][:, 1] == 1) and np.all(r["start.w"][:, 2] == 20), "no width, no deviation")
check(r["a"].min() >= -1 and r["a"].max() <= 3 and r["b"].min() >= 0.1 and r["b"].max() <= 10,
      "within their ends")
draws = ["--random", "R = rotation", "--random", "c = normal(0, 1)"]
few, many, other = (swept("still.pol", *draws, *words) for words in (
    ["-n", "10"], ["-n", "1000"], ["-n", "1000", "--seed", "1"]))
alike(few.tobytes(), many[:10].tobytes(), "the first ten of ten and of a thousand")
check(not np.any(many["c"] == other["c"]), "another seed is another number")
# 2^k points of a Sobol sequence, shifted, are one in each of 2^k strips of a dimension, on a circle
s = swept("still.pol", "--sobol", "--random", "p = uniform([0, 0, 0], [1, 1, 1])", "-n", "1024")
gaps = np.diff(np.sort(s["p"], axis=0), axis=0)
check(gaps.max() < 2 / 1024, f"strips: {gaps.max()}")

# ---- statistics ----

def statistics_are_numpys(spec, *words):
    r = swept(spec, *words)
    for old in ("swept.npy", "swept.json"):
        os.remove(old)
    told = json.loads(sweep(spec, *words, "--json", "-o", "swept.npy").stdout)
    check(np.load("swept.npy").tobytes() == r.tobytes(), "twice the same bytes")
    statuses = {s["status"]: s["cases"] for s in told["statuses"]}
    same(statuses, {int(k): int(n) for k, n in zip(*np.unique(r["status"], return_counts=True))}, "statuses")
    columns = flat(r)[r["status"] == 1].T  # statistics are of who came to the end
    same(len(told["columns"]), len(columns), "columns told")
    for c, x in zip(told["columns"], columns):
        good = x[np.isfinite(x)]
        same((c["count"], c["nan"], c["infinite"]),
             (len(good), int(np.isnan(x).sum()), int(np.isinf(x).sum())), c["name"])
        if len(good) == 0:
            same((c["mean"], c["least"]), (None, None), c["name"])
            continue
        scale = np.abs(good).max() * 1e-12 + 1e-300
        near(c["mean"], good.mean(), scale, c["name"] + ": mean")
        if len(good) > 1:
            near(c["deviation"], good.std(ddof=1), scale, c["name"] + ": deviation")
        same((c["least"], c["largest"]), (good.min(), good.max()), c["name"])
        which = np.flatnonzero(r["status"] == 1)
        same((c["least_case"], c["largest_case"]),
             tuple(int(which[np.flatnonzero(x == y)[0]]) for y in (good.min(), good.max())),
             c["name"] + ": their cases")
        near(c["quantile"], np.quantile(good, told["quantiles"]), scale, c["name"] + ": quantiles")
    return r

r = statistics_are_numpys(specs + "heavy_top.pol", "--random", "w = normal([0, 0, 50], 1)",
                          "--random", "g = loguniform(1, 20)", "-n", "5000", "--until", "0.1",
                          "--step", "0.01", "--observe", "up = first(t, w[1] > 1)")
check(np.isnan(r["up"]).any() and not np.isnan(r["up"]).all(), "first() of some")
statistics_are_numpys("still.pol", "--vary", "a = [3]")
# inertias of no body fail at the start: nothing is known but what varies
r = statistics_are_numpys("free.pol", "--vary", "C = 0.1:7:70", "--vary", "A = [-1, 1, 2]")
physical = (r["A"] > 0) & (r["C"] <= 2 * r["A"])
same((r["status"] == 1).tolist(), physical.tolist(), "who is a body")
check(np.all(np.isnan(flat(r)[~physical, 2:])) and not np.isnan(flat(r)[physical]).any(),
      "numbers of who is none")
same(set(r["status"]), {1, 9, 10}, "statuses of no bodies")

# ---- a top that starts upright falls beyond acos c if it is too slow ----

write("upright.pol", "body upright inertia diag(1, 1, 0.5) potential dot(R'*e3, e3) method rkmk(kutta4) "
              "start w = [0.5, 0, 4] step 0.04 until 12\n")
edge = math.sqrt(2 * 1 * (1 + 0.5) * (1 + 1 * 0.25 / (2 * (1 - 0.5))) / 0.25)
n = 100000 if is_all else 4000
r = swept("upright.pol", "--random", "w = uniform([0.5, 0, 2], [0.5, 0, 6])", "-n", str(n),
          "--observe", "low = min(R[3, 3])", "--sample", "0.12")
tilts, w3 = r["low"] < 0.5, r["start.w"][:, 2]
share, want = tilts.mean(), (edge - 2) / 4
check(abs(share - want) < 3 * math.sqrt(want * (1 - want) / n), f"a share of {share} tilts, not {want}")
away = np.abs(w3 - edge) > 0.02
same((tilts != (w3 < edge))[away].sum(), 0, "cases away from the edge")

# ---- a case is a run to which its numbers are given ----

bodies = {
    "driven": "body driven param A = 2 param amp = 0.3 param lean = [0.1, 0.2, 1] "
              "input u[3] = amp*[t, 1 - t*t, 0.5] inertia diag(A, 3, 2.5) torque body u "
              "potential amp*dot(R'*e3, lean) keep spin = dot(e3, L) start w = {w} step 0.01 until 0.5\n",
    "thrown": "body thrown param k = 0.2 mass 2 inertia diag(1, 2, 2.5) "
              "force space [0, 0, -9] - k*norm(v)*v torque body -k*w + 0.1*t*e1 attitude matrix "
              "start R = {R} start L = {L} start x = {x} start v = {v} start t = {t} step 0.02 until 1\n",
    "wheeled": "body wheeled param push = 0.01 param Iw = 0.1 inertia [[3, 0.1, 0], [0.1, 2, 0.2], [0, 0.2, 2.5]] "
              "wheel fly(axis = e1, inertia = Iw, speed = {fly}, torque = push*w[2] - z[1]) "
              "state z = {z} rate [w[1], w[2], z[1]] gyro [0, push, z[1]] torque body [0, push, z[3]*push] "
              "start w = [0.1, 0.2, 0.3] step 0.05 until 1\n"}
bodies["steered"] = bodies["driven"].replace(  # `first` would be that of the start
    "step 0.01", "method rkmk(dopri5)\nstep adaptive(angle = 1e-8, rate = 1e-8, first = 0.003)")
bodies["by_rate"] = bodies["thrown"].replace("start L = {L}", "start w = {w}")
starts = {"w": "[1, 2, 3]", "L": "[1, 2, 3]", "R": "turn(e1, 0.3)", "x": "[0, 0, 1]",
          "v": "[1, 0, 1]", "t": "0.5", "fly": "20", "z": "[0, 0, 0]"}

def exactly(x):
    """A double, or doubles, as a spec writes them: all digits."""
    x = np.asarray(x)
    return ("[" + ", ".join(map(exactly, x)) + "]" if x.ndim else str(Decimal(float(x))).lower())

def run_of(body, case, options):
    """What `polhode run` gives for a case: a record, without its drifts."""
    given = {n.split(".")[1]: exactly(case[n]) for n in case.dtype.names if "start." in n}
    names = case.dtype.names[:case.dtype.names.index("t")] if "t" in case.dtype.names else ()
    words = [w for n in names if n != "step" and "start." not in n
             for w in ("--set", f"{n}={exactly(case[n])}")]
    if "step" in names:
        words += ["--step", exactly(case["step"])]
    spec = write("one.pol", bodies[body].format(**{**starts, **given}))
    return json.loads(run("run", spec, *words, *options, "--json").stdout)

def cases_are_runs(body, varied, options=(), sweep_options=(), within=0.0, n=3, swept_as=None):
    spec = write("many.pol", bodies[swept_as or body].format(**starts))
    r = swept(spec, *varied, "-n", str(n), *options, *sweep_options, "--seed", str(draw.randrange(1000)))
    check(np.all(r["status"] == 1), f"{body}: all end well")
    for k in range(len(r)) if is_all else draw.sample(range(len(r)), 2):
        one, compared = run_of(body, r[k], options), 0
        for name in r.dtype.names:
            if name in names_of_ends or name in one.get("states", {}):
                want = one[name] if name in names_of_ends else one["states"][name]
                got = r[name][k].reshape(-1)
                compared += 1
                near(got, np.reshape(want, -1), within * max(1, np.abs(got).max()),
                     f"{body} {' '.join([*options, *sweep_options])}: case {k}: {name}")
        check(compared >= 5, "columns were compared")

names_of_ends = ("t", "R", "q", "rodrigues", "mrp", "angle", "L", "w", "x", "v", "energy")
driven = ["--random", "A = uniform(2, 3)", "--random", "lean = normal([0, 0, 1], 0.1)",
          "--vary", "amp = [0.1, 0.7]", "--random", "w = normal([1, 2, 3], 1)"]
thrown = ["--random", "R = rotation", "--random", "L = normal([1, 2, 3], 1)", "--random",
          "k = loguniform(0.01, 1)", "--random", "x = normal([0, 0, 9], 1)", "--random",
          "v = normal([0, 1, 9], 1)", "--vary", "t = [0, -1.5]"]
wheeled = ["--random", "fly.speed = uniform(-30, 30)", "--random",
           "z = normal([0, 0.1, 0], 1)", "--vary", "push = 0.01:0.02:2",
           "--random", "Iw = uniform(0.05, 0.2)"]
cases_are_runs("driven", driven)
cases_are_runs("driven", [*driven, "--vary", "step = [0.02, 0.005, 0.01]"], n=1)
# a constant R of a spec is made a rotation once more
cases_are_runs("thrown", thrown, within=1e-14)
# any attitude; what varies may not be what the spec gives: w or L
rate = [word.replace("L = ", "w = ") for word in thrown]
for attitude in ["quaternion", "rodrigues", "euler(zyx)", "mrp"] if is_all else [draw.choice(
        ["quaternion", "rodrigues", "euler(zyx)", "mrp"])]:
    stored = ["--attitude", attitude]
    cases_are_runs("thrown", thrown, stored, within=1e-11)
    cases_are_runs("thrown", thrown, stored, within=1e-11, swept_as="by_rate")
    cases_are_runs("by_rate", rate, stored, within=1e-11, swept_as="thrown")
cases_are_runs("wheeled", wheeled, within=1e-14)
# an adaptive step ends where it is looked: here at the end alone
cases_are_runs("steered", driven, [], ["--sample", "0.5"])
cases_are_runs("steered", driven, within=1e-6)
cases_are_runs("driven", driven, ["--real", "float"], within=3e-6)
methods = ["imidm", "liemid_ea", "cf4", "rkmk(gauss(2))", "rkmk(dop853)", "trapm", "cg4", "fem"]
for method in methods if is_all else draw.sample(methods, 1):
    cases_are_runs("driven", driven, ["--method", method])

# ---- the same bytes, however it is made ----

write("rows.csv", "mgl, w1, w2, w3\n" + "".join(
    f"{10 + k % 7},{k * 0.01!r}, 0 , {40 + k % 11}\r\n" for k in range(600)))
rows = ["--cases", "rows.csv", "--vary", "step = [0.005, 0.01]", "--vary",
        "R = [turn(e1, 0.3), turn(e2, 1)]", "--until", "0.2", "--sample", "0.1"]
top = specs + "fast_top.pol"
want = swept(top, *rows, "--trajectories", "--threads", "1", name="want.npy")
near(want["start.w"][:600, 0], np.arange(600) * 0.01, 0, "rows are in order")
near(want["step"], np.repeat([0.005, 0.01], 1200), 0, "cases of a step stand together")
ways = np.load("want.trajectories.npy")
same(ways.shape, (2400, 3, 1 + 4 + 3 + 3 + 1), "trajectories")
near(ways[:, 2, 1:5], want["q"], 0, "a trajectory's end")
near(ways[:, 0, 8:11], want["start.w"], 1e-13, "and its start")
near(ways[:, :, 0] - [0, 0.1, 0.2], np.zeros((2400, 3)), 1e-15, "times")

def statuses(name):
    try:
        return np.load(name)["status"].tolist()
    except (OSError, ValueError):  # not there, or without its whole heading
        return []

def files(name):
    return {e: read(name + e) for e in (".npy", ".json", ".trajectories.npy") if os.path.exists(name + e)}

def is_wanted(name, what, want="want"):
    got, good = files(name), files(want)
    same(set(got), set(good), what + ": files")
    for e in good:
        check(got.get(e) == good[e], f"{what}: {name}{e}")
    for e in got:
        os.remove(name + e)

for words in (["--threads", "7"], ["--cc", "gcc"], ["--cc", "clang"]):
    sweep(top, *rows, "--trajectories", *words, "-o", "got.npy")
    is_wanted("got", " ".join(words))
# damaged records are computed again, and those alone
for n in range(6):
    sweep(top, *rows, "--trajectories", "-o", "got.npy")
    header, size = len(read("got.npy")) - want.nbytes, want.itemsize
    k, j = draw.sample(range(len(want)), 2)
    with open("got.npy", "r+b") as f, open("got.trajectories.npy", "r+b") as g:
        f.seek(header + k*size)
        record = f.read(size)
        at = draw.randrange(size - 1)
        g.seek(len(read("got.trajectories.npy")) - ways.nbytes + k*ways[0].nbytes + 3)
        f.seek(header + k*size)
        if n == 5:
            g.write(b"\xff")
        else:
            f.write([bytes(size), bytes(size - 1) + record[-1:], record[:-1] + b"\xc8",
                     record[:at] + bytes([record[at] ^ 1 << draw.randrange(8)]) + record[at + 1:],
                     want[j].tobytes()][n])
    p = sweep(top, *rows, "--trajectories", "--resume", "-o", "got.npy")
    same(p.stderr, "note: 1 case of got.npy is damaged and computed again\n" if n else "", f"damage {n}")
    is_wanted("got", f"damaged in way {n}")
# shares of one file, in any order, one of them twice
for at, share in enumerate(draw.sample(range(3), 3) + [1]):
    p = sweep(top, *rows, "--trajectories", "--shard", f"{share}/3", "-o", "got.npy")
    left = statuses("got.npy").count(0)
    check((left > 0) == (at < 2), f"{left} cases are left by share {at + 1} of 3")
    check(p.stderr == (f"note: {left} cases are left to other shards; --resume without --shard "
                       "prints all results\n" if left else ""), p.stderr)
is_wanted("got", "shares one after the other")
shares = [subprocess.Popen([polhode, "sweep", top, *rows, "--trajectories", "--shard", f"{i}/3", "-o", "got.npy"],
                           stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) for i in range(3)]
for p in shares:
    said = p.communicate(timeout=60)[1].decode()
    check(p.returncode == 0, "a share at once with others: " + said)
is_wanted("got", "shares at once")

# any number of cases, side by side or not
for n in (1, 16, 17, 1025, 4097):
    words = ["--random", "w = normal([0, 0, 50], 1)", "-n", str(n), "--until", "0.01"]
    r = swept(top, *words)
    same(len(r), n, "cases")
    check(np.all(r["status"] == 1), f"all of {n} are done")
    most = r if n == 4097 else None
    if n > 1 and (n % 16 == 1 or is_all):
        alike(swept(top, *words, "--cc", "gcc").tobytes(), r.tobytes(), f"{n} by gcc")
alike(most[:1025].tobytes(), swept(top, *words[:3], "1025", *words[4:]).tobytes(), "the first of more")

# a file of one row, and of rows that end in nothing
write("few.csv", "#" * 16400 + "\n# of one row\n\"w1\",w2,w3\n\n1,2,3.5 \n\n")
r = swept(top, "--cases", "few.csv", "--until", "0.01")
same(r["start.w"].tolist(), [[1, 2, 3.5]], "a row")
with subprocess.Popen(["cat", "few.csv"], stdout=subprocess.PIPE) as pipe:
    p = sweep(top, "--cases", "/dev/stdin", want=1, stdin=pipe.stdout)
same(p.stderr, "/dev/stdin: error: cannot be read: it is no regular file\n", "rows through a pipe")

# no two columns have one name, not in CSV either; a drift that was none stays so
write("named.pol", "body named param energy = 1 param status = 2 param energy_drift = 3 param w1 = 4 "
              "param p = [1, 2, 3] param p2 = 5 inertia diag(1, 2, 2.5) keep energy = sqrt(t - 1) "
              "keep spin = 1/w[1] keep drift = energy*status*energy_drift*w1*p2*p[1] state x = 3 rate w[1] "
              "step 0.1 until 3\n")
words = [w for n in ("energy", "status", "energy_drift", "w1", "p2", "x")
         for w in ("--vary", f"{n} = [2, 3]")]
words += ["--vary", "p = [[1, 2, 3]]", "--random", "w = normal([1, 2, 3], 0)", "-n", "1"]
r = swept("named.pol", *words)
same(r.dtype.names, ("param.energy", "param.status", "param.energy_drift", "param.w1", "p2",
                     "start.x", "param.p", "start.w", "t", "q", "L", "w", "x", "energy",
                     "energy_drift", "keep.energy_drift", "spin_drift", "drift_drift", "check", "status"),
     "columns")
heading = sweep("named.pol", *words, "--csv").stdout.split("\n")[0].split(",")
same(len(heading), len(set(heading)), "headings")
check(np.isnan(r["keep.energy_drift"]).all(), "a drift that was none")
check((r["spin_drift"] > 0.1).all() and (r["drift_drift"] == 0).all(), "and those that are some")
# looks, by the rows of the same trajectories
r = swept(top, "--vary", "mgl = 5:50:4", "--until", "2", "--sample", "0.1", "--trajectories",
          "--observe", "high = max(L[1])", "--observe", "low = min(L[1])", "--observe",
          "mean = mean(norm(w))", "--observe", "last = last(t*mgl)", "--observe",
          "when = first(t, L[1] > 0.3)", "--observe", "never = first(t, t > 9)", "--observe",
          "kept = max(axial - 1)")
ways = np.load("swept.trajectories.npy")
near(r["high"], ways[:, :, 5].max(1), 0, "max")
near(r["low"], ways[:, :, 5].min(1), 0, "min")
near(r["kept"], ways[:, :, 7].max(1) - 1, 0, "a keep by its name")
near(r["mean"], np.linalg.norm(ways[:, :, 8:11], axis=2).mean(1), 1e-12, "mean")
near(r["last"], r["mgl"] * 2, 1e-12, "last")
above = ways[:, :, 5] > 0.3
check(np.isnan(r["never"]).all() and above.any(), "never")
check(np.array_equal(r["when"], np.where(above.any(1), ways[range(4), above.argmax(1), 0], np.nan),
                     equal_nan=True), "first")
near(r["energy_drift"], np.abs(ways[:, :, -1] / ways[:, :1, -1] - 1).max(1), 1e-12, "the energy")

# of a body with internal momentum, whose energy is small, as in drift
write("gyro.pol", "body g inertia diag(1e-3, 2e-3, 2.5e-3) gyro [0, 0, 1e-2] start w = [0.3, 0.2, 1] "
                  "torque body [1e-4*cos(t), 0, 0] step 0.05 until 2\n")
r = swept("gyro.pol", "--vary", "t = [0]", "--sample", "0.05")
near(r["energy_drift"], [json.loads(run("drift", "gyro.pol", "--json").stdout)["largest"]["energy"]],
     1e-12, "the energy of a body with internal momentum")

# who fails on the way leaves the others alone, side by side or not
write("faster.pol", "body faster param g = 1 inertia diag(1, 2, 2.5) torque body g*w*dot(w, w) "
              "start w = [1, 2, 3] step 0.02 until 3\n")
words = ["--random", "g = uniform(-1, 0.1)", "--random", "w = normal([1, 2, 3], 1)", "-n", "200"]
r = swept("faster.pol", *words)
check(0 < (r["status"] == 7).sum() < 100 and set(r["status"]) == {1, 7}, "some fail")
alike(swept("faster.pol", *words, "--cc", "gcc").tobytes(), r.tobytes(), "side by side")
same((r["t"] < 3).tolist(), (r["status"] == 7).tolist(), "they stay where they were")
check(np.isfinite(flat(r)[:, :-1]).all(), "at their last good state")
for status in (1, 7):
    k = int(np.flatnonzero(r["status"] == status)[-1])
    one = write("one.pol", open("faster.pol").read().replace("[1, 2, 3]", exactly(r["start.w"][k])))
    p = run("run", one, "--set", "g=" + exactly(r["g"][k]), "--json", want=int(status == 7))
    told = json.loads(p.stdout)
    same([told["w"], told["t"], told["status"]], [r["w"][k].tolist(), r["t"][k], status - 1],
         f"case {k} alone")

# CSV read back is the same
words = ["--vary", "C = [0.5, 7]", "--vary", "A = 1:2:3", "--random", "R = rotation", "-n", "5"]
sweep("free.pol", *words, "-o", "cases.csv")
same([f for f in os.listdir(".") if f.startswith("cases.")], ["cases.csv"], "all is CSV")
r = swept("free.pol", *words)
lines = list(csv.reader(read("cases.csv").decode().splitlines()))
same(lines[0][:3] + lines[0][-2:], ["case", "C", "A", "energy_drift", "status"], "a heading")
back = np.array([[float(x or "nan") for x in line] for line in lines[1:]])
check(np.array_equal(back[:, 1:-1], flat(r), equal_nan=True), "numbers in CSV")
same(back[:, -1].tolist(), r["status"].tolist(), "statuses in CSV")
same(sweep("free.pol", *words, "--csv").stdout, read("cases.csv").decode(), "CSV on stdout")
with open("swept.json") as f:
    told = json.load(f)
same(set(told) - {"polhode", "command", "spec", "mark", "body", "method", "attitude", "until",
                  "cases", "statuses", "columns"}, set(), "keys of the .json")

# ---- ended at any moment, and gone on with ----

def end_often(times, words, longest):
    """Starts it and kills it after a while; then it goes on to its end."""
    ended = 0
    for _ in range(times):
        p = subprocess.Popen([polhode, "sweep", top, *words, "--resume", "-o", "got.npy",
                              "--threads", draw.choice("12")], stderr=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL)
        time.sleep(draw.uniform(0, longest))
        p.kill()
        ended += p.wait(60) == -signal.SIGKILL
    left = statuses("got.npy").count(0)
    sweep(top, *words, "--resume", "-o", "got.npy")
    return ended, left

def lasting(until):
    return ["--random", "w = normal([0, 0, 50], 1)", "-n", "5000", "--cc", "tcc", "--until", until]

long = lasting("0.3")
swept(top, *long, name="long.npy")
ended, left = end_often(30, long, 0.04)
check(ended > 3, f"{ended} of 30 were killed")
is_wanted("got", f"after kill -9, {left} cases left", "long")
ended, left = end_often(15, [*rows, "--trajectories"], 0.02)
is_wanted("got", f"with trajectories after kill -9, {left} cases left")

# Ctrl-C keeps what is done, and says how to go on
p = subprocess.Popen([polhode, "sweep", top, *lasting("4"), "-o", "got.npy"],
                     stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
wait_for(lambda: 1 in statuses("got.npy"))
p.send_signal(signal.SIGINT)
out, err = p.communicate(timeout=60)
same((p.returncode, out), (130, ""), "Ctrl-C")
done = statuses("got.npy").count(1)
same(err, f"polhode: interrupted\nnote: {done} of 5000 cases done; --resume continues\n", "what Ctrl-C says")

# another sweep does not go on with it
sweep(top, *long, "-o", "long.npy", "--resume")
kept = files("long")

def stays(what):
    same(files("long") == kept, True, what + ": files are as they were")

for words in (lasting("0.5"), [*long, "--seed", "1"], [*long, "--real", "float"]):
    p = sweep(top, *words, "--resume", "-o", "long.npy", want=1)
    check(p.stderr.startswith('--output: error: the sweep in long.npy is another one: "command" was '), p.stderr)
    stays(" ".join(words))
other = write("fast_top.pol", open(top).read().replace("diag(5, 5, 1)", "diag(5, 5, 1.1)"))
p = sweep(other, *long, "--resume", "-o", "long.npy", want=1)
check('is another one: "mark" was ' in p.stderr, p.stderr)
stays("another spec")
p = sweep(top, *long, "-o", "long.npy", want=1)
same(p.stderr, "--output: error: long.npy exists already: continue it by --resume, remove it, "
     "or give another name\n", "without --resume")
stays("without --resume")
words = [top, *lasting("100"), "-o", "lock.npy"]
p = subprocess.Popen([polhode, "sweep", *words, "--quiet"], stderr=subprocess.DEVNULL,
                     stdout=subprocess.DEVNULL)
wait_for(lambda: os.path.exists("lock.npy") and os.path.getsize("lock.npy") > 1e5)
same(sweep(*words, "--resume", want=1).stderr,
     "--output: error: another process works on lock.npy\n", "two at once")
p.kill()
p.wait()
write("rows.csv", open("rows.csv").read().replace("10,", "11,", 1))
sweep(top, *rows, "--trajectories", "--resume", "-o", "want.npy", want=1)

# ---- trajectories that are gone, rows as people have them ----

words = [top, "--random", "w = normal([0, 0, 50], 1)", "-n", "40", "--until", "0.1", "--sample",
         "0.05", "--trajectories", "-o", "gone.npy"]
sweep(*words)
os.truncate("gone.trajectories.npy", 1000)
same(sweep(*words, "--resume", want=1).stderr, "gone.trajectories.npy: error: the trajectories of the "
     "finished cases are missing: begin anew\n", "trajectories are gone")
os.remove("gone.npy")
os.remove("gone.json")
write("gone.trajectories.npy", "not ours")
sweep(*words, want=1)
check(not os.path.exists("gone.npy"), "no records beside trajectories of others")

R = turned(np.array([0.3, -0.2, 0.9]))
nine = [f"R{i}{k}" for i in "123" for k in "123"]
write("people.csv", "\ufeffstart.w1, start.w2,start.w3," + ",".join(nine) + "\r\n# seven digits\r\n1,2,3," +
      ",".join(f"{x:.7f}" for x in R.ravel()) + "\r\n")
r = swept(top, "--cases", "people.csv", "--attitude", "matrix", "--until", "0.01")
near(r["start.R"][0] @ r["start.R"][0].T, np.eye(3), 1e-15, "the nearest rotation")
near(r["start.R"][0], R, 1e-7, "which is near")
same(r["start.w"][0].tolist(), [1, 2, 3], "a heading as a sweep has it")
r = swept(top, "--vary", "step = [0.003, 0.002]", "--until", "0.01")
near(r["step"], [0.0025, 0.002], 1e-18, "the step that is taken")
words = [top, "--vary", "mgl = 1:2:3", "--until", "0.01", "-o", "twice.csv"]
sweep(*words)
same(sweep(*words, "--resume").stderr, "note: twice.csv is complete: nothing is left to do\n", "a CSV that is done")

swept(specs + "thruster.pol", "--random", "w = normal(0, 0.1)", "-n", "3", "--until", "4", "--sample", "1.5",
      "--trajectories")
near(np.load("swept.trajectories.npy")[:, :, 0], np.tile([0, 1.5, 3], (3, 1)), 1e-12, "times between adaptive steps")

# ---- disks that are full ----

# units of start values are those of the parts of the state
write("starts.pol", "body spinner mass 2 inertia diag(1, 2, 2.5) wheel fly(axis = e3, inertia = 0.01) "
              "state z = 1 rate -z start w = [1, 2, 3] step 0.01 until 0.1\n")
varied = {"L": "[[1, 2, 3]]", "x": "[[1, 2, 3]]", "v": "[[1, 2, 3]]", "t": "1:2:2",
          "fly.speed": "[1]", "R": "[turn(e1, 0.1)]", "z": "[2]"}
sweep("starts.pol", *(w for n, v in varied.items() for w in ("--vary", f"{n}={v}")), "-o", "starts.npy")
with open("starts.json") as f:
    units_said = {c["name"]: c["unit"] for c in json.load(f)["columns"]}
same([units_said["start." + n] for n in varied],
     ["N m s", "m", "m/s", "s", "rad/s", "1", None], "units of start values")

# heads of columns: units of cases and of signals; names that end as units do
write("heads.pol", "body heads\ninput thrust = 0\ninput u_h = 0\nparam k_ms = 1\ninertia diag(1, 1, 1)\n"
      "torque body (thrust + k_ms*u_h)*e1\nstep 0.1\nuntil 1\n")
write("heads.csv", "t (ms),other,thrust_deg/s\n0,0,2\n2000,0,4\n")
p = run("run", "heads.pol", "--input", "thrust = file(\"heads.csv\", columns = thrust, offset = 2, scale = 1/4)", "--json")
near((json.loads(p.stdout)["w"][0] - 2)/(math.pi/180), 2.5/4, 1e-9, "columns, offset, scale")
same(p.stderr.count("warning"), 2, "notes: " + p.stderr)
write("heads.csv", "t,u_h\n0,3\n")
write("cases.csv", "k_ms\n2\n")
near(swept("heads.pol", "--cases", "cases.csv", "--input", "u_h=heads.csv")["w"][0][0], 6, 1e-12, "declared names")

# the compiled text contains the numbers of files: its steps are those in memory
write("gyro.pol", "body b\ninput u[3]\ninertia diag(1, 2, 2.5)\ntorque body u\ngyro 0.1*u\nstart w = [1, 0.1, 0.2]\n"
      "start t = 0.35\nstep 0.02\nuntil 1.2\n")
write("signal.csv", "t,u1,u2,u3\n0,1,2,3\n0.39269908169872414,-1e-30,0.76543210987654321,5\n"
      "0.7853981633974483,1,1,1e3\n1.1780972450961724,2,0.30000000000000004,-4\n")
for real in "double", "float":
    words = ["gyro.pol", "--input", "u=signal.csv", "--real", real]
    end = json.loads(run("run", *words, "--json").stdout)
    for cc in "tcc", "gcc":
        r = swept(*words, "--vary", "w = [[1, 0.1, 0.2]]", "--cc", cc)
        check(all(r[n][0].ravel().tolist() == end[n] for n in "qLw"), f"{real} by {cc} is another motion")
same(sweep(*words, "--vary", "t = 1:2:2", "-o", "never.npy", want=1).stderr.split("\n")[0],
     "--vary t:1:1: error: t may not vary: the internal momentum at the start depends on 'u', which a file gives", "t")

def limited(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

for size in (100, 4000, 100000):  # bytes
    p = sweep(top, *long, "-o", "full.npy", want=1, preexec_fn=limited(size))
    check("cannot " in p.stderr, f"a file of {size} bytes at most: {p.stderr}")
    same([f for f in os.listdir() if f.startswith("full")], [], "nothing is left")
sweep(top, *long, "-o", "full.csv", want=1, preexec_fn=limited(900000))
same(sorted(f for f in os.listdir() if f.startswith("full")), ["full.csv.json", "full.csv.npy"],
     "the cases are kept where CSV does not fit")
sweep(top, *long, "-o", "full.csv.npy", "--resume")
is_wanted("full.csv", "after a file that was too large", "long")

tell_checks()
