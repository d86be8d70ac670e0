#!/usr/bin/env bash
# Emitted C before the tools by which flight software is reviewed: MISRA C:2012
# by cppcheck's addon (no finding but of the advisory rules below), cppcheck's own
# checks, gcc's analyzer, clang-tidy, Frama-C.  Daily one file; under POL_ALL=1 many bodies,
# methods and attitudes in both real types.  What is not installed is skipped.
#   test_reviewed.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"

# Advisory, each: unused tags and macros of headers; objects and functions with
# one user; parentheses; declarators after a comma; more than one break in a loop;
# more than one return; parameters that are changed.
advisory='2[.][345]|8[.][79]|12[.][13]|15[.][45]|17[.]8'
printf '{"script": "misra.py", "args": []}\n' >misra.json
misra='' tidy=''
echo "int probe;" >probe.c # the addon writes beside what it reads
if command -v cppcheck >/dev/null && cppcheck --addon=misra.json -q probe.c >/dev/null 2>&1; then
    misra=yes
else
    echo "skipped: MISRA C, for want of cppcheck and its addon"
fi
[ "${POL_ALL:-0}" != 1 ] || { command -v clang-tidy >/dev/null && tidy=yes || echo "skipped: clang-tidy, not installed"; }

# findings FILE: of cppcheck, which looks at a text once (minutes for the largest)
findings() {
    local kept
    kept=kept_$(cksum <"$1" | tr ' ' _)
    [ -e "$kept" ] || cppcheck -q --std=c99 --addon=misra.json --inline-suppr \
        --enable=warning,style,performance,portability "$1" >"$kept" 2>&1
    cat "$kept"
}
# by_misra FILE: what is found that is not expected, in ./found
by_misra() {
    findings "$1" | grep -E '\[[A-Za-z0-9.-]+\]$' | grep -vE "\[misra-c2012-($advisory)\]$" >found
    empty found
}
# emitted DIR SPEC OPTION...: it is emitted, and nobody finds anything in it
emitted() {
    local dir=$1 spec=$2 file=$root/specs/$2.pol; shift 2
    [ ! -e "$spec.pol" ] || file=$spec.pol
    status 0 "$polhode" emit "$file" -o "$dir" --quiet "$@"
    local flags='-std=c99 -O1 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror'
    status 0 gcc $flags -c -o out.o "$dir/$spec.c"; empty err
    [ ! "$misra" ] || by_misra "$dir/$spec.c"
    [ "${POL_ALL:-0}" = 1 ] || return
    status 0 gcc $flags -O2 -fanalyzer -c -o out.o "$dir/$spec.c"; empty err
    [ ! "$tidy" ] && return
    # arguments of one type side by side are what functions of numbers have
    clang-tidy -quiet "$dir/$spec.c" >found 2>/dev/null \
        -checks='-*,bugprone-*,cert-*,-bugprone-easily-swappable-parameters' -- -std=c99
    empty found
}

emitted top fast_top --real float
# many bodies: pointers become integers where they are compared (11.4, advisory)
many() {
    local advisory="$advisory|11[.]4" spec=$1; shift
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o "many_$spec" --quiet --batch "$@"
    by_misra "many_$spec/${spec}_many.c"
}
[ ! "$misra" ] || many fast_top --real float --method mr
if [ "$misra" ] && [ "${POL_ALL:-0}" = 1 ]; then
    many satellite --method imidm; many thruster; many jet; many cubesat_wheels --method 'rkmk(gauss4)'
fi
# that a finding would be found
if [ "$misra" ]; then
    sed 's/const bool flip/const int flip/' top/fast_top.c >top/other.c
    cppcheck -q --std=c99 --addon=misra.json --enable=style top/other.c >out 2>&1
    has out misra-c2012-10.3
