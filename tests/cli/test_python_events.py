"""Events of what `polhode emit --with python` writes, beside `polhode run`.

Run by test_languages.sh as test_python.py is.
"""
import copy
import json
import math
import pickle

import numpy as np
import pytest

from test_python import emitted, is_exact, polhode

STEPS = {"fixed": "method rkmk(kutta4)\nstep 0.01\n",
         "adaptive": "method rkmk(dopri5)\nstep adaptive(angle = 1e-6, rate = 1e-6)\n"}

BALL = '''body ball
mass 1
inertia diag(1, 2, 2.5)
param e = 0.8
input push[3]            # N
force space [0, 0, -9.81] + push
state counts = 1 rate 0.1*counts
start x = [0, 0, 1]
start w = [1, 0.2, 0.1]
event bounce when x[3] < 0 then v = [v[1], v[2], -e*v[3]] limit 100  # on the ground
event apex when v[3] falling
event done when t - 3 stop
until 4
'''

# The state at once twice the same guard, and twice in a step.
TWICE = '''body twice
inertia diag(1, 2, 3)
start w = [0, 0, 1]
state z = 0 rate 1
event b when z - 1.25
event a when z - 1.125
event same when z - 1.25 then z = z + 0.5
event half when 2 - t
'''

def both(tmp_path, spec, *options):
    """The module, and what `polhode run` says of the same."""
    module = emitted(tmp_path, spec, *options, "--batch")
    assert is_exact(tmp_path, module.__name__)
    real = options[:2] if options[:1] == ("--real",) else ()

    def run(*more):
        return json.loads(polhode("run", module.path, "--json", *real, *more))

    return module, run

def is_at(body, there):
    """Is it there, bit by bit?"""
    assert body.t + body.state["t_rest"].item() == there["t"]
    for name in ("R", "q", "L", "w", "x", "v", "energy"):
        if name in there:
            assert np.ravel(getattr(body, name)).tolist() == np.ravel(there[name]).tolist(), name

@pytest.mark.parametrize("real", ["double", "float"])
@pytest.mark.parametrize("steps", STEPS)
def test_are_those_of_run(tmp_path, steps, real):
    module, run = both(tmp_path, BALL + STEPS[steps], "--real", real)
    there = run()
    body = module.Body()
    assert module.EVENTS == ("bounce", "apex", "done") and body.counts == {"bounce": 0, "apex": 0, "done": 0}
    found = []
    for event, at in zip(body.events(4), there["events"]):
        assert event.name == at["name"] and event.t == body.t and event.stops == (event.name == "done")
        is_at(body, at)
        found.append((event.t, event.name))
    names = [name for _, name in found]
    assert len(found) == len(there["events"]) == 13 and names[:3] == ["bounce", "apex", "bounce"]
    assert body.t == 3 and body.counts == {name: names.count(name) for name in module.EVENTS}
    assert body.control.steps == there["steps"]
    assert body.counts_ == pytest.approx(math.exp(0.3), 1e-6)
    assert "bounce (on the ground), apex, done." in " ".join(module.Body.counts.__doc__.split())
    end = body.state
    # the same without reading the events; the next call continues
    body.start()
    event = body.advance(4)
    assert event == ("done", 3, True) and body.state == end and sum(body.counts.values()) == 13
    assert body.advance(3.01) is None and body.t == pytest.approx(3.01) and body.counts["done"] == 1
    # rows: in the order of time, with a name where something has happened
    body.start()
    rows = body.sample([0.5, 1, 2, 5])
    named = rows["event"] != ""
    assert rows["event"][named].tolist() == names and rows["t"][~named].tolist() == [0.5, 1, 2]
    assert (np.diff(rows["t"]) >= 0).all() and rows["event"][-1] == "done" and body.t == 3
    body.start()
    rows = body.run(0.01, 400, 100)
    named = rows["event"] != ""
    assert rows["event"][named].tolist() == names and (np.diff(rows["t"]) >= 0).all()
    np.testing.assert_allclose(rows["t"][~named], [0, 1, 2], atol=1e-6)
    assert rows["event"][-1] == "done" and rows["counts_"][-1] == body.counts_
    # polhode run has the same rows
    table = polhode("run", module.path, "--sample", "0.45", "--real", real).decode().splitlines()
    table = [(float(row.split(",")[0]), row.split(",")[-1]) for row in table[1:]]
    assert [name for _, name in table if name] == names and table == sorted(table, key=lambda row: row[0])
    np.testing.assert_allclose([t for t, name in table if not name], np.arange(7)*0.45, atol=1e-6)
    if steps == "fixed":
        assert [(row["t"], row["event"]) for row in rows[named]] == found and body.state == end
        body.start()
        assert body.run(0.07, 400)["event"][-1] == "done" and body.control.left == 0
        body.start()
        body.run(0.01, 400, 100)
        assert body.control.h == module.REAL.type(0.01) and body.control.most == 0
        # as many steps as without events, and of that size
        body.start()
        assert len(body.run(0.02, 70, 1000)) == 5 and body.t == pytest.approx(1.4, abs=1e-6)
        assert body.control.steps == 70
        body.control.h = 0.05
        body.control.steps = 0
        body.advance(2.0)
        assert body.control.steps in (12, 13)
        body.run(-0.01, 10)
        assert body.t == pytest.approx(1.9, abs=1e-6)
        body.start()
        body.control.h = 0
        with pytest.raises(module.StatusError, match="STEP_TOO_SMALL"):
            body.advance(1)
    # steps alone pass over them; then they are looked at anew
    body.start()
    body.step(0.01, 50)
    assert body.x[2] < 0 and not any(body.counts.values())

