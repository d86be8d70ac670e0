#!/usr/bin/env bash
# A page of the manual, word by word: ROOT/docs/PAGE.md is cut, its files are written,
# its commands are run in an empty folder, and what they print is what stands under them,
# but for the last digits.  POL_UPDATE=1 writes what they print into the page.
#   test_page.sh POLHODE ROOT PAGE
. "${BASH_SOURCE%/*}/checks.sh"

# near WANT GOT: the same words, numbers to 1e-6 of themselves or a last digit; what
# stands in the column of times is one or none; the mark of all that a
# file depends on is any.
near() {
    awk 'function unit(s,  e) {
            e = match(s, /[eE]/) ? substr(s, RSTART + 1) : 0
            sub(/[eE].*/, "", s)
            return 10^(e - (match(s, /\./) ? length(s) - RSTART : 0)) }
        function off(a, b) {
            if (a == b) return 0
            if (a !~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ || b !~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/)
                return 1
            d = a - b; d = d < 0 ? -d : d; m = a < 0 ? -a : a
            return d > 1.01*unit(a) && d > 1e-6*m && d > 1e-12 }
        { sub(/\(content [0-9a-f]+\)/, "(content *)") }
        FNR == NR { want[NR] = $0; next }
        { k = split(want[FNR], x); bad = k != NF
          times = / ns$/ || (times && k)
          k -= times && k > 1
          for (i = 1; i <= k && !bad; i++)
              if (x[i + 1] " " x[i + 2] == "ns a") i += 3
              else bad = off(x[i], $i)
          if (bad) { print "not", want[FNR]; print "but", $0; all = 1 } }
        END { exit all || FNR != length(want) }' "$1" "$2" >off || { fail "$2"; cat off; cat "$2"; }
}

[ "$3" != guides/sweeps ] || { # that of the distribution has numpy
    mkdir own; ln -s /usr/bin/python3 own/python3; PATH=$work/own:$PATH
}

[ "$3" != reference/api ] || { # its program links the library
    cmake --install "${polhode%/generator/polhode}" --prefix "$work/usr" >/dev/null
    export PKG_CONFIG_PATH=$(dirname "$(find "$work/usr" -name polhode.pc)")
}

# ---- cut/commands.N, cut/got.N, cut/printed.N, cut/header, cut/spec; n
page=$root/docs/$3.md
mkdir cut page bin
# The page has times of gcc's code; tcc's is sooner there, and all else the same.
[ -z "${POL_UPDATE-}" ] || ln -s "$polhode" bin/polhode
[ -n "${POL_UPDATE-}" ] ||
cat >bin/polhode <<END
#!/usr/bin/env bash
case \$1 in
compare | advise) "$polhode" "\$@" --cc tcc | sed 's/by tcc/by gcc/; s/(tcc)/(gcc)/' ;;
*) exec "$polhode" "\$@" ;;
esac
END
[ -n "${POL_UPDATE-}" ] || chmod +x bin/polhode
PATH=$work/bin:$PATH
awk '/^`[a-z_]*\.[a-z]*`:$/ { split($0, part, "`"); name = "page/" part[2] }
  /^```sh$/ { name = "cut/commands." ++n }
  /^```text$/ { name = "cut/printed." n }
  /^```h$/ { name = "cut/header" }
  /^```pol$/ && name == "" { name = "cut/spec" }
  /^```./ { on = name != ""; if (on) printf "" > name; next }
  /^```$/ { on = 0; name = ""; next }
  on { print > name }' "$page"
n=0
while [ -e cut/commands.$((n + 1)) ]; do
    n=$((n + 1))
    (cd page && bash -e -o pipefail ../cut/commands.$n) >cut/got.$n 2>err </dev/null ||
        { fail "commands: $(cat cut/commands.$n)"; cat err; }
    empty err
    [ ! -e cut/printed.$n ] || [ -n "${POL_UPDATE-}" ] || near cut/printed.$n cut/got.$n
done
[ -z "${POL_UPDATE-}" ] || {
    awk '/^```sh$/ { n++ }
      /^```text$/ { print; while ((getline line < ("cut/got." n)) > 0) print line; skip = 1; next }
      /^```$/ { skip = 0 }
      !skip' "$page" >new && cat new >"$page"
}

