# What tests of the command line use; sourced by them with POLHODE ROOT.  They run
# in an empty folder; each check says what was expected.
set -u
polhode=$1 root=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }
# status WANT COMMAND...: runs it, keeps its output in ./out and ./err
status() {
    local want=$1; shift
    "$@" >out 2>err </dev/null
    local got=$?
    [ $got -eq "$want" ] || { fail "exit $got, not $want: $*"; cat err; }
    case "$*" in
    *--json*) ! command -p grep -qiE '(\[|[,: ])-?(nan|inf|infinity)( *[]},]|$)' out || fail "no JSON: $*" ;;
    esac
}
# has FILE TEXT: the file has this text on some line
has() {
    grep -qF -- "$2" "$1" || { fail "no '$2' in $1"; head -20 "$1"; }
}
lacks() {
    ! grep -qF -- "$2" "$1" || fail "'$2' is in $1"
}
empty() {
    [ ! -s "$1" ] || { fail "$1 is not empty"; head -5 "$1"; }
}
same() {
    cmp "$1" "$2" || fail "$1 and $2 differ${3:+: $3}"
}
# between LOW X HIGH
between() {
    awk -v l="$1" -v x="$2" -v h="$3" 'BEGIN { exit !(l <= x && x <= h) }' ||
        fail "'$2' is not between $1 and $3"
}
# ends PID WHAT: waits for what was started, a minute at most, and has its status
ends() {
    local i
    for ((i = 0; i < 3000; i++)); do kill -0 "$1" 2>/dev/null || break; sleep 0.02; done
    ((i < 3000)) || { fail "did not end in a minute: $2"; kill -KILL "$1"; }
    wait "$1"
}
# child_of PID: not all systems have a file of them
child_of() { grep -ls "^PPid:[[:space:]]*$1\$" /proc/[0-9]*/status | sed 's|/proc/||; s|/.*||'; }
# two_steppers FILE: a program that runs fast_top and, in float, rotor; it prints
# the status, an energy, and a number of each attitude.
two_steppers() {
    cat >"$1" <<END
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
    printf("%d %.3f %.17g %.9g\\n", status, fast_top_energy(&x, &p), x.q[0],
           (double)y.q[0]);
    return 0;
}
END
}
# search WANT ARGUMENT...
search() {
    local want=$1; shift
    status "$want" "$polhode" search "$@"
}
# The value that the report gives the aim; that of a symbol.
best() { sed -nE 's/^# best [^:]*: (.* = )?([^ ,]*),.*/\2/p' out; }
symbol() { sed -nE "s/^  let $1 = (.*)/\1/p" out; }
end() {
    echo "$failures failures"
    [ $failures -eq 0 ]
    exit
}
