#!/usr/bin/env bash
# The command line as a user sees it: test_cli.sh POLHODE ROOT
# Runs in an empty folder; each check says what was expected.
. "${BASH_SOURCE%/*}/checks.sh"

# --- help, version, usage
status 0 "$polhode" --help
for word in emit run order drift tableau search list show 'exit status'; do
    has out "$word"
done
empty err
status 0 "$polhode" --version; has out 'polhode 0.1.0'
for command in new example check emit run order drift watch tableau search list show; do
    status 0 "$polhode" help $command; has out "usage: polhode $command"; cp out helped
    status 0 "$polhode" $command --help; same helped out
done
status 2 "$polhode" help runn; has err "unknown command 'runn'"; has err "did you mean 'run'?"
# the man page has every option and every command that the help has
for command in new example check emit run order drift watch tableau search list show; do
    "$polhode" $command --help
done >helps
checks=$((checks + 1)); ! grep -q '.\{81\}' helps || fail 'help: a line is too long'
status 0 "$polhode" help man; empty err; cp out man.1; tr -d '\\' <out >page
for option in $(grep -oE '^  (-[a-z], )?--[a-z]+' helps | grep -oE -- '--[a-z]+' |
    sort -u) --help --version; do
    has page "$option"
done
for command in new example check emit run order drift watch tableau search list show help; do
    has page "fB${command}fR"
done
if command -v mandoc >/dev/null; then status 0 mandoc -T lint man.1; empty out; fi
has page "polhode $("$polhode" --version | cut -d' ' -f2)"
status 2 "$polhode"; has err 'a command is missing'
status 2 "$polhode" emmit x; has err "unknown command 'emmit'"
has err "did you mean 'emit'?"
# Two of the files in one; a name that looks like an option.
mkdir one; printf 'body b\ninertia diag(1, 2, 2.5)\nstep 0.1\n' >./-x.pol
touch one/b.c; ln -s b.c one/b.h
status 1 "$polhode" emit ./-x.pol -o one --force
has err 'b.c: error: another of the files is this one, or has its name'; empty one/b.c
status 0 "$polhode" emit ./-x.pol -o two; has two/b.c 'polhode emit ./-x.pol'
# Newton's iteration does not ask whether the momentum of a free wheel has settled.
printf 'body b\ninertia diag(1, 2, 2.5)\nwheel a(axis = e1, inertia = 0.1, speed = 3)\nstep 0.1\n' >free.pol
status 0 "$polhode" emit free.pol --method imidm -o free; has free/b.c 'solved = '; lacks free/b.c '0.0 <= '
has free/b.h 'double a;      /* momentum of the wheel about its axis, N m s */'
has free/b.h '/* Rate of wheel a against the body, about its axis, rad/s. */'
has free/b.h '/* Kinetic energy, with that of the wheels, J; the exact motion keeps it. */'
has free/b.c ' *   inertia    diag(1.0, 2.0, 2.5) kg m^2, wheels locked'
has free/b.c ' *   wheel      a: axis [1.0, 0.0, 0.0], inertia 0.1 kg m^2'
has free/b_stepper.h 'values[0] = b_a_speed(&x);'; has free/b_stepper.h 'values[1] = x.a;'
# What a terminal would obey is not passed on.
status 2 "$polhode" $'fo\033[31mo'; has err "unknown command 'fo?[31mo'"
status 2 "$polhode" run x --step $'1\a'; has err "not '1?'"
status 2 "$polhode" list $'m\033'; has err "not 'm?'"
status 2 "$polhode" "$(printf '%3000s' x)"; has err "   x'"
status 2 "$polhode" run; has err 'SPEC is missing'
status 2 "$polhode" run a b; has err "'b' is one operand too many"
status 2 "$polhode" run a --metod x
has err 'unknown option --metod'; has err 'did you mean --method?'
status 2 "$polhode" run a --metod=x; has err 'did you mean --method?'
for word in –-step −−step —step; do
    status 2 "$polhode" run a "$word" 1; has err "unknown option $word"
    has err "hint: options begin with '-' of ASCII"
done
status 2 "$polhode" run a --until; has err '--until needs a value'
status 2 "$polhode" run a --until soon; has err "--until takes a positive number (of run and drift also a negative one, back in time), not 'soon'"
status 2 "$polhode" run a --step -1; has err "--step takes a positive number, not '-1'"
status 2 "$polhode" run a --json=1; has err 'takes no value'
for h in '1/(' 'sqrt(-1)' m '[1, 2]' 1e-400; do
    status 2 "$polhode" run a --step "$h"; has err "a positive number, not '$h'"
done
for t in '1/2, atan2(1, 2), x' 1, ,1; do
    status 2 "$polhode" run a --at "$t"; has err "ascending times, by commas, not '$t'"
done
status 1 "$polhode" run -- --every; has err '--every: error: cannot be read'
status 2 "$polhode" emit a --every 3; has err 'unknown option --every'
for h in 0 nan inf 1e-400 1e-3x ''; do
    status 2 "$polhode" run a --step "$h"; has err "a positive number, not '$h'"
done
status 2 "$polhode" order a --halvings 99; has err 'from 1 to 20'
status 2 "$polhode" run a --every 0; has err 'a positive integer'
status 2 "$polhode" run a --nothing; lacks err 'did you mean'
status 2 "$polhode" run a --sample 1 --every 3
has err '--every and --sample exclude each other'
status 2 "$polhode" run a --sample 0; has err "a positive number, not '0'"
status 2 "$polhode" order a --csv --json; has err 'exclude each other'
status 2 "$polhode" drift a --csv --json; has err 'exclude each other'
status 2 "$polhode" run a --step 1 --method sr --step=2; has err 'polhode: --step is given twice'
status 2 "$polhode" emit a -o b --output c; has err 'polhode: --output is given twice'
status 2 "$polhode" run a --method mr --method sr; has err 'polhode: --method is given twice'
status 2 "$polhode" run a --cflags -O3; has err '--cflags needs --cc gcc'
status 2 "$polhode" show text a; has err "not 'text'"
status 2 "$polhode" list things; has err "not 'things'"

# --- files that cannot be read or written
status 1 "$polhode" run nowhere.pol; has err 'nowhere.pol: error: cannot be read'
status 1 "$polhode" run .; has err 'cannot be read'
printf 'body a\0' > zero.pol
status 1 "$polhode" run zero.pol; has err 'zero.pol: error: not a text file'
for words in 'emit my_top.pol' 'run my_top.pol' list --help; do
    status 1 bash -c "'$polhode' $words >/dev/full"
done

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
status 0 "$polhode" emit my_top.pol; empty err
has out my_top.c; has out my_top.h; has out 'rkmk'; has out ' mul, '
[ -s my_top.c ] && [ -s my_top.h ] || fail 'emit wrote no files'
has my_top.c 'my_top.pol'; has my_top.h 'my_top_step'
cp my_top.c first.c

# --- what is not polhode's own stays
mkdir own; echo 'int mine;' > own/my_top.c
status 1 "$polhode" emit my_top.pol -o own
has err 'own/my_top.c: error: this file was not made by polhode'; has err '--force'
lacks out .; [ "$(ls own)" = my_top.c ] || fail 'a refused emit wrote a file'
grep -qx 'int mine;' own/my_top.c || fail 'a file of somebody else is lost'
status 0 "$polhode" emit my_top.pol -o own --force; cmp -s own/my_top.c my_top.c ||
    fail '--force did not write'
sed 's/^body .*/body spec/' my_top.pol > spec.c
for name in spec.c ./spec.c link.c; do
    [ -e $name ] || ln -s spec.c $name
    for force in '' --force; do
        status 1 "$polhode" emit $name $force; has err 'spec.c: error: this is the spec itself'
    done
done
grep -qx 'body spec' spec.c || fail 'the spec is lost'; [ ! -e spec.h ] || fail 'half a pair'
checks=$((checks + 1)); "$polhode" emit - --force <spec.c >out 2>err && fail 'emit - over its input'
has err 'spec.c: error: this is the spec itself'; grep -qx 'body spec' spec.c || fail 'the spec is lost'
mkdir dangling; ln -s /nowhere/at/all dangling/my_top.c
status 1 "$polhode" emit my_top.pol -o dangling; has err "this is a link to nothing"
mkdir -p dirt/my_top.c; status 1 "$polhode" emit my_top.pol -o dirt --force
has err 'no regular file'; [ "$(ls dirt)" = my_top.c ] || fail 'half a pair'
# a link stays, and what it leads to is written; a large file is not read whole
mkdir there linked; ln -s ../there/my_top.c linked/my_top.c; : >there/my_top.c
status 1 "$polhode" emit my_top.pol -o linked; has err 'was not made by polhode'
status 0 "$polhode" emit my_top.pol -o linked --force
[ -L linked/my_top.c ] && cmp -s there/my_top.c my_top.c || fail 'emit: the link is gone'
mkdir large; truncate -s 20G large/my_top.c
status 1 "$polhode" emit my_top.pol -o large; has err 'was not made by polhode'
printf 'body b\ninertia diag(1, 2, 2.5)\nstep 0.1\n' | "$polhode" emit - -o piped >out
has piped/b.c ' polhode emit -'; rm -r large
touch -d '2001-01-01' my_top.c; status 0 "$polhode" emit my_top.pol
[ my_top.c -ot first.c ] || fail 'the same text is written again'
status 0 "$polhode" emit my_top.pol --set m=2; [ my_top.c -nt first.c ] || fail 'not written'
status 0 "$polhode" emit my_top.pol

