-- kinematic.lua - Runge-Kutta methods on the attitude's own numbers: what is
-- done where steps are not made of rotations.  The tableau is run on
--     x' = rate(x, w),   L' = L x w + T,
-- the kinematic equation of the numbers x by which the attitude is stored, and
-- Euler's equation, as if they were vectors:
--     x_i = x0 + h sum_j a_ij rate(x_j, w_j),   L_i = L0 + h sum_j a_ij F_j
-- Three numbers have points at which that equation is singular; a step one of
-- whose stages comes to one returns the status "singular".  More numbers leave
-- their constraint by the method's error, unless the attitude restores it.  So
-- this is not what to integrate with: it is what S. Holzinger and J. Gerstmayr
-- compare theirs with.  kinematic(euler) is their conventional Euler method
-- (56)-(57); semi_kinematic is as their program has it.
-- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, equation
-- (4) and section 6.

-- The numbers x, and what h times the weighted rates K adds to them.
local function moved(x, h, weights, K)
  local new = {}
  for k = 1, #x do
    local sum = 0
    for j = 1, #K do sum = sum + weights[j] * K[j][k] end
    new[k] = x[k] + h * sum
  end
  return new
end

-- The run r of the tableau has for each stage so far: K, the rate of the
-- numbers; F, the rate of L, and A = J^-1 F; U and B, velocity and acceleration
-- of the centre of mass.  The stages work with w, as w' = A, which costs less.
local function run_stage(r, i)
  local m, s, h, a = r.m, r.s, r.h, r.tab.a[i]
  stage(i, moment(r.tab.c[i]))
  local x = moved(r.x0, h, a, r.K)
  for k = 1, #x do name(m.attitude.store.name, i .. "_" .. k - 1, x[k]) end
  local here, L, w = { t = s.t + r.tab.c[i] * h }, nil, nil
  if m.turns_inside then
    here.z = later_by(s.z, h, a, r.Z)
    L, w = reached_rate(r, a, here)
  else
    w = r.w0 + h * weighted(a, r.A)
  end
  w = name("w", i, w)
  here.z = here.z or later_by(s.z, h, a, r.Z)
  here.w, here.R = w, m.attitude.at(x)
  here.L = L or m.inertia(w)
  r.K[i] = rate_of_numbers(m, x, w)
  r.G[i] = m.f(here)
  r.A[i] = m.inverse(r.G[i], here)
  r.Z[i] = m.rates(here)
end

return method {
  title    = "Runge-Kutta on the attitude's own kinematic equation",
  source   = "S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378",
  examples = { "kinematic(kutta4)", "kinematic(euler)" },
  options  = { { name = "tableau", tableau = true } },
  gyro     = true,
  states   = true,
  inertia  = true,
  order    = function(opt) return opt.tableau.order end,
  maps     = false,
  numbers  = true,
  turn     = 1/2,

  step = function(m, s, h, opt)
    local tab = opt.tableau
    if not tab.explicit then
      refuse("tableau", "kinematic takes explicit tableaus alone, and '"
             .. tab.name .. "' is implicit", "rkmk takes any tableau")
    end
    local r = { m = m, s = s, h = h, tab = tab, x0 = s.R:stored(),
                w0 = m.omega(s.L, s),
                K = {}, G = {}, A = {}, Z = {} }
    for i = 1, tab.stages do run_stage(r, i) end

    stage("finish")
    local x = m.attitude.restore(moved(r.x0, h, tab.b, r.K))
    return { R = m.attitude.at(x), L = s.L + h * weighted(tab.b, r.G),
             z = later_by(s.z, h, tab.b, r.Z) }
  end,
}
