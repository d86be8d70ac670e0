-- kinematic.lua - Runge-Kutta methods on the attitude's own numbers, the usual way
-- of integration without rotations as steps.  The tableau integrates
--     x' = rate(x, w),   L' = L x w + T,
-- the kinematic equation of the numbers x that store the attitude, and Euler's
-- equation, as equations of vectors:
--     x_i = x0 + h sum_j a_ij rate(x_j, w_j),   L_i = L0 + h sum_j a_ij F_j
-- If x has three numbers, the kinematic equation has singular points; a step with a
-- stage near one returns the status "singular".  If x has more, the method's error
-- violates their constraint, unless the attitude restores it.  The method is meant
-- for comparison, not for use: S. Holzinger and J. Gerstmayr compare their methods
-- with it.  kinematic(euler) is their conventional Euler method (56)-(57);
-- semi_kinematic is the version of their program.
-- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, equation
-- (4) and section 6.

-- Returns x plus h times the weighted sum of the rates K.
local function moved(x, h, weights, K)
  local new = {}
  for k = 1, #x do
    local sum = 0
    for j = 1, #K do sum = sum + weights[j] * K[j][k] end
    new[k] = x[k] + h * sum
  end
  return new
end

-- The run r of the tableau holds for each stage so far: K, the rate of the numbers;
-- G, the rate of L; A = J^-1 G; Z, the rates of z.  The stages integrate w' = A, which
-- costs less, unless internal momentum or inertia may change.
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
