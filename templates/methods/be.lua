-- be.lua - backward Euler, rate form: Krysl's equation (12), the adjoint of fe.
--     L1 = L0 + h f1,   Psi = h w1
-- The unknown is p, half of Psi.  With w1 = 2 p/h the first equation is
--     J p = 2 J p x p + h/2 (L0 + h T1)
-- Translation: backward Euler, equation (3).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title    = "backward Euler, rate form",
  source   = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, (12)",
  gyro     = true,
  states   = true,
  inertia  = true,
  order    = 1,
  implicit = true,

  step = function(m, s, h)
    local function at_end(p, z) return turned_from(m, s.R, p, h, s.t + h, z) end

    stage("start")
    local p, z = solve_turn(m, s, h, {
      form = "rate", turns = 1, c = h,
    }, function(p, z)
      local e = at_end(p, z)
      local Jp = m.inertia(p, e) + h/2 * m.gyro(e)
      return Jp - 2 * cross(Jp, p) - h/2 * (s.L + h * m.torque(e)), e
    end)

    stage("finish")
    local e = at_end(p, z)
    return end_kick(m, e, h, s.L + h * cross(e.L, e.w), s.z)
  end,
}
