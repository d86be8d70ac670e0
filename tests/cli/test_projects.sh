#!/usr/bin/env bash
# Steppers in the projects of others, where it is not plain: programs for other
# machines, projects of C++, odd names, targets of other folders, several
# configurations.  What is not installed is left out with a word.
#   test_projects.sh POLHODE ROOT BUILD_DIR
. "${BASH_SOURCE%/*}/checks.sh"
usr="$work/a usr" # a space in every path
cmake --install "$3" --prefix "$usr" >/dev/null || exit 1
package="-Dpolhode_DIR=$(cd usr 2>/dev/null; find "$usr" -name polhode-config.cmake -printf %h)"
there() {
    local p
    for p in "$@"; do
        command -v "$p" >/dev/null || { echo "left out: there is no $p"; return 1; }
    done
}
# project FOLDER LANGUAGE: its CMakeLists.txt, as far as find_package
project() {
    mkdir -p "$1"
    cat >"$1/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.16)
project(app $2)
if(POLHODE_SOURCE)
  add_subdirectory(\${POLHODE_SOURCE} polhode EXCLUDE_FROM_ALL)
else()
  find_package(polhode 0.2 REQUIRED COMPONENTS generator)
endif()
END
    cp "$root/specs/fast_top.pol" "$1"
    two_steppers "$1/main.c"
    cp "$1/main.c" "$1/main.cpp"
}
two='polhode_add_stepper(app fast_top.pol EXACT_BITS)
polhode_add_stepper(app fast_top.pol NAME rotor METHOD imidm REAL float EXACT_BITS)
target_link_libraries(app PRIVATE m)'
build() { # build DIR SOURCE OPTION...: configured and built
    local dir=$1 source=$2; shift 2
    status 0 cmake -S "$source" -B "$dir" "$package" "$@"
    cmake --build "$dir" >out 2>&1 || { fail "$dir is not built"; tail -30 out; }
}

# --- what every machine is to print
project app C
{ echo 'add_executable(app main.c)'; echo "$two"; } >>app/CMakeLists.txt
build native app -G Ninja
status 0 native/app; has out '0 1269.10'; mv out want

# --- aarch64, by qemu
cat >aarch64.cmake <<'END'
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_EXE_LINKER_FLAGS -static)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
END
if there aarch64-linux-gnu-gcc qemu-aarch64; then
    build 'arm make' app -G 'Unix Makefiles' --toolchain "$work/aarch64.cmake"
    status 0 qemu-aarch64 'arm make/app'; same out want aarch64
    # polhode as a subdirectory: the function alone
    status 1 cmake -S app -B sub0 -G Ninja --toolchain "$work/aarch64.cmake" "-DPOLHODE_SOURCE=$root" -DPOLHODE_EXECUTABLE=/nowhere
    has err 'is to emit C in a build for another'
    build sub1 app -G Ninja --toolchain "$work/aarch64.cmake" "-DPOLHODE_SOURCE=$root" "-DPOLHODE_EXECUTABLE=$polhode"
    status 0 qemu-aarch64 sub1/app; same out want 'aarch64, subdirectory'
    # the library is for no other machine
    sed 's/ COMPONENTS generator//' app/CMakeLists.txt >all.txt; mkdir all; cp app/* all; cp all.txt all/CMakeLists.txt
    status 1 cmake -S all -B all/b -G Ninja "$package" --toolchain "$work/aarch64.cmake"
    tr -s ' \n' ' ' <err >line; has line 'for another machine say COMPONENTS generator'
fi

# --- a Cortex-M4 with FPU, by qemu and semihosting: a machine of 32 bits
cp "$root"/specs/firmware/* .
if there arm-none-eabi-gcc qemu-system-arm; then
    cp boot.c app
    sed 's/main\.c/main.c boot.c/' app/CMakeLists.txt >x; mkdir cortex; cp app/* cortex; cp x cortex/CMakeLists.txt
    build m4 cortex -G Ninja --toolchain "$work/cortex-m4.cmake" -DCMAKE_BUILD_TYPE=Release
    status 0 timeout 60 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
        -semihosting-config enable=on,target=native -kernel m4/app
    same <(cut -d' ' -f1,2,4 out) <(cut -d' ' -f1,2,4 want) 'Cortex-M4' # soft doubles misround once in a while
    # the manual's commands, all at once and one by one, in an empty folder
    awk '/^## / { s = /From a spec to a target/ } s && /^```/ { n++; next }
        s && n % 2 { print > ("block" (n + 1)/2) }' "$root/docs/guides/firmware.md"
    sed "s|/usr/share|'$usr'/share|" block1 >commands
    mkdir empty; PATH=$usr/bin:$PATH
    if cmake --workflow 2>&1 | grep -q "^Usage: cmake --workflow"; then
        status 0 env -C empty bash -e ../commands; has out '100% tests passed, 0 tests failed out of 1'
        rm -r empty/build
    else
        echo 'left out: this cmake has no --workflow'
        head -n 2 commands >two; status 0 env -C empty bash -e ../two
    fi
    status 0 env -C empty bash -e ../block2; has out '100% tests passed'
    has empty/build/CMakeCache.txt "$usr/lib/cmake/polhode"
    sed -i 's/0\.5f\*/0.51f*/' empty/build/polhode/my_top_test/my_top.c
    status 0 cmake --build empty/build; status 8 ctest --test-dir empty/build -V; has out 'FAILED'
    ! grep -vxFf empty/CMakeLists.txt block3 || fail 'the manual has other lines than firmware/'
