-- bbtrapwd.lua - the trapezoidal rule with the inverse of dexp.
--     Psi = h/2 (w0 + dexp_{-Psi}^-1 w1),   R1 = R0 E(Psi)
--     L1 = E(-Psi) (L0 + h/2 T0) + h/2 T1
-- The unknown is p, half of Psi.  The first line is solved for w1,
--     h/2 w1 = dexp_{-Psi} (2 p - h/2 w0)
-- which is smooth everywhere and explicit.  T1 is evaluated at this rate.  The
-- equation to solve is J w1 = L1.  The final formulas are explicit in p, so that the
-- spatial momentum is kept to round-off.
-- According to the paper the method differs from bbtrap only in the energy.  It is
-- not symmetric either, because Psi is measured from the start of the step.
-- Translation: trapezoidal rule.
-- C. Bottasso, M. Borri, Comput. Methods Appl. Mech. Eng. 164 (1998) 307-331;
-- as in P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, section 4.

return method {
  title    = "trapezoidal rule with the inverse of dexp",
  source   = "C. Bottasso, M. Borri, Comput. Methods Appl. Mech. Eng. 164 "
             .. "(1998) 307-331",
  order    = 2,
  implicit = true,
  keeps    = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    stage("start")
    local w0, T0, rates = m.omega(s.L), m.torque(s), m.rates(s)
    local kicked = name("p", "", s.L + h/2 * T0)

    local function at_end(p, z)
      local g = m.map.element(p)
      local p1 = m.map.push(p, 2 * p - h/2 * w0)
      local w1 = rate_of(p1, h)
      local e = { t = s.t + h, R = s.R:turned(g), L = m.inertia(w1), w = w1, z = z }
      return e, g:unrotate(kicked), p1
    end

    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 1, both = true,
    }, function(p, z)
      local e, L, p1 = at_end(p, z)
      return m.inertia(p1) - h/2 * (L + h/2 * m.torque(e)), e
    end)

    stage("finish")
    local e, L = at_end(p, z)
    return end_kick(m, e, h/2, L, later(s.z, h/2, rates))
  end,
}
