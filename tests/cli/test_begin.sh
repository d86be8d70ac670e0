#!/usr/bin/env bash
# The first hour with the command line: a spec to begin with, examples, what is
# wrong with a spec, inputs; and the manual's longer examples.
#   test_begin.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"

# --- a spec to begin with, examples
mkdir begin; cd begin || exit 1
status 0 "$polhode" new craft; has out craft.pol; has out 'polhode run craft.pol'; empty err
has craft.pol '# craft.pol - '; has craft.pol 'body      craft'
status 0 "$polhode" run craft.pol --step 1/60 --until '2*pi'; has out 'asked for 0.0166666667'
cp craft.pol before; status 1 "$polhode" new craft; same before craft.pol
has err 'craft.pol: error: cannot be written: File exists'
status 0 "$polhode" emit craft.pol -o deep//; has out 'deep/craft.c'; lacks out '//'
status 0 "$polhode" emit craft.pol -o ./; has out craft.h; lacks out './'
rm -r deep craft.c craft.h craft_stepper.h
status 0 "$polhode" emit craft.pol -o -; lacks out '#include "craft_stepper.h"'
has out '#include "craft.h"'; has out 'craft.c - made by polhode'
[ "$(echo *)" = 'before craft.pol err out' ] || fail "left: $(echo *)"
cd .. || exit 1
status 0 "$polhode" example
for spec in "$root"/specs/*.pol "$root"/specs/searches/*.pol; do has out "  $(basename "$spec" .pol) "; done
status 0 "$polhode" example fast_top; same out "$root/specs/fast_top.pol"
status 0 "$polhode" example sdirk; same out "$root/specs/searches/sdirk.pol"
status 0 "$polhode" check "$root"/specs/*.pol; empty out; empty err
printf 'body b\ninertia diag(1, 2, 4)\n# \303\251\ntorque body upp\nuntil 1/0\n' >wrong.pol
printf 'body b\ninertia diag(1, 2, 2.5)\nmethod rkmk(nothing)\n' >wrong2.pol
status 1 "$polhode" check wrong.pol wrong2.pol "$root/specs/kicked.pol"; empty out
has err "wrong.pol:4:13: error: unknown name 'upp'"; has err "wrong2.pol:3:13: error: unknown tableau 'nothing'"

# the manual's loop around the CubeSat
mkdir craft
awk '/^## From a spec to a loop/ { on = 1 } /^```/ && code { exit } code { print }
     on && /^```c$/ { code = 1 }' "$root/docs/guides/firmware.md" >craft/main.c
status 0 "$polhode" emit "$root/specs/cubesat.pol" -o craft
status 0 gcc -std=c99 -Wall -Wextra -Werror -O1 craft/main.c craft/cubesat.c -lm -o craft/craft
status 0 craft/craft
awk 'END { exit !(NR == 66 && $1 == 3960 && $3 < 2 && $5 < 0.002) }' out || fail 'the CubeSat'

# breakpoints of params, of kinks alone and by any name, as compilers see them
printf 'body zz\ninertia diag(1, 2, 2.5)\nparam when = 1\nparam leaps = 2\nparam aim = 3
torque body [abs(t - when), max(0, t - leaps), abs(t - aim)]\nmethod rkmk(dopri5)
step adaptive(angle = 1e-6)\nuntil 4\n' >kinks.pol
sed 's/abs(t - when)/(t < when)/' kinks.pol >leaps.pol
while read -r spec real cc; do
    status 0 "$polhode" emit $spec.pol --real $real -o $spec --force
    status 0 $cc -Wall -Wextra -Wshadow -Wconversion -Werror -fsyntax-only $spec/zz.c
    status 0 "$polhode" run $spec.pol
done <<'END'
kinks double gcc -std=c99
leaps double clang -std=c99
kinks float g++ -x c++
leaps float gcc -std=c99
END
# a leap right behind a time that is landed on
printf 'body lf\ninertia diag(1, 2, 2.5)\nparam on = 2.000002\nmethod rkmk(dopri5)\nuntil 3
torque body if(t > on, 1000, 0)*e3\nstart w = [1, 2, 3]\nstep adaptive(angle = 1e-6)\nat [2]\n' >lf.pol
for on in 2.000002 2.0000001 1.9999999; do
    status 0 "$polhode" run lf.pol --real float --set on=$on
done

# params named like what the emitted code needs itself
names='mass sum pivot second inverse value when check seen'
{ echo 'body brick'; for name in $names; do echo "param $name = 1"; done
  echo 'inertia diag(mass*sum*pivot, second*inverse*value, when*check*seen)'
  printf 'start w = [1, 2, 3]\nstep 0.01\nuntil 0.1\n'; } >brick.pol
[ -n "${POL_ONCE-}" ] ||
    status 0 "$polhode" run brick.pol --cc gcc '--cflags=-Wall -Wextra -Wshadow -Wconversion -Werror'
# what the spec calls like macros of boards and systems; the emitted headers behind these macros
cat >sdk.pol <<'END'
body sdk
param B0 = 3e-5 # field, T
param B1[3] = [1,2,3]
param PI = 3
param A0 = 1
param SCL = 1
param DEFAULT = 1
param BIT0 = 1
input IN = 1
input OUT[3] = [0,0,1]
state small = 1 rate -small
state ERROR[3] = [1,0,0] rate B1
wheel quad(axis = e3, inertia = 0.01, torque = IN*PI)
wheel interface(axis = e2, inertia = 0.01, torque = A0*sin(t))
let B11 = B0*w
inertia diag(0.1,0.12,0.05*SCL)
torque body -B11 + small*OUT*BIT0 + DEFAULT*ERROR/100 - 0.01*B1
keep PF = w[1]
start w = [1,2,3]
step 0.01
method rkmk(dopri5)
END
status 0 "$polhode" emit sdk.pol --batch --with python --with dossier --with test -o sdk
has sdk/sdk.h 'double B0_;      /* field, T; B0 in the spec, a macro elsewhere */'
has sdk/sdk_stepper.h '{"small", "", "", POL_STATE, 7, 1}'; has sdk/sdk.py 'Body(B0=...) begins with'
has sdk/sdk.md '| `param` B0 | `sdk_par.B0_`, field'
for name in A0 B0 B1 B11 B01010101 B115200 BIN BIT0 BIT63 CHANGE CONST DEFAULT DISPLAY ERROR ESP_OK EULER FAR \
    F_CPU HAL_OK HIGH IN INPUT INTERNAL LOW MISO OUT OUTPUT PF PI SCL SDA SERIAL TRUE VOID cdecl ctl1 far hyper \
    interface near physadr quad rad1 small; do echo "#define $name +!no"; done >macros.h
