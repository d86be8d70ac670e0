#!/usr/bin/env bash
# The command line as a user sees it: files, compilers, signals and what is measured;
# what it says of what is wrong is in messages.txt.  test_cli.sh POLHODE ROOT
# Runs in an empty folder; each check says what was expected.
. "${BASH_SOURCE%/*}/checks.sh"

# --- help: the man page has every option and every command that the help has
commands=$("$polhode" --help | sed -nE 's/^  ([a-z]+) .*/\1/p' | grep -v '^help$')
between 15 "$(wc -w <<<"$commands")" 25
status 0 "$polhode" --help; has out 'exit status'; empty err
status 0 "$polhode" --version; has out 'polhode 0.2.0'
for command in $commands; do
    status 0 "$polhode" help $command; has out "usage: polhode $command"; cp out helped; cat out >>helps
    status 0 "$polhode" $command --help; same helped out
done
narrow() { ! grep '.\{81\}' "$1" || fail "$2: a line is too long"; }
narrow helps help
status 0 "$polhode" help man; empty err; cp out man.1; tr -d '\\' <out >page
for option in $(grep -oE '^  (-[a-z], )?--[a-z]+' helps | grep -oE -- '--[a-z]+' | sort -u) --help --version; do
    has page "$option"
done
for command in $commands help; do has page "fB${command}fR"; done
if command -v mandoc >/dev/null; then status 0 mandoc -T lint man.1; empty out; fi
has page 'polhode 0.2.0'

# --- a body of one's own, from stdin and from a file
cat > my_top.pol <<'END'
body      my_top                          # a top pinned at its tip
param     m = 1.0                         # kg
inertia   diag(0.12, 0.12, 0.03)          # about the pin, kg m^2
let       up = R' * e3                    # vertical, seen from the body
potential m * 9.81 * 0.3 * dot(up, e3)    # J; the torque follows from it
keep      spin = L[3]
method    rkmk(kutta4)
start     R = turn(e1, 0.3)
start     w = [0.1, 0.2, 40]
step      1e-3
until     1
END
for words in 'emit my_top.pol' 'run my_top.pol' list --help; do
    status 1 bash -c "'$polhode' $words >/dev/full"
done
status 0 "$polhode" emit my_top.pol; empty err
has out my_top.c; has out my_top.h; has out 'rkmk'; has out ' mul, '
has my_top.c 'my_top.pol'; has my_top.h 'my_top_step'; cp my_top.c first.c
printf 'body b\ninertia diag(1, 2, 2.5)\nstep 0.1\n' >./-x.pol # a name that looks like an option
status 0 "$polhode" emit ./-x.pol -o two; has two/b.c 'polhode emit ./-x.pol'
"$polhode" emit - -o piped <./-x.pol >out; has piped/b.c ' polhode emit -'
(cd two && LC_ALL=de_DE.UTF-8 "$polhode" emit ../my_top.pol >/dev/null)
same first.c two/my_top.c 'bytes depend on folder or locale'

# --- what is not polhode's own stays (whatever it is: unit/test_write.c)
mkdir own one large; echo 'int mine;' > own/my_top.c; touch one/b.c; ln -s b.c one/b.h
truncate -s 20G large/my_top.c
while IFS='|' read -r words message; do
    status 1 "$polhode" emit $words; has err "$message"; lacks out .
done <<'END'
./-x.pol -o one --force|b.c: error: another output file is this file, or has its name
my_top.pol -o own|own/my_top.c: error: this file was not made by polhode
my_top.pol -o large|was not made by polhode
END
empty one/b.c; grep -qx 'int mine;' own/my_top.c || fail 'a file of somebody else is lost'; rm -r large
status 0 "$polhode" emit my_top.pol -o own --force; same own/my_top.c my_top.c
sed 's/^body .*/body spec/' my_top.pol > spec.c; ln -s spec.c link.c
for name in spec.c link.c; do
    status 1 "$polhode" emit $name --force; has err 'spec.c: error: this is the spec itself'
