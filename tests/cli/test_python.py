"""What `polhode emit --with python` writes, beside `polhode run`.

Run by test_languages.sh, with POLHODE, ROOT and an empty XDG_CACHE_HOME in the
environment; under POL_ALL=1 all bodies, with methods, attitudes and real types.
"""
import copy
import glob
import importlib
import importlib.util
import json
import math
import os
import pickle
import re
import signal
import subprocess
import sys
import warnings

import numpy as np
import pytest

POLHODE, ROOT = os.environ["POLHODE"], os.environ["ROOT"]
ALL = os.environ.get("POL_ALL") == "1"

NAMES = r'''# names.pol - "quotes", a \ backslash, """three""" and ünïcödé
body names
param self = 2           # "a" \n """b"""
param def = 3
param def_ = 4
param lambda = [1, 2, 3] # T
param state = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
param None = 1
param shared = 1
param REAL = 1
param property = 1.5e-7
input from
input u[3]               # N m
input in_[9]
inertia diag(self, def, def_)
torque body from*e1 + u + in_*e1*REAL + lambda*dot(e1, state*e2)*None*property
keep R11 = w[1]
keep t_ = L[3]
keep energy_ = dot(w, L)
show matrix
show euler(zyx)
show rotation_vector
show mrp
start w = [1, 2, 3]
step 1e-2
until 1
'''

WHEELS = r'''# two wheels, one of them of Python's words
body gyrostat
param rotor = 0.02       # kg m^2
input u
inertia diag(1, 2, 2.5)
wheel spin(axis = [1, 1, 0], inertia = rotor, speed = 30, torque = 0.1 - 0.01*spin.speed)
wheel lambda(axis = e3, inertia = 0.1)  # free
state p = [1, 0, 0] rate cross(p, w)    # fixed in space
state energy = 0 rate dot(p, w) + u
gyro [0, 0, u]
start w = [1, 0.2, -0.5]
step 1e-2
until 1
'''

def polhode(*arguments):
    return subprocess.run([POLHODE, *map(str, arguments)], check=True, stdout=subprocess.PIPE).stdout

def load(path):
    """The module of this file, new each time."""
    name = os.path.basename(path)[:-len(".py")]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # for pickle
    spec.loader.exec_module(module)
    return module

def emitted(folder, spec, *options):
    """The module of a spec: its text, or the name of one of specs/."""
    if "\n" in spec:
        path = folder / (spec.split("body ", 1)[1].split()[0] + ".pol")
        path.write_text(spec, encoding="utf-8")
    else:
        path = f"{ROOT}/specs/{spec}.pol"
    polhode("emit", path, "-o", folder, "--quiet", "--with", "python", *options)
    module = load(str(folder / os.path.basename(str(path))[:-len(".pol")]) + ".py")
    module.path = str(path)
    return module

def same(module, body, *options, exact=True):
    """Is the body where `polhode run` says that it is?"""
    there = json.loads(polhode("run", module.path, "--json", *options))
    assert there["status"] == 0
    names = [name for name in ("t", "R", "w", *module.STATE.names, "energy") if name != "t_rest"]
    for name, value in there.get("states", {}).items():  # of wheels and states
        stem, _, part = name.rpartition("_")
        if part.isdigit():
            there.setdefault(stem, []).append(value)
        else:
            there[name] = value
            names.append(name)
    here = {name: np.ravel(getattr(body, name)).tolist() for name in names}
    here["t"] = [body.t + body.state["t_rest"].item()]
    if there.get("keep"):
        there["keep"] = list(there["keep"].values())
        here["keep"] = list(body.keep.item())
    asked = {}
    for name, value in there.get("shown", {}).items():
        asked.setdefault(name.rsplit("_", 1)[0], []).append(value)
    for name, value in asked.items():
        there[name], here[name] = value, np.ravel(getattr(body, name)).tolist()
    # the end of a run is exact, n h is rounded
    np.testing.assert_allclose(here.pop("t"), there["t"], 4 * np.finfo(module.REAL).eps)
    for name, value in here.items():
        if exact:
            assert value == np.ravel(there[name]).tolist(), name
        else:
            np.testing.assert_allclose(value, np.ravel(there[name]), 1e-7, 1e-7, err_msg=name)
    return there

