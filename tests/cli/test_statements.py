#!/usr/bin/env python3
# Specs with a statement left out, doubled, moved, or taken from another spec: every
# command ends with a result or a message.  POL_SEED draws some; POL_ALL=1 tries each
# statement of each spec.
#   test_statements.py POLHODE ROOT
import glob

from checks import check, draw, is_all, root, run, tell_checks

SHORT = ["--step", "0.01", "--until", "0.02"]
COMMANDS = [["check"], ["emit", "-o", "emitted", "--force", "--with", "main,test,dossier,python"],
    ["run", *SHORT], ["run", "--until", "0.02", "--sample", "0.01", "--json"],
    ["order", *SHORT], ["drift", *SHORT], ["report", *SHORT, "--quick", "-o", "-"],
    ["sweep", *SHORT, "--vary", "w = [[1, 2, 3]]", "--csv"],
    ["sweep", *SHORT, "--vary", "L = [[1, 2, 3]]", "--vary", "t = 0:1:2", "--csv"],
    ["sweep", *SHORT, "--random", "R = rotation", "-n", "2", "--csv"],
    ["sweep", *SHORT, "--vary", "x = [[1, 2, 3]]", "--dry-run"], ["show", "step"]]

def statements(text):
    """The statements of a spec; brackets hold those of several lines together."""
    found, lines, depth = [], "", 0
    for line in text.splitlines(keepends=True):
        code = line.split("#")[0]
        lines += line
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
        if depth <= 0 and lines.strip():
            found += [lines] if code.strip() else []
            lines, depth = "", 0
    return found

def variants(list_of, others):
    for i, one in enumerate(list_of):
        without = list_of[:i] + list_of[i + 1:]
        yield without
        for place in (0, i, len(list_of)):
            yield list_of[:place] + [one] + list_of[place:]
        place = draw.randrange(len(list_of))
        yield without[:place] + [one] + without[place:]
        yield list_of[:place] + [draw.choice(others)] + list_of[place:]

specs = [statements(open(name, encoding="utf-8").read()) for name in sorted(glob.glob(root + "/specs/*.pol"))]
specs += [["body b\n", "inertia diag(1, 2, 2.5)\n", "start w = [1, 2, 3]\n", "step 0.1\n",
           "start L = t*e1\n", "mass 2\n", "start x = [1, 2, 3]\n", "gyro [0, 0, 1]\n"]]
others = sum(specs, [])
tries = [v for spec in specs for v in variants(spec, others)]
for variant in tries if is_all else draw.sample(tries, 16):
    with open("b.pol", "w", encoding="utf-8") as file:
        file.writelines(variant)
    for command, *options in COMMANDS if is_all else draw.sample(COMMANDS, 4):
        p = run(command, *options[:command == "show"], "b.pol", *options[command == "show":], want=None)
        check(p.returncode in (0, 1, 2) and (p.returncode == 0 or p.stderr),
              f"{command} {options}: exit {p.returncode}, {p.stderr[-300:]}, of\n" + "".join(variant))
tell_checks()
