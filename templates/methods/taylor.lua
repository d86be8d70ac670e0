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

-- The functions: s/h, the quaternion dq as scalar and vector, L, then what is
-- stored besides, then the vectors g.
local SHARE, SCALAR, VECTOR, MOMENTUM = 1, 2, 3, 4

local function functions_of(m, s, see)
  local names, start = { "s", "p", "p", "L" }, { 0, 1, vec(0, 0, 0), s.L }
  for k = 1, #s.z do names[#names + 1], start[#start + 1] = "z" .. k .. "_", s.z[k] end
  for k = 1, #see.y do names[#names + 1], start[#start + 1] = "g" .. k .. "_", see.y[k] end
  return names, start
end

-- Their rates, per step.
local function rates_at(m, s, h, see, y)
  local z, g = #m.further, {}
  local here = { t = s.t + m.span * y[SHARE], L = y[MOMENTUM], z = {} }
  for k = 1, #see.y do g[k] = y[MOMENTUM + z + k] end
  for k = 1, z do here.z[k] = y[MOMENTUM + k] end
  here.R = seen_through(see, g)
  here.w = m.omega(here.L, here)
  local u = h * here.w
  local rate = { 1, 0 - dot(y[VECTOR], u) / 2,
                 (y[SCALAR] * u + cross(y[VECTOR], u)) / 2,
                 cross(here.L, u) + h * m.torque(here) }
  for _, v in ipairs(m.rates(here)) do rate[#rate + 1] = h * v end
  for k = 1, #g do rate[#rate + 1] = cross(g[k], u) end
  return rate
end

-- The larger of two, number by number.
local function larger(a, b)
  local function of(i) return max(abs(a[i]), abs(b[i])) end
  return vec(of(1), of(2), of(3))
end

-- Quarters of the last two terms of each series, since what is left out is less than
-- these, and tenths of what the end shows: |dq| - 1, and by how much L' of the series
-- is not what the equations say there.
local function estimate(m, h, opt, new, most, slope, length)
  stage("error")
  local e, L = { order = opt.order - 1, size = new.z, z = {} }, most[3] / 4
  for k = 1, #new.z do e.z[k] = most[3 + k] / 4 end
  new.w = m.omega(new.L, new)
  local off = slope[3] - h * (cross(new.L, new.w) + m.torque(new))
  e.angle = name("angle", "", most[2] / 2)
  e.left_out = name("left_out", "", vec(most[1] / 2, (length - 1) / 10, 0))
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
    local names, start = functions_of(m, s, see)
    local sum, most, slope =
      series(opt.order, names, start, function(y) return rates_at(m, s, h, see, y) end,
             3 + #s.z)
    stage("finish")
    local q0, q, z = 1 + sum[1], sum[2], {}
    local square = name("square", "", q0^2 + dot(q, q))
    demand(le(0, square), "not finite")    -- |w| has no series at w = 0
    demand(lt(abs(square - 1), 1/4), "too large")
    local length = name("length", "", sqrt(square))
    for k = 1, #s.z do z[k] = s.z[k] + sum[3 + k] end
    local new = { t = s.t + m.span, L = s.L + sum[3], z = z,
                  R = s.R:turned(element { q0 / length, q / length }) }
    new.error = m.adaptive and estimate(m, h, opt, new, most, slope, length)
    return new
  end,
}