# the mark and the command do not depend on how a folder is written, nor on order
mkdir -p shelf1/tableaus; cp "$root/templates/tableaus/kutta4.pol" shelf1/tableaus
{ cat my_top.pol; echo 'param k = 1'; } >two.pol
for shelf in shelf1 shelf1/ ./shelf1//; do
    status 0 "$polhode" emit two.pol --shelf $shelf --set m=2 --set k=.4 -o one
    status 0 "$polhode" emit two.pol --shelf shelf1 --set k=.4 --set m=2 -o two
    cmp one/my_top.c two/my_top.c || fail "the mark depends on $shelf"
done
# decimals that somebody has rounded are of the order that they were meant to be
{ grep -v '^method' my_top.pol; echo 'method rkmk(third)
tableau third order 3 {
  0 :
  0.5 : 0.5
  1 : -1, 2
  b : 0.16666666666666666667, 0.66666666666666666667, 0.16666666666666666667
}'; } >third.pol
status 0 "$polhode" emit third.pol -o third; empty err
has third/my_top.c 'rkmk(third), order 3'
# what a step calls is told, the calls of a kick too
printf 'body k\ninertia diag(1, 2, 2.5)\ntorque body cos(t)*e1\nmethod mr\nstep .01\n' >k.pol
status 0 "$polhode" emit k.pol -o kick
has kick/k.c ' cos, sqrt of math.h'; lacks kick/k.c 'none in a step'
has kick/k.c 'but for the'; has kick/k.h 'ffinite-math-only'

# --- what a compiler needs lies in a folder that goes away, whatever its name
mkdir tmp ./-xfoo
for dir in ./-xfoo -xfoo "$PWD/tmp"; do
    status 0 env TMPDIR="$dir" "$polhode" run my_top.pol --until 0.01 --cc gcc
done
mkdir bin # a compiler that crashes leaves files
printf '#!/bin/sh\necho >"$TMPDIR/ccXXX.s"; kill -SEGV $$\n' >bin/gcc; chmod +x bin/gcc
status 1 env PATH="$PWD/bin:$PATH" TMPDIR="$PWD/tmp" "$polhode" run my_top.pol --cc gcc
has err 'gcc: cannot be run, or crashed'
checks=$((checks + 1)); [ -z "$(ls -A tmp)" ] || fail "left behind: $(ls -A tmp)"
TMPDIR=tmp "$polhode" run my_top.pol --until 0.01 --cc gcc --method 'suzuki6(frb_exact)' \
    >out 2>err & slow=$!
for ((tries = 200; tries > 0; tries--)); do # until the compiler is at work
    compgen -G 'tmp/polhode-*/stepper.c' >/dev/null && break
    sleep 0.01
done
kill -INT $slow 2>/dev/null; kill -TERM $slow 2>/dev/null; ends $slow 'a run, by SIGTERM'
checks=$((checks + 1))
[ -z "$(ls tmp ./-xfoo | grep polhode)" ] || fail 'a temporary folder stays'

# --- the command that makes the files again, and a mark of all they depend on
mark() { sed -n 's/.*(content \([0-9a-f]*\)).*/\1/p' "$1/my_top.h"; }
mkdir -p other/tableaus
cp "$root/templates/tableaus/kutta4.pol" other/tableaus/kutta4.pol
echo '# a comment more' >> other/tableaus/kutta4.pol
cp "$root/templates/tableaus/euler.pol" other/tableaus/euler.pol
marks=$(for option in '' '--set m=2' '--set m=2.0' '--real float' '--method rkmk(rk38)' \
    '--tolerance=1e-6 --method=rkmk(dopri5)' '--without interp' '--step 1e-2' \
    '--map cay' '--attitude matrix' '--shelf other'; do
    rm -rf marked; "$polhode" emit my_top.pol $option -o marked >/dev/null; mark marked; done)
[ "$(echo "$marks" | grep -cE '^[0-9a-f]{32}$')" = 11 ] || fail 'a mark of 128 bits'
[ "$(echo "$marks" | sort -u | wc -l)" = 11 ] || fail "equal marks: $marks"
for n in 1 2; do # a file of the shelf that is not used
    rm -rf marked; "$polhode" emit my_top.pol --shelf other -o marked >/dev/null
    echo "$n" >> other/tableaus/euler.pol; mark marked
done | uniq | wc -l > out; has out 1
for option in '--set m=2' "--method 'rkmk(rk38)' --real float" "--set 'm=1 + 1'"; do
    rm -rf marked; eval "'$polhode' emit my_top.pol $option -o marked" > out
    has out "by         polhode emit my_top.pol $option"
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
    rm -rf other_top; mkdir other_top; sed "$how" my_top.pol >other_top/my_top.pol
    status 0 "$polhode" emit other_top/my_top.pol --batch -o other_top --quiet
    (cd other_top && gcc -std=c99 -c my_top.c my_top_many.c) || fail 'not compiled'
    gcc -std=c99 -Iown_top "$@" -lm -o joined 2>joined.log
}
status 0 "$polhode" emit my_top.pol --batch -o own_top --quiet
linked '' use.c other_top/my_top.o; status 0 ./joined
linked 's/$/\r/; 2s/^/\n\n# a comment\n/; s/ = / =   /' use.c other_top/my_top.o; status 0 ./joined
for file in c h; do cmp own_top/my_top.$file other_top/my_top.$file || fail 'a comment changes the C'; done
for how in 's/^inertia.*/inertia diag(0.12, 0.12, 0.04)/' 's/^keep.*/&\nstate lag = 0 rate w[1]/' \
    's/^param.*/&\nparam more = 2/' 's/m = 1.0/m = 1.5/'; do
    if linked "$how" use.c other_top/my_top.o; then fail "it links: $how"; fi
    has joined.log 'my_top_start_'
    if linked "$how" -DMANY use.c own_top/my_top.c other_top/my_top_many.o; then fail "many link: $how"; fi
    has joined.log 'my_top_run_many_'
done
status 0 gcc -std=c99 -DMY_TOP_PLAIN -Iown_top use.c other_top/my_top.o -lm -o joined; status 0 ./joined
# in one unit, whatever comes first
printf '#include "my_top_many.h"\n#include "my_top.c"\n#include "my_top_many.c"\n#include "use.c"\n' >unit_1.c
printf '#include "my_top_many.c"\n#include "my_top.c"\n#include "use.c"\n' >unit_2.c
for n in 1 2; do
    for cc in 'gcc -std=c99 -Wmissing-prototypes -Wundef' 'g++ -x c++ -Wmissing-declarations'; do
        status 0 $cc -Wall -Wextra -Werror -DMANY -Iown_top unit_$n.c -lm -o joined; status 0 ./joined
    done
done

# --- names that differ by underscores alone stay apart
printf 'body alike\ninertia diag(1, 2, 2.5)\nlet int = 2*w[1]\nlet int_ = 3*w[2]
torque body [int, int_, 0]\nstep 0.1\n' >alike.pol
status 0 "$polhode" emit alike.pol -o alike
status 0 gcc -std=c99 -Wall -Wextra -Werror -fsyntax-only alike/alike.c
has alike/alike.c 'const double int_ = 2.0*'; has alike/alike.c 'const double int__ = 1.5*'

# --- what is carried over counts, too
sed '/^potential/d; s/^inertia.*/&\ntorque body cos(t)\/(2 + t)*e3/' my_top.pol >carried.pol
status 0 "$polhode" emit carried.pol --method mr -o carried
checks=$((checks + 1)); grep -q 'cost  .* 1 div, 1 call' carried/my_top.c || fail 'the cost of a torque'

# --- parts that small machines do without
for parts in interp access stepper interp,access interp,access,stepper; do
    status 0 "$polhode" emit my_top.pol --without $parts -o less
    has less/my_top.c "without    $parts"
    status 0 gcc -std=c99 -Wall -Wextra -Wshadow -Wconversion -Werror -c less/my_top.c \
        -o less.o
    nm less.o > names; has names my_top_step
    case $parts in *interp*) lacks names my_top_interp ;; *) has names my_top_interp ;; esac
    case $parts in *access*) lacks names my_top_energy ;; *) has names my_top_energy ;; esac
    rm -rf less
