#!/usr/bin/env bash
# specs/choosing.md, word by word; its pictures.
#   test_choosing_page.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/pages.sh"
run_page choosing
between 8 $n 8

# what it says of results: high order is first, the composition keeps jacobi better
has cut/got.2 'rkmk(dverk78, form = rate)     8'
awk '/jacobi/ { x[++n] = $3 } END { exit !(n == 4 && x[3] > 9*x[1] && x[4] < 1.1*x[2]) }' \
    cut/got.6 || fail 'jacobi'
# pictures of the page are those of its commands: as many curves, the same words
for picture in errors motion; do
    [ -z "${POL_UPDATE-}" ] || cp page/$picture.svg "$root/specs/pictures"
    for file in page/$picture.svg "$root/specs/pictures/$picture.svg"; do
        grep -o '<text>.*</text>\|<path' "$file" | sed 's/<[^>]*>//g' | grep -v '^ *$' | sort
    done >words 2>err
    checks=$((checks + 1))
    [ "$(sort words | uniq -c | awk '$1 % 2 { n++ } END { print n + 0 }')" -le 6 ] ||
        fail "specs/pictures/$picture.svg is another picture"
done

end
