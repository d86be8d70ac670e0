-- target.lua - C99: <body>.h and <body>.c, also valid as C++.
--
-- `operations`: how each operation is written.  In a form, $1 $2 $3 are the
-- arguments and $0 is the suffix of the real type's functions; a higher rank
-- binds tighter, no rank means that it never needs parentheses, `left` means that
-- a - b - c is (a - b) - c, `truth` that the result is a truth value.  The rest is for the pages.

local c99 = {
  title = "C99 source and header, self-contained",
  language = "C",
  files = {
    { ending = ".h", page = "step.h.tpl" },
    { ending = ".c", page = "step.c.tpl" },
    { ending = "_stepper.h", page = "stepper.h.tpl", stepper = true },
    { ending = "_main.c", page = "main.c.tpl", with = "main" },
    { ending = ".md", page = "dossier.md.tpl", with = "dossier", plain = true },
    { ending = "_test.c", page = "test.c.tpl", with = "test" },
    { ending = ".py", page = "python.py.tpl", with = "python", plain = true },
    { ending = "_many.h", page = "many.h.tpl", with = "batch" }, { ending = "_many.c", page = "many.c.tpl", with = "batch" },
    { ending = "_kernel.cu", page = "kernel.cu.tpl", with = "kernel" },
  },

  number = { double = "", float = "f" }, call = { double = "", float = "f" }, step = "h",

  operations = {
    { "add", "$1 + $2", rank = 6, left = true },
    { "sub", "$1 - $2", rank = 6, left = true },
    { "mul", "$1*$2", rank = 7, left = true },
    { "div", "$1/$2", rank = 7, left = true }, { "neg", "-$1", rank = 8 },
    { "constant", " /* $1 */" }, { "named", "static const double $1 = $2;$3", float = "static const float $1 = $2;$3" },
    { "lt", "$1 < $2", rank = 4, truth = true },
    { "le", "$1 <= $2", rank = 4, truth = true },
    { "eq", "$1 == $2", rank = 4, truth = true },
    { "and", "$1 && $2", rank = 2, left = true, truth = true },
    { "or", "$1 || $2", rank = 2, left = true, truth = true },
    { "not", "!$1", rank = 8, truth = true },
    { "select", "$1 ? $2 : $3", rank = 1 },
    { "min", "$2 < $1 ? $2 : $1", rank = 1 },
    { "max", "$1 < $2 ? $2 : $1", rank = 1 },
    { "abs", "fabs$0($1)" },
    { "atan2", "atan2$0($1, $2)" },
    { "power", "pow$0($1, $2)" },
    { "signal", "pol_signal$0($1, $2)" },
    { "find", "$1_at($2)" }, { "entry", "$1[(int)($2)]" },
  },
  as_number = { "$1 ? 1.0 : 0.0", float = "$1 ? 1.0f : 0.0f", rank = 1 }, as_truth = { "$1 != 0.0", float = "$1 != 0.0f", rank = 4 },

  -- Names of the functions' own arguments and locals.
  locals = {
    "x now next par in h steps step sweep solved status R w pi value push",
    "push_time span from to error out loads loads_end load_rates load_rates_end aside seen when lane good uintptr_t",
    "guard rate way which",
  },
  -- The same, in functions without a program of the spec.
  inner = {
    "fsal add aim allowed c cold control eps factor got i j k known jumps landing lands least left most",
    "n p refused rejected sign slight sum tiny theta t_end u v values worst x0 x1",
  },
  -- The same, for a body with events.
  watching = {
    "after at at_zero delta direction due event first half has_happened is_due is_next is_rate",
    "last limit line middle off rates reach rest rise room share side size slope stays toward went width",
    "cuts every later next takes until",
  },
  -- The page's own macros, after BODY_.
  own = {
    "H STEPPER_H MANY_H PLAIN FN LANES KERNEL NO_INCLUDE KEPT OK NOT_CONVERGED STEP_TOO_LARGE TOO_LARGE SINGULAR OUT_OF_RANGE DATA",
    "EVENT TOO_MANY_EVENTS BACKWARD",
    "STEP_TOO_SMALL TOO_SMALL REJECTED NOT_FINITE UNFINISHED NOT_POSITIVE NOT_PHYSICAL EXACT_BITS",
  },
}

