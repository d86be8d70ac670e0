-- rkmk.lua - Runge-Kutta-Munthe-Kaas methods of any tableau.
-- The tableau integrates v, the coordinates of the attitude relative to the start of
-- the step (half a rotation vector; g is the rotation):
--     v_i = h sum_j a_ij K_j,   K_i = pull(v_i, J^-1 L_i)/2
-- In momentum form it also integrates the impulse in the body frame of the start; the
-- momentum follows by rotation, so that without torque the spatial momentum is exact.
-- In rate form it integrates the equation of the momentum:
--     momentum   L_i = g_i' (L0 + h sum_j a_ij g_j T_j)
--     rate       L_i = L0 + h sum_j a_ij F_j,   F = L x w + T
-- Explicit stages are computed one after another; coupled stages of an implicit
-- tableau are solved for together.  The tableau itself integrates the centre of mass.
-- rkmk(kutta4, form = rate) is the method of S. Holzinger and J. Gerstmayr
-- (Multibody Syst. Dyn. 53 (2021) 345-378, section 6.2) with each attitude.  With the
-- quaternion it is also the method of Z. Terze, A. Mueller and D. Zlatar (Multibody
-- Syst. Dyn. 38 (2016) 201-225).  With dexpinv = exact it agrees to the last digits.
-- H. Munthe-Kaas, BIT 38 (1998) 92-111, and Applied Numerical Mathematics 29
-- (1999) 115-127; P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156,
-- algorithm MKRK, with the torque's index corrected (T_j, not T_k).

-- ---- the tableau ----

-- Returns the number of commutators in pull, by default what the tableau's order needs; nil:
-- exact.  The difference of a pair does not show the commutators that both solutions omit:
-- two more are kept in adaptive steps from order 5 on, and for a bhat of higher order.
local function commutators(opt, adaptive)
  local tab = opt.tableau
  if opt.dexpinv == "exact" then return nil end
  if opt.dexpinv ~= "order" then return opt.dexpinv end
  local n = math.max(tab.order - 2, 0)
  if not adaptive or tab.order < 5 and tab.order_hat < tab.order then return n end
  return math.max(n, math.min(math.max(tab.order, tab.order_hat), 8))
end

-- Returns the order that n commutators allow; commutator terms of odd number above 1
-- are zero.
local function allowed(n)
  if n < 2 then return n + 2 end
  return n // 2 * 2 + 3
end

-- True if b_i a_ij + b_j a_ji = b_i b_j: quadratic invariants of an equation that does
-- not depend on v are kept (G. Cooper, IMA J. Numer. Anal. 7 (1987) 1-13).
local function keeps_squares(tab)
  local a, b = tab.a, tab.b
  for i = 1, tab.stages do
    for j = 1, i do
      if not vanishes(b[i] * a[i][j] + b[j] * a[j][i] - b[i] * b[j]) then
        return false
      end
    end
  end
  return true
end

-- True for IMID and IMIDM: v at the end is twice v at the midpoint.
local function is_midpoint(opt, map)
  local tab = opt.tableau
  return is_canonical(map) and row_is(tab.b, { 1 })
         and row_is(tab.a[1], { 1/2 })
end

local function is_trapezoid(opt)
  local tab, half = opt.tableau, { 1/2, 1/2 }
  return row_is(tab.b, half) and row_is(tab.a[1], { 0, 0 })
         and row_is(tab.a[2], half)
end

-- True for BBTRAP: v goes straight from the start to the end, without commutators.
local function is_straight(opt, map)
  local n = commutators(opt)
  return is_canonical(map) and is_trapezoid(opt) and n and n < 1
end

-- True if symmetric.  All other cases treat start and end of the step differently.
local function is_symmetric(opt, map)
  return is_midpoint(opt, map) or is_straight(opt, map)
end

-- ---- the stages ----

-- The run r of the tableau holds for each stage so far: K, the rate of v in momentum
-- form and twice that in rate form, where the stages integrate J w' = F with the rate
-- w (fewer operations); G, the torque in the frame of the start (momentum form) or F;
-- A = J^-1 F in rate form; Z, the rates of z.  `here` is the state of the last stage
-- evaluated.

-- Returns v, g, L, w and z reached with these weights at the time t.
local function reached(r, weights, t)
  local m, s, h = r.m, r.s, r.h
  local v = h/r.unit * weighted(weights, r.K)
  local g = m.map.element(v)
  local z = later_by(s.z, h, weights, r.Z)
  if r.momentum then
    local L = g:unrotate(s.L + h * weighted(weights, r.G))
    return v, g, L, m.omega(L, { t = t, z = z }), z
  end
  local L, w = reached_rate(r, weights, { t = t, z = z })
  return v, g, L, w, z
end

-- Computes a stage that is the start of the step, where the torque is known.
local function start_stage(r, i)
  local m, s = r.m, r.s
  local T = s.acts.torque
  if r.momentum then
    r.G[i] = T
    r.K[i] = name("K", i, m.map.pull(vec(0, 0, 0), name("k", i, r.w0 / 2), r.n))
  else
    r.K[i] = name("K", i, m.map.pull(vec(0, 0, 0), name("w", i, r.w0), r.n))
    r.G[i] = cross(s.L, r.w0) + T
    r.A[i] = m.inverse(r.G[i], s)
  end
  r.Z[i] = s.acts.rates
