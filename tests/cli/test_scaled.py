#!/usr/bin/env python3
"""Sizes do not matter: a body whose moments of inertia and times are others by powers of
two gives the same verdicts, errors and drifts, bit for bit.  The reference of `order` sees
what happens between its steps: pulses far narrower than they.

    test_scaled.py POLHODE ROOT
"""
import json

from checks import check, draw, is_all, run, seed, tell_checks, write

print(f"POL_SEED={seed}")

# ---- sizes ----

bodies = {
    "free": "",
    "top": "potential E*dot(R'*e3, [0.6, 0, 0.8])",
    "damped": "torque body -0.25*Q/T*w + E*[0, 0.5, 0]",
    "driven": "torque space E*sin(2*t/T)*[0.5, 0, 0.25]",
    "stiff": "torque body -150*Q/T*w",
    "wheel": "wheel a(axis = e3, inertia = Q/16, speed = 4/T, torque = -E/64)",
    "state": "state z = Q/T rate E - z/T torque body z/T*e1",
    "moved": "mass Q potential E*norm(x)^2 start x = [1, 0, 0] start v = [0, 1/T, 0]",
    "from rest": "mass Q potential E*(x[1] + norm(x)^2) start v = [0, 0, 0]",
    "wheel at rest": "wheel a(axis = e3, inertia = Q/16, torque = -E/64)",
    "state at 0": "state z = 0 rate E*(1 + t/T) - z/T torque body z/T*e1", }

def text_of(body, j, t):
    """Its moments of inertia are as 2^j, its times as 2^t, exactly."""
    return (f"body b\nconst Q = 2^({j})\nconst T = 2^({t})\nconst E = 2^({j - 2*t})\n"
            f"inertia Q*diag(1.25, 1.5, 2.25)\n{bodies[body]}\n"
            f"start w = [1, -2, 0.5]/T\nstep T/64\nuntil 2*T\n")

def bare(record):
    """What has no unit."""
    if isinstance(record, dict):
        return {k: bare(v) for k, v in record.items()
                if k not in ("h", "until", "energy_slope", "time", "cost", "t", "reference",
                             "reference_steps", "ladder", "mul", "add", "operations",
                             "step", "command", "smallest", "largest", "L", "w", "x", "v",
                             "states", "units", "why") and "uncertainty" not in k}
    if isinstance(record, list):
        return [bare(v) for v in record]
    return record

def differences(a, b, path=""):
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return [d for k in a for d in differences(a[k], b[k], f"{path}.{k}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [d for i in range(len(a)) for d in differences(a[i], b[i], f"{path}[{i}]")]
    return [] if a == b else [f"{path}: {a!r}, not {b!r}"]

def seen(body, j, t):
    write("b.pol", text_of(body, j, t))
    found = {}
    for words in (["order", "--halvings", "3"], ["drift"],
                  ["compare", "--cc", "tcc", "--budget", "1e6", "--method", "magnus(kutta4)",
                   "--method", "imidm"], ["advise", "--cc", "tcc", "--error", "1e-5", "--budget", "1e6",
                   "--method", "magnus(kutta4)", "--method", "imidm"], ["run", "--method", "imidm"],
                  ["run", "--method", "rkmk(dopri5, form = rate)"],
                  ["run", "--method", "kinematic(kutta4)", "--attitude", "matrix"],
                  ["run", "--method", "rkmk(dopri5)", "--tolerance", "1e-7"], ["check"]):
        p = run(words[0], "b.pol", *words[1:], "--json")
        name = " ".join(words[:3])
        record = json.loads(p.stdout) if p.stdout.strip() else None
        if words[0] == "run":
            record["energy"] *= 2.0**(2*t - j)
            record["rates"] = [w*2.0**t for w in record["w"]]
        found[name] = bare(record)
        found[name + " says"] = p.stderr
    run("emit", "b.pol", "--with", "test", "-o", "e", "--quiet", "--force")
    return found

# Where a product of sizes is a number of the method, as 1, an operation is saved and others
# round: these scales are far from that.
for body in bodies if is_all else draw.sample(sorted(bodies), 2):
    first = seen(body, 57, -13)
    for j, t in ((-150, -40), (100, 30), (-64, draw.choice([-20, 10, 30]))):
        scaled = seen(body, j, t)
        for part in first:
            found = differences(scaled[part], first[part])
            check(not found, f"{body}, J 2^{j}, T 2^{t}: {part}: {found}")

# ---- pulses ----
# About an axis: w = w0 + the pulse, as far as it went.

for k in range(30 if is_all else 3):
    width, w0 = 10**draw.uniform(-3.7, -1.5), draw.uniform(0.5, 2)
    at, size = draw.uniform(2, 8), draw.uniform(0.5, 2)
    write("pulse.pol", f"body pulse\ninertia diag(1, 1.5, 2)\nstart w = [0, 0, {w0!r}]\n"
          f"torque body 2*{size/width!r}/sqrt(pi)*exp(-((t - {at!r})/{width!r})^2)*e3\nstep 0.01\nuntil 10\n")
    o = json.loads(run("order", "pulse.pol", "--until", "10", "--halvings", "1", "--json").stdout)
    row = [r for r in o["rows"] if r["steps"] == 1000][0]
    fine, coarse = (json.loads(run("run", "pulse.pol", "--json", "--step", repr(h)).stdout)["w"][2]
                    for h in (10/round(10/min(width/20, 0.01)), 0.01))
    by_hand = w0 + size
    check(abs(fine - by_hand) < 1e-5, "the pulse by hand")
    coarse = abs(coarse - by_hand)/by_hand
    sure = o["uncertainty_momentum"]
    check(abs(row["momentum"] - coarse) <= 1e-9 + 10*sure,
          f"a pulse of {width:g} s at {at:g}: {row['momentum']}, not {coarse}")
    check(sure < 1e-9, f"a pulse of {width:g} s: uncertain by {sure:g}")

tell_checks()
