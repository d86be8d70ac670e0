-- semi_kinematic.lua - the semi-implicit Euler method on the attitude's own
-- numbers x, whose rate is that for the new body rate w1.
--     J w1 = J w0 + h (J w0 x w0 + T0),   x1 = x0 + h rate(x0, w1)
-- This is S. Holzinger's and J. Gerstmayr's conventional Euler method (56)-(57)
-- as implemented in their program; with w0 it would be kinematic(euler).  It has the
-- singular points of kinematic and is meant for comparison: use semi_euler instead.
-- S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378, section
-- 6.1.

return method {
  title  = "semi-implicit Euler on the attitude's own kinematic equation",
  source = "S. Holzinger, J. Gerstmayr, Multibody Syst. Dyn. 53 (2021) 345-378",
  gyro   = true,
  states = true,
  inertia = true,
  order  = 1,
  maps   = false,
  numbers = true,
  turn   = 1/2,

  -- The centre of mass also moves at its new velocity.
  step = function(m, s, h)
    local L, z = s.L + h * m.f(s), later(s.z, h, m.rates(s))
    if m.moves then z[1] = s.z[1] + h * (z[2] + m.slip(s)) end
    local x = s.R:stored()
    local rate = rate_of_numbers(m, x, m.omega(L, { t = s.t + h, z = z }))
    x = m.attitude.restore(later(x, h, rate))
    return { R = m.attitude.at(x), L = L, z = z }
  end,
}
