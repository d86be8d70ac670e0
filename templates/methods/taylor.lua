-- taylor.lua - Taylor series of order p on the rotation group.
-- In powers of s/h from the start of the step, with the rotation dq since then
-- (dq = 1 at the start), momentum, what is stored besides, and the vectors g = R'e
-- through which torque, force and rates see the attitude:
--     dq' = dq (0, w)/2,   L' = L x w + T,   g' = g x w,   w = J^-1 (L - h_b)
-- Coefficients follow by the recurrences of the operations, each from those of
-- lower order; their sum at s = h is the state at the end, with
--     q1 = q0 dq/|dq|
-- a rotation by construction: |dq| differs from 1 by O(h^(p+1)).
-- A. Griewank, A. Walther, Evaluating Derivatives, SIAM 2008, chapter 13; A. Jorba,
-- M. Zou, Experimental Mathematics 14 (2005) 99-117, for the order and the step.

-- The functions: s/h; first dq as scalar and vector, or the guards of events; then L,
-- what is stored besides, the vectors g.
local SHARE, SCALAR, VECTOR = 1, 2, 3

-- The unit in which L is carried, and the first moment J: it is J where that is a number
-- far from 1, as a molecule's, so that no number of the emitted code has powers of 1/J.
local function unit_of(m, s)
  local J = dot(m.inertia(vec(1, 0, 0), s), vec(1, 0, 0))
  local is_far = is_zero(lt(1000000 * J, 1) - 1) or is_zero(lt(1000000, J) - 1)
  return is_far and J or 1, J
end

local function functions_of(s, see, name, first, unit)
  local names, start = { "s" }, { 0 }
  local function add(list, name)
    for k = 1, #list do names[#names + 1], start[#start + 1] = name(k), list[k] end
  end
  add(first, name)
  add({ s.L / unit }, function() return "L" end)
  add(s.z, function(k) return "z" .. k .. "_" end)
  add(see.y, function(k) return "g" .. k .. "_" end)
  return names, start
end

-- The spin of a slender symmetric body, J = diag(a, a, b) with b < a, is split off:
--     R = P exp(r t e3), r = (1/b - 1/a) L_3 at the start,   P' = P S(w - r e3)
-- in the frame P, which turns slower, by L/a, and in which L, g and the torque, which
-- is symmetric as well, have the same equations but for that rate.
local function spin_of(m, s)
  local spin = m.spin()
  if spin then
    spin.slope = 1/spin.along - 1/spin.across
    spin.rate = spin.slope * dot(s.L, spin.axis)
  end
  return spin
end

-- The rate of the frame where the momentum is L, s.L at the start.
local function frame_rate(m, s, here, spin)
  if not spin then return here.w end
  return here.L / spin.across + spin.slope * dot(here.L - s.L, spin.axis) * spin.axis
end