def test_of_bodies_with_parameters_and_inputs(tmp_path):
    module, run = both(tmp_path, BALL + STEPS["fixed"])
    there = run("--set", "e=0.7", "--hold", "--input", "push=[0.1, 0, -1]", "--until", "2", "--step", "0.02")
    body = module.Body(e=0.7)
    body.input.push = [0.1, 0, -1]
    body.control.h = 0.02
    others = [copy.copy(body), pickle.loads(pickle.dumps(body)), body.copy()]
    assert len(list(body.events(2))) == len(there["events"]) > 4
    is_at(body, there)
    for other in others:
        assert other.advance(2) is None and other.state == body.state and other.counts == body.counts
    # what the caller changes is seen
    body.start()
    for event in body.events(2):
        body.v = body.v*[1, 1, 1.2] if event.name == "bounce" else body.v
    assert body.t == 2 and 1 < body.counts["bounce"] < others[0].counts["bounce"]
    assert pickle.loads(pickle.dumps(event)) == event and event.name in repr(event)

@pytest.mark.parametrize("steps", STEPS)
def test_too_many(tmp_path, steps):
    spec = BALL.replace("limit 100", "limit 3") + STEPS[steps]
    module, run = both(tmp_path, spec)
    body = module.Body()
    for go in (body.advance, lambda t: body.sample([1, t]), lambda t: list(body.events(t)),
               lambda t: body.run(t/400, 400, 100)):
        body.start()
        with pytest.raises(module.StatusError) as error:
            go(4)
        assert error.value.status == "TOO_MANY_EVENTS" and error.value.t == body.t
        assert str(error.value) == (
            f"TOO_MANY_EVENTS (bounce has happened more often than its limit, 3), t = {body.t} s")
        assert body.t == pytest.approx(2.2142719, abs=1e-6) and body.counts["bounce"] == 4
        rows = error.value.motion
        if rows is not None:
            assert rows["t"][-1] == body.t and rows["event"].tolist().count("bounce") == 3
    # without end
    body.start()
    body.control.count = [-10**6, 0, 0]
    body.par.e = 0.3
    with pytest.raises(module.StatusError, match=r"^TOO_MANY_EVENTS \(bounce happens without end\)"):
        body.advance(4)
    assert 1 > body.t > 0.8
    body.defaults()
    # a step that fails
    body.start()
    body.par.e = 1e308
    with pytest.raises(module.StatusError) as error:
        body.sample([4])
    assert error.value.status == "NOT_FINITE" and np.isfinite(error.value.motion["v"]).all()
    bodies = module.Bodies(3)
    bodies.v[2] = [0, 0, 40]
    status = bodies.advance(4)
    assert [module.STATUS[s] for s in status] == ["TOO_MANY_EVENTS", "TOO_MANY_EVENTS", "EVENT"]

