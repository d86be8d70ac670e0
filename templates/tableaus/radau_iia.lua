-- radau_iia.lua - the Radau IIA methods: collocation at the zeros of
-- P_s - P_(s-1), one of which is 1.
-- B. L. Ehle, Research Report CSRR 2010, University of Waterloo (1969); O.
-- Axelsson, BIT 9 (1969) 185-199; E. Hairer, G. Wanner, Solving Ordinary
-- Differential Equations II, Springer 1996, section IV.5, tables 5.5 and 5.6.
-- Stiffly accurate, L-stable and algebraically stable: damps stiff components.

return family {
  title     = "Radau IIA: s stages, order 2 s - 1",
  source    = "B. L. Ehle, Research Report CSRR 2010, Univ. of Waterloo (1969)",
  alias     = { "radau" },
  instances = { "radau2a3 = radau_iia(2)", "radau2a5 = radau_iia(3)",
                "radau5 = radau_iia(3)" },
  options   = { { name = "s", integer = { 1, 5 } } },
  tableau   = function(s)
    local c = roots(combined(legendre(s), -1, legendre(s - 1)))
    return { order = 2 * s - 1, c = c, a = collocation(c), b = quadrature(c) }
  end,
}
