#!/usr/bin/env bash
# polhode search as a user sees it: test_search.sh POLHODE ROOT
# Optima that are known, what is kept and gone on from, shards, messages.
. "${BASH_SOURCE%/*}/checks.sh"

cat >ralston2.pol <<'END'
search error_2norm(order = 2, starts = 4)
tableau mine order 2 {
  free x = 1/2 in [1/10, 1]  # a comment with { and C:\new in it
  0 :
  x : x
  b : 1 - 1/(2*x), 1/(2*x)
}
END
ralston3=$root/specs/searches/ralston3.pol

# --- Ralston's methods: A. Ralston, Math. Comp. 16 (1962) 431-437
search 0 ralston2.pol
has out 'let x = 2/3'; has out 'error_2norm: 1/6 = '; has out 'proven: order 2'
has out 'found by 4 of 4 starts'; has err 'start 4 of 4: 0.16666667; best so far'
search 0 "$ralston3" --quiet; empty err
has out 'lotkin_bound: 1/9 = '; has out 'proven: order 3'
has out 'let c2 = 1/2'; has out 'let c3 = 3/4'; has out 'let b3 = 4/9'
search 0 "$ralston3" --quiet --aim error_2norm
between 0.04180907 "$(best)" 0.04180908
between 0.496505 "$(symbol c2)" 0.496506; between 0.751747 "$(symbol c3)" 0.751748
has out 'order 3 rounded {'; has out 'proven: order 3'
# what is printed is a text of the language
cp out found.pol
"$polhode" tableau found.pol >analysed 2>err || fail 'a result is no spec'
has analysed '0.0418091'
# --- rows bhat: their order is a condition, and bhat is not b
cat >pair.pol <<'END'
search error_2norm(order = 3, starts = 6)
tableau pair order 3 {
  free c2 = 1/2 in [1/10, 1]
  free c3 = 3/4 in [1/10, 1]
  free a32 = 3/4 in [-2, 2]
  free b2 = 1/3 in [-2, 2]
  free b3 = 4/9 in [-2, 2]
  free d2 = 1/3 in [-2, 2]
  0 :
  c2 : c2
  c3 : c3 - a32, a32
  1 : 1 - b2 - b3, b2, b3
  b : 1 - b2 - b3, b2, b3, 0
  bhat : 7/8 - d2 - 1/3, d2, 1/3, 1/8
}
END
search 0 pair.pol --quiet
has out '4 conditions of order 3 and 2 of bhat, 2 more hold always'
has out 'proven: order 3, bhat 2 or more'; lacks out 'fixes'
between 0.04180907 "$(best)" 0.04180908
cp out found.pol; "$polhode" tableau found.pol >analysed 2>err || fail "a pair is no spec"
has analysed 'order bhat   2'
search 1 pair.pol --quiet --aim 'error_2norm(order = 3, bhat = 1)'
has err "pair.pol:2:9: error: no condition and no aim fixes 'd2'"
has err 'hint: with `bhat = 2` in the search, bhat meets the conditions up to'
search 1 pair.pol --quiet --aim 'error_2norm(order = 3, bhat = 4)'
has err 'error: the order of bhat is higher than that of b'
sed 's/bhat : .*/bhat : 1 - d2 - b3, d2, b3, 0/' pair.pol >same.pol
search 1 same.pol --quiet
has err 'bhat equals b in a tableau found, which is no pair'
# --- killed and gone on from, to the same bytes
{ echo '# see C:\notes'; cat "$ralston3"; } >noted.pol
search 0 noted.pol --quiet --starts 7; cp out single
search 0 noted.pol --quiet --starts 7 --checkpoint whole
same single out 'with a checkpoint'
size=$(wc -c <whole)
for less in 1 700 $((size - 10)); do
    head -c $((size - less)) whole >cut
    search 0 noted.pol --quiet --starts 7 --checkpoint cut
    same single out "cut by $less"; same whole cut "cut by $less"
done
starts=80
[ -z "${POL_ONCE-}" ] || starts=60
"$polhode" search "$ralston3" --starts $starts --checkpoint killed >out 2>err &
pid=$!
while kill -0 $pid 2>/dev/null && ! grep -qs "start 3 " killed; do
    sleep 0.02
done
kill -9 $pid; wait $pid 2>/dev/null
grep -q "start $((starts - 1)) " killed && fail 'killed too late'
cp killed half
search 0 "$ralston3" --quiet --starts $starts --checkpoint half; cp out resumed
search 0 "$ralston3" --quiet --starts $starts --checkpoint never
same resumed out 'killed'; same half never 'killed'
search 0 "$ralston3" --quiet --starts 40 --checkpoint fresh
sed "s/starts = $starts/starts = 40/" killed >other
search 1 "$ralston3" --quiet --starts 40 --checkpoint killed
has err 'killed: error: this is the checkpoint of another search'
search 1 "$ralston3" --quiet --starts 40 --checkpoint other
has err "the checkpoint's hash does not match its content"

# --- shards
for i in 0 1 2; do
    search 0 noted.pol --quiet --starts 7 --shard $i/3 --checkpoint part$i
    has out "incomplete: "