def is_exact(folder, body):
    """Does its step call nothing of math.h but sqrt?"""
    with open(folder / f"{body}.c", encoding="utf-8") as file:
        text = file.read()
    banner = " ".join(text.split("*/")[0].replace(" * ", " ").split())
    calls = banner.split(" calls ")[1].split(" of math.h")[0] if " calls " in banner else ""
    return all(name.strip() in ("", "sqrt", "sqrtf") for name in calls.split(","))

def same_run(folder, spec, *options):
    """Equal steps to `until` are those of `polhode run`, bit by bit; inputs are 0."""
    module = emitted(folder, spec, *options)
    n = 50
    h = module.STEP or 1e-3
    body = module.Body()
    motion = body.run(h, n, every=7)
    with open(module.path, encoding="utf-8") as file:
        signals = re.findall(r"^input +(\w+)(?:\[(\d+)\])? *=", file.read(), re.M)
    for name, size in signals:
        options += ("--input", f"{name} = " + (f"[{', '.join('0' * int(size))}]" if size else "0"))
    if "--step" not in options:
        options += ("--step", repr(h))
    same(module, body, *options, "--until", repr(h*n), exact=is_exact(folder, module.__name__))
    assert len(motion) == 9
    for name in set(module.MOTION.names) - {"keep"}:
        assert np.array_equal(motion[name][-1], getattr(body, name)), name
        assert motion[name].shape[1:] == np.shape(getattr(body, name))
        assert motion[name].dtype == module.REAL
    if "keep" in module.MOTION.names:
        assert motion["keep"][-1] == body.keep
    # dense output has both ends
    before = body.state
    body.step(h)
    rows = body.interp(before, h, [0, 0.5, 1])
    assert rows[0] == motion[-1] and rows[2] == body.run(h, 0)[0]
    assert np.isfinite(rows["R"]).all()
    return module

