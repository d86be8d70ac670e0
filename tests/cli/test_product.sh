#!/usr/bin/env bash
# Steppers in the projects of others, by one line of CMake: from an installed
# package, with Ninja and with make.
#   test_product.sh POLHODE ROOT BUILD_DIR
. "${BASH_SOURCE%/*}/checks.sh"
cmake --install "$3" --prefix "$work/usr" >/dev/null || exit 1

# --- what is there against what would be written; rules for make
cp "$root/specs/fast_top.pol" "$root/specs/kicked.pol" .
emit() { "$polhode" emit fast_top.pol --name rotor -o gen "$@"; }
status 0 emit --quiet --depfile 'gen/a b$.c.d'; empty out; empty err
has 'gen/a b$.c.d' 'gen/a\ b$$.c: fast_top.pol'
has gen/rotor.h 'int rotor_step(rotor *x'; has gen/rotor.c 'polhode emit fast_top.pol --name rotor'
lacks gen/rotor_stepper.h 'fast_top_'
# ... in which make finds each path, and which ninja reads
mkdir odd
for name in 'a b' 'a#b' 'a$b' 'a:b' 'a*b' 'a?b' 'a%b' "a'b" 'a&b' 'a[b' 'a~b' 'a,b' 'a@b' 'a(b'; do
    cp fast_top.pol "odd/$name.pol"
    status 0 "$polhode" emit "odd/$name.pol" --quiet --depfile "odd/$name.d" -o odd/gen
    printf '%%:\n\t@true\n' | cat "odd/$name.d" - >rules
    touch -d '2001-01-01' "odd/$name.pol"; touch -d '2002-02-02' "odd/$name"
    status 0 make -q -f rules "odd/$name"
    touch "odd/$name.pol"; status 1 make -q -f rules "odd/$name"
done
for name in 'a;b' 'a=b' 'a|b' 'a\b' $'a\nb'; do
    cp fast_top.pol "odd/$name.pol"
    status 1 "$polhode" emit "odd/$name.pol" -o odd/none --depfile odd/x.d; empty out
    has err '--depfile: error: make and ninja cannot read the path'
    has err 'hint: rename it: it has one of ; = | \ or a control character'
    status 1 "$polhode" emit fast_top.pol -o odd/none --depfile "odd/$name.d"
    has err '--depfile: error: make and ninja cannot read the path'
done
[ ! -e odd/none ] || fail 'written in spite of a wrong path'
# ... which take the place of nothing but a rule for the same
refused() { # FILE WHY HINT [OPTION...]: as a depfile of files that are not there
    local file=$1 error="$1: error: $2"; printf '%s\n' "$error" "hint: write another --depfile$3" >wanted; shift 3
    for folder in new -; do status 1 "$polhode" emit fast_top.pol -o $folder --depfile "$file" "$@"; same err wanted; empty out; done
    [ -z "$(ls -A new)" ] || fail "written: $(ls -A new)"
}
over=', or overwrite this file by --force'; mkdir new; mkfifo pipe; echo 'fast_top.pol: mine' >notes.txt; cp notes.txt mine.txt
printf 'notes.txt.c: mine\n' >mine.d; ln -s notes.txt linked.d; ln -s nowhere nothing.d
refused mine.d 'this is no rule of make for that target' "$over"
refused linked.d 'this is no rule of make for that target' "$over"
refused nothing.d 'this is a link to nothing' ''
for force in '' --force; do
    refused fast_top.pol 'this is the spec itself' '' $force
    refused pipe 'this is no regular file' '' $force
    status 1 emit --depfile gen/./rotor.h $force; has err 'rotor.h: error: another output file is this file, or has its name'
    status 1 "$polhode" emit fast_top.pol -o new --depfile ./new/fast_top.c $force
    has err './new/fast_top.c: error: another output file is this file, or has its name'
