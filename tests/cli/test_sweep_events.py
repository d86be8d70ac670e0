#!/usr/bin/env python3
# Sweeps of bodies with events: the times of the first ones, how many there are, and where
# one ends a case, against closed forms and single runs; the same bytes by any threads,
# compiler, shares and after any end.
#   test_sweep_events.py POLHODE ROOT
import json
import os

from cases import alike, near, np, read, sweep, swept
from checks import check, draw, is_all, run, same, tell_checks, write

free = ["--method", "rkmk(dopri5)", "--tolerance", "1e-9"]  # adaptive steps

# ---- a ball that is dropped on a floor, and its closed form ----

write("ball.pol", """body ball
param g = 9.81
param ground = 0.1
param e = 0.8
mass 2
inertia diag(1, 2, 2.5)
force space [0, 0, -2*g]
start x = [0, 0, 1]
start w = [1, 0.2, 0.1]
state lands = 0 rate 0
event bounce when x[3] < ground then v = [v[1], v[2], -e*v[3]], lands = lands + 1
event apex when v[3] falling
event third when lands > 2.5 stop
event never when x[3] > 50
method rkmk(kutta4)
step 0.01
until 2
""")
drawn = ["--random", "x = uniform([0, 0, 0.3], [0, 0, 3])", "--random", "v = uniform([0, 0, -3], [1, 0, 3])",
         "--random", "e = uniform(0.3, 0.9)", "--random", "g = uniform(3, 12)", "--random",
         "ground = uniform(-0.5, 0.2)", "--seed", str(draw.randrange(1000)), "-n"]

def ball_is_closed(r, within, what):
    until = 2
    g, e, floor, height, u = r["g"], r["e"], r["ground"], r["start.x"][:, 2], r["start.v"][:, 2]
    speed = np.sqrt(u**2 + 2*g*(height - floor))  # of the first impact; times follow
    first = (u + speed)/g
    bounces = np.stack([first, first + 2*e*speed/g, first + 2*(e + e*e)*speed/g], 1)
    tops = np.column_stack([np.where(u > 0, u/g, 9), (bounces[:, :2] + bounces[:, 1:])/2])
    end = np.minimum(bounces[:, 2], until)
    sure = np.abs(np.column_stack([bounces, tops]) - until).min(1) > 1e-3
    ended = sure & (bounces[:, 2] < until)
    check(ended.any() and (sure & ~ended).any(), what + ": some are ended")
    check((r["status"] == 1).all(), what + ": an event is no failure")
    for name, at in (("bounce", bounces), ("apex", tops), ("third", bounces[:, 2:])):
        times = np.where(at < end[:, None] + 1e-9, at, np.inf)
        least, happens = times.min(1), np.isfinite(times).any(1)
        same(np.isnan(r[name + "_t"])[sure].tolist(), (~happens)[sure].tolist(), f"{what}: who has no {name}")
        near(r[name + "_t"][sure & happens], least[sure & happens], within, f"{what}: the first {name}")
        same(r[name + "_count"][sure].tolist(), np.isfinite(times).sum(1)[sure].tolist(), f"{what}: {name}s")
    check(np.isnan(r["never_t"]).all() and (r["never_count"] == 0).all(), what + ": what never happens")
    near(r["t"][sure], end[sure], within, what + ": the end")
    near(r["t"][sure & ~ended], np.full((sure & ~ended).sum(), 2.0), 0 if within < 1e-9 else 1e-7,
         what + ": the end where no event is one")
    near(r["x"][ended, 2], floor[ended], 10*within, what + ": the third bounce is on the floor")
    near(r["v"][ended, 2], (e**3*speed)[ended], 10*within, what + ": and goes up")
    same(set(r["lands"][ended]), {3.0}, what + ": bounces, as the body counts them")

for words in (["--sample", "0.02"], free, [*free, "--sample", "0.13"], ["--vary", "step = [0.01, 0.1, 0.03]"]):
    ball_is_closed(swept("ball.pol", *drawn, "60", *words), 1e-10, "a ball " + " ".join(words))
for words in ([], ["--method", "rkmk(dopri5)", "--tolerance", "1e-5"]):
    ball_is_closed(swept("ball.pol", *drawn, "60", *words, "--real", "float"), 3e-4,
                   "a ball in float " + " ".join(words))

# ---- what is looked at, and rows of who is ended ----