fi
# programs SPEC OPTION...: so are a program that uses it and one that tests it, which
# print (21.6, required) and look at a state's bits through a union (19.2, advisory)
programs() {
    local spec=$1 advisory="$advisory|19[.]2|21[.]6" file; shift
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o "programs_$spec" --quiet --with main,test "$@"
    for file in main test; do
        status 0 gcc -std=c99 -O2 -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror -c -o out.o "programs_$spec/${spec}_$file.c"; empty err
        [ ! "$misra" ] || by_misra "programs_$spec/${spec}_$file.c"
    done
}
programs fast_top --real float
# --- the page for who reviews it
# dossier SPEC FUNCTION OPTION...: emitted; what it says is so
dossier() {
    local spec=$1 function=$2 dir=page_$1 rule sweeps
    shift 2
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o "$dir" --quiet --with dossier "$@"; empty err
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o "$dir" --check --with dossier "$@"
    local page=$dir/$spec.md c=$dir/$spec.c
    ! grep -nE '\{\{|^%|nil|table:' "$page" || fail "no page: $page"
    # operations of a function, counted in its text
    sed -n "/^[a-z].* ${spec}_$function(/,/^}/p" "$c" | sed '1,/^{/d; s|/\*[^*]*\*/||g; s/->//g; s/[0-9]e-[0-9]/e/g' >text
    local mul add
    mul=$(grep -o '[*]' text | wc -l); add=$(grep -oE ' [+-]( |$)' text | wc -l)
    has "$page" "| \`${spec}_$function\` | $mul | $add | 0 |"
    # bounds of loops
    for sweeps in $(sed -nE 's/.*sweep < ([0-9]+).*/\1/p' "$c"); do
        has "$page" " | $sweeps; then \`${spec^^}_NOT_CONVERGED\` |"
    done
    [ "$(grep -c 'sweep < ' "$c")" = "$(grep -c "Newton's iteration for" "$page")" ] || fail "loops of $spec"
    sed -nE 's/^([a-z]*_)?(.*_far)\(.*/\2/p' "$c" | while read -r name; do
        grep -q "| .*$name.* | halvings" "$page" || echo "$name"
    done >found; empty found
    sed -nE 's/^([a-z].* \**)?([a-z_0-9]+)\(.*/function \2/p; s/^ +(for|while) \(.*/loop/p' "$c" |
        awk '/^function/ { name = $2 } /^loop/ { print name }' | sort -u | while read -r name; do
        sed -n '/^## Loops/,/^## /p' "$page" | grep -q "^| .*\`$name\`.* | " || echo "$name"
    done >found; empty found
    # ranges: the program for Frama-C has those of the table
    sed -n '/^```c$/,/^```$/p' "$page" | sed '1d;$d' >eva.c
    sed -nE '/^## Ranges/,/^## /s/^\| `[^`]*` \| ([^ ]*) \| ([^ ]*) \| .*/\1 \2/p' "$page" | while read -r low high; do
        sed 's/\([0-9]\)f\([,)]\)/\1\2/g' eva.c | grep -qF "within($low, $high)" || echo "$low $high"
    done >found; empty found
    status 0 gcc -std=c99 -Wall -Wextra -Wno-unused -Werror -fsyntax-only -I"$dir" -I. -DANY eva.c
    status 0 gcc -std=c99 -Wall -Wextra -Wno-unused -Werror -fsyntax-only -I"$dir" -I. eva.c
    # its commands: sizes, without data and bss
    awk '/^```sh/ { n++; on = 1; next } /^```/ { on = 0 } on && n == 1' "$page" >host
    awk '/^```sh/ { n++; on = 1; next } /^```/ { on = 0 } on && n == 2' "$page" >arm
    status 0 bash -euc "cd $dir && . ../host"; has out "${spec}_run"
    awk 'NR == 2 { ok = $1 > 0 && $2 == 0 && $3 == 0 } END { exit !ok }' out || fail "size of $spec"
    if command -v arm-none-eabi-gcc >/dev/null; then
        status 0 bash -euc "cd $dir && . ../arm"; has out "${spec}_run"
    fi
    [ "$misra" ] || return
    findings "$c" | sed -nE 's/.*\[misra-c2012-([0-9.]+)\]$/\1/p' | sort -u >rules
    while read -r rule; do has "$page" "| $rule |"; done <rules
}
echo 'double Frama_C_double_interval(double, double); float Frama_C_float_interval(float, float);' >__fc_builtin.h
dossier kicked momentum --method imidm
has page_kicked/kicked.md '| `let` pulse | lines named after it in: first lines of the step, start, `kicked_loads` |'
has page_kicked/kicked.md '`kicked_par.period`, s; default 2.0; read in: first lines of the step, start, `kicked_loads` |'
status 0 "$polhode" emit "$root/specs/cubesat_wheels.pol" -o page_cubesat_wheels --quiet --with dossier
has page_cubesat_wheels/cubesat_wheels.md '| inertia J* | xx 0.0332841, yy 0.0330841, zz 0.0066841, '
has page_cubesat_wheels/cubesat_wheels.md '| wheel yaw | axis [0.0, 0.0, 1.0], inertia 1.59e-05 kg m^2 |'
has page_cubesat_wheels/cubesat_wheels.md '| `wheel` yaw | `cubesat_wheels.yaw`, its momentum; lines yaw_rate in: stage 1, '
has page_cubesat_wheels/cubesat_wheels.md '; its rate: `cubesat_wheels_yaw_speed`, `cubesat_wheels_set_yaw_speed` |'
has page_cubesat_wheels/cubesat_wheels.md '| `state` sum | `cubesat_wheels.sum` |'
has page_cubesat_wheels/cubesat_wheels.md '| `cubesat_wheels_set_yaw_speed` | '
if [ "${POL_ALL:-0}" = 1 ]; then
    for spec in "$root"/specs/*.pol; do
        spec=${spec##*/}; dossier "${spec%.pol}" momentum
    done
    dossier fast_top momentum --real float --method frb_exact
