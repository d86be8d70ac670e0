-- SPDX-License-Identifier: MIT
--
-- Curves: {name =, {x, y}, ...}, or {x, y, z} in space; where nothing could be computed, y is
-- NaN.  Each is of a run: what motion() takes, and {name =, till =}, its time.

local TWO_PI = 2 * math.pi

local function round(x)
  return math.floor(x + 0.5)
end

-- The larger one by size; NaN if one is none.
function larger(a, b)
  return (a ~= a or a >= math.abs(b)) and a or math.abs(b)
end

function distance(a, b)
  local sum = 0
  for i = 1, #a do sum = sum + (a[i] - b[i]) ^ 2 end
  return math.sqrt(sum)
end

-- Runs that differ in one setting: of values, or {name, value}.
function each(setting, values, run)
  local runs = {}
  for i, value in ipairs(values) do
    local r = {}
    for k, v in pairs(run) do r[k] = v end
    r.name = type(value) == "table" and value[1] or value
    r[setting] = type(value) == "table" and value[2] or value
    runs[i] = r
  end
  return runs
end

local loaded = {}

function unload()
  loaded = {}
  collectgarbage()
end

-- Its motion at the start, with the energy and the momentum that it has there.
local function start(run)
  local key = {}
  for _, k in ipairs{"body", "method", "attitude", "constant", "value", "gcc"} do
    key[#key + 1] = tostring(run[k])
  end
  key = table.concat(key, "\n")
  loaded[key] = loaded[key] or motion(run)
  local m = loaded[key]
  m:start()
  return m
end

local function norm(a)
  return math.sqrt(a[1] * a[1] + a[2] * a[2] + a[3] * a[3])
end

local function turned(R, a)
  local b = {}
  for i = 1, 3 do b[i] = R[3*i - 2] * a[1] + R[3*i - 1] * a[2] + R[3*i] * a[3] end
  return b
end

-- ---- against the step size: what an error is at the end ----

local function of_known(run)
  return known(run.value and run.body .. " " .. run.value or run.body, run.till)
end

local function to_end(m, run, h)
  return m:run(h, round(run.till / h))
end

-- The singular values of a difference of rotations are d, d and 0.
function attitude(m, run, h)
  to_end(m, run, h)
  return distance(m:rotation(), (of_known(run))) / math.sqrt(2)
end

function momentum(m, run, h)
  to_end(m, run, h)
  local _, L = of_known(run)
  return distance(m:momentum(), L)
end

-- Of a point of the body.
function place(point)
  return function(m, run, h)
    to_end(m, run, h)
    return distance(turned(m:rotation(), point), turned((of_known(run)), point))
  end
end

-- The largest |H/H0 - 1| at 1000 times.
function energy_loss(m, run, h)
  local first, most = m:energy(), 0
  for _ = 0, 1000 do
    most = larger(most, m:energy() / first - 1)
    m:run(h, round(run.till / 1000 / h))
  end
  return most
end

function change(m, run, h)
  return (m:leaps(h, round(run.till / h)))
end

function longest(m, run, h)
  return (select(2, m:leaps(h, round(run.till / h))))
end

function errors(of, runs, steps)
  local curves = {}
  for i, run in ipairs(runs) do
    curves[i] = {name = run.name}
    for k, h in ipairs(steps) do curves[i][k] = {h, of(start(run), run, h)} end
  end
  return curves
end

-- The same against the seconds of a run, compiled by gcc, out of as many as take a while.
function times(of, runs, steps)
  for _, run in ipairs(runs) do run.gcc = "yes" end
  local curves = errors(of, runs, steps)
  for i, run in ipairs(runs) do
    for k, h in ipairs(steps) do
      local n, begin, m = 0, os.clock(), start(run)
      repeat
        for _ = 1, 20 do
          m:start()
          to_end(m, run, h)
        end
        n = n + 20
      until os.clock() - begin >= 5e-3
      curves[i][k][1] = (os.clock() - begin) / n
    end
  end
  return curves
end

-- h, h/2, ... h/2^n, or from the m-th of these on.
function halves(h, n, m)
  local steps = {}
  for i = m or 0, n do steps[#steps + 1] = h * 2.0 ^ -i end
  return steps
end

-- ---- on the way: readings of a motion at t, whose energy and momentum were first's ----

function energy(m, _, first)
  return (m:energy() - first.energy) / first.energy
end

function energy_change(m, _, first)
  return m:energy() - first.energy
end

function length(m)
  return norm(m:numbers())
end

-- Of the momentum in space.
function spatial(m, _, first)
  local p = turned(m:rotation(), m:momentum())
  return distance(p, first.spatial) / norm(first.spatial)
end

-- R'R - 1: its Frobenius norm, and its largest entry by size.
local function shape_and_skewness(m)
  local R, sum, most = m:rotation(), 0, 0
  for i = 1, 3 do
    for j = 1, 3 do
      local d = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j] - (i == j and 1 or 0)
      sum, most = sum + d * d, larger(most, d)
    end
  end
  return math.sqrt(sum), most
end

function shape(m)
  return (shape_and_skewness(m))
end

function skewness(m)
  return (select(2, shape_and_skewness(m)))
end

-- The second angle of the other triple of angles, where the first is not 0, and as many turns
-- as pi t has by then.
function second_angle(m, t)
  local a = m:numbers()
  local b = math.cos(a[1]) < 0 and math.pi - a[2] or a[2]
  return b + TWO_PI * round((math.pi * t - b) / TWO_PI)
end

function deviation(m, t)
  return second_angle(m, t) - math.pi * t
end

-- Three numbers: the space's third axis, seen from the body, and a point of it in space.
function vertical(m)
  return table.move(m:rotation(), 7, 9, 1, {})
end

function point(p)
  return function(m) return turned(m:rotation(), p) end
end

function numbers(m)
  return m:numbers()
end

function rate(m)
  return m:rate()
end

-- Calls `look` with what is read after each `stride` of steps of h.
local function follow(read, run, h, stride, look)
  local m = start(run)
  local first = {energy = m:energy(), spatial = turned(m:rotation(), m:momentum())}
  for n = 0, round(run.till / h), stride or 1 do
    look(n / (1 / h), read(m, n / (1 / h), first), n)
    m:run(h, stride or 1)
  end
end

-- Against time; of a `group` of readings the largest, without the start.
function track(read, runs, h, stride, group)
  local curves = {}
  for i, run in ipairs(runs) do
    local c, most = {name = run.name}, 0
    follow(read, run, h, stride, function(t, y, n)
      if not group then
        c[#c + 1] = {t, y}
      elseif n > 0 then
        most = larger(most, y)
        if n % (group * (stride or 1)) == 0 then
          c[#c + 1], most = {t, most}, 0
        end
      end
    end)
    curves[i] = c
  end
  return curves
end

-- In space.
function way(read, runs, h, stride)
  local curves = {}
  for i, run in ipairs(runs) do
    curves[i] = {name = run.name}
    follow(read, run, h, stride, function(_, y) table.insert(curves[i], y) end)
  end
  return curves
end

-- Three numbers against time.
function track_three(read, run, names, h, stride)
  local curves = {}
  for k = 1, 3 do curves[k] = {name = names[k]} end
  follow(read, run, h, stride, function(t, y)
    for k = 1, 3 do table.insert(curves[k], {t, y[k]}) end
  end)
  return curves
end

-- How the runs end: the status of the step that fails, or 0, against their place.
function ends(name, runs, h)
  local c = {name = name}
  for i, run in ipairs(runs) do c[i] = {i, to_end(start(run), run, h)} end
  return c
end

-- Of the verticals of two runs.
function apart_by(one, other, h)
  local c, a, b = {name = "distance"}, start(one), start(other)
  for i = 1, round(one.till / h) do
    a:run(h, 1)
    b:run(h, 1)
    c[i] = {h * i, distance(vertical(a), vertical(b))}
  end
  return {c}
end

-- Means of |H - H0| against the values of a constant.
function means(constant, values, runs, h)
  local curves = {}
  for i, run in ipairs(runs) do
    curves[i] = {name = run.name}
    for k, value in ipairs(values) do
      run.constant, run.value = constant, tostring(value)
      local m, sum, n = start(run), 0, round(run.till / h)
      local first = m:energy()
      for _ = 1, n do
        m:run(h, 1)
        sum = sum + math.abs(m:energy() - first)
      end
      curves[i][k] = {value, sum / n}
    end
  end
  return curves
end

-- |H/H0 - 1| up to the step that has lost it altogether.
function losses(runs, h)
  local curves = {}
  for i, run in ipairs(runs) do
    local c, m = {name = run.name}, start(run)
    local first, error = m:energy(), 0
    while #c < round(run.till / h) and error < 1 do
      m:run(h, 1)
      error = math.abs(m:energy() / first - 1)
      c[#c + 1] = {(#c + 1) * h, error}
    end
    curves[i] = c
  end
  return curves
end

-- H/H0 - 1: its range in blocks of steps, against 1000 s, from the start; and its largest size
-- from `starts` that are a rounding away.
function wander(runs, h, block, starts)
  local ranges, largest = {}, {}
  for i, run in ipairs(runs) do
    ranges[i], largest[i] = {name = run.name}, {name = run.name}
    for k = 1, starts do
      local m, most, status = start(run), 0, 0
      m:nudge(1 + 1e-13 * (k - 1))
      local first = m:energy()
      for n = 0, round(run.till / h) - 1, block do
        local low, high = math.huge, -math.huge
        for _ = 1, block do
          status = m:run(h, 1)
          local e = m:energy() / first - 1
          low, high = e >= low and low or e, e <= high and high or e
        end
        most = larger(larger(most, low), high)
        if k == 1 then
          table.insert(ranges[i], {1e-3 * h * n, low})
          table.insert(ranges[i], {1e-3 * h * n, high})
        end
      end
      largest[i][k] = {k, status == 0 and most or 0 / 0}
    end
  end
  return ranges, largest
end
