-- fem.lua - forward Euler, momentum form: Krysl's equation (18).
--     Psi = h w0,   L1 = E(-Psi) (L0 + h T0)
-- Translation: forward Euler, equation (2).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title  = "forward Euler, momentum form",
  source = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, (18)",
  gyro   = true,
  states = true,
  inertia = true,
  order  = 1,
  keeps  = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    local g = m.map.element(h/2 * m.omega(s.L, s))
    return { R = s.R:turned(g), L = g:unrotate(s.L + h * m.torque(s)),
             z = later(s.z, h, m.rates(s)) }
  end,
}
