-- lobatto_iiics.lua - the Lobatto IIIC* methods, Butcher's own: the nodes of
-- Lobatto, no a_is, and what else C(s - 1) asks for.
-- J. C. Butcher, Math. Comp. 18 (1964) 233-244, "Integration processes based on
-- Radau quadrature formulas"; L. Jay, Lobatto methods, in: Encyclopedia of
-- Applied and Computational Mathematics, Springer 2015.
-- The first stage is explicit, and so is the last.  With Lobatto IIIC they make a
-- partitioned method that is symplectic.

return family {
  title   = "Lobatto IIIC*: s stages, order 2 s - 2, explicit for s = 2 alone",
  source  = "J. C. Butcher, Math. Comp. 18 (1964) 233-244",
  options = { { name = "s", integer = { 2, 5 } } },
  tableau = function(s)
    local c = lobatto(s)
    return { order = 2 * s - 2, c = c, a = lobatto_c_star(c),
             b = quadrature(c) }
  end,
}
