#!/usr/bin/env bash
# specs/wheels.md, word by word.
#   test_wheels_page.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/pages.sh"
run_page wheels
between 6 $n 9
while read -r line; do has page/cubesat_wheels.h "$line"; done <cut/header
while read -r line; do has "$root/specs/cubesat_wheels.pol" "$line"; done <cut/spec

# what it says of results, in numbers
awk 'NR == 1 && $3 > 45 { n++ } NR == 4 && $3 < 0.02 { n++ } NR > 4 && $3 < 0.01 { n++ }
     END { exit !(NR == 8 && n == 6) }' cut/got.4 || fail 'pointing'
checks=$((checks + 1))
for k in bias:5 slosh:6; do
    awk -v l=1e-6 '/nutation|formula/ { f = $2 } /measured/ { m = $2 }
        END { exit !(f > 0 && m - f < l && f - m < l) }' cut/got.${k#*:} || fail "frequency of ${k%:*}"
done
sed 's/^start     w .*/start L = [0, 0, 0]/' page/cubesat_wheels.pol >page/still.pol
status 0 "$polhode" run page/still.pol --sample 60
between -0.0717 "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "w1") k = i } NR == 2 { print $k }' out)" -0.0711

# the spec in all forms, by clang beside the page's cc; the loop without its integral
status 0 "$polhode" emit page/cubesat_wheels.pol --with main,dossier,python -o all --quiet
has all/cubesat_wheels.md '| `gyro`, momenta of wheels | lines h_b, Jw (internal momentum, L without it) in: '
cp page/cubesat_wheels_test.c all
sed 's/ki = 2e-4/ki = 0/' page/loop.c >all/cubesat_wheels_without.c
flags='-std=c99 -Wall -Wextra -Wshadow -Wconversion -Werror'
status 0 clang $flags -O1 -ffp-contract=off -c all/cubesat_wheels.c -o stepper.o
for program in main test without; do
    status 0 clang $flags -DCUBESAT_WHEELS_EXACT_BITS -Iall all/cubesat_wheels_$program.c \
        stepper.o -lm -o program
    status 0 ./program
done
between 0.25 "$(awk '$1 == 100 { print $3 }' out)" 0.35
end
