-- fe.lua - forward Euler, rate form: Krysl's equation (11).
--     L1 = L0 + h f0,   Psi = h w0
-- Translation: forward Euler, equation (2).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title  = "forward Euler, rate form",
  source = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, (11)",
  gyro   = true,
  states = true,
  inertia = true,
  order  = 1,

  step = function(m, s, h)
    local g = m.map.element(h/2 * m.omega(s.L, s))
    return { R = s.R:turned(g), L = s.L + h * m.f(s),
             z = later(s.z, h, m.rates(s)) }
  end,
}
