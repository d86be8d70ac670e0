-- trapm.lua - trapezoidal rule, momentum form: Krysl's TRAPM, equation (20),
-- whose Gamma is the torque.
-- Half a step of forward Euler (fem), then half a step of backward Euler (bem):
--     L1 = E(-h/2 w1) E(-h/2 w0) (L0 + h/2 T0) + h/2 T1
--     R1 = R0 E(h/2 w0) E(h/2 w1)
-- It is conjugate to imidm by half a step of fem.  The unknown is p = h/4 w1;
-- the final formula is explicit in p.
-- Translation: trapezoidal rule, equation (4).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title     = "trapezoidal rule, momentum form",
  source    = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, TRAPM",
  gyro      = true,
  states    = true,
  inertia   = true,
  order     = 2,
  symmetric = true,
  implicit  = true,
  keeps     = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    stage("start")
    local w0, rates = m.omega(s.L, s), m.rates(s)
    local g = m.map.element(h/4 * w0)
    local kicked = name("p", "", s.L + h/2 * m.torque(s))
    local half = { R = s.R:turned(g), L = name("L", "", g:unrotate(kicked)),
                   z = later(s.z, h/2, rates) }

    local function at_end(p, z)
      local e, g = turned_from(m, half.R, p, h/2, s.t + h, z)
      return e, g:unrotate(half.L)
    end

    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 2,
      p = h/4 * m.omega(s.L + h * m.f(s), s), z = half.z,
    }, function(p, z)
      local e, L = at_end(p, z)
      return m.inertia(p, e) + h/4 * m.gyro(e) - h/4 * (L + h/2 * m.torque(e)), e
    end)

    stage("finish")
    local e, L = at_end(p, z)
    return end_kick(m, e, h/2, L, half.z)
  end,
}
