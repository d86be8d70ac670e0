-- liemid_ea.lua - alternating explicit midpoint Lie method: half a step of
-- variant 2, then half a step of its adjoint, variant 1 (as corrected in
-- liemid_e1.lua).  It evaluates one torque per step and is explicit in the torque,
-- like Verlet's method, unless the torque depends on the rate.
-- (NMB, in a legend of the paper, is not defined in its text; it is not provided.)
-- Translation: Verlet's method, which is Newmark's central difference.
-- P. Krysl, "Explicit time integrators for nonlinear dynamics derived from the
-- midpoint rule", Xi in section 3; the method is from P. Krysl, Int. J. Numer.
-- Meth. Eng. 63 (2005) 2171-2193.

return method {
  title     = "alternating explicit midpoint Lie method",
  source    = "P. Krysl, Int. J. Numer. Meth. Eng. 63 (2005) 2171-2193, "
              .. "LIEMID[EA]",
  alias     = { "liemidea" },
  states    = true,
  order     = 2,
  symmetric = true,
  implicit  = true,
  turn      = 1,              -- half a turn in each half step
  keeps     = { "momentum", "axis_momentum" },

  step = function(m, s, h)
    stage("start")
    local e = drift(m, midpoint_free(m, kick(m, s, h/2), h/2), h/2)
    stage("second half")
    e = drift(m, midpoint_free(m, e, h/2), h/2)
    return last_kick(m, with(e, { t = s.t + h }), h/2)
  end,
}
