-- dmv4.lua - discrete Moser-Veselov of order 4, by preprocessed time; see dmv.lua.
-- Translation: straight on, for no force is admitted.
-- R. McLachlan, A. Zanna, Found. Comput. Math. 5 (2005) 87-123; the attitude is
-- of that order too, by a turn about the momentum.

return method {
  title     = "discrete Moser-Veselov, order 4, free body",
  source    = "R. McLachlan, A. Zanna, Found. Comput. Math. 5 (2005) 87-123",
  order     = 4,
  symmetric = true,
  implicit  = true,
  turn      = 1/4,
  keeps     = { "momentum", "energy", "norm_L" },
  admits    = {},
  maps      = false,

  step = function(m, s, h)
    return use("dmv").step(m, s, h, { order = 4, preprocess = "time" })
  end,
}
