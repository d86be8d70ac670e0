#!/usr/bin/env bash
# polhode compare and advise: that what they print is what `order`, `list --cost`
# and `drift` say, ranked as the sources rank it; who is left out; bad input.
#   test_compare.sh POLHODE ROOT [all]
. "${BASH_SOURCE%/*}/checks.sh"
all=${3:-}
specs=$root/specs

cat >top.pol <<'END'
body top
inertia diag(1, 2, 2.5)
torque body [0.3*w[2], -0.1, 0.2*cos(t)]
start w = [1, 0.1, 0.2]
keep spin = w[3]
method rkmk(kutta4)
step 0.01
until 1
END

# said EXPRESSION: by python over what is in out (JSON as d) and other.json (as o)
said() {
    python3 - "$@" <<'END'
import json, sys
d = json.load(open("out"))
try:
    o = json.load(open("other.json"))
except Exception:
    o = None
def of(record, name):
    return next(m for m in record["methods"] if m["method"] == name)
print(eval("(" + sys.argv[1] + ")"))
END
}
claim() { [ "$(said "bool($1)")" = True ] || fail "not so: $1"; }

# --- errors are those of `order`, costs those of `list` ---
status 0 "$polhode" compare top.pol --json --cc tcc --method 'rkmk(kutta4)' \
    --method imidm --method 'rkmk(trbdf2)' --method 'suzuki4(sr)'
cp out compared.json
for m in 'rkmk(kutta4)' imidm 'suzuki4(sr)'; do
    "$polhode" order top.pol --json --until 1 --halvings 3 --method "$m" >other.json
    cp compared.json out
    claim "2 < sum(abs(r[k] - q[k]) < 1e-13 + 1e-9*r[k] or sys.exit(1)
        for r in o['rows'] for q in of(d, '$m')['ladder'] if q['steps'] == r['steps']
        for k in ('attitude', 'momentum'))"
done
claim "all(m['reached']['error'] <= 1e-6 and m['reached']['steps'] > 1 and
    abs(m['reached']['cost'] - m['reached']['steps']*m['operations']) < 0.02*m['reached']['cost']
    for m in d['methods'])"
claim "[m['reached']['cost'] for m in d['methods']] ==
    sorted(m['reached']['cost'] for m in d['methods'])"
claim "[m['rank'] for m in d['methods']] == [1, 2, 3, 4]"
status 0 "$polhode" compare "$specs/fast_top.pol" --json --cc tcc --until 1 --error 1e-4 \
    --method 'c815(mr)' --method 'rkmk(dopri5)' --method sr # other orders by steps
claim "[m['method'] for m in d['methods']] == ['sr', 'rkmk(dopri5)', 'c815(mr)'] and
    not all(a['reached']['steps'] <= b['reached']['steps']
        for a, b in zip(d['methods'], d['methods'][1:]))"
status 0 "$polhode" compare "$specs/fast_top.pol" --json --cc tcc --until 1 \
    --method 'rkmk(kutta4)' --method imidm # which have no division, nor calls
"$polhode" list methods "$specs/fast_top.pol" 'rkmk(kutta4)' imidm --cost >cost
claim "[of(d, 'rkmk(kutta4)')[k] for k in ('operations', 'torques')] ==
    [int(x) for x in '$(awk '/^rkmk/ { print $2, $4 }' cost)'.split()]"
read -r _ step sweep torque <<<"$(grep ^imidm cost)"
claim "(lambda m: abs(m['operations'] - $step - m['sweeps']*($sweep + 5)) < 1e-6 and
    abs(m['torques'] - ${torque%+*} - ${torque#*+}*m['sweeps']) < 1e-9 and
    1 <= m['sweeps'] < 4)(of(d, 'imidm'))" # a sweep divides once
# An event cuts a step in two, and both cost.
cat >ball.pol <<'END'
body ball
mass 1
inertia diag(1, 2, 2.5)
force space [0, 0, -9.81]
event bounce when x[3] < 0 then v = [v[1], v[2], -0.8*v[3]]
event late when t > 2.5 stop
method rkmk(kutta4)
start x = [0, 0, 1]
start w = [1, 0.2, 0.1]
step 0.01
until 4
END
"$polhode" run ball.pol --json >other.json
status 0 "$polhode" compare ball.pol --json --cc tcc --method 'rkmk(kutta4)' --method frb_exact
claim "len(o['events']) == 5 and of(d, 'frb_exact')['reached']['steps'] == 1 and all(
    abs(4*m['reached']['cost'] - (m['reached']['steps'] + 5)*m['operations']) < 1e-9*m['operations']
    for m in d['methods'])"
# by fewer steps, beyond 2 %, the error is not reached
cp compared.json out
n=$(said "of(d, 'imidm')['reached']['steps']")
for part in 1:1 0:0.97; do
    h=$(awk -v n="$n" -v p="${part#*:}" 'BEGIN { printf "%.17g", 1/int(n*p) }')
    "$polhode" order top.pol --json --until 1 --halvings 1 --step "$h" --method imidm >out
    claim "(max(d['rows'][-2][k] for k in ('attitude', 'momentum')) <= 1e-6) == bool(${part%:*})"
