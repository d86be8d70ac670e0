-- lobatto_iiid.lua - the Lobatto IIID methods: the means of Lobatto IIIC and
-- IIIC*.
-- S. P. Norsett, G. Wanner, Numer. Math. 38 (1981) 193-208; L. Jay, Lobatto
-- methods, in: Encyclopedia of Applied and Computational Mathematics, Springer
-- 2015.
-- Symmetric, symplectic and algebraically stable.

return family {
  title   = "Lobatto IIID: s stages, order 2 s - 2",
  source  = "S. P. Norsett, G. Wanner, Numer. Math. 38 (1981) 193-208",
  options = { { name = "s", integer = { 2, 5 } } },
  tableau = function(s)
    local c = lobatto(s)
    local b = quadrature(c)
    local one, other, a = lobatto_c(c, b), lobatto_c_star(c), {}
    for i = 1, s do
      a[i] = {}
      for j = 1, s do a[i][j] = (one[i][j] + other[i][j]) / 2 end
    end
    return { order = 2 * s - 2, c = c, a = a, b = b }
  end,
}
