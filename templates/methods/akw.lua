-- akw.lua - the almost Lie-Poisson rule of Austin, Krishnaprasad and Wang.
-- With the mean rate w and the mean momentum J w = (L0 + L1)/2
--     L1 = L0 + h J w x w + h/2 (T0 + T1),   R1 = R0 cay(h w)
-- The unknown is p = h/2 w.  The map is always Cayley's, for which the first
-- equation is equivalent to
--     L1 = cay(-h w) (L0 + h/2 T) + h/2 T,   T = (T0 + T1)/2
-- The step ends with this form, so that the spatial momentum is kept to round-off.
-- Without torque the energy is kept, as w.(L1 - L0) = 0.  With a potential linear in
-- R the total energy and the momentum about the vertical are kept.
-- Translation: trapezoidal rule.
-- M. Austin, P. Krishnaprasad, L.-S. Wang, J. Comput. Phys. 107 (1993) 105-117;
-- as in P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, section 4.

return method {
  title     = "almost Lie-Poisson midpoint rule",
  source    = "M. Austin, P. Krishnaprasad, L.-S. Wang, J. Comput. Phys. 107 "
              .. "(1993) 105-117",
  order     = 2,
  symmetric = true,
  implicit  = true,
  maps      = false,
  keeps     = { "momentum", "energy", "energy_linear_potential" },

  step = function(m, s, h)
    local cay = load_map("cay")

    stage("start")
    local T0 = m.torque(s)

    local function at_end(p, z)
      local g, w = cay.element(p), rate_of(p, h)
      local e = { t = s.t + h, R = s.R:turned(g), L = 2 * m.inertia(w) - s.L, z = z }
      return e, g, (T0 + m.torque(e))/2
    end

    local p, z = solve_turn(m, s, h, {
      form = "rate", turns = 1, both = true,
    }, function(p, z)
      local e, g, T = at_end(p, z)
      local Jp = m.inertia(p)
      return Jp - cross(Jp, p) - h/2 * (s.L + h/2 * T), e
    end)

    stage("finish")
    local e, g, T = at_end(p, z)
    return with(e, { L = g:unrotate(s.L + h/2 * T) + h/2 * T })
  end,
}
