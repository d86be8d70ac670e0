#!/usr/bin/env python3
# Transcripts of the command line: what commands print, exactly, and their exit status.
# POL_UPDATE=1 writes it anew.  In a transcript
#     @ FILE TEXT    is a file that is there, by printf's escapes; or its lines follow
#     ! WORDS        are run by bash before
#     $ WORDS        are run by bash as `polhode WORDS`, in a folder with these files
# and stdout and then stderr follow.  The quoted source line and its caret are appended to
# their message.  `usage: ` replaces `polhode: ` where a usage line follows.  The expected
# exit status is 2 after a usage error, 1 after an error, 0 otherwise, or N in a line
# `exit N`.  A command that is refused leaves all files as they were.
#   test_refused.py POLHODE ROOT
import glob
import os
import re
import subprocess
import tempfile

from checks import check, polhode, root, tell_checks

os.environ.update(root=root, PATH=os.path.dirname(polhode) + ":" + os.environ["PATH"])

def shown(p):
    """What a process has printed, as a transcript has it."""
    said = re.sub(r"\n    (?=[^\n]*\n    )(.*)\n    (.*)", r" | \1 | \2", p.stderr)
    said = re.sub(r"^polhode: (.*)\nusage: .*", r"usage: \1", said)
    said = re.sub(r"and \d+ are free", "and ... are free", said)
    is_usage = re.search("^(usage|polhode): ", said, re.M)
    usual = 2 if is_usage else 1 if "error: " in said else 0
    return p.stdout + said + (f"exit {p.returncode}\n" if p.returncode != usual else "")

for name in sorted(glob.glob(root + "/tests/cli/*.txt")):
    with open(name, encoding="utf-8") as f:
        parts = re.split(r"^(?=[$@!] |# ----)", f.read(), flags=re.M)
    with tempfile.TemporaryDirectory(prefix="polhode_said.") as folder:
        for i, part in enumerate(parts):
            line, _, want = part.partition("\n")
            kind, _, words = line.partition(" ")
            if kind == "@":
                file, _, text = words.partition(" ")
                text = subprocess.run(["printf", text], stdout=subprocess.PIPE, check=True).stdout
                os.makedirs(os.path.dirname(f"{folder}/{file}"), exist_ok=True)
                with open(f"{folder}/{file}", "wb") as f:
                    f.write(text or want.encode())
            if kind == "!":
                subprocess.run(["bash", "-c", words], cwd=folder, check=True)
            if kind != "$":
                continue
            before = sorted(os.listdir(folder))
            p = subprocess.run(["bash", "-o", "pipefail", "-c", "polhode " + words], cwd=folder, text=True,
                               capture_output=True, timeout=120, stdin=subprocess.DEVNULL)
            got = shown(p)
            check(os.environ.get("POL_UPDATE") == "1" or got == want, f"{line}\n{got}not\n{want}")
            new = set(os.listdir(folder)) - set(before)
            check(p.returncode == 0 or not new, f"{line} writes {new}")
            parts[i] = line + "\n" + got
    if os.environ.get("POL_UPDATE") == "1":
        with open(name, "w", encoding="utf-8") as f:
            f.write("".join(parts))
tell_checks()
