#!/usr/bin/env bash
# What is said about a run is right, or is not said: orders, stiffness, what is
# no number.
#   test_verdicts.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"

# Where memory is watched, each kind is looked at once.
commands='run order drift'
[ -z "${POL_ONCE-}" ] || commands=run

# verdict SPEC OPTION...: that of `order`
verdict() {
    "$polhode" order "$@" --json 2>err | sed -nE 's/.*"verdict": "([^"]*)".*/\1/p'
}
says() { # says WANT SPEC OPTION...
    local want=$1 got; shift
    got=$(verdict "$@")
    [ "$got" = "$want" ] || fail "'$got', not '$want': order $*"
}
value() { sed -nE 's/.*"'"$1"'": ([^,}]*), ".*/\1/p' out; }

# --- the README's first example
sed -n '/^body      my_top/,/^END/p' "$root/README.md" | sed '$d' >my_top.pol
status 0 "$polhode" order my_top.pol --json
has out '"verdict": "converging"'; has out '"until": 0.128'
from=$(value from_steps) to=$(value to_steps)
between "$((from * 8))" "$to" 1e9 # four rows
for column in attitude_order momentum_order; do
    between 3.9 "$(sed -nE 's/.*\], "verdict".*"'$column'": ([^,}]*).*/\1/p' out)" 4.1
done
status 0 "$polhode" order my_top.pol
has out "order 4, over 0.128 s"; has out "($from to $to steps)"; has out 'round-off'
# over its ten seconds errors of order 5 hide those of order 4
status 0 "$polhode" order my_top.pol --until 10
has out 'not settled; no four rows agree within 0.15'
says round-off my_top.pol --real float
status 0 "$polhode" order my_top.pol --method 'rkmk(dop853)' --json
between 2 "$(value from_steps)" 4 # where the asked step is far too small
has out '"verdict": "converging"'

# --- stiff, chaotic, exact, not smooth
cat >stiff.pol <<'END'
body    stiff
inertia diag(1, 2, 2.5)
torque  body -1e4*w
start   w = [1, 2, 3]
step    0.01
until   1
END
note='note: damping is fast for these steps (h times its rate is 100)'
says converging stiff.pol --method trapm # its attitude, after two steps
[ -n "${POL_ONCE-}" ] || says reduced stiff.pol --method 'rkmk(gauss(2))'
while read -r command method; do
    status 0 "$polhode" $command stiff.pol --method "$method"; has err "$note"
    has err "--method 'rkmk(radau_iia(2))' or be is"