end

local function explicit_stage(r, i)
  local m, s, h, tab, G = r.m, r.s, r.h, r.tab, r.G
  stage(i, evaluation_of(r, i))
  local t = s.t + tab.c[i] * m.span
  local v, g, L, w, z = reached(r, tab.a[i], t)
  local here = { t = t, R = s.R:turned(g), L = L, z = z }
  name("v", i, v)
  if is_zero(i - 2) and not is_start(tab.a[2]) then limit_turn(m, s, h, v, tab.a[2][1]) end
  if s.acts and is_start(tab.a[i]) then
    start_stage(r, i)
    return
  end
  r.here = here
  if r.momentum then
    name("L", i, L)
    G[i] = g:rotate(m.torque(here))
    r.K[i] = name("K", i, m.map.pull(v, name("k", i, w / 2), r.n))
  else
    r.K[i] = name("K", i, m.map.pull(v, name("w", i, w), r.n))
    G[i] = m.f(here)
    r.A[i] = m.inverse(G[i], here)
  end
  r.Z[i] = m.rates(here)
end

-- Returns the error estimate: the difference of the step with v, g, L from that of the
-- embedded weights, by differences of the weights, so that nothing cancels.  With the
-- differences d of v and dP of L0 plus the impulse, to first order in d,
--     Rhat' R = exp(2 push(v, d)) = exp(angle),
--     L - Lhat = g' dP + L x angle.
-- The order of the estimate is the lower order of the two solutions.
local function estimate(r, v, g, L, z)
  local m, tab, d, new = r.m, r.tab, {}, { t = r.s.t + r.m.span, L = L, z = z }
  local h = r.h * (1 + tab.margin * dot(v, v))    -- larger in long steps
  for i = 1, tab.stages do d[i] = tab.b[i] - tab.bhat[i] end
  stage("error")
  local e = { order = math.min(tab.order, tab.order_hat),
              z = later_by(later(z, -1, z), h, d, r.Z), size = z }
  e.angle = name("angle", "", 2 * m.map.push(v, h/r.unit * weighted(d, r.K)))
  if r.momentum then
    e.rate = m.inverse(g:unrotate(h * weighted(d, r.G)) + cross(L, e.angle)
                       - slip(m, new, e.z), new)
  elseif m.turns_inside then
    e.rate = m.inverse(h * weighted(d, r.G) - slip(m, new, e.z), new)
  else
    e.rate = h * weighted(d, r.A)
  end
  name("rate", "", e.rate)
  if ends_twice(tab) then
    e.torque, e.rates = m.torque(r.here), m.rates(r.here)
  end
  return e
end

return method {
  title   = "Runge-Kutta-Munthe-Kaas",
  source  = "H. Munthe-Kaas, BIT 38 (1998) 92-111",
  alias   = { "mkrk", "munthe_kaas" },
  examples = { "rkmk(kutta4)", "rkmk(kutta4, form = rate)",
               "rkmk(kutta4, map = cay)", "rkmk(cooper_verner8)",
               "rkmk(midpoint)", "rkmk(gauss4, map = cay)",
               "rkmk(gauss4, form = rate)", "rkmk(gauss6, form = rate)",
               "rkmk(radau2a5)" },
  options = {
    { name = "tableau", tableau = true },
    { name = "form", words = { "momentum", "rate" } },
    { name = "dexpinv", words = { "order", "exact" }, integer = { 0, 8 } },
  },

  gyro  = true,
  states= true,
  inertia = true,
  order = function(opt, map)
    local n = commutators(opt)
    if not map.truncated or n == nil then return opt.tableau.order end
    return math.min(opt.tableau.order, allowed(n))
  end,

  symmetric = is_symmetric,
  implicit = function(opt) return not opt.tableau.explicit end,

  keeps = function(opt, map)
    if opt.form == "momentum" then
      return { "momentum", "axis_momentum",
               is_straight(opt, map) and "energy" or nil }
    end
    return keeps_squares(opt.tableau) and { "energy", "norm_L" }
           or is_trapezoid(opt) and { "energy_half" } or {}
  end,

  step = function(m, s, h, opt)
    local tab, momentum = opt.tableau, opt.form == "momentum"
    local r = { m = m, s = s, h = h, tab = tab, momentum = momentum,
                n = commutators(opt, m.adaptive and tab.bhat), unit = momentum and 1 or 2,
                w0 = m.omega(s.L, s), K = {}, G = {}, A = {}, Z = {} }
    local i = 1
    while i <= tab.stages do
      local last = end_of_stages(tab, i)
      r.last = nil
      if i == last and is_zero(tab.a[i][i]) then explicit_stage(r, i)
      else implicit_stages(r, i, last) end
      i = last + 1
    end

    stage("finish")
    local v, g, L, w, z = reached(r, tab.b, s.t + m.span)
    if r.last and row_is(tab.a[tab.stages], tab.b) then  -- the last stage is the end
      g, L = r.last.g, r.last.L
    else
      name("v", "", v)
    end
    if not momentum then L = s.L + h * weighted(tab.b, r.G) end
    return { R = s.R:turned(g), L = L, z = z,
             error = m.adaptive and tab.bhat and estimate(r, v, g, L, z) or nil }
  end,
}
