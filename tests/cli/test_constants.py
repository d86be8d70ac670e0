#!/usr/bin/env python3
# A comment at a constant of emitted C is what it was made of: each one is evaluated, to 60
# digits, with the moments of the text's own banner, and rounded to the number beside it.
# A long constant that a file has more than once has a name there; the compilers warn of none.
#   test_constants.py POLHODE ROOT
import glob
import math
import os
import re
from decimal import Decimal, getcontext

from checks import check, root, run, specs, tell_checks, write

getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
CONSTANT = re.compile(r"([0-9.]+(?:e[-+]?[0-9]+)?)f? /\* ([-+*/^() 0-9Jpi]+?) \*/")
DEFINED = re.compile(
    r"static const \w+ \w+ = ([0-9.e+-]+)f?; /\* ([-+*/^() 0-9Jpi]+?)(?:, 1/\(kg m\^2\))? \*/" )
NAMED = re.compile(r"^static const (?:double|float) (\w+) = ([0-9.e+-]+)f?;", re.M)
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?:e[-+]?\d+)?(?=f?\b)")
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
    line = re.sub(r"\s*\n\s*", " ", text)
    found = CONSTANT.findall(line)
    found += [f for f in DEFINED.findall(line) if f[1] != "1/(kg m^2)"]
    for number, formula in found:
        is_value = float(abs(value(formula, names)))
        check(is_value == float(number), f"{name}: {number} is no {formula}, {is_value!r}")
    return len(found), sum("J" in formula for _, formula in found)

def plain(text):
    """The code that reads constants: the method's, without comments and tables."""
    text = text[re.search(r"^/\* -+ (the start|one body)", text, re.M).start() :]
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^    x->.*", "", text, flags=re.M)  # a start
    return re.sub(r"\[\] = \{.*?\};", "", text, flags=re.S)

def is_of_page(number):
    """Pages have pi^2, pi^2/4, ln 2 and powers of two of their own."""
    x = float(number)
    known = math.pi**2, math.pi**2 / 4, math.log(2)
    return math.frexp(x)[0] == 0.5 or any(abs(x / a - 1) < 1e-6 for a in known)

def look_at_names(name, text):
    """Long constants that occur twice have names, which are used twice; how many."""
    text = re.sub(r"static const (double|float) (\w+) =\n +", r"static const \1 \2 = ", text)
    names, code = NAMED.findall(text), NAMED.sub("", plain(text))
    least = 7 if "static const float" in text or "const float" in text else 9
    again = {}
    for number in DECIMAL.findall(code):
        digits = re.sub(r"e.*", "", number).replace(".", "").lstrip("0")
        is_long = len(digits) >= least and not re.fullmatch(r"\d+\.0", number)
        again[number] = again.get(number, 0) + is_long
    twice = sorted(n for n, uses in again.items() if uses > 1 and not is_of_page(n))
    check(not twice, f"{name}: more than once: {twice}")
    for own, number in names:
        uses = len(re.findall(rf"\b{own}\b", code))
        check(uses > 1, f"{name}: {own} is used {uses} times")
        check(number not in again, f"{name}: {own} = {number} occurs without its name")
    check(len(set(own for own, _ in names)) == len(names), f"{name}: two of one name")
    return len(names)

def emitted(spec, method):
    return run("emit", spec, "-o", "-", "--quiet", "--method", method, want=None).stdout

all_found = all_named = 0
texts = {spec: emitted(f"{specs}{spec}.pol", method) for spec, method in (
    ("fast_top", "rkmk(kutta4, form = rate)"), ("thruster", "rkmk(bogacki_shampine32)"),
    ("free_body", "rkmk(bogacki_shampine32, map = cay)"), ("../tests/golden/spun", "fe"))}
for path in glob.glob(root + "/tests/golden/*.c"):
    if not os.path.basename(path).startswith("test_"):
        with open(path) as file:
            texts[path] = file.read()
for name, text in sorted(texts.items()):
    all_found += look(name, text, text)[0]
    all_named += look_at_names(name, text)
check(all_found > 100, f"{all_found} comments in all")
check(all_named > 50, f"{all_named} names in all")