done
status 0 "$polhode" emit my_top.pol -o whole; empty err
status 0 "$polhode" emit my_top.pol --without stepper -o whole
has err 'warning: whole/my_top_stepper.h is still there: it does not belong to these files'
status 0 "$polhode" emit my_top.pol --without stepper -o less_still; empty err
status 2 "$polhode" emit my_top.pol --without tick
has err "--without takes interp, access, stepper, by commas, not 'tick'"
status 0 bash -c "cat my_top.pol | '$polhode' emit - -o there"
[ -s there/my_top.c ] || fail 'emit -o made no folder'
status 0 "$polhode" emit my_top.pol; cmp -s first.c my_top.c ||
    fail 'the same input gave other bytes'
(cd there && LC_ALL=de_DE.UTF-8 "$polhode" emit ../my_top.pol >/dev/null &&
    cmp -s my_top.c ../first.c) || fail 'bytes depend on folder or locale'

# pasted functions are laid out anew for the body's name
status 0 "$polhode" emit "$root/specs/heavy_top.pol" --method imidm -o there
checks=$((checks + 2))
grep -q 'heavy_top_c0123_near(' there/heavy_top.c || fail 'nothing is pasted'
! grep -qE '^ *double \*c[0-9],$' there/heavy_top.c || fail 'a pasted line is torn'

# a body may have any name that hides nothing in its code
for name in a b y y2 c0 c1 r0 q0 q1 L0 t1 k1 up doublings s2 depth; do
    sed "s/^body .*/body $name/" my_top.pol > named.pol
    status 0 "$polhode" emit named.pol -o named --method imidm
    status 0 gcc -std=c99 -Wall -Wextra -Wshadow -Werror \
        -c named/$name.c -o named.o
done
for name in x now from sum got i p value status solved std size_t; do
    sed "s/^body .*/body $name/" my_top.pol > named.pol
    status 1 "$polhode" emit named.pol; has err "'$name' "
done

