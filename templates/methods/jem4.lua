-- jem4.lua - a free body: exact rates by Jacobi's elliptic functions, attitude
-- by Magnus' method of order 4, which uses the rates at Gauss' points:
--     w1, w2 at (1/2 -+ sqrt(3)/6) h
--     L1 exact,   R1 = R0 exp(h/2 (w1 + w2) + sqrt(3)/12 h^2 w1 x w2)
-- Energy and length of the momentum are kept; its direction in space is not.
-- The centre of mass moves by Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 3, which
-- omits the sign of the commutator.

return method {
  title     = "exact rates of a free body, attitude by Magnus, order 4",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478",
  order     = 4,
  symmetric = true,
  admits    = {},
  maps      = false,
  keeps     = { "energy", "norm_L" },

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
