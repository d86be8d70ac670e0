-- sej.lua - splitting: half a kick by the torque, the free motion with exact
-- rates (jem2), half a kick.  The step of jem2 already contains these kicks, which do
-- nothing without torque.  The centre of mass moves by Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 3: SEJ.

return method {
  title     = "splitting with exact rates, attitude by Magnus, order 2",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, SEJ",
  states    = true,
  order     = 2,
  symmetric = true,
  keeps     = { "energy", "norm_L" },

  step = function(m, s, h) return use("jem2").step(m, s, h) end,
}
