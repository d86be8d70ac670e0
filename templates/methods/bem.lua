-- bem.lua - backward Euler, momentum form: Krysl's equation (19), the adjoint
-- of fem.
--     Psi = h w1,   L1 = E(-Psi) L0 + h T1
-- The unknown is p, half of Psi; the equation is J (2 p/h) = L1.  The final
-- formula is explicit in p, so that the spatial momentum is kept to
-- round-off.
-- Translation: backward Euler, equation (3).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title    = "backward Euler, momentum form",
  source   = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, (19)",
  gyro     = true,
  states   = true,
  inertia  = true,
  order    = 1,
  implicit = true,
  keeps    = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    local function at_end(p, z)
      local e, g = turned_from(m, s.R, p, h, s.t + h, z)
      return e, g:unrotate(s.L)
    end

    stage("start")
    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 1, c = h,
    }, function(p, z)
      local e, L = at_end(p, z)
      return m.inertia(p, e) + h/2 * m.gyro(e) - h/2 * (L + h * m.torque(e)), e
    end)

    stage("finish")
    local e, L = at_end(p, z)
    return end_kick(m, e, h, L, s.z)
  end,
}
