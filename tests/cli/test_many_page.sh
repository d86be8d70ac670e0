#!/usr/bin/env bash
# specs/many.md, word by word.
#   test_many_page.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/pages.sh"
run_page many
between 2 $n 3
# the largest tilt is that of one of them alone
for mgl in 0 25 50 75 99.99; do
    "$polhode" run page/fast_top.pol --method 'rkmk(kutta4, form = rate)' --step 1e-3 --until 1 \
        --set mgl=$mgl --json
done | python3 -c '
import json, sys
text, at, ups = sys.stdin.read(), 0, []
while text[at:].strip():
    one, n = json.JSONDecoder().raw_decode(text[at:].lstrip())
    at += len(text[at:]) - len(text[at:].lstrip()) + n
    ups.append(one["R"][8])
print(min(ups))' >alone
least=$(sed -nE 's/.*: (.*)/\1/p' cut/got.2)
checks=$((checks + 1))
awk -v a="$(cat alone)" -v b="$least" 'BEGIN { exit !(b <= a + 1e-6 && b > a - 0.02) }' ||
    fail "the largest tilt $least, alone $(cat alone)"
end
