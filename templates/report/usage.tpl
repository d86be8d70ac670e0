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
It is short, has comments, and runs unchanged. An existing file is kept.
=example [NAME]
@
print an example, or list them
=check SPEC ...
@ @spec @free step input json
report errors and warnings of specs
Prints all messages that `emit` would print, and nothing for a correct spec.
--json: a list of messages, each with file, line, column, length (in
characters, from 1; line 0: no place), severity, message and hint, for editors.
=emit SPEC
@ @spec @free name step output target with batch without force check depfile quiet
emit the C stepper of a body
Writes <body>.h, <body>.c and <body>_stepper.h, the interface by which programs
drive any body, to the folder of -o: all of them, or none. It prints their
paths. The first comment of the code has the command that makes the files again,
a checksum of all inputs (the spec, the options, the shelf's files that were
used, the version), the method, its source, and the exact operation counts of a
step. -o - prints the .c alone and writes no file.

An existing file is overwritten if its first comment is polhode's for a body of
this name, any other file only with --force, the spec itself never. A file whose
text would not change is not touched.
--check writes nothing and exits with 1 if a file differs from the text that
would be written. It reports the first difference: options, version, spec,
shelf, or a line edited by hand.
--depfile TARGET.d writes a rule of make: TARGET depends on the spec, the series
that it reads, and the files used from the folders of --shelf. A file that does
not begin as a rule for TARGET is overwritten only with --force.

--without interp: no dense output; access: no functions that get or set
attitude, rates, momentum, energy and the spec's `keep` and `show` values;
stepper: no <body>_stepper.h. --step takes steps of one size, also if the spec
has adaptive ones.

--with main: <body>_main.c, the smallest program that uses the stepper; dossier:
<body>.md, a page for reviewers of the C: equations, costs, bounds, promises.
--with test: <body>_test.c, a program in plain C99 that tests the stepper on the
machine where it will run. It compares the end state with that of the equations
(extrapolated midpoint rules in 320 bits, right to 1e-18), and checks the order,
the time, invariants, adaptive steps and statuses; also the bits of 1000 steps,
if a step calls nothing of math.h but sqrt and <BODY>_EXACT_BITS is defined. It
is refused if no end state is certain (torque that is not smooth, or too stiff
for the step), or if the code in memory does not do what its method claims.
--with python: <body>.py, which compiles the .c and steps it by numpy arrays.
--batch: <body>_many.c and .h, which step many bodies in one call, 16 side by
side by vector instructions, with the bits of single ones; --with python: by
arrays of numpy, in place, too. --with kernel: also <body>_kernel.cu, a CUDA
thread for each body.
=run SPEC
@ @load @free every sample json plot plot-of
integrate in memory, print the end state
Each number is the shortest decimal that reads back: t, R (body to space, row by
row), the attitude as stored (q, angle, ...; a matrix is R), L and w (body
frame), x and v (space frame; with a mass), energy, each wheel's speed
(NAME_speed, rad/s) and momentum (NAME, N m s), each state (a vector's NAME_1
and so on), each keep of the spec, the numbers of each attitude in its `show`
(NAME_1 and so on, nine by row and column), the number of steps and the status
of the last one; for adaptive steps also the number of rejected steps, the
smallest and the largest step. L is that of the whole body, wheels included. A
step whose result is not finite fails (status 6) and leaves the state unchanged.
Steps are equal: if the time is no multiple of the step, a smaller step is
taken, and a note says so.
=order SPEC
@ @load halvings json csv plot
measure the order of convergence
Halves the step again and again over the first 128 steps, or --until, and
doubles it until four rows show an order (over long times errors of higher order
and rounding grow, and hide the order). Prints the errors at the end in attitude
(rad) and momentum (relative to |L| at the end; to 1e-8 of |L| at the start if
the body has come to rest), with a mass in motion (the larger one of position
and velocity, relative to |x| and |v| at the start or the end, the larger one),
with wheels or states in states (the largest one, each relative to its largest
size on the way; a wheel's momentum, a state's number), the observed order and
the uncertainty of the reference. The reference is the same body by `rkmk` with
the shelf's most accurate explicit pair. Its steps end at known jumps and kinks
of torque and force, and are no larger than those of the spec. The torque is
sampled in each of them: if it changes between their stages they are halved, or
the missed change counts as uncertainty.

