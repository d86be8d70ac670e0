-- je.lua - the exact rates of a free body, by Jacobi's elliptic functions, and
-- the attitude by the trapezoidal rule for these rates:
--     L1 exact,   R1 = R0 map(h (w0 + w1)/2)
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 2: JE,
-- which is a method for the rates only.  The trapezoidal rule for the attitude is
-- an addition: it needs no rates other than those at both ends, which are known.
-- The centre of mass moves by Verlet's method.

return method {
  title     = "exact rates of a free body, attitude by the trapezoidal rule",
  source    = "E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478",
  order     = 2,
  symmetric = true,
  admits    = {},
  keeps     = { "energy", "norm_L" },

  step = function(m, s, h)
    return between_kicks(m, s, h, function(L0)
      local L1 = free_momentum(m, L0, h)
      return m.map.element(h/4 * (m.omega(L0) + m.omega(L1))), L1
    end)
  end,
}
