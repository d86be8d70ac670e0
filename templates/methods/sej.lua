-- sej.lua - splitting: half a kick by the torque, the free motion with exact
-- rates (jem2), half a kick.  The centre of mass goes by Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 3: SEJ.

return method {
  title     = "splitting with exact rates, attitude by Magnus, order 2",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, SEJ",
  order     = 2,
  symmetric = true,
  keeps     = { "energy", "norm_L" },

  step = function(m, s, h)
    return between_kicks(m, s, h, function(L0)
      local half = free_flow(m, L0, h/2)
      local middle = half(L0)
      return m.map.element(h/2 * m.omega(middle)), half(middle)
    end)
  end,
}
