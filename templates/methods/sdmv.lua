-- sdmv.lua - half a kick, the discrete Moser-Veselov equations, half a kick.
-- Without torque it is dmv and has its order.  With torque the order is 2, and the
-- error is that of the kicks.
-- Translation: Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 3; E.
-- Hairer, G. Vilmart, J. Phys. A 39 (2006) 13225-13235, section 5.

return method {
  title      = "discrete Moser-Veselov between half kicks",
  source     = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478",
  options    = {
    { name = "order", integer = { 2, 10 }, default = 8 },
    { name = "preprocess", words = { "inertia", "time" } },
  },
  examples   = { "sdmv(10)", "sdmv(2)" },
  states     = true,
  order      = 2,
  order_free = function(opt) return opt.order end,
  symmetric  = true,
  implicit   = true,
  turn       = 1/4,
  keeps      = function(opt)
    local always = { "momentum", "energy", "norm_L", "axis_momentum" }
    if opt.order < 3 then always[5] = "symplectic" end
    return always
  end,
  maps       = false,

  step = function(m, s, h, opt)
    s = kick(m, s, h/2)
    s = flow({ step = use("dmv").step, opt = opt }, m, s, h)
    return last_kick(m, s, h/2)
  end,
}
