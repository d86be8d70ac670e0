-- prelude.lua - what several methods are made of: kicks, turns, drifts and
-- flows of other methods.  A state is a table { t, R, L, z }, z a list of what is
-- stored besides: position and velocity of a body that moves, then what its
-- wheels have and its states, whose rates are m.rates(s).  None of these changes
-- the one that it is given.

-- The value, which is called so where it has a line of its own: the host does it
-- while a step is derived.
function label(text, suffix, value) return value end

-- What a method's file promises with its options and the map: what it says of
-- itself, else the common case.
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

-- The step returns STEP_TOO_LARGE unless it turns the body by less than m.turn (in
-- whole turns) at the rate with which it begins; once a step, and not where what
-- is solved for is held to that.  v, if it is known, is so much of h w/2.
function limit_turn(m, s, h, v, share)
  if not m.turn then return end
  v = v or h/2 * m.omega(s.L, s)
  demand(lt(dot(v, v), (pi * m.turn * (share or 1))^2), "too large")
  m.turn = nil
end

-- The state with some of its fields replaced.
function with(s, new)
  return { t = new.t or s.t, R = new.R or s.R, L = new.L or s.L, z = new.z or s.z,
           w = new.w, kick = new.kick }
end

-- Each of the values z after c times its rate.
function later(z, c, rates)
  local new = {}
  for k = 1, #z do new[k] = z[k] + c * rates[k] end
  return new
end

-- The same for the weighted sum of lists of rates.
function later_by(z, c, weights, lists)
  local sums = {}
  for k = 1, #z do
    local rates = {}
    for j = 1, #lists do rates[j] = lists[j][k] end
    sums[k] = #rates > 0 and weighted(weights, rates) or 0 * z[k]
  end
  return later(z, c, sums)
end

-- The values of z from the place `first` to `last` after h at their rates in s.
local function acted(m, s, h, first, last)
  local z = { table.unpack(s.z) }
  local rates = first <= last and m.rates(s)
  for k = first, last do z[k] = z[k] + h * rates[k] end
  return z
end

-- Where wheels and states begin in z.
local function first_extra(m) return m.moves and 3 or 1 end

