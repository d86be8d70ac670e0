-- prelude.lua - building blocks of methods: kicks, turns, drifts and flows of other
-- methods.  A state is a table { t, R, L, z }.  z is a list of the other stored values:
-- position and velocity of a body that moves, then the momenta of its wheels and its
-- states.  m.rates(s) returns their rates.  No function here modifies the state that
-- it is given.

-- Returns the value.  While a step is derived, the host replaces this function by one
-- that also names the value if it has its own line in the code.
function label(text, suffix, value) return value end

-- Returns the claims of a method's file for these options and this map, with defaults
-- for the claims that the file leaves out.
function promised(file, opt, map)
  local all = { symmetric = false, implicit = false, gyro = false,
                states = false, inertia = false, maps = true, dense = false,
                numbers = false, keeps = {}, admits = { "t", "R", "w", "x" } }
  for _, name in ipairs { "order", "order_free", "symmetric", "implicit", "gyro",
                          "states", "inertia", "maps", "dense", "numbers", "turn", "keeps",
                          "admits" } do
    local said = file[name]
    if type(said) == "function" then said = said(opt, map) end
    if said ~= nil then all[name] = said end
  end
  all.order_free = all.order_free or all.order
  if all.turn == nil then all.turn = all.implicit and 1/2 or all.maps and map.turn end
  return all
end

-- Makes the step return STEP_TOO_LARGE unless h |w| is less than m.turn whole turns for
-- the rate w at the start.  Checks once per step, and not at all if `accept` of a solve
-- checks the turn (m.turn is nil).  v, if given, is share (default 1) times h w/2.
function limit_turn(m, s, h, v, share)
  if not m.turn then return end
  v = v or h/2 * m.omega(s.L, s)
  demand(lt(dot(v, v), (pi * m.turn * (share or 1))^2), "too large")
  m.turn = nil
end

-- Returns a copy of s with the fields in `new`; w and kick are not copied from s.
function with(s, new)
  return { t = new.t or s.t, R = new.R or s.R, L = new.L or s.L, z = new.z or s.z,
           w = new.w, kick = new.kick }
end

-- Returns the list of z[k] + c rates[k].
function later(z, c, rates)
  local new = {}
  for k = 1, #z do new[k] = z[k] + c * rates[k] end
  return new
end

-- Returns the list of z[k] + c sum_j weights[j] lists[j][k].
function later_by(z, c, weights, lists)
  local sums = {}
  for k = 1, #z do
    local rates = {}
    for j = 1, #lists do rates[j] = lists[j][k] end
    sums[k] = #rates > 0 and weighted(weights, rates) or 0 * z[k]
  end
  return later(z, c, sums)
end

-- Returns a copy of s.z whose items first .. last have moved for h at their rates in s.
local function acted(m, s, h, first, last)
  local z = { table.unpack(s.z) }
  local rates = first <= last and m.rates(s)
  for k = first, last do z[k] = z[k] + h * rates[k] end
  return z
end

-- Returns the index in z at which wheels and states begin.
local function first_extra(m) return m.moves and 3 or 1 end