done
status 1 emit --depfile none/rule.d; has err 'none/rule.d: error: cannot be written: No such file or directory'
same fast_top.pol "$root/specs/fast_top.pol"; same notes.txt mine.txt; [ -p pipe ] || fail 'the pipe is gone'
[ -z "$(ls -A new)" ] || fail "written: $(ls -A new)"
: >empty.d; status 0 emit --quiet --depfile empty.d; has empty.d 'empty: fast_top.pol'
status 0 emit --check --depfile linked.d --force; has notes.txt 'linked: fast_top.pol'; [ -L linked.d ] || fail 'the link is gone'
echo 'linked: old' >notes.txt; status 0 emit --check --depfile linked.d; has notes.txt 'linked: fast_top.pol'; empty err
status 0 emit --check; empty out; empty err
cp gen/rotor.c kept; sed -i '200s/$/ /' gen/rotor.c; cp gen/rotor.c edited
status 1 emit --check; has err 'gen/rotor.c:200: error: this file was edited, here'
has err "hint: emitted is: $(sed -n 200p kept)"; same gen/rotor.c edited; cp kept gen/rotor.c
sed -i 's/$/\r/' gen/rotor.c; status 1 emit --check; has err 'gen/rotor.c:1: error: this file was edited, here or further down'
has err 'hint: lines end in CR LF here'; lacks err 'other options'; cp kept gen/rotor.c
status 1 emit --check --real float; has err 'gen/rotor.h: error: this file was made with other options'
has err 'hint: it was made by: polhode emit fast_top.pol --name rotor'
long='mgl = 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15'
status 0 emit --quiet --set "$long" --step 1e-4
status 1 emit --check; has err "hint: it was made by: polhode emit fast_top.pol --name rotor --set 'mgl=${long#mgl = }' --step 0.0001"
status 0 emit --quiet; sed -i 's/made by polhode [0-9.]*/made by polhode 0.0.9/' gen/rotor.c
status 1 emit --check; has err 'gen/rotor.c: error: this file was made by version 0.0.9, and'
status 0 emit --quiet; echo '# more' >>fast_top.pol; sed -i 's/$/\r/' fast_top.pol
status 0 emit --check; sed -i 's/= 20/= 21/' fast_top.pol
status 1 emit --check; has err 'gen/rotor.h: error: the spec, or a series that it reads, has changed since this file was made'
cp "$root/specs/fast_top.pol" .; mkdir -p sh/tableaus; cp "$root/templates/tableaus/kutta4.pol" sh/tableaus
status 0 emit --quiet --shelf sh --depfile gen/rotor.c.d; has gen/rotor.c.d 'sh/tableaus/kutta4.pol'
status 0 emit --check --shelf sh; echo '# more' >>sh/tableaus/kutta4.pol
status 1 emit --check --shelf sh; has err 'a file of the shelf has changed since this file was made'
# a disk that is full behind the header leaves nothing
mkdir full
(trap '' XFSZ; ulimit -f 16; exec "$polhode" emit fast_top.pol -o full) >out 2>err
[ -z "$(ls -A full)" ] || fail "left behind: $(ls -A full)"
has err 'full/fast_top.c: error: cannot be written: File too large'
echo '/* mine */' >gen/rotor.c
status 1 emit --check --shelf sh; has err 'gen/rotor.c: error: this file was not made by polhode from a body'
rm gen/rotor.c; mkfifo gen/rotor.c; status 1 timeout 20 "$polhode" emit fast_top.pol --name rotor -o gen --check
has err 'gen/rotor.c: error: cannot be read: it is not a regular file'; rm gen/rotor.c
status 1 emit --check --shelf sh; has err 'gen/rotor.c: error: cannot be read: No such file'

