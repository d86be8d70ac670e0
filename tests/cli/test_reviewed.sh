#!/usr/bin/env bash
# Emitted C before the tools by which flight software is reviewed: MISRA C:2012
# by cppcheck's addon (no finding but of the advisory rules below), cppcheck's own
# checks, gcc's analyzer, clang-tidy.  Daily one file; under POL_ALL=1 many bodies,
# methods and attitudes in both real types.  What is not installed is skipped.
#   test_reviewed.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"

# Advisory, each: unused tags and macros of headers; objects and functions with
# one user; parentheses; declarators after a comma; more than one break in a loop;
# more than one return; parameters that are changed.
advisory='2[.][345]|8[.][79]|12[.][13]|15[.][45]|17[.]8'
printf '{"script": "misra.py", "args": []}\n' >misra.json
misra='' tidy=''
if command -v cppcheck >/dev/null && cppcheck --addon=misra.json -q "$root/tests/golden/kicked.h" >/dev/null 2>&1; then
    misra=yes
else
    echo "skipped: MISRA C, for want of cppcheck and its addon"
fi
[ "${POL_ALL:-0}" = 1 ] && { command -v clang-tidy >/dev/null && tidy=yes || echo "skipped: clang-tidy, not installed"; }

# by_misra FILE: what is found that is not expected, in ./found
by_misra() {
    cppcheck -q --std=c99 --addon=misra.json --inline-suppr \
        --enable=warning,style,performance,portability "$1" 2>&1 |
        grep -E '\[[A-Za-z0-9.-]+\]$' | grep -vE "\[misra-c2012-($advisory)\]$" >found
    empty found
}
# emitted DIR SPEC OPTION...: it is emitted, and nobody finds anything in it
emitted() {
    local dir=$1 spec=$2; shift 2
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o "$dir" --quiet "$@"
    local flags='-std=c99 -O1 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror'
    status 0 gcc $flags -c -o out.o "$dir/$spec.c"; empty err
    [ ! "$misra" ] || by_misra "$dir/$spec.c"
    [ "${POL_ALL:-0}" = 1 ] || return
    status 0 gcc $flags -O2 -fanalyzer -c -o out.o "$dir/$spec.c"; empty err
    [ ! "$tidy" ] && return
    # arguments of one type side by side are what functions of numbers have
    clang-tidy -quiet "$dir/$spec.c" -- -std=c99 >found 2>/dev/null \
        -checks='-*,bugprone-*,cert-*,-bugprone-easily-swappable-parameters'
    empty found
}

emitted top fast_top --real float
# that a finding would be found
if [ "$misra" ]; then
    sed 's/const bool flip/const int flip/' top/fast_top.c >top/other.c
    cppcheck -q --std=c99 --addon=misra.json --enable=style top/other.c >out 2>&1
    has out misra-c2012-10.3
fi
if [ "${POL_ALL:-0}" = 1 ]; then
    for real in double float; do
        for spec in "$root"/specs/*.pol; do
            spec=${spec##*/}
            emitted "$real" "${spec%.pol}" --real "$real" $([ "$spec" != thruster.pol ] || echo --tolerance 1e-4)
        done
        emitted exact kicked --method frb_exact --real "$real"
        emitted implicit kicked --method 'rkmk(gauss(2))' --real "$real"
        emitted numbers kicked --method kinematic\(kutta4\) --attitude 'euler(zyx)' --real "$real"
        emitted vector fast_top --attitude rotation_vector --real "$real"
        emitted projected fast_top --method 'projected(rkmk(kutta4))' --real "$real"
        emitted composed fast_top --method 'c67(sr)' --attitude 'rodrigues' --real "$real"
        emitted adaptive thrown --method 'rkmk(dopri5)' --tolerance 1e-5 --real "$real"
        emitted fewer thrown --method imidm --without interp,access,stepper --real "$real"
        for spec in kicked thruster; do
            echo "#include \"${spec}_stepper.h\"" >"$real/all_$spec.c"
            [ ! "$misra" ] || by_misra "$real/all_$spec.c"
        done
    done
fi
end
