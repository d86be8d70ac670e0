-- sej4.lua - splitting: half a kick by the torque, the free motion with exact
-- rates and the attitude of order 4 (jem4), half a kick.  With torque the order is 2,
-- with a far smaller error if the torque is weak.  The centre of mass moves by
-- Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 3: SEJ4.

return method {
  title      = "splitting with exact rates, attitude by Magnus, order 4",
  source     = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, SEJ4",
  states     = true,
  order      = 2,
  order_free = 4,
  symmetric  = true,
  maps       = false,
  keeps      = { "energy", "norm_L" },

  step = function(m, s, h) return use("jem4").step(m, s, h) end,
}
