#!/usr/bin/env python3
# What `polhode sweep` and `polhode report` say of what is wrong, exactly, before
# anything is written: refused.txt has commands, the exit status, and what stands on
# stderr.  POL_UPDATE=1 writes it anew.
#   test_refused.py POLHODE ROOT
import os
import re
import shlex
import subprocess
import sys
import tempfile

polhode, root = map(os.path.abspath, sys.argv[1:3])
told = root + "/tests/cli/refused.txt"
folder = tempfile.TemporaryDirectory(prefix="polhode_said.")  # until the end
os.chdir(folder.name)


def write(name, text):
    with open(name, "w") as f:
        f.write(text)


write("top.pol", """body top
const m = 2
param mgl = 20
param lean[3] = [0, 0, 1]
param turned = turn(e1, 0.1)
inertia diag(5, 5, 1)
potential mgl*dot(R'*e3, lean)
keep axial = dot(e3, L)
wheel fly(axis = e3, inertia = 0.1, speed = 2)
state z = [0, 0, 1] rate w
start w = [0, 0, 50]
step 0.1
until 1
""")
write("names.pol", """body names
param energy = 1
param status = 2
param time = 3
param w_drift = 4
param start_w = 5
inertia diag(1, 2, 2.5)
keep w_1 = energy*status*time*start_w*w[1]
""")
write("wrong.pol", "body wrong\ninertia diag(1, 2, 3.5)\n")
write("twice.pol", "body twice\ninertia diag(1, 2, 2.5)\nstart L = t*e1\nstart w = [1, 2, 3]\nstep 0.1\n")
write("unread.pol", "body\n")
write("many.pol", "body many\ninertia diag(1, 2, 2.5)\n" +
      "".join(f"param p{i} = {i}\nparam q{i} = [1, 2, 3]\n" for i in range(70)))
for name, text in (("none", ""), ("heading", "mgl\n"), ("blank", "\n\n mgl \n\n"),
                   ("bad", "mgl,w1,w2,w3\n1,2,3,4\n\n1,2,x,4\n"), ("few", "mgl,w1,w2,w3\n1,2,3\n"),
                   ("much", "mgl\n1\n1,2\n"), ("missing", "w1,w3\n1,2\n"), ("odd", "w4\n1\n"),
                   ("unknown", "mgll\n1\n"), ("const", "m\n1\n"), ("twice", "mgl,mgl\n1,2\n"),
                   ("again", "w1,w1,w2,w3\n1,1,1,1\n"), ("part", "turned11\n1\n"),
                   ("step", "step\n1\n"), ("gap", "mgl,,w1\n1,2,3\n"), ("nan", "mgl\nnan\n"),
                   ("inf", "mgl\n1\n1e999\n"), ("good", "mgl\n1\n2\n"), ("zero", "w0\n1\n"),
                   ("mirror", "R11,R12,R13,R21,R22,R23,R31,R32,R33\n1,0,0,0,1,0,0,0,1\n1,0,0,0,1,0,0,0,-1\n"),
                   ("longer", "R33,R12,R13,R21,R22,R23,R31,R32,R11\n1,0,0,0,1,0,0,0,1.00001\n"),
                   ("wide", ",".join(f"w{i}" for i in range(1, 200)) + "\n"),
                   ("empty_field", "mgl,t\n1,\n"), ("quoted", 'mgl\n"2"\n"1,5"\n'),
                   ("byte", "mgl\n1\n2\0\n"), ("hex", "mgl\n0x10\n"),
                   ("tiny", "mgl\n0e-400\n1e-400\n"), ("small", "mgl\n1e-60\n"),
                   ("numbers", "1,2\n3,4\n"), ("furlong", "mgl (furlong)\n1\n"),
                   ("tail", "w1_deg_s,w2,w3\n1,2,3\n")):
    write(name + ".csv", text)
write("mine.html", "<p>mine</p>")
write("plain.txt", "plain\n")
os.mkdir("folder")
before = sorted(os.listdir())
blocks, checks, failures = [], 0, 0
with open(told) as f:
    for line in f:
        if line.startswith("$ "):
            blocks.append([line, ""])
        elif blocks:
            blocks[-1][1] += line
        else:
            blocks.append([line, ""])
for i, (line, want) in enumerate(blocks):
    if not line.startswith("$ "):
        continue
    command, *words = shlex.split(line[2:].replace("~", "\n"))
    # many of a kind: '@70 --vary p# = 1'
    if words and words[0].startswith("@"):
        n, words = int(words[0][1:]), words[1:]
        words = [words[0]] + [w.replace("#", str(k)) for k in range(n) for w in words[1:3]] + words[3:]
    p = subprocess.run([polhode, command, *words], capture_output=True, text=True, timeout=120,
                       stdin=subprocess.DEVNULL)
    got = re.sub(r"and \d+ are free", "and ... are free", p.stderr) + (f"exit {p.returncode}\n" if p.returncode != 1 else "") + "\n"
    now = sorted(os.listdir())
    checks += 1
    if now != before or p.stdout:
        failures += 1
        print("FAILED:", line, "files are not as they were, or something is printed")
        for name in set(now) - set(before):
            os.remove(name)
    if os.environ.get("POL_UPDATE") == "1":
        blocks[i][1] = got
    elif got != want:
        failures += 1
        print("FAILED:", line, "says\n", got, "not\n", want, sep="")
if os.environ.get("POL_UPDATE") == "1":
    with open(told, "w") as f:
        f.write("".join(a + b for a, b in blocks))
print(f"{checks} checks, {failures} failures")
sys.exit(failures > 0 or checks < 50)