# a product's main, with the emitted pair alone
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
status 0 gcc -std=c99 -O2 -ffp-contract=off -Wall -Wextra -Werror main.c my_top.c -lm -o main
status 0 ./main; cp out theirs
status 0 "$polhode" run my_top.pol --json; energy=$(sed 's/.*"energy": \([^,]*\),.*/\1/' out)
awk -v e="$energy" '{ exit !($1 == e) }' theirs || fail "energy $energy, not $(cat theirs)"
[ ${#energy} -le 19 ] || fail "$energy is not the shortest"
status 0 "$polhode" run my_top.pol; has out "$energy"
for word in 't  ' 'R  ' 'q  ' 'L  ' 'w  ' energy spin steps status; do
    has out "$word"
done
status 0 "$polhode" run my_top.pol --json
for key in t R q L w energy keep steps status; do has out "\"$key\":"; done
has out '"steps": 1000, "status": 0'; has out "\"energy\": $energy"
status 0 "$polhode" run my_top.pol --every 100
[ "$(wc -l <out)" -eq 12 ] || fail "--every 100 gave $(wc -l <out) lines"
has out 't,R11,R12'; has out ',R33,q0,q1,q2,q3,L1,'; has out ',energy,spin'
checks=$((checks + 1))
awk -F, 'NR == 2 && ($11 - cos(0.15))^2 + ($12 - sin(0.15))^2 < 1e-30 { good = 1 }
         END { exit !good }' out || fail 'run --every: the stored quaternion'

# --- a sum of many terms, as strict compilers see it
cat > driver.c <<'END'
#include <math.h>
#include <stdlib.h>
#include "series.h"
int main(int n, char **terms)
{
    series x;
    double want = 0, t;
    series_start(&x);
    t = x.t;
    if (n != 2 || series_step(&x, NULL, NULL, 0.01) != 0)
        return 2;
    for (n = 1; n <= atoi(terms[1]); n++)
        want += 0.01 * sin(n * t);
    return !(fabs(x.L[0] - want) <= 1e-12);
}
END
for n in 1 64 65 1000; do
    echo "body series inertia diag(1, 2, 3) step 0.01 method fem start t = 0.4" \
        "torque body ($(seq -f 'sin(%.0f*t)' -s ' + ' $n))*e1" >series.pol
    status 0 "$polhode" emit series.pol
    status 0 gcc -Werror -Wall -Wextra -std=c99 driver.c series.c -lm -o driver
    status 0 ./driver $n
done

# --- what there is too much of is said
values=$(printf -- '--set p%d=1 ' $(seq 65))
status 2 "$polhode" emit my_top.pol $values; has err 'more than 64 values for --set'
status 2 "$polhode" emit my_top.pol $(printf -- '--shelf d%d ' $(seq 17))
has err 'more than 16 values for --shelf'
status 2 "$polhode" run my_top.pol --at "$(seq -s , 257)"
has err 'more than 256 values for --at'
status 1 "$polhode" run my_top.pol --cc gcc --cflags "$(printf -- '-Ia%d ' $(seq 60))"
has err 'more flags than 52, or longer than 4095 characters'
status 3 "$polhode" emit my_top.pol --memory 1
has err 'more than 1 MB of memory would be needed'; lacks err 'out of memory'
mkdir -p greedy/methods
for name in text expressions; do
    { echo "-- $name.lua - takes all memory that there is"
      echo 'return method { title = "t", source = "s", order = 1,'
      echo '  step = function(m, s, h)'
      [ $name = text ] && echo '    local t = {} for i = 1, 99 do t[i] = string.rep("x", 1e6 + i) end'
      [ $name = text ] || echo '    local a = s.L for i = 1, 1e6 do a = cross(a, vec(i, a[1], 1)) + a end'
      echo '    return with(s, { L = s.L }) end }'
    } >greedy/methods/$name.lua
done
status 1 "$polhode" emit my_top.pol --shelf greedy --method text
has err 'greedy/methods/text.lua: error: this file needs more than 48 MB of memory'
status 3 "$polhode" emit my_top.pol --shelf greedy --method expressions --memory 40
has err 'greedy/methods/expressions.lua: error: more than 40 MB of memory would be needed'
has err 'hint: --memory allows more'
status 2 "$polhode" emit my_top.pol --memory 0; has err 'an integer from 1 to'
status 0 "$polhode" list attitudes --cost $(printf 'quaternion%.0s ' 1 2 3 4 5 6)
status 0 "$polhode" tableau "gauss($(printf '%300s' 2))"; has out 'observed order'

# --- bytes that are no UTF-8 and marks that turn a line reach neither the code nor
# JSON nor the terminal
printf 'body b # \xff\xe2\x80\xae\x1b[31m\ninertia diag(1, 2, 3)\nstep 1\nparam p = 1 # \xe2\x80\xae\xc2\x9b\ntorque body p*e1\n' >$'odd\xff\xe2\x80\xae.pol'
status 0 "$polhode" emit $'odd\xff\xe2\x80\xae.pol'
cat out b.c b.h >odd
status 0 "$polhode" show model $'odd\xff\xe2\x80\xae.pol'; cat out >>odd
printf 'tableau t { 0 :\n b : 1\n} # \xff\n# \xe2\x80\xae\ntableau u { 0 :\n b : x\n}\n' >$'t\xff.pol'
status 0 "$polhode" tableau $'t\xff.pol' --json; cat out err >>odd
status 0 "$polhode" tableau $'t\xff.pol'; cat out err >>odd
checks=$((checks + 1))
iconv -f UTF-8 -t UTF-8 odd >/dev/null || fail 'the code is not UTF-8'
checks=$((checks + 1))
! LC_ALL=C grep -q $'\x1b\\|\xe2\x80\xae\\|\xc2\x9b' odd || fail 'a mark reaches the code'

# --- states at equal times: those of the steps where these end, and of small
# steps between
status 0 "$polhode" run my_top.pol --until 0.1 --every 1; mv out steps
status 0 "$polhode" run my_top.pol --until 0.1 --sample 0.0005; mv out samples
[ "$(wc -l <samples)" -eq 202 ] || fail "--sample gave $(wc -l <samples) lines"
checks=$((checks + 1))
awk 'NR == 1 || NR % 2 == 0' samples | cut -d, -f2- >out
cut -d, -f2- steps | cmp -s - out || fail 'run --sample: not the steps themselves'
checks=$((checks + 1))
status 0 "$polhode" run my_top.pol --until 0.1 --step 0.0005 --every 1
mv out fine
checks=$((checks + 1))
paste -d, samples fine | awk -F, 'NR > 1 { n = NF / 2
    for (i = 1; i <= 10; i++) if (($i - $(n + i))^2 > 1e-14) exit 1 }' \
    || fail 'run --sample: far from small steps'
status 0 "$polhode" run my_top.pol --until 0.1 --sample 0.03; mv out some
[ "$(cut -d, -f1 some | tr '\n' ' ')" = 't 0 0.03 0.06 0.09 0.1 ' ] \
    || fail "run --sample: times $(cut -d, -f1 some | tr '\n' ' ')"
# steps whose times round to just below the samples'
status 0 "$polhode" run my_top.pol --step 1/3000 --until 1 --sample 0.1
[ "$(wc -l <out)" -eq 12 ] || fail "the last of $(wc -l <out) lines is not at the end"
status 1 "$polhode" run my_top.pol --sample 1e-300
has err 's with a sample every 1e-300 s are too many samples'
status 0 "$polhode" run my_top.pol --tolerance 1e-9 --method 'rkmk(dopri5)' --until 0.1 \
    --sample 0.001
[ "$(wc -l <out)" -eq 102 ] || fail "adaptive: $(wc -l <out) lines"

# --- the attitude as it is stored
status 0 "$polhode" run my_top.pol --attitude 'euler(zyx)' --every 100
has out ',R33,angle1,angle2,angle3,L1,'
status 0 "$polhode" run my_top.pol --attitude 'euler(zyx)'; has out 'angle  '
status 0 "$polhode" run my_top.pol --attitude mrp --json; has out '"mrp": ['
status 0 "$polhode" run my_top.pol --attitude matrix; lacks out 'q  '
status 0 "$polhode" run my_top.pol --attitude matrix --every 100
has out ',R33,L1,'

# --- a body that moves
lacks out 'x1'
cat > ball.pol <<'END'
body ball inertia diag(1, 1, 1) mass 2 potential 2*9.81*x[3] force space -v
torque body -w start v = [3, 0, 4] start w = e3 step 0.01 until 1
END
status 0 "$polhode" run ball.pol; has out 'x  '; has out 'v  '
status 0 "$polhode" run ball.pol --json
for key in t R L w x v energy keep steps status; do has out "\"$key\":"; done
status 0 "$polhode" run ball.pol --every 100; has out 'w3,x1,x2,x3,v1,v2,v3,energy'
checks=$((checks + 1))
awk -F, '{ if (NF != 27) exit 1 }' out || fail 'run --every: columns of a body that moves'
# c that is not the sum of its row costs the order with t, and is blamed for it
printf '%s\n' 'body late inertia diag(1, 2, 2.5) start w = [.1, 2, .3] step .1' \
    'torque body [sin(3*t), cos(2*t), .5*sin(t)] method rkmk(k) until 2' \
    'tableau k order 4 { 0 :' '1/2 : 1/2' '1/2 : 0, 1/2' '0 : 0, 0, 1' \
    'b : 1/6, 1/3, 1/3, 1/6 }' >late.pol
status 0 "$polhode" order late.pol
has out 'c of stage 4 of tableau k is not the sum of its row,'
status 0 "$polhode" order late.pol --json
has out '"c_not_row_sum": "c of stage 4 of tableau k is not the sum of its row"'
status 0 "$polhode" order ball.pol --until 1 --step .1 --json
has out '"motion_order": 4.0'; has out '"uncertainty_motion": '
# Where memory is watched, orders are observed once for each kind of body.
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order ball.pol --until 1 --step .1
    has out 'motion'; has out ', motion 4.0'
    status 0 "$polhode" order ball.pol --until 1 --step .1 --csv
    has out 'failed,motion,motion_order'
fi
status 0 "$polhode" drift ball.pol; has out 'v_z  '; empty err
for row in 'energy +no' 'orthogonality +yes' 'v_z +no'; do
    checks=$((checks + 1)); grep -Eq "^  $row " out || fail "drift: no '$row'"
done
status 0 "$polhode" drift ball.pol --json; has out '"velocity"'
status 0 "$polhode" drift ball.pol --csv --every 50; has out 'orthogonality,v1,v2,v3'
status 1 "$polhode" run ball.pol --step 50 --until 5000; has err 'no longer finite'
status 1 "$polhode" run ball.pol --set mass=1; has err "no const or param 'mass'"
sed 's/mass 2//' ball.pol > still.pol
status 1 "$polhode" run still.pol; has err 'a force needs a body with `mass`'

# --- overrides
status 0 "$polhode" run my_top.pol --set m=2 --json; lacks out "$energy"
status 0 "$polhode" run my_top.pol --set m=1 --json; has out "$energy"
status 1 "$polhode" run my_top.pol --set mas=2
has err "--set: error: the spec has no const or param 'mas'"
has err 'hint: its params are: m'; lacks err '^'
status 1 "$polhode" run my_top.pol --set up=2; has err 'neither a const nor'
status 1 "$polhode" run my_top.pol --set 'm=1+'; has err '--set m:1:'
# values and calls on the command line are read as those of a spec
status 1 "$polhode" run my_top.pol --set 'm=3 kg'
has err '--set m:1:3: error: unexpected '; has err 'hint: units are SI and are not written'
status 1 "$polhode" run my_top.pol --set 'm=2×3'
has err "--set m:1:2: error: unexpected '×' (U+00D7, multiplication sign)"
has err "hint: write '*', or cross(a, b)"
[ "$(grep -c error: err)" -eq 1 ] || fail 'a second error at one place'
status 1 "$polhode" run my_top.pol --set 'm=−1'; has err "hint: write '-'"
[ "$(grep -c error: err)" -eq 1 ] || fail 'a second error at one place'
status 1 "$polhode" run my_top.pol --set "$(printf 'm=1\xff')"; has err 'not UTF-8, 0xFF'
status 1 "$polhode" run my_top.pol --method 'rkmk(kutta4, form = “rate”)'
has err "(U+201C, quotation mark)"; has err 'hint: names stand without quotes'
[ "$(grep -c error: err)" -eq 1 ] || fail 'quotes: a second error'
# what other programs call a method leads to it
status 1 "$polhode" run my_top.pol --method 'rkmk(rk45)'
has err "hint: 'rk45' is dopri5 in SciPy, fehlberg45 in many textbooks"
status 1 "$polhode" run my_top.pol --method rk45
has err "hint: 'rk45' is rkmk(dopri5) in SciPy, rkmk(fehlberg45) in many textbooks"
status 1 "$polhode" run my_top.pol --method 'rkmk(DormandPrince)'
has err "did you mean 'dormand_prince'?"
# Numbers beyond the doubles: what they leave unknown is not a figure.
printf 'tableau big order 1 {\n 0 :\n 1 : 1e400\n b : 1/2, 1/2\n}\n' >big.pol
status 0 "$polhode" tableau big.pol
has out 'negative real axis: ?, imaginary axis: 2e-200'
has out 'a21 is suspiciously large: beyond 1e308, the next is 1'
status 0 "$polhode" tableau big.pol --json
has out '"doubt": "large", "meant": null, "size": null, "others": 1'; lacks out 'inf,'
# ends of steps that grow without bound show no order
printf 'tableau grows {\n 0 :\n 1/2 : 1e5\n b : -1e5, 1e5+1\n}\n' >grows.pol
status 0 "$polhode" tableau grows.pol --json
has out '"observed_attitude": null, "observed_momentum": null'
status 1 "$polhode" tableau RK8PD
has err "hint: 'RK8PD' is dormand_prince87 in GSL"
status 1 "$polhode" run my_top.pol --method runge_kutta_dopri5
has err "hint: 'runge_kutta_dopri5' is rkmk(dopri5) in Boost.odeint"
status 1 "$polhode" tableau feagin14
has err "hint: 'feagin14' is not on the shelf, but in DifferentialEquations.jl: give"
status 1 "$polhode" tableau 5dp; has err "hint: '5dp' is dopri5 in PETSc"
status 1 "$polhode" tableau ode15s; has err "but a method of MATLAB"
status 1 "$polhode" tableau ode45; has err "hint: 'ode45' is dopri5 in MATLAB"
status 1 "$polhode" run my_top.pol --attitude 'euler(zyy)'; lacks err 'did you mean'
# what the real type cannot hold is an error before anything is written
cat >range.pol <<'END'
body range inertia diag(1e-30, 1.2e-30, 1.1e-30) step 0.01
END
status 0 "$polhode" emit range.pol --method 'rkmk(kutta4)' --real float --without interp -o there
status 0 "$polhode" emit range.pol --method imidm -o there
status 1 "$polhode" emit range.pol --method imidm --real float -o range_float
has err 'range.pol:1:20: error: a constant of the emitted code is 1e+60, too large for a float'
has err "hint: it is made of the spec's constants, above all of this one"
[ ! -e range_float ] || fail 'a file with a constant that is none'
sed -i 's/e-30/e-300/g' range.pol
status 1 "$polhode" run range.pol --method imidm
has err 'a constant of the emitted code is 1e+600, too large for a double'
checks=$((checks + 1)); ! grep -q '.\{200\}' err || fail '600 digits'
status 1 "$polhode" emit range.pol --real float; has err 'the inertia is too small for a float'
has err 'moderate, or --real double'
status 1 "$polhode" run "$root/specs/thruster.pol" --tolerance 1e-320
has err '--tolerance: error: 9.99989e-321 is too small for a double'
status 1 "$polhode" run "$root/specs/thruster.pol" --at 1e39 --real float
has err '--at: error: 1e+39 is too large for a float'
status 1 "$polhode" run my_top.pol --step 1e-40 --real float
has err '--step: error: 1e-40 is too small for a float'
status 1 "$polhode" run my_top.pol --until 1e39 --real float
has err 'polhode: --until 1e+39 is too large for a float'
status 0 "$polhode" run my_top.pol --step 1e-2 --until 2 --json
has out '"steps": 200'
status 0 "$polhode" run my_top.pol --method imidm --attitude matrix --map exp
status 1 "$polhode" run my_top.pol --method rkmkk
has err "rkmkk"; has err "did you mean 'rkmk'?"
status 1 "$polhode" run my_top.pol --method 'rkmk(kuta4)'
has err "did you mean 'kutta4'?"
status 0 "$polhode" run my_top.pol --real float
status 0 "$polhode" run my_top.pol --cc gcc; has out "$energy"

# --- steps that choose their size, landing on times, by the spec or by options
thruster=$root/specs/thruster.pol
status 0 "$polhode" run "$thruster"; empty err
for word in steps rejected 'least h' 'most h'; do has out "$word"; done
status 0 "$polhode" run "$thruster" --json
for key in steps rejected smallest largest status; do has out "\"$key\":"; done
status 0 "$polhode" run "$thruster" --every 1
for time in 0 2 10 12 30; do
    checks=$((checks + 1)); grep -q "^$time," out || fail "no step at $time"
done
status 0 "$polhode" run "$thruster" --every 1 --at 7.25,9
checks=$((checks + 2)) # beside the times that are found
empty err; status 0 "$polhode" run "$thruster" --at 7.25,31,32
has err 'note: --at 31 lies beyond the end of the run, at t = 30'; lacks err 'at 32'
status 0 "$polhode" run "$thruster" --every 1 --at 7.25,9
for time in 7.25 9 2 10 12; do grep -q "^$time," out || fail "--at: no step at $time"; done
status 0 "$polhode" drift "$thruster"; has out ' to t = 30'
status 0 "$polhode" run "$thruster" --step 1e-2 --json
has out '"steps": 3000'; lacks out rejected
status 0 "$polhode" run "$thruster" --step 1e-2 --method 'cf4'
status 1 "$polhode" run "$thruster" --method cf4
has err 'cf4 provides no error estimate'; has err 'rkmk(dopri5)'; has err '--step H'
status 0 "$polhode" emit "$thruster" --method cf4 --step 1e-2 -o thruster
has thruster/thruster.c 'thruster.pol --method cf4 --step 0.01'
lacks thruster/thruster.h advance
status 1 "$polhode" order "$thruster"; has err 'steps of one size are compared: --step H'
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order "$thruster" --step 1 --until 1; has out 'observed order'
fi
status 0 "$polhode" run my_top.pol --method 'rkmk(dopri5)' --tolerance 1e-9
has out rejected
status 1 "$polhode" run my_top.pol --tolerance 1e-9
has err '--tolerance: error: rkmk(kutta4) provides no error estimate'
status 1 "$polhode" run my_top.pol --at 1; has err 'only an adaptive step has breakpoints'
status 1 "$polhode" run "$thruster" --at 3,2; has err '2 does not come after 3'
{ cat "$thruster"; echo 'start t = 5'; } | sed '/^at /d' > late.pol
status 1 "$polhode" run late.pol --at 3; has err '3 does not come after 5'
for bad in '' x 1,,2 1, nan; do
    status 2 "$polhode" run "$thruster" --at "$bad"; has err 'ascending times'
done
status 2 "$polhode" run "$thruster" --tolerance 0; has err 'a positive number'
status 2 "$polhode" run "$thruster" --step 1 --at 2; has err 'exclude each other'
status 2 "$polhode" run "$thruster" --step 1 --tolerance 2
has err '--step and --tolerance exclude each other'
# what switches at a time of params ends steps there, found or said
printf 'body b\ninertia diag(1, 2, 2.5)\nparam on = 7\nmethod rkmk(dopri5)\nuntil 10
torque body if(t < on, 0, if(t < on + 1/8, 1, 0))*e3\nat [on/2]\nstep adaptive()\n' >timed.pol
status 0 "$polhode" run timed.pol --every 1 --set on=6
for time in 3 6 6.125; do grep -q "^$time," out || fail "no step at $time"; done
status 0 "$polhode" show model timed.pol; has out '# not smooth at t = on, on + 1/8'; has out 'at [1/2*on]'
status 0 "$polhode" run timed.pol --json
between 0.4999999 "$(sed 's/.*"L": \[[^]]*, \([^]]*\)\],.*/\1/' out | awk '{ print 4 * $1 }')" 0.5000001
# the failures of such a run: the state before it, exit 1
leap='body b inertia diag(1, 2, 3) method rkmk(dopri5) until 2
torque body if(exp(t) < exp(1), [1, 2, 3], [0, 0, 0])'
echo "$leap step adaptive(min = 1e-3)" >leap.pol
status 1 "$polhode" run leap.pol; has err 'smaller than the least'
has err 'at t = 0.99'
echo "$leap step adaptive(angle = 3e-16)" | sed 's/\[1, 2, 3\]/1e20*[1, 2, 3]/' >leap.pol
status 1 "$polhode" run leap.pol; has err 'above the tolerance'
echo "$leap torque body [0, sqrt(1 - t), 0] step adaptive()" >leap.pol
status 1 "$polhode" run leap.pol --json; has err 'no longer finite'
lacks out '"status": 0'
status 0 "$polhode" emit leap.pol -o there
for word in leap b_advance b_control_start; do has there/b.c "$word"; done

# --- failure of a step: a status, the state as it was, exit 1
status 1 "$polhode" run my_top.pol --method imidm --step 1 --set m=1 --json
lacks out '"status": 0'; has out '"steps": 0'; has err 'use a smaller --step'

# --- a step that leaves the numbers fails, and leaves the state
status 1 "$polhode" run my_top.pol --step 20 --until 20
has err 'step 1, at t = 0, failed: the state is no longer finite'; lacks out nan
status 1 "$polhode" run my_top.pol --step 20 --until 20 --json
has out '"steps": 0, "status": 6'
status 1 "$polhode" drift my_top.pol --step 20 --until 20
has err 'no longer finite'
status 1 "$polhode" drift my_top.pol --method imidm --step 1
has err 'use a smaller --step'

# --- a body that shows its attitude
cat > shown.pol <<'END'
body shown inertia diag(1, 1, 1) keep e = w[3] mass 1
start R = turn(e3, pi/2) start w = e3 step 0.01 until 1
show matrix show quaternion
END
status 0 "$polhode" run shown.pol; has out 'matrix_12   '; has out 'quaternion_4   '
checks=$((checks + 1))
awk '$1 == "matrix_11" && ($2 + sin(1))^2 < 1e-20 { good = 1 } END { exit !good }' out \
    || fail 'run: a number that is shown'
status 0 "$polhode" run shown.pol --json
has out '}, "shown": {"matrix_11": -0.84147098480'
has out '"quaternion_4": '; has out '}, "h": 0.01, "steps": 100'
status 0 "$polhode" run shown.pol --every 100
has out ',energy,e,matrix_11,'; has out ',matrix_33,quaternion_1,'
checks=$((checks + 1))
awk -F, '{ if (NF != 41) exit 1 }
         NR == 2 && ($29 != $2 || $32 != $5 || $41 < .7071 || $41 > .7072) { exit 1 }' out \
    || fail 'run --every: columns of what is shown'
[ -n "${POL_ONCE-}" ] || status 0 "$polhode" order shown.pol --step .1
status 0 "$polhode" drift shown.pol
status 0 "$polhode" emit shown.pol
status 0 gcc -std=c99 -Wall -Wextra -Werror -c shown.c
status 0 g++ -Wall -Wextra -Werror -c -x c++ shown.c

# --- numbers that may not be integrated where they are
printf 'body lock inertia diag(1, 2, 3) attitude euler(xyz) method kinematic(euler)
start R = turn(e2, pi/2) start w = e1 step 0.1 until 1\n' > lock.pol
status 1 "$polhode" run lock.pol; has err "the attitude's numbers are singular there"

# --- a body at rest: zeros have no sign; any number of values is kept
printf 'body b inertia diag(1, 2, 2.5) step 0.1 until 1\n' > rest.pol
status 0 "$polhode" run rest.pol; lacks out '-0'
status 0 "$polhode" run rest.pol --json; lacks out '-0'
status 0 "$polhode" run rest.pol --every 5; lacks out '-0'
for i in $(seq 256); do echo "keep k$i = $i + L[1]"; done >> rest.pol
status 0 "$polhode" run rest.pol
for i in 1 33 256; do has out "k$i$(printf '%*d' $((32 - ${#i})) $i)"; done
status 0 "$polhode" drift rest.pol; has out k256
echo 'keep more = t' >> rest.pol
status 1 "$polhode" run rest.pol; has err '257 values to keep are too many'

# --- measuring
status 0 "$polhode" order my_top.pol --until .5 --step 2e-2
has out 'observed order'; has out 'reference'
checks=$((checks + 1)); ! grep -q ' $' out || fail 'blanks at line ends'
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order my_top.pol --until .5 --step 2e-2 --json
    has out '"attitude_order"'
    status 0 "$polhode" order my_top.pol --until .5 --step 2e-2 --csv
    has out 'steps,h,attitude'
fi
# A float's reference is a double's.
status 0 "$polhode" order my_top.pol --until .1 --step 1e-2 --real float --json
between 1e-18 "$(sed -nE 's/.*"uncertainty_attitude": ([^,}]*).*/\1/p' out)" 1e-11
# A keep called like a column.
sed 's/^keep .*/keep energy = 2*w[1]\nkeep q0 = 1\nkeep spin = L[3]/' my_top.pol >columns.pol
status 0 "$polhode" run columns.pol --until .01; has out 'keep.energy '; has out 'spin '
has out 'q0 '; lacks out keep.q0
status 0 "$polhode" run columns.pol --until .01 --every 5; has out ',energy,keep.energy,keep.q0,spin'
status 0 "$polhode" drift columns.pol --until .01 --csv; has out ',keep.energy,q0,spin'
{ cat my_top.pol; printf 'keep momentum_x = w[1]\nkeep mrp_1 = w[2]\nshow mrp\n'; } >more.pol
status 0 "$polhode" drift more.pol --until .01; has out ' keep.momentum_x '; lacks out keep.mrp_1
sed 's/^keep .*/keep a_name_of_twenty_ones = t/' my_top.pol >wide.pol
status 0 "$polhode" drift wide.pol --until .01
[ "$(awk '/largest|e[-+][0-9]+$/ { print length }' out | sort -u | wc -l)" = 1 ] ||
    fail 'drift: rows of several widths'
status 0 "$polhode" run more.pol --until .01 --every 9; has out ',spin,momentum_x,mrp_1,show.mrp_1,mrp_2'
status 0 "$polhode" run columns.pol --until .01 --json; has out '"keep": {"energy": '
status 0 "$polhode" run my_top.pol --until .01 --real float --json; has out '"h": 0.00100000004749'
status 0 "$polhode" emit my_top.pol --tolerance 1e-6 --method 'rkmk(dopri5)' -o adaptive
status 0 gcc -std=c99 -Wall -Wextra -Wfloat-equal -Werror -fsyntax-only adaptive/my_top.c
# Tolerances that no real type can hold, or that gain nothing.
adaptive="run my_top.pol --until .01 --method rkmk(dopri5)"
status 1 "$polhode" $adaptive --tolerance 1e-170
has err "--tolerance: error: a tolerance of 1e-170 for 'angle' has no square in a double"
status 1 "$polhode" $adaptive --tolerance 1e-20 --real float; has err 'no square in a float'
status 1 "$polhode" $adaptive --tolerance 1e-9 --real float
has err "a tolerance of 1e-09 for 'angle' is below the round-off of a float, 6e-08, which is the least that it can meet"
status 0 "$polhode" $adaptive --tolerance 1e-9; lacks err warning
status 0 "$polhode" $adaptive --tolerance 1.2e-7 --real float; lacks err warning
sed 's/^step .*/step adaptive(rate = 1e-15)/' my_top.pol >rate.pol
status 1 "$polhode" run rate.pol --until 1e-9 --method 'rkmk(dopri5)'
has err "for 'rate' is below the round-off of a double, 1.1e-16 of the rate at the start"
sed 's/^step .*/step adaptive()/' my_top.pol >usual.pol
status 0 "$polhode" emit usual.pol --real float --method 'rkmk(dopri5)' -o usual; empty err
has usual/my_top.c 'c->rate = 8e-06f' # of 40/pi half turns a second
status 0 "$polhode" drift my_top.pol; has out energy; has out spin
for row in 'energy +yes' 'momentum_x +no' 'momentum_z +yes' '[|]L[|] +no' 'spin +yes'; do
    checks=$((checks + 1)); grep -Eq "^  $row " out || fail "drift: no '$row'"
done
sed 's/^keep .*/torque body if(w[3] < 1e5, 0, -1)*e3/' my_top.pol >maybe.pol
status 0 "$polhode" drift maybe.pol --json --until .01
has out '"conserved": {"energy": null, "momentum": [false, false, null], "norm_L": false, "keep": {}}'
status 0 "$polhode" drift my_top.pol --json; has out '"momentum": ['
status 0 "$polhode" drift my_top.pol --csv --every 100; has out 'steps,t,energy'

if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" order my_top.pol --until .1 --method 'rkmk(dop853)'
    has out 'momentum 9.0'; lacks out nan
fi

# --- shelf
status 0 "$polhode" list
for word in kutta4 rkmk imidm exp cay quaternion matrix c99; do
    has out "$word"
done
checks=$((checks + 1)); ! grep -qv -E '^[a-z]+( +order( stages)?)?$|^  [a-z]' out || fail 'list: not indented'
cp out whole
checks=$((checks + 1)); ! grep -q '.\{81\}\| $' out || fail 'list: a line is too long'
status 0 "$polhode" list tableaus; has out kutta4; lacks out quaternion
has out '  dopri5                      5(4)      7 explicit stiffly accurate'
has out '  gauss(s)                    2-12        implicit symplectic symmetric A-stable'
status 0 "$polhode" list tableaus --order 6 --pair --l-stable
has out alamri_ketcheson96; checks=$((checks + 1)); [ "$(wc -l <out)" = 2 ] || fail 'list: filters'
status 0 "$polhode" list --order 12; has out 'gauss(s)'; lacks out kutta4; lacks out methods
status 0 "$polhode" list maps --symmetric; same out - <<<maps
status 0 "$polhode" list methods --symplectic --explicit; has out '  mr '; lacks out imidm
has out '  frb_exact     2 explicit symplectic symmetric states momentum energy'
status 0 "$polhode" list --json tableaus --order 5 --explicit
has out '{"kind": "tableau", "name": "dopri5", "order": 5, "highest_order": 5, "stages": 7, "properties": ["explicit", "pair", "stiffly accurate"], "invariants": [], "title": '
python3 -c 'import json; assert len(json.load(open("out"))) > 10' 2>/dev/null || ! command -v python3 >/dev/null || fail 'list --json'
status 2 "$polhode" list tableaus kutta4 --explicit; has err 'filters, or --calls, go with whole lists'
status 0 "$polhode" list --json tableaus kutta4 'gauss(2)'; has out '[{"kind": "tableau", "name": "kutta4", "is_family": false, "order": 4, "stages": 4, '
has out '{"kind": "tableau", "name": "gauss", "is_family": true, '; has out '"parameter": "s", "least": 1, "most": 6, '
status 0 "$polhode" list --json attitudes mrp; has out '"properties": ["maps"], "by_options": [], '; has out '"stores": "stores '
status 0 "$polhode" list --json maps --calls; has out '"cay"'
status 0 "$polhode" list --json methods --cost 'rkmk(kutta4)' my_top.pol
has out '{"bodies": ["my_top"], "rows": [{"call": "rkmk(kutta4)", "costs": [{"step": '
status 0 "$polhode" list --json attitudes --cost quaternion; has out '{"map": "exp", "rows": [{"attitude": null, "by": "quaternion", "add": '
# what is built in is known; of the same files with other texts it is found out
mkdir -p retold/tableaus retold/methods
{ cat "$root/templates/tableaus/dopri5.pol"; echo '#'; } >retold/tableaus/dopri5.pol
{ cat "$root/templates/methods/mr.lua"; echo '--'; } >retold/methods/mr.lua
sed 's/^tableau .*/tableau mine order 3 {/; s|1/6, 1/3|1/7, 1/3|' "$root/templates/tableaus/kutta4.pol" >retold/tableaus/kutta4.pol
status 0 "$polhode" list --shelf retold; diff whole out >differs
checks=$((checks + 1)); grep -q '^> .*kutta4  *3  *4 explicit' differs && [ "$(grep -c '^[<>]' differs)" = 2 ] ||
    fail 'list: a text that is not the known one'
mkdir -p renamed/tableaus; cp "$root/templates/tableaus/kutta4.pol" renamed/tableaus/mine4.pol
status 0 "$polhode" list tableaus --shelf renamed; has out '  mine4 '; has out '  kutta4 '
status 0 "$polhode" list compositions; has out 'suzuki4'; lacks out kutta4
status 0 "$polhode" list compositions c817
has out 'order 8, 17 steps, for symmetric methods of order 2'
lacks out .pol
status 0 "$polhode" list methods rkmk imidm jem4 akw mr
has out 'order 2, symmetric, implicit; any torque'; has out 'order 4, symmetric; no torque'; has out 'keeps axis_momentum'
has out 'without torque keeps momentum'
has out 'also called liemid_i'; has out 'by its options: order'
has out 'for example rkmk(kutta4), rkmk(kutta4, form = rate)'
checks=$((checks + 1))
! grep -q '.\{81\}' out || fail 'list methods: a line is too long'
status 0 "$polhode" list attitudes quaternion matrix mrp euler
has out 'stores q[4]: unit quaternion'; has out 'stores R[9]: rotation matrix'
has out 'singular: nowhere'; has out 'range: of length 1; continuous'
checks=$((checks + 1))
! grep -q '.\{81\}' out || fail 'list attitudes: a line is too long'
mkdir -p wrong/attitudes
echo 'return attitude { title = "none", store = { name = "a", size = 10 } }' \
    > wrong/attitudes/wrong.lua
status 1 "$polhode" list attitudes wrong quaternion --shelf wrong
has err 'attitudes/wrong.lua'; has out 'stores q[4]'
# All methods' steps: where memory is watched, the tour makes them.
if [ -z "${POL_ONCE-}" ]; then
    status 0 "$polhode" list methods --cost
    has out 'fast_top'; has out 'free_body'
    checks=$((checks + 1))
    grep -Eq '^rkmk\(kutta4\) +[0-9]+ +- +4 +[0-9]+ +- +0$' out ||
        fail 'list methods --cost: rkmk(kutta4)'
    checks=$((checks + 1))
    grep -Eq '^imidm +[0-9]+ +[0-9]+ +2\+1 ' out || fail 'list methods --cost: imidm'
    status 0 "$polhode" list methods my_top.pol --cost
    has out ' my_top'; lacks out free_body
fi
status 1 "$polhode" list methods none.pol --cost; has err 'cannot be read'
status 2 "$polhode" list maps --cost; has err 'goes with list methods'
status 2 "$polhode" list methods --cost --map cay
has err '--map goes with list attitudes --cost'
status 0 "$polhode" list attitudes --cost --map cay quaternion
has out 'E(v) alone, map cay'; has out 'by way of'; has out 'quaternion                          itself'
lacks out 'matrix                              itself'
status 1 "$polhode" list attitudes --cost matrix quaternoin
has err "did you mean 'quaternion'?"
status 1 "$polhode" list methods my_top.pol; has err 'my_top.pol: error: not among the methods'
has err 'hint: a spec goes with list methods --cost'
status 0 "$polhode" list attitudes 'euler(zyx)'; has out '  euler '; lacks out mrp
status 0 "$polhode" list tableaus gauss4 'gauss(2)' DOPRI5; cp out three
for word in '  gauss(s) ' '  dopri5 ' 'rk45'; do has three "$word"; done
checks=$((checks + 1)); [ "$(grep -c '^  [a-z]' three)" = 3 ] || fail 'list tableaus: not three'
status 1 "$polhode" list tableau dopri6 kutta4
has err 'dopri6: error: not among the tableaus'; has err "did you mean 'dopri5'?"; has out '  kutta4 '
status 0 "$polhode" list methods --cost 'suzuki4(sej)' dmv
grep -Eq '^suzuki4\(sej\) .* 5 ' out || fail 'list --cost of a call'
has err 'dmv takes no torque'
status 1 "$polhode" list methods --cost my_top.pol sej nothing
has err "unknown method 'nothing'"; has out my_top; lacks out free_body
grep -Eq '^nothing +- +- +-$' out || fail 'list --cost of an unknown method'
status 1 "$polhode" list methods --cost my_top.pol ball.pol shown.pol
has err 'shown.pol: error: at most 2 bodies stand side by side'
printf 'tableau long order 1 { let a = sqrt(2e20)/1e10\n a : a\n b : 1 }\n' >long.pol
status 0 "$polhode" tableau long.pol; has out 'A-stable, R(infinity) = 0.292893'
status 0 "$polhode" tableau kutta4; has out 1/6; has out 'order        4, claimed 4'
has out 'residual 1/120 in tree [t,t,t,t]'; has out 'observed order: attitude'
status 0 "$polhode" tableau 'gauss(2)'; has out 'A-stable'; has out 'symplectic'
status 0 "$polhode" tableau kutta4 --json; has out '"lotkin": 0.1013'
has out '"imaginary_limit": 2.828427'
checks=$((checks + 1)); observed=$(grep -o 'observed_attitude": [0-9.]*' out)
awk "BEGIN { x = ${observed##* }; exit !(x > 3.9 && x < 4.1) }" || fail "$observed"
status 0 "$polhode" tableau kutta4 --latex; has out '& \frac{1}{6} & \frac{1}{3}'
status 0 "$polhode" tableau kutta4 --csv; has out 'b,,1/6,1/3,1/3,1/6'
status 2 "$polhode" tableau kutta4 --csv --latex; has err 'exclude each other'
status 2 "$polhode" tableau kutta4 --json --latex; has err 'exclude each other'
# the picture: both panels, with curves of many points
status 0 "$polhode" tableau kutta4 --plot "it's.svg"; has "it's.svg" '<svg'
has "it's.svg" 'kutta4<'; has "it's.svg" '|R(z)| &lt;= 1'; has "it's.svg" '|exp(z)|'
checks=$((checks + 1))
[ "$(grep -o ' L[0-9.]*,[0-9.]*' "it's.svg" | wc -l)" -gt 2000 ] || fail 'no curves'
checks=$((checks + 1)); ! grep -q NaN "it's.svg" || fail 'NaN in the picture'
# its name is what was asked for, and no command of gnuplot's or of a shell's
status 1 "$polhode" tableau euler --plot nowhere/x.svg
has err 'nowhere/x.svg: error: cannot be written: No such file or directory'
mkdir pictures
for name in $'x\n!touch PWNED\n.svg' '`touch PWNED`.svg' '$(touch PWNED).svg' \
    "';!touch PWNED;'.svg" '|touch PWNED;.svg'; do
    status 0 "$polhode" tableau euler --plot "pictures/$name"
    has "pictures/$name" '<svg'
done
checks=$((checks + 1)); [ ! -e PWNED ] && [ ! -e pictures/PWNED ] || fail 'PWNED'
[ "$(ls pictures | grep -c svg)" -ge 4 ] || fail 'pictures of odd names'
# one that fails leaves nothing, and an older one as it was
echo '<!-- mine --><svg>old' >old.svg; chmod 600 old.svg; echo mine >old.svg.part; mkdir fake folder.svg
status 1 env PATH="$work" "$polhode" tableau euler --plot old.svg
has err '--plot: error: gnuplot is needed'; has err 'gnuplot-nox'; has old.svg old
has err 'data and script are in old.gp'; has old.gp 'set output output'
for script in 'echo half; exit 1' 'exit 0' 'kill -9 $$'; do
    printf '#!/bin/sh\n%s\n' "$script" >fake/gnuplot; chmod +x fake/gnuplot
    for name in old.svg new.svg; do
        status 1 env PATH="$work/fake:$PATH" "$polhode" tableau euler --plot $name
        has err '--plot: error: gnuplot could not draw'; has old.svg old
    done
done
for text in 'int main;' '<?xml version="1.0"?><project>' '<svgfont thing'; do
    echo "$text" >mine.svg; status 1 "$polhode" tableau euler --plot mine.svg
    has err 'mine.svg: error: this is no SVG: it is left as it is'; has mine.svg "$text"; rm mine.svg
done
status 1 "$polhode" tableau euler --plot folder.svg
has err 'folder.svg: error: cannot be written'
[ "$(echo *.svg*)" = "folder.svg it's.svg old.svg old.svg.part" ] ||
    fail "left: $(echo *.svg*)"
status 0 "$polhode" tableau euler --plot old.svg
has old.svg '<svg'; has old.svg.part mine
[ "$(stat -c %a old.svg)" = 600 ] || fail 'the rights of an older picture'
cp "$root/templates/tableaus/euler.pol" own.svg
status 1 "$polhode" tableau ./own.svg --plot own.svg
has err 'own.svg: error: this is the tableau itself'; has own.svg 'tableau euler'; rm own.svg
# of each kind, and of each command that draws (more: test_plots.py)
for name in a.svg a.png a.pdf; do status 0 "$polhode" tableau euler --plot $name; done
for command in run drift order; do
    status 0 "$polhode" $command my_top.pol --until 0.1 --plot $command.svg; has $command.svg '<svg'
done
ln -s old.svg link.svg; : >old.svg
status 0 "$polhode" tableau euler --plot link.svg
[ -L link.svg ] && has old.svg '<svg'
ln -s /proc/self/fd/1 stdout.svg # as /dev/stdout is
status 0 bash -c "'$polhode' tableau euler --plot stdout.svg | cat"
has out '<svg'; has out 'order        1'
[ -L stdout.svg ] || fail '--plot took the place of a link'
status 1 "$polhode" tableau kuta4; has err "did you mean 'kutta4'?"
status 0 "$polhode" tableau 'gauss(3)'; has out 'tableau gauss(3)'
has out 'sqrt(15)'
status 0 "$polhode" tableau 'gauss( s = 2 )'; has out 'tableau gauss(2)'
status 0 "$polhode" tableau 'gauss(2)' --latex
has out '\frac{1}{2} - \frac{\sqrt{3}}{6} & \frac{1}{4} &'
has out '\[ R(z) = '; lacks out rounded
status 0 "$polhode" tableau 'gauss(4)' --latex; has out '% Its decimals are rounded to 17 digits;'
status 0 "$polhode" tableau alexander3 --latex; has out '\[ R(z) \approx '; lacks out rounded
status 0 "$polhode" tableau 'gauss(4)' --json
has out '0.06943184420297371238802675555359524745213731018514118119'
lacks out '...'
status 1 "$polhode" tableau 'gauss(2.5)'; has err 'an integer from 1 to 6'
status 0 "$polhode" list tableaus gauss
has out '  gauss(s)        s from 1 to 6, order 2 to 12, implicit'
has out 'names gauss4 = gauss(2), gauss6 = gauss(3)'
[ "$(awk 'length > 80' out | wc -l)" = 0 ] || fail 'list tableaus: too wide'
mkdir -p shelf/tableaus
sed 's/kutta4/mine/' "$root/templates/tableaus/kutta4.pol" > shelf/tableaus/mine.pol
status 0 "$polhode" tableau shelf/tableaus/mine.pol; has out mine
has out 'observed order: attitude'
checks=$((checks + 1))
"$polhode" tableau - <shelf/tableaus/mine.pol | grep -q 'observed order' || fail 'tableau -'
# a file without a point in its name; one with two tableaus; names unlike any
cp shelf/tableaus/mine.pol mine
status 1 "$polhode" tableau mine; has err 'hint: there is a file of this name: ./mine'
status 0 "$polhode" tableau ./mine; has out 'order        4, claimed 4'
{ cat shelf/tableaus/mine.pol; printf 'tableau next {\n 0 :\n b : 1\n}\n'; } >two.pol
status 0 "$polhode" tableau two.pol; has out 'tableau mine'
has err "warning: ignored: only the first, 'mine', is used"
sed 's|b  *: |bb : |' shelf/tableaus/mine.pol >bb.pol
status 1 "$polhode" tableau bb.pol; has err "unknown name 'bb'"
lacks err 'did you mean'
# decimals of doubles: as they stand, and no word on sums that they only miss by
# rounding
printf 'tableau cut order 3 {\n 0 :\n 0.3333333333333333 : 0.3333333333333333
 0.6666666666666666 : -0.1333333333333333, 0.8\n b : 0.25, 0, 0.75\n}\n' >cut.pol
status 0 "$polhode" tableau cut.pol; has out '| -0.1333333333333333'; empty err
sed 's/0.8/0.81/' cut.pol >off.pol
status 0 "$polhode" tableau off.pol; has err 'warning: c of stage 3 is'
printf 'tableau angle order 2 {\n 11/10 : 11/10\n 21/10 : 1, 11/10
 21/10 : 0, 1, 11/10\n b : 8/5, -263/300, 83/300\n}\n' >angle.pol
