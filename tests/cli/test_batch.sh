#!/usr/bin/env bash
# emit --batch: many bodies in one call have the bits of each alone, whatever the
# method, and loops over lanes are vector instructions.
#   test_batch.sh POLHODE ROOT [all]
. "${BASH_SOURCE%/*}/checks.sh"
all=${3:-}
specs=$root/specs
seed=${POL_SEED:-1}
strict='-Wall -Wextra -Wshadow -Wconversion -pedantic -Werror'
quick='-O3 -fno-math-errno -fno-trapping-math -mprefer-vector-width=512 -ffp-contract=off'
[ "$(uname -m)" = x86_64 ] || quick='-O3 -fno-math-errno -fno-trapping-math -ffp-contract=off'
grep -q avx2 /proc/cpuinfo && quick="$quick -march=native"

# batch SPEC METHOD REAL [OPTION...]: emitted into ./b; false if the body is not
# for this method
batch() {
    local spec=$1 method=$2 file=$specs/$1.pol; real=$3; shift 3
    [ ! -e "$spec.pol" ] || file=$spec.pol
    rm -rf b; mkdir b
    status 0 "$polhode" emit "$file" --method "$method" --real "$real" --batch \
        --without interp,access,stepper -o b --quiet "$@"
    what="$spec $method $real $*"
    body=$(basename b/*_many.h _many.h)
    step=$(sed -nE 's/^step +([0-9./]+).*/\1/p' "$file"); step=${step:-0.01}
}
# driven COMPILER FLAG...: compiled with its flags, without a warning, and run
driven() {
    local adaptive=; grep -q _advance_many b/*_many.h && adaptive=-DADAPTIVE
    "$@" -std=c99 $strict -c "b/${body}_many.c" -o many.o 2>err &&
        gcc -std=c99 -O1 -ffp-contract=off -c "b/$body.c" -o alone.o 2>>err &&
        gcc -std=c99 -Wall -Wextra -Werror -O1 -ffp-contract=off $adaptive "-DBODY=$body" "-DREAL=$real" \
            "-DH=$step" -Ib -include "${body}_many.h" "$root/tests/many/drive.c" many.o alone.o \
            -lm -lgomp -o drive 2>>err || { fail "$what: it is not compiled"; head -5 err; return; }
    timeout 120 ./drive >out || { fail "$what, by $*"; cat out; }
}
# Has the object packed products for those of a step?  (Some become sums.)
packed() {
    local p=pd; [ "$real" = float ] && p=ps
    local got want
    got=$(objdump -d many.o | grep -cE "\bv?mul$p\b")
    want=$(sed -nE 's/^ \*.* ([0-9]+) mul, .*/\1/p' "b/$body.c" | awk '{ n += $1 } END { print int(0.6*n) }')
    [ "$got" -ge "$want" ] || fail "$what: $got packed products for $want"
}

# no data of its own but constants, and nothing that allocates
sober() {
    nm many.o | grep -E ' [BbCDd] |alloc' && fail "$what: globals, or allocation"
}

# --- methods whose speed is told: in lanes, by vectors of any width
has_lanes() { has "b/${body}_many.c" "lanes      16"; }
methods=('rkmk(kutta4)' 'rkmk(kutta4, form = rate)' imidm mr 'kinematic(dverk78)')
for k in 0 1 2 3 4; do
    [ -n "$all" ] || [ $((seed % 5)) -eq $k ] || [ $(((seed + 2) % 5)) -eq $k ] || continue
    batch fast_top "${methods[k]}" double; has_lanes
    driven gcc $quick; packed; sober
    [ -n "$all" ] || [ $((seed % 5)) -eq $k ] || continue
    driven gcc -O3 -fno-math-errno -fno-trapping-math; packed # SSE2
    driven clang $quick; packed
    batch fast_top "${methods[k]}" float; has_lanes
    driven gcc $quick -fopenmp; packed
done

# --- equations that are not solved at a jump
cat >flip.pol <<'END'
body flip param lim = 1 inertia diag(1, 2, 2.5) torque body if(w[1] > lim, -20*w, [3, 1, 0.5])
start w = [0.9, 0.2, 0.1] step 0.02
END
batch flip 'rkmk(radau_iia(2))' double; driven gcc $quick; packed
batch tethered simo float --attitude mrp; driven gcc $quick # done looks at what is corrected

# --- what is drawn: every method, body and attitude in turn
mapfile -t methods < <("$polhode" list methods --json | python3 -c '
import json, sys
for m in json.load(sys.stdin):
    name = m["name"]
    print(name + {"rkmk": "(gauss4)", "kinematic": "(kutta4)", "projected": "(rkmk(kutta4))",
        "magnus": "(kutta4)"}.get(name, ""))
print("rkmk(dopri5, form = rate)", "suzuki4(mr)", "rkmk(radau_iia(2))", "simo(kappa = exp)", sep="\n")')
bodies=(fast_top free_body heavy_top offdiag cubesat_wheels damped coulomb_wall
    kicked satellite slow_top thrown tethered)
attitudes=(quaternion matrix rotation_vector 'euler(zxz)' mrp)
for attitude in "${attitudes[@]}"; do status 0 "$polhode" check "$specs/fast_top.pol" --attitude "$attitude"; done
for method in "${methods[@]}"; do # some body takes each, as its first message says
    "$polhode" check "$specs/fast_top.pol" --method "$method" 2>err || has err ' takes no torque'
done
drawn=0
for ((i = 0; i < 1000 && drawn < ${DRAWN:-4}; i++)); do
    method=${methods[(seed + 7*i) % ${#methods[@]}]}
    spec=${bodies[(seed/3 + 5*i) % 12]} attitude=${attitudes[(seed/7 + i) % 5]}
    kind=double; [ $(((seed + i) % 3)) -eq 0 ] && kind=float
    "$polhode" check "$specs/$spec.pol" --method "$method" --attitude "$attitude" >/dev/null 2>&1 || continue
    batch "$spec" "$method" $kind --attitude "$attitude"
    driven gcc $quick
    grep -q 'lanes      16' b/*_many.c && packed
    drawn=$((drawn + 1))
done
[ $drawn -gt 0 ] || fail 'nothing was drawn'

# --- adaptive steps, one body after the other; another compiler, another language
batch thruster 'rkmk(dopri5)' double; driven gcc -O2 -ffp-contract=off
has b/thruster_many.c 'lanes      16; adaptive steps scalar'
g++ -Wall -Wextra -Wshadow -Wconversion -Werror -O0 -x c++ -fsyntax-only "b/${body}_many.c" || fail 'no C++'
batch kicked mr double; driven gcc -O2 -ffp-contract=off
has b/kicked_many.c 'lanes      scalar, because of sin'; has b/kicked_many.h '--batch'
batch dart mr double --step 0.01; driven gcc -O2 -ffp-contract=off
has b/dart_many.c 'lanes      scalar, because of tables'

# --- the kernel, as C++ with a stand-in for CUDA: one body after the other
status 0 "$polhode" emit "$specs/fast_top.pol" --with kernel --without stepper -o cuda --quiet
[ -e cuda/fast_top_many.c ] || fail 'a kernel without its batch'
status 0 "$polhode" emit "$specs/dart.pol" --step 0.001 --with kernel -o cuda --quiet
gcc -std=c99 -O1 -ffp-contract=off -c cuda/fast_top.c -o alone.o
if g++ -std=c++14 -Wall -Wextra -Werror -O1 -ffp-contract=off -D__CUDACC__ -Icuda -include "$root/tests/many/cuda.h" \
    "$root/tests/many/kernel.cpp" alone.o -lm -o kernel 2>err; then
    status 0 ./kernel
    has out 'the same bits'
else
    fail 'the kernel is not compiled'; head -5 err
fi
# by CUDA's compiler, and on a device, where they are
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if [ -x "$nvcc" ] && "$nvcc" --version >/dev/null 2>&1; then
    arch=; [ ! -e /dev/nvidiactl ] || arch=-arch=native
    "$nvcc" -O3 -fmad=false $arch -Xptxas -v -c cuda/fast_top_kernel.cu -o kernel.o 2>err &&
        "$nvcc" -Icuda -x cu -c "$root/tests/many/kernel.cpp" -o main.o 2>>err &&
        gcc -O1 -ffp-contract=off -c cuda/fast_top_many.c -o many.o 2>>err &&
        "$nvcc" main.o kernel.o many.o alone.o -o device 2>>err || { fail 'no CUDA'; head -5 err; }
    grep -E 'registers|spill' err
    status 0 "$nvcc" -Werror all-warnings -c cuda/dart_kernel.cu -o kernel.o
    if [ -n "$arch" ]; then
        ./device 1000000 1000 >out; got=$?
        cat out; [ $got -eq 0 ] || [ $got -eq 77 ] || fail "on a device: status $got"
    fi
fi
end