def test_a_top(tmp_path):
    fast_top = same_run(tmp_path, "fast_top")
    body = fast_top.Body()
    assert body.R.shape == (3, 3) and body.L.shape == (3,) and body.q.shape == (4,)
    assert isinstance(body.t, float) and isinstance(body.energy, float)
    np.testing.assert_allclose(body.R @ body.L, body.momentum, 1e-14)
    # what is read is a copy, which nobody changes by mistake
    L = body.L
    body.step(1e-3)
    assert L.tolist() == [0, 0, 50] and body.L.tolist() != L.tolist()
    for name in ("L", "R", "w", "momentum"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(body, name)[0] = 1
    for name in ("energy", "momentum", "par", "keep", "omega"):  # of which the last is no such thing
        with pytest.raises(AttributeError):
            setattr(body, name, 1)
    # what is set
    body.start()
    half = [math.sqrt(0.5), 0, 0, math.sqrt(0.5)]
    body.q = half
    np.testing.assert_allclose(body.R, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-15)
    body.R = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]).T[:, :]
    assert body.R.tolist() == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    body.w = (1, 2, 3)
    np.testing.assert_allclose(body.w, [1, 2, 3], 1e-15)
    for name, value in (("R", half), ("L", 1), ("w", [[1, 2, 3]]), ("t", [1])):
        with pytest.raises(ValueError, match=r"has the shape \("):
            setattr(body, name, value)
    for name, value in (("L", ["1", "2", "3"]), ("w", [1, 2, None]), ("t", 1j)):
        with pytest.raises(TypeError):
            setattr(body, name, value)
    state = body.state
    with pytest.raises(fast_top.StatusError, match="NOT_FINITE.* t = ") as error:
        body.q = [0, 0, 0, 0]
    assert error.value.status == "NOT_FINITE" and body.state == state
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    # a run that fails: the last good state, and the rows up to it
    body.start()
    body.par.mgl = 1e300
    with pytest.raises(fast_top.StatusError) as error:
        body.run(1.0, 10, 2)
    assert np.isfinite(body.L).all() and error.value.t == body.t == error.value.motion["t"][-1]
    assert error.value.motion["t"][0] == 0
    with pytest.raises(fast_top.StatusError):
        body.step(1.0)
    body.defaults()
    for wrong in (1.5, "2"):
        with pytest.raises(TypeError):
            body.step(1e-3, wrong)
    # many steps are as one by one; a copy is another body
    body.start()
    body.step(1e-6, 70000)
    one = fast_top.Body(mgl=5.0)
    others = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), one.copy()]
    one.step(1e-3, 3)
    for other in others:
        assert other.t == 0 and other.par.mgl == 5
        for _ in range(3):
            other.step(1e-3)
        assert other.state == one.state and other.state is not other.state
        other.par.mgl = 6
    assert one.par.mgl == 5
    one.state = body.state
    assert one.t == body.t == pytest.approx(0.07, abs=1e-15)
    with pytest.raises(TypeError):
        one.state = [1, 2]
    one.t = 3
    assert one.t == 3 and one.state["t_rest"] == 0
    assert repr(one).startswith("Body(q=[") and repr(one.par) == "Par(mgl=5.0)"
    # dense output
    before = body.state
    body.step(1e-3)
    between = body.interp(before, 1e-3, [[0, 0.5, 1]])
    assert between.shape == (1, 3) and between["q"][0, 0].tolist() == before["q"].tolist()
    assert between["q"][0, 2].tolist() == body.q.tolist()
    middle = fast_top.Body()
    middle.state = before
    middle.step(0.5e-3)
    np.testing.assert_allclose(between["R"][0, 1], middle.R, atol=1e-8)
    assert body.interp(before, 1e-3, 0.5)["t"] == middle.t
    with pytest.raises(TypeError):
        body.interp(body.L, 1e-3, 0.5)
    # docstrings have shapes, units, defaults
    assert "N m" in fast_top.Par.mgl.__doc__ or "in the spec: " in fast_top.Par.mgl.__doc__
    assert "(3,)" in fast_top.Body.L.__doc__ and "kg m^2/s" in fast_top.Body.L.__doc__

def test_numbers_that_are_not_finite(tmp_path):
    kicked = emitted(tmp_path, "kicked", "--attitude", "euler(zyx)")
    body = kicked.Body()
    state = body.state

    def refused(thing, name, value, module=kicked):
        with pytest.raises(module.StatusError, match=rf"NOT_FINITE \({name} would") as error:
            setattr(thing, name, value)
        assert error.value.t == (thing.t if isinstance(thing, module.Body) else None)
        assert ("t = " in str(error.value)) == isinstance(thing, module.Body)

    assert not hasattr(body, "euler_zyx")
    for name in ("L", "angle", "w", "R", "q"):
        for bad in (math.nan, math.inf, -math.inf):
            value = np.array(getattr(body, name))
            value.flat[-1] = bad
            refused(body, name, value)
    refused(body, "t", math.nan)
    refused(body.par, "kick", math.inf)
    refused(body.input, "u", [0, math.nan, 0])
    other = body.state
    other["L"][2] = math.nan
    with pytest.raises(kicked.StatusError, match=r"NOT_FINITE \(L would"):
        body.state = other
    for h, theta in ((math.nan, 0.5), (1e-3, [0, math.inf])):
        with pytest.raises(kicked.StatusError, match=r"NOT_FINITE \(the result would"):
            body.interp(state, h, theta)
    with pytest.raises(kicked.StatusError, match=r"NOT_FINITE \(kick would"):
        kicked.Body(kick=math.nan)
    assert body.state == state and body.par.kick == 1.5 and not body.input.u.any()
    # what a float cannot hold, either, and without a warning
    narrow = emitted(tmp_path, "kicked", "--real", "float")
    body = narrow.Body()
    for thing, name, value in ((body, "L", [1e300, 0, 0]), (body, "w", [0, -1e39, 0]),
                               (body, "t", 1e300), (body.par, "kick", 1e39),
                               (body.input, "u", [0, 0, 1e39])):
        refused(thing, name, value, narrow)

