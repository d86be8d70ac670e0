"""Many bodies of what `polhode emit --with python --batch` writes, beside each alone.

Run by test_languages.sh as test_python.py is; one of BATCHES is drawn.
"""
import math
import os
import pickle
import platform
import signal
import subprocess
import sys

import numpy as np
import pytest

from test_python import ALL, NAMES, WHEELS, emitted

SEED = int(os.environ.get("POL_SEED") or 1)
BATCHES = [(NAMES, ), (WHEELS, ), (WHEELS, "--real", "float", "--method", "imidm"),
           ("kicked", "--real", "float", "--attitude", "matrix"), ("heavy_top", "--method", "mr"),
           ("tethered", "--without", "access,interp,stepper")]

def alone(module, bodies, move):
    """Moves the bodies one by one: their states and statuses."""
    status = []
    for body in bodies:
        try:
            move(body)
            status.append("OK")
        except module.StatusError as error:
            status.append(error.status)
    return [body.state.tobytes() for body in bodies], status

def spread(module, n):
    """Bodies of different states, parameters and inputs; some are to fail."""
    rng = np.random.default_rng(SEED)
    bodies = module.Bodies(n)
    for L in bodies.L:
        L *= rng.uniform(0.9, 1.1, n)
    bodies.L[0, 5], bodies.L[1, 7] = np.nan, 1e7
    for group in (getattr(bodies, "par", None), getattr(bodies, "input", None)):
        for name in vars(type(group)) if group else ():
            if not name.startswith("_") and rng.random() < 0.5:
                one = np.asarray(getattr(group, name), module.REAL)
                array = (one[..., None]*rng.uniform(0.98, 1.02, n)).astype(module.REAL)
                array += 0.01*(one[..., None] == 0)
                array.setflags(write=False)
                setattr(group, name, array)
                assert getattr(group, name) is array
    return bodies

@pytest.mark.parametrize("batch", BATCHES if ALL else [BATCHES[SEED % 6]])
def test_have_the_bits_of_each(tmp_path, batch):
    module = emitted(tmp_path, *batch, "--batch")
    bodies = spread(module, 37)
    each = list(bodies)
    assert len(each) == len(bodies) == 37
    arrays = {name: getattr(bodies, name) for name in vars(module.Bodies)
              if isinstance(getattr(bodies, name, None), np.ndarray)}
    assert len(arrays) == len(module.STATE.names)
    for name, array in arrays.items():
        assert array.shape[-1] == 37 and array.flags.c_contiguous and array.dtype == module.REAL
        assert name == "t_rest" or array[..., 0].shape == np.shape(getattr(each[0], name))
    for steps in (70, 1):
        status = bodies.run(0.01, steps)
        states, names = alone(module, each, lambda body: body.step(0.01, steps))
        assert [body.state.tobytes() for body in bodies] == states
        assert [module.STATUS[s] for s in status] == names and status.dtype == np.uint8
        assert names[5] != "OK" and names.count("OK") > 30
    assert all(getattr(bodies, name) is array for name, array in arrays.items())

