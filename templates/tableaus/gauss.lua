-- gauss.lua - the Gauss methods: collocation at the zeros of Legendre's
-- polynomial of degree s, which gives order 2 s, the maximum for s stages.
-- J. C. Butcher, Math. Comp. 18 (1964) 50-64, section 2; two stages: P. C.
-- Hammer, J. W. Hollingsworth, Math. Tables Aids Comput. 9 (1955) 92-96.
-- Symmetric, symplectic and algebraically stable.

return family {
  title     = "Gauss: s stages, order 2 s",
  source    = "J. C. Butcher, Math. Comp. 18 (1964) 50-64",
  alias     = { "gauss_legendre", "kuntzmann_butcher" },
  instances = { "gauss4 = gauss(2)", "gauss6 = gauss(3)" },
  options   = { { name = "s", integer = { 1, 6 } } },
  tableau   = function(s)
    local c = roots(legendre(s))
    return mirrored { order = 2 * s, c = c, a = collocation(c),
                      b = quadrature(c) }
  end,
}