def test_wrong_counts_shapes_and_names(tmp_path):
    module = emitted(tmp_path, NAMES)
    body = module.Body()
    for call, wrong, least in ((lambda: body.run(0.01, 10, every=0), "every is 0", 1),
                               (lambda: body.run(0.01, 10, -1), "every is -1", 1),
                               (lambda: body.run(0.01, -1), "n is -1", 0),
                               (lambda: body.step(0.01, 10**30), f"n is {10**30}", 0),
                               (lambda: body.step(0.01, 2**63), f"n is {2**63}", 0)):
        with pytest.raises(ValueError, match=f"^{wrong}; it must be a number of steps, {least} to [0-9]+$"):
            call()
    # by the names that Python has
    for thing, name, has in ((body, "w", 3), (body, "q", 4), (body, "L", 3),
                             (body, "euler_zyx", 3), (body, "R", "3, 3"),
                             (body.par, "lambda_", 3), (body.input, "in__", "3, 3")):
        with pytest.raises(ValueError, match=rf"^{name} has the shape \({has},?\), not \(2,\)$"):
            setattr(thing, name, [1, 2])
    for name, text in (("u", "'u' is an input: set body.input.u"),
                       ("from_", "'from_' is an input: set body.input.from_"),
                       ("w", "'w' is not a parameter: set body.w"),
                       ("energy", "names has no parameter 'energy'"),
                       ("lamda_", "names has no parameter 'lamda_'")):
        with pytest.raises(AttributeError, match=f"^{text}$"):
            module.Body(**{name: [1, 2, 3]})

def test_the_manual_answers(tmp_path):
    with open(f"{ROOT}/docs/faq.md", encoding="utf-8") as file:
        answer = file.read().split("## How do I call it from Python?")[1].split("\n## ")[0]
    assert "polhode emit fast_top.pol --with python\n" in answer and "](guides/languages.md#" in answer
    emitted(tmp_path, "fast_top")
    code = answer.split("```python")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-W", "error", "-c", code],
                          cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout.startswith("1.0 [")

def test_ctrl_c(tmp_path):
    body = emitted(tmp_path, "fast_top").Body()
    body.step(1e-3)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    old = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            body.step(1e-6, sys.maxsize)
    finally:
        signal.signal(signal.SIGALRM, old)
    there = body.state
    n = round((body.t - 1e-3)/1e-6)
    assert n > 0 and n % 65536 == 0
    body.start()
    body.step(1e-3)
    body.step(1e-6, n)
    assert body.state == there

def test_single_precision_and_inputs(tmp_path):
    kicked = same_run(tmp_path, "kicked", "--real", "float")
    body, other = kicked.Body(), kicked.Body()
    assert body.L.dtype == np.float32 and kicked.STATE.itemsize == 36
    body.input.u = [0, 0, 2]
    assert body.input.u.tolist() == [0, 0, 2] and "N m" in kicked.Input.u.__doc__
    body.step(0.01, 10)
    other.step(0.01, 10)
    assert body.L[2] > other.L[2] + 0.1

def test_adaptive_steps(tmp_path):
    thruster = emitted(tmp_path, "thruster")
    body = thruster.Body()
    rows = body.sample([1, 5, 30])
    assert rows["t"].tolist() == [1, 5, 30] and rows["keep"]["spin"][2] == body.keep["spin"]
    end = thruster.Body()
    end.advance(30)
    exact = is_exact(tmp_path, "thruster")
    there = same(thruster, end, exact=exact)
    assert end.control.steps == there["steps"] and end.control.rejected == there["rejected"]
    end.advance(0)
    np.testing.assert_allclose(end.R, np.eye(3), atol=1e-6)
    end.control.most = 2
    end.control.angle = end.control.rate = 1e-13
    with pytest.raises(thruster.StatusError, match="UNFINISHED") as error:
        end.sample([1, 30])
    assert 0 < end.t < 30 and error.value.motion["t"][-1] == end.t
    with pytest.raises(TypeError):
        end.control.most = 1.5
    with pytest.raises(thruster.StatusError, match="NOT_FINITE"):
        end.advance(math.nan)
    # in float counts stand behind an odd number of reals
    free = emitted(tmp_path, "free_body", "--real", "float", "--method", "rkmk(dopri5)", "--tolerance", "1e-4")
    body = free.Body()
    body.advance(1)
    assert body.t == 1 and 1 < body.control.steps < 1000 and body.control.next == 0

