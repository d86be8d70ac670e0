#!/usr/bin/env bash
# What is said about a run is right, or is not said: orders, stiffness, what is
# no number.
#   test_said.sh POLHODE ROOT
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
    checks=$((checks + 1))
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
says 'not settled' my_top.pol --until 10
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
note='note: damping is fast beside the steps (h times its rate is 100)'
says converging stiff.pol --method trapm # its attitude, after two steps
for method in imidm 'rkmk(gauss(2))' 'rkmk(radau_iia(2))'; do
    [ -n "${POL_ONCE-}" ] || says reduced stiff.pol --method "$method"
done
for method in imidm trapm 'rkmk(gauss(2))'; do
    for command in $commands; do
        status 0 "$polhode" $command stiff.pol --method "$method"; has err "$note"
        has err "--method 'rkmk(radau_iia(2))' or be is"
    done
done
for method in be 'rkmk(radau_iia(2))' 'rkmk(trbdf2)' bem; do
    status 0 "$polhode" run stiff.pol --method "$method"; empty err
done
status 0 "$polhode" run stiff.pol --method imidm --step 1e-4; empty err
status 1 "$polhode" run stiff.pol --method 'rkmk(kutta4)'; has err "$note"
has err 'hint: use a smaller --step'
# a tableau of the spec's own is tried, too
{ cat stiff.pol; echo 'tableau mine order 1 { 1 : 1'; echo ' b : 1 }'; } >mine.pol
status 0 "$polhode" run mine.pol --method 'rkmk(mine)'; empty err
cat >chaos.pol <<'END'
body chaos
inertia diag(1, 2, 2.9)
potential 10*dot(R'*e3, [0.3, -0.5, 1])
start w = [1, 3, 1]
start R = rotvec([1, 0.3, -0.2])
method rkmk(kutta4)
step 0.02
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
body spun
inertia diag(1.2, 1.15, 0.3)
potential 3*dot(R'*e3, [0.1, -0.2, 1])
start w = [2, -1.3, 25]
start R = rotvec([1, 0.3, -0.2])
method rkmk(dverk78, form = rate)
step 1e-3
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

# --- what is no number: which expression, which line, which time
while IFS='|' read -r line place text; do
    printf 'body b\ninertia diag(1, 2, 2.5)\n%b\nstep 0.01\n' "$line" >nan.pol
    for command in $commands; do
        status 1 "$polhode" $command nan.pol
        has err "nan.pol:$place: error: $text"; has err ', failed: '
        lacks out nan; lacks err 'use a smaller'
        [ $command != order ] || lacks out observed
    done
done <<'END'
torque body sqrt(-1 - t)*e1|3:1|the torque is no finite number at t = 0: sqrt(-(t + 1))
potential norm(R'*e3 - e3)|3:1|the slope of the potential is no finite number at t = 0: sqrt(
let k = log(0.5 - t)\ntorque body k*e1|3:1|k is no finite number at t = 0.5: log(
mass 1\nforce space e1/(t - 0.25)|4:1|the force is no finite number at t = 0.25: (t - 1/4)^-1
input u = sqrt(0.1 - t)\ntorque body u*e1|4:1|the torque is no finite number at t = 0.1
state z = 1 rate sqrt(0.5 - t)|3:18|the rate of 'z' is no finite number at t = 0.5
wheel a(axis = e1, inertia = 0.1, torque = log(0.5 - t))|3:44|the torque of wheel 'a' is no finite number at t = 0.5: log(
gyro sqrt(0.5 - t)*e1|3:1|the internal momentum is no finite number at t = 0.5
state z = 1 rate -1\ntorque body sqrt(z - 0.205)*e1|4:1|the torque is no finite number at t = 0.79
END
# likewise in adaptive steps
for line in 'torque body sqrt(0.5 - t)*e1' 'state z = 1 rate sqrt(0.5 - t)'; do
    printf 'body b\ninertia diag(1, 2, 2.5)\n%s\nmethod rkmk(dopri5)\n' "$line" >nan.pol
    status 1 "$polhode" run nan.pol --tolerance 1e-8; has err ' is no finite number at t = 0.5'
    lacks err 'use a smaller'
done
# A step too large for a body whose numbers are all right.
printf 'body b\ninertia diag(1, 2, 2.5)\ntorque body w*dot(w, w)\nstart w = [9, 9, 9]\nstep 1\nuntil 9' >grows.pol
status 1 "$polhode" run grows.pol; has err 'hint: use a smaller --step'

end
