# What tests of the manual's pages use: the page NAME.md of ROOT/specs is cut, its
# files are written, its commands are run in an empty folder, and what they print is
# what stands under them, but for the last digits.  POL_UPDATE=1 writes what they
# print into the page.  Sourced with POLHODE ROOT; then `run_page NAME`.
. "${BASH_SOURCE%/*}/checks.sh"

# near WANT GOT: the same words, numbers to 1e-6 of themselves or a last digit; what
# stands behind the last blank of a row with times is one; the mark of all that a
# file depends on is any.
near() {
    checks=$((checks + 1))
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
          times += / ns$/
          k -= times > 0 && x[k] ~ /^[0-9]/
          for (i = 1; i <= k && !bad; i++)
              if (x[i + 1] " " x[i + 2] == "ns a") i += 3
              else bad = off(x[i], $i)
          if (bad) { print "not", want[FNR]; print "but", $0; all = 1 } }
        END { exit all || FNR != length(want) }' "$1" "$2" >off || { fail "$2"; cat off; cat "$2"; }
}

# run_page NAME: cut/commands.N, cut/got.N, cut/printed.N, cut/header, cut/spec; n
run_page() {
    page=$root/specs/$1.md
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
      /^```./ { on = 1; printf "" > name; next }
      /^```$/ { on = 0; name = ""; next }
      on { print > name }' "$page"
    n=0
    while [ -e cut/commands.$((n + 1)) ]; do
        n=$((n + 1))
        checks=$((checks + 1))
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
}