fi

# --- the Debian package: unpacked elsewhere, and installed where that may be
if there dpkg-deb dpkg-shlibdeps file; then
    status 0 cpack --config "$3/CPackConfig.cmake" -B "$work/deb"
    status 0 dpkg-deb -f deb/polhode_*.deb Depends; has out liblua5.4-0; has out libmpfr6
    status 0 dpkg-deb -x deb/polhode_*.deb root
    status 0 cmake -S app -B packed -G Ninja "-Dpolhode_DIR=$work/root/usr/lib/cmake/polhode"
    status 0 cmake --build packed; status 0 packed/app; same out want 'the package'
    has packed/build.ninja root/usr/bin/polhode
    if [ "$(id -u)" != 0 ]; then
        echo 'the package is not installed: that takes root'
    elif dpkg -s polhode >/dev/null 2>&1; then
        echo 'the package is not installed: there is one'
    else
        trap 'dpkg --purge polhode >/dev/null 2>&1; rm -rf "$work"' EXIT
        status 0 dpkg -i deb/polhode_*.deb
        status 0 dpkg -V polhode; empty out
        dpkg -L polhode | grep polhode >installed
        PATH=/usr/bin:$PATH; hash -r
        mkdir user; status 0 env -C user polhode example fast_top; cp out user/mine.pol
        status 0 env -C user polhode run mine.pol
        status 0 zcat /usr/share/man/man1/polhode.1.gz; has out '.TH POLHODE 1'
        status 0 cmake -S app -B user/app -G Ninja; status 0 cmake --build user/app
        status 0 user/app/app; same out want 'the installed package'
        status 0 dpkg --purge polhode; empty err
        while read -r file; do [ ! -e "$file" ] || fail "left behind: $file"; done <installed
        [ "$(wc -l <installed)" -gt 300 ] || fail 'not all files are listed'
    fi
fi

# --- fetched: what is here as a repository, and as a folder; it installs nothing
if there git; then
    mkdir origin
    (cd "$root" && git ls-files -z | xargs -0 cp --parents -t "$work/origin") >log 2>&1
    (cd origin && git init -q && git add -Af . && git -c user.name=x -c user.email=x@y commit -qm x) >log 2>&1 || fail 'no repository'
    project fetched C
    sed -i '/^if/,$d' fetched/CMakeLists.txt
    { echo 'include(FetchContent)'
      echo 'FetchContent_Declare(polhode GIT_REPOSITORY "file://${ORIGIN}" GIT_TAG HEAD)'
      echo 'FetchContent_MakeAvailable(polhode)'
      echo 'add_executable(app main.c)'; echo "$two"; echo 'install(TARGETS app)'; } >>fetched/CMakeLists.txt
    status 0 cmake -S fetched -B fetch -G Ninja "-DORIGIN=$work/origin"
    status 0 cmake --build fetch --target app; status 0 fetch/app; same out want fetched
    status 0 cmake -S fetched -B fetch -G Ninja "-DFETCHCONTENT_SOURCE_DIR_POLHODE=$root"
    status 0 cmake --build fetch --target app; status 0 fetch/app; same out want 'a folder in place of what is fetched'
    status 0 cmake --build fetch; status 0 cmake --install fetch --prefix "$work/fetch usr"
    same <(cd 'fetch usr' && find . -type f) <(echo ./bin/app) installed