-- Returns s after torque, force and the rates of z up to item `last` (default: all) have
-- acted for h at the attitude and position of s.  Adds h m.slip(s) to the position.
function kick(m, s, h, last)
  local L = name("p", "", s.L + h * m.torque(s))
  local z = acted(m, s, h, m.moves and 2 or 1, last or #s.z)
  if m.slips then z[1] = z[1] + h * m.slip(s) end
  return with(s, { L = L, z = z })
end

-- Returns s after the centre of mass has moved for h at its velocity.
function drift(m, s, h)
  local z = { table.unpack(s.z) }
  if m.moves then z[1] = z[1] + h * z[2] end
  return with(s, { z = z })
end

-- True if the displacement `way` (way0 at the start) has converged after Newton's
-- correction d.  It is added to x.  An error in the last digits of x, or of the body's
-- size `own`, is accepted: the displacement of a body nearly at rest has no others.
local function steady(d, way0, way, x, own)
  local size = eps * (dot(way0, way0) + dot(way, way))
               + (32 * eps)^2 * (dot(x, x) + own^2)
  return le(64 * dot(d, d), size)
end

-- True if item k of z, s.z[k] at the start, has converged to `value` after the correction d.
function settled(m, s, h, k, d, value)
  local x, v, own = s.z[1], s.z[2], m.further[k].own
  if m.moves and k == 1 then return steady(d, h * v, value - x, x, own) end
  if m.moves and k == 2 then return steady(h * d, h * v, h * value, x, own) end
  local function square(a) return m.further[k].size > 1 and dot(a, a) or a^2 end
  return le(64 * square(d), eps * (square(s.z[k]) + square(value)) + (32 * eps * own)^2)
end

-- Solves for the unknown u with the residual e together with the unknowns z[k] with the
-- residuals residual[k] for all k in `places`.  Returns u and sets z.
local function solve_with(m, s, h, u, e, places, z, residual, options)
  local list, rest = { u }, { e }
  for i, k in ipairs(places) do
    list[i + 1], rest[i + 1] = z[k], residual[k]
  end
  local new = solve(list, rest, {
    done = function(new, d)
      local all = options.done(new[1], d[1])
      for i, k in ipairs(places) do
        if k < first_extra(m) or not is_zero(d[i + 1]) then -- 0: a free wheel
          all = both(all, settled(m, s, h, k, d[i + 1], new[i + 1]))
        end
      end
      return all
    end,
    accept = options.accept and function(new) return options.accept(new[1]) end,
  })
  for i, k in ipairs(places) do z[k] = new[i + 1] end
  return new[1]
end

-- The adjoint of kick: torque and force are evaluated at the momentum and velocity
-- after the kick.  It equals kick unless they depend on momentum or velocity.
function kick_adjoint(m, s, h)
  if not m.depends.w then return kick(m, s, h) end
  local first, places = m.moves and 2 or 1, {}
  local L = unknown("L", s.L + h * m.torque(s))
  local z = acted(m, s, h, first, #s.z)
  for k = first, #z do
    z[k], places[#places + 1] = unknown(m.further[k].name, z[k]), k
  end
  local function slide() if m.slips then z[1] = s.z[1] + h * m.slip(with(s, { z = z })) end end
  slide()
  local new = with(s, { L = L, z = z })
  local T, rates = m.torque(new), m.rates(new)
  local e = L - s.L - h * T
  L = solve_with(m, s, h, L, e, places, z, later(later(z, -1, s.z), -h, rates), {
    done = function(L, d) return small(h/4 * m.inverse(d, s)) end,
  })
  slide()
  return with(s, { L = L, z = z })
end

-- A kick that ends the step.  If torque and force depend on neither momentum nor
-- velocity, only wheels and states move here.  The field `kick` requests the rest from
-- the host, which reuses torque and force at the end of a step in the next step.
function last_kick(m, s, h)
  if m.depends.w then return kick_adjoint(m, s, h) end
  return with(s, { z = acted(m, s, h, first_extra(m), #s.z), kick = h })
end

-- The same kick without solving: e is the end of the step, already known; L and the
-- velocity in z are those before the kick.
function end_kick(m, e, h, L, z)
  local new = { table.unpack(e.z) }
  if m.moves then new[2] = z[2] end
  if not m.depends.w then return with(e, { L = L, z = new, kick = h }) end
  L = L + h * m.torque(e)
  if m.moves then new[2] = new[2] + h * m.rates(e)[2] end
  return with(e, { L = L, z = new })
end

-- Returns s after its pending kick, if any.  Wheels and states have moved already.
function settle(m, s)
  return s.kick and kick(m, s, s.kick, m.moves and 2 or 0) or s
end

-- Returns s turned by g, with the same spatial momentum.
function turn(s, g)
  return with(s, { R = s.R:turned(g), L = label("L_turned", "", g:unrotate(s.L)) })
end

-- Returns the rotation about axis i with a half vector of length a, and L in the turned
-- axes.  Component `soon` of L, if given, takes one more product but does not wait for
-- the sine.
function turn_about(m, i, a, L, soon)
  local j, k = i % 3 + 1, (i + 1) % 3 + 1
  local half, new = { 0, 0, 0 }, { L[1], L[2], L[3] }
  a = name("v", "", a)
  half[i] = a
  local q, c1 = m.map.element(vec(half[1], half[2], half[3])):quaternion()
  local c, x = q[1], q[i + 1]
  local function lever(n)
    if n == soon and c1 then return c1 * name("lever", "", a * L[n]) end
    return x * L[n]
  end
  new[j] = L[j] + 2 * x * (c * L[k] - lever(j))
  new[k] = L[k] - 2 * x * (c * L[j] + lever(k))
  return element { c, vec(q[2], q[3], q[4]) },
         name("p", "", vec(new[1], new[2], new[3]))
end

-- True if a[i] = b[i] for all i.
local function same(a, b)
  for i = 1, #a do
    if not is_zero(a[i] - b[i]) then return false end
  end
  return true
end

-- Returns R turned by a list of rotations in principal axes.  If the stored numbers are
-- a rotation element and `restore` changes nothing, R is turned by all rotations but the
-- last first: this need not wait for the last one.
function turned_by(m, R, turns)
  local a, x, before = m.attitude, R:parts()
  local last = turns[#turns]
  local early = not before and not m.depends.w and a.own.element
    and same(a.from(a.element(x)), x) and same(a.restore(x), x)
    and same(m.principal.element(last):quaternion(), (last:quaternion()))
  local g = turns[1]
  for i = 2, #turns - (early and 1 or 0) do g = g * turns[i] end
  local q = g:quaternion()
  name("g", "", vec(q[2], q[3], q[4]))     -- so that it keeps its scale
  g = m.principal.element(g)
  if not early then return R:turned(g) end
  return a.at(a.from(a.element(x) * g)):turned(last)
end

-- Returns the principal moments at a state; if the inertia changes, its diagonal.
function moments_at(m, s)
  if not m.changes then return m.principal.moments end
  return { m.inertia(vec(1, 0, 0), s)[1], m.inertia(vec(0, 1, 0), s)[2],
           m.inertia(vec(0, 0, 1), s)[3] }
end

-- Refuses the option `axes` unless it is a permutation of 1, 2, 3.
function check_axes(axes)
  local a, b, c = table.unpack(axes)
  if a == b or b == c or c == a then
    refuse("axes", "the axes are 1, 2 and 3 in any order")
  end
end

-- Returns the rate of the attitude's numbers x at the body rate w, by the attitude's
-- kinematic equation.  The step fails where that equation is singular.
function rate_of_numbers(m, x, w)
  local attitude = m.attitude
  if not attitude.rate then
    error("the attitude has no kinematic equation: its file gives no 'rate'", 2)
  end
  if attitude.regular then demand(attitude.regular(x)) end
  return attitude.rate(x, w)
end

-- True if a is zero up to the rounding of surds, which is far below a method's numbers.
function vanishes(a) return not is_zero(lt(abs(a), eps^4)) end

-- Returns the inverse of rows and columns first .. last of a matrix of numbers, or nil
-- if a pivot vanishes.
function inverse(matrix, first, last)
  local a, d = {}, {}
  for i = first, last do
    a[i], d[i] = {}, {}
    for j = first, last do
      a[i][j], d[i][j] = matrix[i][j], i == j and 1 or 0
    end
  end
  local function subtract(i, k, factor)
    for j = first, last do
      a[i][j] = a[i][j] - factor * a[k][j]
      d[i][j] = d[i][j] - factor * d[k][j]
    end
  end
  for k = first, last do
    if vanishes(a[k][k]) then return nil end
    subtract(k, k, 1 - 1 / a[k][k])
    for i = first, last do
      if i ~= k then subtract(i, k, a[i][k]) end
    end
  end
  return d
end

-- Returns the rate of a body that turns by the half vector p during h.
function rate_of(p, h)
  return 2 * p / select(lt(0, h^2), h, 1)
end

-- Returns the state at the time t after a turn from R by the half vector p during h, at
-- the rate of this turn, and the rotation.
function turned_from(m, R, p, h, t, z)
  local g, w = m.map.element(p), rate_of(p, h)
  local e = { t = t, R = R:turned(g), w = w, z = z }
  e.L = m.momentum(w, e)
  return e, g
end

-- Returns the options of `solve` for the half vector p of the step's rotation, or
-- (turns = 2) of the rotation of each half step, from the initial guess `start`.
--
-- done: after the correction d of half a step's p, the error of p is about 4 |p| d.d
-- because rotations are curved; in rate form it is about 4 d.d because of the product
-- L x w.  It must be round-off relative to |p|, or relative to a whole turn if nothing
-- turns.
--
-- accept: in the physical solution each half of the step is less than a quarter turn,
-- also for a body that keeps its initial rate.
local function for_turns(m, s, h, start, turns, form)
  m.turn = nil                        -- `accept` checks the turn
  local w0, square = m.omega(s.L, s), 16 * turns^2
  local size = sqrt(h^2 * dot(w0, w0) / square + turns^2/4 * dot(start, start)
                    + eps^2)
  return {
    done = function(p, d)
      if form == "momentum" then return lt(square * dot(d, d), eps) end
      return le(square * dot(d, d), eps * size)
    end,
    accept = function(p)
      return select(lt(dot(p, p), 4 * m.map.quarter() / turns^2),
                    lt(h^2 * dot(w0, w0), pi^2), 0)
    end,
  }
end

-- Solves for p as above, and for the values
--     z = z0 + c rate,   or   z = z0 + c (rate0 + rate).
-- r(p, z) returns the residual of p and the state whose rates enter here.  `from` is
-- { form =, turns =, c = (default h/2), both = (true: second formula) }.  Optional fields:
-- `p`, the initial guess; `z`, z0, and `rates`, rate0, if they are not those of s.
-- The velocity is an unknown beside p only if torque or force depend on the position,
-- the velocity or the body rate.
function solve_turn(m, s, h, from, r)
  if from.form ~= "momentum" and from.form ~= "rate" then
    error("solve_turn: form is 'momentum' or 'rate'", 2)
  end
  local is_apart = m.moves and not (m.depends.w or m.depends.x)
  local first, starts = is_apart and 3 or m.moves and not m.slips and 2 or 1, {}
  local half, c = h/(2 * from.turns), from.c or h/2
  local start = from.p or half * m.omega(s.L + c * m.f(s), s)
  local z0, rate0 = from.z or s.z, from.rates or m.rates(s)
  for k = first, #z0 do
    starts[k] = z0[k] + (from.both and 2 * c or c) * rate0[k]
  end
  local turns = for_turns(m, s, h, start, from.turns, from.form)
  local p, z, places = unknown("s", start), {}, {}
  local function added(k, rate) return from.both and rate0[k] + rate or rate end
  local function place()
    if m.moves and not m.slips then z[1] = z0[1] + c * added(1, z[2]) end
  end
  if is_apart then z[2] = vec(0, 0, 0) end
  for k = first, #z0 do
    z[k], places[#places + 1] = unknown(m.further[k].name, starts[k]), k
  end
  place()
  local e, at = r(p, z)
  if #places == 0 then
    p = solve(p, e, turns)
  else
    local rates, rest = m.rates(at), {}
    for _, k in ipairs(places) do
      rest[k] = z[k] - z0[k] - c * added(k, rates[k])
    end
    p = solve_with(m, s, h, p, e, places, z, rest, turns)
  end
  if is_apart then
    e, at = r(p, z)
    z[2] = z0[2] + c * added(2, m.rates(at)[2])
  end
  place()
  return p, z
end

-- Returns the values z1 at the end of a step h from z0, where z are those at the midpoint.
function twice_as_far(m, z0, z, h)
  local new = {}
  for k = 1, #z do
    new[k] = m.moves and not m.slips and k == 1 and z0[1] + h * z[2] or 2 * z[k] - z0[k]
  end
  return new
end

-- Returns the state of the free body after h by the midpoint rule: two equal rotations g
-- about the axis of the midpoint rate, J (4 p / h) = g' L0.
function midpoint_free(m, s, h)
  local w0 = m.omega(s.L)
  local start = h/4 * m.omega(s.L + h/2 * cross(s.L, w0))
  local p = unknown("s", start)
  p = solve(p, m.inertia(p) - h/4 * m.map.element(p):unrotate(s.L),
            for_turns(m, s, h, start, 2, "momentum"))
  local g = m.map.element(p)
  return turn(s, g * g)
end

-- Returns the state after one step of a method given by an option.  Its last kick may
-- be pending: the next flow does it first, where it shares the torque with the first
-- kick of that step.  Otherwise `settle` does it.
function flow(method, m, s, h)
  local from, span = settle(m, s), m.span
  m.span = h
  local new = with(from, method.step(m, from, h, method.opt))
  m.span = span
  new.t = from.t + h
  return new
end

return true
