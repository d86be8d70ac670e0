#!/usr/bin/env bash
# Bodies with wheels, states and internal momentum: what each command prints.
#   test_wheels.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"

cat >wheels.pol <<'END'
body wheels
param u = 0.01
inertia diag(1, 2, 2.5)
wheel a(axis = e3, inertia = 0.01, speed = 100, torque = u - 0.02*a.speed)
wheel b(axis = [1, 1, 0], inertia = 0.02)
start w = [1, 0.1, 0.2]
keep stored = a.momentum^2/(2*0.01)
method rkmk(kutta4)
step 0.01
until 1
END
cat >states.pol <<'END'
body states
input k = 0.1*cos(t)
inertia diag(1, 2, 2.5)
state z = 1 rate p[1]
state p = [0, 1, 2] rate [-z, k, 0]
torque body [0, 0, 0.1*z]
start w = [1, 0.1, 0.2]
keep z1 = z
keep p_3 = p[3]^2
method rkmk(dopri5)
step 0.01
until 1
END
cat >gyro.pol <<'END'
body gyro input k = 0.1*sin(t) inertia diag(1, 2, 2.5) gyro [0, 0, 100 + k] start w = [1, 0.1, 0.2]
method imidm step 0.01 until 1
END

# --- run: values by the names of the descriptor
# column NAME: that of the last row of ./out
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
        END { print $c }' out
}
status 0 "$polhode" run wheels.pol; has out 'a_speed  '; has out 'b_speed  '; has out 'stored  '
cp out text
status 0 "$polhode" run wheels.pol --json
has out '"states": {"a_speed": '; has out ', "b": '; has out '}, "keep": {"stored": '
member() { sed -nE "s/.*\"$1\": ([^,}]*).*/\\1/p" out; }
# eta = I (s + a.w), and what nothing drives stays
speed=$(member a_speed) eta=$(member a)
w3=$(sed -nE 's/.*"w": \[[^,]*, [^,]*, ([^]]*)\].*/\1/p' out)
between -1e-12 "$(awk "BEGIN { print $eta - 0.01*($speed + $w3) }")" 1e-12
between -1e-15 "$(awk "BEGIN { print $(member b) - 0.02*1.1/sqrt(2) }")" 1e-15
has text "$speed"; has text "$eta"
status 0 "$polhode" run wheels.pol --every 50; cp out rows
[ "$(column a_speed)" = "$speed" ] || fail "the column a_speed ends with $(column a_speed)"
has out ',energy,a_speed,a,b_speed,b,stored'; has out ',50.76,100,1.002,'
status 0 "$polhode" run wheels.pol --set u=0.2 --real float --json
between 14 "$(member a_speed)" 25
# where a heading is taken already
status 0 "$polhode" run states.pol --every 100; has out ',energy,z,p_1,p_2,p_3,z1,keep.p_3'
between -1e-9 "$(awk "BEGIN { print $(column z) - cos(1) }")" 1e-9
between -1e-9 "$(awk "BEGIN { print $(column p_2) - 1 - 0.1*sin(1) }")" 1e-9
sed 's/state z /state w1 /; s/-z,/-w1,/; s/\*z\]/*w1]/; s/= z$/= w1/' states.pol >taken.pol
status 0 "$polhode" run taken.pol --every 100; has out ',w1,w2,w3,energy,state.w1,p_1'
# Samples inside a step are a step of the method to there, of steps of one size
# and of adaptive ones.
status 0 "$polhode" run states.pol --sample 0.125 --until 0.125; z=$(column z)
status 0 "$polhode" run states.pol --sample 0.125 --until 1; grep '^0.125,' out >row; head -1 out >head
cat head row >out
between -1e-12 "$(awk "BEGIN { print $(column z) - cos(0.125) }")" 1e-12
between -1e-12 "$(awk "BEGIN { print $(column z) - $z }")" 1e-12
sed 's/^step .*/step adaptive(angle = 1e-9, z = 1e-12, p = 1e-12)/' states.pol >adaptive.pol
status 0 "$polhode" run adaptive.pol --sample 0.3
sed -i '4,$d' out # a row inside a step
between -1e-9 "$(awk "BEGIN { print $(column z) - cos(0.3) }")" 1e-9
between -1e-9 "$(awk "BEGIN { print $(column p_1) + sin(0.3) }")" 1e-9
# a signal from a file is known at the start: L = J w + h
printf 't,k\n-1,1\n1,3\n' >k.csv
for way in k.csv=102.5 k.csv:hold=101.5; do
    status 0 "$polhode" run gyro.pol --input k=${way%=*} --every 100
    head -2 out >one; cp one out
    between -1e-12 "$(awk "BEGIN { print $(column L3) - ${way#*=} }")" 1e-12
done
status 0 "$polhode" emit gyro.pol -o emitted; has emitted/gyro.h 'computed with'; has emitted/gyro.h '_set_omega. */'
# what is made of params once a call calls functions, too
sed 's/^param .*/&\nparam tilt = 0.3/; s/= e3,/= [cos(tilt), 0, sin(tilt)],/' wheels.pol >tilted.pol
status 0 "$polhode" emit tilted.pol --without access,interp,stepper -o emitted
has emitted/wheels.c ' calls      cos, sin, sqrt of math.h'
status 0 cc -std=c99 -Wall -Werror -fsyntax-only emitted/wheels.c
# and wheels are told of, and looked at, where nothing reads their speeds
has emitted/wheels.c ' wheel      a: axis '; has emitted/wheels.h 'without the inertia'
sed 's/inertia = 0.01/inertia = rotor/; s/^inertia .*/param rotor = 0.01\n&/' wheels.pol >rotor.pol
status 0 "$polhode" emit rotor.pol --without access -o emitted
cat >check.c <<'END'
#include "emitted/wheels.h"
int main(void) { wheels_par p; wheels_defaults(&p); int s = wheels_check(&p); p.rotor = -0.01;
    return s == WHEELS_OK && wheels_check(&p) == WHEELS_NOT_POSITIVE ? 0 : 1; }
END
status 0 cc -std=c99 check.c emitted/wheels.c -lm -o check; status 0 ./check
# another signal; and one that is held, of which w and speeds know
status 0 "$polhode" run states.pol --input 'k = 1' --json; between 1.999999 "$(member p_2)" 2.000001
status 0 "$polhode" run states.pol --hold --step 0.25 --json
between 1.0894 "$(member p_2)" 1.0895 # 1 + 0.025 (cos 0 + cos 0.25 + cos 0.5 + cos 0.75)

# --- order: a column of its own
status 0 "$polhode" order wheels.pol --step .02 --halvings 4
has out '   momentum   order       states   order'; has out ' momentum 4.0'; has out ', states 4.0'
grep -qE '^reference: .* rad and [^ ]+ and [^ ]+$' out || fail 'order: the reference of states'
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order wheels.pol --step .02 --halvings 4 --json
    has out '"states_order": 4.0'; has out '"uncertainty_states": '; lacks out motion
    # which column is at round-off: beside a free body a state of its own
    cat >still.pol <<'END'
body still
inertia diag(1, 1, 1)
state z = 1 rate -z^2
start w = [1, 0, 0]
method rkmk(kutta4)
step 0.05
until 1
END
    status 0 "$polhode" order still.pol --halvings 3
    has out 'round-off (attitude) (momentum)'; has out 'attitude -, momentum -, states 4.0'
    status 0 "$polhode" order gyro.pol --halvings 3; lacks out states; has out 'momentum 1.9'
fi

# --- drift: momentum is that of the whole, and the energy has the wheels' part
# kept NAME: what stands before it
kept() { awk -v name="$1" '$1 == name { print $2; exit }' out; }
keeps() { # keeps NAME WANT
    [ "$(kept "$1")" = "$2" ] || fail "drift: $1 is '$(kept "$1")', not '$2'"
}
status 0 "$polhode" drift wheels.pol
keeps energy no; keeps momentum_x yes; keeps momentum_z yes; keeps '|L|' yes; keeps stored no
status 0 "$polhode" drift wheels.pol --json
has out '"conserved": {"energy": false, "momentum": [true, true, true], "norm_L": true, "keep": {"stored": false}}'
between 0 "$(sed -nE 's/.*"largest": .*"momentum": \[([^,]*),.*"end".*/\1/p' out)" 1e-13
sed 's/, torque = [^)]*)/)/' wheels.pol >free.pol
status 0 "$polhode" drift free.pol --method imidm
keeps energy yes; keeps stored yes; has out 'stored         yes     0.000e+00    0.000e+00'
between 1e-12 "$(awk '$1 == "energy" { print $3; exit }' out)" 1e-6
sed 's/^keep/gyro [0, 0, 3]\n&/' free.pol >constant.pol
status 0 "$polhode" drift constant.pol --csv; has out 'steps,t,energy,momentum_x'
status 0 "$polhode" drift constant.pol; keeps energy yes
status 0 "$polhode" drift gyro.pol; keeps energy no; keeps momentum_y yes
status 0 "$polhode" drift states.pol; keeps energy no; keeps z1 no; keeps p_3 yes
# a torque that is only now and then there
sed 's/torque = u[^)]*)/torque = max(a.speed - 1e6, 0))/; s/1e6/1e9/' wheels.pol >rare.pol
status 0 "$polhode" drift rare.pol; keeps energy '?'
# without a potential it is told relative to the energy, whatever turns inside
printf 'body g\ninertia diag(1, 2, 2.5)\ngyro [0, 0, 1000]\ntorque body [0, 0, 1]\nstart w = [0, 0, 2]\nmethod imidm\nstep .01\nuntil 1\n' >g.pol
status 0 "$polhode" drift g.pol; has out 'energy         no      4.400e-01    4.400e-01'

# --- show: in the manner of the language, J as it is written and as w follows
cat >shown.pol <<'END'
body shown
param u = 0.01
input k = 0.1*cos(t)
inertia diag(1, 2, 2.5)
wheel a(axis = [0, 0, 2], inertia = 0.01, speed = 100, torque = u - 0.001*a.speed) # spins
wheel b(axis = e1, inertia = 0.02)
state z = 1 rate p[1]
state p = [0, 1, 1] rate [w[1] - z, k, p[3]]
let pull = k*z
gyro [0, 0, k + pull]
torque body [0, 0, 0.1*z]
keep stored = a.momentum*b.speed
method rkmk(dopri5)
step adaptive(angle = 1e-9, z = 1e-10)
END
status 0 "$polhode" show model shown.pol
cat >want <<'END'
body shown
param u = 1/100
input k = 1/10*cos(t)
let pull = k*z
inertia [[1, 0, 0], [0, 2, 0], [0, 0, 5/2]]
wheel a(axis = [0, 0, 1], inertia = 1/100, speed = 100, torque = u - 1/1000*a.speed)  # spins
wheel b(axis = [1, 0, 0], inertia = 1/50, speed = 0, torque = 0)
state z = 1 rate p[1]
state p = [0, 1, 1] rate [w1 - z, k, p[3]]
gyro [0, 0, k + pull]
# without wheels, inertia [[49/50, 0, 0], [0, 2, 0], [0, 0, 249/100]]
inverse [[50/49, 0, 0], [0, 1/2, 0], [0, 0, 100/249]]
torque [0, 0, 1/10*z]
potential 0
END
head -14 out >got; same got want
has out '100*a.momentum^2'; has out '# the equations look at: w inputs states'; has out 'keep stored = a.momentum*b.speed'
has out 'step adaptive(angle = 1e-09, z = 1e-10)'
status 0 "$polhode" show model gyro.pol; has out 'gyro [0, 0, k + 100]'; lacks out 'without wheels'
has out '# the equations look at: inputs'; has out '# energy is not kept'
status 0 "$polhode" show model g.pol; has out '# the equations look at: nothing'
status 0 "$polhode" show step shown.pol; has out 'state     b[1]: momentum of the wheel about its axis, N m s'

# --- list: who takes internal momentum and states
status 0 "$polhode" list methods; has out '  projected            implicit gyro states'
status 0 "$polhode" list methods --gyro; has out '  cf4 '; lacks out '  sr '; lacks out '  akw '
status 0 "$polhode" list --states; has out '  sr '; lacks out '  akw '; lacks out kutta4
status 0 "$polhode" list methods rkmk sr akw projected
has out 'takes internal momentum, wheels, states'; has out '                  takes states'
has out 'by its options: order, internal momentum, states'
[ "$(grep -c takes out)" = 2 ] || fail 'list methods: who takes what'
status 1 "$polhode" list methods --cost akw 'rkmk(kutta4)' wheels.pol; has err 'akw needs a body without internal momentum'
grep -qE '^rkmk\(kutta4\) +[1-9]' out || fail 'list --cost: of a body with wheels'

# --- search: the drift is relative to the energy, whatever turns inside
sed 's/^inertia/gyro [0, 0, 100]\n&/; s/^step .*/step 0.01/; s/^until .*/until 0.2/' \
    "$root/specs/searches/tumbler.pol" >turns.pol
if [ -z "${POL_ONCE-}" ]; then
    search 0 turns.pol --starts 1 --quiet; drift=$(best)
    { sed '/^search/,$d' turns.pol; sed -n '/^tableau/,$p' out; } >found.pol
    status 0 "$polhode" drift found.pol --json
    between -1e-6 "$(sed -nE 's/.*"largest": \{[^{]*"energy": ([^,]*),.*/\1/p' out | awk -v d="$drift" '{ print $1/d - 1 }')" 1e-6
fi

# --- of a body with states no symplectic form is claimed, of one with wheels it is
for line in 'wheel r(axis = e3, inertia = 0.1)' 'state z = 1 rate w[1]'; do
    printf 'body kept\ninertia diag(1, 2, 2.5)\n%s\nstep 0.01\nmethod mr\n' "$line" >kept.pol
    status 0 "$polhode" emit kept.pol -o emitted
    case $line in
    wheel*) has out '*   keeps      spatial momentum; symplectic form' ;;
    *) has out '*   keeps      spatial momentum'; lacks out symplectic ;;
    esac
done
end