-- Operations whose C functions have the same name.
for _, name in ipairs { "floor", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sinh", "cosh", "tanh" } do
  table.insert(c99.operations, { name, name .. "$0($1)" })
end

-- The first lines of a file: its source and command.  `with`: its name in --with.
function c99.head(page, ending, with)
  return "/* " .. fill(page.body .. ending .. " - made by polhode "
         .. page.version .. "; do not edit.", " * ", 3) .. "\n"
      .. c99.row("from", page.spec .. " (content " .. page.mark .. ")") .. "\n"
      .. c99.row("by", page.command .. (with == "batch" and " --batch" or with and " --with " .. with or ""))
end

-- Text of a comment that is already open.
function c99.paragraph(text)
  return " * " .. fill(text, " * ", 3)
end

-- The headline of a part of the file.
function c99.section(title)
  local head = "/* --- " .. title .. " "
  return head .. string.rep("-", 77 - #head) .. " */"
end

-- One line of a banner: a label and a text of any length.
function c99.row(label, text)
  local head = " *   " .. label .. string.rep(" ", 11 - #label)
  return head .. fill(text, " *" .. string.rep(" ", 14), #head)
end

-- "order 4", or "exact", for this body.
function c99.order(page)
  return page.exact and "exact" or "order " .. page.order
end

-- The invariants of a method, in words.  `free`: the equivalent invariant of a body without
-- torque; `says`: weaker invariants that it implies, which are not named.
local kept = {
  { "axis_momentum", "spatial momentum along axes without torque",
    free = "momentum", says = { "momentum", "norm_L" } },
  { "momentum", "spatial momentum", says = { "norm_L" } },
  { "energy_linear_potential", "energy where the potential is linear in R",
    free = "energy", says = { "energy" } },
  { "energy", "energy" },
  { "energy_half", "energy at L + h/2 L x w" },
  { "norm_L", "length of the momentum" },
  { "symplectic", "symplectic form", free = "symplectic_free",
    says = { "symplectic_free" } },
  { "symplectic_free", "symplectic form" },
}

function c99.keeps(page)
  local has, always, free = {}, {}, {}
  for _, what in ipairs(page.keep) do has[what] = true end
  if not page.conservative and has.symplectic then
    has.symplectic, has.symplectic_free = nil, true
  end
  for _, k in ipairs(kept) do
    if has[k[1]] and page.free and k.free then
      has[k.free], has[k[1]] = true, nil
    end
    for _, what in ipairs(has[k[1]] and k.says or {}) do has[what] = nil end
    local list = (page.free or k.free) and always or free
    if has[k[1]] then list[#list + 1] = k[2] end
  end
  if #free > 0 then
    always[#always + 1] = "without torque: " .. table.concat(free, ", ")
  end
  return table.concat(always, "; ")
end

-- A complete comment at this indent.
function c99.comment(indent, text)
  return indent .. "/* " .. fill(text, indent .. " * ", #indent + 3, 3) .. " */"
end

-- The quantities that the spec shows, and the names of their numbers: nine by row
-- and column, others from 1.
function c99.shown(page)
  local requested, names = {}, {}
  for _, s in ipairs(page.shown) do
    if s.requested then requested[#requested + 1] = s end
    for i = 0, s.requested and s.size - 1 or -1 do
      local index = s.size == 9 and i // 3 + 1 .. i % 3 + 1 or i + 1
      names[#names + 1] = s.name .. "_" .. index
    end
  end
  return requested, names
end

-- The quantities for which adaptive steps have tolerances.
function c99.tolerances(page)
  local all = page.moves and { "angle", "rate", "position", "velocity" } or { "angle", "rate" }
  for i, f in ipairs(page.extra) do all[(page.moves and 4 or 2) + i] = f.name end
  return all
end

-- The status codes that this body's functions return: those of a step, and
-- those of <body>_advance alone.  The numbers are those of pol_stepper.h.
function c99.statuses(page)
  local events, checked = #page.event > 0, "the inertia"
  if page.turning then checked = checked .. ", " .. page.turning .. " locked or free," end
  if not page.mass and page.moves then checked = checked .. ", or the mass," end
  local list = {}
  for _, row in ipairs {
    { 0, "OK", true },
    { 1, "NOT_CONVERGED", page.newton, "Newton's iteration did not converge" },
    { 2, "STEP_TOO_LARGE", page.accepts or page.interp, "the body turns too far in one step",
      advance = not page.accepts, old = "TOO_LARGE" },
    { 3, "SINGULAR", page.singular, "the attitude's numbers are singular there" },
    { 4, "STEP_TOO_SMALL", page.advances, "the required step is below the minimum",
      advance = true, old = "TOO_SMALL" },
    { 5, "REJECTED", page.trial, "too many trials in a row", advance = true },
    { 6, "NOT_FINITE", true, "the new state would hold Inf or NaN" },
    { 7, "UNFINISHED", page.advances, "the allowed number of steps is taken", advance = true },
    { 8, "NOT_POSITIVE", page.check or page.definite, checked .. " is not positive definite",
      advance = not page.definite },
    { 9, "NOT_PHYSICAL", page.check, "a principal moment is above the sum of the others", advance = true },
    { 10, "OUT_OF_RANGE", page.ranges, "a table has no value there" },
    { 11, "EVENT", events, "advance: an event has happened", advance = true },
    { 12, "TOO_MANY_EVENTS", events, "an event happens without end, or more often than its limit", advance = true },
    { 13, "BACKWARD", #page.sample > 0, "advance: a body with samples cannot go back in time", advance = true },
  } do
    row.value, row.name, row.note = row[1], row[2], row[4]
    if row[3] then list[#list + 1] = row end
  end
  return list
end

-- "B_OK, B_STEP_TOO_LARGE or B_NOT_FINITE".
function c99.answers(page)
  local names = {}
  for _, s in ipairs(c99.statuses(page)) do
    names[#names + 1] = not s.advance and page.BODY .. "_" .. s.name or nil
  end
  local last = table.remove(names)
  return table.concat(names, ", ") .. " or " .. last
end

-- All fields of the state.
function c99.state(page)
  local list = { table.unpack(page.store) }
  list[#list + 1] = { name = "t", size = 1, note = "time, s" }
  list[#list + 1] =
    { name = "t_rest", size = 1, note = "compensation term of t (Kahan)" }
  return list
end

-- The fields of the state that are held between samples.
function c99.held(page)
  local list = {}
  for _, s in ipairs(page.sample) do
    list[#list + 1] = { name = s.field, size = s.size }
    list[#list + 1] = s.next and { name = s.next, size = s.size }
  end
  return list
end

-- The components of fields, "q[0]", ...; below, those of the state without time.
function c99.components(fields)
  local list = {}
  for _, f in ipairs(fields) do
    for i = 0, f.size - 1 do list[#list + 1] = f.name .. (f.size > 1 and "[" .. i .. "]" or "") end
  end
  return list
end

function c99.places(page) return c99.components(page.store) end

-- Their sum with t, as a balanced tree: the shortest chain of additions.
function c99.sum(page, head, behind)
  local list = c99.places(page)
  list[#list + 1] = "t"
  local function sum(from, to)
    if from == to then return head .. list[from] .. (behind or "") end
    local half = (from + to) // 2
    local function side(a, b)
      return a < b and a > 1 and "(" .. sum(a, b) .. ")" or sum(a, b)
    end
    return side(from, half) .. " + " .. side(half + 1, to)
  end
  return sum(1, #list)
end

-- Lines with their notes in one column.
local function column(heads, notes)
  local width, out = 0, {}
  for _, head in ipairs(heads) do
    if #head > width then width = #head end
  end
  for i, head in ipairs(heads) do
    local note = notes[i] and c99.comment(string.rep(" ", width + 1), notes[i])
    out[i] = note and head .. string.sub(note, #head + 1) or head
  end
  return table.concat(out, "\n") .. "\n"
end

-- Fields of a struct; a field without a type is a real.
function c99.fields(real, list)
  local heads, notes = {}, {}
  for i, f in ipairs(list) do
    local extent = (f.size > 1 or f.is_array) and "[" .. f.size .. "]" or ""
    heads[i] = "    " .. (f.type or real) .. " " .. f.name .. extent .. ";"
    notes[i] = f.note
    if f.written and f.written ~= f.name then
      notes[i] = (f.note and f.note .. "; " or "") .. f.written .. " in the spec, a macro elsewhere"
    end
  end
  return column(heads, notes)
end

function c99.defines(BODY, statuses)
  local heads, notes = {}, {}
  for i, s in ipairs(statuses) do
    heads[i] = "#define " .. BODY .. "_" .. s.name .. " " .. s.value
    notes[i] = s.note
  end
  return column(heads, notes)
end

-- The macros of events.
function c99.events(page)
  local rows = {}
  for i, e in ipairs(page.event) do
    local what = e.stops and "ends a run" or e.outcome and "changes the state"
    rows[i] = { name = "EVENT_" .. e.name, value = i - 1, note = e.note and what and e.note .. "; " .. what or e.note or what }
  end
  return c99.defines(page.BODY, rows)
end

-- Largest length of lines with declarations or comments.
local width = 80

-- Puts items that belong together into as few lines as possible.
function c99.pack(indent, head, items, tail)
  local lines, line = {}, indent .. head
  for i = 1, #items do
    local item = items[i] .. (i == #items and tail or ",")
    if i > 1 and #line + 1 + #item > width then
      lines[#lines + 1] = line
      line = indent .. "    " .. item
    else
      line = line .. (i > 1 and " " or "") .. item
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Where each kind of read has its value.
local from = {
  store = "x->", time = "x->", param = "par->", input = "in->", argument = "",
  push = "", span = "", ["end"] = "to->",
}

-- Reads of one field share a declaration; `state` is the prefix of the state's
-- fields if it is not x->.
function c99.reads(indent, real, reads, kinds, state)
  local out, items, field = {}, {}, nil
  local function flush()
    if #items > 0 then
      out[#out + 1] =
        c99.pack(indent, "const " .. real .. " ", items, ";") .. "\n"
    end
    items = {}
  end
  for _, r in ipairs(reads) do
    if kinds[r.kind] then
      if r.field ~= field then
        flush()
        field = r.field
      end
      local is_state = r.kind == "store" or r.kind == "time"
      local place = (is_state and state or from[r.kind]) .. r.field
      if r.is_array then
        place = place .. "[" .. r.index .. "]"
      end
      items[#items + 1] = r.name .. " = " .. place
    end
  end
  flush()
  return table.concat(out)
end

-- True if a and b are successive parts of one vector, such as K1_0 and K1_1.
local function is_part(a, b)
  local n = #a
  if n ~= #b or n < 2 then return false end
  local x, y = string.byte(a, n), string.byte(b, n)
  return y == x + 1 and x >= 48 and y <= 57
     and string.sub(a, 1, n - 1) == string.sub(b, 1, n - 1)
end

local function call(indent, real, line, prefix)
  local places = {}
  for i, name in ipairs(line.names) do places[i] = "&" .. name end
  return indent .. real .. " " .. table.concat(line.names, ", ") .. ";\n"
      .. indent .. prefix .. line.call .. "(" .. line.value .. ", "
      .. table.concat(places, ", ") .. ");\n"
end

local function note(indent, statement, text)
  local comment = c99.comment("", text)
  if #statement + 1 + #comment <= width then
    return statement .. " " .. comment .. "\n"
  end
  return c99.comment(indent, text) .. "\n" .. statement .. "\n"
end

-- Lines of a program; components of a vector that fit share a line.
function c99.lines(indent, real, lines, prefix)
  local out = {}
  local head = indent .. "const " .. real .. " "
  local open, last, was_truth              -- a declaration without its ";"
  local function flush()
    out[#out + 1] = open and open .. ";\n"
    open = nil
  end
  for _, line in ipairs(lines) do
    if line.call then
      flush()
      out[#out + 1] = call(indent, real, line, prefix)
    else
      local item = line.name .. " = " .. line.value
      local start = line.truth and indent .. "const bool " or head
      if line.note then
        flush()
        out[#out + 1] = note(indent, start .. item .. ";", line.note)
      elseif open and line.truth == was_truth and is_part(last, line.name)
             and #open + 3 + #item <= width then
        open = open .. ", " .. item
      else
        flush()
        open = start .. item
      end
      last, was_truth = line.name, line.truth
    end
  end
  flush()
  return table.concat(out)
end

-- True if the program reads a value of one of these kinds.
function c99.has(program, kinds)
  for _, r in ipairs(program and program.reads or {}) do
    if kinds[r.kind] then return true end
  end
  return false
end

-- Further arguments of omega, energy, keep or a wheel: ", par, input", each if it is
-- taken; and whether it is.  A setter takes the same arguments as its getter.
function c99.takes(page, name, par, input)
  local always = name == "energy" or name == "keep"
  local pair = name.get and name or { get = page[name == "keep" and "watch_values" or name], set = page.set_omega }
  local function reads(kind)
    return c99.has(pair.get, { [kind] = true }) or not always and c99.has(pair.set, { [kind] = true })
  end
  local has_par, has_input = always or page.varies or reads("param"), reads("input")
  return (has_par and ", " .. par or "") .. (has_input and ", " .. input or ""),
         has_par, has_input
end

-- The functions that read and set the state.  `argument`: an array of `size`, or a number
-- without a size; `of` determines further arguments.  In memory some do not exist.
function c99.accessors(page)
  local list = {}
  local function add(name, argument, size, get, set, of, restores)
    list[#list + 1] = get and { name = name, argument = argument, size = size, program = get, of = of }
    list[#list + 1] = set and { name = "set_" .. name, argument = argument, size = size, program = set, of = of,
                                sets = true, restores = restores }
  end
  add("rotation", "R", 9, page.rotation, page.set_rotation)
  for _, s in ipairs(page.shown) do add(s.name, s.argument, s.size, s.get, s.set, nil, s.restores) end
  add("omega", "w", 3, page.omega, page.set_omega, "omega")
  for _, w in ipairs(page.wheel) do add(w.name, "speed", nil, w.get, w.set, w) end
  add("momentum", "pi", 3, page.momentum)
  add("energy", nil, nil, page.energy, nil, "energy")
  if #page.watch > 0 then add("keep", "value", #page.watch, page.watch_values, nil, "keep") end
  return list
end

local function counts(c, prefix)
  local out, total = {}, 0
  for _, what in ipairs { "mul", "add", "div", "sqrt", "calls" } do
    local n = c[prefix .. what]
    total = total + n
    if n > 0 then
      local name = what == "calls" and n == 1 and "call" or what
      out[#out + 1] = n .. " " .. name
    end
  end
  if #out == 0 then return "0 flops" end
  return table.concat(out, ", ") .. ": " .. total .. " flops"
end

local function some(n, what)
  return n == 0 and "" or ", " .. n .. " " .. what .. (n > 1 and "s" or "")
end

local function lesser(c, prefix)
  return some(c[prefix .. "neg"], "negation")
      .. some(c[prefix .. "compare"], "compare")
end

-- The exact cost of a step: the operations in the text, including those of the
-- functions c01 ...
local function run_cost(c, newton, what)
  local text = counts(c, "") .. what .. lesser(c, "")
  if newton then
    local of = c.loops > 1 and " of each of " .. c.loops .. " iterations" or ""
    text = text .. "; " .. counts(c, "sweep_") .. " per sweep" .. of
        .. lesser(c, "sweep_")
  end
  return text
end

function c99.cost(page)
  local c = page.cost
  local text = run_cost(c, page.newton, " per step")
  if c.once > 0 then
    text = text .. "; " .. c.once .. " hoisted out of the loop"
  end
  return text .. "; 7 for the compensated clock, " .. #c99.places(page) + 1
      .. " for the finite check"
end

-- The cost of an adaptive step, accepted or rejected, without its control.
function c99.trial_cost(page)
  local c, loads = page.trial.cost, page.loads and page.loads.cost
  local text = run_cost(c, page.newton, " per trial") .. some(c.once, "more product")
  if not loads then return text end
  return text .. "; and " .. counts(loads, "") .. " to evaluate the torque " .. (#page.extra > 0 and "and rates " or "")
      .. (page.control.is_fsal and "after a breakpoint" or "at its start, if new")
end

-- ---- names that mean something in C and C++ ----

-- A name with "~" is meant with each of these suffixes (types of numbers), and without.
c99.suffixes = { "f l f32 f64 f128 f32x f64x" }

-- Keywords of both, and macros that compilers predefine.
c99.words = {
  "auto break case char const continue default do double else enum extern",
  "float for goto if inline int long register restrict return short signed",
  "sizeof static struct switch typedef union unsigned void volatile while",
  "alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t",
  "char32_t class compl concept consteval constexpr constinit const_cast",
  "co_await co_return co_yield decltype delete dynamic_cast explicit export",
  "false friend imaginary main mutable namespace new noexcept not not_eq",
  "nullptr operator or or_eq private protected public reinterpret_cast",
  "requires static_assert static_cast template this thread_local throw true",
  "try typeid typename typeof typeof_unqual using virtual wchar_t xor xor_eq",
  "assert fortran near far i386 arm vax sun",
}

-- Macros without arguments of the standard headers and of unistd.h, also in the GNU
-- dialect: they would replace names of fields.
c99.macros = {
  "ADJ_* CLONE_* CLOSE_RANGE_* NL_* RENAME_* STA_* TRAP_* PRI* SCN* DBL_*",
  "FLT_* LDBL_* INT_* INT8_* INT16_* INT32_* INT64_* INTMAX_* INTPTR_* UINT_*",
  "UINT8_* UINT16_* UINT32_* UINT64_* UINTMAX_* UINTPTR_* FE_* FP_* FPE_*",
  "ATOMIC_* CLOCK_* LC_* SEGV_* ILL_* BUS_* CLD_* POLL_* PTHREAD_* SIGEV_*",
  "HUGE_* TIMER_* XATTR_* SCHED_* REG_* MOD_* SI_* SNAN* BOOL_MAX BOOL_WIDTH",
  "CHAR_WIDTH CPU_SETSIZE CSIGNAL IOV_MAX LLONG_WIDTH LONG_BIT LONG_LONG_MAX",
  "LONG_LONG_MIN LONG_WIDTH L_cuserid NZERO PTRDIFF_WIDTH SCHAR_WIDTH",
  "SEEK_DATA SEEK_HOLE SHRT_WIDTH SIG_ATOMIC_WIDTH SIG_HOLD SIZE_WIDTH",
  "UCHAR_WIDTH ULLONG_WIDTH ULONG_LONG_MAX ULONG_WIDTH USHRT_WIDTH WCHAR_WIDTH",
  "WINT_WIDTH WORD_BIT AIO_PRIO_DELTA_MAX BC_BASE_MAX BC_DIM_MAX BC_SCALE_MAX",
  "BC_STRING_MAX BIG_ENDIAN BUFSIZ BYTE_ORDER CHARCLASS_NAME_MAX CHAR_BIT",
  "CHAR_MAX CHAR_MIN CLOCKS_PER_SEC COLL_WEIGHTS_MAX DECIMAL_DIG",
  "DELAYTIMER_MAX E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT",
  "EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC EBADSLT EBFONT",
  "EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET",
  "EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG",
  "EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO",
  "EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC",
  "EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP",
  "EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN",
  "ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT",
  "ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG",
  "ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY",
  "ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOF",
  "EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO",
  "EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART",
  "ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE",
  "ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS EWOULDBLOCK",
  "EXDEV EXFULL EXIT_FAILURE EXIT_SUCCESS EXPR_NEST_MAX FD_SETSIZE",
  "FILENAME_MAX FOPEN_MAX F_LOCK F_OK F_TEST F_TLOCK F_ULOCK HOST_NAME_MAX I",
  "INFINITY LINE_MAX LITTLE_ENDIAN LLONG_MAX LLONG_MIN LOGIN_NAME_MAX LONG_MAX",
  "LONG_MIN L_INCR L_SET L_XTND L_ctermid L_tmpnam MATH_ERREXCEPT MATH_ERRNO",
  "MAXFLOAT MAX_CANON MAX_INPUT MB_CUR_MAX MB_LEN_MAX MINSIGSTKSZ MQ_PRIO_MAX",
  "M_1_PI~ M_2_PI~ M_2_SQRTPI~ M_E~ M_LN10~ M_LN2~ M_LOG10E~ M_LOG2E~ M_PI~",
  "M_PI_2~ M_PI_4~ M_SQRT1_2~ M_SQRT2~",
  "NAME_MAX NAN NFDBITS NGREG NGROUPS_MAX NSIG NULL",
  "ONCE_FLAG_INIT PATH_MAX PDP_ENDIAN PIPE_BUF PTRDIFF_MAX PTRDIFF_MIN",
  "P_tmpdir RAND_MAX RE_DUP_MAX RTSIG_MAX R_OK SA_INTERRUPT SA_NOCLDSTOP",
  "SA_NOCLDWAIT SA_NODEFER SA_NOMASK SA_ONESHOT SA_ONSTACK SA_RESETHAND",
  "SA_RESTART SA_SIGINFO SA_STACK SCHAR_MAX SCHAR_MIN SEEK_CUR SEEK_END",
  "SEEK_SET SEM_VALUE_MAX SHRT_MAX SHRT_MIN SIGABRT SIGALRM SIGBUS SIGCHLD",
  "SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE",
  "SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTKSZ",
  "SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1",
  "SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ SIG_ATOMIC_MAX SIG_ATOMIC_MIN",
  "SIG_BLOCK SIG_DFL SIG_ERR SIG_IGN SIG_SETMASK SIG_UNBLOCK SIZE_MAX",
  "SSIZE_MAX SS_DISABLE SS_ONSTACK STDERR_FILENO STDIN_FILENO STDOUT_FILENO",
  "TIME_UTC TMP_MAX TSS_DTOR_ITERATIONS TTY_NAME_MAX UCHAR_MAX ULLONG_MAX",
  "ULONG_MAX USHRT_MAX WCHAR_MAX WCHAR_MIN WCONTINUED WEOF WEXITED WINT_MAX",
  "WINT_MIN WNOHANG WNOWAIT WSTOPPED WUNTRACED W_OK X_OK complex errno linux",
  "math_errhandling noreturn sched_priority sa_handler sa_sigaction si_addr",
  "si_addr_lsb si_arch si_band si_call_addr si_fd si_int si_lower si_overrun",
  "si_pid si_pkey si_ptr si_status si_stime si_syscall si_timerid si_uid",
  "si_upper si_utime si_value sigev_notify_attributes sigev_notify_function",
  "stderr stdin stdout unix"
}

-- Macros of system and board headers that may be included before the emitted
-- ones: POSIX (termios.h), newlib, Windows, Arduino, ESP-IDF, CMSIS,
-- STM32's HAL.  Such a name of the spec gets an underscore; a body cannot have it.
c99.foreign = {
  "B50 B75 B134 B150 B200 B300 B600 B1200 B1800 B2400 B4800 B9600 B19200 B38400",
  "B57600 B115200 B230400 B460800 ECHO NL0 NL1 CR0 CR1 CR2 CR3 TAB0 TAB1 TAB2",
  "TAB3 BS0 BS1 VT0 VT1 FF0 FF1 CS5 CS6 CS7 CS8 PF_* AF_* S_IF* O_*",
  "s_addr h_addr st_atime st_mtime st_ctime basename environ",
  "physadr quad direct",
  "ABSOLUTE ALTERNATE CALLBACK CDECL CONST DELETE DIFFERENCE DOMAIN DUMMY ERROR",
  "ERROR_* FALSE FAR IGNORE IN INFINITE INLINE INTERFACE NEAR NO_ERROR OPAQUE",
  "OPTIONAL OUT OVERFLOW PASCAL PLOSS PURE RELATIVE SING STRICT TEXT THIS TLOSS",
  "TRANSPARENT TRUE UNDERFLOW UNICODE VOID WINDING WINAPI cdecl finally except",
  "huge hyper interface leave pascal small chx1 ctl1 edt1 frm1 grp1 lst1 psh1",
  "rad1 rct1 scr1 stc1",
  "PI HALF_PI TWO_PI DEG_TO_RAD RAD_TO_DEG EULER HIGH LOW INPUT OUTPUT INPUT_*",
  "OUTPUT_* DEFAULT INTERNAL INTERNAL1V1 INTERNAL2V56 EXTERNAL CHANGE FALLING",
  "RISING LSBFIRST MSBFIRST SERIAL DISPLAY BIN OCT DEC HEX LED_BUILTIN SS MOSI",
  "MISO SCK SDA SCL PA PB PC PD PE PF PG PH PJ PK PL F_CPU ADC ADCL ADCH SP SPL",
  "SPH SREG RXD TXD IRAM_ATTR DRAM_ATTR BIT ESP_OK ESP_FAIL ESP_ERR_* HAL_OK",
  "SET RESET ENABLE DISABLE SUCCESS FLASH RNG RTC PWR RCC CAN DAC",
}
-- Also A0 to A19, BIT0 to BIT63, and the binary numbers B0, B01 to B11111111.
for i = 0, 63 do c99.foreign[#c99.foreign + 1] = "BIT" .. i .. (i < 20 and " A" .. i or "") end
for n = 1, 8 do
  for k = 0, 2 ^ n - 1 do
    local digits = ""
    for i = n - 1, 0, -1 do digits = digits .. (k // 2 ^ i % 2 == 1 and "1" or "0") end
    c99.foreign[#c99.foreign + 1] = "B" .. digits
  end
end

-- Names of the standard headers and unistd.h: types, tags, functions and variables
-- that they declare, and the headers themselves, which BODY.h would hide.  No body
-- may have these names.
c99.globals = {
  "atomic_* pthread_* memory_order* cnd_* mtx_* thrd_* tss_* wcs* wmem* isw* strfrom* strto* cookie_* canonicalize*",
  "setpayload* assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg",
  "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar unistd wchar wctype noinline",
  "std asprintf basename c8rtomb clock_adjtime close_range copy_file_range cuserid daddl ddivl dfmal dmull dsqrtl dsubl",
  "dup3 eaccess environ euidaccess execveat execvpe fadd faddl fcloseall fdiv fdivl fedisableexcept feenableexcept",
  "fegetexcept fegetmode fesetexcept fesetmode fetestexceptflag ffma ffmal fgetpos64 fgets_unlocked fgetwc_unlocked",
  "fgetws_unlocked fmul fmull fopen64 fopencookie fputs_unlocked fputwc_unlocked fputws_unlocked freopen64 fseeko64",
  "fsetpos64 fsqrt fsqrtl fsub fsubl ftello64 ftruncate64 get_current_dir_name getdate getdate_err getdate_r getpt",
  "getresgid getresuid gettid getwc_unlocked getwchar_unlocked grantpt group_member isctype lgammaf128_r lgammaf32_r",
  "lgammaf32x_r lgammaf64_r lgammaf64x_r lockf64 lseek64 mbrtoc8 memfrob memmem mempcpy memrchr mkostemp mkostemp64",
  "mkostemps mkostemps64 mkstemp64 mkstemps64 obstack_printf obstack_vprintf pipe2 posix_openpt pread64",
  "program_invocation_name program_invocation_short_name ptsname ptsname_r putwc_unlocked putwchar_unlocked pwrite64",
  "qsort_r rawmemchr renameat2 secure_getenv setresgid setresuid sigabbrev_np sigandset sigdescr_np sighold sigignore",
  "sigisemptyset sigorset sigpause sigrelse sigset strcasestr strchrnul strerrordesc_np strerrorname_np strfry strptime",
  "strptime_l strverscmp swab syncfs sysv_signal tgkill timespec_getres timex tmpfile64 truncate64 unlockpt vasprintf",
  "wcwidth FILE a64l abort abs access acct alarm aligned_alloc alloca arc4random arc4random_buf arc4random_uniform",
  "asctime asctime_r at_quick_exit atexit atof atoi atol atoll bcmp bcopy brk bsearch btowc bzero c16rtomb c32rtomb",
  "call_once calloc chdir chown chroot clearenv clearerr clearerr_unlocked clock clock_getcpuclockid clock_getres",
  "clock_gettime clock_nanosleep clock_settime close closefrom confstr crypt ctermid ctime ctime_r daemon daylight",
  "difftime div dprintf drand48 drand48_data drand48_r dup dup2 duplocale dysize ecvt ecvt_r endusershell erand48",
  "erand48_r execl execle execlp execv execve execvp exit explicit_bzero faccessat fchdir fchown fchownat fclose fcvt",
  "fcvt_r fd_mask fd_set fdatasync fdopen feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof",
  "feof_unlocked feraiseexcept ferror ferror_unlocked fesetenv fesetexceptflag fesetround fetestexcept feupdateenv",
  "fexecve fflush fflush_unlocked ffs ffsl ffsll fgetc fgetc_unlocked fgetpos fgets fgetwc fgetws fileno fileno_unlocked",
  "flockfile fmemopen fopen fork fpathconf fprintf fputc fputc_unlocked fputs fputwc fputws fread fread_unlocked free",
  "freelocale freopen fscanf fseek fseeko fsetpos fsync ftell ftello ftruncate ftrylockfile funlockfile fwide fwprintf",
  "fwrite fwrite_unlocked fwscanf gcvt getc getc_unlocked getchar getchar_unlocked getcwd getdelim getdomainname",
  "getdtablesize getegid getentropy getenv geteuid getgid getgroups gethostid gethostname getline getloadavg getlogin",
  "getlogin_r getopt getpagesize getpass getpgid getpgrp getpid getppid gets getsid getsubopt getuid getusershell getw",
  "getwc getwchar getwd gmtime gmtime_r gsignal imaxabs imaxdiv index initstate initstate_r isalnum isalnum_l isalpha",
  "isalpha_l isascii isatty isblank isblank_l iscntrl iscntrl_l isdigit isdigit_l isgraph isgraph_l islower islower_l",
  "isprint isprint_l ispunct ispunct_l isspace isspace_l isupper isupper_l isxdigit isxdigit_l itimerspec jmp_buf jrand48",
  "jrand48_r kill killpg l64a labs lchown lcong48 lcong48_r lconv ldiv lgamma_r lgammaf_r lgammal_r link linkat llabs",
  "lldiv localeconv localtime localtime_r lockf longjmp lrand48 lrand48_r lseek malloc mblen mbrlen mbrtoc16 mbrtoc32",
  "mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc memccpy memchr memcmp memcpy memmove memset mkdtemp mkstemp",
  "mkstemps mktemp mktime mrand48 mrand48_r nanosleep newlocale nice nrand48 nrand48_r on_exit once_flag open_memstream",
  "open_wmemstream optarg opterr optind optopt pathconf pause pclose perror pipe popen posix_memalign pread printf profil",
  "pselect psiginfo psignal putc putc_unlocked putchar putchar_unlocked putenv puts putw putwc putwchar pwrite qecvt",
  "qecvt_r qfcvt qfcvt_r qgcvt qsort quick_exit raise rand rand_r random random_data random_r read readlink readlinkat",
  "realloc reallocarray realpath remove rename renameat revoke rewind rindex rmdir rpmatch sbrk scanf seed48 seed48_r",
  "select setbuf setbuffer setdomainname setegid setenv seteuid setgid sethostid sethostname setlinebuf setlocale",
  "setlogin setpgid setpgrp setregid setreuid setsid setstate setstate_r setuid setusershell setvbuf sigaction sigaddset",
  "sigaltstack sigblock sigcontext sigdelset sigemptyset sigevent sigfillset siggetmask siginterrupt sigismember",
  "sigjmp_buf siglongjmp signgam sigpending sigprocmask sigqueue sigreturn sigsetmask sigstack sigsuspend sigtimedwait",
  "sigval sigwait sigwaitinfo sleep snprintf sprintf srand srand48 srand48_r srandom srandom_r sscanf ssignal stpcpy",
  "stpncpy strcasecmp strcasecmp_l strcat strchr strcmp strcoll strcoll_l strcpy strcspn strdup strerror strerror_l",
  "strerror_r strftime strftime_l strlen strncasecmp strncasecmp_l strncat strncmp strncpy strndup strnlen strpbrk",
  "strrchr strsep strsignal strspn strstr strxfrm strxfrm_l swprintf swscanf symlink symlinkat sync syscall sysconf",
  "system tcgetpgrp tcsetpgrp tempnam timegm timelocal timer_create timer_delete timer_getoverrun timer_gettime",
  "timer_settime timespec timespec_get timeval timezone tm tmpfile tmpnam tmpnam_r toascii tolower tolower_l toupper",
  "toupper_l towctrans towctrans_l towlower towlower_l towupper towupper_l truncate ttyname ttyname_r ttyslot tzname",
  "tzset u_char u_int u_long u_short ualarm uint ulong ungetc ungetwc unlink unlinkat unsetenv uselocale ushort usleep",
  "va_list valloc vdprintf vfork vfprintf vfscanf vfwprintf vfwscanf vhangup vprintf vscanf vsnprintf vsprintf vsscanf",
  "vswprintf vswscanf vwprintf vwscanf wcpcpy wcpncpy wcrtomb wctob wctomb wctrans wctrans_l wctype_l wprintf write",
  "wscanf acos~ acosh~ asin~ asinh~ atan~ atan2~ atanh~ cabs~ cacos~ cacosh~ canonicalize~ carg~ casin~ casinh~ catan~",
  "catanh~ cbrt~ ccos~ ccosh~ ceil~ cexp~ cimag~ clog~ clog10~ conj~ copysign~ cos~ cosh~ cpow~ cproj~ creal~ csin~",
  "csinh~ csqrt~ ctan~ ctanh~ drem~ erf~ erfc~ exp~ exp10~ exp2~ expm1~ f32add~ f32div~ f32fma~ f32mul~ f32sqrt~ f32sub~",
  "f32xadd~ f32xdiv~ f32xfma~ f32xmul~ f32xsqrt~ f32xsub~ f64add~ f64div~ f64fma~ f64mul~ f64sqrt~ f64sub~ f64xadd~",
  "f64xdiv~ f64xfma~ f64xmul~ f64xsqrt~ f64xsub~ fabs~ fdim~ finite~ floor~ fma~ fmax~ fmaximum~ fmaximum_mag~",
  "fmaximum_mag_num~ fmaximum_num~ fmaxmag~ fmin~ fminimum~ fminimum_mag~ fminimum_mag_num~ fminimum_num~ fminmag~ fmod~",
  "frexp~ fromfp~ fromfpx~ gamma~ getpayload~ hypot~ ilogb~ isinf~ isnan~ j0~ j1~ jn~ ldexp~ lgamma~ llogb~ llrint~",
  "llround~ log~ log10~ log1p~ log2~ logb~ lrint~ lround~ modf~ nan~ nearbyint~ nextafter~ nextdown~ nexttoward~ nextup~",
  "pow~ remainder~ remquo~ rint~ round~ roundeven~ scalb~ scalbln~ scalbn~ setpayload~ setpayloadsig~ significand~ sin~",
  "sincos~ sinh~ sqrt~ strfrom~ strto~ tan~ tanh~ tgamma~ totalorder~ totalordermag~ trunc~ ufromfp~ ufromfpx~ wcsto~ y0~",
  "y1~ yn~",
}
return target(c99)
