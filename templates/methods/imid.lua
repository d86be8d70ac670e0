-- imid.lua - midpoint rule, rate form: Krysl's IMID.
-- Half a step of backward Euler (be), then half a step of forward Euler (fe).
-- With the rate w and the momentum J w at the midpoint
--     J w = L0 + h/2 f(t + h/2, R0 E(h/2 w), J w)
--     L1 = L0 + h f(t + h/2, R0 E(h/2 w), J w),   R1 = R0 E(h w)
-- The unknown is p = h/4 w.
-- Without torque the energy and the length of L are kept, for
-- L1 - L0 = h L x w is at right angles to both w and L = J w = (L0 + L1)/2.
-- The time of the midpoint is that of the start plus h/2, where the paper has
-- t_n + dt/2.
-- Translation: midpoint rule, equation (5), in whose second line dt/2 is dt.
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title     = "midpoint rule, rate form",
  source    = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMID",
  gyro      = true,
  states    = true,
  order     = 2,
  symmetric = true,
  implicit  = true,
  keeps     = { "energy", "norm_L" },

  step = function(m, s, h)
    local function middle(p, v, z)
      local g, w = m.map.element(p), rate_of(p, h/2)
      local mid = { t = s.t + h/2, R = s.R:turned(g), w = w,
                    x = s.x + h/2 * v, v = v, z = z }
      mid.L = m.momentum(w, mid)
      return mid, g
    end

    stage("start")
    local p, v, z = solve_turn(m, s, h, {
      form = "rate", turns = 2,
      p = h/4 * m.omega(s.L + h/2 * m.f(s), s),
      v = s.v + h/2 * m.acceleration(s),
      z = later(s.z, h/2, m.rates(s)),
    }, function(p, v, z)
      local mid = middle(p, v, z)
      local Jp = m.inertia(p) + h/4 * m.gyro(mid)
      return Jp - 2 * cross(Jp, p) - h/4 * (s.L + h/2 * m.torque(mid)),
             v - s.v - h/2 * m.acceleration(mid),
             later(later(z, -1, s.z), -h/2, m.rates(mid))
    end)

    stage("finish")
    local mid, g = middle(p, v, z)
    return { R = s.R:turned(g * g), L = s.L + h * m.f(mid),
             x = s.x + h * v, v = 2 * v - s.v,
             z = later(s.z, h, m.rates(mid)) }
  end,
}