@pytest.mark.parametrize("steps", STEPS)
def test_in_order(tmp_path, steps):
    module, run = both(tmp_path, TWICE + STEPS[steps].replace("0.01", "0.5") + "until 3\n")
    there = run()["events"]
    body = module.Body()
    events = [(event.name, event.t) for event in body.events(3)]
    assert events == [(at["name"], at["t"]) for at in there]
    assert [name for name, _ in events] == ["a", "b", "same", "half"]
    assert events[1][1] == events[2][1] == pytest.approx(1.25, 1e-12) and events[3][1] == pytest.approx(2, 1e-12)
    assert body.t == 3 and body.z == pytest.approx(3.5, 1e-12)
    # back again, over what has changed nothing
    body.t, body.z = 3, 1.2
    body.control.side = [0]*4  # what was before does not count
    assert [event.name for event in body.events(1.5)] == ["a", "half"]
    if steps == "fixed":  # at the end of a step and of a run
        body.start()
        assert body.run(0.5, 4)["event"].tolist() == ["", "", "", "a", "b", "same", "", "half", ""]
        assert body.control.steps == 4 and body.t == 2
        # runs have whole steps, and leave what controls others
        body.start()
        body.control.most = 9
        assert next(body.events(3)).name == "a" and body.control.left == pytest.approx(0.375)
        assert body.run(0.5, 1)["event"].tolist() == ["", "b", "same", ""] and body.t == pytest.approx(1.625)
        assert body.control.most == 9 and body.control.h == 0.5
        body.start()  # at the end, which is a last step but for rounding
        body.control.h = 0.33333333333
        assert [event.name for event in body.events(2)][-1] == "half" and body.t == 2

def test_one(tmp_path):
    """One event, without parameters, functions, many bodies; nine of them."""
    one = "body one\ninertia diag(1, 2, 3)\nstart w = [2, 0.3, 0.3]\nevent lambda when w[2]\nuntil 9\nstep 0.05\n"
    module = emitted(tmp_path, one, "--without", "access,interp,stepper")
    body = module.Body()
    assert module.EVENTS == ("lambda",) and "event" in module.MOTION.names
    assert body.sample([9])["event"].tolist() == ["lambda"]*body.counts["lambda"] + [""]
    assert body.counts["lambda"] > 1 and body.control.count.shape == (1,) and body.sample([]).shape == (0,)
    module = emitted(tmp_path, one.replace("body one", "body nine") + "".join(
        f"event at{i} when w[2] - {i/100 + 0.01}\n" for i in range(8)))
    body = module.Body()
    body.advance(9)
    assert body.control.guard.shape == (9,) and min(body.counts.values()) > 0
    body.control.count = np.zeros(9, int)
    assert not any(body.counts.values())

@pytest.mark.parametrize("steps", STEPS)
def test_of_many_bodies(tmp_path, steps):
    module, _ = both(tmp_path, BALL + STEPS[steps], "--real", "float" if steps == "fixed" else "double")
    n = 11
    bodies = module.Bodies(n)
    bodies.x[2] = np.linspace(0.5, 9, n)
    bodies.par.e = np.linspace(0.85, 0.95, n, dtype=module.REAL)
    bodies.input.push = [0, 0, -0.5]
    bodies.v[0, 4] = np.nan
    each = list(bodies)

    def alike(status, stopped, move):
        here = []
        for i, body in enumerate(each):
            try:
                here.append("EVENT" if move(body) is stopped else "OK")
            except module.StatusError as error:
                here.append(error.status)
            assert body.state.tobytes() == bodies[i].state.tobytes() and body.counts == bodies[i].counts
            assert body.control.steps == bodies[i].control.steps
        if stopped is not None:
            assert [module.STATUS[s] for s in status] == here
        return here

    assert alike(bodies.advance(1.5), True, lambda body: body.advance(1.5) is not None)[4] == "NOT_FINITE"
    move = 64 if steps == "fixed" else 1
    alike(bodies.run(0.25/move, move), None, lambda body: body.run(0.25/move, move))
    status = alike(bodies.advance(4), True, lambda body: body.advance(4) is not None)
    assert status.count("EVENT") >= n - 3
    # where they are to move
    live = bodies.advance(3.5, where=np.arange(n) % 2 == 0) == 0
    assert live[1::2].all() and (bodies.t[1::2] < 3.1).all() and bodies.t[0] == 3.5
    t = bodies.t.copy()
    bodies.run(0.1, 2, where=np.arange(n) == 0)
    assert bodies.t[0] == pytest.approx(3.7) and np.array_equal(bodies.t[1:], t[1:])
    for wrong in ([1, 2], np.ones(n), np.ones((n, 1), bool)):
        with pytest.raises(ValueError, match="^where must be an array of bool, one per body$"):
            bodies.advance(5, wrong)
    assert module.Bodies(0).advance(1).shape == module.Bodies(0).run(0.1, 1).shape == (0,)
    bodies.x.setflags(write=False)
    with pytest.raises(ValueError, match="^x is written to, and this array is read-only$"):
        bodies.advance(5, np.arange(n) == 0)
