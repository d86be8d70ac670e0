#!/usr/bin/env bash
# What an installation gives: the program works from elsewhere, and a CMake
# project finds the library.  test_install.sh BUILD_DIR
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$1" --prefix "$work/usr" >/dev/null
cd "$work"
for file in bin/polhode include/polhode.h include/pol_stepper.h \
    include/pol_so3.h share/man/man1/polhode.1.gz \
    share/bash-completion/completions/polhode \
    share/polhode/shelf/tableaus/kutta4.pol share/polhode/specs/fast_top.pol \
    share/polhode/docs/guides/languages.md share/polhode/docs/pictures/errors.svg \
    share/polhode/README.md; do
    [ -s "usr/$file" ] || { echo "not installed: $file"; exit 1; }
done
[ ! -e "$1/generator/polhode-mpi" ] || [ -x usr/bin/polhode-mpi ] ||
    { echo "not installed: bin/polhode-mpi"; exit 1; }
usr/bin/polhode emit usr/share/polhode/specs/fast_top.pol | grep fast_top.c
mkdir user && cd user
cat > CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(user C)
find_package(polhode 0.2 REQUIRED)
add_executable(user user.c)
target_link_libraries(user PRIVATE polhode::polhode)
END
cat > user.c <<'END'
#include <polhode.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    pol_job *job = pol_open(NULL);
    pol_image *image = NULL;
    double x[16], par[16];
    if (argc < 2 || pol_read(job, argv[1]) != POL_OK ||
        pol_load(job, POL_TCC, &image) != POL_OK)
        return 1;
    pol_close(job);
    const pol_stepper *s = pol_image_stepper(image);
    s->start(x, par);
    int status = s->run(x, par, NULL, 1e-3, 100);
    printf("energy %.10g\n", s->energy(x, par, NULL));
    pol_unload(image);
    return status;
}
END
cmake -B build -G Ninja -DCMAKE_PREFIX_PATH="$work/usr" >/dev/null
cmake --build build >/dev/null
./build/user "$work/usr/share/polhode/specs/fast_top.pol" | grep 'energy 1269.1067'
