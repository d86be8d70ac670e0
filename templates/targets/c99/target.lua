-- target.lua - C99: <body>.h and <body>.c, also valid as C++.
--
-- `operations`: how each operation is written.  In a form, $1 $2 $3 are the
-- arguments and $0 is the suffix of the real type's functions; a higher rank
-- binds tighter, no rank means that it never needs parentheses, `left` that
-- a - b - c is (a - b) - c, `truth` that the value is true or false.
-- The rest are functions for the pages.

local c99 = {
  title = "C99 source and header, self-contained",
  files = {
    { ending = ".h", page = "step.h.tpl" },
    { ending = ".c", page = "step.c.tpl" },
  },

  number = { double = "", float = "f" },
  call   = { double = "", float = "f" },
  step   = "h",

  operations = {
    { "add", "$1 + $2", rank = 6, left = true },
    { "sub", "$1 - $2", rank = 6, left = true },
    { "mul", "$1*$2", rank = 7, left = true },
    { "div", "$1/$2", rank = 7, left = true },
    { "neg", "-$1", rank = 8 },
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
    { "floor", "floor$0($1)" },
    { "sqrt", "sqrt$0($1)" },
    { "sin", "sin$0($1)" },
    { "cos", "cos$0($1)" },
    { "tan", "tan$0($1)" },
    { "asin", "asin$0($1)" },
    { "acos", "acos$0($1)" },
    { "atan", "atan$0($1)" },
    { "atan2", "atan2$0($1, $2)" },
    { "exp", "exp$0($1)" },
    { "log", "log$0($1)" },
    { "power", "pow$0($1, $2)" },
    { "sinh", "sinh$0($1)" },
    { "cosh", "cosh$0($1)" },
    { "tanh", "tanh$0($1)" },
  },
  as_number = { "$1 ? 1.0 : 0.0", float = "$1 ? 1.0f : 0.0f", rank = 1 },
  as_truth  = { "$1 != 0.0", float = "$1 != 0.0f", rank = 4 },

  -- No field, local or body may have these names: words of C and of C++,
  -- macros that compilers define, and the functions that a page calls.
  words = {
    "auto break case char const continue default do double else enum extern",
    "float for goto if inline int long register restrict return short signed",
    "sizeof static struct switch typedef union unsigned void volatile while",
    "alignas alignof and and_eq asm bitand bitor bool catch char8_t char16_t",
    "char32_t class compl concept consteval constexpr constinit const_cast",
    "co_await co_return co_yield decltype delete dynamic_cast explicit export",
    "false friend mutable namespace new noexcept not not_eq nullptr operator",
    "or or_eq private protected public reinterpret_cast requires static_assert",
    "static_cast template this thread_local throw true try typeid typename",
    "typeof typeof_unqual using virtual wchar_t xor xor_eq fortran near far",
    "linux unix i386 arm vax sun assert NULL EOF INFINITY NAN HUGE_VAL errno",
    "abs fabs sqrt sin cos tan asin acos atan atan2 exp log pow sinh cosh tanh",
    "fabsf sqrtf sinf cosf tanf asinf acosf atanf atan2f expf logf powf sinhf",
    "coshf tanhf floor floorf",
  },
  -- What the functions call their own arguments and locals.
  locals = { "x now par in h steps step sweep solved status R w pi value push",
             "push_time span from to error out act end_act aside seen" },
  -- Bodies may not take names of the standard library either.
  bodies = {
    "main math stdio stdlib string errno gamma j0 j1 jn y0 y1 yn signgam",
    "hypot cbrt erf ceil fmod fma fmin fmax round trunc rint remainder",
    "scalb logb ilogb frexp ldexp modf div time clock exit signal index",
  },
}

