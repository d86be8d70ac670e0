#!/usr/bin/env python3
# Does the test that `emit --with test` writes fail when one thing in the step, in
# _interp or in _set_rotation is changed: a sign, an operator, a comparison, an index, or
# a constant by 1e-4, in float by 1e-2?  A change counts if it changes a value at some of
# 10^4 drawn states (differ.c).  Bits are not compared but of an implicit method: what is
# wrong in its Jacobian changes how soon its equation is solved, and last digits.  A draw
# by POL_SEED; all of several bodies by POL_ALL=1.
#   test_changed.py POLHODE ROOT
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.append(os.path.dirname(os.path.abspath(__file__)) + "/../cli")
from checks import check, is_all, root, run, seed, specs, tell_checks, write  # noqa: E402

# A function that looks whether numbers are there, or alike, is left out: a sum of what is
# none is none whatever its signs are, and what is none spreads to all that is looked at.
token = re.compile(r"""
    (?P<skip> ^static\ [^\n]*_(?:finite|same)\(.*?^} | /\*.*?\*/ | \#[^\n]* | "[^"]*")
  | (?P<end> ^})
  | (?<=\[) (?P<index> \d) (?=\])
  | (?P<number> \d+ (?:\.\d*)? (?:e[-+]?\d+)? f?)
  | (?P<name> [A-Za-z_]\w*)
  | (?<=\ ) (?P<between> <=? | >=? | && | \|\| | \+=? | -=?) (?=[ \n])
  | (?<=[\w)\]]) (?P<factor> [*/]) (?=[\w(\-\n])
  | (?<![\w)\]]) (?P<minus> -) (?![->])""", re.X | re.M | re.S)
instead_of = {"<=": ">", ">=": "<", "<": ">", ">": "<", "&&": "||", "||": "&&", "+": "-", "-": "+",
              "+=": "-=", "-=": "+=", "*": "/", "/": "*"}

def changed_number(word, share):
    x = float(word.rstrip("f"))
    if x == 0 or not re.search("[.e]", word):
        return None
    return f"{x*(1 + share):.9e}f" if word.endswith("f") else f"{x*(1 + share):.17e}"

def other_index(name, before):
    """The name with the next index of 0, 1, 2 that was there before, in this function."""
    if re.search(r"\D[012]$", name):
        for k in 1, 2:
            other = name[:-1] + str((int(name[-1]) + k) % 3)
            if other in before:
                return other
    return None

def changes_between(text, begin, end, share):
    before = set()
    for m in token.finditer(text, begin, end):
        kind, word, instead = m.lastgroup, m[m.lastgroup], None
        if kind == "end":
            before = set()
        elif kind == "index":
            instead = "1" if word == "0" else "0"
        elif kind == "number":
            instead = changed_number(word, share)
        elif kind == "name":
            instead = other_index(word, before)
            before.add(word)
        elif kind == "minus":
            instead = ""
        elif kind != "skip":
            instead = instead_of[word]
        if instead is not None:
            yield m.start(kind), word, instead

def all_changes(text, share):
    """Where, what stands there, and what instead."""
    step, read = text.index("/* --- the step"), text.find("\n/* --- getters and setters")
    yield from changes_between(text, text.index('#include "'), text.index("/* --- the start"), share)
    yield from changes_between(text, step, read if read >= 0 else len(text), share)
    setter = text.find("_set_rotation(")
    if read >= 0 and setter >= 0:
        yield from changes_between(text, setter, text.index("\n}", setter), share)