-- Their rates, per step; first_rates gives those of the first.
local function rates_at(m, s, h, see, y, first, first_rates, unit, spin)
  local z, g, L = #m.further, {}, 2 + first
  local here = { t = s.t + m.span * y[SHARE], L = unit * y[L], z = {} }
  if spin and spin.steady then here.L = here.L + dot(s.L - here.L, spin.axis) * spin.axis end
  for k = 1, #see.y do g[k] = y[L + z + k] end
  for k = 1, z do here.z[k] = y[L + k] end
  here.R = seen_through(see, g)
  here.w = m.omega(here.L, here)
  local w, rate = frame_rate(m, s, here, spin), { 1 }
  local u = h * w
  for _, v in ipairs(first_rates(y, here, u)) do rate[#rate + 1] = v end
  rate[#rate + 1] = ((spin and h * cross(here.L, w) or cross(here.L, u)) + h * m.torque(here)) / unit
  for _, v in ipairs(m.rates(here)) do rate[#rate + 1] = h * v end
  for k = 1, #g do rate[#rate + 1] = cross(g[k], u) end
  return rate
end

local function turn_rates(y, _, u)
  return { 0 - dot(y[VECTOR], u) / 2, (y[SCALAR] * u + cross(y[VECTOR], u)) / 2 }
end

-- The coefficients of the guards of events, one guard behind the other.
local function curves_of(m, s, h, opt, see)
  local guards, unit, J = m.guards(s), unit_of(m, s)
  local names, start = functions_of(s, see, function(k) return "e" .. k end, guards, unit)
  local function rates(_, here)
    local _, list = m.guards(here)
    for k = 1, #list do list[k] = h * list[k] end
    return list
  end
  return series(opt.order, names, start, function(y)
    return rates_at(m, s, h, see, y, #guards, rates, unit)
  end, #guards, J)
end

-- The larger of two, number by number.
local function larger(a, b)
  local function of(i) return max(abs(a[i]), abs(b[i])) end
  return vec(of(1), of(2), of(3))
end

-- What is left out in parts of the last two terms, by their squares, if all fall as
-- these do from the two before.
local function rest(opt, last, before)
  if opt.order < 4 or is_zero(before) then return 1/4 end
  return select(lt(last, before), sqrt(last / before), 1)
end

-- |g|^2/|g(0)|^2 - 1 at the end, where g has changed by `sum`, of the vectors g.
local function stretch(see, sum, first)
  local most = 0
  for k, g in ipairs(see.y) do
    local d = sum[first + k]
    most = max(most, abs((2 * dot(g, d) + dot(d, d)) / dot(g, g)))
  end
  return most
end

-- Errors: what is left out, |dq| - 1 and |g|/|g(0)| - 1 at the end, and by how much L'
-- of the series is not what the equations say there.
local function estimate(m, s, h, opt, new, last, before, slope, excess, stretch, unit, spin)
  stage("error")
  local e = { order = opt.order - 1, size = new.z, z = {} }
  local function square(v, k) return m.further[k].size > 1 and dot(v, v) or v^2 end
  for k = 1, #new.z do
    local a, b = last[3 + k], before[3 + k]
    e.z[k] = rest(opt, square(a, k), square(b, k)) * a
  end
  new.w = m.omega(new.L, new)
  local off = unit * slope[3] - h * (cross(new.L, frame_rate(m, s, new, spin)) + m.torque(new))
  local L = rest(opt, dot(last[3], last[3]), dot(before[3], before[3])) * unit * last[3]
  local q = 2 * rest(opt, last[1]^2 + dot(last[2], last[2]),
                     before[1]^2 + dot(before[2], before[2]))
  e.angle = name("angle", "", q * last[2])
  e.left_out = name("left_out", "", vec(q * last[1], excess / 20, stretch / 20))
  if m.turns_inside then L = larger(L - slip(m, new, e.z), L) end
  e.rate = name("rate", "", m.inverse(larger(L, off / 10), new))
  return e
end

return method {
  title    = "Taylor series on the rotation group",
  source   = "A. Jorba, M. Zou, Experimental Mathematics 14 (2005) 99-117",
  examples = { "taylor(4)", "taylor(8)" },
  options  = { { name = "order", integer = { 2, 40 }, default = 20,
                 by_tolerance = true } },   -- ceil(1 - ln(tolerance)/2)
  gyro     = true,
  inertia  = true,
  states   = true,
  maps     = false,
  dense    = true,
  order    = function(opt) return opt.order end,

  step = function(m, s, h, opt)
    local see = directions_of(m, s.R)
    if m.guards then return curves_of(m, s, h, opt, see) end
    local spin, unit, J = spin_of(m, s), unit_of(m, s)
    local names, start =
      functions_of(s, see, function() return "p" end, { 1, vec(0, 0, 0) }, unit)
    local sum, slope, last, before = series(opt.order, names, start, function(y)
      return rates_at(m, s, h, see, y, 2, turn_rates, unit, spin)
    end, 3 + #s.z + (m.adaptive and #see.y or 0), J)
    stage("finish")
    local q, z = sum[2], {}
    local excess = name("excess", "", sum[1] * (2 + sum[1]) + dot(q, q))    -- |dq|^2 - 1
    local square = 1 + excess
    demand(le(0, square), "not finite")   -- |w| has no series at w = 0
    demand(lt(3/4, square), "too large")
    demand(lt(square, 5/4), "too large")
    local length = name("length", "", sqrt(square))
    local scale = 1 - excess / (length + length^2)    -- 1/|dq|, rounded without a bias
    for k = 1, #s.z do z[k] = s.z[k] + sum[3 + k] end
    local new = { t = s.t + m.span, L = s.L + unit * sum[3], z = z,
                  R = s.R:turned(element { (1 + sum[1]) * scale, q * scale }) }
    if m.adaptive then
      local by = stretch(see, sum, 3 + #s.z)
      new.error = estimate(m, s, h, opt, new, last, before, slope, excess, by, unit, spin)
    end
    if spin then
      local by = exponential(h/2 * spin.rate * spin.axis)
      new.R, new.L = new.R:turned(by), by:unrotate(new.L)
    end
    return new
  end,
}