# one equal sum or difference of moments does not make another formula of it
with open(specs + "satellite.pol") as file:
    SATELLITE = file.read()
for third in "54000", "54000.5", "53000":
    write("made.pol", re.sub(r"diag\([^)]*\)", f"diag(20000, 37000, {third})", SATELLITE))
    text = emitted("made.pol", "frb_exact")
    count, with_moments = look(f"satellite, J3 = {third}", text, text)
    check("/* (1/J2 - 1/J3)*(1/J1 - 1/J3) */" in text, f"J3 = {third}: no product")
    check(with_moments > 10, f"J3 = {third}: {with_moments} of {count} with moments")
# a constant of the spec is not a moment or pi, whatever its prime factors are
write("primes.pol", "body primes inertia diag(3.1, 4.7, 5.3) "
              "torque body [1/101, 12889/7*w[1], 22277/9 - 36779/13*w[3]] - 101/3*w start w = [1, 2, 3] "
              "step 0.001\n")
for method in "rkmk(kutta4)", "frb_exact", "magnus(kutta4)":
    text = emitted("primes.pol", method)
    check(look(f"primes by {method}", text, text)[0] > 3, f"no comments by {method}")

for spec in "heavy_top", "kicked", "slow_top", "thruster", "cubesat_wheels":
    for method in "imidm", "rkmk(dopri5)", "frb_exact":
        text = emitted(f"{specs}{spec}.pol", method)
        if text:
            look(f"{spec} by {method}", text, text)
            look_at_names(f"{spec} by {method}", text)

# an entry of the inverse inertia is called so, and no name of a spec is taken
text = emitted(specs + "offdiag.pol", "imidm")
J = [[1.2, 0.1, -0.2], [0.1, 1.5, 0.3], [-0.2, 0.3, 0.9]]
entries = re.findall(r"double offdiag_(MINUS_)?J_INV_(\d)(\d) =\s+(\S+); /\* 1/\(kg m\^2\) \*/", text)
check(len(entries) > 2 and any(minus for minus, *_ in entries), f"offdiag: J_INV: {entries}")
for minus, i, j, number in entries:
    i, j = int(i), int(j)
    det = sum(J[0][k]*(J[1][k - 2]*J[2][k - 1] - J[1][k - 1]*J[2][k - 2]) for k in range(3))
    entry = (J[j - 2][i - 2]*J[j - 1][i - 1] - J[j - 2][i - 1]*J[j - 1][i - 2])/det
    check(abs((-1 if minus else 1)*float(number) - entry) < 1e-14, f"J_INV_{i}{j} is {entry}")
write("taken.pol", "body b2 inertia diag(3, 7, 6.1) let b2_J2_OVER_J1 = sin(t) "
              "torque body -b2_J2_OVER_J1*w - b2_J2_OVER_J1*dot(w, e1)/(1 + t)*e2 start w = [1, 2, 3] "
              "step 0.001\n")
text = emitted("taken.pol", "rkmk(kutta4)")
names = re.findall(r"double (b2_J2_OVER_J1\w*) = ", text)
check(len(set(names)) == len(names) > 1, f"one name for two values: {names}")

# what compilers say of all files, in C and C++
for real, attitude, method, compiler in (
        ("double", "quaternion", "imidm", "gcc -std=c99"), ("float", "matrix", "imidm", "clang -std=c11"),
        ("double", "matrix", "rkmk(dopri5)", "g++ -xc++"), ("float", "quaternion", "rkmk(dopri5)", "gcc -std=c99"),
        ("double", "quaternion", "frb_exact", "clang -std=c11"), ("float", "matrix", "frb_exact", "g++ -xc++")):
    run("emit", specs + "satellite.pol", "-o", ".", "--quiet", "--force", "--batch", "--name", "b",
        "--method", method, "--attitude", attitude, "--real", real)
    for c in "b.c", "b_many.c":
        with open(c) as file:
            look_at_names(f"{c} by {method}, {attitude}, {real}", file.read())
    compiler, *flags = compiler.split()
    run(*flags, "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O0", "-c", "b.c", "b_many.c", program=compiler)
tell_checks()