done
status 1 bash -c "'$polhode' emit - --force <spec.c"; has err 'spec.c: error: this is the spec itself'
grep -qx 'body spec' spec.c || fail 'the spec is lost'; [ ! -e spec.h ] || fail 'half a pair'
mkdir locked && cp first.c locked/my_top.c # a failed emit
status 1 "$polhode" emit my_top.pol --real float --set 'm=1e60' -o locked
same first.c locked/my_top.c; [ "$(ls locked | wc -l)" -eq 1 ] || fail 'a failed emit left something behind'

# --- what a compiler needs lies in a folder that goes away, whatever its name
mkdir tmp ./-xfoo bin
status 0 env TMPDIR=-xfoo "$polhode" run my_top.pol --until 0.01 --cc gcc
printf '#!/bin/sh\necho >"$TMPDIR/ccXXX.s"; kill -SEGV $$\n' >bin/gcc; chmod +x bin/gcc # it leaves files
status 1 env PATH="$PWD/bin:$PATH" TMPDIR="$PWD/tmp" "$polhode" run my_top.pol --cc gcc
has err 'gcc: cannot be run, or crashed'
[ -z "$(ls -A tmp)" ] || fail "left behind: $(ls -A tmp)"
TMPDIR=tmp "$polhode" run my_top.pol --until 0.01 --cc gcc --method 'suzuki6(frb_exact)' >out 2>err & slow=$!
for ((tries = 200; tries > 0; tries--)); do # until the compiler is at work
    compgen -G 'tmp/polhode-*/stepper.c' >/dev/null && break
    sleep 0.01
done
kill -INT $slow 2>/dev/null; kill -TERM $slow 2>/dev/null; ends $slow 'a run, by SIGTERM'
[ -z "$(ls tmp ./-xfoo | grep polhode)" ] || fail 'a temporary folder stays'

# --- the command that makes the files again, and a mark of all they depend on; it does not
# depend on files of the shelf that are not used, on how a folder is written, nor on order
mark() { sed -n 's/.*(content \([0-9a-f]*\)).*/\1/p' "$1/my_top.h"; }
mkdir -p other/tableaus; cp "$root"/templates/tableaus/{kutta4,euler}.pol other/tableaus
echo '# a comment more' >> other/tableaus/kutta4.pol
marks=$(for option in '' '--set m=2' '--set m=2.0' '--real float' '--method rkmk(rk38)' '--without interp' \
    '--tolerance=1e-6 --method=rkmk(dopri5)' '--step 1e-2' '--map cay' '--attitude matrix' '--shelf other'; do
    "$polhode" emit my_top.pol $option -o marked --quiet; mark marked; done)
[ "$(echo "$marks" | grep -cE '^[0-9a-f]{32}$')" = 11 ] || fail 'a mark of 128 bits'
[ "$(echo "$marks" | sort -u | wc -l)" = 11 ] || fail "equal marks: $marks"
echo more >> other/tableaus/euler.pol; "$polhode" emit my_top.pol --shelf ./other// -o marked >/dev/null
[ "$(mark marked)" = "$(tail -1 <<<"$marks")" ] || fail 'a mark of what is not used'
{ cat my_top.pol; echo 'param k = 1'; } >two.pol
status 0 "$polhode" emit two.pol --set m=2 --set k=.4 -o one; status 0 "$polhode" emit two.pol --set k=.4 --set m=2 -o two
same one/my_top.c two/my_top.c
for option in "--method 'rkmk(rk38)' --real float" "--set 'm=1 + 1'"; do
    eval "'$polhode' emit my_top.pol $option -o marked" > out; has out "by         polhode emit my_top.pol $option"
done