for name in F abs bit constrain degrees max min radians round sq; do echo "#define $name(x) +!no"; done >>macros.h
echo '#define min(a, b) +!no' | sed 's/^/#undef min\n/' >>macros.h
cat >behind.c <<'END'
#include "macros.h"
#include "sdk/sdk.h"
#include "sdk/sdk_stepper.h"
#include "sdk/sdk_many.h"
double sum(const sdk *x, const sdk_par *p, const sdk_in *u);
double sum(const sdk *x, const sdk_par *p, const sdk_in *u)
{
    return p->B0_ + p->PI_ + p->A0_ + p->SCL_ + p->BIT0_ + x->small_ + x->quad_ + u->IN_;
}
END
for cc in gcc "gcc -x c++"; do
    status 0 $cc -Wall -Wextra -Werror -Wno-unused -fsyntax-only behind.c
done
for file in sdk.c sdk_many.c; do
    status 0 gcc -std=c99 -Wall -Wextra -Werror -include math.h -include macros.h -fsyntax-only "sdk/$file"
done
status 0 "$polhode" run sdk.pol --set B0=0 --json; has out '"small": 0.36787944'
# a ramp that is as steep as a leap; held inputs and what chooses its steps
printf 'body fl\ninput u\ninertia diag(1, 1, 1)\ntorque body u*e3\nmethod rkmk(dopri5)
start w = [0, 0, 0]\nstep adaptive(angle = 1e-4, rate = 1e-4)\nuntil 2\n' >fl.pol
for gap in 0.50001 0.5000001 0.50000000001; do
    printf 't,u\n0,0\n0.5,0\n%s,1\n2,1\n' $gap >r.csv
    status 0 "$polhode" run fl.pol --real float --input u=r.csv
    between 1.4997 "$(awk '$1 == "w" { print $4 }' out)" 1.5003
    status 0 "$polhode" run fl.pol --tolerance 1e-10 --input ' u = r.csv '
    between 1.499994 "$(awk '$1 == "w" { print $4 }' out)" 1.5000000003