# --- the smallest program
mkdir with
specs='fast_top thruster'; [ "${POL_ALL:-0}" = 1 ] && specs+=' kicked thrown'
for spec in $specs; do
    status 0 "$polhode" emit "$root/specs/$spec.pol" --with main -o "with/$spec" --quiet
    status 0 "$polhode" emit "$root/specs/$spec.pol" -o "with/$spec" --check # the stepper is the same
    status 0 gcc -std=c99 -Wall -Wextra -Wconversion -Werror -O1 -o "with/$spec/a" with/"$spec"/*.c -lm
    status 0 "with/$spec/a"; empty err; has out 't,q0,q1,q2,q3,L0,L1,L2'
    [ "$(wc -l <out)" = 102 ] || fail "$(wc -l <out) lines"
    tail -n 1 out >last
    status 0 "$polhode" run "$root/specs/$spec.pol" --json
    sed -E 's/.*"(q|L)": \[([^]]*)\].*"(q|L)": \[([^]]*)\].*/\2, \4/' out | tr -d ' ' >>last
    awk -F, 'NR == 1 { for (i = 2; i <= 8; i++) a[i] = $i }
        NR == 2 { for (i = 2; i <= 8; i++) { d = a[i] - $(i - 1)
                  size = i < 6 ? 1 : sqrt($5^2 + $6^2 + $7^2)
                  if (d < 0) d = -d; if (d > 1e-6*size) bad = 1 } }
        END { exit bad || NR != 2 }' last || { fail "$spec ends elsewhere"; cat last; }
done

