-- radau_ia.lua - the Radau IA methods: the zeros of P_s + P_(s-1), one of which
-- is 0, and the rows that satisfy D(s).
-- B. L. Ehle, Research Report CSRR 2010, University of Waterloo (1969); E.
-- Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996,
-- section IV.5, table 5.4 (s = 2 and 3).
-- L-stable and algebraically stable; no stage lies at the end of the step.  With
-- one stage c would not be the row sum, so there are at least two stages.

return family {
  title   = "Radau IA: s stages, order 2 s - 1",
  source  = "B. L. Ehle, Research Report CSRR 2010, Univ. of Waterloo (1969)",
  options = { { name = "s", integer = { 2, 5 } } },
  tableau = function(s)
    local c = roots(combined(legendre(s), 1, legendre(s - 1)))
    local b = quadrature(c)
    return { order = 2 * s - 1, c = c, a = conjugate(collocation(c), b), b = b }
  end,
}