status 0 "$polhode" tableau angle.pol
has out 'A(89.9978 degrees)-stable, R(infinity) = -2447/3993'
status 0 "$polhode" tableau off.pol --json; has out '"c_not_row_sum": [3]'
# a claim below the order: the order shown is that which is proven
sed 's/order 4/order 2/' shelf/tableaus/mine.pol >modest.pol
status 0 "$polhode" tableau modest.pol; has out 'order        4, claimed 2'
has out 'observed order: attitude 4.0'
for kind in tableau composition method map attitude target; do
    "$polhode" list ${kind}s >many; status 0 "$polhode" list $kind; same out many
done
status 2 "$polhode" list metho; has err "not 'metho'"
status 0 "$polhode" list tableaus dopri5 kutta4
has out 'order 5, 7 stages, a pair'; has out 'order 4, 4 stages'
# one that was spoilt: the tree, the residual, and what it does to a body
sed 's|1/6, 1/3, 1/3, 1/6|1/6, 1/3, 1/3, 1/7|' shelf/tableaus/mine.pol >spoilt.pol
status 0 "$polhode" tableau spoilt.pol; has out 'order        0, claimed 4'
has out 'residual -1/42 in tree t'
has out 'b4 = 1/7 where kutta4 has 1/6'
status 0 "$polhode" tableau spoilt.pol --json; has out '"entry": "b4"'
status 0 "$polhode" tableau kutta4; lacks out 'catalogue'
status 0 "$polhode" run my_top.pol --shelf shelf --method 'rkmk(mine)' --json
has out "$energy"
status 1 "$polhode" run my_top.pol --shelf nowhere; has err nowhere
for folder in shelf/tableaus two; do # one too deep; of something else
    status 1 "$polhode" run my_top.pol --shelf $folder
    has err "$folder: error: this folder is no shelf"; has err 'a shelf has folders tableaus,'
    status 1 "$polhode" tableau kutta4 --shelf $folder; empty out; has err 'is no shelf'
