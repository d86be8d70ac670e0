# What tests of sweeps share: numpy, and the records of a sweep.
import os
import sys

try:
    import numpy as np
except ImportError:  # Debian's has it, whichever comes first
    if sys.executable == "/usr/bin/python3":
        raise
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
from checks import check, run

def near(got, want, within, what):
    off = np.max(np.abs(np.asarray(got) - want)) if np.size(got) else 0
    check(np.shape(got) == np.shape(want) and off <= within, f"{what}: off by {off}, not {within}")

def alike(got, want, what):
    check(got == want, what + ": not the same bytes")

def sweep(spec, *words, want=0, **more):
    return run("sweep", spec, "--quiet", *words, want=want, **more)

def read(name):
    with open(name, "rb") as f:
        return f.read()

def swept(spec, *words, name="swept.npy"):
    """The records of a sweep."""
    for old in (name, name[:-3] + "json", name[:-3] + "trajectories.npy"):
        if os.path.exists(old):
            os.remove(old)
    sweep(spec, *words, "-o", name)
    return np.load(name)

def flat(records):
    """All numbers but checksum and status, a row a case."""
    return np.column_stack([records[n].reshape(len(records), -1)
                            for n in records.dtype.names if n not in ("check", "status")])