done
search 0 merge part2 part0 part1 --checkpoint merged
same single out 'merged'; same whole merged
search 0 merge part0 part2; has out '# incomplete: 5 of 7 starts'
# A name as long as names may be.
long=$(printf '%0255d' 0); search 0 merge part0 part1 part2 --checkpoint "$long"
same whole "$long"
search 1 merge part0 fresh; has err 'fresh: error: this is the checkpoint of another'
sed 's/^start 3 found 0x0p+0 0x1/start 3 found 0x0p+0 0x2/; s/^start 3 found \(0x1[^ ]*\) 0x1/start 3 found \1 0x2/' whole >lies
search 1 merge whole lies; has err 'start 3 had another result before'
# an old one stays where the new one cannot be written: on a full disk, by a
# program that is killed, in a folder that is not ours
cp merged kept; cp kept asked
for ending in "trap '' XFSZ" true; do
    (eval "$ending"; ulimit -f 1
     exec "$polhode" search merge part0 part1 --checkpoint kept) >out 2>err
    got=$?; [ $got -ne 0 ] || fail "a full disk: $ending"
    same asked kept "a full disk: $ending"
    [ "$ending" = true ] && continue
    has err 'polhode: cannot write to kept: File too large'
    [ "$(echo kept*)" = kept ] || fail "left: $(echo kept*)"
done
rm -f kept.*
(trap '' XFSZ; ulimit -f 1
 exec "$polhode" search noted.pol --quiet --starts 7 --checkpoint kept) >out 2>err
same asked kept 'a full disk, going on'
ln -s kept link; search 0 merge part0 part1 part2 --checkpoint link
same whole kept 'by a link'; [ -L link ] || fail 'the link is gone'
search 1 merge whole --checkpoint /dev/full
has err 'cannot write to /dev/full: this is no regular file'
# over nothing that is no checkpoint of this search; what stands in one is kept
cp "$ralston3" mine.pol
search 1 merge part0 part1 --checkpoint mine.pol
has err 'this is no checkpoint of a search'; same "$ralston3" mine.pol
cp part2 onto; search 0 merge part0 part1 --checkpoint onto; same whole onto
# one search at a time
"$polhode" search "$ralston3" --starts 100000 --checkpoint busy >/dev/null 2>&1 &
pid=$!
while kill -0 $pid 2>/dev/null && ! grep -qs "start 3 " busy; do sleep 0.02; done
search 1 "$ralston3" --quiet --starts 100000 --checkpoint busy
has err 'cannot write to busy: another search is writing to it'
kill -INT $pid; ends $pid 'a search, by Ctrl-C' 2>/dev/null
stopped=$?
[ "$(grep -c ^start busy)" -ge 3 ] || fail 'busy: lost'
[ $stopped = 130 ] || fail "an interrupted search exits with $stopped"
# numbers that are none, and points outside the box
for lie in nan 0x1p+20; do
    sed "s/^\(start 2 found [^ ]* [^ ]* \)[^ ]*/\1$lie/" whole >lies
    search 1 merge lies; has err 'this line is no finding of the search'
done
"$polhode" search merge - <whole >out 2>err && fail 'merge -'
has err "polhode: cannot read -: a checkpoint is a file"

# --- on steppers: better than the start, and the same again
cp "$root/specs/searches/tumbler.pol" .
search 0 tumbler.pol --quiet --starts 1 --aim 'energy_drift(evaluations = 1)'
start=$(best)
search 0 tumbler.pol --quiet --starts 1 --aim 'energy_drift(evaluations = 24)'
between 0 "$(best)" "$(awk -v s="$start" 'BEGIN { print 0.9 * s }')"; cp out once
search 0 tumbler.pol --quiet --starts 1 --aim 'energy_drift(evaluations = 24)'
same once out
search 0 tumbler.pol --quiet --starts 1 --aim 'attitude_error(evaluations = 1)'; start=$(best)
search 0 tumbler.pol --quiet --starts 1 --aim 'attitude_error(evaluations = 24)'
between 0 "$(best)" "$(awk -v s="$start" 'BEGIN { print 0.9 * s }')"

# what has used up its evaluations is no optimum, and is told to be none
search 0 tumbler.pol --quiet --starts 4 --aim 'energy_drift(evaluations = 3)'
has out '# 4 starts used up the evaluations before coming to rest'
lacks out 'other optima'
# options of several lines; each is a comment, and is read again
search 0 tumbler.pol --quiet --starts 1 --aim 'energy_drift(evaluations = 2)' \
    --method $'rkmk(mine,\n dexpinv = 1)' --checkpoint lines; cp out once
has out '# with --method rkmk(mine,\n dexpinv = 1)'
search 0 tumbler.pol --quiet --starts 1 --aim 'energy_drift(evaluations = 2)' \
    --method $'rkmk(mine,\n dexpinv = 1)' --checkpoint lines
same once out 'options of several lines'
search 0 merge lines; same once out 'options of several lines, merged'
"$polhode" tableau ./out >analysed 2>err || fail 'a result with options is no spec'
search 1 tumbler.pol --quiet --starts 1 --aim 'energy_drift(evaluations = 2)' --until 0.25 \
    --method $'rkmk(mine,\n dexpinv = 1)' --checkpoint lines
has err 'lines: error: this is the checkpoint of another search'

end