done
status 0 "$polhode" run fl.pol --input u=t --hold --step 0.1
printf 't,u\n0,0\n0.5,1\n0.55,2\n0.6,1.5\n1.9,3\n2,1\n' >r.csv
status 0 "$polhode" run fl.pol --input u=r.csv:hold --step 0.1
has err 'note: steps pass over 1 row at which signals jump, first at t = 0.55: such steps are'
status 0 "$polhode" run fl.pol --input u=r.csv:hold --step 0.05; empty err
grep -E '^(L|w)' out >held
status 0 "$polhode" run fl.pol --input u=r.csv:hold --step 0.05 --hold
has err 'note: inputs are held from the start of each step; their signals are constant between jumps, too'
grep -E '^(L|w)' out | diff - held >/dev/null || fail 'a held file is not what --hold makes of it'
sed 's/^method.*/method cf4/; /adaptive/d' fl.pol >held.pol
printf 'param k = 1\ntorque body k*[0.1, 0, 0]\n' >>held.pol
status 0 "$polhode" run held.pol --input u=t --hold --step 0.1 --set k=2 --json
sed -nE 's/.*"L": \[([^]]*)\].*/\1/p' out | tail -1 | tr -d ' ' >alone
status 0 "$polhode" sweep held.pol --input u=t --hold --step 0.1 --vary 'k=[1,2]' -o held.csv
[ "$(awk -F, '/^1,/ { print $8 "," $9 "," $10 }' held.csv)" = "$(cat alone)" ] || fail 'sweep --hold is not run --hold'
# the slope of a file, of which emitted code does not know
sed 's/u\*e3/derivative(u)*e3/; s/^input u/& = file("r.csv")/' fl.pol >slope.pol
awk '$1 == "L" { exit !($4 > 0.999999 && $4 < 1.000001) }' <("$polhode" run slope.pol 2>/dev/null) || fail 'a slope of a file'
printf 'keep c = 3\nkeep spin = w[3]\n' | cat fl.pol - >kept.pol
status 0 "$polhode" drift kept.pol --input u=r.csv
grep -Eq ' c +yes' out || fail 'a constant is kept'
grep -Eq ' spin +no' out || fail 'a file turns the body'

# what the page of questions shows
awk '/^```pol$/ { on = 1; next } /^```/ { on = 0 } on' "$root/docs/faq.md" >wheel.pol
status 0 "$polhode" drift wheel.pol --until 5; has out 'energy         no'; has out 'momentum_x     yes'
between 306 "$("$polhode" run wheel.pol | awk '$1 == "pitch_speed" { print $2 }')" 308

# --- inputs: signals in the equations, or held
cat >pushed.pol <<'END'
body pushed
param level = 2e-3
input u[3] = [0, 0, level*sin(t)]
inertia diag(1, 2, 2.5)
torque body u
method rkmk(kutta4)
keep spin = w[3]
start w = [0.1, 0.2, 1]
step 0.1
until 5
END
status 0 "$polhode" order pushed.pol --halvings 4 --json; empty err
between 3.9 "$(sed -nE 's/.*"attitude_order": ([^,}]*), "momentum.*"uncert.*/\1/p' out)" 4.1
status 0 "$polhode" order pushed.pol --halvings 4 --json --hold
has err 'note: inputs are held from the start of each step, which limits the order to 1'
between 0.95 "$(sed -nE 's/.*"attitude_order": ([^,}]*), "momentum.*"uncert.*/\1/p' out)" 1.05
status 0 "$polhode" run pushed.pol --set level=0 --json; cp out zero
status 0 "$polhode" run pushed.pol --input 'u = [0, 0, level*0]' --json; same zero out
status 0 "$polhode" run pushed.pol --input 'u=[1,2,3]' --input 'u = [0,0,0]' --json; same zero out
sed 's/^input.*/input u[3]/' pushed.pol >unpushed.pol
status 0 "$polhode" run unpushed.pol --json; same zero out 'an input without a signal is 0'
has err "note: the input 'u' has no signal and is 0; --input 'u = ...'"
status 0 "$polhode" run pushed.pol --hold --every 20; has out ',w3,energy,spin'; lacks out u_0
for words in 'run pushed.pol --sample 1' 'drift pushed.pol' 'run pushed.pol --json'; do
    status 0 "$polhode" $words --hold; lacks out u_0
