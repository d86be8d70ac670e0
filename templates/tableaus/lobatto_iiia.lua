-- lobatto_iiia.lua - the Lobatto IIIA methods: collocation at the zeros of
-- P_s - P_(s-2), which include 0 and 1.
-- B. L. Ehle, Research Report CSRR 2010, University of Waterloo (1969); E.
-- Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996,
-- section IV.5, tables 5.7 and 5.8.
-- Symmetric, stiffly accurate and A-stable; the first stage is the start of the step.

return family {
  title     = "Lobatto IIIA: s stages, order 2 s - 2",
  source    = "B. L. Ehle, Research Report CSRR 2010, Univ. of Waterloo (1969)",
  instances = { "lobatto3a4 = lobatto_iiia(3)" },
  options   = { { name = "s", integer = { 2, 5 } } },
  tableau   = function(s)
    local c = lobatto(s)
    return { order = 2 * s - 2, c = c, a = collocation(c), b = quadrature(c) }
  end,
}