for words in ([], free):
    r = swept("ball.pol", *drawn, "40", *words, "--sample", "0.1", "--trajectories", "--observe",
              "high = max(x[3])", "--observe", "where = last(x[3])", "--observe", "hops = last(lands)",
              "--observe", "down = first(t, lands > 0)")
    ways = np.load("swept.trajectories.npy")
    same(ways.shape, (40, 21, 1 + 4 + 3 + 3 + 3 + 3 + 1 + 1), "trajectories")
    gone = np.isnan(ways).any(2)
    same(np.isnan(ways).all(2).tolist(), gone.tolist(), "rows are empty, or not")
    ticks = np.arange(21)*0.1
    near(np.where(gone, ticks, ways[:, :, 0]), np.tile(ticks, (40, 1)), 1e-14, "times of rows")
    same(gone.tolist(), (ticks > r["t"][:, None] + 1e-12).tolist(), "rows behind the end are empty")
    near(r["high"], np.maximum(np.nanmax(ways[:, :, 13], 1), r["x"][:, 2]), 0, "max")
    same([r["where"].tolist(), r["hops"].tolist()], [r["x"][:, 2].tolist(), r["lands"].tolist()],
         "last: the state at the event")
    late = r["down"] - r["bounce_t"]
    same(np.isnan(late).tolist(), np.isnan(r["bounce_t"]).tolist(), "who is seen to land")
    check(np.nanmin(late) >= 0 and np.nanmax(late) <= 0.1, f"at the look behind the event: {late}")

# events at the ends of steps, and one that ends the case there: looks stay where they are
write("ends.pol", "body ends param last = 0.625 inertia diag(1, 2, 2.5) event quarter when t - 0.25 "
      "event third when t - 1/3 event done when t - last stop step 0.0625 until 1\n")
for words in ([], free):
    r = swept("ends.pol", *words, "--vary", "last = [0.625, 0.6, 3]", "--sample", "0.125", "--trajectories")
    near(r["t"], np.array([0.625, 0.6, 1]), 4e-16, "ended by its time")
    near(r["quarter_t"], np.full(3, 0.25), 1e-16, "at the end of a step")
    near(r["third_t"], np.full(3, 1/3), 1e-16, "within a step")
    same(r["done_count"].tolist(), [1, 1, 0], "who is ended")
    times = np.load("swept.trajectories.npy")[:, :, 0]
    want = np.tile(np.arange(9)*0.125, (3, 1))
    want[0, 6:] = want[1, 5:] = np.nan
    near(np.nan_to_num(times, nan=-1), np.nan_to_num(want, nan=-1), 4e-16, "rows on either side of events")

# ---- a case is a run to which its params are given ----

write("caught.pol", """body caught
param limit = 0.5
param reset = 0.2
inertia diag(2, 2.1, 1)
input u = t
torque body u*[0.1, 0, 1]
wheel a(axis = e3, inertia = 0.1, speed = 20, torque = 0.05)
state n = 0 rate 1
keep spin = dot(e3, L)
event tick when sin(2*pi*t/0.2) then n = n + 10
event fast when w[3] - limit rising then a.speed = reset*a.speed, w = reset*w, n = -n
event lost when n > 63 + limit stop
event tip when R[1, 1] < 0.8 limit 1
method rkmk(kutta4)
step 0.1
until 2
""")

def cases_are_runs(spec, *words, sampled=()):
    r = swept(spec, *words, *sampled, "--random", "limit = uniform(0.05, 1)", "--vary", "reset = [0.2, -0.3]",
              "-n", "12", "--seed", str(draw.randrange(1000)))
    for k in range(len(r)) if is_all else draw.sample(range(len(r)), 2):
        case, what = r[k], f"{' '.join([*words])}: case {k}"
        given = [f"{n}={float(case[n])!r}" for n in ("limit", "reset")]
        p = run("run", spec, *words, "--json", *(w for g in given for w in ("--set", g)), want=None)
        one = json.loads(p.stdout)
        same(case["status"], one["status"] + 1, what + ": status")
        for name in ("t", r.dtype.names[r.dtype.names.index("t") + 1], "L", "w", "energy"):
            near(case[name].reshape(-1), np.reshape(one[name], -1), 0, f"{what}: {name}")
        near(case["n"], np.array(one["states"]["n"]), 0, what + ": a state")
        near(case["a_speed"], np.array(one["states"]["a_speed"]), 0, what + ": a wheel")
        for name in ("tick", "fast", "lost", "tip"):
            times = [e["t"] for e in one["events"] if e["name"] == name]
            over = one["status"] == 12 and case[name + "_count"] == 2  # of limit 1
            same(case[name + "_count"] - over, len(times), f"{what}: {name}")
            same([x for x in [case[name + "_t"]] if x == x], times[:1], f"{what}: the first {name}")
    return r

ended = [cases_are_runs("caught.pol"), cases_are_runs("caught.pol", "--hold", "--real", "float"),
         cases_are_runs("caught.pol", *free, sampled=["--sample", "2"])]
if is_all:
    ended += [cases_are_runs("caught.pol", *words) for words in (["--hold"], ["--step", "0.02"], [
        "--method", "imidm"], ["--method", "rkmk(gauss(2))", "--attitude", "matrix"])]
