#!/usr/bin/env bash
# Memory that is exhausted, wherever: one message and status 3 in each command,
# at each limit until it has enough: test_memory.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"
top=$root/specs/fast_top.pol

cat >runs.pol <<'END'
search energy_drift(order = 2, starts = 2, evaluations = 3)
body top inertia diag(1, 1, 1/2)
potential dot(R*e3, e3)
start w = [.1, .2, 5]
method rkmk(mine) step 1/10 until 1
tableau mine order 2 {
  free x = 1/2 in [1/10, 1]
  0 :
  x : x
  b : 1 - 1/(2*x), 1/(2*x)
}
END
printf 'tableau mine order 4 {\n .2113249 : 1/4, -.0386751\n' >mine.pol
printf ' .7886751 : .5386751, 1/4\n b : 1/2, 1/2\n}\n' >>mine.pol

# limited SETTER LIMIT COMMAND...: status 0 and no such message, or 3 and one
limited() {
    local set=$1 limit=$2 got; shift 2
    if [ "$set" = memory ]; then
        "$@" --memory "$limit" >out 2>err </dev/null; got=$?
    else
        (ulimit -v "$limit"; exec "$@") >out 2>err </dev/null; got=$?
    fi
    told=$(cat out err | grep -c 'of memory')
    case $got/$told in
    0/0) return 0 ;;
    3/1) ;;
    134/0) has err 'GNU MP: Cannot' ;; # which ends the process by itself
    *) fail "$set $limit: status $got, $told messages: ${*:2}"; cat err ;;
    esac
    return 1
}
# walk COMMAND...: with more and more memory, until it ends well
walk() {
    local m enough=false
    for m in 1 2 3 6 14 40 90; do
        limited memory $m "$polhode" "$@" && { enough=true; break; }
    done
    $enough || fail "90 MB are too few: $*"
    for m in $(seq 11000 ${step:-5000} 40000); do
        limited machine $m "$polhode" "$@" && break
    done
}
[ "${POL_ALL:-0}" = 1 ] && step=500
walk tableau mine.pol
walk check "$top" --json
walk run "$top" --until 1
walk order "$top" --until .1
walk emit "$top" -o made --force
if [ "${POL_ALL:-0}" = 1 ]; then
    walk drift "$top" --until 1
    walk show step "$top"
    walk list methods --cost "$top"
    walk compare "$top" --until .1 --method mr
    walk advise "$top" --until .1 --error 1e-3
fi
walk search runs.pol --quiet
walk search "$root/specs/searches/ralston3.pol" --quiet --starts 1
walk sweep "$top" --vary 'step = [.01, .02]' --until .1 --quiet

# what a search lacked memory for is not among what it found: it goes on from
# there as if nothing had been
status 0 "$polhode" search runs.pol --quiet; cp out whole
for m in 1 2; do
    status 3 "$polhode" search runs.pol --quiet --memory $m --checkpoint kept
    grep -q '^start ' kept 2>/dev/null && fail "$m MB: a start is kept"
done
[ -s kept ] || fail 'nothing is kept'
status 0 "$polhode" search runs.pol --quiet --checkpoint kept
cmp -s out whole || fail 'another result'
status 3 "$polhode" check "$top" --json --memory 1
has out '"message": "more than 1 MB of memory would be needed"'

# a search that compiles 320 candidates takes no more memory than one that compiles 40
peak() { # peak STARTS: so many KiB at the most
    python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$polhode" search --quiet --starts "$1" \
        --aim 'energy_drift(order = 2, evaluations = 40)' "$root/specs/searches/tumbler.pol"
}
few=$(peak 1); between 1000 "$(peak 8)" $((few + 1024))
end