def test_in_place(tmp_path):
    module = emitted(tmp_path, "fast_top", "--batch")
    # pieces; who fails stays where it is
    n = 5000
    bodies = spread(module, n)
    bodies.par.mgl = np.linspace(1, 20, n)
    where = [0, 5, 7, 8, n - 1]
    each = [bodies[i] for i in where]
    assert each[4].par.mgl == 20 and each[1].R.shape == (3, 3)
    status = bodies.run(1e-3, 150)
    states, names = alone(module, each, lambda body: body.step(1e-3, 150))
    assert [bodies[i].state.tobytes() for i in where] == states
    assert [module.STATUS[status[i]] for i in where] == names == [
        "OK", "NOT_FINITE", names[2], "OK", "OK"] and names[2] != "OK"
    assert np.count_nonzero(status) == 2 and module.STATUS[0] == "OK"
    # Ctrl-C is seen after a piece
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    old = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            bodies.run(1e-6, sys.maxsize)
    finally:
        signal.signal(signal.SIGALRM, old)
    pieces = (bodies.t - 0.15)/64e-6
    assert np.unique(pieces.round(6)).size == 3 and pieces[0].round(6) % 1 == 0 < pieces[0]
    # arrays of the user's: rows of a larger one, beside one another
    room = np.zeros((12, n + 3))
    q, L = room[:8:2, 1:n + 1], room[9:6:-1, 2:n + 2]
    L[...] = bodies.L
    others = module.Bodies(n, L=L)
    q[...] = others.q
    others.q = q
    assert others.L is L and others.q is q
    others.L[2] += 1
    others.par.mgl = 3
    some = others[n - 2]
    assert others.par.mgl == 3 and some.par.mgl == 3
    assert not others.run(1e-3, 3)[8:].any() and L[2, 9] == pytest.approx(bodies.L[2, 9] + 1)
    some.step(1e-3, 3)
    assert some.q.tolist() == q[:, n - 2].tolist() and some.t == others.t[n - 2]
    assert not room[[1, 3, 5]].any()
    assert not room[:, 0].any() and not room[10:].any()
    # in and out
    body = module.Body()
    body.step(1e-3)
    others[-1] = body
    assert others.t[n - 1] == body.t and others[n - 1].state == body.state
    copied = pickle.loads(pickle.dumps(others))
    copied.run(1e-3, 1)
    assert copied[-1].t == 2e-3 and others[-1].t == 1e-3 and not np.shares_memory(copied.q, q)
    assert module.Bodies(0).run(1e-3, 10).shape == (0,) and list(module.Bodies(0)) == []
    assert not module.Bodies(2).run(1e-3, 0).any()
    assert "(3, n)" in module.Bodies.L.__doc__ and "weight" in module.ManyPar.mgl.__doc__

    def wrong(error, text, call):
        with pytest.raises(error) as raised:
            call()
        assert str(raised.value) == text

    few, zeros = module.Bodies(3), np.zeros((3, 3))
    frozen = np.zeros((3, 3))
    frozen.setflags(write=False)
    for value, error, text in (([1, 2, 3], TypeError, "L takes an array of float64 in place, not list"),
            (zeros.astype("f4"), TypeError, "L takes an array of float64 in place, not float32"),
            (zeros.astype(">f8"), TypeError, "L takes an array of float64 in place, not >f8"),
            (zeros[0], ValueError, "L has the shape (3, 3), not (3,)"),
            (zeros.T, ValueError, "L takes an array whose rows are contiguous"),
            (np.zeros((3, 6))[:, ::2], ValueError, "L takes an array whose rows are contiguous"),
            (frozen, ValueError, "L is written to, and this array is read-only")):
        wrong(error, text, lambda: setattr(few, "L", value))
        wrong(error, text, lambda: module.Bodies(3, L=value))
    # arrays are checked at each call: numpy changes them in place
    bodies = module.Bodies(3)
    bodies.L.shape = (9,)
    wrong(ValueError, "L has the shape (3, 3), not (9,)", lambda: bodies.run(1e-3, 1))
    bodies.L.shape = (3, 3)
    bodies.L.setflags(write=False)
    wrong(ValueError, "L is written to, and this array is read-only", lambda: bodies.run(1e-3, 1))
    bodies.L.setflags(write=True)
    bodies.L.dtype = "i8"
    wrong(TypeError, "L takes an array of float64 in place, not int64", lambda: bodies.run(1e-3, 1))
    bodies.L.dtype = "f8"
    assert not bodies.run(1e-3, 1).any()
    wrong(TypeError, "mgl takes an array of float64 in place, not list",
          lambda: setattr(few.par, "mgl", [1, 2, 3]))
    wrong(ValueError, "mgl has the shape (3,), not (2,)", lambda: setattr(few.par, "mgl", zeros[0, :2]))
    with pytest.raises(module.StatusError, match=r"NOT_FINITE \(mgl would"):
        few.par.mgl = math.nan
    wrong(IndexError, "there is no body 3 among 3", lambda: few[3])
    wrong(IndexError, "there is no body -4 among 3", lambda: few.__setitem__(-4, body))
    wrong(TypeError, "bodies[1] takes a Body, not int", lambda: few.__setitem__(1, 2))
    wrong(ValueError, "n is -1; it must be a number of bodies", lambda: module.Bodies(-1))
    wrong(ValueError, f"steps is -1; it must be a number of steps, 0 to {2**63 - 1}", lambda: few.run(0.1, -1))
    for make in (lambda: module.Bodies(3, mgl=3), lambda: module.Bodies(3, par=3),
                 lambda: setattr(few, "l", few.L)):
        with pytest.raises(AttributeError):
            make()
    shared = "arrays of the state share memory with one another, or with parameters or inputs"
    for name, array in (("L", few.q[:3]), ("t", few.q[3]), ("t_rest", few.t)):
        kept = getattr(few, name)
        setattr(few, name, array)
        wrong(ValueError, shared, lambda: few.run(1e-3, 1))
        setattr(few, name, kept)
    few.par.mgl = few.L[1]
    wrong(ValueError, shared, lambda: few.run(1e-3, 1))
    assert few[0].state == few[2].state == module.Body().state
    # a process that is forked after threads were
    code = ("import os, signal, sys; sys.path.insert(0, '.'); import fast_top as m\n"
            "b = m.Bodies(99); b.run(1e-3, 9); child = os.fork(); signal.alarm(60)\n"
            "if child: sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\n"
            "print(b.run(1e-3, 9).sum(), round(b.t[98], 9))")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True,
                          stdout=subprocess.PIPE, env={**os.environ, "OMP_NUM_THREADS": "2"})
    assert done.stdout == b"0 0.018\n"

