-- imidm.lua - implicit midpoint Lie method, momentum form (LIEMID[I]).
-- The step consists of two equal rotations g.  Let p be half of the rotation vector
-- of a half step.  The body's rate at the midpoint is 4 p / h, and the equation
--     J (4 p / h) = g' L0 + (h/2) T(t + h/2, R0 g, w)
-- means: the momentum there is the turned initial momentum plus half of the impulse.
-- The final formulas are explicit in p, so that the spatial momentum is kept to
-- round-off for any residual of Newton's iteration.
-- Contrary to the papers it is not symplectic: the defect is of third order.
-- The midpoint's time is that of the start plus h/2; the paper has t_n + dt/2.
-- Translation: midpoint rule.
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, algorithms IMIDM and
-- LIEMID[I].

return method {
  title     = "implicit midpoint Lie method, momentum form",
  source    = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, IMIDM",
  alias     = { "liemid_i", "liemidi" },
  gyro      = true,
  states    = true,
  inertia   = true,
  order     = 2,
  symmetric = true,
  implicit  = true,
  keeps     = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    local function middle(p, z)
      local mid, g = turned_from(m, s.R, p, h/2, s.t + h/2, z)
      return mid, g, label("L_mid", "", g:unrotate(s.L)), m.torque(mid)
    end

    stage("start")
    local p, z = solve_turn(m, s, h, {
      form = "momentum", turns = 2,
    }, function(p, z)
      local mid, g, a, T = middle(p, z)
      return m.inertia(p, mid) + h/4 * m.gyro(mid) - h/4 * (a + h/2 * T), mid
    end)

    stage("finish")
    local mid, g, a, T = middle(p, z)
    local whole = g * g
    local L = is_zero(T) and whole:unrotate(s.L) or g:unrotate(a + h * T)
    return { R = s.R:turned(whole), L = L, z = twice_as_far(m, s.z, z, h) }
  end,
}
