#!/usr/bin/env bash
# Steppers in other languages: what --with python writes, and the manual's page,
# docs/guides/languages.md, whose programs all print what it says.  What is not installed
# is skipped.  Under POL_ALL=1 Python with many bodies, methods and attitudes.
#   test_languages.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"
export POLHODE=$polhode ROOT=$root XDG_CACHE_HOME=$work/cache PYTHONDONTWRITEBYTECODE=1

# --- the file: a banner, over nothing of others, no word of Python
cp "$root/specs/fast_top.pol" .
emit() { "$polhode" emit "$@" --with python; }
status 0 emit fast_top.pol --quiet; empty err
status 0 emit fast_top.pol --check; empty err
has fast_top.py '# fast_top.py - made by polhode'; has fast_top.py '#   by         polhode emit fast_top.pol --with python'
sed -i 's/^import numpy as np$/import numpy/' fast_top.py
status 1 emit fast_top.pol --check; has err 'this file was edited, here'
has err 'hint: emitted is: import numpy as np'
status 1 emit fast_top.pol --check --step 1e-4; has err 'fast_top.py: error: this file was made with other options'
has err 'hint: it was made by: polhode emit fast_top.pol --with python'
status 0 emit fast_top.pol --quiet
echo 'print("mine")' >rotor.py; cp rotor.py kept
status 1 emit fast_top.pol --name rotor; has err 'rotor.py: error: this file was not made by polhode from a body of this name'
same rotor.py kept; [ ! -e rotor.c ] || fail 'rotor.c was written'
for name in lambda None; do
    status 1 emit fast_top.pol --name $name
    has err "--with python: error: '$name' is a keyword of Python and cannot be a module; take another --name"
done
for name in numpy types ctypes; do
    status 1 emit fast_top.pol --name $name
    has err "--with python: error: '$name' is a module that Python or this file needs; take another --name"
done
[ "$(echo ./*.c)" = ./fast_top.c ] || fail "left: $(echo ./*.c)"

# --- Python, by Debian's numpy and pytest
python=
for p in python3 /usr/bin/python3; do
    [ "$python" ] || ! "$p" -c 'import numpy, pytest' 2>/dev/null || python=$p
done
if [ "$python" ]; then
    "$python" -W error -m pytest -q -p no:cacheprovider --rootdir "$work" --basetemp "$work/py" \
        "$root"/tests/cli/test_python{,_many,_events}.py >out 2>&1 || { fail 'pytest'; tail -60 out; }
    grep -E '^[0-9]+ passed' out || fail "pytest: $(tail -1 out)"
    ! "$python" -c 'import pyflakes' 2>/dev/null || status 0 "$python" -m pyflakes fast_top.py
else
    echo 'skipped: Python, for want of numpy and pytest'
fi

# --- the page: each block in a file, each command run; all print the same, but for
# --- a program with a text of its own
mkdir page
awk -v to=page/ '
  /^`[a-z_]*\.[a-z]*`/ { split($0, part, "`"); name = part[2] }
  /^```sh$/ { name = "commands" }
  /\(`[a-z_]*\.txt`\)/ { split($0, part, "`"); name = part[2] }
  /^```text$/ && name == "" { name = "printed" }
  /^```./ { on = name != ""; next }
  /^```$/ { on = 0; name = ""; next }
  on { print > (to name) }' "$root/docs/guides/languages.md"
mkdir bin; ln -s "$polhode" bin/polhode
[ ! "$python" ] || printf '#!/bin/sh\nexec %s -W error "$@"\n' "$(command -v "$python")" >bin/python3
[ ! "$python" ] || chmod +x bin/python3
PATH=$work/bin:$PATH
cd page || exit 1
run() { # one command of the page
    status 0 bash -c "$1"; empty err
    [[ $1 != *main* ]] || same out printed "$1"
    local text=${1#python3 }; text=${text%.py}.txt
    [ ! -e "$text" ] || same out "$text" "$1"
}
programs=0
while read -r command; do
    case $command in
    *rustc*) rustc --version >/dev/null 2>&1 || { echo 'skipped: Rust, not installed'; continue; }
        command="${command/rustc/rustc -D warnings}" ;;
    *julia*) command -v julia >/dev/null || { echo 'skipped: Julia, not installed'; continue; } ;;
    *python3*) [ "$python" ] || continue ;;
    *c++*) for compiler in g++ clang++; do run "${command/c++/$compiler -std=c++11 -Wall -Wextra -Werror}"; done ;;
    *main.c*) command="${command/cc/cc -std=c99 -Wall -Wextra -Wconversion -Werror}" ;;
    esac
    run "$command"; programs=$((programs + 1))
done <commands
between 6 $programs 12
! "$python" -c 'import pyflakes' 2>/dev/null || status 0 "$python" -m pyflakes ball.py

# the calls and structs of Julia's page, which few have, by ctypes
if [ "$python" ]; then
    run "python3 $root/tests/cli/as_julia.py main.jl"
fi
end
