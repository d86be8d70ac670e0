#!/usr/bin/env python3
# A comment at a constant of emitted C is what it was made of: each one is evaluated, to 60
# digits, with the moments of the text's own banner, and rounded to the number beside it.
#   test_constants.py POLHODE ROOT
import glob
import os
import re
import subprocess
import sys
import tempfile
from decimal import Decimal, getcontext

from checks import check, tell_checks

POLHODE, ROOT = (os.path.abspath(a) for a in sys.argv[1:3])
folder = tempfile.TemporaryDirectory(prefix="polhode_constants.")  # until the end
os.chdir(folder.name)
getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
CONSTANT = re.compile(r"([0-9.]+(?:e[-+]?[0-9]+)?)f? /\* ([-+*/^() 0-9Jpi]+?) \*/")
MOMENTS = re.compile(r"inertia +diag\(([^)]*)\)")


def value(formula, names):
    text = formula.replace("^", "**")
    text = re.sub(r"(?<![\w.])(?<!\*\*)(\d+)", r"Decimal(\1)", text)
    return eval(text, {"Decimal": Decimal, "pi": PI, **names})


def look(name, text, banner):
    """Checks every comment; how many there are, and those of them with a moment."""
    moments = MOMENTS.search(banner)
    names = {}
    if moments:
        for i, moment in enumerate(moments.group(1).split(",")):
            names[f"J{i + 1}"] = Decimal(moment.strip())
    found = CONSTANT.findall(re.sub(r"\s*\n\s*", " ", text))
    for number, formula in found:
        is_value = float(abs(value(formula, names)))
        check(is_value == float(number), f"{name}: {number} is no {formula}, {is_value!r}")
    return len(found), sum("J" in formula for _, formula in found)


def emitted(spec, method):
    words = [POLHODE, "emit", spec, "-o", "-", "--quiet", "--method", method]
    return subprocess.run(words, capture_output=True, text=True, timeout=120).stdout


all_found = 0
for path in sorted(glob.glob(os.path.join(ROOT, "tests/golden/*.c"))):
    if not os.path.basename(path).startswith("test_"):
        with open(path) as file:
            text = file.read()
        many = "_many.c" in path  # its moments are in another file
        banner = emitted(os.path.join(ROOT, "specs/satellite.pol"), "imidm") if many else text
        all_found += look(path, text, banner)[0]
check(all_found > 100, f"{all_found} comments in all goldens")

# one equal sum or difference of moments does not make another formula of it
with open(os.path.join(ROOT, "specs/satellite.pol")) as file:
    SATELLITE = file.read()
for third in "54000", "54000.5", "53000":
    with open("made.pol", "w") as file:
        file.write(re.sub(r"diag\([^)]*\)", f"diag(20000, 37000, {third})", SATELLITE))
    text = emitted("made.pol", "frb_exact")
    count, with_moments = look(f"satellite, J3 = {third}", text, text)
    check("/* (1/J2 - 1/J3)*(1/J1 - 1/J3) */" in text, f"J3 = {third}: no product")
    check(with_moments > 10, f"J3 = {third}: {with_moments} of {count} with moments")
# a constant of the spec is not a moment or pi, whatever its prime factors are
with open("primes.pol", "w") as file:
    file.write("""body primes
inertia diag(3.1, 4.7, 5.3)
torque body [1/101, 12889/7*w[1], 22277/9 - 36779/13*w[3]] - 101/3*w
start w = [1, 2, 3]
step 0.001
""")
for method in "rkmk(kutta4)", "frb_exact", "magnus(kutta4)":
    text = emitted("primes.pol", method)
    check(look(f"primes by {method}", text, text)[0] > 3, f"no comments by {method}")

for spec in "heavy_top", "kicked", "slow_top", "thruster", "cubesat_wheels":
    for method in "imidm", "rkmk(dopri5)", "frb_exact":
        text = emitted(os.path.join(ROOT, f"specs/{spec}.pol"), method)
        if text:
            look(f"{spec} by {method}", text, text)
tell_checks()
