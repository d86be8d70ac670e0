% -- polhode --help, and polhode COMMAND --help.  C tells the commands with their
% -- operands, and the options with their arguments.
% local format = string.format
%
% local commands = {
%   new = "write NAME.pol, a spec to begin with",
%   example = "print an example, or list them",
%   check = "say what is wrong with specs",
%   emit = "emit the C stepper of a body",
%   run = "integrate in memory, print the end state",
%   order = "measure the order of convergence",
%   drift = "measure how invariants drift",
%   tableau = "analyse a Butcher tableau",
%   search = "find values for a tableau's free symbols",
%   list = "list what stands on the shelf",
%   show = "print a spec after a stage",
% }
%
% local options = {
%   name = "what the body, its types and its files are called",
%   method = "integrate by this method of the shelf",
%   attitude = "store the attitude this way",
%   map = "go from R^3 to rotations by this map",
%   set = "another value for a const or a param; repeatable",
%   input = "an input's signal of t, params, or FILE.csv[:hold]",
%   step = "step size, s (default: the spec's)",
%   tolerance = "adaptive step size by this local error, rad, rad/s",
%   at = "breakpoints of an adaptive step, s",
%   real = "real type of the emitted code (default double)",
%   json = "print JSON",
%   memory = "memory that it may take (default 2048)",
%   shelf = "look in this folder first; repeatable",
%   output = "write the files here (default .)",
%   target = "what to emit (default c99)",
%   with = "more files: main, dossier, test (see below)",
%   without = "leave out interp, access or stepper (see below)",
%   force = "write over files that are not polhode's",
%   check = "write nothing; say what differs from the files there",
%   depfile = "a rule for make: on what the C depends (see below)",
%   hold = "hold inputs from the start of each step",
%   ["until"] = "run so long, s (default: the spec's, else 1)",
%   cc = "compile by this (default tcc)",
%   cflags = "for gcc, clang (default -O2 -ffp-contract=off)",
%   every = "print every N-th step as CSV",
%   sample = "print every DT seconds as CSV",
%   halvings = "halve the step N times, 1-20 (default 7)",
%   csv = "print CSV",
%   latex = "print LaTeX",
%   plot = "draw stability and order star as SVG",
%   aim = "objective to minimise, or to maximise",
%   order = "only what has this order; of a search, its aim",
%   starts = "start from so many points (default 20)",
%   seed = "for other points (default 1)",
%   shard = "only each N-th start, from number I on",
%   checkpoint = "keep what is found here, and go on from it",
%   quiet = "no progress; of emit, no word if all went well",
%   cost = "with methods, attitudes: what each costs",
%   explicit = "only what is explicit",
%   implicit = "only what is implicit",
%   pair = "only tableaus with an error estimate",
%   symmetric = "only what is symmetric",
%   symplectic = "only what is symplectic",
%   ["a-stable"] = "only tableaus that are A-stable",
%   ["l-stable"] = "only tableaus that are L-stable",
%   ["stiffly-accurate"] = "only tableaus with b as the last row of a",
%   passes = "what each rewriting pass gains",
% }
%
% local function left_of(option)
%   local argument = option.argument and " " .. option.argument or ""
%   return (option.brief and "-o, --" or "--") .. option.name .. argument
% end
%
% local c = { name = report.command }
% for _, command in ipairs(report.commands) do
%   c = command.name == c.name and command or c
% end
% if not c.name then
usage: polhode COMMAND ... [OPTION ...]

Reads the description of a rigid body (SPEC, a .pol file; - is stdin),
emits a C stepper for its rotation, or runs the same C in memory.

commands:
%   for _, command in ipairs(report.commands) do
{{format("  %-8s %-22s %s", command.name, command.operands, commands[command.name])}}
%   end

polhode COMMAND --help shows a command's options; polhode --version the version.
exit status: 0 done, 1 a fault in the input or a failed run, 2 wrong usage,
3 an internal error, 130 interrupted.
%   return
% end
usage: polhode {{c.name}} {{c.operands}}{{#report.options > 0 and " [OPTION ...]" or ""}}

{{commands[c.name]}}.
% if #report.options > 0 then

options:
% end
% for _, option in ipairs(report.options) do
{{format("  %-24s %s", left_of(option), options[option.name])}}
% end
% if c.name == "new" then

It runs as it is. A file that is there already stays.
% elseif c.name == "check" then

Nothing is printed of specs that are right. --json: a list of messages, each
with file, line, column, length (in characters, from 1; line 0: no place),
severity, message and hint, for editors.
% elseif c.name == "emit" then

Files that stand already are written over if they begin as polhode's of the
same body, others by --force only. --without interp: no dense output; access:
nothing that gets or sets attitude, rates, momentum, energy and what the spec
keeps and shows; stepper: no <body>_stepper.h. -o - prints the .c alone and
writes no file.
--check exits with 1 where a file is not what would be written, and says what
differs: options, version, spec, shelf, or a line that was written by hand.
--depfile TARGET.d: TARGET depends on the spec, the series that it reads, and
what was used of shelf folders.
--with main: <body>_main.c, the smallest program that uses the stepper; dossier:
<body>.md, a page for who reviews the C: equations, costs, bounds, promises.
--with test: <body>_test.c, to be run where the stepper will be: end states
beside those of the equations, the order, what is kept, statuses, and bits.
% elseif c.name == "run" then

The end state: t, R (body to space, row by row), the attitude as stored,
L and w (body frame), x and v (of a body with a mass), energy, each keep
of the spec and each attitude that it shows, number of steps, status of
the last one. Of an adaptive step size also how many were rejected,
the smallest and the largest.
% elseif c.name == "order" then

Over the first 128 steps, or --until, the step is halved again and again, and
doubled until four rows show an order. Errors are taken against the shelf's most
accurate tableau: attitude in rad, momentum relative to |L|. An order is printed
where neighbouring rows agree within 0.15, else why there is none: reduced (or
stiff), round-off, the reference lost, not settled.
% elseif c.name == "drift" then

Energy, spatial momentum, |L| and orthogonality relative to the start; each
keep of the spec as a difference from its start. `kept` says whether the body's
own motion keeps it.
% elseif c.name == "tableau" then

The tableau, and what is proven of it: orders over all rooted trees (of
fractions exactly, of surds and rounded decimals by rigorous bounds) with
the first condition that fails, sizes of the error, structure, linear
stability, and what it is and shows on the rotation group. --csv and --latex
are the tableau alone, --json has every figure. --plot needs gnuplot.
% elseif c.name == "search" then

Aims: error_2norm, lotkin_bound, stability_interval, and on the body of the
spec energy_drift and attitude_error. The tableau's block with the values found
is printed, all else as comments. `merge` joins the checkpoints of shards.
% elseif c.name == "list" then

KIND is tableaus, compositions, methods, maps, attitudes or targets; NAME one of
them.
A line for each: order (of a pair with that of its error estimate), stages,
what is so of it, and what it keeps, as far as a line has room; --json has
all of it, `list KIND NAME` the source, options and examples.
With methods --cost: operations of a step (and of each Newton sweep) and
evaluations of the torque (n+m: m in each sweep), for the body of SPEC or,
without one, for a top and a free body; - for a body that the method does
not take.
With attitudes --cost: operations by which they turn, of all or of each
CALL, as steps do it, by way of the matrix and of the quaternion; then
those to the matrix and from it. `total` is without the comparisons and
selections under `if`.
% end