# ---- what the page says of results
case ${3##*/} in
tutorial) between 9 $n 12 ;;
program) between 5 $n 6 ;;
api) between 1 $n 4 ;;
sweeps) between 4 $n 4 ;;
many)
    between 2 $n 3
    # the largest tilt is that of one of them alone
    for mgl in 0 25 50 75 99.99; do
        "$polhode" run page/fast_top.pol --method 'rkmk(kutta4, form = rate)' --step 1e-3 --until 1 --set mgl=$mgl
    done | awk '$1 == "R" { n = NR } NR == n + 2 { print $3 }' | sort -g | head -1 >alone
    least=$(sed -nE 's/.*: (.*)/\1/p' cut/got.2)
    awk -v a="$(cat alone)" -v b="$least" 'BEGIN { exit !(b <= a + 1e-6 && b > a - 0.02) }' ||
        fail "the largest tilt $least, alone $(cat alone)"
    ;;
choosing)
    between 8 $n 8

    # what it says of results: high order is first, the composition keeps jacobi better
    has cut/got.2 'rkmk(dverk78, form = rate)     8'
    awk '/jacobi/ { x[++n] = $3 } END { exit !(n == 4 && x[3] > 9*x[1] && x[4] < 1.1*x[2]) }' \
        cut/got.6 || fail 'jacobi'
    # pictures of the page are those of its commands: as many curves, the same words
    for picture in errors motion; do
        [ -z "${POL_UPDATE-}" ] || cp page/$picture.svg "$root/docs/pictures"
        for file in page/$picture.svg "$root/docs/pictures/$picture.svg"; do
            grep -o '<text>.*</text>\|<path' "$file" | sed 's/<[^>]*>//g' | grep -v '^ *$' | sort
        done >words 2>err
        [ "$(sort words | uniq -c | awk '$1 % 2 { n++ } END { print n + 0 }')" -le 6 ] ||
            fail "docs/pictures/$picture.svg is another picture"
    done
    ;;
wheels)
    between 6 $n 9
    while read -r line; do has page/cubesat_wheels.h "$line"; done <cut/header
    while read -r line; do has "$root/specs/cubesat_wheels.pol" "$line"; done <cut/spec

    # what it says of results, in numbers
    awk 'NR == 1 && $3 > 45 { n++ } NR == 4 && $3 < 0.02 { n++ } NR > 4 && $3 < 0.01 { n++ }
         END { exit !(NR == 8 && n == 6) }' cut/got.4 || fail 'pointing'
    for k in bias:5 slosh:6; do
        awk -v l=1e-6 '/nutation|formula/ { f = $2 } /measured/ { m = $2 }
            END { exit !(f > 0 && m - f < l && f - m < l) }' cut/got.${k#*:} || fail "frequency of ${k%:*}"
    done
    sed 's/^start     w .*/start L = [0, 0, 0]/' page/cubesat_wheels.pol >page/still.pol
    status 0 "$polhode" run page/still.pol --sample 60
    between -0.0717 "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "w1") k = i } NR == 2 { print $k }' out)" -0.0711

    # the spec in all forms, by clang beside the page's cc; the loop without its integral
    status 0 "$polhode" emit page/cubesat_wheels.pol --with main,dossier,python -o all --quiet
    has all/cubesat_wheels.md '| `gyro`, momenta of wheels | lines h_b, Jw (internal momentum, L without it) in: '
    cp page/cubesat_wheels_test.c all
    sed 's/ki = 2e-4/ki = 0/' page/loop.c >all/cubesat_wheels_without.c
    flags='-std=c99 -Wall -Wextra -Wshadow -Wconversion -Werror'
    status 0 clang $flags -O1 -ffp-contract=off -c all/cubesat_wheels.c -o stepper.o
    for program in main test without; do
        status 0 clang $flags -DCUBESAT_WHEELS_EXACT_BITS -Iall all/cubesat_wheels_$program.c \
            stepper.o -lm -o program
        status 0 ./program
    done
    between 0.25 "$(awk '$1 == 100 { print $3 }' out)" 0.35
    ;;
esac
end