# --- a header and the object of another emission do not link; comments and blanks of the
# spec, and ends of its lines, change nothing
cat > use.c <<'END'
#include "my_top.h"
#ifdef MANY
#include "my_top_many.h"
#endif
int main(void)
{
    my_top x;
    my_top_par p;
    my_top_start(&x);
    my_top_defaults(&p);
#ifdef MANY
    if (my_top_run_many(0, 0, 0, 0, 1.0, 1, 0) != 0)
        return 2;
#endif
    return x.t != 0 || p.m < 0.5;
}
END
linked() { # SED FILE...: emitted from a spec changed so; ./joined.log is what the linker says
    local how=$1; shift
    mkdir -p other_top; sed "$how" my_top.pol >other_top/my_top.pol
    status 0 "$polhode" emit other_top/my_top.pol --batch -o other_top --quiet
    (cd other_top && gcc -std=c99 -c my_top.c my_top_many.c) || fail 'not compiled'
    gcc -std=c99 -Iown_top "$@" -lm -o joined 2>joined.log
}
status 0 "$polhode" emit my_top.pol --batch -o own_top --quiet
linked 's/$/\r/; 2s/^/\n\n# a comment\n/; s/ = / =   /' use.c other_top/my_top.o; status 0 ./joined
for file in c h; do same own_top/my_top.$file other_top/my_top.$file 'a comment changes the C'; done
for how in 's/^inertia.*/inertia diag(0.12, 0.12, 0.04)/' 's/^param.*/&\nparam more = 2/' 's/m = 1.0/m = 1.5/'; do
    if linked "$how" use.c other_top/my_top.o; then fail "it links: $how"; fi
    has joined.log 'my_top_start_'
    if gcc -std=c99 -DMANY -Iown_top use.c own_top/my_top.c other_top/my_top_many.o -lm 2>joined.log; then
        fail "many link: $how"
    fi
    has joined.log 'my_top_run_many_'
done
status 0 gcc -std=c99 -DMY_TOP_PLAIN -Iown_top use.c other_top/my_top.o -lm -o joined; status 0 ./joined
# in one unit, whatever comes first
printf '#include "my_top_many.h"\n#include "my_top.c"\n#include "my_top_many.c"\n#include "use.c"\n' >unit_1.c
printf '#include "my_top_many.c"\n#include "my_top.c"\n#include "use.c"\n' >unit_2.c
status 0 gcc -std=c99 -Wmissing-prototypes -Wundef -Wall -Wextra -Werror -DMANY -Iown_top unit_1.c -lm -o joined
status 0 ./joined
status 0 g++ -x c++ -Wmissing-declarations -Wall -Wextra -Werror -DMANY -Iown_top unit_2.c -lm -o joined; status 0 ./joined

# --- what is emitted of single bodies: FILE, what it has
while IFS='|' read -r name spec words texts; do
    printf "body $name inertia diag(1, 2, 2.5) $spec\n" >$name.pol
    status 0 "$polhode" emit $name.pol -o $name $words; empty err
    status 0 gcc -std=c99 -Wall -Wextra -Werror -fsyntax-only $name/$name.c
    while read -r text; do has $name/$name.${text%%:*} "${text#*:}"; done < <(tr '&' '\n' <<<"$texts")
done <<'END'
kick|step 0.1\ntorque body cos(t)*e1 method mr||c: cos, sqrt of math.h&c:except for the&h:ffinite-math-only
alike|step 0.1\nlet int = 2*w[1]\nlet int_ = 3*w[2]\ntorque body [int, int_, 0]||c:const double int_ = 2.0*&c:const double int__ = 1.5*
carried|step 0.1\ntorque body cos(t)/(2 + t)*e3 method mr||c: 1 div, 1 call
rates|start w = 40*e3 step adaptive()|--real float --method rkmk(dopri5)|c:c->rate = 8e-06f
rounded|step 0.1\nmethod rkmk(third) tableau third order 3 {\n 0 :\n 0.5 : 0.5\n 1 : -1, 2\n b : 0.16666666666666666667, 0.66666666666666666667, 0.16666666666666666667\n}||c:rkmk(third), order 3
free_wheel|step 0.1\nwheel a(axis = e1, inertia = 0.1, speed = 3)|--method imidm|c:solved = &h:double a;      /* momentum of the wheel about its axis, N m s */&h:/* Rate of wheel a against the body, about its axis, rad/s. */&h:/* Kinetic energy, with that of the wheels, J; exact motion conserves it. */&c: *   inertia    diag(1.0, 2.0, 2.5) kg m^2, wheels locked&c: *   wheel      a: axis [1.0, 0.0, 0.0], inertia 0.1 kg m^2
END
lacks free_wheel/free_wheel.c '0.0 <= ' # whether a free wheel's momentum has settled is not asked
has free_wheel/free_wheel_stepper.h 'values[0] = free_wheel_a_speed(&x);'
# parts that small machines do without
for parts in interp access stepper interp,access,stepper; do
    rm -rf less; status 0 "$polhode" emit my_top.pol --without $parts -o less; has less/my_top.c "without    $parts"
    status 0 gcc -std=c99 -Wall -Wextra -Wshadow -Wconversion -Werror -c less/my_top.c -o less.o
    nm less.o > names; has names my_top_step
    case $parts in *interp*) lacks names my_top_interp ;; *) has names my_top_interp ;; esac
    case $parts in *access*) lacks names my_top_energy ;; *) has names my_top_energy ;; esac
