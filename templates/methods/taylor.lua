-- taylor.lua - Taylor series of order p on the rotation group.
-- Series in powers of s/h, s the time since the start of the step, of the rotation dq
-- since the start (dq(0) = 1), the momentum L, the other stored values z, and the
-- vectors g = R'e through which torque, force and rates depend on the attitude:
--     dq' = dq (0, w)/2,   L' = L x w + T,   g' = g x w,   w = J^-1 (L - h_b)
-- Each coefficient follows from those of lower order by the recurrences of the
-- operations.  The sums at s = h give the end of the step, where q1 = q0 dq/|dq|
-- is a rotation by construction: |dq| differs from 1 by O(h^(p+1)).
-- A. Griewank, A. Walther, Evaluating Derivatives, SIAM 2008, chapter 13; A. Jorba,
-- M. Zou, Experimental Mathematics 14 (2005) 99-117, for the order and the step.

-- The order of the functions: s/h; dq as scalar and vector, or the guards of events
-- (`first`); L; z; the vectors g.
local SHARE, SCALAR, VECTOR = 1, 2, 3

-- Returns the unit of L in the series, and the first moment J.  The unit is 1, or J if J is a
-- constant far from 1 (a molecule's), so that no emitted constant contains powers of 1/J.
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

-- Returns the spin of a slender symmetric body, J = diag(a, a, b) with b < a, or nil.  It is
-- split off:  R = P exp(r t e3), r = (1/b - 1/a) L_3 at the start,   P' = P S(w - r e3).
-- The frame P turns slower, at the rate L/a.  In P the equations of L, g and the torque,
-- which is symmetric as well, are the same with the rate of P for w.
local function spin_of(m, s)
  local spin = m.spin()
  if spin then
    spin.slope = 1/spin.along - 1/spin.across
    spin.rate = spin.slope * dot(s.L, spin.axis)
  end
  return spin
end

-- Returns the rate of the frame P (without spin: here.w) for the momentum here.L.
local function frame_rate(m, s, here, spin)
  if not spin then return here.w end
  return here.L / spin.across + spin.slope * dot(here.L - s.L, spin.axis) * spin.axis
end

-- Returns the rates of the functions per step; first_rates returns those of the `first`.
local function rates_at(m, s, h, see, y, first, first_rates, unit, spin)
  local z, g, L = #m.further, {}, 2 + first
  local here = { t = s.t + m.span * y[SHARE], L = unit * y[L], z = {} }
  if spin and spin.steady then here.L = here.L + dot(s.L - here.L, spin.axis) * spin.axis end
  for k = 1, #see.y do g[k] = y[L + z + k] end
  for k = 1, z do here.z[k] = y[L + k] end
  here.R = attitude_through(see, g)
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

-- Returns the coefficients of the guards of events, one guard after another.
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

-- Returns the larger absolute value of a and b for each component.
local function larger(a, b)
  local function of(i) return max(abs(a[i]), abs(b[i])) end
  return vec(of(1), of(2), of(3))
end

-- Returns the ratio of the omitted terms to the last two terms, if all terms fall as these
-- do from the two before.  `last` and `before` are squares of their sizes.
local function rest(opt, last, before)
  if opt.order < 4 or is_zero(before) then return 1/4 end
  return select(lt(last, before), sqrt(last / before), 1)
end

-- Returns the largest size of |g|^2/|g(0)|^2 - 1 at the end; `sum` holds the changes of g.
local function stretch(see, sum, first)
  local most = 0
  for k, g in ipairs(see.y) do
    local d = sum[first + k]
    most = max(most, abs((2 * dot(g, d) + dot(d, d)) / dot(g, g)))
  end
  return most
end

-- Returns the error estimate, from the omitted terms, |dq| - 1 and |g|/|g(0)| - 1 at the
-- end, and the residual of the equation of L' there.
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
