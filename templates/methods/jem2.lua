-- jem2.lua - a free body: exact rates by Jacobi's elliptic functions, attitude
-- by Magnus' method of order 2, which uses the rate at the midpoint:
--     L1 exact,   R1 = R0 map(h w(t + h/2))
-- Energy and length of the momentum are kept; its direction in space is not.
-- The centre of mass moves by Verlet's method.
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, sections 2 and 3.

return method {
  title     = "exact rates of a free body, attitude by Magnus, order 2",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478",
  order     = 2,
  symmetric = true,
  admits    = {},
  keeps     = { "energy", "norm_L" },

  step = function(m, s, h)
    return between_kicks(m, s, h, function(L0)
      local half = free_flow(m, L0, h/2)
      local middle = half(L0)
      return m.map.element(h/2 * m.omega(middle)), half(middle)
    end)
  end,
}