done
mkdir -p broken/maps; ln -s /nowhere broken/tableaus
status 1 "$polhode" run my_top.pol --shelf broken
has err 'broken/tableaus: error: cannot read this shelf folder: No such file'
rm broken/tableaus; touch broken/tableaus
status 1 "$polhode" run my_top.pol --shelf broken; has err 'cannot read this shelf folder: Not a dir'
# a tableau that claims too much: a warning, and the truth in the banner
sed 's/order 4/order 5/' shelf/tableaus/mine.pol > shelf/tableaus/proud.pol
status 0 "$polhode" emit my_top.pol --shelf shelf --method 'rkmk(proud)' -o there
has err 'warning: tableau mine claims order 5, but is of order 4'
has out 'rkmk(proud), order 4'

# and one whose weights do not add up to 1
{ cat my_top.pol; printf 'tableau half {\n 0 :\n b : 1/2\n}\n'; } > half.pol
status 0 "$polhode" run half.pol --method 'rkmk(half)'
has err 'half.pol:12:1: warning: tableau half is of order 0'
# a faulty map is blamed for itself, not the method that calls it
mkdir -p shelf/maps
cat > shelf/maps/flat.lua <<'END'
return map { title = "t", source = "s", quarter = function() return 1 end,
  element = function(v) return v end, pull = function(v, w) return w end,
  push = function(v, w) return w end }