-- Torque and force act for h at the attitude and position of s, and so do the rates
-- of wheels and states, or of z as far as `last`; the centre of mass slips.
function kick(m, s, h, last)
  local L = name("p", "", s.L + h * m.torque(s))
  local z = acted(m, s, h, m.moves and 2 or 1, last or #s.z)
  if m.slips then z[1] = z[1] + h * m.slip(s) end
  return with(s, { L = L, z = z })
end

-- The centre of mass moves on.
function drift(m, s, h)
  local z = { table.unpack(s.z) }
  if m.moves then z[1] = z[1] + h * z[2] end
  return with(s, { z = z })
end

-- Is a way h v, before h v0, settled after Newton's correction d?  It is added
-- to x: the last digits of x, or of what the body itself measures, are enough, as
-- a body that all but rests has no others.
local function steady(d, way0, way, x, own)
  local size = eps * (dot(way0, way0) + dot(way, way))
               + (32 * eps)^2 * (dot(x, x) + own^2)
  return le(64 * dot(d, d), size)
end

-- Is value k of z, at the start that of s, settled after the correction d?
function settled(m, s, h, k, d, value)
  local x, v, own = s.z[1], s.z[2], m.further[k].own
  if m.moves and k == 1 then return steady(d, h * v, value - x, x, own) end
  if m.moves and k == 2 then return steady(h * d, h * v, h * value, x, own) end
  local function square(a) return m.further[k].size > 1 and dot(a, a) or a^2 end
  return le(64 * square(d), eps * (square(s.z[k]) + square(value)) + (32 * eps * own)^2)
end

-- Solves for the unknowns that z has at some places, beside the unknown u with the
-- residual e; `residual` has those of z at the same places.  Gives u and sets z.
local function solve_with(m, s, h, u, e, places, z, residual, options)
  local list, rest = { u }, { e }
  for i, k in ipairs(places) do
    list[i + 1], rest[i + 1] = z[k], residual[k]
  end
  local new = solve(list, rest, {
    done = function(new, d)
      local all = options.done(new[1], d[1])
      for i, k in ipairs(places) do
        if k < first_extra(m) or not is_zero(d[i + 1]) then -- a free wheel is known
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

-- The adjoint of kick: torque and force at the momentum and velocity that they
-- lead to.  It is kick itself unless they depend on them.
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

-- A kick that ends the step.  Where torque and force depend on neither momentum
-- nor velocity it is left to the host, which carries what acts at the end of a
-- step to the start of the next; wheels and states move by their own rates.
function last_kick(m, s, h)
  if m.depends.w then return kick_adjoint(m, s, h) end
  return with(s, { z = acted(m, s, h, first_extra(m), #s.z), kick = h })
end

-- The same kick where e, the end of the step, is known, and L and the velocity of
-- z are those before the kick: it needs no solving.
function end_kick(m, e, h, L, z)
  local new = { table.unpack(e.z) }
  if m.moves then new[2] = z[2] end
  if not m.depends.w then return with(e, { L = L, z = new, kick = h }) end
  L = L + h * m.torque(e)
  if m.moves then new[2] = new[2] + h * m.rates(e)[2] end
  return with(e, { L = L, z = new })
end

-- The state after the kick, if one was left; wheels and states have moved.
function settle(m, s)
  return s.kick and kick(m, s, s.kick, m.moves and 2 or 0) or s
end

-- The body turns by g, its spatial momentum stays.
function turn(s, g)
  return with(s, { R = s.R:turned(g), L = label("L_turned", "", g:unrotate(s.L)) })
end

-- The rotation about axis i alone whose half vector is a long, and L seen from
-- the axes that it has turned.  What is wanted `soon` of that, one of L's three,
-- has a product more that does not wait for the sine.
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

-- Are these numbers the same?
local function same(a, b)
  for i = 1, #a do
    if not is_zero(a[i] - b[i]) then return false end
  end
  return true
end

-- R after rotations in principal axes, one after the other.  Numbers that are
-- those of a rotation, with nothing to restore, are turned by all but the last
-- while that one is still waited for.
function turned_by(m, R, turns)
  local a, x, before = m.attitude, R:parts()
  local last = turns[#turns]
  local early = not before and not m.depends.w and a.own.element
    and same(a.from(a.element(x)), x) and same(a.restore(x), x)
    and same(m.principal.element(last):quaternion(), (last:quaternion()))
  local g = turns[1]
  for i = 2, #turns - (early and 1 or 0) do g = g * turns[i] end
  local q = g:quaternion()
  name("g", "", vec(q[2], q[3], q[4]))     -- that it keeps its scale
  g = m.principal.element(g)
  if not early then return R:turned(g) end
  return a.at(a.from(a.element(x) * g)):turned(last)
end

-- The principal moments at a state: where the inertia changes, its diagonal.
function moments_at(m, s)
  if not m.changes then return m.principal.moments end
  return { m.inertia(vec(1, 0, 0), s)[1], m.inertia(vec(0, 1, 0), s)[2],
           m.inertia(vec(0, 0, 1), s)[3] }
end

-- The option `axes` names each of the three.
function check_axes(axes)
  local a, b, c = table.unpack(axes)
  if a == b or b == c or c == a then
    refuse("axes", "the axes are 1, 2 and 3 in any order")
  end
end

-- The rate of the numbers x of an attitude, by its own kinematic equation, of a
-- body that turns at the rate w.  Where that is singular the step fails.
function rate_of_numbers(m, x, w)
  local attitude = m.attitude
  if not attitude.rate then
    error("the attitude has no kinematic equation: its file gives no 'rate'", 2)
  end
  if attitude.regular then demand(attitude.regular(x)) end
  return attitude.rate(x, w)
end

-- Is a number zero?  What surds leave is far below any of a method's.
function vanishes(a) return not is_zero(lt(abs(a), eps^4)) end

-- The inverse of rows and columns first .. last of a matrix of numbers; nil if
-- a pivot vanishes on the way.
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

-- The rate of a body that turns by the half vector p in the time h.
function rate_of(p, h)
  return 2 * p / select(lt(0, h^2), h, 1)
end

-- The state at the time t, at that rate, when the body has turned from R by p; and
-- the rotation.
function turned_from(m, R, p, h, t, z)
  local g, w = m.map.element(p), rate_of(p, h)
  local e = { t = t, R = R:turned(g), w = w, z = z }
  e.L = m.momentum(w, e)
  return e, g
end

-- How a step is solved for the half vector p of its rotation, or (turns = 2) of
-- each half of it; from `start`.
--
-- After the correction d of half a step's p about 4 |p| d.d is left to correct,
-- for rotations are curved; in rate form 4 d.d, of the product L x w.  It shall
-- be round-off relative to |p|, and where nothing turns, relative to a whole
-- turn.
--
-- The physical solution is the one at which each half of the step is less than
-- a quarter turn, as it is for a body at its first rate.
local function for_turns(m, s, h, start, turns, form)
  m.turn = nil                        -- for `accept` looks at it
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

-- Solves for p as above and for the values z that are
--     z0 + c rate,   or   z0 + c (rate0 + rate):
-- r(p, z) gives p's residual and the state in which these are the rates.  `from`
-- is { form =, turns =, c = where it is not h/2, both = true for the second }, and may
-- have `p` to start with, `z`, z0, and `rates` of the start, if these are not those of
-- s.  The velocity is only then unknown with p if torque or force depend on where, or
-- how fast, the body is.
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

-- The values z1 after the way of which z is the middle, from z0 in the time h.
function twice_as_far(m, z0, z, h)
  local new = {}
  for k = 1, #z do
    new[k] = m.moves and not m.slips and k == 1 and z0[1] + h * z[2] or 2 * z[k] - z0[k]
  end
  return new
end

-- The free body after h by the midpoint rule: two equal rotations g, about the
-- axis of the rate at the midpoint, J (4 p / h) = g' L0.
function midpoint_free(m, s, h)
  local w0 = m.omega(s.L)
  local start = h/4 * m.omega(s.L + h/2 * cross(s.L, w0))
  local p = unknown("s", start)
  p = solve(p, m.inertia(p) - h/4 * m.map.element(p):unrotate(s.L),
            for_turns(m, s, h, start, 2, "momentum"))
  local g = m.map.element(p)
  return turn(s, g * g)
end

-- The state after one step of a method, which an option names.  Its last kick
-- may be left: the next flow begins with it, where it is one with the first
-- kick there, and settle does it.
function flow(method, m, s, h)
  local from, whole = settle(m, s), m.span
  m.span = h
  local new = with(from, method.step(m, from, h, method.opt))
  m.span = whole
  new.t = from.t + h
  return new
end

return true
