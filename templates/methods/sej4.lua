-- sej4.lua - splitting: half a kick by the torque, the free motion with exact
-- rates and the attitude of order 4 (jem4), half a kick: of order 2 with torque,
-- with a far smaller error where the torque is weak.  The centre of mass goes
-- by Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 3: SEJ4.

return method {
  title      = "splitting with exact rates, attitude by Magnus, order 4",
  source     = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, SEJ4",
  order      = 2,
  order_free = 4,
  symmetric  = true,
  maps       = false,
  keeps      = { "energy", "norm_L" },

  step = function(m, s, h)
    return between_kicks(m, s, h, function(L0)
      local early = free_flow(m, L0, (1/2 - sqrt(3)/6) * h)
      local late = free_flow(m, L0, (1/2 + sqrt(3)/6) * h)
      local L1, L2 = early(L0), late(L0)
      local w1, w2 = m.omega(L1), m.omega(L2)
      local g = exponential(h/4 * (w1 + w2) + sqrt(3)/24 * h^2 * cross(w1, w2))
      return g, late(L1)
    end)
  end,
}
