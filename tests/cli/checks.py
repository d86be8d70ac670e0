# What tests of the command line in Python share: the program and the repository that they
# are given, an empty folder, checks that are counted, and JSON without NaN and Infinity.
import functools
import json
import os
import random
import subprocess
import sys
import tempfile
import time

polhode, root = (os.path.abspath(x) for x in sys.argv[1:3])
specs = root + "/specs/"
is_all = os.environ.get("POL_ALL", "0") == "1"
seed = int(os.environ.get("POL_SEED", "1"))
draw = random.Random(seed)
folder = tempfile.TemporaryDirectory(prefix="polhode_test.")  # until the end
os.chdir(folder.name)
checks = failures = 0

def refuse(constant):
    raise ValueError(f"{constant} is not JSON")

json.loads = functools.partial(json.loads, parse_constant=refuse)
json.load = functools.partial(json.load, parse_constant=refuse)

def check(good, what):
    global checks, failures
    checks += 1
    if not good:
        failures += 1
        print("FAILED:", what)

def wait_for(condition):
    """A minute at most."""
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)

def same(got, want, what):
    check(got == want, f"{what}: {got!r}, not {want!r}")

def write(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)
    return name

def run(*words, want=0, program=polhode, **more):
    """A command of polhode's, or of another program, that ends so; None: as it likes."""
    p = subprocess.run([program, *words], **{"stdin": subprocess.DEVNULL, **more}, capture_output=True,
                       text=True, errors="replace", timeout=240)
    check(want in (None, p.returncode), f"exit {p.returncode}, not {want}: {words}\n{p.stderr[-600:]}")
    return p

def tried(command, spec, *words):
    """A command on a spec, which is a text, that ends as it likes."""
    return run(command, write("body.pol", spec), *words, want=None)

def tell_checks():
    print(f"{checks} checks, {failures} failures")
    sys.exit(failures > 0)