check(all({x["status"] for x in r} <= {1, 13} for r in ended), "statuses")
check(any((r["lost_count"] > 0).any() for r in ended) and any((r["fast_count"] > 0).any() for r in ended),
      "some are lost, some are fast")

# an event that exceeds its limit is a failure, and the sweep prints it
write("zeno.pol", open("ball.pol").read().replace("lands = lands + 1", "lands = lands + 1 limit 5")
      .replace("lands > 2.5", "lands > 99"))
for words in ([], free):
    r = swept("zeno.pol", "--vary", "e = [0.1, 0.95]", *words)
    same([r["status"].tolist(), r["bounce_count"][0]], [[13, 1], 6], "a bounce beyond the limit")
    check(r["t"][0] < 0.6 and r["t"][1] == 2, "it stays where it was")
p = sweep("zeno.pol", "--vary", "e = [0.1, 0.95]", "--json")
same(json.loads(p.stdout)["statuses"],
     [{"status": 1, "cases": 1, "meaning": "done"},
      {"status": 13, "cases": 1, "meaning": "an event happens without end, or more often than its limit"}], "statuses told")

# a NaN in the state after an event is a failure, too: the event counts, and the case ends there
write("root.pol", "body bad param a = 1 inertia diag(1, 2, 2.5) state z = 0 rate 1 "
      "event set when z > 0.33 then z = sqrt(a) step 0.1 until 1\n")
for words in ([], free):
    r = swept("root.pol", "--vary", "a = [-1, 4]", *words)
    same([r["status"].tolist(), r["set_count"].tolist()], [[7, 1], [1, 1]], "sqrt(-1)")
    near(r["z"], [0.33, 2.67], 1e-14, "states at the event, and at the end")
    near(r["set_t"], [0.33, 0.33], 1e-14, "its time")

# ---- columns: names, units, statistics, CSV ----

write("named.pol", "body named param fall_t = 1 inertia diag(1, 2, 2.5) keep a = t state b_t = 0 rate 1 "
      "event fall when t - 0.25 event b when t - 0.5 event a when t - 9 step 0.1 until 1\n")
r = swept("named.pol", "--vary", "fall_t = [1, 2]", "--observe", "b_last = last(b_t)")
same(r.dtype.names, ("fall_t", "t", "q", "L", "w", "b_t", "energy", "energy_drift", "a_drift", "event.fall_t",
                     "fall_count", "event.b_t", "b_count", "a_t", "a_count", "b_last", "check", "status"), "columns")
with open("swept.json") as f:
    units = {c["name"]: c["unit"] for c in json.load(f)["columns"]}
same([units["a_t"], units["a_count"]], ["s", "1"], "units")
p = sweep("named.pol", "--vary", "fall_t = [1, 2]", "--observe", "fall_count = max(t)", want=1)
same(p.stderr, "--observe: error: 'fall_count' is another column already\n", "an event's name")
words = [*drawn, "50"]
r = swept("ball.pol", *words)
told = {c["name"]: c for c in json.loads(sweep("ball.pol", *words, "--json").stdout)["columns"]}
for name in ("apex_t", "third_t", "bounce_count"):
    good = r[name][np.isfinite(r[name])]
    same((told[name]["count"], told[name]["nan"]), (len(good), 50 - len(good)), name + ": those that there are")
    near(told[name]["mean"], good.mean(), 1e-12, name + ": their mean")
same((told["never_t"]["count"], told["never_t"]["mean"]), (0, None), "a time that is never")

# ---- the same bytes, however it is made ----

for words, compilers in (([], ["gcc"]), (free, [])):
    words = [*drawn, "400", *words, "--sample", "0.1", "--trajectories"]
    want = swept("ball.pol", *words, "--threads", "1", name="want.npy").tobytes()
    ways = read("want.trajectories.npy")
    compilers = ["gcc", "clang"] if is_all else compilers
    for more in (["--threads", "2"], *(["--cc", cc, "--cflags", "-O1 -ffp-contract=off"] for cc in compilers)):
        alike(swept("ball.pol", *words, *more).tobytes(), want, " ".join(more))
        alike(read("swept.trajectories.npy"), ways, " ".join(more) + ": trajectories")
    sweep("ball.pol", *words, "--shard", "1/3", "-o", "part.npy")
    left = int((np.load("part.npy")["status"] == 0).sum())
    check(0 < left < 400, f"{left} cases are left")
    sweep("ball.pol", *words, "--resume", "-o", "part.npy")
    alike(np.load("part.npy").tobytes(), want, "gone on with")
    alike(read("part.trajectories.npy"), ways, "gone on with: trajectories")
    for name in ("part.npy", "part.json", "part.trajectories.npy"):
        os.remove(name)

tell_checks()
