#!/usr/bin/env bash
# Sweeps by many processes: the bytes are those of one, whatever the number of ranks
# and machines, and after any end; one message where a rank is at fault.  What is not
# installed is left out with a word.
#   test_mpi.sh POLHODE ROOT POLHODE_MPI
. "${BASH_SOURCE%/*}/checks.sh"
mpi=$3
for program in mpirun "$mpi"; do
    command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 0; }
done
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
top=$root/specs/fast_top.pol
ranks() { local n=$1; shift; timeout 100 mpirun --oversubscribe -n "$n" "$@"; }
many() { local want=$1 n=$2; shift 2; status "$want" ranks "$n" "$mpi" sweep "$@" --quiet; }
# Lines of the program, not of mpirun's.
says() { grep -vE '^(---|$|Primary|a non-zero|mpirun|the job to| *Process name| *Exit code)' err >said || true; }

# --- the same files and words by 1, 2, 3 and 5 ranks and alone
alike() { # alike NAME SPEC OPTION...
    local name=$1 n file; shift
    status 0 "$polhode" sweep "$@" --quiet -o "$name.npy"; mv out "$name.out"
    for n in 1 2 3 5; do
        many 0 $n "$@" -o "$name.of$n.npy"; same out "$name.out" "$name, $n ranks"
        for file in "$name".npy "$name".json "$name".trajectories.npy; do
            [ ! -e "$file" ] || same "$file" "${file/$name/$name.of$n}"
        done
    done
}
seq 1 200 | awk 'BEGIN { print "mgl" } { print $1 / 7 }' >list.csv
alike tcc "$top" --vary mgl=10:30:41 --random 'w = normal([0, 0, 50], 1)' -n 20 --until 0.1 --cc tcc
alike gcc "$top" --vary mgl=10:30:41 --random 'R = rotation' --sobol -n 20 --until 0.1 --cc gcc
alike steps "$top" --vary 'step = [1e-3, 2e-3, 5e-4]' --vary mgl=10:30:41 --until 0.1
alike list "$top" --cases list.csv --until 0.1 --observe 'most = max(norm(w))'
alike path "$top" --vary mgl=10:30:101 --until 0.1 --sample 0.01 --trajectories
cat >hops.pol <<'END'
body hops mass 1 inertia diag(1, 2, 2.5) force space [0, 0, -9.81] start x = [0, 0, 1] state n = 0 rate 0
event bounce when x[3] < 0 then v = -0.8*v, n = n + 1
event third when n > 2.5 stop
step 0.01 until 2
END
alike events hops.pol --random 'x = uniform([0, 0, 0.1], [0, 0, 2])' -n 500 --sample 0.5 --trajectories
alike adaptive "$top" --random 'mgl = uniform(10, 30)' -n 500 --until 0.2 \
    --method 'rkmk(dormand_prince87)' --tolerance 1e-9
alike failing "$top" --vary 'step = [1e-3, 0.5]' --vary mgl=1:1e6:50 --until 20 --method imidm
has failing.out 'turns too far'
many 0 3 "$top" --cases list.csv --until 0.1 -o list.csv.csv; empty err
status 0 "$polhode" sweep "$top" --cases list.csv --until 0.1 -o alone.csv --quiet
same list.csv.csv alone.csv
many 0 2 "$top" --cases list.csv --until 0.1 -o half.npy --shard 1/2
many 0 3 "$top" --cases list.csv --until 0.1 -o half.npy --resume
status 0 "$polhode" sweep "$top" --cases list.csv --until 0.1 -o whole.npy --quiet
same half.npy whole.npy

