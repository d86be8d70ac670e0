#!/usr/bin/env bash
# Does the test that `emit --with test` writes fail when one thing in the step, in
# _interp or in _set_rotation is changed: a sign, an operator, a comparison, an index, or
# a constant by 1e-4, in float by 1e-2?  A change counts if it changes a value at some of
# 10^4 drawn states (differ.c).  Bits are not compared but of an implicit method: what is
# wrong in its Jacobian changes how soon its equation is solved, and last digits.  A draw
# by POL_SEED; all of several bodies by POL_ALL=1.
#   test_changed.sh POLHODE ROOT CHANGE
change=$3
. "${BASH_SOURCE%/*}/../cli/checks.sh"
export LC_ALL=C
# libtcc has no headers of its own
mkdir include
printf '#define bool _Bool\n#define true 1\n#define false 0\n' >include/stdbool.h
printf '#define NULL ((void *)0)\ntypedef unsigned long size_t;\n' >include/stddef.h
printf '#include <stddef.h>\nint printf(const char *, ...);\n' >include/stdio.h
printf 'typedef %s;\n' 'int int32_t' 'long int64_t' 'unsigned uint32_t' 'unsigned long uint64_t' >include/stdint.h
for f in sin cos tan asin acos atan exp log sqrt fabs floor sinh cosh tanh cbrt exp2 log2 expm1 log1p; do
    printf 'double %s(double);\nfloat %sf(float);\n' $f $f
done >include/math.h
for f in atan2 pow fmin fmax hypot; do printf 'double %s(double, double);\nfloat %sf(float, float);\n' $f $f; done >>include/math.h
cc='gcc -O0 -ffp-contract=off'

# descriptor NAME OF FILE: one object with the stepper in FILE, as a function NAME
descriptor() {
    sed "s/\b$2/$1_$2/g" "$3" >m/$1.c
    for x in "" _stepper; do sed "s/\b$2/$1_$2/g" "m/$2$x.h" >"m/$1_$2$x.h"; done
    echo "#include \"$1_$2_stepper.h\"
const pol_stepper *$1(void) { return &$1_$2_stepper; }
int $1_set(const double R[9], double out[9]);
int $1_set(const double R[9], double out[9])
{
    $1_$2 x;
    $real r[9];
    int i, status;
    $1_$2_start(&x);
    for (i = 0; i < 9; i++) r[i] = ($real)R[i];
    status = $1_$2_set_rotation(&x, r);
    $1_$2_rotation(&x, r);
    for (i = 0; i < 9; i++) out[i] = r[i];
    return status;
}" >>m/$1.c
    $cc -w -I"$root" -I"$root/runtime" -c m/$1.c -o m/$1.o
}

# changed EVERY MOST SPEC OPTION...: each EVERY-th; at most MOST in 1000 survive
changed() {
    local every=$1 most=$2 spec=$3 name share=1e-4 limit=1e-9 n i killed alive=0 still=0 what line bits= real=double; shift 3
    [[ " $* " == *float* ]] && share=1e-2 limit=1e-4 real=float
    [ -f "$spec" ] || spec=$root/specs/$spec.pol
    name=$(sed -n 's/^body *\([a-z_0-9]*\).*/\1/p' "$spec")
    rm -rf m; status 0 "$polhode" emit "$spec" "$@" -o m --with test --quiet
    grep -q ', implicit$' "m/$name.c" && bits=-D${name^^}_EXACT_BITS
    for x in "${name}_test" "$name"; do
        status 0 $cc $bits -c "m/$x.c" -o "m/$x.o"
    done
    status 0 $cc "m/$name.o" "m/${name}_test.o" -o m/a -lm; status 0 m/a
    status 0 descriptor body "$name" "m/$name.c"
    n=$("$change" "m/$name.c" $share)
    "$change" "m/$name.c" $share $((POL_SEED % every)) "$every" "m/${name}_test.c" \
        "-nostdlib -nostdinc -w -Iinclude -Im $bits" >m/found
    read -r _ killed _ <m/found
    for i in $(sed 1d m/found); do
        what=$("$change" "m/$name.c" $share "$i" m/changed.c)
        descriptor other "$name" m/changed.c &&
            $cc -I"$root" "$root/tests/changed/differ.c" m/body.o m/other.o -o m/b -lm &&
            timeout 60 m/b $limit && { still=$((still + 1)); continue; }
        line=${what#line }; line=${line%%:*}
        echo "survives: $name $*: $what: $(sed -n "${line}p" "m/$name.c")"
        alive=$((alive + 1))
    done
    echo "$name $*: of $n changes $killed are found, $alive not; $still change nothing"
    [ $((1000 * alive)) -le $((most * (killed + alive))) ] && [ $killed -gt 0 ] ||
        fail "too many survive"
}

own=$root/tests/changed/quad_ground.pol
: "${POL_SEED:=1}"
if [ "${POL_ALL:-}" = 1 ]; then
    changed 1 10 "$own"
    changed 1 30 "$own" --real float
    changed 1 20 "$own" --method mr
    changed 1 10 fast_top
    changed 1 30 fast_top --real float
    changed 1 30 thrown --real float
    changed 1 30 heavy_top --method sr --real float
    changed 2 10 cubesat_wheels
    changed 1 20 satellite --method imidm
    changed 4 20 damped --method 'rkmk(gauss(2))'
else
    changed 80 200 fast_top --real float
    changed 150 200 cubesat_wheels
    changed 150 200 "$own"
fi
end
