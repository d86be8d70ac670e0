-- lobatto_iiib.lua - the Lobatto IIIB methods: Lobatto's nodes, and the rows that
-- satisfy D(s).
-- B. L. Ehle, Research Report CSRR 2010, University of Waterloo (1969); E.
-- Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer 1996,
-- section IV.5, tables 5.9 and 5.10.
-- Symmetric and A-stable.  Together with Lobatto IIIA they form a symplectic
-- partitioned method.  With two stages c is not equal to the row sums.

return family {
  title   = "Lobatto IIIB: s stages, order 2 s - 2",
  source  = "B. L. Ehle, Research Report CSRR 2010, Univ. of Waterloo (1969)",
  options = { { name = "s", integer = { 2, 5 } } },
  tableau = function(s)
    local c = lobatto(s)
    local b = quadrature(c)
    return { order = 2 * s - 2, c = c, a = conjugate(collocation(c), b), b = b }
  end,
}
