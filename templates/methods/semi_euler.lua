-- semi_euler.lua - the semi-implicit Euler method on the incremental rotation
-- vector: the body turns at the new rate w1.
--     J w1 = J w0 + h (J w0 x w0 + T0),   Psi = h w1,   R1 = R0 map(Psi)
-- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, section
-- 6.1.  Their explicit Euler method, Psi = h w0, is rkmk(euler, form = rate);
-- the text on (51) names w1, and the authors' program uses w1.

return method {
  title  = "semi-implicit Euler on the incremental rotation vector",
  source = "S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378",
  alias  = { "rk1_semi" },
  gyro   = true,
  states = true,
  inertia = true,
  order  = 1,

  -- The centre of mass also moves at its new velocity.
  step = function(m, s, h)
    local L, z = s.L + h * m.f(s), later(s.z, h, m.rates(s))
    if m.moves then z[1] = s.z[1] + h * (z[2] + m.slip(s)) end
    local g = m.map.element(h/2 * m.omega(L, { t = s.t + h, z = z }))
    return { R = s.R:turned(g), L = L, z = z }
  end,
}
