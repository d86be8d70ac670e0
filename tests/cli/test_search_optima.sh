#!/usr/bin/env bash
# The optima that polhode search finds: test_search_optima.sh POLHODE ROOT
# Small problems with answers that are known in closed form, from several starts
# and seeds.
. "${BASH_SOURCE%/*}/checks.sh"

# search WANT ARGUMENT...: and what it has kept can be read again, twice.
search() {
    local want=$1; shift
    rm -f kept
    status "$want" "$polhode" search "$@" --checkpoint kept; cp out first
    cp kept copy; cp err told
    status "$want" "$polhode" search merge kept copy; same first out "$*"
    lacks err ': error: '; mv first out; mv told err
}
# answer VALUE SYMBOL=VALUE...: to nine digits, or the text if it is none
answer() {
    local want=$1 pair x; shift
    between "$(awk -v x="$want" 'BEGIN { printf "%.12g", x - 2e-10 }')" \
        "$(best)" "$(awk -v x="$want" 'BEGIN { printf "%.12g", x + 2e-10 }')"
    for pair; do has out "  let ${pair%=*} = ${pair#*=}"; done
}
# The optima that are listed beside the best one.
others() { sed -n '/^# other optima:/,$ s/^# \([0-9].*\)/\1/p' out; }

# --- two stages of order 2, b2 c2 = 1/2.  The trees of order 3 are left with
# (b2 c2^2 - 1/3)/2 and 0 - 1/6, so the error is
#     sqrt(((c2/2 - 1/3)/2)^2 + 1/36),
# which falls up to c2 = 2/3 and grows from there.
# two C2 LOW HIGH B2 LOW HIGH [ORDER]
two() {
    cat <<END
search error_2norm(order = ${7:-2})
tableau t order ${7:-2} {
  free c2 = $1 in [$2, $3]
  free b2 = $4 in [$5, $6]
  0 :
  c2 : c2
  b : 1 - b2, b2
}
END
}
# The rows have: no bound that is met, 1/6; upper 3/5 from points that meet the condition, are the
# worst of all, are at a bound, sqrt(1/3600 + 100/3600) = sqrt(101)/60; lower 7/10,
# sqrt(1/120^2 + 1/36) = sqrt(401)/120; b2 <= 2/3, so c2 >= 3/4, sqrt(1/48^2 + 1/36); one point only,
# in a corner, b2 = 1/(2 c2) >= 5/6 where c2 <= 3/5.  Of order 1, which holds always, the error
# is |b2 c2 - 1/2|: 1/10 in the corner where b2 c2 = 2/5 is largest; zero all along a curve, of
# order 2, which is told though 1 is asked for.
while IFS='|' read -r spec words value lets said; do
    eval "two $spec" >two.pol
    search 0 two.pol --quiet $words; answer $value $lets; [ -z "$said" ] || has out "$said"; lacks out 'other optima'
done <<'END'
1/2 1/10 1 1 -2 2|--starts 3 --seed 1|0.16666666667|c2=2/3 b2=3/4|# best error_2norm: 1/6 = 
1/2 1/10 1 1 -2 2|--starts 3 --seed 2|0.16666666667|c2=2/3 b2=3/4|found by 3 of 3 starts
3/10 1/10 6/10 5/3 -2 2|--starts 1|0.16749792702|c2=3/5 b2=5/6|# proven: order 2
1/10 1/10 6/10 -2 -2 2|--starts 1|0.16749792702|c2=3/5 b2=5/6|
3/5 1/10 6/10 5/6 -2 2|--starts 1|0.16749792702|c2=3/5 b2=5/6|
1/2 1/10 6/10 1 -2 2|--seed 1|0.16749792702|c2=3/5 b2=5/6|found by 20 of 20 starts
9/10 7/10 1 1 -2 2|--starts 4|0.16687487|c2=7/10 b2=5/7|
9/10 1/10 1 1/2 1/2 2/3|--starts 4|0.16796370311|c2=3/4 b2=2/3|
1/10 1/10 3/5 0 -2 5/6|--starts 3|0.16749792702|c2=3/5 b2=5/6|
3/5 1/10 3/5 -2 -2 5/6|--starts 3|0.16749792702|c2=3/5 b2=5/6|
1/5 1/10 1/2 1/10 0 4/5 1|--starts 3 --seed 1|0.1|c2=1/2 b2=4/5|found by 3 of 3 starts
1/5 1/10 1 1/10 -2 2 1|--starts 1|0||# proven: order 2
END
# none: b2 c2 <= 2/5, a tenth less than is wanted
two 1/10 1/10 1/5 1 -2 2 >none.pol
search 1 none.pol --quiet --starts 3
has err 'no start led to a point that meets the conditions of order 2; least violation 0.1, at c2 = 0.2, b2 = 2'
[ ! -s out ] || fail 'a result where there is none'