done
status 0 "$polhode" emit my_top.pol --without stepper
has err 'warning: my_top_stepper.h still exists, but is not part of this output'
# pasted functions are laid out anew for the body's name, which may be any that hides nothing
status 0 "$polhode" emit "$root/specs/heavy_top.pol" --method imidm -o there
has there/heavy_top.c 'heavy_top_c0123_near('
! grep -qE '^ *double \*c[0-9],$' there/heavy_top.c || fail 'a pasted line is torn'
for name in a b y y2 c0 c1 r0 q0 q1 L0 t1 k1 up doublings s2 depth; do
    sed "s/^body .*/body $name/" my_top.pol > named.pol
    status 0 "$polhode" emit named.pol -o named --method imidm --quiet; echo "$name" >>taken
done
status 0 gcc -std=c99 -Wall -Wextra -Wshadow -Werror -fsyntax-only $(sed 's|.*|named/&.c|' taken)
for name in x now from sum got i p value status solved std size_t; do
    sed "s/^body .*/body $name/" my_top.pol > named.pol
    status 1 "$polhode" emit named.pol; has err "'$name' "
done

# --- a product's main, with the emitted pair alone
cat > main.c <<'END'
#include <stdio.h>
#include "my_top.h"
int main(void)
{
    my_top x;
    my_top_par p;
    int i;
    my_top_start(&x);
    my_top_defaults(&p);
    for (i = 0; i < 1000; i++)
        if (my_top_step(&x, &p, NULL, 1e-3) != 0)
            return 1;
    printf("%.17g\n", my_top_energy(&x, &p));
    return 0;
}
END
status 0 "$polhode" emit my_top.pol
status 0 gcc -std=c99 -O2 -ffp-contract=off -Wall -Wextra -Werror main.c my_top.c -lm -o main
status 0 ./main; cp out theirs
status 0 "$polhode" run my_top.pol --json; has out '"steps": 1000, "status": 0'
energy=$(sed 's/.*"energy": \([^,]*\),.*/\1/' out)
awk -v e="$energy" '{ exit !($1 == e) }' theirs || fail "energy $energy, not $(cat theirs)"
[ ${#energy} -le 19 ] || fail "$energy is not the shortest"
status 0 "$polhode" run my_top.pol --cc gcc; has out "$energy"
status 0 "$polhode" run my_top.pol --set m=2 --json; lacks out "$energy"

# --- a sum of many terms, as strict compilers see it
echo "body series inertia diag(1, 2, 3) step 0.01 method fem start t = 0.4" \
    "torque body ($(seq -f 'sin(%.0f*t)' -s ' + ' 1000))*e1" >series.pol
status 0 "$polhode" emit series.pol
status 0 gcc -Werror -Wall -Wextra -std=c99 -fsyntax-only series.c

# --- bytes that are no UTF-8 and marks that turn a line reach neither the code nor
# JSON nor the terminal
printf 'body b # \xff\xe2\x80\xae\x1b[31m\ninertia diag(1, 2, 3)\nstep 1\nparam p = 1 # \xe2\x80\xae\xc2\x9b\ntorque body p*e1\n' >$'odd\xff\xe2\x80\xae.pol'
status 0 "$polhode" emit $'odd\xff\xe2\x80\xae.pol'; cat out b.c b.h >odd
status 0 "$polhode" show model $'odd\xff\xe2\x80\xae.pol'; cat out >>odd
printf 'tableau t { 0 :\n b : 1\n} # \xff\n# \xe2\x80\xae\ntableau u { 0 :\n b : x\n}\n' >$'t\xff.pol'
status 0 "$polhode" tableau $'t\xff.pol' --json; cat out err >>odd
status 0 "$polhode" tableau $'t\xff.pol'; cat out err >>odd
iconv -f UTF-8 -t UTF-8 odd >/dev/null || fail 'the code is not UTF-8'
! LC_ALL=C grep -q $'\x1b\\|\xe2\x80\xae\\|\xc2\x9b' odd || fail 'a mark reaches the code'

# --- states at equal times: those of the steps where these end, and of small
# steps between
status 0 "$polhode" run my_top.pol --until 0.1 --every 1; mv out steps
status 0 "$polhode" run my_top.pol --until 0.1 --sample 0.0005; mv out samples
[ "$(wc -l <samples)" -eq 202 ] || fail "--sample gave $(wc -l <samples) lines"
same <(awk 'NR == 1 || NR % 2 == 0' samples | cut -d, -f2-) <(cut -d, -f2- steps) 'run --sample: not the steps themselves'
status 0 "$polhode" run my_top.pol --until 0.1 --step 0.0005 --every 1; mv out fine
paste -d, samples fine | awk -F, 'NR > 1 { n = NF / 2
    for (i = 1; i <= 10; i++) if (($i - $(n + i))^2 > 1e-14) exit 1 }' || fail 'run --sample: far from small steps'
# rows of RUN...: as many lines; steps whose times round to just below the samples'
while read -r want words; do
    status 0 "$polhode" run my_top.pol $words
    [ "$(wc -l <out)" -eq "$want" ] || fail "$(wc -l <out) lines: $words"
done <<'END'
12 --every 100
12 --step 1/3000 --until 1 --sample 0.1
102 --tolerance 1e-9 --method rkmk(dopri5) --until 0.1 --sample 0.001
6 --until 0.1 --sample 0.03
END
[ "$(cut -d, -f1 out | tr '\n' ' ')" = 't 0 0.03 0.06 0.09 0.1 ' ] || fail "run --sample: times $(cut -d, -f1 out)"

# --- steps that choose their size, landing on times, by the spec or by options
thruster=$root/specs/thruster.pol
status 0 "$polhode" run "$thruster" --every 1 --at 7.25,9; empty err
for time in 0 2 7.25 9 10 12 30; do grep -q "^$time," out || fail "no step at $time"; done
status 0 "$polhode" run "$thruster" --step 1e-2 --json; has out '"steps": 3000'; lacks out rejected
status 0 "$polhode" emit "$thruster" --method cf4 --step 1e-2 -o thruster
has thruster/thruster.c 'thruster.pol --method cf4 --step 0.01'; lacks thruster/thruster.h advance
status 0 "$polhode" run my_top.pol --method 'rkmk(dopri5)' --tolerance 1e-9; has out rejected
# what switches at a time of params ends steps there, found or said
printf 'body b\ninertia diag(1, 2, 2.5)\nparam on = 7\nmethod rkmk(dopri5)\nuntil 10
torque body if(t < on, 0, if(t < on + 1/8, 1, 0))*e3\nat [on/2]\nstep adaptive()\n' >timed.pol
status 0 "$polhode" run timed.pol --every 1 --set on=6
for time in 3 6 6.125; do grep -q "^$time," out || fail "no step at $time"; done
status 0 "$polhode" show model timed.pol; has out '# not smooth at t = on, on + 1/8'; has out 'at [1/2*on]'
status 0 "$polhode" run timed.pol --json
between 0.4999999 "$(sed 's/.*"L": \[[^]]*, \([^]]*\)\],.*/\1/' out | awk '{ print 4 * $1 }')" 0.5000001

# --- a body at rest: zeros have no sign; any number of values is kept
printf 'body b inertia diag(1, 2, 2.5) step 0.1 until 1\n' > rest.pol
for words in '' --json '--every 5'; do status 0 "$polhode" run rest.pol $words; lacks out '-0'; done
for i in $(seq 256); do echo "keep k$i = $i + L[1]"; done >> rest.pol
status 0 "$polhode" run rest.pol
for i in 1 33 256; do has out "k$i$(printf '%*d' $((32 - ${#i})) $i)"; done

# --- measuring
status 0 "$polhode" order my_top.pol --until .5 --step 2e-2; has out 'observed order'; has out 'reference'
! grep -q ' $' out || fail 'blanks at line ends'
# A float's reference is a double's.
status 0 "$polhode" order my_top.pol --until .1 --step 1e-2 --real float --json
between 1e-18 "$(sed -nE 's/.*"uncertainty_attitude": ([^,}]*).*/\1/p' out)" 1e-11
# c that is not the sum of its row costs the order with t, and is blamed for it
printf '%s\n' 'body late inertia diag(1, 2, 2.5) start w = [.1, 2, .3] step .1' \
    'torque body [sin(3*t), cos(2*t), .5*sin(t)] method rkmk(k) until 2' 'tableau k order 4 { 0 :' '1/2 : 1/2' \
    '1/2 : 0, 1/2' '0 : 0, 0, 1' 'b : 1/6, 1/3, 1/3, 1/6 }' >late.pol
status 0 "$polhode" order late.pol --json; has out '"c_not_row_sum": "c of stage 4 of tableau k is not the sum of its row"'
# Where memory is watched, orders are observed once for each kind of body.
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order late.pol; has out 'c of stage 4 of tableau k is not the sum of its row,'
    status 0 "$polhode" order my_top.pol --until .1 --method 'rkmk(dop853)'; has out 'momentum 9.0'; lacks out nan
    status 0 "$polhode" list methods --cost; has out 'fast_top'; has out 'free_body'; cp out costs
    for row in 'rkmk\(kutta4\) +[0-9]+ +- +4 +[0-9]+ +- +0$' 'imidm +[0-9]+ +[0-9]+ +2\+1 '; do
        grep -Eq "^$row" costs || fail "list methods --cost: $row"
    done
fi
# A keep called like a column.
sed 's/^keep .*/keep energy = 2*w[1]\nkeep q0 = 1\nkeep spin = L[3]/' my_top.pol >columns.pol
status 0 "$polhode" run columns.pol --until .01; has out 'keep.energy '; has out 'q0 '; lacks out keep.q0
status 0 "$polhode" run columns.pol --until .01 --every 5; has out ',energy,keep.energy,keep.q0,spin'
status 0 "$polhode" drift columns.pol --until .01 --csv; has out ',keep.energy,q0,spin'
{ cat my_top.pol; printf 'keep momentum_x = w[1]\nkeep mrp_1 = w[2]\nshow mrp\n'; } >more.pol
status 0 "$polhode" drift more.pol --until .01; has out ' keep.momentum_x '; lacks out keep.mrp_1
status 0 "$polhode" run more.pol --until .01 --every 9; has out ',spin,momentum_x,mrp_1,show.mrp_1,mrp_2'
sed 's/^keep .*/keep a_name_of_twenty_ones = t/' my_top.pol >wide.pol
status 0 "$polhode" drift wide.pol --until .01
[ "$(awk '/largest|e[-+][0-9]+$/ { print length }' out | sort -u | wc -l)" = 1 ] || fail 'drift: rows of several widths'
sed 's/^keep .*/torque body if(w[3] < 1e5, 0, -1)*e3/' my_top.pol >maybe.pol
status 0 "$polhode" drift maybe.pol --json --until .01
has out '"conserved": {"energy": null, "momentum": [false, false, null], "norm_L": false, "keep": {}}'

# --- shelf
status 0 "$polhode" list; cp out whole; narrow whole list
! grep -q ' $' whole || fail 'list: blanks at line ends'
! grep -qv -E '^[a-z]+( +order( stages)?)?$|^  [a-z]' whole || fail 'list: not indented'
for word in kutta4 rkmk imidm exp cay quaternion matrix c99; do has whole "$word"; done
for kind in tableau composition method map attitude target; do
    "$polhode" list ${kind}s >many; status 0 "$polhode" list $kind; same out many; narrow out "list $kind"
done
status 0 "$polhode" list methods rkmk imidm jem4 akw mr; narrow out 'list methods'
for text in 'order 2, symmetric, implicit; any torque' 'order 4, symmetric; no torque' 'keeps axis_momentum' \
    'without torque keeps momentum' 'also called liemid_i' 'by its options: order' 'for example rkmk(kutta4), rkmk(kutta4, form = rate)'; do
    has out "$text"
done
# what is built in is known; of the same files with other texts it is found out
mkdir -p retold/tableaus retold/methods shelf/tableaus
{ cat "$root/templates/tableaus/dopri5.pol"; echo '#'; } >retold/tableaus/dopri5.pol
{ cat "$root/templates/methods/mr.lua"; echo '--'; } >retold/methods/mr.lua
sed 's/^tableau .*/tableau mine order 3 {/; s|1/6, 1/3|1/7, 1/3|' "$root/templates/tableaus/kutta4.pol" >retold/tableaus/kutta4.pol
status 0 "$polhode" list --shelf retold; diff whole out >differs
grep -q '^> .*kutta4  *3  *4 explicit' differs && [ "$(grep -c '^[<>]' differs)" = 2 ] ||
    fail 'list: a text that is not the known one'
# a tableau by a path, from stdin, by its claim
sed 's/kutta4/mine/' "$root/templates/tableaus/kutta4.pol" > shelf/tableaus/mine.pol
status 0 "$polhode" list tableaus --shelf shelf; has out '  mine '; has out '  kutta4 '
status 0 "$polhode" run my_top.pol --shelf shelf --method 'rkmk(mine)' --json; has out "$energy"
status 0 bash -c "'$polhode' tableau - <shelf/tableaus/mine.pol"
sed 's/order 4/order 2/' shelf/tableaus/mine.pol >modest.pol
status 0 "$polhode" tableau modest.pol; has out 'order        4, claimed 2'; has out 'observed order: attitude 4.0'
sed 's|1/6, 1/3, 1/3, 1/6|1/6, 1/3, 1/3, 1/7|' shelf/tableaus/mine.pol >spoilt.pol
status 0 "$polhode" tableau spoilt.pol; has out 'residual -1/42 in tree t'; has out 'b4 = 1/7 where kutta4 has 1/6'
status 0 "$polhode" tableau spoilt.pol --json; has out '"entry": "b4"'
status 0 "$polhode" tableau kutta4 --json
between 3.9 "$(sed -nE 's/.*observed_attitude": ([0-9.]*).*/\1/p' out)" 4.1
# ends of steps that grow without bound show no order
printf 'tableau grows {\n 0 :\n 1/2 : 1e5\n b : -1e5, 1e5+1\n}\n' >grows.pol
status 0 "$polhode" tableau grows.pol --json; has out '"observed_attitude": null, "observed_momentum": null'
# the manual's attitude stores what is called R and is no matrix: run shows it
mkdir -p shelf/attitudes
sed -n '/^-- tworows.lua/,/^```/{ /^```/!p }' "$root/docs/reference/shelf.md" > shelf/attitudes/tworows.lua
status 0 "$polhode" run my_top.pol --shelf shelf --attitude tworows --every 500; has out ',R33,R1,R2,R3,R4,R5,R6,L1,'
for stage in ast model step program; do
    status 0 "$polhode" show $stage my_top.pol; [ -s out ] || fail "show $stage is empty"
done
status 0 "$polhode" show program my_top.pol --passes; has out before

# --- pictures.  The name is what was asked for, and no command of gnuplot's or of a shell's
for name in a.svg a.png a.pdf $'x\n!touch PWNED\n.svg' '`touch PWNED` $(touch PWNED).svg' "|';!touch PWNED;'.svg"; do
    status 0 "$polhode" tableau euler --plot "$name"; [ -s "$name" ] || fail "no picture: $name"
done
[ ! -e PWNED ] || fail 'PWNED'; rm ./*PWNED*.svg
# one that fails leaves nothing, and an older one as it was
echo '<!-- mine --><svg>old' >old.svg; chmod 600 old.svg; echo mine >old.svg.part; mkdir fake folder.svg
for script in 'echo half; exit 1' 'exit 0' 'kill -9 $$'; do
    printf '#!/bin/sh\n%s\n' "$script" >fake/gnuplot; chmod +x fake/gnuplot
    for name in old.svg new.svg; do
        status 1 env PATH="$work/fake:$PATH" "$polhode" tableau euler --plot $name
        has err '--plot: error: gnuplot could not draw'; has old.svg old
    done
done
for text in 'int main;' '<?xml version="1.0"?><project>' '<svgfont thing'; do
    echo "$text" >mine.svg; status 1 "$polhode" tableau euler --plot mine.svg
    has err 'mine.svg: error: this is no SVG: it is not overwritten'; has mine.svg "$text"; rm mine.svg
done
status 1 "$polhode" tableau euler --plot nowhere/x.svg; has err 'nowhere/x.svg: error: cannot be written'
status 1 "$polhode" tableau euler --plot folder.svg; has err 'folder.svg: error: cannot be written'
[ "$(echo *.svg*)" = "a.svg folder.svg old.svg old.svg.part" ] || fail "left: $(echo *.svg*)"
status 0 "$polhode" tableau euler --plot old.svg; has old.svg '<svg'; has old.svg.part mine
[ "$(stat -c %a old.svg)" = 600 ] || fail 'the rights of an older picture'
cp "$root/templates/tableaus/euler.pol" own.svg
status 1 "$polhode" tableau ./own.svg --plot own.svg
has err 'own.svg: error: this is the tableau itself'; has own.svg 'tableau euler'
ln -s old.svg link.svg; : >old.svg; ln -s /proc/self/fd/1 stdout.svg # as /dev/stdout is
status 0 "$polhode" tableau euler --plot link.svg; [ -L link.svg ] && has old.svg '<svg'
status 0 bash -c "'$polhode' tableau euler --plot stdout.svg | cat"
has out '<svg'; has out 'order        1'; [ -L stdout.svg ] || fail '--plot took the place of a link'

# --- long samples, in an inertia and a mass; a rate that depends on all there is
cat >held.pol <<'END'
body held
param p = 1
input u = sin(t)
sample k[16] = 0.1*[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] every 0.1 delay 0.05: k + t*k
sample n[9] = [1, 0, 0, 0, 0, 0, 0, 0, 1] every 0.2: n*0.5
inertia diag(2, 2, 2 + k[16])
mass 1 + n[9]
keep spin = w[3]
state a = 0 rate p*t + R[1,1] + w[1] + L[1] + x[1] + v[1] + u + a
torque body [derivative(a), 0, 0]
state z[4] = [0, 0, 0, 0] rate [w[1], 0, 0, -1]
gyro [0, 0, derivative(z[2] + z[4])]
start w = [0, 0, 1]
step 0.01
until 1
END
status 0 "$polhode" run held.pol
awk '$1 == "L" { exit !($2*$2 + $3*$3 > 1) }' out || fail 'a derivative by a rate that depends on all'
status 0 "$polhode" drift held.pol; grep -Eq '^ *spin +yes' out && fail 'kept, though samples change it'
# --- Ctrl-C stops a long run cleanly
"$polhode" run my_top.pol --until 1e9 >out 2>err & pid=$!
sleep 0.5
for ((tries = 100; tries > 0; tries--)); do # it may not have begun
    kill -INT $pid 2>/dev/null || break
    sleep 0.1
done
ends $pid 'a long run, by Ctrl-C'; got=$?
[ $got -eq 130 ] || fail "interrupted run: exit $got, not 130"
has err interrupted

end