fi
echo 'body b inertia diag(1, 2, 2.5) wheel a(axis = e3, inertia = 0.02) step 0.1 until 1' >rest.pol
status 0 "$polhode" emit rest.pol -o rest --quiet --with dossier
has rest/b.md '| `x.a` | -20.0 | 20.0 | 1000 rad/s, from rest |'
status 0 "$polhode" emit "$root/specs/kicked.pol" -o page_kicked --quiet --with dossier
sed -i 's/^R. = R S(w)/R = R S(w)/; s/order 4 |/order 5 |/' page_kicked/kicked.md
status 1 "$polhode" emit "$root/specs/kicked.pol" -o page_kicked --check --with dossier
has err 'kicked.md:'; has err 'this file was edited, here'
echo '# mine' >page_kicked/kicked.md
status 1 "$polhode" emit "$root/specs/kicked.pol" -o page_kicked --with dossier
has err 'this file was not made by polhode'

if [ "${POL_ALL:-0}" = 1 ]; then
    for spec in "$root"/specs/*.pol; do
        spec=${spec##*/}
        [ $spec = rocket.pol ] || programs "${spec%.pol}" # its first steps are not smooth
    done
    programs thrown --method imidm --without access,interp
    for real in double float; do
        for spec in "$root"/specs/*.pol; do
            spec=${spec##*/} few=
            case $real,$spec in
            float,cubesat.pol) few='--step 0.1 --without interp' ;; # less of it
            *,thruster.pol) few='--tolerance 1e-4' ;;
            esac
            emitted "$real" "${spec%.pol}" --real "$real" $few
        done
        echo 'body hop inertia diag(2, 3, 5) mass 2 force space [0, 0, -19.62] start w = [0.3, 1, 0.2]
            start v = [0, 0, 5] step 0.1 event up when x[3] - 1 event tilt when R[3,3] - 0.2' >hop.pol
        while read -r spec words; do eval "emitted other $spec --real $real $words"; done <<'END'
fast_top --method 'taylor(20)'
satellite --method 'taylor(8)' --tolerance 1e-5
hop --method 'taylor(6)'
hop --method 'taylor(20)' --tolerance 1e-5
kicked --method frb_exact
kicked --method 'rkmk(gauss(2))'
kicked --method 'kinematic(kutta4)' --attitude 'euler(zyx)'
fast_top --attitude rotation_vector
fast_top --method 'projected(rkmk(kutta4))'
fast_top --method 'c67(sr)' --attitude rodrigues
thrown --method 'rkmk(dopri5)' --tolerance 1e-5
thrown --method imidm --without interp,access,stepper
END
        printf '#include "thruster_stepper.h" /* %s */\n' $real >"$real/all_thruster.c"
        [ ! "$misra" ] || by_misra "$real/all_thruster.c"
    done
