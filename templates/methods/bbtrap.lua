-- bbtrap.lua - Bottasso and Borri's trapezoidal rule.
--     Psi = h/2 (w0 + w1),   R1 = R0 E(Psi)
--     L1 = E(-Psi) (L0 + h/2 T0) + h/2 T1
-- With the mean rate w, Psi = h w, the first line is J w = (L0 + L1)/2.  So the
-- unknown p, half of Psi, also gives the momentum for T1, 2 J w - L0.  The final
-- formulas are explicit in p, so that the spatial momentum is kept to round-off.
-- Without torque the method equals swc1, and keeps the energy for the same
-- reason.
-- Translation: trapezoidal rule.
-- C. Bottasso, M. Borri, Comput. Methods Appl. Mech. Eng. 164 (1998) 307-331;
-- as in P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, section 4.

return method {
  title     = "Bottasso and Borri's trapezoidal rule",
  source    = "C. Bottasso, M. Borri, Comput. Methods Appl. Mech. Eng. 164 "
              .. "(1998) 307-331",
  order     = 2,
  symmetric = true,
  implicit  = true,
  keeps     = { "momentum", "energy", "axis_momentum" },

  step = function(m, s, h)
    stage("start")
    local T0, rates = m.torque(s), m.rates(s)
    local kicked = name("p", "", s.L + h/2 * T0)

    local function at_end(p, z)
      local g, w = m.map.element(p), rate_of(p, h)
      local e = { t = s.t + h, R = s.R:turned(g), L = 2 * m.inertia(w) - s.L, z = z }
      return e, g:unrotate(kicked)
    end

    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 1, both = true,
    }, function(p, z)
      local e, L = at_end(p, z)
      return m.inertia(p) - h/4 * s.L - h/4 * (L + h/2 * m.torque(e)), e
    end)

    stage("finish")
    local e, L = at_end(p, z)
    return end_kick(m, e, h/2, L, later(s.z, h/2, rates))
  end,
}
