#!/usr/bin/env bash
# Sums of stages in vectors (AVX, for float SSE) have the bits of the code in memory, which has
# none: by emitted tests.   test_packs.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"
grep -q '\<avx\>' /proc/cpuinfo || { echo 'skipped: no AVX'; exit 0; }
cat >waves.pol <<'END'
body waves
inertia [[1.2, 0.1, 0], [0.1, 1.5, 0.2], [0, 0.2, 2]]
torque body [sqrt(1 + w[1]^2)*sin(2*t), max(w[2], 0.1)*R[1,2], -0.2*w[3]] + 0.1*sin(t)*e2
torque space [0, norm(w), 0.5*cos(3*t)]
start w = [1, 0.5, -2]
step 0.01
END
packed=0
while read -r spec method; do
    for real in double float; do
        name=$(basename "$spec" .pol)
        status 0 "$polhode" emit "$spec" --method "$method" --real $real --with test --quiet --without stepper
        packed=$((packed + $(grep -c 'pack[0-9]* = ' "$name.c")))
        bits=-D$(echo "$name" | tr a-z A-Z)_EXACT_BITS
        for compiler in gcc clang; do
            status 0 $compiler -std=c99 -O2 -mavx -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow -Werror \
                "$bits" "${name}_test.c" "$name.c" -lm -o packs
            status 0 ./packs
        done
    done
done <<END
$root/specs/satellite.pol magnus(verner98e)
$root/specs/heavy_top.pol rkmk(dverk78, form = rate)
$root/specs/kicked.pol rkmk(verner87e)
waves.pol magnus(dverk78)
END
between 60 $packed 10000
end
