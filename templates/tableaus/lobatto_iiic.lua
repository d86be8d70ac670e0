-- lobatto_iiic.lua - the Lobatto IIIC methods: Lobatto's nodes, a_i1 = b_1, and the
-- other a_ij by C(s - 1).
-- F. H. Chipman, BIT 11 (1971) 384-388; E. Hairer, G. Wanner, Solving Ordinary
-- Differential Equations II, Springer 1996, section IV.5, tables 5.11 and 5.12.
-- Stiffly accurate, L-stable and algebraically stable: damps stiff components.

return family {
  title     = "Lobatto IIIC: s stages, order 2 s - 2",
  source    = "F. H. Chipman, BIT 11 (1971) 384-388",
  instances = { "lobatto3c6 = lobatto_iiic(4)" },
  options   = { { name = "s", integer = { 2, 5 } } },
  tableau   = function(s)
    local c = lobatto(s)
    local b = quadrature(c)
    return { order = 2 * s - 2, c = c, a = lobatto_c(c, b), b = b }
  end,
}