# --- what changes nothing: a third stage of no weight, wherever it is
sed 's/^  b : .*/  d : 0, d\n  b : 1 - b2, b2, 0/; s/^  0 :/  free d = 1\/3 in [0, 1]\n&/' \
    <(two 1/2 1/10 1 1 -2 2) >flat.pol
search 0 flat.pol --quiet --starts 1; answer 0.16666666667 c2=2/3 b2=3/4

# --- a condition with a double root, (x - 1/2)^2 = 0: doubles come as near as
# half of their digits, which is no proof
cat >double.pol <<'END'
search error_2norm(order = 2, starts = 2)
tableau t order 2 {
  free x = 1/3 in [1/10, 1]
  0 :
  x : x
  b : 1 - (1/2 - (x - 1/2)^2)/x, (1/2 - (x - 1/2)^2)/x
}
END
search 1 double.pol --quiet
has err 'polhode: no tableau found is proven to be of order 2'

# --- sums of sizes.  For two stages the bound is 4 |1/6 - x/4| + 1/3 (Ralston,
# 1962): 1/3 in the kink at x = 2/3; 29/60 at x = 11/20
for bound in '1 2/3 .33333333333' '11/20 11/20 .45'; do
    read -r most x value <<<"$bound"
    printf 'search lotkin_bound(order = 2, starts = 3)\ntableau t order 2 {
  free x = 1/5 in [1/10, %s]\n  0 :\n  x : x\n  b : 1 - 1/(2*x), 1/(2*x)\n}\n' "$most" >sum.pol
    search 0 sum.pol --quiet; answer "$value" x="$x"
    has out 'found by 3 of 3 starts'
done

# --- two stages with g on the diagonal, at g and 1 - g, of order 2 for any g.
# With q = g^2 - g + 1/6 the trees of order 3 are left with q/2 and -q: the error
# is sqrt(5)/2 |q|, zero at (3 -+ sqrt(3))/6, largest between them at 1/2.
# sdirk G LOW HIGH [OPTIONS]
sdirk() {
    cat <<END
search error_2norm(order = 2${4-})
tableau t order 2 {
  free g = $1 in [$2, $3]
  g : g
  1 - g : 1 - 2*g, g
  b : 1/2, 1/2
}
END
}
# both zeros
sdirk 2/5 0 1 >zeros.pol
search 0 zeros.pol --quiet --starts 8; answer 0
has out 'sqrt(3))/6'; has out '# proven: order 3'
[ "$(others | wc -l)" -eq 1 ] || fail "zeros: $(others)"
# both ends of [1/4, 13/20], of which the first is better: q = -1/48, -73/1200
sdirk 2/5 1/4 13/20 >ends.pol
search 0 ends.pol --quiet; answer 0.02329237477 g=1/4
[ "$(others | sed 's/, found by [0-9]* of 20 starts//')" = '0.06801373432: g = 0.65' ] || fail "ends: $(others)"
# from the top between two ends that are as good as each other, q = -13/300
sdirk 1/2 3/10 7/10 >top.pol
search 0 top.pol --quiet; answer 0.04844813951; lacks out 'g = 0.5'
[ "$(grep -cE 'g = (3/10|0\.3|7/10|0\.7)$' out)" -eq 2 ] || fail 'top: not both ends'
# A-stable where g >= 1/4, and better where it is not: at that edge, inside
sdirk 3/10 11/50 3/10 ', stable = A' >edge.pol
for seed in 1 2; do
    search 0 edge.pol --quiet --starts 2 --seed $seed
    between 0.0232923747 "$(best)" 0.0232923760
    between 0.25 "$(symbol g)" 0.25000001
    has out '# proven: order 2, A-stable, not L-stable'
done
# nowhere
sdirk 1/5 1/10 6/25 ', stable = A' >unstable.pol
search 1 unstable.pol --quiet --starts 3
has err 'no start led to a point that meets the conditions and is A-stable'
# L-stable where g^2 - 2 g + 1/2 = 0, within [1/2, 2] at neither; [0, 1]: one
sdirk 2/5 0 1 ', stable = L' >infinity.pol
search 0 infinity.pol --quiet --starts 3
has out 'let g = (2 - sqrt(2))/2'; has out 'proven: order 2, L-stable'

