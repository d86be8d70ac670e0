-- bem.lua - backward Euler, momentum form: Krysl's equation (19), the adjoint
-- of fem.
--     Psi = h w1,   L1 = E(-Psi) L0 + h T1
-- The unknown is p, half of Psi, and the equation J (2 p/h) = L1.  The
-- closing formula is explicit in p, so that the spatial momentum is kept to
-- round-off.
-- Translation: backward Euler, equation (3).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title    = "backward Euler, momentum form",
  source   = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, (19)",
  gyro     = true,
  states   = true,
  order    = 1,
  implicit = true,
  keeps    = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    local function at_end(p, z)
      local g, w = m.map.element(p), rate_of(p, h)
      local e = { t = s.t + h, R = s.R:turned(g), w = w, z = z }
      e.L = m.momentum(w, e)
      return e, g:unrotate(s.L)
    end

    stage("start")
    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 1,
      p = h/2 * m.omega(s.L + h * m.f(s), s),
      z = s.z, c = h, rates = m.rates(s),
    }, function(p, z)
      local e, L = at_end(p, z)
      return m.inertia(p) + h/2 * m.gyro(e) - h/2 * (L + h * m.torque(e)), e
    end)

    stage("finish")
    local e, L = at_end(p, z)
    return end_kick(m, e, h, L, s.z)
  end,
}
