-- swc1.lua - Simo and Wong's ALGO_C1.
--     Psi = h/2 (w0 + w1),   R1 = R0 E(Psi)
--     L1 = E(-Psi) L0 + h E(-Psi/2) T(t + h/2, R0 E(Psi/2))
-- With the mean rate w, Psi = h w, the first line is J w = (L0 + L1)/2.  The torque
-- is evaluated at this rate.  The unknown is p, a quarter of Psi; the final formulas
-- are explicit in p, so that the spatial momentum is kept to round-off.  Without
-- torque the energy is kept: a rotation about Psi does not change Psi.L, so that
-- w.(L1 - L0) = 0.
-- The method needs E(Psi) = E(Psi/2)^2, so that the map is always exp.
-- Translation: midpoint rule.
-- J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52; as in P. Krysl,
-- Commun. Numer. Meth. Eng. 24 (2008) 141-156, section 4.

return method {
  title     = "Simo and Wong's ALGO_C1",
  source    = "J. Simo, K. Wong, Int. J. Numer. Meth. Eng. 31 (1991) 19-52",
  alias     = { "algo_c1" },
  order     = 2,
  symmetric = true,
  implicit  = true,
  maps      = false,
  keeps     = { "momentum", "energy", "axis_momentum" },

  step = function(m, s, h)
    local exp = load_map("exp")

    local function middle(p, z)
      local g, whole, w = exp.element(p), exp.element(2 * p), rate_of(p, h/2)
      local mid = { t = s.t + h/2, R = s.R:turned(g), L = m.inertia(w), w = w, z = z }
      local T = m.torque(mid)
      local L = is_zero(T) and whole:unrotate(s.L)
                or g:unrotate(g:unrotate(s.L) + h * T)
      return mid, L, whole
    end

    stage("start")
    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 2,
    }, function(p, z)
      local mid, L = middle(p, z)
      return m.inertia(p) - h/8 * s.L - h/8 * L, mid
    end)

    stage("finish")
    local mid, L, whole = middle(p, z)
    return { R = s.R:turned(whole), L = L, z = twice_as_far(m, s.z, z, h) }
  end,
}
