-- sdmv6.lua - half a kick, dmv6, half a kick; see sdmv.lua and dmv.lua.
-- Translation: Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, method DMV.

return method {
  title     = "dmv6 between half kicks",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463, DMV",
  states    = true,
  order     = 2,
  order_free = 6,
  symmetric = true,
  implicit  = true,
  turn      = 1/4,
  keeps     = { "momentum", "energy", "norm_L", "axis_momentum" },
  maps      = false,

  step = function(m, s, h)
    return use("sdmv").step(m, s, h, { order = 6, preprocess = "time" })
  end,
}