END
status 1 "$polhode" run my_top.pol --shelf shelf --map flat
has err "shelf/maps/flat.lua: error: 'element' must return element { q0, vec }"

# the manual's attitude stores what is called R and is no matrix: run shows it
mkdir -p shelf/attitudes
sed -n '/^-- tworows.lua/,/^```/{ /^```/!p }' "$root/templates/README.md" \
    > shelf/attitudes/tworows.lua
status 0 "$polhode" run my_top.pol --shelf shelf --attitude tworows --every 500
has out ',R33,R1,R2,R3,R4,R5,R6,L1,'

# --- every stage can be shown
for stage in ast model step program; do
    status 0 "$polhode" show $stage my_top.pol
    [ -s out ] || fail "show $stage is empty"
done
status 0 "$polhode" show program my_top.pol --passes; has out before
status 2 "$polhode" show model my_top.pol --passes; has err 'show program'

# --- emit never leaves half a file: an old one survives a failed write
mkdir locked && cp first.c locked/my_top.c
status 1 "$polhode" emit my_top.pol --real float --set 'm=1e60' -o locked
cmp -s first.c locked/my_top.c || fail 'a failed emit touched the old file'
[ "$(ls locked | wc -l)" -eq 1 ] || fail 'a failed emit left something behind'

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

[ $checks -gt 100 ] || fail "only $checks checks"
end
