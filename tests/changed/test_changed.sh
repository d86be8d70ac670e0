#!/usr/bin/env bash
# Does the test that `emit --with test` writes fail when one thing in the step is
# changed: a sign, an operator, a comparison, an index?  Bits are not compared here.
# Constants are changed, too, but those that no tolerance shows are not counted.  A
# draw by POL_SEED; all of several bodies by POL_ALL=1.
#   test_changed.sh POLHODE ROOT CHANGE
change=$3
. "${BASH_SOURCE%/*}/../cli/checks.sh"
export LC_ALL=C

# changed EVERY MOST SPEC OPTION...: each EVERY-th; at most MOST in 100 survive
changed() {
    local every=$1 most=$2 name=$3 share=1e-4 n i killed=0 alive=0 what line; shift 3
    [[ " $* " == *float* ]] && share=1e-2
    rm -rf m; status 0 "$polhode" emit "$root/specs/$name.pol" "$@" -o m --with test --quiet
    status 0 gcc -O0 -ffp-contract=off -c "m/${name}_test.c" -o m/test.o
    status 0 gcc -O0 -ffp-contract=off "m/$name.c" m/test.o -o m/a -lm
    status 0 m/a
    n=$("$change" "m/$name.c" $share)
    for ((i = POL_SEED % every; i < n; i += every)); do
        what=$("$change" "m/$name.c" $share "$i" m/changed.c)
        gcc -O0 -w -ffp-contract=off m/changed.c m/test.o -o m/a -lm 2>/dev/null || continue
        timeout 10 m/a >/dev/null 2>&1 || { killed=$((killed + 1)); continue; }
        line=${what#line }; line=${line%%:*}
        echo "survives: $name $*: $what: $(sed -n "${line}p" "m/$name.c")"
        [[ $what =~ ^line\ [0-9]+:\ [0-9] && $what == *.*'->'* ]] || alive=$((alive + 1))
    done
    echo "$name $*: of $n changes $killed are found, $alive not (without constants)"
    checks=$((checks + 1))
    [ $((100 * alive)) -le $((most * (killed + alive))) ] && [ $killed -gt 0 ] ||
        fail "too many survive"
}

: "${POL_SEED:=1}"
if [ "${POL_ALL:-}" = 1 ]; then
    changed 1 5 fast_top
    changed 1 5 fast_top --real float
    changed 2 5 thrown --real float
    changed 2 5 damped --method 'rkmk(gauss(2))'
else
    changed 80 20 fast_top --real float
fi
end
