-- liemid_e2.lua - explicit midpoint Lie method, variant 2: the impulse of the
-- whole step at its beginning, then the free body's midpoint rule.
--     p = L0 + h T0,   J Psi = h E(-Psi/2) p
--     R1 = R0 E(Psi),  L1 = E(-Psi) p
-- The paper calls it symplectic, but only its translation is symplectic; the
-- defect of its rotation is of third order.
-- Translation: symplectic Euler, v first.
-- P. Krysl, "Explicit time integrators for nonlinear dynamics derived from the
-- midpoint rule", Phi in section 3; the method is from P. Krysl, Int. J. Numer.
-- Meth. Eng. 63 (2005) 2171-2193.

return method {
  title      = "explicit midpoint Lie method, variant 2 (symplectic Euler)",
  source     = "P. Krysl, Int. J. Numer. Meth. Eng. 63 (2005) 2171-2193, "
               .. "LIEMID[E2]",
  alias      = { "liemide2" },
  states     = true,
  order      = 1,
  order_free = 2,
  implicit   = true,
  keeps      = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    stage("start")
    return drift(m, midpoint_free(m, kick(m, s, h), h), h)
  end,
}