fi

# --- by Frama-C's EVA, with the program and the commands of the dossier
# analysed RANGE SPEC OPTION...: `ranges` or `any` numbers; ./alarms are the alarms, none if
# there is no such command for the method.
analysed() {
    local range=$1 spec=$2 dir=analysed command; shift 2
    rm -rf $dir
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o $dir --quiet --with dossier "$@"
    case $range in
    ranges) command=$(grep '^frama-c .*-eva-precision 2' "$dir/$spec.md") ;;
    any) command=$(grep '^frama-c .*-DANY' "$dir/$spec.md") ;;
    esac
    : >alarms
    [ "$command" ] || return
    status 0 bash -euc "cd $dir; $(grep "^sed -n '/^.*_eva.c$" "$dir/$spec.md"); ${change:-:}; $command"
    sed -nE 's/^ *([0-9]+) alarms? generated.*/\1/p' out >alarms
    has out "Values at end of function ${spec}_step"; lacks out 'NON TERMINATING'
    [ $range != any ] || has out ': 100% coverage'
}
# sound RANGE SPEC OPTION...: there is no alarm
sound() {
    analysed "$@"
    [ ! -s alarms ] || [ "$(cat alarms)" = 0 ] || { fail "$(cat alarms) alarms: $*"; grep -A2 'alarm\]' out | head -6; }
}
# methods KINDS: calls of those of these kinds that need no more
methods() {
    "$polhode" list methods | awk -v kinds="$1" 'NR > 1 && $0 ~ kinds { print $1 }' |
        sed -E 's/^(rkmk|kinematic|magnus)$/&(kutta4)/; s/^projected$/&(rkmk(kutta4))/'
}
# takes SPEC CALL: is the body for this method?
takes() { "$polhode" emit "$root/specs/$1.pol" -o taken --quiet --method "$2" 2>/dev/null; }
if [ "${POL_ALL:-0}" != 1 ]; then
    :
elif command -v frama-c >/dev/null; then
    # nothing is undefined: any method, the first of the bodies that it takes; any body; any
    # attitude; float
    for call in $(methods .); do
        for spec in kicked heavy_top free_body; do
            if takes $spec "$call"; then sound any $spec --method "$call"; break; fi
        done
    done
    for spec in "$root"/specs/*.pol; do
        spec=${spec##*/}; sound any "${spec%.pol}"
    done
    for attitude in $("$polhode" list attitudes | awk 'NR > 1 { print $1 }'); do
        [ "$attitude" != euler ] || attitude='euler(zyx)'
        sound any kicked --method imidm --attitude "$attitude" --real float
    done
    sound any kicked --method frb_exact --real float
    sound any thrown --method 'rkmk(dopri5)' --tolerance 1e-5 --real float
    sound any satellite --method 'taylor(20)' --tolerance 1e-5
    # no value is Inf or NaN: explicit methods but those that divide by |q|, six bodies; then
    # compositions with smaller intervals than others, and a body that moves
    for call in $(methods 'explicit|either' | grep -v kinematic); do
        for spec in fast_top slow_top heavy_top offdiag kicked free_body; do
            takes $spec "$call" && ! grep -q jacobi "taken/$spec.c" && sound ranges $spec --method "$call"
        done
    done
    for spec in fast_top slow_top kicked; do
        sound ranges $spec --method 'suzuki4(mr)'; sound ranges $spec --method 'c67(sr)'
    done
    sound ranges thrown
    # that something would be found
    change='sed -i "s/within(-500.0, 500.0)/within(-1e300, 1e300)/" fast_top_eva.c' analysed ranges fast_top
    between 1 "$(cat alarms)" 1000
    change='sed -i "s/fast_top_squares(R, 9/fast_top_squares(R, 10/" fast_top.c' analysed any fast_top
    between 1 "$(cat alarms)" 10
else
    echo "skipped: Frama-C, not installed"
fi
end
