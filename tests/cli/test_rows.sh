#!/usr/bin/env bash
# Trajectories as JSON, and the units of what `run --json` prints.
#   test_rows.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/checks.sh"

cat >craft.pol <<'END'
body    craft
mass    2
inertia diag(1, 2, 2.5)
wheel   a(axis = e3, inertia = 0.1, speed = 3)
state   z = [1, 2, 3] rate -z
keep    w1 = w[1]
keep    gap = log(0.25 - t)
start   w = [1, 2, 3]
attitude rotation_vector show euler(zyx) show quaternion
method  rkmk(kutta4)
step    0.1
until   0.2
END

# --- units and shapes, before what stood there already
status 0 "$polhode" run craft.pol --json; empty err; cp out plain
cat >wanted <<'END'
{"units": {"t": "s", "R": "1", "rotvec": "rad", "L": "N m s", "w": "rad/s", "x": "m", "v": "m/s", "energy": "J", "states": {"a_speed": "rad/s", "a": "N m s", "z_1": null, "z_2": null, "z_3": null}, "keep": {"w1": null, "gap": null}, "shown": {"euler_zyx_1": "rad", "euler_zyx_2": "rad", "euler_zyx_3": "rad", "quaternion_1": "1", "quaternion_2": "1", "quaternion_3": "1", "quaternion_4": "1"}, "h": "s"}, "shapes": {"R": [3, 3], "rotvec": [3], "L": [3], "w": [3], "x": [3], "v": [3]}, "t": 0.2, "R": [
END
same wanted <(sed -E 's/("t": 0.2, "R": \[).*/\1/' out)
status 0 "$polhode" run "$root/specs/thruster.pol" --json
has out ', "smallest": "s", "largest": "s"}, "shapes": {'
while IFS='|' read -r attitude unit shape; do
    status 0 "$polhode" run "$root/specs/free_body.pol" --until 1 --json --attitude "$attitude"
    has out "{\"units\": {\"t\": \"s\", \"R\": \"1\", $unit\"L\": \"N m s\""
    has out "\"shapes\": {\"R\": [3, 3], $shape\"L\": [3], \"w\": [3]}, \"t\": 1, "
done <<'END'
euler(xyz)|"angle": "rad", |"angle": [3], 
matrix||
mrp|"mrp": "1", |"mrp": [3], 
END

# --- rows: those of CSV, and behind them the end, as it is printed without rows
for how in '--every 1' '--sample 0.05'; do
    status 0 "$polhode" run craft.pol $how; cp out csv
    status 0 "$polhode" run craft.pol $how --json; empty err; cp out rows
    sed -n '/^\[/p' rows | tr -d '[] ' | sed 's/,$//' >numbers
    same numbers <(tail -n +2 csv)
    has rows '{"body": "craft", "method": "rkmk(kutta4)", "units": {"t": "s", "R11": "1", '
    has rows '"z_3": null, "keep.w1": null, "gap": null, "euler_zyx_1": "rad", '
    sed -nE '1s/.*"columns": \[(.*)\], "rows": \[$/\1/p' rows | tr -d '" ' >columns
    same columns <(head -1 csv)
    sed -n 's/^\], "end": \(.*\)}$/\1/p' rows >last
    same last <(sed 's/^.*"v": \[3\]}, /{/' plain)
done
# a number that is none is null; a step that fails leaves what was reached
status 0 "$polhode" run craft.pol --until 0.3 --every 3 --json; has out ', null, '; lacks out nan
sed 's/^start.*/torque body log(0.25 - t)*e1/' craft.pol >fails.pol
status 1 "$polhode" run fails.pol --until 1 --every 1 --json; cp out failed
has err 'fails.pol:8:1: error: the torque is no finite number at t = 0.25'
[ "$(grep -c '^\[' failed)" = 3 ] || fail 'rows of a run that failed'
has failed '"end": {"t": 0.2, '; has failed '"steps": 2, "status": 6}}'
status 1 "$polhode" run nowhere.pol --every 1 --json; empty out

# --- drift
status 0 "$polhode" drift craft.pol --json; cp out plain
status 0 "$polhode" drift craft.pol --every 1; cp out csv
status 0 "$polhode" drift craft.pol --json --every 1; empty err; cp out drift
has drift '{"body": "craft", "method": "rkmk(kutta4)", "columns": ["steps", "t", "energy", "momentum_x", '
has drift '"orthogonality", "v1", "v2", "v3", "w1", "gap"], "rows": ['
[ "$(grep -c '^\[[012], ' drift)" = "$(($(wc -l <csv) - 1))" ] || fail 'rows of drift'
sed -n 's/^\], //p' drift >tail; same tail <(sed 's/^.*"rkmk(kutta4)", //' plain)
status 2 "$polhode" drift craft.pol --json --csv --every 1; has err '--json and --csv exclude each other'

# --- it is JSON, as the manual's program reads it
if command -v python3 >/dev/null; then
    for file in rows failed drift; do
        status 0 python3 -c 'import json, sys; json.load(open(sys.argv[1]))' $file
    done
    ln -s "$polhode" polhode; cp "$root/specs/fast_top.pol" .
    sed -n '/^import json/,/^```/p' "$root/docs/faq.md" | sed '$d' >read.py
    status 0 env PATH="$PWD:$PATH" python3 read.py; has out '41 '; has out ' rad/s 0'
fi
end
