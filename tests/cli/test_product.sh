#!/usr/bin/env bash
# Steppers in the projects of others, by one line of CMake: from an installed
# package and as a subdirectory, with Ninja and with make.
#   test_product.sh POLHODE ROOT BUILD_DIR
. "${BASH_SOURCE%/*}/checks.sh"
cmake --install "$3" --prefix "$work/usr" >/dev/null || exit 1

# --- a project: two methods of one body, in one program
mkdir app app/shelf
cp "$root/specs/fast_top.pol" app
cat >app/main.c <<'END'
#include <stdio.h>
#include "fast_top.h"
#include "rotor.h"
int main(void)
{
    fast_top x;
    fast_top_par p;
    rotor y;
    rotor_par q;
    fast_top_start(&x);
    fast_top_defaults(&p);
    rotor_start(&y);
    rotor_defaults(&q);
    int status = fast_top_run(&x, &p, NULL, 1e-3, 100);
    status += rotor_run(&y, &q, NULL, 1e-3f, 100);
    printf("%d %.6f %.3f\n", status, fast_top_energy(&x, &p),
           (double)rotor_energy(&y, &q));
    return 0;
}
END
cat >app/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(app C)
if(POLHODE_SOURCE)
  add_subdirectory(${POLHODE_SOURCE} polhode EXCLUDE_FROM_ALL)
else()
  find_package(polhode 0.1 REQUIRED COMPONENTS generator)
endif()
add_library(steppers STATIC)
polhode_add_stepper(steppers fast_top.pol)
polhode_add_stepper(steppers fast_top.pol NAME rotor METHOD imidm REAL float
  SET mgl=10 WITHOUT interp stepper EXACT_BITS)
add_executable(app main.c)
target_link_libraries(app PRIVATE steppers m)
END
# try GENERATOR DIR OPTION...: built, run, and built again
try() {
    local generator=$1 dir=$2; shift 2
    status 0 cmake -S app -B "$dir" -G "$generator" "$@"
    status 0 cmake --build "$dir"
    status 0 "$dir/app"; has out '0 1269.10'
    status 0 cmake --build "$dir"; lacks out 'polhode: '; lacks out 'Building'
}
for generator in Ninja 'Unix Makefiles'; do
    dir="with ${generator%% *}"
    try "$generator" "$dir" -DCMAKE_PREFIX_PATH="$work/usr"
    # the same text: nothing is compiled; another one: what it is in
    sleep 1; touch app/fast_top.pol
    status 0 cmake --build "$dir"; has out 'polhode: emitting rotor'; lacks out 'Building'
    sleep 1; sed -i 's/^step .*/step 1e-4/' app/fast_top.pol
    status 0 cmake --build "$dir"; has out 'Building C object'; has out 'fast_top.c'
    cp "$root/specs/fast_top.pol" app
done
lacks 'with Ninja/build.ninja' lua5.4

# --- committed: checked where there is a polhode, taken as it is elsewhere
mkdir given
cp app/fast_top.pol given
cat >given/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(given C)
find_package(polhode 0.1 QUIET COMPONENTS generator)
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
status 0 cmake -S given -B g2 -DSTEPPER="$stepper"
status 0 cmake --build g2; lacks out polhode
sed -i 's/0\.05/0.06/' given/src/fast_top.c
status 0 cmake --build g2
status 2 cmake --build g1; cat out err >both; has both 'somebody else has written here'
end
