-- trap.lua - trapezoidal rule, rate form: Krysl's TRAP, equation (14).
-- Half a step of forward Euler (fe), then half a step of backward Euler (be):
--     L1 = L0 + h/2 (f0 + f1),   R1 = R0 E(h/2 w0) E(h/2 w1)
-- It is conjugate to imid by half a step of fe; so without torque it keeps the energy
-- half a step later, that of L0 + h/2 f0.  The unknown is p = h/4 w1.
-- Translation: trapezoidal rule, equation (4).
-- P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156.

return method {
  title     = "trapezoidal rule, rate form",
  source    = "P. Krysl, Commun. Numer. Meth. Eng. 24 (2008) 141-156, TRAP",
  gyro      = true,
  states    = true,
  inertia   = true,
  order     = 2,
  symmetric = true,
  implicit  = true,
  keeps     = { "energy_half" },

  step = function(m, s, h)
    stage("start")
    local w0, f0, rates = m.omega(s.L, s), m.f(s), m.rates(s)
    local half = { R = s.R:turned(m.map.element(h/4 * w0)),
                   L = name("L", "", s.L + h/2 * f0),
                   t = s.t + h/2, z = later(s.z, h/2, rates) }

    local function at_end(p, z)
      return turned_from(m, half.R, p, h/2, s.t + h, z)
    end

    local p, z = solve_turn(m, s, h, {
      form = "rate", turns = 2,
      p = h/4 * m.omega(half.L + h/2 * f0, half), z = half.z,
    }, function(p, z)
      local e = at_end(p, z)
      local Jp = m.inertia(p, e) + h/4 * m.gyro(e)
      return Jp - 2 * cross(Jp, p) - h/4 * (half.L + h/2 * m.torque(e)), e
    end)

    stage("finish")
    local e = at_end(p, z)
    return end_kick(m, e, h/2, half.L + h/2 * cross(e.L, e.w), half.z)
  end,
}
