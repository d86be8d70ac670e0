-- dmv4.lua - discrete Moser-Veselov of order 4, with preprocessed time; see dmv.lua.
-- Translation: a straight line, as no force is admitted.
-- R. McLachlan, A. Zanna, Found. Comput. Math. 5 (2005) 87-123; a turn about the
-- momentum gives the attitude the same order.

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