# --- it says what it is, and of libm; one message for all, and a status
status 0 ranks 2 "$mpi" sweep "$top" --vary mgl=10:30:41 --until 0.1 -o a.npy --threads 3 --cc tcc
has err '(tcc, 6 threads)'; lacks err 'libm'
many 0 2 "$root/specs/kicked.pol" --vary kick=1:2:9 --until 1 -o b.npy; has err 'machines whose libm differs'
many 0 2 "$top" --vary mgl=10:30:41 --dry-run; has out '41 cases'
many 0 2 --help; has out 'polhode sweep'
status 0 ranks 2 "$mpi" --version; has out polhode
fault() { # fault STATUS MESSAGE RANKS OPTION...: this alone is said
    local want=$1 message=$2 n=$3; shift 3
    many "$want" "$n" "$top" "$@"; says; has said "$message"
    [ "$(grep -cFe "$message" said)" = 1 ] || { fail "$* is said more than once"; cat said; }
}
fault 2 'unknown option --vray' 3 --vray mgl=1:2:3
fault 1 "is called 'mgk'" 3 --vary mgk=1:2:3 -o x.npy
fault 2 '-o FILE' 3 --vary mgl=1:2:3
fault 1 'unrecognized' 2 --vary mgl=1:2:3 --cc gcc --cflags=-nonsense -o x.npy
fault 1 'a.npy exists already' 2 --vary mgl=10:30:41 -o a.npy
status 2 ranks 2 "$mpi" run "$top"; has err "the others are polhode's"
long=(sweep "$top" --vary mgl=10:30:20001 --until 2 --cc tcc --quiet)
away=(mpirun --oversubscribe -n 1 "$mpi" "${long[@]}" -o away.npy : -wdir / -n 2 "$mpi" "${long[@]}" -o away.npy)
status 1 timeout 60 "${away[@]}"; says
has said 'cannot open away.npy'; same <(wc -l <said) <(echo 1)

# --- after any end it is gone on with, by one process or many
status 0 "$polhode" "${long[@]}" -o long.npy
begins() { # begins: three ranks are at work, some cases are done
    rm -f cut.npy cut.json
    mpirun --oversubscribe -n 3 "$mpi" "${long[@]}" -o cut.npy >out 2>err </dev/null & mpirun=$!
    for ((i = 0; i < 3000; i++)); do
        tail -c +5000 cut.npy 2>/dev/null | head -c 5000 | tr -d '\0' | grep -q . && break
        sleep 0.02
    done
    mapfile -t rank < <(child_of $mpirun)
    [ ${#rank[@]} = 3 ] || fail "no three ranks: ${rank[*]}"
}
ended() { # ended WHAT COMMAND...
    local what=$1; shift
    ends $mpirun "$what" && fail "$what is no fault"
    cmp -s cut.npy long.npy && fail "$what came too late"
    status 0 "$@" "${long[@]}" -o cut.npy --resume; same cut.npy long.npy "$what"
}
begins; kill -9 "${rank[2]}"; ended 'a rank that is killed' "$polhode"
begins; kill -9 "${rank[0]}"; ended 'the first that is killed' ranks 2 "$mpi"
begins; kill -TERM "${rank[0]}"; ended 'the first that is stopped' ranks 3 "$mpi"
begins; kill -INT $mpirun; ended 'Ctrl-C' ranks 2 "$mpi"
begins; prlimit --pid "${rank[1]}" --fsize=5000; ends $mpirun 'a full disk' && fail 'a full disk is no fault'
says; has said 'cannot write cut.npy: File too large'; same <(wc -l <said) <(echo 1)
ended 'a full disk' "$polhode"

# --- machines that only a network joins: each compiles for itself, the counter is
# asked through it
cat >enter <<END
#!/usr/bin/env bash
host=\$1; shift
exec unshare --uts --mount bash -c "hostname \$host; mount -t tmpfs tmpfs /dev/shm
    mkdir -p $work/\$host; export TMPDIR=$work/\$host; \$*"
END
chmod +x enter
if unshare --uts --mount true 2>/dev/null; then
    status 0 timeout 100 mpirun --mca plm_rsh_agent "$PWD/enter" -H one:2,two:2 --bind-to none -n 4 \
        "$mpi" "${long[@]/tcc/gcc}" -o far.npy
    same far.npy long.npy
else
    echo 'left out: machines joined by a network, for want of rights'
fi
end