-- One line of a banner: a label and a text of any length.
function c99.row(label, text)
  local head = " *   " .. label .. string.rep(" ", 11 - #label)
  return head .. fill(text, " *" .. string.rep(" ", 14), #head)
end

-- "order 4", or "exact", for this body.
function c99.order(page)
  return page.exact and "exact" or "order " .. page.order
end

-- What a method keeps, in words.  Of two that say the same of a body with
-- torque, and of one without, the stronger one is named.
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

-- A comment of its own at this indent.
function c99.comment(indent, text)
  return indent .. "/* " .. fill(text, indent .. " * ", #indent + 3, 3) .. " */"
end

-- What the spec asks to show, and the names of its numbers: nine by row and
-- column, others from 1.
function c99.shown(page)
  local asked, names = {}, {}
  for _, s in ipairs(page.shown) do
    if s.asked then asked[#asked + 1] = s end
    for i = 0, s.asked and s.size - 1 or -1 do
      local index = s.size == 9 and i // 3 + 1 .. i % 3 + 1 or i + 1
      names[#names + 1] = s.name .. "_" .. index
    end
  end
  return asked, names
end

-- What an adaptive step has tolerances of.
function c99.tolerances(page)
  if page.moves then return { "angle", "rate", "position", "velocity" } end
  return { "angle", "rate" }
end

-- The fields of <body>_control: reals, then counts.
function c99.control(page)
  local unit = { angle = "rad", rate = "rad/s", position = "m", velocity = "m/s" }
  local reals, counts = {}, {}
  local function add(list, name, note)
    local type = list == counts and "long" or nil
    list[#list + 1] = { name = name, size = 1, note = note, type = type }
  end
  for _, name in ipairs(c99.tolerances(page)) do
    add(reals, name, "tolerance of a step, " .. unit[name])
  end
  add(reals, "first", "the first step, s")
  add(reals, "min", "the smallest, s; 0: as rounding allows")
  add(reals, "max", "the largest, s; 0: any")
  add(reals, "h", "to try next, s; 0: begin anew with `first`")
  add(reals, "memory", "of the error of the step before, 0: none")
  add(reals, "smallest", "step that was taken, s")
  add(reals, "largest", "step that was taken, s")
  add(counts, "most", "steps in a call, 0: any number")
  add(counts, "steps", "that were taken")
  add(counts, "rejected", "steps that were not")
  add(counts, "next", "of the times to land on, the next one")
  return reals, counts
end

-- Fields of a struct, reals but those with a type, with their notes in one
-- column.
function c99.fields(real, list)
  local column, heads, out = 0, {}, {}
  for i, f in ipairs(list) do
    local extent = f.size > 1 and "[" .. f.size .. "]" or ""
    heads[i] = "    " .. (f.type or real) .. " " .. f.name .. extent .. ";"
    if #heads[i] > column then column = #heads[i] end
  end
  for i, f in ipairs(list) do
    out[i] = heads[i]
    if f.note then
      local blank = string.rep(" ", column + 1)
      out[i] = out[i] .. string.rep(" ", column + 1 - #heads[i]) .. "/* "
            .. fill(f.note, blank .. " * ", column + 4, 3) .. " */"
    end
  end
  return table.concat(out, "\n") .. "\n"
end

-- The last word of a declaration or comment may not run over the edge.
local width = 80

-- Puts items that belong together into as few lines as fit.
function c99.pack(indent, head, items, tail)
  local lines, line = {}, indent .. head
  local empty = true
  for i = 1, #items do
    local last = i == #items
    local item = items[i] .. (last and tail or ",")
    if not empty and #line + 1 + #item > width then
      lines[#lines + 1] = line
      line, empty = indent .. "    ", true
      line = line .. item
    elseif empty then
      line = line .. item
    else
      line = line .. " " .. item
    end
    empty = false
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Where a read finds its value.
local from = {
  store = "x->", time = "x->", param = "par->", input = "in->", argument = "",
  push = "", span = "", ["end"] = "to->",
}

-- Fields that are read together are declared together; `state` says where the
-- state lies if it is not *x.
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
      if r.size > 1 or r.kind == "argument" then
        place = place .. "[" .. r.index .. "]"
      end
      items[#items + 1] = r.name .. " = " .. place
    end
  end
  flush()
  return table.concat(out)
end

-- K1_0 and K1_1 are parts of one vector.
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
  local out, n = {}, 0
  local head = indent .. "const " .. real .. " "
  local open, last, was_truth              -- a declaration without its ";"
  local function flush()
    if open then
      n = n + 1
      out[n] = open .. ";\n"
      open = nil
    end
  end
  for _, line in ipairs(lines) do
    if line.call then
      flush()
      n = n + 1
      out[n] = call(indent, real, line, prefix)
    else
      local item = line.name .. " = " .. line.value
      local start = line.truth and indent .. "const int " or head
      if line.note then
        flush()
        n = n + 1
        out[n] = note(indent, start .. item .. ";", line.note)
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

-- Does the program read anything of this kind?
function c99.has(program, kinds)
  for _, r in ipairs(program.reads) do
    if kinds[r.kind] then return true end
  end
  return false
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
  if #out == 0 then return "0 operations" end
  return table.concat(out, ", ") .. ": " .. total .. " operations"
end

local function some(n, what)
  if n == 0 then return "" end
  return ", " .. n .. " " .. what .. (n > 1 and "s" or "")
end

local function lesser(c, prefix)
  return some(c[prefix .. "neg"], "negation")
      .. some(c[prefix .. "compare"], "compare")
end

-- What a step costs, exactly: the operations that stand in the text, those of
-- the functions c01 ... included.
local function run_cost(c, newton, what)
  local text = counts(c, "") .. what .. lesser(c, "")
  if newton then
    local of = c.loops > 1 and " of each of " .. c.loops .. " iterations" or ""
    text = text .. "; " .. counts(c, "sweep_") .. " a sweep" .. of
        .. lesser(c, "sweep_")
  end
  return text
end

function c99.cost(c, newton)
  local text = run_cost(c, newton, " a step")
  if c.once > 0 then
    text = text .. "; " .. c.once .. " once a call"
  end
  return text .. "; the time 7 add"
end

-- What a step of any size costs, taken or rejected, but for its control.
function c99.trial_cost(page)
  local c, act = page.trial.cost, page.act and page.act.cost
  local text = run_cost(c, page.newton, " a trial") .. some(c.once, "more product")
  if not act then return text end
  return text .. "; and " .. counts(act, "") .. " to know what acts "
      .. (page.control.hands_on and "where steps begin anew" or "at its start, if new")
end

return target(c99)