class Body:
    """Its C, its test, and the C as it is for differ.c."""

    def __init__(self, spec, words):
        self.name = re.search(r"^body *(\w+)", open(spec).read(), re.M)[1]
        is_float = "float" in words
        self.share, self.limit = ("1e-2", "1e-4") if is_float else ("1e-4", "1e-9")
        run("emit", spec, *words, "-o", ".", "--force", "--with", "test", "--quiet")
        self.text = open(self.name + ".c").read()
        self.flags = ["-O0", "-ffp-contract=off", "-w", "-I.", f"-I{root}", f"-I{root}/runtime"]
        if re.search(", implicit$", self.text, re.M):
            self.flags.append(f"-D{self.name.upper()}_EXACT_BITS")
        run(*self.flags, "-c", self.name + "_test.c", "-o", "test.o", program="gcc")
        self.described = f"""
#include "{self.name}_stepper.h"
const pol_stepper *const described = &{self.name}_stepper;
int set(const double R[9], double out[9])
{{
    {self.name} x;
    {"float" if is_float else "double"} r[9];
    int i, status;
    {self.name}_start(&x);
    for (i = 0; i < 9; i++) r[i] = R[i];
    status = {self.name}_set_rotation(&x, r);
    {self.name}_rotation(&x, r);
    for (i = 0; i < 9; i++) out[i] = r[i];
    return status;
}}
"""
        self.build(self.text + self.described, "as_is.so", "-shared", "-fPIC")

    def build(self, text, to, *words):
        return subprocess.run(["gcc", *self.flags, *words, "-x", "c", "-", "-x", "none", "-o", to, "-lm"],
                              input=text.encode(), stderr=subprocess.DEVNULL).returncode == 0

    def passes(self, text, program):
        """None: it is no C."""
        if not self.build(text, program, "test.o"):
            return None
        try:
            return subprocess.run(["./" + program], stdout=subprocess.DEVNULL, timeout=10).returncode == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            os.remove(program)

    def differs(self, text):
        return not self.build(text + self.described, "other.so", "-shared", "-fPIC") or subprocess.run(
            ["timeout", "60", "./differ", self.limit, "./as_is.so", "./other.so"]).returncode != 0

def try_changes(every, most, spec, *words):
    """Of each `every`-th change at most `most` in 1000 survive."""
    body = Body(spec if spec.endswith(".pol") else f"{specs}{spec}.pol", words)
    check(body.passes(body.text, "right"), f"{spec}: the test fails as it is")
    changes = list(all_changes(body.text, float(body.share)))
    tried = [(at, word, body.text[:at] + instead + body.text[at + len(word):], instead)
             for at, word, instead in changes[seed % every::every]]
    with ThreadPoolExecutor() as pool:
        passed = list(pool.map(lambda i: body.passes(tried[i][2], f"changed_{i}"), range(len(tried))))
    killed, still, alive = passed.count(False), 0, 0
    for at, word, text, instead in (tried[i] for i in range(len(tried)) if passed[i]):
        if not body.differs(text):
            still += 1
            continue
        line = body.text.count("\n", 0, at)
        alive += 1
        print(f"survives: {spec} {words}: line {line + 1}: {word} -> {instead or 'nothing'}: "
              + body.text.split("\n")[line])
    print(f"{spec} {words}: of {len(changes)} changes {killed} are found, {alive} not; {still} change nothing")
    check(killed > 0 and 1000*alive <= most*(killed + alive), f"{spec} {words}: too many survive")

run("-O1", f"-I{root}", root + "/tests/changed/differ.c", "-o", "differ", "-ldl", "-lm", program="gcc")
own = root + "/tests/changed/quad_ground.pol"
if is_all:
    try_changes(1, 10, own)
    try_changes(1, 30, own, "--real", "float")
    try_changes(1, 20, own, "--method", "mr")
    try_changes(1, 10, "fast_top")
    try_changes(1, 30, "fast_top", "--real", "float")
    try_changes(1, 30, "thrown", "--real", "float")
    try_changes(1, 30, "heavy_top", "--method", "sr", "--real", "float")
    try_changes(2, 10, "cubesat_wheels")
    try_changes(1, 20, "satellite", "--method", "imidm")
    try_changes(4, 20, "damped", "--method", "rkmk(gauss(2))")
else:
    try_changes(80, 200, "fast_top", "--real", "float")
    try_changes(150, 200, "cubesat_wheels")
    try_changes(150, 200, own)
tell_checks()