# --- two stages of collocation at p and 1 - p, |R| = 1 all along the axis: the
# nodes of Gauss, (3 -+ sqrt(3))/6, have order 4, which is told whatever is asked
cat >gauss.pol <<'END'
search error_2norm(order = 2, stable = A, starts = 3)
tableau t order 2 {
  free p = 1/10 in [0, 9/20]
  free q = 9/10 in [11/20, 1]
  p : (p*q - p^2/2)/(q - p), (p^2/2 - p*p)/(q - p)
  q : (q*q - q^2/2)/(q - p), (q^2/2 - p*q)/(q - p)
  b : 1/2, 1/2
}
END
search 0 gauss.pol --quiet --order 3
has out 'let p = (3 - sqrt(3))/6'; has out 'let q = (3 + sqrt(3))/6'
has out '# proven: order 4, A-stable, not L-stable'
# beyond order 10 nothing is looked at
{
    printf 'search error_2norm(order = 9, starts = 1)\n'
    printf 'tableau five order 9 rounded {\n  free d = 1/10 in [0, 1]\n'
    "$polhode" tableau 'gauss(5)' --csv | sed -E '1d; s/^b,/b/; s/^[0-9]+,//
        s/([0-9]\.[0-9]{30,50})[0-4][0-9]*/\1/g; s/,/ : /; s/,/, /g
        s/^(b : )[^,]*/\1d/'
    printf '}\n'
} >five.pol
search 0 five.pol --quiet; has out '# proven: order 10 or more'

# --- the claim in the printed block is what is proven
sdirk 2/5 0 1 ', stable = L' | sed 's/^tableau t order 2/tableau t order 3/' >claim.pol
search 0 claim.pol --quiet; has out 'tableau t order 2 {'

# --- intervals.  R = 1 + z + x z^2 touches -1 at z = -4 and is 1 at -8 where
# x = 1/8; below, it reaches -1 at (1 - sqrt(1 - 8 x))/(2 x): 5 - sqrt(5) for 1/10
for bound in '1/4 7.99999 8.00001 0.12499 0.12501' '1/10 2.76393202 2.76393203 0.1 0.1'; do
    read -r most low high least x <<<"$bound"
    printf 'search stability_interval(order = 1, starts = 4)\ntableau t {
  free x = 1/50 in [1/100, %s]\n  0 :\n  x : x\n  b : 0, 1\n}\n' "$most" >interval.pol
    search 0 interval.pol --quiet
    between "$low" "$(best)" "$high"; between "$least" "$(symbol x | awk -F/ '{ print $1/($2 ? $2 : 1) }')" "$x"
done
# what rounding errors are given room for is told, and what is without
sdirk 1/3 1/3 1/2 >whole.pol
search 0 whole.pol --quiet --aim 'stability_interval(order = 2)'
has out 'stability_interval: 10000 or more, '; has out '|R| <= 1 all the way'

# --- the largest real interval of three stages of order 2 is 6.26 (W. Riha, Computing 9 (1972)
# 37-43); imaginary 2 (P. J. van der Houwen, 1977, section 2.7)
cat >interval.pol <<'END'
search stability_interval(order = 2, starts = 3)
tableau riha order 2 {
  free x = 2/5 in [1/100, 1]
  free y = 2/5 in [0, 1]
  0 :
  x : x
  y : 0, y
  b : 0, 0, 1
}
END
search 0 interval.pol --quiet; between 6.26 "$(best)" 6.27
search 0 interval.pol --quiet --aim 'stability_interval(order=2, imaginary=true)'; between 1.999 "$(best)" 2.001

# Without conditions to meet almost every start comes down, over the edges.
cat >edges.pol <<'END'
search lotkin_bound(order = 3)
tableau edges {
  free x = 0.4 in [0.1, 0.9]
  free y = 0.8 in [0.3, 1]
  0 :
  x : x
  y : y - y*(y - x)/(x*(2 - 3*x)), y*(y - x)/(x*(2 - 3*x))
  b : 1 - (3*x + 3*y - 2)/(6*x*y), (2 - 3*y)/(6*x*(x - y)),
      (2 - 3*x)/(6*y*(y - x))
}
END
search 0 edges.pol --quiet; has out 'bound: 1/9 = 0.1111111111, found by '
[ "$(sed -n 's/.*1111, found by \([0-9]*\) of 20.*/\1/p' out)" -ge 15 ] ||
    fail 'too few starts come down'

end
