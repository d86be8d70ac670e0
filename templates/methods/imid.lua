-- imid.lua - midpoint rule, rate form: Krysl's IMID.
-- Half a step of backward Euler (be), then half a step of forward Euler (fe).
-- With the rate w and the momentum J w at the midpoint
--     J w = L0 + h/2 f(t + h/2, R0 E(h/2 w), J w)
--     L1 = L0 + h f(t + h/2, R0 E(h/2 w), J w),   R1 = R0 E(h w)
-- The unknown is p = h/4 w.
-- Without torque the energy and the length of L are kept, because
-- L1 - L0 = h L x w is orthogonal to both w and L = J w = (L0 + L1)/2.
-- The time of the midpoint is that of the start plus h/2; the paper has
-- t_n + dt/2.
-- Translation: midpoint rule, equation (5), with dt for dt/2 in its second line.
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title     = "midpoint rule, rate form",
  source    = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMID",
  gyro      = true,
  states    = true,
  inertia   = true,
  order     = 2,
  symmetric = true,
  implicit  = true,
  keeps     = { "energy", "norm_L" },

  step = function(m, s, h)
    local function middle(p, z)
      return turned_from(m, s.R, p, h/2, s.t + h/2, z)
    end

    stage("start")
    local p, z = solve_turn(m, s, h, {
      form = "rate", turns = 2,
    }, function(p, z)
      local mid = middle(p, z)
      local Jp = m.inertia(p, mid) + h/4 * m.gyro(mid)
      return Jp - 2 * cross(Jp, p) - h/4 * (s.L + h/2 * m.torque(mid)), mid
    end)

    stage("finish")
    local mid, g = middle(p, z)
    return { R = s.R:turned(g * g), L = s.L + h * m.f(mid),
             z = twice_as_far(m, s.z, z, h) }
  end,
}