def test_names_shapes_and_an_inertia_of_params(tmp_path):
    names = same_run(tmp_path, NAMES)
    body = names.Body(self=2.5, def_=3.5, def__=4.5)
    assert body.par.self == 2.5 and body.par.state.shape == (3, 3)
    assert body.par.state[0].tolist() == [1, 2, 3] and body.par.None_ == 1
    body.input.from_ = 2
    body.input.in__ = np.diag([1, 2, 3])
    assert body.w.tolist() == [1, 2, 3]
    np.testing.assert_allclose(body.L, [2.5, 7, 13.5], 1e-15)
    body.step(0.01)
    assert body.keep["energy_"] == pytest.approx(body.w @ body.L, rel=1e-14)
    body.euler_zyx = [0.1, 0.2, 0.3]
    np.testing.assert_allclose(body.euler_zyx, [0.1, 0.2, 0.3], 1e-14)
    assert body.matrix.tolist() == body.R.tolist()
    with pytest.raises(names.StatusError, match="NOT_PHYSICAL"):
        names.Body(self=100)
    body.par.self = -1
    with pytest.raises(names.StatusError, match="NOT_POSITIVE"):
        body.check()
    assert names.Par.lambda_.__doc__ == "(3,): T; in the spec: 1.0, 2.0, 3.0"

def test_wheels_and_states(tmp_path):
    module = emitted(tmp_path, WHEELS)
    body = module.Body()
    motion = body.run(0.01, 100)
    there = json.loads(polhode("run", module.path, "--json"))["states"]
    assert there == {"spin_speed": body.spin_speed, "spin": body.spin,
                     "lambda_speed": body.lambda_speed, "lambda": body.lambda_,
                     "p_1": body.p[0], "p_2": body.p[1], "p_3": body.p[2],
                     "energy": body.energy_}
    for name in ("spin", "lambda_", "p", "energy_", "spin_speed", "lambda_speed", "energy"):
        assert np.array_equal(motion[name][-1], getattr(body, name)), name
    np.testing.assert_allclose(body.R @ body.p, [1, 0, 0], atol=1e-9)
    # a wheel's rate is set with w as it is, w with the wheels' momenta as they are
    body.input.u = 0.25
    w, L, lambda_ = body.w, body.L, body.lambda_
    body.lambda_speed = 7
    assert body.lambda_speed == pytest.approx(7, rel=1e-14)
    np.testing.assert_allclose(body.w, w, 1e-14)
    np.testing.assert_allclose(body.L - L, [0, 0, body.lambda_ - lambda_], atol=1e-14)
    assert body.lambda_ == pytest.approx(0.1*(7 + w[2]), rel=1e-14)
    lambda_ = body.lambda_
    body.w = [0, 0, 3]
    assert body.lambda_ == lambda_ and body.lambda_speed == pytest.approx(lambda_/0.1 - 3)
    assert body.L[2] == pytest.approx((2.5 - 0.1)*3 + lambda_ + 0.25, rel=1e-14)
    for name in ("spin_speed", "spin", "energy_"):
        with pytest.raises(ValueError, match=name):
            setattr(body, name, [1, 2])
        with pytest.raises(module.StatusError, match="NOT_FINITE"):
            setattr(body, name, np.nan)
    with pytest.raises(AttributeError):
        body.energy = 1
    with pytest.raises(module.StatusError, match="NOT_POSITIVE"):
        module.Body(rotor=-0.01)
    assert module.Body.spin.__doc__ == "(): momentum of the wheel about its axis, N m s"
    assert module.Body.p.__doc__ == "(3,): fixed in space"
    same_run(tmp_path, WHEELS.replace("lambda", "w2").replace("state energy", "state e"),
             "--real", "float", "--method", "imidm")

