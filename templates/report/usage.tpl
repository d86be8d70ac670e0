% -- The commands and their options: what they take, and the texts of --help and of
% -- the manual page.  A command is a line "=NAME OPERANDS", a line of its options
% -- ("@ every json", @free: those of the group "=@free"), a line that says its
% -- purpose, and more.  An option is "=--name -letter ARGUMENT KIND LEAST MOST", or
% -- "=--name" for a switch (command/args.c has the kinds), its purpose, and more;
% -- "=COMMAND --name" is another purpose for one command.  A blank line ends a
% -- paragraph; the manual page has words between ` in bold.
%
% -- Of this page as a text: the texts by name.
% function usages(page)
%   local all = {}
%   for _, entry in ipairs(string.split("\n" .. page, "\n=")) do
%     local lines, more = string.split(entry, "\n"), {}
%     local words = string.split(lines[1], " ")
%     local is_command, is_own = string.sub(lines[2] or "", 1, 1) == "@", string.sub(words[2] or "", 1, 2) == "--"
%     local first = is_command and 2 or 1
%     for i = first + 2, #lines do
%       more[i - first - 1] = lines[i]
%     end
%     all[is_own and lines[1] or words[1]] = { brief = lines[first + 1], more = more }
%   end
%   return all
% end
%
=@spec method attitude map set real shelf memory
=@free tolerance at
=@load @spec cc cflags step until input hold
=new NAME
@
write NAME.pol, a spec to begin with
It is short, has comments, and runs as it is. A file that is there already
stays.
=example [NAME]
@
print an example, or list them
=check SPEC ...
@ @spec @free step input json
say what is wrong with specs
All that `emit` would say, and nothing of specs that are right. --json: a list
of messages, each with file, line, column, length (in characters, from 1; line
0: no place), severity, message and hint, for editors.
=emit SPEC
@ @spec @free name step output target with batch without force check depfile quiet
emit the C stepper of a body
Into the folder of -o go <body>.h, <body>.c and <body>_stepper.h, through which
programs can drive any body alike: all of them, or none. Their paths are printed
and the code's first comment: the command that makes them again, a mark of all
that they depend on (the spec, the options, the files of the shelf that were
used, the version), the method, its source, and the exact operation counts of
a step. -o - prints the .c alone and writes no file.

Files that stand already are written over if they begin as polhode's of a body
of this name, others by --force only, the spec itself never. A file that would
not change is not touched.
--check exits with 1 where a file is not what would be written, and says by
what it differs first: options, version, spec, shelf, or a line that was written
by hand.
--depfile TARGET.d: by a rule of make TARGET depends on the spec, the series
that it reads, and what was used of the folders of --shelf. A file that begins
as no rule for TARGET is written over by --force only.

--without interp: no dense output; access: nothing that gets or sets attitude,
rates, momentum, energy and what the spec keeps and shows; stepper: no
<body>_stepper.h. --step takes steps of one size, also where the spec has
adaptive ones.

--with main: <body>_main.c, the smallest program that uses the stepper; dossier:
<body>.md, a page for who reviews the C: equations, costs, bounds, promises.
--with test: <body>_test.c, a program of plain C99 that tells on the machine
where the stepper will run whether it does what it is to do. Its end state is
compared with that of the equations (extrapolated midpoint rules in 320 bits,
right to 1e-18); then the order, the time, what is kept, adaptive steps,
statuses, and, where a step calls nothing of math.h but sqrt and
<BODY>_EXACT_BITS is defined, the bits of 1000 steps. It is refused where no end
state is certain (not smooth, or too stiff for the step), or the code in memory
does not keep to what its method claims.
--with python: <body>.py, which compiles the .c and steps it by numpy arrays.
--batch: <body>_many.c and .h, which step many bodies in one call, 16 side by
side by vector instructions, with the bits of single ones; --with python: by
arrays of numpy, in place, too. --with kernel: also <body>_kernel.cu, a thread
of CUDA for each.
=run SPEC
@ @load @free every sample json plot plot-of
integrate in memory, print the end state
Each number is the shortest decimal that reads back: t, R (body to space, row by
row), the attitude as stored (q, angle, ...; a matrix is R), L and w (body
frame), x and v (space frame; of a body with a mass), energy, each wheel's speed
(NAME_speed, rad/s) and momentum (NAME, N m s), each state (a vector's NAME_1
and so on), each keep of the spec, the numbers of each attitude that it asks to
show (NAME_1 and so on, nine by row and column), the number of steps and the
status of the last one; of adaptive steps also how many were rejected, the
smallest and the largest. L is that of the whole body, wheels included. A step
that would leave the numbers fails (status 6) and leaves the state.
Steps are equal, so that the time is met: where it is no multiple of the step, a
smaller one is taken, which is told.
=order SPEC
@ @load halvings json csv plot
measure the order of convergence
Over the first 128 steps, or --until, the step is halved again and again, and
doubled until four rows show an order (over long times errors of higher order
and rounding grow, and hide the order). Printed are the errors at the end in
attitude (rad) and momentum (relative to |L| at the end, or to 1e-8 of |L| at
the start where the body has come to rest), and of a body with a mass in motion
(the larger one of position and velocity, relative to |x| and |v|; sizes at the
start or the end, the larger one), of one with wheels or states in states (the
largest one, each relative to its largest size on the way; a wheel's momentum, a
state's number), the observed order and the reference's own uncertainty. The
reference is the same body by `rkmk` with the shelf's most accurate explicit
pair. Its steps end where torque or force are known not to be smooth, and are no
larger than those of the spec; the torque is sampled in each of them, and where
it changes between their stages they are halved, or what they miss counts as the
reference's uncertainty.

An order is printed where four rows or more, the same for all columns, lie above
ten times the uncertainty and below 0.5, neighbouring orders agree within 0.15,
and they are what is claimed or more; of a column with fewer such rows that of
the last three. Else there is none, and the verdict (JSON: verdict) says why:
`rough` (the torque jumps, or has a kink, at a time that is printed: order 1, or
2), `reduced` (errors fall, but by less than is claimed: a damped part of the
motion is faster than the steps, or, JSON: c_not_row_sum, c of a tableau is not
the sum of its row and the torque depends on t), `round-off` (errors reach it
before four rows show an order), `reference lost` (its uncertainty is above
1e-3), `not settled` (steps too large, or torque that is not smooth). A row is
round-off where its error is within ten times what rounding and the reference
leave uncertain, or, once errors do not fall, within 16 roundings a step.
=drift SPEC
@ @load @free every json csv plot
measure how invariants drift
How far do these move from their start: energy (wheels included, relative to the
larger one of its size and of the kinetic energy at the start), spatial momentum
and |L| (wheels included, relative to |L| at the start), orthogonality (the
largest entry of R'R - 1), the velocity of a body with a mass (relative to |v|
at the start) and each keep of the spec (as a difference)? Where a size at the
start is 0 the largest so far stands for it. Before each stands whether the
motion itself keeps it: yes, no, or, where there are cases in torque or force
that may not have been met, ?.
=compare SPEC
@ @load tableaus form all error budget against json csv plot
compare methods on a body: cost, error, drift
Methods by --method (again for each), --tableaus, --all, or else those of the
README, in the spec's attitude and map, run over the spec's time, or --until, in
fewer and more steps, each in a process of its own, all cores at work. Errors
are taken at the end, against one reference, as by `order`: attitude in rad,
momentum relative to |L|, motion, states. Steps have one size; signals act.

Printed are, cheapest first, the order that is claimed and the one that is seen
(by the rules of `order`), the fewest steps, within 2 %, by which all errors are
at most --error (a method that is not L-stable takes as many as damp the body's
fastest motion, which is measured), what these cost in operations for a second
of motion, the operations of a step with its sweeps, these and the evaluations
of the torque that a step takes, and the time of a step by the compiler that is
named (gcc, clang or tcc, the first that is there, or --cc), which ranks
nothing; then what did not reach the error and why, the methods that do not take
the body, the errors over five steps, and the largest drift of the energy and of
what the spec keeps, as far as the motion itself keeps it. An operation counts
by a table, templates/compare.tsv: + - * 1, division and square root 6, a
function of libm 25, elliptic functions 290 and 800. Where the reference is not
ten times better than --error nothing is ranked.

--json has all steps, --csv a line for each of them. With --tableaus the table
ends with the most accurate at equal cost, by interpolation.
=report SPEC
@ @spec @free cc cflags step until input output without beside quick error budget quiet
write a page that shows the body's motion
Into FILE.html of -o (<body>.html, - stdout): one file for a browser, without a
network. It shows the body, the path of its momentum or of the vertical, and how
far what it should keep drifts, by the spec's method and by another one beside
it. Both are the emitted C itself, compiled to WebAssembly: params, inputs that
have no signal, rates at the start and the steps can be changed there. Behind
stand what `order`, `drift` and `compare` tell, the spec, the C, and the command
that makes the page again.

The modules need clang and lld, and where the C calls functions of math.h other
than sqrt, wasi-libc; without them the page plays a motion that was recorded.
The body is drawn by three.js, where libjs-three was there when polhode was
built; pictures need gnuplot. A file that is no report of polhode's is left as
it is.
=advise SPEC
@ @load error budget json
find the cheapest methods for an error
What `compare --all` would run, and of the shelf's tableaus (orders 7 and more,
by `magnus` and `rkmk`) and compositions (6 and more) those that may be cheap,
as their orders and stages let expect, unless torque jumps or has a kink inside
steps; from cheap to dear, each as far as it may still be among the best. Printed are the five by which every error at the end of
the run is at most --error, by half the step, too, by the fewest operations for
a second of motion: steps and their size, errors, what they keep, one reason,
and the command that emits the first. With --method (again for each) it is these
that are tried. Below stands why the others are left out: they do not take the
body, fail, are not exact enough, are dearer, or need more steps for the body's
damping. Errors are those of `order`. Exit status 1: no method reaches it.
=watch SPEC [COMMAND ...]
@
run a command again at each save
The command is `order`, or the one behind SPEC with its options, of those that
read a file: `polhode watch` top.pol `run` --until 2. It begins anew when SPEC
is saved, in place or by another file of its name, or a file that it reads (the
series of inputs, what it uses of the folders of --shelf); a round that is still
going then is stopped. A terminal is cleared before each round; elsewhere a line
with --- and the time stands between two rounds, none of --json. A round that
fails says why, and a file that is gone is waited for. Ctrl-C ends the watch,
with status 130.
=tableau NAME|CALL|FILE
@ shelf memory json csv latex plot
analyse a Butcher tableau
Of the shelf, of a family of it ('gauss(3)'), or of a file, which has a dot or
a slash in its name; - is stdin. Printed are the table; the order of b and of
each bhat, over all rooted trees up to order 10 and by B(p), C(q), D(r) beyond,
with the first condition that fails and by how much; the order as far as the
digits of rounded numbers tell, and that of the numbers exactly as they stand;
stages whose c is not their row's sum, and the order that is left of equations
with t; sizes of the error's terms; the structure; the stability function and
where it is at most 1; commutators, exponentials and brackets of a step on the
rotation group, and the order that `rkmk` shows there. Fractions and square
roots are exact; other roots and rounded decimals are decided by bounds on their
errors; a figure is right to its last digit, or it is not printed. Names of the
tableau's block are given with their values.

Of a file it is also said which tableau of the shelf it is or is nearest to,
with the entries that differ (a63 is that of row 6, column 3), whether its rows
are exchanged or others than published, which one entry would mend it if none is
near, and which entries look like rounded fractions or roots, lack digits or are
suspiciously large.

--csv and --latex are the tableau alone, --json has every figure.
=search FILE | merge FILE ...
@ @spec cc cflags step until input aim order starts seed shard checkpoint quiet
find values for a tableau's free symbols
By what the statement `search` of the file says: error_2norm, lotkin_bound,
stability_interval, or, on the body in the file, energy_drift and
attitude_error. The tableau's block is printed with the values found, inside
their bounds and proven to have the orders (of b; of bhat by the option bhat)
and the stability asked for, all else as comments. Progress goes to standard
error.

`merge` joins the checkpoints of shards, and prints what one run would have
printed; with --checkpoint it writes its checkpoint.
=sweep SPEC
@ @spec @free cc cflags step until input hold vary random cases number seed sobol sample observe trajectories output resume shard threads dry-run json csv plot plot-of quiet
run many cases: grids, random numbers, rows of a file
What varies: a param, a start value (R, w, L, t, x, v, a wheel's NAME.speed, a
state), by --vary the step. The start of each case follows its params, as --set
would have it. Several --vary make a grid, the step the slowest, then the first;
each point of it has -n draws of --random, or the rows of --cases. Case k, from 0, depends on
its number and --seed alone.

Of each case is kept: what varies (start values as start.w, a param whose name
is taken as param.NAME), t, the attitude as stored, L and w, x and v, wheels and
states, the energy, all at the end; the largest change of the energy (relative,
as in `drift`) and of each keep on the way (NAME_drift); each --observe; and a
status, 1: it came to the end, more: 1 + the status of the step that failed,
where the last good state is kept. It is looked at 16 times, or every --sample.

Without -o statistics are printed and nothing is kept. -o FILE.npy keeps a
record of each case, which numpy.load reads, with FILE.json beside it, which
describes it; -o FILE.csv a line of each. When a sweep ends early, by Ctrl-C,
kill or a full disk, finished cases are kept, and --resume completes the file,
with the same bytes as without the interruption. --shard I/N, for the jobs of
an array, computes a part of one file that all share.

mpirun -n 64 `polhode-mpi` sweep SPEC ... -o FILE shares a sweep among processes of
MPI, on many machines with one file system; --threads is that of each, by default
the processors of its machine divided by the processes there.

The steps are those of `emit --batch`, side by side, by all cores; where it pays
to wait for it, compiled by gcc or clang, without contraction: the bits are the
same on all machines, unless steps call functions of math.h.
=list [KIND [NAME|SPEC|CALL ...]]
@ shelf memory cost calls map json order explicit implicit pair symmetric symplectic a-stable l-stable stiffly-accurate gyro states
list what stands on the shelf
KIND is tableaus, compositions, methods, maps, attitudes or targets. A line for
each: order (of a pair with that of its error estimate), stages, what is so of
it, and what it keeps, as far as 80 columns have room; --json has all of it.
`gyro` and `states`: the method takes bodies with internal momentum, with
states; a wheel needs both. Of each NAME of a KIND: source, options, examples.
--json also goes with names, --cost and --calls.

With methods --cost: operations of a step (and of each Newton sweep) and
evaluations of the torque (n+m: m in each sweep), by each CALL or by all
methods, for the body of SPEC (two at most) or, without one, for a top and a
free body; - for a body that the method does not take.
With attitudes --cost: operations by which an attitude (each of the shelf, or
each CALL) turns by an increment v, R(x1) = R(x0) E(v), as steps do it, by way
of the matrix and of the quaternion, E(v) by --map included; then those to the
matrix and from it. `total` is without the comparisons and selections under
`if`.
=show ast|model|step|program SPEC
@ @spec @free passes
print a spec after a stage
=--name N word
what the body, its types and its files are called
Functions and macros, too: two methods of one body in one program have two
names. Default: the spec's.
=--method CALL call
integrate by this method of the shelf
Instead of the spec's, as --method 'rkmk(kutta4, form = rate)'. Where there is
neither it is rkmk(kutta4).
=--attitude CALL word
store the attitude this way
Instead of the spec's. Where there is neither it is quaternion.
=--map CALL word
go from R^3 to rotations by this map
Instead of the spec's. Where there is neither it is exp.
=--set NAME=VALUE setting
another value for a const or a param; repeatable
An expression of the language; up to 64, the last one counts.
=--input NAME=VALUE setting
an input's signal of t, params, or FILE.csv[:hold]
Instead of the spec's: an expression in t, consts and params, or a file,
NAME=FILE.csv (on straight lines between its rows) or NAME=FILE.csv:hold. Up
to 64, the last one counts.
=--hold
hold inputs from the start of each step
Signals are sampled there, as by a controller, instead of standing in the
equations: of order 1.
=--step H positive
step size, s (default: the spec's)
Positive. The step size is then not adaptive.
=--tolerance A positive
adaptive step size by this local error, in rad
The error of the attitude is at most A, in rad, that of all else A in units that
the body has, powers of two: of rates its rate, how often it makes half a turn
(at the start, but once in a hundred runs at least); of positions its radius of
gyration; of velocities both, or the speed at the start over pi; of each wheel's
momentum and each state its sizes, now and at the start. The method must provide
an error estimate: `rkmk` of a tableau with embedded weights does. The default
is 1e-8, of a float 1e-6. A whose square is 0 in the real type is
refused; below the round-off of an angle (2.2e-16, of a float 1.2e-7) more steps
gain nothing, which is said.
=--at T,T,... times
breakpoints of an adaptive step, s
Ascending: further times on which adaptive steps end, and from which they begin
anew. They replace those that the spec says by `at`, not those that are found in
its torque and force.
=--until T signed
run so long, s (default: the spec's, else 1)
A negative length goes back in time from the start, by steps of -h (`run` and
`drift`; adaptive steps, too): `--until -5` ends 5 s before the start.
=--real double|float choice
real type of the emitted code (default double)
=--cc tcc|gcc|clang choice
compile by this (default tcc)
For `run`, `order`, `drift` and `sweep` (by default what is quickest in all); tcc does it in memory. A polhode that was built
without it needs gcc or clang here.
=sweep --cc
compile by this (default: what is quickest in all)
=--cflags FLAGS text
for gcc, clang (default -O2 -ffp-contract=off)
=sweep --cflags
for gcc, clang (default -O3 ..., no contraction)
=--output -o DIR word
write the files here (default .)
The folder is made if it is not there but the one it lies in is. Of `sweep` a
FILE.npy or FILE.csv.
=report --output
write FILE.html; - for stdout
=sweep --output
keep the cases in FILE.npy or FILE.csv
=--target NAME word
what to emit (see `polhode list targets`)
=--with FILE,... files
more files: main, dossier, test, python, kernel
Of one or several; see `emit`.
=--batch
also the files that step many bodies in one call
=--without PART,... parts
leave out interp, access or stepper
Of one or several; see `emit`.
=--force
write over files that are not polhode's
Nor made of a body of this name; see `emit`.
=--check
write nothing; say what differs from the files there
See `emit`.
=--depfile FILE word
a rule for make: on what the C depends
See `emit`.
=--vary NAME=VALUES setting
vary this over FROM:TO:NUMBER or a list; repeatable
As 'mgl = 10:30:41', ends included, 'mgl = [10, 12, 15]', 'w = [[0,0,50], e3]'.
Values are constants of the language. Up to 64 things vary.
=--random NAME=LAW setting
draw this for each case; repeatable
As 'mgl = uniform(10, 30)', 'm = loguniform(0.1, 10)', 'w = normal([0,0,50],
1)', of a vector by component, with one number for all or one for each;
'R = rotation', uniform on SO(3).
=--cases FILE word
a case for each row of FILE.csv
Its heading names params and start values: mgl, of vectors each component: w1,
w2, w3, of R R11, R12, ..., R33.
=--beside CALL word
show this method beside (default rkmk(kutta4))
Where that is the spec's own, the cheapest other one of the comparison, or with
--quick, which has none, magnus(kutta4).
=--quick
leave the comparison out, which takes seconds
=--number -n N whole 1 9007199254740992
so many cases with --random
=--sobol
draw from a Sobol sequence, shifted at random
Of up to 64 random numbers a case (a rotation takes 4), by the direction numbers
of S. Joe and F. Kuo, 2008. Numbers of cases that are powers of 2 fill space
best.
=--observe NAME=LOOK setting
keep how a number goes on the way; repeatable
NAME = max(a), min(a), mean(a), last(a) of the looks, or first(a, condition):
a, say t, at the first look at which the condition is true, empty if it never
is.
=--trajectories
keep the state at each --sample
In FILE.trajectories.npy, an array of cases, samples and numbers, which FILE.json
names; empty (NaN) from where a step has failed.
=--resume
go on with what is in the file
It must be of the same spec, options and version, which else is refused.
=--threads N whole 1 4096
by so many threads (default: one a core)
=--dry-run
tell the first ten cases, size and time; compute none
=--every N whole
print every N-th step (as CSV or --json)
And the start and the end (`run`, `drift`); N is a positive integer. A keep
named w1 has the heading keep.w1 where w1 is a column of its own, a state
state.w1.
=--sample DT positive
print every DT seconds (as CSV or --json)
Of `sweep`: look at each case so often; a multiple of the step.
The state at the start, every DT seconds, and at the end (`run`), where DT falls
between the ends of a step by a step of its own from the start of that one,
which is then forgotten: the run does not depend on what is sampled.
=sweep --sample
look at each case every DT seconds
=--halvings N whole 1 20
halve the step N times, 1-20 (default 7)
=--json
print JSON
Machine-readable: R is 9 numbers row by row, keep, shown and states (with the
wheels' values) are objects, and a number that is not finite is null; a run that
failed prints its JSON and exits with 1. In that of `run`, units has the unit of
each quantity (null: unknown), shapes the rows and columns of R and the length
of each vector. With --every or --sample: body, method, units by column (`run`),
columns (their names), rows (an array each, printed as they come), and end, the
last state with its status; of `drift` behind the rows what it tells without
them. The members of that of `tableau` are
listed in templates/README.md; they have every figure, entries as texts with all
names defined, and as doubles.
=sweep --json
print statistics as JSON
=--csv
print CSV
Of `tableau` the table alone, of `sweep` all cases.
=sweep --csv
print all cases as CSV
=--latex
print LaTeX
Of `tableau`: an array, with its stability function.
=--plot FILE picture
draw a picture: FILE.svg, FILE.png or FILE.pdf
By gnuplot, of the size of a column of a page. Of `run`: attitude (what the spec
shows, else the direction in space of the body's axis about which it turns
most), angular velocity, the motion of a body with a mass, wheels' speeds,
states, the change of energy and spatial momentum (relative, as in `drift`) and
each keep (its change, where the motion keeps it) over time, at about 1000
points, or at those of --every or --sample. Of `drift`: the largest drift so
far over time; what the motion itself changes has a *. Of `order`: errors over
the step size, the claimed order as a slope, what is round-off hollow, and the
uncertainty of the reference. Of `compare`: errors up to 1 over what they cost
(--against), a line a method. Of `sweep`: how often a number has which values,
or two over each other (--plot-of). Of `tableau`: where |R(z)| <= 1, and the order
star.
The file is written whole, or not at all, and over nothing but another picture
of its kind. Without gnuplot FILE.gp is written, which holds the data and draws
them elsewhere: `gnuplot FILE.gp`.
=--plot-of EXPRESSION list
draw this expression over time; repeatable
With `run --plot FILE`, in the place of all else: an expression of the language,
a number, vector or matrix, as "R'*e3" or 'norm(w)'. Up to 16, each a panel. Of
`sweep` a column, for a histogram, or two, 'mgl, energy_drift', as points; by
default what is observed first, or energy_drift.
=sweep --plot-of
draw this column, or two: 'mgl, energy_drift'
=--passes
what each rewriting pass gains
With `show program`.
=--cost
with methods, attitudes: what each costs
Of `list`: of a step, or of an increment.
=--calls
only what may be written in a spec, a line each
Of `list`, for programs: of methods and attitudes their examples, of a family of
tableaus each call, as --method and `tableau` take them.
=--tableaus FILTER,... word
compare `rkmk` by each tableau that fits
FILTER is what `list` takes: order P, stages S, explicit, implicit, pair,
symmetric, symplectic, a-stable, l-stable, stiffly-accurate.
=--form rate|momentum word
of `rkmk` by --tableaus: rate or momentum
=--all
compare each method's first example
And `rkmk` by the tableaus of the README.
=--error E positive
error to be reached; 1e-6 by default
=--budget N positive
operations of a run, at most; 1e9 by default
A method stops where a run would cost more.
=--against cost|steps|time choice
what a picture has errors over
=--explicit
only what is explicit
With `list`, as those that follow: of all kinds or one.
=--implicit
only what is implicit
=--pair
only tableaus with an error estimate
=--symmetric
only what is symmetric
=--symplectic
only what is symplectic
=--a-stable
only tableaus that are A-stable
=--l-stable
only tableaus that are L-stable
=--stiffly-accurate
only tableaus with b as the last row of a
=--gyro
only methods that take internal momentum
Of bodies with `gyro`, and with --states of those with `wheel`. A method of
which an option decides is listed; compositions take what their method takes.
=--states
only methods that take states
Of bodies with `state`.
=--aim CALL word
objective to minimise, or to maximise
With `search`: as 'error_2norm(order = 2)'. Default: what the file says.
=--order P whole 1 40
only what has this order; of a search, its aim
With `list`, and with `search` (1 to 9).
=--starts N whole 1 1000000
start from so many points (default 20)
With `search`, to go down from each.
=--seed N whole 0 2147483647
for other points (default 1, of `sweep` 0)
With `search` and `sweep`.
=--shard I/N shard
only each N-th start, from number I on
With `search`; of `sweep` each N-th block of cases; I is 0 to N-1.
=sweep --shard
only each N-th block of cases, from number I on
=--checkpoint FILE word
keep what is found here, and go on from it
With `search`: of each start.
=--quiet
no progress; of emit, no word if all went well
=--memory MB whole 1 1048576
memory that it may take (default 2048)
For a spec; each file of the shelf has 48 for itself beside it.
=--shelf DIR list
look in this folder first; repeatable
It has sub-folders tableaus, compositions, methods, maps, attitudes, targets. Up
to 16; the first one that has a file counts. A target of a folder writes the
code that `run`, `order` and `drift` compile and run: take it from whom you
trust.
