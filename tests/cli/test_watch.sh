#!/usr/bin/env bash
# What is there for who sits at a terminal: `watch` runs a command again at each
# save, and bash completes words.
#   test_watch.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"
trap '[ -z "${watch-}" ] || kill "$watch" 2>/dev/null; rm -rf "$work"' EXIT

echo 'body b inertia diag(1, 2, 2.5) start w = [1, 2, 3] step 0.1 until 1' >free.pol
# --- rounds.  within CONDITION...: it comes to be so
within() {
    local i
    for ((i = 0; i < 1000; i++)); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.02
    done
    fail "never: $*"; cat seen said
}
count() { [ "$(grep -cF -- "$2" seen)" -ge "$1" ]; } # count N TEXT: so many lines have it by now
said() { grep -qF -- "$1" said; }
going() { child=$(child_of $watch) && [ -n "$child" ]; } # a round
idle() { ! going; }
# watched WORD...: begins; ended: by Ctrl-C
watched() { "$polhode" watch "$@" >seen 2>said & watch=$!; }
ended() {
    kill -INT $watch; ends $watch 'watch, by Ctrl-C'; local got=$?
    watch=; [ $got -eq 130 ] || fail "watch ended with $got"
}
mkdir 'my folder'; cp free.pol 'my folder/a body.pol'; spec='my folder/a body.pol'
watched "$spec"
within count 1 'step 0.1'
cp free.pol "$spec"; within count 2 'step 0.1'
cp free.pol new; mv new "$spec"; within count 3 'step 0.1'
sed 's/inertia/inertai/' free.pol >"$spec"; within said "$spec:1:8: error: unexpected 'inertai'"
cp free.pol "$spec"; within count 4 'step 0.1'
rm "$spec"; within said "polhode: $spec does not exist; waiting for it"
cp free.pol "$spec"; within count 5 'step 0.1'
mv "$spec" 'my folder/a body.pol~'; cp free.pol "$spec"; within count 6 'step 0.1'
ended
[ "$(grep -c '^--- [0-9][0-9]:[0-9][0-9]:[0-9][0-9]$' seen)" -ge 6 ] || fail 'lines between rounds'
head -1 seen >first; has first 'b, magnus(kutta4), order 4, over 1 s'

# the last of many saves counts; a link, and what it leads to; JSON has no lines between
ln -s 'my folder/a body.pol' link.pol
watched link.pol run --json
within count 1 '"t": 1,'
for n in 1 2 3 4 5 6 7 8 9; do sed "s/until 1/until 1$n/" free.pol >"$spec"; done
within count 1 '"t": 19,'
sed 's/until 1/until 2/' free.pol >other.pol; ln -sf other.pol link.pol; within count 1 '"t": 2,'
ended; lacks seen '---'
# files that it reads: a series, its faults, and a method of a folder
printf 't,u\n0,1\n9,1\n' >u.csv
mkdir -p shelf/methods; cp "$root/templates/methods/fe.lua" shelf/methods/mine.lua
echo 'input u torque body u*e1' | cat free.pol - >driven.pol
watched driven.pol run --input u=u.csv --shelf shelf --method mine
within count 1 status; within idle; sleep 0.2 # so that it is known what has been read
printf 't,u\n0,2\n9,2\n' >u.csv; within count 2 status
printf 't,u\n0,2\n0,x\n' >u.csv; within said 'u.csv:3'
printf 't,u\n0,3\n9,3\n' >u.csv; within count 3 status
echo '-- more' >>shelf/methods/mine.lua; within count 4 status
ended
# of these one may be saved while it is read for the first time
for until in 1e5 1e6 1e7 1e8; do # on a quick machine the round must be longer
    printf 't,u\n0,1e-9\n9,1e-9\n' >u.csv
    watched driven.pol run --input u=u.csv --until $until
    within going; sleep 0.2; printf 't,u\n0,4\n9,4\n' >u.csv
    ! going || break
    ended
done
within count 2 status
ended
# a round that is going is stopped; one that is killed ends nothing
sed 's/until 1/until 1e9/' free.pol >free2.pol; cp free2.pol long.pol
watched long.pol run
within going
cp free.pol long.pol; within count 1 'energy         15.7'
cp free2.pol long.pol; within going; kill -KILL "$child"
within said 'polhode: the command was ended by signal 9 (please report)'
cp free.pol long.pol; within count 2 'energy         15.7'
cp free2.pol long.pol; within going; ended
[ ! -d "/proc/$child" ] || fail 'a round outlives its watch'
# a terminal is cleared, and told what is watched
if command -v script >/dev/null; then
    # not every shell becomes the last command that it is given
    SHELL=/bin/sh script -qfc "echo \$\$ >terminal; exec '$polhode' watch free.pol run" seen \
        >/dev/null 2>&1 </dev/null & watch=$!
    within count 1 'Ctrl-C ends the watch of'
    cp free.pol new; mv new free.pol; within count 2 'Ctrl-C ends the watch of'
    kill -INT "$(cat terminal)"; ends $watch 'watch on a terminal, by Ctrl-C'; watch=
    has seen $'\033[H\033[2J'; has seen ' polhode run'