done
cp compared.json out
"$polhode" drift top.pol --json --until 1 --method imidm --step "$(said "of(d, 'imidm')['reached']['h']")" >other.json
claim "of(d, 'imidm')['drift']['keep'] == {'spin': None} and
    of(d, 'imidm')['drift']['energy'] is None" # the motion keeps neither

# --- advice: a decay that is fast in the beginning alone, and a run that is wild by
# large steps, are not stiff; beside three good methods a fourth may cost the budget ---
sed '/^torque/s/.*/torque body -0.01*dot(w,w)*w + [1,0.3,0.2]/; /^until/s/1/20/' top.pol >wild.pol
status 0 "$polhode" advise wild.pol --json --cc tcc --method sr --method cf4 \
    --method 'magnus(verner87e)' --method be --budget 1e8
claim "{m['method'] for m in d['advice']} == {'sr', 'cf4', 'magnus(verner87e)'} and
    [m['reason'].split(' where')[-1] for m in d['left_out']] == [' a run costs 1e+08 operations']"

[ -z "${POL_ONCE:-}" ] || end

# --- the rankings of P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156,
# figures 1 to 3, over five step sizes ---
methods=(trap imid trapm imidm bbtrap swc1 akw)
asked=()
for m in "${methods[@]}"; do asked+=(--method "$m"); done
cat >ahead.py <<'END'
import csv, sys
rows = list(csv.DictReader(open("out")))
column, h = sys.argv[1], float(sys.argv[2])
sizes = {r["h"] for r in rows}
assert len(sizes) >= 5, sizes
e = {r["method"]: float(r[column]) for r in rows if abs(float(r["h"]) / h - 1) < 1e-9}
groups = [g.split(",") for g in sys.argv[3:]]
for before, after in zip(groups, groups[1:]):
    assert max(e[m] for m in before) < min(e[m] for m in after), (before, after, e)
END
# ahead COLUMN H GROUP GROUP...: each of a group is better than each of the next
ahead() {
    python3 ahead.py "$@" || fail "ranking: $*"
}
figure() {
    status 0 "$polhode" compare "$specs/$1.pol" --csv --cc tcc --step "$2" \
        --error 0.1 "${asked[@]}"
}
figure free_body 0.125
ahead momentum 0.125 imid trap trapm,imidm bbtrap,swc1
ahead attitude 0.125 imid,trap trapm,imidm
figure slow_top 0.01
ahead momentum 0.01 trap,trapm,imid,imidm akw
ahead attitude 0.01 trap,trapm,imid,imidm akw
ahead attitude 0.01 trap,imid trapm,imidm,bbtrap,swc1
ahead momentum 0.01 swc1 trapm,imidm
figure fast_top 0.005
ahead momentum 0.005 imidm,trapm bbtrap,swc1,imid,trap,akw
ahead attitude 0.005 imidm,trapm bbtrap,swc1 imid,trap akw

# --- who takes part ---
status 0 "$polhode" compare "$specs/thrown.pol" --cc tcc --until 0.5 --json --all \
    --budget 1e5
claim "not any('internal error' in m['reason'] for m in d['left_out'])"
"$polhode" list methods --json >other.json
claim "{m['name'] for m in o} <=
    {m['method'].split('(')[0] for m in d['methods'] + d['left_out']}"
status 0 "$polhode" compare top.pol --cc tcc --tableaus 'order 3, explicit, pair' --form rate
has out '`polhode tableau NAME` describes each'
has out bogacki_shampine3
lacks out kutta4
has out 'the most accurate at equal cost, operations a second (about):'
# the methods of the guide "Choosing" are those that are compared
python3 - "$root" <<'END' || fail "the guide's methods are not those of compare.tsv"
import re, sys
guide = open(sys.argv[1] + "/docs/guides/choosing.md").read()
table = guide.split("## Which method")[1].split("Two methods are there")[0]
named = set(re.findall(r"`([^`]+)`", "\n".join(
    l.split("|")[1] + l.split("|")[2] for l in table.splitlines() if l.startswith("|"))))
named = {n for n in named if re.match(r"[a-z0-9_]+(\(|$)", n)}
known = {l.split("\t")[1].strip() for l in open(sys.argv[1] + "/templates/compare.tsv")
         if l.startswith("method\t")}
sys.exit(named != known and print(named ^ known) or named != known)
END

# --- what cannot be ---
status 1 "$polhode" compare top.pol --cc tcc --method nosuch
has out "unknown method 'nosuch'"
status 0 "$polhode" compare top.pol --cc tcc --error 1e-15 --method imidm
has out 'not ranked: the reference is too uncertain for an error of 1e-15'
status 1 "$polhode" advise top.pol --cc tcc --error 1e-15
has err 'too much to measure an error of 1e-15; use a smaller --until or a larger --error'
PATH=$work status 0 "$polhode" compare top.pol --method imidm # no compiler
has out 'top over 1 s, by tcc'
mkdir -p shelf/targets # a step that crashes
cp -r "$root/templates/targets/c99" shelf/targets/
sed -i 's/solved = false;/solved = 1 \/ (*(volatile int *)0);/' shelf/targets/c99/programs.c.tpl
has shelf/targets/c99/programs.c.tpl volatile
status 1 "$polhode" compare top.pol --shelf shelf --cc tcc --method imidm --method cf4
has out 'imidm: internal error (please report)'
has out 'cf4                      4 4.0'
"$polhode" compare top.pol --all --cc tcc --budget 1e13 >out 2>err </dev/null & pid=$!
for ((tries = 1000; tries > 0; tries--)); do # until methods run
    [ -z "$(child_of $pid)" ] || break
    sleep 0.02