fi

# --- C++ alone: compiled as C++; C in a subdirectory alone is not this project's
project cxx CXX
{ echo 'add_executable(app main.cpp)'; echo "$two"; } >>cxx/CMakeLists.txt
cat >>cxx/CMakeLists.txt <<'END'
add_executable(it)
polhode_add_stepper(it fast_top.pol WITH test dossier EXACT_BITS)
add_executable(shown)
polhode_add_stepper(shown fast_top.pol WITH main)
target_link_libraries(it PRIVATE m)
target_link_libraries(shown PRIVATE m)
END
build cxx_package cxx -G Ninja; status 0 cxx_package/app; same out want C++
status 0 cxx_package/it; has out passed; lacks out bits; has cxx_package/polhode/it/fast_top.md '# fast_top'
status 0 cxx_package/shown; has out 't,q0,q1,q2,q3,L0,L1,L2'
build cxx_make cxx -G 'Unix Makefiles'; status 0 cxx_make/app; same out want C++

# --- odd names and values; targets of other folders, of other kinds, of one name
for generator in 'Unix Makefiles' 'Ninja Multi-Config'; do
    odd="an odd (project) ${generator: -3}"
    project "$odd" C
    mkdir -p "$odd/sub" "$odd/she lf/tableaus"
    cp "$odd/fast_top.pol" "$odd/a (top), more.pol"; cp "$odd/fast_top.pol" "$odd/it's \$&#^.pol"
    cat >>"$odd/CMakeLists.txt" <<'END'
add_library(parts OBJECT)
set_target_properties(parts PROPERTIES UNITY_BUILD ON)
add_library(my::parts ALIAS parts)
add_subdirectory(sub)
polhode_add_stepper(my::parts "a (top), more.pol" METHOD "rkmk(mine)"
  SET "mgl = (1 + 2 + 3 + 4)*1" SHELF "she lf" WITHOUT interp,stepper)
add_executable(app main.c)
target_link_libraries(app PRIVATE parts m)
add_library(again SHARED)
polhode_add_stepper(again fast_top.pol METHOD cf4)
polhode_add_stepper(again "it's $&#^.pol" NAME odd)
END
    # the other stepper is said to be parts' by another folder
    cat >"$odd/sub/CMakeLists.txt" <<'END'
polhode_add_stepper(parts ../fast_top.pol NAME rotor METHOD imidm REAL float EXACT_BITS)
polhode_add_stepper(parts ../fast_top.pol NAME no METHOD imidm)
END
    sed 's/tableau kutta4/tableau mine/' "$root/templates/tableaus/kutta4.pol" |
        grep -v 'also called' >"$odd/she lf/tableaus/mine.pol"
    b="b $odd"
    build "$b" "$odd" -G "$generator"
    app="$b/app"; [ -x "$app" ] || app="$b/Debug/app"
    status 0 "$app"; has out '0 1259.553'
    status 0 cmake --build "$b"; lacks out 'polhode: '; lacks out Building; :
    # a file of the shelf that was read, and one that comes in front of a built-in one
    sleep 1; echo '# more' >>"$odd/she lf/tableaus/mine.pol"
    status 0 cmake --build "$b"; has out 'emitting fast_top'
    sleep 1; cp "$root/templates/tableaus/kutta4.pol" "$odd/she lf/tableaus"
    status 0 cmake --build "$b"; has out 'emitting fast_top'
    # a spec that is wrong stops the build, and does so again
    sleep 1; echo 'step hello' >>"$odd/fast_top.pol"
    for time in 1 2; do
        cmake --build "$b" >both 2>&1 && fail 'a wrong spec is built'; has both hello
    done
    cp "$root/specs/fast_top.pol" "$odd"; status 0 cmake --build "$b"; status 0 "$app"