An order is printed if four rows or more, the same for all columns, are above
ten times the uncertainty and below 0.5, neighbouring orders agree within 0.15,
and they are the claimed order or more; a column with fewer such rows has the
order of its last three. Otherwise there is none, and the verdict (JSON:
verdict) is the reason: `rough` (the torque jumps, or has a kink, at a time that
is printed: order 1, or 2), `reduced` (errors fall by less than claimed: a
damped part of the motion is faster than the steps, or, JSON: c_not_row_sum, c
of a tableau is not the sum of its row and the torque depends on t), `round-off`
(errors reach it before four rows show an order), `reference lost` (its
uncertainty is above 1e-3), `not settled` (steps too large, or torque that is
not smooth). A row is round-off if its error is within ten times the uncertainty
by rounding and the reference, or, once errors do not fall, within 16 roundings
a step.
=drift SPEC
@ @load @free every json csv plot
measure how invariants drift
Prints the largest change from the start of: energy (wheels included, relative
to the larger one of its size and of the kinetic energy at the start), spatial
momentum and |L| (wheels included, relative to |L| at the start), orthogonality
(the largest entry of R'R - 1), with a mass the velocity (relative to |v| at the
start), and each keep of the spec (as a difference). If a size at the start is
0, the largest so far is used. Before each is printed whether the motion itself
keeps it: yes, no, or ? if torque or force have cases that this motion may not
have reached.
=compare SPEC
@ @load tableaus form all error budget against json csv plot
compare methods on a body: cost, error, drift
Runs the methods of --method (again for each), --tableaus, --all, or by default
those of the README, with the spec's attitude and map, over the spec's time, or
--until, by fewer and more steps, each in a process of its own, on all cores.
Errors are taken at the end, against one reference, as by `order`: attitude in
rad, momentum relative to |L|, motion, states. Steps have one size; signals act.

