#!/usr/bin/env python3
# Adaptive steps that are spent on a switch: sliding bodies are told by their condition,
# and end after `most` steps; bodies that do not slide are not told.
#   test_chatter.py POLHODE ROOT
from checks import check, draw, is_all, tell_checks, tried as run

body = """body chatters
inertia diag({:.3g}, {:.3g}, {:.3g})
{}
method rkmk({})
step adaptive(angle = {:.1e}, most = 30000{})
until {:g}
"""

def make(what, until, more=""):
    scale = 10 ** draw.uniform(-2, 2)
    J = [scale * draw.uniform(1, 1.9) for _ in range(3)]
    pair = draw.choice(["dopri5", "bogacki_shampine54", "dverk", "tsit5"])
    return body.format(*J, what, pair, 10 ** draw.uniform(-10, -6), more, until).replace("SCALE", f"{scale:.4g}")

def limit():
    """A wheel at a hard limit of its speed."""
    top = draw.uniform(50, 900)
    return (f"start w = [{draw.uniform(-0.2, 0.2):.3g}, 0.1, 0]\n"
            f"wheel a(axis = e1, inertia = SCALE*1e-4, torque = SCALE*(5e-3*if(a.speed > {top:.6g}, 0, 1) - 1e-4))",
            f"a.speed > {top:.6g}", 0.02 * top + 20)

def friction():
    """Friction at rest, under a torque that it holds."""
    i, mu = draw.randint(1, 3), draw.uniform(0.1, 1)
    w = ["0", "0", "0"]
    w[i - 1] = f"{draw.choice([0, 0.5, -1]):g}"
    return (f"start w = [{', '.join(w)}]\n"
            f"torque body SCALE*({draw.uniform(0, 0.3) * mu:.3g} - {mu:.3g}*if(w[{i}] < 0, -1, 1))*e{i}",
            f"w[{i}] < 0", 60)

def floor():
    """A contact at rest with friction."""
    return (f"mass SCALE\nstart w = [0.1, 0, 0.2]\nstart x = [0, 0, {draw.uniform(0, 1):.3g}]\n"
            f"start v = [{draw.uniform(1, 2):.3g}, 0, 0]\n"
            "force space SCALE*([0, 0, -9.81] + if(x[3] < 0, -4e3*x[3] - 40*v[3], 0)*[if(v[1] > 0, -0.3, 0.3), 0, 1])",
            "v[1] > 0", 30)

for make_one in (limit, friction, floor):
    for _ in range(20 if is_all else 2):
        text, condition, until = make_one()
        spec = make(text, until)
        note = f"note: chatters about '{condition}' at t = "
        for command in ("run", "drift"):
            got = run(command, spec)
            check(note in got.stderr and got.stderr.count("chatters") == 1, f"{command}: {spec}\n{got.stderr}")
            check(got.returncode == 1 and "step 30001, " in got.stderr and "the maximum number of steps" in got.stderr,
                  f"{command} has no bound: {spec}\n{got.stderr}")
got = run("sweep", spec, "--vary", "R=[turn(e1, 0.1), turn(e2, 0.1), turn(e3, 0.1)]")
check(f"note: 3 cases chatter about '{condition}' at t = " in got.stderr, got.stderr)
check("           3  the maximum number of steps is reached" in got.stdout, got.stdout)
got = run("run", spec, "--every", "1")
check(got.stderr.count(note) == 1, got.stderr)
got = run("run", spec, "--step", "1e-3")
check(got.returncode == 0 and "chatters" not in got.stderr, got.stderr)
got = run("run", spec.replace("most = 30000", "most = 0.5"))
check("'most' is a number of steps, up to 2147483647" in got.stderr, got.stderr)

# ---- what does not chatter ----
w = "start w = [0.3, -0.2, 0.1]\n"
still = [
    w + "torque body -SCALE*{k:.4g}*w + SCALE*if(w[1] < 1e-9, 1, 2)*e1",  # stiff
    w + "torque body SCALE*if(sin({k:.4g}*t) < 0, 1, -1)*e1",  # bang-bang by t
    w + "state z = 0 rate {k:.4g}*y\nstate y = 1 rate -{k:.4g}*z\ntorque body SCALE*if(z < 0, 1, -1)*e1",
    w + "mass SCALE\nstart x = [0, 0, 1]\nforce space SCALE*([0, 0, -9.81] + if(x[3] < 0, -1e4*x[3], 0)*[0, 0, 1])",
    w + "mass SCALE\nstart x = [0, 0, 1]\n"
    "force space SCALE*([0, 0, -9.81] + if(x[3] < 0, -1e4*x[3] - 20*v[3], 0)*[0, 0, 1])",
    w + "wheel a(axis = e1, inertia = SCALE*1e-4, torque = SCALE*1e-4*saturate((50 - a.speed)/5, -1, 1))", ]
for text in still:
    for _ in range(5 if is_all else 1):
        spec = make(text.format(k=10 ** draw.uniform(1.5, 2.5)), 30).replace("most = 30000", "most = 1000000")
        got = run("run", spec)
        check(got.returncode == 0 and "chatters" not in got.stderr, f"{spec}\n{got.stderr}")
tell_checks()