done
# what is kept over the time that is run; times as the spec has them
printf 'body late\ninertia diag(1, 2, 2.5)\ntorque body exp(-10*(t - 20)^2)*e3\nstart w = e1\nstep 0.1\n' >late.pol
status 0 "$polhode" drift late.pol; has out '  energy         ?  '
status 0 "$polhode" drift late.pol --until 30; has out '  energy         no '
status 0 "$polhode" run pushed.pol --method 'rkmk(dopri5)' --tolerance 1e-6 --at 1,2 --json; cp out commas
status 0 "$polhode" run pushed.pol --method 'rkmk(dopri5)' --tolerance 1e-6 --at '[1, 2]' --json
same commas out
# from files: beside the spec, or beside whoever calls; what is emitted is the same
mkdir -p filed
sed 's/^input.*/input u[3] = file("u.csv", hold)/' pushed.pol >filed/pushed.pol
printf 't,u1,u2,u3\n0,0,0,0\n1,0,0,0.5\n2,0,0,0\n' >filed/u.csv
status 0 "$polhode" run filed/pushed.pol --step 0.25 --json; cp out beside
has err "note: after its last time, 2 s, 'u' is constant (filed/u.csv)"
status 0 "$polhode" show model filed/pushed.pol; has out 'input u[3] = file("filed/u.csv", hold)'
status 0 "$polhode" show ast filed/pushed.pol; has out 'input u[3] = file("u.csv", hold)'
status 0 "$polhode" run pushed.pol --step 0.25 --json --input u=filed/u.csv:hold; same beside out
status 0 "$polhode" run pushed.pol --step 0.25 --json --input 'u = file("filed/u.csv", hold)'
same beside out
(cd filed && "$polhode" run pushed.pol --step 0.25 --json) >out 2>err; same beside out
status 0 "$polhode" run filed/pushed.pol --step 0.25 --json --method imid; cp out beside
status 0 "$polhode" run pushed.pol --step 0.25 --json --method imid \
    --input 'u = [0, 0, if(t < 1, 0, if(t < 2, 1/2, 0))]'; same beside out
status 0 "$polhode" emit filed/pushed.pol -o filed; cp filed/pushed.c filed/first.c
sed -i 's/0.5/0.6/' filed/u.csv
status 0 "$polhode" emit filed/pushed.pol -o filed
[ "$(diff filed/first.c filed/pushed.c | grep -c '^>')" = 1 ] || fail 'more than the mark differs'
diff filed/first.c filed/pushed.c | grep -q '^> *\*   from .*content' || fail 'the mark is the same'
status 0 "$polhode" run pushed.pol --input u=filed/u.csv --method 'rkmk(dopri5)' \
    --tolerance 1e-8 --cc gcc
has err "note: after its last time"
# derivatives that exist where a norm, a root or a power is 0, at the start; each law by some
# of the implicit methods, and by an explicit one
all=(imidm imid trapm trap be akw frb_exact 'rkmk(radau_iia(2))' 'rkmk(gauss(2))' simo bbtrap
    swc1 bem bbtrapwd sdmv liemid_ea 'rkmk(trbdf2)')
next=${POL_SEED:-1}
for law in 'force space -norm(v)*v + [0, 0, 0.1*t]' 'torque body -norm(w)*w + [0.1*t, 0, 0.2*t]' \
    'force space -(1 + norm(v))*norm(v)^1.7*v + [0.1*t, t, 0]' 'potential 5*norm(x)^3 - x[1]*dot(x, x)*norm(x)
force space [t, 0, 0.1*t]' 'torque body [(max(0, 1 - R[3,3]))^1.5, 0.2*t, 0]' \
    'potential norm(x)^2.5 + (1 - R[3,3])^2.5
torque body [t, 0, 0]
force space [t, 0, 0]' 'force space -abs(v[1])*sqrt(dot(v, v))*v + [t, t, 0]' \
    'torque body derivative(norm(x)*x[1] + norm(x)^3)*e3
force space [1, t, 0]'; do
    printf 'body rest\nmass 1\ninertia diag(1, 2, 2.5)\n%s\nstep 0.01\nuntil 1\n' "$law" >rest.pol
    status 0 "$polhode" run rest.pol --method 'rkmk(verner65)'
    awk '/^(x|v|w|q) / { print $1, $2, $3, $4, $5 }' out >want
    some=2
    [ "${POL_ALL:-0}" != 1 ] || some=${#all[@]}
    for ((k = 0; k < some; k++, next++)); do
        method=${all[next % ${#all[@]}]}
        status 0 "$polhode" run rest.pol --method "$method"
        awk '/^(x|v|w|q) / { print $1, $2, $3, $4, $5 }' out | paste - want |
            awk '{ for (i = 2; i < 6; i++) if (($i - $(i + NF/2))^2 > 4e-4) exit 1 }' ||
            fail "$method is wrong at the start of: $law"
    done
done
end
