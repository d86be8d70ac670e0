#!/usr/bin/env bash
# Does the test that `emit --with test` writes fail when one thing in the step is
# changed: a sign, an operator, a comparison, an index, or a constant by 1e-4, in float
# by 1e-2?  A constant counts where that moves a state which the test looks at by more
# than the test allows.  Bits are not compared but of an implicit method: what is wrong
# in its Jacobian changes how soon its equation is solved, and last digits.  A draw by
# POL_SEED; all of several bodies by POL_ALL=1.
#   test_changed.sh POLHODE ROOT CHANGE
change=$3
. "${BASH_SOURCE%/*}/../cli/checks.sh"
export LC_ALL=C
cc=$(command -v tcc || echo gcc -O0 -ffp-contract=off) # tcc is the sooner done

# changed EVERY MOST SPEC OPTION...: each EVERY-th; at most MOST in 100 survive
changed() {
    local every=$1 most=$2 name=$3 share=1e-4 n i killed=0 alive=0 still=0 what line bits=; shift 3
    [[ " $* " == *float* ]] && share=1e-2
    rm -rf m; status 0 "$polhode" emit "$root/specs/$name.pol" "$@" -o m --with test --quiet
    grep -q ', implicit$' "m/$name.c" && bits=-D${name^^}_EXACT_BITS
    # a test that also prints how far each number is off, in parts of what is allowed
    sed '/ off = (at/s/$/ (void)fprintf(stderr, "%.9e\\n", (double)(off\/most));/' "m/${name}_test.c" >m/shown.c
    for x in "${name}_test" shown "$name"; do
        status 0 $cc $bits -c "m/$x.c" -o "m/$x.o"
    done
    status 0 $cc "m/$name.o" "m/${name}_test.o" -o m/a -lm; status 0 m/a
    status 0 $cc "m/$name.o" m/shown.o -o m/b -lm; status 0 m/b; mv err m/off
    checks=$((checks + 1)); [ -s m/off ] || fail 'no number is looked at'
    n=$("$change" "m/$name.c" $share)
    for ((i = POL_SEED % every; i < n; i += every)); do
        what=$("$change" "m/$name.c" $share "$i" m/changed.c)
        $cc -w -c m/changed.c -o m/changed.o 2>/dev/null || continue
        $cc m/changed.o "m/${name}_test.o" -o m/a -lm
        timeout 10 m/a >/dev/null 2>&1 || { killed=$((killed + 1)); continue; }
        if [[ $what =~ ^line\ [0-9]+:\ [0-9] && $what == *.*'->'* ]]; then
            $cc m/changed.o m/shown.o -o m/b -lm; m/b >/dev/null 2>m/now
            paste m/off m/now | awk '{ d = $1 - $2; if (d < 0) d = -d; if (!(d <= 1)) far = 1 }
                END { exit far }' && { still=$((still + 1)); continue; }
        fi
        line=${what#line }; line=${line%%:*}
        echo "survives: $name $*: $what: $(sed -n "${line}p" "m/$name.c")"
        alive=$((alive + 1))
    done
    echo "$name $*: of $n changes $killed are found, $alive not; $still constants move nothing"
    checks=$((checks + 1))
    [ $((100 * alive)) -le $((most * (killed + alive))) ] && [ $killed -gt 0 ] ||
        fail "too many survive"
}

: "${POL_SEED:=1}"
if [ "${POL_ALL:-}" = 1 ]; then
    changed 1 5 fast_top
    changed 1 5 fast_top --real float
    changed 1 5 thrown --real float
    changed 1 5 heavy_top --method sr --real float
    changed 2 5 cubesat_wheels
    # no step that is accepted turns as far as its functions of the angle go
    changed 1 9 satellite --method imidm
    changed 4 5 damped --method 'rkmk(gauss(2))'
else
    changed 80 20 fast_top --real float
    changed 300 20 cubesat_wheels
fi
end
