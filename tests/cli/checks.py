# What tests of the command line in Python share: checks that are counted, and JSON
# without NaN and Infinity.
import functools
import json
import sys


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


json.loads = functools.partial(json.loads, parse_constant=refuse)
json.load = functools.partial(json.load, parse_constant=refuse)

checks = failures = 0


def check(good, what):
    global checks, failures
    checks += 1
    if not good:
        failures += 1
        print("FAILED:", what)


def same(got, want, what):
    check(got == want, f"{what}: {got!r}, not {want!r}")


def tell_checks():
    print(f"{checks} checks, {failures} failures")
    sys.exit(failures > 0)
