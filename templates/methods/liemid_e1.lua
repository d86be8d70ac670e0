-- liemid_e1.lua - explicit midpoint Lie method, variant 1, the adjoint of
-- variant 2: the free body's midpoint rule, then the impulse of the step.
--     J Psi = h E(-Psi/2) L0,   R1 = R0 E(Psi)
--     L1 = E(-Psi) L0 + h T1
-- The paper prints L1 = E(-Psi) (L0 + h T1), which is not the adjoint and would
-- reduce liemid_ea to order 1.  If the torque depends on the rate, the equation
-- for L1 is implicit.
-- Translation: the adjoint of symplectic Euler, x first.
-- P. Krysl, "Explicit time integrators for nonlinear dynamics derived from the
-- midpoint rule", Phi* in section 3; the method: P. Krysl, Int. J. Numer.
-- Meth. Eng. 63 (2005) 2171-2193.

return method {
  title      = "explicit midpoint Lie method, variant 1 (adjoint)",
  source     = "P. Krysl, Int. J. Numer. Meth. Eng. 63 (2005) 2171-2193, "
               .. "LIEMID[E1]",
  alias      = { "liemide1" },
  states     = true,
  order      = 1,
  order_free = 2,
  implicit   = true,
  keeps      = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    stage("start")
    local e = drift(m, midpoint_free(m, s, h), h)
    return last_kick(m, with(e, { t = s.t + h }), h)
  end,
}
