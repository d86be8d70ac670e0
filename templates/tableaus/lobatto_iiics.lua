-- lobatto_iiics.lua - the Lobatto IIIC* methods, Butcher's own: Lobatto's nodes,
-- a_is = 0, and the other a_ij by C(s - 1).
-- J. C. Butcher, Math. Comp. 18 (1964) 233-244, "Integration processes based on
-- Radau quadrature formulas"; L. Jay, Lobatto methods, in: Encyclopedia of
-- Applied and Computational Mathematics, Springer 2015.
-- The first stage and the last stage are explicit.  Together with Lobatto IIIC they
-- form a symplectic partitioned method.

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