# --- a test for the target
printf 'body b\ninertia diag(1, 2, 2.5)\ntorque body abs(sin(4e3*t))*e1\nmethod rkmk(kutta4)\nstart w = [1, 2, 3]\nstep 0.01\nuntil 1\n' >kinks.pol
status 0 "$polhode" emit fast_top.pol -o with/two --with main --with dossier --quiet
[ -e with/two/fast_top_main.c ] && [ -e with/two/fast_top.md ] || fail 'the last --with alone'
sed 's/^torque.*/torque body -1e9*w/; s/^method.*/method rkmk(dopri5)/; s/^step.*/step adaptive(angle = 1e-6)/' kinks.pol >stiff.pol
status 1 "$polhode" emit stiff.pol --with test
has err 'these steps: try a smaller first one, adaptive(first = H)'
sed 's/^torque.*/torque body -2e3*w/; s/^method.*/method be/' kinks.pol >stiff.pol
status 0 "$polhode" emit stiff.pol --with test --quiet -o stiff
sed 's/^torque.*/torque body -0.1*w/' kinks.pol >no_keep.pol; echo 'keep none = log(t)' >>no_keep.pol
sed 's/^torque.*/torque body -5e3*w/; s/^method.*/method rkmk(dopri5)/; s/^step.*/step adaptive(angle = 1e-8)/' kinks.pol >stops.pol
status 0 "$polhode" emit stops.pol --with test --quiet -o stops; has stops/b_test.c 'its end is not certain'
status 0 "$polhode" emit no_keep.pol --with test --quiet -o no_keep
mkdir -p wrong/methods; sed 's/order *= *2/order = 4/' "$root/templates/methods/imidm.lua" >wrong/methods/imidm.lua
status 1 "$polhode" emit "$root/specs/offdiag.pol" --method imidm --shelf wrong --with test
has err 'above round-off and does not fall as order 4 requires'; has err 'hint: a smaller --step may show its order'
sed 's/keeps *= *{/keeps = { "energy", "energy_linear_potential",/' "$root/templates/methods/imidm.lua" >wrong/methods/imidm.lua
status 1 "$polhode" emit "$root/specs/free_body.pol" --method imidm --shelf wrong --with test
has err "--with test: error: imidm claims 'energy', but that drifts by "
status 1 "$polhode" emit "$root/specs/heavy_top.pol" --method imidm --shelf wrong --with test
has err "imidm claims 'energy_linear_potential', but"
status 0 "$polhode" emit "$root/specs/satellite.pol" --method imidm --shelf wrong --with test --quiet -o wrong # it is not
# tested COMPILER... -- SPEC OPTION...: it passes
tested() {
    local cc=()
    while [ "$1" != -- ]; do cc+=("$1"); shift; done; shift
    local spec=$1.pol; [ -e "$spec" ] || spec=$root/specs/$spec
    rm -rf tested; status 0 "$polhode" emit "$spec" "${@:2}" -o tested --with test --quiet
    status 0 "${cc[@]}" -std=c99 -Wall -Wextra -Wshadow -Wconversion -Werror -ffp-contract=off "-D${1^^}_EXACT_BITS" -o a tested/*.c -lm
    status 0 ./a; has out passed
}
reals=(double float); [ "${POL_ALL:-0}" = 1 ] || reals=("${reals[${POL_SEED:-1} % 2]}")
for real in "${reals[@]}"; do
    tested gcc -O2 -- fast_top --real $real
    tested gcc -O1 -- thrown --real $real
    tested clang -O1 -- free_body --real $real --attitude 'euler(zyx)'
    tested clang -O2 -- damped --real $real --method 'rkmk(gauss(2))'
    tested gcc -O2 -- satellite --real $real --method 'rkmk(dopri5)'
done
# broken SPEC SED WHAT: it finds what is changed so
broken() {
    sed "$2" "tested/$1.c" >changed.c; ! cmp -s changed.c "tested/$1.c" || fail "nothing changed: $2"
    status 0 "$(command -v tcc || echo gcc)" "-D${1^^}_EXACT_BITS" -Itested -o a changed.c "tested/$1_test.c" -lm
    status 1 ./a; has out "FAILED: $3"
}
# a wheel that almost stands in space: its momentum is far smaller than what it is set from
printf 'body still\ninertia diag(1, 2, 2.5)\nwheel wh(axis = e1, inertia = 0.1, speed = -500, torque = 0.2)\nstate n = 0 rate 0\ntorque body 0.2*e1\nstart w = [500, 0, 0]\nattitude matrix\nmethod rkmk(dopri5)\nstep adaptive(angle = 1e-7)\nuntil 2\n' >still.pol
for real in double float; do tested gcc -O1 -- still --real $real; done
broken still 's/value.3. = wh + 0.1/&00001/' 'set: number 12'
tested gcc -O1 -- thruster
broken thruster 's|error\[0\] = angle_0|error[0] = 1.01*angle_0|' 'sizes of adaptive steps'
broken thruster 's/error\[0\] = angle_0/error[0] = 1e5*angle_0/' 'adaptive steps: '
has out ' rejected, not 4 and 0'
broken thruster 's/double rate = error\[1\]/double rate = (c->steps < 20 ? 1.0 : 100.0)*error[1]/' 'adaptive steps: ' # in those that turn it far
lacks out ' rejected, not 4 and 0'
broken thruster 's/turn1_1 = q0[*]end_q1 -/turn1_1 = q0*end_q1 +/' 'interp: number '
broken thruster 's/value\[0\] = .*w0;/value[0] = w0;/' 'set: number 9'
broken thruster '/_set_quaternion(/,/^}/s/value\[1\] = q1/value[1] = -q1/' 'set: number '
status 0 gcc -O1 -ffast-math -o a tested/*.c -lm; status 1 ./a
has out 'compiled with -ffast-math or -ffinite-math-only: NaN and Inf checks and the clock do not work'
tested "$(command -v tcc || echo gcc)" -- cubesat --with dossier
has tested/cubesat_test.c 'cubesat_far[12]'; has tested/cubesat_test.c 'bits are not compared'; has tested/cubesat_test.c ' cc -O2 -ffp-contract=off cubesat_test.c'
has tested/cubesat_test.c 'Not tested here: momentum, energy, keep.'
has tested/cubesat.md 'last bits differ between libraries: bits are'; lacks tested/cubesat.md 'whose bits are compared'
tested gcc -O1 -- kicked --method mr --without access,interp
has tested/kicked_test.c 'Without functions that read'; lacks tested/kicked_test.c 'Not tested here'
tested gcc -O1 -- fast_top --method 'suzuki4(frb_exact)'
if arm-none-eabi-gcc --version >/dev/null 2>&1 && qemu-system-arm --version >/dev/null 2>&1; then
    arm=(arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -ffp-contract=off -Os)
    # small SPEC OPTION...: stepper and test take 6 KB at most
    define=NDEBUG
    small() {
        rm -rf arm; status 0 "$polhode" emit "$root/specs/$1.pol" --real float --with test --quiet -o arm "${@:2}"
        for f in "$1" "$1_test"; do status 0 "${arm[@]}" "-D$define" -std=c99 -c "arm/$f.c" -o "arm/$f.o"; done
        arm-none-eabi-size -A arm/*.o | awk '/^\.text|^\.rodata/ { n += $2 } END { print n }' >size
        between 1500 "$(cat size)" 6144
    }
    if [ "${POL_ALL:-0}" = 1 ]; then
        for method in 'rkmk(kutta4)' frb_exact sr mr cf4; do
            for spec in coulomb_wall damped free_body heavy_top kicked satellite slow_top; do
                small $spec --method "$method" --without interp
            done
        done
        for spec in offdiag tethered thrown; do small $spec --method sr --without interp,access; done
    fi
    define=FAST_TOP_EXACT_BITS; small fast_top --without interp
    status 0 "${arm[@]}" --specs=rdimon.specs -T "$root/specs/firmware/mps2.ld" "$root/specs/firmware/boot.c" arm/*.o -lm -o arm/a.elf
    status 0 timeout 60 qemu-system-arm -M mps2-an386 -semihosting -nographic -kernel arm/a.elf
    has out passed
else
    echo 'skipped: no arm-none-eabi-gcc or no qemu-system-arm'
fi

# --- a project: two methods of one body, in one program
mkdir app app/shelf
cp "$root/specs/fast_top.pol" app
two_steppers app/main.c
cat >app/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(app C)
find_package(polhode 0.2 REQUIRED COMPONENTS generator)
add_library(steppers STATIC)
polhode_add_stepper(steppers fast_top.pol)
polhode_add_stepper(steppers fast_top.pol NAME rotor METHOD imidm REAL float
  SET mgl=10 WITHOUT interp stepper EXACT_BITS)
add_executable(app main.c)
target_link_libraries(app PRIVATE steppers m)
END
# built, run, and built again
for generator in Ninja 'Unix Makefiles'; do
    dir="with ${generator%% *}"
    status 0 cmake -S app -B "$dir" -G "$generator" -DCMAKE_PREFIX_PATH="$work/usr"
    status 0 cmake --build "$dir"; status 0 "$dir/app"; has out '0 1269.10'
    status 0 cmake --build "$dir"; lacks out 'polhode: '; lacks out 'Building'
    # the same text: nothing is compiled; another one: what it is in
    sleep 1; touch app/fast_top.pol
    status 0 cmake --build "$dir"; has out 'polhode: emitting rotor'; lacks out 'Building'
    sleep 1; sed -i 's/^step .*/step 1e-4/' app/fast_top.pol
    status 0 cmake --build "$dir"; has out 'Building C object'; has out 'fast_top.c'
    # another name: the old header goes
    sleep 1; sed -i 's/^body .*/body renamed/' app/fast_top.pol
    status 0 test -e "$dir/polhode/steppers/fast_top.h"
    cmake --build "$dir" >out 2>&1; has out 'fast_top.h'
    status 1 test -e "$dir/polhode/steppers/fast_top.h"; status 0 test -e "$dir/polhode/steppers/rotor.h"
    cp "$root/specs/fast_top.pol" app
done
lacks 'with Ninja/build.ninja' lua5.4

# --- the manual's firmware, on this machine: it passes, and fails by another step;
# its spec is made by the build
cp -r "$root/specs/firmware" firmware; cp app/fast_top.pol firmware/my.txt
sed -i 's/^polhode_add.*/add_custom_command(OUTPUT my_top.pol DEPENDS my.txt COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}\/my.txt my_top.pol)\n&/' firmware/CMakeLists.txt
status 1 cmake -S firmware -B fw -G Ninja -DCMAKE_PREFIX_PATH="$work/usr"; has err 'say NAME'
sed -i 's/REAL float/& NAME my_top/' firmware/CMakeLists.txt
status 0 cmake -S firmware -B fw -G Ninja -DCMAKE_PREFIX_PATH="$work/usr"
status 0 cmake --build fw; status 0 ctest --test-dir fw -V; has out passed; lacks out 'bits '
status 0 cmake --build fw; has out 'no work to do'
sleep 1; sed -i 's/^step .*/step 1e-4/' firmware/my.txt
status 0 cmake --build fw; has out 'emitting my_top'; has out 'my_top_test.c.o'
sed -i 's/2\.0f\*/2.1f*/' fw/polhode/my_top_test/my_top.c
status 0 cmake --build fw; status 8 ctest --test-dir fw -V; has out 'FAILED'

# --- many bodies: the manual's program
mkdir swarm; cp "$root/specs/fast_top.pol" swarm
awk '/^`swarm.c`:$/ { on = 1; next } /^```$/ { on = 0 } on && !/^```/' "$root/docs/guides/many.md" >swarm/swarm.c
cat >swarm/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(swarm C)
find_package(polhode 0.2 REQUIRED COMPONENTS generator)
add_executable(swarm swarm.c)
target_link_libraries(swarm PRIVATE m)
polhode_add_stepper(swarm fast_top.pol METHOD "rkmk(kutta4, form = rate)" BATCH WITH kernel EXACT_BITS)
END
status 0 cmake -S swarm -B sw -G Ninja -DCMAKE_PREFIX_PATH="$work/usr"
status 0 cmake --build sw -v; has out '-O3 -fno-math-errno'
status 0 sw/swarm; has out '0 failed; cosine of the largest tilt after 1 s: 0.940100'
[ -e sw/polhode/swarm/fast_top_kernel.cu ] || fail 'no kernel'

# --- committed: checked where there is a polhode, taken as it is elsewhere
mkdir given
cp app/fast_top.pol given
cat >given/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(given C)
find_package(polhode 0.2 QUIET COMPONENTS generator)
if(NOT polhode_FOUND)
  include(${STEPPER})
endif()
add_library(given STATIC)
polhode_add_stepper(given fast_top.pol COMMITTED src REAL float)
END
stepper=$work/usr/$(cd usr && find . -name polhode-stepper.cmake)
status 1 cmake -S given -B g0 -DCMAKE_PREFIX_PATH="$work/usr"; has err 'polhode emit'
status 0 "$polhode" emit given/fast_top.pol --real float -o given/src --quiet; empty out
status 0 cmake -S given -B g1 -DCMAKE_PREFIX_PATH="$work/usr"
status 0 cmake --build g1; has out 'polhode: checking fast_top'
status 0 cmake -S given -B g2 -DCMAKE_DISABLE_FIND_PACKAGE_polhode=ON -DSTEPPER="$stepper"
has out 'there is no polhode to check'
status 0 cmake --build g2; lacks out polhode
status 1 cmake -S app -B no -DCMAKE_PREFIX_PATH="$work/usr" -DPOLHODE_EXECUTABLE=/bin/false
tr -s ' \n' ' ' <err >line; has line '/bin/false is no polhode'
sed -i 's/0\.05/0.06/' given/src/fast_top.c
status 0 cmake --build g2
status 2 cmake --build g1; cat out err >both; has both 'this file was edited, here'
end
