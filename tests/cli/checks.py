# What tests of the command line in Python share: checks that are counted.
import sys

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