done
sleep 0.5; kill -INT $pid; ends $pid 'a comparison, by Ctrl-C'; got=$?
[ $got -eq 130 ] || fail "an interrupted comparison exits with $got"
has out 'top over 1 s'
has out 'not tried'

# --- advice: the error is met, by half the step, too; nothing of compare --all
# that reaches it is cheaper ---
bodies=(fast_top free_body heavy_top offdiag cubesat_wheels damped coulomb_wall
    kicked satellite slow_top thrown tethered)
seed=${POL_SEED:-1}
[ -n "$all" ] || bodies=("${bodies[seed % 12]}")
for body in "${bodies[@]}"; do
    error=$([ $((seed / 12 % 2)) = 0 ] && echo 1e-8 || echo 1e-5)
    status 0 "$polhode" advise "$specs/$body.pol" --error $error --json --cc tcc
    cp out advice.json
    claim "1 <= len(d['advice']) <= 5 and
        all(m['reached']['error'] <= $error for m in d['advice'])"
    said "'\n'.join(f'{m[\"step\"]}\t{d[\"until\"]}\t{m[\"method\"]}' for m in d['advice'])" >best
    while IFS=$'\t' read -r step end method; do
        status 0 "$polhode" order "$specs/$body.pol" --json --halvings 1 --step "$step" \
            --until "$end" --method "$method"
        claim "all(r[k] <= $error*(1 + 1e-6) for r in d['rows'][-2:]
            for k in ('attitude', 'momentum', 'motion', 'states') if k in r)"
    done <best
    cp advice.json other.json
    bash -c "$(said "o['advice'][0]['command']" | sed "s|^polhode|'$polhode'|") -o emitted --quiet" || fail "emit: $body"
    status 0 "$polhode" compare "$specs/$body.pol" --all --error $error --json \
        --cc tcc --budget "$(said "3*o['until']*o['advice'][0]['reached']['cost']")"
    claim "all(m['reached']['cost'] >= o['advice'][0]['reached']['cost']/1.1
        for m in d['methods'] if 'reached' in m)"
    claim "len(o['advice']) >= min(5, sum('reached' in m for m in d['methods']))"
    claim "all(a <= 1.1*b for a, b in zip(
        (m['reached']['cost'] for m in o['advice']),
        sorted(m['reached']['cost'] for m in d['methods'] if 'reached' in m)))" # none is stiff
done
cat >stiff.pol <<'END'
body stiff inertia diag(1, 2, 3) torque body -5e3*(w - [0, 0, 1]) + cross([0.3, 0, 0], R'*e3)
start w = [1, 0.5, 2] step 0.01 until 1
END
# each has the longest step that is stable, by `compare`, too
PATH=$work status 0 "$polhode" advise stiff.pol --error 1e-6 --json # no other compiler
claim "d['advice'][0]['method'] == 'rkmk(radau_iia(2))' and
    all('times' in m['reason'] for m in d['left_out']
        if m['method'] in ('imidm', 'magnus(kutta4)', 'rkmk(kutta4, form = rate)'))"
cp out other.json
status 0 "$polhode" compare stiff.pol --error 1e-6 --json --cc tcc --method imidm \
    --method 'magnus(kutta4)' --method 'rkmk(radau_iia(2))' --method akw --method be
claim "all(m['reached']['error'] <= 1e-6 for m in d['methods']) and
    all(of(d, m['method'])['reached']['cost'] == m['reached']['cost']
        for m in o['advice'] if m['method'] in [k['method'] for k in d['methods']]) and
    2*of(d, 'imidm')['ladder'][0]['steps'] < of(d, 'imidm')['reached']['steps'] and
    5e3/of(d, 'imidm')['reached']['steps'] < 6.1 and
    5e3/of(d, 'magnus(kutta4)')['reached']['steps'] < 2.5"
few=(--method imidm --method 'magnus(kutta4)' --method 'rkmk(radau_iia(2))' --method akw
    --method 'rkmk(gauss(2))' --method 'rkmk(trbdf2)' --method cf4)
PATH=$work status 0 "$polhode" advise stiff.pol --error 1e-6 --json "${few[@]}"
cp out other.json
status 0 "$polhode" advise stiff.pol --error 1e-6 --json "${few[@]}" # the same by gcc
claim "d['compiler'] == 'gcc' and o['compiler'] == 'tcc' and d['left_out'] == o['left_out'] and
    d['left_out'] and [m['method'] for m in d['advice']] == [m['method'] for m in o['advice']]"

end
