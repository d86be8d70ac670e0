-- je.lua - the exact rates of a free body, by Jacobi's elliptic functions, and
-- an attitude that follows them:
--     L1 exact,   R1 = R0 map(h (w0 + w1)/2)
-- E. Celledoni, N. Safstrom, J. Phys. A 39 (2006) 5463-5478, section 2: JE,
-- which there is a method for the rates alone.  The trapezoidal rule for the
-- attitude is added here: it takes no other value of the rates than the two
-- that are there anyway.  A centre of mass goes by Verlet's method.

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