Prints, cheapest first, the claimed order and the observed one (by the rules of
`order`), the fewest steps, within 2 %, by which all errors are at most --error
(a method that is not L-stable takes at least the steps that its stability needs
for the body's fastest damping, which is measured), their cost in operations for
a second of motion, the operations of a step with its sweeps, the evaluations of
the torque in a step, and the time of a step by the compiler that is named (gcc,
clang or tcc, the first one found, or --cc), which does not affect the ranks;
then the methods that did not reach the error and why, those that do not take
the body, the errors over five steps, and the largest drift of the energy and of
the spec's `keep` values, if the motion itself keeps them. An operation counts
by a table, templates/compare.tsv: + - * 1, division and square root 6, a
function of libm 25, elliptic functions 290 and 800. Unless the reference is ten
times better than --error nothing is ranked.

--json has all steps, --csv a line for each of them. With --tableaus the table
ends with the most accurate at equal cost, by interpolation.
=report SPEC
@ @spec @free cc cflags step until input output without beside quick error budget quiet
write a page that shows the body's motion
Writes FILE.html of -o (<body>.html, - stdout): one file for a browser, without
a network. It shows the body, the path of its momentum or of the vertical, and
the drift of its invariants, by the spec's method and by a second one beside it.
Both are the emitted C itself, compiled to WebAssembly: params, inputs without a
signal, rates at the start and the steps can be changed on the page. The results
of `order`, `drift` and `compare` follow, the spec, the C, and the command that
makes the page again.

The modules need clang and lld, and wasi-libc if the C calls functions of math.h
other than sqrt; without them the page plays a recorded motion. The body is
drawn by three.js, if libjs-three was installed when polhode was built; pictures
need gnuplot. An existing file that is not a report of polhode is not
overwritten.
=advise SPEC
@ @load error budget json
find the cheapest methods for an error
Tries the methods of `compare --all`, and those tableaus (order 7 and more, by
`magnus` and `rkmk`) and compositions (order 6 and more) of the shelf that may
be cheap by their orders and stages, unless torque jumps or has a kink inside
steps; from cheap to expensive, each until it cannot be among the best. Prints
the five with the fewest operations for a second of motion by which every error
at the end is at most --error, also with half the step: steps and their size,
errors, invariants, one reason, and the command that emits the first. With
--method (again for each) only these are tried. Then it prints why the others
are left out: they do not take the body, fail, are not exact enough, are more
expensive, or need more steps for the body's damping. Errors are those of
`order`. Exit status 1: no method reaches the error.
=watch SPEC [COMMAND ...]
@
run a command again at each save
The command is `order`, or the one that follows SPEC with its options, if it
reads a file: `polhode watch` top.pol `run` --until 2. It starts again when SPEC
is saved, in place or by renaming a file to it, or a file that it reads (the
series of inputs, the files used from the folders of --shelf); a round that is
still running is stopped. A terminal is cleared before each round; elsewhere a
line with --- and the time separates rounds, but not with --json. A round that
fails prints why; a missing file is waited for. Ctrl-C ends the watch, with
status 130.
=tableau NAME|CALL|FILE
@ shelf memory json csv latex plot
analyse a Butcher tableau
Takes a tableau of the shelf, of a family ('gauss(3)'), or of a file, whose name
has a dot or a slash; - is stdin. Prints the table; the order of b and of each
bhat, over all rooted trees up to order 10 and by B(p), C(q), D(r) beyond, with
the first condition that fails and by how much; the order within the digits of
rounded numbers, and that of the numbers exactly as written; stages whose c is
not their row's sum, and the order that is left for equations with t; sizes of
the error's terms; the structure; the stability function and where it is at most
1; commutators, exponentials and brackets of a step on the rotation group, and
the order of `rkmk` there. Fractions and square roots are exact; other roots and
rounded decimals are decided by bounds on their errors; a figure is right to its
last digit, or it is not printed. Names of the tableau's block are printed with
their values.

For a file it also prints which tableau of the shelf it is or is nearest to,
with the entries that differ (a63 is that of row 6, column 3), whether its rows
are exchanged or differ from the published ones, which one entry would correct
it if none is near, and which entries look like rounded fractions or roots, lack
digits or are suspiciously large.

--csv and --latex print the table alone, --json every figure.
=search FILE | merge FILE ...
@ @spec cc cflags step until input aim order starts seed shard checkpoint quiet
find values for a tableau's free symbols
The objective is that of the file's statement `search`: error_2norm,
lotkin_bound, stability_interval, or, on the body in the file, energy_drift and
attitude_error. Prints the tableau's block with the values found, inside their
bounds and proven to have the requested orders (of b; of bhat by the option
bhat) and stability; everything else is in comments. Progress goes to standard
error.

`merge` joins the checkpoints of shards, and prints the result of one run over
all of them; with --checkpoint it writes its checkpoint.
=sweep SPEC
@ @spec @free cc cflags step until input hold vary random cases number seed sobol sample observe trajectories output resume shard threads dry-run json csv plot plot-of quiet
run many cases: grids, random numbers, rows of a file
A param, a start value (R, w, L, t, x, v, a wheel's NAME.speed, a state) and, by
--vary, the step can vary. The start of each case follows from its params, as
with --set. Several --vary make a grid, the step the slowest, then the first;
each point of it has -n draws of --random, or the rows of --cases. Case k, from
0, depends on its number and --seed alone.

Each case has: the values that vary (start values as start.w, a param whose name
is already used as param.NAME), t, the attitude as stored, L and w, x and v,
wheels and states, the energy, all at the end; the largest change of the energy
(relative, as in `drift`) and of each keep on the way (NAME_drift); each
--observe; and a status: 1 completed; 1 + s: a step failed with status s, and
the values are those of the last good state. The motion is looked at 16 times,
or every --sample.

Without -o statistics are printed and no file is written. -o FILE.npy writes a
record of each case, which numpy.load reads, and FILE.json, which describes it;
-o FILE.csv a line for each case. When a sweep ends early, by Ctrl-C, kill or a
full disk, finished cases are kept, and --resume completes the file, with the
bytes of an uninterrupted run. --shard I/N, for the jobs of an array, computes a
part of one file that all share.

mpirun -n 64 `polhode-mpi` sweep SPEC ... -o FILE shares a sweep among processes of
MPI, on many machines with one file system; --threads is the number for each, by
default the processors of its machine divided by the processes there.

The steps are those of `emit --batch`, side by side, on all cores; if it pays to
wait for it, compiled by gcc or clang, without contraction: the bits are the
same on all machines, unless steps call functions of math.h.
=list [KIND [NAME|SPEC|CALL ...]]
@ shelf memory cost calls map json order explicit implicit pair symmetric symplectic a-stable l-stable stiffly-accurate gyro states
list the files of the shelf
KIND is tableaus, compositions, methods, maps, attitudes or targets. Prints a
line for each: order (for a pair also that of its error estimate), stages,
properties and invariants, cut at 80 columns; --json has all of it. `gyro` and
`states`: the method takes bodies with internal momentum, with states; a wheel
needs both. With a NAME of the KIND: source, options, examples. --json also goes
with names, --cost and --calls.

With methods --cost: operations of a step (and of each Newton sweep) and
evaluations of the torque (n+m: m in each sweep), by each CALL or by all
methods, for the body of SPEC (two at most) or, without one, for a top and a
free body; - if the method does not take the body.
With attitudes --cost: operations by which an attitude (each of the shelf, or
each CALL) turns by an increment v, R(x1) = R(x0) E(v), as steps do it, by way
of the matrix and of the quaternion, E(v) by --map included; then those to the
matrix and from it. `total` is without the comparisons and selections under
`if`.
=show ast|model|step|program SPEC
@ @spec @free passes
print a spec after a stage
=--name N word
name of the body, its types and its files
Also of functions and macros: two methods of one body in one program need two
names. Default: the spec's.
=--method CALL call
integrate by this method of the shelf
Overrides the spec's, as --method 'rkmk(kutta4, form = rate)'. Without either it
is magnus(kutta4).
=--attitude CALL word
store the attitude this way
Overrides the spec's. Without either it is quaternion.
=--map CALL word
go from R^3 to rotations by this map
Overrides the spec's. Without either it is exp.
=--set NAME=VALUE setting
another value for a const or a param; repeatable
An expression of the language; up to 64, the last one counts.
=--input NAME=VALUE setting
an input's signal of t, params, or FILE.csv[:hold]
Overrides the spec's: an expression in t, consts and params, or a file,
NAME=FILE.csv (straight lines between its rows) or NAME=FILE.csv:hold. Up to 64,
the last one counts.
=--hold
hold inputs from the start of each step
Signals are sampled there, as by a controller, instead of being part of the
equations: order 1.
=--step H positive
step size, s (default: the spec's)
Positive. The step size is then not adaptive.
=--tolerance A positive
adaptive step size by this local error, in rad
The error of the attitude is at most A, in rad. That of everything else is at
most A in units of the body, powers of two: for rates the body's rate, the
number of its half turns per second (at the start, but one in a hundred runs at
least); for positions its radius of gyration; for velocities both, or the speed
at the start over pi; for each wheel's momentum and each state its sizes, now
and at the start. The method must provide an error estimate: `rkmk` of a tableau
with embedded weights does. The default is 1e-8, for float 1e-6. An A whose
square is 0 in the real type is refused; below the round-off of an angle
(2.2e-16, for float 1.2e-7) more steps gain nothing, and a note says so.
=--at T,T,... times
breakpoints of an adaptive step, s
Ascending: further times at which adaptive steps end and start again. They
replace those of the spec's `at`, but not those found in its torque and force.
=--until T signed
length of the run, s (default: the spec's, else 1)
A negative length goes back in time from the start, by steps of -h (`run` and
`drift`; adaptive steps, too): `--until -5` ends 5 s before the start.
=--real double|float choice
real type of the emitted code (default double)
=--cc tcc|gcc|clang choice
compile by this (default tcc)
For `run`, `order`, `drift` and `sweep` (whose default is the quickest in all);
tcc compiles in memory. A polhode that was built without it needs gcc or clang
here.
=sweep --cc
compile by this (default: the quickest in all)
=--cflags FLAGS text
for gcc, clang (default -O2 -ffp-contract=off)
=sweep --cflags
for gcc, clang (default -O3 ..., no contraction)
=--output -o DIR word
write the files here (default .)
The folder is made if it does not exist, but its parent must. For `sweep`
FILE.npy or FILE.csv.
=report --output
write FILE.html; - for stdout
=sweep --output
write the cases to FILE.npy or FILE.csv
=--target NAME word
what to emit (see `polhode list targets`)
=--with FILE,... files
more files: main, dossier, test, python, kernel
One or several; see `emit`.
=--batch
also the files that step many bodies in one call
=--without PART,... parts
leave out interp, access or stepper
One or several; see `emit`.
=--force
overwrite files that are not polhode's
Also those of another body; see `emit`.
=--check
write nothing; report differences from the files
See `emit`.
=--depfile FILE word
write a rule of make with the C's dependencies
See `emit`.
=--vary NAME=VALUES setting
vary this over FROM:TO:NUMBER or a list; repeatable
As 'mgl = 10:30:41', ends included, 'mgl = [10, 12, 15]', 'w = [[0,0,50], e3]'.
Values are constants of the language. Up to 64 things vary.
=--random NAME=LAW setting
draw this for each case; repeatable
As 'mgl = uniform(10, 30)', 'm = loguniform(0.1, 10)', 'w = normal([0,0,50],
1)', a vector by component, with one number for all or one for each;
'R = rotation', uniform on SO(3).
=--cases FILE word
a case for each row of FILE.csv
Its heading names params and start values: mgl, for vectors each component: w1,
w2, w3, for R R11, R12, ..., R33.
=--beside CALL word
second method to show (default rkmk(kutta4))
If that is the spec's own, the cheapest other one of the comparison, or with
--quick, which has none, magnus(kutta4).
=--quick
leave the comparison out, which takes seconds
=--number -n N whole 1 9007199254740992
number of random cases
=--sobol
draw from a Sobol sequence, shifted at random
For up to 64 random numbers a case (a rotation takes 4), by the direction
numbers of S. Joe and F. Kuo, 2008. Numbers of cases that are powers of 2 fill
space best.
=--observe NAME=LOOK setting
record a number of the motion; repeatable
NAME = max(a), min(a), mean(a), last(a) of the looks, or first(a, condition):
a, say t, at the first look at which the condition is true, empty if it never
is. They may have each keep of the spec by its name.
=--trajectories
record the state at each --sample
In FILE.trajectories.npy, an array of cases, samples and numbers, which FILE.json
names; empty (NaN) after a step has failed.
=--resume
complete an unfinished file
The file must come from the same spec, options and version, else it is refused.
=--threads N whole 1 4096
number of threads (default: one per core)
=--dry-run
print the first ten cases, size and time; run none
=--every N whole
print every N-th step (as CSV or --json)
And the start and the end (`run`, `drift`); N is a positive integer. A keep
named w1 has the heading keep.w1 if w1 is a column already, a state state.w1.
=--sample DT positive
print every DT seconds (as CSV or --json)
For `sweep`: the time between two looks at a case; a multiple of the step.
The state at the start, every DT seconds, and at the end (`run`). A sample
between the ends of a step is computed by a separate step from the start of that
step: the run does not depend on its samples.
=sweep --sample
look at each case every DT seconds
=--halvings N whole 1 20
halve the step N times, 1-20 (default 7)
=--json
print JSON
Machine-readable: R is 9 numbers row by row, keep, shown and states (with the
wheels' values) are objects, and a number that is not finite is null; a run that
failed prints its JSON and exits with 1. The JSON of `run` has units, the unit
of each quantity (null: unknown), and shapes, the rows and columns of R and the
length of each vector. With --every or --sample: body, method, units by column
(`run`), columns (their names), rows (an array each, printed one by one), and
end, the last state with its status; for `drift` its other members follow the
rows. The members of the JSON of `tableau` are listed in templates/README.md;
they have every figure, entries as texts with all names defined, and as doubles.
=sweep --json
print statistics as JSON
=--csv
print CSV
For `tableau` the table alone, for `sweep` all cases.
=sweep --csv
print all cases as CSV
=--latex
print LaTeX
For `tableau`: an array, with its stability function.
=--plot FILE picture
draw a picture: FILE.svg, FILE.png or FILE.pdf
By gnuplot, of the size of a column of a page. `run`: attitude (as in the
spec's `show`, else the direction in space of the body's axis about which it
turns most), angular velocity, position and velocity of a body with a mass,
wheels' speeds, states, the change of energy and spatial momentum (relative, as
in `drift`) and each keep (its change, if the motion keeps it) over time, at
about 1000 points, or at those of --every or --sample. `drift`: the largest
drift so far over time; a * marks what the motion itself changes. `order`:
errors over the step size, the claimed order as a slope, round-off with hollow
points, and the uncertainty of the reference. `compare`: errors up to 1 over
their cost (--against), a line for each method. `sweep`: a histogram of a
column, or one column over another (--plot-of). `tableau`: where |R(z)| <= 1,
and the order star.
The file is written whole, or not at all, and replaces only another picture of
its kind. Without gnuplot FILE.gp is written, which holds the data and draws
them elsewhere: `gnuplot FILE.gp`.
=--plot-of EXPRESSION list
draw this expression over time; repeatable
With `run --plot FILE`, instead of everything else: an expression of the
language, a number, vector or matrix, as "R'*e3" or 'norm(w)', or the name of a
keep. Up to 16, each a panel. For `sweep` a column, for a histogram, or two,
'mgl, energy_drift', as points, or curves over a list or range; by default the
first --observe, or energy_drift.
=sweep --plot-of
draw this column, or two: 'mgl, energy_drift'
=--passes
the gain of each rewriting pass
With `show program`.
=--cost
with methods, attitudes: the cost of each
For `list`: of a step, or of an increment.
=--calls
only calls that a spec can use, a line each
For `list`, for programs: of methods and attitudes the examples, of a family of
tableaus each call, as --method and `tableau` take them.
=--tableaus FILTER,... word
compare `rkmk` by each tableau that fits
FILTER is one of `list`: order P, stages S, explicit, implicit, pair, symmetric,
symplectic, a-stable, l-stable, stiffly-accurate.
=--form rate|momentum word
form of `rkmk` with --tableaus: rate or momentum
=--all
compare each method's first example
And `rkmk` by the tableaus of the README.
=--error E positive
error to be reached; 1e-6 by default
=--budget N positive
operations of a run, at most; 1e9 by default
A method stops when a run would cost more.
=--against cost|steps|time choice
horizontal axis of the picture
=--explicit
only explicit methods or tableaus
With `list`, like those that follow: for all kinds or one.
=--implicit
only implicit methods or tableaus
=--pair
only tableaus with an error estimate
=--symmetric
only symmetric methods or tableaus
=--symplectic
only symplectic methods or tableaus
=--a-stable
only tableaus that are A-stable
=--l-stable
only tableaus that are L-stable
=--stiffly-accurate
only tableaus with b as the last row of a
=--gyro
only methods that take internal momentum
Those take bodies with `gyro`, and with --states those with `wheel`. A method
whose options decide is listed; compositions take what their method takes.
=--states
only methods that take states
Those take bodies with `state`.
=--aim CALL word
objective to minimise, or to maximise
With `search`: as 'error_2norm(order = 2)'. Default: the file's.
=--order P whole 1 40
only this order; `search`: the order to reach
With `list`, and with `search` (1 to 9).
=--starts N whole 1 1000000
number of starting points (default 20)
With `search`, which descends from each.
=--seed N whole 0 2147483647
random seed (default 1; `sweep`: 0)
With `search` and `sweep`.
=--shard I/N shard
only each N-th start, from number I on
With `search`; with `sweep` each N-th block of cases; I is 0 to N-1.
=sweep --shard
only each N-th block of cases, from number I on
=--checkpoint FILE word
save the search here, and resume from it
With `search`: the result of each start.
=--quiet
no progress; `emit` prints nothing on success
=--memory MB whole 1 1048576
memory limit, MB (default 2048)
For a spec; each file of the shelf has 48 MB of its own.
=--shelf DIR list
look in this folder first; repeatable
It has sub-folders tableaus, compositions, methods, maps, attitudes, targets. Up
to 16; the first one that has a file counts. The code of a target in such a
folder is compiled and run by `run`, `order` and `drift`: use only folders that
you trust.