def test_adaptive(tmp_path):
    module = emitted(tmp_path, "thruster", "--batch", "--without", "access,interp,stepper")
    bodies = module.Bodies(9)
    bodies.L[2] = np.linspace(0, 0.1, 9)
    bodies.par.level = np.linspace(0.01, 0.05, 9)
    bodies.control["angle"] = bodies.control["rate"] = np.geomspace(1e-4, 1e-10, 9)
    bodies.control["most"][3] = 1
    each = list(bodies)
    for t in (3, 6):
        status = bodies.advance(t)
        states, names = alone(module, each, lambda body: body.advance(t))
        assert [body.state.tobytes() for body in bodies] == states
        assert [module.STATUS[s] for s in status] == names and names[3] == "UNFINISHED"
        assert bodies.control["steps"].tolist() == [body.control.steps for body in each]
    assert bodies.t[0] == 6 > bodies.t[3] and bodies.control["steps"][8] > bodies.control["steps"][0]

def test_are_compiled(tmp_path, monkeypatch):
    """Without the flags that a compiler does not take, and for each processor."""
    cc = tmp_path / "cc"
    cc.write_text('#!/bin/sh\ncase "$*" in *512* | *-fopenmp*) exit 1;; esac\n'
                  'echo "$*" >>"$0.calls"\nexec cc "$@" -O0\n')
    cc.chmod(0o755)
    monkeypatch.setenv("CC", str(cc))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path/"cache"))
    module = emitted(tmp_path, "free_body", "--batch", "--without", "access,interp,stepper")
    assert not module.Bodies(3).run(0.01, 3).any()
    last = (tmp_path/"cc.calls").read_text().splitlines()[-1]
    assert "-O3 -march=native -fno-math-errno -fno-trapping-math" in last and "-ffp-contract=off" in last
    assert len(os.listdir(tmp_path/"cache"/"polhode")) == 2
    if platform.machine() == "x86_64" and os.path.exists("/proc/cpuinfo"):
        assert " fpu " in module._told()[1][0] and len(module._told()[1]) == 1
    monkeypatch.setattr(module, "_told", lambda: "another processor")
    module._library.cache_clear()
    assert not module.Bodies(3).run(0.01, 3).any()
    assert len(os.listdir(tmp_path/"cache"/"polhode")) == 3
