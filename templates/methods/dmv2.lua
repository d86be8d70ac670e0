-- dmv2.lua - discrete Moser-Veselov without preprocessing; see dmv.lua.
-- Translation: a straight line, as no force is admitted.
-- J. Moser, A. Veselov, Commun. Math. Phys. 139 (1991) 217-243.

return method {
  title     = "discrete Moser-Veselov, free body",
  source    = "J. Moser, A. Veselov, Commun. Math. Phys. 139 (1991) 217-243",
  order     = 2,
  symmetric = true,
  implicit  = true,
  turn      = 1/4,
  keeps     = { "momentum", "energy", "norm_L", "symplectic_free" },
  admits    = {},
  maps      = false,

  step = function(m, s, h)
    return use("dmv").step(m, s, h, { order = 2, preprocess = "time" })
  end,
}