done
status 0 cmake --build "$b" --config Release; status 0 "$b/Release/app"; has out '0 1259.553'

# --- a spec and a series that the build makes
project made C
cat >>made/CMakeLists.txt <<'END'
foreach(file made.pol u.csv)
  add_custom_command(OUTPUT ${file} DEPENDS of.${file}
    COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_SOURCE_DIR}/of.${file}" ${file})
endforeach()
add_library(made STATIC)
polhode_add_stepper(made made.pol NAME made DEPENDS u.csv)
# by another folder: the file, and the target that makes it
add_subdirectory(sub)
polhode_add_stepper(made "${CMAKE_BINARY_DIR}/sub/other.pol" NAME other DEPENDS other u.csv)
END
mkdir made/sub; cat >made/sub/CMakeLists.txt <<'END'
add_custom_command(OUTPUT other.pol DEPENDS ../of.made.pol
  COMMAND sed "s:u.csv:../u.csv:w other.pol" "${CMAKE_SOURCE_DIR}/of.made.pol" VERBATIM)
add_custom_target(other DEPENDS other.pol)
END
printf 'body b input u[3] = file("u.csv") inertia diag(1, 2, 2.5)\ntorque body u method rkmk(kutta4) step 0.01\n' >made/of.made.pol
printf 't,u1,u2,u3\n0,0,0,0\n1,1,0,0\n' >made/of.u.csv
b='made make'; build "$b" made -G 'Unix Makefiles'; has out 'emitting made'
status 0 cmake --build "$b"; lacks out emitting
for file in made.pol u.csv; do
    sleep 1; touch "made/of.$file"
    status 0 cmake --build "$b"; has out 'emitting made'; has out 'emitting other'; lacks out Building
done

# --- what cannot be done is said
refused() { # refused TEXT LINE...
    local text=$1; shift
    project refused C
    printf '%s\n' "$@" >>refused/CMakeLists.txt
    status 1 cmake -S refused -B "refused/b" -G Ninja "$package"
    tr -s ' \n' ' ' <err >line; has line "$text"
}
app='add_executable(app main.c)'
refused "nothing is compiled in 'app', an INTERFACE library; make it an OBJECT or STATIC one" \
    'add_library(app INTERFACE)' 'polhode_add_stepper(app fast_top.pol)'
refused "'app' has a stepper 'fast_top' already; say NAME" "$app" 'polhode_add_stepper(app fast_top.pol)' \
    'polhode_add_stepper(app fast_top.pol METHOD imidm)'
refused 'not understood: (;kutta4;) ; calls such as "rkmk(kutta4)" stand in quotes' "$app" \
    'polhode_add_stepper(app fast_top.pol METHOD rkmk(kutta4))'
refused "there is no target 'app'" 'polhode_add_stepper(app fast_top.pol)'
refused "(app fast_top): WITH takes main, test, dossier, python and kernel, not 'tests'" "$app" \
    'polhode_add_stepper(app fast_top.pol WITH tests)'
for name in 's:p.pol' 'a\"b.pol'; do
    refused "CMake has no rules for files with ; | : \\ \" or a line break in their names: rename '$(printf %s "$name" | sed 's/\\\(.\)/\1/g')'" \
        "$app" "polhode_add_stepper(app \"$name\")"
done
refused 'there is no file' "$app" 'polhode_add_stepper(app none.pol)'
refused 'no `body NAME` in' 'file(WRITE "${CMAKE_CURRENT_SOURCE_DIR}/b.pol" "torque\n body w # body x")' \
    'add_executable(app main.c)' 'polhode_add_stepper(app b.pol)'
sed -i 's/find_package.*/include("${polhode_DIR}\/polhode-stepper.cmake")/' refused/CMakeLists.txt
printf 'add_library(it main.c)\npolhode_add_stepper(it fast_top.pol)\n' >>refused/CMakeLists.txt
sed -i '/(app/d' refused/CMakeLists.txt; sed -i '2i project(app C)' refused/CMakeLists.txt
status 1 cmake -S refused -B "refused/b" -G Ninja "$package"
tr -s ' \n' ' ' <err >line; has line 'there is no polhode to emit it'
end