def test_a_body_that_moves_without_parts(tmp_path):
    tethered = emitted(tmp_path, "tethered", "--without", "access,interp,stepper")
    body = tethered.Body(k=41)
    motion = body.run(0.005, 10)
    assert motion.dtype.names == ("t", "q", "L", "x", "v") and not hasattr(body, "R")
    body.x = [1, 2, 3]
    assert body.x.tolist() == [1, 2, 3] and body.q.shape == (4,)

# ---- the library and its cache ----

def script(path, **env):
    """Makes a body in a process of its own."""
    code = f"import sys; sys.path.insert(0, {str(path)!r}); import fast_top; print(fast_top.Body().q[0])"
    return subprocess.Popen([sys.executable, "-W", "error", "-c", code],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env={**os.environ, **env})

def finished(process):
    out, err = process.communicate()
    return process.returncode, out + err

def test_a_module_that_was_emitted_again(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    step = []
    for inertia in "1, 2, 2.5", "1, 2, 2.9":
        (tmp_path/"again.pol").write_text(f"body again\ninertia diag({inertia})\n"
                                          "start L = [1, 2, 3]\nstep 0.1\n")
        polhode("emit", tmp_path/"again.pol", "-o", tmp_path, "--quiet", "--with", "python")
        module = importlib.import_module("again")
        module = importlib.reload(module) if step else module
        body = module.Body()
        body.step(0.1)
        step.append(body.L.tolist())
    assert step[0] != step[1]

def test_the_cache(tmp_path):
    emitted(tmp_path, "fast_top")
    cc = tmp_path / "some cc"
    cc.write_text('#!/bin/sh\necho >>"$0.calls"\nexec cc "$@"\n')
    cc.chmod(0o755)
    calls = tmp_path / "some cc.calls"
    env = {"XDG_CACHE_HOME": str(tmp_path/"cache"), "CC": f"'{cc}' -O0"}
    # two at a time, then one that finds it there
    for process in [script(tmp_path, **env), script(tmp_path, **env)]:
        assert finished(process) == (0, "0.9887710779360422\n")
    first = calls.read_text()
    assert 1 <= len(first) <= 2
    assert finished(script(tmp_path, **env))[0] == 0 and calls.read_text() == first
    made = os.listdir(tmp_path/"cache"/"polhode")
    assert len(made) == 1 and made[0].endswith(".so")
    # another source: another library
    (tmp_path/"fast_top.c").write_text((tmp_path/"fast_top.c").read_text() + "\n")
    assert finished(script(tmp_path, **env))[0] == 0
    assert len(os.listdir(tmp_path/"cache"/"polhode")) == 2
    # one that is damaged is made anew, once
    for damaged in (lambda whole: b"", lambda whole: bytes(len(whole))):
        before = calls.read_text()
        for path in (tmp_path/"cache"/"polhode").iterdir():
            path.write_bytes(damaged(path.read_bytes()))
        for _ in range(2):
            assert finished(script(tmp_path, **env)) == (0, "0.9887710779360422\n")
            assert calls.read_text() == before + "\n"
    assert len(os.listdir(tmp_path/"cache"/"polhode")) == 2
    # no place for a cache: it works, and nothing is left
    (tmp_path/"file").write_text("")
    (tmp_path/"tmp").mkdir()
    env = {"XDG_CACHE_HOME": str(tmp_path/"file"), "TMPDIR": str(tmp_path/"tmp"),
           "CC": "cc -O0"}
    assert finished(script(tmp_path, **env)) == (0, "0.9887710779360422\n")
    assert os.listdir(tmp_path/"tmp") == []

def test_no_rotation(tmp_path):
    """Where R is none at the end there is a warning, else none."""
    spec = "body drifts\ninertia diag(1, 1, 1)\nstart w = [8, 0, 0]\nmethod kinematic(euler)\n"
    module = emitted(tmp_path, spec)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        module.Body().run(1e-3, 1000)
    module = emitted(tmp_path, spec.replace("drifts", "leaves"), "--attitude", "quaternion(renormalise = none)")
    body = module.Body()
    for go in (lambda: body.run(1e-3, 1000, every=50), lambda: body.step(1e-3)):
        with pytest.warns(UserWarning, match="R is not a rotation: .* above 1e-6 since t = "):
            go()

def test_what_does_not_fit(tmp_path):
    emitted(tmp_path, "fast_top")
    python = (tmp_path/"fast_top.py").read_text()

    def error(**env):
        status, text = finished(script(tmp_path, XDG_CACHE_HOME=str(tmp_path/"cache"), **env))
        assert status != 0
        return text

    assert "RuntimeError: fast_top: there is no C compiler 'no_cc'" in error(CC="no_cc")
    failed = error(CC="false")
    assert "-shared" in failed and "failed:" in failed
    assert not os.listdir(tmp_path/"cache"/"polhode")
    # a compiler for another machine: what it makes is no library here, and not kept
    cc = tmp_path/"other-cc"
    cc.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho other >"$2"\n')
    cc.chmod(0o755)
    failed = error(CC=f"{cc} -O0")
    assert f"RuntimeError: fast_top: this Python cannot load what {cc} -O0 made (" in failed
    assert failed.endswith("; name a compiler for it in CC\n") and "OSError" not in failed
    assert not os.listdir(tmp_path/"cache"/"polhode")
    polhode("emit", f"{ROOT}/specs/fast_top.pol", "-o", tmp_path, "--quiet", "--set", "mgl=1")
    assert "not made from the same content: emit both by one" in error(CC="cc -O0")
    # as if only what differs were to be seen
    mark = python.split("(content ")[1].split(")")[0]
    for options, text in ((("--real", "float"), "has other structs than fast_top.py"),
                          (("--without", "interp"), "lacks functions that fast_top.py needs")):
        polhode("emit", f"{ROOT}/specs/fast_top.pol", "-o", tmp_path, "--quiet", *options)
        for name in ("fast_top.c", "fast_top.h"):
            source = (tmp_path/name).read_text()
            (tmp_path/name).write_text(source.replace(source.split("(content ")[1].split(")")[0], mark))
        assert text in error(CC="cc -O0"), options

# ---- all ----

SPECS = [os.path.basename(path)[:-4] for path in sorted(glob.glob(f"{ROOT}/specs/*.pol"))]
METHODS = ALL and [m["name"] for m in json.loads(polhode("list", "methods", "--json"))] or []
CALLS = ["suzuki4(frb_exact)", "c67(sr)", "rkmk(gauss(2))", "rkmk(dopri5)", "projected(cf4)"]
ATTITUDES = ["quaternion", "matrix", "euler(zyx)", "euler(zxz, branch = principal)", "mrp",
             "rodrigues", "rotation_vector", "rotation_vector(branch = principal)"]

by_all = pytest.mark.skipif(not ALL, reason="by POL_ALL=1")
# Those with events are in test_python_events.py: equal steps of C ignore events.
EXAMPLES = [(spec, "--real", real, *(("--step", "0.1") if spec in ("cubesat", "thruster") else ()))
            for spec in SPECS if spec not in ("jet", "rocket") for real in ("double", "float")]
EXAMPLES += [(NAMES, "--attitude", attitude, "--real", real) for attitude in ATTITUDES for real in ("double", "float")]

@by_all
@pytest.mark.parametrize("words", EXAMPLES)
def test_examples(tmp_path, words):
    same_run(tmp_path, *words)

@by_all
@pytest.mark.parametrize("method", [*METHODS, *CALLS])
def test_methods(tmp_path, method):
    calls = [method, f"{method}(kutta4)", f"{method}(1/2)", f"{method}(rkmk(kutta4))"]
    for spec, call in ((s, c) for s in ("fast_top", "free_body", "thrown") for c in calls):
        if subprocess.run([POLHODE, "emit", f"{ROOT}/specs/{spec}.pol", "--method", call,
                           "-o", str(tmp_path)], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0:
            same_run(tmp_path, spec, "--method", call)
            return
    pytest.fail("on no body")