fi

# --- completion, and the calls that it asks for
status 0 "$polhode" list --calls; empty err
for call in suzuki4 'gauss(6)' 'rkmk(kutta4, form = rate)' 'suzuki4(sej)' cay 'euler(xyz)' c99; do has out "$call"; done
status 0 "$polhode" help bash; empty err; cp out completion.bash
bash -n completion.bash || fail 'completion is no program'
. ./completion.bash
mkdir many; cd many || exit 1; touch 'a body.pol' b.pol 'c (1).pol' notes.txt; mkdir 'sub folder'
# completes WANT WORD...: what the last word is completed to, by blanks and |
completes() {
    local want=$1; shift
    COMP_WORDS=("$polhode" "$@") COMP_CWORD=$#
    _polhode 2>/dev/null
    local got; got=$(printf '%s|' "${COMPREPLY[@]}" | tr '|' '\n' | sort | paste -sd'|')
    [ "${got#|}" = "$want" ] || fail "'${got#|}', not '$want': $*"
}
home=${HOME-}; unset HOME; completes run ru; HOME=$home # which a service may lack
commands() { "$polhode" --help | sed -nE "s/^  ([a-z]*) ${1-}.*/\1/p"; } # commands OPERANDS
completes "$( (commands; echo help) | sort | paste -sd'|')" ''
completes '--help|--version' --
completes '--map|--memory|--method' run b.pol --m
completes 'a body.pol|b.pol|c (1).pol|sub folder' run ''
completes 'a body.pol' run 'a\ '
completes 'a body.pol' run "'a b"
completes 'c (1).pol' check b.pol 'c'
completes '--json' order b.pol --step=1 --js
completes 'double|float' run b.pol --real ''
completes 'gcc' run b.pol --cc = g
completes 'sub folder' emit b.pol -o ''
completes 'sub folder' run b.pol --shelf ''
completes notes.txt emit b.pol --depfile n
completes 'c99' emit b.pol --target ''
completes 'main,test' emit b.pol --with main,te
completes '' run b.pol --step ''
completes 'frb_exact' run b.pol --method frb
completes 'frb_exact' report b.pol --beside frb
completes 'rkmk\(gauss6,\ form\ \=\ rate\)' run b.pol --method 'rkmk\(gauss6'
completes 'rkmk(gauss6, form = rate)' run b.pol --method "'rkmk(gauss6"
completes 'rkmk(dop853)|rkmk(dopri5)' run b.pol --method "'rkmk(dop"
completes 'suzuki4(frb_exact)' run b.pol --method "\"suzuki4(fr"
completes 'euler(xyz)' run b.pol --attitude "'euler(x"
completes 'cay|exp' run b.pol --map ''
completes 'lobatto_iiid(2)|lobatto_iiid(3)|lobatto_iiid(4)|lobatto_iiid(5)' tableau 'lobatto_iiid\('
completes 'notes.txt' tableau not
completes 'attitudes|compositions|maps|methods|tableaus|targets' list ''
completes 'rkmk' list methods rk
completes 'exp' list maps e
completes 'ast|model|program|step' show ''
completes 'b.pol' show step b
completes 'fast_top' example fast
completes 'bash' help ba
completes '--help' new ''
completes "$(commands '.*(SPEC|FILE)' | grep -vE '^(list|watch)$' | sort | paste -sd'|')" watch b.pol ''
completes '--halvings' watch b.pol --ha
completes '--every' watch b.pol drift --ev
completes '--with|--without' watch b.pol emit --wi
# those of one's own, by the shelf on the line
cp -r ../shelf 'sub folder'; completes mine run b.pol --shelf 'sub\ folder/shelf' --method mi
completes 'dossier|kernel|main|python|test' emit b.pol --with ''
completes 'access|interp|stepper' emit b.pol --without ''
for command in $(commands); do
    options=$("$polhode" $command --help | grep -oE '^  (-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+')
    completes "$(printf '%s\n' $options --help | sort | paste -sd'|')" $command --
done
end
