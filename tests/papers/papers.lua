-- SPDX-License-Identifier: MIT
--
-- The figures of the papers, which figures.lua describes:
--   papers list                   their names
--   papers check [NAME...]        do the claims about them hold?
--   papers draw FOLDER [NAME...]  numbers, gnuplot scripts and pictures
--
-- Of a figure are panels, of these curves, which measure.lua makes.

local FOLDER = debug.getinfo(1, "S").source:match("^@(.*/)")
local drawn      -- a picture is drawn: also what only that needs
local panels     -- of the figure
local claims, broken

function drawing()
  return drawn
end

-- ---- panels, and what is read of their curves by name, or of the only one ----

local Panel = {}
Panel.__index = Panel

-- `axes`: plain, log_y, log (both), dots (without lines) or sphere (in space).
function panel(axes, title, x, y, curves)
  local p = setmetatable({axes = axes, title = title, x = x, y = y, curves = curves}, Panel)
  panels[#panels + 1] = p
  return p
end

function Panel:curve(name)
  for _, c in ipairs(self.curves) do
    if c.name == name or not name and #self.curves == 1 then return c end
  end
  error("no curve " .. name .. " of " .. self.title)
end

function Panel:names()
  local names = {}
  for i, c in ipairs(self.curves) do names[i] = c.name end
  return names
end

-- y where x is (nearly) this.
function Panel:at(name, x)
  for _, p in ipairs(self:curve(name)) do
    if math.abs(p[1] - x) <= 1e-9 * math.abs(x) then return p[2] end
  end
  error("no point " .. x .. " of " .. self.title)
end

-- The largest |y|, or size of what is made of a point; NaN if one is none.
function Panel:most(name, of)
  local most = 0
  for _, p in ipairs(self:curve(name)) do
    most = larger(most, of and of(table.unpack(p)) or p[2])
  end
  return #self:curve(name) > 0 and most or 0 / 0
end

-- The least z.
function Panel:lowest(name)
  local least = math.huge
  for _, p in ipairs(self:curve(name)) do
    least = p[3] >= least and least or p[3]
  end
  return least
end

function Panel:mean(name)
  local sum = 0
  for _, p in ipairs(self:curve(name)) do sum = sum + p[2] end
  return sum / #self:curve(name)
end

function Panel:median(name)
  local y = {}
  for i, p in ipairs(self:curve(name)) do y[i] = p[2] end
  table.sort(y)
  return y[#y // 2 + 1]
end

-- The order of an error against the step, from 2 x to x or from another.
function Panel:order(name, x, other)
  other = other or 2 * x
  return math.log(self:at(name, x) / self:at(name, other)) / math.log(x / other)
end

-- How far a curve is from another, at the most.
function Panel:apart(name, panel, other)
  local a, b, most = self:curve(name), panel:curve(other or name), 0
  for i = 1, #a do most = larger(most, distance(a[i], b[i])) end
  return #a > 0 and #a == #b and most or 0 / 0
end

-- How often y jumps by half a turn; -1 if it moves otherwise.
function Panel:jumps(name)
  local c, count = self:curve(name), 0
  for i = 2, #c do
    local d = math.abs(c[i][2] - c[i - 1][2])
    if math.abs(d - math.pi) < 1e-12 then
      count = count + 1
    elseif not (d < 1e-12) then
      return -1
    end
  end
  return count
end

-- ---- claims: each prints a line, and NaN fulfils none ----

local function say(holds, what, ...)
  claims, broken = claims + 1, broken + (holds and 0 or 1)
  if not drawn then
    print((holds and "ok      " or "FAILED  ") .. what:format(...))
  end
end

function less(what, a, b)
  say(a < b, "%s: %.3g < %.3g", what, a, b)
end

function about(what, got, want, factor)
  say(got <= want * factor and got >= want / factor, "%s: %.5g is %.5g but for a factor of %.3g",
      what, got, want, factor)
end

function close(what, got, want, within)
  say(math.abs(got - want) <= within, "%s: %.7g is %.7g within %.2g", what, got, want, within)
end

-- At x each of a list has a smaller y than each of the next list.
function ahead(p, x, ...)
  local lists = {...}
  for i = 2, #lists do
    for _, a in ipairs(lists[i - 1]) do
      for _, b in ipairs(lists[i]) do
        less(("%s at %g, %s and %s"):format(p.title, x, a, b), p:at(a, x), p:at(b, x))
      end
    end
  end
end

-- At each step errors fall with this order.
function orders(p, steps, order, names)
  for _, name in ipairs(names) do
    for _, h in ipairs(steps) do
      close(("%s, order of %s at %g"):format(p.title, name, h), p:order(name, h), order, 0.15)
    end
  end
end

-- At each step y is below a bound, or above it.
function below(p, name, steps, bound)
  for _, h in ipairs(steps) do less(p.title .. ", " .. name, p:at(name, h), bound) end
end

function above(p, name, steps, bound)
  for _, h in ipairs(steps) do less(p.title .. ", " .. name, bound, p:at(name, h)) end
end

-- It is that of another panel, or another curve, but for a factor.
function alike(p, other, name, steps, factor, second)
  for _, h in ipairs(steps) do
    about(p.title .. ", " .. name, p:at(name, h), other:at(second or name, h), factor)
  end
end

-- ---- a figure as numbers, as a script for gnuplot, and as a picture ----

local WIDTH, HEIGHT = 620, 420 -- of a panel
local STYLE = {plain = "lines linewidth 0.7", log_y = "lines linewidth 0.7",
               log = "linespoints pointsize 0.6", dots = "points", sphere = "lines linewidth 0.7"}
-- By size where the axis has no place for a sign.
local COLUMNS = {sphere = "1:2:3", log_y = "1:(abs($2))"}

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

-- Curves one after another, each with a headline, two blank lines between.
local function write_numbers(p, path)
  local out = {}
  for i, c in ipairs(p.curves) do
    out[#out + 1] = ("%s# %s: %s, %s\n"):format(i > 1 and "\n\n" or "", c.name, p.x, p.y)
    for _, q in ipairs(c) do
      out[#out + 1] = p.axes == "sphere" and ("%.6g,%.6g,%.6g\n"):format(q[1], q[2], q[3])
          or ("%.6g,%.6g\n"):format(q[1], q[2])
    end
  end
  write(path, table.concat(out))
end

-- Nothing could be computed: it is named, but there is nothing to draw.
local function is_empty(c)
  for _, q in ipairs(c) do
    if q[2] - q[2] == 0 then return false end
  end
  return true
end

-- gnuplot draws no NaN, but does not count a curve without lines.
local function curve_script(p, csv, i, c)
  local line = is_empty(c) and "keyentry with " .. STYLE[p.axes]
      or ('"%s" index %d using %s with %s'):format(csv, i - 1, COLUMNS[p.axes] or "1:2",
                                                    STYLE[p.axes])
  if p.axes == "log" then -- every other one is dashed, since some lie on each other
    line = line .. " dashtype " .. 1 + (i - 1) % 2
  end
  return line .. (' linecolor %d title "%s" noenhanced'):format(i, c.name)
end

local function panel_script(p, csv)
  local out = {('set title "%s"\nset xlabel "%s"\nset ylabel "%s"\n'):format(p.title, p.x, p.y),
               p.axes == "dots" and "set offsets 0.5, 0.5\nset xtics 1\n"
                   or "unset offsets\nset xtics autofreq\n",
               'unset logscale\nset format "%g"\nunset zlabel\n',
               p.axes == "log" and 'set logscale xy\nset format "10^{%T}"\n' or "",
               p.axes == "log_y" and 'set logscale y\nset format y "10^{%T}"\n' or "",
               p.axes == "sphere" and "set xyplane 0\nset view equal xyz\nset view 65, 35\n"
                   .. "set xrange [-1:1]\nset yrange [-1:1]\nset zrange [-1:1]\n"
                   or "set autoscale\n",
               #p.curves > 1 and "set key\n" or "unset key\n",
               p.axes == "sphere" and "splot" or "plot"}
  for i, c in ipairs(p.curves) do
    out[#out + 1] = (i > 1 and "," or "") .. " \\\n  " .. curve_script(p, csv, i, c)
  end
  return table.concat(out) .. "\n"
end

-- Writes NAME_1.csv (a file for each panel), NAME.gp and NAME.svg.
local function draw(f, folder)
  local rows = (#panels + f.columns - 1) // f.columns
  local script = {("# %s: in this folder, gnuplot %s.gp\n"
      .. 'set terminal svg size %d,%d background rgb "white" font "sans,11"\n'
      .. 'set output "%s.svg"\nset datafile separator comma\n'
      .. "set key outside right noenhanced\nset grid linewidth 0.5\n"
      .. 'set multiplot layout %d,%d title "%s" noenhanced\n'):format(f.name, f.name,
      f.columns * WIDTH, rows * HEIGHT + 30, f.name, rows, f.columns, f.shows)}
  for i, p in ipairs(panels) do
    local csv = ("%s_%d.csv"):format(f.name, i)
    write_numbers(p, folder .. "/" .. csv)
    script[#script + 1] = panel_script(p, csv)
  end
  write(folder .. "/" .. f.name .. ".gp", table.concat(script) .. "unset multiplot\n")
  assert(os.execute(("cd '%s' && gnuplot %s.gp"):format(folder, f.name)), "gnuplot failed")
  print(("%s/%s.svg"):format(folder, f.name))
end

-- ---- the words of the command ----

local figures = {}

-- figure(NAME, COLUMNS, WHAT IT SHOWS, measure): NAME is the paper's number, "figure_" or
-- "table_", number; the columns are those of panels in the picture.
function figure(name, columns, shows, measure)
  table.insert(figures, {name = name, columns = columns, shows = shows, measure = measure})
end

local function perform(f)
  panels, claims, broken = {}, 0, 0
  if not drawn then print(f.name .. ": " .. f.shows) end
  f.measure()
  if drawn then draw(f, arg[2]) end
  unload()
  return claims > 0 and (drawn or broken == 0)
end

dofile(FOLDER .. "measure.lua")
dofile(FOLDER .. "figures.lua")
local word, first = arg[1], arg[1] == "draw" and 3 or 2
drawn = word == "draw"
if word == "list" then
  for _, f in ipairs(figures) do print(("%-16s %s"):format(f.name, f.shows)) end
  return true
elseif word ~= "check" and not (drawn and arg[2]) then
  io.stderr:write("papers list | check [NAME...] | draw FOLDER [NAME...]\n")
  return false
end
local good, done = true, 0
for _, f in ipairs(figures) do
  local wanted = not arg[first]
  for i = first, #arg do wanted = wanted or arg[i] == f.name end
  if wanted then
    good, done = perform(f) and good, done + 1
  end
end
return good and done > 0 and (not arg[first] or done == #arg - first + 1)