done <<'END'
run imidm
order trapm
drift rkmk(gauss(2))
END
for method in be 'rkmk(radau_iia(2))' bem; do status 0 "$polhode" run stiff.pol --method "$method"; empty err; done
status 0 "$polhode" run stiff.pol --method imidm --step 1e-4; empty err
status 1 "$polhode" run stiff.pol --method 'rkmk(kutta4)'; has err "$note"
has err 'hint: use a smaller --step'
# a tableau of the spec's own is tried, too
{ cat stiff.pol; echo 'tableau mine order 1 { 1 : 1'; echo ' b : 1 }'; } >mine.pol
status 0 "$polhode" run mine.pol --method 'rkmk(mine)'; empty err
cat >chaos.pol <<'END'
body chaos inertia diag(1, 2, 2.9) potential 10*dot(R'*e3, [0.3, -0.5, 1]) start w = [1, 3, 1]
start R = rotvec([1, 0.3, -0.2]) method rkmk(kutta4) step 0.02
END
[ -n "${POL_ONCE-}" ] || says 'reference lost' chaos.pol --until 200 --halvings 2
says converging chaos.pol
cat >free.pol <<'END'
body free_one
inertia diag(1, 2, 2.5)
start w = [1, 2, 3]
step 0.01
END
says round-off free.pol --method frb_exact
sed 's/^step.*/torque body floor(7.3*t)*e1\nstep 0.1/' free.pol >leaps.pol
[ -n "${POL_ONCE-}" ] || says 'not settled' leaps.pol --until 3 --method 'rkmk(kutta4)'

# --- samples of adaptive steps are as good as their ends
cat >spun.pol <<'END'
body spun inertia diag(1.2, 1.15, 0.3) potential 3*dot(R'*e3, [0.1, -0.2, 1])
start w = [2, -1.3, 25] start R = rotvec([1, 0.3, -0.2]) method rkmk(dverk78, form = rate) step 1e-3
until 2
END
status 0 "$polhode" run spun.pol --sample 0.04; cp out fine
status 0 "$polhode" run spun.pol --tolerance 1e-10 --sample 0.04; cp out samples
status 0 "$polhode" run spun.pol --tolerance 1e-10 --every 1; tail -1 out >end
status 0 awk -F, 'FNR == 1 { next }
    NR == FNR { for (i = 1; i <= 10; i++) fine[FNR, i] = $i; next }
    { rows++; for (i = 1; i <= 10; i++) {
          d = $i - fine[FNR, i]; if (!(d <= 1e-9 && d >= -1e-9)) exit 1 } }
    END { exit rows != 51 }' fine samples
# and the run does not depend on them
tail -1 samples >sampled; same end sampled

# --- what is no number: which expression, which line, which time, whichever command meets it
# (whatever it is: unit/test_local.c)
all=($commands) turn=0
while IFS='|' read -r line place text; do
    printf 'body b\ninertia diag(1, 2, 2.5)\n%b\nstep 0.01\n' "$line" >nan.pol
    command=${all[turn % ${#all[@]}]} turn=$((turn + 1))
    status 1 "$polhode" $command nan.pol
    has err "nan.pol:$place: error: $text"; has err ', failed: '
    lacks out nan; lacks err 'use a smaller'
    [ $command != order ] || lacks out observed
done <<'END'
torque body sqrt(-1 - t)*e1|3:1|the torque is no finite number at t = 0: sqrt(-(t + 1))
let k = log(0.5 - t)\ntorque body k*e1|3:1|k is no finite number at t = 0.5: log(
mass 1\nforce space e1/(t - 0.25)|4:1|the force is no finite number at t = 0.25: (t - 1/4)^-1
state z = 1 rate -1\ntorque body sqrt(z - 0.205)*e1|4:1|the torque is no finite number at t = 0.79
END
# likewise in adaptive steps
printf 'body b\ninertia diag(1, 2, 2.5)\nstate z = 1 rate sqrt(0.5 - t)\nmethod rkmk(dopri5)\n' >nan.pol
status 1 "$polhode" run nan.pol --tolerance 1e-8; has err ' is no finite number at t = 0.5'; lacks err 'use a smaller'
# A step too large for a body whose numbers are all right.
printf 'body b\ninertia diag(1, 2, 2.5)\ntorque body w*dot(w, w)\nstart w = [9, 9, 9]\nstep 1\nuntil 9' >grows.pol
status 1 "$polhode" run grows.pol; has err 'hint: use a smaller --step'

# --- an attitude that is no rotation
printf 'body b\ninertia diag(1, 1, 1)\nmethod kinematic(euler)\nstart w = [8, 0, 0]\nstep 0.001
until 60\n' >drifts.pol
status 0 "$polhode" run drifts.pol; empty err; has out '0.618031270368' # a rotation: by default
loose='R is not a rotation: |R'"'"'R - 1| is'
none='--attitude quaternion(renormalise=none)'
status 0 "$polhode" run drifts.pol $none; has err "$loose 15 at the end, and above 1e-06"
has err 'since t = 3.751; '
status 0 "$polhode" run drifts.pol $none --sample 0.5; has err 'since t = 0.5; ' # the first row
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order drifts.pol $none --until 0.1 --halvings 2; has err " steps $loose"
    status 0 "$polhode" compare drifts.pol $none --until 0.1 --error 0.1 --method 'kinematic(euler)' --method fe
    has err "kinematic(euler): $loose"; lacks err 'fe: R'
    status 0 "$polhode" sweep drifts.pol $none --vary 'w = [[8,0,0], [0,0,0], [0,9,0]]'
    has err "in 2 cases $loose"
    # and what its numbers show of the torque says nothing
    printf 'body d\ninertia diag(0.03, 0.034, 0.007)\nmethod kinematic(euler)
let B = R'"'"'*[2e-5*cos(0.0011*t), 1e-5, 4e-5*sin(0.0011*t)]\ntorque body cross(-5e4*derivative(B), B)
start w = [0.17, 0.17, 0.17]\nstep 1\nuntil 700\n' >torque.pol
    status 0 "$polhode" run torque.pol $none; has err "$loose"; lacks err 'damping is fast'
    status 0 "$polhode" emit drifts.pol $none --force; has b.h "but for the method's error"
fi

# --- turns in a step: near what a method holds for, beyond it, and beyond the eye
printf 'body spin\ninertia diag(1, 1, 2)\nmethod rkmk(kutta4)\nstart w = [0, 0, 100]\nstep 0.1\nuntil 10\n' >spin.pol
status 0 "$polhode" run spin.pol; has err 'note: the body turns by up to 10 rad in a step'
status 1 "$polhode" run spin.pol --map cay; has err 'failed: the body turns too far in one step'
status 1 "$polhode" run spin.pol --method 'kinematic(kutta4)'
status 0 "$polhode" run spin.pol --map cay --step 0.03
has err 'turns by up to 2.99 rad in a step; rkmk(kutta4) holds for less than 3.14'
status 0 "$polhode" run spin.pol --map cay --step 0.01; empty err
status 0 "$polhode" list maps cay; has out 'largest turn of a step: 3.14 rad'

# --- back in time: there and back by a symmetric method, by rows, by adaptive steps
cat >back.pol <<'END'
body back
inertia diag(1, 2, 3)
torque body cross(e3, R'*[0, 0, -5*cos(t)])
start w = [0.1, 0.3, 4]
step 0.01
END
status 0 "$polhode" run back.pol --until -1 --every 50 --json; cp out every; empty err
has every '[-0.5, '; has every '"end": {"t": -1, '
status 0 "$polhode" run back.pol --until -1 --sample 0.3; cp out rows
[ "$(cut -d, -f1 rows | tr '\n' ' ')" = 't 0 -0.3 -0.6 -0.8999999999999999 -1 ' ] ||
    fail "rows back: $(cut -d, -f1 rows | tr '\n' ' ')"
r=$(sed -nE 's/.*"end": .*"R": \[([^]]*)\].*/\1/p' every) l=$(sed -nE 's/.*"end": .*"L": \[([^]]*)\].*/\1/p' every)
sed "s/^start.*/start t = -1 start L = [$l]/; \$a start R = [$(sed -E 's/(([^,]*,){2}[^,]*), (([^,]*,){2}[^,]*), (.*)/[\1], [\3], [\5]/' <<<"$r")]" back.pol >forth.pol
status 0 "$polhode" run forth.pol --json; has out '"t": 0, '
between 0.0999999 "$(sed -nE 's/.*"w": \[([^,]*),.*/\1/p' out)" 0.1000001
between 0.9999999 "$(sed -nE 's/.*"R": \[([^,]*),.*/\1/p' out)" 1.0000001
if [ -z "${POL_ONCE-}" ]; then
    end=$(tail -1 rows)
    status 0 "$polhode" run back.pol --until -1 --method 'rkmk(dopri5)' --tolerance 1e-10 --sample 0.4
    between "$(cut -d, -f2 <<<"$end" | awk '{ print $1 - 1e-6 }')" "$(tail -1 out | cut -d, -f2)" \
        "$(cut -d, -f2 <<<"$end" | awk '{ print $1 + 1e-6 }')"
    status 0 "$polhode" drift back.pol --until -1; has out 'to t = -1'
fi
# --- a jump inside steps is a verdict, and no row is round-off
cat >jump.pol <<'END'
body jump inertia diag(1, 1.3, 2.1) torque body [if(t < 0.5, 1, 0), 0, 0] start w = [0.3, 0.4, 0.2]
step 0.011 until 1
END
status 0 "$polhode" order jump.pol; lacks out round-off
has out 'observed order 1: the torque jumps at t = 0.5 inside steps'

# --- ends are exact, and rows end there
status 0 "$polhode" run back.pol --step 0.3 --until 0.9; has out ' 0.9'; lacks out 0.89999
status 0 "$polhode" run back.pol --step 0.1 --sample 0.3 --until 1
[ "$(tail -1 out | cut -d, -f1)" = 1 ] || fail 'no row at the end'

end
